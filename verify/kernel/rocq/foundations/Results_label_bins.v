(** * label, Appendices C and E: the class that is chosen in a bin, its features given

    Each theorem says what a claim of the ledger says at that place, as the exporter writes it from the claim itself. *)

From Foundations Require Export Label_sums.
Import ListNotations.
Open Scope R_scope.

(** (53). *)
Theorem label_53 : forall (eta : regression_functions) (x : vector) (epsilon : R) (j : nat),
  0 < epsilon ->
  (1 <= j)%nat ->
  bit_chance eta j x epsilon = (exp (epsilon / 2) - 1) * class_chance eta j x / (1 + exp (epsilon / 2)) + 1 / (1 + exp
    (epsilon / 2)).
Proof.
  intros eta x eps j _ _. rewrite bit_chance_is. unfold left_of. pose proof (exp_pos (eps / 2)). field. lra.
Qed.

(** ** Points of one bin *)

Theorem label_63_diameter : forall (x x_ : vector) (d : nat) (h : R),
  (1 <= d)%nat ->
  0 < h ->
  in_one_cube x x_ h d ->
  euclidean_norm (vector_minus x x_) <= sqrt (INR d) * h.
Proof.
  intros x y d h d_1 h_pos (corner & [zero_x inside_x] & [zero_y inside_y]).
  rewrite (norm_in_space d).
  - rewrite <- (sqrt_pow2 h) by lra. rewrite <- sqrt_mult by (try apply pos_INR; apply pow2_ge_0). apply sqrt_le_1_alt.
    rewrite <- Sum_below_const. apply Sum_le_in. intros k K. apply in_below in K. specialize (inside_x k K).
    specialize (inside_y k K). unfold vector_minus. nra.
  - intros k le. unfold vector_minus. rewrite zero_x, zero_y by exact le. ring.
Qed.

Lemma root_dimension d : (1 <= d)%nat -> 1 <= sqrt (INR d).
Proof. intros some. rewrite <- sqrt_1. apply sqrt_le_1_alt. now apply (le_INR 1). Qed.

Theorem label_63 : forall (eta : regression_functions) (x x_ : vector) (L beta : R) (d : nat) (h : R) (j : nat),
  0 < L ->
  0 < beta ->
  beta <= 1 ->
  (1 <= d)%nat ->
  0 < h ->
  (1 <= j)%nat ->
  smooth_classes eta L beta ->
  in_one_cube x x_ h d ->
  Rabs (class_chance eta j x - class_chance eta j x_) <= L * sqrt (INR d) * raise h beta.
Proof.
  intros eta x y L beta d h j L_pos beta_pos beta_1 d_1 h_pos _ smooth near.
  pose proof (label_63_diameter x y d h d_1 h_pos near) as close. destruct near as (corner & [zero_x _] & [zero_y _]).
  pose proof (root_dimension d d_1) as root.
  eapply Rle_trans; [apply smooth; now exists d |]. rewrite Rmult_assoc. apply Rmult_le_compat_l; [lra |].
  apply Rle_trans with (raise (sqrt (INR d) * h) beta).
  - apply raise_le; [lra |]. split; [apply sqrt_pos | exact close].
  - rewrite raise_mult by lra. apply Rmult_le_compat_r; [apply raise_ge_0 |]. rewrite raise_pos by lra.
    rewrite <- (exp_ln (sqrt (INR d))) at 2 by lra. apply exp_le.
    assert (0 <= ln (sqrt (INR d))) by (rewrite <- ln_1; apply ln_le; lra). nra.
Qed.

Theorem label_64 : forall (eta : regression_functions) (x x_ : vector) (L beta : R) (d : nat) (epsilon h : R) (j : nat),
  0 < L ->
  0 < beta ->
  beta <= 1 ->
  (1 <= d)%nat ->
  0 < epsilon ->
  0 < h ->
  (1 <= j)%nat ->
  smooth_classes eta L beta ->
  in_one_cube x x_ h d ->
  Rabs (bit_chance eta j x epsilon - bit_chance eta j x_ epsilon) <= (exp (epsilon / 2) - 1) * L * sqrt (INR d) * raise h
    beta / (1 + exp (epsilon / 2)).
Proof.
  intros eta x y L beta d eps h j L_pos beta_pos beta_1 d_1 e_pos h_pos j_1 smooth near.
  pose proof (label_63 eta x y L beta d h j L_pos beta_pos beta_1 d_1 h_pos j_1 smooth near) as close.
  pose proof (left_between eps e_pos) as left_pos.
  rewrite !bit_chance_is. replace (left_of eps * class_chance eta j x + 1 / (1 + exp (eps / 2)) - (left_of eps * class_chance eta j
    y + 1 / (1 + exp (eps / 2)))) with (left_of eps * (class_chance eta j x - class_chance eta j y)) by ring.
  rewrite Rabs_mult, (Rabs_right (left_of eps)) by lra.
  replace ((exp (eps / 2) - 1) * L * sqrt (INR d) * raise h beta / (1 + exp (eps / 2))) with
    (left_of eps * (L * sqrt (INR d) * raise h beta)).
  - apply Rmult_le_compat_l; [lra | exact close].
  - unfold left_of. pose proof (exp_pos (eps / 2)). field. lra.
Qed.

(** ** Means over a bin *)

Lemma mean_over_le n f g : (1 <= n)%nat -> (forall i, In i (numbers n) -> f i <= g i) -> mean_over n f <= mean_over n g.
Proof.
  intros n_1 le. unfold mean_over, Rdiv. apply Rmult_le_compat_r.
  - left. apply Rinv_0_lt_compat, lt_0_INR. lia.
  - now apply Sum_le_in.
Qed.

Lemma mean_over_const n c : (1 <= n)%nat -> mean_over n (fun _ => c) = c.
Proof.
  intros n_1. unfold mean_over. rewrite Sum_const, length_numbers. field. apply not_0_INR. lia.
Qed.

Lemma mean_over_affine n a b f : (1 <= n)%nat -> mean_over n (fun i => a * f i + b) = a * mean_over n f + b.
Proof.
  intros n_1. unfold mean_over. rewrite Sum_plus, Sum_scal, Sum_const, length_numbers. field. apply not_0_INR. lia.
Qed.

Lemma mean_over_minus n f g : mean_over n f - mean_over n g = mean_over n (fun i => f i - g i).
Proof. unfold mean_over. rewrite Sum_minus. unfold Rdiv. ring. Qed.

Lemma mean_chance_between eta j X n : (1 <= n)%nat -> 0 <= mean_chance eta j X n <= 1.
Proof.
  intros n_1. unfold mean_chance. split.
  - rewrite <- (mean_over_const n 0 n_1). apply mean_over_le; [exact n_1 |]. intros. apply chance_ge_0.
  - rewrite <- (mean_over_const n 1 n_1). apply mean_over_le; [exact n_1 |]. intros. apply chance_le_1.
Qed.

Lemma mean_bits_is eta j X n eps : (1 <= n)%nat ->
  mean_bits eta j X n eps = left_of eps * mean_chance eta j X n + 1 / (1 + exp (eps / 2)).
Proof.
  intros n_1. unfold mean_bits, mean_chance. rewrite <- mean_over_affine by exact n_1. unfold mean_over. f_equal.
  apply Sum_ext. intros i. apply bit_chance_is.
Qed.

Section Near.
  Context (eta : regression_functions) (x : vector) (X : bin_features) (L beta h : R) (d n : nat).
  Hypotheses (L_pos : 0 < L) (beta_pos : 0 < beta) (beta_1 : beta <= 1) (d_1 : (1 <= d)%nat) (h_pos : 0 < h)
    (n_1 : (1 <= n)%nat) (smooth : smooth_classes eta L beta) (near : in_one_cube x X h d).
  Definition variation := L * sqrt (INR d) * raise h beta.

  Lemma variation_pos : 0 < variation.
  Proof.
    unfold variation. pose proof (root_dimension d d_1). rewrite raise_pos by exact h_pos.
    apply Rmult_lt_0_compat; [apply Rmult_lt_0_compat; lra | apply exp_pos].
  Qed.

  Lemma chance_near_mean j : (1 <= j)%nat -> Rabs (mean_chance eta j X n - class_chance eta j x) <= variation.
  Proof.
    intros j_1. assert (each : forall i, Rabs (class_chance eta j x - class_chance eta j (X i)) <= variation).
    { intros i. apply label_63; auto. destruct near as (corner & inside & all). exists corner. split; [exact inside |].
      apply all. }
    apply Rabs_le. unfold mean_chance. split.
    - assert (class_chance eta j x - variation <= mean_over n (fun i => class_chance eta j (X i))); [| lra].
      rewrite <- (mean_over_const n (class_chance eta j x - variation) n_1). apply mean_over_le; [exact n_1 |].
      intros i _. specialize (each i). apply Rabs_le_between in each. lra.
    - assert (mean_over n (fun i => class_chance eta j (X i)) <= class_chance eta j x + variation); [| lra].
      rewrite <- (mean_over_const n (class_chance eta j x + variation) n_1). apply mean_over_le; [exact n_1 |].
      intros i _. specialize (each i). apply Rabs_le_between in each. lra.
  Qed.
End Near.

(** ** Counts of bits *)

Lemma message_bit {W} (B : bin_samples W) eta X eps K i w j : In j (numbers K) ->
  nth_bit j (message_of B eta X eps K i w) = bit_value (told_bit B eta X eps i j w).
Proof.
  intros inside. apply in_numbers in inside. unfold nth_bit, message_of. f_equal.
  rewrite (nth_indep _ false (told_bit B eta X eps i O w)) by (rewrite map_length, length_numbers; lia).
  rewrite (map_nth (fun c => told_bit B eta X eps i c w)). f_equal. unfold numbers. rewrite seq_nth by lia. lia.
Qed.

Lemma bits_as_sum {W} (B : bin_samples W) eta X eps K n w j : In j (numbers K) ->
  sum_of n (message_of B eta X eps K) (nth_bit j) w = count_of_bits B eta j X n eps w.
Proof. intros inside. apply Sum_ext. intros i. now apply message_bit. Qed.

Lemma bits_as_counts {W} (B : bin_samples W) eta X eps K n w j : In j (numbers K) ->
  bit_counts (map (fun i => message_of B eta X eps K i w) (numbers n)) j = count_of_bits B eta j X n eps w.
Proof. intros inside. unfold bit_counts. rewrite Sum_map. now apply bits_as_sum. Qed.

Lemma mean_of_bits eta X eps K n j : (1 <= n)%nat -> In j (numbers K) ->
  mean_sum n (fun i => message_at eta (X (S i)) eps K) (nth_bit j) = INR n * mean_bits eta j X n eps.
Proof.
  intros n_1 inside. unfold mean_sum, mean_bits, mean_over. rewrite Sum_numbers.
  rewrite (Sum_ext _ _ (fun i => bit_chance eta j (X (S i)) eps)) by (intros i; now apply nth_bit_mean).
  field. apply not_0_INR. lia.
Qed.

Lemma largest_ext K c c' : (forall j, In j (numbers K) -> c j = c' j) -> (1 <= K)%nat -> largest K c = largest K c'.
Proof.
  intros same some. apply Rle_antisym; apply largest_at_most; try exact some; intros j inside.
  - rewrite same by exact inside. now apply largest_above.
  - rewrite <- same by exact inside. now apply largest_above.
Qed.

(** (55). *)
Theorem label_55 : forall (A : Type) (O_ : space A) (S_ : bin_samples A) (X : bin_features) (eta : regression_functions)
    (epsilon : R) (j n_l : nat) (t : R),
  samples_drawn O_ S_ ->
  0 < epsilon ->
  (1 <= j)%nat ->
  (1 <= n_l)%nat ->
  0 < t ->
  probability O_ (fun w => t < Rabs (mean_bits eta j X n_l epsilon * INR n_l - count_of_bits S_ eta j X n_l epsilon w)) <=
    2 * exp (- (2 * t ^ 2 / INR n_l)).
Proof.
  intros A O B X eta eps j n t drawn _ j_1 n_1 t_pos.
  assert (inside : In j (numbers j)) by (apply in_numbers; lia).
  pose proof (hoeffding_both O n _ _ 0 1 Rlt_0_1 n_1 (messages_drawn O B drawn eta X eps j n) (nth_bit j) t
    (nth_bit_between j) (Rlt_le _ _ t_pos)) as both.
  rewrite mean_of_bits in both by assumption. replace ((1 - 0) ^ 2) with 1 in both by ring. rewrite Rmult_1_r in both.
  eapply Rle_trans; [| exact both]. apply probability_mono. intros w far.
  rewrite bits_as_sum by exact inside. rewrite Rabs_minus_sym, (Rmult_comm (INR n)). lra.
Qed.

Lemma root_of_half L n : 0 < L -> 0 < n -> sqrt (L * n / 2) * 2 = sqrt 2 * sqrt (L / n) * n.
Proof.
  intros L_pos n_pos. assert (ratio : 0 < L / n) by now apply Rdiv_lt_0_compat.
  replace (L * n / 2) with ((sqrt 2 * sqrt (L / n) * n / 2) ^ 2).
  - rewrite sqrt_pow2; [field |]. pose proof (sqrt_pos 2). pose proof (sqrt_pos (L / n)).
    assert (0 <= sqrt 2 * sqrt (L / n)) by now apply Rmult_le_pos. nra.
  - replace ((sqrt 2 * sqrt (L / n) * n / 2) ^ 2) with (sqrt 2 ^ 2 * sqrt (L / n) ^ 2 * n ^ 2 / 4) by field.
    rewrite !pow2_sqrt by lra. field. lra.
Qed.

Section Chosen.
  Context {W : Type} (rule : rule_for_ties) (O : space W) (B : bin_samples W) (X : bin_features) (eta : regression_functions)
    (K n : nat) (eps : R).
  Hypotheses (drawn : samples_drawn O B) (K_2 : (2 <= K)%nat) (e_pos : 0 < eps) (n_1 : (1 <= n)%nat).

  Let K_1 : (1 <= K)%nat.
  Proof. lia. Qed.

  Let n_real : 0 < INR n.
  Proof. apply lt_0_INR. lia. Qed.

  Definition bits_deviation w := largest_of_deviations n (fun i => message_at eta (X (S i)) eps K)
    (message_of B eta X eps K) nth_bit K w.

  Lemma one_deviation j w : In j (numbers K) ->
    Rabs (count_of_bits B eta j X n eps w - INR n * mean_bits eta j X n eps) <= bits_deviation w.
  Proof.
    intros inside. unfold bits_deviation, largest_of_deviations.
    pose proof (largest_above K (fun j => Rabs (deviation n (fun i => message_at eta (X (S i)) eps K)
      (message_of B eta X eps K) nth_bit j w)) j inside) as above.
    cbv beta in above. unfold deviation at 1 in above. rewrite bits_as_sum, mean_of_bits in above by assumption. exact above.
  Qed.

  Lemma chosen_in_range w : In (chosen_class B rule eta K X n eps w) (numbers K).
  Proof. now apply taken_range. Qed.

  Lemma chosen_has_most j w : In j (numbers K) ->
    count_of_bits B eta j X n eps w <= count_of_bits B eta (chosen_class B rule eta K X n eps w) X n eps w.
  Proof.
    intros inside. rewrite <- !(bits_as_counts B eta X eps K n w) by auto using chosen_in_range.
    now apply taken_most.
  Qed.

  Lemma lost_by_deviation w : INR n * bits_lost B rule eta K X n eps w <= 2 * bits_deviation w.
  Proof.
    unfold bits_lost. destruct (largest_is K (fun j => mean_bits eta j X n eps) K_1) as (i & inside & ->).
    pose proof (one_deviation i w inside) as one. pose proof (one_deviation _ w (chosen_in_range w)) as other.
    pose proof (chosen_has_most i w inside). apply Rabs_le_between in one, other. lra.
  Qed.

  Lemma lost_between w : 0 <= bits_lost B rule eta K X n eps w <= 1.
  Proof.
    unfold bits_lost. pose proof (largest_above K (fun j => mean_bits eta j X n eps) _ (chosen_in_range w)) as above.
    cbv beta in above. split; [lra |].
    destruct (largest_is K (fun j => mean_bits eta j X n eps) K_1) as (i & _ & ->). rewrite !mean_bits_is by exact n_1.
    pose proof (left_between eps e_pos). pose proof (mean_chance_between eta i X n n_1).
    pose proof (mean_chance_between eta (chosen_class B rule eta K X n eps w) X n n_1). nra.
  Qed.

  Lemma integrable_lost : integrable O (fun w => bits_lost B rule eta K X n eps w).
  Proof. apply integrable_of_bounded, bounded_between with 0 1, lost_between. Qed.

  Lemma lost_rarely t : 0 < t -> probability O (fun w => t <= bits_lost B rule eta K X n eps w) <=
    2 * INR K * exp (- (t ^ 2 * INR n / 2)).
  Proof.
    intros t_pos.
    apply Rle_trans with (probability O (fun w => exists j, In j (numbers K) /\ INR n * t / 2 <=
      Rabs (sum_of n (message_of B eta X eps K) (nth_bit j) w -
        mean_sum n (fun i => message_at eta (X (S i)) eps K) (nth_bit j)))).
    - apply probability_mono. intros w lost. pose proof (lost_by_deviation w) as most.
      unfold bits_deviation, largest_of_deviations in most.
      destruct (largest_is K (fun j => Rabs (deviation n (fun i => message_at eta (X (S i)) eps K)
        (message_of B eta X eps K) nth_bit j w)) K_1) as (j & inside & is). rewrite is in most. exists j.
      split; [exact inside |]. unfold deviation in most. nra.
    - eapply Rle_trans; [apply union_bound_Sum |].
      apply Rle_trans with (Sum (numbers K) (fun _ => 2 * exp (- (t ^ 2 * INR n / 2)))).
      + apply Sum_le. intros j.
        pose proof (hoeffding_both O n _ _ 0 1 Rlt_0_1 n_1 (messages_drawn O B drawn eta X eps K n) (nth_bit j)
          (INR n * t / 2) (nth_bit_between j) ltac:(nra)) as both.
        eapply Rle_trans; [exact both |]. right. do 3 f_equal. field. lra.
      + rewrite Sum_const, length_numbers. right. ring.
  Qed.

  Lemma expected_lost : expectation O (fun w => bits_lost B rule eta K X n eps w) <= sqrt 2 * sqrt (ln (2 * INR K) / INR n).
  Proof.
    pose proof (expected_largest O n _ _ 0 1 Rlt_0_1 n_1 (messages_drawn O B drawn eta X eps K n) nth_bit
      nth_bit_between K K_1) as most. change (largest_of_deviations _ _ _ _ _) with bits_deviation in most.
    assert (bounded_dev : bounded bits_deviation).
    { exact (bounded_deviations n _ (message_of B eta X eps K) 0 1 nth_bit nth_bit_between K). }
    set (e := expectation O (fun w => bits_lost B rule eta K X n eps w)) in *.
    assert (low : e * INR n <= expectation O bits_deviation * 2).
    { unfold e. rewrite <- !expectation_scal_r by (try apply integrable_lost; now apply integrable_of_bounded).
      apply expectation_mono.
      - apply integrable_scal_r, integrable_lost.
      - apply integrable_scal_r. now apply integrable_of_bounded.
      - intros w. pose proof (lost_by_deviation w). lra. }
    assert (ln_pos : 0 < ln (2 * INR K)).
    { assert (2 <= INR K) by now apply (le_INR 2). rewrite <- ln_1. apply ln_increasing; lra. }
    apply Rmult_le_reg_r with (INR n); [exact n_real |].
    replace (sqrt 2 * sqrt (ln (2 * INR K) / INR n) * INR n) with (sqrt (ln (2 * INR K) * INR n / 2) * 2).
    - lra.
    - now apply root_of_half.
  Qed.
End Chosen.

(** (58). *)
Theorem label_58 : forall (A : Type) (R_ : rule_for_ties) (O_ : space A) (S_ : bin_samples A) (X : bin_features) (eta :
    regression_functions) (K : nat) (epsilon : R) (n_l : nat) (t : R),
  samples_drawn O_ S_ ->
  (2 <= K)%nat ->
  0 < epsilon ->
  (1 <= n_l)%nat ->
  0 < t ->
  probability O_ (fun w => t <= bits_lost S_ R_ eta K X n_l epsilon w) <= 2 * INR K * exp (- (t ^ 2 * INR n_l / 2)).
Proof. intros. now apply lost_rarely. Qed.

Lemma ln_of_classes K : (2 <= K)%nat -> 0 < ln (2 * INR K).
Proof. intros K_2. assert (2 <= INR K) by now apply (le_INR 2). rewrite <- ln_1. apply ln_increasing; lra. Qed.

(** (60), its fourth line. *)
Theorem label_60_a : forall (A : Type) (R_ : rule_for_ties) (O_ : space A) (S_ : bin_samples A) (X : bin_features) (eta :
    regression_functions) (K : nat) (epsilon : R) (n_l : nat),
  samples_drawn O_ S_ ->
  (2 <= K)%nat ->
  0 < epsilon ->
  (1 <= n_l)%nat ->
  expectation O_ (fun w => bits_lost S_ R_ eta K X n_l epsilon w) <= sqrt 2 * sqrt (ln (2 * INR K) / INR n_l) + sqrt 2 *
    sqrt PI * sqrt (1 / INR n_l).
Proof.
  intros A rule O B X eta K eps n drawn K_2 e_pos n_1.
  pose proof (expected_lost rule O B X eta K n eps drawn K_2 e_pos n_1). pose proof (sqrt_pos 2). pose proof (sqrt_pos PI).
  pose proof (sqrt_pos (1 / INR n)). assert (0 <= sqrt 2 * sqrt PI * sqrt (1 / INR n)) by (repeat apply Rmult_le_pos; lra).
  lra.
Qed.

(** (60), corrected: its middle and its end. *)
Theorem label_60_middle : forall (A : Type) (R_ : rule_for_ties) (O_ : space A) (S_ : bin_samples A) (X : bin_features) (eta :
    regression_functions) (K : nat) (epsilon : R) (n_l : nat),
  samples_drawn O_ S_ ->
  (2 <= K)%nat ->
  0 < epsilon ->
  (1 <= n_l)%nat ->
  expectation O_ (fun w => bits_lost S_ R_ eta K X n_l epsilon w) <= sqrt 2 * sqrt PI * sqrt (1 / INR n_l) / 2 + sqrt 2 *
    sqrt (ln (2 * INR K) / INR n_l).
Proof.
  intros A rule O B X eta K eps n drawn K_2 e_pos n_1.
  pose proof (expected_lost rule O B X eta K n eps drawn K_2 e_pos n_1). pose proof (sqrt_pos 2). pose proof (sqrt_pos PI).
  pose proof (sqrt_pos (1 / INR n)). assert (0 <= sqrt 2 * sqrt PI * sqrt (1 / INR n)) by (repeat apply Rmult_le_pos; lra).
  lra.
Qed.

Theorem label_60_end : forall (A : Type) (R_ : rule_for_ties) (O_ : space A) (S_ : bin_samples A) (X : bin_features) (eta :
    regression_functions) (K : nat) (epsilon : R) (n_l : nat),
  samples_drawn O_ S_ ->
  (2 <= K)%nat ->
  0 < epsilon ->
  (1 <= n_l)%nat ->
  expectation O_ (fun w => bits_lost S_ R_ eta K X n_l epsilon w) <= 3 * sqrt (ln (2 * INR K) / INR n_l).
Proof.
  intros A rule O B X eta K eps n drawn K_2 e_pos n_1.
  eapply Rle_trans; [now apply expected_lost |]. apply Rmult_le_compat_r; [apply sqrt_pos |].
  rewrite <- (sqrt_pow2 3) by lra. apply sqrt_le_1_alt. lra.
Qed.

(** ** From a bin to a point *)

Section At_a_point.
  Context {W : Type} (rule : rule_for_ties) (O : space W) (B : bin_samples W) (X : bin_features) (eta : regression_functions)
    (x : vector) (K : nat) (L beta : R) (d : nat) (eps h : R) (n : nat).
  Hypotheses (drawn : samples_drawn O B) (K_2 : (2 <= K)%nat) (L_pos : 0 < L) (beta_pos : 0 < beta) (beta_1 : beta <= 1)
    (d_1 : (1 <= d)%nat) (e_pos : 0 < eps) (h_pos : 0 < h) (n_1 : (1 <= n)%nat) (smooth : smooth_classes eta L beta)
    (near : in_one_cube x X h d).

  Let K_1 : (1 <= K)%nat.
  Proof. lia. Qed.

  Let V := variation L beta h d.

  Lemma near_mean j : In j (numbers K) -> - V <= mean_chance eta j X n - class_chance eta j x <= V.
  Proof.
    intros inside. apply in_numbers in inside. apply Rabs_le_between.
    exact (chance_near_mean eta x X L beta h d n L_pos beta_pos beta_1 d_1 h_pos n_1 smooth near j ltac:(lia)).
  Qed.

  (** What is lost at the point, next to the means over the bin. *)
  Lemma gap_by_means j : In j (numbers K) ->
    point_gap eta K j x <= largest K (fun i => mean_chance eta i X n) - mean_chance eta j X n + 2 * V.
  Proof.
    intros inside. unfold point_gap. destruct (largest_is K (fun i => class_chance eta i x) K_1) as (i & I & ->).
    pose proof (largest_above K (fun i => mean_chance eta i X n) i I) as above. cbv beta in above.
    pose proof (near_mean i I). pose proof (near_mean j inside). lra.
  Qed.

  Lemma gap_between j : In j (numbers K) -> 0 <= point_gap eta K j x <= 1.
  Proof.
    intros inside. unfold point_gap. pose proof (largest_above K (fun i => class_chance eta i x) j inside) as above.
    cbv beta in above. destruct (largest_is K (fun i => class_chance eta i x) K_1) as (i & _ & is). rewrite is in *.
    pose proof (chance_le_1 eta i x). pose proof (chance_ge_0 eta j x). lra.
  Qed.

  Lemma largest_bits : largest K (fun j => mean_bits eta j X n eps) =
    left_of eps * largest K (fun j => mean_chance eta j X n) + 1 / (1 + exp (eps / 2)).
  Proof.
    pose proof (left_between eps e_pos) as left_pos. apply Rle_antisym.
    - apply largest_at_most; [exact K_1 |]. intros j inside. rewrite mean_bits_is by exact n_1.
      pose proof (largest_above K (fun j => mean_chance eta j X n) j inside) as above. cbv beta in above. nra.
    - destruct (largest_is K (fun j => mean_chance eta j X n) K_1) as (i & inside & ->).
      pose proof (largest_above K (fun j => mean_bits eta j X n eps) i inside) as above. cbv beta in above.
      rewrite mean_bits_is in above by exact n_1. exact above.
  Qed.

  Lemma point_lost_most w :
    point_lost B rule eta K X n eps x w <= 2 * V + / left_of eps * bits_lost B rule eta K X n eps w.
  Proof.
    pose proof (chosen_in_range rule B X eta K n eps K_2 n_1 w) as inside. unfold point_lost, bits_lost.
    pose proof (gap_by_means _ inside) as gap. rewrite largest_bits, mean_bits_is by exact n_1.
    pose proof (left_between eps e_pos) as left_pos. pose proof (exp_pos (eps / 2)).
    match goal with |- _ <= 2 * V + / left_of eps * (left_of eps * ?a + ?b - (left_of eps * ?c + ?b)) =>
      replace (/ left_of eps * (left_of eps * a + b - (left_of eps * c + b))) with (a - c) by (field; repeat split; lra) end.
    lra.
  Qed.

  Lemma integrable_point_lost : integrable O (fun w => point_lost B rule eta K X n eps x w).
  Proof.
    apply integrable_of_bounded, bounded_between with 0 1. intros w. apply gap_between.
    exact (chosen_in_range rule B X eta K n eps K_2 n_1 w).
  Qed.

  Lemma expected_point_lost : expectation O (fun w => point_lost B rule eta K X n eps x w) <=
    2 * V + expectation O (fun w => bits_lost B rule eta K X n eps w) / left_of eps.
  Proof.
    pose proof (integrable_lost rule O B X eta K n eps K_2 e_pos n_1) as lost.
    apply Rle_trans with (expectation O (fun w => bits_lost B rule eta K X n eps w * / left_of eps + 2 * V)).
    - apply expectation_mono.
      + apply integrable_point_lost.
      + apply integrable_plus; [now apply integrable_scal_r | apply integrable_const].
      + intros w. pose proof (point_lost_most w). lra.
    - rewrite expectation_plus, expectation_scal_r, expectation_const by
        (try apply integrable_const; try apply integrable_scal_r; exact lost).
      change (expectation O (bits_lost B rule eta K X n eps)) with (expectation O (fun w => bits_lost B rule eta K X n eps
        w)). unfold Rdiv. lra.
  Qed.
End At_a_point.

(** (66). *)
Theorem label_66_first : forall (A : Type) (R_ : rule_for_ties) (O_ : space A) (S_ : bin_samples A) (X : bin_features) (eta :
    regression_functions) (x : vector) (K : nat) (L beta : R) (d : nat) (epsilon h : R) (n_l : nat),
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
  expectation O_ (fun w => point_lost S_ R_ eta K X n_l epsilon x w) <= 2 * L * sqrt (INR d) * raise h beta + (1 + exp
    (epsilon / 2)) * expectation O_ (fun w => bits_lost S_ R_ eta K X n_l epsilon w) / (exp (epsilon / 2) - 1).
Proof.
  intros A rule O B X eta x K L beta d eps h n _ K_2 L_pos beta_pos beta_1 d_1 e_pos h_pos n_1 smooth near.
  pose proof (expected_point_lost rule O B X eta x K L beta d eps h n K_2 L_pos beta_pos beta_1 d_1 e_pos h_pos n_1 smooth
    near) as most.
  eapply Rle_trans; [exact most |]. right. unfold variation, left_of.
  pose proof (exp_ineq1 (eps / 2) ltac:(lra)). field. lra.
Qed.

Theorem label_66_second : forall (A : Type) (R_ : rule_for_ties) (O_ : space A) (S_ : bin_samples A) (X : bin_features) (eta :
    regression_functions) (x : vector) (K : nat) (L beta : R) (d : nat) (epsilon h : R) (n_l : nat),
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
  expectation O_ (fun w => point_lost S_ R_ eta K X n_l epsilon x w) <= 2 * L * sqrt (INR d) * raise h beta + 3 * (1 + exp
    (epsilon / 2)) * sqrt 2 * sqrt (ln (2 * INR K) / INR n_l) / (exp (epsilon / 2) - 1).
Proof.
  intros A rule O B X eta x K L beta d eps h n drawn K_2 L_pos beta_pos beta_1 d_1 e_pos h_pos n_1 smooth near.
  eapply Rle_trans; [apply (label_66_first A rule O B X eta x K L beta d eps h n); assumption |]. apply Rplus_le_compat_l.
  pose proof (expected_lost rule O B X eta K n eps drawn K_2 e_pos n_1) as lost.
  pose proof (exp_ineq1 (eps / 2) ltac:(lra)). unfold Rdiv at 1 4. apply Rmult_le_compat_r.
  - left. apply Rinv_0_lt_compat. lra.
  - pose proof (sqrt_pos 2). pose proof (sqrt_pos (ln (2 * INR K) / INR n)).
    assert (0 <= sqrt 2 * sqrt (ln (2 * INR K) / INR n)) by now apply Rmult_le_pos.
    replace (3 * (1 + exp (eps / 2)) * sqrt 2 * sqrt (ln (2 * INR K) / INR n)) with
      ((1 + exp (eps / 2)) * (3 * (sqrt 2 * sqrt (ln (2 * INR K) / INR n)))) by ring.
    apply Rmult_le_compat_l; lra.
Qed.

(** (70): a class that leads at each feature. *)
Theorem label_70_dichotomy : forall (X : bin_features) (eta : regression_functions) (Delta_l : R) (K : nat) (epsilon : R) (i j
    n_l : nat),
  0 <= Delta_l ->
  (2 <= K)%nat ->
  0 < epsilon ->
  (1 <= i)%nat ->
  (1 <= j)%nat ->
  (1 <= n_l)%nat ->
  leads_at eta i K X n_l Delta_l ->
  (j <= K)%nat ->
  0 < (INR i - INR j) ^ 2 ->
  (exp (epsilon / 2) - 1) * Delta_l / (1 + exp (epsilon / 2)) <= mean_bits eta i X n_l epsilon - mean_bits eta j X n_l
    epsilon.
Proof.
  intros X eta Delta K eps i j n Delta_pos K_2 e_pos i_1 j_1 n_1 leads j_K apart.
  rewrite !mean_bits_is by exact n_1. pose proof (left_between eps e_pos) as left_pos.
  assert (differ : j <> i) by (intros ->; replace ((INR i - INR i) ^ 2) with 0 in apart by ring; lra).
  assert (lead : Delta <= mean_chance eta i X n - mean_chance eta j X n).
  { unfold mean_chance. rewrite mean_over_minus, <- (mean_over_const n Delta n_1). apply mean_over_le; [exact n_1 |].
    intros k inside. apply (leads j k); [apply in_numbers; lia | exact differ | exact inside]. }
  replace ((exp (eps / 2) - 1) * Delta / (1 + exp (eps / 2))) with (left_of eps * Delta)
    by (unfold left_of; pose proof (exp_pos (eps / 2)); field; lra).
  apply (Rmult_le_compat_l (left_of eps)) in lead; lra.
Qed.

Lemma sum_over_class l (f : nat -> R) b : NoDup l -> In b l -> Sum l (fun j => is_class j b * f j) = f b.
Proof.
  induction l as [| y l IH]; [easy |]. intros differ [-> | inside]; cbn [Sum]; apply NoDup_cons_iff in differ as [out differ].
  - unfold is_class at 1. rewrite Nat.eqb_refl, (Sum_ext_in l _ (fun _ => 0)), Sum_const; [ring |].
    intros y Y. unfold is_class. destruct (Nat.eqb_spec b y) as [same |]; [subst; easy | ring].
  - unfold is_class at 1. destruct (Nat.eqb_spec b y) as [same |]; [subst; easy |]. rewrite IH by assumption. ring.
Qed.

Lemma sum_of_class K (f : nat -> R) b : In b (numbers K) -> Sum (numbers K) (fun j => is_class j b * f j) = f b.
Proof. apply sum_over_class, numbers_differ. Qed.

(** ** How likely a class is chosen *)

Lemma answers_of_length {M} n (K : nat -> law M) f g : (forall l, length l = n -> f l = g l) ->
  E (all_answers n K) f = E (all_answers n K) g.
Proof.
  revert K f g. induction n as [| n IH]; intros K f g same; cbn [all_answers E bind ret]; [now apply same |].
  apply E_ext. intros z. apply (IH (fun c => K (S c)) (fun rest => f (z :: rest)) (fun rest => g (z :: rest))).
  intros l length_l. apply same. simpl. now rewrite length_l.
Qed.

Lemma members_in_turn {M} n (l : list M) z0 : length l = n -> map (fun i => nth (i - 1) l z0) (numbers n) = l.
Proof.
  intros length_l. apply (nth_ext _ _ z0 z0); [rewrite map_length, length_numbers; now symmetry |].
  intros k inside. rewrite map_length, length_numbers in inside.
  rewrite (nth_indep _ z0 (nth (0 - 1) l z0)) by (rewrite map_length, length_numbers; exact inside).
  rewrite (map_nth (fun i => nth (i - 1) l z0)). unfold numbers. rewrite seq_nth by exact inside. f_equal. lia.
Qed.

(** Hoeffding for the answers' own law: the sum of terms in [-1, 1] is 0 or more. *)
Lemma sum_rarely_above_0 {M} (z0 : M) n (K : nat -> law M) (q : M -> R) r : (1 <= n)%nat ->
  (forall z, -1 <= q z <= 1) -> mean_sum n K q <= - (INR n * r) -> 0 <= r ->
  E (all_answers n K) (fun l => if Rle_dec 0 (Sum l q) then 1 else 0) <= exp (- (r ^ 2 * INR n / 2)).
Proof.
  intros n_1 range low r_pos. assert (n_real : 0 < INR n) by (apply lt_0_INR; lia).
  set (O := space_of (all_answers n K)). set (h := fun (i : nat) (l : list M) => nth (i - 1) l z0).
  assert (told : forall f, bounded f -> expectation O (fun w => f (map (fun i => h i w) (numbers n))) =
    E (all_answers n K) f).
  { intros f _. change (E (all_answers n K) (fun l => f (map (fun i => nth (i - 1) l z0) (numbers n))) =
      E (all_answers n K) f). apply answers_of_length. intros l length_l. now rewrite members_in_turn. }
  pose proof (independent_sum_above O n K h (-1) 1 ltac:(lra) n_1 told q range (INR n * r) ltac:(nra)) as above.
  replace (2 * (INR n * r) ^ 2 / (INR n * (1 - -1) ^ 2)) with (r ^ 2 * INR n / 2) in above by (field; lra).
  eapply Rle_trans; [| exact above]. unfold probability. change (expectation O) with (E (all_answers n K)).
  rewrite (answers_of_length n K _ (fun l => if Rle_dec 0 (sum_of n h q l) then 1 else 0)).
  - apply E_mono; [apply bounded_between with 0 1; intros l; destruct (Rle_dec _ _); lra | apply bounded_indicator |].
    intros l. destruct (Rle_dec 0 (sum_of n h q l)) as [yes |].
    + right. symmetry. apply indicator_1. lra.
    + apply indicator_between.
  - intros l length_l. replace (Sum l q) with (sum_of n h q l); [reflexivity |].
    unfold sum_of, h. transitivity (Sum (map (fun i => nth (i - 1) l z0) (numbers n)) q).
    + now rewrite Sum_map.
    + now rewrite members_in_turn.
Qed.

Lemma chosen_rarely rule eta K i j (X : bin_features) n eps : (1 <= n)%nat -> In i (numbers K) -> In j (numbers K) ->
  0 <= mean_bits eta i X n eps - mean_bits eta j X n eps ->
  chance_chosen rule eta K j X n eps <=
  exp (- ((mean_bits eta i X n eps - mean_bits eta j X n eps) ^ 2 * INR n / 2)).
Proof.
  intros n_1 I J apart. set (q := fun z => nth_bit j z - nth_bit i z).
  assert (n_real : 0 < INR n) by (apply lt_0_INR; lia).
  pose proof (sum_rarely_above_0 [] n (fun k => message_at eta (X (S k)) eps K) q
    (mean_bits eta i X n eps - mean_bits eta j X n eps) n_1) as rare.
  assert (range : forall z, -1 <= q z <= 1).
  { intros z. unfold q. pose proof (nth_bit_between i z). pose proof (nth_bit_between j z). lra. }
  assert (bit_bounded : forall c, bounded (nth_bit c)) by (intros c; apply bounded_between with 0 1, nth_bit_between).
  assert (mean : mean_sum n (fun k => message_at eta (X (S k)) eps K) q =
    - (INR n * (mean_bits eta i X n eps - mean_bits eta j X n eps))).
  { unfold mean_sum, q. rewrite (Sum_ext _ _ (fun k => E (message_at eta (X (S k)) eps K) (nth_bit j) -
      E (message_at eta (X (S k)) eps K) (nth_bit i))) by (intros k; now rewrite E_minus).
    rewrite Sum_minus. pose proof (mean_of_bits eta X eps K n i n_1 I) as one.
    pose proof (mean_of_bits eta X eps K n j n_1 J) as other. unfold mean_sum in one, other. rewrite one, other. ring. }
  specialize (rare range (Req_le _ _ mean) apart). eapply Rle_trans; [| exact rare]. unfold chance_chosen.
  apply E_mono.
  - apply bounded_between with 0 1. intros l. apply is_class_between.
  - apply bounded_between with 0 1. intros l. destruct (Rle_dec _ _); lra.
  - intros l. unfold is_class. destruct (Nat.eqb_spec (taken rule K (bit_counts l)) j) as [chosen | other].
    + destruct (Rle_dec 0 (Sum l q)) as [| no]; [lra |]. exfalso. apply no. unfold q. rewrite Sum_minus.
      pose proof (taken_most rule K (bit_counts l) i I) as most. rewrite chosen in most. unfold bit_counts in most. lra.
    + destruct (Rle_dec 0 (Sum l q)); lra.
Qed.

Section Selection.
  Context (rule : rule_for_ties) (X : bin_features) (eta : regression_functions) (x : vector) (K : nat) (L beta : R) (d : nat)
    (eps h : R) (n : nat).
  Hypotheses (K_2 : (2 <= K)%nat) (L_pos : 0 < L) (beta_pos : 0 < beta) (beta_1 : beta <= 1) (d_1 : (1 <= d)%nat)
    (e_pos : 0 < eps) (h_pos : 0 < h) (n_1 : (1 <= n)%nat) (smooth : smooth_classes eta L beta)
    (near : in_one_cube x X h d).

  Lemma best_class : exists i, In i (numbers K) /\ forall j, point_gap eta K j x = class_chance eta i x - class_chance eta j x.
  Proof.
    destruct (largest_is K (fun i => class_chance eta i x) ltac:(lia)) as (i & inside & is). exists i.
    split; [exact inside |]. intros j. unfold point_gap. now rewrite is.
  Qed.

  Lemma half_of_gap i j : In i (numbers K) -> In j (numbers K) ->
    4 * variation L beta h d <= class_chance eta i x - class_chance eta j x ->
    (class_chance eta i x - class_chance eta j x) / 2 <= mean_chance eta i X n - mean_chance eta j X n.
  Proof.
    intros I J large. pose proof (near_mean X eta x K L beta d h n K_2 L_pos beta_pos beta_1 d_1 h_pos n_1 smooth near i I).
    pose proof (near_mean X eta x K L beta d h n K_2 L_pos beta_pos beta_1 d_1 h_pos n_1 smooth near j J). lra.
  Qed.

  Lemma selected_rarely j : In j (numbers K) -> 4 * variation L beta h d <= point_gap eta K j x ->
    chance_chosen rule eta K j X n eps <= exp (- (left_of eps ^ 2 * point_gap eta K j x ^ 2 * INR n / 8)).
  Proof.
    intros J large. destruct best_class as (i & I & gap). rewrite gap in *.
    pose proof (half_of_gap i j I J large) as half. pose proof (left_between eps e_pos) as left_pos.
    pose proof (variation_pos L beta h d L_pos d_1 h_pos) as V_pos. assert (n_real : 0 < INR n) by (apply lt_0_INR; lia).
    set (g := class_chance eta i x - class_chance eta j x) in *.
    assert (apart : left_of eps * (g / 2) <= mean_bits eta i X n eps - mean_bits eta j X n eps).
    { rewrite !mean_bits_is by exact n_1. apply (Rmult_le_compat_l (left_of eps)) in half; lra. }
    assert (low : 0 <= left_of eps * (g / 2)) by nra.
    eapply Rle_trans; [apply (chosen_rarely rule eta K i j X n eps n_1 I J); lra |]. apply exp_le.
    assert (squares : (left_of eps * (g / 2)) ^ 2 <= (mean_bits eta i X n eps - mean_bits eta j X n eps) ^ 2)
      by (apply pow_incr; lra).
    replace (left_of eps ^ 2 * g ^ 2 * INR n / 8) with ((left_of eps * (g / 2)) ^ 2 * INR n / 2) by field. nra.
  Qed.
End Selection.

(** ** The classes that a point loses by *)

Theorem label_selection : forall (R_ : rule_for_ties) (X : bin_features) (eta : regression_functions) (x : vector) (K : nat) (L
    beta : R) (d : nat) (epsilon h : R) (j n_l : nat),
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
  chance_chosen R_ eta K j X n_l epsilon <= 2 * exp (- ((exp (epsilon / 2) - 1) ^ 2 * (point_gap eta K j x) ^ 2 * INR n_l /
    (8 * (1 + exp (epsilon / 2)) ^ 2))).
Proof.
  intros rule X eta x K L beta d eps h j n K_2 L_pos beta_pos beta_1 d_1 e_pos h_pos j_1 n_1 smooth near j_K large.
  pose proof (selected_rarely rule X eta x K L beta d eps h n K_2 L_pos beta_pos beta_1 d_1 e_pos h_pos n_1 smooth near j
    ltac:(apply in_numbers; lia) ltac:(unfold variation; lra)) as rare.
  replace ((exp (eps / 2) - 1) ^ 2 * point_gap eta K j x ^ 2 * INR n / (8 * (1 + exp (eps / 2)) ^ 2)) with
    (left_of eps ^ 2 * point_gap eta K j x ^ 2 * INR n / 8).
  - pose proof (exp_pos (- (left_of eps ^ 2 * point_gap eta K j x ^ 2 * INR n / 8))). lra.
  - unfold left_of. pose proof (exp_pos (eps / 2)). field. lra.
Qed.

Lemma probability_of_choice {W} (rule : rule_for_ties) (O : space W) (B : bin_samples W) X eta K n eps j :
  samples_drawn O B ->
  expectation O (fun w => is_class j (chosen_class B rule eta K X n eps w)) = chance_chosen rule eta K j X n eps.
Proof.
  intros drawn. unfold chosen_class, chance_chosen.
  apply (messages_drawn O B drawn eta X eps K n (fun l => is_class j (taken rule K (bit_counts l)))).
  apply bounded_between with 0 1. intros l. apply is_class_between.
Qed.

(** The classes of one shell. *)
Theorem label_chances : forall (A : Type) (R_ : rule_for_ties) (O_ : space A) (S_ : bin_samples A) (X : bin_features) (eta :
    regression_functions) (x : vector) (K : nat) (L : R) (N : nat) (beta c : R) (d : nat) (epsilon h : R) (k n_l : nat)
    (tau : R),
  samples_drawn O_ S_ ->
  (2 <= K)%nat ->
  0 < L ->
  (1 <= N)%nat ->
  0 < beta ->
  beta <= 1 ->
  0 < c ->
  (1 <= d)%nat ->
  0 < epsilon ->
  0 < h ->
  (1 <= k)%nat ->
  (1 <= n_l)%nat ->
  0 < tau ->
  smooth_classes eta L beta ->
  in_one_cube x X h d ->
  4 * L * sqrt (INR d) * raise h beta <= tau ->
  INR N * raise h (INR d) * c / 2 <= INR n_l ->
  4 * (1 + exp (epsilon / 2)) * sqrt (raise h (- INR d) * ln (2 * INR K) / (INR N * c)) / (exp (epsilon / 2) - 1) <= tau
    ->
  probability O_ (fun w => (raise 2 (INR k - 1) * tau < point_lost S_ R_ eta K X n_l epsilon x w) /\ (point_lost S_ R_ eta
    K X n_l epsilon x w <= raise 2 (INR k) * tau)) <= raise 4 (1 - raise 4 (INR k - 1)).
Proof.
  intros A rule O B X eta x K L N beta c d eps h k n tau drawn K_2 L_pos N_1 beta_pos beta_1 c_pos d_1 e_pos h_pos k_1 n_1
    tau_pos smooth near wide held level.
  assert (N_real : 0 < INR N) by (apply lt_0_INR; lia). assert (n_real : 0 < INR n) by (apply lt_0_INR; lia).
  assert (K_real : 2 <= INR K) by now apply (le_INR 2). pose proof (ln_of_classes K K_2) as ln_pos.
  assert (cube : 0 < raise h (INR d)) by (rewrite raise_pos by exact h_pos; apply exp_pos).
  assert (inverse : raise h (- INR d) = / raise h (INR d)).
  { rewrite !raise_pos by exact h_pos. rewrite Ropp_mult_distr_l_reverse. apply exp_Ropp. }
  pose proof (left_between eps e_pos) as left_pos. pose proof (exp_ineq1 (eps / 2) ltac:(lra)) as e_1.
  set (m := INR N * raise h (INR d) * c) in *. assert (m_pos : 0 < m) by (unfold m; repeat apply Rmult_lt_0_compat; lra).
  assert (root : 4 * sqrt (ln (2 * INR K) / m) <= left_of eps * tau).
  { replace (raise h (- INR d) * ln (2 * INR K) / (INR N * c)) with (ln (2 * INR K) / m) in level
      by (rewrite inverse; unfold m; field; repeat split; lra).
    replace (4 * (1 + exp (eps / 2)) * sqrt (ln (2 * INR K) / m) / (exp (eps / 2) - 1)) with
      (4 * sqrt (ln (2 * INR K) / m) / left_of eps) in level by (unfold left_of; field; lra).
    apply (Rmult_le_compat_l (left_of eps)) in level; [| lra]. eapply Rle_trans; [right | exact level]. field. lra. }
  assert (square : 16 * (ln (2 * INR K) / m) <= (left_of eps * tau) ^ 2).
  { replace (16 * (ln (2 * INR K) / m)) with ((4 * sqrt (ln (2 * INR K) / m)) ^ 2).
    - apply pow_incr. split; [apply Rmult_le_pos; [lra | apply sqrt_pos] | exact root].
    - rewrite Rpow_mult_distr, pow2_sqrt by (apply Rlt_le, Rdiv_lt_0_compat; lra). ring. }
  set (s := raise 2 (INR k - 1)). assert (k_real : 1 <= INR k) by now apply (le_INR 1).
  assert (s_1 : 1 <= s). { unfold s. rewrite raise_pos by lra. rewrite <- exp_0 at 1. apply exp_le.
    assert (0 < ln 2) by (rewrite <- ln_1; apply ln_increasing; lra). nra. }
  assert (four : raise 4 (INR k - 1) = s ^ 2).
  { unfold s. rewrite !raise_pos by lra. replace 4 with (2 * 2) by ring. rewrite ln_mult by lra. rewrite exp_pow.
    f_equal. simpl. ring. }
  assert (each : forall j, In j (numbers K) -> s * tau < point_gap eta K j x ->
    chance_chosen rule eta K j X n eps <= exp (- (s ^ 2 * ln (2 * INR K)))).
  { intros j inside large. assert (wide_gap : 4 * variation L beta h d <= point_gap eta K j x).
    { unfold variation. nra. }
    eapply Rle_trans; [apply (selected_rarely rule X eta x K L beta d eps h n); assumption |]. apply exp_le.
    assert (gap_square : (s * tau) ^ 2 <= point_gap eta K j x ^ 2) by (apply pow_incr; nra).
    assert (enough : s ^ 2 * (2 * ln (2 * INR K)) <= s ^ 2 * (left_of eps * tau) ^ 2 * INR n / 4).
    { assert (16 * ln (2 * INR K) <= (left_of eps * tau) ^ 2 * m).
      { apply (Rmult_le_compat_r m) in square; [| lra]. eapply Rle_trans; [right | exact square]. field. lra. }
      assert (0 <= (left_of eps * tau) ^ 2) by apply pow2_ge_0. assert (0 <= s ^ 2) by apply pow2_ge_0.
      assert (8 * ln (2 * INR K) <= (left_of eps * tau) ^ 2 * INR n) by nra. nra. }
    assert (0 <= left_of eps ^ 2) by apply pow2_ge_0.
    assert (left_of eps ^ 2 * (s * tau) ^ 2 * INR n <= left_of eps ^ 2 * point_gap eta K j x ^ 2 * INR n).
    { apply Rmult_le_compat_r; [lra |]. now apply Rmult_le_compat_l. }
    assert (same : s ^ 2 * (left_of eps * tau) ^ 2 * INR n / 4 = left_of eps ^ 2 * (s * tau) ^ 2 * INR n / 4) by field.
    lra. }
  apply Rle_trans with (expectation O (fun w => Sum (numbers K) (fun j =>
    (if Rlt_dec (s * tau) (point_gap eta K j x) then 1 else 0) * is_class j (chosen_class B rule eta K X n eps w)))).
  { unfold probability. apply expectation_mono.
    - apply integrable_indicator.
    - apply integrable_of_bounded, bounded_Sum. intros j. apply bounded_mult; [apply bounded_const |].
      apply bounded_between with 0 1. intros w. apply is_class_between.
    - intros w. pose proof (chosen_in_range rule B X eta K n eps K_2 n_1 w) as inside.
      set (b := chosen_class B rule eta K X n eps w) in *.
      assert (pos : forall l, 0 <= Sum l (fun j => (if Rlt_dec (s * tau) (point_gap eta K j x) then 1 else 0) * is_class j
        b)).
      { intros l. apply Sum_ge_0. intros j. pose proof (is_class_between j b). destruct (Rlt_dec _ _); lra. }
      apply indicator_le; [apply pos |]. intros [far _]. apply in_split in inside as (before & after & split_up).
      rewrite split_up, Sum_app. cbn [Sum]. pose proof (pos before). pose proof (pos after).
      change (s * tau < point_gap eta K b x) in far. destruct (Rlt_dec (s * tau) (point_gap eta K b x)); [| contradiction].
      unfold is_class at 2. rewrite Nat.eqb_refl. lra. }
  rewrite expectation_Sum.
  2: { intros j. apply integrable_of_bounded, bounded_mult; [apply bounded_const |]. apply bounded_between with 0 1.
    intros w. apply is_class_between. }
  apply Rle_trans with (Sum (numbers K) (fun _ => exp (- (s ^ 2 * ln (2 * INR K))))).
  - apply Sum_le_in. intros j inside.
    rewrite (expectation_ext O _ (fun w => is_class j (chosen_class B rule eta K X n eps w) *
      (if Rlt_dec (s * tau) (point_gap eta K j x) then 1 else 0))) by (intros; apply Rmult_comm).
    rewrite expectation_scal_r by (apply integrable_of_bounded, bounded_between with 0 1; intros w; apply is_class_between).
    rewrite probability_of_choice by exact drawn. destruct (Rlt_dec (s * tau) (point_gap eta K j x)) as [far |].
    + rewrite Rmult_1_r. now apply each.
    + rewrite Rmult_0_r. left. apply exp_pos.
  - rewrite Sum_const, length_numbers, four. rewrite raise_pos by lra.
    assert (s_square : 1 <= s ^ 2) by nra. assert (ln_4 : ln 4 <= ln (2 * INR K)) by (apply ln_le; lra).
    apply Rle_trans with (exp (ln (2 * INR K)) * exp (- (s ^ 2 * ln (2 * INR K)))).
    + apply Rmult_le_compat_r; [left; apply exp_pos |]. rewrite exp_ln by lra. lra.
    + rewrite <- exp_plus. apply exp_le. nra.
Qed.

(** (70), where a class leads all over the bin. *)
Theorem label_70_class : forall (A : Type) (R_ : rule_for_ties) (O_ : space A) (S_ : bin_samples A) (X : bin_features) (eta :
    regression_functions) (x : vector) (Delta_l : R) (K : nat) (L beta : R) (d : nat) (epsilon h : R) (i n_l : nat),
  samples_drawn O_ S_ ->
  0 <= Delta_l ->
  (2 <= K)%nat ->
  0 < L ->
  0 < beta ->
  beta <= 1 ->
  (1 <= d)%nat ->
  0 < epsilon ->
  0 < h ->
  (1 <= i)%nat ->
  (1 <= n_l)%nat ->
  smooth_classes eta L beta ->
  in_one_cube x X h d ->
  leads_at eta i K X n_l Delta_l ->
  best_at eta i K x ->
  (i <= K)%nat ->
  expectation O_ (fun w => private_lost S_ R_ eta K X n_l epsilon x w) <= (2 * (2 * (exp (epsilon / 2) - 1) * L * sqrt (INR
    d) * raise h beta / (1 + exp (epsilon / 2)) + (exp (epsilon / 2) - 1) * Delta_l / (1 + exp (epsilon / 2))) * INR K + 2
    * INR K * sqrt 2 * sqrt PI * sqrt (1 / INR n_l)) * exp (- ((exp (epsilon / 2) - 1) ^ 2 * Delta_l ^ 2 * INR n_l / (2 *
    (1 + exp (epsilon / 2)) ^ 2))).
Proof.
  intros A rule O B X eta x Delta K L beta d eps h i n drawn Delta_pos K_2 L_pos beta_pos beta_1 d_1 e_pos h_pos i_1 n_1
    smooth near leads best i_K.
  assert (n_real : 0 < INR n) by (apply lt_0_INR; lia). assert (K_real : 2 <= INR K) by now apply (le_INR 2).
  assert (I : In i (numbers K)) by (apply in_numbers; lia).
  pose proof (left_between eps e_pos) as left_pos. pose proof (exp_pos (eps / 2)) as e_0.
  pose proof (variation_pos L beta h d L_pos d_1 h_pos) as V_pos. set (V := variation L beta h d) in *.
  set (D := left_of eps * Delta). assert (D_pos : 0 <= D) by (unfold D; nra).
  set (cost := fun j => bit_chance eta i x eps - bit_chance eta j x eps).
  assert (top : largest K (fun j => bit_chance eta j x eps) = bit_chance eta i x eps).
  { apply Rle_antisym; [| exact (largest_above K (fun j => bit_chance eta j x eps) i I)].
    apply largest_at_most; [lia |]. intros j inside. rewrite !bit_chance_is.
    pose proof (largest_above K (fun j => class_chance eta j x) j inside) as above. cbv beta in above.
    rewrite <- best in above. nra. }
  set (rate := exp (- (D ^ 2 * INR n / 2))). assert (rate_pos : 0 < rate) by apply exp_pos.
  assert (root : 0 < sqrt (1 / INR n)) by (apply sqrt_lt_R0, Rdiv_lt_0_compat; lra).
  assert (root_square : sqrt (1 / INR n) ^ 2 = 1 / INR n) by (apply pow2_sqrt, Rlt_le, Rdiv_lt_0_compat; lra).
  assert (each : forall j, In j (numbers K) ->
    cost j * chance_chosen rule eta K j X n eps <= rate * (D + 2 * (left_of eps * V) + sqrt (1 / INR n))).
  { intros j J. assert (bound_pos : 0 <= rate * (D + 2 * (left_of eps * V) + sqrt (1 / INR n))).
    { apply Rmult_le_pos; [lra |]. assert (0 <= left_of eps * V) by nra. lra. }
    destruct (Nat.eq_dec j i) as [-> | differ]; [unfold cost; rewrite Rminus_eq_0, Rmult_0_l; exact bound_pos |].
    assert (lead : Delta <= mean_chance eta i X n - mean_chance eta j X n).
    { unfold mean_chance. rewrite mean_over_minus, <- (mean_over_const n Delta n_1). apply mean_over_le; [exact n_1 |].
      intros k inside. now apply (leads j k). }
    set (u := left_of eps * (mean_chance eta i X n - mean_chance eta j X n - Delta)). assert (u_pos : 0 <= u) by (unfold
      u; nra).
    assert (apart : mean_bits eta i X n eps - mean_bits eta j X n eps = D + u).
    { rewrite !mean_bits_is by exact n_1. unfold D, u. ring. }
    pose proof (chosen_rarely rule eta K i j X n eps n_1 I J ltac:(rewrite apart; lra)) as rare. rewrite apart in rare.
    assert (cost_most : cost j <= D + u + 2 * (left_of eps * V)).
    { unfold cost. rewrite !bit_chance_is. unfold D, u.
      pose proof (near_mean X eta x K L beta d h n K_2 L_pos beta_pos beta_1 d_1 h_pos n_1 smooth near i I) as one.
      pose proof (near_mean X eta x K L beta d h n K_2 L_pos beta_pos beta_1 d_1 h_pos n_1 smooth near j J) as other.
      fold V in one, other. nra. }
    assert (chance_pos : 0 <= chance_chosen rule eta K j X n eps).
    { apply E_ge; [apply bounded_between with 0 1 |]; intros l; apply is_class_between. }
    assert (fall : exp (- ((D + u) ^ 2 * INR n / 2)) <= rate * exp (- (u ^ 2 * INR n / 2))).
    { unfold rate. rewrite <- exp_plus. apply exp_le. assert (0 <= D * u * INR n) by (apply Rmult_le_pos; [now apply Rmult_le_pos | lra]).
      replace ((D + u) ^ 2 * INR n / 2) with (D ^ 2 * INR n / 2 + u ^ 2 * INR n / 2 + D * u * INR n) by field. lra. }
    assert (small : u * exp (- (u ^ 2 * INR n / 2)) <= sqrt (1 / INR n)).
    { set (y := u / sqrt (1 / INR n)). assert (u_is : u = y * sqrt (1 / INR n)) by (unfold y; field; lra).
      assert (square : u ^ 2 * INR n / 2 = y ^ 2 / 2).
      { rewrite u_is at 1. rewrite Rpow_mult_distr, root_square. field. lra. }
      rewrite square, u_is at 1. pose proof (exp_ineq1_le (y ^ 2 / 2)) as grows.
      assert (one : y * exp (- (y ^ 2 / 2)) <= 1).
      { rewrite exp_Ropp. apply Rmult_le_reg_r with (exp (y ^ 2 / 2)); [apply exp_pos |].
        rewrite Rmult_assoc, Rinv_l, Rmult_1_r, Rmult_1_l by (pose proof (exp_pos (y ^ 2 / 2)); lra).
        assert (0 <= (y - 1) ^ 2) by apply pow2_ge_0. nra. }
      nra. }
    assert (exp_le_1 : exp (- (u ^ 2 * INR n / 2)) <= 1).
    { rewrite <- exp_0. apply exp_le. assert (0 <= u ^ 2) by apply pow2_ge_0. nra. }
    apply Rle_trans with ((D + u + 2 * (left_of eps * V)) * (rate * exp (- (u ^ 2 * INR n / 2)))).
    - assert (0 <= left_of eps * V) by nra.
      apply Rle_trans with ((D + u + 2 * (left_of eps * V)) * chance_chosen rule eta K j X n eps).
      + now apply Rmult_le_compat_r.
      + apply Rmult_le_compat_l; [lra |]. eapply Rle_trans; [exact rare | exact fall].
    - replace ((D + u + 2 * (left_of eps * V)) * (rate * exp (- (u ^ 2 * INR n / 2)))) with
        (rate * ((D + 2 * (left_of eps * V)) * exp (- (u ^ 2 * INR n / 2)) + u * exp (- (u ^ 2 * INR n / 2)))) by ring.
      apply Rmult_le_compat_l; [lra |]. apply Rplus_le_compat; [| exact small].
      assert (0 <= D + 2 * (left_of eps * V)) by (assert (0 <= left_of eps * V) by nra; lra). nra. }
  assert (sum : expectation O (fun w => private_lost B rule eta K X n eps x w) =
    Sum (numbers K) (fun j => cost j * chance_chosen rule eta K j X n eps)).
  { rewrite (expectation_ext O _ (fun w => Sum (numbers K) (fun j => is_class j (chosen_class B rule eta K X n eps w) *
      cost j))).
    - rewrite expectation_Sum.
      + apply Sum_ext. intros j. rewrite expectation_scal_r, probability_of_choice by
          (try exact drawn; apply integrable_of_bounded, bounded_between with 0 1; intros w; apply is_class_between). ring.
      + intros j. apply integrable_scal_r, integrable_of_bounded, bounded_between with 0 1. intros w. apply is_class_between.
    - intros w. unfold private_lost. rewrite top. pose proof (chosen_in_range rule B X eta K n eps K_2 n_1 w) as inside.
      set (b := chosen_class B rule eta K X n eps w) in *. change (bit_chance eta i x eps - bit_chance eta b x eps) with
        (cost b). symmetry. now apply sum_of_class. }
  rewrite sum. apply Rle_trans with (Sum (numbers K) (fun _ => rate * (D + 2 * (left_of eps * V) + sqrt (1 / INR n)))).
  - now apply Sum_le_in.
  - rewrite Sum_const, length_numbers.
    replace ((exp (eps / 2) - 1) ^ 2 * Delta ^ 2 * INR n / (2 * (1 + exp (eps / 2)) ^ 2)) with (D ^ 2 * INR n / 2)
      by (unfold D, left_of; field; lra). fold rate.
    replace (2 * (exp (eps / 2) - 1) * L * sqrt (INR d) * raise h beta / (1 + exp (eps / 2)) + (exp (eps / 2) - 1) * Delta /
      (1 + exp (eps / 2))) with (2 * (left_of eps * V) + D) by (unfold D, V, variation, left_of; field; lra).
    assert (big : 1 <= sqrt 2 * sqrt PI).
    { rewrite <- sqrt_mult by (pose proof PI_RGT_0; lra). rewrite <- sqrt_1. apply sqrt_le_1_alt. pose proof PI2_1. lra. }
    assert (0 <= left_of eps * V) by nra. assert (0 <= D + 2 * (left_of eps * V)) by lra.
    replace ((2 * (2 * (left_of eps * V) + D) * INR K + 2 * INR K * sqrt 2 * sqrt PI * sqrt (1 / INR n)) * rate) with
      (INR K * (rate * (2 * (D + 2 * (left_of eps * V)) + 2 * (sqrt 2 * sqrt PI * sqrt (1 / INR n))))) by ring.
    apply Rmult_le_compat_l; [lra |]. apply Rmult_le_compat_l; [lra |]. nra.
Qed.
