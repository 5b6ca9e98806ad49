(** * The first stage of zhao's Algorithm 1: the bin with most votes

    The users' means Y lie in bins of width 4 D/sqrt m; half of the users say of each bin whether their mean is in it,
    with Laplace noise. The bin with the most votes is next to that of the true mean but with a small chance:
    Lemma 2. *)

From Foundations Require Export Laplace Votes.
Import ListNotations.
Open Scope R_scope.

(** ** Numbers *)

Lemma exp_doubled x a b : 0 <= a -> a <= exp x -> b <= a * a -> b <= exp (2 * x).
Proof.
  intros A H B. replace (2 * x) with (x + x) by ring. rewrite exp_plus.
  eapply Rle_trans; [exact B | now apply Rmult_le_compat].
Qed.

Ltac doubled H b := match type of H with ?a <= exp ?x =>
  apply (exp_doubled x a b) in H; [| lra | lra] end.

Lemma exp_1_ge : 271 / 100 <= exp 1.
Proof.
  assert (H : 513 / 512 <= exp (1 / 512)) by (pose proof (exp_ineq1_le (1 / 512)); lra).
  doubled H (1003910 / 1000000). doubled H (1007835 / 1000000). doubled H (1015731 / 1000000).
  doubled H (1031709 / 1000000). doubled H (1064423 / 1000000). doubled H (1132996 / 1000000).
  doubled H (1283679 / 1000000). doubled H (1647831 / 1000000). doubled H (271 / 100).
  replace 1 with (2 * (2 * (2 * (2 * (2 * (2 * (2 * (2 * (2 * (1 / 512)))))))))) by field. exact H.
Qed.

Lemma ln_2_ge : 69 / 100 <= ln 2.
Proof.
  assert (H : 997304 / 1000000 <= exp (- (69 / 25600))) by (pose proof (exp_ineq1_le (- (69 / 25600))); lra).
  doubled H (994615 / 1000000). doubled H (989258 / 1000000). doubled H (978631 / 1000000). doubled H (957718 /
    1000000).
  doubled H (917223 / 1000000). doubled H (841298 / 1000000). doubled H (707782 / 1000000). doubled H (1 / 2).
  replace (2 * _) with (- (69 / 100)) in H by field.
  rewrite <- (ln_exp (69 / 100)). apply ln_le; [apply exp_pos |].
  rewrite exp_Ropp in H. pose proof (exp_pos (69 / 100)) as pos. set (e := exp (69 / 100)) in *.
  apply (Rmult_le_compat_r e) in H; [| lra]. rewrite Rinv_l in H; lra.
Qed.

Lemma exp_neg_2 : exp (- 2) <= 1362 / 10000.
Proof.
  pose proof exp_1_ge as H. apply (exp_doubled 1 _ (7344 / 1000)) in H; [| lra | lra].
  rewrite Rmult_1_r in H. change (exp (- (2)) <= 1362 / 10000). rewrite exp_Ropp.
  eapply Rle_trans; [apply Rinv_le_contravar; [| exact H]; lra | lra].
Qed.

Lemma exp_neg_8 : exp (- 8) <= 35 / 100000.
Proof.
  replace (- 8) with (- 2 + - 2 + (- 2 + - 2)) by ring. rewrite !exp_plus.
  pose proof exp_neg_2. pose proof (exp_pos (- 2)). set (e := exp (- 2)) in *.
  assert (e * e <= 18551 / 1000000) by nra. assert (0 <= e * e) by nra. nra.
Qed.

Lemma neg_ln_le x : 0 <= x <= 1 / 2 -> - ln (1 - x) <= 2 * x.
Proof.
  intros X. enough (- (2 * x) <= ln (1 - x)) by lra.
  rewrite <- (ln_exp (- (2 * x))). apply ln_le; [apply exp_pos |].
  rewrite exp_Ropp. pose proof (exp_ineq1_le (2 * x)).
  apply Rle_trans with (/ (1 + 2 * x)); [apply Rinv_le_contravar; lra |].
  apply Rmult_le_reg_r with (1 + 2 * x); [lra |]. rewrite Rinv_l by lra. nra.
Qed.

(** ** Means of numbers with noise *)

(** The mean S of so many numbers between a and a + w, each with Laplace noise of the scale beta w. *)
Section Noisy.
  Context {W : Type} (P : space W) (I V S : W -> R) (a w beta : R) (count : nat).
  Hypothesis (w_pos : 0 < w) (beta_pos : 0 < beta) (some : (1 <= count)%nat)
    (HI : square_integrable P I) (HV : square_integrable P V) (HS : square_integrable P S)
    (low : almost_le P (fun _ => a) I) (high : almost_le P I (fun _ => a + w))
    (apart : independent P I V) (noise : laplace_noise P V (beta * w))
    (mean : mean_of_copies P S (fun x => V x + I x) count).
  Let k := 1 / 8 + 2 * beta ^ 2.

  Let II := square_integrable_integrable P I HI.
  Let IV := square_integrable_integrable P V HV.
  Let scale : 0 < beta * w.
  Proof. nra. Qed.

  Let count_pos : 0 < INR count.
  Proof. apply lt_0_INR. lia. Qed.

  Let k_pos : 0 < k.
  Proof. unfold k. pose proof (pow2_ge_0 beta). lra. Qed.

  Lemma noisy_mean : expectation P S = expectation P I.
  Proof.
    rewrite (expectation_of_mean P S (fun x => V x + I x) count some HS);
      [| now apply square_integrable_plus | exact mean].
    rewrite expectation_plus, (laplace_centred P V (beta * w)) by assumption. ring.
  Qed.

  Section Deviation.
    Variable delta : R.
    Hypothesis (delta_0 : 0 <= delta) (delta_2 : delta ^ 2 <= 2).
    Let t := delta / 2 / k.

    Let t_0 : 0 <= t.
    Proof. apply Rdiv_le_0_compat; [lra | exact k_pos]. Qed.

    Let tk : t * k = delta / 2.
    Proof. unfold t. field. apply Rgt_not_eq, k_pos. Qed.

    (** k is at least beta. *)
    Let small : 0 <= beta ^ 2 * t ^ 2 <= 1 / 2.
    Proof.
      assert (beta <= k) by (unfold k; pose proof (pow2_ge_0 (1 - 4 * beta)); lra).
      assert (beta * t <= delta / 2) by (rewrite <- tk, (Rmult_comm t); now apply Rmult_le_compat_r).
      assert (0 <= beta * t) by (apply Rmult_le_pos; [lra | exact t_0]).
      replace (beta ^ 2 * t ^ 2) with ((beta * t) ^ 2) by ring.
      split; nra.
    Qed.

    Lemma noisy_cumulants c : c ^ 2 = 1 -> CGF_most P S (c * (t / w * INR count)) (k * t ^ 2 * INR count).
    Proof.
      intros sign. assert (square : (c * (t / w)) ^ 2 * w ^ 2 = t ^ 2).
      { replace ((c * (t / w)) ^ 2 * w ^ 2) with (c ^ 2 * t ^ 2) by (field; lra). rewrite sign. ring. }
      apply (cumulants_of_mean_most P S (fun x => V x + I x) count some HS);
        [now apply square_integrable_plus | exact mean |].
      replace (c * (t / w * INR count) / INR count) with (c * (t / w)) by (field; lra).
      apply CGF_most_weaken with
        (- ln (1 - (beta * w) ^ 2 * (c * (t / w)) ^ 2) + (c * (t / w)) ^ 2 * (a + w - a) ^ 2 / 8).
      - replace ((beta * w) ^ 2 * (c * (t / w)) ^ 2) with (beta ^ 2 * t ^ 2) by (rewrite <- square; ring).
        apply cumulants_add_most; auto.
        + now apply independent_sym.
        + replace (beta ^ 2 * t ^ 2) with ((beta * w) ^ 2 * (c * (t / w)) ^ 2) by (rewrite <- square; ring).
          apply laplace_cumulants_most; auto.
          replace ((beta * w) ^ 2 * (c * (t / w)) ^ 2) with (beta ^ 2 * t ^ 2) by (rewrite <- square; ring). lra.
        + now apply hoeffding_lemma_for_reals.
      - replace ((beta * w) ^ 2 * (c * (t / w)) ^ 2) with (beta ^ 2 * t ^ 2) by (rewrite <- square; ring).
        replace (a + w - a) with w by ring. rewrite square. pose proof (neg_ln_le _ small). unfold k. lra.
    Qed.

    Let rate : k * t ^ 2 * INR count - t / w * INR count * (delta * w) = - (INR count * delta ^ 2 / (4 * k)).
    Proof. unfold t. field. split; [apply Rgt_not_eq, k_pos | lra]. Qed.

    Let tilt_0 : 0 <= t / w * INR count.
    Proof. apply Rmult_le_pos; [apply Rdiv_le_0_compat; [exact t_0 | exact w_pos] | lra]. Qed.

    Lemma noisy_above : probability P (fun x => delta * w <= S x - expectation P I) <=
      exp (- (INR count * delta ^ 2 / (4 * k))).
    Proof.
      rewrite <- noisy_mean, <- rate. apply (chernoff P S); [exact tilt_0 |].
      rewrite <- (Rmult_1_l (t / w * INR count)). apply noisy_cumulants. ring.
    Qed.

    Lemma noisy_below : probability P (fun x => delta * w <= expectation P I - S x) <=
      exp (- (INR count * delta ^ 2 / (4 * k))).
    Proof.
      rewrite <- noisy_mean, <- rate.
      eapply Rle_trans; [| apply (chernoff_below P S (delta * w)); [exact tilt_0 |]].
      - apply probability_mono. intros x. lra.
      - replace (- (t / w * INR count)) with (-1 * (t / w * INR count)) by ring. apply noisy_cumulants. ring.
    Qed.
  End Deviation.
End Noisy.

(** ** Votes on one bin *)

(** zhao (41): the mean of so many bits, each with Laplace noise, is 0.18 off with a small chance. *)
Section Votes.
  Context {W : Type} (P : space W) (I V S : W -> R) (eps : R) (half : nat).
  Hypothesis (eps_pos : 0 < eps) (some : (1 <= half)%nat)
    (HI : square_integrable P I) (HV : square_integrable P V) (HS : square_integrable P S)
    (low : almost_le P (fun _ => 0) I) (high : almost_le P I (fun _ => 1))
    (apart : independent P I V) (noise : laplace_noise P V (2 / eps))
    (votes : mean_of_copies P S (fun w => V w + I w) half).
  Let chance := exp (- (2 * INR half * Rmin 1 (eps ^ 2) / 2007)).

  Let scale : 0 < 2 / eps.
  Proof. apply Rdiv_lt_0_compat; lra. Qed.

  Let faster : exp (- (INR half * (18 / 100) ^ 2 / (4 * (1 / 8 + 2 * (2 / eps) ^ 2)))) <= chance.
  Proof.
    apply exp_le, Ropp_le_contravar. set (r := Rmin 1 (eps ^ 2)). set (k := 1 / 8 + 2 * (2 / eps) ^ 2).
    assert (half_pos : 0 < INR half) by (apply lt_0_INR; lia).
    assert (e2 : 0 < eps ^ 2) by now apply pow_lt.
    assert (k_pos : 0 < k) by (unfold k; pose proof (pow2_ge_0 (2 / eps)); lra).
    assert (rk : r * k <= 8125 / 1000).
    { assert (r_1 : r <= 1) by apply Rmin_l. assert (r_e : r <= eps ^ 2) by apply Rmin_r.
      assert (r / eps ^ 2 <= 1).
      { apply Rmult_le_reg_r with (eps ^ 2); [exact e2 |]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l; lra. }
      unfold k. replace (r * (1 / 8 + 2 * (2 / eps) ^ 2)) with (r / 8 + 8 * (r / eps ^ 2)) by (field; lra). lra. }
    apply Rmult_le_reg_r with k; [exact k_pos |].
    replace (INR half * (18 / 100) ^ 2 / (4 * k) * k) with (INR half * (81 / 10000)) by (field; lra). nra.
  Qed.

  Let noise_1 : laplace_noise P V (2 / eps * 1).
  Proof. now rewrite Rmult_1_r. Qed.

  Let high_1 : almost_le P I (fun _ => 0 + 1).
  Proof. now rewrite Rplus_0_l. Qed.

  Lemma votes_above : probability P (fun w => 18 / 100 <= S w - expectation P I) <= chance.
  Proof.
    eapply Rle_trans; [| exact faster].
    pose proof (noisy_above P I V S 0 1 (2 / eps) half ltac:(lra) scale some HI HV HS low high_1 apart noise_1 votes
      (18 / 100) ltac:(lra) ltac:(lra)) as tail.
    now rewrite Rmult_1_r in tail.
  Qed.

  Lemma votes_below : probability P (fun w => 18 / 100 <= expectation P I - S w) <= chance.
  Proof.
    eapply Rle_trans; [| exact faster].
    pose proof (noisy_below P I V S 0 1 (2 / eps) half ltac:(lra) scale some HI HV HS low high_1 apart noise_1 votes
      (18 / 100) ltac:(lra) ltac:(lra)) as tail.
    now rewrite Rmult_1_r in tail.
  Qed.
End Votes.

(** ** All bins *)

Section Bins.
  Context {W : Type} (P : space W) (X Y J : W -> R) (I V S : random_family W) (D eps : R) (m half B : nat).
  Let mu := expectation P X.
  Let bin := 4 * D / sqrt (INR m).
  Let edge k := - D + (INR k - 1) * bin.
  Let chance := exp (- (2 * INR half * Rmin 1 (eps ^ 2) / 2007)).

  (** The user's mean is in the bin k, the last of which has no right end. *)
  Let inside k : event W := fun w => edge k <= Y w /\ (k = B \/ Y w < edge k + bin).

  Hypothesis (D_pos : 0 < D) (eps_pos : 0 < eps) (m_1 : (1 <= m)%nat) (half_1 : (1 <= half)%nat)
    (HX : square_integrable P X) (HY : square_integrable P Y)
    (HI : forall k, square_integrable P (I k)) (HV : forall k, square_integrable P (V k))
    (HS : forall k, square_integrable P (S k))
    (samples : mean_of_copies P Y X m) (low : almost_le P (fun _ => - D) X) (high : almost_le P X (fun _ => D))
    (bits : forall k, (1 <= k <= B)%nat -> almost_eq P (I k) (indicator (inside k)))
    (votes : forall k, (1 <= k <= B)%nat -> mean_of_copies P (S k) (fun w => V k w + I k w) half)
    (apart : forall k, (1 <= k <= B)%nat -> independent P (I k) (V k))
    (noise : forall k, (1 <= k <= B)%nat -> laplace_noise P (V k) (2 / eps))
    (best : winner P J S B) (enough : sqrt (INR m) / 2 <= INR B) (few : INR B < sqrt (INR m) / 2 + 1).

  Let root_pos : 0 < sqrt (INR m).
  Proof. apply sqrt_lt_R0, lt_0_INR. lia. Qed.

  Let root : sqrt (INR m) * sqrt (INR m) = INR m.
  Proof. apply sqrt_sqrt, pos_INR. Qed.

  Let bin_pos : 0 < bin.
  Proof. apply Rdiv_lt_0_compat; lra. Qed.

  Let edge_next k : edge (Datatypes.S k) = edge k + bin.
  Proof. unfold edge. rewrite S_INR. ring. Qed.

  Let mu_between : - D <= mu <= D.
  Proof. apply almost_between; auto. now apply square_integrable_integrable. Qed.

  Let mass k := expectation P (I k).

  Let mass_is k : (1 <= k <= B)%nat -> mass k = probability P (inside k).
  Proof.
    intros K. apply expectation_of_indicator; [now apply square_integrable_integrable | now apply bits].
  Qed.

  Let bit_between k : (1 <= k <= B)%nat -> almost_le P (fun _ => 0) (I k) /\ almost_le P (I k) (fun _ => 1).
  Proof.
    intros K. destruct (bits k K) as [below above]. split.
    - apply almost_le_trans with (indicator (inside k)); [| exact above]. apply surely_le, indicator_between.
    - apply almost_le_trans with (indicator (inside k)); [exact below |]. apply surely_le, indicator_between.
  Qed.

  (** Hoeffding for one user's mean, at one half and at one width of a bin. *)
  Let off c : 0 < c -> probability P (fun w => c * bin <= Rabs (Y w - mu)) <= 2 * exp (- (8 * c ^ 2)).
  Proof.
    intros C. assert (c_bin : 0 < c * bin) by nra.
    pose proof (hoeffding P Y X m m_1 HY HX samples (- D) D low high ltac:(lra) (c * bin) c_bin) as H. fold mu in H.
    eapply Rle_trans; [exact H |]. right. do 3 f_equal. unfold bin. rewrite <- root at 1. field. lra.
  Qed.

  (** A bin has mu. *)
  Let home : exists k, (1 <= k <= B)%nat /\ edge k <= mu <= edge k + bin.
  Proof.
    assert (reach : mu <= - D + INR B * bin).
    { eapply Rle_trans; [apply mu_between |]. enough (2 * D <= INR B * bin) by lra.
      replace (2 * D) with (sqrt (INR m) / 2 * bin) by (unfold bin; field; lra). apply Rmult_le_compat_r; lra. }
    assert (start : - D <= mu) by apply mu_between.
    assert (B_1 : (1 <= B)%nat) by (apply INR_le; simpl; apply Rnot_lt_le; intros none; apply (INR_lt B 1) in none;
      replace B with O in enough by lia; simpl in enough; lra).
    clear - B_1 reach start bin_pos edge. revert reach. induction B as [| n IH]; intros reach; [lia |].
    destruct (Rle_dec mu (- D + INR n * bin)) as [before | here].
    - destruct n as [| n]; [simpl in before; exists 1%nat; split; [lia |]; unfold edge; simpl; lra |].
      destruct (IH ltac:(lia) before) as (k & K & at_k). exists k. split; [lia | exact at_k].
    - exists (Datatypes.S n). split; [lia |]. unfold edge. rewrite S_INR in *. lra.
  Qed.

  Section Home.
    Variable k : nat.
    Hypothesis (K : (1 <= k <= B)%nat) (at_k : edge k <= mu <= edge k + bin).

    Let edge_le i j : (i <= j)%nat -> edge i <= edge j.
    Proof. intros ij. apply le_INR in ij. unfold edge. nra. Qed.

    (** Bins that are two or more away hold few means. *)
    Let light v : (1 <= v <= B)%nat -> (k + 2 <= v \/ v + 2 <= k)%nat -> mass v <= 2 * exp (- 8).
    Proof.
      intros range far. rewrite mass_is by exact range.
      eapply Rle_trans; [| apply Rle_trans with (1 := off 1 ltac:(lra)); right; do 2 f_equal; lra].
      apply probability_mono. intros w [from to]. destruct far as [right | left].
      - apply edge_le in right. replace (k + 2)%nat with (Datatypes.S (Datatypes.S k)) in right by lia.
        rewrite !edge_next in right. eapply Rle_trans; [| apply Rle_abs]. lra.
      - assert (not_last : v <> B) by lia. destruct to as [last | to]; [easy |].
        apply edge_le in left. replace (v + 2)%nat with (Datatypes.S (Datatypes.S v)) in left by lia.
        rewrite !edge_next in left. rewrite <- Rabs_Ropp. eapply Rle_trans; [| apply Rle_abs]. lra.
    Qed.

    (** Near mu are most means: with the own bin or one beside it. *)
    Let near : event W := fun w => ~ 1 / 2 * bin <= Rabs (Y w - mu).

    Let near_most : 1 - 2 * exp (- 2) <= probability P near.
    Proof.
      unfold near. rewrite complement. pose proof (off (1 / 2) ltac:(lra)) as H.
      replace (- (8 * (1 / 2) ^ 2)) with (- 2) in H by lra. lra.
    Qed.

    Let heavy : exists v, (1 <= v <= B)%nat /\ 1 / 2 - exp (- 2) <= mass v.
    Proof.
      assert (pair : forall i, (1 <= i)%nat -> (Datatypes.S i <= B)%nat ->
        edge i + bin / 2 <= mu <= edge i + 3 * bin / 2 ->
        exists v, (1 <= v <= B)%nat /\ 1 / 2 - exp (- 2) <= mass v).
      { intros i i_1 i_B at_i.
        assert (sum : 1 - 2 * exp (- 2) <= mass i + mass (Datatypes.S i)).
        { rewrite !mass_is by lia. eapply Rle_trans; [exact near_most |]. eapply Rle_trans; [| apply union_bound].
          apply probability_mono. intros w close. unfold near in close. apply Rnot_le_lt, Rabs_def2 in close.
          unfold inside. rewrite edge_next. destruct (Rlt_dec (Y w) (edge i + bin)).
          - left. split; [lra | right; assumption].
          - right. split; [lra | right; lra]. }
        destruct (Rle_dec (1 / 2 - exp (- 2)) (mass i)).
        - exists i. split; [lia | assumption].
        - exists (Datatypes.S i). split; [lia | lra]. }
      assert (own : (forall w, - D <= Y w -> near w -> inside k w) ->
        exists v, (1 <= v <= B)%nat /\ 1 / 2 - exp (- 2) <= mass v).
      { intros all. exists k. split; [exact K |]. rewrite mass_is by exact K.
        assert (Y_low : almost_le P (fun _ => - D) Y) by now apply (mean_at_least P Y X m).
        assert (1 - 2 * exp (- 2) <= probability P (inside k)).
        { eapply Rle_trans; [exact near_most |].
          apply Rle_trans with (probability P (inside k) + probability P (fun w => Y w < - D)).
          - eapply Rle_trans; [| apply union_bound]. apply probability_mono. intros w close.
            destruct (Rlt_dec (Y w) (- D)); [now right | left; apply all; [lra | exact close]].
          - unfold almost_le in Y_low. rewrite Y_low. lra. }
        pose proof (exp_pos (- 2)). pose proof exp_neg_2. lra. }
      destruct (Rle_dec (edge k + bin / 2) mu) as [right | left].
      - destruct (le_lt_dec B k) as [last | inner].
        + apply own. intros w _ close. unfold near in close. apply Rnot_le_lt, Rabs_def2 in close.
          split; [lra | left; lia].
        + apply (pair k); [lia | lia | lra].
      - destruct (le_lt_dec k 1) as [first | later].
        + apply own. intros w above close. unfold near in close. apply Rnot_le_lt, Rabs_def2 in close.
          assert (k = 1%nat) as -> by lia. split; [unfold edge; simpl; lra | right; lra].
        + assert (back : edge k = edge (k - 1)%nat + bin).
          { rewrite <- edge_next. f_equal. lia. }
          apply (pair (k - 1)%nat); [lia | lia | lra].
    Qed.

    (** A light bin wins against the heavy one where one of both counts is off. *)
    Let rarely v : (1 <= v <= B)%nat -> (k + 2 <= v \/ v + 2 <= k)%nat ->
      probability P (fun w => J w = INR v) <= 2 * chance.
    Proof.
      intros range far. destruct heavy as (h & H & mass_h). pose proof (light v range far) as mass_v.
      eapply Rle_trans; [apply (winner_no_smaller P J S B v h best range H) |].
      apply Rle_trans with (probability P (fun w => 18 / 100 <= S v w - mass v) +
        probability P (fun w => 18 / 100 <= mass h - S h w)).
      - eapply Rle_trans; [| apply union_bound]. apply probability_mono. intros w wins.
        pose proof exp_neg_2. pose proof exp_neg_8.
        destruct (Rle_dec (18 / 100) (S v w - mass v)); [now left | right; lra].
      - replace (2 * chance) with (chance + chance) by ring. destruct (bit_between v range), (bit_between h H).
        apply Rplus_le_compat.
        + apply (votes_above P (I v) (V v) (S v) eps half); auto.
        + apply (votes_below P (I h) (V h) (S h) eps half); auto.
    Qed.

    Let far_wins : probability P (fun w => INR k + INR 1 < J w \/ J w < INR k - INR 1) <= (INR B - 1) * (2 * chance).
    Proof.
      assert (chance_0 : 0 <= 2 * chance) by (pose proof (exp_pos (- (2 * INR half * Rmin 1 (eps ^ 2) / 2007)));
        unfold chance; lra).
      apply union_bound_over_values; auto.
      - now apply (winner_among P J S B).
      - intros v range. apply rarely; lia.
      - intros v range. apply rarely; lia.
    Qed.

    Lemma first_stage_at_home :
      probability P (fun w => mu < bin * (J w - 2) - D \/ bin * (J w + 1) - D < mu) <= sqrt (INR m) * chance.
    Proof.
      apply Rle_trans with ((INR B - 1) * (2 * chance)).
      - eapply Rle_trans; [| exact far_wins]. apply probability_mono. intros w missed. simpl INR. unfold edge in at_k.
        destruct missed as [right | left].
        + left. apply Rmult_lt_reg_l with bin; [exact bin_pos |]. lra.
        + right. apply Rmult_lt_reg_l with bin; [exact bin_pos |]. lra.
      - pose proof (exp_pos (- (2 * INR half * Rmin 1 (eps ^ 2) / 2007))) as pos. fold chance in pos. nra.
    Qed.
  End Home.

  (** zhao Lemma 2. *)
  Theorem first_stage :
    probability P (fun w => mu < bin * (J w - 2) - D \/ bin * (J w + 1) - D < mu) <= sqrt (INR m) * chance.
  Proof. destruct home as (k & K & at_k). now apply (first_stage_at_home k). Qed.

  Theorem zhao_lemma_2 :
    1 - sqrt (INR m) * chance <= probability P (fun w => bin * (J w - 2) - D <= mu /\ mu <= bin * (J w + 1) - D).
  Proof.
    pose proof first_stage as missed.
    pose proof (complement P (fun w => mu < bin * (J w - 2) - D \/ bin * (J w + 1) - D < mu)) as hit.
    rewrite (probability_ext P _ (fun w => bin * (J w - 2) - D <= mu /\ mu <= bin * (J w + 1) - D)) in hit
      by (intros w; lra).
    lra.
  Qed.
End Bins.
