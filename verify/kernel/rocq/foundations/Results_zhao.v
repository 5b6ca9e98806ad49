(** * More numbered results of zhao: lemmas on laws, cut means, margins and means with signs

    Each theorem says what a claim of the ledger says at that place, as the exporter writes it from the claim itself. *)

From Foundations Require Import Results_random Facts Facts_laws Facts_votes Facts_averages Bin_means Label_laws.
Import ListNotations.
Open Scope R_scope.

(** Theorem 8: its condition (17) gives each of t_0 groups enough users. *)
Theorem zhao_thm8_groups : forall (C_T : R) (d : nat) (epsilon : R) (m n t_0 : nat),
  0 < C_T ->
  (1 <= d)%nat ->
  0 < epsilon ->
  (2 <= m)%nat ->
  (3 <= n)%nat ->
  (1 <= t_0)%nat ->
  INR t_0 <= C_T * ln (INR n) ->
  96336 * C_T * INR d * ln (INR m) * ln (INR n) <= Rmin 1 (epsilon ^ 2) * INR n ->
  96336 * INR d * ln (INR m) <= Rmin 1 (epsilon ^ 2) * INR n / INR t_0.
Proof.
  intros C_T d epsilon m n t C_pos _ _ m_2 n_3 t_1 rounds users.
  apply le_INR in m_2, t_1. simpl in m_2, t_1.
  assert (log_m : 0 <= ln (INR m)) by (rewrite <- ln_1; apply ln_le; lra).
  apply (proj1 (Rle_div_r _ _ (INR t) ltac:(lra))). apply Rle_trans with (2 := users).
  replace (96336 * C_T * INR d * ln (INR m) * ln (INR n)) with
    (96336 * INR d * ln (INR m) * (C_T * ln (INR n))) by ring.
  apply Rmult_le_compat_l; [| exact rounds]. apply Rmult_le_pos; [| exact log_m].
  apply Rmult_le_pos; [lra | apply pos_INR].
Qed.

(** Lemma 10: laws that agree off a set. *)
Theorem zhao_lemma10 : forall (A : Type) (S_ : event A) (p_1 p_2 : law A),
  agree_off_set p_1 p_2 S_ ->
  forall k : R, KL_most p_1 p_2 k ->
  TV_most p_1 p_2 (sqrt 2 * sqrt (chance p_1 S_ * k) / 2).
Proof.
  intros A S P Q agree k most. assert (chance_0 : 0 <= chance P S) by apply chance_between.
  destruct (Rle_lt_or_eq_dec _ _ chance_0) as [pos | zero].
  - destruct (proj2 (fact_divergence_on_a_set A P Q S agree pos) k most) as (k' & inner & le).
    pose proof (proj1 (fact_distance_on_a_set A P Q S agree pos) _ (fact_pinsker A _ _ k' inner)) as far.
    intros f between. apply Rle_trans with (1 := far f between).
    replace (chance P S * (sqrt 2 * sqrt k' / 2)) with (sqrt 2 * (chance P S * sqrt k') / 2) by field.
    apply Rmult_le_compat_r; [lra |]. apply Rmult_le_compat_l; [apply sqrt_pos |].
    rewrite <- (sqrt_pow2 (chance P S)) at 1 by exact chance_0. rewrite <- sqrt_mult_alt by apply pow2_ge_0.
    apply sqrt_le_1_alt. nra.
  - pose proof (fact_distance_below_the_mass_of_a_set A P Q S agree) as far.
    intros f between. apply Rle_trans with (1 := far f between). rewrite <- zero, Rmult_0_l, sqrt_0. lra.
Qed.

(** Lemma 6: the bias of a mean that is cut. *)
Theorem zhao_lemma6_bias : forall (A : Type) (O_ : space A) (D K L R_ : R) (W X Y : A -> R) (b : R) (m : nat) (muhat :
  A -> R) (n h : nat),
  0 < D ->
  1 <= K ->
  square_integrable O_ W ->
  square_integrable O_ X ->
  square_integrable O_ Y ->
  0 < b ->
  (1 <= m)%nat ->
  square_integrable O_ muhat ->
  (2 <= n)%nat ->
  INR n / 2 = INR h ->
  mean_of_copies O_ muhat (fun w => Rmin (D * sqrt (ln (K * INR n) / INR m) + R_) (Rmax (Y w) (L - D * sqrt (ln (K *
    INR n) / INR m))) + W w) h ->
  laplace_noise O_ W b ->
  mean_of_copies O_ Y X m ->
  almost_le O_ (fun w => - D) X ->
  almost_le O_ X (fun w => D) ->
  L <= expectation O_ X ->
  expectation O_ X <= R_ ->
  Rabs (expectation O_ X - expectation O_ muhat) <= 4 * D * sqrt 2 * sqrt PI / sqrt (K * INR m * INR n).
Proof.
  intros A O D K L R_ W X Y b m muhat n h D_pos K_1 HW HX HY b_pos m_1 HE n_2 half messages noise samples low high left
    right. set (more := D * sqrt (ln (K * INR n) / INR m)) in *.
  destruct (half_of n h n_2 half) as [whole h_1]. apply (le_INR 2) in n_2. simpl in n_2.
  pose proof (lt_0_INR m ltac:(lia)) as m_pos.
  set (sent := fun w => Rmin (R_ + more) (Rmax (Y w) (L - more))).
  assert (more_0 : 0 <= more) by (apply Rmult_le_pos; [lra | apply sqrt_pos]).
  assert (HS : square_integrable O sent).
  { apply square_integrable_bounded, bounded_between with (Rmin (R_ + more) (L - more)) (R_ + more). intros w.
    unfold sent, Rmin, Rmax. repeat destruct (Rle_dec _ _); lra. }
  replace (expectation O muhat) with (expectation O sent).
  - rewrite Rabs_minus_sym. eapply Rle_trans; [apply (bias_of_cut O X Y m D more L R_); auto |].
    replace (4 * D * sqrt 2) with (4 * sqrt 2 * D) by ring. apply bias_by_log; nra.
  - rewrite (expectation_of_mean O muhat (fun w => sent w + W w) h h_1 HE).
    + rewrite expectation_plus, (laplace_centred O W b) by (assumption || now apply square_integrable_integrable). ring.
    + now apply square_integrable_plus.
    + replace (fun w => sent w + W w) with (fun w => Rmin (more + R_) (Rmax (Y w) (L - more)) + W w);
        [exact messages |].
      apply functional_extensionality. intros w. unfold sent. do 2 f_equal. ring.
Qed.

(** Lemma 8: a smooth function beside its means over cubes. *)
Theorem zhao_lemma8 : forall (A : Type) (O_ : space A) (X : random_point A) (eta : function vector) (C_b : R) (T Y : A
  -> R) (beta : R) (d : nat) (l : R),
  0 < C_b ->
  square_integrable O_ T ->
  square_integrable O_ Y ->
  0 < beta ->
  (1 <= d)%nat ->
  0 < l ->
  bin_mean O_ T eta l d X ->
  almost_eq O_ Y (value_at_point eta X) ->
  smooth eta C_b beta ->
  expectation O_ (fun w => (T w - Y w) ^ 2) <= C_b ^ 2 * raise (INR d) beta * raise l (2 * beta).
Proof.
  intros A O X eta C T Y beta d l C_pos HT HY beta_pos d_1 l_pos mean value near.
  pose proof (fact_a_bin_mean A O X eta C T Y beta d l C_pos HT HY beta_pos d_1 l_pos mean value near) as close.
  set (c := C * raise (sqrt (INR d) * l) beta) in *.
  assert (root_pos : 0 < sqrt (INR d)) by (apply sqrt_lt_R0, lt_0_INR; lia).
  assert (square : C ^ 2 * raise (INR d) beta * raise l (2 * beta) = c ^ 2).
  { unfold c. rewrite !raise_pos by (try apply lt_0_INR; try lia; try lra; now apply Rmult_lt_0_compat).
    rewrite ln_mult by assumption. pose proof (lt_0_INR d ltac:(lia)) as d_pos.
    assert (half : ln (INR d) = 2 * ln (sqrt (INR d))).
    { rewrite <- (sqrt_sqrt (INR d)) at 1 by lra. rewrite ln_mult by assumption. ring. }
    rewrite half. rewrite Rmult_assoc, <- exp_plus. simpl (_ ^ 2). rewrite !Rmult_1_r.
    replace (beta * (2 * ln (sqrt (INR d))) + 2 * beta * ln l)
      with (beta * (ln (sqrt (INR d)) + ln l) + beta * (ln (sqrt (INR d)) + ln l)) by ring.
    rewrite exp_plus. ring. }
  rewrite square, <- (expectation_const O (c ^ 2)). apply expectation_monotone.
  - now apply square_integrable_minus.
  - integrable.
  - refine (probability_0_mono O _ _ _ close). intros w above. cbv beta in *.
    destruct (Rlt_dec c (Rabs (T w - Y w))) as [| no]; [assumption | exfalso].
    pose proof (Rabs_pos (T w - Y w)). rewrite <- (pow2_abs (T w - Y w)) in above. nra.
Qed.

(** Lemma 9: two forms of its bias. *)
Theorem zhao_lemma9_bias : forall (T : R) (m n : nat),
  0 < T ->
  (1 <= m)%nat ->
  (1 <= n)%nat ->
  4 * sqrt 2 * sqrt PI * T / sqrt (INR m * INR n) = 4 * sqrt 2 * sqrt (T / (INR m * INR n)) * sqrt PI * sqrt T.
Proof.
  intros T m n T_pos m_1 n_1. assert (mn : 0 < INR m * INR n) by (apply Rmult_lt_0_compat; apply lt_0_INR; lia).
  rewrite sqrt_div_alt by exact mn. rewrite <- (sqrt_sqrt T) at 1 by lra. field. apply Rgt_not_eq. now apply sqrt_lt_R0.
Qed.

(** Lemma 11: a mean under a margin. *)
Theorem zhao_lemma11 : forall (A : Type) (O_ : space A) (C_a : R) (H : A -> R) (gamma s : R),
  0 < C_a ->
  square_integrable O_ H ->
  almost_le O_ (fun _ => 0) H ->
  0 < gamma ->
  0 < s ->
  margin O_ H C_a gamma ->
  forall g : R, gamma_most (1 + gamma / 2) g ->
  expectation_most O_ (fun w => H w * exp (- ((H w) ^ 2 * s))) (C_a * raise 2 (gamma / 2) * raise s (- 1/2 - gamma /
    2) * exp (- (1/2)) * g).
Proof.
  intros A O C H gamma s C_pos HH H_0 gamma_pos s_pos small g most M.
  set (f := fun w => exp (- (H w ^ 2 * s / 2))). assert (root_pos : 0 < sqrt s) by now apply sqrt_lt_R0.
  set (c := exp (- (1 / 2)) / sqrt s).
  assert (c_pos : 0 < c) by (apply Rdiv_lt_0_compat; [apply exp_pos | exact root_pos]).
  assert (F : integrable O f).
  { apply integrable_bounded, bounded_between with 0 1. intros w. unfold f. split; [left; apply exp_pos |].
    rewrite <- exp_0. apply exp_le. pose proof (pow2_ge_0 (H w)). nra. }
  assert (below : forall w, H w * exp (- (H w ^ 2 * s)) <= c * f w).
  { intros w. unfold c, f. set (u := sqrt s * H w).
    assert (u2 : u ^ 2 = H w ^ 2 * s) by (unfold u; rewrite Rpow_mult_distr, pow2_sqrt by lra; ring).
    apply (Rmult_le_reg_l (sqrt s)); [exact root_pos |].
    replace (sqrt s * (exp (- (1 / 2)) / sqrt s * exp (- (H w ^ 2 * s / 2))))
      with (exp (- (1 / 2)) * exp (- (H w ^ 2 * s / 2))) by (field; lra).
    rewrite <- Rmult_assoc. fold u. rewrite <- u2. replace (- u ^ 2) with (- (u ^ 2 / 2) + - (u ^ 2 / 2)) by field.
    rewrite exp_plus, <- Rmult_assoc. apply Rmult_le_compat_r; [left; apply exp_pos |].
    apply (Rmult_le_reg_r (exp (u ^ 2 / 2))); [apply exp_pos |].
    rewrite Rmult_assoc, <- !exp_plus. replace (- (u ^ 2 / 2) + u ^ 2 / 2) with 0 by ring. rewrite exp_0, Rmult_1_r.
    replace (- (1 / 2) + u ^ 2 / 2) with ((u ^ 2 - 1) / 2) by field.
    apply Rle_trans with (1 + (u ^ 2 - 1) / 2); [| apply exp_ineq1_le].
    pose proof (pow2_ge_0 (u - 1)). lra. }
  pose proof (fact_exponential_moment_under_a_margin A O C H gamma (s / 2) C_pos HH H_0 ltac:(lra) ltac:(lra) small g
    most) as moment.
  replace (fun w => exp (- (H w ^ 2 * (s / 2)))) with f in moment
    by (apply functional_extensionality; intros w; unfold f; do 2 f_equal; field).
  apply expectation_most_integrable in moment; [| exact F | intros w; left; apply exp_pos].
  assert (bound : C * raise 2 (gamma / 2) * raise s (- 1 / 2 - gamma / 2) * exp (- (1 / 2)) * g =
    c * (C * raise (s / 2) (- (gamma / 2)) * g)).
  { unfold c. rewrite !raise_pos by lra.
    assert (half : ln (s / 2) = ln s - ln 2) by (unfold Rdiv; rewrite ln_mult, ln_Rinv by lra; ring). rewrite half.
    replace (exp (- (1 / 2)) / sqrt s) with (exp (- (1 / 2)) * exp (- (ln s / 2))).
    - replace (- (gamma / 2) * (ln s - ln 2)) with (- (gamma / 2) * ln s + gamma / 2 * ln 2) by ring.
      replace ((- 1 / 2 - gamma / 2) * ln s) with (- (ln s / 2) + - (gamma / 2) * ln s) by field.
      rewrite !exp_plus. ring.
    - unfold Rdiv at 3. f_equal. rewrite exp_Ropp. f_equal. rewrite <- Rpower_sqrt by lra.
      unfold Rpower. f_equal. field. }
  rewrite bound. apply Rle_trans with (expectation O (fun w => c * f w)).
  - apply expectation_mono; [| now apply integrable_scal |].
    + apply integrable_below with (fun w => Rmax 0 (c * f w) + Rabs M + Rabs (H w)); [| ].
      * integrable.
      * intros w. pose proof (below w). pose proof (exp_pos (- (H w ^ 2 * s))).
        assert (exp (- (H w ^ 2 * s)) <= 1).
        { rewrite <- exp_0. apply exp_le. pose proof (pow2_ge_0 (H w)). nra. }
        pose proof (Rmax_r 0 (c * f w)). pose proof (Rmax_l 0 (c * f w)).
        assert (Rabs (H w * exp (- (H w ^ 2 * s))) <= Rabs (H w)).
        { rewrite Rabs_mult, (Rabs_pos_eq (exp _)) by lra. pose proof (Rabs_pos (H w)). nra. }
        unfold Rmin. destruct (Rle_dec _ _); pose proof (Rabs_pos M); pose proof (Rabs_pos (H w)); lra.
    + intros w. eapply Rle_trans; [apply Rmin_l | apply below].
  - rewrite expectation_scal by exact F. now apply Rmult_le_compat_l; [lra |].
Qed.

(** ** Means with signs, of what users say of their cut means *)

Lemma ln_2_large : 6919 / 10000 <= ln 2.
Proof.
  assert (H : 9972972 / 10000000 <= exp (- (6919 / 2560000))) by (pose proof (exp_ineq1_le (- (6919 / 2560000))); lra).
  doubled H (99460170 / 100000000). doubled H (98923254 / 100000000). doubled H (97858101 / 100000000).
  doubled H (95761879 / 100000000). doubled H (91703374 / 100000000). doubled H (84095087 / 100000000).
  doubled H (70719836 / 100000000). doubled H (1 / 2).
  replace (2 * _) with (- (6919 / 10000)) in H by field.
  rewrite <- (ln_exp (6919 / 10000)). apply ln_le; [apply exp_pos |].
  rewrite exp_Ropp in H. pose proof (exp_pos (6919 / 10000)) as pos. set (e := exp (6919 / 10000)) in *.
  apply (Rmult_le_compat_r e) in H; [| lra]. rewrite Rinv_l in H; lra.
Qed.

(** At sqrt(l) = 0.8318. *)
Lemma spread_by_log l : 6919 / 10000 <= l -> (12 + 2 * sqrt l) ^ 2 <= 270 * l.
Proof.
  intros H. pose proof (sqrt_pos l) as r_0. pose proof (pow2_sqrt l ltac:(lra)) as square. set (r := sqrt l) in *.
  assert (8318 / 10000 - 1 / 100000 <= r).
  { destruct (Rle_dec (8318 / 10000 - 1 / 100000) r) as [|small]; [assumption | exfalso].
    assert (r ^ 2 <= (8318 / 10000 - 1 / 100000) ^ 2) by (apply pow_incr; lra). nra. }
  rewrite <- square. nra.
Qed.

Section Signed_mean.
  Context {A : Type} (P : space A) (H L : family_of_numbers) (Q U W Y : random_family A) (K m n h : nat) (T eps t : R).
  Let more := sqrt (ln (INR n) / INR m) * T.
  Let width := 12 * T / sqrt (INR m).
  Let span := width + 2 * sqrt (ln (INR n) / INR m) * T.
  Let sent j w := Rmin (Rmax (Y j w) (L j - more)) (L j + width + more).
  Let bias := 4 * sqrt 2 * sqrt PI * T / sqrt (INR m * INR n).
  Hypothesis (members_Q : forall k, square_integrable P (Q k)) (members_U : forall k, square_integrable P (U k))
    (members_W : forall k, square_integrable P (W k)) (members_Y : forall k, square_integrable P (Y k))
    (K_1 : (1 <= K)%nat) (T_pos : 0 < T) (eps_pos : 0 < eps) (m_1 : (1 <= m)%nat) (n_2 : (2 <= n)%nat)
    (half : INR n / (2 * INR K) = INR h) (two : 2 <= INR n / INR K)
    (messages : forall j, (1 <= j)%nat -> (j <= K)%nat -> mean_of_copies P (Q j) (fun w => sent j w + W j w) h)
    (apart : forall j, (1 <= j)%nat -> (j <= K)%nat -> independent P (sent j) (W j))
    (noise : forall j, (1 <= j)%nat -> (j <= K)%nat -> laplace_noise P (W j) (span / eps))
    (samples : forall j, (1 <= j)%nat -> (j <= K)%nat -> mean_of_copies P (Y j) (U j) m)
    (low : forall j, (1 <= j)%nat -> (j <= K)%nat -> almost_le P (fun _ => - T) (U j))
    (high : forall j, (1 <= j)%nat -> (j <= K)%nat -> almost_le P (U j) (fun _ => T))
    (left : forall j, (1 <= j)%nat -> (j <= K)%nat -> L j <= expectation P (U j))
    (right : forall j, (1 <= j)%nat -> (j <= K)%nat -> expectation P (U j) <= L j + width)
    (members : independent_members P Q K)
    (signs : forall v, (1 <= v)%nat -> (v <= K)%nat -> H v ^ 2 = 1) (eps_1 : eps <= 1)
    (least : bias <= t) (most : t <= span * sqrt 2).

  Let K_pos : 0 < INR K.
  Proof. apply lt_0_INR. lia. Qed.

  Let m_pos : 0 < INR m.
  Proof. apply lt_0_INR. lia. Qed.

  Let n_pos : 2 <= INR n.
  Proof. apply (le_INR 2) in n_2. simpl in n_2. lra. Qed.

  Let users : INR n = 2 * INR K * INR h.
  Proof. rewrite <- half. field. lra. Qed.

  Let h_1 : (1 <= h)%nat.
  Proof. apply INR_le. simpl. rewrite <- half. replace (_ / _) with (INR n / INR K / 2) by (field; lra). lra. Qed.

  Let log_large : 6919 / 10000 <= ln (INR n).
  Proof. apply Rle_trans with (1 := ln_2_large). apply ln_le; lra. Qed.

  Let root_pos : 0 < sqrt (INR m).
  Proof. now apply sqrt_lt_R0. Qed.

  Let more_0 : 0 <= more.
  Proof. apply Rmult_le_pos; [apply sqrt_pos | lra]. Qed.

  Let width_pos : 0 < width.
  Proof. apply Rdiv_lt_0_compat; lra. Qed.

  Let span_is : span = width + 2 * more.
  Proof. unfold span, more. ring. Qed.

  Let span_pos : 0 < span.
  Proof. rewrite span_is. lra. Qed.

  Let sent_between j w : L j - more <= sent j w <= L j - more + span.
  Proof. rewrite span_is. unfold sent, Rmin, Rmax. repeat destruct (Rle_dec _ _); lra. Qed.

  Let H_sent j : square_integrable P (sent j).
  Proof. apply square_integrable_bounded, bounded_between with (1 := sent_between j). Qed.

  Let scale : 0 < / eps.
  Proof. now apply Rinv_0_lt_compat. Qed.

  Let messages' j : (1 <= j)%nat -> (j <= K)%nat -> mean_of_copies P (Q j) (fun w => W j w + sent j w) h.
  Proof.
    intros a b. replace (fun w => W j w + sent j w) with (fun w => sent j w + W j w); [now apply messages |].
    apply functional_extensionality. intros w. ring.
  Qed.

  Let noise' j : (1 <= j)%nat -> (j <= K)%nat -> laplace_noise P (W j) (/ eps * span).
  Proof. intros a b. rewrite Rmult_comm. now apply noise. Qed.

  (** (149), (204): each part's bias. *)
  Let bias_of_part j : (1 <= j)%nat -> (j <= K)%nat -> Rabs (expectation P (U j) - expectation P (Q j)) <= bias.
  Proof.
    intros a b. specialize (left j a b). specialize (right j a b).
    assert (inner : expectation P (Q j) = expectation P (sent j)).
    { apply (noisy_mean P (sent j) (W j) (Q j) span (/ eps) h); auto. }
    rewrite inner, Rabs_minus_sym.
    pose proof (bias_of_cut P (U j) (Y j) m T more (L j) (L j + width) T_pos m_1 (members_U j) (members_Y j)
      (samples j a b) (low j a b) (high j a b) more_0 ltac:(lra)) as cut.
    replace (fun w => Rmin (L j + width + more) (Rmax (Y j w) (L j - more))) with (sent j) in cut
      by (apply functional_extensionality; intros w; apply Rmin_comm).
    apply Rle_trans with (1 := cut).
    pose proof (bias_by_log (INR m) (INR n) 1 T m_pos ltac:(lra) T_pos ltac:(lra) ltac:(lra)) as log.
    rewrite !Rmult_1_l in log. unfold more. rewrite (Rmult_comm _ T). apply Rle_trans with (1 := log).
    unfold bias. right. unfold Rdiv. ring.
  Qed.

  Let V := signed_mean H Q K.

  Let bias_of_mean : Rabs (expectation P V - Sum (seq 1 K) (fun v => H v * expectation P (U v)) / INR K) <= bias.
  Proof. apply (fact_expectation_of_a_signed_mean A P H U Q K bias); auto. Qed.

  Let u := t - bias.
  Let delta := u / span.
  Let k := 1 / 8 + 2 * (/ eps) ^ 2.
  Let r := delta / 2 / k.

  Let whole : delta * span = u.
  Proof. unfold delta. field. lra. Qed.

  Let delta_0 : 0 <= delta.
  Proof. apply Rdiv_le_0_compat; unfold u; lra. Qed.

  Let bias_0 : 0 <= bias.
  Proof.
    apply Rdiv_le_0_compat; [| apply sqrt_lt_R0; nra]. repeat apply Rmult_le_pos; try lra; apply sqrt_pos.
  Qed.

  Let delta_2 : delta ^ 2 <= 2.
  Proof.
    assert (delta <= sqrt 2) by (apply Rmult_le_reg_r with span; unfold u in whole; lra).
    rewrite <- (pow2_sqrt 2) by lra. apply pow_incr. lra.
  Qed.

  Let k_pos : 0 < k.
  Proof. unfold k. pose proof (pow2_ge_0 (/ eps)). lra. Qed.

  Let part c j : c ^ 2 = 1 -> (1 <= j)%nat -> (j <= K)%nat ->
    CGF_most P (Q j) (c * (r / span * INR h)) (k * r ^ 2 * INR h).
  Proof.
    intros sign a b. apply (noisy_cumulants P (sent j) (W j) (Q j) (L j - more) span (/ eps) h); auto.
    - apply surely_le. apply sent_between.
    - apply surely_le. apply sent_between.
  Qed.

  Let tilt := INR K * (r / span * INR h).

  Let cumulants c : c ^ 2 = 1 -> CGF_most P V (c * tilt) (INR K * (k * r ^ 2 * INR h)).
  Proof.
    intros sign. apply (fact_cumulants_of_a_signed_mean A P H Q K (c * tilt) (k * r ^ 2 * INR h)); auto; intros v a b.
    - replace (c * tilt / INR K) with (c * (r / span * INR h)) by (unfold tilt; field; lra). now apply part.
    - replace (- (c * tilt / INR K)) with (- c * (r / span * INR h)) by (unfold tilt; field; lra). apply part; auto.
      replace ((- c) ^ 2) with (c ^ 2) by ring. exact sign.
  Qed.

  Let tilt_0 : 0 <= tilt.
  Proof.
    apply Rmult_le_pos; [lra |]. apply Rmult_le_pos; [| apply pos_INR].
    apply Rdiv_le_0_compat; [| exact span_pos]. apply Rdiv_le_0_compat; [lra | exact k_pos].
  Qed.

  Let rate : INR K * (k * r ^ 2 * INR h) - tilt * u = - (INR K * INR h * delta ^ 2 / (4 * k)).
  Proof. rewrite <- whole. unfold tilt, r. field. split; apply Rgt_not_eq; assumption. Qed.

  Let tail := exp (- (INR K * INR h * delta ^ 2 / (4 * k))).

  Let above : probability P (fun w => u <= V w - expectation P V) <= tail.
  Proof.
    unfold tail. rewrite <- rate. apply (chernoff P V); [exact tilt_0 |]. rewrite <- (Rmult_1_l tilt).
    apply cumulants. ring.
  Qed.

  Let below : probability P (fun w => V w - expectation P V <= - u) <= tail.
  Proof.
    unfold tail. rewrite <- rate. apply (chernoff_below P V); [exact tilt_0 |].
    replace (- tilt) with (-1 * tilt) by ring. apply cumulants. ring.
  Qed.

  Let rounded : u ^ 2 * eps ^ 2 * INR m * INR n / (4590 * T ^ 2 * ln (INR n)) <= INR K * INR h * delta ^ 2 / (4 * k).
  Proof.
    assert (span2 : span ^ 2 * INR m = T ^ 2 * (12 + 2 * sqrt (ln (INR n))) ^ 2).
    { unfold span, width. rewrite sqrt_div_alt by exact m_pos. set (x := sqrt (ln (INR n))).
      replace ((12 * T / sqrt (INR m) + 2 * (x / sqrt (INR m)) * T) ^ 2)
        with (T ^ 2 * (12 + 2 * x) ^ 2 / (sqrt (INR m) * sqrt (INR m))) by (field; lra).
      rewrite sqrt_sqrt by lra. field. lra. }
    pose proof (spread_by_log (ln (INR n)) log_large) as wide.
    assert (e2 : 0 < eps ^ 2) by now apply pow_lt. assert (e2_1 : eps ^ 2 <= 1) by nra.
    assert (T2 : 0 < T ^ 2) by now apply pow_lt.
    assert (k_is : 4 * k = (1 + 16 / eps ^ 2) / 2) by (unfold k; field; lra).
    assert (k_most : 8 * k * eps ^ 2 <= 17).
    { replace (8 * k) with (2 * (4 * k)) by ring. rewrite k_is. replace (2 * ((1 + 16 / eps ^ 2) / 2) * eps ^ 2)
        with (eps ^ 2 + 16) by (field; lra). lra. }
    rewrite <- whole. unfold Rdiv. apply (Rmult_le_reg_r (4590 * T ^ 2 * ln (INR n) * (8 * k))).
    { apply Rmult_lt_0_compat; [repeat apply Rmult_lt_0_compat; lra | lra]. }
    replace ((delta * span) ^ 2 * eps ^ 2 * INR m * INR n * / (4590 * T ^ 2 * ln (INR n)) *
      (4590 * T ^ 2 * ln (INR n) * (8 * k)))
      with (delta ^ 2 * INR n * ((span ^ 2 * INR m) * (8 * k * eps ^ 2))) by (field; repeat split; lra).
    replace (INR K * INR h * delta ^ 2 * / (4 * k) * (4590 * T ^ 2 * ln (INR n) * (8 * k)))
      with (delta ^ 2 * INR n * (4590 * T ^ 2 * ln (INR n))) by (rewrite users; field; apply Rgt_not_eq, k_pos).
    apply Rmult_le_compat_l; [apply Rmult_le_pos; [apply pow2_ge_0 | lra] |]. rewrite span2.
    apply Rle_trans with (T ^ 2 * (270 * ln (INR n)) * 17); [| right; ring].
    apply Rmult_le_compat; try lra.
    - apply Rmult_le_pos; [lra | apply pow2_ge_0].
    - apply Rmult_le_pos; [apply Rmult_le_pos; [lra | left; exact k_pos] | lra].
    - apply Rmult_le_compat_l; lra.
  Qed.

  Theorem tail_of_signed_mean : probability P (fun w =>
      t <= Rabs (Sum (seq 1 K) (fun v => H v * expectation P (U v)) / INR K - V w)) <=
    2 * exp (- (u ^ 2 * eps ^ 2 * INR m * INR n / (4590 * T ^ 2 * ln (INR n)))).
  Proof.
    pose proof bias_of_mean as off. apply Rabs_le_between in off.
    apply Rle_trans with (tail + tail).
    - apply Rle_trans with (probability P (fun w => u <= V w - expectation P V \/ V w - expectation P V <= - u)).
      + apply probability_mono. intros w far. unfold Rabs in far. unfold u.
        destruct (Rcase_abs _) in far; [left | right]; lra.
      + eapply Rle_trans; [apply union_bound |]. apply Rplus_le_compat; [exact above | exact below].
    - replace (tail + tail) with (2 * tail) by ring. apply Rmult_le_compat_l; [lra |]. apply exp_le.
      pose proof rounded. lra.
  Qed.
End Signed_mean.

(** Lemma 7, corrected. *)
Theorem zhao_lemma7 : forall (A : Type) (O_ : space A) (H L : family_of_numbers) (Qhat U W Y : random_family A) (K :
  nat) (epsilon : R) (m n : nat) (t : R) (h h1 : nat),
  (forall k : nat, square_integrable O_ (Qhat k)) ->
  (forall k : nat, square_integrable O_ (U k)) ->
  (forall k : nat, square_integrable O_ (W k)) ->
  (forall k : nat, square_integrable O_ (Y k)) ->
  (1 <= K)%nat ->
  0 < epsilon ->
  (1 <= m)%nat ->
  (2 <= n)%nat ->
  0 <= t ->
  INR n / (2 * INR K) = INR h ->
  INR n / INR K = INR h1 ->
  2 <= INR n / INR K ->
  (forall j : nat, (1 <= j)%nat -> (j <= K)%nat -> mean_of_copies O_ (fun w => Qhat j w) (fun w => Rmin (Rmax (Y j
    w) (L j - sqrt (ln (INR n) / INR m))) (L j + 12 / sqrt (INR m) + sqrt (ln (INR n) / INR m)) + W j w) h) ->
  (forall j_ : nat, (1 <= j_)%nat -> (j_ <= K)%nat -> independent O_ (fun w => Rmin (Rmax (Y j_ w) (L j_ - sqrt (ln
    (INR n) / INR m))) (L j_ + 12 / sqrt (INR m) + sqrt (ln (INR n) / INR m))) (fun w => W j_ w)) ->
  (forall j : nat, (1 <= j)%nat -> (j <= K)%nat -> laplace_noise O_ (fun w => W j w) ((12 / sqrt (INR m) + 2 * sqrt
    (ln (INR n) / INR m)) / epsilon)) ->
  (forall j_ : nat, (1 <= j_)%nat -> (j_ <= K)%nat -> mean_of_copies O_ (fun w => Y j_ w) (fun w => U j_ w) m) ->
  (forall j : nat, (1 <= j)%nat -> (j <= K)%nat -> almost_le O_ (fun w => - 1) (fun w => U j w)) ->
  (forall j_ : nat, (1 <= j_)%nat -> (j_ <= K)%nat -> almost_le O_ (fun w => U j_ w) (fun w => 1)) ->
  (forall j : nat, (1 <= j)%nat -> (j <= K)%nat -> L j <= expectation O_ (fun w => U j w)) ->
  (forall j_ : nat, (1 <= j_)%nat -> (j_ <= K)%nat -> expectation O_ (fun w => U j_ w) <= L j_ + 12 / sqrt (INR m))
    ->
  independent_members O_ Qhat K ->
  (forall v : nat, (1 <= v)%nat -> (v <= K)%nat -> (H v) ^ 2 = 1) ->
  epsilon <= 1 ->
  4 * sqrt 2 * sqrt PI / sqrt (INR m * INR n) <= t ->
  t <= (12 / sqrt (INR m) + 2 * sqrt (ln (INR n) / INR m)) * sqrt 2 ->
  probability O_ (fun w => t <= Rabs (Sum (seq 1 K) (fun v_ => H v_ * expectation O_ (fun w_ => U v_ w_)) / INR K -
    Sum (seq 1 K) (fun v => H v * Qhat v w) / INR K)) <= 2 * exp (- ((t - 4 * sqrt 2 * sqrt PI / sqrt (INR m * INR
    n)) ^ 2 * epsilon ^ 2 * INR m * INR n / (4590 * ln (INR n)))).
Proof.
  intros A O H L Q U W Y K eps m n t h h1 HQ HU HW HY K_1 e_pos m_1 n_2 _ half _ two messages apart noise samples low
    high left right members signs e_1 least most.
  pose proof (tail_of_signed_mean O H L Q U W Y K m n h 1 eps t HQ HU HW HY K_1 Rlt_0_1 e_pos m_1 n_2 half two) as tail.
  rewrite !Rmult_1_r in tail. replace (1 ^ 2) with 1 in tail by ring. rewrite Rmult_1_r in tail. now apply tail.
Qed.

(** Lemma 9, corrected: labels in [-T, T]. *)
Theorem zhao_lemma9 : forall (A : Type) (O_ : space A) (H L : family_of_numbers) (Qhat U W Y : random_family A) (K :
  nat) (T epsilon : R) (m n : nat) (t : R) (h h1 : nat),
  (forall k : nat, square_integrable O_ (Qhat k)) ->
  (forall k : nat, square_integrable O_ (U k)) ->
  (forall k : nat, square_integrable O_ (W k)) ->
  (forall k : nat, square_integrable O_ (Y k)) ->
  (1 <= K)%nat ->
  0 < T ->
  0 < epsilon ->
  (1 <= m)%nat ->
  (2 <= n)%nat ->
  0 <= t ->
  INR n / (2 * INR K) = INR h ->
  INR n / INR K = INR h1 ->
  2 <= INR n / INR K ->
  (forall j : nat, (1 <= j)%nat -> (j <= K)%nat -> mean_of_copies O_ (fun w => Qhat j w) (fun w => Rmin (Rmax (Y j
    w) (L j - sqrt (ln (INR n) / INR m) * T)) (L j + 12 * T / sqrt (INR m) + sqrt (ln (INR n) / INR m) * T) + W j w)
    h) ->
  (forall j_ : nat, (1 <= j_)%nat -> (j_ <= K)%nat -> independent O_ (fun w => Rmin (Rmax (Y j_ w) (L j_ - sqrt (ln
    (INR n) / INR m) * T)) (L j_ + 12 * T / sqrt (INR m) + sqrt (ln (INR n) / INR m) * T)) (fun w => W j_ w)) ->
  (forall j : nat, (1 <= j)%nat -> (j <= K)%nat -> laplace_noise O_ (fun w => W j w) ((12 * T / sqrt (INR m) + 2 *
    sqrt (ln (INR n) / INR m) * T) / epsilon)) ->
  (forall j_ : nat, (1 <= j_)%nat -> (j_ <= K)%nat -> mean_of_copies O_ (fun w => Y j_ w) (fun w => U j_ w) m) ->
  (forall j : nat, (1 <= j)%nat -> (j <= K)%nat -> almost_le O_ (fun w => - T) (fun w => U j w)) ->
  (forall j_ : nat, (1 <= j_)%nat -> (j_ <= K)%nat -> almost_le O_ (fun w => U j_ w) (fun w => T)) ->
  (forall j : nat, (1 <= j)%nat -> (j <= K)%nat -> L j <= expectation O_ (fun w => U j w)) ->
  (forall j_ : nat, (1 <= j_)%nat -> (j_ <= K)%nat -> expectation O_ (fun w => U j_ w) <= L j_ + 12 * T / sqrt (INR
    m)) ->
  independent_members O_ Qhat K ->
  (forall v : nat, (1 <= v)%nat -> (v <= K)%nat -> (H v) ^ 2 = 1) ->
  epsilon <= 1 ->
  4 * sqrt 2 * sqrt PI * T / sqrt (INR m * INR n) <= t ->
  t <= (12 * T / sqrt (INR m) + 2 * sqrt (ln (INR n) / INR m) * T) * sqrt 2 ->
  probability O_ (fun w => t <= Rabs (Sum (seq 1 K) (fun v_ => H v_ * expectation O_ (fun w_ => U v_ w_)) / INR K -
    Sum (seq 1 K) (fun v => H v * Qhat v w) / INR K)) <= 2 * exp (- ((t - 4 * sqrt 2 * sqrt PI * T / sqrt (INR m *
    INR n)) ^ 2 * epsilon ^ 2 * INR m * INR n / (4590 * T ^ 2 * ln (INR n)))).
Proof.
  intros A O H L Q U W Y K T eps m n t h h1 HQ HU HW HY K_1 T_pos e_pos m_1 n_2 _ half _ two messages apart noise
    samples low high left right members signs e_1 least most.
  now apply (tail_of_signed_mean O H L Q U W Y K m n h T eps t).
Qed.
