(** * Facts about densities with bumps

    Densities on [0, 1], 1 and a bump of either sign in each of k cells: kent (208). Each theorem says what the calculus
    grants under that name, as the exporter writes it from the fact itself. *)

From Foundations Require Export Bumps.
Import ListNotations.
Open Scope R_scope.

(** ** The bumps *)

(** A smooth function on [0, 1] with two halves of opposite signs. *)
Definition smooth_half y := exp (- / (y * (1 / 2 - y))).
Definition two_halves x := if Rlt_dec 0 x then
    if Rlt_dec x (1 / 2) then smooth_half x
    else if Rlt_dec (1 / 2) x then if Rlt_dec x 1 then - smooth_half (x - 1 / 2) else 0 else 0
  else 0.

(** Factors c_beta that are small enough: c_beta times the function and its derivative of order beta are at most 1.
    There are such, since all derivatives are bounded. *)
Record bump_scales := Bump_scales {
  scale_of : nat -> R;
  scale_above_0 : forall beta, 0 < scale_of beta;
  scale_is_small : forall beta x, 0 <= x <= 1 -> Rabs (scale_of beta * two_halves x) <= 1 /\
    Rabs (Derive_n (fun y => scale_of beta * two_halves y) beta x) <= 1
}.

(** The j-th bump: r pi^beta/(2 k^beta) g_beta(k x - (j - 1)). *)
Definition density_bump (c : bump_scales) beta k r j x :=
  r * PI ^ beta / (2 * INR k ^ beta) * (scale_of c beta * two_halves (INR k * x - INR (j - 1))).

Definition largest_bump_most c beta k r b := forall j x, Rabs (density_bump c beta k r j x) <= b.

(** The integral of a bump's square; all have the same. *)
Definition on_line (f : R -> R) (x : vector) := f (x O).
Definition square_of_density_bump (U : uniform_laws) c beta k r :=
  E (uniform_on_cube U 1) (on_line (fun x => density_bump c beta k r 1 x ^ 2)).

(** ** Halves of cells *)

Lemma two_halves_outside x : x <= 0 \/ 1 <= x -> two_halves x = 0.
Proof. intros out. unfold two_halves. repeat destruct (Rlt_dec _ _); lra. Qed.

Lemma two_halves_opposite u : 0 <= u < 1 -> two_halves (1 / 2 + u / 2) = - two_halves (u / 2).
Proof.
  intros range. unfold two_halves. repeat destruct (Rlt_dec _ _); try lra. f_equal. f_equal. lra.
Qed.

(** An interval of [0, 1) looks like all of it. *)
Lemma uniform_in_interval (U : uniform_laws) a h (f : R -> R) : 0 < h -> 0 <= a -> a + h <= 1 -> bounded f ->
  E (uniform_on_cube U 1) (on_line (fun x =>
    if Rle_dec a x then if Rlt_dec x (a + h) then f ((x - a) / h) else 0 else 0)) =
  h * E (uniform_on_cube U 1) (on_line f).
Proof.
  intros pos low high F. set (start := fun k => match k with O => a | _ => 0 end : R).
  transitivity (E (uniform_on_cube U 1) (fun x => indicator (corner_cube 1 start h) x *
    on_line f (fun k => (x k - start k) / h))).
  - apply (uniform_inside U 1).
    + destruct F as [M F]. exists (Rabs M). intros x. unfold on_line. pose proof (Rabs_pos M).
      destruct (Rle_dec a (x O)); [destruct (Rlt_dec (x O) (a + h)) |]; rewrite ?Rabs_R0; try lra.
      eapply Rle_trans; [apply F | apply Rle_abs].
    + apply bounded_mult; [apply bounded_indicator |].
      exact (bounded_after f (fun x : vector => (x O - start O) / h) F).
    + intros x [flat _]. unfold on_line. cbn [start].
      destruct (Rle_dec a (x O)) as [above | below_a]; [destruct (Rlt_dec (x O) (a + h)) as [under | over] |].
      * rewrite indicator_1; [now rewrite Rmult_1_l |]. split; [exact flat |]. intros k K.
        replace k with O by lia. simpl. lra.
      * rewrite indicator_0; [ring |]. intros [_ inside]. specialize (inside O ltac:(lia)). simpl in inside. lra.
      * rewrite indicator_0; [ring |]. intros [_ inside]. specialize (inside O ltac:(lia)). simpl in inside. lra.
  - rewrite (uniform_in_cubes U 1 start h (on_line f)); [simpl; ring | | exact pos | |].
    + intros k K. destruct k; [lia | reflexivity].
    + intros k K. replace k with O by lia. simpl. lra.
    + exact (bounded_after f (fun x : vector => x O) F).
Qed.

Section Cells.
  Variables (U : uniform_laws) (c : bump_scales) (beta k : nat) (r : R).
  Let X := uniform_on_cube U 1.
  Let bump := density_bump c beta k r.

  Lemma bump_in_its_cell j x : bump j x <> 0 -> INR (j - 1) < INR k * x < INR (j - 1) + 1.
  Proof.
    intros some. destruct (Rlt_dec 0 (INR k * x - INR (j - 1))) as [low |];
      [destruct (Rlt_dec (INR k * x - INR (j - 1)) 1) as [high |]; [lra |] |];
      elim some; unfold bump, density_bump; rewrite two_halves_outside by lra; ring.
  Qed.

  Lemma one_density_bump i j x : In i (seq 1 k) -> In j (seq 1 k) -> bump i x <> 0 -> bump j x <> 0 -> i = j.
  Proof.
    intros I J at_i at_j. apply in_seq in I, J. apply bump_in_its_cell in at_i, at_j.
    assert (INR (i - 1) < INR (S (j - 1))) by (rewrite S_INR; lra).
    assert (INR (j - 1) < INR (S (i - 1))) by (rewrite S_INR; lra).
    apply INR_lt in H, H0. lia.
  Qed.

  (** A function of a bump, cell by cell: its mean is 1/k of that of the bump over [0, 1), and so is the same for
      all. *)
  Lemma mean_of_bump (G : R -> R) j : In j (seq 1 k) -> bounded G -> G 0 = 0 ->
    E X (on_line (fun x => G (bump j x))) = / INR k * E X (on_line (fun u => G (bump 1 (u / INR k)))).
  Proof.
    intros J [M B] zero. apply in_seq in J. assert (pos : 0 < INR k) by (apply lt_0_INR; lia).
    assert (step_pos : 0 < / INR k) by now apply Rinv_0_lt_compat.
    assert (last : INR (j - 1) + 1 <= INR k) by (rewrite <- S_INR; apply le_INR; lia).
    pose proof (pos_INR (j - 1)) as first.
    unfold X. rewrite <- (uniform_in_interval U (INR (j - 1) / INR k) (/ INR k) (fun u => G (bump 1 (u / INR k)))).
    - apply E_ext. intros x. unfold on_line. set (y := x O).
      assert (here : bump 1 ((y - INR (j - 1) / INR k) / / INR k / INR k) = bump j y).
      { unfold bump, density_bump. do 3 f_equal. simpl INR. field. lra. }
      assert (edges : INR k * (INR (j - 1) / INR k) = INR (j - 1) /\
        INR k * (INR (j - 1) / INR k + / INR k) = INR (j - 1) + 1) by (split; field; lra).
      destruct (Rle_dec (INR (j - 1) / INR k) y) as [low | out];
        [destruct (Rlt_dec y (INR (j - 1) / INR k + / INR k)) as [high | out] |].
      + now rewrite here.
      + destruct (Req_dec (bump j y) 0) as [-> | some]; [exact zero |]. apply bump_in_its_cell in some. exfalso. nra.
      + destruct (Req_dec (bump j y) 0) as [-> | some]; [exact zero |]. apply bump_in_its_cell in some. exfalso. nra.
    - exact step_pos.
    - apply Rdiv_le_0_compat; lra.
    - replace (INR (j - 1) / INR k + / INR k) with ((INR (j - 1) + 1) / INR k) by (field; lra). apply Rle_div_l; lra.
    - exists M. intros u. apply B.
  Qed.

  (** The two halves of a bump are opposite: an odd function of it has the mean 0. *)
  Lemma odd_mean_of_bump (G : R -> R) j : In j (seq 1 k) -> bounded G -> (forall y, G (- y) = - G y) ->
    E X (on_line (fun x => G (bump j x))) = 0.
  Proof.
    intros J B odd. assert (zero : G 0 = 0) by (pose proof (odd 0) as H; rewrite Ropp_0 in H; lra).
    rewrite mean_of_bump by assumption. apply in_seq in J. assert (pos : 0 < INR k) by (apply lt_0_INR; lia).
    set (f := fun u => G (bump 1 (u / 2 / INR k))).
    assert (F : bounded f) by (destruct B as [M B]; exists M; intros u; apply B).
    enough (E X (on_line (fun u => G (bump 1 (u / INR k)))) =
      1 / 2 * E X (on_line f) + 1 / 2 * E X (on_line (fun u => - f u))) as ->.
    { unfold on_line. rewrite E_opp by exact (bounded_after f (fun x : vector => x O) F). ring. }
    unfold X. rewrite <- (uniform_in_interval U 0 (1 / 2) f) by (lra || bounded).
    rewrite <- (uniform_in_interval U (1 / 2) (1 / 2) (fun u => - f u)) by (lra || bounded).
    rewrite <- E_plus.
    - apply (uniform_inside U 1).
      + exact (bounded_after (fun u => G (bump 1 (u / INR k))) (fun x : vector => x O)
          (bounded_after G (fun u => bump 1 (u / INR k)) B)).
      + destruct F as [M F]. pose proof (Rle_trans _ _ _ (Rabs_pos _) (F 0)) as M_pos. exists (M + M). intros x.
        unfold on_line. eapply Rle_trans; [apply Rabs_triang |].
        apply Rplus_le_compat; repeat destruct (Rle_dec _ _); repeat destruct (Rlt_dec _ _);
          rewrite ?Rabs_Ropp, ?Rabs_R0; auto.
      + intros x [_ inside]. specialize (inside O ltac:(lia)). unfold on_line. set (y := x O) in *.
        assert (value : forall u, bump 1 (u / INR k) = r * PI ^ beta / (2 * INR k ^ beta) *
          (scale_of c beta * two_halves u)).
        { intros u. unfold bump, density_bump. do 3 f_equal. simpl INR. field. lra. }
        unfold f. rewrite !value. destruct (Rlt_dec y (1 / 2)) as [left_half | right_half].
        * destruct (Rle_dec 0 y), (Rlt_dec y (0 + 1 / 2)), (Rle_dec (1 / 2) y); try lra.
          rewrite Rplus_0_r. do 4 f_equal. field.
        * destruct (Rle_dec 0 y), (Rlt_dec y (0 + 1 / 2)), (Rle_dec (1 / 2) y), (Rlt_dec y (1 / 2 + 1 / 2)); try lra.
          rewrite Rplus_0_l, <- odd. f_equal.
          replace y with (1 / 2 + (2 * y - 1) / 2) at 1 by field. rewrite two_halves_opposite by lra.
          replace ((y - 1 / 2) / (1 / 2) / 2) with ((2 * y - 1) / 2) by field. ring.
    - destruct F as [M F]. pose proof (Rle_trans _ _ _ (Rabs_pos _) (F 0)) as M_pos. exists M. intros x. unfold on_line.
      repeat destruct (Rle_dec _ _); repeat destruct (Rlt_dec _ _); rewrite ?Rabs_R0; auto.
    - destruct F as [M F]. pose proof (Rle_trans _ _ _ (Rabs_pos _) (F 0)) as M_pos. exists M. intros x. unfold on_line.
      repeat destruct (Rle_dec _ _); repeat destruct (Rlt_dec _ _); rewrite ?Rabs_Ropp, ?Rabs_R0; auto.
  Qed.
End Cells.

(** ** The family *)

Lemma clip_within y : -1 <= clip 1 y <= 1.
Proof. unfold clip. split; [apply Rmax_l | apply Rmax_lub; [lra | apply Rmin_r]]. Qed.

Lemma clip_is_bounded : bounded (clip 1).
Proof. apply bounded_between with (-1) 1, clip_within. Qed.

Section Densities_with_bumps.
  Variables (U : uniform_laws) (c : bump_scales) (beta k : nat) (r : R).
  Let X := uniform_on_cube U 1.
  Let bump := density_bump c beta k r.

  (** 1 and the sum of v_j g_j; what is above 1 is cut, so that a bump of any height has a density. *)
  Definition bump_density (v : vertex) x :=
    1 + Sum (seq 1 k) (fun j => sgn (v j) * clip 1 (density_bump c beta k r j x)).

  Let clipped_bounded j : bounded (fun x => clip 1 (bump j x)).
  Proof. exact (bounded_after (clip 1) (bump j) clip_is_bounded). Qed.

  Lemma bump_density_bounded v : bounded (bump_density v).
  Proof.
    apply bounded_plus; [bounded |]. apply bounded_Sum. intros j. pose proof (clipped_bounded j). bounded.
  Qed.

  Let on_line_bounded f : bounded f -> bounded (on_line f).
  Proof. exact (bounded_after f (fun x : vector => x O)). Qed.

  Let density_times v f : bounded f -> bounded (on_line (fun x => bump_density v x * f x)).
  Proof. intros F. apply on_line_bounded. apply bounded_mult; [apply bump_density_bounded | exact F]. Qed.

  Lemma clip_at_0 : clip 1 0 = 0.
  Proof. apply clip_inside. lra. Qed.

  Let in_a_bump_or_none x : (exists j, In j (seq 1 k) /\ bump j x <> 0) \/ forall j, In j (seq 1 k) -> bump j x = 0.
  Proof.
    destruct (classic (exists j, In j (seq 1 k) /\ bump j x <> 0)) as [some | none]; [now left | right].
    intros j J. destruct (Req_dec (bump j x) 0) as [zero | some]; [exact zero |]. elim none. now exists j.
  Qed.

  Lemma density_in_cell v j x : In j (seq 1 k) -> bump j x <> 0 -> bump_density v x = 1 + sgn (v j) * clip 1 (bump j x).
  Proof.
    intros J some. unfold bump_density. f_equal. fold bump.
    rewrite (Sum_ext_in _ _ (fun i => if Nat.eq_dec i j then sgn (v j) * clip 1 (bump j x) else 0)).
    - apply Sum_single; [apply seq_NoDup | exact J].
    - intros i I. destruct (Nat.eq_dec i j) as [-> | other]; [reflexivity |].
      destruct (Req_dec (bump i x) 0) as [zero | at_i]; [rewrite zero, clip_at_0; ring |].
      elim other. exact (one_density_bump c beta k r i j x I J at_i some).
  Qed.

  Lemma density_off_cell v j x : bump j x = 0 -> bump_density (turned_at v j) x = bump_density v x.
  Proof.
    intros zero. unfold bump_density. f_equal. apply Sum_ext. intros i. fold bump. unfold turned_at.
    destruct (Nat.eqb_spec i j) as [-> |]; [rewrite zero, clip_at_0; ring | reflexivity].
  Qed.

  Lemma bump_density_pos v x : 0 <= bump_density v x.
  Proof.
    destruct (in_a_bump_or_none x) as [(j & J & some) | none].
    - rewrite (density_in_cell v j x J some). pose proof (clip_within (bump j x)). unfold sgn.
      destruct (v j); lra.
    - unfold bump_density. fold bump. rewrite (Sum_ext_in _ _ (fun _ => 0)), Sum_const; [lra |]. intros j J.
      rewrite none, clip_at_0 by exact J. ring.
  Qed.

  Lemma bump_density_mean v : E X (on_line (bump_density v)) = 1.
  Proof.
    unfold bump_density, on_line. fold bump.
    assert (B : forall j, bounded (fun x : vector => clip 1 (bump j (x O))))
      by (intros j; exact (bounded_after _ (fun x : vector => x O) (clipped_bounded j))).
    rewrite E_plus, E_const, E_Sum by (try apply bounded_Sum; intros; specialize (B i) || idtac; bounded).
    rewrite (Sum_ext_in _ _ (fun _ => 0)), Sum_const; [ring |]. intros j J. rewrite E_scal by apply B.
    pose proof (odd_mean_of_bump U c beta k r (clip 1) j J clip_is_bounded) as odd. unfold on_line in odd.
    fold X bump in odd.
    rewrite odd; [ring |]. intros y. unfold clip, Rmax, Rmin. repeat destruct (Rle_dec _ _); lra.
  Qed.

  Program Definition bump_density_law v : law R :=
    Law R (fun f => E X (on_line (fun x => bump_density v x * f x))) _ _ _ _.
  Next Obligation.
    rewrite <- E_plus by (now apply density_times). apply E_ext. intros x. unfold on_line. ring.
  Qed.
  Next Obligation.
    rewrite <- E_scal by (now apply density_times). apply E_ext. intros x. unfold on_line. ring.
  Qed.
  Next Obligation.
    apply E_mono; try (now apply density_times). intros x. apply Rmult_le_compat_l; [apply bump_density_pos | auto].
  Qed.
  Next Obligation.
    etransitivity; [| exact (bump_density_mean v)]. apply E_ext. intros x. unfold on_line. ring.
  Qed.

  Lemma bump_density_laws_agree v w : same_signs k v w -> bump_density_law v = bump_density_law w.
  Proof.
    intros same. assert (densities_agree : bump_density v = bump_density w).
    { apply functional_extensionality. intros x. unfold bump_density. f_equal. apply Sum_ext_in. intros j J.
      apply in_seq in J. now rewrite (same j) by lia. }
    assert (means_agree : E (bump_density_law v) = E (bump_density_law w)) by (simpl; now rewrite densities_agree).
    destruct (bump_density_law v) as [E1 a1 b1 c1 d1], (bump_density_law w) as [E2 a2 b2 c2 d2]. simpl in means_agree.
    subst E2. f_equal; apply proof_irrelevance.
  Qed.

  Definition bump_densities : parametric_family R unit := Parametric_family R unit bump_density_law (fun _ => tt)
    one_point k bump_density_laws_agree (fun _ _ _ => eq_refl).
End Densities_with_bumps.

(** ** Likelihood ratios *)

Section Ratios.
  Variables (U : uniform_laws) (c : bump_scales) (beta k : nat) (r b : R).
  Hypotheses (low : largest_bump_most c beta k r b) (b_1 : b < 1).
  Let X := uniform_on_cube U 1.
  Let F := bump_densities U c beta k r.
  Let bump := density_bump c beta k r.
  Let dense := bump_density c beta k r.

  Let within j x : - b <= bump j x <= b.
  Proof. apply Rabs_le_between, low. Qed.

  Let unclipped j x : clip 1 (bump j x) = bump j x.
  Proof. specialize (within j x). apply clip_inside. lra. Qed.

  (** (1 - v g)/(1 + v g) for the bump g. *)
  Definition density_ratio (v : vertex) j x :=
    (1 - sgn (v j) * density_bump c beta k r j x) / (1 + sgn (v j) * density_bump c beta k r j x).

  Let sizes v j x : 1 - b <= 1 + sgn (v j) * bump j x <= 1 + b /\ 1 - b <= 1 - sgn (v j) * bump j x <= 1 + b.
  Proof. specialize (within j x). unfold sgn. destruct (v j); lra. Qed.

  Lemma density_ratio_between v j x : 0 <= density_ratio v j x <= (1 + b) / (1 - b).
  Proof.
    unfold density_ratio. fold bump. destruct (sizes v j x) as [below_one above_one].
    split; [apply Rdiv_le_0_compat; lra |]. unfold Rdiv. apply Rmult_le_compat; try lra.
    - left. apply Rinv_0_lt_compat. lra.
    - apply Rinv_le_contravar; lra.
  Qed.

  Let ratio_bounded v j : bounded (density_ratio v j).
  Proof. apply bounded_between with 0 ((1 + b) / (1 - b)), density_ratio_between. Qed.

  Let in_cell v j x : In j (coordinates F) -> bump j x <> 0 -> dense v x = 1 + sgn (v j) * bump j x.
  Proof.
    intros J some. rewrite <- (unclipped j x) at 1. exact (density_in_cell c beta k r v j x J some).
  Qed.

  (** The density with a sign turned. *)
  Lemma turned_density_is v j x : In j (coordinates F) -> dense (turned_at v j) x = dense v x * density_ratio v j x.
  Proof.
    intros J. destruct (Req_dec (bump j x) 0) as [zero | some].
    - unfold density_ratio. fold bump. rewrite zero. unfold dense. rewrite density_off_cell by exact zero. field.
    - rewrite !(in_cell _ j x J some). unfold density_ratio, turned_at. fold bump. rewrite Nat.eqb_refl.
      destruct (sizes v j x). unfold sgn in *. destruct (v j); simpl negb; cbv iota; field; lra.
  Qed.

  Lemma density_ratio_density v j : In j (coordinates F) -> has_density (F v) (density_ratio v j) (F (turned_at v j)).
  Proof.
    intros J. split; [apply ratio_bounded |]. intros f _.
    change (E X (on_line (fun x => dense (turned_at v j) x * f x)) =
      E X (on_line (fun x => dense v x * (density_ratio v j x * f x)))).
    apply E_ext. intros x. unfold on_line. rewrite turned_density_is by exact J. ring.
  Qed.

  Let on_line_bounded f : bounded f -> bounded (on_line f).
  Proof. exact (bounded_after f (fun x : vector => x O)). Qed.

  Let dense_bounded v : bounded (on_line (dense v)).
  Proof. apply on_line_bounded, bump_density_bounded. Qed.

  Let dense_mean v : E X (on_line (dense v)) = 1.
  Proof. apply bump_density_mean. Qed.

  (** On disjoint cells one of two ratios is 1 everywhere, and each has mean 1. *)
  Lemma density_ratios_apart v i j : In i (coordinates F) -> In j (coordinates F) -> i <> j ->
    E (F v) (fun x => density_ratio v i x * density_ratio v j x) = 1.
  Proof.
    intros I J other. change (E X (on_line (fun x => dense v x * (density_ratio v i x * density_ratio v j x))) = 1).
    transitivity (E X (fun x => on_line (dense (turned_at v i)) x + on_line (dense (turned_at v j)) x -
      on_line (dense v) x)).
    - apply E_ext. intros x. unfold on_line. rewrite !turned_density_is by assumption.
      assert (one : forall l, bump l (x O) = 0 -> density_ratio v l (x O) = 1).
      { intros l zero. unfold density_ratio. fold bump. rewrite zero. field. }
      destruct (Req_dec (bump i (x O)) 0) as [zero | at_i]; [rewrite (one i zero); ring |].
      destruct (Req_dec (bump j (x O)) 0) as [zero | at_j]; [rewrite (one j zero); ring |].
      elim other. exact (one_density_bump c beta k r i j (x O) I J at_i at_j).
    - pose proof (dense_bounded v). pose proof (dense_bounded (turned_at v i)).
      pose proof (dense_bounded (turned_at v j)). rewrite E_minus, E_plus, !dense_mean by bounded. ring.
  Qed.

  (** The mean square of 1 - 2 v g/(1 + v g) is 1 and the integral of 4 g^2/(1 + v g). *)
  Lemma density_ratio_square v j : In j (coordinates F) -> b <= 1 / 2 ->
    E (F v) (fun x => density_ratio v j x * density_ratio v j x) <= 1 + 8 * square_of_density_bump U c beta k r.
  Proof.
    intros J flat. change (E X (on_line (fun x => dense v x * (density_ratio v j x * density_ratio v j x))) <=
      1 + 8 * square_of_density_bump U c beta k r).
    assert (square_bounded : forall i, bounded (on_line (fun x => bump i x ^ 2))).
    { intros i. apply on_line_bounded, bounded_between with 0 1. intros x. specialize (within i x). nra. }
    assert (same : E X (on_line (fun x => bump j x ^ 2)) = square_of_density_bump U c beta k r).
    { set (G := fun y => Rmin (y ^ 2) 1).
      assert (G_bounded : bounded G) by (apply bounded_cut; intros; apply pow2_ge_0).
      assert (G_0 : G 0 = 0) by (unfold G; rewrite Rmin_left; lra).
      assert (cut : forall i x, bump i x ^ 2 = G (bump i x)).
      { intros i x. specialize (within i x). unfold G. rewrite Rmin_left; nra. }
      unfold square_of_density_bump. fold X bump.
      transitivity (E X (on_line (fun x => G (bump j x)))); [apply E_ext; intros x; apply cut |].
      transitivity (E X (on_line (fun x => G (bump 1 x)))); [| apply E_ext; intros x; symmetry; apply cut].
      assert (one : In 1%nat (seq 1 k)) by (apply in_seq in J; apply in_seq; simpl in J; lia).
      unfold bump, X. rewrite (mean_of_bump U c beta k r G j J G_bounded G_0).
      now rewrite (mean_of_bump U c beta k r G 1 one G_bounded G_0). }
    rewrite <- same.
    apply Rle_trans with (E X (fun x => 2 * on_line (dense (turned_at v j)) x - on_line (dense v) x +
      8 * on_line (fun x => bump j x ^ 2) x)).
    - pose proof (dense_bounded v). pose proof (dense_bounded (turned_at v j)). pose proof (square_bounded j).
      apply E_mono; [| bounded |].
      + apply on_line_bounded. pose proof (ratio_bounded v j).
        apply bounded_mult; [apply bump_density_bounded | bounded].
      + intros x. unfold on_line. rewrite turned_density_is by exact J. set (y := x O).
        destruct (Req_dec (bump j y) 0) as [zero | some].
        * assert (one : density_ratio v j y = 1) by (unfold density_ratio; fold bump; rewrite zero; field).
          rewrite one, zero. lra.
        * rewrite (in_cell v j y J some). destruct (sizes v j y) as [below_one _]. unfold density_ratio. fold bump.
          set (g := sgn (v j) * bump j y) in *.
          assert (g2 : bump j y ^ 2 = g ^ 2) by (unfold g, sgn; destruct (v j); ring). rewrite g2.
          replace ((1 + g) * ((1 - g) / (1 + g) * ((1 - g) / (1 + g))))
            with (2 * ((1 + g) * ((1 - g) / (1 + g))) - (1 + g) + 4 * g ^ 2 / (1 + g)) by (field; lra).
          apply Rplus_le_compat_l, Rle_div_l; [lra |]. pose proof (pow2_ge_0 g). nra.
    - pose proof (dense_bounded v). pose proof (dense_bounded (turned_at v j)). pose proof (square_bounded j).
      rewrite E_plus, E_minus, !E_scal, !dense_mean by bounded. lra.
  Qed.
End Ratios.

(** ** The facts *)

(** 1 less a bump is above 0. *)
Theorem fact_bumps_densities : forall (U : uniform_laws) (c : bump_scales) (beta k : nat) (r : R),
  (1 <= beta)%nat ->
  (1 <= k)%nat ->
  0 < r ->
  (exists b : R, largest_bump_most c beta k r b /\ b < 1) ->
  neighbours_dominated (bump_densities U c beta k r).
Proof.
  intros U c beta k r _ _ _ (b & low & b_1).
  apply (bounded_ratios_dominated (bump_densities U c beta k r) (density_ratio c beta k r)).
  - intros v j J. now apply (density_ratio_density U c beta k r b).
  - intros v j x. now apply (density_ratio_between c beta k r b).
Qed.

Theorem fact_bumps_ratios : forall (U : uniform_laws) (c : bump_scales) (beta k : nat) (r : R),
  (1 <= beta)%nat ->
  (1 <= k)%nat ->
  0 < r ->
  (exists b : R, largest_bump_most c beta k r b /\ b < 1) ->
  uncorrelated (bump_densities U c beta k r) k.
Proof.
  intros U c beta k r _ _ _ (b & low & b_1).
  apply (uncorrelated_by_ratios (bump_densities U c beta k r) (density_ratio c beta k r)).
  - intros v j J. now apply (density_ratio_density U c beta k r b).
  - intros v j x. now apply (density_ratio_between c beta k r b).
  - intros v i j I J less_ij. apply (density_ratios_apart U c beta k r b); auto. lia.
Qed.

(** The draws are independent. *)
Theorem fact_flat_bumps_the_largest_fluctuation : forall (U : uniform_laws) (c : bump_scales) (beta k m : nat) (r : R),
  (1 <= beta)%nat ->
  (1 <= k)%nat ->
  (1 <= m)%nat ->
  0 < r ->
  largest_bump_most c beta k r (1/2) ->
  eta_squared_most (bump_densities U c beta k r) m ((1 + 8 * square_of_density_bump U c beta k r) ^ m - 1).
Proof.
  intros U c beta k m r _ _ _ _ low v j J. assert (b_1 : 1 / 2 < 1) by lra.
  pose proof (density_ratio_square U c beta k r (1 / 2) low b_1 v j J (Rle_refl _)) as one.
  destruct (ratio_product_is (bump_densities U c beta k r) (density_ratio c beta k r)
    (fun v j J => density_ratio_density U c beta k r (1 / 2) low b_1 v j J)
    (fun v j x => proj1 (density_ratio_between c beta k r (1 / 2) low b_1 v j x)) v j j m J J)
    as [(rho & sigma & D & D' & most) _].
  exists rho, sigma. split; [exact D | split; [exact D' |]]. intros cut. eapply Rle_trans; [apply most |].
  replace (1 + ((1 + 8 * square_of_density_bump U c beta k r) ^ m - 1))
    with ((1 + 8 * square_of_density_bump U c beta k r) ^ m) by ring.
  apply pow_incr. split; [| exact one]. apply E_ge.
  - pose proof (bounded_between _ _ _ (density_ratio_between c beta k r (1 / 2) low b_1 v j)). bounded.
  - intros x. apply Rle_0_sqr.
Qed.
