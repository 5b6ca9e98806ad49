(** * The facts of the calculus on covers, packings and numbers of sets *)

From Coq Require Import Wf_nat.
From Foundations Require Export Nouns_covers.
Import ListNotations.
Open Scope R_scope.

(** ** The cube of signs *)

(** Points differ from any point as they do from the one without ones. *)
Lemma near_any_point k (f : R -> R) w :
  Sum (vertices k) (fun v => f (distance k v w)) = Sum (vertices k) (fun v => f (ones k v)).
Proof.
  revert f w. induction k as [| k IH]; intros f w; [reflexivity |].
  cbn [vertices]. rewrite !Sum_app, !Sum_map.
  assert (first : forall b v, distance (S k) (b :: v) w =
    (if Bool.eqb b (bit w 0) then 0 else 1) + distance k v (match w with [] => [] | _ :: w' => w' end)).
  { intros b v. unfold distance. rewrite Sum_below_succ. f_equal. apply Sum_ext. intros j.
    replace (bit w (S j)) with (bit match w with [] => [] | _ :: w' => w' end j); [reflexivity |].
    destruct w; [unfold bit; now destruct j | reflexivity]. }
  assert (ones_first : forall b v, ones (S k) (b :: v) = (if b then 1 else 0) + ones k v).
  { intros b v. unfold ones. now rewrite Sum_below_succ. }
  rewrite (Sum_ext _ _ _ (fun v => f_equal f (first true v))), (Sum_ext _ _ _ (fun v => f_equal f (first false v))).
  rewrite (Sum_ext _ _ _ (fun v => f_equal f (ones_first true v))).
  rewrite (Sum_ext _ (fun v => f (ones (S k) (false :: v))) _ (fun v => f_equal f (ones_first false v))).
  rewrite !(IH (fun x => f (_ + x))). destruct (bit w 0); simpl; ring.
Qed.

(** Vershynin 2018, Section 4.2: each ball holds as many vertices. *)
Theorem fact_covers_of_the_cube : forall (k : nat) (w : R),
  (1 <= k)%nat ->
  0 <= w ->
  covering_number_least (hamming_cube k) w (raise 2 (INR k) / near_signs k w).
Proof.
  intros k w _ W centres all.
  assert (power : raise 2 (INR k) = 2 ^ k) by (rewrite raise_pos by lra; apply (Rpower_pow k 2); lra).
  assert (ball : forall c, Sum (vertices k) (fun v => if Rle_dec (distance k v c) w then 1 else 0) = near_signs k w)
    by (intros c; apply (near_any_point k (fun x => if Rle_dec x w then 1 else 0))).
  assert (count : 2 ^ k <= Sum centres (fun c => Sum (vertices k) (fun v => if Rle_dec (distance k v c)
    w then 1 else 0))).
  { rewrite Sum_swap, <- length_vertices, <- (Rmult_1_r (INR _)), <- Sum_const. apply Sum_le. intros v.
    destruct (all v) as (c & C & near). clear - C near. induction centres as [| c' centres IH]; [easy |].
    assert (rest : 0 <= Sum centres (fun i => if Rle_dec (distance k v i) w then 1 else 0))
      by (apply Sum_ge_0; intros i; destruct (Rle_dec _ _); lra).
    cbn [Sum]. destruct C as [-> | C].
    - destruct (Rle_dec (distance k v c) w) as [| far]; [lra | now elim far].
    - specialize (IH C). destruct (Rle_dec (distance k v c') w); lra. }
  rewrite (Sum_ext _ _ _ ball), Sum_const in count. rewrite power.
  assert (0 < near_signs k w).
  { rewrite <- (ball []). pose proof (pow_lt 2 k ltac:(lra)). rewrite ball.
    destruct (Rle_dec (near_signs k w) 0); [| lra]. pose proof (pos_INR (length centres)). nra. }
  now apply Rle_div_l.
Qed.

(** ** Points that a ball holds one by one *)

Lemma pigeonhole {A B} (near : A -> B -> Prop) (points : list A) (centres : list B) :
  (forall x, In x points -> exists c, In c centres /\ near x c) ->
  ForallOrdPairs (fun x y => forall c, near x c -> ~ near y c) points -> (length points <= length centres)%nat.
Proof.
  revert centres. induction points as [| x points IH]; intros centres each apart_points; [simpl; lia |].
  inversion apart_points as [| ? ? far others]; subst.
  destruct (each x (or_introl eq_refl)) as (c & C & close).
  apply in_split in C. destruct C as (before & after & ->).
  assert (length points <= length (before ++ after))%nat.
  { apply IH; [| exact others]. intros y Y. destruct (each y (or_intror Y)) as (c' & C' & close').
    exists c'. split; [| exact close']. apply in_app_or in C'. apply in_or_app.
    destruct C' as [| [<- |]]; auto. exfalso. rewrite Forall_forall in far. now apply (far y Y c). }
  rewrite app_length in *. simpl. lia.
Qed.

(** Triangle inequality: of two points further than 2 Delta apart a ball of radius Delta holds one. *)
Theorem fact_an_image_of_the_cube : forall (A : Type) (Theta : metric_space A) (f : family_of_points A) (Delta : R)
    (k : nat) (s w : R),
  0 < Delta ->
  (1 <= k)%nat ->
  0 < s ->
  0 <= w ->
  cube_in f Theta k s ->
  4 * Delta ^ 2 <= s * w ->
  forall p : R, packing_number_least (hamming_cube k) w p ->
  covering_number_least Theta Delta p.
Proof.
  intros A Theta f Delta k s w D _ S _ far wide p (points & apart_points & many) centres all.
  eapply Rle_trans; [exact many |]. apply le_INR.
  set (vertex_of := fun v : list bool => map (bit v) (below k)).
  assert (is_vertex : forall v, In (vertex_of v) (vertices k)).
  { intros v. assert (H : forall l : list bool, In l (vertices (length l))).
    { induction l as [| b l IH]; simpl; [now left |]. apply in_or_app. destruct b; [left | right]; now apply in_map. }
    specialize (H (vertex_of v)). unfold vertex_of in H at 2. now rewrite map_length, length_below in H. }
  assert (same : forall u v, distance k (vertex_of u) (vertex_of v) = distance k u v).
  { intros u v. apply Sum_ext_in. intros j J. apply in_below in J.
    assert (B : forall t, bit (vertex_of t) j = bit t j).
    { intros t. unfold vertex_of, bit at 1. rewrite (nth_indep _ false (bit t 0)) by now rewrite map_length,
        length_below.
      rewrite map_nth. unfold below. now rewrite seq_nth. }
    now rewrite !B. }
  apply (pigeonhole (fun v c => metric Theta (f (vertex_of v)) c <= Delta)).
  - intros v _. apply all.
  - clear many. induction apart_points as [| u points gaps _ IH]; constructor; [| exact IH].
    rewrite Forall_forall in *. intros v V c near_u near_v. specialize (gaps v V). simpl in gaps.
    specialize (far (vertex_of u) (vertex_of v) (is_vertex u) (is_vertex v)). rewrite same in far.
    pose proof (metric_triangle A Theta (f (vertex_of u)) c (f (vertex_of v))) as T.
    rewrite (metric_sym A Theta c) in T.
    assert (P : 0 <= metric Theta (f (vertex_of u)) (f (vertex_of v))).
    { pose proof (metric_triangle A Theta (f (vertex_of u)) (f (vertex_of v)) (f (vertex_of u))) as L.
      rewrite metric_zero, (metric_sym A Theta (f (vertex_of v))) in L. lra. }
    set (m := metric Theta (f (vertex_of u)) (f (vertex_of v))) in *.
    assert (m ^ 2 <= 4 * Delta ^ 2) by nra. assert (s * w < s * distance k u v) by now apply Rmult_lt_compat_l. lra.
Qed.

(** ** Cubes of vectors *)

Lemma apart_small d x y eta : 0 <= eta -> (forall k, (k < d)%nat -> Rabs (x k - y k) <= eta) ->
  apart d x y <= eta * sqrt (INR d).
Proof.
  intros E close. unfold apart, Elementary.norm. rewrite <- (sqrt_pow2 eta) by exact E.
  rewrite <- sqrt_mult by (apply pow2_ge_0 || apply pos_INR). apply sqrt_le_1_alt.
  rewrite inner_squares, Rmult_comm, <- Sum_below_const. apply Sum_le_in. intros k K. apply in_below in K.
  specialize (close k K). unfold vector_minus. rewrite <- pow2_abs. apply pow_incr.
  split; [apply Rabs_pos | exact close].
Qed.

(** Numbers of [-1, 1], of which each is within eta of one. *)
Definition marks eta (m : nat) := map (fun i => Rmin 1 (-1 + eta * (2 * INR i + 1))) (below m).

Lemma near_a_mark eta m x : 0 < eta -> 1 <= eta * INR m -> -1 <= x <= 1 ->
  exists c, In c (marks eta m) /\ -1 <= c <= 1 /\ Rabs (x - c) <= eta.
Proof.
  intros E wide X.
  assert (found : forall j, x <= -1 + 2 * eta * INR (S j) ->
    exists i, (i <= j)%nat /\ Rabs (x - (-1 + eta * (2 * INR i + 1))) <= eta).
  { induction j as [| j IH]; intros J.
    - exists O. split; [lia |]. simpl in *. apply Rabs_le. lra.
    - destruct (Rle_dec x (-1 + 2 * eta * INR (S j))) as [low | high].
      + destruct (IH low) as (i & I & close). exists i. split; [lia | exact close].
      + exists (S j). split; [lia |]. rewrite (S_INR (S j)) in J. apply Rabs_le. lra. }
  destruct m as [| m]; [simpl in wide; lra |].
  destruct (found m ltac:(lra)) as (i & I & close). apply Rabs_le_between in close.
  exists (Rmin 1 (-1 + eta * (2 * INR i + 1))). split; [| split].
  - unfold marks. apply (in_map (fun i => Rmin 1 (-1 + eta * (2 * INR i + 1)))). apply in_below. lia.
  - split; [apply Rmin_glb; [lra |]; pose proof (pos_INR i); nra | apply Rmin_l].
  - apply Rabs_le. unfold Rmin. destruct (Rle_dec _ _); lra.
Qed.

(** All vectors whose first d coordinates are among some numbers. *)
Fixpoint grid (d : nat) (places : list R) : list vector :=
  match d with
  | O => [fun _ => 0]
  | S e => flat_map (fun c => map (fun (v : vector) k => if (k =? e)%nat then c else v k) (grid e places)) places
  end.

Lemma length_grid d places : INR (length (grid d places)) = INR (length places) ^ d.
Proof.
  induction d as [| d IH]; [reflexivity |]. cbn [grid pow]. rewrite <- IH, <- mult_INR. f_equal.
  generalize (grid d places) as rest. intros rest. clear IH. induction places as [| c places IHp]; [reflexivity |].
  simpl. rewrite app_length, map_length. f_equal. exact IHp.
Qed.

Lemma near_a_grid eta m d x : 0 < eta -> 1 <= eta * INR m -> in_unit_cube d x ->
  exists v, In v (grid d (marks eta m)) /\ in_unit_cube d v /\ forall k, (k < d)%nat -> Rabs (x k - v k) <= eta.
Proof.
  intros E wide. induction d as [| d IH]; intros X.
  - exists (fun _ => 0). repeat split; try (intros; lia). now left.
  - destruct IH as (v & V & inside & close); [intros k K; apply X; lia |].
    destruct (near_a_mark eta m (x d) E wide (X d ltac:(lia))) as (c & C & C1 & near).
    exists (fun k => if (k =? d)%nat then c else v k). split; [| split].
    + cbn [grid]. apply in_flat_map. exists c. split; [exact C |].
      now apply (in_map (fun (v : vector) k => if (k =? d)%nat then c else v k)).
    + intros k K. destruct (Nat.eqb_spec k d) as [-> |]; [exact C1 |]. apply inside. lia.
    + intros k K. destruct (Nat.eqb_spec k d) as [-> |]; [exact near |]. apply close. lia.
Qed.

Lemma grid_covers Delta d : 0 < Delta -> (1 <= d)%nat ->
  exists centres, covers (unit_cube d) Delta centres /\ INR (length centres) <= (1 + sqrt (INR d) / Delta) ^ d.
Proof.
  intros D d_1. assert (root : 0 < sqrt (INR d)) by (apply sqrt_lt_R0, lt_0_INR; lia).
  set (x := sqrt (INR d) / Delta). assert (X : 0 < x) by now apply Rdiv_lt_0_compat.
  assert (marked : exists m : nat, x <= INR m <= 1 + x).
  { destruct (archimed x) as [above most]. exists (Z.to_nat (up x)).
    assert (0 <= up x)%Z by (apply le_IZR; lra). rewrite INR_IZR_INZ, Z2Nat.id by assumption. lra. }
  destruct marked as (m & low & most). set (eta := / x). assert (E : 0 < eta) by now apply Rinv_0_lt_compat.
  assert (wide : 1 <= eta * INR m).
  { unfold eta. apply (Rmult_le_reg_l x); [exact X |]. rewrite <- Rmult_assoc, Rinv_r, Rmult_1_l, Rmult_1_r by lra.
    exact low. }
  exists (grid d (marks eta m)). split.
  - intros t. set (u := kept (in_unit_cube d) t).
    assert (U : in_unit_cube d u) by (apply inside_kept; intros k _; lra).
    destruct (near_a_grid eta m d u E wide U) as (v & V & inside & close).
    exists v. split; [exact V |]. simpl. fold u. rewrite (kept_inside _ v inside).
    eapply Rle_trans; [apply (apart_small d u v eta ltac:(lra) close) |]. right. unfold eta, x. field. lra.
  - rewrite length_grid. unfold marks. rewrite map_length, length_below. apply pow_incr.
    split; [apply pos_INR | exact most].
Qed.

(** Cubes of half side Delta/sqrt(d) lie in the balls of radius Delta about them. *)
Theorem fact_a_grid_covers_a_cube : forall (Delta : R) (d : nat),
  0 < Delta ->
  (1 <= d)%nat ->
  forall k : R, covering_number_least (unit_cube d) Delta k ->
  k <= (1 + sqrt (INR d) / Delta) ^ d.
Proof.
  intros Delta d D d_1 k least. destruct (grid_covers Delta d D d_1) as (centres & all & few).
  eapply Rle_trans; [exact (least centres all) | exact few].
Qed.

(** A space with a finite cover has a least one. *)
Lemma least_cover {T} (Theta : metric_space T) radius centres : covers Theta radius centres ->
  exists best, covers Theta radius best /\ covering_number_least Theta radius (INR (length best)).
Proof.
  intros all. set (size := fun n => exists c : list T, length c = n /\ covers Theta radius c).
  destruct (dec_inh_nat_subset_has_unique_least_element size) as (n & ((best & <- & B) & least) & _).
  - intros n. apply classic.
  - exists (length centres). now exists centres.
  - exists best. split; [exact B |]. intros other others. apply le_INR, least. now exists other.
Qed.

(** ** Supports *)

(** The sets of s numbers below d, the largest first. *)
Fixpoint supports (d s : nat) : list (list nat) :=
  match d, s with
  | _, O => [[]]
  | O, S _ => []
  | S e, S t => map (cons e) (supports e t) ++ supports e s
  end.

Lemma length_supports d s : length (supports d s) = subsets d s.
Proof.
  revert s. induction d as [| d IH]; intros [| s]; try reflexivity.
  cbn [supports subsets]. now rewrite app_length, map_length, !IH.
Qed.

Lemma support_below d s l : In l (supports d s) -> forall k, In k l -> (k < d)%nat.
Proof.
  revert s l. induction d as [| d IH]; intros [| s] l L k K; simpl in L; try (destruct L as [<- | []]; easy); [easy |].
  apply in_app_or in L. destruct L as [L | L].
  - apply in_map_iff in L. destruct L as (l' & <- & L'). destruct K as [<- | K]; [lia |]. specialize (IH s l' L' k K).
    lia.
  - specialize (IH (S s) l L k K). lia.
Qed.

(** A vector with at most s entries has its entries on one of them. *)
Lemma support_of d s x : (s <= d)%nat -> entries d x <= INR s ->
  exists l, In l (supports d s) /\ forall k, (k < d)%nat -> ~ In k l -> x k = 0.
Proof.
  assert (last : forall e, entries (S e) x = entries e x + (if Req_EM_T (x e) 0 then 0 else 1)).
  { intros e. unfold entries, below. rewrite seq_S, Sum_app. simpl. ring. }
  assert (ge_0 : forall e, 0 <= entries e x).
  { intros e. apply Sum_ge_0. intros k. destruct (Req_EM_T _ _); lra. }
  assert (most : forall e, entries e x <= INR e).
  { intros e. unfold entries. rewrite <- (Rmult_1_r (INR e)), <- Sum_below_const. apply Sum_le. intros k.
    destruct (Req_EM_T _ _); lra. }
  revert s. induction d as [| d IH]; intros [| s] S_d few.
  - exists []. split; [now left | intros; lia].
  - lia.
  - destruct (IH O ltac:(lia)) as (l & L & zero).
    { rewrite last in few. destruct (Req_EM_T (x d) 0); [lra |]. specialize (ge_0 d). simpl in few. lra. }
    exists []. split; [now left |]. intros k K _. rewrite last in few. specialize (ge_0 d). simpl INR in few.
    destruct (Req_EM_T (x d) 0) as [z |]; [| lra]. destruct (Nat.eq_dec k d) as [-> |]; [exact z |].
    apply zero; [lia |]. destruct d; simpl in L; destruct L as [<- | []]; easy.
  - rewrite last, S_INR in few. cbn [supports].
    assert (taken : entries d x <= INR s -> exists l, In l (map (cons d) (supports d s) ++ supports d (S s)) /\
      forall k, (k < S d)%nat -> ~ In k l -> x k = 0).
    { intros enough. destruct (IH s ltac:(lia) enough) as (l & L & zero). exists (d :: l). split.
      - apply in_or_app. left. now apply in_map.
      - intros k K out. apply zero; [| intros inside; apply out; now right].
        assert (k <> d) by (intros ->; apply out; now left). lia. }
    destruct (Req_EM_T (x d) 0) as [z | other]; [| apply taken; lra].
    destruct (Nat.eq_dec s d) as [-> | less]; [apply taken, most |].
    destruct (IH (S s) ltac:(lia) ltac:(rewrite S_INR; lra)) as (l & L & zero). exists l.
    split; [apply in_or_app; now right |].
    intros k K out. destruct (Nat.eq_dec k d) as [-> |]; [exact z |]. apply zero; [lia | exact out].
Qed.

(** The vector whose entries on a support are the coordinates of another. *)
Fixpoint lifted (l : list nat) (c : vector) : vector := fun k =>
  match l with
  | [] => 0
  | p :: l' => if (k =? p)%nat then c O else lifted l' (fun j => c (S j)) k
  end.

Lemma lifted_off l c k : ~ In k l -> lifted l c k = 0.
Proof.
  revert c. induction l as [| p l IH]; intros c out; [reflexivity |]. simpl.
  destruct (Nat.eqb_spec k p) as [-> |]; [elim out; now left |]. apply IH. intros inside. apply out. now right.
Qed.

Lemma sum_on_support (f : R -> R -> R) d s l x c : f 0 0 = 0 -> In l (supports d s) ->
  (forall k, (k < d)%nat -> ~ In k l -> x k = 0) ->
  Sum (below d) (fun k => f (x k) (lifted l c k)) = Sum (below s) (fun j => f (x (nth j l O)) (c j)).
Proof.
  intros zero. assert (last : forall (e : nat) g, Sum (below (S e)) g = Sum (below e) g + g e).
  { intros e g. unfold below. rewrite seq_S, Sum_app. simpl. ring. }
  revert s l c. induction d as [| d IH]; intros s l c L off.
  - destruct s; [reflexivity | easy].
  - rewrite last. destruct s as [| s].
    + simpl in L. destruct L as [<- | []]. rewrite (off d) by (lia || easy). simpl lifted. rewrite zero.
      rewrite (Sum_ext_in _ _ (fun _ => 0)); [rewrite Sum_const; simpl; ring |].
      intros k K. apply in_below in K. now rewrite (off k) by (lia || easy).
    + cbn [supports] in L. apply in_app_or in L. destruct L as [L | L].
      * apply in_map_iff in L. destruct L as (l' & <- & L'). rewrite Sum_below_succ. simpl nth.
        rewrite <- (IH s l' (fun j => c (S j)) L').
        -- rewrite Rplus_comm. f_equal; [simpl; now rewrite Nat.eqb_refl |]. apply Sum_ext_in. intros k K.
           apply in_below in K. simpl. now rewrite (proj2 (Nat.eqb_neq k d)) by lia.
        -- intros k K out. apply off; [lia |]. intros [same | inside]; [lia | easy].
      * assert (out : ~ In d l) by (intros inside; pose proof (support_below _ _ _ L d inside); lia).
        rewrite (off d), (lifted_off l c d), zero, Rplus_0_r by (lia || exact out).
        apply (IH (S s) l c L). intros k K. apply off. lia.
Qed.

Lemma entry_below (f : nat -> R) s j : (forall k, 0 <= f k) -> (j < s)%nat -> f j <= Sum (below s) f.
Proof.
  intros pos J. apply in_below in J. revert J. generalize (below s) as l. induction l as [| i l IH]; [easy |].
  intros [-> | J]; simpl; [pose proof (Sum_ge_0 l f pos); lra | specialize (IH J); specialize (pos i); lra].
Qed.

(** Subadditivity: a cover for each support. *)
Theorem fact_supports_one_by_one_from_above : forall (Delta : R) (d s : nat),
  0 < Delta ->
  (1 <= d)%nat ->
  (1 <= s)%nat ->
  (s <= d)%nat ->
  forall k : R, covering_number_least (sparse_cube d s 1) Delta k ->
  exists k_ : R, covering_number_least (unit_cube s) Delta k_ /\ k <= choose d s * k_.
Proof.
  intros Delta d s D _ s_1 s_d k least. destruct (grid_covers Delta s D s_1) as (some & some_all & _).
  destruct (least_cover (unit_cube s) Delta some some_all) as (centres & all & best).
  exists (INR (length centres)). split; [exact best |].
  set (lift := fun l c => lifted l (fun j => if (j <? s)%nat then kept (in_unit_cube s) c j else 0)).
  replace (choose d s * INR (length centres)) with (INR (length (flat_map (fun l => map (lift l) centres)
    (supports d s)))).
  { apply least. intros t. set (x := kept (in_sparse_cube d s 1) t).
    assert (X : in_sparse_cube d s 1 x).
    { apply inside_kept. split; [intros; lra |]. unfold entries. rewrite (Sum_ext _ _ (fun _ => 0)).
      - rewrite Sum_const, Rmult_0_r. apply pos_INR.
      - intros j. destruct (Req_EM_T 0 0); [reflexivity | easy]. }
    destruct X as [range few]. destruct (support_of d s x s_d few) as (l & L & off).
    set (y := fun j => x (nth j l O)).
    assert (Y : in_unit_cube s y).
    { intros j J. unfold y. apply range. destruct (Nat.lt_ge_cases j (length l)) as [inside | beyond].
      - now apply (support_below d s l L), nth_In.
      - rewrite nth_overflow by exact beyond. lia. }
    destruct (all y) as (c & C & near). simpl in near. rewrite (kept_inside _ y Y) in near.
    set (c' := kept (in_unit_cube s) c) in *.
    assert (C' : in_unit_cube s c') by (apply inside_kept; intros j _; lra).
    exists (lift l c). split; [apply in_flat_map; exists l; split; [exact L | now apply in_map] |].
    assert (inside : in_sparse_cube d s 1 (lift l c)).
    { split.
      - intros j _. unfold lift. fold c'. set (c0 := fun j => if (j <? s)%nat then c' j else 0).
        assert (small : forall j, -1 <= c0 j <= 1).
        { intros i. unfold c0. destruct (Nat.ltb_spec i s) as [I |]; [now apply C' | lra]. }
        clearbody c0. clear - small. revert c0 small. induction l as [| p l IH]; intros c0 small; simpl; [lra |].
        destruct (j =? p)%nat; [apply small |]. apply IH. intros i. apply small.
      - unfold entries, lift. fold c'. set (c0 := fun j => if (j <? s)%nat then c' j else 0).
        pose proof (sum_on_support (fun _ b => if Req_EM_T b 0 then 0 else 1) d s l (fun _ => 0) c0
          ltac:(cbv beta; destruct (Req_EM_T 0 0); lra) L ltac:(reflexivity)) as same. cbv beta in same. rewrite same.
        rewrite <- (Rmult_1_r (INR s)), <- Sum_below_const. apply Sum_le. intros j. destruct (Req_EM_T _ _); lra. }
    simpl. fold x. rewrite (kept_inside _ (lift l c) inside).
    eapply Rle_trans; [| exact near]. unfold apart, Elementary.norm. rewrite !inner_squares. apply sqrt_le_1_alt. right.
    unfold vector_minus, lift. fold c'. set (c0 := fun j => if (j <? s)%nat then c' j else 0).
    rewrite (sum_on_support (fun a b => (a - b) ^ 2) d s l x c0 ltac:(cbv beta; ring) L off).
    apply Sum_ext_in. intros j J. apply in_below in J. unfold c0. now rewrite (proj2 (Nat.ltb_lt j s) J). }
  unfold choose. rewrite <- mult_INR, <- length_supports. f_equal.
  generalize (supports d s) as ls. induction ls as [| l ls IH]; [reflexivity |].
  simpl. rewrite app_length, map_length, IH. reflexivity.
Qed.

(** ** The pieces of a cover *)

Lemma no_ones n : ones (length (repeat false n)) (repeat false n) = 0.
Proof.
  unfold ones. rewrite (Sum_ext _ _ (fun _ => 0)); [rewrite Sum_const; ring |]. intros k.
  unfold bit. now rewrite nth_repeat.
Qed.

(** kent (10): B'_j is B_j without the earlier balls. *)
Theorem fact_the_pieces_of_a_cover_are_disjoint : forall (A : Type) (C : least_covers A) (Theta : metric_space A)
    (x : A) (Delta : R),
  0 < Delta ->
  ones_of (code_of (pieces C Theta Delta) x) <= 1.
Proof.
  intros A C Theta x Delta _. unfold code_of, pieces. generalize (cover C Theta Delta) as centres.
  assert (first : forall b v, ones_of (b :: v) = (if b then 1 else 0) + ones_of v).
  { intros b v. unfold ones_of, ones. simpl length. now rewrite Sum_below_succ. }
  induction centres as [| c centres IH]; [unfold ones_of, ones; simpl; lra |].
  simpl. destruct (Rle_dec _ _); rewrite first; [| lra]. pose proof (no_ones (length centres)) as none.
  unfold ones_of. lra.
Qed.
