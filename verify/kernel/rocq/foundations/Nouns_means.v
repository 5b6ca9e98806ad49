(** * The nouns of the calculus: classes of laws of vectors whose parameters are their means

    A loss of the distance to the mean, over a class of laws. *)

From Foundations Require Export Sign_families Nouns_covers.
Import ListNotations.
Open Scope R_scope.

(** The loss that squares a distance. Distances are 0 or more: below 0 it is 0. *)
Lemma squared_rises x y : x <= y -> Rmax 0 x ^ 2 <= Rmax 0 y ^ 2.
Proof. intros le. apply pow_incr. split; [apply Rmax_l | now apply Rle_max_compat_l]. Qed.

Definition squared : loss := Loss (fun x => Rmax 0 x ^ 2) (fun x => pow2_ge_0 _) squared_rises.

Lemma squared_at x : 0 <= x -> loss_at squared x = x ^ 2.
Proof. intros pos. simpl. now rewrite Rmax_right. Qed.

(** The laws of a class, each with its mean for its parameter, at Euclidean distances of the first d coordinates. *)
Definition with_means d (F : class vector) : parametric vector vector :=
  Parametric vector vector (fun P mu => member P F /\ has_mean_vector P mu) (euclidean_space d).

(** The laws on the cube of half side 1 whose means have at most s coordinates that are not 0. *)
Definition sparse_means d (s : nat) : class vector := fun P => laws_on_cube 1 d P /\
  exists mu, has_mean_vector P mu /\ entries d mu <= INR s.

(** The unit ball. *)
Definition in_unit_ball d (x : vector) := Sum (below d) (fun k => x k ^ 2) <= 1.
Definition unit_ball d := vectors_of d (in_unit_ball d).
