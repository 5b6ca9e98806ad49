(** * Votes: binomial laws, places and bins with votes

    Votes are a list of bits; so many users vote on their own, each bit true with one chance. *)

From Foundations Require Export Nouns Counts Events Tails.
Import ListNotations.
Open Scope R_scope.

(** ** The votes of n users *)

Definition votes (v : list bool) := Sum v (fun b : bool => if b then 1 else 0).

(** Each of n bits is true with probability p, cut to [0, 1]. *)
Definition poll (p : R) n : law (list bool) := biased_prior p n.

(** The chance of at most w votes. *)
Definition binomial_tail n p w := chance (poll p n) (fun v => votes v <= w).

Section Poll.
  Variable p : R.
  Hypothesis (range : 0 <= p <= 1).

  Let cut : Rmax 0 (Rmin p 1) = p.
  Proof. rewrite Rmin_left, Rmax_right; lra. Qed.

  Lemma E_poll n f :
    E (poll p (S n)) f = p * E (poll p n) (fun v => f (true :: v)) + (1 - p) * E (poll p n) (fun v => f (false :: v)).
  Proof.
    unfold poll, biased_prior. rewrite E_biased_vertex. fold (biased_prior p n). f_equal; f_equal; lra.
  Qed.

  Lemma poll_le n f g : (forall v, length v = n -> f v <= g v) -> E (poll p n) f <= E (poll p n) g.
  Proof.
    revert f g. induction n as [| n IH]; intros f g H; [now apply H |].
    rewrite !E_poll. apply Rplus_le_compat; apply Rmult_le_compat_l; try lra; apply IH; intros v V; apply H; simpl;
      auto.
  Qed.

  Lemma poll_ext n f g : (forall v, length v = n -> f v = g v) -> E (poll p n) f = E (poll p n) g.
  Proof. intros H. apply Rle_antisym; apply poll_le; intros v V; right; auto using eq_sym. Qed.

  Lemma poll_scal n c f : E (poll p n) (fun v => c * f v) = c * E (poll p n) f.
  Proof. apply biased_vertex_scal. Qed.

  Lemma poll_app m n f : E (poll p (m + n)) f = E (poll p m) (fun v => E (poll p n) (fun w => f (v ++ w))).
  Proof.
    revert f. induction m as [| m IH]; intros f; [reflexivity |].
    change (S m + n)%nat with (S (m + n)). now rewrite (E_poll (m + n)), (E_poll m), !IH.
  Qed.

  (** The moment of e^(t X) for the number X of votes. *)
  Lemma poll_moment n t : E (poll p n) (fun v => exp (t * votes v)) = (1 - p + p * exp t) ^ n.
  Proof.
    induction n as [| n IH]; [unfold votes; simpl; rewrite Rmult_0_r; apply exp_0 |].
    rewrite E_poll.
    rewrite (E_ext _ (fun v => exp (t * votes (true :: v))) (fun v => exp t * exp (t * votes v)))
      by (intros v; rewrite <- exp_plus; f_equal; unfold votes; simpl; ring).
    rewrite (E_ext _ (fun v => exp (t * votes (false :: v))) (fun v => exp (t * votes v)))
      by (intros v; f_equal; unfold votes; simpl; ring).
    rewrite poll_scal, IH. simpl. ring.
  Qed.

  (** Hoeffding's lemma for each vote. *)
  Lemma poll_moment_le n t : E (poll p n) (fun v => exp (t * votes v)) <= exp (INR n * (p * t + t ^ 2 / 8)).
  Proof.
    rewrite poll_moment, <- exp_pow. pose proof (exp_pos t) as T. apply pow_incr.
    assert (pos : 0 < 1 - p + p * exp t) by (destruct (Rle_dec p 0); [replace p with 0 by lra; lra | nra]).
    split; [lra |]. rewrite <- (exp_ln _ pos). now apply exp_le, hoeffding_coin.
  Qed.

  Lemma votes_app v w : votes (v ++ w) = votes v + votes w.
  Proof. apply Sum_app. Qed.

  Lemma votes_turned v : votes (map negb v) = INR (length v) - votes v.
  Proof.
    unfold votes. induction v as [| b v IH]; [simpl; ring |].
    simpl map. cbn [Sum]. rewrite IH. simpl length. rewrite S_INR. destruct b; simpl; ring.
  Qed.
End Poll.

(** Each bit turned. *)
Lemma poll_turned p n f : 0 <= p <= 1 -> E (poll (1 - p) n) f = E (poll p n) (fun v => f (map negb v)).
Proof.
  intros range. revert f. induction n as [| n IH]; intros f; [reflexivity |].
  rewrite !E_poll, !IH by lra. simpl map. ring.
Qed.

(** ** Places with votes

    n users vote for each place on their own: for the right place with probability p, for a wrong one with 1 - p. *)

(** The right place has no more votes than a given wrong one. *)
Definition outvoted n p := chance (joint (poll p n) (poll (1 - p) n)) (fun vw => votes (fst vw) <= votes (snd vw)).

(** Of N places some wrong one has at least as many votes as the right one. *)
Definition vote_lost n p N := chance (joint (poll p n) (power (poll (1 - p) n) (N - 1)))
  (fun vl => exists w, In w (snd vl) /\ votes (fst vl) <= votes w).

(** Some of m draws of a law lies in a set. *)
Lemma some_draw {A} (P : law A) (S : event A) m :
  chance (power P m) (fun l => exists x, In x l /\ S x) <= INR m * chance P S.
Proof.
  unfold chance. induction m as [| m IH].
  - simpl. rewrite Rmult_0_l. right. apply indicator_0. now intros (x & [] & _).
  - cbn [power]. rewrite E_step, S_INR. set (some := fun l : list A => exists x, In x l /\ S x) in *.
    apply Rle_trans with (E (power P m) (fun l => indicator some l + E P (indicator S))).
    + apply E_mono.
      * apply bounded_between with 0 1. intros l. apply E_between. intros x. apply indicator_between.
      * apply bounded_plus; [apply bounded_indicator | apply bounded_const].
      * intros l. rewrite <- (E_const P (indicator some l)), <- E_plus
          by (apply bounded_indicator || apply bounded_const).
        apply E_mono; [apply bounded_between with 0 1; intros x; apply indicator_between | |].
        -- apply bounded_plus; [apply bounded_const | apply bounded_indicator].
        -- intros x. pose proof (indicator_between some l). pose proof (indicator_between S x).
           apply indicator_le; [lra |]. intros (y & [<- | later] & y_S).
           ++ rewrite (indicator_1 S) by exact y_S. lra.
           ++ rewrite (indicator_1 some) by (now exists y). lra.
    + rewrite E_plus, E_const by (apply bounded_indicator || apply bounded_const). lra.
Qed.

Theorem votes_union n p N : (1 <= N)%nat -> vote_lost n p N <= (INR N - 1) * outvoted n p.
Proof.
  intros some. replace (INR N - 1) with (INR (N - 1)) by (rewrite minus_INR by exact some; simpl; ring).
  unfold vote_lost, outvoted, chance, joint. simpl.
  rewrite <- E_scal by (apply bounded_between with 0 1; intros v; apply E_between; intros w; apply indicator_between).
  apply E_mono.
  - apply bounded_between with 0 1. intros v. apply E_between. intros l. apply indicator_between.
  - apply bounded_mult; [apply bounded_const |]. apply bounded_between with 0 1. intros v. apply E_between.
    intros w. apply indicator_between.
  - intros v. exact (some_draw (poll (1 - p) n) (fun w => votes v <= votes w) (N - 1)).
Qed.

(** n - Bin(n, 1 - p) is Bin(n, p), and independent ones add up. *)
Theorem votes_pair n p : 0 <= p <= 1 -> outvoted n p = binomial_tail (2 * n) p (INR n).
Proof.
  intros range. replace (2 * n)%nat with (n + n)%nat by lia. unfold outvoted, binomial_tail, chance, joint.
  rewrite poll_app by exact range.
  apply poll_ext; [exact range |]. intros v _. simpl. rewrite poll_turned by exact range.
  apply poll_ext; [exact range |]. intros w long.
  assert (same : votes v <= votes (map negb w) <-> votes (v ++ w) <= INR n)
    by (rewrite votes_turned, votes_app, long; lra).
  destruct (classic (votes (v ++ w) <= INR n)) as [few | many].
  - rewrite !indicator_1; auto. now apply same.
  - rewrite !indicator_0; auto. intros less. now apply many, same.
Qed.

(** Hoeffding 1963, Theorem 1, at the level 1/2. *)
Theorem votes_at_one_half n p : 1 / 2 <= p < 1 -> binomial_tail (2 * n) p (INR n) <= (4 * p * (1 - p)) ^ n.
Proof.
  intros range. set (t := ln ((1 - p) / p)).
  assert (ratio : 0 < (1 - p) / p <= 1).
  { split; [apply Rdiv_lt_0_compat; lra | apply (Rle_div_l (1 - p) 1 p); lra]. }
  assert (t_0 : t <= 0) by (unfold t; rewrite <- ln_1; apply ln_le; lra).
  apply Rle_trans with (exp (- t * INR n) * E (poll p (2 * n)) (fun v => exp (t * votes v))).
  - rewrite <- poll_scal by lra. apply poll_le; [lra |]. intros v _. rewrite <- exp_plus.
    apply indicator_le; [left; apply exp_pos |]. intros few. rewrite <- exp_0. apply exp_le. nra.
  - rewrite poll_moment by lra. replace (- t * INR n) with (INR n * - t) by ring. rewrite <- exp_pow, exp_Ropp.
    unfold t. rewrite exp_ln by lra. rewrite pow_mult, <- Rpow_mult_distr. right. f_equal. field. lra.
Qed.

(** ** Bins with votes

    k users say of each bin whether their number is in it, each bit kept with probability p. *)

(** The chance that a bin without data has at least as many votes as one that half of the users or more are in is at
    most b, however many they are. *)
Definition bin_outvoted_most k p b := forall inside, (inside <= k)%nat -> (k <= 2 * inside)%nat ->
  chance (joint (joint (poll p inside) (poll (1 - p) (k - inside))) (poll (1 - p) k))
    (fun vote => votes (fst (fst vote)) + votes (snd (fst vote)) <= votes (snd vote)) <= b.

(** Hoeffding 1963, Theorem 2, for 2k bits, of mean difference (2p - 1) k/2 at least. *)
Theorem votes_of_two_bins k p : 1 / 2 <= p <= 1 -> bin_outvoted_most k p (exp (- ((2 * p - 1) ^ 2 * INR k / 4))).
Proof.
  intros range inside some half. set (s := 2 * p - 1). assert (s_0 : 0 <= s) by (unfold s; lra).
  unfold chance, joint. simpl E.
  apply Rle_trans with (E (poll p inside) (fun v => E (poll (1 - p) (k - inside)) (fun w =>
    E (poll (1 - p) k) (fun u => exp (- s * votes v) * (exp (- s * votes w) * exp (s * votes u)))))).
  - apply poll_le; [lra |]. intros v _. apply poll_le; [lra |]. intros w _. apply poll_le; [lra |]. intros u _.
    rewrite <- !exp_plus. apply indicator_le; [left; apply exp_pos |]. simpl. intros outvoted_bin.
    rewrite <- exp_0. apply exp_le. nra.
  - rewrite (E_ext _ _ (fun v => exp (- s * votes v) * (E (poll (1 - p) (k - inside)) (fun w => exp (- s * votes w)) *
      E (poll (1 - p) k) (fun u => exp (s * votes u))))).
    + rewrite (E_ext _ _ (fun v => (E (poll (1 - p) (k - inside)) (fun w => exp (- s * votes w)) *
        E (poll (1 - p) k) (fun u => exp (s * votes u))) * exp (- s * votes v))) by (intros v; ring).
      rewrite poll_scal by lra.
      pose proof (poll_moment_le p ltac:(lra) inside (- s)) as right_bits.
      pose proof (poll_moment_le (1 - p) ltac:(lra) (k - inside) (- s)) as other_bits.
      pose proof (poll_moment_le (1 - p) ltac:(lra) k s) as empty_bits.
      assert (positive : forall q n t, 0 <= q <= 1 -> 0 <= E (poll q n) (fun v => exp (t * votes v))).
      { intros q n t Q. rewrite poll_moment by exact Q. apply pow_le. pose proof (exp_pos t). nra. }
      eapply Rle_trans; [apply Rmult_le_compat; [apply Rmult_le_pos; apply positive; lra | apply positive; lra | |
        exact right_bits] |].
      * apply Rmult_le_compat; [apply positive; lra | apply positive; lra | exact other_bits | exact empty_bits].
      * rewrite <- !exp_plus. apply exp_le. rewrite minus_INR by exact some.
        apply le_INR in half. rewrite mult_INR in half. simpl in half.
        replace (_ + _) with (INR k * s ^ 2 / 4 - INR inside * s ^ 2) by (unfold s; field).
        pose proof (pow2_ge_0 s). nra.
    + intros v. rewrite <- poll_scal by lra.
      rewrite (E_ext _ _ (fun w => exp (- s * votes v) * (E (poll (1 - p) k) (fun u => exp (s * votes u)) *
        exp (- s * votes w)))).
      * rewrite !poll_scal by lra. ring.
      * intros w. rewrite !poll_scal by lra. ring.
Qed.
