(** * Facts about families of signs

    Each theorem says what the calculus grants under that name, as the exporter writes it from the fact itself. *)

From Foundations Require Export Moments Sign_families.
Import ListNotations.
Open Scope R_scope.

Lemma signs_inside s : 0 < s < 1 -> forall b, 0 < (1 + s * sgn b) / 2 < 1.
Proof. intros S [|]; simpl; lra. Qed.

Lemma sparse_inside Delta : 0 < Delta < 1 -> forall b, 0 < 1 / 2 + Delta * (sgn b + 1) / 4 < 1.
Proof. intros S [|]; simpl; lra. Qed.

Lemma signs_square s b : 0 < s < 1 ->
  square_ratio (fun b => (1 + s * sgn b) / 2) b = 1 + 4 * s ^ 2 / (1 - s ^ 2).
Proof. intros S. unfold square_ratio. destruct b; simpl; field; nra. Qed.

Lemma sparse_square Delta b : 0 < Delta < 1 ->
  square_ratio (fun b => 1 / 2 + Delta * (sgn b + 1) / 4) b = if b then 1 / (1 - Delta ^ 2) else 1 + Delta ^ 2.
Proof. intros S. unfold square_ratio. destruct b; simpl; field; nra. Qed.

(** Independent factors of mean 0. *)
Theorem fact_changes_of_signs : forall (D : R) (d : nat) (s : R),
  0 < D ->
  (1 <= d)%nat ->
  0 < s ->
  s < 1 ->
  orthogonal_relative_changes (signs_family D s d) d 1 (4 * s ^ 2 / (1 - s ^ 2)).
Proof.
  intros D d s D_pos _ s_pos s_1. pose proof (signs_inside s (conj s_pos s_1)) as range.
  apply (orthogonal_by_ratios (signs_family D s d) (coins_ratio (fun b => (1 + s * sgn b) / 2))).
  - intros v j. now apply coins_ratio_density.
  - intros v j x. now apply coins_ratio_pos.
  - intros v i j. now apply coins_ratios_apart.
  - intros v j J. unfold signs_family. rewrite coins_ratio_square, signs_square by (auto; lra). lra.
Qed.

(** Two ratios are about different, hence independent, coordinates, and each has mean 1. *)
Theorem fact_signs_ratios : forall (D Delta : R) (d : nat),
  0 < D ->
  0 < Delta ->
  Delta < 1 ->
  (1 <= d)%nat ->
  uncorrelated (signs_family D Delta d) d.
Proof.
  intros D s d D_pos s_pos s_1 _. pose proof (signs_inside s (conj s_pos s_1)) as range.
  apply (uncorrelated_by_ratios (signs_family D s d) (coins_ratio (fun b => (1 + s * sgn b) / 2))).
  - intros v j. now apply coins_ratio_density.
  - intros v j x. now apply coins_ratio_pos.
  - intros v i j I J lt. apply coins_ratios_apart; auto. lia.
Qed.

(** Two ratios are about different, hence independent, coordinates, and each has mean 1. *)
Theorem fact_signs_of_mean_0_or_Delta_ratios : forall (Delta : R) (d : nat),
  0 < Delta ->
  Delta < 1 ->
  (1 <= d)%nat ->
  uncorrelated (sparse_signs_family Delta d) d.
Proof.
  intros s d s_pos s_1 _. pose proof (sparse_inside s (conj s_pos s_1)) as range. pose proof Rlt_0_1.
  apply (uncorrelated_by_ratios (sparse_signs_family s d)
    (coins_ratio (fun b => 1 / 2 + s * (sgn b + 1) / 4))).
  - intros v j. now apply coins_ratio_density.
  - intros v j x. now apply coins_ratio_pos.
  - intros v i j I J lt. apply coins_ratios_apart; auto. lia.
Qed.

(** A ratio has mean 1; by symmetry its square's is alike for all vertices and places. *)
Theorem fact_signs_the_largest_fluctuation : forall (v : vertex) (D Delta : R) (d m : nat),
  0 < D ->
  0 < Delta ->
  Delta < 1 ->
  (1 <= d)%nat ->
  (1 <= m)%nat ->
  (forall r : R, ratio_product_most (signs_family D Delta d) m v 1 1 r -> eta_squared_most (signs_family D Delta d) m
    (r - 1)) /\ (forall e : R, eta_squared_most (signs_family D Delta d) m e -> exists r : R, ratio_product_most
    (signs_family D Delta d) m v 1 1 r /\ r - 1 <= e).
Proof.
  intros v D s d m D_pos s_pos s_1 some _. pose proof (signs_inside s (conj s_pos s_1)) as range.
  set (F := signs_family D s d).
  assert (all : forall w j, In j (coordinates F) ->
    least_bound (ratio_product_most F m w j j) ((1 + 4 * s ^ 2 / (1 - s ^ 2)) ^ m)).
  { intros w j J. rewrite <- (signs_square s (w j)) by lra.
    rewrite <- (coins_ratio_square _ range D d D_pos w j J).
    apply (ratio_product_is F (coins_ratio (fun b => (1 + s * sgn b) / 2))); auto.
    - intros u i. now apply coins_ratio_density.
    - intros u i x. now apply coins_ratio_pos. }
  assert (first : In 1%nat (coordinates F)) by (apply in_seq; simpl; lia). split.
  - intros r most w j J. replace (1 + (r - 1)) with r by ring.
    pose proof (proj2 (all v 1%nat first) r most). destruct (proj1 (all w j J)) as (rho & sigma & D1 & D2 & bound).
    exists rho, sigma. split; [exact D1 | split; [exact D2 |]]. intros c. specialize (bound c). lra.
  - intros e most. exists (1 + e). split; [now apply most | lra].
Qed.

(** A ratio has mean 1; its square's is that of m draws with the sign on, or off. *)
Theorem fact_signs_of_mean_0_or_Delta_the_largest_fluctuation : forall (Delta : R) (d m : nat),
  0 < Delta ->
  Delta < 1 ->
  (1 <= d)%nat ->
  (1 <= m)%nat ->
  eta_squared_most (sparse_signs_family Delta d) m (Rmax (raise (1 + Delta ^ 2) (INR m)) ((1 / (1 - Delta ^ 2)) ^ m) -
    1) /\ (forall e : R, eta_squared_most (sparse_signs_family Delta d) m e -> Rmax (raise (1 + Delta ^ 2) (INR m)) ((1
    / (1 - Delta ^ 2)) ^ m) - 1 <= e).
Proof.
  intros s d m s_pos s_1 some _. pose proof (sparse_inside s (conj s_pos s_1)) as range. pose proof Rlt_0_1 as pos.
  assert (whole : raise (1 + s ^ 2) (INR m) = (1 + s ^ 2) ^ m).
  { pose proof (pow2_ge_0 s). rewrite raise_pos by lra. apply Rpower_pow. lra. }
  rewrite whole.
  set (F := sparse_signs_family s d).
  assert (all : forall w j, In j (coordinates F) ->
    least_bound (ratio_product_most F m w j j) ((if w j then 1 / (1 - s ^ 2) else 1 + s ^ 2) ^ m)).
  { intros w j J. rewrite <- (sparse_square s (w j)) by lra.
    rewrite <- (coins_ratio_square _ range 1 d pos w j J).
    apply (ratio_product_is F (coins_ratio (fun b => 1 / 2 + s * (sgn b + 1) / 4))); auto.
    - intros u i. now apply coins_ratio_density.
    - intros u i x. now apply coins_ratio_pos. }
  assert (first : In 1%nat (coordinates F)) by (apply in_seq; simpl; lia). split.
  - intros w j J. destruct (proj1 (all w j J)) as (rho & sigma & D1 & D2 & bound).
    exists rho, sigma. split; [exact D1 | split; [exact D2 |]]. intros c. eapply Rle_trans; [apply bound |].
    pose proof (Rmax_l ((1 + s ^ 2) ^ m) ((1 / (1 - s ^ 2)) ^ m)).
    pose proof (Rmax_r ((1 + s ^ 2) ^ m) ((1 / (1 - s ^ 2)) ^ m)). destruct (w j); lra.
  - intros e most. enough (Rmax ((1 + s ^ 2) ^ m) ((1 / (1 - s ^ 2)) ^ m) <= 1 + e) by lra. apply Rmax_lub.
    + apply (all (fun _ => false) 1%nat first), most, first.
    + apply (all (fun _ => true) 1%nat first), most, first.
Qed.

(** Independent, with mean 0. *)
Theorem fact_the_changes_of_two_signs : forall (D : R) (d k l : nat) (s : R),
  0 < D ->
  (1 <= d)%nat ->
  (1 <= k)%nat ->
  (1 <= l)%nat ->
  0 < s ->
  s < 1 ->
  1 + INR k <= INR l ->
  (l <= d)%nat ->
  changes_are (signs_family D s d) k l 0.
Proof.
  intros D d k l s D_pos some K L s_pos s_1 apart inside. split.
  - apply (bounded_ratios_dominated (signs_family D s d) (coins_ratio (fun b => (1 + s * sgn b) / 2))).
    + intros v j. apply coins_ratio_density; [now apply signs_inside | exact D_pos].
    + intros v j x. now apply coins_ratio_pos, signs_inside.
  - assert (lt : (k < l)%nat) by (apply INR_lt; lra). rewrite Rplus_0_r. intros v.
    now apply (fact_signs_ratios D s d D_pos s_pos s_1 some).
Qed.

(** Ingster and Suslina 2003, Section 3.1: E of a product of likelihood ratios is a power. *)
Theorem fact_changes_of_several_draws_in_the_mean : forall (A B : Type) (F : parametric_family A B) (a : R) (k l m :
    nat),
  0 <= a ->
  (1 <= k)%nat ->
  (1 <= l)%nat ->
  (1 <= m)%nat ->
  changes_are F k l a ->
  (exists a_ : R, common_mean F m k l a_ /\ 1 + a_ <= (1 + a) ^ m) /\ (exists a_ : R, common_mean F m k l a_ /\ (1 + a)
    ^ m <= 1 + a_).
Proof.
  intros A B F a k l m _ _ _ _ [_ one]. assert (all : common_mean F m k l ((1 + a) ^ m - 1)).
  { intros v. replace (1 + ((1 + a) ^ m - 1)) with ((1 + a) ^ m) by ring. now apply ratio_product_of_draws. }
  split; exists ((1 + a) ^ m - 1); (split; [exact all | lra]).
Qed.

(** Markov's inequality for 2^(number of ones), whose factors have mean 1 + tau. *)
Theorem fact_many_ones : forall (a : R) (d : nat) (tau : R),
  0 <= a ->
  (1 <= d)%nat ->
  0 < tau ->
  tau <= 1 ->
  ones_at_least d tau a <= (1 + tau) ^ d * exp (- (a * ln 2)).
Proof.
  intros a d tau _ _ tau_pos tau_1. unfold ones_at_least, biased_prior.
  assert (cut : Rmax 0 (Rmin tau 1) = tau) by (rewrite Rmin_left, Rmax_right; lra).
  generalize (cut_chance tau). rewrite cut. intros chance.
  assert (mean : forall k, E (biased_vertex tau chance k) (fun v => exp (ones k v * ln 2)) = (1 + tau) ^ k).
  { induction k as [| k IH].
    - simpl. unfold ones. simpl. now rewrite Rmult_0_l, exp_0.
    - rewrite E_biased_vertex.
      assert (part : forall b, E (biased_vertex tau chance k) (fun v => exp (ones (S k) (b :: v) * ln 2)) =
        (if b then 2 else 1) * (1 + tau) ^ k).
      { intros b. rewrite <- IH, <- biased_vertex_scal. apply E_ext. intros v. unfold ones.
        rewrite Sum_below_succ, Rmult_plus_distr_r, exp_plus. f_equal. unfold bit. simpl. destruct b.
        - rewrite Rmult_1_l, exp_ln; lra.
        - now rewrite Rmult_0_l, exp_0. }
      rewrite !part. simpl. ring. }
  rewrite <- mean, Rmult_comm, <- biased_vertex_scal. apply biased_vertex_le. intros v _.
  rewrite <- exp_plus. destruct (Rle_dec a (ones d v)) as [many | few]; [| left; apply exp_pos].
  rewrite <- exp_0. apply exp_le. pose proof ln_lt_2. nra.
Qed.

(** ** Axes *)

(** Disjoint supports. *)
Theorem fact_changes_on_the_axes : forall (D : R) (d : nat) (s : R),
  0 < D ->
  (1 <= d)%nat ->
  0 < s ->
  s < 1 ->
  orthogonal_relative_changes (axes_family D s d) d 1 (4 * s ^ 2 / ((1 - s ^ 2) * INR d)).
Proof.
  intros D d s D_pos some s_pos s_1. assert (range : 0 < s < 1) by lra.
  assert (d_pos : 0 < INR d) by (apply lt_0_INR; lia).
  apply (orthogonal_by_ratios (axes_family D s d) (axes_ratio s)).
  - intros v j. now apply axes_ratio_density.
  - intros v j x. now apply axes_ratio_pos.
  - intros v i j. now apply axes_ratios_apart.
  - intros v j J. rewrite axes_ratio_square by assumption. rewrite signs_square by exact range.
    right. field. split; [lra | nra].
Qed.

(** Disjoint supports. *)
Theorem fact_the_changes_of_two_axes : forall (D : R) (d k l : nat) (s : R),
  0 < D ->
  (1 <= d)%nat ->
  (1 <= k)%nat ->
  (1 <= l)%nat ->
  0 < s ->
  s < 1 ->
  1 + INR k <= INR l ->
  (l <= d)%nat ->
  changes_are (axes_family D s d) k l 0.
Proof.
  intros D d k l s D_pos some K L s_pos s_1 apart inside. assert (range : 0 < s < 1) by lra.
  assert (lt : (k < l)%nat) by (apply INR_lt; lra). split.
  - apply (bounded_ratios_dominated (axes_family D s d) (axes_ratio s)).
    + intros v j. now apply axes_ratio_density.
    + intros v j x. now apply axes_ratio_pos.
  - rewrite Rplus_0_r. assert (all : uncorrelated (axes_family D s d) d).
    { apply (uncorrelated_by_ratios (axes_family D s d) (axes_ratio s)).
      - intros v j. now apply axes_ratio_density.
      - intros v j x. now apply axes_ratio_pos.
      - intros v i j I J less. apply axes_ratios_apart; auto. lia. }
    intros v. now apply all.
Qed.
