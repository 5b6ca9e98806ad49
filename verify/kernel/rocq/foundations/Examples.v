(** * More closed results: the mean of one number in Kent et al., Theorem 1 of Kent et al. from below, and floors *)

From Foundations Require Import Packings Families Zhao Kent.
Import ListNotations.
Open Scope R_scope.

(** ** Kent et al., Example 1 *)

(** The mean of a law of a real number: the limit of the means of x cut to [-k, k]. *)
Definition exact_mean (P : law R) : R := real (Lim_seq (fun k => E P (clip (INR k)))).

Lemma clip_of_on D D' P : on (fun x => - D <= x <= D) P -> D <= D' -> E P (clip D') = mean D P.
Proof.
  intros (masses & inside & _ & mean_is) L. unfold mean. rewrite !mean_is. apply Sum_ext_in.
  intros p H. destruct (inside p H) as [_ range]. rewrite !clip_inside by lra. reflexivity.
Qed.

Lemma exact_mean_on D P : on_interval D P -> exact_mean P = mean D P.
Proof.
  intros H. unfold exact_mean.
  rewrite (Lim_seq_ext_loc _ (fun _ => mean D P)); [now rewrite Lim_seq_const |].
  destruct (nfloor_ex (Rmax 0 D) (Rmax_l 0 D)) as [k [_ K]].
  exists (S k). intros k' L. apply clip_of_on; [exact H |].
  apply le_INR in L. rewrite S_INR in L. pose proof (Rmax_r 0 D). lra.
Qed.

(** Laws with finitely many points, whose mean is in [-1, 1]. *)
Definition mean_within_1 (P : law R) := on (fun _ => True) P /\ - 1 <= exact_mean P <= 1.
Definition exact_squared_error (P : law R) (estimate : R) := (estimate - exact_mean P) ^ 2.

Lemma on_interval_mean D P : 0 <= D -> on_interval D P -> - D <= mean D P <= D.
Proof.
  intros D0 _. apply E_between. intros x. unfold clip, Rmax, Rmin. repeat destruct (Rle_dec _ _); lra.
Qed.

(** A bound for laws on [-1, 1] is one for all laws with a mean there. *)
Lemma from_the_interval n m alpha least : mean_risk_at_least 1 n m alpha least ->
  minimax_at_least mean_within_1 exact_squared_error n m alpha least.
Proof.
  intros H B Z estimate b private_users risk. apply (H B Z estimate b private_users). intros P inside.
  unfold squared_error. rewrite <- (exact_mean_on 1 P inside). apply risk. split.
  - now apply (on_subset (fun x => - 1 <= x <= 1)).
  - rewrite (exact_mean_on 1 P inside). apply on_interval_mean; [lra | exact inside].
Qed.

Section Example_1.
  Variables (n m : nat) (alpha : R).
  Hypotheses (n_pos : (1 <= n)%nat) (m_pos : (1 <= m)%nat) (alpha_pos : 0 < alpha).

  Let n_real : 1 <= INR n.
  Proof. change 1 with (INR 1). now apply le_INR. Qed.

  Let m_real : 1 <= INR m.
  Proof. change 1 with (INR 1). now apply le_INR. Qed.

  (** Claim kent/example1a: the lower bound that depends on T, on both classes. *)
  Theorem kent_example_1a_interval : mean_risk_at_least 1 n m alpha (Rmin 1 (1 / (INR m * alpha ^ 2 * INR n)) / 768).
  Proof.
    eapply minimax_weaken; [apply (zhao_theorem_2 1 alpha n m); auto; lra |].
    pose proof (pow_lt alpha 2 alpha_pos) as A2. set (w := INR m * INR n).
    assert (W : 1 <= w) by (unfold w; nra).
    assert (c_pos : 0 < Rmin 1 (alpha ^ 2)) by (apply Rmin_glb_lt; lra).
    assert (le : Rmin 1 (1 / (INR m * alpha ^ 2 * INR n)) <= Rmin 1 (1 / (w * Rmin 1 (alpha ^ 2)))).
    { apply Rle_min_compat_l. apply Rmult_le_compat_l; [lra |].
      replace (INR m * alpha ^ 2 * INR n) with (w * alpha ^ 2) by (unfold w; ring).
      apply Rinv_le_contravar; [apply Rmult_lt_0_compat; lra |].
      apply Rmult_le_compat_l; [lra | apply Rmin_r]. }
    assert (0 <= Rmin 1 (1 / (INR m * alpha ^ 2 * INR n))).
    { apply Rmin_glb; [lra |]. apply Rdiv_le_0_compat; [lra |]. repeat apply Rmult_lt_0_compat; lra. }
    lra.
  Qed.

  Theorem kent_example_1a :
    minimax_at_least mean_within_1 exact_squared_error n m alpha (Rmin 1 (1 / (INR m * alpha ^ 2 * INR n)) / 768).
  Proof. apply from_the_interval, kent_example_1a_interval. Qed.

  (** Claim kent/example1b: the lower bound that does not depend on T, on both classes. *)
  Theorem kent_example_1b_interval : mean_risk_at_least 1 n m alpha (exp (- (12 * alpha ^ 2 * INR n)) / 4).
  Proof.
    eapply minimax_weaken; [apply (zhao_theorem_2_floor_sharper 1 alpha n m); auto; lra |].
    pose proof (tanh_below alpha ltac:(lra)) as T. pose proof (pow2_ge_0 alpha).
    assert (exp (- (12 * alpha ^ 2 * INR n)) <= exp (- (INR n * (alpha * ((exp alpha - 1) / (exp alpha + 1)))))).
    { apply exp_le, Ropp_le_contravar. rewrite (Rmult_comm (12 * alpha ^ 2)).
      apply Rmult_le_compat_l; [lra |]. apply Rle_trans with (alpha * (alpha / 2));
        [apply Rmult_le_compat_l; lra | lra]. }
    pose proof (exp_pos (- (12 * alpha ^ 2 * INR n))). lra.
  Qed.

  Theorem kent_example_1b :
    minimax_at_least mean_within_1 exact_squared_error n m alpha (exp (- (12 * alpha ^ 2 * INR n)) / 4).
  Proof. apply from_the_interval, kent_example_1b_interval. Qed.
End Example_1.

(** ** Kent et al., Theorem 1 from below: infinitely many samples, users who know the parameter *)

Section Theorem_1.
  Context {T : Type} (rho : T -> T -> R) (phi : R -> R) (space : T -> Prop).
  Hypotheses (rho_zero : forall t, rho t t = 0) (rho_sym : forall x y, rho x y = rho y x).
  Hypothesis rho_triangle : forall x y z, rho x z <= rho x y + rho y z.
  Hypotheses (phi_ge_0 : forall x, 0 <= phi x) (phi_rises : forall x y, x <= y -> phi x <= phi y).

  Definition point_mass (P : law T) := exists t, space t /\ P = ret t.

  (** The parameter of a law is its point, where it has one. *)
  Variable theta : law T -> T.
  Hypothesis theta_of_point : forall t, theta (ret t) = t.

  (* Fact: parameters of point masses *)
  (** By definition. *)
  Lemma parameters_of_point_masses : has_parameters point_mass theta space.
  Proof. intros t H. exists (ret t). split; [now exists t | apply theta_of_point]. Qed.

  (** Claim kent/thm1/lower. *)
  Theorem kent_theorem_1_lower n alpha delta N (N' : R) : 0 < alpha -> 0 < delta -> (2 <= N)%nat ->
    covering_at_least rho space (2 * delta) N -> 1 < N' <= INR N ->
    minimax_at_least point_mass (distance_loss theta rho phi) n 1 alpha
      ((- (12 * INR n * Rmin alpha (alpha ^ 2) + ln 2) / ln N' + 1) * phi delta / 2).
  Proof.
    intros A D N2 covers range.
    now apply (kent_corollary_2 point_mass theta rho phi space rho_zero rho_sym rho_triangle phi_ge_0 phi_rises
                 parameters_of_point_masses n 1 alpha delta N A D N2 covers N').
  Qed.
End Theorem_1.

(** Claim kent/own/thm1-sharp, for every class with these parameters and every number of draws. *)
Theorem kent_theorem_1_sharp {X T} (class : law X -> Prop) (theta : law X -> T) (rho : T -> T -> R) (phi : R -> R)
    (space : T -> Prop) n m alpha delta N :
  (forall t, rho t t = 0) -> (forall x y, rho x y = rho y x) -> (forall x y z, rho x z <= rho x y + rho y z) ->
  (forall x, 0 <= phi x) -> (forall x y, x <= y -> phi x <= phi y) -> has_parameters class theta space ->
  0 < delta -> (2 <= N)%nat -> covering_at_least rho space (2 * delta) N ->
  minimax_at_least class (distance_loss theta rho phi) n m alpha
    ((- (alpha * INR n * tanh (alpha / 2) + ln 2) / ln (INR N) + 1) * phi delta).
Proof.
  intros zero sym triangle pos rises onto D N2 covers B Z estimate b private_users risk.
  assert (L : 0 < ln (INR N)).
  { rewrite <- ln_1. apply ln_increasing; [lra |]. apply (lt_INR 1). lia. }
  assert (packing : packing_at_least rho space (2 * delta) N) by (apply packings_above_coverings; auto; lra).
  pose proof (fanos_method_whole class theta rho phi sym triangle pos rises (fun P => transcript Z (power P m) n)
      space N
      delta
    (INR n * (alpha * ((exp alpha - 1) / (exp alpha + 1)))) estimate b onto packing N2) as F.
  replace ((- (alpha * INR n * tanh (alpha / 2) + ln 2) / ln (INR N) + 1) * phi delta)
    with (phi delta * (1 - (INR n * (alpha * ((exp alpha - 1) / (exp alpha + 1))) + ln 2) / ln (INR N))).
  - apply F; [| exact risk]. intros P Q _ _. apply chain_rule_over_users with alpha; [exact private_users |].
    intros K private_K. now apply private_divergence.
  - rewrite tanh_as_ratio. pose proof (exp_pos alpha). field. lra.
Qed.

(** ** Zhao et al.: what the floor asks of the number of users, and vectors *)

(** Claim zhao/text-after-thm1, corrected: a protocol whose risk is at most R needs users in proportion to ln
    (D^2/(4R)). *)
Theorem zhao_users_needed {B} D eps n m (Z : protocol (list R) B) (estimate : list B -> R) risk :
  0 < D -> 0 < risk -> 0 < eps -> (1 <= n)%nat -> (1 <= m)%nat -> interactive eps Z ->
  (forall P, on_interval D P -> mean_most (transcript Z (power P m) n) (fun z => squared_error D P (estimate z)) risk)
      ->
  ln (D ^ 2 / (4 * risk)) <= eps * INR n * (exp eps - 1).
Proof.
  intros D_pos risk_pos eps_pos n_pos m_pos private_users H.
  pose proof (zhao_theorem_2_floor D eps n m D_pos eps_pos n_pos B Z estimate risk private_users H) as floor.
  rewrite <- (ln_exp (eps * INR n * (exp eps - 1))). pose proof (pow_lt D 2 D_pos) as D2.
  apply ln_le; [apply Rdiv_lt_0_compat; lra |].
  set (k := eps * INR n * (exp eps - 1)) in *. rewrite exp_Ropp in floor. pose proof (exp_pos k) as K.
  apply (Rle_div_l (D ^ 2) (exp k) (4 * risk)); [lra |].
  apply (Rmult_le_compat_r (4 * exp k)) in floor; [| lra].
  replace (D ^ 2 * / exp k / 4 * (4 * exp k)) with (D ^ 2) in floor by (field; lra). lra.
Qed.

(** Claim zhao/own/floor-mean: few users leave a share of the coordinates unknown, whatever the family of laws. *)
Theorem zhao_floor_of_coordinates {X B} (Z : protocol (list X) B) eps d (F : list bool -> law X) m n c :
  interactive eps Z -> eps * INR n * tanh (eps / 2) <= c ->
  hamming_at_least d (fun v => transcript Z (power (F v) m) n) (INR d / 2 - sqrt (INR d * c / 2)).
Proof.
  intros private_users small. apply wrong_coordinates_from_the_information.
  exists (transcript Z (power (F []) m) n). apply KL_average. intros v.
  apply KL_weaken with (eps * INR n * tanh (eps / 2)).
  - rewrite tanh_as_ratio. replace (eps * INR n * ((exp eps - 1) / (exp eps + 1)))
      with (INR n * (eps * ((exp eps - 1) / (exp eps + 1)))).
    + apply chain_rule_over_users with eps; [exact private_users |]. intros K private_K. now apply private_divergence.
    + pose proof (exp_pos eps). field. lra.
  - exact small.
Qed.

Theorem zhao_floor_a_quarter {X B} (Z : protocol (list X) B) eps d (F : list bool -> law X) m n :
  interactive eps Z -> eps * INR n * tanh (eps / 2) <= INR d / 8 ->
  hamming_at_least d (fun v => transcript Z (power (F v) m) n) (INR d / 4).
Proof.
  intros private_users small. eapply hamming_weaken;
    [now apply (zhao_floor_of_coordinates Z eps d F m n (INR d / 8)) |].
  pose proof (pos_INR d). replace (INR d * (INR d / 8) / 2) with ((INR d / 4) ^ 2) by field. rewrite sqrt_pow2 by lra.
  lra.
Qed.

(** Claim zhao/own/lifted: without privacy the cube costs d times the interval. Twice the constant. *)
Theorem zhao_lifted_sharper D eps d n m : 0 < D -> (1 <= d)%nat -> (1 <= n)%nat -> (1 <= m)%nat ->
  minimax_at_least (on (in_cube D d)) (squared_error_of_vector D d) n m eps (D ^ 2 * INR d / (12 * INR m * INR n)).
Proof.
  intros D_pos d_pos n_pos m_pos B Z estimate b private_users risk.
  assert (d_real : 1 <= INR d) by (change 1 with (INR 1); now apply le_INR).
  assert (n_real : 1 <= INR n) by (change 1 with (INR 1); now apply le_INR).
  assert (m_real : 1 <= INR m) by (change 1 with (INR 1); now apply le_INR).
  set (w := INR m * INR n). assert (W : 1 <= w) by (unfold w; nra).
  set (s := sqrt (1 / (6 * w))).
  assert (square : s ^ 2 = 1 / (6 * w)) by (apply pow2_sqrt; apply Rdiv_le_0_compat; lra).
  assert (S : 0 < s <= 1 / 2).
  { split; [apply sqrt_lt_R0, Rdiv_lt_0_compat; lra |]. apply pow2_inj_le; [lra |]. rewrite square.
    apply Rle_div_l; lra. }
  assert (S1 : 0 < s < 1) by lra.
  set (P := fun v => image (vector_of_signs D d) (signs s S1 v)).
  assert (one : forall v k, KL_most (signs s S1 v) (signs s S1 (flip k v)) (3 * s ^ 2)).
  { assert (coin_bound : forall b', KL_most (side s S1 b') (side s S1 (negb b')) (3 * s ^ 2)).
    { intros b'. apply KL_weaken with (coin_KL ((1 + s) / 2) ((1 - s) / 2)); [| now apply KL_of_opposite_coins].
      intros f F. rewrite (E_side s S1 (negb b')).
      pose proof (KL_of_two_points b' (negb b') ((1 + s) / 2) ((1 - s) / 2) ltac:(lra) ltac:(lra) ltac:(lra)
          ltac:(lra) f F) as K.
      rewrite !E_two_points in K. rewrite E_side, Bool.negb_involutive.
      replace (1 - (1 + s) / 2) with ((1 - s) / 2) in K by field. replace (1 - (1 - s) / 2) with ((1 + s) / 2) in K
        by field.
      replace ((1 + s) / 2 * exp (f (negb b')) + (1 - s) / 2 * exp (f b'))
        with ((1 - s) / 2 * exp (f b') + (1 + s) / 2 * exp (f (negb b'))) by ring. exact K. }
    assert (zero : 0 <= 3 * s ^ 2) by (pose proof (pow2_ge_0 s); lra).
    induction v as [| c v IH]; intros [| k]; simpl.
    - apply KL_weaken with 0; [apply KL_refl | exact zero].
    - apply KL_weaken with 0; [apply KL_refl | exact zero].
    - now apply data_processing.
    - apply KL_of_mixtures. intros x. now apply data_processing. }
  assert (H : hamming_at_least d (fun v => transcript Z (power (P v) m) n) (INR d / 4)).
  { eapply hamming_weaken; [apply (wrong_coordinates_by_KL d _ (INR d * (INR n * (INR m * (3 * s ^ 2))))) |].
    - intros v V. rewrite <- (length_below d) at 2. apply KL_sum_of_each. intros k.
      apply chain_rule_over_users with eps; [exact private_users |]. intros K _.
      apply data_processing, tensorisation. now apply data_processing.
    - rewrite square.
      replace (INR d * (INR d * (INR n * (INR m * (3 * (1 / (6 * w))))) / 2)) with ((INR d / 2) ^ 2)
        by (unfold w; field; lra).
      rewrite sqrt_pow2 by lra. lra. }
  apply (assouad d P (mean_vector D) (D * s) Z estimate n m _ b) in H.
  - replace (D ^ 2 * INR d / (12 * INR m * INR n)) with (2 * (D * s) ^ 2 * (INR d / 4)); [exact H |].
    rewrite Rpow_mult_distr, square. unfold w. field. lra.
  - left. apply Rmult_lt_0_compat; lra.
  - intros v i V I. now apply means_of_signs.
  - intros v V. now apply risk, signs_in_a_cube.
Qed.
