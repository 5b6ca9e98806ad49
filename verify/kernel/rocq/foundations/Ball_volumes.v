(** * Volumes of balls: an upper bound, and covers of a ball

    The lattice's points in a ball, by Chernoff's bound: 1 is at most e^(t (n^2 - z^2)) where z^2 <= n^2. *)

From Foundations Require Export Lattice_volumes.
Import ListNotations.
Open Scope R_scope.

(** ** Sums over a lattice *)

Lemma geometric_sum t n : 0 < t -> Sum (seq 0 n) (fun j => exp (- (t * INR (S j)))) <= / t.
Proof.
  intros T. apply Rle_trans with (/ t * (1 - exp (- (t * INR n)))).
  - induction n as [| n IH]; [simpl; rewrite Rmult_0_r, Ropp_0, exp_0; lra |].
    rewrite seq_S, Sum_app. simpl Nat.add. cbn [Sum]. rewrite Rplus_0_r.
    assert (step : exp (- (t * INR (S n))) <= / t * (exp (- (t * INR n)) - exp (- (t * INR (S n))))).
    { apply Rmult_le_reg_l with t; [exact T |]. rewrite <- Rmult_assoc, Rinv_r, Rmult_1_l by lra.
      rewrite S_INR. replace (- (t * INR n)) with (- (t * (INR n + 1)) + t) by ring. rewrite exp_plus.
      pose proof (exp_pos (- (t * (INR n + 1)))) as pos. pose proof (exp_ineq1_le t). nra. }
    lra.
  - rewrite <- (Rmult_1_r (/ t)) at 2. apply Rmult_le_compat_l; [left; now apply Rinv_0_lt_compat |].
    pose proof (exp_pos (- (t * INR n))). lra.
Qed.

Lemma Sum_integers n (g : Z -> R) : (forall x, g (- x)%Z = g x) ->
  Sum (integers n) g = g 0%Z + 2 * Sum (seq 0 n) (fun j => g (Z.of_nat (S j))).
Proof.
  intros even. unfold integers. rewrite Sum_map. induction n as [| n IH].
  - cbn [Sum seq Nat.mul Nat.add]. replace (Z.of_nat 0 - Z.of_nat 0)%Z with 0%Z by lia. lra.
  - assert (last : Sum (seq 0 (S n)) (fun j => g (Z.of_nat (S j))) =
      Sum (seq 0 n) (fun j => g (Z.of_nat (S j))) + g (Z.of_nat (S n)))
      by (rewrite seq_S, Sum_app; cbn [Sum Nat.add]; ring). rewrite last.
    replace (2 * S n + 1)%nat with (S (S (2 * n + 1))) by lia. rewrite seq_S. cbn [seq]. rewrite Sum_app.
    cbn [Sum]. rewrite <- seq_shift, Sum_map.
    rewrite (Sum_ext (seq 0 (2 * n + 1)) _ (fun i => g (Z.of_nat i - Z.of_nat n)%Z)) by (intros i; f_equal; lia).
    rewrite IH.
    replace (Z.of_nat 0 - Z.of_nat (S n))%Z with (- Z.of_nat (S n))%Z by lia. rewrite even.
    replace (Z.of_nat (0 + S (2 * n + 1)) - Z.of_nat (S n))%Z with (Z.of_nat (S n)) by lia. lra.
Qed.

Lemma Sum_flat_map {A B} (l : list A) (k : A -> list B) f : Sum (flat_map k l) f = Sum l (fun x => Sum (k x) f).
Proof. induction l as [| x l IH]; [reflexivity |]. cbn [flat_map]. rewrite Sum_app, IH. reflexivity. Qed.

Lemma Sum_of_product k side t : Sum (product_of (repeat side k)) (fun z => exp (- (t * length_squared z))) =
  Sum side (fun x => exp (- (t * IZR x ^ 2))) ^ k.
Proof.
  induction k as [| k IH].
  - unfold length_squared. simpl. rewrite Rmult_0_r, Ropp_0, exp_0. ring.
  - cbn [repeat product_of pow]. rewrite Sum_flat_map.
    rewrite (Sum_ext side _ (fun x => Sum side (fun x => exp (- (t * IZR x ^ 2))) ^ k * exp (- (t * IZR x ^ 2)))).
    + rewrite Sum_scal. apply Rmult_comm.
    + intros x. rewrite Sum_map, <- IH, Rmult_comm, <- Sum_scal. apply Sum_ext. intros z. rewrite <- exp_plus.
      f_equal. unfold length_squared. cbn [Sum]. ring.
Qed.

Lemma Sum_of_gaussians n t : 0 < t -> Sum (integers n) (fun x => exp (- (t * IZR x ^ 2))) <= 1 + exp 1 / sqrt t.
Proof.
  intros T. pose proof (sqrt_lt_R0 t T) as root. pose proof (sqrt_sqrt t ltac:(lra)) as square.
  rewrite Sum_integers by (intros x; rewrite opp_IZR; do 3 f_equal; ring).
  rewrite pow_i, Rmult_0_r, Ropp_0, exp_0 by lia. apply Rplus_le_compat_l.
  apply Rle_trans with (2 * (exp 1 * / (2 * sqrt t))); [| right; field; lra].
  apply Rmult_le_compat_l; [lra |].
  eapply Rle_trans; [| apply Rmult_le_compat_l; [left; apply exp_pos |];
    apply (geometric_sum (2 * sqrt t) n); lra].
  rewrite <- Sum_scal. apply Sum_le. intros j. rewrite <- exp_plus, <- INR_IZR_INZ. apply exp_le.
  pose proof (pow2_ge_0 (sqrt t * INR (S j) - 1)). nra.
Qed.

(** ** The volume of the unit ball *)

Lemma ball_count_most k n t : 0 < t -> ball_count k n <= exp (t * INR n ^ 2) * (1 + exp 1 / sqrt t) ^ k.
Proof.
  intros T. unfold ball_count. set (l := product_of (repeat (integers n) k)).
  assert (count : INR (length (filter (in_ball_of n) l)) = Sum l (fun z => if in_ball_of n z then 1 else 0)).
  { induction l as [| z l IH]; [reflexivity |]. cbn [filter Sum]. destruct (in_ball_of n z); cbn [length];
      [rewrite S_INR |]; lra. }
  rewrite count. apply Rle_trans with (Sum l (fun z => exp (t * INR n ^ 2) * exp (- (t * length_squared z)))).
  - apply Sum_le. intros z. rewrite <- exp_plus. unfold in_ball_of. destruct (Rle_dec _ _) as [near |];
      [| left; apply exp_pos]. apply exp_ge_1. nra.
  - rewrite Sum_scal. apply Rmult_le_compat_l; [left; apply exp_pos |]. unfold l. rewrite Sum_of_product.
    apply pow_incr. split; [apply Sum_ge_0; intros; left; apply exp_pos | now apply Sum_of_gaussians].
Qed.

(** A cover with one ball. *)
Lemma ball_volume_pos k : 0 < ball_volume k.
Proof.
  assert (root : 0 < sqrt (INR k) + 1) by (pose proof (sqrt_pos (INR k)); lra).
  pose proof (volume_of_a_cover k (fun _ => 0) 1 (sqrt (INR k) + 1) [fun _ => 0] ltac:(lra) root) as large.
  assert (positive : 0 < (1 / (sqrt (INR k) + 1)) ^ k) by (apply pow_lt, Rdiv_lt_0_compat; lra).
  simpl INR in large. rewrite Rmult_1_l in large. eapply Rlt_le_trans; [exact positive |]. apply large.
  intros x X. exists (fun _ => 0). split; [now left |].
  apply Rle_trans with (INR k).
  - rewrite <- (Rmult_1_r (INR k)), <- Sum_below_const. apply Sum_le_in. intros j J. apply in_below in J.
    specialize (X j J). nra.
  - rewrite <- (sqrt_sqrt (INR k)) at 1 by apply pos_INR. pose proof (sqrt_pos (INR k)). nra.
Qed.

Lemma ball_count_ge_0 k n : 0 <= ball_count k n.
Proof. apply pos_INR. Qed.

(** The volume is at most (2 e^3/k)^(k/2); that of the ball is about (2 pi e/k)^(k/2). *)
Theorem ball_volume_most k : (1 <= k)%nat -> ball_volume k <= exp (INR k / 2) * (exp 1 * sqrt (2 / INR k)) ^ k.
Proof.
  intros some. assert (k_pos : 0 < INR k) by (apply lt_0_INR; lia).
  set (L := exp (INR k / 2) * (exp 1 * sqrt (2 / INR k)) ^ k). set (u := fun n => ball_count k n / INR n ^ k).
  set (a := exp 1 * sqrt (2 / INR k)).
  assert (high : forall n, (1 <= n)%nat -> u n <= exp (INR k / 2) * (/ INR n + a) ^ k).
  { intros n n_pos. assert (n_0 : 0 < INR n) by (apply lt_0_INR; lia). unfold u.
    apply Rle_div_l; [now apply pow_lt |].
    assert (t_pos : 0 < INR k / (2 * INR n ^ 2)) by (apply Rdiv_lt_0_compat; [| apply Rmult_lt_0_compat, pow_lt]; lra).
    eapply Rle_trans; [apply (ball_count_most k n _ t_pos) |].
    replace (INR k / (2 * INR n ^ 2) * INR n ^ 2) with (INR k / 2) by (field; lra).
    rewrite Rmult_assoc, <- Rpow_mult_distr. apply Rmult_le_compat_l; [left; apply exp_pos |]. right. f_equal.
    assert (half_pos : 0 < 2 / INR k) by (apply Rdiv_lt_0_compat; lra).
    pose proof (sqrt_lt_R0 _ half_pos) as r_pos. pose proof (sqrt_sqrt (2 / INR k) ltac:(lra)) as square.
    unfold a. set (r := sqrt (2 / INR k)) in *.
    assert (root : sqrt (INR k / (2 * INR n ^ 2)) = / (r * INR n)).
    { rewrite <- (sqrt_pow2 (/ (r * INR n))) by (left; apply Rinv_0_lt_compat, Rmult_lt_0_compat; lra). f_equal.
      replace ((/ (r * INR n)) ^ 2) with (/ (r * r) * / (INR n) ^ 2) by (field; lra). rewrite square. field. lra. }
    rewrite root. field. lra. }
  assert (limit : is_lim_seq (fun n => exp (INR k / 2) * (/ INR n + a) ^ k) L).
  { apply (is_lim_seq_scal_l _ (exp (INR k / 2)) (a ^ k)).
    apply (is_lim_seq_continuous (fun x => x ^ k) (fun n => / INR n + a) a).
    - apply derivable_continuous_pt, derivable_pt_pow.
    - replace (Finite a) with (Finite (0 + a)) by (f_equal; ring).
      apply is_lim_seq_plus'; [| apply is_lim_seq_const].
      apply (is_lim_seq_inv _ p_infty); [apply is_lim_seq_INR | easy]. }
  apply is_lim_LimInf_seq in limit. apply is_LimInf_seq_unique in limit.
  assert (top : Rbar_le (LimInf_seq u) L).
  { rewrite <- limit. apply LimInf_le. exists 1%nat. exact high. }
  assert (bottom : Rbar_le 0 (LimInf_seq u)).
  { rewrite <- (LimInf_seq_const 0). apply LimInf_le. exists 1%nat. intros n n_pos.
    apply Rdiv_le_0_compat; [apply ball_count_ge_0 | apply pow_lt, lt_0_INR; lia]. }
  unfold ball_volume. fold u. destruct (LimInf_seq u) as [v | |]; simpl in *; easy.
Qed.

Lemma exp_times n x : exp x ^ n = exp (INR n * x).
Proof.
  induction n as [| n IH]; [simpl; now rewrite Rmult_0_l, exp_0 |]. cbn [pow].
  rewrite IH, S_INR, <- exp_plus. f_equal. ring.
Qed.

Lemma exp_1_most : exp 1 <= 11 / 4.
Proof.
  assert (base : exp (1 / 64) <= 64 / 63).
  { pose proof (exp_ineq1_le (- (1 / 64))) as below. rewrite exp_Ropp in below.
    pose proof (exp_pos (1 / 64)) as pos. apply (Rmult_le_compat_l (exp (1 / 64))) in below; [| lra].
    rewrite Rinv_r in below by lra. lra. }
  replace 1 with (INR 64 * (1 / 64)) at 1 by (simpl INR; field). rewrite <- exp_times.
  eapply Rle_trans; [apply pow_incr; split; [left; apply exp_pos | exact base] |].
  replace 64%nat with (8 * 8)%nat by reflexivity. rewrite pow_mult.
  apply Rle_trans with ((11345 / 10000) ^ 8); [apply pow_incr; lra | lra].
Qed.

(** A cube's volume over that of a ball. *)
Theorem cube_over_ball_least k : (1 <= k)%nat -> sqrt (INR k * 9 / 94) ^ k <= cube_over_ball k.
Proof.
  intros some. assert (k_pos : 0 < INR k) by (apply lt_0_INR; lia). unfold cube_over_ball.
  pose proof (ball_volume_pos k) as pos. apply Rmult_le_reg_r with (ball_volume k); [exact pos |].
  unfold Rdiv at 2. rewrite Rmult_assoc, Rinv_l, Rmult_1_r by lra.
  eapply Rle_trans; [apply Rmult_le_compat_l; [apply pow_le, sqrt_pos | now apply ball_volume_most] |].
  replace (exp (INR k / 2)) with (sqrt (exp 1) ^ k).
  - rewrite <- !Rpow_mult_distr. apply pow_incr. split.
    { repeat apply Rmult_le_pos; try apply sqrt_pos. left. apply exp_pos. }
    pose proof (exp_pos 1) as e_pos. pose proof exp_1_most as e_most.
    assert (half_pos : 0 <= 2 / INR k) by (apply Rdiv_le_0_compat; lra).
    apply pow2_inj_le; [lra |].
    replace ((sqrt (INR k * 9 / 94) * (sqrt (exp 1) * (exp 1 * sqrt (2 / INR k)))) ^ 2)
      with (sqrt (INR k * 9 / 94) * sqrt (INR k * 9 / 94) * (sqrt (exp 1) * sqrt (exp 1) *
        (exp 1 ^ 2 * (sqrt (2 / INR k) * sqrt (2 / INR k))))) by ring.
    rewrite !sqrt_sqrt by lra.
    replace (INR k * 9 / 94 * (exp 1 * (exp 1 ^ 2 * (2 / INR k)))) with (18 / 94 * exp 1 ^ 3) by (field; lra).
    assert (exp 1 ^ 3 <= (11 / 4) ^ 3) by (apply pow_incr; lra). lra.
  - rewrite <- Rpower_sqrt by apply exp_pos. unfold Rpower. rewrite ln_exp, exp_times. f_equal. field.
Qed.
