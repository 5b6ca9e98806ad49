(** * Laws on finitely many points: coins, two points, and their divergences *)

From Foundations Require Export Divergences.
Import ListNotations.
Open Scope R_scope.

(** One term of the sum that is KL(P, Q) - P f + ln c. *)
Lemma log_sum_term p q c y : 0 < p -> 0 < q -> 0 < c -> p * y <= p * ln (p / q) + p * ln c + q * exp y / c - p.
Proof.
  intros P Q C. pose proof (exp_pos y) as Y.
  assert (X : 0 < q / p * exp y) by (apply Rmult_lt_0_compat; [now apply Rdiv_lt_0_compat | exact Y]).
  pose proof (ln_tangent c _ C X) as T.
  assert (L : ln (q / p * exp y) = y - ln (p / q)).
  { rewrite ln_mult, ln_exp by (try apply Rdiv_lt_0_compat; assumption).
    replace (q / p) with (/ (p / q)) by (field; lra). rewrite ln_Rinv by (now apply Rdiv_lt_0_compat). ring. }
  rewrite L in T. apply (Rmult_le_compat_l p) in T; [| lra].
  replace (p * (ln c + (q / p * exp y - c) / c)) with (p * ln c + q * exp y / c - p) in T by (field; lra). lra.
Qed.

(* Fact: KL of finite laws *)
(** By definition, from both sides. *)
Section Finite.
  Context {A : Type} (l : list A) (p q : A -> R) (P : is_weight l p) (Q : is_weight l q).
  Hypothesis p_pos : forall x, In x l -> 0 < p x.
  Hypothesis q_pos : forall x, In x l -> 0 < q x.
  Let KL := Sum l (fun x => p x * ln (p x / q x)).

  Theorem KL_of_finite_laws : KL_most (finite l p P) (finite l q Q) KL.
  Proof.
    intros f F. set (c := E (finite l q Q) (fun x => exp (f x))).
    assert (C : 0 < c) by now apply E_exp_pos.
    apply Rle_trans with (Sum l (fun x => p x * ln (p x / q x) + (ln c - 1) * p x + / c * (q x * exp (f x)))).
    - apply Sum_le_in. intros x X. pose proof (log_sum_term _ _ c (f x) (p_pos x X) (q_pos x X) C). lra.
    - rewrite !Sum_plus, !Sum_scal. destruct P as [_ ->]. fold KL. change (Sum l _) with c.
      right. field. lra.
  Qed.

  (** The ratio's logarithm, cut where no point of the list is. *)
  Let cut := Sum l (fun x => Rabs (ln (p x / q x))).
  Let log_ratio x := Rmax (- cut) (Rmin cut (ln (p x / q x))).

  Let log_ratio_in x : In x l -> log_ratio x = ln (p x / q x).
  Proof.
    intros X. assert (small : Rabs (ln (p x / q x)) <= cut).
    { unfold cut. clear - X. induction l as [| y l' IH]; [easy |]. simpl.
      assert (0 <= Sum l' (fun x => Rabs (ln (p x / q x)))) by (apply Sum_ge_0; intros; apply Rabs_pos).
      destruct X as [-> | X]; [lra |]. specialize (IH X). pose proof (Rabs_pos (ln (p y / q y))). lra. }
    apply Rabs_le_between in small. unfold log_ratio. rewrite Rmin_right, Rmax_right; lra.
  Qed.

  Theorem KL_of_finite_laws_from_below k : KL_most (finite l p P) (finite l q Q) k -> KL <= k.
  Proof.
    assert (cut_ge_0 : 0 <= cut) by (apply Sum_ge_0; intros; apply Rabs_pos).
    assert (B : bounded log_ratio).
    { apply bounded_between with (- cut) cut. intros x. unfold log_ratio, Rmax, Rmin.
      repeat destruct (Rle_dec _ _); lra. }
    intros H. specialize (H log_ratio B). simpl in H.
    rewrite (Sum_ext_in l _ (fun x => p x * ln (p x / q x))) in H by (intros; now rewrite log_ratio_in).
    rewrite (Sum_ext_in l (fun x => q x * exp (log_ratio x)) p) in H.
    - destruct P as [_ one]. rewrite one, ln_1, Rplus_0_r in H. exact H.
    - intros x X. rewrite log_ratio_in, exp_ln by (auto; apply Rdiv_lt_0_compat; auto).
      specialize (q_pos x X). field. lra.
  Qed.
End Finite.

(** ** Coins and two points *)

Definition coin (p : R) (chance : 0 <= p <= 1) : law bool := mix p chance (ret true) (ret false).

Definition coin_KL p q := p * ln (p / q) + (1 - p) * ln ((1 - p) / (1 - q)).

Lemma KL_of_coins p q P Q : 0 < p < 1 -> 0 < q < 1 -> KL_most (coin p P) (coin q Q) (coin_KL p q).
Proof.
  intros P' Q' f F. set (c := E (coin q Q) (fun x => exp (f x))).
  assert (C : 0 < c) by now apply E_exp_pos.
  pose proof (log_sum_term p q c (f true) ltac:(lra) ltac:(lra) C).
  pose proof (log_sum_term (1 - p) (1 - q) c (f false) ltac:(lra) ltac:(lra) C).
  assert (whole : q * exp (f true) / c + (1 - q) * exp (f false) / c = 1).
  { transitivity (c / c); [unfold c at 3; simpl; field | field]; lra. }
  simpl. unfold coin_KL. lra.
Qed.

Lemma TV_of_coins p q P Q : TV_most (coin p P) (coin q Q) (Rabs (p - q)).
Proof.
  intros f F. simpl. pose proof (F true). pose proof (F false).
  replace (_ - _) with ((p - q) * (f true - f false)) by ring.
  eapply Rle_trans; [apply Rle_abs |]. rewrite Rabs_mult.
  pose proof (Rabs_pos (p - q)). assert (Rabs (f true - f false) <= 1) by (apply Rabs_le; lra). nra.
Qed.

(** The probability p of the point a, 1 - p of the point b. *)
Definition two_points {A} (a b : A) p chance : law A := image (fun h : bool => if h then a else b) (coin p chance).

Lemma on_two_points {A} (S : A -> Prop) a b p chance : S a -> S b -> on S (two_points a b p chance).
Proof.
  intros a_in b_in. exists [(p, a); (1 - p, b)]. repeat split.
  - destruct H as [<- | [<- | []]]; simpl; lra.
  - now destruct H as [<- | [<- | []]].
  - simpl. ring.
  - intros f. simpl. ring.
Qed.

Lemma E_two_points {A} (a b : A) p chance f : E (two_points a b p chance) f = p * f a + (1 - p) * f b.
Proof. reflexivity. Qed.

Lemma KL_of_two_points {A} (a b : A) p q P Q : 0 < p < 1 -> 0 < q < 1 ->
  KL_most (two_points a b p P) (two_points a b q Q) (coin_KL p q).
Proof. intros. now apply data_processing, KL_of_coins. Qed.

Lemma commutes_two_points {A} (a b : A) p chance : commutes (two_points a b p chance).
Proof.
  intros B Q h H. simpl. pose proof (bounded_at h) as at_x. now rewrite E_plus, !E_scal by bounded.
Qed.

(** zhao (63): the divergence of coins of opposite biases is s ln ((1 + s)/(1 - s)), at most 3 s^2. *)
Lemma KL_of_opposite_coins s : 0 < s <= 1 / 2 -> coin_KL ((1 + s) / 2) ((1 - s) / 2) <= 3 * s ^ 2.
Proof.
  intros S. unfold coin_KL.
  replace ((1 - (1 + s) / 2) / (1 - (1 - s) / 2)) with (/ ((1 + s) / (1 - s))) by (field; lra).
  replace ((1 + s) / 2 / ((1 - s) / 2)) with ((1 + s) / (1 - s)) by (field; lra).
  rewrite ln_Rinv by (apply Rdiv_lt_0_compat; lra).
  replace ((1 + s) / (1 - s)) with ((1 + s) * (1 + s / (1 - s))) by (field; lra).
  assert (pos : 0 < s / (1 - s)) by (apply Rdiv_lt_0_compat; lra).
  rewrite ln_mult by lra.
  pose proof (ln_1_plus_le s ltac:(lra)). pose proof (ln_1_plus_le (s / (1 - s)) ltac:(lra)).
  assert (s / (1 - s) <= 2 * s).
  { apply Rmult_le_reg_r with (1 - s); [lra |]. replace (s / (1 - s) * (1 - s)) with s by (field; lra). nra. }
  nra.
Qed.
