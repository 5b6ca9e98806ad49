(** * bassily Appendix A, Sections 5 and 6: corners and point masses, and the price of another law of the parameter

    Each theorem says what a claim of the ledger says at that place, as the exporter writes it from the claim itself. *)

From Foundations Require Export Facts_stability Facts_tails Facts_elementary Families Bassily Results_accelerated.
Import ListNotations.
Open Scope R_scope.

(** ** Corners

    The loss of x under the point mass at v/sqrt(d), and its excess over the least one on the unit ball. *)
Definition corner_loss d v (x : vector) := E (ret (corner 1 d v)) (fun z => - inner_product x z).
Definition corner_excess x v d r := exists least,
  (forall y, finite_vector y -> euclidean_norm y <= 1 -> least <= corner_loss d v y) /\
  (exists y, finite_vector y /\ euclidean_norm y <= 1 /\ corner_loss d v y = least) /\ r = corner_loss d v x - least.

Lemma corner_in_space r d v : in_space d (corner r d v).
Proof. intros k K. unfold corner, vector_of_signs. destruct (lt_dec k d); [lia | reflexivity]. Qed.

Lemma corner_finite r d v : finite_vector (corner r d v).
Proof. exists d. apply corner_in_space. Qed.

Lemma corner_square v d : (1 <= d)%nat -> inner_product (corner 1 d v) (corner 1 d v) = 1.
Proof.
  intros some. rewrite (inner_in_space d) by apply corner_in_space. rewrite inner_squares.
  assert (d_pos : 0 < INR d) by (apply lt_0_INR; lia).
  rewrite (Sum_ext_in _ _ (fun _ => / INR d)).
  - rewrite Sum_const. unfold below. rewrite seq_length. apply Rinv_r. lra.
  - intros k K. apply in_below in K. rewrite corner_at by exact K.
    replace ((1 / sqrt (INR d) * sgn (bit v k)) ^ 2) with
      (sgn (bit v k) * sgn (bit v k) / (sqrt (INR d) * sqrt (INR d)))
      by (field; apply Rgt_not_eq; now apply sqrt_lt_R0).
    rewrite sqrt_sqrt by lra. unfold sgn. destruct (bit v k); field; lra.
Qed.

Lemma corner_norm v d : (1 <= d)%nat -> euclidean_norm (corner 1 d v) = 1.
Proof.
  intros some. pose proof (norm_squared _ (corner_finite 1 d v)) as square.
  rewrite corner_square in square by exact some.
  assert (pos : 0 <= euclidean_norm (corner 1 d v)) by apply sqrt_pos. nra.
Qed.

Lemma inner_opposite x y : finite_vector x -> inner_product (fun k => - x k) y = - inner_product x y.
Proof.
  intros [d X]. rewrite !(inner_in_space_first d); [| exact X | intros k K; rewrite X by exact K; ring].
  unfold inner. rewrite (Sum_ext _ _ (fun k => -1 * (x k * y k))) by (intros k; ring). rewrite Sum_scal. ring.
Qed.

Lemma corner_least v d y : (1 <= d)%nat -> finite_vector y -> euclidean_norm y <= 1 ->
  - 1 <= - inner_product y (corner 1 d v).
Proof.
  intros some Y short. assert (O : finite_vector (fun k => - y k)).
  { destruct Y as [e Y]. exists e. intros k K. rewrite Y by exact K. ring. }
  pose proof (fact_Cauchy_and_Schwarz_for_vectors (fun k => - y k) (corner 1 d v) O (corner_finite 1 d v)) as most.
  rewrite inner_opposite, corner_norm in most by assumption.
  assert (same : euclidean_norm (fun k => - y k) = euclidean_norm y).
  { unfold euclidean_norm. f_equal. apply Series_ext. intros k. ring. }
  rewrite same in most. lra.
Qed.

Theorem bassily_appA_sphere : forall (v : list bool) (d : nat),
  (1 <= d)%nat ->
  euclidean_norm (corner 1 d v) = 1.
Proof. intros v d some. now apply corner_norm. Qed.

Theorem bassily_appA_least : forall (theta : vector) (v : list bool) (d : nat),
  finite_vector theta ->
  (1 <= d)%nat ->
  euclidean_norm theta <= 1 ->
  inner_product theta (corner 1 d v) <= 1.
Proof. intros theta v d Theta some short. pose proof (corner_least v d theta some Theta short). lra. Qed.

Theorem bassily_appA_attained : forall (v : list bool) (d : nat),
  (1 <= d)%nat ->
  inner_product (corner 1 d v) (corner 1 d v) = 1.
Proof. intros v d some. now apply corner_square. Qed.

Lemma corner_excess_is x v d : (1 <= d)%nat -> corner_excess x v d (1 - inner_product x (corner 1 d v)).
Proof.
  intros some. exists (-1). split; [| split].
  - intros y Y short. unfold corner_loss. cbn. now apply corner_least.
  - exists (corner 1 d v). split; [apply corner_finite |]. rewrite corner_norm by exact some. split; [lra |].
    unfold corner_loss. cbn. rewrite corner_square by exact some. reflexivity.
  - unfold corner_loss. cbn. ring.
Qed.

Theorem bassily_appA_excess : forall (theta : vector) (v : list bool) (d : nat),
  finite_vector theta ->
  (1 <= d)%nat ->
    (exists x : R, corner_excess theta v d x /\ x <= 1 - inner_product theta (corner 1 d v)) /\ (exists x : R,
    corner_excess theta v d x /\ 1 - inner_product theta (corner 1 d v) <= x).
Proof.
  intros theta v d _ some. split; exists (1 - inner_product theta (corner 1 d v)); split; try apply corner_excess_is;
    try exact some; lra.
Qed.

Theorem bassily_appA_distance : forall (theta : vector) (v : list bool) (d : nat),
  finite_vector theta ->
  (1 <= d)%nat ->
  euclidean_norm theta <= 1 ->
  exists x : R, corner_excess theta v d x /\ (euclidean_norm (vector_minus theta (corner 1 d v))) ^ 2 / 2 <= x.
Proof.
  intros theta v d Theta some short. exists (1 - inner_product theta (corner 1 d v)).
  split; [now apply corner_excess_is |]. set (c := corner 1 d v).
  assert (C : finite_vector c) by apply corner_finite.
  rewrite norm_squared by now apply finite_minus.
  assert (theta_square : inner_product theta theta <= 1).
  { rewrite <- norm_squared by exact Theta. assert (0 <= euclidean_norm theta) by apply sqrt_pos. nra. }
  assert (square : inner_product (vector_minus theta c) (vector_minus theta c) =
    inner_product theta theta - 2 * inner_product theta c + inner_product c c).
  { destruct (one_space2 _ _ Theta C) as (e & E_ & E_'). rewrite !(inner_in_space e); try assumption.
    - unfold inner. rewrite (Sum_ext _ _ (fun k => theta k * theta k + (-2 * (theta k * c k) + c k * c k))) by
        (intros k; unfold vector_minus; ring).
      rewrite !Sum_plus, Sum_scal. ring.
    - intros k K. unfold vector_minus. rewrite E_, E_' by exact K. ring. }
  rewrite square. unfold c at 2 3. rewrite corner_square by exact some. fold c. lra.
Qed.

(** ** Another law of the parameter

    The mean of a function of a parameter that lies in some ball; the function is of as many coordinates as it has. *)
Definition parameters_on_ball (A : law vector) r := lives_on (fun x => finite_vector x /\ euclidean_norm x <= r) A.
Definition value_of (F : differentiable) (x : vector) :=
  value_at F (fun k => if (k <? dimension F)%nat then x k else 0).
Definition has_mean_loss (A : law vector) (F : differentiable) m := exists r g, parameters_on_ball A r /\ bounded g /\
  (forall x, finite_vector x /\ euclidean_norm x <= r -> g x = value_of F x) /\ m = E A g.

Lemma value_near_centre F L radius x : 0 <= L -> 0 <= radius -> lipschitz_on_ball F L radius ->
  finite_vector x /\ euclidean_norm x <= radius -> Rabs (value_of F x - value_of F (fun _ => 0)) <= L * radius.
Proof.
  intros L_pos radius_pos steep [[e X] short]. set (d := dimension F).
  set (y := fun k => if (k <? d)%nat then x k else 0).
  assert (same : (fun k => if (k <? dimension F)%nat then (fun _ : nat => 0) k else 0) = fun _ => 0).
  { apply functional_extensionality. intros k. now destruct (k <? dimension F)%nat. }
  unfold value_of. rewrite same. fold d. fold y.
  assert (Y : in_space d y) by (intros k K; unfold y; now rewrite (proj2 (Nat.ltb_ge k d) K)).
  assert (short_y : Elementary.norm d y <= radius).
  { eapply Rle_trans; [| exact short]. rewrite (norm_of_finite (Nat.max d e)) by (intros k K; apply X; lia).
    unfold Elementary.norm. apply sqrt_le_1_alt. rewrite !inner_squares. unfold below.
    replace (Nat.max d e) with (d + (Nat.max d e - d))%nat by lia. rewrite seq_app, Sum_app.
    rewrite <- (Rplus_0_r (Sum (seq 0 d) _)) at 1. apply Rplus_le_compat.
    - apply Sum_le_in. intros k K. apply in_below in K. unfold y. rewrite (proj2 (Nat.ltb_lt k d) K). lra.
    - apply Sum_ge_0. intros k. apply pow2_ge_0. }
  assert (zero : in_space d (fun _ => 0)) by (intros k _; reflexivity).
  assert (short_0 : Elementary.norm d (fun _ => 0) <= radius).
  { unfold Elementary.norm. rewrite inner_squares, (Sum_ext _ _ (fun _ => 0)) by (intros k; ring).
    rewrite Sum_const, Rmult_0_r, sqrt_0. exact radius_pos. }
  pose proof (lipschitz_values F L radius y (fun _ => 0) steep (conj Y short_y) (conj zero short_0)) as up.
  pose proof (lipschitz_values F L radius (fun _ => 0) y steep (conj zero short_0) (conj Y short_y)) as down.
  fold d in up, down.
  assert (one : Elementary.norm d (less y (fun _ => 0)) = Elementary.norm d y).
  { unfold Elementary.norm, inner, less. f_equal. apply Sum_ext. intros k. ring. }
  assert (other : Elementary.norm d (less (fun _ => 0) y) = Elementary.norm d y).
  { unfold Elementary.norm, inner, less. f_equal. apply Sum_ext. intros k. ring. }
  rewrite one in up. rewrite other in down.
  assert (L * Elementary.norm d y <= L * radius) by now apply Rmult_le_compat_l. apply Rabs_le. lra.
Qed.

Theorem bassily_coupling : forall (A A_ : law vector) (F : differentiable) (L R_ gamma : R),
  0 < L ->
  0 < R_ ->
  0 < gamma ->
  lipschitz_on_ball F L R_ ->
  parameters_on_ball A R_ ->
  parameters_on_ball A_ R_ ->
  TV_most A A_ gamma ->
  exists f : R, has_mean_loss A F f /\ (exists f_ : R, has_mean_loss A_ F f_ /\ f <= 2 * L * R_ * gamma + f_).
Proof.
  intros A A_ F L R_ gamma L_pos R_pos gamma_pos steep on_A on_A_ close. set (centre := value_of F (fun _ => 0)).
  set (low := centre - L * R_). assert (width : 0 < L * R_) by now apply Rmult_lt_0_compat.
  set (g := fun x => Rmax low (Rmin (low + 2 * (L * R_)) (value_of F x))).
  assert (between : forall x, low <= g x <= low + 2 * (L * R_)).
  { intros x. unfold g, Rmax, Rmin. repeat destruct (Rle_dec _ _); lra. }
  assert (B : bounded g) by (apply bounded_between with low (low + 2 * (L * R_)); exact between).
  assert (same : forall x, finite_vector x /\ euclidean_norm x <= R_ -> g x = value_of F x).
  { intros x inside. pose proof (value_near_centre F L R_ x ltac:(lra) ltac:(lra) steep inside) as near.
    fold centre in near. apply Rabs_le_between in near. unfold g, low, Rmax, Rmin. repeat destruct (Rle_dec _ _); lra. }
  exists (E A g). split; [now exists R_, g |]. exists (E A_ g). split; [now exists R_, g |].
  assert (T : test (fun x => (g x - low) / (2 * (L * R_)))).
  { intros x. specialize (between x). split; [apply Rdiv_le_0_compat; lra |].
    apply Rmult_le_reg_r with (2 * (L * R_)); [lra |]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l by lra. lra. }
  specialize (close _ T).
  assert (shift : forall P : law vector, E P (fun x => (g x - low) / (2 * (L * R_))) = (E P g - low) / (2 * (L * R_))).
  { intros P. unfold Rdiv. rewrite (E_ext P _ (fun x => / (2 * (L * R_)) * (g x - low))) by (intros x; ring).
    rewrite E_scal, E_minus, E_const; [ring | exact B | bounded | bounded]. }
  rewrite !shift in close. apply (Rmult_le_compat_r (2 * (L * R_))) in close; [| lra].
  replace (((E A g - low) / (2 * (L * R_)) - (E A_ g - low) / (2 * (L * R_))) * (2 * (L * R_))) with (E A g - E A_ g)
    in close by (field; lra). lra.
Qed.

(** ** Algorithm 5: the accelerated method without noise *)

Theorem bassily_alg5_update : forall (Theta : region) (F : differentiable) (G : oracle) (D : R) (T : nat) (beta : R),
  0 < D ->
  (1 <= T)%nat ->
  0 < beta ->
  smooth_convex F beta ->
  starts_near Theta F D ->
  noisy_oracle G F 0 ->
  accelerated_excess_most Theta F G (1 / (2 * beta)) T (4 * D ^ 2 * beta / ((1 + INR T) * INR T)).
Proof.
  intros Theta F G D T beta D_pos T_1 beta_pos smooth (u & U & best & near) noises.
  assert (T_pos : 1 <= INR T) by now apply (le_INR 1).
  assert (eta_pos : 0 < 1 / (2 * beta)) by (apply Rdiv_lt_0_compat; lra).
  destruct (accelerated_excess Theta F G beta (1 / (2 * beta)) 0 D u beta_pos eta_pos (Rle_refl _) noises smooth U near
    T T_1) as [finite most].
  split; [exact finite |]. intros v V. specialize (best v V). eapply Rle_trans; [exact most |].
  replace (2 * D ^ 2 / (1 / (2 * beta) * (INR T * (INR T + 1))) + 1 / (2 * beta) * 0 ^ 2 * (2 * INR T + 1) / 6) with
    (4 * D ^ 2 * beta / ((1 + INR T) * INR T)) by (field; lra).
  lra.
Qed.
