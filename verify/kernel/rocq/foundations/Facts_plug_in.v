(** * Facts of the calculus about plug-in rules *)

From Foundations Require Import Moments Protocols Label_laws Nouns Events Local_averages Estimates Volumes Plug_in.
Import ListNotations.
Open Scope R_scope.

(** Where |eta| is at least its swing in the cell and t, a wrong sign takes an error of the share t. *)
Lemma wrong_sign decided estimated label mass eta s t : 0 <= mass -> Rabs (label - eta * mass) <= s * mass ->
  (decided = true -> 0 <= estimated) -> (decided = false -> estimated < 0) -> 0 < excess_at decided eta ->
  s + t <= Rabs eta -> t * mass <= Rabs (estimated - label).
Proof.
  intros M near yes no costs large. apply Rabs_le_between in near. unfold excess_at in costs.
  destruct decided; unfold Rmax in costs; destruct (Rle_dec _ _) in costs; try lra.
  - specialize (yes eq_refl). rewrite Rabs_left in large by lra. pose proof (Rle_abs (estimated - label)). nra.
  - specialize (no eq_refl). rewrite Rabs_pos_eq in large by lra.
    pose proof (Rabs_maj2 (estimated - label)). nra.
Qed.

(** Audibert and Tsybakov 2007, Lemma 5.1 and Theorem 3.1. *)
Theorem fact_plug_in_classification :
  forall (A : Type) (Z_ : method (list (prod vector R)) A (function cell)) (C_a C_b : R) (N : nat) (beta : R) (d : nat)
    (f_L gamma : R) (m : nat) (t : R),
  0 < C_a ->
  0 < C_b ->
  (1 <= N)%nat ->
  0 < beta ->
  beta <= 1 ->
  (1 <= d)%nat ->
  0 < f_L ->
  0 <= gamma ->
  (1 <= m)%nat ->
  0 < t ->
  forall p : R, label_error_most Z_ (margin_laws C_a gamma C_b beta f_L d) m N d t p ->
  worst_excess_risk_most (sign_rule Z_ N d) (margin_laws C_a gamma C_b beta f_L d) m (C_a * raise (C_b * raise (sqrt
    (INR d) / INR N) beta + t) (1 + gamma) + p).
Proof.
  intros A Z C_a C_b N beta d f_L gamma m t C_a_pos C_b_pos some beta_pos _ _ _ gamma_0 _ t_pos p errors S P in_class.
  specialize (errors S P in_class). destruct in_class as ((cube & smooth & _) & signs & margin).
  set (s := C_b * raise (sqrt (INR d) / INR N) beta). set (u := s + t).
  assert (s0 : 0 <= s) by (apply Rmult_le_pos; [lra | apply raise_ge_0]).
  pose proof (swing_in_cell P N d C_b beta some cube ltac:(lra) beta_pos smooth) as swing. fold s in swing.
  assert (small : forall x, Rabs (regression P x) <= 1).
  { intros x. apply regression_within. refine (probability_0_mono _ _ _ _ (signs x)). intros w above sign.
    apply above. destruct sign as [-> | ->]; unfold Rabs; destruct (Rcase_abs _); lra. }
  set (M := transcript_of Z (power (sample_law P) m)) in *. set (F := features P) in *.
  set (bad := fun K z => t * cell_mass P N d K <= Rabs (estimate Z z K - cell_label P N d K)) in *.
  set (at_cell := fun x : point S => cell_of N d (position x)).
  set (few := fun x => indicator (fun x => Rabs (regression P x) < u) x).
  set (wrong := fun z x => indicator (bad (at_cell x)) z).
  assert (BF : bounded few) by apply bounded_indicator.
  assert (BW : forall z, bounded (wrong z))
    by (intros z; apply bounded_between with 0 1; intros x; apply indicator_between).
  assert (point_by_point : forall z x,
    excess_at (estimate (sign_rule Z N d) z (position x)) (regression P x) <= u * few x + wrong z x).
  { intros z x. set (eta := regression P x). set (decided := estimate (sign_rule Z N d) z (position x)).
    pose proof (small x) as size. fold eta in size.
    assert (cost : excess_at decided eta <= Rabs eta).
    { unfold excess_at. pose proof (Rabs_pos eta). pose proof (Rle_abs eta). pose proof (Rabs_maj2 eta).
      destruct decided; apply Rmax_lub; lra. }
    pose proof (indicator_between (fun x => Rabs (regression P x) < u) x) as few01. fold (few x) in few01.
    pose proof (indicator_between (bad (at_cell x)) z) as wrong01. fold (wrong z x) in wrong01.
    assert (u0 : 0 < u) by (unfold u; lra).
    destruct (Rlt_dec (Rabs eta) u) as [under | over].
    - unfold few. rewrite indicator_1 by exact under. lra.
    - destruct (Rle_dec (excess_at decided eta) 0) as [none | costs]; [nra |].
      unfold wrong. rewrite indicator_1; [nra |]. unfold bad.
      apply (wrong_sign decided (estimate Z z (at_cell x)) _ _ eta s t).
      + apply chance_between.
      + apply (cell_label_near P N d 1 s small swing).
      + unfold decided. cbn [sign_rule estimate]. destruct (Rle_dec _ _); [now intros _ | easy].
      + unfold decided. cbn [sign_rule estimate]. destruct (Rle_dec _ _); [easy | intros _; fold (at_cell x) in *; lra].
      + lra.
      + unfold u in over. lra. }
  intros c. change (E M (fun z => E F (fun x =>
    Rmin (excess_at (estimate (sign_rule Z N d) z (position x)) (regression P x)) c)) <=
    C_a * raise u (1 + gamma) + p).
  assert (cost0 : forall decided eta, 0 <= excess_at decided eta) by (intros [] eta; apply Rmax_l).
  apply Rle_trans with (E M (fun z => u * E F few + E F (wrong z))).
  - apply E_mono.
    + apply bounded_between with (Rmin 0 c) c. intros z. apply E_between. intros x.
      pose proof (cost0 (estimate (sign_rule Z N d) z (position x)) (regression P x)).
      split; [| apply Rmin_r]. unfold Rmin. repeat destruct (Rle_dec _ _); lra.
    + apply bounded_plus; [apply bounded_const |]. apply bounded_between with 0 1. intros z.
      apply E_between. intros x. apply indicator_between.
    + intros z. rewrite <- E_scal, <- E_plus by (bounded; apply BW). apply E_mono.
      * apply bounded_cut. intros x. apply cost0.
      * bounded; apply BW.
      * intros x. eapply Rle_trans; [apply Rmin_l | apply point_by_point].
  - rewrite E_plus, E_const.
    + apply Rplus_le_compat.
      * assert (u0 : 0 < u) by (unfold u; lra). specialize (margin u u0).
        replace (raise u (1 + gamma)) with (u * raise u gamma)
          by (rewrite !raise_pos, Rmult_plus_distr_r, Rmult_1_l, exp_plus, exp_ln by exact u0; reflexivity).
        change (u * chance F (fun x => Rabs (regression P x) < u) <= C_a * (u * raise u gamma)).
        rewrite <- Rmult_assoc, (Rmult_comm C_a), Rmult_assoc. apply Rmult_le_compat_l; [lra | exact margin].
      * exact (bad_cells P N d some M bad p errors).
    + apply bounded_const.
    + apply bounded_between with 0 1. intros z. apply E_between. intros x. apply indicator_between.
Qed.

(** The ratio is off by 2 T t at most where both estimates are near and it is cut to [-T, T], as |q| <= T p. *)
Lemma ratio_near T t mass label estimated_mass estimated : 0 < T -> 0 < t -> 0 < mass -> Rabs label <= T * mass ->
  Rabs (estimated_mass - mass) < t * mass -> Rabs (estimated - label) < T * t * mass ->
  Rabs (clip T (ratio (estimated_mass, estimated)) - label / mass) <= 2 * T * t.
Proof.
  intros T_pos t_pos pos small near_mass near_label. set (mu := label / mass).
  assert (mean : Rabs mu <= T).
  { unfold mu. unfold Rdiv. rewrite Rabs_mult, (Rabs_pos_eq (/ mass)) by (left; now apply Rinv_0_lt_compat).
    apply (Rmult_le_reg_r mass); [exact pos |]. rewrite Rmult_assoc, Rinv_l, Rmult_1_r by lra. exact small. }
  assert (is : label = mu * mass) by (unfold mu; field; lra). clearbody mu. subst label.
  apply Rabs_le_between in mean. apply Rabs_def2 in near_mass, near_label.
  set (r := ratio (estimated_mass, estimated)).
  assert (cut : - T <= clip T r <= T) by (unfold clip, Rmin, Rmax; repeat destruct (Rle_dec _ _); lra).
  destruct (Rle_dec 1 t) as [large | less]; [apply Rabs_le; nra |].
  assert (mass_pos : 0 < estimated_mass) by nra.
  assert (quotient : r * estimated_mass = estimated).
  { unfold r, ratio. cbn [fst snd]. destruct (Req_EM_T estimated_mass 0); [lra | field; lra]. }
  set (v := clip T r) in *. assert (step : 0 < T * t) by nra.
  assert (sides : (v < T -> r <= v) /\ (- T < v -> v <= r))
    by (unfold v, clip, Rmin, Rmax; repeat destruct (Rle_dec _ _); lra).
  clearbody r v. apply Rabs_le. split; apply Rnot_lt_le; intros far.
  - assert (v * estimated_mass <= (v + T * t) * mass); [| assert (r * estimated_mass <= v * estimated_mass) by
      (apply Rmult_le_compat_r; lra); assert
      (v * mass < (mu - 2 * T * t) * mass) by (apply Rmult_lt_compat_r; lra); lra].
    destruct (Rle_dec 0 v).
    + apply Rle_trans with (v * ((1 + t) * mass)); [apply Rmult_le_compat_l; lra |].
      replace (v * ((1 + t) * mass)) with ((v + v * t) * mass) by ring. apply Rmult_le_compat_r; [lra | nra].
    + apply Rle_trans with (v * ((1 - t) * mass)); [apply Rmult_le_compat_neg_l; lra |].
      replace (v * ((1 - t) * mass)) with ((v + - v * t) * mass) by ring. apply Rmult_le_compat_r; [lra | nra].
  - assert ((v - T * t) * mass <= v * estimated_mass); [| assert (v * estimated_mass <= r * estimated_mass) by
      (apply Rmult_le_compat_r; lra); assert
      ((mu + 2 * T * t) * mass < v * mass) by (apply Rmult_lt_compat_r; lra); lra].
    destruct (Rle_dec 0 v).
    + apply Rle_trans with (v * ((1 - t) * mass)); [| apply Rmult_le_compat_l; lra].
      replace (v * ((1 - t) * mass)) with ((v - v * t) * mass) by ring. apply Rmult_le_compat_r; [lra | nra].
    + apply Rle_trans with (v * ((1 + t) * mass)); [| apply Rmult_le_compat_neg_l; lra].
      replace (v * ((1 + t) * mass)) with ((v - - v * t) * mass) by ring. apply Rmult_le_compat_r; [lra | nra].
Qed.

(** Gyoerfi, Kohler, Krzyzak and Walk 2002, Section 4.3. *)
Theorem fact_plug_in_regression :
  forall (A : Type) (Z_ : method (list (prod vector R)) A (function_pair cell)) (C_b : R) (N : nat) (T beta : R)
    (d : nat) (f_L : R) (m : nat) (t : R),
  0 < C_b ->
  (1 <= N)%nat ->
  0 < T ->
  0 < beta ->
  beta <= 1 ->
  (1 <= d)%nat ->
  0 < f_L ->
  (1 <= m)%nat ->
  0 < t ->
  forall p : R, pair_error_most Z_ (regression_laws C_b beta f_L T d) m N d T t p ->
  worst_L2_risk_most (ratio_rule Z_ N d T) (regression_laws C_b beta f_L T d) m (4 * T ^ 2 * t ^ 2 + 4 * T ^ 2 * p + C_b
    ^ 2 * raise (sqrt (INR d) / INR N) (2 * beta)).
Proof.
  intros A Z C_b N T beta d f_L m t C_b_pos some T_pos beta_pos _ d_1 _ _ t_pos p errors S P in_class.
  specialize (errors S P in_class). destruct in_class as ((cube & smooth & _) & labels).
  set (s := C_b * raise (sqrt (INR d) / INR N) beta).
  pose proof (swing_in_cell P N d C_b beta some cube ltac:(lra) beta_pos smooth) as swing. fold s in swing.
  assert (s2 : C_b ^ 2 * raise (sqrt (INR d) / INR N) (2 * beta) = s ^ 2).
  { assert (0 < sqrt (INR d) / INR N) by (apply Rdiv_lt_0_compat; [apply sqrt_lt_R0 |]; apply lt_0_INR; lia).
    unfold s. rewrite !raise_pos by assumption. replace (2 * beta * ln (sqrt (INR d) / INR N))
      with (beta * ln (sqrt (INR d) / INR N) + beta * ln (sqrt (INR d) / INR N)) by ring. rewrite exp_plus. ring. }
  rewrite s2. clear s2.
  assert (small : forall x, Rabs (regression P x) <= T).
  { intros x. apply regression_within. refine (probability_0_mono _ _ _ _ (labels x)). intros w above less.
    apply above. lra. }
  set (M := transcript_of Z (power (sample_law P) m)) in *. set (F := features P) in *.
  set (bad := fun K z => t * cell_mass P N d K <= Rabs (fst (estimate Z z K) - cell_mass P N d K) \/
    T * t * cell_mass P N d K <= Rabs (snd (estimate Z z K) - cell_label P N d K)) in *.
  set (at_cell := fun x : point S => cell_of N d (position x)).
  set (wrong := fun z x => indicator (bad (at_cell x)) z).
  set (off := fun z x => estimate (ratio_rule Z N d T) z (position x) - regression P x).
  assert (BW : forall z, bounded (wrong z))
    by (intros z; apply bounded_between with 0 1; intros x; apply indicator_between).
  assert (BR : bounded (regression P)) by (now exists T).
  assert (cut : forall y, - T <= clip T y <= T)
    by (intros y; unfold clip, Rmin, Rmax; repeat destruct (Rle_dec _ _); lra).
  assert (off_small : forall z x, off z x ^ 2 <= 4 * T ^ 2).
  { intros z x. unfold off. cbn [ratio_rule estimate]. specialize (small x). apply Rabs_le_between in small.
    pose proof (cut (ratio (estimate Z z (cell_of N d (position x))))).
    replace (4 * T ^ 2) with ((2 * T) ^ 2) by ring. rewrite <- pow2_abs. apply pow_incr.
    split; [apply Rabs_pos | apply Rabs_le; lra]. }
  assert (BO : forall z, bounded (fun x => off z x ^ 2)).
  { intros z. apply bounded_between with 0 (4 * T ^ 2). intros x. split; [apply pow2_ge_0 | apply off_small]. }
  assert (cell_by_cell : forall z K, In K (cells N d) -> E F (fun x => indicator (in_cell N d K) x * off z x ^ 2) <=
    (s ^ 2 + 4 * T ^ 2 * t ^ 2 + 4 * T ^ 2 * indicator (bad K) z) * cell_mass P N d K).
  { intros z K _. set (I := indicator (@in_cell S N d K)). assert (BI : bounded I) by apply bounded_indicator.
    set (mass := cell_mass P N d K). pose proof (chance_between F (in_cell N d K)) as mass01.
    change (chance F (in_cell N d K)) with mass in mass01.
    assert (all : E F (fun x => I x * off z x ^ 2) <= 4 * T ^ 2 * mass).
    { unfold mass, cell_mass, chance. fold F I. rewrite <- E_scal by exact BI.
      apply E_mono; [bounded; apply BO | bounded |].
      intros x. pose proof (indicator_between (in_cell N d K) x : 0 <= I x <= 1). specialize (off_small z x). nra. }
    pose proof (pow2_ge_0 s). pose proof (pow2_ge_0 (T * t)) as Tt. rewrite Rpow_mult_distr in Tt.
    pose proof (indicator_between (bad K) z) as bad01. pose proof (pow2_ge_0 T).
    rewrite indicator_holds in *. destruct (holds (bad K) z) eqn:is_bad.
    { eapply Rle_trans; [exact all |]. apply Rmult_le_compat_r; nra. }
    destruct (Req_dec mass 0) as [zero | nonzero].
    { eapply Rle_trans; [exact all |]. rewrite zero. lra. }
    apply (proj1 (holds_false _ _)) in is_bad. unfold bad in is_bad.
    assert (good : Rabs (fst (estimate Z z K) - mass) < t * mass /\
      Rabs (snd (estimate Z z K) - cell_label P N d K) < T * t * mass)
      by (split; apply Rnot_le_lt; intros far; apply is_bad; [now left | now right]).
    set (label := cell_label P N d K) in *. set (mu := label / mass).
    set (r := clip T (ratio (estimate Z z K))).
    assert (close : Rabs (r - mu) <= 2 * T * t).
    { unfold r. rewrite (surjective_pairing (estimate Z z K)).
      apply ratio_near; try tauto; try lra. apply (cell_label_small P N d T small). }
    assert (is_label : label = mu * mass) by (unfold mu; field; exact nonzero).
    assert (inside : forall x, I x * off z x ^ 2 =
      I x * (r - mu) ^ 2 + 2 * (r - mu) * (mu * I x - I x * regression P x) + I x * (mu - regression P x) ^ 2).
    { intros x. unfold I. rewrite indicator_holds. destruct (holds (in_cell N d K) x) eqn:here; [| ring].
      apply (proj1 (holds_true _ _)) in here. unfold off. cbn [ratio_rule estimate]. rewrite here. fold r. ring. }
    assert (near : E F (fun x => I x * (mu - regression P x) ^ 2) <= s ^ 2 * mass).
    { unfold mass, cell_mass, chance. fold F I. rewrite <- E_scal by exact BI. apply E_mono; [bounded | bounded |].
      intros x. unfold I. rewrite indicator_holds. destruct (holds (in_cell N d K) x) eqn:here; [| lra].
      apply (proj1 (holds_true _ _)) in here. rewrite Rmult_1_l, Rmult_1_r, <- pow2_abs. apply pow_incr.
      split; [apply Rabs_pos |]. pose proof (cell_label_near P N d T s small swing x) as le.
      rewrite here in le. fold label mass in le. rewrite is_label in le.
      replace (mu * mass - regression P x * mass) with ((mu - regression P x) * mass) in le by ring.
      rewrite Rabs_mult, (Rabs_pos_eq mass) in le by lra. apply (Rmult_le_reg_r mass); [lra | exact le]. }
    rewrite (E_ext F _ _ inside), !E_plus, !E_scal, E_minus, E_scal by bounded.
    change (E F (fun x => I x * regression P x)) with label. change (E F I) with mass.
    rewrite (E_ext F (fun x => I x * (r - mu) ^ 2) (fun x => (r - mu) ^ 2 * I x)) by (intros; ring).
    rewrite E_scal by exact BI. change (E F I) with mass. rewrite is_label.
    assert ((r - mu) ^ 2 <= 4 * T ^ 2 * t ^ 2).
    { replace (4 * T ^ 2 * t ^ 2) with ((2 * T * t) ^ 2) by ring. rewrite <- pow2_abs. apply pow_incr.
      split; [apply Rabs_pos | exact close]. }
    nra. }
  intros c. change (E M (fun z => E F (fun x => Rmin (off z x ^ 2) c)) <= 4 * T ^ 2 * t ^ 2 + 4 * T ^ 2 * p + s ^ 2).
  apply Rle_trans with (E M (fun z => s ^ 2 + 4 * T ^ 2 * t ^ 2 + 4 * T ^ 2 * E F (wrong z))).
  - apply E_mono.
    + apply bounded_between with (Rmin 0 c) c. intros z. apply E_between. intros x. pose proof (pow2_ge_0 (off z x)).
      split; [| apply Rmin_r]. unfold Rmin. repeat destruct (Rle_dec _ _); lra.
    + apply bounded_plus; [apply bounded_const |]. apply bounded_mult; [apply bounded_const |].
      apply bounded_between with 0 1. intros z. apply E_between. intros x. apply indicator_between.
    + intros z. apply Rle_trans with (E F (fun x => off z x ^ 2)).
      { apply E_mono; [apply bounded_cut; intros x; apply pow2_ge_0 | apply BO | intros x; apply Rmin_l]. }
      rewrite (E_ext F (fun x => off z x ^ 2)
        (fun x => Sum (cells N d) (fun K => indicator (in_cell N d K) x * off z x ^ 2)))
        by (intros x; symmetry; apply (sum_at_cell N d some x (fun _ => off z x ^ 2))).
      rewrite E_Sum by (intros; apply bounded_mult; [apply bounded_indicator | apply BO]).
      eapply Rle_trans; [apply Sum_le_in; intros K inside; now apply cell_by_cell |].
      rewrite (Sum_ext _ _ (fun K => (s ^ 2 + 4 * T ^ 2 * t ^ 2) * cell_mass P N d K +
        4 * T ^ 2 * (indicator (bad K) z * cell_mass P N d K))) by (intros; ring).
      rewrite Sum_plus, !Sum_scal, cell_masses, Rmult_1_r by exact some. right. f_equal. f_equal.
      unfold wrong. rewrite (E_ext F (fun x => indicator (bad (at_cell x)) z)
        (fun x => Sum (cells N d) (fun K => indicator (bad K) z * indicator (in_cell N d K) x))).
      * rewrite E_Sum by (intros; apply bounded_weighed). apply Sum_ext. intros K.
        rewrite E_scal by apply bounded_indicator. reflexivity.
      * intros x. symmetry. etransitivity; [| exact (sum_at_cell N d some x (fun K => indicator (bad K) z))].
        apply Sum_ext. intros K. ring.
  - rewrite E_plus, E_const, E_scal.
    + pose proof (bad_cells P N d some M bad p errors : E M (fun z => E F (wrong z)) <= p) as most.
      pose proof (pow2_ge_0 T). nra.
    + apply bounded_between with 0 1. intros z. apply E_between. intros x. apply indicator_between.
    + apply bounded_const.
    + apply bounded_mult; [apply bounded_const |].
      apply bounded_between with 0 1. intros z. apply E_between. intros x. apply indicator_between.
Qed.
