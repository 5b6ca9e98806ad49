(** * Numbered results of the papers

    Each theorem says what a claim of the ledger says at that place, as the exporter writes it from the claim itself. *)

From Foundations Require Export Nouns Zhao Zhao_vectors.
Import ListNotations.
Open Scope R_scope.

(** ** Zhao, Shen, Fan, Li, Wu, Wu, Liu: Learning with User-Level Local Differential Privacy *)

(** Theorem 2, (3), corrected: the bound is capped. *)
Theorem zhao_thm2_lower : forall (D epsilon : R) (m n : nat),
  0 < D ->
  0 < epsilon ->
  (1 <= m)%nat ->
  (1 <= n)%nat ->
  forall (A : Type) (Z_ : method (list R) A R), users_in_turn Z_ n epsilon ->
  forall r : R, worst_risk_most Z_ (laws_on (- D) D) m r ->
  Rmin 1 (1 / (Rmin 1 (epsilon ^ 2) * INR m * INR n)) * D ^ 2 / 36 <= r.
Proof.
  intros D epsilon m n D_pos e_pos m_pos n_pos. apply risk_of_each_method.
  replace (Rmin 1 (1 / (Rmin 1 (epsilon ^ 2) * INR m * INR n)) * D ^ 2 / 36)
    with (D ^ 2 * Rmin 1 (1 / (INR m * INR n * Rmin 1 (epsilon ^ 2))) / 36).
  - now apply zhao_theorem_2.
  - replace (INR m * INR n * Rmin 1 (epsilon ^ 2)) with (Rmin 1 (epsilon ^ 2) * INR m * INR n) by ring. field.
Qed.

(** Theorem 2, second statement: the floor at a fixed number of users. *)
Theorem zhao_thm2_floor : forall (D epsilon : R) (m n : nat),
  0 < D ->
  0 < epsilon ->
  (1 <= m)%nat ->
  (1 <= n)%nat ->
  forall (A : Type) (Z_ : method (list R) A R), users_in_turn Z_ n epsilon ->
  forall r : R, worst_risk_most Z_ (laws_on (- D) D) m r ->
  D ^ 2 * exp (- ((exp epsilon - 1) * epsilon * INR n)) / 4 <= r.
Proof.
  intros D epsilon m n D_pos e_pos m_pos n_pos. apply risk_of_each_method.
  replace ((exp epsilon - 1) * epsilon * INR n) with (epsilon * INR n * (exp epsilon - 1)) by ring.
  now apply zhao_theorem_2_floor.
Qed.

(** Theorem 6, (10), corrected, for every epsilon. *)
Theorem zhao_thm6_lower : forall (D : R) (d : nat) (epsilon : R) (m n : nat) (p : R),
  0 < D ->
  (1 <= d)%nat ->
  0 < epsilon ->
  (1 <= m)%nat ->
  (1 <= n)%nat ->
  1 <= p ->
  p <= 2 ->
  forall (A : Type) (Z_ : method (list vector) A vector), users_in_turn Z_ n epsilon ->
  forall r : R, worst_risk_of_vectors_most d Z_ (laws_on_ball p D d) m r ->
  Rmin (D ^ 2 / (16 * INR d)) (3 * D ^ 2 * INR d / (256 * (exp epsilon - 1) ^ 2 * INR m * INR n)) <= r.
Proof.
  intros D d epsilon m n p D_pos d_pos e_pos m_pos n_pos p_low p_high.
  apply risk_of_each_method_of_vectors with D; [intros v; apply ball_in_cube; lra |].
  replace (256 * (exp epsilon - 1) ^ 2 * INR m * INR n) with (256 * INR m * INR n * (exp epsilon - 1) ^ 2) by ring.
  now apply zhao_theorem_6.
Qed.

(** Theorem 6, for epsilon at most 1. *)
Theorem zhao_thm6_lower_high_privacy : forall (D : R) (d : nat) (epsilon : R) (m n : nat) (p : R),
  0 < D ->
  (1 <= d)%nat ->
  0 < epsilon ->
  (1 <= m)%nat ->
  (1 <= n)%nat ->
  1 <= p ->
  p <= 2 ->
  epsilon <= 1 ->
  forall (A : Type) (Z_ : method (list vector) A vector), users_in_turn Z_ n epsilon ->
  forall r : R, worst_risk_of_vectors_most d Z_ (laws_on_ball p D d) m r ->
  Rmin (1 / INR d) (INR d / (16 * epsilon ^ 2 * INR m * INR n)) * D ^ 2 / 16 <= r.
Proof.
  intros D d epsilon m n p D_pos d_pos e_pos m_pos n_pos p_low p_high low.
  apply risk_of_each_method_of_vectors with D; [intros v; apply ball_in_cube; lra |].
  rewrite (Rmult_comm (Rmin _ _)). now apply zhao_theorem_6_high_privacy.
Qed.

(** Theorem 7, (11), corrected, for every epsilon. *)
Theorem zhao_thm7_lower : forall (D : R) (d : nat) (epsilon : R) (m n : nat),
  0 < D ->
  (1 <= d)%nat ->
  0 < epsilon ->
  (1 <= m)%nat ->
  (1 <= n)%nat ->
  forall (A : Type) (Z_ : method (list vector) A vector), users_in_turn Z_ n epsilon ->
  forall r : R, worst_risk_of_vectors_most d Z_ (laws_on_cube D d) m r ->
  Rmin 1 (3 * INR d / (16 * (exp epsilon - 1) ^ 2 * INR m * INR n)) * D ^ 2 * INR d / 16 <= r.
Proof.
  intros D d epsilon m n D_pos d_pos e_pos m_pos n_pos.
  apply risk_of_each_method_of_vectors with D; [intros v [_ inside]; exact inside |].
  replace (16 * (exp epsilon - 1) ^ 2 * INR m * INR n) with (16 * INR m * INR n * (exp epsilon - 1) ^ 2) by ring.
  rewrite (Rmult_assoc (Rmin _ _)), (Rmult_comm (Rmin _ _)). now apply zhao_theorem_7.
Qed.

(** Theorem 7, for epsilon at most 1. *)
Theorem zhao_thm7_lower_high_privacy : forall (D : R) (d : nat) (epsilon : R) (m n : nat),
  0 < D ->
  (1 <= d)%nat ->
  0 < epsilon ->
  (1 <= m)%nat ->
  (1 <= n)%nat ->
  epsilon <= 1 ->
  forall (A : Type) (Z_ : method (list vector) A vector), users_in_turn Z_ n epsilon ->
  forall r : R, worst_risk_of_vectors_most d Z_ (laws_on_cube D d) m r ->
  Rmin 1 (INR d / (16 * epsilon ^ 2 * INR m * INR n)) * D ^ 2 * INR d / 16 <= r.
Proof.
  intros D d epsilon m n D_pos d_pos e_pos m_pos n_pos low.
  apply risk_of_each_method_of_vectors with D; [intros v [_ inside]; exact inside |].
  rewrite (Rmult_assoc (Rmin _ _)), (Rmult_comm (Rmin _ _)). now apply zhao_theorem_7_high_privacy.
Qed.

(** Proposition 1: a message on each of m samples, each by an (epsilon/m)-private channel. *)
Theorem zhao_prop1_of_each : forall (A B : Type) (X X_ : data_set A) (Z_ : items A B) (epsilon : R) (m : nat),
  0 <= epsilon ->
  (1 <= m)%nat ->
  (forall i : nat, (1 <= i)%nat -> (i <= m)%nat -> forall w : list B, private (epsilon / INR m) (Z_ i w)) ->
  ratio_most (told_of_each Z_ X m) (told_of_each Z_ X_ m) epsilon.
Proof.
  intros A B X Y Z epsilon m e_pos m_pos is_private.
  enough (H : forall k, (k <= m)%nat ->
    ratio_most (told_of_each Z X k) (told_of_each Z Y k) (INR k * (epsilon / INR m))).
  { specialize (H m (le_n m)). replace (INR m * (epsilon / INR m)) with epsilon in H; [exact H |].
    field. apply not_0_INR. lia. }
  induction k as [| k IH]; intros le.
  - simpl INR. rewrite Rmult_0_l. apply ratio_refl.
  - rewrite S_INR, Rmult_plus_distr_r, Rmult_1_l. cbn [told_of_each]. apply ratio_of_step; [apply IH; lia |].
    intros h. rewrite <- (Rplus_0_r (epsilon / INR m)). apply ratio_of_step.
    + apply is_private; lia.
    + intros z. apply ratio_refl.
Qed.

(** Proposition 1: a message on one of m samples. *)
Theorem zhao_prop1_of_one : forall (A B : Type) (K : channel A B) (X X_ : data_set A) (epsilon : R) (m : nat),
  0 <= epsilon ->
  (1 <= m)%nat ->
  private epsilon K ->
  ratio_most (told_of_one K X m) (told_of_one K X_ m) epsilon.
Proof.
  intros A B K X Y epsilon m _ _ is_private. rewrite <- (Rplus_0_l epsilon).
  apply ratio_of_step; [apply ratio_refl |]. intros i. apply is_private.
Qed.
