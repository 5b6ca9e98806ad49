(** * Assouad's method by mixtures, for any loss of a distance *)

From Foundations Require Export Cubes.
Import ListNotations.
Open Scope R_scope.

(** ** Mixtures over the other coordinates *)

Lemma uniform_vertex_weight d : is_weight (vertices d) (fun _ => / 2 ^ d).
Proof.
  assert (pos : 0 < 2 ^ d) by (apply pow_lt; lra). split.
  - intros _. left. now apply Rinv_0_lt_compat.
  - rewrite Sum_const, length_vertices. field. lra.
Qed.

Definition uniform_vertex d : law (list bool) := finite (vertices d) (fun _ => / 2 ^ d) (uniform_vertex_weight d).

Definition with_bit (j : nat) (b : bool) (v : list bool) := if Bool.eqb (bit v j) b then v else flip j v.

(** The law at a uniform vertex whose coordinate j is b. *)
Definition mixture {A} d (M : list bool -> law A) j b : law A := bind (uniform_vertex d) (fun v => M (with_bit j b v)).

Lemma E_mixture {A} d (M : list bool -> law A) j b f :
  E (mixture d M j b) f = average d (fun v => E (M (with_bit j b v)) f).
Proof. unfold mixture, uniform_vertex. cbn [E bind finite]. apply Sum_scal. Qed.

Section Mixtures.
  Context {A : Type} (d : nat) (M : list bool -> law A).

  (** The average over the coordinates j of the total variation of the mixtures at j. *)
  Definition mixture_TV_most t := forall f, (forall j, test (f j)) ->
    / INR d * Sum (below d) (fun j => E (mixture d M j true) (f j) - E (mixture d M j false) (f j)) <= t.

  (** The average over the coordinates and vertices of the squared total variation of the laws at a vertex and at its
      neighbour. *)
  Definition neighbour_TV2_most q := forall f, (forall v j, test (f v j)) ->
    / INR d * Sum (below d) (fun j => average d (fun v => (E (M v) (f v j) - E (M (flip j v)) (f v j)) ^ 2)) <= q.

  Lemma mixtures_by_edges j f :
    E (mixture d M j true) f - E (mixture d M j false) f =
    average d (fun v => sgn (bit v j) * (E (M v) f - E (M (flip j v)) f)).
  Proof.
    rewrite !E_mixture, <- average_minus. unfold average. f_equal. apply Sum_ext. intros v.
    unfold with_bit, sgn. destruct (bit v j); simpl; ring.
  Qed.

  (* Fact: mixtures beside neighbours *)
  (** Convexity of total variation in pairs of laws, and Jensen for the square. *)
  Theorem mixtures_beside_neighbours q : (1 <= d)%nat -> neighbour_TV2_most q -> mixture_TV_most (sqrt q).
  Proof.
    intros D H f F. specialize (H (fun _ => f) (fun _ => F)). cbv beta in H.
    assert (d_pos : 0 < INR d) by (apply lt_0_INR; lia).
    apply le_sqrt. eapply Rle_trans; [| exact H].
    rewrite (Sum_ext _ _ (fun j => 1 * (E (mixture d M j true) (f j) - E (mixture d M j false) (f j))))
      by (intros; ring).
    rewrite Rpow_mult_distr. eapply Rle_trans; [apply Rmult_le_compat_l; [apply pow2_ge_0 | apply Sum_cauchy_schwarz]
        |].
    cbv beta. rewrite Sum_below_const, pow1, Rmult_1_r.
    replace ((/ INR d) ^ 2 * (INR d * Sum (below d)
        (fun j => (E (mixture d M j true) (f j) - E (mixture d M j false) (f j)) ^ 2)))
      with (/ INR d * Sum (below d) (fun j => (E (mixture d M j true) (f j) - E (mixture d M j false) (f j)) ^ 2))
        by (field; lra).
    apply Rmult_le_compat_l; [left; now apply Rinv_0_lt_compat |]. apply Sum_le. intros j.
    rewrite mixtures_by_edges. eapply Rle_trans; [apply average_square |]. apply average_le. intros v _.
    right. unfold sgn. destruct (bit v j); ring.
  Qed.

  (** Pinsker's inequality at each vertex. *)
  Theorem neighbours_by_KL c : (1 <= d)%nat ->
    (forall v, In v (vertices d) -> KL_sum_most (below d) (M v) (fun k => M (flip k v)) c) ->
    neighbour_TV2_most (c / (2 * INR d)).
  Proof.
    intros D H f F. assert (d_pos : 0 < INR d) by (apply lt_0_INR; lia).
    rewrite <- average_Sum. replace (c / (2 * INR d)) with (/ INR d * (c / 2)) by (field; lra).
    apply Rmult_le_compat_l; [left; now apply Rinv_0_lt_compat |].
    rewrite <- (average_const d (c / 2)). apply average_le. intros v V.
    exact (pinsker_sum (below d) (M v) (fun k => M (flip k v)) c (H v V) (f v) (F v)).
  Qed.

  (* Fact: least error of a test of each bit *)
  (** Le Cam: Yu 1997, Lemma 1, for each coordinate. *)
  Theorem least_error_of_a_test_of_each_bit t : (1 <= d)%nat ->
    hamming_at_least d M (INR d * (1 - t) / 2) <-> mixture_TV_most t.
  Proof.
    intros D. assert (d_pos : 0 < INR d) by (apply lt_0_INR; lia).
    assert (count : forall guess, (forall j, test (guess j)) ->
      average d (fun v => E (M v) (fun z => Sum (below d) (fun j => wrong (bit v j) (guess j z)))) =
      INR d / 2 - / 2 * Sum (below d) (fun j => E (mixture d M j true) (guess j) - E (mixture d M j false) (guess j))).
    { intros guess G. rewrite wrong_by_edges by exact G. rewrite average_Sum.
      replace (INR d / 2) with (Sum (below d) (fun _ => / 2)) by (rewrite Sum_below_const; field).
      rewrite <- Sum_scal, <- Sum_minus. apply Sum_ext. intros j. rewrite mixtures_by_edges.
      transitivity (average d (fun v => / 2 - / 2 *
          (sgn (bit v j) * (E (M v) (guess j) - E (M (flip j v)) (guess j))))).
      - unfold average. f_equal. apply Sum_ext. intros v. unfold wrong, sgn. pose proof (bounded_test _ (G j)).
        destruct (bit v j); cbv iota; rewrite ?E_minus, ?E_const by bounded;
          change (fun z => guess j z) with (guess j); field.
      - now rewrite average_minus, average_scal, average_const. }
    split; intros H f F; specialize (H f F).
    - rewrite count in H by exact F.
      apply Rmult_le_reg_l with (INR d); [exact d_pos |]. rewrite <- Rmult_assoc, Rinv_r, Rmult_1_l by lra. lra.
    - rewrite count by exact F. apply (Rmult_le_compat_l (INR d)) in H; [| lra].
      rewrite <- Rmult_assoc, Rinv_r, Rmult_1_l in H by lra. lra.
  Qed.
End Mixtures.

(** ** From a loss to wrong coordinates *)

Fixpoint argmin {I} (f : I -> R) (x : I) (l : list I) : I :=
  match l with
  | [] => x
  | y :: l' => argmin f (if Rle_dec (f x) (f y) then x else y) l'
  end.

Lemma argmin_spec {I} (f : I -> R) x l : In (argmin f x l) (x :: l) /\ forall y, In y (x :: l) -> f (argmin f x l) <=
  f y.
Proof.
  revert x. induction l as [| y l IH]; intros x; simpl.
  - split; [now left |]. intros y [-> | []]. lra.
  - destruct (Rle_dec (f x) (f y)) as [le | gt].
    + destruct (IH x) as [inside least]. split; [destruct inside; auto |].
      intros z [-> | [-> | Z]]; [apply least; now left | | apply least; now right].
      eapply Rle_trans; [apply least; now left | exact le].
    + destruct (IH y) as [inside least]. split; [destruct inside; auto |].
      intros z [-> | Z]; [| now apply least]. eapply Rle_trans; [apply least; now left | lra].
Qed.

(** The number of coordinates in which two vertices differ. *)
Definition distance d (v w : list bool) := Sum (below d) (fun k => if Bool.eqb (bit v k) (bit w k) then 0 else 1).

Section Reduction.
  Context {A T : Type} (d : nat) (M : list bool -> law A) (rho : T -> T -> R) (phi : R -> R) (theta : list bool -> T).
  Hypotheses (rho_sym : forall x y, rho x y = rho y x) (rho_triangle : forall x y z, rho x z <= rho x y + rho y z).
  Hypotheses (phi_ge_0 : forall x, 0 <= phi x) (phi_rises : forall x y, x <= y -> phi x <= phi y).

  (** Half the distance of two parameters costs at least 2 half for each coordinate. *)
  Definition separated half := forall v w, In v (vertices d) -> In w (vertices d) ->
    2 * half * distance d v w <= phi (rho (theta v) (theta w) / 2).

  Let start := repeat true d.
  Let nearest t := argmin (fun v => rho t (theta v)) start (vertices d).

  Let start_inside : In start (vertices d).
  Proof.
    unfold start. clear. induction d as [| k IH]; simpl; [now left |]. apply in_or_app. left. now apply in_map.
  Qed.

  Let nearest_spec t : In (nearest t) (vertices d) /\ forall v, In v (vertices d) -> rho t (theta (nearest t)) <=
    rho t (theta v).
  Proof.
    destruct (argmin_spec (fun v => rho t (theta v)) start (vertices d)) as [inside least]. fold (nearest t) in *.
    split.
    - destruct inside as [<- | inside]; [exact start_inside | exact inside].
    - intros v V. apply least. now right.
  Qed.

  (** The nearest vertex errs where the estimate is far. *)
  Lemma reduction_at half t v : separated half -> In v (vertices d) ->
    2 * half * Sum (below d) (fun k => wrong (bit v k) (if bit (nearest t) k then 1 else 0)) <= phi (rho t (theta v)).
  Proof.
    intros apart V. destruct (nearest_spec t) as [inside least]. specialize (least v V).
    specialize (apart v _ V inside). set (w := nearest t) in *.
    replace (Sum (below d) (fun k => wrong (bit v k) (if bit w k then 1 else 0))) with (distance d v w).
    - eapply Rle_trans; [exact apart |]. apply phi_rises.
      pose proof (rho_triangle (theta v) t (theta w)). rewrite (rho_sym (theta v) t) in *. lra.
    - apply Sum_ext. intros k. destruct (bit v k), (bit w k); simpl; lra.
  Qed.

  (* Fact: Assouad's reduction *)
  (** Yu 1997, Lemma 2: the nearest vertex errs where the estimate is far; a supremum is at least an average. *)
  Theorem assouads_reduction half r (estimate : A -> T) b : 0 <= half -> separated half -> hamming_at_least d M r ->
    (forall v, In v (vertices d) -> mean_most (M v) (fun z => phi (rho (estimate z) (theta v))) b) ->
    2 * half * r <= b.
  Proof.
    intros half_ge_0 apart H risk.
    set (guess := fun k z => if bit (nearest (estimate z)) k then 1 else 0).
    assert (G : forall k, test (guess k)) by (intros k z; unfold guess; destruct (bit _ _); lra).
    apply Rle_trans with (2 * half * average d (fun v =>
      E (M v) (fun z => Sum (below d) (fun k => wrong (bit v k) (guess k z)))));
      [apply Rmult_le_compat_l; [lra | now apply H] |].
    rewrite <- average_scal, <- (average_const d b). apply average_le. intros v V.
    assert (W : bounded (fun z => Sum (below d) (fun k => wrong (bit v k) (guess k z)))).
    { apply bounded_Sum. intros k. apply bounded_test, wrong_test, G. }
    rewrite <- E_scal by exact W.
    apply (mean_most_below (M v) (fun z => phi (rho (estimate z) (theta v)))); [auto | bounded | | now apply risk].
    intros z. now apply reduction_at.
  Qed.
End Reduction.
