(** * Numbered results of kent: lower bounds by packings of cubes, balls and sparse vectors

    Each theorem says what a claim of the ledger says at that place, as the exporter writes it from the claim itself. *)

From Coq Require Import Classical_Prop.
From Foundations Require Export Ball_volumes Facts_volumes Nouns_means Packings Kent Results_lower Results_means.
Import ListNotations.
Open Scope R_scope.

(** ** Fano's method for parameters in a set *)

Lemma laws_at_points_of {A T} (F : parametric A T) (S : T -> Prop) points : (forall t, S t -> exists P, parameter F P
    t) ->
  (forall t, In t points -> S t) ->
  exists laws, map snd laws = points /\ forall p, In p laws -> parameter F (fst p) (snd p).
Proof.
  intros onto. induction points as [| t points IH]; intros inside.
  - now exists [].
  - destruct (onto t (inside t (or_introl eq_refl))) as [P at_t].
    destruct IH as (laws & same & members); [intros u U; apply inside; now right |].
    exists ((P, t) :: laws). split.
    + simpl. now rewrite same.
    + intros p [<- | p_in]; [exact at_t | now apply members].
Qed.

Lemma worst_loss_by_packings_of {A B T} (F : parametric A T) (S : T -> Prop) (Phi : loss) (Z : method (list A) B T) n m
    alpha delta N b :
  (forall t, S t -> exists P, parameter F P t) -> 0 < alpha -> (2 <= N)%nat ->
  packing_at_least (metric (parameters F)) S (2 * delta) N -> users_in_turn Z n alpha -> worst_loss_most F m Phi Z b ->
  loss_at Phi delta * (1 - (INR n * Rmin alpha (alpha ^ 2) + ln 2) / ln (INR N)) <= b.
Proof.
  intros onto alpha_pos N2 (points & L & D & inside & apart) [<- private_users] [_ risk].
  destruct (laws_at_points_of F S points onto inside) as (laws & same & members). subst points.
  rewrite map_length in L. rewrite <- L.
  apply (fano_method laws (fun p => transcript (channels Z) (power (fst p) m) (users Z)) _
           (fun p t => loss_at Phi (metric (parameters F) t (snd p))) (estimate Z)).
  - lia.
  - now apply NoDup_map_inv with (f := snd).
  - now apply (information_of_users (channels Z) []).
  - apply loss_ge_0.
  - intros p t. apply loss_ge_0.
  - intros p q t p_in q_in other near. apply loss_rises.
    assert (close : metric (parameters F) t (snd p) < delta).
    { apply Rnot_le_lt. intros far. pose proof (loss_rises Phi _ _ far). lra. }
    pose proof (apart (snd p) (snd q) (in_map snd _ _ p_in) (in_map snd _ _ q_in)
        (distinct_images snd laws p q D p_in q_in other)).
    pose proof (metric_triangle _ (parameters F) (snd p) t (snd q)).
    rewrite (metric_sym _ (parameters F) (snd p) t) in *. lra.
  - intros p p_in. now apply risk, members.
Qed.

(** Where so many balls as c e^(24 n min(alpha, alpha^2)) do not cover the set. *)
Lemma worst_loss_by_covers {A B T} (F : parametric A T) (S : T -> Prop) (Phi : loss) (Z : method (list A) B T) n m alpha
    delta c q b :
  (forall t, S t -> exists P, parameter F P t) -> 0 < alpha -> 0 < delta -> 1 < c -> 1 / 24 <= q -> ln 2 <= q * ln c ->
  (forall centres, (forall t, S t -> exists u, In u centres /\ metric (parameters F) t u <= 2 * delta) ->
    c * exp (24 * (INR n * Rmin alpha (alpha ^ 2))) <= INR (length centres)) ->
  users_in_turn Z n alpha -> worst_loss_most F m Phi Z b -> loss_at Phi delta * (1 - q) <= b.
Proof.
  intros onto alpha_pos delta_pos c_1 q_1 log_2 covers private_users risk.
  set (i := INR n * Rmin alpha (alpha ^ 2)) in *.
  assert (i_pos : 0 <= i).
  { apply Rmult_le_pos; [apply pos_INR |]. apply Rmin_glb; [lra | apply pow2_ge_0]. }
  pose proof (exp_ge_1 (24 * i) ltac:(lra)) as large. set (N' := c * exp (24 * i)) in *.
  assert (N'_1 : 1 < N') by (unfold N'; nra).
  destruct (whole_number_above N' N'_1) as (N & low & high).
  assert (N2 : (2 <= N)%nat) by (apply (INR_lt 1); simpl; lra).
  assert (ln_c : 0 < ln c) by (rewrite <- ln_1; apply ln_increasing; lra).
  assert (log : ln c + 24 * i <= ln (INR N)).
  { rewrite <- (ln_exp (24 * i)), <- ln_mult by lra. apply ln_le; [unfold N' in *; lra | exact high]. }
  assert (packing : packing_at_least (metric (parameters F)) S (2 * delta) N).
  { apply packings_above_coverings; [lra | apply metric_zero | apply metric_sym |].
    intros centres few _. apply NNPP. intros none.
    assert (covered : forall t, S t -> exists u, In u centres /\ metric (parameters F) t u <= 2 * delta).
    { intros t t_in. apply NNPP. intros off. apply none. exists t. split; [exact t_in |].
      intros u u_in. apply Rnot_le_lt. intros near. apply off. now exists u. }
    apply covers in covered. apply le_INR in few. rewrite S_INR in few. lra. }
  pose proof (worst_loss_by_packings_of F S Phi Z n m alpha delta N b onto alpha_pos N2 packing private_users risk)
    as bound.
  fold i in bound. eapply Rle_trans; [| exact bound]. apply Rmult_le_compat_l; [apply loss_ge_0 |].
  enough ((i + ln 2) / ln (INR N) <= q) by lra. apply Rle_div_l; [lra |]. nra.
Qed.

(** ** Covers *)

(** Balls that cover the cube of half side 1. *)
Lemma covers_of_the_cube d delta (centres : list vector) : (1 <= d)%nat -> 0 < delta ->
  (forall x : vector, is_zero_from d x -> (forall k, -1 <= x k <= 1) ->
    exists c, In c centres /\ Sum (below d) (fun k => (x k - c k) ^ 2) <= delta ^ 2) ->
  (/ delta) ^ d * cube_over_ball d <= INR (length centres).
Proof.
  intros d_pos D covered.
  pose proof (volume_of_a_cover d (fun _ => -1) 2 delta centres ltac:(lra) D) as volume.
  pose proof (ball_volume_pos d) as pos. unfold cube_over_ball.
  replace ((/ delta) ^ d * (2 ^ d / ball_volume d)) with ((2 / delta) ^ d / ball_volume d)
    by (unfold Rdiv; rewrite (Rpow_mult_distr 2); ring).
  apply Rle_div_l; [exact pos |]. apply volume. intros x X.
  destruct (covered (fun k => if lt_dec k d then x k else 0)) as (c & C & near).
  - intros k off. destruct (lt_dec k d); [lia | reflexivity].
  - intros k. destruct (lt_dec k d) as [less |]; [specialize (X k less) |]; lra.
  - exists c. split; [exact C |]. eapply Rle_trans; [right | exact near]. apply Sum_ext_in. intros k K.
    apply in_below in K. destruct (lt_dec k d); [reflexivity | lia].
Qed.

Lemma power_of_root d y : (1 <= d)%nat -> 1 <= y -> sqrt y <= sqrt (INR d * y) ^ d.
Proof.
  intros d_pos Y. assert (d_1 : 1 <= INR d) by now apply (le_INR 1).
  assert (root : 1 <= sqrt y) by (rewrite <- sqrt_1; now apply sqrt_le_1_alt).
  assert (more : sqrt y <= sqrt (INR d * y)) by (apply sqrt_le_1_alt; nra).
  rewrite <- (pow_1 (sqrt y)). apply Rle_trans with (sqrt y ^ d).
  - apply Rle_pow; [exact root | exact d_pos].
  - apply pow_incr. lra.
Qed.

(** At the radius 2 Delta, where Delta = e^(-24 i/d)/20. *)
Lemma covers_of_the_cube_chosen d i (centres : list vector) : (1 <= d)%nat -> 0 <= i ->
  let Delta := exp (- (24 * i / INR d)) / 20 in
  (forall x : vector, is_zero_from d x -> (forall k, -1 <= x k <= 1) ->
    exists c, In c centres /\ Sum (below d) (fun k => (x k - c k) ^ 2) <= (2 * Delta) ^ 2) ->
  3 * exp (24 * i) <= INR (length centres).
Proof.
  intros d_pos i_pos Delta covered. assert (d_1 : 1 <= INR d) by now apply (le_INR 1).
  pose proof (exp_pos (- (24 * i / INR d))) as e_pos.
  eapply Rle_trans; [| apply (covers_of_the_cube d (2 * Delta) centres d_pos ltac:(unfold Delta; lra) covered)].
  replace (/ (2 * Delta)) with (10 * exp (24 * i / INR d)).
  - rewrite Rpow_mult_distr, (exp_times d (24 * i / INR d)).
    replace (INR d * (24 * i / INR d)) with (24 * i) by (field; lra).
    pose proof (cube_over_ball_least d d_pos) as ball. pose proof (exp_pos (24 * i)) as large.
    apply Rle_trans with (10 ^ d * exp (24 * i) * sqrt (INR d * 9 / 94) ^ d).
    + replace (10 ^ d * exp (24 * i) * sqrt (INR d * 9 / 94) ^ d)
        with ((10 * sqrt (INR d * 9 / 94)) ^ d * exp (24 * i)) by (rewrite Rpow_mult_distr; ring).
      apply Rmult_le_compat_r; [lra |].
      replace (10 * sqrt (INR d * 9 / 94)) with (sqrt (INR d * (900 / 94))).
      * eapply Rle_trans; [| apply power_of_root; [exact d_pos | lra]].
        rewrite <- (sqrt_pow2 3) at 1 by lra. apply sqrt_le_1_alt. lra.
      * rewrite <- (sqrt_pow2 10) at 1 by lra. rewrite <- sqrt_mult by lra. f_equal. field.
    + apply Rmult_le_compat_l; [| exact ball]. apply Rmult_le_pos; [apply pow_le; lra | lra].
  - unfold Delta. rewrite exp_Ropp. field. pose proof (exp_pos (24 * i / INR d)). lra.
Qed.

Lemma logs_of_2_and_3 : ln 2 <= 11 / 16 * ln 3.
Proof.
  enough (16 * ln 2 <= 11 * ln 3) by lra. replace 16 with (INR 16) by (simpl; ring).
  replace 11 with (INR 11) by (simpl; ring). rewrite <- !ln_pow by lra. apply ln_le; [apply pow_lt; lra | simpl; lra].
Qed.

Lemma close_of_norm d x c e : 0 <= e -> Elementary.norm d (vector_minus x c) <= e ->
  Sum (below d) (fun k => (x k - c k) ^ 2) <= e ^ 2.
Proof.
  intros E near. change (Sum (below d) (fun k => vector_minus x c k ^ 2) <= e ^ 2).
  rewrite <- inner_squares, <- norm_square. apply pow_incr. split; [apply sqrt_pos | exact near].
Qed.

Lemma square_of_chosen c i d : (exp (- (24 * i / INR d)) / c) ^ 2 = exp (- (48 * i / INR d)) / c ^ 2.
Proof.
  unfold Rdiv at 1. rewrite Rpow_mult_distr, exp_times. replace (INR 2) with 2 by (simpl; ring).
  replace (2 * - (24 * i / INR d)) with (- (48 * i / INR d)) by (unfold Rdiv; ring). rewrite pow_inv. reflexivity.
Qed.

Lemma told_ge_0 (n : nat) alpha : 0 < alpha -> 0 <= INR n * Rmin alpha (alpha ^ 2).
Proof. intros pos. apply Rmult_le_pos; [apply pos_INR |]. apply Rmin_glb; [lra | apply pow2_ge_0]. Qed.

Lemma told_product (n d : nat) alpha :
  48 * Rmin alpha (alpha ^ 2) * INR n / INR d = 48 * (INR n * Rmin alpha (alpha ^ 2)) / INR d.
Proof. unfold Rdiv. ring. Qed.

(** Proposition 3 (i), from below. *)
Theorem kent_prop3i_lower : forall (alpha : R) (d n : nat),
  0 < alpha ->
  (1 <= d)%nat ->
  (1 <= n)%nat ->
  forall (A : Type) (Z_ : method (list vector) A vector), users_in_turn Z_ n alpha ->
  forall r : R, worst_loss_most (point_masses (unit_cube d)) 1 squared Z_ r ->
  exp (- (48 * Rmin alpha (alpha ^ 2) * INR n / INR d)) / 1280 <= r.
Proof.
  intros alpha d n alpha_pos d_pos n_pos A Z private_users r risk. rewrite told_product.
  pose proof (told_ge_0 n alpha alpha_pos) as i_pos. set (i := INR n * Rmin alpha (alpha ^ 2)) in *.
  set (Delta := exp (- (24 * i / INR d)) / 20). pose proof (exp_pos (- (24 * i / INR d))) as e_pos.
  assert (Delta_pos : 0 < Delta) by (unfold Delta; lra).
  pose proof (worst_loss_by_covers (point_masses (unit_cube d)) (fun _ => True) squared Z n 1 alpha Delta 3 (11 / 16) r)
    as bound.
  rewrite squared_at in bound by lra. unfold Delta in bound at 3. rewrite square_of_chosen in bound.
  pose proof (exp_pos (- (48 * i / INR d))). enough (exp (- (48 * i / INR d)) / 20 ^ 2 * (1 - 11 / 16) <= r) by lra.
  apply bound; auto; try lra; [intros t _; now exists (ret t) | apply logs_of_2_and_3 |].
  intros centres covered. fold i. rewrite <- (map_length (Nouns_covers.kept (in_unit_cube d))).
  apply (covers_of_the_cube_chosen d i _ d_pos i_pos). fold Delta. intros x zero inside.
  destruct (covered x I) as (c & C & near). exists (Nouns_covers.kept (in_unit_cube d) c). split; [now apply in_map |].
  assert (kept_x : Nouns_covers.kept (in_unit_cube d) x = x) by (apply kept_inside; intros k _; apply inside).
  change (Elementary.norm d (vector_minus (Nouns_covers.kept (in_unit_cube d) x) (Nouns_covers.kept (in_unit_cube d) c))
    <= 2 * Delta) in near. rewrite kept_x in near. apply close_of_norm; [lra | exact near].
Qed.

(** Point masses have their point for their mean. *)
Lemma mean_of_point (x : vector) : (forall k, -1 <= x k <= 1) -> has_mean_vector (ret x) x.
Proof.
  intros inside. exists 1. split.
  - intros f g _ _ same. simpl. apply same. exact inside.
  - apply functional_extensionality. intros k. unfold mean_vector. simpl. symmetry. apply clip_inside. apply inside.
Qed.

(** Theorem 6 (i), from below: the term that no number of draws makes small. *)
Theorem kent_thm6i_floor : forall (T : nat) (alpha : R) (d n : nat),
  (1 <= T)%nat ->
  0 < alpha ->
  (1 <= d)%nat ->
  (1 <= n)%nat ->
  forall (A : Type) (Z_ : method (list vector) A vector), users_in_turn Z_ n alpha ->
  forall r : R, worst_loss_most (with_means d (laws_on_cube 1 d)) T squared Z_ r ->
  exp (- (48 * Rmin alpha (alpha ^ 2) * INR n / INR d)) / 1280 <= r.
Proof.
  intros T alpha d n T_pos alpha_pos d_pos n_pos A Z private_users r risk. rewrite told_product.
  pose proof (told_ge_0 n alpha alpha_pos) as i_pos. set (i := INR n * Rmin alpha (alpha ^ 2)) in *.
  set (Delta := exp (- (24 * i / INR d)) / 20). pose proof (exp_pos (- (24 * i / INR d))) as e_pos.
  assert (Delta_pos : 0 < Delta) by (unfold Delta; lra).
  pose proof (worst_loss_by_covers (with_means d (laws_on_cube 1 d)) (in_cube 1 d) squared Z n T alpha Delta 3 (11 /
    16) r)
    as bound.
  rewrite squared_at in bound by lra. unfold Delta in bound at 3. rewrite square_of_chosen in bound.
  pose proof (exp_pos (- (48 * i / INR d))). enough (exp (- (48 * i / INR d)) / 20 ^ 2 * (1 - 11 / 16) <= r) by lra.
  apply bound; auto; try lra; [| apply logs_of_2_and_3 |].
  - intros x [zero inside]. exists (ret x). split; [| now apply mean_of_point].
    intros f g _ _ same. simpl. apply same. now split.
  - intros centres covered. fold i. apply (covers_of_the_cube_chosen d i _ d_pos i_pos). fold Delta.
    intros x zero inside. destruct (covered x (conj zero inside)) as (c & C & near). exists c. split; [exact C |].
    apply close_of_norm; [lra | exact near].
Qed.

(** ** Sparse vectors *)

Lemma choose_least d s : (s <= d)%nat -> 1 <= choose d s.
Proof.
  intros le. unfold choose. apply (le_INR 1). revert s le. induction d as [| d IH]; intros [| s] le; simpl; try lia.
  specialize (IH s ltac:(lia)). lia.
Qed.

(** Proposition 4, from below. *)
Theorem kent_prop4_lower : forall (alpha : R) (d n s : nat),
  0 < alpha ->
  (1 <= d)%nat ->
  (1 <= n)%nat ->
  (1 <= s)%nat ->
  (s <= d)%nat ->
  120 * ln (6 * INR d) < Rmin alpha (alpha ^ 2) * INR n / INR s ->
  forall (A : Type) (Z_ : method (list vector) A vector), users_in_turn Z_ n alpha ->
  forall r : R, worst_loss_most (point_masses (sparse_cube d s 1)) 1 squared Z_ r ->
  exp (- (48 * Rmin alpha (alpha ^ 2) * INR n / INR s)) / 20480 <= r.
Proof.
  intros alpha d n s alpha_pos d_pos n_pos s_pos s_d _ A Z private_users r risk. rewrite told_product.
  pose proof (told_ge_0 n alpha alpha_pos) as i_pos. set (i := INR n * Rmin alpha (alpha ^ 2)) in *.
  assert (s_1 : 1 <= INR s) by now apply (le_INR 1).
  set (Delta := exp (- (24 * i / INR s)) / 64). pose proof (exp_pos (- (24 * i / INR s))) as e_pos.
  assert (fraction : 0 <= 24 * i / INR s) by (apply Rdiv_le_0_compat; lra).
  assert (e_1 : exp (- (24 * i / INR s)) <= 1).
  { apply Rle_trans with (exp 0); [apply exp_le; lra | rewrite exp_0; lra]. }
  assert (Delta_pos : 0 < Delta) by (unfold Delta; lra).
  pose proof (worst_loss_by_covers (point_masses (sparse_cube d s 1)) (fun _ => True) squared Z n 1 alpha Delta 3 (11
    / 16)
    r) as bound.
  rewrite squared_at in bound by lra. unfold Delta in bound at 3. rewrite square_of_chosen in bound.
  pose proof (exp_pos (- (48 * i / INR s))). enough (exp (- (48 * i / INR s)) / 64 ^ 2 * (1 - 11 / 16) <= r) by lra.
  apply bound; auto; try lra; [intros t _; now exists (ret t) | apply logs_of_2_and_3 |].
  intros centres covered. fold i.
  eapply Rle_trans; [| apply (fact_supports_and_signs_one_by_one_from_below (2 * Delta) 1 d s); auto; try lra].
  2: { unfold Delta. lra. }
  pose proof (choose_least d s s_d) as some. pose proof (cube_over_ball_least s s_pos) as ball.
  assert (base : 30 * exp (24 * i / INR s) <= (1 - 2 * (2 * Delta)) / (2 * Delta)).
  { assert (inverse : exp (24 * i / INR s) = / (64 * Delta)).
    { unfold Delta. rewrite exp_Ropp. field. pose proof (exp_pos (24 * i / INR s)). lra. }
    rewrite inverse. apply Rmult_le_reg_r with (2 * Delta); [lra |].
    replace ((1 - 2 * (2 * Delta)) / (2 * Delta) * (2 * Delta)) with (1 - 4 * Delta) by (field; lra).
    replace (30 * / (64 * Delta) * (2 * Delta)) with (15 / 16) by (field; lra). unfold Delta. lra. }
  pose proof (exp_pos (24 * i / INR s)) as up_pos. pose proof (exp_pos (24 * i)) as large.
  apply Rle_trans with (1 * (30 * exp (24 * i / INR s)) ^ s * sqrt (INR s * 9 / 94) ^ s).
  - rewrite Rmult_1_l, Rpow_mult_distr, (exp_times s (24 * i / INR s)).
    replace (INR s * (24 * i / INR s)) with (24 * i) by (field; lra).
    replace (30 ^ s * exp (24 * i) * sqrt (INR s * 9 / 94) ^ s)
      with ((30 * sqrt (INR s * 9 / 94)) ^ s * exp (24 * i)) by (rewrite Rpow_mult_distr; ring).
    apply Rmult_le_compat_r; [lra |].
    replace (30 * sqrt (INR s * 9 / 94)) with (sqrt (INR s * (8100 / 94))).
    + eapply Rle_trans; [| apply power_of_root; [exact s_pos | lra]].
      rewrite <- (sqrt_pow2 3) at 1 by lra. apply sqrt_le_1_alt. lra.
    + rewrite <- (sqrt_pow2 30) at 1 by lra. rewrite <- sqrt_mult by lra. f_equal. field.
  - assert (grown : (30 * exp (24 * i / INR s)) ^ s <= ((1 - 2 * (2 * Delta)) / (2 * Delta)) ^ s)
      by (apply pow_incr; split; [nra | exact base]).
    assert (0 <= (30 * exp (24 * i / INR s)) ^ s) by (apply pow_le; nra).
    apply Rmult_le_compat; [| apply pow_le, sqrt_pos | | exact ball].
    + apply Rmult_le_pos; lra.
    + apply Rmult_le_compat; lra.
Qed.
