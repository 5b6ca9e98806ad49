(** * bassily Lemma 6.1: the accelerated method with noise

    Lan 2012, Theorem 2, with the choices of Bassily and Sun 2023.
    It says what a claim of the ledger says at that place,
    as the exporter writes it from the claim itself. *)

From Foundations Require Export Facts_runs.
Import ListNotations.
Open Scope R_scope.

(** ** What is stated *)

(** The first iterate is within D of a point where F is least on the region. *)
Definition starts_near (Theta : region) (F : differentiable) D := exists u, in_set (parameter_set Theta) u /\
  (forall v, in_set (parameter_set Theta) v -> value_at F u <= value_at F v) /\
  euclidean_norm (vector_minus (first_point Theta) u) <= D.

(** The average after t rounds, and its expected excess over the values on the region, which is finite. *)
Definition averaged_point Theta F G eta t s := snd (accelerated Theta F G eta t s).
Definition accelerated_excess_most (Theta : region) (F : differentiable) G eta (T : nat) r :=
  integrable (seeds G) (fun s => value_at F (averaged_point Theta F G eta T s)) /\
  forall u, in_set (parameter_set Theta) u ->
    expectation (seeds G) (fun s => value_at F (averaged_point Theta F G eta T s)) <= value_at F u + r.

(** ** One round *)

Lemma inner_product_most x y : finite_vector x -> finite_vector y ->
  - inner_product x y <= euclidean_norm x * euclidean_norm y.
Proof.
  intros X Y. destruct (one_space2 _ _ X Y) as (d & D & D').
  rewrite (inner_in_space d), !(norm_of_finite d) by assumption. apply cauchy_schwarz_for_vectors.
Qed.

Section Round.
  Variables (Theta : convex_set) (F : differentiable) (beta a c : R) (here average xi u : vector).
  Hypotheses (beta_pos : 0 < beta) (smooth : smooth_convex F beta) (a_range : 0 < a <= 1) (c_pos : 0 < c)
    (small : a * beta * c <= 1 / 2) (H : in_set Theta here) (A : in_set Theta average) (U : in_set Theta u)
    (Xi : finite_vector xi).
  Let middle := mixed a here average.
  Let v := vector_plus (gradient F middle) xi.
  Let there := projected Theta here c v.
  Let next := mixed a there average.

  Let fH := finite_within _ _ H.
  Let fA := finite_within _ _ A.
  Let fU := finite_within _ _ U.

  Let fM : finite_vector middle.
  Proof. now apply finite_mixed. Qed.

  Let fV : finite_vector v.
  Proof.
    destruct (one_space2 _ _ (ex_intro _ (dimension F) (gradient_in_space F middle)) Xi) as (d & D & D').
    exists d. intros k K. unfold v, vector_plus. rewrite D, D' by exact K. ring.
  Qed.

  Let fT : finite_vector there.
  Proof. apply (finite_within Theta). apply nearest_within. now apply finite_moved. Qed.

  Let fN : finite_vector next.
  Proof. now apply finite_mixed. Qed.

  (** The weights c/a add up from round to round. *)
  Theorem round_of_the_accelerated_method : c / a * value_at F next <= (c / a - c) * value_at F average +
    c * value_at F u + euclidean_norm (vector_minus here u) ^ 2 / 2 - euclidean_norm (vector_minus there u) ^ 2 / 2 -
    c * inner_product xi (vector_minus here u) + c ^ 2 * euclidean_norm xi ^ 2.
  Proof.
    pose proof (fact_smoothness F middle next beta fM fN beta_pos smooth) as bend.
    pose proof (fact_mixtures_with_one_point there here average a fT fH fA (proj1 a_range) (proj2 a_range)) as length.
    fold next middle in length. rewrite length in bend.
    pose proof (fact_slope_towards_a_mixture F middle there average a fM fT fA (proj1 a_range) (proj2 a_range))
      as slopes.
    fold next in slopes. rewrite slopes in bend.
    pose proof (fact_tangents_of_a_convex_function F middle average beta fM fA beta_pos smooth) as tangent_A.
    pose proof (fact_tangents_of_a_convex_function F middle u beta fM fU beta_pos smooth) as tangent_U.
    pose proof (fact_slopes_by_a_noisy_gradient F middle xi there u fM Xi fT fU) as noisy. fold v in noisy.
    pose proof (fact_the_squares_of_a_projected_step Theta v u here c fV fU fH c_pos) as squares. fold there in squares.
    pose proof (fact_the_angle_at_a_projection Theta v u here 0 c fV fU fH c_pos U) as angle.
    pose proof (fact_an_inner_product_in_parts xi there here u Xi fT fH fU) as parts.
    assert (way : finite_vector (vector_minus there here)) by now apply finite_minus.
    pose proof (inner_product_most xi (vector_minus there here) Xi way) as turn.
    set (n := euclidean_norm (vector_minus there here)) in *. set (q := euclidean_norm xi) in *.
    set (near := euclidean_norm (vector_minus here u)) in *. set (far := euclidean_norm (vector_minus there u)) in *.
    set (value := value_at F) in *.
    (* The step's square against the noise. *)
    assert (balance : a * beta * c * n ^ 2 / 2 + c * (q * n) <= n ^ 2 / 2 + c ^ 2 * q ^ 2).
    { assert (a * beta * c * n ^ 2 <= 1 / 2 * n ^ 2) by (apply Rmult_le_compat_r; [apply pow2_ge_0 | exact small]).
      pose proof (pow2_ge_0 (n - 2 * c * q)). lra. }
    (* The slope towards the next far point. *)
    assert (towards : c * (slope F middle there + value middle) <= c * value u +
      near ^ 2 / 2 - far ^ 2 / 2 - n ^ 2 / 2 -
      c * inner_product xi (vector_minus here u) + c * (q * n)).
    { assert (c * (slope F middle u + value middle) <= c * value u) by (apply Rmult_le_compat_l; lra).
      assert (c * - inner_product xi (vector_minus there here) <= c * (q * n)) by (apply Rmult_le_compat_l; lra).
      apply (f_equal (fun t => c * t)) in noisy. apply (f_equal (fun t => c * t)) in parts. lra. }
    assert (whole : value next <= (1 - a) * value average + a * (slope F middle there + value middle) +
      a ^ 2 * beta * n ^ 2
      / 2).
    { assert ((1 - a) * (slope F middle average + value middle) <= (1 - a) * value average)
        by (apply Rmult_le_compat_l; lra).
      replace ((n * a) ^ 2) with (a ^ 2 * n ^ 2) in bend by ring. lra. }
    apply (Rmult_le_compat_l (c / a)) in whole; [| left; apply Rdiv_lt_0_compat; lra].
    replace (c / a * ((1 - a) * value average + a * (slope F middle there + value middle) +
      a ^ 2 * beta * n ^ 2 / 2)) with
      ((c / a - c) * value average + c * (slope F middle there + value middle) + a * beta * c * n ^ 2 / 2) in whole
      by (field; lra). lra.
  Qed.
End Round.

(** ** All rounds *)

Section Rounds.
  Variables (Theta : region) (F : differentiable) (G : oracle) (beta eta nu D : R) (u : vector).
  Hypotheses (beta_pos : 0 < beta) (eta_pos : 0 < eta) (small : eta <= 1 / (2 * beta)) (noises : noisy_oracle G F nu)
    (smooth : smooth_convex F beta) (U : in_set (parameter_set Theta) u)
    (near_start : euclidean_norm (vector_minus (first_point Theta) u) <= D).
  Local Notation start := (first_point Theta).
  Let P := seeds G.
  Let far t s := far_point Theta F G eta t s.
  Let average t s := averaged_point Theta F G eta t s.
  Let weight t := eta * INR t * (INR t + 1) / 4.

  Let fU := finite_within _ _ U.
  Let fS := finite_within _ _ (first_point_within Theta).

  Let norm_pos x : 0 <= euclidean_norm x.
  Proof. apply sqrt_pos. Qed.

  Let distance_integrable t : integrable P (fun s => euclidean_norm (vector_minus (far t s) u) ^ 2).
  Proof.
    destruct (accelerated_near Theta F G beta eta nu beta_pos eta_pos noises smooth t) as (B & moment & near).
    apply (square_integrable_below P _ (fun s => B s + euclidean_norm (vector_minus start u))).
    - apply square_integrable_plus; [exact moment | apply square_integrable_const].
    - intros s. destruct (near s) as [at_s _].
      destruct (accelerated_within Theta F G eta nu noises t s) as [inside _].
      pose proof (norm_minus_triangle (far t s) start u (finite_within _ _ inside) fS fU) as T.
      rewrite Rabs_right by (apply Rle_ge, norm_pos). eapply Rle_trans; [exact T |].
      eapply Rle_trans; [| apply Rle_abs].
      apply Rplus_le_compat_r. exact at_s.
  Qed.

  Let value_integrable t : integrable P (fun s => value_at F (average t s)).
  Proof.
    destruct (accelerated_near Theta F G beta eta nu beta_pos eta_pos noises smooth t) as (B & moment & near).
    set (g := euclidean_norm (gradient F start)). assert (g_pos : 0 <= g) by apply norm_pos.
    assert (bound : integrable P (fun s => Rabs (value_at F start) + (g + B s ^ 2 * ((1 + g + beta) / 2) + g * 1))).
    { repeat apply integrable_plus; try apply integrable_const. apply integrable_scal_r. exact moment. }
    apply (integrable_below P _ _ bound). intros s. destruct (near s) as [_ at_s].
    destruct (accelerated_within Theta F G eta nu noises t s) as [_ inside]. set (x := average t s) in *.
    assert (fX : finite_vector x) by exact (finite_within _ _ inside).
    pose proof (fact_smoothness F start x beta fS fX beta_pos smooth) as above.
    pose proof (fact_tangents_of_a_convex_function F start x beta fS fX beta_pos smooth) as below_x.
    assert (fG : finite_vector (gradient F start)) by (exists (dimension F); apply gradient_in_space).
    assert (fW : finite_vector (vector_minus x start)) by now apply finite_minus.
    set (n := euclidean_norm (vector_minus x start)) in *.
    assert (n_B : n <= B s) by exact at_s. assert (n_pos : 0 <= n) by apply norm_pos.
    assert (slope_small : Rabs (slope F start x) <= g * n).
    { destruct (one_space2 _ _ fG fW) as (d & D1 & D2). unfold slope, g, n.
      rewrite (inner_in_space d), !(norm_of_finite d) by assumption. apply inner_le_norms. }
    apply Rabs_le_between in slope_small. pose proof (Rle_abs (value_at F start)).
    pose proof (Rabs_maj2 (value_at F start)).
    assert (n2 : n ^ 2 <= B s ^ 2) by (apply pow_incr; lra). assert (linear : n <= (1 + n ^ 2) / 2).
    { pose proof (pow2_ge_0 (n - 1)). lra. }
    assert (g * n <= g * ((1 + n ^ 2) / 2)) by (apply Rmult_le_compat_l; lra).
    assert (g * n ^ 2 <= g * B s ^ 2) by (apply Rmult_le_compat_l; lra).
    assert (n ^ 2 * beta <= B s ^ 2 * beta) by (apply Rmult_le_compat_r; lra). pose proof (pow2_ge_0 (B s)).
    assert (0 <= g * B s ^ 2) by (apply Rmult_le_pos; lra). assert (0 <= B s ^ 2 * beta) by (apply Rmult_le_pos; lra).
    apply Rabs_le. lra.
  Qed.

  Let potential t s := weight t * (value_at F (average t s) - value_at F u) +
    euclidean_norm (vector_minus (far t s) u) ^ 2 / 2.

  Let potential_integrable t : integrable P (potential t).
  Proof.
    apply integrable_plus; [| apply integrable_div, distance_integrable]. apply integrable_scal, integrable_minus;
      [apply value_integrable | apply integrable_const].
  Qed.

  Let one_round t : expectation P (potential (S t)) <= expectation P (potential t) + (eta * (INR t +
    1) / 2) ^ 2 * nu ^ 2.
  Proof.
    set (c := eta * (INR t + 1) / 2). pose proof (pos_INR t) as t_pos. assert (c_pos : 0 < c) by (unfold c; nra).
    set (a := 2 / (INR t + 2)). assert (a_is : a * (INR t + 2) = 2) by (unfold a; field; lra).
    assert (a_range : 0 < a <= 1).
    { split; [apply Rdiv_lt_0_compat; lra |]. pose proof (share_between t) as S_. fold a in S_. lra. }
    assert (steps : a * beta * c <= 1 / 2).
    { assert (a * (INR t + 1) <= 2) by nra. unfold c.
      replace (a * beta * (eta * (INR t + 1) / 2)) with (a * (INR t + 1) / 2 * (eta * beta)) by field.
      assert (eta * beta <= 1 / 2).
      { apply (Rmult_le_compat_r beta) in small; [| lra]. replace (1 / (2 * beta) * beta) with (1 / 2) in small
          by (field; lra). exact small. }
      assert (0 < eta * beta) by nra. nra. }
    destruct (noise_uncorrelated G (dimension F) nu noises t (fun s => less (far t s) u)) as [apart centred].
    { intros s s' same. unfold far, far_point. now rewrite (accelerated_known Theta F G eta t s s' same). }
    { intros k _. now apply far_point_square_integrable with beta nu. }
    pose proof (shock_square_integrable F G nu noises t) as shocks.
    destruct noises as (in_dimension & _ & sizes & _). specialize (sizes t). fold P in sizes, apart, centred.
    apply Rle_trans with (expectation P (fun s => potential t s -
      c * inner (dimension F) (shock G t s) (less (far t s) u) + c ^ 2 * euclidean_norm (shock G t s) ^ 2)).
    - apply expectation_mono.
      + apply potential_integrable.
      + apply integrable_plus; [| apply integrable_scal; exact shocks].
        apply integrable_minus; [apply potential_integrable | now apply integrable_scal].
      + intros s. destruct (accelerated_within Theta F G eta nu noises t s) as [inside inside'].
        pose proof (round_of_the_accelerated_method (parameter_set Theta) F beta a c (far t s) (average t s)
          (shock G t s) u beta_pos smooth a_range c_pos steps inside inside' U
          (ex_intro _ (dimension F) (in_dimension t s))) as R.
        rewrite (inner_in_space_first (dimension F)) in R by apply in_dimension.
        assert (there : far (S t) s =
          projected (parameter_set Theta) (far t s) c (vector_plus (gradient F (mixed a (far t s)
          (average t s))) (shock G t s)) /\ average (S t) s = mixed a (far (S t) s) (average t s)).
        { unfold far, average, far_point, averaged_point. cbn [accelerated].
          destruct (accelerated Theta F G eta t s). split; reflexivity. }
        destruct there as [far_is average_is]. rewrite <- far_is in R. rewrite <- average_is in R.
        assert (w_next : weight (S t) = c / a).
        { unfold weight, c. rewrite S_INR. unfold a. field. lra. }
        assert (w_here : weight t = c / a - c).
        { unfold weight, c, a. field. lra. }
        unfold potential. rewrite w_next, w_here.
        change (vector_minus (far t s) u) with (less (far t s) u) in *. lra.
    - change (integrable P (fun s => euclidean_norm (shock G t s) ^ 2)) in shocks.
      pose proof (potential_integrable t) as start_of_round. pose proof (integrable_scal P c _ apart) as noise.
      pose proof (integrable_minus P _ _ start_of_round noise) as both.
      pose proof (integrable_scal P (c ^ 2) _ shocks) as
        squares.
      rewrite expectation_plus, expectation_minus, !expectation_scal, centred by assumption.
      assert (c ^ 2 * expectation P (fun s => euclidean_norm (shock G t s) ^ 2) <= c ^ 2 * nu ^ 2)
        by (apply Rmult_le_compat_l; [apply pow2_ge_0 | exact sizes]). lra.
  Qed.

  Theorem accelerated_excess T : (1 <= T)%nat ->
    integrable P (fun s => value_at F (average T s)) /\
    expectation P (fun s => value_at F (average T s)) <= value_at F u +
      (2 * D ^ 2 / (eta * (INR T * (INR T + 1))) + eta * nu ^ 2 * (2 * INR T + 1) / 6).
  Proof.
    intros T_1. split; [apply value_integrable |]. assert (T_pos : 1 <= INR T) by now apply (le_INR 1).
    assert (total : forall t, expectation P (potential t) <= D ^ 2 / 2 + eta ^ 2 * nu ^ 2 * (INR t * (INR t +
      1) * (2 * INR t
      + 1)) / 24).
    { induction t as [| t IH].
      - assert (zero : forall s, potential O s = euclidean_norm (vector_minus start u) ^ 2 / 2).
        { intros s. unfold potential, weight. simpl INR. change (far O s) with start. lra. }
        rewrite (expectation_ext P _ (fun _ => euclidean_norm (vector_minus start u) ^ 2 / 2)) by exact zero.
        rewrite expectation_const. simpl INR. pose proof (norm_pos (vector_minus start u)).
        assert (euclidean_norm (vector_minus start u) ^ 2 <= D ^ 2) by (apply pow_incr; lra). lra.
      - eapply Rle_trans; [apply one_round |]. rewrite S_INR.
        replace (D ^ 2 / 2 + eta ^ 2 * nu ^ 2 * ((INR t + 1) * (INR t + 1 + 1) * (2 * (INR t + 1) + 1)) / 24) with
          (D ^ 2 / 2 + eta ^ 2 * nu ^ 2 * (INR t * (INR t + 1) * (2 * INR t + 1)) / 24 + (eta * (INR t +
            1) / 2) ^ 2 * nu ^ 2)
          by field. lra. }
    specialize (total T). assert (w_pos : 0 < weight T) by (unfold weight; nra).
    assert (part : weight T * (expectation P (fun s => value_at F (average T s)) - value_at F u) <=
      expectation P (potential
      T)).
    { rewrite <- (expectation_const P (value_at F u)), <- expectation_minus, <- expectation_scal.
      - apply expectation_mono; [| apply potential_integrable |].
        + apply integrable_scal, integrable_minus; [apply value_integrable | apply integrable_const].
        + intros s. unfold potential. pose proof (pow2_ge_0 (euclidean_norm (vector_minus (far T s) u))). lra.
      - apply integrable_minus; [apply value_integrable | apply integrable_const].
      - apply value_integrable.
      - apply integrable_const. }
    apply Rmult_le_reg_l with (weight T); [exact w_pos |].
    replace (weight T * (value_at F u + (2 * D ^ 2 / (eta * (INR T * (INR T + 1))) + eta * nu ^ 2 * (2 * INR T +
      1) / 6)))
      with (weight T * value_at F u + (D ^ 2 / 2 + eta ^ 2 * nu ^ 2 * (INR T * (INR T + 1) * (2 * INR T + 1)) / 24))
      by (unfold weight; field; lra). lra.
  Qed.
End Rounds.

(** ** Lemma 6.1 *)

Theorem bassily_lemma6_1 : forall (Theta : region) (F : differentiable) (G : oracle) (D : R) (T : nat) (beta nu : R),
  0 < D ->
  (1 <= T)%nat ->
  0 < beta ->
  0 < nu ->
  smooth_convex F beta ->
  starts_near Theta F D ->
  noisy_oracle G F nu ->
  accelerated_excess_most Theta F G (Rmin (1 / (2 * beta)) (2 * D * sqrt 3 * sqrt (1 / ((1 + 2 * INR T) * (1 + INR T) *
    INR T)) / nu)) T (2 * D * sqrt 3 * sqrt ((1 + 2 * INR T) / ((1 + INR T) * INR T)) * nu / 3 + 4 * D ^ 2 * beta /
    ((1 + INR T) * INR T)).
Proof.
  intros Theta F G D T beta nu D_pos T_1 beta_pos nu_pos smooth (u & U & best & near) noises.
  assert (T_pos : 1 <= INR T) by now apply (le_INR 1).
  replace ((1 + 2 * INR T) * (1 + INR T) * INR T) with ((1 + 2 * INR T) * ((1 + INR T) * INR T)) by ring.
  set (X := (1 + INR T) * INR T). set (Y := 1 + 2 * INR T).
  assert (X_pos : 0 < X) by (unfold X; nra). assert (Y_pos : 0 < Y) by (unfold Y; lra).
  set (h := sqrt (1 / (Y * X))). assert (h_square : h * h = 1 / (Y * X)).
  { apply sqrt_sqrt, Rlt_le, Rdiv_lt_0_compat; [lra | now apply Rmult_lt_0_compat]. }
  assert (h_pos : 0 < h) by (apply sqrt_lt_R0, Rdiv_lt_0_compat; [lra | now apply Rmult_lt_0_compat]).
  assert (root : sqrt (Y / X) = Y * h).
  { rewrite <- (sqrt_square (Y * h)) by (apply Rmult_le_pos; lra). f_equal.
    replace (Y * h * (Y * h)) with (Y * Y * (h * h)) by ring. rewrite h_square. field. lra. }
  set (r3 := sqrt 3). assert (r3_square : r3 * r3 = 3) by (apply sqrt_sqrt; lra).
  assert (r3_pos : 0 < r3) by (apply sqrt_lt_R0; lra).
  set (eta2 := 2 * D * r3 * h / nu).
  assert (eta2_pos : 0 < eta2) by (unfold eta2; apply Rdiv_lt_0_compat; [repeat apply Rmult_lt_0_compat; lra | lra]).
  assert (eta1_pos : 0 < 1 / (2 * beta)) by (apply Rdiv_lt_0_compat; lra).
  set (eta := Rmin (1 / (2 * beta)) eta2). assert (eta_pos : 0 < eta) by now apply Rmin_pos.
  destruct (accelerated_excess Theta F G beta eta nu D u beta_pos eta_pos (Rmin_l _ _) noises smooth U near T T_1)
    as [finite most].
  split; [exact finite |]. intros v V. specialize (best v V). eapply Rle_trans; [exact most |].
  enough (2 * D ^ 2 / (eta * (INR T * (INR T + 1))) + eta * nu ^ 2 * (2 * INR T + 1) / 6 <=
    2 * D * r3 * sqrt (Y / X) * nu / 3 + 4 * D ^ 2 * beta / X) by lra.
  replace (INR T * (INR T + 1)) with X by (unfold X; ring). replace (2 * INR T + 1) with Y by (unfold Y; ring).
  rewrite root. assert (D2 : 0 < D ^ 2) by now apply pow_lt.
  assert (inverse : / eta <= 2 * beta + / eta2).
  { pose proof (Rinv_0_lt_compat eta2 eta2_pos). unfold eta, Rmin. destruct (Rle_dec _ _); [| lra].
    replace (/ (1 / (2 * beta))) with (2 * beta) by (field; lra). lra. }
  assert (distance : 2 * D ^ 2 / (eta * X) <= 4 * D ^ 2 * beta / X + D * r3 * (Y * h) * nu / 3).
  { apply Rle_trans with (2 * D ^ 2 / X * (2 * beta + / eta2)).
    - replace (2 * D ^ 2 / (eta * X)) with (2 * D ^ 2 / X * / eta) by (field; lra).
      apply Rmult_le_compat_l; [| exact inverse]. apply Rdiv_le_0_compat; lra.
    - right. unfold eta2. replace (Y * h) with (/ (h * X)).
      + replace (D * r3 * / (h * X) * nu / 3) with (D * r3 * / (h * X) * nu / (r3 * r3)) by now rewrite r3_square.
        field. lra.
      + apply Rmult_eq_reg_r with (h * X); [| apply Rgt_not_eq; now apply Rmult_lt_0_compat].
        rewrite Rinv_l by (apply Rgt_not_eq; now apply Rmult_lt_0_compat).
        replace (Y * h * (h * X)) with (Y * X * (h * h)) by ring. rewrite h_square. field. lra. }
  assert (noise : eta * nu ^ 2 * Y / 6 <= D * r3 * (Y * h) * nu / 3).
  { apply Rle_trans with (eta2 * nu ^ 2 * Y / 6); [| right; unfold eta2; field; lra].
    replace (eta * nu ^ 2 * Y / 6) with (eta * (nu ^ 2 * Y / 6)) by field.
    replace (eta2 * nu ^ 2 * Y / 6) with (eta2 * (nu ^ 2 * Y / 6)) by field.
    apply Rmult_le_compat_r; [| apply Rmin_r]. pose proof (pow_lt nu 2 nu_pos). nra. }
  lra.
Qed.

Theorem bassily_lemma6_1_rate : forall (Theta : region) (F : differentiable) (G : oracle) (D : R) (T : nat)
    (beta nu : R),
  0 < D ->
  (1 <= T)%nat ->
  0 < beta ->
  0 < nu ->
  smooth_convex F beta ->
  starts_near Theta F D ->
  noisy_oracle G F nu ->
  accelerated_excess_most Theta F G (Rmin (1 / (2 * beta)) (2 * D * sqrt 3 * sqrt (1 / ((1 + 2 * INR T) * (1 + INR T) *
    INR T)) / nu)) T (2 * D * nu / sqrt (INR T) + 4 * D ^ 2 * beta / (INR T) ^ 2).
Proof.
  intros Theta F G D T beta nu D_pos T_1 beta_pos nu_pos smooth near noises.
  destruct (bassily_lemma6_1 Theta F G D T beta nu D_pos T_1 beta_pos nu_pos smooth near noises) as [finite most].
  split; [exact finite |]. intros v V. eapply Rle_trans; [exact (most v V) |]. apply Rplus_le_compat_l.
  assert (T_pos : 1 <= INR T) by now apply (le_INR 1). assert (D2 : 0 < D ^ 2) by now apply pow_lt.
  set (t := sqrt (INR T)). assert (t_square : t * t = INR T) by (apply sqrt_sqrt; lra).
  assert (t_pos : 0 < t) by (apply sqrt_lt_R0; lra).
  set (s := sqrt 3 * sqrt ((1 + 2 * INR T) / ((1 + INR T) * INR T))).
  assert (fraction : 0 <= (1 + 2 * INR T) / ((1 + INR T) * INR T)) by (apply Rdiv_le_0_compat; nra).
  assert (s_most : s <= 3 / t).
  { apply pow2_inj_le; [apply Rdiv_le_0_compat; lra |]. unfold s. rewrite Rpow_mult_distr, !pow2_sqrt by lra.
    replace ((3 / t) ^ 2) with (9 / (t * t)) by (field; lra). rewrite t_square.
    replace (3 * ((1 + 2 * INR T) / ((1 + INR T) * INR T))) with (3 * (1 + 2 * INR T) / (1 + INR T) / INR T) by (field;
      lra).
    apply Rmult_le_compat_r; [left; apply Rinv_0_lt_compat; lra |]. apply Rmult_le_reg_r with (1 + INR T); [lra |].
    replace (3 * (1 + 2 * INR T) / (1 + INR T) * (1 + INR T)) with (3 * (1 + 2 * INR T)) by (field; lra). lra. }
  apply Rplus_le_compat.
  - replace (2 * D * sqrt 3 * sqrt ((1 + 2 * INR T) / ((1 + INR T) * INR T)) * nu / 3) with (2 * D * nu / 3 * s)
      by (unfold s; field).
    replace (2 * D * nu / t) with (2 * D * nu / 3 * (3 / t)) by (field; lra). apply Rmult_le_compat_l; [| exact s_most].
    apply Rdiv_le_0_compat; [apply Rmult_le_pos; lra | lra].
  - apply Rmult_le_compat_l; [apply Rmult_le_pos; lra |]. apply Rinv_le_contravar; nra.
Qed.
