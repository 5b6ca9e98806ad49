(** * Priors of the means of signs

    The prior of each mean has the density (15/8)(1 - 4 u^2)^2 on [-1/2, 1/2], whose information is 40. Here it is a law
    on finitely many points that is as near as one likes: then no mean is an integral. *)

From Foundations Require Export Fisher.
Import ListNotations.
Open Scope R_scope.

(** ** Functions on [-1/2, 1/2] with one bound and one Lipschitz constant, for all indices of a family *)

Definition in_half u := - (1 / 2) <= u <= 1 / 2.

Definition tame {I} (S : I -> Prop) (f : I -> R -> R) := exists K, 0 <= K /\ forall i x y, S i -> in_half x ->
  in_half y -> Rabs (f i x) <= K /\ Rabs (f i x - f i y) <= K * Rabs (x - y).

Section Tame.
  Context {I : Type} (S : I -> Prop).
  Implicit Types f g : I -> R -> R.

  Lemma tame_const c : tame S (fun _ _ => c).
  Proof.
    exists (Rabs c). split; [apply Rabs_pos |]. intros _ x y _ _ _. split; [lra |].
    rewrite Rminus_eq_0, Rabs_R0. apply Rmult_le_pos; apply Rabs_pos.
  Qed.

  Lemma tame_id : tame S (fun _ u => u).
  Proof. exists 1. split; [lra |]. intros _ x y _ X Y. unfold in_half in *. split; [apply Rabs_le |]; lra. Qed.

  Lemma tame_plus f g : tame S f -> tame S g -> tame S (fun i u => f i u + g i u).
  Proof.
    intros (K & K_pos & F) (L & L_pos & G). exists (K + L). split; [lra |]. intros i x y inside X Y.
    destruct (F i x y inside X Y) as [F1 F2]. destruct (G i x y inside X Y) as [G1 G2]. split.
    - eapply Rle_trans; [apply Rabs_triang | lra].
    - replace (f i x + g i x - (f i y + g i y)) with (f i x - f i y + (g i x - g i y)) by ring.
      eapply Rle_trans; [apply Rabs_triang | lra].
  Qed.

  Lemma tame_mult f g : tame S f -> tame S g -> tame S (fun i u => f i u * g i u).
  Proof.
    intros (K & K_pos & F) (L & L_pos & G). exists (2 * (K * L)). split; [nra |]. intros i x y inside X Y.
    destruct (F i x y inside X Y) as [F1 F2]. destruct (G i x y inside X Y) as [G1 G2].
    destruct (G i y x inside Y X) as [G3 _]. pose proof (Rabs_pos (x - y)) as gap.
    pose proof (Rabs_pos (f i x)). pose proof (Rabs_pos (g i y)). split.
    - rewrite Rabs_mult. pose proof (Rmult_le_compat _ _ _ _ (Rabs_pos (f i x)) (Rabs_pos (g i x)) F1 G1). nra.
    - replace (f i x * g i x - f i y * g i y) with (f i x * (g i x - g i y) + (f i x - f i y) * g i y) by ring.
      eapply Rle_trans; [apply Rabs_triang |]. rewrite !Rabs_mult.
      pose proof (Rmult_le_compat _ _ _ _ (Rabs_pos (f i x)) (Rabs_pos (g i x - g i y)) F1 G2).
      pose proof (Rmult_le_compat _ _ _ _ (Rabs_pos (f i x - f i y)) (Rabs_pos (g i y)) F2 G3). nra.
  Qed.

  Lemma tame_minus f g : tame S f -> tame S g -> tame S (fun i u => f i u - g i u).
  Proof.
    intros F G. destruct (tame_plus f _ F (tame_mult _ g (tame_const (-1)) G)) as (K & pos & H). exists K.
    split; [exact pos |]. intros i x y inside X Y. specialize (H i x y inside X Y). cbv beta in H.
    replace (f i x - g i x) with (f i x + -1 * g i x) by ring.
    replace (f i y - g i y) with (f i y + -1 * g i y) by ring. exact H.
  Qed.

  Lemma tame_inverse : tame S (fun _ u => / (1 - u ^ 2)).
  Proof.
    exists 2. split; [lra |]. intros _ x y _ X Y. unfold in_half in *.
    assert (x_low : 3 / 4 <= 1 - x ^ 2) by nra. assert (y_low : 3 / 4 <= 1 - y ^ 2) by nra.
    assert (inverse : forall a, 3 / 4 <= a -> 0 < / a <= 4 / 3).
    { intros a low. split; [apply Rinv_0_lt_compat; lra |]. replace (4 / 3) with (/ (3 / 4)) by field.
      apply Rinv_le_contravar; lra. }
    pose proof (inverse _ x_low) as ix. pose proof (inverse _ y_low) as iy. split; [apply Rabs_le; lra |].
    replace (/ (1 - x ^ 2) - / (1 - y ^ 2)) with ((x + y) * (/ (1 - x ^ 2) * / (1 - y ^ 2)) * (x - y)) by (field; lra).
    rewrite Rabs_mult. apply Rmult_le_compat_r; [apply Rabs_pos |]. rewrite Rabs_mult.
    assert (sum : Rabs (x + y) <= 1) by (apply Rabs_le; lra).
    assert (both : 0 <= / (1 - x ^ 2) * / (1 - y ^ 2) <= 4 / 3 * (4 / 3)).
    { split; [apply Rmult_le_pos | apply Rmult_le_compat]; lra. }
    set (p := / (1 - x ^ 2) * / (1 - y ^ 2)) in *. rewrite (Rabs_pos_eq p) by lra.
    pose proof (Rmult_le_compat _ _ _ _ (Rabs_pos _) (proj1 both) sum (proj2 both)). lra.
  Qed.

  Lemma tame_ext f g : (forall i u, S i -> in_half u -> f i u = g i u) -> tame S f -> tame S g.
  Proof.
    intros same (K & pos & F). exists K. split; [exact pos |]. intros i x y inside X Y.
    rewrite <- !same by assumption. now apply F.
  Qed.

  (** A bound on derivatives is a Lipschitz constant. *)
  Lemma tame_by_derivative f (df : I -> R -> R) B : 0 <= B ->
    (forall i u, S i -> in_half u -> is_derive (f i) u (df i u)) ->
    (forall i u, S i -> in_half u -> Rabs (f i u) <= B /\ Rabs (df i u) <= B) -> tame S f.
  Proof.
    intros pos slope small. exists B. split; [exact pos |]. intros i x y inside X Y.
    split; [now apply small |].
    assert (between : forall z, Rmin y x <= z <= Rmax y x -> in_half z).
    { intros z. unfold in_half in *. unfold Rmin, Rmax. destruct (Rle_dec y x); lra. }
    destruct (MVT_gen (f i) y x (df i)) as (z & at_z & gap).
    - intros z Z. apply slope; [exact inside |]. apply between. lra.
    - intros z Z. apply derivable_continuous_pt. exists (df i z). apply is_derive_Reals, slope; auto.
    - rewrite gap, Rabs_mult. apply Rmult_le_compat_r; [apply Rabs_pos |]. apply small; auto.
  Qed.
End Tame.

(** ** The means of values at the middles of n pieces of [-1/2, 1/2] *)

Definition start_of n i := INR i / INR n - 1 / 2.
Definition middle_of n i := (INR i + 1 / 2) / INR n - 1 / 2.
Definition riemann n g := Sum (below n) (fun i => g (middle_of n i)) / INR n.

Lemma middle_inside n i : (i < n)%nat -> - (1 / 2) < middle_of n i < 1 / 2.
Proof.
  intros less. assert (pos : 0 < INR n) by (apply lt_0_INR; lia). pose proof (pos_INR i).
  assert (next : INR i + 1 <= INR n) by (rewrite <- S_INR; apply le_INR; lia). unfold middle_of. split.
  - assert (0 < (INR i + 1 / 2) / INR n) by (apply Rdiv_lt_0_compat; lra). lra.
  - assert ((INR i + 1 / 2) / INR n < 1); [| lra]. apply Rmult_lt_reg_r with (INR n); [exact pos |].
    unfold Rdiv. rewrite Rmult_assoc, Rinv_l by lra. lra.
Qed.

Lemma riemann_near (F df : R -> R) K n : (1 <= n)%nat -> 0 <= K ->
  (forall u, in_half u -> is_derive F u (df u)) ->
  (forall x y, in_half x -> in_half y -> Rabs (df x - df y) <= K * Rabs (x - y)) ->
  Rabs (riemann n df - (F (1 / 2) - F (- (1 / 2)))) <= K / INR n.
Proof.
  intros some K_pos slope close. assert (pos : 0 < INR n) by (apply lt_0_INR; lia).
  assert (parts : forall k, (k <= n)%nat ->
    Rabs (Sum (below k) (fun i => df (middle_of n i)) / INR n - (F (start_of n k) - F (- (1 / 2)))) <=
    INR k * (K / INR n ^ 2)).
  { induction k as [| k IH]; intros le.
    - unfold start_of. simpl Sum. simpl INR. replace (0 / INR n - 1 / 2) with (- (1 / 2)) by (field; lra).
      replace (0 / INR n - _) with 0 by (field; lra). rewrite Rabs_R0. lra.
    - specialize (IH ltac:(lia)). rewrite Sum_below_last, S_INR.
      assert (k_n : INR k + 1 <= INR n) by (rewrite <- S_INR; now apply le_INR). pose proof (pos_INR k) as k_0.
      assert (scaled : forall a, 0 <= a <= INR n -> 0 <= a / INR n <= 1).
      { intros a A. split; [apply Rdiv_le_0_compat; lra |]. apply Rmult_le_reg_r with (INR n); [exact pos |].
        unfold Rdiv. rewrite Rmult_assoc, Rinv_l by lra. lra. }
      pose proof (scaled (INR k) ltac:(lra)) as here. pose proof (scaled (INR k + 1) ltac:(lra)) as there.
      assert (n_inv : 0 < / INR n) by now apply Rinv_0_lt_compat.
      assert (width : start_of n (S k) - start_of n k = / INR n) by (unfold start_of; rewrite S_INR; field; lra).
      destruct (MVT_gen F (start_of n k) (start_of n (S k)) df) as (z & at_z & gap).
      + rewrite Rmin_left, Rmax_right by lra. intros z Z. apply slope. unfold start_of, in_half in *.
        rewrite S_INR in Z. lra.
      + rewrite Rmin_left, Rmax_right by lra. intros z Z.
        apply derivable_continuous_pt. exists (df z). apply is_derive_Reals, slope. unfold start_of, in_half in *.
        rewrite S_INR in Z. lra.
      + rewrite Rmin_left, Rmax_right in at_z by lra. rewrite width in gap.
        assert (middle_is : middle_of n k = start_of n k + / 2 * / INR n) by (unfold middle_of, start_of; field; lra).
        assert (Z : in_half z) by (unfold start_of, in_half in *; rewrite S_INR in at_z; lra).
        assert (M : in_half (middle_of n k)) by (pose proof (middle_inside n k ltac:(lia)); unfold in_half; lra).
        pose proof (close (middle_of n k) z M Z) as near.
        assert (apart : Rabs (middle_of n k - z) <= / INR n) by (apply Rabs_le; lra).
        apply (Rmult_le_compat_l K) in apart; [| exact K_pos].
        replace ((Sum (below k) (fun i => df (middle_of n i)) + df (middle_of n k)) / INR n -
          (F (start_of n (S k)) - F (- (1 / 2)))) with
          (Sum (below k) (fun i => df (middle_of n i)) / INR n - (F (start_of n k) - F (- (1 / 2))) +
          (df (middle_of n k) - df z) * / INR n) by (unfold Rdiv; lra).
        eapply Rle_trans; [apply Rabs_triang |]. rewrite (Rabs_mult _ (/ INR n)), (Rabs_pos_eq (/ INR n)) by lra.
        assert (step : Rabs (df (middle_of n k) - df z) * / INR n <= K * / INR n * / INR n)
          by (apply Rmult_le_compat_r; lra).
        replace ((INR k + 1) * (K / INR n ^ 2)) with (INR k * (K / INR n ^ 2) + K * / INR n * / INR n)
          by (field; lra). lra. }
  specialize (parts n (le_n n)). unfold riemann.
  replace (start_of n n) with (1 / 2) in parts by (unfold start_of; field; lra).
  replace (K / INR n) with (INR n * (K / INR n ^ 2)) by (field; lra). exact parts.
Qed.

(** ** The prior *)

Definition prior_density u := 15 / 8 * (1 - 4 * u ^ 2) ^ 2.
Definition prior_slope u := - 30 * u * (1 - 4 * u ^ 2).

(** The derivative of the density's logarithm. *)
Definition prior_score u := - 16 * u / (1 - 4 * u ^ 2).

(** A law on finitely many points, each with its weight. *)
Definition prior_mean (l : list (R * R)) g := Sum l (fun p => fst p * g (snd p)).
Definition weights_inside (l : list (R * R)) := forall p, In p l -> 0 <= fst p /\ - (1 / 2) < snd p < 1 / 2.

Lemma density_derives u : is_derive prior_density u (prior_slope u).
Proof. unfold prior_density, prior_slope. auto_derive; [exact I | field]. Qed.

Lemma tame_density {I} (S : I -> Prop) : tame S (fun _ u => prior_density u) /\ tame S (fun _ u => prior_slope u).
Proof.
  assert (factor : tame S (fun _ u => 1 - 4 * (u * u))).
  { apply tame_minus; [apply tame_const |]. apply tame_mult; [apply tame_const |]. apply tame_mult; apply tame_id. }
  split.
  - eapply tame_ext; [| exact (tame_mult S _ _ (tame_const S (15 / 8)) (tame_mult S _ _ factor factor))].
    intros i u _ _. unfold prior_density. cbv beta. ring.
  - eapply tame_ext; [| exact (tame_mult S _ _ (tame_mult S _ _ (tame_const S (-30)) (tame_id S)) factor)].
    intros i u _ _. unfold prior_slope. cbv beta. ring.
Qed.

(** By parts, with an error of at most K/n. *)
Lemma by_parts {I} (S : I -> Prop) (h dh : I -> R -> R) :
  (forall i u, S i -> in_half u -> is_derive (h i) u (dh i u)) -> tame S h -> tame S dh ->
  exists K, 0 <= K /\ forall i n, S i -> (1 <= n)%nat ->
    Rabs (riemann n (fun u => prior_slope u * h i u + prior_density u * dh i u)) <= K / INR n.
Proof.
  intros slope H dH. destruct (tame_density S) as [D1 D2].
  destruct (tame_plus S _ _ (tame_mult S _ _ D2 H) (tame_mult S _ _ D1 dH)) as (K & pos & close).
  exists K. split; [exact pos |]. intros i n inside some.
  assert (bound : Rabs (riemann n (fun u => prior_slope u * h i u + prior_density u * dh i u) -
    (prior_density (1 / 2) * h i (1 / 2) - prior_density (- (1 / 2)) * h i (- (1 / 2)))) <= K / INR n).
  { apply (riemann_near (fun u => prior_density u * h i u)); [exact some | exact pos | |].
    - intros u U. apply (is_derive_mult prior_density (h i) u (prior_slope u) (dh i u));
        [apply density_derives | now apply slope | apply Rmult_comm].
    - intros x y X Y. now apply close. }
  replace (prior_density (1 / 2)) with 0 in bound by (unfold prior_density; field).
  replace (prior_density (- (1 / 2))) with 0 in bound by (unfold prior_density; field).
  replace (0 * _ - 0 * _) with 0 in bound by ring. now rewrite Rminus_0_r in bound.
Qed.

Lemma riemann_of_polynomial (F df : R -> R) : (forall u, is_derive F u (df u)) ->
  tame (fun _ : unit => True) (fun _ => df) ->
  exists K, 0 <= K /\ forall n, (1 <= n)%nat -> Rabs (riemann n df - (F (1 / 2) - F (- (1 / 2)))) <= K / INR n.
Proof.
  intros slope (K & pos & close). exists K. split; [exact pos |]. intros n some.
  apply riemann_near; auto. intros x y X Y. now apply (close tt).
Qed.

Lemma quotient_near a b m e t : 0 < e -> t * (41 + e) <= e -> 0 <= t -> Rabs (m - 1) <= t -> Rabs a <= t ->
  b <= 40 + t ->
  0 < m /\ Rabs (a / m) <= e /\ b / m <= 40 + e.
Proof.
  intros e_pos small t_pos near A B. apply Rabs_le_between in near, A.
  assert (t_1 : t < 1) by nra. assert (m_pos : 0 < m) by lra.
  assert (low : e * m >= t) by nra. split; [exact m_pos |].
  assert (by_m : forall x y, x <= y * m -> x / m <= y).
  { intros x y le. apply Rmult_le_reg_r with m; [exact m_pos |]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l; lra. }
  split; [| apply by_m; nra].
  unfold Rdiv. rewrite Rabs_mult, (Rabs_pos_eq (/ m)) by (left; now apply Rinv_0_lt_compat).
  apply (by_m (Rabs a)). apply Rle_trans with t; [apply Rabs_le |]; lra.
Qed.

(** A prior on finitely many points with an information of hardly more than 40, by which the functions of a family are
    integrated by parts with hardly an error. *)
Lemma prior_on_points {I} (S : I -> Prop) (h dh : I -> R -> R) e : 0 < e ->
  (forall i u, S i -> in_half u -> is_derive (h i) u (dh i u)) -> tame S h -> tame S dh ->
  exists l, weights_inside l /\ prior_mean l (fun _ => 1) = 1 /\ prior_mean l (fun u => prior_score u ^ 2) <= 40 + e /\
    Rabs (prior_mean l (fun u => 1 + prior_score u * u)) <= e /\
    forall i, S i -> Rabs (prior_mean l (fun u => dh i u + prior_score u * h i u)) <= e.
Proof.
  intros e_pos slope H dH. destruct (tame_density (fun _ : unit => True)) as [D1 D2].
  destruct (riemann_of_polynomial (fun u => 15 / 8 * (u - 8 / 3 * u ^ 3 + 16 / 5 * u ^ 5)) prior_density)
    as (K1 & K1_pos & mass).
  { intros u. unfold prior_density. auto_derive; [exact Logic.I | field]. }
  { exact D1. }
  destruct (riemann_of_polynomial (fun u => 160 * u ^ 3) (fun u => 480 * u ^ 2)) as (K2 & K2_pos & information).
  { intros u. auto_derive; [exact Logic.I | ring]. }
  { eapply tame_ext; [| exact (tame_mult _ _ _ (tame_const (fun _ : unit => True) 480) (tame_mult _ _ _ (tame_id _)
      (tame_id _)))]. intros i u _ _. cbv beta. ring. }
  destruct (by_parts (fun _ : unit => True) (fun _ u => u) (fun _ _ => 1)) as (K3 & K3_pos & line).
  { intros _ u _ _. apply (is_derive_id u). }
  { apply tame_id. }
  { apply tame_const. }
  destruct (by_parts S h dh slope H dH) as (K4 & K4_pos & all).
  set (K := K1 + K2 + K3 + K4). set (t := e / (41 + e)).
  assert (t_pos : 0 < t) by (apply Rdiv_lt_0_compat; lra).
  assert (K_pos : 0 <= K) by (unfold K; lra). assert (share : 0 <= K / t) by (apply Rdiv_le_0_compat; lra).
  assert (fine : exists n, (1 <= n)%nat /\ K / t < INR n).
  { destruct (nfloor_ex (K / t) share) as (k & _ & above). exists (k + 1)%nat. rewrite plus_INR.
    split; [lia | exact above]. }
  destruct fine as (n & some & large). assert (n_pos : 0 < INR n) by lra.
  assert (few : forall k, 0 <= k <= K -> k / INR n <= t).
  { intros k small. apply Rmult_le_reg_r with (INR n); [exact n_pos |].
    replace (k / INR n * INR n) with k by (field; lra).
    apply (Rmult_lt_compat_r t) in large; [| exact t_pos]. replace (K / t * t) with K in large by (field; lra). lra. }
  set (mu := riemann n prior_density).
  assert (mass_near : Rabs (mu - 1) <= t).
  { eapply Rle_trans; [| apply (few K1); unfold K; lra]. specialize (mass n some). fold mu in mass. cbv beta in mass.
    replace (15 / 8 * (1 / 2 - 8 / 3 * (1 / 2) ^ 3 + 16 / 5 * (1 / 2) ^ 5) -
      15 / 8 * (- (1 / 2) - 8 / 3 * (- (1 / 2)) ^ 3 + 16 / 5 * (- (1 / 2)) ^ 5)) with 1 in mass by field. exact mass. }
  assert (t_small : t * (41 + e) <= e) by (unfold t; right; field; lra).
  assert (information_most : riemann n (fun u => 480 * u ^ 2) <= 40 + t).
  { specialize (information n some). cbv beta in information.
    replace (160 * (1 / 2) ^ 3 - 160 * (- (1 / 2)) ^ 3) with 40 in information by field.
    pose proof (few K2 ltac:(unfold K; lra)). apply Rabs_le_between in information. lra. }
  assert (mu_pos : 0 < mu).
  { apply (quotient_near 0 0 mu e t); auto; try lra. rewrite Rabs_R0. lra. }
  set (l := map (fun i => (prior_density (middle_of n i) / INR n / mu, middle_of n i)) (below n)).
  assert (told : forall g k, (forall u, - (1 / 2) < u < 1 / 2 -> prior_density u * g u = k u) ->
    prior_mean l g = riemann n k / mu).
  { intros g k same. unfold prior_mean, l, riemann. rewrite Sum_map. cbn [fst snd].
    rewrite (Sum_ext_in _ _ (fun i => / INR n / mu * k (middle_of n i))).
    - rewrite Sum_scal. field. lra.
    - intros i inside. apply in_below in inside. rewrite <- same by now apply middle_inside. field. lra. }
  assert (apart : forall u, - (1 / 2) < u < 1 / 2 -> 1 - 4 * u ^ 2 <> 0) by (intros u U; nra).
  exists l. split; [| split; [| split; [| split]]].
  - intros p P. apply in_map_iff in P. destruct P as (i & <- & inside). apply in_below in inside. cbn [fst snd].
    split; [| now apply middle_inside]. apply Rdiv_le_0_compat; [| exact mu_pos].
    apply Rdiv_le_0_compat; [| exact n_pos]. unfold prior_density. pose proof (pow2_ge_0 (1 - 4 * middle_of n i ^ 2)).
    lra.
  - rewrite (told _ prior_density) by (intros; ring). fold mu. field. lra.
  - rewrite (told _ (fun u => 480 * u ^ 2)).
    + apply (quotient_near 0 _ mu e t); auto; try lra. rewrite Rabs_R0. lra.
    + intros u U. unfold prior_density, prior_score. field. now apply apart.
  - rewrite (told _ (fun u => prior_slope u * u + prior_density u * 1)).
    + apply (quotient_near _ 0 mu e t); auto; try lra.
      eapply Rle_trans; [now apply (line tt) | apply few; unfold K; lra].
    + intros u U. unfold prior_density, prior_score, prior_slope. field. now apply apart.
  - intros i inside. rewrite (told _ (fun u => prior_slope u * h i u + prior_density u * dh i u)).
    + apply (quotient_near _ 0 mu e t); auto; try lra.
      eapply Rle_trans; [now apply all | apply few; unfold K; lra].
    + intros u U. unfold prior_density, prior_score, prior_slope. field. now apply apart.
Qed.

(** ** Means over points of a cube *)

Definition inside_cube (theta : vector) := forall j, - (1 / 2) < theta j < 1 / 2.

Fixpoint averaged l d (f : vector -> R) (theta : vector) : R :=
  match d with
  | O => f theta
  | S k => averaged l k (fun t => prior_mean l (fun u => f (put t k u))) theta
  end.

Lemma put_inside theta j u : inside_cube theta -> - (1 / 2) < u < 1 / 2 -> inside_cube (put theta j u).
Proof. intros inside U i. unfold put. destruct (Nat.eqb i j); [exact U | apply inside]. Qed.

Lemma put_swap (theta : vector) j k u v : j <> k -> put (put theta j v) k u = put (put theta k u) j v.
Proof.
  intros apart. apply functional_extensionality. intros i. unfold put.
  destruct (Nat.eqb_spec i k), (Nat.eqb_spec i j); congruence.
Qed.

Section Averages.
  Context (l : list (R * R)) (L : weights_inside l) (one : prior_mean l (fun _ => 1) = 1).

  Lemma weighed_le f g : (forall u, - (1 / 2) < u < 1 / 2 -> f u <= g u) -> prior_mean l f <= prior_mean l g.
  Proof.
    intros le. apply Sum_le_in. intros p P. destruct (L p P) as [pos inside]. apply Rmult_le_compat_l; auto.
  Qed.

  Lemma weighed_const c : prior_mean l (fun _ => c) = c.
  Proof.
    unfold prior_mean in *. rewrite (Sum_ext _ _ (fun p => c * (fst p * 1))), Sum_scal, one by (intros; ring). ring.
  Qed.

  Lemma weighed_swap (h : R -> R -> R) :
    prior_mean l (fun u => prior_mean l (fun v => h u v)) = prior_mean l (fun v => prior_mean l (fun u => h u v)).
  Proof.
    unfold prior_mean. transitivity (Sum l (fun p => Sum l (fun q => fst p * fst q * h (snd p) (snd q)))).
    - apply Sum_ext. intros p. rewrite <- Sum_scal. apply Sum_ext. intros q. ring.
    - rewrite Sum_swap. apply Sum_ext. intros q. rewrite <- Sum_scal. apply Sum_ext. intros p. ring.
  Qed.

  Lemma averaged_le d f g theta : (forall t, inside_cube t -> f t <= g t) -> inside_cube theta ->
    averaged l d f theta <= averaged l d g theta.
  Proof.
    revert f g. induction d as [| d IH]; intros f g le inside; [now apply le |]. cbn [averaged].
    apply IH; [| exact inside]. intros t T. apply weighed_le. intros u U. now apply le, put_inside.
  Qed.

  Lemma averaged_const d c theta : averaged l d (fun _ => c) theta = c.
  Proof.
    induction d as [| d IH]; [reflexivity |]. cbn [averaged].
    replace (fun _ : vector => prior_mean l (fun _ => c)) with (fun _ : vector => c); [exact IH |].
    apply functional_extensionality. intros t. now rewrite weighed_const.
  Qed.

  Lemma averaged_Sum d js (f : nat -> vector -> R) theta :
    averaged l d (fun t => Sum js (fun j => f j t)) theta = Sum js (fun j => averaged l d (f j) theta).
  Proof.
    revert f. induction d as [| d IH]; intros f; [reflexivity |]. cbn [averaged]. rewrite <- IH.
    f_equal. apply functional_extensionality. intros t. unfold prior_mean. rewrite Sum_swap. apply Sum_ext.
    intros p. now rewrite Sum_scal.
  Qed.

  (** A bound on the mean over one coordinate, wherever the others are, is one on the mean over all. *)
  Lemma averaged_ge d j b f theta : (j < d)%nat ->
    (forall t, inside_cube t -> b <= prior_mean l (fun u => f (put t j u))) -> inside_cube theta ->
    b <= averaged l d f theta.
  Proof.
    revert f. induction d as [| d IH]; intros f less low inside; [lia |]. cbn [averaged].
    destruct (Nat.eq_dec j d) as [-> | other].
    - rewrite <- (averaged_const d b theta). now apply averaged_le.
    - apply IH; [lia | | exact inside]. intros t T.
      rewrite (weighed_swap (fun u v => f (put (put t j u) d v))).
      rewrite <- (weighed_const b). apply weighed_le. intros v V.
      apply Rle_trans with (prior_mean l (fun u => f (put (put t d v) j u))).
      + now apply low, put_inside.
      + right. unfold prior_mean. apply Sum_ext. intros p. now rewrite (put_swap t j d) by exact other.
  Qed.
End Averages.
