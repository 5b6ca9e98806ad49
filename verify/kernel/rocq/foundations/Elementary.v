(** * Facts about vectors, bits, powers and weights *)

From Foundations Require Import Mixtures Families Kent Bassily.
Import ListNotations.
Open Scope R_scope.

(** ** Powers *)

(** x^p for x >= 0 and p > 0. *)
Definition real_power x p := if Req_EM_T x 0 then 0 else Rpower x p.

(* Fact: Bernoulli's inequality *)
Lemma bernoulli v p : -1 <= v -> 1 <= p -> 1 + p * v <= real_power (1 + v) p.
Proof.
  intros V P. unfold real_power. destruct (Req_EM_T (1 + v) 0) as [zero | not_zero]; [nra |].
  assert (pos : 0 < 1 + v) by lra. unfold Rpower.
  pose proof (exp_chord (p * ln (1 + v)) (/ p)) as C.
  replace (p * ln (1 + v) * / p) with (ln (1 + v)) in C by (field; lra). rewrite exp_ln in C by exact pos.
  assert (0 < / p <= 1).
  { split; [apply Rinv_0_lt_compat; lra |]. rewrite <- Rinv_1. apply Rinv_le_contravar; lra. }
  specialize (C ltac:(lra)). apply (Rmult_le_compat_l p) in C; [| lra].
  replace (p * (1 - / p + / p * exp (p * ln (1 + v)))) with (p - 1 + exp (p * ln (1 + v))) in C by (field; lra). lra.
Qed.

(* Fact: chord of a concave power *)
Lemma chord_of_a_concave_power u y q : 0 <= u <= 1 -> 0 <= y -> 0 <= q <= 1 ->
  1 - u + u * Rpower (1 + y) q <= Rpower (1 + u * y) q.
Proof.
  intros U Y Q. set (c := 1 + u * y). assert (C : 1 <= c) by (unfold c; nra).
  assert (tangent : forall x, 0 < x -> Rpower x q <= Rpower c q * (1 - q + q * (x / c))).
  { intros x X. assert (X' : 0 < x / c) by (apply Rdiv_lt_0_compat; lra).
    assert (T : exp (ln (x / c) * q) <= 1 - q + q * exp (ln (x / c))) by now apply exp_chord.
    rewrite exp_ln in T by exact X'. unfold Rpower at 1.
    replace (q * ln x) with (q * ln c + ln (x / c) * q).
    - rewrite exp_plus. apply Rmult_le_compat_l; [left; apply exp_pos | exact T].
    - unfold Rdiv. rewrite ln_mult, ln_Rinv by (try apply Rinv_0_lt_compat; lra). ring. }
  pose proof (tangent 1 ltac:(lra)) as one. pose proof (tangent (1 + y) ltac:(lra)) as other.
  assert (R1 : Rpower 1 q = 1) by (unfold Rpower; rewrite ln_1, Rmult_0_r; apply exp_0). rewrite R1 in one.
  assert (sum : (1 - u) * (1 - q + q * (1 / c)) + u * (1 - q + q * ((1 + y) / c)) = 1).
  { replace ((1 - u) * (1 - q + q * (1 / c)) + u * (1 - q + q * ((1 + y) / c)))
      with (1 - q + q * ((1 + u * y) / c)) by (field; lra). fold c. field. lra. }
  apply Rle_trans with ((1 - u) * (Rpower c q * (1 - q + q * (1 / c))) + u *
      (Rpower c q * (1 - q + q * ((1 + y) / c)))).
  - apply Rplus_le_compat; [rewrite <- (Rmult_1_r (1 - u)) at 1 |]; apply Rmult_le_compat_l; lra.
  - right. transitivity (Rpower c q * ((1 - u) * (1 - q + q * (1 / c)) + u * (1 - q + q * ((1 + y) / c)))); [ring |].
    rewrite sum. ring.
Qed.

(** ** Vectors *)

Definition norm d (x : vector) := sqrt (inner d x x).
Definition less (x y : vector) : vector := fun k => x k - y k.

Section Vectors.
  Variable d : nat.

  Lemma inner_ge_0 x : 0 <= inner d x x.
  Proof. apply Sum_ge_0. intros k. pose proof (pow2_ge_0 (x k)). simpl in *. lra. Qed.

  Lemma norm_square x : norm d x ^ 2 = inner d x x.
  Proof. apply pow2_sqrt, inner_ge_0. Qed.

  Lemma inner_squares x : inner d x x = Sum (below d) (fun k => x k ^ 2).
  Proof. apply Sum_ext. intros k. ring. Qed.

  Lemma inner_le_norms x y : Rabs (inner d x y) <= norm d x * norm d y.
  Proof.
    apply pow2_inj_le; [apply Rmult_le_pos; apply sqrt_pos |].
    rewrite pow2_abs, Rpow_mult_distr, !norm_square, !inner_squares. apply Sum_cauchy_schwarz.
  Qed.

  (* Fact: Cauchy and Schwarz for vectors *)
  Lemma cauchy_schwarz_for_vectors x y : - inner d x y <= norm d x * norm d y.
  Proof. pose proof (inner_le_norms x y). pose proof (Rabs_maj2 (inner d x y)). lra. Qed.

  (* Fact: an inner product in parts *)
  Lemma inner_in_parts a x y z : inner d a (less x z) = inner d a (less x y) + inner d a (less y z).
  Proof. unfold inner. rewrite <- Sum_plus. apply Sum_ext. intros k. unfold less. ring. Qed.

  (* Fact: mixtures with one point *)
  Lemma mixtures_with_one_point a x y z : 0 < a <= 1 ->
    norm d (less (fun k => a * x k + (1 - a) * z k) (fun k => a * y k + (1 - a) * z k)) = a * norm d (less x y).
  Proof.
    intros H. unfold norm. rewrite <- (sqrt_pow2 a) at 1 by lra.
    rewrite <- sqrt_mult by (apply pow2_ge_0 || apply inner_ge_0).
    f_equal. unfold inner. rewrite <- Sum_scal. apply Sum_ext. intros k. unfold less. ring.
  Qed.

  (* Fact: the square after a step *)
  Lemma square_after_a_step x s f u : norm d (less (fun k => x k - s * f k) u) ^ 2 =
    norm d (less x u) ^ 2 - 2 * s * inner d f (less x u) + s ^ 2 * norm d f ^ 2.
  Proof.
    rewrite !norm_square. unfold inner. rewrite <- !Sum_scal, <- Sum_minus, <- Sum_plus.
    apply Sum_ext. intros k. unfold less. ring.
  Qed.

  Lemma norm_triangle x y : norm d (fun k => x k + y k) <= norm d x + norm d y.
  Proof.
    pose proof (sqrt_pos (inner d x x)) as X. pose proof (sqrt_pos (inner d y y)) as Y. fold (norm d x) (norm d y) in *.
    apply pow2_inj_le; [lra |]. rewrite norm_square.
    replace (inner d (fun k => x k + y k) (fun k => x k + y k)) with (inner d x x + 2 * inner d x y + inner d y y).
    - pose proof (inner_le_norms x y). pose proof (Rle_abs (inner d x y)).
      replace ((norm d x + norm d y) ^ 2) with (norm d x ^ 2 + 2 * (norm d x * norm d y) + norm d y ^ 2) by ring.
      rewrite !norm_square. lra.
    - unfold inner. rewrite <- Sum_scal, <- !Sum_plus. apply Sum_ext. intros k. ring.
  Qed.

  (* Fact: triangle inequality for two steps *)
  Lemma triangle_for_two_steps x s f g u : 0 <= s ->
    norm d (less (fun k => x k - s * f k) u) <= norm d (less (fun k => x k - s * g k) u) + s * norm d (less g f).
  Proof.
    intros S. assert (scaled : s * norm d (less g f) = norm d (fun k => s * less g f k)).
    { unfold norm. rewrite <- (sqrt_pow2 s) at 1 by exact S.
      rewrite <- sqrt_mult by (apply pow2_ge_0 || apply inner_ge_0). f_equal.
      unfold inner. rewrite <- Sum_scal. apply Sum_ext. intros k. ring. }
    rewrite scaled. eapply Rle_trans; [| apply norm_triangle]. right. f_equal.
    apply functional_extensionality. intros k. unfold less. ring.
  Qed.
End Vectors.

(** ** Bits *)

Definition ones d (v : list bool) := Sum (below d) (fun k => if bit v k then 1 else 0).
Definition agreements d (v w : list bool) := Sum (below d) (fun k => if Bool.eqb (bit v k) (bit w k) then 1 else 0).

(* Fact: distance of vectors with few ones *)
Lemma distance_of_vectors_with_few_ones d v w : distance d v w <= ones d v + ones d w.
Proof.
  unfold distance, ones. rewrite <- Sum_plus. apply Sum_le. intros k. destruct (bit v k), (bit w k); simpl; lra.
Qed.

(* Fact: agreements with two vectors *)
Lemma agreements_with_two_vectors d u v w : agreements d u v <= agreements d u w + distance d v w.
Proof.
  unfold distance, agreements. rewrite <- Sum_plus. apply Sum_le. intros k.
  destruct (bit u k), (bit v k), (bit w k); simpl; lra.
Qed.

(** The number of sign vectors in d dimensions that differ from a given one in w signs at most: from the one without
    ones. *)
Definition near_signs d w := Sum (vertices d) (fun v => if Rle_dec (ones d v) w then 1 else 0).

(* Fact: sign vectors near one *)
(** Boucheron, Lugosi and Massart 2013, Section 2.2. *)
Lemma sign_vectors_near_one d w r : 0 < r <= 1 -> near_signs d w <= (1 + r) ^ d * Rpower r (- w).
Proof.
  intros R1.
  assert (moment : forall n, Sum (vertices n) (fun v => exp (ln r * ones n v)) = (1 + r) ^ n).
  { induction n as [| n IH].
    - simpl. unfold ones. simpl. rewrite Rmult_0_r, exp_0. ring.
    - cbn [vertices]. rewrite Sum_app, !Sum_map.
      assert (first : forall b v, exp (ln r * ones (S n) (b :: v)) = (if b then r else 1) * exp (ln r * ones n v)).
      { intros b v. unfold ones. rewrite Sum_below_succ. unfold bit at 1. simpl nth.
        change (Sum (below n) (fun k => if bit (b :: v) (S k) then 1 else 0))
          with (Sum (below n) (fun k => if bit v k then 1 else 0)).
        destruct b; [| now rewrite Rplus_0_l, Rmult_1_l].
        rewrite Rmult_plus_distr_l, Rmult_1_r, exp_plus, exp_ln by lra. reflexivity. }
      rewrite (Sum_ext _ _ _ (first true)), (Sum_ext _ _ _ (first false)), !Sum_scal, IH. simpl. ring. }
  assert (L : ln r <= 0) by (rewrite <- ln_1; apply ln_le; lra).
  rewrite <- moment, Rmult_comm, <- Sum_scal. apply Sum_le. intros v. unfold Rpower. rewrite <- exp_plus.
  pose proof (exp_pos (- w * ln r + ln r * ones d v)).
  destruct (Rle_dec (ones d v) w) as [near |]; [| lra]. rewrite <- exp_0 at 1. apply exp_le. nra.
Qed.

(** ** Weights and mixtures *)

(* Fact: average of a constant *)
Lemma average_of_a_constant {I} (l : list I) w c : is_weight l w -> Sum l (fun i => w i * c) = c.
Proof.
  intros [_ one]. rewrite (Sum_ext _ _ (fun i => c * w i)) by (intros; ring). rewrite Sum_scal, one. ring.
Qed.

(** Mixtures of parts with weights of at least [least] and sorted means that are [apart] at least. *)
Definition mixture_of_parts (parts : nat) least apart (weight mu : nat -> R) :=
  Sum (below parts) weight = 1 /\ (forall k, (k < parts)%nat -> least <= weight k) /\
  (forall k, (S k < parts)%nat -> apart <= mu (S k) - mu k).

(* Fact: least weight of a part *)
Lemma least_weight_of_a_part parts least apart weight mu k :
  mixture_of_parts parts least apart weight mu -> (k < parts)%nat -> least <= weight k.
Proof. intros (_ & H & _). apply H. Qed.

(* Fact: largest weight of a part *)
Lemma largest_weight_of_a_part parts least apart weight mu k :
  mixture_of_parts parts least apart weight mu -> (k < parts)%nat -> weight k <= 1 - (INR parts - 1) * least.
Proof.
  intros (one & H & _) K.
  assert (split : weight k - least <= Sum (below parts) (fun i => weight i - least)).
  { apply Rle_trans with (Sum (below parts) (fun i => if Nat.eq_dec i k then weight k - least else 0)).
    - rewrite Sum_single; [lra | apply seq_NoDup | now apply in_below].
    - apply Sum_le_in. intros i I. apply in_below in I. specialize (H i I). destruct (Nat.eq_dec i k) as [-> |]; lra. }
  rewrite Sum_minus, one, Sum_below_const in split. lra.
Qed.

(* Fact: sorted means that are apart *)
Lemma sorted_means_that_are_apart parts least apart weight mu low top :
  mixture_of_parts parts least apart weight mu -> (low <= top)%nat -> (top < parts)%nat ->
  apart * (INR top - INR low) <= mu top - mu low.
Proof.
  intros (_ & _ & gaps) H. induction H as [| top H IH]; intros T; [lra |].
  specialize (gaps top T). rewrite S_INR. specialize (IH ltac:(lia)). lra.
Qed.

(** ** All data of neighbours, and signs *)

(* Fact: all data of neighbours *)
(** Pinsker for each pair; the divergence of n m draws is n m times that of one. *)
Theorem all_data_of_neighbours {X} (P : list bool -> law X) d n m c : (1 <= d)%nat ->
  (forall v j, In v (vertices d) -> (j < d)%nat -> KL_most (P v) (P (flip j v)) c) ->
  neighbour_TV2_most d (fun v => transcript send_all (power (P v) m) n) (INR n * INR m / 2 * c).
Proof.
  intros D H f F. assert (d_pos : 0 < INR d) by (apply lt_0_INR; lia).
  assert (pair : forall v j, In v (vertices d) -> (j < d)%nat ->
    (E (transcript send_all (power (P v) m) n) (f v j) - E (transcript send_all (power (P (flip j v)) m) n) (f v j)) ^
        2 <=
    INR n * INR m / 2 * c).
  { intros v j V J.
    assert (K : KL_most (transcript send_all (power (P v) m) n) (transcript send_all (power (P (flip j v)) m) n)
                  (INR n * (INR m * c))).
    { induction n as [| n' IH]; [simpl; rewrite Rmult_0_l; apply KL_refl |].
      rewrite S_INR, Rmult_plus_distr_r, Rmult_1_l. cbn [transcript]. apply KL_chain; [exact IH |].
      intros h. now apply data_processing, tensorisation, H. }
    pose proof (KL_ge_0 _ _ _ K) as K0. pose proof (pinsker _ _ _ K) as T.
    pose proof (T (f v j) (F v j)) as one_way. pose proof (TV_sym _ _ _ T (f v j) (F v j)) as other_way.
    set (gap := _ - _) in one_way. replace (_ - _) with (- gap) in other_way by (unfold gap; ring). fold gap.
    assert (root : sqrt (INR n * (INR m * c) / 2) ^ 2 = INR n * (INR m * c) / 2) by (apply pow2_sqrt; lra).
    pose proof (sqrt_pos (INR n * (INR m * c) / 2)). nra. }
  apply (Rmult_le_reg_l (INR d)); [exact d_pos |]. rewrite <- Rmult_assoc, Rinv_r, Rmult_1_l by lra.
  rewrite <- Sum_below_const. apply Sum_le_in. intros j J. apply in_below in J.
  rewrite <- (average_const d (INR n * INR m / 2 * c)). apply average_le. intros v V. now apply pair.
Qed.

(** t is at most sinh t. *)
Lemma ln_below x : 1 <= x -> ln x <= (x - / x) / 2.
Proof.
  intros X. assert (L : 0 <= ln x) by (rewrite <- ln_1; apply ln_le; lra).
  set (gap := fun t => (exp t - exp (- t)) / 2 - t).
  assert (at_0 : gap 0 = 0) by (unfold gap; rewrite Ropp_0, exp_0; field).
  assert (up : gap 0 <= gap (ln x)).
  { apply (rises gap (fun t => (exp t + exp (- t)) / 2 - 1)); [| exact L |].
    - intros t. unfold gap. auto_derive; [exact I | field].
    - intros t _. rewrite exp_Ropp. pose proof (exp_pos t). pose proof (pow2_ge_0 (exp t - 1)).
      replace ((exp t + / exp t) / 2 - 1) with ((exp t - 1) ^ 2 / (2 * exp t)) by (field; lra).
      apply Rdiv_le_0_compat; lra. }
  rewrite at_0 in up. unfold gap in up. rewrite exp_Ropp, exp_ln in up by lra. lra.
Qed.

(* Fact: divergence of signs with one mean turned *)
Theorem divergence_of_signs_with_one_mean_turned s S v k : KL_most (signs s S v) (signs s S (flip k v))
    (2 * s ^ 2 / (1 - s ^ 2)).
Proof.
  assert (bound : coin_KL ((1 + s) / 2) ((1 - s) / 2) <= 2 * s ^ 2 / (1 - s ^ 2)).
  { unfold coin_KL.
    replace ((1 - (1 + s) / 2) / (1 - (1 - s) / 2)) with (/ ((1 + s) / (1 - s))) by (field; lra).
    replace ((1 + s) / 2 / ((1 - s) / 2)) with ((1 + s) / (1 - s)) by (field; lra).
    rewrite ln_Rinv by (apply Rdiv_lt_0_compat; lra).
    assert (X : 1 <= (1 + s) / (1 - s)) by (apply Rle_div_r; lra).
    pose proof (ln_below _ X) as L.
    replace (((1 + s) / (1 - s) - / ((1 + s) / (1 - s))) / 2) with (2 * s / (1 - s ^ 2)) in L
      by (field; repeat split; nra).
    replace (2 * s ^ 2 / (1 - s ^ 2)) with (s * (2 * s / (1 - s ^ 2))) by (field; nra).
    replace ((1 + s) / 2 * ln ((1 + s) / (1 - s)) + (1 - (1 + s) / 2) * - ln ((1 + s) / (1 - s)))
      with (s * ln ((1 + s) / (1 - s))) by field.
    apply Rmult_le_compat_l; lra. }
  assert (turned_side : forall b, KL_most (side s S b) (side s S (negb b)) (2 * s ^ 2 / (1 - s ^ 2))).
  { intros b. eapply KL_weaken; [| exact bound]. intros f F. rewrite (E_side s S (negb b)).
    pose proof (KL_of_two_points b (negb b) ((1 + s) / 2) ((1 - s) / 2) ltac:(lra) ltac:(lra) ltac:(lra) ltac:(lra) f
        F) as K.
    rewrite !E_two_points in K. rewrite E_side, Bool.negb_involutive.
    replace (1 - (1 + s) / 2) with ((1 - s) / 2) in K by field. replace (1 - (1 - s) / 2) with ((1 + s) / 2) in K
      by field.
    rewrite (Rplus_comm ((1 + s) / 2 * exp (f (negb b)))). exact K. }
  assert (zero : 0 <= 2 * s ^ 2 / (1 - s ^ 2)) by (apply Rdiv_le_0_compat; [pose proof (pow2_ge_0 s); lra | nra]).
  revert k. induction v as [| c v IH]; intros [| k]; simpl.
  - apply KL_weaken with 0; [apply KL_refl | exact zero].
  - apply KL_weaken with 0; [apply KL_refl | exact zero].
  - now apply data_processing.
  - apply KL_of_mixtures. intros x. now apply data_processing.
Qed.
