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
      pose proof (risk_of_one_mean (in_blocks b half c) width eps eps_pos width_pos (power P T) (rotated_stat p t signs c)
        (rotated_target mu p signs c) (share signs c) half n (rotated_stat_range p t signs c) target
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
    set (error := fun signs (h : list (list (list bool))) c => (guesses b half width eps n h c - rotated_target mu p signs
      c) ^ 2).
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
        change (Sum (below d) (fun k => less (estimate (by_rotation p n b half width eps t) (map (pair signs) h0)) mu k ^ 2)
          <= Sum (below D) (fun c => kept signs h0 c)).
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
