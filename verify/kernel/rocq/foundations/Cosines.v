(** * Densities on [0, 1] that are sums of waves

    Sums of sqrt(2) cos(2 pi i x) and sqrt(2) sin(2 pi i x), their L2 distances, and the ellipsoids of such densities:
    Tsybakov 2009, Definition 1.12. *)

From Foundations Require Export Nouns_pieces.
Import ListNotations.
Open Scope R_scope.

(** ** Waves *)

(** The first n waves, with the multiples c i and s i. *)
Definition wave (c s : nat -> R) i x := sqrt 2 * (c i * cos (2 * PI * INR i * x) + s i * sin (2 * PI * INR i * x)).
Definition waves c s n x := Sum (seq 1 n) (fun i => wave c s i x).

(** A function of period 1, which stands for one on [0, 1]. *)
Definition waveform := R -> R.

(** One and all waves: the sums converge uniformly. *)
Definition sum_of_waves c s (f : waveform) := forall eps, 0 < eps ->
  exists N, forall n x, (N <= n)%nat -> Rabs (f x - (1 + waves c s n x)) <= eps.

(** ** The ellipsoid

    Positive densities: with coefficients for which the sum over i of (2 i)^(2 beta) (c_i^2 + s_i^2) is at most r^2.
    These are the weights a_j = j^beta for even j, and (j - 1)^beta for odd j, of the j-th function of 1,
    sqrt(2) cos(2 pi x), sqrt(2) sin(2 pi x), and so on. For beta >= 1 the bound makes the sums converge uniformly. *)
Definition weighted_squares beta (c s : nat -> R) n :=
  Sum (seq 1 n) (fun i => raise (2 * INR i) (2 * beta) * (c i ^ 2 + s i ^ 2)).
Definition in_ellipsoid beta r (f : waveform) := (forall x, 0 < f x) /\
  exists c s, sum_of_waves c s f /\ forall n, weighted_squares beta c s n <= r ^ 2.

(** ** Integrals over [0, 1] of continuous functions *)

Definition everywhere_continuous (f : R -> R) := forall x, continuous f x.

Lemma continuous_integrable f : everywhere_continuous f -> ex_RInt f 0 1.
Proof. intros F. apply (ex_RInt_continuous (V := R_CompleteNormedModule)). intros x _. apply F. Qed.

Section Continuous.
  Variables (f g : R -> R) (F : everywhere_continuous f) (G : everywhere_continuous g).

  Lemma continuous_sum : everywhere_continuous (fun x => f x + g x).
  Proof. intros x. exact (continuous_plus f g x (F x) (G x)). Qed.

  Lemma continuous_difference : everywhere_continuous (fun x => f x - g x).
  Proof. intros x. exact (continuous_minus f g x (F x) (G x)). Qed.

  Lemma continuous_product : everywhere_continuous (fun x => f x * g x).
  Proof. intros x. exact (continuous_mult f g x (F x) (G x)). Qed.

  Lemma continuous_multiple k : everywhere_continuous (fun x => k * f x).
  Proof. intros x. exact (continuous_mult (fun _ => k) f x (continuous_const k x) (F x)). Qed.

  Lemma continuous_square : everywhere_continuous (fun x => f x ^ 2).
  Proof.
    intros x. apply (continuous_ext (fun y => f y * f y)); [intros y; change (f y * f y = f y ^ 2); ring |].
    exact (continuous_mult f f x (F x) (F x)).
  Qed.
End Continuous.

Definition integral01 (f : R -> R) : R := RInt f 0 1.
Definition L2 (f : R -> R) : R := sqrt (integral01 (fun x => f x ^ 2)).

Section Integrals.
  Variables (f g : R -> R) (F : everywhere_continuous f) (G : everywhere_continuous g).

  Lemma integral_sum : integral01 (fun x => f x + g x) = integral01 f + integral01 g.
  Proof. exact (RInt_plus f g 0 1 (continuous_integrable f F) (continuous_integrable g G)). Qed.

  Lemma integral_multiple k : integral01 (fun x => k * f x) = k * integral01 f.
  Proof. exact (RInt_scal f 0 1 k (continuous_integrable f F)). Qed.

  Lemma integral_le : (forall x, f x <= g x) -> integral01 f <= integral01 g.
  Proof.
    intros le. apply RInt_le; [lra | now apply continuous_integrable | now apply continuous_integrable |].
    intros x _. apply le.
  Qed.

  Lemma integral_ge_0 : (forall x, 0 <= f x) -> 0 <= integral01 f.
  Proof. intros pos. apply RInt_ge_0; [lra | now apply continuous_integrable |]. intros x _. apply pos. Qed.
End Integrals.

Lemma integral_ext f g : (forall x, f x = g x) -> integral01 f = integral01 g.
Proof. intros same. f_equal. now apply functional_extensionality. Qed.

Lemma integral_const k : integral01 (fun _ => k) = k.
Proof. unfold integral01. rewrite RInt_const. unfold scal. simpl. unfold mult. simpl. ring. Qed.

Lemma constant_continuous (k : R) : everywhere_continuous (fun _ => k).
Proof. intros x. apply continuous_const. Qed.

Lemma square_integral_ge_0 f : everywhere_continuous f -> 0 <= integral01 (fun x => f x ^ 2).
Proof. intros F. apply integral_ge_0; [now apply continuous_square | intros x; apply pow2_ge_0]. Qed.

(** Cauchy and Schwarz, and Minkowski's inequality. *)
Lemma integral_cauchy_schwarz f g : everywhere_continuous f -> everywhere_continuous g ->
  integral01 (fun x => f x * g x) ^ 2 <= integral01 (fun x => f x ^ 2) * integral01 (fun x => g x ^ 2).
Proof.
  intros F G. apply discriminant; [now apply square_integral_ge_0 |]. intros t.
  pose proof (continuous_square f F) as F2. pose proof (continuous_square g G) as G2.
  pose proof (continuous_product f g F G) as FG.
  replace (_ - _ + _) with (integral01 (fun x => (t * f x + -1 * g x) ^ 2)).
  - apply (square_integral_ge_0 (fun x => t * f x + -1 * g x)). apply continuous_sum; now apply continuous_multiple.
  - rewrite (integral_ext _ (fun x => t ^ 2 * f x ^ 2 + (-2 * t * (f x * g x) + g x ^ 2))) by (intros; ring).
    rewrite !integral_sum, !integral_multiple
      by (repeat apply continuous_sum; try apply continuous_multiple; assumption). ring.
Qed.

Lemma L2_triangle f g : everywhere_continuous f -> everywhere_continuous g ->
  L2 (fun x => f x + g x) <= L2 f + L2 g.
Proof.
  intros F G. pose proof (square_integral_ge_0 f F) as f_0. pose proof (square_integral_ge_0 g G) as g_0.
  pose proof (continuous_square f F) as F2. pose proof (continuous_square g G) as G2.
  pose proof (continuous_product f g F G) as FG. unfold L2.
  assert (mixed_product : integral01 (fun x => f x * g x) <=
    sqrt (integral01 (fun x => f x ^ 2)) * sqrt (integral01 (fun x => g x ^ 2))).
  { rewrite <- sqrt_mult by assumption. apply le_sqrt. now apply integral_cauchy_schwarz. }
  apply Rle_trans with (sqrt ((sqrt (integral01 (fun x => f x ^ 2)) + sqrt (integral01 (fun x => g x ^ 2))) ^ 2)).
  - apply sqrt_le_1_alt.
    rewrite (integral_ext _ (fun x => f x ^ 2 + (2 * (f x * g x) + g x ^ 2))) by (intros; ring).
    rewrite !integral_sum, integral_multiple
      by (repeat apply continuous_sum; try apply continuous_multiple; assumption).
    rewrite <- (pow2_sqrt (integral01 (fun x => f x ^ 2))) at 1 by assumption.
    rewrite <- (pow2_sqrt (integral01 (fun x => g x ^ 2))) at 1 by assumption. lra.
  - rewrite sqrt_pow2; [lra |]. apply Rplus_le_le_0_compat; apply sqrt_pos.
Qed.

(** ** Squares of sums of waves *)

Lemma wave_continuous c s i : everywhere_continuous (wave c s i).
Proof.
  intros x. apply (ex_derive_continuous (K := R_AbsRing) (V := R_NormedModule)). unfold wave. auto_derive. easy.
Qed.

Lemma waves_continuous c s n : everywhere_continuous (waves c s n).
Proof.
  unfold waves. generalize (seq 1 n). intros l. induction l as [| i l IH]; intros x; [apply continuous_const |].
  exact (continuous_plus (wave c s i) _ x (wave_continuous c s i x) (IH x)).
Qed.

(** A frequency that is whole and not 0 has the mean 0. *)
Section Whole_frequency.
  Variable k : R.
  Hypotheses (whole_sin : sin (2 * PI * k) = 0) (whole_cos : cos (2 * PI * k) = 1).

  Lemma integral_of_cos : k <> 0 -> integral01 (fun x => cos (2 * PI * k * x)) = 0.
  Proof.
    intros other. pose proof PI_neq0.
    apply (is_RInt_unique (V := R_CompleteNormedModule)).
    replace 0 with (minus (/ (2 * PI * k) * sin (2 * PI * k * 1)) (/ (2 * PI * k) * sin (2 * PI * k * 0))) at 2.
    - apply (is_RInt_derive (V := R_CompleteNormedModule) (fun x => / (2 * PI * k) * sin (2 * PI * k * x))).
      + intros x _. auto_derive; [easy |]. field. split; assumption.
      + intros x _. apply (ex_derive_continuous (K := R_AbsRing) (V := R_NormedModule)). auto_derive. easy.
    - unfold minus, plus, opp. simpl. rewrite Rmult_1_r, Rmult_0_r, sin_0, whole_sin. ring.
  Qed.

  Lemma integral_of_sin : integral01 (fun x => sin (2 * PI * k * x)) = 0.
  Proof.
    pose proof PI_neq0. destruct (Req_dec k 0) as [-> | other].
    { rewrite (integral_ext _ (fun _ => 0)); [apply integral_const |]. intros x.
      now rewrite Rmult_0_r, Rmult_0_l, sin_0. }
    apply (is_RInt_unique (V := R_CompleteNormedModule)).
    replace 0 with (minus (- / (2 * PI * k) * cos (2 * PI * k * 1)) (- / (2 * PI * k) * cos (2 * PI * k * 0))) at 2.
    - apply (is_RInt_derive (V := R_CompleteNormedModule) (fun x => - / (2 * PI * k) * cos (2 * PI * k * x))).
      + intros x _. auto_derive; [easy |]. field. split; assumption.
      + intros x _. apply (ex_derive_continuous (K := R_AbsRing) (V := R_NormedModule)). auto_derive. easy.
    - unfold minus, plus, opp. simpl. rewrite Rmult_1_r, Rmult_0_r, cos_0, whole_cos. ring.
  Qed.
End Whole_frequency.

Lemma whole_turn i : sin (2 * PI * INR i) = 0 /\ cos (2 * PI * INR i) = 1.
Proof.
  replace (2 * PI * INR i) with (0 + 2 * INR i * PI) by ring.
  rewrite sin_period, cos_period, sin_0, cos_0. split; reflexivity.
Qed.

Lemma whole_turns i j : (sin (2 * PI * (INR i + INR j)) = 0 /\ cos (2 * PI * (INR i + INR j)) = 1) /\
  (sin (2 * PI * (INR i - INR j)) = 0 /\ cos (2 * PI * (INR i - INR j)) = 1).
Proof.
  destruct (whole_turn i) as [si ci]. destruct (whole_turn j) as [sj cj].
  rewrite !Rmult_plus_distr_l, !Rmult_minus_distr_l, sin_plus, cos_plus, sin_minus, cos_minus, si, ci, sj, cj.
  repeat split; ring.
Qed.

(** The waves are orthonormal. *)
Lemma integral_of_two_waves c s i j : (1 <= i)%nat -> (1 <= j)%nat ->
  integral01 (fun x => wave c s i x * wave c s j x) = if Nat.eq_dec j i then c i ^ 2 + s i ^ 2 else 0.
Proof.
  intros i_1 j_1. destruct (whole_turns i j) as [[sin_sum cos_sum] [sin_gap cos_gap]].
  set (p := INR i + INR j) in *. set (q := INR i - INR j) in *.
  assert (root : sqrt 2 * sqrt 2 = 2) by (apply sqrt_sqrt; lra).
  assert (trig : forall k, everywhere_continuous (fun x => cos (2 * PI * k * x)) /\
    everywhere_continuous (fun x => sin (2 * PI * k * x))).
  { intros k. split; intros x; apply (ex_derive_continuous (K := R_AbsRing) (V := R_NormedModule)); now auto_derive. }
  rewrite (integral_ext _ (fun x =>
    (c i * c j + s i * s j) * cos (2 * PI * q * x) + ((c i * c j - s i * s j) * cos (2 * PI * p * x) +
    ((s i * c j + c i * s j) * sin (2 * PI * p * x) + (s i * c j - c i * s j) * sin (2 * PI * q * x))))).
  - pose proof (trig p) as [cos_p sin_p]. pose proof (trig q) as [cos_q sin_q].
    rewrite !integral_sum, !integral_multiple
      by (repeat apply continuous_sum; try apply continuous_multiple; assumption).
    assert (p_pos : p <> 0).
    { unfold p. pose proof (lt_0_INR i ltac:(lia)). pose proof (lt_0_INR j ltac:(lia)). lra. }
    rewrite (integral_of_cos p), (integral_of_sin p), (integral_of_sin q) by assumption.
    destruct (Nat.eq_dec j i) as [-> | other].
    + rewrite (integral_ext _ (fun _ => 1)), integral_const; [ring |]. intros x.
      replace (2 * PI * q * x) with 0 by (unfold q; ring). apply cos_0.
    + rewrite (integral_of_cos q); [ring | assumption |].
      unfold q. intros same. apply other. symmetry. apply INR_eq. lra.
  - intros x. unfold wave, p, q.
    replace (2 * PI * (INR i - INR j) * x) with (2 * PI * INR i * x - 2 * PI * INR j * x) by ring.
    replace (2 * PI * (INR i + INR j) * x) with (2 * PI * INR i * x + 2 * PI * INR j * x) by ring.
    rewrite sin_plus, cos_plus, sin_minus, cos_minus.
    replace (sqrt 2 * (c i * cos (2 * PI * INR i * x) + s i * sin (2 * PI * INR i * x)) *
      (sqrt 2 * (c j * cos (2 * PI * INR j * x) + s j * sin (2 * PI * INR j * x))))
      with (sqrt 2 * sqrt 2 * ((c i * cos (2 * PI * INR i * x) + s i * sin (2 * PI * INR i * x)) *
        (c j * cos (2 * PI * INR j * x) + s j * sin (2 * PI * INR j * x)))) by ring.
    rewrite root. ring.
Qed.

Lemma integral_of_Sum {I} (l : list I) (f : I -> R -> R) : (forall i, everywhere_continuous (f i)) ->
  integral01 (fun x => Sum l (fun i => f i x)) = Sum l (fun i => integral01 (f i)) /\
  everywhere_continuous (fun x => Sum l (fun i => f i x)).
Proof.
  intros F. induction l as [| i l [IH C]]; cbn [Sum].
  - split; [apply integral_const | apply constant_continuous].
  - split; [now rewrite integral_sum, IH | now apply continuous_sum].
Qed.

Lemma square_of_waves c s n : integral01 (fun x => waves c s n x ^ 2) = Sum (seq 1 n) (fun i => c i ^ 2 + s i ^ 2).
Proof.
  set (l := seq 1 n).
  assert (products : forall i j, everywhere_continuous (fun x => wave c s i x * wave c s j x))
    by (intros; apply continuous_product; apply wave_continuous).
  rewrite (integral_ext _ (fun x => Sum l (fun i => Sum l (fun j => wave c s i x * wave c s j x)))).
  - rewrite (proj1 (integral_of_Sum l (fun i x => Sum l (fun j => wave c s i x * wave c s j x))
      (fun i => proj2 (integral_of_Sum l _ (products i))))).
    apply Sum_ext_in. intros i I. rewrite (proj1 (integral_of_Sum l _ (products i))).
    rewrite (Sum_ext_in l _ (fun j => if Nat.eq_dec j i then c i ^ 2 + s i ^ 2 else 0)).
    + apply Sum_single; [apply seq_NoDup | exact I].
    + intros j J. apply in_seq in I, J. apply integral_of_two_waves; lia.
  - intros x. unfold waves. fold l. simpl. rewrite Rmult_1_r, <- Sum_scal. apply Sum_ext. intros i.
    rewrite Rmult_comm, <- Sum_scal. reflexivity.
Qed.

(** ** Members of the ellipsoid *)

Lemma sum_of_waves_continuous c s f : sum_of_waves c s f -> everywhere_continuous f.
Proof.
  intros converges x. apply continuity_pt_filterlim.
  assert (uniform : CVU (fun n y => 1 + waves c s n y) f x (mkposreal 1 Rlt_0_1)).
  { intros eps eps_pos. destruct (converges (eps / 2) ltac:(lra)) as [N near]. exists N. intros n y n_large _.
    specialize (near n y n_large). lra. }
  apply (CVU_continuity _ f x (mkposreal 1 Rlt_0_1) uniform).
  - intros n y _. apply continuity_pt_filterlim.
    exact (continuous_sum _ _ (constant_continuous 1) (waves_continuous c s n) y).
  - unfold Boule. simpl. rewrite Rminus_diag_eq, Rabs_R0 by reflexivity. lra.
Qed.

Lemma one_in_ellipsoid beta r : in_ellipsoid beta r (fun _ => 1).
Proof.
  split; [intros; lra |]. exists (fun _ => 0), (fun _ => 0). split.
  - intros eps eps_pos. exists O. intros n x _. unfold waves, wave.
    rewrite (Sum_ext _ _ (fun _ => 0)), Sum_const by (intros; ring).
    replace (1 - _) with 0 by ring. rewrite Rabs_R0. lra.
  - intros n. unfold weighted_squares. rewrite (Sum_ext _ _ (fun _ => 0)), Sum_const by (intros; ring).
    pose proof (pow2_ge_0 r). lra.
Qed.

(** What is outside stands for the density 1. *)
Definition kept_density beta r (f : waveform) : waveform :=
  if sig_not_dec (in_ellipsoid beta r f) then f else fun _ => 1.

Lemma kept_density_inside beta r f : in_ellipsoid beta r f -> kept_density beta r f = f.
Proof.
  intros inside. unfold kept_density. destruct (sig_not_dec _) as [| outside]; [reflexivity | now elim outside].
Qed.

Lemma inside_kept_density beta r f : in_ellipsoid beta r (kept_density beta r f).
Proof.
  unfold kept_density. destruct (sig_not_dec _) as [inside |]; [now apply NNPP | apply one_in_ellipsoid].
Qed.

Lemma kept_density_continuous beta r f : everywhere_continuous (kept_density beta r f).
Proof.
  destruct (inside_kept_density beta r f) as (_ & c & s & converges & _).
  exact (sum_of_waves_continuous c s _ converges).
Qed.

(** ** The metric space *)

Definition L2_apart beta r f g := L2 (fun x => kept_density beta r f x - kept_density beta r g x).

Lemma L2_zero beta r f : L2_apart beta r f f = 0.
Proof.
  unfold L2_apart, L2. rewrite (integral_ext _ (fun _ => 0)), integral_const by (intros; ring). apply sqrt_0.
Qed.

Lemma L2_sym beta r f g : L2_apart beta r f g = L2_apart beta r g f.
Proof. unfold L2_apart, L2. f_equal. apply integral_ext. intros x. ring. Qed.

Lemma L2_apart_triangle beta r f g h : L2_apart beta r f h <= L2_apart beta r f g + L2_apart beta r g h.
Proof.
  unfold L2_apart. eapply Rle_trans; [right | apply L2_triangle; apply continuous_difference;
    apply kept_density_continuous].
  unfold L2. f_equal. apply integral_ext. intros x. ring.
Qed.

Definition density_ellipsoid beta r : metric_space waveform :=
  Metric_space waveform (fun _ => 1) (L2_apart beta r) (L2_zero beta r) (L2_sym beta r) (L2_apart_triangle beta r).

(** ** A cube of cosines

    A density for each vertex v: 1 and the sum over j up to k of g v_j sqrt(2) cos(2 pi j x). *)
Definition cosine_multiples k g (v : list bool) i := if Nat.leb i k then g * sgn (bit v (i - 1)) else 0.
Definition cosines k g : family_of_points waveform :=
  fun v x => 1 + waves (cosine_multiples k g v) (fun _ => 0) k x.
