(** * Facts of the calculus: hidden signs

    As in Facts.v: each theorem says what the calculus grants under that name. *)

From Foundations Require Export Signs_told Results_lower.
Import ListNotations.
Open Scope R_scope.

Lemma given_plus {B} (Y : told B) d j : given_sign Y (one_sign d j) 1 = mixture d Y (pred j) true.
Proof. simpl. destruct (Rlt_dec 0 1); [reflexivity | lra]. Qed.

Lemma given_minus {B} (Y : told B) d j : given_sign Y (one_sign d j) (- 1) = mixture d Y (pred j) false.
Proof. simpl. destruct (Rlt_dec 0 (- 1)); [lra | reflexivity]. Qed.

(** Two laws of which the draw says little are close: Pinsker from each to the mean law, Tsybakov 2009, Lemma 2.5. *)
Lemma information_on_two {A} (M : bool -> law A) c : information_most [true; false] M c ->
  TV_most (M true) (M false) (sqrt (2 * c)).
Proof.
  intros [N told] f F. apply le_sqrt. set (a := E (M true) f - E (M false) f).
  specialize (told (fun b x => if b then 2 * a * f x else - (2 * a) * f x)).
  specialize (told ltac:(intros []; bounded)). cbn [Sum length INR] in told.
  rewrite !E_scal in told by bounded.
  pose proof (hoeffding_lemma N f (2 * a) F) as up. pose proof (hoeffding_lemma N f (- (2 * a)) F) as down.
  unfold a in *. nra.
Qed.

(** Pinsker: Tsybakov 2009, Lemma 2.5, from each side to the mean law. *)
Theorem fact_information_on_a_fair_sign : forall (A : Type) (Y : told A) (d j : nat),
  (1 <= d)%nat ->
  (1 <= j)%nat ->
  forall i : R, information_on (sign_of (all_signs d) j) Y i ->
  TV_most (given_sign Y (sign_of (all_signs d) j) 1) (given_sign Y (sign_of (all_signs d) j) (- 1)) (sqrt 2 * sqrt i).
Proof.
  intros A Y d j _ _ i told. unfold sign_of, how_many in *. rewrite given_plus, given_minus.
  assert (i_pos : 0 <= i).
  { destruct told as [N told]. specialize (told (fun _ _ => 0) ltac:(bounded)). cbn [Sum length INR] in told.
    rewrite !E_const, exp_0, ln_1 in told. lra. }
  rewrite <- sqrt_mult by lra. exact (information_on_two _ i told).
Qed.

(** Chain rule: Cover and Thomas 2006, Theorem 2.5.2; given the past a message is a private channel's; KL is convex. *)
Theorem fact_information_user_by_user :
  forall (A B : Type) (Z_ : method (list vector) A B) (alpha : R) (d : nat) (epsilon : R) (m n : nat),
  0 < alpha ->
  alpha <= 1 ->
  (1 <= d)%nat ->
  0 < epsilon ->
  (1 <= m)%nat ->
  (1 <= n)%nat ->
  users_in_turn Z_ n epsilon ->
  forall c : R, (forall (C H : Type) (K : channel C H), private epsilon K ->
    forall x : C, forall x_ : C, KL_most (K x_) (K x) c) ->
  information_on (all_signs d) (heard Z_ (all_signs d) alpha m) (c * INR n).
Proof.
  intros A B Z alpha d epsilon m n _ _ _ _ _ _ [<- is_private] c each. rewrite Rmult_comm.
  exists (messages (fun h => channels Z h []) (users Z)). apply KL_average. intros v.
  apply chain_rule_against. intros h.
  assert (K : KL_most (bind (power (hidden_signs_law d alpha v) m) (channels Z h))
    (bind (power (hidden_signs_law d alpha v) m) (fun _ => channels Z h [])) c).
  { apply KL_of_mixtures. intros x. now apply each. }
  intros f F. specialize (K f F). cbn [bind E] in K. now rewrite E_const in K.
Qed.

(** ** Hidden signs of a linear loss *)

Lemma Sum_from_1 d x : Sum (seq 1 d) x = Sum (below d) (fun k => x (S k)).
Proof. unfold below. now rewrite <- seq_shift, Sum_map. Qed.

Section Mixtures_of_signs.
  Context {A : Type} (d k : nat) (M : list bool -> law A) (K : (k < d)%nat).

  Lemma mean_with_sign g : average d (fun v => sgn (bit v k) * E (M v) g) =
    (E (mixture d M k true) g - E (mixture d M k false) g) / 2.
  Proof.
    rewrite mixtures_by_edges.
    assert (turned : average d (fun v => sgn (bit v k) * E (M (flip k v)) g) =
      - average d (fun v => sgn (bit v k) * E (M v) g)).
    { rewrite <- (average_flip d k (fun v => sgn (bit v k) * E (M v) g) K).
      replace (- average d _) with (-1 * average d (fun v => sgn (bit (flip k v) k) * E (M (flip k v)) g)) by ring.
      rewrite <- average_scal. unfold average. f_equal. apply Sum_ext_in. intros v V.
      rewrite bit_flip by now rewrite (length_of_vertex d v V). unfold sgn. destruct (bit v k); simpl; ring. }
    transitivity ((average d (fun v => sgn (bit v k) * E (M v) g) -
      average d (fun v => sgn (bit v k) * E (M (flip k v)) g)) / 2); [rewrite turned; field |].
    rewrite <- average_minus. f_equal. unfold average. f_equal. apply Sum_ext. intros v. ring.
  Qed.

  Lemma mean_of_both g : average d (fun v => E (M v) g) =
    (E (mixture d M k true) g + E (mixture d M k false) g) / 2.
  Proof.
    rewrite !E_mixture, <- average_plus.
    transitivity ((average d (fun v => E (M v) g) + average d (fun v => E (M (flip k v)) g)) / 2).
    - rewrite (average_flip d k (fun v => E (M v) g) K). field.
    - rewrite <- average_plus. f_equal. unfold average. f_equal. apply Sum_ext. intros v. unfold with_bit.
      destruct (bit v k); simpl; ring.
  Qed.
End Mixtures_of_signs.

(** Assouad: Yu 1997, Lemma 2, for the losses -L theta.z: over the signs the mean of theta.v/(R sqrt(d)) is at most
    (1 + x)/2, x the mean distance, by Cauchy and Schwarz. The law at a vertex may be any on the ball whose mean is
    alpha times the corner. *)
Lemma assouad_for_linear_losses {A} (Z : method (list vector) A vector) (P : list bool -> law vector) L r alpha d m
    (x : nat -> R) c b :
  0 < L -> 0 < r -> 0 < alpha -> (1 <= d)%nat ->
  (forall v, In v (vertices d) -> on (in_euclid_ball 1 d) (P v)) ->
  (forall v theta, In v (vertices d) ->
    E (P v) (linear_loss L d theta) = - L * alpha * inner d theta (corner 1 d v)) ->
  let M v := transcript_of Z (power (P v) m) in
  (forall k, (k < d)%nat -> TV_most (mixture d M k true) (mixture d M k false) (x (S k))) ->
  Sum (seq 1 d) x <= c -> worst_excess_most d m r L Z b ->
  (1 - c / INR d) * L * r * alpha / 2 <= b.
Proof.
  intros L_pos r_pos a_pos some in_ball means M close total risk.
  assert (D : 0 < INR d) by (apply lt_0_INR; lia). assert (root : sqrt (INR d) ^ 2 = INR d) by (apply pow2_sqrt; lra).
  assert (pos : 0 < sqrt (INR d)) by now apply sqrt_lt_R0. set (q := sqrt (INR d)) in *.
  set (theta := fun z => into_ball r d (estimate Z z)).
  assert (theta_in : forall z, in_euclid_ball r d (theta z)) by (intros z; apply into_ball_inside).
  assert (square_in : forall z, Sum (below d) (fun k => theta z k ^ 2) <= r ^ 2).
  { intros z. rewrite <- distance_from_0. apply theta_in. }
  assert (B : forall k, (k < d)%nat -> bounded (fun z => theta z k)).
  { intros k K. exists r. intros z. rewrite <- (Rabs_pos_eq r) by lra. apply Rsqr_le_abs_0. rewrite !Rsqr_pow2.
    eapply Rle_trans; [| apply (square_in z)].
    apply Rle_trans with (Sum (below d) (fun i => if Nat.eq_dec i k then theta z k ^ 2 else 0)).
    - rewrite Sum_single; [lra | apply seq_NoDup | now apply in_below].
    - apply Sum_le. intros i. destruct (Nat.eq_dec i k) as [-> |]; [lra | apply pow2_ge_0]. }
  set (G := fun k z => if lt_dec k d then theta z k else 0).
  assert (bounded_G : forall k, bounded (G k)).
  { intros k. unfold G. destruct (lt_dec k d); [now apply B | bounded]. }
  assert (inside : forall k z, In k (below d) -> G k z = theta z k).
  { intros k z K. apply in_below in K. unfold G. now destruct (lt_dec k d). }
  (* At each vertex. *)
  assert (each : forall v, In v (vertices d) ->
    L * alpha * (r - / q * Sum (below d) (fun k => sgn (bit v k) * E (M v) (G k))) <= b).
  { intros v V.
    assert (excess : excess_most r d (M v) theta (P v) (linear_loss L d) b).
    { apply excess_of_allowed_losses with L; [exact r_pos | lra | apply risk |].
      exists (in_euclid_ball 1 d). split; [now apply in_ball |].
      intros y Y. apply linear_loss_is_convex; [lra | exact Y]. }
    specialize (excess (corner r d v) (corner_in_ball r d v some)).
    assert (best : inner d (corner r d v) (corner 1 d v) = r).
    { unfold inner. rewrite (Sum_ext_in _ _ (fun _ => r / INR d)); [rewrite Sum_below_const; field; lra |].
      intros k K. apply in_below in K. rewrite !corner_at by exact K. fold q.
      replace (r / INR d) with (r / q ^ 2) by now rewrite root. unfold sgn. destruct (bit v k); field; lra. }
    set (loss := fun z => L * alpha * (r - / q * Sum (below d) (fun k => sgn (bit v k) * G k z))).
    assert (bounded_loss : bounded loss) by (unfold loss; bounded).
    assert (same : forall z, E (P v) (linear_loss L d (theta z)) - E (P v) (linear_loss L d (corner r d v)) = loss z).
    { intros z. rewrite !means, best by exact V. unfold loss, inner.
      rewrite (Sum_ext_in _ (fun k => theta z k * corner 1 d v k) (fun k => / q * (sgn (bit v k) * G k z))).
      - rewrite Sum_scal. ring.
      - intros k K. rewrite inside by exact K. apply in_below in K. rewrite corner_at by exact K.
        fold q. unfold Rdiv. ring. }
    apply Rle_trans with (E (M v) loss).
    - right. unfold loss. rewrite E_scal, E_minus, E_const, E_scal, E_Sum by (intros; bounded). do 3 f_equal.
      apply Sum_ext. intros k. now rewrite E_scal by apply bounded_G.
    - apply mean_most_bounded; [exact bounded_loss |]. intros cut. specialize (excess cut).
      eapply Rle_trans; [right | exact excess]. apply E_ext. intros z. now rewrite same. }
  (* On average. *)
  set (s := q / r). assert (S_pos : 0 < s) by (apply Rdiv_lt_0_compat; lra).
  assert (heard_signs : Sum (below d) (fun k => average d (fun v => sgn (bit v k) * E (M v) (G k))) <=
    s / 2 * r ^ 2 + c / (2 * s)).
  { apply Rle_trans with (Sum (below d) (fun k => s / 2 * average d (fun v => E (M v) (fun z => G k z ^ 2)) +
      / (2 * s) * x (S k))).
    - apply Sum_le_in. intros k K. apply in_below in K. rewrite mean_with_sign, (mean_of_both d k M K) by exact K.
      pose proof (gap_by_square _ _ _ s (G k) S_pos (bounded_G k) (close k K)). unfold Rdiv in *. lra.
    - rewrite Sum_plus, !Sum_scal, <- Sum_from_1. apply Rplus_le_compat.
      + apply Rmult_le_compat_l; [lra |]. rewrite <- average_Sum, <- (average_const d (r ^ 2)). apply average_le.
        intros v _. rewrite <- E_Sum by (intros; bounded). apply E_le; [apply bounded_Sum; intros; bounded |].
        intros z. eapply Rle_trans; [right | apply (square_in z)]. apply Sum_ext_in. intros k K. now rewrite inside.
      + unfold Rdiv. rewrite (Rmult_comm c).
        apply Rmult_le_compat_l; [left; apply Rinv_0_lt_compat; lra | exact total]. }
  assert (mean : average d (fun v => L * alpha * (r - / q * Sum (below d) (fun k => sgn (bit v k) * E (M v) (G k)))) <=
    b).
  { rewrite <- (average_const d b). apply average_le. exact each. }
  rewrite average_scal, (average_minus d (fun _ => r)), average_const, average_scal, average_Sum in mean.
  eapply Rle_trans; [| exact mean].
  apply (Rmult_le_compat_l (/ q)) in heard_signs; [| left; now apply Rinv_0_lt_compat].
  replace (/ q * (s / 2 * r ^ 2 + c / (2 * s))) with (r / 2 + c / q ^ 2 * r / 2) in heard_signs
    by (unfold s; field; split; lra).
  rewrite root in heard_signs. set (y := c / INR d) in *.
  assert (0 < L * alpha) by now apply Rmult_lt_0_compat.
  replace ((1 - y) * L * r * alpha / 2) with (L * alpha * (r - (r / 2 + y * r / 2))) by field.
  apply Rmult_le_compat_l; lra.
Qed.

(** The signs are heard through their mixtures. *)
Theorem fact_hidden_signs_of_a_linear_loss :
  forall (A : Type) (Z_ : method (list vector) A vector) (L R_ alpha : R) (d m : nat),
  0 < L ->
  0 < R_ ->
  0 < alpha ->
  alpha <= 1 ->
  (1 <= d)%nat ->
  (1 <= m)%nat ->
  forall c : R, (exists x : nat -> R, (forall j : nat, (1 <= j)%nat -> (j <= d)%nat ->
    TV_most (given_sign (heard Z_ (all_signs d) alpha m) (sign_of (all_signs d) j) 1)
      (given_sign (heard Z_ (all_signs d) alpha m) (sign_of (all_signs d) j) (- 1)) (x j)) /\
    Sum (seq 1 d) (fun j => x j) <= c) ->
  forall r : R, worst_excess_most d m R_ L Z_ r ->
  (1 - c / INR d) * L * R_ * alpha / 2 <= r.
Proof.
  intros A Z L r alpha d m L_pos r_pos a_pos a_1 some _ c (x & close & total) b risk.
  apply (assouad_for_linear_losses Z (hidden_signs_law d alpha) L r alpha d m x c b); auto.
  - intros v _. now apply hidden_signs_in_ball.
  - intros v theta _. now apply mean_of_hidden_signs.
  - intros k K. specialize (close (S k) ltac:(lia) ltac:(lia)). unfold sign_of, how_many in close.
    rewrite given_plus, given_minus in close. exact close.
Qed.
