(** * The facts of the calculus on stability: runs of a gradient method on data that differ in one sample

    As in Facts.v: each theorem as the exporter writes it from the fact itself. *)

From Foundations Require Export Choices Facts_runs.
Import ListNotations.
Open Scope R_scope.

(** ** Means of losses *)

Lemma norm_of_sum {I} d (l : list I) (v : I -> vector) :
  Elementary.norm d (fun k => Sum l (fun i => v i k)) <= Sum l (fun i => Elementary.norm d (v i)).
Proof.
  induction l as [| i l IH]; cbn [Sum]; [rewrite norm_0; lra |].
  eapply Rle_trans; [apply Elementary.norm_triangle |]. now apply Rplus_le_compat_l.
Qed.

Lemma norm_of_average {I} d (l : list I) (v : I -> vector) c : 0 <= c -> (forall i, Elementary.norm d (v i) <= c) ->
  Elementary.norm d (fun k => / INR (length l) * Sum l (fun i => v i k)) <= c.
Proof.
  intros C most. destruct l as [| i l].
  { simpl Sum. rewrite (norm_same d _ (fun _ => 0)), norm_0 by (intros; ring). exact C. }
  assert (pos : 0 < INR (length (i :: l))) by (apply lt_0_INR; simpl; lia).
  rewrite (norm_scaled d (/ INR (length (i :: l))) (fun k => Sum (i :: l) (fun i => v i k))).
  rewrite Rabs_right by (apply Rle_ge; left; now apply Rinv_0_lt_compat).
  pose proof (norm_of_sum d (i :: l) v) as sum.
  pose proof (Sum_le (i :: l) _ _ most) as all. rewrite Sum_const in all.
  apply (Rmult_le_reg_l (INR (length (i :: l)))); [exact pos |]. rewrite <- Rmult_assoc, Rinv_r by lra. lra.
Qed.

(** Linearity of gradients, and the triangle inequality. *)
Theorem fact_smoothness_of_the_mean_loss : forall (A : Type) (l : losses A) (z : list A) (beta : R),
  0 < beta ->
  smooth_convex_losses l beta ->
  smooth_convex (mean_loss l z) beta.
Proof.
  intros A l z beta B smooth. split.
  - intros x y a H. simpl. destruct z as [| a0 z0]; [simpl; lra |].
    set (z := a0 :: z0). assert (pos : 0 < / INR (length z)) by (apply Rinv_0_lt_compat, lt_0_INR; simpl; lia).
    assert (sums : Sum z (fun b => value_at (loss_for l b) (mixed a x y)) <=
      a * Sum z (fun b => value_at (loss_for l b) x) + (1 - a) * Sum z (fun b => value_at (loss_for l b) y)).
    { rewrite <- !Sum_scal, <- Sum_plus. apply Sum_le. intros b. now apply (smooth b). }
    apply (Rmult_le_compat_l _ _ _ (Rlt_le _ _ pos)) in sums. lra.
  - intros x y X Y. set (d := loss_dimension l).
    rewrite (norm_of_finite d).
    2: { intros k K. unfold vector_minus. rewrite !(gradient_in_space (mean_loss l z) _ k K). ring. }
    replace (vector_minus (gradient (mean_loss l z) x) (gradient (mean_loss l z) y))
      with (fun k => / INR (length z) * Sum z (fun a => vector_minus (gradient (loss_for l a) x) (gradient
        (loss_for l a) y) k)).
    + apply norm_of_average; [apply Rmult_le_pos; [lra | apply sqrt_pos] |].
      intros a. rewrite <- (norm_of_finite d); [now apply (smooth a) |].
      intros k K. unfold vector_minus.
      rewrite !(gradient_in_space (loss_for l a) _ k) by (rewrite one_dimension; exact K). ring.
    + apply functional_extensionality. intros k. unfold vector_minus. simpl. rewrite Sum_minus. ring.
Qed.

(** The noises are those of the same R^d. *)
Theorem fact_noisy_gradients_of_the_mean_loss : forall (A : Type) (G : oracle) (l : losses A) (z : list A) (nu : R),
  0 <= nu ->
  noisy_oracle_of_losses G l nu ->
  noisy_oracle G (mean_loss l z) nu.
Proof. intros A G l z nu _ H. exact H. Qed.

(** Linearity of gradients, and the triangle inequality. *)
Theorem fact_gradients_of_the_mean_loss : forall (A : Type) (l : losses A) (z : list A) (L R_ : R),
  0 < L ->
  0 < R_ ->
  lipschitz_losses l L R_ ->
  lipschitz_on_ball (mean_loss l z) L R_.
Proof.
  intros A l z L R_ L_pos _ H x inside. simpl in *. apply norm_of_average; [lra |].
  intros a. specialize (H a x). rewrite one_dimension in H. now apply H.
Qed.

(** ** A gradient step moves no two points apart *)

Lemma cocoercive_half F beta x y : 0 < beta -> smooth_convex F beta -> in_space (dimension F) x ->
  in_space (dimension F) y ->
  let d := dimension F in let gap := less (gradient F y) (gradient F x) in
  value_at F x + inner d (gradient F x) (less y x) + inner d gap gap / (2 * beta) <= value_at F y.
Proof.
  intros B smooth X Y d gap. assert (Xf : finite_vector x) by now exists d. assert
    (Yf : finite_vector y) by now exists d.
  set (z := moved y (/ beta) gap).
  assert (Gap : in_space d gap).
  { intros k K. unfold gap, less. rewrite !gradient_in_space by exact K. ring. }
  assert (Z : finite_vector z) by (apply finite_moved; [exact Yf | now exists d]).
  pose proof (fact_tangents_of_a_convex_function F x z beta Xf Z B smooth) as under.
  pose proof (fact_smoothness F y z beta Yf Z B smooth) as above.
  unfold slope in under, above. rewrite !(inner_in_space_first d) in under, above by apply gradient_in_space.
  rewrite (norm_of_finite d), norm_square in above.
  2: { intros k K. unfold vector_minus, z, moved. rewrite Gap by exact K. ring. }
  assert (first : inner d (gradient F x) (vector_minus z x) =
    inner d (gradient F x) (less y x) - / beta * inner d (gradient F x) gap).
  { unfold inner. rewrite <- Sum_scal, <- Sum_minus. apply Sum_ext. intros k. unfold z, vector_minus, moved,
    less. ring. }
  assert (second : inner d (gradient F y) (vector_minus z y) = - / beta * inner d (gradient F y) gap).
  { unfold inner. rewrite <- Sum_scal. apply Sum_ext. intros k. unfold z, vector_minus, moved. ring. }
  assert (third : inner d (vector_minus z y) (vector_minus z y) = / beta * / beta * inner d gap gap).
  { unfold inner. rewrite <- Sum_scal. apply Sum_ext. intros k. unfold z, vector_minus, moved. ring. }
  assert (split : inner d (gradient F y) gap - inner d (gradient F x) gap = inner d gap gap).
  { unfold inner. rewrite <- Sum_minus. apply Sum_ext. intros k. unfold gap, less. ring. }
  rewrite first in under. rewrite second, third in above.
  replace (/ beta * / beta * inner d gap gap * beta / 2) with (/ beta * inner d gap gap / 2) in above by (field; lra).
  replace (inner d gap gap / (2 * beta)) with (/ beta * inner d gap gap / 2) by (field; lra).
  rewrite <- split in *. lra.
Qed.

Lemma cocoercive F beta x y : 0 < beta -> smooth_convex F beta -> in_space (dimension F) x ->
  in_space (dimension F) y ->
  let d := dimension F in let gap := less (gradient F x) (gradient F y) in
  inner d gap gap <= beta * inner d gap (less x y).
Proof.
  intros B smooth X Y d gap.
  pose proof (cocoercive_half F beta x y B smooth X Y) as one. pose proof
    (cocoercive_half F beta y x B smooth Y X) as other.
  cbv zeta in one, other. fold d in one, other. fold gap in other.
  replace (inner d (less (gradient F y) (gradient F x)) (less (gradient F y) (gradient F x))) with
    (inner d gap gap) in one
    by (unfold inner; apply Sum_ext; intros k; unfold gap, less; ring).
  assert (whole : inner d gap (less x y) = - inner d (gradient F x) (less y x) - inner d (gradient F y) (less x y)).
  { unfold inner. rewrite <- (Rmult_1_l (Sum _ (fun k => gradient F x k * _))), <- Ropp_mult_distr_l_reverse.
    rewrite <- Sum_scal, <- Sum_minus. apply Sum_ext. intros k. unfold gap, less. ring. }
  rewrite whole. apply (Rmult_le_reg_l (/ beta)); [now apply Rinv_0_lt_compat |].
  rewrite <- Rmult_assoc, Rinv_l, Rmult_1_l by lra.
  replace (/ beta * inner d gap gap) with (inner d gap gap / (2 * beta) + inner d gap gap / (2 * beta)) by (field;
    lra). lra.
Qed.

Lemma step_contracts F beta eta x y : 0 < beta -> 0 < eta -> beta * eta <= 2 -> smooth_convex F beta ->
  in_space (dimension F) x -> in_space (dimension F) y ->
  Elementary.norm (dimension F) (less (moved x eta (gradient F x)) (moved y eta (gradient F y))) <=
    Elementary.norm (dimension F) (less x y).
Proof.
  intros B E slow smooth X Y. set (d := dimension F). set (gap := less (gradient F x) (gradient F y)).
  apply pow2_inj_le; [apply sqrt_pos |]. rewrite !norm_square.
  pose proof (cocoercive F beta x y B smooth X Y) as angle. cbv zeta in angle. fold d gap in angle.
  replace (inner d (less (moved x eta (gradient F x)) (moved y eta (gradient F y)))
      (less (moved x eta (gradient F x)) (moved y eta (gradient F y))))
    with (inner d (less x y) (less x y) - 2 * eta * inner d gap (less x y) + eta * eta * inner d gap gap).
  - pose proof (inner_ge_0 d gap) as pos. set (p := inner d gap (less x y)) in *. set (q := inner d gap gap) in *.
    assert (P : 0 <= p) by (apply (Rmult_le_reg_l beta); lra).
    assert (eta * q <= 2 * p); [| nra].
    apply Rle_trans with (eta * (beta * p)); [apply Rmult_le_compat_l; lra |].
    replace (eta * (beta * p)) with ((beta * eta) * p) by ring. now apply Rmult_le_compat_r.
  - unfold inner. rewrite <- !Sum_scal, <- Sum_minus, <- Sum_plus. apply Sum_ext. intros k.
    unfold gap, less, moved. ring.
Qed.

(** Hardt, Recht and Singer 2016, Section 3. *)
Theorem fact_drift_of_a_gradient_step : forall (A : Type) (l : losses A) (L R_ beta eta : R) (m n : nat),
  0 < L ->
  0 < R_ ->
  0 < beta ->
  0 < eta ->
  (1 <= m)%nat ->
  (1 <= n)%nat ->
  lipschitz_losses l L R_ ->
  smooth_convex_losses l beta ->
  beta * eta <= 2 ->
  drift_most l eta R_ n m (2 * L * eta / (INR m * INR n)).
Proof.
  intros A l L R_ beta eta m n L_pos R_pos B E M1 N1 lipschitz smooth slow z z' size (before & a & b & after & ->
    & ->) x y xi X Y.
  set (d := loss_dimension l). set (z := before ++ a :: after) in *. set (z' := before ++ b :: after).
  set (g := gradient (mean_loss l z)). set (g' := gradient (mean_loss l z')).
  assert (pos : 0 < INR n * INR m) by (apply Rmult_lt_0_compat; apply lt_0_INR; lia).
  assert (same : length z' = length z) by (unfold z, z'; rewrite !app_length; reflexivity).
  eapply Rle_trans; [apply (ball_nearest_contracts d R_ R_pos) |].
  replace (less (moved x eta (vector_plus (gradient (mean_loss l z) x) xi)) (moved y eta (vector_plus (gradient
    (mean_loss l z') y) xi)))
    with (fun k => less (moved x eta (g x)) (moved y eta (g y)) k + eta * less (g' y) (g y) k).
  2: { apply functional_extensionality. intros k. fold g g'. unfold less, moved, vector_plus. ring. }
  eapply Rle_trans; [apply Elementary.norm_triangle |]. apply Rplus_le_compat.
  - apply (step_contracts (mean_loss l z) beta); auto; [now apply fact_smoothness_of_the_mean_loss | apply X | apply Y].
  - rewrite norm_scaled, Rabs_right by lra.
    replace (2 * L * eta / (INR m * INR n)) with (eta * (/ (INR n * INR m) * (L + L))).
    2: { field. split; apply Rgt_not_eq, lt_0_INR; lia. }
    apply Rmult_le_compat_l; [lra |].
    replace (less (g' y) (g y))
      with (fun k => / (INR n * INR m) * (gradient (loss_for l b) y k + (-1) * gradient (loss_for l a) y k)).
    + rewrite norm_scaled, Rabs_right by (apply Rle_ge; left; now apply Rinv_0_lt_compat).
      apply Rmult_le_compat_l; [left; now apply Rinv_0_lt_compat |].
      eapply Rle_trans; [apply Elementary.norm_triangle |].
      pose proof (lipschitz a y) as one. pose proof (lipschitz b y) as other. rewrite one_dimension in one,
        other. fold d in one, other.
      rewrite norm_scaled, Rabs_left by lra. specialize (one Y). specialize (other Y). lra.
    + apply functional_extensionality. intros k. unfold less, g, g'. simpl. rewrite same, size, mult_INR.
      unfold z, z'. rewrite !Sum_app. cbn [Sum]. ring.
Qed.

(** ** How far two runs are from each other *)

Section Apart.
  Context {A : Type} (l : losses A) (G : oracle) (eta radius r : R) (n m : nat) (z z' : list A).
  Hypotheses (radius_pos : 0 < radius) (size : length z = (n * m)%nat) (near : differ_in_one z z')
    (drift : drift_most l eta radius n m r).
  Local Notation nrm := (Elementary.norm (loss_dimension l)).

  Lemma iterates_apart t s :
    nrm (less (iterate (mean_loss l z) G eta radius t s) (iterate (mean_loss l z') G eta radius t s)) <= INR t * r.
  Proof.
    induction t as [| t IH].
    { cbn [iterate]. rewrite (norm_same _ _ (fun _ => 0)), norm_0 by (intros; unfold less; ring). simpl. lra. }
    cbn [iterate]. eapply Rle_trans; [apply (drift z z' size near) |].
    - now apply (iterate_in_ball (mean_loss l z)).
    - now apply (iterate_in_ball (mean_loss l z')).
    - rewrite S_INR. lra.
  Qed.

  Lemma averages_apart first T s : (1 <= T)%nat ->
    nrm (less (average_iterate first (mean_loss l z) G eta T radius s) (average_iterate first
      (mean_loss l z') G eta T radius s))
      <= (INR first + (INR T - 1) / 2) * r.
  Proof.
    intros T1. assert (pos : 0 < INR T) by (apply lt_0_INR; lia).
    set (apart := fun t => less (iterate (mean_loss l z) G eta radius t s) (iterate (mean_loss l z') G eta radius t s)).
    rewrite (norm_same _ _ (fun k => / INR T * Sum (seq first T) (fun t => apart t k))).
    2: { intros k _. unfold less, average_iterate, apart, less. rewrite Sum_minus. ring. }
    rewrite (norm_scaled _ (/ INR T) (fun k => Sum (seq first T) (fun t => apart t k))).
    rewrite Rabs_right by (apply Rle_ge; left; now apply Rinv_0_lt_compat).
    assert (steps : forall T', Sum (seq first T') (fun t => INR t * r) = INR T' * ((INR first + (INR T' - 1) / 2) * r)).
    { induction T' as [| T' IH]; [simpl; ring |]. rewrite seq_S, Sum_app, IH. cbn [Sum]. rewrite plus_INR,
      S_INR. field. }
    apply (Rmult_le_reg_l (INR T)); [exact pos |]. rewrite <- Rmult_assoc, Rinv_r, Rmult_1_l by lra. rewrite <- steps.
    eapply Rle_trans; [apply norm_of_sum |]. apply Sum_le. intros t. apply iterates_apart.
  Qed.
End Apart.

Lemma runs_apart {A} (l : losses A) G radius T eta m n r first : 0 < radius -> (1 <= T)%nat ->
  drift_most l eta radius n m r -> runs_apart_most l G eta T radius n m first ((INR first + (INR T - 1) / 2) * r).
Proof.
  intros R_pos T1 drift z z' size near. apply expectation_le.
  - apply integrable_bounded, bounded_between with 0 ((INR first + (INR T - 1) / 2) * r). intros s.
    split; [apply sqrt_pos | now apply averages_apart with n m].
  - intros s. now apply averages_apart with n m.
Qed.

(** After t steps the drifts of t steps, averaged over the iterates. *)
Theorem fact_distances_of_averages_after : forall (A : Type) (G : oracle) (l : losses A) (R_ : R) (T : nat) (eta : R)
    (m n : nat),
  0 < R_ ->
  (1 <= T)%nat ->
  0 < eta ->
  (1 <= m)%nat ->
  (1 <= n)%nat ->
  forall x : R, drift_most l eta R_ n m x ->
  runs_apart_most l G eta T R_ n m 1 ((1 + INR T) * x / 2).
Proof.
  intros A G l R_ T eta m n R_pos T1 _ _ _ x drift.
  replace ((1 + INR T) * x / 2) with ((INR 1 + (INR T - 1) / 2) * x) by (simpl; field). now apply runs_apart.
Qed.

(** The same from the start on. *)
Theorem fact_distances_of_averages_before : forall (A : Type) (G : oracle) (l : losses A) (R_ : R) (T : nat) (eta : R)
    (m n : nat),
  0 < R_ ->
  (1 <= T)%nat ->
  0 < eta ->
  (1 <= m)%nat ->
  (1 <= n)%nat ->
  forall x : R, drift_most l eta R_ n m x ->
  runs_apart_most l G eta T R_ n m 0 ((INR T - 1) * x / 2).
Proof.
  intros A G l R_ T eta m n R_pos T1 _ _ _ x drift.
  replace ((INR T - 1) * x / 2) with ((INR 0 + (INR T - 1) / 2) * x) by (simpl; field). now apply runs_apart.
Qed.

(** ** Risks over new data *)

(** A function with gradients of length L at most on the ball is L-Lipschitz there. *)
Lemma lipschitz_values F L radius x y : lipschitz_on_ball F L radius -> within_radius (dimension F) radius x ->
  within_radius (dimension F) radius y -> value_at F x - value_at F y <= L * Elementary.norm (dimension F) (less x y).
Proof.
  intros steep [X short] [Y short']. set (d := dimension F) in *. set (h := less x y).
    set (at_ := fun t k => y k + t * h k).
  set (dg := fun t => Sum (below d) (fun k => gradient F (at_ t) k * h k)).
  assert (moves : forall t, is_derive (fun s => value_at F (at_ s)) t (dg t)).
  { intros t. apply (is_derive_ext (fun s => (fun r => value_at F (fun k => at_ t k + r * h k)) (s - t))).
    - intros s. f_equal. apply functional_extensionality. intros k. unfold at_. ring.
    - replace (dg t) with (scal 1 (dg t)) by (unfold scal; simpl; unfold mult; simpl; ring).
      apply (is_derive_comp (fun r => value_at F (fun k => at_ t k + r * h k)) (fun s => s - t)).
      + replace (t - t) with 0 by ring. apply gradient_is_slope.
      + auto_derive; [exact Logic.I | ring]. }
  set (N := Elementary.norm d h).
  assert (grows : L * N * 0 - value_at F (at_ 0) <= L * N * 1 - value_at F (at_ 1)).
  { apply (rises_between (fun t => L * N * t - value_at F (at_ t)) (fun t => L * N - dg t)); [| lra |].
    - intros t _. apply (is_derive_minus (fun t => L * N * t) (fun t => value_at F (at_ t))); [| apply moves].
      auto_derive; [exact Logic.I | ring].
    - intros t T. assert (inside : within_radius d radius (at_ t)).
      { split; [intros k K; unfold at_, h, less; rewrite X, Y by exact K; ring |].
        replace (at_ t) with (fun k => (1 - t) * y k + t * x k)
          by (apply functional_extensionality; intros k; unfold at_, h, less; ring).
        eapply Rle_trans; [apply Elementary.norm_triangle |]. rewrite !norm_scaled, !Rabs_right by lra. nra. }
      specialize (steep (at_ t) inside). fold d in steep.
      pose proof (inner_le_norms d (gradient F (at_ t)) h) as most. pose proof (Rle_abs (inner d (gradient F
        (at_ t)) h)).
      fold N in most. change (inner d (gradient F (at_ t)) h) with (dg t) in *.
      assert (0 <= N) by apply sqrt_pos. nra. }
  replace (at_ 0) with y in grows by (apply functional_extensionality; intros k; unfold at_; ring).
  replace (at_ 1) with x in grows by (apply functional_extensionality; intros k; unfold at_, h, less; ring). lra.
Qed.

Lemma Sum_by_places {A} (z : list A) f :
  Sum z f = Sum (below (length z)) (fun i => match nth_error z i with Some a => f a | None => 0 end).
Proof.
  induction z as [| a z IH]; [reflexivity |]. cbn [length Sum]. rewrite Sum_below_succ. cbn [nth_error]. now rewrite IH.
Qed.

Lemma power_mono {A} (P : law A) n f g : bounded f -> bounded g -> (forall x, length x = n -> f x <= g x) ->
  E (power P n) f <= E (power P n) g.
Proof.
  intros F G most. rewrite (power_ext P n g (fun x => Rmax (f x) (g x))).
  - apply E_mono; [exact F | | intros x; apply Rmax_l].
    destruct F as [M F], G as [N G]. exists (Rmax M N). intros x. specialize (F x). specialize (G x).
    unfold Rmax. destruct (Rle_dec (f x) (g x)), (Rle_dec M N); lra.
  - intros x long. rewrite Rmax_right; [reflexivity | now apply most].
Qed.

Section Generalisation.
  Context {A : Type} (G : oracle) (l : losses A) (L radius : R) (T : nat) (eta : R) (m n first : nat).
  Hypotheses (L_pos : 0 < L) (radius_pos : 0 < radius) (T_pos : (1 <= T)%nat) (m_pos : (1 <=
    m)%nat) (n_pos : (1 <= n)%nat)
    (steep : lipschitz_losses l L radius).
  Variables (P : law A) (u : vector).
  Hypotheses (exchange : commutes P) (inside : within_radius (loss_dimension l) radius u).
  Local Notation d := (loss_dimension l).
  Local Notation run z s := (average_iterate first (mean_loss l z) G eta T radius s).

  (** The excess at a sample of what is learnt from a list of samples. *)
  Let more (z : list A) (a : A) s := value_at (loss_for l a) (run z s) - value_at (loss_for l a) u.
  Let excess z a := expectation (seeds G) (more z a).

  Lemma run_in_ball z s : within_radius d radius (run z s).
  Proof. apply average_within_radius; [exact T_pos |]. intros t. now apply (iterate_in_ball (mean_loss l z)). Qed.

  Lemma values_apart a x y : within_radius d radius x -> within_radius d radius y ->
    value_at (loss_for l a) x - value_at (loss_for l a) y <= L * Elementary.norm d (less x y).
  Proof.
    intros X Y. pose proof (lipschitz_values (loss_for l a) L radius x y
      (steep a)) as H. rewrite one_dimension in H. auto.
  Qed.

  Lemma ball_width x y : within_radius d radius x -> within_radius d radius y ->
    Elementary.norm d (less x y) <= 2 * radius.
  Proof.
    intros [_ X] [_ Y]. replace (less x y) with (fun k => x k + -1 * y k)
      by (apply functional_extensionality; intros k; unfold less; ring).
    eapply Rle_trans; [apply Elementary.norm_triangle |]. rewrite norm_scaled, Rabs_left by lra. lra.
  Qed.

  Lemma more_small z a s : Rabs (more z a s) <= L * (2 * radius).
  Proof.
    pose proof (run_in_ball z s) as run_in. unfold more. apply Rabs_le.
    pose proof (values_apart a _ _ run_in inside) as above. pose proof (values_apart a _ _ inside run_in) as under.
    pose proof (ball_width _ _ run_in inside). pose proof (ball_width _ _ inside run_in). split; nra.
  Qed.

  Lemma more_integrable z a : integrable (seeds G) (more z a).
  Proof. apply integrable_bounded. exists (L * (2 * radius)). apply more_small. Qed.

  Lemma excess_small z a : Rabs (excess z a) <= L * (2 * radius).
  Proof. apply Rabs_le. apply expectation_between. intros s. apply Rabs_le_between, more_small. Qed.

  Lemma excess_bounded {I} (z : I -> list A) (a : I -> A) : bounded (fun i => excess (z i) (a i)).
  Proof. exists (L * (2 * radius)). intros i. apply excess_small. Qed.

  Lemma mean_excess_small {I} (Q : law I) (z : I -> list A) (a : I ->
    A) : Rabs (E Q (fun i => excess (z i) (a i))) <= L * (2 * radius).
  Proof. apply E_small. intros i. apply excess_small. Qed.

  (** What another sample in one place changes. *)
  Lemma excess_changed r before a b after c : runs_apart_most l G eta T radius n m first r ->
    length (before ++ a :: after) = (n * m)%nat ->
    excess (before ++ a :: after) c <= excess (before ++ b :: after) c + L * r.
  Proof.
    intros apart size. set (z := before ++ a :: after) in *. set (z' := before ++ b :: after).
    assert (close : expectation (seeds G) (fun s => Elementary.norm d (less (run z s) (run z' s))) <= r).
    { apply apart; [exact size |]. now exists before, a, b, after. }
    assert (far : integrable (seeds G) (fun s => Elementary.norm d (less (run z s) (run z' s)))).
    { apply integrable_bounded, bounded_between with 0 (2 * radius). intros s.
      split; [apply sqrt_pos | apply ball_width; apply run_in_ball]. }
    apply Rle_trans with (expectation (seeds G) (fun s => more z' c s + L * Elementary.norm d (less (run z s)
      (run z' s)))).
    - apply expectation_mono; [apply more_integrable | apply integrable_plus;
      [apply more_integrable | now apply integrable_scal] |].
      intros s. pose proof (values_apart c _ _ (run_in_ball z s) (run_in_ball z' s)). unfold more. lra.
    - rewrite expectation_plus, expectation_scal by (auto using more_integrable; now apply integrable_scal).
      fold (excess z' c). apply Rplus_le_compat_l, Rmult_le_compat_l; lra.
  Qed.

  (** A new sample takes the place of user data. *)
  Lemma new_for_old r i : runs_apart_most l G eta T radius n m first r -> (1 <= i <= n * m)%nat ->
    E (power P (n * m)) (fun z => E P (excess z)) <=
    E (power P (n * m)) (fun z => match nth_error z (i - 1) with Some a => excess z a | None => 0 end) + L * r.
  Proof.
    intros apart range. set (N := (n * m)%nat) in *.
    rewrite !(power_at P N i) by exact range.
    set (k := fun after a c => E (power P (i - 1)) (fun before => excess (before ++ a :: after) c)).
    assert (k_small : forall after a c, Rabs (k after a c) <= L * (2 * radius)).
    { intros after a c. apply E_small. intros before. apply excess_small. }
    assert (own : forall after a, E (power P (i - 1)) (fun before => match nth_error (before ++ a :: after) (i - 1) with
        Some c => excess (before ++ a :: after) c | None => 0 end) = k after a a).
    { intros after a. apply power_ext. intros before long. rewrite nth_error_app2 by lia. now rewrite long,
      Nat.sub_diag. }
    rewrite (E_ext _ (fun after => E P (fun a => E (power P (i - 1)) (fun before => match nth_error
      (before ++ a :: after) (i - 1)
        with Some c => excess (before ++ a :: after) c | None => 0 end))) (fun after => E P (fun a => k after a a))).
    2: { intros after. apply E_ext. intros a. apply own. }
    rewrite (E_ext _ (fun after => E P (fun a => E (power P (i - 1)) (fun before => E P (excess
      (before ++ a :: after)))))
        (fun after => E P (fun c => E P (fun a => k after a c)))).
    2: { intros after. transitivity (E P (fun a => E P (k after a))).
         - apply E_ext. intros a. symmetry.
           apply (exchange (list A) (power P (i - 1)) (fun c before => excess (before ++ a :: after) c)).
           exists (L * (2 * radius)). intros c before. apply excess_small.
         - apply (exchange A P (k after)). exists (L * (2 * radius)). intros a c. apply k_small. }
    rewrite <- (E_const (power P (N - i)) (L * r)), <- E_plus.
    - apply power_mono.
      + exists (L * (2 * radius)). intros after. apply E_small. intros c. apply E_small. intros a. apply k_small.
      + apply bounded_plus; [| apply bounded_const]. exists (L * (2 * radius)).
        intros after. apply E_small. intros c. apply k_small.
      + intros after long. rewrite <- (E_const P (L * r)), <- E_plus.
        * apply E_mono.
          -- exists (L * (2 * radius)). intros c. apply E_small. intros a. apply k_small.
          -- apply bounded_plus; [| apply bounded_const]. exists (L * (2 * radius)). intros c. apply k_small.
          -- intros c. apply E_le; [exists (L * (2 * radius)); intros a; apply k_small |]. intros a. unfold k.
             rewrite <- (E_const (power P (i - 1)) (L * r)), <- E_plus.
             ++ apply power_mono.
                ** exists (L * (2 * radius)). intros before. apply excess_small.
                ** apply bounded_plus; [| apply bounded_const]. exists (L * (2 * radius)).
                  intros before. apply excess_small.
                ** intros before long'. apply excess_changed;
                  [exact apart |]. rewrite app_length. simpl. unfold N in *. lia.
             ++ exists (L * (2 * radius)). intros before. apply excess_small.
             ++ apply bounded_const.
        * exists (L * (2 * radius)). intros c. apply k_small.
        * apply bounded_const.
    - exists (L * (2 * radius)). intros after. apply E_small. intros c. apply k_small.
    - apply bounded_const.
  Qed.

  (** The excess on the data themselves. *)
  Lemma excess_on_data z c : length z = (n * m)%nat -> average_excess_most first (mean_loss l z) G eta T radius c ->
    Sum z (excess z) <= INR (n * m) * c.
  Proof.
    intros size most. assert (pos : 0 < INR (n * m)) by (apply lt_0_INR; nia).
    specialize (most u inside). unfold excess. rewrite <- expectation_Sum by apply more_integrable.
    assert (whole : integrable (seeds G) (fun s => Sum z (fun a => more z a s))).
    { apply integrable_Sum. apply more_integrable. }
    rewrite (expectation_ext _ (fun s => value_at (mean_loss l z) (run z s))
      (fun s => / INR (n * m) * Sum z (fun a => more z a s) + value_at (mean_loss l z) u)) in most.
    - rewrite expectation_plus, expectation_scal, expectation_const in most by integrable.
      apply (Rmult_le_reg_l (/ INR (n * m))); [now apply Rinv_0_lt_compat |].
      rewrite <- Rmult_assoc, Rinv_l, Rmult_1_l by lra. lra.
    - intros s. unfold more. rewrite Sum_minus. cbn [mean_loss value_at]. rewrite size. ring.
  Qed.

  Lemma generalisation r c : runs_apart_most l G eta T radius n m first r ->
    (forall z : list A, average_excess_most first (mean_loss l z) G eta T radius c) ->
    E (power P (n * m)) (fun z => E P (excess z)) <= L * r + c.
  Proof.
    intros apart most. set (N := (n * m)%nat). assert (pos : 0 < INR N) by (apply lt_0_INR; unfold N; nia).
    set (own := fun i z => match nth_error z i with Some a => excess z a | None => 0 end).
    assert (own_bounded : forall i, bounded (own i)).
    { intros i. exists (L * (2 * radius)). intros z. unfold own.
      destruct (nth_error z i); [apply excess_small | rewrite Rabs_R0; nra]. }
    assert (all : INR N * E (power P N) (fun z => E P (excess z)) <= INR N * c + INR N * (L * r)).
    { rewrite <- !Sum_below_const. eapply Rle_trans; [apply (Sum_le_in _ _ (fun i => E (power P N) (own i) + L * r)) |].
      - intros i range. apply in_below in range.
        pose proof (new_for_old r (S i) apart ltac:(unfold N in *; lia)) as H.
        now replace (S i - 1)%nat with i in H by lia.
      - rewrite Sum_plus. apply Rplus_le_compat_r. rewrite <- E_Sum by exact own_bounded. rewrite Sum_below_const.
        rewrite <- (E_const (power P N) (INR N * c)).
        apply power_mono; [now apply bounded_Sum | apply bounded_const |].
        intros z size. rewrite <- size at 1. unfold own. rewrite <- Sum_by_places. now apply excess_on_data. }
    apply (Rmult_le_reg_l (INR N)); [exact pos |]. lra.
  Qed.
End Generalisation.

(** Hardt, Recht and Singer 2016, Theorem 2.2. *)
Theorem fact_stability_and_generalisation_after : forall (A : Type) (G : oracle) (l : losses A) (L R_ : R) (T : nat)
    (eta : R) (m n : nat),
  0 < L ->
  0 < R_ ->
  (1 <= T)%nat ->
  0 < eta ->
  (1 <= m)%nat ->
  (1 <= n)%nat ->
  lipschitz_losses l L R_ ->
  forall a : R, runs_apart_most l G eta T R_ n m 1 a ->
  forall c : R, (forall z : list A, average_excess_most 1 (mean_loss l z) G eta T R_ c) ->
  run_excess_most 1 l G eta T R_ n m (L * a + c).
Proof.
  intros A G l L R_ T eta m n L_pos R_pos T1 _ M1 N1 steep a apart c most P exchange u inside.
  now apply (generalisation G l L R_ T eta m n 1).
Qed.

(** The same from the start on. *)
Theorem fact_stability_and_generalisation_before : forall (A : Type) (G : oracle) (l : losses A) (L R_ : R) (T : nat)
    (eta : R) (m n : nat),
  0 < L ->
  0 < R_ ->
  (1 <= T)%nat ->
  0 < eta ->
  (1 <= m)%nat ->
  (1 <= n)%nat ->
  lipschitz_losses l L R_ ->
  forall a : R, runs_apart_most l G eta T R_ n m 0 a ->
  forall c : R, (forall z : list A, average_excess_most 0 (mean_loss l z) G eta T R_ c) ->
  run_excess_most 0 l G eta T R_ n m (L * a + c).
Proof.
  intros A G l L R_ T eta m n L_pos R_pos T1 _ M1 N1 steep a apart c most P exchange u inside.
  now apply (generalisation G l L R_ T eta m n 0).
Qed.
