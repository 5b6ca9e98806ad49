(** * The facts of the calculus on gradient methods with noise

    As in Facts.v: each theorem as the exporter writes it from the fact itself. *)

From Foundations Require Export Runs.
Import ListNotations.
Open Scope R_scope.

(** ** Steps on convex functions *)

(** Hiriart-Urruty and Lemarechal 2001, Theorem A.3.1.1: a point a little on the way to u is no nearer than the
  nearest. *)
Theorem fact_the_angle_at_a_projection : forall (Theta : convex_set) (a u x : vector) (c eta : R),
  finite_vector a ->
  finite_vector u ->
  finite_vector x ->
  0 < eta ->
  in_set Theta u ->
  c <= acute Theta x eta a u + c.
Proof.
  intros Theta a u x c eta A U X _ inside. enough (0 <= acute Theta x eta a u) by lra.
  unfold acute, projected. set (w := moved x eta a). assert (W : finite_vector w) by now apply finite_moved.
  set (p := nearest Theta w). assert (P : in_set Theta p) by now apply nearest_within.
  pose proof (finite_within _ _ P) as Pf.
  destruct (one_space2 _ _ (finite_minus _ _ W Pf) (finite_minus _ _ Pf U)) as (d & D & D').
  rewrite (inner_in_space d) by exact D'.
  set (q := inner d (vector_minus w p) (vector_minus p u)). set (s := inner d (vector_minus p u) (vector_minus p u)).
  assert (S : 0 <= s) by apply inner_ge_0.
  assert (way : forall t, 0 <= t <= 1 -> 0 <= 2 * t * q + t ^ 2 * s).
  { intros t T. pose proof (nearest_least Theta w (mixed t u p) W (within_mixed Theta t u p T inside P)) as far.
    fold p in far.
    assert (M : in_space d (vector_minus w (mixed t u p))).
    { intros k K. specialize (D k K). specialize (D' k K). unfold vector_minus, mixed in *. nra. }
    rewrite !(norm_of_finite d) in far by assumption.
    assert (squares : Elementary.norm d (vector_minus w p) ^ 2 <= Elementary.norm d (vector_minus w (mixed t u p)) ^ 2)
      by (apply pow_incr; split; [apply sqrt_pos | exact far]).
    rewrite !norm_square in squares.
    assert (expanded : inner d (vector_minus w (mixed t u p)) (vector_minus w (mixed t u p)) =
      inner d (vector_minus w p) (vector_minus w p) + 2 * t * q + t ^ 2 * s).
    { unfold q, s, inner. rewrite <- !Sum_scal, <- !Sum_plus. apply Sum_ext. intros k.
      unfold vector_minus, mixed. ring. }
    lra. }
  apply Rnot_lt_le. intros neg. set (t := Rmin 1 (- q / (s + 1))).
  assert (pos : 0 < - q / (s + 1)) by (apply Rdiv_lt_0_compat; lra).
  assert (T : 0 < t <= 1) by (unfold t; split; [apply Rmin_pos; lra | apply Rmin_l]).
  assert (T' : t * (s + 1) <= - q).
  { apply Rle_trans with (- q / (s + 1) * (s + 1)); [| right; field; lra].
    apply Rmult_le_compat_r; [lra | apply Rmin_r]. }
  specialize (way t ltac:(lra)). nra.
Qed.

(** Nesterov 2004, (2.1.7): a step against the gradient goes no lower than the minimum. *)
Theorem fact_slope_and_excess_of_a_smooth_function : forall (F : differentiable) (x y : vector) (beta : R),
  finite_vector x ->
  finite_vector y ->
  0 < beta ->
  smooth_convex F beta ->
  stationary F y ->
  (euclidean_norm (gradient F x)) ^ 2 <= 2 * (value_at F x - value_at F y) * beta.
Proof.
  intros F x y beta X Y B smooth still. set (g := gradient F x).
  assert (G : in_space (dimension F) g) by apply gradient_in_space.
  assert (Gf : finite_vector g) by now exists (dimension F).
  set (z := moved x (/ beta) g). assert (Z : finite_vector z) by now apply finite_moved.
  pose proof (fact_tangents_of_a_convex_function F y z beta Y Z B smooth) as above.
  assert (flat : slope F y z = 0).
  { unfold slope. rewrite (inner_in_space_first (dimension F)) by apply gradient_in_space.
    unfold inner. rewrite (Sum_ext _ _ (fun _ => 0)), Sum_const; [ring |]. intros k. rewrite still. ring. }
  pose proof (fact_smoothness F x z beta X Z B smooth) as step.
  assert (way : vector_minus z x = fun k => - / beta * g k).
  { apply functional_extensionality. intros k. unfold z, vector_minus, moved. ring. }
  assert (descent : slope F x z = - / beta * euclidean_norm g ^ 2).
  { unfold slope. rewrite way, inner_scal_right, norm_squared by exact Gf. reflexivity. }
  assert (length : euclidean_norm (vector_minus z x) ^ 2 = (/ beta) ^ 2 * euclidean_norm g ^ 2).
  { rewrite way, !norm_squared by (auto; exists (dimension F); intros k K; rewrite G by exact K; ring).
    rewrite !(inner_in_space (dimension F)) by (auto; intros k K; rewrite G by exact K; ring).
    unfold inner. rewrite <- Sum_scal. apply Sum_ext. intros k. ring. }
  rewrite descent, length in step. rewrite flat in above.
  assert (gain : / (2 * beta) * euclidean_norm g ^ 2 <= value_at F x - value_at F y).
  { replace (/ (2 * beta) * euclidean_norm g ^ 2)
      with (/ beta * euclidean_norm g ^ 2 - (/ beta) ^ 2 * euclidean_norm g ^ 2 * beta / 2) by (field; lra). lra. }
  apply (Rmult_le_compat_l (2 * beta)) in gain; [| lra].
  replace (2 * beta * (/ (2 * beta) * euclidean_norm g ^ 2)) with (euclidean_norm g ^ 2) in gain by (field; lra). lra.
Qed.

(** ** Balls *)

Section Balls.
  Variables (d : nat) (radius : R).
  Hypothesis radius_pos : 0 < radius.
  Local Notation nrm := (Elementary.norm d).

  Lemma norm_ge_0 e x : 0 <= Elementary.norm e x.
  Proof. apply sqrt_pos. Qed.

  Lemma norm_scaled c x : nrm (fun k => c * x k) = Rabs c * nrm x.
  Proof.
    unfold Elementary.norm. rewrite <- sqrt_Rsqr_abs, <- sqrt_mult by (apply Rle_0_sqr || apply inner_ge_0).
    f_equal. unfold inner, Rsqr. rewrite <- Sum_scal. apply Sum_ext. intros k. ring.
  Qed.

  Lemma norm_same x y : (forall k, (k < d)%nat -> x k = y k) -> nrm x = nrm y.
  Proof.
    intros H. unfold Elementary.norm. f_equal. apply Sum_ext_in. intros k K. apply in_below in K. now rewrite H.
  Qed.

  Lemma norm_0 : nrm (fun _ => 0) = 0.
  Proof. rewrite (norm_same _ (fun k => 0 * 0)), (norm_scaled 0 (fun _ => 0)), Rabs_R0 by (intros; ring). ring. Qed.

  (** No coordinate is larger than the length. *)
  Lemma coordinate_most x k : (k < d)%nat -> Rabs (x k) <= nrm x.
  Proof.
    intros K. apply pow2_inj_le; [apply norm_ge_0 |]. rewrite pow2_abs, norm_square, inner_squares.
    rewrite <- (Sum_single Nat.eq_dec (below d) k (x k ^ 2)) by (apply seq_NoDup || now apply in_below).
    apply Sum_le. intros i. destruct (Nat.eq_dec i k) as [-> |]; [lra | apply pow2_ge_0].
  Qed.

  Lemma ball_nearest_in x : within_radius d radius (ball_nearest d radius x).
  Proof.
    split; [intros k K; unfold ball_nearest; now rewrite (proj2 (Nat.ltb_ge k d)) |].
    set (c := if Rle_dec (nrm x) radius then 1 else radius / nrm x).
    rewrite (norm_same _ (fun k => c * x k)).
    2: { intros k K. unfold ball_nearest. now rewrite (proj2 (Nat.ltb_lt k d)). }
    rewrite norm_scaled. unfold c. destruct (Rle_dec (nrm x) radius) as [near | far]; [rewrite Rabs_R1; lra |].
    assert (0 < nrm x) by lra. rewrite Rabs_right by (apply Rle_ge; left; now apply Rdiv_lt_0_compat).
    right. field. lra.
  Qed.

  (** What is projected leaves the ball at an angle that is no smaller than a right one. *)
  Lemma ball_nearest_angle x z : within_radius d radius z ->
    inner d (less x (ball_nearest d radius x)) (less z (ball_nearest d radius x)) <= 0.
  Proof.
    intros [_ Z]. destruct (Rle_dec (nrm x) radius) as [near | far].
    - right. unfold inner. rewrite (Sum_ext_in _ _ (fun _ => 0)), Sum_const; [ring |].
      intros k K. apply in_below in K. unfold less, ball_nearest. rewrite (proj2 (Nat.ltb_lt k d)) by exact K.
      destruct (Rle_dec _ _); [ring | contradiction].
    - assert (N : 0 < nrm x) by lra. set (c := radius / nrm x).
      assert (C : 0 < c < 1).
      { unfold c. split; [now apply Rdiv_lt_0_compat |]. apply (Rmult_lt_reg_r (nrm x)); [exact N |].
        unfold Rdiv. rewrite Rmult_assoc, Rinv_l by lra. lra. }
      replace (inner d (less x (ball_nearest d radius x)) (less z (ball_nearest d radius x)))
        with ((1 - c) * (inner d x z - c * inner d x x)).
      + rewrite <- norm_square. pose proof (inner_le_norms d x z) as most. pose proof (Rle_abs (inner d x z)).
        pose proof (Rmult_le_compat_l (nrm x) _ _ ltac:(lra) Z) as scaled.
        replace (c * nrm x ^ 2) with (nrm x * radius) by (unfold c; field; lra). nra.
      + unfold inner. rewrite <- Sum_scal, <- Sum_minus, <- Sum_scal. apply Sum_ext_in.
        intros k K. apply in_below in K. unfold less, ball_nearest. rewrite (proj2 (Nat.ltb_lt k d)) by exact K.
        destruct (Rle_dec _ _); [contradiction |]. fold c. ring.
  Qed.

  (** No two points are moved apart. *)
  Lemma ball_nearest_contracts x y :
    nrm (less (ball_nearest d radius x) (ball_nearest d radius y)) <= nrm (less x y).
  Proof.
    set (p := ball_nearest d radius x). set (q := ball_nearest d radius y).
    pose proof (ball_nearest_angle x q (ball_nearest_in y)) as one.
    pose proof (ball_nearest_angle y p (ball_nearest_in x)) as other. fold p in one. fold q in other.
    assert (most : nrm (less p q) ^ 2 <= nrm (less x y) * nrm (less p q)).
    { eapply Rle_trans; [| eapply Rle_trans; [apply Rle_abs | apply (inner_le_norms d (less x y) (less p q))]].
      rewrite norm_square.
      replace (inner d (less x y) (less p q)) with (inner d (less p q) (less p q) -
        inner d (less x p) (less q p) - inner d (less y q) (less p q)); [lra |].
      unfold inner. rewrite <- !Sum_minus. apply Sum_ext. intros k. unfold less. ring. }
    pose proof (norm_ge_0 d (less p q)). pose proof (norm_ge_0 d (less x y)). nra.
  Qed.
End Balls.

Lemma in_ball_finite d radius x : within_radius d radius x -> finite_vector x.
Proof. intros [X _]. now exists d. Qed.

Lemma centre_in_ball d radius : 0 < radius -> within_radius d radius (fun _ => 0).
Proof. intros H. split; [easy |]. rewrite norm_0. lra. Qed.

Lemma iterate_in_ball F G eta radius t s : 0 < radius ->
  within_radius (dimension F) radius (iterate F G eta radius t s).
Proof. intros H. destruct t; [now apply centre_in_ball | now apply ball_nearest_in]. Qed.

(** ** What the noise of a step is uncorrelated with *)

Lemma known_by_later G t h : known_by G t h -> known_by G (S t) h.
Proof. intros H s s' same. apply H. intros i I. apply same. lia. Qed.

Lemma iterate_known F G eta radius t s s' : (forall i, (i < t)%nat -> shock G i s = shock G i s') ->
  iterate F G eta radius t s = iterate F G eta radius t s'.
Proof.
  induction t as [| t IH]; intros same; [reflexivity |]. cbn [iterate].
  rewrite (IH ltac:(intros; apply same; lia)), (same t) by lia. reflexivity.
Qed.

Section Noise.
  Variables (G : oracle) (d : nat) (nu : R).
  Hypothesis noises : centred_noises G d nu.

  Lemma noise_uncorrelated t (h : R -> vector) :
    (forall s s', (forall i, (i < t)%nat -> shock G i s = shock G i s') -> h s = h s') ->
    (forall k, (k < d)%nat -> square_integrable (seeds G) (fun s => h s k)) ->
    integrable (seeds G) (fun s => inner d (shock G t s) (h s)) /\
    expectation (seeds G) (fun s => inner d (shock G t s) (h s)) = 0.
  Proof.
    destruct noises as (_ & squares & _ & centred). intros known moments. unfold inner.
    assert (each : forall k, In k (below d) -> integrable (seeds G) (fun s => shock G t s k * h s k) /\
      expectation (seeds G) (fun s => shock G t s k * h s k) = 0).
    { intros k K. apply in_below in K. split; [now apply integrable_product; [apply squares | apply moments] |].
      rewrite <- (centred t k (fun s => h s k)); [apply expectation_ext; intros s; ring | | now apply moments].
      intros s s' same. now rewrite (known s s' same). }
    induction (below d) as [| k l IH]; simpl; [split; [integrable | apply expectation_const] |].
    destruct (each k (or_introl eq_refl)) as [one none].
    destruct IH as [rest zero]; [intros i I; apply each; now right |].
    split; [now apply integrable_plus |]. rewrite expectation_plus, none, zero by assumption. ring.
  Qed.
End Noise.

(** Williams 1991, Section 9.7 (k). *)
Theorem fact_noise_that_is_independent_of_the_parameter : forall (A : Type) (O_ : space A) (F : differentiable)
    (G : oracle) (u : vector) (R_ : R) (Y : A -> R) (c eta nu : R) (omega : A -> R) (t : nat),
  finite_vector u ->
  0 < R_ ->
  square_integrable O_ Y ->
  0 < eta ->
  0 <= nu ->
  square_integrable O_ omega ->
  noisy_oracle G F nu ->
  outcome_of O_ omega G ->
  expectation O_ (fun w => Y w - inner_product (shock G t (omega w)) (vector_minus (iterate F G eta R_ t (omega w)) u)
    * c) = expectation O_ Y.
Proof.
  intros A O_ F G u R_ Y c eta nu omega t _ R_pos HY _ _ _ noises law.
  destruct (noise_uncorrelated G (dimension F) nu noises t (fun s => less (iterate F G eta R_ t s) u)) as [whole zero].
  - intros s s' same. now rewrite (iterate_known F G eta R_ t s s' same).
  - intros k K. apply square_integrable_minus; [| apply square_integrable_const].
    apply square_integrable_bounded. exists R_. intros s.
    eapply Rle_trans; [now apply (coordinate_most (dimension F)) | now apply iterate_in_ball].
  - destruct (law _ whole) as [there mean]. rewrite zero in mean.
    rewrite (expectation_ext O_ _ (fun w => Y w - inner (dimension F) (shock G t (omega w))
      (less (iterate F G eta R_ t (omega w)) u) * c)).
    + rewrite expectation_minus, expectation_scal_r, mean by integrable. ring.
    + intros w. destruct noises as (inside & _).
      rewrite (inner_in_space_first (dimension F)) by apply inside. reflexivity.
Qed.

(** Williams 1991, Section 9.7 (k). *)
Theorem fact_mean_square_of_a_noisy_gradient : forall (A : Type) (O_ : space A) (F : differentiable) (G : oracle)
    (L R_ eta nu : R) (omega : A -> R) (t : nat),
  0 < L ->
  0 < R_ ->
  0 < eta ->
  0 <= nu ->
  square_integrable O_ omega ->
  noisy_oracle G F nu ->
  lipschitz_on_ball F L R_ ->
  outcome_of O_ omega G ->
  expectation O_ (fun w => (euclidean_norm (vector_plus (gradient F (iterate F G eta R_ t (omega w)))
    (shock G t (omega w)))) ^ 2) <= L ^ 2 + nu ^ 2.
Proof.
  intros A O_ F G L R_ eta nu omega t L_pos R_pos _ _ _ noises lipschitz law.
  set (d := dimension F). set (g := fun s => gradient F (iterate F G eta R_ t s)).
  assert (short : forall s, Elementary.norm d (g s) <= L) by (intros s; apply lipschitz; now apply iterate_in_ball).
  pose proof noises as (inside & squares & size & _). fold d in inside.
  destruct (noise_uncorrelated G d nu noises t g) as [whole zero].
  { intros s s' same. unfold g. now rewrite (iterate_known F G eta R_ t s s' same). }
  { intros k K. apply square_integrable_bounded. exists L. intros s.
    eapply Rle_trans; [now apply (coordinate_most d) | apply short]. }
  assert (length : forall s, euclidean_norm (shock G t s) ^ 2 = Sum (below d) (fun k => shock G t s k ^ 2)).
  { intros s. rewrite (norm_of_finite d) by apply inside. now rewrite norm_square, inner_squares. }
  assert (finite : integrable (seeds G) (fun s => euclidean_norm (shock G t s) ^ 2)).
  { replace (fun s => euclidean_norm (shock G t s) ^ 2) with (fun s => Sum (below d) (fun k => shock G t s k ^ 2)).
    - apply integrable_Sum. intros k. apply squares.
    - apply functional_extensionality. intros s. now rewrite length. }
  assert (bounded_square : integrable (seeds G) (fun s => Elementary.norm d (g s) ^ 2)).
  { apply integrable_bounded. apply bounded_between with 0 (L ^ 2). intros s. split; [apply pow2_ge_0 |].
    apply pow_incr. split; [apply sqrt_pos | apply short]. }
  set (whole_square := fun s => Elementary.norm d (g s) ^ 2 + 2 * inner d (shock G t s) (g s) +
    euclidean_norm (shock G t s) ^ 2).
  assert (I : integrable (seeds G) whole_square) by (unfold whole_square; integrable).
  rewrite (expectation_ext O_ _ (fun w => whole_square (omega w))).
  - destruct (law _ I) as [_ ->]. unfold whole_square.
    rewrite !expectation_plus, expectation_scal, zero by integrable.
    assert (expectation (seeds G) (fun s => Elementary.norm d (g s) ^ 2) <= L ^ 2); [| specialize (size t); lra].
    apply expectation_le; [exact bounded_square |]. intros s. apply pow_incr. split; [apply sqrt_pos | apply short].
  - intros w. set (s := omega w). unfold whole_square.
    rewrite (norm_of_finite d) by (intros k K; unfold vector_plus; rewrite inside by exact K;
      rewrite (gradient_in_space F _ k K); ring).
    rewrite length, !norm_square, inner_squares. fold (g s). rewrite inner_squares. unfold inner.
    rewrite <- Sum_scal, <- !Sum_plus. apply Sum_ext. intros k. unfold vector_plus. ring.
Qed.

(** Kallenberg 2002, Lemma 3.22: by definition noises are functions of a seed, which is such an outcome. *)
Theorem fact_what_noises_depend_on : forall (G : oracle),
  exists A : Type, exists O_ : space A, exists omega : A -> R, square_integrable O_ omega /\ outcome_of O_ omega G.
Proof.
  intros G. exists R, (seeds G), (fun s => s). split; [apply seeds_square_integrable |]. intros h H. now split.
Qed.

(** ** The far point of the accelerated method *)

Lemma accelerated_known Theta F G eta t s s' : (forall i, (i < t)%nat -> shock G i s = shock G i s') ->
  accelerated Theta F G eta t s = accelerated Theta F G eta t s'.
Proof.
  induction t as [| t IH]; intros same; [reflexivity |]. cbn [accelerated].
  rewrite (IH ltac:(intros; apply same; lia)), (same t) by lia. reflexivity.
Qed.

Lemma norm_minus_triangle x y z : finite_vector x -> finite_vector y -> finite_vector z ->
  euclidean_norm (vector_minus x z) <= euclidean_norm (vector_minus x y) + euclidean_norm (vector_minus y z).
Proof.
  intros X Y Z. destruct (one_space2 _ _ (finite_minus _ _ X Y) (finite_minus _ _ Y Z)) as (d & A & B).
  rewrite !(norm_of_finite d); auto.
  - eapply Rle_trans; [| apply Elementary.norm_triangle]. right. f_equal. apply functional_extensionality. intros k.
    unfold vector_minus. ring.
  - intros k K. specialize (A k K). specialize (B k K). unfold vector_minus in *. lra.
Qed.

Lemma norm_mixed a x y z : 0 <= a <= 1 -> finite_vector x -> finite_vector y -> finite_vector z ->
  euclidean_norm (vector_minus (mixed a x y) z) <=
    a * euclidean_norm (vector_minus x z) + (1 - a) * euclidean_norm (vector_minus y z).
Proof.
  intros A X Y Z. destruct (one_space2 _ _ (finite_minus _ _ X Z) (finite_minus _ _ Y Z)) as (d & D & D').
  rewrite <- !norm_of_multiple by (lra || (now exists d)).
  rewrite !(norm_of_finite d); try (intros k K; rewrite ?D, ?D' by exact K; ring).
  - eapply Rle_trans; [| apply Elementary.norm_triangle]. right. f_equal. apply functional_extensionality. intros k.
    unfold vector_minus, mixed. ring.
  - intros k K. specialize (D k K). specialize (D' k K). unfold vector_minus, mixed in *. nra.
Qed.

Lemma norm_plus x y : finite_vector x -> finite_vector y ->
  euclidean_norm (vector_plus x y) <= euclidean_norm x + euclidean_norm y.
Proof.
  intros X Y. destruct (one_space2 _ _ X Y) as (d & D & D').
  rewrite !(norm_of_finite d); auto; [apply Elementary.norm_triangle |].
  intros k K. unfold vector_plus. rewrite D, D' by exact K. ring.
Qed.

Section Far_point.
  Variables (Theta : region) (F : differentiable) (G : oracle) (beta eta nu : R).
  Hypotheses (beta_pos : 0 < beta) (eta_pos : 0 < eta) (noises : noisy_oracle G F nu) (smooth : smooth_convex F beta).
  Local Notation start := (first_point Theta).

  Lemma finite_gradient x : finite_vector (gradient F x).
  Proof. exists (dimension F). apply gradient_in_space. Qed.

  Lemma finite_shock t s : finite_vector (shock G t s).
  Proof. exists (dimension F). apply noises. Qed.

  Lemma share_between t : 0 <= 2 / (INR t + 2) <= 1.
  Proof.
    pose proof (pos_INR t). split; [apply Rlt_le, Rdiv_lt_0_compat; lra |].
    apply (Rmult_le_reg_r (INR t + 2)); [lra |]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l by lra. lra.
  Qed.

  Lemma accelerated_within t s :
    in_set (parameter_set Theta) (fst (accelerated Theta F G eta t s)) /\
    in_set (parameter_set Theta) (snd (accelerated Theta F G eta t s)).
  Proof.
    induction t as [| t [IH IH']]; [split; apply first_point_within |]. cbn [accelerated].
    destruct (accelerated Theta F G eta t s) as [here average]. cbn [fst snd] in *.
    assert (there : in_set (parameter_set Theta) (projected (parameter_set Theta) here (eta * (INR t + 1) / 2)
      (vector_plus (gradient F (mixed (2 / (INR t + 2)) here average)) (shock G t s)))).
    { apply nearest_within, finite_moved; [now apply (finite_within _ _) in IH |].
      destruct (one_space2 _ _ (finite_gradient (mixed (2 / (INR t + 2)) here average)) (finite_shock t s)) as
        (d & D & D').
      exists d. intros k K. unfold vector_plus. rewrite D, D' by exact K. ring. }
    split; [exact there |]. apply within_mixed; [apply share_between | exact there | exact IH'].
  Qed.

  Lemma shock_square_integrable t : square_integrable (seeds G) (fun s => euclidean_norm (shock G t s)).
  Proof.
    destruct noises as (inside & squares & _). unfold square_integrable.
    replace (fun s => euclidean_norm (shock G t s) ^ 2) with (fun s => Sum (below (dimension F))
      (fun k => shock G t s k ^ 2)).
    - apply integrable_Sum. intros k. apply squares.
    - apply functional_extensionality. intros s.
      now rewrite (norm_of_finite (dimension F)), norm_square, inner_squares by apply inside.
  Qed.

  (** How far the run may be from its start: gradients grow as the distance does. *)
  Lemma accelerated_near t : exists B, square_integrable (seeds G) B /\ forall s,
    euclidean_norm (vector_minus (fst (accelerated Theta F G eta t s)) start) <= B s /\
    euclidean_norm (vector_minus (snd (accelerated Theta F G eta t s)) start) <= B s.
  Proof.
    pose proof (finite_within _ _ (first_point_within Theta)) as S.
    induction t as [| t (B & moment & near)].
    { exists (fun _ => euclidean_norm (vector_minus start start)). split; [apply square_integrable_const |].
      intros s. cbn [accelerated fst snd]. split; apply Rle_refl. }
    set (c := eta * (INR t + 1) / 2). assert (C : 0 < c) by (unfold c; pose proof (pos_INR t); nra).
    set (g := euclidean_norm (gradient F start)).
    exists (fun s => 3 * B s + 2 * c * (g + beta * B s + euclidean_norm (shock G t s))). split.
    { apply square_integrable_plus; apply square_integrable_scal; [exact moment |].
      apply square_integrable_plus; [| apply shock_square_integrable].
      apply square_integrable_plus; [apply square_integrable_const | now apply square_integrable_scal]. }
    intros s. destruct (near s) as [far far']. destruct (accelerated_within t s) as [inside inside'].
    cbn [accelerated]. fold c.
    destruct (accelerated Theta F G eta t s) as [here average]. cbn [fst snd] in *.
    apply finite_within in inside as H. apply finite_within in inside' as H'.
    set (a := 2 / (INR t + 2)). pose proof (share_between t) as A. fold a in A.
    set (middle := mixed a here average). assert (M : finite_vector middle) by now apply finite_mixed.
    set (v := vector_plus (gradient F middle) (shock G t s)).
    assert (V : finite_vector v).
    { destruct (one_space2 _ _ (finite_gradient middle) (finite_shock t s)) as (d & D & D').
      exists d. intros k K. unfold v, vector_plus. rewrite D, D' by exact K. ring. }
    assert (close : euclidean_norm (vector_minus middle start) <= B s).
    { eapply Rle_trans; [now apply norm_mixed |]. nra. }
    assert (steep : euclidean_norm v <= g + beta * B s + euclidean_norm (shock G t s)).
    { eapply Rle_trans; [apply norm_plus; [apply finite_gradient | apply finite_shock] |].
      apply Rplus_le_compat_r. destruct smooth as [_ lipschitz]. specialize (lipschitz middle start M S).
      replace (gradient F middle) with (vector_plus (vector_minus (gradient F middle) (gradient F start))
        (gradient F start))
        by (apply functional_extensionality; intros k; unfold vector_plus, vector_minus; ring).
      eapply Rle_trans; [apply norm_plus; [apply finite_minus; apply finite_gradient | apply finite_gradient] |].
      fold g. nra. }
    set (w := moved here c v). assert (W : finite_vector w) by now apply finite_moved.
    assert (moved_near : euclidean_norm (vector_minus w start) <= B s + c * euclidean_norm v).
    { rewrite <- norm_of_multiple by (exact V || lra). eapply Rle_trans; [| apply Rplus_le_compat_r, far].
      assert (scaled : finite_vector (fun k => c * v k)).
      { destruct V as [d D]. exists d. intros k K. rewrite D by exact K. ring. }
      replace (fun k => c * v k) with (vector_minus here w)
        by (apply functional_extensionality; intros k; unfold w, moved, vector_minus; ring).
      rewrite Rplus_comm. eapply Rle_trans; [apply (norm_minus_triangle w here start); auto |].
      apply Rplus_le_compat_r. right.
      destruct (one_space2 _ _ W H) as (d & D & D').
      assert (E1 : in_space d (vector_minus w here)) by (intros k K; unfold vector_minus; rewrite D, D' by exact K;
        ring).
      assert (E2 : in_space d (vector_minus here w)) by (intros k K; unfold vector_minus; rewrite D, D' by exact K;
        ring).
      rewrite !(norm_of_finite d) by assumption. unfold Elementary.norm. f_equal. apply Sum_ext. intros k.
      unfold vector_minus. ring. }
    assert (there_near : euclidean_norm (vector_minus (nearest (parameter_set Theta) w) start) <=
      2 * (B s + c * euclidean_norm v)).
    { pose proof (finite_within _ _ (nearest_within (parameter_set Theta) w W)) as P.
      eapply Rle_trans; [apply (norm_minus_triangle _ w); auto |].
      pose proof (nearest_least (parameter_set Theta) w start W (first_point_within Theta)) as least.
      assert (turned : euclidean_norm (vector_minus (nearest (parameter_set Theta) w) w) =
        euclidean_norm (vector_minus w (nearest (parameter_set Theta) w))).
      { destruct (one_space2 _ _ W P) as (d & D & D').
        rewrite !(norm_of_finite d) by (intros k K; unfold vector_minus; rewrite D, D' by exact K; ring).
        unfold Elementary.norm. f_equal. apply Sum_ext. intros k. unfold vector_minus. ring. }
      lra. }
    pose proof (sqrt_pos (Series (fun k => vector_minus here start k ^ 2))) as B_pos.
    fold (euclidean_norm (vector_minus here start)) in B_pos.
    assert (whole : 2 * (B s + c * euclidean_norm v) <=
      3 * B s + 2 * c * (g + beta * B s + euclidean_norm (shock G t s))) by nra.
    set (all := 3 * B s + 2 * c * (g + beta * B s + euclidean_norm (shock G t s))) in *.
    assert (V_pos : 0 <= euclidean_norm v) by apply sqrt_pos. assert (B s <= all) by nra.
    unfold projected. fold w. split; [lra |].
    eapply Rle_trans; [apply norm_mixed; auto; exact (finite_within _ _ (nearest_within (parameter_set Theta) w W)) |].
    apply Rle_trans with (a * all + (1 - a) * all); [apply Rplus_le_compat; apply Rmult_le_compat_l; lra | lra].
  Qed.

  Lemma euclidean_coordinate x k : finite_vector x -> Rabs (x k) <= euclidean_norm x.
  Proof.
    intros [d X]. rewrite (norm_of_finite d) by exact X.
    destruct (Nat.lt_ge_cases k d) as [K | K]; [now apply coordinate_most |].
    rewrite X, Rabs_R0 by exact K. apply sqrt_pos.
  Qed.

  Lemma far_point_square_integrable t u k : square_integrable (seeds G) (fun s => less
    (far_point Theta F G eta t s) u k).
  Proof.
    destruct (accelerated_near t) as (B & moment & near).
    replace (fun s => less (far_point Theta F G eta t s) u k)
      with (fun s => vector_minus (far_point Theta F G eta t s) start k + (start k - u k))
      by (apply functional_extensionality; intros s; unfold less, vector_minus; ring).
    apply square_integrable_plus; [| apply square_integrable_const].
    apply square_integrable_below with B; [exact moment |]. intros s. destruct (near s) as [far _].
    destruct (accelerated_within t s) as [inside _].
    eapply Rle_trans; [| eapply Rle_trans; [exact far | apply Rle_abs]].
    apply (euclidean_coordinate (vector_minus (far_point Theta F G eta t s) start)).
    apply finite_minus; [exact (finite_within _ _ inside) | exact (finite_within _ _ (first_point_within Theta))].
  Qed.
End Far_point.

(** Williams 1991, Section 9.7 (k). *)
Theorem fact_noise_that_is_independent_of_the_far_point : forall (A : Type) (Theta : region) (O_ : space A)
    (F : differentiable) (G : oracle) (u : vector) (Y : A -> R) (beta c eta nu : R) (omega : A -> R) (t : nat),
  finite_vector u ->
  square_integrable O_ Y ->
  0 < beta ->
  0 < eta ->
  0 <= nu ->
  square_integrable O_ omega ->
  noisy_oracle G F nu ->
  outcome_of O_ omega G ->
  smooth_convex F beta ->
  expectation O_ (fun w => Y w - inner_product (shock G t (omega w))
    (vector_minus (far_point Theta F G eta t (omega w)) u) * c) = expectation O_ Y.
Proof.
  intros A Theta O_ F G u Y beta c eta nu omega t _ HY B E _ _ noises law smooth.
  destruct (noise_uncorrelated G (dimension F) nu noises t (fun s => less
    (far_point Theta F G eta t s) u)) as [whole zero].
  - intros s s' same. unfold far_point. now rewrite (accelerated_known Theta F G eta t s s' same).
  - intros k _. now apply far_point_square_integrable with beta nu.
  - destruct (law _ whole) as [there mean]. rewrite zero in mean.
    rewrite (expectation_ext O_ _ (fun w => Y w - inner (dimension F) (shock G t (omega w))
      (less (far_point Theta F G eta t (omega w)) u) * c)).
    + rewrite expectation_minus, expectation_scal_r, mean by integrable. ring.
    + intros w. destruct noises as (inside & _).
      rewrite (inner_in_space_first (dimension F)) by apply inside. reflexivity.
Qed.

(** ** The average of the iterates *)

Lemma value_of_average (F : differentiable) beta first T (x : nat -> vector) : smooth_convex F beta -> (1 <= T)%nat ->
  value_at F (fun k => / INR T * Sum (seq first T) (fun t => x t k)) <=
    / INR T * Sum (seq first T) (fun t => value_at F (x t)).
Proof.
  intros [convex _] T1. induction T1 as [| T T1 IH].
  { simpl. rewrite Rinv_1, Rmult_1_l, Rplus_0_r. right. f_equal. apply functional_extensionality. intros k. ring. }
  assert (pos : 0 < INR T) by (apply lt_0_INR; lia). assert (pos' : 0 < INR (S T)) by (rewrite S_INR; lra).
  rewrite !seq_S, Sum_app. simpl (Sum [_] _).
  replace (fun k => / INR (S T) * Sum (seq first T ++ [(first + T)%nat]) (fun t => x t k))
    with (mixed (/ INR (S T)) (x (first + T)%nat) (fun k => / INR T * Sum (seq first T) (fun t => x t k))).
  - eapply Rle_trans; [apply convex |].
    + split; [left; now apply Rinv_0_lt_compat |]. rewrite <- Rinv_1. apply Rinv_le_contravar; rewrite ?S_INR; lra.
    + replace (1 - / INR (S T)) with (INR T * / INR (S T)) by (rewrite S_INR in *; field; lra).
      apply (Rmult_le_compat_l (INR T * / INR (S T))) in IH.
      * replace (INR T * / INR (S T) * (/ INR T * Sum (seq first T) (fun t => value_at F (x t))))
          with (/ INR (S T) * Sum (seq first T) (fun t => value_at F (x t))) in IH by (field; lra). lra.
      * apply Rmult_le_pos; [lra | left; now apply Rinv_0_lt_compat].
  - apply functional_extensionality. intros k. rewrite Sum_app. unfold mixed. cbn [Sum].
    rewrite S_INR in *. field. lra.
Qed.

Lemma value_on_ball (F : differentiable) beta radius : 0 < beta -> 0 < radius -> smooth_convex F beta ->
  exists M, forall x, within_radius (dimension F) radius x -> Rabs (value_at F x) <= M.
Proof.
  intros B R_pos smooth. set (zero := fun _ : nat => 0). set (d := dimension F).
  assert (Z : finite_vector zero) by now exists O.
  set (g := Elementary.norm d (gradient F zero)).
  exists (Rabs (value_at F zero) + g * radius + radius ^ 2 * beta / 2).
    intros x [inside short]. fold d in inside, short.
  assert (X : finite_vector x) by now exists d.
  pose proof (fact_smoothness F zero x beta Z X B smooth) as above.
  pose proof (fact_tangents_of_a_convex_function F zero x beta Z X B smooth) as under.
  replace (vector_minus x zero) with x in above
    by (apply functional_extensionality; intros k; unfold vector_minus, zero; ring).
  rewrite (norm_of_finite d) in above by exact inside.
  assert (slope_small : Rabs (slope F zero x) <= g * radius).
  { unfold slope. replace (vector_minus x zero) with x
      by (apply functional_extensionality; intros k; unfold vector_minus, zero; ring).
    rewrite (inner_in_space d) by exact inside. eapply Rle_trans; [apply inner_le_norms |].
    apply Rmult_le_compat_l; [apply sqrt_pos | exact short]. }
  assert (square : Elementary.norm d x ^ 2 <= radius ^ 2) by (apply pow_incr; split; [apply sqrt_pos | exact short]).
  pose proof (Rle_abs (value_at F zero)). pose proof (Rabs_maj2 (value_at F zero)).
  apply Rabs_le_between in slope_small. apply Rabs_le. assert (0 <=
    radius ^ 2 * beta / 2) by (pose proof (pow2_ge_0 radius); nra).
  split; nra.
Qed.

Lemma average_within_radius d radius (x : nat -> vector) first T : (1 <= T)%nat ->
  (forall t, within_radius d radius (x t)) ->
  within_radius d radius (fun k => / INR T * Sum (seq first T) (fun t => x t k)).
Proof.
  intros T1 inside. assert (pos : 0 < INR T) by (apply lt_0_INR; lia). split.
  - intros k K. rewrite (Sum_ext _ _ (fun _ => 0)), Sum_const; [ring |]. intros t. now apply (inside t).
  - rewrite (norm_scaled d (/ INR T) (fun k => Sum (seq first T) (fun t => x t k))).
    rewrite Rabs_right by (apply Rle_ge; left; now apply Rinv_0_lt_compat).
    assert (sum : forall l, Elementary.norm d (fun k => Sum l (fun t => x t k)) <= INR (length l) * radius).
    { induction l as [| t l IH]; [simpl; rewrite norm_0; lra |]. cbn [Sum length]. rewrite S_INR.
      eapply Rle_trans; [apply Elementary.norm_triangle |]. destruct (inside t) as [_ short]. lra. }
    specialize (sum (seq first T)). rewrite seq_length in sum.
    apply (Rmult_le_reg_l (INR T)); [exact pos |]. rewrite <- Rmult_assoc, Rinv_r by lra. lra.
Qed.

Lemma excess_of_average {A} (O_ : space A) F G radius T beta eta (omega : A -> R) first best :
  0 < radius -> (1 <= T)%nat -> 0 < beta -> minimiser_on_ball F radius best -> smooth_convex F beta ->
  outcome_of O_ omega G ->
  average_excess_most first F G eta T radius (Sum (seq first T) (fun t =>
    expectation O_ (fun w => value_at F (iterate F G eta radius t (omega w))) - value_at F best) / INR T).
Proof.
  intros R_pos T1 B [_ least] smooth law u U. specialize (least u U).
  assert (pos : 0 < INR T) by (apply lt_0_INR; lia).
  destruct (value_on_ball F beta radius B R_pos smooth) as [M small].
  assert (I : forall t, integrable (seeds G) (fun s => value_at F (iterate F G eta radius t s))).
  { intros t. apply integrable_bounded. exists M. intros s. apply small. now apply iterate_in_ball. }
  apply Rle_trans with (expectation (seeds G) (fun s => / INR T * Sum (seq first T)
    (fun t => value_at F (iterate F G eta radius t s)))).
  - apply expectation_mono.
    + apply integrable_bounded. exists M. intros s. apply small. apply average_within_radius; [exact T1 |].
      intros t. now apply iterate_in_ball.
    + apply integrable_scal, integrable_Sum. exact I.
    + intros s. now apply value_of_average with beta.
  - rewrite expectation_scal, expectation_Sum by (try apply integrable_Sum; exact I).
    rewrite (Sum_ext (seq first T) (fun t => expectation O_ _ - _)
      (fun t => expectation (seeds G) (fun s => value_at F (iterate F G eta radius t s)) - value_at F best)).
    2: { intros t. destruct (law _ (I t)) as [_ ->]. reflexivity. }
    rewrite Sum_minus, Sum_const, seq_length.
    replace ((Sum (seq first T) (fun t => expectation (seeds G) (fun s => value_at F (iterate F G eta radius t s))) -
      INR T * value_at F best) / INR T) with (/ INR T * Sum (seq first T) (fun t => expectation (seeds G)
        (fun s => value_at F (iterate F G eta radius t s))) - value_at F best) by (field; lra). lra.
Qed.

(** Jensen on each path: Cover and Thomas 2006, Theorem 2.6.2. *)
Theorem fact_the_average_of_the_iterates : forall (A : Type) (O_ : space A) (C_1 : vector) (F : differentiable)
    (G : oracle) (R_ : R) (T : nat) (beta eta : R) (omega : A -> R),
  finite_vector C_1 ->
  0 < R_ ->
  (1 <= T)%nat ->
  0 < beta ->
  0 < eta ->
  square_integrable O_ omega ->
  minimiser_on_ball F R_ C_1 ->
  smooth_convex F beta ->
  outcome_of O_ omega G ->
  average_excess_most 1 F G eta T R_ (Sum (seq 0 (S (T - 1) - 0)) (fun t => expectation O_ (fun w =>
    value_at F (iterate F G eta R_ (1 + t) (omega w))) - value_at F C_1) / INR T).
Proof.
  intros A O_ C_1 F G R_ T beta eta omega _ R_pos T1 B _ _ best smooth law.
  replace (S (T - 1) - 0)%nat with T by lia.
  pose proof (excess_of_average O_ F G R_ T beta eta omega 1 C_1 R_pos T1 B best smooth law) as H.
  rewrite <- seq_shift, Sum_map in H. exact H.
Qed.

(** The same from the start on. *)
Theorem fact_the_average_of_the_start_and_the_iterates : forall (A : Type) (O_ : space A) (C_1 : vector)
    (F : differentiable) (G : oracle) (R_ : R) (T : nat) (beta eta : R) (omega : A -> R),
  finite_vector C_1 ->
  0 < R_ ->
  (1 <= T)%nat ->
  0 < beta ->
  0 < eta ->
  square_integrable O_ omega ->
  minimiser_on_ball F R_ C_1 ->
  smooth_convex F beta ->
  outcome_of O_ omega G ->
  average_excess_most 0 F G eta T R_ (Sum (seq 0 (S (T - 1) - 0)) (fun t => expectation O_ (fun w =>
    value_at F (iterate F G eta R_ t (omega w))) - value_at F C_1) / INR T).
Proof.
  intros A O_ C_1 F G R_ T beta eta omega _ R_pos T1 B _ _ best smooth law.
  replace (S (T - 1) - 0)%nat with T by lia. now apply excess_of_average with beta.
Qed.
