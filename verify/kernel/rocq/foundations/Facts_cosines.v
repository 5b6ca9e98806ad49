(** * Facts about densities that are sums of waves

    Each theorem says what the calculus grants under that name, as the exporter writes it from the fact itself. *)

From Foundations Require Export Cosines.
Import ListNotations.
Open Scope R_scope.

Lemma raise_above_0 x y : 0 < x -> 0 < raise x y.
Proof. intros pos. rewrite raise_pos by exact pos. apply exp_pos. Qed.

(** ** Cosines *)

Section Cosines.
  Variables (k : nat) (g : R).

  Let multiples v := cosine_multiples k g v.
  Let no_sines : nat -> R := fun _ => 0.

  Lemma more_cosines v n x : (k <= n)%nat -> waves (multiples v) no_sines n x = waves (multiples v) no_sines k x.
  Proof.
    intros le. unfold waves. replace n with (k + (n - k))%nat by lia. rewrite seq_app, Sum_app.
    rewrite (Sum_ext_in (seq (1 + k) (n - k)) _ (fun _ => 0)), Sum_const; [ring |]. intros i I. apply in_seq in I.
    unfold wave, multiples, cosine_multiples, no_sines. destruct (Nat.leb_spec i k); [lia | ring].
  Qed.

  Lemma cosines_are_sums v : sum_of_waves (multiples v) no_sines (cosines k g v).
  Proof.
    intros eps eps_pos. exists k. intros n x le. rewrite more_cosines by exact le. unfold cosines.
    fold (multiples v) no_sines. rewrite Rminus_diag_eq, Rabs_R0 by reflexivity. lra.
  Qed.

  Lemma multiple_square v i : (i <= k)%nat -> multiples v i ^ 2 = g ^ 2.
  Proof.
    intros le. unfold multiples, cosine_multiples, sgn. destruct (Nat.leb_spec i k); [| lia].
    destruct (bit v (i - 1)); ring.
  Qed.

  (** 1 less all waves is above 0; there are k squares, of weights that are at most (2 k)^(2 beta). *)
  Lemma cosines_in_ellipsoid beta r v : 0 < g -> 0 <= beta -> sqrt 2 * g * INR k < 1 ->
    raise (2 * INR k) (2 * beta) * g ^ 2 * INR k <= r ^ 2 -> in_ellipsoid beta r (cosines k g v).
  Proof.
    intros g_pos beta_pos flat within. split.
    - intros x. unfold cosines. fold (multiples v) no_sines.
      assert (low : Rabs (waves (multiples v) no_sines k x) <= sqrt 2 * g * INR k).
      { unfold waves. eapply Rle_trans; [apply Sum_abs |].
        apply Rle_trans with (Sum (seq 1 k) (fun _ => sqrt 2 * g)); [| rewrite Sum_const, seq_length; lra].
        apply Sum_le_in. intros i I. apply in_seq in I. unfold wave, no_sines. rewrite Rabs_mult.
        rewrite (Rabs_right (sqrt 2)) by (apply Rle_ge, sqrt_pos).
        apply Rmult_le_compat_l; [apply sqrt_pos |]. rewrite Rmult_0_l, Rplus_0_r, Rabs_mult.
        apply Rle_trans with (g * 1); [| lra]. apply Rmult_le_compat; try apply Rabs_pos.
        - unfold multiples, cosine_multiples, sgn. destruct (Nat.leb_spec i k); [| lia].
          destruct (bit v (i - 1)); rewrite ?Rmult_1_r; apply Rabs_le; lra.
        - apply Rabs_le, COS_bound. }
      apply Rabs_le_between in low. lra.
    - exists (multiples v), no_sines. split; [apply cosines_are_sums |]. intros n. eapply Rle_trans; [| exact within].
      unfold weighted_squares.
      set (term := fun i => raise (2 * INR i) (2 * beta) * (multiples v i ^ 2 + no_sines i ^ 2)).
      assert (beyond : forall i, (k < i)%nat -> term i = 0).
      { intros i more. unfold term, multiples, cosine_multiples, no_sines. destruct (Nat.leb_spec i k); [lia | ring]. }
      assert (each : forall i, (i <= k)%nat -> 0 <= term i <= raise (2 * INR k) (2 * beta) * g ^ 2).
      { intros i le. unfold term. rewrite multiple_square by exact le. unfold no_sines.
        replace (g ^ 2 + 0 ^ 2) with (g ^ 2) by ring. pose proof (pow2_ge_0 g) as g2.
        split; [apply Rmult_le_pos; [apply raise_ge_0 | exact g2] |]. apply Rmult_le_compat_r; [exact g2 |].
        apply raise_le; [lra |]. pose proof (pos_INR i). pose proof (le_INR _ _ le). lra. }
      assert (whole : forall l, incl l (seq 1 k) -> NoDup l -> Sum l term <=
        raise (2 * INR k) (2 * beta) * g ^ 2 * INR k).
      { intros l inside once. apply Rle_trans with (INR (length l) * (raise (2 * INR k) (2 * beta) * g ^ 2)).
        - rewrite <- Sum_const. apply Sum_le_in. intros i I. apply inside, in_seq in I. apply each. lia.
        - rewrite Rmult_comm. apply Rmult_le_compat_l.
          + apply Rmult_le_pos; [apply raise_ge_0 | apply pow2_ge_0].
          + apply le_INR. rewrite <- (seq_length k 1). now apply NoDup_incl_length. }
      destruct (le_lt_dec n k) as [few | many].
      + apply whole; [| apply seq_NoDup]. intros i I. apply in_seq in I. apply in_seq. lia.
      + replace n with (k + (n - k))%nat by lia. rewrite seq_app, Sum_app.
        rewrite (Sum_ext_in (seq (1 + k) (n - k)) term (fun _ => 0)), Sum_const, Rmult_0_r, Rplus_0_r.
        * apply whole; [apply incl_refl | apply seq_NoDup].
        * intros i I. apply in_seq in I. apply beyond. lia.
  Qed.

  (** The squared distance: (2 g)^2 for each place where two vertices differ. *)
  Lemma square_of_cosines u v : integral01 (fun x => (cosines k g u x - cosines k g v x) ^ 2) =
    4 * g ^ 2 * distance k u v.
  Proof.
    rewrite (integral_ext _ (fun x => waves (fun i => multiples u i - multiples v i) no_sines k x ^ 2)).
    - rewrite square_of_waves. unfold distance. rewrite <- Sum_scal. unfold below.
      rewrite <- seq_shift, Sum_map. apply Sum_ext_in. intros i I. apply in_seq in I.
      unfold multiples, cosine_multiples, no_sines, sgn. destruct (Nat.leb_spec (S i) k); [| lia].
      replace (S i - 1)%nat with i by lia. destruct (bit u i), (bit v i); simpl; ring.
    - intros x. f_equal. unfold cosines. fold (multiples u) (multiples v) no_sines.
      replace (1 + waves (multiples u) no_sines k x - (1 + waves (multiples v) no_sines k x))
        with (waves (multiples u) no_sines k x - waves (multiples v) no_sines k x) by ring.
      unfold waves. rewrite <- Sum_minus. apply Sum_ext. intros i. unfold wave, no_sines. ring.
  Qed.
End Cosines.

(** Parseval: the sum is at least 1 - sqrt(2) g k, its squared coefficients are g^2, of weights at most (2 k)^(2 beta),
    and (2 g)^2 is the squared distance for one place. *)
Theorem fact_a_cube_of_cosines : forall (beta g : R) (k : nat) (r : R),
  1 <= beta ->
  0 < g ->
  (1 <= k)%nat ->
  0 < r ->
  sqrt 2 * g * INR k < 1 ->
  raise (2 * INR k) (2 * beta) * g ^ 2 * INR k <= r ^ 2 ->
  cube_in (cosines k g) (density_ellipsoid beta r) k (4 * g ^ 2).
Proof.
  intros beta g k r beta_1 g_pos _ _ flat within u v _ _.
  change (4 * g ^ 2 * distance k u v <= L2_apart beta r (cosines k g u) (cosines k g v) ^ 2). unfold L2_apart.
  rewrite !kept_density_inside by (apply cosines_in_ellipsoid; lra). unfold L2.
  rewrite square_of_cosines, pow2_sqrt; [lra |]. apply Rmult_le_pos; [pose proof (pow2_ge_0 g); lra |].
  apply Sum_ge_0. intros i. destruct (Bool.eqb _ _); lra.
Qed.

(** ** The diameter *)

(** All multiples' squares, where the least weight is 2^(2 beta). *)
Lemma squares_below_weighted beta c s n : 0 <= beta ->
  raise 2 (2 * beta) * Sum (seq 1 n) (fun i => c i ^ 2 + s i ^ 2) <= weighted_squares beta c s n.
Proof.
  intros beta_pos. rewrite <- Sum_scal. apply Sum_le_in. intros i I. apply in_seq in I. apply Rmult_le_compat_r.
  - pose proof (pow2_ge_0 (c i)). pose proof (pow2_ge_0 (s i)). lra.
  - apply raise_le; [lra |]. pose proof (le_INR 1 i ltac:(lia)) as one. simpl in one. lra.
Qed.

Lemma L2_of_small f eps : everywhere_continuous f -> 0 <= eps -> (forall x, Rabs (f x) <= eps) -> L2 f <= eps.
Proof.
  intros F eps_pos small. unfold L2. rewrite <- (sqrt_pow2 eps) by exact eps_pos. apply sqrt_le_1_alt.
  rewrite <- (integral_const (eps ^ 2)). apply integral_le.
  - now apply continuous_square.
  - apply constant_continuous.
  - intros x. rewrite <- pow2_abs. apply pow_incr. split; [apply Rabs_pos | apply small].
Qed.

Lemma waves_minus c s c' s' n x : waves c s n x - waves c' s' n x =
  waves (fun i => c i - c' i) (fun i => s i - s' i) n x.
Proof. unfold waves. rewrite <- Sum_minus. apply Sum_ext. intros i. unfold wave. ring. Qed.

Lemma members_are_near beta r f g : 0 <= beta -> 0 < r -> in_ellipsoid beta r f -> in_ellipsoid beta r g ->
  L2 (fun x => f x - g x) <= 2 * raise 2 (- beta) * r.
Proof.
  intros beta_pos r_pos (_ & c & s & f_sum & f_most) (_ & c' & s' & g_sum & g_most).
  pose proof (sum_of_waves_continuous c s f f_sum) as F. pose proof (sum_of_waves_continuous c' s' g g_sum) as G.
  pose proof (raise_above_0 2 (- beta) ltac:(lra)) as scale_pos.
  apply le_epsilon. intros eps eps_pos. destruct (f_sum (eps / 2) ltac:(lra)) as [N near].
  destruct (g_sum (eps / 2) ltac:(lra)) as [N' near']. set (n := Nat.max N N').
  set (w := waves (fun i => c i - c' i) (fun i => s i - s' i) n). set (rest := fun x => f x - g x - w x).
  assert (W : everywhere_continuous w) by apply waves_continuous.
  assert (rest_continuous : everywhere_continuous rest) by (repeat apply continuous_difference; assumption).
  apply Rle_trans with (L2 w + L2 rest).
  - eapply Rle_trans; [right | now apply L2_triangle]. unfold L2. f_equal. apply integral_ext. intros x. unfold rest.
    ring.
  - apply Rplus_le_compat.
    + unfold L2, w. rewrite square_of_waves.
      rewrite <- (sqrt_pow2 (2 * raise 2 (- beta) * r)) by (repeat apply Rmult_le_pos; lra). apply sqrt_le_1_alt.
      pose proof (squares_below_weighted beta c s n beta_pos) as f_squares. specialize (f_most n).
      pose proof (squares_below_weighted beta c' s' n beta_pos) as g_squares. specialize (g_most n).
      assert (unit : raise 2 (2 * beta) * raise 2 (- beta) ^ 2 = 1).
      { rewrite !raise_pos by lra. simpl. rewrite Rmult_1_r, <- !exp_plus, <- exp_0. f_equal. ring. }
      set (a := raise 2 (2 * beta)) in *. set (b := raise 2 (- beta)) in *. set (l := seq 1 n) in *.
      apply Rle_trans with (2 * Sum l (fun i => c i ^ 2 + s i ^ 2) + 2 * Sum l (fun i => c' i ^ 2 + s' i ^ 2)).
      * rewrite <- !Sum_scal, <- Sum_plus. apply Sum_le. intros i.
        pose proof (pow2_ge_0 (c i + c' i)). pose proof (pow2_ge_0 (s i + s' i)). lra.
      * set (x := Sum l (fun i => c i ^ 2 + s i ^ 2)) in *. set (y := Sum l (fun i => c' i ^ 2 + s' i ^ 2)) in *.
        replace (2 * x + 2 * y) with (b ^ 2 * (2 * (a * x) + 2 * (a * y)) * 1)
          by (replace (b ^ 2 * (2 * (a * x) + 2 * (a * y)) * 1) with (a * b ^ 2 * (2 * x + 2 * y)) by ring;
            rewrite unit; ring).
        replace ((2 * b * r) ^ 2) with (b ^ 2 * (4 * r ^ 2) * 1) by ring. rewrite !Rmult_1_r.
        apply Rmult_le_compat_l; [apply pow2_ge_0 | lra].
    + apply L2_of_small; [exact rest_continuous | lra |]. intros x. specialize (near n x ltac:(lia)).
      specialize (near' n x ltac:(lia)). unfold rest, w. rewrite <- waves_minus.
      replace (f x - g x - (waves c s n x - waves c' s' n x))
        with ((f x - (1 + waves c s n x)) - (g x - (1 + waves c' s' n x))) by ring.
      eapply Rle_trans; [apply Rabs_triang |]. rewrite Rabs_Ropp. lra.
Qed.

(** Parseval: the least weight is 2^beta, and 1 +- r 2^-beta sqrt(2) cos are in the class. *)
Theorem fact_diameter_of_the_densities : forall (beta r : R),
  1 <= beta ->
  0 < r ->
  r <= 1 ->
  diameter_most (density_ellipsoid beta r) (2 * raise 2 (- beta) * r) /\ (forall D : R, diameter_most
    (density_ellipsoid beta r) D -> 2 * raise 2 (- beta) * r <= D).
Proof.
  intros beta r beta_1 r_pos r_1. split.
  - intros f g. apply members_are_near; [lra | exact r_pos | |]; apply inside_kept_density.
  - intros D most. set (b := raise 2 (- beta)).
    assert (b_pos : 0 < b) by (apply raise_above_0; lra).
    assert (b_half : b <= 1 / 2).
    { unfold b. rewrite raise_pos by lra.
      replace (1 / 2) with (exp (- ln 2)) by (rewrite exp_Ropp, exp_ln by lra; field).
      apply exp_le. pose proof (ln_lt_2). nra. }
    assert (unit : raise 2 (2 * beta) * b ^ 2 = 1).
    { unfold b. rewrite !raise_pos by lra. simpl. rewrite Rmult_1_r, <- !exp_plus, <- exp_0. f_equal. ring. }
    assert (members : forall v, in_ellipsoid beta r (cosines 1 (b * r) v)).
    { intros v. apply cosines_in_ellipsoid; [now apply Rmult_lt_0_compat | lra | |]; simpl INR; rewrite ?Rmult_1_r.
      - assert (sqrt 2 < 2) by (rewrite <- (sqrt_pow2 2) at 2 by lra; apply sqrt_lt_1_alt; lra).
        pose proof (sqrt_pos 2). assert (b * r <= 1 / 2) by nra.
        assert (0 < b * r) by now apply Rmult_lt_0_compat. nra.
      - replace (raise 2 (2 * beta) * (b * r) ^ 2) with (raise 2 (2 * beta) * b ^ 2 * r ^ 2) by ring.
        rewrite unit. lra. }
    specialize (most (cosines 1 (b * r) [true]) (cosines 1 (b * r) [false])).
    change (L2_apart beta r (cosines 1 (b * r) [true]) (cosines 1 (b * r) [false]) <= D) in most.
    unfold L2_apart in most. rewrite !kept_density_inside in most by apply members. unfold L2 in most.
    rewrite square_of_cosines in most.
    replace (4 * (b * r) ^ 2 * distance 1 [true] [false]) with ((2 * b * r) ^ 2) in most
      by (unfold distance, below; simpl; ring).
    rewrite sqrt_pow2 in most; [exact most |]. repeat apply Rmult_le_pos; lra.
Qed.
