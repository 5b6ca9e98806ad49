(** * The Gaussian integral

    The square of A t, the integral of e^(-s^2/2) from 0 to t, and B t, the integral of 2 e^(-t^2 (1 + u^2)/2)/(1 + u^2)
    for u from 0 to 1, have a sum that does not depend on t: at 0 it is 2 atan 1 = PI/2. *)

From Foundations Require Export Numbers.
Open Scope R_scope.

Section Gauss.
  Let g s := exp (- (s ^ 2 / 2)).
  Let f t u := 2 * exp (- (t ^ 2 * (1 + u ^ 2) / 2)) / (1 + u ^ 2).
  Let df t u := - (2 * t * exp (- (t ^ 2 * (1 + u ^ 2) / 2))).
  Let A t : R := RInt g 0 t.
  Let B t : R := RInt (f t) 0 1.

  Let pos u : 0 < 1 + u ^ 2.
  Proof. pose proof (pow2_ge_0 u). lra. Qed.

  Let continuous_g s : continuous g s.
  Proof. apply (ex_derive_continuous g). unfold g. auto_derive. exact Logic.I. Qed.

  Let integrable_g a b : ex_RInt g a b.
  Proof. apply (ex_RInt_continuous (V := R_CompleteNormedModule)). intros s _. apply continuous_g. Qed.

  Let slope_A t : is_derive A t (g t).
  Proof.
    apply (is_derive_RInt g A 0 t); [| apply continuous_g].
    apply filter_forall. intros s. apply (RInt_correct (V := R_CompleteNormedModule)), integrable_g.
  Qed.

  Let slope_f t u : is_derive (fun t => f t u) t (df t u).
  Proof.
    unfold f, df. specialize (pos u). auto_derive; [exact Logic.I |].
    set (e := exp (- (t ^ 2 * (1 + u ^ 2) / 2))). change (exp _) with e at 1.
    change (u * (u * 1)) with (u ^ 2). field. lra.
  Qed.

  Let slope_B t : is_derive B t (RInt (df t) 0 1).
  Proof.
    assert (eq : forall u, Derive (fun t => f t u) t = df t u) by (intros u; apply is_derive_unique, slope_f).
    rewrite <- (RInt_ext (fun u => Derive (fun t => f t u) t)) by (intros u _; apply eq).
    apply (is_derive_RInt_param f 0 1 t).
    - apply filter_forall. intros s u _. eexists. apply slope_f.
    - intros u _. apply continuity_2d_pt_ext with df; [intros; symmetry; apply is_derive_unique, slope_f |].
      unfold df. apply continuity_2d_pt_opp, continuity_2d_pt_mult.
      + apply continuity_2d_pt_mult; [apply continuity_2d_pt_const | apply continuity_2d_pt_id1].
      + apply (continuity_1d_2d_pt_comp (fun x => exp (- (x / 2))) (fun t u => t ^ 2 * (1 + u ^ 2))).
        * apply derivable_continuous_pt. eexists. apply is_derive_Reals. auto_derive; [exact Logic.I | reflexivity].
        * apply continuity_2d_pt_mult.
          -- apply (continuity_1d_2d_pt_comp (fun x => x ^ 2)); [| apply continuity_2d_pt_id1].
             apply derivable_continuous_pt, derivable_pt_pow.
          -- apply (continuity_1d_2d_pt_comp (fun x => 1 + x ^ 2)); [| apply continuity_2d_pt_id2].
             apply derivable_continuous_pt. eexists. apply is_derive_Reals. auto_derive; [exact Logic.I | reflexivity].
    - apply filter_forall. intros s. apply (ex_RInt_continuous (V := R_CompleteNormedModule)). intros u _.
      apply (ex_derive_continuous (f s)). unfold f. specialize (pos u). auto_derive. lra.
  Qed.

  (** With v = t u. *)
  Let slope_of_B t : RInt (df t) 0 1 = - (2 * A t * g t).
  Proof.
    replace (- (2 * A t * g t)) with (- (2 * g t) * A t) by ring. apply is_RInt_unique.
    assert (whole : is_RInt g (t * 0 + 0) (t * 1 + 0) (A t)).
    { rewrite Rmult_0_r, Rmult_1_r, !Rplus_0_r. apply (RInt_correct (V := R_CompleteNormedModule)), integrable_g. }
    apply is_RInt_comp_lin, (is_RInt_scal _ _ _ (- (2 * g t))) in whole.
    revert whole. apply is_RInt_ext. intros u _. change (- (2 * g t) * (t * g (t * u + 0)) = df t u). unfold df, g.
    replace (- (t ^ 2 * (1 + u ^ 2) / 2)) with (- (t ^ 2 / 2) + - ((t * u + 0) ^ 2 / 2)) by field.
    rewrite exp_plus. ring.
  Qed.

  Let B_0 : B 0 = PI / 2.
  Proof.
    apply is_RInt_unique. replace (PI / 2) with (2 * atan 1 - 2 * atan 0) by (rewrite atan_1, atan_0; field).
    apply (is_RInt_ext (fun u => 2 / (1 + u ^ 2))).
    - intros u _. unfold f. replace (- (0 ^ 2 * (1 + u ^ 2) / 2)) with 0 by field. rewrite exp_0, Rmult_1_r.
      reflexivity.
    - apply (is_RInt_derive (fun u => 2 * atan u)).
      + intros u _. specialize (pos u). auto_derive; [exact Logic.I |]. field. simpl in pos. lra.
      + intros u _. apply (ex_derive_continuous (fun u => 2 / (1 + u ^ 2))). specialize (pos u). auto_derive. lra.
  Qed.

  Theorem gaussian_integral t : 0 <= t -> RInt (fun s => exp (- (s ^ 2 / 2))) 0 t <= sqrt (PI / 2).
  Proof.
    intros T. apply le_sqrt. change (A t ^ 2 <= PI / 2).
    assert (constant : A 0 ^ 2 + B 0 >= A t ^ 2 + B t).
    { apply Rle_ge, Ropp_le_cancel. apply (rises (fun t => - (A t ^ 2 + B t)) (fun _ => 0)); [| exact T | intros; lra].
      intros s. replace 0 with (- (2 * A s * g s + - (2 * A s * g s))) by ring.
      apply (is_derive_opp (fun t => A t ^ 2 + B t)), (is_derive_plus (fun t => A t ^ 2) B).
      - replace (2 * A s * g s) with (INR 2 * g s * A s ^ 1) by (simpl; ring). now apply (is_derive_pow A 2).
      - rewrite <- slope_of_B. apply slope_B. }
    assert (A_0 : A 0 = 0) by apply (RInt_point (V := R_CompleteNormedModule)).
    assert (B_t : 0 <= B t).
    { apply RInt_ge_0; [lra | |].
      - apply (ex_RInt_continuous (V := R_CompleteNormedModule)). intros u _.
        apply (ex_derive_continuous (f t)). unfold f. specialize (pos u). auto_derive. lra.
      - intros u _. apply Rdiv_le_0_compat; [| apply pos]. pose proof (exp_pos (- (t ^ 2 * (1 + u ^ 2) / 2))). lra. }
    rewrite A_0, B_0 in constant. lra.
  Qed.
End Gauss.
