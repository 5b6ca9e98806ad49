(** * Local averages of labels, by nearest neighbours and in bins

    A new point is drawn first, and then the samples. *)

From Coq Require Import ClassicalDedekindReals Sorted Permutation.
From Foundations Require Import Protocols Label_laws Binomials Laplace Nouns Events Polls.
Import ListNotations.
Open Scope R_scope.

(** ** Numbers of samples in a set *)

Lemma holds_true {A} (S : event A) z : holds S z = true <-> S z.
Proof. unfold holds. destruct (sig_not_dec (S z)) as [yes | no]; split; try easy. intros _. now apply NNPP. Qed.

Lemma holds_false {A} (S : event A) z : holds S z = false <-> ~ S z.
Proof. unfold holds. destruct (sig_not_dec (S z)); split; easy || tauto. Qed.

Lemma indicator_holds {A} (S : event A) z : indicator S z = if holds S z then 1 else 0.
Proof. unfold indicator, holds. now destruct (sig_not_dec (S z)). Qed.

Lemma indicator_same {A B} (S : event A) (T : event B) x y : (S x <-> T y) -> indicator S x = indicator T y.
Proof. intros same. unfold indicator. destruct (sig_not_dec (S x)), (sig_not_dec (T y)); tauto. Qed.

Lemma chance_le {A} (P : law A) (S T : event A) : (forall z, S z -> T z) -> chance P S <= chance P T.
Proof.
  intros within. apply E_mono; [apply bounded_indicator | apply bounded_indicator |]. intros z.
  apply indicator_le; [apply indicator_between |]. intros s. rewrite indicator_1 by auto. lra.
Qed.

(** What holds almost surely, together. *)
Lemma surely_both {W} (O : space W) (S T : event W) : almost_surely O S -> almost_surely O T ->
  almost_surely O (fun w => S w /\ T w).
Proof.
  intros s t. apply Rle_antisym; [| apply probability_between].
  pose proof (union_bound O (fun w => ~ S w) (fun w => ~ T w)).
  unfold almost_surely in s, t. rewrite s, t in H. eapply Rle_trans; [| rewrite Rplus_0_r in H; exact H].
  apply probability_mono. intros w. tauto.
Qed.

Lemma surely_equal {W} (O : space W) X Y : almost_eq O X Y -> almost_surely O (fun w => X w = Y w).
Proof.
  intros [le ge]. assert (both : almost_surely O (fun w => X w <= Y w /\ Y w <= X w)).
  { apply surely_both; [refine (probability_0_mono O _ _ _ le) | refine (probability_0_mono O _ _ _ ge)];
      intros w out; lra. }
  refine (probability_0_mono O _ _ _ both). intros w apart both_w. apply apart. lra.
Qed.

Definition number {A} (S : event A) (l : list A) : nat := length (filter (holds S) l).

Lemma number_cons {A} (S : event A) z l :
  number S (z :: l) = if holds S z then Datatypes.S (number S l) else number S l.
Proof. unfold number. simpl. now destruct (holds S z). Qed.

(** It has a binomial law. *)
Lemma number_law {A} (P : law A) (S : event A) n g : bounded g ->
  E (power P n) (fun l => g (number S l)) = count_mean n (chance P S) g.
Proof.
  revert g. induction n as [| n IH]; intros g G; [now rewrite count_mean_0 |].
  cbn [power]. rewrite E_step, count_mean_S.
  assert (G' : bounded (fun k => g (Datatypes.S k))) by (destruct G as [M G]; exists M; intros k; apply G).
  assert (B : bounded (fun l : list A => g (number S l))) by (destruct G as [M G]; exists M; intros l; apply G).
  assert (B' : bounded (fun l : list A => g (Datatypes.S (number S l))))
    by (destruct G' as [M G']; exists M; intros l; apply G').
  rewrite <- (IH g G), <- (IH (fun k => g (Datatypes.S k)) G'), <- !E_scal by assumption.
  rewrite <- E_plus by bounded. apply E_ext. intros l.
  rewrite (E_ext _ _ (fun z => (g (Datatypes.S (number S l)) - g (number S l)) * indicator S z + g (number S l)))
    by (intros z; rewrite number_cons, indicator_holds; destruct (holds S z); ring).
  pose proof (bounded_indicator S). rewrite E_plus, E_scal, E_const by bounded. unfold chance. ring.
Qed.

(** A point, and samples. *)
Definition point_and_samples {S} (P : labelled S) n : law (point S * list (point S)) :=
  bind (features P) (fun x => bind (power (features P) n) (fun l => ret (x, l))).

(** Given the point the mean of a function of the number of samples in its set is at most c. *)
Lemma mean_by_number {S} (P : labelled S) n (T : point S -> event (point S)) g c : bounded g ->
  (forall x, count_mean n (chance (features P) (T x)) g <= c) ->
  E (point_and_samples P n) (fun d => g (number (T (fst d)) (snd d))) <= c.
Proof.
  intros [M G] H. apply (E_le (features P)); [| intros x].
  - exists M. intros x. apply (E_small (power (features P) n)). intros l. apply G.
  - change (E (power (features P) n) (fun l => g (number (T x) l)) <= c). rewrite number_law by now exists M. apply H.
Qed.

(** ** Bins

    Cubes of side h, one of which has a corner at 0. *)
Definition same_bin h (x z : vector) := forall k, Int_part (x k / h) = Int_part (z k / h).
Definition in_bin_with {S} h (x z : point S) := same_bin h (position x) (position z).

(** Each bin that meets the support has a mass of at least q. *)
Definition bin_mass_least {S} (P : labelled S) h q := forall x, q <= chance (features P) (in_bin_with h x).

Definition inverse (n : nat) := match n with O => 0 | _ => / INR n end.

(** Of the number n of samples in the bin of a point: the means of 1/n and 1/n^2, 0 where n = 0; the chance of n = 0. *)
Definition inverse_count {S} h (P : labelled S) n :=
  E (point_and_samples P n) (fun d => inverse (number (in_bin_with h (fst d)) (snd d))).
Definition inverse_squared_count {S} h (P : labelled S) n :=
  E (point_and_samples P n) (fun d => inverse (number (in_bin_with h (fst d)) (snd d)) ^ 2).
Definition empty_bin {S} h (P : labelled S) n :=
  E (point_and_samples P n) (fun d => match number (in_bin_with h (fst d)) (snd d) with O => 1 | _ => 0 end).

Lemma inverse_between n : 0 <= inverse n <= 1.
Proof.
  destruct n as [| n]; [simpl; lra |]. unfold inverse. rewrite S_INR. pose proof (pos_INR n).
  split; [left; apply Rinv_0_lt_compat; lra |]. rewrite <- Rinv_1. apply Rinv_le_contravar; lra.
Qed.

Section Counts.
  Context {S : support} (P : labelled S) (h q : R) (n : nat).
  Hypothesis (q_range : 0 < q <= 1) (bins : bin_mass_least P h q).

  Let q_x x := chance (features P) (in_bin_with h x).

  Let q_x_range x : 0 < q_x x <= 1 /\ q <= q_x x.
  Proof. pose proof (chance_between (features P) (in_bin_with h x)). specialize (bins x). unfold q_x. lra. Qed.

  (** 1/n <= 2/(n + 1). *)
  Lemma inverse_count_most : inverse_count h P n <= 2 / ((INR n + 1) * q).
  Proof.
    apply (mean_by_number P n (in_bin_with h) inverse).
    - apply bounded_between with 0 1, inverse_between.
    - intros x. fold (q_x x). destruct (q_x_range x) as [R le]. pose proof (pos_INR n).
      apply Rle_trans with (count_mean n (q_x x) (fun k => 2 * (1 / (INR k + 1)))).
      + apply count_mean_le; [lra |]. intros [| k]; [simpl; lra |]. unfold inverse.
        pose proof (pos_INR k). rewrite S_INR. apply (Rmult_le_reg_r ((INR k + 1) * (INR k + 1 + 1))); [nra |].
        field_simplify; lra.
      + rewrite count_mean_scal. eapply Rle_trans; [apply Rmult_le_compat_l; [lra | now apply inverse_of_next] |].
        replace (2 * (1 / ((INR n + 1) * q_x x))) with (2 * / ((INR n + 1) * q_x x)) by (field; lra).
        apply Rmult_le_compat_l; [lra |]. apply Rinv_le_contravar; [| apply Rmult_le_compat_l]; try lra.
        apply Rmult_lt_0_compat; lra.
  Qed.

  (** 1/n^2 <= 6/((n + 1)(n + 2)). *)
  Lemma inverse_squared_count_most : inverse_squared_count h P n <= 6 / ((INR n + 1) * (INR n + 2) * q ^ 2).
  Proof.
    apply (mean_by_number P n (in_bin_with h) (fun k => inverse k ^ 2)).
    - apply bounded_between with 0 1. intros k. pose proof (inverse_between k). split; [apply pow2_ge_0 | nra].
    - intros x. fold (q_x x). destruct (q_x_range x) as [R le]. pose proof (pos_INR n).
      apply Rle_trans with (count_mean n (q_x x) (fun k => 6 * (1 / ((INR k + 1) * (INR k + 2))))).
      + apply count_mean_le; [lra |]. intros [| k]; [simpl; lra |]. unfold inverse.
        pose proof (pos_INR k). rewrite S_INR. set (a := INR k) in *.
        replace ((/ (a + 1)) ^ 2) with (/ (a + 1) ^ 2) by (field; lra).
        replace (6 * (1 / ((a + 1 + 1) * (a + 1 + 2)))) with (/ ((a + 1 + 1) * (a + 1 + 2) / 6)) by (field; lra).
        apply Rinv_le_contravar; nra.
      + rewrite count_mean_scal. eapply Rle_trans; [apply Rmult_le_compat_l; [lra | now apply inverse_of_two_next] |].
        assert (q ^ 2 <= q_x x ^ 2) by (apply pow_incr; lra). assert (0 < q ^ 2) by (apply pow_lt; lra).
        replace (6 * (1 / (q_x x ^ 2 * (INR n + 1) * (INR n + 2))))
          with (6 * / ((INR n + 1) * (INR n + 2) * q_x x ^ 2)) by (field; repeat split; try lra; nra).
        apply Rmult_le_compat_l; [lra |]. apply Rinv_le_contravar; [repeat apply Rmult_lt_0_compat; lra |].
        apply Rmult_le_compat_l; [apply Rmult_le_pos |]; lra.
  Qed.

  (** (1 - q)^n, and 1 - q <= e^(-q). *)
  Lemma empty_bin_most : empty_bin h P n <= exp (- (INR n * q)).
  Proof.
    apply (mean_by_number P n (in_bin_with h) (fun k => match k with O => 1 | _ => 0 end)).
    - apply bounded_between with 0 1. intros [| k]; lra.
    - intros x. fold (q_x x). destruct (q_x_range x) as [R le].
      apply Rle_trans with (count_mean n (q_x x) (fun k => 0 ^ k)).
      + right. apply count_mean_ext. intros [| k]; simpl; ring.
      + rewrite count_mean_power, Rmult_0_r, Rplus_0_r. apply Rle_trans with (exp (- q) ^ n).
        * apply pow_incr. pose proof (exp_ineq1_le (- q)). lra.
        * right. rewrite <- Rpower_pow by apply exp_pos. unfold Rpower. rewrite ln_exp. f_equal. ring.
  Qed.
End Counts.

(** ** Balls *)

Definition gap {S} (x z : point S) := euclidean_norm (vector_minus (position x) (position z)).
Definition near {S} r (x z : point S) := gap x z <= r.

(** Each ball of radius r about a point of the support has a mass of at least q. *)
Definition ball_mass_least {S} (P : labelled S) r q := forall x, q <= chance (features P) (near r x).

(** The chance that fewer than k of n samples are within r of a point: that the k-th nearest one is further. *)
Definition neighbour_far {S} k (P : labelled S) n r :=
  E (point_and_samples P n) (fun d => if Nat.ltb (number (near r (fst d)) (snd d)) k then 1 else 0).

(** The chance that n trials have k successes at most. *)
Lemma binomial_tail_is n p k : 0 <= p <= 1 ->
  binomial_tail n p (INR k) = count_mean n p (fun j => if Nat.leb j k then 1 else 0).
Proof.
  intros P. unfold binomial_tail, chance.
  enough (gen : forall i, E (poll p n) (indicator (fun v => INR i + votes v <= INR k)) =
    count_mean n p (fun j => if Nat.leb (i + j) k then 1 else 0)).
  { etransitivity; [| exact (gen 0%nat)]. apply E_ext. intros v.
    apply indicator_same. simpl. lra. }
  induction n as [| n IH]; intros i.
  - rewrite count_mean_0, Nat.add_0_r.
    change (indicator (fun v => INR i + votes v <= INR k) [] = if Nat.leb i k then 1 else 0).
    unfold votes. cbn [Sum]. destruct (Nat.leb_spec i k) as [le | lt].
    + apply indicator_1. rewrite Rplus_0_r. now apply le_INR.
    + apply indicator_0. rewrite Rplus_0_r. apply lt_INR in lt. lra.
  - rewrite E_poll, count_mean_S by exact P. f_equal; f_equal.
    + rewrite <- (count_mean_ext n p (fun j => if Nat.leb (S i + j) k then 1 else 0))
        by (intros j; now rewrite Nat.add_succ_r). rewrite <- IH.
      apply E_ext. intros v. apply indicator_same. unfold votes. cbn [Sum]. rewrite S_INR. lra.
    + rewrite <- IH. apply E_ext. intros v. apply indicator_same. unfold votes. cbn [Sum]. lra.
Qed.

(** A binomial tail falls with the chance. *)
Lemma count_mean_falls n p q g : 0 <= q <= p -> p <= 1 -> (forall k, g (S k) <= g k) ->
  count_mean n p g <= count_mean n q g.
Proof.
  intros Q P. revert g. induction n as [| n IH]; intros g G; [rewrite !count_mean_0; lra |].
  rewrite !count_mean_S. pose proof (IH g G) as here. pose proof (IH (fun k => g (S k)) (fun k => G (S k))) as next.
  assert (down : count_mean n q (fun k => g (S k)) <= count_mean n q g) by (apply count_mean_le; [lra | exact G]).
  apply Rle_trans with (p * count_mean n q (fun k => g (S k)) + (1 - p) * count_mean n q g).
  - apply Rplus_le_compat; apply Rmult_le_compat_l; lra.
  - nra.
Qed.

Lemma neighbour_far_most {S} (P : labelled S) k n r q : 0 <= q <= 1 -> ball_mass_least P r q ->
  neighbour_far k P n r <= binomial_tail n q (INR k).
Proof.
  intros Q balls. rewrite binomial_tail_is by exact Q.
  apply (mean_by_number P n (near r) (fun j => if Nat.ltb j k then 1 else 0)).
  - apply bounded_between with 0 1. intros j. destruct (Nat.ltb j k); lra.
  - intros x. pose proof (chance_between (features P) (near r x)). specialize (balls x).
    apply Rle_trans with (count_mean n (chance (features P) (near r x)) (fun j => if Nat.leb j k then 1 else 0)).
    + apply count_mean_le; [lra |]. intros j. destruct (Nat.ltb_spec j k), (Nat.leb_spec j k); try lra; lia.
    + apply count_mean_falls; try lra. intros j.
      destruct (Nat.leb_spec (Datatypes.S j) k), (Nat.leb_spec j k); try lra; lia.
Qed.
