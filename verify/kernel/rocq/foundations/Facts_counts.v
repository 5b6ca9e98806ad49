(** * Facts of the calculus about counts of successes *)

From Foundations Require Import Numbers Binomials.
Import ListNotations.
Open Scope R_scope.

(** Mitzenmacher and Upfal 2005, Section 4.2: Markov's inequality for t^X. *)
Theorem fact_chernoff_below_half : forall (n : nat) (p t : R),
  (1 <= n)%nat ->
  0 < p ->
  p <= 1 ->
  0 < t ->
  t <= 1 ->
  below_half n p <= (1 + p * t - p) ^ n * exp (- (ln t * INR n * p / 2)).
Proof.
  intros n p t _ p_pos p_most t_pos t_most. eapply Rle_trans; [now apply (chernoff_below_half n p t) |].
  right. f_equal; f_equal; ring || (field; lra).
Qed.

(** Gyoerfi, Kohler, Krzyzak and Walk 2002, Lemma 4.1 (i). *)
Theorem fact_inverse_of_next : forall (l n : nat) (p : R),
  (1 <= n)%nat ->
  0 < p ->
  p <= 1 ->
  Sum (seq l (S n - l)) (fun k => binomial_at n p k / (1 + INR k)) <= 1 / ((1 + INR n) * p).
Proof.
  intros l n p _ pos most. pose proof (inverse_of_next n p ltac:(lra)) as whole.
  rewrite Rplus_comm. eapply Rle_trans; [| exact whole].
  eapply Rle_trans; [| apply (part_of_count_mean n p l)]; [| lra |].
  - right. apply Sum_ext. intros k. pose proof (pos_INR k). field. lra.
  - intros k. pose proof (pos_INR k). apply Rlt_le, Rdiv_lt_0_compat; lra.
Qed.

(** Chao and Strawderman 1972, Section 3. *)
Theorem fact_inverse_of_two_next : forall (l n : nat) (p : R),
  (1 <= n)%nat ->
  0 < p ->
  p <= 1 ->
  Sum (seq l (S n - l)) (fun k => binomial_at n p k / ((1 + INR k) * (2 + INR k))) <= 1 / ((1 + INR n) * (2 + INR n) * p
    ^ 2).
Proof.
  intros l n p _ pos most. pose proof (inverse_of_two_next n p ltac:(lra)) as whole.
  replace ((1 + INR n) * (2 + INR n) * p ^ 2) with (p ^ 2 * (INR n + 1) * (INR n + 2)) by ring.
  eapply Rle_trans; [| exact whole]. eapply Rle_trans; [| apply (part_of_count_mean n p l)]; [| lra |].
  - right. apply Sum_ext. intros k. pose proof (pos_INR k). field. lra.
  - intros k. pose proof (pos_INR k). apply Rlt_le, Rdiv_lt_0_compat; [lra | apply Rmult_lt_0_compat; lra].
Qed.

(** k C(n, k) = n C(n - 1, k - 1): Graham, Knuth and Patashnik 1994, (5.5). *)
Theorem fact_weighted_moment : forall (n : nat) (p t : R),
  (1 <= n)%nat ->
  0 <= p ->
  p <= 1 ->
  weighted_moment n p t = binomial_sum (n - 1) (1 - p) (p * t) * INR n * p * t.
Proof. intros n p t some _ _. rewrite weighted_moment_by_absorption by exact some. ring. Qed.

(** Graham, Knuth and Patashnik 1994, (5.12). *)
Theorem fact_binomial_theorem : forall (n : nat) (p t : R),
  (1 <= n)%nat ->
  0 <= p ->
  p <= 1 ->
  binomial_sum (n - 1) (1 - p) (p * t) = (1 + p * t - p) ^ (n - 1).
Proof. intros n p t _ _ _. rewrite binomial_sum_is. f_equal. ring. Qed.

(** Binomial law: T p (1 - p). *)
Theorem fact_variance_of_a_count : forall (Delta : R) (T : nat),
  0 < Delta ->
  Delta < 1 ->
  (1 <= T)%nat ->
  linear_square Delta T = Delta ^ 2 * INR T / ((1/2 - Delta / 2) * (1/2 + Delta / 2)).
Proof. intros Delta T pos less _. rewrite linear_square_is. unfold one_chance. field. lra. Qed.

(** G has mean 0. *)
Theorem fact_count_under_the_turned_law : forall (Delta : R) (T : nat),
  0 < Delta ->
  Delta < 1 ->
  (1 <= T)%nat ->
  fluctuation_cross Delta T = - (((1/2 - Delta / 2) * INR T - (1/2 + Delta / 2) * INR T) * Delta / ((1/2 - Delta / 2) *
    (1/2 + Delta / 2))).
Proof. intros Delta T pos less _. rewrite cross_is by lra. unfold one_chance. field. lra. Qed.

(** Expanded, by linearity. *)
Theorem fact_square_of_a_difference : forall (Delta : R) (T : nat),
  0 < Delta ->
  Delta < 1 ->
  (1 <= T)%nat ->
  rest_square Delta T = fluctuation_square Delta T + linear_square Delta T - 2 * fluctuation_cross Delta T.
Proof. intros Delta T _ _ _. rewrite rest_square_is. ring. Qed.

(** Independent draws. *)
Theorem fact_mean_square_of_a_count_ratio : forall (Delta : R) (T : nat),
  0 < Delta ->
  Delta < 1 ->
  (1 <= T)%nat ->
  fluctuation_square Delta T = (1 + 4 * Delta ^ 2 / ((1 + Delta) * (1 - Delta))) ^ T - 1.
Proof.
  intros Delta T pos less _. rewrite fluctuation_square_is by lra. now rewrite (Rmult_comm (1 - Delta)).
Qed.
