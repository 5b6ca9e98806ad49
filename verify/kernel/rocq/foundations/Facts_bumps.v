(** * Facts about regression functions made of bumps

    Each theorem says what the calculus grants under that name, as the exporter writes it from the fact itself. *)

From Foundations Require Export Vertices_told Facts_hidden_signs Bumps.
Import ListNotations.
Open Scope R_scope.

(** ** The sign of a bump, turned *)

Section Turned_bump.
  Variables (U : uniform_laws) (phi : vector -> R) (L beta : R) (N d : nat).
  Hypotheses (L_pos : 0 < L) (N_1 : (1 <= N)%nat) (beta_pos : 0 < beta) (phi_bump : is_bump phi L beta d).
  Let bump := bump_in phi beta N d.
  Let mean := bump_mean phi beta N d.
  Let F := bumps U phi beta N d.

  Let range k x : 0 <= bump k x <= 1 / 2.
  Proof. exact (bump_between phi L beta N d N_1 beta_pos phi_bump k x). Qed.

  (** The probability of the label 1 in a cell, by its sign. *)
  Definition chance_in_cell j x b := (1 + sgn b * bump_in phi beta N d j x) / 2.

  Let inside j x b : 1 / 4 <= chance_in_cell j x b <= 3 / 4.
  Proof. specialize (range j x). unfold chance_in_cell, sgn. fold bump. destruct b; lra. Qed.

  Let at_own v j x : In j (coordinates F) -> bump j x <> 0 ->
    (1 + mean v x) / 2 = chance_in_cell j x (v j) /\ (1 + mean (turned_at v j) x) / 2 = chance_in_cell j x (negb (v j)).
  Proof.
    intros J some. unfold mean, chance_in_cell.
    rewrite !(mean_in_cell phi L beta N d L_pos N_1 beta_pos phi_bump _ j x J some). unfold turned_at.
    rewrite Nat.eqb_refl. split; reflexivity.
  Qed.

  (** The density of the law with the sign j turned. *)
  Definition bump_ratio (v : vertex) j (p : vector * R) := if Req_EM_T (bump_in phi beta N d j (fst p)) 0 then 1
    else bit_ratio (chance_in_cell j (fst p)) (v j) (if Rlt_dec 0 (snd p) then true else false).

  Let read c : (if Rlt_dec 0 (sgn c) then true else false) = c.
  Proof. unfold sgn. destruct c, (Rlt_dec _ _); reflexivity || lra. Qed.

  Lemma bump_ratio_between v j p : 0 <= bump_ratio v j p <= 3.
  Proof.
    unfold bump_ratio. destruct (Req_EM_T _ 0); [lra |]. unfold bit_ratio.
    pose proof (inside j (fst p) (v j)). pose proof (inside j (fst p) (negb (v j))).
    destruct (Rlt_dec 0 (snd p)); split; try (apply Rdiv_le_0_compat; lra); apply Rle_div_l; lra.
  Qed.

  Lemma bump_ratio_density v j : In j (coordinates F) -> has_density (F v) (bump_ratio v j) (F (turned_at v j)).
  Proof.
    intros J. split; [apply bounded_between with 0 3, bump_ratio_between |]. intros f _.
    change (E (bump_law U phi beta N d (turned_at v j)) f =
      E (bump_law U phi beta N d v) (fun p => bump_ratio v j p * f p)).
    rewrite !E_bump_law. apply E_ext. intros x. fold mean. unfold bump_ratio. cbn [fst snd]. fold bump.
    destruct (Req_EM_T (bump j (to_cube d x)) 0) as [zero | some].
    - unfold mean. rewrite mean_off_cell by exact zero. apply E_ext. intros c. ring.
    - destruct (at_own v j (to_cube d x) J some) as [-> ->].
      rewrite (bit_ratio_density (chance_in_cell j (to_cube d x)))
        by (intros b; specialize (inside j (to_cube d x) b); lra).
      apply E_ext. intros c. now rewrite read.
  Qed.

  Let ratio_of_label v j x c : bump_ratio v j (x, sgn c) =
    if Req_EM_T (bump j x) 0 then 1 else bit_ratio (chance_in_cell j x) (v j) c.
  Proof. unfold bump_ratio. cbn [fst snd]. fold bump. now rewrite read. Qed.

  (** Disjoint supports. *)
  Lemma bump_ratios_apart v i j : In i (coordinates F) -> In j (coordinates F) -> i <> j ->
    E (F v) (fun p => bump_ratio v i p * bump_ratio v j p) = 1.
  Proof.
    intros I J other. change (E (bump_law U phi beta N d v) (fun p => bump_ratio v i p * bump_ratio v j p) = 1).
    rewrite E_bump_law, (E_ext _ _ (fun _ => 1)); [apply E_const |]. intros x. set (y := to_cube d x). fold mean.
    rewrite (E_ext _ _ (fun c => (if Req_EM_T (bump i y) 0 then 1 else bit_ratio (chance_in_cell i y) (v i) c) *
      (if Req_EM_T (bump j y) 0 then 1 else bit_ratio (chance_in_cell j y) (v j) c)))
      by (intros c; now rewrite !ratio_of_label).
    assert (inside_1 : forall k b, 0 < chance_in_cell k y b < 1) by (intros k b; specialize (inside k y b); lra).
    destruct (Req_EM_T (bump i y) 0) as [zero_i | at_i], (Req_EM_T (bump j y) 0) as [zero_j | at_j].
    - rewrite (E_ext _ _ (fun _ => 1)) by (intros; ring). apply E_const.
    - rewrite (E_ext _ _ (bit_ratio (chance_in_cell j y) (v j))) by (intros; ring).
      rewrite (proj1 (at_own v j y J at_j)). now apply bit_ratio_mean.
    - rewrite (E_ext _ _ (bit_ratio (chance_in_cell i y) (v i))) by (intros; ring).
      rewrite (proj1 (at_own v i y I at_i)). now apply bit_ratio_mean.
    - elim other. exact (one_bump_at_most phi L beta N d L_pos N_1 beta_pos phi_bump i j y I J at_i at_j).
  Qed.

  Let bump_square_bounded j : bounded (fun x => bump j (to_cube d x) ^ 2).
  Proof. apply bounded_between with 0 (1 / 4). intros x. specialize (range j (to_cube d x)). nra. Qed.

  (** The square of 1 - 2 eta/(1 + eta) has the mean 1 + 4 eta^2/(1 - eta^2), eta <= 1/2. *)
  Lemma bump_ratio_square v j : In j (coordinates F) -> E (F v) (fun p => bump_ratio v j p * bump_ratio v j p) <=
    1 + 16 * raise (INR N) (- INR d - 2 * beta) * squared_norm U phi d / 3.
  Proof.
    intros J. change (E (bump_law U phi beta N d v) (fun p => bump_ratio v j p * bump_ratio v j p) <=
      1 + 16 * raise (INR N) (- INR d - 2 * beta) * squared_norm U phi d / 3).
    replace (16 * raise (INR N) (- INR d - 2 * beta) * squared_norm U phi d / 3)
      with (16 / 3 * (raise (INR N) (- INR d - 2 * beta) * squared_norm U phi d)) by field.
    rewrite <- (square_of_a_bump U phi L beta N d L_pos N_1 beta_pos phi_bump j). fold bump.
    pose proof (bump_square_bounded j) as B. rewrite E_bump_law.
    apply Rle_trans with (E (uniform_on_cube U d) (fun x => 1 + 16 / 3 * bump j (to_cube d x) ^ 2));
      [| rewrite E_plus, E_const, E_scal by bounded; lra].
    apply E_mono; [| bounded |].
    - apply bounded_between with 0 9. intros x. apply E_between. intros c.
      pose proof (bump_ratio_between v j (to_cube d x, sgn c)). nra.
    - intros x. set (y := to_cube d x). fold mean.
      rewrite (E_ext _ _ (fun c => (if Req_EM_T (bump j y) 0 then 1 else bit_ratio (chance_in_cell j y) (v j) c) *
        (if Req_EM_T (bump j y) 0 then 1 else bit_ratio (chance_in_cell j y) (v j) c)))
        by (intros c; now rewrite !ratio_of_label).
      destruct (Req_EM_T (bump j y) 0) as [zero | some].
      + rewrite (E_ext _ _ (fun _ => 1)), E_const by (intros; ring). rewrite zero. lra.
      + rewrite (proj1 (at_own v j y J some)), bit_ratio_square
          by (intros b; specialize (inside j y b); lra).
        specialize (range j y). unfold square_ratio, chance_in_cell, sgn. fold bump. set (s := bump j y) in *.
        apply Rle_trans with (1 + 4 * s ^ 2 / (1 - s ^ 2)).
        * right. destruct (v j); simpl negb; cbv iota; field; repeat split; nra.
        * apply Rplus_le_compat_l, Rle_div_l; [nra |]. pose proof (pow2_ge_0 s). assert (s ^ 2 <= 1 / 4) by nra. nra.
  Qed.
End Turned_bump.

(** Disjoint supports; the square of 2 eta/(1 +- eta) has mean 4 eta^2/(1 - eta^2), eta <= 1/2. *)
Theorem fact_changes_of_bumps : forall (U : uniform_laws) (phi : function vector) (L : R) (N : nat) (beta : R)
    (d : nat),
  0 < L ->
  (1 <= N)%nat ->
  0 < beta ->
  beta <= 1 ->
  (1 <= d)%nat ->
  is_bump phi L beta d ->
  orthogonal_relative_changes (bumps U phi beta N d) (N ^ d) 1 (16 * raise (INR N) (- INR d - 2 * beta) *
    squared_norm U phi d / 3).
Proof.
  intros U phi L N beta d L_pos N_1 beta_pos _ _ bump.
  apply (orthogonal_by_ratios (bumps U phi beta N d) (fun v j => bump_ratio phi beta N d v j)).
  - intros v j J. now apply (bump_ratio_density U phi L).
  - intros v j p. now apply (bump_ratio_between phi L).
  - intros v i j I J other. now apply (bump_ratios_apart U phi L).
  - intros v j J. now apply (bump_ratio_square U phi L).
Qed.

(** ** The divergence *)

Lemma KL_of_bits p q : 0 < p < 1 -> 0 < q < 1 -> KL_most (bit_of p) (bit_of q) (coin_KL p q).
Proof.
  intros P Q f F. pose proof (KL_of_coins p q ltac:(lra) ltac:(lra) P Q f F) as H.
  unfold bit_of, coin, chance_in in *. cbn [E mix ret] in *. rewrite !Rmin_left, !Rmax_right by lra. exact H.
Qed.

(** The label's law with s or -s for its mean. *)
Lemma KL_of_opposite_bits s b : 0 < s <= 1 / 2 ->
  KL_most (bit_of ((1 + sgn b * s) / 2)) (bit_of ((1 + sgn (negb b) * s) / 2)) (3 * s ^ 2).
Proof.
  intros S f F. pose proof (KL_of_opposite_coins s S) as most.
  apply Rle_trans with (coin_KL ((1 + sgn b * s) / 2) ((1 + sgn (negb b) * s) / 2) +
    ln (E (bit_of ((1 + sgn (negb b) * s) / 2)) (fun c => exp (f c)))).
  { apply KL_of_bits; [| | exact F]; unfold sgn; destruct b; simpl; lra. }
  apply Rplus_le_compat_r. unfold sgn. destruct b; simpl negb; cbv iota.
  - replace (1 + 1 * s) with (1 + s) by ring. replace (1 + -1 * s) with (1 - s) by ring. exact most.
  - replace (coin_KL ((1 + -1 * s) / 2) ((1 + 1 * s) / 2)) with (coin_KL ((1 + s) / 2) ((1 - s) / 2)); [exact most |].
    unfold coin_KL. replace (1 - (1 + s) / 2) with ((1 - s) / 2) by field.
    replace (1 - (1 - s) / 2) with ((1 + s) / 2) by field. replace (1 + 1 * s) with (1 + s) by ring.
    replace (1 + -1 * s) with (1 - s) by ring. replace (1 - (1 - s) / 2) with ((1 + s) / 2) by field.
    replace (1 - (1 + s) / 2) with ((1 - s) / 2) by field. ring.
Qed.

(** eta log((1 + eta)/(1 - eta)) <= 3 eta^2 for eta <= 1/2, on one of the cubes. *)
Theorem fact_divergence_of_bumps : forall (U : uniform_laws) (phi : function vector) (v : vertex) (L : R) (N : nat)
    (beta : R) (d k : nat),
  0 < L ->
  (1 <= N)%nat ->
  0 < beta ->
  beta <= 1 ->
  (1 <= d)%nat ->
  (1 <= k)%nat ->
  is_bump phi L beta d ->
  KL_most ((bumps U phi beta N d) v) ((bumps U phi beta N d) (turned_at v k)) (3 * raise (INR N) (- INR d - 2 * beta) *
    squared_norm U phi d).
Proof.
  intros U phi v L N beta d k L_pos N_1 beta_pos _ _ k_1 phi_bump f F.
  rewrite Rmult_assoc, <- (square_of_a_bump U phi L beta N d L_pos N_1 beta_pos phi_bump k).
  set (bump := bump_in phi beta N d k). set (mean := bump_mean phi beta N d).
  assert (range : forall x, 0 <= bump x <= 1 / 2) by exact (bump_between phi L beta N d N_1 beta_pos phi_bump k).
  assert (B : bounded (fun x => bump (to_cube d x) ^ 2)).
  { apply bounded_between with 0 (1 / 4). intros x. specialize (range (to_cube d x)). nra. }
  change (E (bump_law U phi beta N d v) f <= 3 * E (uniform_on_cube U d) (fun x => bump (to_cube d x) ^ 2) +
    ln (E (bump_law U phi beta N d (turned_at v k)) (fun p => exp (f p)))).
  assert (beyond : (N ^ d < k)%nat -> bump_law U phi beta N d (turned_at v k) = bump_law U phi beta N d v).
  { intros far. apply bump_laws_agree. intros j J. unfold turned_at. destruct (Nat.eqb_spec j k); [lia | reflexivity]. }
  destruct (le_lt_dec k (N ^ d)) as [here | far].
  - assert (K : In k (seq 1 (N ^ d))) by (apply in_seq; lia). rewrite !E_bump_law.
    set (one := fun x => E (bit_of ((1 + mean v (to_cube d x)) / 2)) (fun c => f (to_cube d x, sgn c))).
    set (other := fun x => E (bit_of ((1 + mean (turned_at v k) (to_cube d x)) / 2))
      (fun c => exp (f (to_cube d x, sgn c)))).
    destruct F as [M f_M].
    assert (f_range : forall p, - M <= f p <= M) by (intros p; now apply Rabs_le_between).
    assert (one_bounded : bounded one).
    { apply bounded_between with (- M) M. intros x. apply E_between. intros c. apply f_range. }
    assert (other_range : forall x, exp (- M) <= other x <= exp M).
    { intros x. apply E_between. intros c. split; apply exp_le, f_range. }
    assert (other_bounded : bounded other) by exact (bounded_between _ _ _ other_range).
    assert (pos : 0 < exp (- M)) by apply exp_pos.
    apply Rle_trans with (E (uniform_on_cube U d) (fun x => 3 * bump (to_cube d x) ^ 2 + ln (other x))).
    + apply E_mono; [exact one_bounded | |].
      * apply bounded_plus; [bounded |]. apply (bounded_ln other (exp (- M))); [exact pos | apply other_range |].
        exact other_bounded.
      * intros x. unfold one, other. set (y := to_cube d x).
        assert (at_y : bounded (fun c => f (y, sgn c))) by (exists M; intros c; apply f_M).
        destruct (Req_dec (bump y) 0) as [zero | some].
        -- unfold mean. rewrite mean_off_cell by exact zero. fold mean. rewrite zero.
           pose proof (KL_refl (bit_of ((1 + mean v y) / 2)) _ at_y). lra.
        -- unfold mean. rewrite !(mean_in_cell phi L beta N d L_pos N_1 beta_pos phi_bump _ k y K some).
           unfold turned_at. rewrite Nat.eqb_refl. fold bump. apply KL_of_opposite_bits; [| exact at_y].
           specialize (range y). lra.
    + rewrite E_plus, E_scal by (try apply (bounded_ln other (exp (- M))); bounded; apply other_range).
      apply Rplus_le_compat_l. apply (jensen_ln _ _ (exp (- M))); [exact pos | apply other_range | exact other_bounded].
  - rewrite beyond by exact far. pose proof (KL_refl (bump_law U phi beta N d v) f F).
    pose proof (E_ge (uniform_on_cube U d) (fun x => bump (to_cube d x) ^ 2) 0 B (fun x => pow2_ge_0 _)). lra.
Qed.

(** ** Assouad's method for the squared error *)

Lemma square_between y : -1 <= y <= 1 -> 0 <= y ^ 2 <= 1.
Proof. intros Y. split; [apply pow2_ge_0 | nra]. Qed.

(** A number f beside two opposite ones: with w = min(1, |f + g|^2/(2 |g|^2)) the guess that the sign is + is wrong by
    1 - w where it is, else by w. *)
Section Guess.
  Variables (U : uniform_laws) (phi : vector -> R) (L beta : R) (N d : nat).
  Hypotheses (L_pos : 0 < L) (N_1 : (1 <= N)%nat) (beta_pos : 0 < beta) (phi_bump : is_bump phi L beta d).
  Let mean := bump_mean phi beta N d.
  Let bump k x := bump_in phi beta N d k (to_cube d x).
  Let X := uniform_on_cube U d.
  Let half := 1 / 2.
  Let size := E X (fun x => bump 1 x ^ 2).

  Let range k x : 0 <= bump k x <= 1 / 2.
  Proof. exact (bump_between phi L beta N d N_1 beta_pos phi_bump k (to_cube d x)). Qed.

  Let size_of_each k : E X (fun x => bump k x ^ 2) = size.
  Proof.
    unfold size, X, bump. now rewrite !(square_of_a_bump U phi L beta N d L_pos N_1 beta_pos phi_bump).
  Qed.

  Variable f : vector -> R.
  Hypothesis f_between : forall x, - half <= f x <= half.

  (** The squared distance from the bump with a sign, where it is not 0. *)
  Definition off_bump k s x := if Req_EM_T (bump_in phi beta N d k (to_cube d x)) 0 then 0
    else (f x - s * bump_in phi beta N d k (to_cube d x)) ^ 2.
  Definition share_off k := Rmin 1 (E (uniform_on_cube U d) (off_bump k (-1)) /
    (2 * E (uniform_on_cube U d) (fun x => bump_in phi beta N d 1 (to_cube d x) ^ 2))).

  Let off_between k b x : 0 <= off_bump k (sgn b) x <= 1.
  Proof.
    unfold off_bump. fold (bump k x). destruct (Req_EM_T _ 0); [lra |]. specialize (range k x).
    specialize (f_between x). unfold half in *. apply square_between. unfold sgn. destruct b; lra.
  Qed.

  Let off_bounded k b : bounded (off_bump k (sgn b)).
  Proof. apply bounded_between with 0 1, off_between. Qed.

  Lemma share_off_test k : 0 < size -> 0 <= share_off k <= 1.
  Proof.
    intros pos. unfold share_off. fold X. change (fun x => bump_in phi beta N d 1 (to_cube d x) ^ 2)
      with (fun x => bump 1 x ^ 2). fold size. pose proof (E_between X _ 0 1 (off_between k false)) as E_range.
    simpl sgn in E_range. split; [apply Rmin_glb; [lra | apply Rdiv_le_0_compat; lra] | apply Rmin_l].
  Qed.

  Lemma guess_of_a_sign k b : 0 < size -> 2 * size * wrong b (share_off k) <= E X (off_bump k (sgn b)).
  Proof.
    intros pos. pose proof (share_off_test k pos) as test. unfold share_off in test |- *. fold X in test |- *.
    change (fun x => bump_in phi beta N d 1 (to_cube d x) ^ 2) with (fun x => bump 1 x ^ 2) in test |- *.
    fold size in test |- *.
    set (plus := E X (off_bump k (sgn true))). set (minus := E X (off_bump k (sgn false))).
    assert (both : 2 * size <= plus + minus).
    { unfold plus, minus. rewrite <- E_plus by apply off_bounded. rewrite <- (size_of_each k), <- E_scal.
      - apply E_mono; [| apply bounded_plus; apply off_bounded |].
        + apply bounded_between with 0 1. intros x. specialize (range k x). nra.
        + intros x. unfold off_bump. fold (bump k x). destruct (Req_EM_T (bump k x) 0) as [zero | _].
          * rewrite zero. lra.
          * unfold sgn. pose proof (pow2_ge_0 (f x)). lra.
      - apply bounded_between with 0 1. intros x. specialize (range k x). nra. }
    change (E X (off_bump k (-1))) with minus in test |- *.
    assert (minus_pos : 0 <= minus) by (apply E_ge; [apply off_bounded | intros; apply off_between]).
    assert (plus_pos : 0 <= plus) by (apply E_ge; [apply off_bounded | intros; apply off_between]).
    assert (whole : 2 * size * (minus / (2 * size)) = minus) by (field; lra).
    unfold wrong. destruct b; [fold plus | fold minus]; unfold Rmin in test |- *;
      destruct (Rle_dec 1 (minus / (2 * size))); nra.
  Qed.

  (** A point lies in one cell at most. *)
  Lemma squared_error_by_cells (v : vertex) : Sum (seq 1 (N ^ d)) (fun k => E X (off_bump k (sgn (v k)))) <=
    E X (fun x => (f x - mean v (to_cube d x)) ^ 2).
  Proof.
    rewrite <- E_Sum by (intros; apply off_bounded).
    apply E_mono.
    - apply bounded_Sum. intros k. apply off_bounded.
    - apply bounded_between with 0 1. intros x. specialize (f_between x).
      pose proof (mean_between phi L beta N d L_pos N_1 beta_pos phi_bump v (to_cube d x)) as small. fold mean in small.
      unfold half in *. apply square_between. lra.
    - intros x. destruct (in_a_cell_or_none phi beta N d (to_cube d x)) as [(k & K & some) | none].
      + rewrite (Sum_ext_in _ _ (fun j => if Nat.eq_dec j k then off_bump k (sgn (v k)) x else 0)).
        * rewrite Sum_single by (apply seq_NoDup || exact K). unfold off_bump. fold (bump k x).
          destruct (Req_EM_T (bump k x) 0); [contradiction |]. right. f_equal. f_equal. symmetry.
          exact (mean_in_cell phi L beta N d L_pos N_1 beta_pos phi_bump v k (to_cube d x) K some).
        * intros j J. destruct (Nat.eq_dec j k) as [-> | other]; [reflexivity |]. unfold off_bump. fold (bump j x).
          destruct (Req_EM_T (bump j x) 0) as [| at_j]; [reflexivity |]. elim other.
          exact (one_bump_at_most phi L beta N d L_pos N_1 beta_pos phi_bump j k (to_cube d x) J K at_j some).
      + rewrite (Sum_ext_in _ _ (fun _ => 0)), Sum_const, Rmult_0_r; [apply pow2_ge_0 |]. intros k K. unfold off_bump.
        rewrite none by exact K. now destruct (Req_EM_T 0 0).
  Qed.
End Guess.

(** Assouad: Yu 1997, Lemma 2: on a cube p |f - g|^2 + (1 - p) |f + g|^2 is at least 4 p (1 - p) |g|^2, hence
    2 min(p, 1 - p) |g|^2. *)
Theorem fact_Assouad_for_regression : forall (A : Type) (U : uniform_laws) (C : label_class) (Z_ : method (list (prod
    vector R)) A (function vector)) (phi : function vector) (L : R) (N : nat) (beta : R) (d m : nat),
  0 < L ->
  (1 <= N)%nat ->
  0 < beta ->
  beta <= 1 ->
  (1 <= d)%nat ->
  (1 <= m)%nat ->
  bumps_within U phi beta N d C ->
  is_bump phi L beta d ->
  forall w : R, wrong_coordinates_least Z_ (bumps U phi beta N d) m (N ^ d) w ->
  forall r : R, worst_L2_risk_most Z_ C m r ->
  2 * raise (INR N) (- INR d - 2 * beta) * squared_norm U phi d * w <= r.
Proof.
  intros A U C Z phi L N beta d m L_pos N_1 beta_pos _ _ _ within phi_bump w least r risk.
  set (X := uniform_on_cube U d). set (size := E X (fun x => bump_in phi beta N d 1 (to_cube d x) ^ 2)).
  replace (2 * raise (INR N) (- INR d - 2 * beta) * squared_norm U phi d * w) with (2 * size * w)
    by (unfold size, X; rewrite (square_of_a_bump U phi L beta N d L_pos N_1 beta_pos phi_bump 1); ring).
  assert (size_pos : 0 <= size).
  { apply E_ge; [| intros; apply pow2_ge_0]. apply bounded_between with 0 1. intros x.
    pose proof (bump_between phi L beta N d N_1 beta_pos phi_bump 1 (to_cube d x)). nra. }
  set (mean := bump_mean phi beta N d). set (D := (N ^ d)%nat).
  set (M := fun v => transcript_of Z (power (bump_law U phi beta N d (vertex_with v)) m)).
  set (f := fun z x => clip (1 / 2) (estimate Z z (to_cube d x))).
  assert (f_between : forall z x, - (1 / 2) <= f z x <= 1 / 2).
  { intros z x. unfold f, clip. split; [apply Rmax_l | apply Rmax_lub; [lra | apply Rmin_r]]. }
  assert (small : forall v x, - (1 / 2) <= mean v x <= 1 / 2).
  { intros v x. pose proof (mean_between phi L beta N d L_pos N_1 beta_pos phi_bump v x). unfold mean. lra. }
  set (cost := fun v z => E X (fun x => (f z x - mean v (to_cube d x)) ^ 2)).
  assert (cost_between : forall v z, 0 <= cost v z <= 1).
  { intros v z. apply E_between. intros x. specialize (f_between z x). specialize (small v (to_cube d x)).
    apply square_between. lra. }
  (* The risk at a vertex: clipping the estimate makes it smaller. *)
  assert (at_vertex_risk : forall v, E (M v) (cost (vertex_with v)) <= r).
  { intros v. specialize (risk _ _ (within (vertex_with v)) 1).
    eapply Rle_trans; [| exact risk].
    set (eta := fun x => regression (bump_samples U phi beta N d (vertex_with v)) (cube_point d x)).
    change (E (M v) (cost (vertex_with v)) <=
      E (M v) (fun z => E X (fun x => Rmin ((estimate Z z (to_cube d x) - eta x) ^ 2) 1))).
    apply E_mono.
    - apply bounded_between with 0 1, cost_between.
    - apply bounded_between with 0 1. intros z. apply E_between. intros x.
      split; [apply Rmin_glb; [apply pow2_ge_0 | lra] | apply Rmin_r].
    - intros z. apply E_mono.
      + apply bounded_between with 0 1. intros x. specialize (f_between z x).
        specialize (small (vertex_with v) (to_cube d x)). apply square_between. lra.
      + apply bounded_cut. intros x. apply pow2_ge_0.
      + intros x. unfold eta. rewrite (mean_is_regression phi L beta N d L_pos N_1 beta_pos phi_bump).
        change (position (cube_point d x)) with (to_cube d x). fold mean.
        specialize (f_between z x). specialize (small (vertex_with v) (to_cube d x)).
        apply Rmin_glb; [| apply square_between; lra].
        set (value := mean (vertex_with v) (to_cube d x)) in *. unfold f, clip in *.
        revert f_between. unfold Rmax, Rmin. repeat destruct (Rle_dec _ _); intros; nra. }
  destruct size_pos as [pos | zero].
  - assert (tests : forall k, test (fun z => share_off U phi beta N d (f z) (S k))).
    { intros k z. now apply (share_off_test U phi L beta N d N_1 beta_pos phi_bump (f z) (f_between z)). }
    specialize (least (fun k z => share_off U phi beta N d (f z) (S k)) tests).
    apply (Rmult_le_compat_l (2 * size)) in least; [| lra]. eapply Rle_trans; [exact least |].
    rewrite <- average_scal, <- (average_const D r). apply average_le. intros v V.
    eapply Rle_trans; [| apply (at_vertex_risk v)]. fold D.
    change (told_of_vertex Z (bumps U phi beta N d) m v) with (M v).
    assert (sum_bounded : bounded (fun z => Sum (below D) (fun k =>
      wrong (bit v k) (share_off U phi beta N d (f z) (S k))))).
    { apply bounded_Sum. intros k. apply bounded_test, wrong_test, tests. }
    rewrite <- E_scal by exact sum_bounded. apply E_mono; [bounded | apply bounded_between with 0 1, cost_between |].
    intros z. unfold cost.
    eapply Rle_trans;
      [| apply (squared_error_by_cells U phi L beta N d L_pos N_1 beta_pos phi_bump (f z) (f_between z))].
    rewrite <- Sum_scal, Sum_from_1. fold D. apply Sum_le. intros k.
    exact (guess_of_a_sign U phi L beta N d L_pos N_1 beta_pos phi_bump (f z) (f_between z) (S k) (bit v k) pos).
  - rewrite <- zero. replace (2 * 0 * w) with 0 by ring.
    eapply Rle_trans; [| apply (at_vertex_risk [])]. apply E_ge; [apply bounded_between with 0 1, cost_between |].
    intros z. apply cost_between.
Qed.

(** ** Smoothness *)

Lemma raise_inverse s p q : 0 <= s -> 0 < p -> 0 < q -> p * q = 1 -> raise (raise s p) q = s.
Proof.
  intros [pos | <-] P Q unit.
  - rewrite (raise_pos s) by exact pos. rewrite raise_pos, ln_exp by apply exp_pos.
    replace (q * (p * ln s)) with (p * q * ln s) by ring. now rewrite unit, Rmult_1_l, exp_ln.
  - now rewrite !raise_0.
Qed.

(** The power's concavity. *)
Lemma raise_two s u beta : 0 <= s -> 0 <= u -> 0 < beta -> beta <= 1 ->
  raise s beta + raise u beta <= raise 2 (1 - beta) * raise (s + u) beta.
Proof.
  intros S V pos le. set (a := raise s beta). set (b := raise u beta).
  assert (a_pos : 0 <= a) by apply raise_ge_0. assert (b_pos : 0 <= b) by apply raise_ge_0.
  assert (inv : 0 < / beta) by now apply Rinv_0_lt_compat. assert (unit : beta * / beta = 1) by (field; lra).
  assert (inv_1 : 1 <= / beta) by (rewrite <- Rinv_1; apply Rinv_le_contravar; lra).
  pose proof (raise_sum a b (/ beta) a_pos b_pos inv_1) as sum.
  replace (raise a (/ beta)) with s in sum by (symmetry; now apply raise_inverse).
  replace (raise b (/ beta)) with u in sum by (symmetry; now apply raise_inverse).
  apply (fun le => raise_le _ _ beta (Rlt_le _ _ pos) (conj (raise_ge_0 _ _) le)) in sum.
  rewrite raise_inverse in sum by (try rewrite Rmult_comm; lra). eapply Rle_trans; [exact sum |]. right.
  replace (raise 2 (/ beta) * ((s + u) / 2)) with (raise 2 (/ beta) / 2 * (s + u)) by field.
  assert (two : 0 < raise 2 (/ beta)) by (rewrite raise_pos by lra; apply exp_pos).
  rewrite raise_mult by lra. f_equal. rewrite (raise_pos (raise 2 (/ beta) / 2)) by lra.
  unfold Rdiv. rewrite ln_mult, ln_Rinv, !raise_pos, ln_exp by lra.
  f_equal. field. lra.
Qed.

Lemma norm_of_multiple d c y : 0 <= c -> norm d (fun i => c * y i) = c * norm d y.
Proof.
  intros C. unfold norm. replace (c * sqrt (inner d y y)) with (sqrt (c ^ 2) * sqrt (inner d y y))
    by (now rewrite sqrt_pow2). rewrite <- sqrt_mult; [| apply pow2_ge_0 |].
  - f_equal. unfold inner. rewrite <- Sum_scal. apply Sum_ext. intros i. ring.
  - apply Sum_ge_0. intros i. apply Rle_0_sqr.
Qed.

Section Smooth.
  Variables (phi : vector -> R) (L beta : R) (N d : nat).
  Hypotheses (L_pos : 0 < L) (N_1 : (1 <= N)%nat) (beta_pos : 0 < beta) (beta_1 : beta <= 1).
  Hypothesis phi_bump : is_bump phi L beta d.
  Let bump := bump_in phi beta N d.
  Let mean := bump_mean phi beta N d.

  Let N_pos : 0 < INR N.
  Proof. apply lt_0_INR. lia. Qed.

  Let range k x : 0 <= bump k x <= 1 / 2.
  Proof. exact (bump_between phi L beta N d N_1 beta_pos phi_bump k x). Qed.

  (** Each bump is as smooth as phi: it is narrowed as it is lowered. *)
  Lemma bump_smooth k x z : Rabs (bump k x - bump k z) <= L * raise (norm d (less x z)) beta.
  Proof.
    unfold bump, bump_in. rewrite <- Rmult_minus_distr_l, Rabs_mult.
    rewrite (Rabs_right (raise (INR N) (- beta))) by (apply Rle_ge, raise_ge_0).
    eapply Rle_trans; [apply Rmult_le_compat_l; [apply raise_ge_0 | apply phi_bump] |]. right.
    replace (less (in_cell_of N d (k - 1) x) (in_cell_of N d (k - 1) z)) with (fun i => INR N * less x z i)
      by (apply functional_extensionality; intros i; unfold less, in_cell_of; ring).
    rewrite norm_of_multiple, raise_mult by (try apply sqrt_pos; lra).
    assert (unit : raise (INR N) (- beta) * raise (INR N) beta = 1).
    { rewrite !raise_pos by exact N_pos. rewrite <- exp_plus, <- exp_0. f_equal. ring. }
    replace (raise (INR N) (- beta) * (L * (raise (INR N) beta * raise (norm d (less x z)) beta)))
      with (raise (INR N) (- beta) * raise (INR N) beta * (L * raise (norm d (less x z)) beta)) by ring.
    rewrite unit. ring.
  Qed.

  (** Between points of two cells there is one where both bumps vanish. *)
  Lemma point_between j k x z : In j (seq 1 (N ^ d)) -> In k (seq 1 (N ^ d)) -> j <> k -> bump k x <> 0 ->
    bump j z <> 0 -> exists t, 0 <= t <= 1 /\ bump k (fun i => x i + t * (z i - x i)) = 0 /\
    bump j (fun i => x i + t * (z i - x i)) = 0.
  Proof.
    intros J K other at_k at_j. apply in_seq in J, K.
    assert (apart : exists i, (i < d)%nat /\ digit N (k - 1) i <> digit N (j - 1) i).
    { apply NNPP. intros none. apply other. enough (j - 1 = k - 1)%nat by lia.
      apply (same_digits N d); try lia. intros i I. apply NNPP. intros differ_i. apply none. exists i.
      split; [exact I |]. intros same. now apply differ_i. }
    destruct apart as (i & I & differ_i).
    pose proof (bump_inside_cell phi L beta N d L_pos N_1 beta_pos phi_bump k x at_k i I) as in_k.
    pose proof (bump_inside_cell phi L beta N d L_pos N_1 beta_pos phi_bump j z at_j i I) as in_j.
    set (a := digit N (k - 1) i) in *. set (b := digit N (j - 1) i) in *.
    (* The wall of the k-th cell on the way. *)
    assert (wall : exists w, (w <= INR a \/ INR a + 1 <= w) /\ (w <= INR b \/ INR b + 1 <= w) /\
      ((INR N * x i < w < INR N * z i) \/ (INR N * z i < w < INR N * x i) \/ (w = INR N * z i))).
    { destruct (lt_eq_lt_dec a b) as [[less_ab | same] | more]; [| contradiction |].
      - apply le_INR in less_ab. rewrite S_INR in less_ab. exists (INR a + 1). repeat split; lra.
      - apply le_INR in more. rewrite S_INR in more. exists (INR a). repeat split; lra. }
    destruct wall as (w & off_k & off_j & between).
    set (t := (w - INR N * x i) / (INR N * z i - INR N * x i)).
    assert (gap : INR N * z i - INR N * x i <> 0).
    { destruct (lt_eq_lt_dec a b) as [[less_ab | same] | more]; [| contradiction |].
      - apply le_INR in less_ab. rewrite S_INR in less_ab. lra.
      - apply le_INR in more. rewrite S_INR in more. lra. }
    assert (at_wall : INR N * (x i + t * (z i - x i)) = w).
    { replace (INR N * (x i + t * (z i - x i))) with (INR N * x i + t * (INR N * z i - INR N * x i)) by ring.
      unfold t. field. exact gap. }
    exists t. split; [| split].
    - destruct between as [up | [down | at_z]].
      + unfold t. split; [apply Rdiv_le_0_compat; lra | apply Rle_div_l; lra].
      + replace t with ((INR N * x i - w) / (INR N * x i - INR N * z i)) by (unfold t; field; lra).
        split; [apply Rdiv_le_0_compat; lra | apply Rle_div_l; lra].
      + exfalso. lra.
    - apply NNPP. intros some.
      pose proof (bump_inside_cell phi L beta N d L_pos N_1 beta_pos phi_bump k _ some i I) as here.
      cbv beta in here. rewrite at_wall in here. fold a in here. lra.
    - apply NNPP. intros some.
      pose proof (bump_inside_cell phi L beta N d L_pos N_1 beta_pos phi_bump j _ some i I) as here.
      cbv beta in here. rewrite at_wall in here. fold b in here. lra.
  Qed.

  Let steep : 1 <= raise 2 (1 - beta).
  Proof.
    rewrite raise_pos by lra. apply exp_ge_1. apply Rmult_le_pos; [lra |]. rewrite <- ln_1. apply ln_le; lra.
  Qed.

  Let one_bump v k x z : Rabs (sgn (v k) * bump k x - sgn (v k) * bump k z) <=
    raise 2 (1 - beta) * L * raise (norm d (less x z)) beta.
  Proof.
    rewrite <- Rmult_minus_distr_l, Rabs_mult.
    assert (unit : Rabs (sgn (v k)) = 1) by (unfold sgn; destruct (v k); [apply Rabs_R1 | rewrite Rabs_left; lra]).
    rewrite unit, Rmult_1_l. eapply Rle_trans; [apply bump_smooth |].
    pose proof (raise_ge_0 (norm d (less x z)) beta). rewrite <- (Rmult_1_l (L * _)), Rmult_assoc.
    apply Rmult_le_compat_r; [apply Rmult_le_pos; lra | exact steep].
  Qed.

  (** Across a border the difference is split at it, which costs 2^(1 - beta). *)
  Lemma mean_smooth v x z : Rabs (mean v x - mean v z) <= raise 2 (1 - beta) * L * raise (norm d (less x z)) beta.
  Proof.
    assert (alone : forall y k, In k (seq 1 (N ^ d)) -> bump k y <> 0 -> mean v y = sgn (v k) * bump k y)
      by (intros y k; exact (mean_in_cell phi L beta N d L_pos N_1 beta_pos phi_bump v k y)).
    assert (nowhere : forall y k, (forall j, In j (seq 1 (N ^ d)) -> bump j y = 0) -> In k (seq 1 (N ^ d)) ->
      mean v y = sgn (v k) * bump k y).
    { intros y k none K. rewrite (none k K). unfold mean. rewrite mean_off_all by exact none. ring. }
    destruct (in_a_cell_or_none phi beta N d x) as [(k & K & at_k) | none_x];
      destruct (in_a_cell_or_none phi beta N d z) as [(j & J & at_j) | none_z].
    - destruct (Nat.eq_dec j k) as [-> | other]; [rewrite (alone x k), (alone z k) by assumption; apply one_bump |].
      rewrite (alone x k), (alone z j) by assumption.
      destruct (point_between j k x z J K other at_k at_j) as (t & T & zero_k & zero_j).
      set (y := fun i => x i + t * (z i - x i)) in *. set (n := norm d (less x z)).
      assert (n_pos : 0 <= n) by apply sqrt_pos.
      assert (to_y : norm d (less x y) = t * n).
      { unfold n. rewrite euclidean_sym, (euclidean_sym d x), <- norm_of_multiple by lra. f_equal.
        apply functional_extensionality. intros i. unfold less, y. ring. }
      assert (from_y : norm d (less y z) = (1 - t) * n).
      { unfold n. rewrite <- norm_of_multiple by lra. f_equal. apply functional_extensionality. intros i.
        unfold less, y. ring. }
      pose proof (bump_smooth k x y) as first. pose proof (bump_smooth j y z) as second.
      rewrite zero_k, to_y, Rminus_0_r in first. rewrite zero_j, from_y in second.
      pose proof (range k x) as k_pos. pose proof (range j z) as j_pos.
      rewrite Rabs_right in first by lra. rewrite Rabs_left1 in second by lra.
      pose proof (raise_two (t * n) ((1 - t) * n) beta ltac:(apply Rmult_le_pos; lra) ltac:(apply Rmult_le_pos; lra)
        beta_pos beta_1) as both. replace (t * n + (1 - t) * n) with n in both by ring.
      apply (Rmult_le_compat_l L) in both; [| lra].
      apply Rle_trans with (bump k x + bump j z); [| lra].
      unfold sgn. destruct (v k), (v j); apply Rabs_le; lra.
    - rewrite (alone x k K at_k), (nowhere z k none_z K). apply one_bump.
    - rewrite (nowhere x j none_x J), (alone z j J at_j). apply one_bump.
    - unfold mean. rewrite !mean_off_all by assumption. rewrite Rminus_diag_eq, Rabs_R0 by reflexivity.
      repeat apply Rmult_le_pos; try apply raise_ge_0; lra.
  Qed.
End Smooth.

(** The density of the features is 1: the closed cube has no more volume than [0, 1)^d. *)
Lemma size_of_cube (U : uniform_laws) d h : 0 <= h ->
  size_of (uniform_volume U d) (corner_cube d (fun _ => 0) h) = h ^ d.
Proof.
  intros H. unfold corner_cube. rewrite size_box by (intros; lra). rewrite <- product_const. unfold product_of. f_equal.
  apply map_ext. intros k. ring.
Qed.

Lemma bounded_corner_cube d h : bounded_set d (corner_cube d (fun _ => 0) h).
Proof.
  exists (Rabs h). intros x [flat inside]. split; [exact flat |]. intros k. destruct (lt_dec k d) as [K | K].
  - specialize (inside k K). pose proof (Rle_abs h). apply Rabs_le. lra.
  - rewrite flat, Rabs_R0 by lia. apply Rabs_pos.
Qed.

Lemma border_of_cube (U : uniform_laws) d : size_of (uniform_volume U d)
  (fun x => Plug_in.unit_cube d x /\ ~ corner_cube d (fun _ => 0) 1 x) <= 0.
Proof.
  set (V := uniform_volume U d). set (border := fun x => Plug_in.unit_cube d x /\ ~ corner_cube d (fun _ => 0) 1 x).
  apply le_epsilon. intros eps eps_pos. set (n := INR d + 1).
  assert (n_pos : 0 < n) by (unfold n; pose proof (pos_INR d); lra).
  set (e := Rmin (/ n) (eps / (2 * n))).
  assert (e_pos : 0 < e) by (apply Rmin_glb_lt; [now apply Rinv_0_lt_compat | apply Rdiv_lt_0_compat; lra]).
  set (cube := corner_cube d (fun _ => 0) 1).
  assert (whole : size_of V cube + size_of V border <= (1 + e) ^ d).
  { rewrite <- (size_of_cube U) by lra. fold V. rewrite <- size_plus.
    - apply size_le; [apply bounded_corner_cube |]. intros x [inside | [[flat inside] _]].
      + destruct inside as [flat inside]. split; [exact flat |]. intros k K. specialize (inside k K). lra.
      + split; [exact flat |]. intros k K. specialize (inside k K). lra.
    - apply bounded_corner_cube.
    - destruct (bounded_corner_cube d (1 + e)) as [r small]. exists r. intros x [[flat inside] _]. apply small.
      split; [exact flat |]. intros k K. specialize (inside k K). lra.
    - intros x inside [_ outside]. now apply outside. }
  pose proof (size_of_cube U d 1 ltac:(lra)) as one. fold V cube in one. rewrite one, pow1 in whole.
  assert (n_e : INR d * e <= 1 /\ 2 * (INR d * e) <= eps).
  { assert (INR d * e <= n * e) by (apply Rmult_le_compat_r; unfold n; lra).
    assert (n * e <= n * / n) by (apply Rmult_le_compat_l; [lra | apply Rmin_l]).
    assert (n * e <= n * (eps / (2 * n))) by (apply Rmult_le_compat_l; [lra | apply Rmin_r]).
    replace (n * / n) with 1 in * by (field; lra).
    replace (n * (eps / (2 * n))) with (eps / 2) in * by (field; lra). lra. }
  pose proof (pow_le_exp e d ltac:(lra)) as power_e.
  pose proof (exp_chord 1 (INR d * e)) as chord. rewrite Rmult_1_l in chord. pose proof (pos_INR d).
  assert (de : 0 <= INR d * e) by (apply Rmult_le_pos; lra). specialize (chord ltac:(lra)). pose proof exp_1_le. nra.
Qed.

Lemma density_of_bump_samples U phi beta N d v c : 0 < c -> c <= 1 ->
  density_least (uniform_volume U d) (bump_samples U phi beta N d v) c.
Proof.
  intros c_pos c_1 A small. set (V := uniform_volume U d). set (cube := corner_cube d (fun _ => 0) 1).
  assert (mass : chance (features (bump_samples U phi beta N d v)) (fun x => A (position x)) =
    size_of V (fun x => A x /\ cube x)).
  { unfold V. rewrite <- uniform_chance by (intros x [_ inside]; exact inside). unfold chance.
    change (E (uniform_on_cube U d) (fun x => indicator (fun p : point (Plug_in.unit_cube d) => A (position p))
      (cube_point d x)) = E (uniform_on_cube U d) (indicator (fun x => A x /\ cube x))).
    apply (uniform_inside U d).
    - apply bounded_between with 0 1. intros x. apply indicator_between.
    - apply bounded_indicator.
    - intros x inside. pose proof (to_cube_fixes d x inside) as same.
      destruct (classic (A x)) as [yes | no].
      + rewrite !indicator_1; [reflexivity | split; assumption |]. change (A (to_cube d x)). now rewrite same.
      + rewrite !indicator_0; [reflexivity | intros [yes _]; now apply no |]. change (~ A (to_cube d x)).
        now rewrite same. }
  rewrite mass. set (border := fun x => Plug_in.unit_cube d x /\ ~ cube x).
  assert (parts : size_of V (fun x => A x /\ Plug_in.unit_cube d x) <=
    size_of V (fun x => A x /\ cube x) + size_of V border).
  { rewrite <- size_plus.
    - apply size_le.
      + destruct small as [r H]. destruct (bounded_corner_cube d 2) as [r' H']. exists (Rmax r r').
        intros x [[a _] | [[flat inside] _]].
        * destruct (H x a) as [flat near]. split; [exact flat |]. intros k.
          eapply Rle_trans; [apply near | apply Rmax_l].
        * assert (two : corner_cube d (fun _ => 0) 2 x)
            by (split; [exact flat | intros k K; specialize (inside k K); lra]).
          destruct (H' x two) as [_ near]. split; [exact flat |]. intros k.
          eapply Rle_trans; [apply near | apply Rmax_r].
      + intros x [a inside]. destruct (classic (cube x)) as [here | off]; [left | right]; split; assumption.
    - destruct small as [r H]. exists r. intros x [a _]. now apply H.
    - destruct (bounded_corner_cube d 2) as [r' H']. exists r'. intros x [[flat inside] _]. apply H'.
      split; [exact flat |]. intros k K. specialize (inside k K). lra.
    - intros x [_ inside] [_ outside]. now apply outside. }
  pose proof (border_of_cube U d) as none. fold V cube border in none.
  pose proof (size_ge_0 _ V (fun x => A x /\ cube x)).
  pose proof (size_ge_0 _ V (fun x => A x /\ Plug_in.unit_cube d x)). nra.
Qed.

(** Tsybakov 2009, Section 2.6.1: across a border the difference is split at it, which costs 2^(1 - beta). *)
Theorem fact_bumps_are_smooth : forall (U : uniform_laws) (phi : function vector) (C_b L : R) (N : nat) (T beta : R)
    (d : nat) (f_L : R),
  0 < C_b ->
  0 < L ->
  (1 <= N)%nat ->
  0 < T ->
  0 < beta ->
  beta <= 1 ->
  (1 <= d)%nat ->
  0 < f_L ->
  is_bump phi L beta d ->
  L * raise 2 (1 - beta) <= C_b ->
  f_L <= 1 ->
  1 < T ->
  bumps_within U phi beta N d (regression_laws C_b beta f_L T d).
Proof.
  intros U phi C L N T beta d low C_pos L_pos N_1 T_pos beta_pos beta_1 _ low_pos phi_bump steep low_1 T_1 v.
  split; [split; [| split] |].
  - intros x. reflexivity.
  - intros x z. rewrite !(mean_is_regression phi L beta N d L_pos N_1 beta_pos phi_bump).
    eapply Rle_trans; [exact (mean_smooth phi L beta N d L_pos N_1 beta_pos beta_1 phi_bump v _ _) |].
    assert (same : norm d (less (position x) (position z)) = gap x z).
    { destruct (proj2_sig x) as [flat_x _]. destruct (proj2_sig z) as [flat_z _]. unfold gap.
      rewrite (norm_in_space d) by (intros k K; unfold vector_minus; rewrite flat_x, flat_z by exact K; ring).
      unfold norm, inner. f_equal. apply Sum_ext. intros k. unfold less, vector_minus. ring. }
    rewrite same. apply Rmult_le_compat_r; [apply raise_ge_0 | lra].
  - exists (uniform_volume U d). now apply density_of_bump_samples.
  - intros x. unfold almost_surely, probability.
    change (E (bit_of ((1 + bump_mean phi beta N d v (position x)) / 2)) (indicator (fun w => ~ Rabs (sgn w) < T)) = 0).
    rewrite (E_ext _ _ (fun _ => 0)); [apply E_const |]. intros w. apply indicator_0. intros above. apply above.
    unfold sgn. destruct w; [rewrite Rabs_R1 | rewrite Rabs_left by lra]; lra.
Qed.
