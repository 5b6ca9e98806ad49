(** * Random numbers that need not be bounded: moments and tails

    An integral is an expectation on a class of integrable functions, which holds the constants and is closed under
        sums,
    multiples and domination. A random number is a function on the outcomes. *)

From Foundations Require Export Numbers.
Open Scope R_scope.

Record integral (A : Type) := Integral {
  integrable : (A -> R) -> Prop;
  mean_of : (A -> R) -> R;
  integrable_const : forall c, integrable (fun _ => c);
  integrable_plus : forall f g, integrable f -> integrable g -> integrable (fun x => f x + g x);
  integrable_scal : forall c f, integrable f -> integrable (fun x => c * f x);
  integrable_below : forall f g, integrable g -> (forall x, Rabs (f x) <= g x) -> integrable f;
  mean_plus : forall f g, integrable f -> integrable g -> mean_of (fun x => f x + g x) = mean_of f + mean_of g;
  mean_scal : forall c f, integrable f -> mean_of (fun x => c * f x) = c * mean_of f;
  mean_mono : forall f g, integrable f -> integrable g -> (forall x, f x <= g x) -> mean_of f <= mean_of g;
  mean_one : mean_of (fun _ => 1) = 1
}.
Arguments integrable {A}. Arguments mean_of {A}. Arguments integrable_const {A}. Arguments integrable_plus {A}.
Arguments integrable_scal {A}. Arguments integrable_below {A}. Arguments mean_plus {A}. Arguments mean_scal {A}.
Arguments mean_mono {A}. Arguments mean_one {A}.

Section Moments.
  Context {A : Type} (P : integral A).
  Implicit Types (X Y : A -> R).

  Definition variance X := mean_of P (fun x => (X x - mean_of P X) ^ 2).
  Definition square_integrable X := integrable P X /\ integrable P (fun x => X x ^ 2).

  (** An event, by its indicator, and its probability. *)
  Definition event := A -> bool.
  Definition indicator (S : event) x := if S x then 1 else 0.
  Definition probability (S : event) := mean_of P (indicator S).

  Lemma mean_ext X Y : (forall x, X x = Y x) -> mean_of P X = mean_of P Y.
  Proof. intros H. f_equal. now apply functional_extensionality. Qed.

  Lemma integrable_ext X Y : (forall x, X x = Y x) -> integrable P X -> integrable P Y.
  Proof. intros H. now replace Y with X by now apply functional_extensionality. Qed.

  Lemma mean_const c : mean_of P (fun _ => c) = c.
  Proof.
    rewrite (mean_ext _ (fun _ => c * 1)) by (intros; ring). rewrite mean_scal, mean_one by apply integrable_const.
    ring.
  Qed.

  Lemma integrable_indicator S : integrable P (indicator S).
  Proof.
    apply integrable_below with (fun _ => 1); [apply integrable_const |]. intros x. unfold indicator.
    destruct (S x); [rewrite Rabs_R1 | rewrite Rabs_R0]; lra.
  Qed.

  (* Fact: expectation of a linear function *)
  Lemma mean_linear c d X : integrable P X -> mean_of P (fun x => c * X x + d) = c * mean_of P X + d.
  Proof.
    intros I. rewrite mean_plus, mean_scal, mean_const; auto using integrable_const, integrable_scal.
  Qed.

  (* Fact: expectation of a sum *)
  Lemma mean_sum X Y : integrable P X -> integrable P Y -> mean_of P (fun x => X x + Y x) = mean_of P X + mean_of P Y.
  Proof. apply mean_plus. Qed.

  (* Fact: expectation is monotone *)
  Lemma mean_monotone X Y : integrable P X -> integrable P Y -> (forall x, X x <= Y x) -> mean_of P X <= mean_of P Y.
  Proof. apply mean_mono. Qed.

  (* Fact: size of an expectation *)
  Lemma size_of_mean X W : integrable P X -> integrable P W -> (forall x, X x <= W x) -> (forall x, - X x <= W x) ->
    Rabs (mean_of P X) <= mean_of P W.
  Proof.
    intros IX IW up down. apply Rabs_le. split; [| now apply mean_mono].
    pose proof (mean_mono P (fun x => -1 * X x) W (integrable_scal P (-1) X IX) IW
        ltac:(intros x; specialize (down x); lra)) as H.
    rewrite mean_scal in H by exact IX. lra.
  Qed.

  (** The square about any number, expanded. *)
  Lemma mean_square_about c X : square_integrable X ->
    mean_of P (fun x => (X x - c) ^ 2) = mean_of P (fun x => X x ^ 2) - 2 * c * mean_of P X + c ^ 2.
  Proof.
    intros [I1 I2]. rewrite (mean_ext _ (fun x => (X x ^ 2 + (-2 * c) * X x) + c ^ 2)) by (intros; ring).
    rewrite !mean_plus, mean_scal, mean_const; auto using integrable_const, integrable_scal, integrable_plus. ring.
  Qed.

  (* Fact: bias and variance *)
  Lemma bias_and_variance c X : square_integrable X ->
    mean_of P (fun x => (X x - c) ^ 2) = (mean_of P X - c) ^ 2 + variance X.
  Proof. intros I. unfold variance. rewrite !mean_square_about by exact I. ring. Qed.

  (* Fact: variance of a linear function *)
  Lemma variance_linear c d X : square_integrable X -> variance (fun x => c * X x + d) = c ^ 2 * variance X.
  Proof.
    intros I. unfold variance. rewrite mean_linear by apply I.
    rewrite (mean_ext _ (fun x => c ^ 2 * (X x - mean_of P X) ^ 2)) by (intros; ring).
    apply mean_scal. destruct I as [I1 I2].
    apply integrable_ext with (fun x => (X x ^ 2 + (-2 * mean_of P X) * X x) + mean_of P X ^ 2); [intros; ring |].
    auto using integrable_const, integrable_scal, integrable_plus.
  Qed.

  (* Fact: Cauchy and Schwarz *)
  Lemma cauchy_schwarz_of_means X Y : integrable P (fun x => X x ^ 2) -> integrable P (fun x => Y x ^ 2) ->
    mean_of P (fun x => X x * Y x) ^ 2 <= mean_of P (fun x => X x ^ 2) * mean_of P (fun x => Y x ^ 2).
  Proof.
    intros IX IY.
    assert (IXY : integrable P (fun x => X x * Y x)).
    { apply integrable_below with (fun x => X x ^ 2 + Y x ^ 2); [now apply integrable_plus |]. intros x.
      apply Rabs_le. pose proof (pow2_ge_0 (X x - Y x)). pose proof (pow2_ge_0 (X x + Y x)).
      pose proof (pow2_ge_0 (X x)). pose proof (pow2_ge_0 (Y x)). split; nra. }
    assert (pos : forall f, integrable P f -> (forall x, 0 <= f x) -> 0 <= mean_of P f).
    { intros f F H. rewrite <- (mean_const 0). apply mean_mono; auto using integrable_const. }
    apply discriminant; [apply pos; [exact IX | intros; apply pow2_ge_0] |]. intros s.
    replace (_ - _ + _) with (mean_of P (fun x => (s ^ 2 * X x ^ 2 + (-2 * s) * (X x * Y x)) + Y x ^ 2)).
    - apply pos; [auto using integrable_scal, integrable_plus |]. intros x.
      replace (_ + _) with ((s * X x - Y x) ^ 2) by ring. apply pow2_ge_0.
    - rewrite !mean_plus, !mean_scal; auto using integrable_scal, integrable_plus. ring.
  Qed.

  (* Fact: complement *)
  Lemma complement S : probability (fun x => negb (S x)) = 1 - probability S.
  Proof.
    unfold probability. rewrite (mean_ext _ (fun x => -1 * indicator S x + 1)).
    - rewrite mean_linear by apply integrable_indicator. ring.
    - intros x. unfold indicator. destruct (S x); simpl; ring.
  Qed.

  (* Fact: union bound *)
  Lemma union_bound S T : probability (fun x => orb (S x) (T x)) <= probability S + probability T.
  Proof.
    unfold probability. rewrite <- mean_plus by apply integrable_indicator.
    apply mean_mono; auto using integrable_indicator, integrable_plus.
    intros x. unfold indicator. destruct (S x), (T x); simpl; lra.
  Qed.

  Definition at_least (t : R) X : event := fun x => if Rle_dec t (X x) then true else false.

  (* Fact: Markov *)
  Lemma markov X t : 0 < t -> integrable P X -> (forall x, 0 <= X x) -> probability (at_least t X) <= mean_of P X / t.
  Proof.
    intros T I pos. apply (Rle_div_r (probability (at_least t X)) (mean_of P X) t); [exact T |].
    rewrite Rmult_comm. unfold probability. rewrite <- mean_scal by apply integrable_indicator.
    apply mean_mono; auto using integrable_indicator, integrable_scal.
    intros x. specialize (pos x). unfold indicator, at_least. destruct (Rle_dec t (X x)); lra.
  Qed.

  (* Fact: Chebyshev *)
  Lemma chebyshev X t : 0 < t -> square_integrable X ->
    probability (at_least t (fun x => Rabs (X x - mean_of P X))) <= variance X / t ^ 2.
  Proof.
    intros T [I1 I2].
    assert (I : integrable P (fun x => (X x - mean_of P X) ^ 2)).
    { apply integrable_ext with (fun x => (X x ^ 2 + (-2 * mean_of P X) * X x) + mean_of P X ^ 2); [intros; ring |].
      auto using integrable_const, integrable_scal, integrable_plus. }
    eapply Rle_trans; [| apply (markov _ (t ^ 2) (pow_lt t 2 T) I); intros; apply pow2_ge_0].
    apply mean_mono; auto using integrable_indicator. intros x. unfold indicator, at_least.
    destruct (Rle_dec t _) as [far |], (Rle_dec (t ^ 2) _) as [| near]; try lra.
    exfalso. apply near. rewrite <- (pow2_abs (X x - mean_of P X)). apply pow_incr. lra.
  Qed.

  (* Fact: Markov for an exponential *)
  Lemma markov_for_an_exponential X t tilt : 0 <= tilt -> integrable P (fun x => exp (tilt * X x)) ->
    probability (at_least t X) <= exp (- tilt * t) * mean_of P (fun x => exp (tilt * X x)).
  Proof.
    intros T I. unfold probability. rewrite <- mean_scal by exact I.
    apply mean_mono; auto using integrable_indicator, integrable_scal. intros x.
    unfold indicator, at_least. rewrite <- exp_plus. pose proof (exp_pos (- tilt * t + tilt * X x)).
    destruct (Rle_dec t (X x)) as [far |]; [| lra]. rewrite <- exp_0 at 1. apply exp_le. nra.
  Qed.
End Moments.
