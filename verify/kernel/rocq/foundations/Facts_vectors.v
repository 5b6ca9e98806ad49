(** * The facts of the calculus on vectors, functions of vectors, bits, matrices

    As in Facts.v: each theorem as the exporter writes it from the fact itself. *)

From Foundations Require Export Nouns_vectors.
Import ListNotations.
Open Scope R_scope.

(** ** Series that are sums *)

Lemma in_space_more d e x : (d <= e)%nat -> in_space d x -> in_space e x.
Proof. intros D X k K. apply X. lia. Qed.

Lemma finite_minus x y : finite_vector x -> finite_vector y -> finite_vector (vector_minus x y).
Proof.
  intros [d X] [e Y]. exists (Nat.max d e). intros k K. unfold vector_minus. rewrite X, Y by lia. ring.
Qed.

Lemma finite_moved x s y : finite_vector x -> finite_vector y -> finite_vector (moved x s y).
Proof. intros [d X] [e Y]. exists (Nat.max d e). intros k K. unfold moved. rewrite X, Y by lia. ring. Qed.

Lemma finite_mixed a x y : finite_vector x -> finite_vector y -> finite_vector (mixed a x y).
Proof. intros [d X] [e Y]. exists (Nat.max d e). intros k K. unfold mixed. rewrite X, Y by lia. ring. Qed.

Lemma finite_within Theta x : in_set Theta x -> finite_vector x.
Proof. intros X. exists (set_dimension Theta). now apply within_space. Qed.

Lemma Series_of_finite d u : in_space d u -> Series u = Sum (below d) u.
Proof.
  intros zero. apply is_series_unique.
  assert (sums : forall n, sum_n u n = Sum (below (S n)) u).
  { induction n as [| n IH]; [rewrite sum_O; unfold below; simpl; ring |].
    rewrite sum_Sn, IH. unfold below. rewrite (seq_S (S n)), Sum_app. simpl. unfold plus. simpl. ring. }
  change (is_lim_seq (sum_n u) (Sum (below d) u)).
  apply is_lim_seq_ext_loc with (fun _ => Sum (below d) u); [| apply is_lim_seq_const].
  exists d. intros n le. rewrite sums. replace (S n) with (d + (S n - d))%nat by lia.
  unfold below. rewrite seq_app, Sum_app, (Sum_ext_in (seq (0 + d) _) _ (fun _ => 0)); [rewrite Sum_const; ring |].
  intros k inside. apply in_seq in inside. apply zero. lia.
Qed.

(** An inner product with a vector of R^d is one of R^d. *)
Lemma inner_in_space d x y : in_space d y -> inner_product x y = inner d x y.
Proof. intros Y. apply (Series_of_finite d). intros k K. rewrite Y by exact K. ring. Qed.

Lemma inner_in_space_first d x y : in_space d x -> inner_product x y = inner d x y.
Proof. intros X. apply (Series_of_finite d). intros k K. rewrite X by exact K. ring. Qed.

Lemma norm_of_finite d x : in_space d x -> euclidean_norm x = Elementary.norm d x.
Proof.
  intros X. rewrite (norm_in_space d x X). unfold Elementary.norm. f_equal. apply Sum_ext. intros k. ring.
Qed.

Lemma norm_squared x : finite_vector x -> euclidean_norm x ^ 2 = inner_product x x.
Proof. intros [d X]. rewrite (norm_of_finite d), (inner_in_space d) by exact X. apply norm_square. Qed.

(** Vectors lie in one space. *)
Lemma one_space2 x y : finite_vector x -> finite_vector y -> exists d, in_space d x /\ in_space d y.
Proof.
  intros [d X] [e Y]. exists (Nat.max d e).
  split; [apply (in_space_more d) | apply (in_space_more e)]; auto; lia.
Qed.

Lemma inner_plus_right a x y : finite_vector x -> finite_vector y ->
  inner_product a (fun k => x k + y k) = inner_product a x + inner_product a y.
Proof.
  intros X Y. destruct (one_space2 x y X Y) as (d & Xd & Yd).
  rewrite !(inner_in_space d) by (auto; intros k K; rewrite Xd, Yd by exact K; ring).
  unfold inner. rewrite <- Sum_plus. apply Sum_ext. intros k. ring.
Qed.

Lemma inner_scal_right a c x : finite_vector x -> inner_product a (fun k => c * x k) = c * inner_product a x.
Proof.
  intros [d X]. rewrite !(inner_in_space d) by (auto; intros k K; rewrite X by exact K; ring).
  unfold inner. rewrite <- Sum_scal. apply Sum_ext. intros k. ring.
Qed.

Lemma inner_minus_right a x y : finite_vector x -> finite_vector y ->
  inner_product a (vector_minus x y) = inner_product a x - inner_product a y.
Proof.
  intros X Y. destruct (one_space2 x y X Y) as (d & Xd & Yd).
  rewrite !(inner_in_space d) by (auto; intros k K; unfold vector_minus; rewrite Xd, Yd by exact K; ring).
  unfold inner. rewrite <- Sum_minus. apply Sum_ext. intros k. unfold vector_minus. ring.
Qed.

Lemma inner_plus_left a b x : finite_vector x ->
  inner_product (vector_plus a b) x = inner_product a x + inner_product b x.
Proof.
  intros [d X]. rewrite !(inner_in_space d) by exact X.
  unfold inner. rewrite <- Sum_plus. apply Sum_ext. intros k. unfold vector_plus. ring.
Qed.

(** ** Norms and inner products *)

(** Linearity. *)
Theorem fact_an_inner_product_in_parts : forall (a x y z : vector),
  finite_vector a ->
  finite_vector x ->
  finite_vector y ->
  finite_vector z ->
  inner_product a (vector_minus x z) = inner_product a (vector_minus x y) + inner_product a (vector_minus y z).
Proof. intros a x y z _ X Y Z. rewrite !inner_minus_right by assumption. ring. Qed.

(** A norm is homogeneous. *)
Theorem fact_mixtures_with_one_point : forall (x y z : vector) (a : R),
  finite_vector x ->
  finite_vector y ->
  finite_vector z ->
  0 < a ->
  a <= 1 ->
  euclidean_norm (vector_minus (mixed a x z) (mixed a y z)) = euclidean_norm (vector_minus x y) * a.
Proof.
  intros x y z a X Y Z A A1.
  destruct (one_space2 _ _ (finite_minus _ _ X Y) (finite_minus _ _ (finite_mixed a _ _ X Z) (finite_mixed a _ _ Y Z)))
    as (d & one & other).
  rewrite !(norm_of_finite d), Rmult_comm by assumption. now apply mixtures_with_one_point.
Qed.

(** The square of a sum, expanded. *)
Theorem fact_the_square_after_a_step : forall (u x y : vector) (eta : R),
  finite_vector u ->
  finite_vector x ->
  finite_vector y ->
  0 < eta ->
  (euclidean_norm (vector_minus (moved x eta y) u)) ^ 2 = (euclidean_norm y) ^ 2 * eta ^ 2 +
    (euclidean_norm (vector_minus x u)) ^ 2 - 2 * inner_product y (vector_minus x u) * eta.
Proof.
  intros u x y eta U X Y _. destruct (one_space2 _ _ (finite_minus _ _ X U) Y) as (d & XU & Yd).
  rewrite (norm_of_finite d y), (norm_of_finite d (vector_minus x u)), (inner_in_space d) by assumption.
  rewrite (norm_of_finite d).
  - etransitivity; [apply (square_after_a_step d x eta y u) |]. change (less x u) with (vector_minus x u). ring.
  - intros k K. specialize (XU k K). unfold moved, vector_minus in *. rewrite Yd by exact K. lra.
Qed.

(** Triangle inequality. *)
Theorem fact_triangle_inequality_for_two_steps : forall (u x y z : vector) (eta : R),
  finite_vector u ->
  finite_vector x ->
  finite_vector y ->
  finite_vector z ->
  0 < eta ->
  euclidean_norm (vector_minus (moved x eta y) u) <= euclidean_norm (vector_minus z y) * eta +
    euclidean_norm (vector_minus (moved x eta z) u).
Proof.
  intros u x y z eta U X Y Z E.
  destruct (one_space2 _ _ U X) as (d & Ud & Xd). destruct (one_space2 _ _ Y Z) as (e & Yd & Zd).
  assert (M : (d <= Nat.max d e)%nat /\ (e <= Nat.max d e)%nat) by lia. destruct M as [D E'].
  apply (in_space_more _ _ _ D) in Ud, Xd. apply (in_space_more _ _ _ E') in Yd, Zd.
  rewrite !(norm_of_finite (Nat.max d e));
    try (intros k K; unfold vector_minus, moved; rewrite ?Ud, ?Xd, ?Yd, ?Zd by exact K; ring).
  pose proof (triangle_for_two_steps (Nat.max d e) x eta y z u ltac:(lra)) as T.
  rewrite Rplus_comm, (Rmult_comm _ eta). exact T.
Qed.

(** The square of a sum, expanded. *)
Theorem fact_the_squares_of_a_projected_step : forall (Theta : convex_set) (a u x : vector) (eta : R),
  finite_vector a ->
  finite_vector u ->
  finite_vector x ->
  0 < eta ->
  inner_product a (vector_minus (projected Theta x eta a) u) * eta = (euclidean_norm (vector_minus x u)) ^ 2 / 2 -
    acute Theta x eta a u - (euclidean_norm (vector_minus (projected Theta x eta a) u)) ^ 2 / 2 -
    (euclidean_norm (vector_minus (projected Theta x eta a) x)) ^ 2 / 2.
Proof.
  intros Theta a u x eta A U X _. unfold acute. set (p := projected Theta x eta a).
  assert (P : finite_vector p) by now apply (finite_within Theta), nearest_within, finite_moved.
  rewrite !norm_squared by now apply finite_minus.
  destruct (one_space2 _ _ A U) as (d & Ad & Ud). destruct (one_space2 _ _ P X) as (e & Pd & Xd).
  assert (M : (d <= Nat.max d e)%nat /\ (e <= Nat.max d e)%nat) by lia. destruct M as [D E'].
  apply (in_space_more _ _ _ D) in Ad, Ud. apply (in_space_more _ _ _ E') in Pd, Xd.
  rewrite !(inner_in_space (Nat.max d e));
    try (intros k K; unfold vector_minus, moved; rewrite ?Ud, ?Xd, ?Ad, ?Pd by exact K; ring).
  set (n := Nat.max d e).
  assert (apart : inner n (vector_minus x u) (vector_minus x u) - 2 * inner n (vector_minus (moved x eta a) p)
      (vector_minus p u) - inner n (vector_minus p u) (vector_minus p u) -
      inner n (vector_minus p x) (vector_minus p x) - 2 * eta * inner n a (vector_minus p u) = 0); [| lra].
  unfold inner. rewrite <- !Sum_scal, <- !Sum_minus, (Sum_ext _ _ (fun _ => 0)); [rewrite Sum_const; ring |].
  intros k. unfold vector_minus, moved. ring.
Qed.

(** ** Convex functions *)

(** Nesterov 2004, (2.1.2): a chord's slope is no smaller than that of the tangent. *)
Theorem fact_tangents_of_a_convex_function : forall (F : differentiable) (x y : vector) (beta : R),
  finite_vector x ->
  finite_vector y ->
  0 < beta ->
  smooth_convex F beta ->
  slope F x y + value_at F x <= value_at F y.
Proof.
  intros F x y beta X Y _ [convex _].
  set (g := fun t => value_at F (fun k => x k + t * vector_minus y x k)).
  assert (at_0 : g 0 = value_at F x).
  { unfold g. f_equal. apply functional_extensionality. intros k. unfold vector_minus. ring. }
  assert (tangent : is_derive g 0 (slope F x y)).
  { unfold slope. rewrite (inner_in_space_first (dimension F)) by apply gradient_in_space.
    apply gradient_is_slope. }
  assert (chord : forall t, 0 <= t <= 1 -> g t <= value_at F x + t * (value_at F y - value_at F x)).
  { intros t T. specialize (convex y x t T). unfold g.
    replace (fun k => x k + t * vector_minus y x k) with (mixed t y x); [lra |].
    apply functional_extensionality. intros k. unfold mixed, vector_minus. ring. }
  destruct (Rle_dec (slope F x y + value_at F x) (value_at F y)) as [| below]; [assumption | exfalso].
  set (gap := slope F x y + value_at F x - value_at F y) in *. assert (G : 0 < gap) by (unfold gap; lra).
  apply is_derive_Reals in tangent. destruct (tangent (gap / 2) ltac:(lra)) as [delta close].
  set (t := Rmin 1 (delta / 2)). pose proof (cond_pos delta) as D.
  assert (T : 0 < t <= 1) by (unfold t; split; [apply Rmin_pos; lra | apply Rmin_l]).
  assert (T' : t < delta) by (unfold t; pose proof (Rmin_r 1 (delta / 2)); lra).
  specialize (close t ltac:(lra) ltac:(rewrite Rabs_right; lra)).
  rewrite Rplus_0_l, at_0 in close. apply Rabs_lt_between in close. specialize (chord t ltac:(lra)).
  assert ((g t - value_at F x) / t <= value_at F y - value_at F x).
  { apply Rle_div_l; [lra |]. rewrite Rmult_comm. lra. }
  unfold gap in *. lra.
Qed.

(** Bilinearity. *)
Theorem fact_slopes_by_a_noisy_gradient : forall (F : differentiable) (x xi y z : vector),
  finite_vector x ->
  finite_vector xi ->
  finite_vector y ->
  finite_vector z ->
  slope F x y - slope F x z = inner_product (vector_plus (gradient F x) xi) (vector_minus y z) -
    inner_product xi (vector_minus y z).
Proof.
  intros F x xi y z X _ Y Z. unfold slope. rewrite inner_plus_left by now apply finite_minus.
  rewrite !inner_minus_right by assumption. ring.
Qed.

(** Bilinearity. *)
Theorem fact_slope_by_a_noisy_gradient : forall (F : differentiable) (x xi y : vector),
  finite_vector x ->
  finite_vector xi ->
  finite_vector y ->
  slope F x y = inner_product xi (vector_minus x y) - inner_product (vector_plus (gradient F x) xi) (vector_minus x y).
Proof.
  intros F x xi y X _ Y. unfold slope. rewrite inner_plus_left by now apply finite_minus.
  rewrite !inner_minus_right by assumption. ring.
Qed.

(** Linearity. *)
Theorem fact_slope_towards_a_mixture : forall (F : differentiable) (x y z : vector) (a : R),
  finite_vector x ->
  finite_vector y ->
  finite_vector z ->
  0 < a ->
  a <= 1 ->
  slope F x (mixed a y z) = (1 - a) * slope F x z + slope F x y * a.
Proof.
  intros F x y z a X Y Z _ _. unfold slope. rewrite !inner_minus_right by (try apply finite_mixed; assumption).
  destruct (one_space2 y z Y Z) as (d & Yd & Zd).
  assert (finite_scaled : forall c v, finite_vector v -> finite_vector (fun k => c * v k)).
  { intros c v [e V]. exists e. intros k K. rewrite V by exact K. ring. }
  unfold mixed. rewrite inner_plus_right, !inner_scal_right by auto. ring.
Qed.

(** ** Bits *)

(** They differ only where the two vectors do. *)
Theorem fact_agreements_with_two_vectors : forall (v x y : list bool),
  agreements_of v x <= agreements_of v y + differences x y.
Proof.
  intros v x y. unfold agreements_of, differences.
  apply Rle_trans with (agreements (length v) v y + distance (length v) x y);
    [apply agreements_with_two_vectors |].
  apply Rplus_le_compat_l. set (n := Nat.max (length x) (length y)).
  assert (same : forall k, (n <= k)%nat -> bit x k = bit y k).
  { intros k K. unfold bit. rewrite !nth_overflow by (unfold n in K; lia). reflexivity. }
  unfold distance. generalize (length v). intros m.
  destruct (Nat.le_gt_cases m n) as [small | large].
  - replace n with (m + (n - m))%nat by lia. unfold below. rewrite seq_app, Sum_app.
    match goal with |- _ <= _ + ?rest => assert (0 <= rest); [| lra] end.
    apply Sum_ge_0. intros k. destruct (Bool.eqb (bit x k) (bit y k)); lra.
  - replace m with (n + (m - n))%nat by lia. unfold below. rewrite seq_app, Sum_app.
    rewrite (Sum_ext_in (seq (0 + n) _) _ (fun _ => 0)); [rewrite Sum_const; lra |].
    intros k K. apply in_seq in K. rewrite (same k) by lia. now rewrite Bool.eqb_reflx.
Qed.

(** Two bits differ only where one of them is 1. *)
Theorem fact_distance_of_vectors_with_few_ones : forall (x y : list bool),
  differences x y <= ones_of x + ones_of y.
Proof.
  intros x y. unfold differences, ones_of. set (n := Nat.max (length x) (length y)).
  assert (no_more : forall z, (length z <= n)%nat -> ones n z = ones (length z) z).
  { intros z Z. unfold ones. replace n with (length z + (n - length z))%nat by lia.
    unfold below. rewrite seq_app, Sum_app, (Sum_ext_in (seq (0 + _) _) _ (fun _ => 0));
      [rewrite Sum_const; ring |].
    intros k K. apply in_seq in K. unfold bit. rewrite nth_overflow by lia. reflexivity. }
  rewrite <- (no_more x), <- (no_more y) by (unfold n; lia). apply distance_of_vectors_with_few_ones.
Qed.

(** Boucheron, Lugosi and Massart 2013, Section 2.2. *)
Theorem fact_sign_vectors_near_one : forall (d : nat) (r w : R),
  (1 <= d)%nat ->
  0 < r ->
  r <= 1 ->
  0 <= w ->
  near_signs d w <= (1 + r) ^ d * raise r (- w).
Proof.
  intros d r w _ R0 R1 _. rewrite raise_pos by exact R0. now apply sign_vectors_near_one.
Qed.

(** ** Sequences *)

(** Graham, Knuth and Patashnik 1994, Section 2.2. *)
Theorem fact_a_linear_recursion : forall (a : sequence) (c q : R) (t : nat),
  (forall k : nat, 0 <= a k) ->
  0 <= c ->
  0 <= q ->
  q < 1 ->
  (forall s : nat, term_of a (1 + s) <= term_of a s * q + c) ->
  term_of a t <= (1 - q ^ t) * c / (1 - q) + q ^ t * term_of a 0.
Proof.
  intros a c q t _ C Q Q1 H. induction t as [| t IH]; [simpl; right; field; lra |].
  eapply Rle_trans; [apply H |]. apply (Rmult_le_compat_l q) in IH; [| exact Q].
  replace ((1 - q ^ S t) * c / (1 - q) + q ^ S t * term_of a 0)
    with (q * ((1 - q ^ t) * c / (1 - q) + q ^ t * term_of a 0) + c) by (simpl; field; lra). lra.
Qed.

(** The numbers from d + 1 to d + j: (1 + 1/m)^m is at most e, for m from d to d + j - 1. *)
Lemma factorials_apart d j : (1 <= d)%nat ->
  INR (fact d) * INR (d + j) ^ (d + j) <= INR (fact (d + j)) * INR d ^ d * exp (INR j).
Proof.
  intros D. induction j as [| j IH]; [rewrite Nat.add_0_r; simpl INR; rewrite exp_0; lra |].
  set (m := (d + j)%nat) in *. assert (M : 0 < INR m) by (apply lt_0_INR; unfold m; lia).
  replace (d + S j)%nat with (S m) by (unfold m; lia).
  assert (step : INR (S m) ^ m <= exp 1 * INR m ^ m).
  { pose proof (pow_le_exp (/ INR m) m) as P. rewrite Rinv_r in P by lra.
    assert (0 < / INR m) by now apply Rinv_0_lt_compat. specialize (P ltac:(lra)).
    replace (INR (S m)) with ((1 + / INR m) * INR m) by (rewrite S_INR; field; lra). rewrite Rpow_mult_distr.
    apply Rmult_le_compat_r; [apply pow_le; lra | exact P]. }
  change (fact (S m)) with (S m * fact m)%nat. rewrite mult_INR, (S_INR j), exp_plus.
  change (INR (S m) ^ S m) with (INR (S m) * INR (S m) ^ m).
  assert (F : 0 <= INR (fact d) * INR (S m)) by (apply Rmult_le_pos; apply pos_INR).
  apply (Rmult_le_compat_l _ _ _ F) in step.
  assert (G : 0 <= INR (S m) * exp 1) by (apply Rmult_le_pos; [apply pos_INR | left; apply exp_pos]).
  apply (Rmult_le_compat_l _ _ _ G) in IH. lra.
Qed.

(** Stirling: Robbins 1955. *)
Theorem fact_quotient_of_factorials : forall (d : nat),
  (1 <= d)%nat ->
  falling d <= exp 1 / (4 * INR d).
Proof.
  intros d D. assert (d_pos : 0 < INR d) by (apply lt_0_INR; lia).
  assert (bound : 0 < exp 1 / (4 * INR d)) by (apply Rdiv_lt_0_compat; [apply exp_pos | lra]).
  assert (one : 0 < INR (fact d)) by apply lt_0_INR, lt_O_fact.
  assert (two : 0 < INR (fact (2 * d))) by apply lt_0_INR, lt_O_fact.
  assert (quotient : INR (fact d) / INR (fact (2 * d)) <= (exp 1 / (4 * INR d)) ^ d).
  { pose proof (factorials_apart d d D) as F. replace (d + d)%nat with (2 * d)%nat in F by lia.
    rewrite mult_INR, (pow_mult _ 2 d) in F. replace (exp (INR d)) with (exp 1 ^ d) in F
      by (rewrite <- Rpower_pow by apply exp_pos; unfold Rpower; rewrite ln_exp; f_equal; ring).
    assert (P : 0 < INR d ^ d) by now apply pow_lt.
    replace ((INR 2 * INR d) ^ 2) with (4 * INR d * INR d) in F by (simpl; ring). rewrite Rpow_mult_distr in F.
    assert (Q : 0 < (4 * INR d) ^ d) by (apply pow_lt; lra).
    unfold Rdiv. rewrite Rpow_mult_distr, pow_inv. apply Rle_div_l; [exact two |].
    replace (exp 1 ^ d * / (4 * INR d) ^ d * INR (fact (2 * d)))
      with (INR (fact (2 * d)) * exp 1 ^ d / (4 * INR d) ^ d) by (field; lra).
    apply Rle_div_r; [exact Q |]. apply (Rmult_le_reg_r (INR d ^ d)); [exact P |]. lra. }
  unfold falling. rewrite raise_pos by (apply Rdiv_lt_0_compat; assumption).
  rewrite <- (exp_ln (exp 1 / (4 * INR d))) by exact bound. apply exp_le.
  apply ln_le in quotient; [| apply Rdiv_lt_0_compat; assumption].
  rewrite <- Rpower_pow, ln_Rpower in quotient by exact bound.
  apply (Rmult_le_compat_l (1 / INR d)) in quotient; [| left; apply Rdiv_lt_0_compat; lra].
  eapply Rle_trans; [exact quotient |]. right. field. lra.
Qed.

(** ** Matrices *)

Lemma seq_moved n start len : seq (n + start) len = map (Nat.add n) (seq start len).
Proof.
  revert start. induction len as [| len IH]; intros start; [reflexivity |].
  cbn [seq map]. f_equal. rewrite <- IH. f_equal. lia.
Qed.

(** The doubled matrix, block by block. *)
Lemma gram_doubled p i j : (1 <= i)%nat -> (i < j)%nat -> (j <= 2 ^ p)%nat ->
  Sum (seq 1 (2 ^ p)) (fun k => doubled p k i * doubled p k j) = 0.
Proof.
  revert i j. induction p as [| p IH]; intros i j I J Jp; [simpl in Jp; lia |].
  set (n := (2 ^ p)%nat) in *. assert (two : (2 ^ S p = n + n)%nat) by (unfold n; simpl; lia). rewrite two in *.
  rewrite seq_app, Sum_app.
  assert (above : forall k c, In k (seq 1 n) -> doubled (S p) k c =
    if (c <=? n)%nat then doubled p k c else doubled p k (c - n)).
  { intros k c K. apply in_seq in K. cbn [doubled]. fold n. now rewrite (proj2 (Nat.leb_le k n)) by lia. }
  assert (under : forall k c, In k (seq 1 n) -> doubled (S p) (n + k) c =
    if (c <=? n)%nat then doubled p k c else - doubled p k (c - n)).
  { intros k c K. apply in_seq in K. cbn [doubled]. fold n. rewrite (proj2 (Nat.leb_gt (n + k) n)) by lia.
    now replace (n + k - n)%nat with k by lia. }
  assert (shift : forall f : nat -> R, Sum (seq (1 + n) n) f = Sum (seq 1 n) (fun k => f (n + k)%nat)).
  { intros f. rewrite Nat.add_comm, seq_moved. apply Sum_map. }
  rewrite shift, <- Sum_plus.
  destruct (i <=? n)%nat eqn:In', (j <=? n)%nat eqn:Jn; try apply Nat.leb_le in In'; try apply Nat.leb_gt in In';
    try apply Nat.leb_le in Jn; try apply Nat.leb_gt in Jn; try lia.
  - rewrite (Sum_ext_in _ _ (fun k => 2 * (doubled p k i * doubled p k j))).
    + now rewrite Sum_scal, IH, Rmult_0_r.
    + intros k K. rewrite !above, !under by exact K. rewrite !(proj2 (Nat.leb_le _ _)) by lia. ring.
  - rewrite (Sum_ext_in _ _ (fun _ => 0)); [rewrite Sum_const; ring |].
    intros k K. rewrite !above, !under by exact K.
    rewrite (proj2 (Nat.leb_le i n)), (proj2 (Nat.leb_gt j n)) by lia. ring.
  - rewrite (Sum_ext_in _ _ (fun k => 2 * (doubled p k (i - n) * doubled p k (j - n)))).
    + rewrite Sum_scal, IH by lia. ring.
    + intros k K. rewrite !above, !under by exact K. rewrite !(proj2 (Nat.leb_gt _ _)) by lia. ring.
Qed.

(** Sylvester 1867: by induction, block by block. *)
Theorem fact_columns_of_a_Hadamard_matrix_orthogonal : forall (i j p : nat),
  (1 <= i)%nat ->
  (1 <= j)%nat ->
  (i < j)%nat ->
  INR j <= raise 2 (INR p) ->
  1 + gram (sylvester (2 ^ p)) i j = 1.
Proof.
  intros i j p I _ IJ J. unfold gram, sylvester. simpl rows. simpl entry. rewrite Nat.log2_pow2 by lia.
  rewrite gram_doubled; auto; [ring |]. apply INR_le. rewrite pow_INR. simpl INR at 2.
  rewrite raise_pos in J by lra. fold (Rpower 2 (INR p)) in J. rewrite Rpower_pow in J by lra. exact J.
Qed.
