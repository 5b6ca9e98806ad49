(** * Tests of one sign of the tents

    How often a learner's test of a sign against its flip errs: by the divergence of what is told of samples, where
    labels are told in turn or all samples are seen, and by the labels that differ where the learner is private. *)

From Foundations Require Import Facts_bumps Facts_coupled.
From Foundations Require Export Facts_tents Tent_risks.
Import ListNotations.
Open Scope R_scope.

(** ** Labels of opposite means *)

Lemma E_bit p f : 0 <= p <= 1 -> E (bit_of p) f = p * f true + (1 - p) * f false.
Proof. intros P. unfold bit_of, coin, chance_in. cbn [E mix ret]. now rewrite Rmin_left, Rmax_right by lra. Qed.

Section Labels.
  Variables (T q s : R).
  Hypotheses (T_pos : 0 < T) (q_0 : 0 < q) (q_1 : q <= 1) (s_pos : 0 < s) (s_1 : s <= 1).

  Let in_range t : -1 <= t -> t <= 1 -> Rabs (T * q * t) <= T * q.
  Proof. intros. assert (0 < T * q) by now apply Rmult_lt_0_compat. apply Rabs_le. nra. Qed.

  (** A label is 0 or a sign times T. *)
  Let by_sign p : law R := bind (bit_of q) (fun some : bool =>
    if some then image (fun b : bool => if b then T else - T) (bit_of p) else ret 0).

  Let label_by_sign t : -1 <= t -> t <= 1 -> same_law (by_sign ((1 + t) / 2)) (tent_label T q (T * q * t)).
  Proof.
    intros t_low t_high f F. rewrite E_tent_label by (assumption || now apply in_range).
    unfold by_sign. cbn [E bind]. rewrite E_bit by lra. cbn [E image bind ret]. rewrite E_bit by lra. field. lra.
  Qed.

  (** eta log((1 + eta)/(1 - eta)) <= 3 eta^2 for eta <= 1/2. *)
  Lemma labels_KL : s <= 1 / 2 -> KL_most (tent_label T q (T * q * s)) (tent_label T q (- (T * q * s))) (3 * q * s ^ 2).
  Proof.
    intros small. replace (- (T * q * s)) with (T * q * - s) by ring.
    apply (KL_same (by_sign ((1 + s) / 2)) _ (by_sign ((1 + - s) / 2)));
      [apply label_by_sign; lra | apply label_by_sign; lra |].
    apply (KL_given (bit_of q) _ _ (fun some : bool => if some then 3 * s ^ 2 else 0)).
    - apply bounded_between with 0 (3 * s ^ 2). pose proof (pow2_ge_0 s). intros []; lra.
    - intros [|]; [| apply KL_refl]. apply data_processing.
      pose proof (KL_of_opposite_bits s true ltac:(lra)) as bits. simpl sgn in bits.
      replace (1 + 1 * s) with (1 + s) in bits by ring. replace (1 + -1 * s) with (1 + - s) in bits by ring. exact bits.
    - rewrite E_bit by lra. lra.
  Qed.

  Lemma labels_TV : TV_most (tent_label T q (T * q * s)) (tent_label T q (- (T * q * s))) (q * s).
  Proof.
    intros f F. replace (- (T * q * s)) with (T * q * - s) by ring.
    rewrite !E_tent_label by (assumption || apply in_range; lra).
    pose proof (F T). pose proof (F (- T)). replace (T * q * s / T) with (q * s) by (field; lra).
    replace (T * q * - s / T) with (- (q * s)) by (field; lra).
    assert (0 <= q * s) by (apply Rmult_le_pos; lra). nra.
  Qed.

  Lemma told_labels_KL {H} (K : channel R H) e : 0 < e -> private e K ->
    KL_most (bind (tent_label T q (T * q * s)) K) (bind (tent_label T q (- (T * q * s))) K) ((exp e - 1) ^ 2 * q ^ 2 *
      s ^ 2).
  Proof.
    intros e_pos private_K. apply KL_below_chi2.
    replace ((exp e - 1) ^ 2 * q ^ 2 * s ^ 2) with ((exp e - 1) ^ 2 * (q * s) ^ 2) by ring.
    exact (fact_private_contraction _ _ K _ _ e e_pos private_K _ labels_TV).
  Qed.
End Labels.

Lemma exp_minus_1 e : 0 < e -> e <= 1 -> (exp e - 1) ^ 2 <= 3 * e ^ 2.
Proof.
  intros e_pos e_1. pose proof (exp_chord 1 e ltac:(lra)) as chord. rewrite Rmult_1_l in chord.
  pose proof exp_1_le. pose proof (exp_ge_1 e ltac:(lra)).
  assert (le : exp e - 1 <= 1.73 * e) by nra. assert ((exp e - 1) ^ 2 <= (1.73 * e) ^ 2) by (apply pow_incr; lra). nra.
Qed.

(** In both regimes of privacy. *)
Lemma told_signs_KL T s {H} (K : channel R H) e : 0 < T -> 0 < s -> s <= 1 / 2 -> 0 < e -> private e K ->
  KL_most (bind (tent_label T 1 (T * 1 * s)) K) (bind (tent_label T 1 (- (T * 1 * s))) K) (3 * Rmin 1 (e ^ 2) * s ^ 2).
Proof.
  intros T_pos s_pos small e_pos private_K. pose proof (pow2_ge_0 s). destruct (Rle_dec e 1) as [high | low].
  - eapply KL_weaken; [apply (told_labels_KL T 1 s) with (e := e); try assumption; lra |].
    pose proof (exp_minus_1 e e_pos high). rewrite Rmin_right by nra. rewrite pow1, Rmult_1_r.
    apply Rmult_le_compat_r; lra.
  - eapply KL_weaken; [apply data_processing, labels_KL; lra |]. rewrite Rmin_left by nra. lra.
Qed.

(** ** The tests *)

Lemma TV_half {A} (P Q : law A) k : KL_most P Q k -> k <= 1 / 2 -> TV_most P Q (1 / 2).
Proof.
  intros KL small. pose proof (pinsker P Q k KL) as close. intros f F. eapply Rle_trans; [exact (close f F) |].
  rewrite <- (sqrt_pow2 (1 / 2)) by lra. apply sqrt_le_1_alt. lra.
Qed.

Section Tests.
  Variables (U : uniform_laws) (h beta : R) (d : nat) (c T q : R).
  Hypotheses (beta_pos : 0 < beta) (beta_1 : beta <= 1) (d_1 : (1 <= d)%nat) (c_pos : 0 < c) (h_pos : 0 < h)
    (T_pos : 0 < T) (q_pos : 0 < q) (q_1 : q <= 1).
  Let spread := raise h (2 * beta + INR d) * tent_norm U d beta 2 * c.
  Let tents v := tent_law U v h beta d c T q.

  (** By messages in turn, each of which tells of a label that leans by s at most C s^2. *)
  Lemma quarter_in_turn {B A} (reads : reading A) (Z : labels_in_turn vector R B A) (private_by : R) n top C v k :
    label_channels Z n private_by -> (1 <= k)%nat -> 0 < top -> top <= 1 -> raise h beta <= T * q * top ->
    (forall s, 0 < s -> s <= top -> forall (H : Type) (K : channel R H), private private_by K ->
      KL_most (bind (tent_label T q (T * q * s)) K) (bind (tent_label T q (- (T * q * s))) K) (C * s ^ 2)) ->
    INR n * (spread * C / (T ^ 2 * q ^ 2)) <= 1 / 2 ->
    1 / 4 <= learner_risk reads Z k (tents v) (tents (flipped_sign v k)) n.
  Proof.
    intros channels k_1 top_pos top_1 low each few.
    pose proof (messages_KL U v k h beta d c T q top C T_pos q_pos q_1 beta_pos c_pos d_1 h_pos k_1 top_pos top_1 low
      Z n private_by channels each) as KL.
    fold spread in KL. pose proof (TV_half _ _ _ KL few) as close. destruct channels as [<- _].
    specialize (close (fun z => says reads k (answer_of Z z)) ltac:(intros z; apply says_between)).
    change (says reads k (Z (tents v) (samples_asked Z)) - says reads k (Z (tents (flipped_sign v k)) (samples_asked Z))
      <= 1 / 2) in close.
    unfold learner_risk. lra.
  Qed.

  (** By all samples. *)
  Lemma quarter_of_draws {A} (reads : reading A) (L : label_learner vector R A) n v k : (1 <= n)%nat -> (1 <= k)%nat ->
    raise h beta <= T * q / 2 -> INR n * (3 * spread / (T ^ 2 * q)) <= 1 / 2 ->
    1 / 4 <= learner_risk reads (from_draws L) k (tents v) (tents (flipped_sign v k)) n.
  Proof.
    intros n_1 k_1 low few.
    assert (KL : KL_most (tents v) (tents (flipped_sign v k)) (3 * spread / (T ^ 2 * q))).
    { eapply KL_weaken; [apply (tents_KL U v k h beta d c T q (1 / 2) (3 * q)); try assumption; try lra |].
      - intros s s_pos small. apply labels_KL; lra.
      - right. fold spread. field. lra. }
    assert (close : TV_most (power (tents v) n) (power (tents (flipped_sign v k)) n) (1 / 2)).
    { apply (TV_half _ _ (3 * spread / (T ^ 2 * q) * INR n)); [| lra].
      now apply (proj1 (fact_tensorisation _ (tents v) (tents (flipped_sign v k)) n n_1)). }
    specialize (close (fun data => says reads k (L data)) ltac:(intros data; apply says_between)).
    change (says reads k (from_draws L (tents v) n) - says reads k (from_draws L (tents (flipped_sign v k)) n) <= 1 / 2)
      in close. unfold learner_risk. lra.
  Qed.

  (** By a label private learner. *)
  Lemma quarter_of_private {A} (reads : reading A) (L : label_learner vector R A) n v k e : (1 <= n)%nat ->
    (1 <= k)%nat -> 0 < e -> samples_label_private L e -> raise h (INR d) * c <= 1 -> raise h beta <= T * q ->
    e * (INR n * (raise h (beta + INR d) * tent_norm U d beta 1 * c / T)) <= 1 ->
    1 / 4 <= learner_risk reads (from_draws L) k (tents v) (tents (flipped_sign v k)) n.
  Proof.
    intros n_1 k_1 e_pos private room T_q few.
    destruct (fact_labels_of_two_tents_are_coupled A U reads L v n T beta c d h k q n_1 T_pos beta_pos beta_1 c_pos d_1
      h_pos k_1 q_pos q_1 T_q room) as (B & O & a & b & l & a2 & a_0 & a_1 & b2 & b_0 & b_1 & l2 & l_0 & joint).
    pose proof (fact_labels_of_two_tents_that_differ A B U reads O L v n T a b beta c d h k l q n_1 T_pos a2 a_0 a_1 b2
      b_0 b_1 beta_pos beta_1 c_pos d_1 h_pos k_1 l2 l_0 q_pos q_1 joint T_q room) as mean.
    pose proof (fact_a_decision_by_a_private_learner A vector R reads L e k e_pos k_1 private) as told.
    pose proof (errors_of_private_test O a b l e e_pos a2 b2 l2 l_0
      (group_privacy_of_rejecting_samples O _ _ _ a b l e joint told)
      (group_privacy_of_accepting_samples O _ _ _ a b l e joint told)) as errors.
    pose proof (fact_errors_at_coupled_data B _ O _ _ _ a b l a2 a_0 a_1 b2 b_0 b_1 l2 l_0
      (coupled_samples_are_coupled O _ _ _ a b l joint)) as risk.
    rewrite <- risk, <- risk_of_algorithm in errors. eapply Rle_trans; [| exact errors].
    assert (small : e * expectation O l <= 1).
    { apply Rle_trans with (2 := few). apply Rmult_le_compat_l; [lra |].
      eapply Rle_trans; [exact mean | right; field; lra]. }
    apply exp_le in small. pose proof (exp_pos (e * expectation O l)). pose proof exp_1_le.
    unfold Rdiv. rewrite Rmult_1_l. apply Rinv_le_contravar; lra.
  Qed.
End Tests.
