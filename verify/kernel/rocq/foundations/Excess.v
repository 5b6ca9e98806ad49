(** * Expectations from tails *)

From Foundations Require Export Tails Gauss.
Import ListNotations.
Open Scope R_scope.

Lemma Sum_telescopes (u : nat -> R) n : Sum (below n) (fun k => u (S k) - u k) = u n - u O.
Proof.
  revert u. induction n as [| n IH]; intros u; [simpl; ring |].
  rewrite Sum_below_succ, (IH (fun k => u (S k))). ring.
Qed.

Section Layers.
  Context {W : Type} (P : space W) (Z : W -> R).

  (** A number that is 0 or more, below a staircase of steps h. *)
  Let staircase h n w : 0 < h -> forall c,
    Rmin (Rmax 0 (Z w - c)) (INR n * h) <=
      h + Sum (below n) (fun k => h * indicator (fun w => c + INR (S k) * h <= Z w) w).
  Proof.
    intros h_pos. induction n as [| n IH]; intros c.
    - cbn [INR below seq Sum]. rewrite Rmult_0_l. pose proof (Rmin_r (Rmax 0 (Z w - c)) 0). lra.
    - rewrite Sum_below_succ.
      assert (later : Sum (below n) (fun k => h * indicator (fun w => c + INR (S (S k)) * h <= Z w) w) =
        Sum (below n) (fun k => h * indicator (fun w => c + h + INR (S k) * h <= Z w) w)).
      { apply Sum_ext. intros k. do 2 f_equal. apply functional_extensionality. intros v.
        f_equal. rewrite (S_INR (S k)). ring. }
      rewrite later. specialize (IH (c + h)). rewrite S_INR. pose proof (pos_INR n) as n_0.
      destruct (Rle_dec (c + h) (Z w)) as [beyond | not].
      + rewrite indicator_1 by (simpl; lra).
        assert (Rmin (Rmax 0 (Z w - c)) ((INR n + 1) * h) <= h + Rmin (Rmax 0 (Z w - (c + h))) (INR n * h)).
        { rewrite !Rmax_right by lra. unfold Rmin. repeat destruct (Rle_dec _ _); nra. }
        lra.
      + assert (0 <= Sum (below n) (fun k => h * indicator (fun w => c + h + INR (S k) * h <= Z w) w)).
        { apply Sum_ge_0. intros k. apply Rmult_le_pos; [lra | apply indicator_between]. }
        assert (0 <= h * indicator (fun w => c + INR 1 * h <= Z w) w).
        { apply Rmult_le_pos; [lra | apply indicator_between]. }
        assert (Rmax 0 (Z w - c) <= h) by (apply Rmax_lub; lra).
        pose proof (Rmin_l (Rmax 0 (Z w - c)) ((INR n + 1) * h)). lra.
  Qed.

  (** The expectation of what Z is above 0 is at most the integral of a falling bound on its tail. *)
  Theorem expectation_from_tails (G g : R -> R) top :
    (forall t, 0 <= t -> is_derive G t (g t)) -> (forall s t, 0 <= s <= t -> g t <= g s) ->
    (forall t, 0 <= t -> G t <= top) -> (forall t, 0 < t -> probability P (fun w => t <= Z w) <= g t) ->
    expectation_most P (fun w => Rmax 0 (Z w)) (top - G 0).
  Proof.
    intros D fall bound tail M. apply le_epsilon. intros h h_pos.
    destruct (INR_above (Rmax 0 M / h)) as [n above].
    assert (reach : M <= INR n * h).
    { apply (Rmult_lt_compat_r h) in above; [| exact h_pos]. unfold Rdiv in above.
      rewrite Rmult_assoc, Rinv_l in above by lra. pose proof (Rmax_r 0 M). lra. }
    set (step := fun k => h * probability P (fun w => 0 + INR (S k) * h <= Z w)).
    apply Rle_trans with (h + Sum (below n) step).
    - apply Rle_trans with
        (expectation P (fun w => h + Sum (below n) (fun k => h * indicator (fun w => 0 + INR (S k) * h <= Z w) w))).
      + apply expectation_mono.
        * apply integrable_cut. intros w. apply Rmax_l.
        * apply integrable_plus; [integrable |]. apply integrable_Sum. intros k. integrable.
        * intros w. eapply Rle_trans; [| apply (staircase h n w h_pos 0)].
          rewrite Rminus_0_r. now apply Rle_min_compat_l.
      + rewrite expectation_plus, expectation_const, expectation_Sum.
        * right. f_equal. apply Sum_ext. intros k. now apply expectation_scal, integrable_indicator.
        * intros k. integrable.
        * integrable.
        * apply integrable_Sum. intros k. integrable.
    - apply Rle_trans with (h + Sum (below n) (fun k => G (INR (S k) * h) - G (INR k * h))).
      + apply Rplus_le_compat_l, Sum_le. intros k. unfold step. rewrite Rplus_0_l, S_INR.
        pose proof (pos_INR k) as k_0. set (x := INR k * h). assert (x_0 : 0 <= x) by (unfold x; nra).
        replace ((INR k + 1) * h) with (x + h) by (unfold x; ring).
        destruct (MVT_gen G x (x + h) g) as (c & inside & eq).
        * intros y Y. apply D. rewrite Rmin_left in Y by lra. lra.
        * intros y Y. apply derivable_continuous_pt. eexists. apply is_derive_Reals, D.
          rewrite Rmin_left in Y by lra. lra.
        * rewrite Rmin_left, Rmax_right in inside by lra. rewrite eq.
          replace (x + h - x) with h by ring. rewrite Rmult_comm. apply Rmult_le_compat_r; [lra |].
          eapply Rle_trans; [apply tail; lra | apply fall; lra].
      + rewrite (Sum_telescopes (fun k => G (INR k * h))). cbn [INR]. rewrite Rmult_0_l.
        assert (0 <= INR n * h) by (pose proof (pos_INR n); nra). specialize (bound (INR n * h) ltac:(assumption)). lra.
  Qed.
End Layers.

(** ** The excess of a mean *)

Section Excess.
  Context {W : Type} (P : space W).

  (** Fact: expected excess. Hoeffding 1963, Theorem 2, integrated: (r + t)^2 is at least r^2 + t^2. *)
  Theorem expected_excess (S X : W -> R) m a b r c : (1 <= m)%nat -> square_integrable P S -> square_integrable P X ->
    mean_of_copies P S X m -> almost_le P (fun _ => a) X -> almost_le P X (fun _ => b) -> a < b -> 0 <= r ->
      c ^ 2 = 1 ->
    expectation P (fun w => Rmax 0 (c * (S w - expectation P X) - r)) <=
      sqrt (PI / 2) * (b - a) / (2 * sqrt (INR m)) * exp (- (2 * INR m * r ^ 2 / (b - a) ^ 2)).
  Proof.
    intros some HS HX law low high ab r_0 sign. set (mu := expectation P X).
    pose proof (square_integrable_integrable P S HS) as IS.
    assert (m_pos : 0 < INR m) by (apply lt_0_INR; lia).
    pose proof (sqrt_lt_R0 _ m_pos) as root_pos. pose proof (sqrt_sqrt (INR m) ltac:(lra)) as root.
    set (rate := 2 * sqrt (INR m) / (b - a)). assert (rate_pos : 0 < rate) by (apply Rdiv_lt_0_compat; lra).
    assert (exponent : forall t, 2 * INR m * t ^ 2 / (b - a) ^ 2 = (rate * t) ^ 2 / 2).
    { intros t. unfold rate. rewrite <- root at 1. field. lra. }
    assert (tail : forall t, 0 <= t -> probability P (fun w => t <= c * (S w - mu)) <= exp (- ((rate * t) ^ 2 / 2))).
    { intros t T. rewrite <- exponent.
      assert (either : c = 1 \/ c = -1) by (destruct (Rle_dec 0 c); [left | right]; nra).
      destruct either as [-> | ->].
      - eapply Rle_trans; [| apply (hoeffding_above P S X m some HS HX law a b low high ab t T)].
        apply probability_mono. intros w. fold mu. lra.
      - eapply Rle_trans; [| apply (hoeffding_below P S X m some HS HX law a b low high ab t T)].
        apply probability_mono. intros w. fold mu. lra. }
    set (K := exp (- ((rate * r) ^ 2 / 2))).
    apply (expectation_most_integrable P (fun w => Rmax 0 (c * (S w - mu) - r))); [integrable | intros; apply Rmax_l |].
    set (gauss := fun s => exp (- (s ^ 2 / 2))).
    set (G := fun t => K / rate * RInt gauss 0 (rate * t)).
    rewrite exponent. fold K.
    assert (continuous_gauss : forall s, continuous gauss s).
    { intros s. apply (ex_derive_continuous gauss). unfold gauss. auto_derive. exact Logic.I. }
    assert (G_0 : G 0 = 0).
    { unfold G. rewrite Rmult_0_r, RInt_point. apply Rmult_0_r. }
    replace (sqrt (PI / 2) * (b - a) / (2 * sqrt (INR m)) * K) with (K / rate * sqrt (PI / 2) - G 0)
      by (rewrite G_0; unfold rate; field; lra).
    assert (K_rate : 0 < K / rate) by (apply Rdiv_lt_0_compat; [apply exp_pos | exact rate_pos]).
    apply expectation_from_tails with (fun t => K * gauss (rate * t)).
    - intros t T. unfold G.
      replace (K * gauss (rate * t)) with (K / rate * (rate * gauss (rate * t))) by (field; lra).
      apply (is_derive_scal (fun t => RInt gauss 0 (rate * t))).
      apply (is_derive_comp (fun x => RInt gauss 0 x) (fun t => rate * t)).
      + apply (is_derive_RInt gauss _ 0); [| apply continuous_gauss]. apply filter_forall. intros s.
        apply (RInt_correct (V := R_CompleteNormedModule)), (ex_RInt_continuous (V := R_CompleteNormedModule)).
        intros z _. apply continuous_gauss.
      + auto_derive; [exact Logic.I | ring].
    - intros s t ST. apply Rmult_le_compat_l; [left; apply exp_pos |]. apply exp_le.
      assert (rate * s <= rate * t) by nra. assert (0 <= rate * s) by nra. nra.
    - intros t T. apply Rmult_le_compat_l; [lra |]. apply gaussian_integral. nra.
    - intros t T. eapply Rle_trans; [| apply Rle_trans with (1 := tail (r + t) ltac:(lra))].
      + apply probability_mono. intros w. lra.
      + unfold K, gauss. rewrite <- exp_plus. apply exp_le.
        replace ((rate * (r + t)) ^ 2 / 2) with ((rate * r) ^ 2 / 2 + (rate * t) ^ 2 / 2 + (rate * r) * (rate * t))
          by field.
        assert (0 <= rate * r) by nra. assert (0 <= rate * t) by nra. nra.
  Qed.

  (** ** Squares with a tail *)

  (** The largest P(X >= t) e^(t^2/(2 s^2)) over t > 0 is at most c. *)
  Definition tail_ratio_most (X : W -> R) s c := forall t, 0 < t ->
    probability P (fun w => t <= X w) * exp (t ^ 2 / (2 * s ^ 2)) <= c.

  (** Fact: exponential moment of a square. *)
  Theorem exponential_moment_of_square X s a : almost_le P (fun _ => 0) X -> 0 < s -> 0 < a -> tail_ratio_most X s 2 ->
    2 * a * s ^ 2 < 1 -> expectation_most P (fun w => exp (a * X w ^ 2)) (1 + 4 * a * s ^ 2 / (1 - 2 * a * s ^ 2)).
  Proof.
    intros X_0 s_pos a_pos ratio small. assert (s2 : 0 < s ^ 2) by (apply pow_lt; exact s_pos).
    set (k := / (2 * a * s ^ 2)).
    assert (below : 0 < 2 * a * s ^ 2) by nra.
    assert (k_1 : 1 < k) by (unfold k; rewrite <- Rinv_1; apply Rinv_lt_contravar; lra).
    assert (value : 4 * a * s ^ 2 / (1 - 2 * a * s ^ 2) = 0 - - (2 / (k - 1))).
    { unfold k. field. lra. }
    assert (most : expectation_most P (fun w => Rmax 0 (exp (a * X w ^ 2) - 1)) (4 * a * s ^ 2 / (1 - 2 * a * s ^ 2))).
    { set (G := fun t => - (2 / (k - 1) * exp (- ((k - 1) * ln (1 + t))))).
      rewrite value. replace (- (2 / (k - 1))) with (G 0).
      2: { unfold G. rewrite Rplus_0_r, ln_1, Rmult_0_r, Ropp_0, exp_0. ring. }
      apply expectation_from_tails with (fun t => 2 * exp (- (k * ln (1 + t)))).
      - intros t T. unfold G. auto_derive; [lra |].
        replace (- (k * ln (1 + t))) with (- ((k - 1) * ln (1 + t)) + - ln (1 + t)) by ring.
        rewrite exp_plus, (exp_Ropp (ln (1 + t))), exp_ln by lra. field. lra.
      - intros t u TU. apply Rmult_le_compat_l; [lra |]. apply exp_le.
        assert (ln (1 + t) <= ln (1 + u)) by (apply ln_le; lra). nra.
      - intros t T. unfold G. assert (0 < 2 / (k - 1)) by (apply Rdiv_lt_0_compat; lra).
        pose proof (exp_pos (- ((k - 1) * ln (1 + t)))). nra.
      - intros t T. set (l := ln (1 + t)).
        assert (l_pos : 0 < l) by (unfold l; rewrite <- ln_1; apply ln_increasing; lra).
        set (u := sqrt (l / a)). assert (u_pos : 0 < u) by (apply sqrt_lt_R0, Rdiv_lt_0_compat; lra).
        assert (u2 : u ^ 2 = l / a) by (apply pow2_sqrt; left; apply Rdiv_lt_0_compat; lra).
        apply Rle_trans with (probability P (fun w => u <= X w) + probability P (fun w => X w + u <= 0)).
        + eapply Rle_trans; [| apply union_bound]. apply probability_mono. intros w far.
          assert (far_l : l <= a * X w ^ 2).
          { rewrite <- (ln_exp (a * X w ^ 2)). apply ln_le; lra. }
          assert (u ^ 2 <= X w ^ 2).
          { rewrite u2. apply Rmult_le_reg_l with a; [exact a_pos |].
            replace (a * (l / a)) with l by (field; lra). exact far_l. }
          destruct (Rle_dec 0 (X w)); [left | right]; nra.
        + pose proof (almost_le_by P _ _ u X_0 u_pos) as none. cbv beta in none. rewrite none, Rplus_0_r.
          specialize (ratio u u_pos).
          rewrite u2 in ratio. replace (l / a / (2 * s ^ 2)) with (k * l) in ratio by (unfold k; field; lra).
          rewrite exp_Ropp. apply Rmult_le_reg_r with (exp (k * l)); [apply exp_pos |].
          rewrite Rmult_assoc, Rinv_l; [lra |]. pose proof (exp_pos (k * l)). lra. }
    intros M.
    apply Rle_trans with (expectation P (fun w => 1 + Rmin (Rmax 0 (exp (a * X w ^ 2) - 1)) (Rmax 0 M))).
    - apply expectation_mono.
      + apply integrable_exp_cut.
      + apply integrable_plus; [integrable |]. apply integrable_cut. intros w. apply Rmax_l.
      + intros w. set (e := exp (a * X w ^ 2)). unfold Rmax, Rmin. repeat destruct (Rle_dec _ _); lra.
    - rewrite expectation_plus, expectation_const; [apply Rplus_le_compat_l, most | integrable |].
      apply integrable_cut. intros w. apply Rmax_l.
  Qed.
End Excess.
