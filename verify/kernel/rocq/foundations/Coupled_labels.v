(** * Tests of two laws of labels, and labels that are drawn together

    The labels of a data set, whose features are fixed. A test answers by a coin whose chance depends on the labels. *)

From Foundations Require Import Protocols Nouns Events Random_reals Coupled Local_averages.
Import ListNotations.
Open Scope R_scope.

(** The chance that a test says +. *)
Definition accepts {A} (test : algorithm A bool) data := E (test data) (fun s : bool => if s then 1 else 0).

(** In how many places two lists differ. *)
Definition differ {A} : event (A * A) := fun p => fst p <> snd p.
Fixpoint differing {A} (one other : list A) : R :=
  match one, other with
  | x :: one', y :: other' => indicator differ (x, y) + differing one' other'
  | [], rest | rest, [] => INR (length rest)
  end.

(** Data on a space that are a draw of a law. *)
Definition drawn_as {W A} (O : space W) (D : W -> A) (P : law A) :=
  forall f, bounded f -> expectation O (fun w => f (D w)) = E P f.

(** A law of pairs has these two laws as its parts. *)
Definition has_parts {A} (J : law (A * A)) (P Q : law A) := forall f, bounded f ->
  E J (fun d => f (fst d)) = E P f /\ E J (fun d => f (snd d)) = E Q f.

(** a and b are the chances that a test errs at data of P and at as many of Q that are drawn together, l of whose labels
    differ: on average as few as can be. *)
Definition coupled_errors {W A} (O : space W) (test : algorithm A bool) (P Q : law (list A)) (a b l : W -> R) :=
  exists D D' : W -> list A, drawn_as O D P /\ drawn_as O D' Q /\
  almost_surely O (fun w => length (D w) = length (D' w)) /\
  almost_eq O a (fun w => 1 - accepts test (D w)) /\ almost_eq O b (fun w => accepts test (D' w)) /\
  almost_eq O l (fun w => differing (D w) (D' w)) /\
  forall (J : law (list A * list A)) c, has_parts J P Q -> mean_most J (fun d => differing (fst d) (snd d)) c ->
  expectation O l <= c.

(** Both laws are of n independent labels; each label has finitely many values. *)
Fixpoint product_law {A} (p : nat -> law A) (n : nat) : law (list A) :=
  match n with
  | O => ret []
  | Datatypes.S k => bind (p O) (fun x => bind (product_law (fun i => p (Datatypes.S i)) k) (fun l => ret (x :: l)))
  end.
Definition same_law {A} (P Q : law A) := forall f, bounded f -> E P f = E Q f.
Definition independent_labels {A} (P Q : law (list A)) n := exists p q : nat -> law A,
  same_law P (product_law p n) /\ same_law Q (product_law q n) /\
  forall i, exists X, lives_on (fun x => In x X) (p i) /\ lives_on (fun x => In x X) (q i).

Lemma accepts_between {A} (test : algorithm A bool) data : 0 <= accepts test data <= 1.
Proof. apply E_between. intros []; lra. Qed.

Lemma differing_ge_0 {A} (one other : list A) : 0 <= differing one other.
Proof.
  revert other. induction one as [| x one IH]; intros [| y other]; simpl; try apply (pos_INR); try lra.
  - pose proof (pos_INR (length other)). destruct (length other); [lra | lra].
  - pose proof (pos_INR (length one)). destruct (length one); lra.
  - pose proof (indicator_between differ (x, y)). specialize (IH other). lra.
Qed.

Lemma differing_most {A} n (one other : list A) : length one = n -> length other = n -> differing one other <= INR n.
Proof.
  revert n other. induction one as [| x one IH]; intros n [| y other] L L'; simpl in L, L'; subst n; try discriminate.
  - simpl. lra.
  - cbn [differing length]. rewrite S_INR. pose proof (indicator_between differ (x, y)).
    specialize (IH (length one) other eq_refl ltac:(lia)). lra.
Qed.

Lemma differing_is {A} (one other : list A) : length one = length other ->
  labels_apart (length one) one other = differing one other.
Proof.
  revert other. induction one as [| x one IH]; intros [| y other] same; try discriminate; [reflexivity |].
  injection same as same. cbn [length differing]. now rewrite labels_apart_cons, IH.
Qed.

(** ** One label *)

Lemma without_repetition {A} (X : list A) : exists X', NoDup X' /\ forall x, In x X -> In x X'.
Proof.
  induction X as [| x X (X' & once & within)]; [exists []; split; [constructor | easy] |].
  destruct (classic (In x X')) as [inside | out].
  - exists X'. split; [exact once |]. intros y [<- | y_in]; auto.
  - exists (x :: X'). split; [now constructor |]. intros y [<- | y_in]; [now left | right; auto].
Qed.

Section One.
  Context {A : Type} (p q : law A) (X : list A).
  Hypothesis (once : NoDup X) (p_on : lives_on (fun x => In x X) p) (q_on : lives_on (fun x => In x X) q).

  Let here (x : A) : event A := fun y => y = x.
  Let m x := Rmin (chance p (here x)) (chance q (here x)).
  Let kept := Sum X m.
  Let scale := if Req_EM_T kept 1 then 0 else / (1 - kept).
  Let w (d : A * A) := m (fst d) * indicator (here (fst d)) (snd d) +
    (chance p (here (fst d)) - m (fst d)) * (chance q (here (snd d)) - m (snd d)) * scale.

  Lemma at_point (Y : list A) (f : A -> R) y : NoDup Y -> In y Y -> Sum Y (fun x => f x * indicator (here x) y) = f y.
  Proof.
    intros once_Y inside. induction Y as [| x Y IH]; [easy |]. apply NoDup_cons_iff in once_Y.
    destruct once_Y as [out once_Y].
    cbn [Sum]. destruct (classic (y = x)) as [-> | other].
    - rewrite indicator_1 by reflexivity. rewrite (Sum_ext_in Y _ (fun _ => 0)).
      + rewrite Sum_const. ring.
      + intros z z_in. rewrite indicator_0; [ring |]. intros e. unfold here in e. now subst.
    - rewrite indicator_0 by exact other. rewrite IH; [ring | exact once_Y |].
      destruct inside as [e | inside]; [now subst | exact inside].
  Qed.

  (** A law on finitely many points, by their chances. *)
  Lemma by_points (r : law A) f : lives_on (fun x => In x X) r -> bounded f ->
    E r f = Sum X (fun x => f x * chance r (here x)).
  Proof.
    intros r_on F. transitivity (E r (fun y => Sum X (fun x => f x * indicator (here x) y))).
    - apply r_on; [exact F | |].
      + destruct F as [M F]. exists (Sum X (fun x => M)). intros y. eapply Rle_trans; [apply Sum_abs |].
        apply Sum_le. intros x. rewrite Rabs_mult. pose proof (indicator_between (here x) y).
        rewrite (Rabs_pos_eq (indicator _ _)) by lra. specialize (F x). pose proof (Rabs_pos (f x)). nra.
      + intros y inside. symmetry. now apply at_point.
    - rewrite E_Sum by (intros; apply bounded_mult; [apply bounded_const | apply bounded_indicator]).
      apply Sum_ext. intros x. rewrite E_scal by apply bounded_indicator. reflexivity.
  Qed.

  Lemma chances_sum (r : law A) : lives_on (fun x => In x X) r -> Sum X (fun x => chance r (here x)) = 1.
  Proof.
    intros r_on. rewrite <- (E_one r), (by_points r) by (assumption || bounded). apply Sum_ext. intros x. ring.
  Qed.

  Let m_range x : 0 <= m x /\ m x <= chance p (here x) /\ m x <= chance q (here x).
  Proof.
    pose proof (chance_between p (here x)). pose proof (chance_between q (here x)).
    unfold m. split; [apply Rmin_glb; lra | split; [apply Rmin_l | apply Rmin_r]].
  Qed.

  Let kept_most : kept <= 1.
  Proof. rewrite <- (chances_sum p p_on). apply Sum_le. intros x. apply m_range. Qed.

  Let scale_ge_0 : 0 <= scale.
  Proof. unfold scale. destruct (Req_EM_T kept 1); [lra |]. left. apply Rinv_0_lt_compat. lra. Qed.

  Lemma Sum_pairs {B} (Y : list A) (Z : list B) (f : A * B -> R) :
    Sum (list_prod Y Z) f = Sum Y (fun x => Sum Z (fun y => f (x, y))).
  Proof. induction Y as [| x Y IH]; [reflexivity |]. simpl. now rewrite Sum_app, Sum_map, IH. Qed.

  (** What is left of a law adds up; where nothing is, it is nothing at each point. *)
  Lemma left_over (r : law A) f : lives_on (fun x => In x X) r -> (forall x, m x <= chance r (here x)) ->
    Sum X (fun x => f x * (chance r (here x) - m x)) * (1 - kept) * scale =
    Sum X (fun x => f x * (chance r (here x) - m x)).
  Proof.
    intros r_on above. unfold scale. destruct (Req_EM_T kept 1) as [all | some]; [| field; lra].
    assert (total : Sum X (fun x => chance r (here x) - m x) = 0).
    { rewrite Sum_minus, (chances_sum r r_on). fold kept. lra. }
    rewrite (Sum_ext_in X (fun x => f x * (chance r (here x) - m x)) (fun _ => 0)); [rewrite Sum_const; ring |].
    intros x inside. enough (chance r (here x) - m x = 0) as zero by (rewrite zero; ring).
    apply Rle_antisym; [| specialize (above x); lra]. rewrite <- total. clear - inside above.
    induction X as [| y Y IH]; [easy |]. cbn [Sum].
    assert (0 <= Sum Y (fun x => chance r (here x) - m x)) by (apply Sum_ge_0; intros z; specialize (above z); lra).
    destruct inside as [-> | inside]; [lra |]. specialize (IH inside). specialize (above y). lra.
  Qed.

  Lemma weights : is_weight (list_prod X X) w.
  Proof.
    split.
    - intros [x y]. unfold w. cbn [fst snd]. pose proof (indicator_between (here x) y).
      destruct (m_range x) as (? & ? & ?), (m_range y) as (? & ? & ?).
      apply Rplus_le_le_0_compat; [apply Rmult_le_pos; lra |].
      apply Rmult_le_pos; [apply Rmult_le_pos; lra | exact scale_ge_0].
    - rewrite Sum_pairs. unfold w. cbn [fst snd].
      pose proof (left_over p (fun _ => 1) p_on (fun x => proj1 (proj2 (m_range x)))) as left.
      assert (total : forall r : law A, lives_on (fun x => In x X) r ->
        Sum X (fun x => chance r (here x) - m x) = 1 - kept).
      { intros r r_on. now rewrite Sum_minus, (chances_sum r r_on). }
      rewrite (Sum_ext_in X _ (fun x => m x + (1 * (chance p (here x) - m x)) * ((1 - kept) * scale))).
      + rewrite Sum_plus. fold kept.
        rewrite (Sum_ext X (fun x => 1 * (chance p (here x) - m x) * ((1 - kept) * scale))
          (fun x => ((1 - kept) * scale) * (1 * (chance p (here x) - m x)))) by (intros; ring).
        rewrite Sum_scal. rewrite Rmult_comm, <- Rmult_assoc, left.
        rewrite (Sum_ext X _ (fun x => chance p (here x) - m x)) by (intros; ring). rewrite (total p p_on). ring.
      + intros x inside. rewrite Sum_plus, Sum_scal.
        rewrite (Sum_ext X (fun y => (chance p (here x) - m x) * (chance q (here y) - m y) * scale)
          (fun y => ((chance p (here x) - m x) * scale) * (chance q (here y) - m y))) by (intros; ring).
        rewrite Sum_scal, (total q q_on).
        rewrite (Sum_ext X (indicator (here x)) (fun y => 1 * indicator (here y) x)).
        * rewrite at_point by assumption. ring.
        * intros y. rewrite Rmult_1_l. apply indicator_same. unfold here. split; congruence.
  Qed.

  (** The maximal coupling: Levin, Peres and Wilmer 2009, Proposition 4.7. *)
  Let J : law (A * A) := finite (list_prod X X) w weights.

  Let E_J f : E J f = Sum X (fun x => Sum X (fun y => w (x, y) * f (x, y))).
  Proof. exact (Sum_pairs X X (fun d => w d * f d)). Qed.

  Let first x : In x X -> Sum X (fun y => w (x, y)) = m x + (chance p (here x) - m x) * (1 - kept) * scale.
  Proof.
    intros inside. unfold w. cbn [fst snd]. rewrite Sum_plus, Sum_scal.
    rewrite (Sum_ext X (fun y => (chance p (here x) - m x) * (chance q (here y) - m y) * scale)
      (fun y => ((chance p (here x) - m x) * scale) * (chance q (here y) - m y))) by (intros; ring).
    rewrite Sum_scal, Sum_minus, (chances_sum q q_on). fold kept.
    rewrite (Sum_ext X (indicator (here x)) (fun y => 1 * indicator (here y) x)).
    - rewrite at_point by assumption. ring.
    - intros y. rewrite Rmult_1_l. apply indicator_same. unfold here. split; congruence.
  Qed.

  Let second y : In y X -> Sum X (fun x => w (x, y)) = m y + (chance q (here y) - m y) * (1 - kept) * scale.
  Proof.
    intros inside. unfold w. cbn [fst snd]. rewrite Sum_plus.
    rewrite (Sum_ext X (fun x => (chance p (here x) - m x) * (chance q (here y) - m y) * scale)
      (fun x => ((chance q (here y) - m y) * scale) * (chance p (here x) - m x))) by (intros; ring).
    rewrite Sum_scal, Sum_minus, (chances_sum p p_on), at_point by assumption. fold kept. ring.
  Qed.

  Lemma coupling_parts f : bounded f -> E J (fun d => f (fst d)) = E p f /\ E J (fun d => f (snd d)) = E q f.
  Proof.
    intros F. rewrite !E_J. cbn [fst snd]. split.
    - rewrite (by_points p f p_on F).
      rewrite (Sum_ext_in X _ (fun x => f x * m x + f x * (chance p (here x) - m x) * (1 - kept) * scale)).
      + rewrite Sum_plus. pose proof (left_over p f p_on (fun x => proj1 (proj2 (m_range x)))) as left.
        rewrite (Sum_ext X (fun x => f x * (chance p (here x) - m x) * (1 - kept) * scale)
          (fun x => (1 - kept) * scale * (f x * (chance p (here x) - m x)))) by (intros; ring).
        rewrite Sum_scal, Rmult_comm, <- Rmult_assoc, left, <- Sum_plus. apply Sum_ext. intros x. ring.
      + intros x inside. rewrite (Sum_ext X _ (fun y => f x * w (x, y))) by (intros; ring).
        rewrite Sum_scal, first by exact inside. ring.
    - rewrite Sum_swap, (by_points q f q_on F).
      rewrite (Sum_ext_in X _ (fun y => f y * m y + f y * (chance q (here y) - m y) * (1 - kept) * scale)).
      + rewrite Sum_plus. pose proof (left_over q f q_on (fun x => proj2 (proj2 (m_range x)))) as left.
        rewrite (Sum_ext X (fun x => f x * (chance q (here x) - m x) * (1 - kept) * scale)
          (fun x => (1 - kept) * scale * (f x * (chance q (here x) - m x)))) by (intros; ring).
        rewrite Sum_scal, Rmult_comm, <- Rmult_assoc, left, <- Sum_plus. apply Sum_ext. intros x. ring.
      + intros y inside. rewrite (Sum_ext X _ (fun x => f y * w (x, y))) by (intros; ring).
        rewrite Sum_scal, second by exact inside. ring.
  Qed.

  (** They differ with a chance of at most the total variation. *)
  Lemma coupling_differs t : TV_most p q t -> chance J differ <= t.
  Proof.
    intros close. apply Rle_trans with (1 - kept).
    - unfold chance. rewrite (E_ext J _ (fun d => 1 - indicator (fun d => fst d = snd d) d)).
      + rewrite E_minus, E_one by (bounded; apply bounded_indicator).
        enough (kept <= E J (indicator (fun d => fst d = snd d))) by lra. rewrite E_J.
        apply Sum_le_in. intros x inside.
        apply Rle_trans with (Sum X (fun y => m x * indicator (here x) y)).
        * rewrite Sum_scal, (Sum_ext X (indicator (here x)) (fun y => 1 * indicator (here y) x)).
          -- rewrite at_point by assumption. lra.
          -- intros y. rewrite Rmult_1_l. apply indicator_same. unfold here. split; congruence.
        * apply Sum_le. intros y. destruct (classic (y = x)) as [-> | other].
          -- rewrite !indicator_1 by reflexivity. pose proof (proj1 weights (x, x)). unfold w in *. cbn [fst snd] in *.
             rewrite indicator_1 in * by reflexivity. destruct (m_range x) as (? & ? & ?).
             assert (0 <= (chance p (here x) - m x) * (chance q (here x) - m x) * scale)
               by (apply Rmult_le_pos; [apply Rmult_le_pos; lra | exact scale_ge_0]). lra.
          -- rewrite (indicator_0 (here x)) by exact other.
             rewrite (indicator_0 (fun d => fst d = snd d)) by (cbn [fst snd]; congruence). lra.
      + intros d. rewrite <- indicator_not. apply indicator_same. reflexivity.
    - set (f := indicator (fun x => chance q (here x) < chance p (here x))).
      eapply Rle_trans; [| apply (close f); intros x; apply indicator_between].
      rewrite (by_points p f p_on), (by_points q f q_on) by apply bounded_indicator.
      rewrite <- Sum_minus, <- (chances_sum p p_on). unfold kept. rewrite <- Sum_minus. right. apply Sum_ext. intros x.
      unfold f, m, Rmin. rewrite indicator_holds. destruct (holds _ x) eqn:less.
      + apply (proj1 (holds_true _ _)) in less. destruct (Rle_dec _ _); lra.
      + apply (proj1 (holds_false _ _)) in less. destruct (Rle_dec _ _); lra.
  Qed.
End One.

Lemma maximal_coupling {A} (p q : law A) :
  (exists X, lives_on (fun x => In x X) p /\ lives_on (fun x => In x X) q) ->
  exists J : law (A * A), has_parts J p q /\ forall t, TV_most p q t -> chance J differ <= t.
Proof.
  intros (X & p_on & q_on). destruct (without_repetition X) as (Y & once & within).
  assert (larger : forall r : law A, lives_on (fun x => In x X) r -> lives_on (fun x => In x Y) r)
    by (intros r r_on f g F G same; apply r_on; auto).
  eexists. split; [exact (coupling_parts p q Y once (larger p p_on) (larger q q_on)) |].
  exact (coupling_differs p q Y once (larger p p_on) (larger q q_on)).
Qed.

(** ** All labels *)

(** The coupling of all labels, one by one. *)
Lemma coupling_of_labels {A} (p q : nat -> law A) n :
  (forall i, exists X, lives_on (fun x => In x X) (p i) /\ lives_on (fun x => In x X) (q i)) ->
  exists J : law (list A * list A), has_parts J (product_law p n) (product_law q n) /\
  (forall f g, (forall l l', length l = n -> length l' = n -> f (l, l') = g (l, l')) -> E J f = E J g) /\
  forall x, (forall i, (i < n)%nat -> TV_most (p i) (q i) (x i)) ->
  E J (fun d => Rmin (differing (fst d) (snd d)) (INR n)) <= Sum (below n) x.
Proof.
  revert p q. induction n as [| n IH]; intros p q values.
  - exists (ret ([], [])). split; [| split].
    + intros f F. split; reflexivity.
    + intros f g same. now apply same.
    + intros x _. change (Rmin 0 0 <= 0). apply Rmin_l.
  - destruct (IH (fun i => p (Datatypes.S i)) (fun i => q (Datatypes.S i)) (fun i => values (Datatypes.S i)))
      as (J & parts & long & few).
    destruct (maximal_coupling (p O) (q O) (values O)) as (K & K_parts & K_few).
    exists (bind K (fun xy => bind J (fun d => ret (fst xy :: fst d, snd xy :: snd d)))). split; [| split].
    + intros f F. split.
      * change (E K (fun xy => (fun x => E J (fun d => f (x :: fst d))) (fst xy)) =
          E (p O) (fun x => E (product_law (fun i => p (Datatypes.S i)) n) (fun l => f (x :: l)))).
        assert (G : forall x : A, bounded (fun l => f (x :: l)))
          by (destruct F as [M F]; intros x; exists M; intros l; apply F).
        assert (B : bounded (fun x => E J (fun d => f (x :: fst d))))
          by (destruct F as [M F]; exists M; intros x; apply E_small; intros d; apply F).
        etransitivity; [exact (proj1 (K_parts _ B)) |].
        apply E_ext. intros x. apply (proj1 (parts (fun l => f (x :: l)) (G x))).
      * change (E K (fun xy => (fun x => E J (fun d => f (x :: snd d))) (snd xy)) =
          E (q O) (fun x => E (product_law (fun i => q (Datatypes.S i)) n) (fun l => f (x :: l)))).
        assert (G : forall x : A, bounded (fun l => f (x :: l)))
          by (destruct F as [M F]; intros x; exists M; intros l; apply F).
        assert (B : bounded (fun x => E J (fun d => f (x :: snd d))))
          by (destruct F as [M F]; exists M; intros x; apply E_small; intros d; apply F).
        etransitivity; [exact (proj2 (K_parts _ B)) |].
        apply E_ext. intros x. apply (proj2 (parts (fun l => f (x :: l)) (G x))).
    + intros f g same. apply (E_ext K). intros [x y]. apply long. intros l l' L L'. apply same; simpl; congruence.
    + intros x close. rewrite Sum_below_succ.
      assert (B : forall k : nat, bounded (fun d : list A * list A => Rmin (differing (fst d) (snd d)) (INR k)))
        by (intros k; apply bounded_cut; intros d; apply differing_ge_0).
      apply Rle_trans
        with (E K (fun xy => indicator differ xy + E J (fun d => Rmin (differing (fst d) (snd d)) (INR n)))).
      * change (E K (fun xy => E J (fun d =>
            Rmin (differing (fst xy :: fst d) (snd xy :: snd d)) (INR (Datatypes.S n)))) <=
          E K (fun xy => indicator differ xy + E J (fun d => Rmin (differing (fst d) (snd d)) (INR n)))).
        apply E_mono.
        -- apply bounded_between with 0 (INR (Datatypes.S n)). intros xy. apply E_between. intros d.
           split; [apply Rmin_glb; [apply differing_ge_0 | apply pos_INR] | apply Rmin_r].
        -- apply bounded_plus; [apply bounded_indicator | apply bounded_const].
        -- intros [a b]. change (E J (fun d => Rmin (differing (a :: fst d) (b :: snd d)) (INR (Datatypes.S n))) <=
             indicator differ (a, b) + E J (fun d => Rmin (differing (fst d) (snd d)) (INR n))).
           rewrite <- (E_const J (indicator differ (a, b))), <- E_plus by (apply B || apply bounded_const).
           right. apply long. intros l l' L L'. cbn [differing fst snd]. rewrite S_INR.
           pose proof (differing_most n l l' L L'). pose proof (indicator_between differ (a, b)).
           unfold Rmin. repeat destruct (Rle_dec _ _); lra.
      * rewrite (E_plus K (indicator differ)), E_const by (apply bounded_indicator || apply bounded_const).
        apply Rplus_le_compat; [apply K_few, close; lia |]. apply few. intros i less. apply close. lia.
Qed.

(** ** A label's law, and places that differ *)

Lemma label_of_product {A} (p : nat -> law A) n i (f : option A -> R) : (i < n)%nat ->
  E (product_law p n) (fun l => f (nth_error l i)) = E (p i) (fun x => f (Some x)).
Proof.
  revert p i. induction n as [| n IH]; intros p i less; [lia |].
  change (E (p O) (fun x => E (product_law (fun i => p (Datatypes.S i)) n) (fun l => f (nth_error (x :: l) i))) =
    E (p i) (fun x => f (Some x))).
  destruct i as [| i].
  - apply E_ext. intros x. exact (E_const (product_law (fun i => p (Datatypes.S i)) n) (f (Some x))).
  - cbn [nth_error]. rewrite IH by lia. apply E_const.
Qed.

Definition differ_at {A} (i : nat) : event (list A * list A) := fun d => nth_error (fst d) i <> nth_error (snd d) i.

Lemma places_beyond {A} (rest : list A) n : Sum (below n) (fun i => indicator (fun l => nth_error l i <> None) rest) <=
  INR (length rest).
Proof.
  revert n. induction rest as [| x rest IH]; intros n.
  - rewrite (Sum_ext _ _ (fun _ => 0)); [rewrite Sum_const; simpl; lra |].
    intros i. apply indicator_0. destruct i; simpl; tauto.
  - destruct n as [| n]; [apply pos_INR |]. rewrite Sum_below_succ. cbn [length]. rewrite S_INR.
    pose proof (indicator_between (fun l => nth_error l 0 <> None) (x :: rest)).
    rewrite (Sum_ext _ _ (fun i => indicator (fun l => nth_error l i <> None) rest)) by
      (intros i; apply indicator_same; simpl; tauto).
    specialize (IH n). lra.
Qed.

Lemma places_differ {A} (one other : list A) n :
  Sum (below n) (fun i => indicator (differ_at i) (one, other)) <= differing one other.
Proof.
  revert other n. induction one as [| x one IH]; intros other n.
  - eapply Rle_trans; [| replace (differing [] other) with (INR (length other)) by (destruct other; reflexivity);
      apply (places_beyond other n)].
    right. apply Sum_ext. intros i. apply indicator_same. unfold differ_at. cbn [fst snd].
    destruct i; simpl; split; congruence.
  - destruct other as [| y other].
    + eapply Rle_trans; [| apply (places_beyond (x :: one) n)].
      right. apply Sum_ext. intros i. apply indicator_same. unfold differ_at. cbn [fst snd]. destruct i; simpl; tauto.
    + destruct n as [| n].
      { pose proof (differing_ge_0 (x :: one) (y :: other)). simpl in *. lra. }
      rewrite Sum_below_succ. cbn [differing]. apply Rplus_le_compat.
      * right. apply indicator_same. unfold differ_at, differ. simpl. split; congruence.
      * apply IH.
Qed.

(** The laws of what is drawn together are as close as the draws. *)
Lemma TV_of_draws {A} (p q : law A) (P Q : law (list A)) i (J : law (list A * list A)) : has_parts J P Q ->
  (forall f : option A -> R, bounded f -> E P (fun l => f (nth_error l i)) = E p (fun x => f (Some x))) ->
  (forall f : option A -> R, bounded f -> E Q (fun l => f (nth_error l i)) = E q (fun x => f (Some x))) ->
  TV_most p q (chance J (differ_at i)).
Proof.
  intros parts P_i Q_i f F. set (g := fun o => match o with Some x => f x | None => 0 end).
  assert (G01 : forall o, 0 <= g o <= 1) by (intros [x |]; [apply F | simpl; lra]).
  assert (G : bounded g) by now apply bounded_between with 0 1.
  assert (GN : forall k : nat, bounded (fun l : list A => g (nth_error l k)))
    by (intros k; apply bounded_between with 0 1; intros l; apply G01).
  change (E p f) with (E p (fun x => g (Some x))). change (E q f) with (E q (fun x => g (Some x))).
  rewrite <- (P_i g G), <- (Q_i g G), <- (proj1 (parts _ (GN i))), <- (proj2 (parts _ (GN i))).
  assert (B1 : bounded (fun d : list A * list A => g (nth_error (fst d) i)))
    by (apply bounded_between with 0 1; intros d; apply G01).
  assert (B2 : bounded (fun d : list A * list A => g (nth_error (snd d) i)))
    by (apply bounded_between with 0 1; intros d; apply G01).
  rewrite <- E_minus by assumption. apply E_mono; [bounded | apply bounded_indicator |].
  intros d. rewrite indicator_holds. destruct (holds (differ_at i) d) eqn:apart.
  - pose proof (G01 (nth_error (fst d) i)). pose proof (G01 (nth_error (snd d) i)). lra.
  - apply (proj1 (holds_false _ _)) in apart. unfold differ_at in apart. apply NNPP in apart. rewrite apart. lra.
Qed.

(** Coupled data differ on average in no more places than any coupling's. *)
Lemma fewest_places {A} (P Q : law (list A)) (p q : nat -> law A) n (J J' : law (list A * list A)) c :
  same_law P (product_law p n) -> same_law Q (product_law q n) ->
  (forall x, (forall i, (i < n)%nat -> TV_most (p i) (q i) (x i)) ->
    E J (fun d => Rmin (differing (fst d) (snd d)) (INR n)) <= Sum (below n) x) ->
  has_parts J' P Q -> mean_most J' (fun d => differing (fst d) (snd d)) c ->
  E J (fun d => Rmin (differing (fst d) (snd d)) (INR n)) <= c.
Proof.
  intros P_is Q_is few parts most.
  assert (GN : forall (i : nat) (f : option A -> R), bounded f -> bounded (fun l : list A => f (nth_error l i)))
    by (intros i f [M F]; exists M; intros l; apply F).
  eapply Rle_trans; [apply (few (fun i => chance J' (differ_at i))) |].
  - intros i less. apply (TV_of_draws (p i) (q i) P Q i J' parts); intros f F.
    + rewrite (P_is _ (GN i f F)). now apply label_of_product.
    + rewrite (Q_is _ (GN i f F)). now apply label_of_product.
  - unfold chance. rewrite <- E_Sum by (intros; apply bounded_indicator).
    eapply Rle_trans; [| apply (most (INR n))]. apply E_mono.
    + apply bounded_between with 0 (INR n). intros d. split; [apply Sum_ge_0; intros; apply indicator_between |].
      rewrite <- (Rmult_1_r (INR n)), <- Sum_below_const. apply Sum_le. intros i. apply indicator_between.
    + apply bounded_cut. intros d. apply differing_ge_0.
    + intros [l l']. apply Rmin_glb; [apply places_differ |].
      rewrite <- (Rmult_1_r (INR n)), <- Sum_below_const. apply Sum_le. intros i. apply indicator_between.
Qed.

(** ** Messages on labels, means of labels, labels and their negatives *)

(** Of a feature and a label, the law of a message. *)
Definition mechanism A Y B := A -> Y -> law B.

(** The mean of a label, which is cut ever further away; none counts as 0. *)
Definition label_mean (P : law (list R)) (i : nat) : R := real (Lim_seq (fun n =>
  E (label P i) (fun o => match o with Some y => cut_off (INR n) y | None => 0 end))).

(** The labels of P are -T, 0 or T, and those of Q have the law of their negatives. *)
Definition turned_labels (P Q : law (list R)) T := forall i,
  lives_on (fun o => match o with Some y => y = - T \/ y = 0 \/ y = T | None => True end) (label P i) /\
  forall f, bounded f -> E (label Q i) f = E (label P i) (fun o => f (option_map Ropp o)).
