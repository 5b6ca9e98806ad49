(** * Counts: binomial laws and their tails *)

From Foundations Require Import Priors Mixtures.
Import ListNotations.
Open Scope R_scope.

Section Binomial.
  Variables (p : R) (chance : 0 <= p <= 1).

  Definition count n (v : list bool) := Sum (below n) (fun k => if bit v k then 1 else 0).

  Lemma count_first n b v : count (S n) (b :: v) = (if b then 1 else 0) + count n v.
  Proof. unfold count. now rewrite Sum_below_succ. Qed.

  (** The moment of t^X for the number X of heads of n coins. *)
  Lemma binomial_moment n t : 0 < t -> E (biased_vertex p chance n) (fun v => exp (ln t * count n v))
    = (1 - p + p * t) ^ n.
  Proof.
    intros T. induction n as [| n IH].
    - simpl. unfold count. simpl. rewrite Rmult_0_r. apply exp_0.
    - assert (first : forall b v, exp (ln t * count (S n) (b :: v)) = (if b then t else 1) * exp (ln t * count n v)).
      { intros b v. rewrite count_first. destruct b; [| now rewrite Rplus_0_l, Rmult_1_l].
        rewrite Rmult_plus_distr_l, Rmult_1_r, exp_plus, exp_ln by exact T. reflexivity. }
      rewrite E_biased_vertex, (E_ext _ _ _ (first true)), (E_ext _ _ _ (first false)), !biased_vertex_scal, IH.
      simpl. ring.
  Qed.

  (** The probability that a binomial law of n trials gives at most w. *)
  Definition binomial_at_most n w := E (biased_vertex p chance n) (fun v => if Rle_dec (count n v) w then 1 else 0).

  (** Chernoff's bound from below: for 0 < t <= 1. *)
  Lemma chernoff_from_below n w t : 0 < t <= 1 -> binomial_at_most n w <= (1 - p + p * t) ^ n * exp (- w * ln t).
  Proof.
    intros T. rewrite <- binomial_moment by lra. rewrite Rmult_comm, <- biased_vertex_scal.
    apply biased_vertex_le. intros v _. rewrite <- exp_plus. pose proof (exp_pos (- w * ln t + ln t * count n v)).
    destruct (Rle_dec (count n v) w) as [few |]; [| lra].
    assert (L : ln t <= 0) by (rewrite <- ln_1; apply ln_le; lra).
    rewrite <- exp_0 at 1. apply exp_le. nra.
  Qed.

  (* Fact: Chernoff's bound below half of the mean *)
  (** Mitzenmacher and Upfal 2005, Section 4.2: Markov's inequality for t^X. *)
  Theorem chernoff_below_half_of_the_mean n t : 0 < t <= 1 ->
    binomial_at_most n (INR n * p / 2) <= (1 - p + p * t) ^ n * exp (- INR n * p * ln t / 2).
  Proof.
    intros T. eapply Rle_trans; [apply (chernoff_from_below n _ t T) |]. right. do 2 f_equal. field.
  Qed.

  Lemma tail_rises n w w' : w <= w' -> binomial_at_most n w <= binomial_at_most n w'.
  Proof.
    intros H. apply biased_vertex_le. intros v _.
    destruct (Rle_dec (count n v) w), (Rle_dec (count n v) w'); lra.
  Qed.

  (* Fact: Chernoff's bound, half of the mean *)
  (** Mitzenmacher and Upfal 2005, Theorem 4.5 (1), at delta = 1/2. *)
  Theorem chernoff_half_of_the_mean n w : w <= INR n * p / 2 ->
    binomial_at_most n w <= exp (- (1 - ln 2) / 2 * INR n * p).
  Proof.
    intros H. eapply Rle_trans; [apply (tail_rises n w _ H) |].
    eapply Rle_trans; [apply (chernoff_below_half_of_the_mean n (/ 2)); lra |].
    apply Rle_trans with (exp (INR n * (- p / 2)) * exp (- INR n * p * ln (/ 2) / 2)).
    - apply Rmult_le_compat_r; [left; apply exp_pos |].
      replace (1 - p + p * / 2) with (1 + - p / 2) by field. apply pow_le_exp. lra.
    - rewrite <- exp_plus, ln_Rinv by lra. right. f_equal. field.
  Qed.

  (* Fact: Chernoff's bound at one half *)
  (** Hoeffding 1963, Theorem 1, at the level 1/2. *)
  Theorem chernoff_at_one_half n : 1 / 2 <= p -> p < 1 -> binomial_at_most (2 * n) (INR n) <= (4 * p * (1 - p)) ^ n.
  Proof.
    intros half below_1. set (t := (1 - p) / p).
    assert (T : 0 < t <= 1).
    { unfold t. split; [apply Rdiv_lt_0_compat; lra | apply (Rle_div_l (1 - p) 1 p); lra]. }
    eapply Rle_trans; [apply (chernoff_from_below (2 * n) (INR n) t T) |].
    replace (1 - p + p * t) with (2 * (1 - p)) by (unfold t; field; lra).
    assert (inverse : exp (- INR n * ln t) = (/ t) ^ n).
    { rewrite <- (Rpower_pow n (/ t)) by (apply Rinv_0_lt_compat; lra). unfold Rpower. rewrite ln_Rinv by lra.
      f_equal. ring. }
    rewrite inverse, pow_mult, <- Rpow_mult_distr. right. f_equal. unfold t. field. lra.
  Qed.

  (** The probability that n draws leave a bin of mass q empty. *)
  Lemma an_empty_bin n q : 0 <= q <= 1 -> (1 - q) ^ n <= exp (- INR n * q).
  Proof.
    intros Q. replace (- INR n * q) with (INR n * - q) by ring. apply (pow_le_exp (- q) n). lra.
  Qed.
End Binomial.

(* Fact: binomial theorem *)
(** Graham, Knuth and Patashnik 1994, (5.12). *)
Theorem binomial_theorem x y n : sum_f_R0 (fun k => Binomial.C n k * x ^ k * y ^ (n - k)) n = (x + y) ^ n.
Proof. symmetry. apply binomial. Qed.
