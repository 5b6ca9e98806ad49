(** * Numbered results of kent: sparse means, from below

    Each theorem says what a claim of the ledger says at that place, as the exporter writes it from the claim itself. *)

From Foundations Require Export Facts_signs Facts_fluctuations Facts_assouad Facts_flips Results_numbers Results_means
  Results_lower Ball_volumes.
Import ListNotations.
Open Scope R_scope.

(** ** A random vertex with few signs that are 1 *)

Lemma biased_chances tau chance d v : In v (vertices d) ->
  E (biased_vertex tau chance d) (one_vertex v) = chance_of_signs (fun _ => tau) v.
Proof.
  revert v. induction d as [| d IH]; intros v V.
  - destruct V as [<- | []]. reflexivity.
  - rewrite E_biased_vertex.
    assert (each : forall b v', In v' (vertices d) -> v = b :: v' -> forall c,
      E (biased_vertex tau chance d) (fun w => one_vertex v (c :: w)) =
      if Bool.eqb c b then chance_of_signs (fun _ => tau) v' else 0).
    { intros b v' V' -> c. destruct (Bool.eqb c b) eqn:same.
      - apply Bool.eqb_prop in same. subst c. rewrite <- (IH v' V'). apply E_ext. intros w. unfold one_vertex.
        destruct (list_eq_dec _ (b :: w) (b :: v')) as [equal | not], (list_eq_dec _ w v') as [equal' | not'];
          try reflexivity; congruence.
      - rewrite <- (E_const (biased_vertex tau chance d) 0). apply E_ext. intros w. unfold one_vertex.
        destruct (list_eq_dec _ (c :: w) (b :: v')) as [equal | not]; [| reflexivity].
        injection equal as -> _. now rewrite Bool.eqb_reflx in same. }
    simpl in V. apply in_app_or in V. destruct V as [V | V]; apply in_map_iff in V; destruct V as (v' & <- & V').
    + rewrite !(each true v' V' eq_refl). simpl. ring.
    + rewrite !(each false v' V' eq_refl). simpl. ring.
Qed.

Lemma biased_is_independent tau d : 0 < tau < 1 -> independent_signs (biased_prior tau d) d.
Proof.
  intros range. exists (fun _ => tau). split; [auto |]. intros v V. unfold biased_prior.
  assert (cut : Rmax 0 (Rmin tau 1) = tau) by (rewrite Rmin_left, Rmax_right; lra).
  generalize (cut_chance tau). rewrite cut. intros chance. now apply biased_chances.
Qed.

(** ** The family of signs of mean 0 or Delta *)

Section Sparse.
  Variables (Delta : R) (d : nat) (D_range : 0 < Delta < 1).
  Let p (b : bool) := 1 / 2 + Delta * (sgn b + 1) / 4.
  Let family := sparse_signs_family Delta d.

  Let p_inside b : 0 < p b < 1.
  Proof. exact (sparse_inside Delta D_range b). Qed.

  Let p_cut b : chance_in (p b) = p b.
  Proof. pose proof (p_inside b). unfold chance_in. now rewrite Rmin_left, Rmax_right by lra. Qed.

  Lemma sparse_dominated : neighbours_dominated family.
  Proof.
    apply (bounded_ratios_dominated family (coins_ratio p)).
    - intros v j J. exact (coins_ratio_density p p_inside 1 d Rlt_0_1 v j J).
    - intros v j x. exact (coins_ratio_pos p p_inside v j x).
  Qed.

  Lemma sparse_apart : parameters_just_apart family squared (Delta ^ 2 / 8) d.
  Proof.
    apply (coins_apart 1 p d (Delta ^ 2 / 8)). rewrite !p_cut. unfold p, sgn. field.
  Qed.

  Lemma sparse_inside_class v (s : nat) : ones d v <= INR s -> vertex_within family (with_means d (sparse_means d s)) v.
  Proof.
    intros few. split; [reflexivity |].
    assert (mean : has_mean_vector (at_vertex family v) (parameter_at family v))
      by exact (mean_of_coins 1 p d (vertex_of v) Rlt_0_1 p_inside).
    split; [| exact mean]. split; [exact (coins_on_cube 1 p d (vertex_of v) Rlt_0_1) |].
    exists (parameter_at family v). split; [exact mean |]. eapply Rle_trans; [| exact few]. apply Sum_le_in.
    intros k K. apply in_below in K.
    change ((if Req_EM_T (coins_mean 1 p d (vertex_of v) k) 0 then 0 else 1) <= (if bit v k then 1 else 0)).
    unfold coins_mean. destruct (lt_dec k d) as [less |]; [| lia]. change (vertex_of v (S k)) with (bit v k).
    rewrite p_cut. destruct (bit v k); [destruct (Req_EM_T _ _); lra |].
    destruct (Req_EM_T _ 0) as [| other]; [lra | exfalso; apply other; unfold p, sgn; field].
  Qed.

  Lemma sparse_outside tau (s : nat) : (1 <= d)%nat -> 0 < tau <= 1 -> outside_mass_most (biased_prior tau d) family
    (with_means d (sparse_means d s)) ((1 + tau) ^ d * exp (- (INR s * ln 2))).
  Proof.
    intros some range. exists (fun v => if Rle_dec (ones d v) (INR s) then true else false). split.
    - intros v inside. apply sparse_inside_class. now destruct (Rle_dec (ones d v) (INR s)).
    - eapply Rle_trans; [| apply (fact_many_ones (INR s) d tau (pos_INR s) some); lra].
      unfold ones_at_least. apply E_mono.
      + apply bounded_between with 0 1. intros v. destruct (Rle_dec _ _); lra.
      + apply bounded_between with 0 1. intros v. destruct (Rle_dec _ _); lra.
      + intros v. destruct (Rle_dec (ones d v) (INR s)), (Rle_dec (INR s) (ones d v)); lra.
  Qed.

  (** The total variation between the mixtures given a coordinate. *)
  Lemma sparse_mixtures {B} (Z : method (list vector) B vector) (m n : nat) alpha tau e : (1 <= d)%nat -> (1 <=
    m)%nat ->
    (1 <= n)%nat -> 0 < alpha -> 0 < tau < 1 -> users_in_turn Z n alpha ->
    Rmax (raise (1 + Delta ^ 2) (INR m)) ((1 / (1 - Delta ^ 2)) ^ m) - 1 <= e -> 0 <= e ->
    exists t, conditional_TV_most Z family m (biased_prior tau d) d t /\
      t ^ 2 <= INR n * (exp alpha * (exp alpha - 1) ^ 2) * e / (8 * INR d).
  Proof.
    intros d_pos m_pos n_pos alpha_pos range private_users small e_pos.
    assert (d_0 : 0 < INR d) by (apply lt_0_INR; lia).
    destruct (fact_signs_of_mean_0_or_Delta_the_largest_fluctuation Delta d m (proj1 D_range) (proj2 D_range) d_pos
      m_pos)
      as [eta least].
    set (eta2 := Rmax (raise (1 + Delta ^ 2) (INR m)) ((1 / (1 - Delta ^ 2)) ^ m) - 1) in *.
    assert (eta_pos : 0 <= eta2).
    { unfold eta2. pose proof (Rmax_l (raise (1 + Delta ^ 2) (INR m)) ((1 / (1 - Delta ^ 2)) ^ m)) as larger.
      enough (1 <= raise (1 + Delta ^ 2) (INR m)) by lra. pose proof (pow2_ge_0 Delta).
      rewrite raise_pos by lra. apply exp_ge_1. apply Rmult_le_pos; [apply pos_INR |].
      rewrite <- ln_1. apply ln_le; lra. }
    assert (orthogonal : orthogonal_fluctuations family m eta2).
    { apply (fact_fluctuations_of_uncorrelated_ratios vector vector family d m d_pos m_pos); [| apply
      sparse_dominated |].
      - now apply fact_signs_of_mean_0_or_Delta_ratios.
      - now split. }
    set (F := (exp alpha - 1) ^ 2 / 4 * eta2).
    assert (one_message : forall v (H : Type) (K : channel (list vector) H), private alpha K -> exists x : nat -> R,
      (forall j, (1 <= j)%nat -> (j <= d)%nat ->
        KL_most (bind (power (family v) m) K) (bind (power (family (turned_at v j)) m) K) (x j)) /\
      Sum (seq 1 d) (fun j => x j) <= exp alpha * F).
    { intros v H K private_K.
      assert (fluctuations : fluctuations_most K family m v F).
      { apply (fact_Bessel_for_fluctuations _ _ _ K family v eta2 m eta_pos m_pos sparse_dominated orthogonal).
        now apply fact_variance_of_a_private_channels_density. }
      destruct (fact_fluctuations_as_chi_square_divergences _ _ _ K family v d m d_pos m_pos sparse_dominated F
        fluctuations)
        as (x & each & total).
      exists (fun j => x j * exp alpha). split.
      - intros j low high. apply fact_KL_below_chi_square.
        apply (fact_chi_square_of_private_messages_turned _ _ K _ _ alpha alpha_pos private_K). now apply each.
      - rewrite (Sum_ext _ _ (fun j => exp alpha * x j)) by (intros; ring). rewrite Sum_scal.
        apply Rmult_le_compat_l; [left; apply exp_pos | exact total]. }
    assert (close : random_neighbours_TV2_most Z family m (biased_prior tau d) d (exp alpha * F * INR n / 2 / INR d)).
    { apply fact_neighbours_at_a_random_vertex; [exact d_pos | exact m_pos |]. intros v.
      destruct (fact_chain_rule_over_users_for_all_coordinates_j vector B vector family Z v d alpha m n d_pos
        alpha_pos m_pos
        n_pos private_users (exp alpha * F) (one_message v)) as (x & each & total).
      exists (fun j => sqrt 2 * sqrt (x j) / 2). split.
      - intros j low high. apply fact_pinsker. now apply each.
      - rewrite (Sum_ext_in _ _ (fun j => / 2 * x j)).
        + rewrite Sum_scal. change (fun j_ : nat => x j_) with x in total.
          change (fun j : nat => x j) with x. lra.
        + intros j J. apply in_seq in J. pose proof (KL_ge_0 _ _ _ (each j ltac:(lia) ltac:(lia))) as pos.
          pose proof (sqrt_sqrt 2 ltac:(lra)) as two. pose proof (sqrt_sqrt (x j) pos) as own.
          replace ((sqrt 2 * sqrt (x j) / 2) ^ 2) with (sqrt 2 * sqrt 2 * (sqrt (x j) * sqrt (x j)) / 4) by field.
          rewrite two, own. field. }
    destruct (fact_mixtures_given_a_coordinate_beside_neighbours vector vector B family (biased_prior tau d)
      Z d m d_pos m_pos
      (biased_is_independent tau d range) _ close) as (t & mixtures & square).
    exists t. split; [exact mixtures |]. eapply Rle_trans; [exact square |].
    apply Rle_trans with (INR n * (exp alpha * (exp alpha - 1) ^ 2) * eta2 / (8 * INR d)).
    - right. unfold F. field. lra.
    - apply Rmult_le_compat_r; [left; apply Rinv_0_lt_compat; lra |]. apply Rmult_le_compat_l; [| exact small].
      apply Rmult_le_pos; [apply pos_INR |]. apply Rmult_le_pos; [left; apply exp_pos | apply pow2_ge_0].
  Qed.
End Sparse.

(** ** Theorem 7, from below *)

(** With u = min (1/T, (1 + x)^(1/T) - 1), the largest fluctuation at Delta^2 = u/2 is at most x. *)
Lemma fluctuation_at_root (T : nat) x u : (1 <= T)%nat -> 0 < x ->
  u = Rmin (1 / INR T) (raise (1 + x) (1 / INR T) - 1) -> 0 < u <= 1 /\
  Rmax (raise (1 + u / 2) (INR T)) ((1 / (1 - u / 2)) ^ T) - 1 <= x.
Proof.
  intros T_pos x_pos ->. assert (T_1 : 1 <= INR T) by now apply (le_INR 1).
  assert (inverse : 0 < / INR T <= 1).
  { split; [apply Rinv_0_lt_compat; lra |]. rewrite <- Rinv_1. apply Rinv_le_contravar; lra. }
  assert (log : 0 < ln (1 + x)) by (rewrite <- ln_1; apply ln_increasing; lra).
  set (u := Rmin (1 / INR T) (raise (1 + x) (1 / INR T) - 1)).
  assert (u_T : u <= 1 / INR T) by apply Rmin_l.
  assert (u_root : u <= raise (1 + x) (1 / INR T) - 1) by apply Rmin_r.
  assert (range : 0 < u <= 1).
  { split; [| unfold Rdiv in u_T; lra]. unfold u. apply Rmin_glb_lt; [unfold Rdiv; lra |]. rewrite raise_pos by lra.
    assert (0 < 1 / INR T * ln (1 + x)) by (apply Rmult_lt_0_compat; unfold Rdiv; lra).
    pose proof (exp_ineq1 (1 / INR T * ln (1 + x)) ltac:(lra)). lra. }
  split; [exact range |].
  assert (power : (1 + u) ^ T <= 1 + x).
  { apply Rle_trans with (raise (1 + x) (1 / INR T) ^ T); [apply pow_incr; lra |].
    rewrite raise_pos by lra. rewrite exp_times.
    replace (INR T * (1 / INR T * ln (1 + x))) with (ln (1 + x)) by (field; lra). rewrite exp_ln by lra. lra. }
  enough (Rmax (raise (1 + u / 2) (INR T)) ((1 / (1 - u / 2)) ^ T) <= (1 + u) ^ T) by lra.
  apply Rmax_lub.
  - rewrite raise_pos by lra. fold (Rpower (1 + u / 2) (INR T)). rewrite Rpower_pow by lra. apply pow_incr. lra.
  - apply pow_incr. split; [apply Rdiv_le_0_compat; lra |]. apply Rle_div_l; [lra |]. nra.
Qed.

Lemma rare_vertices (d s : nat) : (1 <= d)%nat -> 16 * ln (exp 1 * INR d) / 3 <= INR s ->
  (1 + INR s / (2 * INR d)) ^ d * exp (- (INR s * ln 2)) <= 3 / 8 * (INR s / (2 * INR d)).
Proof.
  intros d_pos many. assert (d_1 : 1 <= INR d) by now apply (le_INR 1). pose proof (exp_pos 1) as e_pos.
  rewrite ln_mult, ln_exp in many by lra. pose proof ln_2_ge as log_2. pose proof (pos_INR s) as s_0.
  assert (log_d : 0 <= ln (INR d)) by (rewrite <- ln_1; apply ln_le; lra).
  set (tau := INR s / (2 * INR d)). assert (tau_0 : 0 <= tau) by (apply Rdiv_le_0_compat; lra).
  assert (first : (1 + tau) ^ d <= exp (INR s / 2)).
  { apply Rle_trans with (exp tau ^ d).
    - apply pow_incr. split; [lra | apply exp_ineq1_le].
    - rewrite exp_times. right. f_equal. unfold tau. field. lra. }
  apply Rle_trans with (/ INR d).
  - apply Rle_trans with (exp (INR s / 2) * exp (- (INR s * ln 2))).
    + apply Rmult_le_compat_r; [left; apply exp_pos | exact first].
    + rewrite <- exp_plus. apply Rle_trans with (exp (- ln (INR d))).
      * apply exp_le. nra.
      * rewrite exp_Ropp, exp_ln by lra. lra.
  - replace (3 / 8 * tau) with (3 / 16 * INR s * / INR d) by (unfold tau; field; lra).
    rewrite <- (Rmult_1_l (/ INR d)) at 1. apply Rmult_le_compat_r; [left; apply Rinv_0_lt_compat; lra | lra].
Qed.

(** Every level of privacy. *)
Theorem kent_thm7_lower_every_level : forall (T : nat) (alpha : R) (d n s : nat),
  (1 <= T)%nat ->
  0 < alpha ->
  (1 <= d)%nat ->
  (1 <= n)%nat ->
  (1 <= s)%nat ->
  16 * ln (exp 1 * INR d) / 3 <= INR s ->
  (s <= d)%nat ->
  forall (A : Type) (Z_ : method (list vector) A vector), users_in_turn Z_ n alpha ->
  forall r : R, worst_loss_most (with_means d (sparse_means d s)) T squared Z_ r ->
  Rmin (1 / INR T) (raise (1 + INR d / (alpha ^ 2 * INR n)) (1 / INR T) - 1) * alpha ^ 2 * exp (- alpha) * INR s /
    (256 * (exp alpha - 1) ^ 2) <= r.
Proof.
  intros T alpha d n s T_pos alpha_pos d_pos n_pos s_pos many s_d A Z private_users r risk.
  assert (d_1 : 1 <= INR d) by now apply (le_INR 1). assert (n_1 : 1 <= INR n) by now apply (le_INR 1).
  assert (s_1 : 1 <= INR s) by now apply (le_INR 1). assert (T_1 : 1 <= INR T) by now apply (le_INR 1).
  assert (below_d : INR s <= INR d) by now apply le_INR.
  pose proof (exp_ineq1_le alpha) as tangent. pose proof (exp_pos alpha) as e_pos.
  set (g := exp alpha - 1). assert (g_alpha : alpha <= g) by (unfold g; lra).
  set (w := exp alpha * g ^ 2).
  assert (squares : alpha ^ 2 <= g ^ 2) by (apply pow_incr; lra).
  assert (g2_pos : 0 < g ^ 2) by (apply pow_lt; lra). assert (a2_pos : 0 < alpha ^ 2) by (apply pow_lt; lra).
  assert (w_large : g ^ 2 <= w) by (unfold w; assert (1 <= exp alpha) by lra; nra).
  set (part := alpha ^ 2 / (2 * w)).
  assert (part_range : 0 < part <= 1).
  { split; [apply Rdiv_lt_0_compat; lra |]. apply Rle_div_l; lra. }
  set (odds := INR d / (alpha ^ 2 * INR n)).
  assert (odds_pos : 0 < odds) by (apply Rdiv_lt_0_compat; [lra | apply Rmult_lt_0_compat; lra]).
  set (x := part * odds). assert (x_pos : 0 < x) by (apply Rmult_lt_0_compat; lra).
  assert (x_is : x = INR d / (2 * w * INR n)) by (unfold x, part, odds; field; lra).
  set (u := Rmin (1 / INR T) (raise (1 + x) (1 / INR T) - 1)).
  destruct (fluctuation_at_root T x u T_pos x_pos eq_refl) as [u_range fluctuation].
  set (Delta := sqrt (u / 2)).
  assert (square : Delta ^ 2 = u / 2) by (unfold Delta; apply pow2_sqrt; lra).
  assert (D_range : 0 < Delta < 1).
  { split; [apply sqrt_lt_R0; lra |]. unfold Delta. rewrite <- sqrt_1. apply sqrt_lt_1_alt. lra. }
  set (tau := INR s / (2 * INR d)).
  assert (tau_range : 0 < tau <= 1 / 2).
  { split; [apply Rdiv_lt_0_compat; lra |]. apply Rle_div_l; lra. }
  rewrite <- square in fluctuation.
  destruct (sparse_mixtures Delta d D_range Z T n alpha tau x d_pos T_pos n_pos alpha_pos ltac:(lra) private_users
    fluctuation ltac:(lra)) as (t & mixtures & small).
  assert (t_small : t <= 1 / 4).
  { apply Rle_trans with (Rabs t); [apply Rle_abs |]. apply pow2_inj_le; [lra |]. rewrite pow2_abs.
    eapply Rle_trans; [exact small |]. fold g. fold w. rewrite x_is. right. field. lra. }
  pose proof (kent_cor17 vector vector A (sparse_signs_family Delta d) squared Z (with_means d (sparse_means d s)) T
    (3 / 8)
    d tau (Delta ^ 2 / 8) T_pos ltac:(lra) d_pos ltac:(lra) ltac:(lra) ltac:(pose proof (pow2_ge_0 Delta); lra)
    (sparse_apart Delta d D_range)) as bound.
  assert (outside : outside_mass_most (biased_prior tau d) (sparse_signs_family Delta d)
    (with_means d (sparse_means d s)) (3 / 8 * tau)).
  { destruct (sparse_outside Delta d D_range tau s d_pos ltac:(lra)) as (inside & members & mass).
    exists inside. split; [exact members |]. eapply Rle_trans; [exact mass |]. now apply rare_vertices. }
  specialize (bound outside t mixtures r risk). eapply Rle_trans; [| exact bound].
  assert (concave : part * Rmin (1 / INR T) (raise (1 + odds) (1 / INR T) - 1) <= u).
  { assert (inverse : 0 < 1 / INR T <= 1).
    { unfold Rdiv. rewrite Rmult_1_l. split; [apply Rinv_0_lt_compat; lra |]. rewrite <- Rinv_1.
      apply Rinv_le_contravar; lra. }
    set (M := Rmin (1 / INR T) (raise (1 + odds) (1 / INR T) - 1)).
    assert (M_T : M <= 1 / INR T) by apply Rmin_l. assert (M_root : M <= raise (1 + odds) (1 / INR T) - 1) by apply
      Rmin_r.
    assert (M_pos : 0 <= M).
    { apply Rmin_glb; [lra |]. rewrite raise_pos by lra.
      assert (0 <= ln (1 + odds)) by (rewrite <- ln_1; apply ln_le; lra).
      pose proof (exp_ge_1 (1 / INR T * ln (1 + odds)) ltac:(apply Rmult_le_pos; lra)). lra. }
    unfold u. apply Rmin_glb; [nra |].
    pose proof (chord_of_a_concave_power part odds (1 / INR T) ltac:(lra) ltac:(lra) ltac:(lra)) as chord.
    unfold Rpower in chord. fold x in chord.
    rewrite raise_pos in M_root by lra. rewrite (raise_pos (1 + x)) by lra.
    apply Rle_trans with (part * (exp (1 / INR T * ln (1 + odds)) - 1)); [apply Rmult_le_compat_l; lra | lra]. }
  set (M := Rmin (1 / INR T) (raise (1 + odds) (1 / INR T) - 1)) in *.
  replace (M * alpha ^ 2 * exp (- alpha) * INR s / (256 * g ^ 2)) with (INR s * (part * M) / 128)
    by (unfold part, w; rewrite exp_Ropp; field; lra).
  rewrite square. replace (2 * ((1 - t) * INR d - 3 / 8 * INR d) * tau * (u / 2 / 8))
    with (INR s * ((5 / 8 - t) * u) / 16) by (unfold tau; field; lra).
  assert (INR s * (part * M) <= INR s * u) by (apply Rmult_le_compat_l; lra).
  assert (3 / 8 * u <= (5 / 8 - t) * u) by (apply Rmult_le_compat_r; lra).
  assert (INR s * (3 / 8 * u) <= INR s * ((5 / 8 - t) * u)) by (apply Rmult_le_compat_l; lra). nra.
Qed.

Lemma least_ge_0 (T : nat) x : (1 <= T)%nat -> 0 <= x -> 0 <= Rmin (1 / INR T) (raise (1 + x) (1 / INR T) - 1).
Proof.
  intros T_pos x_pos. assert (T_1 : 1 <= INR T) by now apply (le_INR 1).
  assert (0 < / INR T) by (apply Rinv_0_lt_compat; lra).
  assert (0 <= ln (1 + x)) by (rewrite <- ln_1; apply ln_le; lra).
  apply Rmin_glb; [unfold Rdiv; lra |]. rewrite raise_pos by lra.
  pose proof (exp_ge_1 (1 / INR T * ln (1 + x)) ltac:(apply Rmult_le_pos; unfold Rdiv; lra)). lra.
Qed.

Theorem kent_thm7_lower : forall (T : nat) (alpha : R) (d n s : nat),
  (1 <= T)%nat ->
  0 < alpha ->
  (1 <= d)%nat ->
  (1 <= n)%nat ->
  (1 <= s)%nat ->
  16 * ln (exp 1 * INR d) / 3 <= INR s ->
  (s <= d)%nat ->
  alpha <= 1 ->
  forall (A : Type) (Z_ : method (list vector) A vector), users_in_turn Z_ n alpha ->
  forall r : R, worst_loss_most (with_means d (sparse_means d s)) T squared Z_ r ->
  Rmin (1 / INR T) (raise (1 + INR d / (alpha ^ 2 * INR n)) (1 / INR T) - 1) * INR s / 10752 <= r.
Proof.
  intros T alpha d n s T_pos alpha_pos d_pos n_pos s_pos many s_d low A Z private_users r risk.
  pose proof (kent_thm7_lower_every_level T alpha d n s T_pos alpha_pos d_pos n_pos s_pos many s_d A Z private_users
    r risk)
    as bound. eapply Rle_trans; [| exact bound].
  assert (n_1 : 1 <= INR n) by now apply (le_INR 1).
  assert (odds : 0 <= INR d / (alpha ^ 2 * INR n)).
  { apply Rdiv_le_0_compat; [apply pos_INR |]. apply Rmult_lt_0_compat; [apply pow_lt |]; lra. }
  pose proof (least_ge_0 T _ T_pos odds) as M_pos.
  set (M := Rmin (1 / INR T) (raise (1 + INR d / (alpha ^ 2 * INR n)) (1 / INR T) - 1)) in *.
  pose proof (exp_ineq1_le alpha) as tangent. pose proof (exp_chord 1 alpha ltac:(lra)) as chord.
  rewrite Rmult_1_l in chord. pose proof exp_le_3 as e_3.
  assert (alpha * exp 1 <= alpha * 3) by (apply Rmult_le_compat_l; lra).
  assert (g_range : alpha <= exp alpha - 1 <= 2 * alpha) by lra.
  assert (e_small : / 3 <= exp (- alpha)).
  { rewrite exp_Ropp. apply Rinv_le_contravar; [apply exp_pos | lra]. }
  assert (g_pos : 0 < (exp alpha - 1) ^ 2) by (apply pow_lt; lra).
  assert (squares : (exp alpha - 1) ^ 2 <= 4 * alpha ^ 2) by nra.
  replace (M * alpha ^ 2 * exp (- alpha) * INR s / (256 * (exp alpha - 1) ^ 2))
    with (M * INR s * (alpha ^ 2 * exp (- alpha) / (256 * (exp alpha - 1) ^ 2))) by (field; lra).
  replace (M * INR s / 10752) with (M * INR s * / 10752) by (field).
  apply Rmult_le_compat_l; [apply Rmult_le_pos; [exact M_pos | apply pos_INR] |].
  apply Rmult_le_reg_r with (256 * (exp alpha - 1) ^ 2); [lra |].
  replace (alpha ^ 2 * exp (- alpha) / (256 * (exp alpha - 1) ^ 2) * (256 * (exp alpha - 1) ^ 2))
    with (alpha ^ 2 * exp (- alpha)) by (field; lra).
  assert (0 <= alpha ^ 2) by apply pow2_ge_0. nra.
Qed.

(** Corollary 8, from below. *)
Theorem kent_cor8i_lower : forall (A : R) (T : nat) (alpha : R) (d : nat) (gamma : R) (n s : nat),
  1 <= A ->
  (1 <= T)%nat ->
  0 < alpha ->
  (1 <= d)%nat ->
  0 < gamma ->
  gamma <= 1 ->
  (1 <= n)%nat ->
  (1 <= s)%nat ->
  alpha ^ 2 * INR n <= A * raise (INR d) gamma ->
  16 * ln (exp 1 * INR d) / 3 <= INR s ->
  (s <= d)%nat ->
  alpha <= 1 ->
  forall (B : Type) (Z_ : method (list vector) B vector), users_in_turn Z_ n alpha ->
  forall r : R, worst_loss_most (with_means d (sparse_means d s)) T squared Z_ r ->
  ln 2 * INR s / (10752 * A * INR T) <= r.
Proof.
  intros A T alpha d gamma n s A_1 T_pos alpha_pos d_pos g_pos g_1 n_pos s_pos few many s_d low B Z private_users r
    risk.
  pose proof (kent_cor8i_smaller_term A T alpha d gamma n s A_1 T_pos alpha_pos d_pos g_pos g_1 n_pos s_pos few) as
    smaller.
  pose proof (kent_thm7_lower T alpha d n s T_pos alpha_pos d_pos n_pos s_pos many s_d low B Z private_users r risk).
  assert (T_1 : 1 <= INR T) by now apply (le_INR 1).
  replace (ln 2 * INR s / (10752 * A * INR T)) with (ln 2 * INR s / (A * INR T) / 10752) by (field; lra). lra.
Qed.

Theorem kent_cor8ii_lower : forall (T : nat) (alpha : R) (d n s : nat),
  (1 <= T)%nat ->
  0 < alpha ->
  (1 <= d)%nat ->
  (1 <= n)%nat ->
  (1 <= s)%nat ->
  INR d <= alpha ^ 2 * INR n ->
  16 * ln (exp 1 * INR d) / 3 <= INR s ->
  (s <= d)%nat ->
  alpha <= 1 ->
  forall (A : Type) (Z_ : method (list vector) A vector), users_in_turn Z_ n alpha ->
  forall r : R, worst_loss_most (with_means d (sparse_means d s)) T squared Z_ r ->
  INR d * ln 2 * INR s / (10752 * INR T * alpha ^ 2 * INR n) <= r.
Proof.
  intros T alpha d n s T_pos alpha_pos d_pos n_pos s_pos enough many s_d low A Z private_users r risk.
  pose proof (kent_cor8ii_smaller_term T alpha d n s T_pos alpha_pos d_pos n_pos s_pos enough) as smaller.
  pose proof (kent_thm7_lower T alpha d n s T_pos alpha_pos d_pos n_pos s_pos many s_d low A Z private_users r risk).
  assert (T_1 : 1 <= INR T) by now apply (le_INR 1). assert (n_1 : 1 <= INR n) by now apply (le_INR 1).
  replace (INR d * ln 2 * INR s / (10752 * INR T * alpha ^ 2 * INR n))
    with (INR d * ln 2 * INR s / (INR T * alpha ^ 2 * INR n) / 10752) by (field; lra). lra.
Qed.
