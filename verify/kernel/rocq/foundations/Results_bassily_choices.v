(** * bassily Section 3.2 and Appendix B.1: data given a private choice, and the exponential mechanism

    Each theorem says what a claim of the ledger says at that place, as the exporter writes it from the claim itself. *)

From Foundations Require Export Facts_laws Results_bits.
Import ListNotations.
Open Scope R_scope.

(** ** A user's data given a choice

    The choice has a positive chance. *)
Definition posterior_of {A B} (P : law A) (K : channel A B) (choice : B) (Q : law A) :=
  0 < mass_at (bind P K) choice /\ forall f, bounded f ->
  E Q f = E P (fun x => mass_at (K x) choice * f x) / mass_at (bind P K) choice.

Lemma posterior_below {A B} (P Q : law A) (K : channel A B) choice e f : posterior_of P K choice Q -> private e K ->
  bounded f -> (forall x, 0 <= f x) -> E Q f <= exp e * E P f.
Proof.
  intros [some given] K_private F pos. rewrite given by exact F. set (M := mass_at (bind P K) choice) in *.
  set (I := indicator (fun z => z = choice)).
  assert (between : forall z, 0 <= I z <= 1) by (intros z; apply indicator_between).
  assert (B_ : bounded I) by (apply bounded_between with 0 1; exact between).
  assert (each : forall x, mass_at (K x) choice <= exp e * M).
  { intros x. change (E (K x) I <= exp e * E (bind P K) I).
    pose proof (private_mean K e (ret x) P K_private I B_ (fun z => proj1 (between z))) as near. exact near. }
  assert (mass_between : forall x, 0 <= mass_at (K x) choice <= 1) by (intros x; apply E_between, between).
  assert (B' : bounded (fun x => mass_at (K x) choice)) by (apply bounded_between with 0 1; exact mass_between).
  apply Rmult_le_reg_r with M; [exact some |]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l, Rmult_1_r by lra.
  replace (exp e * E P f * M) with (exp e * M * E P f) by ring. rewrite <- E_scal by exact F.
  apply E_mono; [now apply bounded_mult | bounded |]. intros x.
  apply Rmult_le_compat_r; [apply pos | apply each].
Qed.

Theorem bassily_step_c : forall (B C : Type) (A : channel B C) (C_1 P : law B) (theta : C) (z : B) (epsilon : R),
  0 < epsilon ->
  posterior_of P A theta C_1 ->
  private (2 * epsilon) A ->
  mass_at C_1 z <= mass_at P z * exp (2 * epsilon).
Proof.
  intros B C A Q P theta z epsilon _ given A_private. unfold mass_at at 1. unfold chance.
  rewrite Rmult_comm. apply (posterior_below P Q A theta (2 * epsilon) _ given A_private).
  - apply bounded_between with 0 1. intros x. apply indicator_between.
  - intros x. apply indicator_between.
Qed.

Theorem bassily_step_d : forall (B C : Type) (A : channel B C) (C_1 P : law B) (f : vector_function (prod C B)) (theta : C)
    (epsilon gamma tau : R),
  0 < epsilon ->
  0 < gamma ->
  gamma <= 1 ->
  0 <= tau ->
  posterior_of P A theta C_1 ->
  private (2 * epsilon) A ->
  chance P (section_of (far_from_mean f P tau) theta) <= gamma ->
  chance C_1 (section_of (far_from_mean f P tau) theta) <= exp (2 * epsilon) * gamma.
Proof.
  intros B C A Q P f theta epsilon gamma tau _ gamma_pos _ _ given A_private seldom. unfold chance at 1.
  apply Rle_trans with (exp (2 * epsilon) * E P (indicator (section_of (far_from_mean f P tau) theta))).
  - apply (posterior_below P Q A theta (2 * epsilon) _ given A_private).
    + apply bounded_between with 0 1. intros x. apply indicator_between.
    + intros x. apply indicator_between.
  - apply Rmult_le_compat_l; [left; apply exp_pos | exact seldom].
Qed.

(** ** Algorithm 6

    Midpoints are counted from 1; which one is the closest to a number may be anything. *)
Definition closest_midpoint := R -> nat.
Definition data_differ_in_one {A} (X Y : list A) := exists before after x y,
  X = before ++ x :: after /\ Y = before ++ y :: after.

Definition cost_of (S_ : closest_midpoint) (X : list R) j :=
  Rmax (Sum X (fun x => if (S_ x <? j)%nat then 1 else 0)) (Sum X (fun x => if (j <? S_ x)%nat then 1 else 0)).
Definition midpoint_chance S_ X j l epsilon :=
  exp (- (epsilon * cost_of S_ X j / 2)) / Sum (seq 1 l) (fun i => exp (- (epsilon * cost_of S_ X i / 2))).

Lemma data_differ_in_one_sym {A} (X Y : list A) : data_differ_in_one X Y -> data_differ_in_one Y X.
Proof. intros (before & after & x & y & -> & ->). now exists before, after, y, x. Qed.

Lemma cost_moves S_ X Y j : data_differ_in_one X Y -> cost_of S_ X j <= cost_of S_ Y j + 1.
Proof.
  intros (before & after & x & y & -> & ->). unfold cost_of. rewrite !Sum_app. cbn [Sum].
  repeat destruct (_ <? _)%nat; unfold Rmax; repeat destruct (Rle_dec _ _); lra.
Qed.

Theorem bassily_alg6_privacy : forall (S_ : closest_midpoint) (X X_ : list R) (epsilon : R) (j l : nat),
  0 < epsilon ->
  (1 <= j)%nat ->
  (1 <= l)%nat ->
  data_differ_in_one X X_ ->
  (j <= l)%nat ->
  midpoint_chance S_ X j l epsilon <= midpoint_chance S_ X_ j l epsilon * exp epsilon.
Proof.
  intros S_ X X_ epsilon j l eps_pos j_1 l_1 near j_l. unfold midpoint_chance.
  set (a := fun i => exp (- (epsilon * cost_of S_ X i / 2))).
  set (b := fun i => exp (- (epsilon * cost_of S_ X_ i / 2))).
  change (a j / Sum (seq 1 l) a <= b j / Sum (seq 1 l) b * exp epsilon). set (h := exp (epsilon / 2)).
  assert (twice : exp epsilon = h * h) by (unfold h; rewrite <- exp_plus; f_equal; field).
  assert (one : forall i, a i <= h * b i).
  { intros i. unfold a, b, h. rewrite <- exp_plus. apply exp_le.
    pose proof (cost_moves S_ X_ X i (data_differ_in_one_sym _ _ near)). nra. }
  assert (other : forall i, b i <= h * a i).
  { intros i. unfold a, b, h. rewrite <- exp_plus. apply exp_le. pose proof (cost_moves S_ X X_ i near). nra. }
  assert (pos : forall f : nat -> R, (forall i, 0 < f i) -> 0 < Sum (seq 1 l) f).
  { intros f F. destruct l as [| l']; [lia |]. cbn [seq Sum]. apply Rplus_lt_le_0_compat; [apply F |].
    apply Sum_ge_0. intros i. left. apply F. }
  assert (A_pos : 0 < Sum (seq 1 l) a) by (apply pos; intros i; apply exp_pos).
  assert (B_pos : 0 < Sum (seq 1 l) b) by (apply pos; intros i; apply exp_pos).
  assert (totals : Sum (seq 1 l) b <= h * Sum (seq 1 l) a) by (rewrite <- Sum_scal; now apply Sum_le).
  assert (h_pos : 0 < h) by apply exp_pos. assert (b_pos : 0 < b j) by apply exp_pos. specialize (one j).
  rewrite twice. apply Rmult_le_reg_r with (Sum (seq 1 l) a * Sum (seq 1 l) b); [now apply Rmult_lt_0_compat |].
  replace (a j / Sum (seq 1 l) a * (Sum (seq 1 l) a * Sum (seq 1 l) b)) with (a j * Sum (seq 1 l) b) by (field; lra).
  replace (b j / Sum (seq 1 l) b * (h * h) * (Sum (seq 1 l) a * Sum (seq 1 l) b)) with
    (h * b j * (h * Sum (seq 1 l) a)) by (field; lra).
  apply Rmult_le_compat; [left; apply exp_pos | lra | exact one | exact totals].
Qed.
