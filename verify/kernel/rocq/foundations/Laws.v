(** * Laws

    A law on A is its expectation: a positive, linear, normalised functional on the bounded functions of A. README.md
    shows why a theorem for all such laws is one for all probability measures. *)

From Foundations Require Export Numbers Bounded.
Import ListNotations.
Open Scope R_scope.

Record law (A : Type) := Law {
  E : (A -> R) -> R;
  E_plus : forall f g, bounded f -> bounded g -> E (fun x => f x + g x) = E f + E g;
  E_scal : forall c f, bounded f -> E (fun x => c * f x) = c * E f;
  E_mono : forall f g, bounded f -> bounded g -> (forall x, f x <= g x) -> E f <= E g;
  E_one : E (fun _ => 1) = 1
}.
Arguments E {A}.
Arguments E_plus {A}.
Arguments E_scal {A}.
Arguments E_mono {A}.
Arguments E_one {A}.

(** ** Expectations *)

Section Expectation.
  Context {A : Type} (P : law A).
  Implicit Types f g : A -> R.

  Lemma E_ext f g : (forall x, f x = g x) -> E P f = E P g.
  Proof. intros H. f_equal. now apply functional_extensionality. Qed.

  Lemma E_const c : E P (fun _ => c) = c.
  Proof.
    rewrite (E_ext _ (fun _ => c * 1)) by (intros; ring). rewrite E_scal, E_one by bounded. ring.
  Qed.

  Lemma E_opp f : bounded f -> E P (fun x => - f x) = - E P f.
  Proof.
    intros F. rewrite (E_ext _ (fun x => -1 * f x)) by (intros; ring). rewrite E_scal by bounded. ring.
  Qed.

  Lemma E_minus f g : bounded f -> bounded g -> E P (fun x => f x - g x) = E P f - E P g.
  Proof. intros F G. unfold Rminus. now rewrite E_plus, E_opp by bounded. Qed.

  Lemma E_div f c : bounded f -> E P (fun x => f x / c) = E P f / c.
  Proof.
    intros F. rewrite (E_ext _ (fun x => / c * f x)) by (intros; unfold Rdiv; ring).
    rewrite E_scal by bounded. unfold Rdiv. ring.
  Qed.

  Lemma E_ge f a : bounded f -> (forall x, a <= f x) -> a <= E P f.
  Proof. intros F H. rewrite <- (E_const a). apply E_mono; bounded. Qed.

  Lemma E_le f b : bounded f -> (forall x, f x <= b) -> E P f <= b.
  Proof. intros F H. rewrite <- (E_const b). apply E_mono; bounded. Qed.

  Lemma E_between f a b : (forall x, a <= f x <= b) -> a <= E P f <= b.
  Proof. intros H. split; [apply E_ge | apply E_le]; bounded; apply H. Qed.

  Lemma E_abs_le f : bounded f -> Rabs (E P f) <= E P (fun x => Rabs (f x)).
  Proof.
    intros F. apply Rabs_le. rewrite <- E_opp by bounded. split; apply E_mono; bounded.
    - intros x. pose proof (Rabs_maj2 (f x)). lra.
    - intros x. apply Rle_abs.
  Qed.

  Lemma E_small f M : (forall x, Rabs (f x) <= M) -> Rabs (E P f) <= M.
  Proof.
    intros H. apply Rabs_le. apply E_between. intros x. apply Rabs_le_between, H.
  Qed.

  Lemma E_Sum {I} (l : list I) (f : I -> A -> R) : (forall i, bounded (f i)) ->
    E P (fun x => Sum l (fun i => f i x)) = Sum l (fun i => E P (f i)).
  Proof.
    intros F. induction l as [| i l IH]; simpl; [apply E_const |].
    rewrite E_plus by bounded. now rewrite IH.
  Qed.
End Expectation.

(** ** Inequalities for expectations *)

Section Inequalities.
  Context {A : Type} (P : law A).

  (** Jensen's inequality for exp: Cover and Thomas 2006, Theorem 2.6.2. *)
  Lemma jensen_exp f : bounded f -> exp (E P f) <= E P (fun x => exp (f x)).
  Proof.
    intros F. set (c := E P f).
    apply Rle_trans with (E P (fun x => exp c * (1 + f x - c))).
    - rewrite E_scal, E_minus, E_plus, !E_const by bounded. fold c. right. ring.
    - apply E_mono; bounded. intros x. apply exp_tangent.
  Qed.

  Lemma E_exp_pos f : bounded f -> 0 < E P (fun x => exp (f x)).
  Proof. intros F. eapply Rlt_le_trans; [apply exp_pos | now apply jensen_exp]. Qed.

  (** Jensen's inequality for ln. *)
  Lemma jensen_ln f a : 0 < a -> (forall x, a <= f x) -> bounded f -> E P (fun x => ln (f x)) <= ln (E P f).
  Proof.
    intros pos L F. assert (C : a <= E P f) by now apply E_ge.
    set (c := E P f) in *.
    apply Rle_trans with (E P (fun x => ln c + (f x - c) / c)).
    - apply E_mono; bounded; [now apply (bounded_ln f a) |].
      intros x. specialize (L x). apply ln_tangent; lra.
    - rewrite E_plus, E_div, E_minus, !E_const by bounded. fold c. right. field. lra.
  Qed.

  (** Cauchy and Schwarz. *)
  Lemma cauchy_schwarz f g : bounded f -> bounded g ->
    E P (fun x => f x * g x) ^ 2 <= E P (fun x => f x ^ 2) * E P (fun x => g x ^ 2).
  Proof.
    intros F G. apply discriminant.
    - apply E_ge; bounded. intros. apply pow2_ge_0.
    - intros s.
      replace (_ - _ + _) with (E P (fun x => (s * f x - g x) ^ 2));
        [apply E_ge; bounded; intros; apply pow2_ge_0 |].
      rewrite (E_ext P _ (fun x => s ^ 2 * f x ^ 2 - (2 * s) * (f x * g x) + g x ^ 2)) by (intros; ring).
      rewrite E_plus, E_minus, !E_scal by bounded. ring.
  Qed.

  Lemma square_of_mean f : bounded f -> E P f ^ 2 <= E P (fun x => f x ^ 2).
  Proof.
    intros F. pose proof (cauchy_schwarz f (fun _ => 1) F (bounded_const 1)) as H. cbv beta in H.
    rewrite (E_ext P (fun x => f x * 1) f) in H by (intros; ring).
    rewrite (E_ext P (fun _ => 1 ^ 2) (fun _ => 1)), E_one in H by (intros; ring). lra.
  Qed.

  Lemma mean_of_sqrt f : bounded f -> (forall x, 0 <= f x) -> E P (fun x => sqrt (f x)) <= sqrt (E P f).
  Proof.
    intros F H. apply le_sqrt. eapply Rle_trans; [apply square_of_mean; bounded |].
    right. apply E_ext. intros x. now apply pow2_sqrt.
  Qed.

  (** The mean square about the mean. *)
  Lemma variance_expanded f : bounded f -> E P (fun x => (f x - E P f) ^ 2) = E P (fun x => f x ^ 2) - E P f ^ 2.
  Proof.
    intros F. set (c := E P f).
    rewrite (E_ext P _ (fun x => f x ^ 2 - (2 * c) * f x + c ^ 2)) by (intros; ring).
    rewrite E_plus, E_minus, E_scal, E_const by bounded. fold c. ring.
  Qed.

  (** The largest number that is nowhere above f. It is at most the mean. *)
  Lemma greatest_below (f : A -> R) : bounded f ->
    exists i, (forall x, i <= f x) /\ (forall b, (forall x, b <= f x) -> b <= i).
  Proof.
    intros F.
    destruct (completeness (fun b => forall x, b <= f x)) as [i [upper least]].
    - exists (E P f). intros b H. now apply E_ge.
    - destruct F as [M F]. exists (- M). intros x. specialize (F x). apply Rabs_le_between in F. lra.
    - exists i. split.
      + intros x. apply least. intros b H. apply H.
      + intros b H. now apply upper.
  Qed.
End Inequalities.

(** ** Laws from laws *)

Lemma bounded_through {A B} (K : A -> law B) h : bounded h -> bounded (fun x => E (K x) h).
Proof. intros [M H]. exists M. intros x. now apply E_small. Qed.

Lemma bounded_through2 {A B} (K : A -> law B) h : bounded2 h -> bounded (fun x => E (K x) (h x)).
Proof. intros [M H]. exists M. intros x. now apply E_small. Qed.

#[export] Hint Resolve bounded_through : bounded.

(** All the mass at a. *)
Program Definition ret {A} (a : A) : law A := Law A (fun f => f a) _ _ _ _.

(** A draw x of P, then a draw of K x. *)
Program Definition bind {A B} (P : law A) (K : A -> law B) : law B := Law B (fun f => E P (fun x => E (K x) f)) _ _ _ _.
Next Obligation.
  rewrite <- E_plus by bounded. apply E_ext. intros x. now apply E_plus.
Qed.
Next Obligation.
  rewrite <- E_scal by bounded. apply E_ext. intros x. now apply E_scal.
Qed.
Next Obligation.
  apply E_mono; bounded. intros x. now apply E_mono.
Qed.
Next Obligation.
  rewrite (E_ext P _ (fun _ => 1)) by (intros; apply E_one). apply E_one.
Qed.

(** A draw of P, sent through a function. *)
Definition image {A B} (k : A -> B) (P : law A) : law B := bind P (fun x => ret (k x)).

(** The probability p of one law, 1 - p of the other. *)
Program Definition mix {A} (p : R) (chance : 0 <= p <= 1) (P Q : law A) : law A :=
  Law A (fun f => p * E P f + (1 - p) * E Q f) _ _ _ _.
Next Obligation. rewrite !E_plus by assumption. ring. Qed.
Next Obligation. rewrite !E_scal by assumption. ring. Qed.
Next Obligation. apply Rplus_le_compat; apply Rmult_le_compat_l; try lra; now apply E_mono. Qed.
Next Obligation. rewrite !E_one. ring. Qed.

(** A law on finitely many points. *)
Definition is_weight {A} (l : list A) (w : A -> R) := (forall x, 0 <= w x) /\ Sum l w = 1.
Program Definition finite {A} (l : list A) (w : A -> R) (weights : is_weight l w) : law A :=
  Law A (fun f => Sum l (fun x => w x * f x)) _ _ _ _.
Next Obligation. rewrite <- Sum_plus. apply Sum_ext. intros; ring. Qed.
Next Obligation. rewrite <- Sum_scal. apply Sum_ext. intros; ring. Qed.
Next Obligation. destruct weights. apply Sum_le. intros x. now apply Rmult_le_compat_l. Qed.
Next Obligation. destruct weights as [_ one]. etransitivity; [| exact one]. apply Sum_ext. intros; ring. Qed.

(** One more draw after a history: K may depend on what came before. *)
Definition step {A} (P : law (list A)) (K : list A -> law A) : law (list A) :=
  bind P (fun h => bind (K h) (fun z => ret (z :: h))).

Lemma E_step {A} (P : law (list A)) K f : E (step P K) f = E P (fun h => E (K h) (fun z => f (z :: h))).
Proof. reflexivity. Qed.

(** m independent draws. *)
Fixpoint power {A} (P : law A) (m : nat) : law (list A) :=
  match m with
  | O => ret []
  | S k => step (power P k) (fun _ => P)
  end.

(** ** Laws on a set

    P is a law on finitely many points of S, each with its mass. A lower bound over these laws is one over all laws on
        S. *)
Definition on {A} (S : A -> Prop) (P : law A) := exists masses : list (R * A),
  (forall p, In p masses -> 0 <= fst p /\ S (snd p)) /\ Sum masses fst = 1 /\
  forall f, E P f = Sum masses (fun p => fst p * f (snd p)).

Lemma on_subset {A} (S S' : A -> Prop) P : (forall x, S x -> S' x) -> on S P -> on S' P.
Proof.
  intros within (masses & inside & one & mean). exists masses.
  split; [| now split]. intros p H. destruct (inside p H). split; auto.
Qed.

Lemma on_ret {A} (S : A -> Prop) a : S a -> on S (ret a).
Proof.
  intros H. exists [(1, a)]. repeat split.
  - destruct H0 as [<- | []]. simpl. lra.
  - destruct H0 as [<- | []]. exact H.
  - simpl. ring.
  - intros f. simpl. ring.
Qed.

(* Fact: law on an interval *)
(** By definition. *)
Lemma on_finite {A} (S : A -> Prop) l w weights : (forall x, In x l -> S x) -> on S (finite l w weights).
Proof.
  intros inside. destruct weights as [pos one]. exists (map (fun x => (w x, x)) l). repeat split.
  - apply in_map_iff in H. destruct H as (x & <- & _). apply pos.
  - apply in_map_iff in H. destruct H as (x & <- & X). now apply inside.
  - rewrite Sum_map. exact one.
  - intros f. now rewrite Sum_map.
Qed.

Lemma on_bind {A B} (T : A -> Prop) (S : B -> Prop) P (K : A -> law B) :
  on T P -> (forall x, T x -> on S (K x)) -> on S (bind P K).
Proof.
  intros (masses & inside & one & mean) H.
  enough (exists after, (forall p, In p after -> 0 <= fst p /\ S (snd p)) /\ Sum after fst = Sum masses fst /\
    forall f, Sum masses (fun p => fst p * E (K (snd p)) f) = Sum after (fun p => fst p * f (snd p))) as
        (after & a & b & c).
  { exists after. split; [exact a |]. split; [now rewrite b |]. intros f. simpl. now rewrite mean. }
  clear one mean. induction masses as [| (q, x) masses IH].
  - exists []. repeat split; easy.
  - destruct IH as (after & a & b & c); [intros p P'; apply inside; now right |].
    destruct (inside (q, x) (or_introl eq_refl)) as [q_pos x_in]. simpl in q_pos, x_in.
    destruct (H x x_in) as (parts & parts_in & parts_one & parts_mean).
    exists (map (fun p => (q * fst p, snd p)) parts ++ after). split; [| split].
    + intros p P'. apply in_app_or in P'. destruct P' as [P' | P']; [| now apply a].
      apply in_map_iff in P'. destruct P' as (r & <- & R'). destruct (parts_in r R').
      split; [now apply Rmult_le_pos | assumption].
    + rewrite Sum_app, Sum_map. simpl. now rewrite Sum_scal, parts_one, b, Rmult_1_r.
    + intros f. rewrite Sum_app, Sum_map. simpl. rewrite c, parts_mean, <- Sum_scal. f_equal.
      apply Sum_ext. intros p. ring.
Qed.

(** ** Laws that commute with all laws

    The order of two independent draws may matter for functionals that are not countably additive. It does not where one
    of the laws has finitely many points, or is built from such laws. *)
Definition commutes {A} (P : law A) := forall (B : Type) (Q : law B) (h : A -> B -> R), bounded2 h ->
  E P (fun x => E Q (h x)) = E Q (fun y => E P (fun x => h x y)).

Lemma commutes_ret {A} (a : A) : commutes (ret a).
Proof. intros B Q h H. reflexivity. Qed.

Lemma commutes_finite {A} (l : list A) w weights : commutes (finite l w weights).
Proof.
  intros B Q h H. simpl. rewrite E_Sum.
  - apply Sum_ext. intros x. now rewrite E_scal by (now apply bounded_at).
  - intros x. apply bounded_mult; bounded. now apply bounded_at.
Qed.

Lemma bounded2_through {A B} (P : law A) (h : A -> B -> R) : bounded2 h -> bounded (fun y => E P (fun x => h x y)).
Proof. intros [M H]. exists M. intros y. apply E_small. intros x. apply H. Qed.

Lemma commutes_bind {A B} (P : law A) (K : A -> law B) : commutes P -> (forall x, commutes (K x)) ->
  commutes (bind P K).
Proof.
  intros CP CK C Q h [M H]. simpl.
  rewrite (E_ext P _ (fun x => E Q (fun z => E (K x) (fun y => h y z)))) by (intros x; apply CK; now exists M).
  apply CP. exists M. intros x z. apply E_small. intros y. apply H.
Qed.

Lemma commutes_power {A} (P : law A) m : commutes P -> commutes (power P m).
Proof.
  intros C. induction m as [| m IH]; [apply commutes_ret |].
  apply commutes_bind; [exact IH |]. intros h. apply commutes_bind; [exact C |]. intros z. apply commutes_ret.
Qed.

Theorem commutes_on {A} (S : A -> Prop) (P : law A) : on S P -> commutes P.
Proof.
  intros (masses & _ & _ & mean) B Q h H. rewrite mean.
  rewrite (E_ext Q _ (fun y => Sum masses (fun p => fst p * h (snd p) y))) by (intros; apply mean).
  rewrite E_Sum.
  - apply Sum_ext. intros p. now rewrite E_scal by (now apply bounded_at).
  - intros p. apply bounded_mult; bounded. now apply bounded_at.
Qed.
