(** * Cumulants

    [CGF_most P X t k] says that the logarithm of the expectation of exp (t (X - E X)) is at most k: an infinite one is
    at most no number. *)

From Foundations Require Export Copies.
Import ListNotations.
Open Scope R_scope.

Definition CGF_most {W} (P : space W) (X : W -> R) t k :=
  expectation_most P (fun w => exp (t * (X w - expectation P X))) (exp k).

(** Of two numbers, a cut exponential differs by no more than the cut times their distance. *)
Lemma exp_cut_close u v M : Rmin (exp v) M <= Rmin (exp u) M + Rmax 0 M * Rabs (v - u).
Proof.
  pose proof (Rmax_l 0 M). pose proof (Rmax_r 0 M). pose proof (Rabs_pos (v - u)).
  assert (extra : 0 <= Rmax 0 M * Rabs (v - u)) by (apply Rmult_le_pos; lra).
  destruct (Rle_dec M (exp u)) as [cut | whole].
  - rewrite (Rmin_right (exp u)) by exact cut. pose proof (Rmin_r (exp v) M). lra.
  - rewrite (Rmin_left (exp u)) by lra. set (y := Rmin (exp v) M).
    assert (y_pos : 0 < y) by (apply Rmin_glb_lt; [apply exp_pos | pose proof (exp_pos u); lra]).
    assert (y_v : ln y <= v) by (rewrite <- (ln_exp v); apply ln_le; [exact y_pos | apply Rmin_l]).
    pose proof (exp_tangent (ln y) u) as T. rewrite exp_ln in T by exact y_pos.
    assert (y_M : y <= Rmax 0 M) by (pose proof (Rmin_r (exp v) M); unfold y; lra).
    destruct (Rle_dec (ln y) u); [nra |].
    assert (ln y - u <= Rabs (v - u)) by (pose proof (Rle_abs (v - u)); lra). nra.
Qed.

Section Cuts.
  Context {W : Type} (P : space W).
  Implicit Types X Y U V : W -> R.

  Lemma integrable_exp_cut X M : integrable P (fun w => Rmin (exp (X w)) M).
  Proof. apply integrable_cut. intros w. left. apply exp_pos. Qed.
  #[local] Hint Resolve integrable_exp_cut : integrable.

  (** The probability of an event where an exponential is large. *)
  Lemma probability_exp X (S : event W) u k :
    expectation_most P (fun w => exp (X w)) k -> (forall w, S w -> u <= X w) ->
    probability P S <= k * exp (- u).
  Proof.
    intros most above.
    apply Rle_trans with (expectation P (fun w => exp (- u) * Rmin (exp (X w)) (exp u))).
    - apply probability_at_most; [integrable | |].
      + intros w. apply Rmult_le_pos; [left; apply exp_pos |]. apply Rmin_glb; left; apply exp_pos.
      + intros w s. rewrite Rmin_right by (apply exp_le; auto). rewrite <- exp_plus, Rplus_opp_l, exp_0. lra.
    - rewrite expectation_scal by integrable. rewrite Rmult_comm.
      apply Rmult_le_compat_r; [left; apply exp_pos | apply most].
  Qed.

  (** Fact: Markov for an exponential. *)
  Theorem markov_exponential X t r k : 0 < r -> expectation_most P (fun w => exp (r * X w)) k ->
    probability P (fun w => t <= X w) <= k * exp (- (r * t)).
  Proof. intros R0 most. apply probability_exp with (fun w => r * X w); [exact most |]. intros w le. nra. Qed.

  (** Fact: Chernoff. Boucheron, Lugosi and Massart 2013, Section 2.2. *)
  Theorem chernoff X t r k : 0 <= r -> CGF_most P X r k ->
    probability P (fun w => t <= X w - expectation P X) <= exp (k - r * t).
  Proof.
    intros R0 most. unfold Rminus at 2. rewrite exp_plus.
    apply probability_exp with (fun w => r * (X w - expectation P X)); [exact most |]. intros w le. nra.
  Qed.

  (** The other tail. *)
  Lemma chernoff_below X t r k : 0 <= r -> CGF_most P X (- r) k ->
    probability P (fun w => X w - expectation P X <= - t) <= exp (k - r * t).
  Proof.
    intros R0 most. unfold Rminus at 2. rewrite exp_plus.
    apply probability_exp with (fun w => - r * (X w - expectation P X)); [exact most |]. intros w le. nra.
  Qed.

  Lemma CGF_most_weaken X t k k' : CGF_most P X t k -> k <= k' -> CGF_most P X t k'.
  Proof. intros H K. apply expectation_most_weaken with (exp k); [exact H | now apply exp_le]. Qed.

  Lemma CGF_most_scaled X c t k : integrable P X -> CGF_most P (fun w => c * X w) t k <-> CGF_most P X (c * t) k.
  Proof.
    intros H. unfold CGF_most. rewrite expectation_scal by exact H.
    replace (fun w => exp (t * (c * X w - c * expectation P X))) with (fun w => exp (c * t * (X w - expectation P X))).
    - reflexivity.
    - apply functional_extensionality. intros w. f_equal. ring.
  Qed.

  (** Fact: scaled variable. *)
  Theorem CGF_of_scaled X c t : integrable P X ->
    (forall k, CGF_most P X (c * t) k -> CGF_most P (fun w => c * X w) t k) /\
    (forall k, CGF_most P (fun w => c * X w) t k -> CGF_most P X (c * t) k).
  Proof. intros H. split; intros k; now apply CGF_most_scaled. Qed.

  (** A cumulant is at least 0, by Jensen's inequality. *)
  Lemma CGF_ge_0 X t k : integrable P X -> CGF_most P X t k -> 0 <= k.
  Proof.
    intros H most. apply Rnot_lt_le. intros neg. apply exp_increasing in neg. rewrite exp_0 in neg.
    enough (1 <= exp k) by lra.
    apply Rle_trans with (expectation P (fun w => 1 + t * (X w - expectation P X))).
    - rewrite expectation_plus, expectation_scal, expectation_minus, !expectation_const by integrable. lra.
    - apply expectation_most_above with (fun w => exp (t * (X w - expectation P X))); [integrable | | | exact most].
      + intros w. left. apply exp_pos.
      + intros w. pose proof (exp_ineq1_le (t * (X w - expectation P X))). lra.
  Qed.

  (** ** Hoeffding's lemma *)

  Lemma hoeffding_between Z a b t : (forall w, a <= Z w <= b) ->
    expectation P (fun w => exp (t * (Z w - expectation P Z))) <= exp (t ^ 2 * (b - a) ^ 2 / 8).
  Proof.
    intros B. assert (bZ : bounded Z) by bounded.
    assert (iZ : integrable P Z) by now apply integrable_bounded.
    assert (bE : forall c, bounded (fun w => exp (t * (Z w - c)))) by bounded.
    pose proof (expectation_between P Z a b B) as M. set (mu := expectation P Z) in *.
    destruct (Req_dec a b) as [<- | ab].
    - rewrite (expectation_ext P _ (fun _ => 1)).
      + rewrite expectation_const, <- exp_0. apply exp_le. nra.
      + intros w. specialize (B w). replace (Z w) with mu by lra. now rewrite Rminus_eq_0, Rmult_0_r, exp_0.
    - assert (width : 0 < b - a) by lra. set (s := t * (b - a)). set (p := (mu - a) / (b - a)).
      assert (chance : forall x, a <= x <= b -> 0 <= (x - a) / (b - a) <= 1).
      { intros x X. split; [apply Rdiv_le_0_compat; lra |]. apply Rmult_le_reg_r with (b - a); [lra |].
        unfold Rdiv. rewrite Rmult_assoc, Rinv_l; lra. }
      apply Rle_trans with (expectation P (fun w => exp (- (p * s)) * (1 + (exp s - 1) * ((Z w - a) / (b - a))))).
      + apply expectation_mono; [now apply integrable_bounded | integrable |].
        intros w. set (x := (Z w - a) / (b - a)).
        replace (t * (Z w - mu)) with (- (p * s) + s * x) by (unfold p, s, x; field; lra).
        rewrite exp_plus. apply Rmult_le_compat_l; [left; apply exp_pos |].
        pose proof (exp_chord s x (chance _ (B w))). lra.
      + rewrite expectation_scal, expectation_plus, expectation_scal, expectation_div, expectation_minus,
          !expectation_const
          by integrable.
        fold mu p. replace (t ^ 2 * (b - a) ^ 2 / 8) with (- (p * s) + (p * s + s ^ 2 / 8)) by (unfold s; field).
        rewrite exp_plus. apply Rmult_le_compat_l; [left; apply exp_pos |].
        pose proof (chance mu M) as p_chance. fold p in p_chance.
        assert (pos : 0 < 1 - p + p * exp s) by (pose proof (exp_pos s); destruct (Req_dec p 1); nra).
        rewrite <- (exp_ln (1 + (exp s - 1) * p)) by lra. apply exp_le.
        replace (1 + (exp s - 1) * p) with (1 - p + p * exp s) by ring. now apply hoeffding_coin.
  Qed.

  (** Fact: Hoeffding's lemma. Hoeffding 1963, (4.16). What is almost surely between a and b is cut off there. *)
  Theorem hoeffding_lemma_for_reals X a b t : integrable P X ->
    almost_le P (fun _ => a) X -> almost_le P X (fun _ => b) -> CGF_most P X t (t ^ 2 * (b - a) ^ 2 / 8).
  Proof.
    intros H A B M. pose proof (almost_between P X a b H A B) as ab.
    apply almost_le_excess in A, B; try integrable.
    set (Z := fun w => Rmax a (Rmin (X w) b)).
    assert (inside : forall w, a <= Z w <= b) by (intros w; unfold Z, Rmax, Rmin; repeat destruct (Rle_dec _ _); lra).
    assert (iZ : integrable P Z) by (apply integrable_bounded; bounded).
    assert (off : expectation P (fun w => Rabs (X w - Z w)) = 0).
    { apply Rle_antisym; [| apply expectation_ge; [integrable | intros; apply Rabs_pos]].
      apply Rle_trans with (expectation P (fun w => Rmax 0 (a - X w) + Rmax 0 (X w - b))).
      - apply expectation_mono; [integrable | integrable |]. intros w. apply Rabs_le. unfold Z, Rmax, Rmin.
        repeat destruct (Rle_dec _ _); lra.
      - rewrite expectation_plus by integrable. lra. }
    assert (same : expectation P Z = expectation P X).
    { pose proof (expectation_abs_le P (fun w => X w - Z w) ltac:(integrable)) as close.
      cbv beta in close. rewrite off, expectation_minus in close by integrable. apply Rabs_le_between in close. lra. }
    eapply Rle_trans; [| apply (hoeffding_between Z a b t inside)]. rewrite same. set (mu := expectation P X).
    assert (iE : integrable P (fun w => exp (t * (Z w - mu)))) by (apply integrable_bounded; bounded).
    apply Rle_trans with (expectation P (fun w => exp (t * (Z w - mu)) + Rmax 0 M * Rabs t * Rabs (X w - Z w))).
    - apply expectation_mono; [integrable | integrable |]. intros w.
      pose proof (exp_cut_close (t * (Z w - mu)) (t * (X w - mu)) M) as close.
      replace (t * (X w - mu) - t * (Z w - mu)) with (t * (X w - Z w)) in close by ring.
      rewrite Rabs_mult in close. pose proof (Rmin_l (exp (t * (Z w - mu))) M). lra.
    - rewrite expectation_plus, expectation_scal, off by integrable. lra.
  Qed.

  (** ** Sums of independent reals *)

  Section Products.
    Variables (X Y : W -> R) (u v : R -> R).
    Hypothesis (apart : independent P X Y) (cu : continuous_all u) (cv : continuous_all v)
      (u0 : forall x, 0 <= u x) (v0 : forall y, 0 <= v y).
    Let cutu M w := Rmin (u (X w)) M.
    Let cutv M w := Rmin (v (Y w)) M.

    Let integrable_u M : integrable P (cutu M).
    Proof. apply integrable_cut. intros w. apply u0. Qed.

    Let integrable_v M : integrable P (cutv M).
    Proof. apply integrable_cut. intros w. apply v0. Qed.

    Let factors M N : expectation P (fun w => cutu M w * cutv N w) = expectation P (cutu M) * expectation P (cutv N).
    Proof.
      apply (apart (fun x => Rmin (u x) M) (fun y => Rmin (v y) N)); auto with continuous; now apply bounded_cut.
    Qed.

    Let integrable_uv M N : integrable P (fun w => cutu M w * cutv N w).
    Proof. apply integrable_bounded, bounded_mult; now apply bounded_cut. Qed.

    Lemma product_most a b : expectation_most P (fun w => u (X w)) a -> expectation_most P (fun w => v (Y w)) b ->
      expectation_most P (fun w => u (X w) * v (Y w)) (a * b).
    Proof.
      intros A B M. set (c := Rmax 0 M * (a + b)).
      assert (a_0 : 0 <= a).
      { eapply Rle_trans; [| apply (A 0)]. apply expectation_ge; [apply integrable_u |].
        intros w. apply Rmin_glb; auto; lra. }
      assert (b_0 : 0 <= b).
      { eapply Rle_trans; [| apply (B 0)]. apply expectation_ge; [apply integrable_v |].
        intros w. apply Rmin_glb; auto; lra. }
      assert (c_0 : 0 <= c) by (unfold c; pose proof (Rmax_l 0 M); nra).
      apply le_epsilon. intros e pos. set (L := (c + 1) / e).
      assert (L_pos : 0 < L) by (apply Rdiv_lt_0_compat; lra).
      apply Rle_trans with (expectation P (fun w => cutu L w * cutv L w + Rmax 0 M / L * (cutu L w + cutv L w))).
      - apply expectation_mono.
        + apply integrable_cut. intros w. now apply Rmult_le_pos.
        + apply integrable_plus; auto. apply integrable_scal, integrable_plus; auto.
        + intros w. unfold cutu, cutv. specialize (u0 (X w)). specialize (v0 (Y w)).
          set (x := u (X w)) in *. set (y := v (Y w)) in *.
          assert (ratio : 0 <= Rmax 0 M / L) by (apply Rdiv_le_0_compat; [apply Rmax_l | exact L_pos]).
          assert (whole : Rmax 0 M / L * L = Rmax 0 M) by (field; lra).
          pose proof (Rmin_l (x * y) M). pose proof (Rmin_r (x * y) M). pose proof (Rmax_r 0 M).
          unfold Rmin in *. destruct (Rle_dec x L), (Rle_dec y L); nra.
      - rewrite expectation_plus, expectation_scal, expectation_plus, factors
          by auto using integrable_scal, integrable_plus.
        specialize (A L). specialize (B L).
        change (expectation P (cutu L) <= a) in A. change (expectation P (cutv L) <= b) in B.
        assert (A0 : 0 <= expectation P (cutu L)).
        { apply expectation_ge; auto. intros w. apply Rmin_glb; auto; lra. }
        assert (B0 : 0 <= expectation P (cutv L)).
        { apply expectation_ge; auto. intros w. apply Rmin_glb; auto; lra. }
        assert (small : Rmax 0 M / L * (a + b) <= e).
        { replace (Rmax 0 M / L * (a + b)) with (c / L) by (unfold c; field; lra).
          replace (c / L) with (e * (c / (c + 1))) by (unfold L; field; split; lra).
          rewrite <- (Rmult_1_r e) at 2. apply Rmult_le_compat_l; [now left |].
          apply Rmult_le_reg_r with (c + 1); [lra |]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l; lra. }
        assert (ratio : 0 <= Rmax 0 M / L) by (apply Rdiv_le_0_compat; [apply Rmax_l | exact L_pos]).
        apply Rplus_le_compat; [now apply Rmult_le_compat |].
        eapply Rle_trans; [apply Rmult_le_compat_l; [exact ratio | apply Rplus_le_compat; eassumption] | exact small].
    Qed.

    Lemma product_least c : expectation_most P (fun w => u (X w) * v (Y w)) c ->
      forall L, 0 <= L -> expectation P (cutu L) * expectation P (cutv L) <= c.
    Proof.
      intros most L L0. rewrite <- factors. eapply Rle_trans; [| apply (most (L * L))].
      apply expectation_mono; auto.
      - apply integrable_cut. intros w. now apply Rmult_le_pos.
      - intros w. unfold cutu, cutv. specialize (u0 (X w)). specialize (v0 (Y w)).
        apply Rmin_glb; unfold Rmin; destruct (Rle_dec _ L), (Rle_dec (v (Y w)) L); nra.
    Qed.
  End Products.

  Let exp_of_sum X Y t : integrable P X -> integrable P Y ->
    (fun w => exp (t * (X w + Y w - expectation P (fun w => X w + Y w)))) =
    (fun w => exp (t * (X w - expectation P X)) * exp (t * (Y w - expectation P Y))).
  Proof.
    intros HX HY. apply functional_extensionality. intros w. rewrite expectation_plus, <- exp_plus by assumption.
    f_equal. ring.
  Qed.

  Lemma cumulants_add_most X Y t k l : integrable P X -> integrable P Y -> independent P X Y ->
    CGF_most P X t k -> CGF_most P Y t l -> CGF_most P (fun w => X w + Y w) t (k + l).
  Proof.
    intros HX HY apart K L. unfold CGF_most. rewrite exp_of_sum, exp_plus by assumption.
    apply (product_most X Y (fun x => exp (t * (x - expectation P X))) (fun y => exp (t * (y - expectation P Y))));
      auto with continuous; intros; left; apply exp_pos.
  Qed.

  (** A function that is 0 or more and has an expectation at most some number has a least such number. *)
  Lemma expectation_least X b : expectation_most P X b ->
    exists a, expectation_most P X a /\ forall c, expectation_most P X c -> a <= c.
  Proof.
    intros B. set (values := fun x => exists M, x = expectation P (fun w => Rmin (X w) M)).
    destruct (completeness values) as [a [above least]].
    - exists b. intros x [M ->]. apply B.
    - now exists (expectation P (fun w => Rmin (X w) 0)), 0.
    - exists a. split.
      + intros M. apply above. now exists M.
      + intros c C. apply least. intros x [M ->]. apply C.
  Qed.

  Let above_half X t : integrable P X ->
    exists M, 1 / 2 < expectation P (fun w => Rmin (exp (t * (X w - expectation P X))) M).
  Proof.
    intros H. apply NNPP. intros none.
    enough (0 <= ln (1 / 2)) by (rewrite <- ln_1 in *; pose proof (ln_increasing (1 / 2) 1); lra).
    apply (CGF_ge_0 X t); [exact H |]. intros M. rewrite exp_ln by lra.
    apply Rnot_lt_le. intros more. apply none. now exists M.
  Qed.

  Lemma cumulants_add_least X Y t c : integrable P X -> integrable P Y -> independent P X Y ->
    CGF_most P (fun w => X w + Y w) t c -> exists k, CGF_most P X t k /\ exists l, CGF_most P Y t l /\ k + l <= c.
  Proof.
    intros HX HY apart most. unfold CGF_most in most. rewrite exp_of_sum in most by assumption.
    set (u := fun x => exp (t * (x - expectation P X))). set (v := fun y => exp (t * (y - expectation P Y))).
    set (A := fun M => expectation P (fun w => Rmin (u (X w)) M)).
    set (B := fun M => expectation P (fun w => Rmin (v (Y w)) M)).
    assert (mono_A : forall M N, M <= N -> A M <= A N).
    { intros M N MN. apply expectation_mono; try apply integrable_exp_cut. intros w. now apply Rle_min_compat_l. }
    assert (mono_B : forall M N, M <= N -> B M <= B N).
    { intros M N MN. apply expectation_mono; try apply integrable_exp_cut. intros w. now apply Rle_min_compat_l. }
    destruct (above_half X t HX) as [M half_A]. destruct (above_half Y t HY) as [N half_B].
    change (1 / 2 < A M) in half_A. change (1 / 2 < B N) in half_B.
    assert (below : forall K L, 0 < A K -> 0 < B L -> A K * B L <= exp c).
    { intros K L A0 B0. set (m := Rmax 0 (Rmax K L)).
      assert (m_0 : 0 <= m) by apply Rmax_l.
      assert (m_K : K <= m) by (eapply Rle_trans; [apply Rmax_l | apply Rmax_r]).
      assert (m_L : L <= m) by (eapply Rle_trans; [apply Rmax_r | apply Rmax_r]).
      apply Rle_trans with (A m * B m).
      - apply Rmult_le_compat; auto; lra.
      - apply (product_least X Y u v apart); auto; unfold u, v; auto with continuous; intros; left; apply exp_pos. }
    assert (most_A : expectation_most P (fun w => u (X w)) (exp c / B N)).
    { intros K. change (A K <= exp c / B N). destruct (Rle_dec (A K) 0) as [neg | pos].
      - eapply Rle_trans; [exact neg |]. left. apply Rdiv_lt_0_compat; [apply exp_pos | lra].
      - apply Rmult_le_reg_r with (B N); [lra |]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l, Rmult_1_r by lra.
        apply below; lra. }
    destruct (expectation_least _ _ most_A) as (a & is_a & least_a).
    assert (a_pos : 0 < a) by (specialize (is_a M); change (A M <= a) in is_a; lra).
    exists (ln a). split; [unfold CGF_most; now rewrite exp_ln |]. exists (c - ln a). split; [| lra].
    unfold CGF_most, Rminus. rewrite exp_plus, exp_Ropp, exp_ln by exact a_pos.
    intros L. change (B L <= exp c * / a). destruct (Rle_dec (B L) 0) as [neg | pos].
    - eapply Rle_trans; [exact neg |]. left. apply Rmult_lt_0_compat; [apply exp_pos | now apply Rinv_0_lt_compat].
    - assert (le : a <= exp c / B L).
      { apply least_a. intros K. change (A K <= exp c / B L). destruct (Rle_dec (A K) 0) as [none | some].
        - eapply Rle_trans; [exact none |]. left. apply Rdiv_lt_0_compat; [apply exp_pos | lra].
        - apply Rmult_le_reg_r with (B L); [lra |]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l, Rmult_1_r by lra.
          apply below; lra. }
      apply Rmult_le_reg_r with a; [exact a_pos |]. rewrite Rmult_assoc, Rinv_l, Rmult_1_r by lra.
      apply (Rmult_le_compat_r (B L)) in le; [| lra]. unfold Rdiv in le. rewrite Rmult_assoc, Rinv_l in le; lra.
  Qed.

  (** Fact: cumulants add. Boucheron, Lugosi and Massart 2013, Section 2.2. *)
  Theorem cumulants_add X Y t : integrable P X -> integrable P Y -> independent P X Y ->
    (forall k, CGF_most P X t k -> forall l, CGF_most P Y t l -> CGF_most P (fun w => X w + Y w) t (k + l)) /\
    (forall c, CGF_most P (fun w => X w + Y w) t c ->
      exists k, CGF_most P X t k /\ exists l, CGF_most P Y t l /\ k + l <= c).
  Proof.
    intros HX HY apart. split; [intros k K l L; now apply cumulants_add_most | intros c; now apply cumulants_add_least].
  Qed.
End Cuts.
#[export] Hint Resolve integrable_exp_cut : integrable.
