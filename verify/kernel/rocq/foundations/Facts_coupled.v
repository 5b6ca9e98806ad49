(** * Facts of the calculus about labels that are drawn together *)

From Foundations Require Import Protocols Nouns Events Random_reals Polls Coupled Local_averages Coupled_labels
  Sign_vectors.
Import ListNotations.
Open Scope R_scope.

(** Linearity: each draw of a coupling has its own law. *)
Theorem fact_errors_at_coupled_data :
  forall (B C : Type) (O_ : space B) (A : algorithm C bool) (P Q : law (list C)) (a b l : B -> R),
  square_integrable O_ a ->
  almost_le O_ (fun _ => 0) a ->
  almost_le O_ a (fun _ => 1) ->
  square_integrable O_ b ->
  almost_le O_ (fun _ => 0) b ->
  almost_le O_ b (fun _ => 1) ->
  square_integrable O_ l ->
  almost_le O_ (fun _ => 0) l ->
  coupled_errors O_ A P Q a b l ->
  test_risk (accepts A) P Q = expectation O_ a / 2 + expectation O_ b / 2.
Proof.
  intros B C O A P Q a b l a2 _ _ b2 _ _ _ _ (D & D' & first & second & _ & a_is & b_is & _).
  assert (accepted : bounded (accepts A)) by (apply bounded_between with 0 1, accepts_between).
  assert (B1 : bounded (fun w => 1 - accepts A (D w)))
    by (apply bounded_between with 0 1; intros w; pose proof (accepts_between A (D w)); lra).
  assert (B2 : bounded (fun w => accepts A (D' w)))
    by (apply bounded_between with 0 1; intros w; apply accepts_between).
  rewrite (expectation_equal O a _ (square_integrable_integrable O a a2) (integrable_bounded O _ B1) a_is).
  rewrite (expectation_equal O b _ (square_integrable_integrable O b b2) (integrable_bounded O _ B2) b_is).
  rewrite (first (fun data => 1 - accepts A data)), (second (accepts A)) by bounded. unfold test_risk. field.
Qed.

(** ** Group privacy *)

(** Of coupled data, all that holds almost surely at once. *)
Lemma coupled_surely {W C} (O : space W) (A : algorithm C bool) P Q a b l : coupled_errors O A P Q a b l ->
  exists D D' : W -> list C, almost_surely O (fun w => length (D w) = length (D' w) /\
    a w = 1 - accepts A (D w) /\ b w = accepts A (D' w) /\ l w = differing (D w) (D' w)).
Proof.
  intros (D & D' & _ & _ & same & a_is & b_is & l_is & _). exists D, D'.
  apply surely_both; [exact same |]. apply surely_both; [now apply surely_equal |].
  apply surely_both; now apply surely_equal.
Qed.

Lemma differing_sym {C} (one other : list C) : length one = length other -> differing one other = differing other one.
Proof. intros same. rewrite <- !differing_is by congruence. rewrite same. apply labels_apart_sym. Qed.

(** Dwork and Roth 2014, Theorem 2.2: the answer - at both data. *)
Theorem fact_group_privacy_of_rejecting :
  forall (B C : Type) (O_ : space B) (A : algorithm C bool) (P Q : law (list C))
    (a b : B -> R) (epsilon : R) (l : B -> R),
  square_integrable O_ a ->
  almost_le O_ (fun _ => 0) a ->
  almost_le O_ a (fun _ => 1) ->
  square_integrable O_ b ->
  almost_le O_ (fun _ => 0) b ->
  almost_le O_ b (fun _ => 1) ->
  0 <= epsilon ->
  square_integrable O_ l ->
  almost_le O_ (fun _ => 0) l ->
  coupled_errors O_ A P Q a b l ->
  label_private (accepts A) epsilon ->
  almost_le O_ (fun w => 1) (fun w => a w * exp (epsilon * l w) + b w).
Proof.
  intros B C O A P Q a b e l _ _ _ _ _ _ _ _ _ joint private.
  destruct (coupled_surely O A P Q a b l joint) as (D & D' & surely). apply almost_surely_le.
  refine (probability_0_mono O _ _ _ surely). intros w less (same & a_is & b_is & l_is). apply less.
  rewrite a_is, b_is, l_is.
  pose proof (group_privacy (fun data => 1 - accepts A data) e (D w) (D' w)) as group. cbv beta in group.
  rewrite differing_is in group by exact same.
  enough (1 - accepts A (D' w) <= exp (e * differing (D w) (D' w)) * (1 - accepts A (D w))) by lra.
  apply group; [intros; apply private | | exact same]. intros data. pose proof (accepts_between A data). lra.
Qed.

(** Dwork and Roth 2014, Theorem 2.2: the answer + at both data. *)
Theorem fact_group_privacy_of_accepting :
  forall (B C : Type) (O_ : space B) (A : algorithm C bool) (P Q : law (list C))
    (a b : B -> R) (epsilon : R) (l : B -> R),
  square_integrable O_ a ->
  almost_le O_ (fun _ => 0) a ->
  almost_le O_ a (fun _ => 1) ->
  square_integrable O_ b ->
  almost_le O_ (fun _ => 0) b ->
  almost_le O_ b (fun _ => 1) ->
  0 <= epsilon ->
  square_integrable O_ l ->
  almost_le O_ (fun _ => 0) l ->
  coupled_errors O_ A P Q a b l ->
  label_private (accepts A) epsilon ->
  almost_le O_ (fun w => 1) (fun w => b w * exp (epsilon * l w) + a w).
Proof.
  intros B C O A P Q a b e l _ _ _ _ _ _ _ _ _ joint private.
  destruct (coupled_surely O A P Q a b l joint) as (D & D' & surely). apply almost_surely_le.
  refine (probability_0_mono O _ _ _ surely). intros w less (same & a_is & b_is & l_is). apply less.
  rewrite a_is, b_is, l_is.
  pose proof (group_privacy (accepts A) e (D' w) (D w)) as group.
  rewrite differing_is, differing_sym in group by congruence.
  enough (accepts A (D w) <= exp (e * differing (D w) (D' w)) * accepts A (D' w)) by lra.
  apply group; [intros; apply private | intros data; apply accepts_between | congruence].
Qed.

(** ** Couplings *)

(** Maximal coupling of each label: Levin, Peres and Wilmer 2009, Proposition 4.7. *)
Theorem fact_labels_are_coupled : forall (C : Type) (A : algorithm C bool) (P Q : law (list C)) (n : nat),
  (1 <= n)%nat ->
  independent_labels P Q n ->
  exists B : Type, exists O_ : space B, exists a : B -> R, exists b : B -> R, exists l : B -> R, square_integrable O_ a
    /\ almost_le O_ (fun _ => 0) a /\ almost_le O_ a (fun _ => 1) /\ square_integrable O_ b /\ almost_le O_ (fun _ => 0)
    b /\ almost_le O_ b (fun _ => 1) /\ square_integrable O_ l /\ almost_le O_ (fun _ => 0) l /\ coupled_errors O_ A P Q
    a b l.
Proof.
  intros C A P Q n _ (p & q & P_is & Q_is & values).
  destruct (coupling_of_labels p q n values) as (J & parts & long & few).
  set (few_n := fun d : list C * list C => Rmin (differing (fst d) (snd d)) (INR n)).
  assert (fewer : forall d, 0 <= few_n d <= INR n)
    by (intros d; split; [apply Rmin_glb; [apply differing_ge_0 | apply pos_INR] | apply Rmin_r]).
  assert (first01 : forall d : list C * list C, 0 <= 1 - accepts A (fst d) <= 1)
    by (intros d; pose proof (accepts_between A (fst d)); lra).
  assert (second01 : forall d : list C * list C, 0 <= accepts A (snd d) <= 1) by (intros d; apply accepts_between).
  exists (list C * list C)%type, (space_of J), (fun d => 1 - accepts A (fst d)), (fun d => accepts A (snd d)), few_n.
  split; [apply square_integrable_bounded; now apply bounded_between with 0 1 |].
  split; [apply surely_le; intros d; apply first01 |]. split; [apply surely_le; intros d; apply first01 |].
  split; [apply square_integrable_bounded; now apply bounded_between with 0 1 |].
  split; [apply surely_le; intros d; apply second01 |]. split; [apply surely_le; intros d; apply second01 |].
  split; [apply square_integrable_bounded; now apply bounded_between with 0 (INR n) |].
  split; [apply surely_le; intros d; apply fewer |].
  exists fst, snd. split; [| split; [| split; [| split; [| split; [| split]]]]].
  - intros f F. rewrite (P_is f F). apply (proj1 (parts f F)).
  - intros f F. rewrite (Q_is f F). apply (proj2 (parts f F)).
  - change (E J (indicator (fun d => ~ length (fst d) = length (snd d))) = 0).
    rewrite <- (E_const J 0). apply long. intros one other L L'. apply indicator_0. cbn [fst snd]. lia.
  - split; apply surely_le; intros d; lra.
  - split; apply surely_le; intros d; lra.
  - split.
    + apply surely_le. intros d. apply Rmin_l.
    + change (E J (indicator (fun d => few_n d < differing (fst d) (snd d))) = 0).
      rewrite <- (E_const J 0). apply long. intros one other L L'. apply indicator_0. unfold few_n. cbn [fst snd].
      rewrite Rmin_left by now apply differing_most. lra.
  - intros J' c parts' most. exact (fewest_places P Q p q n J J' c P_is Q_is few parts' most).
Qed.

(** Maximal coupling of each label: Levin, Peres and Wilmer 2009, Proposition 4.7. *)
Theorem fact_labels_that_differ :
  forall (B C : Type) (O_ : space B) (A : algorithm C bool) (P Q : law (list C)) (a b l : B -> R) (n : nat),
  square_integrable O_ a ->
  almost_le O_ (fun _ => 0) a ->
  almost_le O_ a (fun _ => 1) ->
  square_integrable O_ b ->
  almost_le O_ (fun _ => 0) b ->
  almost_le O_ b (fun _ => 1) ->
  square_integrable O_ l ->
  almost_le O_ (fun _ => 0) l ->
  (1 <= n)%nat ->
  coupled_errors O_ A P Q a b l ->
  independent_labels P Q n ->
  (forall c : R, (exists x : nat -> R, (forall i : nat, (1 <= i)%nat -> (i <= n)%nat -> TV_most (label P (i -
    1)) (label Q (i - 1)) (x i)) /\ Sum (seq 1 n) (fun i => x i) <= c) -> expectation O_ l <= c) /\ (exists x : nat ->
    R, (forall i_ : nat, (1 <= i_)%nat -> (i_ <= n)%nat -> TV_most (label P (i_ - 1)) (label Q (i_ - 1)) (x i_)) /\ Sum
    (seq 1 n) (fun i_ => x i_) <= expectation O_ l).
Proof.
  intros B C O A P Q a b l n _ _ _ _ _ _ l2 _ _ (D & D' & first & second & _ & _ & _ & l_is & least)
    (p & q & P_is & Q_is & values).
  assert (GN : forall (i : nat) (f : option C -> R), bounded f -> bounded (fun data : list C => f (nth_error data i)))
    by (intros i f [M F]; exists M; intros data; apply F).
  split.
  - intros c (x & close & total). destruct (coupling_of_labels p q n values) as (J & parts & long & few).
    apply Rle_trans with (Sum (seq 1 n) x); [| exact total]. clear c total.
    replace (Sum (seq 1 n) x) with (Sum (below n) (fun i => x (S i)))
      by (unfold below; rewrite <- seq_shift, Sum_map; reflexivity).
    assert (few_x : E J (fun d => Rmin (differing (fst d) (snd d)) (INR n)) <= Sum (below n) (fun i => x (S i))).
    { apply few. intros i less f F. set (g := fun o => match o with Some y => f y | None => 0 end).
      assert (G : test g) by (intros [y |]; [apply F | simpl; lra]). pose proof (bounded_test g G) as GB.
      specialize (close (S i) ltac:(lia) ltac:(lia) g G).
      change (E (label P (S i - 1)) g) with (E P (fun data => g (nth_error data (S i - 1)))) in close.
      change (E (label Q (S i - 1)) g) with (E Q (fun data => g (nth_error data (S i - 1)))) in close.
      replace (S i - 1)%nat with i in close by lia.
      rewrite (P_is _ (GN i g GB)), (Q_is _ (GN i g GB)), !label_of_product in close by exact less. exact close. }
    apply (least J).
    + intros f F. rewrite (P_is f F), (Q_is f F). apply (parts f F).
    + intros c. eapply Rle_trans; [| exact few_x].
      rewrite (long (fun d => Rmin (differing (fst d) (snd d)) c)
        (fun d => Rmin (Rmin (differing (fst d) (snd d)) (INR n)) c)).
      * apply E_mono; [apply bounded_cut | apply bounded_cut; intros d; apply differing_ge_0 | intros d; apply Rmin_l].
        intros d. apply Rmin_glb; [apply differing_ge_0 | apply pos_INR].
      * intros one other L L'. cbn [fst snd]. now rewrite (Rmin_left _ (INR n)) by now apply differing_most.
  - exists (fun i => probability O (fun w => differ_at (i - 1) (D w, D' w))). split.
    + intros i low high f F. pose proof (bounded_test f F) as FB.
      change (E P (fun data => f (nth_error data (i - 1))) - E Q (fun data => f (nth_error data (i - 1))) <=
        probability O (fun w => differ_at (i - 1) (D w, D' w))).
      rewrite <- (first _ (GN (i - 1)%nat f FB)), <- (second _ (GN (i - 1)%nat f FB)).
      assert (B1 : bounded (fun w => f (nth_error (D w) (i - 1))))
        by (apply bounded_between with 0 1; intros w; apply F).
      assert (B2 : bounded (fun w => f (nth_error (D' w) (i - 1))))
        by (apply bounded_between with 0 1; intros w; apply F).
      rewrite <- expectation_minus by now apply integrable_bounded.
      apply expectation_mono; [apply integrable_bounded; bounded | apply integrable_indicator |].
      intros w. rewrite indicator_holds. destruct (holds _ w) eqn:apart.
      * pose proof (F (nth_error (D w) (i - 1))). pose proof (F (nth_error (D' w) (i - 1))). lra.
      * apply (proj1 (holds_false _ _)) in apart. unfold differ_at in apart. cbn [fst snd] in apart.
        apply NNPP in apart. rewrite apart. lra.
    + unfold probability. rewrite <- expectation_Sum by (intros; apply integrable_indicator).
      apply (expectation_monotone O); [| now apply square_integrable_integrable |].
      * apply integrable_Sum. intros i. apply integrable_indicator.
      * eapply almost_le_trans; [apply surely_le | apply l_is]. intros w.
        eapply Rle_trans; [| apply (places_differ (D w) (D' w) n)]. right.
        unfold below. rewrite <- seq_shift, Sum_map. apply Sum_ext. intros i.
        replace (S i - 1)%nat with i by lia. apply indicator_same. reflexivity.
Qed.

(** ** Signs *)

(** Counting: so many signs of one vector are turned. *)
Theorem fact_signs_of_opposite_means_are_coupled : forall (A : algorithm bool bool) (n : nat) (t : R) (h : nat),
  (1 <= n)%nat ->
  (1 + t) * INR n / 2 = INR h ->
  0 <= t ->
  t <= 1 ->
  exists B : Type, exists O_ : space B, exists a : B -> R, exists b : B -> R, exists l : B -> R, square_integrable O_ a
    /\ almost_le O_ (fun _ => 0) a /\ almost_le O_ a (fun _ => 1) /\ square_integrable O_ b /\ almost_le O_ (fun _ => 0)
    b /\ almost_le O_ b (fun _ => 1) /\ square_integrable O_ l /\ almost_le O_ (fun _ => 0) l /\ coupled_errors O_ A
    (signs_of_mean n t) (signs_of_mean n (- t)) a b l.
Proof.
  intros A n t h _ places t_0 t_1. set (J := opposite_signs n h t places t_0 t_1).
  pose proof (opposite_parts n h t places t_0 t_1) as parts. fold J in parts.
  assert (first01 : forall d : list bool * list bool, 0 <= 1 - accepts A (fst d) <= 1)
    by (intros d; pose proof (accepts_between A (fst d)); lra).
  assert (second01 : forall d : list bool * list bool, 0 <= accepts A (snd d) <= 1)
    by (intros d; apply accepts_between).
  pose proof (pos_INR n) as N.
  exists (list bool * list bool)%type, (space_of J), (fun d => 1 - accepts A (fst d)), (fun d => accepts A (snd d)),
    (fun _ => INR n * t).
  split; [apply square_integrable_bounded; now apply bounded_between with 0 1 |].
  split; [apply surely_le; intros d; apply first01 |]. split; [apply surely_le; intros d; apply first01 |].
  split; [apply square_integrable_bounded; now apply bounded_between with 0 1 |].
  split; [apply surely_le; intros d; apply second01 |]. split; [apply surely_le; intros d; apply second01 |].
  split; [apply square_integrable_const |]. split; [apply surely_le; intros d; nra |].
  assert (never : forall S : event (list bool * list bool),
    (forall v w, length v = n -> length w = n -> differing v w = INR n * t -> ~ S (v, w)) -> E J (indicator S) = 0).
  { intros S no. rewrite <- (E_const J 0). apply (opposite_only n h t places t_0 t_1). intros v w V W D.
    apply indicator_0. now apply no. }
  exists fst, snd. split; [| split; [| split; [| split; [| split; [| split]]]]].
  - intros f F. apply (proj1 (parts f F)).
  - intros f F. apply (proj2 (parts f F)).
  - apply (never (fun d => ~ length (fst d) = length (snd d))). intros v w V W _. cbn [fst snd]. lia.
  - split; apply surely_le; intros d; lra.
  - split; apply surely_le; intros d; lra.
  - split.
    + apply (never (fun d => differing (fst d) (snd d) < INR n * t)). intros v w _ _ D. cbn [fst snd]. lra.
    + apply (never (fun d => INR n * t < differing (fst d) (snd d))). intros v w _ _ D. cbn [fst snd]. lra.
  - intros J' c parts' most. rewrite expectation_const. exact (signs_apart_least n h t places t_0 t_1 J' c parts' most).
Qed.

(** Counting: n t signs are turned. *)
Theorem fact_signs_of_opposite_means :
  forall (B : Type) (O_ : space B) (A : algorithm bool bool) (a b l : B -> R) (n : nat) (t : R) (h : nat),
  square_integrable O_ a ->
  almost_le O_ (fun _ => 0) a ->
  almost_le O_ a (fun _ => 1) ->
  square_integrable O_ b ->
  almost_le O_ (fun _ => 0) b ->
  almost_le O_ b (fun _ => 1) ->
  square_integrable O_ l ->
  almost_le O_ (fun _ => 0) l ->
  (1 <= n)%nat ->
  (1 + t) * INR n / 2 = INR h ->
  coupled_errors O_ A (signs_of_mean n t) (signs_of_mean n (- t)) a b l ->
  0 <= t ->
  t <= 1 ->
  expectation O_ l = INR n * t.
Proof.
  intros B O A a b l n t h _ _ _ _ _ _ l2 _ _ places (D & D' & first & second & _ & _ & _ & l_is & least) t_0 t_1.
  apply Rle_antisym.
  - apply (least (opposite_signs n h t places t_0 t_1)); [apply opposite_parts |]. intros c.
    rewrite (opposite_only n h t places t_0 t_1 _ (fun _ => Rmin (INR n * t) c)).
    + rewrite E_const. apply Rmin_l.
    + intros v w _ _ apart. cbn [fst snd]. now rewrite apart.
  - set (counted := fun v => Rmin (votes v) (INR n)). assert (BC : bounded counted) by apply bounded_counted.
    rewrite <- (mean_counted n h t places t_0 t_1). fold counted. rewrite <- (first _ BC), <- (second _ BC).
    assert (B1 : bounded (fun w => counted (D w))) by (destruct BC as [M H]; exists M; intros w; apply H).
    assert (B2 : bounded (fun w => counted (D' w))) by (destruct BC as [M H]; exists M; intros w; apply H).
    rewrite <- expectation_minus by now apply integrable_bounded.
    apply expectation_monotone; [apply integrable_bounded; bounded | now apply square_integrable_integrable |].
    eapply almost_le_trans; [apply surely_le | apply l_is]. intros w.
    eapply Rle_trans; [apply (counted_apart n) | apply Rmin_l].
Qed.

(** ** The errors of a private test *)

(** x/(1 + x)^2 falls from 1 on. *)
Lemma ratio_falls x y : 1 <= x -> x <= y -> y / (1 + y) ^ 2 <= x / (1 + x) ^ 2.
Proof.
  intros x_1 le. assert (0 < (1 + x) ^ 2) by (apply pow_lt; lra). assert (0 < (1 + y) ^ 2) by (apply pow_lt; lra).
  apply (Rmult_le_reg_r ((1 + x) ^ 2 * (1 + y) ^ 2)); [now apply Rmult_lt_0_compat |].
  replace (y / (1 + y) ^ 2 * ((1 + x) ^ 2 * (1 + y) ^ 2)) with (y * (1 + x) ^ 2) by (field; lra).
  replace (x / (1 + x) ^ 2 * ((1 + x) ^ 2 * (1 + y) ^ 2)) with (x * (1 + y) ^ 2) by (field; lra).
  enough (0 <= (y - x) * (x * y - 1)) by lra. apply Rmult_le_pos; nra.
Qed.

(** 1/(1 + e^x) is convex from 0 on: it lies above its tangents there. *)
Lemma logistic_above_tangent x y : 0 <= x -> 0 <= y ->
  / (1 + exp x) - exp x / (1 + exp x) ^ 2 * (y - x) <= / (1 + exp y).
Proof.
  intros x_0 y_0.
  destruct (MVT_gen (fun t => / (1 + exp t)) x y (fun t => - (exp t / (1 + exp t) ^ 2))) as (c & between & diff).
  - intros t _. pose proof (exp_pos t). auto_derive; [lra |]. field. lra.
  - intros t _. pose proof (exp_pos t). apply derivable_continuous_pt. apply ex_derive_Reals_0. auto_derive. lra.
  - assert (grows : forall s t, 0 <= s -> s <= t -> exp t / (1 + exp t) ^ 2 <= exp s / (1 + exp s) ^ 2).
    { intros s t s_0 le. apply ratio_falls; [rewrite <- exp_0; now apply exp_le | now apply exp_le]. }
    unfold Rmin, Rmax in between. destruct (Rle_dec x y).
    + pose proof (grows x c x_0 ltac:(lra)). nra.
    + pose proof (grows c x ltac:(lra) ltac:(lra)). nra.
Qed.

(** With errors a and b at data of which l differ, which e^(eps l) relates as group privacy does: 1/(1 + e^(eps l)) at
    least on average, by Jensen at the mean of l. *)
Lemma errors_of_private_test {B} (O : space B) a b l eps : 0 < eps -> square_integrable O a -> square_integrable O b ->
  square_integrable O l -> almost_le O (fun _ => 0) l ->
  almost_le O (fun _ => 1) (fun w => a w * exp (eps * l w) + b w) ->
  almost_le O (fun _ => 1) (fun w => b w * exp (eps * l w) + a w) ->
  / (1 + exp (eps * expectation O l)) <= expectation O a / 2 + expectation O b / 2.
Proof.
  intros e_pos a2 b2 l2 l_0 reject accept.
  pose proof (square_integrable_integrable O a a2) as Ia. pose proof (square_integrable_integrable O b b2) as Ib.
  pose proof (square_integrable_integrable O l l2) as Il.
  set (x := eps * expectation O l). assert (x_0 : 0 <= x).
  { apply Rmult_le_pos; [lra |]. rewrite <- (expectation_const O 0). apply expectation_monotone; integrable. }
  set (s := exp x / (1 + exp x) ^ 2).
  assert (low : almost_le O (fun w => / (1 + exp x) - s * (eps * l w - x)) (fun w => a w / 2 + b w / 2)).
  { apply almost_surely_le. assert (sure : almost_surely O (fun w => (1 <= a w * exp (eps * l w) + b w /\
      1 <= b w * exp (eps * l w) + a w) /\ 0 <= l w)).
    { repeat apply surely_both.
      - refine (probability_0_mono O _ _ _ reject). intros w out. cbv beta in *. lra.
      - refine (probability_0_mono O _ _ _ accept). intros w out. cbv beta in *. lra.
      - refine (probability_0_mono O _ _ _ l_0). intros w out. cbv beta in *. lra. }
    refine (probability_0_mono O _ _ _ sure). intros w out [[one other] l_w]. apply out. clear out. cbv beta.
    apply Rle_trans with (/ (1 + exp (eps * l w))); [apply logistic_above_tangent; [exact x_0 | nra] |].
    pose proof (exp_pos (eps * l w)). apply (Rmult_le_reg_r (1 + exp (eps * l w))); [lra |].
    rewrite Rinv_l by lra. nra. }
  apply expectation_monotone in low; [| integrable | integrable].
  rewrite expectation_minus, expectation_const, expectation_scal, expectation_minus, expectation_scal, expectation_const
    in low by integrable.
  rewrite expectation_plus in low by integrable.
  unfold Rdiv in low. rewrite !expectation_scal_r in low by assumption. fold x in low. unfold Rdiv. lra.
Qed.
