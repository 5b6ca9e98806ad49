(** * The facts of the calculus

    Each theorem says what the calculus grants under that name, as the exporter writes it from the fact itself: the
    texts are compared, and a fact that changes is not proved until its theorem is. The proofs are applications of the
    lemmas before. *)

From Foundations Require Export Nouns.
Import ListNotations.
Open Scope R_scope.

(** ** Divergences of two laws *)

(** Le Cam: Yu 1997, Lemma 1. *)
Theorem fact_least_error_of_a_test : forall (A : Type) (P Q : law A),
  (forall p : R, test_error_least P Q p -> exists t : R, TV_most P Q t /\ p <= 1/2 - t / 2) /\
  (forall t : R, TV_most P Q t -> test_error_least P Q (1/2 - t / 2)).
Proof.
  intros A P Q. split.
  - intros p H. exists (1 - 2 * p). split; [| lra].
    apply least_error_of_a_test. now replace ((1 - (1 - 2 * p)) / 2) with p by field.
  - intros t H. replace (1 / 2 - t / 2) with ((1 - t) / 2) by field. now apply least_error_of_a_test.
Qed.

(** Tsybakov 2009, Lemma 2.5. *)
Theorem fact_pinsker : forall (A : Type) (P Q : law A),
  forall k : R, KL_most P Q k ->
  TV_most P Q (sqrt 2 * sqrt k / 2).
Proof.
  intros A P Q k H. pose proof (KL_ge_0 _ _ _ H).
  replace (sqrt 2 * sqrt k / 2) with (sqrt (k / 2)); [now apply pinsker |].
  rewrite <- sqrt_mult by lra. replace (k / 2) with (2 * k / 2 ^ 2) by field.
  rewrite sqrt_div, sqrt_pow2 by lra. reflexivity.
Qed.

(** Tsybakov 2009, (2.25). *)
Theorem fact_bretagnolle_and_huber : forall (A : Type) (P Q : law A),
  forall k : R, KL_most P Q k ->
  TV_most P Q (1 - exp (- k) / 2).
Proof. intros A P Q k. apply bretagnolle_huber. Qed.

(** Tsybakov 2009, Lemma 2.7. *)
Theorem fact_KL_below_chi_square : forall (A : Type) (P Q : law A),
  forall c : R, chi2_most P Q c ->
  KL_most P Q c.
Proof. intros A P Q c. apply KL_below_chi2. Qed.

(** Le Cam's inequalities: Tsybakov 2009, Lemma 2.3. *)
Theorem fact_hellinger_above_TV : forall (A : Type) (P Q : law A),
  forall h : R, least_bound (H2_most P Q) h ->
  TV_most P Q (sqrt ((2 - h) * h)).
Proof.
  intros A P Q h [below least]. rewrite Rmult_comm. apply TV_below_hellinger; [| exact below].
  apply least. intros u a a_pos above u_bounded.
  enough (0 <= E P u /\ 0 <= E Q (fun x => / u x)) by lra.
  split; apply E_ge; [exact u_bounded | | |].
  - intros x. specialize (above x). lra.
  - apply bounded_between with 0 (/ a). intros x. specialize (above x).
    split; [left; apply Rinv_0_lt_compat; lra | now apply Rinv_le_contravar].
  - intros x. specialize (above x). left. apply Rinv_0_lt_compat. lra.
Qed.

(** Chain rule of KL: Cover and Thomas 2006, Theorem 2.5.3, independent parts. *)
Theorem fact_tensorisation : forall (A : Type) (P Q : law A) (m : nat),
  (1 <= m)%nat ->
  (forall k : R, KL_most P Q k -> KL_most (power P m) (power Q m) (k * INR m)) /\
  (forall k_ : R, KL_most (power P m) (power Q m) k_ -> exists k : R, KL_most P Q k /\ k * INR m <= k_).
Proof.
  intros A P Q m at_least_1. assert (pos : 0 < INR m) by (apply lt_0_INR; lia). split; intros k H.
  - rewrite Rmult_comm. now apply tensorisation.
  - exists (k / INR m). split; [| right; field; lra].
    apply tensorisation_from_below with m; [lia |].
    now replace (INR m * (k / INR m)) with k by (field; lra).
Qed.

(** Cover and Thomas 2006, Theorem 2.8.1. *)
Theorem fact_data_processing : forall (A B : Type) (K : channel A B) (P Q : law A),
  forall k : R, KL_most P Q k ->
  KL_most (bind P K) (bind Q K) k.
Proof. intros A B K P Q k. apply data_processing. Qed.

(** ** Private channels *)

(** Duchi, Jordan and Wainwright 2018, Lemma 1 and Theorem 1, for chi-square. *)
Theorem fact_private_contraction : forall (A B : Type) (K : channel A B) (P Q : law A) (epsilon : R),
  0 < epsilon ->
  private epsilon K ->
  forall t : R, TV_most P Q t ->
  chi2_most (bind P K) (bind Q K) ((exp epsilon - 1) ^ 2 * t ^ 2).
Proof. intros A B K P Q epsilon _ is_private t close. now apply private_contraction. Qed.

(** The chances of a message under two laws are at most e^epsilon apart. *)
Theorem fact_chi_square_of_private_messages_turned : forall (A B : Type) (K : channel A B) (P Q : law A) (epsilon : R),
  0 < epsilon ->
  private epsilon K ->
  forall c : R, chi2_most (bind Q K) (bind P K) c ->
  chi2_most (bind P K) (bind Q K) (c * exp epsilon).
Proof. intros A B K P Q epsilon _ H c C. rewrite Rmult_comm. now apply private_chi2_turned. Qed.

(** Kairouz, Oh and Viswanath 2015, Section 4.1. *)
Theorem fact_private_divergence : forall (A B : Type) (K : channel A B) (P Q : law A) (epsilon : R),
  0 < epsilon ->
  private epsilon K ->
  KL_most (bind P K) (bind Q K) (epsilon * tanh (epsilon / 2)).
Proof. intros A B K P Q epsilon _ is_private. rewrite tanh_as_ratio. now apply private_divergence. Qed.

(** Dwork and Roth 2014, Proposition 2.1. *)
Theorem fact_post_processing : forall (A B : Type) (K : channel A B) (P Q : law A) (epsilon : R),
  forall h : R, hockey_stick_most P Q epsilon h ->
  hockey_stick_most (bind P K) (bind Q K) epsilon h.
Proof. intros A B K P Q epsilon h. apply post_processing. Qed.

(** ** Users in turn *)

(** Cover and Thomas 2006, Theorem 2.5.3; given the earlier messages, each is a private channel's. *)
Theorem fact_chain_rule_over_users : forall (A B C : Type) (P Q : law A) (Z_ : method A B C) (epsilon : R) (n : nat),
  0 < epsilon ->
  (1 <= n)%nat ->
  users_in_turn Z_ n epsilon ->
  forall c : R, (forall (H : Type) (K : channel A H), private epsilon K -> KL_most (bind P K) (bind Q K) c) ->
  KL_most (transcript_of Z_ P) (transcript_of Z_ Q) (c * INR n).
Proof.
  intros A B C P Q Z epsilon n _ _ [<- is_private] c one_user. rewrite Rmult_comm.
  now apply (chain_rule_over_users _ epsilon is_private); [apply one_user].
Qed.

(** Yu 1997, Lemma 1, for the squared error. *)
Theorem fact_le_cam_two_points :
  forall (A : Type) (F : class R) (P Q : law R) (Z_ : method (list R) A R) (delta : R) (m : nat),
  0 <= delta ->
  (1 <= m)%nat ->
  member P F ->
  member Q F ->
  (exists mu : R, has_mean P mu /\ (exists mu_ : R, has_mean Q mu_ /\ 2 * delta <= mu - mu_)) ->
  forall t : R, TV_most (transcript_of Z_ (power P m)) (transcript_of Z_ (power Q m)) t ->
  forall r : R, worst_risk_most Z_ F m r ->
  (1 - t) * delta ^ 2 <= r.
Proof.
  intros A F P Q Z delta m D _ in_P in_Q (mu & mean_P & mu_ & mean_Q & apart) t close r risk.
  enough (2 * delta ^ 2 * (1 - t) <= r + r) by lra.
  apply (le_cam _ _ t (fun z => (estimate Z z - mu) ^ 2) (fun z => (estimate Z z - mu_) ^ 2) (2 * delta ^ 2) r r close);
    auto using pow2_ge_0.
  - pose proof (pow2_ge_0 delta). lra.
  - intros z. set (y := estimate Z z). pose proof (pow2_ge_0 (2 * y - mu - mu_)). nra.
Qed.
