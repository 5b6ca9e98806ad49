(** * Sums with random signs *)

From Foundations Require Export Tails.
Import ListNotations.
Open Scope R_scope.

(** The average over all lists of m signs. *)
Fixpoint over_signs (m : nat) (g : list bool -> R) : R :=
  match m with
  | O => g []
  | S k => (over_signs k (fun b => g (true :: b)) + over_signs k (fun b => g (false :: b))) / 2
  end.

Definition fair_signs {W} (P : space W) (signs : W -> list bool) (m : nat) := forall g, bounded g ->
  expectation P (fun w => g (signs w)) = over_signs m g.

Fixpoint signed (a : list R) (b : list bool) : R :=
  match a, b with
  | x :: a', c :: b' => (if c then x else - x) + signed a' b'
  | _, _ => 0
  end.

(** A sum of numbers with independent fair signs; s is the root of the sum of their squares. *)
Definition signed_sum {W} (P : space W) (Y : W -> R) s := exists a signs,
  fair_signs P signs (length a) /\ (forall w, Y w = signed a (signs w)) /\ Sum a (fun x => x ^ 2) = s ^ 2.

Lemma over_signs_le m g h : (forall b, g b <= h b) -> over_signs m g <= over_signs m h.
Proof.
  revert g h. induction m as [| m IH]; intros g h H; simpl; [apply H |].
  pose proof (IH (fun b => g (true :: b)) (fun b => h (true :: b)) ltac:(intros; apply H)).
  pose proof (IH (fun b => g (false :: b)) (fun b => h (false :: b)) ltac:(intros; apply H)). lra.
Qed.

(** The hyperbolic cosine. *)
Lemma cosh_le x : (exp x + exp (- x)) / 2 <= exp (x ^ 2 / 2).
Proof.
  pose proof (hoeffding_coin (1 / 2) (2 * x) ltac:(lra)) as H.
  assert (pos : 0 < 1 - 1 / 2 + 1 / 2 * exp (2 * x)) by (pose proof (exp_pos (2 * x)); lra).
  apply exp_le in H. rewrite exp_ln in H by exact pos.
  replace (exp (x ^ 2 / 2)) with (exp (- x) * exp (1 / 2 * (2 * x) + (2 * x) ^ 2 / 8)).
  - apply Rle_trans with (exp (- x) * (1 - 1 / 2 + 1 / 2 * exp (2 * x))).
    + right. replace (exp x) with (exp (- x) * exp (2 * x)) by (rewrite <- exp_plus; f_equal; ring). field.
    + apply Rmult_le_compat_l; [left; apply exp_pos | exact H].
  - rewrite <- exp_plus. f_equal. field.
Qed.

Lemma exp_over_signs a t c : 0 <= c ->
  over_signs (length a) (fun b => c * exp (t * signed a b)) <= c * exp (t ^ 2 * Sum a (fun x => x ^ 2) / 2).
Proof.
  revert c. induction a as [| x a IH]; intros c c_0.
  - simpl. right. do 2 f_equal. field.
  - cbn [length over_signs Sum].
    assert (part : forall y, over_signs (length a) (fun b => c * exp (t * (y + signed a b))) <=
      c * exp (t * y) * exp (t ^ 2 * Sum a (fun x => x ^ 2) / 2)).
    { intros y. eapply Rle_trans; [| apply IH; apply Rmult_le_pos; [exact c_0 | left; apply exp_pos]].
      apply over_signs_le. intros b. right. rewrite Rmult_plus_distr_l, exp_plus. ring. }
    pose proof (part x) as up. pose proof (part (- x)) as down. cbn [signed].
    pose proof (cosh_le (t * x)) as cosh. replace (- (t * x)) with (t * - x) in cosh by ring.
    replace (t ^ 2 * (x ^ 2 + Sum a (fun x => x ^ 2)) / 2)
      with ((t * x) ^ 2 / 2 + t ^ 2 * Sum a (fun x => x ^ 2) / 2) by field.
    rewrite exp_plus. pose proof (exp_pos (t ^ 2 * Sum a (fun x => x ^ 2) / 2)) as pos.
    apply (Rmult_le_compat_l (c * exp (t ^ 2 * Sum a (fun x => x ^ 2) / 2))) in cosh; [lra | nra].
Qed.

Lemma signed_small a b : Rabs (signed a b) <= Sum a Rabs.
Proof.
  revert b. induction a as [| x a IH]; intros b; simpl; [rewrite Rabs_R0; lra |].
  destruct b as [| c b].
  - rewrite Rabs_R0. pose proof (Rabs_pos x). pose proof (Sum_ge_0 a Rabs Rabs_pos). lra.
  - eapply Rle_trans; [apply Rabs_triang |]. specialize (IH b). destruct c; [| rewrite Rabs_Ropp]; lra.
Qed.

Lemma signed_zero a b : Sum a (fun x => x ^ 2) = 0 -> signed a b = 0.
Proof.
  revert b. induction a as [| x a IH]; intros b zero; simpl; [reflexivity |]. destruct b as [| c b]; [reflexivity |].
  cbn [Sum] in zero. pose proof (Sum_ge_0 a (fun x => x ^ 2) pow2_ge_0). pose proof (pow2_ge_0 x).
  rewrite IH by lra. assert (x = 0) as -> by (apply Rsqr_0_uniq; unfold Rsqr; lra). destruct c; ring.
Qed.

(** Fact: Hoeffding for random signs. *)
Theorem hoeffding_for_signs {W} (P : space W) Y s t : signed_sum P Y s -> 0 <= s -> 0 < t ->
  probability P (fun w => s * t < Rabs (Y w)) <= 2 * exp (- (t ^ 2 / 2)).
Proof.
  intros (a & signs & fair & sum & squares) s_0 t_pos. pose proof (exp_pos (- (t ^ 2 / 2))).
  destruct s_0 as [s_pos | <-].
  - assert (moment : forall r, expectation_most P (fun w => exp (r * Y w)) (exp (r ^ 2 * s ^ 2 / 2))).
    { intros r M. rewrite <- squares, <- (Rmult_1_l (exp (_ / 2))).
      eapply Rle_trans; [| apply exp_over_signs; lra].
      assert (bound : bounded (fun b => 1 * exp (r * signed a b))).
      { apply bounded_mult; [bounded |]. apply bounded_exp, bounded_mult;
        [bounded |]. exists (Sum a Rabs). apply signed_small. }
      rewrite <- fair by exact bound. apply expectation_mono.
      - apply integrable_exp_cut.
      - apply integrable_bounded. now apply (bounded_after (fun b => 1 * exp (r * signed a b))).
      - intros w. rewrite sum, Rmult_1_l. apply Rmin_l. }
    assert (tail : forall c, c ^ 2 = 1 -> probability P (fun w => s * t <= c * Y w) <= exp (- (t ^ 2 / 2))).
    { intros c sign. replace (- (t ^ 2 / 2)) with ((c * (t / s)) ^ 2 * s ^ 2 / 2 + - t ^ 2)
        by (rewrite Rpow_mult_distr, sign; field; lra).
      rewrite exp_plus. apply probability_exp with (fun w => c * (t / s) * Y w); [apply moment |].
      intros w above. replace (t ^ 2) with (t / s * (s * t)) by (field; lra).
      replace (c * (t / s) * Y w) with (t / s * (c * Y w)) by ring.
      apply Rmult_le_compat_l; [| exact above]. apply Rdiv_le_0_compat; lra. }
    eapply Rle_trans; [| apply Rle_trans with (1 := Rplus_le_compat _ _ _ _ (tail 1 ltac:(ring)) (tail (-1)
      ltac:(ring))); lra].
    eapply Rle_trans; [| apply union_bound]. apply probability_mono. intros w far.
    unfold Rabs in far. destruct (Rcase_abs _) in far; [right | left]; lra.
  - apply Rle_trans with (expectation P (fun _ => 0)); [| rewrite expectation_const; lra].
    apply probability_at_most; [integrable | intros; lra |]. intros w far. exfalso.
    rewrite sum, signed_zero, Rabs_R0 in far by (rewrite squares; ring). lra.
Qed.

(** ** Rotated vectors *)

Definition euclidean (d : nat) (x : nat -> R) := sqrt (Sum (below d) (fun k => x k ^ 2)).

(** A coordinate of the difference of two vectors, both multiplied by one matrix with entries of size d^(-1/2) whose
    columns have independent random signs. *)
Definition rotated_difference {W} (P : space W) (Y : W -> R) (x x_0 : nat -> R) d := exists (row : nat -> R) signs,
  fair_signs P signs d /\ (forall k, row k ^ 2 = / INR d) /\
  forall w, Y w = signed (map (fun k => row k * (x k - x_0 k)) (below d)) (signs w).

(** Fact: a coordinate of a rotated vector. *)
Theorem rotated_coordinate {W} (P : space W) Y x x_0 d : (1 <= d)%nat -> rotated_difference P Y x x_0 d ->
  signed_sum P Y (euclidean d (fun k => x k - x_0 k) / sqrt (INR d)).
Proof.
  intros some (row & signs & fair & size & sum). assert (d_pos : 0 < INR d) by (apply lt_0_INR; lia).
  exists (map (fun k => row k * (x k - x_0 k)) (below d)), signs. split; [| split; [exact sum |]].
  - now rewrite map_length, length_below.
  - rewrite Sum_map. unfold euclidean, Rdiv.
    rewrite (Sum_ext _ _ (fun k => / INR d * (x k - x_0 k) ^ 2)) by (intros; now rewrite Rpow_mult_distr, size).
    rewrite Sum_scal, Rpow_mult_distr, pow2_sqrt by (apply Sum_ge_0; intros; apply pow2_ge_0).
    rewrite pow_inv, pow2_sqrt by lra. ring.
Qed.
