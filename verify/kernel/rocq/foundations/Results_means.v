(** * Numbered results of kent: means of vectors

    Each theorem says what a claim of the ledger says at that place, as the exporter writes it from the claim itself. *)

From Foundations Require Export Nouns_means Facts_neighbours Facts_data Kent Results_kent.
Import ListNotations.
Open Scope R_scope.

(** ** Means *)

Lemma image_lives_on {A B} (S : B -> Prop) (f : A -> B) (P : law A) : (forall x, S (f x)) -> lives_on S (image f P).
Proof. intros inside g h G H same. apply (E_ext P). intros x. now apply same. Qed.

Lemma signs_in_range D d x k : 0 < D -> - D <= vector_of_signs D d x k <= D.
Proof. intros pos. unfold vector_of_signs, sgn. destruct (lt_dec k d); [destruct (bit x k) |]; lra. Qed.

(** Signs with chances strictly between 0 and 1 have their family's means. *)
Lemma mean_of_coins D p d v : 0 < D -> (forall b, 0 < p b < 1) -> has_mean_vector (coins_law D p d v) (coins_mean D p
    d v).
Proof.
  intros pos inside. exists D. split; [apply image_lives_on; intros x k; now apply signs_in_range |].
  apply functional_extensionality. intros k. unfold mean_vector, coins_law, coins_mean. symmetry.
  change (E (coins p (signs_at v d)) (fun x => clip D (vector_of_signs D d x k)) =
    (if lt_dec k d then D * (2 * chance_in (p (v (S k))) - 1) else 0)).
  rewrite (E_ext _ _ (fun x => vector_of_signs D d x k)) by (intros x; now apply clip_inside, signs_in_range).
  unfold vector_of_signs. destruct (lt_dec k d) as [less |]; [| apply E_const].
  rewrite (coins_coordinate p (signs_at v d) k (fun c => D * sgn c))
    by (unfold signs_at; now rewrite map_length, seq_length).
  rewrite (E_bit_of p inside). unfold bit, signs_at.
  rewrite (nth_indep _ false (v O)) by (now rewrite map_length, seq_length). rewrite map_nth, seq_nth by exact less.
  unfold chance_in. specialize (inside (v (1 + k)%nat)). simpl Nat.add in *. rewrite Rmin_left, Rmax_right by lra.
  unfold sgn. ring.
Qed.

Lemma coins_on_cube D p d v : 0 < D -> laws_on_cube D d (coins_law D p d v).
Proof.
  intros pos. apply image_lives_on. intros x. split; [| intros k; now apply signs_in_range].
  intros k off. unfold vector_of_signs. destruct (lt_dec k d); [lia | reflexivity].
Qed.

Lemma power_of_two_is x : power_of 2 x = x ^ 2.
Proof.
  unfold power_of. destruct (Req_EM_T x 0) as [-> |]; [ring |].
  replace 2 with (INR 2) at 1 by (simpl; ring). rewrite Rpower_pow by now apply Rabs_pos_lt. apply pow2_abs.
Qed.

Lemma in_ball_2 D d x : 0 < D -> in_ball 2 D d x <-> is_zero_from d x /\ Sum (below d) (fun k => x k ^ 2) <= D ^ 2.
Proof.
  intros pos. unfold in_ball. rewrite (Sum_ext _ _ (fun k => x k ^ 2)) by (intros; apply power_of_two_is).
  replace (Rpower D 2) with (D ^ 2); [tauto |]. now rewrite <- (Rpower_pow 2 D pos).
Qed.

Lemma coins_on_ball p d v : (1 <= d)%nat -> laws_on_ball 2 1 d (coins_law (/ sqrt (INR d)) p d v).
Proof.
  intros some. assert (d_pos : 0 < INR d) by (apply lt_0_INR; lia). pose proof (sqrt_lt_R0 _ d_pos) as root.
  apply image_lives_on. intros x. apply in_ball_2; [lra |]. split.
  - intros k off. unfold vector_of_signs. destruct (lt_dec k d); [lia | reflexivity].
  - rewrite (Sum_ext_in _ _ (fun _ => / INR d)).
    + rewrite Sum_below_const, Rinv_r by lra. lra.
    + intros k K. apply in_below in K. unfold vector_of_signs. destruct (lt_dec k d); [| lia].
      rewrite <- (sqrt_sqrt (INR d)) at 2 by lra. unfold sgn. destruct (bit x k); field; lra.
Qed.

(** The squared distance of the means at two vertices. *)
Lemma gap_of_coins D p (d : nat) (v w : list bool) : let c b := D * (2 * chance_in (p b) - 1) in
  Elementary.norm d (less (coins_mean D p d (vertex_of v)) (coins_mean D p d (vertex_of w))) ^ 2 =
  (c true - c false) ^ 2 * distance d v w.
Proof.
  intros c. rewrite norm_square, inner_squares. unfold distance. rewrite <- Sum_scal. apply Sum_ext_in.
  intros k K. apply in_below in K. unfold less, coins_mean. destruct (lt_dec k d); [| lia].
  change (vertex_of v (S k)) with (bit v k). change (vertex_of w (S k)) with (bit w k). fold (c (bit v k)) (c (bit w
    k)).
  destruct (bit v k), (bit w k); simpl; ring.
Qed.

Lemma coins_apart D p (d : nat) half : let c b := D * (2 * chance_in (p b) - 1) in
  8 * half = (c true - c false) ^ 2 -> parameters_just_apart (coins_family D p d) squared half d.
Proof.
  intros c half_is. split; [reflexivity |]. intros v w _ _. unfold parameter_at.
  change (loss_at squared (Elementary.norm d (less (coins_mean D p d (vertex_of v)) (coins_mean D p d (vertex_of w)))
    / 2) =
    2 * half * distance d v w).
  rewrite squared_at by (apply Rdiv_le_0_compat; [apply sqrt_pos | lra]).
  replace ((_ / 2) ^ 2) with (Elementary.norm d (less (coins_mean D p d (vertex_of v)) (coins_mean D p d (vertex_of
    w))) ^ 2 / 4)
    by field.
  pose proof (gap_of_coins D p d v w) as gap. cbv zeta beta in gap. rewrite gap. unfold c in half_is.
  rewrite <- half_is. field.
Qed.

Lemma apart_of_just_apart {A T} (P : parametric_family A T) Phi half k : parameters_just_apart P Phi half k ->
  parameters_apart P Phi half k.
Proof. intros [_ same] v w V W. right. symmetry. now apply same. Qed.

(** ** Lemma 25: without privacy *)

Lemma signs_without_privacy D s d (F : class vector) T n g r : 0 < D -> 0 < s < 1 -> (1 <= T)%nat -> (1 <= d)%nat ->
  (1 <= n)%nat -> (forall v, F (coins_law D (fun b => (1 + s * sgn b) / 2) d v)) ->
  worst_loss_most (with_means d F) T squared (all_data n g) r ->
  INR d * (D ^ 2 * s ^ 2 / 2) * (1 - sqrt (2 * s ^ 2 / (1 - s ^ 2) * INR T * INR n / 2)) <= r.
Proof.
  intros D_pos S T_pos d_pos n_pos inside [_ risk]. set (p := fun b => (1 + s * sgn b) / 2) in *.
  assert (p_inside : forall b, 0 < p b < 1) by (intros b; unfold p, sgn; destruct b; lra).
  assert (chance : forall b, chance_in (p b) = p b).
  { intros b. specialize (p_inside b). unfold chance_in. now rewrite Rmin_left, Rmax_right by lra. }
  apply (assouad_for_protocols (at_vertex (signs_family D s d)) (parameter_at (signs_family D s d))
           (metric (euclidean_space d)) (loss_at squared) (channels (all_data n g)) d n T (D ^ 2 * s ^ 2 / 2)
           (sqrt (2 * s ^ 2 / (1 - s ^ 2) * INR T * INR n / 2)) (estimate (all_data n g)) r).
  - apply metric_sym.
  - apply metric_triangle.
  - apply loss_ge_0.
  - apply loss_rises.
  - exact d_pos.
  - apply Rmult_le_pos; [apply Rmult_le_pos; apply pow2_ge_0 | lra].
  - apply (apart_of_just_apart (signs_family D s d) squared). apply coins_apart.
    pose proof (chance true) as up. pose proof (chance false) as down. unfold p in up, down. cbv beta in *.
    rewrite up, down. unfold sgn. field.
  - apply mixtures_beside_neighbours; [exact d_pos |].
    apply (fact_all_data_of_neighbours _ _ _ (signs_family D s d) g d T n d_pos T_pos n_pos).
    intros v j low high. apply fact_divergence_of_signs_with_one_mean_turned; auto; lra.
  - intros v _. apply (risk (at_vertex (signs_family D s d) v) (parameter_at (signs_family D s d) v)). split.
    + apply inside.
    + now apply mean_of_coins.
Qed.

(** At s^2 = 1/(4 T n). *)
Lemma signs_without_privacy_chosen D d (F : class vector) T n g r : 0 < D -> (1 <= T)%nat -> (1 <= d)%nat ->
  (1 <= n)%nat -> (forall s v, F (coins_law D (fun b => (1 + s * sgn b) / 2) d v)) ->
  worst_loss_most (with_means d F) T squared (all_data n g) r -> INR d * D ^ 2 / (24 * INR T * INR n) <= r.
Proof.
  intros D_pos T_pos d_pos n_pos inside risk.
  assert (T_1 : 1 <= INR T) by now apply (le_INR 1). assert (n_1 : 1 <= INR n) by now apply (le_INR 1).
  set (N := INR T * INR n). assert (N_1 : 1 <= N) by (unfold N; nra).
  set (s := / (2 * sqrt N)). assert (root : 1 <= sqrt N) by (rewrite <- sqrt_1; now apply sqrt_le_1_alt).
  assert (S : 0 < s <= 1 / 2).
  { unfold s. split; [apply Rinv_0_lt_compat; lra |]. replace (1 / 2) with (/ 2) by field.
    apply Rinv_le_contravar; lra. }
  assert (square : s ^ 2 = / (4 * N)).
  { unfold s. rewrite <- (sqrt_sqrt N) at 2 by lra. field. lra. }
  pose proof (signs_without_privacy D s d F T n g r D_pos ltac:(lra) T_pos d_pos n_pos (inside s) risk) as bound.
  eapply Rle_trans; [| exact bound].
  assert (small : / (4 * N) <= 1 / 4).
  { replace (1 / 4) with (/ 4) by field. apply Rinv_le_contravar; lra. }
  assert (close : sqrt (2 * s ^ 2 / (1 - s ^ 2) * INR T * INR n / 2) <= 6 / 10).
  { rewrite <- (sqrt_pow2 (6 / 10)) by lra. apply sqrt_le_1_alt. rewrite square.
    replace (2 * / (4 * N) / (1 - / (4 * N)) * INR T * INR n / 2) with (N / (4 * N - 1))
      by (unfold N; field; unfold N in *; split; nra).
    apply Rmult_le_reg_r with (4 * N - 1); [lra |]. unfold Rdiv at 1. rewrite Rmult_assoc, Rinv_l by lra. lra. }
  set (q := sqrt (2 * s ^ 2 / (1 - s ^ 2) * INR T * INR n / 2)) in *. clearbody q.
  replace (INR d * D ^ 2 / (24 * INR T * INR n)) with (INR d * D ^ 2 * / N * / 24) by (unfold N; field; lra).
  rewrite square. replace (INR d * (D ^ 2 * / (4 * N) / 2)) with (INR d * D ^ 2 * / N * / 8) by (field; lra).
  assert (0 <= INR d * D ^ 2 * / N).
  { apply Rmult_le_pos; [apply Rmult_le_pos; [apply pos_INR | apply pow2_ge_0] |]. left. apply Rinv_0_lt_compat. lra. }
  set (X := INR d * D ^ 2 * / N) in *. clearbody X. nra.
Qed.

(** Lemma 25: n users who send T draws each send what T n users with one draw send; on the cube, and on the ball. *)
Lemma pooled d (F : class vector) (T n : nat) : (1 <= T)%nat -> (1 <= n)%nat ->
  (forall c : R, (forall g : decoder vector vector, forall r : R,
      worst_loss_most (with_means d F) T squared (all_data n g) r -> c <= r) ->
    forall g_ : decoder vector vector, forall r : R,
      worst_loss_most (with_means d F) 1 squared (all_data (T * n) g_) r -> c <= r) /\
  (forall c : R, (forall g : decoder vector vector, forall r : R,
      worst_loss_most (with_means d F) 1 squared (all_data (T * n) g) r -> c <= r) ->
    forall g_ : decoder vector vector, forall r : R,
      worst_loss_most (with_means d F) T squared (all_data n g_) r -> c <= r).
Proof.
  intros T_pos n_pos. split; intros c all g r risk; apply (all g r);
    now apply (fact_users_who_send_all vector vector (with_means d F) squared g T n T_pos n_pos).
Qed.

Theorem kent_lemma25_cube_pooled : forall (T d n : nat),
  (1 <= T)%nat ->
  (1 <= d)%nat ->
  (1 <= n)%nat ->
  (forall c : R, (forall g : decoder vector vector, forall r : R, worst_loss_most (with_means d (laws_on_cube 1 d)) T
    squared (all_data n g) r -> c <= r) -> forall g_ : decoder vector vector, forall r : R, worst_loss_most
    (with_means d (laws_on_cube 1 d)) 1 squared (all_data (T * n) g_) r -> c <= r) /\ (forall c : R, (forall g :
    decoder vector vector, forall r : R, worst_loss_most (with_means d (laws_on_cube 1 d)) 1 squared (all_data (T *
    n) g) r -> c <= r) -> forall g_ : decoder vector vector, forall r : R, worst_loss_most (with_means d
    (laws_on_cube 1 d)) T squared (all_data n g_) r -> c <= r).
Proof. intros T d n T_pos _ n_pos. now apply pooled. Qed.

Theorem kent_lemma25_cube : forall (T d n : nat),
  (1 <= T)%nat ->
  (1 <= d)%nat ->
  (1 <= n)%nat ->
  forall g : decoder vector vector, forall r : R, worst_loss_most (with_means d (laws_on_cube 1 d)) T squared
    (all_data n g) r ->
  INR d / (24 * INR T * INR n) <= r.
Proof.
  intros T d n T_pos d_pos n_pos g r risk.
  replace (INR d / (24 * INR T * INR n)) with (INR d * 1 ^ 2 / (24 * INR T * INR n)) by (rewrite pow1, Rmult_1_r;
    reflexivity).
  apply (signs_without_privacy_chosen 1 d (laws_on_cube 1 d) T n g r); auto; [lra |]. intros s v.
  apply coins_on_cube. lra.
Qed.

Theorem kent_lemma25_ball_pooled : forall (T d n : nat),
  (1 <= T)%nat ->
  (1 <= d)%nat ->
  (1 <= n)%nat ->
  (forall c : R, (forall g : decoder vector vector, forall r : R, worst_loss_most (with_means d (laws_on_ball 2 1 d))
    T squared (all_data n g) r -> c <= r) -> forall g_ : decoder vector vector, forall r : R, worst_loss_most
    (with_means d (laws_on_ball 2 1 d)) 1 squared (all_data (T * n) g_) r -> c <= r) /\ (forall c : R, (forall g :
    decoder vector vector, forall r : R, worst_loss_most (with_means d (laws_on_ball 2 1 d)) 1 squared (all_data (T *
    n) g) r -> c <= r) -> forall g_ : decoder vector vector, forall r : R, worst_loss_most (with_means d
    (laws_on_ball 2 1 d)) T squared (all_data n g_) r -> c <= r).
Proof. intros T d n T_pos _ n_pos. now apply pooled. Qed.

Theorem kent_lemma25_ball : forall (T d n : nat),
  (1 <= T)%nat ->
  (1 <= d)%nat ->
  (1 <= n)%nat ->
  forall g : decoder vector vector, forall r : R, worst_loss_most (with_means d (laws_on_ball 2 1 d)) T squared
    (all_data n g) r ->
  1 / (24 * INR T * INR n) <= r.
Proof.
  intros T d n T_pos d_pos n_pos g r risk.
  assert (d_0 : 0 < INR d) by (apply lt_0_INR; lia). pose proof (sqrt_lt_R0 _ d_0) as root.
  replace (1 / (24 * INR T * INR n)) with (INR d * (/ sqrt (INR d)) ^ 2 / (24 * INR T * INR n)).
  - apply (signs_without_privacy_chosen (/ sqrt (INR d)) d (laws_on_ball 2 1 d) T n g r); auto;
      [now apply Rinv_0_lt_compat |]. intros s v. now apply coins_on_ball.
  - f_equal. rewrite <- (sqrt_sqrt (INR d)) at 1 by lra. field. lra.
Qed.

(** ** Theorem 6 (ii): the least risk is at most 1 *)

Lemma clip_between D y : 0 <= D -> - D <= clip D y <= D.
Proof. intros pos. unfold clip, Rmax, Rmin. repeat destruct (Rle_dec _ _); lra. Qed.

Lemma clip_square D y : 0 <= D -> clip D y ^ 2 <= y ^ 2.
Proof. intros pos. unfold clip, Rmax, Rmin. repeat destruct (Rle_dec _ _); nra. Qed.

Lemma mean_in_ball d P mu : laws_on_ball 2 1 d P -> has_mean_vector P mu -> Sum (below d) (fun k => mu k ^ 2) <= 1.
Proof.
  intros on_ball (D & inside & ->). set (S := Sum (below d) (fun k => mean_vector D P k ^ 2)).
  assert (D_pos : 0 <= D).
  { destruct (Rle_dec 0 D) as [| neg]; [assumption | exfalso].
    pose proof (inside (fun _ => 0) (fun _ => 1) ltac:(bounded) ltac:(bounded)) as none. rewrite !E_const in none.
    enough (0 = 1) by lra. apply none. intros x X. specialize (X O). lra. }
  assert (bounded_entry : forall k, bounded (fun x : vector => clip D (x k))).
  { intros k. apply bounded_between with (- D) D. intros x. now apply clip_between. }
  set (g := fun x : vector => Sum (below d) (fun k => mean_vector D P k * clip D (x k))).
  assert (G : bounded g) by (apply bounded_Sum; intros k; bounded).
  assert (mean : E P g = S).
  { unfold g, S. rewrite E_Sum by (intros k; bounded). apply Sum_ext. intros k. rewrite E_scal by auto.
    unfold mean_vector. ring. }
  assert (half : E P g = E P (fun x => Rmin (g x) ((S + 1) / 2))).
  { apply on_ball; [exact G | bounded |]. intros x X. apply in_ball_2 in X; [| lra]. destruct X as [_ X].
    rewrite pow1 in X. rewrite Rmin_left; [reflexivity |].
    apply Rle_trans with (Sum (below d) (fun k => (mean_vector D P k ^ 2 + x k ^ 2) / 2)).
    - apply Sum_le. intros k. pose proof (clip_square D (x k) D_pos).
      pose proof (pow2_ge_0 (mean_vector D P k - clip D (x k))). nra.
    - rewrite (Sum_ext _ _ (fun k => / 2 * (mean_vector D P k ^ 2 + x k ^ 2))) by (intros; field).
      rewrite Sum_scal, Sum_plus. fold S. lra. }
  assert (E P (fun x => Rmin (g x) ((S + 1) / 2)) <= (S + 1) / 2).
  { apply Rle_trans with (E P (fun _ => (S + 1) / 2)); [| rewrite E_const; lra].
    apply E_mono; [bounded | bounded |]. intros x. apply Rmin_r. }
  lra.
Qed.

Theorem kent_thm6ii_trivial : forall (T : nat) (alpha : R) (d n : nat),
  (1 <= T)%nat ->
  0 < alpha ->
  (1 <= d)%nat ->
  (1 <= n)%nat ->
  forall c : R, (forall (A : Type) (Z_ : method (list vector) A vector), users_in_turn Z_ n alpha -> forall r : R,
    worst_loss_most (with_means d (laws_on_ball 2 1 d)) T squared Z_ r -> c <= r) ->
  c <= 1.
Proof.
  intros T alpha d n _ alpha_pos _ _ c all.
  apply (all unit (Method (list vector) unit vector n (fun _ => silent) (fun _ => fun _ => 0))).
  { split; [reflexivity |]. intros h. now apply silent_is_private. }
  split; [lra |]. intros P mu [on_ball mean_is] cut. cbn [estimate].
  rewrite E_const. eapply Rle_trans; [apply Rmin_l |].
  change (loss_at squared (Elementary.norm d (less (fun _ => 0) mu)) <= 1).
  rewrite squared_at by apply sqrt_pos. rewrite norm_square, inner_squares.
  rewrite (Sum_ext _ _ (fun k => mu k ^ 2)) by (intros k; unfold less; ring). now apply (mean_in_ball d P).
Qed.
