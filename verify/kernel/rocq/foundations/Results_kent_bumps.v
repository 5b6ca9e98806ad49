(** * kent Appendix H.5: the size of the bumps

    Each theorem says what a claim of the ledger says at that place, as the exporter writes it from the claim itself. *)

From Foundations Require Export Tails Facts_bump_densities.
Import ListNotations.
Open Scope R_scope.

(** The bump of which all are moved, narrowed and scaled. *)
Definition largest_unit_bump_most (c : bump_scales) beta b := forall x, Rabs (scale_of c beta * two_halves x) <= b.

Lemma unit_bump_most c beta : largest_unit_bump_most c beta 1.
Proof.
  intros x. destruct (Rle_dec 0 x) as [low | out]; [destruct (Rle_dec x 1) as [high | out] |].
  - now apply scale_is_small.
  - rewrite two_halves_outside by lra. rewrite Rmult_0_r, Rabs_R0. lra.
  - rewrite two_halves_outside by lra. rewrite Rmult_0_r, Rabs_R0. lra.
Qed.

(** ** (210) *)

Theorem kent_eq210 : forall (c : bump_scales) (beta k : nat) (r : R),
  (1 <= beta)%nat ->
  (1 <= k)%nat ->
  0 < r ->
  r <= 1 ->
  largest_unit_bump_most c beta (raise PI (- INR beta)) ->
  largest_bump_most c beta k r (1/2).
Proof.
  intros c beta k r beta_1 k_1 r_pos r_1 small j x. unfold density_bump.
  assert (k_pos : 1 <= INR k) by now apply (le_INR 1). assert (pi_pos : 0 < PI ^ beta) by apply pow_lt, PI_RGT_0.
  assert (k_power : 1 <= INR k ^ beta) by now apply pow_R1_Rle.
  specialize (small (INR k * x - INR (j - 1))). rewrite raise_pos in small by exact PI_RGT_0.
  replace (exp (- INR beta * ln PI)) with (/ PI ^ beta) in small.
  - set (s := scale_of c beta * two_halves (INR k * x - INR (j - 1))) in *. rewrite Rabs_mult.
    rewrite (Rabs_pos_eq (r * PI ^ beta / (2 * INR k ^ beta))) by (apply Rdiv_le_0_compat; nra).
    apply Rle_trans with (r * PI ^ beta / (2 * INR k ^ beta) * / PI ^ beta).
    + apply Rmult_le_compat_l; [apply Rdiv_le_0_compat; nra | exact small].
    + replace (r * PI ^ beta / (2 * INR k ^ beta) * / PI ^ beta) with (r / (2 * INR k ^ beta)) by (field; lra).
      apply Rmult_le_reg_r with (2 * INR k ^ beta); [lra |]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l by lra. lra.
  - rewrite <- Ropp_mult_distr_l, exp_Ropp, <- exp_pow, exp_ln by exact PI_RGT_0. reflexivity.
Qed.

(** ** The integral of a square *)

Lemma power_twice x (n : nat) : 0 < x -> raise x (2 * INR n) = (x ^ n) ^ 2.
Proof.
  intros pos. rewrite raise_pos by exact pos. rewrite <- pow_mult, (Nat.mul_comm n 2).
  replace (2 * INR n) with (INR (2 * n)) by (rewrite mult_INR; simpl; ring).
  rewrite <- exp_pow. now rewrite exp_ln.
Qed.

Lemma inverse_power x (n : nat) : 0 < x -> raise x (- 1 - 2 * INR n) = / (x * (x ^ n) ^ 2).
Proof.
  intros pos. rewrite <- power_twice by exact pos. rewrite !raise_pos by exact pos.
  rewrite <- (exp_ln x) at 2 by exact pos. rewrite <- exp_plus, <- exp_Ropp. f_equal. ring.
Qed.

Lemma square_of_density_bump_most U c beta k r : (1 <= k)%nat ->
  0 <= square_of_density_bump U c beta k r <= (r * PI ^ beta / (2 * INR k ^ beta)) ^ 2 / INR k.
Proof.
  intros some. assert (pos : 0 < INR k) by (apply lt_0_INR; lia). set (M := (r * PI ^ beta / (2 * INR k ^ beta)) ^ 2).
  assert (M_pos : 0 <= M) by apply pow2_ge_0.
  assert (low : forall j x, density_bump c beta k r j x ^ 2 <= M).
  { intros j x. unfold density_bump, M. rewrite Rpow_mult_distr. rewrite <- (Rmult_1_r (_ ^ 2)) at 2.
    apply Rmult_le_compat_l; [apply pow2_ge_0 |]. rewrite <- (pow2_abs (scale_of c beta * _)).
    pose proof (unit_bump_most c beta (INR k * x - INR (j - 1))) as most.
    pose proof (Rabs_pos (scale_of c beta * two_halves (INR k * x - INR (j - 1)))). nra. }
  set (G := fun y => Rmin (y ^ 2) M).
  assert (between : forall y, 0 <= G y <= M).
  { intros y. pose proof (pow2_ge_0 y). unfold G, Rmin. destruct (Rle_dec _ _); lra. }
  assert (B : bounded G) by (apply bounded_between with 0 M; exact between).
  unfold square_of_density_bump.
  rewrite (E_ext _ _ (on_line (fun x => G (density_bump c beta k r 1 x)))) by
    (intros x; unfold on_line, G; now rewrite Rmin_left).
  rewrite (mean_of_bump U c beta k r G 1).
  - assert (range : 0 <= E (uniform_on_cube U 1) (on_line (fun u => G (density_bump c beta k r 1 (u / INR k)))) <= M).
    { apply E_between. intros x. apply between. }
    assert (0 < / INR k) by now apply Rinv_0_lt_compat. unfold Rdiv. nra.
  - apply in_seq. lia.
  - exact B.
  - unfold G. rewrite Rmin_left; [ring | nra].
Qed.

Lemma eta_squared_weaken {A T} (P : parametric_family A T) m e e' : eta_squared_most P m e -> e <= e' ->
  eta_squared_most P m e'.
Proof.
  intros most le v j J. destruct (most v j J) as (rho & sigma & D & D' & mean). exists rho, sigma.
  split; [exact D | split; [exact D' |]]. intros cut. eapply Rle_trans; [apply mean | lra].
Qed.

Theorem kent_appH5_eta : forall (U : uniform_laws) (c : bump_scales) (T beta k : nat) (r : R),
  (1 <= T)%nat ->
  (1 <= beta)%nat ->
  (1 <= k)%nat ->
  0 < r ->
  largest_bump_most c beta k r (1/2) ->
    eta_squared_most (bump_densities U c beta k r) T ((1 + 2 * raise PI (2 * INR beta) * raise (INR k) (- 1 - 2 *
    INR beta) * r ^ 2) ^ T - 1).
Proof.
  intros U c T beta k r T_1 beta_1 k_1 r_pos low.
  apply (eta_squared_weaken _ _ _ _ (fact_flat_bumps_the_largest_fluctuation U c beta k T r beta_1 k_1 T_1 r_pos low)).
  assert (pos : 0 < INR k) by (apply lt_0_INR; lia).
  rewrite power_twice, inverse_power by (exact pos || exact PI_RGT_0).
  pose proof (square_of_density_bump_most U c beta k r k_1) as most.
  assert (k_power : 0 < INR k ^ beta) by now apply pow_lt.
  apply Rplus_le_compat_r, pow_incr. split; [lra |]. apply Rplus_le_compat_l.
  apply Rle_trans with (8 * ((r * PI ^ beta / (2 * INR k ^ beta)) ^ 2 / INR k)); [lra |]. right. field. lra.
Qed.
