(** * Scores: laws that move with a real parameter

    A law has the score s at t where the derivative of each mean is the mean with s as a weight, with a remainder that
    is quadratic and the same for all functions of one size. So scores pass to independent draws and to messages of any
    type. *)

From Foundations Require Export Nouns.
Import ListNotations.
Open Scope R_scope.

Definition near_linear {A} (P : R -> law A) t (s : A -> R) C delta := forall u, Rabs (u - t) < delta ->
  forall f M, 0 <= M -> (forall x, Rabs (f x) <= M) ->
  Rabs (E (P u) f - E (P t) f - (u - t) * E (P t) (fun x => s x * f x)) <= C * M * (u - t) ^ 2.

Definition has_score {A} (P : R -> law A) t s := bounded s /\
  exists C delta, 0 <= C /\ 0 < delta /\ near_linear P t s C delta.

(** A bound that is 0 or more. *)
Lemma bounded_by {A} (f : A -> R) : bounded f -> exists M, 0 <= M /\ forall x, Rabs (f x) <= M.
Proof.
  intros [M F]. exists (Rabs M). split; [apply Rabs_pos |]. intros x.
  eapply Rle_trans; [apply F | apply Rle_abs].
Qed.

Lemma derivative_by_score {A} (P : R -> law A) t s f : has_score P t s -> bounded f ->
  is_derive (fun u => E (P u) f) t (E (P t) (fun x => s x * f x)).
Proof.
  intros (_ & C & delta & C_pos & delta_pos & near) F. destruct (bounded_by f F) as (M & M_pos & small).
  apply is_derive_Reals. intros eps eps_pos.
  assert (K : 0 <= C * M) by now apply Rmult_le_pos.
  assert (pos : 0 < Rmin delta (eps / (C * M + 1))).
  { apply Rmin_glb_lt; [exact delta_pos | apply Rdiv_lt_0_compat; lra]. }
  exists (mkposreal _ pos). intros h nonzero within. simpl in within.
  pose proof (Rmin_l delta (eps / (C * M + 1))). pose proof (Rmin_r delta (eps / (C * M + 1))).
  specialize (near (t + h)). replace (t + h - t) with h in near by ring.
  specialize (near ltac:(lra) f M M_pos small).
  set (slope := E (P t) (fun x => s x * f x)) in *. set (gap := E (P (t + h)) f - E (P t) f) in *.
  replace (gap / h - slope) with ((gap - h * slope) / h) by (field; exact nonzero).
  unfold Rdiv. rewrite Rabs_mult, Rabs_inv. pose proof (Rabs_pos_lt h nonzero) as h_pos.
  apply Rmult_lt_reg_r with (Rabs h); [exact h_pos |]. rewrite Rmult_assoc, Rinv_l, Rmult_1_r by lra.
  eapply Rle_lt_trans; [exact near |]. rewrite <- (pow2_abs h).
  assert (less : Rabs h * (C * M + 1) < eps).
  { apply Rlt_le_trans with (eps / (C * M + 1) * (C * M + 1)); [apply Rmult_lt_compat_r; lra | right; field; lra]. }
  nra.
Qed.

Lemma mean_of_score {A} (P : R -> law A) t s : has_score P t s -> E (P t) s = 0.
Proof.
  intros H. pose proof (derivative_by_score P t s (fun _ => 1) H (bounded_const 1)) as D.
  rewrite (E_ext _ (fun x => s x * 1) s) in D by (intros; ring).
  apply is_derive_unique in D. rewrite <- D.
  rewrite (Derive_ext _ (fun _ => 1)) by (intros; apply E_one). apply Derive_const.
Qed.

Lemma score_of_constant {A} (P : law A) t : has_score (fun _ => P) t (fun _ => 0).
Proof.
  split; [bounded |]. exists 0, 1. split; [lra |]. split; [lra |]. intros u _ f M _ _.
  rewrite (E_ext P (fun x => 0 * f x) (fun _ => 0)) by (intros; ring). rewrite E_const.
  replace (_ - _ - _) with 0 by ring. rewrite Rabs_R0. lra.
Qed.

(** Two independent draws whose laws move, and what comes of them by channels that don't: scores add. *)
Section Join.
  Context {A B C D : Type} (P : R -> law A) (Q : R -> law B) (L : A -> B -> law C) (k : A -> B -> C -> D).
  Context (J : R -> law D) (t : R) (s : A -> R) (r : B -> R) (both : D -> R).
  Hypothesis P_score : has_score P t s.
  Hypothesis Q_score : has_score Q t r.
  Hypothesis joined : forall u f, bounded f ->
    E (J u) f = E (P u) (fun x => E (Q u) (fun y => E (L x y) (fun z => f (k x y z)))).
  Hypothesis bounded_both : bounded both.
  Hypothesis add : forall x y z, both (k x y z) = s x + r y.

  Lemma score_of_joined : has_score J t both.
  Proof.
    destruct P_score as (S & C1 & d1 & C1_pos & d1_pos & near1).
    destruct Q_score as (R' & C2 & d2 & C2_pos & d2_pos & near2).
    destruct (bounded_by s S) as (a & a_pos & s_small). destruct (bounded_by r R') as (b & b_pos & r_small).
    split; [exact bounded_both |]. exists (C1 + C2 + a * (C2 * d2 + b)), (Rmin d1 d2).
    split; [assert (0 <= C2 * d2) by (apply Rmult_le_pos; lra); nra |]. split; [now apply Rmin_glb_lt |].
    intros u within f M M_pos small.
    pose proof (Rmin_l d1 d2). pose proof (Rmin_r d1 d2).
    assert (F : bounded f) by now exists M.
    set (told := fun x y => E (L x y) (fun z => f (k x y z))).
    assert (told_small : forall x y, Rabs (told x y) <= M) by (intros; apply E_small; intros; apply small).
    assert (bounded_told : forall x, bounded (told x)) by (intros x; exists M; apply told_small).
    set (g := fun v x => E (Q v) (told x)).
    assert (g_small : forall v x, Rabs (g v x) <= M) by (intros; apply E_small; intros; apply told_small).
    set (h := fun x => E (Q t) (fun y => r y * told x y)).
    assert (h_small : forall x, Rabs (h x) <= b * M).
    { intros x. apply E_small. intros y. rewrite Rabs_mult. apply Rmult_le_compat; auto using Rabs_pos. }
    assert (bounded_g : forall v, bounded (g v)) by (intros v; now exists M).
    assert (bounded_h : bounded h) by now exists (b * M).
    assert (weighted : E (J t) (fun w => both w * f w) = E (P t) (fun x => s x * g t x + h x)).
    { rewrite joined by bounded. apply E_ext. intros x. unfold g, h.
      rewrite <- E_scal, <- E_plus by bounded.
      apply E_ext. intros y. rewrite <- Rmult_plus_distr_r. unfold told. rewrite <- E_scal by (exists M; auto).
      apply E_ext. intros z. now rewrite add. }
    rewrite weighted, !joined by exact F.
    change (Rabs (E (P u) (g u) - E (P t) (g t) - (u - t) * E (P t) (fun x => s x * g t x + h x)) <=
      (C1 + C2 + a * (C2 * d2 + b)) * M * (u - t) ^ 2).
    specialize (near1 u ltac:(lra) (g u) M M_pos (g_small u)).
    assert (close : forall x, Rabs (g u x - g t x - (u - t) * h x) <= C2 * M * (u - t) ^ 2).
    { intros x. apply (near2 u ltac:(lra) (told x) M M_pos (told_small x)). }
    set (w := Rabs (u - t)) in *. assert (w_pos : 0 <= w) by apply Rabs_pos.
    assert (square : (u - t) ^ 2 = w ^ 2) by (unfold w; now rewrite pow2_abs).
    rewrite square in *.
    assert (gap : forall x, Rabs (g u x - g t x) <= M * w * (C2 * d2 + b)).
    { intros x. replace (g u x - g t x) with ((g u x - g t x - (u - t) * h x) + (u - t) * h x) by ring.
      eapply Rle_trans; [apply Rabs_triang |]. rewrite Rabs_mult. fold w.
      specialize (close x). specialize (h_small x).
      assert (w * Rabs (h x) <= w * (b * M)) by now apply Rmult_le_compat_l.
      assert (C2 * M * w ^ 2 <= C2 * M * (w * d2)) by (apply Rmult_le_compat_l; [nra |]; simpl; nra). nra. }
    set (A1 := E (P u) (g u) - E (P t) (g u) - (u - t) * E (P t) (fun x => s x * g u x)) in *.
    assert (A2 : Rabs (E (P t) (fun x => g u x - g t x - (u - t) * h x)) <= C2 * M * w ^ 2) by now apply E_small.
    assert (A3 : Rabs (E (P t) (fun x => s x * (g u x - g t x))) <= a * (M * w * (C2 * d2 + b))).
    { apply E_small. intros x. rewrite Rabs_mult. apply Rmult_le_compat; auto using Rabs_pos. }
    rewrite !E_minus, E_scal in A2 by bounded.
    rewrite (E_ext _ (fun x => s x * (g u x - g t x)) (fun x => s x * g u x - s x * g t x)) in A3 by (intros; ring).
    rewrite E_minus in A3 by bounded. rewrite E_plus by bounded.
    set (x2 := E (P t) (g u) - E (P t) (g t) - (u - t) * E (P t) h) in *.
    set (x3 := E (P t) (fun x => s x * g u x) - E (P t) (fun x => s x * g t x)) in *.
    replace (_ - _ - _) with (A1 + x2 + (u - t) * x3) by (unfold A1, x2, x3; ring).
    eapply Rle_trans; [apply Rabs_triang |].
    assert (A4 : Rabs ((u - t) * x3) <= w * (a * (M * w * (C2 * d2 + b)))).
    { rewrite Rabs_mult. fold w. now apply Rmult_le_compat_l. }
    pose proof (Rabs_triang A1 x2). nra.
  Qed.
End Join.

Lemma score_of_draws {A} (P : R -> law A) t s m : has_score P t s -> has_score (fun u => power (P u) m) t (total s m).
Proof.
  intros H. pose proof (proj1 H) as S. induction m as [| m IH].
  - destruct (score_of_constant (ret (@nil A)) t) as (_ & C & delta & pos & delta_pos & near).
    split; [now apply bounded_total |]. now exists C, delta.
  - apply (score_of_joined (fun u => power (P u) m) P (fun _ _ => ret tt) (fun h x _ => x :: h) _ t (total s m) s);
      auto using bounded_total.
    intros h x _. cbn [total]. ring.
Qed.
