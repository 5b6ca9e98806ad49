(** * Divergences of two laws

    Each is defined by the numbers that it is at most: [TV_most P Q t] says that the total variation of P and Q is at
        most
    t. No supremum has to exist, and an infinite divergence is one that is at most no number. *)

From Foundations Require Export Laws.
Import ListNotations.
Open Scope R_scope.

Definition test {A} (f : A -> R) := forall x, 0 <= f x <= 1.

Lemma bounded_test {A} (f : A -> R) : test f -> bounded f.
Proof. intros F. now apply bounded_between with 0 1. Qed.
#[export] Hint Resolve bounded_test : bounded.

Lemma test_not {A} (f : A -> R) : test f -> test (fun x => 1 - f x).
Proof. intros F x. specialize (F x). lra. Qed.

Definition TV_most {A} (P Q : law A) t := forall f, test f -> E P f - E Q f <= t.

(** Donsker and Varadhan: Boucheron, Lugosi and Massart 2013, Corollary 4.15. *)
Definition KL_most {A} (P Q : law A) k := forall f, bounded f -> E P f <= k + ln (E Q (fun x => exp (f x))).

(** The supremum over g of 2 (P g - Q g) - Q g^2, at g = dP/dQ - 1. *)
Definition chi2_most {A} (P Q : law A) c := forall g, bounded g -> 2 * (E P g - E Q g) <= c + E Q (fun x => g x ^ 2).

(** 1 - H^2, the sum of sqrt(p q), is the infimum over u of (P u + Q (1/u))/2, at u = sqrt(q/p). *)
Definition H2_most {A} (P Q : law A) h := forall u a, 0 < a -> (forall x, a <= u x) -> bounded u ->
  1 - h <= (E P u + E Q (fun x => / u x)) / 2.

(** No test between P and Q errs with a smaller probability, both as likely. *)
Definition test_error_least {A} (P Q : law A) e := forall f, test f -> e <= (E P (fun x => 1 - f x) + E Q f) / 2.

(** Sums of divergences between one law and several. *)
Definition KL_sum_most {A I} (l : list I) (P : law A) (Q : I -> law A) k := forall f, (forall i, bounded (f i)) ->
  Sum l (fun i => E P (f i)) <= k + Sum l (fun i => ln (E (Q i) (fun x => exp (f i x)))).
Definition chi2_sum_most {A I} (l : list I) (P : law A) (Q : I -> law A) c := forall g, (forall i, bounded (g i)) ->
  Sum l (fun i => 2 * (E P (g i) - E (Q i) (g i))) <= c + Sum l (fun i => E (Q i) (fun x => g i x ^ 2)).

(** ** Total variation *)

Section Total_variation.
  Context {A : Type}.
  Implicit Types P Q : law A.

  Lemma TV_ge_0 P Q t : TV_most P Q t -> 0 <= t.
  Proof.
    intros H. specialize (H (fun _ => 0)). rewrite !E_const in H.
    enough (0 - 0 <= t) by lra. apply H. intros x. lra.
  Qed.

  Lemma TV_le_1 P Q : TV_most P Q 1.
  Proof.
    intros f F. pose proof (E_between P f 0 1 F). pose proof (E_between Q f 0 1 F). lra.
  Qed.

  Lemma TV_weaken P Q s t : TV_most P Q s -> s <= t -> TV_most P Q t.
  Proof. intros H S f F. specialize (H f F). lra. Qed.

  Lemma TV_refl P : TV_most P P 0.
  Proof. intros f F. lra. Qed.

  Lemma TV_sym P Q t : TV_most P Q t -> TV_most Q P t.
  Proof.
    intros H f F. specialize (H _ (test_not f F)). rewrite !E_minus, !E_const in H by bounded. lra.
  Qed.

  Lemma TV_triangle P Q (S : law A) s t : TV_most P Q s -> TV_most Q S t -> TV_most P S (s + t).
  Proof. intros H K f F. specialize (H f F). specialize (K f F). lra. Qed.

  (** Means of a function with a small range are close. *)
  Lemma TV_swing P Q t h a b : TV_most P Q t -> (forall x, a <= h x <= b) -> Rabs (E P h - E Q h) <= t * (b - a).
  Proof.
    intros T H. assert (B : bounded h) by bounded.
    pose proof (E_between P h a b H) as HP. pose proof (E_between Q h a b H) as HQ.
    destruct (Rle_lt_or_eq_dec a b) as [ab | ->]; [lra | |].
    - set (f := fun x => (h x - a) / (b - a)).
      assert (F : test f).
      { intros x. specialize (H x). unfold f. split; [apply Rdiv_le_0_compat; lra |].
        apply Rmult_le_reg_r with (b - a); [lra |]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l; lra. }
      assert (mean : forall L : law A, E L f = (E L h - a) / (b - a)).
      { intros L. unfold f. now rewrite E_div, E_minus, E_const by bounded. }
      assert (bound : forall L L' : law A, TV_most L L' t -> E L h - E L' h <= t * (b - a)).
      { intros L L' T'. specialize (T' f F). rewrite !mean in T'.
        replace (E L h - E L' h) with (((E L h - a) / (b - a) - (E L' h - a) / (b - a)) * (b - a)) by (field; lra).
        apply Rmult_le_compat_r; lra. }
      pose proof (bound P Q T). pose proof (bound Q P (TV_sym _ _ _ T)). apply Rabs_le. lra.
    - replace (E P h - E Q h) with 0 by lra. rewrite Rabs_R0. lra.
  Qed.

  (* Fact: least error of a test *)
  (** Le Cam: Yu 1997, Lemma 1. *)
  Lemma least_error_of_a_test P Q t : test_error_least P Q ((1 - t) / 2) <-> TV_most P Q t.
  Proof.
    split; intros H f F; specialize (H f F); rewrite ?E_minus, ?E_const in * by bounded; lra.
  Qed.
End Total_variation.

(** ** Kullback-Leibler divergence *)

Section Kullback_Leibler.
  Context {A : Type}.
  Implicit Types P Q : law A.

  Lemma KL_weaken P Q k k' : KL_most P Q k -> k <= k' -> KL_most P Q k'.
  Proof. intros H K f F. specialize (H f F). lra. Qed.

  Lemma KL_ge_0 P Q k : KL_most P Q k -> 0 <= k.
  Proof.
    intros H. specialize (H (fun _ => 0) (bounded_const 0)). rewrite !E_const, exp_0, ln_1 in H. lra.
  Qed.

  Lemma KL_refl P : KL_most P P 0.
  Proof.
    intros f F. rewrite <- (ln_exp (E P f)), Rplus_0_l. apply ln_le; [apply exp_pos | now apply jensen_exp].
  Qed.

  Lemma KL_most_single P Q k : KL_sum_most [tt] P (fun _ => Q) k <-> KL_most P Q k.
  Proof.
    split; intros H f F.
    - specialize (H (fun _ => f) (fun _ => F)). simpl in H. lra.
    - simpl. specialize (H (f tt) (F tt)). lra.
  Qed.

  (** Hoeffding's lemma for a test: Boucheron, Lugosi and Massart 2013, Lemma 2.2. *)
  Lemma hoeffding_lemma Q f t : test f -> ln (E Q (fun x => exp (t * f x))) <= t * E Q f + t ^ 2 / 8.
  Proof.
    intros F. rewrite (Rmult_comm t). eapply Rle_trans; [| apply hoeffding_coin; now apply E_between].
    apply ln_le; [apply E_exp_pos; bounded |].
    apply Rle_trans with (E Q (fun x => 1 - f x + f x * exp t)).
    - apply E_mono; bounded. intros x. now apply exp_chord.
    - rewrite (E_ext Q _ (fun x => 1 - f x + exp t * f x)) by (intros; ring).
      rewrite E_plus, E_minus, E_const, E_scal by bounded. right. ring.
  Qed.

  (** What one choice of f shows in the definition of the divergence. *)
  Let pinsker_at P Q f : test f -> let a := E P f - E Q f in
    2 * a ^ 2 <= E P (fun x => 4 * a * f x) - ln (E Q (fun x => exp (4 * a * f x))).
  Proof.
    intros F a. rewrite E_scal by bounded. pose proof (hoeffding_lemma Q f (4 * a) F). unfold a in *. nra.
  Qed.

  (* Fact: Pinsker *)
  (** Tsybakov 2009, Lemma 2.5. *)
  Theorem pinsker P Q k : KL_most P Q k -> TV_most P Q (sqrt (k / 2)).
  Proof.
    intros H f F. apply le_sqrt.
    pose proof (pinsker_at P Q f F) as at_f. cbv zeta in at_f.
    specialize (H (fun x => 4 * (E P f - E Q f) * f x) ltac:(bounded)). lra.
  Qed.

  (** Pinsker's inequality for several laws at once. *)
  Theorem pinsker_sum {I} (l : list I) P (Q : I -> law A) k : KL_sum_most l P Q k ->
    forall f, (forall i, test (f i)) -> Sum l (fun i => (E P (f i) - E (Q i) (f i)) ^ 2) <= k / 2.
  Proof.
    intros H f F.
    specialize (H (fun i x => 4 * (E P (f i) - E (Q i) (f i)) * f i x) ltac:(bounded)). cbv beta in H.
    enough (Sum l (fun i => 2 * (E P (f i) - E (Q i) (f i)) ^ 2) <= k) by (rewrite Sum_scal in *; lra).
    eapply Rle_trans; [apply Sum_le; intros i; apply (pinsker_at P (Q i) (f i) (F i)) |].
    rewrite Sum_minus. lra.
  Qed.

  (* Fact: KL below the log of the largest ratio *)
  (** Van Erven and Harremoes 2014, Theorem 3. *)
  Theorem KL_below_log_of_largest_ratio P Q e :
    (forall f, bounded f -> (forall x, 0 <= f x) -> E P f <= exp e * E Q f) -> KL_most P Q e.
  Proof.
    intros H f F. rewrite <- (ln_exp (E P f)). rewrite <- (ln_exp e) at 1.
    rewrite <- ln_mult by (apply exp_pos || now apply E_exp_pos).
    apply ln_le; [apply exp_pos |].
    eapply Rle_trans; [now apply jensen_exp |]. apply H; bounded. intros x. left. apply exp_pos.
  Qed.

  (** The chain rule for several laws at once: Cover and Thomas 2006, Theorem 2.5.3. *)
  Theorem KL_sum_chain {I} (l : list I) (P : law (list A)) (Q : I -> law (list A)) K L k c :
    KL_sum_most l P Q k -> (forall h, KL_sum_most l (K h) (fun i => L i h) c) ->
    KL_sum_most l (step P K) (fun i => step (Q i) (L i)) (k + c).
  Proof.
    intros first second f F.
    assert (after : forall i, bounded2 (fun h z => f i (z :: h))) by (intros i; now apply bounded2_after).
    assert (given : forall i h, bounded (fun z => f i (z :: h))) by (intros i h; now apply (bounded_at _ h (after i))).
    set (g := fun i h => ln (E (L i h) (fun z => exp (f i (z :: h))))).
    assert (G : forall i, bounded (g i)).
    { intros i. destruct (F i) as [M B]. apply bounded_between with (- M) M. intros h.
      assert (exp (- M) <= E (L i h) (fun z => exp (f i (z :: h))) <= exp M).
      { apply E_between. intros z. specialize (B (z :: h)). apply Rabs_le_between in B. split; apply exp_le; lra. }
      pose proof (exp_pos (- M)). unfold g.
      split; [rewrite <- (ln_exp (- M)) | rewrite <- (ln_exp M)]; apply ln_le; lra. }
    rewrite (Sum_ext l _ (fun i => E P (fun h => E (K h) (fun z => f i (z :: h))))) by (intros; apply E_step).
    rewrite <- E_Sum by (intros i; now apply bounded_through2).
    apply Rle_trans with (E P (fun h => c + Sum l (fun i => g i h))).
    - apply E_mono; bounded.
      + apply bounded_Sum. intros i. now apply bounded_through2.
      + intros h. apply (second h (fun i z => f i (z :: h))). auto.
    - rewrite E_plus, E_const, E_Sum by bounded. specialize (first g G).
      assert (same : forall i, E (Q i) (fun h => exp (g i h)) = E (step (Q i) (L i)) (fun x => exp (f i x))).
      { intros i. rewrite E_step. apply E_ext. intros h. apply exp_ln, E_exp_pos. auto. }
      assert (sums : Sum l (fun i => ln (E (Q i) (fun h => exp (g i h)))) =
                     Sum l (fun i => ln (E (step (Q i) (L i)) (fun x => exp (f i x))))).
      { apply Sum_ext. intros i. f_equal. apply same. }
      rewrite sums in first. change (Sum l (fun i => E P (fun x => g i x))) with (Sum l (fun i => E P (g i))). lra.
  Qed.
End Kullback_Leibler.

Theorem KL_chain {A} (P Q : law (list A)) K L k c :
  KL_most P Q k -> (forall h, KL_most (K h) (L h) c) -> KL_most (step P K) (step Q L) (k + c).
Proof.
  intros first second. apply KL_most_single, (KL_sum_chain [tt] P (fun _ => Q) K (fun _ => L)).
  - now apply KL_most_single.
  - intros h. now apply KL_most_single.
Qed.

(* Fact: tensorisation *)
(** Cover and Thomas 2006, Theorem 2.5.3, independent parts. Both directions: the fact says that the divergence of m
    draws is m times that of one, and a divergence is the least number that it is at most. *)
Theorem tensorisation {A} (P Q : law A) k m : KL_most P Q k -> KL_most (power P m) (power Q m) (INR m * k).
Proof.
  intros H. induction m as [| m IH].
  - simpl. rewrite Rmult_0_l. apply KL_refl.
  - rewrite S_INR, Rmult_plus_distr_r, Rmult_1_l. now apply KL_chain.
Qed.

Theorem tensorisation_sum {A I} (l : list I) (P : law A) (Q : I -> law A) k m :
  KL_sum_most l P Q k -> KL_sum_most l (power P m) (fun i => power (Q i) m) (INR m * k).
Proof.
  intros H. induction m as [| m IH].
  - simpl. rewrite Rmult_0_l. intros f F. simpl. right. rewrite Rplus_0_l.
    apply Sum_ext. intros i. now rewrite ln_exp.
  - rewrite S_INR, Rmult_plus_distr_r, Rmult_1_l. now apply (KL_sum_chain l (power P m)).
Qed.

Section Tensorisation_from_below.
  Context {A : Type} (f : A -> R) (F : bounded f).

  (** The sum of f over the last m draws. *)
  Fixpoint total (m : nat) (h : list A) : R :=
    match m, h with
    | S k, z :: h' => f z + total k h'
    | _, _ => 0
    end.

  Lemma bounded_total m : bounded (total m).
  Proof.
    destruct F as [M B]. induction m as [| m [N IH]]; [apply bounded_const |].
    exists (Rabs M + N). intros [| z h]; simpl.
    - rewrite Rabs_R0. pose proof (Rabs_pos M). pose proof (Rabs_pos (total m [])). specialize (IH []). lra.
    - eapply Rle_trans; [apply Rabs_triang |]. specialize (B z). specialize (IH h). pose proof (Rle_abs M). lra.
  Qed.

  Let E_total (P : law A) m : E (power P m) (total m) = INR m * E P f.
  Proof.
    pose proof bounded_total. induction m as [| m IH]; [simpl; ring |].
    rewrite S_INR. cbn [power]. rewrite E_step. cbn [total].
    rewrite (E_ext _ _ (fun h => E P f + total m h)).
    - rewrite E_plus, E_const, IH by bounded. ring.
    - intros h. rewrite E_plus, E_const by bounded. reflexivity.
  Qed.

  Let E_exp_total (Q : law A) m : E (power Q m) (fun h => exp (total m h)) = E Q (fun x => exp (f x)) ^ m.
  Proof.
    pose proof bounded_total. induction m as [| m IH]; [simpl; apply exp_0 |].
    cbn [power]. rewrite E_step. cbn [total].
    rewrite (E_ext _ _ (fun h => E Q (fun x => exp (f x)) * exp (total m h))).
    - rewrite E_scal, IH by bounded. reflexivity.
    - intros h. rewrite (E_ext Q _ (fun z => exp (total m h) * exp (f z))) by (intros; rewrite exp_plus; ring).
      rewrite E_scal by bounded. ring.
  Qed.

  Lemma tensorisation_at (P Q : law A) k m : (0 < m)%nat -> KL_most (power P m) (power Q m) (INR m * k) ->
    E P f <= k + ln (E Q (fun x => exp (f x))).
  Proof.
    intros m_pos H. specialize (H (total m) (bounded_total m)). rewrite E_total, E_exp_total in H.
    assert (pos : 0 < INR m) by now apply lt_0_INR.
    rewrite <- Rpower_pow, ln_Rpower in H by now apply E_exp_pos.
    apply Rmult_le_reg_l with (INR m); lra.
  Qed.
End Tensorisation_from_below.

Theorem tensorisation_from_below {A} (P Q : law A) k m : (0 < m)%nat ->
  KL_most (power P m) (power Q m) (INR m * k) -> KL_most P Q k.
Proof. intros M H f F. now apply (tensorisation_at f F P Q k m). Qed.

(** Convexity: both laws mixed by one law. *)
Theorem KL_of_mixtures {A B} (P : law A) (K L : A -> law B) k :
  (forall x, KL_most (K x) (L x) k) -> KL_most (bind P K) (bind P L) k.
Proof.
  intros H f F. simpl.
  destruct F as [M F]. assert (F' : bounded f) by now exists M.
  assert (low : forall x, exp (- M) <= E (L x) (fun z => exp (f z))).
  { intros x. apply E_ge; bounded. intros z. apply exp_le. specialize (F z). apply Rabs_le_between in F. lra. }
  assert (B1 : bounded (fun x => E (L x) (fun z => exp (f z)))) by (apply (bounded_through L); bounded).
  assert (B2 : bounded (fun x => ln (E (L x) (fun z => exp (f z))))).
  { apply (bounded_ln _ (exp (- M)) (exp_pos _) low B1). }
  apply Rle_trans with (E P (fun x => k + ln (E (L x) (fun z => exp (f z))))).
  - apply E_mono; bounded. intros x. now apply H.
  - rewrite E_plus, E_const by bounded. apply Rplus_le_compat_l. apply (jensen_ln P _ (exp (- M)) (exp_pos _) low B1).
Qed.

Lemma KL_sum_of_each {A I} (l : list I) (P : law A) Q k :
  (forall i, KL_most P (Q i) k) -> KL_sum_most l P Q (INR (length l) * k).
Proof.
  intros H f F. rewrite <- (Sum_const l k), <- Sum_plus. apply Sum_le. intros i. now apply H.
Qed.

(* Fact: data processing *)
(** Cover and Thomas 2006, Theorem 2.8.1. *)
Theorem data_processing {A B} (K : A -> law B) (P Q : law A) k : KL_most P Q k -> KL_most (bind P K) (bind Q K) k.
Proof.
  intros H f F. simpl. specialize (H (fun x => E (K x) f) ltac:(bounded)).
  eapply Rle_trans; [exact H |]. apply Rplus_le_compat_l, ln_le; [apply E_exp_pos; bounded |].
  apply E_mono; [bounded | apply (bounded_through K); bounded |]. intros x. now apply jensen_exp.
Qed.

Theorem data_processing_TV {A B} (K : A -> law B) (P Q : law A) t : TV_most P Q t -> TV_most (bind P K) (bind Q K) t.
Proof. intros H f F. simpl. apply H. intros x. now apply E_between. Qed.

Theorem data_processing_chi2 {A B} (K : A -> law B) (P Q : law A) c :
  chi2_most P Q c -> chi2_most (bind P K) (bind Q K) c.
Proof.
  intros H g G. simpl. specialize (H (fun x => E (K x) g) ltac:(bounded)).
  eapply Rle_trans; [exact H |]. apply Rplus_le_compat_l.
  apply E_mono; [bounded | apply (bounded_through K); bounded |]. intros x. now apply square_of_mean.
Qed.

(** ** Chi-square *)

Section Chi_square.
  Context {A : Type}.
  Implicit Types P Q : law A.

  Lemma chi2_ge_0 P Q c : chi2_most P Q c -> 0 <= c.
  Proof.
    intros H. specialize (H (fun _ => 0) (bounded_const 0)). cbv beta in H.
    rewrite (E_ext Q (fun _ => 0 ^ 2) (fun _ => 0)), !E_const in H by (intros; ring). lra.
  Qed.

  Lemma chi2_weaken P Q c c' : chi2_most P Q c -> c <= c' -> chi2_most P Q c'.
  Proof. intros H C g G. specialize (H g G). lra. Qed.

  (** The same without a square on the right: for g about its mean, the best multiple of it. *)
  Lemma chi2_variance P Q c : chi2_most P Q c ->
    forall g, bounded g -> (E P g - E Q g) ^ 2 <= c * (E Q (fun x => g x ^ 2) - E Q g ^ 2).
  Proof.
    intros H g G. pose proof (chi2_ge_0 _ _ _ H) as C.
    rewrite <- variance_expanded by exact G. set (m := E Q g). rewrite Rmult_comm. apply discriminant.
    - apply E_ge; bounded. intros. apply pow2_ge_0.
    - intros s. specialize (H (fun x => s * (g x - m)) ltac:(bounded)). cbv beta in H.
      rewrite !E_scal, !E_minus, !E_const in H by bounded. fold m in H.
      rewrite (E_ext Q _ (fun x => s ^ 2 * (g x - m) ^ 2)) in H by (intros; ring). rewrite E_scal in H by bounded. lra.
  Qed.

  (** With v = e^(f/2) over the root of Q e^f, and g = (P v) v - 1, the definition of chi-square says
      (P v)^2 <= 1 + chi-square; and P f - ln Q e^f is 2 P (ln v), at most 2 ln (P v). *)
  Section Through_a_root.
    Variables (P Q : law A) (f : A -> R) (F : bounded f).
    Let w := E Q (fun x => exp (f x)).
    Let v x := exp (/ 2 * f x - / 2 * ln w).

    Definition root_function x := E P v * v x - 1.

    Let V : bounded v.
    Proof. unfold v. bounded. Qed.

    Lemma bounded_root_function : bounded root_function.
    Proof. unfold root_function. bounded. Qed.

    Lemma mean_root : 0 < E P v.
    Proof. apply E_exp_pos. bounded. Qed.

    Let second_moment : E Q (fun x => v x ^ 2) = 1.
    Proof.
      assert (W : 0 < w) by now apply E_exp_pos.
      rewrite (E_ext Q _ (fun x => / w * exp (f x))).
      - rewrite E_scal by bounded. fold w. field. lra.
      - intros x. unfold v. simpl. rewrite Rmult_1_r, <- exp_plus.
        replace (_ + _) with (f x - ln w) by field. unfold Rminus.
        rewrite exp_plus, exp_Ropp, exp_ln by exact W. ring.
    Qed.

    Lemma root_chi2 : 2 * (E P root_function - E Q root_function) - E Q (fun x => root_function x ^ 2) = E P v ^ 2 - 1.
    Proof.
      unfold root_function. set (a := E P v).
      rewrite (E_ext Q (fun x => (a * v x - 1) ^ 2) (fun x => a ^ 2 * v x ^ 2 - 2 * a * v x + 1)) by (intros; ring).
      rewrite E_plus, !E_minus, !E_scal, !E_const, second_moment by bounded. fold a. ring.
    Qed.

    Lemma root_KL : E P f - ln w <= ln (E P v ^ 2).
    Proof.
      pose proof mean_root as pos.
      assert (J : exp (E P (fun x => / 2 * f x - / 2 * ln w)) <= E P v) by (apply jensen_exp; bounded).
      rewrite E_minus, E_scal, E_const in J by bounded.
      apply ln_le in J; [| apply exp_pos]. rewrite ln_exp in J.
      simpl. rewrite Rmult_1_r, ln_mult by exact pos. lra.
    Qed.
  End Through_a_root.

  (** Polyanskiy and Wu 2025, (7.31). *)
  Theorem KL_below_ln_1_plus_chi2 P Q c : chi2_most P Q c -> KL_most P Q (ln (1 + c)).
  Proof.
    intros H f F. specialize (H _ (bounded_root_function P Q f F)).
    pose proof (root_KL P Q f F) as K. pose proof (root_chi2 P Q f F) as X.
    pose proof (pow_lt _ 2 (mean_root P Q f F)) as pos.
    set (a := E P _ ^ 2) in *. pose proof (ln_le a (1 + c) pos ltac:(lra)). lra.
  Qed.

  (* Fact: KL below chi-square *)
  (** Tsybakov 2009, Lemma 2.7. *)
  Theorem KL_below_chi2 P Q c : chi2_most P Q c -> KL_most P Q c.
  Proof.
    intros H. apply KL_weaken with (ln (1 + c)); [now apply KL_below_ln_1_plus_chi2 |].
    apply ln_1_plus_le. apply chi2_ge_0 in H. lra.
  Qed.

  Theorem KL_sum_below_chi2_sum {I} (l : list I) P (Q : I -> law A) c :
    chi2_sum_most l P Q c -> KL_sum_most l P Q c.
  Proof.
    intros H f F.
    specialize (H (fun i => root_function P (Q i) (f i)) (fun i => bounded_root_function P (Q i) (f i) (F i))).
    enough (Sum l (fun i => E P (f i) - ln (E (Q i) (fun x => exp (f i x)))) <=
            Sum l (fun i => 2 * (E P (root_function P (Q i) (f i)) - E (Q i) (root_function P (Q i) (f i))) -
                            E (Q i) (fun x => root_function P (Q i) (f i) x ^ 2))) by (rewrite !Sum_minus in *; lra).
    apply Sum_le. intros i. rewrite root_chi2 by apply F.
    eapply Rle_trans; [apply root_KL, F |]. apply ln_le_minus_1, pow_lt, mean_root, F.
  Qed.
End Chi_square.
