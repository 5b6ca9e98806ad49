(** * label (20), (90), (147): means of labels, their features given

    Each theorem says what a claim of the ledger says at that place, as the exporter writes it from the claim itself. *)

From Foundations Require Export Label_bins Laplace.
From Foundations Require Import Label_laws.
From Foundations Require Export Label_bins.
Import ListNotations.
Open Scope R_scope.

(** The expectation of the mean of n labels, whose own are the values of eta, each with Laplace noise, or all with one. *)
Definition noisy_mean_is (eta : function vector) (X : bin_features) (n : nat) (b e : R) :=
  forall W (O : space W) (Y noise : nat -> W -> R),
  (forall i, integrable O (Y i) /\ expectation O (Y i) = eta (X i)) ->
  (forall i, integrable O (noise i) /\ laplace_noise O (noise i) b) ->
  expectation O (fun w => mean_over n (fun i => Y i w + noise i w)) = e /\
  expectation O (fun w => mean_over n (fun i => Y i w) + noise 1%nat w) = e.

(** The same of labels 1 and -1 in a cube where eta has one sign V. *)
Definition cube_labels_mean_is (eta : function vector) (X : bin_features) (n : nat) (V e : R) :=
  forall W (O : space W) (Y : nat -> W -> R), (forall i w, Y i w = 1 \/ Y i w = -1) ->
  (forall i, expectation O (Y i) = V * Rabs (eta (X i))) -> expectation O (fun w => mean_over n (fun i => Y i w)) = e.

Lemma expectation_of_mean_over {W} (O : space W) n (Y : nat -> W -> R) : (forall i, integrable O (Y i)) ->
  expectation O (fun w => mean_over n (fun i => Y i w)) = mean_over n (fun i => expectation O (Y i)).
Proof.
  intros each. unfold mean_over. rewrite expectation_div by (apply integrable_Sum, each). now rewrite expectation_Sum.
Qed.

Lemma noisy_mean_of_labels eta X n b : 0 < b -> noisy_mean_is eta X n b (Sum (numbers n) (fun i => eta (X i)) / INR n).
Proof.
  intros b_pos W O Y noise labels noises.
  assert (centred : forall i, expectation O (noise i) = 0) by (intros i; destruct (noises i); now apply laplace_centred with
    b).
  assert (labels_in : forall i, integrable O (Y i)) by apply labels. assert (noises_in : forall i, integrable O (noise i)) by
    apply noises.
  assert (own : mean_over n (fun i => expectation O (Y i)) = Sum (numbers n) (fun i => eta (X i)) / INR n).
  { unfold mean_over. f_equal. apply Sum_ext. intros i. apply labels. }
  split.
  - rewrite (expectation_of_mean_over O n (fun i w => Y i w + noise i w)) by (intros i; now apply integrable_plus).
    rewrite <- own. unfold mean_over. f_equal. apply Sum_ext. intros i. rewrite expectation_plus, centred by auto. ring.
  - rewrite expectation_plus, expectation_of_mean_over, centred by
      (auto; unfold mean_over; apply integrable_div, integrable_Sum, labels_in). rewrite own. ring.
Qed.

(** (20): nearest neighbours. *)
Theorem label_neighbour_mean : forall (X : bin_features) (eta : function vector) (T epsilon : R) (k : nat),
  0 < T ->
  0 < epsilon ->
  (1 <= k)%nat ->
  (exists e : R, noisy_mean_is eta X k (2 * T / epsilon) e /\ e <= Sum (seq 1 k) (fun i => eta (X i)) / INR k) /\ (exists e
    : R, noisy_mean_is eta X k (2 * T / epsilon) e /\ Sum (seq 1 k) (fun i_ => eta (X i_)) / INR k <= e).
Proof.
  intros X eta T eps k T_pos e_pos _. assert (scale : 0 < 2 * T / eps) by (apply Rdiv_lt_0_compat; lra).
  pose proof (noisy_mean_of_labels eta X k _ scale) as mean. split; eexists; (split; [exact mean |]); unfold numbers; lra.
Qed.

(** (147), corrected: bins. *)
Theorem label_147 : forall (X : bin_features) (eta : function vector) (b : R) (n_l : nat),
  0 < b ->
  (1 <= n_l)%nat ->
  (exists e : R, noisy_mean_is eta X n_l b e /\ e <= Sum (seq 1 n_l) (fun i => eta (X i)) / INR n_l) /\ (exists e : R,
    noisy_mean_is eta X n_l b e /\ Sum (seq 1 n_l) (fun i_ => eta (X i_)) / INR n_l <= e).
Proof.
  intros X eta b n b_pos _. pose proof (noisy_mean_of_labels eta X n b b_pos) as mean.
  split; eexists; (split; [exact mean |]); unfold numbers; lra.
Qed.

(** (90). *)
Theorem label_90 : forall (X : bin_features) (eta : function vector) (V : R) (n : nat),
  (- 1) <= V ->
  V <= 1 ->
  (1 <= n)%nat ->
  (exists e : R, cube_labels_mean_is eta X n V e /\ e <= Sum (seq 1 n) (fun i => Rabs (eta (X i)) * V) / INR n) /\ (exists
    e : R, cube_labels_mean_is eta X n V e /\ Sum (seq 1 n) (fun i_ => Rabs (eta (X i_)) * V) / INR n <= e).
Proof.
  intros X eta V n _ _ _.
  assert (mean : cube_labels_mean_is eta X n V (Sum (seq 1 n) (fun i => Rabs (eta (X i)) * V) / INR n)).
  { intros W O Y signs each. rewrite expectation_of_mean_over.
    - unfold mean_over, numbers. f_equal. apply Sum_ext. intros i. rewrite each. ring.
    - intros i. apply square_integrable_integrable, square_integrable_bounded, bounded_between with (-1) 1. intros w.
      destruct (signs i w) as [-> | ->]; lra. }
  split; eexists; (split; [exact mean |]); lra.
Qed.
