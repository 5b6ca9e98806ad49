(** * Zhao et al., "Learning with User-Level Local Differential Privacy" (arXiv:2405.17079v1): the mean of one number *)

From Foundations Require Import Testing Classes.
Import ListNotations.
Open Scope R_scope.

(** The minimax risk of the mean over all laws on [-D, D] is at least r. *)
Definition mean_risk_at_least D n m eps r := minimax_at_least (on_interval D) (squared_error D) n m eps r.

(** ** Two points: zhao (57) *)

Lemma bias_chances s : 0 < s <= 1 -> 0 <= (1 + s) / 2 <= 1 /\ 0 <= (1 - s) / 2 <= 1.
Proof. lra. Qed.

Definition biased D s chance : law R := two_points D (- D) ((1 + s) / 2) chance.
Definition counter_biased D s chance : law R := two_points D (- D) ((1 - s) / 2) chance.

Section Two_points.
  Variables (D : R) (n m : nat) (eps : R).
  Hypothesis D_pos : 0 < D.

  (** What a bound on the total variation of the transcripts shows. *)
  Lemma two_point_bound s t (S : 0 < s <= 1) :
    (forall B (Z : protocol (list R) B), interactive eps Z ->
      TV_most (transcript Z (power (biased D s (proj1 (bias_chances s S))) m) n)
              (transcript Z (power (counter_biased D s (proj2 (bias_chances s S))) m) n) t) ->
    mean_risk_at_least D n m eps (D ^ 2 * s ^ 2 * (1 - t)).
  Proof.
    intros close B Z estimate b private_users risk. rewrite <- Rpow_mult_distr.
    eapply (le_cam_two_points Z estimate (mean D)); [| | now apply close |].
    - apply Rmult_le_pos; lra.
    - unfold biased, counter_biased. rewrite !mean_of_two_points by lra. lra.
    - intros L [-> | ->]; apply risk, on_two_points; lra.
  Qed.

  (** zhao (63): the divergence of m draws. *)
  Lemma divergence_of_draws s (S : 0 < s <= 1) : s <= 1 / 2 ->
    KL_most (power (biased D s (proj1 (bias_chances s S))) m) (power (counter_biased D s (proj2 (bias_chances s S))) m)
            (INR m * (3 * s ^ 2)).
  Proof.
    intros H. apply tensorisation. eapply KL_weaken; [apply KL_of_two_points; lra | now apply KL_of_opposite_coins].
  Qed.

  (** zhao (62), with (e^eps - 1)^2 TV^2 for each message. *)
  Lemma private_transcripts s (S : 0 < s <= 1) B (Z : protocol (list R) B) : s <= 1 / 2 -> interactive eps Z ->
    TV_most (transcript Z (power (biased D s (proj1 (bias_chances s S))) m) n)
            (transcript Z (power (counter_biased D s (proj2 (bias_chances s S))) m) n)
            (sqrt (INR n * ((exp eps - 1) ^ 2 * (INR m * (3 * s ^ 2) / 2)) / 2)).
  Proof.
    intros H private_users. apply pinsker, chain_rule_over_users with eps; [exact private_users |].
    intros K private_K. pose proof (pinsker _ _ _ (divergence_of_draws s S H)) as T.
    pose proof (private_contraction_KL K eps private_K _ _ _ T) as C.
    rewrite pow2_sqrt in C; [exact C |].
    pose proof (pos_INR m). pose proof (pow2_ge_0 s). nra.
  Qed.

  (** zhao (65): privacy is not used. *)
  Lemma all_transcripts s (S : 0 < s <= 1) B (Z : protocol (list R) B) : s <= 1 / 2 -> interactive eps Z ->
    TV_most (transcript Z (power (biased D s (proj1 (bias_chances s S))) m) n)
            (transcript Z (power (counter_biased D s (proj2 (bias_chances s S))) m) n)
            (sqrt (INR n * (INR m * (3 * s ^ 2)) / 2)).
  Proof.
    intros H private_users. apply pinsker, chain_rule_over_users with eps; [exact private_users |].
    intros K _. apply data_processing. now apply divergence_of_draws.
  Qed.
End Two_points.

(** ** Theorem 2, from below *)

Section Theorem_2.
  Variables (D eps : R) (n m : nat).
  Hypotheses (D_pos : 0 < D) (eps_pos : 0 < eps) (users : (1 <= n)%nat) (draws : (1 <= m)%nat).

  Let n_ge_1 : 1 <= INR n.
  Proof. change 1 with (INR 1). now apply le_INR. Qed.

  Let m_ge_1 : 1 <= INR m.
  Proof. change 1 with (INR 1). now apply le_INR. Qed.

  (** With total variation at most 1/2 the bound is D^2 s^2/2. *)
  Let half_known s (S : 0 < s <= 1) k :
    (forall B (Z : protocol (list R) B), interactive eps Z ->
      TV_most (transcript Z (power (biased D s (proj1 (bias_chances s S))) m) n)
              (transcript Z (power (counter_biased D s (proj2 (bias_chances s S))) m) n) (sqrt k)) ->
    k <= 1 / 4 -> mean_risk_at_least D n m eps (D ^ 2 * s ^ 2 / 2).
  Proof.
    intros close K. apply minimax_weaken with (D ^ 2 * s ^ 2 * (1 - sqrt k)); [now apply two_point_bound with S |].
    assert (sqrt k <= 1 / 2) by (rewrite <- (sqrt_pow2 (1 / 2)) by lra; apply sqrt_le_1_alt; lra).
    pose proof (Rmult_le_pos _ _ (pow2_ge_0 D) (pow2_ge_0 s)). nra.
  Qed.

  (** Claim zhao/eq64/64, with 18 for its 36. *)
  Theorem zhao_64_sharper : eps <= 1 -> mean_risk_at_least D n m eps
      (D ^ 2 * Rmin 1 (1 / (eps ^ 2 * INR m * INR n)) / 18).
  Proof.
    intros eps_le_1. set (w := eps ^ 2 * INR m * INR n).
    assert (W : 0 < w) by (unfold w; pose proof (pow_lt eps 2 eps_pos); repeat apply Rmult_lt_0_compat; lra).
    assert (root : 0 < sqrt w) by now apply sqrt_lt_R0.
    assert (square : sqrt w ^ 2 = w) by (apply pow2_sqrt; lra).
    set (s := Rmin (1 / 2) (1 / (3 * sqrt w))).
    assert (S : 0 < s <= 1 / 2).
    { split; [| apply Rmin_l]. apply Rmin_glb_lt; [lra |]. apply Rdiv_lt_0_compat; lra. }
    assert (S' : 0 < s <= 1) by lra.
    assert (small : s ^ 2 * w <= 1 / 9).
    { rewrite <- square, <- Rpow_mult_distr. replace (1 / 9) with ((1 / 3) ^ 2) by field. apply pow_incr.
      split; [apply Rmult_le_pos; lra |]. replace (1 / 3) with (1 / (3 * sqrt w) * sqrt w) by (field; lra).
      apply Rmult_le_compat_r; [lra | apply Rmin_r]. }
    apply minimax_weaken with (D ^ 2 * s ^ 2 / 2);
      [eapply half_known; [intros; apply (private_transcripts D n m eps s S'); (assumption || lra) |] |].
    - pose proof (exp_minus_1_squared eps ltac:(lra)) as X.
      apply Rle_trans with (INR n * (3 * eps ^ 2 * (INR m * (3 * s ^ 2) / 2)) / 2).
      + apply Rmult_le_compat_r; [lra |]. apply Rmult_le_compat_l; [lra |]. apply Rmult_le_compat_r; [| exact X].
        pose proof (pow2_ge_0 s). nra.
      + replace (_ / 2) with (9 / 4 * (s ^ 2 * w)) by (unfold w; field). lra.
    - replace (D ^ 2 * s ^ 2 / 2) with (D ^ 2 * (9 * s ^ 2) / 18) by field.
      apply Rmult_le_compat_r; [lra |]. apply Rmult_le_compat_l; [apply pow2_ge_0 |].
      unfold s, Rmin at 2. destruct (Rle_dec _ _).
      + pose proof (Rmin_l 1 (1 / w)). lra.
      + replace (9 * (1 / (3 * sqrt w)) ^ 2) with (1 / sqrt w ^ 2) by (field; lra). rewrite square. apply Rmin_r.
  Qed.

  (** Claim zhao/eq64/65, with 12 for its 24. *)
  Theorem zhao_65_sharper : mean_risk_at_least D n m eps (D ^ 2 / (12 * INR m * INR n)).
  Proof.
    set (w := INR m * INR n). assert (W : 1 <= w) by (unfold w; nra).
    assert (square : sqrt (1 / (6 * w)) ^ 2 = 1 / (6 * w)) by (apply pow2_sqrt; apply Rdiv_le_0_compat; lra).
    set (s := sqrt (1 / (6 * w))) in *.
    assert (S : 0 < s <= 1 / 2).
    { split; [apply sqrt_lt_R0, Rdiv_lt_0_compat; lra |].
      apply pow2_inj_le; [lra |]. rewrite square. apply Rle_div_l; lra. }
    assert (S' : 0 < s <= 1) by lra.
    apply minimax_weaken with (D ^ 2 * s ^ 2 / 2);
      [eapply half_known; [intros; apply (all_transcripts D n m eps s S'); (assumption || lra) |] |].
    - replace (_ / 2) with (3 / 2 * (s ^ 2 * w)) by (unfold w; field). rewrite square. right. field. lra.
    - rewrite square. right. unfold w. field. lra.
  Qed.

  (** Claim zhao/thm2/lower, with 18 for its 36. *)
  Theorem zhao_theorem_2_sharper :
    mean_risk_at_least D n m eps (D ^ 2 * Rmin 1 (1 / (INR m * INR n * Rmin 1 (eps ^ 2))) / 18).
  Proof.
    destruct (Rle_dec eps 1) as [low | high].
    - rewrite (Rmin_right 1 (eps ^ 2)) by nra.
      replace (INR m * INR n * eps ^ 2) with (eps ^ 2 * INR m * INR n) by ring. now apply zhao_64_sharper.
    - rewrite (Rmin_left 1 (eps ^ 2)) by nra. apply minimax_weaken with (D ^ 2 / (12 * INR m * INR n));
        [apply zhao_65_sharper |].
      pose proof (Rmin_r 1 (1 / (INR m * INR n * 1))) as H. pose proof (pow2_ge_0 D).
      assert (W : 0 < / (INR m * INR n)) by (apply Rinv_0_lt_compat; nra).
      replace (1 / (INR m * INR n * 1)) with (/ (INR m * INR n)) in * by (field; lra).
      replace (D ^ 2 / (12 * INR m * INR n)) with (D ^ 2 * / (INR m * INR n) / 12) by (field; lra). nra.
  Qed.

  (** Claim zhao/eq64/64. *)
  Theorem zhao_64 : eps <= 1 -> mean_risk_at_least D n m eps (D ^ 2 * Rmin 1 (1 / (eps ^ 2 * INR m * INR n)) / 36).
  Proof.
    intros H. eapply minimax_weaken; [now apply zhao_64_sharper |].
    assert (0 <= Rmin 1 (1 / (eps ^ 2 * INR m * INR n))).
    { apply Rmin_glb; [lra |]. apply Rdiv_le_0_compat; [lra |]. pose proof (pow_lt eps 2 eps_pos).
      repeat apply Rmult_lt_0_compat; lra. }
    pose proof (pow2_ge_0 D). nra.
  Qed.

  (** Claim zhao/eq64/65. *)
  Theorem zhao_65 : mean_risk_at_least D n m eps (D ^ 2 / (24 * INR m * INR n)).
  Proof.
    eapply minimax_weaken; [apply zhao_65_sharper |]. pose proof (pow2_ge_0 D).
    assert (0 <= / (INR m * INR n)) by (left; apply Rinv_0_lt_compat; nra).
    replace (D ^ 2 / (24 * INR m * INR n)) with (D ^ 2 * / (INR m * INR n) / 24) by (field; lra).
    replace (D ^ 2 / (12 * INR m * INR n)) with (D ^ 2 * / (INR m * INR n) / 12) by (field; lra). nra.
  Qed.

  (** Claim zhao/thm2/lower, corrected: Theorem 2, (3). *)
  Theorem zhao_theorem_2 :
    mean_risk_at_least D n m eps (D ^ 2 * Rmin 1 (1 / (INR m * INR n * Rmin 1 (eps ^ 2))) / 36).
  Proof.
    eapply minimax_weaken; [apply zhao_theorem_2_sharper |].
    assert (0 <= Rmin 1 (1 / (INR m * INR n * Rmin 1 (eps ^ 2)))).
    { apply Rmin_glb; [lra |]. apply Rdiv_le_0_compat; [lra |]. pose proof (pow_lt eps 2 eps_pos).
      repeat apply Rmult_lt_0_compat; try lra. apply Rmin_glb_lt; lra. }
    pose proof (pow2_ge_0 D). nra.
  Qed.

  (** Claim zhao/thm2/floor: Theorem 2, second statement, and (67). Two point masses, s = 1. *)
  Theorem zhao_theorem_2_floor_sharper :
    mean_risk_at_least D n m eps (D ^ 2 * exp (- (INR n * (eps * ((exp eps - 1) / (exp eps + 1))))) / 2).
  Proof.
    assert (S : 0 < 1 <= 1) by lra. set (k := INR n * (eps * ((exp eps - 1) / (exp eps + 1)))).
    apply minimax_weaken with (D ^ 2 * 1 ^ 2 * (1 - (1 - exp (- k) / 2))); [| lra].
    apply (two_point_bound D n m eps D_pos 1 (1 - exp (- k) / 2) S).
    intros B Z private_users. apply bretagnolle_huber, chain_rule_over_users with eps; [exact private_users |].
    intros K private_K. now apply private_divergence.
  Qed.

  Theorem zhao_theorem_2_floor : mean_risk_at_least D n m eps (D ^ 2 * exp (- (eps * INR n * (exp eps - 1))) / 4).
  Proof.
    eapply minimax_weaken; [apply zhao_theorem_2_floor_sharper |].
    pose proof (pow2_ge_0 D). pose proof (exp_ge_1 eps ltac:(lra)).
    assert (exp (- (eps * INR n * (exp eps - 1))) <= exp (- (INR n * (eps * ((exp eps - 1) / (exp eps + 1)))))).
    { apply exp_le, Ropp_le_contravar.
      replace (eps * INR n * (exp eps - 1)) with (INR n * (eps * (exp eps - 1))) by ring.
      apply Rmult_le_compat_l; [lra |]. apply Rmult_le_compat_l; [lra |]. apply Rle_div_l; nra. }
    pose proof (exp_pos (- (eps * INR n * (exp eps - 1)))). nra.
  Qed.
End Theorem_2.

(** ** Proposition 1 *)

(** Claim zhao/own/prop1-a: a message of each of a user's m samples, each by an (eps/m)-private channel. *)
Theorem zhao_proposition_1_a {X B} (K : X -> law B) eps m : (1 <= m)%nat -> private (eps / INR m) K ->
  forall one other, length one = m -> length other = m ->
  ratio_most (message_of_each K one) (message_of_each K other) eps.
Proof.
  intros M H one other L L'.
  pose proof (basic_composition K (fun _ _ => eps / INR m) H one other ltac:(now rewrite L')) as C. cbv beta in C.
  rewrite Sum_const, combine_length, L, L', Nat.min_id in C.
  replace (INR m * (eps / INR m)) with eps in C; [exact C |].
  field. apply not_0_INR. lia.
Qed.

(** Claim zhao/own/prop1-b: the message of one sample of the user, drawn by any law of its place, by an eps-private
    channel. *)
Theorem zhao_proposition_1_b {I X B} (place : law I) (K : X -> law B) eps : private eps K ->
  private eps (fun data : I -> X => bind place (fun i => K (data i))).
Proof. intros H x y. apply message_of_one_sample. intros i. apply H. Qed.
