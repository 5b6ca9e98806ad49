(** * Excess risks at the tents, from tests of their signs: Assouad's method

    A rule that does not have a sign pays for it on the sign's cube. After Audibert and Tsybakov 2007, proof of
    Theorem 3.5, and Tsybakov 2009, Section 2.6.1. *)

From Foundations Require Import Facts_cubes Facts_tents.
From Foundations Require Export Tent_samples.
Import ListNotations.
Open Scope R_scope.

(** ** Many signs *)

(** The chance that an answer is read as +. *)
Definition read_as_plus {T} (reads : reading T) k (t : T) := E (reads k t) (fun s : bool => if s then 1 else 0).

Lemma read_between {T} (reads : reading T) k t : 0 <= read_as_plus reads k t <= 1.
Proof. apply E_between. intros []; lra. Qed.

(** The error of the test of the k-th sign against its flip. *)
Definition sign_error {A T} (L : learner A T) (reads : reading T) (laws : list bool -> law A) n v k :=
  if bit v (k - 1) then learner_risk reads L k (laws v) (laws (flipped_sign v k)) n
  else learner_risk reads L k (laws (flipped_sign v k)) (laws v) n.

(** Each of m signs costs so much where it is read wrong. *)
Lemma risk_from_errors {A T} (L : learner A T) (reads : reading T) (laws : list bool -> law A) m n size r
    (cost : list bool -> T -> R) :
  (forall v, bounded (cost v)) -> (forall v, In v (vertices m) -> E (L (laws v) n) (cost v) <= r) ->
  (forall v t, In v (vertices m) ->
    size * Sum (seq 1 m) (fun k => wrong (bit v (k - 1)) (read_as_plus reads k t)) <= cost v t) ->
  size * average m (fun v => Sum (seq 1 m) (sign_error L reads laws n v)) <= r.
Proof.
  intros bounded_cost risk costs.
  set (error := fun v k => wrong (bit v (k - 1)) (says reads k (L (laws v) n))).
  assert (at_vertex : forall v, In v (vertices m) -> size * Sum (seq 1 m) (error v) <= r).
  { intros v V. eapply Rle_trans; [| exact (risk v V)].
    assert (B : forall k, bounded (fun t => wrong (bit v (k - 1)) (read_as_plus reads k t))).
    { intros k. apply bounded_test, wrong_test. intros t. apply read_between. }
    assert (is : Sum (seq 1 m) (error v) =
      E (L (laws v) n) (fun t => Sum (seq 1 m) (fun k => wrong (bit v (k - 1)) (read_as_plus reads k t)))).
    { rewrite E_Sum by exact B. apply Sum_ext. intros k. unfold error, wrong.
      assert (B' : bounded (read_as_plus reads k)) by (apply bounded_between with 0 1, read_between).
      destruct (bit v (k - 1)); [| reflexivity]. now rewrite E_minus, E_const by bounded. }
    rewrite is, <- E_scal by (apply bounded_Sum; exact B).
    apply E_mono; [apply bounded_mult; [bounded | apply bounded_Sum; exact B] | apply bounded_cost |]. intros t.
    now apply costs. }
  assert (same : average m (fun v => Sum (seq 1 m) (sign_error L reads laws n v)) =
    average m (fun v => Sum (seq 1 m) (error v))).
  { rewrite !average_Sum. apply Sum_ext_in. intros k K. apply in_seq in K.
    transitivity (average m (fun v => / 2 * error v k + / 2 * error (flipped_sign v k) k)).
    - unfold average. f_equal. apply Sum_ext_in. intros v V. pose proof (length_of_vertex m v V) as long.
      assert (turned : bit (flipped_sign v k) (k - 1) = negb (bit v (k - 1)))
        by (unfold flipped_sign; now rewrite bit_flip by lia).
      unfold sign_error, learner_risk, error. rewrite turned. destruct (bit v (k - 1)); cbn [wrong negb]; field.
    - rewrite average_plus, !average_scal. unfold flipped_sign.
      rewrite (average_flip m (k - 1) (fun v => error v k)) by lia. field. }
  rewrite same, <- average_scal, <- (average_const m r). now apply average_le.
Qed.

Lemma same_errors {A T} (L : learner A T) (reads : reading T) (laws laws' : list bool -> law A) n v k :
  (forall w, same_law (laws w) (laws' w)) -> sign_error L reads laws n v k = sign_error L reads laws' n v k.
Proof.
  intros same. assert (says_same : forall w, says reads k (L (laws w) n) = says reads k (L (laws' w) n)).
  { intros w. apply (answers_agree L _ _ n (same w)). apply bounded_between with 0 1, read_between. }
  unfold sign_error, learner_risk. now rewrite !says_same.
Qed.

(** Where a test errs at most as on average, all signs cost m times what its errors do. *)
Lemma risk_from_weakest {B} U (L : learner (vector * R) B) (reads : reading B) v k m n h beta d c T q size r :
  0 <= size -> weakest U reads L v k m n h beta d c T q ->
  size * average m (fun w => Sum (seq 1 m) (sign_error L reads (fun w => tent_law U w h beta d c T q) n w)) <= r ->
  size * INR m * learner_risk reads L k (tent_law U v h beta d c T q) (tent_law U (flipped_sign v k) h beta d c T q) n
    <=
    r.
Proof.
  intros size_0 (_ & _ & up & least) risk. eapply Rle_trans; [| exact risk]. rewrite Rmult_assoc.
  apply Rmult_le_compat_l; [exact size_0 |]. unfold tent_error in least at 1. rewrite up in least.
  pose proof (pow_lt 2 m ltac:(lra)). unfold average. apply (Rmult_le_reg_l (2 ^ m)); [assumption |].
  rewrite <- !Rmult_assoc, Rinv_r, Rmult_1_l by lra. exact least.
Qed.

(** ** What a wrong sign costs: squares

    A number on a cube is nearer to the tent or to its negative on average, and off the other by the tent's square at
    least. *)
Section Squares.
  Variables (U : uniform_laws) (h beta : R) (d : nat) (c : R).
  Hypotheses (beta_pos : 0 < beta) (beta_1 : beta <= 1) (d_1 : (1 <= d)%nat) (c_pos : 0 < c) (h_pos : 0 < h).
  Let top := raise h beta.
  Let X := uniform_on_cube U d.
  Let tent k u := tent_at h beta d c k (in_support d c u).
  Let mean v u := tent_mean v h beta d c (in_support d c u).
  Let fitted (g : rule R) u := clip top (g (in_support d c u)).

  Definition squares_on_cube (sign : bool) k (g : rule R) := E (uniform_on_cube U d) (fun u =>
    indicator (fun u => tent_at h beta d c k (in_support d c u) <> 0) u *
    (clip (raise h beta) (g (in_support d c u)) - sgn sign * tent_at h beta d c k (in_support d c u)) ^ 2).

  Definition nearer_sign : reading (rule R) := fun k g =>
    ret (if Rle_dec (squares_on_cube true k g) (squares_on_cube false k g) then true else false).

  Let top_0 : 0 <= top := raise_ge_0 h beta.

  Let tent_range k u : 0 <= tent k u <= top.
  Proof. exact (tent_between h beta d c beta_pos k _). Qed.

  Let mean_range v u : - top <= mean v u <= top.
  Proof. apply Rabs_le_between. exact (mean_small h beta d c beta_pos d_1 h_pos v _). Qed.

  Let fitted_range g u : - top <= fitted g u <= top.
  Proof. unfold fitted, clip, Rmin, Rmax. repeat destruct (Rle_dec _ _); lra. Qed.

  Let square_range y z : - top <= y <= top -> - top <= z <= top -> 0 <= (y - z) ^ 2 <= 4 * top ^ 2.
  Proof. intros Y Z. split; [apply pow2_ge_0 | nra]. Qed.

  Let signed_range sign k u : - top <= sgn sign * tent k u <= top.
  Proof. pose proof (tent_range k u). unfold sgn. destruct sign; lra. Qed.

  Let on_cube sign k g u := indicator (fun u => tent k u <> 0) u * (fitted g u - sgn sign * tent k u) ^ 2.

  Let on_cube_range sign k g u : 0 <= on_cube sign k g u <= 4 * top ^ 2.
  Proof.
    unfold on_cube. pose proof (indicator_between (fun u => tent k u <> 0) u).
    pose proof (square_range _ _ (fitted_range g u) (signed_range sign k u)). split; [apply Rmult_le_pos; lra | nra].
  Qed.

  Let on_cube_bounded sign k g : bounded (on_cube sign k g).
  Proof. exact (bounded_between _ _ _ (on_cube_range sign k g)). Qed.

  (** The integral of a tent's square. *)
  Let size := raise h (2 * beta + INR d) * c * tent_norm U d beta 2.

  Let size_is k : (1 <= k <= cubes_on_side d h c ^ d)%nat -> E X (fun u => tent k u ^ 2) = size.
  Proof.
    intros range. unfold size. rewrite <- (power_of_tent h beta d c beta_pos d_1 c_pos h_pos U k 2 ltac:(lra) range).
    apply E_ext. intros u. symmetry. apply raise_2, tent_range.
  Qed.

  Let both_squares k g : (1 <= k <= cubes_on_side d h c ^ d)%nat ->
    2 * size <= squares_on_cube true k g + squares_on_cube false k g.
  Proof.
    intros range. rewrite <- (size_is k range).
    assert (B : bounded (fun u => tent k u ^ 2)).
    { apply bounded_between with 0 (top ^ 2). intros u. pose proof (tent_range k u).
      split; [apply pow2_ge_0 | apply pow_incr; lra]. }
    change (2 * E X (fun u => tent k u ^ 2) <= E X (on_cube true k g) + E X (on_cube false k g)).
    rewrite <- E_scal, <- E_plus by (exact B || apply on_cube_bounded).
    apply E_mono; [bounded | apply bounded_plus; apply on_cube_bounded |]. intros u. unfold on_cube.
    destruct (Req_dec (tent k u) 0) as [zero | some].
    - rewrite indicator_0 by tauto. rewrite zero. lra.
    - rewrite indicator_1 by exact some. unfold sgn. pose proof (pow2_ge_0 (fitted g u)). nra.
  Qed.

  Lemma wrong_sign_costs sign k g : (1 <= k <= cubes_on_side d h c ^ d)%nat ->
    size * wrong sign (read_as_plus nearer_sign k g) <= squares_on_cube sign k g.
  Proof.
    intros range. pose proof (both_squares k g range) as both.
    assert (parts : forall b, 0 <= squares_on_cube b k g)
      by (intros b; apply E_ge; [apply on_cube_bounded | intros u; apply on_cube_range]).
    pose proof (parts true). pose proof (parts false).
    unfold read_as_plus, nearer_sign. cbn [E ret].
    destruct (Rle_dec _ _), sign; cbn [wrong]; lra.
  Qed.

  (** All cubes together: no point is in two. *)
  Lemma squares_by_cubes v g : (length v <= cubes_on_side d h c ^ d)%nat ->
    Sum (seq 1 (length v)) (fun k => squares_on_cube (bit v (k - 1)) k g) <= E X (fun u => (fitted g u - mean v u) ^ 2).
  Proof.
    intros room. change (Sum (seq 1 (length v)) (fun k => E X (on_cube (bit v (k - 1)) k g)) <=
      E X (fun u => (fitted g u - mean v u) ^ 2)).
    rewrite <- E_Sum by (intros k; apply on_cube_bounded). apply E_mono.
    - apply bounded_Sum. intros k. apply on_cube_bounded.
    - apply bounded_between with 0 (4 * top ^ 2). intros u. apply square_range; [apply fitted_range | apply mean_range].
    - intros u. destruct (classic (exists k, In k (seq 1 (length v)) /\ tent k u <> 0)) as [(k & K & some) | none].
      + rewrite (Sum_ext_in _ _ (fun j => if Nat.eq_dec j k then on_cube (bit v (k - 1)) k g u else 0)).
        * rewrite Sum_single by (apply seq_NoDup || exact K). unfold on_cube. rewrite indicator_1 by exact some.
          replace (mean v u) with (sgn (bit v (k - 1)) * tent k u); [lra |]. symmetry.
          apply (mean_on_tent h beta d c beta_pos d_1 h_pos v k); [| exact some].
          rewrite Nat.min_l by exact room. exact K.
        * intros j J. destruct (Nat.eq_dec j k) as [-> | other]; [reflexivity |]. unfold on_cube.
          rewrite indicator_0; [ring |]. intros at_j. apply other. apply in_seq in J, K.
          apply (one_tent_at_most h beta d c beta_pos d_1 h_pos j k (in_support d c u)); try assumption;
            apply in_seq; lia.
      + rewrite (Sum_ext_in _ _ (fun _ => 0)).
        * rewrite Sum_const, Rmult_0_r. apply pow2_ge_0.
        * intros k K. unfold on_cube. rewrite indicator_0; [ring |]. intros some. apply none. now exists k.
  Qed.

  (** The excess risk at a law of tents: cutting an estimate makes it smaller. *)
  Lemma excess_at_tents (T q : R) (L : learner (vector * R) (rule R)) (laws : label_class) n r v :
    0 < T -> q <= 1 -> top <= T * q -> laws _ (tent_samples U h beta d c T q c_pos v) ->
    excess_risk_most L (Learning_problem R laws squared_gap) n r ->
    E (L (sample_law (tent_samples U h beta d c T q c_pos v)) n) (fun g => E X (fun u => (fitted g u - mean v u) ^ 2))
      <= r.
  Proof.
    intros T_pos q_1 low within risk. specialize (risk _ _ within (4 * top ^ 2)).
    set (P := tent_samples U h beta d c T q c_pos v) in *.
    eapply Rle_trans; [| exact risk].
    change (E (L (sample_law P) n) (fun g => E X (fun u => (fitted g u - mean v u) ^ 2)) <=
      E (L (sample_law P) n) (fun g => E (features P) (fun x =>
        Rmin (squared_gap (g (position x)) (regression P x)) (4 * top ^ 2)))).
    assert (cut : forall y z, 0 <= Rmin ((y - z) ^ 2) (4 * top ^ 2) <= 4 * top ^ 2).
    { intros y z. split; [apply Rmin_glb; [apply pow2_ge_0 | pose proof (pow2_ge_0 top); lra] | apply Rmin_r]. }
    apply E_mono.
    - apply bounded_between with 0 (4 * top ^ 2). intros g. apply E_between. intros u.
      apply square_range; [apply fitted_range | apply mean_range].
    - apply bounded_between with 0 (4 * top ^ 2). intros g. apply E_between. intros x. apply cut.
    - intros g. rewrite (E_features U h beta d c T q c_pos v _
        (fun x => Rmin ((g x - tent_mean v h beta d c x) ^ 2) (4 * top ^ 2))).
      + apply E_mono.
        * apply bounded_between with 0 (4 * top ^ 2). intros u.
          apply square_range; [apply fitted_range | apply mean_range].
        * apply bounded_between with 0 (4 * top ^ 2). intros u. apply cut.
        * intros u. apply Rmin_glb; [| apply square_range; [apply fitted_range | apply mean_range]].
          pose proof (mean_range v u). fold (mean v u). unfold fitted, clip, Rmin, Rmax.
          repeat destruct (Rle_dec _ _); nra.
      + apply bounded_between with 0 (4 * top ^ 2). intros x. apply cut.
      + apply bounded_between with 0 (4 * top ^ 2). intros x. apply cut.
      + intros x. unfold squared_gap, P. now rewrite regression_of_tents.
  Qed.

  (** Assouad's method: as many cubes as there are signs have room. *)
  Lemma squared_risk_from_weakest (T q : R) (L : learner (vector * R) (rule R)) (laws : label_class) v k m n r :
    0 < T -> q <= 1 -> top <= T * q -> (1 <= m)%nat -> c * INR m * (2 * h) ^ d <= 1 ->
    (forall v, laws _ (tent_samples U h beta d c T q c_pos v)) ->
    excess_risk_most L (Learning_problem R laws squared_gap) n r ->
    weakest U nearer_sign L v k m n h beta d c T q ->
    size * INR m * learner_risk nearer_sign L k (tent_law U v h beta d c T q)
      (tent_law U (flipped_sign v k) h beta d c T q) n <= r.
  Proof.
    intros T_pos q_1 low m_1 fits within risk least.
    pose proof (all_cubes_fit h beta d c d_1 c_pos h_pos m m_1 fits) as room.
    apply (risk_from_weakest U L nearer_sign v k m n h beta d c T q size r); [| exact least |].
    - rewrite <- (size_is 1) by lia. apply E_ge; [| intros u; apply pow2_ge_0].
      apply bounded_between with 0 (top ^ 2). intros u. pose proof (tent_range 1 u).
      split; [apply pow2_ge_0 | apply pow_incr; lra].
    - eapply Rle_trans; [right | apply (risk_from_errors L nearer_sign
        (fun w => sample_law (tent_samples U h beta d c T q c_pos w)) m n size r
        (fun w g => E X (fun u => (fitted g u - mean w u) ^ 2)))].
      + f_equal. f_equal. apply functional_extensionality. intros w. apply Sum_ext. intros i. apply same_errors.
        intros v' f F. symmetry. now apply samples_of_tents.
      + intros w. apply bounded_between with 0 (4 * top ^ 2). intros g. apply E_between. intros u.
        apply square_range; [apply fitted_range | apply mean_range].
      + intros w _. now apply (excess_at_tents T q L laws).
      + intros w g W. apply length_of_vertex in W. subst m.
        eapply Rle_trans; [| now apply squares_by_cubes]. rewrite <- Sum_scal. apply Sum_le_in. intros i I.
        apply in_seq in I. apply wrong_sign_costs. lia.
  Qed.
End Squares.

(** ** What a wrong sign costs: classes

    On a cube a rule loses the tent's integral over where it has the other class: for one of the signs half of it at
    least. *)
Section Classes.
  Variables (U : uniform_laws) (h beta : R) (d : nat) (c : R).
  Hypotheses (beta_pos : 0 < beta) (beta_1 : beta <= 1) (d_1 : (1 <= d)%nat) (c_pos : 0 < c) (h_pos : 0 < h)
    (low : raise h beta <= 1).
  Let X := uniform_on_cube U d.
  Let tent k u := tent_at h beta d c k (in_support d c u).
  Let mean v u := tent_mean v h beta d c (in_support d c u).

  Definition lost_on_cube (sign : bool) k (g : rule bool) := E (uniform_on_cube U d) (fun u =>
    if Bool.eqb (g (in_support d c u)) sign then 0 else tent_at h beta d c k (in_support d c u)).

  Definition cheaper_sign : reading (rule bool) := fun k g =>
    ret (if Rle_dec (lost_on_cube true k g) (lost_on_cube false k g) then true else false).

  Let tent_range k u : 0 <= tent k u <= 1.
  Proof. pose proof (tent_between h beta d c beta_pos k (in_support d c u)). unfold tent. lra. Qed.

  Let tent_bounded k : bounded (tent k) := bounded_between _ _ _ (tent_range k).

  Let lost sign k (g : rule bool) u := if Bool.eqb (g (in_support d c u)) sign then 0 else tent k u.

  Let lost_range sign k g u : 0 <= lost sign k g u <= 1.
  Proof. unfold lost. pose proof (tent_range k u). destruct (Bool.eqb _ _); lra. Qed.

  Let lost_bounded sign k g : bounded (lost sign k g) := bounded_between _ _ _ (lost_range sign k g).

  (** The integral of a tent. *)
  Let size := raise h (beta + INR d) * c * tent_norm U d beta 1.

  Let size_is k : (1 <= k <= cubes_on_side d h c ^ d)%nat -> E X (tent k) = size.
  Proof.
    intros range. unfold size.
    replace (beta + INR d) with (1 * beta + INR d) by ring.
    rewrite <- (power_of_tent h beta d c beta_pos d_1 c_pos h_pos U k 1 ltac:(lra) range).
    apply E_ext. intros u. symmetry. apply raise_1, tent_range.
  Qed.

  Lemma wrong_class_costs sign k g : (1 <= k <= cubes_on_side d h c ^ d)%nat ->
    size / 2 * wrong sign (read_as_plus cheaper_sign k g) <= lost_on_cube sign k g.
  Proof.
    intros range.
    assert (both : lost_on_cube true k g + lost_on_cube false k g = size).
    { rewrite <- (size_is k range).
      change (E X (lost true k g) + E X (lost false k g) = E X (tent k)). rewrite <- E_plus by apply lost_bounded.
      apply E_ext. intros u. unfold lost. destruct (g (in_support d c u)); simpl; ring. }
    assert (parts : forall b, 0 <= lost_on_cube b k g)
      by (intros b; apply E_ge; [apply lost_bounded | intros u; apply lost_range]).
    pose proof (parts true). pose proof (parts false).
    unfold read_as_plus, cheaper_sign. cbn [E ret]. destruct (Rle_dec _ _), sign; cbn [wrong]; lra.
  Qed.

  Let excess_range v (g : rule bool) u : 0 <= excess_at (g (in_support d c u)) (mean v u) <= 1.
  Proof.
    assert (Rabs (mean v u) <= 1) as small.
    { eapply Rle_trans; [exact (mean_small h beta d c beta_pos d_1 h_pos v _) | exact low]. }
    apply Rabs_le_between in small. unfold excess_at, Rmax. destruct (g _); destruct (Rle_dec _ _); lra.
  Qed.

  (** All cubes together: no point is in two. *)
  Lemma lost_by_cubes v g : (length v <= cubes_on_side d h c ^ d)%nat ->
    Sum (seq 1 (length v)) (fun k => lost_on_cube (bit v (k - 1)) k g) <=
    E X (fun u => excess_at (g (in_support d c u)) (mean v u)).
  Proof.
    intros room. change (Sum (seq 1 (length v)) (fun k => E X (lost (bit v (k - 1)) k g)) <=
      E X (fun u => excess_at (g (in_support d c u)) (mean v u))).
    rewrite <- E_Sum by (intros k; apply lost_bounded). apply E_mono.
    - apply bounded_Sum. intros k. apply lost_bounded.
    - apply bounded_between with 0 1. apply excess_range.
    - intros u. destruct (classic (exists k, In k (seq 1 (length v)) /\ tent k u <> 0)) as [(k & K & some) | none].
      + rewrite (Sum_ext_in _ _ (fun j => if Nat.eq_dec j k then lost (bit v (k - 1)) k g u else 0)).
        * rewrite Sum_single by (apply seq_NoDup || exact K).
          assert (is : mean v u = sgn (bit v (k - 1)) * tent k u).
          { apply (mean_on_tent h beta d c beta_pos d_1 h_pos v k); [| exact some].
            rewrite Nat.min_l by exact room. exact K. }
          rewrite is. pose proof (tent_range k u). unfold lost, excess_at, sgn, Rmax.
          destruct (g (in_support d c u)), (bit v (k - 1)); cbn [Bool.eqb]; destruct (Rle_dec _ _); lra.
        * intros j J. destruct (Nat.eq_dec j k) as [-> | other]; [reflexivity |].
          assert (zero : tent j u = 0).
          { apply NNPP. intros at_j. apply other. apply in_seq in J, K.
            apply (one_tent_at_most h beta d c beta_pos d_1 h_pos j k (in_support d c u)); try assumption;
              apply in_seq; lia. }
          unfold lost. rewrite zero. now destruct (Bool.eqb _ _).
      + rewrite (Sum_ext_in _ _ (fun _ => 0)).
        * rewrite Sum_const, Rmult_0_r. apply excess_range.
        * intros k K. assert (zero : tent k u = 0) by (apply NNPP; intros some; apply none; now exists k).
          unfold lost. rewrite zero. now destruct (Bool.eqb _ _).
  Qed.

  Lemma excess_of_class_at_tents (L : learner (vector * R) (rule bool)) (laws : label_class) n r v :
    laws _ (tent_samples U h beta d c 1 1 c_pos v) ->
    excess_risk_most L (Learning_problem bool laws excess_at) n r ->
    E (L (sample_law (tent_samples U h beta d c 1 1 c_pos v)) n)
      (fun g => E X (fun u => excess_at (g (in_support d c u)) (mean v u))) <= r.
  Proof.
    intros within risk. specialize (risk _ _ within 1). set (P := tent_samples U h beta d c 1 1 c_pos v) in *.
    eapply Rle_trans; [| exact risk].
    change (E (L (sample_law P) n) (fun g => E X (fun u => excess_at (g (in_support d c u)) (mean v u))) <=
      E (L (sample_law P) n) (fun g => E (features P) (fun x =>
        Rmin (excess_at (g (position x)) (regression P x)) 1))).
    assert (cut : forall (b : bool) y, 0 <= Rmin (excess_at b y) 1 <= 1).
    { intros b y. split; [apply Rmin_glb; [unfold excess_at; destruct b; apply Rmax_l | lra] | apply Rmin_r]. }
    apply E_mono.
    - apply bounded_between with 0 1. intros g. apply E_between. intros u. apply excess_range.
    - apply bounded_between with 0 1. intros g. apply E_between. intros x. apply cut.
    - intros g. rewrite (E_features U h beta d c 1 1 c_pos v _
        (fun x => Rmin (excess_at (g x) (tent_mean v h beta d c x)) 1)).
      + apply E_mono.
        * apply bounded_between with 0 1. intros u. apply excess_range.
        * apply bounded_between with 0 1. intros u. apply cut.
        * intros u. apply Rmin_glb; [right; reflexivity | apply excess_range].
      + apply bounded_between with 0 1. intros x. apply cut.
      + apply bounded_between with 0 1. intros x. apply cut.
      + intros x. unfold P.
        now rewrite (regression_of_tents U h beta d c 1 1 beta_pos d_1 c_pos h_pos Rlt_0_1 (Rle_refl 1) ltac:(lra) v x).
  Qed.

  (** Assouad's method: as many cubes as there are signs have room. *)
  Lemma class_risk_from_weakest (L : learner (vector * R) (rule bool)) (laws : label_class) v k m n r :
    (1 <= m)%nat -> c * INR m * (2 * h) ^ d <= 1 ->
    (forall v, length v = m -> laws _ (tent_samples U h beta d c 1 1 c_pos v)) ->
    excess_risk_most L (Learning_problem bool laws excess_at) n r ->
    weakest U cheaper_sign L v k m n h beta d c 1 1 ->
    size / 2 * INR m * learner_risk cheaper_sign L k (tent_law U v h beta d c 1 1)
      (tent_law U (flipped_sign v k) h beta d c 1 1) n <= r.
  Proof.
    intros m_1 fits within risk least.
    pose proof (all_cubes_fit h beta d c d_1 c_pos h_pos m m_1 fits) as room.
    apply (risk_from_weakest U L cheaper_sign v k m n h beta d c 1 1 (size / 2) r); [| exact least |].
    - enough (0 <= size) by lra. rewrite <- (size_is 1) by lia. apply E_ge; [apply tent_bounded | apply tent_range].
    - eapply Rle_trans; [right | apply (risk_from_errors L cheaper_sign
        (fun w => sample_law (tent_samples U h beta d c 1 1 c_pos w)) m n (size / 2) r
        (fun w g => E X (fun u => excess_at (g (in_support d c u)) (mean w u))))].
      + f_equal. f_equal. apply functional_extensionality. intros w. apply Sum_ext. intros i. apply same_errors.
        intros v' f F. symmetry. apply samples_of_tents; try assumption; lra.
      + intros w. apply bounded_between with 0 1. intros g. apply E_between. intros u. apply excess_range.
      + intros w W. apply length_of_vertex in W.
        apply excess_of_class_at_tents with laws; [now apply within | exact risk].
      + intros w g W. apply length_of_vertex in W. subst m.
        eapply Rle_trans; [| now apply lost_by_cubes]. rewrite <- Sum_scal. apply Sum_le_in. intros i I.
        apply in_seq in I. apply wrong_class_costs. lia.
  Qed.
End Classes.
