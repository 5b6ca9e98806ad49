(** * Facts of the calculus that unfold definitions

    As in Facts.v: each theorem as the exporter writes it from the fact itself. *)

From Foundations Require Export Nouns_means Nouns_pieces Cube_nouns Facts_runs Facts_votes Parts.
Import ListNotations.
Open Scope R_scope.

Theorem fact_the_squared_distance : forall (t : R),
  0 <= t ->
  loss_at squared t = t ^ 2.
Proof. exact squared_at. Qed.

Theorem fact_parameters_of_point_masses : forall (A : Type) (Theta : metric_space A),
  parameters_are (point_masses Theta) Theta.
Proof. intros A Theta. split; [reflexivity |]. intros t. now exists (ret t). Qed.

(** ** Covers *)

Theorem fact_the_size_of_a_cover_is_whole : forall (A : Type) (C : least_covers A) (Theta : metric_space A) (r : R),
  0 < r ->
  exists whole : nat, INR (cover_size C Theta r) = INR whole.
Proof. intros A C Theta r _. now exists (cover_size C Theta r). Qed.

(** A bound on the covering number is one on the balls of some cover, and a least cover has no more. *)
Theorem fact_size_of_a_least_cover : forall (A : Type) (C : least_covers A) (Theta : metric_space A) (N r : R),
  1 < N ->
  0 < r ->
  (forall k : R, covering_number_least Theta r k -> k <= N) ->
  INR (cover_size C Theta r) <= N.
Proof.
  intros A C Theta N r _ _ most. destruct (classic (exists centres, covers Theta r centres)) as [some | none].
  - apply most. intros centres all. apply le_INR. now apply cover_is_least.
  - exfalso. enough (N + 1 <= N) by lra. apply most. intros centres all. elim none. now exists centres.
Qed.

(** Each vector is in the ball: two of them are no further than 2, and a unit vector and its opposite are. *)
Lemma diameter_by_a_pair d (S : vector -> Prop) m x : S (fun _ => 0) ->
  (forall z, S z -> Sum (below d) (fun k => z k ^ 2) <= m) -> S x -> S (fun k => - x k) ->
  Sum (below d) (fun k => x k ^ 2) = m ->
  diameter_most (vectors_of d S) (sqrt (4 * m)) /\
  forall D, diameter_most (vectors_of d S) D -> sqrt (4 * m) <= D.
Proof.
  intros origin short one other long. split.
  - intros y z. change (apart d (Nouns_covers.kept S y) (Nouns_covers.kept S z) <= sqrt (4 * m)). apply sqrt_le_1_alt.
    rewrite inner_squares. pose proof (short _ (inside_kept S y origin)) as Y.
    pose proof (short _ (inside_kept S z origin)) as Z.
    apply Rle_trans with (Sum (below d) (fun k => 2 * Nouns_covers.kept S y k ^ 2 + 2 * Nouns_covers.kept S z k ^ 2)).
    + apply Sum_le. intros k. unfold vector_minus.
      pose proof (pow2_ge_0 (Nouns_covers.kept S y k + Nouns_covers.kept S z k)). lra.
    + rewrite Sum_plus, !Sum_scal. lra.
  - intros D most. specialize (most x (fun k => - x k)).
    change (apart d (Nouns_covers.kept S x) (Nouns_covers.kept S (fun k => - x k)) <= D) in most.
    rewrite !kept_inside in most by assumption. eapply Rle_trans; [right | exact most]. unfold apart, Elementary.norm.
    f_equal. rewrite inner_squares, <- long, <- Sum_scal. apply Sum_ext. intros k. unfold vector_minus. ring.
Qed.

Theorem fact_diameter_of_a_ball : forall (d : nat),
  (1 <= d)%nat ->
  diameter_most (unit_ball d) 2 /\ (forall D : R, diameter_most (unit_ball d) D -> 2 <= D).
Proof.
  intros d some. replace 2 with (sqrt (4 * 1)) by (replace (4 * 1) with (2 * 2) by ring; apply sqrt_square; lra).
  set (first := fun k : nat => if Nat.eq_dec k 0 then 1 else 0 : R).
  assert (one : Sum (below d) (fun k => first k ^ 2) = 1).
  { rewrite (Sum_ext _ _ (fun k => if Nat.eq_dec k 0 then 1 else 0)).
    - apply Sum_single; [apply seq_NoDup | apply in_below; lia].
    - intros k. unfold first. destruct (Nat.eq_dec k 0); ring. }
  apply (diameter_by_a_pair d (in_unit_ball d) 1 first); [| auto | unfold in_unit_ball; lra | | exact one].
  - unfold in_unit_ball. rewrite (Sum_ext _ _ (fun _ => 0)) by (intros; ring). rewrite Sum_const. lra.
  - unfold in_unit_ball. rewrite (Sum_ext _ _ (fun k => first k ^ 2)) by (intros; ring). lra.
Qed.

Theorem fact_diameter_of_a_cube : forall (d : nat),
  (1 <= d)%nat ->
  diameter_most (unit_cube d) (2 * sqrt (INR d)) /\ (forall D : R, diameter_most (unit_cube d) D ->
    2 * sqrt (INR d) <= D).
Proof.
  intros d _. pose proof (pos_INR d). replace (2 * sqrt (INR d)) with (sqrt (4 * INR d)).
  - apply (diameter_by_a_pair d (in_unit_cube d) (INR d) (fun _ => 1)).
    + intros k K. cbv beta. lra.
    + intros z inside. rewrite <- (Rmult_1_r (INR d)), <- Sum_below_const. apply Sum_le_in. intros k K.
      apply in_below in K. specialize (inside k K). nra.
    + intros k K. cbv beta. lra.
    + intros k K. cbv beta. lra.
    + rewrite (Sum_ext _ _ (fun _ => 1)), Sum_below_const by (intros; ring). ring.
  - rewrite sqrt_mult by lra. f_equal. replace 4 with (2 * 2) by ring. apply sqrt_square. lra.
Qed.

(** ** Users and messages *)

Theorem fact_users_who_do_not_interact : forall (A B C : Type) (K : channel A (list B)) (g : decoder (list B) C)
    (epsilon : R) (n : nat),
  0 < epsilon ->
  (1 <= n)%nat ->
  private epsilon K ->
  users_in_turn (all_by K n g) n epsilon.
Proof. intros A B C K g epsilon n _ _ private_K. split; [reflexivity |]. intros h. exact private_K. Qed.

Lemma transcript_of_data {A} (P : law A) n f : E (transcript (fun _ data => ret data) P n) f = E (power P n) f.
Proof. revert f. induction n as [| n IH]; intros f; [reflexivity |]. cbn [transcript power]. rewrite !E_step. apply IH.
Qed.

Lemma mixture_TV_of_same {A} k (M M' : list bool -> law A) t : (forall v f, E (M v) f = E (M' v) f) ->
  mixture_TV_most k M t -> mixture_TV_most k M' t.
Proof.
  intros same most f F. specialize (most f F). eapply Rle_trans; [right | exact most]. f_equal. apply Sum_ext. intros j.
  rewrite !E_mixture. unfold average. do 3 f_equal; apply functional_extensionality; intros v; symmetry; apply same.
Qed.

Theorem fact_messages_that_are_the_data : forall (A B C : Type) (P : parametric_family A B) (g : decoder A C)
    (k m n : nat),
  (1 <= k)%nat ->
  (1 <= m)%nat ->
  (1 <= n)%nat ->
  (forall t : R, data_TV_most n P m k t -> messages_TV_most (all_data n g) P m k t) /\ (forall t : R, messages_TV_most
    (all_data n g) P m k t -> data_TV_most n P m k t).
Proof.
  intros A B C P g k m n _ _ _. split; intros t; apply mixture_TV_of_same; intros v f; [symmetry |];
    exact (transcript_of_data (power (at_vertex P v) m) n f).
Qed.

(** ** Random reals *)

Theorem fact_expectation_of_an_indicator : forall (A : Type) (O_ : space A) (E_ : event A) (I_ : A -> R),
  square_integrable O_ I_ ->
  almost_le O_ (fun _ => 0) I_ ->
  almost_le O_ I_ (fun _ => 1) ->
  almost_eq O_ I_ (indicator (fun w => E_ w)) ->
  expectation O_ I_ = probability O_ (fun w => E_ w).
Proof. intros A O_ E_ I_ square _ _ same. apply expectation_of_indicator;
  [now apply square_integrable_integrable | exact same]. Qed.

Theorem fact_the_largest_is_one_of_them : forall (A : Type) (O_ : space A) (S_ : random_family A) (B : nat) (J : A ->
  R),
  (forall k : nat, square_integrable O_ (S_ k)) ->
  (1 <= B)%nat ->
  square_integrable O_ J ->
  winner O_ J S_ B ->
  among O_ J B.
Proof. intros A O_ S_ B J _ _ _. apply winner_among. Qed.

Theorem fact_mean_square_of_a_noise : forall (A : Type) (O_ : space A) (F : differentiable) (G : oracle) (nu : R)
    (omega : A -> R) (t : nat),
  0 <= nu ->
  square_integrable O_ omega ->
  noisy_oracle G F nu ->
  outcome_of O_ omega G ->
  expectation O_ (fun w => (euclidean_norm (shock G t (omega w))) ^ 2) <= nu ^ 2.
Proof.
  intros A O_ F G nu omega t _ _ (inside & squares & size & _) law. set (d := Nouns_vectors.dimension F) in *.
  assert (length : forall s, euclidean_norm (shock G t s) ^ 2 = Sum (below d) (fun k => shock G t s k ^ 2)).
  { intros s. rewrite (norm_of_finite d) by apply inside. now rewrite norm_square, inner_squares. }
  assert (finite : integrable (seeds G) (fun s => euclidean_norm (shock G t s) ^ 2)).
  { replace (fun s => euclidean_norm (shock G t s) ^ 2) with (fun s => Sum (below d) (fun k => shock G t s k ^ 2)).
    - apply integrable_Sum. intros k. apply squares.
    - apply functional_extensionality. intros s. now rewrite length. }
  destruct (law _ finite) as [_ ->]. apply size.
Qed.

(** ** Mixtures *)

Theorem fact_least_weight_of_a_part : forall (S_ : mixture_of_laws) (a b : R) (k m : nat),
  0 <= a ->
  0 <= b ->
  (1 <= k)%nat ->
  (1 <= m)%nat ->
  (mixtures m a b) S_ ->
  (k <= m)%nat ->
  a <= weight_of_part S_ k.
Proof.
  intros S_ a b k m _ _ k_1 _ [_ parts] k_m.
  pose proof (least_weight_of_a_part m a b _ _ (k - 1) parts ltac:(lia)) as H. cbv beta in H.
  now replace (k - 1 + 1)%nat with k in H by lia.
Qed.
