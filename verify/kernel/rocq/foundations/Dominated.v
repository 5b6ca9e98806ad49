(** * Densities at points, for one measure that dominates all laws in sight

    A law has no density of its own: what is said of densities at a point is said for any measure, and any choice of
    one density for each law that is spoken of. The density of a mixture is chosen as the mean of the densities of what
    is mixed, which is one by Tonelli's theorem where laws are measures; a choice that differs from it off a null set
    only would be another density. On a countable set of messages the measure that counts gives the probabilities, and
    all this holds of them. *)

From Foundations Require Import Integrable.
From Foundations Require Export Nouns.
Open Scope R_scope.

(** A measure, known by the integrals of the functions of 0 or more that have a finite one. *)
Record measure B := Measure {
  integral : (B -> R) -> R -> Prop;
  integral_le : forall f g r s, (forall z, 0 <= f z <= g z) -> integral f r -> integral g s -> r <= s;
  integral_plus : forall f g r s, integral f r -> integral g s -> integral (fun z => f z + g z) (r + s);
  integral_scal : forall c f r, 0 <= c -> integral f r -> integral (fun z => c * f z) (c * r)
}.
Arguments integral {B}.

Record densities B := Densities { dominating : measure B; density_at : law B -> B -> R }.
Arguments dominating {B}.
Arguments density_at {B}.

(** A law has a density: its means are integrals. *)
Definition dominated_law {B} (D : densities B) (P : law B) := (forall z, 0 <= density_at D P z) /\
  forall f, bounded f -> (forall z, 0 <= f z) -> integral (dominating D) (fun z => f z * density_at D P z) (E P f).

Definition channel_dominated {A B} (D : densities B) (K : channel A B) := forall x, dominated_law D (K x).

(** The density of a mixture is the mean of the densities. *)
Definition mixture_dominated {A B} (D : densities B) (K : channel A B) (P : law A) :=
  channel_dominated D K /\ dominated_law D (bind P K) /\
  forall z, least_bound (mean_most P (fun x => density_at D (K x) z)) (density_at D (bind P K) z).

(** ** Ratios of densities *)

(** The densities of a channel's messages are within a factor of each other: at every point, not at almost every one. *)
Definition private_densities {A B} (D : densities B) (K : channel A B) e :=
  forall x y z, density_at D (K x) z <= exp e * density_at D (K y) z.

(** Those of a private channel are where they are the messages' chances. *)
Lemma private_densities_of_chances {A B} (D : densities B) (K : channel A B) e : private e K ->
  (forall P z, density_at D P z = E P (indicator (eq z))) -> private_densities D K e.
Proof.
  intros H chances x y z. rewrite !chances. apply H; [apply bounded_indicator |]. intros w. apply indicator_between.
Qed.

Lemma ratio_of_densities {B} (D : densities B) (P Q : law B) e : dominated_law D P -> dominated_law D Q ->
  (forall z, density_at D P z <= density_at D Q z * exp e) -> ratio_most P Q e.
Proof.
  intros [P_0 mean_P] [Q_0 mean_Q] ratio f F f_0. pose proof (exp_pos e) as pos.
  pose proof (integral_scal _ _ (exp e) _ _ (Rlt_le _ _ pos) (mean_Q f F f_0)) as larger.
  refine (integral_le _ _ _ _ _ _ _ (mean_P f F f_0) larger).
  intros z. specialize (ratio z). specialize (P_0 z). specialize (f_0 z). split; [now apply Rmult_le_pos | nra].
Qed.

(** Kairouz, Oh and Viswanath 2017, Theorem 3.3. *)
Lemma divergence_of_a_private_pair {A} (P Q : law A) e : 0 <= e -> ratio_most P Q e -> ratio_most Q P e ->
  KL_most P Q (e * tanh (e / 2)).
Proof.
  intros e_0 there back. rewrite tanh_as_ratio.
  refine (private_divergence (fun b : bool => if b then P else Q) e (ret true) (ret false) _).
  assert (same : forall L : law A, ratio_most L L e) by (intros L; now apply ratio_weaken with 0; [apply ratio_refl |]).
  intros [] []; auto.
Qed.
