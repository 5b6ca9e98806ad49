(** * Numbered results of label: tests of labels, and local averages with noise

    Each theorem says what a claim of the ledger says at that place, as the exporter writes it from the claim itself. *)

From Coq Require Import Classical.
From Foundations Require Import Results_random Events Signed Label_laws Local_averages Estimates Volumes Bin_means.
From Foundations Require Import Facts_averages Facts_labels Small Events Channels Facts Facts_laws Facts_coupled
  Coupled Coupled_labels Sign_vectors.
From Foundations Require Import Ball_run Laplace_at Nouns_pieces Flips_told.
Import ListNotations.
Open Scope R_scope.

(** ** Tests of two laws of labels *)

(** A private test's errors at coupled data, l of which differ. *)
Lemma coupled_errors_most {B C} (O : space B) (A : algorithm C bool) P Q a b l eps : 0 < eps -> square_integrable O a ->
  almost_le O (fun _ => 0) a -> almost_le O a (fun _ => 1) -> square_integrable O b -> almost_le O (fun _ => 0) b ->
  almost_le O b (fun _ => 1) -> square_integrable O l -> almost_le O (fun _ => 0) l -> coupled_errors O A P Q a b l ->
  label_private (accepts A) eps -> / (1 + exp (eps * expectation O l)) <= expectation O a / 2 + expectation O b / 2.
Proof.
  intros e_pos a2 a_0 a_1 b2 b_0 b_1 l2 l_0 joint private.
  apply errors_of_private_test; try assumption.
  - now apply (fact_group_privacy_of_rejecting B C O A P Q); try lra.
  - now apply (fact_group_privacy_of_accepting B C O A P Q); try lra.
Qed.

(** Lemma 1, corrected: signs of mean t and of mean -t. *)
Theorem label_lemma1 : forall (A : algorithm bool bool) (epsilon : R) (n : nat) (t : R) (h : nat),
  0 < epsilon ->
  (1 <= n)%nat ->
  0 <= t ->
  t <= 1 ->
  (1 + t) * INR n / 2 = INR h ->
  label_private (accepts A) epsilon ->
  t <= ln 2 / (epsilon * INR n) ->
  2/3 <= 2 * test_risk (accepts A) (signs_of_mean n t) (signs_of_mean n (- t)).
Proof.
  intros A eps n t h e_pos n_1 t_0 t_1 whole private small.
  destruct (fact_signs_of_opposite_means_are_coupled A n t h n_1 whole t_0 t_1)
    as (B & O & a & b & l & a2 & a_0 & a_1 & b2 & b_0 & b_1 & l2 & l_0 & joint).
  rewrite (fact_errors_at_coupled_data B bool O A _ _ a b l a2 a_0 a_1 b2 b_0 b_1 l2 l_0 joint).
  pose proof (fact_signs_of_opposite_means B O A a b l n t h a2 a_0 a_1 b2 b_0 b_1 l2 l_0 n_1 whole joint t_0 t_1) as
    mean.
  pose proof (lt_0_INR n ltac:(lia)) as n_pos.
  pose proof (coupled_errors_most O A _ _ a b l eps e_pos a2 a_0 a_1 b2 b_0 b_1 l2 l_0 joint private) as errors.
  rewrite mean in errors.
  assert (two : exp (eps * (INR n * t)) <= 2).
  { rewrite <- (exp_ln 2) by lra. apply exp_le. apply (Rmult_le_compat_l (eps * INR n)) in small; [| nra].
    replace (eps * INR n * (ln 2 / (eps * INR n))) with (ln 2) in small by (field; lra). lra. }
  pose proof (exp_pos (eps * (INR n * t))).
  assert (/ 3 <= / (1 + exp (eps * (INR n * t)))) by (apply Rinv_le_contravar; lra). lra.
Qed.

(** Theorem 2, (11): a class as bits, each kept or turned. *)
Theorem label_thm2_privacy : forall (x x_ z : list bool) (K : nat) (epsilon : R),
  (2 <= K)%nat ->
  0 < epsilon ->
  ones_of x <= 1 ->
  ones_of x_ <= 1 ->
  mass_at ((flips K (exp (epsilon / 2) / (1 + exp (epsilon / 2)))) x) z <= mass_at ((flips K (exp (epsilon / 2) / (1
    + exp (epsilon / 2)))) x_) z * exp epsilon.
Proof.
  intros x y z K eps _ e_pos x_1 y_1. rewrite ones_in_is in x_1, y_1. unfold mass_at, chance.
  eapply Rle_trans; [apply (flips_close (eps / 2) K x y); [lra | apply bounded_indicator | intros; apply
    indicator_between] |].
  rewrite Rmult_comm. apply Rmult_le_compat_l.
  - rewrite <- (E_const (flips K (exp (eps / 2) / (1 + exp (eps / 2))) y) 0).
    apply E_mono; [bounded | apply bounded_indicator | intros; apply indicator_between].
  - apply exp_le. pose proof (bits_apart_most K x y). nra.
Qed.

(** Theorem 4, (17): counts that differ by one at most. *)
Theorem label_thm4_privacy : forall (n n_ : family_of_numbers) (K : nat) (epsilon : R) (j : nat),
  (2 <= K)%nat ->
  0 < epsilon ->
  (1 <= j)%nat ->
  (forall k : nat, (1 <= k)%nat -> (k <= K)%nat -> n k <= 1 + n_ k) ->
  (forall k_ : nat, (1 <= k_)%nat -> (k_ <= K)%nat -> n_ k_ <= 1 + n k_) ->
  (j <= K)%nat ->
  Sum (seq 1 K) (fun i => exp (n_ i * epsilon / 2)) * exp (n j * epsilon / 2) <= Sum (seq 1 K) (fun i_ => exp (n i_
    * epsilon / 2)) * exp (n_ j * epsilon / 2) * exp epsilon.
Proof.
  intros n n' K eps j _ e_pos j_1 near near' j_K.
  rewrite (Rmult_comm (Sum _ _)), <- Sum_scal. rewrite (Rmult_comm (Sum _ _ * _)), (Rmult_comm (Sum _ _)), <-
    Rmult_assoc.
  rewrite <- Sum_scal. apply Sum_le_in. intros i inside. apply in_seq in inside.
  rewrite <- !exp_plus. apply exp_le. pose proof (near j j_1 j_K). pose proof (near' i ltac:(lia) ltac:(lia)). nra.
Qed.

(** ** Local averages of bins, with noise *)

Lemma some_point {A} (P : law A) : exists x : A, True.
Proof.
  apply NNPP. intros none. assert (same : (fun _ : A => 1) = (fun _ => 0)).
  { apply functional_extensionality. intros x. exfalso. apply none. now exists x. }
  pose proof (E_const P 1) as one. pose proof (E_const P 0) as zero. rewrite same in one. lra.
Qed.

Lemma squared_error_weaken {S} (a : local_estimate S) (P : labelled S) g n r s : squared_error_most a P g n r -> r <= s
  ->
  squared_error_most a P g n s.
Proof. intros most le W O V V2 noise M. eapply Rle_trans; [now apply most | exact le]. Qed.

Lemma squared_bias_weaken {S} (a : local_estimate S) (P : labelled S) f g n r s : squared_bias_most a P f g n r ->
  r <= s -> squared_bias_most a P f g n s.
Proof. intros most le M. eapply Rle_trans; [apply most | exact le]. Qed.

Section Bins.
  Context {S : support} (P : labelled S) (N d : nat) (h c : R).
  Hypothesis (N_1 : (1 <= N)%nat) (d_1 : (1 <= d)%nat) (h_pos : 0 < h) (c_pos : 0 < c) (tiles : tiled P h c d).
  Let Hd := raise h (INR d).
  Let q := Hd * c.

  Let N_pos : 1 <= INR N.
  Proof. now apply (le_INR 1) in N_1. Qed.

  Let Hd_pos : 0 < Hd.
  Proof. unfold Hd. rewrite raise_pos by exact h_pos. apply exp_pos. Qed.

  Let q_pos : 0 < q.
  Proof. unfold q. nra. Qed.

  Let mass : bin_mass_least P h q.
  Proof. now apply fact_mass_of_a_bin. Qed.

  Let q_1 : q <= 1.
  Proof. destruct (some_point (features P)) as [x _]. eapply Rle_trans; [apply (mass x) | apply chance_between]. Qed.

  Lemma error_of_bins b v g r : 0 < b -> 0 <= v -> label_variance_most P v ->
    squared_bias_most (bin_means h b) P (regression P) g N r ->
    squared_error_most (bin_means h b) P g N (12 * (b / (INR N * q)) ^ 2 + 2 * v / (INR N * q) + r).
  Proof.
    intros b_pos v_0 labels bias. eapply squared_error_weaken; [now apply (fact_bias_and_variance_of_bins S P g N b h)
      |].
    apply Rplus_le_compat_r. assert (Nq : 0 < INR N * q) by nra. apply Rplus_le_compat.
    - pose proof (fact_mean_of_an_inverse_squared_count S P N h q N_1 h_pos q_pos q_1 mass) as count.
      apply Rle_trans with (2 * (6 / (INR N * q) ^ 2) * b ^ 2); [| right; field; lra].
      apply Rmult_le_compat_r; [apply pow2_ge_0 |]. apply Rmult_le_compat_l; [lra |]. eapply Rle_trans; [exact count |].
      apply Rmult_le_compat_l; [lra |]. apply Rinv_le_contravar; [nra |]. rewrite Rpow_mult_distr.
      apply Rmult_le_compat_r; [apply pow2_ge_0 | nra].
    - pose proof (fact_mean_of_an_inverse_count S P N h q N_1 h_pos q_pos q_1 mass) as count.
      apply Rle_trans with (2 / (INR N * q) * v); [| right; field; lra].
      apply Rmult_le_compat_r; [exact v_0 |]. eapply Rle_trans; [exact count |].
      apply Rmult_le_compat_l; [lra |]. apply Rinv_le_contravar; nra.
  Qed.

  Lemma bias_of_bins_most b L beta B : 0 < b -> 0 < L -> 0 < beta -> beta <= 1 -> hoelder (regression P) L beta ->
    largest_most (regression P) B -> squared_bias_most (bin_means h b) P (regression P) (regression P) N
      (B ^ 2 / (INR N * q) + L ^ 2 * raise (INR d) beta * raise h (2 * beta)).
  Proof.
    intros b_pos L_pos beta_pos beta_1 smooth large. pose proof (lt_0_INR d ltac:(lia)) as d_pos.
    eapply squared_bias_weaken.
    - apply (fact_bias_of_bins S P (regression P) L N b beta d h) with (b_ := B); auto. apply tiles.
    - assert (Nq : 0 < INR N * q) by nra. apply Rplus_le_compat.
      + pose proof (fact_an_empty_bin S P N h q N_1 h_pos q_pos q_1 mass) as few.
        apply Rle_trans with (/ (INR N * q) * B ^ 2); [| right; unfold Rdiv; ring].
        apply Rmult_le_compat_r; [apply pow2_ge_0 |]. eapply Rle_trans; [exact few |]. rewrite exp_Ropp.
        apply Rinv_le_contravar; [exact Nq |]. pose proof (exp_ineq1_le (INR N * q)). lra.
      + right. rewrite Rmult_assoc. f_equal. assert (h2 : 0 < h ^ 2) by now apply pow_lt.
        rewrite !raise_pos by (assumption || now apply Rmult_lt_0_compat).
        rewrite ln_mult, ln_pow, <- exp_plus by assumption. f_equal. simpl. ring.
  Qed.
End Bins.

(** ** Rates of widths *)

Lemma rate_least x e h : 0 < x -> raise x (- e) <= h -> - (e * ln x) <= ln h.
Proof.
  intros x_pos le. rewrite raise_pos in le by exact x_pos. rewrite <- (ln_exp (- (e * ln x))).
  apply ln_le; [apply exp_pos |]. now replace (- (e * ln x)) with (- e * ln x) by ring.
Qed.

Lemma rate_most x y e f h beta : 0 < x -> 0 < y -> 0 < h -> 0 < beta -> beta <= 1 ->
  h <= 2 * Rmax (raise x (- e)) (raise y (- f)) ->
  raise h (2 * beta) <= 4 * (raise x (- (2 * beta * e)) + raise y (- (2 * beta * f))).
Proof.
  intros x_pos y_pos h_pos beta_pos beta_1 le.
  assert (four : raise 2 (2 * beta) <= 4).
  { rewrite raise_pos by lra. replace 4 with (exp (ln (2 ^ 2))) by (rewrite exp_ln; lra). apply exp_le.
    rewrite ln_pow by lra. pose proof ln_2_ge. simpl. nra. }
  assert (power : forall z g, 0 < z -> raise (raise z (- g)) (2 * beta) = raise z (- (2 * beta * g))).
  { intros z g z_pos. rewrite (raise_pos z) by exact z_pos. rewrite raise_pos by apply exp_pos. rewrite ln_exp.
    rewrite raise_pos by exact z_pos. f_equal. ring. }
  assert (larger : forall z, 0 <= z -> h <= 2 * z -> raise h (2 * beta) <= 4 * raise z (2 * beta)).
  { intros z z_0 h_z. apply Rle_trans with (raise (2 * z) (2 * beta)); [apply raise_le; lra |].
    rewrite raise_mult by lra. apply Rmult_le_compat_r; [apply raise_ge_0 | exact four]. }
  pose proof (raise_ge_0 x (- (2 * beta * e))). pose proof (raise_ge_0 y (- (2 * beta * f))).
  rewrite <- (power x e x_pos) in *. rewrite <- (power y f y_pos) in *.
  unfold Rmax in le. destruct (Rle_dec _ _).
  - pose proof (larger _ (raise_ge_0 y (- f)) le). lra.
  - pose proof (larger _ (raise_ge_0 x (- e)) le). lra.
Qed.

(** N and N epsilon samples are enough for bins of this width. *)
Lemma enough x e h u : 0 < x -> 0 < h -> 0 < u -> raise x (- e) <= h -> - (e * ln x) * u + ln x = 0 ->
  1 <= x * raise h u.
Proof.
  intros x_pos h_pos u_pos le same. apply rate_least in le; [| exact x_pos]. rewrite raise_pos by exact h_pos.
  rewrite <- (exp_ln x) at 1 by exact x_pos. rewrite <- exp_plus, <- exp_0. apply exp_le. nra.
Qed.

(** Theorem 8: with labels in [-T, T] and noise of scale b = 2 s/epsilon. *)
Lemma rate_of_bins {S : support} (P : labelled S) C L N T beta c d eps h s : 0 < L -> (1 <= N)%nat -> 0 < T ->
  0 < beta -> beta <= 1 -> 0 < c -> (1 <= d)%nat -> 0 < eps -> 0 < h -> 0 < s -> labels_within P T ->
  hoelder (regression P) L beta -> tiled P h c d ->
  raise (INR N) (- (1 / (2 * beta + INR d))) <= h -> raise (INR N * eps) (- (1 / (beta + INR d))) <= h ->
  h <= 2 * Rmax (raise (INR N * eps) (- (1 / (beta + INR d)))) (raise (INR N) (- (1 / (2 * beta + INR d)))) ->
  3 * T ^ 2 / c + 48 * s ^ 2 / c ^ 2 + L ^ 2 * raise (INR d) beta <= C ->
  squared_error_most (bin_means h (2 * s / eps)) P (regression P) N (4 * (raise (INR N * eps) (- (2 * beta /
    (beta + INR d))) + raise (INR N) (- (2 * beta / (2 * beta + INR d)))) * C).
Proof.
  intros L_pos N_1 T_pos beta_pos beta_1 c_pos d_1 e_pos h_pos s_pos within smooth tiles wide wide' narrow large.
  pose proof (lt_0_INR N ltac:(lia)) as N_pos. pose proof (lt_0_INR d ltac:(lia)) as d_pos.
  assert (Ne : 0 < INR N * eps) by now apply Rmult_lt_0_compat.
  assert (b_pos : 0 < 2 * s / eps) by (apply Rdiv_lt_0_compat; lra).
  eapply squared_error_weaken.
  - apply (error_of_bins P N d h c N_1 d_1 h_pos c_pos tiles (2 * s / eps) (T ^ 2)); auto using pow2_ge_0.
    + now apply fact_variance_of_bounded_labels.
    + apply (bias_of_bins_most P N d h c N_1 d_1 h_pos c_pos tiles (2 * s / eps) L beta T); auto.
      now apply fact_mean_of_bounded_labels.
  - set (Hd := raise h (INR d)). set (Hb := raise h (2 * beta)). set (Hl := raise h beta).
    assert (Hd_pos : 0 < Hd) by (unfold Hd; rewrite raise_pos by lra; apply exp_pos).
    assert (Hl_pos : 0 < Hl) by (unfold Hl; rewrite raise_pos by lra; apply exp_pos).
    assert (Hb_is : Hb = Hl ^ 2).
    { unfold Hb, Hl. rewrite !raise_pos by lra. replace (2 * beta * ln h) with (beta * ln h + beta * ln h) by ring.
      rewrite exp_plus. ring. }
    assert (first : / (INR N * Hd) <= Hb).
    { pose proof (enough (INR N) (1 / (2 * beta + INR d)) h (2 * beta + INR d) N_pos h_pos ltac:(lra) wide
        ltac:(field; lra)) as many.
      rewrite raise_pos in many by lra. rewrite Rmult_plus_distr_r, exp_plus in many.
      rewrite <- !raise_pos in many by lra. fold Hb Hd in many.
      apply (Rmult_le_reg_l (INR N * Hd)); [nra |]. rewrite Rinv_r by nra. lra. }
    assert (second : / (INR N * eps * Hd) <= Hl).
    { pose proof (enough (INR N * eps) (1 / (beta + INR d)) h (beta + INR d) Ne h_pos ltac:(lra) wide'
        ltac:(field; lra)) as many.
      rewrite raise_pos in many by lra. rewrite Rmult_plus_distr_r, exp_plus in many.
      rewrite <- !raise_pos in many by lra. fold Hl Hd in many.
      apply (Rmult_le_reg_l (INR N * eps * Hd)); [nra |]. rewrite Rinv_r by nra. lra. }
    assert (inverse_0 : 0 < / (INR N * eps * Hd)) by (apply Rinv_0_lt_compat; nra).
    assert (square : (/ (INR N * eps * Hd)) ^ 2 <= Hb) by (rewrite Hb_is; apply pow_incr; lra).
    pose proof (rate_most (INR N * eps) (INR N) _ _ h beta Ne N_pos h_pos beta_pos beta_1 narrow) as most. fold Hb in
      most.
    replace (2 * beta * (1 / (beta + INR d))) with (2 * beta / (beta + INR d)) in most by (field; lra).
    replace (2 * beta * (1 / (2 * beta + INR d))) with (2 * beta / (2 * beta + INR d)) in most by (field; lra).
    replace (12 * (2 * s / eps / (INR N * (Hd * c))) ^ 2 + 2 * T ^ 2 / (INR N * (Hd * c)) +
      (T ^ 2 / (INR N * (Hd * c)) + L ^ 2 * raise (INR d) beta * Hb))
      with (48 * s ^ 2 / c ^ 2 * (/ (INR N * eps * Hd)) ^ 2 + 3 * T ^ 2 / c * / (INR N * Hd) +
        L ^ 2 * raise (INR d) beta * Hb) by (field; repeat split; lra).
    assert (A1 : 0 <= 48 * s ^ 2 / c ^ 2) by (apply Rdiv_le_0_compat; [nra | now apply pow_lt]).
    assert (A2 : 0 <= 3 * T ^ 2 / c) by (apply Rdiv_le_0_compat; nra).
    apply Rle_trans with (48 * s ^ 2 / c ^ 2 * Hb + 3 * T ^ 2 / c * Hb + L ^ 2 * raise (INR d) beta * Hb).
    + apply Rplus_le_compat_r, Rplus_le_compat; now apply Rmult_le_compat_l.
    + assert (A3 : 0 <= L ^ 2 * raise (INR d) beta) by (apply Rmult_le_pos; [nra | apply raise_ge_0]).
      assert (Hb_0 : 0 <= Hb) by apply raise_ge_0.
      apply Rle_trans with (Hb * C); [nra |]. apply Rmult_le_compat_r; lra.
Qed.

(** Theorem 8, corrected: labels in [-T, T] and noise for them. *)
Theorem label_thm8_risk : forall (A : support) (P : labelled A) (C L : R) (N : nat) (T beta c : R) (d : nat) (epsilon
  h : R),
  0 < C ->
  0 < L ->
  (1 <= N)%nat ->
  0 < T ->
  0 < beta ->
  beta <= 1 ->
  0 < c ->
  (1 <= d)%nat ->
  0 < epsilon ->
  0 < h ->
  labels_within P T ->
  hoelder (regression P) L beta ->
  tiled P h c d ->
  raise (INR N) (- (1 / (2 * beta + INR d))) <= h ->
  raise (INR N * epsilon) (- (1 / (beta + INR d))) <= h ->
  h <= 2 * Rmax (raise (INR N * epsilon) (- (1 / (beta + INR d)))) (raise (INR N) (- (1 / (2 * beta + INR d)))) ->
  3 * T ^ 2 / c + 48 * T ^ 2 / c ^ 2 + L ^ 2 * raise (INR d) beta <= C ->
  squared_error_most (bin_means h (2 * T / epsilon)) P (regression P) N (4 * (raise (INR N * epsilon) (- (2 * beta /
    (beta + INR d))) + raise (INR N) (- (2 * beta / (2 * beta + INR d)))) * C).
Proof.
  intros A P C L N T beta c d eps h _ L_pos N_1 T_pos beta_pos beta_1 c_pos d_1 e_pos h_pos within smooth tiles wide
    wide'
    narrow large.
  now apply (rate_of_bins P C L N T beta c d eps h T).
Qed.

(** Theorem 8, (24): the noise of labels in [-1, 1]. *)
Theorem label_thm8_rate : forall (A : support) (P : labelled A) (C L : R) (N : nat) (T beta c : R) (d : nat) (epsilon
  h : R),
  0 < C ->
  0 < L ->
  (1 <= N)%nat ->
  0 < T ->
  0 < beta ->
  beta <= 1 ->
  0 < c ->
  (1 <= d)%nat ->
  0 < epsilon ->
  0 < h ->
  labels_within P T ->
  hoelder (regression P) L beta ->
  tiled P h c d ->
  raise (INR N) (- (1 / (2 * beta + INR d))) <= h ->
  raise (INR N * epsilon) (- (1 / (beta + INR d))) <= h ->
  h <= 2 * Rmax (raise (INR N * epsilon) (- (1 / (beta + INR d)))) (raise (INR N) (- (1 / (2 * beta + INR d)))) ->
  3 * T ^ 2 / c + 48 / c ^ 2 + L ^ 2 * raise (INR d) beta <= C ->
  squared_error_most (bin_means h (2 / epsilon)) P (regression P) N (4 * (raise (INR N * epsilon) (- (2 * beta /
    (beta + INR d))) + raise (INR N) (- (2 * beta / (2 * beta + INR d)))) * C).
Proof.
  intros A P C L N T beta c d eps h _ L_pos N_1 T_pos beta_pos beta_1 c_pos d_1 e_pos h_pos within smooth tiles wide
    wide'
    narrow large.
  replace (2 / eps) with (2 * 1 / eps) by (f_equal; ring).
  apply (rate_of_bins P C L N T beta c d eps h 1); try assumption; lra.
Qed.

(** Theorem 12, (29): labels with a moment, clipped. *)
Theorem label_thm12_risk : forall (A : support) (P : labelled A) (C L M_p : R) (N : nat) (beta c : R) (d : nat)
  (epsilon h p : R),
  0 < C ->
  0 < L ->
  0 < M_p ->
  (1 <= N)%nat ->
  0 < beta ->
  beta <= 1 ->
  0 < c ->
  (1 <= d)%nat ->
  0 < epsilon ->
  0 < h ->
  2 <= p ->
  label_moment_most P p M_p ->
  hoelder (regression P) L beta ->
  tiled P h c d ->
  raise (INR N) (- (1 / (2 * beta + INR d))) <= h ->
  raise (INR N * epsilon) (- ((p - 1) / ((p - 1) * INR d + beta * p))) <= h ->
  h <= 2 * Rmax (raise (INR N) (- (1 / (2 * beta + INR d)))) (raise (INR N * epsilon) (- ((p - 1) / ((p - 1) * INR d
    + beta * p)))) ->
  M_p ^ 2 / 8 + 2 * L ^ 2 * raise (INR d) beta + 4 * raise M_p (2 / p) / c + 48 / c ^ 2 <= C ->
  squared_error_most (bin_means h (2 * raise (INR N * raise h (INR d) * epsilon) (1 / p) / epsilon)) (clipped P
    (raise (INR N * raise h (INR d) * epsilon) (1 / p))) (regression P) N (4 * (raise (INR N * epsilon) (- (2 * (p -
    1) * beta / ((p - 1) * INR d + beta * p))) + raise (INR N) (- (2 * beta / (2 * beta + INR d)))) * C).
Proof.
  intros A P C L M N beta c d eps h p _ L_pos M_pos N_1 beta_pos beta_1 c_pos d_1 e_pos h_pos p_2 moment smooth tiles
    wide
    wide' narrow large.
  pose proof (lt_0_INR N ltac:(lia)) as N_pos. pose proof (lt_0_INR d ltac:(lia)) as d_pos.
  assert (Ne : 0 < INR N * eps) by now apply Rmult_lt_0_compat.
  set (Hd := raise h (INR d)) in *. set (Hb := raise h (2 * beta)).
  assert (Hd_pos : 0 < Hd) by (unfold Hd; rewrite raise_pos by lra; apply exp_pos).
  assert (Hb_0 : 0 <= Hb) by apply raise_ge_0.
  set (y := INR N * Hd * eps). assert (y_pos : 0 < y) by (unfold y; repeat apply Rmult_lt_0_compat; assumption).
  set (T := raise y (1 / p)). assert (T_is : T = exp (1 / p * ln y)) by (unfold T; now apply raise_pos).
  assert (T_pos : 0 < T) by (rewrite T_is; apply exp_pos).
  set (v := raise M (2 / p)). set (B := raise M (1 / p)).
  assert (v_0 : 0 <= v) by apply raise_ge_0.
  assert (B2 : B ^ 2 = v).
  { unfold B, v. rewrite !raise_pos by exact M_pos. replace (2 / p * ln M) with (1 / p * ln M + 1 / p * ln M)
      by (field; lra). rewrite exp_plus. ring. }
  assert (b_pos : 0 < 2 * T / eps) by (apply Rdiv_lt_0_compat; lra).
  set (gap := M * raise T (1 - p) / 4).
  set (bias := 2 * gap ^ 2 + 2 * (B ^ 2 / (INR N * (Hd * c)) + L ^ 2 * raise (INR d) beta * Hb)).
  assert (bias_is : squared_bias_most (bin_means h (2 * T / eps)) (clipped P T) (regression (clipped P T)) (regression
    P)
    N bias).
  { apply (proj1 (fact_averages_beside_clipped_labels A P _ _ _ N T N_1 T_pos)).
    apply fact_average_of_another_function; [exact N_1 | now apply fact_mean_of_clipped_labels |].
    apply (bias_of_bins_most P N d h c N_1 d_1 h_pos c_pos tiles (2 * T / eps) L beta B); auto.
    now apply fact_mean_of_labels_with_a_moment. }
  eapply squared_error_weaken.
  - apply (error_of_bins (clipped P T) N d h c N_1 d_1 h_pos c_pos tiles (2 * T / eps) v); auto; [| exact bias_is].
    now apply fact_variance_of_clipped_labels.
  - fold Hd. set (G := (T / y) ^ 2).
    assert (G_is : G = exp ((2 / p - 2) * ln y)).
    { unfold G, Rdiv. rewrite <- (exp_ln y) at 1 by exact y_pos. rewrite <- exp_Ropp, T_is, <- exp_plus. simpl.
      rewrite Rmult_1_r, <- exp_plus. f_equal. field. lra. }
    assert (gap_is : gap ^ 2 = M ^ 2 / 16 * G).
    { unfold gap. rewrite raise_pos, T_is, ln_exp by exact T_pos. rewrite G_is.
      replace ((2 / p - 2) * ln y) with ((1 - p) * (1 / p * ln y) + (1 - p) * (1 / p * ln y)) by (field; lra).
      rewrite exp_plus. field. }
    assert (first : / (INR N * Hd) <= Hb).
    { pose proof (enough (INR N) (1 / (2 * beta + INR d)) h (2 * beta + INR d) N_pos h_pos ltac:(lra) wide
        ltac:(field; lra)) as many.
      rewrite raise_pos in many by lra. rewrite Rmult_plus_distr_r, exp_plus in many.
      rewrite <- !raise_pos in many by lra. fold Hb Hd in many.
      apply (Rmult_le_reg_l (INR N * Hd)); [nra |]. rewrite Rinv_r by nra. lra. }
    assert (third : G <= Hb).
    { rewrite G_is. unfold Hb. rewrite raise_pos by exact h_pos. apply exp_le.
      apply rate_least in wide'; [| exact Ne]. set (a := (p - 1) * INR d + beta * p) in *.
      assert (a_pos : 0 < a) by (unfold a; nra).
      assert (y_ln : ln y = ln (INR N * eps) + INR d * ln h).
      { unfold y, Hd. rewrite raise_pos by exact h_pos.
        replace (INR N * exp (INR d * ln h) * eps) with (INR N * eps * exp (INR d * ln h)) by ring.
        rewrite ln_mult, ln_exp by (assumption || apply exp_pos). ring. }
      apply (Rmult_le_compat_l a) in wide'; [| lra].
      replace (a * - ((p - 1) / a * ln (INR N * eps))) with (- ((p - 1) * ln (INR N * eps))) in wide' by (field; lra).
      apply (Rmult_le_reg_l (p / 2)); [lra |].
      replace (p / 2 * ((2 / p - 2) * ln y)) with (- ((p - 1) * ln y)) by (field; lra).
      rewrite y_ln. unfold a in wide'. lra. }
    pose proof (rate_most (INR N) (INR N * eps) _ _ h beta N_pos Ne h_pos beta_pos beta_1 narrow) as most. fold Hb in
      most.
    replace (2 * beta * ((p - 1) / ((p - 1) * INR d + beta * p)))
      with (2 * (p - 1) * beta / ((p - 1) * INR d + beta * p)) in most by (field; nra).
    replace (2 * beta * (1 / (2 * beta + INR d))) with (2 * beta / (2 * beta + INR d)) in most by (field; lra).
    unfold bias. rewrite gap_is, B2.
    replace (12 * (2 * T / eps / (INR N * (Hd * c))) ^ 2) with (48 / c ^ 2 * G)
      by (unfold G, y; field; repeat split; lra).
    replace (48 / c ^ 2 * G + 2 * v / (INR N * (Hd * c)) + (2 * (M ^ 2 / 16 * G) + 2 * (v / (INR N * (Hd * c)) +
      L ^ 2 * raise (INR d) beta * Hb)))
      with ((M ^ 2 / 8 + 48 / c ^ 2) * G + 4 * v / c * / (INR N * Hd) + 2 * L ^ 2 * raise (INR d) beta * Hb)
      by (field; repeat split; lra).
    assert (A1 : 0 <= M ^ 2 / 8 + 48 / c ^ 2).
    { assert (0 < 48 / c ^ 2) by (apply Rdiv_lt_0_compat; [lra | now apply pow_lt]). pose proof (pow2_ge_0 M). lra. }
    assert (A2 : 0 <= 4 * v / c) by (apply Rdiv_le_0_compat; lra).
    apply Rle_trans with ((M ^ 2 / 8 + 48 / c ^ 2) * Hb + 4 * v / c * Hb + 2 * L ^ 2 * raise (INR d) beta * Hb).
    + apply Rplus_le_compat_r, Rplus_le_compat; now apply Rmult_le_compat_l.
    + assert (A3 : 0 <= 2 * L ^ 2 * raise (INR d) beta)
        by (apply Rmult_le_pos; [pose proof (pow2_ge_0 L); lra | apply raise_ge_0]).
      fold v in large. apply Rle_trans with (Hb * C); [| apply Rmult_le_compat_r; lra].
      replace (_ + 4 * v / c * Hb + _)
        with (Hb * (M ^ 2 / 8 + 2 * L ^ 2 * raise (INR d) beta + 4 * v / c + 48 / c ^ 2)) by ring.
      now apply Rmult_le_compat_l.
Qed.

(** ** Means of near neighbours, with noise *)

Lemma ln_2_most : ln 2 <= 3 / 4.
Proof.
  assert (H : 1 + 3 / 32 <= exp (3 / 32)) by apply exp_ineq1_le.
  doubled H (119 / 100). doubled H (1416 / 1000). doubled H 2. replace (2 * _) with (3 / 4) in H by field.
  rewrite <- (ln_exp (3 / 4)). apply ln_le; lra.
Qed.

Lemma raise_exp x y : 0 < x -> raise x y = exp (y * ln x).
Proof. intros pos. now apply raise_pos. Qed.

Section Near.
  Context {S : support} (P : labelled S) (N k d : nat) (c theta D L beta : R).
  Let V := exp (- log_ball_volume d).
  Let z := 2 * V * INR k / (INR N * c * theta).
  Let r := raise z (1 / INR d).
  Hypothesis (N_1 : (1 <= N)%nat) (k_1 : (1 <= k)%nat) (d_1 : (1 <= d)%nat) (c_pos : 0 < c) (theta_pos : 0 < theta)
    (D_pos : 0 < D) (L_pos : 0 < L) (beta_pos : 0 < beta) (beta_1 : beta <= 1) (dense : dense_and_regular P c theta D d)
    (less : r < D) (smooth : hoelder (regression P) L beta).

  Let N_pos : 0 < INR N.
  Proof. apply lt_0_INR. lia. Qed.

  Let k_pos : 0 < INR k.
  Proof. apply lt_0_INR. lia. Qed.

  Let d_pos : 0 < INR d.
  Proof. apply lt_0_INR. lia. Qed.

  Let V_pos : 0 < V.
  Proof. apply exp_pos. Qed.

  Let z_pos : 0 < z.
  Proof. unfold z. apply Rdiv_lt_0_compat; repeat apply Rmult_lt_0_compat; lra. Qed.

  Let r_pos : 0 < r.
  Proof. unfold r. rewrite raise_exp by exact z_pos. apply exp_pos. Qed.

  Let q := 2 * INR k / INR N.

  Let q_pos : 0 < q.
  Proof. apply Rdiv_lt_0_compat; lra. Qed.

  Let mass : ball_mass_least P r q.
  Proof.
    replace q with (raise r (INR d) * c * exp (log_ball_volume d) * theta); [now apply fact_mass_of_a_ball with D |].
    rewrite raise_exp by exact r_pos. unfold r. rewrite raise_exp, ln_exp by exact z_pos.
    replace (INR d * (1 / INR d * ln z)) with (ln z) by (field; lra). rewrite exp_ln by exact z_pos.
    unfold z, q, V. rewrite exp_Ropp. field. pose proof (exp_pos (log_ball_volume d)). repeat split; lra.
  Qed.

  Let q_1 : q <= 1.
  Proof. destruct (some_point (features P)) as [x _]. eapply Rle_trans; [apply (mass x) | apply chance_between]. Qed.

  Lemma few_neighbours : (k <= N)%nat.
  Proof.
    apply INR_le. assert (two : 2 * INR k <= INR N); [| lra]. pose proof q_1 as most. unfold q in most.
    apply (Rmult_le_compat_r (INR N)) in most; [| lra]. unfold Rdiv in most. rewrite Rmult_assoc, Rinv_l in most by lra.
    lra.
  Qed.

  Let far : neighbour_far k P N r <= 4 / INR k.
  Proof.
    eapply Rle_trans; [apply (fact_samples_in_a_ball S P N k q r); auto |].
    eapply Rle_trans; [apply (fact_chernoff_half_of_the_mean N q k); auto |].
    - unfold q. right. field. lra.
    - replace ((ln 2 / 2 - 1 / 2) * INR N * q) with (- ((1 - ln 2) * INR k)) by (unfold q; field; lra).
      pose proof ln_2_most. rewrite exp_Ropp. unfold Rdiv. pose proof (exp_ineq1_le ((1 - ln 2) * INR k)).
      assert (INR k / 4 <= (1 - ln 2) * INR k) by nra.
      replace (4 * / INR k) with (/ (INR k / 4)) by (field; lra). apply Rinv_le_contravar; lra.
  Qed.

  Lemma bias_of_near b B : 0 < b -> largest_most (regression P) B ->
    squared_bias_most (nearest_means k b) P (regression P) (regression P) N
      (16 * B ^ 2 / INR k + L ^ 2 * raise z (2 * beta / INR d)).
  Proof.
    intros b_pos large. eapply squared_bias_weaken.
    - apply (fact_bias_of_near_neighbours S P (regression P) L N b beta k r) with (b_ := B); auto.
      apply few_neighbours.
    - apply Rplus_le_compat.
      + replace (16 * B ^ 2 / INR k) with (4 * (4 / INR k) * B ^ 2) by (field; lra).
        apply Rmult_le_compat_r; [apply pow2_ge_0 |]. lra.
      + right. f_equal. rewrite (raise_exp r) by exact r_pos. unfold r. rewrite !raise_exp, ln_exp by exact z_pos.
        f_equal. field. lra.
  Qed.
End Near.

(** Theorem 6, corrected: the risk of near neighbours' means, for labels in [-T, T]. *)
Theorem label_thm6_risk : forall (A : support) (P : labelled A) (C D L : R) (N : nat) (T beta c : R) (d : nat)
  (epsilon : R) (k : nat) (theta : R),
  0 < C ->
  0 < D ->
  0 < L ->
  (1 <= N)%nat ->
  0 < T ->
  0 < beta ->
  beta <= 1 ->
  0 < c ->
  (1 <= d)%nat ->
  0 < epsilon ->
  (1 <= k)%nat ->
  0 < theta ->
  theta <= 1 ->
  labels_within P T ->
  hoelder (regression P) L beta ->
  dense_and_regular P c theta D d ->
  raise (2 * exp (- log_ball_volume d) * INR k / (INR N * c * theta)) (1 / INR d) < D ->
  raise (Rmin 1 epsilon) (- (2 * INR d / (2 * beta + INR d))) * raise (INR N) (2 * beta / (2 * beta + INR d)) <= INR
    k ->
  INR k <= 2 * raise (Rmin 1 epsilon) (- (2 * INR d / (2 * beta + INR d))) * raise (INR N) (2 * beta / (2 * beta +
    INR d)) ->
  25 * T ^ 2 + L ^ 2 * raise (4 * exp (- log_ball_volume d) / (c * theta)) (2 * beta / INR d) <= C ->
  squared_error_most (nearest_means k (2 * T / epsilon)) P (regression P) N (C * raise (INR N * (Rmin 1 epsilon) ^
    2) (- (2 * beta / (2 * beta + INR d)))).
Proof.
  intros A P C D L N T beta c d eps k theta _ D_pos L_pos N_1 T_pos beta_pos beta_1 c_pos d_1 e_pos k_1 theta_pos _
    within
    smooth dense less least most large.
  set (a := Rmin 1 eps) in *. assert (a_pos : 0 < a) by (apply Rmin_glb_lt; lra).
  assert (a_1 : a <= 1) by apply Rmin_l. assert (a_e : a <= eps) by apply Rmin_r.
  pose proof (lt_0_INR N ltac:(lia)) as N_pos. pose proof (lt_0_INR d ltac:(lia)) as d_pos.
  pose proof (lt_0_INR k ltac:(lia)) as k_pos. assert (b_pos : 0 < 2 * T / eps) by (apply Rdiv_lt_0_compat; lra).
  set (V := exp (- log_ball_volume d)) in *. assert (V_pos : 0 < V) by apply exp_pos.
  set (s := 2 * beta + INR d) in *. assert (s_pos : 0 < s) by (unfold s; lra).
  set (z := 2 * V * INR k / (INR N * c * theta)) in *.
  assert (z_pos : 0 < z) by (unfold z; apply Rdiv_lt_0_compat; repeat apply Rmult_lt_0_compat; lra).
  set (u := 4 * V / (c * theta)) in *.
  assert (u_pos : 0 < u) by (unfold u; apply Rdiv_lt_0_compat; repeat apply Rmult_lt_0_compat; lra).
  assert (a2 : 0 < a ^ 2) by now apply pow_lt. assert (Na : 0 < INR N * a ^ 2) by now apply Rmult_lt_0_compat.
  set (w := raise (INR N * a ^ 2) (- (2 * beta / s))).
  assert (w_is : w = exp (- (2 * beta / s) * (ln (INR N) + 2 * ln a))).
  { unfold w. now rewrite raise_exp, ln_mult, ln_pow by assumption. }
  rewrite !raise_exp, <- exp_plus in least by assumption.
  rewrite !raise_exp, Rmult_assoc, <- exp_plus in most by assumption.
  eapply squared_error_weaken.
  - apply (fact_bias_and_variance_of_near_neighbours A P (regression P) N (2 * T / eps) k N_1 b_pos k_1
      (few_neighbours P N k d c theta D N_1 k_1 d_1 c_pos theta_pos D_pos dense less) (T ^ 2)
      (fact_variance_of_bounded_labels A P T T_pos within)).
    apply (bias_of_near P N k d c theta D L beta) with (B := T); try assumption. now apply fact_mean_of_bounded_labels.
  - fold V z. assert (first : / (a ^ 2 * INR k) <= w).
    { rewrite w_is, <- (Rinv_inv (exp _)), <- exp_Ropp. apply Rinv_le_contravar; [apply exp_pos |].
      apply (Rmult_le_compat_l (a ^ 2)) in least; [| lra]. apply Rle_trans with (2 := least).
      rewrite <- (exp_ln a) at 2 by exact a_pos. simpl. rewrite Rmult_1_r, <- !exp_plus. right. f_equal.
      unfold s. field. fold s. lra. }
    assert (second : raise z (2 * beta / INR d) <= raise u (2 * beta / INR d) * w).
    { assert (z_u : z <= u * exp (- (INR d / s) * (ln (INR N) + 2 * ln a))).
      { unfold z. replace (2 * V * INR k / (INR N * c * theta)) with (2 * V / (c * theta) * (INR k / INR N))
          by (field; lra).
        replace u with (2 * V / (c * theta) * 2) by (unfold u; field; lra). rewrite Rmult_assoc.
        apply Rmult_le_compat_l; [apply Rdiv_le_0_compat; nra |].
        apply (Rmult_le_reg_r (INR N)); [exact N_pos |]. unfold Rdiv at 1. rewrite Rmult_assoc, Rinv_l, Rmult_1_r by
          lra.
        apply Rle_trans with (1 := most). rewrite Rmult_assoc. apply Rmult_le_compat_l; [lra |].
        rewrite <- (exp_ln (INR N)) at 3 by exact N_pos. rewrite <- exp_plus. right. f_equal. unfold s. field.
        fold s. lra. }
      rewrite w_is. apply Rle_trans with (raise (u * exp (- (INR d / s) * (ln (INR N) + 2 * ln a))) (2 * beta / INR d)).
      - apply raise_le; [apply Rdiv_le_0_compat; lra | lra].
      - rewrite !raise_exp by (assumption || (apply Rmult_lt_0_compat; [assumption | apply exp_pos])).
        rewrite ln_mult, ln_exp, <- exp_plus by (assumption || apply exp_pos). right. f_equal. field. lra. }
    assert (third : 17 + 8 / eps ^ 2 <= 25 / a ^ 2).
    { assert (a ^ 2 <= 1) by nra. assert (a ^ 2 <= eps ^ 2) by (apply pow_incr; lra).
      apply (Rmult_le_reg_r (a ^ 2)); [exact a2 |]. replace (25 / a ^ 2 * a ^ 2) with 25 by (field; lra).
      assert (e2 : 0 < eps ^ 2) by now apply pow_lt. assert (8 / eps ^ 2 * a ^ 2 <= 8).
      { replace 8 with (8 / eps ^ 2 * eps ^ 2) at 2 by (field; lra). apply Rmult_le_compat_l; [| lra].
        apply Rdiv_le_0_compat; lra. }
      lra. }
    replace ((2 * (2 * T / eps) ^ 2 + T ^ 2) / INR k + (16 * T ^ 2 / INR k + L ^ 2 * raise z (2 * beta / INR d)))
      with (T ^ 2 / INR k * (17 + 8 / eps ^ 2) + L ^ 2 * raise z (2 * beta / INR d)) by (field; lra).
    apply Rle_trans with (25 * T ^ 2 * w + L ^ 2 * (raise u (2 * beta / INR d) * w)).
    + apply Rplus_le_compat.
      * apply Rle_trans with (T ^ 2 / INR k * (25 / a ^ 2)).
        -- apply Rmult_le_compat_l; [apply Rdiv_le_0_compat; [apply pow2_ge_0 | lra] | exact third].
        -- replace (T ^ 2 / INR k * (25 / a ^ 2)) with (25 * T ^ 2 * / (a ^ 2 * INR k)) by (field; lra).
           apply Rmult_le_compat_l; [| exact first]. pose proof (pow2_ge_0 T). lra.
      * apply Rmult_le_compat_l; [apply pow2_ge_0 | exact second].
    + replace (25 * T ^ 2 * w + L ^ 2 * (raise u (2 * beta / INR d) * w))
        with ((25 * T ^ 2 + L ^ 2 * raise u (2 * beta / INR d)) * w) by ring.
      apply Rmult_le_compat_r; [apply raise_ge_0 | exact large].
Qed.

(** Theorem 10, corrected: the same for labels with a moment, clipped. *)
Theorem label_thm10_risk : forall (A : support) (P : labelled A) (C D L M_p : R) (N : nat) (beta c : R) (d : nat)
  (epsilon : R) (k : nat) (p theta : R),
  0 < C ->
  0 < D ->
  0 < L ->
  0 < M_p ->
  (1 <= N)%nat ->
  0 < beta ->
  beta <= 1 ->
  0 < c ->
  (1 <= d)%nat ->
  0 < epsilon ->
  (1 <= k)%nat ->
  2 <= p ->
  0 < theta ->
  theta <= 1 ->
  label_moment_most P p M_p ->
  hoelder (regression P) L beta ->
  dense_and_regular P c theta D d ->
  raise (2 * exp (- log_ball_volume d) * INR k / (INR N * c * theta)) (1 / INR d) < D ->
  raise (INR N) (2 * beta * p / (2 * beta * p + (p - 1) * INR d)) * raise epsilon (- (2 * (p - 1) * INR d / (2 *
    beta * p + (p - 1) * INR d))) + raise (INR N) (2 * beta / (2 * beta + INR d)) <= INR k ->
  INR k <= 2 * raise (INR N) (2 * beta / (2 * beta + INR d)) + 2 * raise (INR N) (2 * beta * p / (2 * beta * p + (p
    - 1) * INR d)) * raise epsilon (- (2 * (p - 1) * INR d / (2 * beta * p + (p - 1) * INR d))) ->
  8 + M_p ^ 2 / 8 + 2 * L ^ 2 * raise (8 * exp (- log_ball_volume d) / (c * theta)) (2 * beta / INR d) + 33 * raise
    M_p (2 / p) <= C ->
  squared_error_most (nearest_means k (2 * raise (epsilon ^ 2 * INR k) (1 / (2 * p)) / epsilon)) (clipped P (raise
    (epsilon ^ 2 * INR k) (1 / (2 * p)))) (regression P) N ((raise (INR N * epsilon ^ 2) (- (2 * (p - 1) * beta / (2
    * beta * p + (p - 1) * INR d))) + raise (INR N) (- (2 * beta / (2 * beta + INR d)))) * C).
Proof.
  intros A P C D L M N beta c d eps k p theta _ D_pos L_pos M_pos N_1 beta_pos beta_1 c_pos d_1 e_pos k_1 p_2 theta_pos
    _
    moment smooth dense less least most large.
  pose proof (lt_0_INR N ltac:(lia)) as N_pos. pose proof (lt_0_INR d ltac:(lia)) as d_pos.
  pose proof (lt_0_INR k ltac:(lia)) as k_pos.
  set (V := exp (- log_ball_volume d)) in *. assert (V_pos : 0 < V) by apply exp_pos.
  set (s := 2 * beta + INR d) in *. assert (s_pos : 0 < s) by (unfold s; lra).
  set (g := 2 * beta * p + (p - 1) * INR d) in *.
  assert (g_pos : 0 < g) by (unfold g; assert (0 < beta * p) by nra; assert (0 <= (p - 1) * INR d) by nra; lra).
  set (z := 2 * V * INR k / (INR N * c * theta)) in *.
  assert (z_pos : 0 < z) by (unfold z; apply Rdiv_lt_0_compat; repeat apply Rmult_lt_0_compat; lra).
  set (u := 8 * V / (c * theta)) in *.
  assert (u_pos : 0 < u) by (unfold u; apply Rdiv_lt_0_compat; repeat apply Rmult_lt_0_compat; lra).
  rewrite (Rmult_assoc 2 (raise (INR N) (2 * beta * p / g))) in most.
  set (K1 := raise (INR N) (2 * beta * p / g) * raise eps (- (2 * (p - 1) * INR d / g))) in *.
  set (K2 := raise (INR N) (2 * beta / s)) in *. set (lN := ln (INR N)) in *. set (le := ln eps) in *.
  assert (K1_is : K1 = exp ((2 * beta * p * lN - 2 * (p - 1) * INR d * le) / g)).
  { unfold K1. rewrite !raise_exp, <- exp_plus by assumption. fold lN le. f_equal. field. lra. }
  assert (K2_is : K2 = exp (2 * beta / s * lN)) by (unfold K2; now rewrite raise_exp).
  assert (K1_pos : 0 < K1) by (rewrite K1_is; apply exp_pos).
  assert (K2_pos : 0 < K2) by (rewrite K2_is; apply exp_pos).
  assert (e2 : 0 < eps ^ 2) by now apply pow_lt.
  set (R1 := raise (INR N * eps ^ 2) (- (2 * (p - 1) * beta / g))). set (R2 := raise (INR N) (- (2 * beta / s))).
  assert (R1_is : R1 = exp (- (2 * (p - 1) * beta / g) * (lN + 2 * le))).
  { unfold R1. rewrite raise_exp by now apply Rmult_lt_0_compat. now rewrite ln_mult, ln_pow by assumption. }
  assert (R2_is : R2 = exp (- (2 * beta / s * lN))).
  { unfold R2. rewrite raise_exp by assumption. f_equal. fold lN. ring. }
  assert (R1_pos : 0 < R1) by (rewrite R1_is; apply exp_pos).
  assert (R2_pos : 0 < R2) by (rewrite R2_is; apply exp_pos).
  set (y := eps ^ 2 * INR k) in *. assert (y_pos : 0 < y) by now apply Rmult_lt_0_compat.
  set (T := raise y (1 / (2 * p))) in *. assert (T_is : T = exp (1 / (2 * p) * ln y)) by (unfold T; now apply
    raise_pos).
  assert (T_pos : 0 < T) by (rewrite T_is; apply exp_pos).
  set (v := raise M (2 / p)) in *. set (B := raise M (1 / p)). assert (v_0 : 0 <= v) by apply raise_ge_0.
  assert (B2 : B ^ 2 = v).
  { unfold B, v. rewrite !raise_pos by exact M_pos. replace (2 / p * ln M) with (1 / p * ln M + 1 / p * ln M)
      by (field; lra). rewrite exp_plus. ring. }
  assert (b_pos : 0 < 2 * T / eps) by (apply Rdiv_lt_0_compat; lra).
  set (gap := M * raise T (1 - p) / 4). set (power := raise z (2 * beta / INR d)).
  assert (bias_is : squared_bias_most (nearest_means k (2 * T / eps)) (clipped P T) (regression (clipped P T))
    (regression P) N (2 * gap ^ 2 + 2 * (16 * B ^ 2 / INR k + L ^ 2 * power))).
  { apply (proj1 (fact_averages_beside_clipped_labels A P _ _ _ N T N_1 T_pos)).
    apply fact_average_of_another_function; [exact N_1 | now apply fact_mean_of_clipped_labels |].
    apply (bias_of_near P N k d c theta D L beta); try assumption. now apply fact_mean_of_labels_with_a_moment. }
  eapply squared_error_weaken.
  - apply (fact_bias_and_variance_of_near_neighbours A (clipped P T) (regression P) N (2 * T / eps) k N_1 b_pos k_1
      (few_neighbours P N k d c theta D N_1 k_1 d_1 c_pos theta_pos D_pos dense less) v
      (fact_variance_of_clipped_labels A P M T p M_pos T_pos p_2 moment) _ bias_is).
  - set (G := exp ((1 / p - 1) * ln y)).
    assert (T2 : T ^ 2 / y = G).
    { rewrite T_is. unfold Rdiv. rewrite <- (exp_ln y) at 2 by exact y_pos. rewrite <- exp_Ropp. simpl.
      rewrite Rmult_1_r, <- !exp_plus. unfold G. f_equal. field. lra. }
    assert (gap_is : gap ^ 2 = M ^ 2 / 16 * G).
    { unfold gap. rewrite raise_pos, T_is, ln_exp by exact T_pos. unfold G.
      replace ((1 / p - 1) * ln y) with ((1 - p) * (1 / (2 * p) * ln y) + (1 - p) * (1 / (2 * p) * ln y)) by (field;
        lra).
      rewrite exp_plus. field. }
    assert (first : G <= R1).
    { rewrite R1_is. unfold G. apply exp_le.
      assert (low : 2 * le + (2 * beta * p * lN - 2 * (p - 1) * INR d * le) / g <= ln y).
      { rewrite <- (ln_exp (2 * le + _)). apply ln_le; [apply exp_pos |]. rewrite exp_plus, <- K1_is. unfold y.
        replace (exp (2 * le)) with (eps ^ 2).
        - apply Rmult_le_compat_l; lra.
        - replace (2 * le) with (le + le) by ring. rewrite exp_plus. unfold le. rewrite exp_ln by exact e_pos. ring. }
      apply (Rmult_le_compat_l ((p - 1) / p)) in low; [| apply Rdiv_le_0_compat; lra].
      replace ((1 / p - 1) * ln y) with (- ((p - 1) / p * ln y)) by (field; lra).
      replace (- (2 * (p - 1) * beta / g) * (lN + 2 * le))
        with (- ((p - 1) / p * (2 * le + (2 * beta * p * lN - 2 * (p - 1) * INR d * le) / g))); [lra |].
      unfold g. field. fold g. split; lra. }
    assert (second : / INR k <= R2).
    { rewrite R2_is, exp_Ropp, <- K2_is. apply Rinv_le_contravar; lra. }
    assert (third : power <= raise u (2 * beta / INR d) * (R1 + R2)).
    { assert (share : forall K R, 0 < K -> R = exp (2 * beta / INR d * (ln K - lN)) -> z <= u * (K / INR N) ->
        power <= raise u (2 * beta / INR d) * R).
      { intros K R K_pos -> z_u. apply Rle_trans with (raise (u * (K / INR N)) (2 * beta / INR d)).
        - apply raise_le; [apply Rdiv_le_0_compat; lra | lra].
        - assert (0 < K / INR N) by now apply Rdiv_lt_0_compat. rewrite raise_mult by (lra || apply Rdiv_lt_0_compat;
          lra).
          apply Rmult_le_compat_l; [apply raise_ge_0 |]. rewrite raise_exp by assumption. right. do 2 f_equal.
          unfold Rdiv. rewrite ln_mult, ln_Rinv by (assumption || now apply Rinv_0_lt_compat). unfold lN. ring. }
      assert (at_most : forall K, INR k <= 4 * K -> z <= u * (K / INR N)).
      { intros K small. unfold z, u. replace (2 * V * INR k / (INR N * c * theta)) with
          (2 * V / (INR N * c * theta) * INR k) by (field; lra).
        replace (8 * V / (c * theta) * (K / INR N)) with (2 * V / (INR N * c * theta) * (4 * K)) by (field; lra).
        apply Rmult_le_compat_l; [| exact small]. apply Rdiv_le_0_compat; [lra |]. repeat apply Rmult_lt_0_compat; lra.
          }
      pose proof (raise_ge_0 u (2 * beta / INR d)). destruct (Rle_dec K1 K2) as [le_ | gt].
      - apply Rle_trans with (raise u (2 * beta / INR d) * R2); [| nra].
        apply (share K2 R2 K2_pos); [| apply at_most; lra]. rewrite R2_is, K2_is, ln_exp. f_equal. unfold s. field.
        fold s. lra.
      - apply Rle_trans with (raise u (2 * beta / INR d) * R1); [| nra].
        apply (share K1 R1 K1_pos); [| apply at_most; lra]. rewrite R1_is, K1_is, ln_exp. f_equal. unfold g. field.
        fold g. lra. }
    rewrite gap_is, B2.
    replace ((2 * (2 * T / eps) ^ 2 + v) / INR k + (2 * (M ^ 2 / 16 * G) + 2 * (16 * v / INR k + L ^ 2 * power)))
      with (8 * (T ^ 2 / y) + M ^ 2 / 8 * G + 33 * v * / INR k + 2 * L ^ 2 * power)
      by (unfold y; field; lra).
    rewrite T2. pose proof (pow2_ge_0 M). pose proof (pow2_ge_0 L). set (w := raise u (2 * beta / INR d)) in *.
    assert (w_0 : 0 <= w) by apply raise_ge_0.
    apply Rle_trans with ((8 + M ^ 2 / 8) * R1 + 33 * v * R2 + 2 * L ^ 2 * (w * (R1 + R2))).
    + replace (8 * G + M ^ 2 / 8 * G) with ((8 + M ^ 2 / 8) * G) by ring.
      repeat apply Rplus_le_compat; apply Rmult_le_compat_l; lra.
    + apply Rle_trans with ((R1 + R2) * (8 + M ^ 2 / 8 + 2 * L ^ 2 * w + 33 * v)).
      * assert (0 <= (8 + M ^ 2 / 8) * R2) by (apply Rmult_le_pos; lra).
        assert (0 <= 33 * v * R1) by (apply Rmult_le_pos; lra). lra.
      * apply Rmult_le_compat_l; lra.
Qed.

(** ** Private labels *)

(** Theorem 6, corrected: a label in [-T, T] and Laplace noise. *)
Theorem label_thm6_privacy : forall (L : laplace_laws) (T epsilon y y_ : R),
  0 < T ->
  0 < epsilon ->
  - T <= y ->
  y <= T ->
  - T <= y_ ->
  y_ <= T ->
  hockey_stick_most (laplace_at L y (2 * T / epsilon)) (laplace_at L y_ (2 * T / epsilon)) epsilon 0.
Proof.
  intros L T eps y y' T_pos e_pos y_1 y_2 y'_1 y'_2.
  apply laplace_mechanism; [apply Rdiv_lt_0_compat; lra |].
  replace (eps * (2 * T / eps)) with (2 * T) by (field; lra). apply Rabs_le. lra.
Qed.

(** Theorem 8, corrected: of a bin's mean one label, with all else that is told. *)
Theorem label_thm8_privacy : forall (A : Type) (L : laplace_laws) (R_ : law A) (T epsilon : R) (n : nat) (r y y_ : R),
  0 < T ->
  0 < epsilon ->
  (1 <= n)%nat ->
  - T <= y ->
  y <= T ->
  - T <= y_ ->
  y_ <= T ->
  hockey_stick_most (joint (laplace_at L (y / INR n + r) (2 * T / (epsilon * INR n))) R_) (joint (laplace_at L (y_ /
    INR n + r) (2 * T / (epsilon * INR n))) R_) epsilon 0.
Proof.
  intros A L R_ T eps n r y y' T_pos e_pos n_1 y_1 y_2 y'_1 y'_2. pose proof (lt_0_INR n ltac:(lia)) as n_pos.
  apply independent_part_of_both, laplace_mechanism.
  - apply Rdiv_lt_0_compat; [lra | nra].
  - replace (eps * (2 * T / (eps * INR n))) with (2 * T / INR n) by (field; lra).
    replace (y / INR n + r - (y' / INR n + r)) with ((y - y') / INR n) by (field; lra).
    unfold Rdiv. rewrite Rabs_mult, (Rabs_pos_eq (/ INR n)) by (left; now apply Rinv_0_lt_compat).
    apply Rmult_le_compat_r; [left; now apply Rinv_0_lt_compat |]. apply Rabs_le. lra.
Qed.

(** Theorem 10, corrected: a clipped label and Laplace noise. *)
Theorem label_thm10_privacy : forall (L : laplace_laws) (T epsilon y y_ : R),
  0 < T ->
  0 < epsilon ->
  hockey_stick_most (laplace_at L (Rmin T (Rmax y (- T))) (2 * T / epsilon)) (laplace_at L (Rmin T (Rmax y_ (- T)))
    (2 * T / epsilon)) epsilon 0.
Proof.
  intros L T eps y y' T_pos e_pos. apply label_thm6_privacy; try assumption;
    unfold Rmin, Rmax; repeat destruct (Rle_dec _ _); lra.
Qed.

(** Theorem 12: of a bin's mean one clipped label, with all else that is told. *)
Theorem label_thm12_privacy : forall (A : Type) (L : laplace_laws) (R_ : law A) (T epsilon : R) (n : nat) (r y y_ :
  R),
  0 < T ->
  0 < epsilon ->
  (1 <= n)%nat ->
  hockey_stick_most (joint (laplace_at L (Rmin T (Rmax y (- T)) / INR n + r) (2 * T / (epsilon * INR n))) R_) (joint
    (laplace_at L (Rmin T (Rmax y_ (- T)) / INR n + r) (2 * T / (epsilon * INR n))) R_) epsilon 0.
Proof.
  intros A L R_ T eps n r y y' T_pos e_pos n_1. apply label_thm8_privacy; try assumption;
    unfold Rmin, Rmax; repeat destruct (Rle_dec _ _); lra.
Qed.

(** Proposition 1: a private message of the label, and what is made of it and of the rest. *)
Theorem label_prop1 : forall (A B C H U : Type) (M : mechanism A B C) (R_ : law H) (S_ : event U) (g : channel (prod C
  H) U) (x : A) (y y_ : B) (epsilon : R),
  0 <= epsilon ->
  hockey_stick_most (M x y) (M x y_) epsilon 0 ->
  chance (bind (joint (M x y) R_) g) S_ <= chance (bind (joint (M x y_) R_) g) S_ * exp epsilon.
Proof.
  intros A B C H U M R_ S g x y y' eps _ close.
  pose proof (proj2 (independent_part_of_both (M x y) (M x y') R_ eps 0) close) as joined.
  pose proof (fact_post_processing _ _ g (joint (M x y) R_) (joint (M x y') R_) eps 0 joined) as after.
  rewrite <- (Rplus_0_r (_ * exp eps)).
  now apply fact_hockey_stick_divergence.
Qed.

(** Labels that are -T, 0 or T, and their negatives. *)
Lemma turned_close P Q T i : 0 < T -> turned_labels P Q T -> TV_most (label P i) (label Q i) (Rabs (label_mean P i) /
  T).
Proof.
  intros T_pos turned. destruct (turned i) as [values negative]. set (G := fun n o =>
    match o with Some y => cut_off n y | None => 0 end : R).
  assert (BG : forall n, 0 <= n -> bounded (G n)).
  { intros n n_0. apply bounded_between with (- n) n. intros [y |]; simpl; [| lra].
    unfold cut_off, Rmax, Rmin. repeat destruct (Rle_dec _ _); lra. }
  assert (mean_is : label_mean P i = E (label P i) (G T)).
  { unfold label_mean. destruct (INR_above T) as [N above].
    rewrite (is_lim_seq_unique _ (E (label P i) (G T))); [reflexivity |].
    apply is_lim_seq_ext_loc with (fun _ => E (label P i) (G T)); [| apply is_lim_seq_const].
    exists N. intros n le. apply le_INR in le. apply values; [apply BG; lra | apply BG; apply pos_INR |].
    intros [y |] at_y; simpl; [| reflexivity]. unfold cut_off, Rmax, Rmin. repeat destruct (Rle_dec _ _); lra. }
  intros f F. pose proof (bounded_test f F) as B. rewrite (negative f B).
  assert (B' : bounded (fun o => f (option_map Ropp o))) by (destruct B as [M small]; exists M; intros; apply small).
  set (c := (f (Some T) - f (Some (- T))) / T).
  rewrite <- E_minus by assumption. rewrite (values _ (fun o => c * G T o)).
  - rewrite E_scal, <- mean_is by (apply BG; lra). pose proof (F (Some T)). pose proof (F (Some (- T))).
    unfold c, Rdiv. rewrite Rmult_assoc, (Rmult_comm (/ T)), <- Rmult_assoc.
    apply Rmult_le_compat_r; [left; now apply Rinv_0_lt_compat |]. eapply Rle_trans; [apply Rle_abs |].
    rewrite Rabs_mult. assert (one : Rabs (f (Some T) - f (Some (- T))) <= 1) by (apply Rabs_le; lra).
    pose proof (Rabs_pos (label_mean P i)). nra.
  - bounded.
  - apply (bounded_mult (fun _ => c)); [bounded | apply BG; lra].
  - intros [y |] at_y; simpl; [| ring]. unfold c.
    assert (kept : cut_off T y = y) by (unfold cut_off, Rmax, Rmin; repeat destruct (Rle_dec _ _); lra). rewrite kept.
    destruct at_y as [-> | [-> | ->]]; [rewrite Ropp_involutive | rewrite Ropp_0 |]; field; lra.
Qed.

(** Lemma 3, corrected: labels that are -T, 0 or T, and their negatives. *)
Theorem label_lemma3 : forall (A : algorithm R bool) (P Q : law (list R)) (N : nat) (T epsilon : R),
  (1 <= N)%nat ->
  0 < T ->
  0 < epsilon ->
  label_private (accepts A) epsilon ->
  independent_labels P Q N ->
  turned_labels P Q T ->
  1 / (1 + exp (Sum (seq 1 N) (fun i => Rabs (label_mean P (i - 1)) / T) * epsilon)) <= test_risk (accepts A) P Q.
Proof.
  intros A P Q N T eps N_1 T_pos e_pos private apart turned.
  destruct (fact_labels_are_coupled R A P Q N N_1 apart)
    as (B & O & a & b & l & a2 & a_0 & a_1 & b2 & b_0 & b_1 & l2 & l_0 & joint).
  rewrite (fact_errors_at_coupled_data B R O A P Q a b l a2 a_0 a_1 b2 b_0 b_1 l2 l_0 joint).
  apply Rle_trans with (2 := coupled_errors_most O A P Q a b l eps e_pos a2 a_0 a_1 b2 b_0 b_1 l2 l_0 joint private).
  unfold Rdiv at 1. rewrite Rmult_1_l. apply Rinv_le_contravar; [pose proof (exp_pos (eps * expectation O l)); lra |].
  apply Rplus_le_compat_l, exp_le. rewrite Rmult_comm. apply Rmult_le_compat_r; [lra |].
  apply (proj1 (fact_labels_that_differ B R O A P Q a b l N a2 a_0 a_1 b2 b_0 b_1 l2 l_0 N_1 joint apart)).
  exists (fun i => Rabs (label_mean P (i - 1)) / T). split; [| lra]. intros i _ _. now apply turned_close.
Qed.
