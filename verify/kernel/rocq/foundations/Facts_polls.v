(** * The facts of the calculus about votes

    As in [Facts]: what the calculus grants under each name, as the exporter writes it. *)

From Foundations Require Export Ranges.
Open Scope R_scope.

(** Subadditivity. *)
Theorem fact_union_bound_over_the_wrong_places : forall (N n : nat) (p : R),
  (1 <= N)%nat ->
  (1 <= n)%nat ->
  0 < p ->
  p < 1 ->
  vote_lost n p N <= (INR N - 1) * outvoted n p.
Proof. intros N n p some _ _ _. now apply votes_union. Qed.

(** n - Bin(n, 1 - p) is Bin(n, p), and sums of independent ones add up. *)
Theorem fact_difference_of_two_binomials : forall (n : nat) (p : R),
  (1 <= n)%nat ->
  0 < p ->
  p < 1 ->
  outvoted n p = binomial_tail (2 * n) p (INR n).
Proof. intros n p _ above below_1. apply votes_pair. lra. Qed.

(** Hoeffding 1963, Theorem 1, at the level 1/2. *)
Theorem fact_chernoff_bound_at_one_half : forall (n : nat) (p : R),
  (1 <= n)%nat ->
  0 < p ->
  p < 1 ->
  1/2 <= p ->
  binomial_tail (2 * n) p (INR n) <= (4 * (1 - p) * p) ^ n.
Proof.
  intros n p _ _ below_1 half. replace (4 * (1 - p) * p) with (4 * p * (1 - p)) by ring. now apply votes_at_one_half.
Qed.

(** Hoeffding 1963, Theorem 2, for 2k bits, of mean difference (2p - 1) k/2 at least. *)
Theorem fact_hoeffding_for_two_bins : forall (k : nat) (p : R),
  (1 <= k)%nat ->
  (1 / 2) <= p ->
  p <= 1 ->
  bin_outvoted_most k p (exp (- ((2 * p - 1) ^ 2 * INR k / 4))).
Proof. intros k p _ half le_1. now apply votes_of_two_bins. Qed.

(** Subadditivity: numbers within tau of a point are in two neighbouring bins, one of which half of the users are in;
    the middle of either is within 3 tau of the mean. *)
Theorem fact_union_bound_over_the_bins_without_data : forall (P : law (list R)) (k : nat) (p : R) (t : nat) (tau : R),
  (1 <= k)%nat ->
  (1 / 2) <= p ->
  p <= 1 ->
  (2 <= t)%nat ->
  0 < tau ->
  numbers_within P k (INR t * tau) ->
  forall b : R, bin_outvoted_most k p b ->
  range_missed P tau t p <= (INR t - 2) * b + range_spread P tau.
Proof.
  intros P k p t tau some half le_1 two pos within b most. rewrite Rplus_comm.
  apply union_over_bins with k; auto. lra.
Qed.
