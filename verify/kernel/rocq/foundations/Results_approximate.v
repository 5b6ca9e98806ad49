(** * Numbered results under approximate privacy

    Each theorem says what a claim of the ledger says at that place, as the exporter writes it from the claim itself. *)

From Foundations Require Export Facts_laws Facts_pure Results_lower Results_kent Bins.
Import ListNotations.
Open Scope R_scope.

(** ** Bassily and Sun, Lemma 3.5: a message, cut to within e^epsilon of another *)

Theorem bassily_lemma3_5_distance : forall (B C : Type) (A : algorithm B C) (C_1 : law C) (z z_0 : list B) (delta
    epsilon : R),
  0 <= delta ->
  delta < 1 ->
  0 < epsilon ->
  cut_of (A z) (A z_0) epsilon C_1 ->
  hockey_stick_most (A z) (A z_0) epsilon delta ->
  hockey_stick_most (A z_0) (A z) epsilon delta ->
  TV_most (A z) C_1 delta.
Proof.
  intros B C A C_1 z z_0 delta epsilon _ _ e_pos cut there back.
  pose proof (fact_a_law_cut_near C C_1 (A z) (A z_0) epsilon ltac:(lra) cut delta there delta back) as near.
  rewrite Rmax_left in near by lra. exact near.
Qed.

Theorem bassily_lemma3_5_privacy : forall (B C : Type) (A : algorithm B C) (C_1 C_2 : law C) (S_ : event C) (z z_ z_0
    : list B) (epsilon : R),
  0 < epsilon ->
  cut_of (A z) (A z_0) epsilon C_1 ->
  cut_of (A z_) (A z_0) epsilon C_2 ->
  chance C_1 S_ <= chance C_2 S_ * exp (2 * epsilon).
Proof.
  intros B C A C_1 C_2 S z z' z_0 epsilon e_pos one other.
  pose proof (fact_a_law_cut_from_above C C_1 (A z) (A z_0) S epsilon ltac:(lra) one) as above.
  pose proof (fact_a_law_cut_from_below C C_2 (A z') (A z_0) S epsilon ltac:(lra) other) as below.
  replace (exp (2 * epsilon)) with (exp epsilon * exp epsilon) by (rewrite <- exp_plus; f_equal; ring).
  pose proof (exp_pos epsilon). nra.
Qed.

(** ** Kent, Berrett, Yu, Theorem 11 *)

Lemma powers_of_almost_1 delta n : 0 <= delta <= 1 -> 1 - INR n * delta <= (1 - delta) ^ n.
Proof.
  intros range. induction n as [| n IH]; [simpl; lra |]. rewrite S_INR. cbn [pow].
  assert ((1 - delta) ^ n <= 1) by (apply Rle_trans with (1 ^ n); [apply pow_incr | rewrite pow1]; lra).
  apply Rle_trans with ((1 - delta) ^ n - delta * 1); [lra |]. nra.
Qed.

(** Laws of a packing, and the number of the nearest. *)
Lemma laws_of_a_packing {A T} (F : parametric A T) gap N : (forall t, exists P, parameter F P t) -> (1 <= N)%nat ->
  packing_at_least (metric (parameters F)) (fun _ => True) gap N ->
  exists (W : named_laws A T) (t : nat -> T), number W = N /\
    (forall v, (v < N)%nat -> parameter F (law_named W v) (t v)) /\ apart (parameters F) gap N t /\
    forall x, (name_of W x < N)%nat /\ forall v, (v < N)%nat ->
      metric (parameters F) x (t (name_of W x)) <= metric (parameters F) x (t v).
Proof.
  intros onto some (points & L & D & _ & far).
  destruct (laws_at_points F points onto) as (laws & same & members). subst points. rewrite map_length in L.
  destruct laws as [| first rest]; [simpl in L; lia |]. set (laws := first :: rest) in *.
  set (t := fun v => snd (nth v laws first)).
  exists (Named_laws A T N (fun v => fst (nth v laws first))
    (fun x => argmin (fun v => metric (parameters F) x (t v)) 0%nat (below N))), t. cbn [number law_named name_of].
  split; [reflexivity |]. split; [| split].
  - intros v V. apply members, nth_In. lia.
  - intros v w V W other.
    assert (at_v : forall u, (u < N)%nat -> nth u (map snd laws) (snd first) = t u) by (intros u U; apply map_nth).
    apply far.
    + rewrite <- at_v by exact V. apply nth_In. rewrite map_length. lia.
    + rewrite <- at_v by exact W. apply nth_In. rewrite map_length. lia.
    + intros equal. apply other. apply (proj1 (NoDup_nth (map snd laws) (snd first)) D);
        [rewrite map_length; lia | rewrite map_length; lia |]. now rewrite !at_v by assumption.
  - intros x. destruct (argmin_spec (fun v => metric (parameters F) x (t v)) 0%nat (below N)) as [inside least].
    split.
    + destruct inside as [<- | inside]; [lia | now apply in_below].
    + intros v V. apply least. right. now apply in_below.
Qed.

(** An estimate that names a wrong law is further than half the gap from the parameter. *)
Lemma loss_of_wrong_names {A B T} (F : parametric A T) (Phi : loss) (Z : method (list A) B T) m Delta N (W :
    named_laws A T)
    (t : nat -> T) r : number W = N -> (1 <= N)%nat ->
  (forall v, (v < N)%nat -> parameter F (law_named W v) (t v)) -> apart (parameters F) (2 * Delta) N t ->
  (forall x, (name_of W x < N)%nat /\ forall v, (v < N)%nat ->
    metric (parameters F) x (t (name_of W x)) <= metric (parameters F) x (t v)) ->
  worst_loss_most F m Phi Z r -> naming_error Z W m * loss_at Phi Delta <= r.
Proof.
  intros count some laws far names_near [_ risk]. unfold naming_error. rewrite Rmult_comm.
  assert (some_W : (1 <= number W)%nat) by lia.
  rewrite <- (average_law_scal W). rewrite <- (average_law_const W some_W r). apply average_law_le; [exact some_W |].
  intros v V. rewrite count in V. pose proof (loss_ge_0 Phi Delta) as cost.
  assert (B1 : bounded (fun z => 1 - names Z W v z)).
  { apply bounded_between with 0 1. intros z. unfold names. destruct (Nat.eqb _ _); lra. }
  rewrite <- E_scal by exact B1.
  apply (mean_most_below _ (fun z => loss_at Phi (metric (parameters F) (estimate Z z) (t v)))).
  - intros z. apply loss_ge_0.
  - bounded.
  - intros z. unfold names. destruct (Nat.eqb_spec (name_of W (estimate Z z)) v) as [| other].
    + rewrite Rminus_diag_eq, Rmult_0_r by reflexivity. apply loss_ge_0.
    + rewrite Rminus_0_r, Rmult_1_r. apply loss_rises.
      destruct (names_near (estimate Z z)) as [inside least]. specialize (least v V).
      specialize (far _ v inside V other).
      pose proof (metric_triangle _ (parameters F) (t (name_of W (estimate Z z))) (estimate Z z) (t v)) as path.
      rewrite (metric_sym _ (parameters F) (t (name_of W (estimate Z z))) (estimate Z z)) in path. lra.
  - apply risk. now apply laws.
Qed.

(** The numbers: N q f <= 1 and h <= f e^(alpha n), and Fano's inequality for h. *)
Lemma names_are_often_wrong (N n : nat) alpha q h f k : (2 <= N)%nat -> (2 <= n)%nat -> 0 < alpha ->
  1 - Rmin 1 alpha / (9 * ln (INR n)) <= q <= 1 -> 0 <= h <= 1 -> INR N * q * f <= 1 ->
  h <= f * exp (alpha * INR n) -> (forall y, 0 < y -> f <= exp (- y) -> h * y <= k * INR n + ln 2) ->
  k <= alpha ^ 2 / 2 ->
  (1 - (Rmin alpha (alpha ^ 2) * INR n + ln 2) / ln (INR N)) / 3 <= q * (1 - h).
Proof.
  intros N_2 n_2 alpha_pos [q_low q_high] h_range false_rare factor fano small.
  assert (N_large : 2 <= INR N) by now apply (le_INR 2). assert (n_large : 2 <= INR n) by now apply (le_INR 2).
  pose proof ln_2_ge as log_2. assert (log_n : ln 2 <= ln (INR n)) by (apply ln_le; lra).
  assert (L_2 : ln 2 <= ln (INR N)) by (apply ln_le; lra). set (L := ln (INR N)) in *.
  set (i := Rmin alpha (alpha ^ 2) * INR n).
  set (s := Rmin 1 alpha / (9 * ln (INR n))) in *.
  assert (s_most : forall c, Rmin 1 alpha <= c -> s <= c / (621 / 100)).
  { intros c C. assert (0 <= Rmin 1 alpha) by (apply Rmin_glb; lra). unfold s, Rdiv.
    apply Rmult_le_compat; [assumption | left; apply Rinv_0_lt_compat; lra | exact C | apply Rinv_le_contravar; lra]. }
  pose proof (s_most 1 (Rmin_l 1 alpha)) as s_1.
  assert (q_83 : 83 / 100 <= q) by lra.
  assert (i_pos : 0 <= i).
  { apply Rmult_le_pos; [apply Rmin_glb; [lra | apply pow2_ge_0] | lra]. }
  destruct (Rle_dec L (i + ln 2)) as [trivial | large].
  { assert (1 <= (i + ln 2) / L).
    { apply Rmult_le_reg_r with L; [lra |]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l by lra. lra. }
    assert (0 <= q * (1 - h)) by (apply Rmult_le_pos; lra). lra. }
  assert (share : 0 <= 1 - (i + ln 2) / L <= 1).
  { split.
    - enough ((i + ln 2) / L <= 1) by lra. apply Rmult_le_reg_r with L; [lra |].
      unfold Rdiv. rewrite Rmult_assoc, Rinv_l by lra. lra.
    - enough (0 <= (i + ln 2) / L) by lra. apply Rdiv_le_0_compat; lra. }
  assert (by_factor : INR N * (q * h) <= exp (alpha * INR n)).
  { pose proof (exp_pos (alpha * INR n)) as e_pos.
    apply Rle_trans with (INR N * q * f * exp (alpha * INR n)).
    - replace (INR N * (q * h)) with (INR N * q * h) by ring.
      replace (INR N * q * f * exp (alpha * INR n)) with (INR N * q * (f * exp (alpha * INR n))) by ring.
      apply Rmult_le_compat_l; [nra | exact factor].
    - nra. }
  destruct (Rle_dec alpha 1) as [low | high].
  - (* alpha <= 1 *)
    rewrite (Rmin_right 1 alpha) in * by lra.
    assert (i_is : i = alpha ^ 2 * INR n) by (unfold i; rewrite Rmin_right; [reflexivity | nra]).
    destruct (Rle_dec (2 / 5) (alpha * INR n)) as [many | few].
    + (* Fano *)
      set (y := ln (INR N * q)).
      assert (Nq : 1 < INR N * q) by nra.
      assert (y_pos : 0 < y) by (unfold y; rewrite <- ln_1; apply ln_increasing; lra).
      assert (rare : f <= exp (- y)).
      { unfold y. rewrite exp_Ropp, exp_ln by lra. apply Rmult_le_reg_l with (INR N * q); [lra |].
        rewrite Rinv_r by lra. exact false_rare. }
      specialize (fano y y_pos rare).
      assert (y_is : y = L + ln q) by (unfold y, L; rewrite ln_mult by lra; reflexivity).
      assert (log_q : - (2 / 10 * alpha) <= ln q).
      { pose proof (ln_le_minus_1 (/ q) ltac:(apply Rinv_0_lt_compat; lra)) as tangent. rewrite ln_Rinv in tangent by
        lra.
        pose proof (s_most alpha ltac:(lra)) as s_alpha.
        assert (/ q - 1 <= 2 / 10 * alpha); [| lra].
        apply Rmult_le_reg_r with q; [lra |]. rewrite Rmult_minus_distr_r, Rinv_l by lra. nra. }
      assert (half : 2 / 10 * alpha <= i / 2) by (rewrite i_is; nra).
      assert (told : k * INR n <= i / 2) by (rewrite i_is; nra).
      assert (missed : L * (1 - (i + ln 2) / L) <= L * (1 - h)).
      { replace (L * (1 - (i + ln 2) / L)) with (L - i - ln 2) by (field; lra). nra. }
      apply Rmult_le_reg_l in missed; [| lra]. nra.
    + (* few users *)
      assert (N_3 : 3 <= INR N).
      { replace 3 with (INR 3) by (simpl; ring). apply le_INR. destruct (Nat.eq_dec N 2) as [two | ]; [exfalso | lia].
        unfold L in large. rewrite two in large. simpl INR in large. replace (1 + 1) with 2 in large by ring. lra. }
      pose proof (s_most alpha ltac:(lra)) as s_alpha.
      assert (alpha_small : alpha <= 1 / 5) by nra.
      assert (e_small : exp (alpha * INR n) <= 5 / 3).
      { apply Rle_trans with (exp (2 / 5)); [apply exp_le; lra |].
        pose proof (exp_ineq1_le (- (2 / 5))) as below. rewrite exp_Ropp in below. pose proof (exp_pos (2 / 5)) as pos.
        apply (Rmult_le_compat_l (exp (2 / 5))) in below; [| lra]. rewrite Rinv_r in below by lra. lra. }
      assert (q * h <= 5 / 9) by nra. assert (96 / 100 <= q) by lra. nra.
  - (* alpha > 1 *)
    assert (i_is : i = alpha * INR n) by (unfold i; rewrite Rmin_left; [reflexivity | nra]).
    assert (e_half : 2 * exp (alpha * INR n) <= INR N).
    { rewrite <- (exp_ln (INR N)) by lra. fold L. replace (2 * exp (alpha * INR n)) with (exp (ln 2 + alpha * INR n))
        by (rewrite exp_plus, exp_ln; lra). apply exp_le. lra. }
    assert (q * h <= 1 / 2) by nra. nra.
Qed.

Theorem kent_thm11 : forall (A B : Type) (Phi : loss) (Theta : metric_space A) (mathcalP : parametric B A) (Delta :
    R) (N T : nat) (alpha delta : R) (n : nat),
  0 < Delta ->
  (2 <= N)%nat ->
  (1 <= T)%nat ->
  0 < alpha ->
  0 <= delta ->
  delta < 1 ->
  (2 <= n)%nat ->
  covering_number_least Theta (2 * Delta) (INR N) ->
  delta <= Rmin 1 alpha / (9 * ln (INR n) * INR n) ->
  parameters_are mathcalP Theta ->
  forall (C : Type) (Z_ : method (list B) C A), users_approximately Z_ n alpha delta ->
  forall r : R, worst_loss_most mathcalP T Phi Z_ r ->
  (1 - (Rmin alpha (alpha ^ 2) * INR n + ln 2) / ln (INR N)) * loss_at Phi Delta / 3 <= r.
Proof.
  intros A B Phi Theta F Delta N T alpha delta n Delta_pos N_2 T_pos alpha_pos delta_0 delta_1 n_2 covers delta_small
    [same onto] C Z private_users r risk. subst Theta.
  assert (n_large : 2 <= INR n) by now apply (le_INR 2).
  assert (log_n : 0 < ln (INR n)) by (rewrite <- ln_1; apply ln_increasing; lra).
  assert (packing : packing_at_least (metric (parameters F)) (fun _ => True) (2 * Delta) N).
  { apply packings_above_coverings; [lra | apply metric_zero | apply metric_sym |].
    apply (covering_at_least_of_number _ _ (INR N)); [exact covers | lra]. }
  destruct (laws_of_a_packing F (2 * Delta) N onto ltac:(lia) packing) as (W & t & count & laws & far & near).
  assert (packed : packing_laws F (parameters F) (2 * Delta) N W).
  { split; [exact count |]. exists t. split; [exact laws |]. split; [intros _; exact far | exact near]. }
  pose proof (loss_of_wrong_names F Phi Z T Delta N W t r count ltac:(lia) laws far near risk) as error.
  pose proof (fact_names_under_pure_parts B A C F (parameters F) Z (2 * Delta) N delta alpha T n W ltac:(lra) N_2
    delta_0
    delta_1 alpha_pos T_pos ltac:(lia) packed private_users) as under.
  pose proof (fact_names_of_other_laws B A C F (parameters F) Z (2 * Delta) N delta alpha T n W ltac:(lra) N_2 delta_0
    delta_1 alpha_pos T_pos ltac:(lia) packed private_users) as other.
  pose proof (fact_pure_transcripts_differ_by_a_factor B A C F (parameters F) Z (2 * Delta) N delta alpha T n W
    ltac:(lra) N_2 delta_0 delta_1 alpha_pos T_pos ltac:(lia) packed private_users) as factor.
  set (hit := pure_hit Z W T alpha) in *. set (wrong := pure_false Z W T alpha) in *. set (q := (1 - delta) ^ n) in *.
  assert (some : (1 <= number W)%nat) by lia.
  assert (hit_range : 0 <= hit <= 1).
  { unfold hit, pure_hit. split.
    - rewrite <- (average_law_const W some 0). apply average_law_le; [exact some |]. intros v _.
      apply (E_between _ _ 0 1), test_names.
    - apply Rle_trans with (average_law W (fun _ => 1)); [| rewrite average_law_const by exact some; lra].
      apply average_law_le; [exact some |]. intros v _.
      apply (E_between _ _ 0 1), test_names. }
  pose proof (tanh_at_most (alpha / 2) ltac:(lra)) as [tanh_small _].
  set (k := alpha * tanh (alpha / 2)).
  assert (tanh_pos : 0 <= tanh (alpha / 2)).
  { unfold tanh, sinh, cosh. pose proof (exp_pos (alpha / 2)). pose proof (exp_pos (- (alpha / 2))).
    assert (exp (- (alpha / 2)) <= exp (alpha / 2)) by (apply exp_le; lra). apply Rdiv_le_0_compat; lra. }
  assert (k_pos : 0 <= k) by (unfold k; apply Rmult_le_pos; lra).
  assert (told : forall P Q : law B,
    KL_most (pure_transcript Z P Q T alpha) (pure_transcript Z Q P T alpha) (k * INR n)).
  { intros P Q. apply (fact_chain_rule_for_pure_transcripts B C A P Q Z delta alpha T n); auto; [lia |].
    intros H K private_K. unfold k.
    assert (close : forall L M : law (list B), close_laws alpha delta (bind L K) (bind M K))
      by (intros L M; now apply fact_messages_of_an_approximately_private_channel).
    apply divergence_of_a_private_pair; [lra | |]; apply (pure_parts_within _ _ alpha delta); auto; lra. }
  assert (q_range : 1 - Rmin 1 alpha / (9 * ln (INR n)) <= q <= 1).
  { split.
    - eapply Rle_trans; [| apply powers_of_almost_1; lra].
      apply (Rmult_le_compat_l (INR n)) in delta_small; [| lra].
      replace (INR n * (Rmin 1 alpha / (9 * ln (INR n) * INR n))) with (Rmin 1 alpha / (9 * ln (INR n))) in delta_small
        by (field; lra). lra.
    - unfold q. apply Rle_trans with (1 ^ n); [apply pow_incr | rewrite pow1]; lra. }
  assert (bound : (1 - (Rmin alpha (alpha ^ 2) * INR n + ln 2) / ln (INR N)) / 3 <= q * (1 - hit)).
  { apply (names_are_often_wrong N n alpha q hit wrong k); try assumption.
    - intros y y_pos rare. apply (fact_Fano_for_a_pair_of_chances B A C F (parameters F) Z (2 * Delta) N delta alpha
        (k * INR n) T y W); auto; [lra | apply Rmult_le_pos; lra].
    - unfold k. nra. }
  pose proof (loss_ge_0 Phi Delta) as cost.
  eapply Rle_trans; [| exact error].
  apply Rle_trans with (q * (1 - hit) * loss_at Phi Delta); [| apply Rmult_le_compat_r; lra].
  set (share := 1 - (Rmin alpha (alpha ^ 2) * INR n + ln 2) / ln (INR N)) in *.
  replace (share * loss_at Phi Delta / 3) with (share / 3 * loss_at Phi Delta) by field.
  now apply Rmult_le_compat_r.
Qed.

Theorem kent_thm11_point_masses : forall (A : Type) (Phi : loss) (Theta : metric_space A) (Delta : R) (N : nat)
    (alpha delta : R) (n : nat),
  0 < Delta ->
  (2 <= N)%nat ->
  0 < alpha ->
  0 <= delta ->
  delta < 1 ->
  (2 <= n)%nat ->
  covering_number_least Theta (2 * Delta) (INR N) ->
  delta <= Rmin 1 alpha / (9 * ln (INR n) * INR n) ->
  forall (B : Type) (Z_ : method (list A) B A), users_approximately Z_ n alpha delta ->
  forall r : R, worst_loss_most (point_masses Theta) 1 Phi Z_ r ->
  (1 - (Rmin alpha (alpha ^ 2) * INR n + ln 2) / ln (INR N)) * loss_at Phi Delta / 3 <= r.
Proof.
  intros A Phi Theta Delta N alpha delta n Delta_pos N_2 alpha_pos delta_0 delta_1 n_2 covers delta_small B Z
    private_users
    r risk.
  apply (kent_thm11 A A Phi Theta (point_masses Theta) Delta N 1 alpha delta n) with (C := B) (Z_ := Z); auto.
  split; [reflexivity |]. intros t. now exists (ret t).
Qed.
