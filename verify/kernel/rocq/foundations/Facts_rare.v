(** * Facts of the calculus: a message beside its good part

    As in Facts.v: each theorem says what the calculus grants under that name. *)

From Foundations Require Export Values_told.
Import ListNotations.
Open Scope R_scope.

(** Law of total probability. *)
Theorem fact_bad_pairs_value_by_value : forall (A : Type) (M : law_family A) (pi : law nat) (N : nat) (alpha : R),
  (2 <= N)%nat ->
  0 < alpha ->
  on_values pi N ->
  too_much M pi N alpha =
    Sum (seq 1 N) (fun v => (above_chance M pi N alpha v + beneath_chance M pi N alpha v) * weight pi v).
Proof. intros A M pi N alpha _ pos inside. now apply too_much_by_values. Qed.

(** Law of total probability. *)
Theorem fact_bad_pairs_of_a_message_drawn_apart :
  forall (A : Type) (M : law_family A) (pi : law nat) (N : nat) (alpha : R),
  (2 <= N)%nat ->
  0 < alpha ->
  on_values pi N ->
  bad_apart M pi N alpha =
    Sum (seq 1 N) (fun v => (above_apart M pi N alpha v + beneath_apart M pi N alpha v) * weight pi v).
Proof. intros A M pi N alpha _ pos inside. now apply bad_apart_by_values. Qed.

(** The weights add up to 1. *)
Theorem fact_average_of_a_constant : forall (pi : law nat) (N : nat) (c : R),
  (2 <= N)%nat ->
  on_values pi N ->
  Sum (seq 1 N) (fun v => weight pi v * c) = c.
Proof. intros pi N c _ inside. now apply average_of_constant. Qed.

(** The weights add up to 1. *)
Theorem fact_an_average_is_at_most_the_largest :
  forall (A : Type) (M : law_family A) (pi : law nat) (N : nat) (alpha : R),
  (2 <= N)%nat ->
  0 < alpha ->
  on_values pi N ->
  forall c : R, (forall v : nat, (1 <= v)%nat -> (v <= N)%nat ->
    above_chance M pi N alpha v + beneath_chance M pi N alpha v <= c) ->
  Sum (seq 1 N) (fun v_ => (above_chance M pi N alpha v_ + beneath_chance M pi N alpha v_) * weight pi v_) <= c.
Proof.
  intros A M pi N alpha _ _ inside c each. rewrite <- (average_of_constant pi N inside c). apply Sum_le_in.
  intros v V. apply in_seq in V. rewrite Rmult_comm. apply Rmult_le_compat_l; [apply weight_ge_0 | apply each; lia].
Qed.

(** What is close to each law of a list is close to a mean of these. *)
Lemma close_to_mean {A} (M : law_family A) pi N alpha delta v f : close_family M N alpha delta -> on_values pi N ->
  (1 <= v <= N)%nat -> test f ->
  E (law_with M v) f <= exp alpha * E (mean_message M pi) f + delta /\
  E (mean_message M pi) f <= exp alpha * E (law_with M v) f + delta.
Proof.
  intros close inside V F. assert (B : bounded f) by bounded.
  change (E (mean_message M pi) f) with (E pi (fun u => E (law_with M u) f)).
  rewrite (E_of_values pi N inside) by now apply bounded_through. split.
  - rewrite <- (average_of_constant pi N inside (E (law_with M v) f)).
    apply Rle_trans with (Sum (seq 1 N)
      (fun u => exp alpha * (weight pi u * E (law_with M u) f) + weight pi u * delta));
      [| rewrite Sum_plus, Sum_scal, average_of_constant by exact inside; lra].
    apply Sum_le_in.
    intros u U. apply in_seq in U. pose proof (close v u V ltac:(lia) f F) as near.
    apply (Rmult_le_compat_l (weight pi u)) in near; [lra | apply weight_ge_0].
  - rewrite <- (average_of_constant pi N inside (exp alpha * E (law_with M v) f + delta)). apply Sum_le_in.
    intros u U. apply in_seq in U. apply Rmult_le_compat_l; [apply weight_ge_0 |]. apply close; auto; lia.
Qed.

(** Closeness, averaged over the other law. *)
Theorem fact_close_to_their_mean_much :
  forall (A : Type) (M : law_family A) (pi : law nat) (N : nat) (alpha delta : R) (v : nat),
  (2 <= N)%nat ->
  0 < alpha ->
  0 <= delta ->
  delta < 1 ->
  (1 <= v)%nat ->
  close_family M N alpha delta ->
  on_values pi N ->
  (v <= N)%nat ->
  above_chance M pi N alpha v <= above_apart M pi N alpha v * exp alpha + delta.
Proof.
  intros A M pi N alpha delta v _ _ _ _ low close inside high. rewrite Rmult_comm.
  apply (close_to_mean M pi N alpha delta v); auto. apply test_above.
Qed.

(** Closeness, averaged over the other law. *)
Theorem fact_close_to_their_mean_little :
  forall (A : Type) (M : law_family A) (pi : law nat) (N : nat) (alpha delta : R) (v : nat),
  (2 <= N)%nat ->
  0 < alpha ->
  0 <= delta ->
  delta < 1 ->
  (1 <= v)%nat ->
  close_family M N alpha delta ->
  on_values pi N ->
  (v <= N)%nat ->
  beneath_apart M pi N alpha v <= beneath_chance M pi N alpha v * exp alpha + delta.
Proof.
  intros A M pi N alpha delta v _ _ _ _ low close inside high. rewrite Rmult_comm.
  apply (close_to_mean M pi N alpha delta v); auto. apply test_beneath.
Qed.

(** The bound on the ratio, integrated over the set. *)
Theorem fact_where_a_ratio_is_large :
  forall (A : Type) (M : law_family A) (pi : law nat) (N : nat) (alpha : R) (v : nat),
  (2 <= N)%nat ->
  0 < alpha ->
  (1 <= v)%nat ->
  on_values pi N ->
  (v <= N)%nat ->
  above_apart M pi N alpha v * exp (2 * alpha) <= above_chance M pi N alpha v.
Proof.
  intros A M pi N alpha v _ _ _ inside _. pose proof (bounded_test _ (test_above M pi N alpha v)) as side.
  pose proof (density_bounded M) as B.
  assert (C : bounded (mean_density M pi N)) by (unfold mean_density; bounded).
  unfold above_apart. rewrite (E_mean_message M pi N inside _ side), Rmult_comm, <- E_scal by bounded.
  change (above_chance M pi N alpha v) with (E (common M) (fun z => density M v z * ratio_above M pi N alpha v z)).
  apply E_mono; bounded. intros z. rewrite <- Rmult_assoc. unfold ratio_above.
  destruct (Rlt_dec _ _); lra.
Qed.

(** The bound on the ratio, integrated over the set. *)
Theorem fact_where_a_ratio_is_small :
  forall (A : Type) (M : law_family A) (pi : law nat) (N : nat) (alpha : R) (v : nat),
  (2 <= N)%nat ->
  0 < alpha ->
  (1 <= v)%nat ->
  on_values pi N ->
  (v <= N)%nat ->
  beneath_chance M pi N alpha v * exp (2 * alpha) <= beneath_apart M pi N alpha v.
Proof.
  intros A M pi N alpha v _ _ _ inside _. pose proof (bounded_test _ (test_beneath M pi N alpha v)) as side.
  pose proof (density_bounded M) as B.
  assert (C : bounded (mean_density M pi N)) by (unfold mean_density; bounded).
  unfold beneath_apart. rewrite (E_mean_message M pi N inside _ side), Rmult_comm.
  change (beneath_chance M pi N alpha v) with
    (E (common M) (fun z => density M v z * ratio_beneath M pi N alpha v z)).
  rewrite <- E_scal by bounded. apply E_mono; bounded. intros z. rewrite <- Rmult_assoc. unfold ratio_beneath.
  destruct (Rlt_dec _ _); lra.
Qed.

(** I(V; Z) <= I(V, B; Z) and the chain rule: Cover and Thomas 2006, Theorem 2.5.2. *)
Theorem fact_information_split_by_a_bit :
  forall (A : Type) (M : law_family A) (pi : law nat) (N : nat) (alpha : R),
  (2 <= N)%nat ->
  0 < alpha ->
  on_values pi N ->
  one_told M pi N <= bit_entropy M pi N alpha + (1 - too_much M pi N alpha) * good_told M pi N alpha +
    bad_told M pi N alpha * too_much M pi N alpha - left_entropy M pi N alpha.
Proof. intros A M pi N alpha _ pos inside. now apply information_split. Qed.

(** At most H(V | B = 1): Cover and Thomas 2006, Theorems 2.4.1 and 2.6.4. *)
Theorem fact_information_and_the_number_of_values :
  forall (A : Type) (M : law_family A) (pi : law nat) (N : nat) (alpha : R),
  (2 <= N)%nat ->
  0 < alpha ->
  on_values pi N ->
  bad_told M pi N alpha <= ln (INR N).
Proof.
  intros A M pi N alpha some _ _. apply told_by_at_most_log; [| | lia].
  - intros v z. unfold bad_pair, pair_density.
    repeat apply Rmult_le_pos; [apply weight_ge_0 | apply density_ge_0 | apply test_bad].
  - intros v. pose proof (bounded_test _ (test_bad M pi N alpha v)). pose proof (density_bounded M v).
    unfold bad_pair, pair_density. bounded.
Qed.

(** It rises with its probability up to 1/2: Cover and Thomas 2006, Example 2.1.1. *)
Theorem fact_entropy_of_a_bit : forall (A : Type) (M : law_family A) (pi : law nat) (N : nat) (alpha q : R),
  (2 <= N)%nat ->
  0 < alpha ->
  0 < q ->
  q <= (1 / 2) ->
  on_values pi N ->
  too_much M pi N alpha <= q ->
  bit_entropy M pi N alpha <= - (1 - q) * ln (1 - q) - ln q * q.
Proof. intros A M pi N alpha q _ pos q_pos half inside below. now apply entropy_of_bit. Qed.

(** Information is at most the divergence from any product of laws: Polyanskiy and Wu 2025, Theorem 4.1. *)
Theorem fact_golden_formula_given_a_bit :
  forall (A : Type) (M : law_family A) (pi : law nat) (N : nat) (alpha : R),
  (2 <= N)%nat ->
  0 < alpha ->
  on_values pi N ->
  too_much M pi N alpha < 1 ->
  good_told M pi N alpha <=
    good_divergence M pi N alpha / (1 - too_much M pi N alpha) - ln (1 - too_much M pi N alpha).
Proof. intros A M pi N alpha _ pos inside some. now apply golden_formula. Qed.

(** log r <= r - 1, times r, averaged. *)
Theorem fact_r_log_r_below_its_parabola :
  forall (A : Type) (M : law_family A) (pi : law nat) (N : nat) (alpha : R),
  (2 <= N)%nat ->
  0 < alpha ->
  on_values pi N ->
  good_divergence M pi N alpha <= good_excess M pi N alpha + good_spread M pi N alpha.
Proof. intros A M pi N alpha _ pos inside. now apply divergence_below_parabola. Qed.

(** Both laws have mass 1. *)
Theorem fact_means_of_a_ratio_on_either_side :
  forall (A : Type) (M : law_family A) (pi : law nat) (N : nat) (alpha : R),
  (2 <= N)%nat ->
  0 < alpha ->
  on_values pi N ->
  good_excess M pi N alpha = bad_apart M pi N alpha - too_much M pi N alpha.
Proof. intros A M pi N alpha _ pos inside. now apply excess_is_difference. Qed.

(** r is in [e^(-2 alpha), e^(2 alpha)] where B = 0. *)
Theorem fact_ratios_within_a_factor_squared :
  forall (A : Type) (M : law_family A) (pi : law nat) (N : nat) (alpha : R),
  (2 <= N)%nat ->
  0 < alpha ->
  on_values pi N ->
  good_spread M pi N alpha <= (exp (2 * alpha) - 1) ^ 2.
Proof. intros A M pi N alpha _ pos inside. now apply spread_below_square. Qed.

(** log r is at most 2 alpha where B = 0. *)
Theorem fact_ratios_within_a_factor_in_logarithms :
  forall (A : Type) (M : law_family A) (pi : law nat) (N : nat) (alpha : R),
  (2 <= N)%nat ->
  0 < alpha ->
  on_values pi N ->
  good_divergence M pi N alpha <= 2 * (1 - too_much M pi N alpha) * alpha.
Proof.
  intros A M pi N alpha _ pos inside.
  replace (2 * (1 - too_much M pi N alpha) * alpha) with (2 * alpha * (1 - too_much M pi N alpha)) by ring.
  now apply divergence_by_logarithm.
Qed.

(** Chain rule: Cover and Thomas 2006, Theorem 2.5.2; given the earlier messages the laws of the next one are close. *)
Theorem fact_chain_rule_for_information_each_message_beside_its_good_part :
  forall (A : Type) (Z_ : told_protocol A) (N : nat) (alpha delta : R) (n : nat),
  (2 <= N)%nat ->
  0 < alpha ->
  0 <= delta ->
  delta < 1 ->
  (1 <= n)%nat ->
  values_approximately Z_ n alpha delta ->
  forall c : R, (forall (B : Type) (M : law_family B), close_family M N alpha delta -> forall pi : law nat, on_values pi
    N -> one_told M pi N - good_told M pi N alpha <= c) ->
  all_told Z_ N n <= good_sum Z_ N n alpha + c * INR n.
Proof.
  intros A Z N alpha delta n some _ _ _ _ [_ is_private] c more.
  apply chain_rule_beside_good_parts; [lia |]. intros h pi inside. apply more; [| exact inside].
  intros v u _ _. apply is_private.
Qed.
