(** * Binomial laws by their chances

    The chance that n trials have k successes, and the means of functions of their number. *)

From Foundations Require Import Numbers.
Import ListNotations.
Open Scope R_scope.

Definition binomial_at (n : nat) (p : R) (k : nat) :=
  if le_dec k n then Binomial.C n k * p ^ k * (1 - p) ^ (n - k) else 0.

(** The mean of a function of the number of successes. *)
Definition count_mean n p (g : nat -> R) := Sum (below (S n)) (fun k => binomial_at n p k * g k).

(** The chance that the number is below half of its mean. *)
Definition below_half n p := count_mean n p (fun k => if Rlt_dec (INR k) (INR n * p / 2) then 1 else 0).

(** E[X t^X]. *)
Definition weighted_moment n p t := count_mean n p (fun k => INR k * t ^ k).

(** The sum of C(n, k) a^(n-k) b^k over k <= n. *)
Definition binomial_sum n a b := Sum (below (S n)) (fun k => Binomial.C n k * a ^ (n - k) * b ^ k).

(** ** One trial more *)

Lemma C_0 n : Binomial.C n 0 = 1.
Proof. unfold Binomial.C. rewrite Nat.sub_0_r. simpl. field. apply INR_fact_neq_0. Qed.

Lemma C_n n : Binomial.C n n = 1.
Proof. unfold Binomial.C. rewrite Nat.sub_diag. simpl. field. apply INR_fact_neq_0. Qed.

Lemma C_pos n k : (k <= n)%nat -> 0 < Binomial.C n k.
Proof.
  intros _. unfold Binomial.C. apply Rdiv_lt_0_compat; [| apply Rmult_lt_0_compat]; apply INR_fact_lt_0.
Qed.

Lemma binomial_first n p : binomial_at (S n) p 0 = (1 - p) * binomial_at n p 0.
Proof. unfold binomial_at. simpl (le_dec 0 _). rewrite !C_0, !Nat.sub_0_r. simpl. ring. Qed.

Lemma binomial_next n p k : binomial_at (S n) p (S k) = p * binomial_at n p k + (1 - p) * binomial_at n p (S k).
Proof.
  unfold binomial_at. destruct (le_dec (S k) (S n)), (le_dec k n), (le_dec (S k) n); try lia.
  - rewrite <- pascal by lia. replace (S n - S k)%nat with (S (n - S k)) by lia.
    replace (n - k)%nat with (S (n - S k)) by lia. simpl. ring.
  - replace n with k by lia. rewrite !C_n, !Nat.sub_diag. simpl. ring.
  - ring.
Qed.

Lemma count_mean_0 p g : count_mean 0 p g = g 0%nat.
Proof. unfold count_mean, binomial_at. simpl. rewrite C_0. ring. Qed.

Lemma count_mean_S n p g : count_mean (S n) p g = p * count_mean n p (fun k => g (S k)) + (1 - p) * count_mean n p g.
Proof.
  unfold count_mean. rewrite (Sum_below_succ (S n)), binomial_first.
  rewrite (Sum_ext _ _ (fun k => p * (binomial_at n p k * g (S k)) + (1 - p) * (binomial_at n p (S k) * g (S k))))
    by (intros k; rewrite binomial_next; ring).
  rewrite Sum_plus, !Sum_scal.
  enough (last : Sum (below (S n)) (fun k => binomial_at n p k * g k) =
    binomial_at n p 0 * g 0%nat + Sum (below (S n)) (fun k => binomial_at n p (S k) * g (S k))) by (rewrite last; ring).
  rewrite <- (Sum_below_succ (S n) (fun k => binomial_at n p k * g k)).
  unfold below. rewrite (seq_S (S n)), Sum_app. simpl (Sum [_] _).
  unfold binomial_at at 3. destruct (le_dec (S n) n); [lia | ring].
Qed.

Lemma count_mean_ext n p g h : (forall k, g k = h k) -> count_mean n p g = count_mean n p h.
Proof. intros H. apply Sum_ext. intros k. now rewrite H. Qed.

Lemma count_mean_plus n p g h : count_mean n p (fun k => g k + h k) = count_mean n p g + count_mean n p h.
Proof. unfold count_mean. rewrite <- Sum_plus. apply Sum_ext. intros k. ring. Qed.

Lemma count_mean_scal n p c g : count_mean n p (fun k => c * g k) = c * count_mean n p g.
Proof. unfold count_mean. rewrite <- Sum_scal. apply Sum_ext. intros k. ring. Qed.

Lemma binomial_at_ge_0 n p k : 0 <= p <= 1 -> 0 <= binomial_at n p k.
Proof.
  intros P. unfold binomial_at. destruct (le_dec k n); [| lra].
  repeat apply Rmult_le_pos; try (apply pow_le; lra); try apply pos_INR.
  left. apply Rinv_0_lt_compat, Rmult_lt_0_compat; apply INR_fact_lt_0.
Qed.

Lemma count_mean_le n p g h : 0 <= p <= 1 -> (forall k, g k <= h k) -> count_mean n p g <= count_mean n p h.
Proof. intros P H. apply Sum_le. intros k. apply Rmult_le_compat_l; [now apply binomial_at_ge_0 | apply H]. Qed.

Lemma count_mean_const n p c : count_mean n p (fun _ => c) = c.
Proof. induction n as [| n IH]; [apply count_mean_0 |]. rewrite count_mean_S, IH. ring. Qed.

(** The mean of t^X. *)
Lemma count_mean_power n p t : count_mean n p (fun k => t ^ k) = (1 - p + p * t) ^ n.
Proof.
  induction n as [| n IH]; [now rewrite count_mean_0 |].
  rewrite count_mean_S, (count_mean_ext _ _ (fun k => t ^ S k) (fun k => t * t ^ k)) by reflexivity.
  rewrite (count_mean_scal _ _ t (fun k => t ^ k)), IH. simpl. ring.
Qed.

(** k C(n + 1, k) = (n + 1) C(n, k - 1): Graham, Knuth and Patashnik 1994, (5.5). *)
Lemma absorption n p g : count_mean (S n) p (fun k => INR k * g k) = INR (S n) * p * count_mean n p (fun k => g (S k)).
Proof.
  revert g. induction n as [| n IH]; intros g.
  - rewrite count_mean_S, !count_mean_0. simpl. ring.
  - rewrite count_mean_S, IH.
    rewrite (count_mean_ext _ _ _ (fun k => INR k * g (S k) + g (S k))) by (intros k; rewrite S_INR; ring).
    rewrite count_mean_plus, (IH (fun k => g (S k))), (count_mean_S n p (fun k => g (S k))).
    rewrite !S_INR. ring.
Qed.

(** ** Chernoff's bound, from below *)

Lemma chernoff_below_half n p t : 0 < p <= 1 -> 0 < t <= 1 ->
  below_half n p <= (1 - p + p * t) ^ n * exp (- (INR n * p * ln t / 2)).
Proof.
  intros P T. rewrite <- count_mean_power, Rmult_comm, <- count_mean_scal.
  apply count_mean_le; [lra |]. intros k. rewrite <- Rpower_pow by lra. unfold Rpower. rewrite <- exp_plus.
  destruct (Rlt_dec (INR k) (INR n * p / 2)) as [few |]; [| left; apply exp_pos].
  apply exp_ge_1. assert (ln t <= 0) by (rewrite <- ln_1; apply ln_le; lra). nra.
Qed.

(** ** Inverse moments *)

(** A law of n + 2 trials, without two masses: Chao and Strawderman 1972, Section 3. *)
Lemma inverse_of_two_next n p : 0 < p <= 1 ->
  count_mean n p (fun k => 1 / ((INR k + 1) * (INR k + 2))) <= 1 / (p ^ 2 * (INR n + 1) * (INR n + 2)).
Proof.
  intros P. pose proof (pos_INR n) as N.
  assert (two : count_mean (S (S n)) p (fun k => INR k * (INR (k - 1) * / (INR k * INR (k - 1)))) <= 1).
  { rewrite <- (count_mean_const (S (S n)) p 1). apply count_mean_le; [lra |]. intros k.
    destruct (Req_dec (INR k * INR (k - 1)) 0) as [zero |].
    - rewrite <- Rmult_assoc, zero. lra.
    - right. field. split; intros Z; apply H; rewrite Z; ring. }
  rewrite (absorption (S n) p (fun k => INR (k - 1) * / (INR k * INR (k - 1)))) in two.
  rewrite (count_mean_ext _ _ _ (fun k => INR k * / (INR (S k) * INR k))) in two
    by (intros k; replace (S k - 1)%nat with k by lia; reflexivity).
  rewrite (absorption n p (fun k => / (INR (S k) * INR k))) in two.
  rewrite (count_mean_ext _ _ _ (fun k => / (INR (S (S k)) * INR (S k)))) by
    (intros k; rewrite !S_INR; pose proof (pos_INR k); field; lra).
  apply Rle_div_r;
    [rewrite <- !S_INR; repeat apply Rmult_lt_0_compat; try (apply lt_0_INR; lia); try apply pow_lt; lra |].
  eapply Rle_trans; [| exact two]. right. rewrite !S_INR. ring.
Qed.

(** A law of n + 1 trials, without its first mass: Gyoerfi, Kohler, Krzyzak and Walk 2002, Lemma 4.1 (i). *)
Lemma inverse_of_next n p : 0 < p <= 1 -> count_mean n p (fun k => 1 / (INR k + 1)) <= 1 / ((INR n + 1) * p).
Proof.
  intros P. pose proof (pos_INR n) as N.
  assert (one : count_mean (S n) p (fun k => INR k * / INR k) <= 1).
  { rewrite <- (count_mean_const (S n) p 1). apply count_mean_le; [lra |]. intros k.
    destruct (Req_dec (INR k) 0) as [-> |]; [lra | right; field; assumption]. }
  rewrite absorption, (count_mean_ext _ _ _ (fun k => 1 / (INR k + 1))) in one
    by (intros k; rewrite S_INR; pose proof (pos_INR k); field; lra).
  apply Rle_div_r; [apply Rmult_lt_0_compat; lra |].
  eapply Rle_trans; [| exact one]. right. rewrite S_INR. ring.
Qed.

(** A part of a sum whose terms are 0 or more. *)
Lemma part_of_count_mean n p l g : 0 <= p <= 1 -> (forall k, 0 <= g k) ->
  Sum (seq l (S n - l)) (fun k => binomial_at n p k * g k) <= count_mean n p g.
Proof.
  intros P G. unfold count_mean, below. destruct (le_dec l (S n)) as [before | after].
  - replace (seq 0 (S n)) with (seq 0 l ++ seq l (S n - l))
      by (rewrite <- seq_app; f_equal; lia). rewrite Sum_app.
    enough (0 <= Sum (seq 0 l) (fun k => binomial_at n p k * g k)) by lra.
    apply Sum_ge_0. intros k. apply Rmult_le_pos; [now apply binomial_at_ge_0 | apply G].
  - replace (S n - l)%nat with 0%nat by lia. apply Sum_ge_0.
    intros k. apply Rmult_le_pos; [now apply binomial_at_ge_0 | apply G].
Qed.

Lemma weighted_moment_by_absorption n p t : (1 <= n)%nat ->
  weighted_moment n p t = INR n * p * t * binomial_sum (n - 1) (1 - p) (p * t).
Proof.
  destruct n as [| n]; [lia |]. intros _. unfold weighted_moment. rewrite absorption. simpl (S n - 1)%nat.
  rewrite Nat.sub_0_r, (count_mean_ext _ _ (fun k => t ^ S k) (fun k => t * t ^ k)) by reflexivity.
  rewrite (count_mean_scal _ _ t (fun k => t ^ k)), <- Rmult_assoc. f_equal.
  unfold count_mean, binomial_sum. apply Sum_ext_in. intros k range. apply in_seq in range.
  unfold binomial_at. destruct (le_dec k n); [| lia]. rewrite Rpow_mult_distr. ring.
Qed.

(** Graham, Knuth and Patashnik 1994, (5.12). *)
Lemma binomial_sum_is n a b : binomial_sum n a b = (a + b) ^ n.
Proof.
  assert (same : forall f m, Sum (below (S m)) f = sum_f_R0 f m).
  { intros f m. induction m as [| m IH]; [simpl; ring |].
    unfold below in *. rewrite seq_S, Sum_app, IH. simpl. ring. }
  rewrite Rplus_comm, binomial, <- same. apply Sum_ext. intros k. ring.
Qed.

(** ** Signs: likelihood ratios *)

(** Of the number of ones among T signs, each 1 with probability p = (1 + Delta)/2: its likelihood ratio of 1 - p to p,
    less 1, its distance from the mean on the scale (1 - 2 p)/(p (1 - p)), and their means. *)
Definition one_chance Delta := (1 + Delta) / 2.
Definition count_ratio Delta T k :=
  binomial_at T (1 - one_chance Delta) k / binomial_at T (one_chance Delta) k - 1.
Definition count_linear Delta T k := let p := one_chance Delta in (1 - 2 * p) / (p * (1 - p)) * (INR k - INR T * p).
Definition fluctuation_square Delta T := count_mean T (one_chance Delta) (fun k => count_ratio Delta T k ^ 2).
Definition linear_square Delta T := count_mean T (one_chance Delta) (fun k => count_linear Delta T k ^ 2).
Definition fluctuation_cross Delta T :=
  count_mean T (one_chance Delta) (fun k => count_ratio Delta T k * count_linear Delta T k).
Definition rest_square Delta T :=
  count_mean T (one_chance Delta) (fun k => (count_ratio Delta T k - count_linear Delta T k) ^ 2).

Lemma count_mean_number n p : count_mean n p INR = INR n * p.
Proof.
  destruct n as [| n]; [rewrite count_mean_0; simpl; ring |].
  rewrite (count_mean_ext _ _ _ (fun k => INR k * 1)) by (intros k; ring).
  rewrite absorption, count_mean_const. ring.
Qed.

Lemma count_mean_square n p : count_mean n p (fun k => INR k ^ 2) = (INR n * p) ^ 2 + INR n * p * (1 - p).
Proof.
  destruct n as [| n]; [rewrite count_mean_0; simpl; ring |].
  rewrite (count_mean_ext _ _ _ (fun k => INR k * INR k)) by (intros k; ring).
  rewrite absorption, (count_mean_ext _ _ _ (fun k => INR k + 1)) by (intros k; apply S_INR).
  rewrite count_mean_plus, count_mean_const, count_mean_number, S_INR. ring.
Qed.

Lemma count_variance n p c : count_mean n p (fun k => (c * (INR k - INR n * p)) ^ 2) = c ^ 2 * (INR n * p * (1 - p)).
Proof.
  rewrite (count_mean_ext _ _ _ (fun k => c ^ 2 * (INR k ^ 2 + (-2 * (INR n * p) * INR k + (INR n * p) ^ 2))))
    by (intros k; ring).
  rewrite count_mean_scal, !count_mean_plus, count_mean_scal, count_mean_const, count_mean_number, count_mean_square.
  ring.
Qed.

Lemma binomial_at_pos n p k : (k <= n)%nat -> 0 < p < 1 -> 0 < binomial_at n p k.
Proof.
  intros range P. unfold binomial_at. destruct (le_dec k n); [| lia].
  repeat apply Rmult_lt_0_compat; try (apply pow_lt; lra); try apply INR_fact_lt_0.
  apply Rinv_0_lt_compat, Rmult_lt_0_compat; apply INR_fact_lt_0.
Qed.

(** Under the ratio the law is the other's. *)
Lemma count_mean_turned n p q g : 0 < p < 1 ->
  count_mean n p (fun k => binomial_at n q k / binomial_at n p k * g k) = count_mean n q g.
Proof.
  intros P. apply Sum_ext_in. intros k range. apply in_seq in range.
  pose proof (binomial_at_pos n p k ltac:(lia) P). field. lra.
Qed.

Lemma pow_square x k : (x ^ 2) ^ k = x ^ k * x ^ k.
Proof. rewrite <- Rpow_mult_distr. f_equal. ring. Qed.

Section Ratios.
  Variables (Delta : R) (T : nat).
  Hypothesis width : 0 < Delta < 1.
  Let p := one_chance Delta.

  Lemma chance_inside : 0 < p < 1.
  Proof. unfold p, one_chance. lra. Qed.

  (** The slope of the linear part. *)
  Let slope := (1 - 2 * p) / (p * (1 - p)).

  Lemma linear_square_is : linear_square Delta T = slope ^ 2 * (INR T * p * (1 - p)).
  Proof. apply count_variance. Qed.

  Lemma cross_is : fluctuation_cross Delta T = slope * (INR T * (1 - p) - INR T * p).
  Proof.
    unfold fluctuation_cross, count_ratio. fold p.
    rewrite (count_mean_ext _ _ _ (fun k => binomial_at T (1 - p) k / binomial_at T p k * count_linear Delta T k +
      -1 * count_linear Delta T k)) by (intros k; ring).
    rewrite count_mean_plus, count_mean_turned by exact chance_inside. rewrite count_mean_scal.
    assert (linear : forall q, count_mean T q (count_linear Delta T) = slope * (INR T * q - INR T * p)).
    { intros q. unfold count_linear. fold p. fold slope. rewrite count_mean_scal. f_equal.
      rewrite (count_mean_ext _ _ _ (fun k => INR k + - (INR T * p))) by (intros k; ring).
      rewrite count_mean_plus, count_mean_const, count_mean_number. ring. }
    rewrite !linear. ring.
  Qed.

  Lemma rest_square_is : rest_square Delta T =
    fluctuation_square Delta T - 2 * fluctuation_cross Delta T + linear_square Delta T.
  Proof.
    unfold rest_square, fluctuation_square, fluctuation_cross, linear_square.
    rewrite (count_mean_ext _ _ _ (fun k => count_ratio Delta T k ^ 2 +
      (-2 * (count_ratio Delta T k * count_linear Delta T k) + count_linear Delta T k ^ 2))) by (intros k; ring).
    rewrite !count_mean_plus, count_mean_scal. ring.
  Qed.

  (** Independent draws: the mean square of the ratio is one draw's, to the power T. *)
  Lemma fluctuation_square_is :
    fluctuation_square Delta T = (1 + 4 * Delta ^ 2 / ((1 - Delta) * (1 + Delta))) ^ T - 1.
  Proof.
    pose proof chance_inside as P. unfold fluctuation_square, count_ratio. fold p.
    set (r := fun k => binomial_at T (1 - p) k / binomial_at T p k).
    change (count_mean T p (fun k => (r k - 1) ^ 2) = (1 + 4 * Delta ^ 2 / ((1 - Delta) * (1 + Delta))) ^ T - 1).
    rewrite (count_mean_ext _ _ _ (fun k => r k * r k + (-2 * (r k * 1) + 1))) by (intros k; ring).
    rewrite !count_mean_plus, count_mean_scal, count_mean_const. unfold r at 1 3.
    rewrite !count_mean_turned, count_mean_const by exact P.
    enough (square : count_mean T (1 - p) r = (1 + 4 * Delta ^ 2 / ((1 - Delta) * (1 + Delta))) ^ T)
      by (rewrite square; ring).
    transitivity (((p / (1 - p))) ^ T * count_mean T (1 - p) (fun k => (((1 - p) / p) ^ 2) ^ k)).
    - rewrite <- count_mean_scal. apply Sum_ext_in. intros k range. apply in_seq in range. f_equal.
      unfold r, binomial_at. destruct (le_dec k T); [| lia].
      replace (1 - (1 - p)) with p by ring. replace ((p / (1 - p)) ^ T) with ((p / (1 - p)) ^ (k + (T - k)))
        by (f_equal; lia).
      rewrite pow_square. unfold Rdiv. rewrite pow_add, !Rpow_mult_distr, !pow_inv.
      pose proof (C_pos T k ltac:(lia)). assert (0 < p ^ k) by (apply pow_lt; lra).
      assert (0 < (1 - p) ^ k) by (apply pow_lt; lra). assert (0 < p ^ (T - k)) by (apply pow_lt; lra).
      assert (0 < (1 - p) ^ (T - k)) by (apply pow_lt; lra). field. lra.
    - rewrite count_mean_power, <- Rpow_mult_distr. f_equal. unfold p, one_chance. field. lra.
  Qed.
End Ratios.
