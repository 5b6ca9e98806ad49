(** * Numbered lemmas of the papers on tails: kent Lemma 27, zhao Lemma 6 *)

From Foundations Require Export Lemmas.
Import ListNotations.
Open Scope R_scope.

(** ** kent Lemma 27 *)

Lemma exp_le_square x : 0 <= x -> exp x - x <= exp (x ^ 2).
Proof.
  intros X. destruct (Rle_dec x 1) as [small | large].
  - pose proof (exp_ineq1_le (x ^ 2)).
    enough (exp x <= 1 + x + x ^ 2) by lra.
    enough (1 + 0 + 0 ^ 2 - exp 0 <= 1 + x + x ^ 2 - exp x) by (rewrite exp_0 in *; lra).
    apply (rises (fun x => 1 + x + x ^ 2 - exp x) (fun x => 1 + 2 * x - exp x)); [| exact X |].
    + intros y. auto_derive; [exact Logic.I | ring].
    + intros y Y. pose proof (exp_chord 1 y ltac:(lra)) as chord. rewrite Rmult_1_l in chord. pose proof exp_le_3. nra.
  - assert (exp x <= exp (x ^ 2)) by (apply exp_le; nra). lra.
Qed.

Section Kent_lemma_27.
  Context {W : Type} (P : space W) (S Y : W -> R) (n d : nat) (s : R).
  Hypothesis (n_1 : (1 <= n)%nat) (d_1 : (1 <= d)%nat) (s_pos : 0 < s) (IY : integrable P Y)
    (Y_0 : almost_le P (fun _ => 0) Y) (mean : norm_of_mean P S Y n d) (tail : tail_ratio_most P Y s 2).

  Let Y_ge_0 w : 0 <= Y w.
  Proof. destruct mean as (X & norms & _). rewrite norms. apply euclidean_ge_0. Qed.

  (** What one vector's exponential moments are at most. *)
  Let moment r : 0 < r -> expectation_most P (fun w => exp (r * Y w) - r * Y w) (exp (8 * (s * r) ^ 2)).
  Proof.
    intros r_pos. assert (s2 : 0 < s ^ 2) by now apply pow_lt. assert (r2 : 0 < r ^ 2) by now apply pow_lt.
    assert (positive : forall w, 0 <= exp (r * Y w) - r * Y w) by (intros w; pose proof (exp_ineq1_le (r * Y w)); lra).
    destruct (Rle_dec ((s * r) ^ 2) (1 / 4)) as [small | large].
    - apply expectation_most_mono with (fun w => exp (r ^ 2 * Y w ^ 2)).
      + intros w. split; [apply positive |]. rewrite <- Rpow_mult_distr. apply exp_le_square.
        apply Rmult_le_pos; [lra | apply Y_ge_0].
      + apply expectation_most_weaken with (1 + 4 * r ^ 2 * s ^ 2 / (1 - 2 * r ^ 2 * s ^ 2)).
        * apply exponential_moment_of_square; auto. rewrite Rpow_mult_distr in small. lra.
        * eapply Rle_trans; [| apply exp_ineq1_le]. apply Rplus_le_compat_l. set (q := (s * r) ^ 2) in *.
          replace (4 * r ^ 2 * s ^ 2) with (4 * q) by (unfold q; ring).
          replace (2 * r ^ 2 * s ^ 2) with (2 * q) by (unfold q; ring).
          assert (0 <= q) by apply pow2_ge_0.
          apply Rmult_le_reg_r with (1 - 2 * q); [lra |]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l; nra.
    - set (a := / (8 * s ^ 2)). assert (a_pos : 0 < a) by (apply Rinv_0_lt_compat; lra).
      pose proof (exponential_moment_of_square P Y s a Y_0 s_pos a_pos tail) as square.
      replace (2 * a * s ^ 2) with (1 / 4) in square by (unfold a; field; lra).
      replace (4 * a * s ^ 2) with (1 / 2) in square by (unfold a; field; lra).
      specialize (square ltac:(lra)). set (c := exp (2 * (s * r) ^ 2)). assert (c_pos : 0 < c) by apply exp_pos.
      apply expectation_most_mono with (fun w => c * exp (a * Y w ^ 2)).
      + intros w. split; [apply positive |]. apply Rle_trans with (exp (r * Y w)).
        * pose proof (Y_ge_0 w). nra.
        * unfold c. rewrite <- exp_plus. apply exp_le.
          assert (0 <= (4 * s ^ 2 * r - Y w) ^ 2 * a) by (apply Rmult_le_pos; [apply pow2_ge_0 | lra]).
          replace ((4 * s ^ 2 * r - Y w) ^ 2 * a) with (2 * (s * r) ^ 2 - r * Y w + a * Y w ^ 2) in * by
            (unfold a; field; lra). lra.
      + intros M. rewrite (expectation_ext P _ (fun w => c * Rmin (exp (a * Y w ^ 2)) (M / c))).
        * rewrite expectation_scal by apply integrable_exp_cut. specialize (square (M / c)).
          apply Rle_trans with (c * (5 / 3)); [apply Rmult_le_compat_l; lra |].
          replace (8 * (s * r) ^ 2) with (2 * (s * r) ^ 2 + 6 * (s * r) ^ 2) by ring. rewrite exp_plus. fold c.
          apply Rmult_le_compat_l; [lra |]. pose proof (exp_ineq1_le (6 * (s * r) ^ 2)). lra.
        * intros w. rewrite Rmin_mult by lra. f_equal. field. lra.
  Qed.

  Theorem kent_lemma_27_tail e : 0 < e ->
    probability P (fun w => e <= S w) <= 2 * INR d * exp (- (e ^ 2 * INR n / (32 * s ^ 2))).
  Proof.
    intros e_pos. assert (n_pos : 0 < INR n) by (apply lt_0_INR; lia).
    assert (d_ge_1 : 1 <= INR d) by now apply (le_INR 1).
    set (r := e / (16 * s ^ 2)). assert (s2 : 0 < s ^ 2) by now apply pow_lt.
    assert (r_pos : 0 < r) by (apply Rdiv_lt_0_compat; lra).
    pose proof (exponential_moments_of_norm P S Y n d r (exp (8 * (s * r) ^ 2)) n_1 IY mean r_pos (exp_pos _)
      (moment r r_pos)) as most.
    assert (rn : 0 < r * INR n) by (apply Rmult_lt_0_compat; assumption).
    set (u := r * INR n * e). assert (u_0 : 0 <= u) by (apply Rmult_le_pos; lra).
    apply Rle_trans with (2 * exp (- (e ^ 2 * INR n / (32 * s ^ 2)))).
    - replace (- (e ^ 2 * INR n / (32 * s ^ 2))) with (INR n * (8 * (s * r) ^ 2) + - u) by (unfold u, r; field; lra).
      rewrite exp_plus, <- exp_pow.
      apply Rle_trans with (expectation P (fun w => 2 * exp (- u) * Rmin (cosh (r * INR n * S w)) (cosh u))).
      + apply probability_at_most.
        * apply integrable_scal, integrable_cut. intros w. pose proof (cosh_ge_1 (r * INR n * S w)). lra.
        * intros w. pose proof (exp_pos (- u)). pose proof (cosh_ge_1 (r * INR n * S w)). pose proof (cosh_ge_1 u).
          apply Rmult_le_pos; [lra | apply Rmin_glb; lra].
        * intros w far.
          rewrite Rmin_right by (apply cosh_rises; split; [exact u_0 | apply Rmult_le_compat_l; lra]).
          unfold cosh. replace (2 * exp (- u) * ((exp u + exp (- u)) / 2))
            with (exp (- u) * exp u + exp (- u) * exp (- u))
            by field.
          rewrite <- exp_plus, Rplus_opp_l, exp_0. pose proof (exp_pos (- u)). nra.
      + rewrite expectation_scal
          by (apply integrable_cut; intros w; pose proof (cosh_ge_1 (r * INR n * S w)); lra).
        specialize (most (cosh u)). pose proof (exp_pos (- u)). nra.
    - apply Rmult_le_compat_r; [left; apply exp_pos | lra].
  Qed.

  Theorem kent_lemma_27 g : 0 < g -> g < 1 ->
    1 - g <= probability P (fun w => S w <= 4 * sqrt 2 * s * sqrt (ln (2 * INR d / g) / INR n)).
  Proof.
    intros g_0 g_1. assert (n_pos : 0 < INR n) by (apply lt_0_INR; lia).
    assert (d_ge_1 : 1 <= INR d) by now apply (le_INR 1).
    set (l := ln (2 * INR d / g)).
    assert (inside : 1 < 2 * INR d / g).
    { apply Rmult_lt_reg_r with g; [exact g_0 |]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l; lra. }
    assert (l_pos : 0 < l) by (unfold l; rewrite <- ln_1; apply ln_increasing; lra).
    set (e := 4 * sqrt 2 * s * sqrt (l / INR n)).
    assert (q_pos : 0 < l / INR n) by (apply Rdiv_lt_0_compat; lra).
    assert (e_pos : 0 < e).
    { unfold e. pose proof (sqrt_lt_R0 2 ltac:(lra)). pose proof (sqrt_lt_R0 _ q_pos).
      repeat apply Rmult_lt_0_compat; lra. }
    pose proof (kent_lemma_27_tail e e_pos) as far.
    replace (e ^ 2 * INR n / (32 * s ^ 2)) with l in far.
    - rewrite exp_Ropp in far. unfold l in far. rewrite exp_ln in far by lra.
      replace (2 * INR d * / (2 * INR d / g)) with g in far by (field; lra).
      rewrite (probability_ext P _ (fun w => ~ e < S w)) by (intros w; lra). rewrite complement.
      pose proof (probability_mono P (fun w => e < S w) (fun w => e <= S w) ltac:(intros w; lra)). lra.
    - assert (square : e ^ 2 = 32 * s ^ 2 * (l / INR n)).
      { unfold e. rewrite !Rpow_mult_distr, !pow2_sqrt by lra. ring. }
      rewrite square. field. lra.
  Qed.
End Kent_lemma_27.

(** ** zhao Lemma 6 *)

(** (51), (52): what a cut by the logarithm of K n leaves. *)
Lemma bias_by_log m n K D : 0 < m -> 0 < n -> 0 < D -> 1 <= K -> 1 <= K * n ->
  sqrt (PI / 2) * (D - - D) / (2 * sqrt m) * exp (- (2 * m * (D * sqrt (ln (K * n) / m)) ^ 2 / (D - - D) ^ 2)) <=
  4 * sqrt 2 * D * sqrt PI / sqrt (K * m * n).
Proof.
  intros m_pos n_pos D_pos K_1 Kn_1. assert (root_pos : 0 < sqrt m) by now apply sqrt_lt_R0.
  assert (Kmn : 0 < K * m * n) by (repeat apply Rmult_lt_0_compat; lra).
  assert (log_0 : 0 <= ln (K * n)) by (rewrite <- ln_1; apply ln_le; lra).
  set (bias := 4 * sqrt 2 * D * sqrt PI / sqrt (K * m * n)). apply pow2_inj_le.
  - apply Rdiv_le_0_compat; [| now apply sqrt_lt_R0]. repeat apply Rmult_le_pos; try lra; apply sqrt_pos.
  - assert (more_square : (D * sqrt (ln (K * n) / m)) ^ 2 = D ^ 2 * ln (K * n) / m).
    { rewrite Rpow_mult_distr, pow2_sqrt; [field; lra |]. apply Rdiv_le_0_compat; lra. }
    rewrite more_square. replace (D - - D) with (2 * D) by ring.
    replace (2 * m * (D ^ 2 * ln (K * n) / m) / (2 * D) ^ 2) with (ln (K * n) / 2) by (field; split; lra).
    set (h := exp (- (ln (K * n) / 2))).
    assert (h2 : h * h = / (K * n)).
    { unfold h. rewrite <- exp_plus. replace (- (ln (K * n) / 2) + - (ln (K * n) / 2)) with (- ln (K * n)) by field.
      rewrite exp_Ropp, exp_ln by lra. reflexivity. }
    replace ((sqrt (PI / 2) * (2 * D) / (2 * sqrt m) * h) ^ 2)
      with (sqrt (PI / 2) ^ 2 * (D ^ 2 * / (sqrt m * sqrt m) * (h * h))) by (field; lra).
    pose proof PI_RGT_0. rewrite h2, pow2_sqrt, sqrt_sqrt by lra.
    assert (square : bias ^ 2 = 32 * PI * (D ^ 2 * / (K * m * n))).
    { unfold bias, Rdiv. rewrite !Rpow_mult_distr, pow_inv, !pow2_sqrt by lra. ring. }
    rewrite square. replace (PI / 2 * (D ^ 2 * / m * / (K * n))) with (PI / 2 * (D ^ 2 * / (K * m * n)))
      by (field; repeat split; nra).
    apply Rmult_le_compat_r; [| lra]. apply Rmult_le_pos; [apply pow2_ge_0 | left; now apply Rinv_0_lt_compat].
Qed.

(** With n K in the place of n in the cut. *)
Section Zhao_lemma_6.
  Context {W : Type} (P : space W) (X Y N estimate : W -> R) (m half : nat) (D L K eps t : R).
  Let mu := expectation P X.
  Let n := 2 * INR half.
  Let more := D * sqrt (ln (K * n) / INR m).
  Let width := 12 * D / sqrt (INR m).
  Let span := 2 * more + width.
  Let sent w := Rmin (L + width + more) (Rmax (Y w) (L - more)).
  Let bias := 4 * sqrt 2 * D * sqrt PI / sqrt (K * INR m * n).
  Hypothesis (D_pos : 0 < D) (K_1 : 1 <= K) (eps_pos : 0 < eps) (m_1 : (1 <= m)%nat) (half_1 : (1 <= half)%nat)
    (HX : square_integrable P X) (HY : square_integrable P Y) (HN : square_integrable P N)
    (HE : square_integrable P estimate)
    (samples : mean_of_copies P Y X m) (X_low : almost_le P (fun _ => - D) X) (X_high : almost_le P X (fun _ => D))
    (holds : L <= mu <= L + width) (messages : mean_of_copies P estimate (fun w => N w + sent w) half)
    (apart : independent P sent N) (noise : laplace_noise P N (span / eps))
    (t_least : bias <= t) (t_most : t <= sqrt 2 * span).

  Let m_pos : 0 < INR m.
  Proof. apply lt_0_INR. lia. Qed.

  Let half_pos : 0 < INR half.
  Proof. apply lt_0_INR. lia. Qed.

  Let Kn_2 : 2 <= K * n.
  Proof. apply (le_INR 1) in half_1. simpl in half_1. unfold n. nra. Qed.

  Let log_pos : 0 < ln (K * n).
  Proof. pose proof ln_2_ge. assert (ln 2 <= ln (K * n)) by (apply ln_le; lra). lra. Qed.

  Let root_pos : 0 < sqrt (INR m).
  Proof. now apply sqrt_lt_R0. Qed.

  Let more_0 : 0 <= more.
  Proof. apply Rmult_le_pos; [lra | apply sqrt_pos]. Qed.

  Let width_pos : 0 < width.
  Proof. apply Rdiv_lt_0_compat; lra. Qed.

  Let span_pos : 0 < span.
  Proof. unfold span. lra. Qed.

  Let sent_between w : L - more <= sent w <= L - more + span.
  Proof. unfold sent, span, Rmin, Rmax. repeat destruct (Rle_dec _ _); lra. Qed.

  Let H_sent : square_integrable P sent.
  Proof. apply square_integrable_bounded, bounded_between with (1 := sent_between). Qed.

  (** (50) to (52). *)
  Theorem zhao_lemma_6_bias : Rabs (expectation P sent - mu) <= bias.
  Proof.
    eapply Rle_trans; [apply (bias_of_cut P X Y m D more L (L + width)); auto |].
    apply bias_by_log; lra || (unfold n; lra).
  Qed.

  Theorem zhao_lemma_6 : probability P (fun w => t <= Rabs (estimate w - mu)) <=
    2 * exp (- (n * (t - bias) ^ 2 / ((1 + 16 / eps ^ 2) * span ^ 2))).
  Proof.
    pose proof zhao_lemma_6_bias as off. apply Rabs_le_between in off.
    assert (bias_0 : 0 <= bias).
    { apply Rdiv_le_0_compat; [| apply sqrt_lt_R0; nra]. repeat apply Rmult_le_pos; try lra; apply sqrt_pos. }
    set (delta := (t - bias) / span).
    assert (whole : delta * span = t - bias) by (unfold delta; field; lra).
    assert (delta_0 : 0 <= delta) by (apply Rdiv_le_0_compat; lra).
    assert (delta_2 : delta ^ 2 <= 2).
    { assert (delta <= sqrt 2) by (apply Rmult_le_reg_r with span; lra).
      rewrite <- (pow2_sqrt 2) by lra. apply pow_incr. lra. }
    assert (scale : 0 < / eps) by now apply Rinv_0_lt_compat.
    assert (noise_b : laplace_noise P N (/ eps * span)) by (rewrite Rmult_comm; exact noise).
    assert (low : almost_le P (fun _ => L - more) sent) by (apply surely_le; apply sent_between).
    assert (high : almost_le P sent (fun _ => L - more + span)) by (apply surely_le; apply sent_between).
    pose proof (noisy_above P sent N estimate (L - more) span (/ eps) half span_pos scale half_1 H_sent HN HE low
      high apart
      noise_b messages delta delta_0 delta_2) as above.
    pose proof (noisy_below P sent N estimate (L - more) span (/ eps) half span_pos scale half_1 H_sent HN HE low
      high apart
      noise_b messages delta delta_0 delta_2) as below.
    rewrite whole in above, below.
    replace (INR half * delta ^ 2 / (4 * (1 / 8 + 2 * (/ eps) ^ 2)))
      with (n * (t - bias) ^ 2 / ((1 + 16 / eps ^ 2) * span ^ 2)) in above, below.
    - eapply Rle_trans; [| apply Rle_trans with (1 := Rplus_le_compat _ _ _ _ above below); lra].
      eapply Rle_trans; [| apply union_bound]. apply probability_mono. intros w far.
      unfold Rabs in far. destruct (Rcase_abs _) in far; [right | left]; lra.
    - rewrite <- whole. unfold n. assert (0 < eps ^ 2) by now apply pow_lt. field. repeat split; nra.
  Qed.
End Zhao_lemma_6.
