(** * Samples of tents are in the classes

    The laws of Tents.v as laws of features and labels: their regression functions are Hoelder continuous with L = 2,
    and their features have the density c on a cube of volume 1/c. *)

From Foundations Require Import Facts_averages Facts_bumps Ball_shares.
From Foundations Require Export Excess_risks.
Import ListNotations.
Open Scope R_scope.

(** ** Powers *)

Lemma raise_sub s t beta : 0 <= s -> 0 <= t -> 0 < beta -> beta <= 1 ->
  raise (s + t) beta <= raise s beta + raise t beta.
Proof.
  intros S T pos le.
  destruct (Req_dec (s + t) 0) as [zero | some].
  { replace s with 0 by lra. replace t with 0 by lra. rewrite Rplus_0_r, raise_0 by exact pos. lra. }
  assert (sum : 0 < s + t) by lra.
  assert (part : forall y, 0 <= y -> y <= s + t -> y / (s + t) * raise (s + t) beta <= raise y beta).
  { intros y [y_pos | <-] most; [| unfold Rdiv; rewrite !Rmult_0_l; apply raise_ge_0].
    replace (raise y beta) with (raise (y / (s + t)) beta * raise (s + t) beta).
    - apply Rmult_le_compat_r; [apply raise_ge_0 |].
      assert (p_pos : 0 < y / (s + t)) by now apply Rdiv_lt_0_compat.
      rewrite raise_pos by exact p_pos. rewrite <- (exp_ln (y / (s + t))) at 1 by exact p_pos. apply exp_le.
      assert (ln (y / (s + t)) <= 0); [| nra]. rewrite <- ln_1. apply ln_le; [exact p_pos |]. apply Rle_div_l; lra.
    - rewrite <- raise_mult; [f_equal; field; lra | now apply Rdiv_lt_0_compat | lra | exact pos]. }
  pose proof (part s S ltac:(lra)). pose proof (part t T ltac:(lra)).
  replace (raise (s + t) beta) with (s / (s + t) * raise (s + t) beta + t / (s + t) * raise (s + t) beta)
    by (field; lra). lra.
Qed.

Lemma raise_near s t beta : 0 <= s -> 0 <= t -> 0 < beta -> beta <= 1 ->
  Rabs (raise s beta - raise t beta) <= raise (Rabs (s - t)) beta.
Proof.
  intros S T pos le. destruct (Rle_dec t s) as [less | more].
  - rewrite (Rabs_pos_eq (s - t)) by lra. pose proof (raise_sub t (s - t) beta T ltac:(lra) pos le) as sum.
    replace (t + (s - t)) with s in sum by ring. pose proof (raise_le t s beta ltac:(lra) ltac:(lra)).
    rewrite Rabs_pos_eq; lra.
  - rewrite (Rabs_left (s - t)) by lra. pose proof (raise_sub s (t - s) beta S ltac:(lra) pos le) as sum.
    replace (s + (t - s)) with t in sum by ring. replace (- (s - t)) with (t - s) by ring.
    pose proof (raise_le s t beta ltac:(lra) ltac:(lra)). rewrite Rabs_left1; lra.
Qed.

(** ** Smoothness *)

Lemma off_middle_near d u w e : 0 <= e -> (forall i, (i < d)%nat -> Rabs (u i - w i) <= e) ->
  off_middle d u <= off_middle d w + e.
Proof.
  intros e_0 close. unfold off_middle.
  assert (inside : forall i, In i (below d) -> Rabs (u i - w i) <= e) by (intros i I; apply close; now apply in_below).
  clear close. induction (below d) as [| j l IH]; cbn [map fold_right]; [lra |].
  apply Rmax_lub.
  - eapply Rle_trans; [| apply Rplus_le_compat_r, Rmax_l]. specialize (inside j (or_introl eq_refl)).
    replace (u j - 1 / 2) with (w j - 1 / 2 + (u j - w j)) by ring. eapply Rle_trans; [apply Rabs_triang | lra].
  - eapply Rle_trans; [apply IH; intros i I; apply inside; now right |]. apply Rplus_le_compat_r, Rmax_r.
Qed.

Section Smooth.
  Variables (h beta : R) (d : nat) (c : R).
  Hypotheses (beta_pos : 0 < beta) (beta_1 : beta <= 1) (d_1 : (1 <= d)%nat) (c_pos : 0 < c) (h_pos : 0 < h).
  Let N := cubes_on_side d h c.
  Let tent := tent_at h beta d c.
  Let corner := tent_corner d h c.

  (** How far a point is inside the k-th cube, twice: the tent is its power. *)
  Definition height k (x : vector) := h * Rmax 0 (1 - 2 * off_middle d (fun i => (x i - corner k i) / h)).

  Lemma height_ge_0 k x : 0 <= height k x.
  Proof. apply Rmult_le_pos; [lra | apply Rmax_l]. Qed.

  Lemma tent_is_power k x : tent k x = raise (height k x) beta.
  Proof. unfold tent, tent_at, tent_shape, height. now rewrite <- raise_mult by (lra || apply Rmax_l). Qed.

  Lemma height_near k x z n : 0 <= n -> (forall i, (i < d)%nat -> Rabs (x i - z i) <= n) ->
    height k x <= height k z + 2 * n.
  Proof.
    intros n_0 close. unfold height.
    assert (near : off_middle d (fun i => (z i - corner k i) / h) <= off_middle d (fun i => (x i - corner k i) / h) + n
      / h).
    { apply off_middle_near; [now apply Rdiv_le_0_compat |]. intros i I.
      replace ((z i - corner k i) / h - (x i - corner k i) / h) with (- (x i - z i) * / h) by (field; lra).
      rewrite Rabs_mult, Rabs_Ropp, (Rabs_pos_eq (/ h)) by (left; now apply Rinv_0_lt_compat).
      apply Rmult_le_compat_r; [left; now apply Rinv_0_lt_compat | now apply close]. }
    replace (2 * n) with (h * (2 * (n / h))) by (field; lra). rewrite <- Rmult_plus_distr_l.
    apply Rmult_le_compat_l; [lra |]. pose proof (Rdiv_le_0_compat n h n_0 h_pos).
    unfold Rmax. repeat destruct (Rle_dec _ _); lra.
  Qed.

  Lemma height_by_coordinate k x i : (i < d)%nat ->
    height k x <= Rmax 0 (2 * (x i - corner k i)) /\ height k x <= Rmax 0 (2 * (corner k i + h - x i)).
  Proof.
    intros I. pose proof (off_middle_ge d (fun j => (x j - corner k j) / h) i I) as far. cbv beta in far.
    apply Rabs_le_between in far. set (o := off_middle d _) in *. unfold height. fold o.
    set (y := (x i - corner k i) / h) in *. assert (y_is : x i - corner k i = h * y) by (unfold y; field; lra).
    replace (corner k i + h - x i) with (h - (x i - corner k i)) by ring. rewrite y_is.
    unfold Rmax. repeat destruct (Rle_dec _ _); split; nra.
  Qed.

  Lemma two_tents j k x z n : In j (seq 1 (N ^ d)) -> In k (seq 1 (N ^ d)) -> j <> k ->
    (forall i, (i < d)%nat -> Rabs (x i - z i) <= n) -> tent k x <> 0 -> tent j z <> 0 ->
    height k x + height j z <= 2 * n.
  Proof.
    intros J K other close at_k at_j. apply in_seq in J, K.
    assert (some : N <> O) by (intros zero; rewrite zero, Nat.pow_0_l in J by lia; lia).
    assert (apart : exists i, (i < d)%nat /\ digit N (k - 1) i <> digit N (j - 1) i).
    { apply NNPP. intros none. apply other. enough (j - 1 = k - 1)%nat by lia.
      apply (same_digits N d); [exact some | lia | lia |]. intros i I. apply NNPP. intros differ_i. apply none.
      exists i.
      split; [exact I |]. intros same. now apply differ_i. }
    destruct apart as (i & I & differ_i). specialize (close i I). apply Rabs_le_between in close.
    pose proof (tent_inside h beta d c beta_pos h_pos k x at_k i I) as in_k.
    pose proof (tent_inside h beta d c beta_pos h_pos j z at_j i I) as in_j.
    pose proof (height_by_coordinate k x i I) as [kl kr]. pose proof (height_by_coordinate j z i I) as [jl jr].
    fold corner in in_k, in_j. rewrite Rmax_right in kl, kr, jl, jr by lra.
    assert (place : forall l, corner l i = INR (digit N (l - 1) i) * h).
    { intros l. unfold corner, tent_corner. fold N. destruct (lt_dec i d); [reflexivity | contradiction]. }
    rewrite !place in *.
    destruct (lt_eq_lt_dec (digit N (k - 1) i) (digit N (j - 1) i)) as [[less | same] | more]; [| contradiction |].
    - apply le_INR in less. rewrite S_INR in less. nra.
    - apply le_INR in more. rewrite S_INR in more. nra.
  Qed.

  Let power_2 : raise 2 beta <= 2.
  Proof.
    rewrite raise_pos by lra. rewrite <- (exp_ln 2) at 2 by lra. apply exp_le.
    assert (0 <= ln 2) by (rewrite <- ln_1; apply ln_le; lra). nra.
  Qed.

  Let one_tent k x z n (sign : bool) : 0 <= n -> (forall i, (i < d)%nat -> Rabs (x i - z i) <= n) ->
    Rabs (sgn sign * tent k x - sgn sign * tent k z) <= 2 * raise n beta.
  Proof.
    intros n_0 close. rewrite <- Rmult_minus_distr_l, Rabs_mult, size_of_sign, Rmult_1_l, !tent_is_power.
    eapply Rle_trans; [apply raise_near; try assumption; apply height_ge_0 |].
    apply Rle_trans with (raise (2 * n) beta).
    - apply raise_le; [lra |]. split; [apply Rabs_pos |]. apply Rabs_le.
      pose proof (height_near k x z n n_0 close).
      assert (back : forall i, (i < d)%nat -> Rabs (z i - x i) <= n)
        by (intros i I; rewrite Rabs_minus_sym; now apply close).
      pose proof (height_near k z x n n_0 back). lra.
    - rewrite raise_mult by lra. apply Rmult_le_compat_r; [apply raise_ge_0 | exact power_2].
  Qed.

  Lemma tent_mean_smooth v x z n : 0 <= n -> (forall i, (i < d)%nat -> Rabs (x i - z i) <= n) ->
    Rabs (tent_mean v h beta d c x - tent_mean v h beta d c z) <= 2 * raise n beta.
  Proof.
    intros n_0 close. set (last := Nat.min (length v) (N ^ d)).
    assert (alone : forall y k, In k (seq 1 last) -> tent k y <> 0 ->
      tent_mean v h beta d c y = sgn (bit v (k - 1)) * tent k y)
      by (intros y k; exact (mean_on_tent h beta d c beta_pos d_1 h_pos v k y)).
    assert (zero : forall y, (forall k, In k (seq 1 last) -> tent k y = 0) -> tent_mean v h beta d c y = 0).
    { intros y none. unfold tent_mean. fold N last. rewrite (Sum_ext_in _ _ (fun _ => 0)).
      - now rewrite Sum_const, Rmult_0_r.
      - intros k K. specialize (none k K). unfold tent in none. rewrite none. ring. }
    assert (cases : forall y, (exists k, In k (seq 1 last) /\ tent k y <> 0) \/
      forall k, In k (seq 1 last) -> tent k y = 0).
    { intros y. destruct (classic (exists k, In k (seq 1 last) /\ tent k y <> 0)) as [some | none]; [now left | right].
      intros k K. destruct (Req_dec (tent k y) 0) as [is_0 | some]; [exact is_0 |]. elim none. now exists k. }
    destruct (cases x) as [(k & K & at_k) | none_x], (cases z) as [(j & J & at_j) | none_z].
    - rewrite (alone x k), (alone z j) by assumption.
      destruct (Nat.eq_dec j k) as [-> | other]; [now apply one_tent |].
      assert (both : height k x + height j z <= 2 * n).
      { apply in_seq in J, K. unfold last in J, K. apply two_tents; try assumption; apply in_seq; lia. }
      pose proof (height_ge_0 k x) as k_0. pose proof (height_ge_0 j z) as j_0.
      pose proof (raise_two (height k x) (height j z) beta k_0 j_0 beta_pos beta_1) as sum.
      rewrite <- !tent_is_power in sum.
      assert (total : raise 2 (1 - beta) * raise (height k x + height j z) beta <= 2 * raise n beta).
      { apply Rle_trans with (raise 2 (1 - beta) * raise (2 * n) beta).
        - apply Rmult_le_compat_l; [apply raise_ge_0 | apply raise_le; lra].
        - rewrite raise_mult by lra. rewrite <- Rmult_assoc. apply Rmult_le_compat_r; [apply raise_ge_0 |].
          rewrite !raise_pos, <- exp_plus by lra. replace ((1 - beta) * ln 2 + beta * ln 2) with (ln 2) by ring.
          rewrite exp_ln by lra. lra. }
      assert (0 <= tent k x) by exact (proj1 (tent_between h beta d c beta_pos k x)).
      assert (0 <= tent j z) by exact (proj1 (tent_between h beta d c beta_pos j z)). unfold sgn.
      destruct (bit v (k - 1)), (bit v (j - 1)); apply Rabs_le; lra.
    - rewrite (alone x k), (zero z none_z) by assumption.
      replace 0 with (sgn (bit v (k - 1)) * tent k z) by (rewrite (none_z k K); ring). now apply one_tent.
    - rewrite (zero x none_x), (alone z j) by assumption.
      replace 0 with (sgn (bit v (j - 1)) * tent j x) by (rewrite (none_x j J); ring). now apply one_tent.
    - rewrite (zero x none_x), (zero z none_z), Rminus_0_r, Rabs_R0. pose proof (raise_ge_0 n beta). lra.
  Qed.
End Smooth.

(** ** The samples

    The features lie in the cube [0, L)^d of volume 1/c; the label has its law at the point. *)

Definition tent_support d c : support := corner_cube d (fun _ => 0) (support_side d c).

Section Samples.
  Variables (U : uniform_laws) (h beta : R) (d : nat) (c T q : R).
  Hypotheses (beta_pos : 0 < beta) (beta_1 : beta <= 1) (d_1 : (1 <= d)%nat) (c_pos : 0 < c) (h_pos : 0 < h)
    (T_pos : 0 < T) (q_1 : q <= 1) (low : raise h beta <= T * q).
  Let L := support_side d c.
  Let L_pos : 0 < L := side_pos d c c_pos.
  Let unit : event vector := corner_cube d (fun _ => 0) 1.

  (** A point of the unit cube at its place in the support; the corner, where it is none. *)
  Definition at_support (u : vector) : vector :=
    if holds (corner_cube d (fun _ => 0) 1) u then in_support d c u else fun _ => 0.

  Lemma at_support_inside u : tent_support d c (at_support u).
  Proof.
    unfold at_support. destruct (holds _ u) eqn:inside.
    - apply (proj1 (holds_true _ _)) in inside. destruct inside as [flat inside]. split.
      + intros k K. unfold in_support. rewrite flat by exact K. ring.
      + intros k K. specialize (inside k K). unfold in_support. fold L. nra.
    - split; [intros k K; reflexivity |]. intros k K. fold L. lra.
  Qed.

  Lemma at_support_of u : unit u -> at_support u = in_support d c u.
  Proof. intros inside. unfold at_support. now rewrite (proj2 (holds_true (corner_cube d (fun _ => 0) 1) u) inside).
  Qed.

  Definition support_point u : point (tent_support d c) := exist _ (at_support u) (at_support_inside u).

  Definition tent_samples v : labelled (tent_support d c) := Labelled (tent_support d c)
    (image support_point (uniform_on_cube U d)) R
    (fun x => space_of (tent_label T q (tent_mean v h beta d c (position x)))) (clip T) (fun x => clip_square _ T _).

  Let small v x : Rabs (tent_mean v h beta d c x) <= T * q.
  Proof. eapply Rle_trans; [exact (mean_small h beta d c beta_pos d_1 h_pos v x) | exact low]. Qed.

  Let clip_at y : - T <= y <= T -> clip T y = y.
  Proof. apply clip_inside. Qed.

  (** They are those of Tents.v. *)
  Lemma samples_of_tents v : same_law (sample_law (tent_samples v)) (tent_law U v h beta d c T q).
  Proof.
    intros f F. set (mean := tent_mean v h beta d c).
    transitivity (E (uniform_on_cube U d) (fun u => E (tent_label T q (mean (at_support u)))
      (fun y => f (at_support u, clip T y)))); [reflexivity |].
    transitivity (E (uniform_on_cube U d) (fun u => E (tent_label T q (mean (in_support d c u)))
      (fun y => f (in_support d c u, y)))); [| reflexivity].
    destruct F as [M F]. apply (uniform_inside U d).
    - exists M. intros u. apply E_small. intros y. apply F.
    - exists M. intros u. apply E_small. intros y. apply F.
    - intros u inside. rewrite at_support_of by exact inside.
      rewrite !E_tent_label by (assumption || apply small). now rewrite !clip_at by lra.
  Qed.

  Lemma regression_of_tents v x : regression (tent_samples v) x = tent_mean v h beta d c (position x).
  Proof.
    change (E (tent_label T q (tent_mean v h beta d c (position x))) (clip T) = tent_mean v h beta d c (position x)).
    apply mean_of_label; try assumption; [apply small | | |]; apply clip_at; lra.
  Qed.

  (** A mean over the features. *)
  Lemma E_features v (f : point (tent_support d c) -> R) g : bounded f -> bounded g ->
    (forall x : point (tent_support d c), f x = g (position x)) ->
    E (features (tent_samples v)) f = E (uniform_on_cube U d) (fun u => g (in_support d c u)).
  Proof.
    intros [M F] [M' G] same. change (E (uniform_on_cube U d) (fun u => f (support_point u)) =
      E (uniform_on_cube U d) (fun u => g (in_support d c u))).
    apply (uniform_inside U d); [exists M; intros u; apply F | exists M'; intros u; apply G |].
    intros u inside. rewrite same. cbn [position support_point proj1_sig]. now rewrite at_support_of.
  Qed.

  (** ** Smoothness *)

  Lemma tents_hoelder v : hoelder (regression (tent_samples v)) 2 beta.
  Proof.
    intros x z. rewrite !regression_of_tents.
    assert (flat : in_space d (vector_minus (position x) (position z))).
    { intros k K. unfold vector_minus.
      rewrite (proj1 (proj2_sig x) k K : position x k = 0), (proj1 (proj2_sig z) k K : position z k = 0). ring. }
    apply tent_mean_smooth; try assumption; [apply sqrt_pos |]. intros i _. exact (coordinate_le_norm d _ i flat).
  Qed.

  (** ** The density *)

  Let times (y : vector) : vector := fun i => L * y i.

  Let flat_times y : in_space d (times y) -> in_space d y.
  Proof. intros flat k K. specialize (flat k K). unfold times in flat. nra. Qed.

  Let bounded_times A : bounded_set d A -> bounded_set d (fun y => A (times y)).
  Proof.
    intros [r H]. exists (r / L). intros y inside. destruct (H _ inside) as [flat near].
    split; [now apply flat_times |]. intros k. specialize (near k). unfold times in near.
    rewrite Rabs_mult, (Rabs_pos_eq L) in near by lra. apply Rle_div_r; [exact L_pos | lra].
  Qed.

  (** The volume in units of the support's side. *)
  Definition wide_volume (V : volume d) : volume d.
  Proof.
    refine (Volume d (fun A => L ^ d * size_of V (fun y => A (times y))) _ _ _ _).
    - intros A. apply Rmult_le_pos; [apply pow_le; lra | apply size_ge_0].
    - intros A B bounded_B within. apply Rmult_le_compat_l; [apply pow_le; lra |].
      apply size_le; [now apply bounded_times |]. intros y. apply within.
    - intros A B bounded_A bounded_B apart. rewrite <- Rmult_plus_distr_l. f_equal.
      apply (size_plus d V (fun y => A (times y)) (fun y => B (times y)));
        [now apply bounded_times | now apply bounded_times |].
      intros y. apply apart.
    - intros a b order. rewrite (size_same V _ (box d (fun k => a k / L) (fun k => b k / L))).
      + rewrite size_box.
        * rewrite <- product_const. unfold product_of.
          induction (below d) as [| k l IH]; cbn [map fold_right]; [ring |].
          rewrite <- IH. field. lra.
        * intros k K. apply Rmult_le_compat_r; [left; now apply Rinv_0_lt_compat | now apply order].
      + apply bounded_times, bounded_box.
      + apply bounded_box.
      + intros y. unfold times. split; intros [flat inside].
        * split; [now apply flat_times |]. intros k K. specialize (inside k K).
          split; [apply Rle_div_l | apply Rlt_div_r]; lra.
        * split; [intros k K; rewrite (flat k K); ring |]. intros k K. destruct (inside k K) as [l r].
          apply Rle_div_l in l; [| exact L_pos]. apply Rlt_div_r in r; [| exact L_pos]. lra.
  Defined.

  Lemma side_power : L ^ d * c = 1.
  Proof.
    rewrite <- (Rpower_pow d L L_pos). unfold Rpower, L, support_side. rewrite raise_pos, ln_exp by exact c_pos.
    assert (0 < INR d) by (apply lt_0_INR; lia). replace (INR d * (- / INR d * ln c)) with (- ln c) by (field; lra).
    rewrite exp_Ropp, exp_ln by exact c_pos. field. lra.
  Qed.

  Lemma tents_dense v : density_least (wide_volume (uniform_volume U d)) (tent_samples v) c.
  Proof.
    intros A small_A. cbn [size_of wide_volume].
    rewrite <- Rmult_assoc, (Rmult_comm c), side_power, Rmult_1_l.
    set (B := fun y => A (times y) /\ tent_support d c (times y)).
    assert (inside : forall y, B y -> unit y).
    { intros y [_ [flat within]]. split; [now apply flat_times |]. intros k K. specialize (within k K).
      unfold times in within. fold L in within. nra. }
    change (size_of (uniform_volume U d) B <= chance (features (tent_samples v)) (fun x => A (position x))).
    rewrite <- (uniform_chance U d B inside). right. unfold chance. symmetry.
    change (E (uniform_on_cube U d) (fun u => indicator (fun x : point (tent_support d c) => A (position x))
      (support_point u)) = E (uniform_on_cube U d) (indicator B)).
    apply (uniform_inside U d).
    - apply bounded_between with 0 1. intros u. apply indicator_between.
    - apply bounded_indicator.
    - intros u here. apply indicator_same. cbn [position support_point proj1_sig].
      pose proof (at_support_inside u) as within. rewrite (at_support_of u here) in *.
      unfold B. change (times u) with (in_support d c u). tauto.
  Qed.

  Lemma tents_smooth_and_regular v : smooth_and_regular d beta c _ (tent_samples v).
  Proof.
    split; [apply tents_hoelder |]. split; [intros x; exact (proj1 (proj2_sig x)) |].
    exists (wide_volume (uniform_volume U d)). split; [apply tents_dense |]. intros x r r_pos r_L.
    exact (share_of_a_ball d _ L (position x) r r_pos r_L (proj2_sig x)).
  Qed.
End Samples.

(** ** Labels within (-T, T), and labels with a moment *)

Lemma tents_within_bounds U h beta d c S T c_pos v : 0 < beta -> beta <= 1 -> (1 <= d)%nat -> 0 < h -> 0 < S -> S < T ->
  raise h beta <= S -> laws_of_samples (bounded_class d beta T c) _ (tent_samples U h beta d c S 1 c_pos v).
Proof.
  intros beta_pos beta_1 d_1 h_pos S_pos less low. split.
  - apply tents_smooth_and_regular; try assumption; lra.
  - intros x. unfold almost_surely, probability.
    change (E (tent_label S 1 (tent_mean v h beta d c (position x))) (indicator (fun w => ~ Rabs (clip S w) < T)) = 0).
    rewrite (E_ext _ _ (fun _ => 0)); [apply E_const |]. intros w. apply indicator_0. intros above. apply above.
    apply Rle_lt_trans with S; [| exact less]. apply Rabs_le. unfold clip, Rmin, Rmax.
    repeat destruct (Rle_dec _ _); lra.
Qed.

(** Labels T, 0 and -T, of which q T^p <= M. *)
Lemma tents_with_moment U h beta d c T q p M c_pos v : 0 < beta -> beta <= 1 -> (1 <= d)%nat -> 0 < h -> 0 < T ->
  0 < q ->
  q <= 1 -> 0 < p -> raise T p * q <= M -> raise h beta <= T * q ->
  laws_of_samples (heavy_class d beta p M c) _ (tent_samples U h beta d c T q c_pos v).
Proof.
  intros beta_pos beta_1 d_1 h_pos T_pos q_pos q_1 p_pos moment low. split.
  - now apply tents_smooth_and_regular.
  - intros x cut. set (y := tent_mean v h beta d c (position x)).
    assert (small : Rabs y <= T * q) by (eapply Rle_trans; [now apply mean_small | exact low]).
    change (E (tent_label T q y) (fun w => Rmin (raise (Rabs (clip T w)) p) cut) <= M).
    rewrite E_tent_label by assumption. rewrite !clip_inside, Rabs_Ropp, Rabs_R0, (Rabs_pos_eq T), raise_0 by lra.
    apply Rabs_le_between in small. assert (lean : - q <= y / T <= q).
    { split; [apply Rle_div_r | apply Rle_div_l]; try exact T_pos; lra. }
    pose proof (Rmin_l (raise T p) cut). pose proof (Rmin_l 0 cut). set (a := Rmin (raise T p) cut) in *.
    set (b := Rmin 0 cut) in *. nra.
Qed.

(** ** The margin *)

Lemma one_of_sum {I} (l : list I) (f : I -> R) i : (forall j, 0 <= f j) -> In i l -> f i <= Sum l f.
Proof.
  intros f_0. induction l as [| j l IH]; [easy |]. intros [-> | inside]; cbn [Sum].
  - pose proof (Sum_ge_0 l f f_0). lra.
  - specialize (IH inside). pose proof (f_0 j). lra.
Qed.

(** The unit cube's points that are near its boundary: a slab on either side of each axis. *)
Lemma chance_of_slab (U : uniform_laws) d i a b : (i < d)%nat -> 0 <= a -> a <= b -> b <= 1 ->
  chance (uniform_on_cube U d) (fun u => corner_cube d (fun _ => 0) 1 u /\ a <= u i < b) <= b - a.
Proof.
  intros I a_0 order b_1. set (l := fun k => if Nat.eq_dec k i then a else 0).
  set (r := fun k => if Nat.eq_dec k i then b else 1).
  rewrite uniform_chance by tauto. rewrite (size_same _ _ (box d l r)).
  - rewrite size_box by (intros k _; unfold l, r; destruct (Nat.eq_dec k i); lra). unfold product_of.
    assert (parts : forall m, (i < m)%nat -> fold_right Rmult 1 (map (fun k => r k - l k) (below m)) = b - a).
    { induction m as [| m IH]; [lia |]. intros less. unfold below. rewrite seq_S, map_app. cbn [map Nat.add].
      assert (last : forall (q : list R) z, fold_right Rmult 1 (q ++ [z]) = fold_right Rmult 1 q * z)
        by (intros q z; induction q as [| y q IHq]; cbn [fold_right app]; [ring | rewrite IHq; ring]).
      rewrite last. replace (r m - l m) with (if Nat.eq_dec m i then b - a else 1)
        by (unfold l, r; destruct (Nat.eq_dec m i); lra).
      destruct (Nat.eq_dec m i) as [-> | other].
      - replace (fold_right Rmult 1 (map (fun k => r k - l k) (seq 0 i))) with 1; [ring |].
        assert (ones : forall q : list nat, (forall k, In k q -> k <> i) ->
          fold_right Rmult 1 (map (fun k => r k - l k) q) = 1).
        { induction q as [| k q IHq]; intros apart; [reflexivity |]. cbn [map fold_right].
          rewrite IHq by (intros j J; apply apart; now right). unfold l, r.
          destruct (Nat.eq_dec k i) as [is |]; [elim (apart k (or_introl eq_refl)); exact is | ring]. }
        symmetry. apply ones. intros k K. apply in_seq in K. lia.
      - fold (below m). rewrite IH by lia. ring. }
    rewrite parts by exact I. lra.
  - destruct (bounded_corner_cube d 1) as [q H]. exists q. intros x [inside _]. now apply H.
  - apply bounded_box.
  - intros u. unfold corner_cube, box, l, r. split.
    + intros [[flat inside] range]. split; [exact flat |]. intros k K. specialize (inside k K).
      destruct (Nat.eq_dec k i) as [-> |]; [exact range | lra].
    + intros [flat inside]. pose proof (inside i I) as range. destruct (Nat.eq_dec i i); [| lia].
      split; [split; [exact flat |] | exact range]. intros k K. specialize (inside k K).
      destruct (Nat.eq_dec k i) as [-> |]; lra.
Qed.

Lemma chance_near_boundary (U : uniform_laws) d beta s : 0 < beta -> 0 <= s -> s <= 1 ->
  chance (uniform_on_cube U d) (fun u => 0 < tent_shape d beta u < raise s beta) <= INR d * s.
Proof.
  intros beta_pos s_0 s_1. set (X := uniform_on_cube U d). set (cube := corner_cube d (fun _ => 0) 1).
  set (lower := fun i (u : vector) => cube u /\ 0 <= u i < s / 2).
  set (upper := fun i (u : vector) => cube u /\ 1 - s / 2 <= u i < 1).
  apply Rle_trans with (E X (fun u => Sum (below d) (fun i => indicator (lower i) u + indicator (upper i) u))).
  - unfold chance.
    apply Rle_trans with (E X (fun u => indicator cube u * indicator (fun u => 0 < tent_shape d beta u < raise s beta)
      u)).
    + right. apply (uniform_inside U d); [apply bounded_indicator | apply bounded_mult; apply bounded_indicator |].
      intros u inside. rewrite (indicator_1 cube u inside). ring.
    + apply E_mono.
      * apply bounded_mult; apply bounded_indicator.
      * apply bounded_Sum. intros i. apply bounded_plus; apply bounded_indicator.
      * intros u. assert (sum_0 : 0 <= Sum (below d) (fun i => indicator (lower i) u + indicator (upper i) u)).
        { apply Sum_ge_0. intros i. pose proof (indicator_between (lower i) u).
          pose proof (indicator_between (upper i) u). lra. }
        destruct (classic (cube u)) as [inside | out]; [| rewrite indicator_0 by exact out; lra].
        destruct (classic (0 < tent_shape d beta u < raise s beta)) as [[pos less] | no];
          [| rewrite (indicator_0 _ u no); lra].
        rewrite (indicator_1 cube u inside). rewrite indicator_1 by (split; assumption).
        assert (far : (1 - s) / 2 < off_middle d u).
        { apply Rnot_le_lt. intros near. apply (Rlt_irrefl (raise s beta)). eapply Rle_lt_trans; [| exact less].
          unfold tent_shape. apply raise_le; [lra |]. split; [exact s_0 |]. eapply Rle_trans; [| apply Rmax_r]. lra. }
        assert (some : exists i, (i < d)%nat /\ (1 - s) / 2 < Rabs (u i - 1 / 2)).
        { apply NNPP. intros none. apply (Rlt_irrefl (off_middle d u)). eapply Rle_lt_trans; [| exact far].
          unfold off_middle. assert (each : forall i, In i (below d) -> Rabs (u i - 1 / 2) <= (1 - s) / 2).
          { intros i I. apply Rnot_lt_le. intros more. apply none. exists i. split; [now apply in_below | exact more]. }
          clear - each s_1. induction (below d) as [| j l IH]; cbn [map fold_right]; [lra |].
          apply Rmax_lub; [apply each; now left | apply IH; intros i I; apply each; now right]. }
        destruct some as (i & I & away).
        eapply Rle_trans; [| apply (term_below_sum d (fun i => indicator (lower i) u + indicator (upper i) u) i)].
        -- pose proof (proj2 inside i I) as range.
           pose proof (indicator_between (lower i) u). pose proof (indicator_between (upper i) u).
           destruct (Rle_dec (1 / 2) (u i)) as [right | left].
           ++ rewrite Rabs_pos_eq in away by lra.
              rewrite (indicator_1 (upper i) u); [lra | split; [exact inside | lra]].
           ++ rewrite Rabs_left in away by lra. rewrite (indicator_1 (lower i) u); [lra | split; [exact inside | lra]].
        -- intros j. pose proof (indicator_between (lower j) u). pose proof (indicator_between (upper j) u). lra.
        -- exact I.
  - rewrite E_Sum by (intros i; apply bounded_plus; apply bounded_indicator).
    rewrite <- (Sum_below_const d). apply Sum_le_in. intros i I. apply in_below in I.
    rewrite E_plus by apply bounded_indicator.
    pose proof (chance_of_slab U d i 0 (s / 2) I ltac:(lra) ltac:(lra) ltac:(lra)) as low.
    pose proof (chance_of_slab U d i (1 - s / 2) 1 I ltac:(lra) ltac:(lra) ltac:(lra)) as high.
    change (E X (indicator (lower i)) <= s / 2 - 0) in low.
    change (E X (indicator (upper i)) <= 1 - (1 - s / 2)) in high.
    lra.
Qed.

(** P(0 < |eta(X)| < t) <= C_T t^gamma: the cubes have little mass, and their tents fall steeply enough. *)
Lemma tents_have_margin U h beta d c C_T gamma c_pos m v : 0 < beta -> beta <= 1 -> (1 <= d)%nat -> 0 < h ->
  raise h beta <= 1 ->
  0 <= gamma -> beta * gamma <= 1 -> length v = m -> h ^ d * c * INR d * INR m <= C_T * raise h (beta * gamma) ->
  laws_of_samples (margin_class d beta gamma C_T c) _ (tent_samples U h beta d c 1 1 c_pos v).
Proof.
  intros beta_pos beta_1 d_1 h_pos low gamma_0 flat_enough long light.
  set (P := tent_samples U h beta d c 1 1 c_pos v). set (tent := tent_at h beta d c). set (N := cubes_on_side d h c).
  assert (small : forall x, Rabs (tent_mean v h beta d c x) <= 1 * 1).
  { intros x. eapply Rle_trans; [now apply mean_small | lra]. }
  split; [apply tents_smooth_and_regular; try assumption; lra |]. split.
  - intros x. unfold almost_surely, probability.
    change (E (tent_label 1 1 (tent_mean v h beta d c (position x)))
      (indicator (fun w => ~ (clip 1 w = 1 \/ clip 1 w = -1))) = 0).
    rewrite E_tent_label by (apply small || lra).
    rewrite (indicator_0 _ 1) by (rewrite clip_inside by lra; tauto).
    rewrite (indicator_0 _ (- 1)); [ring |]. rewrite clip_inside by lra. intros no. apply no. right. lra.
  - intros t t_pos. set (last := Nat.min (length v) (N ^ d)).
    assert (few : INR last <= INR m) by (apply le_INR; unfold last; lia).
    set (near := fun (u : vector) => 0 < tent_shape d beta u < t / raise h beta).
    assert (top_pos : 0 < raise h beta) by (rewrite raise_pos by exact h_pos; apply exp_pos).
    assert (on_tent : forall k, (1 <= k <= N ^ d)%nat ->
      E (uniform_on_cube U d) (fun u => indicator (fun x => 0 < tent k x < t) (in_support d c u)) =
      h ^ d * c * chance (uniform_on_cube U d) near).
    { intros k range. unfold chance. rewrite <- (raise_INR h d h_pos).
      rewrite <- (mean_over_cube h beta d c beta_pos d_1 c_pos h_pos U k (indicator near)).
      - apply E_ext. intros u. apply indicator_same. unfold near, tent, tent_at.
        set (y := tent_shape d beta _). split; intros [pos less]; split.
        + apply (Rmult_lt_reg_l (raise h beta)); [exact top_pos | lra].
        + apply Rlt_div_r; [exact top_pos | lra].
        + now apply Rmult_lt_0_compat.
        + apply Rlt_div_r in less; [lra | exact top_pos].
      - apply bounded_indicator.
      - intros u zero. apply indicator_0. unfold near. rewrite zero. lra.
      - exact range. }
    apply Rle_trans with (INR m * (h ^ d * c * chance (uniform_on_cube U d) near)).
    + assert (mass_0 : 0 <= h ^ d * c * chance (uniform_on_cube U d) near).
      { pose proof (chance_between (uniform_on_cube U d) near). pose proof (pow_lt h d h_pos).
        repeat apply Rmult_le_pos; lra. }
      apply Rle_trans with (INR last * (h ^ d * c * chance (uniform_on_cube U d) near));
        [| now apply Rmult_le_compat_r].
      rewrite <- (seq_length last 1), <- Sum_const.
      rewrite (Sum_ext_in _ _ (fun k => E (uniform_on_cube U d) (fun u => indicator (fun x => 0 < tent k x < t)
        (in_support d c u)))).
      2: { intros k K. apply in_seq in K. symmetry. apply on_tent. unfold last in K. lia. }
      rewrite <- E_Sum by (intros k; apply bounded_between with 0 1; intros u; apply indicator_between).
      unfold chance. rewrite (E_features U h beta d c 1 1 c_pos v _
        (indicator (fun x => 0 < Rabs (tent_mean v h beta d c x) < t))).
      * apply E_mono; [apply bounded_between with 0 1; intros u; apply indicator_between | |].
        -- apply bounded_Sum. intros k. apply bounded_between with 0 1. intros u. apply indicator_between.
        -- intros u. set (x := in_support d c u).
           assert (sum_0 : 0 <= Sum (seq 1 last) (fun k => indicator (fun x => 0 < tent k x < t) x))
             by (apply Sum_ge_0; intros k; apply indicator_between).
           destruct (classic (exists k, In k (seq 1 last) /\ tent k x <> 0)) as [(k & K & some) | none].
           ++ pose proof (mean_on_tent h beta d c beta_pos d_1 h_pos v k x K some) as is.
              assert (size : Rabs (tent_mean v h beta d c x) = tent k x).
              { rewrite is, Rabs_mult, size_of_sign, Rmult_1_l. apply Rabs_pos_eq.
                exact (proj1 (tent_between h beta d c beta_pos k x)). }
              rewrite (indicator_same _ (fun x => 0 < tent k x < t) x x) by (rewrite size; tauto).
              apply (one_of_sum (seq 1 last) (fun k => indicator (fun x => 0 < tent k x < t) x)); [| exact K].
              intros j. apply indicator_between.
           ++ rewrite indicator_0; [exact sum_0 |]. intros [pos _]. apply (Rlt_irrefl 0).
              eapply Rlt_le_trans; [exact pos |].
              right. unfold tent_mean. fold N last. rewrite (Sum_ext_in _ _ (fun _ => 0)).
              ** now rewrite Sum_const, Rmult_0_r, Rabs_R0.
              ** intros k K. destruct (Req_dec (tent k x) 0) as [zero | some];
                   [unfold tent in zero; rewrite zero; ring |].
                 elim none. now exists k.
      * apply bounded_indicator.
      * apply bounded_indicator.
      * intros x. apply indicator_same. unfold P.
        rewrite (regression_of_tents U h beta d c 1 1 beta_pos d_1 c_pos h_pos Rlt_0_1 (Rle_refl 1) ltac:(lra) v x).
        tauto.
    + set (x := t / raise h beta). assert (x_pos : 0 < x) by now apply Rdiv_lt_0_compat.
      assert (t_gamma : raise t gamma = raise h (beta * gamma) * raise x gamma).
      { assert (ln_x : ln x = ln t - beta * ln h).
        { unfold x, Rdiv. rewrite ln_mult, ln_Rinv by (try apply Rinv_0_lt_compat; assumption).
          rewrite raise_pos, ln_exp by exact h_pos. ring. }
        rewrite (raise_pos t), (raise_pos h), (raise_pos x), ln_x, <- exp_plus by assumption. f_equal. ring. }
      assert (steep : INR m * (h ^ d * c * chance (uniform_on_cube U d) near) <= h ^ d * c * INR d * INR m * raise x
        gamma).
      { pose proof (pow_lt h d h_pos) as h_d. pose proof (pos_INR m) as m_0.
        replace (INR m * (h ^ d * c * chance (uniform_on_cube U d) near)) with
          (h ^ d * c * INR m * chance (uniform_on_cube U d) near) by ring.
        replace (h ^ d * c * INR d * INR m * raise x gamma) with (h ^ d * c * INR m * (INR d * raise x gamma)) by ring.
        apply Rmult_le_compat_l; [repeat apply Rmult_le_pos; lra |].
        assert (one : 1 <= INR d) by (change 1 with (INR 1); now apply le_INR).
        destruct (Rle_dec x 1) as [less | more].
        - set (s := raise x (1 / beta)).
          assert (ln_x : ln x <= 0) by (rewrite <- ln_1; now apply ln_le).
          assert (inverse : 0 < 1 / beta) by (apply Rdiv_lt_0_compat; lra).
          assert (s_is : raise s beta = x).
          { unfold s. rewrite !raise_pos by (try rewrite raise_pos by exact x_pos; try apply exp_pos; exact x_pos).
            rewrite ln_exp. replace (beta * (1 / beta * ln x)) with (ln x) by (field; lra). now apply exp_ln. }
          assert (s_gamma : s <= raise x gamma).
          { unfold s. rewrite !raise_pos by exact x_pos. apply exp_le.
            assert (gamma <= 1 / beta) by (apply Rle_div_r; lra).
            rewrite !(Rmult_comm _ (ln x)). now apply Rmult_le_compat_neg_l. }
          assert (s_1 : s <= 1).
          { unfold s. rewrite raise_pos by exact x_pos.
            apply Rle_trans with (exp 0); [apply exp_le | rewrite exp_0; lra].
            pose proof (Rmult_le_compat_neg_l (ln x) 0 (1 / beta) ln_x (Rlt_le _ _ inverse)). lra. }
          pose proof (chance_near_boundary U d beta s beta_pos (raise_ge_0 x (1 / beta)) s_1) as most.
          rewrite s_is in most. fold x in near. eapply Rle_trans; [exact most |]. apply Rmult_le_compat_l; lra.
        - assert (1 <= raise x gamma).
          { rewrite raise_pos by exact x_pos. apply exp_ge_1. apply Rmult_le_pos; [exact gamma_0 |].
            rewrite <- ln_1. apply ln_le; lra. }
          pose proof (chance_between (uniform_on_cube U d) near). nra. }
      eapply Rle_trans; [exact steep |]. rewrite t_gamma, <- Rmult_assoc.
      apply Rmult_le_compat_r; [apply raise_ge_0 | exact light].
Qed.
