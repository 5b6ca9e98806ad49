(** * Facts about random frames

    Each theorem says what the calculus grants under that name, as the exporter writes it from the fact itself. *)

From Foundations Require Export Random_frames.
Import ListNotations.
Open Scope R_scope.

Lemma share_ge_0 U n s : 0 <= share_of_sphere U n s.
Proof. apply Rdiv_le_0_compat; [apply size_ge_0 | apply unit_ball_volume_pos]. Qed.

(** ** A net *)

(** The l_1 norm of the image of a vector is at most sqrt(2 d) times its length. *)
Lemma image_of_short d U y : frame U d -> l1_norm_of_image U y <= sqrt 2 * sqrt (INR d) * Elementary.norm d y.
Proof.
  intros F. pose proof (frame_keeps_lengths U d y F) as kept. pose proof F as (many & wide & _).
  unfold l1_norm_of_image. rewrite wide. eapply Rle_trans; [apply Sum_le_sqrt |].
  rewrite (Sum_ext _ _ (fun i => inner d (row_of U i) y ^ 2)) by (intros i; apply pow2_abs). rewrite kept.
  rewrite seq_length, many, mult_INR. simpl INR.
  rewrite <- sqrt_mult by (try apply pos_INR; lra). unfold Elementary.norm.
  rewrite <- sqrt_mult_alt by (pose proof (pos_INR d); lra). right. f_equal.
Qed.

Lemma image_of_sum U y z : l1_norm_of_image U (fun k => y k + z k) <= l1_norm_of_image U y + l1_norm_of_image U z.
Proof.
  unfold l1_norm_of_image. rewrite <- Sum_plus. apply Sum_le. intros i. rewrite inner_plus. apply Rabs_triang.
Qed.

Lemma image_of_multiple U t y : l1_norm_of_image U (fun k => t * y k) = Rabs t * l1_norm_of_image U y.
Proof. unfold l1_norm_of_image. rewrite <- Sum_scal. apply Sum_ext. intros i. now rewrite inner_scal, Rabs_mult. Qed.

(** A number below all of a list's values, above a bound that all are above. *)
Lemma least_of_list {A} (l : list A) f b : (forall p, In p l -> b < f p) ->
  exists m, b < m /\ forall p, In p l -> m <= f p.
Proof.
  induction l as [| p l IH]; intros above.
  - exists (b + 1). split; [lra | easy].
  - destruct IH as (m & m_above & least); [intros q Q; apply above; now right |].
    exists (Rmin m (f p)). split; [apply Rmin_glb_lt; [exact m_above | apply above; now left] |].
    intros q [<- | Q]; [apply Rmin_r | eapply Rle_trans; [apply Rmin_l | now apply least]].
Qed.

(** A frame with a long vector has a short image of a point of the net. *)
Lemma short_image_on_net d U r c net : (1 <= d)%nat -> 0 < r -> 0 < c -> frame U d ->
  (forall p, In p net -> Elementary.norm d p = 1) ->
  (forall y, Elementary.norm d y = 1 -> exists p, In p net /\ Elementary.norm d (less y p) <= c) ->
  has_long_vector r U -> exists p, In p net /\ l1_norm_of_image U p <= sqrt 2 * sqrt (INR d) * c + 1 / r.
Proof.
  intros d_1 r_pos c_pos F on_sphere net_is_one long. apply NNPP. intros none.
  set (w := sqrt 2 * sqrt (INR d)) in *. assert (w_pos : 0 <= w) by (apply Rmult_le_pos; apply sqrt_pos).
  destruct (least_of_list net (l1_norm_of_image U) (w * c + 1 / r)) as (m & m_above & least).
  { intros p P. apply Rnot_le_lt. intros short. apply none. now exists p. }
  set (b := m - w * c). assert (b_above : 1 / r < b) by (unfold b; lra).
  assert (r_inv : 0 < 1 / r) by (apply Rdiv_lt_0_compat; lra).
  assert (unit_above : forall y, Elementary.norm d y = 1 -> b <= l1_norm_of_image U y).
  { intros y unit. destruct (net_is_one y unit) as (p & P & near). specialize (least p P).
    set (e := less y p) in *.
    assert (back : l1_norm_of_image U (fun k => -1 * e k) = l1_norm_of_image U e).
    { rewrite (image_of_multiple U (-1) e), Rabs_left by lra. ring. }
    pose proof (image_of_sum U y (fun k => -1 * e k)) as sum. rewrite back in sum.
    replace (fun k => y k + -1 * e k) with p in sum
      by (apply functional_extensionality; intros k; unfold e, less; ring).
    pose proof (image_of_short d U e F) as short. fold w in short.
    apply (Rmult_le_compat_l w) in near; [| exact w_pos]. unfold b. lra. }
  assert (dual : dual_most U (/ b)).
  { intros y small. pose proof F as (_ & wide & _). rewrite wide.
    destruct (Rle_lt_or_eq_dec 0 (Elementary.norm d y) (sqrt_pos _)) as [pos | zero].
    - set (t := / Elementary.norm d y). assert (t_pos : 0 < t) by now apply Rinv_0_lt_compat.
      assert (unit : Elementary.norm d (fun k => t * y k) = 1).
      { unfold Elementary.norm. unfold inner. rewrite (Sum_ext _ _ (fun k => t ^ 2 * (y k * y k))) by (intros; ring).
        rewrite Sum_scal, sqrt_mult_alt, sqrt_pow2 by (try apply pow2_ge_0; lra).
        change (t * Elementary.norm d y = 1). unfold t. apply Rinv_l. lra. }
      specialize (unit_above _ unit). rewrite image_of_multiple, Rabs_right in unit_above by lra.
      assert (b <= t) by (apply (Rmult_le_compat_l t) in small; lra).
      rewrite <- (Rinv_inv (Elementary.norm d y)). apply Rinv_le_contravar; [lra | exact H].
    - rewrite <- zero. left. apply Rinv_0_lt_compat. lra. }
  specialize (long _ dual). apply Rinv_le_contravar in long; [| exact r_pos]. rewrite Rinv_inv in long.
  unfold Rdiv in b_above. lra.
Qed.

(** Vershynin 2018, Corollary 4.2.13: (1 + 2/c)^d points; each image is uniform on the sphere, and a move by c changes
    its l_1 norm by sqrt(2 d) c at most. *)
Theorem fact_union_over_a_net : forall (H : random_frames) (c : R) (d : nat) (r : R),
  0 < c ->
  (1 <= d)%nat ->
  0 < r ->
  long_tail H d r <= (1 + 2 / c) ^ d * sphere_tail H (2 * d) (sqrt 2 * sqrt (INR d) * c + 1 / r).
Proof.
  intros H c d r c_pos d_1 r_pos.
  destruct (net_on_the_sphere (cubes_of H) d c d_1 c_pos) as (net & on_sphere & few & net_is_one).
  set (b := sqrt 2 * sqrt (INR d) * c + 1 / r). set (short := fun p U => l1_norm_of_image U p <= b).
  apply Rle_trans with (E (frame_law H d) (fun U => Sum net (fun p => indicator (short p) U))).
  - unfold long_tail, chance. set (count := fun U => Sum net (fun p => indicator (short p) U)).
    assert (count_bounded : bounded count) by (apply bounded_Sum; intros; apply bounded_indicator).
    apply Rle_trans with (E (frame_law H d) (fun U => Rmax (indicator (has_long_vector r) U) (count U))).
    + apply E_mono; [apply bounded_indicator | apply bounded_max; [apply bounded_indicator | exact count_bounded] |].
      intros U. apply Rmax_l.
    + right. apply (frames_alone H d); [apply bounded_max; [apply bounded_indicator | exact count_bounded] |
        exact count_bounded |]. intros U F. apply Rmax_right.
      assert (terms : forall p, 0 <= indicator (short p) U) by (intros p; apply indicator_between).
      destruct (classic (has_long_vector r U)) as [long | not].
      * rewrite indicator_1 by exact long.
        destruct (short_image_on_net d U r c net d_1 r_pos c_pos F on_sphere net_is_one long) as (p & P & image).
        unfold count. clear count_bounded few net_is_one on_sphere. induction net as [| q net IH]; [easy |]. cbn [Sum].
        pose proof (Sum_ge_0 net (fun p => indicator (short p) U) terms). destruct P as [<- | P].
        -- rewrite indicator_1 by exact image. lra.
        -- specialize (IH P). specialize (terms q). lra.
      * rewrite indicator_0 by exact not. now apply Sum_ge_0.
  - rewrite E_Sum by (intros; apply bounded_indicator).
    rewrite (Sum_ext_in net _ (fun _ => sphere_tail H (2 * d) b)).
    + rewrite Sum_const. apply Rmult_le_compat_r; [apply share_ge_0 | exact few].
    + intros p P. exact (images_are_uniform H d p b d_1 (on_sphere p P)).
Qed.

(** ** A cone *)

(** Volumes of the l_1 and the Euclidean ball in 2 d dimensions: (2 s)^(2 d)/(2 d)!, pi^d/d!. *)
Theorem fact_a_cone_in_the_l_1_ball : forall (H : random_frames) (d : nat) (s : R),
  (1 <= d)%nat ->
  0 < s ->
  sphere_tail H (2 * d) s <= (4 * falling d * s ^ 2 / PI) ^ d.
Proof.
  intros H d s d_1 s_pos. set (n := (2 * d)%nat). set (V := uniform_volume (cubes_of H) n).
  assert (D : 0 < INR d) by (apply lt_0_INR; lia). pose proof PI_RGT_0 as pi_pos.
  assert (fact_d : 0 < INR (fact d)) by apply lt_0_INR, lt_O_fact.
  assert (fact_n : 0 < INR (fact n)) by apply lt_0_INR, lt_O_fact.
  assert (inside : size_of V (cone n s) <= (2 * s) ^ n / INR (fact n)).
  { eapply Rle_trans; [apply (size_le _ V _ (fun x => in_space n x /\ l1_norm n x <= s)) | now apply l1_ball_volume].
    - exists s. intros x [flat near]. split; [exact flat |]. intros k. destruct (lt_dec k n) as [K | K].
      + eapply Rle_trans; [apply (term_below_sum n (fun j => Rabs (x j)) k (fun j => Rabs_pos _) K) | exact near].
      + rewrite flat, Rabs_R0 by lia. lra.
    - intros x (flat & ball & narrow). split; [exact flat |]. eapply Rle_trans; [exact narrow |].
      rewrite <- (Rmult_1_r s) at 2. apply Rmult_le_compat_l; lra. }
  unfold sphere_tail, share_of_sphere. fold n V.
  replace (unit_ball_volume n) with (PI ^ d / INR (fact d)) by (symmetry; apply even_ball_volume).
  apply Rle_trans with ((2 * s) ^ n / INR (fact n) / (PI ^ d / INR (fact d))).
  - apply Rmult_le_compat_r; [| exact inside]. left.
    apply Rinv_0_lt_compat, Rdiv_lt_0_compat; [now apply pow_lt | exact fact_d].
  - right. unfold Rdiv at 4. rewrite !Rpow_mult_distr, pow_inv.
    assert (root : falling d ^ d = INR (fact d) / INR (fact n)).
    { assert (ratio : 0 < INR (fact d) / INR (fact n)) by now apply Rdiv_lt_0_compat.
      unfold falling. fold n. rewrite raise_pos by exact ratio. rewrite <- Rpower_pow by apply exp_pos. unfold Rpower.
      rewrite ln_exp. replace (INR d * (1 / INR d * ln (INR (fact d) / INR (fact n)))) with
        (ln (INR (fact d) / INR (fact n))) by (field; lra). now apply exp_ln. }
    rewrite root. unfold n at 1 2. rewrite !pow_mult. replace (2 ^ 2) with 4 by ring.
    assert (PI ^ d <> 0) by (apply pow_nonzero; lra). field. repeat split; lra.
Qed.

(** ** The probabilistic method *)

(** Alon and Spencer 2016, Section 1.1: what has a chance below 1 fails somewhere. *)
Theorem fact_the_probabilistic_method : forall (H : random_frames) (d : nat) (r : R),
  (1 <= d)%nat ->
  0 < r ->
  long_tail H d r < 1 ->
  forall c : R, (forall U : real_matrix, frame U d -> forall c_ : R, dual_most U c_ -> c <= c_) ->
  c < r.
Proof.
  intros H d r _ _ rare c least. apply Rnot_le_lt. intros above.
  enough (long_tail H d r = 1) by lra. unfold long_tail, chance. rewrite <- (E_one (frame_law H d)).
  apply (frames_alone H d); [apply bounded_indicator | bounded |]. intros U F. apply indicator_1.
  intros D dual. specialize (least U F D dual). lra.
Qed.
