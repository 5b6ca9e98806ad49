(** * Facts of Assouad's method for the squared error of the mean of vectors

    Each theorem says what the calculus grants under that name, as the exporter writes it from the fact itself. *)

From Foundations Require Export Vertices_told Facts_ratios.
From Foundations Require Import Families.
Import ListNotations.
Open Scope R_scope.

(** Yu 1997, Lemma 2: a coordinate of sign 1 with chance p given the messages costs 4 p (1 - p) delta^2 on average, at
    least 2 min(p, 1 - p) delta^2. *)
Theorem fact_Assouad : forall (A : Type) (C : class vector) (F : laws_at_vertices vector) (Z_ : method (list vector) A
    vector) (d : nat) (delta : R) (m : nat),
  (1 <= d)%nat ->
  0 <= delta ->
  (1 <= m)%nat ->
  family_in F C d ->
  means_at_vertices F delta d ->
  forall w : R, wrong_coordinates_least Z_ F m d w ->
  forall r : R, worst_risk_of_all_coordinates_most Z_ C m r ->
  2 * delta ^ 2 * w <= r.
Proof.
  intros A C F Z d delta m _ delta_pos _ members means w least r risk.
  apply (assouad_at_vertices d (fun v => F (vertex_of v)) (fun v k => if lt_dec k d then delta * sgn (bit v k) else 0)
    delta (channels Z) (estimate Z) (users Z) m w r delta_pos).
  - intros v i _ inside. destruct (lt_dec i d); [reflexivity | contradiction].
  - exact least.
  - intros v v_in. apply (risk d); [exact (members v v_in) | exact (means v v_in)].
Qed.

(** ** Averages over the vertices of a cube *)

Lemma vertices_on_cube d v : In v (vertices d) -> on_cube d (vertex_of v).
Proof.
  intros v_in [| k] K; [reflexivity |]. simpl. unfold bit. apply nth_overflow.
  rewrite (length_of_vertex d v v_in). lia.
Qed.

(** The signs of a vertex, in a list. *)
Definition listed d (v : vertex) := map v (seq 1 d).

Lemma vertex_of_listed d v : on_cube d v -> vertex_of (listed d v) = v.
Proof.
  intros inside. apply functional_extensionality. intros [| k]; [symmetry; apply inside; lia |].
  simpl. unfold bit, listed.
  destruct (Compare_dec.le_lt_dec d k) as [beyond | near].
  - rewrite nth_overflow by (rewrite map_length, seq_length; exact beyond). symmetry. apply inside. lia.
  - rewrite (nth_indep _ false (v O)) by (rewrite map_length, seq_length; exact near).
    now rewrite map_nth, seq_nth by exact near.
Qed.

Lemma listed_vertex_of d v : In v (vertices d) -> listed d (vertex_of v) = v.
Proof.
  intros v_in. pose proof (length_of_vertex d v v_in) as len. apply (nth_ext _ _ false false).
  - unfold listed. now rewrite map_length, seq_length.
  - unfold listed. rewrite map_length, seq_length. intros k K.
    rewrite (nth_indep _ false (vertex_of v O)) by (rewrite map_length, seq_length; exact K).
    now rewrite map_nth, seq_nth by exact K.
Qed.

Lemma listed_in d v : In (listed d v) (vertices d).
Proof.
  replace d with (length (listed d v)) at 2; [apply in_vertices |]. unfold listed. now rewrite map_length, seq_length.
Qed.

(** Le Cam: Yu 1997, Lemma 1, for each coordinate given the others. *)
Theorem fact_wrong_coordinates : forall (A B C : Type) (F : laws_at_vertices A) (Z_ : method (list A) B C) (d m : nat),
  (1 <= d)%nat ->
  (1 <= m)%nat ->
  forall c : R, (exists x : nat -> R, (forall k : nat, (1 <= k)%nat -> (k <= d)%nat -> exists x_ : vertex -> R, (forall
    v : vertex, on_cube d v -> TV_most (transcript_of Z_ (power (F v) m)) (transcript_of Z_ (power (F (turned_at v k))
    m)) (x_ v)) /\ average_on_cube d (fun v => x_ v) <= x k) /\ Sum (seq 1 d) (fun k => x k) <= c) ->
  wrong_coordinates_least Z_ F m d (INR d / 2 - c / 2).
Proof.
  intros A B C F Z d m _ _ c (x & parts & total). set (told := fun v => transcript_of Z (power (F v) m)).
  destruct (finite_choice (fun _ => 0) (seq 1 d) (fun k y => (forall v, on_cube d v ->
    TV_most (told v) (told (turned_at v k)) (y v)) /\ average_on_cube d y <= x k)) as [y spec].
  { intros k K. apply in_seq in K. apply parts; lia. }
  apply hamming_weaken with ((INR d - Sum (below d) (fun j => average d (fun v => y (S j) (vertex_of v)))) / 2).
  - apply (wrong_coordinates d (told_of_vertex Z F m) (fun v j => y (S j) (vertex_of v))). intros v j v_in J.
    change (TV_most (told (vertex_of v)) (told (vertex_of (flip j v))) (y (S j) (vertex_of v))).
    rewrite vertex_of_flip by now rewrite (length_of_vertex d v v_in).
    apply (spec (S j)); [apply in_seq; lia | now apply vertices_on_cube].
  - rewrite <- seq_shift, Sum_map in total.
    assert (Sum (below d) (fun j => average d (fun v => y (S j) (vertex_of v))) <= Sum (below d) (fun j => x (S j))).
    { apply Sum_le_in. intros j J. apply in_below in J. apply (spec (S j)), in_seq. lia. }
    unfold below in *. lra.
Qed.

(** Cauchy and Schwarz: Steele 2004, (1.1), with a vector of ones, over v and k. *)
Theorem fact_roots_of_divergences_over_the_coordinates : forall (A B C : Type) (F : laws_at_vertices A) (Z_ : method
    (list A) B C) (d m : nat),
  (1 <= d)%nat ->
  (1 <= m)%nat ->
  forall c : R, (exists x : vertex -> R, (forall v : vertex, on_cube d v -> exists x_ : nat -> R, (forall k : nat, (1
    <= k)%nat -> (k <= d)%nat -> KL_most (transcript_of Z_ (power (F v) m)) (transcript_of Z_ (power (F (turned_at v
    k)) m)) (x_ k)) /\ Sum (seq 1 d) (fun k => x_ k) <= x v) /\ average_on_cube d (fun v => x v) <= c) ->
  exists x : nat -> R, (forall k_ : nat, (1 <= k_)%nat -> (k_ <= d)%nat -> exists x_ : vertex -> R, (forall v_ :
    vertex, on_cube d v_ -> KL_most (transcript_of Z_ (power (F v_) m)) (transcript_of Z_ (power (F (turned_at v_ k_))
    m)) (x_ v_)) /\ average_on_cube d (fun v_ => sqrt 2 * sqrt (x_ v_) / 2) <= x k_) /\ Sum (seq 1 d) (fun k_ => x k_)
    <= sqrt 2 * sqrt (c * INR d) / 2.
Proof.
  intros A B C F Z d m _ _ c (x & parts & total). set (told := fun v => transcript_of Z (power (F v) m)).
  destruct (finite_choice_by (list_eq_dec Bool.bool_dec) (fun _ => 0) (vertices d) (fun v y =>
    (forall k, (1 <= k)%nat -> (k <= d)%nat -> KL_most (told (vertex_of v)) (told (turned_at (vertex_of v) k)) (y k)) /\
    Sum (seq 1 d) y <= x (vertex_of v))) as [y spec].
  { intros v v_in. apply parts. now apply vertices_on_cube. }
  set (root := fun v k => sqrt (y v k)).
  assert (pos : forall v k, In v (vertices d) -> In k (seq 1 d) -> 0 <= y v k).
  { intros v k v_in K. apply in_seq in K. apply (KL_ge_0 _ _ _ (proj1 (spec v v_in) k ltac:(lia) ltac:(lia))). }
  exists (fun k => average d (fun v => sqrt 2 * root v k / 2)). split.
  - intros k low high. exists (fun v => y (listed d v) k). split.
    + intros v v_in. pose proof (proj1 (spec (listed d v) (listed_in d v)) k low high) as H.
      rewrite vertex_of_listed in H by exact v_in. exact H.
    + apply average_le. intros v v_in. rewrite listed_vertex_of by exact v_in. apply Rle_refl.
  - rewrite <- average_Sum.
    assert (scaled : average d (fun v => Sum (seq 1 d) (fun k => sqrt 2 * root v k / 2)) =
      sqrt 2 / 2 * average d (fun v => Sum (seq 1 d) (root v))).
    { rewrite <- average_scal. unfold average. f_equal. apply Sum_ext. intros v. rewrite <- Sum_scal. apply Sum_ext.
      intros k. field. }
    rewrite scaled. replace (sqrt 2 * sqrt (c * INR d) / 2) with (sqrt 2 / 2 * sqrt (c * INR d)) by field.
    apply Rmult_le_compat_l; [pose proof (sqrt_pos 2); lra |]. apply le_sqrt.
    eapply Rle_trans; [apply average_square |]. rewrite Rmult_comm.
    apply Rle_trans with (average d (fun v => INR d * x (vertex_of v))).
    + apply average_le. intros v v_in.
      pose proof (Sum_cauchy_schwarz (seq 1 d) (fun _ => 1) (root v)) as S_. cbv beta in S_.
      rewrite Sum_const, seq_length, pow1, Rmult_1_r, (Sum_ext _ (fun k => 1 * root v k) (root v)) in S_
        by (intros; ring).
      rewrite (Sum_ext_in _ (fun k => root v k ^ 2) (y v)) in S_
        by (intros k K; unfold root; apply pow2_sqrt, pos; assumption).
      eapply Rle_trans; [exact S_ |]. apply Rmult_le_compat_l; [apply pos_INR | apply (spec v v_in)].
    + rewrite average_scal. apply Rmult_le_compat_l; [apply pos_INR | exact total].
Qed.
