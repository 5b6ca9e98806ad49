(** * Facts of the calculus: the data of neighbours, without privacy

    As in Facts.v: each theorem says what the calculus grants under that name. *)

From Foundations Require Export Facts_cubes Sign_families.
Import ListNotations.
Open Scope R_scope.

(** Pinsker: Tsybakov 2009, Lemma 2.5, for each pair; KL of n m draws is n m times that of one. *)
Theorem fact_all_data_of_neighbours :
  forall (A B C : Type) (P : parametric_family A B) (g : decoder A C) (d m n : nat),
  (1 <= d)%nat ->
  (1 <= m)%nat ->
  (1 <= n)%nat ->
  forall c : R, (forall v : vertex, forall j : nat, (1 <= j)%nat -> (j <= d)%nat ->
    KL_most (P v) (P (turned_at v j)) c) ->
  neighbours_TV2_most (all_data n g) P m d (c * INR m * INR n / 2).
Proof.
  intros A B C P g d m n some _ _ c each.
  replace (c * INR m * INR n / 2) with (INR n * INR m / 2 * c) by field.
  apply (all_data_of_neighbours (at_vertex P) d n m c some). intros v j v_in j_in. unfold at_vertex.
  rewrite vertex_of_flip by now rewrite (length_of_vertex d v v_in). apply each; lia.
Qed.

Lemma signs_turned v d first i : (i < d)%nat ->
  map (turned_at v (first + i)) (seq first d) = flip i (map v (seq first d)).
Proof.
  revert first i. induction d as [| d IH]; intros first i less; [lia |]. destruct i as [| i]; cbn [seq map flip].
  - rewrite Nat.add_0_r. f_equal.
    + unfold turned_at. now rewrite Nat.eqb_refl.
    + apply map_ext_in. intros k K. apply in_seq in K. unfold turned_at. now destruct (Nat.eqb_spec k first); [lia |].
  - f_equal.
    + unfold turned_at. now destruct (Nat.eqb_spec first (first + S i)); [lia |].
    + rewrite <- (IH (S first) i) by lia. now rewrite Nat.add_succ_r.
Qed.

Lemma coins_are_signs s (S : 0 < s < 1) v f : E (coins (fun b => (1 + s * sgn b) / 2) v) f = E (signs s S v) f.
Proof.
  revert f. induction v as [| b v IH]; intros f; [reflexivity |].
  change (E (bit_of ((1 + s * sgn b) / 2)) (fun c => E (coins (fun b => (1 + s * sgn b) / 2) v) (fun x => f (c :: x))) =
    E (side s S b) (fun c => E (signs s S v) (fun x => f (c :: x)))).
  rewrite E_side, <- !IH. unfold bit_of, coin, chance_in. cbn [E mix ret].
  rewrite Rmin_left, Rmax_right by (unfold sgn; destruct b; lra). unfold sgn. destruct b; cbn [negb]; field.
Qed.

(** Independent coordinates: the divergence of one, s log((1 + s)/(1 - s)). *)
Theorem fact_divergence_of_signs_with_one_mean_turned : forall (v : vertex) (D : R) (d j : nat) (s : R),
  0 < D ->
  (1 <= d)%nat ->
  (1 <= j)%nat ->
  0 < s ->
  s < 1 ->
  (j <= d)%nat ->
  KL_most ((signs_family D s d) v) ((signs_family D s d) (turned_at v j)) (2 * s ^ 2 / (1 - s ^ 2)).
Proof.
  intros v D d j s _ _ low s_pos s_1 high. assert (S : 0 < s < 1) by lra.
  change (KL_most (coins_law D (fun b => (1 + s * sgn b) / 2) d v)
    (coins_law D (fun b => (1 + s * sgn b) / 2) d (turned_at v j)) (2 * s ^ 2 / (1 - s ^ 2))).
  apply data_processing.
  assert (turned : signs_at (turned_at v j) d = flip (j - 1) (signs_at v d)).
  { unfold signs_at. rewrite <- signs_turned by lia. now replace (1 + (j - 1))%nat with j by lia. }
  rewrite turned. intros f F. rewrite !(coins_are_signs s S).
  exact (divergence_of_signs_with_one_mean_turned s S (signs_at v d) (j - 1) f F).
Qed.
