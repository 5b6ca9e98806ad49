(** * Conditional means and chances *)

From Foundations Require Export Votes.
Import ListNotations.
Open Scope R_scope.

(** M is the mean of Y given features, and A is made of the features and of data that are independent of Y given them:
    so, given M and A, the mean of Y is M. *)
Definition mean_given {W} (P : space W) (M Y A : W -> R) := forall f : R * R -> R,
  bounded f -> (forall p, continuous f p) ->
  expectation P (fun w => f (A w, M w) * Y w) = expectation P (fun w => f (A w, M w) * M w).

(** One of K classes is chosen, C, from the features and from data that are independent of the label Y given them; h j
    is the chance of the class j given the features, and H that of the chosen one. *)
Definition chance_given {W} (P : space W) (H Y C : W -> R) := exists K (h : nat -> W -> R),
  among P C K /\ (forall j w, 0 <= h j w <= 1) /\ (forall w j, C w = INR j -> H w = h j w) /\
  forall j f, bounded f -> continuous_all f ->
    expectation P (fun w => f (C w) * indicator (fun w => Y w = INR j) w) = expectation P (fun w => f (C w) * h j w).

(** The chosen class is one of the likeliest. *)
Definition largest_chance {W} (P : space W) (H Y C : W -> R) := exists K (h : nat -> W -> R),
  among P C K /\ (forall j w, 0 <= h j w <= 1) /\ (forall w j, C w = INR j -> H w = h j w) /\
  (forall w j, (1 <= j <= K)%nat -> h j w <= H w) /\
  forall j f, bounded f -> continuous_all f ->
    expectation P (fun w => f (C w) * indicator (fun w => Y w = INR j) w) = expectation P (fun w => f (C w) * h j w).

Section Given.
  Context {W : Type} (P : space W).

  (** Fact: tower property. Williams 1991, Section 9.7 (i), (j). *)
  Theorem tower_property Y M A : square_integrable P Y -> square_integrable P M -> square_integrable P A ->
    mean_given P M Y A -> expectation P (fun w => (A w - M w) * Y w) = expectation P (fun w => (A w - M w) * M w).
  Proof.
    intros HY HM HA given.
    set (D := fun w => A w - M w). set (Z := fun w => Y w - M w).
    assert (HD : square_integrable P D) by now apply square_integrable_minus.
    assert (HZ : square_integrable P Z) by now apply square_integrable_minus.
    assert (products : forall U V, square_integrable P U -> square_integrable P V -> integrable P (fun w => U w * V w))
      by apply integrable_product.
    enough (zero : expectation P (fun w => D w * Z w) = 0).
    { rewrite (expectation_ext P _ (fun w => D w * Y w - D w * M w)) in zero by (intros; unfold Z; ring).
      rewrite expectation_minus in zero by auto. unfold D in zero. lra. }
    assert (cut_parts : forall n, square_integrable P (fun w => cut_off (INR n + 2) (D w))).
    { intros n. apply square_integrable_bounded, bounded_cut_off. pose proof (pos_INR n). lra. }
    set (a := fun n => expectation P (fun w => cut_off (INR n + 2) (D w) * Z w)).
    assert (left : is_lim_seq a (expectation P (fun w => D w * Z w))).
    { apply tail_limit with P (fun w => D w ^ 2 + Z w ^ 2).
      - now apply integrable_plus.
      - intros w. apply Rplus_le_le_0_compat; apply pow2_ge_0.
      - intros n. pose proof (pos_INR n). unfold a. rewrite Rabs_minus_sym, <- expectation_minus by auto.
        eapply Rle_trans; [apply expectation_abs_le; auto with integrable |].
        apply expectation_mono; [auto with integrable | |].
        + apply integrable_max, integrable_minus, integrable_const; [integrable | now apply integrable_plus].
        + intros w. rewrite <- Rmult_minus_distr_r, Rabs_mult, cut_off_error by lra.
          set (d := D w). set (z := Z w). rewrite <- (pow2_abs d), <- (pow2_abs z).
          pose proof (Rabs_pos d). pose proof (Rabs_pos z). set (x := Rabs d) in *. set (y := Rabs z) in *.
          pose proof (pow2_ge_0 (x - y)). unfold Rmax. repeat destruct (Rle_dec _ _); nra. }
    assert (right : is_lim_seq a 0).
    { apply is_lim_seq_ext with (fun _ => 0); [| apply is_lim_seq_const]. intros n. pose proof (pos_INR n).
      unfold a.
      rewrite (expectation_ext P _ (fun w => cut_off (INR n + 2) (D w) * Y w - cut_off (INR n + 2) (D w) * M w))
        by (intros; unfold Z; ring).
      rewrite expectation_minus by auto.
      pose proof (given (fun p => cut_off (INR n + 2) (fst p - snd p))) as factor. cbn [fst snd] in factor.
      unfold D. rewrite factor.
      - ring.
      - apply bounded_cut_off. lra.
      - intros p. apply (continuous_comp (fun p : R * R => fst p - snd p) (cut_off (INR n + 2))).
        + apply (continuous_minus (V := R_NormedModule) fst snd); [apply continuous_fst | apply continuous_snd].
        + apply (continuous_all_cut_off _ (fun x => x)), continuous_all_id. }
    apply is_lim_seq_unique in left, right. rewrite left in right. now injection right.
  Qed.

  (** Fact: law of total probability. Williams 1991, Section 9.7 (a), given the features and the other data. *)
  Theorem law_of_total_probability Y H C : integrable P H -> chance_given P H Y C ->
    probability P (fun w => Y w = C w) = expectation P H.
  Proof.
    intros IH (K & h & one & chance & chosen & given).
    assert (IE : forall j, integrable P (indicator (fun w => Y w = INR j))) by (intros; apply integrable_indicator).
    assert (Ih : forall j, integrable P (h j)) by (intros j; apply integrable_bounded, bounded_between with 0 1;
      apply chance).
    assert (parts : forall j X, integrable P X -> (forall w, 0 <= X w) -> integrable P (fun w => hat j (C w) * X w)).
    { intros j X I X_0. apply integrable_under with X; [exact I |]. intros w. pose proof (hat_between j (C w)).
      specialize (X_0 w). split; nra. }
    assert (parts_E : forall j, integrable P (fun w => hat j (C w) * indicator (fun w => Y w = INR j) w)).
    { intros j. apply parts; [apply IE |]. intros w. apply indicator_between. }
    assert (parts_h : forall j, integrable P (fun w => hat j (C w) * h j w))
      by (intros j; apply parts; [apply Ih | apply chance]).
    unfold probability. set (is := fun j => indicator (fun w => Y w = INR j)).
    rewrite (expectation_equal P _ (fun w => Sum (numbers K) (fun j => hat j (C w) * is j w))).
    - rewrite (expectation_equal P H (fun w => Sum (numbers K) (fun j => hat j (C w) * h j w))).
      + rewrite !expectation_Sum by assumption. apply Sum_ext. intros j. apply given;
          [apply bounded_hat | apply continuous_hat].
      + exact IH.
      + now apply integrable_Sum.
      + apply almost_surely_eq. revert one. apply almost_surely_mono. intros w (k & range & eq).
        rewrite eq, (sum_of_hats K k (fun j => h j w) range). now apply chosen.
    - apply integrable_indicator.
    - now apply integrable_Sum.
    - apply almost_surely_eq. revert one. apply almost_surely_mono. intros w (k & range & eq).
      rewrite eq, (sum_of_hats K k (fun j => is j w) range). unfold is, indicator. now rewrite eq.
  Qed.

  (** Fact: law of total probability, for the likeliest class. Williams 1991, Section 9.7 (a), given the features. *)
  Theorem law_of_total_probability_likeliest Y H C : integrable P H -> largest_chance P H Y C ->
    probability P (fun w => Y w = C w) = expectation P H.
  Proof.
    intros IH (K & h & one & chance & chosen & _ & given). apply law_of_total_probability; [exact IH |].
    now exists K, h.
  Qed.
End Given.
