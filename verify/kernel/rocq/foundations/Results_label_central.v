(** * label, Appendix E: the class that the exponential mechanism draws in a bin, its features given

    Each theorem says what a claim of the ledger says at that place, as the exporter writes it from the claim itself. *)

From Foundations Require Export Results_label_bins.
Import ListNotations.
Open Scope R_scope.

(** ** The exponential mechanism *)

Section Draw.
  Context (eps : R) (K : nat) (c : vote_counts).
  Hypotheses (e_pos : 0 < eps) (K_1 : (1 <= K)%nat).

  Definition draw_weight j := exp (eps * c j / 2) / Sum (numbers K) (fun i => exp (eps * c i / 2)).

  Lemma draw_as_sum f : E (exponential_draw eps K c) f = Sum (numbers K) (fun j => draw_weight j * f j).
  Proof. unfold draw_weight. destruct K as [| k]; [lia |]. reflexivity. Qed.

  Lemma weights_positive : 0 < Sum (numbers K) (fun i => exp (eps * c i / 2)).
  Proof. destruct K as [| k]; [lia |]. apply exponential_total. Qed.

  Lemma draw_weight_pos j : 0 < draw_weight j.
  Proof. apply Rdiv_lt_0_compat; [apply exp_pos | apply weights_positive]. Qed.

  Lemma draw_weights_one : Sum (numbers K) draw_weight = 1.
  Proof.
    pose proof (draw_as_sum (fun _ => 1)) as one. rewrite E_const in one. rewrite one. apply Sum_ext. intros j. ring.
  Qed.

  Lemma draw_weight_most i j : In i (numbers K) -> draw_weight j <= exp (- (eps * (c i - c j) / 2)).
  Proof.
    intros inside. unfold draw_weight. pose proof weights_positive as pos.
    apply Rmult_le_reg_r with (Sum (numbers K) (fun i => exp (eps * c i / 2))); [exact pos |].
    unfold Rdiv at 1. rewrite Rmult_assoc, Rinv_l, Rmult_1_r by lra.
    apply Rle_trans with (exp (- (eps * (c i - c j) / 2)) * exp (eps * c i / 2)).
    - rewrite <- exp_plus. right. f_equal. field.
    - apply Rmult_le_compat_l; [left; apply exp_pos |]. apply in_split in inside as (before & after & ->).
      rewrite Sum_app. cbn [Sum].
      pose proof (Sum_ge_0 before (fun i => exp (eps * c i / 2)) (fun i => Rlt_le _ _ (exp_pos _))).
      pose proof (Sum_ge_0 after (fun i => exp (eps * c i / 2)) (fun i => Rlt_le _ _ (exp_pos _))). lra.
  Qed.

  (** Few votes are rarely drawn. *)
  Lemma draw_tail t : E (exponential_draw eps K c) (fun j => if Rlt_dec t (largest K c - c j) then 1 else 0) <=
    INR K * exp (- (eps * t / 2)).
  Proof.
    rewrite draw_as_sum. apply Rle_trans with (Sum (numbers K) (fun _ => exp (- (eps * t / 2)))).
    - apply Sum_le. intros j. destruct (Rlt_dec t (largest K c - c j)) as [far |];
        [| rewrite Rmult_0_r; left; apply exp_pos].
      rewrite Rmult_1_r. destruct (largest_is K c K_1) as (i & inside & is).
      eapply Rle_trans; [apply (draw_weight_most i j inside) |]. apply exp_le. rewrite is in far.
      apply (Rmult_lt_compat_l eps) in far; lra.
    - rewrite Sum_const, length_numbers. lra.
  Qed.

  (** Gibbs' inequality: an entropy is at most ln K. *)
  Lemma draw_mean : E (exponential_draw eps K c) (fun j => largest K c - c j) <= 2 * ln (INR K) / eps.
  Proof.
    rewrite draw_as_sum. assert (K_real : 1 <= INR K) by now apply (le_INR 1).
    destruct (largest_is K c K_1) as (i & inside & is). rewrite is.
    apply Rmult_le_reg_l with (eps / 2); [lra |]. replace (eps / 2 * (2 * ln (INR K) / eps)) with (ln (INR K)) by (field;
      lra).
    rewrite <- Sum_scal.
    apply Rle_trans with (Sum (numbers K) (fun j => / INR K + (ln (INR K) - 1) * draw_weight j)).
    - apply Sum_le. intros j. pose proof (draw_weight_pos j) as pos. pose proof (draw_weight_most i j inside) as most.
      set (p := draw_weight j) in *. clearbody p.
      assert (log : eps * (c i - c j) / 2 <= - ln p).
      { apply ln_le in most; [| exact pos]. rewrite ln_exp in most. lra. }
      assert (entropy : - ln p <= / (INR K * p) - 1 + ln (INR K)).
      { assert (prod : 0 < / (INR K * p)) by (apply Rinv_0_lt_compat, Rmult_lt_0_compat; lra).
        pose proof (exp_ineq1_le (ln (/ (INR K * p)))) as line. rewrite exp_ln in line by exact prod.
        rewrite ln_Rinv, ln_mult in line by (try apply Rmult_lt_0_compat; lra). lra. }
      apply Rle_trans with (p * (/ (INR K * p) - 1 + ln (INR K))).
      + replace (eps / 2 * (p * (c i - c j))) with (p * (eps * (c i - c j) / 2)) by field. apply Rmult_le_compat_l; lra.
      + right. field. lra.
    - rewrite Sum_plus, Sum_scal, Sum_const, length_numbers, draw_weights_one. right. field. lra.
  Qed.
End Draw.

(** (108). *)
Theorem label_108 : forall (A : Type) (O_ : space A) (S_ : bin_samples A) (n : vote_counts) (K : nat) (epsilon t : R),
  samples_drawn O_ S_ ->
  (2 <= K)%nat ->
  0 < epsilon ->
  0 < t ->
  probability O_ (fun w => t < shortfall S_ n K epsilon w) <= INR K * exp (- (epsilon * t / 2)).
Proof.
  intros A O B c K eps t drawn K_2 e_pos t_pos.
  eapply Rle_trans; [| apply (draw_tail eps K c); [exact e_pos | lia]].
  rewrite <- (counts_drawn O B drawn c K eps (fun j => if Rlt_dec t (largest K c - c j) then 1 else 0)).
  - unfold probability. right. apply expectation_ext. intros w.
    change (shortfall B c K eps w) with (largest K c - c (drawn_by_counts B c K eps w)).
    destruct (Rlt_dec t (largest K c - c (drawn_by_counts B c K eps w))); [now apply indicator_1 | now apply indicator_0].
  - apply bounded_between with 0 1. intros j. destruct (Rlt_dec _ _); lra.
Qed.

(** (109). *)
Theorem label_109 : forall (A : Type) (O_ : space A) (S_ : bin_samples A) (n : vote_counts) (K : nat) (epsilon : R),
  samples_drawn O_ S_ ->
  (2 <= K)%nat ->
  0 < epsilon ->
  expectation O_ (fun w => shortfall S_ n K epsilon w) <= 2 * (1 + ln (INR K)) / epsilon.
Proof.
  intros A O B c K eps drawn K_2 e_pos. set (f := fun j => if in_dec Nat.eq_dec j (numbers K) then largest K c - c j else
    0).
  rewrite (expectation_ext O _ (fun w => f (drawn_by_counts B c K eps w))).
  - rewrite (counts_drawn O B drawn c K eps f).
    + apply Rle_trans with (E (exponential_draw eps K c) (fun j => largest K c - c j)).
      * rewrite !draw_as_sum by lia. apply Sum_le_in. intros j inside. unfold f.
        destruct (in_dec Nat.eq_dec j (numbers K)); [lra | contradiction].
      * eapply Rle_trans; [apply draw_mean; [exact e_pos | lia] |]. unfold Rdiv. apply Rmult_le_compat_r;
          [left; now apply Rinv_0_lt_compat | lra].
    + exists (Sum (numbers K) (fun j => Rabs (largest K c - c j))). intros j. unfold f.
      pose proof (Sum_ge_0 (numbers K) (fun j => Rabs (largest K c - c j)) (fun j => Rabs_pos _)) as pos.
      destruct (in_dec Nat.eq_dec j (numbers K)) as [inside |]; [| rewrite Rabs_R0; exact pos].
      apply in_split in inside as (before & after & ->). rewrite Sum_app. cbn [Sum].
      pose proof (Sum_ge_0 before (fun j => Rabs (largest K c - c j)) (fun j => Rabs_pos _)).
      pose proof (Sum_ge_0 after (fun j => Rabs (largest K c - c j)) (fun j => Rabs_pos _)). lra.
  - intros w. unfold f, shortfall. pose proof (drawn_by_range O B drawn c K eps w ltac:(lia)) as inside.
    destruct (in_dec Nat.eq_dec (drawn_by_counts B c K eps w) (numbers K)); [reflexivity | contradiction].
Qed.

(** ** Counts of labels *)

Lemma class_as_sum {W} (B : bin_samples W) eta X n w j :
  sum_of n (sample_label B eta X) (is_class j) w = class_count B eta j X n w.
Proof. reflexivity. Qed.

Lemma mean_of_classes eta X n j : (1 <= n)%nat ->
  mean_sum n (fun i => label_at eta (X (S i))) (is_class j) = INR n * mean_chance eta j X n.
Proof.
  intros n_1. unfold mean_sum, mean_chance, mean_over. rewrite Sum_numbers.
  rewrite (Sum_ext _ _ (fun i => class_chance eta j (X (S i)))) by (intros i; apply chance_of_label).
  field. apply not_0_INR. lia.
Qed.

(** (112). *)
Theorem label_112 : forall (A : Type) (O_ : space A) (S_ : bin_samples A) (X : bin_features) (eta : regression_functions) (j
    n_l : nat) (t : R),
  samples_drawn O_ S_ ->
  (1 <= j)%nat ->
  (1 <= n_l)%nat ->
  0 < t ->
  probability O_ (fun w => t < Rabs (mean_chance eta j X n_l * INR n_l - class_count S_ eta j X n_l w)) <= 2 * exp (- (t ^
    2 / (2 * INR n_l))).
Proof.
  intros A O B X eta j n t drawn _ n_1 t_pos. assert (n_real : 0 < INR n) by (apply lt_0_INR; lia).
  pose proof (hoeffding_both O n _ _ 0 1 Rlt_0_1 n_1 (labels_drawn O B drawn eta X n) (is_class j) t
    (is_class_between j) (Rlt_le _ _ t_pos)) as both.
  rewrite mean_of_classes in both by assumption. replace ((1 - 0) ^ 2) with 1 in both by ring. rewrite Rmult_1_r in both.
  apply Rle_trans with (2 * exp (- (2 * t ^ 2 / INR n))).
  - eapply Rle_trans; [| exact both]. apply probability_mono. intros w far.
    rewrite class_as_sum, Rabs_minus_sym, (Rmult_comm (INR n)). lra.
  - apply Rmult_le_compat_l; [lra |]. apply exp_le. assert (0 < t ^ 2 / INR n) by (apply Rdiv_lt_0_compat; nra).
    replace (t ^ 2 / (2 * INR n)) with (t ^ 2 / INR n / 2) by (field; lra).
    replace (2 * t ^ 2 / INR n) with (2 * (t ^ 2 / INR n)) by (field; lra). lra.
Qed.

Section Deviation.
  Context {W : Type} (O : space W) (B : bin_samples W) (X : bin_features) (eta : regression_functions) (K n : nat).
  Hypotheses (drawn : samples_drawn O B) (K_2 : (2 <= K)%nat) (n_1 : (1 <= n)%nat).

  Lemma deviation_is w : largest_deviation B eta K X n w =
    largest_of_deviations n (fun i => label_at eta (X (S i))) (sample_label B eta X) is_class K w.
  Proof.
    unfold largest_deviation, largest_of_deviations. apply largest_ext; [| lia]. intros j _. unfold deviation.
    now rewrite class_as_sum, mean_of_classes.
  Qed.

  Lemma integrable_deviation : integrable O (fun w => largest_deviation B eta K X n w).
  Proof.
    apply integrable_of_bounded.
    replace (fun w => largest_deviation B eta K X n w) with
      (largest_of_deviations n (fun i => label_at eta (X (S i))) (sample_label B eta X) is_class K)
      by (apply functional_extensionality; intros w; symmetry; apply deviation_is).
    exact (bounded_deviations n _ (sample_label B eta X) 0 1 is_class is_class_between K).
  Qed.

  Lemma expected_deviation :
    expectation O (fun w => largest_deviation B eta K X n w) <= sqrt (ln (2 * INR K) * INR n / 2).
  Proof.
    rewrite (expectation_ext O _ (largest_of_deviations n (fun i => label_at eta (X (S i))) (sample_label B eta X) is_class K))
      by (intros w; apply deviation_is).
    pose proof (expected_largest O n _ _ 0 1 Rlt_0_1 n_1 (labels_drawn O B drawn eta X n) is_class is_class_between K
      ltac:(lia)) as most. lra.
  Qed.

  Lemma count_between j w : 0 <= class_count B eta j X n w <= INR n.
  Proof.
    unfold class_count. split.
    - apply Sum_ge_0. intros i. apply is_class_between.
    - apply Rle_trans with (Sum (numbers n) (fun _ => 1)).
      + apply Sum_le. intros i. apply is_class_between.
      + rewrite Sum_const, length_numbers. lra.
  Qed.

  Lemma one_class_deviation j w : In j (numbers K) ->
    Rabs (class_count B eta j X n w - INR n * mean_chance eta j X n) <= largest_deviation B eta K X n w.
  Proof.
    intros inside.
    exact (largest_above K (fun j => Rabs (class_count B eta j X n w - INR n * mean_chance eta j X n)) j inside).
  Qed.

  Context (eps : R) (e_pos : 0 < eps).

  Definition drawn_shortfall w := largest K (fun j => class_count B eta j X n w) -
    class_count B eta (drawn_class B eta K X n eps w) X n w.

  Lemma drawn_between w : 0 <= drawn_shortfall w <= INR n.
  Proof.
    unfold drawn_shortfall. pose proof (drawn_in_range O B drawn eta K X n eps w ltac:(lia)) as inside.
    pose proof (largest_above K (fun j => class_count B eta j X n w) _ inside) as above. cbv beta in above.
    destruct (largest_is K (fun j => class_count B eta j X n w) ltac:(lia)) as (i & _ & is). rewrite is in *.
    pose proof (count_between i w). pose proof (count_between (drawn_class B eta K X n eps w) w). lra.
  Qed.

  Lemma expected_shortfall : expectation O drawn_shortfall <= 2 * ln (INR K) / eps.
  Proof.
    set (f := fun (l : list nat) j => Rmax 0 (Rmin (largest K (counts_of l) - counts_of l j) (INR n))).
    assert (n_pos : 0 <= INR n) by apply pos_INR.
    assert (f_range : forall l j, 0 <= f l j <= INR n).
    { intros l j. unfold f. split; [apply Rmax_l |]. apply Rmax_lub; [exact n_pos | apply Rmin_r]. }
    rewrite (expectation_ext O _ (fun w => f (map (fun i => sample_label B eta X i w) (numbers n))
      (drawn_class B eta K X n eps w))).
    - rewrite (classes_drawn O B drawn eta K X n eps f).
      + apply E_le.
        * apply bounded_between with 0 (INR n). intros l. apply E_between. intros j. apply f_range.
        * intros l. eapply Rle_trans; [| apply (draw_mean eps K (counts_of l)); [exact e_pos | lia]].
          rewrite !draw_as_sum by lia. apply Sum_le_in. intros j inside.
          pose proof (draw_weight_pos eps K (counts_of l) ltac:(lia) j) as pos.
          apply Rmult_le_compat_l; [lra |]. unfold f. pose proof (largest_above K (counts_of l) j inside).
          apply Rmax_lub; [lra | apply Rmin_l].
      + exists (INR n). intros l j. specialize (f_range l j). apply Rabs_le. lra.
    - intros w. pose proof (drawn_between w) as range. unfold f. unfold drawn_shortfall in *.
      assert (same : forall j, counts_of (map (fun i => sample_label B eta X i w) (numbers n)) j = class_count B eta j X n w).
      { intros j. unfold counts_of, class_count. apply Sum_map. }
      rewrite same. rewrite (largest_ext K (counts_of (map (fun i => sample_label B eta X i w) (numbers n)))
        (fun j => class_count B eta j X n w)) by (try (intros; apply same); lia).
      rewrite Rmin_left, Rmax_right; lra.
  Qed.

  Lemma lost_in_bin w : INR n * chance_lost B eta K X n eps w <= 2 * largest_deviation B eta K X n w + drawn_shortfall w.
  Proof.
    unfold chance_lost, drawn_shortfall. pose proof (drawn_in_range O B drawn eta K X n eps w ltac:(lia)) as inside.
    destruct (largest_is K (fun j => mean_chance eta j X n) ltac:(lia)) as (i & I & ->).
    pose proof (one_class_deviation i w I) as one. pose proof (one_class_deviation _ w inside) as other.
    pose proof (largest_above K (fun j => class_count B eta j X n w) i I) as above. cbv beta in above.
    apply Rabs_le_between in one, other. lra.
  Qed.

  Lemma chance_lost_between w : 0 <= chance_lost B eta K X n eps w <= 1.
  Proof.
    unfold chance_lost. pose proof (drawn_in_range O B drawn eta K X n eps w ltac:(lia)) as inside.
    pose proof (largest_above K (fun j => mean_chance eta j X n) _ inside) as above. cbv beta in above.
    destruct (largest_is K (fun j => mean_chance eta j X n) ltac:(lia)) as (i & _ & is). rewrite is in *.
    pose proof (mean_chance_between eta i X n n_1).
    pose proof (mean_chance_between eta (drawn_class B eta K X n eps w) X n n_1). lra.
  Qed.

  Lemma integrable_chance_lost : integrable O (fun w => chance_lost B eta K X n eps w).
  Proof. apply integrable_of_bounded, bounded_between with 0 1, chance_lost_between. Qed.

  Lemma expected_chance_lost : expectation O (fun w => chance_lost B eta K X n eps w) <=
    sqrt 2 * sqrt (ln (2 * INR K) / INR n) + 2 * ln (INR K) / (eps * INR n).
  Proof.
    assert (n_real : 0 < INR n) by (apply lt_0_INR; lia). pose proof (ln_of_classes K K_2) as ln_pos.
    assert (short : integrable O drawn_shortfall).
    { apply integrable_of_bounded, bounded_between with 0 (INR n), drawn_between. }
    set (e := expectation O (fun w => chance_lost B eta K X n eps w)).
    assert (low : e * INR n <= expectation O (fun w => largest_deviation B eta K X n w) * 2 + expectation O drawn_shortfall).
    { unfold e. rewrite <- !expectation_scal_r by (try apply integrable_chance_lost; apply integrable_deviation).
      rewrite <- expectation_plus by (try exact short; apply integrable_scal_r, integrable_deviation).
      apply expectation_mono.
      - apply integrable_scal_r, integrable_chance_lost.
      - apply integrable_plus; [apply integrable_scal_r, integrable_deviation | exact short].
      - intros w. pose proof (lost_in_bin w). lra. }
    pose proof expected_deviation as dev. pose proof expected_shortfall as few.
    apply Rmult_le_reg_r with (INR n); [exact n_real |]. eapply Rle_trans; [exact low |].
    rewrite Rmult_plus_distr_r, <- root_of_half by assumption.
    replace (2 * ln (INR K) / (eps * INR n) * INR n) with (2 * ln (INR K) / eps) by (field; lra). lra.
  Qed.
End Deviation.

Theorem label_deviation : forall (A : Type) (O_ : space A) (S_ : bin_samples A) (X : bin_features) (eta : regression_functions)
    (K n_l : nat),
  samples_drawn O_ S_ ->
  (2 <= K)%nat ->
  (1 <= n_l)%nat ->
  expectation O_ (fun w => largest_deviation S_ eta K X n_l w) <= sqrt 2 * sqrt (ln (2 * INR K) * INR n_l) / 2 + sqrt 2 *
    sqrt PI * sqrt (INR n_l) / 4.
Proof.
  intros A O B X eta K n drawn K_2 n_1. eapply Rle_trans; [now apply expected_deviation |].
  pose proof (ln_of_classes K K_2) as ln_pos. assert (n_real : 0 < INR n) by (apply lt_0_INR; lia).
  assert (sqrt (ln (2 * INR K) * INR n / 2) = sqrt 2 * sqrt (ln (2 * INR K) * INR n) / 2) as ->.
  { replace (ln (2 * INR K) * INR n / 2) with ((sqrt 2 * sqrt (ln (2 * INR K) * INR n) / 2) ^ 2).
    - apply sqrt_pow2. pose proof (sqrt_pos 2). pose proof (sqrt_pos (ln (2 * INR K) * INR n)).
      assert (0 <= sqrt 2 * sqrt (ln (2 * INR K) * INR n)) by now apply Rmult_le_pos. lra.
    - replace ((sqrt 2 * sqrt (ln (2 * INR K) * INR n) / 2) ^ 2) with (sqrt 2 ^ 2 * sqrt (ln (2 * INR K) * INR n) ^ 2 / 4)
        by field. rewrite !pow2_sqrt by nra. field. }
  pose proof (sqrt_pos 2). pose proof (sqrt_pos PI). pose proof (sqrt_pos (INR n)).
  assert (0 <= sqrt 2 * sqrt PI * sqrt (INR n)) by (apply Rmult_le_pos; [now apply Rmult_le_pos | assumption]). lra.
Qed.

(** (113). *)
Theorem label_113 : forall (A : Type) (O_ : space A) (S_ : bin_samples A) (X : bin_features) (eta : regression_functions) (K
    n_l : nat),
  samples_drawn O_ S_ ->
  (2 <= K)%nat ->
  (1 <= n_l)%nat ->
  expectation O_ (fun w => largest_deviation S_ eta K X n_l w) < 2 * sqrt 2 * sqrt (ln (2 * INR K)) * sqrt (INR n_l).
Proof.
  intros A O B X eta K n drawn K_2 n_1. eapply Rle_lt_trans; [now apply expected_deviation |].
  pose proof (ln_of_classes K K_2) as ln_pos. assert (n_real : 0 < INR n) by (apply lt_0_INR; lia).
  rewrite (Rmult_assoc (2 * sqrt 2)), <- sqrt_mult by lra. assert (one : 1 < sqrt 2) by (rewrite <- sqrt_1; apply
    sqrt_lt_1; lra). assert (pos : 0 < sqrt (ln (2 * INR K) * INR n)) by (apply sqrt_lt_R0; nra).
  apply Rle_lt_trans with (sqrt (ln (2 * INR K) * INR n)); [apply sqrt_le_1_alt; nra | nra].
Qed.

(** (114). *)
Theorem label_114 : forall (A : Type) (O_ : space A) (S_ : bin_samples A) (X : bin_features) (eta : regression_functions) (K :
    nat) (epsilon : R) (n_l : nat),
  samples_drawn O_ S_ ->
  (2 <= K)%nat ->
  0 < epsilon ->
  (1 <= n_l)%nat ->
  expectation O_ (fun w => chance_lost S_ eta K X n_l epsilon w) <= 2 * (1 + ln (INR K)) / (epsilon * INR n_l) + 4 * sqrt 2
    * sqrt (ln (2 * INR K) / INR n_l).
Proof.
  intros A O B X eta K eps n drawn K_2 e_pos n_1. eapply Rle_trans; [now apply expected_chance_lost |].
  assert (n_real : 0 < INR n) by (apply lt_0_INR; lia). pose proof (sqrt_pos 2).
  pose proof (sqrt_pos (ln (2 * INR K) / INR n)).
  assert (0 <= sqrt 2 * sqrt (ln (2 * INR K) / INR n)) by now apply Rmult_le_pos.
  assert (2 * ln (INR K) / (eps * INR n) <= 2 * (1 + ln (INR K)) / (eps * INR n)).
  { unfold Rdiv. apply Rmult_le_compat_r; [left; apply Rinv_0_lt_compat, Rmult_lt_0_compat; lra | lra]. }
  lra.
Qed.

(** (116). *)
Theorem label_116 : forall (A : Type) (O_ : space A) (S_ : bin_samples A) (X : bin_features) (eta : regression_functions) (x :
    vector) (K : nat) (L beta : R) (d : nat) (epsilon h : R) (n_l : nat),
  samples_drawn O_ S_ ->
  (2 <= K)%nat ->
  0 < L ->
  0 < beta ->
  beta <= 1 ->
  (1 <= d)%nat ->
  0 < epsilon ->
  0 < h ->
  (1 <= n_l)%nat ->
  smooth_classes eta L beta ->
  in_one_cube x X h d ->
  expectation O_ (fun w => central_point_lost S_ eta K X n_l epsilon x w) <= 2 * (1 + ln (INR K)) / (epsilon * INR n_l) + 2
    * L * sqrt (INR d) * raise h beta + 4 * sqrt 2 * sqrt (ln (2 * INR K) / INR n_l).
Proof.
  intros A O B X eta x K L beta d eps h n drawn K_2 L_pos beta_pos beta_1 d_1 e_pos h_pos n_1 smooth near.
  apply Rle_trans with (expectation O (fun w => chance_lost B eta K X n eps w + 2 * variation L beta h d)).
  - apply expectation_mono.
    + apply integrable_of_bounded, bounded_between with 0 1. intros w. apply (gap_between eta x K d n K_2 d_1 n_1).
      apply (drawn_in_range O B drawn). lia.
    + apply integrable_plus; [| apply integrable_const].
      exact (integrable_chance_lost O B X eta K n drawn K_2 n_1 eps).
    + intros w. pose proof (drawn_in_range O B drawn eta K X n eps w ltac:(lia)) as inside.
      pose proof (gap_by_means X eta x K L beta d h n K_2 L_pos beta_pos beta_1 d_1 h_pos n_1 smooth near _ inside) as gap.
      unfold central_point_lost, chance_lost. lra.
  - rewrite expectation_plus, expectation_const by
      (try apply integrable_const; exact (integrable_chance_lost O B X eta K n drawn K_2 n_1 eps)).
    pose proof (label_114 A O B X eta K eps n drawn K_2 e_pos n_1) as most.
    change (expectation O (chance_lost B eta K X n eps)) with (expectation O (fun w => chance_lost B eta K X n eps w)).
    unfold variation. lra.
Qed.

(** A class that is worse at a point is rarely drawn. *)
Theorem label_central_selection : forall (X : bin_features) (eta : regression_functions) (x : vector) (K : nat) (L beta : R) (d
    : nat) (epsilon h : R) (j n_l : nat),
  (2 <= K)%nat ->
  0 < L ->
  0 < beta ->
  beta <= 1 ->
  (1 <= d)%nat ->
  0 < epsilon ->
  0 < h ->
  (1 <= j)%nat ->
  (1 <= n_l)%nat ->
  smooth_classes eta L beta ->
  in_one_cube x X h d ->
  (j <= K)%nat ->
  4 * L * sqrt (INR d) * raise h beta <= point_gap eta K j x ->
  chance_drawn eta K j X n_l epsilon <= 2 * exp (- ((point_gap eta K j x) ^ 2 * INR n_l / 32)) + exp (- (point_gap eta K j
    x * epsilon * INR n_l / 8)).
Proof.
  intros X eta x K L beta d eps h j n K_2 L_pos beta_pos beta_1 d_1 e_pos h_pos j_1 n_1 smooth near j_K large.
  assert (n_real : 0 < INR n) by (apply lt_0_INR; lia). assert (J : In j (numbers K)) by (apply in_numbers; lia).
  destruct (best_class eta x K d n K_2 d_1 n_1) as (i & I & gap). rewrite gap in *.
  pose proof (variation_pos L beta h d L_pos d_1 h_pos) as V_pos.
  pose proof (half_of_gap X eta x K L beta d h n K_2 L_pos beta_pos beta_1 d_1 h_pos n_1 smooth near i j I J
    ltac:(unfold variation; lra)) as half.
  assert (g_pos : 0 < class_chance eta i x - class_chance eta j x) by (unfold variation in V_pos; lra).
  set (g := class_chance eta i x - class_chance eta j x) in *.
  set (q' := fun y => is_class j y - is_class i y).
  set (P := all_answers n (fun k => label_at eta (X (S k)))).
  (* The counts are nearer than half of what they are on average. *)
  assert (rare : E P (fun l => if Rle_dec 0 (Sum l q' + INR n * (g / 4)) then 1 else 0) <= exp (- (g ^ 2 * INR n / 32))).
  { assert (range : forall z, -1 <= q' z <= 1).
    { intros z. unfold q'. pose proof (is_class_between i z). pose proof (is_class_between j z). lra. }
    assert (told : forall f, bounded f -> expectation (space_of P) (fun w => f (map (fun k => nth (k - 1) w 0%nat) (numbers
      n))) = E P f).
    { intros f _. change (E P (fun l => f (map (fun k => nth (k - 1) l 0%nat) (numbers n))) = E P f).
      apply answers_of_length. intros l length_l. now rewrite members_in_turn. }
    assert (mean : mean_sum n (fun k => label_at eta (X (S k))) q' =
      - (INR n * (mean_chance eta i X n - mean_chance eta j X n))).
    { unfold mean_sum, q'. rewrite (Sum_ext _ _ (fun k => E (label_at eta (X (S k))) (is_class j) -
        E (label_at eta (X (S k))) (is_class i))) by (intros k; apply E_minus; apply bounded_between with 0 1;
        apply is_class_between).
      rewrite Sum_minus. pose proof (mean_of_classes eta X n i n_1) as one. pose proof (mean_of_classes eta X n j n_1) as
        other. unfold mean_sum in one, other. rewrite one, other. ring. }
    pose proof (independent_sum_above (space_of P) n (fun k => label_at eta (X (S k))) (fun k l => nth (k - 1) l 0%nat) (-1) 1
      ltac:(lra) n_1 told q' range (INR n * (g / 4)) ltac:(nra)) as above.
    replace (2 * (INR n * (g / 4)) ^ 2 / (INR n * (1 - -1) ^ 2)) with (g ^ 2 * INR n / 32) in above by (field; lra).
    eapply Rle_trans; [| exact above]. unfold probability. change (expectation (space_of P)) with (E P). unfold P at 1.
    rewrite (answers_of_length n _ _ (fun l => if Rle_dec 0 (sum_of n (fun k l => nth (k - 1) l 0%nat) q' l +
      INR n * (g / 4)) then 1 else 0)).
    - fold P. apply E_mono; [apply bounded_between with 0 1; intros l; destruct (Rle_dec _ _); lra | apply
        bounded_indicator |].
      intros l. destruct (Rle_dec 0 _) as [yes |]; [| apply indicator_between].
      right. symmetry. apply indicator_1. rewrite mean. nra.
    - intros l length_l. replace (Sum l q') with (sum_of n (fun k l => nth (k - 1) l 0%nat) q' l); [reflexivity |].
      unfold sum_of. transitivity (Sum (map (fun k => nth (k - 1) l 0%nat) (numbers n)) q').
      + now rewrite Sum_map.
      + now rewrite members_in_turn. }
  set (low := exp (- (g * eps * INR n / 8))). assert (low_pos : 0 < low) by apply exp_pos.
  assert (bound : chance_drawn eta K j X n eps <=
    E P (fun l => low + (if Rle_dec 0 (Sum l q' + INR n * (g / 4)) then 1 else 0))).
  { unfold chance_drawn. fold P. apply E_mono.
    - apply bounded_between with 0 1. intros l. apply E_between. intros y. apply is_class_between.
    - apply bounded_between with low (low + 1). intros l. destruct (Rle_dec _ _); lra.
    - intros l. assert (drawn : E (exponential_draw eps K (counts_of l)) (is_class j) = draw_weight eps K (counts_of l) j).
      { rewrite draw_as_sum by lia. rewrite (Sum_ext _ _ (fun y => is_class y j * draw_weight eps K (counts_of l) y)).
        - now apply sum_of_class.
        - intros y. unfold is_class. rewrite Nat.eqb_sym. ring. }
      destruct (Rle_dec 0 (Sum l q' + INR n * (g / 4))) as [near_counts | far].
      + assert (E (exponential_draw eps K (counts_of l)) (is_class j) <= 1) by (apply E_le; [apply bounded_between with 0 1
          |]; intros y; apply is_class_between). lra.
      + rewrite Rplus_0_r, drawn. eapply Rle_trans; [apply (draw_weight_most eps K (counts_of l)) with (i := i); [lia |
          exact I] |]. apply exp_le. unfold q' in far. rewrite Sum_minus in far. unfold counts_of. nra. }
  eapply Rle_trans; [exact bound |]. rewrite E_plus, E_const.
  - fold low. pose proof (exp_pos (- (g ^ 2 * INR n / 32))). lra.
  - apply bounded_const.
  - apply bounded_between with 0 1. intros l. destruct (Rle_dec _ _); lra.
Qed.
