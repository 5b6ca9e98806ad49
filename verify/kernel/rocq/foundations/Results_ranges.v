(** * Numbered results of bassily: the range of numbers that are close to each other

    Each theorem says what a claim of the ledger says at that place, as the exporter writes it from the claim itself. *)

From Foundations Require Export Channels Facts_polls.
Import ListNotations.
Open Scope R_scope.

(** Lemma B.1: the middle of the bin with most votes. *)
Theorem bassily_lemmaB_1 : forall (P : law (list R)) (epsilon gamma : R) (k t : nat) (tau : R),
  0 < epsilon ->
  0 < gamma ->
  gamma <= 1 ->
  (1 <= k)%nat ->
  (2 <= t)%nat ->
  0 < tau ->
  numbers_within P k (INR t * tau) ->
  range_spread P tau <= gamma / 2 ->
  4 * ln (2 * INR t / gamma) / (tanh (epsilon / 4)) ^ 2 <= INR k ->
  range_missed P tau t (1/2 + tanh (epsilon / 4) / 2) <= gamma.
Proof.
  intros P epsilon gamma k t tau e_pos g_pos g_1 k_pos t_2 tau_pos within close many.
  set (w := tanh (epsilon / 4)) in *.
  assert (w_range : 0 < w < 1).
  { unfold w. replace (epsilon / 4) with (epsilon / 2 / 2) by field. rewrite tanh_as_ratio.
    assert (1 < exp (epsilon / 2)) by (rewrite <- exp_0; apply exp_increasing; lra).
    split; [apply Rdiv_lt_0_compat; lra |]. apply Rmult_lt_reg_r with (exp (epsilon / 2) + 1); [lra |].
    unfold Rdiv. rewrite Rmult_assoc, Rinv_l; lra. }
  assert (t_pos : 2 <= INR t) by now apply (le_INR 2).
  pose proof (fact_hoeffding_for_two_bins k (1 / 2 + w / 2) k_pos ltac:(lra) ltac:(lra)) as votes.
  pose proof (fact_union_bound_over_the_bins_without_data P k (1 / 2 + w / 2) t tau k_pos ltac:(lra) ltac:(lra) t_2
    tau_pos within _ votes) as union.
  assert (rare : exp (- ((2 * (1 / 2 + w / 2) - 1) ^ 2 * INR k / 4)) <= gamma / (2 * INR t)).
  { assert (ratio : 0 < 2 * INR t / gamma) by (apply Rdiv_lt_0_compat; lra).
    replace (gamma / (2 * INR t)) with (exp (- ln (2 * INR t / gamma))).
    - apply exp_le, Ropp_le_contravar. apply (Rmult_le_compat_r (w ^ 2)) in many; [| apply pow2_ge_0].
      replace (4 * ln (2 * INR t / gamma) / w ^ 2 * w ^ 2) with (4 * ln (2 * INR t / gamma)) in many by (field; lra).
      replace ((2 * (1 / 2 + w / 2) - 1) ^ 2) with (w ^ 2) by field. lra.
    - rewrite exp_Ropp, exp_ln by exact ratio. field. lra. }
  apply (Rmult_le_compat_l (INR t - 2)) in rare; [| lra].
  assert (part : (INR t - 2) * (gamma / (2 * INR t)) <= gamma / 2).
  { apply Rmult_le_reg_r with (2 * INR t); [lra |].
    replace ((INR t - 2) * (gamma / (2 * INR t)) * (2 * INR t)) with ((INR t - 2) * gamma) by (field; lra).
    replace (gamma / 2 * (2 * INR t)) with (INR t * gamma) by field. nra. }
  lra.
Qed.
