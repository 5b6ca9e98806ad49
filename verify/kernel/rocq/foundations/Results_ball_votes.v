(** * kent Proposition 3 (ii) from above: points of the unit ball, by votes for the balls of a cover

    It says what a claim of the ledger says at that place, as the exporter writes it from the claim itself. *)

From Foundations Require Export Facts_ball_covers Results_cubes.
Import ListNotations.
Open Scope R_scope.

Theorem kent_prop3ii_upper : forall (alpha : R) (d n : nat),
  0 < alpha ->
  (1 <= d)%nat ->
  (1 <= n)%nat ->
  60 < Rmin alpha (alpha ^ 2) * INR n / INR d ->
  forall c : R, (forall (A : Type) (Z_ : method (list vector) A vector), users_in_turn Z_ n alpha -> forall r : R,
    worst_loss_most (point_masses (unit_ball d)) 1 squared Z_ r -> c <= r) ->
  c <= 13 * exp (- (Rmin alpha (alpha ^ 2) * INR n / (60 * INR d))).
Proof.
  intros alpha d n alpha_pos d_pos n_pos many c all. assert (d_1 : 1 <= INR d) by now apply (le_INR 1).
  set (w := Rmin alpha (alpha ^ 2) * INR n / INR d) in *.
  assert (w_is : Rmin alpha (alpha ^ 2) * INR n = w * INR d) by (unfold w; field; lra).
  set (Delta := exp (- (w / 120))). assert (Delta_pos : 0 < Delta) by apply exp_pos.
  assert (Delta_1 : Delta <= 1) by (unfold Delta; rewrite <- exp_0; apply exp_le; lra).
  assert (base : 3 <= 1 + 2 / Delta).
  { enough (2 <= 2 / Delta) by lra. apply Rmult_le_reg_r with Delta; [exact Delta_pos |].
    unfold Rdiv. rewrite Rmult_assoc, Rinv_l by lra. lra. }
  assert (origin : in_unit_ball d (fun _ => 0)).
  { unfold in_unit_ball. rewrite (Sum_ext _ _ (fun _ => 0)) by (intros; ring). rewrite Sum_const. lra. }
  pose proof (kent_thm1_upper vector squared (unit_ball d) Delta ((1 + 2 / Delta) ^ d) alpha n Delta_pos
    ltac:(apply Rlt_pow_R1; [lra | lia]) alpha_pos n_pos
    (fact_covering_numbers_of_a_ball_from_above Delta d Delta_pos d_pos) c all (4 * 1)
    (diameter_of_vectors d (in_unit_ball d) 1 origin (fun z inside => inside) ltac:(lra))) as bound.
  rewrite squared_at, w_is in bound by lra. rewrite w_is.
  replace (w * INR d / (60 * INR d)) with (w / 60) by (field; lra).
  assert (square : Delta ^ 2 = exp (- (w / 60))) by (unfold Delta; rewrite exp_pow; f_equal; simpl (INR 2); field).
  (* Each dimension costs a factor below 1. *)
  set (factor := (1 + 2 / Delta) * exp (- (w / 20))).
  assert (powers : (1 + 2 / Delta) ^ d * exp (- (w * INR d / 20)) = factor ^ d).
  { unfold factor. rewrite Rpow_mult_distr, exp_pow. do 2 f_equal. field. }
  assert (small : factor <= 3 * exp (- (w / 24))).
  { unfold factor. apply Rle_trans with (3 / Delta * exp (- (w / 20))).
    - apply Rmult_le_compat_r; [left; apply exp_pos |]. apply Rmult_le_reg_r with Delta; [exact Delta_pos |].
      replace ((1 + 2 / Delta) * Delta) with (Delta + 2) by (field; lra).
      replace (3 / Delta * Delta) with 3 by (field; lra). lra.
    - right. unfold Delta, Rdiv. rewrite <- exp_Ropp, Rmult_assoc, <- exp_plus. do 2 f_equal. field. }
  assert (half : exp (- (w / 24)) <= 1 / 3).
  { rewrite exp_Ropp. apply Rle_trans with (/ 3); [| lra]. apply Rinv_le_contravar; [lra |].
    pose proof (exp_ineq1_le (w / 24)). lra. }
  assert (factor_0 : 0 <= factor) by (unfold factor; apply Rmult_le_pos; [lra | left; apply exp_pos]).
  assert (one : factor ^ d <= factor).
  { destruct d as [| e]; [lia |]. simpl. rewrite <- (Rmult_1_r factor) at 3.
    apply Rmult_le_compat_l; [exact factor_0 |].
    rewrite <- (pow1 e). apply pow_incr. lra. }
  assert (exp (- (w / 24)) <= exp (- (w / 60))) by (apply exp_le; lra).
  rewrite powers, square in bound. lra.
Qed.
