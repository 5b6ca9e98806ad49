(** * bassily Lemma 4.2: a random rotation spreads vectors over the coordinates

    Each theorem says what a claim of the ledger says at that place, as the exporter writes it from the claim itself. *)

From Foundations Require Export Facts_elementary Facts_ball.
Import ListNotations.
Open Scope R_scope.

(** The largest distance of vectors from a point, and that some coordinate of some rotated difference is above s times
    it; R_d is given by signs, and coordinates are counted from 1. *)
Definition largest_distance d (points : list vector) centre :=
  fold_right (fun x m => Rmax (Elementary.norm d (less x centre)) m) 0 points.
Definition leaves_a_large_entry d s (points : list vector) centre : event (list bool) := fun signs =>
  exists x j, In x points /\ (1 <= j <= d)%nat /\
  s * largest_distance d points centre < Rabs (rotated_at d signs j (less x centre)).
Definition rotation_exceeds_most k d s p := forall points centre, length points = k ->
  (forall x, In x points -> in_space d x) -> in_space d centre ->
  average d (indicator (leaves_a_large_entry d s points centre)) <= p.

Lemma distance_below_largest d points centre x : In x points ->
  Elementary.norm d (less x centre) <= largest_distance d points centre.
Proof.
  induction points as [| y points IH]; intros X; [easy |]. cbn [largest_distance fold_right] in *.
  destruct X as [-> | X]; [apply Rmax_l |]. eapply Rle_trans; [exact (IH X) | apply Rmax_r].
Qed.

(** Each coordinate of a rotated vector is the first one of another vector that is as long. *)
Lemma tail_of_coordinate d j x a : (1 <= d)%nat -> 0 < a -> in_space d x -> (exists k, x k <> 0) ->
  average d (fun signs => at_least (Elementary.norm d x * a) (Rabs (rotated_at d signs j x))) <=
  2 * exp (- (a ^ 2 * INR d / 2)).
Proof.
  intros some A X [k0 other]. set (y := fun k => doubled (Nat.log2 d) j (S k) * x k).
  assert (Y : in_space d y) by (intros k K; unfold y; rewrite X by exact K; ring).
  assert (nonzero : forall k, doubled (Nat.log2 d) j (S k) <> 0).
  { intros k zero. pose proof (doubled_square (Nat.log2 d) j (S k)) as one. rewrite zero in one. lra. }
  assert (norms : Elementary.norm d x = euclidean_norm y).
  { rewrite (norm_of_finite d) by exact Y. unfold Elementary.norm. f_equal. rewrite !inner_squares. apply Sum_ext.
    intros k. unfold y. rewrite Rpow_mult_distr. replace (doubled (Nat.log2 d) j (S k) ^ 2) with
      (doubled (Nat.log2 d) j (S k) * doubled (Nat.log2 d) j (S k)) by ring. rewrite doubled_square. ring. }
  pose proof (fact_a_coordinate_of_a_rotated_vector_is_small y a d (ex_intro _ d Y) A some
    (ex_intro _ k0 (Rmult_integral_contrapositive_currified _ _ (nonzero k0) other))) as most.
  unfold sign_tail in most. rewrite <- norms in most.
  eapply Rle_trans; [| exact most]. apply average_le. intros signs _. right. f_equal. f_equal.
  unfold rotated_at, rotated, rotation_entry. unfold Rdiv. rewrite Rmult_comm, <- Sum_scal. apply Sum_ext. intros k.
  unfold y. ring.
Qed.

Lemma Sum_entry {I} (l : list I) (f : I -> R) i : (forall j, 0 <= f j) -> In i l -> f i <= Sum l f.
Proof.
  intros pos. induction l as [| j l IH]; [easy |].
  intros [-> | J]; simpl; [pose proof (Sum_ge_0 l f pos); lra | specialize (IH J); specialize (pos j); lra].
Qed.

Lemma large_entries k d s : (1 <= d)%nat -> 0 < s ->
  rotation_exceeds_most k d s (INR k * INR d * (2 * exp (- (s ^ 2 * INR d / 2)))).
Proof.
  intros some s_pos points centre size within C.
  set (off := fun x j signs => if Req_EM_T (Elementary.norm d (less x centre)) 0 then 0 else
    at_least (Elementary.norm d (less x centre) * s) (Rabs (rotated_at d signs j (less x centre)))).
  assert (off_pos : forall x j signs, 0 <= off x j signs).
  { intros x j signs. unfold off, at_least. destruct (Req_EM_T _ _); [lra |]. destruct (Rle_dec _ _); lra. }
  assert (zero_norm : forall x, Elementary.norm d x = 0 -> forall signs j, rotated_at d signs j x = 0).
  { intros x zero signs j. pose proof (inner_le_norms d (fun m => rotation_entry d signs j m) x) as most.
    rewrite zero, Rmult_0_r in most. change (Rabs (rotated_at d signs j x) <= 0) in most.
    pose proof (Rabs_pos (rotated_at d signs j x)).
    destruct (Req_dec (rotated_at d signs j x) 0) as [| nonzero]; [easy |].
    apply Rabs_pos_lt in nonzero. lra. }
  assert (none : 0 <= largest_distance d points centre).
  { clear - points. induction points as [| x points IH]; [apply Rle_refl |]. cbn [largest_distance fold_right].
    eapply Rle_trans; [exact IH | apply Rmax_r]. }
  apply Rle_trans with (average d (fun signs => Sum points (fun x => Sum (seq 1 d) (fun j => off x j signs)))).
  - apply average_le. intros signs _. apply indicator_le.
    + apply Sum_ge_0. intros x. apply Sum_ge_0. intros j. apply off_pos.
    + intros (x & j & X & J & large).
      assert (nonzero : Elementary.norm d (less x centre) <> 0).
      { intros zero. rewrite (zero_norm _ zero), Rabs_R0 in large. nra. }
      assert (one : off x j signs = 1).
      { unfold off, at_least. destruct (Req_EM_T _ _); [contradiction |]. destruct (Rle_dec _ _) as [| small]; [easy |].
        elim small. pose proof (distance_below_largest d points centre x X). nra. }
      assert (row : 1 <= Sum (seq 1 d) (fun i => off x i signs)).
      { rewrite <- one. apply (Sum_entry (seq 1 d) (fun i => off x i signs) j); [intros i; apply off_pos |].
        apply in_seq. lia. }
      eapply Rle_trans; [exact row |].
      apply (Sum_entry points (fun y => Sum (seq 1 d) (fun i => off y i signs)) x); [| exact X].
      intros y. apply Sum_ge_0. intros i. apply off_pos.
  - rewrite average_Sum. rewrite <- size, Rmult_assoc, <- Sum_const. apply Sum_le_in. intros x X.
    rewrite average_Sum. replace (INR d) with (INR (length (seq 1 d))) at 1 by now rewrite seq_length.
    rewrite <- Sum_const. apply Sum_le. intros j. unfold off.
    destruct (Req_EM_T (Elementary.norm d (less x centre)) 0) as [zero | nonzero].
    + rewrite average_const. pose proof (exp_pos (- (s ^ 2 * INR d / 2))). lra.
    + apply tail_of_coordinate; [exact some | exact s_pos | |].
      * intros m K. unfold less. rewrite within, C by assumption. ring.
      * destruct (classic (exists m, less x centre m <> 0)) as [there | nowhere]; [exact there |]. elim nonzero.
        unfold Elementary.norm. rewrite inner_squares, (Sum_ext _ _ (fun _ => 0)).
        -- rewrite Sum_const, Rmult_0_r. apply sqrt_0.
        -- intros m. destruct (Req_dec (less x centre m) 0) as [-> | there]; [ring |]. elim nowhere. now exists m.
Qed.

Theorem bassily_lemma4_2_rotation : forall (d : nat) (gamma : R) (k : nat),
  (1 <= d)%nat ->
  0 < gamma ->
  gamma <= 1 ->
  (1 <= k)%nat ->
  rotation_exceeds_most k d (sqrt 2 * sqrt (ln (8 * INR d * INR k / gamma) / INR d)) (gamma / 4).
Proof.
  intros d gamma k d_1 gamma_pos gamma_1 k_1. assert (D : 1 <= INR d) by now apply (le_INR 1).
  assert (K : 1 <= INR k) by now apply (le_INR 1). assert (DK : 1 <= INR d * INR k) by nra.
  set (q := 8 * INR d * INR k / gamma). assert (q_8 : 8 <= q).
  { unfold q. apply Rmult_le_reg_r with gamma; [exact gamma_pos |]. unfold Rdiv.
    rewrite Rmult_assoc, Rinv_l by lra. nra. }
  assert (L : 0 < ln q) by (rewrite <- ln_1; apply ln_increasing; lra).
  assert (ratio : 0 < ln q / INR d) by (apply Rdiv_lt_0_compat; lra).
  assert (s_pos : 0 < sqrt 2 * sqrt (ln q / INR d)) by (apply Rmult_lt_0_compat; apply sqrt_lt_R0; lra).
  intros points centre size within C.
  eapply Rle_trans; [exact (large_entries k d _ d_1 s_pos points centre size within C) |].
  rewrite Rpow_mult_distr, !pow2_sqrt by lra.
  replace (2 * (ln q / INR d) * INR d / 2) with (ln q) by (field; lra).
  rewrite exp_Ropp, exp_ln by lra. unfold q. right. field. lra.
Qed.

Theorem bassily_lemma4_2_rotation_rounder : forall (d : nat) (gamma : R) (k : nat),
  (1 <= d)%nat ->
  0 < gamma ->
  gamma <= 1 ->
  (1 <= k)%nat ->
  rotation_exceeds_most k d (10 * sqrt (ln (4 * INR d * INR k / gamma) / INR d)) (gamma / 4).
Proof.
  intros d gamma k d_1 gamma_pos gamma_1 k_1. assert (D : 1 <= INR d) by now apply (le_INR 1).
  assert (K : 1 <= INR k) by now apply (le_INR 1). assert (DK : 1 <= INR d * INR k) by nra.
  set (q := 4 * INR d * INR k / gamma). assert (q_4 : 4 <= q).
  { unfold q. apply Rmult_le_reg_r with gamma; [exact gamma_pos |]. unfold Rdiv.
    rewrite Rmult_assoc, Rinv_l by lra. nra. }
  assert (L : 0 < ln q) by (rewrite <- ln_1; apply ln_increasing; lra).
  assert (ratio : 0 < ln q / INR d) by (apply Rdiv_lt_0_compat; lra).
  assert (s_pos : 0 < 10 * sqrt (ln q / INR d)) by (apply Rmult_lt_0_compat; [lra | apply sqrt_lt_R0; lra]).
  intros points centre size within C.
  eapply Rle_trans; [exact (large_entries k d _ d_1 s_pos points centre size within C) |].
  rewrite Rpow_mult_distr, pow2_sqrt by lra.
  replace (10 ^ 2 * (ln q / INR d) * INR d / 2) with (50 * ln q) by (field; lra).
  assert (small : exp (- (50 * ln q)) <= / q * / q).
  { apply Rle_trans with (exp (- ln q + - ln q)); [apply exp_le; lra |]. rewrite exp_plus, exp_Ropp, exp_ln by lra.
    apply Rle_refl. }
  assert (quarter : / q <= / 4) by (apply Rinv_le_contravar; lra).
  assert (q_pos : 0 < / q) by (apply Rinv_0_lt_compat; lra).
  apply Rle_trans with (INR k * INR d * (2 * (/ q * / 4))).
  - apply Rmult_le_compat_l; [nra |]. nra.
  - apply Rle_trans with (gamma / 8); [right; unfold q; field; lra | lra].
Qed.
