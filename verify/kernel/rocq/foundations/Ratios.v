(** * Functions that are nearly a density

    Where one law lies between two multiples of another, there is a bounded function that is nearly its density: one
    that nearly minimises M h^2 - 2 N h. *)

From Coq Require Import Classical_Prop.
From Foundations Require Export Facts_ratios.
Import ListNotations.
Open Scope R_scope.

Section Nearly_density.
  Context {B : Type} (M N : law B) (low high : R).
  Hypothesis ends : 0 < low <= high.
  Hypothesis above : forall f, bounded f -> (forall z, 0 <= f z) -> E N f <= high * E M f.
  Hypothesis below : forall f, bounded f -> (forall z, 0 <= f z) -> low * E M f <= E N f.

  Let cost h := E M (fun z => h z ^ 2) - 2 * E N h.
  Let clip (f : B -> R) z := Rmax low (Rmin (f z) high).

  Let clip_between f z : low <= clip f z <= high.
  Proof. unfold clip. split; [apply Rmax_l | apply Rmax_lub; [apply ends | apply Rmin_r]]. Qed.

  (** What is cut to the range of the density costs no more. *)
  Let clip_cost f : bounded f -> cost (clip f) <= cost f.
  Proof.
    intros F. set (u := fun z => Rmax (f z - high) 0). set (v := fun z => Rmax (low - f z) 0).
    assert (C : bounded (clip f)) by (apply bounded_between with low high; auto).
    assert (U : bounded u) by (unfold u; bounded). assert (V : bounded v) by (unfold v; bounded).
    assert (parts : forall z, clip f z = f z - u z + v z).
    { intros z. pose proof ends. unfold clip, u, v, Rmax, Rmin. repeat destruct (Rle_dec _ _); lra. }
    assert (square : forall z, clip f z ^ 2 + (2 * high * u z - 2 * low * v z) <= f z ^ 2).
    { intros z. pose proof ends. unfold clip, u, v, Rmax, Rmin. repeat destruct (Rle_dec _ _); nra. }
    pose proof (E_mono M (fun z => clip f z ^ 2 + (2 * high * u z - 2 * low * v z)) (fun z => f z ^ 2)
      ltac:(bounded) ltac:(bounded) square) as mean.
    rewrite E_plus, E_minus, !E_scal in mean by bounded.
    assert (N_parts : E N (clip f) = E N f - E N u + E N v).
    { rewrite (E_ext N _ _ parts). now rewrite E_plus, E_minus by bounded. }
    pose proof (above u U (fun z => Rmax_r _ _)) as high_u. pose proof (below v V (fun z => Rmax_r _ _)) as low_v.
    unfold cost. rewrite N_parts. lra.
  Qed.

  Lemma nearly_density eta : 0 < eta -> exists h, (forall z, low <= h z <= high) /\
    forall v L, (forall z, Rabs (v z) <= L) -> Rabs (E M (fun z => h z * v z) - E N v) <= eta * L.
  Proof.
    intros eta_pos. set (reached := fun y => exists h, (forall z, low <= h z <= high) /\ y = - cost h).
    destruct (completeness reached) as [top [above_all least]].
    - exists (2 * high). intros y (h & range & ->). unfold cost.
      assert (H : bounded h) by now apply bounded_between with low high.
      pose proof (E_ge M (fun z => h z ^ 2) 0 ltac:(bounded) (fun z => pow2_ge_0 _)).
      pose proof (E_between N h _ _ range). lra.
    - exists (- cost (fun _ => low)), (fun _ => low). split; [intros z; lra | reflexivity].
    - assert (near : exists h, (forall z, low <= h z <= high) /\ top - eta ^ 2 < - cost h).
      { apply NNPP. intros none. assert (top <= top - eta ^ 2); [| pose proof (pow_lt eta 2 eta_pos); lra].
        apply least. intros y (h & range & ->). apply Rnot_lt_le. intros near. apply none. now exists h. }
      destruct near as (h & range & near). exists h. split; [exact range |]. intros v L v_L.
      assert (H : bounded h) by now apply bounded_between with low high.
      assert (V : bounded v) by now exists L.
      set (gap := E M (fun z => h z * v z) - E N v).
      assert (L_pos : 0 <= L \/ L < 0 /\ forall z : B, False).
      { destruct (Rle_dec 0 L) as [| neg]; [now left | right]. split; [lra |]. intros z. specialize (v_L z).
        pose proof (Rabs_pos (v z)). lra. }
      assert (square : E M (fun z => v z ^ 2) <= L ^ 2).
      { apply E_le; [bounded |]. intros z. rewrite <- pow2_abs. apply pow_incr. split; [apply Rabs_pos | apply v_L]. }
      assert (gap_square : gap ^ 2 <= eta ^ 2 * L ^ 2).
      { rewrite (Rmult_comm (eta ^ 2)). apply Rle_trans with (E M (fun z => v z ^ 2) * eta ^ 2);
          [| apply Rmult_le_compat_r; [apply pow2_ge_0 | exact square]].
        apply discriminant; [apply E_ge; [bounded | intros; apply pow2_ge_0] |]. intros r.
        set (f := fun z => h z + - r * v z). assert (F : bounded f) by (unfold f; bounded).
        assert (reach : - cost (clip f) <= top) by (apply above_all; exists (clip f); auto).
        pose proof (clip_cost f F) as cheaper.
        assert (cost f = cost h - 2 * gap * r + E M (fun z => v z ^ 2) * r ^ 2).
        { unfold cost, gap, f.
          rewrite (E_ext M _ (fun z => h z ^ 2 - 2 * r * (h z * v z) + r ^ 2 * v z ^ 2)) by (intros; ring).
          rewrite !E_plus, E_minus, !E_scal by bounded. ring. }
        lra. }
      destruct L_pos as [L_pos | [_ none]].
      + apply pow2_inj_le; [apply Rmult_le_pos; lra |]. rewrite pow2_abs, Rpow_mult_distr. exact gap_square.
      + exfalso. assert (1 <= 0); [| lra]. rewrite <- (E_one N). apply E_le; [bounded |]. intros z. destruct (none z).
  Qed.
End Nearly_density.
