(** * Bits that are kept or turned: chances of messages, and how far the answers on two inputs are from each other *)

From Foundations Require Import Nouns_pieces Facts_pieces Facts_vectors Events.
Import ListNotations.
Open Scope R_scope.

(** The chance of a message: its density with respect to the number of messages. *)
Definition mass_at {A} (P : law A) (z : A) := chance P (fun y => y = z).

(** In how many of the first d bits two lists differ; beyond a list all are false. *)
Fixpoint bits_apart (d : nat) (x y : list bool) : R :=
  match d with
  | O => 0
  | S e => (if Bool.eqb (hd false x) (hd false y) then 0 else 1) + bits_apart e (tl x) (tl y)
  end.

(** The number of ones, the first by the first. *)
Fixpoint ones_in (x : list bool) : R := match x with [] => 0 | b :: y => (if b then 1 else 0) + ones_in y end.

Lemma ones_in_is x : ones_of x = ones_in x.
Proof.
  unfold ones_of, ones. induction x as [| b x IH]; [reflexivity |]. cbn [length ones_in]. rewrite Sum_below_succ.
  f_equal. exact IH.
Qed.

Lemma ones_in_ge_0 x : 0 <= ones_in x.
Proof. induction x as [| [] x IH]; cbn [ones_in]; lra. Qed.

Lemma bits_apart_most d x y : bits_apart d x y <= ones_in x + ones_in y.
Proof.
  revert x y. induction d as [| d IH]; intros x y.
  - simpl. pose proof (ones_in_ge_0 x). pose proof (ones_in_ge_0 y). lra.
  - cbn [bits_apart]. specialize (IH (tl x) (tl y)). destruct x as [| a x], y as [| b y]; cbn [hd tl ones_in] in *;
      try destruct a; try destruct b; cbn [Bool.eqb ones_in] in *; lra.
Qed.

(** Each bit that differs costs a factor e^s at most. *)
Lemma flips_close s d x y f : 0 <= s -> bounded f -> (forall z, 0 <= f z) ->
  E (flips d (exp s / (1 + exp s)) x) f <= exp (s * bits_apart d x y) * E (flips d (exp s / (1 + exp s)) y) f.
Proof.
  intros s_0. set (p := exp s / (1 + exp s)). pose proof (exp_ge_1 s s_0) as e_1. set (e := exp s) in *.
  assert (P : 0 <= p <= 1).
  { unfold p. split; [apply Rdiv_le_0_compat; lra |]. apply (Rmult_le_reg_r (1 + e)); [lra |]. unfold Rdiv.
    rewrite Rmult_assoc, Rinv_l; lra. }
  assert (odds : p = e * (1 - p)) by (unfold p; field; lra).
  assert (step : forall d x f, E (flips (S d) p x) f = p * E (flips d p (tl x)) (fun rest => f (hd false x :: rest)) +
      (1 - p) * E (flips d p (tl x)) (fun rest => f (negb (hd false x) :: rest))).
  { intros k w g. cbn [flips]. simpl. rewrite Rmin_left, Rmax_right by lra. destruct (hd false w); reflexivity. }
  revert x y f. induction d as [| d IH]; intros x y f F f_0.
  - simpl. rewrite Rmult_0_r, exp_0. lra.
  - rewrite !step. cbn [bits_apart]. set (g := exp (s * bits_apart d (tl x) (tl y))). assert (g_pos : 0 < g) by apply
    exp_pos.
    assert (B : forall b, bounded (fun rest => f (b :: rest))) by (intros b; destruct F as [M small]; exists M; auto).
    assert (each : forall b, E (flips d p (tl x)) (fun rest => f (b :: rest)) <=
      g * E (flips d p (tl y)) (fun rest => f (b :: rest))) by (intros b; apply IH; auto).
    assert (some : forall b, 0 <= E (flips d p (tl y)) (fun rest => f (b :: rest))).
    { intros b. rewrite <- (E_const (flips d p (tl y)) 0). apply E_mono; [bounded | apply B | auto]. }
    pose proof (each true) as T. pose proof (each false) as N. pose proof (some true) as T0. pose proof (some false) as
      N0.
    set (u := E (flips d p (tl y)) (fun rest => f (true :: rest))) in *.
    set (v := E (flips d p (tl y)) (fun rest => f (false :: rest))) in *.
    assert (same : forall h, E (flips d p (tl x)) (fun rest => f (h :: rest)) <= g * (if h then u else v))
      by (intros []; assumption).
    destruct (Bool.eqb (hd false x) (hd false y)) eqn:agree.
    + apply Bool.eqb_prop in agree. rewrite <- agree, Rplus_0_l. fold g.
      pose proof (same (hd false x)) as one. pose proof (same (negb (hd false x))) as other.
      destruct (hd false x); cbn [negb] in *; fold u v; nra.
    + replace (s * (1 + bits_apart d (tl x) (tl y))) with (s + s * bits_apart d (tl x) (tl y)) by ring. rewrite
      exp_plus.
      fold e g.
      pose proof (same (hd false x)) as one. pose proof (same (negb (hd false x))) as other.
      assert (flipped : hd false y = negb (hd false x)) by (destruct (hd false x), (hd false y); easy).
      rewrite flipped, Bool.negb_involutive. assert (q_0 : 0 <= 1 - p) by lra.
      assert (A1 : p <= e * (1 - p)) by lra. assert (A2 : 1 - p <= e * p) by nra.
      destruct (hd false x); cbn [negb] in *; fold u v.
      * apply Rle_trans with (p * (g * u) + (1 - p) * (g * v)); [apply Rplus_le_compat; apply Rmult_le_compat_l; lra |].
        replace (e * g * (p * v + (1 - p) * u)) with (e * (1 - p) * (g * u) + e * p * (g * v)) by ring.
        apply Rplus_le_compat; apply Rmult_le_compat_r; try assumption; apply Rmult_le_pos; lra.
      * apply Rle_trans with (p * (g * v) + (1 - p) * (g * u)); [apply Rplus_le_compat; apply Rmult_le_compat_l; lra |].
        replace (e * g * (p * u + (1 - p) * v)) with (e * (1 - p) * (g * v) + e * p * (g * u)) by ring.
        apply Rplus_le_compat; apply Rmult_le_compat_r; try assumption; apply Rmult_le_pos; lra.
Qed.
