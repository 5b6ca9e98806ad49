(** * Numbered results of kent: covering numbers of sparse vectors, and balls

    Each theorem says what a claim of the ledger says at that place, as the exporter writes it from the claim itself. *)

From Coq Require Import Classical_Prop.
From Foundations Require Export Moments Results_packings.
Import ListNotations.
Open Scope R_scope.

(** ** Lemma 30 *)

Lemma covering_weaken {T} (Theta : metric_space T) radius N N' : covering_number_least Theta radius N -> N' <= N ->
  covering_number_least Theta radius N'.
Proof. intros H le centres covered. eapply Rle_trans; [exact le | now apply H]. Qed.

Lemma raise_half x (k : nat) : 0 < x -> raise x (INR k / 2) = sqrt x ^ k.
Proof.
  intros pos. rewrite raise_pos by exact pos. rewrite <- Rpower_sqrt by exact pos. unfold Rpower.
  rewrite exp_times. f_equal. field.
Qed.

(** The factor for a choice of signs and values, on each support. *)
Lemma values_on_a_support Delta r (s : nat) : 0 < Delta -> (1 <= s)%nat -> 2 * Delta < r ->
  raise ((r - 2 * Delta) ^ 2 * INR s / (20 * Delta ^ 2)) (INR s / 2) <=
  ((r - 2 * Delta) / Delta) ^ s * cube_over_ball s.
Proof.
  intros D s_pos wide. assert (s_1 : 1 <= INR s) by now apply (le_INR 1).
  set (a := (r - 2 * Delta) / Delta). assert (a_pos : 0 < a) by (apply Rdiv_lt_0_compat; lra).
  replace ((r - 2 * Delta) ^ 2 * INR s / (20 * Delta ^ 2)) with (a ^ 2 * (INR s / 20)) by (unfold a; field; lra).
  assert (square : 0 < a ^ 2) by now apply pow_lt.
  rewrite raise_half by (apply Rmult_lt_0_compat; lra).
  rewrite sqrt_mult by lra. rewrite sqrt_pow2 by lra. rewrite Rpow_mult_distr.
  apply Rmult_le_compat_l; [apply pow_le; lra |].
  eapply Rle_trans; [| now apply cube_over_ball_least]. apply pow_incr. split; [apply sqrt_pos |].
  apply sqrt_le_1_alt. lra.
Qed.

Lemma raise_ratio x (k : nat) : 0 < x -> raise x (INR k) = x ^ k.
Proof. intros pos. rewrite raise_pos by exact pos. fold (Rpower x (INR k)). now apply Rpower_pow. Qed.

(** So many sets of k + 1 of d + 1 elements hold one that is given. *)
Lemma absorbed d k : INR (S k) * choose (S d) (S k) = INR (S d) * choose d k.
Proof.
  assert (next : forall d k, choose (S d) (S k) = choose d k + choose d (S k)).
  { intros e j. unfold choose. change (subsets (S e) (S j)) with (subsets e j + subsets e (S j))%nat. apply plus_INR. }
  revert k. induction d as [| d IH]; intros k.
  - rewrite next. unfold choose. destruct k as [| k]; [simpl; ring |]. simpl. ring.
  - destruct k as [| k].
    + rewrite next. pose proof (IH O) as at_0.
      replace (choose (S d) 0) with (choose d 0) by (unfold choose; destruct d; reflexivity).
      assert (one : choose d 0 = 1) by (unfold choose; destruct d; reflexivity). rewrite one in *.
      rewrite (S_INR (S d)). simpl (INR 1) in *. lra.
    + rewrite next. pose proof (IH k) as low. pose proof (IH (S k)) as high. rewrite (next d k) in low |- *.
      rewrite (next d (S k)) in high |- *. rewrite (S_INR (S k)), (S_INR (S d)) in *. nra.
Qed.

(** Binomial coefficients from below. *)
Lemma choose_above_powers k d : (1 <= k <= d)%nat -> (INR d / INR k) ^ k <= choose d k.
Proof.
  revert d. induction k as [| k IH]; intros d [low high]; [lia |]. destruct d as [| d]; [lia |].
  assert (k_pos : 0 < INR (S k)) by (apply lt_0_INR; lia). assert (d_pos : 0 < INR (S d)) by (apply lt_0_INR; lia).
  assert (same : choose (S d) (S k) = INR (S d) / INR (S k) * choose d k).
  { apply Rmult_eq_reg_l with (INR (S k)); [| lra]. rewrite absorbed. field. lra. }
  rewrite same. cbn [pow]. apply Rmult_le_compat_l; [apply Rdiv_le_0_compat; lra |].
  destruct k as [| k]; [unfold choose; destruct d; simpl; lra |].
  eapply Rle_trans; [| apply IH; lia]. apply pow_incr. split; [apply Rdiv_le_0_compat; lra |].
  assert (le : INR (S k) <= INR d) by (apply le_INR; lia). assert (0 < INR (S k)) by (apply lt_0_INR; lia).
  rewrite (S_INR d), (S_INR (S k)). apply Rmult_le_reg_r with ((INR (S k) + 1) * INR (S k)); [nra |].
  replace ((INR d + 1) / (INR (S k) + 1) * ((INR (S k) + 1) * INR (S k))) with ((INR d + 1) * INR (S k)) by (field;
    lra).
  replace (INR d / INR (S k) * ((INR (S k) + 1) * INR (S k))) with (INR d * (INR (S k) + 1)) by (field; lra). nra.
Qed.

Theorem kent_lemma30 : forall (Delta : R) (d : nat) (r : R) (s : nat),
  0 < Delta ->
  (1 <= d)%nat ->
  0 < r ->
  (1 <= s)%nat ->
  (s <= d)%nat ->
  1 <= INR d - INR s ->
  2 * Delta < r ->
  covering_number_least (sparse_cube d s r) Delta (raise ((r - 2 * Delta) ^ 2 * INR s / (20 * Delta ^ 2)) (INR s / 2)
    * raise (INR d / Rmin (INR s) (INR d - INR s)) (Rmin (INR s) (INR d - INR s))).
Proof.
  intros Delta d r s D d_pos r_pos s_pos s_d fewer wide.
  apply (covering_weaken _ _ _ _ (fact_supports_and_signs_one_by_one_from_below Delta r d s D r_pos d_pos s_pos wide)).
  assert (d_0 : 0 < INR d) by (apply lt_0_INR; lia).
  rewrite (Rmult_comm (raise _ _)), Rmult_assoc.
  assert (rest : (1 <= d - s)%nat).
  { apply INR_le. rewrite minus_INR by exact s_d. exact fewer. }
  assert (number : raise (INR d / Rmin (INR s) (INR d - INR s)) (Rmin (INR s) (INR d - INR s)) <= choose d s).
  { rewrite <- minus_INR by exact s_d. destruct (Nat.le_ge_cases s (d - s)) as [few | many].
    - rewrite Rmin_left by now apply le_INR. assert (0 < INR s) by (apply lt_0_INR; lia).
      rewrite raise_ratio by (apply Rdiv_lt_0_compat; lra). apply choose_above_powers. lia.
    - rewrite Rmin_right by now apply le_INR. assert (0 < INR (d - s)) by (apply lt_0_INR; lia).
      rewrite raise_ratio by (apply Rdiv_lt_0_compat; lra).
      rewrite (fact_binomial_coefficients_are_symmetric d s) by assumption. apply choose_above_powers. lia. }
  apply Rmult_le_compat; [apply raise_ge_0 | apply raise_ge_0 | exact number |].
  now apply values_on_a_support.
Qed.

(** Where s = d. *)
Theorem kent_lemma30_dense : forall (Delta : R) (d : nat) (r : R),
  0 < Delta ->
  (1 <= d)%nat ->
  0 < r ->
  2 * Delta < r ->
  covering_number_least (sparse_cube d d r) Delta (raise ((r - 2 * Delta) ^ 2 * INR d / (20 * Delta ^ 2)) (INR d / 2)).
Proof.
  intros Delta d r D d_pos r_pos wide.
  apply (covering_weaken _ _ _ _ (fact_supports_and_signs_one_by_one_from_below Delta r d d D r_pos d_pos d_pos wide)).
  assert (one : choose d d = 1) by (unfold choose; rewrite one_subset; reflexivity).
  rewrite one, Rmult_1_l. now apply values_on_a_support.
Qed.

(** ** Balls that cover a ball *)

Section Cover_of_a_ball.
  Variables (k : nat) (delta : R) (centres : list (nat -> R)).
  Hypotheses (some : (1 <= k)%nat) (delta_pos : 0 < delta).
  Hypothesis covered : forall x : nat -> R, is_zero_from k x -> Sum (below k) (fun j => x j ^ 2) <= 1 ->
    exists c, In c centres /\ Sum (below k) (fun j => (x j - c j) ^ 2) <= delta ^ 2.
  Let M := INR (length centres).

  (** The points of the lattice with spacing 1/n in the ball. *)
  Lemma points_of_a_ball n n' : (1 <= n)%nat -> delta * INR n + sqrt (INR k) <= INR n' ->
    ball_count k n <= M * ball_count k n'.
  Proof.
    intros n_pos fits. assert (n_0 : 0 < INR n) by (apply lt_0_INR; lia). set (h := / INR n).
    assert (H : 0 < h) by now apply Rinv_0_lt_compat.
    set (points := filter (in_ball_of n) (product_of (repeat (integers n) k))).
    set (near := fun (c : nat -> R) z =>
      if Rle_dec (Sum (below k) (fun j => (scaled h z j - c j) ^ 2)) (delta ^ 2) then true else false).
    assert (distinct : NoDup points).
    { apply NoDup_filter, NoDup_product. intros side S. apply repeat_spec in S. subst. unfold integers.
      apply NoDup_image; [apply seq_NoDup |]. intros x y _ _ same. lia. }
    assert (inside : forall z, In z points -> length z = k /\ length_squared z <= INR n ^ 2).
    { intros z Z'. apply filter_In in Z'. destruct Z' as [P close]. apply in_product, entries_of_each in P.
      rewrite repeat_length in P. split; [exact P |]. unfold in_ball_of in close. now destruct (Rle_dec _ _). }
    apply Rle_trans with (Sum points (fun z => Sum centres (fun c => if near c z then 1 else 0))).
    - unfold ball_count. fold points. rewrite <- (Rmult_1_r (INR (length points))), <- Sum_const.
      apply Sum_le_in. intros z Z'. destruct (inside z Z') as [L close].
      destruct (covered (scaled h z)) as (c & C & reached).
      + intros j off. unfold scaled. rewrite nth_overflow by lia. simpl. ring.
      + rewrite (Sum_ext _ _ (fun j => h ^ 2 * IZR (nth j z 0%Z) ^ 2)) by (intros j; unfold scaled; ring).
        rewrite Sum_scal.
        assert (same : Sum (below k) (fun j => IZR (nth j z 0%Z) ^ 2) = length_squared z).
        { unfold length_squared. rewrite <- L. clear. induction z as [| x z IH]; [reflexivity |].
          cbn [length]. rewrite Sum_below_succ. cbn [Sum]. rewrite <- IH. reflexivity. }
        rewrite same. replace 1 with (h ^ 2 * INR n ^ 2) by (unfold h; field; lra).
        apply Rmult_le_compat_l; [apply pow2_ge_0 | exact close].
      + clear - C reached. induction centres as [| c' l IH]; [easy |]. cbn [Sum].
        assert (rest : 0 <= Sum l (fun c => if near c z then 1 else 0))
          by (apply Sum_ge_0; intros c0; destruct (near c0 z); lra).
        destruct C as [-> | C].
        * unfold near at 1. destruct (Rle_dec _ _); [lra | easy].
        * specialize (IH C). destruct (near c' z); lra.
    - rewrite Sum_swap. unfold M. rewrite <- Sum_const. apply Sum_le. intros c.
      assert (counted : Sum points (fun z => if near c z then 1 else 0) = INR (length (filter (near c) points))).
      { clear. induction points as [| z l IH]; [reflexivity |]. cbn [Sum filter].
        destruct (near c z); cbn [length]; [rewrite S_INR |]; lra. }
      rewrite counted. apply (ball_elsewhere k n' h delta c); auto.
      + lra.
      + replace (delta / h) with (delta * INR n) by (unfold h; field; lra). exact fits.
      + now apply NoDup_filter.
      + intros z Z'. apply filter_In in Z'. destruct Z' as [Z' close]. split; [now apply inside |].
        unfold near in close. now destruct (Rle_dec _ _).
  Qed.

  (** With the least limit v of the counts over n^k: up to any e > 0. *)
  Lemma volumes_almost e : 0 < e < ball_volume k -> e < / delta ->
    (ball_volume k - e) * (/ delta - e) ^ k <= M * (ball_volume k + e).
  Proof.
    intros [e_pos e_small] e_inverse. set (u := fun n => ball_count k n / INR n ^ k). set (v := ball_volume k) in *.
    pose proof (ball_volume_pos k) as v_pos. fold v in v_pos.
    assert (least : is_LimInf_seq u v).
    { pose proof (proj2_sig (ex_LimInf_seq u)) as correct. fold (LimInf_seq u) in correct. unfold v, ball_volume.
      fold u.
      unfold v, ball_volume in v_pos. fold u in v_pos.
      destruct (LimInf_seq u) as [l | |]; [exact correct | simpl in v_pos; lra | simpl in v_pos; lra]. }
    destruct (least (mkposreal e e_pos)) as [often [from above]]. simpl in often, above.
    set (b := / delta) in *. assert (b_pos : 0 < b) by (unfold b; now apply Rinv_0_lt_compat).
    set (C := b * sqrt (INR k) + 1). pose proof (sqrt_pos (INR k)) as root.
    destruct (archimed ((INR from + 2 + C) / (b - 0) + C / e + sqrt (INR k) + 1)) as [far _].
    set (start := Z.to_nat (up ((INR from + 2 + C) / (b - 0) + C / e + sqrt (INR k) + 1))) in *.
    destruct (often start) as (n' & n'_large & below_v).
    assert (C_pos : 0 < C) by (unfold C; nra).
    assert (C_e : 0 < C / e) by now apply Rdiv_lt_0_compat.
    assert (from_pos : 0 <= INR from) by apply pos_INR.
    assert (first : 0 < (INR from + 2 + C) / (b - 0)) by (apply Rdiv_lt_0_compat; lra).
    assert (n'_is : (INR from + 2 + C) / (b - 0) + C / e + sqrt (INR k) + 1 < INR n').
    { eapply Rlt_le_trans; [exact far |]. apply le_INR in n'_large. unfold start in n'_large.
      rewrite INR_IZR_INZ, Z2Nat.id in n'_large; [exact n'_large |]. apply le_IZR. lra. }
    rewrite Rminus_0_r in n'_is, first. assert (n'_pos : 0 < INR n') by lra.
    assert (C_n' : C <= e * INR n').
    { apply Rle_trans with (e * (C / e)); [right; field; lra | apply Rmult_le_compat_l; lra]. }
    assert (b_n' : INR from + 2 + C < b * INR n').
    { apply Rle_lt_trans with (b * ((INR from + 2 + C) / b)); [right; field; lra | apply Rmult_lt_compat_l; lra]. }
    set (y := b * (INR n' - sqrt (INR k))).
    assert (y_is : y = b * INR n' - (C - 1)) by (unfold y, C; ring).
    destruct (nfloor_ex y ltac:(lra)) as [n [n_low n_high]].
    assert (n_from : (from <= n)%nat) by (apply INR_le; lra).
    assert (n_pos : (1 <= n)%nat) by (apply INR_le; simpl; lra).
    assert (n_0 : 0 < INR n) by (apply lt_0_INR; lia).
    assert (fits : delta * INR n + sqrt (INR k) <= INR n').
    { assert (delta * INR n <= delta * y) by (apply Rmult_le_compat_l; lra).
      assert (delta * y = INR n' - sqrt (INR k)) by (unfold y, b; field; lra). lra. }
    pose proof (points_of_a_ball n n' n_pos fits) as counts.
    pose proof (above n n_from) as low. unfold u in low, below_v.
    assert (size : (b - e) * INR n' <= INR n) by lra.
    assert (pow_n : 0 < INR n ^ k) by now apply pow_lt. assert (pow_n' : 0 < INR n' ^ k) by now apply pow_lt.
    assert (low' : (v - e) * INR n ^ k <= ball_count k n).
    { apply Rlt_le in low. apply (Rmult_le_compat_r (INR n ^ k)) in low; [| lra].
      replace (ball_count k n / INR n ^ k * INR n ^ k) with (ball_count k n) in low by (field; lra). exact low. }
    assert (high' : ball_count k n' <= (v + e) * INR n' ^ k).
    { apply Rlt_le in below_v. apply (Rmult_le_compat_r (INR n' ^ k)) in below_v; [| lra].
      replace (ball_count k n' / INR n' ^ k * INR n' ^ k) with (ball_count k n') in below_v by (field; lra). exact
        below_v. }
    assert (M_pos : 0 <= M) by apply pos_INR.
    apply Rmult_le_reg_r with (INR n' ^ k); [exact pow_n' |].
    apply Rle_trans with ((v - e) * INR n ^ k).
    - rewrite Rmult_assoc, <- Rpow_mult_distr. apply Rmult_le_compat_l; [lra |]. apply pow_incr. split; [| exact size].
      apply Rmult_le_pos; lra.
    - eapply Rle_trans; [exact low' |]. eapply Rle_trans; [exact counts |]. rewrite Rmult_assoc.
      now apply Rmult_le_compat_l.
  Qed.

  Theorem balls_that_cover_a_ball : (/ delta) ^ k <= M.
  Proof.
    set (v := ball_volume k). pose proof (ball_volume_pos k) as v_pos. fold v in v_pos.
    set (b := / delta). assert (b_pos : 0 < b) by (unfold b; now apply Rinv_0_lt_compat).
    apply (Rmult_le_reg_l v); [exact v_pos |]. rewrite (Rmult_comm v M).
    assert (zero : is_lim_seq (fun n => / INR n) 0)
      by (apply (is_lim_seq_inv _ p_infty); [apply is_lim_seq_INR | easy]).
    assert (left_limit : is_lim_seq (fun n => (v - / INR n) * (b - / INR n) ^ k) (v * b ^ k)).
    { apply (is_lim_seq_mult' _ _ v (b ^ k)).
      - replace (Finite v) with (Finite (v - 0)) by (f_equal; ring). apply is_lim_seq_minus'; [apply is_lim_seq_const
        |].
        exact zero.
      - apply (is_lim_seq_continuous (fun x => x ^ k) (fun n => b - / INR n) b).
        + apply derivable_continuous_pt, derivable_pt_pow.
        + replace (Finite b) with (Finite (b - 0)) by (f_equal; ring).
          apply is_lim_seq_minus'; [apply is_lim_seq_const | exact zero]. }
    assert (right_limit : is_lim_seq (fun n => M * (v + / INR n)) (M * v)).
    { apply (is_lim_seq_scal_l _ M v). replace (Finite v) with (Finite (v + 0)) by (f_equal; ring).
      apply is_lim_seq_plus'; [apply is_lim_seq_const | exact zero]. }
    refine (is_lim_seq_le_loc _ _ _ _ _ left_limit right_limit).
    destruct (archimed (/ v + / b + 1)) as [far _]. exists (Z.to_nat (up (/ v + / b + 1))). intros n n_large.
    assert (inv_v : 0 < / v) by now apply Rinv_0_lt_compat. assert (inv_b : 0 < / b) by now apply Rinv_0_lt_compat.
    assert (large : / v + / b + 1 < INR n).
    { eapply Rlt_le_trans; [exact far |]. apply le_INR in n_large.
      rewrite INR_IZR_INZ, Z2Nat.id in n_large; [exact n_large |]. apply le_IZR. lra. }
    apply volumes_almost.
    - split; [apply Rinv_0_lt_compat; lra |]. fold v. rewrite <- (Rinv_inv v). apply Rinv_lt_contravar; nra.
    - fold b. rewrite <- (Rinv_inv b). apply Rinv_lt_contravar; nra.
  Qed.
End Cover_of_a_ball.

Lemma one_of_terms {I} (l : list I) (f : I -> R) i : (forall j, 0 <= f j) -> In i l -> f i <= Sum l f.
Proof.
  intros pos. induction l as [| j l IH]; intros member; [easy |]. cbn [Sum].
  destruct member as [-> | member]; [pose proof (Sum_ge_0 l f pos) | pose proof (pos j); specialize (IH member)]; lra.
Qed.

(** At the radius 2 Delta, where Delta = e^(-24 i/d)/8. *)
Lemma covers_of_the_ball_chosen d i (centres : list vector) : (1 <= d)%nat -> 0 <= i ->
  let Delta := exp (- (24 * i / INR d)) / 8 in
  (forall x : vector, is_zero_from d x -> Sum (below d) (fun k => x k ^ 2) <= 1 ->
    exists c, In c centres /\ Sum (below d) (fun k => (x k - c k) ^ 2) <= (2 * Delta) ^ 2) ->
  4 * exp (24 * i) <= INR (length centres).
Proof.
  intros d_pos i_pos Delta covered. assert (d_1 : 1 <= INR d) by now apply (le_INR 1).
  pose proof (exp_pos (- (24 * i / INR d))) as e_pos.
  eapply Rle_trans; [| apply (balls_that_cover_a_ball d (2 * Delta) centres d_pos ltac:(unfold Delta; lra) covered)].
  replace (/ (2 * Delta)) with (4 * exp (24 * i / INR d)).
  - rewrite Rpow_mult_distr, (exp_times d (24 * i / INR d)).
    replace (INR d * (24 * i / INR d)) with (24 * i) by (field; lra).
    apply Rmult_le_compat_r; [left; apply exp_pos |]. rewrite <- (pow_1 4) at 1. apply Rle_pow; [lra | exact d_pos].
  - unfold Delta. rewrite exp_Ropp. field. pose proof (exp_pos (24 * i / INR d)). lra.
Qed.

Lemma logs_of_2_and_4 : ln 2 <= 1 / 2 * ln 4.
Proof. replace 4 with (2 * 2) by ring. rewrite ln_mult by lra. lra. Qed.

(** Proposition 3 (ii), from below. *)
Theorem kent_prop3ii_lower : forall (alpha : R) (d n : nat),
  0 < alpha ->
  (1 <= d)%nat ->
  (1 <= n)%nat ->
  forall (A : Type) (Z_ : method (list vector) A vector), users_in_turn Z_ n alpha ->
  forall r : R, worst_loss_most (point_masses (unit_ball d)) 1 squared Z_ r ->
  exp (- (48 * Rmin alpha (alpha ^ 2) * INR n / INR d)) / 256 <= r.
Proof.
  intros alpha d n alpha_pos d_pos n_pos A Z private_users r risk. rewrite told_product.
  pose proof (told_ge_0 n alpha alpha_pos) as i_pos. set (i := INR n * Rmin alpha (alpha ^ 2)) in *.
  set (Delta := exp (- (24 * i / INR d)) / 8). pose proof (exp_pos (- (24 * i / INR d))) as e_pos.
  assert (Delta_pos : 0 < Delta) by (unfold Delta; lra).
  pose proof (worst_loss_by_covers (point_masses (unit_ball d)) (fun _ => True) squared Z n 1 alpha Delta 4 (1 / 2) r)
    as bound.
  rewrite squared_at in bound by lra. unfold Delta in bound at 3. rewrite square_of_chosen in bound.
  pose proof (exp_pos (- (48 * i / INR d))). enough (exp (- (48 * i / INR d)) / 8 ^ 2 * (1 - 1 / 2) <= r) by lra.
  apply bound; auto; try lra; [intros t _; now exists (ret t) | apply logs_of_2_and_4 |].
  intros centres covered. fold i. rewrite <- (map_length (Nouns_covers.kept (in_unit_ball d))).
  apply (covers_of_the_ball_chosen d i _ d_pos i_pos). fold Delta. intros x zero inside.
  destruct (covered x I) as (c & C & near). exists (Nouns_covers.kept (in_unit_ball d) c). split; [now apply in_map |].
  assert (kept_x : Nouns_covers.kept (in_unit_ball d) x = x) by now apply kept_inside.
  change (Elementary.norm d (vector_minus (Nouns_covers.kept (in_unit_ball d) x) (Nouns_covers.kept (in_unit_ball d) c))
    <= 2 * Delta) in near. rewrite kept_x in near. apply close_of_norm; [lra | exact near].
Qed.

(** Theorem 6 (ii), from below: the term that no number of draws makes small. *)
Theorem kent_thm6ii_floor : forall (T : nat) (alpha : R) (d n : nat),
  (1 <= T)%nat ->
  0 < alpha ->
  (1 <= d)%nat ->
  (1 <= n)%nat ->
  forall (A : Type) (Z_ : method (list vector) A vector), users_in_turn Z_ n alpha ->
  forall r : R, worst_loss_most (with_means d (laws_on_ball 2 1 d)) T squared Z_ r ->
  exp (- (48 * Rmin alpha (alpha ^ 2) * INR n / INR d)) / 256 <= r.
Proof.
  intros T alpha d n T_pos alpha_pos d_pos n_pos A Z private_users r risk. rewrite told_product.
  pose proof (told_ge_0 n alpha alpha_pos) as i_pos. set (i := INR n * Rmin alpha (alpha ^ 2)) in *.
  set (Delta := exp (- (24 * i / INR d)) / 8). pose proof (exp_pos (- (24 * i / INR d))) as e_pos.
  assert (Delta_pos : 0 < Delta) by (unfold Delta; lra).
  pose proof (worst_loss_by_covers (with_means d (laws_on_ball 2 1 d)) (in_ball 2 1 d) squared Z n T alpha Delta 4 (1
    / 2)
    r) as bound.
  rewrite squared_at in bound by lra. unfold Delta in bound at 3. rewrite square_of_chosen in bound.
  pose proof (exp_pos (- (48 * i / INR d))). enough (exp (- (48 * i / INR d)) / 8 ^ 2 * (1 - 1 / 2) <= r) by lra.
  apply bound; auto; try lra; [| apply logs_of_2_and_4 |].
  - intros x inside. exists (ret x). split; [intros f g _ _ same; simpl; now apply same |].
    apply in_ball_2 in inside; [| lra]. destruct inside as [zero inside]. rewrite pow1 in inside.
    apply mean_of_point. intros k. destruct (Nat.lt_ge_cases k d) as [less | off]; [| rewrite zero by exact off; lra].
    assert (entry : x k ^ 2 <= Sum (below d) (fun k => x k ^ 2)).
    { apply (one_of_terms (below d) (fun k => x k ^ 2) k); [intros; apply pow2_ge_0 | now apply in_below]. }
    apply Rabs_le_between. apply pow2_inj_le; [lra |]. rewrite pow2_abs. lra.
  - intros centres covered. fold i. apply (covers_of_the_ball_chosen d i _ d_pos i_pos). fold Delta.
    intros x zero inside. destruct (covered x) as (c & C & near).
    + apply in_ball_2; [lra |]. rewrite pow1. now split.
    + exists c. split; [exact C |]. apply close_of_norm; [lra | exact near].
Qed.
