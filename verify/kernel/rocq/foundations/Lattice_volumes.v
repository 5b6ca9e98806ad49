(** * Volumes by counting points of a lattice

    The volume of a ball of R^k: the number of points of the lattice with spacing 1/n that lie in it, over n^k,
      as n grows.
    So few balls cover no large cube. *)

From Coq Require Import ZArith.
From Foundations Require Export Numbers.
Import ListNotations.
Open Scope R_scope.

(** ** Points of a lattice *)

(** All lists with an entry of each side. *)
Fixpoint product_of (sides : list (list Z)) : list (list Z) :=
  match sides with
  | [] => [[]]
  | side :: rest => flat_map (fun z => map (cons z) (product_of rest)) side
  end.

Definition integers (n : nat) : list Z := map (fun i => Z.of_nat i - Z.of_nat n)%Z (seq 0 (2 * n + 1)).
Definition length_squared (z : list Z) := Sum z (fun x => IZR x ^ 2).
Definition in_ball_of (n : nat) (z : list Z) := if Rle_dec (length_squared z) (INR n ^ 2) then true else false.

(** The points with whole coordinates of the ball of radius n; and the volume of the unit ball. *)
Definition ball_count k n := INR (length (filter (in_ball_of n) (product_of (repeat (integers n) k)))).
Definition ball_volume k := real (LimInf_seq (fun n => ball_count k n / INR n ^ k)).

(** The volume of the cube of half side 1 over that of the unit ball. *)
Definition cube_over_ball k := 2 ^ k / ball_volume k.

Lemma in_integers n x : In x (integers n) <-> (- Z.of_nat n <= x <= Z.of_nat n)%Z.
Proof.
  unfold integers. rewrite in_map_iff. split.
  - intros (i & <- & I). apply in_seq in I. lia.
  - intros X. exists (Z.to_nat (x + Z.of_nat n)). split; [lia |]. apply in_seq. lia.
Qed.

Lemma in_product sides z : In z (product_of sides) <-> Forall2 (fun x side => In x side) z sides.
Proof.
  revert z. induction sides as [| side rest IH]; intros z; cbn [product_of].
  - split; [intros [<- | []]; constructor | intros H; inversion H; now left].
  - rewrite in_flat_map. split.
    + intros (x & X & Z'). apply in_map_iff in Z'. destruct Z' as (w & <- & W). constructor; [exact X | now apply IH].
    + intros H. inversion H as [| x ? w ? X W]; subst. exists x. split; [exact X | now apply in_map, IH].
Qed.

Lemma entries_of_each {A B} (R : A -> B -> Prop) l l' : Forall2 R l l' -> length l = length l'.
Proof. intros H. induction H; simpl; [reflexivity | now rewrite IHForall2]. Qed.

Lemma fewer_points {A} (f : A -> bool) l : (length (filter f l) <= length l)%nat.
Proof. induction l as [| x l IH]; simpl; [lia |]. destruct (f x); simpl; lia. Qed.

Lemma NoDup_image {A B} (f : A -> B) l : NoDup l -> (forall x y, In x l -> In y l -> f x = f y -> x = y) ->
  NoDup (map f l).
Proof.
  intros D. induction D as [| x l new D IH]; intros inj; simpl; constructor.
  - intros X. apply in_map_iff in X. destruct X as (y & same & Y).
    apply inj in same; [subst; easy | now right | now left].
  - apply IH. intros y z Y Z'. apply inj; now right.
Qed.

Lemma NoDup_product sides : (forall side, In side sides -> NoDup side) -> NoDup (product_of sides).
Proof.
  induction sides as [| side rest IH]; intros H; cbn [product_of]; [repeat constructor; easy |].
  assert (R : NoDup (product_of rest)) by (apply IH; intros s S; apply H; now right).
  specialize (H side (or_introl eq_refl)). clear IH. revert R. generalize (product_of rest). intros others R.
  induction H as [| z side new D IH]; simpl; [constructor |].
  assert (joined : forall l l' : list (list Z), NoDup l -> NoDup l' -> (forall x, In x l -> ~ In x l') ->
    NoDup (l ++ l')).
  { induction l as [| y l IHl]; intros l' Dl Dl' apart; [exact Dl' |]. inversion Dl as [| ? ? y_new Dr]; subst. simpl.
    constructor.
    - intros Y. apply in_app_or in Y. destruct Y as [Y | Y]; [easy | now apply (apart y (or_introl eq_refl))].
    - apply IHl; auto. intros x X. apply apart. now right. }
  apply joined; [apply NoDup_image; [exact R | intros x y _ _ same; now injection same] | exact IH |].
  intros x X Y. apply in_map_iff in X. destruct X as (w & <- & _). apply in_flat_map in Y.
  destruct Y as (z' & Z' & W). apply in_map_iff in W. destruct W as (w' & same & _). injection same as -> _. easy.
Qed.

Lemma length_product m sides : (forall side, In side sides -> length side = m) ->
  length (product_of sides) = (m ^ length sides)%nat.
Proof.
  induction sides as [| side rest IH]; intros H; cbn [product_of length Nat.pow]; [reflexivity |].
  rewrite <- IH by (intros s S; apply H; now right). rewrite <- (H side (or_introl eq_refl)).
  generalize (product_of rest). intros others. clear. induction side as [| z side IH]; simpl; [reflexivity |].
  now rewrite app_length, map_length, IH.
Qed.

(** ** Points of a ball *)

(** Whatever points with k whole coordinates are in the ball. *)
Lemma ball_counts k n l : NoDup l -> (forall z, In z l -> length z = k /\ length_squared z <= INR n ^ 2) ->
  INR (length l) <= ball_count k n.
Proof.
  intros D H. apply le_INR, NoDup_incl_length; [exact D |]. intros z Z'. destruct (H z Z') as [L small].
  apply filter_In. split.
  - apply in_product. rewrite <- L. clear - small. induction z as [| x z IH]; [constructor |].
    unfold length_squared in *. cbn [Sum length repeat] in *.
    assert (rest : 0 <= Sum z (fun x => IZR x ^ 2)) by (apply Sum_ge_0; intros; apply pow2_ge_0).
    pose proof (pow2_ge_0 (IZR x)). constructor.
    + apply in_integers. assert (N : 0 <= INR n) by apply pos_INR. rewrite INR_IZR_INZ in *.
      assert (B : Rabs (IZR x) <= IZR (Z.of_nat n)) by (apply pow2_inj_le; [exact N |]; rewrite pow2_abs; lra).
      apply Rabs_le_between in B. split; apply le_IZR; [rewrite opp_IZR |]; lra.
    + apply IH. lra.
  - unfold in_ball_of. now destruct (Rle_dec _ _).
Qed.

(** Minkowski's inequality. *)
Lemma squares_of_sums {I} (l : list I) a b x y : 0 <= x -> 0 <= y -> Sum l (fun i => a i ^ 2) <= x ^ 2 ->
  Sum l (fun i => b i ^ 2) <= y ^ 2 -> Sum l (fun i => (a i + b i) ^ 2) <= (x + y) ^ 2.
Proof.
  intros X Y A B. rewrite (Sum_ext _ _ (fun i => a i ^ 2 + 2 * (a i * b i) + b i ^ 2)) by (intros; ring).
  rewrite !Sum_plus, Sum_scal.
  assert (C : Sum l (fun i => a i * b i) <= x * y).
  { apply pow2_inj_le; [now apply Rmult_le_pos |]. eapply Rle_trans; [apply Sum_cauchy_schwarz |].
    rewrite Rpow_mult_distr. apply Rmult_le_compat; auto; apply Sum_ge_0; intros; apply pow2_ge_0. }
  replace ((x + y) ^ 2) with (x ^ 2 + 2 * (x * y) + y ^ 2) by ring. lra.
Qed.

Definition scaled h (z : list Z) j := h * IZR (nth j z 0%Z).

(** Points of a lattice with spacing h that are within delta of a point: moved by whole numbers they lie in the ball of
    radius delta/h + sqrt(k). *)
Lemma ball_elsewhere k n h delta (c : nat -> R) l : 0 < h -> 0 <= delta -> delta / h + sqrt (INR k) <= INR n ->
  NoDup l -> (forall z, In z l -> length z = k /\ Sum (below k) (fun j => (scaled h z j - c j) ^ 2) <= delta ^ 2) ->
  INR (length l) <= ball_count k n.
Proof.
  intros H D fits distinct near. set (r := fun j => Int_part (c j / h)).
  set (moved_by := fun z : list Z => map (fun j => nth j z 0 - r j)%Z (below k)).
  rewrite <- (map_length moved_by). apply ball_counts.
  - apply NoDup_image; [exact distinct |]. intros y z Y Z' same. destruct (near y Y) as [Ly _], (near z Z') as [Lz _].
    apply (nth_ext _ _ 0%Z 0%Z); [congruence |]. intros j J. rewrite Ly in J.
    assert (at_j : nth j (moved_by y) 0%Z = nth j (moved_by z) 0%Z) by now rewrite same.
    unfold moved_by in at_j. rewrite !(nth_indep (map _ (below k)) 0%Z (nth 0 [] 0 - 0)%Z) in at_j
      by now rewrite map_length, length_below.
    set (fy := fun j => (nth j y 0 - r j)%Z) in at_j. set (fz := fun j => (nth j z 0 - r j)%Z) in at_j.
    rewrite (nth_indep _ _ (fy O)), (nth_indep (map fz _) _ (fz O)) in at_j by now rewrite map_length, length_below.
    rewrite !map_nth in at_j. unfold below in at_j. rewrite seq_nth in at_j by exact J. unfold fy, fz in at_j.
    simpl in at_j.
    lia.
  - intros w W. apply in_map_iff in W. destruct W as (z & <- & Z'). destruct (near z Z') as [L close].
    split; [unfold moved_by; now rewrite map_length, length_below |].
    unfold length_squared, moved_by. rewrite Sum_map.
    rewrite (Sum_ext _ _ (fun j => ((IZR (nth j z 0%Z) - c j / h) + (c j / h - IZR (r j))) ^ 2))
      by (intros j; rewrite minus_IZR; ring).
    apply Rle_trans with ((delta / h + sqrt (INR k)) ^ 2).
    + apply squares_of_sums; [apply Rdiv_le_0_compat; lra | apply sqrt_pos | |].
      * rewrite (Sum_ext _ _ (fun j => / h ^ 2 * (scaled h z j - c j) ^ 2)) by (intros j; unfold scaled; field; lra).
        rewrite Sum_scal. replace ((delta / h) ^ 2) with (/ h ^ 2 * delta ^ 2) by (field; lra).
        apply Rmult_le_compat_l; [left; apply Rinv_0_lt_compat; now apply pow_lt | exact close].
      * rewrite pow2_sqrt by apply pos_INR. rewrite <- (Rmult_1_r (INR k)), <- Sum_below_const. apply Sum_le. intros j.
        unfold r. pose proof (base_Int_part (c j / h)) as [low high]. assert (0 <= c j / h - IZR (Int_part (c j / h))
          <= 1) by lra.
        nra.
    + apply pow_incr. split; [| exact fits]. pose proof (sqrt_pos (INR k)).
      assert (0 <= delta / h) by (apply Rdiv_le_0_compat; lra). lra.
Qed.

(** ** A cube that balls cover *)

(** m whole numbers z with b < h z <= b + w. *)
Definition side_of h m b : list Z := map (fun i => Int_part (b / h) + 1 + Z.of_nat i)%Z (seq 0 m).

Lemma side_inside h m b w x : 0 < h -> h * INR m <= w -> In x (side_of h m b) -> b < h * IZR x <= b + w.
Proof.
  intros H wide X. apply in_map_iff in X. destruct X as (i & <- & I). apply in_seq in I.
  rewrite !plus_IZR, <- INR_IZR_INZ. pose proof (base_Int_part (b / h)) as [low high].
  assert (B : b = h * (b / h)) by (field; lra).
  assert (step : INR i + 1 <= INR m) by (rewrite <- S_INR; apply le_INR; lia). pose proof (pos_INR i).
  split.
  - rewrite B at 1. apply Rmult_lt_compat_l; [exact H | lra].
  - apply Rle_trans with (h * (b / h) + h * INR m); [| lra]. rewrite <- Rmult_plus_distr_l.
    apply Rmult_le_compat_l; lra.
Qed.

Lemma entry_of_side (f : nat -> list Z) start k z j : (j < k)%nat ->
  Forall2 (fun x side => In x side) z (map f (seq start k)) -> In (nth j z 0%Z) (f (start + j)%nat).
Proof.
  revert start z j. induction k as [| k IH]; intros start z j J H; [lia |]. cbn [seq map] in H.
  inversion H as [| x ? rest ? X R]; subst. destruct j as [| j]; [now rewrite Nat.add_0_r |].
  rewrite <- Nat.add_succ_comm. cbn [nth]. apply IH; [lia | exact R].
Qed.

Section Cover.
  Variables (k : nat) (b : nat -> R) (w delta : R) (centres : list (nat -> R)).
  Hypotheses (w_pos : 0 < w) (delta_pos : 0 < delta).
  Hypothesis covered : forall x : nat -> R, (forall j, (j < k)%nat -> b j < x j <= b j + w) ->
    exists c, In c centres /\ Sum (below k) (fun j => (x j - c j) ^ 2) <= delta ^ 2.

  Let near h c z := if Rle_dec (Sum (below k) (fun j => (scaled h z j - c j) ^ 2)) (delta ^ 2) then true else false.

  Lemma points_of_a_cube n h m : 0 < h -> delta / h + sqrt (INR k) <= INR n -> h * INR m <= w ->
    INR m ^ k <= INR (length centres) * ball_count k n.
  Proof.
    intros H fits wide. set (sides := map (fun j => side_of h m (b j)) (below k)).
    assert (many : INR m ^ k = INR (length (product_of sides))).
    { rewrite (length_product m); [unfold sides; rewrite map_length, length_below; now rewrite pow_INR |].
      intros side S. apply in_map_iff in S. destruct S as (j & <- & _). unfold side_of.
      now rewrite map_length, seq_length. }
    assert (distinct : NoDup (product_of sides)).
    { apply NoDup_product. intros side S. apply in_map_iff in S. destruct S as (j & <- & _).
      apply NoDup_image; [apply seq_NoDup |]. intros x y _ _ same. lia. }
    assert (inside : forall z, In z (product_of sides) -> length z = k /\
      forall j, (j < k)%nat -> b j < scaled h z j <= b j + w).
    { intros z Z'. apply in_product in Z'. pose proof (entries_of_each _ _ _ Z') as L. unfold sides in L.
      rewrite map_length, length_below in L. split; [exact L |]. intros j J.
      assert (at_j : In (nth j z 0%Z) (side_of h m (b j)))
        by exact (entry_of_side (fun j => side_of h m (b j)) 0 k z j J Z').
      unfold scaled. apply (side_inside h m (b j) w); assumption. }
    rewrite many.
    apply Rle_trans with (Sum (product_of sides) (fun z => Sum centres (fun c => if near h c z then 1 else 0))).
    - rewrite <- (Rmult_1_r (INR (length (product_of sides)))), <- Sum_const. apply Sum_le_in. intros z Z'.
      destruct (covered (scaled h z)) as (c & C & close); [apply inside, Z' |].
      clear - C close. induction centres as [| c' l IH]; [easy |]. cbn [Sum].
      assert (rest : 0 <= Sum l (fun c => if near h c z then 1 else 0)) by (apply Sum_ge_0; intros c0;
        destruct (near h c0 z); lra).
      destruct C as [-> | C].
      + unfold near at 1. destruct (Rle_dec _ _); [lra | easy].
      + specialize (IH C). destruct (near h c' z); lra.
    - rewrite Sum_swap, <- Sum_const. apply Sum_le. intros c.
      assert (counted : Sum (product_of sides) (fun z => if near h c z then 1 else 0) =
        INR (length (filter (near h c) (product_of sides)))).
      { clear. induction (product_of sides) as [| z l IH]; [reflexivity |]. cbn [Sum filter].
        destruct (near h c z); cbn [length]; [rewrite S_INR |]; lra. }
      rewrite counted. apply (ball_elsewhere k n h delta c); auto; [lra | now apply NoDup_filter |].
      intros z Z'. apply filter_In in Z'. destruct Z' as [Z' close]. split; [now apply inside |].
      unfold near in close. now destruct (Rle_dec _ _).
  Qed.

  (** So many balls have a volume of at least the cube's. *)
  Theorem volume_of_a_cover : (w / delta) ^ k <= INR (length centres) * ball_volume k.
  Proof.
    set (M := INR (length centres)). assert (M_1 : 1 <= M).
    { destruct (covered (fun j => b j + w)) as (c & C & _); [intros; lra |].
      unfold M. destruct centres; [easy |]. cbn [length]. rewrite S_INR. pose proof (pos_INR (length l)). lra. }
    set (A := w / delta). assert (A_pos : 0 < A) by now apply Rdiv_lt_0_compat.
    set (B := A * sqrt (INR k) + 1). assert (B_pos : 0 < B).
    { pose proof (sqrt_pos (INR k)). unfold B. nra. }
    set (u := fun n => ball_count k n / INR n ^ k).
    assert (from : exists N, forall n, (N <= n)%nat -> B < A * INR n /\ sqrt (INR k) < INR n /\ 0 < INR n).
    { destruct (archimed (B / A + sqrt (INR k) + 1)) as [above _]. exists (Z.to_nat (up (B / A + sqrt (INR k) + 1))).
      intros n N. pose proof (sqrt_pos (INR k)). assert (0 < B / A) by now apply Rdiv_lt_0_compat.
      assert (large : B / A + sqrt (INR k) + 1 < INR n).
      { eapply Rlt_le_trans; [exact above |]. apply le_INR in N. rewrite INR_IZR_INZ, Z2Nat.id in N; [exact N |].
        apply le_IZR. lra. }
      split; [| lra]. replace B with (A * (B / A)) by (field; lra). apply Rmult_lt_compat_l; lra. }
    destruct from as (N & far).
    assert (low : forall n, (N <= n)%nat -> / M * (A - B * / INR n) ^ k <= u n).
    { intros n n_N. destruct (far n n_N) as (n_B & n_k & n_pos). set (h := delta / (INR n - sqrt (INR k))).
      assert (H : 0 < h) by (apply Rdiv_lt_0_compat; lra).
      assert (quotient : w / h = A * (INR n - sqrt (INR k))) by (unfold h, A; field; lra).
      set (m := Z.to_nat (Int_part (w / h))). pose proof (base_Int_part (w / h)) as [floor_low floor_high].
      assert (m_is : INR m = IZR (Int_part (w / h))).
      { unfold m. rewrite INR_IZR_INZ, Z2Nat.id; [reflexivity |]. apply le_IZR. unfold B in n_B. apply Rlt_le.
        apply IZR_lt. apply lt_IZR. apply Rlt_le_trans with (w / h - 1); [rewrite quotient; nra |]. lra. }
      pose proof (points_of_a_cube n h m H) as P. fold M in P.
      assert (points : INR m ^ k <= M * ball_count k n).
      { apply P.
        - right. unfold h. field. split; lra.
        - apply Rle_trans with (h * (w / h)); [apply Rmult_le_compat_l; lra | right; field; lra]. }
      assert (base : A * INR n - B <= INR m) by (rewrite m_is; unfold B in *; lra).
      unfold u. apply (Rmult_le_reg_l M); [lra |]. apply (Rmult_le_reg_r (INR n ^ k)); [now apply pow_lt |].
      replace (M * (/ M * (A - B * / INR n) ^ k) * INR n ^ k) with ((A - B * / INR n) ^ k * INR n ^ k) by (field; lra).
      rewrite <- Rpow_mult_distr. replace ((A - B * / INR n) * INR n) with (A * INR n - B) by (field; lra).
      replace (M * (ball_count k n / INR n ^ k) * INR n ^ k) with (M * ball_count k n)
        by (field; apply pow_nonzero; lra).
      eapply Rle_trans; [| exact points]. apply pow_incr. lra. }
    assert (high : forall n, (N <= n)%nat -> u n <= 3 ^ k).
    { intros n n_N. destruct (far n n_N) as (_ & _ & n_pos). assert (n_1 : 1 <= INR n).
      { destruct n as [| n]; [simpl in n_pos; lra |]. rewrite S_INR. pose proof (pos_INR n). lra. }
      unfold u. apply Rle_div_l; [now apply pow_lt |]. rewrite <- Rpow_mult_distr.
      apply Rle_trans with (INR (length (product_of (repeat (integers n) k)))).
      - apply le_INR, fewer_points.
      - rewrite (length_product (2 * n + 1)).
        + rewrite repeat_length, pow_INR. apply pow_incr. split; [apply pos_INR |].
          rewrite plus_INR, mult_INR. simpl (INR 2). simpl (INR 1). lra.
        + intros side S. apply repeat_spec in S. subst. unfold integers. now rewrite map_length, seq_length. }
    assert (limit : is_lim_seq (fun n => / M * (A - B * / INR n) ^ k) (/ M * A ^ k)).
    { apply (is_lim_seq_scal_l _ (/ M) (A ^ k)). apply (is_lim_seq_continuous (fun x => x ^ k)
        (fun n => A - B * / INR n) A).
      - apply derivable_continuous_pt, derivable_pt_pow.
      - replace (Finite A) with (Finite (A - B * 0)) by (f_equal; ring).
        apply is_lim_seq_minus'; [apply is_lim_seq_const |].
        apply (is_lim_seq_scal_l _ B 0). apply (is_lim_seq_inv _ p_infty); [apply is_lim_seq_INR | easy]. }
    apply is_lim_LimInf_seq in limit. apply is_LimInf_seq_unique in limit.
    assert (bottom : Rbar_le (/ M * A ^ k) (LimInf_seq u)).
    { rewrite <- limit. apply LimInf_le. exists N. exact low. }
    assert (top : Rbar_le (LimInf_seq u) (3 ^ k)).
    { rewrite <- (LimInf_seq_const (3 ^ k)). apply LimInf_le. exists N. exact high. }
    unfold ball_volume. fold u. destruct (LimInf_seq u) as [v | |]; [| easy | easy]. simpl in *.
    apply (Rmult_le_compat_l M) in bottom; [| lra]. rewrite <- Rmult_assoc, Rinv_r, Rmult_1_l in bottom by lra.
    exact bottom.
  Qed.
End Cover.
