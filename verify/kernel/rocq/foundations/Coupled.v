(** * Tests of labels, and labels that differ

    The labels of a data set are a list; a test of them is its chance to say +. *)

From Coq Require Import ClassicalDedekindReals.
From Foundations Require Export Tails Divergences.
Import ListNotations.
Open Scope R_scope.

(** ** Labels that differ *)

Section Labels.
  Context {Y : Type}.
  Implicit Types (data other : list Y) (A : list Y -> R).

  (** How many of the first n labels differ. *)
  Definition labels_apart (n : nat) data other :=
    Sum (below n) (fun i => indicator (fun pair => fst pair <> snd pair) (nth_error data i, nth_error other i)).

  (** The chances of both answers change by the factor exp e at most with one label. *)
  Definition label_private A e := forall before y z after,
    A (before ++ y :: after) <= exp e * A (before ++ z :: after) /\
    1 - A (before ++ y :: after) <= exp e * (1 - A (before ++ z :: after)).

  Lemma labels_apart_cons n y z data other : labels_apart (S n) (y :: data) (z :: other) =
    indicator (fun pair => fst pair <> snd pair) (y, z) + labels_apart n data other.
  Proof.
    unfold labels_apart. rewrite Sum_below_succ. simpl. f_equal.
    destruct (classic (y = z)) as [-> | apart].
    - rewrite !indicator_0; simpl; congruence.
    - rewrite !indicator_1; simpl; congruence.
  Qed.

  Lemma labels_apart_ge_0 n data other : 0 <= labels_apart n data other.
  Proof. apply Sum_ge_0. intros i. apply indicator_between. Qed.

  Lemma labels_apart_sym n data other : labels_apart n data other = labels_apart n other data.
  Proof.
    apply Sum_ext. intros i. destruct (classic (nth_error data i = nth_error other i)).
    - rewrite !indicator_0; simpl; congruence.
    - rewrite !indicator_1; simpl; congruence.
  Qed.

  (** Group privacy, for a chance f that grows by exp e at most with one label: label by label. *)
  Lemma group_privacy (f : list Y -> R) e data other :
    (forall before y z after, f (before ++ y :: after) <= exp e * f (before ++ z :: after)) ->
    (forall data, 0 <= f data) -> length data = length other ->
    f other <= exp (e * labels_apart (length data) data other) * f data.
  Proof.
    intros near f_0 same.
    enough (H : forall before, f (before ++ other) <= exp (e * labels_apart (length data) data other) * f (before ++
      data))
      by exact (H []).
    revert other same. induction data as [| y data IH]; intros [| z other] same before; try discriminate same.
    - unfold labels_apart. simpl. rewrite Rmult_0_r, exp_0. lra.
    - injection same as same. cbn [length]. rewrite labels_apart_cons, Rmult_plus_distr_l, exp_plus, Rmult_assoc.
      specialize (IH other same (before ++ [y])). rewrite <- !app_assoc in IH. cbn [app] in IH.
      assert (first : f (before ++ z :: other) <=
        exp (e * indicator (fun pair => fst pair <> snd pair) (y, z)) * f (before ++ y :: other)).
      { destruct (classic (y = z)) as [-> | apart].
        - rewrite indicator_0, Rmult_0_r, exp_0; simpl; [lra | congruence].
        - rewrite indicator_1, Rmult_1_r by exact apart. apply near. }
      eapply Rle_trans; [exact first |]. apply Rmult_le_compat_l; [left; apply exp_pos | exact IH].
  Qed.
End Labels.

(** ** Tests *)

(** Half of the chance that a test rejects at P and of that that it accepts at Q. *)
Definition test_risk {Y} (A : list Y -> R) (P Q : law (list Y)) := E P (fun data => 1 - A data) / 2 + E Q A / 2.

(** The law of one label. *)
Definition label {Y} (P : law (list Y)) (i : nat) : law (option Y) := image (fun data => nth_error data i) P.
