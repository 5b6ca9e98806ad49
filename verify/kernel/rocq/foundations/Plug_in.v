(** * Plug-in rules: the sign, or a ratio, of what is estimated of each cell

    The features lie in the unit cube, which is cut into N^d cells. *)

From Foundations Require Import Moments Protocols Label_laws Nouns Events Local_averages Estimates Volumes.
Import ListNotations.
Open Scope R_scope.

(** ** Laws of labels over the unit cube *)

Definition unit_cube d (x : vector) := in_space d x /\ forall k, (k < d)%nat -> 0 <= x k <= 1.

Definition label_class := forall S : support, labelled S -> Prop.

(** The support is the unit cube, the density at least low, the regression function Hoelder continuous. *)
Definition smooth_on_cube C beta low d : label_class := fun S P =>
  (forall x, S x <-> unit_cube d x) /\ hoelder (regression P) C beta /\ exists V : volume d, density_least V P low.

(** Labels 1 and -1, with P(|eta(X)| < t) <= C_a t^gamma for t > 0. *)
Definition margin_laws C_a gamma C_b beta low d : label_class := fun S P => smooth_on_cube C_b beta low d S P /\
  (forall x, almost_surely (label_chance P x) (fun w => label_of P w = 1 \/ label_of P w = -1)) /\
  forall t, 0 < t -> chance (features P) (fun x => Rabs (regression P x) < t) <= C_a * raise t gamma.

(** |Y| < T. *)
Definition regression_laws C beta low T d : label_class := fun S P => smooth_on_cube C beta low d S P /\
  forall x, almost_surely (label_chance P x) (fun w => Rabs (label_of P w) < T).

(** A sample: the features, and the label. *)
Definition sample_law {S} (P : labelled S) : law (vector * R) :=
  bind (features P) (fun x => bind (law_of (label_chance P x)) (fun w => ret (position x, label_of P w))).

(** ** Cells *)

Definition cell := list nat.
Definition slot N (y : R) : nat := Nat.min (Z.to_nat (Int_part (INR N * y))) (N - 1).
Definition cell_of N d (x : vector) : cell := map (fun k => slot N (x k)) (below d).

Fixpoint all_lists N d : list cell :=
  match d with
  | O => [[]]
  | Datatypes.S d' => flat_map (fun j => map (cons j) (all_lists N d')) (below N)
  end.
Definition cells N d : list cell := nodup (list_eq_dec Nat.eq_dec) (all_lists N d).

(** P(X in B), and the mean of Y 1(X in B). *)
Definition in_cell {S} N d (B : cell) (x : point S) := cell_of N d (position x) = B.
Definition cell_mass {S} (P : labelled S) N d B := chance (features P) (in_cell N d B).
Definition cell_label {S} (P : labelled S) N d B :=
  E (features P) (fun x => indicator (in_cell N d B) x * regression P x).

(** ** Rules and their risks *)

Definition decision := vector -> bool.
Definition function_pair A := A -> R * R.

(** In each cell the sign of its number. *)
Definition sign_rule {B} (Z : method (list (vector * R)) B (function cell)) N d :
    method (list (vector * R)) B decision :=
  Method _ _ _ (users Z) (channels Z) (fun z x => if Rle_dec 0 (estimate Z z (cell_of N d x)) then true else false).

(** In each cell the number over the mass, cut to [-T, T]; 0 where the mass is 0. *)
Definition ratio (pair : R * R) := if Req_EM_T (fst pair) 0 then 0 else snd pair / fst pair.
Definition ratio_rule {B} (Z : method (list (vector * R)) B (function_pair cell)) N d T :
    method (list (vector * R)) B (function vector) :=
  Method _ _ _ (users Z) (channels Z) (fun z x => clip T (ratio (estimate Z z (cell_of N d x)))).

(** The messages, and new features. *)
Definition told_and_point {B T S} (Z : method (list (vector * R)) B T) (P : labelled S) m : law (list B * point S) :=
  bind (transcript_of Z (power (sample_law P) m)) (fun z => bind (features P) (fun x => ret (z, x))).

(** What a decision costs: |eta| where it is not the sign of eta. *)
Definition excess_at (decided : bool) eta := if decided then Rmax 0 (- eta) else Rmax 0 eta.

Definition worst_excess_risk_most {B} (Z : method (list (vector * R)) B decision) (C : label_class) m r :=
  forall S (P : labelled S), C S P -> mean_most (told_and_point Z P m)
    (fun d => excess_at (estimate Z (fst d) (position (snd d))) (regression P (snd d))) r.

Definition worst_L2_risk_most {B} (Z : method (list (vector * R)) B (function vector)) (C : label_class) m r :=
  forall S (P : labelled S), C S P -> mean_most (told_and_point Z P m)
    (fun d => (estimate Z (fst d) (position (snd d)) - regression P (snd d)) ^ 2) r.

(** The largest chances, over laws and cells, that estimates are off by a share t. *)
Definition label_error_most {B} (Z : method (list (vector * R)) B (function cell)) (C : label_class) m N d t p :=
  forall S (P : labelled S), C S P -> forall K, In K (cells N d) ->
  chance (transcript_of Z (power (sample_law P) m))
    (fun z => t * cell_mass P N d K <= Rabs (estimate Z z K - cell_label P N d K)) <= p.

Definition pair_error_most {B} (Z : method (list (vector * R)) B (function_pair cell)) (C : label_class) m N d T t p :=
  forall S (P : labelled S), C S P -> forall K, In K (cells N d) ->
  chance (transcript_of Z (power (sample_law P) m))
    (fun z => t * cell_mass P N d K <= Rabs (fst (estimate Z z K) - cell_mass P N d K) \/
      T * t * cell_mass P N d K <= Rabs (snd (estimate Z z K) - cell_label P N d K)) <= p.

(** ** Points of one cell *)

Lemma slot_between N y : (1 <= N)%nat -> 0 <= y <= 1 -> INR (slot N y) <= INR N * y <= INR (slot N y) + 1.
Proof.
  intros some Y. pose proof (pos_INR N). destruct (base_Int_part (INR N * y)) as [low high].
  set (i := Int_part (INR N * y)) in *. assert (NY : 0 <= INR N * y) by nra.
  assert (i0 : (0 <= i)%Z) by (apply Z.lt_succ_r, lt_IZR; rewrite succ_IZR; simpl; lra).
  assert (same : INR (Z.to_nat i) = IZR i) by (rewrite INR_IZR_INZ, Z2Nat.id by exact i0; reflexivity).
  unfold slot. fold i. destruct (Nat.le_ge_cases (Z.to_nat i) (N - 1)) as [le | ge].
  - rewrite Nat.min_l, same by exact le. lra.
  - rewrite Nat.min_r by exact ge. apply le_INR in ge. rewrite same in ge. rewrite minus_INR in * by exact some.
    simpl (INR 1) in *. nra.
Qed.

Lemma slot_less N y : (1 <= N)%nat -> (slot N y < N)%nat.
Proof. intros some. unfold slot. lia. Qed.

Lemma cells_once N d : NoDup (cells N d).
Proof. apply NoDup_nodup. Qed.

Lemma cell_inside N d x : (1 <= N)%nat -> In (cell_of N d x) (cells N d).
Proof.
  intros some. apply nodup_In. unfold cell_of, below. generalize 0%nat. induction d as [| d IH]; intros i; [now left |].
  cbn [seq map all_lists]. apply in_flat_map. exists (slot N (x i)). split.
  - apply in_seq. pose proof (slot_less N (x i) some). lia.
  - apply in_map, IH.
Qed.

Lemma bounded_weighed {A} c (S : event A) : bounded (fun x => c * indicator S x).
Proof. apply bounded_mult; [apply bounded_const | apply bounded_indicator]. Qed.

Section Cells.
  Context {S : support} (P : labelled S) (N d : nat).
  Hypothesis (some : (1 <= N)%nat) (cube : forall x, S x <-> unit_cube d x).

  Let F := features P.
  Let at_cell (x : point S) := cell_of N d (position x).

  Lemma gap_in_cell (x z : point S) : at_cell x = at_cell z -> gap x z <= sqrt (INR d) / INR N.
  Proof.
    intros same. assert (pos : 0 < INR N) by (apply lt_0_INR; lia).
    assert (inside : forall y : point S, unit_cube d (position y)) by (intros y; apply cube, (proj2_sig y)).
    unfold gap. rewrite (norm_in_space d).
    - replace (sqrt (INR d) / INR N) with (sqrt (INR d * (/ INR N) ^ 2)).
      + apply sqrt_le_1_alt. rewrite <- Sum_below_const. apply Sum_le_in. intros k range. apply in_seq in range.
        unfold vector_minus. rewrite <- (pow2_abs (_ - _)). apply pow_incr. split; [apply Rabs_pos |].
        assert (slots : slot N (position x k) = slot N (position z k)).
        { apply (ext_in_map same). unfold below. apply in_seq. lia. }
        pose proof (slot_between N (position x k) some (proj2 (inside x) k ltac:(lia))) as X.
        pose proof (slot_between N (position z k) some (proj2 (inside z) k ltac:(lia))) as Y. rewrite slots in X.
        apply (Rmult_le_reg_l (INR N)); [exact pos |]. rewrite Rinv_r by lra.
        rewrite <- (Rabs_pos_eq (INR N)) at 1 by lra. rewrite <- Rabs_mult. apply Rabs_le. lra.
      + rewrite sqrt_mult, sqrt_pow2; [reflexivity | | apply pos_INR | apply pow2_ge_0].
        left. now apply Rinv_0_lt_compat.
    - intros k out. unfold vector_minus. destruct (inside x) as [X _], (inside z) as [Z _].
      rewrite X, Z by exact out. ring.
  Qed.

  (** A sum over the cells of what is 0 but on one. *)
  Lemma sum_at_cell (x : point S) (g : cell -> R) :
    Sum (cells N d) (fun B => indicator (in_cell N d B) x * g B) = g (at_cell x).
  Proof.
    rewrite (Sum_ext _ _ (fun B => if list_eq_dec Nat.eq_dec B (at_cell x) then g (at_cell x) else 0)).
    - exact (Sum_single _ (cells N d) (at_cell x) _ (cells_once N d) (cell_inside N d (position x) some)).
    - intros B. destruct (list_eq_dec Nat.eq_dec B (at_cell x)) as [-> | other].
      + rewrite indicator_1 by reflexivity. ring.
      + rewrite indicator_0 by (intros e; now apply other). ring.
  Qed.

  Lemma cell_masses : Sum (cells N d) (fun B => cell_mass P N d B) = 1.
  Proof.
    unfold cell_mass, chance. rewrite <- E_Sum by (intros; apply bounded_indicator).
    rewrite <- (E_one F). apply E_ext. intros x. rewrite <- (sum_at_cell x (fun _ => 1)).
    apply Sum_ext. intros B. ring.
  Qed.

  Variables (T s : R).
  Hypothesis (small : forall x, Rabs (regression P x) <= T).
  Hypothesis (swing : forall x z : point S, at_cell x = at_cell z -> Rabs (regression P x - regression P z) <= s).

  Lemma bounded_regression : bounded (regression P).
  Proof. now exists T. Qed.

  (** The mean label of a cell, beside the regression function in it. *)
  Lemma cell_label_near (x : point S) :
    Rabs (cell_label P N d (at_cell x) - regression P x * cell_mass P N d (at_cell x)) <=
      s * cell_mass P N d (at_cell x).
  Proof.
    pose proof bounded_regression as B. set (I := indicator (@in_cell S N d (at_cell x))).
    assert (BI : bounded I) by apply bounded_indicator.
    replace (cell_label P N d (at_cell x) - regression P x * cell_mass P N d (at_cell x))
      with (E F (fun z => I z * (regression P z - regression P x))).
    - unfold cell_mass, chance. fold F I. rewrite <- E_scal by exact BI.
      eapply Rle_trans; [apply E_abs_le; bounded |]. apply E_mono; [bounded | bounded |].
      intros z. rewrite Rabs_mult. unfold I. rewrite (Rabs_pos_eq (indicator _ _)) by apply indicator_between.
      rewrite indicator_holds. destruct (holds (in_cell N d (at_cell x)) z) eqn:inside; [| lra].
      apply (proj1 (holds_true _ _)) in inside. rewrite Rmult_1_l, Rmult_1_r. now apply swing.
    - unfold cell_label, cell_mass, chance. fold F I. rewrite <- E_scal, <- E_minus by bounded.
      apply E_ext. intros z. ring.
  Qed.

  (** A cell's mean label is at most T times its mass. *)
  Lemma cell_label_small B : Rabs (cell_label P N d B) <= T * cell_mass P N d B.
  Proof.
    pose proof bounded_regression. pose proof (bounded_indicator (@in_cell S N d B)).
    unfold cell_label, cell_mass, chance. rewrite <- E_scal by assumption.
    eapply Rle_trans; [apply E_abs_le; bounded |]. apply E_mono; [bounded | bounded |].
    intros z. rewrite Rabs_mult, (Rabs_pos_eq (indicator _ _)) by apply indicator_between.
    pose proof (indicator_between (in_cell N d B) z). specialize (small z). nra.
  Qed.

  (** The mean, over messages and new features, of whether the features' cell is bad. *)
  Lemma bad_cells {B} (M : law B) (bad : cell -> event B) p : (forall K, In K (cells N d) -> chance M (bad K) <= p) ->
    E M (fun z => E F (fun x => indicator (bad (at_cell x)) z)) <= p.
  Proof.
    intros H. rewrite (E_ext M _ (fun z => Sum (cells N d) (fun K => cell_mass P N d K * indicator (bad K) z))).
    - rewrite E_Sum by (intros; apply bounded_weighed).
      rewrite <- (Rmult_1_l p), <- cell_masses, Rmult_comm, <- Sum_scal. apply Sum_le_in. intros K inside.
      rewrite E_scal by apply bounded_indicator. rewrite (Rmult_comm p).
      apply Rmult_le_compat_l; [apply chance_between |].
      now apply H.
    - intros z.
      rewrite (E_ext F _ (fun x => Sum (cells N d) (fun K => indicator (bad K) z * indicator (in_cell N d K) x))).
      + rewrite E_Sum by (intros; apply bounded_weighed). apply Sum_ext. intros K.
        rewrite E_scal by apply bounded_indicator. unfold cell_mass, chance. apply Rmult_comm.
      + intros x. rewrite <- (sum_at_cell x (fun K => indicator (bad K) z)). apply Sum_ext. intros K. ring.
  Qed.
End Cells.

Lemma regression_within {S} (P : labelled S) T x :
  almost_surely (label_chance P x) (fun w => Rabs (label_of P w) <= T) ->
  Rabs (regression P x) <= T.
Proof.
  intros within. pose proof (square_integrable_integrable _ _ (label_square P x)) as I.
  rewrite <- (expectation_const (label_chance P x) T). apply size_of_expectation; [exact I | integrable | |];
    refine (probability_0_mono _ _ _ _ within); intros w above le;
    pose proof (Rle_abs (label_of P w)); pose proof (Rabs_maj2 (label_of P w)); lra.
Qed.

(** |eta(x) - eta(z)| in one cell. *)
Lemma swing_in_cell {S} (P : labelled S) N d C beta : (1 <= N)%nat -> (forall x, S x <-> unit_cube d x) -> 0 <= C ->
  0 < beta -> hoelder (regression P) C beta -> forall x z : point S,
  cell_of N d (position x) = cell_of N d (position z) ->
  Rabs (regression P x - regression P z) <= C * raise (sqrt (INR d) / INR N) beta.
Proof.
  intros some cube C0 B smooth x z same. eapply Rle_trans; [apply smooth |].
  apply Rmult_le_compat_l; [exact C0 |]. apply raise_le; [lra |]. split; [apply sqrt_pos |].
  now apply gap_in_cell.
Qed.
