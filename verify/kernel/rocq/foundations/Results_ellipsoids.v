(** * kent Proposition 5 from above: densities, by votes for the balls of a cover

    It says what a claim of the ledger says at that place, as the exporter writes it from the claim itself. *)

From Foundations Require Export Ellipsoid_covers Results_cubes.
Import ListNotations.
Open Scope R_scope.

Theorem kent_prop5_upper : forall (alpha beta : R) (n : nat),
  0 < alpha ->
  1 <= beta ->
  (1 <= n)%nat ->
  forall c : R, (forall (A : Type) (Z_ : method (list waveform) A waveform), users_in_turn Z_ n alpha -> forall r : R,
    worst_loss_most (point_masses (density_ellipsoid beta 1)) 1 squared Z_ r -> c <= r) ->
  c <= 18 * raise (84 * beta / (Rmin alpha (alpha ^ 2) * INR n)) (2 * beta).
Proof.
  intros alpha beta n alpha_pos beta_1 n_pos c all. set (M := Rmin alpha (alpha ^ 2) * INR n).
  assert (M_pos : 0 < M).
  { unfold M. apply Rmult_lt_0_compat; [apply Rmin_pos; [exact alpha_pos | now apply pow_lt] | apply lt_0_INR; lia]. }
  set (y := M / (84 * beta)). assert (y_pos : 0 < y) by (apply Rdiv_lt_0_compat; lra).
  assert (M_is : M = 84 * beta * y) by (unfold y; field; lra).
  set (Delta := 4 * raise y (- beta)).
  assert (Delta_pos : 0 < Delta) by (unfold Delta; rewrite raise_pos by exact y_pos;
    pose proof (exp_pos (- beta * ln y)); lra).
  assert (size : 1 < exp (27 / 10 * beta * y)).
  { rewrite <- exp_0. apply exp_increasing. assert (0 < beta * y) by (apply Rmult_lt_0_compat; lra). lra. }
  assert (diameter : loss_of_diameter_most squared (density_ellipsoid beta 1) 1).
  { exists (2 * raise 2 (- beta) * 1). split; [apply (fact_diameter_of_the_densities beta 1); lra |].
    assert (half : 0 < raise 2 (- beta) <= 1 / 2).
    { rewrite raise_pos by lra. split; [apply exp_pos |].
      apply Rle_trans with (exp (- ln 2)); [| rewrite exp_Ropp, exp_ln by lra; lra].
      apply exp_le. assert (0 <= ln 2) by (rewrite <- ln_1; apply ln_le; lra).
      assert (0 <= (beta - 1) * ln 2) by (apply Rmult_le_pos; lra). lra. }
    rewrite squared_at by lra. nra. }
  pose proof (kent_thm1_upper waveform squared (density_ellipsoid beta 1) Delta (exp (27 / 10 * beta * y)) alpha n
    Delta_pos size alpha_pos n_pos (covering_numbers_of_the_ellipsoid beta y beta_1 y_pos) c all 1 diameter) as bound.
  fold M in bound. rewrite squared_at, Rmult_1_r in bound by lra.
  set (rate := raise (84 * beta / M) (2 * beta)).
  assert (rate_is : rate = exp (- (2 * beta * ln y))).
  { unfold rate. replace (84 * beta / M) with (/ y) by (unfold y; field; lra).
    rewrite raise_pos, ln_Rinv by (try apply Rinv_0_lt_compat; exact y_pos). f_equal. ring. }
  assert (square : Delta ^ 2 = 16 * rate).
  { unfold Delta. rewrite raise_pos by exact y_pos. rewrite Rpow_mult_distr, exp_pow, rate_is. simpl (INR 2).
    replace ((1 + 1) * (- beta * ln y)) with (- (2 * beta * ln y)) by ring. ring. }
  assert (rare : exp (27 / 10 * beta * y) * exp (- (M / 20)) <= rate).
  { rewrite rate_is, <- exp_plus. apply exp_le. rewrite M_is.
    pose proof (ln_tangent (4 / 3) y ltac:(lra) y_pos) as tangent. pose proof (ln_le_minus_1 (4 / 3) ltac:(lra)).
    assert (beta * ln y <= beta * (3 / 4 * y)) by (apply Rmult_le_compat_l; lra). nra. }
  assert (0 < rate) by (rewrite rate_is; apply exp_pos). rewrite square in bound. lra.
Qed.
