(** * zhao Lemma 1: a frame whose rows represent each vector with small coefficients

    It says what a claim of the ledger says at that place, as the exporter writes it from the claim itself. *)

From Foundations Require Export Kashin Facts_hidden_signs.
Import ListNotations.
Open Scope R_scope.

(** ** Orthonormal vectors *)

(** Fewer vectors than dimensions are orthogonal to some other: elimination of one coordinate. *)
Lemma orthogonal_vector n (l : list vector) : (length l < n)%nat ->
  exists v : vector, inner n v v <> 0 /\ forall u, In u l -> inner n u v = 0.
Proof.
  revert l. induction n as [| n IH]; intros l few; [lia |].
  assert (succ : forall x y, inner (S n) x y = x O * y O + inner n (fun k => x (S k)) (fun k => y (S k)))
    by (intros; unfold inner; now rewrite Sum_below_succ).
  destruct (classic (exists u, In u l /\ u O <> 0)) as [(u & U & pivot) | none].
  - apply in_split in U. destruct U as (before & behind & ->).
    rewrite app_length in few. simpl in few.
    set (reduced := fun x : vector => fun k => x (S k) - x O / u O * u (S k)).
    destruct (IH (map reduced (before ++ behind))) as (v & some & orthogonal).
    { rewrite map_length, app_length. lia. }
    set (first := - inner n (fun k => u (S k)) v / u O).
    exists (fun k => match k with O => first | S j => v j end). split.
    + rewrite succ. pose proof (inner_ge_0 n v). pose proof (pow2_ge_0 first).
      assert (0 < first * first + inner n v v) by nra. apply Rgt_not_eq. assumption.
    + assert (others : forall x, In x (before ++ behind) -> inner n (fun k => x (S k)) v = x O / u O *
        inner n (fun k => u (S k)) v).
      { intros x X. specialize (orthogonal (reduced x) (in_map reduced _ _ X)).
        assert (split : inner n (reduced x) v = inner n (fun k => x (S k)) v - x O / u O * inner n (fun k => u (S k)) v)
          by (unfold inner, reduced; rewrite <- Sum_scal, <- Sum_minus; apply Sum_ext; intros; ring). lra. }
      intros x X. rewrite succ. change (fun k => v k) with v. apply in_app_or in X. destruct X as [X | [<- | X]].
      * rewrite (others x) by (apply in_or_app; auto). unfold first. field. exact pivot.
      * unfold first. field. exact pivot.
      * rewrite (others x) by (apply in_or_app; auto). unfold first. field. exact pivot.
  - exists (fun k => match k with O => 1 | S _ => 0 end). split.
    + rewrite succ. unfold inner. rewrite (Sum_ext _ _ (fun _ => 0)), Sum_const by (intros; ring). lra.
    + intros u U. rewrite succ. unfold inner. rewrite (Sum_ext _ _ (fun _ => 0)), Sum_const by (intros; ring).
      enough (u O = 0) by lra. apply NNPP. intros other. apply none. now exists u.
Qed.

(** Orthonormal vectors that are orthogonal to given ones, as many as there is room for. *)
Lemma orthonormal_vectors n (l : list vector) d : (length l + d <= n)%nat -> exists e : nat -> vector,
  (forall i j, (i < d)%nat -> (j < d)%nat -> inner n (e i) (e j) = if (i =? j)%nat then 1 else 0) /\
  forall i u, (i < d)%nat -> In u l -> inner n u (e i) = 0.
Proof.
  induction d as [| d IH]; intros room.
  - exists (fun _ _ => 0). split; intros; lia.
  - destruct IH as (e & orthonormal & apart); [lia |].
    destruct (orthogonal_vector n (l ++ map e (below d))) as (v & some & orthogonal).
    { rewrite app_length, map_length, length_below. lia. }
    assert (long : 0 < inner n v v) by (pose proof (inner_ge_0 n v); lra).
    set (w := fun k => / Elementary.norm n v * v k).
    assert (norm_pos : 0 < Elementary.norm n v) by now apply sqrt_lt_R0.
    assert (scaled : forall x, inner n x w = / Elementary.norm n v * inner n x v) by (intros; apply inner_scal).
    assert (unit : inner n w w = 1).
    { rewrite scaled, inner_swap, scaled, <- norm_square. field. lra. }
    assert (old : forall i, (i < d)%nat -> inner n (e i) w = 0).
    { intros i I. rewrite scaled, orthogonal; [ring |]. apply in_or_app. right. apply in_map. now apply in_below. }
    exists (fun i => if Nat.eq_dec i d then w else e i). split.
    + intros i j I J. destruct (Nat.eq_dec i d) as [-> | i_old], (Nat.eq_dec j d) as [-> | j_old].
      * rewrite Nat.eqb_refl. exact unit.
      * rewrite inner_swap, old by lia. rewrite (proj2 (Nat.eqb_neq d j)) by lia. reflexivity.
      * rewrite old by lia. rewrite (proj2 (Nat.eqb_neq i d)) by lia. reflexivity.
      * apply orthonormal; lia.
    + intros i u I U. destruct (Nat.eq_dec i d) as [-> | i_old].
      * rewrite scaled, orthogonal; [ring |]. apply in_or_app. now left.
      * apply apart; [lia | exact U].
Qed.

(** ** Lemma 1 *)

(** Combinations of orthonormal vectors are the images of a frame. *)
Definition frame_of d (e : nat -> vector) := Matrix (2 * d) d (fun i k => e (k - 1)%nat (i - 1)%nat).

Theorem zhao_lemma1 : forall (d : nat),
  (1 <= d)%nat ->
  forall c : R, (forall U : real_matrix, frame U d -> forall c_ : R, spread_most U c_ -> c <= c_) ->
  c < 15 * sqrt 2 / (2 * sqrt (INR d)).
Proof.
  intros d d_1 c least. set (n := (2 * d)%nat).
  destruct (null_space_without_short_vectors d d_1) as (X & size & wide). fold n in wide.
  set (r := 10 / 149 * sqrt (INR n)) in *.
  assert (d_pos : 0 < INR d) by (apply lt_0_INR; lia). assert (root_d : 0 < sqrt (INR d)) by now apply sqrt_lt_R0.
  assert (r_is : r = 10 / 149 * (sqrt 2 * sqrt (INR d))).
  { unfold r, n. rewrite mult_INR, sqrt_mult by (simpl; lra). reflexivity. }
  assert (root_2 : 0 < sqrt 2) by (apply sqrt_lt_R0; lra).
  assert (r_pos : 0 < r) by (rewrite r_is; apply Rmult_lt_0_compat; [lra |]; now apply Rmult_lt_0_compat).
  destruct (orthonormal_vectors n (map signs_of X) d) as (e & orthonormal & null).
  { rewrite map_length, size. unfold n. lia. }
  set (U := frame_of d e).
  assert (F : frame U d).
  { split; [reflexivity | split; [reflexivity |]]. intros i j I J. unfold gram. simpl rows. rewrite Sum_from_1.
    transitivity (inner n (e (i - 1)%nat) (e (j - 1)%nat)).
    - unfold inner. apply Sum_ext. intros k. simpl. now rewrite Nat.sub_0_r.
    - rewrite orthonormal by lia. destruct (Nat.eqb_spec i j) as [-> | other]; [now rewrite Nat.eqb_refl |].
      rewrite (proj2 (Nat.eqb_neq _ _)); [reflexivity | lia]. }
  assert (dual : dual_most U (/ r)).
  { intros y small. change (column_count U) with d. set (v := fun j => Sum (below d) (fun k => e k j * y k)).
    assert (row_is : forall j, inner d (row_of U (S j)) y = v j).
    { intros j. unfold inner, v, row_of, U. simpl. apply Sum_ext. intros k. now rewrite !Nat.sub_0_r. }
    assert (same_length : inner n v v = inner d y y).
    { rewrite <- (frame_keeps_lengths U d y F). simpl rows. rewrite Sum_from_1, inner_squares. fold n.
      apply Sum_ext. intros j. now rewrite row_is. }
    assert (same_norm : Elementary.norm n v = Elementary.norm d y) by (unfold Elementary.norm; now rewrite same_length).
    assert (image : taxicab n v <= 1).
    { eapply Rle_trans; [| exact small]. right. unfold l1_norm_of_image. simpl rows. simpl column_count.
      rewrite Sum_from_1. unfold taxicab. fold n. apply Sum_ext. intros j. now rewrite row_is. }
    rewrite <- same_norm. set (len := Elementary.norm n v) in *. apply Rnot_lt_le. intros long.
    assert (inverse : 0 < / r) by now apply Rinv_0_lt_compat. assert (len_pos : 0 < len) by lra.
    specialize (wide (fun k => / len * v k)).
    assert (unit : Elementary.norm n (fun k => / len * v k) = 1).
    { unfold Elementary.norm. rewrite inner_scal, inner_swap, inner_scal, <- norm_square. fold len.
      replace (/ len * (/ len * len ^ 2)) with 1 by (field; lra). apply sqrt_1. }
    assert (zero : in_null_space n X (fun k => / len * v k)).
    { intros b B. rewrite inner_scal.
      assert (inner n (signs_of b) v = 0) as ->; [| ring]. unfold inner, v.
      rewrite (Sum_ext _ _ (fun j => Sum (below d) (fun k => y k * (signs_of b j * e k j))))
        by (intros j; rewrite <- Sum_scal; apply Sum_ext; intros; ring).
      rewrite Sum_swap. rewrite (Sum_ext_in _ _ (fun _ => 0)); [rewrite Sum_const; ring |].
      intros k K. apply in_below in K. rewrite Sum_scal. specialize (null k (signs_of b) K (in_map signs_of _ _ B)).
      unfold inner in null. rewrite null. ring. }
    specialize (wide unit zero).
    assert (scaled : taxicab n (fun k => / len * v k) = / len * taxicab n v).
    { unfold taxicab. rewrite <- Sum_scal. apply Sum_ext. intros k.
      rewrite Rabs_mult, (Rabs_right (/ len)); [reflexivity |]. left. now apply Rinv_0_lt_compat. }
    rewrite scaled in wide. apply (Rmult_lt_compat_l len) in wide; [| exact len_pos].
    replace (len * (/ len * taxicab n v)) with (taxicab n v) in wide by (field; lra).
    apply (Rmult_lt_compat_l r) in long; [| exact r_pos]. rewrite Rinv_r in long by lra. lra. }
  destruct (fact_coefficients_and_their_dual U d d_1 F) as [from_dual _].
  eapply Rle_lt_trans; [apply (least U F), from_dual, dual |]. rewrite r_is.
  replace (/ (10 / 149 * (sqrt 2 * sqrt (INR d)))) with (149 / 20 * (2 / sqrt 2) / sqrt (INR d)) by (field; lra).
  replace (15 * sqrt 2 / (2 * sqrt (INR d))) with (15 / 2 * sqrt 2 / sqrt (INR d)) by (field; lra).
  apply Rmult_lt_compat_r; [now apply Rinv_0_lt_compat |].
  replace (2 / sqrt 2) with (sqrt 2); [lra |]. pose proof (sqrt_sqrt 2 ltac:(lra)) as S2.
  rewrite <- S2 at 2. field. lra.
Qed.
