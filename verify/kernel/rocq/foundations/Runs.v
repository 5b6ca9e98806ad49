(** * Runs of gradient methods with noise

    The noises of a gradient oracle are functions of one seed,
      as those of every sequence of random vectors may be taken to be
    (Kallenberg 2002, Lemma 3.22: all depend on one uniform variable). Given the earlier noises each has mean 0: it is
    uncorrelated with every function of them. Noises that are independent with mean 0 have this, with the expectation of
    a function of the first t found noise by noise, the last first (README.md). *)

From Foundations Require Export Nouns_vectors Facts_vectors Facts_elementary.
Import ListNotations.
Open Scope R_scope.

(** ** Oracles *)

Record oracle := Oracle {
  seeds : space R;
  seeds_square_integrable : square_integrable seeds (fun s => s);
  shock : nat -> R -> vector
}.

(** A function of the seed that depends on the noises of the first t steps only. *)
Definition known_by G t (h : R -> R) :=
  forall s s', (forall i, (i < t)%nat -> shock G i s = shock G i s') -> h s = h s'.

(** Noises in R^d, with mean 0 given the earlier ones, and mean squares of nu^2 at most. *)
Definition centred_noises G d nu :=
  (forall t s, in_space d (shock G t s)) /\
  (forall t k, square_integrable (seeds G) (fun s => shock G t s k)) /\
  (forall t, expectation (seeds G) (fun s => euclidean_norm (shock G t s) ^ 2) <= nu ^ 2) /\
  forall t k h, known_by G t h -> square_integrable (seeds G) h ->
    expectation (seeds G) (fun s => h s * shock G t s k) = 0.

Definition noisy_oracle G (F : differentiable) nu := centred_noises G (dimension F) nu.

(** A random real that has the law of the seed. *)
Definition outcome_of {W} (P : space W) (omega : W -> R) G := forall h : R -> R, integrable (seeds G) h ->
  integrable P (fun w => h (omega w)) /\ expectation P (fun w => h (omega w)) = expectation (seeds G) h.

(** ** Balls

    The ball of radius R in R^d around 0, and its nearest point. *)
Definition within_radius d radius (x : vector) := in_space d x /\ Elementary.norm d x <= radius.

Definition ball_nearest d radius (x : vector) : vector := fun k => if (k <? d)%nat then
    (if Rle_dec (Elementary.norm d x) radius then 1 else radius / Elementary.norm d x) * x k
  else 0.

(** The gradients on the ball are no longer than L: so a function is L-Lipschitz there. *)
Definition lipschitz_on_ball (F : differentiable) L radius := forall x, within_radius (dimension F) radius x ->
  Elementary.norm (dimension F) (gradient F x) <= L.

Definition minimiser_on_ball (F : differentiable) radius (x : vector) := within_radius (dimension F) radius x /\
  forall u, within_radius (dimension F) radius u -> value_at F x <= value_at F u.

Definition stationary (F : differentiable) (x : vector) := forall k, gradient F x k = 0.

(** ** The projected gradient method

    It starts at the centre of the ball, which is 0; t steps of size eta, at the seed s. *)
Definition round (F : differentiable) eta radius (x xi : vector) : vector :=
  ball_nearest (dimension F) radius (moved x eta (vector_plus (gradient F x) xi)).

Fixpoint iterate (F : differentiable) G eta radius (t : nat) (s : R) : vector :=
  match t with
  | O => fun _ => 0
  | S k => round F eta radius (iterate F G eta radius k s) (shock G k s)
  end.

(** The average of T iterates, from the first-th on. *)
Definition average_iterate first (F : differentiable) G eta (T : nat) radius (s : R) : vector :=
  fun k => / INR T * Sum (seq first T) (fun t => iterate F G eta radius t s k).

Definition average_excess_most first (F : differentiable) G eta T radius r := forall u,
  within_radius (dimension F) radius u ->
  expectation (seeds G) (fun s => value_at F (average_iterate first F G eta T radius s)) <= value_at F u + r.

(** ** The accelerated method

    On a closed convex set, from a point of it: the far point and the average after t rounds. *)
Record region := Region { parameter_set : convex_set; first_point : vector;
  first_point_within : in_set parameter_set first_point }.

Fixpoint accelerated (Theta : region) (F : differentiable) G eta (t : nat) (s : R) : vector * vector :=
  match t with
  | O => (first_point Theta, first_point Theta)
  | S k =>
    let (here, average) := accelerated Theta F G eta k s in
    let a := 2 / (INR k + 2) in
    let there := projected (parameter_set Theta) here (eta * (INR k + 1) / 2)
      (vector_plus (gradient F (mixed a here average)) (shock G k s)) in
    (there, mixed a there average)
  end.

Definition far_point Theta F G eta t s := fst (accelerated Theta F G eta t s).

(** ** Families of losses

    A loss for each sample, all of one R^d. *)
Record losses (A : Type) := Losses {
  loss_dimension : nat;
  loss_for : A -> differentiable;
  one_dimension : forall a, dimension (loss_for a) = loss_dimension
}.
Arguments loss_dimension {A}.
Arguments loss_for {A}.
Arguments one_dimension {A}.

Definition smooth_convex_losses {A} (l : losses A) beta := forall a, smooth_convex (loss_for l a) beta.
Definition lipschitz_losses {A} (l : losses A) L radius := forall a, lipschitz_on_ball (loss_for l a) L radius.
Definition noisy_oracle_of_losses {A} G (l : losses A) nu := centred_noises G (loss_dimension l) nu.

Lemma is_derive_Sum {I} (f : I -> R -> R) (g : I -> R) (l : list I) t :
  (forall i, is_derive (f i) t (g i)) -> is_derive (fun s => Sum l (fun i => f i s)) t (Sum l g).
Proof.
  intros H. induction l as [| i l IH]; simpl; [apply (is_derive_const 0) |].
  now apply (is_derive_plus (f i) (fun s => Sum l (fun j => f j s))).
Qed.

(** The mean of the losses of a list of samples. *)
Program Definition mean_loss {A} (l : losses A) (z : list A) : differentiable := {|
  dimension := loss_dimension l;
  value_at := fun x => / INR (length z) * Sum z (fun a => value_at (loss_for l a) x);
  gradient := fun x k => / INR (length z) * Sum z (fun a => gradient (loss_for l a) x k)
|}.
Next Obligation.
  intros k K. rewrite (Sum_ext _ _ (fun _ => 0)), Sum_const; [ring |].
  intros a. apply (gradient_in_space (loss_for l a) x). now rewrite one_dimension.
Qed.
Next Obligation.
  replace (Sum (below (loss_dimension l)) _)
    with (/ INR (length z) * Sum z (fun a => Sum (below (loss_dimension l)) (fun k => gradient
      (loss_for l a) x k * y k))).
  - apply (is_derive_scal (fun t => Sum z (fun a => value_at (loss_for l a) (fun k => x k + t * y k)))).
    apply is_derive_Sum. intros a. rewrite <- (one_dimension l a). apply gradient_is_slope.
  - rewrite Sum_swap, <- Sum_scal. apply Sum_ext. intros k.
    rewrite (Sum_ext z (fun a => gradient (loss_for l a) x k * y k) (fun a => y k * gradient (loss_for l a) x k))
      by (intros; ring).
    rewrite Sum_scal. ring.
Qed.

(** ** Runs on data

    Two lists of samples that differ in one place. *)
Definition differ_in_one {A} (z z' : list A) := exists before a b after,
  z = before ++ a :: after /\ z' = before ++ b :: after.

(** A round moves two points of the ball apart by so much more at most,
  where the data differ in one sample and the noise
    is the same: whichever the points and the noise. *)
Definition drift_most {A} (l : losses A) eta radius n m r := forall z z', length z = (n * m)%nat ->
  differ_in_one z z' ->
  forall x y xi, within_radius (loss_dimension l) radius x -> within_radius (loss_dimension l) radius y ->
  Elementary.norm (loss_dimension l) (less (round (mean_loss l z) eta radius x xi) (round
    (mean_loss l z') eta radius y xi))
    <= Elementary.norm (loss_dimension l) (less x y) + r.

(** The mean distance of the averages of two runs, one seed for both. *)
Definition runs_apart_most {A} (l : losses A) G eta T radius n m first r := forall z z',
  length z = (n * m)%nat -> differ_in_one z z' ->
  expectation (seeds G) (fun s => Elementary.norm (loss_dimension l) (less
    (average_iterate first (mean_loss l z) G eta T radius s) (average_iterate first (mean_loss l z') G eta T radius s)))
    <= r.

(** The excess risk over new data, whichever their law is,
  as long as draws of it may be exchanged: n m samples are drawn, then a
    new one, then the seed. Losses need not be bounded, but for how they differ on the ball. *)
Definition run_excess_most {A} first (l : losses A) G eta T radius n m r := forall P : law A, commutes P ->
  forall u, within_radius (loss_dimension l) radius u ->
  E (power P (n * m)) (fun z => E P (fun a => expectation (seeds G) (fun s =>
    value_at (loss_for l a) (average_iterate first (mean_loss l z) G eta T radius s) - value_at
      (loss_for l a) u))) <= r.
