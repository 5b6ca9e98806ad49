(** * The facts of the calculus about families of random reals

    As in [Facts_random]: functions of random reals, families and their places, means with signs. *)

From Foundations Require Export Facts_random Signed Norms Small_values.
Import ListNotations.
Open Scope R_scope.

(** ** Functions of random reals *)

(** A contraction of a random real is one: it is at most as far from the value at 0 as the real from 0. *)
Lemma square_integrable_contraction {W} (P : space W) (X : W -> R) (f : R -> R) : square_integrable P X ->
  (forall x y, 0 <= y -> f (x + y) - f x <= y) -> (forall x y, 0 <= y -> f x - f (x + y) <= y) ->
  square_integrable P (fun w => f (X w)).
Proof.
  intros HX up down. apply square_integrable_below with (fun w => Rabs (X w) + Rabs (f 0)).
  - apply square_integrable_plus; [| apply square_integrable_const].
    apply square_integrable_below with X; [exact HX |]. intros w. rewrite Rabs_Rabsolu. lra.
  - intros w. pose proof (Rabs_pos (X w)). pose proof (Rabs_pos (f 0)). rewrite (Rabs_pos_eq (_ + _)) by lra.
    enough (close : Rabs (f (X w) - f 0) <= Rabs (X w)).
    { pose proof (Rabs_triang (f (X w) - f 0) (f 0)) as sum.
      replace (f (X w) - f 0 + f 0) with (f (X w)) in sum by ring. lra. }
    apply Rabs_le. destruct (Rle_dec 0 (X w)) as [right | left].
    + rewrite Rabs_pos_eq by exact right. specialize (up 0 (X w) right). specialize (down 0 (X w) right).
      rewrite Rplus_0_l in up, down. lra.
    + rewrite Rabs_left by lra. specialize (up (X w) (- X w) ltac:(lra)). specialize (down (X w) (- X w) ltac:(lra)).
      rewrite Rplus_opp_r in up, down. lra.
Qed.

(** Var X = E(X - X')^2/2 for an independent copy X'; here, the variance is least about the mean. *)
Theorem fact_variance_under_a_contraction : forall (A : Type) (O_ : space A) (X : A -> R) (f : R -> R),
  square_integrable O_ X ->
  (forall X_ : R, forall X__ : R, 0 <= X__ -> f (X_ + X__) - f X_ <= X__) ->
  (forall X___ : R, forall X_ : R, 0 <= X_ -> f X___ - f (X___ + X_) <= X_) ->
  variance O_ (fun w => f (X w)) <= variance O_ X.
Proof.
  intros A O X f HX up down. apply variance_under_contraction; auto. now apply square_integrable_contraction.
Qed.

(** ** The place of the largest *)

(** Monotonicity: the largest of all is at least each. *)
Theorem fact_the_largest_is_no_smaller : forall (A : Type) (O_ : space A) (S_ : random_family A) (B : nat) (J : A ->
  R) (i j : R) (h h1 : nat),
  (forall k : nat, square_integrable O_ (S_ k)) ->
  (1 <= B)%nat ->
  square_integrable O_ J ->
  i = INR h ->
  j = INR h1 ->
  winner O_ J S_ B ->
  1 <= i ->
  i <= INR B ->
  1 <= j ->
  j <= INR B ->
  probability O_ (fun w => J w = i) <= probability O_ (fun w => S_ h1 w <= S_ h w).
Proof.
  intros A O S B J i j h h1 _ _ _ -> -> best i_1 i_B j_1 j_B. apply INR_le in i_B, j_B.
  apply (INR_le 1) in i_1. apply (INR_le 1) in j_1. now apply winner_no_smaller with B.
Qed.

(** Subadditivity: of B values at most B - 1 are not the one in the middle. *)
Theorem fact_union_bound_over_values : forall (A : Type) (O_ : space A) (B : nat) (J : A -> R) (j q : R) (r h : nat),
  (1 <= B)%nat ->
  square_integrable O_ J ->
  0 <= q ->
  j = INR h ->
  among O_ J B ->
  1 <= j ->
  j <= INR B ->
  (forall v : nat, 1 + j + INR r <= INR v -> (v <= B)%nat -> probability O_ (fun w => J w = INR v) <= q) ->
  (forall v_ : nat, (1 <= v_)%nat -> INR v_ <= j - 1 - INR r -> probability O_ (fun w => J w = INR v_) <= q) ->
  probability O_ (fun w => (j + INR r < J w) \/ (J w < j - INR r)) <= (INR B - 1) * q.
Proof.
  intros A O B J j q r h _ _ q_0 -> one h_1 h_B up down. apply INR_le in h_B. apply (INR_le 1) in h_1.
  apply union_bound_over_values; auto.
  - intros v [low high]. apply up; [| exact high]. apply le_INR in low. rewrite !plus_INR in low. simpl in low. lra.
  - intros v [low high]. apply down; [exact low |].
    assert (sum : (v + 1 + r <= h)%nat) by lia. apply le_INR in sum. rewrite !plus_INR in sum. simpl in sum. lra.
Qed.

(** Law of total expectation. *)
Theorem fact_an_independent_second_stage : forall (A : Type) (O_ : space A) (S_ : random_family A) (B : nat) (J : A ->
  R) (d q x : R) (f g : R -> R),
  (forall k : nat, square_integrable O_ (S_ k)) ->
  (1 <= B)%nat ->
  square_integrable O_ J ->
  0 <= d ->
  0 <= q ->
  square_integrable O_ (fun w => S_ (place (J w)) w) ->
  among O_ J B ->
  independent_of_each O_ J S_ ->
    (forall v : nat, (1 <= v)%nat -> (v <= B)%nat -> f (INR v) <= x -> x <= g (INR v) -> expectation O_ (fun w => (S_
    v w - x) ^ 2) <= q) ->
  (forall v_ : nat, (1 <= v_)%nat -> (v_ <= B)%nat -> expectation O_ (fun w => (S_ v_ w - x) ^ 2) <= d + q) ->
    expectation O_ (fun w => (S_ (place (J w)) w - x) ^ 2) <= probability O_ (fun w => (x < f (J w)) \/ (g (J w) < x))
    * d + q.
Proof.
  intros A O S B J d q x f g members _ _ d_0 q_0 picked one apart good all. rewrite (Rmult_comm _ d), Rplus_comm.
  apply independent_second_stage with B; auto.
  - apply (square_integrable_minus O _ (fun _ => x)); auto using square_integrable_const.
  - intros v [v_1 v_B]. now apply good.
  - intros v [v_1 v_B]. rewrite Rplus_comm. now apply all.
Qed.

(** ** Means with signs *)

Lemma mean_with_signs {W} (H : nat -> R) (S : random_family W) K :
  (fun w => Sum (seq 1 K) (fun v => H v * S v w) / INR K) = signed_mean H S K.
Proof. reflexivity. Qed.

(** Linearity and the triangle inequality. *)
Theorem fact_expectation_of_a_signed_mean : forall (A : Type) (O_ : space A) (H : family_of_numbers) (R_ S_ :
  random_family A) (K : nat) (r : R),
  (forall k : nat, square_integrable O_ (R_ k)) ->
  (forall k : nat, square_integrable O_ (S_ k)) ->
  (1 <= K)%nat ->
  (forall v : nat, (1 <= v)%nat -> (v <= K)%nat -> (H v) ^ 2 = 1) ->
    (forall v_ : nat, (1 <= v_)%nat -> (v_ <= K)%nat -> Rabs (expectation O_ (fun w => R_ v_ w) - expectation O_ (fun
    w => S_ v_ w)) <= r) ->
    Rabs (expectation O_ (fun w => Sum (seq 1 K) (fun v => H v * S_ v w) / INR K) - Sum (seq 1 K) (fun v_ => H v_ *
    expectation O_ (fun w => R_ v_ w)) / INR K) <= r.
Proof.
  intros A O H R S K r _ members some sign close.
  apply (error_of_signed_mean O H S K some) with (T := fun v => expectation O (R v)).
  - intros v. now apply square_integrable_integrable.
  - intros v [v_1 v_K]. now apply sign.
  - intros v [v_1 v_K]. rewrite Rabs_minus_sym. now apply close.
Qed.

(** Boucheron, Lugosi and Massart 2013, Section 2.2: cumulants of independent parts add. *)
Theorem fact_cumulants_of_a_signed_mean : forall (A : Type) (O_ : space A) (H : family_of_numbers) (S_ : random_family
  A) (K : nat) (lambda r : R),
  (forall k : nat, square_integrable O_ (S_ k)) ->
  (1 <= K)%nat ->
  independent_members O_ S_ K ->
  (forall v : nat, (1 <= v)%nat -> (v <= K)%nat -> (H v) ^ 2 = 1) ->
  (forall v_ : nat, (1 <= v_)%nat -> (v_ <= K)%nat -> CGF_most O_ (fun w => S_ v_ w) (lambda / INR K) r) ->
  (forall v : nat, (1 <= v)%nat -> (v <= K)%nat -> CGF_most O_ (fun w => S_ v w) (- (lambda / INR K)) r) ->
  CGF_most O_ (fun w => Sum (seq 1 K) (fun v_ => H v_ * S_ v_ w) / INR K) lambda (INR K * r).
Proof.
  intros A O H S K lambda r members some apart sign up down.
  apply (cumulants_of_signed_mean O H S K some); auto.
  - intros v. now apply square_integrable_integrable.
  - intros v [v_1 v_K]. now apply sign.
  - intros v [v_1 v_K]. now apply up.
  - intros v [v_1 v_K]. replace (- lambda / INR K) with (- (lambda / INR K)) by (unfold Rdiv; ring). now apply down.
Qed.

(** ** Exponential moments *)

(** E exp(a W^2) = 1 + integral of 2 a t exp(a t^2) P(W >= t): Vershynin 2018, Lemma 1.2.1. *)
Theorem fact_exponential_moment_of_a_square : forall (A : Type) (O_ : space A) (W : A -> R) (a sigma : R),
  square_integrable O_ W ->
  almost_le O_ (fun _ => 0) W ->
  0 < a ->
  0 < sigma ->
  tail_ratio_most O_ W sigma 2 ->
  2 * sigma ^ 2 * a < 1 ->
  expectation_most O_ (fun w => exp ((W w) ^ 2 * a)) (1 + 4 * sigma ^ 2 * a / (1 - 2 * sigma ^ 2 * a)).
Proof.
  intros A O W a sigma _ W_0 a_pos s_pos tail small.
  replace (fun w => exp ((W w) ^ 2 * a)) with (fun w => exp (a * W w ^ 2)).
  - replace (4 * sigma ^ 2 * a / (1 - 2 * sigma ^ 2 * a)) with (4 * a * sigma ^ 2 / (1 - 2 * a * sigma ^ 2)).
    + apply exponential_moment_of_square; auto. lra.
    + field. lra.
  - apply functional_extensionality. intros w. f_equal. ring.
Qed.

(** Pinelis 1994, Theorem 3.1, in a Hilbert space. *)
Theorem fact_exponential_moments_of_the_norm_of_a_sum : forall (A : Type) (O_ : space A) (S_ W : A -> R) (a : R) (d :
  nat) (lambda : R) (n : nat),
  square_integrable O_ S_ ->
  almost_le O_ (fun _ => 0) S_ ->
  square_integrable O_ W ->
  almost_le O_ (fun _ => 0) W ->
  0 < a ->
  (1 <= d)%nat ->
  0 < lambda ->
  (1 <= n)%nat ->
  norm_of_mean O_ S_ W n d ->
  expectation_most O_ (fun w => exp (W w * lambda) - W w * lambda) a ->
  expectation_most O_ (fun w => cosh (S_ w * lambda * INR n)) (raise a (INR n)).
Proof.
  intros A O S W a d lambda n _ _ HW _ a_pos _ l_pos some law moment.
  rewrite raise_pos by exact a_pos.
  replace (exp (INR n * ln a)) with (a ^ n)
    by (rewrite <- (exp_ln (a ^ n)) by (now apply pow_lt); now rewrite ln_pow).
  replace (fun w => cosh (S w * lambda * INR n)) with (fun w => cosh (lambda * INR n * S w)).
  - apply exponential_moments_of_norm with W d; auto; [now apply square_integrable_integrable |].
    replace (fun w => exp (lambda * W w) - lambda * W w) with (fun w => exp (W w * lambda) - W w * lambda); auto.
    apply functional_extensionality. intros w. f_equal; [f_equal |]; ring.
  - apply functional_extensionality. intros w. f_equal. ring.
Qed.

(** Layer cake: E e^(-s H^2) is the integral of P(s H^2 < u) e^(-u) over u > 0. *)
Theorem fact_exponential_moment_under_a_margin : forall (A : Type) (O_ : space A) (C : R) (H : A -> R) (gamma s : R),
  0 < C ->
  square_integrable O_ H ->
  almost_le O_ (fun _ => 0) H ->
  0 <= gamma ->
  0 < s ->
  margin O_ H C gamma ->
  forall g : R, gamma_most (1 + gamma / 2) g ->
  expectation_most O_ (fun w => exp (- ((H w) ^ 2 * s))) (C * raise s (- (gamma / 2)) * g).
Proof.
  intros A O C H gamma s C_pos _ _ gamma_0 s_pos near g most.
  assert (range : forall w, 0 <= exp (- (H w ^ 2 * s)) <= 1).
  { intros w. split; [left; apply exp_pos |]. rewrite <- exp_0. apply exp_le. pose proof (pow2_ge_0 (H w)). nra. }
  apply expectation_most_integrable; [now apply integrable_bounded, bounded_between with 0 1 | apply range |].
  apply exponential_moment_under_margin; auto; lra.
Qed.
