(** * Facts of the calculus: components in the middle

    As in Facts.v: the theorem says what the calculus grants under that name. *)

From Foundations Require Export Nouns.
Import ListNotations.
Open Scope R_scope.

(** How many of the means -1 + (2 k - 1)/m, for k from 1 to m, lie in [-1/2, 1/2]. *)
Definition middle_count m :=
  Sum (seq 1 m) (fun k => if Rle_dec (Rabs (-1 + (2 * INR k - 1) / INR m)) (1 / 2) then 1 else 0).

(** A piece of the numbers, all of which lie in the middle. *)
Lemma middle_piece m first size : (1 <= first)%nat -> (first + size <= m + 1)%nat -> (m + 2 <= 4 * first)%nat ->
  (4 * (first + size) <= 3 * m + 6)%nat -> INR size <= middle_count m.
Proof.
  intros some within low high. destruct size as [| size].
  { simpl. apply Sum_ge_0. intros k. destruct (Rle_dec _ _); lra. }
  assert (m_pos : 0 < INR m) by (apply lt_0_INR; lia).
  unfold middle_count.
  replace (seq 1 m) with (seq 1 (first - 1) ++ seq first (S size) ++ seq (first + S size) (m + 1 - first - S size)).
  - rewrite !Sum_app.
    assert (rest : forall l,
      0 <= Sum l (fun k => if Rle_dec (Rabs (-1 + (2 * INR k - 1) / INR m)) (1 / 2) then 1 else 0)).
    { intros l. apply Sum_ge_0. intros k. destruct (Rle_dec _ _); lra. }
    pose proof (rest (seq 1 (first - 1))). pose proof (rest (seq (first + S size) (m + 1 - first - S size))).
    rewrite (Sum_ext_in (seq first (S size)) _ (fun _ => 1)).
    + rewrite Sum_const, seq_length. lra.
    + intros k K. apply in_seq in K. destruct (Rle_dec _ _) as [| far]; [reflexivity |]. exfalso. apply far.
      assert (low_k : INR m + 2 <= 4 * INR k).
      { replace (4 * INR k) with (INR (4 * k)) by (rewrite mult_INR; simpl; ring).
        replace (INR m + 2) with (INR (m + 2)) by (rewrite plus_INR; simpl; ring). apply le_INR. lia. }
      assert (high_k : 4 * INR k <= 3 * INR m + 2).
      { replace (4 * INR k) with (INR (4 * k)) by (rewrite mult_INR; simpl; ring).
        replace (3 * INR m + 2) with (INR (3 * m + 2)) by (rewrite plus_INR, mult_INR; simpl; ring).
        apply le_INR. lia. }
      apply Rabs_le. replace (-1 + (2 * INR k - 1) / INR m) with ((2 * INR k - 1 - INR m) / INR m) by (field; lra).
      split; [apply Rle_div_r | apply Rle_div_l]; lra.
  - rewrite <- seq_app. replace first with (1 + (first - 1))%nat at 2 by lia. rewrite <- seq_app. f_equal. lia.
Qed.

(** The odd numbers 2 k - 1 of an interval of length m: at least (m - 1)/2, and at least one. *)
Theorem fact_components_in_the_middle : forall (m : nat),
  (1 <= m)%nat ->
  (2 <= m)%nat ->
  Rmax 1 (INR m / 2 - 1/2) <= middle_count m.
Proof.
  intros m _ some.
  assert (parts : exists q r, m = (4 * q + r)%nat /\ (r < 4)%nat).
  { exists (m / 4)%nat, (m mod 4)%nat. split; [apply Nat.div_mod; lia | apply Nat.mod_upper_bound; lia]. }
  destruct parts as (q & r & -> & less).
  assert (count : forall size, (4 * q + r <= 2 * size + 1)%nat -> (1 <= size)%nat ->
    INR size <= middle_count (4 * q + r) -> Rmax 1 (INR (4 * q + r) / 2 - 1 / 2) <= middle_count (4 * q + r)).
  { intros size half one large. apply Rle_trans with (INR size); [| exact large].
    apply le_INR in half, one. rewrite (plus_INR (2 * size)), mult_INR in half. simpl INR in half, one at 1.
    apply Rmax_lub; simpl in *; lra. }
  assert (cases : (r = 0 \/ r = 1 \/ r = 2 \/ r = 3)%nat) by lia. destruct cases as [-> | [-> | [-> | ->]]].
  - apply (count (2 * q)%nat); try lia. apply middle_piece with (q + 1)%nat; lia.
  - apply (count (2 * q)%nat); try lia. apply middle_piece with (q + 1)%nat; lia.
  - apply (count (2 * q + 1)%nat); try lia. apply middle_piece with (q + 1)%nat; lia.
  - apply (count (2 * q + 1)%nat); try lia. apply middle_piece with (q + 2)%nat; lia.
Qed.
