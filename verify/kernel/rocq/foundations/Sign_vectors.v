(** * Sign vectors of a given mean, and those of the opposite one

    A vector of n signs is a list of bits, true for 1; its mean is t where n (1 + t)/2 of them are true. *)

From Foundations Require Import Protocols Nouns Events Random_reals Coupled Votes Polls Local_averages Coupled_labels.
Import ListNotations.
Open Scope R_scope.

(** The sum of a function over all vectors of n signs of which k are 1. *)
Fixpoint sum_signs (n k : nat) (f : list bool -> R) : R :=
  match n, k with
  | O, O => f []
  | O, S _ => 0
  | S n', O => sum_signs n' O (fun v => f (false :: v))
  | S n', S k' => sum_signs n' k' (fun v => f (true :: v)) + sum_signs n' k (fun v => f (false :: v))
  end.

Lemma sum_signs_ext n k f g : (forall v, f v = g v) -> sum_signs n k f = sum_signs n k g.
Proof. intros H. f_equal. now apply functional_extensionality. Qed.

Lemma sum_signs_plus n k f g : sum_signs n k (fun v => f v + g v) = sum_signs n k f + sum_signs n k g.
Proof.
  revert k f g. induction n as [| n IH]; intros [| k] f g; simpl; try ring; rewrite ?IH; try ring.
Qed.

Lemma sum_signs_scal n k c f : sum_signs n k (fun v => c * f v) = c * sum_signs n k f.
Proof. revert k f. induction n as [| n IH]; intros [| k] f; simpl; try ring; rewrite ?IH; ring. Qed.

Lemma sum_signs_mono n k f g : (forall v, f v <= g v) -> sum_signs n k f <= sum_signs n k g.
Proof.
  revert k f g. induction n as [| n IH]; intros [| k] f g H; simpl; try apply H; try lra.
  - apply IH. auto.
  - apply Rplus_le_compat; apply IH; auto.
Qed.

Lemma sum_signs_pos n k : (k <= n)%nat -> 0 < sum_signs n k (fun _ => 1).
Proof.
  revert k. induction n as [| n IH]; intros [| k] le; simpl; try lra; [lia | apply IH; lia |].
  assert (0 <= sum_signs n (S k) (fun _ => 1)).
  { replace 0 with (sum_signs n (S k) (fun _ => 0)); [apply sum_signs_mono; intros; lra |].
    rewrite (sum_signs_ext _ _ _ (fun _ => 0 * 1)) by (intros; ring). rewrite sum_signs_scal. ring. }
  specialize (IH k ltac:(lia)). lra.
Qed.

(** The vectors' uniform law. *)
Section Uniform.
  Variables (n k : nat) (enough_places : (k <= n)%nat).

  Let total := sum_signs n k (fun _ => 1).

  Program Definition uniform_signs : law (list bool) := Law (list bool) (fun f => sum_signs n k f / total) _ _ _ _.
  Next Obligation. rewrite sum_signs_plus. unfold Rdiv. ring. Qed.
  Next Obligation. rewrite sum_signs_scal. unfold Rdiv. ring. Qed.
  Next Obligation.
    apply Rmult_le_compat_r; [left; apply Rinv_0_lt_compat, sum_signs_pos, enough_places | now apply sum_signs_mono].
  Qed.
  Next Obligation. unfold total. field. pose proof (sum_signs_pos n k enough_places). lra. Qed.
End Uniform.

(** How many signs are 1, at a mean t: none more than there are. *)
Definition ones_at (n : nat) (t : R) : nat := Nat.min (place (INR n * (1 + t) / 2)) n.
Definition signs_of_mean (n : nat) (t : R) : law (list bool) := uniform_signs n (ones_at n t) (Nat.le_min_r _ _).

(** ** Vectors drawn together: a signs are 1 in both, b in the first alone *)

(** The sum over all such pairs of vectors of n signs. *)
Fixpoint sum_pairs (n a b : nat) (f : list bool -> list bool -> R) : R :=
  match n with
  | O => match a, b with O, O => f [] [] | _, _ => 0 end
  | S n' =>
    match a with O => 0 | S a' => sum_pairs n' a' b (fun v w => f (true :: v) (true :: w)) end +
    match b with O => 0 | S b' => sum_pairs n' a b' (fun v w => f (true :: v) (false :: w)) end +
    sum_pairs n' a b (fun v w => f (false :: v) (false :: w))
  end.

(** Binomial coefficients by Pascal's rule. *)
Fixpoint ways (n k : nat) : R :=
  match n, k with
  | _, O => 1
  | O, S _ => 0
  | S n', S k' => ways n' k' + ways n' k
  end.

Lemma ways_0 n : ways n 0 = 1.
Proof. now destruct n. Qed.

Lemma ways_pos n k : (k <= n)%nat -> 0 < ways n k.
Proof.
  revert k. induction n as [| n IH]; intros [| k] le; simpl; try lra; [lia |].
  assert (nonneg : forall m j, 0 <= ways m j).
  { induction m as [| m IHm]; intros [| j]; simpl; try lra. pose proof (IHm j). pose proof (IHm (S j)). lra. }
  pose proof (nonneg n (S k)). specialize (IH k ltac:(lia)). lra.
Qed.

Lemma ways_beyond n k : (n < k)%nat -> ways n k = 0.
Proof.
  revert k. induction n as [| n IH]; intros [| k] less; simpl; try lia; try reflexivity. rewrite !IH by lia. ring.
Qed.

Lemma ways_all n : ways n n = 1.
Proof. induction n as [| n IH]; simpl; [reflexivity |]. rewrite IH, ways_beyond by lia. ring. Qed.

Lemma sum_signs_beyond n k f : (n < k)%nat -> sum_signs n k f = 0.
Proof.
  revert k f. induction n as [| n IH]; intros [| k] f less; simpl; try lia; try reflexivity. rewrite !IH by lia. ring.
Qed.

Lemma sum_pairs_beyond n a b f : (n < a + b)%nat -> sum_pairs n a b f = 0.
Proof.
  revert a b f. induction n as [| n IH]; intros [| a] [| b] f less; simpl; try lia; try reflexivity;
    rewrite !IH by lia; ring.
Qed.

(** Each first vector stands in as many pairs. *)
Lemma first_of_pairs n a b f : sum_pairs n a b (fun v _ => f v) = ways (a + b) a * sum_signs n (a + b) f.
Proof.
  revert a b f. induction n as [| n IH]; intros a b f.
  - destruct a as [| a], b as [| b]; simpl; ring.
  - cbn [sum_pairs]. destruct a as [| a], b as [| b].
    + rewrite (IH 0%nat 0%nat). simpl. ring.
    + rewrite (IH 0%nat b (fun v => f (true :: v))), (IH 0%nat (S b) (fun v => f (false :: v))).
      cbn [Nat.add sum_signs]. rewrite !ways_0. ring.
    + rewrite (IH a 0%nat (fun v => f (true :: v))), (IH (S a) 0%nat (fun v => f (false :: v))).
      rewrite !Nat.add_0_r, !ways_all. cbn [sum_signs]. ring.
    + rewrite (IH a (S b) (fun v => f (true :: v))), (IH (S a) b (fun v => f (true :: v))),
        (IH (S a) (S b) (fun v => f (false :: v))).
      replace (a + S b)%nat with (S a + b)%nat by lia. replace (S a + S b)%nat with (S (S a + b)) by lia.
      cbn [sum_signs ways]. ring.
Qed.

(** And each second one. *)
Lemma second_of_pairs n a b f : (a + b <= n)%nat ->
  sum_pairs n a b (fun _ w => f w) = ways (n - a) b * sum_signs n a f.
Proof.
  revert a b f. induction n as [| n IH]; intros a b f le.
  - destruct a as [| a], b as [| b]; simpl; try lia; ring.
  - assert (rest : sum_pairs n a b (fun _ w => f (false :: w)) =
      ways (n - a) b * sum_signs n a (fun w => f (false :: w))).
    { destruct (Nat.le_gt_cases (a + b) n) as [fits | full]; [now apply (IH a b (fun w => f (false :: w))) |].
      rewrite sum_pairs_beyond by exact full. destruct (Nat.le_gt_cases a n).
      - rewrite ways_beyond by lia. ring.
      - rewrite sum_signs_beyond by assumption. ring. }
    cbn [sum_pairs]. rewrite rest. clear rest. destruct a as [| a], b as [| b].
    + cbn [sum_signs]. rewrite !ways_0. ring.
    + rewrite (IH 0%nat b (fun w => f (false :: w))) by lia. rewrite !Nat.sub_0_r. cbn [sum_signs ways]. ring.
    + rewrite (IH a 0%nat (fun w => f (true :: w))) by lia. rewrite !ways_0. cbn [sum_signs]. ring.
    + rewrite (IH a (S b) (fun w => f (true :: w))), (IH (S a) b (fun w => f (false :: w))) by lia.
      cbn [sum_signs]. replace (S n - S a)%nat with (n - a)%nat by lia.
      destruct (Nat.eq_dec n a) as [-> | inside]; [lia |].
      replace (n - a)%nat with (S (n - S a)) by lia. cbn [ways]. ring.
Qed.

(** ** The coupling *)

Lemma sum_pairs_plus n a b f g : sum_pairs n a b (fun v w => f v w + g v w) = sum_pairs n a b f + sum_pairs n a b g.
Proof.
  revert a b f g. induction n as [| n IH]; intros [| a] [| b] f g; simpl; try ring; rewrite ?IH; ring.
Qed.

Lemma sum_pairs_scal n a b c f : sum_pairs n a b (fun v w => c * f v w) = c * sum_pairs n a b f.
Proof. revert a b f. induction n as [| n IH]; intros [| a] [| b] f; simpl; try ring; rewrite ?IH; ring. Qed.

Lemma sum_pairs_mono n a b f g : (forall v w, f v w <= g v w) -> sum_pairs n a b f <= sum_pairs n a b g.
Proof.
  revert a b f g. induction n as [| n IH]; intros [| a] [| b] f g H; simpl; try apply H; try lra;
    repeat apply Rplus_le_compat; try apply IH; auto; lra.
Qed.

(** Only pairs count that differ in b places. *)
Lemma sum_pairs_ext_in n a b f g :
  (forall v w, length v = n -> length w = n -> differing v w = INR b -> f v w = g v w) ->
  sum_pairs n a b f = sum_pairs n a b g.
Proof.
  assert (same : forall x : bool, indicator differ (x, x) = 0)
    by (intros x; apply indicator_0; unfold differ; simpl; tauto).
  assert (apart : indicator differ (true, false) = 1) by (apply indicator_1; unfold differ; simpl; congruence).
  revert a b f g. induction n as [| n IH]; intros a b f g H.
  - destruct a, b; simpl; try reflexivity. apply H; reflexivity.
  - cbn [sum_pairs]. f_equal; [f_equal |].
    + destruct a as [| a]; [reflexivity |]. apply IH. intros v w V W D. apply H; simpl; try congruence.
      rewrite same, D. ring.
    + destruct b as [| b]; [reflexivity |]. apply IH. intros v w V W D. apply H; try (simpl; congruence).
      cbn [differing]. rewrite apart, D, S_INR. ring.
    + apply IH. intros v w V W D. apply H; simpl; try congruence. rewrite same, D. ring.
Qed.

Lemma sum_signs_ext_in n k f g : (forall v, length v = n -> votes v = INR k -> f v = g v) ->
  sum_signs n k f = sum_signs n k g.
Proof.
  revert k f g. induction n as [| n IH]; intros [| k] f g H; cbn [sum_signs]; try reflexivity.
  - apply H; reflexivity.
  - apply IH. intros v V K. apply H; [simpl; congruence |]. unfold votes in *. cbn [Sum]. rewrite K. ring.
  - f_equal; apply IH; intros v V K; (apply H; [simpl; congruence |]); unfold votes in *; cbn [Sum]; rewrite K.
    + rewrite S_INR. ring.
    + ring.
Qed.

Section Opposite.
  Variables (n h : nat) (t : R).
  Hypothesis (places : (1 + t) * INR n / 2 = INR h) (t_0 : 0 <= t) (t_1 : t <= 1).

  Let h_most : (h <= n)%nat.
  Proof. apply INR_le. rewrite <- places. pose proof (pos_INR n). nra. Qed.

  Let n_most : (n <= 2 * h)%nat.
  Proof. apply INR_le. rewrite mult_INR, <- places. simpl (INR 2). pose proof (pos_INR n). nra. Qed.

  Lemma places_apart : INR (2 * h - n) = INR n * t.
  Proof. rewrite minus_INR by exact n_most. rewrite mult_INR, <- places. simpl (INR 2). field. Qed.

  Let total := sum_pairs n (n - h) (2 * h - n) (fun _ _ => 1).

  Let total_first : total = ways h (n - h) * sum_signs n h (fun _ => 1).
  Proof.
    unfold total. rewrite (first_of_pairs n (n - h) (2 * h - n) (fun _ => 1)).
    now replace (n - h + (2 * h - n))%nat with h by lia.
  Qed.

  Let total_pos : 0 < total.
  Proof. rewrite total_first. apply Rmult_lt_0_compat; [apply ways_pos; lia | apply sum_signs_pos; lia]. Qed.

  Program Definition opposite_signs : law (list bool * list bool) :=
    Law _ (fun f => sum_pairs n (n - h) (2 * h - n) (fun v w => f (v, w)) / total) _ _ _ _.
  Next Obligation. rewrite sum_pairs_plus. unfold Rdiv. ring. Qed.
  Next Obligation. rewrite sum_pairs_scal. unfold Rdiv. ring. Qed.
  Next Obligation.
    apply Rmult_le_compat_r; [left; exact (Rinv_0_lt_compat _ total_pos) | apply sum_pairs_mono; auto].
  Qed.
  Next Obligation. apply Rinv_r. pose proof total_pos. lra. Qed.

  Let ones_h : ones_at n t = h.
  Proof.
    unfold ones_at. replace (INR n * (1 + t) / 2) with (INR h) by (rewrite <- places; field). rewrite place_INR. lia.
  Qed.

  Let ones_rest : ones_at n (- t) = (n - h)%nat.
  Proof.
    unfold ones_at. replace (INR n * (1 + - t) / 2) with (INR (n - h)).
    - rewrite place_INR. lia.
    - rewrite minus_INR by exact h_most. rewrite <- places. field.
  Qed.

  Lemma E_sign_vectors f : E (signs_of_mean n t) f = sum_signs n h f / sum_signs n h (fun _ => 1).
  Proof. unfold signs_of_mean. cbn [E uniform_signs]. now rewrite ones_h. Qed.

  Lemma E_opposite f : E (signs_of_mean n (- t)) f = sum_signs n (n - h) f / sum_signs n (n - h) (fun _ => 1).
  Proof. unfold signs_of_mean. cbn [E uniform_signs]. now rewrite ones_rest. Qed.

  Lemma opposite_parts : has_parts opposite_signs (signs_of_mean n t) (signs_of_mean n (- t)).
  Proof.
    intros f _. rewrite E_sign_vectors, E_opposite. cbn [E opposite_signs fst snd]. split.
    - rewrite (first_of_pairs n _ _ f), total_first. replace (n - h + (2 * h - n))%nat with h by lia.
      pose proof (ways_pos h (n - h) ltac:(lia)). pose proof (sum_signs_pos n h h_most). field. lra.
    - unfold total. rewrite (second_of_pairs n _ _ f), (second_of_pairs n _ _ (fun _ => 1)) by lia.
      pose proof (ways_pos (n - (n - h)) (2 * h - n) ltac:(lia)). pose proof (sum_signs_pos n (n - h) ltac:(lia)).
      field. lra.
  Qed.

  Lemma opposite_only f g :
    (forall v w, length v = n -> length w = n -> differing v w = INR n * t -> f (v, w) = g (v, w)) ->
    E opposite_signs f = E opposite_signs g.
  Proof.
    intros same. cbn [E opposite_signs]. f_equal. apply sum_pairs_ext_in. intros v w V W D. apply same; try assumption.
    now rewrite D, places_apart.
  Qed.

  (** How many signs are 1, at most n. *)
  Let counted (v : list bool) := Rmin (votes v) (INR n).

  Lemma votes_ge_0 v : 0 <= votes v.
  Proof. apply Sum_ge_0. intros []; lra. Qed.

  Lemma bounded_counted : bounded counted.
  Proof. apply bounded_cut, votes_ge_0. Qed.

  Lemma votes_apart v w : votes v - votes w <= differing v w.
  Proof.
    revert w. induction v as [| x v IH]; intros w.
    - pose proof (votes_ge_0 w). pose proof (differing_ge_0 [] w). unfold votes in *. simpl (Sum [] _). lra.
    - destruct w as [| y w].
      + cbn [differing]. unfold votes. simpl (Sum [] _).
        rewrite Rminus_0_r, <- (Rmult_1_r (INR _)), <- Sum_const.
        apply Sum_le. intros []; lra.
      + specialize (IH w). unfold votes in *. cbn [Sum differing]. pose proof (indicator_between differ (x, y)).
        destruct (Bool.bool_dec x y) as [-> | other]; [lra |].
        rewrite indicator_1 by exact other. destruct x, y; lra.
  Qed.

  Lemma counted_apart v w : counted v - counted w <= Rmin (differing v w) (INR n).
  Proof.
    pose proof (votes_apart v w). pose proof (differing_ge_0 v w). pose proof (votes_ge_0 w). pose proof (pos_INR n).
    unfold counted, Rmin. repeat destruct (Rle_dec _ _); lra.
  Qed.

  Lemma mean_counted : E (signs_of_mean n t) counted - E (signs_of_mean n (- t)) counted = INR n * t.
  Proof.
    assert (one : forall k, (k <= n)%nat -> sum_signs n k counted / sum_signs n k (fun _ => 1) = INR k).
    { intros k le. rewrite (sum_signs_ext_in n k counted (fun _ => INR k * 1)).
      - rewrite sum_signs_scal. pose proof (sum_signs_pos n k le). field. lra.
      - intros v _ K. unfold counted. rewrite K, Rmin_left by now apply le_INR. ring. }
    rewrite E_sign_vectors, E_opposite, !one by lia. rewrite minus_INR by exact h_most.
    rewrite <- places_apart, minus_INR by exact n_most. rewrite mult_INR. simpl (INR 2). ring.
  Qed.

  (** No coupling has fewer signs that differ on average. *)
  Lemma signs_apart_least J c : has_parts J (signs_of_mean n t) (signs_of_mean n (- t)) ->
    mean_most J (fun d => differing (fst d) (snd d)) c -> INR n * t <= c.
  Proof.
    intros parts most. destruct (parts counted bounded_counted) as [first second].
    rewrite <- mean_counted, <- first, <- second. eapply Rle_trans; [| apply (most (INR n))].
    assert (B1 : bounded (fun d : list bool * list bool => counted (fst d)))
      by (destruct bounded_counted as [M H]; exists M; intros d; apply H).
    assert (B2 : bounded (fun d : list bool * list bool => counted (snd d)))
      by (destruct bounded_counted as [M H]; exists M; intros d; apply H).
    rewrite <- E_minus by assumption. apply E_mono; [bounded | apply bounded_cut; intros d; apply differing_ge_0 |].
    intros d. apply counted_apart.
  Qed.
End Opposite.
