(** * Bounded functions

    A law (Laws.v) is a functional on the bounded functions of a type. This file shows which functions are bounded; the
    tactic [bounded] finds such proofs. *)

From Foundations Require Export Numbers.
Import ListNotations.
Open Scope R_scope.

Definition bounded {A} (f : A -> R) := exists M, forall x, Rabs (f x) <= M.

(** Bounded in both arguments at once. *)
Definition bounded2 {A B} (h : A -> B -> R) := exists M, forall x y, Rabs (h x y) <= M.

Create HintDb bounded.
Ltac bounded :=
  lazymatch goal with
  | |- bounded _ => cbv beta; auto 20 with bounded
  | |- forall _, bounded _ => intros; cbv beta; auto 20 with bounded
  | _ => auto
  end.

Section Closure.
  Context {A : Type}.
  Implicit Types f g : A -> R.

  Lemma bounded_const (c : R) : bounded (fun _ : A => c).
  Proof. exists (Rabs c). intros _. lra. Qed.

  Lemma bounded_between f a b : (forall x, a <= f x <= b) -> bounded f.
  Proof.
    intros H. exists (Rmax (Rabs a) (Rabs b)). intros x. specialize (H x).
    unfold Rmax, Rabs. repeat destruct (Rcase_abs _); destruct (Rle_dec _ _); lra.
  Qed.

  Lemma bounded_plus f g : bounded f -> bounded g -> bounded (fun x => f x + g x).
  Proof.
    intros [M F] [N G]. exists (M + N). intros x.
    eapply Rle_trans; [apply Rabs_triang | now apply Rplus_le_compat].
  Qed.

  Lemma bounded_mult f g : bounded f -> bounded g -> bounded (fun x => f x * g x).
  Proof.
    intros [M F] [N G]. exists (M * N). intros x.
    rewrite Rabs_mult. apply Rmult_le_compat; auto using Rabs_pos.
  Qed.

  Lemma bounded_opp f : bounded f -> bounded (fun x => - f x).
  Proof. intros [M F]. exists M. intros x. now rewrite Rabs_Ropp. Qed.

  Lemma bounded_minus f g : bounded f -> bounded g -> bounded (fun x => f x - g x).
  Proof. intros F G. exact (bounded_plus f _ F (bounded_opp g G)). Qed.

  Lemma bounded_div f c : bounded f -> bounded (fun x => f x / c).
  Proof. intros F. exact (bounded_mult f _ F (bounded_const (/ c))). Qed.

  Lemma bounded_pow f n : bounded f -> bounded (fun x => f x ^ n).
  Proof.
    intros F. induction n as [| n IH]; simpl; [apply bounded_const | now apply bounded_mult].
  Qed.

  Lemma bounded_abs f : bounded f -> bounded (fun x => Rabs (f x)).
  Proof. intros [M F]. exists M. intros x. now rewrite Rabs_Rabsolu. Qed.

  Lemma bounded_exp f : bounded f -> bounded (fun x => exp (f x)).
  Proof.
    intros [M F]. apply bounded_between with (exp (- M)) (exp M). intros x.
    specialize (F x). apply Rabs_le_between in F. split; apply exp_le; lra.
  Qed.

  Lemma bounded_sqrt f : bounded f -> bounded (fun x => sqrt (f x)).
  Proof.
    intros [M F]. apply bounded_between with 0 (sqrt M). intros x. split; [apply sqrt_pos |].
    apply sqrt_le_1_alt. specialize (F x). apply Rabs_le_between in F. lra.
  Qed.

  Lemma bounded_min f g : bounded f -> bounded g -> bounded (fun x => Rmin (f x) (g x)).
  Proof.
    intros [M F] [N G]. apply bounded_between with (- Rmax M N) (Rmax M N). intros x.
    specialize (F x). specialize (G x). apply Rabs_le_between in F, G.
    unfold Rmin, Rmax. repeat destruct (Rle_dec _ _); lra.
  Qed.

  Lemma bounded_max f g : bounded f -> bounded g -> bounded (fun x => Rmax (f x) (g x)).
  Proof.
    intros [M F] [N G]. apply bounded_between with (- Rmax M N) (Rmax M N). intros x.
    specialize (F x). specialize (G x). apply Rabs_le_between in F, G.
    unfold Rmax. repeat destruct (Rle_dec _ _); lra.
  Qed.

  (** A function that is 0 or more, cut at c. *)
  Lemma bounded_cut f c : (forall x, 0 <= f x) -> bounded (fun x => Rmin (f x) c).
  Proof.
    intros F. apply bounded_between with (Rmin 0 c) c. intros x. specialize (F x).
    unfold Rmin. repeat destruct (Rle_dec _ _); lra.
  Qed.

  Lemma bounded_inv f a : 0 < a -> (forall x, a <= f x) -> bounded (fun x => / f x).
  Proof.
    intros P F. apply bounded_between with 0 (/ a). intros x. specialize (F x). split.
    - left. apply Rinv_0_lt_compat. lra.
    - now apply Rinv_le_contravar.
  Qed.

  Lemma bounded_ln f a : 0 < a -> (forall x, a <= f x) -> bounded f -> bounded (fun x => ln (f x)).
  Proof.
    intros P L [M F]. apply bounded_between with (ln a) (ln M). intros x. specialize (L x). specialize (F x).
    apply Rabs_le_between in F. split; apply ln_le; lra.
  Qed.

  Lemma bounded_if (b : A -> bool) f g : bounded f -> bounded g -> bounded (fun x => if b x then f x else g x).
  Proof.
    intros [M F] [N G]. exists (Rmax M N). intros x. specialize (F x). specialize (G x).
    unfold Rmax. destruct (b x), (Rle_dec _ _); lra.
  Qed.

  Lemma bounded_Sum {I} (l : list I) (f : I -> A -> R) :
    (forall i, bounded (f i)) -> bounded (fun x => Sum l (fun i => f i x)).
  Proof.
    intros F. induction l as [| i l IH]; simpl; [apply bounded_const | now apply bounded_plus].
  Qed.
End Closure.

Lemma bounded_after {A B} (f : B -> R) (k : A -> B) : bounded f -> bounded (fun x => f (k x)).
Proof. intros [M F]. now exists M. Qed.

Lemma bounded_at {A B} (h : A -> B -> R) x : bounded2 h -> bounded (h x).
Proof. intros [M H]. now exists M. Qed.

Lemma bounded_at2 {A B} (h : A -> B -> R) y : bounded2 h -> bounded (fun x => h x y).
Proof. intros [M H]. exists M. intros x. apply H. Qed.

Lemma bounded2_after {A B C} (f : C -> R) (k : A -> B -> C) : bounded f -> bounded2 (fun x y => f (k x y)).
Proof. intros [M F]. exists M. intros x y. apply F. Qed.

Lemma bounded2_swap {A B} (h : A -> B -> R) : bounded2 h -> bounded2 (fun y x => h x y).
Proof. intros [M H]. exists M. intros y x. apply H. Qed.

Lemma bounded2_pair {A B} (h : A -> B -> R) : bounded2 h <-> bounded (fun p => h (fst p) (snd p)).
Proof.
  split; intros [M H]; exists M.
  - intros p. apply H.
  - intros x y. apply (H (x, y)).
Qed.

#[export] Hint Resolve bounded_const bounded_plus bounded_minus bounded_mult bounded_opp bounded_div bounded_pow
  bounded_abs bounded_exp bounded_sqrt bounded_min bounded_max bounded_if bounded_Sum : bounded.
#[export] Hint Extern 1 (bounded ?f) =>
  match goal with H : forall x, ?a <= f x <= ?b |- _ => exact (bounded_between f a b H) end : bounded.
#[export] Hint Extern 1 (bounded (?f ?i)) =>
  match goal with H : forall i x, ?a <= f i x <= ?b |- _ => exact (bounded_between (f i) a b (H i)) end : bounded.
