(** * Classes of laws and their means *)

From Foundations Require Export Protocols.
Import ListNotations.
Open Scope R_scope.

(** ** Numbers *)

Definition clip D x := Rmax (- D) (Rmin x D).

Lemma clip_inside D x : - D <= x <= D -> clip D x = x.
Proof. intros H. unfold clip. rewrite Rmin_left, Rmax_right; lra. Qed.

(** Laws on [-D, D], with finitely many points. *)
Definition on_interval D (P : law R) := on (fun x => - D <= x <= D) P.

(** The mean of a law on [-D, D]: x itself is no bounded function, x cut to the interval is one. *)
Definition mean D (P : law R) := E P (clip D).

Definition squared_error D (P : law R) (estimate : R) := (estimate - mean D P) ^ 2.

Lemma squared_error_ge_0 D P t : 0 <= squared_error D P t.
Proof. apply pow2_ge_0. Qed.

Lemma mean_of_two_points D a b p chance : - D <= a <= D -> - D <= b <= D ->
  mean D (two_points a b p chance) = p * a + (1 - p) * b.
Proof. intros A B. unfold mean. rewrite E_two_points, !clip_inside by assumption. reflexivity. Qed.

(* Fact: mean of a finite law *)
(** By definition. *)
Lemma mean_of_finite_law D l w weights : (forall x, In x l -> - D <= x <= D) ->
  mean D (finite l w weights) = Sum l (fun x => w x * x).
Proof. intros inside. apply Sum_ext_in. intros x X. now rewrite clip_inside by auto. Qed.

(** ** Vectors *)

(** Points of R^d: the first d coordinates count. *)
Definition vector := nat -> R.

Definition is_zero_from (d : nat) (x : vector) := forall k, (d <= k)%nat -> x k = 0.

Definition in_cube D (d : nat) (x : vector) := is_zero_from d x /\ forall k, - D <= x k <= D.

(** |x|_p^p <= D^p, for p >= 1. *)
Definition power_of p x := if Req_EM_T x 0 then 0 else Rpower (Rabs x) p.
Definition in_ball p D (d : nat) (x : vector) :=
  is_zero_from d x /\ Sum (below d) (fun k => power_of p (x k)) <= Rpower D p.

(** The mean of a law of vectors whose coordinates lie in [-D, D]. *)
Definition mean_vector D (P : law vector) : vector := fun k => E P (fun x => clip D (x k)).

Definition squared_distance (d : nat) (x y : vector) := Sum (below d) (fun k => (x k - y k) ^ 2).

Definition squared_error_of_vector D d (P : law vector) (estimate : vector) :=
  squared_distance d estimate (mean_vector D P).

Lemma squared_distance_ge_0 d x y : 0 <= squared_distance d x y.
Proof. apply Sum_ge_0. intros. apply pow2_ge_0. Qed.
