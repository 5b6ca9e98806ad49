(** * Numbered lemmas of the papers on random reals *)

From Foundations Require Export Norms Signs Given Zhao_mean.
Import ListNotations.
Open Scope R_scope.

(** ** zhao *)

(** Lemma 3, (24) to (26), of the count s = n/2 S of n/2 votes on a bin. *)
Section Zhao_lemma_3.
  Context {W : Type} (P : space W) (I V S : W -> R) (A : event W) (eps : R) (half : nat).
  Hypothesis (eps_pos : 0 < eps) (half_1 : (1 <= half)%nat)
    (HI : square_integrable P I) (HV : square_integrable P V) (HS : square_integrable P S)
    (noise : laplace_noise P V (2 / eps)) (votes : mean_of_copies P S (fun w => V w + I w) half).
  Let n := 2 * INR half.

  Let half_pos : 0 < INR half.
  Proof. apply lt_0_INR. lia. Qed.

  Let scale : 0 < 2 / eps.
  Proof. apply Rdiv_lt_0_compat; lra. Qed.

  Let mean_count : expectation P (fun w => n / 2 * S w) = n / 2 * expectation P I.
  Proof.
    pose proof (square_integrable_integrable P S HS).
    rewrite expectation_scal by assumption. f_equal. apply (noisy_mean P I V S 1 (2 / eps) half); auto; try lra.
    now rewrite Rmult_1_r.
  Qed.

  Theorem zhao_lemma_3_mean : almost_eq P I (indicator A) ->
    expectation P (fun w => n / 2 * S w) = n / 2 * probability P A.
  Proof.
    intros bit. rewrite mean_count. f_equal. apply expectation_of_indicator; [| exact bit].
    now apply square_integrable_integrable.
  Qed.

  Hypothesis (low : almost_le P (fun _ => 0) I) (high : almost_le P I (fun _ => 1)) (apart : independent P I V).
  Variable t : R.
  Hypothesis (t_0 : 0 <= t) (t_most : t <= sqrt 2 / 2 * n).

  Let delta_0 : 0 <= t / INR half.
  Proof. apply Rdiv_le_0_compat; lra. Qed.

  Let delta_2 : (t / INR half) ^ 2 <= 2.
  Proof.
    assert (t / INR half <= sqrt 2).
    { apply Rmult_le_reg_r with (INR half); [exact half_pos |]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l by lra.
      unfold n in t_most. lra. }
    rewrite <- (pow2_sqrt 2) by lra. apply pow_incr. lra.
  Qed.

  Let noise_1 : laplace_noise P V (2 / eps * 1).
  Proof. now rewrite Rmult_1_r. Qed.

  Let high_1 : almost_le P I (fun _ => 0 + 1).
  Proof. now rewrite Rplus_0_l. Qed.

  Let rate : INR half * (t / INR half) ^ 2 / (4 * (1 / 8 + 2 * (2 / eps) ^ 2)) = t ^ 2 / ((1 / 4 + 16 / eps ^ 2) * n).
  Proof.
    assert (0 < eps ^ 2) by now apply pow_lt.
    unfold n. field. repeat split; lra.
  Qed.

  Theorem zhao_lemma_3_above :
    probability P (fun w => t <= n / 2 * S w - expectation P (fun w => n / 2 * S w)) <=
      exp (- (t ^ 2 / ((1 / 4 + 16 / eps ^ 2) * n))).
  Proof.
    rewrite mean_count, <- rate.
    eapply Rle_trans; [| apply (noisy_above P I V S 0 1 (2 / eps) half ltac:(lra) scale half_1 HI HV HS low high_1 apart
      noise_1 votes (t / INR half) delta_0 delta_2)].
    apply probability_mono. intros w above. apply Rmult_le_reg_r with (INR half); [exact half_pos |].
    replace (t / INR half * 1 * INR half) with t by (field; lra). unfold n in above. lra.
  Qed.

  Theorem zhao_lemma_3_below :
    probability P (fun w => t <= expectation P (fun w => n / 2 * S w) - n / 2 * S w) <=
      exp (- (t ^ 2 / ((1 / 4 + 16 / eps ^ 2) * n))).
  Proof.
    rewrite mean_count, <- rate.
    eapply Rle_trans; [| apply (noisy_below P I V S 0 1 (2 / eps) half ltac:(lra) scale half_1 HI HV HS low high_1 apart
      noise_1 votes (t / INR half) delta_0 delta_2)].
    apply probability_mono. intros w above. apply Rmult_le_reg_r with (INR half); [exact half_pos |].
    replace (t / INR half * 1 * INR half) with t by (field; lra). unfold n in above. lra.
  Qed.
End Zhao_lemma_3.

(** Lemma 4: the masses of bins of the width h near and far from the mean, which lies in the bin from L on. *)
Section Zhao_lemma_4.
  Context {W : Type} (P : space W) (X Y : W -> R) (m : nat) (D L : R).
  Hypothesis (D_pos : 0 < D) (m_1 : (1 <= m)%nat) (HX : square_integrable P X) (HY : square_integrable P Y)
    (samples : mean_of_copies P Y X m) (X_low : almost_le P (fun _ => - D) X) (X_high : almost_le P X (fun _ => D)).
  Let mu := expectation P X.
  Let h := 4 * D / sqrt (INR m).
  Let mass a b := probability P (fun w => a <= Y w /\ Y w < b).

  Let root_pos : 0 < sqrt (INR m).
  Proof. apply sqrt_lt_R0, lt_0_INR. lia. Qed.

  Let h_pos : 0 < h.
  Proof. apply Rdiv_lt_0_compat; lra. Qed.

  Let off c : 0 < c -> probability P (fun w => c * h <= Rabs (Y w - mu)) <= 2 * exp (- (8 * c ^ 2)).
  Proof.
    intros C. pose proof (hoeffding P Y X m m_1 HY HX samples (- D) D X_low X_high ltac:(lra) (c * h) ltac:(nra)) as H.
    eapply Rle_trans; [exact H |]. right. do 3 f_equal. unfold h.
    rewrite <- (sqrt_sqrt (INR m)) at 1 by apply pos_INR. field. lra.
  Qed.

  Theorem zhao_lemma_4_near : L <= mu -> mu <= L + h ->
    1 / 2 - exp (- 2) <= Rmax (mass L (L + h)) (Rmax (mass (L - h) L) (mass (L + h) (L + 2 * h))).
  Proof.
    intros left right. pose proof (off (1 / 2) ltac:(lra)) as H.
    replace (- (8 * (1 / 2) ^ 2)) with (- 2) in H by lra.
    pose proof (complement P (fun w => 1 / 2 * h <= Rabs (Y w - mu))) as close.
    assert (pair : forall a, a + h / 2 <= mu <= a + 3 * h / 2 ->
      1 - 2 * exp (- 2) <= mass a (a + h) + mass (a + h) (a + 2 * h)).
    { intros a at_a. eapply Rle_trans; [| apply union_bound].
      apply Rle_trans with (probability P (fun w => ~ 1 / 2 * h <= Rabs (Y w - mu))); [lra |].
      apply probability_mono. intros w in_half. apply Rnot_le_lt, Rabs_def2 in in_half.
      destruct (Rlt_dec (Y w) (a + h)); [left | right]; lra. }
    pose proof (Rmax_l (mass L (L + h)) (Rmax (mass (L - h) L) (mass (L + h) (L + 2 * h)))).
    pose proof (Rmax_r (mass L (L + h)) (Rmax (mass (L - h) L) (mass (L + h) (L + 2 * h)))).
    pose proof (Rmax_l (mass (L - h) L) (mass (L + h) (L + 2 * h))).
    pose proof (Rmax_r (mass (L - h) L) (mass (L + h) (L + 2 * h))).
    destruct (Rle_dec (L + h / 2) mu).
    - pose proof (pair L ltac:(lra)). lra.
    - pose proof (pair (L - h) ltac:(lra)) as two. replace (L - h + h) with L in two by ring.
      replace (L - h + 2 * h) with (L + h) in two by ring. lra.
  Qed.

  Let far a : mu + h <= a \/ a + h <= mu - h -> mass a (a + h) <= 2 * exp (- 8).
  Proof.
    intros away. eapply Rle_trans; [| apply Rle_trans with (1 := off 1 ltac:(lra)); right; do 2 f_equal; lra].
    apply probability_mono. intros w [from to]. destruct away.
    - eapply Rle_trans; [| apply Rle_abs]. lra.
    - rewrite <- Rabs_Ropp. eapply Rle_trans; [| apply Rle_abs]. lra.
  Qed.

  Theorem zhao_lemma_4_far_right j : (2 <= j)%nat -> mu <= L + h ->
    mass (L + INR j * h) (L + (INR j + 1) * h) <= 2 * exp (- 8).
  Proof.
    intros j_2 right. apply le_INR in j_2. simpl in j_2.
    replace (L + (INR j + 1) * h) with (L + INR j * h + h) by ring. apply far. left. nra.
  Qed.

  Theorem zhao_lemma_4_far_left j : (2 <= j)%nat -> L <= mu ->
    mass (L - INR j * h) (L + (1 - INR j) * h) <= 2 * exp (- 8).
  Proof.
    intros j_2 left. apply le_INR in j_2. simpl in j_2.
    replace (L + (1 - INR j) * h) with (L - INR j * h + h) by ring. apply far. right. nra.
  Qed.
End Zhao_lemma_4.

(** ** kent *)

Theorem kent_lemma_20 {W} (P : space W) Y x x_0 d g :
  (1 <= d)%nat -> rotated_difference P Y x x_0 d -> 0 < g -> g <= 49 / 50 ->
  probability P (fun w => 10 * sqrt (- ln g) * euclidean d (fun k => x k - x_0 k) / sqrt (INR d) < Rabs (Y w)) <= g.
Proof.
  intros some rotated g_0 g_1. assert (d_pos : 0 < sqrt (INR d)) by (apply sqrt_lt_R0, lt_0_INR; lia).
  assert (log : ln g <= - (1 / 50)) by (pose proof (ln_le_minus_1 g g_0); lra).
  pose proof (hoeffding_for_signs P Y (euclidean d (fun k => x k - x_0 k) / sqrt (INR d)) (10 * sqrt (- ln g))
    (rotated_coordinate P Y x x_0 d some rotated)) as H.
  rewrite (probability_ext P _
    (fun w => euclidean d (fun k => x k - x_0 k) / sqrt (INR d) * (10 * sqrt (- ln g)) < Rabs (Y w))).
  - eapply Rle_trans; [apply H |].
    + apply Rdiv_le_0_compat; [apply euclidean_ge_0 | exact d_pos].
    + assert (0 < sqrt (- ln g)) by (apply sqrt_lt_R0; lra). lra.
    + rewrite Rpow_mult_distr, pow2_sqrt by lra.
      replace (- (10 ^ 2 * - ln g / 2)) with (ln g + 49 * ln g) by field. rewrite exp_plus, exp_ln by exact g_0.
      enough (2 * exp (49 * ln g) <= 1) by nra.
      apply Rle_trans with (2 * exp (- (98 / 100))); [apply Rmult_le_compat_l; [lra | apply exp_le; lra] |].
      rewrite exp_Ropp. pose proof exp_1_ge as e_1.
      assert (265 / 100 <= exp (98 / 100)).
      { replace (98 / 100) with (1 + - (2 / 100)) by field. rewrite exp_plus. pose proof (exp_ineq1_le (- (2 / 100))).
        pose proof (exp_pos 1). nra. }
      apply Rle_trans with (2 * / (265 / 100)); [apply Rmult_le_compat_l; [lra | apply Rinv_le_contravar; lra] | lra].
  - intros w. replace (10 * sqrt (- ln g) * euclidean d (fun k => x k - x_0 k) / sqrt (INR d))
      with (euclidean d (fun k => x k - x_0 k) / sqrt (INR d) * (10 * sqrt (- ln g))) by (field; lra). reflexivity.
Qed.

(** ** label *)

Section Label.
  Context {W : Type} (P : space W).

  (** Proposition 2, classification: what an error costs beside the best. *)
  Theorem label_proposition_2_a Y C H C_best H_best : integrable P H -> integrable P H_best ->
    chance_given P H Y C -> largest_chance P H_best Y C_best ->
    probability P (fun w => ~ Y w = C w) - probability P (fun w => ~ Y w = C_best w) =
      expectation P (fun w => H_best w - H w).
  Proof.
    intros IH IB given best. rewrite !complement, expectation_minus by assumption.
    rewrite (law_of_total_probability P Y H C) by assumption.
    rewrite (law_of_total_probability_likeliest P Y H_best C_best) by assumption. ring.
  Qed.

  (** Proposition 2, regression. *)
  Theorem label_proposition_2_b Y M A : square_integrable P Y -> square_integrable P M -> square_integrable P A ->
    mean_given P M Y A ->
    expectation P (fun w => (A w - Y w) ^ 2) - expectation P (fun w => (M w - Y w) ^ 2) =
      expectation P (fun w => (A w - M w) ^ 2).
  Proof.
    intros HY HM HA given. pose proof (tower_property P Y M A HY HM HA given) as tower.
    assert (HD : square_integrable P (fun w => A w - M w)) by now apply square_integrable_minus.
    assert (HZ : square_integrable P (fun w => M w - Y w)) by now apply square_integrable_minus.
    assert (DY : integrable P (fun w => (A w - M w) * Y w)) by now apply (integrable_product P (fun w => A w - M w)).
    assert (DM : integrable P (fun w => (A w - M w) * M w)) by now apply (integrable_product P (fun w => A w - M w)).
    rewrite (expectation_ext P (fun w => (A w - Y w) ^ 2)
      (fun w => (A w - M w) ^ 2 + 2 * ((A w - M w) * M w - (A w - M w) * Y w) + (M w - Y w) ^ 2)) by (intros; ring).
    rewrite !expectation_plus, expectation_scal, expectation_minus, tower; auto with integrable. ring.
  Qed.

  (** Lemma 2: the bias of cutting labels with a moment. *)
  Theorem label_lemma_2 Y p T M : square_integrable P Y -> 2 <= p -> 0 < T ->
    expectation_most P (fun w => raise (Rabs (Y w)) p) M ->
    Rabs (expectation P Y - expectation P (fun w => Rmin T (Rmax (- T) (Y w)))) <= M * raise T (1 - p) / (p - 1).
  Proof.
    intros HY p_2 T_pos moment. pose proof (square_integrable_integrable P Y HY) as IY.
    assert (cut : integrable P (fun w => Rmin T (Rmax (- T) (Y w)))) by integrable.
    rewrite <- expectation_minus by assumption. eapply Rle_trans; [apply expectation_abs_le; integrable |].
    set (K := (p - 1) * raise T (p - 1)).
    assert (power : 0 < raise T (p - 1)) by (rewrite raise_pos by exact T_pos; apply exp_pos).
    assert (K_pos : 0 < K) by (apply Rmult_lt_0_compat; lra).
    assert (whole : raise T p = T * raise T (p - 1)).
    { rewrite !raise_pos by exact T_pos. rewrite <- (exp_ln T) at 2 by exact T_pos.
      rewrite <- exp_plus. f_equal. ring. }
    assert (le : expectation P (fun w => K * Rabs (Y w - Rmin T (Rmax (- T) (Y w)))) <= M).
    { apply expectation_most_above with (fun w => raise (Rabs (Y w)) p); auto using raise_ge_0 with integrable.
      intros w. destruct (Rle_dec (Rabs (Y w)) T) as [inside | outside].
      - replace (Y w - Rmin T (Rmax (- T) (Y w))) with 0.
        + rewrite Rabs_R0, Rmult_0_r. apply raise_ge_0.
        + apply Rabs_le_between in inside. unfold Rmin, Rmax. repeat destruct (Rle_dec _ _); lra.
      - replace (Rabs (Y w - Rmin T (Rmax (- T) (Y w)))) with (Rabs (Y w) - T).
        + pose proof (raise_tangent T (Rabs (Y w)) p T_pos (Rabs_pos _) ltac:(lra)) as tangent.
          rewrite whole in tangent.
          eapply Rle_trans; [| exact tangent]. unfold K.
          replace (T * raise T (p - 1) * (1 + p * (Rabs (Y w) / T - 1)))
            with (raise T (p - 1) * (T + p * (Rabs (Y w) - T))) by (field; lra).
          rewrite (Rmult_comm (p - 1)), Rmult_assoc. apply Rmult_le_compat_l; [lra |]. nra.
        + revert outside. unfold Rmin, Rmax, Rabs.
          repeat (destruct (Rle_dec _ _) || destruct (Rcase_abs _)); intros; lra. }
    rewrite expectation_scal in le by integrable.
    assert (turned : raise T (1 - p) = / raise T (p - 1)).
    { rewrite !raise_pos by exact T_pos. rewrite <- exp_Ropp. f_equal. ring. }
    rewrite turned. apply Rmult_le_reg_l with K; [exact K_pos |]. eapply Rle_trans; [exact le |].
    right. unfold K. field. lra.
  Qed.
End Label.
