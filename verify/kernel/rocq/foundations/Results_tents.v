(** * label Theorems 5, 7, 9, 11, 1 and 3, corrected: excess risks from below

    Each theorem says what a claim of the ledger says at that place, as the exporter writes it from the claim itself. *)

From Foundations Require Import Facts_laws Facts_averages Facts_tent_risks Tent_tests.
Import ListNotations.
Open Scope R_scope.

(** ** Cubes that fill half of the support *)

Lemma raise_above_0 x y : 0 < x -> 0 < raise x y.
Proof. intros pos. rewrite raise_pos by exact pos. apply exp_pos. Qed.

Lemma tent_norm_ge_0 U d beta p : 0 <= p -> 0 < beta -> 0 <= tent_norm U d beta p.
Proof.
  intros P pos. apply E_ge; [now apply bounded_tent_power | intros u; apply raise_ge_0].
Qed.

Section Regression.
  Variables (U : uniform_laws) (h beta : R) (d : nat) (c T q : R) (m n : nat) (r : R).
  Hypotheses (beta_pos : 0 < beta) (beta_1 : beta <= 1) (d_1 : (1 <= d)%nat) (c_pos : 0 < c) (h_pos : 0 < h)
    (T_pos : 0 < T) (q_pos : 0 < q) (q_1 : q <= 1) (m_1 : (1 <= m)%nat) (n_1 : (1 <= n)%nat)
    (fits : raise (2 * h) (INR d) * c * INR m <= 1) (fills : 1 <= 2 * raise (2 * h) (INR d) * c * INR m).

  (** Where each test errs by a quarter, and what the errors cost is known. *)
  Lemma squared_risk_least (L : learner (vector * R) (rule R)) :
    (forall v k, (1 <= k)%nat -> weakest U (nearer_sign U h beta d c) L v k m n h beta d c T q ->
      raise h (2 * beta + INR d) * tent_norm U d beta 2 * learner_risk (nearer_sign U h beta d c) L k
        (tent_law U v h beta d c T q) (tent_law U (flipped_sign v k) h beta d c T q) n * c * INR m <= r) ->
    (forall v k, (1 <= k)%nat -> 1 / 4 <= learner_risk (nearer_sign U h beta d c) L k
      (tent_law U v h beta d c T q) (tent_law U (flipped_sign v k) h beta d c T q) n) ->
    raise 2 (- INR d) * raise h (2 * beta) * tent_norm U d beta 2 / 8 <= r.
  Proof.
    intros cost tests.
    destruct (fact_a_test_of_one_sign _ U (nearer_sign U h beta d c) L n T beta c d h m q n_1 T_pos beta_pos beta_1
      c_pos d_1 h_pos m_1 q_pos q_1) as (v & k & k_1 & weak).
    specialize (cost v k k_1 weak). specialize (tests v k k_1). clear weak. set (risk := learner_risk _ _ _ _ _ _) in *.
    pose proof (tent_norm_ge_0 U d beta 2 ltac:(lra) beta_pos) as norm_0.
    rewrite raise_INR in fits, fills by lra.
    assert (least : raise h (2 * beta + INR d) * c * tent_norm U d beta 2 * INR m * (1 / 4) <= r).
    { eapply Rle_trans; [| exact cost].
      replace (raise h (2 * beta + INR d) * tent_norm U d beta 2 * risk * c * INR m) with
        (raise h (2 * beta + INR d) * c * tent_norm U d beta 2 * INR m * risk) by ring.
      apply Rmult_le_compat_l; [| exact tests]. pose proof (raise_ge_0 h (2 * beta + INR d)). pose proof (pos_INR m).
      repeat apply Rmult_le_pos; lra. }
    eapply Rle_trans; [| exact least].
    assert (h_d : raise h (2 * beta + INR d) = raise h (2 * beta) * h ^ d).
    { rewrite <- (raise_INR h d h_pos), !raise_pos by exact h_pos. rewrite <- exp_plus. f_equal. ring. }
    assert (two : raise 2 (- INR d) * 2 ^ d = 1).
    { rewrite <- (raise_INR 2 d) by lra. rewrite !raise_pos by lra. rewrite <- exp_plus, <- exp_0. f_equal. ring. }
    assert (share : raise 2 (- INR d) <= 2 * (h ^ d * c * INR m)).
    { rewrite Rpow_mult_distr in fills. pose proof (raise_above_0 2 (- INR d) ltac:(lra)).
      apply (Rmult_le_compat_l (raise 2 (- INR d))) in fills; [| lra].
      replace (raise 2 (- INR d) * (2 * (2 ^ d * h ^ d) * c * INR m)) with
        (raise 2 (- INR d) * 2 ^ d * (2 * (h ^ d * c * INR m))) in fills by ring.
      rewrite two in fills. lra. }
    rewrite h_d. set (x := raise h (2 * beta) * tent_norm U d beta 2).
    assert (x_0 : 0 <= x) by (apply Rmult_le_pos; [apply raise_ge_0 | exact norm_0]).
    replace (raise 2 (- INR d) * raise h (2 * beta) * tent_norm U d beta 2 / 8) with (raise 2 (- INR d) * x / 8)
      by (unfold x; field).
    replace (raise h (2 * beta) * h ^ d * c * tent_norm U d beta 2 * INR m * (1 / 4)) with
      (2 * (h ^ d * c * INR m) * x / 8) by (unfold x; field).
    apply Rmult_le_compat_r; [lra |]. now apply Rmult_le_compat_r.
  Qed.

  Lemma one_cube_fits : raise h (INR d) * c <= 1.
  Proof.
    clear fills. rewrite raise_INR by lra. rewrite raise_INR, Rpow_mult_distr in fits by lra.
    pose proof (pow_R1_Rle 2 d ltac:(lra)).
    assert (1 <= INR m) by (change 1 with (INR 1); now apply le_INR). pose proof (pow_lt h d h_pos).
    assert (0 < h ^ d * c) by now apply Rmult_lt_0_compat.
    assert (h ^ d * c <= 2 ^ d * (h ^ d * c)) by nra.
    assert (2 ^ d * (h ^ d * c) <= 2 ^ d * (h ^ d * c) * INR m) by nra. lra.
  Qed.
End Regression.

(** A number of cubes, at least half as many as fill the support. *)
Lemma some_cubes (h c : R) (d : nat) : 0 < h -> 0 < c -> 1 <= raise (2 * h) (- INR d) / c ->
  exists m, (1 <= m)%nat /\ raise (2 * h) (INR d) * c * INR m <= 1 /\ 1 <= 2 * raise (2 * h) (INR d) * c * INR m.
Proof.
  intros h_pos c_pos room. set (y := raise (2 * h) (INR d)).
  assert (y_pos : 0 < y) by (apply raise_above_0; lra).
  assert (inverse : raise (2 * h) (- INR d) = / y).
  { unfold y. rewrite !raise_pos, <- exp_Ropp by lra. f_equal. ring. }
  rewrite inverse in room. destruct (fact_a_whole_number_within_a_factor_of_2 _ room) as (m & m_1 & most & least).
  set (x := / y / c) in *. assert (unit : y * c * x = 1) by (unfold x; field; lra).
  assert (yc : 0 < y * c) by now apply Rmult_lt_0_compat.
  exists m. split; [exact m_1 |]. rewrite <- unit. split; [apply Rmult_le_compat_l; lra |].
  replace (2 * y * c * INR m) with (y * c * (2 * INR m)) by ring. apply Rmult_le_compat_l; lra.
Qed.

(** ** Lengths, and rates *)

Lemma raise_raise x y z : 0 < x -> raise (raise x y) z = raise x (y * z).
Proof.
  intros pos. rewrite (raise_pos (raise x y)) by now apply raise_above_0. rewrite !raise_pos, ln_exp by exact pos.
  f_equal. ring.
Qed.

Lemma raise_unit x : 0 < x -> raise x 1 = x.
Proof. intros pos. rewrite raise_pos, Rmult_1_l by exact pos. now apply exp_ln. Qed.

Lemma raise_add x y z : 0 < x -> raise x (y + z) = raise x y * raise x z.
Proof. intros pos. rewrite !raise_pos, <- exp_plus by exact pos. f_equal. ring. Qed.

Lemma raise_opp x y : 0 < x -> raise x (- y) = / raise x y.
Proof. intros pos. rewrite !raise_pos, <- exp_Ropp by exact pos. f_equal. ring. Qed.

Lemma raise_over x y e : 0 < x -> 0 < y -> raise (x / y) e = raise x e * raise y (- e).
Proof.
  intros X Y. assert (0 < / y) by now apply Rinv_0_lt_compat. unfold Rdiv.
  rewrite !raise_pos by (try apply Rmult_lt_0_compat; assumption). rewrite ln_mult, ln_Rinv, <- exp_plus by assumption.
  f_equal. ring.
Qed.

Lemma tent_norm_most U d beta p : 0 <= p -> 0 < beta -> tent_norm U d beta p <= 1.
Proof.
  intros P pos. apply E_le; [now apply bounded_tent_power |]. intros u.
  replace 1 with (raise 1 p) by (rewrite raise_pos, ln_1, Rmult_0_r by lra; apply exp_0).
  apply raise_le; [exact P | now apply tent_shape_between].
Qed.

(** The volume of a cube of a length that is a root. *)
Lemma length_spent x power : 0 < x -> 0 < power -> raise (raise x (1 / power)) power = x.
Proof.
  intros X P. rewrite raise_raise by exact X. replace (1 / power * power) with 1 by (field; lra). now apply raise_unit.
Qed.

(** A power of that length as a rate in the number of samples. *)
Lemma length_rate x y power e : 0 < x -> 0 < y -> 0 < power ->
  raise (raise (x / y) (1 / power)) e = raise x (e / power) * raise y (- (e / power)).
Proof.
  intros X Y P. rewrite raise_raise by now apply Rdiv_lt_0_compat.
  replace (1 / power * e) with (e / power) by (field; lra).
  now apply raise_over.
Qed.

(** ** Labels within (-T, T) *)

Theorem label_thm5_cubes :
  forall (B : Type) (U : uniform_laws) (A : labels_in_turn vector R B (rule R)) (N : nat) (S_ T beta c : R) (d :
    nat) (epsilon h : R) (m : nat),
  (1 <= N)%nat ->
  0 < S_ ->
  0 < T ->
  0 < beta ->
  beta <= 1 ->
  0 < c ->
  (1 <= d)%nat ->
  0 < epsilon ->
  0 < h ->
  (1 <= m)%nat ->
  S_ < T ->
  raise (2 * h) (INR d) * c * INR m <= 1 ->
  1 <= 2 * raise (2 * h) (INR d) * c * INR m ->
  label_channels A N epsilon ->
  raise h beta <= S_ / 2 ->
  6 * Rmin 1 (epsilon ^ 2) * INR N * raise h (2 * beta + INR d) * tent_norm U d beta 2 * c <= S_ ^ 2 ->
  forall r : R, excess_risk_most A (bounded_class d beta T c) N r ->
  raise 2 (- INR d) * raise h (2 * beta) * tent_norm U d beta 2 / 8 <= r.
Proof.
  intros B U A N S T beta c d e h m N_1 S_pos T_pos beta_pos beta_1 c_pos d_1 e_pos h_pos m_1 less fits fills channels
    low few r risk.
  apply (squared_risk_least U h beta d c S 1 m N r) with (L := answer_in_turn A); try assumption; try lra.
  - intros v k k_1 weak. refine (fact_signs_of_tents_bounded_labels U _ (answer_in_turn A) v N S T beta c d h k m N_1
      S_pos T_pos beta_pos beta_1 c_pos d_1 h_pos k_1 m_1 eq_refl weak fits _ less r risk). lra.
  - intros v k k_1. apply (quarter_in_turn U h beta d c S 1) with (private_by := e) (top := 1 / 2)
      (C := 3 * Rmin 1 (e ^ 2)); try assumption; try lra.
    + intros s s_pos small H K private_K. now apply told_signs_KL.
    + apply (Rmult_le_reg_r (2 * S ^ 2)); [pose proof (pow_lt S 2 S_pos); lra |]. field_simplify; [| lra]. lra.
Qed.

Theorem label_thm5_rate :
  forall (B : Type) (U : uniform_laws) (A : labels_in_turn vector R B (rule R)) (N : nat) (T beta c : R) (d : nat)
    (epsilon : R),
  (1 <= N)%nat ->
  0 < T ->
  0 < beta ->
  beta <= 1 ->
  0 < c ->
  (1 <= d)%nat ->
  0 < epsilon ->
  1 <= raise (2 * raise (T ^ 2 / (24 * Rmin 1 (epsilon ^ 2) * INR N * c)) (1 / (2 * beta + INR d))) (- INR d) / c
    ->
  label_channels A N epsilon ->
  raise (raise (T ^ 2 / (24 * Rmin 1 (epsilon ^ 2) * INR N * c)) (1 / (2 * beta + INR d))) beta <= T / 4 ->
  forall r : R, excess_risk_most A (bounded_class d beta T c) N r ->
  raise 2 (- INR d) * raise (T ^ 2 / (24 * c)) (2 * beta / (2 * beta + INR d)) * raise (Rmin 1 (epsilon ^ 2) * INR
    N) (- (2 * beta / (2 * beta + INR d))) * tent_norm U d beta 2 / 8 <= r.
Proof.
  intros B U A N T beta c d e N_1 T_pos beta_pos beta_1 c_pos d_1 e_pos room channels low r risk.
  pose proof (lt_0_INR N ltac:(lia)) as N_pos. pose proof (pos_INR d) as d_0.
  assert (level : 0 < Rmin 1 (e ^ 2)) by (apply Rmin_glb_lt; [lra | now apply pow_lt]).
  set (u := Rmin 1 (e ^ 2)) in *.
  assert (top_pos : 0 < T ^ 2 / (24 * u * INR N * c))
    by (apply Rdiv_lt_0_compat; [now apply pow_lt | repeat apply Rmult_lt_0_compat; lra]).
  set (h := raise (T ^ 2 / (24 * u * INR N * c)) (1 / (2 * beta + INR d))) in *.
  assert (h_pos : 0 < h) by now apply raise_above_0.
  destruct (some_cubes h c d h_pos c_pos room) as (m & m_1 & fits & fills).
  assert (spent : raise h (2 * beta + INR d) = T ^ 2 / (24 * u * INR N * c)) by (apply length_spent; lra).
  pose proof (tent_norm_most U d beta 2 ltac:(lra) beta_pos) as norm_1.
  assert (bound : raise 2 (- INR d) * raise h (2 * beta) * tent_norm U d beta 2 / 8 <= r).
  { apply (label_thm5_cubes B U A N (T / 2) T beta c d e h m); try assumption; try lra.
    rewrite spent. fold u. replace (6 * u * INR N * (T ^ 2 / (24 * u * INR N * c)) * tent_norm U d beta 2 * c) with
      ((T / 2) ^ 2 * tent_norm U d beta 2) by (field; lra). pose proof (pow2_ge_0 (T / 2)). nra. }
  eapply Rle_trans; [right | exact bound]. unfold h.
  replace (T ^ 2 / (24 * u * INR N * c)) with (T ^ 2 / (24 * c) / (u * INR N)) by (field; lra).
  rewrite length_rate; [field | apply Rdiv_lt_0_compat; [now apply pow_lt | lra] | now apply Rmult_lt_0_compat | lra].
Qed.

Theorem label_thm7_cubes_open :
  forall (U : uniform_laws) (A : label_learner vector R (rule R)) (N : nat) (S_ T beta c : R) (d : nat) (h : R) (m
    : nat),
  (1 <= N)%nat ->
  0 < S_ ->
  0 < T ->
  0 < beta ->
  beta <= 1 ->
  0 < c ->
  (1 <= d)%nat ->
  0 < h ->
  (1 <= m)%nat ->
  S_ < T ->
  raise (2 * h) (INR d) * c * INR m <= 1 ->
  1 <= 2 * raise (2 * h) (INR d) * c * INR m ->
  raise h beta <= S_ / 2 ->
  6 * INR N * raise h (2 * beta + INR d) * tent_norm U d beta 2 * c <= S_ ^ 2 ->
  forall r : R, excess_risk_most (from_draws A) (bounded_class d beta T c) N r ->
  raise 2 (- INR d) * raise h (2 * beta) * tent_norm U d beta 2 / 8 <= r.
Proof.
  intros U A N S T beta c d h m N_1 S_pos T_pos beta_pos beta_1 c_pos d_1 h_pos m_1 less fits fills low few r risk.
  apply (squared_risk_least U h beta d c S 1 m N r) with (L := from_draws A); try assumption; try lra.
  - intros v k k_1 weak. refine (fact_signs_of_tents_bounded_labels U _ (from_draws A) v N S T beta c d h k m N_1 S_pos
      T_pos beta_pos beta_1 c_pos d_1 h_pos k_1 m_1 eq_refl weak fits _ less r risk). lra.
  - intros v k k_1. apply (quarter_of_draws U h beta d c S 1); try assumption; try lra.
    apply (Rmult_le_reg_r (2 * S ^ 2)); [pose proof (pow_lt S 2 S_pos); lra |]. field_simplify; [| lra]. lra.
Qed.

Theorem label_thm7_cubes :
  forall (U : uniform_laws) (A : label_learner vector R (rule R)) (N : nat) (S_ T beta c : R) (d : nat) (epsilon h
    : R) (m : nat),
  (1 <= N)%nat ->
  0 < S_ ->
  0 < T ->
  0 < beta ->
  beta <= 1 ->
  0 < c ->
  (1 <= d)%nat ->
  0 < epsilon ->
  0 < h ->
  (1 <= m)%nat ->
  S_ < T ->
  raise (2 * h) (INR d) * c * INR m <= 1 ->
  1 <= 2 * raise (2 * h) (INR d) * c * INR m ->
  samples_label_private A epsilon ->
  raise h beta <= S_ ->
  INR N * raise h (beta + INR d) * tent_norm U d beta 1 * c * epsilon <= S_ ->
  forall r : R, excess_risk_most (from_draws A) (bounded_class d beta T c) N r ->
  raise 2 (- INR d) * raise h (2 * beta) * tent_norm U d beta 2 / 8 <= r.
Proof.
  intros U A N S T beta c d e h m N_1 S_pos T_pos beta_pos beta_1 c_pos d_1 e_pos h_pos m_1 less fits fills private low
    few r risk.
  apply (squared_risk_least U h beta d c S 1 m N r) with (L := from_draws A); try assumption; try lra.
  - intros v k k_1 weak. refine (fact_signs_of_tents_bounded_labels U _ (from_draws A) v N S T beta c d h k m N_1 S_pos
      T_pos beta_pos beta_1 c_pos d_1 h_pos k_1 m_1 eq_refl weak fits _ less r risk). lra.
  - intros v k k_1. apply (quarter_of_private U h beta d c S 1) with (e := e); try assumption; try lra.
    + now apply (one_cube_fits h d c m).
    + apply (Rmult_le_reg_r S); [exact S_pos |]. field_simplify; [| lra]. lra.
Qed.

Theorem label_thm7_rate :
  forall (U : uniform_laws) (A : label_learner vector R (rule R)) (N : nat) (T beta c : R) (d : nat) (epsilon :
    R),
  (1 <= N)%nat ->
  0 < T ->
  0 < beta ->
  beta <= 1 ->
  0 < c ->
  (1 <= d)%nat ->
  0 < epsilon ->
  1 <= raise (2 * raise (T ^ 2 / (24 * INR N * c)) (1 / (2 * beta + INR d))) (- INR d) / c ->
  raise (raise (T ^ 2 / (24 * INR N * c)) (1 / (2 * beta + INR d))) beta <= T / 4 ->
  1 <= raise (2 * raise (T / (2 * INR N * c * epsilon)) (1 / (beta + INR d))) (- INR d) / c ->
  samples_label_private A epsilon ->
  raise (raise (T / (2 * INR N * c * epsilon)) (1 / (beta + INR d))) beta <= T / 2 ->
  forall r : R, excess_risk_most (from_draws A) (bounded_class d beta T c) N r ->
  raise 2 (- INR d) * raise (T / (2 * c)) (2 * beta / (beta + INR d)) * raise (INR N * epsilon) (- (2 * beta /
    (beta + INR d))) * tent_norm U d beta 2 / 16 + raise 2 (- INR d) * raise (T ^ 2 / (24 * c)) (2 * beta / (2 *
    beta + INR d)) * raise (INR N) (- (2 * beta / (2 * beta + INR d))) * tent_norm U d beta 2 / 16 <= r.
Proof.
  intros U A N T beta c d e N_1 T_pos beta_pos beta_1 c_pos d_1 e_pos room low room' private low' r risk.
  pose proof (lt_0_INR N ltac:(lia)) as N_pos. pose proof (pos_INR d) as d_0.
  pose proof (tent_norm_most U d beta 2 ltac:(lra) beta_pos) as norm_1.
  assert (T_2 : 0 < T ^ 2) by now apply pow_lt.
  assert (open : raise 2 (- INR d) * raise (T ^ 2 / (24 * c)) (2 * beta / (2 * beta + INR d)) *
    raise (INR N) (- (2 * beta / (2 * beta + INR d))) * tent_norm U d beta 2 / 8 <= r).
  { assert (top_pos : 0 < T ^ 2 / (24 * INR N * c))
      by (apply Rdiv_lt_0_compat; [lra | repeat apply Rmult_lt_0_compat; lra]).
    set (h := raise (T ^ 2 / (24 * INR N * c)) (1 / (2 * beta + INR d))) in *.
    assert (h_pos : 0 < h) by now apply raise_above_0.
    destruct (some_cubes h c d h_pos c_pos room) as (m & m_1 & fits & fills).
    assert (spent : raise h (2 * beta + INR d) = T ^ 2 / (24 * INR N * c)) by (apply length_spent; lra).
    assert (bound : raise 2 (- INR d) * raise h (2 * beta) * tent_norm U d beta 2 / 8 <= r).
    { apply (label_thm7_cubes_open U A N (T / 2) T beta c d h m); try assumption; try lra.
      rewrite spent. replace (6 * INR N * (T ^ 2 / (24 * INR N * c)) * tent_norm U d beta 2 * c) with
        ((T / 2) ^ 2 * tent_norm U d beta 2) by (field; lra). pose proof (pow2_ge_0 (T / 2)). nra. }
    eapply Rle_trans; [right | exact bound]. unfold h.
    replace (T ^ 2 / (24 * INR N * c)) with (T ^ 2 / (24 * c) / INR N) by (field; lra).
    rewrite length_rate; [field | apply Rdiv_lt_0_compat; lra | exact N_pos | lra]. }
  assert (told : raise 2 (- INR d) * raise (T / (2 * c)) (2 * beta / (beta + INR d)) *
    raise (INR N * e) (- (2 * beta / (beta + INR d))) * tent_norm U d beta 2 / 8 <= r).
  { assert (top_pos : 0 < T / (2 * INR N * c * e))
      by (apply Rdiv_lt_0_compat; [lra | repeat apply Rmult_lt_0_compat; lra]).
    set (h := raise (T / (2 * INR N * c * e)) (1 / (beta + INR d))) in *.
    assert (h_pos : 0 < h) by now apply raise_above_0.
    destruct (some_cubes h c d h_pos c_pos room') as (m & m_1 & fits & fills).
    assert (spent : raise h (beta + INR d) = T / (2 * INR N * c * e)) by (apply length_spent; lra).
    pose proof (tent_norm_most U d beta 1 ltac:(lra) beta_pos) as norm.
    assert (bound : raise 2 (- INR d) * raise h (2 * beta) * tent_norm U d beta 2 / 8 <= r).
    { apply (label_thm7_cubes U A N (T / 2) T beta c d e h m); try assumption; try lra.
      rewrite spent. replace (INR N * (T / (2 * INR N * c * e)) * tent_norm U d beta 1 * c * e) with
        (T / 2 * tent_norm U d beta 1) by (field; lra). nra. }
    eapply Rle_trans; [right | exact bound]. unfold h.
    replace (T / (2 * INR N * c * e)) with (T / (2 * c) / (INR N * e)) by (field; lra).
    rewrite length_rate; [field | apply Rdiv_lt_0_compat; lra | now apply Rmult_lt_0_compat | lra]. }
  lra.
Qed.

(** ** Labels with a moment *)

Theorem label_thm9_cubes :
  forall (B : Type) (U : uniform_laws) (A : labels_in_turn vector R B (rule R)) (M_p : R) (N : nat) (T beta c : R)
    (d : nat) (epsilon h : R) (m : nat) (p q : R),
  0 < M_p ->
  (1 <= N)%nat ->
  0 < T ->
  0 < beta ->
  beta <= 1 ->
  0 < c ->
  (1 <= d)%nat ->
  0 < epsilon ->
  0 < h ->
  (1 <= m)%nat ->
  2 <= p ->
  0 < q ->
  q < 1 ->
  raise T p * q <= M_p ->
  raise (2 * h) (INR d) * c * INR m <= 1 ->
  1 <= 2 * raise (2 * h) (INR d) * c * INR m ->
  label_channels A N epsilon ->
  raise h beta <= T * q ->
  2 * INR N * (exp epsilon - 1) ^ 2 * raise h (2 * beta + INR d) * tent_norm U d beta 2 * c <= T ^ 2 ->
  forall r : R, excess_risk_most A (heavy_class d beta p M_p c) N r ->
  raise 2 (- INR d) * raise h (2 * beta) * tent_norm U d beta 2 / 8 <= r.
Proof.
  intros B U A M N T beta c d e h m p q M_pos N_1 T_pos beta_pos beta_1 c_pos d_1 e_pos h_pos m_1 p_2 q_pos q_1 moment
    fits fills channels low few r risk.
  apply (squared_risk_least U h beta d c T q m N r) with (L := answer_in_turn A); try assumption; try lra.
  - intros v k k_1 weak. refine (fact_signs_of_tents_labels_with_a_moment U _ (answer_in_turn A) v M N T beta c d h k m
      p q M_pos N_1 T_pos beta_pos beta_1 c_pos d_1 h_pos k_1 m_1 p_2 q_pos _ eq_refl weak fits _ moment r risk); lra.
  - intros v k k_1. apply (quarter_in_turn U h beta d c T q) with (private_by := e) (top := 1)
      (C := (exp e - 1) ^ 2 * q ^ 2); try assumption; try lra.
    + intros s s_pos small H K private_K. apply told_labels_KL; try assumption; lra.
    + apply (Rmult_le_reg_r (2 * T ^ 2)); [pose proof (pow_lt T 2 T_pos); lra |].
      replace (INR N * (raise h (2 * beta + INR d) * tent_norm U d beta 2 * c * ((exp e - 1) ^ 2 * q ^ 2) / (T ^ 2 * q
        ^ 2))
        * (2 * T ^ 2)) with (2 * INR N * (exp e - 1) ^ 2 * raise h (2 * beta + INR d) * tent_norm U d beta 2 * c)
        by (field; lra). lra.
Qed.

(** The same where labels lean by a half at most, whatever the level of privacy. *)
Lemma heavy_in_turn (B : Type) (U : uniform_laws) (A : labels_in_turn vector R B (rule R)) M N T beta c d e h m p q r :
  0 < M -> (1 <= N)%nat -> 0 < T -> 0 < beta -> beta <= 1 -> 0 < c -> (1 <= d)%nat -> 0 < h -> (1 <= m)%nat ->
  2 <= p -> 0 < q -> q < 1 -> raise T p * q <= M -> raise (2 * h) (INR d) * c * INR m <= 1 ->
    1 <= 2 * raise (2 * h) (INR d) * c * INR m ->
  label_channels A N e -> 2 * raise h beta <= T * q ->
  6 * INR N * raise h (2 * beta + INR d) * tent_norm U d beta 2 * c <= T ^ 2 * q ->
  excess_risk_most A (heavy_class d beta p M c) N r ->
  raise 2 (- INR d) * raise h (2 * beta) * tent_norm U d beta 2 / 8 <= r.
Proof.
  intros M_pos N_1 T_pos beta_pos beta_1 c_pos d_1 h_pos m_1 p_2 q_pos q_1 moment fits fills channels low few risk.
  pose proof (raise_ge_0 h beta).
  apply (squared_risk_least U h beta d c T q m N r) with (L := answer_in_turn A); try assumption; try lra.
  - intros v k k_1 weak. refine (fact_signs_of_tents_labels_with_a_moment U _ (answer_in_turn A) v M N T beta c d h k m
      p q M_pos N_1 T_pos beta_pos beta_1 c_pos d_1 h_pos k_1 m_1 p_2 q_pos _ eq_refl weak fits _ moment r risk); lra.
  - intros v k k_1. apply (quarter_in_turn U h beta d c T q) with (private_by := e) (top := 1 / 2) (C := 3 * q);
      try assumption; try lra.
    + intros s s_pos small H' K _. apply data_processing, labels_KL; lra.
    + assert (pos : 0 < T ^ 2 * q) by (apply Rmult_lt_0_compat; [now apply pow_lt | exact q_pos]).
      apply (Rmult_le_reg_r (2 * (T ^ 2 * q))); [lra |].
      replace (INR N * (raise h (2 * beta + INR d) * tent_norm U d beta 2 * c * (3 * q) / (T ^ 2 * q ^ 2))
        * (2 * (T ^ 2 * q))) with (6 * INR N * raise h (2 * beta + INR d) * tent_norm U d beta 2 * c)
        by (field; lra). lra.
Qed.

Theorem label_thm9_cubes_open :
  forall (U : uniform_laws) (A : label_learner vector R (rule R)) (M_p : R) (N : nat) (T beta c : R) (d : nat) (h
    : R) (m : nat) (p q : R),
  0 < M_p ->
  (1 <= N)%nat ->
  0 < T ->
  0 < beta ->
  beta <= 1 ->
  0 < c ->
  (1 <= d)%nat ->
  0 < h ->
  (1 <= m)%nat ->
  2 <= p ->
  0 < q ->
  q < 1 ->
  raise T p * q <= M_p ->
  raise (2 * h) (INR d) * c * INR m <= 1 ->
  1 <= 2 * raise (2 * h) (INR d) * c * INR m ->
  2 * raise h beta <= T * q ->
  6 * INR N * raise h (2 * beta + INR d) * tent_norm U d beta 2 * c <= T ^ 2 * q ->
  forall r : R, excess_risk_most (from_draws A) (heavy_class d beta p M_p c) N r ->
  raise 2 (- INR d) * raise h (2 * beta) * tent_norm U d beta 2 / 8 <= r.
Proof.
  intros U A M N T beta c d h m p q M_pos N_1 T_pos beta_pos beta_1 c_pos d_1 h_pos m_1 p_2 q_pos q_1 moment fits
    fills low few r risk.
  pose proof (raise_ge_0 h beta).
  apply (squared_risk_least U h beta d c T q m N r) with (L := from_draws A); try assumption; try lra.
  - intros v k k_1 weak. refine (fact_signs_of_tents_labels_with_a_moment U _ (from_draws A) v M N T beta c d h k m p q
      M_pos N_1 T_pos beta_pos beta_1 c_pos d_1 h_pos k_1 m_1 p_2 q_pos _ eq_refl weak fits _ moment r risk); lra.
  - intros v k k_1. apply (quarter_of_draws U h beta d c T q); try assumption; try lra.
    assert (pos : 0 < T ^ 2 * q) by (apply Rmult_lt_0_compat; [now apply pow_lt | exact q_pos]).
    apply (Rmult_le_reg_r (2 * (T ^ 2 * q))); [lra |].
    replace (INR N * (3 * (raise h (2 * beta + INR d) * tent_norm U d beta 2 * c) / (T ^ 2 * q)) * (2 * (T ^ 2 * q)))
      with (6 * INR N * raise h (2 * beta + INR d) * tent_norm U d beta 2 * c) by (field; lra). lra.
Qed.

Theorem label_thm11_cubes :
  forall (U : uniform_laws) (A : label_learner vector R (rule R)) (M_p : R) (N : nat) (T beta c : R) (d : nat)
    (epsilon h : R) (m : nat) (p q : R),
  0 < M_p ->
  (1 <= N)%nat ->
  0 < T ->
  0 < beta ->
  beta <= 1 ->
  0 < c ->
  (1 <= d)%nat ->
  0 < epsilon ->
  0 < h ->
  (1 <= m)%nat ->
  2 <= p ->
  0 < q ->
  q < 1 ->
  raise T p * q <= M_p ->
  raise (2 * h) (INR d) * c * INR m <= 1 ->
  1 <= 2 * raise (2 * h) (INR d) * c * INR m ->
  samples_label_private A epsilon ->
  raise h beta <= T * q ->
  INR N * raise h (beta + INR d) * tent_norm U d beta 1 * c * epsilon <= T ->
  forall r : R, excess_risk_most (from_draws A) (heavy_class d beta p M_p c) N r ->
  raise 2 (- INR d) * raise h (2 * beta) * tent_norm U d beta 2 / 8 <= r.
Proof.
  intros U A M N T beta c d e h m p q M_pos N_1 T_pos beta_pos beta_1 c_pos d_1 e_pos h_pos m_1 p_2 q_pos q_1 moment
    fits fills private low few r risk.
  apply (squared_risk_least U h beta d c T q m N r) with (L := from_draws A); try assumption; try lra.
  - intros v k k_1 weak. refine (fact_signs_of_tents_labels_with_a_moment U _ (from_draws A) v M N T beta c d h k m p q
      M_pos N_1 T_pos beta_pos beta_1 c_pos d_1 h_pos k_1 m_1 p_2 q_pos _ eq_refl weak fits _ moment r risk); lra.
  - intros v k k_1. apply (quarter_of_private U h beta d c T q) with (e := e); try assumption; try lra.
    + now apply (one_cube_fits h d c m).
    + apply (Rmult_le_reg_r T); [exact T_pos |]. field_simplify; [| lra]. lra.
Qed.

Theorem label_thm11_cubes_open :
  forall (U : uniform_laws) (A : label_learner vector R (rule R)) (M_p : R) (N : nat) (T beta c : R) (d : nat) (h
    : R) (m : nat) (p q : R),
  0 < M_p ->
  (1 <= N)%nat ->
  0 < T ->
  0 < beta ->
  beta <= 1 ->
  0 < c ->
  (1 <= d)%nat ->
  0 < h ->
  (1 <= m)%nat ->
  2 <= p ->
  0 < q ->
  q < 1 ->
  raise T p * q <= M_p ->
  raise (2 * h) (INR d) * c * INR m <= 1 ->
  1 <= 2 * raise (2 * h) (INR d) * c * INR m ->
  2 * raise h beta <= T * q ->
  6 * INR N * raise h (2 * beta + INR d) * tent_norm U d beta 2 * c <= T ^ 2 * q ->
  forall r : R, excess_risk_most (from_draws A) (heavy_class d beta p M_p c) N r ->
  raise 2 (- INR d) * raise h (2 * beta) * tent_norm U d beta 2 / 8 <= r.
Proof.
  intros U A M N T beta c d h m p q M_pos N_1 T_pos beta_pos beta_1 c_pos d_1 h_pos m_1 p_2 q_pos q_1 moment fits
    fills low few r risk. now apply (label_thm9_cubes_open U A M N T beta c d h m p q).
Qed.

(** The length at which nothing is private: labels of size (2 M)^(1/p), not 0 with probability 1/2. *)
Section Plain.
  Variables (U : uniform_laws) (M : R) (N : nat) (beta c : R) (d : nat) (p r : R).
  Hypotheses (M_pos : 0 < M) (N_1 : (1 <= N)%nat) (beta_pos : 0 < beta) (c_pos : 0 < c) (p_2 : 2 <= p).
  Let T := raise (2 * M) (1 / p).
  Let top := raise (2 * M) (2 / p).
  Let h := raise (top / (12 * INR N * c)) (1 / (2 * beta + INR d)).
  Hypothesis (room : 1 <= raise (2 * h) (- INR d) / c).

  Lemma plain_heavy_rate :
    (forall m, 0 < T -> 0 < h -> (1 <= m)%nat -> raise T p * (1 / 2) <= M -> raise (2 * h) (INR d) * c * INR m <= 1 ->
      1 <= 2 * raise (2 * h) (INR d) * c * INR m ->
      6 * INR N * raise h (2 * beta + INR d) * tent_norm U d beta 2 * c <= T ^ 2 * (1 / 2) ->
      raise 2 (- INR d) * raise h (2 * beta) * tent_norm U d beta 2 / 8 <= r) ->
    raise 2 (- INR d) * raise (top / (12 * c)) (2 * beta / (2 * beta + INR d)) *
      raise (INR N) (- (2 * beta / (2 * beta + INR d))) * tent_norm U d beta 2 / 8 <= r.
  Proof.
    intros bound. pose proof (lt_0_INR N ltac:(lia)) as N_pos. pose proof (pos_INR d) as d_0.
    assert (top_pos : 0 < top) by (apply raise_above_0; lra). assert (T_pos : 0 < T) by (apply raise_above_0; lra).
    assert (square : T ^ 2 = top).
    { unfold T, top. replace (2 / p) with (1 / p + 1 / p) by (field; lra). rewrite raise_add by lra. ring. }
    assert (some : 0 < top / (12 * INR N * c)) by (apply Rdiv_lt_0_compat; [lra | repeat apply Rmult_lt_0_compat; lra]).
    assert (h_pos : 0 < h) by now apply raise_above_0.
    destruct (some_cubes h c d h_pos c_pos room) as (m & m_1 & fits & fills).
    assert (spent : raise h (2 * beta + INR d) = top / (12 * INR N * c)) by (apply length_spent; lra).
    pose proof (tent_norm_most U d beta 2 ltac:(lra) beta_pos) as norm_1.
    specialize (bound m T_pos h_pos m_1). eapply Rle_trans; [right | apply bound; try assumption].
    - unfold h. replace (top / (12 * INR N * c)) with (top / (12 * c) / INR N) by (field; lra).
      rewrite length_rate; [field | apply Rdiv_lt_0_compat; lra | exact N_pos | lra].
    - unfold T. rewrite raise_raise by lra. replace (1 / p * p) with 1 by (field; lra). rewrite raise_unit by lra. lra.
    - rewrite spent, square. replace (6 * INR N * (top / (12 * INR N * c)) * tent_norm U d beta 2 * c) with
        (top * (1 / 2) * tent_norm U d beta 2) by (field; lra). nra.
  Qed.
End Plain.

(** The private length: labels of size (M/h^beta)^(1/(p - 1)), not 0 with probability h^beta over that. What is spent of
    h^power is the power `size` of the label. *)
Section Clipped.
  Variables (M beta h p size power amount : R).
  Hypotheses (M_pos : 0 < M) (p_2 : 2 <= p) (h_pos : 0 < h) (amount_pos : 0 < amount).
  Let T := raise (M * raise h (- beta)) (1 / (p - 1)).
  Let q := raise h beta / T.

  Let rest_pos : 0 < M * raise h (- beta).
  Proof. apply Rmult_lt_0_compat; [exact M_pos | now apply raise_above_0]. Qed.

  Lemma size_pos : 0 < T.
  Proof. now apply raise_above_0. Qed.

  Lemma moment_met : raise T p * q = M.
  Proof.
    pose proof size_pos as T_pos.
    replace (raise T p) with (raise T (p - 1) * T).
    - unfold q. replace (raise T (p - 1) * T * (raise h beta / T)) with (raise T (p - 1) * raise h beta)
        by (field; lra).
      unfold T. rewrite raise_raise by exact rest_pos. replace (1 / (p - 1) * (p - 1)) with 1 by (field; lra).
      rewrite raise_unit by exact rest_pos. rewrite Rmult_assoc, <- raise_add by exact h_pos.
      replace (- beta + beta) with 0 by ring. rewrite raise_pos, Rmult_0_l, exp_0 by exact h_pos. ring.
    - rewrite <- (raise_unit T T_pos) at 2. rewrite <- raise_add by exact T_pos. f_equal. ring.
  Qed.

  Lemma share_is : raise (M * raise h (- beta)) (- (1 / (p - 1))) * raise h beta = q.
  Proof.
    unfold q, T. rewrite raise_opp by exact rest_pos. unfold Rdiv at 2. ring.
  Qed.

  (** At h^(power + size beta/(p - 1)) = M^(size/(p - 1))/amount. *)
  Lemma clipped_length total : total = (p - 1) * power + size * beta -> total <> 0 ->
    h = raise (raise M (size / (p - 1)) / amount) ((p - 1) / total) -> amount * raise h power = raise T size.
  Proof.
    intros total_is some is. set (a := ln M). set (b := ln amount).
    assert (ln_h : ln h = (p - 1) / total * (size / (p - 1) * a - b)).
    { rewrite is. rewrite raise_pos by (apply Rdiv_lt_0_compat; [now apply raise_above_0 | exact amount_pos]).
      rewrite ln_exp. f_equal. unfold Rdiv at 1.
      rewrite ln_mult, ln_Rinv by (try apply Rinv_0_lt_compat; try apply raise_above_0; assumption).
      rewrite raise_pos, ln_exp by exact M_pos. reflexivity. }
    assert (ln_T : ln T = 1 / (p - 1) * (a - beta * ln h)).
    { unfold T. rewrite raise_pos, ln_exp by exact rest_pos.
      rewrite ln_mult by (try apply raise_above_0; assumption).
      rewrite raise_pos, ln_exp by exact h_pos. fold a. ring. }
    rewrite (raise_pos T) by exact size_pos. rewrite raise_pos by exact h_pos.
    rewrite <- (exp_ln amount) by exact amount_pos. fold b. rewrite <- exp_plus. f_equal. rewrite ln_T, ln_h.
    rewrite total_is in *. field. split; lra.
  Qed.
End Clipped.

Theorem label_thm9_rate :
  forall (B : Type) (U : uniform_laws) (A : labels_in_turn vector R B (rule R)) (M_p : R) (N : nat) (beta c : R)
    (d : nat) (epsilon p u : R),
  0 < M_p ->
  (1 <= N)%nat ->
  0 < beta ->
  beta <= 1 ->
  0 < c ->
  (1 <= d)%nat ->
  0 < epsilon ->
  2 <= p ->
  0 < u ->
  (exp epsilon - 1) ^ 2 <= u ->
  raise (M_p * raise (raise (raise M_p (2 / (p - 1)) / (2 * INR N * c * u)) ((p - 1) / (2 * beta + (p - 1) * (2 *
    beta + INR d)))) (- beta)) (- (1 / (p - 1))) * raise (raise (raise M_p (2 / (p - 1)) / (2 * INR N * c * u)) ((p
    - 1) / (2 * beta + (p - 1) * (2 * beta + INR d)))) beta < 1 ->
  1 <= raise (2 * raise (raise M_p (2 / (p - 1)) / (2 * INR N * c * u)) ((p - 1) / (2 * beta + (p - 1) * (2 * beta
    + INR d)))) (- INR d) / c ->
  label_channels A N epsilon ->
  1 <= raise (2 * raise (raise (2 * M_p) (2 / p) / (12 * INR N * c)) (1 / (2 * beta + INR d))) (- INR d) / c ->
  2 * raise (raise (raise (2 * M_p) (2 / p) / (12 * INR N * c)) (1 / (2 * beta + INR d))) beta <= raise (2 * M_p)
    (1 / p) / 2 ->
  forall r : R, excess_risk_most A (heavy_class d beta p M_p c) N r ->
  raise 2 (- INR d) * raise (raise (2 * M_p) (2 / p) / (12 * c)) (2 * beta / (2 * beta + INR d)) * raise (INR N)
    (- (2 * beta / (2 * beta + INR d))) * tent_norm U d beta 2 / 16 + raise 2 (- INR d) * raise (raise M_p (2 / (p -
    1)) / (2 * c)) (2 * (p - 1) * beta / (2 * beta + (p - 1) * (2 * beta + INR d))) * raise (INR N * u) (- (2 * (p -
    1) * beta / (2 * beta + (p - 1) * (2 * beta + INR d)))) * tent_norm U d beta 2 / 16 <= r.
Proof.
  intros B U A M N beta c d e p u M_pos N_1 beta_pos beta_1 c_pos d_1 e_pos p_2 u_pos level rare room channels room'
    low' r risk.
  pose proof (lt_0_INR N ltac:(lia)) as N_pos. pose proof (pos_INR d) as d_0.
  pose proof (tent_norm_most U d beta 2 ltac:(lra) beta_pos) as norm_1.
  pose proof (tent_norm_ge_0 U d beta 2 ltac:(lra) beta_pos) as norm_0.
  assert (open : raise 2 (- INR d) * raise (raise (2 * M) (2 / p) / (12 * c)) (2 * beta / (2 * beta + INR d)) *
    raise (INR N) (- (2 * beta / (2 * beta + INR d))) * tent_norm U d beta 2 / 8 <= r).
  { apply (plain_heavy_rate U M N beta c d p r M_pos N_1 beta_pos c_pos p_2 room').
    intros m T_pos h_pos m_1 moment fits fills few.
    apply (heavy_in_turn B U A M N _ beta c d e _ m p (1 / 2) r M_pos N_1 T_pos); try assumption; lra. }
  assert (told : raise 2 (- INR d) * raise (raise M (2 / (p - 1)) / (2 * c))
      (2 * (p - 1) * beta / (2 * beta + (p - 1) * (2 * beta + INR d))) *
    raise (INR N * u) (- (2 * (p - 1) * beta / (2 * beta + (p - 1) * (2 * beta + INR d)))) * tent_norm U d beta 2 / 8
      <= r).
  { set (total := 2 * beta + (p - 1) * (2 * beta + INR d)) in *.
    assert (total_pos : 0 < total) by (unfold total; nra).
    set (top := raise M (2 / (p - 1))) in *. assert (top_pos : 0 < top) by now apply raise_above_0.
    assert (amount : 0 < 2 * INR N * c * u) by (repeat apply Rmult_lt_0_compat; lra).
    set (h := raise (top / (2 * INR N * c * u)) ((p - 1) / total)) in *.
    assert (h_pos : 0 < h) by now apply raise_above_0, Rdiv_lt_0_compat.
    set (T := raise (M * raise h (- beta)) (1 / (p - 1))). pose proof (size_pos M beta h p M_pos h_pos) as T_pos.
    fold T in T_pos.
    rewrite (share_is M beta h p M_pos h_pos) in rare. fold T in rare.
    assert (q_pos : 0 < raise h beta / T) by (apply Rdiv_lt_0_compat; [now apply raise_above_0 | exact T_pos]).
    pose proof (moment_met M beta h p M_pos p_2 h_pos) as moment. fold T in moment.
    pose proof (clipped_length M beta h p 2 (2 * beta + INR d) (2 * INR N * c * u) M_pos p_2 h_pos amount total
      ltac:(unfold total; ring) ltac:(lra) eq_refl) as spent. fold T in spent. rewrite raise_2 in spent by lra.
    destruct (some_cubes h c d h_pos c_pos room) as (m & m_1 & fits & fills).
    assert (bound : raise 2 (- INR d) * raise h (2 * beta) * tent_norm U d beta 2 / 8 <= r).
    { apply (label_thm9_cubes B U A M N T beta c d e h m p (raise h beta / T)); try assumption; try lra.
      - right. field. lra.
      - rewrite <- spent. set (x := raise h (2 * beta + INR d)). assert (0 <= x) by apply raise_ge_0.
        replace (2 * INR N * (exp e - 1) ^ 2 * x * tent_norm U d beta 2 * c) with
          (2 * INR N * c * x * ((exp e - 1) ^ 2 * tent_norm U d beta 2)) by ring.
        replace (2 * INR N * c * u * x) with (2 * INR N * c * x * u) by ring.
        apply Rmult_le_compat_l; [repeat apply Rmult_le_pos; lra |]. pose proof (pow2_ge_0 (exp e - 1)). nra. }
    eapply Rle_trans; [right | exact bound]. unfold h.
    replace (top / (2 * INR N * c * u)) with (top / (2 * c) / (INR N * u)) by (field; lra).
    assert (0 < INR N * u) by now apply Rmult_lt_0_compat. assert (0 < top / (2 * c)) by (apply Rdiv_lt_0_compat; lra).
    rewrite raise_raise by now apply Rdiv_lt_0_compat.
    replace ((p - 1) / total * (2 * beta)) with (2 * (p - 1) * beta / total) by (field; lra).
    rewrite (raise_over (top / (2 * c)) (INR N * u)) by assumption. field. }
  lra.
Qed.

Theorem label_thm11_rate :
  forall (U : uniform_laws) (A : label_learner vector R (rule R)) (M_p : R) (N : nat) (beta c : R) (d : nat)
    (epsilon p : R),
  0 < M_p ->
  (1 <= N)%nat ->
  0 < beta ->
  beta <= 1 ->
  0 < c ->
  (1 <= d)%nat ->
  0 < epsilon ->
  2 <= p ->
  1 <= raise (2 * raise (raise (2 * M_p) (2 / p) / (12 * INR N * c)) (1 / (2 * beta + INR d))) (- INR d) / c ->
  2 * raise (raise (raise (2 * M_p) (2 / p) / (12 * INR N * c)) (1 / (2 * beta + INR d))) beta <= raise (2 * M_p)
    (1 / p) / 2 ->
  raise (M_p * raise (raise (raise M_p (1 / (p - 1)) / (INR N * c * epsilon)) ((p - 1) / ((p - 1) * (beta + INR d)
    + beta))) (- beta)) (- (1 / (p - 1))) * raise (raise (raise M_p (1 / (p - 1)) / (INR N * c * epsilon)) ((p - 1)
    / ((p - 1) * (beta + INR d) + beta))) beta < 1 ->
  1 <= raise (2 * raise (raise M_p (1 / (p - 1)) / (INR N * c * epsilon)) ((p - 1) / ((p - 1) * (beta + INR d) +
    beta))) (- INR d) / c ->
  samples_label_private A epsilon ->
  forall r : R, excess_risk_most (from_draws A) (heavy_class d beta p M_p c) N r ->
  raise 2 (- INR d) * raise (raise (2 * M_p) (2 / p) / (12 * c)) (2 * beta / (2 * beta + INR d)) * raise (INR N)
    (- (2 * beta / (2 * beta + INR d))) * tent_norm U d beta 2 / 16 + raise 2 (- INR d) * raise (INR N * epsilon) (-
    (2 * (p - 1) * beta / ((p - 1) * (beta + INR d) + beta))) * raise (raise M_p (1 / (p - 1)) / c) (2 * (p - 1) *
    beta / ((p - 1) * (beta + INR d) + beta)) * tent_norm U d beta 2 / 16 <= r.
Proof.
  intros U A M N beta c d e p M_pos N_1 beta_pos beta_1 c_pos d_1 e_pos p_2 room' low' rare room private r risk.
  pose proof (lt_0_INR N ltac:(lia)) as N_pos. pose proof (pos_INR d) as d_0.
  pose proof (tent_norm_most U d beta 1 ltac:(lra) beta_pos) as norm_1.
  pose proof (tent_norm_ge_0 U d beta 1 ltac:(lra) beta_pos) as norm_0.
  assert (open : raise 2 (- INR d) * raise (raise (2 * M) (2 / p) / (12 * c)) (2 * beta / (2 * beta + INR d)) *
    raise (INR N) (- (2 * beta / (2 * beta + INR d))) * tent_norm U d beta 2 / 8 <= r).
  { apply (plain_heavy_rate U M N beta c d p r M_pos N_1 beta_pos c_pos p_2 room').
    intros m T_pos h_pos m_1 moment fits fills few.
    apply (label_thm9_cubes_open U A M N (raise (2 * M) (1 / p)) beta c d
      (raise (raise (2 * M) (2 / p) / (12 * INR N * c)) (1 / (2 * beta + INR d))) m p (1 / 2)); try assumption; lra. }
  assert (told : raise 2 (- INR d) * raise (INR N * e) (- (2 * (p - 1) * beta / ((p - 1) * (beta + INR d) + beta))) *
    raise (raise M (1 / (p - 1)) / c) (2 * (p - 1) * beta / ((p - 1) * (beta + INR d) + beta)) * tent_norm U d beta 2 /
      8 <= r).
  { set (total := (p - 1) * (beta + INR d) + beta) in *.
    assert (total_pos : 0 < total) by (unfold total; nra).
    set (top := raise M (1 / (p - 1))) in *. assert (top_pos : 0 < top) by now apply raise_above_0.
    assert (amount : 0 < INR N * c * e) by (repeat apply Rmult_lt_0_compat; lra).
    set (h := raise (top / (INR N * c * e)) ((p - 1) / total)) in *.
    assert (h_pos : 0 < h) by now apply raise_above_0, Rdiv_lt_0_compat.
    set (T := raise (M * raise h (- beta)) (1 / (p - 1))). pose proof (size_pos M beta h p M_pos h_pos) as T_pos.
    fold T in T_pos.
    rewrite (share_is M beta h p M_pos h_pos) in rare. fold T in rare.
    assert (q_pos : 0 < raise h beta / T) by (apply Rdiv_lt_0_compat; [now apply raise_above_0 | exact T_pos]).
    pose proof (moment_met M beta h p M_pos p_2 h_pos) as moment. fold T in moment.
    pose proof (clipped_length M beta h p 1 (beta + INR d) (INR N * c * e) M_pos p_2 h_pos amount total
      ltac:(unfold total; ring) ltac:(lra) eq_refl) as spent. fold T in spent. rewrite raise_unit in spent by lra.
    destruct (some_cubes h c d h_pos c_pos room) as (m & m_1 & fits & fills).
    assert (bound : raise 2 (- INR d) * raise h (2 * beta) * tent_norm U d beta 2 / 8 <= r).
    { apply (label_thm11_cubes U A M N T beta c d e h m p (raise h beta / T)); try assumption; try lra.
      - right. field. lra.
      - replace (INR N * raise h (beta + INR d) * tent_norm U d beta 1 * c * e) with
          (INR N * c * e * raise h (beta + INR d) * tent_norm U d beta 1) by ring. rewrite spent. nra. }
    eapply Rle_trans; [right | exact bound]. unfold h.
    replace (top / (INR N * c * e)) with (top / c / (INR N * e)) by (field; lra).
    assert (0 < INR N * e) by now apply Rmult_lt_0_compat. assert (0 < top / c) by (apply Rdiv_lt_0_compat; lra).
    rewrite raise_raise by now apply Rdiv_lt_0_compat.
    replace ((p - 1) / total * (2 * beta)) with (2 * (p - 1) * beta / total) by (field; lra).
    rewrite (raise_over (top / c) (INR N * e)) by assumption. field. }
  lra.
Qed.

(** ** Two classes *)

Section Classes.
  Variables (U : uniform_laws) (h beta : R) (d : nat) (c C_T gamma : R) (m n : nat) (r : R).
  Hypotheses (beta_pos : 0 < beta) (beta_1 : beta <= 1) (d_1 : (1 <= d)%nat) (c_pos : 0 < c) (h_pos : 0 < h)
    (low : raise h beta <= 1) (m_1 : (1 <= m)%nat) (n_1 : (1 <= n)%nat) (C_pos : 0 < C_T) (gamma_0 : 0 <= gamma)
    (margin : beta * gamma <= 1) (fits : raise (2 * h) (INR d) * c * INR m <= 1)
    (light : raise h (INR d) * c * INR d * INR m <= C_T * raise h (beta * gamma))
    (full : C_T * raise h (beta * gamma) <= 2 * raise h (INR d) * c * INR d * INR m).

  Lemma class_risk_least (L : learner (vector * R) (rule bool)) :
    excess_risk_most L (margin_class d beta gamma C_T c) n r ->
    (forall v k, (1 <= k)%nat -> 1 / 4 <= learner_risk (cheaper_sign U h beta d c) L k
      (tent_law U v h beta d c 1 1) (tent_law U (flipped_sign v k) h beta d c 1 1) n) ->
    C_T * raise h ((1 + gamma) * beta) * tent_norm U d beta 1 / (16 * INR d) <= r.
  Proof.
    intros excess tests.
    destruct (fact_a_test_of_one_sign _ U (cheaper_sign U h beta d c) L n 1 beta c d h m 1 n_1 Rlt_0_1 beta_pos beta_1
      c_pos d_1 h_pos m_1 Rlt_0_1 (Rle_refl 1)) as (v & k & k_1 & weak).
    pose proof (fact_signs_of_tents_classification U _ L v C_T n beta c d gamma h k m C_pos n_1 beta_pos beta_1 c_pos
      d_1 gamma_0 h_pos k_1 m_1 eq_refl weak fits low margin light r excess) as cost.
    specialize (tests v k k_1). clear weak. set (risk := learner_risk _ _ _ _ _ _) in *.
    rewrite raise_INR in fits, light, full by lra.
    pose proof (tent_norm_ge_0 U d beta 1 ltac:(lra) beta_pos) as norm_0.
    assert (least : raise h (beta + INR d) * c * tent_norm U d beta 1 / 2 * INR m * (1 / 4) <= r).
    { eapply Rle_trans; [| exact cost].
      replace (raise h (beta + INR d) * tent_norm U d beta 1 * risk * c * INR m / 2) with
        (raise h (beta + INR d) * c * tent_norm U d beta 1 / 2 * INR m * risk) by field.
      apply Rmult_le_compat_l; [| exact tests]. pose proof (raise_ge_0 h (beta + INR d)). pose proof (pos_INR m).
      unfold Rdiv. repeat apply Rmult_le_pos; lra. }
    eapply Rle_trans; [| exact least].
    assert (d_pos : 0 < INR d) by (apply lt_0_INR; lia).
    replace ((1 + gamma) * beta) with (beta * gamma + beta) by ring.
    rewrite !raise_add, raise_INR by exact h_pos. apply (Rmult_le_reg_r (16 * INR d)); [lra |].
    pose proof (raise_ge_0 h beta) as h_0.
    assert (factor : 0 <= raise h beta * tent_norm U d beta 1) by now apply Rmult_le_pos.
    apply (Rmult_le_compat_r _ _ _ factor) in full.
    replace (C_T * (raise h (beta * gamma) * raise h beta) * tent_norm U d beta 1 / (16 * INR d) * (16 * INR d)) with
      (C_T * raise h (beta * gamma) * (raise h beta * tent_norm U d beta 1)) by (field; lra).
    replace (raise h beta * h ^ d * c * tent_norm U d beta 1 / 2 * INR m * (1 / 4) * (16 * INR d)) with
      (2 * h ^ d * c * INR d * INR m * (raise h beta * tent_norm U d beta 1)) by field. exact full.
  Qed.
End Classes.

(** As many cubes as the margin allows, up to a factor of 2. *)
Lemma some_margin_cubes (h c C_T y : R) (d : nat) : 0 < h -> 0 < c -> (1 <= d)%nat ->
  1 <= C_T * raise h (- INR d) * y / (c * INR d) -> C_T * raise 2 (INR d) * y / INR d <= 1 ->
  exists m, (1 <= m)%nat /\ raise (2 * h) (INR d) * c * INR m <= 1 /\ raise h (INR d) * c * INR d * INR m <= C_T * y /\
    C_T * y <= 2 * raise h (INR d) * c * INR d * INR m.
Proof.
  intros h_pos c_pos d_1 many narrow. assert (d_pos : 0 < INR d) by (apply lt_0_INR; lia).
  destruct (fact_a_whole_number_within_a_factor_of_2 _ many) as (m & m_1 & most & least).
  exists m. split; [exact m_1 |].
  rewrite raise_opp in most, least by exact h_pos. set (z := raise h (INR d)) in *.
  assert (z_pos : 0 < z) by now apply raise_above_0.
  assert (mass : 0 < z * c * INR d) by (repeat apply Rmult_lt_0_compat; assumption).
  set (x := C_T * / z * y / (c * INR d)) in *.
  assert (x_is : z * c * INR d * x = C_T * y) by (unfold x; field; repeat split; lra).
  rewrite <- x_is. split; [| split; [apply Rmult_le_compat_l; lra |]].
  - apply Rle_trans with (2 := narrow). rewrite raise_mult by lra. fold z.
    apply Rle_trans with (raise 2 (INR d) * z * c * x).
    + apply Rmult_le_compat_l; [| exact most]. pose proof (raise_ge_0 2 (INR d)). repeat apply Rmult_le_pos; lra.
    + right. apply (Rmult_eq_reg_r (INR d)); [| lra].
      replace (raise 2 (INR d) * z * c * x * INR d) with (raise 2 (INR d) * (z * c * INR d * x)) by ring.
      rewrite x_is. field. lra.
  - replace (2 * z * c * INR d * INR m) with (z * c * INR d * (2 * INR m)) by ring. apply Rmult_le_compat_l; lra.
Qed.

Theorem label_thm1_cubes :
  forall (B : Type) (U : uniform_laws) (A : labels_in_turn vector R B (rule bool)) (C_T : R) (N : nat) (beta c :
    R) (d : nat) (epsilon gamma h : R) (m : nat),
  0 < C_T ->
  (1 <= N)%nat ->
  0 < beta ->
  beta <= 1 ->
  0 < c ->
  (1 <= d)%nat ->
  0 < epsilon ->
  0 <= gamma ->
  0 < h ->
  (1 <= m)%nat ->
  beta * gamma <= 1 ->
  raise (2 * h) (INR d) * c * INR m <= 1 ->
  raise h (INR d) * c * INR d * INR m <= C_T * raise h (beta * gamma) ->
  C_T * raise h (beta * gamma) <= 2 * raise h (INR d) * c * INR d * INR m ->
  label_channels A N epsilon ->
  raise h beta <= 1/2 ->
  6 * Rmin 1 (epsilon ^ 2) * INR N * raise h (2 * beta + INR d) * tent_norm U d beta 2 * c <= 1 ->
  forall r : R, excess_risk_most A (margin_class d beta gamma C_T c) N r ->
  C_T * raise h ((1 + gamma) * beta) * tent_norm U d beta 1 / (16 * INR d) <= r.
Proof.
  intros B U A C_T N beta c d e gamma h m C_pos N_1 beta_pos beta_1 c_pos d_1 e_pos gamma_0 h_pos m_1 margin fits light
    full channels low few r risk.
  apply (class_risk_least U h beta d c C_T gamma m N r) with (L := answer_in_turn A); try exact risk;
    try assumption; try lra.
  intros v k k_1. apply (quarter_in_turn U h beta d c 1 1) with (private_by := e) (top := 1 / 2)
    (C := 3 * Rmin 1 (e ^ 2)); try assumption; try lra.
  intros s s_pos small H K private_K. apply told_signs_KL; try assumption; lra.
Qed.

Theorem label_thm1_rate :
  forall (B : Type) (U : uniform_laws) (A : labels_in_turn vector R B (rule bool)) (C_T : R) (N : nat) (beta c :
    R) (d : nat) (epsilon gamma : R),
  0 < C_T ->
  (1 <= N)%nat ->
  0 < beta ->
  beta <= 1 ->
  0 < c ->
  (1 <= d)%nat ->
  0 < epsilon ->
  0 <= gamma ->
  1 <= C_T * raise (raise (1 / (6 * Rmin 1 (epsilon ^ 2) * INR N * c)) (1 / (2 * beta + INR d))) (- INR d) * raise
    (raise (1 / (6 * Rmin 1 (epsilon ^ 2) * INR N * c)) (1 / (2 * beta + INR d))) (beta * gamma) / (c * INR d) ->
  C_T * raise 2 (INR d) * raise (raise (1 / (6 * Rmin 1 (epsilon ^ 2) * INR N * c)) (1 / (2 * beta + INR d)))
    (beta * gamma) / INR d <= 1 ->
  beta * gamma <= 1 ->
  label_channels A N epsilon ->
  raise (raise (1 / (6 * Rmin 1 (epsilon ^ 2) * INR N * c)) (1 / (2 * beta + INR d))) beta <= 1/2 ->
  forall r : R, excess_risk_most A (margin_class d beta gamma C_T c) N r ->
  C_T * raise (1 / (6 * c)) ((1 + gamma) * beta / (2 * beta + INR d)) * raise (Rmin 1 (epsilon ^ 2) * INR N) (-
    ((1 + gamma) * beta / (2 * beta + INR d))) * tent_norm U d beta 1 / (16 * INR d) <= r.
Proof.
  intros B U A C_T N beta c d e gamma C_pos N_1 beta_pos beta_1 c_pos d_1 e_pos gamma_0 many narrow margin channels low
    r risk.
  pose proof (lt_0_INR N ltac:(lia)) as N_pos. pose proof (lt_0_INR d ltac:(lia)) as d_pos.
  assert (level : 0 < Rmin 1 (e ^ 2)) by (apply Rmin_glb_lt; [lra | now apply pow_lt]).
  set (u := Rmin 1 (e ^ 2)) in *.
  assert (top_pos : 0 < 1 / (6 * u * INR N * c))
    by (apply Rdiv_lt_0_compat; [lra | repeat apply Rmult_lt_0_compat; lra]).
  set (h := raise (1 / (6 * u * INR N * c)) (1 / (2 * beta + INR d))) in *.
  assert (h_pos : 0 < h) by now apply raise_above_0.
  destruct (some_margin_cubes h c C_T _ d h_pos c_pos d_1 many narrow) as (m & m_1 & fits & light & full).
  assert (spent : raise h (2 * beta + INR d) = 1 / (6 * u * INR N * c)) by (apply length_spent; lra).
  pose proof (tent_norm_most U d beta 2 ltac:(lra) beta_pos) as norm_1.
  assert (bound : C_T * raise h ((1 + gamma) * beta) * tent_norm U d beta 1 / (16 * INR d) <= r).
  { apply (label_thm1_cubes B U A C_T N beta c d e gamma h m); try assumption.
    rewrite spent. fold u. replace (6 * u * INR N * (1 / (6 * u * INR N * c)) * tent_norm U d beta 2 * c) with
      (tent_norm U d beta 2) by (field; lra). exact norm_1. }
  eapply Rle_trans; [right | exact bound]. unfold h.
  replace (1 / (6 * u * INR N * c)) with (1 / (6 * c) / (u * INR N)) by (field; lra).
  rewrite length_rate; [field; lra | apply Rdiv_lt_0_compat; lra | now apply Rmult_lt_0_compat | lra].
Qed.

Theorem label_thm3_cubes_open :
  forall (U : uniform_laws) (A : label_learner vector R (rule bool)) (C_T : R) (N : nat) (beta c : R) (d : nat)
    (gamma h : R) (m : nat),
  0 < C_T ->
  (1 <= N)%nat ->
  0 < beta ->
  beta <= 1 ->
  0 < c ->
  (1 <= d)%nat ->
  0 <= gamma ->
  0 < h ->
  (1 <= m)%nat ->
  beta * gamma <= 1 ->
  raise (2 * h) (INR d) * c * INR m <= 1 ->
  raise h (INR d) * c * INR d * INR m <= C_T * raise h (beta * gamma) ->
  C_T * raise h (beta * gamma) <= 2 * raise h (INR d) * c * INR d * INR m ->
  raise h beta <= 1/2 ->
  6 * INR N * raise h (2 * beta + INR d) * tent_norm U d beta 2 * c <= 1 ->
  forall r : R, excess_risk_most (from_draws A) (margin_class d beta gamma C_T c) N r ->
  C_T * raise h ((1 + gamma) * beta) * tent_norm U d beta 1 / (16 * INR d) <= r.
Proof.
  intros U A C_T N beta c d gamma h m C_pos N_1 beta_pos beta_1 c_pos d_1 gamma_0 h_pos m_1 margin fits light full low
    few r risk.
  apply (class_risk_least U h beta d c C_T gamma m N r) with (L := from_draws A); try exact risk;
    try assumption; try lra.
  intros v k k_1. apply (quarter_of_draws U h beta d c 1 1); try assumption; lra.
Qed.

Theorem label_thm3_cubes :
  forall (U : uniform_laws) (A : label_learner vector R (rule bool)) (C_T : R) (N : nat) (beta c : R) (d : nat)
    (epsilon gamma h : R) (m : nat),
  0 < C_T ->
  (1 <= N)%nat ->
  0 < beta ->
  beta <= 1 ->
  0 < c ->
  (1 <= d)%nat ->
  0 < epsilon ->
  0 <= gamma ->
  0 < h ->
  (1 <= m)%nat ->
  beta * gamma <= 1 ->
  raise (2 * h) (INR d) * c * INR m <= 1 ->
  raise h (INR d) * c * INR d * INR m <= C_T * raise h (beta * gamma) ->
  C_T * raise h (beta * gamma) <= 2 * raise h (INR d) * c * INR d * INR m ->
  samples_label_private A epsilon ->
  raise h beta <= 1 ->
  INR N * raise h (beta + INR d) * tent_norm U d beta 1 * c * epsilon <= 1 ->
  forall r : R, excess_risk_most (from_draws A) (margin_class d beta gamma C_T c) N r ->
  C_T * raise h ((1 + gamma) * beta) * tent_norm U d beta 1 / (16 * INR d) <= r.
Proof.
  intros U A C_T N beta c d e gamma h m C_pos N_1 beta_pos beta_1 c_pos d_1 e_pos gamma_0 h_pos m_1 margin fits light
    full private low few r risk.
  apply (class_risk_least U h beta d c C_T gamma m N r) with (L := from_draws A); try exact risk;
    try assumption; try lra.
  intros v k k_1. apply (quarter_of_private U h beta d c 1 1) with (e := e); try assumption; try lra.
  now apply (one_cube_fits h d c m).
Qed.

Theorem label_thm3_rate :
  forall (U : uniform_laws) (A : label_learner vector R (rule bool)) (C_T : R) (N : nat) (beta c : R) (d : nat)
    (epsilon gamma : R),
  0 < C_T ->
  (1 <= N)%nat ->
  0 < beta ->
  beta <= 1 ->
  0 < c ->
  (1 <= d)%nat ->
  0 < epsilon ->
  0 <= gamma ->
  1 <= C_T * raise (raise (1 / (6 * INR N * c)) (1 / (2 * beta + INR d))) (- INR d) * raise (raise (1 / (6 * INR N
    * c)) (1 / (2 * beta + INR d))) (beta * gamma) / (c * INR d) ->
  C_T * raise 2 (INR d) * raise (raise (1 / (6 * INR N * c)) (1 / (2 * beta + INR d))) (beta * gamma) / INR d <= 1
    ->
  beta * gamma <= 1 ->
  raise (raise (1 / (6 * INR N * c)) (1 / (2 * beta + INR d))) beta <= 1/2 ->
  1 <= C_T * raise (raise (1 / (INR N * c * epsilon)) (1 / (beta + INR d))) (- INR d) * raise (raise (1 / (INR N *
    c * epsilon)) (1 / (beta + INR d))) (beta * gamma) / (c * INR d) ->
  C_T * raise 2 (INR d) * raise (raise (1 / (INR N * c * epsilon)) (1 / (beta + INR d))) (beta * gamma) / INR d <=
    1 ->
  samples_label_private A epsilon ->
  raise (raise (1 / (INR N * c * epsilon)) (1 / (beta + INR d))) beta <= 1 ->
  forall r : R, excess_risk_most (from_draws A) (margin_class d beta gamma C_T c) N r ->
  C_T * raise (1 / (6 * c)) ((1 + gamma) * beta / (2 * beta + INR d)) * raise (INR N) (- ((1 + gamma) * beta / (2
    * beta + INR d))) * tent_norm U d beta 1 / (32 * INR d) + C_T * raise (INR N * epsilon) (- ((1 + gamma) * beta /
    (beta + INR d))) * raise (1 / c) ((1 + gamma) * beta / (beta + INR d)) * tent_norm U d beta 1 / (32 * INR d) <=
    r.
Proof.
  intros U A C_T N beta c d e gamma C_pos N_1 beta_pos beta_1 c_pos d_1 e_pos gamma_0 many narrow margin low many'
    narrow' private low' r risk.
  pose proof (lt_0_INR N ltac:(lia)) as N_pos. pose proof (lt_0_INR d ltac:(lia)) as d_pos.
  assert (open : C_T * raise (1 / (6 * c)) ((1 + gamma) * beta / (2 * beta + INR d)) *
    raise (INR N) (- ((1 + gamma) * beta / (2 * beta + INR d))) * tent_norm U d beta 1 / (16 * INR d) <= r).
  { assert (top_pos : 0 < 1 / (6 * INR N * c)) by (apply Rdiv_lt_0_compat; [lra | repeat apply Rmult_lt_0_compat; lra]).
    set (h := raise (1 / (6 * INR N * c)) (1 / (2 * beta + INR d))) in *.
    assert (h_pos : 0 < h) by now apply raise_above_0.
    destruct (some_margin_cubes h c C_T _ d h_pos c_pos d_1 many narrow) as (m & m_1 & fits & light & full).
    assert (spent : raise h (2 * beta + INR d) = 1 / (6 * INR N * c)) by (apply length_spent; lra).
    pose proof (tent_norm_most U d beta 2 ltac:(lra) beta_pos) as norm_1.
    assert (bound : C_T * raise h ((1 + gamma) * beta) * tent_norm U d beta 1 / (16 * INR d) <= r).
    { apply (label_thm3_cubes_open U A C_T N beta c d gamma h m); try assumption.
      rewrite spent. replace (6 * INR N * (1 / (6 * INR N * c)) * tent_norm U d beta 2 * c) with
        (tent_norm U d beta 2) by (field; lra). exact norm_1. }
    eapply Rle_trans; [right | exact bound]. unfold h.
    replace (1 / (6 * INR N * c)) with (1 / (6 * c) / INR N) by (field; lra).
    rewrite length_rate; [field; lra | apply Rdiv_lt_0_compat; lra | exact N_pos | lra]. }
  assert (told : C_T * raise (INR N * e) (- ((1 + gamma) * beta / (beta + INR d))) *
    raise (1 / c) ((1 + gamma) * beta / (beta + INR d)) * tent_norm U d beta 1 / (16 * INR d) <= r).
  { assert (top_pos : 0 < 1 / (INR N * c * e)) by (apply Rdiv_lt_0_compat; [lra | repeat apply Rmult_lt_0_compat; lra]).
    set (h := raise (1 / (INR N * c * e)) (1 / (beta + INR d))) in *.
    assert (h_pos : 0 < h) by now apply raise_above_0.
    destruct (some_margin_cubes h c C_T _ d h_pos c_pos d_1 many' narrow') as (m & m_1 & fits & light & full).
    assert (spent : raise h (beta + INR d) = 1 / (INR N * c * e)) by (apply length_spent; lra).
    pose proof (tent_norm_most U d beta 1 ltac:(lra) beta_pos) as norm_1.
    assert (bound : C_T * raise h ((1 + gamma) * beta) * tent_norm U d beta 1 / (16 * INR d) <= r).
    { apply (label_thm3_cubes U A C_T N beta c d e gamma h m); try assumption.
      rewrite spent. replace (INR N * (1 / (INR N * c * e)) * tent_norm U d beta 1 * c * e) with
        (tent_norm U d beta 1) by (field; lra). exact norm_1. }
    eapply Rle_trans; [right | exact bound]. unfold h.
    replace (1 / (INR N * c * e)) with (1 / c / (INR N * e)) by (field; lra).
    rewrite length_rate; [field; lra | apply Rdiv_lt_0_compat; lra | now apply Rmult_lt_0_compat | lra]. }
  set (a := C_T * raise (1 / (6 * c)) _ * _ * tent_norm U d beta 1) in *.
  set (b := C_T * raise (INR N * e) _ * _ * tent_norm U d beta 1) in *.
  replace (a / (32 * INR d)) with (a / (16 * INR d) / 2) by (field; lra).
  replace (b / (32 * INR d)) with (b / (16 * INR d) / 2) by (field; lra). lra.
Qed.
