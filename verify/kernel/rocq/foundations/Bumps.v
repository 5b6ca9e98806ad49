(** * Regression functions made of bumps, one in each cell of a grid on the unit cube

    The features are uniform on the cube [0, 1]^d, which is cut into N^d cells, and the label is 1 or -1. After
    Tsybakov 2009, Section 2.6.1. *)

From Foundations Require Export Moments Protocols Label_laws Nouns Events Local_averages Estimates Volumes.
From Foundations Require Export Plug_in Components Sign_families.
Import ListNotations.
Open Scope R_scope.

(** ** Uniform laws

    For each dimension a volume of all bounded sets, and its law for the cube [0, 1)^d, which looks the same in each of
    its cubes. There are such: Lebesgue's measure extends to one of all bounded sets of R^d that moves and scales as it
    does, since the group of moves and scalings is amenable (von Neumann). What is shown for all of them is shown of the
    integrals of Riemann integrable functions. *)
Definition corner_cube d (a : vector) h := box d a (fun k => a k + h).

Record uniform_laws := Uniform_laws {
  uniform_volume : forall d, volume d;
  uniform_on_cube : nat -> law vector;
  uniform_chance : forall d (A : vector -> Prop), (forall x, A x -> corner_cube d (fun _ => 0) 1 x) ->
    chance (uniform_on_cube d) A = size_of (uniform_volume d) A;
  uniform_inside : forall d, lives_on (corner_cube d (fun _ => 0) 1) (uniform_on_cube d);
  uniform_in_cubes : forall d a h f, in_space d a -> 0 < h -> (forall k, (k < d)%nat -> 0 <= a k /\ a k + h <= 1) ->
    bounded f ->
    E (uniform_on_cube d) (fun x => indicator (corner_cube d a h) x * f (fun k => (x k - a k) / h)) =
    h ^ d * E (uniform_on_cube d) f
}.

(** ** Bumps

    A function to [0, 1/2] that vanishes off the cube [-1/2, 1/2]^d and is Hoelder continuous. *)
Definition is_bump (phi : vector -> R) L beta d := (forall u, 0 <= phi u <= 1 / 2) /\
  (forall u k, (k < d)%nat -> 1 / 2 < Rabs (u k) -> phi u = 0) /\
  forall u w, Rabs (phi u - phi w) <= L * raise (norm d (less u w)) beta.

(** The integral of its square over the cube [-1/2, 1/2]^d. *)
Definition middle_point d : vector := fun k => if lt_dec k d then 1 / 2 else 0.
Definition squared_norm (U : uniform_laws) (phi : vector -> R) d :=
  E (uniform_on_cube U d) (fun u => phi (less u (middle_point d)) ^ 2).

(** ** Cells, numbered from 0 by the digits of their places *)

Definition digit (N k i : nat) := ((k / N ^ i) mod N)%nat.
Definition cell_corner N d k : vector := fun i => if lt_dec i d then INR (digit N k i) / INR N else 0.
Definition cell_centre N d k : vector := fun i => if lt_dec i d then (INR (digit N k i) + 1 / 2) / INR N else 0.
(** N (x - c_k). *)
Definition in_cell_of N d k (x : vector) : vector := fun i => INR N * (x i - cell_centre N d k i).

(** The regression function: the sum over the cells of v_k N^(-beta) phi(N (x - c_k)), the signs numbered from 1. *)
Section Family.
  Variables (U : uniform_laws) (phi : vector -> R) (beta : R) (N d : nat).

  Definition bump_in (k : nat) (x : vector) := raise (INR N) (- beta) * phi (in_cell_of N d (k - 1) x).
  Definition bump_mean (v : vertex) x := Sum (seq 1 (N ^ d)) (fun k => sgn (v k) * bump_in k x).

  (** The features, as points of the closed cube. *)
  Definition to_cube (x : vector) : vector := fun k => if lt_dec k d then Rmax 0 (Rmin (x k) 1) else 0.

  Lemma to_cube_inside x : Plug_in.unit_cube d (to_cube x).
  Proof.
    split; [intros k K; unfold to_cube; destruct (lt_dec k d); [lia | reflexivity] |]. intros k K. unfold to_cube.
    destruct (lt_dec k d); [| contradiction]. split; [apply Rmax_l | apply Rmax_lub; [lra | apply Rmin_r]].
  Qed.

  Definition cube_point x : point (Plug_in.unit_cube d) := exist _ (to_cube x) (to_cube_inside x).

  Lemma sign_square (p : R) : square_integrable (space_of (bit_of p)) sgn.
  Proof. apply square_integrable_bounded. exists 1. intros []; unfold sgn; apply Rabs_le; lra. Qed.

  (** Samples: the label is a sign with the mean that the vertex gives. *)
  Definition bump_samples (v : vertex) : labelled (Plug_in.unit_cube d) := Labelled (Plug_in.unit_cube d)
    (image cube_point (uniform_on_cube U d)) bool
    (fun x => space_of (bit_of ((1 + bump_mean v (position x)) / 2))) sgn (fun x => sign_square _).

  Lemma bump_samples_agree v w : same_signs (N ^ d) v w -> bump_samples v = bump_samples w.
  Proof.
    intros same. unfold bump_samples. replace (bump_mean v) with (bump_mean w); [reflexivity |].
    apply functional_extensionality. intros x. apply Sum_ext_in. intros k K. apply in_seq in K.
    now rewrite (same k) by lia.
  Qed.

  (** All laws of the family are in a class. *)
  Definition bumps_within (C : label_class) := forall v, C _ (bump_samples v).

  Definition bump_law v : law (vector * R) := sample_law (bump_samples v).

  Lemma bump_laws_agree v w : same_signs (N ^ d) v w -> bump_law v = bump_law w.
  Proof. intros same. unfold bump_law. now rewrite (bump_samples_agree v w same). Qed.

  Definition bumps : parametric_family (vector * R) unit := Parametric_family (vector * R) unit bump_law (fun _ => tt)
    one_point (N ^ d) bump_laws_agree (fun _ _ _ => eq_refl).

  Lemma E_bump_law v f : E (bump_law v) f = E (uniform_on_cube U d) (fun x =>
    E (bit_of ((1 + bump_mean v (to_cube x)) / 2)) (fun c => f (to_cube x, sgn c))).
  Proof. reflexivity. Qed.
End Family.

(** ** Cells *)

Lemma digit_succ N k i : N <> O -> digit N (k / N) i = digit N k (S i).
Proof. intros some. unfold digit. rewrite Nat.div_div by (try apply Nat.pow_nonzero; exact some). reflexivity. Qed.

Lemma same_digits N d k k' : N <> O -> (k < N ^ d)%nat -> (k' < N ^ d)%nat ->
  (forall i, (i < d)%nat -> digit N k i = digit N k' i) -> k = k'.
Proof.
  intros some. revert k k'. induction d as [| d IH]; intros k k' K K' same; [simpl in K, K'; lia |].
  assert (last : (k mod N = k' mod N)%nat).
  { specialize (same O ltac:(lia)). unfold digit in same. now rewrite !Nat.pow_0_r, !Nat.div_1_r in same. }
  assert (rest : (k / N = k' / N)%nat).
  { apply IH; try (apply Nat.div_lt_upper_bound; [exact some | exact K || exact K']).
    intros i I. rewrite !digit_succ by exact some. apply same. lia. }
  rewrite (Nat.div_mod k N), (Nat.div_mod k' N) by exact some. now rewrite last, rest.
Qed.

Lemma digit_below N k i : N <> O -> (digit N k i < N)%nat.
Proof. intros some. now apply Nat.mod_upper_bound. Qed.

(** ** Bumps at points *)

Section At_points.
  Variables (phi : vector -> R) (L beta : R) (N d : nat).
  Hypotheses (L_pos : 0 < L) (N_1 : (1 <= N)%nat) (beta_pos : 0 < beta) (phi_bump : is_bump phi L beta d).

  Let N_pos : 0 < INR N.
  Proof. apply lt_0_INR. lia. Qed.

  Lemma distance_on_axis k (u : vector) t : (k < d)%nat -> 0 <= t ->
    norm d (less u (fun i => if Nat.eq_dec i k then u k + t else u i)) = t /\
    norm d (less u (fun i => if Nat.eq_dec i k then u k - t else u i)) = t.
  Proof.
    intros K t_pos. unfold norm, inner. split; (rewrite (Sum_ext _ _ (fun i => if Nat.eq_dec i k then t ^ 2 else 0));
      [rewrite Sum_single; [now apply sqrt_pow2 | apply seq_NoDup | now apply in_below] |]);
      intros i; unfold less; destruct (Nat.eq_dec i k) as [-> |]; ring.
  Qed.

  (** It vanishes on the boundary of the cube too. *)
  Lemma bump_at_edge u k : (k < d)%nat -> 1 / 2 <= Rabs (u k) -> phi u = 0.
  Proof.
    intros K [far | edge]; destruct phi_bump as (range & outside & smooth); [now apply (outside u k) |].
    destruct (range u) as [[pos | <-] _]; [exfalso | reflexivity].
    set (t := exp (/ beta * ln (phi u / (2 * L)))). assert (t_pos : 0 < t) by apply exp_pos.
    assert (ratio : 0 < phi u / (2 * L)) by (apply Rdiv_lt_0_compat; lra).
    assert (small : raise t beta = phi u / (2 * L)).
    { rewrite raise_pos by exact t_pos. unfold t. rewrite ln_exp.
      replace (beta * (/ beta * ln (phi u / (2 * L)))) with (ln (phi u / (2 * L))) by (field; lra).
      now apply exp_ln. }
    destruct (distance_on_axis k u t K ltac:(lra)) as [plus minus].
    assert (near : exists w, phi w = 0 /\ norm d (less u w) = t).
    { destruct (Rle_dec 0 (u k)).
      - eexists. split; [| exact plus]. apply (outside _ k K). destruct (Nat.eq_dec k k); [| contradiction].
        rewrite Rabs_right in * by lra. lra.
      - eexists. split; [| exact minus]. apply (outside _ k K). destruct (Nat.eq_dec k k); [| contradiction].
        rewrite Rabs_left in * by lra. lra. }
    destruct near as (w & zero & gap). specialize (smooth u w). rewrite zero, gap, small, Rminus_0_r in smooth.
    rewrite Rabs_right in smooth by lra.
    replace (L * (phi u / (2 * L))) with (phi u / 2) in smooth by (field; lra). lra.
  Qed.

  Let bump := bump_in phi beta N d.

  Lemma bump_between k x : 0 <= bump k x <= 1 / 2.
  Proof.
    unfold bump, bump_in. destruct (proj1 phi_bump (in_cell_of N d (k - 1) x)) as [low high].
    pose proof (raise_ge_0 (INR N) (- beta)) as pos.
    assert (one : raise (INR N) (- beta) <= 1).
    { rewrite raise_pos by exact N_pos. rewrite <- exp_0. apply exp_le. pose proof (le_INR 1 N N_1) as some.
      simpl in some. assert (0 <= ln (INR N)) by (rewrite <- ln_1; apply ln_le; lra). nra. }
    split; [now apply Rmult_le_pos | nra].
  Qed.

  Lemma bump_inside_cell k x : bump k x <> 0 -> forall i, (i < d)%nat ->
    INR (digit N (k - 1) i) < INR N * x i < INR (digit N (k - 1) i) + 1.
  Proof.
    intros some i I. destruct (Rlt_dec (Rabs (in_cell_of N d (k - 1) x i)) (1 / 2)) as [near | far].
    - unfold in_cell_of, cell_centre in near. destruct (lt_dec i d); [| contradiction].
      replace (INR N * (x i - (INR (digit N (k - 1) i) + 1 / 2) / INR N))
        with (INR N * x i - (INR (digit N (k - 1) i) + 1 / 2)) in near by (field; lra).
      apply Rabs_lt_between in near. lra.
    - elim some. unfold bump, bump_in. rewrite (bump_at_edge _ i I) by lra. ring.
  Qed.

  (** No point is in two cells. *)
  Lemma one_bump_at_most j k x : In j (seq 1 (N ^ d)) -> In k (seq 1 (N ^ d)) -> bump j x <> 0 -> bump k x <> 0 ->
    j = k.
  Proof.
    intros J K at_j at_k. apply in_seq in J, K.
    enough (j - 1 = k - 1)%nat by lia. apply (same_digits N d); try lia. intros i I.
    pose proof (bump_inside_cell j x at_j i I) as [lj hj]. pose proof (bump_inside_cell k x at_k i I) as [lk hk].
    assert (INR (digit N (j - 1) i) < INR (S (digit N (k - 1) i))) by (rewrite S_INR; lra).
    assert (INR (digit N (k - 1) i) < INR (S (digit N (j - 1) i))) by (rewrite S_INR; lra).
    apply INR_lt in H, H0. lia.
  Qed.

  Let mean := bump_mean phi beta N d.

  Lemma mean_in_cell v k x : In k (seq 1 (N ^ d)) -> bump k x <> 0 -> mean v x = sgn (v k) * bump k x.
  Proof.
    intros K at_k. unfold mean, bump_mean.
    rewrite (Sum_ext_in _ _ (fun j => if Nat.eq_dec j k then sgn (v k) * bump k x else 0)).
    - apply Sum_single; [apply seq_NoDup | exact K].
    - intros j J. destruct (Nat.eq_dec j k) as [-> | other]; [reflexivity |].
      destruct (Req_dec (bump j x) 0) as [zero | at_j]; [unfold bump in zero; rewrite zero; ring |].
      elim other. now apply (one_bump_at_most j k x).
  Qed.

  Lemma mean_off_all v x : (forall k, In k (seq 1 (N ^ d)) -> bump k x = 0) -> mean v x = 0.
  Proof.
    intros none. unfold mean, bump_mean. rewrite (Sum_ext_in _ _ (fun _ => 0)), Sum_const; [ring |].
    intros k K. specialize (none k K). unfold bump in none. rewrite none. ring.
  Qed.

  Lemma in_a_cell_or_none x :
    (exists k, In k (seq 1 (N ^ d)) /\ bump k x <> 0) \/ forall k, In k (seq 1 (N ^ d)) -> bump k x = 0.
  Proof.
    destruct (classic (exists k, In k (seq 1 (N ^ d)) /\ bump k x <> 0)) as [some | none]; [now left | right].
    intros k K. destruct (Req_dec (bump k x) 0) as [zero | some]; [exact zero |]. elim none. now exists k.
  Qed.

  Lemma mean_between v x : -1 / 2 <= mean v x <= 1 / 2.
  Proof.
    destruct (in_a_cell_or_none x) as [(k & K & some) | none]; [| rewrite mean_off_all by exact none; lra].
    rewrite (mean_in_cell v k x K some). pose proof (bump_between k x). unfold sgn. destruct (v k); lra.
  Qed.

  (** The regression function is the mean. *)
  Lemma mean_is_regression U v x : regression (bump_samples U phi beta N d v) x = mean v (position x).
  Proof.
    change (E (bit_of ((1 + mean v (position x)) / 2)) sgn = mean v (position x)).
    pose proof (mean_between v (position x)). unfold bit_of, coin, chance_in. cbn [E mix ret].
    rewrite Rmin_left, Rmax_right by lra. unfold sgn. field.
  Qed.

  Lemma mean_off_cell v k x : bump k x = 0 -> mean (turned_at v k) x = mean v x.
  Proof.
    intros zero. apply Sum_ext. intros j. unfold turned_at. destruct (Nat.eqb_spec j k) as [-> |]; [| reflexivity].
    unfold bump in zero. rewrite zero. ring.
  Qed.
End At_points.

Lemma to_cube_fixes d x : corner_cube d (fun _ => 0) 1 x -> to_cube d x = x.
Proof.
  intros [flat inside]. apply functional_extensionality. intros k. unfold to_cube. destruct (lt_dec k d) as [K | K].
  - specialize (inside k K). rewrite Rmin_left, Rmax_right; lra.
  - now rewrite flat by lia.
Qed.

(** The integral of a bump's square: over its cube, of side 1/N. *)
Section Square_of_a_bump.
  Variables (U : uniform_laws) (phi : vector -> R) (L beta : R) (N d : nat).
  Hypotheses (L_pos : 0 < L) (N_1 : (1 <= N)%nat) (beta_pos : 0 < beta) (phi_bump : is_bump phi L beta d).

  Lemma square_of_a_bump k : E (uniform_on_cube U d) (fun x => bump_in phi beta N d k (to_cube d x) ^ 2) =
    raise (INR N) (- INR d - 2 * beta) * squared_norm U phi d.
  Proof.
    assert (N_pos : 0 < INR N) by (apply lt_0_INR; lia). assert (some : N <> O) by lia.
    set (a := cell_corner N d (k - 1)). set (f := fun u => phi (less u (middle_point d)) ^ 2).
    assert (phi_bounded : forall g : vector -> vector, bounded (fun u => phi (g u) ^ 2)).
    { intros g. apply bounded_between with 0 (1 / 4). intros u. pose proof (proj1 phi_bump (g u)). nra. }
    assert (scaled : forall x, less (fun i => (x i - a i) / / INR N) (middle_point d) = in_cell_of N d (k - 1) x).
    { intros x. apply functional_extensionality. intros i. unfold less, middle_point, in_cell_of, a, cell_corner,
        cell_centre. destruct (lt_dec i d); field; lra. }
    transitivity (E (uniform_on_cube U d) (fun x => raise (INR N) (- beta) ^ 2 *
      (indicator (corner_cube d a (/ INR N)) x * f (fun i => (x i - a i) / / INR N)))).
    - apply (uniform_inside U d).
      + apply bounded_between with 0 (1 / 4). intros x.
        pose proof (bump_between phi L beta N d N_1 beta_pos phi_bump k (to_cube d x)). nra.
      + apply bounded_mult; [bounded | apply bounded_mult; [apply bounded_indicator |]].
        apply (phi_bounded (fun x => less (fun i => (x i - a i) / / INR N) (middle_point d))).
      + intros x inside. rewrite (to_cube_fixes d x inside). unfold bump_in, f. rewrite scaled, Rpow_mult_distr.
        f_equal.
        destruct (classic (corner_cube d a (/ INR N) x)) as [here | off].
        * rewrite indicator_1 by exact here. ring.
        * rewrite indicator_0 by exact off. rewrite Rmult_0_l.
          enough (phi (in_cell_of N d (k - 1) x) = 0) as -> by ring.
          destruct (classic (exists i, (i < d)%nat /\ ~ (a i <= x i < a i + / INR N))) as [(i & I & outside) | none].
          -- apply (bump_at_edge phi L beta d L_pos beta_pos phi_bump _ i I).
             rewrite <- scaled. unfold less, middle_point. destruct (lt_dec i d); [| contradiction].
             replace ((x i - a i) / / INR N) with (INR N * (x i - a i)) by (field; lra).
             assert (unit : INR N * / INR N = 1) by (field; lra).
             destruct (Rlt_dec (x i) (a i)) as [low | high].
             ++ rewrite Rabs_left by nra. nra.
             ++ assert (/ INR N <= x i - a i) by lra.
                assert (1 <= INR N * (x i - a i)) by (rewrite <- unit; apply Rmult_le_compat_l; lra).
                rewrite Rabs_right by lra. lra.
          -- elim off. split; [apply inside |]. intros i I. apply NNPP. intros outside. apply none. now exists i.
    - rewrite E_scal.
      + rewrite (uniform_in_cubes U d a (/ INR N) f).
        * unfold squared_norm. fold f. rewrite <- Rmult_assoc. f_equal.
          rewrite !raise_pos by exact N_pos. rewrite pow_inv, <- (Rpower_pow d (INR N) N_pos). unfold Rpower.
          simpl. rewrite Rmult_1_r, <- exp_Ropp, <- !exp_plus. f_equal. ring.
        * intros i I. unfold a, cell_corner. destruct (lt_dec i d); [lia | reflexivity].
        * now apply Rinv_0_lt_compat.
        * intros i I. unfold a, cell_corner. destruct (lt_dec i d); [| contradiction].
          pose proof (digit_below N (k - 1) i some) as less_N. apply le_INR in less_N. rewrite S_INR in less_N.
          pose proof (pos_INR (digit N (k - 1) i)). split; [apply Rdiv_le_0_compat; lra |].
          replace (INR (digit N (k - 1) i) / INR N + / INR N) with ((INR (digit N (k - 1) i) + 1) / INR N)
            by (field; lra). apply Rle_div_l; lra.
        * apply (phi_bounded (fun u => less u (middle_point d))).
      + apply bounded_mult; [apply bounded_indicator |].
        apply (phi_bounded (fun x => less (fun i => (x i - a i) / / INR N) (middle_point d))).
  Qed.
End Square_of_a_bump.
