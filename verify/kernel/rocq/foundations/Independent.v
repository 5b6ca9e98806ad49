(** * Independence, and the mean of independent copies

    Both are told by bounded Baire functions, the limits of continuous ones and of such limits, which are all Borel
    functions: so it is what the expectation on a probability space satisfies, however it is extended to functions that
    are not measurable. *)

From Foundations Require Export Moments.
Import ListNotations.
Open Scope R_scope.

(** ** Continuous functions *)

Definition continuous_all (f : R -> R) := forall x, continuous f x.

Create HintDb continuous.
Ltac continuous_all := cbv beta; auto 20 with continuous.

Section Continuous.
  Implicit Types f g : R -> R.

  Lemma continuous_all_const c : continuous_all (fun _ => c).
  Proof. intros x. apply continuous_const. Qed.

  Lemma continuous_all_id : continuous_all (fun x => x).
  Proof. intros x. apply continuous_id. Qed.

  Lemma continuous_all_plus f g : continuous_all f -> continuous_all g -> continuous_all (fun x => f x + g x).
  Proof. intros F G x. apply (continuous_plus f g); auto. Qed.

  Lemma continuous_all_minus f g : continuous_all f -> continuous_all g -> continuous_all (fun x => f x - g x).
  Proof. intros F G x. apply (continuous_minus f g); auto. Qed.

  Lemma continuous_all_opp f : continuous_all f -> continuous_all (fun x => - f x).
  Proof. intros F x. apply (continuous_opp f); auto. Qed.

  Lemma continuous_all_mult f g : continuous_all f -> continuous_all g -> continuous_all (fun x => f x * g x).
  Proof. intros F G x. apply (continuous_mult f g); auto. Qed.

  Lemma continuous_all_pow f n : continuous_all f -> continuous_all (fun x => f x ^ n).
  Proof.
    intros F. induction n as [| n IH]; simpl; [apply continuous_all_const | now apply continuous_all_mult].
  Qed.

  Lemma continuous_all_abs f : continuous_all f -> continuous_all (fun x => Rabs (f x)).
  Proof. intros F x. apply (continuous_comp f Rabs); [apply F | apply continuous_Rabs]. Qed.

  Lemma continuous_all_exp f : continuous_all f -> continuous_all (fun x => exp (f x)).
  Proof. intros F x. apply (continuous_comp f exp); [apply F | apply continuous_exp]. Qed.

  Lemma continuous_all_max f g : continuous_all f -> continuous_all g -> continuous_all (fun x => Rmax (f x) (g x)).
  Proof.
    intros F G. replace (fun x => Rmax (f x) (g x)) with (fun x => (f x + g x + Rabs (f x - g x)) * / 2).
    - auto 10 using continuous_all_mult, continuous_all_plus, continuous_all_minus, continuous_all_abs,
        continuous_all_const.
    - apply functional_extensionality. intros x. unfold Rmax, Rabs.
      destruct (Rle_dec _ _), (Rcase_abs _); lra.
  Qed.

  Lemma continuous_all_min f g : continuous_all f -> continuous_all g -> continuous_all (fun x => Rmin (f x) (g x)).
  Proof.
    intros F G. replace (fun x => Rmin (f x) (g x)) with (fun x => (f x + g x - Rabs (f x - g x)) * / 2).
    - auto 10 using continuous_all_mult, continuous_all_plus, continuous_all_minus, continuous_all_abs,
        continuous_all_const.
    - apply functional_extensionality. intros x. unfold Rmin, Rabs.
      destruct (Rle_dec _ _), (Rcase_abs _); lra.
  Qed.

  Lemma continuous_all_after f g : continuous_all f -> continuous_all g -> continuous_all (fun x => f (g x)).
  Proof. intros F G x. apply (continuous_comp g f); auto. Qed.
End Continuous.

#[export] Hint Resolve continuous_all_const continuous_all_id continuous_all_plus continuous_all_minus
  continuous_all_opp
  continuous_all_mult continuous_all_pow continuous_all_abs continuous_all_exp continuous_all_max
  continuous_all_min : continuous.

(** ** Baire functions *)

Inductive baire : (R -> R) -> Prop :=
  | baire_continuous : forall f, continuous_all f -> baire f
  | baire_limit : forall (f : nat -> R -> R) g,
      (forall n, baire (f n)) -> (forall x, is_lim_seq (fun n => f n x) (g x)) -> baire g.
#[export] Hint Resolve baire_continuous : continuous.

Lemma baire_after f g : baire f -> continuous_all g -> baire (fun x => f (g x)).
Proof.
  intros F cg. induction F as [f cf | f h F IH limit].
  - apply baire_continuous. now apply continuous_all_after.
  - apply (baire_limit (fun n x => f n (g x)) (fun x => h (g x))); auto.
Qed.

Lemma INR_above x : exists n, x < INR n.
Proof.
  exists (Z.to_nat (up x)). destruct (archimed x) as [above _].
  rewrite INR_IZR_INZ, ZifyInst.of_nat_to_nat_eq.
  apply Rlt_le_trans with (IZR (up x)); [exact above | apply IZR_le, Z.le_max_r].
Qed.

(** Whether c x is above b. *)
Definition beyond c b x := if Rlt_dec b (c * x) then 1 else 0.

Lemma beyond_between c b x : 0 <= beyond c b x <= 1.
Proof. unfold beyond. destruct (Rlt_dec b (c * x)); lra. Qed.

Lemma baire_beyond c b : baire (beyond c b).
Proof.
  apply (baire_limit (fun n x => Rmin 1 (Rmax 0 (INR n * (c * x - b)))) (beyond c b)).
  - intros n. continuous_all.
  - intros x. unfold beyond. destruct (Rlt_dec b (c * x)) as [above | not].
    + apply is_lim_seq_ext_loc with (fun _ => 1); [| apply is_lim_seq_const].
      destruct (INR_above (/ (c * x - b))) as [N large]. exists N. intros n later. apply le_INR in later.
      assert (pos : 0 < c * x - b) by lra.
      apply (Rmult_lt_compat_r (c * x - b)) in large; [| exact pos]. rewrite Rinv_l in large by lra.
      rewrite Rmin_left; [reflexivity |]. eapply Rle_trans; [| apply Rmax_r]. nra.
    + apply is_lim_seq_ext with (fun _ => 0); [| apply is_lim_seq_const]. intros n. pose proof (pos_INR n).
      rewrite Rmax_left, Rmin_right; nra.
Qed.

(** ** Cutting off *)

Definition cut_off M x := Rmax (- M) (Rmin x M).

Lemma cut_off_between M x : 0 <= M -> - M <= cut_off M x <= M.
Proof. intros H. unfold cut_off, Rmax, Rmin. repeat destruct (Rle_dec _ _); lra. Qed.

Lemma cut_off_small M x : Rabs x <= M -> cut_off M x = x.
Proof. intros H. apply Rabs_le_between in H. unfold cut_off, Rmax, Rmin. repeat destruct (Rle_dec _ _); lra. Qed.

Lemma bounded_cut_off {A} M (f : A -> R) : 0 <= M -> bounded (fun x => cut_off M (f x)).
Proof. intros H. apply bounded_between with (- M) M. intros x. now apply cut_off_between. Qed.

Lemma cut_off_error M x : 0 <= M -> Rabs (x - cut_off M x) = Rmax 0 (Rabs x - M).
Proof.
  intros H. unfold cut_off, Rmax, Rmin, Rabs. repeat (destruct (Rle_dec _ _) || destruct (Rcase_abs _)); lra.
Qed.

Lemma continuous_all_cut_off M f : continuous_all f -> continuous_all (fun x => cut_off M (f x)).
Proof. intros F. unfold cut_off. continuous_all. Qed.
#[export] Hint Resolve continuous_all_cut_off : continuous.

(** What an integrable function is above a high level has a small expectation. *)
Lemma tail_small {W} (P : space W) X e : integrable P X -> (forall w, 0 <= X w) -> 0 < e ->
  exists L, 0 <= L /\ forall M, L <= M -> expectation P (fun w => Rmax 0 (X w - M)) <= e.
Proof.
  intros H X0 pos. destruct (expectation_cut P X e H X0 pos) as [L cut].
  exists (Rmax 0 L). split; [apply Rmax_l |]. intros M LM.
  rewrite (expectation_ext P _ (fun w => X w - Rmin (X w) M)).
  - rewrite expectation_minus by (auto using integrable_cut).
    enough (expectation P (fun w => Rmin (X w) L) <= expectation P (fun w => Rmin (X w) M)) by lra.
    apply expectation_mono; auto using integrable_cut. intros w. apply Rle_min_compat_l.
    pose proof (Rmax_r 0 L). lra.
  - intros w. unfold Rmax, Rmin. repeat destruct (Rle_dec _ _); lra.
Qed.

(** A sequence that is off by what an integrable function is above n. *)
Lemma tail_limit {W} (P : space W) X (a : nat -> R) (l : R) : integrable P X -> (forall w, 0 <= X w) ->
  (forall n, Rabs (a n - l) <= expectation P (fun w => Rmax 0 (X w - INR n))) -> is_lim_seq a l.
Proof.
  intros H X0 close. apply is_lim_seq_spec. intros [e pos].
  destruct (tail_small P X (e / 2) H X0) as (L & _ & small); [lra |].
  destruct (INR_above L) as [N above]. exists N. intros n later. simpl.
  eapply Rle_lt_trans; [apply close |]. apply le_INR in later.
  eapply Rle_lt_trans; [apply small; lra | lra].
Qed.

Lemma cut_off_limit {W} (P : space W) X : integrable P X ->
  is_lim_seq (fun n => expectation P (fun w => cut_off (INR n + 2) (X w))) (expectation P X).
Proof.
  intros H. apply tail_limit with P (fun w => Rabs (X w)); [integrable | intros; apply Rabs_pos |].
  intros n. pose proof (pos_INR n).
  assert (integrable P (fun w => cut_off (INR n + 2) (X w))) by (apply integrable_bounded, bounded_cut_off; lra).
  rewrite Rabs_minus_sym, <- expectation_minus by assumption.
  eapply Rle_trans; [apply expectation_abs_le; integrable |].
  apply expectation_mono; [integrable | integrable |]. intros w. rewrite cut_off_error by lra.
  apply Rle_max_compat_l. lra.
Qed.

(** ** Independence *)

Definition independent {W} (P : space W) (X Y : W -> R) := forall f g,
  bounded f -> bounded g -> baire f -> baire g ->
  expectation P (fun w => f (X w) * g (Y w)) = expectation P (fun w => f (X w)) * expectation P (fun w => g (Y w)).

Section Independence.
  Context {W : Type} (P : space W).
  Implicit Types X Y : W -> R.

  Lemma independent_sym X Y : independent P X Y -> independent P Y X.
  Proof.
    intros H f g bf bg cf cg. rewrite Rmult_comm, <- H by assumption. apply expectation_ext. intros; ring.
  Qed.

  Lemma independent_after X Y f g : continuous_all f -> continuous_all g -> independent P X Y ->
    independent P (fun w => f (X w)) (fun w => g (Y w)).
  Proof.
    intros cf cg H f' g' bf bg cf' cg'.
    apply (H (fun x => f' (f x)) (fun y => g' (g y)));
      auto using (baire_after f' f), (baire_after g' g).
    - now apply (bounded_after f' f).
    - now apply (bounded_after g' g).
  Qed.

  (** Products of two numbers and of what is left of them. *)
  Lemma cut_off_product M x y : 0 <= M ->
    Rabs (x * y - cut_off M x * cut_off M y) <= Rmax 0 (x ^ 2 + y ^ 2 - M ^ 2 / 2).
  Proof.
    intros H. destruct (Rle_dec (Rabs x) M) as [X | X], (Rle_dec (Rabs y) M) as [Y | Y].
    - rewrite !cut_off_small, Rminus_eq_0, Rabs_R0 by assumption. apply Rmax_l.
    - eapply Rle_trans; [| apply Rmax_r]. revert X Y. unfold cut_off, Rmax, Rmin, Rabs.
      repeat (destruct (Rle_dec _ _) || destruct (Rcase_abs _)); intros; nra.
    - eapply Rle_trans; [| apply Rmax_r]. revert X Y. unfold cut_off, Rmax, Rmin, Rabs.
      repeat (destruct (Rle_dec _ _) || destruct (Rcase_abs _)); intros; nra.
    - eapply Rle_trans; [| apply Rmax_r]. revert X Y. unfold cut_off, Rmax, Rmin, Rabs.
      repeat (destruct (Rle_dec _ _) || destruct (Rcase_abs _)); intros; nra.
  Qed.

  Theorem expectation_of_product X Y : square_integrable P X -> square_integrable P Y -> independent P X Y ->
    expectation P (fun w => X w * Y w) = expectation P X * expectation P Y.
  Proof.
    intros HX HY apart. pose proof (integrable_product P X Y HX HY) as HXY.
    assert (cut_parts : forall M Z, 0 <= M -> bounded (fun w : W => cut_off M (Z w)))
      by (intros; now apply bounded_cut_off).
    set (a := fun n => expectation P (fun w => cut_off (INR n + 2) (X w) * cut_off (INR n + 2) (Y w))).
    assert (left : is_lim_seq a (expectation P (fun w => X w * Y w))).
    { apply tail_limit with P (fun w => X w ^ 2 + Y w ^ 2).
      - now apply integrable_plus.
      - intros w. apply Rplus_le_le_0_compat; apply pow2_ge_0.
      - intros n. pose proof (pos_INR n). unfold a.
        assert (integrable P (fun w => cut_off (INR n + 2) (X w) * cut_off (INR n + 2) (Y w))).
        { apply integrable_bounded, bounded_mult; apply cut_parts; lra. }
        rewrite Rabs_minus_sym, <- expectation_minus by assumption.
        eapply Rle_trans; [apply expectation_abs_le; integrable |].
        apply expectation_mono; [integrable | |].
        + apply integrable_max, integrable_minus, integrable_const; [integrable | now apply integrable_plus].
        + intros w. eapply Rle_trans; [apply cut_off_product; lra |]. apply Rle_max_compat_l. nra. }
    assert (right : is_lim_seq a (expectation P X * expectation P Y)).
    { apply is_lim_seq_ext with
        (fun n => expectation P (fun w => cut_off (INR n + 2) (X w)) *
          expectation P (fun w => cut_off (INR n + 2) (Y w))).
      - intros n. pose proof (pos_INR n). symmetry.
        apply (apart (cut_off (INR n + 2)) (cut_off (INR n + 2))); try (apply (bounded_cut_off _ (fun x => x)); lra);
          apply baire_continuous, (continuous_all_cut_off _ (fun x => x)), continuous_all_id.
      - apply is_lim_seq_mult'; apply cut_off_limit; now apply square_integrable_integrable. }
    apply is_lim_seq_unique in left, right. rewrite left in right. now injection right.
  Qed.

  (** Fact: variance of a sum of independents. *)
  Theorem variance_of_sum_of_independents X Y : square_integrable P X -> square_integrable P Y -> independent P X Y ->
    variance P (fun w => X w + Y w) = variance P X + variance P Y.
  Proof. intros HX HY H. apply variance_of_uncorrelated; auto. now apply expectation_of_product. Qed.
End Independence.
