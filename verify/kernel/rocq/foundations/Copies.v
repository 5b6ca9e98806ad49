(** * The mean of independent copies

    [copies P X m g] is the expectation of g at the sum of m independent draws of the law of X: one after the other. S
    is the mean of m copies where its law is that of this sum over m; the draws themselves need not be on the space. *)

From Foundations Require Export Independent.
Import ListNotations.
Open Scope R_scope.

Fixpoint copies {W} (P : space W) (X : W -> R) (m : nat) (g : R -> R) : R :=
  match m with
  | O => g 0
  | S k => expectation P (fun w => copies P X k (fun s => g (X w + s)))
  end.

Definition mean_of_copies {W} (P : space W) (S X : W -> R) (m : nat) := forall f, bounded f -> baire f ->
  expectation P (fun w => f (S w)) = copies P X m (fun s => f (s / INR m)).

(** ** Functions that grow like squares *)

Definition quadratic (g : R -> R) := exists C, forall s, Rabs (g s) <= C * (1 + s ^ 2).

Lemma quadratic_bounded g : bounded g -> quadratic g.
Proof.
  intros [C H]. exists C. intros s. specialize (H s). pose proof (Rabs_pos (g s)). pose proof (pow2_ge_0 s). nra.
Qed.

Lemma quadratic_plus f g : quadratic f -> quadratic g -> quadratic (fun s => f s + g s).
Proof.
  intros [C F] [D G]. exists (C + D). intros s. specialize (F s). specialize (G s).
  eapply Rle_trans; [apply Rabs_triang | lra].
Qed.

Lemma quadratic_scal c g : quadratic g -> quadratic (fun s => c * g s).
Proof.
  intros [C G]. exists (Rabs c * C). intros s. specialize (G s). rewrite Rabs_mult, Rmult_assoc.
  apply Rmult_le_compat_l; [apply Rabs_pos | exact G].
Qed.

Lemma quadratic_below f g : quadratic g -> (forall s, Rabs (f s) <= Rabs (g s)) -> quadratic f.
Proof. intros [C G] H. exists C. intros s. specialize (G s). specialize (H s). lra. Qed.

Lemma quadratic_opp g : quadratic g -> quadratic (fun s => - g s).
Proof. intros G. apply quadratic_below with g; [exact G |]. intros s. rewrite Rabs_Ropp. lra. Qed.

Lemma quadratic_minus f g : quadratic f -> quadratic g -> quadratic (fun s => f s - g s).
Proof. intros F G. exact (quadratic_plus _ _ F (quadratic_opp g G)). Qed.

Lemma quadratic_abs g : quadratic g -> quadratic (fun s => Rabs (g s)).
Proof. intros G. apply quadratic_below with g; [exact G |]. intros s. rewrite Rabs_Rabsolu. lra. Qed.

Lemma quadratic_affine a b : quadratic (fun s => a + b * s).
Proof.
  exists (Rabs a + Rabs b). intros s. eapply Rle_trans; [apply Rabs_triang |]. rewrite Rabs_mult.
  pose proof (Rabs_pos a). pose proof (Rabs_pos b).
  assert (Rabs s <= 1 + s ^ 2) by (apply Rabs_le; split; nra). pose proof (pow2_ge_0 s). nra.
Qed.

Lemma quadratic_square a b : quadratic (fun s => (a + b * s) ^ 2).
Proof.
  exists (2 * (a ^ 2 + b ^ 2)). intros s. rewrite Rabs_pos_eq by apply pow2_ge_0.
  pose proof (pow2_ge_0 (a - b * s)). pose proof (pow2_ge_0 (a * s)). pose proof (pow2_ge_0 b). nra.
Qed.

Lemma quadratic_above g c : quadratic g -> quadratic (fun s => Rmax 0 (g s - c)).
Proof.
  intros [C G]. exists (C + Rabs c). intros s. specialize (G s).
  pose proof (pow2_ge_0 s). pose proof (Rle_abs (g s)). pose proof (Rabs_pos c). pose proof (Rabs_maj2 c).
  pose proof (Rabs_pos (g s)). rewrite Rabs_pos_eq by apply Rmax_l. apply Rmax_lub; nra.
Qed.

Lemma quadratic_shift g x : quadratic g -> quadratic (fun s => g (x + s)).
Proof.
  intros [C G]. exists (C * (2 + 2 * x ^ 2)). intros s. eapply Rle_trans; [apply G |].
  assert (0 <= C) by (specialize (G 0); pose proof (Rabs_pos (g 0)); nra).
  rewrite Rmult_assoc. apply Rmult_le_compat_l; [assumption |].
  pose proof (pow2_ge_0 (x - s)). pose proof (pow2_ge_0 (x * s)). nra.
Qed.

Lemma quadratic_scaled g c : quadratic g -> quadratic (fun s => g (s / c)).
Proof.
  intros [C G]. exists (C * (1 + (/ c) ^ 2)). intros s. eapply Rle_trans; [apply G |].
  assert (0 <= C) by (specialize (G 0); pose proof (Rabs_pos (g 0)); nra).
  rewrite Rmult_assoc. apply Rmult_le_compat_l; [assumption |].
  unfold Rdiv. pose proof (pow2_ge_0 (/ c)). pose proof (pow2_ge_0 s). nra.
Qed.

#[export] Hint Resolve quadratic_bounded quadratic_plus quadratic_minus quadratic_scal quadratic_opp quadratic_abs
  quadratic_affine quadratic_square quadratic_above quadratic_shift quadratic_scaled : quadratic.
Ltac quadratic := cbv beta; auto 10 with quadratic.

(** ** Expectations at sums of copies *)

Section Copies.
  Context {W : Type} (P : space W) (X : W -> R).
  Hypothesis square : square_integrable P X.
  Let integrable_X := square_integrable_integrable P X square.
  Notation after m g := (fun w => copies P X m (fun s => g (X w + s))).

  Lemma copies_ext m g h : (forall s, g s = h s) -> copies P X m g = copies P X m h.
  Proof. intros H. f_equal. now apply functional_extensionality. Qed.

  Lemma copies_bound m : exists K, 0 <= K /\
    forall g C, (forall s, Rabs (g s) <= C * (1 + s ^ 2)) -> Rabs (copies P X m g) <= C * K.
  Proof.
    induction m as [| m (K & K0 & IH)].
    - exists 1. split; [lra |]. intros g C G. simpl. specialize (G 0). nra.
    - exists (expectation P (fun w => 2 + 2 * X w ^ 2) * K). split.
      { apply Rmult_le_pos; [| exact K0]. apply expectation_ge; [integrable |].
        intros w. pose proof (pow2_ge_0 (X w)). lra. }
      intros g C G. cbn [copies].
      assert (C0 : 0 <= C) by (specialize (G 0); pose proof (Rabs_pos (g 0)); nra).
      assert (inner : forall w, Rabs (after m g w) <= C * K * (2 + 2 * X w ^ 2)).
      { intros w. replace (C * K * (2 + 2 * X w ^ 2)) with (C * (2 + 2 * X w ^ 2) * K) by ring. apply IH.
        intros s. eapply Rle_trans; [apply G |]. rewrite Rmult_assoc. apply Rmult_le_compat_l; [exact C0 |].
        pose proof (pow2_ge_0 (X w - s)). pose proof (pow2_ge_0 (X w * s)). nra. }
      assert (I : integrable P (after m g)).
      { apply integrable_below with (fun w => C * K * (2 + 2 * X w ^ 2)); [integrable | exact inner]. }
      eapply Rle_trans; [now apply expectation_abs_le |].
      apply Rle_trans with (expectation P (fun w => C * K * (2 + 2 * X w ^ 2))).
      + apply expectation_mono; [integrable | integrable | exact inner].
      + rewrite (expectation_scal P _ (fun w => 2 + 2 * X w ^ 2)) by integrable. right. ring.
  Qed.

  Lemma integrable_after m g : quadratic g -> integrable P (after m g).
  Proof.
    intros [C G]. destruct (copies_bound m) as (K & K0 & bound).
    assert (C0 : 0 <= C) by (specialize (G 0); pose proof (Rabs_pos (g 0)); nra).
    apply integrable_below with (fun w => C * K * (2 + 2 * X w ^ 2)); [integrable |].
    intros w. replace (C * K * (2 + 2 * X w ^ 2)) with (C * (2 + 2 * X w ^ 2) * K) by ring. apply bound.
    intros s. eapply Rle_trans; [apply G |]. rewrite Rmult_assoc. apply Rmult_le_compat_l; [exact C0 |].
    pose proof (pow2_ge_0 (X w - s)). pose proof (pow2_ge_0 (X w * s)). nra.
  Qed.

  Lemma copies_const m c : copies P X m (fun _ => c) = c.
  Proof.
    induction m as [| m IH]; simpl; [reflexivity |].
    rewrite (expectation_ext P _ (fun _ => c)) by (intros; exact IH). apply expectation_const.
  Qed.

  Lemma copies_plus m g h : quadratic g -> quadratic h ->
    copies P X m (fun s => g s + h s) = copies P X m g + copies P X m h.
  Proof.
    revert g h. induction m as [| m IH]; intros g h G H; simpl; [reflexivity |].
    rewrite <- expectation_plus by now apply integrable_after.
    apply expectation_ext. intros w. apply (IH (fun s => g (X w + s))); quadratic.
  Qed.

  Lemma copies_scal m c g : quadratic g -> copies P X m (fun s => c * g s) = c * copies P X m g.
  Proof.
    revert g. induction m as [| m IH]; intros g G; simpl; [reflexivity |].
    rewrite <- expectation_scal by now apply integrable_after.
    apply expectation_ext. intros w. apply (IH (fun s => g (X w + s))); quadratic.
  Qed.

  Lemma copies_mono m g h : quadratic g -> quadratic h -> (forall s, g s <= h s) -> copies P X m g <= copies P X m h.
  Proof.
    revert g h. induction m as [| m IH]; intros g h G H le; simpl; [apply le |].
    apply expectation_mono; try now apply integrable_after.
    intros w. apply IH; quadratic.
  Qed.

  Lemma copies_minus m g h : quadratic g -> quadratic h ->
    copies P X m (fun s => g s - h s) = copies P X m g - copies P X m h.
  Proof.
    intros G H. rewrite (copies_ext m _ (fun s => g s + -1 * h s)) by (intros; ring).
    rewrite copies_plus, copies_scal by quadratic. ring.
  Qed.

  Lemma copies_abs m g : quadratic g -> Rabs (copies P X m g) <= copies P X m (fun s => Rabs (g s)).
  Proof.
    intros G. apply Rabs_le. split.
    - replace (- copies P X m (fun s => Rabs (g s))) with (copies P X m (fun s => -1 * Rabs (g s)))
        by (rewrite copies_scal by quadratic; ring).
      apply copies_mono; quadratic. intros s. pose proof (Rabs_maj2 (g s)). lra.
    - apply copies_mono; quadratic. intros s. apply Rle_abs.
  Qed.

  (** The mean of the sum, and its squared error. *)
  Lemma copies_affine m a b : copies P X m (fun s => a + b * s) = a + b * (INR m * expectation P X).
  Proof.
    revert a. induction m as [| m IH]; intros a; [simpl; ring |]. rewrite S_INR. simpl.
    rewrite (expectation_ext P _ (fun w => b * X w + (a + b * (INR m * expectation P X)))).
    - rewrite expectation_linear by exact integrable_X. ring.
    - intros w. rewrite (copies_ext m _ (fun s => (a + b * X w) + b * s)) by (intros; ring). rewrite IH. ring.
  Qed.

  Lemma copies_square m c :
    copies P X m (fun s => (s - c) ^ 2) = (INR m * expectation P X - c) ^ 2 + INR m * variance P X.
  Proof.
    revert c. induction m as [| m IH]; intros c; [simpl; ring |]. rewrite S_INR. cbn [copies].
    set (mu := expectation P X) in *. set (v := variance P X) in *.
    rewrite (expectation_ext P _ (fun w => (X w - (c - INR m * mu)) ^ 2 + INR m * v)).
    - rewrite expectation_plus, bias_and_variance, expectation_const; auto with integrable.
      + fold mu v. ring.
      + apply (square_integrable_minus P X (fun _ => c - INR m * mu)); auto using square_integrable_const.
    - intros w. rewrite (copies_ext m _ (fun s => (s - (c - X w)) ^ 2)) by (intros; ring). rewrite IH. ring.
  Qed.

  (** What lies below a constant and a sum over the draws. *)
  Lemma copies_below m g c q : quadratic g -> integrable P (fun w => q (X w)) ->
    (forall l, length l = m -> g (Sum l (fun x => x)) <= c + Sum l q) ->
    copies P X m g <= c + INR m * expectation P (fun w => q (X w)).
  Proof.
    intros G Q. revert g c G. induction m as [| m IH]; intros g c G H.
    - specialize (H [] eq_refl). simpl in *. lra.
    - rewrite S_INR. simpl.
      apply Rle_trans with (expectation P (fun w => q (X w) + (c + INR m * expectation P (fun w => q (X w))))).
      + apply expectation_mono; [now apply integrable_after | integrable |].
        intros w. rewrite <- Rplus_assoc. apply IH; [quadratic |].
        intros l len. specialize (H (X w :: l) (f_equal S len)). simpl in H. lra.
      + rewrite expectation_plus, expectation_const by integrable. right. ring.
  Qed.
End Copies.

(** The sum of m independent draws of the law of X, as lists of draws have it (Laws.v). *)
Section Draws.
  Context {W : Type} (P : space W) (X : W -> R).
  Let law := image X (law_of P).

  Let first_draw m f : bounded f ->
    E (power law (S m)) f = E law (fun x => E (power law m) (fun l => f (l ++ [x]))).
  Proof.
    revert f. induction m as [| m IH]; intros f F; [reflexivity |].
    change (E (power law (S (S m))) f) with (E (power law (S m)) (fun h => E law (fun z => f (z :: h)))).
    rewrite IH; [reflexivity |]. destruct F as [M F]. exists M. intros h. apply E_small. intros z. apply F.
  Qed.

  Lemma copies_as_draws m g : bounded g -> copies P X m g = E (power law m) (fun l => g (Sum l (fun x => x))).
  Proof.
    revert g. induction m as [| m IH]; intros g G; [reflexivity |].
    rewrite first_draw by now apply (bounded_after g). cbn [copies].
    change (expectation P (fun w => copies P X m (fun s => g (X w + s))) =
      expectation P (fun w => E (power law m) (fun l => g (Sum (l ++ [X w]) (fun x => x))))).
    apply expectation_ext. intros w. rewrite IH by now apply (bounded_after g).
    apply E_ext. intros l. rewrite Sum_app. simpl. f_equal. ring.
  Qed.
End Draws.

(** ** Expectations at the mean of copies *)

(** Squares are convex: what the square of a mean is above a level is at most the mean of what the squares are. *)
Lemma square_of_mean_above l M : l <> [] ->
  Rmax 0 ((Sum l (fun x => x) / INR (length l)) ^ 2 - M) <= Sum l (fun x => / INR (length l) * Rmax 0 (x ^ 2 - M)).
Proof.
  intros some. set (m := INR (length l)).
  assert (m_pos : 0 < m) by (apply lt_0_INR; destruct l; [easy | simpl; lia]).
  assert (inv : 0 < / m) by now apply Rinv_0_lt_compat.
  apply Rmax_lub.
  - apply Sum_ge_0. intros x. apply Rmult_le_pos; [lra | apply Rmax_l].
  - apply Rle_trans with (/ m * (Sum l (fun x => x ^ 2) - m * M)).
    + pose proof (Sum_cauchy_schwarz l (fun _ => 1) (fun x => x)) as CS.
      cbv beta in CS. rewrite Sum_const in CS. fold m in CS.
      rewrite (Sum_ext l (fun i => 1 * i) (fun x => x)) in CS by (intros; ring).
      set (s := Sum l (fun x => x)) in *. set (q := Sum l (fun x => x ^ 2)) in *.
      replace (/ m * (q - m * M)) with (/ m * q - M) by (field; lra).
      replace ((s / m) ^ 2) with (/ m * (/ m * s ^ 2)) by (field; lra).
      enough (/ m * s ^ 2 <= q) by nra.
      apply Rmult_le_reg_l with m; [exact m_pos |]. rewrite <- Rmult_assoc, Rinv_r by lra. lra.
    + rewrite Sum_scal. apply Rmult_le_compat_l; [lra |].
      unfold m. rewrite <- Sum_const, <- Sum_minus. apply Sum_le. intros x. apply Rmax_r.
Qed.

Lemma quadratic_of_mean_above l C M : l <> [] -> 0 < C ->
  Rmax 0 (C * (1 + (Sum l (fun x => x) / INR (length l)) ^ 2) - M) <=
    Sum l (fun x => / INR (length l) * Rmax 0 (C * (1 + x ^ 2) - M)).
Proof.
  intros some pos.
  assert (level : forall y, Rmax 0 (C * (1 + y ^ 2) - M) = C * Rmax 0 (y ^ 2 - (M / C - 1))).
  { intros y. rewrite <- RmaxRmult by lra. f_equal; [ring | field; lra]. }
  rewrite level. eapply Rle_trans; [apply Rmult_le_compat_l; [lra | now apply square_of_mean_above] |].
  rewrite <- Sum_scal. apply Sum_le. intros x. rewrite level. right. ring.
Qed.

Section Mean.
  Context {W : Type} (P : space W).

  (** The mean of copies has the law of the sum over m also for what grows like squares. *)
  Theorem expectation_at_mean (S X : W -> R) m g : (1 <= m)%nat -> square_integrable P S -> square_integrable P X ->
    mean_of_copies P S X m -> continuous_all g -> quadratic g ->
    expectation P (fun w => g (S w)) = copies P X m (fun s => g (s / INR m)).
  Proof.
    intros m_1 HS HX law cont G.
    assert (bound : exists C, 0 < C /\ forall s, Rabs (g s) <= C * (1 + s ^ 2)).
    { destruct G as [C growth]. exists (C + 1). pose proof (growth 0). pose proof (Rabs_pos (g 0)).
      split; [nra |]. intros s. specialize (growth s). pose proof (pow2_ge_0 s). nra. }
    destruct bound as (C & C0 & growth).
    assert (IS : integrable P (fun w => g (S w))).
    { apply integrable_below with (fun w => C * (1 + S w ^ 2)); [integrable | intros; apply growth]. }
    set (a := fun n => expectation P (fun w => cut_off (INR n + 2) (g (S w)))).
    assert (left : is_lim_seq a (expectation P (fun w => g (S w)))) by (apply (cut_off_limit P (fun w => g (S w))), IS).
    assert (right : is_lim_seq a (copies P X m (fun s => g (s / INR m)))).
    { apply tail_limit with P (fun w => C * (1 + X w ^ 2)).
      - integrable.
      - intros w. pose proof (pow2_ge_0 (X w)). nra.
      - intros n. pose proof (pos_INR n). unfold a.
        rewrite (law (fun x => cut_off (INR n + 2) (g x)));
          [| apply bounded_cut_off; lra | now apply baire_continuous, continuous_all_cut_off].
        assert (cut_parts : quadratic (fun s => cut_off (INR n + 2) (g (s / INR m)))).
        { apply quadratic_bounded, bounded_cut_off. lra. }
        rewrite Rabs_minus_sym, <- copies_minus by quadratic.
        eapply Rle_trans; [apply copies_abs; quadratic |].
        replace (expectation P (fun w => Rmax 0 (C * (1 + X w ^ 2) - INR n)))
          with (0 + INR m * expectation P (fun w => / INR m * Rmax 0 (C * (1 + X w ^ 2) - INR n))).
        + apply (copies_below P X HX m _ 0 (fun x => / INR m * Rmax 0 (C * (1 + x ^ 2) - INR n)));
            [quadratic | integrable |].
          intros l len. rewrite cut_off_error, Rplus_0_l, <- len by lra.
          assert (some : l <> []) by (intros ->; simpl in len; lia).
          eapply Rle_trans; [| apply (quadratic_of_mean_above l C (INR n) some C0)].
          apply Rle_max_compat_l. specialize (growth (Sum l (fun x => x) / INR (length l))). lra.
        + rewrite expectation_scal by integrable. rewrite Rplus_0_l, <- Rmult_assoc, Rinv_r, Rmult_1_l; [reflexivity |].
          apply not_0_INR. lia. }
    apply is_lim_seq_unique in left, right. rewrite left in right. now injection right.
  Qed.

  (** Fact: expectation of a mean. Linearity. *)
  Theorem expectation_of_mean (S X : W -> R) m : (1 <= m)%nat -> square_integrable P S -> square_integrable P X ->
    mean_of_copies P S X m -> expectation P S = expectation P X.
  Proof.
    intros m_1 HS HX law. assert (INR m <> 0) by (apply not_0_INR; lia).
    transitivity (copies P X m (fun s => s / INR m)); [apply (expectation_at_mean S X m (fun x => x) m_1 HS HX law) |].
    - continuous_all.
    - apply quadratic_below with (fun s => 0 + 1 * s); [quadratic |]. intros s. right. f_equal. ring.
    - rewrite (copies_ext P X m _ (fun s => 0 + / INR m * s)) by (intros; unfold Rdiv; ring).
      rewrite copies_affine by exact HX. field. assumption.
  Qed.

  (** Fact: variance of a mean of independents. *)
  Theorem variance_of_mean (S X : W -> R) m : (1 <= m)%nat -> square_integrable P S -> square_integrable P X ->
    mean_of_copies P S X m -> variance P S = variance P X / INR m.
  Proof.
    intros m_1 HS HX law. assert (m_pos : INR m <> 0) by (apply not_0_INR; lia).
    unfold variance at 1. rewrite (expectation_of_mean S X m m_1 HS HX law). set (mu := expectation P X).
    assert (growth : forall a b, quadratic (fun s => (b * s - a) ^ 2)).
    { intros a b. apply quadratic_below with (fun s => (- a + b * s) ^ 2); [quadratic |].
      intros s. right. f_equal. ring. }
    rewrite (expectation_at_mean S X m (fun x => (x - mu) ^ 2) m_1 HS HX law).
    - rewrite (copies_ext P X m _ (fun s => / INR m ^ 2 * (s - INR m * mu) ^ 2)) by (intros; field; assumption).
      rewrite copies_scal, copies_square by (try exact HX;
        apply quadratic_below with (fun s => (1 * s - INR m * mu) ^ 2);
        auto; intros s; right; f_equal; ring).
      fold mu. field. assumption.
    - continuous_all.
    - apply quadratic_below with (fun s => (1 * s - mu) ^ 2); auto. intros s. right. f_equal. ring.
  Qed.

  Let mean_below (S X : W -> R) m b c : (1 <= m)%nat -> square_integrable P X -> mean_of_copies P S X m ->
    probability P (fun w => b < c * X w) = 0 -> probability P (fun w => b < c * S w) = 0.
  Proof.
    intros m_1 HX law none. assert (m_pos : 0 < INR m) by (apply lt_0_INR; lia).
    assert (chance : forall Z : W -> R, probability P (fun w => b < c * Z w) = expectation P (fun w => beyond c b (Z
      w))).
    { intros Z. apply expectation_ext. intros w. unfold beyond. destruct (Rlt_dec b (c * Z w)) as [above | not].
      - now apply indicator_1.
      - now apply indicator_0. }
    assert (bound : bounded (beyond c b)) by (apply bounded_between with 0 1; apply beyond_between).
    apply Rle_antisym; [| apply probability_between].
    rewrite chance, (law (beyond c b) bound (baire_beyond c b)).
    eapply Rle_trans; [apply (copies_below P X HX m _ 0 (beyond c b)) |].
    - apply (quadratic_scaled (beyond c b)). now apply quadratic_bounded.
    - now apply integrable_bounded, (bounded_after (beyond c b)).
    - intros l len. rewrite Rplus_0_l. unfold beyond at 1.
      destruct (Rlt_dec b (c * (Sum l (fun x => x) / INR m))) as [above | not];
        [| apply Sum_ge_0; intros; apply beyond_between].
      (* Some draw is above, since else the mean is not. *)
      apply Rnot_lt_le. intros few.
      assert (all : forall x, In x l -> c * x <= b).
      { intros x X_l. apply Rnot_lt_le. intros x_above. apply (Rlt_not_le _ _ few). clear - X_l x_above.
        induction l as [| y l IH]; simpl in *; [easy |]. pose proof (beyond_between c b y).
        pose proof (Sum_ge_0 l (beyond c b) ltac:(intros; apply beyond_between)).
        destruct X_l as [-> | X_l]; [unfold beyond at 1; destruct (Rlt_dec b (c * x));
          lra |]. specialize (IH X_l). lra. }
      apply (Rlt_not_le _ _ above).
      replace (c * (Sum l (fun x => x) / INR m)) with (Sum l (fun x => c * x) / INR m)
        by (rewrite Sum_scal; field; lra).
      apply Rmult_le_reg_r with (INR m); [exact m_pos |]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l, Rmult_1_r by lra.
      rewrite <- len, Rmult_comm, <- Sum_const. apply Sum_le_in. exact all.
    - rewrite <- chance, none. lra.
  Qed.

  (** Fact: a mean is no larger than what all parts are at most. *)
  Theorem mean_at_most (S X : W -> R) m b : (1 <= m)%nat -> square_integrable P X ->
    mean_of_copies P S X m -> almost_le P X (fun _ => b) -> almost_le P S (fun _ => b).
  Proof.
    intros m_1 HX law below. unfold almost_le in *.
    rewrite (probability_ext P _ (fun w => b < 1 * S w)) by (intros; lra).
    rewrite (probability_ext P _ (fun w => b < 1 * X w)) in below by (intros; lra). now apply (mean_below S X m).
  Qed.

  (** Fact: a mean is no smaller than what all parts are at least. *)
  Theorem mean_at_least (S X : W -> R) m b : (1 <= m)%nat -> square_integrable P X ->
    mean_of_copies P S X m -> almost_le P (fun _ => b) X -> almost_le P (fun _ => b) S.
  Proof.
    intros m_1 HX law above. unfold almost_le in *.
    rewrite (probability_ext P _ (fun w => - b < -1 * S w)) by (intros; lra).
    rewrite (probability_ext P _ (fun w => - b < -1 * X w)) in above by (intros; lra). now apply (mean_below S X m).
  Qed.
End Mean.
