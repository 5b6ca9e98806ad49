(** * zhao Algorithms 2, 3, 4 and 5: what a user spends whose numbers are many

    Each theorem says what a claim of the ledger says at that place, as the exporter writes it from the claim itself. *)

From Foundations Require Export Results_algorithm_1.
Import ListNotations.
Open Scope R_scope.

(** ** The algorithms *)

(** Item j of a user's data holds the j-th coordinates of all her samples, or the j-th coefficients of any transform of
    them. For each of c of these Algorithm 1 has the budget eps/c. *)
Definition coordinate_steps (S_ : bins_and_messages) (c : nat) eps : items (data_set R) (list R) := fun j _ X =>
  sent_of_number (bins_for S_ j) (eps / INR c) (sample_mean (bins_for S_ j) X) (said_before S_ j).

(** In a descent a coefficient of a sample's gradient is one at the point that the messages of earlier groups give. *)
Definition coefficient_of_gradient := list (list R) -> R.

(** The step of the user's own group, of all steps, and the messages of earlier groups. *)
Record group_of_descent := Group_of_descent {
  within_group : bins_and_messages;
  own_step : nat;
  said_by_earlier_groups : list (list R)
}.

(** The user's message in each of so many steps: in the step of her own group it is the one of the estimator there, in the
    others it is empty. *)
Definition descent_steps (G : group_of_descent) (steps c : nat) eps : items (data_set coefficient_of_gradient)
    (list (list R)) := fun j h X =>
  image (fun z => map (fun t => if (t =? own_step G)%nat then z else []) (seq 1 steps))
    (coordinate_steps (within_group G) c eps j [] (fun i => X i (said_by_earlier_groups G))).

(** ** Their privacy *)

(** The budgets of the items add up. *)
Lemma told_at_shares {A B} (steps : items A B) (c : nat) eps (X X_ : data_set A) : (1 <= c)%nat ->
  (forall j h x y, ratio_most (steps j h x) (steps j h y) (eps / INR c)) ->
  ratio_most (told_of_each steps X c) (told_of_each steps X_ c) eps.
Proof.
  intros c_1 each_step. assert (c_pos : 0 < INR c) by (apply lt_0_INR; lia).
  enough (sum : forall k, ratio_most (told_of_each steps X k) (told_of_each steps X_ k) (INR k * (eps / INR c))).
  { specialize (sum c). now replace (INR c * (eps / INR c)) with eps in sum by (field; lra). }
  induction k as [| k IH]; [simpl INR; rewrite Rmult_0_l; apply ratio_refl |].
  rewrite S_INR, Rmult_plus_distr_r, Rmult_1_l. cbn [told_of_each]. apply ratio_of_step; [exact IH |]. intros h.
  apply post_processing_ratio. apply each_step.
Qed.

Lemma coordinate_step_private S_ c eps j h x y : (1 <= c)%nat -> 0 < eps ->
  ratio_most (coordinate_steps S_ c eps j h x) (coordinate_steps S_ c eps j h y) (eps / INR c).
Proof.
  intros c_1 eps_pos. apply sent_of_number_private, Rdiv_lt_0_compat; [exact eps_pos |]. apply lt_0_INR. lia.
Qed.

(** Algorithm 2, with Kashin's or Hadamard's coefficients as well, and Algorithms 4 and 5. *)
Theorem zhao_coordinates_privacy : forall (S_ : bins_and_messages) (X X_ : data_set (data_set R)) (c : nat)
    (epsilon : R),
  (1 <= c)%nat ->
  0 < epsilon ->
  ratio_most (told_of_each (coordinate_steps S_ c epsilon) X c)
    (told_of_each (coordinate_steps S_ c epsilon) X_ c) epsilon.
Proof.
  intros S_ X X_ c eps c_1 eps_pos. apply told_at_shares; [exact c_1 |]. intros j h x y.
  now apply coordinate_step_private.
Qed.

(** Lines 6 to 12 of Algorithm 2: c coordinates at budget 1 each, c at most epsilon. *)
Theorem zhao_alg2_lines : forall (S_ : bins_and_messages) (X X_ : data_set (data_set R)) (c : nat) (epsilon : R),
  (1 <= c)%nat ->
  0 < epsilon ->
  INR c <= epsilon ->
  ratio_most (told_of_each (coordinate_steps S_ c (INR c)) X c) (told_of_each (coordinate_steps S_ c (INR c)) X_ c)
    epsilon.
Proof.
  intros S_ X X_ c eps c_1 _ most. apply ratio_weaken with (INR c); [| exact most].
  apply zhao_coordinates_privacy; [exact c_1 |]. apply lt_0_INR. lia.
Qed.

(** Algorithm 3: the groups are disjoint. *)
Theorem zhao_alg3_privacy : forall (S_ : group_of_descent)
    (X X_ : data_set (data_set coefficient_of_gradient)) (c : nat) (epsilon : R) (t_0 : nat),
  (1 <= c)%nat ->
  0 < epsilon ->
  (1 <= t_0)%nat ->
  ratio_most (told_of_each (descent_steps S_ t_0 c epsilon) X c)
    (told_of_each (descent_steps S_ t_0 c epsilon) X_ c) epsilon.
Proof.
  intros G X X_ c eps steps c_1 eps_pos _. apply told_at_shares; [exact c_1 |]. intros j h x y. unfold descent_steps.
  apply post_processing_ratio. now apply coordinate_step_private.
Qed.
