(** * label (136), (152), (176): variances of means with Laplace noise

    Each theorem says what a claim of the ledger says at that place, as the exporter writes it from the claim itself. *)

From Foundations Require Export Laplace Label_laws Independent Binomials Facts_labels.
Import ListNotations.
Open Scope R_scope.

(** Noise of mean 0, of scale b/j where a bin holds j of N samples, and none in an empty bin: its variance is the mean of
    those given j. *)
Definition bin_noise_most (N : nat) (p b v : R) := forall W (O : nat -> space W) (noise : nat -> W -> R),
  (forall j, (1 <= j)%nat -> square_integrable (O j) (noise j) /\ laplace_noise (O j) (noise j) (b / INR j)) ->
  Sum (seq 1 N) (fun j => binomial_at N p j * variance (O j) (noise j)) <= v.

(** The mean of k labels, whose own means and variances are those at their features, each with noise; all are
    independent. *)
Definition given_variance_most {S} (P : labelled S) (k : nat) (b v : R) := forall (X : nat -> point S) W (O : space W)
    (Y noise : nat -> W -> R),
  (forall i, square_integrable O (Y i) /\ expectation O (Y i) = regression P (X i) /\
    variance O (Y i) = variance (label_chance P (X i)) (label_of P)) ->
  (forall i, square_integrable O (noise i) /\ laplace_noise O (noise i) b) ->
  (forall i, independent O (Y i) (noise i)) ->
  (forall n, independent O (fun w => Sum (seq 1 n) (fun i => Y i w + noise i w))
    (fun w => Y (n + 1)%nat w + noise (n + 1)%nat w)) ->
  variance O (fun w => Sum (seq 1 k) (fun i => Y i w + noise i w) / INR k) <= v.

Lemma binomial_at_pos N p j : 0 < p <= 1 -> 0 <= binomial_at N p j.
Proof.
  intros range. unfold binomial_at. destruct (le_dec j N); [| lra]. apply Rmult_le_pos; [apply Rmult_le_pos |].
  - unfold Binomial.C. apply Rlt_le, Rdiv_lt_0_compat; [apply lt_0_INR, lt_O_fact |].
    apply Rmult_lt_0_compat; apply lt_0_INR, lt_O_fact.
  - apply pow_le. lra.
  - apply pow_le. lra.
Qed.

Lemma bin_noise N p b : (1 <= N)%nat -> 0 < b -> 0 < p <= 1 -> bin_noise_most N p b (12 * b ^ 2 / (INR N ^ 2 * p ^ 2)).
Proof.
  intros N_1 b_pos range W O noise each. assert (N_real : 0 < INR N) by (apply lt_0_INR; lia).
  apply Rle_trans with (12 * b ^ 2 * Sum (seq 1 N) (fun j => binomial_at N p j / ((1 + INR j) * (2 + INR j)))).
  - rewrite <- Sum_scal. apply Sum_le_in. intros j inside. apply in_seq in inside.
    assert (j_real : 1 <= INR j) by (apply (le_INR 1); lia). destruct (each j ltac:(lia)) as [square law].
    rewrite (laplace_variance (O j) (noise j) (b / INR j)) by (try apply Rdiv_lt_0_compat; try assumption; lra).
    pose proof (binomial_at_pos N p j range) as pos.
    replace (12 * b ^ 2 * (binomial_at N p j / ((1 + INR j) * (2 + INR j)))) with
      (binomial_at N p j * (12 * b ^ 2 / ((1 + INR j) * (2 + INR j)))) by (field; lra).
    apply Rmult_le_compat_l; [exact pos |]. replace (2 * (b / INR j) ^ 2) with (2 * b ^ 2 / INR j ^ 2) by (field; lra).
    assert (square_b : 0 < b ^ 2) by now apply pow_lt. assert (square_j : 0 < INR j ^ 2) by (apply pow_lt; lra).
    assert (next : 0 < (1 + INR j) * (2 + INR j)) by nra.
    apply Rmult_le_reg_r with (INR j ^ 2 * ((1 + INR j) * (2 + INR j))); [now apply Rmult_lt_0_compat |].
    replace (2 * b ^ 2 / INR j ^ 2 * (INR j ^ 2 * ((1 + INR j) * (2 + INR j)))) with
      (2 * b ^ 2 * ((1 + INR j) * (2 + INR j))) by (field; lra).
    replace (12 * b ^ 2 / ((1 + INR j) * (2 + INR j)) * (INR j ^ 2 * ((1 + INR j) * (2 + INR j)))) with
      (2 * b ^ 2 * (6 * INR j ^ 2)) by (field; lra).
    apply Rmult_le_compat_l; [lra | nra].
  - pose proof (inverse_of_two_next N p range) as whole. unfold count_mean in whole.
    assert (first : Sum (seq 1 N) (fun j => binomial_at N p j / ((1 + INR j) * (2 + INR j))) <=
      1 / (p ^ 2 * (INR N + 1) * (INR N + 2))).
    { eapply Rle_trans; [| exact whole]. rewrite Sum_below_succ.
      rewrite <- seq_shift, Sum_map. change (seq 0 N) with (below N).
      assert (0 <= binomial_at N p 0 * (1 / ((INR 0 + 1) * (INR 0 + 2)))).
      { apply Rmult_le_pos; [now apply binomial_at_pos |]. simpl INR. lra. }
      rewrite (Sum_ext (below N) (fun j => binomial_at N p (S j) / ((1 + INR (S j)) * (2 + INR (S j))))
        (fun k => binomial_at N p (S k) * (1 / ((INR (S k) + 1) * (INR (S k) + 2))))); [lra |].
      intros k. pose proof (pos_INR (S k)). field. lra. }
    assert (p_square : 0 < p ^ 2) by (apply pow_lt; lra). assert (N_square : 0 < INR N ^ 2) by now apply pow_lt.
    apply Rle_trans with (12 * b ^ 2 * (1 / (p ^ 2 * (INR N + 1) * (INR N + 2)))).
    + apply Rmult_le_compat_l; [| exact first]. assert (0 <= b ^ 2) by apply pow2_ge_0. lra.
    + replace (12 * b ^ 2 / (INR N ^ 2 * p ^ 2)) with (12 * b ^ 2 * (1 / (INR N ^ 2 * p ^ 2))) by (field; lra).
      apply Rmult_le_compat_l; [assert (0 <= b ^ 2) by apply pow2_ge_0; lra |].
      unfold Rdiv. rewrite !Rmult_1_l. apply Rinv_le_contravar; [now apply Rmult_lt_0_compat |].
      replace (p ^ 2 * (INR N + 1) * (INR N + 2)) with (p ^ 2 * ((INR N + 1) * (INR N + 2))) by ring.
      rewrite (Rmult_comm (INR N ^ 2)). apply Rmult_le_compat_l; nra.
Qed.

(** (152), for labels in [-1, 1] and in [-T, T]. *)
Theorem label_152 : forall (N : nat) (epsilon p : R),
  (1 <= N)%nat ->
  0 < epsilon ->
  0 < p ->
  p <= 1 ->
  bin_noise_most N p (2 / epsilon) (48 / ((INR N) ^ 2 * epsilon ^ 2 * p ^ 2)).
Proof.
  intros N eps p N_1 e_pos p_pos p_1. assert (N_real : 0 < INR N) by (apply lt_0_INR; lia).
  replace (48 / (INR N ^ 2 * eps ^ 2 * p ^ 2)) with (12 * (2 / eps) ^ 2 / (INR N ^ 2 * p ^ 2)) by (field; lra).
  apply bin_noise; [exact N_1 | apply Rdiv_lt_0_compat; lra | lra].
Qed.

Theorem label_central_noise : forall (N : nat) (T epsilon p : R),
  (1 <= N)%nat ->
  0 < T ->
  0 < epsilon ->
  0 < p ->
  p <= 1 ->
  bin_noise_most N p (2 * T / epsilon) (48 * T ^ 2 / ((INR N) ^ 2 * epsilon ^ 2 * p ^ 2)).
Proof.
  intros N T eps p N_1 T_pos e_pos p_pos p_1. assert (N_real : 0 < INR N) by (apply lt_0_INR; lia).
  replace (48 * T ^ 2 / (INR N ^ 2 * eps ^ 2 * p ^ 2)) with (12 * (2 * T / eps) ^ 2 / (INR N ^ 2 * p ^ 2)) by (field; lra).
  apply bin_noise; [exact N_1 | apply Rdiv_lt_0_compat; lra | lra].
Qed.

Lemma variance_of_noisy_labels {S} (P : labelled S) k b c : (1 <= k)%nat -> 0 < b -> label_variance_most P c ->
  given_variance_most P k b ((c + 2 * b ^ 2) / INR k).
Proof.
  intros k_1 b_pos spread X W O Y noise labels noises apart in_turn. assert (k_real : 0 < INR k) by (apply lt_0_INR; lia).
  assert (term : forall i, square_integrable O (fun w => Y i w + noise i w)).
  { intros i. apply square_integrable_plus; [apply labels | apply noises]. }
  assert (one : forall i, variance O (fun w => Y i w + noise i w) <= c + 2 * b ^ 2).
  { intros i. destruct (labels i) as (square_Y & _ & is). destruct (noises i) as [square_noise law].
    rewrite variance_of_sum_of_independents, is, (laplace_variance O (noise i) b) by auto. specialize (spread (X i)). lra. }
  assert (sum : forall n, variance O (fun w => Sum (seq 1 n) (fun i => Y i w + noise i w)) <= INR n * (c + 2 * b ^ 2)).
  { induction n as [| n IH].
    - simpl. unfold variance. rewrite (expectation_ext O _ (fun _ => 0)), expectation_const; [lra |].
      intros w. rewrite expectation_const. ring.
    - assert (split_up : (fun w => Sum (seq 1 (Datatypes.S n)) (fun i => Y i w + noise i w)) =
        (fun w => Sum (seq 1 n) (fun i => Y i w + noise i w) + (Y (n + 1)%nat w + noise (n + 1)%nat w))).
      { apply functional_extensionality. intros w. rewrite seq_S, Sum_app. cbn [Sum]. rewrite Rplus_0_r.
        now rewrite (Nat.add_comm n 1). }
      rewrite split_up, variance_of_sum_of_independents by (try apply in_turn; try apply term; apply square_integrable_Sum;
        intros i; apply term).
      specialize (one (n + 1)%nat). rewrite S_INR. lra. }
  assert (scaled : (fun w => Sum (seq 1 k) (fun i => Y i w + noise i w) / INR k) =
    (fun w => / INR k * Sum (seq 1 k) (fun i => Y i w + noise i w) + 0)).
  { apply functional_extensionality. intros w. unfold Rdiv. ring. }
  rewrite scaled, variance_of_linear by (apply square_integrable_Sum; intros i; apply term).
  apply Rle_trans with ((/ INR k) ^ 2 * (INR k * (c + 2 * b ^ 2))).
  - apply Rmult_le_compat_l; [apply pow2_ge_0 | apply sum].
  - right. field. lra.
Qed.

(** (136). *)
Theorem label_136 : forall (A : support) (P : labelled A) (T epsilon : R) (k : nat),
  0 < T ->
  0 < epsilon ->
  (1 <= k)%nat ->
  labels_within P T ->
  given_variance_most P k (2 * T / epsilon) ((1 + 8 / epsilon ^ 2) * T ^ 2 / INR k).
Proof.
  intros A P T eps k T_pos e_pos k_1 within. assert (k_real : 0 < INR k) by (apply lt_0_INR; lia).
  replace ((1 + 8 / eps ^ 2) * T ^ 2 / INR k) with ((T ^ 2 + 2 * (2 * T / eps) ^ 2) / INR k) by (field; lra).
  apply variance_of_noisy_labels; [exact k_1 | apply Rdiv_lt_0_compat; lra | now apply variance_of_labels_within].
Qed.

(** (176). *)
Theorem label_176 : forall (A : support) (P : labelled A) (M_p T epsilon : R) (k : nat) (p : R),
  0 < M_p ->
  0 < T ->
  0 < epsilon ->
  (1 <= k)%nat ->
  2 <= p ->
  label_moment_most P p M_p ->
  given_variance_most (clipped P T) k (2 * T / epsilon) ((8 * T ^ 2 / epsilon ^ 2 + raise M_p (2 / p)) / INR k).
Proof.
  intros A P M T eps k p M_pos T_pos e_pos k_1 p_2 moment. assert (k_real : 0 < INR k) by (apply lt_0_INR; lia).
  replace ((8 * T ^ 2 / eps ^ 2 + raise M (2 / p)) / INR k) with ((raise M (2 / p) + 2 * (2 * T / eps) ^ 2) / INR k)
    by (field; lra).
  apply variance_of_noisy_labels; [exact k_1 | apply Rdiv_lt_0_compat; lra | now apply fact_variance_of_clipped_labels].
Qed.
