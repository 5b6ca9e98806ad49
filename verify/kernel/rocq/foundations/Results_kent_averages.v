(** * kent Table 2, first row: the average of vectors of the ball

    The theorem says what a claim of the ledger says at that place, as the exporter writes it from the claim itself. *)

From Foundations Require Export Results_means Facts_definitions Facts_ball Facts_tails.
Import ListNotations.
Open Scope R_scope.

Definition average_of_cut d N (data : list vector) : vector := fun k =>
  if (k <? d)%nat then total (fun x => clip 1 (x k)) N data / INR N else 0.

Lemma mean_of_total {A} (Q : law A) g m : bounded g -> E (power Q m) (total g m) = INR m * E Q g.
Proof.
  intros G. induction m as [| m IH]; [simpl; ring |]. cbn [power]. rewrite E_step, S_INR.
  rewrite (E_ext _ _ (fun data => E Q g + total g m data)).
  - pose proof (bounded_total g G m) as T. rewrite E_plus, E_const, IH by bounded. ring.
  - intros data. simpl. rewrite E_plus, E_const by bounded. reflexivity.
Qed.

Section Averages.
  Variables (P : law vector) (d N : nat) (mu : vector).
  Hypotheses (on_ball : laws_on_ball 2 1 d P) (has : has_mean_vector P mu) (some : (1 <= N)%nat).
  Let entry k (x : vector) := clip 1 (x k).

  Let entry_between k x : -1 <= entry k x <= 1.
  Proof. unfold entry. pose proof (clip_between 1 (x k)). lra. Qed.

  Let entry_bounded k : bounded (entry k).
  Proof. apply bounded_between with (-1) 1, entry_between. Qed.

  Let inside x k : in_ball 2 1 d x -> (k < d)%nat -> -1 <= x k <= 1.
  Proof.
    intros X K. apply in_ball_2 in X; [| lra]. destruct X as [_ X]. rewrite pow1 in X.
    assert (square : x k ^ 2 <= 1).
    { eapply Rle_trans; [| exact X]. rewrite <- (Sum_single Nat.eq_dec (below d) k (x k ^ 2) (seq_NoDup _ _)) by
        now apply in_below.
      apply Sum_le. intros j. destruct (Nat.eq_dec j k) as [-> |]; [lra | apply pow2_ge_0]. }
    nra.
  Qed.

  Lemma mean_of_entry k : (k < d)%nat -> E P (entry k) = mu k.
  Proof.
    intros K. destruct has as (D & within & ->). unfold mean_vector.
    apply (E_on_both (in_ball 2 1 d) (fun x => forall k, - D <= x k <= D)); [exact on_ball | exact within | | |].
    - apply entry_bounded.
    - apply bounded_between with (Rmin (- D) D) (Rmax (- D) D). intros x. unfold clip, Rmax, Rmin.
      repeat destruct (Rle_dec _ _); lra.
    - intros x X Y. pose proof (inside x k X K). specialize (Y k). unfold entry, clip, Rmax, Rmin.
      repeat destruct (Rle_dec _ _); lra.
  Qed.

  Lemma squares_of_entries : Sum (below d) (fun k => E P (fun x => entry k x ^ 2)) <= 1.
  Proof.
    set (S_ := fun x => Sum (below d) (fun k => entry k x ^ 2)).
    assert (each : forall k, bounded (fun x => entry k x ^ 2)).
    { intros k. pose proof (entry_bounded k) as bounded_k. bounded. }
    assert (B : bounded S_) by (apply bounded_Sum; exact each).
    rewrite <- E_Sum by exact each. change (E P S_ <= 1).
    rewrite (on_ball S_ (fun x => Rmin (S_ x) 1) B); [apply E_le; [bounded | intros x; apply Rmin_r] | bounded |].
    intros x X. rewrite Rmin_left; [reflexivity |]. apply in_ball_2 in X; [| lra]. destruct X as [_ X].
    rewrite pow1 in X. eapply Rle_trans; [| exact X]. apply Sum_le. intros k. unfold entry. apply clip_square. lra.
  Qed.

  Theorem error_of_average : E (power P N) (fun data =>
    Sum (below d) (fun k => (average_of_cut d N data k - mu k) ^ 2)) <= 1 / INR N.
  Proof.
    assert (N_pos : 0 < INR N) by (apply lt_0_INR; lia).
    assert (T : forall k, bounded (fun data => (total (entry k) N data / INR N - mu k) ^ 2)).
    { intros k. pose proof (bounded_total (entry k) (entry_bounded k) N). bounded. }
    assert (means : forall k, (k < d)%nat -> E (power P N) (fun data => total (entry k) N data / INR N) = mu k).
    { intros k K. pose proof (bounded_total (entry k) (entry_bounded k) N) as B. unfold Rdiv.
      rewrite (E_ext _ _ (fun data => / INR N * total (entry k) N data)) by (intros data; ring).
      rewrite E_scal, mean_of_total, mean_of_entry by (exact B || exact K || apply entry_bounded). field. lra. }
    rewrite (E_ext _ _ (fun data => Sum (below d) (fun k => (total (entry k) N data / INR N - mu k) ^ 2))).
    - rewrite E_Sum by exact T.
      apply Rle_trans with (Sum (below d) (fun k => / INR N * E P (fun x => entry k x ^ 2))).
      + apply Sum_le_in. intros k K. apply in_below in K.
        pose proof (variance_of_mean_of_draws P (entry k) N (entry_bounded k) some) as variance.
        cbv beta in variance. rewrite means in variance by exact K. rewrite variance.
        unfold Rdiv. rewrite Rmult_comm. apply Rmult_le_compat_l; [left; now apply Rinv_0_lt_compat |].
        rewrite mean_of_entry by exact K. pose proof (entry_bounded k) as bounded_k.
        rewrite (E_ext P _ (fun x => entry k x ^ 2 - (2 * mu k * entry k x - mu k ^ 2))) by (intros x; ring).
        rewrite !E_minus, E_scal, E_const, mean_of_entry by (exact K || bounded). pose proof (pow2_ge_0 (mu k)). lra.
      + rewrite Sum_scal. pose proof squares_of_entries as most. unfold Rdiv. rewrite Rmult_1_l.
        rewrite <- (Rmult_1_r (/ INR N)) at 2. apply Rmult_le_compat_l; [left; now apply Rinv_0_lt_compat | exact most].
    - intros data. apply Sum_ext_in. intros k K. apply in_below in K. unfold average_of_cut.
      now rewrite (proj2 (Nat.ltb_lt k d) K).
  Qed.
End Averages.

Theorem kent_table2_average : forall (T d n : nat),
  (1 <= T)%nat ->
  (1 <= d)%nat ->
  (1 <= n)%nat ->
    forall c : R, (forall g : decoder vector vector, forall r : R, worst_loss_most (with_means d (laws_on_ball 2 1
    d)) T squared (all_data n g) r -> c <= r) ->
  c <= 1 / (INR T * INR n).
Proof.
  intros T d n T_1 d_1 n_1 c all. assert (N_1 : (1 <= T * n)%nat) by nia.
  destruct (pooled d (laws_on_ball 2 1 d) T n T_1 n_1) as [once _].
  destruct (pooled d (laws_on_ball 2 1 d) (T * n) 1 N_1 (le_n 1)) as [_ at_once].
  rewrite Nat.mul_1_r in at_once.
  apply (at_once c (once c all) (average_of_cut d (T * n))). rewrite <- mult_INR. split.
  - apply Rdiv_le_0_compat; [lra | apply lt_0_INR; lia].
  - intros P mu [on_ball has] cut. eapply Rle_trans; [| exact (error_of_average P d (T * n) mu on_ball has N_1)].
    unfold transcript_of. cbn [channels users estimate all_data]. rewrite transcript_of_data.
    cbn [power]. rewrite E_step. cbn [E ret power]. apply E_mono.
    + apply bounded_cut. intros data. apply loss_ge_0.
    + apply bounded_Sum. intros k.
      assert (B : bounded (fun data : list vector => average_of_cut d (T * n) data k)).
      { unfold average_of_cut. destruct (k <? d)%nat; [| bounded].
        assert (C : bounded (fun x : vector => clip 1 (x k))).
        { apply bounded_between with (-1) 1. intros x. pose proof (clip_between 1 (x k)). lra. }
        pose proof (bounded_total (fun x : vector => clip 1 (x k)) C (T * n)). bounded. }
      bounded.
    + intros data. eapply Rle_trans; [apply Rmin_l |]. cbn [concat app]. rewrite app_nil_r.
      cbn [with_means parameters metric euclidean_space].
      change (loss_at squared (Elementary.norm d (less (average_of_cut d (T * n) data) mu)) <= Sum (below d)
        (fun k => (average_of_cut d (T * n) data k - mu k) ^ 2)).
      rewrite squared_at by apply sqrt_pos. rewrite norm_square, inner_squares. right. reflexivity.
Qed.
