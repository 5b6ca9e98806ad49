(** * kent Lemma 25, first line: Assouad's bound with the harmonic mean of two densities

    The theorem says what a claim of the ledger says at that place, as the exporter writes it from the claim itself. *)

From Foundations Require Export Results_means Facts_definitions.
Import ListNotations.
Open Scope R_scope.

(** ** Two laws

    Of a number in [-Delta, Delta] that guesses Delta under P and -Delta under Q. *)
Definition guessed_low Delta y := (y + Delta) ^ 2 / (2 * (y ^ 2 + Delta ^ 2)).

Lemma guessed_low_between Delta y : 0 < Delta -> 0 <= guessed_low Delta y <= 1.
Proof.
  intros pos. assert (D2 : 0 < Delta ^ 2) by now apply pow_lt. pose proof (pow2_ge_0 y). unfold guessed_low. split.
  - apply Rdiv_le_0_compat; [apply pow2_ge_0 | lra].
  - apply Rmult_le_reg_r with (2 * (y ^ 2 + Delta ^ 2)); [lra |]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l by lra.
    pose proof (pow2_ge_0 (y - Delta)). lra.
Qed.

Lemma guesses_of_two {A} (P Q : law A) Delta (u : A -> R) : 0 < Delta -> (forall z, - Delta <= u z <= Delta) ->
  2 * Delta ^ 2 * (1 - (E P (fun z => guessed_low Delta (u z)) - E Q (fun z => guessed_low Delta (u z)))) <=
  E P (fun z => (u z - Delta) ^ 2) + E Q (fun z => (u z + Delta) ^ 2).
Proof.
  intros pos range. set (f := fun z => guessed_low Delta (u z)). assert (D2 : 0 < Delta ^ 2) by now apply pow_lt.
  assert (between : forall z, 0 <= f z <= 1) by (intros z; now apply guessed_low_between).
  assert (F : bounded f) by (apply bounded_between with 0 1; exact between).
  assert (low : forall z, 2 * Delta ^ 2 * (1 - f z) <= (u z - Delta) ^ 2 /\ 2 * Delta ^ 2 * f z <= (u z + Delta) ^ 2).
  { intros z. specialize (between z). pose proof (pow2_ge_0 (u z)) as square.
    assert (is : f z * (2 * (u z ^ 2 + Delta ^ 2)) = (u z + Delta) ^ 2).
    { unfold f, guessed_low. field. lra. }
    split; [| nra]. assert ((1 - f z) * (2 * (u z ^ 2 + Delta ^ 2)) = (u z - Delta) ^ 2) by lra. nra. }
  assert (up : bounded (fun z => (u z - Delta) ^ 2)).
  { apply bounded_between with 0 (4 * Delta ^ 2). intros z. specialize (range z). split; [apply pow2_ge_0 | nra]. }
  assert (down : bounded (fun z => (u z + Delta) ^ 2)).
  { apply bounded_between with 0 (4 * Delta ^ 2). intros z. specialize (range z). split; [apply pow2_ge_0 | nra]. }
  assert (one : 2 * Delta ^ 2 * (1 - E P f) <= E P (fun z => (u z - Delta) ^ 2)).
  { rewrite <- (E_const P 1) at 1. rewrite <- E_minus, <- E_scal by bounded. apply E_mono; [bounded | exact up |].
    intros z. apply low. }
  assert (other : 2 * Delta ^ 2 * E Q f <= E Q (fun z => (u z + Delta) ^ 2)).
  { rewrite <- E_scal by exact F. apply E_mono; [bounded | exact down |]. intros z. apply low. }
  lra.
Qed.

(** ** All coordinates *)

Section Vertices.
  Context {A : Type} (M : list bool -> law A) (d : nat) (Delta t : R) (u : A -> vector).
  Hypotheses (Delta_pos : 0 < Delta) (some : (1 <= d)%nat) (close : mixture_TV_most d M t)
    (range : forall z k, - Delta <= u z k <= Delta).
  Let off j b z := (u z j - Delta * sgn b) ^ 2.

  Let off_between j b z : 0 <= off j b z <= 4 * Delta ^ 2.
  Proof. specialize (range z j). unfold off, sgn. split; [apply pow2_ge_0 |]. destruct b; nra. Qed.

  Let off_bounded j b : bounded (off j b).
  Proof. apply bounded_between with 0 (4 * Delta ^ 2). apply off_between. Qed.

  Lemma average_off j : (j < d)%nat -> average d (fun v => E (M v) (off j (bit v j))) =
    (E (mixture d M j true) (off j true) + E (mixture d M j false) (off j false)) / 2.
  Proof.
    intros J. set (F := fun v => E (M v) (off j (bit v j))).
    assert (twice : 2 * average d F = average d (fun v => F v + F (flip j v))).
    { rewrite average_plus, (average_flip d j F J). ring. }
    rewrite !E_mixture, <- average_plus. enough (average d (fun v => F v + F (flip j v)) = average d (fun v =>
      E (M (with_bit j true v)) (off j true) + E (M (with_bit j false v)) (off j false))) by (unfold F in *; lra).
    unfold average. f_equal. apply Sum_ext_in. intros v V. unfold F, with_bit.
    assert (turned : bit (flip j v) j = negb (bit v j)).
    { apply bit_flip. now rewrite (length_of_vertex d v V). }
    rewrite turned. destruct (bit v j); cbn [Bool.eqb negb]; ring.
  Qed.

  Theorem harmonic_bound : INR d * Delta ^ 2 * (1 - t) <=
    average d (fun v => E (M v) (fun z => Sum (below d) (fun j => off j (bit v j) z))).
  Proof.
    assert (d_pos : 0 < INR d) by (apply lt_0_INR; lia).
    assert (swapped : average d (fun v => E (M v) (fun z => Sum (below d) (fun j => off j (bit v j) z))) =
      Sum (below d) (fun j => average d (fun v => E (M v) (off j (bit v j))))).
    { rewrite <- average_Sum. unfold average. f_equal. apply Sum_ext. intros v.
      apply (E_Sum (M v) (below d) (fun j => off j (bit v j))). intros j. apply off_bounded. }
    rewrite swapped. set (f := fun j z => guessed_low Delta (u z j)).
    specialize (close f (fun j z => guessed_low_between Delta (u z j) Delta_pos)).
    set (gap := fun j => E (mixture d M j true) (f j) - E (mixture d M j false) (f j)) in *.
    apply Rle_trans with (Sum (below d) (fun j => Delta ^ 2 * (1 - gap j))).
    - rewrite Sum_scal. assert (D2 : 0 < Delta ^ 2) by now apply pow_lt.
      rewrite (Sum_ext _ _ (fun j => 1 + -1 * gap j)) by (intros j; ring).
      rewrite Sum_plus, Sum_const, Sum_scal. unfold below at 1. rewrite seq_length.
      assert (total : Sum (below d) gap <= INR d * t).
      { apply Rmult_le_reg_l with (/ INR d); [now apply Rinv_0_lt_compat |].
        rewrite <- Rmult_assoc, Rinv_l, Rmult_1_l by lra. exact close. }
      replace (INR d * Delta ^ 2 * (1 - t)) with (Delta ^ 2 * (INR d - INR d * t)) by ring.
      apply Rmult_le_compat_l; lra.
    - apply Sum_le_in. intros j J. apply in_below in J. rewrite average_off by exact J.
      assert (two : 2 * Delta ^ 2 * (1 - gap j) <= E (mixture d M j true) (fun z => (u z j - Delta) ^ 2) +
        E (mixture d M j false) (fun z => (u z j + Delta) ^ 2)) by (apply guesses_of_two; auto).
      rewrite (E_ext (mixture d M j true) (off j true) (fun z => (u z j - Delta) ^ 2)) by
        (intros z; unfold off, sgn; f_equal; ring).
      rewrite (E_ext (mixture d M j false) (off j false) (fun z => (u z j + Delta) ^ 2)) by
        (intros z; unfold off, sgn; f_equal; ring).
      lra.
  Qed.
End Vertices.

Theorem kent_lemma25_harmonic : forall (Delta : R) (T d n : nat),
  0 < Delta ->
  Delta < 1 ->
  (1 <= T)%nat ->
  (1 <= d)%nat ->
  (1 <= n)%nat ->
  forall t : R, data_TV_most (T * n) (signs_family 1 Delta d) 1 d t ->
    forall g : decoder vector vector, forall r : R, worst_loss_most (with_means d (laws_on_cube 1 d)) 1 squared
    (all_data (T * n) g) r ->
  (1 - t) * Delta ^ 2 * INR d <= r.
Proof.
  intros Delta T d n Delta_pos Delta_1 T_1 d_1 n_1 t close g r [_ risk].
  set (p := fun b => (1 + Delta * sgn b) / 2).
  set (P := signs_family 1 Delta d). set (M := fun v => power (power (at_vertex P v) 1) (T * n)).
  set (u := fun (z : list (list vector)) k => clip Delta (g (concat z) k)).
  assert (range : forall z k, - Delta <= u z k <= Delta).
  { intros z k. unfold u, clip, Rmax, Rmin. repeat destruct (Rle_dec _ _); lra. }
  pose proof (harmonic_bound M d Delta t u Delta_pos d_1 close range) as bound.
  eapply Rle_trans; [| eapply Rle_trans; [exact bound |]]; [right; ring |].
  rewrite <- (average_const d r). apply average_le. intros v _.
  assert (own : parameter (with_means d (laws_on_cube 1 d)) (at_vertex P v) (parameter_at P v)).
  { split; [apply coins_on_cube; lra |]. apply mean_of_coins; [lra |]. intros b. unfold sgn. destruct b; lra. }
  specialize (risk (at_vertex P v) (parameter_at P v) own (4 * Delta ^ 2 * INR d)).
  unfold transcript_of in risk. cbn [channels users estimate all_data] in risk. rewrite transcript_of_data in risk.
  assert (each : forall z j, 0 <= (u z j - Delta * sgn (bit v j)) ^ 2 <= 4 * Delta ^ 2).
  { intros z j. specialize (range z j). split; [apply pow2_ge_0 |]. unfold sgn. destruct (bit v j); nra. }
  assert (all : forall z, Sum (below d) (fun j => (u z j - Delta * sgn (bit v j)) ^ 2) <= 4 * Delta ^ 2 * INR d).
  { intros z. eapply Rle_trans; [apply Sum_le; intros j; apply each |]. rewrite Sum_const. unfold below.
    rewrite seq_length. lra. }
  eapply Rle_trans; [| exact risk]. apply E_mono.
  - apply bounded_between with 0 (4 * Delta ^ 2 * INR d). intros z. split; [| apply all]. apply Sum_ge_0. intros j.
    apply each.
  - apply bounded_cut. intros z. apply loss_ge_0.
  - intros z. apply Rmin_glb; [| apply all]. cbn [metric euclidean_space].
    change (Sum (below d) (fun j => (u z j - Delta * sgn (bit v j)) ^ 2) <= loss_at squared (Elementary.norm d
      (less (g (concat z)) (coins_mean 1 p d (vertex_of v))))).
    rewrite squared_at by apply sqrt_pos. rewrite norm_square, inner_squares. apply Sum_le_in. intros j J.
    apply in_below in J. unfold less, coins_mean. destruct (lt_dec j d); [| lia].
    change (vertex_of v (S j)) with (bit v j).
    assert (chance : chance_in (p (bit v j)) = (1 + Delta * sgn (bit v j)) / 2).
    { unfold chance_in, p, sgn. destruct (bit v j); rewrite Rmin_left, Rmax_right by lra; reflexivity. }
    rewrite chance. replace (1 * (2 * ((1 + Delta * sgn (bit v j)) / 2) - 1)) with (Delta * sgn (bit v j)) by field.
    unfold u. set (y := g (concat z) j). clearbody y. unfold clip, sgn, Rmax, Rmin.
    destruct (bit v j); repeat destruct (Rle_dec _ _); nra.
Qed.
