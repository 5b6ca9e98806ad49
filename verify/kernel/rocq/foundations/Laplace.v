(** * Laplace noise

    Its density is e^(-|x|/b)/(2b). A random real has this law where the expectations of continuous bounded functions of
    it are the integrals by the density, from -n to n as n grows. *)

From Foundations Require Export Tails.
Import ListNotations.
Open Scope R_scope.

Definition laplace_density b x := exp (- (Rabs x / b)) / (2 * b).

Definition laplace_integral b (f : R -> R) (n : nat) : R := RInt (fun x => f x * laplace_density b x) (- INR n) (INR n).

Definition laplace_noise {W} (P : space W) (X : W -> R) b := forall f, bounded f -> continuous_all f ->
  is_lim_seq (laplace_integral b f) (expectation P (fun w => f (X w))).

(** ** The integral *)

Section Integral.
  Variable b : R.
  Hypothesis b_pos : 0 < b.
  Implicit Types f g : R -> R.

  Lemma laplace_density_pos x : 0 < laplace_density b x.
  Proof. apply Rdiv_lt_0_compat; [apply exp_pos | lra]. Qed.

  Lemma continuous_laplace f : continuous_all f -> continuous_all (fun x => f x * laplace_density b x).
  Proof. intros F. unfold laplace_density, Rdiv. continuous_all. Qed.

  Lemma integrable_laplace f c d : continuous_all f -> ex_RInt (fun x => f x * laplace_density b x) c d.
  Proof.
    intros F. apply (ex_RInt_continuous (V := R_CompleteNormedModule)). intros x _. now apply continuous_laplace.
  Qed.

  Lemma laplace_integral_le f g n : continuous_all f -> continuous_all g ->
    (forall x, - INR n <= x <= INR n -> f x <= g x) -> laplace_integral b f n <= laplace_integral b g n.
  Proof.
    intros F G H. pose proof (pos_INR n). apply RInt_le; auto using integrable_laplace; [lra |].
    intros x inside. apply Rmult_le_compat_r; [left; apply laplace_density_pos | apply H; lra].
  Qed.

  Lemma laplace_integral_grows f m n : continuous_all f -> (forall x, 0 <= f x) -> (m <= n)%nat ->
    laplace_integral b f m <= laplace_integral b f n.
  Proof.
    intros F f0 mn. pose proof (pos_INR m). apply le_INR in mn. unfold laplace_integral.
    rewrite <- (RInt_Chasles (V := R_CompleteNormedModule) _ (- INR n) (- INR m) (INR n))
      by now apply integrable_laplace.
    rewrite <- (RInt_Chasles (V := R_CompleteNormedModule) _ (- INR m) (INR m) (INR n)) by now apply integrable_laplace.
    unfold plus; simpl.
    assert (part : forall c d, c <= d -> 0 <= RInt (fun x => f x * laplace_density b x) c d).
    { intros c d cd. apply RInt_ge_0; auto using integrable_laplace. intros x _.
      apply Rmult_le_pos; [apply f0 | left; apply laplace_density_pos]. }
    pose proof (part (- INR n) (- INR m) ltac:(lra)). pose proof (part (INR m) (INR n) ltac:(lra)). lra.
  Qed.

  (** Both half lines together. *)
  Lemma laplace_integral_folded f n : continuous_all f ->
    laplace_integral b f n = RInt (fun x => (f x + f (- x)) * (exp (- (x / b)) / (2 * b))) 0 (INR n).
  Proof.
    intros F. unfold laplace_integral. set (h := fun x => f x * laplace_density b x).
    assert (H : forall c d, ex_RInt h c d) by (intros; now apply integrable_laplace).
    assert (turned : continuous_all (fun x => f (- x))).
    { apply (continuous_all_after f (fun x => - x)); continuous_all. }
    rewrite <- (RInt_Chasles (V := R_CompleteNormedModule) h (- INR n) 0 (INR n)) by apply H.
    replace (RInt h (- INR n) 0) with (RInt (fun x => f (- x) * laplace_density b x) 0 (INR n)).
    - unfold h. rewrite <- (RInt_plus (V := R_CompleteNormedModule)) by now apply integrable_laplace.
      apply RInt_ext. intros x inside. unfold plus; simpl. pose proof (pos_INR n).
      rewrite Rmin_left, Rmax_right in inside by assumption. unfold laplace_density. rewrite Rabs_pos_eq by lra. ring.
    - apply is_RInt_unique. pose proof (RInt_correct h (- INR n) 0 (H _ _)) as half.
      rewrite <- Ropp_0 in half at 1. apply is_RInt_comp_opp, is_RInt_swap, is_RInt_opp in half.
      rewrite opp_opp in half. revert half. apply is_RInt_ext. intros x _.
      rewrite opp_opp. unfold h, laplace_density. now rewrite Rabs_Ropp.
  Qed.

  Lemma exp_vanishes c e : 0 < c -> 0 < e -> exists n, exp (- (c * INR n)) <= e.
  Proof.
    intros C pos. destruct (INR_above (/ (c * e))) as [n above]. exists n.
    assert (ce : 0 < c * e) by nra. pose proof (Rinv_0_lt_compat _ ce).
    rewrite exp_Ropp. pose proof (exp_ineq1_le (c * INR n)).
    assert (large : / e < c * INR n).
    { apply (Rmult_lt_compat_l c) in above; [| exact C]. rewrite Rinv_mult in above.
      rewrite <- Rmult_assoc, Rinv_r, Rmult_1_l in above by lra. exact above. }
    pose proof (Rinv_0_lt_compat e pos). rewrite <- (Rinv_inv e). apply Rinv_le_contravar; lra.
  Qed.
End Integral.

(** ** What the law of the noise says *)

Section Noise.
  Context {W : Type} (P : space W) (X : W -> R) (b : R).
  Hypothesis (b_pos : 0 < b) (noise : laplace_noise P X b).

  (** The expectation of a function that is 0 or more is the supremum of its integrals. *)
  Lemma laplace_most f k : continuous_all f -> (forall x, 0 <= f x) ->
    (forall n, exists M, forall x, - INR n <= x <= INR n -> f x <= M) ->
    expectation_most P (fun w => f (X w)) k <-> forall n, laplace_integral b f n <= k.
  Proof.
    intros F f0 compact.
    assert (cut : forall M,
      is_lim_seq (laplace_integral b (fun x => Rmin (f x) M)) (expectation P (fun w => Rmin (f (X w)) M))).
    { intros M. apply (noise (fun x => Rmin (f x) M)); [now apply bounded_cut | continuous_all]. }
    split.
    - intros most n. destruct (compact n) as [M small].
      apply Rle_trans with (laplace_integral b (fun x => Rmin (f x) (Rmax 0 M)) n).
      + apply laplace_integral_le; [exact b_pos | exact F | continuous_all |].
        intros x inside. rewrite Rmin_left; [lra |]. specialize (small x inside). pose proof (Rmax_r 0 M). lra.
      + eapply Rle_trans; [| apply (most (Rmax 0 M))].
        apply (is_lim_seq_incr_compare (laplace_integral b (fun x => Rmin (f x) (Rmax 0 M)))); [apply cut |].
        intros j. apply laplace_integral_grows; [exact b_pos | continuous_all | | lia].
        intros x. apply Rmin_glb; [apply f0 | apply Rmax_l].
    - intros most M. assert (le : Rbar_le (expectation P (fun w => Rmin (f (X w)) M)) k); [| exact le].
      apply (is_lim_seq_le (laplace_integral b (fun x => Rmin (f x) M)) (fun _ => k));
        [| apply cut | apply is_lim_seq_const].
      intros n. eapply Rle_trans; [| apply (most n)].
      apply laplace_integral_le; [exact b_pos | continuous_all | exact F |]. intros x _. apply Rmin_l.
  Qed.

  (** Symmetry. *)
  Lemma laplace_centred : integrable P X -> expectation P X = 0.
  Proof.
    intros H. pose proof (cut_off_limit P X H) as limit.
    assert (zero : forall n, expectation P (fun w => cut_off (INR n + 2) (X w)) = 0).
    { intros n. pose proof (pos_INR n).
      assert (odd : forall x, cut_off (INR n + 2) (- x) = - cut_off (INR n + 2) x).
      { intros x. unfold cut_off, Rmax, Rmin. repeat destruct (Rle_dec _ _); lra. }
      assert (law : is_lim_seq (laplace_integral b (cut_off (INR n + 2)))
        (expectation P (fun w => cut_off (INR n + 2) (X w)))).
      { apply noise; [apply (bounded_cut_off _ (fun x => x)); lra | apply (continuous_all_cut_off _ (fun x => x));
        continuous_all]. }
      assert (none : is_lim_seq (laplace_integral b (cut_off (INR n + 2))) 0).
      { apply is_lim_seq_ext with (fun _ => 0); [| apply is_lim_seq_const]. intros k. symmetry.
        rewrite laplace_integral_folded by (exact b_pos || apply (continuous_all_cut_off _ (fun x => x));
          continuous_all).
        rewrite (RInt_ext _ (fun _ => 0)).
        - rewrite RInt_const. exact (Rmult_0_r _).
        - intros x _. rewrite odd, Rplus_opp_r. exact (Rmult_0_l _). }
      apply is_lim_seq_unique in law, none. rewrite law in none. now injection none. }
    apply is_lim_seq_ext with (v := fun _ => 0) in limit; [| exact zero].
    apply is_lim_seq_unique in limit. rewrite Lim_seq_const in limit. now injection limit.
  Qed.

  (** Fact: mean of Laplace noise. Symmetry. *)
  Theorem laplace_mean a : integrable P X -> expectation P (fun w => a + X w) = a.
  Proof. intros H. rewrite expectation_plus, expectation_const, laplace_centred by integrable. ring. Qed.

  (** An integral by its antiderivative, on a half line. *)
  Let antiderivative f F n : continuous_all f ->
    (forall x, is_derive F x ((f x + f (- x)) * (exp (- (x / b)) / (2 * b)))) ->
    laplace_integral b f n = F (INR n) - F 0.
  Proof.
    intros C D. rewrite laplace_integral_folded by assumption. apply is_RInt_unique, (is_RInt_derive F).
    - intros x _. apply D.
    - intros x _. revert x.
      assert (turned : continuous_all (fun x => f (- x)))
        by (apply (continuous_all_after f (fun x => - x)); continuous_all).
      unfold Rdiv. change (continuous_all (fun x => (f x + f (- x)) * (exp (- (x * / b)) * / (2 * b)))). continuous_all.
  Qed.

  Let square_integral n :
    laplace_integral b (fun x => x ^ 2) n = 2 * b ^ 2 - (INR n ^ 2 + 2 * b * INR n + 2 * b ^ 2) * exp (- (INR n / b)).
  Proof.
    rewrite (antiderivative _ (fun x => - ((x ^ 2 + 2 * b * x + 2 * b ^ 2) * exp (- (x / b))))).
    - unfold Rdiv. rewrite Rmult_0_l, Ropp_0, exp_0. ring.
    - continuous_all.
    - intros x. auto_derive; [exact Logic.I |]. unfold Rdiv. field. lra.
  Qed.

  Let square_most k : expectation_most P (fun w => X w ^ 2) k <-> 2 * b ^ 2 <= k.
  Proof.
    rewrite (laplace_most (fun x => x ^ 2)).
    - split; intros H.
      + apply le_epsilon. intros e pos.
        assert (b2 : 0 < b ^ 2) by (apply pow_lt; exact b_pos).
        destruct (exp_vanishes (/ (2 * b)) (e / (16 * b ^ 2))) as [n small].
        * apply Rinv_0_lt_compat. lra.
        * apply Rdiv_lt_0_compat; lra.
        * specialize (H n). rewrite square_integral in H. pose proof (pos_INR n) as n_0.
          enough ((INR n ^ 2 + 2 * b * INR n + 2 * b ^ 2) * exp (- (INR n / b)) <= e) by lra.
          set (z := INR n / (4 * b)). set (q := exp (- (/ (2 * b) * INR n))) in *.
          assert (z_0 : 0 <= z) by (apply Rdiv_le_0_compat; lra).
          assert (fall : exp (- (INR n / b)) * (exp z * exp z) = q).
          { unfold q. rewrite <- !exp_plus. f_equal. unfold z. field. lra. }
          assert (poly : INR n ^ 2 + 2 * b * INR n + 2 * b ^ 2 <= 16 * b ^ 2 * (exp z * exp z)).
          { replace (INR n) with (4 * b * z) by (unfold z; field; lra).
            pose proof (exp_ineq1_le z). assert ((1 + z) * (1 + z) <= exp z * exp z) by nra. nra. }
          pose proof (exp_pos (- (INR n / b))).
          apply Rle_trans with (16 * b ^ 2 * q); [rewrite <- fall; nra |].
          apply (Rmult_le_compat_l (16 * b ^ 2)) in small; [| lra].
          replace (16 * b ^ 2 * (e / (16 * b ^ 2))) with e in small by (field; lra). lra.
      + intros n. rewrite square_integral. pose proof (pos_INR n). pose proof (exp_pos (- (INR n / b))).
        assert (0 <= INR n ^ 2 + 2 * b * INR n + 2 * b ^ 2) by nra. nra.
    - continuous_all.
    - intros x. apply pow2_ge_0.
    - intros n. exists (INR n ^ 2). intros x inside. nra.
  Qed.

  (** Fact: variance of Laplace noise. *)
  Theorem laplace_variance : square_integrable P X -> variance P X = 2 * b ^ 2.
  Proof.
    intros H. unfold variance. rewrite laplace_centred by now apply square_integrable_integrable.
    rewrite (expectation_ext P _ (fun w => X w ^ 2)) by (intros; f_equal; ring).
    assert (X2 : forall w, 0 <= X w ^ 2) by (intros; apply pow2_ge_0).
    apply Rle_antisym.
    - apply (expectation_most_integrable P (fun w => X w ^ 2)), square_most; auto. lra.
    - apply square_most, expectation_most_integrable; auto. lra.
  Qed.

  (** ** Cumulants *)

  Section Tilt.
    Variable t : R.
    Hypothesis inside : b ^ 2 * t ^ 2 < 1.

    Let sides : 0 < 1 - b * t /\ 0 < 1 + b * t.
    Proof. split; nra. Qed.

    Let exp_integral n : laplace_integral b (fun x => exp (t * x)) n =
      / (1 - b ^ 2 * t ^ 2) - (exp (- ((1 - b * t) / b * INR n)) / (2 * (1 - b * t)) +
        exp (- ((1 + b * t) / b * INR n)) / (2 * (1 + b * t))).
    Proof.
      destruct sides as [low high].
      rewrite (antiderivative _ (fun x => - (exp (- ((1 - b * t) / b * x)) / (2 * (1 - b * t)) +
        exp (- ((1 + b * t) / b * x)) / (2 * (1 + b * t))))).
      - rewrite !Rmult_0_r, Ropp_0, exp_0. field. repeat split; nra.
      - continuous_all.
      - intros x. auto_derive; [exact Logic.I |].
        replace (- (x / b)) with (- ((1 - b * t) / b * x) + - (t * x)) by (field; lra).
        replace (- ((1 + b * t) / b * x)) with (- ((1 - b * t) / b * x) + - (t * x) + - (t * x)) by (field; lra).
        replace (t * - x) with (- (t * x)) by ring. rewrite !exp_plus, !exp_Ropp.
        pose proof (exp_pos (t * x)). pose proof (exp_pos ((1 - b * t) / b * x)). field. repeat split; lra.
    Qed.

    Let moment_most k : expectation_most P (fun w => exp (t * X w)) k <-> / (1 - b ^ 2 * t ^ 2) <= k.
    Proof.
      destruct sides as [low high].
      rewrite (laplace_most (fun x => exp (t * x))).
      - split; intros H.
        + apply le_epsilon. intros e pos.
          set (c := Rmin ((1 - b * t) / b) ((1 + b * t) / b)).
          assert (c_pos : 0 < c) by (apply Rmin_glb_lt; apply Rdiv_lt_0_compat; assumption).
          set (d := / (2 * (1 - b * t)) + / (2 * (1 + b * t))).
          assert (d_pos : 0 < d) by (apply Rplus_lt_0_compat; apply Rinv_0_lt_compat; lra).
          destruct (exp_vanishes c (e / d) c_pos ltac:(now apply Rdiv_lt_0_compat)) as [n small].
          specialize (H n). rewrite exp_integral in H. pose proof (pos_INR n).
          enough (exp (- ((1 - b * t) / b * INR n)) / (2 * (1 - b * t)) +
            exp (- ((1 + b * t) / b * INR n)) / (2 * (1 + b * t)) <= e) by lra.
          replace e with (e / d * / (2 * (1 - b * t)) + e / d * / (2 * (1 + b * t)))
            by (rewrite <- Rmult_plus_distr_l; fold d; field; lra).
          assert (faster : forall r, c <= r -> exp (- (r * INR n)) <= e / d).
          { intros r cr. eapply Rle_trans; [| exact small]. apply exp_le. nra. }
          apply Rplus_le_compat; (apply Rmult_le_compat_r; [left; apply Rinv_0_lt_compat; lra |]); apply faster;
            [apply Rmin_l | apply Rmin_r].
        + intros n. rewrite exp_integral.
          assert (part : forall x y, 0 < y -> 0 < exp x / (2 * y)).
          { intros x y y_pos. apply Rdiv_lt_0_compat; [apply exp_pos | lra]. }
          pose proof (part (- ((1 - b * t) / b * INR n)) _ low).
          pose proof (part (- ((1 + b * t) / b * INR n)) _ high). lra.
      - continuous_all.
      - intros x. left. apply exp_pos.
      - intros n. exists (exp (Rabs t * INR n)). intros x X_n. apply exp_le.
        eapply Rle_trans; [apply Rle_abs |]. rewrite Rabs_mult. apply Rmult_le_compat_l; [apply Rabs_pos |].
        now apply Rabs_le.
    Qed.

    Let log_moment : exp (- ln (1 - b ^ 2 * t ^ 2)) = / (1 - b ^ 2 * t ^ 2).
    Proof. rewrite exp_Ropp, exp_ln by lra. reflexivity. Qed.

    Let centred : integrable P X -> (fun w => exp (t * (X w - expectation P X))) = (fun w => exp (t * X w)).
    Proof.
      intros H. apply functional_extensionality. intros w. rewrite laplace_centred by exact H. f_equal. ring.
    Qed.

    Lemma laplace_cumulants_most : integrable P X -> CGF_most P X t (- ln (1 - b ^ 2 * t ^ 2)).
    Proof. intros H. unfold CGF_most. rewrite centred, log_moment by exact H. apply moment_most. lra. Qed.

    Lemma laplace_cumulants_least k : integrable P X -> CGF_most P X t k -> - ln (1 - b ^ 2 * t ^ 2) <= k.
    Proof.
      intros H most. unfold CGF_most in most. rewrite centred in most by exact H. apply moment_most in most.
      rewrite <- log_moment in most. apply Rnot_lt_le. intros less. apply exp_increasing in less. lra.
    Qed.

    (** Fact: cumulants of Laplace noise. *)
    Theorem laplace_cumulants : integrable P X -> CGF_most P X t (- ln (1 - b ^ 2 * t ^ 2)) /\
      forall k, CGF_most P X t k -> - ln (1 - b ^ 2 * t ^ 2) <= k.
    Proof. intros H. split; [now apply laplace_cumulants_most | intros k; now apply laplace_cumulants_least]. Qed.
  End Tilt.
End Noise.
