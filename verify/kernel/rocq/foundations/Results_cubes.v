(** * Numbered results of kent: data that are points of cubes and of balls

    Each theorem says what a claim of the ledger says at that place, as the exporter writes it from the claim itself. *)

From Foundations Require Export Nouns_means Facts_covers Results_votes.
Import ListNotations.
Open Scope R_scope.

(** ** Diameters *)

Lemma diameter_of_vectors d (S : vector -> Prop) m : S (fun _ => 0) ->
  (forall z, S z -> Sum (below d) (fun k => z k ^ 2) <= m) -> 0 <= m ->
  loss_of_diameter_most squared (vectors_of d S) (4 * m).
Proof.
  intros origin short pos. exists (sqrt (4 * m)). split.
  - intros x y. change (apart d (Nouns_covers.kept S x) (Nouns_covers.kept S y) <= sqrt (4 * m)). apply sqrt_le_1_alt.
    rewrite inner_squares. pose proof (short _ (inside_kept S x origin)) as X.
    pose proof (short _ (inside_kept S y origin)) as Y.
    apply Rle_trans with (Sum (below d) (fun k => 2 * Nouns_covers.kept S x k ^ 2 + 2 * Nouns_covers.kept S y k ^ 2)).
    + apply Sum_le. intros k. unfold vector_minus. pose proof (pow2_ge_0 (Nouns_covers.kept S x k + Nouns_covers.kept
      S y k)). nra.
    + rewrite Sum_plus, !Sum_scal. lra.
  - rewrite squared_at by apply sqrt_pos. rewrite pow2_sqrt by lra. apply Rle_refl.
Qed.

Lemma short_in_cube d z : in_unit_cube d z -> Sum (below d) (fun k => z k ^ 2) <= INR d.
Proof.
  intros inside. rewrite <- (Rmult_1_r (INR d)), <- Sum_below_const. apply Sum_le_in. intros k K.
  apply in_below in K. specialize (inside k K). nra.
Qed.

Lemma short_in_sparse_cube d s z : in_sparse_cube d s 1 z -> Sum (below d) (fun k => z k ^ 2) <= INR s.
Proof.
  intros [inside few]. eapply Rle_trans; [| exact few]. apply Sum_le_in. intros k K. apply in_below in K.
  specialize (inside k K). destruct (Req_EM_T (z k) 0) as [-> |]; nra.
Qed.

Lemma origin_in_sparse_cube d s : in_sparse_cube d s 1 (fun _ => 0).
Proof.
  split; [intros; lra |]. unfold entries. rewrite (Sum_ext _ _ (fun _ => 0)).
  - rewrite Sum_const, Rmult_0_r. apply pos_INR.
  - intros k. destruct (Req_EM_T 0 0); [reflexivity | easy].
Qed.

(** ** From above *)

Lemma small_by_exponents (k : nat) B l j u v w : (1 <= k)%nat -> 0 < B -> 1 <= l -> B * l <= exp (j * w) ->
  (j + u - 1 / 20) * (w * INR k) + v * w <= 0 ->
  (B * exp (u * w)) ^ k * exp (- (w * INR k / 20)) * l <= exp (- (v * w)).
Proof.
  intros k_pos B_pos l_1 size exponents. pose proof (exp_pos (u * w)) as e_pos.
  assert (powers : l <= l ^ k) by (rewrite <- (pow_1 l) at 1; apply Rle_pow; [exact l_1 | exact k_pos]).
  apply Rle_trans with ((B * exp (u * w)) ^ k * exp (- (w * INR k / 20)) * l ^ k).
  - apply Rmult_le_compat_l; [| exact powers].
    apply Rmult_le_pos; [apply pow_le, Rmult_le_pos; lra | left; apply exp_pos].
  - replace ((B * exp (u * w)) ^ k * exp (- (w * INR k / 20)) * l ^ k)
      with ((B * l) ^ k * exp (u * w) ^ k * exp (- (w * INR k / 20))) by (rewrite !Rpow_mult_distr; ring).
    apply Rle_trans with (exp (j * w) ^ k * exp (u * w) ^ k * exp (- (w * INR k / 20))).
    + apply Rmult_le_compat_r; [left; apply exp_pos |]. apply Rmult_le_compat_r; [apply pow_le; lra |].
      apply pow_incr. split; [apply Rmult_le_pos; lra | exact size].
    + rewrite !exp_pow, <- !exp_plus. apply exp_le. nra.
Qed.

(** Powers of 6 d, below an exponential. *)
Lemma power_below_exponential (d : nat) c q w : (1 <= d)%nat -> c * ln (6 * INR d) < w -> 0 < c ->
  (6 * INR d) ^ q <= exp (INR q / c * w).
Proof.
  intros d_pos many c_pos. assert (d_1 : 1 <= INR d) by now apply (le_INR 1).
  rewrite <- (exp_ln (6 * INR d)) at 1 by lra. rewrite exp_pow. apply exp_le.
  pose proof (pos_INR q). replace (INR q / c * w) with (INR q * (w / c)) by (field; lra).
  apply Rmult_le_compat_l; [assumption |]. apply Rmult_le_reg_r with c; [lra |].
  unfold Rdiv. rewrite Rmult_assoc, Rinv_l by lra. lra.
Qed.

Lemma grid_bound (s : nat) Delta : (1 <= s)%nat -> 0 < Delta <= 1 -> 1 + sqrt (INR s) / Delta <= 2 * INR s / Delta.
Proof.
  intros s_pos range. assert (s_1 : 1 <= INR s) by now apply (le_INR 1).
  assert (root : sqrt (INR s) <= INR s).
  { rewrite <- (sqrt_square (INR s)) at 2 by lra. apply sqrt_le_1_alt. nra. }
  apply Rmult_le_reg_r with Delta; [lra |]. replace ((1 + sqrt (INR s) / Delta) * Delta) with (Delta + sqrt (INR s))
    by (field; lra). replace (2 * INR s / Delta * Delta) with (2 * INR s) by (field; lra). lra.
Qed.

(** Proposition 3 (i), from above. *)
Theorem kent_prop3i_upper : forall (alpha : R) (d n : nat),
  0 < alpha ->
  (1 <= d)%nat ->
  (1 <= n)%nat ->
  60 * ln (6 * INR d) < Rmin alpha (alpha ^ 2) * INR n / INR d ->
  forall c : R, (forall (A : Type) (Z_ : method (list vector) A vector), users_in_turn Z_ n alpha -> forall r : R,
    worst_loss_most (point_masses (unit_cube d)) 1 squared Z_ r -> c <= r) ->
  c <= 2 * exp (- (Rmin alpha (alpha ^ 2) * INR n / (120 * INR d))).
Proof.
  intros alpha d n alpha_pos d_pos n_pos many c all. assert (d_1 : 1 <= INR d) by now apply (le_INR 1).
  set (w := Rmin alpha (alpha ^ 2) * INR n / INR d) in *.
  assert (w_is : Rmin alpha (alpha ^ 2) * INR n = w * INR d) by (unfold w; field; lra).
  assert (log : 0 <= ln (6 * INR d)) by (rewrite <- ln_1; apply ln_le; lra).
  set (Delta := exp (- (1 / 240 * w))).
  assert (range : 0 < Delta <= 1).
  { split; [apply exp_pos |]. apply Rle_trans with (exp 0); [apply exp_le; lra | rewrite exp_0; lra]. }
  set (N := (2 * INR d * exp (1 / 240 * w)) ^ d).
  assert (base : 2 <= 2 * INR d * exp (1 / 240 * w)) by (pose proof (exp_ge_1 (1 / 240 * w) ltac:(lra)); nra).
  assert (few : forall k, covering_number_least (unit_cube d) Delta k -> k <= N).
  { intros k cov. eapply Rle_trans; [apply (fact_a_grid_covers_a_cube Delta d (proj1 range) d_pos k cov) |].
    apply pow_incr. split.
    - pose proof (sqrt_pos (INR d)). apply Rplus_le_le_0_compat; [lra | apply Rdiv_le_0_compat; lra].
    - eapply Rle_trans; [apply grid_bound; [exact d_pos | exact range] |]. right. unfold Delta.
      rewrite exp_Ropp. field. pose proof (exp_pos (1 / 240 * w)). lra. }
  assert (N_1 : 1 < N) by (apply Rlt_pow_R1; [lra | lia]).
  pose proof (kent_thm1_upper vector squared (unit_cube d) Delta N alpha n (proj1 range) N_1 alpha_pos n_pos few c all
    (4 * INR d) (diameter_of_vectors d (in_unit_cube d) (INR d) ltac:(intros k K; cbv beta; lra) (short_in_cube d)
      ltac:(lra)))
    as bound.
  rewrite squared_at in bound by lra. rewrite w_is in bound |- *.
  replace (w * INR d / (120 * INR d)) with (1 / 120 * w) by (field; lra).
  assert (square : Delta ^ 2 = exp (- (1 / 120 * w))).
  { unfold Delta. rewrite exp_pow. f_equal. simpl INR. field. }
  pose proof (small_by_exponents d (2 * INR d) (4 * INR d) (2 / 60) (1 / 240) (1 / 120) w d_pos ltac:(lra)
    ltac:(lra)) as rest.
  assert (size : 2 * INR d * (4 * INR d) <= exp (2 / 60 * w)).
  { pose proof (power_below_exponential d 60 2 w d_pos many ltac:(lra)) as P.
    replace (INR 2) with 2 in P by (simpl; ring). nra. }
  specialize (rest size ltac:(nra)). fold N in rest. lra.
Qed.

Lemma choose_most d s : choose d s <= INR d ^ s.
Proof.
  unfold choose. rewrite <- pow_INR. apply le_INR. revert s. induction d as [| d IH]; intros [| s].
  - simpl. lia.
  - simpl. lia.
  - simpl. lia.
  - change (subsets (S d) (S s)) with (subsets d s + subsets d (S s))%nat. pose proof (IH s). pose proof (IH (S s)).
    assert (d ^ s <= S d ^ s)%nat by (apply Nat.pow_le_mono_l; lia). cbn [Nat.pow] in *. nia.
Qed.

(** Proposition 4, from above. *)
Theorem kent_prop4_upper : forall (alpha : R) (d n s : nat),
  0 < alpha ->
  (1 <= d)%nat ->
  (1 <= n)%nat ->
  (1 <= s)%nat ->
  (s <= d)%nat ->
  120 * ln (6 * INR d) < Rmin alpha (alpha ^ 2) * INR n / INR s ->
  forall c : R, (forall (A : Type) (Z_ : method (list vector) A vector), users_in_turn Z_ n alpha -> forall r : R,
    worst_loss_most (point_masses (sparse_cube d s 1)) 1 squared Z_ r -> c <= r) ->
  c <= 2 * exp (- (Rmin alpha (alpha ^ 2) * INR n / (60 * INR s))).
Proof.
  intros alpha d n s alpha_pos d_pos n_pos s_pos s_d many c all. assert (d_1 : 1 <= INR d) by now apply (le_INR 1).
  assert (s_1 : 1 <= INR s) by now apply (le_INR 1). assert (below_d : INR s <= INR d) by now apply le_INR.
  set (w := Rmin alpha (alpha ^ 2) * INR n / INR s) in *.
  assert (w_is : Rmin alpha (alpha ^ 2) * INR n = w * INR s) by (unfold w; field; lra).
  assert (log : 0 <= ln (6 * INR d)) by (rewrite <- ln_1; apply ln_le; lra).
  set (Delta := exp (- (1 / 120 * w))).
  assert (range : 0 < Delta <= 1).
  { split; [apply exp_pos |]. apply Rle_trans with (exp 0); [apply exp_le; lra | rewrite exp_0; lra]. }
  set (N := (2 * INR d * INR d * exp (1 / 120 * w)) ^ s).
  assert (e_1 : 1 <= exp (1 / 120 * w)) by (apply exp_ge_1; lra).
  assert (base : 2 <= 2 * INR d * INR d * exp (1 / 120 * w)).
  { assert (2 <= 2 * INR d * INR d) by nra. nra. }
  assert (few : forall k, covering_number_least (sparse_cube d s 1) Delta k -> k <= N).
  { intros k cov.
    destruct (fact_supports_one_by_one_from_above Delta d s (proj1 range) d_pos s_pos s_d k cov) as (k' & cov' & most).
    pose proof (fact_a_grid_covers_a_cube Delta s (proj1 range) s_pos k' cov') as grid.
    eapply Rle_trans; [exact most |]. unfold N.
    replace (2 * INR d * INR d * exp (1 / 120 * w)) with (INR d * (2 * INR d * exp (1 / 120 * w))) by ring.
    rewrite Rpow_mult_distr. apply Rle_trans with (INR d ^ s * (1 + sqrt (INR s) / Delta) ^ s).
    - pose proof (choose_most d s). assert (0 <= choose d s) by apply pos_INR.
      assert (0 <= (1 + sqrt (INR s) / Delta) ^ s).
      { apply pow_le. pose proof (sqrt_pos (INR s)). apply Rplus_le_le_0_compat; [lra | apply Rdiv_le_0_compat; lra]. }
      apply Rle_trans with (choose d s * (1 + sqrt (INR s) / Delta) ^ s);
        [now apply Rmult_le_compat_l | now apply Rmult_le_compat_r].
    - apply Rmult_le_compat_l; [apply pow_le; lra |]. apply pow_incr. split.
      + pose proof (sqrt_pos (INR s)). apply Rplus_le_le_0_compat; [lra | apply Rdiv_le_0_compat; lra].
      + eapply Rle_trans; [apply grid_bound; [exact s_pos | exact range] |].
        replace (2 * INR s / Delta) with (2 * INR s * exp (1 / 120 * w)).
        * apply Rmult_le_compat_r; lra.
        * unfold Delta. rewrite exp_Ropp. field. lra. }
  assert (N_1 : 1 < N) by (apply Rlt_pow_R1; [lra | lia]).
  pose proof (kent_thm1_upper vector squared (sparse_cube d s 1) Delta N alpha n (proj1 range) N_1 alpha_pos n_pos few c
    all (4 * INR s) (diameter_of_vectors d (in_sparse_cube d s 1) (INR s) (origin_in_sparse_cube d s)
      (short_in_sparse_cube d s) ltac:(lra))) as bound.
  rewrite squared_at in bound by lra. rewrite w_is in bound |- *.
  replace (w * INR s / (60 * INR s)) with (1 / 60 * w) by (field; lra).
  assert (square : Delta ^ 2 = exp (- (1 / 60 * w))).
  { unfold Delta. rewrite exp_pow. f_equal. simpl INR. field. }
  pose proof (small_by_exponents s (2 * INR d * INR d) (4 * INR s) (3 / 120) (1 / 120) (1 / 60) w s_pos ltac:(nra)
    ltac:(lra)) as rest.
  assert (size : 2 * INR d * INR d * (4 * INR s) <= exp (3 / 120 * w)).
  { pose proof (power_below_exponential d 120 3 w d_pos many ltac:(lra)) as P.
    replace (INR 3) with 3 in P by (simpl; ring).
    apply Rle_trans with (8 * INR d ^ 3).
    - replace (8 * INR d ^ 3) with (2 * INR d * INR d * (4 * INR d)) by ring. apply Rmult_le_compat_l; nra.
    - pose proof (pow_lt (INR d) 3 ltac:(lra)). replace ((6 * INR d) ^ 3) with (216 * INR d ^ 3) in P by ring. lra. }
  specialize (rest size ltac:(nra)). fold N in rest. lra.
Qed.
