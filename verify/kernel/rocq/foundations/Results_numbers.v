(** * Numbered results of the papers: inequalities between numbers

    Each theorem says what a claim of the ledger says at that place, as the exporter writes it from the claim itself. *)

From Foundations Require Export Elementary Moments Bins Binomials Facts_counts.
Import ListNotations.
Open Scope R_scope.

(** ** Kent, Berrett, Yu: Rate Optimality and Phase Transition for User-Level Local Differential Privacy *)

(** [1/cosh (x/4)^2], in terms of e^(x/4). *)
Lemma vote_by_quarters x : let s := exp (x / 4) in
  4 * exp (x / 2) / (1 + exp (x / 2)) ^ 2 = / (1 + (s - / s) ^ 2 / 4).
Proof.
  intros s. assert (pos : 0 < s) by apply exp_pos.
  replace (exp (x / 2)) with (s * s) by (unfold s; rewrite <- exp_plus; f_equal; field).
  field. repeat split; nra.
Qed.

Lemma vote_at_small_levels x : 0 < x <= 1 -> 4 * exp (x / 2) / (1 + exp (x / 2)) ^ 2 <= exp (- (x ^ 2 / 20)).
Proof.
  intros X. rewrite vote_by_quarters, exp_Ropp. cbv zeta. set (s := exp (x / 4)).
  assert (far : x / 2 <= s - / s).
  { pose proof (ln_below s (exp_ge_1 (x / 4) ltac:(lra))) as L. unfold s in L at 1. rewrite ln_exp in L. lra. }
  apply Rinv_le_contravar; [apply exp_pos |].
  assert (square : x ^ 2 / 4 <= (s - / s) ^ 2) by nra.
  assert (small : exp (x ^ 2 / 20) * (1 - x ^ 2 / 20) <= 1).
  { pose proof (exp_ineq1_le (- (x ^ 2 / 20))) as tangent. rewrite exp_Ropp in tangent.
    pose proof (exp_pos (x ^ 2 / 20)) as pos. apply (Rmult_le_compat_l (exp (x ^ 2 / 20))) in tangent; [| lra].
    rewrite Rinv_r in tangent by lra. lra. }
  pose proof (exp_pos (x ^ 2 / 20)). assert (0 < x ^ 2 <= 1) by nra.
  apply Rle_trans with (1 + x ^ 2 / 16); [| lra]. nra.
Qed.

Lemma vote_polynomial k w : 162889 / 100000 <= k <= 162890 / 100000 -> 1 <= w ->
  4 * (k * w) * (945 / 1000 + 105 / 1000 * w) <= (1 + k * w) ^ 2.
Proof.
  intros K W. enough (0 <= (1 - 22 / 10 * k + k ^ 2) + (2 * k ^ 2 - 262 / 100 * k) * (w - 1)
    + (k ^ 2 - 42 / 100 * k) * (w - 1) ^ 2) by nra.
  assert (0 <= 1 - 22 / 10 * k + k ^ 2) by nra. assert (0 <= 2 * k ^ 2 - 262 / 100 * k) by nra.
  assert (0 <= k ^ 2 - 42 / 100 * k) by nra.
  assert (0 <= (2 * k ^ 2 - 262 / 100 * k) * (w - 1)) by (apply Rmult_le_pos; lra).
  assert (0 <= (k ^ 2 - 42 / 100 * k) * (w - 1) ^ 2) by (apply Rmult_le_pos; [assumption | apply pow2_ge_0]). lra.
Qed.

Lemma vote_at_large_levels x : 1 <= x -> 4 * exp (x / 2) / (1 + exp (x / 2)) ^ 2 <= exp (- (x / 20)).
Proof.
  intros X. rewrite exp_Ropp. set (b := exp (x / 20)).
  assert (same : exp (x / 2) = b ^ 10).
  { replace (x / 2) with (INR 10 * (x / 20)) by (simpl INR; field). symmetry. apply exp_pow. }
  assert (above : 21 / 20 <= b).
  { unfold b. pose proof (exp_ineq1_le (x / 20)). lra. }
  rewrite same. set (y := b / (21 / 20)). set (w := y ^ 10).
  assert (b_is : b = 21 / 20 * y) by (unfold y; field).
  assert (y_large : 1 <= y) by (unfold y; lra).
  assert (tangent : y <= 9 / 10 + w / 10 /\ 1 <= w).
  { destruct (Req_dec y 1) as [one | other]; [unfold w; rewrite one, pow1; lra |].
    pose proof (poly 10 (y - 1) ltac:(lra)) as P. replace (1 + (y - 1)) with y in P by ring. fold w in P.
    simpl INR in P. lra. }
  set (k := (21 / 20) ^ 10). assert (a_is : b ^ 10 = k * w) by (rewrite b_is, Rpow_mult_distr; reflexivity).
  assert (k_is : 162889 / 100000 <= k <= 162890 / 100000) by (unfold k; lra).
  rewrite a_is. apply Rmult_le_reg_r with (b * (1 + k * w) ^ 2); [apply Rmult_lt_0_compat; [lra | apply pow_lt; nra] |].
  replace (4 * (k * w) / (1 + k * w) ^ 2 * (b * (1 + k * w) ^ 2)) with (4 * (k * w) * b) by (field; nra).
  replace (/ b * (b * (1 + k * w) ^ 2)) with ((1 + k * w) ^ 2) by (field; lra).
  assert (b_small : b <= 945 / 1000 + 105 / 1000 * w) by lra.
  apply Rle_trans with (4 * (k * w) * (945 / 1000 + 105 / 1000 * w)); [apply Rmult_le_compat_l; nra |].
  apply vote_polynomial; tauto.
Qed.

(** Lemma 24. *)
Theorem kent_lemma24 : forall (n : nat) (x : R),
  (1 <= n)%nat ->
  0 < x ->
  raise (4 * exp (x / 2) / (1 + exp (x / 2)) ^ 2) (INR n) <= exp (- (Rmin x (x ^ 2) * INR n / 20)).
Proof.
  intros n x _ X. set (q := 4 * exp (x / 2) / (1 + exp (x / 2)) ^ 2).
  assert (q_pos : 0 < q).
  { pose proof (exp_pos (x / 2)). unfold q. apply Rdiv_lt_0_compat; [lra | apply pow_lt; lra]. }
  assert (small : q <= exp (- (Rmin x (x ^ 2) / 20))).
  { destruct (Rle_dec x 1) as [low | high].
    - eapply Rle_trans; [apply vote_at_small_levels; lra |]. apply exp_le. pose proof (Rmin_r x (x ^ 2)). lra.
    - eapply Rle_trans; [apply vote_at_large_levels; lra |]. apply exp_le. pose proof (Rmin_l x (x ^ 2)). lra. }
  rewrite raise_pos by exact q_pos. apply exp_le. apply (ln_le _ _ q_pos) in small. rewrite ln_exp in small.
  pose proof (pos_INR n). nra.
Qed.

(** Lemma 23. *)
Theorem kent_lemma23 : forall (n : nat) (p t : R),
  (1 <= n)%nat ->
  0 <= p ->
  p <= 1 ->
  weighted_moment n p t = (1 + p * t - p) ^ (n - 1) * INR n * p * t.
Proof.
  intros n p t n_pos p_low p_high.
  rewrite fact_weighted_moment, fact_binomial_theorem by assumption. ring.
Qed.

(** The smaller of two terms of the lower bound, where the second is 1 + u to the power 1/T, less 1. *)
Lemma root_of_small_excess (T : nat) u u' : (1 <= T)%nat -> 0 <= u' <= 1 -> u' <= u ->
  ln 2 * u' / INR T <= Rmin (1 / INR T) (raise (1 + u) (1 / INR T) - 1).
Proof.
  intros T_pos range below_u. assert (T_1 : 1 <= INR T) by now apply (le_INR 1).
  assert (inverse : 0 < / INR T) by (apply Rinv_0_lt_compat; lra).
  assert (log_2 : 0 < ln 2 <= 1).
  { split; [rewrite <- ln_1; apply ln_increasing; lra |]. pose proof (ln_le_minus_1 2 ltac:(lra)). lra. }
  assert (concave : ln 2 * u' <= ln (1 + u)).
  { rewrite <- (ln_exp (ln 2 * u')). apply ln_le; [apply exp_pos |].
    pose proof (exp_chord (ln 2) u' range) as chord. rewrite exp_ln in chord by lra. lra. }
  apply Rmin_glb.
  - apply Rmult_le_compat_r; [lra |]. nra.
  - rewrite raise_pos by lra. pose proof (exp_ineq1_le (1 / INR T * ln (1 + u))).
    apply (Rmult_le_compat_r (/ INR T)) in concave; [| lra].
    replace (1 / INR T * ln (1 + u)) with (ln (1 + u) * / INR T) in * by (field; lra). unfold Rdiv. lra.
Qed.

(** Corollary 8 (i), from below: the smaller term. *)
Theorem kent_cor8i_smaller_term : forall (A : R) (T : nat) (alpha : R) (d : nat) (gamma : R) (n s : nat),
  1 <= A ->
  (1 <= T)%nat ->
  0 < alpha ->
  (1 <= d)%nat ->
  0 < gamma ->
  gamma <= 1 ->
  (1 <= n)%nat ->
  (1 <= s)%nat ->
  alpha ^ 2 * INR n <= A * raise (INR d) gamma ->
  ln 2 * INR s / (A * INR T) <= Rmin (1 / INR T) (raise (1 + INR d / (alpha ^ 2 * INR n)) (1 / INR T) - 1) * INR s.
Proof.
  intros A T alpha d gamma n s A_1 T_pos alpha_pos d_pos g_low g_high n_pos s_pos few.
  assert (d_1 : 1 <= INR d) by now apply (le_INR 1). assert (n_1 : 1 <= INR n) by now apply (le_INR 1).
  assert (T_1 : 1 <= INR T) by now apply (le_INR 1).
  assert (users : 0 < alpha ^ 2 * INR n) by (apply Rmult_lt_0_compat; [apply pow_lt |]; lra).
  assert (root : raise (INR d) gamma <= INR d).
  { rewrite raise_pos by lra. rewrite <- (exp_ln (INR d)) at 2 by lra. apply exp_le.
    assert (0 <= ln (INR d)) by (rewrite <- ln_1; apply ln_le; lra). nra. }
  assert (most : alpha ^ 2 * INR n <= A * INR d) by nra.
  replace (ln 2 * INR s / (A * INR T)) with (ln 2 * / A / INR T * INR s) by (field; lra).
  apply Rmult_le_compat_r; [apply pos_INR |]. apply root_of_small_excess; [exact T_pos | |].
  - split; [left; apply Rinv_0_lt_compat; lra |]. rewrite <- Rinv_1. apply Rinv_le_contravar; lra.
  - apply Rmult_le_reg_r with (A * (alpha ^ 2 * INR n)); [nra |].
    replace (/ A * (A * (alpha ^ 2 * INR n))) with (alpha ^ 2 * INR n) by (field; lra).
    replace (INR d / (alpha ^ 2 * INR n) * (A * (alpha ^ 2 * INR n))) with (A * INR d) by (field; lra). exact most.
Qed.

(** Corollary 8 (ii), from below: the smaller term. *)
Theorem kent_cor8ii_smaller_term : forall (T : nat) (alpha : R) (d n s : nat),
  (1 <= T)%nat ->
  0 < alpha ->
  (1 <= d)%nat ->
  (1 <= n)%nat ->
  (1 <= s)%nat ->
  INR d <= alpha ^ 2 * INR n ->
  INR d * ln 2 * INR s / (INR T * alpha ^ 2 * INR n) <= Rmin (1 / INR T) (raise (1 + INR d / (alpha ^ 2 * INR n)) (1
    / INR T) - 1) * INR s.
Proof.
  intros T alpha d n s T_pos alpha_pos d_pos n_pos s_pos many.
  assert (n_1 : 1 <= INR n) by now apply (le_INR 1). assert (T_1 : 1 <= INR T) by now apply (le_INR 1).
  assert (users : 0 < alpha ^ 2 * INR n) by (apply Rmult_lt_0_compat; [apply pow_lt |]; lra).
  set (u := INR d / (alpha ^ 2 * INR n)).
  replace (INR d * ln 2 * INR s / (INR T * alpha ^ 2 * INR n)) with (ln 2 * u / INR T * INR s)
    by (unfold u; field; nra).
  apply Rmult_le_compat_r; [apply pos_INR |]. apply root_of_small_excess; [exact T_pos | | lra]. unfold u. split.
  - apply Rmult_le_pos; [apply pos_INR | left; now apply Rinv_0_lt_compat].
  - apply Rmult_le_reg_r with (alpha ^ 2 * INR n); [exact users |].
    unfold Rdiv. rewrite Rmult_assoc, Rinv_l by lra. lra.
Qed.

(** Corollary 8 (i), from above: few users. *)
Theorem kent_cor8i_upper : forall (C L T b c d s : R),
  1 <= C ->
  1 <= L ->
  1 <= T ->
  1 <= b ->
  0 < c ->
  1 <= d ->
  1 <= s ->
  s <= d ->
  b <= C * d ->
  L * s / T + exp (- (b * c / s)) <= (L ^ 2 * d * s / (T * b) + exp (- (b * c / d))) * C.
Proof.
  intros C L T b c d s C_1 L_1 T_1 b_1 c_pos d_1 s_1 sparse few. rewrite Rmult_plus_distr_r. apply Rplus_le_compat.
  - apply Rmult_le_reg_r with (T * b); [nra |].
    replace (L * s / T * (T * b)) with (L * s * b) by (field; lra).
    replace (L ^ 2 * d * s / (T * b) * C * (T * b)) with (L * s * (L * (C * d))) by (field; lra).
    apply Rmult_le_compat_l; nra.
  - apply Rle_trans with (exp (- (b * c / d))).
    + apply exp_le, Ropp_le_contravar. apply Rmult_le_compat_l; [nra |]. apply Rinv_le_contravar; lra.
    + pose proof (exp_pos (- (b * c / d))). nra.
Qed.

(** Corollary 8 (ii), from above: many users. *)
Theorem kent_cor8ii_upper_rest : forall (C T b c d s : R),
  1 <= C ->
  1 <= T ->
  1 <= b ->
  0 < c ->
  1 <= d ->
  1 <= s ->
  C * d * ln (T * b * d) <= b ->
  1 <= C * c ->
  1 <= ln (T * b * d) ->
  exp (- (b * c / d)) <= (ln (T * b * d)) ^ 2 * d * s / (T * b).
Proof.
  intros C T b c d s C_1 T_1 b_1 c_pos d_1 s_1 many large log_1. set (l := ln (T * b * d)) in *.
  assert (Tb : 1 <= T * b) by nra. assert (Tbd : 1 <= T * b * d) by nra.
  assert (log : l <= b * c / d).
  { apply Rmult_le_reg_r with d; [lra |]. replace (b * c / d * d) with (b * c) by (field; lra).
    apply Rle_trans with (l * d * (C * c)); [| nra].
    assert (0 <= l * d) by nra. nra. }
  apply Rle_trans with (exp (- l)); [apply exp_le; lra |].
  unfold l. rewrite exp_Ropp, exp_ln by lra. fold l.
  apply Rmult_le_reg_r with (T * b * d); [lra |].
  rewrite Rinv_l by lra. replace (l ^ 2 * d * s / (T * b) * (T * b * d)) with (l ^ 2 * (d * d * s)) by (field; lra).
  assert (1 <= l ^ 2) by nra. assert (1 <= d * d) by nra. assert (1 <= d * d * s) by nra. nra.
Qed.

Theorem kent_cor8ii_upper : forall (C T b c d s : R),
  1 <= C ->
  1 <= T ->
  1 <= b ->
  0 < c ->
  1 <= d ->
  1 <= s ->
  C * d * ln (T * b * d) <= b ->
  1 <= C * c ->
  1 <= ln (T * b * d) ->
  (ln (T * b * d)) ^ 2 * d * s / (T * b) + exp (- (b * c / d)) <= 2 * (ln (T * b * d)) ^ 2 * d * s / (T * b).
Proof.
  intros C T b c d s C_1 T_1 b_1 c_pos d_1 s_1 many large log_1.
  pose proof (kent_cor8ii_upper_rest C T b c d s C_1 T_1 b_1 c_pos d_1 s_1 many large log_1) as rest.
  replace (2 * ln (T * b * d) ^ 2 * d * s / (T * b))
    with (ln (T * b * d) ^ 2 * d * s / (T * b) + ln (T * b * d) ^ 2 * d * s / (T * b)) by (field; lra). lra.
Qed.

Theorem kent_cor8ii_upper_better : forall (C L T b c d s : R),
  1 <= C ->
  1 <= L ->
  1 <= T ->
  1 <= b ->
  0 < c ->
  1 <= d ->
  1 <= s ->
  C * L * d <= b ->
  L ^ 2 * d * s / (T * b) <= L * s / T + exp (- (b * c / s)).
Proof.
  intros C L T b c d s C_1 L_1 T_1 b_1 c_pos d_1 s_1 many. pose proof (exp_pos (- (b * c / s))).
  apply Rle_trans with (L * s / T); [| lra]. apply Rmult_le_reg_r with (T * b); [nra |].
  replace (L ^ 2 * d * s / (T * b) * (T * b)) with (L * s * (L * d)) by (field; lra).
  replace (L * s / T * (T * b)) with (L * s * b) by (field; lra). apply Rmult_le_compat_l; nra.
Qed.

(** Theorem 10, from above: what its proof uses of numbers. *)
Theorem kent_thm10_upper_sum : forall (D t w : R),
  0 <= D ->
  0 <= t ->
  1 <= w ->
  80 * t <= 9 * D / (10 * w) ->
  80 * t + 8577 * D / (25 * w) <= 345 * D / w.
Proof.
  intros D t w D_pos t_pos w_1 small. eapply Rle_trans; [apply Rplus_le_compat_r, small |].
  apply Rmult_le_reg_r with w; [lra |].
  replace ((9 * D / (10 * w) + 8577 * D / (25 * w)) * w) with (9 * D / 10 + 8577 * D / 25) by (field; lra).
  replace (345 * D / w * w) with (345 * D) by (field; lra). lra.
Qed.

Theorem kent_thm10_upper_weight : forall (pi_0 q : R),
  0 < pi_0 ->
  pi_0 <= 1 ->
  0 <= q ->
  q <= 1 ->
  5 * pi_0 / 16 <= (1 - pi_0 * q / 8) * pi_0 / 2 - pi_0 * q / 8.
Proof. intros p q p_pos p_1 q_0 q_1. assert (p * q <= 1) by nra. assert (0 <= p * q) by nra. nra. Qed.

Theorem kent_thm10_upper_first_exponent : forall (alpha : R) (n : nat) (pi_0 : R),
  0 < alpha ->
  (1 <= n)%nat ->
  0 < pi_0 ->
  pi_0 <= 1 ->
  alpha ^ 2 * pi_0 ^ 2 * INR n / 1067 <= 625 * alpha ^ 2 * pi_0 ^ 2 * INR n / 640512.
Proof.
  intros alpha n p alpha_pos _ p_pos _. assert (0 <= alpha ^ 2 * p ^ 2 * INR n); [| nra].
  apply Rmult_le_pos; [apply Rmult_le_pos; apply pow2_ge_0 | apply pos_INR].
Qed.

Theorem kent_thm10_upper_second_exponent : forall (alpha : R) (n : nat) (pi_0 : R),
  0 < alpha ->
  (1 <= n)%nat ->
  0 < pi_0 ->
  pi_0 <= 1 ->
  alpha ^ 2 * pi_0 ^ 2 * INR n / 1067 <= 25 * alpha ^ 2 * pi_0 ^ 2 * INR n / 4448.
Proof.
  intros alpha n p alpha_pos _ p_pos _. assert (0 <= alpha ^ 2 * p ^ 2 * INR n); [| nra].
  apply Rmult_le_pos; [apply Rmult_le_pos; apply pow2_ge_0 | apply pos_INR].
Qed.

Theorem kent_thm10_upper_exponential : forall (m : nat) (y : R),
  (1 <= m)%nat ->
  0 <= y ->
  2 * exp (- (23 * y / 2)) * INR m <= 2 * exp (- (11 * y)) * INR m.
Proof.
  intros m y _ y_0. apply Rmult_le_compat_r; [apply pos_INR |]. apply Rmult_le_compat_l; [lra |]. apply exp_le. lra.
Qed.

Theorem kent_thm10_upper_squares : forall (Delta pi_0 w : R),
  0 < Delta ->
  Delta <= 1 ->
  0 < pi_0 ->
  pi_0 <= 1 ->
  1 <= w ->
  2 * (2 + Delta) ^ 2 + 8 * (243 * Delta ^ 2 / w + 9 * Delta ^ 2) / pi_0 ^ 2 <= 2034 / pi_0 ^ 2.
Proof.
  intros x p w x_pos x_1 p_pos p_1 w_1.
  assert (square : 0 < p ^ 2 <= 1) by nra. assert (x2 : 0 <= x ^ 2 <= 1) by nra.
  assert (fraction : x ^ 2 / w <= 1).
  { apply Rmult_le_reg_r with w; [lra |]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l by lra. lra. }
  assert (inverse : 1 <= / p ^ 2) by (rewrite <- Rinv_1 at 1; apply Rinv_le_contravar; lra).
  replace (243 * x ^ 2 / w) with (243 * (x ^ 2 / w)) by (field; lra).
  assert (8 * (243 * (x ^ 2 / w) + 9 * x ^ 2) / p ^ 2 <= 2016 / p ^ 2).
  { apply Rmult_le_compat_r; lra. }
  assert (2 * (2 + x) ^ 2 <= 18) by nra. unfold Rdiv in *. lra.
Qed.

Theorem kent_thm10_upper_rest : forall (M y : R),
  1 <= M ->
  0 <= y ->
  M <= exp y ->
  4 * M * exp (- (12 * y)) + 4068 * M ^ 2 * exp (- (11 * y)) <= 4072 * exp (- (9 * y)).
Proof.
  intros M y M_1 y_0 small.
  assert (first : M * exp (- (12 * y)) <= exp (- (9 * y))).
  { apply Rle_trans with (exp y * exp (- (12 * y))).
    - apply Rmult_le_compat_r; [left; apply exp_pos | exact small].
    - rewrite <- exp_plus. apply exp_le. lra. }
  assert (second : M ^ 2 * exp (- (11 * y)) <= exp (- (9 * y))).
  { apply Rle_trans with ((exp y) ^ 2 * exp (- (11 * y))).
    - apply Rmult_le_compat_r; [left; apply exp_pos | apply pow_incr; lra].
    - replace ((exp y) ^ 2) with (exp y * exp y) by ring. rewrite <- !exp_plus. apply exp_le. lra. }
  nra.
Qed.

(** ** Bassily and Sun: User-level Private Stochastic Convex Optimization with Optimal Rates *)

(** Theorem 4.1: the noise's size as the theorem has it. *)
Theorem bassily_thm4_1_noise : forall (d : nat) (delta epsilon gamma : R) (k : nat) (tau : R),
  (1 <= d)%nat ->
  0 < delta ->
  delta <= (1 / 2) ->
  0 < epsilon ->
  epsilon <= 1 ->
  0 < gamma ->
  gamma <= 1 ->
  (1 <= k)%nat ->
  0 < tau ->
  32 * (1 + 2 * sqrt 2 * sqrt (ln (8 * INR d * INR k / gamma))) ^ 2 * tau ^ 2 * ln (5 / (2 * delta)) / (epsilon ^ 2 *
    (INR k) ^ 2) <= 512 * tau ^ 2 * ln (5 / (2 * delta)) * ln (8 * INR d * INR k / gamma) / (epsilon ^ 2 * (INR k) ^ 2).
Proof.
  intros d delta eps gamma k tau d_pos delta_pos delta_small eps_pos _ gamma_pos gamma_1 k_pos tau_pos.
  assert (d_1 : 1 <= INR d) by now apply (le_INR 1). assert (k_1 : 1 <= INR k) by now apply (le_INR 1).
  assert (large : 8 <= 8 * INR d * INR k / gamma).
  { apply Rmult_le_reg_r with gamma; [lra |]. replace (8 * INR d * INR k / gamma * gamma) with (8 * INR d * INR k)
      by (field; lra). nra. }
  set (l := ln (8 * INR d * INR k / gamma)).
  assert (l_1 : 1 <= l).
  { unfold l. rewrite <- (ln_exp 1). apply ln_le; [apply exp_pos |]. pose proof exp_le_3. lra. }
  assert (c_pos : 0 <= ln (5 / (2 * delta))).
  { rewrite <- ln_1. apply ln_le; [lra |]. apply Rmult_le_reg_r with (2 * delta); [lra |].
    replace (5 / (2 * delta) * (2 * delta)) with 5 by (field; lra). lra. }
  apply Rmult_le_compat_r.
  { left. apply Rinv_0_lt_compat, Rmult_lt_0_compat; apply pow_lt; lra. }
  assert (root : 1 <= sqrt l) by (rewrite <- sqrt_1; now apply sqrt_le_1_alt).
  assert (root_2 : sqrt 2 <= 3 / 2) by (rewrite <- (sqrt_pow2 (3 / 2)) by lra; apply sqrt_le_1_alt; lra).
  pose proof (sqrt_pos 2). pose proof (sqrt_sqrt l ltac:(lra)) as square.
  assert (0 <= sqrt 2 * sqrt l <= 3 / 2 * sqrt l) by (split; [apply Rmult_le_pos | apply Rmult_le_compat_r]; lra).
  assert (main : (1 + 2 * sqrt 2 * sqrt l) ^ 2 <= 16 * l).
  { apply Rle_trans with ((4 * sqrt l) ^ 2); [apply pow_incr; nra |].
    replace ((4 * sqrt l) ^ 2) with (16 * (sqrt l * sqrt l)) by ring. lra. }
  replace (32 * (1 + 2 * sqrt 2 * sqrt l) ^ 2 * tau ^ 2 * ln (5 / (2 * delta)))
    with (32 * tau ^ 2 * ln (5 / (2 * delta)) * (1 + 2 * sqrt 2 * sqrt l) ^ 2) by ring.
  replace (512 * tau ^ 2 * ln (5 / (2 * delta)) * l) with (32 * tau ^ 2 * ln (5 / (2 * delta)) * (16 * l)) by ring.
  apply Rmult_le_compat_l; [| exact main].
  apply Rmult_le_pos; [apply Rmult_le_pos; [lra | apply pow2_ge_0] | exact c_pos].
Qed.

(** Logarithms of powers. *)
Lemma ln_most x y n : 0 < x -> 0 < y -> x <= y ^ n -> ln x <= INR n * ln y.
Proof. intros X Y le. rewrite <- ln_pow by exact Y. now apply ln_le. Qed.

(** Lemma 5.1: the variance of the noise. *)
Theorem bassily_lemma5_1_noise : forall (B L T : R) (d : nat) (delta gamma : R) (m n : nat),
  1 <= B ->
  0 < L ->
  1 <= T ->
  (1 <= d)%nat ->
  0 < delta ->
  delta < 1 ->
  0 < gamma ->
  gamma <= 1 ->
  (1 <= m)%nat ->
  (2 <= n)%nat ->
  T <= (INR n) ^ 2 ->
  INR d <= (INR n) ^ 2 ->
  B <= INR n ->
  2 * L ^ 2 * ln (2 * B * T / (delta * INR n)) * ln (8 * exp 1 * T * INR n / gamma) * ln (INR d * INR n / gamma) / (B
    ^ 2 * INR m) <= 144 * L ^ 2 * (ln (INR n / gamma)) ^ 2 * ln (INR n / delta) / (B ^ 2 * INR m).
Proof.
  intros B L T d delta gamma m n B_1 L_pos T_1 d_pos delta_pos delta_1 gamma_pos gamma_1 m_pos n_2 T_n d_n B_n.
  assert (d_1 : 1 <= INR d) by now apply (le_INR 1). assert (m_1 : 1 <= INR m) by now apply (le_INR 1).
  assert (n_large : 2 <= INR n) by now apply (le_INR 2). set (N := INR n) in *.
  pose proof exp_le_3 as e_3. pose proof (exp_ge_1 1 ltac:(lra)) as e_1.
  set (u := / gamma). set (v := / delta).
  assert (u_1 : 1 <= u) by (unfold u; rewrite <- Rinv_1; apply Rinv_le_contravar; lra).
  assert (v_1 : 1 <= v) by (unfold v; rewrite <- Rinv_1; apply Rinv_le_contravar; lra).
  assert (first : ln (2 * B * T / (delta * N)) <= 3 * ln (N / delta)).
  { apply Rle_trans with (INR 3 * ln (N / delta)); [| simpl INR; lra]. apply ln_most; unfold Rdiv; try fold v.
    - apply Rmult_lt_0_compat; [nra | apply Rinv_0_lt_compat; nra].
    - nra.
    - replace (2 * B * T * / (delta * N)) with (2 * T * v * (B / N)) by (unfold v; field; split; lra).
      assert (B / N <= 1) by (apply Rmult_le_reg_r with N; [lra | unfold Rdiv; rewrite Rmult_assoc, Rinv_l; lra]).
      assert (0 <= 2 * T * v) by nra. apply Rle_trans with (2 * T * v); [nra |].
      apply Rle_trans with (N * N ^ 2 * v); [apply Rmult_le_compat_r; nra |].
      replace ((N * v) ^ 3) with (N * N ^ 2 * (v * v ^ 2)) by ring.
      apply Rmult_le_compat_l; [nra |]. assert (1 <= v ^ 2) by nra. nra. }
  assert (second : ln (8 * exp 1 * T * N / gamma) <= 8 * ln (N / gamma)).
  { apply Rle_trans with (INR 8 * ln (N / gamma)); [| simpl INR; lra]. apply ln_most; unfold Rdiv; try fold u.
    - repeat apply Rmult_lt_0_compat; lra.
    - nra.
    - assert (powers : 8 * exp 1 <= N ^ 5).
      { apply Rle_trans with (2 ^ 5); [lra | apply pow_incr; lra]. }
      assert (u_8 : u <= u ^ 8) by (rewrite <- (pow_1 u) at 1; apply Rle_pow; [exact u_1 | lia]).
      apply Rle_trans with (N ^ 5 * N ^ 2 * N * u).
      + apply Rmult_le_compat_r; [lra |]. apply Rmult_le_compat_r; [lra |]. apply Rmult_le_compat; lra.
      + replace ((N * u) ^ 8) with (N ^ 5 * N ^ 2 * N * u ^ 8) by ring.
        apply Rmult_le_compat_l; [| exact u_8]. repeat apply Rmult_le_pos; try apply pow_le; lra. }
  assert (third : ln (INR d * N / gamma) <= 3 * ln (N / gamma)).
  { apply Rle_trans with (INR 3 * ln (N / gamma)); [| simpl INR; lra]. apply ln_most; unfold Rdiv; try fold u.
    - repeat apply Rmult_lt_0_compat; lra.
    - nra.
    - apply Rle_trans with (N ^ 2 * N * u); [apply Rmult_le_compat_r; [lra |]; apply Rmult_le_compat_r; lra |].
      replace ((N * u) ^ 3) with (N ^ 2 * N * u ^ 3) by ring.
      apply Rmult_le_compat_l; [nra |]. rewrite <- (pow_1 u) at 1. apply Rle_pow; [exact u_1 | lia]. }
  assert (log_pos : forall x, 1 <= x -> 0 <= ln x) by (intros x X; rewrite <- ln_1; apply ln_le; lra).
  assert (second_pos : 0 <= ln (8 * exp 1 * T * N / gamma)).
  { apply log_pos. unfold Rdiv. fold u. assert (1 <= 8 * exp 1 * T) by nra. assert (1 <= 8 * exp 1 * T * N) by nra.
    nra. }
  assert (third_pos : 0 <= ln (INR d * N / gamma)).
  { apply log_pos. unfold Rdiv. fold u. assert (1 <= INR d * N) by nra. nra. }
  assert (last_pos : 0 <= ln (N / delta)) by (apply log_pos; unfold Rdiv; fold v; nra).
  apply Rmult_le_compat_r.
  { left. apply Rinv_0_lt_compat, Rmult_lt_0_compat; [apply pow_lt |]; lra. }
  set (a := ln (2 * B * T / (delta * N))) in *. set (b := ln (8 * exp 1 * T * N / gamma)) in *.
  set (c := ln (INR d * N / gamma)) in *. set (x := ln (N / gamma)) in *. set (y := ln (N / delta)) in *.
  assert (b * c <= 8 * x * (3 * x)) by (apply Rmult_le_compat; assumption).
  assert (0 <= b * c) by (apply Rmult_le_pos; assumption).
  assert (a * (b * c) <= 3 * y * (8 * x * (3 * x))).
  { apply Rle_trans with (3 * y * (b * c)); [apply Rmult_le_compat_r | apply Rmult_le_compat_l]; lra. }
  assert (0 < L ^ 2) by (apply pow_lt; lra).
  replace (2 * L ^ 2 * a * b * c) with (2 * L ^ 2 * (a * (b * c))) by ring.
  replace (144 * L ^ 2 * x ^ 2 * y) with (2 * L ^ 2 * (3 * y * (8 * x * (3 * x)))) by ring.
  apply Rmult_le_compat_l; lra.
Qed.
