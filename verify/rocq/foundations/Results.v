(** * Numbered results of the papers

    Each theorem says what a claim of the ledger says at that place, as the exporter writes it from the claim itself. *)

From Foundations Require Export Nouns Zhao.
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
