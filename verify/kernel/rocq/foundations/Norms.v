(** * Norms of sums of independent vectors

    Pinelis 1994: where X has mean 0, E cosh |s + X| is at most cosh |s| E (e^|X| - |X|). *)

From Foundations Require Export Signs.
Import ListNotations.
Open Scope R_scope.

(** ** Hyperbolic functions *)

Lemma is_derive_cosh x : is_derive cosh x (sinh x).
Proof. unfold cosh, sinh. auto_derive; [exact Logic.I | field]. Qed.

Lemma is_derive_sinh x : is_derive sinh x (cosh x).
Proof. unfold cosh, sinh. auto_derive; [exact Logic.I | field]. Qed.

Lemma cosh_even x : cosh x = cosh (- x).
Proof. unfold cosh. now rewrite Ropp_involutive, Rplus_comm. Qed.

Lemma cosh_ge_1 x : 1 <= cosh x.
Proof. unfold cosh. pose proof (exp_ineq1_le x). pose proof (exp_ineq1_le (- x)). lra. Qed.

Lemma sinh_ge x : 0 <= x -> x <= sinh x.
Proof.
  intros X. enough (sinh 0 - 0 <= sinh x - x) by (rewrite sinh_0 in *; lra).
  apply (rises (fun x => sinh x - x) (fun x => cosh x - 1)); [| exact X | intros y _; pose proof (cosh_ge_1 y); lra].
  intros y. unfold sinh, cosh. auto_derive; [exact Logic.I | field].
Qed.

Lemma cosh_rises x y : 0 <= x <= y -> cosh x <= cosh y.
Proof.
  intros XY. apply (rises cosh sinh); [apply is_derive_cosh | lra |].
  intros z Z. pose proof (sinh_ge z ltac:(lra)). lra.
Qed.

(** sinh x/x rises. *)
Lemma sinh_ratio y r : 0 <= y <= r -> sinh y * r <= sinh r * y.
Proof.
  intros YR.
  assert (slope : sinh y <= y * cosh y).
  { enough (0 * cosh 0 - sinh 0 <= y * cosh y - sinh y) by (rewrite sinh_0 in *; lra).
    apply (rises (fun x => x * cosh x - sinh x) (fun x => x * sinh x)); [| lra |].
    - intros x. unfold sinh, cosh. auto_derive; [exact Logic.I | field].
    - intros x X. pose proof (sinh_ge x ltac:(lra)). nra. }
  enough (sinh y * y - sinh y * y <= sinh r * y - sinh y * r) by lra.
  apply (rises (fun z => sinh z * y - sinh y * z) (fun z => cosh z * y - sinh y)); [| lra |].
  - intros z. unfold sinh at 1, cosh. auto_derive; [exact Logic.I | field].
  - intros z Z. pose proof (cosh_rises y z ltac:(lra)). nra.
Qed.

(** cosh is a convex function of the square: it lies above its tangents. *)
Lemma cosh_tangent r y : 0 < r -> 0 <= y -> cosh r + sinh r / (2 * r) * (y ^ 2 - r ^ 2) <= cosh y.
Proof.
  intros R_pos Y. set (k := sinh r / (2 * r)). set (g := fun z => cosh z - k * z ^ 2).
  assert (slope : forall z, is_derive g z (sinh z - k * (2 * z))).
  { intros z. unfold g, sinh, cosh. auto_derive; [exact Logic.I | field]. }
  assert (value : forall z, sinh z - k * (2 * z) = / r * (sinh z * r - sinh r * z)) by (intros; unfold k; field; lra).
  pose proof (Rinv_0_lt_compat r R_pos).
  enough (g r <= g y) by (unfold g in *; lra).
  destruct (Rle_dec r y) as [above | below].
  - apply (rises g (fun z => sinh z - k * (2 * z))); [exact slope | exact above |].
    intros z Z. rewrite value. pose proof (sinh_ratio r z ltac:(lra)). nra.
  - apply Ropp_le_cancel.
    apply (rises (fun z => - g z) (fun z => - (sinh z - k * (2 * z)))); [| lra |].
    + intros z. apply (is_derive_opp g), slope.
    + intros z Z. rewrite value. pose proof (sinh_ratio z r ltac:(lra)). nra.
Qed.

(** At the ends, where both vectors have one direction. *)
Lemma cosh_plus a h : 0 <= h -> cosh (a + h) <= cosh a * (exp h - h) + h * sinh a.
Proof.
  intros H. pose proof (sinh_ge h H). pose proof (exp_pos (- a)).
  assert (cosh a * (exp h - h) + h * sinh a - cosh (a + h) = exp (- a) * (sinh h - h)).
  { unfold cosh, sinh. rewrite Ropp_plus_distr, !exp_plus. field. }
  nra.
Qed.

Lemma cosh_minus a h : 0 <= h -> cosh (a - h) <= cosh a * (exp h - h) - h * sinh a.
Proof.
  intros H. pose proof (sinh_ge h H). pose proof (exp_pos a).
  assert (cosh a * (exp h - h) - h * sinh a - cosh (a - h) = exp a * (sinh h - h)).
  { unfold cosh, sinh, Rminus. rewrite Ropp_plus_distr, Ropp_involutive, !exp_plus. field. }
  nra.
Qed.

(** Of numbers a = |s|, h = |x|, c = s.x and r = |s + x|. *)
Lemma cosh_of_sum a h c r : 0 <= a -> 0 <= h -> - (a * h) <= c <= a * h -> 0 <= r -> r ^ 2 = a ^ 2 + 2 * c + h ^ 2 ->
  cosh r <= cosh a * (exp h - h) + (if Req_EM_T a 0 then 0 else sinh a / a) * c.
Proof.
  intros [A | <-] [H | <-] C R0 eq; destruct (Req_EM_T _ 0) as [zero | some]; try lra.
  - (* cosh r is at most its chord, as a function of r^2. *)
    assert (ah : 0 < a * h) by nra. set (u := (c / (a * h) + 1) / 2).
    assert (ratio : -1 <= c / (a * h) <= 1).
    { split; apply Rmult_le_reg_r with (a * h); try exact ah; unfold Rdiv; rewrite Rmult_assoc, Rinv_l; lra. }
    assert (chord : cosh r <= u * cosh (a + h) + (1 - u) * cosh (a - h)).
    { assert (weights : 0 <= u <= 1) by (unfold u; lra).
      pose proof (cosh_ge_1 (a + h)). pose proof (cosh_ge_1 (a - h)).
      destruct R0 as [R_pos | <-]; [| rewrite cosh_0; nra].
      assert (even : cosh (a - h) = cosh (Rabs (a - h))).
      { unfold Rabs. destruct (Rcase_abs _); [apply cosh_even | reflexivity]. }
      pose proof (cosh_tangent r (a + h) R_pos ltac:(lra)) as up.
      pose proof (cosh_tangent r (Rabs (a - h)) R_pos (Rabs_pos _)) as down. rewrite <- even, pow2_abs in down.
      assert (mid : u * ((a + h) ^ 2 - r ^ 2) + (1 - u) * ((a - h) ^ 2 - r ^ 2) = 0).
      { rewrite eq. unfold u. field. lra. }
      apply (Rmult_le_compat_l u) in up; [| lra]. apply (Rmult_le_compat_l (1 - u)) in down; [| lra].
      set (k := sinh r / (2 * r)) in *. set (x := (a + h) ^ 2 - r ^ 2) in *. set (y := (a - h) ^ 2 - r ^ 2) in *.
      replace (cosh r) with (u * (cosh r + k * x) + (1 - u) * (cosh r + k * y) - k * (u * x + (1 - u) * y)) by ring.
      rewrite mid. lra. }
    eapply Rle_trans; [exact chord |].
    pose proof (cosh_plus a h ltac:(lra)). pose proof (cosh_minus a h ltac:(lra)).
    assert (weights : 0 <= u <= 1) by (unfold u; lra).
    apply Rle_trans with (u * (cosh a * (exp h - h) + h * sinh a) + (1 - u) * (cosh a * (exp h - h) - h * sinh a)).
    + apply Rplus_le_compat; apply Rmult_le_compat_l; lra.
    + right. unfold u. field. lra.
  - assert (r = a) as -> by nra. rewrite exp_0. replace c with 0 by nra. lra.
  - assert (r = h) as -> by nra. rewrite cosh_0. replace c with 0 by nra.
    pose proof (cosh_plus 0 h ltac:(lra)) as le. rewrite cosh_0, sinh_0, Rplus_0_l in le. lra.
  - assert (r = 0) as -> by nra. rewrite cosh_0, exp_0. replace c with 0 by nra. lra.
Qed.

(** ** Sums of vectors *)

Definition dot d (x y : nat -> R) := Sum (below d) (fun k => x k * y k).

Lemma euclidean_square d x : euclidean d x ^ 2 = Sum (below d) (fun k => x k ^ 2).
Proof. apply pow2_sqrt, Sum_ge_0. intros k. apply pow2_ge_0. Qed.

Lemma euclidean_ge_0 d x : 0 <= euclidean d x.
Proof. apply sqrt_pos. Qed.

Lemma euclidean_of_sum d x y :
  euclidean d (fun k => x k + y k) ^ 2 = euclidean d x ^ 2 + 2 * dot d x y + euclidean d y ^ 2.
Proof.
  rewrite !euclidean_square. unfold dot. rewrite <- Sum_scal, <- !Sum_plus. apply Sum_ext. intros k. ring.
Qed.

Lemma dot_le d x y : - (euclidean d x * euclidean d y) <= dot d x y <= euclidean d x * euclidean d y.
Proof.
  pose proof (Sum_cauchy_schwarz (below d) x y) as CS. rewrite <- !euclidean_square in CS. fold (dot d x y) in CS.
  pose proof (euclidean_ge_0 d x). pose proof (euclidean_ge_0 d y). set (n := euclidean d x * euclidean d y).
  assert (n_0 : 0 <= n) by (unfold n; nra). replace (euclidean d x ^ 2 * euclidean d y ^ 2) with (n ^ 2) in CS
    by (unfold n; ring).
  split; nra.
Qed.

(** The expectation of g at the sum of n independent draws of the law of a random vector, one after the other. *)
Fixpoint vector_copies {W} (P : space W) (X : W -> nat -> R) (n : nat) (g : (nat -> R) -> R) : R :=
  match n with
  | O => g (fun _ => 0)
  | S k => expectation P (fun w => vector_copies P X k (fun s => g (fun i => X w i + s i)))
  end.

(** S is the norm of the mean of n independent vectors of mean 0 in d dimensions, whose norms have the law of Y. *)
Definition norm_of_mean {W} (P : space W) (S Y : W -> R) n d := exists X : W -> nat -> R,
  (forall w, Y w = euclidean d (X w)) /\ (forall k, (k < d)%nat -> expectation P (fun w => X w k) = 0) /\
  forall f, bounded f -> continuous_all f ->
    expectation P (fun w => f (S w)) = vector_copies P X n (fun s => f (euclidean d s / INR n)).

Section Vectors.
  Context {W : Type} (P : space W).

  (** A function below the sum of one that is 0 or more and of one whose expectation is 0. *)
  Lemma expectation_most_sum (X U V : W -> R) a : (forall w, 0 <= X w) -> (forall w, 0 <= U w) -> integrable P V ->
    expectation P V = 0 -> (forall w, X w <= U w + V w) -> expectation_most P U a -> expectation_most P X a.
  Proof.
    intros X_0 U_0 IV zero below most M. apply le_epsilon. intros e pos.
    destruct (tail_small P (fun w => Rabs (V w)) e) as (L & L_0 & small); [integrable | intros;
      apply Rabs_pos | exact pos |].
    apply Rle_trans with (expectation P (fun w => Rmin (U w) (M + L) + V w + Rmax 0 (Rabs (V w) - L))).
    - apply expectation_mono.
      + now apply integrable_cut.
      + apply integrable_plus; [apply integrable_plus; [now apply integrable_cut | exact IV] | integrable].
      + intros w. specialize (below w). pose proof (Rmin_l (X w) M). pose proof (Rmin_r (X w) M).
        pose proof (Rmax_l 0 (Rabs (V w) - L)). pose proof (Rmax_r 0 (Rabs (V w) - L)).
        pose proof (Rabs_maj2 (V w)). unfold Rmin at 2. destruct (Rle_dec (U w) (M + L)); lra.
    - rewrite expectation_plus, expectation_plus, zero.
      + specialize (most (M + L)). specialize (small L (Rle_refl L)). lra.
      + now apply integrable_cut.
      + exact IV.
      + apply integrable_plus; [now apply integrable_cut | exact IV].
      + integrable.
  Qed.

  Lemma vector_copies_between X n g a b : (forall s, a <= g s <= b) -> a <= vector_copies P X n g <= b.
  Proof.
    revert g. induction n as [| n IH]; intros g G; cbn [vector_copies]; [apply G |].
    apply expectation_between. intros w. now apply IH.
  Qed.

  Section Steps.
    Variables (X : W -> nat -> R) (d : nat) (r a : R).
    Hypothesis (r_pos : 0 < r) (integrable_X : integrable P (fun w => euclidean d (X w)))
      (centred : forall k, (k < d)%nat -> expectation P (fun w => X w k) = 0)
      (moment : expectation_most P (fun w => exp (r * euclidean d (X w)) - r * euclidean d (X w)) a).

    Let integrable_part k : (k < d)%nat -> integrable P (fun w => X w k).
    Proof.
      intros K. apply integrable_below with (fun w => euclidean d (X w)); [exact integrable_X |].
      intros w. apply pow2_inj_le; [apply euclidean_ge_0 |]. rewrite pow2_abs, euclidean_square.
      rewrite <- (Sum_single Nat.eq_dec (below d) k (X w k ^ 2)) at 1; [| apply seq_NoDup | now apply in_below].
      apply Sum_le. intros i. destruct (Nat.eq_dec i k) as [-> |]; [lra | apply pow2_ge_0].
    Qed.

    (** A vector cut to its first d coordinates. *)
    Let first (x : nat -> R) k := if lt_dec k d then x k else 0.

    Let integrable_first k : integrable P (fun w => first (X w) k).
    Proof. unfold first. destruct (lt_dec k d); [now apply integrable_part | integrable]. Qed.

    Let dot_first x y : dot d x y = Sum (below d) (fun k => x k * first y k).
    Proof.
      apply Sum_ext_in. intros k K. apply in_below in K. unfold first. destruct (lt_dec k d); [reflexivity | lia].
    Qed.

    Let integrable_dot s : integrable P (fun w => dot d s (X w)).
    Proof.
      replace (fun w => dot d s (X w)) with (fun w => Sum (below d) (fun k => s k * first (X w) k)).
      - apply integrable_Sum. intros k. apply integrable_scal, integrable_first.
      - apply functional_extensionality. intros w. symmetry. apply dot_first.
    Qed.

    Let dot_centred s : expectation P (fun w => dot d s (X w)) = 0.
    Proof.
      rewrite (expectation_ext P _ (fun w => Sum (below d) (fun k => s k * first (X w) k)))
        by (intros; apply dot_first).
      rewrite expectation_Sum by (intros k; apply integrable_scal, integrable_first).
      rewrite (Sum_ext _ _ (fun _ => 0)); [rewrite Sum_const; ring |].
      intros k. rewrite expectation_scal by apply integrable_first. unfold first. destruct (lt_dec k d) as [K |].
      - rewrite centred by exact K. ring.
      - rewrite expectation_const. ring.
    Qed.

    Lemma one_vector s :
      expectation_most P (fun w => cosh (r * euclidean d (fun k => s k + X w k))) (cosh (r * euclidean d s) * a).
    Proof.
      set (c := cosh (r * euclidean d s)).
      assert (c_pos : 0 < c) by (pose proof (cosh_ge_1 (r * euclidean d s)); unfold c; lra).
      set (slope := if Req_EM_T (r * euclidean d s) 0 then 0 else sinh (r * euclidean d s) / (r * euclidean d s)).
      assert (above : forall x, 0 <= exp x - x) by (intros x; pose proof (exp_ineq1_le x); lra).
      apply expectation_most_sum with (fun w => c * (exp (r * euclidean d (X w)) - r * euclidean d (X w)))
        (fun w => slope * r ^ 2 * dot d s (X w)).
      - intros w. pose proof (cosh_ge_1 (r * euclidean d (fun k => s k + X w k))). lra.
      - intros w. apply Rmult_le_pos; [lra | apply above].
      - apply integrable_scal, integrable_dot.
      - rewrite expectation_scal, dot_centred by apply integrable_dot. ring.
      - intros w. rewrite Rmult_assoc. pose proof (dot_le d s (X w)). pose proof (euclidean_ge_0 d s). pose proof
          (euclidean_ge_0 d (X w)).
        pose proof (euclidean_ge_0 d (fun k => s k + X w k)).
        apply cosh_of_sum; try nra. rewrite Rpow_mult_distr, euclidean_of_sum. ring.
      - intros M.
        rewrite (expectation_ext P _ (fun w => c * Rmin (exp (r * euclidean d (X w)) - r * euclidean d (X w)) (M / c))).
        + rewrite expectation_scal by (apply integrable_cut; intros; apply above).
          apply Rmult_le_compat_l; [lra | apply moment].
        + intros w. rewrite Rmin_mult by lra. f_equal. field. lra.
    Qed.

    Lemma vector_copies_most n M s : 0 < a ->
      vector_copies P X n (fun x => Rmin (cosh (r * euclidean d (fun k => s k + x k))) M) <= cosh (r * euclidean d s)
        * a ^ n.
    Proof.
      intros a_pos. revert s. induction n as [| n IH]; intros s; cbn [vector_copies].
      - rewrite pow_O, Rmult_1_r. replace (fun k => s k + 0) with s; [apply Rmin_l |].
        apply functional_extensionality. intros k. ring.
      - pose proof (pow_lt a n a_pos) as an.
        assert (cosh_0 : forall x, 0 <= cosh x) by (intros x; pose proof (cosh_ge_1 x); lra).
        apply Rle_trans with
          (expectation P (fun w => a ^ n * Rmin (cosh (r * euclidean d (fun k => s k + X w k))) (M / a ^ n))).
        + apply expectation_mono.
          * apply integrable_bounded, bounded_between with (Rmin 0 M) M. intros w. apply vector_copies_between. intros
              x.
            split; [| apply Rmin_r]. apply Rle_min_compat_r. apply cosh_0.
          * apply integrable_scal, integrable_cut. intros w. apply cosh_0.
          * intros w. rewrite Rmin_mult by lra. replace (a ^ n * (M / a ^ n)) with M by (field; lra).
            apply Rmin_glb; [| apply (vector_copies_between X n _ (Rmin 0 M) M)].
            -- rewrite Rmult_comm. eapply Rle_trans; [| apply (IH (fun k => s k + X w k))]. right. f_equal.
               apply functional_extensionality. intros x. do 4 f_equal. apply functional_extensionality. intros k. ring.
            -- intros x. split; [| apply Rmin_r]. apply Rle_min_compat_r. apply cosh_0.
        + rewrite expectation_scal by (apply integrable_cut; intros; apply cosh_0).
          replace (cosh (r * euclidean d s) * a ^ S n) with (a ^ n * (cosh (r * euclidean d s) * a)) by (simpl; ring).
          apply Rmult_le_compat_l; [lra | apply one_vector].
    Qed.
  End Steps.

  (** Fact: exponential moments of the norm of a sum. Pinelis 1994. *)
  Theorem exponential_moments_of_norm (S Y : W -> R) n d r a : (1 <= n)%nat -> integrable P Y ->
    norm_of_mean P S Y n d ->
    0 < r -> 0 < a -> expectation_most P (fun w => exp (r * Y w) - r * Y w) a ->
    expectation_most P (fun w => cosh (r * INR n * S w)) (a ^ n).
  Proof.
    intros some IY (X & norms & centred & law) r_pos a_pos moment M.
    assert (n_pos : 0 < INR n) by (apply lt_0_INR; lia).
    assert (same : Y = fun w => euclidean d (X w)) by (apply functional_extensionality; exact norms). subst Y.
    rewrite (law (fun x => Rmin (cosh (r * INR n * x)) M)).
    - pose proof (vector_copies_most X d r a r_pos IY centred moment n M (fun _ => 0) a_pos) as most.
      assert (zero : euclidean d (fun _ => 0) = 0).
      { unfold euclidean. rewrite (Sum_ext _ _ (fun _ => 0)) by (intros; ring).
        now rewrite Sum_const, Rmult_0_r, sqrt_0. }
      rewrite zero, Rmult_0_r, cosh_0, Rmult_1_l in most. eapply Rle_trans; [| exact most]. right. f_equal.
      apply functional_extensionality. intros x. do 2 f_equal.
      replace (fun k => 0 + x k) with x by (apply functional_extensionality; intros; ring). field. lra.
    - apply bounded_cut. intros x. pose proof (cosh_ge_1 (r * INR n * x)). lra.
    - unfold cosh, Rdiv. continuous_all.
  Qed.
End Vectors.
