(** * The facts of the calculus about densities at points

    As in [Facts]: what the calculus grants under each name, as the exporter writes it. *)

From Foundations Require Export Dominated.
Open Scope R_scope.

(** The density of K P at z is the mean of that of K(.|x) under P. *)
Theorem fact_a_mean_is_at_most_the_largest : forall (A B : Type) (D : densities A) (K : channel B A) (P : law B) (z :
  A),
  channel_dominated D K ->
  mixture_dominated D K P ->
  forall c : R, (forall x : B, density_at D (K x) z <= c) ->
  density_at D (bind P K) z <= c.
Proof.
  intros A B D K P z _ (dense & _ & mixed) c most. apply (mixed z). intros M. apply E_le; [| intros x].
  - apply bounded_cut. intros x. apply (dense x).
  - eapply Rle_trans; [apply Rmin_l | apply most].
Qed.

(** The density of K P at z is the mean of that of K(.|x) under P. *)
Theorem fact_a_mean_is_at_least_the_least : forall (A B : Type) (D : densities A) (K : channel B A) (P : law B) (z : A),
  channel_dominated D K ->
  mixture_dominated D K P ->
  forall c : R, (forall x : B, c <= density_at D (K x) z) ->
  c <= density_at D (bind P K) z.
Proof.
  intros A B D K P z _ (dense & _ & mixed) c least. eapply Rle_trans; [| apply (proj1 (mixed z) c)].
  apply E_ge; [| intros x].
  - apply bounded_cut. intros x. apply (dense x).
  - apply Rmin_glb; [apply least | lra].
Qed.

(** Definition. *)
Theorem fact_densities_of_a_private_channel :
  forall (A B : Type) (D : densities A) (K : channel B A) (x x_ : B) (z : A) (epsilon : R),
  0 < epsilon ->
  channel_dominated D K ->
  private_densities D K epsilon ->
  density_at D (K x) z * exp (- epsilon) <= density_at D (K x_) z.
Proof.
  intros A B D K x y z e _ _ H. specialize (H x y z). rewrite exp_Ropp. pose proof (exp_pos e).
  apply Rmult_le_reg_l with (exp e); [assumption |]. replace (exp e * (density_at D (K x) z * / exp e)) with
    (density_at D (K x) z) by (field; lra). exact H.
Qed.

(** Kairouz, Oh and Viswanath 2017, Theorem 3.3: both laws come from randomised response by one channel. *)
Theorem fact_divergence_of_a_private_pair : forall (A : Type) (D : densities A) (P Q : law A) (epsilon : R),
  0 < epsilon ->
  dominated_law D P ->
  dominated_law D Q ->
  (forall z : A, density_at D P z - density_at D Q z * exp epsilon <= 0) ->
  (forall z_ : A, density_at D Q z_ - density_at D P z_ * exp epsilon <= 0) ->
  KL_most P Q (epsilon * tanh (epsilon / 2)).
Proof.
  intros A D P Q epsilon pos dense_P dense_Q there back. apply divergence_of_a_private_pair; [lra | |].
  - apply ratio_of_densities with D; auto. intros z. specialize (there z). lra.
  - apply ratio_of_densities with D; auto. intros z. specialize (back z). lra.
Qed.

(** The bound on densities, integrated over an event. *)
Theorem fact_privacy_by_densities : forall (A B : Type) (D : densities A) (K : channel B A) (epsilon : R),
  0 < epsilon ->
  channel_dominated D K ->
  (forall x : B, forall x_ : B, forall z : A, density_at D (K x) z - density_at D (K x_) z * exp epsilon <= 0) ->
  private epsilon K.
Proof.
  intros A B D K epsilon _ dense excess x y. apply ratio_of_densities with D; auto.
  intros z. specialize (excess x y z). lra.
Qed.

(** Renyi divergences do not fall with their order: van Erven and Harremoes 2014, Theorem 3. *)
Theorem fact_KL_below_the_log_of_the_largest_ratio : forall (A : Type) (D : densities A) (P Q : law A) (epsilon : R),
  0 < epsilon ->
  dominated_law D P ->
  dominated_law D Q ->
  (forall z : A, density_at D P z - density_at D Q z * exp epsilon <= 0) ->
  KL_most P Q epsilon.
Proof.
  intros A D P Q epsilon _ dense_P dense_Q excess. apply ratio_KL, ratio_of_densities with D; auto.
  intros z. specialize (excess z). lra.
Qed.
