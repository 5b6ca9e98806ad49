(** * Hellinger distance, and what it says of total variation *)

From Foundations Require Export Divergences.
Open Scope R_scope.

Section Hellinger.
  Context {A : Type} (P Q : law A).

  (** What the definition says for the function that is 1/s where f is 1 and s where f is 0. *)
  Lemma affinity_at f s : test f -> 0 < s ->
    exists u a, 0 < a /\ (forall x, a <= u x) /\ bounded u /\
      E P u + E Q (fun x => / u x) <= (1 + (E P f - E Q f)) / s + (1 - (E P f - E Q f)) * s.
  Proof.
    intros F S. assert (S' : 0 < / s) by now apply Rinv_0_lt_compat.
    set (u := fun x => / s * f x + s * (1 - f x)). exists u, (Rmin s (/ s)).
    assert (pos : 0 < Rmin s (/ s)) by now apply Rmin_glb_lt.
    assert (low : forall x, Rmin s (/ s) <= u x).
    { intros x. specialize (F x). pose proof (Rmin_l s (/ s)). pose proof (Rmin_r s (/ s)). unfold u. nra. }
    assert (U : bounded u) by (unfold u; bounded).
    repeat split; auto.
    assert (inverse : forall x, / u x <= s * f x + / s * (1 - f x)).
    { intros x. specialize (F x). specialize (low x).
      apply Rmult_le_reg_l with (u x); [lra |]. rewrite Rinv_r by lra. unfold u.
      replace (_ * _) with (1 + f x * (1 - f x) * (s - / s) ^ 2) by (field; lra).
      pose proof (pow2_ge_0 (s - / s)). assert (0 <= f x * (1 - f x)) by nra. nra. }
    assert (B : bounded (fun x => / u x)) by now apply bounded_inv with (Rmin s (/ s)).
    assert (at_P : E P u = / s * E P f + s * (1 - E P f)).
    { unfold u. now rewrite E_plus, !E_scal, E_minus, E_const by bounded. }
    assert (at_Q : E Q (fun x => / u x) <= s * E Q f + / s * (1 - E Q f)).
    { eapply Rle_trans; [apply E_mono; [exact B | | exact inverse]; bounded |].
      right. now rewrite E_plus, !E_scal, E_minus, E_const by bounded. }
    rewrite at_P. eapply Rle_trans; [apply Rplus_le_compat_l, at_Q |]. right. field. lra.
  Qed.

  (* Fact: Hellinger above TV *)
  (** Le Cam's inequalities: Tsybakov 2009, Lemma 2.3. *)
  Theorem TV_below_hellinger h : h <= 1 -> H2_most P Q h -> TV_most P Q (sqrt (h * (2 - h))).
  Proof.
    intros H1 H f F. set (d := E P f - E Q f).
    assert (D : d <= 1) by now apply TV_le_1.
    destruct (Rle_dec d (-1)) as [N | N]; [pose proof (sqrt_pos (h * (2 - h))); lra |].
    apply le_sqrt. enough ((1 - h) ^ 2 <= (1 - d) * (1 + d)) by nra.
    apply discriminant; [lra |]. intros s. destruct (Rle_dec s 0) as [S | S].
    - pose proof (pow2_ge_0 s). nra.
    - destruct (affinity_at f s F ltac:(lra)) as (u & a & pos & low & U & bound).
      specialize (H u a pos low U). fold d in bound.
      assert (sum : 2 * (1 - h) <= (1 + d) / s + (1 - d) * s) by lra.
      apply (Rmult_le_compat_r s) in sum; [| lra].
      replace (((1 + d) / s + (1 - d) * s) * s) with ((1 - d) * s ^ 2 + (1 + d)) in sum by (field; lra). lra.
  Qed.

  (** Tsybakov 2009, (2.19): the affinity is at least e^(-KL/2). *)
  Lemma hellinger_below_KL k : KL_most P Q k -> H2_most P Q (1 - exp (- k / 2)).
  Proof.
    intros H u a pos low U.
    assert (V : bounded (fun x => / u x)) by now apply bounded_inv with a.
    assert (L : bounded (fun x => ln (u x))) by now apply bounded_ln with a.
    assert (X : a <= E P u) by now apply E_ge.
    assert (exp_inv : forall x, exp (- ln (u x)) = / u x).
    { intros x. specialize (low x). rewrite exp_Ropp, exp_ln; lra. }
    specialize (H (fun x => - ln (u x)) ltac:(bounded)). cbv beta in H.
    rewrite E_opp, (E_ext Q _ _ exp_inv) in H by bounded.
    assert (Y : 0 < E Q (fun x => / u x)).
    { rewrite <- (E_ext Q _ _ exp_inv). apply E_exp_pos. bounded. }
    pose proof (jensen_ln P u a pos low U) as J.
    set (x := E P u) in *. set (y := E Q (fun x => / u x)) in *.
    assert (product : exp (- k) <= x * y).
    { rewrite <- (exp_ln (x * y)) by nra. apply exp_le. rewrite ln_mult by lra. lra. }
    replace (1 - (1 - exp (- k / 2))) with (exp (- k / 2)) by ring.
    apply pow2_inj_le; [lra |].
    replace (exp (- k / 2) ^ 2) with (exp (- k)) by (simpl; rewrite Rmult_1_r, <- exp_plus; f_equal; field).
    pose proof (pow2_ge_0 (x - y)). replace (((x + y) / 2) ^ 2) with (x * y + (x - y) ^ 2 / 4) by field. lra.
  Qed.

  (* Fact: Bretagnolle and Huber *)
  (** Tsybakov 2009, (2.25). *)
  Theorem bretagnolle_huber k : KL_most P Q k -> TV_most P Q (1 - exp (- k) / 2).
  Proof.
    intros H. pose proof (KL_ge_0 _ _ _ H) as K. pose proof (exp_pos (- k / 2)) as pos.
    eapply TV_weaken; [apply (TV_below_hellinger (1 - exp (- k / 2))); [lra | now apply hellinger_below_KL] |].
    assert (square : exp (- k) = exp (- k / 2) ^ 2).
    { simpl. rewrite Rmult_1_r, <- exp_plus. f_equal. field. }
    assert (le_1 : exp (- k) <= 1) by (rewrite <- exp_0; apply exp_le; lra).
    rewrite <- (sqrt_pow2 (1 - exp (- k) / 2)) by lra. apply sqrt_le_1_alt.
    rewrite square. set (e := exp (- k / 2)). pose proof (pow2_ge_0 (e ^ 2)).
    replace ((1 - e ^ 2 / 2) ^ 2) with (1 - e ^ 2 + (e ^ 2) ^ 2 / 4) by field. lra.
  Qed.
End Hellinger.
