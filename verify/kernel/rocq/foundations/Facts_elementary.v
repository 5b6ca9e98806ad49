(** * Elementary facts of the calculus: Cauchy and Schwarz, numbers of sets, packings, smooth functions, tests

    As in [Facts]: what the calculus grants under each name, as the exporter writes it. *)

From Foundations Require Import Protocols Nouns Events Random_reals Polls Coupled Local_averages Coupled_labels
  Facts_volumes Facts_cubes Signs_told Sign_families Rotations Pure_messages.
Import ListNotations.
Open Scope R_scope.

(** ** Tests *)

(** Neyman and Pearson: Lehmann and Romano 2005, Theorem 13.1.1. *)
Theorem fact_least_error_of_any_test : forall (B : Type) (A : algorithm B bool) (P Q : law (list B)),
  forall t : R, TV_most P Q t ->
  1/2 - t / 2 <= test_risk (accepts A) P Q.
Proof.
  intros B A P Q t close. specialize (close (accepts A) (accepts_between A)).
  pose proof (bounded_test (accepts A) (accepts_between A)).
  unfold test_risk. rewrite E_minus, E_const by bounded. lra.
Qed.

(** ** Vectors *)

(** Cauchy and Schwarz: Steele 2004, (1.1). *)
Theorem fact_Cauchy_and_Schwarz_for_vectors : forall (x y : vector),
  finite_vector x ->
  finite_vector y ->
  - inner_product x y <= euclidean_norm x * euclidean_norm y.
Proof.
  intros x y X Y. destruct (one_space2 x y X Y) as (d & Xd & Yd).
  rewrite (inner_in_space d), !(norm_of_finite d) by assumption. apply cauchy_schwarz_for_vectors.
Qed.

Lemma inner_most x y : finite_vector x -> finite_vector y -> inner_product x y <= euclidean_norm x * euclidean_norm y.
Proof.
  intros X Y. destruct (one_space2 x y X Y) as (d & Xd & Yd).
  rewrite (inner_in_space d), !(norm_of_finite d) by assumption.
  eapply Rle_trans; [apply Rle_abs | apply inner_le_norms].
Qed.

Lemma norm_of_multiple t x : finite_vector x -> 0 <= t -> euclidean_norm (fun k => t * x k) = t * euclidean_norm x.
Proof.
  intros [d X] T. rewrite !(norm_of_finite d) by (auto; intros k K; rewrite X by exact K; ring).
  unfold Elementary.norm. transitivity (sqrt (t ^ 2) * sqrt (inner d x x)); [| now rewrite sqrt_pow2].
  rewrite <- sqrt_mult by (apply pow2_ge_0 || apply inner_ge_0).
  f_equal. unfold inner. rewrite <- Sum_scal. apply Sum_ext. intros k. ring.
Qed.

(** Nesterov 2004, Lemma 1.2.3: along the way the slope grows by beta times the length at most. *)
Theorem fact_smoothness : forall (F : differentiable) (x y : vector) (beta : R),
  finite_vector x ->
  finite_vector y ->
  0 < beta ->
  smooth_convex F beta ->
  value_at F y <= (euclidean_norm (vector_minus y x)) ^ 2 * beta / 2 + slope F x y + value_at F x.
Proof.
  intros F x y beta X Y _ [_ lipschitz]. set (h := vector_minus y x). set (at_ := fun t k => x k + t * h k).
  assert (H : finite_vector h) by now apply finite_minus.
  set (dg := fun t => Sum (below (Nouns_vectors.dimension F)) (fun k => gradient F (at_ t) k * h k)).
  assert (moves : forall t, is_derive (fun s => value_at F (at_ s)) t (dg t)).
  { intros t. apply (is_derive_ext (fun s => (fun r => value_at F (fun k => at_ t k + r * h k)) (s - t))).
    - intros s. f_equal. apply functional_extensionality. intros k. unfold at_. ring.
    - replace (dg t) with (scal 1 (dg t)) by (unfold scal; simpl; unfold mult; simpl; ring).
      apply (is_derive_comp (fun r => value_at F (fun k => at_ t k + r * h k)) (fun s => s - t)).
      + replace (t - t) with 0 by ring. apply gradient_is_slope.
      + auto_derive; [exact Logic.I | ring]. }
  assert (inside : forall t, dg t = inner_product (gradient F (at_ t)) h).
  { intros t. symmetry. apply (inner_in_space_first (Nouns_vectors.dimension F)), gradient_in_space. }
  assert (at_0 : at_ 0 = x) by (apply functional_extensionality; intros k; unfold at_; ring).
  assert (at_1 : at_ 1 = y) by (apply functional_extensionality; intros k; unfold at_, h, vector_minus; ring).
  set (N := euclidean_norm h). set (gap := fun t => t * dg 0 + beta * t ^ 2 / 2 * N ^ 2 - value_at F (at_ t)).
  assert (grows : gap 0 <= gap 1).
  { apply (rises gap (fun t => dg 0 + beta * t * N ^ 2 - dg t)); [| lra |].
    - intros t. apply (is_derive_minus (fun t => t * dg 0 + beta * t ^ 2 / 2 * N ^ 2) (fun t => value_at F (at_ t)));
        [| apply moves]. auto_derive; [exact Logic.I | field].
    - intros t T. assert (A : finite_vector (at_ t)).
      { destruct (one_space2 x h X H) as (d & Xd & Hd). exists d.
        intros k K. unfold at_. rewrite Xd, Hd by exact K. ring. }
      assert (G : forall z, finite_vector (gradient F z))
        by (intros z; exists (Nouns_vectors.dimension F); apply gradient_in_space).
      assert (apart : dg t - dg 0 = inner_product (vector_minus (gradient F (at_ t)) (gradient F x)) h).
      { rewrite !inside, at_0. destruct H as [d Hd]. rewrite !(inner_in_space d) by exact Hd.
        unfold inner. rewrite <- Sum_minus. apply Sum_ext. intros k. unfold vector_minus. ring. }
      pose proof (inner_most (vector_minus (gradient F (at_ t)) (gradient F x)) h) as most.
      specialize (most ltac:(now apply finite_minus) H). rewrite <- apart in most. fold N in most.
      pose proof (lipschitz (at_ t) x A X) as close.
      replace (vector_minus (at_ t) x) with (fun k => t * h k) in close
        by (apply functional_extensionality; intros k; unfold at_, vector_minus; ring).
      rewrite norm_of_multiple in close by (exact H || lra). fold N in close.
      assert (0 <= N) by apply sqrt_pos. nra. }
  unfold gap in grows. rewrite at_0, at_1 in grows. rewrite inside, at_0 in grows.
  change (inner_product (gradient F x) h) with (slope F x y) in grows. lra.
Qed.

(** ** Numbers of sets *)

Lemma choose_weighted d s x : 0 <= x -> choose d s * x ^ s <= (1 + x) ^ d.
Proof.
  intros X. revert s. unfold choose. induction d as [| d IH]; intros [| s]; cbn [subsets]; simpl INR.
  - simpl. lra.
  - rewrite Rmult_0_l. simpl. lra.
  - rewrite pow_O, Rmult_1_l. apply pow_R1_Rle. lra.
  - rewrite plus_INR. pose proof (IH s). pose proof (IH (S s)). simpl pow in *. nra.
Qed.

(** Vershynin 2018, Exercise 0.0.5: the binomial theorem at s/d. *)
Theorem fact_binomial_coefficients_from_above : forall (d s : nat),
  (1 <= d)%nat ->
  (1 <= s)%nat ->
  choose d s <= (exp 1 * INR d / INR s) ^ s.
Proof.
  intros d s some_d some_s. assert (D : 0 < INR d) by (apply lt_0_INR; lia).
  assert (S_ : 0 < INR s) by (apply lt_0_INR; lia).
  assert (X : 0 < INR s / INR d) by now apply Rdiv_lt_0_compat.
  pose proof (choose_weighted d s (INR s / INR d) (Rlt_le _ _ X)) as most.
  assert (power : (1 + INR s / INR d) ^ d <= exp 1 ^ s).
  { rewrite !exp_pow. apply Rle_trans with (exp (INR s / INR d) ^ d).
    - apply pow_incr. pose proof (exp_ineq1_le (INR s / INR d)). lra.
    - rewrite exp_pow. right. f_equal. field. lra. }
  apply Rmult_le_reg_r with ((INR s / INR d) ^ s); [now apply pow_lt |].
  eapply Rle_trans; [exact most |]. eapply Rle_trans; [exact power |]. right.
  rewrite <- Rpow_mult_distr. f_equal. field. lra.
Qed.

Lemma choose_of_fewer d s : INR (S s) * choose (S d) (S s) = INR (S d) * choose d s.
Proof.
  unfold choose. rewrite <- !mult_INR. f_equal. revert s. induction d as [| d IH]; intros s.
  - destruct s as [| s]; cbn [subsets]; lia.
  - assert (one : forall e, subsets e 0 = 1%nat) by now intros [| e].
    destruct s as [| s].
    + specialize (IH O). change (subsets (S (S d)) 1) with (subsets (S d) 0 + subsets (S d) 1)%nat.
      rewrite !one in *. lia.
    + pose proof (IH s) as at_s. pose proof (IH (S s)) as at_S.
      change (subsets (S (S d)) (S (S s))) with (subsets (S d) (S s) + subsets (S d) (S (S s)))%nat.
      assert (parts : subsets (S d) (S s) = (subsets d s + subsets d (S s))%nat) by reflexivity. nia.
Qed.

(** Vershynin 2018, Exercise 0.0.5: factor by factor. *)
Theorem fact_binomial_coefficients_from_below : forall (d s : nat),
  (1 <= d)%nat ->
  (1 <= s)%nat ->
  (s <= d)%nat ->
  (INR d / INR s) ^ s <= choose d s.
Proof.
  intros d s _ some within. destruct s as [| s]; [lia |]. clear some. revert d within.
  induction s as [| s IH]; intros d within; destruct d as [| d]; try lia.
  - pose proof (choose_of_fewer d 0) as one. unfold choose in *. cbn [subsets] in *. destruct d; simpl in *; lra.
  - pose proof (choose_of_fewer d (S s)) as fewer. specialize (IH d ltac:(lia)).
    assert (P : 0 < INR (S (S s))) by (apply lt_0_INR; lia). assert (P' : 0 < INR (S s)) by (apply lt_0_INR; lia).
    assert (Q : 0 < INR (S d)) by (apply lt_0_INR; lia).
    replace (choose (S d) (S (S s))) with (INR (S d) / INR (S (S s)) * choose d (S s))
      by (apply Rmult_eq_reg_l with (INR (S (S s))); [rewrite fewer; field | ]; lra).
    change ((INR (S d) / INR (S (S s))) ^ S (S s)) with (INR (S d) / INR (S (S s)) * (INR (S d) / INR (S (S s))) ^ S s).
    apply Rmult_le_compat_l; [apply Rlt_le, Rdiv_lt_0_compat; lra |]. eapply Rle_trans; [| exact IH].
    apply pow_incr. split; [apply Rlt_le, Rdiv_lt_0_compat; lra |].
    assert (le : INR (S s) <= INR d) by (apply le_INR; lia). set (b := INR (S s)) in *.
    assert (up : INR (S (S s)) = b + 1) by apply S_INR. rewrite up, (S_INR d) in *.
    apply Rmult_le_reg_r with ((b + 1) * b); [nra |].
    replace ((INR d + 1) / (b + 1) * ((b + 1) * b)) with ((INR d + 1) * b) by (field; lra).
    replace (INR d / b * ((b + 1) * b)) with (INR d * (b + 1)) by (field; lra). lra.
Qed.

(** ** Packings *)

(** Vershynin 2018, Lemma 4.2.8: points are added until the balls about them cover. *)
Theorem fact_packings_above_coverings : forall (A : Type) (Theta : metric_space A) (r : R),
  0 < r ->
  forall k : R, covering_number_least Theta r k ->
  packing_number_least Theta r k.
Proof.
  intros A Theta r _ k least. destruct (nfloor_ex (Rmax 0 k) (Rmax_l 0 k)) as [n [_ large]].
  pose proof (Rmax_r 0 k) as above_k. set (N := S n). assert (L : k < INR N) by (unfold N; rewrite S_INR; lra).
  clearbody N. clear large above_k n.
  assert (grown : forall n, packing_number_least Theta r k \/
    exists points, ForallOrdPairs (fun x y => r < metric Theta x y) points /\ length points = n).
  { induction n as [| n [done | (points & apart & size)]];
      [right; exists []; split; [constructor | reflexivity] | now left |].
    destruct (classic (exists t, forall c, In c points -> r < metric Theta t c)) as [[t far] | none].
    - right. exists (t :: points). split; [| simpl; now rewrite size].
      constructor; [| exact apart]. now apply Forall_forall.
    - left. exists points. split; [exact apart |]. apply least. intros t. apply NNPP. intros no. apply none. exists t.
      intros c C. apply Rnot_le_lt. intros near. apply no. now exists c. }
  destruct (grown N) as [done | (points & apart & size)]; [exact done |]. exists points. split; [exact apart |].
  rewrite size. lra.
Qed.

(** ** Sums of roots *)

Lemma roots_added l (x : nat -> R) c : (forall k, In k l -> 0 <= x k) -> Sum l x <= c ->
  Sum l (fun k => sqrt (x k)) <= sqrt (c * INR (length l)).
Proof.
  intros pos total. apply le_sqrt. pose proof (Sum_cauchy_schwarz l (fun _ => 1) (fun k => sqrt (x k))) as S_.
  cbv beta in S_. rewrite Sum_const, pow1, Rmult_1_r, (Sum_ext _ (fun k => 1 * sqrt (x k)) (fun k => sqrt (x k))) in S_
    by (intros; ring).
  rewrite (Sum_ext_in _ (fun k => sqrt (x k) ^ 2) x) in S_ by (intros k K; apply pow2_sqrt, pos, K).
  eapply Rle_trans; [exact S_ |]. rewrite Rmult_comm. apply Rmult_le_compat_r; [apply pos_INR | exact total].
Qed.

(** Cauchy and Schwarz: Steele 2004, (1.1), with a vector of ones. *)
Theorem fact_roots_added : forall (A : Type) (Y : told A) (d : nat),
  (1 <= d)%nat ->
  forall c : R, (exists x : nat -> R, (forall j : nat, (1 <= j)%nat -> (j <= d)%nat -> information_on (sign_of
    (all_signs d) j) Y (x j)) /\ Sum (seq 1 d) (fun j => x j) <= c) ->
  exists x : nat -> R, (forall j_ : nat, (1 <= j_)%nat -> (j_ <= d)%nat -> information_on (sign_of (all_signs d) j_) Y
    (x j_)) /\ Sum (seq 1 d) (fun j_ => sqrt 2 * sqrt (x j_)) <= sqrt 2 * sqrt (c * INR d).
Proof.
  intros A Y d _ c (x & each & total). exists x. split; [exact each |]. rewrite Sum_scal.
  apply Rmult_le_compat_l; [apply sqrt_pos |]. rewrite <- (seq_length d 1) at 2. apply roots_added; [| exact total].
  intros j J. apply in_seq in J. specialize (each j ltac:(lia) ltac:(lia)). destruct each as [N told].
  specialize (told (fun _ _ => 0) ltac:(bounded)). cbn [Sum length INR] in told.
  rewrite !E_const, exp_0, ln_1 in told. lra.
Qed.

(** Cauchy and Schwarz: Steele 2004, (1.1), with a vector of ones. *)
Theorem fact_roots_of_divergences_added : forall (A B : Type) (Z_ : method (list vector) A B) (v : list bool) (alpha :
    R) (d m : nat),
  0 < alpha ->
  alpha <= 1 ->
  (1 <= d)%nat ->
  (1 <= m)%nat ->
  forall c : R, (exists x : nat -> R, (forall j : nat, (1 <= j)%nat -> (j <= d)%nat -> KL_most (heard_at Z_ v alpha m)
    (heard_at Z_ (flipped_sign v j) alpha m) (x j)) /\ Sum (seq 1 d) (fun j => x j) <= c) ->
  exists x : nat -> R, (forall j_ : nat, (1 <= j_)%nat -> (j_ <= d)%nat -> KL_most (heard_at Z_ v alpha m) (heard_at Z_
    (flipped_sign v j_) alpha m) (x j_)) /\ Sum (seq 1 d) (fun j_ => sqrt 2 * sqrt (x j_) / 2) <= sqrt 2 * sqrt (c *
    INR d) / 2.
Proof.
  intros A B Z v alpha d m _ _ _ _ c (x & each & total). exists x. split; [exact each |].
  rewrite (Sum_ext _ _ (fun j => sqrt 2 / 2 * sqrt (x j))) by (intros; field). rewrite Sum_scal.
  replace (sqrt 2 * sqrt (c * INR d) / 2) with (sqrt 2 / 2 * sqrt (c * INR d)) by field.
  apply Rmult_le_compat_l; [pose proof (sqrt_pos 2); lra |]. rewrite <- (seq_length d 1) at 2.
  apply roots_added; [| exact total]. intros j J. apply in_seq in J.
  exact (KL_ge_0 _ _ _ (each j ltac:(lia) ltac:(lia))).
Qed.

(** ** Powers *)

(** Bernoulli: Hardy, Littlewood and Polya 1952, Theorem 42. *)
Theorem fact_Bernoullis_inequality : forall (A : Type) (O_ : space A) (V : A -> R) (p : R),
  square_integrable O_ V ->
  almost_le O_ (fun _ => - 1) V ->
  1 <= p ->
  almost_le O_ (fun w => 1 + V w * p) (fun w => raise (1 + V w) p).
Proof.
  intros A O V p _ low p_1. replace (fun w => 1 + V w * p) with (fun w => 1 + p * V w).
  - now apply bernoulli_for_reals.
  - apply functional_extensionality. intros w. ring.
Qed.

(** Jensen: Cover and Thomas 2006, Theorem 2.6.2, for 1 and 1 + y with weights 1 - u and u. *)
Theorem fact_chord_of_a_concave_power : forall (q u y : R),
  0 <= q ->
  q <= 1 ->
  0 <= u ->
  u <= 1 ->
  0 <= y ->
  1 + raise (1 + y) q * u - u <= raise (1 + u * y) q.
Proof.
  intros q u y q_0 q_1 u_0 u_1 y_0. rewrite !raise_pos by nra.
  pose proof (chord_of_a_concave_power u y q (conj u_0 u_1) y_0 (conj q_0 q_1)) as chord. unfold Rpower in chord. lra.
Qed.

(** ** Jensen *)

(** What lies below a function almost surely, and has its value at the mean as its mean. *)
Lemma jensen_below {W} (O : space W) (X Y : W -> R) c s e : integrable O X -> quasi_integrable O Y ->
  almost_le O (fun w => c + s * (X w - expectation O X)) Y -> expectation_most O Y e -> c <= e.
Proof.
  intros HX HY below most. set (T := fun w => c + s * (X w - expectation O X)) in *.
  assert (I : integrable O T) by (unfold T; integrable).
  assert (mean : expectation O T = c).
  { unfold T. rewrite expectation_plus, expectation_scal, expectation_minus, !expectation_const by integrable. ring. }
  rewrite <- mean. apply (expectation_most_iff O T e I).
  now apply expectation_most_monotone with Y; [apply quasi_integrable_integrable | | |].
Qed.

(** Jensen: Cover and Thomas 2006, Theorem 2.6.2. *)
Theorem fact_Jensen : forall (A : Type) (O_ : space A) (X : A -> R) (f f1 : R -> R),
  integrable O_ X ->
  (forall x : R, is_derive f x (f1 x)) ->
  quasi_integrable O_ (fun w => f (X w)) ->
  (forall X_ : R, forall X__ : R, (X_ - X__) * f1 X__ + f X__ <= f X_) ->
  forall e : R, expectation_most O_ (fun w => f (X w)) e ->
  f (expectation O_ X) <= e.
Proof.
  intros A O X f f1 HX _ quasi above e most.
  apply (jensen_below O X (fun w => f (X w)) _ (f1 (expectation O X)) e HX quasi); [| exact most].
  apply surely_le. intros w. specialize (above (X w) (expectation O X)). lra.
Qed.

Lemma rises_between (f df : R -> R) a b : (forall x, a <= x <= b -> is_derive f x (df x)) -> a <= b ->
  (forall x, a <= x <= b -> 0 <= df x) -> f a <= f b.
Proof.
  intros D AB S. destruct (MVT_gen f a b df) as (c & inside & eq).
  - intros x inside. rewrite Rmin_left, Rmax_right in inside by lra. apply D. lra.
  - intros y inside. rewrite Rmin_left, Rmax_right in inside by lra.
    apply derivable_continuous_pt. eexists. apply is_derive_Reals, D. exact inside.
  - rewrite Rmin_left, Rmax_right in inside by lra. specialize (S c inside). nra.
Qed.

(** A function whose slope rises from 0 on lies above its tangents there. *)
Lemma above_tangents (f df ddf : R -> R) x y : (forall x, 0 <= x -> is_derive f x (df x)) ->
  (forall x, 0 <= x -> is_derive df x (ddf x)) -> (forall x, 0 <= x -> 0 <= ddf x) -> 0 <= x -> 0 <= y ->
  f y + df y * (x - y) <= f x.
Proof.
  intros D DD curved X Y.
  assert (slopes : forall a b, 0 <= a -> a <= b -> df a <= df b).
  { intros a b A AB. apply (rises_between df ddf); [intros; apply DD | | intros; apply curved]; lra. }
  set (gap := fun z => f z - df y * z).
  assert (gap_slope : forall z, 0 <= z -> is_derive gap z (df z - df y)).
  { intros z Z. apply (is_derive_minus f (fun z => df y * z)); [now apply D |]. auto_derive; [exact Logic.I | ring]. }
  enough (gap y <= gap x) by (unfold gap in *; lra). destruct (Rle_dec y x) as [yx | xy].
  - apply (rises_between gap (fun z => df z - df y)); [intros; apply gap_slope; lra | exact yx |].
    intros z Z. specialize (slopes y z Y ltac:(lra)). lra.
  - apply Ropp_le_cancel. apply (rises_between (fun z => - gap z) (fun z => - (df z - df y))); [| lra |].
    + intros z Z. apply (is_derive_opp gap z (df z - df y)), gap_slope. lra.
    + intros z Z. specialize (slopes z y ltac:(lra) ltac:(lra)). lra.
Qed.

(** Jensen: Cover and Thomas 2006, Theorems 2.6.1 and 2.6.2. *)
Theorem fact_Jensen_by_the_second_derivative : forall (A : Type) (O_ : space A) (X : A -> R) (f f1 f2 : R -> R),
  integrable O_ X ->
  almost_le O_ (fun _ => 0) X ->
  (forall x : R, 0 <= x -> is_derive f x (f1 x)) ->
  (forall x : R, 0 <= x -> is_derive f1 x (f2 x)) ->
  quasi_integrable O_ (fun w => f (X w)) ->
  (forall X_ : R, 0 <= X_ -> 0 <= f2 X_) ->
  forall e : R, expectation_most O_ (fun w => f (X w)) e ->
  f (expectation O_ X) <= e.
Proof.
  intros A O X f f1 f2 HX pos D DD quasi curved e most.
  assert (mean : 0 <= expectation O X).
  { rewrite <- (expectation_const O 0). apply expectation_monotone; [integrable | exact HX | exact pos]. }
  apply (jensen_below O X (fun w => f (X w)) _ (f1 (expectation O X)) e HX quasi); [| exact most].
  refine (probability_0_mono O _ _ _ pos). intros w less. apply Rnot_le_lt. intros low.
  pose proof (above_tangents f f1 f2 (X w) (expectation O X) D DD curved low mean). lra.
Qed.

(** ** Volumes, and sums with random signs *)

(** Wainwright 2019, Lemma 5.7 (a): the balls' volumes add up to that of the cube at least. *)
Theorem fact_covering_numbers_by_volumes : forall (Delta : R) (d : nat),
  0 < Delta ->
  (1 <= d)%nat ->
  covering_number_least (unit_cube d) Delta ((1 / Delta) ^ d * cube_over_ball d).
Proof.
  intros Delta d D _ centres all. set (keep := kept (in_unit_cube d)).
  assert (cover : (2 / Delta) ^ d <= INR (length centres) * ball_volume d).
  { rewrite <- (map_length keep centres). apply (volume_of_a_cover d (fun _ => -1)); [lra | exact D |]. intros x X.
    destruct (all x) as (c & C & close). simpl in close. fold keep in close. unfold keep at 1 in close.
    rewrite kept_inside in close by (intros k K; specialize (X k K); lra).
    exists (keep c). split; [now apply in_map |].
    replace (Sum (below d) _) with (Nouns_covers.apart d x (keep c) ^ 2).
    - apply pow_incr. split; [apply sqrt_pos | exact close].
    - unfold Nouns_covers.apart. rewrite norm_square, inner_squares. reflexivity. }
  assert (pos : 0 < (2 / Delta) ^ d) by (apply pow_lt, Rdiv_lt_0_compat; lra).
  assert (volume : 0 < ball_volume d).
  { pose proof (pos_INR (length centres)). destruct (Rlt_dec 0 (ball_volume d)); [assumption | nra]. }
  unfold cube_over_ball. replace ((1 / Delta) ^ d * (2 ^ d / ball_volume d)) with ((2 / Delta) ^ d / ball_volume d).
  - now apply Rle_div_l.
  - replace (2 / Delta) with (1 / Delta * 2) by (field; lra). rewrite Rpow_mult_distr. field. lra.
Qed.

Lemma exp_over_vertices d t (x : nat -> R) :
  average d (fun v => exp (t * Sum (below d) (fun k => sgn (bit v k) * x k))) <=
  exp (t ^ 2 * Sum (below d) (fun k => x k ^ 2) / 2).
Proof.
  unfold average. revert x. induction d as [| d IH]; intros x.
  - simpl. right. rewrite Rinv_1, Rmult_0_r, exp_0. replace (t * (t * 1) * 0 / 2) with 0 by field. rewrite exp_0. ring.
  - assert (two : 0 < 2 ^ d) by (apply pow_lt; lra). specialize (IH (fun k => x (S k))).
    set (rest := Sum (vertices d) (fun v => exp (t * Sum (below d) (fun k => sgn (bit v k) * x (S k))))) in *.
    assert (half : forall b, Sum (map (cons b) (vertices d))
        (fun v => exp (t * Sum (below (S d)) (fun k => sgn (bit v k) * x k))) = exp (t * (sgn b * x O)) * rest).
    { intros b. rewrite Sum_map. unfold rest. rewrite <- Sum_scal. apply Sum_ext. intros v.
      rewrite Sum_below_succ, Rmult_plus_distr_l, exp_plus. reflexivity. }
    cbn [vertices]. rewrite Sum_app, !half. rewrite (Sum_below_succ d (fun k => x k ^ 2)).
    pose proof (cosh_le (t * x O)) as cosh. unfold sgn.
    replace (t ^ 2 * (x O ^ 2 + Sum (below d) (fun k => x (S k) ^ 2)) / 2) with
      ((t * x O) ^ 2 / 2 + t ^ 2 * Sum (below d) (fun k => x (S k) ^ 2) / 2) by field.
    rewrite exp_plus. simpl pow at 1. rewrite Rinv_mult.
    replace (/ 2 * / 2 ^ d * (exp (t * (1 * x O)) * rest + exp (t * (-1 * x O)) * rest)) with
      ((exp (t * x O) + exp (- (t * x O))) / 2 * (/ 2 ^ d * rest)).
    + apply Rmult_le_compat; [| | exact cosh | exact IH].
      * pose proof (exp_pos (t * x O)). pose proof (exp_pos (- (t * x O))). lra.
      * apply Rmult_le_pos; [left; now apply Rinv_0_lt_compat |]. apply Sum_ge_0. intros v. left. apply exp_pos.
    + replace (t * (1 * x O)) with (t * x O) by ring. replace (t * (-1 * x O)) with (- (t * x O)) by ring. field. lra.
Qed.

(** Hoeffding 1963, Theorem 2: a coordinate of a rotated vector is a sum with random signs. *)
Theorem fact_a_coordinate_of_a_rotated_vector_is_small : forall (v : vector) (a : R) (d : nat),
  finite_vector v ->
  0 < a ->
  (1 <= d)%nat ->
  nonzero_vector v ->
  sign_tail v d a <= 2 * exp (- (a ^ 2 * INR d / 2)).
Proof.
  intros x a d [e X] A some [k0 other]. unfold sign_tail. set (N := euclidean_norm x).
  assert (D : 0 < INR d) by (apply lt_0_INR; lia). assert (root : 0 < sqrt (INR d)) by now apply sqrt_lt_R0.
  assert (square : sqrt (INR d) ^ 2 = INR d) by (apply pow2_sqrt; lra).
  set (M := Nat.max d (S (Nat.max e k0))).
  assert (XM : in_space M x) by (intros k K; apply X; unfold M in K; lia).
  assert (N2 : N ^ 2 = Sum (below M) (fun k => x k ^ 2)).
  { unfold N. rewrite norm_squared by now exists M. rewrite (inner_in_space M) by exact XM. apply inner_squares. }
  assert (firsts : Sum (below d) (fun k => x k ^ 2) <= N ^ 2).
  { rewrite N2. unfold below. replace M with (d + (M - d))%nat by (unfold M; lia). rewrite seq_app, Sum_app.
    pose proof (Sum_ge_0 (seq (0 + d) (M - d)) (fun k => x k ^ 2) ltac:(intros; apply pow2_ge_0)). lra. }
  assert (N_pos : 0 < N).
  { assert (0 < N ^ 2); [| pose proof (sqrt_pos (Series (fun k => x k ^ 2))); unfold N, euclidean_norm in *; nra].
    rewrite N2. eapply Rlt_le_trans; [| apply (entry_below (fun k => x k ^ 2) M k0); [intros; apply pow2_ge_0 |]].
    - pose proof (pow2_ge_0 (x k0)). assert (x k0 ^ 2 <> 0) by now apply pow_nonzero. lra.
    - unfold M. lia. }
  set (t := a * sqrt (INR d) ^ 2 / N).
  assert (T : t * (N * a) = a ^ 2 * INR d) by (unfold t; rewrite square; field; lra).
  assert (each : forall s, average d (fun v => exp (s * rotated d v x)) <= exp (s ^ 2 * N ^ 2 / (2 * INR d))).
  { intros s. unfold rotated.
    apply Rle_trans with (exp ((s / sqrt (INR d)) ^ 2 * Sum (below d) (fun k => x k ^ 2) / 2)).
    - eapply Rle_trans; [| apply exp_over_vertices]. apply average_le. intros v _. right. f_equal. field. lra.
    - apply exp_le. replace ((s / sqrt (INR d)) ^ 2) with (s ^ 2 / INR d)
        by (transitivity (s ^ 2 / sqrt (INR d) ^ 2); [now rewrite square | field; lra]).
      replace (s ^ 2 * N ^ 2 / (2 * INR d)) with (s ^ 2 / INR d * N ^ 2 / 2) by (field; lra).
      apply Rmult_le_compat_r; [lra |]. apply Rmult_le_compat_l; [| exact firsts].
      apply Rdiv_le_0_compat; [apply pow2_ge_0 | exact D]. }
  apply Rle_trans with
    (exp (- (a ^ 2 * INR d)) * average d (fun v => exp (t * rotated d v x) + exp (- t * rotated d v x))).
  - rewrite <- average_scal. apply average_le. intros v _. unfold at_least.
    pose proof (exp_pos (t * rotated d v x)). pose proof (exp_pos (- t * rotated d v x)).
    pose proof (exp_pos (- (a ^ 2 * INR d))). destruct (Rle_dec (N * a) (Rabs (rotated d v x))) as [far |]; [| nra].
    assert (T_pos : 0 < t) by (unfold t; rewrite square; apply Rdiv_lt_0_compat; nra).
    assert (large : exp (a ^ 2 * INR d) <= exp (t * rotated d v x) + exp (- t * rotated d v x)).
    { rewrite <- T. unfold Rabs in far. destruct (Rcase_abs _).
      - apply Rle_trans with (exp (- t * rotated d v x)); [apply exp_le; nra | lra].
      - apply Rle_trans with (exp (t * rotated d v x)); [apply exp_le; nra | lra]. }
    apply (Rmult_le_compat_l (exp (- (a ^ 2 * INR d)))) in large; [| lra].
    rewrite <- exp_plus in large at 1. replace (- (a ^ 2 * INR d) + a ^ 2 * INR d) with 0 in large by ring.
    rewrite exp_0 in large. exact large.
  - rewrite average_plus. pose proof (each t) as up. pose proof (each (- t)) as down.
    replace ((- t) ^ 2) with (t ^ 2) in down by ring.
    assert (level : t ^ 2 * N ^ 2 / (2 * INR d) = a ^ 2 * INR d / 2) by (unfold t; rewrite square; field; lra).
    rewrite level in up, down.
    replace (- (a ^ 2 * INR d / 2)) with (- (a ^ 2 * INR d) + a ^ 2 * INR d / 2) by field. rewrite exp_plus.
    pose proof (exp_pos (- (a ^ 2 * INR d))). nra.
Qed.

(** ** The nearest point of a packing *)

Lemma pair_of_list {T} (R_ : T -> T -> Prop) points d i j : ForallOrdPairs R_ points -> (i < j)%nat ->
  (j < length points)%nat -> R_ (nth i points d) (nth j points d).
Proof.
  intros pairs. revert i j. induction pairs as [| x l first pairs IH]; intros i j less within; [simpl in within; lia |].
  simpl in within. destruct j as [| j]; [lia |]. destruct i as [| i].
  - simpl. rewrite Forall_forall in first. apply first, nth_In. lia.
  - simpl. apply IH; lia.
Qed.

(** Wainwright 2019, Proposition 15.1: where the nearest is wrong the estimate is Delta away. *)
Theorem fact_the_nearest_point_names_the_law : forall (A B C : Type) (F : parametric A B) (Phi : loss) (Theta :
    metric_space B) (Z_ : method (list A) C B) (Delta : R) (N m : nat) (W : named_laws A B),
  0 < Delta ->
  (2 <= N)%nat ->
  (1 <= m)%nat ->
  packing_laws F Theta (2 * Delta) N W ->
  parameters_are F Theta ->
  packing_number_least Theta (2 * Delta) (INR N) ->
  forall r : R, worst_loss_most F m Phi Z_ r ->
  loss_at Phi Delta * naming_error Z_ W m <= r.
Proof.
  intros A B C F Phi Theta Z Delta N m W D two _ (size & t & laws & packed & nearest) [same _] (points & pairs & many) r
    [_ risk].
  assert (long : (N <= length points)%nat) by now apply INR_le.
  assert (far : Pure_messages.apart Theta (2 * Delta) N t).
  { apply packed. destruct points as [| x rest]; [simpl in long; lia |].
    exists (fun v => nth v (x :: rest) x). intros v w V W' other.
    destruct (Nat.lt_gt_cases v w) as [cases _]. destruct (cases other) as [less | more].
    - exact (pair_of_list (fun x y => 2 * Delta < metric Theta x y) (x :: rest) x v w pairs less ltac:(lia)).
    - rewrite (metric_sym _ Theta).
      exact (pair_of_list (fun x y => 2 * Delta < metric Theta x y) (x :: rest) x w v pairs more ltac:(lia)). }
  assert (each : forall v, (v < N)%nat ->
    loss_at Phi Delta * E (transcript_of Z (power (law_named W v) m)) (fun z => 1 - names Z W v z) <= r).
  { intros v V. specialize (risk (law_named W v) (t v) (laws v V)). rewrite same in risk.
    assert (range : forall z, 0 <= names Z W v z <= 1) by (intros z; unfold names; destruct (Nat.eqb _ _); lra).
    assert (bounded (names Z W v)) by now apply bounded_between with 0 1.
    rewrite <- E_scal by bounded. refine (mean_most_below _ _ _ _ _ _ _ risk).
    - intros z. apply loss_ge_0.
    - bounded.
    - intros z. cbv beta. pose proof (loss_ge_0 Phi (metric Theta (estimate Z z) (t v))). unfold names.
      destruct (Nat.eqb_spec (name_of W (estimate Z z)) v) as [right | wrong]; [lra |].
      rewrite Rminus_0_r, Rmult_1_r. apply loss_rises. destruct (nearest (estimate Z z)) as [inside closest].
      specialize (far _ v inside V wrong). specialize (closest v V).
      pose proof (metric_triangle _ Theta (t (name_of W (estimate Z z))) (estimate Z z) (t v)) as triangle.
      rewrite (metric_sym _ Theta (t (name_of W (estimate Z z))) (estimate Z z)) in triangle. lra. }
  unfold naming_error, average_law. rewrite size, <- Rmult_assoc, (Rmult_comm _ (/ _)), Rmult_assoc, <- Sum_scal.
  assert (0 < INR N) by (apply lt_0_INR; lia).
  apply Rmult_le_reg_l with (INR N); [assumption |]. rewrite <- Rmult_assoc, Rinv_r, Rmult_1_l by lra.
  rewrite <- (Sum_below_const N r). apply Sum_le_in. intros v V. apply in_below in V. now apply each.
Qed.
