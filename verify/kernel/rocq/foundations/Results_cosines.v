(** * Numbered results of kent: coverings of densities

    Each theorem says what a claim of the ledger says at that place, as the exporter writes it from the claim itself. *)

From Foundations Require Export Facts_cosines Facts_covers Facts_elementary Facts_laws Results_packings.
Import ListNotations.
Open Scope R_scope.

(** ** Vertices of the cube that are far apart *)

Lemma near_signs_pos k w : 0 <= w -> 0 < near_signs k w.
Proof.
  intros W. set (v := repeat true k).
  assert (V : In v (vertices k)).
  { unfold v. clear. induction k as [| k IH]; simpl; [now left |]. apply in_or_app. left. now apply in_map. }
  set (f := fun x => if Rle_dec x w then 1 else 0).
  assert (f_pos : forall x, 0 <= f x) by (intros x; unfold f; destruct (Rle_dec x w); lra).
  change (near_signs k w) with (Sum (vertices k) (fun u => f (ones k u))). rewrite <- (near_any_point k f v).
  apply in_split in V. destruct V as (before & after & ->). rewrite Sum_app. cbn [Sum]. rewrite distance_zero.
  pose proof (Sum_ge_0 before (fun u => f (distance k u v)) (fun u => f_pos _)).
  pose proof (Sum_ge_0 after (fun u => f (distance k u v)) (fun u => f_pos _)).
  assert (f 0 = 1) by (unfold f; destruct (Rle_dec 0 w); lra). lra.
Qed.

Lemma logs_of_2_and_7 : 9 / 32 + 2 * ln 2 <= 7 / 8 * ln 7.
Proof.
  enough (9 + 64 * ln 2 <= 28 * ln 7) by lra.
  replace 64 with (INR 64) by (simpl; ring). replace 28 with (INR 28) by (simpl; ring).
  rewrite <- !ln_pow by lra. rewrite <- (ln_exp 9), <- ln_mult by (try apply exp_pos; apply pow_lt; lra).
  apply ln_le; [apply Rmult_lt_0_compat; [apply exp_pos | apply pow_lt; lra] |].
  apply Rle_trans with (2.73 ^ 9 * 2 ^ 64).
  - apply Rmult_le_compat_r; [apply pow_le; lra |]. replace 9 with (INR 9 * 1) at 1 by (simpl; ring).
    rewrite <- exp_times. apply pow_incr. split; [left; apply exp_pos | exact exp_1_le].
  - lra.
Qed.

(** After Tsybakov 2009, Lemma 2.9: more than e^(9 k/32) vertices, of which two differ in more than k/8 places. *)
Lemma vertices_far_apart k : (1 <= k)%nat ->
  packing_number_least (hamming_cube k) (INR k / 8) (exp (9 * INR k / 32)).
Proof.
  intros some. assert (K : 0 < INR k) by (apply lt_0_INR; lia).
  apply fact_packings_above_coverings; [lra |]. intros centres all.
  eapply Rle_trans; [| exact (fact_covers_of_the_cube k (INR k / 8) some ltac:(lra) centres all)].
  pose proof (near_signs_pos k (INR k / 8) ltac:(lra)) as pos. set (N := near_signs k (INR k / 8)) in *.
  assert (few : N <= exp (INR k * (3 * ln 2 - ln 7 + ln 7 / 8))).
  { eapply Rle_trans; [apply (fact_sign_vectors_near_one k (1 / 7)); auto; lra |]. right.
    rewrite raise_pos by lra. rewrite <- (exp_ln (1 + 1 / 7)), exp_times, <- exp_plus by lra. f_equal.
    replace (1 + 1 / 7) with (2 ^ 3 * / 7) by field. replace (1 / 7) with (/ 7) by field.
    rewrite ln_mult, ln_Rinv, ln_pow by lra. simpl INR. field. }
  apply Rmult_le_reg_r with N; [exact pos |]. replace (raise 2 (INR k) / N * N) with (raise 2 (INR k)) by (field; lra).
  rewrite raise_pos by lra. pose proof (exp_pos (9 * INR k / 32)).
  apply (Rmult_le_compat_l (exp (9 * INR k / 32))) in few; [| lra]. eapply Rle_trans; [exact few |].
  rewrite <- exp_plus. apply exp_le. pose proof logs_of_2_and_7 as logs.
  apply (Rmult_le_compat_l (INR k)) in logs; [| lra]. lra.
Qed.

(** ** Lemma 29 *)

Lemma raise_back q beta : 0 < q -> 0 < beta -> raise (raise q (1 / beta)) beta = q.
Proof.
  intros Q B. rewrite (raise_pos q) by exact Q. rewrite raise_pos, ln_exp by apply exp_pos.
  replace (beta * (1 / beta * ln q)) with (ln q) by (field; lra). now apply exp_ln.
Qed.

Theorem kent_lemma29 : forall (Delta beta r : R),
  0 < Delta ->
  1 <= beta ->
  0 < r ->
  r <= 1 ->
  Delta <= sqrt 2 * raise 2 (- beta) * r / 4 ->
  covering_number_least (density_ellipsoid beta r) Delta (exp (9 * raise (sqrt 2 * r / (4 * Delta)) (1 / beta) / 128)).
Proof.
  intros Delta beta r D_pos beta_1 r_pos r_1 small. set (q := sqrt 2 * r / (4 * Delta)). set (y := raise q (1 / beta)).
  pose proof (sqrt_lt_R0 2 ltac:(lra)) as root. pose proof (pow2_sqrt 2 ltac:(lra)) as square.
  assert (q_pos : 0 < q) by (apply Rdiv_lt_0_compat; nra).
  assert (q_is : 4 * Delta * q = sqrt 2 * r) by (unfold q; field; lra).
  assert (wide : raise 2 beta <= q).
  { assert (unit : raise 2 (- beta) * raise 2 beta = 1).
    { rewrite !raise_pos, <- exp_plus by lra. rewrite <- exp_0. f_equal. ring. }
    pose proof (raise_above_0 2 beta ltac:(lra)) as up. apply (Rmult_le_compat_r (raise 2 beta)) in small; [| lra].
    replace (sqrt 2 * raise 2 (- beta) * r / 4 * raise 2 beta) with (raise 2 (- beta) * raise 2 beta * (sqrt 2 * r) / 4)
      in small by field. rewrite unit, <- q_is in small.
    apply Rmult_le_reg_l with Delta; [exact D_pos |]. lra. }
  assert (y_pos : 0 < y) by now apply raise_above_0.
  assert (y_2 : 2 <= y).
  { unfold y. rewrite <- (raise_back 2 (1 / beta)) by (try apply Rdiv_lt_0_compat; lra).
    replace (1 / (1 / beta)) with beta by (field; lra). apply raise_le.
    - apply Rdiv_le_0_compat; lra.
    - split; [apply raise_ge_0 | exact wide]. }
  destruct (fact_a_whole_number_within_a_factor_of_2 (y / 2) ltac:(lra)) as (k & some & [low high]).
  assert (k_1 : 1 <= INR k) by now apply (le_INR 1).
  set (K := raise (2 * INR k) beta).
  assert (K_most : K <= q).
  { rewrite <- (raise_back q beta q_pos ltac:(lra)). fold y. apply raise_le; lra. }
  assert (K_least : 2 * INR k <= K).
  { unfold K. rewrite raise_pos by lra. rewrite <- (exp_ln (2 * INR k)) at 1 by lra. apply exp_le.
    assert (0 <= ln (2 * INR k)) by (rewrite <- ln_1; apply ln_le; lra). nra. }
  pose proof (sqrt_lt_R0 (INR k) ltac:(lra)) as root_k. pose proof (pow2_sqrt (INR k) ltac:(lra)) as square_k.
  set (t := sqrt (INR k)) in *. set (g := r / (K * t)).
  assert (g_pos : 0 < g) by (apply Rdiv_lt_0_compat; [exact r_pos | apply Rmult_lt_0_compat; lra]).
  assert (cube : cube_in (cosines k g) (density_ellipsoid beta r) k (4 * g ^ 2)).
  { apply fact_a_cube_of_cosines; auto.
    - assert (flat : g * INR k = r * (t / K)) by (unfold g; rewrite <- square_k; field; lra).
      assert (t_1 : 1 <= t) by (unfold t; rewrite <- sqrt_1; now apply sqrt_le_1_alt).
      assert (t / K <= 1 / 2).
      { apply Rmult_le_reg_r with K; [lra |]. replace (t / K * K) with t by (field; lra). nra. }
      assert (0 <= t / K) by (apply Rdiv_le_0_compat; lra).
      assert (g * INR k <= 1 / 2) by (rewrite flat; nra).
      assert (sqrt 2 < 2) by nra. rewrite Rmult_assoc. assert (0 < g * INR k) by nra. nra.
    - right. replace (raise (2 * INR k) (2 * beta)) with (K ^ 2).
      + unfold g. rewrite <- square_k. field. lra.
      + unfold K. rewrite !raise_pos by lra. rewrite exp_times. f_equal. simpl INR. ring. }
  intros centres all. apply Rle_trans with (exp (9 * INR k / 32)); [apply exp_le; lra |].
  apply (fact_an_image_of_the_cube _ (density_ellipsoid beta r) (cosines k g) Delta k (4 * g ^ 2) (INR k / 8)); auto.
  - nra.
  - lra.
  - assert (fine : 4 * Delta * K <= sqrt 2 * r) by (rewrite <- q_is; apply Rmult_le_compat_l; lra).
    assert (squares : (4 * Delta * K) ^ 2 <= 2 * r ^ 2).
    { replace (2 * r ^ 2) with ((sqrt 2 * r) ^ 2) by (rewrite Rpow_mult_distr, square; ring).
      apply pow_incr. split; [nra | exact fine]. }
    replace (4 * g ^ 2 * (INR k / 8)) with (r ^ 2 / (2 * K ^ 2)) by (unfold g; rewrite <- square_k; field; lra).
    apply Rmult_le_reg_r with (2 * K ^ 2); [nra |].
    replace (r ^ 2 / (2 * K ^ 2) * (2 * K ^ 2)) with (r ^ 2) by (field; lra). nra.
  - now apply vertices_far_apart.
Qed.

(** ** Proposition 5, from below *)

Theorem kent_prop5_lower : forall (alpha beta : R) (n : nat),
  0 < alpha ->
  1 <= beta ->
  (1 <= n)%nat ->
  1 <= Rmin alpha (alpha ^ 2) * INR n ->
  forall (A : Type) (Z_ : method (list waveform) A waveform), users_in_turn Z_ n alpha ->
  forall r : R, worst_loss_most (point_masses (density_ellipsoid beta 1)) 1 squared Z_ r ->
  raise (9 / (3328 * Rmin alpha (alpha ^ 2) * INR n)) (2 * beta) / 128 <= r.
Proof.
  intros alpha beta n alpha_pos beta_1 n_pos enough A Z turns r risk.
  set (i := INR n * Rmin alpha (alpha ^ 2)). assert (i_1 : 1 <= i) by (unfold i; lra).
  set (x := 9 / (3328 * i)). assert (x_pos : 0 < x) by (apply Rdiv_lt_0_compat; lra).
  replace (9 / (3328 * Rmin alpha (alpha ^ 2) * INR n)) with (9 / (3328 * i)) by (unfold i; f_equal; ring). fold x.
  assert (x_small : x <= 1 / 2).
  { unfold x. apply Rmult_le_reg_r with (3328 * i); [lra |].
    replace (9 / (3328 * i) * (3328 * i)) with 9 by (field; lra). lra. }
  pose proof (raise_above_0 x beta x_pos) as w_pos. set (w := raise x beta) in *. set (Delta := w / 8).
  assert (D_pos : 0 < Delta) by (unfold Delta; lra).
  assert (loss_is : raise x (2 * beta) / 128 = loss_at squared Delta * (1 - 1 / 2)).
  { rewrite squared_at by lra. replace (raise x (2 * beta)) with (w ^ 2); [unfold Delta; field |].
    unfold w. rewrite !raise_pos by exact x_pos. rewrite exp_times. f_equal. simpl INR. ring. }
  rewrite loss_is.
  apply (worst_loss_by_covers (point_masses (density_ellipsoid beta 1)) (fun _ => True) squared Z n 1 alpha Delta
    (exp 2) (1 / 2) r); auto; try lra.
  - intros t _. now exists (ret t).
  - rewrite <- exp_0. apply exp_increasing. lra.
  - rewrite ln_exp. pose proof (ln_le_minus_1 2 ltac:(lra)). lra.
  - intros centres all. fold i. rewrite <- exp_plus.
    pose proof (sqrt_lt_R0 2 ltac:(lra)) as root. pose proof (pow2_sqrt 2 ltac:(lra)) as square.
    assert (root_1 : 1 <= sqrt 2) by nra.
    eapply Rle_trans; [| apply (kent_lemma29 (2 * Delta) beta 1); [lra | exact beta_1 | lra | lra | |
      intros t; exact (all t I)]].
    + apply exp_le. apply Rle_trans with (9 * (/ x) / 128).
      * unfold x. replace (9 * / (9 / (3328 * i)) / 128) with (26 * i) by (field; lra). lra.
      * enough (/ x <= raise (sqrt 2 * 1 / (4 * (2 * Delta))) (1 / beta)) by lra.
        rewrite <- (raise_back (/ x) (1 / beta)) by
          (try apply Rinv_0_lt_compat; try apply Rdiv_lt_0_compat; lra).
        replace (1 / (1 / beta)) with beta by (field; lra). apply raise_le; [apply Rdiv_le_0_compat; lra |].
        split; [apply raise_ge_0 |].
        replace (raise (/ x) beta) with (/ w).
        -- unfold Delta. replace (sqrt 2 * 1 / (4 * (2 * (w / 8)))) with (sqrt 2 * / w) by (field; lra).
           pose proof (Rinv_0_lt_compat w w_pos). nra.
        -- unfold w. rewrite !raise_pos by (try apply Rinv_0_lt_compat; lra). rewrite <- exp_Ropp, ln_Rinv by lra.
           f_equal. ring.
    + assert (half : w <= raise 2 (- beta)).
      { unfold w. rewrite !raise_pos by lra. apply exp_le. pose proof (ln_le x (1 / 2) x_pos x_small) as logs.
        replace (1 / 2) with (/ 2) in logs by field. rewrite ln_Rinv in logs by lra. nra. }
      unfold Delta. pose proof (raise_above_0 2 (- beta) ltac:(lra)). nra.
Qed.
