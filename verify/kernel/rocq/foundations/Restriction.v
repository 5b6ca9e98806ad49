(** * Laws that agree off a set, total variation of finite laws, and approximate privacy *)

From Foundations Require Export Mixtures.
Import ListNotations.
Open Scope R_scope.

(** ** Laws that agree off a set *)

Section Restriction.
  Context {A : Type} (S : A -> bool).

  Definition inside (f : A -> R) x := if S x then f x else 0.
  Definition outside (f : A -> R) x := if S x then 0 else f x.
  Definition mass (P : law A) := E P (inside (fun _ => 1)).

  Lemma bounded_inside f : bounded f -> bounded (inside f).
  Proof. intros F. unfold inside. bounded. Qed.

  Lemma bounded_outside f : bounded f -> bounded (outside f).
  Proof. intros F. unfold outside. bounded. Qed.

  Lemma E_parts (P : law A) f : bounded f -> E P f = E P (inside f) + E P (outside f).
  Proof.
    intros F. rewrite <- E_plus by auto using bounded_inside, bounded_outside. apply E_ext. intros x.
    unfold inside, outside. destruct (S x); ring.
  Qed.

  (** P given S. *)
  Program Definition restricted (P : law A) (pos : 0 < mass P) : law A := Law A (fun f => E P (inside f) / mass P) _ _
      _ _.
  Next Obligation.
    rewrite (E_ext P (inside (fun x => f x + g x)) (fun x => inside f x + inside g x)).
    - rewrite E_plus by now apply bounded_inside. field. lra.
    - intros x. unfold inside. destruct (S x); ring.
  Qed.
  Next Obligation.
    rewrite (E_ext P (inside (fun x => c * f x)) (fun x => c * inside f x)).
    - rewrite E_scal by now apply bounded_inside. field. lra.
    - intros x. unfold inside. destruct (S x); ring.
  Qed.
  Next Obligation.
    apply Rmult_le_compat_r; [left; now apply Rinv_0_lt_compat |]. apply E_mono; auto using bounded_inside.
    intros x. unfold inside. destruct (S x); [apply H1 | lra].
  Qed.
  Next Obligation. unfold mass in *. field. lra. Qed.

  Definition agree (P Q : law A) := forall f, bounded f -> E P (outside f) = E Q (outside f).

  Lemma masses_agree P Q : agree P Q -> mass P = mass Q.
  Proof.
    intros H. pose proof (E_parts P (fun _ => 1) (bounded_const 1)) as p.
    pose proof (E_parts Q (fun _ => 1) (bounded_const 1)) as q.
    rewrite E_one in p, q. rewrite (H _ (bounded_const 1)) in p. unfold mass. lra.
  Qed.

  Variables (P Q : law A) (P_pos : 0 < mass P) (Q_pos : 0 < mass Q) (same : agree P Q).

  Let E_in_P f : E P (inside f) = mass P * E (restricted P P_pos) f.
  Proof. simpl. field. lra. Qed.

  Let E_in_Q f : E Q (inside f) = mass P * E (restricted Q Q_pos) f.
  Proof. simpl. rewrite (masses_agree P Q same). field. lra. Qed.

  (* Fact: distance on a set *)
  Theorem distance_on_a_set t : TV_most (restricted P P_pos) (restricted Q Q_pos) t <-> TV_most P Q (mass P * t).
  Proof.
    split; intros H f F.
    - rewrite (E_parts P f), (E_parts Q f), (same f), E_in_P, E_in_Q by bounded. specialize (H f F). nra.
    - specialize (H (inside f) ltac:(intros x; specialize (F x); unfold inside; destruct (S x); lra)).
      rewrite E_in_P, E_in_Q in H. apply Rmult_le_reg_l with (mass P); lra.
  Qed.

  Let mass_le_1 : mass P <= 1.
  Proof. apply E_le; [apply bounded_inside; bounded |]. intros x. unfold inside. destruct (S x); lra. Qed.

  (** The means over S and off it, of a function that may be extended off S at will. *)
  Let E_off f : bounded f -> E P (outside f) = E P f - mass P * E (restricted P P_pos) f.
  Proof. intros F. rewrite (E_parts P f F), E_in_P. ring. Qed.

  (* Fact: divergence on a set *)
  (** Chain rule of KL: Cover and Thomas 2006, Theorem 2.5.3; off the set the ratio is 1. *)
  Theorem divergence_on_a_set k : KL_most (restricted P P_pos) (restricted Q Q_pos) k <-> KL_most P Q (mass P * k).
  Proof.
    split; intros H f F.
    - (* ln is concave: Q e^f is the mean of its parts. *)
      set (c := E (restricted Q Q_pos) (fun x => exp (f x))).
      assert (C : 0 < c) by now apply E_exp_pos.
      set (g := fun x => if S x then ln c else f x).
      assert (G : bounded g) by (unfold g; bounded).
      assert (J : exp (E P g) <= E Q (fun x => exp (f x))).
      { eapply Rle_trans; [now apply jensen_exp |]. right.
        rewrite (E_parts P (fun x => exp (g x))), (E_parts Q (fun x => exp (f x))) by bounded. f_equal.
        - rewrite E_in_P, E_in_Q. f_equal. change (E (restricted P P_pos) (fun x => exp (g x)) = c).
          transitivity (E (restricted P P_pos) (fun _ => c)); [| apply E_const]. simpl. f_equal. apply E_ext.
          intros x. unfold inside, g. destruct (S x); [now apply exp_ln | reflexivity].
        - rewrite <- (same (fun x => exp (f x))) by bounded. apply E_ext. intros x. unfold outside, g.
          now destruct (S x). }
      apply ln_le in J; [| apply exp_pos]. rewrite ln_exp in J.
      specialize (H f F). fold c in H.
      assert (mean_g : E P g = mass P * ln c + E P (outside f)).
      { rewrite (E_parts P g G). f_equal.
        - rewrite E_in_P. f_equal. transitivity (E (restricted P P_pos) (fun _ => ln c)); [| apply E_const]. simpl.
          f_equal.
          apply E_ext. intros x. unfold inside, g. now destruct (S x).
        - apply E_ext. intros x. unfold outside, g. now destruct (S x). }
      rewrite (E_parts P f F), E_in_P.
      apply (Rmult_le_compat_l (mass P)) in H; [| lra]. lra.
    - (* f on S, and a constant off it. *)
      set (c := ln (E (restricted Q Q_pos) (fun x => exp (f x)))).
      assert (C : exp c = E (restricted Q Q_pos) (fun x => exp (f x))) by now apply exp_ln, E_exp_pos.
      set (g := fun x => if S x then f x else c). assert (G : bounded g) by (unfold g; bounded).
      specialize (H g G).
      assert (mean_P : E P g = mass P * E (restricted P P_pos) f + (1 - mass P) * c).
      { rewrite (E_parts P g G), E_off by exact G. rewrite E_in_P.
        assert (on_S : E (restricted P P_pos) g = E (restricted P P_pos) f).
        { simpl. f_equal. apply E_ext. intros x. unfold inside, g. now destruct (S x). }
        rewrite on_S, (E_parts P g G), E_in_P, on_S.
        rewrite (E_ext P (outside g) (outside (fun _ => c))) by (intros x; unfold outside, g; now destruct (S x)).
        rewrite (E_off (fun _ => c)), !E_const by bounded. ring. }
      assert (mean_Q : E Q (fun x => exp (g x)) = exp c).
      { rewrite (E_parts Q (fun x => exp (g x))) by bounded. rewrite E_in_Q.
        assert (on_S : E (restricted Q Q_pos) (fun x => exp (g x)) = exp c).
        { rewrite C. simpl. f_equal. apply E_ext. intros x. unfold inside, g. now destruct (S x). }
        rewrite on_S, <- (same (fun x => exp (g x))) by bounded.
        rewrite (E_ext P (outside (fun x => exp (g x))) (outside (fun _ => exp c)))
          by (intros x; unfold outside, g; now destruct (S x)).
        rewrite (E_off (fun _ => exp c)), !E_const by bounded. ring. }
      rewrite mean_P, mean_Q, ln_exp in H. fold c. apply Rmult_le_reg_l with (mass P); [exact P_pos |]. lra.
  Qed.
End Restriction.

(** ** Total variation of finite laws *)

(* Fact: total variation of finite laws *)
Theorem TV_of_finite_laws {A} (l : list A) p q P Q t :
  TV_most (finite l p P) (finite l q Q) t <-> Sum l (fun x => Rabs (p x - q x)) / 2 <= t.
Proof.
  assert (zero : Sum l (fun x => p x - q x) = 0) by (rewrite Sum_minus; destruct P as [_ ->], Q as [_ ->]; ring).
  split.
  - intros H. set (f := fun x => if Rle_dec (q x) (p x) then 1 else 0).
    assert (F : test f) by (intros x; unfold f; destruct (Rle_dec _ _); lra).
    specialize (H f F). simpl in H. rewrite <- Sum_minus in H.
    rewrite (Sum_ext _ _ (fun x => / 2 * Rabs (p x - q x) + / 2 * (p x - q x))) in H.
    + rewrite Sum_plus, !Sum_scal, zero in H. lra.
    + intros x. unfold f, Rabs. destruct (Rle_dec (q x) (p x)), (Rcase_abs (p x - q x)); lra.
  - intros H f F. simpl. rewrite <- Sum_minus. apply Rle_trans with (2 := H).
    apply Rle_trans with (Sum l (fun x => / 2 * Rabs (p x - q x) + / 2 * (p x - q x))).
    + apply Sum_le. intros x. specialize (F x). unfold Rabs. destruct (Rcase_abs (p x - q x)); nra.
    + rewrite Sum_plus, !Sum_scal, zero. right. field.
Qed.

(* Fact: least error of any test *)
Lemma least_error_of_any_test {A} (P Q : law A) t f : TV_most P Q t -> test f ->
  (1 - t) / 2 <= (E P (fun x => 1 - f x) + E Q f) / 2.
Proof. intros H F. now apply (proj2 (least_error_of_a_test P Q t) H). Qed.

(** ** Group privacy of a test; approximate privacy *)

Lemma group_privacy_back {A B} (one_part : A -> A -> Prop) (K : A -> law B) e :
  (forall x y, one_part x y -> ratio_most (K y) (K x) e) ->
  forall k x y, changes one_part k x y -> ratio_most (K y) (K x) (INR k * e).
Proof.
  intros H k x y path. induction path as [z | k a b c path IH last].
  - simpl. rewrite Rmult_0_l. apply ratio_refl.
  - intros g G pos. specialize (H b c last g G pos). specialize (IH g G pos).
    rewrite S_INR, Rmult_plus_distr_r, Rmult_1_l, exp_plus. pose proof (exp_pos e).
    apply (Rmult_le_compat_l (exp e)) in IH; lra.
Qed.

(** The probabilities of errors at two data sets that k changes join: [f] is the answer +, wrong at the second. *)
Section Group_privacy.
  Context {A B : Type} (one_part : A -> A -> Prop) (K : A -> law B) (e : R).
  Hypothesis one_change : forall x y, one_part x y -> ratio_most (K x) (K y) e /\ ratio_most (K y) (K x) e.
  Variables (k : nat) (x y : A) (f : B -> R).
  Hypotheses (path : changes one_part k x y) (F : test f).

  (* Fact: group privacy of accepting *)
  Lemma group_privacy_of_accepting : 1 <= E (K x) (fun z => 1 - f z) + exp (INR k * e) * E (K y) f.
  Proof.
    pose proof (group_privacy one_part K e (fun x y H => proj1 (one_change x y H)) k x y path f ltac:(bounded)
                  (fun z => proj1 (F z))) as H.
    rewrite E_minus, E_const by bounded. lra.
  Qed.

  (* Fact: group privacy of rejecting *)
  Lemma group_privacy_of_rejecting : 1 <= exp (INR k * e) * E (K x) (fun z => 1 - f z) + E (K y) f.
  Proof.
    pose proof (group_privacy_back one_part K e (fun x y H => proj2 (one_change x y H)) k x y path) as back.
    pose proof (back (fun z => 1 - f z) ltac:(bounded) (fun z => proj1 (test_not f F z))) as H.
    rewrite (E_minus (K y)), E_const in H by bounded. lra.
  Qed.
End Group_privacy.

(** Dwork and Roth 2014, Theorem B.1: levels and masses add up. *)
Theorem composition_approximately {A} (P Q : law A) {B} (K L : A -> law B) e d e' d' : 0 <= d ->
  hockey_stick_most P Q e d -> (forall x, hockey_stick_most (K x) (L x) e' d') ->
  hockey_stick_most (bind P K) (bind Q L) (e + e') (d + d').
Proof.
  intros d_pos H J f F. simpl. set (g := fun x => Rmin 1 (exp e' * E (L x) f)).
  assert (L0 : forall x, 0 <= E (L x) f) by (intros x; apply E_between with (b := 1); exact F).
  assert (G : test g).
  { intros x. unfold g. split; [apply Rmin_glb; [lra | apply Rmult_le_pos; [left; apply exp_pos | auto]] | apply
        Rmin_l]. }
  assert (d'_pos : 0 <= d' \/ d' < 0) by lra. destruct d'_pos as [d'_pos | neg].
  - apply Rle_trans with (E P (fun x => g x + d')).
    + apply E_mono; bounded. intros x. specialize (J x f F).
      assert (E (K x) f <= 1) by (apply E_between with (a := 0); exact F). unfold g, Rmin. destruct (Rle_dec _ _); lra.
    + rewrite E_plus, E_const by bounded. specialize (H g G).
      assert (E Q g <= exp e' * E Q (fun x => E (L x) f)).
      { rewrite <- E_scal by bounded. apply E_mono; bounded. intros x. apply Rmin_r. }
      rewrite exp_plus. pose proof (exp_pos e). nra.
  - (* A negative mass is impossible: at the test 0. *)
    exfalso. destruct (greatest_below P (fun _ => 0) (bounded_const 0)) as (i & _ & _).
    assert (absurd : E P (fun x => E (K x) (fun _ => 0)) <= E P (fun x => exp e' * E (L x) (fun _ => 0) + d')).
    { apply E_mono; bounded. intros x. apply J. intros z. lra. }
    rewrite (E_ext P (fun x => E (K x) (fun _ => 0)) (fun _ => 0)), E_const in absurd by (intros; apply E_const).
    rewrite (E_ext P (fun x => exp e' * E (L x) (fun _ => 0) + d') (fun _ => d')), E_const in absurd
      by (intros; rewrite E_const; ring). lra.
Qed.
