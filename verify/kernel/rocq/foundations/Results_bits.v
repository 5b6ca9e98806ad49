(** * Numbered results of kent: bits that are kept or turned

    Each theorem says what a claim of the ledger says at that place, as the exporter writes it from the claim itself. *)

From Foundations Require Export Events Flips_told Results_votes.
Import ListNotations.
Open Scope R_scope.

Lemma ones_of_tail x : ones_of x = (if hd false x then 1 else 0) + ones_of (tl x).
Proof.
  destruct x as [| b x]; [unfold ones_of, ones; simpl; ring |]. unfold ones_of, ones. simpl length.
  rewrite Sum_below_succ. reflexivity.
Qed.

Lemma ones_of_pos x : 0 <= ones_of x.
Proof. apply Sum_ge_0. intros k. destruct (bit x k); lra. Qed.

(** Lists differ in no more places than have a 1 in either. *)
Lemma places_of_few_ones d x y : INR (places_apart d x y) <= ones_of x + ones_of y.
Proof.
  revert x y. induction d as [| d IH]; intros x y.
  - simpl. pose proof (ones_of_pos x). pose proof (ones_of_pos y). lra.
  - cbn [places_apart]. rewrite plus_INR, (ones_of_tail x), (ones_of_tail y). specialize (IH (tl x) (tl y)).
    destruct (hd false x), (hd false y); simpl; lra.
Qed.

(** Lemma 28. *)
Theorem kent_lemma28 : forall (v x y : list bool) (alpha : R) (d m : nat),
  0 < alpha ->
  (1 <= d)%nat ->
  (1 <= m)%nat ->
  ones_of x <= INR m ->
  ones_of y <= INR m ->
  mass_at ((flips d (exp (alpha / (2 * INR m)) / (1 + exp (alpha / (2 * INR m))))) x) v <= mass_at
    ((flips d (exp (alpha / (2 * INR m)) / (1 + exp (alpha / (2 * INR m))))) y) v * exp alpha.
Proof.
  intros v x y alpha d m alpha_pos _ m_pos few few'. assert (m_1 : 1 <= INR m) by now apply (le_INR 1).
  assert (level : 0 < alpha / INR m) by (apply Rdiv_lt_0_compat; lra).
  replace (alpha / (2 * INR m)) with (alpha / INR m / 2) by (field; lra).
  destruct (keep_range (alpha / INR m) level) as [range ratio]. unfold keep in range, ratio.
  set (e := exp (alpha / INR m / 2)) in *.
  assert (e_1 : 1 <= e) by (apply exp_ge_1; lra).
  assert (between : forall w, 0 <= indicator (fun w => w = v) w <= 1) by (intros w; apply indicator_between).
  assert (I : bounded (indicator (fun w => w = v))) by (apply bounded_between with 0 1; exact between).
  pose proof (flips_within d (e / (1 + e)) x y (indicator (fun w => w = v)) range I (fun z => proj1 (between z))) as
    within.
  rewrite ratio in within. unfold mass_at, chance. eapply Rle_trans; [exact within |]. rewrite Rmult_comm.
  apply Rmult_le_compat_l; [apply E_ge; [exact I | intros z; apply between] |].
  apply Rle_trans with (e ^ (2 * m)).
  - apply Rle_pow; [exact e_1 |]. apply INR_le. rewrite mult_INR. simpl (INR 2).
    pose proof (places_of_few_ones d x y). lra.
  - unfold e. rewrite exp_pow. apply exp_le. rewrite mult_INR. simpl (INR 2). right. field. lra.
Qed.
