(** * Errors of a test at coupled labels

    The labels of a data set are a list; a test of them is its chance to say +. Data of two laws are drawn together so
    that
    few labels differ: as few as the distances of the labels' laws allow. *)

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

(** ** Couplings *)

(** Half of the chance that a test rejects at P and of that that it accepts at Q. *)
Definition test_risk {Y} (A : list Y -> R) (P Q : law (list Y)) := E P (fun data => 1 - A data) / 2 + E Q A / 2.

(** The law of one label. *)
Definition label {Y} (P : law (list Y)) (i : nat) : law (option Y) := image (fun data => nth_error data i) P.

(** a and b are the chances that A errs at data of P and at data of Q, n labels each, of which l differ; l is no more on
    average than the labels' total variations add up to. *)
Definition coupled {W Y} (O : space W) (n : nat) (A : list Y -> R) (P Q : law (list Y)) (a b l : W -> R) :=
  exists data other : W -> list Y,
    (forall f, bounded f -> expectation O (fun w => f (data w)) = E P f) /\
    (forall f, bounded f -> expectation O (fun w => f (other w)) = E Q f) /\
    (forall w, length (data w) = n /\ length (other w) = n) /\
    (forall w, a w = 1 - A (data w) /\ b w = A (other w) /\ l w = labels_apart n (data w) (other w)) /\
    forall t : nat -> R, (forall i, (i < n)%nat -> TV_most (label P i) (label Q i) (t i)) ->
      expectation O l <= Sum (below n) t.

Section Coupled.
  Context {W Y : Type} (O : space W) (n : nat) (A : list Y -> R) (P Q : law (list Y)) (a b l : W -> R).
  Hypothesis (is_test : test A) (joint : coupled O n A P Q a b l).

  (** Fact: errors at coupled data. Linearity: each draw of a coupling has its own law. *)
  Theorem errors_at_coupled_data : test_risk A P Q = expectation O a / 2 + expectation O b / 2.
  Proof.
    destruct joint as (data & other & at_P & at_Q & _ & errs & _). unfold test_risk.
    rewrite <- at_P, <- at_Q by bounded.
    rewrite (expectation_ext O a (fun w => 1 - A (data w))), (expectation_ext O b (fun w => A (other w)))
      by (intros w; apply errs). reflexivity.
  Qed.

  (** Fact: group privacy of rejecting. Dwork and Roth 2014, Theorem 2.2: the answer - at both data. *)
  Theorem group_privacy_of_rejecting e : label_private A e ->
    almost_le O (fun _ => 1) (fun w => a w * exp (e * l w) + b w).
  Proof.
    intros private. destruct joint as (data & other & _ & _ & lengths & errs & _). apply surely_le. intros w.
    destruct (lengths w) as [n_data n_other]. destruct (errs w) as (-> & -> & ->).
    pose proof (group_privacy (fun data => 1 - A data) e (data w) (other w)) as group. cbv beta in group.
    rewrite n_data in group.
    assert (1 - A (other w) <= exp (e * labels_apart n (data w) (other w)) * (1 - A (data w))); [| lra].
    apply group; [intros; apply private | | lia]. intros d. destruct (is_test d). lra.
  Qed.

  (** Fact: group privacy of accepting. Dwork and Roth 2014, Theorem 2.2: the answer + at both data. *)
  Theorem group_privacy_of_accepting e : label_private A e ->
    almost_le O (fun _ => 1) (fun w => b w * exp (e * l w) + a w).
  Proof.
    intros private. destruct joint as (data & other & _ & _ & lengths & errs & _). apply surely_le. intros w.
    destruct (lengths w) as [n_data n_other]. destruct (errs w) as (-> & -> & ->).
    pose proof (group_privacy A e (other w) (data w)) as group. rewrite n_other, labels_apart_sym in group.
    assert (A (data w) <= exp (e * labels_apart n (data w) (other w)) * A (other w)); [| lra].
    apply group; [intros; apply private | apply is_test | lia].
  Qed.

  (** Fact: labels that differ. Levin, Peres and Wilmer 2009, Proposition 4.7: no coupling has fewer. *)
  Theorem labels_that_differ :
    (forall t : nat -> R, (forall i, (i < n)%nat -> TV_most (label P i) (label Q i) (t i)) ->
      expectation O l <= Sum (below n) t) /\
    exists t : nat -> R, (forall i, (i < n)%nat -> TV_most (label P i) (label Q i) (t i)) /\
      Sum (below n) t <= expectation O l.
  Proof.
    destruct joint as (data & other & at_P & at_Q & _ & errs & least). split; [exact least |].
    set (apart := fun i => indicator (fun w => nth_error (data w) i <> nth_error (other w) i)).
    exists (fun i => expectation O (apart i)). split.
    - intros i _ f F. cbn. rewrite <- at_P, <- at_Q by (apply bounded_after; bounded).
      assert (I : forall g : W -> option Y, integrable O (fun w => f (g w))).
      { intros g. apply integrable_bounded, (bounded_after f). bounded. }
      rewrite <- expectation_minus by apply I. apply expectation_mono.
      + apply integrable_minus; apply I.
      + apply integrable_indicator.
      + intros w. pose proof (F (nth_error (data w) i)). pose proof (F (nth_error (other w) i)). unfold apart.
        destruct (classic (nth_error (data w) i = nth_error (other w) i)) as [same | off].
        * rewrite indicator_0 by (intros off; now apply off). rewrite same. lra.
        * rewrite indicator_1 by exact off. lra.
    - rewrite <- expectation_Sum by (intros; apply integrable_indicator). right. apply expectation_ext. intros w.
      destruct (errs w) as (_ & _ & ->). unfold labels_apart, apart, indicator. reflexivity.
  Qed.
End Coupled.
