(** * kent Theorem 6 (ii) from above: the mean of vectors of the unit ball

    The coordinates after a random rotation (Rotated_means.v), each by votes and signs, whose bins are as narrow as the
    rotation makes the users' deviations small. It says what a claim of the ledger says at that place, as the exporter
    writes it from the claim itself. *)

From Foundations Require Export Rotated_means Results_multivariate Results_means Facts_hidden_signs.
Import ListNotations.
Open Scope R_scope.

(** ** The protocol and its risk *)

Definition narrow_width D t W := 2 * (W * sqrt (10 / (INR t * INR D))).

(** The first user announces the signs of the rotation. *)
Definition by_rotation p n b half width eps t : method (list vector) (list bool * list (list bool)) vector :=
  let D := (2 ^ p)%nat in
  Method (list vector) (list bool * list (list bool)) vector n
    (announced (uniform_vertex D) (fun signs => by_statistics D b half width eps (rotated_stat p t signs)))
    (fun h => match h with
      | [] => fun _ => 0
      | (signs, _) :: _ => rotated_back D signs (fun j => guesses b half width eps n (map snd h) (j - 1)%nat)
      end).

Lemma by_rotation_private p n b half k width eps t alpha : (1 <= b)%nat -> (2 ^ p <= k * b)%nat -> 0 < eps ->
  INR k * eps <= alpha -> users_in_turn (by_rotation p n b half width eps t) n alpha.
Proof.
  intros. split; [reflexivity |]. apply announced_private. intros signs. now apply (by_statistics_private _ b half k).
Qed.

Lemma E_uniform_vertex D f : E (uniform_vertex D) f = average D f.
Proof. unfold uniform_vertex, average. cbn [E finite]. apply Sum_scal. Qed.

Section Risk.
  Variables (P : law vector) (mu : vector) (d p t T n b half w : nat) (eps W : R).
  Let D := (2 ^ p)%nat.
  Hypothesis (in_ball_d : laws_on_ball 2 1 d P) (has : has_mean_vector P mu) (d_D : (d <= D)%nat)
    (draws : (1 <= t <= T)%nat) (some : (1 <= b)%nat) (halves : (2 * half <= n)%nat) (n_1 : (1 <= n)%nat)
    (w_is : w = (half / b)%nat) (w_1 : (1 <= w)%nat) (eps_pos : 0 < eps) (W_2 : 2 <= W).
  Let width := narrow_width D t W.
  Let share signs c := share_far P mu p t T signs c (W * sqrt (10 / (INR t * INR D))).

  (** The part of the risk of a coordinate that does not depend on the rotation. *)
  Definition narrow_risk := 4 * (INR (bin_count width) * exp (- (INR w * vote_rate eps))) +
    2 * (2 * width / lean eps) ^ 2 / INR w.

  Let D_1 : (1 <= D)%nat.
  Proof. unfold D. pose proof (Nat.pow_nonzero 2 p). lia. Qed.

  Let width_pos : 0 < width.
  Proof.
    assert (0 < INR t) by (apply lt_0_INR; lia). assert (0 < INR D) by (apply lt_0_INR; lia).
    unfold width, narrow_width. apply Rmult_lt_0_compat; [lra |].
    apply Rmult_lt_0_compat; [lra | apply sqrt_lt_R0, Rdiv_lt_0_compat; [lra | now apply Rmult_lt_0_compat]].
  Qed.

  Let share_between signs c : 0 <= share signs c <= 1.
  Proof. apply E_between. intros data. apply indicator_between. Qed.

  Let risk_of_coordinate signs c : (c < D)%nat ->
    E (transcript (fun h x => answer (in_blocks b half c) width eps h (rotated_stat p t signs c x)) (power P T) n)
      (fun h => (guess (in_blocks b half c) width eps n h - rotated_target mu p signs c) ^ 2) <=
    narrow_risk + 584 * exp (3 / 4 * eps) * share signs c.
  Proof.
    intros C. pose proof (rotated_target_range P mu d p t T in_ball_d has d_D draws signs c C) as target.
    pose proof (lean_between eps eps_pos) as L. pose proof (share_between signs c) as S.
    assert (w_pos : 1 <= INR w) by now apply (le_INR 1).
    assert (e_1 : 1 <= exp (3 / 4 * eps)) by (apply exp_ge_1; lra).
    assert (signs_pos : 0 <= 2 * (2 * width / lean eps) ^ 2 / INR w).
    { apply Rdiv_le_0_compat; [| lra]. pose proof (pow2_ge_0 (2 * width / lean eps)). lra. }
    assert (votes_pos : 0 <= 4 * (INR (bin_count width) * exp (- (INR w * vote_rate eps)))).
    { apply Rmult_le_pos; [lra |]. apply Rmult_le_pos; [apply pos_INR | left; apply exp_pos]. }
    destruct (Rle_dec (share signs c) (exp (- (3 / 4 * eps)) / 144)) as [few | many].
    - destruct (roles_in_blocks b half n c some halves) as (early & late & off & vote & tell).
      rewrite <- w_is in vote, tell.
      assert (far : E (power P T) (indicator (fun x => width / 2 < Rabs (rotated_stat p t signs c x -
        rotated_target mu p signs c))) <= share signs c).
      { unfold share, share_far. replace (width / 2) with (W * sqrt (10 / (INR t * INR D))); [apply Rle_refl |].
        unfold width, narrow_width. field. }
      pose proof (risk_of_one_mean (in_blocks b half c) width eps eps_pos width_pos (power P T)
        (rotated_stat p t signs c) (rotated_target mu p signs c) (share signs c) half n (rotated_stat_range p t signs c) target
        (rotated_stat_mean P mu d p t T in_ball_d has d_D draws signs c C) far few early late off ltac:(lia) ltac:(lia))
        as risk.
      eapply Rle_trans; [exact risk |]. unfold narrow_risk.
      assert (votes : 4 * (INR (bin_count width) * exp (- vote_rate eps) ^ role_count (in_blocks b half c) true n) <=
        4 * (INR (bin_count width) * exp (- (INR w * vote_rate eps)))).
      { apply Rmult_le_compat_l; [lra |]. apply Rmult_le_compat_l; [apply pos_INR |]. rewrite exp_pow. apply exp_le.
        apply le_INR in vote. pose proof (vote_rate_least eps eps_pos).
        assert (0 < Rmin eps (eps ^ 2)) by (apply Rmin_pos; [exact eps_pos | now apply pow_lt]). nra. }
      assert (told : 2 * (2 * width / lean eps) ^ 2 / INR (role_count (in_blocks b half c) false n) <=
        2 * (2 * width / lean eps) ^ 2 / INR w).
      { apply Rmult_le_compat_l; [pose proof (pow2_ge_0 (2 * width / lean eps)); lra |]. apply le_INR in tell.
        apply Rinv_le_contravar; lra. }
      assert (8 * share signs c ^ 2 <= 584 * exp (3 / 4 * eps) * share signs c) by nra. lra.
    - apply Rle_trans with 4.
      + apply E_le.
        * apply bounded_between with 0 4. intros h. split; [apply pow2_ge_0 |]. unfold guess.
          match goal with |- context [clip 1 ?u] => pose proof (clip_range u) end. nra.
        * intros h. unfold guess. match goal with |- context [clip 1 ?u] => pose proof (clip_range u) end. nra.
      + apply Rnot_le_lt in many. assert (unit : exp (3 / 4 * eps) * exp (- (3 / 4 * eps)) = 1)
          by (rewrite <- exp_plus, Rplus_opp_r; apply exp_0).
        assert (4 <= 584 * exp (3 / 4 * eps) * share signs c).
        { apply Rle_trans with (584 * exp (3 / 4 * eps) * (exp (- (3 / 4 * eps)) / 144)); [nra |].
          apply Rmult_le_compat_l; lra. }
        unfold narrow_risk. lra.
  Qed.

  Theorem risk_by_rotation : mean_most (transcript_of (by_rotation p n b half width eps t) (power P T))
    (fun z => loss_at squared (metric (parameters (with_means d (laws_on_ball 2 1 d)))
      (estimate (by_rotation p n b half width eps t) z) mu)) (INR D * (narrow_risk + 1752 * exp (3 / 4 * eps - W))).
  Proof.
    intros cut. destruct n as [| n'] eqn:users; [lia |]. rewrite <- users in *.
    set (Z := fun signs => by_statistics D b half width eps (rotated_stat p t signs)).
    unfold transcript_of. simpl Nouns.users. simpl channels. rewrite users. unfold by_rotation at 1. cbv zeta.
    change (E (transcript (announced (uniform_vertex (2 ^ p)) Z) (power P T) (S n')) ?f) with
      (E (transcript (announced (uniform_vertex D) Z) (power P T) (S n')) f).
    rewrite announced_transcript.
    2: { apply commutes_finite. }
    2: { apply bounded_cut. intros z. apply loss_ge_0. }
    rewrite E_uniform_vertex, <- users.
    set (error := fun signs (h : list (list (list bool))) c =>
      (guesses b half width eps n h c - rotated_target mu p signs c) ^ 2).
    assert (bounded_error : forall signs c, (c < D)%nat -> bounded (fun h => error signs h c)).
    { intros signs c C. pose proof (rotated_target_range P mu d p t T in_ball_d has d_D draws signs c C).
      apply bounded_between with 0 4. intros h. split; [apply pow2_ge_0 |]. unfold error, guesses, guess.
      match goal with |- context [clip 1 ?u] => pose proof (clip_range u) end. nra. }
    set (kept := fun signs h c => if lt_dec c D then error signs h c else 0).
    assert (bounded_kept : forall signs c, bounded (fun h => kept signs h c)).
    { intros signs c. unfold kept. destruct (lt_dec c D); [now apply bounded_error | bounded]. }
    apply Rle_trans with (average D (fun signs => E (transcript (Z signs) (power P T) n) (fun h => Sum (below D)
      (fun c => kept signs h c)))).
    - apply average_le. intros signs _. apply transcript_le.
      + apply bounded_cut. intros z. apply loss_ge_0.
      + now apply bounded_Sum.
      + intros [| m h] length_h; [simpl in length_h; lia |]. eapply Rle_trans; [apply Rmin_l |].
        set (h0 := m :: h). change (metric (parameters (with_means d (laws_on_ball 2 1 d))) ?a mu) with
          (Elementary.norm d (less a mu)).
        rewrite squared_at by apply sqrt_pos. rewrite norm_square, inner_squares.
        set (y := fun j => guesses b half width eps n h0 (j - 1)%nat).
        assert (told : estimate (by_rotation p n b half width eps t) (map (pair signs) h0) = rotated_back D signs y).
        { assert (same : map snd (map (pair signs) h) = h) by (rewrite map_map; apply map_id).
          unfold y, h0. simpl. now rewrite same. }
        change (Sum (below d)
          (fun k => less (estimate (by_rotation p n b half width eps t) (map (pair signs) h0)) mu k ^ 2) <= Sum (below D) (fun c => kept signs h0 c)).
        rewrite told.
        apply Rle_trans with (squared_distance D (rotated_back D signs y) mu).
        * unfold squared_distance, below. replace D with (d + (D - d))%nat by lia. rewrite seq_app, Sum_app.
          pose proof (Sum_ge_0 (seq (0 + d) (D - d)) (fun k => (rotated_back (d + (D - d)) signs y k - mu k) ^ 2)
            ltac:(intros; apply pow2_ge_0)).
          replace (d + (D - d))%nat with D in * by lia. unfold less. lra.
        * unfold D at 1 2. rewrite squares_turned_back. fold D. rewrite Sum_from_1. right. apply Sum_ext_in. intros c C.
          apply in_below in C. unfold kept. destruct (lt_dec c D); [| easy]. unfold error, y. simpl.
          now rewrite Nat.sub_0_r.
    - apply Rle_trans with (average D (fun signs => Sum (below D) (fun c => narrow_risk + 584 * exp (3 / 4 * eps) *
        share signs c))).
      + apply average_le. intros signs _. rewrite E_Sum by apply bounded_kept. apply Sum_le_in. intros c C.
        apply in_below in C. eapply Rle_trans; [| now apply risk_of_coordinate]. right.
        rewrite <- (guess_of_one D b half width eps n (rotated_stat p t signs) (power P T) c
          (fun g => (g - rotated_target mu p signs c) ^ 2) C).
        apply E_ext. intros h. unfold kept. destruct (lt_dec c D); [reflexivity | easy].
      + rewrite average_Sum, <- Sum_below_const. apply Sum_le_in. intros c C. apply in_below in C.
        rewrite average_plus, average_const, average_scal. apply Rplus_le_compat_l.
        pose proof (shares_most P mu d p t T in_ball_d has d_D draws c W C W_2) as rare. fold D in rare.
        pose proof (exp_pos (3 / 4 * eps)) as e_pos. unfold share.
        apply (Rmult_le_compat_l (584 * exp (3 / 4 * eps))) in rare; [| lra]. eapply Rle_trans; [exact rare |]. right.
        unfold Rminus. rewrite exp_plus. ring.
  Qed.
End Risk.

(** ** Blocks whose numbers are powers of two *)

Lemma power_above d : (1 <= d)%nat -> exists p, (d <= 2 ^ p)%nat /\ (2 ^ p <= 2 * d)%nat.
Proof.
  intros d_1. destruct (Nat.eq_dec d 1) as [-> | more]; [exists 0%nat; simpl; lia |].
  exists (Nat.log2_up d). pose proof (Nat.log2_up_spec d ltac:(lia)) as [low high]. split; [exact high |].
  destruct (Nat.log2_up d) as [| q] eqn:l; [pose proof (Nat.log2_up_pos d ltac:(lia)); lia |]. simpl in low |- *. lia.
Qed.

Lemma power_below alpha p : 1 <= alpha ->
  exists q, (q <= p)%nat /\ INR (2 ^ q) <= alpha /\ (q = p \/ alpha < 2 * INR (2 ^ q)).
Proof.
  intros alpha_1. induction p as [| p (q & le & low & high)]; [exists 0%nat; simpl; repeat split; auto; lra |].
  destruct high as [-> | high]; [| exists q; split; [lia | auto]].
  destruct (Rle_dec (INR (2 ^ S p)) alpha) as [fits | over].
  - exists (S p). split; [lia | auto].
  - exists p. split; [lia |]. split; [exact low |]. right. apply Rnot_le_lt in over.
    replace (2 ^ S p)%nat with (2 * 2 ^ p)%nat in over by (simpl; lia). rewrite mult_INR in over. exact over.
Qed.

Definition good_powers alpha d n p k b := (d <= 2 ^ p)%nat /\ (2 ^ p <= 2 * d)%nat /\ (1 <= k)%nat /\ (1 <= b)%nat /\
  (2 ^ p = k * b)%nat /\ let w := INR (n / 2 / b) in let eps := alpha / INR k in
  let nu := Rmin alpha (Rmin (INR d) (alpha ^ 2)) * INR n / INR d in
  nu / 16 <= Rmin 1 (eps ^ 2) * w /\ (2 < eps -> nu / 4 <= w) /\
  Rmin alpha (alpha ^ 2) * INR n / INR d / 8 <= w * Rmin eps (eps ^ 2).

Lemma there_are_powers alpha d n : 0 < alpha -> (1 <= d)%nat -> (2 <= n)%nat ->
  273152 <= Rmin alpha (alpha ^ 2) * INR n / INR d -> exists p k b, good_powers alpha d n p k b.
Proof.
  intros pos d_1 n_2 many. assert (d_pos : 1 <= INR d) by now apply (le_INR 1).
  assert (n_pos : 2 <= INR n) by now apply (le_INR 2).
  apply (Rmult_le_compat_r (INR d)) in many; [| lra].
  replace (Rmin alpha (alpha ^ 2) * INR n / INR d * INR d) with (Rmin alpha (alpha ^ 2) * INR n) in many by (field;
    lra).
  destruct (power_above d d_1) as (p & d_D & D_d). set (D := (2 ^ p)%nat) in *.
  assert (D_1 : (1 <= D)%nat) by lia. assert (D_pos : 1 <= INR D) by now apply (le_INR 1).
  assert (D_most : INR D <= 2 * INR d) by (apply le_INR in D_d; rewrite mult_INR in D_d; exact D_d).
  exists p. destruct (Rle_dec alpha 1) as [small | large].
  - (* One coordinate for each. *)
    assert (a2 : 0 < alpha ^ 2 <= 1) by nra. rewrite Rmin_right in many by nra.
    assert (room : (6 * D <= n)%nat).
    { apply INR_le. rewrite mult_INR. replace (INR 6) with 6 by (simpl; ring). nra. }
    pose proof (users_of_a_block n D n_2 D_1 (or_intror room)) as w.
    exists 1%nat, D. split; [exact d_D | split; [exact D_d | split; [lia | split; [exact D_1 | split; [unfold D;
      lia |]]]]].
    cbv zeta. simpl (INR 1). replace (alpha / 1) with alpha by field.
    rewrite (Rmin_right alpha (alpha ^ 2)), (Rmin_right 1 (alpha ^ 2)), (Rmin_right (INR d) (alpha ^ 2)) by nra.
    rewrite (Rmin_right alpha (alpha ^ 2)) by nra.
    assert (least : INR n / INR d / 8 <= INR (n / 2 / D)).
    { eapply Rle_trans; [| exact w]. apply Rmult_le_reg_r with (8 * INR d * INR D); [nra |].
      replace (INR n / INR d / 8 * (8 * INR d * INR D)) with (INR n * INR D) by (field; lra).
      replace (INR n / (4 * INR D) * (8 * INR d * INR D)) with (INR n * (2 * INR d)) by (field; lra).
      apply Rmult_le_compat_l; lra. }
    assert (part : alpha ^ 2 * INR n / INR d / 8 <= INR (n / 2 / D) * alpha ^ 2).
    { replace (alpha ^ 2 * INR n / INR d / 8) with (INR n / INR d / 8 * alpha ^ 2) by (field; lra).
      apply Rmult_le_compat_r; lra. }
    split; [| split; [lra | exact part]]. assert (0 <= alpha ^ 2 * INR n / INR d / 8).
    { unfold Rdiv. apply Rmult_le_pos; [| lra]. apply Rmult_le_pos; [nra |]. left. apply Rinv_0_lt_compat. lra. }
    lra.
  - (* A power of two that alpha allows. *)
    assert (a2 : alpha <= alpha ^ 2) by nra. rewrite Rmin_left in many by exact a2.
    destruct (power_below alpha p ltac:(lra)) as (q & q_p & k_alpha & last). set (k := (2 ^ q)%nat) in *.
    set (b := (2 ^ (p - q))%nat).
    assert (k_1 : (1 <= k)%nat) by (unfold k; pose proof (Nat.pow_nonzero 2 q); lia).
    assert (b_1 : (1 <= b)%nat) by (unfold b; pose proof (Nat.pow_nonzero 2 (p - q)); lia).
    assert (product : D = (k * b)%nat).
    { unfold D, k, b. rewrite <- Nat.pow_add_r. f_equal. lia. }
    assert (k_pos : 1 <= INR k) by now apply (le_INR 1). assert (b_pos : 1 <= INR b) by now apply (le_INR 1).
    assert (D_is : INR D = INR k * INR b) by (rewrite product; apply mult_INR).
    assert (room : b = 1%nat \/ (6 * b <= n)%nat).
    { destruct last as [all | some]; [left; unfold b; now rewrite all, Nat.sub_diag |].
      right. apply INR_le. rewrite mult_INR. replace (INR 6) with 6 by (simpl; ring). nra. }
    pose proof (users_of_a_block n b n_2 b_1 room) as w.
    assert (eps_1 : 1 <= alpha / INR k).
    { apply Rmult_le_reg_r with (INR k); [lra |]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l by lra. lra. }
    assert (w_least : INR n * INR k / INR d / 8 <= INR (n / 2 / b)).
    { eapply Rle_trans; [| exact w]. apply Rmult_le_reg_r with (8 * INR d * INR b); [nra |].
      replace (INR n * INR k / INR d / 8 * (8 * INR d * INR b)) with (INR n * (INR k * INR b)) by (field; lra).
      replace (INR n / (4 * INR b) * (8 * INR d * INR b)) with (INR n * (2 * INR d)) by (field; lra).
      apply Rmult_le_compat_l; lra. }
    exists k, b. split; [exact d_D | split; [exact D_d | split; [exact k_1 | split; [exact b_1 | split;
      [exact product |]]]]].
    cbv zeta. set (eps := alpha / INR k) in *.
    rewrite (Rmin_left 1), (Rmin_left eps), (Rmin_left alpha (alpha ^ 2)) by nra.
    set (z := Rmin alpha (Rmin (INR d) (alpha ^ 2))).
    assert (z_alpha : z <= alpha) by apply Rmin_l.
    assert (z_d : z <= INR d) by (eapply Rle_trans; [apply Rmin_r | apply Rmin_l]).
    assert (nu_is : z * INR n / INR d = INR n * (z / INR d)) by (field; lra).
    split; [| split].
    + rewrite Rmult_1_l. eapply Rle_trans; [| exact w_least].
      assert (most : z / 2 <= INR k).
      { destruct last as [all | some]; [| lra]. assert (D = k) by (unfold D, k; now rewrite all).
        apply le_INR in d_D. replace (INR k) with (INR D) by now f_equal. lra. }
      apply Rmult_le_reg_r with (8 * INR d); [lra |].
      replace (INR n * INR k / INR d / 8 * (8 * INR d)) with (INR n * INR k) by (field; lra).
      replace (z * INR n / INR d / 16 * (8 * INR d)) with (INR n * (z / 2)) by (field; lra).
      apply Rmult_le_compat_l; lra.
    + intros far. assert (all : b = 1%nat).
      { destruct last as [all | some]; [unfold b; now rewrite all, Nat.sub_diag |]. exfalso.
        apply (Rmult_lt_compat_r (INR k)) in far; [| lra]. unfold eps, Rdiv in far.
        rewrite Rmult_assoc, Rinv_l in far by
          lra. lra. }
      rewrite all in *. eapply Rle_trans; [| exact w]. simpl (INR 1).
      replace (INR n / (4 * 1)) with (INR n * 1 / 4) by field. rewrite nu_is. apply Rmult_le_compat_r; [lra |].
      apply Rmult_le_compat_l; [lra |]. apply Rmult_le_reg_r with (INR d); [lra |].
      unfold Rdiv. rewrite Rmult_assoc, Rinv_l by lra. lra.
    + apply Rle_trans with (INR n * INR k / INR d / 8 * eps).
      * right. unfold eps. field. lra.
      * apply Rmult_le_compat_r; lra.
Qed.

(** ** The risk in numbers *)

Lemma narrow_risk_most p t w eps W : (1 <= t)%nat -> (1 <= w)%nat -> 0 < eps -> 2 <= W ->
  INR (2 ^ p) * narrow_risk p t w eps W <=
  16 * (INR (2 ^ p) * (sqrt (INR t * INR (2 ^ p)) * exp (- (INR w * vote_rate eps)))) +
  320 * W ^ 2 / (INR t * lean eps ^ 2 * INR w).
Proof.
  intros t_1 w_1 eps_pos W_2. set (D := (2 ^ p)%nat).
  assert (D_pos : 1 <= INR D) by (apply (le_INR 1); unfold D; pose proof (Nat.pow_nonzero 2 p); lia).
  assert (t_pos : 1 <= INR t) by now apply (le_INR 1). assert (w_pos : 1 <= INR w) by now apply (le_INR 1).
  pose proof (lean_between eps eps_pos) as L. unfold narrow_risk. fold D. set (width := narrow_width D t W).
  set (s := sqrt (INR t * INR D)). assert (s_square : s * s = INR t * INR D) by (apply sqrt_sqrt; nra).
  assert (s_1 : 1 <= s) by (unfold s; rewrite <- sqrt_1; apply sqrt_le_1_alt; nra).
  assert (width_square : width ^ 2 = 40 * W ^ 2 / (INR t * INR D)).
  { unfold width, narrow_width. rewrite !Rpow_mult_distr, pow2_sqrt by (apply Rdiv_le_0_compat; nra). field. lra. }
  assert (width_pos : 0 < width).
  { unfold width, narrow_width. apply Rmult_lt_0_compat; [lra |].
    apply Rmult_lt_0_compat; [lra | apply sqrt_lt_R0, Rdiv_lt_0_compat; nra]. }
  assert (few : INR (bin_count width) <= 4 * s).
  { assert (narrow : 2 / width <= s).
    { apply Rmult_le_reg_r with width; [exact width_pos |]. replace (2 / width * width) with 2 by (field; lra).
      apply pow2_inj_le; [nra |]. rewrite Rpow_mult_distr, width_square.
      replace (s ^ 2 * (40 * W ^ 2 / (INR t * INR D))) with (40 * W ^ 2)
        by (replace (s ^ 2) with (INR t * INR D) by (rewrite <- s_square; ring); field; lra). nra. }
    unfold bin_count. rewrite plus_INR. replace (INR 3) with 3 by (simpl; ring).
    assert (0 < 2 / width) by (apply Rdiv_lt_0_compat; lra). pose proof (place_between (2 / width) ltac:(lra)). lra. }
  rewrite Rmult_plus_distr_l. apply Rplus_le_compat.
  - replace (16 * (INR D * (s * exp (- (INR w * vote_rate eps))))) with (INR D * (4 * (4 * s * exp (- (INR w * vote_rate
      eps))))) by ring.
    apply Rmult_le_compat_l; [lra |]. apply Rmult_le_compat_l; [lra |].
    apply Rmult_le_compat_r; [left; apply exp_pos |].
    exact few.
  - right. replace ((2 * width / lean eps) ^ 2) with (4 * width ^ 2 / lean eps ^ 2) by (field; lra).
    rewrite width_square. field. lra.
Qed.

Lemma lean_large eps : 34 <= eps -> 1 / 2 <= lean eps ^ 2.
Proof.
  intros large. pose proof (exp_ineq1_le eps) as T. assert (least : 9 / 10 <= lean eps); [| nra].
  unfold lean. apply Rmult_le_reg_r with (exp eps + 1); [lra |].
  replace ((exp eps - 1) / (exp eps + 1) * (exp eps + 1)) with (exp eps - 1) by (field; lra). lra.
Qed.

Lemma log_of_power y k : 2 ^ k <= y -> INR k * (69 / 100) <= ln y.
Proof.
  intros le. assert (pos : 0 < 2 ^ k) by (apply pow_lt; lra).
  apply Rle_trans with (ln (2 ^ k)); [rewrite ln_pow by lra | now apply ln_le].
  apply Rmult_le_compat_l; [apply pos_INR | exact ln_2_ge].
Qed.

(** ** Theorem 6 (ii), from above *)

Theorem kent_thm6ii_upper : forall (T : nat) (alpha : R) (d n : nat),
  (1 <= T)%nat ->
  0 < alpha ->
  (1 <= d)%nat ->
  (1 <= n)%nat ->
  4370432 * ln (exp 1 * INR d) < Rmin alpha (alpha ^ 2) * INR n / INR d ->
  (2 <= n)%nat ->
  forall c : R, (forall (A : Type) (Z_ : method (list vector) A vector), users_in_turn Z_ n alpha -> forall r : R,
    worst_loss_most (with_means d (laws_on_ball 2 1 d)) T squared Z_ r -> c <= r) ->
  c <= 2 * exp (- (Rmin alpha (alpha ^ 2) * INR n / (546304 * INR d))) +
    282000 * (ln (Rmin alpha (Rmin (INR d) (alpha ^ 2)) * INR T * INR n)) ^ 2 * INR d /
    (Rmin alpha (Rmin (INR d) (alpha ^ 2)) * INR T * INR n).
Proof.
  intros T alpha d n T_1 alpha_pos d_1 n_1 many n_2 c least.
  pose proof (kent_thm6ii_trivial T alpha d n T_1 alpha_pos d_1 n_1 c least) as trivial.
  assert (d_pos : 1 <= INR d) by now apply (le_INR 1). assert (T_pos : 1 <= INR T) by now apply (le_INR 1).
  assert (n_pos : 2 <= INR n) by now apply (le_INR 2).
  set (z := Rmin alpha (Rmin (INR d) (alpha ^ 2))). set (N := Rmin alpha (alpha ^ 2) * INR n / INR d) in *.
  replace (Rmin alpha (alpha ^ 2) * INR n / (546304 * INR d)) with (N / 546304) by (unfold N; field; lra).
  set (goal := exp (- (N / 546304))). assert (goal_pos : 0 < goal) by apply exp_pos.
  assert (log_d : 0 <= ln (INR d)) by (rewrite <- ln_1; apply ln_le; lra).
  rewrite ln_mult, ln_exp in many by (try apply exp_pos; lra).
  assert (N_large : 4370432 < N) by lra.
  assert (d_small : INR d <= exp (N / 4370432)).
  { rewrite <- (exp_ln (INR d)) at 1 by lra. apply exp_le. lra. }
  (* The rate. *)
  set (nu := z * INR n / INR d).
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
  assert (z_pos : 0 < z) by (unfold z; repeat apply Rmin_pos; try lra; now apply pow_lt).
  set (x := nu * INR T). assert (x_2 : 2 <= x) by (unfold x; nra).
  replace (z * INR T * INR n) with (x * INR d) by (unfold x, nu; field; lra).
  set (y := x * INR d). assert (x_y : x <= y) by (unfold y; nra). set (l := ln y).
  replace (282000 * l ^ 2 * INR d / y) with (282000 * l ^ 2 / x) by (unfold y; field; lra).
  destruct (Rle_dec 1 (282000 * l ^ 2 / x)) as [easy_case | proper]; [lra |].
  (* So there are many samples, else nothing is to show. *)
  assert (x_large : 282000 * l ^ 2 < x).
  { apply Rnot_le_lt in proper. apply (Rmult_lt_compat_r x) in proper; [| lra].
    replace (282000 * l ^ 2 / x * x) with (282000 * l ^ 2) in proper by (field; lra). lra. }
  assert (l_17 : 17 <= l).
  { pose proof (log_of_power y 1 ltac:(lra)) as one. fold l in one. simpl INR in one.
    pose proof (log_of_power y 17 ltac:(nra)) as two. fold l in two. replace (INR 17) with 17 in two by (simpl; ring).
    pose proof (log_of_power y 25 ltac:(nra)) as three. fold l in three. replace (INR 25) with 25 in three by (simpl;
      ring). lra. }
  destruct (there_are_powers alpha d n alpha_pos d_1 n_2 ltac:(fold N; lra)) as (p & k & b & d_D & D_d & k_1 & b_1 &
    product & noise & far & speed).
  set (D := (2 ^ p)%nat) in *. set (w := (n / 2 / b)%nat) in *. set (eps := alpha / INR k) in *.
  fold z in noise, far. fold nu in noise, far. fold N in speed.
  assert (D_pos : 1 <= INR D) by (apply le_INR in d_D; lra).
  assert (D_most : INR D <= 2 * INR d) by (apply le_INR in D_d; rewrite mult_INR in D_d; exact D_d).
  assert (k_pos : 1 <= INR k) by now apply (le_INR 1).
  assert (eps_pos : 0 < eps) by (apply Rdiv_lt_0_compat; lra).
  assert (low_pos : 0 < Rmin eps (eps ^ 2)) by (apply Rmin_pos; [exact eps_pos | now apply pow_lt]).
  assert (w_1 : (1 <= w)%nat).
  { destruct w as [| w']; [simpl in speed; lra | lia]. }
  assert (w_pos : 1 <= INR w) by now apply (le_INR 1).
  assert (bound : forall eps' extra t, 0 < eps' <= eps -> 2 <= extra -> (1 <= t <= T)%nat ->
    c <= 16 * (INR D * (sqrt (INR t * INR D) * exp (- (INR w * vote_rate eps')))) +
      320 * (3 / 4 * eps' + extra) ^ 2 / (INR t * lean eps' ^ 2 * INR w) + 1752 * (INR D * exp (- extra))).
  { intros eps' extra t range extra_2 draws. set (W := 3 / 4 * eps' + extra).
    assert (W_2 : 2 <= W) by (unfold W; lra).
    assert (halves : (2 * (n / 2) <= n)%nat) by (apply Nat.mul_div_le; lia).
    apply Rle_trans with (INR D * (narrow_risk p t w eps' W + 1752 * exp (3 / 4 * eps' - W))).
    - apply (least _ (by_rotation p n b (n / 2) (narrow_width D t W) eps' t)).
      + apply (by_rotation_private p n b (n / 2) k); try lia; [lra |].
        apply Rle_trans with (INR k * eps); [apply Rmult_le_compat_l; lra | right; unfold eps; field; lra].
      + split.
        * apply Rmult_le_pos; [lra |]. pose proof (exp_pos (3 / 4 * eps' - W)).
          assert (0 <= narrow_risk p t w eps' W); [| lra]. unfold narrow_risk. apply Rplus_le_le_0_compat.
          -- apply Rmult_le_pos; [lra |]. apply Rmult_le_pos; [apply pos_INR | left; apply exp_pos].
          -- apply Rdiv_le_0_compat; [| lra]. apply Rmult_le_pos; [lra | apply pow2_ge_0].
        * intros P mu [inside has]. apply (risk_by_rotation P mu d p t T n b (n / 2) w eps' W); try assumption;
            lia || lra.
    - pose proof (narrow_risk_most p t w eps' W ltac:(lia) w_1 ltac:(lra) W_2) as R. fold D in R.
      replace (3 / 4 * eps' - W) with (- extra) by (unfold W; ring). lra. }
  assert (root_D : forall u, 0 <= u -> INR D * sqrt (u * INR D) <= 4 * INR d ^ 2 * sqrt u).
  { intros u U. rewrite sqrt_mult by lra. assert (rD : sqrt (INR D) <= INR D).
    { rewrite <- (sqrt_square (INR D)) at 2 by lra. apply sqrt_le_1_alt. nra. }
    pose proof (sqrt_pos u) as ru. pose proof (sqrt_pos (INR D)) as rD_pos.
    replace (INR D * (sqrt u * sqrt (INR D))) with (INR D * sqrt (INR D) * sqrt u) by ring.
    apply Rmult_le_compat_r; [exact ru |]. apply Rle_trans with (INR D * INR D); [apply Rmult_le_compat_l; lra | nra]. }
  (* Votes. *)
  set (L := INR w * vote_rate eps).
  assert (L_speed : INR w * Rmin eps (eps ^ 2) / 140 <= L).
  { unfold L. pose proof (vote_rate_least eps eps_pos). replace (INR w * Rmin eps (eps ^ 2) / 140) with
      (INR w * (Rmin eps (eps ^ 2) / 140)) by field. apply Rmult_le_compat_l; lra. }
  assert (L_low : N / 1120 <= L) by lra. set (e := exp (- (L / 2))). assert (e_pos : 0 < e) by apply exp_pos.
  assert (decay : 150000 * (INR d ^ 2 * e) <= goal).
  { set (g := N / 2240 - 2 * (N / 4370432) - N / 546304). assert (g_large : 1900 <= g) by (unfold g; lra).
    assert (factor : 150000 <= exp g).
    { replace g with (g / 2 + g / 2) by field. rewrite exp_plus. pose proof (exp_ineq1_le (g / 2)). nra. }
    assert (squares : INR d ^ 2 <= exp (2 * (N / 4370432))).
    { replace (2 * (N / 4370432)) with (N / 4370432 + N / 4370432) by ring. rewrite exp_plus. nra. }
    assert (small : e <= exp (- (N / 2240))) by (apply exp_le; lra).
    assert (whole : exp g * (exp (2 * (N / 4370432)) * exp (- (N / 2240))) = goal).
    { unfold goal. rewrite <- !exp_plus. f_equal. unfold g. field. }
    rewrite <- whole. apply Rmult_le_compat; [lra | apply Rmult_le_pos; [apply pow2_ge_0 | lra] | exact factor |].
    apply Rmult_le_compat; [apply pow2_ge_0 | lra | exact squares | exact small]. }
  assert (d_square : INR d <= INR d ^ 2) by nra.
  assert (few_lost : forall t, 1 <= INR t <= exp L -> 16 * (INR D * (sqrt (INR t * INR D) * exp (- L))) <=
    64 * (INR d ^ 2 * e)).
  { intros t range. rewrite <- (Rmult_assoc (INR D)). pose proof (root_D (INR t) ltac:(lra)) as one.
    pose proof (root_of_exp L (INR t) ltac:(lra)) as two. fold e in two. pose proof (exp_pos (- L)) as pos.
    apply (Rmult_le_compat_r (exp (- L))) in one; [| lra].
    apply (Rmult_le_compat_l (4 * INR d ^ 2)) in two; [| nra]. nra. }
  (* Noise at all draws. *)
  assert (signs : forall eps', eps' = eps \/ 34 <= eps' <= eps -> eps' <= 12 * l ->
    320 * (3 / 4 * eps' + l) ^ 2 / (INR T * lean eps' ^ 2 * INR w) <= 260000 * l ^ 2 / x).
  { intros eps' which most. assert (eps'_pos : 0 < eps') by (destruct which; lra).
    pose proof (lean_between eps' eps'_pos) as lean_pos. pose proof (lean_least eps' eps'_pos) as lean_low.
    assert (lean_2 : 0 < lean eps' ^ 2) by (apply pow_lt; lra).
    assert (some : 0 < INR T * lean eps' ^ 2 * INR w) by (apply Rmult_lt_0_compat; [apply Rmult_lt_0_compat |]; lra).
    assert (use : forall C D', 0 < C -> 0 < D' -> nu <= D' * (lean eps' ^ 2 * INR w) ->
      (3 / 4 * eps' + l) ^ 2 <= C * l ^ 2
      -> 320 * C * D' <= 260000 ->
      320 * (3 / 4 * eps' + l) ^ 2 / (INR T * lean eps' ^ 2 * INR w) <= 260000 * l ^ 2 / x).
    { intros C D' C_pos D'_pos rate size product'.
      assert (inverse : / (INR T * lean eps' ^ 2 * INR w) <= D' / x).
      { replace (D' / x) with (/ (INR T * (nu / D'))) by (unfold x; field; lra).
        apply Rinv_le_contravar; [apply Rmult_lt_0_compat; [lra | apply Rdiv_lt_0_compat; lra] |].
        rewrite Rmult_assoc. apply Rmult_le_compat_l; [lra |]. apply Rmult_le_reg_r with D'; [exact D'_pos |].
        replace (nu / D' * D') with nu by (field; lra). lra. }
      apply Rle_trans with (320 * (C * l ^ 2) * (D' / x)).
      - apply Rmult_le_compat; [| left; now apply Rinv_0_lt_compat | lra | exact inverse].
        pose proof (pow2_ge_0 (3 / 4 * eps' + l)). lra.
      - replace (320 * (C * l ^ 2) * (D' / x)) with (320 * C * D' * l ^ 2 / x) by (field; lra).
        apply Rmult_le_compat_r; [left; apply Rinv_0_lt_compat; lra |].
        apply Rmult_le_compat_r; [apply pow2_ge_0 | lra]. }
    destruct (Rle_dec 34 eps') as [strong | weak].
    - apply (use 100 8); try lra; [| nra]. pose proof (lean_large eps' strong) as half.
      specialize (far ltac:(destruct which; lra)). apply Rle_trans with (8 * (1 / 2 * INR w)); [lra |].
      apply Rmult_le_compat_l; [lra |]. apply Rmult_le_compat_r; lra.
    - destruct which as [-> | which]; [| lra]. destruct (Rle_dec eps 2) as [small | middle].
      + apply (use (5 / 4) 144); try lra; [| nra]. apply Rle_trans with (144 * (Rmin 1 (eps ^ 2) / 9 * INR w)); [lra |].
        apply Rmult_le_compat_l; [lra |]. apply Rmult_le_compat_r; lra.
      + apply (use 7 36); try lra; [| nra]. specialize (far ltac:(lra)). rewrite Rmin_left in lean_low by nra.
        apply Rle_trans with (36 * (1 / 9 * INR w)); [lra |].
        apply Rmult_le_compat_l; [lra |]. apply Rmult_le_compat_r; lra. }
  assert (rest : 1752 * (INR D * exp (- l)) <= 3504 / x).
  { rewrite exp_Ropp. unfold l. rewrite exp_ln by lra. apply Rle_trans with (1752 * (2 * INR d * / y)).
    - apply Rmult_le_compat_l; [lra |]. apply Rmult_le_compat_r; [left; apply Rinv_0_lt_compat; lra | exact D_most].
    - right. unfold y. field. lra. }
  assert (enough : (260000 * l ^ 2 + 3504 + 64) / x <= 282000 * l ^ 2 / x).
  { apply Rmult_le_compat_r; [left; apply Rinv_0_lt_compat; lra | nra]. }
  replace ((260000 * l ^ 2 + 3504 + 64) / x) with (260000 * l ^ 2 / x + 3504 / x + 64 / x) in enough by (field; lra).
  assert (x_inv : 0 < 64 / x) by (apply Rdiv_lt_0_compat; lra).
  destruct (Rle_dec (INR T) (exp L)) as [few | more].
  - destruct (Rle_dec eps (12 * l)) as [moderate | large].
    + pose proof (bound eps l T ltac:(lra) ltac:(lra) ltac:(lia)) as B. fold L in B.
      pose proof (few_lost T ltac:(lra)). pose proof (signs eps (or_introl eq_refl) moderate). nra.
    + set (eps' := 12 * l). pose proof (bound eps' l T ltac:(unfold eps'; lra) ltac:(lra) ltac:(lia)) as B.
      pose proof (signs eps' ltac:(right; unfold eps'; lra) ltac:(unfold eps'; lra)) as S.
      set (q := sqrt y). assert (q_square : q * q = y) by (apply sqrt_sqrt; lra).
      assert (q_pos : 0 < q) by (apply sqrt_lt_R0; lra).
      assert (rare : exp (- (INR w * vote_rate eps')) <= / (y * q)).
      { apply Rle_trans with (exp (- (l + l / 2))).
        - apply exp_le. assert (0 <= (INR w - 1) * l) by (apply Rmult_le_pos; lra).
          unfold vote_rate. destruct (Rle_dec 34 eps') as [_ | small]; unfold eps' in *; lra.
        - rewrite exp_Ropp, exp_plus. right. f_equal. unfold l. rewrite exp_ln by lra. f_equal.
          rewrite <- (sqrt_square (exp (ln y / 2))) by (left; apply exp_pos). unfold q. f_equal.
          rewrite <- exp_plus. replace (ln y / 2 + ln y / 2) with (ln y) by field. apply exp_ln. lra. }
      assert (root : sqrt (INR T * INR D) <= q).
      { unfold q. apply sqrt_le_1_alt. unfold y, x. replace (nu * INR T * INR d) with (INR T * (nu * INR d)) by ring.
        apply Rmult_le_compat_l; [lra |]. apply Rle_trans with (2 * INR d); [exact D_most |].
        apply Rmult_le_compat_r; lra. }
      assert (lost : 16 * (INR D * (sqrt (INR T * INR D) * exp (- (INR w * vote_rate eps')))) <= 64 / x).
      { apply Rle_trans with (16 * (2 * INR d * (q * / (y * q)))).
        - apply Rmult_le_compat_l; [lra |]. apply Rmult_le_compat; [lra | | exact D_most |].
          + apply Rmult_le_pos; [apply sqrt_pos | left; apply exp_pos].
          + apply Rmult_le_compat; [apply sqrt_pos | left; apply exp_pos | exact root | exact rare].
        - replace (q * / (y * q)) with (/ y) by (field; lra).
          apply Rle_trans with (32 / x); [right; unfold y; field; lra |].
          apply Rmult_le_compat_r; [left; apply Rinv_0_lt_compat; lra | lra]. }
      lra.
  - destruct (rounded_down L ltac:(lra)) as (some & low & high). set (t := place (exp L)) in *.
    assert (t_T : (t <= T)%nat) by (apply INR_le; lra). assert (t_pos : 1 <= INR t) by now apply (le_INR 1).
    pose proof (bound eps (L / 2) t ltac:(lra) ltac:(lra) ltac:(lia)) as B. fold L in B. fold e in B.
    pose proof (few_lost t ltac:(lra)) as lost. pose proof (exp_pos L) as E_pos.
    pose proof (lean_between eps eps_pos) as lean_pos. pose proof (lean_least eps eps_pos) as lean_low.
    assert (lean_2 : 0 < lean eps ^ 2) by (apply pow_lt; lra).
    assert (level : eps <= 1 + 140 * L).
    { assert (Rmin eps (eps ^ 2) <= 140 * L) by nra.
      destruct (Rle_dec eps 1); [lra |]. rewrite Rmin_left in * by nra. lra. }
    assert (double : exp (- L) = e * e) by (unfold e; rewrite <- exp_plus; f_equal; field).
    assert (inverse : / (INR t * lean eps ^ 2 * INR w) <= 144 * exp (- L)).
    { rewrite exp_Ropp. replace (144 * / exp L) with (/ (exp L / 2 * (2 / 144))) by (field; lra).
      apply Rinv_le_contravar; [lra |]. rewrite Rmult_assoc. apply Rmult_le_compat; lra || nra. }
    assert (product' : L ^ 2 * e <= 27 / 100000).
    { assert (quarter : (L / 8) * (L / 8) * ((L / 8) * (L / 8)) <= exp (L / 2)).
      { replace (L / 2) with (L / 8 + L / 8 + (L / 8 + L / 8)) by field. rewrite !exp_plus.
        pose proof (exp_ineq1_le (L / 8)). assert (L / 8 * (L / 8) <= exp (L / 8) * exp (L / 8)) by (apply
          Rmult_le_compat; lra). apply Rmult_le_compat; nra. }
      unfold e. rewrite exp_Ropp. pose proof (exp_pos (L / 2)). apply Rmult_le_reg_r with (exp (L / 2)); [assumption |].
      rewrite Rmult_assoc, Rinv_l, Rmult_1_r by lra. assert (3900 <= L) by lra.
      assert (L ^ 2 * 1 <= L ^ 2 * (27 / 100000 * (L ^ 2 / 4096))) by (apply Rmult_le_compat_l;
        [apply pow2_ge_0 | nra]). nra. }
    assert (told : 320 * (3 / 4 * eps + L / 2) ^ 2 / (INR t * lean eps ^ 2 * INR w) <= 145000 * e).
    { assert (size : (3 / 4 * eps + L / 2) ^ 2 <= (106 * L) ^ 2) by (apply pow_incr; lra).
      apply Rle_trans with (320 * (106 * L) ^ 2 * (144 * exp (- L))).
      - apply Rmult_le_compat; [pose proof (pow2_ge_0 (3 / 4 * eps + L / 2)); lra | | lra | exact inverse].
        left. apply Rinv_0_lt_compat. apply Rmult_lt_0_compat; [apply Rmult_lt_0_compat |]; lra.
      - rewrite double. replace (320 * (106 * L) ^ 2 * (144 * (e * e))) with (517754880 * (L ^ 2 * e) * e) by ring.
        apply Rmult_le_compat_r; [lra |]. replace 145000 with (517754880 * (145000 / 517754880)) by field. nra. }
    assert (last : 1752 * (INR D * e) <= 3504 * (INR d ^ 2 * e)) by nra.
    assert (e <= INR d ^ 2 * e) by nra.
    assert (0 <= 282000 * l ^ 2 / x) by (apply Rdiv_le_0_compat; [nra | lra]). lra.
Qed.
