(** * Sums of independent terms that need not be alike: Hoeffding's inequality, and the largest of several deviations *)

From Foundations Require Export Label_bins.
From Foundations Require Import Concentration.
Import ListNotations.
Open Scope R_scope.

(** ** A term of each of the first n answers *)

Fixpoint total_of {M} (n : nat) (g : nat -> M -> R) (zs : list M) : R :=
  match n, zs with
  | S m, z :: rest => g O z + total_of m (fun i => g (S i)) rest
  | _, _ => 0
  end.

Lemma Sum_numbers n f : Sum (numbers n) f = Sum (below n) (fun i => f (S i)).
Proof. unfold numbers, below. rewrite <- seq_shift. apply Sum_map. Qed.

Lemma total_of_below {M} n (g : nat -> M -> R) (h : nat -> M) :
  total_of n g (map h (below n)) = Sum (below n) (fun i => g i (h i)).
Proof.
  revert g h. induction n as [| n IH]; intros g h; [reflexivity |].
  rewrite Sum_below_succ. unfold below. cbn [seq map total_of]. f_equal. rewrite <- seq_shift, map_map.
  apply (IH (fun i => g (S i)) (fun i => h (S i))).
Qed.

Lemma total_of_map {M} n (g : nat -> M -> R) (h : nat -> M) :
  total_of n g (map h (numbers n)) = Sum (numbers n) (fun i => g (i - 1)%nat (h i)).
Proof.
  rewrite Sum_numbers. unfold numbers. rewrite <- seq_shift, map_map. change (seq 0 n) with (below n).
  rewrite (total_of_below n g (fun i => h (S i))). apply Sum_ext. intros i. f_equal. lia.
Qed.

Section Hoeffding.
  Context {M : Type} (low high : R) (apart : low < high).

  Lemma total_of_between n (g : nat -> M -> R) zs : (forall i z, low <= g i z <= high) ->
    - (INR n * (Rabs low + Rabs high)) <= total_of n g zs <= INR n * (Rabs low + Rabs high).
  Proof.
    revert g zs. induction n as [| n IH]; intros g zs range; [simpl; lra |].
    rewrite S_INR. pose proof (pos_INR n). pose proof (Rabs_pos low). pose proof (Rabs_pos high).
    destruct zs as [| z rest]; simpl; [nra |]. specialize (IH (fun i => g (S i)) rest (fun i => range (S i))).
    specialize (range O z). pose proof (Rle_abs low). pose proof (Rle_abs high). pose proof (Rle_abs (- low)) as le_low.
    pose proof (Rle_abs (- high)) as le_high. rewrite Rabs_Ropp in le_low, le_high. lra.
  Qed.

  Lemma bounded_total_of n (g : nat -> M -> R) : (forall i z, low <= g i z <= high) -> bounded (total_of n g).
  Proof. intros range. eapply bounded_between. intros zs. now apply total_of_between. Qed.

  (** Hoeffding 1963, (4.16), of each. *)
  Lemma sum_exponential n (K : nat -> law M) (g : nat -> M -> R) s : (forall i z, low <= g i z <= high) ->
    E (all_answers n K) (fun zs => exp (s * total_of n g zs)) <=
    exp (s * Sum (below n) (fun i => E (K i) (g i)) + INR n * (s ^ 2 * (high - low) ^ 2 / 8)).
  Proof.
    revert K g. induction n as [| n IH]; intros K g range.
    { cbn [all_answers E ret total_of below seq Sum]. right. f_equal. simpl. ring. }
    specialize (IH (fun i => K (S i)) (fun i => g (S i)) (fun i => range (S i))).
    cbn [all_answers E bind ret]. rewrite Sum_below_succ, S_INR.
    set (C := E (all_answers n (fun i => K (S i))) (fun zs => exp (s * total_of n (fun i => g (S i)) zs))) in *.
    assert (bounded_rest : bounded (fun zs => exp (s * total_of n (fun i => g (S i)) zs))).
    { apply bounded_exp, bounded_mult; [apply bounded_const | apply bounded_total_of; intros i; apply range]. }
    rewrite (E_ext _ _ (fun z => C * exp (s * g O z))).
    - assert (bounded_first : bounded (fun z => exp (s * g O z))).
      { apply bounded_exp, bounded_mult; [apply bounded_const | apply bounded_between with low high; apply range]. }
      rewrite E_scal by exact bounded_first.
      pose proof (exponential_moment (K O) (g O) low high apart (range O) s) as first.
      assert (0 <= E (K O) (fun z => exp (s * g O z))).
      { apply E_ge; [exact bounded_first |]. intros z. left. apply exp_pos. }
      apply Rle_trans with (exp (s * Sum (below n) (fun i => E (K (S i)) (g (S i))) + INR n * (s ^ 2 * (high - low) ^ 2 / 8)) *
        exp (s * E (K O) (g O) + s ^ 2 * (high - low) ^ 2 / 8)).
      + apply Rle_trans with (exp (s * Sum (below n) (fun i => E (K (S i)) (g (S i))) +
          INR n * (s ^ 2 * (high - low) ^ 2 / 8)) * E (K O) (fun z => exp (s * g O z))).
        * now apply Rmult_le_compat_r.
        * apply Rmult_le_compat_l; [left; apply exp_pos | exact first].
      + rewrite <- exp_plus. right. f_equal. ring.
    - intros z. unfold C. rewrite Rmult_comm, <- E_scal by exact bounded_rest. apply E_ext. intros rest.
      rewrite <- exp_plus. f_equal. cbn [total_of]. ring.
  Qed.
End Hoeffding.

(** ** The same on a space, of what is drawn there *)

Section Drawn.
  Context {W M : Type} (O : space W) (n : nat) (K : nat -> law M) (h : nat -> W -> M) (low high : R).
  Hypotheses (apart : low < high) (n_pos : (1 <= n)%nat).
  Hypothesis told : forall f, bounded f -> expectation O (fun w => f (map (fun i => h i w) (numbers n))) =
    E (all_answers n K) f.

  Definition sum_of (q : M -> R) w := Sum (numbers n) (fun i => q (h i w)).
  Definition mean_sum (q : M -> R) := Sum (below n) (fun i => E (K i) q).

  Let n_real : 0 < INR n.
  Proof. apply lt_0_INR. lia. Qed.

  Lemma sum_as_total q w : sum_of q w = total_of n (fun _ => q) (map (fun i => h i w) (numbers n)).
  Proof. rewrite total_of_map. reflexivity. Qed.

  Context (q : M -> R) (range : forall z, low <= q z <= high).

  Lemma bounded_sum_of : bounded (sum_of q).
  Proof.
    destruct (bounded_total_of low high n (fun _ => q) (fun _ => range)) as [c most]. exists c. intros w.
    rewrite sum_as_total. apply most.
  Qed.

  Lemma exponential_of_sum s : expectation O (fun w => exp (s * sum_of q w)) <=
    exp (s * mean_sum q + INR n * (s ^ 2 * (high - low) ^ 2 / 8)).
  Proof.
    rewrite (expectation_ext O _ (fun w => exp (s * total_of n (fun _ => q) (map (fun i => h i w) (numbers n)))))
      by (intros w; now rewrite sum_as_total).
    rewrite (told (fun zs => exp (s * total_of n (fun _ => q) zs))).
    - now apply sum_exponential.
    - apply bounded_exp, bounded_mult; [apply bounded_const | now apply bounded_total_of with low high].
  Qed.

  Lemma integrable_of_bounded f : bounded f -> integrable O f.
  Proof. intros b. now apply square_integrable_integrable, square_integrable_bounded. Qed.

  (** Hoeffding 1963, Theorem 2, one tail. *)
  Theorem independent_sum_above r : 0 <= r -> probability O (fun w => mean_sum q + r <= sum_of q w) <=
    exp (- (2 * r ^ 2 / (INR n * (high - low) ^ 2))).
  Proof.
    intros r_pos. set (w := high - low). assert (w_pos : 0 < w ^ 2) by (apply pow_lt; unfold w; lra).
    set (s := 4 * r / (INR n * w ^ 2)). assert (scale : 0 < INR n * w ^ 2) by now apply Rmult_lt_0_compat.
    assert (s_pos : 0 <= s) by (apply Rdiv_le_0_compat; lra).
    assert (bounded_exp_sum : bounded (fun o => exp (s * sum_of q o))).
    { apply bounded_exp, bounded_mult; [apply bounded_const | apply bounded_sum_of]. }
    apply Rle_trans with (expectation O (fun o => exp (- (s * (mean_sum q + r))) * exp (s * sum_of q o))).
    - apply probability_at_most.
      + apply integrable_of_bounded, bounded_mult; [apply bounded_const | exact bounded_exp_sum].
      + intros o. left. apply Rmult_lt_0_compat; apply exp_pos.
      + intros o far. rewrite <- exp_plus, <- exp_0 at 1. apply exp_le. nra.
    - rewrite (expectation_ext O _ (fun o => exp (s * sum_of q o) * exp (- (s * (mean_sum q + r)))))
        by (intros o; apply Rmult_comm). rewrite expectation_scal_r by now apply integrable_of_bounded.
      eapply Rle_trans; [apply Rmult_le_compat_r; [left; apply exp_pos | apply exponential_of_sum] |].
      rewrite <- exp_plus. right. f_equal. fold w. unfold s. field. split; [unfold w in *; nra | lra].
  Qed.
End Drawn.

Lemma bounded_largest {W} N (c : nat -> W -> R) : (forall j, bounded (c j)) -> bounded (fun w => largest N (fun j => c j w)).
Proof. intros each. induction N as [| N IH]; simpl; [apply each | now apply bounded_max]. Qed.

Section Deviations.
  Context {W M : Type} (O : space W) (n : nat) (K : nat -> law M) (h : nat -> W -> M) (low high : R).
  Hypotheses (apart : low < high) (n_pos : (1 <= n)%nat).
  Hypothesis told : forall f, bounded f -> expectation O (fun w => f (map (fun i => h i w) (numbers n))) =
    E (all_answers n K) f.

  Let n_real : 0 < INR n.
  Proof. apply lt_0_INR. lia. Qed.

  Lemma sum_of_opp q w : sum_of n h (fun z => - q z) w = - sum_of n h q w.
  Proof.
    unfold sum_of. rewrite (Sum_ext _ _ (fun i => -1 * q (h i w))) by (intros; ring). rewrite Sum_scal. ring.
  Qed.

  Lemma mean_sum_opp q : (forall z, low <= q z <= high) -> mean_sum n K (fun z => - q z) = - mean_sum n K q.
  Proof.
    intros range. unfold mean_sum. rewrite (Sum_ext _ _ (fun i => -1 * E (K i) q)), Sum_scal; [ring |].
    intros i. rewrite E_opp by (now apply bounded_between with low high). ring.
  Qed.

  Lemma independent_sum_below q r : (forall z, low <= q z <= high) -> 0 <= r ->
    probability O (fun w => sum_of n h q w <= mean_sum n K q - r) <= exp (- (2 * r ^ 2 / (INR n * (high - low) ^ 2))).
  Proof.
    intros range r_pos.
    pose proof (independent_sum_above O n K h (- high) (- low) ltac:(lra) n_pos told (fun z => - q z)
      ltac:(intros z; specialize (range z); lra) r r_pos) as above.
    replace (- low - - high) with (high - low) in above by ring. eapply Rle_trans; [| exact above].
    apply probability_mono. intros w. rewrite sum_of_opp, mean_sum_opp by exact range. lra.
  Qed.

  (** Hoeffding 1963, Theorem 2, both tails. *)
  Theorem hoeffding_both q r : (forall z, low <= q z <= high) -> 0 <= r ->
    probability O (fun w => r <= Rabs (sum_of n h q w - mean_sum n K q)) <=
    2 * exp (- (2 * r ^ 2 / (INR n * (high - low) ^ 2))).
  Proof.
    intros range r_pos. pose proof (independent_sum_above O n K h low high apart n_pos told q range r r_pos) as above.
    pose proof (independent_sum_below q r range r_pos) as below'.
    apply Rle_trans with (probability O (fun w => mean_sum n K q + r <= sum_of n h q w \/ sum_of n h q w <= mean_sum n K q - r)).
    - apply probability_mono. intros w far. unfold Rabs in far. destruct (Rcase_abs _); [right | left]; lra.
    - eapply Rle_trans; [apply union_bound |]. lra.
  Qed.

  Context (q : nat -> M -> R) (range : forall j z, low <= q j z <= high) (N : nat) (N_pos : (1 <= N)%nat).

  Definition deviation j w := sum_of n h (q j) w - mean_sum n K (q j).
  Definition largest_of_deviations w := largest N (fun j => Rabs (deviation j w)).

  Lemma bounded_deviation j : bounded (deviation j).
  Proof.
    apply bounded_minus; [| apply bounded_const]. now apply (bounded_sum_of n h low high (q j) (range j)).
  Qed.

  Lemma bounded_deviations : bounded largest_of_deviations.
  Proof. apply bounded_largest. intros j. apply bounded_abs, bounded_deviation. Qed.

  Lemma exponential_of_deviation s j : expectation O (fun w => exp (s * deviation j w)) <=
    exp (INR n * (s ^ 2 * (high - low) ^ 2 / 8)).
  Proof.
    rewrite (expectation_ext O _ (fun w => exp (s * sum_of n h (q j) w) * exp (- (s * mean_sum n K (q j))))).
    - rewrite expectation_scal_r.
      + eapply Rle_trans.
        * apply Rmult_le_compat_r; [left; apply exp_pos |].
          exact (exponential_of_sum O n K h low high apart told (q j) (range j) s).
        * rewrite <- exp_plus. right. f_equal. ring.
      + apply integrable_of_bounded, bounded_exp, bounded_mult; [apply bounded_const |].
        now apply (bounded_sum_of n h low high (q j) (range j)).
    - intros w. rewrite <- exp_plus. f_equal. unfold deviation. ring.
  Qed.

  Lemma largest_by_exponentials s : 0 < s ->
    s * expectation O largest_of_deviations <= ln (2 * INR N) + INR n * (s ^ 2 * (high - low) ^ 2 / 8).
  Proof.
    intros s_pos. assert (N_real : 1 <= INR N) by now apply (le_INR 1).
    assert (bounded_scaled : bounded (fun w => s * largest_of_deviations w)).
    { apply bounded_mult; [apply bounded_const | apply bounded_deviations]. }
    pose proof (jensen_exp (law_of O) (fun w => s * largest_of_deviations w) bounded_scaled) as jensen.
    change (E (law_of O) (fun w => s * largest_of_deviations w)) with (expectation O (fun w => s * largest_of_deviations
      w)) in jensen.
    change (E (law_of O) (fun w => exp (s * largest_of_deviations w))) with (expectation O (fun w => exp (s *
      largest_of_deviations w))) in jensen.
    rewrite (expectation_ext O (fun w => s * largest_of_deviations w) (fun w => largest_of_deviations w * s)) in jensen
      by (intros; ring). rewrite expectation_scal_r in jensen by (apply integrable_of_bounded, bounded_deviations).
    set (c := INR n * (s ^ 2 * (high - low) ^ 2 / 8)) in *.
    assert (sum : expectation O (fun w => exp (s * largest_of_deviations w)) <= 2 * INR N * exp c).
    { apply Rle_trans with (expectation O (fun w => Sum (numbers N) (fun j => exp (s * deviation j w) +
        exp (- s * deviation j w)))).
      - assert (each : forall t j, bounded (fun w => exp (t * deviation j w))).
        { intros t j. apply bounded_exp, bounded_mult; [apply bounded_const | apply bounded_deviation]. }
        apply expectation_mono.
        + apply integrable_of_bounded, bounded_exp, bounded_scaled.
        + apply integrable_of_bounded, bounded_Sum. intros j. apply bounded_plus; apply each.
        + intros w. unfold largest_of_deviations.
          destruct (largest_is N (fun j => Rabs (deviation j w)) N_pos) as (j & inside & ->).
          assert (own : exp (s * Rabs (deviation j w)) <= exp (s * deviation j w) + exp (- s * deviation j w)).
          { pose proof (exp_pos (s * deviation j w)). pose proof (exp_pos (- s * deviation j w)).
            unfold Rabs. destruct (Rcase_abs _); [replace (s * - deviation j w) with (- s * deviation j w) by ring |];
              lra. }
          eapply Rle_trans; [exact own |]. apply in_split in inside as (before & after & ->). rewrite Sum_app.
          cbn [Sum].
          assert (pos : forall l, 0 <= Sum l (fun i => exp (s * deviation i w) + exp (- s * deviation i w))).
          { intros l. apply Sum_ge_0. intros i. pose proof (exp_pos (s * deviation i w)).
            pose proof (exp_pos (- s * deviation i w)). lra. }
          pose proof (pos before). pose proof (pos after). lra.
      - assert (each : forall t j, integrable O (fun w => exp (t * deviation j w))).
        { intros t j. apply integrable_of_bounded, bounded_exp, bounded_mult; [apply bounded_const | apply
          bounded_deviation]. }
        rewrite expectation_Sum by (intros j; apply integrable_plus; apply each).
        apply Rle_trans with (Sum (numbers N) (fun _ => 2 * exp c)).
        + apply Sum_le. intros j. rewrite expectation_plus by apply each.
          pose proof (exponential_of_deviation s j) as one. pose proof (exponential_of_deviation (- s) j) as other.
          replace ((- s) ^ 2) with (s ^ 2) in other by ring. fold c in one, other. lra.
        + rewrite Sum_const, length_numbers. right. ring. }
    apply (Rle_trans _ _ _ jensen) in sum. rewrite Rmult_comm.
    rewrite <- (ln_exp (expectation O largest_of_deviations * s)), <- (ln_exp c), <- ln_mult by (try apply exp_pos; lra).
    apply ln_le; [apply exp_pos | exact sum].
  Qed.

  (** The largest of N deviations, on average. *)
  Theorem expected_largest : expectation O largest_of_deviations <=
    (high - low) * sqrt (ln (2 * INR N) * INR n / 2).
  Proof.
    assert (N_real : 1 <= INR N) by now apply (le_INR 1).
    set (L := ln (2 * INR N)). assert (L_pos : 0 < L) by (unfold L; rewrite <- ln_1; apply ln_increasing; lra).
    set (u := sqrt (L * INR n / 2)). assert (u_pos : 0 < u) by (apply sqrt_lt_R0; nra).
    assert (u_square : u * u = L * INR n / 2) by (apply sqrt_sqrt; nra).
    set (s := 2 * L / (u * (high - low))). assert (s_pos : 0 < s) by (apply Rdiv_lt_0_compat; nra).
    pose proof (largest_by_exponentials s s_pos) as bound. fold L in bound.
    replace (INR n * (s ^ 2 * (high - low) ^ 2 / 8)) with L in bound.
    - apply Rmult_le_reg_l with s; [exact s_pos |]. eapply Rle_trans; [exact bound |]. right. unfold s. field. lra.
    - unfold s. replace (INR n) with (2 * (u * u) / L) by (rewrite u_square; field; lra). field. lra.
  Qed.
End Deviations.
