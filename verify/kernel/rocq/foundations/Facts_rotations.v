(** * The facts of the calculus on rotated means *)

From Foundations Require Export Rotations.
Import ListNotations.
Open Scope R_scope.

Lemma at_least_test level x : 0 <= at_least level x <= 1.
Proof. unfold at_least. destruct (Rle_dec _ _); lra. Qed.

Lemma bounded_at_least {A} level (f : A -> R) : bounded (fun x => at_least level (f x)).
Proof. apply bounded_between with 0 1. intros x. apply at_least_test. Qed.

(** A mean over the signs and the data, in either order. *)
Lemma average_E {A} d (P : law A) (f : list bool -> A -> R) : (forall signs, bounded (f signs)) ->
  average d (fun signs => E P (f signs)) = E P (fun data => average d (fun signs => f signs data)).
Proof.
  intros F. unfold average. rewrite E_scal by now apply bounded_Sum. now rewrite E_Sum.
Qed.

(** McDiarmid: Boucheron, Lugosi and Massart 2013, Theorem 6.2: E|mean - theta| <= T^(-1/2), a draw moves it by 2/T. *)
Theorem fact_norm_of_a_mean_of_vectors_in_the_ball : forall (P : law vector) (T d : nat) (u : R),
  (1 <= T)%nat ->
  (1 <= d)%nat ->
  1 <= u ->
  member P (laws_on_ball 2 1 d) ->
  norm_off P T d (u / sqrt (INR T)) <= exp (- ((u - 1) ^ 2 / 2)).
Proof. intros P T d u T1 _ U inside. now apply norm_of_a_mean. Qed.

(** The signs are independent of the data: a far mean, or a large coordinate beside its length. *)
Theorem fact_rotated_and_not_far : forall (P : law vector) (T d : nat) (s w : R),
  (1 <= T)%nat ->
  (1 <= d)%nat ->
  0 < s ->
  0 < w ->
  forall c : R, (forall v : vector, finite_vector v -> nonzero_vector v -> sign_tail v d (w / s) <= c) ->
  rotated_off P T d w <= norm_off P T d s + c.
Proof.
  intros P T d s w _ D S W c tails. unfold rotated_off, norm_off.
  assert (C : 0 <= c).
  { set (first := fun k => if Nat.eqb k 0 then 1 else 0 : R). eapply Rle_trans; [| apply (tails first)].
    - unfold sign_tail. rewrite <- (average_const d 0). apply average_le. intros signs _. apply at_least_test.
    - exists 1%nat. intros k K. unfold first. now rewrite (proj2 (Nat.eqb_neq k 0)) by lia.
    - exists O. unfold first. simpl. lra. }
  rewrite average_E by (intros; apply bounded_at_least). rewrite <- (E_const (power P T) c), <- E_plus;
    [| apply bounded_at_least | bounded].
  assert (B : forall data, 0 <= average d (fun signs => at_least w (Rabs (rotated d signs (user_error d P T data))))
    <= 1).
  { intros data. rewrite <- (average_const d 0) at 1. rewrite <- (average_const d 1). split; apply average_le;
      intros signs _; apply at_least_test. }
  apply E_mono; [now apply bounded_between with 0 1 | apply bounded_plus; [apply bounded_at_least | bounded] |].
  intros data. set (x := user_error d P T data).
  destruct (Rle_dec s (euclidean_norm x)) as [far | near].
  { unfold at_least at 2. destruct (Rle_dec s (euclidean_norm x)); [| easy]. specialize (B data). fold x in B. lra. }
  apply Rle_trans with c; [| pose proof (at_least_test s (euclidean_norm x)); lra].
  assert (finite_x : finite_vector x).
  { exists d. intros k K. unfold x, user_error. now rewrite (proj2 (Nat.ltb_ge k d) K). }
  destruct (classic (nonzero_vector x)) as [other | zero].
  - eapply Rle_trans; [| exact (tails x finite_x other)]. unfold sign_tail. apply average_le. intros signs _.
    unfold at_least. destruct (Rle_dec w _) as [large |], (Rle_dec (euclidean_norm x * (w / s)) _) as [| small];
      try lra.
    exfalso. apply small. apply Rle_trans with w; [| exact large].
    replace w with (s * (w / s)) at 2 by (field; lra). apply Rmult_le_compat_r; [| lra].
    left. now apply Rdiv_lt_0_compat.
  - assert (X : forall k, x k = 0) by (intros k; apply NNPP; intros N; apply zero; now exists k).
    apply Rle_trans with 0; [| exact C]. rewrite <- (average_const d 0). apply average_le. intros signs _.
    unfold at_least, rotated. rewrite (Sum_ext _ _ (fun _ => 0)) by (intros k; rewrite X; ring).
    rewrite Sum_const, Rmult_0_r. unfold Rdiv. rewrite Rmult_0_l, Rabs_R0. destruct (Rle_dec w 0); lra.
Qed.

(** At most the probability: averaged over the rotation. *)
Theorem fact_the_square_of_a_chance : forall (P : law vector) (T d : nat) (w : R),
  (1 <= T)%nat ->
  (1 <= d)%nat ->
  0 < w ->
  rotated_square P T d w <= rotated_off P T d w.
Proof.
  intros P T d w _ _ _. apply average_le. intros signs _.
  pose proof (E_between (power P T) (fun data => at_least w (Rabs (rotated d signs (user_error d P T data)))) 0 1
    ltac:(intros; apply at_least_test)). simpl. nra.
Qed.
