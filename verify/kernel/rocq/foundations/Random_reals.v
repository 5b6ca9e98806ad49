(** * Random reals

    A random real is a function on the outcomes of a space whose square is integrable. *)

From Foundations Require Export Integrable.
Import ListNotations.
Open Scope R_scope.

Definition square_integrable {W} (P : space W) (X : W -> R) := integrable P (fun w => X w ^ 2).

Definition variance {W} (P : space W) (X : W -> R) := expectation P (fun w => (X w - expectation P X) ^ 2).

Section Squares.
  Context {W : Type} (P : space W).
  Implicit Types X Y : W -> R.

  Lemma square_integrable_integrable X : square_integrable P X -> integrable P X.
  Proof.
    intros H. apply integrable_below with (fun w => 1 + X w ^ 2); [integrable |].
    intros w. apply Rabs_le. split; nra.
  Qed.

  Lemma square_integrable_bounded X : bounded X -> square_integrable P X.
  Proof. intros H. apply integrable_bounded. bounded. Qed.

  Lemma integrable_product X Y : square_integrable P X -> square_integrable P Y -> integrable P (fun w => X w * Y w).
  Proof.
    intros H K. apply integrable_below with (fun w => X w ^ 2 + Y w ^ 2); [now apply integrable_plus |].
    intros w. apply Rabs_le. split; nra.
  Qed.

  Lemma square_integrable_plus X Y :
    square_integrable P X -> square_integrable P Y -> square_integrable P (fun w => X w + Y w).
  Proof.
    intros H K. apply integrable_under with (fun w => 2 * X w ^ 2 + 2 * Y w ^ 2).
    - apply integrable_plus; now apply integrable_scal.
    - intros w. pose proof (pow2_ge_0 (X w + Y w)). pose proof (pow2_ge_0 (X w - Y w)). lra.
  Qed.

  Lemma square_integrable_scal c X : square_integrable P X -> square_integrable P (fun w => c * X w).
  Proof.
    intros H. unfold square_integrable. replace (fun w => (c * X w) ^ 2) with (fun w => c ^ 2 * X w ^ 2).
    - now apply integrable_scal.
    - apply functional_extensionality. intros w. ring.
  Qed.

  Lemma square_integrable_const c : square_integrable P (fun _ => c).
  Proof. apply square_integrable_bounded. bounded. Qed.

  Lemma square_integrable_minus X Y :
    square_integrable P X -> square_integrable P Y -> square_integrable P (fun w => X w - Y w).
  Proof.
    intros H K. apply (square_integrable_scal (-1)) in K.
    replace (fun w => X w - Y w) with (fun w => X w + -1 * Y w); [now apply square_integrable_plus |].
    apply functional_extensionality. intros w. ring.
  Qed.

  Lemma square_integrable_Sum {I} (l : list I) (X : I -> W -> R) :
    (forall i, square_integrable P (X i)) -> square_integrable P (fun w => Sum l (fun i => X i w)).
  Proof.
    intros H. induction l as [| i l IH]; simpl; [apply square_integrable_const | now apply square_integrable_plus].
  Qed.

  Lemma square_integrable_below X Y : square_integrable P Y -> (forall w, Rabs (X w) <= Rabs (Y w)) ->
    square_integrable P X.
  Proof.
    intros H B. apply integrable_under with (fun w => Y w ^ 2); [exact H |].
    intros w. split; [apply pow2_ge_0 |]. rewrite <- (pow2_abs (X w)), <- (pow2_abs (Y w)).
    apply pow_incr. split; [apply Rabs_pos | apply B].
  Qed.
End Squares.

#[export] Hint Resolve square_integrable_plus square_integrable_minus square_integrable_scal square_integrable_const
  square_integrable_Sum : square.
#[export] Hint Unfold square_integrable : integrable.
#[export] Hint Extern 3 (integrable ?P (fun w => ?X w ^ 2)) =>
  change (square_integrable P X); solve [auto 10 with square] : integrable.
#[export] Hint Extern 4 (integrable _ _) => apply square_integrable_integrable;
  solve [auto 10 with square] : integrable.
#[export] Hint Extern 4 (integrable ?P (fun w => ?X w * ?Y w)) =>
  apply (integrable_product P X Y); solve [auto 10 with square] : integrable.

(** ** Expectations *)

Section Linear.
  Context {W : Type} (P : space W).
  Implicit Types X Y : W -> R.

  (** Fact: expectation of a linear function. Linearity. *)
  Theorem expectation_linear X a t : integrable P X -> expectation P (fun w => a * X w + t) = expectation P X * a + t.
  Proof. intros H. rewrite expectation_plus, expectation_scal, expectation_const by integrable. ring. Qed.

  (** Fact: expectation of a sum. Linearity. *)
  Theorem expectation_sum X Y : integrable P X -> integrable P Y ->
    expectation P (fun w => X w + Y w) = expectation P X + expectation P Y.
  Proof. intros H K. now apply expectation_plus. Qed.

  (** Fact: Cauchy and Schwarz. *)
  Theorem expectation_cauchy_schwarz X Y : square_integrable P X -> square_integrable P Y ->
    expectation P (fun w => X w * Y w) ^ 2 <= expectation P (fun w => X w ^ 2) * expectation P (fun w => Y w ^ 2).
  Proof.
    intros H K. pose proof (integrable_product P X Y H K) as XY. unfold square_integrable in H, K.
    apply discriminant; [apply expectation_ge; auto using pow2_ge_0 |].
    intros s. replace (_ - _ + _) with (expectation P (fun w => (s * X w - Y w) ^ 2)).
    - apply expectation_ge; [| intros; apply pow2_ge_0].
      apply (square_integrable_minus P (fun w => s * X w) Y); auto with square.
    - rewrite (expectation_ext P _ (fun w => s ^ 2 * X w ^ 2 - 2 * s * (X w * Y w) + Y w ^ 2)) by (intros; ring).
      rewrite expectation_plus, expectation_minus, !expectation_scal by auto with integrable. ring.
  Qed.
End Linear.

(** ** Variances *)

Section Variance.
  Context {W : Type} (P : space W).
  Implicit Types X Y : W -> R.

  Lemma expectation_square X c : square_integrable P X ->
    expectation P (fun w => (X w - c) ^ 2) = expectation P (fun w => X w ^ 2) - 2 * c * expectation P X + c ^ 2.
  Proof.
    intros H. pose proof (square_integrable_integrable P X H). unfold square_integrable in H.
    rewrite (expectation_ext P _ (fun w => X w ^ 2 - 2 * c * X w + c ^ 2)) by (intros; ring).
    now rewrite expectation_plus, expectation_minus, expectation_scal, expectation_const by auto with integrable.
  Qed.

  Lemma variance_square X : square_integrable P X -> variance P X = expectation P (fun w => X w ^ 2) - expectation P X
    ^ 2.
  Proof. intros H. unfold variance. rewrite expectation_square by exact H. ring. Qed.

  Lemma variance_ge_0 X : square_integrable P X -> 0 <= variance P X.
  Proof.
    intros H. apply expectation_ge; [| intros; apply pow2_ge_0].
    apply (square_integrable_minus P X (fun _ => expectation P X)); auto using square_integrable_const.
  Qed.

  (** Fact: bias and variance. *)
  Theorem bias_and_variance X a : square_integrable P X ->
    expectation P (fun w => (X w - a) ^ 2) = (expectation P X - a) ^ 2 + variance P X.
  Proof. intros H. rewrite expectation_square, variance_square by exact H. ring. Qed.

  Lemma variance_least X a : square_integrable P X -> variance P X <= expectation P (fun w => (X w - a) ^ 2).
  Proof. intros H. rewrite bias_and_variance by exact H. pose proof (pow2_ge_0 (expectation P X - a)). lra. Qed.

  (** Fact: variance of a linear function. *)
  Theorem variance_of_linear X a t : square_integrable P X -> variance P (fun w => a * X w + t) = a ^ 2 * variance P X.
  Proof.
    intros H. pose proof (square_integrable_integrable P X H). unfold variance.
    rewrite expectation_linear by assumption. rewrite <- expectation_scal.
    - apply expectation_ext. intros w. ring.
    - apply (square_integrable_minus P X (fun _ => expectation P X)); auto using square_integrable_const.
  Qed.

  (** Of two random reals without covariance. *)
  Lemma variance_of_uncorrelated X Y : square_integrable P X -> square_integrable P Y ->
    expectation P (fun w => X w * Y w) = expectation P X * expectation P Y ->
    variance P (fun w => X w + Y w) = variance P X + variance P Y.
  Proof.
    intros H K uncorrelated. pose proof (integrable_product P X Y H K).
    pose proof (square_integrable_integrable P X H). pose proof (square_integrable_integrable P Y K).
    rewrite !variance_square by auto with square. rewrite expectation_plus by assumption.
    unfold square_integrable in H, K.
    rewrite (expectation_ext P _ (fun w => X w ^ 2 + 2 * (X w * Y w) + Y w ^ 2)) by (intros; ring).
    rewrite !expectation_plus, expectation_scal, uncorrelated by auto with integrable. ring.
  Qed.

  (** Fact: variance under a contraction. The variance of f X is least about its mean; about f (E X) it is smaller than
      X's. *)
  Theorem variance_under_contraction X (f : R -> R) : square_integrable P X ->
    (forall x y, 0 <= y -> f (x + y) - f x <= y) -> (forall x y, 0 <= y -> f x - f (x + y) <= y) ->
    square_integrable P (fun w => f (X w)) -> variance P (fun w => f (X w)) <= variance P X.
  Proof.
    intros H up down K. eapply Rle_trans; [apply (variance_least _ (f (expectation P X))); exact K |].
    apply expectation_mono.
    - apply (square_integrable_minus P (fun w => f (X w)) (fun _ => f (expectation P X)));
        auto using square_integrable_const.
    - apply (square_integrable_minus P X (fun _ => expectation P X)); auto using square_integrable_const.
    - intros w. rewrite <- (pow2_abs (f (X w) - _)), <- (pow2_abs (X w - _)). apply pow_incr. split; [apply Rabs_pos |].
      set (m := expectation P X). destruct (Rle_dec m (X w)) as [less | more].
      + rewrite (Rabs_pos_eq (X w - m)) by lra. apply Rabs_le.
        specialize (up m (X w - m) ltac:(lra)). specialize (down m (X w - m) ltac:(lra)).
        replace (m + (X w - m)) with (X w) in * by ring. lra.
      + rewrite (Rabs_left (X w - m)) by lra. apply Rabs_le.
        specialize (up (X w) (m - X w) ltac:(lra)). specialize (down (X w) (m - X w) ltac:(lra)).
        replace (X w + (m - X w)) with m in * by ring. lra.
  Qed.

  (** Popoviciu 1935, of a real between a and b. *)
  Theorem popoviciu X a b : square_integrable P X -> almost_le P (fun _ => a) X -> almost_le P X (fun _ => b) ->
    variance P X <= (b - a) ^ 2 / 4.
  Proof.
    intros H A B. pose proof (square_integrable_integrable P X H) as I.
    eapply Rle_trans; [apply (variance_least X ((a + b) / 2) H) |].
    assert (small : almost_le P (fun w => (X w - (a + b) / 2) ^ 2) (fun _ => (b - a) ^ 2 / 4)).
    { pose proof (union_bound P (fun w => X w < a) (fun w => b < X w)) as U. unfold almost_le in A, B. rewrite A,
      B in U.
      apply Rle_antisym; [| apply probability_between]. eapply Rle_trans; [| apply Rle_trans with (1 := U); lra].
      apply probability_mono. intros w far.
      destruct (Rlt_dec (X w) a), (Rlt_dec b (X w)); auto. exfalso. nra. }
    apply expectation_monotone in small; [now rewrite expectation_const in small | | integrable].
    apply (square_integrable_minus P X (fun _ => (a + b) / 2)); auto using square_integrable_const.
  Qed.
End Variance.
