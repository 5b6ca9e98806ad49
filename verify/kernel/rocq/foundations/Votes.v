(** * Families of random reals: the place of the largest, unions over its values, a second stage

    A family is a random real for each whole number from 1 on; a random real that is a whole number picks a member. *)

From Foundations Require Export Tails.
Import ListNotations.
Open Scope R_scope.

Definition random_family (W : Type) := nat -> W -> R.

(** The member whose number a real is. *)
Definition place (x : R) : nat := Z.to_nat (Int_part x).

Definition among {W} (P : space W) (J : W -> R) (B : nat) :=
  almost_surely P (fun w => exists k, (1 <= k <= B)%nat /\ J w = INR k).

Definition winner {W} (P : space W) (J : W -> R) (S : random_family W) (B : nat) := almost_surely P (fun w =>
  exists k, (1 <= k <= B)%nat /\ J w = INR k /\ forall i, (1 <= i <= B)%nat -> S i w <= S k w).

(** The place of a second stage is chosen without any of its answers. *)
Definition independent_of_each {W} (P : space W) (J : W -> R) (S : random_family W) := forall k, independent P J (S k).

Lemma place_INR k : place (INR k) = k.
Proof. unfold place. rewrite Int_part_INR. apply Nat2Z.id. Qed.

(** The numbers from 1 to B. *)
Definition numbers B := seq 1 B.

Lemma in_numbers k B : In k (numbers B) <-> (1 <= k <= B)%nat.
Proof. unfold numbers. rewrite in_seq. lia. Qed.

Lemma length_numbers B : length (numbers B) = B.
Proof. apply seq_length. Qed.

Section Largest.
  Context {W : Type} (P : space W).
  Implicit Types (J : W -> R) (S : random_family W).

  Lemma almost_surely_mono (E F : event W) : (forall w, E w -> F w) -> almost_surely P E -> almost_surely P F.
  Proof. intros H. apply probability_0_mono. intros w no yes. apply no. now apply H. Qed.

  (** An event that is within another almost surely. *)
  Lemma probability_almost (E F G : event W) : almost_surely P G -> (forall w, G w -> E w -> F w) ->
    probability P E <= probability P F.
  Proof.
    intros sure H. apply Rle_trans with (probability P (fun w => F w \/ ~ G w)).
    - apply probability_mono. intros w e. destruct (classic (G w)); auto.
    - eapply Rle_trans; [apply union_bound |]. rewrite sure. lra.
  Qed.

  (** Fact: the largest is one of them. *)
  Theorem winner_among J S B : winner P J S B -> among P J B.
  Proof. apply almost_surely_mono. intros w (k & range & eq & _). now exists k. Qed.

  (** Fact: the largest is no smaller. *)
  Theorem winner_no_smaller J S B i j : winner P J S B -> (1 <= i <= B)%nat -> (1 <= j <= B)%nat ->
    probability P (fun w => J w = INR i) <= probability P (fun w => S j w <= S i w).
  Proof.
    intros best I J_range. apply probability_almost with (1 := best).
    intros w (k & _ & -> & largest) eq. apply INR_eq in eq as ->. now apply largest.
  Qed.

  (** Fact: union bound over values. Subadditivity: of B values at most B - 1 are not the one in the middle. *)
  Theorem union_bound_over_values J j r B q : among P J B -> (1 <= j <= B)%nat -> 0 <= q ->
    (forall v, (j + r + 1 <= v <= B)%nat -> probability P (fun w => J w = INR v) <= q) ->
    (forall v, (1 <= v <= j - r - 1)%nat -> probability P (fun w => J w = INR v) <= q) ->
    probability P (fun w => INR j + INR r < J w \/ J w < INR j - INR r) <= (INR B - 1) * q.
  Proof.
    intros one J_range q_0 up down.
    set (far := fun v => (j + r < v \/ v < j - r)%nat).
    apply Rle_trans with (probability P (fun w => exists v,
      In v (remove Nat.eq_dec j (numbers B)) /\ (far v /\ J w = INR v))).
    - apply probability_almost with (1 := one). intros w (k & range & ->) apart. exists k.
      assert (is_far : far k).
      { unfold far. destruct apart as [above | below].
        - left. apply INR_lt. now rewrite plus_INR.
        - right. apply INR_lt. destruct (le_lt_dec r j) as [rj | jr]; [now rewrite minus_INR by exact rj |].
          apply lt_INR in jr. pose proof (pos_INR k). lra. }
      repeat split; auto. apply in_in_remove; [unfold far in is_far; lia | now apply in_numbers].
    - eapply Rle_trans; [apply (union_bound_Sum P _ (fun v w => far v /\ J w = INR v)) |].
      apply Rle_trans with (Sum (remove Nat.eq_dec j (numbers B)) (fun _ => q)).
      + apply Sum_le_in. intros v V. apply in_remove in V as [V _]. apply in_numbers in V.
        destruct (classic (far v)) as [[above | below] | near].
        * eapply Rle_trans; [| apply (up v); lia]. apply probability_mono. tauto.
        * eapply Rle_trans; [| apply (down v); lia]. apply probability_mono. tauto.
        * eapply Rle_trans; [| exact q_0]. rewrite <- (expectation_const P 0). apply probability_at_most;
            [integrable | intros; lra | tauto].
      + rewrite Sum_const. apply Rmult_le_compat_r; [exact q_0 |].
        assert (less : (length (remove Nat.eq_dec j (numbers B)) < B)%nat).
        { rewrite <- (length_numbers B) at 2. apply remove_length_lt. now apply in_numbers. }
        apply Nat.le_succ_l, le_INR in less. rewrite S_INR in less. lra.
  Qed.
End Largest.

(** ** A second stage that is independent of the first *)

(** A continuous function that is 1 at v and 0 at the other whole numbers. *)
Definition hat (v : nat) y := Rmax 0 (1 - Rabs (y - INR v)).

Lemma hat_at v k : hat v (INR k) = if Nat.eq_dec v k then 1 else 0.
Proof.
  unfold hat. destruct (Nat.eq_dec v k) as [-> | apart].
  - rewrite Rminus_eq_0, Rabs_R0, Rminus_0_r. apply Rmax_right. lra.
  - apply Rmax_left. enough (1 <= Rabs (INR k - INR v)) by lra.
    assert (side : (k + 1 <= v \/ v + 1 <= k)%nat) by lia.
    destruct side as [less | more].
    + apply le_INR in less. rewrite plus_INR in less. simpl in less. rewrite Rabs_left; lra.
    + apply le_INR in more. rewrite plus_INR in more. simpl in more. rewrite Rabs_pos_eq; lra.
Qed.

Lemma sum_of_hats B k (h : nat -> R) : (1 <= k <= B)%nat -> Sum (numbers B) (fun v => hat v (INR k) * h v) = h k.
Proof.
  intros range. rewrite (Sum_ext _ _ (fun v => if Nat.eq_dec v k then h k else 0)).
  - apply Sum_single; [apply seq_NoDup | now apply in_numbers].
  - intros v. rewrite hat_at. destruct (Nat.eq_dec v k) as [-> |]; ring.
Qed.

Lemma hat_between v y : 0 <= hat v y <= 1.
Proof.
  unfold hat. pose proof (Rabs_pos (y - INR v)). split; [apply Rmax_l | apply Rmax_lub; lra].
Qed.

Lemma bounded_hat v : bounded (hat v).
Proof. apply bounded_between with 0 1. apply hat_between. Qed.

Lemma continuous_hat v : continuous_all (hat v).
Proof. unfold hat. continuous_all. Qed.
#[export] Hint Resolve bounded_hat : bounded.
#[export] Hint Resolve continuous_hat : continuous.

Section Second_stage.
  Context {W : Type} (P : space W).
  Implicit Types X Y : W -> R.

  Lemma almost_surely_eq X Y : almost_surely P (fun w => X w = Y w) -> almost_eq P X Y.
  Proof. intros H. split; apply almost_surely_le; revert H; apply almost_surely_mono; intros w ->; lra. Qed.

  (** A bounded function of one of two independent reals, times an integrable one of the other. *)
  Lemma expectation_bounded_times X Y f g : independent P X Y -> bounded f -> continuous_all f -> continuous_all g ->
    integrable P (fun w => g (Y w)) ->
    expectation P (fun w => f (X w) * g (Y w)) = expectation P (fun w => f (X w)) * expectation P (fun w => g (Y w)).
  Proof.
    intros apart [K bound] cf cg G. assert (bf : bounded f) by now exists K.
    assert (K_0 : 0 <= K) by (specialize (bound 0); pose proof (Rabs_pos (f 0)); lra).
    assert (product : forall Z, integrable P Z -> integrable P (fun w => f (X w) * Z w)).
    { intros Z H. apply integrable_below with (fun w => K * Rabs (Z w)); [integrable |]. intros w. rewrite Rabs_mult.
      apply Rmult_le_compat_r; [apply Rabs_pos | apply bound]. }
    assert (cut_parts : forall n, integrable P (fun w => cut_off (INR n + 2) (g (Y w)))).
    { intros n. apply integrable_bounded, bounded_cut_off. pose proof (pos_INR n). lra. }
    set (a := fun n => expectation P (fun w => f (X w) * cut_off (INR n + 2) (g (Y w)))).
    assert (left : is_lim_seq a (expectation P (fun w => f (X w) * g (Y w)))).
    { apply tail_limit with P (fun w => (K + 1) * Rabs (g (Y w))); [integrable | |].
      - intros w. apply Rmult_le_pos; [lra | apply Rabs_pos].
      - intros n. pose proof (pos_INR n). unfold a. rewrite Rabs_minus_sym, <- expectation_minus by auto.
        eapply Rle_trans; [apply expectation_abs_le; auto with integrable |].
        apply expectation_mono; [auto with integrable | integrable |]. intros w.
        rewrite <- Rmult_minus_distr_l, Rabs_mult, cut_off_error by lra. specialize (bound (X w)).
        pose proof (Rabs_pos (f (X w))). pose proof (Rabs_pos (g (Y w))).
        unfold Rmax. repeat destruct (Rle_dec _ _); nra. }
    assert (right : is_lim_seq a (expectation P (fun w => f (X w)) * expectation P (fun w => g (Y w)))).
    { apply is_lim_seq_ext with
        (fun n => expectation P (fun w => f (X w)) * expectation P (fun w => cut_off (INR n + 2) (g (Y w)))).
      - intros n. pose proof (pos_INR n). symmetry.
        apply (apart f (fun y => cut_off (INR n + 2) (g y))); auto with continuous. apply bounded_cut_off. lra.
      - apply is_lim_seq_mult'; [apply is_lim_seq_const | now apply (cut_off_limit P (fun w => g (Y w)))]. }
    apply is_lim_seq_unique in left, right. rewrite left in right. now injection right.
  Qed.

  (** Fact: an independent second stage. *)
  Theorem independent_second_stage (S : random_family W) J x B q d (low high : R -> R) :
    among P J B -> (forall v, (1 <= v <= B)%nat -> independent P J (S v)) -> (forall v, square_integrable P (S v)) ->
    integrable P (fun w => (S (place (J w)) w - x) ^ 2) -> 0 <= q -> 0 <= d ->
    (forall v, (1 <= v <= B)%nat -> low (INR v) <= x -> x <= high (INR v) ->
      expectation P (fun w => (S v w - x) ^ 2) <= q) ->
    (forall v, (1 <= v <= B)%nat -> expectation P (fun w => (S v w - x) ^ 2) <= q + d) ->
    expectation P (fun w => (S (place (J w)) w - x) ^ 2) <=
      q + d * probability P (fun w => x < low (J w) \/ high (J w) < x).
  Proof.
    intros one apart squares I q_0 d_0 good all.
    set (bad := fun y => x < low y \/ high y < x). set (e := fun v w => (S v w - x) ^ 2).
    set (c := fun v : nat => q + d * indicator (fun _ : unit => bad (INR v)) tt).
    assert (IE : forall v, integrable P (e v)).
    { intros v. apply (square_integrable_minus P (S v) (fun _ => x)); auto using square_integrable_const. }
    assert (hats : forall v, integrable P (fun w => hat v (J w))).
    { intros v. apply integrable_bounded, (bounded_after (hat v)), bounded_hat. }
    assert (hat_e : forall v, integrable P (fun w => hat v (J w) * e v w)).
    { intros v. apply integrable_under with (e v); [apply IE |]. intros w. pose proof (hat_between v (J w)).
      pose proof (pow2_ge_0 (S v w - x)). unfold e. split; nra. }
    rewrite (expectation_equal P _ (fun w => Sum (numbers B) (fun v => hat v (J w) * e v w))).
    - rewrite expectation_Sum by exact hat_e.
      apply Rle_trans with (Sum (numbers B) (fun v => expectation P (fun w => hat v (J w)) * c v)).
      + apply Sum_le_in. intros v V. apply in_numbers in V.
        apply Rle_trans with (expectation P (fun w => hat v (J w)) * expectation P (e v)).
        * right. apply (expectation_bounded_times J (S v) (hat v) (fun y => (y - x) ^ 2)); auto.
          -- apply bounded_hat.
          -- apply continuous_hat.
          -- continuous_all.
          -- apply IE.
        * apply Rmult_le_compat_l; [apply expectation_ge; [apply hats | intros; apply hat_between] |].
          unfold c. destruct (classic (bad (INR v))) as [is_bad | is_good].
          -- rewrite indicator_1 by exact is_bad. specialize (all v V). unfold e. lra.
          -- rewrite indicator_0 by exact is_good. unfold bad in is_good. specialize (good v V ltac:(lra) ltac:(lra)).
             unfold e. lra.
      + right. rewrite (Sum_ext _ _ (fun v => expectation P (fun w => hat v (J w) * c v)))
          by (intros; symmetry; now apply expectation_scal_r).
        rewrite <- expectation_Sum by (intros; now apply integrable_scal_r).
        rewrite (expectation_equal P _ (fun w => q + d * indicator (fun w => bad (J w)) w)).
        * rewrite expectation_plus, expectation_scal, expectation_const by integrable. reflexivity.
        * apply integrable_Sum. intros v. now apply integrable_scal_r.
        * integrable.
        * apply almost_surely_eq. revert one. apply almost_surely_mono. intros w (k & range & eq).
          unfold indicator. rewrite eq. now apply (sum_of_hats B k c).
    - exact I.
    - now apply integrable_Sum.
    - apply almost_surely_eq. revert one. apply almost_surely_mono. intros w (k & range & ->).
      rewrite (sum_of_hats B k (fun v => e v w) range), place_INR. reflexivity.
  Qed.
End Second_stage.
