(** * The facts of the calculus on covers, by volumes *)

From Foundations Require Export Facts_covers Lattice_volumes.
Import ListNotations.
Open Scope R_scope.

(** ** Supports, and signs *)

Lemma length_of_support d s l : In l (supports d s) -> length l = s.
Proof.
  revert s l. induction d as [| d IH]; intros [| s] l L; simpl in L; try (destruct L as [<- | []]; reflexivity);
    [easy |].
  apply in_app_or in L. destruct L as [L | L]; [| now apply IH].
  apply in_map_iff in L. destruct L as (l' & <- & L'). simpl. now rewrite (IH s l' L').
Qed.

Lemma NoDup_support d s l : In l (supports d s) -> NoDup l.
Proof.
  revert s l. induction d as [| d IH]; intros [| s] l L; simpl in L; try (destruct L as [<- | []]; constructor);
    [easy |].
  apply in_app_or in L. destruct L as [L | L]; [| now apply (IH (S s))].
  apply in_map_iff in L. destruct L as (l' & <- & L'). constructor; [| now apply (IH s)].
  intros D. pose proof (support_below d s l' L' d D). lia.
Qed.

(** A support in another is that one. *)
Lemma support_in_support d s l l' : In l (supports d s) -> In l' (supports d s) -> incl l l' -> l = l'.
Proof.
  revert s l l'. induction d as [| d IH]; intros [| s] l l' L L' inside; simpl in L, L';
    try (destruct L as [<- | []]; destruct L' as [<- | []]; reflexivity); [easy |].
  apply in_app_or in L, L'. destruct L as [L | L], L' as [L' | L'].
  - apply in_map_iff in L, L'. destruct L as (m & <- & M), L' as (m' & <- & M'). f_equal. apply (IH s); auto.
    intros k K. destruct (inside k (or_intror K)) as [<- |]; [| assumption].
    pose proof (support_below d s m M d K). lia.
  - apply in_map_iff in L. destruct L as (m & <- & M). specialize (inside d (or_introl eq_refl)).
    pose proof (support_below d (S s) l' L' d inside). lia.
  - apply in_map_iff in L'. destruct L' as (m' & <- & M').
    assert (smaller : incl l m').
    { intros k K. destruct (inside k K) as [<- |]; [| assumption]. pose proof (support_below d (S s) l L d K). lia. }
    apply NoDup_incl_length in smaller; [| now apply (NoDup_support d (S s))].
    rewrite (length_of_support d (S s) l L), (length_of_support d s m' M') in smaller. lia.
  - now apply (IH (S s)).
Qed.

Lemma NoDup_joined {A} (l l' : list A) : NoDup l -> NoDup l' -> (forall x, In x l -> ~ In x l') -> NoDup (l ++ l').
Proof.
  intros D D' apart_lists. induction D as [| y l new D IH]; [exact D' |]. simpl. constructor.
  - intros Y. apply in_app_or in Y. destruct Y as [Y | Y]; [easy | now apply (apart_lists y (or_introl eq_refl))].
  - apply IH. intros x X. apply apart_lists. now right.
Qed.

Lemma NoDup_supports d s : NoDup (supports d s).
Proof.
  revert s. induction d as [| d IH]; intros [| s]; simpl; try (repeat constructor; easy).
  apply NoDup_joined; [apply NoDup_image; [apply IH | intros x y _ _ same; now injection same] | apply IH |].
  intros l L L'. apply in_map_iff in L. destruct L as (m & <- & _).
  pose proof (support_below d (S s) _ L' d (or_introl eq_refl)). lia.
Qed.

Lemma NoDup_of_vertices s : NoDup (vertices s).
Proof.
  induction s as [| s IH]; simpl; [repeat constructor; easy |].
  apply NoDup_joined; try (apply NoDup_image; [exact IH | intros x y _ _ same; now injection same]).
  intros v V V'. apply in_map_iff in V, V'. destruct V as (w & <- & _), V' as (w' & same & _). discriminate.
Qed.

Lemma lifted_at d s l c j : In l (supports d s) -> (j < s)%nat -> lifted l c (nth j l O) = c j.
Proof.
  revert s l c j. induction d as [| d IH]; intros [| s] l c j L J; try lia; [easy |]. cbn [supports] in L.
  apply in_app_or in L. destruct L as [L | L]; [| now apply (IH (S s))].
  apply in_map_iff in L. destruct L as (m & <- & M). destruct j as [| j]; simpl; [now rewrite Nat.eqb_refl |].
  assert (inside : In (nth j m O) m) by (apply nth_In; rewrite (length_of_support d s m M); lia).
  pose proof (support_below d s m M _ inside). rewrite (proj2 (Nat.eqb_neq _ d)) by lia.
  apply (IH s m (fun i => c (S i)) j M). lia.
Qed.

Lemma sum_over_support d s l f : In l (supports d s) -> (forall k, 0 <= f k) ->
  Sum (below s) (fun j => f (nth j l O)) <= Sum (below d) f.
Proof.
  assert (last : forall (e : nat) g, Sum (below (S e)) g = Sum (below e) g + g e).
  { intros e g. unfold below. rewrite seq_S, Sum_app. simpl. ring. }
  revert s l. induction d as [| d IH]; intros [| s] l L pos; try exact (Sum_ge_0 (below _) f pos); [easy |].
  cbn [supports] in L. rewrite (last d). apply in_app_or in L. destruct L as [L | L].
  - apply in_map_iff in L. destruct L as (m & <- & M). rewrite Sum_below_succ. simpl nth.
    specialize (IH s m M pos). lra.
  - specialize (IH (S s) l L pos). specialize (pos d). lra.
Qed.

Lemma no_subsets d s : (d < s)%nat -> subsets d s = 0%nat.
Proof.
  revert s. induction d as [| d IH]; intros [| s] more; try lia; [reflexivity |]. cbn [subsets]. rewrite !IH by lia.
  reflexivity.
Qed.

Lemma one_subset d : subsets d d = 1%nat.
Proof. induction d as [| d IH]; [reflexivity |]. cbn [subsets]. rewrite IH, no_subsets by lia. reflexivity. Qed.

(** Complements of sets. *)
Theorem fact_binomial_coefficients_are_symmetric : forall (d s : nat),
  (1 <= d)%nat ->
  (1 <= s)%nat ->
  (s <= d)%nat ->
  choose d s = choose d (d - s).
Proof.
  intros d s _ _ part. unfold choose. f_equal. revert s part. induction d as [| d IH]; intros [| s] part; try lia;
    [reflexivity | |].
  - rewrite Nat.sub_0_r, one_subset. reflexivity.
  - replace (S d - S s)%nat with (d - s)%nat by lia. destruct (Nat.eq_dec s d) as [-> | less].
    + rewrite Nat.sub_diag, one_subset. reflexivity.
    + replace (d - s)%nat with (S (d - S s)) by lia. cbn [subsets].
      replace (S (d - S s)) with (d - s)%nat by lia.
      rewrite (IH s), (IH (S s)) by lia. lia.
Qed.

(** At most one of some numbers of [0, 1] is not 0. *)
Lemma at_most_one {I} (l : list I) g : NoDup l -> (forall i, 0 <= g i <= 1) ->
  (forall i j, In i l -> In j l -> 0 < g i -> 0 < g j -> i = j) -> Sum l g <= 1.
Proof.
  intros D range one. induction D as [| i l new D IH]; simpl; [lra |].
  destruct (Rlt_dec 0 (g i)) as [here | none].
  - rewrite (Sum_ext_in l g (fun _ => 0)); [rewrite Sum_const; specialize (range i); lra |].
    intros j J. destruct (Rlt_dec 0 (g j)) as [there | none]; [| specialize (range j); lra].
    assert (i = j) by (apply one; [now left | now right | assumption | assumption]). subst. easy.
  - specialize (range i). enough (Sum l g <= 1) by lra. apply IH. intros j k J K. apply one; now right.
Qed.

Lemma apart_of_entries d x y k e : (k < d)%nat -> apart d x y <= e -> Rabs (x k - y k) <= e.
Proof.
  intros K close. eapply Rle_trans; [| exact close]. unfold apart, Elementary.norm. rewrite <- sqrt_Rsqr_abs.
  apply sqrt_le_1_alt. rewrite inner_squares. replace (Rsqr (x k - y k)) with (vector_minus x y k ^ 2)
    by (unfold Rsqr, vector_minus; ring).
  apply (entry_below (fun k => vector_minus x y k ^ 2)); [intros; apply pow2_ge_0 | exact K].
Qed.

(** Wainwright 2019, Lemma 5.7 (a), for the vectors of each support and each choice of signs whose entries are above
    2 Delta: these sets are further than 2 Delta apart, so that a ball meets one of them at most. *)
Theorem fact_supports_and_signs_one_by_one_from_below : forall (Delta a : R) (d s : nat),
  0 < Delta ->
  0 < a ->
  (1 <= d)%nat ->
  (1 <= s)%nat ->
  2 * Delta < a ->
  covering_number_least (sparse_cube d s a) Delta (choose d s * ((a - 2 * Delta) / Delta) ^ s * cube_over_ball s).
Proof.
  intros Delta a d s D a_pos _ _ wide centres all.
  set (point := fun l v (x : nat -> R) => lifted l (fun j => if (j <? s)%nat then sgn (bit v j) * x j else 0)).
  set (in_box := fun x : nat -> R => forall j, (j < s)%nat -> 2 * Delta < x j <= 2 * Delta + (a - 2 * Delta)).
  set (keep := kept (in_sparse_cube d s a)).
  set (meets := fun l v c => exists x, in_box x /\ apart d (point l v x) (keep c) <= Delta).
  set (told := fun l v c => if sig_not_dec (meets l v c) then true else false).
  assert (told_meets : forall l v c, told l v c = true <-> meets l v c).
  { intros l v c. unfold told. destruct (sig_not_dec (meets l v c)) as [yes | no].
    - split; [intros _; now apply NNPP | reflexivity].
    - split; [discriminate | easy]. }
  (* The points of each set lie in the space. *)
  assert (inside : forall l v x, In l (supports d s) -> in_box x -> in_sparse_cube d s a (point l v x)).
  { intros l v x L X. set (c := fun j => if (j <? s)%nat then sgn (bit v j) * x j else 0).
    assert (small : forall j, - a <= c j <= a).
    { intros j. unfold c. destruct (Nat.ltb_spec j s) as [J |]; [| lra]. specialize (X j J). unfold sgn.
      destruct (bit v j); lra. }
    split.
    - intros k _. unfold point. fold c. clearbody c. clear - small a_pos. revert c small.
      induction l as [| p l IH]; intros c small; simpl; [lra |].
      destruct (k =? p)%nat; [apply small |]. apply IH. intros i. apply small.
    - unfold entries, point. fold c.
      pose proof (sum_on_support (fun _ b => if Req_EM_T b 0 then 0 else 1) d s l (fun _ => 0) c
        ltac:(cbv beta; destruct (Req_EM_T 0 0); lra) L ltac:(reflexivity)) as same. cbv beta in same. rewrite same.
      rewrite <- (Rmult_1_r (INR s)), <- Sum_below_const. apply Sum_le. intros j. destruct (Req_EM_T _ _); lra. }
  assert (at_entry : forall l v x j, In l (supports d s) -> (j < s)%nat ->
    point l v x (nth j l O) = sgn (bit v j) * x j).
  { intros l v x j L J. unfold point. rewrite (lifted_at d s) by assumption. now rewrite (proj2 (Nat.ltb_lt j s) J). }
  (* The balls that meet a set cover it. *)
  assert (each : forall l v, In l (supports d s) ->
    ((a - 2 * Delta) / Delta) ^ s <= INR (length (filter (told l v) centres)) * ball_volume s).
  { intros l v L. rewrite <- (map_length (fun c j => sgn (bit v j) * keep c (nth j l O))).
    apply (volume_of_a_cover s (fun _ => 2 * Delta)); [lra | exact D |].
    intros x X. destruct (all (point l v x)) as (c & C & close). simpl in close. fold keep in close.
    unfold keep at 1 in close. rewrite kept_inside in close by now apply inside.
    exists (fun j => sgn (bit v j) * keep c (nth j l O)). split.
    - apply (in_map (fun c j => sgn (bit v j) * keep c (nth j l O))), filter_In. split; [exact C |].
      apply told_meets. now exists x.
    - apply Rle_trans with (Sum (below d) (fun k => (point l v x k - keep c k) ^ 2)).
      + eapply Rle_trans; [| apply (sum_over_support d s l (fun k => (point l v x k - keep c k) ^ 2) L);
          intros; apply pow2_ge_0].
        right. apply Sum_ext_in. intros j J. apply in_below in J. rewrite at_entry by assumption. unfold sgn.
        destruct (bit v j); ring.
      + replace (Sum (below d) _) with (apart d (point l v x) (keep c) ^ 2).
        * apply pow_incr. split; [apply sqrt_pos | exact close].
        * unfold apart. rewrite norm_square, inner_squares. reflexivity. }
  (* A ball meets one set at most. *)
  assert (close_sets : forall l v l' v' c, In l (supports d s) -> In l' (supports d s) -> In v (vertices s) ->
    In v' (vertices s) -> meets l v c -> meets l' v' c -> l = l' /\ v = v').
  { intros l v l' v' c L L' V V' (x & X & near) (x' & X' & near').
    assert (gap : forall k, (k < d)%nat -> Rabs (point l v x k - point l' v' x' k) <= 2 * Delta).
    { intros k K. pose proof (apart_of_entries d _ _ k Delta K near) as one.
      pose proof (apart_of_entries d _ _ k Delta K near') as other.
      apply Rabs_le_between in one, other. apply Rabs_le. lra. }
    assert (same : l = l').
    { apply (support_in_support d s); auto. intros k K. destruct (in_dec Nat.eq_dec k l') as [| out];
        [assumption | exfalso].
      specialize (gap k (support_below d s l L k K)). unfold point at 2 in gap. rewrite (lifted_off l')
        in gap by exact out.
      apply (In_nth _ _ O) in K. destruct K as (j & J & <-). rewrite (length_of_support d s l L) in J.
      rewrite at_entry in gap by assumption. specialize (X j J). apply Rabs_le_between in gap. unfold sgn in gap.
      destruct (bit v j); lra. }
    split; [exact same |]. subst l'.
    apply (nth_ext _ _ false false); [now rewrite (length_of_vertex s v V), (length_of_vertex s v' V') |].
    intros j J. rewrite (length_of_vertex s v V) in J. change (bit v j = bit v' j).
    assert (K : In (nth j l O) l) by (apply nth_In; now rewrite (length_of_support d s l L)).
    specialize (gap _ (support_below d s l L _ K)). rewrite !at_entry in gap by assumption.
    specialize (X j J). specialize (X' j J). apply Rabs_le_between in gap. unfold sgn in gap.
    destruct (bit v j), (bit v' j); try reflexivity; lra. }
  set (W := ((a - 2 * Delta) / Delta) ^ s) in *. set (volume := ball_volume s) in *.
  assert (W_pos : 0 < W) by (apply pow_lt, Rdiv_lt_0_compat; lra).
  set (hit := fun l v c => if told l v c then 1 else 0 : R).
  assert (count : forall l v, INR (length (filter (told l v) centres)) = Sum centres (hit l v)).
  { intros l v. unfold hit. clear. induction centres as [| c rest IH]; [reflexivity |]. cbn [filter Sum].
    destruct (told l v c); cbn [length]; [rewrite S_INR |]; lra. }
  assert (few : Sum (supports d s) (fun l => Sum (vertices s) (fun v => Sum centres (hit l v)))
    <= INR (length centres)).
  { rewrite (Sum_ext _ _ (fun l => Sum centres (fun c => Sum (vertices s) (fun v => hit l v c))))
      by (intros; apply Sum_swap).
    rewrite Sum_swap, <- (Rmult_1_r (INR (length centres))), <- Sum_const. apply Sum_le. intros c.
    assert (hits : forall l v, 0 < hit l v c -> meets l v c).
    { intros l v H. apply told_meets. unfold hit in H. destruct (told l v c); [reflexivity | lra]. }
    assert (positive : forall l, 0 < Sum (vertices s) (fun v => hit l v c) -> exists v,
      In v (vertices s) /\ 0 < hit l v c).
    { intros l H. apply NNPP. intros none. enough (Sum (vertices s) (fun v => hit l v c) <= Sum (vertices s)
        (fun _ => 0))
        by (rewrite Sum_const in *; lra).
      apply Sum_le_in. intros v V. apply Rnot_lt_le. intros more. apply none. now exists v. }
    (* Only the supports of the list count. *)
    rewrite (Sum_ext_in _ _ (fun l => if in_dec (list_eq_dec Nat.eq_dec) l (supports d s)
        then Sum (vertices s) (fun v => hit l v c) else 0))
      by (intros l L; destruct (in_dec _ l _); [reflexivity | easy]).
    apply at_most_one; [apply NoDup_supports | |].
    - intros l. destruct (in_dec _ l _) as [L |]; [| lra]. split.
      + apply Sum_ge_0. intros v. unfold hit. destruct (told l v c); lra.
      + rewrite (Sum_ext_in _ _ (fun v => if in_dec (list_eq_dec Bool.bool_dec) v (vertices s) then hit l v c else 0))
          by (intros v V; destruct (in_dec _ v _); [reflexivity | easy]).
        apply at_most_one; [apply NoDup_of_vertices | |].
        * intros v. destruct (in_dec _ v _); unfold hit; [destruct (told l v c) |]; lra.
        * intros v v' V V' H H'. destruct (in_dec _ v _), (in_dec _ v' _); try lra.
          apply (close_sets l v l v' c); auto.
    - intros l l' L L' H H'. destruct (in_dec _ l _), (in_dec _ l' _); try lra.
      apply positive in H, H'. destruct H as (v & V & H), H' as (v' & V' & H').
      now apply (close_sets l v l' v' c); auto. }
  destruct (supports d s) as [| l rest] eqn:none.
  { unfold choose. rewrite <- length_supports, none. simpl. rewrite !Rmult_0_l. apply pos_INR. }
  rewrite <- none in *. assert (L : In l (supports d s)) by (rewrite none; now left).
  assert (volume_pos : 0 < volume).
  { pose proof (each l [] L) as E0. pose proof (pos_INR (length (filter (told l []) centres))).
    destruct (Rlt_dec 0 volume); [assumption | nra]. }
  assert (total_volume : choose d s * 2 ^ s * W <= INR (length centres) * volume).
  { apply Rle_trans with (Sum (supports d s) (fun l => Sum (vertices s) (fun v => Sum centres (hit l v) * volume))).
    - unfold choose. rewrite <- length_supports, Rmult_assoc, <- Sum_const. apply Sum_le_in. intros m M.
      rewrite <- length_vertices, <- Sum_const. apply Sum_le. intros v. rewrite <- count. now apply each.
    - rewrite (Sum_ext _ _ (fun l => volume * Sum (vertices s) (fun v => Sum centres (hit l v)))).
      + rewrite Sum_scal, Rmult_comm. apply Rmult_le_compat_r; lra.
      + intros m. rewrite <- Sum_scal. apply Sum_ext. intros v. ring. }
  unfold cube_over_ball. fold volume.
  replace (choose d s * W * (2 ^ s / volume)) with (choose d s * 2 ^ s * W / volume) by (field; lra).
  now apply Rle_div_l.
Qed.
