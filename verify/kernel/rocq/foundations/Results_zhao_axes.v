(** * zhao (105), (111): numbers that are told as vectors

    A method for vectors is one for numbers: each number stands for a vector, and a coordinate of the estimate, or their
    average, is one of the number's mean. Each theorem says what a claim of the ledger says at that place, as the exporter
    writes it from the claim itself. *)

From Foundations Require Export Zhao Zhao_vectors Families Nouns Discrete Sign_families Vertices_told Results_means.
Import ListNotations.
Open Scope R_scope.

(** A part of a loss has a part of its mean. *)
Lemma mean_most_part {A} (P : law A) loss part a r : 0 < a -> (forall z, 0 <= loss z) ->
  (forall z, 0 <= part z <= a * loss z) -> mean_most P loss r -> mean_most P part (a * r).
Proof.
  intros a_pos pos le most c. apply Rle_trans with (E P (fun z => a * Rmin (loss z) (c / a))).
  - apply E_mono; [apply bounded_cut; intros z; apply le | apply bounded_mult; [apply bounded_const | now apply bounded_cut] |].
    intros z. specialize (le z). unfold Rmin. destruct (Rle_dec (part z) c), (Rle_dec (loss z) (c / a)).
    + lra.
    + replace (a * (c / a)) with c by (field; lra). lra.
    + lra.
    + replace (a * (c / a)) with c by (field; lra). lra.
  - rewrite E_scal by now apply bounded_cut. apply Rmult_le_compat_l; [lra | apply most].
Qed.

Section Told_as_vectors.
  Context (D eps : R) (d n m : nat) (D_pos : 0 < D) (n_pos : (1 <= n)%nat)
    (m_pos : (1 <= m)%nat).
  Context (S : vector -> Prop) (lift : R -> vector) (lower : vector -> R) (a : R).
  Hypothesis in_range : forall v, S v -> forall k, - D <= v k <= D.
  Hypothesis within : forall x, - D <= x <= D -> S (lift x).
  Hypothesis a_pos : 0 < a.
  Hypothesis nearer : forall P t, on_interval D P ->
    (lower t - mean D P) ^ 2 <= a * squared_distance d t (mean_vector D (image lift P)).

  Lemma number_told_as_vector {A} (Z : method (list vector) A vector) r : users_in_turn Z n eps ->
    worst_risk_of_vectors_most d Z (lives_on S) m r -> D ^ 2 / (24 * INR m * INR n) <= a * r.
  Proof.
    intros [users_n private_users] risk.
    apply (zhao_65 D eps n m D_pos n_pos m_pos A (behind lift (channels Z)) (fun z => lower (estimate Z z)));
      [now apply interactive_behind |].
    intros P inside. set (Q := image lift P).
    assert (on_S : on S Q).
    { unfold Q, image. apply (on_bind (fun x => - D <= x <= D)); [exact inside |]. intros x x_in. now apply on_ret,
        within. }
    assert (has : has_mean_vector Q (mean_vector D Q)).
    { exists D. split; [| reflexivity]. apply finite_lives_on. now apply (on_subset S). }
    pose proof (risk Q _ (finite_lives_on _ _ on_S) has) as most. unfold transcript_of in most. rewrite users_n in most.
    apply (mean_most_part _ (fun z => squared_distance d (estimate Z z) (mean_vector D Q))); [exact a_pos | | |].
    - intros z. apply squared_distance_ge_0.
    - intros z. split; [apply pow2_ge_0 | now apply nearer].
    - intros c. rewrite <- (transcript_behind lift (channels Z) P m n). apply most.
  Qed.
End Told_as_vectors.

Lemma first_of_distance d (x y : vector) : (1 <= d)%nat -> (x O - y O) ^ 2 <= squared_distance d x y.
Proof.
  intros d_pos. destruct d as [| d]; [lia |]. unfold squared_distance. rewrite Sum_below_succ.
  assert (0 <= Sum (below d) (fun k => (x (S k) - y (S k)) ^ 2)) by (apply Sum_ge_0; intros; apply pow2_ge_0). lra.
Qed.

Lemma mean_on_first_axis D P : mean_vector D (image on_first_axis P) O = mean D P.
Proof. reflexivity. Qed.

Lemma axis_in_cube D d x : (1 <= d)%nat -> - D <= x <= D -> in_cube D d (on_first_axis x).
Proof.
  intros d_pos inside. split.
  - intros k le. destruct k; [lia | reflexivity].
  - intros [| k]; simpl; lra.
Qed.

Lemma axis_in_ball p D d x : 0 < D -> 1 <= p -> (1 <= d)%nat -> - D <= x <= D -> in_ball p D d (on_first_axis x).
Proof.
  intros D_pos p_1 d_pos inside. split; [now apply axis_in_cube with D |].
  destruct d as [| d]; [lia |]. rewrite Sum_below_succ, (Sum_ext (below d) _ (fun _ => 0)), Sum_below_const.
  - rewrite Rmult_0_r, Rplus_0_r. unfold power_of. simpl on_first_axis. destruct (Req_EM_T x 0) as [-> | nonzero].
    + left. apply exp_pos.
    + apply Rle_Rpower_l; [lra |]. split; [now apply Rabs_pos_lt | now apply Rabs_le].
  - intros k. unfold power_of. simpl on_first_axis. destruct (Req_EM_T 0 0); [reflexivity | congruence].
Qed.

(** (105): laws on the first axis. *)
Theorem zhao_105 : forall (D : R) (d : nat) (epsilon : R) (m n : nat) (p : R),
  0 < D ->
  (1 <= d)%nat ->
  0 < epsilon ->
  (1 <= m)%nat ->
  (1 <= n)%nat ->
  1 <= p ->
  p <= 2 ->
  forall (A : Type) (Z_ : method (list vector) A vector), users_in_turn Z_ n epsilon ->
  forall r : R, worst_risk_of_vectors_most d Z_ (laws_on_ball p D d) m r ->
  D ^ 2 / (24 * INR m * INR n) <= r.
Proof.
  intros D d epsilon m n p D_pos d_pos e_pos m_pos n_pos p_1 _ A Z turns r risk. rewrite <- (Rmult_1_l r).
  apply (number_told_as_vector D epsilon d n m D_pos n_pos m_pos (in_ball p D d) on_first_axis (fun t => t O) 1)
    with (Z := Z); auto; try lra.
  - intros v. apply ball_in_cube; lra.
  - intros x. now apply axis_in_ball.
  - intros P t _. rewrite Rmult_1_l, <- mean_on_first_axis. now apply first_of_distance.
Qed.

(** (111), its second term. *)
Theorem zhao_111_not_private : forall (D : R) (d : nat) (epsilon : R) (m n : nat),
  0 < D ->
  (1 <= d)%nat ->
  0 < epsilon ->
  (1 <= m)%nat ->
  (1 <= n)%nat ->
  forall (A : Type) (Z_ : method (list vector) A vector), users_in_turn Z_ n epsilon ->
  forall r : R, worst_risk_of_vectors_most d Z_ (laws_on_cube D d) m r ->
  D ^ 2 / (24 * INR m * INR n) <= r.
Proof.
  intros D d epsilon m n D_pos d_pos e_pos m_pos n_pos A Z turns r risk. rewrite <- (Rmult_1_l r).
  apply (number_told_as_vector D epsilon d n m D_pos n_pos m_pos (in_cube D d) on_first_axis (fun t => t O) 1)
    with (Z := Z); auto; try lra.
  - intros v [_ inside]. exact inside.
  - intros x. now apply axis_in_cube.
  - intros P t _. rewrite Rmult_1_l, <- mean_on_first_axis. now apply first_of_distance.
Qed.

(** All coordinates are the number; the average of the estimate's coordinates is one of its mean. *)
Definition all_the_same d (x : R) : vector := fun k => if (k <? d)%nat then x else 0.

Lemma square_of_average d (x : nat -> R) : (1 <= d)%nat ->
  (Sum (below d) x / INR d) ^ 2 <= / INR d * Sum (below d) (fun k => x k ^ 2).
Proof.
  intros d_pos. assert (pos : 0 < INR d) by (apply lt_0_INR; lia). set (t := Sum (below d) x / INR d).
  assert (sum : Sum (below d) x = INR d * t) by (unfold t; field; lra).
  assert (square : 0 <= Sum (below d) (fun k => (x k - t) ^ 2)) by (apply Sum_ge_0; intros; apply pow2_ge_0).
  rewrite (Sum_ext _ _ (fun k => x k ^ 2 + (-2 * t * x k + t ^ 2))) in square by (intros; ring).
  rewrite Sum_plus, Sum_plus, Sum_scal, Sum_below_const, sum in square.
  apply Rmult_le_reg_l with (INR d); [exact pos |]. rewrite <- Rmult_assoc, Rinv_r, Rmult_1_l by lra. nra.
Qed.

(** Without privacy the cube costs d times the interval. *)
Theorem zhao_lifted : forall (D : R) (d : nat) (epsilon : R) (m n : nat),
  0 < D ->
  (1 <= d)%nat ->
  0 < epsilon ->
  (1 <= m)%nat ->
  (1 <= n)%nat ->
  forall (A : Type) (Z_ : method (list vector) A vector), users_in_turn Z_ n epsilon ->
  forall r : R, worst_risk_of_vectors_most d Z_ (laws_on_cube D d) m r ->
  D ^ 2 * INR d / (24 * INR m * INR n) <= r.
Proof.
  intros D d epsilon m n D_pos d_pos e_pos m_pos n_pos A Z turns r risk.
  assert (pos : 0 < INR d) by (apply lt_0_INR; lia). apply Rmult_le_reg_l with (/ INR d); [now apply Rinv_0_lt_compat |].
  replace (/ INR d * (D ^ 2 * INR d / (24 * INR m * INR n))) with (D ^ 2 / (24 * INR m * INR n)).
  2: { assert (INR m <> 0) by (apply not_0_INR; lia). assert (INR n <> 0) by (apply not_0_INR; lia). field. repeat split; auto; lra. }
  apply (number_told_as_vector D epsilon d n m D_pos n_pos m_pos (in_cube D d) (all_the_same d)
    (fun t => Sum (below d) t / INR d) (/ INR d)) with (Z := Z); auto.
  - intros v [_ inside]. exact inside.
  - intros x inside. split.
    + intros k le. unfold all_the_same. destruct (Nat.ltb_spec k d); [lia | reflexivity].
    + intros k. unfold all_the_same. destruct (k <? d)%nat; lra.
  - now apply Rinv_0_lt_compat.
  - intros P t _. unfold squared_distance.
    assert (same : Sum (below d) (fun k => (t k - mean_vector D (image (all_the_same d) P) k) ^ 2) =
      Sum (below d) (fun k => (t k - mean D P) ^ 2)).
    { apply Sum_ext_in. intros k inside. apply in_below in inside. do 2 f_equal. unfold mean_vector, all_the_same.
      cbn [image E bind ret]. destruct (Nat.ltb_spec k d); [reflexivity | lia]. }
    rewrite same. replace (Sum (below d) t / INR d - mean D P) with (Sum (below d) (fun k => t k - mean D P) / INR d).
    + now apply square_of_average.
    + rewrite Sum_minus, Sum_below_const. field. lra.
Qed.

(** ** Signs in the ball *)

Lemma coins_in_ball D p d v : 0 < D -> (1 <= d)%nat -> laws_on_ball 2 D d (coins_law (D / sqrt (INR d)) p d v).
Proof.
  intros D_pos some. assert (d_pos : 0 < INR d) by (apply lt_0_INR; lia). pose proof (sqrt_lt_R0 _ d_pos) as root.
  apply image_lives_on. intros x. apply in_ball_2; [exact D_pos |]. split.
  - intros k off. unfold vector_of_signs. destruct (lt_dec k d); [lia | reflexivity].
  - rewrite (Sum_ext_in _ _ (fun _ => D ^ 2 / INR d)).
    + rewrite Sum_below_const. right. field. lra.
    + intros k K. apply in_below in K. unfold vector_of_signs. destruct (lt_dec k d); [| lia].
      rewrite <- (sqrt_sqrt (INR d)) at 2 by lra. unfold sgn. destruct (bit x k); field; lra.
Qed.

(** Independent signs of size D/sqrt(d), on the ball. *)
Theorem zhao_signs_in_ball : forall (A : Type) (Z_ : method (list vector) A vector) (D : R) (d m : nat) (s : R),
  0 < D ->
  (1 <= d)%nat ->
  (1 <= m)%nat ->
  0 < s ->
  s < 1 ->
  forall w : R, wrong_coordinates_least Z_ (signs_family (D / sqrt (INR d)) s d) m d w ->
  forall r : R, worst_risk_of_vectors_most d Z_ (laws_on_ball 2 D d) m r ->
  D ^ 2 * s ^ 2 * w / INR d <= r.
Proof.
  intros A Z D d m s D_pos d_pos _ s_pos s_1 w least r risk.
  assert (pos : 0 < INR d) by (apply lt_0_INR; lia). pose proof (sqrt_lt_R0 _ pos) as root.
  set (b := D / sqrt (INR d)) in *. assert (b_pos : 0 < b) by (now apply Rdiv_lt_0_compat).
  set (p := fun c : bool => (1 + s * sgn c) / 2). assert (chances : forall c, 0 < p c < 1) by (intros []; unfold p; simpl;
    lra).
  assert (at_each : forall v, mean_most (transcript (channels Z) (power (signs_family b s d (vertex_of v)) m) (users Z))
    (fun z => squared_distance d (estimate Z z) (coins_mean b p d (vertex_of v))) r).
  { intros v. apply risk; [now apply coins_in_ball | now apply mean_of_coins]. }
  assert (r_ge_0 : 0 <= r).
  { eapply Rle_trans; [| apply (at_each [] 0)]. rewrite (E_ext _ _ (fun _ => 0)), E_const; [lra |].
    intros z. apply Rmin_right, squared_distance_ge_0. }
  assert (bound : 2 * (b * s) ^ 2 * w <= r).
  { apply (assouad_at_vertices d (fun v => signs_family b s d (vertex_of v)) (fun v => coins_mean b p d (vertex_of v))
      (b * s) (channels Z) (estimate Z) (users Z) m w r).
    - apply Rmult_le_pos; lra.
    - intros v i _ inside. unfold coins_mean. destruct (lt_dec i d); [| lia]. change (vertex_of v (S i)) with (bit v i).
      unfold chance_in, p. rewrite Rmin_left, Rmax_right; unfold sgn; destruct (bit v i); try lra; field.
    - exact least.
    - intros v _. apply at_each. }
  assert (square : b ^ 2 = D ^ 2 / INR d).
  { unfold b. rewrite <- (pow2_sqrt (INR d)) at 2 by lra. field. lra. }
  replace (D ^ 2 * s ^ 2 * w / INR d) with ((b * s) ^ 2 * w) by (rewrite Rpow_mult_distr, square; field; lra).
  assert (0 <= (b * s) ^ 2) by apply pow2_ge_0. destruct (Rle_dec 0 w); nra.
Qed.
