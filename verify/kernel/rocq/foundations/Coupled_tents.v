(** * Samples that are drawn together, with the same features; those of two laws of tents

    A data set is a list of features, each with a label. Its law is that of so many samples. *)

From Foundations Require Export Tents.
Import ListNotations.
Open Scope R_scope.

(** ** Algorithms on samples *)

Definition label_learner X Y T := algorithm (X * Y) T.

(** The chances of answers change by the factor exp e at most with the label of one sample. *)
Definition samples_label_private {X Y T} (L : label_learner X Y T) e := forall before x y z after,
  ratio_most (L (before ++ (x, y) :: after)) (L (before ++ (x, z) :: after)) e.

(** a and b are the chances that a test errs at data of P and at as many of Q that are drawn together with the same
    features, l of whose labels differ: on average as few samples as can be. *)
Definition coupled_samples {W X Y} (O : space W) (test : label_learner X Y bool) (P Q : law (list (X * Y)))
    (a b l : W -> R) :=
  exists D D' : W -> list (X * Y), drawn_as O D P /\ drawn_as O D' Q /\
  almost_surely O (fun w => map fst (D w) = map fst (D' w)) /\
  almost_eq O a (fun w => 1 - accepts test (D w)) /\ almost_eq O b (fun w => accepts test (D' w)) /\
  almost_eq O l (fun w => differing (D w) (D' w)) /\
  forall (J : law (list (X * Y) * list (X * Y))) c, has_parts J P Q ->
  mean_most J (fun d => differing (fst d) (snd d)) c -> expectation O l <= c.

(** Then they are so many samples that are drawn together. *)
Lemma coupled_samples_are_coupled {W X Y} (O : space W) (test : label_learner X Y bool) P Q a b l :
  coupled_samples O test P Q a b l -> coupled_errors O test P Q a b l.
Proof.
  intros (D & D' & first & second & same & errors). exists D, D'. repeat (split; [assumption |]).
  split; [| exact errors]. refine (probability_0_mono O _ _ _ same). intros w apart same_features. apply apart.
  now rewrite <- (map_length fst (D w)), same_features, map_length.
Qed.

(** ** Couplings of many samples from one of a sample *)

Lemma label_of_power {A} (P : law A) n i (f : option A -> R) : (i < n)%nat ->
  E (power P n) (fun l => f (nth_error l i)) = E P (fun x => f (Some x)).
Proof.
  revert i. induction n as [| n IH]; intros i less; [lia |].
  change (E (power P n) (fun h => E P (fun z => f (nth_error (z :: h) i))) = E P (fun x => f (Some x))).
  destruct i as [| i]; [exact (E_const (power P n) (E P (fun x => f (Some x)))) |]. cbn [nth_error].
  rewrite (E_ext _ _ (fun h => f (nth_error h i))) by (intros h; apply E_const). apply IH. lia.
Qed.

Section Samples.
  Context {X Y : Type} (P Q : law (X * Y)) (J : law ((X * Y) * (X * Y))) (f : X * Y -> R).
  Hypotheses (parts : has_parts J P Q) (f_test : test f) (best : chance J differ <= E P f - E Q f)
    (same : forall g h, (forall x y z, g ((x, y), (x, z)) = h ((x, y), (x, z))) -> E J g = E J h).

  Fixpoint all_pairs (n : nat) : law (list (X * Y) * list (X * Y)) :=
    match n with
    | O => ret ([], [])
    | S k => bind (all_pairs k) (fun h => bind J (fun d => ret (fst d :: fst h, snd d :: snd h)))
    end.

  Lemma all_parts n : has_parts (all_pairs n) (power P n) (power Q n).
  Proof.
    induction n as [| n IH]; intros g G; [split; reflexivity |].
    assert (GC : forall l : list (X * Y), bounded (fun z => g (z :: l)))
      by (destruct G as [M G]; intros l; exists M; intros z; apply G).
    assert (GE : forall R' : law (X * Y), bounded (fun l => E R' (fun z => g (z :: l))))
      by (destruct G as [M G]; intros R'; exists M; intros l; apply E_small; intros z; apply G).
    split.
    - change (E (all_pairs n) (fun h => E J (fun d => g (fst d :: fst h))) =
        E (power P n) (fun l => E P (fun z => g (z :: l)))).
      rewrite <- (proj1 (IH _ (GE P))). apply E_ext. intros h. apply (proj1 (parts _ (GC (fst h)))).
    - change (E (all_pairs n) (fun h => E J (fun d => g (snd d :: snd h))) =
        E (power Q n) (fun l => E Q (fun z => g (z :: l)))).
      rewrite <- (proj2 (IH _ (GE Q))). apply E_ext. intros h. apply (proj2 (parts _ (GC (snd h)))).
  Qed.

  (** They have the same features, and are as many. *)
  Lemma all_same n g h :
    (forall l l', length l = n -> length l' = n -> map fst l = map fst l' -> g (l, l') = h (l, l')) ->
    E (all_pairs n) g = E (all_pairs n) h.
  Proof.
    revert g h. induction n as [| n IH]; intros g h agree; [now apply agree |].
    apply (IH (fun d => E J (fun z => g (fst z :: fst d, snd z :: snd d)))
      (fun d => E J (fun z => h (fst z :: fst d, snd z :: snd d)))).
    intros l l' L L' features. apply same. intros x y z. apply agree; simpl; congruence.
  Qed.

  Lemma all_differ n : mean_most (all_pairs n) (fun d => differing (fst d) (snd d)) (INR n * chance J differ).
  Proof.
    induction n as [| n IH]; intros c.
    - change (Rmin 0 c <= 0 * chance J differ). rewrite Rmult_0_l. apply Rmin_l.
    - rewrite S_INR, Rmult_plus_distr_r, Rmult_1_l, Rplus_comm.
      apply Rle_trans with (E (all_pairs n) (fun h => chance J differ + Rmin (differing (fst h) (snd h)) c)).
      + change (E (all_pairs n) (fun h => E J (fun d =>
            Rmin (indicator differ (fst d, snd d) + differing (fst h) (snd h)) c)) <=
          E (all_pairs n) (fun h => chance J differ + Rmin (differing (fst h) (snd h)) c)).
        assert (B : forall h : list (X * Y) * list (X * Y),
          bounded (fun d : (X * Y) * (X * Y) => Rmin (indicator differ (fst d, snd d) + differing (fst h) (snd h)) c)).
        { intros h. apply bounded_cut. intros d. pose proof (indicator_between differ (fst d, snd d)).
          pose proof (differing_ge_0 (fst h) (snd h)). lra. }
        apply E_mono.
        * apply bounded_between with (Rmin 0 c) c. intros h. apply E_between. intros d.
          pose proof (indicator_between differ (fst d, snd d)). pose proof (differing_ge_0 (fst h) (snd h)).
          unfold Rmin. repeat destruct (Rle_dec _ _); lra.
        * apply bounded_plus; [bounded | apply bounded_cut; intros h; apply differing_ge_0].
        * intros h. unfold chance. rewrite <- (E_const J (Rmin (differing (fst h) (snd h)) c)) at 1.
          rewrite <- E_plus by (apply bounded_indicator || apply bounded_const). apply E_mono; [apply B | |].
          -- apply bounded_plus; [apply bounded_indicator | apply bounded_const].
          -- intros [x y]. cbn [fst snd]. pose proof (indicator_between differ (x, y)).
             unfold Rmin. repeat destruct (Rle_dec _ _); lra.
      + rewrite E_plus, E_const by (bounded; apply bounded_cut; intros h; apply differing_ge_0).
        apply Rplus_le_compat_l, IH.
  Qed.

  (** No coupling of so many samples has fewer that differ on average. *)
  Lemma all_fewest n J' c : has_parts J' (power P n) (power Q n) ->
    mean_most J' (fun d => differing (fst d) (snd d)) c -> INR n * chance J differ <= c.
  Proof.
    intros parts' most. apply Rle_trans with (Sum (below n) (fun i => chance J' (differ_at i))).
    - rewrite <- Sum_below_const. apply Sum_le_in. intros i I. apply in_seq in I. eapply Rle_trans; [exact best |].
      apply (TV_of_draws P Q (power P n) (power Q n) i J' parts'); [| | exact f_test];
        intros g G; apply label_of_power; lia.
    - unfold chance. rewrite <- E_Sum by (intros; apply bounded_indicator).
      eapply Rle_trans; [| apply (most (INR n))]. apply E_mono.
      + apply bounded_between with 0 (INR n). intros d. split; [apply Sum_ge_0; intros; apply indicator_between |].
        rewrite <- (Rmult_1_r (INR n)), <- Sum_below_const. apply Sum_le. intros i. apply indicator_between.
      + apply bounded_cut. intros d. apply differing_ge_0.
      + intros [l l']. apply Rmin_glb; [apply places_differ |].
        rewrite <- (Rmult_1_r (INR n)), <- Sum_below_const. apply Sum_le. intros i. apply indicator_between.
  Qed.

  Lemma samples_are_coupled (A : label_learner X Y bool) n :
    exists B : Type, exists O : space B, exists a : B -> R, exists b : B -> R, exists l : B -> R, square_integrable O a
      /\ almost_le O (fun _ => 0) a /\ almost_le O a (fun _ => 1) /\ square_integrable O b /\
      almost_le O (fun _ => 0) b /\ almost_le O b (fun _ => 1) /\ square_integrable O l /\
      almost_le O (fun _ => 0) l /\ coupled_samples O A (power P n) (power Q n) a b l.
  Proof.
    set (few := fun d : list (X * Y) * list (X * Y) => Rmin (differing (fst d) (snd d)) (INR n)).
    assert (fewer : forall d, 0 <= few d <= INR n)
      by (intros d; split; [apply Rmin_glb; [apply differing_ge_0 | apply pos_INR] | apply Rmin_r]).
    assert (first01 : forall d : list (X * Y) * list (X * Y), 0 <= 1 - accepts A (fst d) <= 1)
      by (intros d; pose proof (accepts_between A (fst d)); lra).
    assert (second01 : forall d : list (X * Y) * list (X * Y), 0 <= accepts A (snd d) <= 1)
      by (intros d; apply accepts_between).
    exists (list (X * Y) * list (X * Y))%type, (space_of (all_pairs n)), (fun d => 1 - accepts A (fst d)),
      (fun d => accepts A (snd d)), few.
    split; [apply square_integrable_bounded; now apply bounded_between with 0 1 |].
    split; [apply surely_le; intros d; apply first01 |]. split; [apply surely_le; intros d; apply first01 |].
    split; [apply square_integrable_bounded; now apply bounded_between with 0 1 |].
    split; [apply surely_le; intros d; apply second01 |]. split; [apply surely_le; intros d; apply second01 |].
    split; [apply square_integrable_bounded; now apply bounded_between with 0 (INR n) |].
    split; [apply surely_le; intros d; apply fewer |].
    exists fst, snd. split; [| split; [| split; [| split; [| split; [| split]]]]].
    - intros g G. apply (proj1 (all_parts n g G)).
    - intros g G. apply (proj2 (all_parts n g G)).
    - change (E (all_pairs n) (indicator (fun d => ~ map fst (fst d) = map fst (snd d))) = 0).
      rewrite <- (E_const (all_pairs n) 0). apply all_same. intros l l' _ _ features. apply indicator_0. cbn [fst snd].
      tauto.
    - split; apply surely_le; intros d; lra.
    - split; apply surely_le; intros d; lra.
    - split; [apply surely_le; intros d; apply Rmin_l |].
      change (E (all_pairs n) (indicator (fun d => few d < differing (fst d) (snd d))) = 0).
      rewrite <- (E_const (all_pairs n) 0). apply all_same. intros l l' L L' _. apply indicator_0. unfold few.
      cbn [fst snd]. rewrite Rmin_left by now apply differing_most. lra.
    - intros J' c parts' most. eapply Rle_trans; [apply (all_differ n) |]. now apply (all_fewest n J' c).
  Qed.

  (** So few differ in any such draws. *)
  Lemma samples_that_differ {W} (O : space W) (A : label_learner X Y bool) n a b l :
    coupled_samples O A (power P n) (power Q n) a b l -> expectation O l <= INR n * chance J differ.
  Proof.
    intros (D & D' & _ & _ & _ & _ & _ & _ & least). apply (least (all_pairs n)); [apply all_parts | apply all_differ].
  Qed.
End Samples.

(** ** Labels of two means, drawn together *)

Section Labels.
  Variables (T q : R).
  Hypotheses (T_pos : 0 < T) (q_1 : q <= 1).

  Definition up_chance y := (q + y / T) / 2.
  Definition pair_points : list (R * R) := [(T, T); (- T, - T); (0, 0); (T, - T); (- T, T)].
  Definition pair_weights y y' : list R :=
    [Rmin (up_chance y) (up_chance y'); Rmin (q - up_chance y) (q - up_chance y'); 1 - q;
     Rmax 0 (up_chance y - up_chance y'); Rmax 0 (up_chance y' - up_chance y)].

  Lemma up_chance_between y : Rabs y <= T * q -> 0 <= up_chance y <= q.
  Proof.
    intros small. apply Rabs_le_between in small. assert (lean : - q <= y / T <= q).
    { split; [apply Rle_div_r | apply Rle_div_l]; try exact T_pos; lra. }
    unfold up_chance. lra.
  Qed.

  Lemma weights_right y y' : Rabs y <= T * q -> Rabs y' <= T * q ->
    is_weight (below 5) (fun i => nth i (pair_weights y y') 0).
  Proof.
    intros small small'. pose proof (up_chance_between y small). pose proof (up_chance_between y' small'). split.
    - intros i. unfold pair_weights. do 5 (destruct i as [| i]; [cbn [nth]; first [lra |
        apply Rmin_glb; lra | apply Rmax_l] |]). destruct i; simpl; lra.
    - unfold pair_weights, below. cbn [seq Sum nth]. unfold Rmin, Rmax. repeat destruct (Rle_dec _ _); lra.
  Qed.

  Definition label_pair y y' small small' : law (R * R) :=
    bind (finite (below 5) _ (weights_right y y' small small')) (fun i => ret (nth i pair_points (0, 0))).

  Lemma E_label_pair y y' small small' g : E (label_pair y y' small small') g =
    Rmin (up_chance y) (up_chance y') * g (T, T) + Rmin (q - up_chance y) (q - up_chance y') * g (- T, - T) +
    (1 - q) * g (0, 0) + Rmax 0 (up_chance y - up_chance y') * g (T, - T) +
    Rmax 0 (up_chance y' - up_chance y) * g (- T, T).
  Proof. unfold label_pair. cbn [E bind finite ret]. unfold below, pair_weights, pair_points. simpl. now rewrite Rplus_0_r, <- !Rplus_assoc. Qed.

  Lemma label_pair_parts y y' small small' g :
    E (label_pair y y' small small') (fun d => g (fst d)) = E (tent_label T q y) g /\
    E (label_pair y y' small small') (fun d => g (snd d)) = E (tent_label T q y') g.
  Proof.
    rewrite !E_label_pair, !E_tent_label by assumption. cbn [fst snd]. fold (up_chance y) (up_chance y').
    replace ((q - y / T) / 2) with (q - up_chance y) by (unfold up_chance; field; lra).
    replace ((q - y' / T) / 2) with (q - up_chance y') by (unfold up_chance; field; lra).
    destruct (Rle_dec (up_chance y) (up_chance y')) as [less | more].
    - rewrite (Rmin_left (up_chance y)), (Rmin_right (q - _)), (Rmax_left 0), (Rmax_right 0) by lra. split; ring.
    - rewrite (Rmin_right (up_chance y)), (Rmin_left (q - _)), (Rmax_right 0), (Rmax_left 0) by lra. split; ring.
  Qed.
End Labels.

(** ** Samples of two laws of tents *)

Section Pairs.
  Variables (U : uniform_laws) (v : list bool) (k : nat) (h beta : R) (d : nat) (c T q : R).
  Hypotheses (T_pos : 0 < T) (q_1 : q <= 1) (beta_pos : 0 < beta) (c_pos : 0 < c) (d_1 : (1 <= d)%nat)
    (h_pos : 0 < h) (k_1 : (1 <= k)%nat) (low : raise h beta <= T * q).

  Let at_place w u := tent_mean w h beta d c (in_support d c u).
  Let other := flipped_sign v k.

  Lemma mean_fits w u : Rabs (at_place w u) <= T * q.
  Proof. eapply Rle_trans; [exact (mean_small h beta d c beta_pos d_1 h_pos w _) | exact low]. Qed.

  Definition tent_pair : law ((vector * R) * (vector * R)) := bind (uniform_on_cube U d) (fun u =>
    bind (label_pair T q T_pos q_1 (at_place v u) (at_place other u) (mean_fits v u) (mean_fits other u))
      (fun y => ret ((in_support d c u, fst y), (in_support d c u, snd y)))).

  Lemma tent_pair_parts : has_parts tent_pair (tent_law U v h beta d c T q) (tent_law U other h beta d c T q).
  Proof.
    intros g G. split; (cbn [E bind tent_pair tent_law ret fst snd]; apply E_ext; intros u).
    - exact (proj1 (label_pair_parts T q T_pos q_1 _ _ (mean_fits v u) (mean_fits other u)
        (fun y => g (in_support d c u, y)))).
    - exact (proj2 (label_pair_parts T q T_pos q_1 _ _ (mean_fits v u) (mean_fits other u)
        (fun y => g (in_support d c u, y)))).
  Qed.

  Lemma tent_pair_same g g' : (forall x y z, g ((x, y), (x, z)) = g' ((x, y), (x, z))) ->
    E tent_pair g = E tent_pair g'.
  Proof. intros agree. cbn [E bind tent_pair ret]. apply E_ext. intros u. apply E_ext. intros y. apply agree. Qed.

  (** The test for the label that the larger mean has more often. *)
  Let larger : event (vector * R) := fun s =>
    (tent_mean other h beta d c (fst s) <= tent_mean v h beta d c (fst s) /\ snd s = T) \/
    (tent_mean v h beta d c (fst s) < tent_mean other h beta d c (fst s) /\ snd s = - T).
  Let gap u := Rabs (at_place v u - at_place other u) / 2.

  Let bounded_gap : bounded (fun u => gap u / T).
  Proof.
    apply bounded_div. apply bounded_between with 0 (T * q). intros u. unfold gap.
    pose proof (mean_fits v u). pose proof (mean_fits other u). pose proof (Rabs_pos (at_place v u - at_place other u)).
    pose proof (Rabs_triang (at_place v u) (- at_place other u)) as sum. rewrite Rabs_Ropp in sum.
    change (at_place v u + - at_place other u) with (at_place v u - at_place other u) in sum. lra.
  Qed.

  Lemma tent_pair_differs : chance tent_pair differ <= E (uniform_on_cube U d) (fun u => gap u / T).
  Proof.
    unfold chance. cbn [E bind tent_pair]. apply E_mono; [| exact bounded_gap |].
    - apply bounded_between with 0 1. intros u. apply E_between. intros y. cbn [ret E]. apply indicator_between.
    - intros u. rewrite E_label_pair. cbn [ret E fst snd].
      rewrite !(indicator_0 differ ((in_support d c u, _), (in_support d c u, _))) by (unfold differ; cbn [fst snd]; tauto).
      pose proof (indicator_between differ ((in_support d c u, T), (in_support d c u, - T))).
      pose proof (indicator_between differ ((in_support d c u, - T), (in_support d c u, T))).
      assert (is : up_chance T q (at_place v u) - up_chance T q (at_place other u) =
        (at_place v u - at_place other u) / 2 / T) by (unfold up_chance; field; lra).
      set (p := up_chance T q (at_place v u)) in *. set (p' := up_chance T q (at_place other u)) in *.
      unfold gap. set (m := at_place v u - at_place other u) in *.
      assert (inverse : 0 < / T) by now apply Rinv_0_lt_compat.
      unfold Rabs, Rmax. unfold Rdiv in *. repeat destruct (Rle_dec _ _); destruct (Rcase_abs m); nra.
  Qed.

  Lemma larger_test : test (indicator larger).
  Proof. intros s. apply indicator_between. Qed.

  Lemma E_larger w : E (tent_law U w h beta d c T q) (indicator larger) = E (uniform_on_cube U d) (fun u =>
    if Rle_dec (at_place other u) (at_place v u) then up_chance T q (at_place w u) else q - up_chance T q (at_place w u)).
  Proof.
    cbn [E bind tent_law]. apply E_ext. intros u. rewrite E_tent_label; [| exact T_pos | exact q_1 | apply mean_fits].
    cbn [ret E]. fold (at_place w u). fold (up_chance T q (at_place w u)).
    destruct (Rle_dec (at_place other u) (at_place v u)) as [up | down].
    - rewrite (indicator_1 larger (_, T)) by (left; split; [exact up | reflexivity]).
      rewrite !(indicator_0 larger) by (intros [[_ is] | [less _]]; cbn [fst snd] in *; [lra |];
        unfold at_place in up; lra). ring.
    - rewrite (indicator_1 larger (_, - T)) by (right; split; [apply Rnot_le_lt; exact down | reflexivity]).
      rewrite !(indicator_0 larger) by (intros [[less _] | [_ is]]; cbn [fst snd] in *; [| lra];
        unfold at_place in down; lra). unfold up_chance. field. lra.
  Qed.

  Lemma tents_differ_by : E (tent_law U v h beta d c T q) (indicator larger) -
    E (tent_law U other h beta d c T q) (indicator larger) = E (uniform_on_cube U d) (fun u => gap u / T).
  Proof.
    rewrite !E_larger. rewrite <- E_minus.
    - apply E_ext. intros u. unfold gap, up_chance.
      destruct (Rle_dec (at_place other u) (at_place v u)).
      + rewrite Rabs_right by lra. field. lra.
      + rewrite Rabs_left by lra. field. lra.
    - apply bounded_between with 0 q. intros u. pose proof (up_chance_between T q T_pos _ (mean_fits v u)).
      destruct (Rle_dec _ _); lra.
    - apply bounded_between with 0 q. intros u. pose proof (up_chance_between T q T_pos _ (mean_fits other u)).
      destruct (Rle_dec _ _); lra.
  Qed.

  Lemma tent_pair_best : chance tent_pair differ <= E (tent_law U v h beta d c T q) (indicator larger) -
    E (tent_law U other h beta d c T q) (indicator larger).
  Proof. rewrite tents_differ_by. exact tent_pair_differs. Qed.

  (** The chance that a label differs: the integral of a tent, relative to T. *)
  Lemma tent_pair_differs_most :
    chance tent_pair differ <= raise h (beta + INR d) * tent_norm U d beta 1 * c / T.
  Proof.
    eapply Rle_trans; [exact tent_pair_differs |].
    pose proof (power_of_gap h beta d c beta_pos d_1 c_pos h_pos U v k 1 ltac:(lra) k_1) as total.
    rewrite Rmult_1_l in total.
    assert (B : bounded gap).
    { apply bounded_between with 0 (T * q). intros u. unfold gap.
      pose proof (mean_fits v u). pose proof (mean_fits other u).
      pose proof (Rabs_pos (at_place v u - at_place other u)).
      pose proof (Rabs_triang (at_place v u) (- at_place other u)) as sum. rewrite Rabs_Ropp in sum.
      change (at_place v u + - at_place other u) with (at_place v u - at_place other u) in sum. lra. }
    rewrite E_div by exact B. unfold Rdiv. apply Rmult_le_compat_r; [left; now apply Rinv_0_lt_compat |].
    eapply Rle_trans; [right | eapply Rle_trans; [exact total | right; ring]].
    apply E_ext. intros u. symmetry. apply raise_1. unfold gap. pose proof (Rabs_pos (at_place v u - at_place other u)).
    unfold at_place, other in *. lra.
  Qed.
End Pairs.
