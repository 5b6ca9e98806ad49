(** * Half of the dimensions in which the l_1 norm is large

    Kashin 1977: in a space of 2 d dimensions are d orthonormal vectors whose combinations have an l_1 norm of the order
    of sqrt d times their length. Here they are orthogonal to the rows of a matrix of signs. Were each such matrix 0 at
    some short vector, then so many signs would be nearer to 0 at the worst of these vectors than on average
    (Khinchine.v); symmetry and contraction (Ledoux and Talagrand 1991, Lemma 6.3 and Theorem 4.12) say that they are
    not. No uniform law of frames is needed, so that there is nothing to suppose. *)

From Coq Require Import Classical_Prop.
From Foundations Require Export Khinchine Signs Bins Facts_ratios.
Import ListNotations.
Open Scope R_scope.

(** ** The largest value of a function at finitely many points *)

Section Points.
  Variables (first : vector) (others : list vector).
  Let points := first :: others.

  Definition top (f : vector -> R) := fold_right (fun v r => Rmax (f v) r) (f first) others.

  Lemma top_attained f : exists v, In v points /\ top f = f v.
  Proof.
    unfold points, top. induction others as [| v rest (w & W & at_w)]; simpl; [exists first; auto |].
    destruct (Rle_dec (f v) (fold_right (fun v r => Rmax (f v) r) (f first) rest)) as [below_rest | above].
    - exists w. rewrite Rmax_right by exact below_rest. split; [destruct W; auto | exact at_w].
    - exists v. rewrite Rmax_left by lra. auto.
  Qed.

  Lemma top_ge f v : In v points -> f v <= top f.
  Proof.
    unfold points, top. induction others as [| w rest IH]; simpl; intros V.
    - destruct V as [<- | []]. lra.
    - destruct V as [first_v | [<- | V]].
      + eapply Rle_trans; [apply IH; now left | apply Rmax_r].
      + apply Rmax_l.
      + eapply Rle_trans; [apply IH; now right | apply Rmax_r].
  Qed.

  Lemma top_le f c : (forall v, In v points -> f v <= c) -> top f <= c.
  Proof. intros H. destruct (top_attained f) as (v & V & ->). now apply H. Qed.

  (** The average over all signs of the other functions, added to the first. *)
  Fixpoint mean_top (f : vector -> R) (l : list (vector -> R)) : R :=
    match l with
    | [] => top f
    | a :: rest => (mean_top (fun v => f v + a v) rest + mean_top (fun v => f v - a v) rest) / 2
    end.

  Lemma mean_top_ext f g l : (forall v, f v = g v) -> mean_top f l = mean_top g l.
  Proof. intros H. f_equal. now apply functional_extensionality. Qed.

  Definition convex_functional (F : (vector -> R) -> R) := forall f g, F (fun v => (f v + g v) / 2) <= (F f + F g) / 2.

  Lemma mean_top_convex l : convex_functional (fun f => mean_top f l).
  Proof.
    induction l as [| a l IH]; intros f g; cbn [mean_top].
    - apply top_le. intros v V. pose proof (top_ge f v V). pose proof (top_ge g v V). lra.
    - pose proof (IH (fun v => f v + a v) (fun v => g v + a v)) as up.
      pose proof (IH (fun v => f v - a v) (fun v => g v - a v)) as down. cbv beta in up, down.
      rewrite (mean_top_ext _ (fun v => (f v + g v) / 2 + a v)) in up by (intros v; field).
      rewrite (mean_top_ext _ (fun v => (f v + g v) / 2 - a v)) in down by (intros v; field). lra.
  Qed.

  (** Ledoux and Talagrand 1991, Theorem 4.12, for absolute values. *)
  Lemma contraction_of_one f a l : mean_top (fun v => f v + Rabs (a v)) l + mean_top (fun v => f v - Rabs (a v)) l <=
    mean_top (fun v => f v + a v) l + mean_top (fun v => f v - a v) l.
  Proof.
    revert f. induction l as [| b l IH]; intros f; cbn [mean_top].
    - destruct (top_attained (fun v => f v + Rabs (a v))) as (u & U & ->).
      destruct (top_attained (fun v => f v - Rabs (a v))) as (w & W & ->).
      pose proof (top_ge (fun v => f v + a v) u U). pose proof (top_ge (fun v => f v - a v) u U).
      pose proof (top_ge (fun v => f v + a v) w W). pose proof (top_ge (fun v => f v - a v) w W). cbv beta in *.
      unfold Rabs. destruct (Rcase_abs (a u)), (Rcase_abs (a w)); lra.
    - pose proof (IH (fun v => f v + b v)) as up. pose proof (IH (fun v => f v - b v)) as down. cbv beta in up, down.
      rewrite (mean_top_ext (fun v => f v + b v + Rabs (a v)) (fun v => f v + Rabs (a v) + b v)),
        (mean_top_ext (fun v => f v + b v - Rabs (a v)) (fun v => f v - Rabs (a v) + b v)),
        (mean_top_ext (fun v => f v + b v + a v) (fun v => f v + a v + b v)),
        (mean_top_ext (fun v => f v + b v - a v) (fun v => f v - a v + b v)) in up by (intros v; ring).
      rewrite (mean_top_ext (fun v => f v - b v + Rabs (a v)) (fun v => f v + Rabs (a v) - b v)),
        (mean_top_ext (fun v => f v - b v - Rabs (a v)) (fun v => f v - Rabs (a v) - b v)),
        (mean_top_ext (fun v => f v - b v + a v) (fun v => f v + a v - b v)),
        (mean_top_ext (fun v => f v - b v - a v) (fun v => f v - a v - b v)) in down by (intros v; ring). lra.
  Qed.

  Lemma contraction f l : mean_top f (map (fun a v => Rabs (a v)) l) <= mean_top f l.
  Proof.
    revert f. induction l as [| a l IH]; intros f; cbn [map mean_top]; [lra |].
    pose proof (IH (fun v => f v + Rabs (a v))). pose proof (IH (fun v => f v - Rabs (a v))).
    pose proof (contraction_of_one f a l). lra.
  Qed.
End Points.

(** ** Symmetry *)

Lemma convex_average F n u : convex_functional F ->
  F (fun v => average n (fun b => u b v)) <= average n (fun b => F (u b)).
Proof.
  intros convex. revert u. induction n as [| n IH]; intros u.
  - rewrite average_0. right. f_equal. apply functional_extensionality. intros v. apply average_0.
  - rewrite average_succ. eapply Rle_trans; [| apply Rmult_le_compat_r; [lra |]; apply Rplus_le_compat; apply IH].
    eapply Rle_trans; [| apply convex]. right. f_equal. apply functional_extensionality. intros v. apply average_succ.
Qed.

(** Ledoux and Talagrand 1991, Lemma 6.3, for one of the terms. *)
Lemma symmetry_of_one F n f (h : list bool -> vector -> R) : convex_functional F ->
  average n (fun b => F (fun v => f v + average n (fun c => h c v) - h b v)) <=
  average n (fun b => (F (fun v => f v + 2 * h b v) + F (fun v => f v - 2 * h b v)) / 2).
Proof.
  intros convex. set (up := fun b => F (fun v => f v + 2 * h b v)). set (down := fun b => F (fun v => f v - 2 * h b v)).
  apply Rle_trans with (average n (fun b => average n (fun c => / 2 * (up c + down b)))).
  - apply average_le. intros b _.
    apply Rle_trans with (average n (fun c => F (fun v => f v + h c v - h b v))).
    + eapply Rle_trans; [| apply (convex_average F n (fun c v => f v + h c v - h b v) convex)]. right. f_equal.
      apply functional_extensionality. intros v.
      rewrite average_minus, average_plus, !average_const. reflexivity.
    + apply average_le. intros c _. unfold up, down.
      replace (fun v => f v + h c v - h b v) with (fun v => (f v + 2 * h c v + (f v - 2 * h b v)) / 2)
        by (apply functional_extensionality; intros v; field).
      eapply Rle_trans; [apply (convex (fun v => f v + 2 * h c v) (fun v => f v - 2 * h b v)) |]. lra.
  - right. transitivity (average n (fun b => / 2 * (average n up + down b))).
    + apply average_ext. intros b _. rewrite average_scal, average_plus, average_const. reflexivity.
    + rewrite average_scal, average_plus, average_const.
      transitivity (average n (fun b => / 2 * (up b + down b))).
      * rewrite average_scal, average_plus. reflexivity.
      * apply average_ext. intros b _. unfold up, down. field.
Qed.

(** ** Matrices of signs *)

Fixpoint rows_average n k (G : list (list bool) -> R) : R :=
  match k with
  | O => G []
  | S e => average n (fun b => rows_average n e (fun X => G (b :: X)))
  end.

(** All matrices of k rows. *)
Fixpoint matrices n k : list (list (list bool)) :=
  match k with
  | O => [[]]
  | S e => flat_map (fun b => map (cons b) (matrices n e)) (vertices n)
  end.

Lemma rows_average_le n k G H : (forall X, In X (matrices n k) -> G X <= H X) ->
  rows_average n k G <= rows_average n k H.
Proof.
  revert G H. induction k as [| k IH]; intros G H le; simpl; [apply le; now left |].
  apply average_le. intros b B. apply IH. intros X X_in. apply le. simpl. apply in_flat_map. exists b.
  split; [exact B | now apply in_map].
Qed.

Lemma rows_average_half n k G H :
  rows_average n k (fun X => (G X + H X) / 2) = (rows_average n k G + rows_average n k H) / 2.
Proof.
  revert G H. induction k as [| k IH]; intros G H; simpl; [reflexivity |].
  rewrite (average_ext n _ _ (fun b _ => IH (fun X => G (b :: X)) (fun X => H (b :: X)))).
  unfold Rdiv. rewrite <- average_plus, Rmult_comm, <- average_scal. apply average_ext. intros b _. ring.
Qed.

Lemma rows_average_const n k c : rows_average n k (fun _ => c) = c.
Proof.
  induction k as [| k IH]; simpl; [reflexivity |]. rewrite (average_ext n _ (fun _ => c)); [apply average_const | auto].
Qed.

Lemma length_of_matrix n k X : In X (matrices n k) -> length X = k.
Proof.
  revert X. induction k as [| k IH]; simpl; intros X X_in.
  - now destruct X_in as [<- | []].
  - apply in_flat_map in X_in. destruct X_in as (b & _ & X_in). apply in_map_iff in X_in.
    destruct X_in as (Y & <- & Y_in). simpl. now rewrite (IH Y Y_in).
Qed.

Section Symmetry.
  Variables (first : vector) (others : list vector) (n : nat).

  (** How far a vector's image is from 0 in one row, and on average. *)
  Definition row_size (b : list bool) (v : vector) := Rabs (inner n (signs_of b) v).
  Definition mean_row_size v := average n (fun b => row_size b v).

  (** The mean of the largest excess of the mean over what k rows have. *)
  Fixpoint largest_excess k (f : vector -> R) : R :=
    match k with
    | O => top first others f
    | S e => average n (fun b => largest_excess e (fun v => f v + mean_row_size v - row_size b v))
    end.

  Lemma largest_excess_is k f : largest_excess k f =
    rows_average n k (fun X => top first others (fun v => f v + Sum X (fun b => mean_row_size v - row_size b v))).
  Proof.
    revert f. induction k as [| k IH]; intros f; cbn [largest_excess rows_average].
    - f_equal. apply functional_extensionality. intros v. simpl. ring.
    - apply average_ext. intros b _. rewrite IH. f_equal. apply functional_extensionality. intros X. f_equal.
      apply functional_extensionality. intros v. simpl. ring.
  Qed.

  Definition doubled_row (b : list bool) (v : vector) := 2 * inner n (signs_of b) v.

  Lemma largest_excess_most k f :
    largest_excess k f <= rows_average n k (fun X => mean_top first others f (map doubled_row X)).
  Proof.
    apply Rle_trans with (rows_average n k (fun X => mean_top first others f (map (fun b v => 2 * row_size b v) X))).
    - revert f. induction k as [| k IH]; intros f; cbn [largest_excess rows_average]; [simpl; lra |].
      set (F := fun g => rows_average n k (fun X => mean_top first others g (map (fun b v => 2 * row_size b v) X))).
      assert (convex : convex_functional F).
      { intros g h. unfold F. rewrite <- rows_average_half. apply rows_average_le. intros X _. apply mean_top_convex. }
      apply Rle_trans with (average n (fun b => F (fun v => f v + mean_row_size v - row_size b v))).
      + apply average_le. intros b _. apply IH.
      + eapply Rle_trans; [apply (symmetry_of_one F n f row_size convex) |]. right. apply average_ext. intros b _.
        unfold F.
        rewrite <- rows_average_half. reflexivity.
    - apply rows_average_le. intros X _. eapply Rle_trans; [| apply contraction]. right. rewrite map_map. f_equal.
      apply map_ext. intros b. apply functional_extensionality. intros v. unfold doubled_row, row_size.
      rewrite Rabs_mult, (Rabs_right 2) by lra. reflexivity.
  Qed.
End Symmetry.

(** ** Vectors with small l_1 norms *)

Definition taxicab n (v : vector) := Sum (below n) (fun k => Rabs (v k)).

(** What is above s, squared, by an exponential. *)
Lemma excess_square lambda s x : 0 < lambda -> 0 <= s ->
  Rmax 0 (Rabs x - s) ^ 2 <= 4 / lambda ^ 2 * exp (- 2 - lambda * s) * (exp (lambda * x) + exp (- (lambda * x))).
Proof.
  intros L S0. set (y := Rmax 0 (Rabs x - s)). assert (y_pos : 0 <= y) by apply Rmax_l.
  pose proof (exp_pos (lambda * x)) as up. pose proof (exp_pos (- (lambda * x))) as down.
  assert (scale : 0 < 4 / lambda ^ 2) by (apply Rdiv_lt_0_compat; [lra | now apply pow_lt]).
  destruct (Rle_dec (Rabs x) s) as [inside | outside].
  - unfold y. rewrite Rmax_left by lra. rewrite pow_i by lia.
    apply Rmult_le_pos; [apply Rmult_le_pos; [lra | left; apply exp_pos] | lra].
  - assert (y_is : y = Rabs x - s) by (unfold y; rewrite Rmax_right; lra).
    pose proof (exp_ineq1_le (lambda * y / 2 - 1)) as T. assert (0 <= lambda * y / 2) by nra.
    assert (square : (lambda * y / 2) ^ 2 <= exp (lambda * y - 2)).
    { replace (lambda * y - 2) with ((lambda * y / 2 - 1) + (lambda * y / 2 - 1)) by field. rewrite exp_plus. nra. }
    assert (size : exp (lambda * Rabs x) <= exp (lambda * x) + exp (- (lambda * x))).
    { unfold Rabs. destruct (Rcase_abs x); [replace (lambda * - x) with (- (lambda * x)) by ring |]; lra. }
    replace (y ^ 2) with (4 / lambda ^ 2 * (lambda * y / 2) ^ 2) by (field; lra). rewrite Rmult_assoc.
    apply Rmult_le_compat_l; [lra |]. eapply Rle_trans; [exact square |].
    replace (lambda * y - 2) with (- 2 - lambda * s + lambda * Rabs x) by (rewrite y_is; ring). rewrite exp_plus.
    apply Rmult_le_compat_l; [left; apply exp_pos | exact size].
Qed.

Section Short.
  Variables (n : nat) (r s lambda mu : R).
  Hypothesis (s_0 : 0 <= s) (lambda_pos : 0 < lambda) (mu_pos : 0 < mu).

  Definition exponentials (w : vector) := Sum (below n) (fun j => exp (lambda * w j) + exp (- (lambda * w j))).
  Let kappa := 4 / lambda ^ 2 * exp (- 2 - lambda * s).
  Let cosh := (exp lambda + exp (- lambda)) / 2.

  Lemma inner_with_short w v : Elementary.norm n v = 1 -> taxicab n v <= r ->
    2 * inner n w v <= 2 * s * r + mu + kappa / mu * exponentials w.
  Proof.
    intros unit short. set (over := fun j => Rmax 0 (Rabs (w j) - s)). set (y := Sum (below n) (fun j => over j ^ 2)).
    assert (most : y <= kappa * exponentials w).
    { unfold y, exponentials. rewrite <- Sum_scal. apply Sum_le. intros j. now apply excess_square. }
    assert (y_pos : 0 <= y) by (apply Sum_ge_0; intros; apply pow2_ge_0).
    assert (parts : inner n w v <= s * taxicab n v + sqrt y).
    { apply Rle_trans with (s * taxicab n v + inner n over (fun k => Rabs (v k))).
      - unfold inner, taxicab. rewrite <- Sum_scal, <- Sum_plus. apply Sum_le. intros j.
        pose proof (Rle_abs (w j * v j)) as A. rewrite Rabs_mult in A. pose proof (Rabs_pos (v j)).
        assert (Rabs (w j) <= s + over j) by (unfold over, Rmax; destruct (Rle_dec _ _); lra). nra.
      - apply Rplus_le_compat_l. eapply Rle_trans; [apply Rle_abs |].
        eapply Rle_trans; [apply inner_le_norms |].
        replace (Elementary.norm n (fun k => Rabs (v k))) with 1.
        + rewrite Rmult_1_r. unfold Elementary.norm. rewrite inner_squares. apply Rle_refl.
        + rewrite <- unit. unfold Elementary.norm. f_equal. rewrite !inner_squares. apply Sum_ext. intros k.
          symmetry. apply pow2_abs. }
    assert (root : 2 * sqrt y <= mu + y / mu).
    { apply Rmult_le_reg_r with mu; [exact mu_pos |]. replace ((mu + y / mu) * mu) with (mu * mu + y) by (field; lra).
      pose proof (sqrt_sqrt y y_pos). pose proof (pow2_ge_0 (sqrt y - mu)). nra. }
    assert (y / mu <= kappa / mu * exponentials w).
    { replace (kappa / mu * exponentials w) with (kappa * exponentials w / mu) by (field; lra).
      apply Rmult_le_compat_r; [left; now apply Rinv_0_lt_compat | exact most]. }
    assert (s * taxicab n v <= s * r) by now apply Rmult_le_compat_l. lra.
  Qed.

  (** A row with either sign. *)
  Lemma exponentials_of_a_row b w :
    exponentials (fun k => w k + signs_of b k) + exponentials (fun k => w k - signs_of b k) =
    2 * (cosh * exponentials w).
  Proof.
    unfold exponentials. rewrite <- Sum_plus, <- !Sum_scal. apply Sum_ext. intros j. unfold cosh, signs_of.
    assert (sum : forall x y, exp (lambda * (x + y)) = exp (lambda * x) * exp (lambda * y))
      by (intros; rewrite <- exp_plus; f_equal; ring).
    assert (sum' : forall x y, exp (- (lambda * (x + y))) = exp (- (lambda * x)) * exp (- (lambda * y)))
      by (intros; rewrite <- exp_plus; f_equal; ring).
    unfold Rminus. rewrite !sum, !sum'. replace (lambda * - sgn (bit b j)) with (- (lambda * sgn (bit b j))) by ring.
    rewrite Ropp_involutive. destruct (bit b j); simpl.
    - rewrite Rmult_1_r. field.
    - replace (lambda * -1) with (- lambda) by ring. rewrite Ropp_involutive. field.
  Qed.

  Lemma signed_rows_most first others X w :
    (forall v, In v (first :: others) -> Elementary.norm n v = 1 /\ taxicab n v <= r) ->
    mean_top first others (fun v => 2 * inner n w v) (map (doubled_row n) X) <=
    2 * s * r + mu + kappa / mu * (cosh ^ length X * exponentials w).
  Proof.
    intros short. revert w. induction X as [| b X IH]; intros w; cbn [map mean_top length pow].
    - rewrite Rmult_1_l. apply top_le. intros v V. destruct (short v V). now apply inner_with_short.
    - pose proof (IH (fun k => w k + signs_of b k)) as up. pose proof (IH (fun k => w k - signs_of b k)) as down.
      rewrite (mean_top_ext _ _ _ (fun v => 2 * inner n w v + doubled_row n b v)) in up
        by (intros v; unfold doubled_row, inner; rewrite <- !Sum_scal, <- Sum_plus; apply Sum_ext; intros; ring).
      rewrite (mean_top_ext _ _ _ (fun v => 2 * inner n w v - doubled_row n b v)) in down
        by (intros v; unfold doubled_row, inner; rewrite <- !Sum_scal, <- Sum_minus; apply Sum_ext; intros; ring).
      pose proof (exponentials_of_a_row b w) as both.
      apply (f_equal (fun x => kappa / mu * (cosh ^ length X * x))) in both. lra.
  Qed.
End Short.

(** ** A matrix that is 0 at no short vector *)

Definition in_null_space n (X : list (list bool)) v := forall b, In b X -> inner n (signs_of b) v = 0.

Lemma exp_of_13_quarters : exp (- (13 / 4)) <= 1 / 24.
Proof.
  rewrite exp_Ropp. pose proof exp_1_ge as e. pose proof (exp_ineq1_le (1 / 4)) as q.
  replace (13 / 4) with (1 + (1 + (1 + 1 / 4))) by field. rewrite !exp_plus.
  apply Rle_trans with (/ 24); [| lra]. apply Rinv_le_contravar; [lra |].
  assert (7.34 <= exp 1 * exp 1) by nra. assert (3.38 <= exp 1 * exp (1 / 4)) by nra.
  replace (exp 1 * (exp 1 * (exp 1 * exp (1 / 4)))) with (exp 1 * exp 1 * (exp 1 * exp (1 / 4))) by ring. nra.
Qed.

Theorem null_space_without_short_vectors d : (1 <= d)%nat -> exists X : list (list bool), length X = d /\
  forall v, Elementary.norm (2 * d) v = 1 -> in_null_space (2 * d) X v ->
  10 / 149 * sqrt (INR (2 * d)) < taxicab (2 * d) v.
Proof.
  intros d_1. set (n := (2 * d)%nat). set (r := 10 / 149 * sqrt (INR n)).
  assert (d_pos : 0 < INR d) by (apply lt_0_INR; lia). set (q := sqrt (INR d)).
  assert (q_pos : 0 < q) by now apply sqrt_lt_R0. assert (q_square : q * q = INR d) by (apply sqrt_sqrt; lra).
  apply NNPP. intros none.
  (* Each matrix is 0 at a short vector. *)
  destruct (finite_choice_by (list_eq_dec (list_eq_dec Bool.bool_dec)) (fun _ => 0) (matrices n d) (fun X v =>
    (Elementary.norm n v = 1 /\ taxicab n v <= r) /\ in_null_space n X v)) as [short at_short].
  { intros X X_in. apply NNPP. intros no_v. elim none. exists X. split; [now apply (length_of_matrix n) |].
    intros v unit zero. apply Rnot_le_lt. intros small. elim no_v. now exists v. }
  destruct (map short (matrices n d)) as [| first others] eqn:chosen.
  { apply map_eq_nil in chosen.
    assert (some : 1 <= rows_average n d (fun _ => 0)); [| rewrite rows_average_const in some; lra].
    rewrite <- (rows_average_const n d 1) at 1. apply rows_average_le. rewrite chosen. easy. }
  assert (all_short : forall v, In v (first :: others) -> Elementary.norm n v = 1 /\ taxicab n v <= r).
  { rewrite <- chosen. intros v V. apply in_map_iff in V. destruct V as (X & <- & X_in). now apply at_short. }
  (* From below. *)
  set (c := sqrt (1 / 2)). assert (c_square : c * c = 1 / 2) by (apply sqrt_sqrt; lra).
  assert (c_pos : 0 <= c) by apply sqrt_pos.
  assert (below_excess : INR d * c <= largest_excess first others n d (fun _ => 0)).
  { rewrite largest_excess_is, <- (rows_average_const n d (INR d * c)). apply rows_average_le. intros X X_in.
    destruct (at_short X X_in) as ([unit _] & zero).
    assert (among : In (short X) (first :: others)) by (rewrite <- chosen; now apply in_map).
    eapply Rle_trans; [| now apply (top_ge first others _ (short X))].
    cbv beta. rewrite Rplus_0_l, (Sum_ext_in X _ (fun _ => mean_row_size n (short X))).
    - rewrite Sum_const, (length_of_matrix n d X X_in). apply Rmult_le_compat_l; [lra |].
      pose proof (khinchine n (short X)) as K. rewrite <- norm_square, unit in K.
      change (average n (fun v => Rabs (inner n (signs_of v) (short X)))) with (mean_row_size n (short X)) in K.
      assert (0 <= mean_row_size n (short X)) by (apply average_ge_0; intros; apply Rabs_pos). nra.
    - intros b B. unfold row_size. rewrite (zero b B), Rabs_R0. ring. }
  (* From above. *)
  set (e := exp (- (13 / 4))). assert (e_pos : 0 < e) by apply exp_pos.
  assert (above : largest_excess first others n d (fun _ => 0) <= 6 * q * r + 8 / 3 * INR d * e).
  { eapply Rle_trans; [apply largest_excess_most |].
    rewrite <- (rows_average_const n d (6 * q * r + 8 / 3 * INR d * e)).
    apply rows_average_le. intros X X_in. set (mu := 4 / 3 * INR d * e).
    assert (mu_pos : 0 < mu) by (unfold mu; nra). assert (lambda_pos : 0 < 3 / q) by (apply Rdiv_lt_0_compat; lra).
    pose proof (signed_rows_most n r (3 * q) (3 / q) mu ltac:(lra) lambda_pos mu_pos first others X (fun _ => 0)
      all_short)
      as most.
    rewrite (mean_top_ext _ _ _ (fun _ => 0)) in most
      by (intros v; unfold inner; rewrite (Sum_ext _ _ (fun _ => 0)) by (intros; ring); rewrite Sum_const; ring).
    eapply Rle_trans; [exact most |]. rewrite (length_of_matrix n d X X_in).
    set (cosh := (exp (3 / q) + exp (- (3 / q))) / 2).
    assert (powers : cosh ^ d <= exp (9 / 2)).
    { apply Rle_trans with (exp ((3 / q) ^ 2 / 2) ^ d).
      - apply pow_incr. split; [| apply cosh_le]. unfold cosh. pose proof (exp_pos (3 / q)).
        pose proof (exp_pos (- (3 / q))). lra.
      - right. rewrite exp_pow. f_equal. rewrite <- q_square. field. lra. }
    assert (start : exponentials n (3 / q) (fun _ => 0) = 4 * INR d).
    { unfold exponentials. rewrite (Sum_ext _ _ (fun _ => 2)) by (intros; rewrite Rmult_0_r, Ropp_0, exp_0; ring).
      rewrite Sum_below_const. unfold n. rewrite mult_INR. simpl. ring. }
    rewrite start. replace (3 / q * (3 * q)) with 9 by (field; lra).
    replace (4 / (3 / q) ^ 2) with (4 / 9 * INR d) by (rewrite <- q_square; field; lra).
    assert (four : exp (-2 - 9) * exp (9 / 2) = e * e) by (unfold e; rewrite <- !exp_plus; f_equal; field).
    assert (last : 4 / 9 * INR d * exp (-2 - 9) / mu * (cosh ^ d * (4 * INR d)) <= mu).
    { apply Rle_trans with (4 / 9 * INR d * exp (-2 - 9) / mu * (exp (9 / 2) * (4 * INR d))).
      - apply Rmult_le_compat_l; [| apply Rmult_le_compat_r; lra].
        apply Rdiv_le_0_compat; [| exact mu_pos]. pose proof (exp_pos (-2 - 9)). nra.
      - right. replace (4 / 9 * INR d * exp (-2 - 9) / mu * (exp (9 / 2) * (4 * INR d)))
          with (16 / 9 * INR d * INR d * (exp (-2 - 9) * exp (9 / 2)) / mu) by (field; lra).
        rewrite four. unfold mu. field. lra. }
    unfold mu in *. lra. }
  (* Both. *)
  assert (e_small : e <= 1 / 24) by apply exp_of_13_quarters.
  assert (r_is : q * r = 20 / 149 * c * INR d).
  { assert (root : sqrt (INR n) = 2 * c * q).
    { unfold n. rewrite mult_INR, sqrt_mult by (simpl; lra). fold q. f_equal. simpl INR.
      apply Rsqr_inj; [apply sqrt_pos | lra |]. rewrite Rsqr_sqrt by lra. unfold Rsqr. nra. }
    unfold r. rewrite root, <- q_square. field. }
  assert (c_low : 7 / 10 < c) by nra.
  assert (INR d * c <= INR d * (120 / 149 * c + 1 / 9)).
  { assert (8 / 3 * INR d * e <= INR d * (1 / 9)) by nra. lra. }
  assert (c <= 120 / 149 * c + 1 / 9) by (apply (Rmult_le_reg_l (INR d)); assumption). lra.
Qed.
