(** * Laplace laws about a place

    The law has the density e^(-|x - y|/b)/(2b). It is made from the law of the noise about 0 by the ratio of both
    densities, which is bounded: so all of them are extended to functions that are not measurable in the same way, as
    the kernels of a private channel are (README.md, what a law is here). *)

From Foundations Require Import Ball_run.
Import ListNotations.
Open Scope R_scope.

(** The density about y, by that about 0. *)
Definition tilt y b x := exp ((Rabs x - Rabs (x - y)) / b).

Lemma tilt_pos y b x : 0 < tilt y b x.
Proof. apply exp_pos. Qed.

(** |x - z| <= |x - y| + |y - z|. *)
Lemma tilt_ratio y z b x : 0 < b -> tilt y b x <= exp (Rabs (y - z) / b) * tilt z b x.
Proof.
  intros pos. unfold tilt. rewrite <- exp_plus. apply exp_le. unfold Rdiv. rewrite <- Rmult_plus_distr_r.
  apply Rmult_le_compat_r; [left; now apply Rinv_0_lt_compat |].
  pose proof (Rabs_triang (x - y) (y - z)) as between. replace (x - y + (y - z)) with (x - z) in between by ring. lra.
Qed.

Lemma tilt_0 b x : 0 < b -> tilt 0 b x = 1.
Proof. intros pos. unfold tilt. rewrite Rminus_0_r. replace (_ / b) with 0 by (field; lra). apply exp_0. Qed.

Lemma tilt_bounded y b f : 0 < b -> bounded f -> bounded (fun x => f x * tilt y b x).
Proof.
  intros pos F. apply bounded_mult; [exact F |]. apply bounded_between with 0 (exp (Rabs (y - 0) / b)). intros x.
  split; [left; apply tilt_pos |]. rewrite <- (Rmult_1_r (exp _)), <- (tilt_0 b x pos). now apply tilt_ratio.
Qed.

Lemma tilt_continuous y b : continuous_all (tilt y b).
Proof. unfold tilt, Rdiv. continuous_all. Qed.

Section Moved.
  Context (P : law R) (b y : R).
  Hypothesis (b_pos : 0 < b) (noise : laplace_noise (space_of P) (fun x => x) b).

  (** The integral moves with the law. *)
  Lemma moved_integral f n : continuous_all f ->
    laplace_integral b (fun x => f (x - y) * tilt y b x) n =
    RInt (fun x => f x * laplace_density b x) (- INR n - y) (INR n - y).
  Proof.
    intros F. unfold laplace_integral.
    replace (- INR n - y) with (1 * - INR n + - y) by ring. replace (INR n - y) with (1 * INR n + - y) by ring.
    rewrite <- (RInt_comp_lin (V := R_CompleteNormedModule)).
    - apply RInt_ext. intros x _. unfold scal; simpl; unfold mult; simpl. rewrite Rmult_1_l.
      replace (1 * x + - y) with (x - y) by ring. unfold laplace_density, tilt, Rdiv.
      rewrite Rmult_assoc. f_equal. rewrite <- Rmult_assoc, <- exp_plus. do 2 f_equal. ring.
    - apply integrable_laplace. exact F.
  Qed.

  Lemma law_of_moved f : bounded f -> continuous_all f -> (forall x, 0 <= f x) ->
    E P (fun x => f (x - y) * tilt y b x) = E P f.
  Proof.
    intros B F f_0.
    assert (turned : continuous_all (fun x => f (x - y))).
    { apply (continuous_all_after f (fun x => x - y)); [exact F | continuous_all]. }
    assert (B' : bounded (fun x => f (x - y))).
    { destruct B as [M small]. exists M. intros x. apply small. }
    pose proof (noise f B F) as still.
    pose proof (noise (fun x => f (x - y) * tilt y b x) (tilt_bounded y b _ b_pos B')
      ltac:(apply continuous_all_mult; [exact turned | apply tilt_continuous])) as moved.
    destruct (INR_above (Rabs y)) as [k above]. pose proof (Rle_abs y) as y_1. pose proof (Rabs_maj2 y) as y_2.
    assert (wider : forall c d c' d', c' <= c -> c <= d -> d <= d' ->
      RInt (fun x => f x * laplace_density b x) c d <= RInt (fun x => f x * laplace_density b x) c' d').
    { intros c d c' d' low mid up.
      rewrite <- (RInt_Chasles (V := R_CompleteNormedModule) _ c' c d') by now apply integrable_laplace.
      rewrite <- (RInt_Chasles (V := R_CompleteNormedModule) _ c d d') by now apply integrable_laplace.
      unfold plus; simpl.
      assert (part : forall c d, c <= d -> 0 <= RInt (fun x => f x * laplace_density b x) c d).
      { intros u v uv. apply RInt_ge_0; [exact uv | now apply integrable_laplace |]. intros x _.
        apply Rmult_le_pos; [apply f_0 | left; now apply laplace_density_pos]. }
      pose proof (part c' c low). pose proof (part d d' up). lra. }
    apply Rle_antisym.
    - assert (le : Rbar_le (E P (fun x => f (x - y) * tilt y b x)) (E P f)); [| exact le].
      apply (is_lim_seq_le (laplace_integral b (fun x => f (x - y) * tilt y b x))
        (fun n => laplace_integral b f (n + k))); [| exact moved | now apply (is_lim_seq_incr_n (laplace_integral b
          f))].
      intros n. rewrite moved_integral by exact F. pose proof (pos_INR n). unfold laplace_integral.
      rewrite plus_INR. apply wider; lra.
    - assert (le : Rbar_le (E P f) (E P (fun x => f (x - y) * tilt y b x))); [| exact le].
      apply (is_lim_seq_le (laplace_integral b f)
        (fun n => laplace_integral b (fun x => f (x - y) * tilt y b x) (n + k)));
        [| exact still | now apply (is_lim_seq_incr_n (laplace_integral b (fun x => f (x - y) * tilt y b x)))].
      intros n. rewrite moved_integral by exact F. pose proof (pos_INR n). unfold laplace_integral.
      rewrite plus_INR. apply wider; lra.
  Qed.
End Moved.

(** The law about y of the scale b; b = 0 is no noise. *)
Program Definition moved_noise (L : laplace_laws) (y b : R) (pos : 0 < b) : law R :=
  Law R (fun f => E (noise_of L b) (fun x => f x * tilt y b x)) _ _ _ _.
Next Obligation.
  rewrite <- E_plus by now apply tilt_bounded. f_equal. apply functional_extensionality. intros x. ring.
Qed.
Next Obligation.
  rewrite <- E_scal by now apply tilt_bounded. f_equal. apply functional_extensionality. intros x. ring.
Qed.
Next Obligation.
  apply E_mono; try now apply tilt_bounded. intros x. apply Rmult_le_compat_r; [left; apply tilt_pos | auto].
Qed.
Next Obligation.
  transitivity (E (noise_of L b) (fun _ => 1)); [| apply E_one].
  apply (law_of_moved (noise_of L b) b y pos (noise_is_laplace L b pos) (fun _ => 1));
    [bounded | continuous_all | intros; lra].
Qed.

Definition laplace_at (L : laplace_laws) (y b : R) : law R :=
  match Rlt_dec 0 b with left pos => moved_noise L y b pos | right _ => ret y end.

(** What is drawn is y and Laplace noise of the scale b. *)
Theorem laplace_at_is_laplace L y b : 0 < b -> laplace_noise (space_of (laplace_at L y b)) (fun x => x - y) b.
Proof.
  intros pos f B F. unfold laplace_at. destruct (Rlt_dec 0 b) as [b_pos | no]; [| contradiction].
  destruct B as [M small]. pose proof (Rabs_pos (f 0)). pose proof (small 0).
  enough (same : E (noise_of L b) (fun x => f (x - y) * tilt y b x) = E (noise_of L b) f).
  { change (expectation (space_of (moved_noise L y b b_pos)) (fun x => f (x - y)))
      with (E (noise_of L b) (fun x => f (x - y) * tilt y b x)). rewrite same.
    apply (noise_is_laplace L b pos f); [now exists M | exact F]. }
  assert (B : bounded f) by now exists M. assert (B' : bounded (fun x => f (x - y))) by (exists M; intros; apply small).
  pose proof (law_of_moved (noise_of L b) b y pos (noise_is_laplace L b pos) (fun x => f x + M)) as up.
  pose proof (law_of_moved (noise_of L b) b y pos (noise_is_laplace L b pos) (fun _ => M)) as level.
  specialize (up ltac:(bounded) ltac:(continuous_all)). specialize (level ltac:(bounded) ltac:(continuous_all)).
  cbv beta in up, level. rewrite E_plus, E_const in up by bounded. rewrite E_const in level.
  specialize (level ltac:(intros; lra)).
  assert (split : (fun x => (f (x - y) + M) * tilt y b x) = (fun x => f (x - y) * tilt y b x + M * tilt y b x)).
  { apply functional_extensionality. intros x. ring. }
  rewrite split, E_plus, level in up; [| now apply tilt_bounded | now apply (tilt_bounded y b (fun _ => M) pos);
    bounded].
  enough (E (noise_of L b) (fun x => f (x - y) * tilt y b x) + M = E (noise_of L b) f + M) by lra.
  apply up. intros x. specialize (small x). apply Rabs_le_between in small. lra.
Qed.

(** Dwork and Roth 2014, Theorem 3.6: what is |y - z| apart. *)
Theorem laplace_mechanism L y z b eps : 0 < b -> Rabs (y - z) <= eps * b ->
  hockey_stick_most (laplace_at L y b) (laplace_at L z b) eps 0.
Proof.
  intros pos near f test_f. unfold laplace_at. destruct (Rlt_dec 0 b) as [b_pos | no]; [| contradiction]. simpl.
  rewrite Rplus_0_r. assert (B : bounded f) by (apply bounded_between with (1 := test_f)).
  rewrite <- E_scal by now apply tilt_bounded. apply E_mono; [now apply tilt_bounded | |].
  - apply (bounded_mult (fun _ => exp eps)); [bounded | now apply tilt_bounded].
  - intros x. destruct (test_f x). apply Rle_trans with (f x * (exp (Rabs (y - z) / b) * tilt z b x)).
    + apply Rmult_le_compat_l; [assumption | now apply tilt_ratio].
    + replace (exp eps * (f x * tilt z b x)) with (f x * (exp eps * tilt z b x)) by ring.
      apply Rmult_le_compat_l; [assumption |]. apply Rmult_le_compat_r; [left; apply tilt_pos |]. apply exp_le.
      apply (Rmult_le_reg_r b); [exact pos |]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l by lra. lra.
Qed.
