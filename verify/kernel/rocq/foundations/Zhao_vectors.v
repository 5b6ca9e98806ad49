(** * Zhao et al. (arXiv:2405.17079v1), Theorems 6 and 7: means of vectors, from below *)

From Foundations Require Import Families.
Import ListNotations.
Open Scope R_scope.

(** The minimax risks of the mean, for the squared Euclidean error, over all laws on a ball and on a cube. *)
Definition ball_risk_at_least p D d n m eps r :=
  minimax_at_least (on (in_ball p D d)) (squared_error_of_vector D d) n m eps r.
Definition cube_risk_at_least D d n m eps r :=
  minimax_at_least (on (in_cube D d)) (squared_error_of_vector D d) n m eps r.

(** The bias s of the signs with s^2 = min(1/4, x). *)
Definition bias x := sqrt (Rmin (1 / 4) x).

Lemma bias_square x : 0 <= x -> bias x ^ 2 = Rmin (1 / 4) x.
Proof. intros H. apply pow2_sqrt, Rmin_glb; lra. Qed.

Lemma bias_range x : 0 < x -> 0 < bias x < 1.
Proof.
  intros H. split; [apply sqrt_lt_R0, Rmin_glb_lt; lra |].
  pose proof (bias_square x ltac:(lra)). pose proof (Rmin_l (1 / 4) x). pose proof (sqrt_pos (Rmin (1 / 4) x)).
  fold (bias x) in *. nra.
Qed.

(** The mean square of a change of a sign, 4 s^2/(1 - s^2). *)
Lemma change_small s : s ^ 2 <= 1 / 4 -> 0 <= 4 * s ^ 2 / (1 - s ^ 2) <= 16 / 3 * s ^ 2.
Proof.
  intros H. pose proof (pow2_ge_0 s). split; [apply Rdiv_le_0_compat; lra | apply Rle_div_l; nra].
Qed.

Lemma scaled_minimum x : Rmin (1 / 4) x = / 4 * Rmin 1 (4 * x).
Proof. unfold Rmin. repeat destruct (Rle_dec _ _); lra. Qed.

Lemma Rmult_min_distr_r_compat a b c : 0 <= c -> Rmin a b * c = Rmin (a * c) (b * c).
Proof.
  intros C. unfold Rmin. destruct (Rle_dec a b), (Rle_dec (a * c) (b * c)); try reflexivity; nra.
Qed.

Section Vectors.
  Variables (D eps : R) (d n m : nat).
  Hypotheses (D_pos : 0 < D) (eps_pos : 0 < eps) (d_ge_1 : (1 <= d)%nat) (users : (1 <= n)%nat) (draws : (1 <= m)%nat).
  Let kappa := (exp eps - 1) ^ 2.
  Let w := INR m * INR n * kappa.

  Let d_real : 1 <= INR d.
  Proof. change 1 with (INR 1). now apply le_INR. Qed.

  Let n_real : 1 <= INR n.
  Proof. change 1 with (INR 1). now apply le_INR. Qed.

  Let m_real : 1 <= INR m.
  Proof. change 1 with (INR 1). now apply le_INR. Qed.

  Let kappa_pos : 0 < kappa.
  Proof. unfold kappa. pose proof (exp_ineq1 eps ltac:(lra)). apply pow_lt. lra. Qed.

  Let w_pos : 0 < w.
  Proof. apply Rmult_lt_0_compat; [apply Rmult_lt_0_compat; lra | exact kappa_pos]. Qed.

  (** ** Theorem 7: the cube *)

  (** Claim zhao/thm7/lower, with 8 for its 16. *)
  Theorem zhao_theorem_7_sharper : cube_risk_at_least D d n m eps (D ^ 2 * INR d * Rmin 1 (3 * INR d / (16 * w)) / 8).
  Proof.
    intros B Z estimate b private_users risk.
    set (x := 3 * INR d / (64 * w)).
    assert (X : 0 < x) by (apply Rdiv_lt_0_compat; lra).
    pose proof (bias_range x X) as S. pose proof (bias_square x ltac:(lra)) as square. set (s := bias x) in *.
    pose proof (Rmin_l (1 / 4) x). pose proof (Rmin_r (1 / 4) x).
    pose proof (change_small s ltac:(lra)) as change.
    assert (quarter : hamming_at_least d
      (fun v => transcript (behind (vector_of_signs D d) Z) (power (signs s S v) m) n) (INR d / 4)).
    { apply (a_quarter_is_wrong d (signs s S) (sign_ratio s) (4 * s ^ 2 / (1 - s ^ 2)))
        with (e := eps) (kappa := kappa).
      - intros v. apply commutes_signs.
      - lra.
      - intros v V. pose proof (changes_of_signs s S v) as C. rewrite (length_of_vertex d v V) in C. exact C.
      - exact eps_pos.
      - now apply interactive_behind.
      - apply Rle_refl.
      - apply Rle_trans with (4 * kappa * INR n * (INR m * (16 / 3 * x))).
        + apply Rmult_le_compat_l; [apply Rmult_le_pos; [apply Rmult_le_pos |]; lra |].
          apply Rmult_le_compat_l; lra.
        + right. unfold x, w. field. lra. }
    assert (bound : 2 * (D * s) ^ 2 * (INR d / 4) <= b).
    { apply (assouad d (fun v => image (vector_of_signs D d) (signs s S v)) (mean_vector D) (D * s) Z estimate n m
          (INR d / 4)); auto.
      - left. apply Rmult_lt_0_compat; lra.
      - intros v i V L. now apply means_of_signs.
      - now apply hamming_behind.
      - intros v V. now apply risk, signs_in_a_cube. }
    rewrite Rpow_mult_distr, square, scaled_minimum in bound.
    replace (4 * x) with (3 * INR d / (16 * w)) in bound by (unfold x; field; lra). lra.
  Qed.

  (** Claim zhao/thm7/lower, corrected: Theorem 7, (11). *)
  Theorem zhao_theorem_7 :
    cube_risk_at_least D d n m eps (D ^ 2 * INR d * Rmin 1 (3 * INR d / (16 * INR m * INR n * (exp eps - 1) ^ 2)) / 16).
  Proof.
    eapply minimax_weaken; [apply zhao_theorem_7_sharper |].
    replace (3 * INR d / (16 * INR m * INR n * (exp eps - 1) ^ 2)) with (3 * INR d / (16 * w)).
    - assert (0 <= Rmin 1 (3 * INR d / (16 * w))) by (apply Rmin_glb; [lra | apply Rdiv_le_0_compat; lra]).
      assert (0 <= D ^ 2 * INR d) by (apply Rmult_le_pos; [apply pow2_ge_0 | lra]). nra.
    - unfold w. fold kappa. field. repeat split; lra.
  Qed.

  Let high_privacy : eps <= 1 -> w <= 3 * (eps ^ 2 * INR m * INR n).
  Proof.
    intros H. pose proof (exp_minus_1_squared eps ltac:(lra)) as K. fold kappa in K.
    unfold w. apply (Rmult_le_compat_l (INR m * INR n)) in K; [lra |]. apply Rmult_le_pos; lra.
  Qed.

  Theorem zhao_theorem_7_high_privacy : eps <= 1 ->
    cube_risk_at_least D d n m eps (D ^ 2 * INR d * Rmin 1 (INR d / (16 * eps ^ 2 * INR m * INR n)) / 16).
  Proof.
    intros H. eapply minimax_weaken; [apply zhao_theorem_7 |]. specialize (high_privacy H).
    apply Rmult_le_compat_r; [lra |]. apply Rmult_le_compat_l; [apply Rmult_le_pos; [apply pow2_ge_0 | lra] |].
    apply Rle_min_compat_l.
    replace (3 * INR d / (16 * INR m * INR n * (exp eps - 1) ^ 2)) with (3 * INR d / (16 * w))
      by (unfold w; fold kappa; field; repeat split; lra).
    set (u := eps ^ 2 * INR m * INR n) in *. assert (U : 0 < u) by lra.
    replace (INR d / (16 * eps ^ 2 * INR m * INR n)) with (INR d / (16 * u)) by (unfold u; field; lra).
    apply (Rle_div_r (INR d / (16 * u)) (3 * INR d) (16 * w)); [lra |].
    replace (INR d / (16 * u) * (16 * w)) with (INR d * (w / u)) by (field; lra).
    rewrite (Rmult_comm 3). apply Rmult_le_compat_l; [lra |]. apply Rle_div_l; lra.
  Qed.

  (** ** Theorem 6: balls of the l_p norms. Stated there for 1 <= p <= 2; the proof holds for every p. *)

  (** Claim zhao/thm6/lower, with twice its constant. *)
  Theorem zhao_theorem_6_sharper p :
    ball_risk_at_least p D d n m eps (Rmin (D ^ 2 / (8 * INR d)) (3 * D ^ 2 * INR d / (128 * w))).
  Proof.
    intros B Z estimate b private_users risk.
    set (x := 3 * INR d ^ 2 / (64 * w)).
    assert (d2 : 0 < INR d ^ 2) by (apply pow_lt; lra).
    assert (X : 0 < x) by (apply Rdiv_lt_0_compat; lra).
    pose proof (bias_range x X) as S. pose proof (bias_square x ltac:(lra)) as square. set (s := bias x) in *.
    pose proof (Rmin_l (1 / 4) x). pose proof (Rmin_r (1 / 4) x).
    pose proof (change_small s ltac:(lra)) as change.
    assert (on_axis : 4 * s ^ 2 / (INR d * (1 - s ^ 2)) = 4 * s ^ 2 / (1 - s ^ 2) / INR d) by (field; split; lra).
    assert (quarter : hamming_at_least d
      (fun v => transcript (behind (vector_on_axis D) Z) (power (axes s S d d_ge_1 v) m) n) (INR d / 4)).
    { apply (a_quarter_is_wrong d (axes s S d d_ge_1) (axis_ratio s) (4 * s ^ 2 / (INR d * (1 - s ^ 2))))
        with (e := eps) (kappa := kappa).
      - intros v. apply commutes_axes.
      - rewrite on_axis. apply Rdiv_le_0_compat; lra.
      - intros v V. now apply changes_on_the_axes.
      - exact eps_pos.
      - now apply interactive_behind.
      - apply Rle_refl.
      - rewrite on_axis. apply Rle_trans with (4 * kappa * INR n * (INR m * (16 / 3 * x / INR d))).
        + apply Rmult_le_compat_l; [apply Rmult_le_pos; [apply Rmult_le_pos |]; lra |].
          apply Rmult_le_compat_l; [lra |]. apply Rmult_le_compat_r; [left; apply Rinv_0_lt_compat |]; lra.
        + right. unfold x, w. field. repeat split; lra. }
    assert (bound : 2 * (D * s / INR d) ^ 2 * (INR d / 4) <= b).
    { apply (assouad d (fun v => image (vector_on_axis D) (axes s S d d_ge_1 v)) (mean_vector D) (D * s / INR d) Z
          estimate n m (INR d / 4)); auto.
      - left. apply Rdiv_lt_0_compat; [apply Rmult_lt_0_compat |]; lra.
      - intros v i V L. now apply means_on_the_axes.
      - now apply hamming_behind.
      - intros v V. now apply risk, axes_in_a_ball. }
    replace (2 * (D * s / INR d) ^ 2 * (INR d / 4)) with (D ^ 2 / (2 * INR d) * s ^ 2) in bound by (field; lra).
    rewrite square in bound. eapply Rle_trans; [| exact bound].
    pose proof (pow_lt D 2 D_pos). assert (half : 0 <= D ^ 2 / (2 * INR d)) by (apply Rdiv_le_0_compat; lra).
    rewrite (Rmult_comm (D ^ 2 / (2 * INR d))), Rmult_min_distr_r_compat by exact half.
    right. f_equal; unfold x; field; lra.
  Qed.

  (** Claim zhao/thm6/lower, corrected: Theorem 6, (10). *)
  Theorem zhao_theorem_6 p : ball_risk_at_least p D d n m eps
    (Rmin (D ^ 2 / (16 * INR d)) (3 * D ^ 2 * INR d / (256 * INR m * INR n * (exp eps - 1) ^ 2))).
  Proof.
    eapply minimax_weaken; [apply zhao_theorem_6_sharper |]. pose proof (pow_lt D 2 D_pos).
    apply Rmin_glb; [eapply Rle_trans; [apply Rmin_l |] | eapply Rle_trans; [apply Rmin_r |]].
    - replace (D ^ 2 / (8 * INR d)) with (2 * (D ^ 2 / (16 * INR d))) by (field; lra).
      assert (0 <= D ^ 2 / (16 * INR d)) by (apply Rdiv_le_0_compat; lra). lra.
    - assert (0 <= D ^ 2 * INR d / w) by (apply Rdiv_le_0_compat; [apply Rmult_le_pos |]; lra).
      replace (3 * D ^ 2 * INR d / (256 * INR m * INR n * (exp eps - 1) ^ 2)) with (3 / 256 * (D ^ 2 * INR d / w))
        by (unfold w; fold kappa; field; repeat split; lra).
      replace (3 * D ^ 2 * INR d / (128 * w)) with (3 / 128 * (D ^ 2 * INR d / w)) by (field; lra). lra.
  Qed.

  Theorem zhao_theorem_6_high_privacy p : eps <= 1 ->
    ball_risk_at_least p D d n m eps (D ^ 2 * Rmin (1 / INR d) (INR d / (16 * eps ^ 2 * INR m * INR n)) / 16).
  Proof.
    intros H. eapply minimax_weaken; [apply zhao_theorem_6 |]. specialize (high_privacy H).
    pose proof (pow_lt D 2 D_pos) as D2.
    set (u := eps ^ 2 * INR m * INR n) in *. assert (U : 0 < u) by lra.
    replace (INR d / (16 * eps ^ 2 * INR m * INR n)) with (INR d / (16 * u)) by (unfold u; field; lra).
    apply Rmin_glb.
    - replace (D ^ 2 / (16 * INR d)) with (D ^ 2 * (1 / INR d) / 16) by (field; lra).
      apply Rmult_le_compat_r; [lra |]. apply Rmult_le_compat_l; [lra | apply Rmin_l].
    - replace (3 * D ^ 2 * INR d / (256 * INR m * INR n * (exp eps - 1) ^ 2))
        with (D ^ 2 * (3 * INR d / (16 * w)) / 16) by (unfold w; fold kappa; field; repeat split; lra).
      apply Rmult_le_compat_r; [lra |]. apply Rmult_le_compat_l; [lra |].
      eapply Rle_trans; [apply Rmin_r |].
      apply (Rle_div_r (INR d / (16 * u)) (3 * INR d) (16 * w)); [lra |].
      replace (INR d / (16 * u) * (16 * w)) with (INR d * (w / u)) by (field; lra).
      rewrite (Rmult_comm 3). apply Rmult_le_compat_l; [lra |]. apply Rle_div_l; lra.
  Qed.
End Vectors.
