(** * Facts of the calculus about labels, and local averages of them *)

From Foundations Require Import Excess Moments Label_laws.
Import ListNotations.
Open Scope R_scope.

(** ** Labels *)

(** Var Y <= E Y^2. *)
Theorem fact_variance_of_bounded_labels : forall (A : support) (P : labelled A) (T : R),
  0 < T ->
  labels_within P T ->
  label_variance_most P (T ^ 2).
Proof. intros A P T _. apply variance_of_labels_within. Qed.

(** Definition. *)
Theorem fact_mean_of_bounded_labels : forall (A : support) (P : labelled A) (T : R),
  0 < T ->
  labels_within P T ->
  largest_most (regression P) T.
Proof.
  intros A P T _ within x. pose proof (square_integrable_integrable _ _ (label_square P x)) as I.
  rewrite <- (expectation_const (label_chance P x) T). apply size_of_expectation; [exact I | integrable | |];
    refine (probability_0_mono _ _ _ _ (within x)); intros w above; cbv beta in *;
    pose proof (Rle_abs (label_of P w)); pose proof (Rabs_maj2 (label_of P w)); lra.
Qed.

(** Lyapunov: E Y^2 <= (E|Y|^p)^(2/p); clipping lowers |Y|. *)
Theorem fact_variance_of_clipped_labels : forall (A : support) (P : labelled A) (M_p T p : R),
  0 < M_p ->
  0 < T ->
  2 <= p ->
  label_moment_most P p M_p ->
  label_variance_most (clipped P T) (raise M_p (2 / p)).
Proof.
  intros A P M T p M_pos T_pos P2 moment x. eapply Rle_trans; [apply (variance_below_square (clipped P T)) |].
  apply square_by_moment; [exact P2 | exact M_pos |]. apply clipped_moment; [lra | lra | exact moment].
Qed.

(** Lyapunov: |E Y| <= (E|Y|^p)^(1/p). *)
Theorem fact_mean_of_labels_with_a_moment : forall (A : support) (P : labelled A) (M_p p : R),
  0 < M_p ->
  2 <= p ->
  label_moment_most P p M_p ->
  largest_most (regression P) (raise M_p (1 / p)).
Proof. intros A P M p M_pos P2 moment x. now apply mean_by_moment. Qed.

(** |y| - T is at most a quarter of |y|^p T^(1 - p). *)
Theorem fact_mean_of_clipped_labels : forall (A : support) (P : labelled A) (M_p T p : R),
  0 < M_p ->
  0 < T ->
  2 <= p ->
  label_moment_most P p M_p ->
  largest_gap_most (regression (clipped P T)) (regression P) (M_p * raise T (1 - p) / 4).
Proof. intros A P M T p _ T_pos P2 moment x. now apply mean_of_clipped_labels. Qed.
