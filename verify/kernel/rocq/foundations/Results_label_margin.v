(** * label (75), (169): closed ends of a margin, a label in three parts

    Each theorem says what a claim of the ledger says at that place, as the exporter writes it from the claim itself. *)

From Foundations Require Export Votes Moments.
Import ListNotations.
Open Scope R_scope.

Lemma surely_of_almost_eq {W} (P : space W) X Y : almost_eq P X Y -> almost_surely P (fun w => X w = Y w).
Proof.
  intros [most least]. apply Rle_antisym; [| apply probability_between].
  apply Rle_trans with (probability P (fun w => Y w < X w \/ X w < Y w)).
  - apply probability_mono. intros w different. destruct (Rtotal_order (X w) (Y w)) as [|[|]]; tauto.
  - eapply Rle_trans; [apply union_bound |]. unfold almost_le in most, least. lra.
Qed.

Lemma surely_both {W} (P : space W) (S T : event W) : almost_surely P S -> almost_surely P T ->
  almost_surely P (fun w => S w /\ T w).
Proof.
  intros one other. apply Rle_antisym; [| apply probability_between].
  apply Rle_trans with (probability P (fun w => ~ S w \/ ~ T w)).
  - apply probability_mono. intros w not. destruct (classic (S w)); tauto.
  - eapply Rle_trans; [apply union_bound |]. unfold almost_surely in one, other. lra.
Qed.

(** (169), corrected: a label within [-T, T], above, and below. *)
Theorem label_169 : forall (A : Type) (O_ : space A) (H I_ J : A -> R) (T : R) (Y : A -> R),
  square_integrable O_ H ->
  almost_le O_ (fun _ => 0) H ->
  almost_le O_ H (fun _ => 1) ->
  square_integrable O_ I_ ->
  almost_le O_ (fun _ => 0) I_ ->
  almost_le O_ I_ (fun _ => 1) ->
  square_integrable O_ J ->
  almost_le O_ (fun _ => 0) J ->
  almost_le O_ J (fun _ => 1) ->
  0 < T ->
  square_integrable O_ Y ->
  almost_eq O_ I_ (indicator (fun w => Rabs (Y w) <= T)) ->
  almost_eq O_ J (indicator (fun w => T < Y w)) ->
  almost_eq O_ H (indicator (fun w => Y w < - T)) ->
  expectation O_ Y = expectation O_ (fun w => H w * Y w) + expectation O_ (fun w => I_ w * Y w) + expectation O_ (fun w =>
    J w * Y w).
Proof.
  intros A O_ H I_ J T Y HH _ _ HI _ _ HJ _ _ T_pos HY inside above below.
  pose proof (integrable_product O_ H Y HH HY) as HY'. pose proof (integrable_product O_ I_ Y HI HY) as IY.
  pose proof (integrable_product O_ J Y HJ HY) as JY.
  rewrite <- expectation_plus, <- expectation_plus by auto using integrable_plus.
  apply expectation_equal; [now apply square_integrable_integrable | auto using integrable_plus |].
  apply almost_surely_eq.
  pose proof (surely_both _ _ _ (surely_of_almost_eq _ _ _ below) (surely_both _ _ _ (surely_of_almost_eq _ _ _ inside)
    (surely_of_almost_eq _ _ _ above))) as all.
  revert all. apply almost_surely_mono. intros w (-> & -> & ->).
  destruct (Rlt_dec T (Y w)) as [high | not_high]; [| destruct (Rlt_dec (Y w) (- T)) as [low | not_low]].
  - rewrite (indicator_0 (fun w => Y w < - T)), (indicator_0 (fun w => Rabs (Y w) <= T)), (indicator_1 (fun w => T < Y w))
      by (try (intros no; apply Rabs_le_between in no); lra). ring.
  - rewrite (indicator_1 (fun w => Y w < - T)), (indicator_0 (fun w => Rabs (Y w) <= T)), (indicator_0 (fun w => T < Y w))
      by (try (intros no; apply Rabs_le_between in no); lra). ring.
  - rewrite (indicator_0 (fun w => Y w < - T)), (indicator_1 (fun w => Rabs (Y w) <= T)), (indicator_0 (fun w => T < Y w))
      by (try apply Rabs_le; lra). ring.
Qed.

(** (75): the bound at each t > u is one at u. *)
Theorem label_75 : forall (A : Type) (O_ : space A) (C_T : R) (g : A -> R) (gamma u : R),
  0 < C_T ->
  square_integrable O_ g ->
  almost_le O_ (fun _ => 0) g ->
  0 <= gamma ->
  0 < u ->
  (forall t : R, 0 < t -> probability O_ (fun w => (0 < g w) /\ (g w < t)) <= C_T * raise t gamma) ->
  probability O_ (fun w => (0 < g w) /\ (g w <= u)) <= C_T * raise u gamma.
Proof.
  intros A O_ C g gamma u C_pos _ _ gamma_pos u_pos small. set (p := probability O_ (fun w => 0 < g w /\ g w <= u)).
  assert (at_each : forall t, u < t -> p <= C * raise t gamma).
  { intros t later. eapply Rle_trans; [| apply small; lra]. apply probability_mono. intros w. lra. }
  apply Rnot_lt_le. intros less.
  assert (power_pos : 0 < raise u gamma) by (rewrite raise_pos by exact u_pos; apply exp_pos).
  assert (both_pos : 0 < C * raise u gamma) by now apply Rmult_lt_0_compat.
  set (q := p / (C * raise u gamma)). assert (q_1 : 1 < q).
  { apply (Rmult_lt_reg_r (C * raise u gamma)); [lra |]. unfold q, Rdiv. rewrite Rmult_assoc, Rinv_l; lra. }
  set (s := sqrt q). assert (s_1 : 1 < s) by (rewrite <- sqrt_1; apply sqrt_lt_1; lra).
  assert (s_square : s * s = q) by (apply sqrt_sqrt; lra).
  set (t := u * exp (ln s / (1 + gamma))). assert (grows : 1 < exp (ln s / (1 + gamma))).
  { rewrite <- exp_0 at 1. apply exp_increasing. apply Rdiv_lt_0_compat; [rewrite <- ln_1; apply ln_increasing |]; lra. }
  assert (later : u < t) by (unfold t; nra). specialize (at_each t later).
  assert (power : raise t gamma <= raise u gamma * s).
  { rewrite !raise_pos by lra. unfold t. rewrite ln_mult, ln_exp, Rmult_plus_distr_l, exp_plus by (try apply exp_pos; lra).
    apply Rmult_le_compat_l; [left; apply exp_pos |]. rewrite <- (exp_ln s) at 2 by lra. apply exp_le.
    assert (0 < ln s) by (rewrite <- ln_1; apply ln_increasing; lra).
    apply Rmult_le_reg_r with (1 + gamma); [lra |]. replace (gamma * (ln s / (1 + gamma)) * (1 + gamma)) with (gamma * ln s)
      by (field; lra). nra. }
  assert (p_is : p = C * raise u gamma * (s * s)) by (rewrite s_square; unfold q; field; lra).
  assert (C * raise t gamma <= C * raise u gamma * s) by (rewrite Rmult_assoc; apply Rmult_le_compat_l; lra).
  assert (0 < C * raise u gamma * s) by (apply Rmult_lt_0_compat; lra). nra.
Qed.
