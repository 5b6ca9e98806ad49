(** * Jensen's inequality, and moments of any order *)

From Foundations Require Export Random_reals.
Import ListNotations.
Open Scope R_scope.

(** ** Powers of what may be 0 *)

Definition raise (x y : R) : R := if Rlt_dec 0 x then exp (y * ln x) else if Req_EM_T y 0 then 1 else 0.

Lemma raise_pos x y : 0 < x -> raise x y = exp (y * ln x).
Proof. intros H. unfold raise. destruct (Rlt_dec 0 x); [reflexivity | lra]. Qed.

Lemma raise_0 y : 0 < y -> raise 0 y = 0.
Proof. intros H. unfold raise. destruct (Rlt_dec 0 0); [lra |]. destruct (Req_EM_T y 0); [lra | reflexivity]. Qed.

Lemma raise_ge_0 x y : 0 <= raise x y.
Proof.
  unfold raise. destruct (Rlt_dec 0 x); [left; apply exp_pos |]. destruct (Req_EM_T y 0); lra.
Qed.

Lemma raise_le a b y : 0 <= y -> 0 <= a <= b -> raise a y <= raise b y.
Proof.
  intros Y H. unfold raise. destruct (Rlt_dec 0 a), (Rlt_dec 0 b); try lra.
  - apply exp_le, Rmult_le_compat_l, ln_le; lra.
  - destruct (Req_EM_T y 0) as [-> |]; [rewrite Rmult_0_l, exp_0; lra | left; apply exp_pos].
Qed.

Lemma raise_mult a b y : 0 < a -> 0 <= b -> 0 < y -> raise (a * b) y = raise a y * raise b y.
Proof.
  intros A [B | <-] Y.
  - rewrite !raise_pos by nra. rewrite ln_mult, <- exp_plus by lra. f_equal. ring.
  - rewrite Rmult_0_r, raise_0 by lra. ring.
Qed.

Lemma raise_square a y : 0 <= a -> 0 < y -> raise (a ^ 2) (y / 2) = raise a y.
Proof.
  intros [A | <-] Y.
  - rewrite !raise_pos by (try apply pow_lt; lra). f_equal.
    replace (a ^ 2) with (a * a) by ring. rewrite ln_mult by lra. field.
  - rewrite pow_i, !raise_0 by (lia || lra). reflexivity.
Qed.

(** Bernoulli's inequality: ln (1 + v) is at least the mean of ln 1 and ln (1 + p v) with weights 1 - 1/p and 1/p. *)
Lemma bernoulli v p : -1 <= v -> 1 <= p -> 1 + p * v <= raise (1 + v) p.
Proof.
  intros [V | <-] P.
  - destruct (Rle_dec (1 + p * v) 0) as [neg | pos]; [eapply Rle_trans; [exact neg | apply raise_ge_0] |].
    rewrite raise_pos, <- (exp_ln (1 + p * v)) by lra. apply exp_le.
    pose proof (ln_tangent (1 + v) 1 ltac:(lra) ltac:(lra)) as at_1.
    pose proof (ln_tangent (1 + v) (1 + p * v) ltac:(lra) ltac:(lra)) as at_p. rewrite ln_1 in at_1.
    replace (ln (1 + v) + (1 - (1 + v)) / (1 + v)) with (ln (1 + v) - v / (1 + v)) in at_1 by (field; lra).
    replace (ln (1 + v) + (1 + p * v - (1 + v)) / (1 + v)) with (ln (1 + v) + (p - 1) * (v / (1 + v))) in at_p
      by (field; lra).
    apply (Rmult_le_compat_l (p - 1)) in at_1; lra.
  - replace (1 + -1) with 0 by ring. rewrite raise_0 by lra. lra.
Qed.

(** Fact: Bernoulli's inequality. It holds for numbers, so almost surely. *)
Theorem bernoulli_for_reals {W} (P : space W) V p : almost_le P (fun _ => -1) V -> 1 <= p ->
  almost_le P (fun w => 1 + p * V w) (fun w => raise (1 + V w) p).
Proof.
  intros _ p_1. apply surely_le. intros w. destruct (Rle_dec (-1) (V w)) as [V_w | less]; [now apply bernoulli |].
  eapply Rle_trans; [| apply raise_ge_0]. nra.
Qed.

(** Convexity of the power, by its tangent at c. *)
Lemma raise_tangent c x p : 0 < c -> 0 <= x -> 1 <= p -> raise c p * (1 + p * (x / c - 1)) <= raise x p.
Proof.
  intros C X P. replace x with (c * (x / c)) at 2 by (field; lra).
  assert (0 <= x / c) by (apply Rdiv_le_0_compat; lra).
  rewrite raise_mult by lra. apply Rmult_le_compat_l; [apply raise_ge_0 |].
  replace (x / c) with (1 + (x / c - 1)) at 2 by ring. apply bernoulli; lra.
Qed.

Lemma raise_sum a b p : 0 <= a -> 0 <= b -> 1 <= p -> raise (a + b) p <= raise 2 p * ((raise a p + raise b p) / 2).
Proof.
  intros A B P. set (c := (a + b) / 2).
  destruct (Req_dec c 0) as [zero | pos].
  - replace (a + b) with 0 by (unfold c in zero; lra). rewrite raise_0 by lra.
    pose proof (raise_ge_0 2 p). pose proof (raise_ge_0 a p). pose proof (raise_ge_0 b p). nra.
  - assert (C : 0 < c) by (unfold c in *; lra).
    replace (a + b) with (2 * c) by (unfold c; field). rewrite raise_mult by lra.
    apply Rmult_le_compat_l; [apply raise_ge_0 |].
    pose proof (raise_tangent c a p C A P) as at_a. pose proof (raise_tangent c b p C B P) as at_b.
    assert (mid : a / c - 1 = - (b / c - 1)) by (unfold c; field; unfold c in C; lra).
    rewrite mid in at_a. lra.
Qed.

(** ** Jensen *)

Section Jensen.
  Context {W : Type} (P : space W).
  Implicit Types X Y : W -> R.

  (** A function that lies above its tangent at the mean. *)
  Lemma jensen_at X (f : R -> R) s : integrable P X -> integrable P (fun w => f (X w)) ->
    (forall x, f (expectation P X) + s * (x - expectation P X) <= f x) ->
    f (expectation P X) <= expectation P (fun w => f (X w)).
  Proof.
    intros H K above. set (c := expectation P X) in *.
    apply Rle_trans with (expectation P (fun w => f c + s * (X w - c))).
    - rewrite expectation_plus, expectation_scal, expectation_minus, !expectation_const by integrable. fold c. lra.
    - apply expectation_mono; [integrable | exact K |]. intros w. apply above.
  Qed.

  (** Fact: Jensen. Cover and Thomas 2006, Theorem 2.6.2, for a function above its tangents. *)
  Theorem jensen X (f slope : R -> R) : integrable P X -> integrable P (fun w => f (X w)) ->
    (forall x y, f y + slope y * (x - y) <= f x) -> f (expectation P X) <= expectation P (fun w => f (X w)).
  Proof. intros H K above. now apply jensen_at with (slope (expectation P X)). Qed.

  (** Fact: Jensen, by the second derivative. *)
  Theorem jensen_curved X (f df ddf : R -> R) : integrable P X -> integrable P (fun w => f (X w)) ->
    (forall x, is_derive f x (df x)) -> (forall x, is_derive df x (ddf x)) -> (forall x, 0 <= ddf x) ->
    f (expectation P X) <= expectation P (fun w => f (X w)).
  Proof.
    intros H K D DD curved. apply jensen with df; auto. intros x y.
    assert (slopes : forall a b, a <= b -> df a <= df b) by (intros a b AB; now apply (rises df ddf)).
    set (gap := fun z => f z - df y * z).
    assert (gap_slope : forall z, is_derive gap z (df z - df y)).
    { intros z. apply (is_derive_minus f (fun z => df y * z)); [apply D |].
      auto_derive; [exact Logic.I | ring]. }
    enough (gap y <= gap x) by (unfold gap in *; lra).
    destruct (Rle_dec y x) as [yx | xy].
    - apply (rises gap (fun z => df z - df y)); auto. intros z Z. specialize (slopes y z ltac:(lra)). lra.
    - apply Ropp_le_cancel. apply (rises (fun z => - gap z) (fun z => - (df z - df y))); try lra.
      + intros z. apply (is_derive_opp gap z (df z - df y)), gap_slope.
      + intros z Z. specialize (slopes z y ltac:(lra)). lra.
  Qed.
End Jensen.

(** ** Moments *)

Section Moments.
  Context {W : Type} (P : space W).
  Implicit Types X Y : W -> R.

  (** What lies below a function with an expectation. *)
  Lemma expectation_most_above X Y k : integrable P Y -> (forall w, 0 <= X w) -> (forall w, Y w <= X w) ->
    expectation_most P X k -> expectation P Y <= k.
  Proof.
    intros H X0 YX most. apply Rle_trans with (expectation P (fun w => Rmax 0 (Y w))).
    - apply expectation_mono; integrable. intros w. apply Rmax_r.
    - apply (expectation_most_integrable P (fun w => Rmax 0 (Y w)) k).
      + integrable.
      + intros w. apply Rmax_l.
      + apply expectation_most_mono with X; [| exact most]. intros w. split; [apply Rmax_l |].
        apply Rmax_lub; auto.
  Qed.

  (** Jensen for a power. *)
  Lemma raise_of_expectation X p k : integrable P X -> 1 <= p ->
    expectation_most P (fun w => raise (Rabs (X w)) p) k -> raise (Rabs (expectation P X)) p <= k.
  Proof.
    intros H p_1 most. set (c := Rabs (expectation P X)).
    destruct (Rabs_pos (expectation P X)) as [C | C]; fold c in C.
    - apply Rle_trans with (expectation P (fun w => raise c p * (1 + p * (Rabs (X w) / c - 1)))).
      + rewrite expectation_scal, expectation_plus, expectation_scal, expectation_minus, expectation_div,
          !expectation_const
          by integrable.
        rewrite <- (Rmult_1_r (raise c p)) at 1. apply Rmult_le_compat_l; [apply raise_ge_0 |].
        enough (1 <= expectation P (fun w => Rabs (X w)) / c) by nra.
        apply Rmult_le_reg_r with c; [exact C |]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l by lra.
        pose proof (expectation_abs_le P X H) as le. fold c in le. lra.
      + apply expectation_most_above with (fun w => raise (Rabs (X w)) p); auto.
        * integrable.
        * intros w. apply raise_ge_0.
        * intros w. apply raise_tangent; auto using Rabs_pos.
    - rewrite <- C, raise_0 by lra.
      apply Rle_trans with (expectation P (fun _ => 0)); [rewrite expectation_const; lra |].
      apply expectation_most_above with (fun w => raise (Rabs (X w)) p); auto using raise_ge_0 with integrable.
  Qed.

  (** Fact: moments about the mean. *)
  Theorem moments_about_the_mean X p k : integrable P X -> 1 <= p ->
    expectation_most P (fun w => raise (Rabs (X w)) p) k ->
    expectation_most P (fun w => raise (Rabs (X w - expectation P X)) p) (raise 2 p * k).
  Proof.
    intros H p_1 most M. pose proof (raise_of_expectation X p k H p_1 most) as mean.
    set (m := expectation P X) in *. set (c := raise 2 p) in *.
    assert (C : 0 < c) by (unfold c; rewrite raise_pos by lra; apply exp_pos).
    apply Rle_trans with
      (expectation P (fun w => c / 2 * Rmin (raise (Rabs (X w)) p) (2 * Rmax 0 M / c) + c / 2 * raise (Rabs m) p)).
    - apply expectation_mono.
      + apply integrable_cut. intros w. apply raise_ge_0.
      + apply integrable_plus; [apply integrable_scal, integrable_cut; intros w; apply raise_ge_0 | integrable].
      + intros w. set (x := raise (Rabs (X w)) p).
        assert (0 <= raise (Rabs m) p) by apply raise_ge_0.
        assert (above : raise (Rabs (X w - m)) p <= c / 2 * x + c / 2 * raise (Rabs m) p).
        { eapply Rle_trans; [apply (raise_le _ (Rabs (X w) + Rabs m)); [lra |] |].
          - split; [apply Rabs_pos |]. rewrite <- (Rabs_Ropp m). apply Rabs_triang.
          - eapply Rle_trans; [apply raise_sum; auto using Rabs_pos |]. fold c x. lra. }
        destruct (Rle_dec x (2 * Rmax 0 M / c)) as [less | more].
        * rewrite (Rmin_left x) by exact less. eapply Rle_trans; [apply Rmin_l | exact above].
        * rewrite (Rmin_right x) by lra. replace (c / 2 * (2 * Rmax 0 M / c)) with (Rmax 0 M) by (field; lra).
          eapply Rle_trans; [apply Rmin_r |]. pose proof (Rmax_r 0 M). nra.
    - rewrite expectation_plus, expectation_scal, expectation_const
        by (integrable || (try apply integrable_scal; apply integrable_cut; intros w; apply raise_ge_0)).
      specialize (most (2 * Rmax 0 M / c)). nra.
  Qed.

  (** Fact: Lyapunov. Jensen: Cover and Thomas 2006, Theorem 2.6.2, for |x|^(p/2). *)
  Theorem lyapunov X p b : square_integrable P X -> 0 < b -> 2 <= p ->
    expectation_most P (fun w => raise (Rabs (X w)) p) (raise b p) -> expectation P (fun w => X w ^ 2) <= b ^ 2.
  Proof.
    intros H B p_2 most. unfold square_integrable in H.
    assert (R_b : 0 < raise b p) by (rewrite raise_pos by exact B; apply exp_pos).
    set (Y := fun w => raise b p * (1 + p / 2 * (X w ^ 2 / b ^ 2 - 1))).
    assert (le : expectation P Y <= raise b p).
    { apply expectation_most_above with (fun w => raise (Rabs (X w)) p); auto using raise_ge_0.
      - unfold Y. apply integrable_scal, integrable_plus; [integrable |].
        apply integrable_scal, integrable_minus; [now apply integrable_div | integrable].
      - intros w. unfold Y. rewrite <- (raise_square b), <- (raise_square (Rabs (X w))), <- (pow2_abs (X w))
          by (try apply Rabs_pos; lra).
        apply raise_tangent; [apply pow_lt; exact B | apply pow2_ge_0 | lra]. }
    unfold Y in le.
    rewrite expectation_scal, expectation_plus, expectation_scal, expectation_minus, expectation_div,
      !expectation_const in le
      by auto with integrable.
    set (e := expectation P (fun w => X w ^ 2)) in *.
    assert (b2 : 0 < b ^ 2) by (apply pow_lt; exact B).
    apply Rnot_lt_le. intros more.
    assert (0 < e / b ^ 2 - 1).
    { apply Rmult_lt_reg_r with (b ^ 2); [exact b2 |].
      replace ((e / b ^ 2 - 1) * b ^ 2) with (e - b ^ 2) by (field; lra). lra. }
    assert (0 < p / 2 * (e / b ^ 2 - 1)) by (apply Rmult_lt_0_compat; lra). nra.
  Qed.
End Moments.
