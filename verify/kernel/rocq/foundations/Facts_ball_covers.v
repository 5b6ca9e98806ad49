(** * The facts of the calculus on coverings of the unit ball

    As in Facts.v: each theorem as the exporter writes it from the fact itself. *)

From Coq Require Import ZArith.
From Foundations Require Import Nouns_vectors Facts_vectors Nouns_means Facts_elementary Results_balls Lattice_volumes
  Ball_volumes.
Import ListNotations.
Open Scope R_scope.

(** ** Points of the unit ball that are apart

    Balls of half the distance about them are disjoint: they hold as many points of a fine lattice
    as the same ball about 0, and lie in the ball of radius 1 and half the distance. *)
Section Packing_of_a_ball.
  Variables (k : nat) (delta : R) (points : list (nat -> R)).
  Hypothesis delta_pos : 0 < delta.
  Hypothesis inside : forall c, In c points -> Sum (below k) (fun j => c j ^ 2) <= 1.
  Hypothesis far : ForallOrdPairs (fun x y => 2 * delta < Elementary.norm k (less x y)) points.
  Let M := INR (length points).

  Lemma length_squared_at z : length z = k -> Sum (below k) (fun j => IZR (nth j z 0%Z) ^ 2) = length_squared z.
  Proof.
    intros L. unfold length_squared. rewrite <- L. clear. induction z as [| x z IH]; [reflexivity |].
    cbn [length]. rewrite Sum_below_succ. cbn [Sum]. rewrite <- IH. reflexivity.
  Qed.

  (** The points of a lattice with spacing h about one of the points: those of a ball about 0, moved. *)
  Definition moved_to h (c : nat -> R) (z : list Z) := map (fun j => nth j z 0 + Int_part (c j / h))%Z (below k).

  Lemma moved_at h c z j : (j < k)%nat -> nth j (moved_to h c z) 0%Z = (nth j z 0 + Int_part (c j / h))%Z.
  Proof.
    intros J. unfold moved_to. set (f := fun j => (nth j z 0 + Int_part (c j / h))%Z).
    rewrite (nth_indep _ _ (f O)) by now rewrite map_length, length_below.
    rewrite map_nth. unfold below. now rewrite seq_nth.
  Qed.

  Lemma moved_near h c z n : 0 < h -> h * (INR n + sqrt (INR k)) <= delta -> length z = k ->
    length_squared z <= INR n ^ 2 -> Elementary.norm k (less (scaled h (moved_to h c z)) c) <= delta.
  Proof.
    intros H fits L small. eapply Rle_trans; [| exact fits].
    replace (Elementary.norm k (less (scaled h (moved_to h c z)) c)) with
      (Elementary.norm k (fun j => h * IZR (nth j z 0%Z) + - (h * (c j / h - IZR (Int_part (c j / h)))))).
    - eapply Rle_trans; [apply Elementary.norm_triangle |]. rewrite Rmult_plus_distr_l.
      assert (scale : forall (x : nat -> R) r, 0 <= r -> Sum (below k) (fun j => x j ^ 2) <= r ^ 2 ->
        Elementary.norm k (fun j => h * x j) <= h * r).
      { intros x r r_pos S. apply pow2_inj_le; [nra |]. rewrite norm_square, inner_squares.
        rewrite (Sum_ext _ _ (fun j => h ^ 2 * x j ^ 2)) by (intros; ring). rewrite Sum_scal.
        replace ((h * r) ^ 2) with (h ^ 2 * r ^ 2) by ring. apply Rmult_le_compat_l; [apply pow2_ge_0 | exact S]. }
      apply Rplus_le_compat.
      + apply scale; [apply pos_INR |]. now rewrite length_squared_at.
      + replace (fun j => - (h * (c j / h - IZR (Int_part (c j / h)))))
          with (fun j => h * (- (c j / h - IZR (Int_part (c j / h))))) by (apply functional_extensionality; intros;
            ring).
        apply scale; [apply sqrt_pos |]. rewrite pow2_sqrt by apply pos_INR.
        rewrite <- (Rmult_1_r (INR k)), <- Sum_below_const. apply Sum_le. intros j.
        pose proof (base_Int_part (c j / h)) as [low high].
        assert (0 <= c j / h - IZR (Int_part (c j / h)) <= 1) by lra. nra.
    - unfold Elementary.norm, inner. f_equal. apply Sum_ext_in. intros j J. apply in_below in J.
      unfold less, scaled. rewrite moved_at, plus_IZR by exact J. field. lra.
  Qed.

  Definition ball_points n := filter (in_ball_of n) (product_of (repeat (integers n) k)).

  Lemma ball_points_are n : NoDup (ball_points n) /\
    forall z, In z (ball_points n) -> length z = k /\ length_squared z <= INR n ^ 2.
  Proof.
    split.
    - apply NoDup_filter, NoDup_product. intros side S. apply repeat_spec in S. subst. unfold integers.
      apply NoDup_image; [apply seq_NoDup |]. intros x y _ _ same. lia.
    - intros z Z'. apply filter_In in Z'. destruct Z' as [P close]. apply in_product, entries_of_each in P.
      rewrite repeat_length in P. split; [exact P |]. unfold in_ball_of in close. now destruct (Rle_dec _ _).
  Qed.

  Lemma moved_to_injective h c y z : length y = k -> length z = k -> moved_to h c y = moved_to h c z -> y = z.
  Proof.
    intros Ly Lz same. apply (nth_ext _ _ 0%Z 0%Z); [congruence |]. intros j J. rewrite Ly in J.
    assert (at_j : nth j (moved_to h c y) 0%Z = nth j (moved_to h c z) 0%Z) by now rewrite same.
    rewrite !moved_at in at_j by exact J. lia.
  Qed.

  Lemma balls_in_a_ball h n n' : 0 < h -> h * (INR n + sqrt (INR k)) <= delta -> 1 + delta <= h * INR n' ->
    M * ball_count k n <= ball_count k n'.
  Proof.
    intros H fits room. destruct (ball_points_are n) as [distinct small].
    set (all := flat_map (fun c => map (moved_to h c) (ball_points n)) points).
    assert (size : INR (length all) = M * ball_count k n).
    { unfold M, all, ball_count. fold (ball_points n). clear. induction points as [| c l IH]; [simpl; ring |].
      cbn [flat_map length]. rewrite app_length, plus_INR, map_length, IH, S_INR. ring. }
    rewrite <- size. apply ball_counts.
    - unfold all. clear size all. revert far. clear inside M. induction points as [| c l IH]; intros far;
      cbn [flat_map];
        [constructor |]. inversion far as [| ? ? apart rest]; subst. rewrite Forall_forall in apart.
      assert (own : NoDup (map (moved_to h c) (ball_points n))).
      { apply NoDup_image; [exact distinct |]. intros y z Y Z'. apply moved_to_injective; now apply small. }
      specialize (IH rest). clear rest far.
      assert (other : forall x, In x (map (moved_to h c) (ball_points n)) ->
        ~ In x (flat_map (fun c => map (moved_to h c) (ball_points n)) l)).
      { intros x X X'. apply in_map_iff in X. destruct X as (y & <- & Y). apply in_flat_map in X'.
        destruct X' as (c' & C' & X'). apply in_map_iff in X'. destruct X' as (z & same & Z').
        specialize (apart c' C'). destruct (small y Y) as [Ly Sy], (small z Z') as [Lz Sz].
        pose proof (moved_near h c y n H fits Ly Sy) as one. pose proof (moved_near h c' z n H fits Lz Sz) as two.
        rewrite same in two. set (p := scaled h (moved_to h c y)) in *.
        apply (Rlt_irrefl (2 * delta)). eapply Rlt_le_trans; [exact apart |].
        replace (less c c') with (fun j => less c p j + less p c' j)
          by (apply functional_extensionality; intros j; unfold less; ring).
        eapply Rle_trans; [apply Elementary.norm_triangle |].
        replace (Elementary.norm k (less c p)) with (Elementary.norm k (less p c)); [lra |].
        unfold Elementary.norm, inner. f_equal. apply Sum_ext. intros j. unfold less. ring. }
      clear - own IH other. revert own other. generalize (map (moved_to h c) (ball_points n)). intros l1 D1 other.
      induction D1 as [| x l1 new D1 IH1]; [exact IH |]. cbn [app]. constructor.
      + intros X. apply in_app_or in X. destruct X as [X | X]; [contradiction |]. apply (other x); [now left | exact X].
      + apply IH1. intros y Y. apply other. now right.
    - intros w W. unfold all in W. apply in_flat_map in W. destruct W as (c & C & W). apply in_map_iff in W.
      destruct W as (z & <- & Z'). destruct (small z Z') as [L S].
      assert (len : length (moved_to h c z) = k) by (unfold moved_to; now rewrite map_length, length_below).
      split; [exact len |]. pose proof (moved_near h c z n H fits L S) as near.
      set (p := moved_to h c z) in *. rewrite <- (length_squared_at p len).
      assert (centre : Elementary.norm k c <= 1).
      { apply pow2_inj_le; [lra |]. rewrite norm_square, inner_squares. pose proof (inside c C). lra. }
      assert (long : Elementary.norm k (scaled h p) <= h * INR n').
      { eapply Rle_trans; [| exact room].
        replace (scaled h p) with (fun j => c j + less (scaled h p) c j)
          by (apply functional_extensionality; intros j; unfold less; ring).
        eapply Rle_trans; [apply Elementary.norm_triangle |]. lra. }
      apply (Rmult_le_reg_l (h ^ 2)); [now apply pow_lt |]. rewrite <- Sum_scal.
      replace (h ^ 2 * INR n' ^ 2) with ((h * INR n') ^ 2) by ring.
      replace (Sum (below k) (fun j => h ^ 2 * IZR (nth j p 0%Z) ^ 2)) with (Elementary.norm k (scaled h p) ^ 2).
      + apply pow_incr. split; [apply sqrt_pos | exact long].
      + rewrite norm_square, inner_squares. apply Sum_ext. intros j. unfold scaled. ring.
  Qed.

  (** With the least limit of the counts, up to any e > 0; q is the ratio of the radii. *)
  Let q := delta / (1 + delta).

  Lemma packing_almost e : 0 < e < ball_volume k -> e < q -> M * (ball_volume k - e) * (q - e) ^ k <= ball_volume k + e.
  Proof.
    intros [e_pos e_small] e_q. set (u := fun n => ball_count k n / INR n ^ k). set (v := ball_volume k) in *.
    pose proof (ball_volume_pos k) as v_pos. fold v in v_pos.
    assert (least : is_LimInf_seq u v).
    { pose proof (proj2_sig (ex_LimInf_seq u)) as correct. fold (LimInf_seq u) in correct. unfold v, ball_volume.
      fold u. unfold v, ball_volume in v_pos. fold u in v_pos.
      destruct (LimInf_seq u) as [l | |]; [exact correct | simpl in v_pos; lra | simpl in v_pos; lra]. }
    destruct (least (mkposreal e e_pos)) as [often [from above]]. simpl in often, above.
    set (C := sqrt (INR k) + 1). pose proof (sqrt_pos (INR k)) as root.
    assert (q_pos : 0 < q) by (unfold q; apply Rdiv_lt_0_compat; lra).
    destruct (archimed ((INR from + 2 + C) / q + C / e + 1)) as [large _].
    set (start := Z.to_nat (up ((INR from + 2 + C) / q + C / e + 1))) in *.
    destruct (often start) as (n' & n'_large & below_v).
    assert (C_pos : 0 < C) by (unfold C; lra).
    assert (C_e : 0 < C / e) by now apply Rdiv_lt_0_compat.
    assert (from_pos : 0 <= INR from) by apply pos_INR.
    assert (first : 0 < (INR from + 2 + C) / q) by (apply Rdiv_lt_0_compat; lra).
    assert (n'_is : (INR from + 2 + C) / q + C / e + 1 < INR n').
    { eapply Rlt_le_trans; [exact large |]. apply le_INR in n'_large. unfold start in n'_large.
      rewrite INR_IZR_INZ, Z2Nat.id in n'_large; [exact n'_large |]. apply le_IZR. lra. }
    assert (n'_pos : 0 < INR n') by lra.
    assert (C_n' : C <= e * INR n').
    { apply Rle_trans with (e * (C / e)); [right; field; lra | apply Rmult_le_compat_l; lra]. }
    assert (q_n' : INR from + 2 + C < q * INR n').
    { apply Rle_lt_trans with (q * ((INR from + 2 + C) / q)); [right; field; lra | apply Rmult_lt_compat_l; lra]. }
    destruct (nfloor_ex (q * INR n' - sqrt (INR k)) ltac:(unfold C in *; lra)) as [n [n_low n_high]].
    assert (n_from : (from <= n)%nat) by (apply INR_le; unfold C in *; lra).
    assert (n_pos : (1 <= n)%nat) by (apply INR_le; simpl; unfold C in *; lra).
    assert (n_0 : 0 < INR n) by (apply lt_0_INR; lia).
    set (h := (1 + delta) / INR n'). assert (H : 0 < h) by (unfold h; apply Rdiv_lt_0_compat; lra).
    assert (counts : M * ball_count k n <= ball_count k n').
    { apply (balls_in_a_ball h); [exact H | | right; unfold h; field; lra].
      apply Rle_trans with (h * (q * INR n')); [apply Rmult_le_compat_l; lra |].
      right. unfold h, q. field. lra. }
    pose proof (above n n_from) as low. unfold u in low, below_v.
    assert (size : (q - e) * INR n' <= INR n) by (unfold C in *; lra).
    assert (pow_n : 0 < INR n ^ k) by now apply pow_lt. assert (pow_n' : 0 < INR n' ^ k) by now apply pow_lt.
    assert (low' : (v - e) * INR n ^ k <= ball_count k n).
    { apply Rlt_le in low. apply (Rmult_le_compat_r (INR n ^ k)) in low; [| lra].
      replace (ball_count k n / INR n ^ k * INR n ^ k) with (ball_count k n) in low by (field; lra). exact low. }
    assert (high' : ball_count k n' <= (v + e) * INR n' ^ k).
    { apply Rlt_le in below_v. apply (Rmult_le_compat_r (INR n' ^ k)) in below_v; [| lra].
      replace (ball_count k n' / INR n' ^ k * INR n' ^ k) with (ball_count k n') in below_v by (field; lra).
      exact below_v. }
    assert (M_pos : 0 <= M) by apply pos_INR.
    apply Rmult_le_reg_r with (INR n' ^ k); [exact pow_n' |].
    apply Rle_trans with (M * ((v - e) * INR n ^ k)).
    - rewrite !Rmult_assoc, <- Rpow_mult_distr. apply Rmult_le_compat_l; [exact M_pos |].
      apply Rmult_le_compat_l; [lra |]. apply pow_incr. split; [| exact size]. apply Rmult_le_pos; lra.
    - eapply Rle_trans; [| exact high']. eapply Rle_trans; [| exact counts].
      now apply Rmult_le_compat_l.
  Qed.

  Theorem points_apart_in_a_ball : M <= (1 + / delta) ^ k.
  Proof.
    set (v := ball_volume k). pose proof (ball_volume_pos k) as v_pos. fold v in v_pos.
    assert (q_pos : 0 < q) by (unfold q; apply Rdiv_lt_0_compat; lra).
    assert (all : M * v * q ^ k <= v).
    { assert (zero : is_lim_seq (fun n => / INR n) 0)
        by (apply (is_lim_seq_inv _ p_infty); [apply is_lim_seq_INR | easy]).
      assert (left_limit : is_lim_seq (fun n => M * (v - / INR n) * (q - / INR n) ^ k) (M * v * q ^ k)).
      { apply (is_lim_seq_mult' _ _ (M * v) (q ^ k)).
        - apply (is_lim_seq_scal_l _ M v). replace (Finite v) with (Finite (v - 0)) by (f_equal; ring).
          apply is_lim_seq_minus'; [apply is_lim_seq_const | exact zero].
        - apply (is_lim_seq_continuous (fun x => x ^ k) (fun n => q - / INR n) q).
          + apply derivable_continuous_pt, derivable_pt_pow.
          + replace (Finite q) with (Finite (q - 0)) by (f_equal; ring).
            apply is_lim_seq_minus'; [apply is_lim_seq_const | exact zero]. }
      assert (right_limit : is_lim_seq (fun n => v + / INR n) v).
      { replace (Finite v) with (Finite (v + 0)) by (f_equal; ring).
        apply is_lim_seq_plus'; [apply is_lim_seq_const | exact zero]. }
      refine (is_lim_seq_le_loc _ _ _ _ _ left_limit right_limit).
      destruct (archimed (/ v + / q + 1)) as [large _]. exists (Z.to_nat (up (/ v + / q + 1))). intros n n_large.
      assert (inv_v : 0 < / v) by now apply Rinv_0_lt_compat. assert (inv_q : 0 < / q) by now apply Rinv_0_lt_compat.
      assert (n_is : / v + / q + 1 < INR n).
      { eapply Rlt_le_trans; [exact large |]. apply le_INR in n_large.
        rewrite INR_IZR_INZ, Z2Nat.id in n_large; [exact n_large |]. apply le_IZR. lra. }
      apply packing_almost.
      - split; [apply Rinv_0_lt_compat; lra |]. fold v. rewrite <- (Rinv_inv v). apply Rinv_lt_contravar; nra.
      - rewrite <- (Rinv_inv q). apply Rinv_lt_contravar; nra. }
    assert (pos : 0 < q ^ k) by now apply pow_lt.
    replace (1 + / delta) with (/ q) by (unfold q; field; lra). rewrite pow_inv.
    apply (Rmult_le_reg_r (q ^ k)); [exact pos |]. rewrite Rinv_l by lra.
    apply (Rmult_le_reg_l v); [exact v_pos |]. lra.
  Qed.
End Packing_of_a_ball.

(** ** Coverings *)

(** Wainwright 2019, Example 5.8: the balls' volumes add up to that of the unit ball at least. *)
Theorem fact_covering_numbers_of_a_ball_from_below : forall (Delta : R) (d : nat),
  0 < Delta ->
  (1 <= d)%nat ->
  covering_number_least (unit_ball d) Delta ((1 / Delta) ^ d).
Proof.
  intros Delta d D d_pos centres all. set (keep := Nouns_covers.kept (in_unit_ball d)).
  replace (1 / Delta) with (/ Delta) by (field; lra). rewrite <- (map_length keep centres).
  apply balls_that_cover_a_ball; [exact d_pos | exact D |]. intros x _ inside. destruct (all x) as (c & C & near).
  exists (keep c). split; [now apply in_map |].
  change (Elementary.norm d (vector_minus (keep x) (keep c)) <= Delta) in near.
  unfold keep at 1 in near. rewrite kept_inside in near by exact inside. apply close_of_norm; [lra | exact near].
Qed.

(** Wainwright 2019, Example 5.8: a packing that is as large as can be is a covering. *)
Theorem fact_covering_numbers_of_a_ball_from_above : forall (Delta : R) (d : nat),
  0 < Delta ->
  (1 <= d)%nat ->
  forall k : R, covering_number_least (unit_ball d) Delta k ->
  k <= (1 + 2 / Delta) ^ d.
Proof.
  intros Delta d D _ k least.
  destruct (fact_packings_above_coverings vector (unit_ball d) Delta D k least) as (points & apart & many).
  eapply Rle_trans; [exact many |]. clear many least. set (keep := Nouns_covers.kept (in_unit_ball d)).
  rewrite <- (map_length keep points). replace (1 + 2 / Delta) with (1 + / (Delta / 2)) by (field; lra).
  apply points_apart_in_a_ball; [lra | |].
  - intros c C. apply in_map_iff in C. destruct C as (x & <- & _). apply (inside_kept (in_unit_ball d)).
    unfold in_unit_ball. rewrite (Sum_ext _ _ (fun _ => 0)), Sum_const by (intros; ring). lra.
  - induction apart as [| x l others rest IH]; [constructor |]. constructor; [| exact IH].
    rewrite Forall_forall in *. intros y Y. apply in_map_iff in Y. destruct Y as (z & <- & Z').
    specialize (others z Z').
    change (Delta < Elementary.norm d (less (keep x) (keep z))) in others. lra.
Qed.
