(** * kent: sums of deviations, symmetric laws, signs, and bits of one user

    Each theorem says what a claim of the ledger says at that place, as the exporter writes it from the claim itself. *)

From Foundations Require Export Results_kent_algorithms Facts_ball.
Import ListNotations.
Open Scope R_scope.

(** ** (104), (108): the deviation as a sum *)

Lemma sum_of_deviations l theta (x : nat -> R) : Sum l (fun t => - (theta - x t)) = Sum l x - INR (length l) * theta.
Proof.
  rewrite (Sum_ext _ _ (fun t => x t + -1 * theta)) by (intros t; ring). rewrite Sum_plus, Sum_const. ring.
Qed.

Theorem kent_eq104_deviation : forall (A : Type) (O_ : space A) (X : random_family A) (Delta : R) (T : nat) (theta : R),
  (forall k : nat, square_integrable O_ (X k)) ->
  0 < Delta ->
  (1 <= T)%nat ->
    probability O_ (fun w => Delta <= Rabs (theta - Sum (seq 1 T) (fun t => X t w) / INR T)) = probability O_ (fun w
    => Delta <= Rabs (Sum (seq 1 T) (fun t_ => - (theta - X t_ w)) / INR T)).
Proof.
  intros A O_ X Delta T theta _ _ T_1. assert (T_pos : 0 < INR T) by (apply lt_0_INR; lia).
  apply probability_ext. intros w. rewrite sum_of_deviations, seq_length.
  replace ((Sum (seq 1 T) (fun t => X t w) - INR T * theta) / INR T) with
    (- (theta - Sum (seq 1 T) (fun t => X t w) / INR T)) by (field; lra).
  now rewrite Rabs_Ropp.
Qed.

(** ** Symmetric laws

    U and -U have the same law. *)
Definition symmetric {W} (P : space W) (U : W -> R) := forall f, bounded f -> baire f ->
  expectation P (fun w => f (U w)) = expectation P (fun w => f (- U w)).

Lemma both_tails {W} (P : space W) (U : W -> R) x : symmetric P U ->
  probability P (fun w => x <= U w) = probability P (fun w => x <= - U w).
Proof.
  intros same. specialize (same (beyond (-1) (- x)) (bounded_between _ 0 1 (beyond_between _ _)) (baire_beyond _ _)).
  assert (below_x : forall V : W -> R, expectation P (fun w => beyond (-1) (- x) (V w)) =
    probability P (fun w => ~ x <= V w)).
  { intros V. apply expectation_ext. intros w. unfold beyond. symmetry. destruct (Rlt_dec _ _).
    - apply indicator_1. lra.
    - apply indicator_0. lra. }
  rewrite !below_x in same. unfold probability in *.
  rewrite (expectation_ext P (indicator (fun w => x <= U w)) (fun w => 1 - indicator (fun w => ~ x <= U w) w)),
    (expectation_ext P (indicator (fun w => x <= - U w)) (fun w => 1 - indicator (fun w => ~ x <= - U w) w)).
  - rewrite !expectation_minus, same; [reflexivity | apply integrable_const | apply integrable_indicator |
      apply integrable_const | apply integrable_indicator].
  - intros w. rewrite indicator_not. ring.
  - intros w. rewrite indicator_not. ring.
Qed.

Theorem kent_own_X4 : forall (A : Type) (O_ : space A) (U : A -> R) (s : nat),
  square_integrable O_ U ->
  (1 <= s)%nat ->
  symmetric O_ U ->
  expectation O_ (fun w => (U w) ^ 2) <= INR s ->
  2 * probability O_ (fun w => (1 + sqrt 10) * sqrt (INR s) - 1 <= U w) <= 1/10.
Proof.
  intros A O_ U s second s_1 even spread. set (x := (1 + sqrt 10) * sqrt (INR s) - 1).
  assert (s_pos : 1 <= INR s) by now apply (le_INR 1).
  assert (root : 1 <= sqrt (INR s)) by (rewrite <- sqrt_1; apply sqrt_le_1_alt; lra).
  assert (root_square : sqrt (INR s) * sqrt (INR s) = INR s) by (apply sqrt_sqrt; lra).
  assert (ten : sqrt 10 * sqrt 10 = 10) by (apply sqrt_sqrt; lra). pose proof (sqrt_pos 10) as ten_pos.
  assert (far : sqrt (INR s) * sqrt 10 <= x) by (unfold x; lra).
  assert (x_square : 10 * INR s <= x ^ 2).
  { replace (10 * INR s) with ((sqrt (INR s) * sqrt 10) ^ 2).
    - apply pow_incr. split; [apply Rmult_le_pos; lra | exact far].
    - replace ((sqrt (INR s) * sqrt 10) ^ 2) with ((sqrt (INR s) * sqrt (INR s)) * (sqrt 10 * sqrt 10)) by ring.
      rewrite root_square, ten. ring. }
  assert (x_pos : 0 < x).
  { apply Rlt_le_trans with (sqrt (INR s) * sqrt 10); [| exact far]. apply Rmult_lt_0_compat; [lra |].
    apply sqrt_lt_R0. lra. }
  assert (squares : integrable O_ (fun w => U w ^ 2)) by exact second.
  apply Rle_trans with (expectation O_ (fun w => U w ^ 2) / x ^ 2).
  - set (up := indicator (fun w => x <= U w)). set (down := indicator (fun w => x <= - U w)).
    assert (both : 2 * probability O_ (fun w => x <= U w) = expectation O_ (fun w => up w + down w)).
    { rewrite expectation_plus by apply integrable_indicator. change (expectation O_ down) with
        (probability O_ (fun w => x <= - U w)). rewrite <- both_tails by exact even.
      change (expectation O_ up) with (probability O_ (fun w => x <= U w)). ring. }
    rewrite both. unfold Rdiv. rewrite Rmult_comm, <- expectation_scal by exact squares.
    apply expectation_mono.
    + apply integrable_plus; apply integrable_indicator.
    + apply integrable_scal. exact squares.
    + intros w. pose proof (pow2_ge_0 (U w)) as square. assert (x2 : 0 < x ^ 2) by now apply pow_lt.
      assert (none : 0 <= / x ^ 2 * U w ^ 2) by (apply Rmult_le_pos; [left; now apply Rinv_0_lt_compat | exact square]).
      assert (one : x <= Rabs (U w) -> 1 <= / x ^ 2 * U w ^ 2).
      { intros large. apply Rmult_le_reg_l with (x ^ 2); [exact x2 |].
        rewrite <- Rmult_assoc, Rinv_r, Rmult_1_l, Rmult_1_r by lra. rewrite <- (pow2_abs (U w)).
        apply pow_incr. lra. }
      unfold up, down.
      destruct (classic (x <= U w)) as [over | not_over], (classic (x <= - U w)) as [under | not_under].
      * lra.
      * rewrite indicator_1, indicator_0 by assumption. rewrite Rabs_pos_eq in one by lra. specialize (one over). lra.
      * rewrite indicator_0, indicator_1 by assumption. rewrite <- Rabs_Ropp, Rabs_pos_eq in one by lra.
        specialize (one under). lra.
      * rewrite !indicator_0 by assumption. lra.
  - apply Rmult_le_reg_r with (x ^ 2); [now apply pow_lt |]. unfold Rdiv.
    rewrite Rmult_assoc, Rinv_l by (apply Rgt_not_eq; now apply pow_lt). lra.
Qed.

(** ** Section 5.1: the basis functions *)

Definition basis_function_most (j : nat) b := forall x, Rabs (basis_function j x) <= b.

Theorem kent_basis_bounded : forall (j : nat),
  (1 <= j)%nat ->
  basis_function_most j (sqrt 2).
Proof.
  intros j _ x. pose proof (sqrt_pos 2) as root_pos.
  assert (root : 1 <= sqrt 2) by (rewrite <- sqrt_1; apply sqrt_le_1_alt; lra).
  unfold basis_function. destruct (j =? 1)%nat; [rewrite Rabs_R1; exact root |].
  rewrite Rabs_mult, (Rabs_pos_eq (sqrt 2)) by exact root_pos. rewrite <- (Rmult_1_r (sqrt 2)) at 2.
  apply Rmult_le_compat_l; [exact root_pos |]. set (y := 2 * PI * INR (j / 2) * x). cbv zeta.
  destruct (Nat.even j); apply Rabs_le; [apply COS_bound | apply SIN_bound].
Qed.

(** ** Algorithm 5: rotated vectors of the ball

    R_d is given by signs, of which there may be any; coordinates are counted from 1. *)
Definition rotated_size_most (x : vector) d b := forall signs j, (1 <= j)%nat -> (j <= d)%nat ->
  Rabs (rotated_at d signs j x) <= b.

Theorem kent_alg5_range : forall (x : vector) (d : nat),
  finite_vector x ->
  (1 <= d)%nat ->
  euclidean_norm x <= 1 ->
  rotated_size_most x d 1.
Proof.
  intros x d FX d_1 inside signs j _ _. assert (d_pos : 0 < INR d) by (apply lt_0_INR; lia).
  destruct FX as [e X]. set (u := fun k => rotation_entry d signs j k).
  assert (entries : forall k, u k ^ 2 = / INR d).
  { intros k. unfold u, rotation_entry.
    replace ((doubled (Nat.log2 d) j (S k) * sgn (bit signs k) / sqrt (INR d)) ^ 2) with
      ((doubled (Nat.log2 d) j (S k) * doubled (Nat.log2 d) j (S k)) * (sgn (bit signs k) * sgn (bit signs k)) *
        / (sqrt (INR d) * sqrt (INR d))) by (field; apply Rgt_not_eq; now apply sqrt_lt_R0).
    rewrite doubled_square, sqrt_sqrt by lra. unfold sgn. destruct (bit signs k); ring. }
  assert (length_1 : Elementary.norm d u = 1).
  { unfold Elementary.norm. rewrite inner_squares, (Sum_ext _ _ (fun _ => / INR d)) by exact entries.
    rewrite Sum_const. unfold below. rewrite seq_length, Rinv_r, sqrt_1 by lra. reflexivity. }
  pose proof (inner_le_norms d u x) as most. rewrite length_1, Rmult_1_l in most.
  change (Rabs (rotated_at d signs j x) <= 1). unfold rotated_at. change (Rabs (inner d u x) <= 1).
  eapply Rle_trans; [exact most |]. eapply Rle_trans; [| exact inside].
  rewrite (norm_of_finite (Nat.max d e)) by (intros k K; apply X; lia).
  unfold Elementary.norm. apply sqrt_le_1_alt. rewrite !inner_squares. unfold below.
  replace (Nat.max d e) with (d + (Nat.max d e - d))%nat by lia. rewrite seq_app, Sum_app.
  rewrite <- (Rplus_0_r (Sum (seq 0 d) _)) at 1. apply Rplus_le_compat_l. apply Sum_ge_0. intros k. apply pow2_ge_0.
Qed.

(** ** Lemma 30: sign vectors on a support

    Vectors of -1, 0 and 1 that are 0 where iota is. *)
Fixpoint signs_and_zeros (d : nat) : list (list Z) :=
  match d with
  | O => [[]]
  | S e => flat_map (fun x => map (cons x) (signs_and_zeros e)) [-1; 0; 1]%Z
  end.
Definition on_support (iota : list bool) (s : list Z) :=
  forallb (fun p => Bool.eqb (fst p) (negb (snd p =? 0)%Z)) (combine iota s).
Definition sign_patterns (iota : list bool) :=
  INR (length (filter (on_support iota) (signs_and_zeros (length iota)))).

Lemma filter_of_map {A B} (p : B -> bool) (g : A -> B) l : filter p (map g l) = map g (filter (fun a => p (g a)) l).
Proof. induction l as [| a l IH]; [reflexivity |]. simpl. rewrite IH. now destruct (p (g a)). Qed.

Lemma filter_none {A} (p : A -> bool) l : (forall a, p a = false) -> filter p l = [].
Proof. intros none. induction l as [| a l IH]; [reflexivity |]. simpl. now rewrite none. Qed.

Lemma patterns_of_ones iota : sign_patterns iota = 2 ^ length (filter (fun b => b) iota).
Proof.
  induction iota as [| b iota IH]; [reflexivity |]. unfold sign_patterns in *. cbn [length signs_and_zeros flat_map].
  rewrite app_nil_r, !filter_app, !filter_of_map, !app_length, !map_length.
  set (rest := fun x => filter (fun s => on_support (b :: iota) (x :: s)) (signs_and_zeros (length iota))).
  fold (rest (-1)%Z) (rest 0%Z) (rest 1%Z).
  assert (told : forall x, length (rest x) = if Bool.eqb b (negb (x =? 0)%Z)
    then length (filter (on_support iota) (signs_and_zeros (length iota))) else O).
  { intros x. unfold rest. destruct (Bool.eqb b (negb (x =? 0)%Z)) eqn:same.
    - f_equal. apply filter_ext. intros s. unfold on_support. cbn [combine forallb fst snd]. now rewrite same.
    - rewrite filter_none; [reflexivity |]. intros s. unfold on_support. cbn [combine forallb fst snd].
      now rewrite same. }
  rewrite !told, !plus_INR. destruct b; simpl; rewrite ?IH; lra.
Qed.

Theorem kent_lemma30_patterns : forall (iota : list bool) (s : nat),
  ones_of iota = INR s ->
  sign_patterns iota = raise 2 (INR s).
Proof.
  intros iota s ones. rewrite patterns_of_ones, raise_pos, <- exp_pow, exp_ln by lra.
  f_equal. apply INR_eq.
  rewrite <- (map_id iota) in ones. rewrite ones_of_map in ones. exact ones.
Qed.

(** ** (110): the two bits of one user

    The raw votes are (0, 1) with chance r, (0, 0) with chance w - r and else (1, 0); given them each bit is kept with
    chance o on its own, and a bit that is b is told as 1 with chance [told_one o b]. *)
Definition told_one o (b : bool) := if b then o else 1 - o.
Definition over_raw_votes r w (f : bool -> bool -> R) :=
  r * f false true + (w - r) * f false false + (1 - w) * f true false.
Definition bit_covariance r w o :=
  over_raw_votes r w (fun l j => (1 - told_one o l) * told_one o j) -
  over_raw_votes r w (fun l _ => 1 - told_one o l) * over_raw_votes r w (fun _ j => told_one o j).

Lemma bit_covariance_is r w o : bit_covariance r w o = r * (1 - w) * (2 * o - 1) ^ 2.
Proof. unfold bit_covariance, over_raw_votes, told_one. ring. Qed.

Theorem kent_eq110_covariance : forall (omega r w : R),
  (1 / 2) <= omega ->
  omega <= 1 ->
  0 <= r ->
  r <= 1 ->
  0 <= w ->
  w <= 1 ->
  r <= w ->
  bit_covariance r w omega = (1 - w) * (2 * omega - 1) ^ 2 * r.
Proof. intros. rewrite bit_covariance_is. ring. Qed.

Theorem kent_eq110_covariance_sign : forall (omega r w : R),
  (1 / 2) <= omega ->
  omega <= 1 ->
  0 <= r ->
  r <= 1 ->
  0 <= w ->
  w <= 1 ->
  r <= w ->
  0 <= bit_covariance r w omega.
Proof.
  intros. rewrite bit_covariance_is. apply Rmult_le_pos; [apply Rmult_le_pos; lra | apply pow2_ge_0].
Qed.
