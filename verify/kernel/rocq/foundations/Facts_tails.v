(** * The fact of the calculus on the tail of a mean of draws

    As in Facts.v: the theorem as the exporter writes it from the fact itself. *)

From Coq Require Import ClassicalDedekindReals Classical_Prop.
From Foundations Require Import Classes Concentration Nouns Events Rotations.
Import ListNotations.
Open Scope R_scope.

(** A law that lives on two sets lives on what they share. *)
Lemma E_on_both {A} (S T : A -> Prop) P f g : lives_on S P -> lives_on T P -> bounded f -> bounded g ->
  (forall x, S x -> T x -> f x = g x) -> E P f = E P g.
Proof.
  intros one other F G same. set (k := fun x => if sig_not_dec (S x) then f x else g x).
  assert (K : bounded k).
  { destruct F as [M F], G as [N G]. exists (Rmax M N). intros x. unfold k.
    destruct (sig_not_dec (S x)); [eapply Rle_trans; [apply F | apply Rmax_l] | eapply Rle_trans;
      [apply G | apply Rmax_r]]. }
  transitivity (E P k).
  - apply one; [exact F | exact K |]. intros x X. unfold k. destruct (sig_not_dec (S x)); tauto.
  - apply other; [exact K | exact G |]. intros x X. unfold k.
    destruct (sig_not_dec (S x)) as [inside | outside]; [apply same; [now apply NNPP | exact X] | reflexivity].
Qed.

(** Hoeffding 1963, Theorem 2: for the numbers cut to the interval, and none is drawn elsewhere. *)
Theorem fact_Hoeffding_one_tail : forall (P : law R) (a b : R) (k : nat) (mu r : R),
  (1 <= k)%nat ->
  0 <= r ->
  has_mean P mu ->
  member P (laws_on a b) ->
  a < b ->
  tail_of_mean P k (mu + r) <= exp (- (2 * r ^ 2 * INR k / (b - a) ^ 2)).
Proof.
  intros P a b k mu r K R0 (D & wide & ->) inside AB. set (f := fun x => Rmax a (Rmin x b)).
  assert (range : forall x, a <= f x <= b).
  { intros x. unfold f. split; [apply Rmax_l |]. apply Rmax_lub; [lra | apply Rmin_r]. }
  assert (f_is : forall x, a <= x <= b -> f x = x) by (intros x X; unfold f; rewrite Rmin_left, Rmax_right; lra).
  assert (F : bounded f) by now apply bounded_between with a b.
  assert (mean_is : E P f = mean D P).
  { unfold mean. apply (E_on_both (fun x => a <= x <= b) (fun x => - D <= x <= D)); auto.
    - apply bounded_between with (Rmin (- D) D) (Rmax (- D) D). intros x. unfold clip, Rmin, Rmax.
      repeat destruct (Rle_dec _ _); lra.
    - intros x X Y. now rewrite f_is, clip_inside. }
  pose proof (hoeffding_one_tail P f a b AB range k r R0) as tail. rewrite mean_is in tail.
  replace (- (2 * r ^ 2 * INR k / (b - a) ^ 2)) with (-2 * INR k * r ^ 2 / (b - a) ^ 2) by (field; lra).
  eapply Rle_trans; [right | exact tail]. unfold tail_of_mean, chance, mean_tail.
  assert (k_pos : 0 < INR k) by (apply lt_0_INR; lia).
  apply (draws_inside (fun x => a <= x <= b) P k inside).
  - apply bounded_indicator.
  - apply bounded_between with 0 1. intros data. destruct (Rle_dec _ _); lra.
  - intros data [within _].
    assert (same : forall n, total (fun x => x) n data = total f n data).
    { revert within. induction data as [| x data IH]; intros within [| n]; try reflexivity. cbn [total].
      inversion within as [| ? ? X rest]; subst. now rewrite IH, f_is. }
    destruct (Rle_dec (INR k * (mean D P + r)) (total f k data)) as [far | near].
    + apply indicator_1. rewrite same. apply Rle_div_r; [exact k_pos |]. now rewrite Rmult_comm.
    + apply indicator_0. rewrite same. intros far. apply near. apply Rle_div_r in far;
      [| exact k_pos]. now rewrite Rmult_comm.
Qed.
