(** * zhao Theorem 1, from above: the risk of Algorithm 1

    Half of the users choose a bin by noisy votes (Bins.v). The others send their means, cut to the bin and its
    neighbours and a bit more, with Laplace noise; [estimate k] is the mean of what they send when the bin k has won. *)

From Foundations Require Export Bins Excess.
Import ListNotations.
Open Scope R_scope.

(** ** Numbers *)

Lemma spread_le l : 69 / 100 <= l -> (12 + 2 * sqrt l) ^ 2 <= 271 * l.
Proof.
  intros L. pose proof (sqrt_sqrt l ltac:(lra)) as s2. pose proof (sqrt_pos l). set (s := sqrt l) in *.
  assert (83 / 100 <= s) by nra. nra.
Qed.

(** The chance to fail beside the rate. *)
Lemma failure_le m x : 1 <= m -> 0 < x -> 6021 * ln m <= x ->
  4 * (sqrt m * exp (- (x / 2007))) <= 5925 / (m * x).
Proof.
  intros M X enough. set (e := exp (- (x / 4014))). set (y := exp (ln m / 2)).
  assert (y_pos : 0 < y) by apply exp_pos.
  assert (y2 : y * y = m).
  { unfold y. rewrite <- exp_plus. replace (ln m / 2 + ln m / 2) with (ln m) by field. apply exp_ln. lra. }
  assert (root : sqrt m = y) by (rewrite <- y2; apply sqrt_square; lra).
  assert (e_pos : 0 < e) by apply exp_pos.
  replace (exp (- (x / 2007))) with (e * e) by (unfold e; rewrite <- exp_plus; f_equal; field).
  assert (first : y * e <= / m).
  { apply Rle_trans with (y * exp (- (3 * (ln m / 2)))).
    - apply Rmult_le_compat_l; [lra |]. apply exp_le. lra.
    - right. replace (- (3 * (ln m / 2))) with (- (ln m / 2) + - (ln m / 2) + - (ln m / 2)) by field.
      rewrite !exp_plus, exp_Ropp. fold y. rewrite <- y2. field. lra. }
  assert (second : e <= 4014 * 100 / (271 * x)).
  { unfold e. rewrite exp_Ropp. pose proof (exp_tangent 1 (x / 4014)) as T. pose proof exp_1_ge.
    assert (0 < x / 4014) by lra.
    apply Rle_trans with (/ (271 / 100 * (x / 4014))); [apply Rinv_le_contravar; nra | right; field; lra]. }
  rewrite root. pose proof (Rinv_0_lt_compat m ltac:(lra)).
  apply Rle_trans with (4 * (/ m * (4014 * 100 / (271 * x)))).
  - apply Rmult_le_compat_l; [lra |]. rewrite <- Rmult_assoc. apply Rmult_le_compat;
      [| lra | exact first | exact second].
    apply Rmult_le_pos; lra.
  - replace (4 * (/ m * (4014 * 100 / (271 * x)))) with (4 * 4014 * 100 / 271 * / (m * x)) by (field; lra).
    unfold Rdiv. apply Rmult_le_compat_r; [left; apply Rinv_0_lt_compat; nra | lra].
Qed.

(** ** Means that are cut *)

(** zhao (50): the mean Y of m numbers of [-D, D], cut a bit beyond an interval that holds their mean. *)
Section Cut.
  Context {W : Type} (P : space W) (X Y : W -> R) (m : nat) (D more low high : R).
  Let mu := expectation P X.
  Hypothesis (D_pos : 0 < D) (m_1 : (1 <= m)%nat) (HX : square_integrable P X) (HY : square_integrable P Y)
    (samples : mean_of_copies P Y X m) (X_low : almost_le P (fun _ => - D) X) (X_high : almost_le P X (fun _ => D))
    (more_0 : 0 <= more) (holds : low <= mu <= high).
  Let sent w := Rmin (high + more) (Rmax (Y w) (low - more)).

  Theorem bias_of_cut : Rabs (expectation P sent - mu) <=
    sqrt (PI / 2) * (D - - D) / (2 * sqrt (INR m)) * exp (- (2 * INR m * more ^ 2 / (D - - D) ^ 2)).
  Proof.
    pose proof (square_integrable_integrable P Y HY) as IY.
    assert (mean_Y : expectation P Y = mu) by now apply (expectation_of_mean P Y X m).
    assert (I_sent : integrable P sent).
    { apply integrable_bounded, bounded_between with (low - more) (high + more). intros w.
      unfold sent, Rmin, Rmax. repeat destruct (Rle_dec _ _); lra. }
    pose proof (fun c => expected_excess P Y X m (- D) D more c m_1 HY HX samples X_low X_high ltac:(lra) more_0) as
      excess.
    pose proof (excess (-1) ltac:(ring)) as over. pose proof (excess 1 ltac:(ring)) as under. fold mu in over, under.
    assert (parts : forall c, integrable P (fun w => Rmax 0 (c * (Y w - mu) - more))) by (intros; integrable).
    apply Rabs_le. split.
    - enough (mu <= expectation P (fun w => sent w + Rmax 0 (1 * (Y w - mu) - more))) as H
        by (rewrite expectation_plus in H by auto; lra).
      rewrite <- mean_Y at 1. apply expectation_mono; [exact IY | now apply integrable_plus |].
      intros w. unfold sent, Rmin, Rmax. repeat destruct (Rle_dec _ _); lra.
    - enough (expectation P sent <= expectation P (fun w => Y w + Rmax 0 (-1 * (Y w - mu) - more))) as H
        by (rewrite expectation_plus, mean_Y in H by auto; lra).
      apply expectation_mono; [exact I_sent | now apply integrable_plus |].
      intros w. unfold sent, Rmin, Rmax. repeat destruct (Rle_dec _ _); lra.
  Qed.
End Cut.

(** ** The second stage *)

Section Algorithm1.
  Context {W : Type} (P : space W) (X Y J N : W -> R) (I V S estimate : random_family W) (D eps : R) (m half B : nat).
  Let mu := expectation P X.
  Let n := 2 * INR half.
  Let bin := 4 * D / sqrt (INR m).
  Let edge k := - D + (INR k - 1) * bin.
  Let more := D * sqrt (ln n / INR m).
  Let span := 3 * bin + 2 * more.
  Let low k := bin * (k - 2) - D.
  Let high k := bin * (k + 1) - D.
  Let sent k w := Rmin (high (INR k) + more) (Rmax (Y w) (low (INR k) - more)).

  Hypothesis (D_pos : 0 < D) (eps_pos : 0 < eps) (m_1 : (1 <= m)%nat) (half_1 : (1 <= half)%nat)
    (HX : square_integrable P X) (HY : square_integrable P Y) (HN : square_integrable P N)
    (HI : forall k, square_integrable P (I k)) (HV : forall k, square_integrable P (V k))
    (HS : forall k, square_integrable P (S k)) (HE : forall k, square_integrable P (estimate k))
    (samples : mean_of_copies P Y X m) (X_low : almost_le P (fun _ => - D) X) (X_high : almost_le P X (fun _ => D))
    (bits : forall k, (1 <= k <= B)%nat ->
      almost_eq P (I k) (indicator (fun w => edge k <= Y w /\ (k = B \/ Y w < edge k + bin))))
    (votes : forall k, (1 <= k <= B)%nat -> mean_of_copies P (S k) (fun w => V k w + I k w) half)
    (apart : forall k, (1 <= k <= B)%nat -> independent P (I k) (V k))
    (vote_noise : forall k, (1 <= k <= B)%nat -> laplace_noise P (V k) (2 / eps))
    (best : winner P J S B) (covers : sqrt (INR m) / 2 <= INR B) (few : INR B < sqrt (INR m) / 2 + 1)
    (messages : forall k, (1 <= k <= B)%nat -> mean_of_copies P (estimate k) (fun w => N w + sent k w) half)
    (sent_apart : forall k, (1 <= k <= B)%nat -> independent P (sent k) N)
    (noise : laplace_noise P N (span / eps))
    (stages : forall k, (1 <= k <= B)%nat -> independent P J (estimate k))
    (HR : integrable P (fun w => (estimate (place (J w)) w - mu) ^ 2))
    (users : 6021 * ln (INR m) <= n * Rmin 1 (eps ^ 2)).

  Let m_pos : 0 < INR m.
  Proof. apply lt_0_INR. lia. Qed.

  Let m_ge_1 : 1 <= INR m.
  Proof. now apply (le_INR 1). Qed.

  Let n_2 : 2 <= n.
  Proof. apply (le_INR 1) in half_1. simpl in half_1. unfold n. lra. Qed.

  Let log_n : 69 / 100 <= ln n.
  Proof. eapply Rle_trans; [exact ln_2_ge |]. apply ln_le; lra. Qed.

  Let root_pos : 0 < sqrt (INR m).
  Proof. now apply sqrt_lt_R0. Qed.

  Let root : sqrt (INR m) * sqrt (INR m) = INR m.
  Proof. apply sqrt_sqrt, pos_INR. Qed.

  Let bin_pos : 0 < bin.
  Proof. apply Rdiv_lt_0_compat; lra. Qed.

  Let more_0 : 0 <= more.
  Proof. apply Rmult_le_pos; [lra | apply sqrt_pos]. Qed.

  Let more_square : more ^ 2 = D ^ 2 * ln n / INR m.
  Proof.
    unfold more. rewrite Rpow_mult_distr, pow2_sqrt; [field; lra |]. apply Rdiv_le_0_compat; lra.
  Qed.

  Let IX := square_integrable_integrable P X HX.
  Let IY := square_integrable_integrable P Y HY.
  Let IN := square_integrable_integrable P N HN.

  Let mean_Y : expectation P Y = mu.
  Proof. now apply (expectation_of_mean P Y X m). Qed.

  Let mu_between : - D <= mu <= D.
  Proof. now apply almost_between. Qed.

  Let sent_between k w : low (INR k) - more <= sent k w <= high (INR k) + more.
  Proof.
    assert (low (INR k) - more <= high (INR k) + more) by (unfold low, high; lra).
    unfold sent, Rmin, Rmax. repeat destruct (Rle_dec _ _); lra.
  Qed.

  Let H_sent k : square_integrable P (sent k).
  Proof. apply square_integrable_bounded, bounded_between with (1 := sent_between k). Qed.

  Let I_sent k := square_integrable_integrable P (sent k) (H_sent k).

  Let scale : 0 < span / eps.
  Proof. apply Rdiv_lt_0_compat; [unfold span; lra | exact eps_pos]. Qed.

  Let V_max := (2 * (span / eps) ^ 2 + D ^ 2 / INR m) / INR half.
  Let tail := sqrt (PI / 2) * (D - - D) / (2 * sqrt (INR m)) * exp (- (2 * INR m * more ^ 2 / (D - - D) ^ 2)).

  Section Bin.
    Variable k : nat.
    Hypothesis K : (1 <= k <= B)%nat.

    Let mean_estimate : expectation P (estimate k) = expectation P (sent k).
    Proof.
      rewrite (expectation_of_mean P (estimate k) (fun w => N w + sent k w) half); auto with square.
      rewrite expectation_plus, (laplace_centred P N (span / eps)) by auto. ring.
    Qed.

    Let variance_estimate : variance P (estimate k) <= V_max.
    Proof.
      assert (half_pos : 0 < INR half) by (apply lt_0_INR; lia).
      rewrite (variance_of_mean P (estimate k) (fun w => N w + sent k w) half) by auto with square.
      apply Rmult_le_compat_r; [left; now apply Rinv_0_lt_compat |].
      rewrite variance_of_sum_of_independents by (auto; now apply independent_sym, sent_apart).
      rewrite (laplace_variance P N (span / eps)) by auto. apply Rplus_le_compat_l.
      eapply Rle_trans.
      - apply (variance_under_contraction P Y (fun y => Rmin (high (INR k) + more) (Rmax y (low (INR k) - more)))).
        + exact HY.
        + intros x y y_0. unfold Rmin, Rmax. repeat destruct (Rle_dec _ _); lra.
        + intros x y y_0. unfold Rmin, Rmax. repeat destruct (Rle_dec _ _); lra.
        + apply H_sent.
      - rewrite (variance_of_mean P Y X m) by auto. apply Rmult_le_compat_r; [left; now apply Rinv_0_lt_compat |].
        eapply Rle_trans; [apply (popoviciu P X (- D) D); auto |]. right. field.
    Qed.

    (** (50): on success the cut moves the mean by no more than the tails. *)
    Let bias_on_success : low (INR k) <= mu <= high (INR k) -> Rabs (expectation P (estimate k) - mu) <= tail.
    Proof. intros inside. rewrite mean_estimate. now apply (bias_of_cut P X Y m D more). Qed.

    Let bias : Rabs (expectation P (estimate k) - mu) <= 2 * D.
    Proof.
      rewrite mean_estimate. pose proof mu_between.
      assert (k_B : INR k <= INR B) by (apply le_INR; lia). assert (k_1 : 1 <= INR k) by (apply (le_INR 1); lia).
      assert (left : low (INR k) - more <= D).
      { unfold low. assert (bin * (sqrt (INR m) / 2) = 2 * D) by (unfold bin; field; lra). nra. }
      assert (right : - D <= high (INR k) + more) by (unfold high; nra).
      assert (Y_low : almost_le P (fun _ => - D) Y) by now apply (mean_at_least P Y X m).
      assert (Y_high : almost_le P Y (fun _ => D)) by now apply (mean_at_most P Y X m).
      enough (- D <= expectation P (sent k) <= D) by (apply Rabs_le; lra).
      apply almost_between; [apply I_sent | |].
      - revert Y_low. apply probability_0_mono. intros w. unfold sent, Rmin, Rmax. repeat destruct (Rle_dec _ _); lra.
      - revert Y_high. apply probability_0_mono. intros w. unfold sent, Rmin, Rmax. repeat destruct (Rle_dec _ _); lra.
    Qed.

    Lemma error_of_bin b : Rabs (expectation P (estimate k) - mu) <= b ->
      expectation P (fun w => (estimate k w - mu) ^ 2) <= b ^ 2 + V_max.
    Proof.
      intros H. rewrite bias_and_variance by auto. apply Rplus_le_compat; [| exact variance_estimate].
      rewrite <- pow2_abs. apply pow_incr. split; [apply Rabs_pos | exact H].
    Qed.

    Lemma error_on_success : low (INR k) <= mu <= high (INR k) ->
      expectation P (fun w => (estimate k w - mu) ^ 2) <= tail ^ 2 + V_max.
    Proof. intros inside. now apply error_of_bin, bias_on_success. Qed.

    Lemma error_always : expectation P (fun w => (estimate k w - mu) ^ 2) <= (2 * D) ^ 2 + V_max.
    Proof. now apply error_of_bin. Qed.
  End Bin.

  (** ** Both stages *)

  Let V_max_0 : 0 <= V_max.
  Proof.
    assert (half_pos : 0 < INR half) by (apply lt_0_INR; lia).
    apply Rdiv_le_0_compat; [| exact half_pos]. apply Rplus_le_le_0_compat.
    - pose proof (pow2_ge_0 (span / eps)). lra.
    - apply Rdiv_le_0_compat; [apply pow2_ge_0 | exact m_pos].
  Qed.

  Let both : expectation P (fun w => (estimate (place (J w)) w - mu) ^ 2) <=
    tail ^ 2 + V_max + 4 * D ^ 2 * (sqrt (INR m) * exp (- (n * Rmin 1 (eps ^ 2) / 2007))).
  Proof.
    pose proof (pow2_ge_0 tail). pose proof (pow2_ge_0 D).
    eapply Rle_trans.
    - apply (independent_second_stage P estimate J mu B (tail ^ 2 + V_max) (4 * D ^ 2) low high); auto; try lra.
      + now apply (winner_among P J S B).
      + intros v range left right. now apply error_on_success.
      + intros v range. eapply Rle_trans; [now apply error_always |]. lra.
    - apply Rplus_le_compat_l. apply Rmult_le_compat_l; [lra |].
      apply (first_stage P X Y J I V S D eps m half B); auto.
  Qed.

  Let unit := D ^ 2 / (INR m * n).
  Let unit_pos : 0 < unit.
  Proof. apply Rdiv_lt_0_compat; [now apply pow_lt | nra]. Qed.

  Let tail_square : tail ^ 2 <= 2 * unit.
  Proof.
    unfold tail. rewrite more_square. replace (D - - D) with (2 * D) by ring.
    replace (2 * INR m * (D ^ 2 * ln n / INR m) / (2 * D) ^ 2) with (ln n / 2) by (field; split; lra).
    set (h := exp (- (ln n / 2))).
    assert (h2 : h * h = / n).
    { unfold h. rewrite <- exp_plus. replace (- (ln n / 2) + - (ln n / 2)) with (- ln n) by field.
      rewrite exp_Ropp, exp_ln by lra. reflexivity. }
    replace ((sqrt (PI / 2) * (2 * D) / (2 * sqrt (INR m)) * h) ^ 2)
      with (sqrt (PI / 2) ^ 2 * (D ^ 2 * / (sqrt (INR m) * sqrt (INR m)) * (h * h))) by (field; lra).
    rewrite root, h2, pow2_sqrt by (pose proof PI_RGT_0; lra).
    replace (D ^ 2 * / INR m * / n) with unit by (unfold unit; field; lra).
    pose proof PI_4. nra.
  Qed.

  Let V_max_le : V_max <= unit * (2 + 1084 * (ln n / eps ^ 2)).
  Proof.
    set (s := sqrt (ln n)).
    assert (span_is : span = D / sqrt (INR m) * (12 + 2 * s)).
    { unfold span, bin, more, s. rewrite sqrt_div_alt by exact m_pos. field. lra. }
    assert (half_n : INR half = n / 2) by (unfold n; field).
    unfold V_max. rewrite half_n, span_is.
    replace ((2 * (D / sqrt (INR m) * (12 + 2 * s) / eps) ^ 2 + D ^ 2 / INR m) / (n / 2))
      with (unit * (2 + 4 * ((12 + 2 * s) ^ 2 / eps ^ 2))).
    - apply Rmult_le_compat_l; [lra |]. apply Rplus_le_compat_l.
      replace (1084 * (ln n / eps ^ 2)) with (4 * (271 * ln n / eps ^ 2)) by (field; lra).
      apply Rmult_le_compat_l; [lra |]. apply Rmult_le_compat_r; [| now apply spread_le].
      left. apply Rinv_0_lt_compat. now apply pow_lt.
    - unfold unit. rewrite <- root at 1 3. field. repeat split; lra.
  Qed.

  Let failure : 4 * D ^ 2 * (sqrt (INR m) * exp (- (n * Rmin 1 (eps ^ 2) / 2007))) <=
    unit * (8587 * (1 + ln n / eps ^ 2)).
  Proof.
    assert (e2 : 0 < eps ^ 2) by now apply pow_lt.
    set (r := Rmin 1 (eps ^ 2)) in *. assert (r_pos : 0 < r) by (apply Rmin_glb_lt; lra).
    pose proof (failure_le (INR m) (n * r) m_ge_1 ltac:(nra) users) as H.
    apply (Rmult_le_compat_l (D ^ 2)) in H; [| apply pow2_ge_0].
    apply Rle_trans with (D ^ 2 * (5925 / (INR m * (n * r)))); [lra |].
    replace (D ^ 2 * (5925 / (INR m * (n * r)))) with (unit * (5925 * / r)) by (unfold unit; field; repeat split; lra).
    apply Rmult_le_compat_l; [lra |].
    assert (rate : 0 <= ln n / eps ^ 2) by (apply Rdiv_le_0_compat; lra).
    enough (69 / 100 * / r <= 1 + ln n / eps ^ 2) by lra.
    unfold r, Rmin. destruct (Rle_dec 1 (eps ^ 2)).
    - rewrite Rinv_1. lra.
    - enough (69 / 100 * / eps ^ 2 <= ln n / eps ^ 2) by lra. apply Rmult_le_compat_r; [| exact log_n].
      left. now apply Rinv_0_lt_compat.
  Qed.

  (** zhao Theorem 1, from above. *)
  Theorem zhao_theorem_1_upper : expectation P (fun w => (estimate (place (J w)) w - expectation P X) ^ 2) <=
    9700 * (1 + ln n / eps ^ 2) * D ^ 2 / (INR m * n).
  Proof.
    eapply Rle_trans; [exact both |]. pose proof tail_square. pose proof V_max_le. pose proof failure.
    assert (rate : 0 <= ln n / eps ^ 2) by (apply Rdiv_le_0_compat; [lra | now apply pow_lt]).
    replace (9700 * (1 + ln n / eps ^ 2) * D ^ 2 / (INR m * n)) with (unit * (9700 * (1 + ln n / eps ^ 2)))
      by (unfold unit; field; repeat split; lra).
    set (q := ln n / eps ^ 2) in *. nra.
  Qed.
End Algorithm1.
