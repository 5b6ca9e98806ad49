(** * The nouns of the calculus: vectors, functions of vectors, bits, matrices

    A vector is one of some R^d: 0 from the d-th coordinate on. A function of R^d, a closed convex set of R^d, are told
    their d, so that facts about all of them need to say none. *)

From Foundations Require Export Nouns Elementary Moments.
Import ListNotations.
Open Scope R_scope.

(** ** Vectors *)

Definition inner_product (x y : vector) := Series (fun k => x k * y k).
Definition vector_plus (x y : vector) : vector := fun k => x k + y k.

(** x - s y, and a x + (1 - a) y. *)
Definition moved (x : vector) (s : R) (y : vector) : vector := fun k => x k - s * y k.
Definition mixed (a : R) (x y : vector) : vector := fun k => a * x k + (1 - a) * y k.

(** ** Functions

    A function of R^d with its gradients: along each line through a point its derivative there is the gradient's inner
    product with the way. Of what has more coordinates it sees the first d. *)
Record differentiable := Differentiable {
  dimension : nat;
  value_at : vector -> R;
  gradient : vector -> vector;
  gradient_in_space : forall x, in_space dimension (gradient x);
  gradient_is_slope : forall x y : vector,
    is_derive (fun t => value_at (fun k => x k + t * y k)) 0 (Sum (below dimension) (fun k => gradient x k * y k))
}.

(** The gradient at x times the way from x to y. *)
Definition slope (F : differentiable) x y := inner_product (gradient F x) (vector_minus y x).

(** Convex, and with gradients that a step changes by beta times its length at most: on all of R^d. *)
Definition smooth_convex (F : differentiable) beta :=
  (forall x y a, 0 <= a <= 1 -> value_at F (mixed a x y) <= a * value_at F x + (1 - a) * value_at F y) /\
  (forall x y, finite_vector x -> finite_vector y ->
    euclidean_norm (vector_minus (gradient F x) (gradient F y)) <= beta * euclidean_norm (vector_minus x y)).

(** ** Closed convex sets

    A set of R^d, not empty, with the nearest point of each vector: such a set is closed. *)
Record convex_set := Convex_set {
  set_dimension : nat;
  in_set : vector -> Prop;
  nearest : vector -> vector;
  within_space : forall x, in_set x -> in_space set_dimension x;
  within_mixed : forall a x y, 0 <= a <= 1 -> in_set x -> in_set y -> in_set (mixed a x y);
  nearest_within : forall x, finite_vector x -> in_set (nearest x);
  nearest_least : forall x y, finite_vector x -> in_set y ->
    euclidean_norm (vector_minus x (nearest x)) <= euclidean_norm (vector_minus x y)
}.

(** The point that is nearest to x - s y. *)
Definition projected (Theta : convex_set) x s y := nearest Theta (moved x s y).

(** (w - p) (p - u) for w = x - s y and p, the point that is nearest to it. *)
Definition acute (Theta : convex_set) x s y u :=
  inner_product (vector_minus (moved x s y) (projected Theta x s y)) (vector_minus (projected Theta x s y) u).

(** ** Bits

    Vectors of bits are compared where both have one length; a place that a vector lacks is 0. *)
Definition ones_of (x : list bool) := ones (length x) x.
Definition agreements_of (x y : list bool) := agreements (length x) x y.
Definition differences (x y : list bool) := distance (Nat.max (length x) (length y)) x y.

(** ** Sequences *)

(** Numbers of at least 0. *)
Definition sequence := nat -> R.
Definition term_of (a : sequence) (t : nat) := a t.

(** (d!/(2 d)!)^(1/d). *)
Definition falling (d : nat) := raise (INR (fact d) / INR (fact (2 * d))) (1 / INR d).

(** ** Matrices

    Rows and columns are counted from 1. *)
Record real_matrix := Matrix { rows : nat; column_count : nat; entry : nat -> nat -> R }.

(** An entry of a matrix's transpose times the matrix. *)
Definition gram (H : real_matrix) i j := Sum (seq 1 (rows H)) (fun k => entry H k i * entry H k j).

(** What the doubling H_(2 k) = (H_k, H_k; H_k, - H_k) makes from H_1 = 1. *)
Fixpoint doubled (p : nat) (i j : nat) : R :=
  match p with
  | O => 1
  | S q => let k := (2 ^ q)%nat in
    if (i <=? k)%nat then if (j <=? k)%nat then doubled q i j else doubled q i (j - k)%nat
    else if (j <=? k)%nat then doubled q (i - k)%nat j else - doubled q (i - k)%nat (j - k)%nat
  end.

(** The k rows of it, k a power of two. *)
Definition sylvester (k : nat) := Matrix k k (doubled (Nat.log2 k)).

(** 2 d rows whose d columns are orthonormal. *)
Definition frame (U : real_matrix) d := rows U = (2 * d)%nat /\ column_count U = d /\
  forall i j, (1 <= i <= d)%nat -> (1 <= j <= d)%nat -> gram U i j = if (i =? j)%nat then 1 else 0.

(** A row, as a vector, and the l_1 norm of the image of a vector. *)
Definition row_of (U : real_matrix) i : vector := fun k => entry U i (S k).
Definition l1_norm_of_image (U : real_matrix) (y : vector) := Sum (seq 1 (rows U))
  (fun i => Rabs (inner (column_count U) (row_of U i) y)).

(** Each unit vector has coefficients of size c at most, with which the rows add up to it. *)
Definition spread_most (U : real_matrix) c := forall x : vector, Elementary.norm (column_count U) x = 1 ->
  exists a : nat -> R,
  (forall i, (1 <= i <= rows U)%nat -> Rabs (a i) <= c) /\
  forall k, (k < column_count U)%nat -> Sum (seq 1 (rows U)) (fun i => a i * row_of U i k) = x k.

(** A vector whose image has l_1 norm at most 1 is no longer than c. *)
Definition dual_most (U : real_matrix) c := forall y : vector, l1_norm_of_image U y <= 1 ->
  Elementary.norm (column_count U) y <= c.
