(** * Random frames, and shares of the sphere

    The share of the unit sphere is that of the ball: of the cone over it. A uniform frame is known by its images of
    unit vectors, which are uniform on the sphere. *)

From Foundations Require Export Bumps Facts_frames.
Import ListNotations.
Open Scope R_scope.

(** ** Shares of the sphere *)

Definition l1_norm n (x : vector) := Sum (below n) (fun k => Rabs (x k)).

(** The points of the unit ball whose direction has an l_1 norm of at most s. *)
Definition cone n s : vector -> Prop := fun x =>
  in_space n x /\ Elementary.norm n x <= 1 /\ l1_norm n x <= s * Elementary.norm n x.

(** The unit ball has the volume [unit_ball_volume]. *)
Definition share_of_sphere (U : uniform_laws) n s := size_of (uniform_volume U n) (cone n s) / unit_ball_volume n.

(** ** Uniform frames

    Of the first d columns U of a uniform orthogonal matrix of 2 d rows: these are a frame, and U y is uniform on the
    sphere for each unit vector y. Each law that has this extends the one of such a matrix, for what is said here. *)
Record random_frames := Random_frames {
  cubes_of : uniform_laws;
  frame_law : nat -> law real_matrix;
  frames_alone : forall d, lives_on (fun U => frame U d) (frame_law d);
  images_are_uniform : forall d y s, (1 <= d)%nat -> Elementary.norm d y = 1 ->
    chance (frame_law d) (fun U => l1_norm_of_image U y <= s) = share_of_sphere cubes_of (2 * d) s
}.

Definition sphere_tail (H : random_frames) n s := share_of_sphere (cubes_of H) n s.

(** The chance that a vector of length r or more has an image of l_1 norm at most 1: the longest such vector is no
    shorter, that is, no bound on their lengths is. *)
Definition has_long_vector r : event real_matrix := fun U => forall D, dual_most U D -> r <= D.
Definition long_tail (H : random_frames) d r := chance (frame_law H d) (has_long_vector r).

(** ** Volumes of what boxes cover *)

Lemma size_of_union {d} (V : volume d) (A B : vector -> Prop) : bounded_set d A -> bounded_set d B ->
  size_of V (fun x => A x \/ B x) <= size_of V A + size_of V B.
Proof.
  intros A_small B_small. set (rest := fun x => B x /\ ~ A x).
  assert (rest_small : bounded_set d rest) by (destruct B_small as [r H]; exists r; intros x [b _]; now apply H).
  apply Rle_trans with (size_of V (fun x => A x \/ rest x)).
  - apply size_le.
    + destruct A_small as [r H]. destruct rest_small as [r' H']. exists (Rmax r r'). intros x [a | b].
      * destruct (H x a) as [flat near]. split; [exact flat |]. intros k.
        eapply Rle_trans; [apply near | apply Rmax_l].
      * destruct (H' x b) as [flat near]. split; [exact flat |]. intros k.
        eapply Rle_trans; [apply near | apply Rmax_r].
    + intros x [a | b]; [now left |]. destruct (classic (A x)); [now left | right; now split].
  - rewrite size_plus; [| exact A_small | exact rest_small | intros x a [_ b]; now apply b].
    apply Rplus_le_compat_l, size_le; [exact B_small |]. intros x [b _]. exact b.
Qed.

Definition box_volume n (p : vector * vector) := Volumes.product_of n (fun k => snd p k - fst p k).

Lemma bounded_box n a b : bounded_set n (box n a b).
Proof.
  exists (Sum (below n) (fun k => Rabs (a k) + Rabs (b k))). intros x [flat inside]. split; [exact flat |]. intros k.
  assert (terms : forall j, 0 <= Rabs (a j) + Rabs (b j)) by (intros j; pose proof (Rabs_pos (a j)); pose proof
    (Rabs_pos (b j)); lra).
  destruct (lt_dec k n) as [K | K].
  - apply Rle_trans with (Rabs (a k) + Rabs (b k)).
    + specialize (inside k K). unfold Rabs. repeat destruct (Rcase_abs _); lra.
    + exact (term_below_sum n (fun j => Rabs (a j) + Rabs (b j)) k terms K).
  - rewrite flat, Rabs_R0 by lia. now apply Sum_ge_0.
Qed.

Lemma size_by_boxes {n} (V : volume n) (boxes : list (vector * vector)) (A : vector -> Prop) :
  (forall p, In p boxes -> forall k, (k < n)%nat -> fst p k <= snd p k) ->
  (forall x, A x -> exists p, In p boxes /\ box n (fst p) (snd p) x) -> size_of V A <= Sum boxes (box_volume n).
Proof.
  intros sides covered.
  enough (all : bounded_set n (fun x => exists p, In p boxes /\ box n (fst p) (snd p) x) /\
    size_of V (fun x => exists p, In p boxes /\ box n (fst p) (snd p) x) <= Sum boxes (box_volume n)).
  { eapply Rle_trans; [| apply all]. apply size_le; [apply all | exact covered]. }
  clear covered A. induction boxes as [| p boxes IH].
  - split; [exists 0; intros x (q & [] & _) |]. cbn [Sum].
    apply Rle_trans with (size_of V (box n (fun _ => 0) (fun _ => 0)) - size_of V (box n (fun _ => 0) (fun _ => 0)));
      [| lra].
    assert (twice : size_of V (fun x => box n (fun _ => 0) (fun _ => 0) x \/ exists q, In q (@nil (vector * vector)) /\
      box n (fst q) (snd q) x) = size_of V (box n (fun _ => 0) (fun _ => 0)) +
      size_of V (fun x => exists q, In q (@nil (vector * vector)) /\ box n (fst q) (snd q) x)).
    { apply size_plus; [apply bounded_box | exists 0; intros x (q & [] & _) | intros x _ (q & [] & _)]. }
    assert (size_of V (fun x => box n (fun _ => 0) (fun _ => 0) x \/ exists q, In q (@nil (vector * vector)) /\
      box n (fst q) (snd q) x) <= size_of V (box n (fun _ => 0) (fun _ => 0)));
      [apply size_le; [apply bounded_box | intros x [here | (q & [] & _)]; exact here] | lra].
  - destruct IH as [small most]; [intros q Q; apply sides; now right |].
    assert (split : forall x, (exists q, In q (p :: boxes) /\ box n (fst q) (snd q) x) ->
      box n (fst p) (snd p) x \/ exists q, In q boxes /\ box n (fst q) (snd q) x).
    { intros x (q & [<- | Q] & here); [now left | right; now exists q]. }
    assert (both : bounded_set n (fun x => box n (fst p) (snd p) x \/ exists q, In q boxes /\ box n (fst q) (snd q) x)).
    { destruct (bounded_box n (fst p) (snd p)) as [r H]. destruct small as [r' H']. exists (Rmax r r').
      intros x [a | b].
      - destruct (H x a) as [flat near]. split; [exact flat |]. intros k. eapply Rle_trans; [apply near | apply Rmax_l].
      - destruct (H' x b) as [flat near]. split; [exact flat |]. intros k.
        eapply Rle_trans; [apply near | apply Rmax_r]. }
    split.
    + destruct both as [r H]. exists r. intros x here. apply H, split, here.
    + eapply Rle_trans; [apply (size_le _ V _ _ both split) |].
      eapply Rle_trans; [apply size_of_union; [apply bounded_box | exact small] |]. cbn [Sum].
      apply Rplus_le_compat; [| exact most]. unfold box_volume. right. apply size_box. apply sides. now left.
Qed.

(** ** The volume of the l_1 ball: slabs of its first coordinate *)

Lemma powers_add_up j n : 0 <= j -> (INR n + 1) * j ^ n <= (j + 1) ^ S n - j ^ S n.
Proof.
  intros pos. induction n as [| n IH]; [simpl; lra |]. rewrite S_INR.
  replace ((j + 1) ^ S (S n) - j ^ S (S n)) with ((j + 1) * ((j + 1) ^ S n - j ^ S n) + j ^ S n) by (simpl; ring).
  pose proof (pow_le j n pos) as power_pos. pose proof (pos_INR n).
  apply (Rmult_le_compat_l (j + 1)) in IH; [| lra].
  replace ((INR n + 1 + 1) * j ^ S n) with ((INR n + 1) * (j * j ^ n) + j ^ S n) by (simpl; ring).
  assert ((INR n + 1) * (j * j ^ n) <= (j + 1) * ((INR n + 1) * j ^ n)).
  { replace ((j + 1) * ((INR n + 1) * j ^ n)) with ((INR n + 1) * (j * j ^ n) + (INR n + 1) * j ^ n) by ring.
    assert (0 <= (INR n + 1) * j ^ n) by (apply Rmult_le_pos; lra). lra. }
  lra.
Qed.

Lemma sum_of_powers n M : (INR n + 1) * Sum (seq 1 M) (fun j => INR j ^ n) <= INR (S M) ^ S n.
Proof.
  induction M as [| M IH]; [cbn [seq Sum]; rewrite Rmult_0_r; apply pow_le, pos_INR |].
  rewrite seq_S, Sum_app. cbn [Sum]. rewrite Rplus_0_r, Rmult_plus_distr_l. change (1 + M)%nat with (S M).
  pose proof (powers_add_up (INR (S M)) n (pos_INR _)) as last. rewrite (S_INR (S M)). lra.
Qed.

Definition cons_coordinate (t : R) (x : vector) : vector := fun k => match k with O => t | S j => x j end.

Lemma product_succ n f : Volumes.product_of (S n) f = f O * Volumes.product_of n (fun k => f (S k)).
Proof. unfold Volumes.product_of, below. simpl. f_equal. now rewrite <- seq_shift, map_map. Qed.

(** Boxes that cover the l_1 ball, whose volumes hardly add up to more than (2 s)^n/n!. *)
Lemma cover_of_l1_ball n : forall s q, 0 < s -> 1 < q -> exists boxes : list (vector * vector),
  (forall p, In p boxes -> forall k, (k < n)%nat -> fst p k <= snd p k) /\
  (forall x, in_space n x -> l1_norm n x <= s -> exists p, In p boxes /\ box n (fst p) (snd p) x) /\
  Sum boxes (box_volume n) <= q * ((2 * s) ^ n / INR (fact n)).
Proof.
  induction n as [| n IH]; intros s q s_pos q_1.
  { exists [((fun _ => 0), (fun _ => 0))]. split; [intros p _ k K; lia | split].
    - intros x flat _. exists ((fun _ => 0), (fun _ => 0)). split; [now left |]. split; [exact flat | intros k K; lia].
    - unfold box_volume, Volumes.product_of. simpl. lra. }
  set (q' := sqrt q). assert (q'_1 : 1 < q') by (unfold q'; rewrite <- sqrt_1; apply sqrt_lt_1_alt; lra).
  assert (q_square : q' * q' = q) by (apply sqrt_sqrt; lra).
  assert (ln_pos : 0 < ln q') by (rewrite <- ln_1; apply ln_increasing; lra).
  (* So many slabs of thickness h of either sign. *)
  destruct (small_inverse (ln q' / (2 * INR (S n)))) as (M & some & fine).
  { apply Rdiv_lt_0_compat; [exact ln_pos |]. pose proof (lt_0_INR (S n) ltac:(lia)). lra. }
  assert (M_pos : 0 < INR M) by (apply lt_0_INR; lia). set (h := s / INR M).
  assert (h_pos : 0 < h) by now apply Rdiv_lt_0_compat. assert (M_h : INR M * h = s) by (unfold h; field; lra).
  destruct (finite_choice ([] : list (vector * vector)) (seq 1 (S M)) (fun j boxes =>
    (forall p, In p boxes -> forall k, (k < n)%nat -> fst p k <= snd p k) /\
    (forall x, in_space n x -> l1_norm n x <= h * INR j -> exists p, In p boxes /\ box n (fst p) (snd p) x) /\
    Sum boxes (box_volume n) <= q' * ((2 * (h * INR j)) ^ n / INR (fact n)))) as [section at_j].
  { intros j J. apply in_seq in J. apply IH; [| exact q'_1]. apply Rmult_lt_0_compat; [exact h_pos |].
    apply lt_0_INR. lia. }
  (* The j-th slab, from outside. *)
  set (outer := fun j => INR (S M - j) * h).
  set (up := fun j (p : vector * vector) => (cons_coordinate (outer j) (fst p), cons_coordinate (outer j + h) (snd p))).
  set (down := fun j (p : vector * vector) =>
    (cons_coordinate (- (outer j + h)) (fst p), cons_coordinate (- outer j) (snd p))).
  exists (flat_map (fun j => map (up j) (section j) ++ map (down j) (section j)) (seq 1 (S M))). split; [| split].
  - intros p P k K. apply in_flat_map in P. destruct P as (j & J & P). destruct (at_j j J) as (sides & _).
    apply in_app_or in P. destruct P as [P | P]; apply in_map_iff in P; destruct P as (p' & <- & P');
      destruct k as [| k]; simpl; try lra; apply (sides p' P'); lia.
  - intros x flat near. unfold l1_norm in near. rewrite Sum_below_succ in near. set (tail := fun k => x (S k)) in *.
    assert (tail_flat : in_space n tail) by (intros k K; apply flat; lia).
    set (t := Rabs (x O)) in *. assert (t_pos : 0 <= t) by apply Rabs_pos.
    assert (rest : 0 <= Sum (below n) (fun k => Rabs (x (S k)))) by (apply Sum_ge_0; intros; apply Rabs_pos).
    (* The slab that holds it. *)
    destruct (nfloor_ex (t / h)) as [i [low high]]; [apply Rdiv_le_0_compat; lra |].
    assert (i_low : INR i * h <= t) by (apply (Rmult_le_compat_r h) in low; [| lra]; replace (t / h * h) with t in low
      by (field; lra); lra).
    assert (i_high : t < (INR i + 1) * h) by (apply (Rmult_lt_compat_r h) in high; [| lra]; replace (t / h * h) with t
      in high by (field; lra); lra).
    assert (i_M : (i <= M)%nat).
    { apply INR_le. apply Rmult_le_reg_r with h; [exact h_pos |]. lra. }
    set (j := (S M - i)%nat). assert (J : In j (seq 1 (S M))) by (apply in_seq; unfold j; lia).
    assert (outer_j : outer j = INR i * h) by (unfold outer, j; do 2 f_equal; lia).
    destruct (at_j j J) as (_ & covers_j & _). destruct (covers_j tail tail_flat) as (p & P & [_ inside]).
    { unfold l1_norm, tail. unfold j. rewrite minus_INR by lia. rewrite S_INR. lra. }
    destruct (Rle_dec 0 (x O)) as [pos | neg].
    + exists (up j p). split.
      * apply in_flat_map. exists j. split; [exact J |]. apply in_or_app. left. now apply in_map.
      * split; [exact flat |]. intros [| k] K; simpl; [| apply inside; lia]. rewrite outer_j.
        unfold t in *. rewrite Rabs_right in * by lra. lra.
    + (* Below 0 the slab is open at the other end. *)
      destruct (Req_dec t (INR i * h)) as [edge | off].
      * assert (i_pos : (1 <= i)%nat).
        { destruct i; [| lia]. simpl in edge. unfold t in edge. rewrite Rabs_left in edge by lra. lra. }
        set (j' := (S M - (i - 1))%nat). assert (J' : In j' (seq 1 (S M))) by (apply in_seq; unfold j'; lia).
        assert (outer_j' : outer j' = INR i * h - h).
        { unfold outer, j'. replace (S M - (S M - (i - 1)))%nat with (i - 1)%nat by lia. rewrite minus_INR by lia.
          simpl INR. ring. }
        destruct (at_j j' J') as (_ & covers' & _). destruct (covers' tail tail_flat) as (p' & P' & [_ inside']).
        { unfold l1_norm, tail. unfold j'. rewrite minus_INR, S_INR, minus_INR by lia. simpl INR. lra. }
        exists (down j' p'). split.
        -- apply in_flat_map. exists j'. split; [exact J' |]. apply in_or_app. right. now apply in_map.
        -- split; [exact flat |]. intros [| k] K; simpl; [| apply inside'; lia]. rewrite outer_j'.
           unfold t in *. rewrite Rabs_left in * by lra. lra.
      * exists (down j p). split.
        -- apply in_flat_map. exists j. split; [exact J |]. apply in_or_app. right. now apply in_map.
        -- split; [exact flat |]. intros [| k] K; simpl; [| apply inside; lia]. rewrite outer_j.
           unfold t in *. rewrite Rabs_left in * by lra. lra.
  - assert (flat_sum : forall l, (forall j, In j l -> In j (seq 1 (S M))) ->
      Sum (flat_map (fun j => map (up j) (section j) ++ map (down j) (section j)) l) (box_volume (S n)) <=
      Sum l (fun j => 2 * h * (q' * ((2 * (h * INR j)) ^ n / INR (fact n))))).
    { induction l as [| j l IHl]; intros within_l; [simpl; lra |]. cbn [flat_map Sum]. rewrite Sum_app.
      apply Rplus_le_compat; [| apply IHl; intros i I; apply within_l; now right].
      rewrite Sum_app, !Sum_map. destruct (at_j j (within_l j (or_introl eq_refl))) as (_ & _ & total).
      assert (one : forall p, box_volume (S n) (up j p) = h * box_volume n p /\
        box_volume (S n) (down j p) = h * box_volume n p).
      { intros p. unfold box_volume. rewrite !product_succ. simpl. split; f_equal; ring. }
      rewrite (Sum_ext _ (fun p => box_volume (S n) (up j p)) (fun p => h * box_volume n p)) by (intros p; apply one).
      rewrite (Sum_ext _ (fun p => box_volume (S n) (down j p)) (fun p => h * box_volume n p)) by (intros p; apply one).
      rewrite Sum_scal. apply (Rmult_le_compat_l (2 * h)) in total; lra. }
    eapply Rle_trans; [apply flat_sum; auto |].
    assert (fact_pos : 0 < INR (fact n)) by apply lt_0_INR, lt_O_fact.
    rewrite (Sum_ext _ _ (fun j => 2 * h * q' * (2 * h) ^ n / INR (fact n) * INR j ^ n))
      by (intros j; replace (2 * (h * INR j)) with (2 * h * INR j) by ring; rewrite (Rpow_mult_distr (2 * h));
        field; lra).
    rewrite Sum_scal. pose proof (sum_of_powers n (S M)) as powers.
    assert (steps : INR (S (S M)) ^ S n <= q' * INR M ^ S n).
    { rewrite !S_INR. replace (INR M + 1 + 1) with (INR M * (1 + 2 * / INR M)) by (field; lra).
      rewrite Rpow_mult_distr, Rmult_comm. apply Rmult_le_compat_r; [apply pow_le; lra |].
      assert (inv : 0 < / INR M) by now apply Rinv_0_lt_compat.
      eapply Rle_trans; [apply pow_le_exp; lra |]. rewrite <- (exp_ln q') by lra. apply exp_le.
      pose proof (lt_0_INR (S n) ltac:(lia)) as n_pos.
      apply (Rmult_le_compat_l (2 * INR (S n))) in fine; [| lra].
      replace (2 * INR (S n) * (ln q' / (2 * INR (S n)))) with (ln q') in fine by (field; lra). lra. }
    rewrite fact_simpl, mult_INR, S_INR. pose proof (pos_INR n) as n_pos.
    replace (q * ((2 * s) ^ S n / ((INR n + 1) * INR (fact n))))
      with (2 * h * q' * (2 * h) ^ n / INR (fact n) * (q' * INR M ^ S n / (INR n + 1)))
      by (rewrite <- M_h, <- q_square; simpl; rewrite !Rpow_mult_distr; field; split; lra).
    apply Rmult_le_compat_l.
    + apply Rdiv_le_0_compat; [| exact fact_pos]. assert (0 <= 2 * h * q') by (apply Rmult_le_pos; lra).
      apply Rmult_le_pos; [assumption | apply pow_le; lra].
    + apply Rle_div_r; [lra |]. eapply Rle_trans; [| exact steps]. rewrite (Rmult_comm (Sum _ _)). exact powers.
Qed.

Lemma l1_ball_volume {n} (V : volume n) s : 0 < s ->
  size_of V (fun x => in_space n x /\ l1_norm n x <= s) <= (2 * s) ^ n / INR (fact n).
Proof.
  intros s_pos. set (whole := (2 * s) ^ n / INR (fact n)).
  assert (fact_pos : 0 < INR (fact n)) by apply lt_0_INR, lt_O_fact.
  assert (whole_pos : 0 < whole) by (apply Rdiv_lt_0_compat; [apply pow_lt; lra | exact fact_pos]).
  apply le_epsilon. intros eps eps_pos.
  destruct (cover_of_l1_ball n s (1 + eps / whole) s_pos) as (boxes & sides & covered & total).
  { assert (0 < eps / whole) by now apply Rdiv_lt_0_compat. lra. }
  eapply Rle_trans; [apply (size_by_boxes V boxes); [exact sides |] |].
  - intros x [flat near]. now apply covered.
  - fold whole in total. eapply Rle_trans; [exact total |]. right. field. lra.
Qed.

Lemma even_ball_volume d : unit_ball_volume (2 * d) = PI ^ d / INR (fact d).
Proof.
  induction d as [| d IH]; [simpl; field |]. replace (2 * S d)%nat with (S (S (2 * d))) by lia.
  change (unit_ball_volume (S (S (2 * d)))) with (2 * PI / INR (S (S (2 * d))) * unit_ball_volume (2 * d)).
  rewrite IH, fact_simpl, mult_INR. assert (fact_pos : 0 < INR (fact d)) by apply lt_0_INR, lt_O_fact.
  rewrite !S_INR, mult_INR. simpl INR. pose proof (pos_INR d). simpl. field. lra.
Qed.

(** ** Nets on the sphere: disjoint balls have no more volume than the one that holds them *)

Section Nets.
  Variables (U : uniform_laws) (d : nat) (c : R).
  Hypotheses (d_1 : (1 <= d)%nat) (c_pos : 0 < c).
  Let R_ := 1 + c / 2.
  Let h := c / 2 / R_.
  Let X := uniform_on_cube U d.

  Let R_pos : 1 < R_.
  Proof. unfold R_. lra. Qed.

  Let h_range : 0 < h < 1.
  Proof.
    unfold h. split; [apply Rdiv_lt_0_compat; lra |]. apply Rlt_div_l; [lra |]. unfold R_. lra.
  Qed.

  (** The ball of radius R_ in the cube [0, 1)^d, whose half side stands for R_. *)
  Let spread (u : vector) : vector := fun k => 2 * R_ * u k - R_.
  Let ball : event vector := fun u => Elementary.norm d (spread u) <= R_.

  Definition separated (l : list vector) := (forall p, In p l -> Elementary.norm d p = 1) /\
    ForallOrdPairs (fun p q => c < Elementary.norm d (less p q)) l.

  Let start (z : vector) : vector := fun k => if lt_dec k d then (R_ * (1 - h) + z k) / (2 * R_) else 0.

  Lemma coordinate_below_norm (z : vector) k : (k < d)%nat -> Rabs (z k) <= Elementary.norm d z.
  Proof.
    intros K. unfold Elementary.norm. apply le_sqrt. rewrite pow2_abs. unfold inner.
    pose proof (term_below_sum d (fun j => z j * z j) k (fun j => Rle_0_sqr (z j)) K). simpl in *. lra.
  Qed.

  Let mass := chance X ball.

  (** It holds a cube of side 1/d. *)
  Let mass_pos : 0 < mass.
  Proof.
    assert (D : 1 <= INR d) by (apply (le_INR 1); lia).
    assert (side : 0 < / INR d <= 1).
    { split; [apply Rinv_0_lt_compat; lra |]. rewrite <- Rinv_1. apply Rinv_le_contravar; lra. }
    set (a := fun k => if lt_dec k d then 1 / 2 - / INR d / 2 else 0 : R).
    apply Rlt_le_trans with ((/ INR d) ^ d); [apply pow_lt; lra |].
    replace ((/ INR d) ^ d) with ((/ INR d) ^ d * E (uniform_on_cube U d) (fun _ : vector => 1))
      by (rewrite E_const; ring).
    rewrite <- (uniform_in_cubes U d a (/ INR d) (fun _ : vector => 1)).
    - apply E_mono; [| apply bounded_indicator |]; [apply bounded_mult; [apply bounded_indicator | bounded] |].
      intros x. rewrite Rmult_1_r. apply indicator_le; [apply indicator_between |]. intros [flat inside].
      rewrite indicator_1; [lra |]. unfold ball, Elementary.norm. apply Rle_trans with (sqrt (R_ ^ 2)).
      + apply sqrt_le_1_alt. unfold inner, spread.
        apply Rle_trans with (Sum (below d) (fun _ => (R_ * / INR d) ^ 2)).
        * apply Sum_le_in. intros k K. apply in_below in K. specialize (inside k K). unfold a in inside.
          destruct (lt_dec k d); [| contradiction].
          replace ((2 * R_ * x k - R_) * (2 * R_ * x k - R_)) with ((R_ * (2 * x k - 1)) ^ 2) by ring.
          rewrite !Rpow_mult_distr. apply Rmult_le_compat_l; [apply pow2_ge_0 |].
          rewrite <- (pow2_abs (2 * x k - 1)). apply pow_incr. split; [apply Rabs_pos |]. apply Rabs_le. lra.
        * rewrite Sum_below_const, Rpow_mult_distr.
          replace (INR d * (R_ ^ 2 * (/ INR d) ^ 2)) with (R_ ^ 2 * / INR d) by (field; lra).
          rewrite <- (Rmult_1_r (R_ ^ 2)) at 2. apply Rmult_le_compat_l; [apply pow2_ge_0 | lra].
      + rewrite sqrt_pow2; lra.
    - intros k K. unfold a. destruct (lt_dec k d); [lia | reflexivity].
    - lra.
    - intros k K. unfold a. destruct (lt_dec k d); [lra | contradiction].
    - bounded.
  Qed.

  (** Its copy of radius c/2 about a point of the sphere. *)
  Let copy z : event vector :=
    fun x => corner_cube d (start z) h x /\ ball (fun k => (x k - start z k) / h).

  Let copy_mass z : Elementary.norm d z = 1 -> chance X (copy z) = h ^ d * mass.
  Proof.
    intros unit. unfold mass, chance, X. rewrite <- (uniform_in_cubes U d (start z) h (indicator ball)).
    - apply E_ext. intros x. unfold copy.
      destruct (classic (corner_cube d (start z) h x)) as [here | off].
      + rewrite (indicator_1 (corner_cube d (start z) h)) by exact here. rewrite Rmult_1_l.
        destruct (classic (ball (fun k => (x k - start z k) / h))) as [inside | outside].
        * rewrite !indicator_1; [reflexivity | exact inside | split; assumption].
        * rewrite !indicator_0; [reflexivity | exact outside | intros [_ inside]; now apply outside].
      + rewrite (indicator_0 (corner_cube d (start z) h)) by exact off. rewrite Rmult_0_l.
        apply indicator_0. intros [here _]. now apply off.
    - intros k K. unfold start. destruct (lt_dec k d); [lia | reflexivity].
    - apply h_range.
    - intros k K. unfold start. destruct (lt_dec k d); [| contradiction].
      pose proof (coordinate_below_norm z k K) as small. rewrite unit in small. apply Rabs_le_between in small.
      assert (one : R_ * (1 - h) = 1) by (unfold h, R_; field; lra). rewrite one.
      split; [apply Rdiv_le_0_compat; lra |].
      replace ((1 + z k) / (2 * R_) + h) with ((1 + z k + 2 * (R_ * h)) / (2 * R_)) by (field; lra).
      apply Rle_div_l; lra.
    - apply bounded_indicator.
  Qed.

  Let copy_near z x : copy z x -> Elementary.norm d (less (spread x) z) <= c / 2.
  Proof.
    intros [_ inside]. unfold ball in inside.
    assert (same : Elementary.norm d (less (spread x) z) =
      Elementary.norm d (fun k => h * spread (fun k => (x k - start z k) / h) k)).
    { unfold Elementary.norm. f_equal. apply Sum_ext_in. intros k K. apply in_below in K. unfold less, spread, start.
      destruct (lt_dec k d); [| contradiction]. assert (one : R_ * (1 - h) = 1) by (unfold h, R_; field; lra).
      pose proof h_range. rewrite one. f_equal; field_simplify_eq; try lra;
        assert (R_ * h = R_ - 1) by lra; nra. }
    rewrite same. unfold Elementary.norm in *. unfold inner in *.
    rewrite (Sum_ext _ _ (fun k => h ^ 2 * (spread (fun k => (x k - start z k) / h) k *
      spread (fun k => (x k - start z k) / h) k))) by (intros k; ring).
    pose proof h_range as [h_pos _]. rewrite Sum_scal, sqrt_mult_alt, sqrt_pow2 by (try apply pow2_ge_0; lra).
    apply (Rmult_le_compat_l h) in inside; [| lra]. replace (h * R_) with (c / 2) in inside by (unfold h; field; lra).
    exact inside.
  Qed.

  Let copies_apart l x : separated l ->
    Sum l (fun p => indicator (copy p) x) <= indicator ball x.
  Proof.
    intros [on_sphere apart]. induction l as [| p l IH]; [cbn [Sum]; apply indicator_between |].
    inversion apart as [| ? ? far apart']; subst. cbn [Sum].
    destruct (classic (copy p x)) as [here | off].
    - rewrite (Sum_ext_in l _ (fun _ => 0)), Sum_const.
      + rewrite !indicator_1; [lra | | exact here]. unfold ball.
        pose proof (copy_near p x here) as near. pose proof (on_sphere p (or_introl eq_refl)) as unit.
        pose proof (Elementary.norm_triangle d (less (spread x) p) p) as triangle.
        replace (fun k => less (spread x) p k + p k) with (spread x) in triangle
          by (apply functional_extensionality; intros k; unfold less; ring). unfold R_. lra.
      + intros q Q. apply indicator_0. intros there. rewrite Forall_forall in far. specialize (far q Q).
        pose proof (copy_near p x here) as near_p. pose proof (copy_near q x there) as near_q.
        pose proof (euclidean_triangle d p (spread x) q) as triangle.
        rewrite (euclidean_sym d p (spread x)) in triangle. lra.
    - rewrite indicator_0 by exact off. rewrite Rplus_0_l. apply IH; [| exact apart'].
      intros q Q. apply on_sphere. now right.
  Qed.

  Lemma separated_are_few l : separated l -> INR (length l) <= (1 + 2 / c) ^ d.
  Proof.
    intros apart. assert (total : INR (length l) * (h ^ d * mass) <= mass).
    { rewrite <- Sum_const. apply Rle_trans with (Sum l (fun p => chance X (copy p))).
      - apply Sum_le_in. intros p P. right. symmetry. apply copy_mass. now apply apart.
      - unfold chance. rewrite <- E_Sum by (intros; apply bounded_indicator).
        apply E_mono; [apply bounded_Sum; intros; apply bounded_indicator | apply bounded_indicator |].
        intros x. now apply copies_apart. }
    pose proof h_range as [h_pos _]. pose proof (pow_lt h d h_pos) as power_pos.
    assert (less_1 : INR (length l) * h ^ d <= 1).
    { apply Rmult_le_reg_r with mass; [exact mass_pos |]. lra. }
    replace (1 + 2 / c) with (/ h) by (unfold h, R_; field; lra). rewrite pow_inv.
    apply Rmult_le_reg_r with (h ^ d); [exact power_pos |]. rewrite Rinv_l; lra.
  Qed.

  (** Vershynin 2018, Corollary 4.2.13: a largest separated set is a net. *)
  Theorem net_on_the_sphere : exists net, (forall p, In p net -> Elementary.norm d p = 1) /\
    INR (length net) <= (1 + 2 / c) ^ d /\
    forall y, Elementary.norm d y = 1 -> exists p, In p net /\ Elementary.norm d (less y p) <= c.
  Proof.
    apply NNPP. intros none.
    assert (more : forall n, exists l, length l = n /\ separated l).
    { induction n as [| n (l & long & apart)]; [exists []; split; [reflexivity | split; [easy | constructor]] |].
      assert (free : exists y, Elementary.norm d y = 1 /\ forall p, In p l -> c < Elementary.norm d (less y p)).
      { apply NNPP. intros full. apply none. exists l. split; [apply apart | split; [now apply separated_are_few |]].
        intros y unit. apply NNPP. intros far. apply full. exists y. split; [exact unit |]. intros p P.
        apply Rnot_le_lt. intros near. apply far. now exists p. }
      destruct free as (y & unit & far). exists (y :: l). split; [simpl; lia |]. destruct apart as [on_sphere apart].
      split.
      - intros p [<- | P]; auto.
      - constructor; [now apply Forall_forall | exact apart]. }
    destruct (nfloor_ex ((1 + 2 / c) ^ d)) as [n [_ high]].
    { apply pow_le. assert (0 < 2 / c) by (apply Rdiv_lt_0_compat; lra). lra. }
    destruct (more (S n)) as (l & long & apart). pose proof (separated_are_few l apart) as few.
    rewrite long, S_INR in few. lra.
  Qed.
End Nets.
