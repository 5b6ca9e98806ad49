(** * Facts of Assouad's method

    Each theorem says what the calculus grants under that name, as the exporter writes it from the fact itself. *)

From Foundations Require Export Cube_nouns Facts.
From Foundations Require Import Results_lower.
Import ListNotations.
Open Scope R_scope.

(** ** Vertices, as lists of signs *)

Lemma in_vertices v : In v (vertices (length v)).
Proof.
  induction v as [| b v IH]; simpl; [now left |]. apply in_or_app.
  destruct b; [left | right]; now apply in_map.
Qed.

(** The first d signs, those that lack being false. *)
Definition first_signs d (v : list bool) := map (bit v) (below d).

Lemma first_signs_in d v : In (first_signs d v) (vertices d).
Proof.
  replace d with (length (first_signs d v)) at 2; [apply in_vertices |].
  unfold first_signs. now rewrite map_length, length_below.
Qed.

Lemma bit_first_signs d v k : (k < d)%nat -> bit (first_signs d v) k = bit v k.
Proof.
  intros K. unfold bit at 1, first_signs.
  rewrite (nth_indep _ false (bit v O)) by (rewrite map_length, length_below; exact K).
  rewrite map_nth. unfold below. now rewrite seq_nth by exact K.
Qed.

Lemma same_first_signs d v : same_signs d (vertex_of (first_signs d v)) (vertex_of v).
Proof. intros [| k] K; [lia |]. simpl. apply bit_first_signs. lia. Qed.

(** A flipped list is a turned vertex. *)
Lemma vertex_of_flip v j : (j < length v)%nat -> vertex_of (flip j v) = turned_at (vertex_of v) (S j).
Proof.
  intros J. apply functional_extensionality. intros [| k]; [reflexivity |]. unfold turned_at. simpl.
  destruct (Nat.eqb_spec k j) as [-> | other]; [now apply bit_flip | now apply bit_flip_other].
Qed.

Lemma flip_beyond v j : (length v <= j)%nat -> flip j v = v.
Proof.
  revert j. induction v as [| b v IH]; intros [| j] J; simpl in *; try lia; try reflexivity. now rewrite IH by lia.
Qed.

(** ** A random vertex *)

Section Random_vertex.
  Context {B : Type} (V : law (list bool)) (told : list bool -> law B).

  Lemma bounded_cut_mean (cost : list bool -> B -> R) c : (forall v z, 0 <= cost v z) ->
    bounded (fun v => E (told v) (fun z => Rmin (cost v z) c)).
  Proof.
    intros pos. apply bounded_between with (Rmin 0 c) c. intros v. apply E_between. intros z.
    split; [apply Rle_min_compat_r, pos | apply Rmin_r].
  Qed.

  Lemma mean_at_random_le (cost larger : list bool -> B -> R) r : (forall v z, 0 <= cost v z <= larger v z) ->
    mean_at_random_most V told larger r -> mean_at_random_most V told cost r.
  Proof.
    intros H most c. assert (pos : forall v z, 0 <= larger v z) by (intros v z; specialize (H v z); lra).
    eapply Rle_trans; [| exact (most c)].
    apply E_mono; [apply bounded_cut_mean; intros; apply H | now apply bounded_cut_mean |].
    intros v. apply E_mono; [apply bounded_cut; intros; apply H | now apply bounded_cut |].
    intros z. apply Rle_min_compat_r, H.
  Qed.
End Random_vertex.

Lemma metric_ge_0 {T} (Theta : metric_space T) x y : 0 <= metric Theta x y.
Proof.
  pose proof (metric_triangle _ Theta x y x) as H. rewrite metric_zero, (metric_sym _ Theta y x) in H. lra.
Qed.

(** No vertex's parameter is nearer than that of the nearest. *)
Lemma nearest_spec {A T} (P : parametric_family A T) t :
  In (nearest P t) (vertices (dimension P)) /\ forall v, away P t (nearest P t) <= away P t v.
Proof.
  unfold nearest. set (start := repeat true (dimension P)).
  assert (start_in : In start (vertices (dimension P))).
  { replace (dimension P) with (length start) by apply repeat_length. apply in_vertices. }
  destruct (argmin_spec (away P t) start (vertices (dimension P))) as [inside least]. split.
  - destruct inside as [<- | inside]; assumption.
  - intros v. replace (away P t v) with (away P t (first_signs (dimension P) v)).
    + apply least. right. apply first_signs_in.
    + unfold away, parameter_at. now rewrite (parameters_agree P _ _ (same_first_signs (dimension P) v)).
Qed.

(** A supremum is at least the average of a loss over what lies in the class. *)
Theorem fact_an_average_over_a_class : forall (A B C : Type) (F : parametric A B) (P : parametric_family A B) (Phi :
    loss) (V : law (list bool)) (Z_ : method (list A) C B) (m : nat),
  (1 <= m)%nat ->
  forall r : R, worst_loss_most F m Phi Z_ r ->
  inside_loss_most Z_ P m Phi V F r.
Proof.
  intros A B C F P Phi V Z m _ r [r_pos risk] inside members c. apply E_le.
  - apply bounded_cut_mean. intros v z. destruct (inside v); [apply loss_ge_0 | lra].
  - intros v. destruct (inside v) eqn:counted.
    + destruct (members v counted) as [same is_member]. unfold own_cost, away. rewrite same.
      apply (risk _ _ is_member).
    + rewrite E_const. pose proof (Rmin_l 0 c). lra.
Qed.

(** Triangle inequality: the nearest vertex's parameter is at most as far from the estimate as the true one. *)
Theorem fact_the_nearest_vertex : forall (A B C : Type) (F : parametric A B) (P : parametric_family A B) (Phi : loss)
    (V : law (list bool)) (Z_ : method (list A) C B) (m : nat),
  (1 <= m)%nat ->
  forall r : R, inside_loss_most Z_ P m Phi V F r ->
  inside_nearest_most Z_ P m Phi V F r.
Proof.
  intros A B C F P Phi V Z m _ r most inside members.
  apply mean_at_random_le with (2 := most inside members). intros v z.
  destruct (inside v); [| lra]. split; [apply loss_ge_0 |]. apply loss_rises.
  destruct (nearest_spec P (estimate Z z)) as [_ least]. specialize (least v).
  unfold away in *. set (t := estimate Z z) in *. set (w := nearest P t) in *.
  pose proof (metric_triangle _ (family_parameters P) (parameter_at P w) t (parameter_at P v)) as H.
  rewrite (metric_sym _ _ (parameter_at P w) t) in H. lra.
Qed.

(** There the loss is at most its largest value, at k wrong coordinates. *)
Theorem fact_vertices_outside_of_a_class : forall (A B C : Type) (F : parametric A B) (P : parametric_family A B) (Phi
    : loss) (V : law (list bool)) (Z_ : method (list A) C B) (k m : nat) (varrho : R),
  (1 <= k)%nat ->
  (1 <= m)%nat ->
  0 <= varrho ->
  parameters_just_apart P Phi varrho k ->
  forall r : R, inside_nearest_most Z_ P m Phi V F r ->
  forall p : R, outside_mass_most V P F p ->
  nearest_loss_most Z_ P m Phi V (2 * INR k * p * varrho + r).
Proof.
  intros A B C F P Phi V Z k m half _ _ half_pos [<- apart] r most p (inside & members & mass) c.
  set (cost := nearest_cost Z P Phi). set (counted := fun v z => if inside v then cost v z else 0).
  assert (pos : forall v z, 0 <= cost v z) by (intros; apply loss_ge_0).
  assert (counted_pos : forall v z, 0 <= counted v z) by (intros v z; unfold counted; destruct (inside v); auto; lra).
  set (d := dimension P) in *.
  assert (worst : forall v z, cost v z <= 2 * half * INR d).
  { intros v z. unfold cost, nearest_cost, away.
    replace (parameter_at P v) with (parameter_at P (first_signs d v))
      by (apply parameters_agree, same_first_signs).
    rewrite apart; [| apply nearest_spec | apply first_signs_in].
    apply Rmult_le_compat_l; [lra |]. unfold distance.
    rewrite <- (Rmult_1_r (INR d)), <- Sum_below_const. apply Sum_le. intros j. destruct (Bool.eqb _ _); lra. }
  eapply Rle_trans; [apply (E_mono V _ (fun v => E (told_at Z P m v) (fun z => Rmin (counted v z) c) +
    2 * half * INR d * (if inside v then 0 else 1))) |].
  - now apply bounded_cut_mean.
  - apply bounded_plus; [now apply bounded_cut_mean | bounded].
  - intros v. rewrite <- (E_const (told_at Z P m v) (2 * half * INR d * _)), <- E_plus;
      [| now apply bounded_cut | bounded].
    assert (cut : bounded (fun z => Rmin (counted v z) c)) by now apply bounded_cut.
    apply E_mono; [now apply bounded_cut | bounded |]. intros z. specialize (worst v z). specialize (pos v z).
    unfold counted. destruct (inside v); [lra |]. unfold Rmin. repeat destruct (Rle_dec _ _); lra.
  - rewrite E_plus, E_scal; [| bounded | now apply bounded_cut_mean | bounded].
    specialize (most inside members c). change (E V _) with (E V (fun v => E (told_at Z P m v)
      (fun z => Rmin (counted v z) c))) in most.
    assert (2 * half * INR d * E V (fun v => if inside v then 0 else 1) <= 2 * half * INR d * p).
    { apply Rmult_le_compat_l; [apply Rmult_le_pos; [lra | apply pos_INR] | exact mass]. }
    lra.
Qed.

(** The nearest vertex is one guess. *)
Theorem fact_the_best_guess_of_a_random_vertex : forall (A B C : Type) (P : parametric_family A B) (Phi : loss) (V :
    law (list bool)) (Z_ : method (list A) C B) (m : nat),
  (1 <= m)%nat ->
  forall w : R, least_wrong_least Z_ P m V w ->
  forall w_ : R, nearest_wrong_most Z_ P m Phi V w_ ->
  w <= w_.
Proof.
  intros A B C P Phi V Z m _ w least w' most.
  apply (least (fun j z => if bit (nearest P (estimate Z z)) j then 1 else 0)).
  - intros j z. destruct (bit _ _); lra.
  - intros c. eapply Rle_trans; [right | exact (most c)]. apply E_ext. intros v. apply E_ext. intros z. f_equal.
    apply Sum_ext. intros j. destruct (bit v j), (bit (nearest P (estimate Z z)) j); simpl; lra.
Qed.

(** Le Cam: Yu 1997, Lemma 1: the sum of min(tau p, (1 - tau) q) is at least tau times that of min(p, q). *)
Theorem fact_least_error_of_a_test_of_each_biased_coordinate : forall (A B C : Type) (P : parametric_family A B) (Z_ :
    method (list A) C B) (k m : nat) (tau : R),
  (1 <= k)%nat ->
  (1 <= m)%nat ->
  0 < tau ->
  tau <= 1 ->
  2 * tau <= 1 ->
  forall t : R, conditional_TV_most Z_ P m (biased_prior tau k) k t ->
  least_wrong_least Z_ P m (biased_prior tau k) ((1 - t) * INR k * tau).
Proof.
  intros A B C P Z k m tau k_pos _ tau_pos _ small t. unfold biased_prior.
  assert (cut : Rmax 0 (Rmin tau 1) = tau) by (rewrite Rmin_left, Rmax_right; lra).
  generalize (cut_chance tau). rewrite cut. intros chance close guess G b most.
  apply Rle_trans with (tau * INR k * (1 - t)); [lra |].
  eapply Rle_trans; [apply (least_error_of_biased_coordinates tau chance k (told_at Z P m) t guess k_pos ltac:(lra));
    [| exact G] |].
  - intros f F. eapply Rle_trans; [right | exact (close f F)]. f_equal. apply Sum_ext_in.
    intros j J. apply in_below in J. cbv zeta. now rewrite !mean_at_bit_biased by (assumption || lra).
  - eapply Rle_trans; [| exact (most (INR k))]. apply biased_vertex_le. intros v v_in.
    rewrite (length_of_vertex k v v_in). right. apply E_ext. intros z. rewrite Rmin_left; [reflexivity |].
    rewrite <- (Rmult_1_r (INR k)), <- Sum_below_const. apply Sum_le. intros j. apply (wrong_test _ _ (G j)).
Qed.

(** ** Mixtures and neighbours *)

(** The square of an average of numbers whose squares are bounded one by one. *)
Lemma square_of_average d (gap square : nat -> R) : (1 <= d)%nat ->
  (forall j, (j < d)%nat -> gap j ^ 2 <= square j) ->
  (/ INR d * Sum (below d) gap) ^ 2 <= / INR d * Sum (below d) square.
Proof.
  intros D H. assert (d_pos : 0 < INR d) by (apply lt_0_INR; lia).
  pose proof (Sum_cauchy_schwarz (below d) (fun _ => 1) gap) as C. cbv beta in C.
  rewrite Sum_below_const, pow1, Rmult_1_r, (Sum_ext _ (fun j => 1 * gap j) gap) in C by (intros; ring).
  assert (le : Sum (below d) (fun j => gap j ^ 2) <= Sum (below d) square)
    by (apply Sum_le_in; intros j J; apply H; now apply in_below).
  rewrite Rpow_mult_distr.
  apply Rle_trans with ((/ INR d) ^ 2 * (INR d * Sum (below d) square)); [| right; field; lra].
  apply Rmult_le_compat_l; [apply pow2_ge_0 |]. eapply Rle_trans; [exact C |]. apply Rmult_le_compat_l; lra.
Qed.

(** Convexity of total variation in pairs of laws, and Jensen's inequality for the square. *)
Theorem fact_mixtures_beside_neighbours : forall (A B C H : Type) (P : parametric_family A B) (Z_ : method (list A) C
    H) (k m : nat),
  (1 <= k)%nat ->
  (1 <= m)%nat ->
  forall t_ : R, neighbours_TV2_most Z_ P m k t_ ->
  exists t : R, messages_TV_most Z_ P m k t /\ t ^ 2 <= t_.
Proof.
  intros A B C H P Z k m K _ q near. exists (sqrt q).
  split; [now apply mixtures_beside_neighbours |]. right. apply pow2_sqrt.
  eapply Rle_trans; [| apply (near (fun _ _ _ => 0))]; [right | intros v j z; lra].
  rewrite (Sum_ext _ _ (fun _ => 0)), Sum_const; [ring |]. intros j.
  transitivity (average k (fun _ => 0)); [unfold average; f_equal; apply Sum_ext; intros v |
    apply average_const]. rewrite !E_const. ring.
Qed.

(** Le Cam: Yu 1997, Lemma 1, for each coordinate. *)
Theorem fact_least_error_of_a_test_of_each_bit : forall (A B C H : Type) (P : parametric_family A B) (Z_ : method
    (list A) C H) (k m : nat),
  (1 <= k)%nat ->
  (1 <= m)%nat ->
  (forall w : R, wrong_bits_least Z_ P m k w -> exists t : R, messages_TV_most Z_ P m k t /\ w <= (1 - t) * INR k / 2)
    /\ (forall t : R, messages_TV_most Z_ P m k t -> wrong_bits_least Z_ P m k ((1 - t) * INR k / 2)).
Proof.
  intros A B C H P Z k m K _. assert (k_pos : 0 < INR k) by (apply lt_0_INR; lia). split.
  - intros w least. exists (1 - 2 * w / INR k). split; [| right; field; lra].
    apply least_error_of_a_test_of_each_bit; [exact K |].
    replace (INR k * (1 - (1 - 2 * w / INR k)) / 2) with w by (field; lra). exact least.
  - intros t close. unfold wrong_bits_least. rewrite (Rmult_comm (1 - t)).
    now apply least_error_of_a_test_of_each_bit.
Qed.

(** Assouad: Yu 1997, Lemma 2: the nearest vertex errs where the estimate is far. *)
Theorem fact_Assouads_reduction : forall (A B C : Type) (F : parametric A B) (P : parametric_family A B) (Phi : loss)
    (Z_ : method (list A) C B) (k m : nat) (varrho : R),
  (1 <= k)%nat ->
  (1 <= m)%nat ->
  0 <= varrho ->
  parameters_apart P Phi varrho k ->
  family_within P F ->
  forall w : R, wrong_bits_least Z_ P m k w ->
  forall r : R, worst_loss_most F m Phi Z_ r ->
  2 * varrho * w <= r.
Proof.
  intros A B C F P Phi Z k m half _ _ half_pos apart within w least r [_ risk].
  apply (assouads_reduction k (told_at Z P m) (metric (family_parameters P)) (loss_at Phi) (parameter_at P)
    (metric_sym _ _) (metric_triangle _ _) (loss_ge_0 Phi) (loss_rises Phi) half w (estimate Z) r);
    [exact half_pos | exact apart | exact least |].
  intros v _. destruct (within v) as [same is_member]. rewrite same. apply (risk _ _ is_member).
Qed.

(** An expectation is at most the largest value. *)
Theorem fact_neighbours_at_a_random_vertex : forall (A B C H : Type) (P : parametric_family A B) (V : law (list bool))
    (Z_ : method (list A) C H) (k m : nat),
  (1 <= k)%nat ->
  (1 <= m)%nat ->
  forall c : R, (forall v : vertex, exists x : nat -> R, (forall j : nat, (1 <= j)%nat -> (j <= k)%nat -> TV_most
    (transcript_of Z_ (power (P v) m)) (transcript_of Z_ (power (P (turned_at v j)) m)) (x j)) /\ Sum (seq 1 k) (fun j
    => (x j) ^ 2) <= c) ->
  random_neighbours_TV2_most Z_ P m V k (c / INR k).
Proof.
  intros A B C H P V Z k m K _ c each f F. assert (k_pos : 0 < INR k) by (apply lt_0_INR; lia).
  unfold Rdiv. rewrite (Rmult_comm c). apply Rmult_le_compat_l; [left; now apply Rinv_0_lt_compat |].
  set (gap := fun v j => E (told_at Z P m v) (f v j) - E (told_at Z P m (flip j v)) (f v j)).
  assert (B1 : forall j, bounded (fun v => gap v j)).
  { intros j. apply bounded_between with (-1) 1. intros v. unfold gap.
    pose proof (E_between (told_at Z P m v) (f v j) 0 1 (F v j)).
    pose proof (E_between (told_at Z P m (flip j v)) (f v j) 0 1 (F v j)). lra. }
  change (Sum (below k) (fun j => E V (fun v => gap v j ^ 2)) <= c).
  rewrite <- (E_Sum V (below k) (fun j v => gap v j ^ 2)) by bounded.
  apply E_le; bounded. intros v. destruct (each (vertex_of v)) as (x & parts & total).
  eapply Rle_trans; [| exact total]. rewrite <- seq_shift, Sum_map. apply Sum_le_in. intros j J. apply in_below in J.
  destruct (Compare_dec.le_lt_dec (length v) j) as [beyond | inside].
  { unfold gap. rewrite flip_beyond by exact beyond. replace (_ - _) with 0 by ring. rewrite pow_i by lia.
    apply pow2_ge_0. }
  specialize (parts (S j) ltac:(lia) ltac:(lia)). rewrite <- vertex_of_flip in parts by exact inside.
  assert (Rabs (gap v j) <= x (S j)).
  { pose proof (parts (f v j) (F v j)). pose proof (TV_sym _ _ _ parts (f v j) (F v j)).
    apply Rabs_le. unfold gap, told_at, at_vertex. lra. }
  rewrite <- pow2_abs. apply pow_incr. split; [apply Rabs_pos | assumption].
Qed.

(** ** Given one coordinate *)

Lemma chance_pos p v : (forall j, 0 < p j < 1) -> 0 < chance_of_signs p v.
Proof.
  revert p. induction v as [| b v IH]; intros p range; simpl; [lra |]. apply Rmult_lt_0_compat.
  - specialize (range O). destruct b; lra.
  - now apply IH.
Qed.

Lemma Sum_chances p k : Sum (vertices k) (chance_of_signs p) = 1.
Proof.
  revert p. induction k as [| k IH]; intros p; simpl; [ring |].
  rewrite Sum_app, !Sum_map. simpl. rewrite !Sum_scal, IH. ring.
Qed.

(** The two chances at an edge. *)
Lemma chance_flip p v j : (j < length v)%nat -> chance_of_signs p (flip j v) * (if bit v j then p j else 1 - p j) =
  chance_of_signs p v * (if bit v j then 1 - p j else p j).
Proof.
  revert p j. induction v as [| b v IH]; intros p [| j] J; simpl in J; try lia.
  - simpl. unfold bit. simpl. destruct b; simpl; ring.
  - simpl. specialize (IH (fun i => p (S i)) j ltac:(lia)). simpl in IH. unfold bit in *. simpl. rewrite !Rmult_assoc.
    now rewrite IH.
Qed.

Lemma Sum_one_vertex k w : In w (vertices k) -> Sum (vertices k) (fun v => one_vertex v w) = 1.
Proof.
  revert w. induction k as [| k IH]; intros w W; simpl in *.
  - destruct W as [<- | []]. unfold one_vertex. simpl. ring.
  - rewrite Sum_app, !Sum_map.
    assert (head : forall b c u w', one_vertex (b :: u) (c :: w') = if Bool.bool_dec c b then one_vertex u w' else 0).
    { intros b c u w'. unfold one_vertex. destruct (list_eq_dec _ (c :: w') (b :: u)) as [same | other].
      - injection same as -> ->. destruct (Bool.bool_dec b b); [| easy]. now destruct (list_eq_dec _ u u).
      - destruct (Bool.bool_dec c b) as [-> |]; [| reflexivity].
        destruct (list_eq_dec _ w' u) as [-> |]; [easy | reflexivity]. }
    apply in_app_or in W. destruct W as [W | W]; apply in_map_iff in W; destruct W as (w' & <- & W');
      rewrite !(Sum_ext _ _ _ (fun u => head _ _ u w')); simpl; rewrite Sum_const, IH by exact W'; ring.
Qed.

(** The mean of a function of a vertex with independent signs is a sum over the vertices. *)
Lemma mean_at_independent (V : law (list bool)) k p f : (forall j, 0 < p j < 1) ->
  (forall v, In v (vertices k) -> E V (one_vertex v) = chance_of_signs p v) -> bounded f ->
  E V f = Sum (vertices k) (fun v => chance_of_signs p v * f v).
Proof.
  intros range chances [M F].
  set (inside := fun w => Sum (vertices k) (fun v => one_vertex v w)).
  set (part := fun w => Sum (vertices k) (fun v => f v * one_vertex v w)).
  assert (one : forall v, bounded (one_vertex v)).
  { intros v. apply bounded_between with 0 1. intros w. unfold one_vertex. destruct (list_eq_dec _ w v); lra. }
  assert (within : forall w, In w (vertices k) /\ inside w = 1 \/ ~ In w (vertices k) /\ inside w = 0).
  { intros w. destruct (in_dec (list_eq_dec Bool.bool_dec) w (vertices k)) as [W | W].
    - left. split; [exact W | now apply Sum_one_vertex].
    - right. split; [exact W |]. unfold inside. rewrite (Sum_ext_in _ _ (fun _ => 0)); [rewrite Sum_const; ring |].
      intros v v_in. unfold one_vertex. destruct (list_eq_dec _ w v) as [-> |]; [contradiction | reflexivity]. }
  assert (same : forall w, part w = f w * inside w).
  { intros w. unfold part, inside. rewrite <- Sum_scal. apply Sum_ext. intros v. unfold one_vertex.
    destruct (list_eq_dec _ w v) as [-> |]; ring. }
  assert (I1 : bounded inside) by (apply bounded_Sum; auto).
  assert (I2 : bounded part) by (apply bounded_Sum; intros; apply bounded_mult; auto; bounded).
  assert (Fb : bounded f) by now exists M.
  assert (all : E V inside = 1).
  { unfold inside. rewrite E_Sum by auto. rewrite <- (Sum_chances p k). now apply Sum_ext_in. }
  assert (outside : E V (fun w => f w - part w) = 0).
  { assert (small : Rabs (E V (fun w => f w - part w)) <= M * (1 - 1)).
    { rewrite <- all at 2. rewrite <- (E_const V 1), <- E_minus, <- E_scal by bounded.
      eapply Rle_trans; [apply E_abs_le; bounded |]. apply E_mono; bounded. intros w. rewrite same.
      specialize (F w). destruct (within w) as [[_ ->] | [_ ->]].
      - replace (f w - f w * 1) with 0 by ring. rewrite Rabs_R0. lra.
      - replace (f w - f w * 0) with (f w) by ring. lra. }
    rewrite Rminus_diag_eq, Rmult_0_r in small by reflexivity.
    pose proof (Rabs_pos (E V (fun w => f w - part w))) as pos.
    destruct (Req_dec (E V (fun w => f w - part w)) 0) as [| nonzero]; [assumption |].
    apply Rabs_pos_lt in nonzero. lra. }
  rewrite E_minus in outside by assumption. replace (E V f) with (E V part) by lra.
  unfold part. rewrite E_Sum by (intros; apply bounded_mult; auto; bounded). apply Sum_ext_in. intros v v_in.
  rewrite E_scal, chances by auto. ring.
Qed.

(** Given a coordinate, the others keep their law. *)
Lemma mean_at_bit_independent (V : law (list bool)) k p f j b : (forall j, 0 < p j < 1) ->
  (forall v, In v (vertices k) -> E V (one_vertex v) = chance_of_signs p v) -> bounded f -> (j < k)%nat ->
  mean_at_bit V j b f = Sum (vertices k) (fun v => chance_of_signs p v * f (with_bit j b v)).
Proof.
  intros range chances F J. set (pi := if b then p j else 1 - p j).
  assert (pi_pos : 0 < pi) by (unfold pi; specialize (range j); destruct b; lra).
  assert (split : forall g, bounded g -> E V (fun v => if Bool.eqb (bit v j) b then g v else 0) =
    pi * Sum (vertices k) (fun v => chance_of_signs p v * g (with_bit j b v))).
  { intros g G. rewrite (mean_at_independent V k p) by (auto; apply bounded_if; bounded).
    set (here := fun v => if Bool.eqb (bit v j) b then chance_of_signs p v * g v else 0).
    transitivity (Sum (vertices k) here).
    { apply Sum_ext. intros v. unfold here. destruct (Bool.eqb _ _); ring. }
    transitivity (Sum (vertices k) (fun v => pi * here v + (1 - pi) * here v)); [apply Sum_ext; intros; ring |].
    transitivity (Sum (vertices k) (fun v => pi * here v + pi *
      (if Bool.eqb (bit v j) b then 0 else chance_of_signs p v * g (flip j v)))).
    - rewrite !Sum_plus. f_equal. rewrite <- (Sum_flip k j (fun v => pi * _)) by exact J. apply Sum_ext_in.
      intros v v_in. pose proof (length_of_vertex k v v_in) as len. rewrite <- len in J. unfold here.
      rewrite bit_flip by exact J. pose proof (chance_flip p v j J) as edge. unfold pi.
      destruct (Bool.eqb_spec (bit v j) b) as [<- | other].
      + assert (back : flip j (flip j v) = v).
        { clear. revert j. induction v as [| c v IH]; intros [| j]; simpl; try reflexivity.
          - now rewrite Bool.negb_involutive.
          - now rewrite IH. }
        rewrite back. apply (f_equal (fun x => x * g v)) in edge. destruct (bit v j); simpl in *; lra.
      + destruct (bit v j), b; try easy; simpl; ring.
    - rewrite <- Sum_scal. apply Sum_ext. intros v. unfold here, with_bit. destruct (Bool.eqb (bit v j) b); ring. }
  unfold mean_at_bit. rewrite (split f F), (split (fun _ => 1)) by bounded.
  rewrite (Sum_ext _ (fun v => chance_of_signs p v * 1) (chance_of_signs p)), Sum_chances by (intros; ring). field. lra.
Qed.

(** Both mixtures run over the same law of the other coordinates; total variation is convex in pairs of laws, and
    Jensen's inequality for the square. *)
Theorem fact_mixtures_given_a_coordinate_beside_neighbours : forall (A B C : Type) (P : parametric_family A B) (V :
    law (list bool)) (Z_ : method (list A) C B) (k m : nat),
  (1 <= k)%nat ->
  (1 <= m)%nat ->
  independent_signs V k ->
  forall t_ : R, random_neighbours_TV2_most Z_ P m V k t_ ->
  exists t : R, conditional_TV_most Z_ P m V k t /\ t ^ 2 <= t_.
Proof.
  intros A B C P V Z k m K _ (p & range & chances) q near. exists (sqrt q).
  assert (means : forall g : list bool -> law (list C), forall f, bounded f -> bounded (fun v => E (g v) f)).
  { intros g f [M F]. exists M. intros v. now apply E_small. }
  split.
  - intros f F. apply le_sqrt.
    eapply Rle_trans; [| exact (near (fun _ => f) (fun _ => F))]. apply square_of_average; [exact K |].
    intros j J. cbv zeta beta. set (told := fun v => E (told_at Z P m v) (f j)).
    assert (T : bounded told) by (apply means, bounded_test, F).
    change (fun v => E (transcript_of Z (power (at_vertex P v) m)) (f j)) with told.
    change (E V _) with (E V (fun v => (told v - told (flip j v)) ^ 2)).
    assert (T' : bounded (fun v => told (flip j v))) by (destruct T as [M T]; exists M; intros; apply T).
    rewrite !(mean_at_bit_independent V k p) by assumption.
    rewrite (mean_at_independent V k p) by (auto; bounded). rewrite <- Sum_minus.
    rewrite (Sum_ext _ _ (fun v => sqrt (chance_of_signs p v) * (sqrt (chance_of_signs p v) *
      (sgn (bit v j) * (told v - told (flip j v)))))).
    + eapply Rle_trans; [apply Sum_cauchy_schwarz |]. right.
      rewrite (Sum_ext _ (fun v => sqrt (chance_of_signs p v) ^ 2) (chance_of_signs p)), Sum_chances, Rmult_1_l.
      * apply Sum_ext. intros v. rewrite !Rpow_mult_distr, pow2_sqrt by (left; now apply chance_pos).
        unfold sgn. destruct (bit v j); ring.
      * intros v. apply pow2_sqrt. left. now apply chance_pos.
    + intros v. rewrite <- Rmult_assoc, sqrt_sqrt by (left; now apply chance_pos).
      unfold with_bit, sgn. destruct (bit v j); simpl; ring.
  - right. apply pow2_sqrt. eapply Rle_trans; [| apply (near (fun _ _ _ => 0))]; [right | intros v j z; lra].
    rewrite (Sum_ext _ _ (fun _ => 0)), Sum_const; [ring |]. intros j.
    rewrite (E_ext V _ (fun _ => 0)); [apply E_const |]. intros v. rewrite !E_const. ring.
Qed.
