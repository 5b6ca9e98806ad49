(** * A biased prior on the cube: Kent et al., Corollary 17 *)

From Foundations Require Import Mixtures.
Import ListNotations.
Open Scope R_scope.

Section Biased.
  Variables (tau : R) (chance : 0 <= tau <= 1).

  (** Independent coordinates, each true with probability tau. *)
  Fixpoint biased_vertex (d : nat) : law (list bool) :=
    match d with
    | O => ret []
    | S d' => bind (two_points true false tau chance) (fun b => bind (biased_vertex d') (fun v => ret (b :: v)))
    end.

  Lemma E_biased_vertex d f : E (biased_vertex (S d)) f =
    tau * E (biased_vertex d) (fun v => f (true :: v)) + (1 - tau) * E (biased_vertex d) (fun v => f (false :: v)).
  Proof. reflexivity. Qed.

  (** An average over the vertices, whatever their probabilities are. *)
  Lemma biased_vertex_le d f g : (forall v, In v (vertices d) -> f v <= g v) -> E (biased_vertex d) f <=
    E (biased_vertex d) g.
  Proof.
    revert f g. induction d as [| d IH]; intros f g H.
    - apply H. now left.
    - rewrite !E_biased_vertex. apply Rplus_le_compat; apply Rmult_le_compat_l; try lra; apply IH; intros v V;
        apply H; simpl; apply in_or_app; [left | right]; now apply in_map.
  Qed.

  (** Linear in all functions: there are finitely many vertices. *)
  Lemma biased_vertex_on d : on (fun v => In v (vertices d)) (biased_vertex d).
  Proof.
    induction d as [| d IH]; [now apply on_ret; left |].
    apply on_bind with (fun _ => True); [now apply on_two_points |]. intros b _.
    apply on_bind with (1 := IH). intros v V. apply on_ret. simpl. apply in_or_app.
    destruct b; [left | right]; now apply in_map.
  Qed.

  Lemma biased_vertex_plus d f g : E (biased_vertex d) (fun v => f v + g v) = E (biased_vertex d) f + E
      (biased_vertex d) g.
  Proof.
    destruct (biased_vertex_on d) as (masses & _ & _ & mean). rewrite !mean, <- Sum_plus. apply Sum_ext. intros; ring.
  Qed.

  Lemma biased_vertex_scal d c f : E (biased_vertex d) (fun v => c * f v) = c * E (biased_vertex d) f.
  Proof.
    destruct (biased_vertex_on d) as (masses & _ & _ & mean). rewrite !mean, <- Sum_scal. apply Sum_ext. intros; ring.
  Qed.

  Lemma biased_vertex_Sum d {I} (l : list I) f :
    E (biased_vertex d) (fun v => Sum l (f v)) = Sum l (fun i => E (biased_vertex d) (fun v => f v i)).
  Proof.
    destruct (biased_vertex_on d) as (masses & _ & _ & mean). rewrite mean.
    rewrite (Sum_ext masses _ (fun p => Sum l (fun i => fst p * f (snd p) i))) by (intros; now rewrite Sum_scal).
    rewrite Sum_swap. apply Sum_ext. intros i. now rewrite mean.
  Qed.

  (** Given one coordinate the others keep their law. *)
  Lemma biased_vertex_given d j f : (j < d)%nat -> E (biased_vertex d) f =
    tau * E (biased_vertex d) (fun v => f (with_bit j true v)) + (1 - tau) * E (biased_vertex d)
        (fun v => f (with_bit j false v)).
  Proof.
    revert j f. induction d as [| d IH]; intros [| j] f J; try lia; rewrite !E_biased_vertex.
    - unfold with_bit, bit. simpl. ring.
    - assert (later : forall b c v, with_bit (S j) b (c :: v) = c :: with_bit j b v).
      { intros b c v. unfold with_bit, bit. simpl. now destruct (Bool.eqb (nth j v false) b). }
      rewrite (IH j (fun v => f (true :: v))), (IH j (fun v => f (false :: v))) by lia.
      rewrite !(E_ext (biased_vertex d) (fun v => f (with_bit (S j) _ (_ :: v))) _
          (fun v => f_equal f (later _ _ v))). ring.
  Qed.

  (** The mixture of the laws M v given the coordinate j. *)
  Definition biased_mixture {A} d (M : list bool -> law A) j b : law A :=
    bind (biased_vertex d) (fun v => M (with_bit j b v)).

  (** The average over the coordinates of the total variation of these mixtures. *)
  Definition biased_mixture_TV_most {A} d (M : list bool -> law A) t := forall f, (forall j, test (f j)) ->
    / INR d * Sum (below d) (fun j => E (biased_mixture d M j true) (f j) - E (biased_mixture d M j false) (f j)) <= t.

  (* Fact: least error of a test of each biased coordinate *)
  (** Le Cam: Yu 1997, Lemma 1: the sum of min(tau p, (1 - tau) q) is at least tau times that of min(p, q). *)
  Theorem least_error_of_biased_coordinates {A} d (M : list bool -> law A) t guess : (1 <= d)%nat -> tau <= 1 / 2 ->
    biased_mixture_TV_most d M t -> (forall j, test (guess j)) ->
    tau * INR d * (1 - t) <=
      E (biased_vertex d) (fun v => E (M v) (fun z => Sum (below d) (fun j => wrong (bit v j) (guess j z)))).
  Proof.
    intros D half H G. assert (d_pos : 0 < INR d) by (apply lt_0_INR; lia).
    specialize (H guess G). apply (Rmult_le_compat_l (INR d)) in H; [| lra].
    rewrite <- Rmult_assoc, Rinv_r, Rmult_1_l in H by lra.
    assert (B : forall v j, bounded (fun z => wrong (bit v j) (guess j z)))
      by (intros; apply bounded_test, wrong_test, G).
    rewrite (E_ext _ _ (fun v => Sum (below d) (fun j => E (M v) (fun z => wrong (bit v j) (guess j z)))))
      by (intros v; now apply E_Sum).
    rewrite biased_vertex_Sum.
    apply Rle_trans with (Sum (below d) (fun j =>
      tau * (1 - (E (biased_mixture d M j true) (guess j) - E (biased_mixture d M j false) (guess j))))).
    - rewrite Sum_scal, Sum_minus, Sum_below_const, Rmult_assoc. apply Rmult_le_compat_l; lra.
    - apply Sum_le_in. intros j J. apply in_below in J. rewrite (biased_vertex_given d j _ J).
      assert (set_bit : forall v b, In v (vertices d) -> bit (with_bit j b v) j = b).
      { intros v b V. unfold with_bit. destruct (Bool.eqb (bit v j) b) eqn:same.
        - now apply Bool.eqb_prop.
        - rewrite bit_flip by now rewrite (length_of_vertex d v V). destruct (bit v j), b; easy. }
      assert (is_true : E (biased_vertex d) (fun v =>
        E (M (with_bit j true v)) (fun z => wrong (bit (with_bit j true v) j) (guess j z))) =
                        1 - E (biased_mixture d M j true) (guess j)).
      { pose proof (bounded_test _ (G j)) as Gj.
        transitivity (E (biased_vertex d) (fun v => 1 + -1 * E (M (with_bit j true v)) (guess j))).
        - apply Rle_antisym; apply biased_vertex_le; intros v V; rewrite set_bit by exact V; cbn [wrong];
            rewrite E_minus, E_const by bounded; right; ring.
        - rewrite biased_vertex_plus, biased_vertex_scal, E_const. unfold biased_mixture. cbn [E bind]. ring. }
      assert (is_false : E (biased_vertex d) (fun v =>
        E (M (with_bit j false v)) (fun z => wrong (bit (with_bit j false v) j) (guess j z))) =
                         E (biased_mixture d M j false) (guess j)).
      { apply Rle_antisym; apply biased_vertex_le; intros v V; rewrite set_bit by exact V; cbn [wrong];
          apply Rle_refl. }
      rewrite is_true, is_false.
      pose proof (E_between (biased_mixture d M j false) (guess j) 0 1 (G j)). nra.
  Qed.

  (** Assouad's method with the biased prior: some vertices are left out, whose prior mass is at most c tau. *)
  Theorem assouad_with_biased_prior {X B T} (P : list bool -> law X) (theta : list bool -> T) (rho : T -> T -> R)
      (phi : R -> R) (Z : protocol (list X) B) k n m half c t (estimate : list B -> T) (inside : list bool -> bool) b :
    (forall x y, rho x y = rho y x) -> (forall x y z, rho x z <= rho x y + rho y z) ->
    (forall x, 0 <= phi x) -> (forall x y, x <= y -> phi x <= phi y) ->
    (1 <= k)%nat -> tau <= 1 / 2 -> 0 <= half -> separated k rho phi theta half ->
    E (biased_vertex k) (fun v => if inside v then 0 else 1) <= c * tau ->
    biased_mixture_TV_most k (fun v => transcript Z (power (P v) m) n) t ->
    0 <= b -> (forall v, inside v = true -> mean_most (transcript Z (power (P v) m) n)
        (fun z => phi (rho (estimate z) (theta v))) b) ->
    2 * tau * half * (- c * INR k + INR k * (1 - t)) <= b.
  Proof.
    intros sym triangle pos rises K small half_pos apart outside close b_pos risk.
    set (nearest := fun x => argmin (fun v => rho x (theta v)) (repeat true k) (vertices k)).
    set (guess := fun j z => if bit (nearest (estimate z)) j then 1 else 0).
    assert (G : forall j, test (guess j)) by (intros j z; unfold guess; destruct (bit _ _); lra).
    pose proof (least_error_of_biased_coordinates k _ t guess K small close G) as error.
    set (M := fun v => transcript Z (power (P v) m) n) in *.
    set (count := fun v z => Sum (below k) (fun j => wrong (bit v j) (guess j z))) in *.
    change (tau * INR k * (1 - t) <= E (biased_vertex k) (fun v => E (M v) (count v))) in error.
    assert (count_bounded : forall v, bounded (count v))
      by (intros v; apply bounded_Sum; intros j; apply bounded_test, wrong_test, G).
    assert (count_le : forall v, E (M v) (count v) <= INR k).
    { intros v. apply E_le; [auto |]. intros z. rewrite <- (Rmult_1_r (INR k)), <- Sum_below_const.
      apply Sum_le. intros j. apply (wrong_test (bit v j) (guess j) (G j)). }
    assert (at_vertex : forall v, In v (vertices k) ->
      2 * half * E (M v) (count v) <= b + 2 * half * INR k * (if inside v then 0 else 1)).
    { intros v V. destruct (inside v) eqn:I; [| specialize (count_le v); nra].
      rewrite Rmult_0_r, Rplus_0_r, <- E_scal by auto.
      apply (mean_most_below (M v) (fun z => phi (rho (estimate z) (theta v))));
        [auto | bounded | | now apply risk].
      intros z. apply (reduction_at k rho phi theta sym triangle rises half (estimate z) v apart V). }
    assert (total : 2 * half * E (biased_vertex k) (fun v => E (M v) (count v)) <= b + 2 * half * INR k * (c * tau)).
    { rewrite <- biased_vertex_scal.
      eapply Rle_trans; [apply biased_vertex_le, at_vertex |].
      rewrite biased_vertex_plus, biased_vertex_scal, E_const.
      apply Rplus_le_compat_l, Rmult_le_compat_l; [| exact outside].
      apply Rmult_le_pos; [lra | apply pos_INR]. }
    apply (Rmult_le_compat_l (2 * half)) in error; [| lra]. lra.
  Qed.

  (** Claim kent/cor17, corrected: the mixtures are those given one coordinate of the biased prior, and the vertices
      whose laws are outside of the class have a prior mass of at most c tau. *)
  Theorem kent_corollary_17 {X B T} (class : law X -> Prop) (P : list bool -> law X) (theta : law X -> T)
      (rho : T -> T -> R)
      (phi : R -> R) (Z : protocol (list X) B) k n m half c t (estimate : list B -> T) (inside : list bool -> bool) b :
    (forall x y, rho x y = rho y x) -> (forall x y z, rho x z <= rho x y + rho y z) ->
    (forall x, 0 <= phi x) -> (forall x y, x <= y -> phi x <= phi y) ->
    (1 <= k)%nat -> tau <= 1 / 2 -> 0 <= half -> separated k rho phi (fun v => theta (P v)) half ->
    (forall v, inside v = true -> class (P v)) -> E (biased_vertex k) (fun v => if inside v then 0 else 1) <= c * tau ->
    biased_mixture_TV_most k (fun v => transcript Z (power (P v) m) n) t ->
    0 <= b -> (forall P', class P' -> mean_most (transcript Z (power P' m) n)
        (fun z => phi (rho (estimate z) (theta P'))) b) ->
    2 * tau * half * (- c * INR k + INR k * (1 - t)) <= b.
  Proof.
    intros sym triangle pos rises K small half_pos apart members outside close b_pos risk.
    apply (assouad_with_biased_prior P (fun v => theta (P v)) rho phi Z k n m half c t estimate inside b); auto.
  Qed.
End Biased.
