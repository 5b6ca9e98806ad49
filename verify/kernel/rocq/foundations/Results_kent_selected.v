(** * kent (152): what a right selection misses

    The theorem says what a claim of the ledger says at that place, as the exporter writes it from the claim itself. *)

From Foundations Require Export Nouns.
Import ListNotations.
Open Scope R_scope.

Definition is_zero x : bool := if Req_EM_T x 0 then true else false.
Definition count_of_nonzero d (theta : vector) := length (filter (fun j => negb (is_zero (theta j))) (below d)).
(** The first s of the coordinates that are marked. *)
Definition first_marked d s (mark : nat -> bool) := firstn s (filter mark (below d)).
Definition missed d (theta : vector) (chosen : list nat) :=
  Sum (below d) (fun j => if existsb (Nat.eqb j) chosen then 0 else theta j ^ 2).

(** Over means in [-1, 1], at most s of which are not 0, and all choices that hold each mean beyond 2 epsilon and no
    zero. *)
Definition missed_squares_most s epsilon r := forall d theta mark, (forall j, -1 <= theta j <= 1) ->
  (count_of_nonzero d theta <= s)%nat -> (forall j, 2 * epsilon < Rabs (theta j) -> mark j = true) ->
  (forall j, mark j = true -> theta j <> 0) -> missed d theta (first_marked d s mark) <= r.

Theorem kent_eq152 : forall (s : nat) (varepsilon : R),
  (1 <= s)%nat ->
  0 < varepsilon ->
  missed_squares_most s varepsilon (4 * varepsilon ^ 2 * INR s).
Proof.
  intros s epsilon s_1 eps_pos d theta mark _ sparse large nonzero.
  set (others := filter (fun j => negb (is_zero (theta j))) (below d)).
  assert (few : (length (filter mark (below d)) <= s)%nat).
  { eapply Nat.le_trans; [| exact sparse]. apply NoDup_incl_length; [apply NoDup_filter, seq_NoDup |].
    intros j J. apply filter_In in J. destruct J as [J marked]. apply filter_In. split; [exact J |].
    unfold is_zero. destruct (Req_EM_T (theta j) 0) as [zero | _]; [| reflexivity]. now elim (nonzero j marked). }
  unfold missed, first_marked. rewrite firstn_all2 by exact few.
  apply Rle_trans with (Sum (below d) (fun j => 4 * epsilon ^ 2 * if negb (is_zero (theta j)) then 1 else 0)).
  - apply Sum_le_in. intros j J. assert (square : 0 <= 4 * epsilon ^ 2) by (pose proof (pow2_ge_0 epsilon); lra).
    destruct (existsb (Nat.eqb j) (filter mark (below d))) eqn:held.
    + apply Rmult_le_pos; [exact square |]. destruct (negb _); lra.
    + unfold is_zero. destruct (Req_EM_T (theta j) 0) as [-> | some]; cbn [negb]; [lra |].
      assert (unmarked : mark j = false).
      { destruct (mark j) eqn:marked; [| reflexivity].
        enough (existsb (Nat.eqb j) (filter mark (below d)) = true) by congruence.
        apply existsb_exists. exists j. split; [now apply filter_In | apply Nat.eqb_refl]. }
      assert (small : Rabs (theta j) <= 2 * epsilon).
      { apply Rnot_lt_le. intros far. rewrite (large j far) in unmarked. discriminate. }
      rewrite <- (pow2_abs (theta j)). pose proof (Rabs_pos (theta j)). nra.
  - rewrite Sum_scal. apply Rmult_le_compat_l; [pose proof (pow2_ge_0 epsilon); lra |].
    assert (counted : forall l, Sum l (fun j => if negb (is_zero (theta j)) then 1 else 0) =
      INR (length (filter (fun j => negb (is_zero (theta j))) l))).
    { induction l as [| j l IH]; [reflexivity |]. cbn [Sum filter]. rewrite IH.
      destruct (negb (is_zero (theta j))); [cbn [length]; rewrite S_INR |]; ring. }
    rewrite counted. apply le_INR. exact sparse.
Qed.
