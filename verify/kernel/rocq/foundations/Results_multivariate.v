(** * kent Theorem 6 (i) from above: the mean of vectors of the cube

    The users are in blocks, one for each group of about alpha coordinates,
      for each of which a user has a privacy of 1 or
    more: Many_means.v. It says what a claim of the ledger says at that place, as the exporter writes it from the claim
    itself. *)

From Foundations Require Export Many_means Results_univariate.
Import ListNotations.
Open Scope R_scope.

(** ** Blocks of users and of coordinates *)

Lemma users_of_a_block n b : (2 <= n)%nat -> (1 <= b)%nat -> b = 1%nat \/ (6 * b <= n)%nat ->
  INR n / (4 * INR b) <= INR (n / 2 / b).
Proof.
  intros n_2 b_1 enough. assert (b_pos : 1 <= INR b) by now apply (le_INR 1).
  assert (half : INR n <= 2 * INR (n / 2) + 1).
  { pose proof (Nat.div_mod n 2 ltac:(lia)) as parts. pose proof (Nat.mod_upper_bound n 2 ltac:(lia)) as rest.
    assert (H : (n <= 2 * (n / 2) + 1)%nat) by lia. apply le_INR in H. rewrite plus_INR, mult_INR in H.
    change (INR 2) with 2 in H. change (INR 1) with 1 in H. lra. }
  assert (n_pos : 2 <= INR n) by now apply (le_INR 2).
  apply Rmult_le_reg_r with (4 * INR b); [lra |].
  replace (INR n / (4 * INR b) * (4 * INR b)) with (INR n) by (field; lra).
  destruct enough as [-> | many].
  - rewrite Nat.div_1_r. simpl (INR 1). lra.
  - apply le_INR in many. rewrite mult_INR in many. replace (INR 6) with 6 in many by (simpl; ring).
    assert (whole : INR (n / 2) <= INR b * INR (n / 2 / b) + INR b).
    { pose proof (Nat.div_mod (n / 2) b ltac:(lia)) as parts.
      pose proof (Nat.mod_upper_bound (n / 2) b ltac:(lia)) as rest.
      rewrite <- mult_INR, <- plus_INR. apply le_INR. lia. }
    lra.
Qed.

(** k coordinates for each user, in b blocks: what there is of users, privacy and noise. *)
Definition good_blocks alpha d n k b := (1 <= k)%nat /\ (1 <= b)%nat /\ (d <= k * b)%nat /\
  let w := INR (n / 2 / b) in let eps := alpha / INR k in
  Rmin alpha (Rmin (INR d) (alpha ^ 2)) * INR n / INR d / 16 <= Rmin 1 (eps ^ 2) * w /\
  Rmin alpha (alpha ^ 2) * INR n / INR d / 8 <= w * Rmin eps (eps ^ 2).

Lemma there_are_blocks alpha d n : 0 < alpha -> (1 <= d)%nat -> (2 <= n)%nat ->
  273152 <= Rmin alpha (alpha ^ 2) * INR n / INR d -> exists k b, good_blocks alpha d n k b.
Proof.
  intros pos d_1 n_2 many. assert (d_pos : 1 <= INR d) by now apply (le_INR 1).
  assert (n_pos : 2 <= INR n) by now apply (le_INR 2).
  apply (Rmult_le_compat_r (INR d)) in many; [| lra].
  replace (Rmin alpha (alpha ^ 2) * INR n / INR d * INR d) with (Rmin alpha (alpha ^ 2) * INR n) in many by (field;
    lra).
  destruct (Rle_dec alpha 1) as [small | large].
  - (* One coordinate for each. *)
    assert (a2 : 0 < alpha ^ 2 <= 1) by nra. rewrite Rmin_right in many by nra.
    assert (room : (6 * d <= n)%nat).
    { apply INR_le. rewrite mult_INR. replace (INR 6) with 6 by (simpl; ring). nra. }
    pose proof (users_of_a_block n d n_2 d_1 (or_intror room)) as w.
    exists 1%nat, d. split; [lia | split; [exact d_1 | split; [lia |]]]. cbv zeta. simpl (INR 1).
    replace (alpha / 1) with alpha by field. rewrite (Rmin_right alpha (alpha ^ 2)), (Rmin_right 1 (alpha ^ 2)) by nra.
    rewrite (Rmin_right (INR d) (alpha ^ 2)) by lra. rewrite (Rmin_right alpha (alpha ^ 2)) by nra.
    assert (part : alpha ^ 2 * INR n / INR d / 8 <= INR (n / 2 / d) * alpha ^ 2).
    { replace (alpha ^ 2 * INR n / INR d / 8) with (INR n / (4 * INR d) / 2 * alpha ^ 2) by (field; lra).
      apply Rmult_le_compat_r; [lra |]. assert (0 < INR n / (4 * INR d)) by (apply Rdiv_lt_0_compat; lra). lra. }
    split; [| exact part]. assert (0 <= alpha ^ 2 * INR n / INR d / 8).
    { unfold Rdiv. apply Rmult_le_pos; [| lra]. apply Rmult_le_pos; [nra |]. left. apply Rinv_0_lt_compat. lra. }
    lra.
  - (* As many as alpha allows. *)
    assert (a2 : alpha <= alpha ^ 2) by nra. rewrite Rmin_left in many by exact a2.
    pose proof (place_between alpha ltac:(lra)) as [q_low q_high]. set (q := place alpha) in *.
    assert (q_1 : (1 <= q)%nat) by (destruct q; [simpl in q_high; lra | lia]).
    assert (q_half : alpha / 2 <= INR q) by (apply (le_INR 1) in q_1; simpl (INR 1) in q_1; lra).
    set (k := Nat.min q d). assert (k_1 : (1 <= k)%nat) by (unfold k; lia). set (b := ((d + k - 1) / k)%nat).
    pose proof (Nat.div_mod (d + k - 1) k ltac:(lia)) as parts. fold b in parts.
    pose proof (Nat.mod_upper_bound (d + k - 1) k ltac:(lia)) as rest.
    assert (cover : (d <= k * b)%nat) by lia. assert (b_1 : (1 <= b)%nat) by (destruct b; lia).
    assert (few : (k * b <= 2 * d)%nat) by (unfold k in *; lia).
    assert (room : b = 1%nat \/ (6 * b <= n)%nat).
    { destruct (le_lt_dec d q) as [all | some].
      - left. assert (k_d : k = d) by (unfold k; lia). unfold b. rewrite k_d. symmetry.
        apply Nat.div_unique with (d - 1)%nat; lia.
      - right. apply INR_le. rewrite mult_INR. replace (INR 6) with 6 by (simpl; ring).
        assert (k_q : k = q) by (unfold k; lia). apply le_INR in few. rewrite !mult_INR, k_q in few.
        replace (INR 2) with 2 in few by reflexivity.
        assert (few' : alpha / 2 * INR b <= 2 * INR d).
        { eapply Rle_trans; [| exact few]. apply Rmult_le_compat_r; [apply pos_INR | exact q_half]. }
        apply Rmult_le_reg_l with alpha; [lra |]. lra. }
    pose proof (users_of_a_block n b n_2 b_1 room) as w.
    assert (k_pos : 1 <= INR k) by now apply (le_INR 1). assert (b_pos : 1 <= INR b) by now apply (le_INR 1).
    assert (k_alpha : INR k <= alpha).
    { eapply Rle_trans; [| exact q_low]. apply le_INR. unfold k. lia. }
    assert (eps_1 : 1 <= alpha / INR k).
    { apply Rmult_le_reg_r with (INR k); [lra |]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l by lra. lra. }
    assert (w_least : INR n * INR k / INR d / 8 <= INR (n / 2 / b)).
    { eapply Rle_trans; [| exact w]. apply le_INR in few. rewrite !mult_INR in few. replace (INR 2) with 2 in few by
        reflexivity.
      apply Rmult_le_reg_r with (8 * INR d * INR b); [nra |].
      replace (INR n * INR k / INR d / 8 * (8 * INR d * INR b)) with (INR n * (INR k * INR b)) by (field; lra).
      replace (INR n / (4 * INR b) * (8 * INR d * INR b)) with (INR n * (2 * INR d)) by (field; lra).
      apply Rmult_le_compat_l; lra. }
    exists k, b. split; [exact k_1 | split; [exact b_1 | split; [exact cover |]]]. cbv zeta.
    set (eps := alpha / INR k) in *.
    rewrite (Rmin_left 1) by nra. rewrite (Rmin_left eps) by nra. rewrite (Rmin_left alpha (alpha ^ 2)) by exact a2.
    split.
    + rewrite Rmult_1_l. eapply Rle_trans; [| exact w_least].
      assert (most : Rmin alpha (Rmin (INR d) (alpha ^ 2)) / 2 <= INR k).
      { unfold k. destruct (le_lt_dec d q) as [all | some].
        - rewrite Nat.min_r by exact all. pose proof (Rmin_r alpha (Rmin (INR d) (alpha ^ 2))).
          pose proof (Rmin_l (INR d) (alpha ^ 2)). lra.
        - rewrite Nat.min_l by lia. pose proof (Rmin_l alpha (Rmin (INR d) (alpha ^ 2))). lra. }
      apply Rmult_le_reg_r with (8 * INR d); [lra |].
      replace (INR n * INR k / INR d / 8 * (8 * INR d)) with (INR n * INR k) by (field; lra).
      replace (Rmin alpha (Rmin (INR d) (alpha ^ 2)) * INR n / INR d / 16 * (8 * INR d)) with
        (INR n * (Rmin alpha (Rmin (INR d) (alpha ^ 2)) / 2)) by (field; lra).
      apply Rmult_le_compat_l; lra.
    + apply Rle_trans with (INR n * INR k / INR d / 8 * eps).
      * right. unfold eps. field. lra.
      * apply Rmult_le_compat_r; lra.
Qed.

(** ** Theorem 6 (i), from above *)

Theorem kent_thm6i_upper : forall (T : nat) (alpha : R) (d n : nat),
  (1 <= T)%nat ->
  0 < alpha ->
  (1 <= d)%nat ->
  (1 <= n)%nat ->
  273152 * ln (exp 1 * INR d) < Rmin alpha (alpha ^ 2) * INR n / INR d ->
  (2 <= n)%nat ->
  forall c : R, (forall (A : Type) (Z_ : method (list vector) A vector), users_in_turn Z_ n alpha -> forall r : R,
    worst_loss_most (with_means d (laws_on_cube 1 d)) T squared Z_ r -> c <= r) ->
  c <= 1000000 * (INR d) ^ 2 * ln (Rmin alpha (Rmin (INR d) (alpha ^ 2)) * INR T * INR n / INR d) /
    (Rmin alpha (Rmin (INR d) (alpha ^ 2)) * INR T * INR n) +
    184000 * exp (- (Rmin alpha (alpha ^ 2) * INR n / (273152 * INR d))).
Proof.
  intros T alpha d n T_1 alpha_pos d_1 _ many n_2 c least.
  assert (d_pos : 1 <= INR d) by now apply (le_INR 1). assert (T_pos : 1 <= INR T) by now apply (le_INR 1).
  assert (n_pos : 2 <= INR n) by now apply (le_INR 2).
  set (z := Rmin alpha (Rmin (INR d) (alpha ^ 2))). set (N := Rmin alpha (alpha ^ 2) * INR n / INR d) in *.
  replace (Rmin alpha (alpha ^ 2) * INR n / (273152 * INR d)) with (N / 273152) by (unfold N; field; lra).
  (* d is small beside an exponential. *)
  assert (log_d : 0 <= ln (INR d)) by (rewrite <- ln_1; apply ln_le; lra).
  rewrite ln_mult, ln_exp in many by (try apply exp_pos; lra).
  assert (N_large : 273152 < N) by lra.
  assert (d_small : INR d <= exp (N / 273152)).
  { rewrite <- (exp_ln (INR d)) at 1 by lra. apply exp_le. lra. }
  destruct (there_are_blocks alpha d n alpha_pos d_1 n_2 ltac:(fold N;
    lra)) as (k & b & k_1 & b_1 & cover & noise & speed).
  set (w := (n / 2 / b)%nat) in *. set (eps := alpha / INR k) in *. fold z in noise. fold N in speed.
  assert (k_pos : 1 <= INR k) by now apply (le_INR 1).
  assert (eps_pos : 0 < eps) by (apply Rdiv_lt_0_compat; lra).
  assert (low_pos : 0 < Rmin eps (eps ^ 2)) by (apply Rmin_pos; [exact eps_pos | now apply pow_lt]).
  assert (w_1 : (1 <= w)%nat).
  { destruct w as [| w']; [simpl in speed; lra | lia]. }
  assert (w_pos : 1 <= INR w) by now apply (le_INR 1).
  assert (bound : forall eps' extra t, 0 < eps' <= eps -> 0 <= extra -> (1 <= t <= T)%nat ->
    c <= INR d * coordinate_risk eps' extra t w).
  { intros eps' extra t range extra_0 draws.
    assert (halves : (2 * (n / 2) <= n)%nat) by (apply Nat.mul_div_le; lia).
    apply (least _ (by_coordinates d n b (n / 2) eps' extra t)).
    - apply (by_coordinates_private d n b (n / 2) k); try assumption; [lra |].
      apply Rle_trans with (INR k * eps); [apply Rmult_le_compat_l; lra | right; unfold eps; field; lra].
    - now apply risk_by_coordinates. }
  (* The rate without T. *)
  set (nu := z * INR n / INR d) in *.
  assert (nu_2 : 2 <= nu).
  { unfold nu. apply Rmult_le_reg_r with (INR d); [lra |].
    replace (z * INR n / INR d * INR d) with (z * INR n) by (field; lra).
    assert (N_d : N * INR d = Rmin alpha (alpha ^ 2) * INR n) by (unfold N; field; lra).
    unfold z. destruct (Rle_dec alpha (INR d)) as [inside | outside].
    - assert (same : Rmin alpha (Rmin (INR d) (alpha ^ 2)) = Rmin alpha (alpha ^ 2))
        by (unfold Rmin; repeat destruct (Rle_dec _ _); lra).
      rewrite same, <- N_d. nra.
    - assert (same : Rmin alpha (Rmin (INR d) (alpha ^ 2)) = INR d)
        by (unfold Rmin; repeat destruct (Rle_dec _ _); nra).
      rewrite same. nra. }
  set (y := nu * INR T). assert (y_2 : 2 <= y) by (unfold y; nra).
  assert (T_y : INR T <= y) by (unfold y; nra).
  replace (z * INR T * INR n / INR d) with y by (unfold y, nu; field; lra).
  assert (z_pos : 0 < z) by (unfold z; repeat apply Rmin_pos; try lra; now apply pow_lt).
  replace (1000000 * INR d ^ 2 * ln y / (z * INR T * INR n)) with (INR d * (1000000 * ln y / y))
    by (unfold y, nu; field; lra).
  assert (log : 69 / 100 <= ln y) by (eapply Rle_trans; [exact ln_2_ge |]; apply ln_le; lra).
  assert (y_log : 0 <= ln y / y) by (apply Rdiv_le_0_compat; lra).
  assert (per_y : / y <= 2 * ln y / y).
  { unfold Rdiv. rewrite <- (Rmult_1_l (/ y)) at 1. apply Rmult_le_compat_r; [left; apply Rinv_0_lt_compat; lra | lra].
    }
  assert (shares : forall eps' t, Rmin 1 (eps ^ 2) <= Rmin 1 (eps' ^ 2) -> 0 < INR t ->
    / (INR t * Rmin 1 (eps' ^ 2) * INR w) <= 16 / (nu * INR t)).
  { intros eps' t larger t_pos. replace (16 / (nu * INR t)) with (/ (INR t * (nu / 16))) by (field; lra).
    apply Rinv_le_contravar; [apply Rmult_lt_0_compat; lra |]. rewrite Rmult_assoc. apply Rmult_le_compat_l; [lra |].
    eapply Rle_trans; [exact noise |]. apply Rmult_le_compat_r; lra. }
  (* Votes. *)
  set (L := INR w * vote_rate eps).
  assert (L_speed : INR w * Rmin eps (eps ^ 2) / 140 <= L).
  { unfold L. pose proof (vote_rate_least eps eps_pos). replace (INR w * Rmin eps (eps ^ 2) / 140) with
      (INR w * (Rmin eps (eps ^ 2) / 140)) by field. apply Rmult_le_compat_l; lra. }
  assert (L_low : N / 1120 <= L) by lra.
  assert (decay : INR d * exp (- (L / 2)) <= exp (- (N / 273152))).
  { apply Rle_trans with (exp (N / 273152) * exp (- (L / 2))).
    - apply Rmult_le_compat_r; [left; apply exp_pos | exact d_small].
    - rewrite <- exp_plus. apply exp_le. lra. }
  pose proof (exp_pos (- (N / 273152))) as e_pos. pose proof (exp_pos (- (L / 2))) as eL_pos.
  (* All draws, and a level of at most 50 ln y. *)
  assert (all_draws : forall eps', 0 < eps' <= eps -> Rmin 1 (eps ^ 2) <= Rmin 1 (eps' ^ 2) -> eps' <= 50 * ln y ->
    c <= INR d * (16 * (sqrt (INR T) * exp (- (INR w * vote_rate eps'))) + 500000 * ln y / y)).
  { intros eps' range larger small. eapply Rle_trans; [apply (bound eps' (ln y / 2) T range ltac:(lra) ltac:(lia)) |].
    apply Rmult_le_compat_l; [lra |]. unfold coordinate_risk. rewrite exp_half_log by lra. rewrite Rplus_assoc.
    apply Rplus_le_compat_l. pose proof (shares eps' T larger ltac:(lra)) as S. fold y in S.
    apply Rle_trans with (/ y + 576 * (6 + 3 / 4 * eps' + ln y / 2) * (16 / y)).
    - apply Rplus_le_compat_l. apply Rmult_le_compat_l; [lra | exact S].
    - apply Rle_trans with ((1 + 9216 * (6 + 3 / 4 * eps' + ln y / 2)) / y); [right; field; lra |].
      apply Rmult_le_compat_r; [left; apply Rinv_0_lt_compat; lra | lra]. }
  destruct (Rle_dec (INR T) (exp L)) as [few | more].
  - destruct (Rle_dec eps (50 * ln y)) as [moderate | large].
    + pose proof (all_draws eps ltac:(lra) ltac:(lra) moderate) as B. fold L in B.
      pose proof (root_of_exp L (INR T) ltac:(lra)) as R.
      assert (INR d * (16 * (sqrt (INR T) * exp (- L))) <= 16 * exp (- (N / 273152))).
      { apply Rle_trans with (16 * (INR d * exp (- (L / 2)))); [| lra].
        replace (INR d * (16 * (sqrt (INR T) * exp (- L)))) with (16 * (INR d * (sqrt (INR T) * exp (- L)))) by ring.
        apply Rmult_le_compat_l; [lra |]. apply Rmult_le_compat_l; lra. }
      assert (INR d * (500000 * ln y / y) <= INR d * (1000000 * ln y / y)) by (apply Rmult_le_compat_l;
        unfold Rdiv in *;
        lra). lra.
    + set (eps' := 50 * ln y). assert (eps'_34 : 34 <= eps') by (unfold eps'; lra).
      pose proof (all_draws eps' ltac:(unfold eps' in *; lra)) as B.
      rewrite (Rmin_left 1 (eps' ^ 2)) in B by nra. specialize (B (Rmin_l _ _) ltac:(unfold eps'; lra)).
      assert (strong : exp (- (INR w * vote_rate eps')) <= / y * / y).
      { rewrite <- (exp_ln y) at 1 2 by lra. rewrite <- !exp_Ropp, <- exp_plus. apply exp_le.
        unfold vote_rate. destruct (Rle_dec 34 eps') as [_ | small]; [unfold eps'; nra | lra]. }
      assert (root : sqrt (INR T) <= y).
      { apply Rle_trans with (INR T); [| lra]. rewrite <- (sqrt_square (INR T)) at 2 by lra. apply sqrt_le_1_alt. nra. }
      assert (rare : sqrt (INR T) * exp (- (INR w * vote_rate eps')) <= / y).
      { apply Rle_trans with (y * (/ y * / y)); [| right; field; lra].
        apply Rmult_le_compat; [apply sqrt_pos | left; apply exp_pos | exact root | exact strong]. }
      assert (16 * (sqrt (INR T) * exp (- (INR w * vote_rate eps'))) + 500000 * ln y / y <= 1000000 * ln y / y)
        by (unfold Rdiv in *; lra).
      assert (INR d * (16 * (sqrt (INR T) * exp (- (INR w * vote_rate eps'))) + 500000 * ln y / y) <=
        INR d * (1000000 * ln y / y)) by (apply Rmult_le_compat_l; lra). lra.
  - destruct (rounded_down L ltac:(lra)) as (some & low & high). set (t := place (exp L)) in *.
    assert (t_T : (t <= T)%nat) by (apply INR_le; lra). assert (t_pos : 1 <= INR t) by now apply (le_INR 1).
    pose proof (bound eps (L / 2) t ltac:(lra) ltac:(lra) ltac:(lia)) as B. unfold coordinate_risk in B. fold L in B.
    pose proof (root_of_exp L (INR t) ltac:(split; [apply pos_INR | lra])) as R.
    replace (2 * (L / 2)) with L in B by field. pose proof (exp_pos L) as E_pos.
    assert (double : exp (- L) = exp (- (L / 2)) * exp (- (L / 2))) by (rewrite <- exp_plus; f_equal; field).
    assert (eL_1 : exp (- (L / 2)) <= 1) by (rewrite <- exp_0; apply exp_le; lra).
    assert (inverse : 16 / (nu * INR t) <= 16 * exp (- L)).
    { rewrite exp_Ropp. unfold Rdiv. apply Rmult_le_compat_l; [lra |]. apply Rinv_le_contravar; [exact E_pos | nra]. }
    assert (level : eps <= 1 + 140 * L).
    { assert (Rmin eps (eps ^ 2) <= 140 * L) by nra.
      destruct (Rle_dec eps 1); [lra |]. rewrite Rmin_left in * by nra. lra. }
    assert (product : (6 + 3 / 4 * eps + L / 2) * exp (- L) <= 10 * exp (- (L / 2))).
    { rewrite double, <- Rmult_assoc. apply Rmult_le_compat_r; [lra |].
      rewrite exp_Ropp. apply Rmult_le_reg_r with (exp (L / 2)); [apply exp_pos |].
      rewrite Rmult_assoc, Rinv_l by (apply Rgt_not_eq, exp_pos).
      assert (large : 15 * L <= exp (L / 2)).
      { replace (L / 2) with (L / 4 + L / 4) by field. rewrite exp_plus. pose proof (exp_ineq1_le (L / 4)).
        assert (0 <= 1 + L / 4) by lra. nra. }
      nra. }
    assert (rest : 576 * (6 + 3 / 4 * eps + L / 2) / (INR t * Rmin 1 (eps ^ 2) * INR w) <= 93000 * exp (- (L / 2))).
    { apply Rle_trans with (576 * (6 + 3 / 4 * eps + L / 2) * (16 * exp (- L))).
      - apply Rmult_le_compat_l; [lra |].
        eapply Rle_trans; [apply (shares eps t ltac:(lra) ltac:(lra)) | exact inverse].
      - lra. }
    assert (total : c <= INR d * (184000 * exp (- (L / 2)))).
    { eapply Rle_trans; [exact B |]. apply Rmult_le_compat_l; [lra |]. nra. }
    assert (0 <= INR d * (1000000 * ln y / y)) by (apply Rmult_le_pos; unfold Rdiv in *; lra). lra.
Qed.
