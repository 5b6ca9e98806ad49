(** * Means of vectors, coordinate by coordinate

    Each user answers for a few coordinates at once, each answer with a part of her privacy.
    What is told of a coordinate
    is the transcript of One_mean.v. *)

From Foundations Require Export Mean_of_draws Facts_tails Nouns_means.
Import ListNotations.
Open Scope R_scope.

(** ** Answers for all coordinates *)

Section Answers.
  Context {M : Type}.

  Fixpoint all_answers d (K : nat -> law M) : law (list M) :=
    match d with
    | O => ret []
    | S e => bind (K O) (fun z => bind (all_answers e (fun c => K (S c))) (fun rest => ret (z :: rest)))
    end.

  Lemma answer_alone d K c (none : M) f : (c < d)%nat -> E (all_answers d K) (fun zs => f (nth c zs none)) = E (K c) f.
  Proof.
    revert K c. induction d as [| d IH]; intros K c inside; [lia |]. destruct c as [| c]; simpl.
    - apply E_ext. intros z. apply E_const.
    - rewrite <- (E_const (K O)). apply E_ext. intros z. apply (IH (fun c => K (S c))). lia.
  Qed.

  Lemma all_answers_within d K L e : (forall c, ratio_most (K c) (L c) (e c)) ->
    ratio_most (all_answers d K) (all_answers d L) (Sum (below d) e).
  Proof.
    revert K L e. induction d as [| d IH]; intros K L e within; [apply ratio_refl |]. rewrite Sum_below_succ.
    apply ratio_of_step; [apply within |]. intros z. apply post_processing_ratio, IH. intros c. apply within.
  Qed.

  (** What is told of one coordinate. *)
  Definition told_of c (none : M) (h : list (list M)) := map (fun zs => nth c zs none) h.

  Lemma transcript_of_one {A} d (K : nat -> protocol A M) (P : law A) c none n F : (c < d)%nat ->
    E (transcript (fun h x => all_answers d (fun c => K c (told_of c none h) x)) P n) (fun h => F (told_of c none h)) =
    E (transcript (K c) P n) F.
  Proof.
    intros inside. revert F. induction n as [| n IH]; intros F; [reflexivity |]. cbn [transcript]. rewrite !E_step.
    rewrite <- (IH (fun h => E (bind P (K c h)) (fun z => F (z :: h)))). apply E_ext. intros h. simpl. apply E_ext.
    intros x.
    exact (answer_alone d (fun c => K c (told_of c none h) x) c none (fun z => F (z :: told_of c none h)) inside).
  Qed.
End Answers.

(** ** Who answers for which coordinates *)

(** How many of the numbers below m leave the rest r. *)
Fixpoint residues b r m : nat :=
  match m with
  | O => O
  | S i => ((if (i mod b =? r)%nat then 1 else 0) + residues b r i)%nat
  end.

Lemma residues_rise b r m j : (residues b r m <= residues b r (j + m))%nat.
Proof. induction j as [| j IH]; [reflexivity |]. simpl Nat.add. cbn [residues]. lia. Qed.

Lemma residues_of_rounds b r q : (r < b)%nat -> residues b r (q * b) = q.
Proof.
  intros inside. induction q as [| q IH]; [reflexivity |].
  enough (H : forall j, (j <= b)%nat -> residues b r (j + q * b) = (q + (if r <? j then 1 else 0))%nat).
  { change (S q * b)%nat with (b + q * b)%nat. rewrite H by lia. rewrite (proj2 (Nat.ltb_lt r b)) by exact inside. lia.
    }
  induction j as [| j IHj]; intros J; [simpl Nat.add; rewrite IH; simpl; lia |].
  simpl Nat.add. cbn [residues]. rewrite IHj, Nat.mod_add, Nat.mod_small by lia.
  destruct (Nat.eqb_spec j r), (Nat.ltb_spec r j), (Nat.ltb_spec r (S j)); lia.
Qed.

Lemma residues_least b r m : (r < b)%nat -> (m / b <= residues b r m)%nat.
Proof.
  intros inside. rewrite <- (residues_of_rounds b r (m / b) inside) at 1.
  pose proof (Nat.div_mod m b ltac:(lia)) as parts.
  pose proof (residues_rise b r (m / b * b) (m mod b)) as rise. replace (m mod b + m / b * b)%nat with m in rise by lia.
  exact rise.
Qed.

Lemma residues_most b r m q : (r < b)%nat -> (m <= q * b)%nat -> (residues b r m <= q)%nat.
Proof.
  intros inside le. rewrite <- (residues_of_rounds b r q inside). pose proof (residues_rise b r m (q * b - m)) as rise.
  now replace (q * b - m + m)%nat with (q * b)%nat in rise by lia.
Qed.

(** There are b blocks of coordinates and of users. Of the first half of the users each block votes for its coordinates,
    of the second it tells signs. *)
Definition in_blocks b half c : nat -> option bool := fun i =>
  if (i <? half)%nat then if (i mod b =? c mod b)%nat then Some true else None
  else if (i <? 2 * half)%nat then if ((i - half) mod b =? c mod b)%nat then Some false else None
  else None.

Lemma votes_in_blocks b half c m : role_count (in_blocks b half c) true m = residues b (c mod b) (Nat.min m half).
Proof.
  induction m as [| m IH]; [reflexivity |]. cbn [role_count]. rewrite IH. unfold in_blocks.
  destruct (Nat.ltb_spec m half).
  - replace (Nat.min (S m) half) with (S m) by lia. replace (Nat.min m half) with m by lia. cbn [residues].
    destruct (m mod b =? c mod b)%nat; reflexivity.
  - replace (Nat.min (S m) half) with half by lia. replace (Nat.min m half) with half by lia.
    destruct (Nat.ltb_spec m (2 * half)); [| reflexivity]. destruct (_ =? _)%nat; reflexivity.
Qed.

Lemma signs_in_blocks b half c m :
  role_count (in_blocks b half c) false m = residues b (c mod b) (Nat.min (m - half) half).
Proof.
  induction m as [| m IH]; [reflexivity |]. cbn [role_count]. rewrite IH. unfold in_blocks.
  destruct (Nat.ltb_spec m half).
  - replace (Nat.min (S m - half) half) with 0%nat by lia. replace (Nat.min (m - half) half) with 0%nat by lia.
    destruct (_ =? _)%nat; reflexivity.
  - destruct (Nat.ltb_spec m (2 * half)).
    + replace (Nat.min (S m - half) half) with (S (m - half)) by lia.
      replace (Nat.min (m - half) half) with (m - half)%nat by lia. cbn [residues].
      destruct ((m - half) mod b =? c mod b)%nat; reflexivity.
    + replace (Nat.min (S m - half) half) with half by lia. replace (Nat.min (m - half) half) with half by lia.
      reflexivity.
Qed.

(** ** The protocol *)

(** All users' answers on numbers that they find in their data, one for each coordinate. *)
Definition by_statistics {A} d b half width eps (stat : nat -> A -> R) : protocol A (list (list bool)) := fun h x =>
  all_answers d (fun c => answer (in_blocks b half c) width eps (told_of c [] h) (stat c x)).

Lemma by_statistics_private {A} d b half k width eps alpha (stat : nat -> A -> R) : (1 <= b)%nat -> (d <= k * b)%nat ->
  0 < eps -> INR k * eps <= alpha -> interactive alpha (by_statistics d b half width eps stat).
Proof.
  intros some blocks pos budget h x y.
  set (i := length h). set (r := (if i <? half then i mod b else (i - half) mod b)%nat).
  assert (r_b : (r < b)%nat) by (unfold r; destruct (i <? half)%nat; apply Nat.mod_upper_bound; lia).
  set (e := fun c => if (c mod b =? r)%nat then eps else 0).
  apply ratio_weaken with (Sum (below d) e).
  - apply all_answers_within. intros c.
    assert (same : length (told_of c [] h) = i) by apply map_length.
    unfold e. destruct (Nat.eqb_spec (c mod b) r) as [mine | other].
    + now apply answers_are_private.
    + apply silent_answer. rewrite same. unfold in_blocks, r in *. destruct (i <? half)%nat.
      * rewrite (proj2 (Nat.eqb_neq _ _)) by auto. reflexivity.
      * destruct (i <? 2 * half)%nat; [| reflexivity]. rewrite (proj2 (Nat.eqb_neq _ _)) by auto. reflexivity.
  - assert (sum : forall m, Sum (below m) e = INR (residues b r m) * eps).
    { induction m as [| m IH]; [simpl; ring |]. unfold below in *. rewrite seq_S, Sum_app, IH. cbn [residues Sum].
      rewrite plus_INR. unfold e. simpl Nat.add. destruct (m mod b =? r)%nat; simpl; ring. }
    rewrite sum. eapply Rle_trans; [| exact budget]. apply Rmult_le_compat_r; [lra |]. apply le_INR.
    now apply residues_most.
Qed.

Definition guesses b half width eps n (h : list (list (list bool))) : vector := fun c =>
  guess (in_blocks b half c) width eps n (told_of c [] h).

Lemma guess_of_one {A} d b half width eps n (stat : nat -> A -> R) P c F : (c < d)%nat ->
  E (transcript (by_statistics d b half width eps stat) P n) (fun h => F (guesses b half width eps n h c)) =
  E (transcript (fun h x => answer (in_blocks b half c) width eps h (stat c x)) P n)
    (fun h => F (guess (in_blocks b half c) width eps n h)).
Proof.
  intros inside. exact (transcript_of_one d (fun c h x => answer (in_blocks b half c) width eps h (stat c x)) P c [] n
    (fun h => F (guess (in_blocks b half c) width eps n h)) inside).
Qed.

(** Of each block as many users vote as tell signs, and no one out of turn. *)
Lemma roles_in_blocks b half n c : (1 <= b)%nat -> (2 * half <= n)%nat -> let role := in_blocks b half c in
  (forall i, (i < half)%nat -> role i <> Some false) /\ (forall i, (half <= i)%nat -> role i <> Some true) /\
  (forall i, (n <= i)%nat -> role i = None) /\
  (half / b <= role_count role true n)%nat /\ (half / b <= role_count role false n)%nat.
Proof.
  intros some halves role. assert (rest : (c mod b < b)%nat) by (apply Nat.mod_upper_bound; lia). unfold role.
  split; [| split; [| split; [| split]]].
  - intros i I. unfold in_blocks. rewrite (proj2 (Nat.ltb_lt i half)) by exact I. now destruct (_ =? _)%nat.
  - intros i I. unfold in_blocks. rewrite (proj2 (Nat.ltb_ge i half)) by exact I.
    destruct (i <? 2 * half)%nat; [| easy]. now destruct (_ =? _)%nat.
  - intros i I. unfold in_blocks.
    rewrite (proj2 (Nat.ltb_ge i half)), (proj2 (Nat.ltb_ge i (2 * half))) by lia. reflexivity.
  - rewrite votes_in_blocks. replace (Nat.min n half) with half by lia. now apply residues_least.
  - rewrite signs_in_blocks. replace (Nat.min (n - half) half) with half by lia. now apply residues_least.
Qed.

Definition coordinate_cut c (x : vector) := clip 1 (x c).

Lemma coordinate_cut_range c x : - 1 <= coordinate_cut c x <= 1.
Proof. unfold coordinate_cut, clip, Rmin, Rmax. repeat destruct (Rle_dec _ _); lra. Qed.

Definition by_coordinates d n b half eps extra t : method (list vector) (list (list bool)) vector :=
  Method (list vector) (list (list bool)) vector n
    (by_statistics d b half (bin_width eps extra t) eps (fun c => mean_of_some (coordinate_cut c) t))
    (guesses b half (bin_width eps extra t) eps n).

Lemma by_coordinates_private d n b half k eps extra t alpha : (1 <= b)%nat -> (d <= k * b)%nat -> 0 < eps ->
  INR k * eps <= alpha -> users_in_turn (by_coordinates d n b half eps extra t) n alpha.
Proof. intros. split; [reflexivity |]. now apply (by_statistics_private d b half k). Qed.

Lemma mean_of_coordinate_cut d P mu c : laws_on_cube 1 d P -> has_mean_vector P mu -> E P (coordinate_cut c) = mu c.
Proof.
  intros inside (D & wide & ->). unfold mean_vector, coordinate_cut.
  apply (E_on_both (in_cube 1 d) (fun x => forall k, - D <= x k <= D)); auto.
  - apply bounded_between with (- 1) 1. apply coordinate_cut_range.
  - apply bounded_between with (Rmin (- D) D) (Rmax (- D) D). intros x. unfold clip, Rmin, Rmax.
    repeat destruct (Rle_dec _ _); lra.
  - intros x [_ X] Y. specialize (X c). specialize (Y c). now rewrite !clip_inside.
Qed.

Definition coordinate_risk eps extra t w := 16 * (sqrt (INR t) * exp (- (INR w * vote_rate eps))) +
  exp (- (2 * extra)) + 576 * (6 + 3 / 4 * eps + extra) / (INR t * Rmin 1 (eps ^ 2) * INR w).

(** Of each block w users vote and w tell signs, or more. *)
Theorem risk_by_coordinates d n b half w eps extra t T : (1 <= b)%nat -> (2 * half <= n)%nat -> (w = half / b)%nat ->
  (1 <= w)%nat -> 0 < eps -> 0 <= extra -> (1 <= t <= T)%nat ->
  worst_loss_most (with_means d (laws_on_cube 1 d)) T squared (by_coordinates d n b half eps extra t)
    (INR d * coordinate_risk eps extra t w).
Proof.
  intros some halves w_is w_1 eps_pos extra_0 draws.
  assert (w_pos : 1 <= INR w) by now apply (le_INR 1).
  assert (t_pos : 1 <= INR t) by (apply (le_INR 1); lia).
  assert (m_pos : 0 < Rmin 1 (eps ^ 2)) by (apply Rmin_pos; [lra | now apply pow_lt]).
  assert (rate_pos : 0 < vote_rate eps).
  { eapply Rlt_le_trans; [| now apply vote_rate_least]. apply Rdiv_lt_0_compat; [| lra].
    apply Rmin_pos; [exact eps_pos | now apply pow_lt]. }
  assert (risk_pos : 0 <= coordinate_risk eps extra t w).
  { unfold coordinate_risk. apply Rplus_le_le_0_compat; [apply Rplus_le_le_0_compat |].
    - apply Rmult_le_pos; [lra |]. apply Rmult_le_pos; [apply sqrt_pos | left; apply exp_pos].
    - left. apply exp_pos.
    - apply Rdiv_le_0_compat; [lra |]. apply Rmult_lt_0_compat; [apply Rmult_lt_0_compat |]; lra. }
  split; [apply Rmult_le_pos; [apply pos_INR | exact risk_pos] |].
  intros P mu [inside has] cut. set (Z := by_coordinates d n b half eps extra t).
  set (error := fun h c => (estimate Z h c - mu c) ^ 2).
  assert (bounded_error : forall c, bounded (fun h => error h c)).
  { intros c. pose proof (mean_of_coordinate_cut d P mu c inside has) as mean_is.
    assert (- 1 <= mu c <= 1) by (rewrite <- mean_is; apply E_between, coordinate_cut_range).
    apply bounded_between with 0 4. intros h. split; [apply pow2_ge_0 |]. unfold error, Z. simpl. unfold guesses, guess.
    match goal with |- context [clip 1 ?u] => assert (- 1 <= clip 1 u <= 1) by (unfold clip, Rmin, Rmax; repeat destruct
      (Rle_dec _ _); lra) end. nra. }
  apply Rle_trans with (E (transcript_of Z (power P T)) (fun h => Sum (below d) (fun c => error h c))).
  - apply E_mono; [apply bounded_cut; intros; apply loss_ge_0 | now apply bounded_Sum |]. intros h.
    eapply Rle_trans; [apply Rmin_l |]. right. simpl parameters.
    change (metric (euclidean_space d) (estimate Z h) mu) with (Elementary.norm d (less (estimate Z h) mu)).
    rewrite squared_at by apply sqrt_pos. rewrite norm_square, inner_squares. reflexivity.
  - rewrite E_Sum by exact bounded_error. rewrite <- Sum_below_const. apply Sum_le_in. intros c C. apply in_below in C.
    set (role := in_blocks b half c). pose proof (mean_of_coordinate_cut d P mu c inside has) as mean_is.
    destruct (roles_in_blocks b half n c some halves) as (early & late & off & vote & tell).
    fold role in early, late, off,
      vote, tell. rewrite <- w_is in vote, tell.
    pose proof (risk_of_draws P (coordinate_cut c) (coordinate_cut_range c) role eps extra t T half n eps_pos extra_0
      draws early late off ltac:(lia) ltac:(lia)) as risk.
    rewrite mean_is in risk. eapply Rle_trans.
    { right. exact (guess_of_one d b half (bin_width eps extra t) eps n (fun c => mean_of_some (coordinate_cut c) t)
        (power P T) c (fun g => (g - mu c) ^ 2) C). }
    eapply Rle_trans; [exact risk |].
    unfold coordinate_risk. apply Rplus_le_compat; [apply Rplus_le_compat_r |].
    + apply Rmult_le_compat_l; [lra |]. apply Rmult_le_compat_l; [apply sqrt_pos |]. rewrite exp_pow. apply exp_le.
      apply le_INR in vote. nra.
    + apply Rmult_le_compat_l; [lra |]. apply le_INR in tell. apply Rinv_le_contravar.
      * apply Rmult_lt_0_compat; [apply Rmult_lt_0_compat |]; lra.
      * apply Rmult_le_compat_l; [| exact tell]. apply Rmult_le_pos; lra.
Qed.
