(** * The range of concentrated numbers by votes of bins

    k users have a number each. There are t bins of width 2 tau from -t tau on, with numbers from 0; each user says of
    each bin whether it holds the number, each bit kept with probability p. *)

From Foundations Require Export Polls.
Import ListNotations.
Open Scope R_scope.

(** ** Bits that are kept or turned *)

Fixpoint kept p (bits : list bool) : law (list bool) :=
  match bits with
  | [] => ret []
  | b :: rest => bind (poll (if b then p else 1 - p) 1) (fun v => bind (kept p rest) (fun w => ret (v ++ w)))
  end.

Definition trues (bits : list bool) := length (filter (fun b => b) bits).

Lemma trues_most bits : (trues bits <= length bits)%nat.
Proof. unfold trues. induction bits as [| [] bits IH]; simpl; lia. Qed.

Lemma commutes_poll p n : commutes (poll p n).
Proof. eapply commutes_on, biased_vertex_on. Qed.

Lemma commutes_kept p bits : commutes (kept p bits).
Proof.
  induction bits as [| b bits IH]; [apply commutes_ret |].
  apply commutes_bind; [apply commutes_poll |]. intros v. apply commutes_bind; [exact IH |]. intros w.
  apply commutes_ret.
Qed.

(** The number of votes has the law of two polls: of those who are in the bin, and of the others. *)
Lemma kept_votes p bits g : 0 <= p <= 1 -> bounded g -> E (kept p bits) (fun v => g (votes v)) =
  E (poll p (trues bits)) (fun v => E (poll (1 - p) (length bits - trues bits)) (fun w => g (votes v + votes w))).
Proof.
  intros range. revert g. induction bits as [| b bits IH]; intros g [M size].
  - simpl. unfold votes. simpl. f_equal. ring.
  - assert (moved : forall x, bounded (fun y => g (x + y))) by (intros x; now exists M).
    assert (all : E (kept p (b :: bits)) (fun v => g (votes v)) = E (poll (if b then p else 1 - p) 1) (fun u =>
      E (poll p (trues bits)) (fun v => E (poll (1 - p) (length bits - trues bits)) (fun w =>
        g (votes u + (votes v + votes w)))))).
    { transitivity (E (poll (if b then p else 1 - p) 1) (fun u => E (kept p bits) (fun w => g (votes (u ++ w)))));
        [reflexivity |].
      apply E_ext. intros u. rewrite <- (IH (fun y => g (votes u + y)) (moved _)).
      apply E_ext. intros w. now rewrite votes_app. }
    rewrite all. destruct b.
    + change (trues (true :: bits)) with (1 + trues bits)%nat. rewrite poll_app by exact range.
      apply E_ext. intros u. apply E_ext. intros v. simpl length. simpl minus. apply E_ext. intros w. f_equal.
      rewrite votes_app. ring.
    + change (trues (false :: bits)) with (trues bits). pose proof (trues_most bits).
      assert (more : (length (false :: bits) - trues bits = 1 + (length bits - trues bits))%nat)
        by (simpl length; lia).
      rewrite more.
      transitivity (E (poll p (trues bits)) (fun v => E (poll (1 - p) 1) (fun u =>
        E (poll (1 - p) (length bits - trues bits)) (fun w => g (votes u + (votes v + votes w)))))).
      * symmetry. apply (commutes_poll p (trues bits)). exists M. intros v u. apply E_small. intros w. apply size.
      * apply E_ext. intros v. rewrite poll_app by lra. apply E_ext. intros u. apply E_ext. intros w. f_equal.
        rewrite votes_app. ring.
Qed.

(** A bin without data against one that half of the users are in. *)
Lemma outvoted_by_none p k b one other : 0 <= p <= 1 -> bin_outvoted_most k p b -> length one = k -> length other = k ->
  (k <= 2 * trues one)%nat -> trues other = 0%nat ->
  E (kept p one) (fun v => E (kept p other) (fun w => indicator (fun w => votes v <= votes w) w)) <= b.
Proof.
  intros range most long long' half none.
  set (g := fun x => E (poll (1 - p) k) (fun w => indicator (fun w => x <= votes w) w)).
  rewrite (E_ext _ _ (fun v => g (votes v))).
  - rewrite (kept_votes p one g range).
    + rewrite long. pose proof (trues_most one) as most_one. rewrite long in most_one.
      exact (most (trues one) most_one half).
    + apply bounded_between with 0 1. intros x. apply E_between. intros w. apply indicator_between.
  - intros v. pose proof (kept_votes p other (fun y => indicator (fun y => votes v <= y) y) range) as told.
    rewrite none, long', Nat.sub_0_r in told.
    transitivity (E (kept p other) (fun w => indicator (fun y => votes v <= y) (votes w))); [reflexivity |].
    rewrite told by apply bounded_indicator. simpl. apply E_ext. intros w.
    replace (votes [] + votes w) with (votes w) by (unfold votes; simpl; ring). reflexivity.
Qed.

(** ** The votes of all bins *)

Fixpoint ballots p (bits : nat -> list bool) (bins : list nat) : law (nat -> list bool) :=
  match bins with
  | [] => ret (fun _ => [])
  | j :: rest => bind (kept p (bits j)) (fun v => bind (ballots p bits rest) (fun f =>
      ret (fun i => if Nat.eqb i j then v else f i)))
  end.

Lemma ballots_one p bits bins a g : In a bins -> E (ballots p bits bins) (fun f => g (f a)) = E (kept p (bits a)) g.
Proof.
  induction bins as [| j bins IH]; [easy |]. intros inside. simpl.
  destruct (Nat.eq_dec a j) as [-> | apart].
  - apply E_ext. intros v. rewrite Nat.eqb_refl. apply E_const.
  - destruct inside as [<- | inside]; [contradiction |]. rewrite <- (IH inside), <- (E_const (kept p (bits j))).
    apply E_ext. intros v. now rewrite (proj2 (Nat.eqb_neq a j) apart).
Qed.

Lemma ballots_two p bits bins a b h : a <> b -> In a bins -> In b bins -> bounded2 h ->
  E (ballots p bits bins) (fun f => h (f a) (f b)) = E (kept p (bits a)) (fun v => E (kept p (bits b)) (h v)).
Proof.
  intros ab. induction bins as [| j bins IH]; [easy |]. intros in_a in_b H. simpl.
  destruct (Nat.eq_dec a j) as [-> | aj].
  - destruct in_b as [-> | in_b]; [contradiction |]. apply E_ext. intros v.
    rewrite Nat.eqb_refl, (proj2 (Nat.eqb_neq b j)) by congruence. now apply (ballots_one p bits bins b (h v)).
  - destruct in_a as [<- | in_a]; [contradiction |]. destruct (Nat.eq_dec b j) as [-> | bj].
    + transitivity (E (kept p (bits j)) (fun w => E (kept p (bits a)) (fun v => h v w))).
      * apply E_ext. intros w. rewrite Nat.eqb_refl, (proj2 (Nat.eqb_neq a j) aj).
        now apply (ballots_one p bits bins a (fun v => h v w)).
      * symmetry. now apply (commutes_kept p (bits a)).
    + destruct in_b as [<- | in_b]; [contradiction |].
      rewrite <- (IH in_a in_b H), <- (E_const (kept p (bits j))). apply E_ext. intros v.
      now rewrite (proj2 (Nat.eqb_neq a j) aj), (proj2 (Nat.eqb_neq b j) bj).
Qed.

Lemma chance_union {A I} (P : law A) (l : list I) (S : I -> event A) :
  chance P (fun x => exists i, In i l /\ S i x) <= Sum l (fun i => chance P (S i)).
Proof.
  unfold chance. rewrite <- E_Sum by (intros i; apply bounded_indicator).
  apply E_mono; [apply bounded_indicator | apply bounded_Sum; intros i; apply bounded_indicator |].
  intros x. apply indicator_le; [apply Sum_ge_0; intros i; apply indicator_between |].
  intros (i & inside & at_x). induction l as [| j l IH]; [easy |]. simpl. pose proof (indicator_between (S j) x).
  destruct inside as [-> | later].
  - rewrite indicator_1 by exact at_x. assert (0 <= Sum l (fun i => indicator (S i) x)); [| lra].
    apply Sum_ge_0. intros m. apply indicator_between.
  - specialize (IH later). lra.
Qed.

(** ** Bins and numbers *)

Section Bins.
  Variables (tau : R) (t : nat).

  Definition left_end j := (2 * INR j - INR t) * tau.
  Definition in_bin j y := if Rle_dec (left_end j) y then if Rlt_dec y (left_end j + 2 * tau) then true else false
    else false.
  Definition middle j := left_end j + tau.

  Definition mean_of_numbers (x : list R) := Sum x (fun y => y) / INR (length x).

  Lemma in_bin_between j y : in_bin j y = true <-> left_end j <= y < left_end j + 2 * tau.
  Proof.
    unfold in_bin. destruct (Rle_dec (left_end j) y); [destruct (Rlt_dec y (left_end j + 2 * tau)) |];
      split; intros; try easy; lra.
  Qed.

  Hypothesis (pos : 0 < tau).

  Lemma left_end_le i j : (i <= j)%nat -> left_end i <= left_end j.
  Proof. intros le. apply le_INR in le. unfold left_end. nra. Qed.

  Lemma left_end_next j : left_end (S j) = left_end j + 2 * tau.
  Proof. unfold left_end. rewrite S_INR. ring. Qed.

  Lemma one_bin i j y : in_bin i y = true -> in_bin j y = true -> i = j.
  Proof.
    intros I J. apply in_bin_between in I, J.
    destruct (Nat.lt_trichotomy i j) as [less | [same | more]]; [| exact same |].
    - pose proof (left_end_le (S i) j less). rewrite left_end_next in H. lra.
    - pose proof (left_end_le (S j) i more). rewrite left_end_next in H. lra.
  Qed.

  Lemma some_bin y : - (INR t * tau) <= y < INR t * tau -> exists j, (j < t)%nat /\ in_bin j y = true.
  Proof.
    intros range. set (z := (y + INR t * tau) / (2 * tau)).
    assert (same : y = 2 * tau * z - INR t * tau) by (unfold z; field; lra).
    assert (z_0 : 0 <= z) by (apply Rdiv_le_0_compat; lra).
    destruct (nfloor_ex z z_0) as [j [low high]]. exists j. split.
    - apply INR_lt. nra.
    - apply in_bin_between. unfold left_end. nra.
  Qed.

  Lemma mean_between x a b : x <> [] -> (forall y, In y x -> a <= y <= b) -> a <= mean_of_numbers x <= b.
  Proof.
    intros some inside. assert (n_pos : 0 < INR (length x)).
    { apply lt_0_INR. destruct x; [contradiction | simpl; lia]. }
    assert (total_between : INR (length x) * a <= Sum x (fun y => y) <= INR (length x) * b).
    { rewrite <- !Sum_const. split; apply Sum_le_in; intros y Y; now apply inside. }
    unfold mean_of_numbers. split; apply Rmult_le_reg_r with (INR (length x)); try exact n_pos;
      unfold Rdiv; rewrite Rmult_assoc, Rinv_l; lra.
  Qed.

  Lemma least_number (Q : nat -> Prop) : (exists n, Q n) -> exists n, Q n /\ forall m, Q m -> (n <= m)%nat.
  Proof.
    intros [n q]. revert q. induction n as [n IH] using (well_founded_induction Wf_nat.lt_wf). intros q.
    destruct (classic (exists m, (m < n)%nat /\ Q m)) as [(m & less & q_m) | none]; [now apply (IH m) |].
    exists n. split; [exact q |]. intros m q_m. destruct (le_lt_dec n m) as [le | less]; [exact le |].
    exfalso. apply none. now exists m.
  Qed.

  (** Numbers within tau of a point are in two neighbouring bins, whose middles are within 3 tau of the mean. *)
  Lemma two_bins x c : (2 <= t)%nat -> x <> [] -> (forall y, In y x -> - (INR t * tau) <= y < INR t * tau) ->
    (forall y, In y x -> Rabs (y - c) <= tau) -> exists e, (S e < t)%nat /\
    (forall y, In y x -> in_bin e y = true \/ in_bin (S e) y = true) /\
    forall j, j = e \/ j = S e -> Rabs (middle j - mean_of_numbers x) <= 3 * tau.
  Proof.
    intros t_2 some range close.
    assert (near : forall y z, In y x -> In z x -> y <= z + 2 * tau).
    { intros y z Y Z. apply close in Y, Z. apply Rabs_le_between in Y, Z. lra. }
    destruct (least_number (fun j => exists y, In y x /\ in_bin j y = true)) as (low & (y0 & Y0 & at_low) & least).
    { destruct x as [| y x']; [contradiction |]. destruct (some_bin y (range y (or_introl eq_refl))) as (j & _ & at_j).
      exists j, y. split; [now left | exact at_j]. }
    assert (places : forall y, In y x -> exists j, (j < t)%nat /\ in_bin j y = true /\ (j = low \/ j = S low)).
    { intros y Y. destruct (some_bin y (range y Y)) as (j & j_t & at_j). exists j. repeat split; try assumption.
      assert (low <= j)%nat by (apply least; now exists y).
      destruct (le_lt_dec j (S low)) as [le | more]; [lia |]. exfalso.
      apply in_bin_between in at_j, at_low. pose proof (left_end_le (S (S low)) j more).
      rewrite !left_end_next in H0. pose proof (near y y0 Y Y0). lra. }
    destruct (le_lt_dec t (S low)) as [last | inner].
    - (* All numbers are in the last bin. *)
      assert (all : forall y, In y x -> in_bin (t - 1) y = true).
      { intros y Y. destruct (places y Y) as (j & j_t & at_j & where_). now replace (t - 1)%nat with j by lia. }
      exists (t - 2)%nat. split; [lia |]. replace (S (t - 2)) with (t - 1)%nat by lia.
      split; [intros y Y; right; now apply all |].
      assert (ends : left_end (t - 1) <= mean_of_numbers x <= left_end (t - 1) + 2 * tau).
      { apply mean_between; [exact some |]. intros y Y. apply all, in_bin_between in Y. lra. }
      assert (next : left_end (t - 1) = left_end (t - 2) + 2 * tau)
        by (rewrite <- left_end_next; f_equal; lia).
      intros j [-> | ->]; apply Rabs_le; unfold middle; lra.
    - exists low. split; [exact inner |]. split.
      + intros y Y. destruct (places y Y) as (j & _ & at_j & [-> | ->]); [now left | now right].
      + assert (ends : left_end low <= mean_of_numbers x <= left_end low + 4 * tau).
        { apply mean_between; [exact some |]. intros y Y. destruct (places y Y) as (j & _ & at_j & [-> | ->]);
            apply in_bin_between in at_j; [| rewrite left_end_next in at_j]; lra. }
        intros j [-> | ->]; apply Rabs_le; unfold middle; try rewrite left_end_next; lra.
  Qed.
End Bins.

(** ** The bin with most votes *)

(** The joint law of the numbers of k users, who are within a range. *)
Definition numbers_within (P : law (list R)) k most :=
  lives_on (fun x => length x = k /\ forall y, In y x -> - most <= y < most) P.

(** The chance that no point is within tau of all numbers. *)
Definition range_spread (P : law (list R)) tau :=
  chance P (fun x => ~ exists c, forall y, In y x -> Rabs (y - c) <= tau).

(** The chance that the middle of a bin with most votes is further than 3 tau from the mean of the numbers. *)
Definition missed_at p tau t x := chance (ballots p (fun j => map (in_bin tau t j) x) (seq 0 t)) (fun f =>
  exists j, (j < t)%nat /\ (forall i, (i < t)%nat -> votes (f i) <= votes (f j)) /\
    3 * tau < Rabs (middle tau t j - mean_of_numbers x)).
Definition range_missed (P : law (list R)) tau t p := E P (missed_at p tau t).

Lemma trues_of_two {A} (f g : A -> bool) x : (forall y, In y x -> f y = true \/ g y = true) ->
  (length x <= trues (map f x) + trues (map g x))%nat.
Proof.
  unfold trues. induction x as [| y x IH]; intros one; [simpl; lia |]. simpl.
  specialize (IH (fun z Z => one z (or_intror Z))). specialize (one y (or_introl eq_refl)).
  destruct (f y), (g y); simpl; lia.
Qed.

Lemma trues_none {A} (f : A -> bool) x : (forall y, In y x -> f y = false) -> trues (map f x) = 0%nat.
Proof.
  unfold trues. induction x as [| y x IH]; intros none; [reflexivity |]. simpl.
  rewrite (none y (or_introl eq_refl)). simpl. apply IH. intros z Z. now apply none, or_intror.
Qed.

Lemma missed_at_most p tau t k b x : 0 <= p <= 1 -> 0 < tau -> (2 <= t)%nat -> (1 <= k)%nat ->
  bin_outvoted_most k p b -> 0 <= b -> length x = k ->
  (forall y, In y x -> - (INR t * tau) <= y < INR t * tau) -> (exists c, forall y, In y x -> Rabs (y - c) <= tau) ->
  missed_at p tau t x <= (INR t - 2) * b.
Proof.
  intros range pos t_2 k_1 most b_0 long inside [c close].
  assert (some : x <> []) by (intros ->; simpl in long; lia).
  destruct (two_bins tau t pos x c t_2 some inside close) as (e & e_t & places & near).
  set (bits := fun j => map (in_bin tau t j) x).
  assert (best : exists j, (j = e \/ j = S e) /\ (k <= 2 * trues (bits j))%nat).
  { pose proof (trues_of_two _ _ x places) as all. fold (bits e) (bits (S e)) in all. rewrite long in all.
    destruct (le_lt_dec k (2 * trues (bits e))) as [first | second]; [exists e | exists (S e)]; split; auto; lia. }
  destruct best as (best & is_near & half).
  assert (best_t : (best < t)%nat) by lia.
  set (far := remove Nat.eq_dec e (remove Nat.eq_dec (S e) (seq 0 t))).
  assert (few : (length far + 2 <= t)%nat).
  { assert (in_all : In (S e) (seq 0 t)) by (apply in_seq; lia).
    pose proof (remove_length_lt Nat.eq_dec (seq 0 t) (S e) in_all) as one. rewrite seq_length in one.
    assert (in_rest : In e (remove Nat.eq_dec (S e) (seq 0 t)))
      by (apply in_in_remove; [lia | apply in_seq; lia]).
    pose proof (remove_length_lt Nat.eq_dec _ e in_rest) as two. unfold far. lia. }
  unfold missed_at. fold bits.
  apply Rle_trans with (chance (ballots p bits (seq 0 t)) (fun f =>
    exists j, In j far /\ votes (f best) <= votes (f j))).
  - apply chance_mono. intros f (j & j_t & largest & apart). exists j. split; [| now apply largest].
    assert (j <> e /\ j <> S e) as [j_e j_next].
    { split; intros ->; [pose proof (near e (or_introl eq_refl)) | pose proof (near (S e) (or_intror eq_refl))]; lra. }
    apply in_in_remove; [exact j_e |]. apply in_in_remove; [exact j_next |]. apply in_seq. lia.
  - eapply Rle_trans; [apply (chance_union _ far (fun j f => votes (f best) <= votes (f j))) |].
    apply Rle_trans with (Sum far (fun _ => b)).
    + apply Sum_le_in. intros j J. apply in_remove in J as [J j_e]. apply in_remove in J as [J j_next].
      set (h := fun v w => indicator (fun w => votes v <= votes w) w).
      change (E (ballots p bits (seq 0 t)) (fun f => h (f best) (f j)) <= b).
      rewrite ballots_two.
      * apply (outvoted_by_none p k b); auto; try (unfold bits; now rewrite map_length).
        apply trues_none. intros y Y. destruct (in_bin tau t j y) eqn:at_j; [exfalso | reflexivity].
        destruct (places y Y) as [at_e | at_e]; pose proof (one_bin tau t pos _ _ _ at_j at_e); contradiction.
      * destruct is_near; congruence.
      * apply in_seq. lia.
      * exact J.
      * exists 1. intros v w. unfold h. pose proof (indicator_between (fun w => votes v <= votes w) w).
        rewrite Rabs_pos_eq; lra.
    + rewrite Sum_const. apply Rmult_le_compat_r; [exact b_0 |]. apply le_INR in few. rewrite plus_INR in few.
      simpl in few. lra.
Qed.

(** Subadditivity: one of two neighbouring bins has half of the users in it, and the middles of both are near. *)
Theorem union_over_bins (P : law (list R)) k tau t p b : 0 <= p <= 1 -> 0 < tau -> (2 <= t)%nat -> (1 <= k)%nat ->
  numbers_within P k (INR t * tau) -> bin_outvoted_most k p b ->
  range_missed P tau t p <= range_spread P tau + (INR t - 2) * b.
Proof.
  intros range pos t_2 k_1 within most.
  assert (b_0 : 0 <= b).
  { eapply Rle_trans; [| apply (most k); lia]. apply chance_between. }
  set (spread := fun x : list R => ~ exists c, forall y, In y x -> Rabs (y - c) <= tau).
  set (S := fun x => length x = k /\ forall y, In y x -> - (INR t * tau) <= y < INR t * tau).
  assert (bounded_missed : bounded (missed_at p tau t)).
  { apply bounded_between with 0 1. intros x. apply chance_between. }
  unfold range_missed, range_spread. fold spread.
  rewrite (within _ (fun x => missed_at p tau t x * indicator S x)).
  - rewrite <- (E_const P ((INR t - 2) * b)). unfold chance.
    rewrite <- E_plus by (apply bounded_indicator || apply bounded_const).
    apply E_mono; [apply bounded_mult; [exact bounded_missed | apply bounded_indicator] | |].
    + apply bounded_plus; [apply bounded_indicator | apply bounded_const].
    + intros x. assert (rest : 0 <= (INR t - 2) * b).
      { apply Rmult_le_pos; [| exact b_0]. apply le_INR in t_2. simpl in t_2. lra. }
      pose proof (indicator_between spread x). pose proof (chance_between (ballots p (fun j => map (in_bin tau t j) x)
        (seq 0 t)) (fun f => exists j, (j < t)%nat /\ (forall i, (i < t)%nat -> votes (f i) <= votes (f j)) /\
        3 * tau < Rabs (middle tau t j - mean_of_numbers x))) as share. fold (missed_at p tau t x) in share.
      destruct (classic (S x)) as [at_x | off]; [rewrite (indicator_1 S) by exact at_x | rewrite (indicator_0 S) by
        exact off; lra].
      destruct (classic (spread x)) as [wide | close]; [rewrite (indicator_1 spread) by exact wide; lra |].
      destruct at_x as [long inside].
      pose proof (missed_at_most p tau t k b x range pos t_2 k_1 most b_0 long inside (NNPP _ close)). lra.
  - exact bounded_missed.
  - apply bounded_mult; [exact bounded_missed | apply bounded_indicator].
  - intros x at_x. rewrite indicator_1 by exact at_x. ring.
Qed.
