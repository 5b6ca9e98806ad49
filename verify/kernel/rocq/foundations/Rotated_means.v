(** * The mean of vectors of the unit ball, coordinate by coordinate after a random rotation

    The rotation is that of Ball_run.v; its signs are announced. A user's mean is near the law's, so that no coordinate
    of their difference is large but for few signs. *)

From Foundations Require Export Announced Many_means Facts_rotations Facts_ball Khinchine Volumes.
Import ListNotations.
Open Scope R_scope.

(** ** Sums with signs are rarely large *)

Lemma exponential_of_signs D x l :
  average D (fun v => exp (l * inner D (signs_of v) x)) <= exp (l ^ 2 * inner D x x / 2).
Proof.
  revert x. induction D as [| D IH]; intros x; [rewrite average_0; unfold inner; simpl; right; f_equal; field |].
  set (rest := fun k => x (S k)).
  assert (each : forall b, average D (fun v => exp (l * inner (S D) (signs_of (b :: v)) x)) <=
    exp (l * (sgn b * x O)) * exp (l ^ 2 * inner D rest rest / 2)).
  { intros b. rewrite (average_ext D _ (fun v => exp (l * (sgn b * x O)) * exp (l * inner D (signs_of v) rest))).
    - rewrite average_scal. apply Rmult_le_compat_l; [left; apply exp_pos | apply IH].
    - intros v _. rewrite inner_succ, <- exp_plus. f_equal. unfold rest. ring. }
  rewrite average_succ. pose proof (each true) as up. pose proof (each false) as down. simpl sgn in up, down.
  pose proof (cosh_le (l * x O)) as cosh. set (e := exp (l ^ 2 * inner D rest rest / 2)) in *.
  assert (e_pos : 0 < e) by apply exp_pos.
  replace (inner (S D) x x) with (x O * x O + inner D rest rest) by (unfold inner, rest; now rewrite Sum_below_succ).
  replace (l ^ 2 * (x O * x O + inner D rest rest) / 2) with ((l * x O) ^ 2 / 2 +
    l ^ 2 * inner D rest rest / 2) by field.
  rewrite exp_plus. fold e. replace (l * (1 * x O)) with (l * x O) in up by ring.
  replace (l * (-1 * x O)) with (- (l * x O)) in down by ring.
  apply Rle_trans with ((exp (l * x O) + exp (- (l * x O))) / 2 * e); [lra |]. apply Rmult_le_compat_r; lra.
Qed.

(** Hoeffding 1963, Theorem 2, for a coordinate of a rotated vector. *)
Lemma sign_tail_most v D level : (1 <= D)%nat -> 0 <= level -> finite_vector v -> nonzero_vector v ->
  sign_tail v D level <= 2 * exp (- (INR D * level ^ 2 / 2)).
Proof.
  intros some level_0 [m zero_from] [i nonzero]. assert (D_pos : 0 < INR D) by (apply lt_0_INR; lia).
  set (m' := (m + D + S i)%nat). assert (zero : in_space m' v) by (intros k K; apply zero_from; unfold m' in K; lia).
  set (r := euclidean_norm v). assert (r_is : r = Elementary.norm m' v) by now apply norm_of_finite.
  assert (r_square : r ^ 2 = inner m' v v) by (rewrite r_is; apply norm_square).
  assert (longer : inner D v v <= r ^ 2).
  { rewrite r_square, !inner_squares. unfold below, m'. replace (m + D + S i)%nat with (D + (m + S i))%nat by lia.
    rewrite seq_app, Sum_app. pose proof (Sum_ge_0 (seq (0 + D) (m + S i)) (fun k => v k ^ 2) ltac:(intros; apply
      pow2_ge_0)). lra. }
  assert (square_pos : 0 < r ^ 2).
  { rewrite r_square, inner_squares. apply Rlt_le_trans with (v i ^ 2).
    - destruct (pow2_ge_0 (v i)) as [pos | null]; [exact pos |]. exfalso. apply nonzero.
      apply Rsqr_0_uniq. unfold Rsqr. simpl in null. lra.
    - apply (term_below_sum m' (fun k => v k ^ 2) i); [intros; apply pow2_ge_0 | unfold m'; lia]. }
  assert (r_pos : 0 < r) by (assert (0 <= r) by (rewrite r_is; apply sqrt_pos); nra).
  set (q := sqrt (INR D)). assert (q_pos : 0 < q) by now apply sqrt_lt_R0.
  assert (q_square : q * q = INR D) by (apply sqrt_sqrt; lra).
  set (l := level * q / r). unfold sign_tail. fold r.
  assert (part : forall c, c ^ 2 = 1 -> average D (fun signs => exp (c * l * inner D (signs_of signs) v - level ^ 2 *
    INR D)) <= exp (- (INR D * level ^ 2 / 2))).
  { intros c unit. rewrite (average_ext D _ (fun signs => exp (- (level ^ 2 * INR D)) * exp (c * l * inner D (signs_of
      signs) v))) by (intros; rewrite <- exp_plus; f_equal; ring).
    rewrite average_scal. eapply Rle_trans.
    - apply Rmult_le_compat_l; [left; apply exp_pos | apply exponential_of_signs].
    - rewrite <- exp_plus. apply exp_le. rewrite Rpow_mult_distr, unit.
      assert (l ^ 2 * inner D v v <= level ^ 2 * INR D).
      { apply Rle_trans with (l ^ 2 * r ^ 2); [apply Rmult_le_compat_l; [apply pow2_ge_0 | exact longer] |].
        right. unfold l. rewrite <- q_square. field. lra. }
      lra. }
  eapply Rle_trans; [| apply Rle_trans with (1 := Rplus_le_compat _ _ _ _ (part 1 ltac:(ring)) (part (-1) ltac:(ring)));
    lra].
  rewrite <- average_plus. apply average_le. intros signs _. unfold at_least.
  pose proof (exp_pos (1 * l * inner D (signs_of signs) v - level ^ 2 * INR D)) as up.
  pose proof (exp_pos (-1 * l * inner D (signs_of signs) v - level ^ 2 * INR D)) as down.
  destruct (Rle_dec _ _) as [large | _]; [| lra]. unfold rotated in large. fold q in large.
  change (Sum (below D) (fun k => sgn (bit signs k) * v k)) with (inner D (signs_of signs) v) in large.
  set (s := inner D (signs_of signs) v) in *.
  assert (scaled : level ^ 2 * INR D <= l * Rabs s).
  { replace (level ^ 2 * INR D) with (l * (r * level * q)) by (unfold l; rewrite <- q_square; field; lra).
    apply Rmult_le_compat_l; [unfold l; apply Rdiv_le_0_compat; nra |].
    replace (Rabs s) with (Rabs (s / q) * q); [apply Rmult_le_compat_r; lra |].
    unfold Rdiv. rewrite Rabs_mult, (Rabs_right (/ q)) by (left; now apply Rinv_0_lt_compat). field. lra. }
  unfold Rabs in scaled. destruct (Rcase_abs s).
  - enough (1 <= exp (-1 * l * s - level ^ 2 * INR D)) by lra. apply exp_ge_1. lra.
  - enough (1 <= exp (1 * l * s - level ^ 2 * INR D)) by lra. apply exp_ge_1. lra.
Qed.

(** ** Users' rotated means *)

Section Rotated.
  Variables (P : law vector) (mu : vector) (d p t T : nat).
  Let D := (2 ^ p)%nat.
  Hypothesis (in_ball_d : laws_on_ball 2 1 d P) (has : has_mean_vector P mu) (d_D : (d <= D)%nat)
    (draws : (1 <= t <= T)%nat).

  Definition user_means (data : list vector) : vector := fun k => mean_of_some (coordinate_cut k) t data.
  Definition rotated_stat signs c data := clip 1 (rotated_at D signs (S c) (user_means data)).
  Definition rotated_target signs c := rotated_at D signs (S c) mu.

  Let D_1 : (1 <= D)%nat.
  Proof. unfold D. pose proof (Nat.pow_nonzero 2 p). lia. Qed.

  Let t_pos : 0 < INR t.
  Proof. apply lt_0_INR. lia. Qed.

  (** In more dimensions the ball is the same. *)
  Let inside : lives_on (in_ball 2 1 D) P.
  Proof.
    intros f g F G same. apply in_ball_d; [exact F | exact G |]. intros x [zero short]. apply same. split.
    - intros k K. apply zero. lia.
    - eapply Rle_trans; [| exact short]. right. unfold below. replace D with (d + (D - d))%nat by lia.
      rewrite seq_app, Sum_app, (Sum_ext_in (seq (0 + d) _) _ (fun _ => 0)).
      + rewrite Sum_const. ring.
      + intros k K. apply in_seq in K. unfold power_of. rewrite zero by lia.
        destruct (Req_EM_T 0 0); [reflexivity | easy].
  Qed.

  Let short x : in_ball 2 1 D x -> Sum (below D) (fun k => x k ^ 2) <= 1.
  Proof.
    intros [_ small]. replace 1 with (Rpower 1 2) by (unfold Rpower; rewrite ln_1, Rmult_0_r; apply exp_0).
    eapply Rle_trans; [| exact small]. right. apply Sum_ext. intros k. unfold power_of.
    destruct (Req_EM_T (x k) 0) as [-> | other]; [ring |]. rewrite <- pow2_abs.
    replace (Rpower (Rabs (x k)) 2) with (Rpower (Rabs (x k)) (INR 2)) by (f_equal; simpl; ring).
    symmetry. apply Rpower_pow. now apply Rabs_pos_lt.
  Qed.

  Let coordinate_in x k : in_ball 2 1 D x -> coordinate_cut k x = x k.
  Proof.
    intros X. unfold coordinate_cut. apply clip_inside.
    destruct (le_lt_dec D k) as [off | on]; [destruct X as [zero _]; rewrite zero by exact off; lra |].
    pose proof (short x X) as small. pose proof (term_below_sum D (fun k => x k ^ 2) k ltac:(intros;
      apply pow2_ge_0) on).
    simpl in *. nra.
  Qed.

  Let mean_is k : E P (coordinate_cut k) = mu k.
  Proof.
    destruct has as (B & wide & ->). unfold mean_vector, coordinate_cut.
    apply (E_on_both (in_ball 2 1 D) (fun x => forall k, - B <= x k <= B)); auto.
    - apply bounded_between with (- 1) 1. apply coordinate_cut_range.
    - apply bounded_between with (Rmin (- B) B) (Rmax (- B) B). intros x. unfold clip, Rmin, Rmax.
      repeat destruct (Rle_dec _ _); lra.
    - intros x X Y. specialize (Y k). rewrite (clip_inside B) by exact Y. now apply (coordinate_in x k).
  Qed.

  Let row signs c : vector := rotation_entry D signs (S c).

  Let row_unit signs c : (c < D)%nat -> inner D (row signs c) (row signs c) = 1.
  Proof.
    intros C. unfold inner, row. pose proof (orthonormal_rows p signs (S c) (S c)) as H. fold D in H.
    rewrite H by (unfold D in *; lia). destruct (Nat.eq_dec _ _); [reflexivity | easy].
  Qed.

  Let rotated_is signs c x : rotated_at D signs (S c) x = inner D (row signs c) x.
  Proof. reflexivity. Qed.

  (** Draws in the ball have a mean whose coordinates are numbers of [-1, 1] after any rotation. *)
  Let rotated_small signs c data : (c < D)%nat -> List.Forall (in_ball 2 1 D) data ->
    - 1 <= rotated_at D signs (S c) (user_means data) <= 1.
  Proof.
    intros C all. rewrite rotated_is. apply Rabs_le_between.
    assert (sum : forall m l, List.Forall (in_ball 2 1 D) l ->
      Rabs (inner D (row signs c) (fun k => total (coordinate_cut k) m l)) <= INR m).
    { induction m as [| m IH]; intros l L.
      - unfold inner. rewrite (Sum_ext _ _ (fun _ => 0)) by (intros; simpl; ring).
        rewrite Sum_const, Rmult_0_r, Rabs_R0.
        simpl. lra.
      - destruct L as [| x l X L].
        + unfold inner. rewrite (Sum_ext _ _ (fun _ => 0)) by (intros; simpl; ring).
          rewrite Sum_const, Rmult_0_r, Rabs_R0. apply pos_INR.
        + cbn [total]. rewrite S_INR, inner_plus. eapply Rle_trans; [apply Rabs_triang |]. rewrite Rplus_comm.
          apply Rplus_le_compat; [now apply IH |].
          replace (inner D (row signs c) (fun k => coordinate_cut k x)) with (inner D (row signs c) x)
            by (unfold inner; apply Sum_ext; intros k; now rewrite (coordinate_in x k X)).
          eapply Rle_trans; [apply inner_le_norms |]. unfold Elementary.norm at 1. rewrite row_unit, sqrt_1 by exact C.
          rewrite Rmult_1_l. unfold Elementary.norm. rewrite <- sqrt_1. apply sqrt_le_1_alt. rewrite inner_squares.
          now apply short. }
    unfold user_means, mean_of_some.
    replace (inner D (row signs c) (fun k => total (coordinate_cut k) t data / INR t)) with
      (inner D (row signs c) (fun k => total (coordinate_cut k) t data) / INR t).
    - unfold Rdiv. rewrite Rabs_mult, (Rabs_right (/ INR t)) by (left; now apply Rinv_0_lt_compat).
      apply Rmult_le_reg_r with (INR t); [exact t_pos |]. rewrite Rmult_assoc, Rinv_l by lra.
      specialize (sum t data all).
      lra.
    - unfold inner, Rdiv. rewrite Rmult_comm, <- Sum_scal. apply Sum_ext. intros; ring.
  Qed.

  Let bounded_user k : bounded (fun data => user_means data k).
  Proof.
    apply bounded_between with (- 1) 1. intros data. apply mean_of_some_between; [apply coordinate_cut_range | lia].
  Qed.

  Let bounded_rotated signs c : bounded (fun data => rotated_at D signs (S c) (user_means data)).
  Proof.
    apply (bounded_Sum (below D) (fun k data => rotation_entry D signs (S c) k * user_means data k)). intros k.
    apply bounded_mult; [bounded | apply bounded_user].
  Qed.

  Lemma rotated_stat_range signs c data : - 1 <= rotated_stat signs c data <= 1.
  Proof. unfold rotated_stat, clip, Rmin, Rmax. repeat destruct (Rle_dec _ _); lra. Qed.

  Lemma rotated_stat_mean signs c : (c < D)%nat -> E (power P T) (rotated_stat signs c) = rotated_target signs c.
  Proof.
    intros C. transitivity (E (power P T) (fun data => rotated_at D signs (S c) (user_means data))).
    - apply (draws_inside _ _ T inside).
      + apply bounded_between with (- 1) 1. apply rotated_stat_range.
      + apply bounded_rotated.
      + intros data [all _]. apply clip_inside. now apply rotated_small.
    - unfold rotated_at. rewrite E_Sum by (intros k; apply bounded_mult; [bounded | apply bounded_user]).
      unfold rotated_target, rotated_at. apply Sum_ext. intros k. rewrite E_scal by apply bounded_user. f_equal.
      unfold user_means. rewrite <- mean_is.
      exact (mean_of_mean P (coordinate_cut k) (coordinate_cut_range k) t T draws).
  Qed.

  Lemma rotated_target_range signs c : (c < D)%nat -> - 1 <= rotated_target signs c <= 1.
  Proof. intros C. rewrite <- rotated_stat_mean by exact C. apply E_between, rotated_stat_range. Qed.

  (** ** Few users are far *)

  Definition share_far signs c r :=
    E (power P T) (indicator (fun data => r < Rabs (rotated_stat signs c data - rotated_target signs c))).

  (** The signs of a row, as bits that turn those of the columns. *)
  Let turns c k := if Rlt_dec (doubled p (S c) (S k)) 0 then true else false.

  Let off (level : R) (s : nat -> bool) := E (power P t) (fun data =>
    at_least level (Rabs (Sum (below D) (fun k => sgn (s k) * user_error D P t data k) / sqrt (INR D)))).

  Let same_totals k m data : List.Forall (in_ball 2 1 D) data ->
    total (coordinate_cut k) m data = total (fun x => x k) m data.
  Proof.
    intros all. revert m. induction all as [| x l X L IH]; intros [| m]; try reflexivity. cbn [total]. rewrite IH.
    f_equal.
    now apply coordinate_in.
  Qed.

  Let share_below signs c r : (c < D)%nat -> share_far signs c r <= off r (fun k => xorb (turns c k) (bit signs k)).
  Proof.
    intros C. unfold share_far.
    set (g := fun data => indicator (fun l => r < Rabs (rotated_stat signs c l - rotated_target signs c)) data).
    set (h := fun data => at_least r (Rabs (Sum (below D) (fun k => sgn (xorb (turns c k) (bit signs k)) *
      user_error D P t data k) / sqrt (INR D)))).
    assert (G : bounded g) by apply bounded_indicator. assert (H : bounded h) by apply bounded_at_least.
    assert (first : E (power P T) g = E (power P t) g).
    { rewrite <- (last_draws P t T g) by lia. apply E_ext. intros data. unfold g, indicator.
      assert (same : rotated_stat signs c (firstn t data) = rotated_stat signs c data).
      { unfold rotated_stat. do 2 f_equal. apply functional_extensionality. intros k. unfold user_means, mean_of_some.
        now rewrite total_firstn. }
      now rewrite same. }
    change (E (power P T) g <= E (power P t) h). rewrite first.
    apply Rle_trans with (E (power P t) (fun data => Rmin (g data) (h data))).
    - right. apply (draws_inside _ _ t inside); [exact G | now apply bounded_min |]. intros data [all many].
      symmetry. apply Rmin_left. unfold g. apply indicator_le; [apply at_least_test |]. intros far.
      unfold h, at_least. destruct (Rle_dec _ _) as [_ | near]; [lra |]. exfalso. apply near. left.
      eapply Rlt_le_trans; [exact far |]. right. unfold rotated_stat.
      rewrite clip_inside by now apply rotated_small. f_equal. unfold rotated_target.
      rewrite !rotated_is. unfold inner. rewrite <- Sum_minus. unfold Rdiv. rewrite Rmult_comm, <- Sum_scal.
      apply Sum_ext_in. intros k K. apply in_below in K. unfold row, rotation_entry, D. rewrite Nat.log2_pow2 by lia.
      fold D. unfold user_error. rewrite (proj2 (Nat.ltb_lt k D)) by exact K.
      assert (error : user_means data k - mu k = total (fun x => x k) t data / INR t - mean_vector 1 P k).
      { rewrite <- mean_is. unfold mean_vector. change (E P (fun x => clip 1 (x k))) with (E P (coordinate_cut k)).
        f_equal. unfold user_means, mean_of_some. now rewrite (same_totals k t data all). }
      rewrite <- error. pose proof (doubled_square p (S c) (S k)) as unit.
      assert (sign : sgn (xorb (turns c k) (bit signs k)) = doubled p (S c) (S k) * sgn (bit signs k)).
      { unfold turns. destruct (Rlt_dec (doubled p (S c) (S k)) 0).
        - assert (doubled p (S c) (S k) = -1) as -> by nra. destruct (bit signs k); simpl; ring.
        - assert (doubled p (S c) (S k) = 1) as -> by nra. destruct (bit signs k); simpl; ring. }
      rewrite sign. unfold Rdiv. ring.
    - apply E_mono; [now apply bounded_min | exact H |]. intros data. apply Rmin_r.
  Qed.

  (** On average over the signs, with bins of the width W sqrt(40/(t D)). *)
  Lemma shares_most c W : (c < D)%nat -> 2 <= W ->
    average D (fun signs => share_far signs c (W * sqrt (10 / (INR t * INR D)))) <= 3 * exp (- W).
  Proof.
    intros C W_2. set (r := W * sqrt (10 / (INR t * INR D))). assert (D_pos : 0 < INR D) by (apply lt_0_INR; lia).
    assert (r_pos : 0 < r) by (apply Rmult_lt_0_compat; [lra | apply sqrt_lt_R0, Rdiv_lt_0_compat; nra]).
    apply Rle_trans with (rotated_off P t D r).
    - apply Rle_trans with (average D (fun signs => off r (fun k => xorb (turns c k) (bit signs k)))).
      + apply average_le. intros signs _. now apply share_below.
      + right. rewrite (any_row D (turns c) (off r)); [reflexivity |]. intros s s' same. unfold off. apply E_ext.
        intros data. do 3 f_equal. apply Sum_ext_in. intros k K. apply in_below in K. now rewrite same.
    - set (tau := sqrt (2 * W / INR D)).
      assert (tau_square : tau ^ 2 = 2 * W / INR D) by (apply pow2_sqrt, Rdiv_le_0_compat; lra).
      assert (tau_pos : 0 < tau) by (apply sqrt_lt_R0, Rdiv_lt_0_compat; lra).
      assert (s_pos : 0 < r / tau) by now apply Rdiv_lt_0_compat.
      pose proof (fact_rotated_and_not_far P t D (r / tau) r ltac:(lia) D_1 s_pos r_pos (2 * exp (- W))) as split.
      replace (r / (r / tau)) with tau in split by (field; lra).
      assert (tails : forall v, finite_vector v -> nonzero_vector v -> sign_tail v D tau <= 2 * exp (- W)).
      { intros v V N. eapply Rle_trans; [apply sign_tail_most; auto; lra |]. right. do 2 f_equal. rewrite tau_square.
        field. lra. }
      specialize (split tails). set (u := r / tau * sqrt (INR t)).
      assert (u_pos : 0 < u) by (apply Rmult_lt_0_compat; [exact s_pos | now apply sqrt_lt_R0]).
      assert (u_square : u ^ 2 = 5 * W).
      { unfold u, r, Rdiv. rewrite !Rpow_mult_distr, pow_inv, tau_square, !pow2_sqrt.
        - field. lra.
        - lra.
        - apply Rdiv_le_0_compat; nra. }
      assert (large : 1 + sqrt (2 * W) <= u).
      { set (a := sqrt (2 * W)). assert (a_square : a * a = 2 * W) by (apply sqrt_sqrt; lra).
        assert (a_2 : 2 <= a) by (unfold a; apply le_sqrt; lra). apply pow2_inj_le; [lra |]. rewrite u_square. nra. }
      assert (root : sqrt (2 * W) * sqrt (2 * W) = 2 * W) by (apply sqrt_sqrt; lra). pose proof (sqrt_pos (2 * W)).
      pose proof (fact_norm_of_a_mean_of_vectors_in_the_ball P t D u ltac:(lia) D_1 ltac:(lra) inside) as norms.
      replace (u / sqrt (INR t)) with (r / tau) in norms by (unfold u; field; split;
        [lra | apply Rgt_not_eq, sqrt_lt_R0;
        lra]).
      assert (exp (- ((u - 1) ^ 2 / 2)) <= exp (- W)) by (apply exp_le; nra). lra.
  Qed.
End Rotated.
