(** * Classes in a bin: labels, private bits and counts, the class that is chosen (label, Appendices C and E)

    A bin holds samples with given features; their labels are independent, each with the probabilities of the classes at
    its feature. Samples and classes are numbered from 1. *)

From Foundations Require Export Many_means Votes Nouns.
From Foundations Require Import Concentration Sign_families.
Import ListNotations.
Open Scope R_scope.

(** ** Probabilities of classes *)

Record regression_functions := Regression_functions {
  class_total : nat;
  class_chance : nat -> vector -> R;
  chance_ge_0 : forall j x, 0 <= class_chance j x;
  chances_one : forall x, Sum (numbers class_total) (fun j => class_chance j x) = 1;
  chance_beyond : forall j x, ~ In j (numbers class_total) -> class_chance j x = 0
}.

Definition bin_features := nat -> vector.

Lemma label_weights eta x : is_weight (numbers (class_total eta)) (fun j => class_chance eta j x).
Proof. split; [intros j; apply chance_ge_0 | apply chances_one]. Qed.

(** The label of a sample at a point. *)
Definition label_at eta x : law nat :=
  finite (numbers (class_total eta)) (fun j => class_chance eta j x) (label_weights eta x).

Lemma chance_le_1 eta j x : class_chance eta j x <= 1.
Proof.
  destruct (in_dec Nat.eq_dec j (numbers (class_total eta))) as [inside | beyond];
    [| rewrite chance_beyond by exact beyond; lra].
  rewrite <- (chances_one eta x). apply in_split in inside as (before & after & ->).
  rewrite Sum_app. cbn [Sum]. pose proof (Sum_ge_0 before (fun j => class_chance eta j x) (fun j => chance_ge_0 eta j x)).
  pose proof (Sum_ge_0 after (fun j => class_chance eta j x) (fun j => chance_ge_0 eta j x)). lra.
Qed.

Lemma numbers_differ n : NoDup (numbers n).
Proof. apply seq_NoDup. Qed.

Definition is_class (j y : nat) : R := if (y =? j)%nat then 1 else 0.

Lemma is_class_between j y : 0 <= is_class j y <= 1.
Proof. unfold is_class. destruct (y =? j)%nat; lra. Qed.

Lemma chance_of_label eta j x : E (label_at eta x) (is_class j) = class_chance eta j x.
Proof.
  unfold label_at. cbn [E finite]. destruct (in_dec Nat.eq_dec j (numbers (class_total eta))) as [inside | beyond].
  - transitivity (Sum (numbers (class_total eta)) (fun y => if Nat.eq_dec y j then class_chance eta j x else 0)).
    + apply Sum_ext. intros y. unfold is_class. destruct (Nat.eqb_spec y j), (Nat.eq_dec y j); subst; try ring; easy.
    + pose proof (numbers_differ (class_total eta)) as differ. revert inside differ.
      induction (numbers (class_total eta)) as [| y l IH]; [easy |]. intros [-> | inside] differ; cbn [Sum];
        apply NoDup_cons_iff in differ as [out differ].
      * destruct (Nat.eq_dec j j); [| easy]. rewrite (Sum_ext_in l _ (fun _ => 0)), Sum_const; [ring |].
        intros y Y. destruct (Nat.eq_dec y j); [congruence | reflexivity].
      * destruct (Nat.eq_dec y j) as [-> |]; [easy |]. rewrite IH by assumption. ring.
  - rewrite chance_beyond by exact beyond. rewrite (Sum_ext_in _ _ (fun _ => 0)), Sum_const; [ring |].
    intros y Y. unfold is_class. destruct (Nat.eqb_spec y j) as [-> |]; [easy | ring].
Qed.

(** ** Private bits

    (11): the j-th bit is 1 for the j-th class alone; each is kept with probability e^(eps/2)/(e^(eps/2) + 1). *)
Definition kept_chance eps := exp (eps / 2) / (exp (eps / 2) + 1).
(** How much of a difference is left. *)
Definition left_of eps := (exp (eps / 2) - 1) / (1 + exp (eps / 2)).

Lemma kept_between eps : 0 < kept_chance eps < 1.
Proof.
  unfold kept_chance. pose proof (exp_pos (eps / 2)). split; [apply Rdiv_lt_0_compat; lra |].
  apply Rmult_lt_reg_r with (exp (eps / 2) + 1); [lra |]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l; lra.
Qed.

Lemma left_between eps : 0 < eps -> 0 < left_of eps < 1.
Proof.
  intros pos. unfold left_of. pose proof (exp_ineq1 (eps / 2) ltac:(lra)). split; [apply Rdiv_lt_0_compat; lra |].
  apply Rmult_lt_reg_r with (1 + exp (eps / 2)); [lra |]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l; lra.
Qed.

Definition bit_value (b : bool) : R := if b then 1 else 0.
Definition private_bit eps (b : bool) : law bool := bit_of (if b then kept_chance eps else 1 - kept_chance eps).
Definition private_bits eps K (y : nat) : law (list bool) := all_answers K (fun c => private_bit eps (y =? S c)%nat).
Definition message_at eta x eps K : law (list bool) := bind (label_at eta x) (private_bits eps K).

Lemma private_bit_mean eps b : E (private_bit eps b) bit_value = if b then kept_chance eps else 1 - kept_chance eps.
Proof.
  pose proof (kept_between eps). unfold private_bit, bit_of, coin, chance_in, mix. cbn [E ret].
  unfold bit_value. destruct b; rewrite Rmin_left, Rmax_right; lra.
Qed.

(** The probability that the j-th bit is 1. *)
Definition bit_chance eta j x eps := E (bind (label_at eta x) (fun y => private_bit eps (y =? j)%nat)) bit_value.

Lemma bit_chance_is eta j x eps : bit_chance eta j x eps = left_of eps * class_chance eta j x + 1 / (1 + exp (eps / 2)).
Proof.
  unfold bit_chance. cbn [bind E].
  rewrite (E_ext _ _ (fun y => (2 * kept_chance eps - 1) * is_class j y + (1 - kept_chance eps))).
  - rewrite E_plus, E_scal, E_const, chance_of_label by
      (try apply bounded_mult; try apply bounded_const; apply bounded_between with 0 1; apply is_class_between).
    unfold left_of, kept_chance. pose proof (exp_pos (eps / 2)). field. lra.
  - intros y. rewrite private_bit_mean. unfold is_class. destruct (y =? j)%nat; ring.
Qed.

Definition nth_bit (j : nat) (l : list bool) : R := bit_value (nth (j - 1) l false).

Lemma nth_bit_between j l : 0 <= nth_bit j l <= 1.
Proof. unfold nth_bit, bit_value. destruct (nth (j - 1) l false); lra. Qed.

Lemma nth_bit_mean eta j x eps K : In j (numbers K) -> E (message_at eta x eps K) (nth_bit j) = bit_chance eta j x eps.
Proof.
  intros inside. apply in_numbers in inside. unfold message_at, bit_chance. cbn [bind E]. apply E_ext. intros y.
  unfold private_bits, nth_bit.
  pose proof (answer_alone K (fun c => private_bit eps (y =? S c)%nat) (j - 1) false bit_value ltac:(lia)) as alone.
  cbv beta in alone. rewrite alone. do 3 f_equal. lia.
Qed.

(** ** Means over the features of a bin *)

Definition mean_over (n : nat) (f : nat -> R) := Sum (numbers n) f / INR n.
Definition mean_bits eta j (X : bin_features) n eps := mean_over n (fun i => bit_chance eta j (X i) eps).
Definition mean_chance eta j (X : bin_features) n := mean_over n (fun i => class_chance eta j (X i)).

(** ** The largest of the first K numbers *)

Definition vote_counts := nat -> R.
Fixpoint largest (K : nat) (c : vote_counts) : R :=
  match K with
  | O => c 1%nat
  | S m => Rmax (largest m c) (c (S m))
  end.

Lemma largest_above K c j : In j (numbers K) -> c j <= largest K c.
Proof.
  intros inside. apply in_numbers in inside. induction K as [| K IH]; [lia |]. simpl.
  destruct (Nat.eq_dec j (S K)) as [-> |]; [apply Rmax_r |]. eapply Rle_trans; [apply IH; lia | apply Rmax_l].
Qed.

Lemma largest_is K c : (1 <= K)%nat -> exists j, In j (numbers K) /\ largest K c = c j.
Proof.
  intros some. induction K as [| K IH]; [lia |]. cbn [largest]. destruct (Nat.eq_dec K 0) as [-> | more].
  - exists 1%nat. split; [apply in_numbers; lia |]. cbn [largest]. apply Rmax_left. lra.
  - destruct (IH ltac:(lia)) as (j & inside & is). unfold Rmax. destruct (Rle_dec (largest K c) (c (S K))).
    + exists (S K). split; [apply in_numbers; lia | reflexivity].
    + exists j. split; [apply in_numbers in inside; apply in_numbers; lia | exact is].
Qed.

Lemma largest_at_most K c m : (1 <= K)%nat -> (forall j, In j (numbers K) -> c j <= m) -> largest K c <= m.
Proof. intros some most. destruct (largest_is K c some) as (j & inside & ->). now apply most. Qed.

Lemma largest_between K c a b : (1 <= K)%nat -> (forall j, a <= c j <= b) -> a <= largest K c <= b.
Proof. intros some range. destruct (largest_is K c some) as (j & _ & ->). apply range. Qed.

(** How much the probability of a class falls short of the largest. *)
Definition point_gap eta K j x := largest K (fun i => class_chance eta i x) - class_chance eta j x.

(** Which of the classes with the most votes is taken. *)
Record rule_for_ties := Rule_for_ties {
  taken : nat -> vote_counts -> nat;
  taken_range : forall K c, (1 <= K)%nat -> In (taken K c) (numbers K);
  taken_most : forall K c j, In j (numbers K) -> c j <= c (taken K c)
}.

(** ** The exponential mechanism (17) *)

Lemma exponential_total K eps (c : vote_counts) : 0 < Sum (numbers (S K)) (fun j => exp (eps * c j / 2)).
Proof.
  unfold numbers. simpl seq. cbn [Sum].
  pose proof (Sum_ge_0 (seq 2 K) (fun j => exp (eps * c j / 2)) (fun j => Rlt_le _ _ (exp_pos _))).
  pose proof (exp_pos (eps * c 1%nat / 2)). lra.
Qed.

Lemma exponential_weights K eps (c : vote_counts) : is_weight (numbers (S K))
  (fun j => exp (eps * c j / 2) / Sum (numbers (S K)) (fun j => exp (eps * c j / 2))).
Proof.
  pose proof (exponential_total K eps c) as pos. split.
  - intros j. left. apply Rdiv_lt_0_compat; [apply exp_pos | exact pos].
  - unfold Rdiv at 1. rewrite (Sum_ext _ _ (fun j => / Sum (numbers (S K)) (fun j => exp (eps * c j / 2)) *
      exp (eps * c j / 2))) by (intros; apply Rmult_comm). rewrite Sum_scal. apply Rinv_l. lra.
Qed.

(** A class is drawn with a probability that is proportional to e^(eps n/2), n being its count. *)
Definition exponential_draw eps K (c : vote_counts) : law nat :=
  match K with O => ret 1%nat | S k => finite _ _ (exponential_weights k eps c) end.

Definition bit_counts (l : list (list bool)) : vote_counts := fun j => Sum l (nth_bit j).
Definition counts_of (labels : list nat) : vote_counts := fun j => Sum labels (is_class j).

(** ** Samples

    What is random: bits that are told of samples, their labels, and classes that are drawn. *)
Record bin_samples W := Bin_samples {
  told_bit : regression_functions -> bin_features -> R -> nat -> nat -> W -> bool;
  sample_label : regression_functions -> bin_features -> nat -> W -> nat;
  drawn_class : regression_functions -> nat -> bin_features -> nat -> R -> W -> nat;
  drawn_by_counts : vote_counts -> nat -> R -> W -> nat
}.
Arguments told_bit {W}.
Arguments sample_label {W}.
Arguments drawn_class {W}.
Arguments drawn_by_counts {W}.

Section Samples.
  Context {W : Type} (O : space W) (B : bin_samples W).

  Definition message_of eta X eps K i w := map (fun j => told_bit B eta X eps i j w) (numbers K).

  Record samples_drawn : Prop := {
    messages_drawn : forall eta X eps K n f, bounded f ->
      expectation O (fun w => f (map (fun i => message_of eta X eps K i w) (numbers n))) =
      E (all_answers n (fun i => message_at eta (X (S i)) eps K)) f;
    labels_drawn : forall eta X n f, bounded f ->
      expectation O (fun w => f (map (fun i => sample_label B eta X i w) (numbers n))) =
      E (all_answers n (fun i => label_at eta (X (S i)))) f;
    classes_drawn : forall eta K X n eps f, bounded2 f ->
      expectation O (fun w => f (map (fun i => sample_label B eta X i w) (numbers n)) (drawn_class B eta K X n eps w)) =
      E (all_answers n (fun i => label_at eta (X (S i)))) (fun l => E (exponential_draw eps K (counts_of l)) (f l));
    drawn_in_range : forall eta K X n eps w, (1 <= K)%nat -> In (drawn_class B eta K X n eps w) (numbers K);
    counts_drawn : forall c K eps f, bounded f ->
      expectation O (fun w => f (drawn_by_counts B c K eps w)) = E (exponential_draw eps K c) f;
    drawn_by_range : forall c K eps w, (1 <= K)%nat -> In (drawn_by_counts B c K eps w) (numbers K)
  }.

  Definition count_of_bits eta j X n eps w := Sum (numbers n) (fun i => bit_value (told_bit B eta X eps i j w)).
  Definition class_count eta j X n w := Sum (numbers n) (fun i => is_class j (sample_label B eta X i w)).

  (** The class that (13) chooses. *)
  Definition chosen_class (R : rule_for_ties) eta K X n eps w :=
    taken R K (bit_counts (map (fun i => message_of eta X eps K i w) (numbers n))).

  Definition bits_lost R eta K X n eps w :=
    largest K (fun j => mean_bits eta j X n eps) - mean_bits eta (chosen_class R eta K X n eps w) X n eps.
  Definition point_lost R eta K X n eps x w := point_gap eta K (chosen_class R eta K X n eps w) x.
  Definition private_lost R eta K X n eps x w :=
    largest K (fun j => bit_chance eta j x eps) - bit_chance eta (chosen_class R eta K X n eps w) x eps.

  Definition largest_deviation eta K X n w :=
    largest K (fun j => Rabs (class_count eta j X n w - INR n * mean_chance eta j X n)).
  Definition shortfall c K eps w := largest K c - c (drawn_by_counts B c K eps w).
  Definition chance_lost eta K X n eps w :=
    largest K (fun j => mean_chance eta j X n) - mean_chance eta (drawn_class B eta K X n eps w) X n.
  Definition central_point_lost eta K X n eps x w := point_gap eta K (drawn_class B eta K X n eps w) x.
End Samples.

(** The probability that (13) chooses a class, and that (17) draws it. *)
Definition chance_chosen R eta K j (X : bin_features) n eps :=
  E (all_answers n (fun i => message_at eta (X (S i)) eps K)) (fun l => is_class j (taken R K (bit_counts l))).
Definition chance_drawn eta K j (X : bin_features) n eps :=
  E (all_answers n (fun i => label_at eta (X (S i)))) (fun l => E (exponential_draw eps K (counts_of l)) (is_class j)).

(** ** Smooth classes, and points of one bin *)

Definition distance_of (x y : vector) := euclidean_norm (vector_minus x y).
Definition smooth_classes eta L beta := forall j x y, finite_vector x -> finite_vector y ->
  Rabs (class_chance eta j x - class_chance eta j y) <= L * raise (distance_of x y) beta.

(** A cube by its least corner. *)
Definition in_box (corner : vector) h d (x : vector) :=
  in_space d x /\ forall k, (k < d)%nat -> corner k <= x k <= corner k + h.

(** What has places: a point, or features. *)
Class places A := has_places : A -> (vector -> Prop) -> Prop.
#[export] Instance place_of_point : places vector := fun x S => S x.
#[export] Instance places_of_features : places bin_features := fun X S => forall i, S (X i).
Definition in_one_cube {A} {_ : places A} (x : vector) (y : A) h d :=
  exists corner, in_box corner h d x /\ has_places y (in_box corner h d).

Definition leads_at eta i K (X : bin_features) n Delta := forall j k, In j (numbers K) -> j <> i -> In k (numbers n) ->
  Delta <= class_chance eta i (X k) - class_chance eta j (X k).
Definition best_at eta i K x := class_chance eta i x = largest K (fun j => class_chance eta j x).
