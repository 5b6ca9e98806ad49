(** * Means with signs, and sums with random signs *)

From Foundations Require Export Votes.
Import ListNotations.
Open Scope R_scope.

(** ** Products over a list *)

Fixpoint Prod {I} (l : list I) (f : I -> R) : R :=
  match l with
  | [] => 1
  | i :: l' => f i * Prod l' f
  end.

Section Products.
  Context {I : Type}.
  Implicit Types (l : list I) (f g : I -> R).

  Lemma Prod_ge_0 l f : (forall i, 0 <= f i) -> 0 <= Prod l f.
  Proof. intros H. induction l as [| i l IH]; simpl; [lra |]. now apply Rmult_le_pos. Qed.

  Lemma Prod_le_in l f g : (forall i, In i l -> 0 <= f i <= g i) -> 0 <= Prod l f <= Prod l g.
  Proof.
    induction l as [| i l IH]; simpl; intros H; [lra |].
    destruct (H i (or_introl eq_refl)). destruct IH as [low high]; [auto |].
    split; [now apply Rmult_le_pos | now apply Rmult_le_compat].
  Qed.

  Lemma Prod_exp l f : Prod l (fun i => exp (f i)) = exp (Sum l f).
  Proof. induction l as [| i l IH]; simpl; [now rewrite exp_0 |]. now rewrite IH, exp_plus. Qed.

  Lemma Prod_const l c : Prod l (fun _ => c) = c ^ length l.
  Proof. induction l as [| i l IH]; simpl; [reflexivity |]. now rewrite IH. Qed.

  Lemma bounded_Prod {A} l (f : I -> A -> R) : (forall i, bounded (f i)) -> bounded (fun x => Prod l (fun i => f i x)).
  Proof. intros H. induction l as [| i l IH]; simpl; [apply bounded_const | now apply bounded_mult]. Qed.

  (** A product that is cut: either no factor exceeds L, or one does. *)
  Lemma Prod_cut l u L M : (forall i, 0 <= u i) -> 0 < L ->
    Rmin (Prod l u) M <= Prod l (fun i => Rmin (u i) L) + Rmax 0 M / L * Sum l (fun i => Rmin (u i) L).
  Proof.
    intros u_0 L_pos.
    assert (cut_0 : forall i, 0 <= Rmin (u i) L) by (intros i; apply Rmin_glb; [apply u_0 | lra]).
    assert (rate : 0 <= Rmax 0 M / L) by (apply Rdiv_le_0_compat; [apply Rmax_l | exact L_pos]).
    destruct (classic (exists i, In i l /\ L < u i)) as [(i & I_l & large) | none].
    - assert (L <= Sum l (fun i => Rmin (u i) L)).
      { clear rate. induction l as [| j l IH]; simpl in *; [easy |]. destruct I_l as [-> | I_l].
        - rewrite Rmin_right by lra. pose proof (Sum_ge_0 l (fun i => Rmin (u i) L) cut_0). lra.
        - specialize (IH I_l). specialize (cut_0 j). lra. }
      pose proof (Prod_ge_0 l (fun i => Rmin (u i) L) cut_0). pose proof (Rmin_r (Prod l u) M). pose proof (Rmax_r 0 M).
      apply (Rmult_le_compat_l _ _ _ rate) in H.
      replace (Rmax 0 M / L * L) with (Rmax 0 M) in H by (field; lra). lra.
    - assert (same : Prod l (fun i => Rmin (u i) L) = Prod l u).
      { clear rate. induction l as [| j l IH]; simpl; [reflexivity |]. rewrite IH.
        - rewrite Rmin_left; [reflexivity |]. apply Rnot_lt_le. intros large. apply none. exists j. simpl. auto.
        - intros (i & I_l & large). apply none. exists i. simpl. auto. }
      rewrite same. pose proof (Rmin_l (Prod l u) M). pose proof (Sum_ge_0 l (fun i => Rmin (u i) L) cut_0). nra.
  Qed.
End Products.

(** ** Independent members of a family *)

Definition independent_members {W} (P : space W) (S : random_family W) K := forall f : nat -> R -> R,
  (forall v, bounded (f v)) -> (forall v, continuous_all (f v)) ->
  expectation P (fun w => Prod (numbers K) (fun v => f v (S v w))) =
    Prod (numbers K) (fun v => expectation P (fun w => f v (S v w))).

Definition family_of_numbers := nat -> R.

(** The mean of the members, each times a number. *)
Definition signed_mean {W} (H : nat -> R) (S : random_family W) K (w : W) :=
  Sum (numbers K) (fun v => H v * S v w) / INR K.

Section Signed.
  Context {W : Type} (P : space W).
  Variables (H : nat -> R) (S : random_family W) (K : nat).
  Hypothesis (some : (1 <= K)%nat) (integrable_S : forall v, integrable P (S v)).

  Let K_pos : 0 < INR K.
  Proof. apply lt_0_INR. lia. Qed.

  Lemma expectation_signed_mean :
    expectation P (signed_mean H S K) = Sum (numbers K) (fun v => H v * expectation P (S v)) / INR K.
  Proof.
    unfold signed_mean.
    rewrite (expectation_div P (fun w => Sum (numbers K) (fun v => H v * S v w))) by (apply integrable_Sum; integrable).
    f_equal. rewrite expectation_Sum by integrable.
    apply Sum_ext. intros v. now apply expectation_scal.
  Qed.

  Hypothesis sign : forall v, (1 <= v <= K)%nat -> H v ^ 2 = 1.

  Let size v : (1 <= v <= K)%nat -> Rabs (H v) = 1.
  Proof.
    intros V. specialize (sign v V). pose proof (Rabs_pos (H v)). rewrite <- pow2_abs in sign. nra.
  Qed.

  (** Fact: expectation of a signed mean. *)
  Theorem error_of_signed_mean (T : nat -> R) r : (forall v, (1 <= v <= K)%nat ->
    Rabs (expectation P (S v) - T v) <= r) ->
    Rabs (expectation P (signed_mean H S K) - Sum (numbers K) (fun v => H v * T v) / INR K) <= r.
  Proof.
    intros close. rewrite expectation_signed_mean.
    replace (_ - _) with (/ INR K * Sum (numbers K) (fun v => H v * (expectation P (S v) - T v))).
    - rewrite Rabs_mult, (Rabs_pos_eq (/ INR K)) by (left; now apply Rinv_0_lt_compat).
      apply Rmult_le_reg_l with (INR K); [exact K_pos |]. rewrite <- Rmult_assoc, Rinv_r, Rmult_1_l by lra.
      eapply Rle_trans; [apply Sum_abs |].
      replace (INR K * r) with (Sum (numbers K) (fun _ => r))
        by (now rewrite Sum_const, length_numbers). apply Sum_le_in.
      intros v V. apply in_numbers in V. rewrite Rabs_mult, size, Rmult_1_l by exact V. now apply close.
    - rewrite (Sum_ext _ _ (fun v => H v * expectation P (S v) - H v * T v)) by (intros; ring).
      rewrite Sum_minus. field. lra.
  Qed.

  (** Fact: cumulants of a signed mean. *)
  Theorem cumulants_of_signed_mean t r : independent_members P S K ->
    (forall v, (1 <= v <= K)%nat -> CGF_most P (S v) (t / INR K) r) ->
    (forall v, (1 <= v <= K)%nat -> CGF_most P (S v) (- t / INR K) r) -> CGF_most P (signed_mean H S K) t (INR K * r).
  Proof.
    intros apart up down M. set (mu := fun v => expectation P (S v)).
    set (u := fun v x => exp (H v * (t / INR K) * (x - mu v))).
    assert (u_0 : forall v x, 0 <= u v x) by (intros; left; apply exp_pos).
    assert (most : forall v, (1 <= v <= K)%nat -> expectation_most P (fun w => u v (S v w)) (exp r)).
    { intros v V. assert (either : H v = 1 \/ H v = -1)
      by (specialize (sign v V); destruct (Rle_dec 0 (H v)); [left | right]; nra).
      unfold u. destruct either as [-> | ->].
      - replace (1 * (t / INR K)) with (t / INR K) by ring. now apply up.
      - replace (-1 * (t / INR K)) with (- t / INR K) by (field; lra). now apply down. }
    assert (product : forall w, exp (t * (signed_mean H S K w - expectation P (signed_mean H S K))) =
      Prod (numbers K) (fun v => u v (S v w))).
    { intros w. unfold u. rewrite Prod_exp, expectation_signed_mean. f_equal. unfold signed_mean, mu.
      rewrite (Sum_ext (numbers K) (fun v => H v * (t / INR K) * (S v w - expectation P (S v)))
        (fun v => t / INR K * (H v * S v w - H v * expectation P (S v)))) by (intros; ring).
      rewrite Sum_scal, Sum_minus. field. lra. }
    rewrite (expectation_ext P _ (fun w => Rmin (Prod (numbers K) (fun v => u v (S v w))) M))
      by (intros; now rewrite product).
    set (cut := fun L v w => Rmin (u v (S v w)) L).
    assert (integrable_part : forall L v, integrable P (cut L v)).
    { intros L v. apply integrable_cut. intros w. apply u_0. }
    assert (part_0 : forall L v w, 0 < L -> 0 <= cut L v w).
    { intros L v w L_pos. apply Rmin_glb; [apply u_0 | lra]. }
    set (c := Rmax 0 M * (INR K * exp r)).
    assert (c_0 : 0 <= c).
    { apply Rmult_le_pos; [apply Rmax_l |]. apply Rmult_le_pos; [lra | left; apply exp_pos]. }
    apply le_epsilon. intros e pos. set (L := (c + 1) / e). assert (L_pos : 0 < L) by (apply Rdiv_lt_0_compat; lra).
    assert (rate : 0 <= Rmax 0 M / L) by (apply Rdiv_le_0_compat; [apply Rmax_l | exact L_pos]).
    assert (integrable_Prod : integrable P (fun w => Prod (numbers K) (fun v => cut L v w))).
    { apply integrable_bounded, bounded_Prod. intros v. apply bounded_cut. intros w. apply u_0. }
    apply Rle_trans with
      (expectation P (fun w => Prod (numbers K) (fun v => cut L v w) + Rmax 0 M / L * Sum (numbers K) (fun v => cut L
        v w))).
    - apply expectation_mono.
      + apply integrable_cut. intros w. now apply Prod_ge_0.
      + apply integrable_plus; [exact integrable_Prod |]. apply integrable_scal, integrable_Sum. auto.
      + intros w. apply Prod_cut; auto.
    - rewrite expectation_plus, expectation_scal, expectation_Sum
        by (auto; try apply integrable_scal; apply integrable_Sum; auto).
      apply Rplus_le_compat.
      + apply Rle_trans with (Prod (numbers K) (fun v => expectation P (cut L v))).
        * right. apply (apart (fun v x => Rmin (u v x) L)).
          -- intros v. apply bounded_cut, u_0.
          -- intros v. unfold u. continuous_all.
        * replace (exp (INR K * r)) with (Prod (numbers K) (fun _ => exp r))
            by (rewrite Prod_const, length_numbers; apply exp_pow).
          apply Prod_le_in. intros v V. apply in_numbers in V. split; [| now apply most].
          apply expectation_ge; [apply integrable_part | intros w; now apply part_0].
      + apply Rle_trans with (Rmax 0 M / L * (INR K * exp r)).
        * apply Rmult_le_compat_l; [exact rate |].
          replace (INR K * exp r) with (Sum (numbers K) (fun _ => exp r)) by (now rewrite Sum_const, length_numbers).
          apply Sum_le_in. intros v V. apply in_numbers in V. now apply most.
        * replace (Rmax 0 M / L * (INR K * exp r)) with (c / L) by (unfold c; field; lra).
          replace (c / L) with (e * (c / (c + 1))) by (unfold L; field; split; lra).
          rewrite <- (Rmult_1_r e) at 2. apply Rmult_le_compat_l; [lra |].
          apply Rmult_le_reg_r with (c + 1); [lra |]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l; lra.
  Qed.
End Signed.
