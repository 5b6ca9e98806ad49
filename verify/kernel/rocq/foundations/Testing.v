(** * From estimates to tests: Le Cam, Fano *)

From Foundations Require Export Protocols.
Import ListNotations.
Open Scope R_scope.

(** ** Two laws *)

(** Two losses that can't both be small. Le Cam: Yu 1997, Lemma 1, with the full sum of the losses. *)
Theorem le_cam {A} (P Q : law A) t (loss_P loss_Q : A -> R) s b_P b_Q :
  TV_most P Q t -> 0 <= s -> (forall z, 0 <= loss_P z) -> (forall z, 0 <= loss_Q z) ->
  (forall z, s <= loss_P z + loss_Q z) ->
  mean_most P loss_P b_P -> mean_most Q loss_Q b_Q -> s * (1 - t) <= b_P + b_Q.
Proof.
  intros T S LP LQ apart HP HQ. destruct S as [S | <-].
  - set (f := fun z => Rmin (loss_P z) s / s).
    assert (F : test f).
    { intros z. unfold f. pose proof (Rmin_r (loss_P z) s). pose proof (Rmin_glb (loss_P z) s 0 (LP z) ltac:(lra)).
      split; [apply Rdiv_le_0_compat; lra | apply Rle_div_l; lra]. }
    assert (at_P : s * E P f <= b_P).
    { rewrite <- E_scal by bounded. rewrite (E_ext P _ (fun z => Rmin (loss_P z) s)); [apply HP |].
      intros z. unfold f. field. lra. }
    assert (at_Q : s * (1 - E Q f) <= b_Q).
    { rewrite <- (E_const Q 1), <- E_minus, <- E_scal by bounded.
      apply (mean_most_below Q loss_Q); auto; [bounded |].
      intros z. specialize (apart z). specialize (LQ z). unfold f.
      replace (s * (1 - Rmin (loss_P z) s / s)) with (s - Rmin (loss_P z) s) by (field; lra).
      unfold Rmin. destruct (Rle_dec _ _); lra. }
    pose proof (TV_sym _ _ _ T f F). nra.
  - assert (0 <= b_P /\ 0 <= b_Q) by (split; [rewrite <- (E_const P 0) | rewrite <- (E_const Q 0)];
      [apply (mean_most_below P loss_P) | apply (mean_most_below Q loss_Q)]; bounded).
    lra.
Qed.

(* Fact: Le Cam, two points *)
(** For the squared error of any real parameter mu; the squares of the distances of an estimate from both parameters
    add up to 2 delta^2 at least. *)
Theorem le_cam_two_points {X B} (Z : protocol (list X) B) (estimate : list B -> R) (mu : law X -> R)
    (P Q : law X) n m delta t b :
  0 <= delta -> 2 * delta <= mu P - mu Q ->
  TV_most (transcript Z (power P m) n) (transcript Z (power Q m) n) t ->
  (forall L, L = P \/ L = Q -> mean_most (transcript Z (power L m) n) (fun z => (estimate z - mu L) ^ 2) b) ->
  delta ^ 2 * (1 - t) <= b.
Proof.
  intros D apart T risk.
  enough (2 * delta ^ 2 * (1 - t) <= b + b) by lra.
  apply (le_cam _ _ t (fun z => (estimate z - mu P) ^ 2) (fun z => (estimate z - mu Q) ^ 2) (2 * delta ^ 2) b b T);
    auto using pow2_ge_0.
  - pose proof (pow2_ge_0 delta). lra.
  - intros z. set (y := estimate z). pose proof (pow2_ge_0 (2 * y - mu P - mu Q)). nra.
Qed.

(** ** Many laws *)

(** The mean divergence of the laws of a list from one law. *)
Definition KL_average_most {A I} (l : list I) (M : I -> law A) (N : law A) c := forall f, (forall i, bounded (f i)) ->
  Sum l (fun i => E (M i) (f i)) <= INR (length l) * c + Sum l (fun i => ln (E N (fun x => exp (f i x)))).

(** The mutual information of a uniform index and a draw of its law is the least mean divergence from one law: the
    golden formula, Polyanskiy and Wu 2025, Theorem 4.1 and Corollary 4.2. *)
Definition information_most {A I} (l : list I) (M : I -> law A) c := exists N, KL_average_most l M N c.

Lemma KL_average {A I} (l : list I) (M : I -> law A) N c : (forall i, KL_most (M i) N c) -> KL_average_most l M N c.
Proof.
  intros H f F. rewrite <- (Sum_const l c), <- Sum_plus. apply Sum_le. intros i. now apply H.
Qed.

(** Jensen's inequality for the logarithms of a list. *)
Lemma average_of_ln {I} (l : list I) x a : (0 < length l)%nat -> 0 < a -> (forall i, a <= x i) ->
  Sum l (fun i => ln (x i)) <= INR (length l) * ln (Sum l x / INR (length l)).
Proof.
  intros L A X. assert (N : 0 < INR (length l)) by now apply lt_0_INR. set (k := INR (length l)) in *.
  pose proof (ln_jensen l (fun _ => / k) x a) as J. cbv beta in J. rewrite !Sum_scal in J.
  replace (Sum l x / k) with (/ k * Sum l x) by (unfold Rdiv; ring).
  apply (Rmult_le_reg_l (/ k)); [now apply Rinv_0_lt_compat |].
  rewrite <- (Rmult_assoc (/ k) k), Rinv_l, Rmult_1_l by lra. apply J; auto.
  - intros _. left. now apply Rinv_0_lt_compat.
  - rewrite Sum_const. fold k. field. lra.
Qed.

(* Fact: Fano *)
(** Cover and Thomas 2006, Theorem 2.10.1, for a uniform index: the mean probability of a right guess. [guess i z] is
    the probability that the guess at z is i. *)
Theorem fano {A I} (l : list I) (M : I -> law A) c (guess : I -> A -> R) : (2 <= length l)%nat ->
  information_most l M c -> (forall i, test (guess i)) -> (forall z, Sum l (fun i => guess i z) <= 1) ->
  1 - (c + ln 2) / ln (INR (length l)) <= 1 - Sum l (fun i => E (M i) (guess i)) / INR (length l).
Proof.
  intros L [N H] G one. set (k := INR (length l)) in *.
  assert (K : 2 <= k) by (change 2 with (INR 2); now apply le_INR).
  assert (S : 0 < ln k) by (rewrite <- ln_1; apply ln_increasing; lra).
  specialize (H (fun i z => ln k * guess i z) ltac:(bounded)). cbv beta in H. fold k in H.
  rewrite (Sum_ext l _ (fun i => ln k * E (M i) (guess i))), Sum_scal in H by (intros; apply E_scal; bounded).
  set (x := fun i => E N (fun z => exp (ln k * guess i z))).
  change (ln k * Sum l (fun i => E (M i) (guess i)) <= k * c + Sum l (fun i => ln (x i))) in H.
  assert (X : forall i, 1 <= x i).
  { intros i. apply E_ge; bounded. intros z. apply exp_ge_1. specialize (G i z). apply Rmult_le_pos; lra. }
  assert (total : Sum l x <= 2 * k).
  { unfold x. rewrite <- E_Sum by bounded. apply E_le; bounded. intros z.
    apply Rle_trans with (Sum l (fun i => 1 - guess i z + guess i z * k)).
    - apply Sum_le. intros i. pose proof (exp_chord (ln k) (guess i z) (G i z)) as C.
      rewrite (exp_ln k) in C by lra. exact C.
    - rewrite (Sum_ext l _ (fun i => 1 + (k - 1) * guess i z)) by (intros; ring).
      rewrite Sum_plus, Sum_const, Sum_scal. fold k. specialize (one z). nra. }
  pose proof (average_of_ln l x 1 ltac:(lia) ltac:(lra) X) as J. fold k in J.
  assert (ln (Sum l x / k) <= ln 2).
  { apply ln_le; [| apply Rle_div_l; lra]. apply Rdiv_lt_0_compat; [| lra].
    eapply Rlt_le_trans; [| apply Sum_le, X]. rewrite Sum_const. fold k. lra. }
  assert (sum : ln k * Sum l (fun i => E (M i) (guess i)) <= k * (c + ln 2)).
  { assert (k * ln (Sum l x / k) <= k * ln 2) by (apply Rmult_le_compat_l; lra). lra. }
  enough (Sum l (fun i => E (M i) (guess i)) / k <= (c + ln 2) / ln k) by lra.
  apply Rle_div_l; [lra |]. replace ((c + ln 2) / ln k * k) with (k * (c + ln 2) / ln k) by (field; lra).
  apply Rle_div_r; [exact S |]. lra.
Qed.

(** Fano's method: where at most one of the laws has a small loss at an estimate. Wainwright 2019, Proposition 15.12. *)
Theorem fano_method {A I T} (l : list I) (M : I -> law A) c (loss : I -> T -> R) (estimate : A -> T) phi b :
  (2 <= length l)%nat -> NoDup l -> information_most l M c -> 0 <= phi -> (forall i t, 0 <= loss i t) ->
  (forall i j t, In i l -> In j l -> i <> j -> loss i t < phi -> phi <= loss j t) ->
  (forall i, In i l -> mean_most (M i) (fun z => loss i (estimate z)) b) ->
  phi * (1 - (c + ln 2) / ln (INR (length l))) <= b.
Proof.
  intros L D info Phi pos apart risk.
  set (guess := fun i z => if Rlt_dec (loss i (estimate z)) phi then 1 else 0).
  assert (G : forall i, test (guess i)) by (intros i z; unfold guess; destruct (Rlt_dec _ _); lra).
  assert (one : forall z, Sum l (fun i => guess i z) <= 1).
  { intros z. clear - D apart. induction l as [| i l' IH]; simpl; [lra |].
    inversion D as [| ? ? N D']; subst.
    assert (IH' : Sum l' (fun i => guess i z) <= 1).
    { apply IH; [exact D' |]. intros i' j t I' J'. apply apart; now right. }
    unfold guess at 1. destruct (Rlt_dec _ _) as [small | _]; [| lra].
    rewrite (Sum_ext_in l' _ (fun _ => 0)); [rewrite Sum_const; lra |].
    intros j J. unfold guess. destruct (Rlt_dec _ _) as [small' |]; [| reflexivity].
    assert (i <> j) by (intros ->; contradiction).
    pose proof (apart i j (estimate z) (or_introl eq_refl) (or_intror J) H small). lra. }
  pose proof (fano l M c guess L info G one) as F. set (k := INR (length l)) in *.
  assert (K : 2 <= k) by (change 2 with (INR 2); now apply le_INR).
  eapply Rle_trans; [apply Rmult_le_compat_l; [exact Phi | exact F] |].
  enough (Sum l (fun i => phi * (1 - E (M i) (guess i))) <= Sum l (fun _ => b)) as H.
  { rewrite Sum_scal, Sum_minus, !Sum_const in H. fold k in H.
    apply Rmult_le_reg_l with k; [lra |].
    replace (k * (phi * (1 - Sum l (fun i => E (M i) (guess i)) / k)))
      with (phi * (k * 1 - Sum l (fun i => E (M i) (guess i)))) by (field; lra). exact H. }
  apply Sum_le_in. intros i I'. rewrite <- (E_const (M i) 1), <- E_minus, <- E_scal by bounded.
  apply (mean_most_below (M i) (fun z => loss i (estimate z))); auto; [bounded |].
  intros z. specialize (pos i (estimate z)). unfold guess. destruct (Rlt_dec _ _); lra.
Qed.
