(** * Pairs of a value and its message, and what B parts: lemmas *)

From Foundations Require Export Rare.
Import ListNotations.
Open Scope R_scope.

Section Pairs.
  Context {B : Type} (M : law_family B) (pi : law nat) (N : nat) (alpha : R).
  Hypothesis pos : 0 < alpha.
  Hypothesis inside : on_values pi N.
  Let mu := common M.
  Let c := mean_density M pi N.

  Lemma E_of_values F : bounded F -> E pi F = Sum (seq 1 N) (fun v => weight pi v * F v).
  Proof.
    intros B_F.
    assert (pick : forall u, In u (seq 1 N) ->
      F u = Sum (seq 1 N) (fun v => F v * (if Nat.eqb u v then 1 else 0))).
    { intros u U. rewrite (Sum_ext _ _ (fun v => if Nat.eq_dec v u then F u else 0)).
      - symmetry. apply (Sum_single Nat.eq_dec); [apply seq_NoDup | exact U].
      - intros v. destruct (Nat.eqb_spec u v) as [-> | other]; destruct (Nat.eq_dec v _); try congruence; ring. }
    assert (ones : forall v, bounded (fun u => if Nat.eqb u v then 1 else 0)).
    { intros v. apply (bounded_if (fun u => Nat.eqb u v) (fun _ => 1) (fun _ => 0)); bounded. }
    rewrite (inside F (fun u => Sum (seq 1 N) (fun v => F v * (if Nat.eqb u v then 1 else 0)))).
    - rewrite E_Sum by (intros v; apply bounded_mult; bounded). apply Sum_ext. intros v.
      rewrite E_scal by apply ones. apply Rmult_comm.
    - exact B_F.
    - apply bounded_Sum. intros v. apply bounded_mult; bounded.
    - intros u U. apply pick, in_seq. lia.
  Qed.

  Lemma weight_ge_0 v : 0 <= weight pi v.
  Proof.
    apply E_ge.
    - apply (bounded_if (fun u => Nat.eqb u v) (fun _ => 1) (fun _ => 0)); bounded.
    - intros u. destruct (Nat.eqb u v); lra.
  Qed.

  Lemma weights_one : Sum (seq 1 N) (weight pi) = 1.
  Proof.
    rewrite <- (E_one pi), (E_of_values (fun _ => 1)) by bounded. apply Sum_ext. intros v. ring.
  Qed.

  Let average f g : (forall v, In v (seq 1 N) -> f v <= g v) ->
    Sum (seq 1 N) (fun v => weight pi v * f v) <= Sum (seq 1 N) (fun v => weight pi v * g v).
  Proof. intros H. apply Sum_le_in. intros v V. apply Rmult_le_compat_l; [apply weight_ge_0 | auto]. Qed.

  Lemma average_of_constant k : Sum (seq 1 N) (fun v => weight pi v * k) = k.
  Proof.
    rewrite (Sum_ext _ _ (fun v => k * weight pi v)) by (intros; ring). rewrite Sum_scal, weights_one. ring.
  Qed.

  Let bounded_density v : bounded (density M v).
  Proof. apply density_bounded. Qed.

  Lemma mean_density_ge_0 z : 0 <= c z.
  Proof. apply Sum_ge_0. intros v. apply Rmult_le_pos; [apply weight_ge_0 | apply density_ge_0]. Qed.

  Let bounded_mean_density : bounded c.
  Proof. unfold c, mean_density. bounded. Qed.

  Lemma E_mean_message f : bounded f -> E (mean_message M pi) f = E mu (fun z => c z * f z).
  Proof.
    intros F. change (E pi (fun v => E (law_with M v) f) = E mu (fun z => c z * f z)).
    rewrite E_of_values by bounded.
    rewrite (E_ext mu _ (fun z => Sum (seq 1 N) (fun v => weight pi v * (density M v z * f z)))).
    - rewrite E_Sum by bounded. apply Sum_ext. intros v. now rewrite E_scal by bounded.
    - intros z. unfold c, mean_density. rewrite Rmult_comm, <- Sum_scal. apply Sum_ext. intros v. ring.
  Qed.

  Lemma test_above v : test (ratio_above M pi N alpha v).
  Proof. intros z. unfold ratio_above. destruct (Rlt_dec _ _); lra. Qed.

  Lemma test_beneath v : test (ratio_beneath M pi N alpha v).
  Proof. intros z. unfold ratio_beneath. destruct (Rlt_dec _ _); lra. Qed.

  Lemma test_bad v : test (bad M pi N alpha v).
  Proof. intros z. unfold bad. repeat destruct (Rlt_dec _ _); lra. Qed.

  Lemma bad_on_either_side v z : bad M pi N alpha v z = ratio_above M pi N alpha v z + ratio_beneath M pi N alpha v z.
  Proof.
    unfold bad, ratio_above, ratio_beneath. fold c. pose proof (density_ge_0 M v z).
    assert (1 <= exp (2 * alpha)) by (apply exp_ge_1; lra). pose proof (mean_density_ge_0 z).
    repeat destruct (Rlt_dec _ _); try lra. exfalso. nra.
  Qed.

  (** Where B = 0. *)
  Lemma good_cases v z : bad M pi N alpha v z = 1 \/
    bad M pi N alpha v z = 0 /\ (c z = 0 /\ density M v z = 0 \/
      0 < c z /\ exp (- (2 * alpha)) <= density M v z / c z <= exp (2 * alpha)).
  Proof.
    unfold bad. fold c. pose proof (density_ge_0 M v z). pose proof (mean_density_ge_0 z) as C.
    pose proof (exp_pos (2 * alpha)).
    destruct (Rlt_dec _ _) as [| low]; [now left |]. destruct (Rlt_dec _ _) as [| high]; [now left |].
    right. split; [reflexivity |]. destruct C as [C | C]; [right | left; nra].
    split; [exact C |]. split.
    - apply Rle_div_r; [exact C |]. rewrite exp_Ropp. apply Rmult_le_reg_l with (exp (2 * alpha)); [assumption |].
      rewrite <- Rmult_assoc, Rinv_r, Rmult_1_l by lra. lra.
    - apply Rle_div_l; lra.
  Qed.

  Let bounded_test_mean (P : nat -> law B) f : (forall v, test (f v)) -> bounded (fun v => E (P v) (f v)).
  Proof. intros F. apply bounded_between with 0 1. intros v. apply E_between, F. Qed.

  Lemma too_much_by_values : too_much M pi N alpha =
    Sum (seq 1 N) (fun v => (above_chance M pi N alpha v + beneath_chance M pi N alpha v) * weight pi v).
  Proof.
    unfold too_much. rewrite E_of_values by apply (bounded_test_mean (law_with M)), test_bad. apply Sum_ext. intros v.
    rewrite (E_ext _ _ _ (bad_on_either_side v)), E_plus by (apply bounded_test; auto using test_above, test_beneath).
    apply Rmult_comm.
  Qed.

  Lemma bad_apart_by_values : bad_apart M pi N alpha =
    Sum (seq 1 N) (fun v => (above_apart M pi N alpha v + beneath_apart M pi N alpha v) * weight pi v).
  Proof.
    unfold bad_apart. rewrite E_of_values by apply (bounded_test_mean (fun _ => mean_message M pi)), test_bad.
    apply Sum_ext. intros v.
    rewrite (E_ext _ _ _ (bad_on_either_side v)), E_plus by (apply bounded_test; auto using test_above, test_beneath).
    apply Rmult_comm.
  Qed.

  (** *** Means over B = 0 *)

  Let T := exp (2 * alpha).
  Let T_ge_1 : 1 <= T.
  Proof. apply exp_ge_1. lra. Qed.

  Definition small_on_good (term : R -> R) := exists K, forall r, 0 <= r <= T -> Rabs (term r) <= K.

  Let good_term term v z := (1 - bad M pi N alpha v z) * term (density M v z / c z).

  Let good_term_small term K : (forall r, 0 <= r <= T -> Rabs (term r) <= K) ->
    forall v z, Rabs (good_term term v z) <= K.
  Proof.
    intros small v z. unfold good_term. assert (0 <= K).
    { eapply Rle_trans; [apply Rabs_pos | apply (small 0)]. lra. }
    destruct (good_cases v z) as [-> | (-> & ratio)]; [rewrite Rminus_diag_eq, Rmult_0_l, Rabs_R0; lra |].
    rewrite Rminus_0_r, Rmult_1_l. apply small. destruct ratio as [(_ & ->) | (_ & low & high)].
    - unfold Rdiv. rewrite Rmult_0_l. lra.
    - pose proof (exp_pos (- (2 * alpha))). unfold T. lra.
  Qed.

  Let bounded_good_term term v : small_on_good term -> bounded (good_term term v).
  Proof. intros [K small]. exists K. intros z. now apply good_term_small. Qed.

  Lemma over_good_by_values term : small_on_good term -> over_good M pi N alpha term =
    Sum (seq 1 N) (fun v => weight pi v * E mu (fun z => c z * good_term term v z)).
  Proof.
    intros small. pose proof small as [K bound].
    change (E pi (fun v => E (mean_message M pi) (good_term term v)) =
      Sum (seq 1 N) (fun v => weight pi v * E mu (fun z => c z * good_term term v z))).
    rewrite E_of_values.
    - apply Sum_ext. intros v. now rewrite E_mean_message by now apply bounded_good_term.
    - exists K. intros v. apply E_small. now apply good_term_small.
  Qed.

  Lemma over_good_le s t : small_on_good s -> small_on_good t ->
    (forall r, exp (- (2 * alpha)) <= r <= T -> s r <= t r) -> over_good M pi N alpha s <= over_good M pi N alpha t.
  Proof.
    intros S T' H. rewrite !over_good_by_values by assumption. apply average. intros v _.
    apply E_mono; try (apply bounded_mult; [apply bounded_mean_density | now apply bounded_good_term]).
    intros z. unfold good_term. destruct (good_cases v z) as [-> | (-> & [(-> & _) | (C & ratio)])]; try lra.
    apply Rmult_le_compat_l; [lra |]. apply Rmult_le_compat_l; [lra |]. now apply H.
  Qed.

  Lemma over_good_plus s t : small_on_good s -> small_on_good t ->
    over_good M pi N alpha (fun r => s r + t r) = over_good M pi N alpha s + over_good M pi N alpha t.
  Proof.
    intros S T'.
    assert (both : small_on_good (fun r => s r + t r)).
    { destruct S as [K S], T' as [L T']. exists (K + L). intros r range.
      eapply Rle_trans; [apply Rabs_triang |]. specialize (S r range). specialize (T' r range). lra. }
    rewrite !over_good_by_values, <- Sum_plus by assumption. apply Sum_ext. intros v.
    rewrite <- Rmult_plus_distr_l, <- E_plus
      by (apply bounded_mult; [apply bounded_mean_density | now apply bounded_good_term]).
    f_equal. apply E_ext. intros z. unfold good_term. ring.
  Qed.

  Let E_mean_density : E mu c = 1.
  Proof.
    rewrite <- (E_one (mean_message M pi)), E_mean_message by bounded. apply E_ext. intros z. ring.
  Qed.

  Lemma over_good_constant k : over_good M pi N alpha (fun _ => k) = k * (1 - bad_apart M pi N alpha).
  Proof.
    unfold over_good, bad_apart.
    rewrite (E_ext pi _ (fun v => k * (1 - E (mean_message M pi) (bad M pi N alpha v)))).
    - pose proof (bounded_test_mean (fun _ => mean_message M pi) _ test_bad) as bounded_mean. cbv beta in bounded_mean.
      now rewrite E_scal, E_minus, E_const by bounded.
    - intros v. pose proof (bounded_test _ (test_bad v)).
      rewrite (E_ext _ _ (fun z => k * (1 - bad M pi N alpha v z))) by (intros; ring).
      now rewrite E_scal, E_minus, E_const by bounded.
  Qed.

  Lemma over_good_ratio k : over_good M pi N alpha (fun r => k * r) = k * (1 - too_much M pi N alpha).
  Proof.
    rewrite over_good_by_values.
    - unfold too_much. rewrite E_of_values by apply (bounded_test_mean (law_with M)), test_bad.
      rewrite <- weights_one at 1. rewrite <- Sum_minus, <- Sum_scal. apply Sum_ext. intros v.
      pose proof (bounded_test _ (test_bad v)).
      rewrite (E_ext mu _ (fun z => k * (density M v z - density M v z * bad M pi N alpha v z))).
      + rewrite E_scal, E_minus by bounded. change (E mu (density M v)) with (E (common M) (density M v)).
        rewrite density_one. change (E mu _) with (E (law_with M v) (bad M pi N alpha v)). ring.
      + intros z. unfold good_term. destruct (good_cases v z) as [-> | (-> & [(-> & ->) | (C & _)])]; try ring.
        field. lra.
    - exists (Rabs k * T). intros r range. rewrite Rabs_mult, (Rabs_pos_eq r) by lra.
      apply Rmult_le_compat_l; [apply Rabs_pos | lra].
  Qed.

  Let small_divergence : small_on_good (fun r => r * ln r).
  Proof.
    exists (1 + T * (2 * alpha)). intros r range. pose proof (xlogx_tangent 1 r ltac:(lra) ltac:(lra)) as low.
    rewrite ln_1 in low. unfold xlogx in low. assert (0 <= T * (2 * alpha)) by nra.
    assert (high : r * ln r <= T * (2 * alpha)).
    { destruct (proj1 range) as [r_pos | <-]; [| lra].
      assert (ln r <= 2 * alpha) by (rewrite <- (ln_exp (2 * alpha)); apply ln_le; [exact r_pos | apply range]).
      apply Rle_trans with (r * (2 * alpha)); [apply Rmult_le_compat_l; lra | apply Rmult_le_compat_r; lra]. }
    apply Rabs_le. lra.
  Qed.

  Let small_excess : small_on_good (fun r => r - 1).
  Proof. exists T. intros r range. apply Rabs_le. lra. Qed.

  Let small_spread : small_on_good (fun r => (r - 1) ^ 2).
  Proof. exists (T ^ 2). intros r range. apply Rabs_le. nra. Qed.

  Let small_constant k : small_on_good (fun _ => k).
  Proof. exists (Rabs k). intros. lra. Qed.

  Lemma divergence_below_parabola :
    good_divergence M pi N alpha <= good_excess M pi N alpha + good_spread M pi N alpha.
  Proof.
    unfold good_divergence, good_excess, good_spread. rewrite <- over_good_plus by assumption.
    apply over_good_le; [exact small_divergence | |].
    - exists (T + T ^ 2). intros r range. apply Rabs_le. nra.
    - intros r range. pose proof (exp_pos (- (2 * alpha))). pose proof (ln_le_minus_1 r ltac:(lra)). nra.
  Qed.

  Lemma excess_is_difference : good_excess M pi N alpha = bad_apart M pi N alpha - too_much M pi N alpha.
  Proof.
    unfold good_excess.
    assert (parts : (fun r => r - 1) = (fun r => 1 * r + -1)) by (apply functional_extensionality; intros; ring).
    rewrite parts, over_good_plus, over_good_ratio, over_good_constant; [ring | | apply small_constant].
    exists T. intros r range. apply Rabs_le. lra.
  Qed.

  Lemma spread_below_square : good_spread M pi N alpha <= (T - 1) ^ 2.
  Proof.
    apply Rle_trans with (over_good M pi N alpha (fun _ => (T - 1) ^ 2)).
    - apply over_good_le; [exact small_spread | apply small_constant |]. intros r range.
      assert (1 - T <= exp (- (2 * alpha)) - 1).
      { unfold T in *. rewrite exp_Ropp. set (t := exp (2 * alpha)) in *.
        assert (/ t * t = 1) by (apply Rinv_l; lra). nra. }
      nra.
    - rewrite over_good_constant. assert (0 <= bad_apart M pi N alpha).
      { apply E_ge; [apply (bounded_test_mean (fun _ => mean_message M pi)), test_bad |].
        intros v. apply (E_between _ _ 0 1), test_bad. }
      pose proof (pow2_ge_0 (T - 1)). nra.
  Qed.

  Lemma divergence_by_logarithm : good_divergence M pi N alpha <= 2 * alpha * (1 - too_much M pi N alpha).
  Proof.
    rewrite <- over_good_ratio. apply over_good_le; [exact small_divergence | |].
    - exists (2 * alpha * T). intros r range. apply Rabs_le. nra.
    - intros r range. pose proof (exp_pos (- (2 * alpha))).
      assert (ln r <= 2 * alpha) by (rewrite <- (ln_exp (2 * alpha)); apply ln_le; [lra | apply range]). nra.
  Qed.

  (** *** Informations *)

  Let w := pair_density M pi.
  Let good := good_pair M pi N alpha.
  Let lost := bad_pair M pi N alpha.

  Let pair_ge_0 v z : 0 <= w v z.
  Proof. apply Rmult_le_pos; [apply weight_ge_0 | apply density_ge_0]. Qed.

  Let good_ge_0 v z : 0 <= good v z.
  Proof. apply Rmult_le_pos; [apply pair_ge_0 | pose proof (test_bad v z); lra]. Qed.

  Let lost_ge_0 v z : 0 <= lost v z.
  Proof. apply Rmult_le_pos; [apply pair_ge_0 | apply test_bad]. Qed.

  Let bounded_pair v : bounded (w v).
  Proof. unfold w, pair_density. bounded. Qed.

  Let bounded_good v : bounded (good v).
  Proof. pose proof (bounded_pair v). pose proof (bounded_test _ (test_bad v)). unfold good, good_pair. bounded. Qed.

  Let bounded_lost v : bounded (lost v).
  Proof. pose proof (bounded_pair v). pose proof (bounded_test _ (test_bad v)). unfold lost, bad_pair. bounded. Qed.

  Let parts v z : good v z + lost v z = w v z.
  Proof. unfold good, lost, good_pair, bad_pair. fold w. ring. Qed.

  Let columns z : Sum (seq 1 N) (fun v => good v z) + Sum (seq 1 N) (fun v => lost v z) = c z.
  Proof. rewrite <- Sum_plus. apply Sum_ext. intros v. apply parts. Qed.

  Let rows v : E mu (good v) + E mu (lost v) = weight pi v.
  Proof.
    rewrite <- E_plus by auto. rewrite (E_ext _ _ _ (parts v)). unfold w, pair_density.
    rewrite E_scal by auto. unfold mu. rewrite density_one. ring.
  Qed.

  Let mass_lost : Sum (seq 1 N) (fun v => E mu (lost v)) = too_much M pi N alpha.
  Proof.
    unfold too_much. rewrite E_of_values by apply (bounded_test_mean (law_with M)), test_bad. apply Sum_ext. intros v.
    pose proof (bounded_test _ (test_bad v)).
    rewrite (E_ext mu _ (fun z => weight pi v * (density M v z * bad M pi N alpha v z)))
      by (intros; unfold lost, bad_pair, pair_density; ring).
    rewrite E_scal by bounded. reflexivity.
  Qed.

  Let mass_good : Sum (seq 1 N) (fun v => E mu (good v)) = 1 - too_much M pi N alpha.
  Proof.
    rewrite <- mass_lost, <- weights_one, <- Sum_minus. apply Sum_ext. intros v. rewrite <- (rows v). ring.
  Qed.

  Lemma information_split : one_told M pi N <= bit_entropy M pi N alpha +
    (1 - too_much M pi N alpha) * good_told M pi N alpha + bad_told M pi N alpha * too_much M pi N alpha -
    left_entropy M pi N alpha.
  Proof.
    assert (mass : Sum (seq 1 N) (fun v => E mu (w v)) = 1).
    { rewrite <- weights_one. apply Sum_ext. intros v. rewrite <- (rows v), <- E_plus by auto.
      apply E_ext. intros z. symmetry. apply parts. }
    pose proof (told_by_total mu N w pair_ge_0 bounded_pair) as all_told.
    pose proof (told_by_total mu N good good_ge_0 bounded_good) as good_part.
    pose proof (told_by_total mu N lost lost_ge_0 bounded_lost) as lost_part.
    rewrite mass in all_told. rewrite mass_good in good_part. rewrite mass_lost in lost_part.
    unfold one_told, good_told, bad_told, bit_entropy, left_entropy. fold mu w good lost c.
    rewrite (Rmult_comm (told_by mu N lost)), good_part, lost_part.
    rewrite Rmult_1_l in all_told. rewrite all_told. clear all_told good_part lost_part.
    assert (bounded_part : forall f : nat -> B -> R, (forall v z, 0 <= f v z) -> (forall v, bounded (f v)) ->
      bounded (fun z => xlogx (Sum (seq 1 N) (fun v => f v z)))).
    { intros f F B_f. apply bounded_xlogx; [now apply bounded_Sum |]. intros z. apply Sum_ge_0. intros v. apply F. }
    assert (bounded_c : bounded (fun z => xlogx (c z))) by (apply bounded_xlogx; [bounded | apply mean_density_ge_0]).
    rewrite !E_minus by auto using bounded_minus.
    change (fun z => xlogx (Sum (seq 1 N) (fun v => w v z))) with (fun z => xlogx (c z)).
    assert (joint : Sum (seq 1 N) (fun v => E mu (fun z => xlogx (w v z))) =
      Sum (seq 1 N) (fun v => E mu (fun z => xlogx (good v z))) +
      Sum (seq 1 N) (fun v => E mu (fun z => xlogx (lost v z)))).
    { rewrite <- Sum_plus. apply Sum_ext. intros v. rewrite <- E_plus by (apply bounded_xlogx; auto).
      apply E_ext. intros z. unfold good, lost, good_pair, bad_pair. fold w.
      destruct (good_cases v z) as [-> | (-> & _)];
        rewrite ?Rminus_diag_eq, ?Rminus_0_r, ?Rmult_0_r, ?Rmult_1_r by ring; unfold xlogx; ring. }
    assert (values : Sum (seq 1 N) (fun v => xlogx (E mu (good v))) + Sum (seq 1 N) (fun v => xlogx (E mu (lost v))) <=
      Sum (seq 1 N) (fun v => xlogx (E mu (w v)))).
    { rewrite <- Sum_plus. apply Sum_le. intros v.
      replace (E mu (w v)) with (E mu (good v) + E mu (lost v)).
      - apply xlogx_add; apply E_ge; auto.
      - rewrite <- E_plus by auto. apply E_ext, parts. }
    assert (xlogx 1 = 0) by (unfold xlogx; rewrite ln_1; ring). lra.
  Qed.

  Lemma entropy_of_bit q : 0 < q <= 1 / 2 -> too_much M pi N alpha <= q ->
    bit_entropy M pi N alpha <= - (1 - q) * ln (1 - q) - ln q * q.
  Proof.
    intros Q below. unfold bit_entropy.
    assert (0 <= too_much M pi N alpha).
    { rewrite <- mass_lost. apply Sum_ge_0. intros v. apply E_ge; auto. }
    set (t := too_much M pi N alpha) in *.
    pose proof (xlogx_tangent q t ltac:(lra) ltac:(lra)).
    pose proof (xlogx_tangent (1 - q) (1 - t) ltac:(lra) ltac:(lra)).
    assert (ln q <= ln (1 - q)) by (apply ln_le; lra). nra.
  Qed.

  (** Log sum, by tangents: s is at most the whole of the a, out of w. *)
  Let log_sum a x s : 0 <= a -> 0 <= x -> (x = 0 -> a = 0) -> 0 < s -> a * ln x - xlogx a <= - a * ln s - a + s * x.
  Proof.
    intros [A | <-] X zero S; [| unfold xlogx; nra].
    assert (X' : 0 < x) by (destruct X as [| <-]; [assumption | specialize (zero eq_refl); lra]).
    pose proof (xlogx_tangent (s * x) a ltac:(nra) ltac:(lra)) as H. rewrite ln_mult in H by assumption. lra.
  Qed.

  Lemma golden_formula : too_much M pi N alpha < 1 -> good_told M pi N alpha <=
    good_divergence M pi N alpha / (1 - too_much M pi N alpha) - ln (1 - too_much M pi N alpha).
  Proof.
    intros some. set (s := 1 - too_much M pi N alpha). assert (S : 0 < s) by (unfold s; lra).
    apply (Rmult_le_reg_l s); [exact S |].
    replace (s * (good_divergence M pi N alpha / s - ln s)) with (good_divergence M pi N alpha - xlogx s)
      by (unfold xlogx; field; lra).
    pose proof (told_by_total mu N good good_ge_0 bounded_good) as told. rewrite mass_good in told. fold s in told.
    unfold good_told. fold mu good. rewrite told. clear told.
    set (column := fun z => Sum (seq 1 N) (fun v => good v z)).
    assert (column_ge_0 : forall z, 0 <= column z) by (intros; apply Sum_ge_0; intros; apply good_ge_0).
    assert (bounded_column : bounded column) by now apply bounded_Sum.
    assert (column_below : forall z, column z <= c z).
    { intros z. rewrite <- (columns z). fold (column z).
      assert (0 <= Sum (seq 1 N) (fun v => lost v z)) by (apply Sum_ge_0; intros; apply lost_ge_0). lra. }
    set (term := fun r => r * ln r).
    assert (pointwise : forall z, Sum (seq 1 N) (fun v => xlogx (good v z)) - xlogx (column z) <=
      Sum (seq 1 N) (fun v => weight pi v * (c z * good_term term v z) + ln (weight pi v) * good v z) +
      (- (ln s + 1) * column z + s * c z)).
    { intros z.
      assert (each : forall v, xlogx (good v z) =
        weight pi v * (c z * good_term term v z) + ln (weight pi v) * good v z + ln (c z) * good v z).
      { intros v. destruct (Req_dec (weight pi v) 0) as [zero | nonzero].
        { unfold good, good_pair, pair_density, xlogx. rewrite zero. ring. }
        assert (W : 0 < weight pi v) by (pose proof (weight_ge_0 v); lra).
        unfold good, good_pair, pair_density, good_term, term.
        destruct (good_cases v z) as [-> | (-> & [(-> & ->) | (C & low & _)])]; try (unfold xlogx; ring).
        pose proof (exp_pos (- (2 * alpha))). assert (R : 0 < density M v z / c z) by lra.
        assert (D : 0 < density M v z).
        { replace (density M v z) with (density M v z / c z * c z) by (field; lra). now apply Rmult_lt_0_compat. }
        rewrite Rminus_0_r, !Rmult_1_r, !Rmult_1_l. unfold xlogx, Rdiv.
        rewrite !ln_mult, ln_Rinv by (try apply Rinv_0_lt_compat; lra). field. lra. }
      rewrite (Sum_ext _ _ _ each), Sum_plus, Sum_scal. fold (column z).
      pose proof (log_sum (column z) (c z) s (column_ge_0 z) (mean_density_ge_0 z)) as L.
      assert (zero : c z = 0 -> column z = 0).
      { intros C. specialize (column_below z). specialize (column_ge_0 z). lra. }
      specialize (L zero S). lra. }
    assert (averaged : Sum (seq 1 N) (fun v => E mu (fun z => xlogx (good v z))) - E mu (fun z => xlogx (column z)) <=
      good_divergence M pi N alpha + Sum (seq 1 N) (fun v => ln (weight pi v) * E mu (good v)) +
      (- (ln s + 1) * s + s)).
    { rewrite <- E_Sum, <- E_minus by (try apply bounded_Sum; intros; apply bounded_xlogx; auto).
      assert (bounded_term : forall v, bounded (good_term term v)).
      { intros v. apply bounded_good_term. exact small_divergence. }
      eapply Rle_trans.
      { apply E_mono; [| | exact pointwise].
        - apply bounded_minus; [apply bounded_Sum; intros v |]; apply bounded_xlogx; auto.
        - apply bounded_plus; [| bounded]. apply bounded_Sum. intros v. bounded. }
      rewrite E_plus; [| apply bounded_Sum; intros v; bounded | bounded].
      rewrite E_Sum by (intros v; bounded).
      rewrite (Sum_ext _ _ (fun v => weight pi v * E mu (fun z => c z * good_term term v z) +
        ln (weight pi v) * E mu (good v))) by (intros v; now rewrite E_plus, !E_scal by bounded).
      rewrite Sum_plus, E_plus, !E_scal, E_mean_density by bounded.
      unfold good_divergence. rewrite over_good_by_values by exact small_divergence. fold term.
      replace (E mu column) with s; [lra |].
      unfold column. rewrite E_Sum by auto. symmetry. exact mass_good. }
    assert (entropies : Sum (seq 1 N) (fun v => ln (weight pi v) * E mu (good v)) -
      Sum (seq 1 N) (fun v => xlogx (E mu (good v))) <= - (ln s + 1) * s + s).
    { rewrite <- Sum_minus.
      apply Rle_trans with (Sum (seq 1 N) (fun v => - (ln s + 1) * E mu (good v) + s * weight pi v)).
      - apply Sum_le. intros v.
        assert (zero : weight pi v = 0 -> E mu (good v) = 0).
        { intros W. rewrite (E_ext _ _ (fun _ => 0)); [apply E_const |]. intros z.
          unfold good, good_pair, pair_density. rewrite W. ring. }
        pose proof (log_sum (E mu (good v)) (weight pi v) s (E_ge _ _ _ (bounded_good v) (good_ge_0 v)) (weight_ge_0 v)
          zero S). lra.
      - rewrite Sum_plus, !Sum_scal, mass_good, weights_one. fold s. lra. }
    change (fun z => xlogx (Sum (seq 1 N) (fun v => good v z))) with (fun z => xlogx (column z)).
    assert (xlogx s = s * ln s) by reflexivity. lra.
  Qed.
End Pairs.
