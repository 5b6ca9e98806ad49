(** * Random reals that are small with small probability *)

From Foundations Require Export Moments.
From Coquelicot Require Import Coquelicot.
Import ListNotations.
Open Scope R_scope.

(** The Gamma function at x > 0 is at most g: so are the integrals of t^(x - 1) e^(-t) over all intervals. *)
Definition gamma_most x g := forall a b, 0 < a -> a <= b -> RInt (fun t => raise t (x - 1) * exp (- t)) a b <= g.

Definition margin {W} (P : space W) (H : W -> R) C gamma := forall t, 0 < t ->
  probability P (fun w => H w < t) <= C * raise t gamma.

(** ** Integrals of t^p e^(-t) *)

Section Integrals.
  Variable p : R.
  Hypothesis (p_0 : 0 <= p).

  Definition bump t := exp (p * ln t) * exp (- t).

  Lemma ex_RInt_bump a b : 0 < a -> a <= b -> ex_RInt bump a b.
  Proof.
    intros A le. apply (ex_RInt_continuous bump). intros t range. rewrite Rmin_left in range by exact le.
    apply (ex_derive_continuous bump). unfold bump. auto_derive. lra.
  Qed.

  Lemma gamma_bump g a b : gamma_most (1 + p) g -> 0 < a -> a <= b -> RInt bump a b <= g.
  Proof.
    intros most A le. rewrite <- (RInt_ext (fun t => raise t (1 + p - 1) * exp (- t))); [now apply most |].
    intros t range. rewrite Rmin_left in range by exact le. unfold bump. rewrite raise_pos by lra.
    do 2 f_equal. ring.
  Qed.

  (** Of an interval from a to a q: t^p is least at its left end. *)
  Lemma bump_from_below a q : 0 < a -> 1 <= q ->
    (exp (- a) - exp (- (a * q))) * raise (a * q) p <= raise q p * RInt bump a (a * q).
  Proof.
    intros A Q. assert (le : a <= a * q) by nra.
    assert (plain : is_RInt (fun t => exp (- t)) a (a * q) (- exp (- (a * q)) - - exp (- a))).
    { apply (is_RInt_derive (fun t => - exp (- t))).
      - intros t _. auto_derive; [trivial | ring].
      - intros t _. apply (ex_derive_continuous (fun t => exp (- t))). auto_derive. trivial. }
    assert (least : exp (p * ln a) * (exp (- a) - exp (- (a * q))) <= RInt bump a (a * q)).
    { replace (exp (- a) - exp (- (a * q))) with (- exp (- (a * q)) - - exp (- a)) by ring.
      rewrite <- (is_RInt_unique _ _ _ _ plain).
      apply Rle_trans with (RInt (fun t => scal (exp (p * ln a)) (exp (- t))) a (a * q)).
      { right. symmetry. apply (RInt_scal (fun t => exp (- t))). eexists. exact plain. }
      apply RInt_le; [exact le | apply (ex_RInt_scal (fun t => exp (- t))); eexists; exact plain | |].
      - now apply ex_RInt_bump.
      - intros t range. unfold bump, scal. simpl. unfold mult. simpl. apply Rmult_le_compat_r; [left; apply exp_pos |].
        apply exp_le, Rmult_le_compat_l; [exact p_0 |]. apply ln_le; lra. }
    rewrite !raise_pos, ln_mult, Rmult_plus_distr_l, exp_plus by nra.
    pose proof (exp_pos (p * ln q)). nra.
  Qed.
End Integrals.

(** ** A random real of at least 0 that is below u with probability c u^p at most *)

Section Staircase.
  Context {W : Type} (P : space W).
  Variables (V : W -> R) (c p g : R).
  Hypotheses (V_0 : forall w, 0 <= V w) (c_0 : 0 <= c) (p_0 : 0 <= p).
  Hypothesis (small : forall u, 0 < u -> probability P (fun w => V w < u) <= c * raise u p).
  Hypothesis (most : gamma_most (1 + p) g).

  Let g_0 : 0 <= g.
  Proof.
    pose proof (gamma_bump p g 1 1 most ltac:(lra) ltac:(lra)) as none.
    rewrite RInt_point in none. exact none.
  Qed.

  Section Steps.
    Variables a q : R.
    Hypotheses (a_pos : 0 < a) (q_1 : 1 <= q).

    Let u k := a * q ^ k.
    Let drop k := exp (- u k) - exp (- u (S k)).

    Let u_pos k : 0 < u k.
    Proof. apply Rmult_lt_0_compat; [exact a_pos |]. apply pow_lt. lra. Qed.

    Let u_next k : u (S k) = u k * q.
    Proof. unfold u. simpl. ring. Qed.

    Let drop_0 k : 0 <= drop k.
    Proof.
      unfold drop. rewrite u_next. pose proof (u_pos k).
      assert (exp (- (u k * q)) <= exp (- u k)) by (apply exp_le; nra). lra.
    Qed.

    Let Sum_last n (f : nat -> R) : Sum (below (S n)) f = Sum (below n) f + f n.
    Proof. unfold below. rewrite seq_S, Sum_app. simpl. ring. Qed.

    (** e^(-v) falls from step to step. *)
    Lemma staircase N w : exp (- V w) <=
      1 - exp (- a) + Sum (below N) (fun k => drop k * indicator (fun w => V w < u (S k)) w) + exp (- u N).
    Proof.
      induction N as [| N IH].
      - unfold u. simpl. rewrite Rmult_1_r. pose proof (V_0 w).
        assert (exp (- V w) <= 1) by (rewrite <- exp_0; apply exp_le; lra). lra.
      - rewrite Sum_last. destruct (Rlt_dec (V w) (u (S N))) as [low | high].
        + rewrite indicator_1 by exact low. unfold drop at 2. lra.
        + rewrite indicator_0 by exact high. assert (exp (- V w) <= exp (- u (S N))) by (apply exp_le; lra).
          assert (exp (- a) <= 1) by (rewrite <- exp_0; apply exp_le; lra).
          assert (0 <= Sum (below N) (fun k => drop k * indicator (fun w => V w < u (S k)) w)).
          { apply Sum_ge_0. intros k. apply Rmult_le_pos; [apply drop_0 | apply indicator_between]. }
          lra.
    Qed.

    Lemma steps_below_integral N : Sum (below N) (fun k => drop k * raise (u (S k)) p) <= raise q p * g.
    Proof.
      apply Rle_trans with (raise q p * RInt (bump p) a (u N)).
      - induction N as [| N IH].
        + unfold u. simpl. rewrite Rmult_1_r, RInt_point. unfold zero. simpl. lra.
        + rewrite Sum_last. pose proof (bump_from_below p p_0 (u N) q (u_pos N) q_1) as step.
          rewrite <- u_next in step. fold (drop N) in step.
          assert (a <= u N).
          { unfold u. rewrite <- (Rmult_1_r a) at 1. apply Rmult_le_compat_l; [lra |]. now apply pow_R1_Rle. }
          rewrite <- (RInt_Chasles (bump p) a (u N) (u (S N))).
          * unfold plus. simpl. lra.
          * now apply ex_RInt_bump.
          * apply ex_RInt_bump; [apply u_pos |]. rewrite u_next. pose proof (u_pos N). nra.
      - apply Rmult_le_compat_l; [apply raise_ge_0 |]. apply gamma_bump; [exact most | exact a_pos |].
        unfold u. rewrite <- (Rmult_1_r a) at 1. apply Rmult_le_compat_l; [lra |]. now apply pow_R1_Rle.
    Qed.

    Lemma mean_below_steps N : expectation P (fun w => exp (- V w)) <= a + c * (raise q p * g) + exp (- u N).
    Proof.
      apply Rle_trans with (expectation P (fun w =>
        1 - exp (- a) + Sum (below N) (fun k => drop k * indicator (fun w => V w < u (S k)) w) + exp (- u N))).
      - apply expectation_mono; [| integrable | apply staircase].
        apply integrable_bounded, bounded_between with 0 1. intros w. split; [left; apply exp_pos |].
        rewrite <- exp_0. apply exp_le. specialize (V_0 w). lra.
      - rewrite !expectation_plus, !expectation_const, expectation_Sum by integrable.
        assert (1 - exp (- a) <= a) by (pose proof (exp_ineq1_le (- a)); lra).
        enough (Sum (below N) (fun k => expectation P (fun w => drop k * indicator (fun w => V w < u (S k)) w)) <=
          c * (raise q p * g)) by lra.
        eapply Rle_trans; [| apply Rmult_le_compat_l; [exact c_0 | apply (steps_below_integral N)]].
        rewrite <- Sum_scal. apply Sum_le. intros k. rewrite expectation_scal by integrable.
        fold (probability P (fun w => V w < u (S k))).
        replace (c * (drop k * raise (u (S k)) p)) with (drop k * (c * raise (u (S k)) p)) by ring.
        apply Rmult_le_compat_l; [apply drop_0 | apply small, u_pos].
    Qed.
  End Steps.

  Theorem mean_under_margin : expectation P (fun w => exp (- V w)) <= c * g.
  Proof.
    apply le_epsilon. intros e pos. set (K := 2 + c * g * (p * exp p)).
    assert (cg : 0 <= c * g) by now apply Rmult_le_pos.
    assert (pe : 0 <= p * exp p) by (apply Rmult_le_pos; [exact p_0 | left; apply exp_pos]).
    assert (K_pos : 0 < K) by (unfold K; nra).
    set (a := Rmin 1 (e / K)).
    assert (a_pos : 0 < a) by (apply Rmin_glb_lt; [lra | now apply Rdiv_lt_0_compat]).
    assert (a_1 : a <= 1) by apply Rmin_l.
    assert (a_e : a * K <= e).
    { apply Rle_trans with (e / K * K); [apply Rmult_le_compat_r; [lra | apply Rmin_r] | right; field; lra]. }
    set (q := exp a). assert (q_1 : 1 < q) by (unfold q; rewrite <- exp_0; now apply exp_increasing).
    assert (last : exists N, exp (- (a * q ^ N)) <= a).
    { destruct (Pow_x_infinity q ltac:(rewrite Rabs_pos_eq; lra) (- ln a / a)) as [N large]. exists N.
      specialize (large N (le_n N)). rewrite Rabs_pos_eq in large by (apply pow_le; lra).
      apply Rle_trans with (exp (ln a)); [apply exp_le | right; now apply exp_ln].
      apply Rge_le, (Rmult_le_compat_l a) in large; [| lra].
      replace (a * (- ln a / a)) with (- ln a) in large by (field; lra). lra. }
    destruct last as [N last]. pose proof (mean_below_steps a q a_pos (Rlt_le _ _ q_1) N) as H.
    rewrite (raise_pos q) in H by lra. unfold q in H at 1. rewrite ln_exp in H.
    assert (rate : exp (p * a) <= 1 + a * (p * exp p)).
    { assert (exp (p * a) <= exp p) by (apply exp_le; nra).
      pose proof (exp_ineq1_le (- (p * a))) as tangent.
      assert (one : exp (- (p * a)) * exp (p * a) = 1) by (rewrite <- exp_plus, Rplus_opp_l; apply exp_0).
      assert ((1 - p * a) * exp (p * a) <= 1)
        by (rewrite <- one; apply Rmult_le_compat_r; [left; apply exp_pos | lra]).
      assert (p * a * exp (p * a) <= p * a * exp p) by (apply Rmult_le_compat_l; [nra | assumption]). lra. }
    assert (c * (exp (p * a) * g) <= c * g + a * (c * g * (p * exp p))) by nra.
    unfold K in a_e. lra.
  Qed.
End Staircase.

(** Layer cake: E e^(-s H^2) is the integral of P(s H^2 < u) e^(-u) over u > 0. *)
Theorem exponential_moment_under_margin {W} (P : space W) H C gamma s g : 0 <= C -> 0 <= gamma -> 0 < s ->
  margin P H C gamma -> gamma_most (1 + gamma / 2) g ->
  expectation P (fun w => exp (- (H w ^ 2 * s))) <= C * raise s (- (gamma / 2)) * g.
Proof.
  intros C_0 gamma_0 s_pos near most. apply mean_under_margin with (p := gamma / 2); [| | lra | | exact most].
  - intros w. apply Rmult_le_pos; [apply pow2_ge_0 | lra].
  - apply Rmult_le_pos; [exact C_0 | apply raise_ge_0].
  - intros u u_pos. assert (ratio : 0 < u / s) by now apply Rdiv_lt_0_compat.
    apply Rle_trans with (probability P (fun w => H w < sqrt (u / s))).
    + apply probability_mono. intros w low. apply Rnot_le_lt. intros high.
      assert (u / s <= H w ^ 2).
      { rewrite <- (pow2_sqrt (u / s)) by lra. apply pow_incr. split; [apply sqrt_pos | exact high]. }
      apply (Rmult_le_compat_r s) in H0; [| lra]. replace (u / s * s) with u in H0 by (field; lra). lra.
    + eapply Rle_trans; [apply near; now apply sqrt_lt_R0 |]. right. rewrite Rmult_assoc. f_equal.
      rewrite !raise_pos by (try apply sqrt_lt_R0; assumption). rewrite <- exp_plus. f_equal.
      replace (ln (sqrt (u / s))) with (ln (u / s) / 2).
      * rewrite ln_div by assumption. field.
      * rewrite <- (pow2_sqrt (u / s)) at 1 by lra. rewrite ln_pow by now apply sqrt_lt_R0. simpl. field.
Qed.
