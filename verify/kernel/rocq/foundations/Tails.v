(** * Tails: Markov, Chebyshev, Hoeffding *)

From Foundations Require Export Cumulants.
Import ListNotations.
Open Scope R_scope.

Section Moments.
  Context {W : Type} (P : space W).
  Implicit Types X Y : W -> R.

  (** Fact: Markov. *)
  Theorem markov X t : 0 < t -> integrable P X -> almost_le P (fun _ => 0) X ->
    probability P (fun w => t <= X w) <= expectation P X / t.
  Proof.
    intros pos H X0. pose proof (Rinv_0_lt_compat t pos) as inv.
    apply almost_le_excess in X0; [| integrable | exact H].
    apply Rle_trans with (expectation P (fun w => / t * Rmax 0 (X w))).
    - apply probability_at_most; [integrable | |].
      + intros w. apply Rmult_le_pos; [lra | apply Rmax_l].
      + intros w above. apply Rmult_le_reg_l with t; [exact pos |]. rewrite <- Rmult_assoc, Rinv_r by lra.
        pose proof (Rmax_r 0 (X w)). lra.
    - rewrite expectation_scal by integrable. unfold Rdiv. rewrite (Rmult_comm _ (/ t)).
      apply Rmult_le_compat_l; [lra |].
      rewrite (expectation_ext P _ (fun w => X w + Rmax 0 (0 - X w))).
      + rewrite expectation_plus, X0 by integrable. lra.
      + intros w. unfold Rmax. repeat destruct (Rle_dec _ _); lra.
  Qed.

  (** Fact: Chebyshev. *)
  Theorem chebyshev X t : 0 < t -> square_integrable P X ->
    probability P (fun w => t <= Rabs (X w - expectation P X)) <= variance P X / t ^ 2.
  Proof.
    intros pos H. pose proof (pow_lt t 2 pos) as t2.
    assert (H2 : integrable P (fun w => (X w - expectation P X) ^ 2)).
    { apply (square_integrable_minus P X (fun _ => expectation P X)); auto using square_integrable_const. }
    eapply Rle_trans; [| apply (markov (fun w => (X w - expectation P X) ^ 2) (t ^ 2) t2 H2)].
    - apply probability_mono. intros w far. rewrite <- (pow2_abs (X w - _)). apply pow_incr. lra.
    - apply surely_le. intros w. apply pow2_ge_0.
  Qed.
End Moments.

(** ** Means of copies *)

Lemma Rmin_mult c x y : 0 <= c -> c * Rmin x y = Rmin (c * x) (c * y).
Proof. intros C. unfold Rmin. destruct (Rle_dec x y), (Rle_dec (c * x) (c * y)); nra. Qed.

Lemma exp_pow x n : exp x ^ n = exp (INR n * x).
Proof.
  induction n as [| n IH]; [now rewrite Rmult_0_l, exp_0 |].
  cbn [pow]. rewrite IH, S_INR, <- exp_plus. f_equal. ring.
Qed.

Section Means.
  Context {W : Type} (P : space W).
  Variables (S X : W -> R) (m : nat).
  Hypothesis (some : (1 <= m)%nat) (HS : square_integrable P S) (HX : square_integrable P X)
    (law : mean_of_copies P S X m).
  Let mu := expectation P X.
  Let IX : integrable P X := square_integrable_integrable P X HX.

  Let m_pos : 0 < INR m.
  Proof. apply lt_0_INR. lia. Qed.

  (** A product of cut exponentials, draw by draw: from above, and from below. *)
  Let copies_most r a j c M : 0 < c -> expectation_most P (fun w => exp (r * (X w - mu))) a -> 0 < a ->
    copies P X j (fun s => Rmin (c * exp (r * (s - INR j * mu))) M) <= c * a ^ j.
  Proof.
    intros c_pos most a_pos. revert c c_pos. induction j as [| j IH]; intros c c_pos.
    - cbn [copies INR pow]. rewrite Rmult_0_l, Rminus_0_r, Rmult_0_r, exp_0. apply Rmin_l.
    - cbn [copies].
      set (e := fun w => exp (r * (X w - mu))).
      set (g := fun s => Rmin (c * exp (r * (s - INR (Datatypes.S j) * mu))) M).
      assert (G : quadratic g).
      { apply quadratic_bounded, bounded_cut. intros s. apply Rmult_le_pos; [lra | left; apply exp_pos]. }
      pose proof (pow_lt a j a_pos) as aj.
      apply Rle_trans with (expectation P (fun w => c * a ^ j * Rmin (e w) (M / (c * a ^ j)))).
      + apply expectation_mono; [now apply (integrable_after P X HX j g) | |].
        { apply integrable_scal, integrable_cut. intros w. left. apply exp_pos. }
        intros w. rewrite Rmin_mult by nra. replace (c * a ^ j * (M / (c * a ^ j))) with M by (field; lra).
        apply Rmin_glb.
        * replace (c * a ^ j * e w) with (c * e w * a ^ j) by ring.
          eapply Rle_trans; [| apply (IH (c * e w)); unfold e; pose proof (exp_pos (r * (X w - mu))); nra].
          right. apply copies_ext. intros s. unfold g, e. f_equal. rewrite Rmult_assoc, <- exp_plus,
            S_INR. do 2 f_equal. ring.
        * apply Rle_trans with (copies P X j (fun _ => M)); [| right; apply copies_const].
          apply (copies_mono P X HX); [now apply (quadratic_shift g) | apply quadratic_bounded, bounded_const |].
          intros s. apply Rmin_r.
      + rewrite expectation_scal by (apply integrable_cut; intros w; left; apply exp_pos).
        specialize (most (M / (c * a ^ j))). fold e in most.
        replace (c * a ^ Datatypes.S j) with (c * a ^ j * a) by (simpl; ring).
        apply Rmult_le_compat_l; [nra | exact most].
  Qed.

  Let copies_least r L j c : 0 <= c -> 0 < L -> let a := expectation P (fun w => Rmin (exp (r * (X w - mu))) L) in
    c * a ^ j <= copies P X j (fun s => Rmin (c * exp (r * (s - INR j * mu))) (c * L ^ j)).
  Proof.
    intros c_0 L_pos a. revert c c_0. induction j as [| j IH]; intros c c_0.
    - cbn [copies INR pow]. rewrite Rmult_0_l, Rminus_0_r, Rmult_0_r, exp_0. apply Rmin_glb; lra.
    - cbn [copies].
      set (e := fun w => Rmin (exp (r * (X w - mu))) L).
      assert (e_0 : forall w, 0 <= e w) by (intros w; apply Rmin_glb; [left; apply exp_pos | lra]).
      set (g := fun s => Rmin (c * exp (r * (s - INR (Datatypes.S j) * mu))) (c * L ^ Datatypes.S j)).
      assert (G : quadratic g).
      { apply quadratic_bounded, bounded_cut. intros s. apply Rmult_le_pos; [lra | left; apply exp_pos]. }
      apply Rle_trans with (expectation P (fun w => c * a ^ j * e w)).
      + rewrite expectation_scal by apply integrable_exp_cut. fold a. simpl. unfold e. fold a. right. ring.
      + apply expectation_mono; [apply integrable_scal, integrable_exp_cut | now apply (integrable_after P X HX j g) |].
        intros w. replace (c * a ^ j * e w) with (c * e w * a ^ j) by ring.
        assert (ce : 0 <= c * e w) by (apply Rmult_le_pos; auto).
        eapply Rle_trans; [apply (IH (c * e w) ce) |].
        apply (copies_mono P X HX); [| now apply (quadratic_shift g) |].
        * apply quadratic_bounded, bounded_cut. intros s. apply Rmult_le_pos; [exact ce | left; apply exp_pos].
        * intros s. unfold g. rewrite S_INR.
          replace (r * (X w + s - (INR j + 1) * mu)) with (r * (X w - mu) + r * (s - INR j * mu)) by ring.
          rewrite exp_plus. pose proof (exp_pos (r * (s - INR j * mu))). pose proof (pow_lt L j L_pos).
          apply Rmin_glb.
          -- eapply Rle_trans; [apply Rmin_l |]. rewrite <- Rmult_assoc.
             apply Rmult_le_compat_r; [lra |]. apply Rmult_le_compat_l; [lra | apply Rmin_l].
          -- eapply Rle_trans; [apply Rmin_r |]. change (L ^ Datatypes.S j) with (L * L ^ j). rewrite <- Rmult_assoc.
             apply Rmult_le_compat_r; [lra |]. apply Rmult_le_compat_l; [lra | apply Rmin_r].
  Qed.

  Let cut_at_mean r M : expectation P (fun w => Rmin (exp (INR m * r * (S w - mu))) M) =
    copies P X m (fun s => Rmin (1 * exp (r * (s - INR m * mu))) M).
  Proof.
    rewrite (law (fun x => Rmin (exp (INR m * r * (x - mu))) M)).
    - apply copies_ext. intros s. rewrite Rmult_1_l. do 2 f_equal. field. lra.
    - apply bounded_cut. intros x. left. apply exp_pos.
    - continuous_all.
  Qed.

  Let mean_S : expectation P S = mu := expectation_of_mean P S X m some HS HX law.

  Lemma cumulants_of_mean_most t k : CGF_most P X (t / INR m) k -> CGF_most P S t (k * INR m).
  Proof.
    intros most M. rewrite mean_S. replace t with (INR m * (t / INR m)) by (field; lra).
    rewrite cut_at_mean, (Rmult_comm k), <- exp_pow, <- (Rmult_1_l (exp k ^ m)).
    apply copies_most; [lra | exact most | apply exp_pos].
  Qed.

  Lemma cumulants_of_mean_least t c : CGF_most P S t c -> exists k, CGF_most P X (t / INR m) k /\ k * INR m <= c.
  Proof.
    intros most. exists (c / INR m). split; [| right; field; lra].
    intros L. fold mu. set (r := t / INR m).
    assert (tr : t = INR m * r) by (unfold r; field; lra). unfold CGF_most in most. rewrite mean_S, tr in most.
    destruct (Rle_dec L 0) as [neg | pos].
    { eapply Rle_trans; [apply (expectation_le P _ 0); [apply integrable_exp_cut |] | left; apply exp_pos].
      intros w. eapply Rle_trans; [apply Rmin_r | exact neg]. }
    set (a := expectation P (fun w => Rmin (exp (r * (X w - mu))) L)).
    assert (am : a ^ m <= exp c).
    { eapply Rle_trans; [| apply (most (1 * L ^ m))]. rewrite cut_at_mean, <- (Rmult_1_l (a ^ m)).
      apply copies_least; lra. }
    destruct (Rle_dec a 0) as [neg | a_pos]; [eapply Rle_trans; [exact neg | left; apply exp_pos] |].
    rewrite <- (exp_ln a) by lra. apply exp_le. apply Rmult_le_reg_r with (INR m); [exact m_pos |].
    replace (c / INR m * INR m) with c by (field; lra).
    rewrite <- (ln_exp c), Rmult_comm, <- ln_pow by lra. apply ln_le; [apply pow_lt; lra | exact am].
  Qed.

  (** Fact: cumulants of a mean. Boucheron, Lugosi and Massart 2013, Section 2.2. *)
  Theorem cumulants_of_mean t :
    (forall k, CGF_most P X (t / INR m) k -> CGF_most P S t (k * INR m)) /\
    (forall c, CGF_most P S t c -> exists k, CGF_most P X (t / INR m) k /\ k * INR m <= c).
  Proof. split; [intros k; apply cumulants_of_mean_most | intros c; apply cumulants_of_mean_least]. Qed.

  Section Hoeffding.
    Variables a b : R.
    Hypothesis (low : almost_le P (fun _ => a) X) (high : almost_le P X (fun _ => b)) (ab : a < b).

    Lemma cumulants_of_mean_between t : CGF_most P S t (t ^ 2 * (b - a) ^ 2 / (8 * INR m)).
    Proof.
      pose proof (cumulants_of_mean_most t _ (hoeffding_lemma_for_reals P X a b (t / INR m) IX low high)) as most.
      replace (t ^ 2 * (b - a) ^ 2 / (8 * INR m)) with ((t / INR m) ^ 2 * (b - a) ^ 2 / 8 * INR m) by (field; lra).
      exact most.
    Qed.

    Let best t : (4 * INR m * t / (b - a) ^ 2) ^ 2 * (b - a) ^ 2 / (8 * INR m) - 4 * INR m * t / (b - a) ^ 2 * t =
      - (2 * INR m * t ^ 2 / (b - a) ^ 2).
    Proof. field. split; lra. Qed.

    Let rate_0 t : 0 <= t -> 0 <= 4 * INR m * t / (b - a) ^ 2.
    Proof.
      intros T. apply Rdiv_le_0_compat; [nra |]. apply pow_lt. lra.
    Qed.

    Lemma hoeffding_above t : 0 <= t ->
      probability P (fun w => t <= S w - mu) <= exp (- (2 * INR m * t ^ 2 / (b - a) ^ 2)).
    Proof.
      intros T. rewrite <- best, <- mean_S. apply (chernoff P S); [now apply rate_0 | apply cumulants_of_mean_between].
    Qed.

    Lemma hoeffding_below t : 0 <= t ->
      probability P (fun w => S w - mu <= - t) <= exp (- (2 * INR m * t ^ 2 / (b - a) ^ 2)).
    Proof.
      intros T. rewrite <- best, <- mean_S. apply (chernoff_below P S); [now apply rate_0 |].
      rewrite <- (Rmult_1_r (4 * INR m * t / (b - a) ^ 2)) at 2.
      replace ((4 * INR m * t / (b - a) ^ 2 * 1) ^ 2) with ((- (4 * INR m * t / (b - a) ^ 2)) ^ 2) by ring.
      apply cumulants_of_mean_between.
    Qed.

    (** Fact: Hoeffding. Hoeffding 1963, Theorem 2. *)
    Theorem hoeffding t : 0 < t ->
      probability P (fun w => t <= Rabs (S w - expectation P X)) <= 2 * exp (- (2 * INR m * t ^ 2 / (b - a) ^ 2)).
    Proof.
      intros T. fold mu.
      eapply Rle_trans; [| apply Rle_trans with (1 := Rplus_le_compat _ _ _ _ (hoeffding_above t ltac:(lra))
        (hoeffding_below t ltac:(lra))); lra].
      eapply Rle_trans; [| apply union_bound]. apply probability_mono. intros w far.
      unfold Rabs in far. destruct (Rcase_abs _) in far; [right | left]; lra.
    Qed.
  End Hoeffding.
End Means.
