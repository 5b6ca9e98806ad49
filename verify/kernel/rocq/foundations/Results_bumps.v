(** * zhao Theorem 12, corrected: regression from below

    Each theorem says what a claim of the ledger says at that place, as the exporter writes it from the claim itself. *)

From Foundations Require Import Facts Facts_cubes Facts_assouad Facts_hellinger Facts_information Facts_ratios.
From Foundations Require Import Facts_fluctuations Facts_bumps.
Import ListNotations.
Open Scope R_scope.

(** ** A quarter of the coordinates are wrong *)

Lemma quarter_by_KL {A B T} (F : laws_at_vertices A) (Z : method (list A) B T) d m c : c <= INR d / 2 ->
  (forall v, exists x : nat -> R, (forall k, (1 <= k)%nat -> (k <= d)%nat -> KL_most (transcript_of Z (power (F v) m))
    (transcript_of Z (power (F (turned_at v k)) m)) (x k)) /\ Sum (seq 1 d) (fun k => x k) <= c) ->
  wrong_coordinates_least Z F m d (INR d / 4).
Proof.
  intros small close. pose proof (pos_INR d) as d_0.
  apply hamming_weaken with ((INR d - sqrt (INR d * (c / 2))) / 2).
  - apply (wrong_coordinates_by_KL d (told_of_vertex Z F m) c). intros v V f F_b.
    destruct (close (vertex_of v)) as (x & parts & total). rewrite <- seq_shift, Sum_map in total.
    apply Rle_trans with (Sum (below d) (fun j => x (S j) +
      ln (E (told_of_vertex Z F m (flip j v)) (fun z => exp (f j z))))).
    + apply Sum_le_in. intros j J. apply in_below in J.
      change (told_of_vertex Z F m v) with (transcript_of Z (power (F (vertex_of v)) m)).
      change (told_of_vertex Z F m (flip j v)) with (transcript_of Z (power (F (vertex_of (flip j v))) m)).
      rewrite vertex_of_flip by now rewrite (length_of_vertex d v V).
      apply (parts (S j)); [lia | lia | apply F_b].
    + rewrite Sum_plus. apply Rplus_le_compat_r. exact total.
  - assert (sqrt (INR d * (c / 2)) <= INR d / 2); [| lra].
    rewrite <- (sqrt_pow2 (INR d / 2)) by lra. apply sqrt_le_1_alt. nra.
Qed.

Lemma quarter_by_changes {A B T} (F : laws_at_vertices A) (Z : method (list A) B T) d eps m n a : (1 <= d)%nat ->
  0 < eps -> (1 <= m)%nat -> (1 <= n)%nat -> users_in_turn Z n eps -> 0 <= a -> orthogonal_relative_changes F d 1 a ->
  4 * (exp eps - 1) ^ 2 * INR n * (INR m * a) <= INR d -> wrong_coordinates_least Z F m d (INR d / 4).
Proof.
  intros d_1 e_pos m_1 n_1 users a_0 changes small.
  pose proof (lt_0_INR d ltac:(lia)) as d_pos. pose proof (lt_0_INR n ltac:(lia)) as n_pos.
  pose proof (lt_0_INR m ltac:(lia)) as m_pos. set (kappa := (exp eps - 1) ^ 2) in *.
  assert (k_0 : 0 <= kappa) by apply pow2_ge_0. assert (y_0 : 0 <= INR m * a) by (apply Rmult_le_pos; lra).
  destruct (Rle_dec (2 * kappa * INR n) (INR d)) as [few | many].
  - pose proof (fact_wrong_coordinates_from_the_information A B T F Z d m d_1 m_1 _
      (fact_information_of_private_messages A B T F Z d eps m n d_1 e_pos m_1 n_1 users)) as told. fold kappa in told.
    apply hamming_weaken with (1 := told).
    assert (root : sqrt 2 * sqrt (kappa * INR n / 4 / INR d) <= 1 / 2).
    { rewrite <- sqrt_mult_alt by lra. rewrite <- (sqrt_pow2 (1 / 2)) by lra. apply sqrt_le_1_alt.
      apply (Rmult_le_reg_r (INR d)); [exact d_pos |].
      replace (2 * (kappa * INR n / 4 / INR d) * INR d) with (kappa * INR n / 2) by (field; lra). lra. }
    nra.
  - assert (y_small : INR m * a <= 1 / 2) by nra.
    assert (grow : (1 + a) ^ m - 1 <= 2 * (INR m * a)).
    { pose proof (pow_le_exp a m ltac:(lra)). pose proof (exp_chord (1 / 2) (2 * (INR m * a)) ltac:(lra)) as C.
      pose proof exp_half_le. replace (1 / 2 * (2 * (INR m * a))) with (INR m * a) in C by field. nra. }
    pose proof (pow_R1_Rle (1 + a) m ltac:(lra)) as grow_0.
    apply quarter_by_KL with (kappa * ((1 + a) ^ m - 1) / 4 * INR n).
    + assert (kappa * ((1 + a) ^ m - 1) <= kappa * (2 * (INR m * a))) by (apply Rmult_le_compat_l; lra). nra.
    + intros v. apply (fact_chain_rule_over_users_for_all_coordinates A B T F Z v d eps m n); auto.
      intros H K private_K.
      destruct (fact_private_contraction_for_all_coordinates A H F K v ((1 + a) ^ m - 1) d eps m ltac:(lra) d_1 e_pos
        m_1
        private_K (fact_changes_of_several_draws A F a d m a_0 d_1 m_1 changes)) as (x & parts & total).
      exists x. split; [| exact total]. intros k k_1 k_d. now apply fact_KL_below_chi_square, parts.
Qed.

Lemma squared_norm_ge_0 U phi L beta d : is_bump phi L beta d -> 0 <= squared_norm U phi d.
Proof.
  intros [between _]. unfold squared_norm. rewrite <- (E_const (uniform_on_cube U d) 0). apply E_mono; [bounded | |].
  - apply bounded_between with 0 (1 / 4). intros u. pose proof (between (less u (middle_point d))). split; nra.
  - intros u. apply pow2_ge_0.
Qed.

(** ** Theorem 12, corrected *)

Theorem zhao_thm12_lower : forall (U : uniform_laws) (phi : function vector) (C_b L : R) (N : nat) (T beta : R) (d :
  nat) (epsilon f_L : R) (m n : nat),
  0 < C_b ->
  0 < L ->
  (1 <= N)%nat ->
  0 < T ->
  0 < beta ->
  beta <= 1 ->
  (1 <= d)%nat ->
  0 < epsilon ->
  0 < f_L ->
  (1 <= m)%nat ->
  (1 <= n)%nat ->
  is_bump phi L beta d ->
  64 * (exp epsilon - 1) ^ 2 * squared_norm U phi d * INR m * INR n / 3 <= raise (INR N) (2 * beta + 2 * INR d) ->
  L * raise 2 (1 - beta) <= C_b ->
  f_L <= 1 ->
  1 < T ->
  forall (A : Type) (Z_ : method (list (prod vector R)) A (function vector)), users_in_turn Z_ n epsilon ->
  forall r : R, worst_L2_risk_most Z_ (regression_laws C_b beta f_L T d) m r ->
  raise (INR N) (- (2 * beta)) * squared_norm U phi d / 4 <= r.
Proof.
  intros U phi C_b L N T beta d eps f_L m n C_pos L_pos N_1 T_pos beta_pos beta_1 d_1 e_pos f_pos m_1 n_1 bump few
    smooth
    f_1 T_1 A Z users r risk.
  pose proof (lt_0_INR N ltac:(lia)) as N_pos. assert (D_1 : (1 <= N ^ d)%nat).
  { assert (N ^ d <> 0)%nat by (apply Nat.pow_nonzero; lia). lia. }
  set (Y := raise (INR N) (2 * beta)). assert (Y_pos : 0 < Y) by (unfold Y; rewrite raise_pos by lra; apply exp_pos).
  set (D := INR (N ^ d)). assert (D_pos : 0 < D) by (apply lt_0_INR; lia).
  assert (D_is : D = raise (INR N) (INR d)).
  { unfold D. rewrite pow_INR, raise_pos by exact N_pos. fold (Rpower (INR N) (INR d)). now rewrite Rpower_pow. }
  assert (cell : raise (INR N) (- INR d - 2 * beta) = / (D * Y)).
  { rewrite D_is. unfold Y. rewrite !raise_pos by exact N_pos. rewrite <- exp_plus, <- exp_Ropp. f_equal. ring. }
  assert (last : raise (INR N) (- (2 * beta)) = / Y).
  { unfold Y. rewrite !raise_pos by exact N_pos. rewrite <- exp_Ropp. f_equal. ring. }
  pose proof (squared_norm_ge_0 U phi L beta d bump) as S_0. set (S := squared_norm U phi d) in *.
  assert (room : raise (INR N) (2 * beta + 2 * INR d) = D ^ 2 * Y).
  { rewrite D_is. unfold Y. rewrite !raise_pos by exact N_pos. simpl (_ ^ 2). rewrite Rmult_1_r, <- !exp_plus. f_equal.
    ring. }
  rewrite room in few. fold S in few.
  assert (quarter : wrong_coordinates_least Z (bumps U phi beta N d) m (N ^ d) (D / 4)).
  { pose proof (fact_changes_of_bumps U phi L N beta d L_pos N_1 beta_pos beta_1 d_1 bump) as changes.
    rewrite cell in changes. fold S in changes. set (a := 16 * / (D * Y) * S / 3) in *.
    assert (a_0 : 0 <= a).
    { unfold a. assert (0 <= / (D * Y)) by (left; apply Rinv_0_lt_compat; nra).
      assert (0 <= / (D * Y) * S) by now apply Rmult_le_pos. lra. }
    apply (quarter_by_changes _ Z (N ^ d) eps m n a); auto. fold D.
    apply (Rmult_le_reg_r (D * Y)); [nra |]. unfold a.
    replace (4 * (exp eps - 1) ^ 2 * INR n * (INR m * (16 * / (D * Y) * S / 3)) * (D * Y))
      with (64 * (exp eps - 1) ^ 2 * S * INR m * INR n / 3) by (field; lra). lra. }
  pose proof (fact_Assouad_for_regression A U _ Z phi L N beta d m L_pos N_1 beta_pos beta_1 d_1 m_1
    (fact_bumps_are_smooth U phi C_b L N T beta d f_L C_pos L_pos N_1 T_pos beta_pos beta_1 d_1 f_pos bump smooth f_1
      T_1)
    bump (D / 4) quarter r risk) as most.
  rewrite cell in most. fold S in most. rewrite last.
  apply Rle_trans with (2 := most). replace (2 * / (D * Y) * S * (D / 4)) with (/ Y * S / 2) by (field; lra).
  assert (0 <= / Y * S) by (apply Rmult_le_pos; [left; now apply Rinv_0_lt_compat | exact S_0]). lra.
Qed.

Theorem zhao_thm12_lower_any_privacy : forall (U : uniform_laws) (phi : function vector) (C_b L : R) (N : nat) (T beta
  : R) (d : nat) (epsilon f_L : R) (m n : nat),
  0 < C_b ->
  0 < L ->
  (1 <= N)%nat ->
  0 < T ->
  0 < beta ->
  beta <= 1 ->
  (1 <= d)%nat ->
  0 < epsilon ->
  0 < f_L ->
  (1 <= m)%nat ->
  (1 <= n)%nat ->
  is_bump phi L beta d ->
  6 * squared_norm U phi d * INR m * INR n <= raise (INR N) (2 * beta + INR d) ->
  L * raise 2 (1 - beta) <= C_b ->
  f_L <= 1 ->
  1 < T ->
  forall (A : Type) (Z_ : method (list (prod vector R)) A (function vector)), users_in_turn Z_ n epsilon ->
  forall r : R, worst_L2_risk_most Z_ (regression_laws C_b beta f_L T d) m r ->
  raise (INR N) (- (2 * beta)) * squared_norm U phi d / 4 <= r.
Proof.
  intros U phi C_b L N T beta d eps f_L m n C_pos L_pos N_1 T_pos beta_pos beta_1 d_1 e_pos f_pos m_1 n_1 bump few
    smooth
    f_1 T_1 A Z users r risk.
  pose proof (lt_0_INR N ltac:(lia)) as N_pos. assert (D_1 : (1 <= N ^ d)%nat).
  { assert (N ^ d <> 0)%nat by (apply Nat.pow_nonzero; lia). lia. }
  set (Y := raise (INR N) (2 * beta)). assert (Y_pos : 0 < Y) by (unfold Y; rewrite raise_pos by lra; apply exp_pos).
  set (D := INR (N ^ d)). assert (D_pos : 0 < D) by (apply lt_0_INR; lia).
  assert (D_is : D = raise (INR N) (INR d)).
  { unfold D. rewrite pow_INR, raise_pos by exact N_pos. fold (Rpower (INR N) (INR d)). now rewrite Rpower_pow. }
  assert (cell : raise (INR N) (- INR d - 2 * beta) = / (D * Y)).
  { rewrite D_is. unfold Y. rewrite !raise_pos by exact N_pos. rewrite <- exp_plus, <- exp_Ropp. f_equal. ring. }
  assert (last : raise (INR N) (- (2 * beta)) = / Y).
  { unfold Y. rewrite !raise_pos by exact N_pos. rewrite <- exp_Ropp. f_equal. ring. }
  pose proof (squared_norm_ge_0 U phi L beta d bump) as S_0. set (S := squared_norm U phi d) in *.
  assert (room : raise (INR N) (2 * beta + INR d) = D * Y).
  { rewrite D_is. unfold Y. rewrite !raise_pos by exact N_pos. rewrite <- exp_plus. f_equal. ring. }
  rewrite room in few. fold S in few.
  assert (quarter : wrong_coordinates_least Z (bumps U phi beta N d) m (N ^ d) (D / 4)).
  { set (k := 3 * / (D * Y) * S). apply quarter_by_KL with (D * (k * INR m) * INR n).
    - fold D. unfold k. apply (Rmult_le_reg_r Y); [exact Y_pos |].
      replace (D * (3 * / (D * Y) * S * INR m) * INR n * Y) with (6 * S * INR m * INR n / 2) by (field; lra). lra.
    - intros v. apply (fact_chain_rule_over_users_for_all_coordinates _ _ _ _ Z v (N ^ d) eps m n); auto.
      intros H K _. exists (fun _ => k * INR m). split.
      + intros j j_1 _. apply fact_data_processing. apply (fact_tensorisation _ _ _ m m_1).
        pose proof (fact_divergence_of_bumps U phi v L N beta d j L_pos N_1 beta_pos beta_1 d_1 j_1 bump) as one.
        rewrite cell in one. exact one.
      + rewrite Sum_const, seq_length. fold D. lra. }
  pose proof (fact_Assouad_for_regression A U _ Z phi L N beta d m L_pos N_1 beta_pos beta_1 d_1 m_1
    (fact_bumps_are_smooth U phi C_b L N T beta d f_L C_pos L_pos N_1 T_pos beta_pos beta_1 d_1 f_pos bump smooth f_1
      T_1)
    bump (D / 4) quarter r risk) as most.
  rewrite cell in most. fold S in most. rewrite last.
  apply Rle_trans with (2 := most). replace (2 * / (D * Y) * S * (D / 4)) with (/ Y * S / 2) by (field; lra).
  assert (0 <= / Y * S) by (apply Rmult_le_pos; [left; now apply Rinv_0_lt_compat | exact S_0]). lra.
Qed.
