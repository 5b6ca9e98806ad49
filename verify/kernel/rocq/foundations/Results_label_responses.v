(** * label, text after (11): K-ary randomized response

    Each theorem says what a claim of the ledger says at that place, as the exporter writes it from the claim itself. *)

From Foundations Require Export Results_label_central.
Import ListNotations.
Open Scope R_scope.

(** One of the first K classes: the first, the right one, with the weight e^eps, the others with 1. *)
Definition response_weight eps (j : nat) : R := if (j =? 1)%nat then exp eps else 1.

Lemma response_total eps K : Sum (numbers (S K)) (response_weight eps) = exp eps + INR K.
Proof.
  unfold numbers. simpl seq. cbn [Sum]. unfold response_weight at 1. simpl Nat.eqb. cbv iota.
  rewrite (Sum_ext_in (seq 2 K) _ (fun _ => 1)), Sum_const, seq_length; [ring |].
  intros j inside. apply in_seq in inside. unfold response_weight. destruct (Nat.eqb_spec j 1); [lia | reflexivity].
Qed.

Lemma response_weights eps K : is_weight (numbers (S K)) (fun j => response_weight eps j / (exp eps + INR K)).
Proof.
  pose proof (exp_pos eps). pose proof (pos_INR K). split.
  - intros j. apply Rlt_le, Rdiv_lt_0_compat; [unfold response_weight; destruct (j =? 1)%nat; lra | lra].
  - unfold Rdiv. rewrite (Sum_ext _ _ (fun j => / (exp eps + INR K) * response_weight eps j)) by (intros; ring).
    rewrite Sum_scal, response_total. field. lra.
Qed.

Definition response eps K : law nat :=
  match K with O => ret 1%nat | S k => finite (numbers (S k)) _ (response_weights eps k) end.

(** The share of the first class among those with the most answers: ties are broken evenly. *)
Definition has_most K (c : vote_counts) (j : nat) : bool := if Rle_dec (largest K c) (c j) then true else false.
Definition share_of_first K (c : vote_counts) : R :=
  if has_most K c 1 then / INR (length (filter (has_most K c) (numbers K))) else 0.

(** The probability that the class with the most of n answers is the right one. *)
Definition response_right n K eps := E (all_answers n (fun _ => response eps K)) (fun l => share_of_first K (counts_of l)).

Lemma response_is_right eps K : (1 <= K)%nat -> E (response eps K) (is_class 1) = exp eps / (INR K + exp eps - 1).
Proof.
  intros some. destruct K as [| k]; [lia |]. unfold response. cbn [E finite]. pose proof (exp_pos eps). pose proof (pos_INR
    k).
  rewrite (Sum_ext _ _ (fun y => is_class y 1 * (response_weight eps y / (exp eps + INR k)))).
  - rewrite sum_of_class by (apply in_numbers; lia). unfold response_weight. simpl Nat.eqb. cbv iota. rewrite S_INR. field.
    lra.
  - intros y. unfold is_class. rewrite (Nat.eqb_sym 1 y). ring.
Qed.

Lemma share_between K c : (1 <= K)%nat -> 0 <= share_of_first K c <= 1.
Proof.
  intros some. unfold share_of_first. destruct (has_most K c 1) eqn:most; [| lra].
  assert (inside : In 1%nat (filter (has_most K c) (numbers K))) by (apply filter_In; split; [apply in_numbers; lia |
    exact most]).
  assert (positive : (1 <= length (filter (has_most K c) (numbers K)))%nat)
    by (destruct (filter (has_most K c) (numbers K)); [easy | simpl; lia]).
  apply (le_INR 1) in positive. change (INR 1) with 1 in positive. split.
  - left. apply Rinv_0_lt_compat. lra.
  - rewrite <- Rinv_1. apply Rinv_le_contravar; lra.
Qed.

(** Some answer is the right class, where that is chosen: there is an answer. *)
Lemma share_at_most K l : (1 <= K)%nat -> l <> [] -> (forall y, In y l -> In y (numbers K)) ->
  share_of_first K (counts_of l) <= counts_of l 1%nat.
Proof.
  intros some answers range. pose proof (share_between K (counts_of l) some) as share. unfold share_of_first in *.
  destruct (has_most K (counts_of l) 1) eqn:most; [| apply Sum_ge_0; intros y; apply is_class_between].
  unfold has_most in most. destruct (Rle_dec (largest K (counts_of l)) (counts_of l 1%nat)) as [top |]; [| discriminate].
  destruct l as [| y l]; [easy |]. pose proof (largest_above K (counts_of (y :: l)) y (range y (or_introl eq_refl))) as above.
  assert (one : 1 <= counts_of (y :: l) y).
  { unfold counts_of. cbn [Sum]. unfold is_class at 1. rewrite Nat.eqb_refl.
    assert (0 <= Sum l (is_class y)) by (apply Sum_ge_0; intros z; apply is_class_between). lra. }
  lra.
Qed.

Lemma answers_in_range {M} n (K : law M) (S : M -> Prop) f g :
  (forall f g, (forall z, S z -> f z = g z) -> E K f = E K g) ->
  (forall l, length l = n -> (forall z, In z l -> S z) -> f l = g l) ->
  E (all_answers n (fun _ => K)) f = E (all_answers n (fun _ => K)) g.
Proof.
  intros on. revert f g. induction n as [| n IH]; intros f g same; cbn [all_answers E bind ret]; [now apply same |].
  apply on. intros z inside. apply (IH (fun rest => f (z :: rest)) (fun rest => g (z :: rest))).
  intros l length_l all. apply same; [simpl; now rewrite length_l |]. intros y [<- | Y]; [exact inside | now apply all].
Qed.

Lemma expected_count n (K : law nat) : E (all_answers n (fun _ => K)) (fun l => total_of n (fun _ => is_class 1) l) =
  INR n * E K (is_class 1).
Proof.
  assert (one : bounded (is_class 1)) by (apply bounded_between with 0 1; apply is_class_between).
  induction n as [| n IH]; [simpl; ring |]. cbn [all_answers E bind ret]. rewrite S_INR.
  assert (rest : bounded (total_of n (fun _ => is_class 1)))
    by (apply bounded_total_of with 0 1; intros; apply is_class_between).
  rewrite (E_ext _ _ (fun z => is_class 1 z + INR n * E K (is_class 1))).
  - rewrite E_plus, E_const by (try apply bounded_const; exact one). ring.
  - intros z. cbn [total_of]. rewrite E_plus, E_const by (try apply bounded_const; exact rest).
    change (fun x => total_of n (fun _ => is_class 1) x) with (total_of n (fun _ => is_class 1)) in IH. now rewrite IH.
Qed.

Lemma total_of_all {M} n (f : M -> R) l : length l = n -> total_of n (fun _ => f) l = Sum l f.
Proof.
  revert n. induction l as [| z l IH]; intros [| n] length_l; try easy. simpl. f_equal. apply IH. simpl in length_l. lia.
Qed.

Theorem label_responses : forall (K : nat) (epsilon : R) (n_l : nat),
  (2 <= K)%nat ->
  0 < epsilon ->
  (1 <= n_l)%nat ->
  response_right n_l K epsilon <= exp epsilon * INR n_l / (INR K + exp epsilon - 1).
Proof.
  intros K eps n K_2 _ n_1.
  replace (exp eps * INR n / (INR K + exp eps - 1)) with (INR n * E (response eps K) (is_class 1)).
  2: { rewrite response_is_right by lia. unfold Rdiv. ring. }
  rewrite <- expected_count. unfold response_right.
  assert (total : bounded (total_of n (fun _ => is_class 1)))
    by (apply bounded_total_of with 0 1; intros; apply is_class_between).
  rewrite (answers_in_range n (response eps K) (fun y => In y (numbers K)) _
    (fun l => Rmin (share_of_first K (counts_of l)) (total_of n (fun _ => is_class 1) l))).
  - apply E_mono; [| exact total | intros l; apply Rmin_r]. apply bounded_min; [| exact total].
    apply bounded_between with 0 1. intros l. apply share_between. lia.
  - intros f g same. destruct K as [| k]; [lia |]. unfold response. cbn [E finite]. apply Sum_ext_in. intros z inside.
    now rewrite same.
  - intros l length_l range. rewrite total_of_all by exact length_l. symmetry. apply Rmin_left.
    apply share_at_most; [lia | intros ->; simpl in length_l; lia | exact range].
Qed.
