(** * kent (216): messages given the component, squared, over the density of all

    Each theorem says what a claim of the ledger says at that place, as the exporter writes it from the claim itself. *)

From Foundations Require Export Components.
Import ListNotations.
Open Scope R_scope.

Section Equal_parts.
  Context {A B : Type} (C : components A) (K : channel (list A) B) (v : vertex) (alpha : R) (m : nat).
  Hypotheses (alpha_pos : 0 < alpha) (m_1 : (1 <= m)%nat) (equal : equal_parts C m) (K_private : private alpha K).
  Let c := INR m / (1 + (INR m - 1) * exp (- alpha)).

  Let m_pos : 1 <= INR m.
  Proof. now apply (le_INR 1). Qed.

  Let share : 0 < 1 + (INR m - 1) * exp (- alpha).
  Proof. pose proof (exp_pos (- alpha)). nra. Qed.

  (** A message given one component is at most c times that over all. *)
  Lemma part_below_all i f : In i (part_numbers C) -> bounded f -> (forall z, 0 <= f z) ->
    E (message_given K C i v) f <= c * E (message_of_all K C v) f.
  Proof.
    intros I F pos. destruct equal as [count_is chances]. rewrite message_of_all_over_parts. unfold over_parts.
    set (x := fun j => E (message_given K C j v) f). fold (x i).
    assert (x_pos : 0 <= x i) by now apply E_ge.
    assert (each : forall j, In j (part_numbers C) -> (if Nat.eq_dec j i then (1 - exp (- alpha)) * x i else 0) +
      exp (- alpha) * x i <= x j).
    { intros j _. destruct (Nat.eq_dec j i) as [-> | _]; [lra |].
      pose proof (private_mean K alpha (power (part_at C i v) 1) (power (part_at C j v) 1) K_private f F pos) as near.
      fold (x i) (x j) in near. change (x i <= exp alpha * x j) in near.
      apply (Rmult_le_compat_l (exp (- alpha))) in near; [| left; apply exp_pos].
      rewrite <- Rmult_assoc, <- exp_plus, Rplus_opp_l, exp_0 in near. lra. }
    assert (sum : (1 - exp (- alpha)) * x i + INR m * (exp (- alpha) * x i) <= Sum (part_numbers C) x).
    { eapply Rle_trans; [| apply Sum_le_in; exact each]. rewrite Sum_plus, Sum_const.
      rewrite (Sum_single Nat.eq_dec) by (exact I || apply seq_NoDup).
      unfold part_numbers. rewrite seq_length, count_is. lra. }
    rewrite (Sum_ext_in _ _ (fun j => / INR m * x j)) by (intros j J; now rewrite (chances j J)).
    rewrite Sum_scal. unfold c. apply Rmult_le_reg_r with (1 + (INR m - 1) * exp (- alpha)); [exact share |].
    replace (INR m / (1 + (INR m - 1) * exp (- alpha)) * (/ INR m * Sum (part_numbers C) x) *
      (1 + (INR m - 1) * exp (- alpha))) with (Sum (part_numbers C) x) by (field; lra).
    lra.
  Qed.

  Lemma squares_of_equal_parts : parts_squares_most K C v c.
  Proof.
    intros g G. assert (c_pos : 0 < c) by (apply Rdiv_lt_0_compat; lra).
    rewrite <- (over_parts_const C c) at 1. rewrite <- over_parts_plus. apply over_parts_le. intros i I.
    assert (S_ : bounded (fun z => g i z ^ 2)) by (specialize (G i); bounded).
    pose proof (part_below_all i (fun z => g i z ^ 2) I S_ (fun z => pow2_ge_0 _)) as most.
    apply Rle_trans with (c + E (message_given K C i v) (fun z => g i z ^ 2) / c).
    - rewrite <- E_scal by apply G. unfold Rdiv. rewrite (Rmult_comm _ (/ c)), <- E_scal by exact S_.
      rewrite <- (E_const (message_given K C i v) c) at 1. specialize (G i).
      rewrite <- E_plus by bounded. apply E_mono; [bounded | bounded |]. intros z.
      pose proof (pow2_ge_0 (c - g i z)). apply Rmult_le_reg_r with c; [exact c_pos |].
      replace ((c + / c * g i z ^ 2) * c) with (c ^ 2 + g i z ^ 2) by (field; lra). lra.
    - apply Rplus_le_compat_l. apply Rmult_le_reg_r with c; [exact c_pos |]. unfold Rdiv.
      rewrite Rmult_assoc, Rinv_l by lra. lra.
  Qed.

  Lemma share_most : c <= exp alpha.
  Proof.
    unfold c. apply Rmult_le_reg_r with (1 + (INR m - 1) * exp (- alpha)); [exact share |].
    unfold Rdiv. rewrite Rmult_assoc, Rinv_l by lra. rewrite Rmult_plus_distr_l.
    replace (exp alpha * ((INR m - 1) * exp (- alpha))) with ((INR m - 1) * (exp alpha * exp (- alpha))) by ring.
    rewrite <- exp_plus, Rplus_opp_r, exp_0. pose proof (exp_ge_1 alpha ltac:(lra)). lra.
  Qed.
End Equal_parts.

Lemma squares_weaken {A B} (K : channel (list A) B) C v c c' : parts_squares_most K C v c -> c <= c' ->
  parts_squares_most K C v c'.
Proof. intros most le g G. specialize (most g G). lra. Qed.

Theorem kent_eq216 : forall (A B : Type) (C : components A) (K : channel (list A) B) (v : vertex)
    (alpha : R) (m : nat),
  0 < alpha ->
  (1 <= m)%nat ->
  equal_parts C m ->
  private alpha K ->
  parts_squares_most K C v (INR m / (1 + (INR m - 1) * exp (- alpha))).
Proof. intros A B C K v alpha m alpha_pos m_1 equal K_private. now apply squares_of_equal_parts. Qed.

Theorem kent_eq216_exponential : forall (A B : Type) (C : components A) (K : channel (list A) B) (v : vertex)
    (alpha : R) (m : nat),
  0 < alpha ->
  (1 <= m)%nat ->
  equal_parts C m ->
  private alpha K ->
  parts_squares_most K C v (exp alpha).
Proof.
  intros A B C K v alpha m alpha_pos m_1 equal K_private.
  exact (squares_weaken _ _ _ _ _ (squares_of_equal_parts C K v alpha m m_1 equal K_private)
    (share_most alpha m alpha_pos m_1)).
Qed.

Theorem kent_eq216_high_privacy : forall (A B : Type) (C : components A) (K : channel (list A) B) (v : vertex)
    (alpha : R) (m : nat),
  0 < alpha ->
  (1 <= m)%nat ->
  equal_parts C m ->
  private alpha K ->
  alpha <= 1 ->
  parts_squares_most K C v (exp 1).
Proof.
  intros A B C K v alpha m alpha_pos m_1 equal K_private alpha_1.
  apply (squares_weaken _ _ _ _ _ (squares_of_equal_parts C K v alpha m m_1 equal K_private)).
  apply Rle_trans with (exp alpha); [exact (share_most alpha m alpha_pos m_1) | now apply exp_le].
Qed.
