(** * Numbers: finite sums, and the inequalities for numbers that the other files use *)

From Coq Require Export Reals Lra Lia List FunctionalExtensionality.
From Coquelicot Require Export Coquelicot.
Import ListNotations.
Open Scope R_scope.

(** ** Exponentials and logarithms *)

Lemma exp_le x y : x <= y -> exp x <= exp y.
Proof.
  intros [H | ->]; [left; now apply exp_increasing | lra].
Qed.

Lemma exp_ge_1 x : 0 <= x -> 1 <= exp x.
Proof.
  intros H. rewrite <- exp_0. now apply exp_le.
Qed.

(** Convexity of exp, by its tangent at c. *)
Lemma exp_tangent c y : exp c * (1 + y - c) <= exp y.
Proof.
  replace (exp y) with (exp c * exp (y - c)) by (rewrite <- exp_plus; f_equal; ring).
  apply Rmult_le_compat_l; [left; apply exp_pos |].
  pose proof (exp_ineq1_le (y - c)). lra.
Qed.

(** Convexity of exp, by its chord over [0, t]. *)
Lemma exp_chord t x : 0 <= x <= 1 -> exp (t * x) <= 1 - x + x * exp t.
Proof.
  intros H.
  pose proof (exp_tangent (t * x) 0) as at_0. pose proof (exp_tangent (t * x) t) as at_t.
  rewrite exp_0 in at_0. nra.
Qed.

(** An upper bound on e, by seven squarings. *)
Lemma exp_double x a b : exp x <= a -> a * a <= b -> exp (2 * x) <= b.
Proof.
  intros H L. replace (2 * x) with (x + x) by ring. rewrite exp_plus. pose proof (exp_pos x). nra.
Qed.

Lemma exp_half_le : exp (1 / 2) <= 1.651.
Proof.
  assert (start : exp (1 / 256) <= 1.003921569).
  { rewrite <- (Ropp_involutive (1 / 256)), exp_Ropp. pose proof (exp_ineq1_le (- (1 / 256))).
    apply Rle_trans with (/ (1 + - (1 / 256))); [apply Rinv_le_contravar; lra |].
    replace (/ (1 + - (1 / 256))) with (256 / 255) by field. lra. }
  replace (1 / 2) with (2 * (2 * (2 * (2 * (2 * (2 * (2 * (1 / 256)))))))) by field.
  apply exp_double with 1.284654240; [| lra]. apply exp_double with 1.133425886; [| lra].
  apply exp_double with 1.064624763; [| lra]. apply exp_double with 1.031806553; [| lra].
  apply exp_double with 1.015778791; [| lra]. apply exp_double with 1.007858517; [| lra].
  apply exp_double with 1.003921569; [exact start | lra].
Qed.

Lemma exp_1_le : exp 1 <= 2.73.
Proof.
  replace 1 with (2 * (1 / 2)) by field. apply exp_double with 1.651; [exact exp_half_le | lra].
Qed.

(** (e^x - 1)/x rises: at most e - 1 up to x = 1. *)
Lemma exp_minus_1_squared eps : 0 < eps <= 1 -> (exp eps - 1) ^ 2 <= 3 * eps ^ 2.
Proof.
  intros H. pose proof (exp_chord 1 eps ltac:(lra)) as chord. rewrite Rmult_1_l in chord.
  pose proof (exp_ge_1 eps ltac:(lra)).
  pose proof exp_1_le.
  assert (exp eps - 1 <= eps * 1.73) by nra.
  nra.
Qed.

Lemma ln_le_minus_1 x : 0 < x -> ln x <= x - 1.
Proof.
  intros H. rewrite <- (ln_exp (x - 1)). apply ln_le; [exact H |].
  pose proof (exp_ineq1_le (x - 1)). lra.
Qed.

Lemma ln_1_plus_le x : -1 < x -> ln (1 + x) <= x.
Proof.
  intros H. pose proof (ln_le_minus_1 (1 + x)). lra.
Qed.

(** Concavity of ln, by its tangent at c. *)
Lemma ln_tangent c x : 0 < c -> 0 < x -> ln x <= ln c + (x - c) / c.
Proof.
  intros C X. pose proof (ln_le_minus_1 (x / c) (Rdiv_lt_0_compat _ _ X C)) as H.
  unfold Rdiv in H at 1. rewrite ln_mult, ln_Rinv in H by (try apply Rinv_0_lt_compat; lra).
  replace ((x - c) / c) with (x / c - 1) by (field; lra). lra.
Qed.

Lemma pow2_inj_le a b : 0 <= b -> a ^ 2 <= b ^ 2 -> a <= b.
Proof.
  intros B H. nra.
Qed.

Lemma le_sqrt a b : a ^ 2 <= b -> a <= sqrt b.
Proof.
  intros H. pose proof (pow2_ge_0 a). apply pow2_inj_le; [apply sqrt_pos |].
  rewrite pow2_sqrt by lra. exact H.
Qed.

(** A quadratic that is nowhere below 0. *)
Lemma discriminant a b c : 0 <= a -> (forall s, 0 <= a * s ^ 2 - 2 * b * s + c) -> b ^ 2 <= a * c.
Proof.
  intros [A | <-] H.
  - specialize (H (b / a)).
    replace (a * (b / a) ^ 2 - 2 * b * (b / a) + c) with ((a * c - b ^ 2) / a) in H by (field; lra).
    apply (Rmult_le_compat_r a) in H; [| lra].
    replace ((a * c - b ^ 2) / a * a) with (a * c - b ^ 2) in H by (field; lra). lra.
  - destruct (Req_dec b 0) as [-> | B]; [lra |].
    specialize (H ((c + 1) / (2 * b))).
    replace (0 * ((c + 1) / (2 * b)) ^ 2 - 2 * b * ((c + 1) / (2 * b)) + c) with (-1) in H by (field; lra). lra.
Qed.

(** ** Sums over a list *)

Fixpoint Sum {I} (l : list I) (f : I -> R) : R :=
  match l with
  | [] => 0
  | i :: l' => f i + Sum l' f
  end.

Definition below (d : nat) : list nat := seq 0 d.

Section Sums.
  Context {I : Type}.
  Implicit Types (l : list I) (f g : I -> R).

  Lemma Sum_ext l f g : (forall i, f i = g i) -> Sum l f = Sum l g.
  Proof.
    intros H. f_equal. now apply functional_extensionality.
  Qed.

  Lemma Sum_ext_in l f g : (forall i, In i l -> f i = g i) -> Sum l f = Sum l g.
  Proof.
    induction l as [| i l IH]; simpl; intros H; [reflexivity |].
    rewrite H, IH; auto.
  Qed.

  Lemma Sum_plus l f g : Sum l (fun i => f i + g i) = Sum l f + Sum l g.
  Proof.
    induction l as [| i l IH]; simpl; [| rewrite IH]; ring.
  Qed.

  Lemma Sum_scal l c f : Sum l (fun i => c * f i) = c * Sum l f.
  Proof.
    induction l as [| i l IH]; simpl; [| rewrite IH]; ring.
  Qed.

  Lemma Sum_minus l f g : Sum l (fun i => f i - g i) = Sum l f - Sum l g.
  Proof.
    induction l as [| i l IH]; simpl; [| rewrite IH]; ring.
  Qed.

  Lemma Sum_const l c : Sum l (fun _ => c) = INR (length l) * c.
  Proof.
    induction l as [| i l IH]; cbn [Sum length]; [simpl; ring |]. rewrite S_INR, IH. ring.
  Qed.

  Lemma Sum_le_in l f g : (forall i, In i l -> f i <= g i) -> Sum l f <= Sum l g.
  Proof.
    induction l as [| i l IH]; simpl; intros H; [lra |].
    apply Rplus_le_compat; auto.
  Qed.

  Lemma Sum_le l f g : (forall i, f i <= g i) -> Sum l f <= Sum l g.
  Proof.
    intros H. apply Sum_le_in. auto.
  Qed.

  Lemma Sum_ge_0 l f : (forall i, 0 <= f i) -> 0 <= Sum l f.
  Proof.
    intros H. induction l as [| i l IH]; simpl; [lra |]. specialize (H i). lra.
  Qed.

  Lemma Sum_app l l' f : Sum (l ++ l') f = Sum l f + Sum l' f.
  Proof.
    induction l as [| i l IH]; simpl; [| rewrite IH]; ring.
  Qed.

  Lemma Sum_map {J} (k : J -> I) (l : list J) f : Sum (map k l) f = Sum l (fun j => f (k j)).
  Proof.
    induction l as [| j l IH]; simpl; [reflexivity |]. now rewrite IH.
  Qed.

  Lemma Sum_abs l f : Rabs (Sum l f) <= Sum l (fun i => Rabs (f i)).
  Proof.
    induction l as [| i l IH]; simpl; [rewrite Rabs_R0; lra |].
    eapply Rle_trans; [apply Rabs_triang | lra].
  Qed.

  (** Cauchy and Schwarz. *)
  Lemma Sum_cauchy_schwarz l f g : Sum l (fun i => f i * g i) ^ 2 <= Sum l (fun i => f i ^ 2) * Sum l
      (fun i => g i ^ 2).
  Proof.
    apply discriminant; [apply Sum_ge_0; intros; apply pow2_ge_0 |].
    intros s.
    replace (_ - _ + _) with (Sum l (fun i => (s * f i - g i) ^ 2));
      [apply Sum_ge_0; intros; apply pow2_ge_0 |].
    induction l as [| i l IH]; simpl in *; [| rewrite IH]; ring.
  Qed.

  Lemma Sum_le_sqrt l f : Sum l f <= sqrt (INR (length l) * Sum l (fun i => f i ^ 2)).
  Proof.
    apply le_sqrt.
    replace (Sum l f) with (Sum l (fun i => 1 * f i)) by (apply Sum_ext; intros; ring).
    eapply Rle_trans; [apply (Sum_cauchy_schwarz l (fun _ => 1)) |].
    rewrite Sum_const. right. ring.
  Qed.
End Sums.

Lemma Sum_swap {I J} (l : list I) (l' : list J) (h : I -> J -> R) :
  Sum l (fun i => Sum l' (h i)) = Sum l' (fun j => Sum l (fun i => h i j)).
Proof.
  induction l as [| i l IH]; simpl.
  - rewrite Sum_const. ring.
  - now rewrite IH, <- Sum_plus.
Qed.

Lemma length_below d : length (below d) = d.
Proof. apply seq_length. Qed.

Lemma Sum_below_const d c : Sum (below d) (fun _ => c) = INR d * c.
Proof. now rewrite Sum_const, length_below. Qed.

Lemma in_below d k : In k (below d) <-> (k < d)%nat.
Proof. unfold below. rewrite in_seq. lia. Qed.

Lemma Sum_below_succ d f : Sum (below (S d)) f = f O + Sum (below d) (fun k => f (S k)).
Proof.
  unfold below. simpl. f_equal. now rewrite <- seq_shift, Sum_map.
Qed.

(** A sum in which one term is not 0. *)
Lemma Sum_single {I} (eq_dec : forall i j : I, {i = j} + {i <> j}) (l : list I) k c :
  NoDup l -> In k l -> Sum l (fun i => if eq_dec i k then c else 0) = c.
Proof.
  induction l as [| i l IH]; simpl; [easy |].
  intros D H. inversion D as [| ? ? N D']; subst. destruct (eq_dec i k) as [-> | E].
  - rewrite (Sum_ext_in l _ (fun _ => 0)); [rewrite Sum_const; ring |].
    intros j J. destruct (eq_dec j k) as [-> |]; [easy | reflexivity].
  - destruct H as [-> | H]; [easy |]. rewrite IH by assumption. ring.
Qed.

(** ** Jensen's inequality for ln, and Hoeffding's lemma for numbers *)

Lemma ln_jensen {I} (l : list I) w x a :
  (forall i, 0 <= w i) -> Sum l w = 1 -> 0 < a -> (forall i, a <= x i) ->
  Sum l (fun i => w i * ln (x i)) <= ln (Sum l (fun i => w i * x i)).
Proof.
  intros W one A X. set (c := Sum l (fun i => w i * x i)).
  assert (C : a <= c).
  { replace a with (Sum l (fun i => w i * a)).
    - apply Sum_le. intros i. now apply Rmult_le_compat_l.
    - rewrite (Sum_ext l _ (fun i => a * w i)) by (intros; ring). rewrite Sum_scal, one. ring. }
  apply Rle_trans with (Sum l (fun i => (ln c - 1) * w i + / c * (w i * x i))).
  - apply Sum_le. intros i. specialize (X i).
    pose proof (ln_tangent c (x i) ltac:(lra) ltac:(lra)) as T.
    apply (Rmult_le_compat_l (w i)) in T; [| apply W].
    replace ((ln c - 1) * w i + / c * (w i * x i)) with (w i * (ln c + (x i - c) / c)) by (field; lra). exact T.
  - rewrite Sum_plus, !Sum_scal, one. fold c. right. field. lra.
Qed.

(** A function whose derivative is nowhere below 0 does not fall. *)
Lemma rises (f df : R -> R) a b : (forall x, is_derive f x (df x)) -> a <= b ->
  (forall x, a <= x <= b -> 0 <= df x) -> f a <= f b.
Proof.
  intros D AB S.
  destruct (MVT_gen f a b df) as (c & inside & eq).
  - intros; apply D.
  - intros y _. apply derivable_continuous_pt. eexists. apply is_derive_Reals, D.
  - rewrite Rmin_left, Rmax_right in inside by lra. specialize (S c inside). nra.
Qed.

(** tanh(x/2) is at most x/2. *)
Lemma tanh_below x : 0 <= x -> (exp x - 1) / (exp x + 1) <= x / 2.
Proof.
  intros X. pose proof (exp_pos x).
  apply (Rle_div_l (exp x - 1) (x / 2) (exp x + 1)); [lra |].
  set (gap := fun y => y / 2 * (exp y + 1) - (exp y - 1)).
  assert (at_0 : gap 0 = 0) by (unfold gap; rewrite exp_0; field).
  assert (up : gap 0 <= gap x).
  { apply (rises gap (fun y => (1 - exp y + y * exp y) / 2)); [| exact X |].
    - intros y. unfold gap. auto_derive; [exact I | field].
    - intros y Y. pose proof (exp_pos y). pose proof (exp_ineq1_le (- y)) as T. rewrite exp_Ropp in T.
      apply (Rmult_le_compat_l (exp y)) in T; [| lra]. rewrite Rinv_r in T by lra. lra. }
  rewrite at_0 in up. unfold gap in up. lra.
Qed.

(** Hoeffding's lemma for a coin, Boucheron, Lugosi and Massart 2013, Lemma 2.2: the second derivative of
    ln (1 - p + p e^t) is u v/(u + v)^2 for u = 1 - p and v = p e^t, at most 1/4. *)
Section Coin.
  Variables (p : R) (chance : 0 <= p <= 1).
  Let gap t := p * t + t ^ 2 / 8 - ln (1 - p + p * exp t).
  Let slope t := p + t / 4 - p * exp t / (1 - p + p * exp t).
  Let curve t := 1 / 4 - (1 - p) * (p * exp t) / (1 - p + p * exp t) ^ 2.

  Let positive t : 0 < 1 - p + p * exp t.
  Proof.
    pose proof (exp_pos t). destruct (Req_dec p 1); nra.
  Qed.

  Let gap_slope t : is_derive gap t (slope t).
  Proof.
    unfold gap, slope. specialize (positive t). auto_derive; [lra | field; lra].
  Qed.

  Let slope_curve t : is_derive slope t (curve t).
  Proof.
    unfold slope, curve. specialize (positive t). auto_derive; [lra | field; lra].
  Qed.

  Let curve_ge_0 t : 0 <= curve t.
  Proof.
    unfold curve. specialize (positive t). set (u := 1 - p) in *. set (v := p * exp t) in *.
    replace (1 / 4 - u * v / (u + v) ^ 2) with ((u - v) ^ 2 / (4 * (u + v) ^ 2)) by (field; lra).
    apply Rdiv_le_0_compat; [apply pow2_ge_0 |]. pose proof (pow_lt (u + v) 2 positive). lra.
  Qed.

  Lemma hoeffding_coin_up t : 0 <= t -> ln (1 - p + p * exp t) <= p * t + t ^ 2 / 8.
  Proof.
    intros T.
    assert (slope_0 : slope 0 = 0) by (unfold slope; rewrite exp_0; field; lra).
    assert (gap_0 : gap 0 = 0).
    { unfold gap. rewrite exp_0. replace (1 - p + p * 1) with 1 by ring. rewrite ln_1. field. }
    assert (slope_ge_0 : forall x, 0 <= x <= t -> 0 <= slope x).
    { intros x X. rewrite <- slope_0. apply rises with curve; auto; lra. }
    assert (0 <= gap t) by (rewrite <- gap_0; now apply rises with slope).
    unfold gap in *. lra.
  Qed.
End Coin.

Lemma hoeffding_coin p t : 0 <= p <= 1 -> ln (1 - p + p * exp t) <= p * t + t ^ 2 / 8.
Proof.
  intros P. destruct (Rle_dec 0 t) as [T | T]; [now apply hoeffding_coin_up |].
  (* Heads and tails change places. *)
  assert (Q : 0 <= 1 - p <= 1) by lra.
  pose proof (hoeffding_coin_up (1 - p) Q (- t) ltac:(lra)) as H.
  assert (pos : 0 < 1 - (1 - p) + (1 - p) * exp (- t)).
  { pose proof (exp_pos (- t)). destruct (Req_dec p 0); nra. }
  replace (1 - p + p * exp t) with (exp t * (1 - (1 - p) + (1 - p) * exp (- t))).
  - rewrite ln_mult, ln_exp by (try apply exp_pos; exact pos). lra.
  - rewrite exp_Ropp. field. pose proof (exp_pos t). lra.
Qed.
