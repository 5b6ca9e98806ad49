(** * Facts of the calculus about linear losses

    As in [Facts]: what the calculus grants under its name, as the exporter writes it. *)

From Foundations Require Export Discrete Facts_hidden_signs Facts_flips.
Import ListNotations.
Open Scope R_scope.

(** Draws of laws that give the same means. *)
Lemma power_same {A} (P Q : law A) n : (forall f, E P f = E Q f) -> forall f, E (power P n) f = E (power Q n) f.
Proof.
  intros same. induction n as [| n IH]; intros f; [reflexivity |].
  cbn [power]. rewrite !E_step, IH. apply E_ext. intros h. apply same.
Qed.

Lemma signs_on_the_axis x y p chance f : x = p -> y = 1 - p ->
  E (image on_first_axis (discrete [(1, x); (-1, y)])) f =
  E (two_points (on_first_axis 1) (on_first_axis (-1)) p chance) f.
Proof. intros -> ->. unfold image. simpl. rewrite E_two by lra. reflexivity. Qed.

(** Le Cam: Yu 1997, Lemma 1, for the losses -L theta_1 z: the two excess risks add up to 2 R L alpha at least. *)
Theorem fact_two_linear_losses : forall (A : channel (list (list vector)) vector) (L R_ alpha : R) (d m n : nat),
  0 < L ->
  0 < R_ ->
  0 < alpha ->
  alpha <= 1 ->
  (1 <= d)%nat ->
  (1 <= m)%nat ->
  (1 <= n)%nat ->
    forall t : R, TV_most (bind (power (power (image on_first_axis (discrete [(1, 1/2 + alpha / 2); (- 1, 1/2 - alpha
    / 2)])) m) n) A) (bind (power (power (image on_first_axis (discrete [(1, 1/2 - alpha / 2); (- 1, 1/2 + alpha /
    2)])) m) n) A) t ->
  forall r : R, algorithm_excess_most n m d R_ L A r ->
  (1 - t) * L * R_ * alpha <= r.
Proof.
  intros K L r alpha d m n L_pos r_pos a_pos a_1 d_pos m_pos n_pos t close b risk.
  assert (plus : 0 <= (1 + alpha) / 2 <= 1) by lra. assert (minus : 0 <= (1 - alpha) / 2 <= 1) by lra.
  replace ((1 - t) * L * r * alpha) with (r * L * alpha * (1 - t)) by ring.
  apply (two_linear_losses d n m r L d_pos n_pos m_pos r_pos L_pos K (into_ball r d) alpha plus minus); [lra | | |].
  - apply into_ball_inside.
  - intros P f allow.
    apply (excess_of_allowed_losses d r L _ (fun theta => theta)); [exact r_pos | lra | apply risk | exact allow].
  - assert (same : forall x y p chance f, x = p -> y = 1 - p ->
      E (bind (power (power (image on_first_axis (discrete [(1, x); (-1, y)])) m) n) K) f =
      E (bind (power (power (two_points (on_first_axis 1) (on_first_axis (-1)) p chance) m) n) K) f).
    { intros x y p chance f first second. simpl. apply power_same. intros g. apply power_same. intros h.
      now apply signs_on_the_axis. }
    intros f F. specialize (close f F).
    rewrite (same _ _ _ plus f), (same _ _ _ minus f) in close by field. exact close.
Qed.

(** ** Signs of which one is turned *)

Lemma signs_at_vertex_of v : signs_at (vertex_of v) (length v) = v.
Proof.
  apply (nth_ext _ _ false false); unfold signs_at; rewrite map_length, seq_length; [reflexivity |]. intros k K.
  rewrite (nth_indep _ false (vertex_of v O)) by (now rewrite map_length, seq_length).
  now rewrite map_nth, seq_nth by exact K.
Qed.

Definition biased_bit alpha b := (1 + alpha * sgn b) / 2.

Lemma E_biased_signs v alpha f : (1 <= length v)%nat ->
  E (biased_signs v alpha) f = E (coins (biased_bit alpha) v) (fun x => f (corner 1 (length v) x)).
Proof.
  intros some.
  change (E (coins (biased_bit alpha) (signs_at (vertex_of v) (length v)))
    (fun x => f (vector_of_signs (/ sqrt (INR (length v))) (length v) x)) =
    E (coins (biased_bit alpha) v) (fun x => f (corner 1 (length v) x))).
  rewrite signs_at_vertex_of. apply E_ext. intros x. unfold corner, Rdiv. now rewrite Rmult_1_l.
Qed.

Lemma coins_on_lists p v : on (fun _ => True) (coins p v).
Proof.
  induction v as [| b v IH]; [now apply on_ret |].
  apply on_bind with (fun _ => True).
  - pose proof (cut_chance (p b)) as chance. exists [(chance_in (p b), true); (1 - chance_in (p b), false)].
    unfold chance_in in *. repeat split.
    + destruct H as [<- | [<- | []]]; simpl; lra.
    + simpl. ring.
    + intros f. unfold bit_of, coin, chance_in. simpl. ring.
  - intros c _. apply on_bind with (1 := IH). intros x _. now apply on_ret.
Qed.

Lemma biased_signs_in_ball v alpha : (1 <= length v)%nat -> on (in_euclid_ball 1 (length v)) (biased_signs v alpha).
Proof.
  intros some. destruct (coins_on_lists (biased_bit alpha) v) as (masses & inside & one & mean).
  exists (map (fun p => (fst p, corner 1 (length v) (snd p))) masses). split; [| split].
  - intros p P. apply in_map_iff in P. destruct P as (q & <- & Q). split; [now apply inside |].
    now apply corner_in_ball.
  - now rewrite Sum_map.
  - intros f. now rewrite E_biased_signs, mean, Sum_map by exact some.
Qed.

Lemma mean_of_biased_signs v alpha theta L : 0 < alpha <= 1 -> (1 <= length v)%nat ->
  E (biased_signs v alpha) (linear_loss L (length v) theta) =
  - L * alpha * inner (length v) theta (corner 1 (length v) v).
Proof.
  intros range some. set (d := length v). rewrite E_biased_signs by exact some. fold d. unfold linear_loss, inner.
  assert (part : forall k c, bounded (fun x : list bool => theta k * (c * sgn (bit x k)))).
  { intros k c. apply (bounded_after (fun b => theta k * (c * sgn b)) (fun x => bit x k)).
    exists (Rabs (theta k * c)). intros b. unfold sgn.
    destruct b; [right; f_equal; ring | rewrite <- (Rabs_Ropp (theta k * c)); right; f_equal; ring]. }
  rewrite (E_ext _ _ (fun x => - L * Sum (below d) (fun k => theta k * (1 / sqrt (INR d) * sgn (bit x k))))).
  - rewrite E_scal, E_Sum by (try apply bounded_Sum; intros; apply part). rewrite Rmult_assoc. f_equal.
    rewrite <- Sum_scal. apply Sum_ext_in. intros k K. apply in_below in K. rewrite corner_at by exact K.
    rewrite (coins_coordinate (biased_bit alpha) v k (fun b => theta k * (1 / sqrt (INR d) * sgn b))) by exact K.
    assert (inside : 0 <= biased_bit alpha (bit v k) <= 1).
    { unfold biased_bit, sgn. destruct (bit v k); lra. }
    unfold bit_of, coin, chance_in. cbn [E mix ret].
    rewrite Rmin_left, Rmax_right by lra. unfold biased_bit, sgn. destruct (bit v k); field;
      apply Rgt_not_eq, sqrt_lt_R0, lt_0_INR; lia.
  - intros x. f_equal. apply Sum_ext_in. intros k K. apply in_below in K. now rewrite corner_at.
Qed.

(** Assouad, on average over the vertices: the mixtures given a sign are no further apart than the neighbours on
    average. *)
Theorem fact_turned_signs_of_a_linear_loss :
  forall (A : Type) (Z_ : method (list vector) A vector) (L R_ alpha : R) (d m : nat),
  0 < L ->
  0 < R_ ->
  0 < alpha ->
  alpha <= 1 ->
  (1 <= d)%nat ->
  (1 <= m)%nat ->
  forall c : R, (forall v : list bool, exists x : nat -> R, (forall j : nat, (1 <= j)%nat -> (j <= d)%nat -> TV_most
    (heard_at Z_ v alpha m) (heard_at Z_ (flipped_sign v j) alpha m) (x j)) /\ Sum (seq 1 d) (fun j => x j) <= c) ->
  forall r : R, worst_excess_most d m R_ L Z_ r ->
  (1 - c / INR d) * L * R_ * alpha / 2 <= r.
Proof.
  intros A Z L r alpha d m L_pos r_pos a_pos a_1 some _ c each b risk.
  set (M := fun v => transcript_of Z (power (biased_signs v alpha) m)).
  destruct (finite_choice_by (list_eq_dec Bool.bool_dec) (fun _ => 0) (vertices d) (fun v y =>
    (forall j, (1 <= j)%nat -> (j <= d)%nat -> TV_most (M v) (M (flipped_sign v j)) (y j)) /\ Sum (seq 1 d) y <= c))
    as [y spec]; [intros v _; apply each |].
  apply (assouad_for_linear_losses Z (fun v => biased_signs v alpha) L r alpha d m
    (fun j => average d (fun v => y v j)) c b); auto.
  - intros v V. rewrite <- (length_of_vertex d v V) at 1. apply biased_signs_in_ball.
    now rewrite (length_of_vertex d v V).
  - intros v theta V. pose proof (length_of_vertex d v V) as long.
    pose proof (mean_of_biased_signs v alpha theta L ltac:(lra)) as mean. rewrite long in mean. now apply mean.
  - intros k K f F. rewrite mixtures_by_edges. apply average_le. intros v V.
    pose proof (proj1 (spec v V) (S k) ltac:(lia) ltac:(lia)) as close. unfold flipped_sign in close.
    replace (S k - 1)%nat with k in close by lia. unfold sgn. destruct (bit v k).
    + specialize (close f F). fold (M v) (M (flip k v)). lra.
    + pose proof (TV_sym _ _ _ close f F). fold (M v) (M (flip k v)). lra.
  - rewrite <- average_Sum, <- (average_const d c). apply average_le. intros v V. apply spec, V.
Qed.
