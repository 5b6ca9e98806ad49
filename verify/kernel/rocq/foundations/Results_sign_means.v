(** * Numbered results of kent: Theorem 6 from below

    Each theorem says what a claim of the ledger says at that place, as the exporter writes it from the claim itself. *)

From Foundations Require Export Van_trees Facts_information Results_means.
Import ListNotations.
Open Scope R_scope.

(** ** Signs as vectors *)

Definition stretched s (x : vector) : vector := fun k => s * x k.

Lemma signs_live_on d theta : lives_on (fun x => forall k, ((k < d)%nat -> x k = 1 \/ x k = - 1) /\
  ((d <= k)%nat -> x k = 0)) (signs_with_means d theta).
Proof.
  induction d as [| d IH]; intros f g F G same.
  - apply same. intros k. split; [lia | reflexivity].
  - rewrite !E_signs_with_means. set (one := fun (h : vector -> R) (x : vector) =>
      E (sign_with_mean (theta d)) (fun c => h (put x d c))).
    assert (bounded_one : forall h, bounded h -> bounded (one h)).
    { intros h [M H]. exists M. intros x. apply E_small. intros c. apply H. }
    apply (IH (one f) (one g)); auto. intros x at_x.
    assert (each : forall c, c = 1 \/ c = - 1 -> f (put x d c) = g (put x d c)).
    { intros c C. apply same. intros k. destruct (Nat.eq_dec k d) as [-> | other].
      - rewrite put_at. split; [now intros _ | lia].
      - rewrite put_other by exact other. split; intros K; apply at_x; lia. }
    unfold one. simpl. rewrite !each; auto.
Qed.

Lemma scaled_signs_live_on s d theta (S : vector -> Prop) :
  (forall x, (forall k, (k < d)%nat -> x k = s \/ x k = - s) -> is_zero_from d x -> S x) ->
  lives_on S (image (stretched s) (signs_with_means d theta)).
Proof.
  intros inside f g F G same. simpl. apply (signs_live_on d theta); [now apply (bounded_after f) |
    now apply (bounded_after g) |]. intros x at_x. apply same, inside.
  - intros k K. unfold stretched. destruct (proj1 (at_x k) K) as [-> | ->]; [left | right]; ring.
  - intros k K. unfold stretched. rewrite (proj2 (at_x k) K). ring.
Qed.

Lemma mean_of_scaled_signs s d theta : 0 < s -> in_half_cube d theta ->
  has_mean_vector (image (stretched s) (signs_with_means d theta)) (fun k => if lt_dec k d then s * theta k else 0).
Proof.
  intros pos cube. exists s. split.
  - apply scaled_signs_live_on. intros x signs zero k. destruct (lt_dec k d) as [less | off].
    + destruct (signs k less); lra.
    + rewrite zero by lia. lra.
  - apply functional_extensionality. intros k. unfold mean_vector. simpl. unfold stretched.
    assert (B : bounded (fun c => clip s (s * c))).
    { apply bounded_between with (- s) s. intros c. apply clip_between. lra. }
    destruct (lt_dec k d) as [less | off].
    + rewrite (E_coordinate d theta k (fun c => clip s (s * c)) less B). specialize (cube k less).
      rewrite E_sign_with_mean by lra. rewrite !clip_inside by lra. field.
    + rewrite (signs_live_on d theta _ (fun _ => 0)).
      * now rewrite E_const.
      * now apply (bounded_after (fun c => clip s (s * c)) (fun x : vector => x k)).
      * bounded.
      * intros x at_x. rewrite (proj2 (at_x k)) by lia. rewrite Rmult_0_r. apply clip_inside. lra.
Qed.

Lemma clip_is_nearer a b : -1 <= b <= 1 -> (clip 1 a - b) ^ 2 <= (a - b) ^ 2.
Proof. intros inside. unfold clip, Rmax, Rmin. repeat destruct (Rle_dec _ _); nra. Qed.

(** ** What the messages tell of the means *)

Lemma trace_of_private_messages {A T} (Z : method (list vector) A T) n alpha m d : (1 <= d)%nat -> 0 < alpha ->
  (1 <= m)%nat -> (1 <= n)%nat -> users_in_turn Z n alpha ->
  messages_trace_most Z m d (32 / 9 * INR m * (alpha * tanh (alpha / 2)) * INR n).
Proof.
  intros d_pos a_pos m_pos n_pos turns.
  apply (fact_information_of_all_messages _ _ Z d alpha m n d_pos a_pos m_pos n_pos turns). intros C K is_private.
  assert (m_1 : 1 <= INR m) by now apply (le_INR 1).
  replace (32 / 9 * INR m * (alpha * tanh (alpha / 2))) with (2 * (alpha * tanh (alpha / 2)) * (16 * INR m / 9))
    by field.
  apply fact_Fisher_information_by_mutual_information; auto; [lra | apply fact_the_score_of_signs; auto; lra |].
  apply fact_mutual_information_by_divergences; auto. intros P x.
  now apply fact_private_divergence_from_a_mixture.
Qed.

Lemma trace_of_all_data {A T} (Z : method (list vector) A T) n alpha m d : (1 <= d)%nat -> 0 < alpha ->
  (1 <= m)%nat -> (1 <= n)%nat -> users_in_turn Z n alpha ->
  messages_trace_most Z m d (4 * INR d * INR m / 3 * INR n).
Proof.
  intros d_pos a_pos m_pos n_pos turns.
  apply (fact_information_of_all_messages _ _ Z d alpha m n d_pos a_pos m_pos n_pos turns). intros C K _.
  now apply fact_information_of_the_data.
Qed.

(** ** A class that contains signs whose means are stretched by s *)

Section Scaled.
  Context (s : R) (d : nat) (F : class vector) (s_pos : 0 < s) (d_pos : (1 <= d)%nat).
  Hypothesis inside : forall theta, F (image (stretched s) (signs_with_means d theta)).
  Context {A : Type} (Z : method (list vector) A vector) (T n : nat) (alpha r : R).
  Hypotheses (T_pos : (1 <= T)%nat) (n_pos : (1 <= n)%nat) (a_pos : 0 < alpha) (turns : users_in_turn Z n alpha).
  Hypothesis risk : worst_loss_most (with_means d F) T squared Z r.

  Let Z' : method (list vector) A vector := Method (list vector) A vector (users Z) (behind (stretched s) (channels Z))
    (estimate Z).

  Let turns' : users_in_turn Z' n alpha.
  Proof. destruct turns as [users_n is_private]. split; [exact users_n |]. now apply interactive_behind. Qed.

  Lemma risk_by_trace c : 0 <= c -> messages_trace_most Z' T d c -> s ^ 2 * (INR d ^ 2 / (c + 40 * INR d)) <= r.
  Proof.
    intros c_pos trace. set (G := fun j z => clip 1 (estimate Z z j / s)).
    assert (square : 0 < s ^ 2) by now apply pow_lt.
    assert (bounded_G : forall j, bounded (G j)).
    { intros j. apply (bounded_after (clip 1) (fun z => estimate Z z j / s)), bounded_clip. }
    assert (bound : INR d ^ 2 / (c + 40 * INR d) <= r / s ^ 2).
    { apply (van_trees Z' T d c (r / s ^ 2) G d_pos c_pos trace bounded_G). intros theta cube.
      set (mu := fun k => if lt_dec k d then s * theta k else 0).
      destruct risk as [_ each].
      specialize (each (image (stretched s) (signs_with_means d theta)) mu
        (conj (inside theta) (mean_of_scaled_signs s d theta s_pos cube))).
      set (P := transcript_of Z (power (image (stretched s) (signs_with_means d theta)) T)) in *.
      assert (loss_is : forall z, loss_at squared (metric (parameters (with_means d F)) (estimate Z z) mu) =
        Sum (below d) (fun j => (estimate Z z j - s * theta j) ^ 2)).
      { intros z. change (loss_at squared (Elementary.norm d (less (estimate Z z) mu)) =
          Sum (below d) (fun j => (estimate Z z j - s * theta j) ^ 2)).
        rewrite squared_at by apply sqrt_pos. rewrite norm_square, inner_squares. apply Sum_ext_in. intros j J.
        apply in_below in J. unfold less, mu. destruct (lt_dec j d); [reflexivity | lia]. }
      set (near := fun z => Sum (below d) (fun j => s ^ 2 * (G j z - theta j) ^ 2)).
      assert (bounded_near : bounded near) by (apply bounded_Sum; intros j; bounded).
      assert (low : E P near <= r).
      { apply (mean_most_below P (fun z => loss_at squared (metric (parameters (with_means d F)) (estimate Z z) mu)));
          [intros z; apply loss_ge_0 | exact bounded_near | | exact each].
        intros z. rewrite loss_is. unfold near. apply Sum_le_in. intros j J. apply in_below in J. specialize (cube j J).
        pose proof (clip_is_nearer (estimate Z z j / s) (theta j) ltac:(lra)) as closer.
        apply (Rmult_le_compat_l (s ^ 2)) in closer; [| lra]. eapply Rle_trans; [exact closer |]. right. field. lra. }
      apply Rmult_le_reg_l with (s ^ 2); [exact square |]. replace (s ^ 2 * (r / s ^ 2)) with r by (field; lra).
      eapply Rle_trans; [right | exact low]. unfold near. rewrite E_Sum, <- Sum_scal by (intros j; bounded).
      apply Sum_ext. intros j. rewrite E_scal by bounded. f_equal. unfold P, transcript_of, draws_of_signs. symmetry.
      apply (transcript_behind (stretched s) (channels Z) (signs_with_means d theta) T (users Z)
        (fun z => (G j z - theta j) ^ 2)). }
    apply (Rmult_le_compat_l (s ^ 2)) in bound; [| lra]. replace (s ^ 2 * (r / s ^ 2)) with r in bound by (field; lra).
    exact bound.
  Qed.

  Hypothesis many : INR d <= Rmin alpha (alpha ^ 2) * INR n.

  Lemma risk_of_scaled_means : s ^ 2 * INR d ^ 2 / (44 * Rmin alpha (Rmin (INR d) (alpha ^ 2)) * INR T * INR n) <= r.
  Proof.
    assert (T_1 : 1 <= INR T) by now apply (le_INR 1). assert (n_1 : 1 <= INR n) by now apply (le_INR 1).
    assert (d_1 : 1 <= INR d) by now apply (le_INR 1).
    set (u := Rmin alpha (alpha ^ 2)) in *.
    assert (u_pos : 0 < u) by (apply Rmin_pos; [exact a_pos | now apply pow_lt]).
    assert (least : Rmin alpha (Rmin (INR d) (alpha ^ 2)) = Rmin (INR d) u).
    { unfold u. rewrite Rmin_assoc, (Rmin_comm alpha (INR d)), <- Rmin_assoc. reflexivity. }
    rewrite least. clear least.
    assert (tanh_pos : 0 <= tanh (alpha / 2)).
    { rewrite tanh_as_ratio. pose proof (exp_ge_1 alpha ltac:(lra)). apply Rdiv_le_0_compat; lra. }
    assert (low : alpha * tanh (alpha / 2) <= u).
    { rewrite tanh_as_ratio. pose proof (tanh_below alpha ltac:(lra)) as half. pose proof (exp_pos alpha).
      assert (one : (exp alpha - 1) / (exp alpha + 1) <= 1).
      { apply Rmult_le_reg_r with (exp alpha + 1); [lra |]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l; lra. }
      apply Rmin_glb; nra. }
    assert (N : 1 <= INR T * INR n) by nra.
    assert (enough_told : forall c w, 0 < w -> 0 <= c -> messages_trace_most Z' T d c -> INR d <= w * INR n ->
      c <= 4 * w * INR T * INR n -> s ^ 2 * INR d ^ 2 / (44 * w * INR T * INR n) <= r).
    { intros c w w_pos c_pos trace told c_most. eapply Rle_trans; [| apply (risk_by_trace c c_pos trace)].
      unfold Rdiv. rewrite Rmult_assoc. apply Rmult_le_compat_l; [apply pow2_ge_0 |].
      apply Rmult_le_compat_l; [apply pow2_ge_0 |]. apply Rinv_le_contravar; [lra |].
      assert (w * INR n <= w * INR n * INR T) by (assert (0 < w * INR n) by nra; nra). nra. }
    unfold Rmin at 1. destruct (Rle_dec (INR d) u) as [few | more].
    - apply (enough_told (4 * INR d * INR T / 3 * INR n)); [lra | | now apply trace_of_all_data with alpha | nra |].
      + assert (0 <= INR d * (INR T * INR n)) by nra. nra.
      + assert (0 <= INR d * (INR T * INR n)) by nra. nra.
    - apply (enough_told (32 / 9 * INR T * (alpha * tanh (alpha / 2)) * INR n)); [lra | |
        now apply trace_of_private_messages | exact many |].
      + assert (0 <= alpha * tanh (alpha / 2)) by nra. assert (0 <= alpha * tanh (alpha / 2) * (INR T * INR n)) by nra.
        nra.
      + assert (alpha * tanh (alpha / 2) * (INR T * INR n) <= u * (INR T * INR n)) by (apply Rmult_le_compat_r; lra).
        assert (0 <= u * (INR T * INR n)) by nra. nra.
  Qed.
End Scaled.

(** ** Theorem 6 *)

(** (i), the lower bound, with few requirements. *)
Theorem kent_thm6i_lower : forall (T : nat) (alpha : R) (d n : nat),
  (1 <= T)%nat ->
  0 < alpha ->
  (1 <= d)%nat ->
  (1 <= n)%nat ->
  INR d <= Rmin alpha (alpha ^ 2) * INR n ->
  forall (A : Type) (Z_ : method (list vector) A vector), users_in_turn Z_ n alpha ->
  forall r : R, worst_loss_most (with_means d (laws_on_cube 1 d)) T squared Z_ r ->
  (INR d) ^ 2 / (44 * Rmin alpha (Rmin (INR d) (alpha ^ 2)) * INR T * INR n) <= r.
Proof.
  intros T alpha d n T_pos a_pos d_pos n_pos many A Z turns r risk.
  rewrite <- (Rmult_1_l (INR d ^ 2)), <- (pow1 2) at 1.
  apply (risk_of_scaled_means 1 d (laws_on_cube 1 d) ltac:(lra) d_pos) with (Z := Z); auto. intros theta.
  apply scaled_signs_live_on. intros x signs zero. split; [exact zero |]. intros k.
  destruct (lt_dec k d) as [less | off]; [destruct (signs k less); lra | rewrite zero by lia; lra].
Qed.

(** (ii), the lower bound, with few requirements. *)
Theorem kent_thm6ii_lower : forall (T : nat) (alpha : R) (d n : nat),
  (1 <= T)%nat ->
  0 < alpha ->
  (1 <= d)%nat ->
  (1 <= n)%nat ->
  INR d <= Rmin alpha (alpha ^ 2) * INR n ->
  forall (A : Type) (Z_ : method (list vector) A vector), users_in_turn Z_ n alpha ->
  forall r : R, worst_loss_most (with_means d (laws_on_ball 2 1 d)) T squared Z_ r ->
  INR d / (44 * Rmin alpha (Rmin (INR d) (alpha ^ 2)) * INR T * INR n) <= r.
Proof.
  intros T alpha d n T_pos a_pos d_pos n_pos many A Z turns r risk.
  assert (D : 0 < INR d) by (apply lt_0_INR; lia). pose proof (sqrt_lt_R0 _ D) as root.
  replace (INR d) with ((/ sqrt (INR d)) ^ 2 * INR d ^ 2) at 1
    by (rewrite pow_inv, pow2_sqrt by lra; field; lra).
  apply (risk_of_scaled_means (/ sqrt (INR d)) d (laws_on_ball 2 1 d) (Rinv_0_lt_compat _ root) d_pos) with (Z := Z);
    auto.
  intros theta. apply scaled_signs_live_on. intros x signs zero. apply in_ball_2; [lra |]. split; [exact zero |].
  rewrite (Sum_ext_in _ _ (fun _ => / INR d)).
  - rewrite Sum_below_const, Rinv_r by lra. lra.
  - intros k K. apply in_below in K.
    replace (/ INR d) with ((/ sqrt (INR d)) ^ 2) by (rewrite pow_inv, pow2_sqrt by lra; reflexivity).
    destruct (signs k K) as [-> | ->]; ring.
Qed.

Lemma many_enough alpha d n : (1 <= d)%nat ->
  273152 * ln (exp 1 * INR d) < Rmin alpha (alpha ^ 2) * INR n / INR d -> INR d <= Rmin alpha (alpha ^ 2) * INR n.
Proof.
  intros some large. assert (D : 1 <= INR d) by now apply (le_INR 1).
  assert (1 <= ln (exp 1 * INR d)).
  { rewrite ln_mult, ln_exp by (try apply exp_pos; lra). pose proof (ln_le 1 (INR d) ltac:(lra) D). rewrite ln_1 in H.
    lra. }
  apply (Rmult_lt_compat_r (INR d)) in large; [| lra].
  replace (Rmin alpha (alpha ^ 2) * INR n / INR d * INR d) with (Rmin alpha (alpha ^ 2) * INR n) in large
    by (field; lra).
  nra.
Qed.

(** (i), the lower bound. *)
Theorem kent_thm6i_rate : forall (T : nat) (alpha : R) (d n : nat),
  (1 <= T)%nat ->
  0 < alpha ->
  (1 <= d)%nat ->
  (1 <= n)%nat ->
  273152 * ln (exp 1 * INR d) < Rmin alpha (alpha ^ 2) * INR n / INR d ->
  forall (A : Type) (Z_ : method (list vector) A vector), users_in_turn Z_ n alpha ->
  forall r : R, worst_loss_most (with_means d (laws_on_cube 1 d)) T squared Z_ r ->
  (INR d) ^ 2 / (44 * Rmin alpha (Rmin (INR d) (alpha ^ 2)) * INR T * INR n) <= r.
Proof.
  intros T alpha d n T_pos a_pos d_pos n_pos large. now apply kent_thm6i_lower, many_enough.
Qed.

(** (ii), the lower bound. *)
Theorem kent_thm6ii_rate : forall (T : nat) (alpha : R) (d n : nat),
  (1 <= T)%nat ->
  0 < alpha ->
  (1 <= d)%nat ->
  (1 <= n)%nat ->
  273152 * ln (exp 1 * INR d) < Rmin alpha (alpha ^ 2) * INR n / INR d ->
  forall (A : Type) (Z_ : method (list vector) A vector), users_in_turn Z_ n alpha ->
  forall r : R, worst_loss_most (with_means d (laws_on_ball 2 1 d)) T squared Z_ r ->
  INR d / (44 * Rmin alpha (Rmin (INR d) (alpha ^ 2)) * INR T * INR n) <= r.
Proof.
  intros T alpha d n T_pos a_pos d_pos n_pos large. now apply kent_thm6ii_lower, many_enough.
Qed.
