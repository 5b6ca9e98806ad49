(** * The nouns of the calculus: covers and packings, cubes, votes for the pieces of a cover *)

From Coq Require Export ClassicalDedekindReals.
From Foundations Require Export Facts_vectors.
Import ListNotations.
Open Scope R_scope.

(** ** Metric spaces of lists and vectors

    Points at distance 0 are one: a list stands for its first k bits, what it lacks being 0, and a vector for its first
    d coordinates. Of a set of vectors that holds the origin, those outside stand for the origin. *)
Lemma distance_sym k v w : distance k v w = distance k w v.
Proof. apply Sum_ext. intros j. destruct (bit v j), (bit w j); reflexivity. Qed.

Lemma distance_triangle k u v w : distance k u w <= distance k u v + distance k v w.
Proof.
  unfold distance. rewrite <- Sum_plus. apply Sum_le. intros j. destruct (bit u j), (bit v j), (bit w j); simpl; lra.
Qed.

Lemma distance_zero k v : distance k v v = 0.
Proof.
  unfold distance. rewrite (Sum_ext _ _ (fun _ => 0)) by (intros j; now rewrite Bool.eqb_reflx). rewrite Sum_const.
  ring.
Qed.

(** The vertices of a cube at their Hamming distances. *)
Definition hamming_cube k : metric_space (list bool) :=
  Metric_space (list bool) [] (distance k) (distance_zero k) (distance_sym k) (distance_triangle k).

Definition apart d (x y : vector) := Elementary.norm d (vector_minus x y).

Lemma apart_zero d x : apart d x x = 0.
Proof.
  unfold apart, Elementary.norm, inner. rewrite (Sum_ext _ _ (fun _ => 0)) by (intros k; unfold vector_minus; ring).
  rewrite Sum_const, Rmult_0_r. apply sqrt_0.
Qed.

Lemma apart_sym d x y : apart d x y = apart d y x.
Proof. unfold apart, Elementary.norm, inner. f_equal. apply Sum_ext. intros k. unfold vector_minus. ring. Qed.

Lemma apart_triangle d x y z : apart d x z <= apart d x y + apart d y z.
Proof.
  unfold apart. replace (vector_minus x z) with (fun k => vector_minus x y k + vector_minus y z k).
  - apply Elementary.norm_triangle.
  - apply functional_extensionality. intros k. unfold vector_minus. ring.
Qed.

Definition kept (S : vector -> Prop) (x : vector) : vector := if sig_not_dec (S x) then x else fun _ => 0.

Lemma kept_inside (S : vector -> Prop) x : S x -> kept S x = x.
Proof. intros H. unfold kept. destruct (sig_not_dec (S x)) as [| outside]; [reflexivity | now elim outside]. Qed.

Lemma inside_kept (S : vector -> Prop) x : S (fun _ => 0) -> S (kept S x).
Proof. intros H. unfold kept. destruct (sig_not_dec (S x)) as [inside |]; [now apply NNPP | exact H]. Qed.

(** The vectors of R^d in a set that holds the origin, at Euclidean distances. *)
Definition vectors_of d (S : vector -> Prop) : metric_space vector :=
  Metric_space vector (fun _ => 0) (fun x y => apart d (kept S x) (kept S y)) (fun x => apart_zero d (kept S x))
    (fun x y => apart_sym d (kept S x) (kept S y))
    (fun x y z => apart_triangle d (kept S x) (kept S y) (kept S z)).

(** The cube of R^d with half side 1, and the vectors of a cube of half side a with at most s entries that are not 0. *)
Definition in_unit_cube d (x : vector) := forall k, (k < d)%nat -> -1 <= x k <= 1.
Definition unit_cube d := vectors_of d (in_unit_cube d).

Definition entries d (x : vector) := Sum (below d) (fun k => if Req_EM_T (x k) 0 then 0 else 1).
Definition in_sparse_cube d (s : nat) a (x : vector) :=
  (forall k, (k < d)%nat -> - a <= x k <= a) /\ entries d x <= INR s.
Definition sparse_cube d s a := vectors_of d (in_sparse_cube d s a).

(** ** Packings

    The packing number is at least N: so many points are further than a number from each other. *)
Definition packing_number_least {T} (Theta : metric_space T) gap N := exists points,
  ForallOrdPairs (fun x y => gap < metric Theta x y) points /\ N <= INR (length points).

(** A point for each vertex of the cube, whose squared distances are at least s for each place where they differ. *)
Definition family_of_points T := list bool -> T.
Definition cube_in {T} (f : family_of_points T) (Theta : metric_space T) k s :=
  forall u v, In u (vertices k) -> In v (vertices k) -> s * distance k u v <= metric Theta (f u) (f v) ^ 2.

(** ** Numbers of sets *)

Fixpoint subsets (d s : nat) : nat :=
  match d, s with
  | _, O => 1
  | O, S _ => 0
  | S d', S s' => subsets d' s' + subsets d' s
  end.
Definition choose d s := INR (subsets d s).

(** ** The pieces of a cover

    A least cover of a space by balls of a radius, for each space that has a finite one: any choice of these; and a
    point, for what is chosen from a cover without balls. *)
Definition covers {T} (Theta : metric_space T) radius (centres : list T) :=
  forall t, exists c, In c centres /\ metric Theta t c <= radius.
Record least_covers T := Least_covers {
  cover : metric_space T -> R -> list T;
  some_point : T;
  cover_is_one : forall Theta radius, (exists centres, covers Theta radius centres) ->
    covers Theta radius (cover Theta radius);
  cover_is_least : forall Theta radius centres, covers Theta radius centres ->
    (length (cover Theta radius) <= length centres)%nat
}.
Arguments cover {T}.
Arguments some_point {T}.

Definition cover_size {T} (C : least_covers T) Theta radius := length (cover C Theta radius).

(** A code: the bits that stand for an input. *)
Definition code A := A -> list bool.

(** kent (10): one bit for each ball, 1 for the first one that holds the point. *)
Fixpoint first_ball {T} (Theta : metric_space T) radius (centres : list T) (t : T) : list bool :=
  match centres with
  | [] => []
  | c :: rest => if Rle_dec (metric Theta t c) radius then true :: repeat false (length rest)
    else false :: first_ball Theta radius rest t
  end.
Definition pieces {T} (C : least_covers T) Theta radius : code T := first_ball Theta radius (cover C Theta radius).
Definition code_of {A} (c : code A) (x : A) := c x.
