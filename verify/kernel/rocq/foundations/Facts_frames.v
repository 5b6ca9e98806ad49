(** * The facts of the calculus on frames: coefficients and their dual *)

From Foundations Require Export Facts_vectors.
Import ListNotations.
Open Scope R_scope.

Section Coefficients.
  Variables (d : nat) (c : R).
  Hypothesis (c_ge_0 : 0 <= c).

  Lemma inner_plus x y z : inner d x (fun k => y k + z k) = inner d x y + inner d x z.
  Proof. unfold inner. rewrite <- Sum_plus. apply Sum_ext. intros k. ring. Qed.

  Lemma inner_scal x s y : inner d x (fun k => s * y k) = s * inner d x y.
  Proof. unfold inner. rewrite <- Sum_scal. apply Sum_ext. intros k. ring. Qed.

  Lemma inner_swap x y : inner d x y = inner d y x.
  Proof. apply Sum_ext. intros k. ring. Qed.

  Definition total_size (rows : list vector) y := Sum rows (fun u => Rabs (inner d u y)).

  Lemma total_size_scal rows s y : total_size rows (fun k => s * y k) = Rabs s * total_size rows y.
  Proof.
    unfold total_size. rewrite <- Sum_scal. apply Sum_ext. intros u. now rewrite inner_scal, Rabs_mult.
  Qed.

  Lemma total_size_plus rows y z : total_size rows (fun k => y k + z k) <= total_size rows y + total_size rows z.
  Proof.
    unfold total_size. rewrite <- Sum_plus. apply Sum_le. intros u. rewrite inner_plus. apply Rabs_triang.
  Qed.

  (** Hahn and Banach, row by row: what is below c times the l_1 norm of the image has coefficients of size c. Of each
      row's the least is taken that leaves what is so for the others. *)
  Theorem small_coefficients rows x : (forall y, inner d x y <= c * total_size rows y) ->
    exists a : list R, length a = length rows /\ (forall s, In s a -> Rabs s <= c) /\
      forall y, inner d x y = Sum (combine a rows) (fun p => fst p * inner d (snd p) y).
  Proof.
    revert x. induction rows as [| u rows IH]; intros x most.
    - exists []. repeat split; [easy |]. intros y. simpl.
      assert (zero : forall z, inner d x z <= 0) by (intros z; specialize (most z); unfold total_size in most;
        simpl in most; lra).
      pose proof (zero y) as below. pose proof (zero (fun k => -1 * y k)) as above. rewrite inner_scal in above. lra.
    - set (q := total_size rows). set (lower := fun s => s = - c \/ exists y, inner d u y = 1 /\ s = inner d x y - c *
        q y).
      assert (whole : forall y, total_size (u :: rows) y = Rabs (inner d u y) + q y) by reflexivity.
      assert (upper : forall y, inner d u y = -1 -> forall s, lower s -> s <= c * q y - inner d x y).
      { intros y U s [-> | (z & Z & ->)].
        - specialize (most y). rewrite whole, U, Rabs_left in most by lra. lra.
        - specialize (most (fun k => y k + z k)). rewrite whole, !inner_plus, U, Z in most.
          replace (-1 + 1) with 0 in most by ring. rewrite Rabs_R0 in most.
          pose proof (total_size_plus rows y z) as T. fold q in T. apply (Rmult_le_compat_l c) in T; [| exact c_ge_0].
          lra. }
      assert (top : forall s, lower s -> s <= c).
      { intros s [-> | (z & Z & ->)]; [lra |]. specialize (most z). rewrite whole, Z, Rabs_R1 in most. lra. }
      destruct (completeness lower) as (a & is_upper & least).
      { exists c. exact top. }
      { exists (- c). now left. }
      assert (A : Rabs a <= c).
      { apply Rabs_le. split; [apply is_upper; now left | apply least; exact top]. }
      destruct (IH (fun k => x k - a * u k)) as (rest & L & small & same).
      { intros y. fold q. assert (split : inner d (fun k => x k - a * u k) y = inner d x y - a * inner d u y).
        { unfold inner. rewrite <- Sum_scal, <- Sum_minus. apply Sum_ext. intros k. ring. }
        change (fun y => total_size rows y) with q. rewrite split.
        assert (scaled : forall s, q (fun k => s * y k) = Rabs s * q y) by (intros s; apply total_size_scal).
        destruct (Rtotal_order (inner d u y) 0) as [neg | [zero | pos]].
        - set (t := - inner d u y). assert (T : 0 < / t) by (apply Rinv_0_lt_compat; unfold t; lra).
          assert (one : inner d u (fun k => / t * y k) = -1) by (rewrite inner_scal; unfold t; field; lra).
          assert (bound : a <= c * q (fun k => / t * y k) - inner d x (fun k => / t * y k))
            by (apply least; intros s S; now apply upper).
          rewrite scaled, inner_scal, (Rabs_right (/ t)) in bound by lra.
          apply (Rmult_le_compat_l t) in bound; [| unfold t; lra].
          replace (t * (c * (/ t * q y) - / t * inner d x y)) with (c * q y - inner d x y) in bound
            by (field; unfold t; lra). unfold t in bound. lra.
        - specialize (most y). rewrite whole, zero, Rabs_R0 in most. rewrite zero. unfold q in *. lra.
        - set (t := inner d u y) in *. assert (T : 0 < / t) by now apply Rinv_0_lt_compat.
          assert (one : inner d u (fun k => / t * y k) = 1) by (rewrite inner_scal; fold t; field; lra).
          assert (bound : inner d x (fun k => / t * y k) - c * q (fun k => / t * y k) <= a).
          { apply is_upper. right. exists (fun k => / t * y k). now split. }
          rewrite scaled, inner_scal, (Rabs_right (/ t)) in bound by lra.
          apply (Rmult_le_compat_l t) in bound; [| lra].
          replace (t * (/ t * inner d x y - c * (/ t * q y))) with (inner d x y - c * q y) in bound by (field; lra).
          lra. }
      exists (a :: rest). split; [simpl; now rewrite L |]. split.
      + intros s [<- | S]; [exact A | now apply small].
      + intros y. simpl. rewrite <- same.
        unfold inner. rewrite <- Sum_scal, <- Sum_plus. apply Sum_ext. intros k. ring.
  Qed.
End Coefficients.

Lemma Sum_combine_map {A} (f : nat -> A) (g : nat -> R) (h : R -> A -> R) l :
  Sum (combine (map g l) (map f l)) (fun p => h (fst p) (snd p)) = Sum l (fun i => h (g i) (f i)).
Proof. induction l as [| i l IH]; simpl; [reflexivity | now rewrite IH]. Qed.

(** The length of an image, for orthonormal columns. *)
Lemma frame_keeps_lengths U d y : frame U d -> Sum (seq 1 (rows U)) (fun i => inner d (row_of U i) y ^ 2) = inner d y y.
Proof.
  intros (_ & _ & unit). unfold inner, row_of.
  transitivity (Sum (below d) (fun k => Sum (below d) (fun l => y k * y l * gram U (S k) (S l)))).
  - unfold gram. rewrite (Sum_ext _ _ (fun i => Sum (below d) (fun k => Sum (below d) (fun l =>
      y k * y l * (entry U i (S k) * entry U i (S l)))))).
    + rewrite Sum_swap. apply Sum_ext. intros k. rewrite Sum_swap. apply Sum_ext. intros l. now rewrite Sum_scal.
    + intros i. simpl. rewrite Rmult_1_r, <- Sum_scal. apply Sum_ext. intros k.
      rewrite Rmult_comm, <- Sum_scal. apply Sum_ext. intros l. ring.
  - apply Sum_ext_in. intros k K. apply in_below in K.
    rewrite (Sum_ext_in _ _ (fun l => if Nat.eq_dec l k then y k * y k else 0)).
    + apply Sum_single; [apply seq_NoDup | now apply in_below].
    + intros l L. apply in_below in L. rewrite unit by lia. destruct (Nat.eq_dec l k) as [-> | other].
      * rewrite Nat.eqb_refl. ring.
      * rewrite (proj2 (Nat.eqb_neq (S k) (S l))) by lia. ring.
Qed.

(** Schrijver 1986, Corollary 7.1g, at the worst unit vector. *)
Theorem fact_coefficients_and_their_dual : forall (U : real_matrix) (d : nat),
  (1 <= d)%nat ->
  frame U d ->
  (forall c : R, dual_most U c -> spread_most U c) /\ (forall c : R, spread_most U c -> dual_most U c).
Proof.
  intros U d D F. pose proof F as (many & wide & _). unfold dual_most, spread_most, l1_norm_of_image. rewrite wide.
  set (places := seq 1 (rows U)). split; intros c H.
  - assert (C : 0 <= c).
    { specialize (H (fun _ => 0)). rewrite (Sum_ext _ _ (fun _ => 0)), Sum_const in H.
      - pose proof (sqrt_pos (inner d (fun _ => 0) (fun _ => 0))). unfold Elementary.norm in H. lra.
      - intros i. unfold inner. rewrite (Sum_ext _ _ (fun _ => 0)) by (intros; ring). rewrite Sum_const, Rmult_0_r.
        apply Rabs_R0. }
    intros x unit_x. set (vectors := map (row_of U) places).
    assert (size : forall y, total_size d vectors y = Sum places (fun i => Rabs (inner d (row_of U i) y)))
      by (intros y; exact (Sum_map (row_of U) places (fun u => Rabs (inner d u y)))).
    destruct (small_coefficients d c C vectors x) as (a & L & small & same).
    { intros y. set (s := total_size d vectors y).
      assert (S0 : 0 <= s) by (apply Sum_ge_0; intros; apply Rabs_pos).
      assert (short : inner d x y <= Elementary.norm d y).
      { pose proof (inner_le_norms d x y) as B. rewrite unit_x in B. pose proof (Rle_abs (inner d x y)). lra. }
      destruct (Req_dec s 0) as [none | some].
      - assert (zero : inner d y y = 0).
        { rewrite <- (frame_keeps_lengths U d y F). fold places. unfold s in none. rewrite size in none.
          assert (each : forall i, In i places -> inner d (row_of U i) y ^ 2 = 0).
          { intros i I. assert (Rabs (inner d (row_of U i) y) <= 0).
            { rewrite <- none. clear - I. induction places as [| j l IH]; [easy |]. simpl.
              assert (0 <= Sum l (fun i => Rabs (inner d (row_of U i) y))) by (apply Sum_ge_0; intros; apply Rabs_pos).
              pose proof (Rabs_pos (inner d (row_of U j) y)). destruct I as [-> | I]; [lra | specialize (IH I); lra]. }
            pose proof (Rabs_pos (inner d (row_of U i) y)). rewrite <- pow2_abs.
            replace (Rabs (inner d (row_of U i) y)) with 0 by lra. ring. }
          rewrite (Sum_ext_in _ _ _ each), Sum_const. ring. }
        unfold Elementary.norm in short. rewrite zero, sqrt_0 in short. now rewrite none, Rmult_0_r.
      - assert (T : 0 < / s) by (apply Rinv_0_lt_compat; lra).
        specialize (H (fun k => / s * y k)). rewrite <- size, total_size_scal, (Rabs_right (/ s)) in H by lra.
        fold s in H.
        rewrite Rinv_l in H by exact some. specialize (H (Rle_refl 1)).
        assert (scaled : Elementary.norm d (fun k => / s * y k) = / s * Elementary.norm d y).
        { unfold Elementary.norm. rewrite inner_scal, inner_swap, inner_scal, <- Rmult_assoc.
          rewrite sqrt_mult by (apply inner_ge_0 || nra). rewrite sqrt_square by lra. reflexivity. }
        rewrite scaled in H. apply (Rmult_le_compat_l s) in H; [| lra].
        rewrite <- Rmult_assoc, Rinv_r, Rmult_1_l in H by exact some. lra. }
    assert (counted : exists b : nat -> R, a = map b places).
    { unfold vectors in L. rewrite map_length in L. unfold places in *. clear - L. revert a L.
      generalize 1%nat (rows U). intros start n. revert start. induction n as [| n IH]; intros start [| s a] L;
        try easy.
      - now exists (fun _ => 0).
      - simpl in L. destruct (IH (S start) a ltac:(lia)) as (b & ->).
        exists (fun i => if Nat.eq_dec i start then s else b i). simpl.
        destruct (Nat.eq_dec start start) as [_ | N]; [| easy]. f_equal. apply map_ext_in. intros i I.
        apply in_seq in I.
        destruct (Nat.eq_dec i start); [lia | reflexivity]. }
    destruct counted as (b & ->). exists b. split.
    + intros i I. apply small, in_map. unfold places. apply in_seq. lia.
    + intros k K. specialize (same (fun j => if Nat.eq_dec j k then 1 else 0)).
      assert (pick : forall v, inner d v (fun j => if Nat.eq_dec j k then 1 else 0) = v k).
      { intros v. unfold inner. rewrite (Sum_ext _ _ (fun j => if Nat.eq_dec j k then v k else 0)).
        - apply Sum_single; [apply seq_NoDup | now apply in_below].
        - intros j. destruct (Nat.eq_dec j k) as [-> |]; ring. }
      rewrite pick in same. rewrite same. unfold vectors.
      rewrite (Sum_combine_map (row_of U) b (fun s v => s * inner d v _)). apply Sum_ext. intros i. now rewrite pick.
  - intros y small. destruct (Req_dec (Elementary.norm d y) 0) as [zero | long].
    + rewrite zero. set (first := fun k => if Nat.eq_dec k 0 then 1 else 0 : R).
      destruct (H first) as (a & A & _).
      * unfold Elementary.norm, inner. rewrite (Sum_ext _ _ (fun k => if Nat.eq_dec k 0 then 1 else 0)).
        -- rewrite Sum_single; [apply sqrt_1 | apply seq_NoDup | apply in_below; lia].
        -- intros k. unfold first. destruct (Nat.eq_dec k 0); ring.
      * specialize (A 1%nat ltac:(lia)). pose proof (Rabs_pos (a 1%nat)). lra.
    + set (n := Elementary.norm d y) in *. assert (N : 0 < n) by (pose proof (sqrt_pos (inner d y y));
        unfold n, Elementary.norm in *; lra).
      destruct (H (fun k => / n * y k)) as (a & A & same).
      { unfold Elementary.norm. rewrite inner_scal, inner_swap, inner_scal. rewrite <- norm_square. fold n.
        replace (/ n * (/ n * n ^ 2)) with 1 by (field; lra). apply sqrt_1. }
      assert (length_y : n = Sum places (fun i => a i * inner d (row_of U i) y)).
      { transitivity (inner d (fun k => / n * y k) y).
        - rewrite inner_swap, inner_scal, <- norm_square. fold n. field. lra.
        - unfold inner at 1. rewrite (Sum_ext_in _ _ (fun k => Sum places (fun i => a i * (row_of U i k * y k)))).
          + rewrite Sum_swap. apply Sum_ext. intros i. now rewrite Sum_scal.
          + intros k K. apply in_below in K. rewrite <- (same k K), Rmult_comm, <- Sum_scal. apply Sum_ext. intros i.
            ring. }
      assert (C : 0 <= c) by (specialize (A 1%nat ltac:(lia)); pose proof (Rabs_pos (a 1%nat)); lra).
      rewrite length_y. apply Rle_trans with (Sum places (fun i => c * Rabs (inner d (row_of U i) y))).
      * apply Sum_le_in. intros i I. apply in_seq in I. specialize (A i ltac:(lia)).
        pose proof (Rle_abs (a i * inner d (row_of U i) y)) as B. rewrite Rabs_mult in B.
        pose proof (Rabs_pos (inner d (row_of U i) y)). nra.
      * rewrite Sum_scal. fold places in small. nra.
Qed.
