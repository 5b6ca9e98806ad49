(** * Numbered results of kent: votes for the pieces of a cover

    Each theorem says what a claim of the ledger says at that place, as the exporter writes it from the claim itself. *)

From Coq Require Import Classical_Prop.
From Foundations Require Export Facts_pieces Facts_polls Results_numbers.
Import ListNotations.
Open Scope R_scope.

(** ** Covers *)

(** A bound on the covering number is one on the balls of some cover. *)
Lemma cover_of_number {T} (Theta : metric_space T) radius N :
  (forall k : R, covering_number_least Theta radius k -> k <= N) ->
  exists centres, covers Theta radius centres /\ INR (length centres) <= N.
Proof.
  intros most. apply NNPP. intros none. destruct (archimed N) as [above below_next].
  enough (IZR (up N) <= N) by lra. apply most. intros centres H. rewrite INR_IZR_INZ. apply IZR_le.
  destruct (Rle_dec (INR (length centres)) N) as [few | many]; [elim none; now exists centres |].
  enough (up N - 1 < Z.of_nat (length centres))%Z by lia.
  apply lt_IZR. rewrite minus_IZR, <- INR_IZR_INZ. lra.
Qed.

(** ** Bits that are kept or turned *)

(** In how many of the first d places two lists of bits differ. *)
Fixpoint places_apart d (x y : list bool) : nat :=
  match d with
  | O => O
  | S e => (if Bool.eqb (hd false x) (hd false y) then 0 else 1) + places_apart e (tl x) (tl y)
  end.

Lemma E_flips e p x f : 0 <= p <= 1 -> E (flips (S e) p x) f =
  p * E (flips e p (tl x)) (fun rest => f (hd false x :: rest)) +
  (1 - p) * E (flips e p (tl x)) (fun rest => f (negb (hd false x) :: rest)).
Proof.
  intros P. cbn [flips bind E coin mix ret]. rewrite Rmin_left, Rmax_right by lra. destruct (hd false x); reflexivity.
Qed.

(** Each place in which the bits differ costs a factor p/(1 - p). *)
Lemma flips_within d p x y f : 1 / 2 <= p < 1 -> bounded f -> (forall z, 0 <= f z) ->
  E (flips d p x) f <= (p / (1 - p)) ^ places_apart d x y * E (flips d p y) f.
Proof.
  intros P. set (r := p / (1 - p)).
  assert (r_1 : 1 <= r).
  { unfold r. apply Rmult_le_reg_r with (1 - p); [lra |]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l; lra. }
  assert (p_is : p = r * (1 - p)) by (unfold r; field; lra). revert x y f.
  induction d as [| e IH]; intros x y f F f_pos; [cbn [places_apart flips pow]; rewrite Rmult_1_l; apply Rle_refl |].
  rewrite !E_flips by lra. cbn [places_apart].
  set (A := fun c => E (flips e p (tl x)) (fun rest => f (c :: rest))).
  set (B := fun c => E (flips e p (tl y)) (fun rest => f (c :: rest))).
  set (m := places_apart e (tl x) (tl y)).
  assert (step : forall c, A c <= r ^ m * B c).
  { intros c. apply IH; [now apply (bounded_after f (cons c)) | intros z; apply f_pos]. }
  assert (B_pos : forall c, 0 <= B c).
  { intros c. apply E_ge; [now apply (bounded_after f (cons c)) | intros z; apply f_pos]. }
  assert (r_m : 0 < r ^ m) by (apply pow_lt; lra).
  change (p * A (hd false x) + (1 - p) * A (negb (hd false x)) <=
    r ^ ((if Bool.eqb (hd false x) (hd false y) then 0 else 1) + m) * (p * B (hd false y) + (1 - p) * B (negb (hd
      false y)))).
  destruct (Bool.eqb (hd false x) (hd false y)) eqn:same.
  - apply Bool.eqb_prop in same. rewrite same. simpl Nat.add.
    pose proof (step (hd false y)). pose proof (step (negb (hd false y))). nra.
  - assert (other : hd false x = negb (hd false y)) by (destruct (hd false x), (hd false y); easy).
    rewrite other, Bool.negb_involutive. change (1 + m)%nat with (S m). cbn [pow].
    pose proof (step (hd false y)) as own. pose proof (step (negb (hd false y))) as turned.
    pose proof (B_pos (hd false y)). pose proof (B_pos (negb (hd false y))).
    set (b := B (hd false y)) in *. set (b' := B (negb (hd false y))) in *.
    apply Rle_trans with (p * (r ^ m * b') + (1 - p) * (r ^ m * b)).
    + apply Rplus_le_compat; apply Rmult_le_compat_l; lra.
    + replace (r * r ^ m * (p * b + (1 - p) * b')) with (r ^ m * (r * p * b) + r * (1 - p) * (r ^ m * b')) by ring.
      rewrite <- p_is. enough ((1 - p) * (r ^ m * b) <= r ^ m * (r * p * b)) by lra.
      replace ((1 - p) * (r ^ m * b)) with (r ^ m * b * (1 - p)) by ring.
      replace (r ^ m * (r * p * b)) with (r ^ m * b * (r * p)) by ring. apply Rmult_le_compat_l; [nra | nra].
Qed.

Lemma places_of_none n : places_apart n (repeat false n) (repeat false n) = 0%nat.
Proof. induction n as [| n IH]; [reflexivity | simpl; exact IH]. Qed.

Lemma places_of_one {T} (Theta : metric_space T) radius centres t :
  (places_apart (length centres) (repeat false (length centres)) (first_ball Theta radius centres t) <= 1)%nat /\
  (places_apart (length centres) (first_ball Theta radius centres t) (repeat false (length centres)) <= 1)%nat.
Proof.
  induction centres as [| c rest IH]; [simpl; lia |]. simpl. destruct (Rle_dec _ _); simpl; [| exact IH].
  rewrite places_of_none. lia.
Qed.

(** Two pieces differ in two places at most. *)
Lemma places_of_pieces {T} (Theta : metric_space T) radius centres t u :
  (places_apart (length centres) (first_ball Theta radius centres t) (first_ball Theta radius centres u) <= 2)%nat.
Proof.
  induction centres as [| c rest IH]; [simpl; lia |]. pose proof (places_of_one Theta radius rest t).
  pose proof (places_of_one Theta radius rest u). simpl.
  destruct (Rle_dec (metric Theta t c) radius), (Rle_dec (metric Theta u c) radius); simpl;
    rewrite ?places_of_none; lia.
Qed.

(** ** Theorem 1, from above *)

Definition keep alpha := exp (alpha / 2) / (1 + exp (alpha / 2)).

Lemma keep_range alpha : 0 < alpha -> 1 / 2 <= keep alpha < 1 /\ keep alpha / (1 - keep alpha) = exp (alpha / 2).
Proof.
  intros pos. pose proof (exp_ge_1 (alpha / 2) ltac:(lra)) as large. unfold keep. set (e := exp (alpha / 2)) in *.
  split; [split |].
  - apply Rmult_le_reg_r with (1 + e); [lra |]. unfold Rdiv at 2. rewrite Rmult_assoc, Rinv_l by lra. lra.
  - apply Rmult_lt_reg_r with (1 + e); [lra |]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l by lra. lra.
  - field. lra.
Qed.

(** Each user sends the bits of her data's piece, each kept or turned. *)
Definition by_votes {A} (Theta : metric_space A) Delta alpha (centres : list A) n : method (list A) (list bool) A :=
  Method (list A) (list bool) A n
    (fun _ data => flips (length centres) (keep alpha) (first_ball Theta Delta centres (hd (some_place Theta) data)))
    (fun messages => nth (most_voted (length centres) (fun j => votes_for j messages)) centres (some_place Theta)).

Lemma votes_are_private {A} (Theta : metric_space A) Delta alpha centres n : 0 < alpha ->
  users_in_turn (by_votes Theta Delta alpha centres n) n alpha.
Proof.
  intros pos. split; [reflexivity |]. intros h x y f F f_pos. destruct (keep_range alpha pos) as [range ratio].
  pose proof (exp_ge_1 (alpha / 2) ltac:(lra)) as large. cbn [channels by_votes].
  set (u := first_ball Theta Delta centres (hd (some_place Theta) x)).
  set (v := first_ball Theta Delta centres (hd (some_place Theta) y)).
  pose proof (flips_within (length centres) (keep alpha) u v f range F f_pos) as within. rewrite ratio in within.
  eapply Rle_trans; [exact within |].
  apply Rmult_le_compat_r; [apply E_ge; [exact F | exact f_pos] |].
  apply Rle_trans with (exp (alpha / 2) ^ 2); [apply Rle_pow; [exact large | apply places_of_pieces] |].
  replace (exp (alpha / 2) ^ 2) with (exp (alpha / 2) * exp (alpha / 2)) by ring.
  rewrite <- exp_plus. apply exp_le. lra.
Qed.

Lemma votes_of_one {A} (Theta : metric_space A) Delta alpha centres n t f :
  E (transcript_of (by_votes Theta Delta alpha centres n) (power (ret t) 1)) f =
  E (transcript (fun _ => on_codes (flips (length centres) (keep alpha)) (first_ball Theta Delta centres)) (ret t) n) f.
Proof.
  unfold transcript_of. cbn [users channels by_votes]. revert f. induction n as [| n IH]; intros f; [reflexivity |].
  cbn [transcript]. rewrite !E_step. apply IH.
Qed.

Lemma risk_of_votes {A} (Phi : loss) (Theta : metric_space A) (Delta N alpha : R) (n : nat) l :
  0 < Delta -> 1 < N -> 0 < alpha -> (1 <= n)%nat -> (forall k : R, covering_number_least Theta Delta k -> k <= N) ->
  loss_of_diameter_most Phi Theta l -> exists Z : method (list A) (list bool) A, users_in_turn Z n alpha /\
  worst_loss_most (point_masses Theta) 1 Phi Z
    (loss_at Phi Delta + N * exp (- (Rmin alpha (alpha ^ 2) * INR n / 20)) * l).
Proof.
  intros Delta_pos N_1 alpha_pos n_pos few (D & wide & loss_l).
  destruct (cover_of_number Theta Delta N few) as (centres & all & size).
  destruct (keep_range alpha alpha_pos) as [[p_low p_high] _].
  exists (by_votes Theta Delta alpha centres n). split; [now apply votes_are_private |].
  assert (some : (1 <= length centres)%nat).
  { destruct (all (some_place Theta)) as (c & C & _). destruct centres; [easy | simpl; lia]. }
  assert (size_1 : 1 <= INR (length centres)) by now apply (le_INR 1).
  destruct (votes_for_balls Phi Theta Delta centres (some_place Theta) n (keep alpha) l D ltac:(lra) all wide loss_l)
    as [_ risk].
  set (lost := vote_lost n (keep alpha) (length centres)) in *.
  assert (lost_range : 0 <= lost <= 1).
  { unfold lost, vote_lost, chance. apply E_between. intros x. apply indicator_between. }
  assert (rare : lost <= N * exp (- (Rmin alpha (alpha ^ 2) * INR n / 20))).
  { eapply Rle_trans; [apply fact_union_bound_over_the_wrong_places; [exact some | exact n_pos | lra | lra] |].
    rewrite fact_difference_of_two_binomials by (assumption || lra).
    assert (tail : binomial_tail (2 * n) (keep alpha) (INR n) <= exp (- (Rmin alpha (alpha ^ 2) * INR n / 20))).
    { eapply Rle_trans; [apply fact_chernoff_bound_at_one_half; [exact n_pos | lra | lra | exact p_low] |].
      eapply Rle_trans; [| now apply kent_lemma24]. pose proof (exp_pos (alpha / 2)).
      replace (4 * (1 - keep alpha) * keep alpha) with (4 * exp (alpha / 2) / (1 + exp (alpha / 2)) ^ 2)
        by (unfold keep; field; lra).
      rewrite raise_pos by (apply Rdiv_lt_0_compat; [lra | apply pow_lt; lra]).
      fold (Rpower (4 * exp (alpha / 2) / (1 + exp (alpha / 2)) ^ 2) (INR n)).
      rewrite Rpower_pow by (apply Rdiv_lt_0_compat; [lra | apply pow_lt; lra]). apply Rle_refl. }
    pose proof (exp_pos (- (Rmin alpha (alpha ^ 2) * INR n / 20))).
    apply Rle_trans with ((INR (length centres) - 1) * exp (- (Rmin alpha (alpha ^ 2) * INR n / 20))).
    - apply Rmult_le_compat_l; lra.
    - apply Rmult_le_compat_r; lra. }
  assert (l_pos : 0 <= l) by (eapply Rle_trans; [apply loss_ge_0 | exact loss_l]).
  pose proof (loss_ge_0 Phi Delta) as near_pos.
  assert (bound : (1 - lost) * loss_at Phi Delta + lost * l <=
    loss_at Phi Delta + N * exp (- (Rmin alpha (alpha ^ 2) * INR n / 20)) * l).
  { apply Rplus_le_compat; [nra | now apply Rmult_le_compat_r]. }
  split; [eapply Rle_trans; [| exact bound]; nra |].
  intros P t -> cut. rewrite votes_of_one. eapply Rle_trans; [| exact bound]. now apply (risk (ret t) t).
Qed.

Theorem kent_thm1_upper : forall (A : Type) (Phi : loss) (Theta : metric_space A) (Delta N alpha : R) (n : nat),
  0 < Delta ->
  1 < N ->
  0 < alpha ->
  (1 <= n)%nat ->
  (forall k : R, covering_number_least Theta Delta k -> k <= N) ->
  forall c : R, (forall (B : Type) (Z_ : method (list A) B A), users_in_turn Z_ n alpha -> forall r : R,
    worst_loss_most (point_masses Theta) 1 Phi Z_ r -> c <= r) ->
  forall l : R, loss_of_diameter_most Phi Theta l ->
  c <= loss_at Phi Delta + N * exp (- (Rmin alpha (alpha ^ 2) * INR n / 20)) * l.
Proof.
  intros A Phi Theta Delta N alpha n Delta_pos N_1 alpha_pos n_pos few c all l loss_l.
  destruct (risk_of_votes Phi Theta Delta N alpha n l Delta_pos N_1 alpha_pos n_pos few loss_l) as (Z & private_Z &
    risk).
  now apply (all (list bool) Z).
Qed.

(** Corollary 2, from above. *)
Theorem kent_cor2_upper : forall (A : Type) (Phi : loss) (Theta : metric_space A) (Delta N alpha : R) (n : nat),
  0 < Delta ->
  1 < N ->
  0 < alpha ->
  (1 <= n)%nat ->
  (forall k : R, covering_number_least Theta Delta k -> k <= N) ->
  (exists l : R, loss_of_diameter_most Phi Theta l /\ N * exp (- (Rmin alpha (alpha ^ 2) * INR n / 20)) * l <=
    loss_at Phi Delta) ->
  forall c : R, (forall (B : Type) (Z_ : method (list A) B A), users_in_turn Z_ n alpha -> forall r : R,
    worst_loss_most (point_masses Theta) 1 Phi Z_ r -> c <= r) ->
  c <= 2 * loss_at Phi Delta.
Proof.
  intros A Phi Theta Delta N alpha n Delta_pos N_1 alpha_pos n_pos few (l & loss_l & small) c all.
  pose proof (kent_thm1_upper A Phi Theta Delta N alpha n Delta_pos N_1 alpha_pos n_pos few c all l loss_l). lra.
Qed.
