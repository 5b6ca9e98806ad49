(** * Facts of the calculus about excess risks at tents

    As in Facts.v: each theorem says what the calculus grants under that name. A rule is read as the sign of a cube that
    costs it less. *)

From Foundations Require Import Facts_averages Tent_risks.
Import ListNotations.
Open Scope R_scope.

(** Audibert and Tsybakov 2007, proof of Theorem 3.5; with gamma beta <= 1 tents meet the margin assumption. *)
Theorem fact_signs_of_tents_classification :
  forall (U : uniform_laws) (R_ : reading (rule bool)) (A : learner (prod vector R) (rule bool)) (v : list bool)
    (C_T : R) (N : nat) (beta c : R) (d : nat) (gamma h : R) (k m : nat),
  0 < C_T ->
  (1 <= N)%nat ->
  0 < beta ->
  beta <= 1 ->
  0 < c ->
  (1 <= d)%nat ->
  0 <= gamma ->
  0 < h ->
  (1 <= k)%nat ->
  (1 <= m)%nat ->
  R_ = cheaper_sign U h beta d c ->
  weakest U R_ A v k m N h beta d c 1 1 ->
  raise (2 * h) (INR d) * c * INR m <= 1 ->
  raise h beta <= 1 ->
  beta * gamma <= 1 ->
  raise h (INR d) * c * INR d * INR m <= C_T * raise h (beta * gamma) ->
  forall r : R, excess_risk_most A (margin_class d beta gamma C_T c) N r ->
  raise h (beta + INR d) * tent_norm U d beta 1 * learner_risk R_ A k (tent_law U v h beta d c 1 1) (tent_law U
    (flipped_sign v k) h beta d c 1 1) N * c * INR m / 2 <= r.
Proof.
  intros U reads A v C_T N beta c d gamma h k m _ _ beta_pos beta_1 c_pos d_1 gamma_0 h_pos _ m_1 ->
    least fits low margin
    light r risk.
  rewrite raise_INR in fits, light by lra.
  pose proof (class_risk_from_weakest U h beta d c beta_pos d_1 c_pos h_pos low A
    (laws_of_samples (margin_class d beta gamma C_T c)) v k m N r m_1 ltac:(lra)) as bound.
  eapply Rle_trans; [right | apply bound; [| exact risk | exact least]]; [field |].
  intros w long. now apply tents_have_margin with m.
Qed.

(** Assouad: Tsybakov 2009, Section 2.6.1 and Lemma 2.12. *)
Theorem fact_signs_of_tents_bounded_labels :
  forall (U : uniform_laws) (R_ : reading (rule R)) (A : learner (prod vector R) (rule R)) (v : list bool) (N :
    nat) (S_ T beta c : R) (d : nat) (h : R) (k m : nat),
  (1 <= N)%nat ->
  0 < S_ ->
  0 < T ->
  0 < beta ->
  beta <= 1 ->
  0 < c ->
  (1 <= d)%nat ->
  0 < h ->
  (1 <= k)%nat ->
  (1 <= m)%nat ->
  R_ = nearer_sign U h beta d c ->
  weakest U R_ A v k m N h beta d c S_ 1 ->
  raise (2 * h) (INR d) * c * INR m <= 1 ->
  raise h beta <= S_ ->
  S_ < T ->
  forall r : R, excess_risk_most A (bounded_class d beta T c) N r ->
  raise h (2 * beta + INR d) * tent_norm U d beta 2 * learner_risk R_ A k (tent_law U v h beta d c S_ 1) (tent_law
    U (flipped_sign v k) h beta d c S_ 1) N * c * INR m <= r.
Proof.
  intros U reads A v N S T beta c d h k m _ S_pos T_pos beta_pos beta_1 c_pos d_1 h_pos _ m_1 ->
    least fits low less r risk.
  rewrite raise_INR in fits by lra.
  pose proof (squared_risk_from_weakest U h beta d c beta_pos d_1 c_pos h_pos S 1 A
    (laws_of_samples (bounded_class d beta T c)) v k m N r S_pos (Rle_refl 1) ltac:(lra) m_1 ltac:(lra)) as bound.
  eapply Rle_trans; [right | apply bound; [| exact risk | exact least]]; [ring |].
  intros w. now apply tents_within_bounds.
Qed.

(** Assouad: Tsybakov 2009, Section 2.6.1 and Lemma 2.12. *)
Theorem fact_signs_of_tents_labels_with_a_moment :
  forall (U : uniform_laws) (R_ : reading (rule R)) (A : learner (prod vector R) (rule R)) (v : list bool) (M_p :
    R) (N : nat) (T beta c : R) (d : nat) (h : R) (k m : nat) (p q : R),
  0 < M_p ->
  (1 <= N)%nat ->
  0 < T ->
  0 < beta ->
  beta <= 1 ->
  0 < c ->
  (1 <= d)%nat ->
  0 < h ->
  (1 <= k)%nat ->
  (1 <= m)%nat ->
  2 <= p ->
  0 < q ->
  q <= 1 ->
  R_ = nearer_sign U h beta d c ->
  weakest U R_ A v k m N h beta d c T q ->
  raise (2 * h) (INR d) * c * INR m <= 1 ->
  raise h beta <= T * q ->
  raise T p * q <= M_p ->
  forall r : R, excess_risk_most A (heavy_class d beta p M_p c) N r ->
  raise h (2 * beta + INR d) * tent_norm U d beta 2 * learner_risk R_ A k (tent_law U v h beta d c T q) (tent_law
    U (flipped_sign v k) h beta d c T q) N * c * INR m <= r.
Proof.
  intros U reads A v M N T beta c d h k m p q _ _ T_pos beta_pos beta_1 c_pos d_1 h_pos _ m_1 p_2 q_pos q_1 ->
    least fits low moment r risk.
  rewrite raise_INR in fits by lra.
  pose proof (squared_risk_from_weakest U h beta d c beta_pos d_1 c_pos h_pos T q A
    (laws_of_samples (heavy_class d beta p M c)) v k m N r T_pos q_1 low m_1 ltac:(lra)) as bound.
  eapply Rle_trans; [right | apply bound; [| exact risk | exact least]]; [ring |].
  intros w. apply tents_with_moment; try assumption; lra.
Qed.
