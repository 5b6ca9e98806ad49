(** * kent Theorem 6 (i) from above: the mean of numbers of [-1, 1]

    Half of the users vote for a bin of width sqrt(log/T), the others tell a sign that leans by how far their mean is
    from the centre of the bin that has won: One_mean.v. It says what a claim of the ledger says at that place, as the
    exporter writes it from the claim itself. *)

From Foundations Require Export Mean_of_draws Facts_tails.
Import ListNotations.
Open Scope R_scope.

(** ** Who does what *)

(** The first ones vote, the others up to n tell signs. *)
Definition in_halves (first n : nat) : nat -> option bool := fun i =>
  if (i <? first)%nat then Some true else if (i <? n)%nat then Some false else None.

Lemma votes_in_halves first n m : (first <= n)%nat -> role_count (in_halves first n) true m = Nat.min m first.
Proof.
  intros le. induction m as [| m IH]; [reflexivity |]. cbn [role_count]. rewrite IH. unfold in_halves.
  destruct (Nat.ltb_spec m first), (Nat.ltb_spec m n); cbn [Bool.eqb]; lia.
Qed.

Lemma signs_in_halves first n m : (first <= n)%nat ->
  role_count (in_halves first n) false m = (Nat.min m n - Nat.min m first)%nat.
Proof.
  intros le. induction m as [| m IH]; [reflexivity |]. cbn [role_count]. rewrite IH. unfold in_halves.
  destruct (Nat.ltb_spec m first), (Nat.ltb_spec m n); cbn [Bool.eqb]; lia.
Qed.

(** ** The risk for any number of draws and bins *)

Lemma clip_range x : - 1 <= clip 1 x <= 1.
Proof. unfold clip, Rmin, Rmax. repeat destruct (Rle_dec _ _); lra. Qed.

(** A mean of numbers of [-1, 1] is that of the numbers cut to it. *)
Lemma mean_cut P mu : laws_on (- 1) 1 P -> has_mean P mu -> E P (clip 1) = mu.
Proof.
  intros inside (D & wide & ->). unfold mean.
  apply (E_on_both (fun x => - 1 <= x <= 1) (fun x => - D <= x <= D)); auto.
  - apply bounded_between with (- 1) 1. apply clip_range.
  - apply bounded_between with (Rmin (- D) D) (Rmax (- D) D). intros x. unfold clip, Rmin, Rmax.
    repeat destruct (Rle_dec _ _); lra.
  - intros x X Y. now rewrite !clip_inside.
Qed.

Definition univariate half eps extra t : method (list R) (list bool) R :=
  let role := in_halves half (2 * half) in
  Method (list R) (list bool) R (2 * half) (answer_of_draws (clip 1) role eps extra t)
    (guess role (bin_width eps extra t) eps (2 * half)).

Definition univariate_risk half eps extra t := 16 * (sqrt (INR t) * exp (- (INR half * vote_rate eps))) +
  exp (- (2 * extra)) + 576 * (6 + 3 / 4 * eps + extra) / (INR t * Rmin 1 (eps ^ 2) * INR half).

Lemma risk_univariate half eps alpha extra t T : (1 <= half)%nat -> 0 < eps <= alpha -> 0 <= extra ->
  (1 <= t <= T)%nat ->
  users_in_turn (univariate half eps extra t) (2 * half) alpha /\
  worst_risk_most (univariate half eps extra t) (laws_on (- 1) 1) T (univariate_risk half eps extra t).
Proof.
  intros some range extra_0 draws. split.
  - split; [reflexivity |]. intros h x y. apply ratio_weaken with eps; [| lra]. simpl. unfold answer_of_draws.
    apply (answers_are_private (in_halves half (2 * half)) (bin_width eps extra t) eps); lra.
  - intros P mu inside has cut. pose proof (mean_cut P mu inside has) as mean_is.
    set (role := in_halves half (2 * half)).
    pose proof (signs_in_halves half (2 * half) (2 * half) ltac:(lia)) as tell. fold role in tell.
    replace (Nat.min (2 * half) (2 * half) - Nat.min (2 * half) half)%nat with half in tell by lia.
    pose proof (votes_in_halves half (2 * half) (2 * half) ltac:(lia)) as vote. fold role in vote.
    replace (Nat.min (2 * half) half) with half in vote by lia.
    assert (mu_range : - 1 <= mu <= 1) by (rewrite <- mean_is; apply E_between, clip_range).
    eapply Rle_trans.
    { apply E_mono with (g := fun z => (guess role (bin_width eps extra t) eps (2 * half) z - mu) ^ 2).
      - apply bounded_cut. intros z. apply pow2_ge_0.
      - apply bounded_between with 0 4. intros z. unfold guess. match goal with |- context [clip 1 ?u] =>
          pose proof (clip_range u) end. split; [apply pow2_ge_0 | nra].
      - intros z. apply Rmin_l. }
    pose proof (risk_of_draws P (clip 1) clip_range role eps extra t T half (2 * half) ltac:(lra) extra_0
      draws) as risk.
    rewrite mean_is, tell, vote in risk. unfold univariate_risk.
    rewrite (Ropp_mult_distr_r (INR half)), <- exp_pow. apply risk; try lia.
    + intros i I. unfold role, in_halves. rewrite (proj2 (Nat.ltb_lt i half)) by exact I. easy.
    + intros i I. unfold role, in_halves. rewrite (proj2 (Nat.ltb_ge i half)) by exact I.
      now destruct (i <? 2 * half)%nat.
    + intros i I. unfold role, in_halves. rewrite (proj2 (Nat.ltb_ge i half)), (proj2 (Nat.ltb_ge i (2 * half))) by lia.
      reflexivity.
Qed.

(** ** Numbers *)

(** As many draws as an exponential, rounded down. *)
Lemma rounded_down L : 0 <= L -> (1 <= place (exp L))%nat /\ exp L / 2 <= INR (place (exp L)) <= exp L.
Proof.
  intros pos. pose proof (exp_ge_1 L pos) as one. pose proof (place_between (exp L) ltac:(lra)) as [low high].
  assert (some : (1 <= place (exp L))%nat).
  { destruct (place (exp L)); [simpl in high; lra | lia]. }
  split; [exact some |]. apply (le_INR 1) in some. simpl (INR 1) in some. lra.
Qed.

Lemma root_of_exp L x : 0 <= x <= exp L -> sqrt x * exp (- L) <= exp (- (L / 2)).
Proof.
  intros range. apply Rle_trans with (exp (L / 2) * exp (- L)).
  - apply Rmult_le_compat_r; [left; apply exp_pos |].
    apply Rle_trans with (sqrt (exp L)); [apply sqrt_le_1_alt; lra |]. right.
    replace (exp L) with (exp (L / 2) * exp (L / 2)) by (rewrite <- exp_plus; f_equal; field).
    apply sqrt_square. left. apply exp_pos.
  - right. rewrite <- exp_plus. f_equal. field.
Qed.

Lemma exp_half_log y : 0 < y -> exp (- (2 * (ln y / 2))) = / y.
Proof. intros pos. replace (2 * (ln y / 2)) with (ln y) by field. now rewrite exp_Ropp, exp_ln. Qed.

(** ** alpha at most 1 *)

Theorem kent_thm6_upper1_high_privacy : forall (T : nat) (alpha : R) (n h : nat),
  (1 <= T)%nat ->
  0 < alpha ->
  alpha <= 1 ->
  (2 <= n)%nat ->
  INR n / 2 = INR h ->
  8 < alpha ^ 2 * INR n ->
  forall c : R, (forall (A : Type) (Z_ : method (list R) A R), users_in_turn Z_ n alpha -> forall r : R,
    worst_risk_most Z_ (laws_on (- 1) 1) T r -> c <= r) ->
  c <= 125000 * ln (alpha ^ 2 * INR T * INR n) / (INR T * alpha ^ 2 * INR n) +
    184000 * exp (- (alpha ^ 2 * INR n / 17072)).
Proof.
  intros T alpha n h T_1 alpha_pos alpha_1 n_2 halves many c least.
  assert (n_is : n = (2 * h)%nat) by (apply INR_eq; rewrite mult_INR; simpl (INR 2); lra).
  assert (h_1 : (1 <= h)%nat) by lia. set (N := alpha ^ 2 * INR n) in *.
  assert (h_is : INR h * alpha ^ 2 = N / 2) by (unfold N; rewrite <- halves; field).
  assert (T_pos : 1 <= INR T) by now apply (le_INR 1).
  assert (a2 : 0 < alpha ^ 2) by now apply pow_lt.
  assert (smallest : Rmin 1 (alpha ^ 2) = alpha ^ 2) by (apply Rmin_right; nra).
  assert (rate : INR h * vote_rate alpha = N / 280).
  { unfold vote_rate. destruct (Rle_dec 34 alpha); [lra |]. rewrite Rmin_right by nra.
    replace (INR h * (alpha ^ 2 / 140)) with (INR h * alpha ^ 2 / 140) by field. rewrite h_is. field. }
  replace (alpha ^ 2 * INR T * INR n) with (INR T * N) by (unfold N; ring).
  replace (INR T * alpha ^ 2 * INR n) with (INR T * N) by (unfold N; ring). set (y := INR T * N).
  assert (y_8 : 8 <= y) by (unfold y; nra).
  assert (log_1 : 1 <= ln y).
  { rewrite <- (ln_exp 1). apply ln_le; [apply exp_pos |]. pose proof exp_1_le. lra. }
  assert (bound : forall extra t, 0 <= extra -> (1 <= t <= T)%nat -> INR t <= exp (N / 280) ->
    c <= 16 * exp (- (N / 560)) + exp (- (2 * extra)) + 1152 * (27 / 4 + extra) / (INR t * N)).
  { intros extra t extra_0 range small.
    destruct (risk_univariate h alpha alpha extra t T h_1 ltac:(lra) extra_0 range) as [turns risk].
    rewrite <- n_is in turns. specialize (least _ _ turns _ risk). eapply Rle_trans; [exact least |].
    unfold univariate_risk.
    rewrite rate, smallest. assert (t_pos : 1 <= INR t) by (apply (le_INR 1); lia).
    apply Rplus_le_compat; [apply Rplus_le_compat_r |].
    - apply Rmult_le_compat_l; [lra |]. replace (N / 560) with (N / 280 / 2) by field. apply root_of_exp. lra.
    - replace (INR t * alpha ^ 2 * INR h) with (INR t * N / 2) by (rewrite <- (Rmult_1_r (INR t * N)); unfold N;
        rewrite <- halves; field).
      replace (576 * (6 + 3 / 4 * alpha + extra) / (INR t * N / 2)) with
        (1152 * (6 + 3 / 4 * alpha + extra) / (INR t * N)) by (field; lra).
      apply Rmult_le_compat_r; [left; apply Rinv_0_lt_compat; nra | lra]. }
  assert (decay : exp (- (N / 560)) <= exp (- (N / 17072))) by (apply exp_le; lra).
  pose proof (exp_pos (- (N / 17072))) as e_pos.
  destruct (Rle_dec (INR T) (exp (N / 280))) as [few | more].
  - pose proof (bound (ln y / 2) T ltac:(lra) ltac:(lia) few) as B. rewrite exp_half_log in B by lra. fold y in B.
    apply Rle_trans with (16 * exp (- (N / 560)) + (1 + 1152 * (27 / 4 + ln y / 2)) / y).
    + replace ((1 + 1152 * (27 / 4 + ln y / 2)) / y) with (/ y + 1152 * (27 / 4 + ln y / 2) / y) by (field; lra). lra.
    + assert ((1 + 1152 * (27 / 4 + ln y / 2)) / y <= 125000 * ln y / y); [| lra].
      apply Rmult_le_compat_r; [left; apply Rinv_0_lt_compat; lra | lra].
  - destruct (rounded_down (N / 280) ltac:(lra)) as (some & low & high). set (t := place (exp (N / 280))) in *.
    assert (t_T : (t <= T)%nat) by (apply INR_le; lra).
    pose proof (bound (N / 560) t ltac:(lra) ltac:(lia) high) as B.
    replace (2 * (N / 560)) with (N / 280) in B by field. pose proof (exp_pos (N / 280)) as E_pos.
    assert (inverse : / INR t <= 2 * exp (- (N / 280))).
    { rewrite exp_Ropp. replace (2 * / exp (N / 280)) with (/ (exp (N / 280) / 2)) by (field; lra).
      apply Rinv_le_contravar; lra. }
    assert (rest : 1152 * (27 / 4 + N / 560) / (INR t * N) <= 2000 * exp (- (N / 280))).
    { replace (1152 * (27 / 4 + N / 560) / (INR t * N)) with (1152 * (27 / 4 / N + 1 / 560) * / INR t)
        by (field; split; [lra | apply Rgt_not_eq; lra]).
      assert (27 / 4 / N <= 27 / 32).
      { apply Rmult_le_reg_r with N; [lra |]. replace (27 / 4 / N * N) with (27 / 4) by (field; lra). lra. }
      assert (0 < 27 / 4 / N) by (apply Rdiv_lt_0_compat; lra).
      apply Rle_trans with (1152 * (27 / 32 + 1 / 560) * (2 * exp (- (N / 280)))).
      - apply Rmult_le_compat; try lra. left. apply Rinv_0_lt_compat. lra.
      - pose proof (exp_pos (- (N / 280))). lra. }
    assert (exp (- (N / 280)) <= exp (- (N / 560))) by (apply exp_le; lra).
    assert (0 <= 125000 * ln y / y) by (apply Rdiv_le_0_compat; lra). lra.
Qed.

(** ** alpha above 1 *)

Theorem kent_thm6_upper1_low_privacy : forall (T : nat) (alpha : R) (n h : nat),
  (1 <= T)%nat ->
  1 < alpha ->
  (2 <= n)%nat ->
  INR n / 2 = INR h ->
  forall c : R, (forall (A : Type) (Z_ : method (list R) A R), users_in_turn Z_ n alpha -> forall r : R,
    worst_risk_most Z_ (laws_on (- 1) 1) T r -> c <= r) ->
  c <= 125000 * ln (INR T * INR n) / (INR T * INR n) + 184000 * exp (- (alpha * INR n / 1154)).
Proof.
  intros T alpha n h T_1 alpha_1 n_2 halves c least.
  assert (n_is : n = (2 * h)%nat) by (apply INR_eq; rewrite mult_INR; simpl (INR 2); lra).
  assert (h_1 : (1 <= h)%nat) by lia. assert (h_pos : 1 <= INR h) by now apply (le_INR 1).
  assert (T_pos : 1 <= INR T) by now apply (le_INR 1).
  set (y := INR T * INR n). assert (y_is : y = INR T * INR h * 2) by (unfold y; rewrite <- halves; field).
  assert (y_2 : 2 <= y) by nra.
  assert (log : 69 / 100 <= ln y) by (eapply Rle_trans; [exact ln_2_ge |]; apply ln_le; lra).
  assert (bound : forall eps extra t, 1 <= eps <= alpha -> 0 <= extra -> (1 <= t <= T)%nat ->
    c <= 16 * (sqrt (INR t) * exp (- (INR h * vote_rate eps))) + exp (- (2 * extra)) +
      576 * (6 + 3 / 4 * eps + extra) / (INR t * INR h)).
  { intros eps extra t range extra_0 draws.
    destruct (risk_univariate h eps alpha extra t T h_1 ltac:(lra) extra_0 draws) as [turns risk].
    rewrite <- n_is in turns. specialize (least _ _ turns _ risk). unfold univariate_risk in least.
    rewrite Rmin_left, Rmult_1_r in least by nra. exact least. }
  (* All draws, and a level of at most 50 ln y. *)
  assert (all_draws : forall eps, 1 <= eps <= alpha -> eps <= 50 * ln y ->
    c <= 16 * (sqrt (INR T) * exp (- (INR h * vote_rate eps))) + 54000 * ln y / y).
  { intros eps range small. pose proof (bound eps (ln y / 2) T range ltac:(lra) ltac:(lia)) as B.
    rewrite exp_half_log in B by lra.
    replace (INR T * INR h) with (y / 2) in B by (rewrite y_is; field).
    replace (576 * (6 + 3 / 4 * eps + ln y / 2) / (y / 2)) with (1152 * (6 + 3 / 4 * eps + ln y / 2) / y) in B
      by (field; lra).
    assert ((1 + 1152 * (6 + 3 / 4 * eps + ln y / 2)) / y <= 54000 * ln y / y).
    { apply Rmult_le_compat_r; [left; apply Rinv_0_lt_compat; lra | lra]. }
    replace ((1 + 1152 * (6 + 3 / 4 * eps + ln y / 2)) / y) with (/ y + 1152 * (6 + 3 / 4 * eps + ln y / 2) / y) in *
      by (field; lra). lra. }
  pose proof (vote_rate_least alpha ltac:(lra)) as rate. rewrite Rmin_left in rate by nra.
  set (L := INR h * vote_rate alpha) in *.
  assert (L_low : INR h * alpha / 140 <= L) by (unfold L; nra).
  assert (L_pos : 0 < L) by nra.
  assert (decay : exp (- (L / 4)) <= exp (- (alpha * INR n / 1154))) by (apply exp_le; nra).
  assert (half_decay : exp (- (L / 2)) <= exp (- (L / 4))) by (apply exp_le; lra).
  pose proof (exp_pos (- (L / 4))) as e_pos.
  assert (per_y : / y <= 2 * ln y / y) by (unfold Rdiv; rewrite <- (Rmult_1_l (/ y)) at 1; apply Rmult_le_compat_r;
    [left; apply Rinv_0_lt_compat; lra | lra]).
  assert (y_log : 0 <= ln y / y) by (apply Rdiv_le_0_compat; lra).
  destruct (Rle_dec (INR T) (exp L)) as [few | more].
  - destruct (Rle_dec alpha (50 * ln y)) as [moderate | large].
    + pose proof (all_draws alpha ltac:(lra) moderate) as B. fold L in B.
      pose proof (root_of_exp L (INR T) ltac:(lra)) as R. unfold Rdiv in *. lra.
    + set (eps := 50 * ln y). pose proof (all_draws eps ltac:(unfold eps; lra) ltac:(unfold eps; lra)) as B.
      assert (strong : exp (- (INR h * vote_rate eps)) <= / y * / y).
      { rewrite <- (exp_ln y) at 1 2 by lra. rewrite <- !exp_Ropp, <- exp_plus. apply exp_le.
        unfold vote_rate. destruct (Rle_dec 34 eps) as [_ | small]; [unfold eps; nra | unfold eps in small; lra]. }
      assert (root : sqrt (INR T) <= y).
      { apply Rle_trans with (INR T); [| nra]. rewrite <- (sqrt_square (INR T)) at 2 by lra. apply sqrt_le_1_alt. nra. }
      assert (sqrt (INR T) * exp (- (INR h * vote_rate eps)) <= / y).
      { apply Rle_trans with (y * (/ y * / y)); [| right; field; lra].
        apply Rmult_le_compat; [apply sqrt_pos | left; apply exp_pos | exact root | exact strong]. }
      unfold Rdiv in *. lra.
  - destruct (rounded_down L ltac:(lra)) as (some & low & high). set (t := place (exp L)) in *.
    assert (t_T : (t <= T)%nat) by (apply INR_le; lra).
    pose proof (bound alpha (L / 2) t ltac:(lra) ltac:(lra) ltac:(lia)) as B. fold L in B.
    pose proof (root_of_exp L (INR t) ltac:(split; [apply pos_INR | lra])) as R.
    replace (2 * (L / 2)) with L in B by field. pose proof (exp_pos L) as E_pos.
    assert (inverse : / INR t <= 2 * exp (- L)).
    { rewrite exp_Ropp. replace (2 * / exp L) with (/ (exp L / 2)) by (field; lra). apply Rinv_le_contravar; lra. }
    assert (t_pos : 1 <= INR t) by now apply (le_INR 1).
    assert (rest : 576 * (6 + 3 / 4 * alpha + L / 2) / (INR t * INR h) <= 1152 * (6 + 211 / 2 * L) * exp (- L)).
    { assert (share : alpha / INR h <= 140 * L).
      { apply Rle_trans with alpha.
        - apply Rmult_le_reg_r with (INR h); [lra |]. replace (alpha / INR h * INR h) with alpha by (field; lra). nra.
        - nra. }
      assert (one : / INR h <= 1) by (rewrite <- Rinv_1; apply Rinv_le_contravar; lra).
      assert (h_inv : 0 < / INR h) by (apply Rinv_0_lt_compat; lra).
      replace (576 * (6 + 3 / 4 * alpha + L / 2) / (INR t * INR h)) with
        (576 * ((6 + L / 2) * / INR h + 3 / 4 * (alpha / INR h)) * / INR t) by (field; lra).
      apply Rle_trans with (576 * (6 + 211 / 2 * L) * (2 * exp (- L))); [| lra].
      apply Rmult_le_compat; [| left; apply Rinv_0_lt_compat; lra | nra | exact inverse].
      assert (0 < alpha / INR h) by (apply Rdiv_lt_0_compat; lra). nra. }
    assert (product : L * exp (- L) <= 4 / 3 * exp (- (L / 4))).
    { replace (- L) with (- (L / 4) + - (3 / 4 * L)) by field. rewrite exp_plus.
      assert (L * exp (- (3 / 4 * L)) <= 4 / 3); [| nra].
      rewrite exp_Ropp. pose proof (exp_ineq1_le (3 / 4 * L)). pose proof (exp_pos (3 / 4 * L)).
      apply Rmult_le_reg_r with (exp (3 / 4 * L)); [lra |]. rewrite Rmult_assoc, Rinv_l by lra. lra. }
    assert (exp (- L) <= exp (- (L / 4))) by (apply exp_le; lra). unfold Rdiv in *. lra.
Qed.
