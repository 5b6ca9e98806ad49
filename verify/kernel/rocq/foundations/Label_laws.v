(** * Laws of samples: features, and labels whose law depends on them

    The features lie in a set of vectors, the support; each point of it has a law of the label, the conditional law.
    Labels have second moments given the features: without them a variance is infinite, and its bounds say nothing. *)

From Foundations Require Import Classes Excess Moments.
Import ListNotations.
Open Scope R_scope.

Definition support := vector -> Prop.
Definition point (S : support) := {x : vector | S x}.
Definition position {S} (x : point S) : vector := proj1_sig x.
Definition function (A : Type) := A -> R.

(** The label is a random real on outcomes whose chances depend on the point. *)
Record labelled (S : support) := Labelled {
  features : law (point S);
  label_outcomes : Type;
  label_chance : point S -> space label_outcomes;
  label_of : label_outcomes -> R;
  label_square : forall x, square_integrable (label_chance x) label_of
}.
Arguments features {S}.
Arguments label_outcomes {S}.
Arguments label_chance {S}.
Arguments label_of {S}.
Arguments label_square {S}.

(** The mean of the label given the features, and its variance. *)
Definition regression {S} (P : labelled S) : function (point S) := fun x => expectation (label_chance P x) (label_of P).
Definition label_variance_most {S} (P : labelled S) v := forall x, variance (label_chance P x) (label_of P) <= v.

(** |Y| <= T; E[|Y|^p | x] <= M. *)
Definition labels_within {S} (P : labelled S) T :=
  forall x, almost_le (label_chance P x) (fun w => Rabs (label_of P w)) (fun _ => T).
Definition label_moment_most {S} (P : labelled S) p M :=
  forall x, expectation_most (label_chance P x) (fun w => raise (Rabs (label_of P w)) p) M.

(** The label cut to [-T, T]. *)
Lemma clip_square {W} (O : space W) T X : square_integrable O (fun w => clip T (X w)).
Proof.
  apply square_integrable_bounded, bounded_between with (Rmin (- T) T) (Rmax (- T) T).
  intros w. unfold clip, Rmin, Rmax. repeat destruct (Rle_dec _ _); lra.
Qed.

Definition clipped {S} (P : labelled S) T : labelled S :=
  Labelled S (features P) (label_outcomes P) (label_chance P) (fun w => clip T (label_of P w))
    (fun x => clip_square (label_chance P x) T _).

(** The largest size of a function on the support, and of the difference of two. *)
Definition largest_most {A} (f : function A) b := forall x, Rabs (f x) <= b.
Definition largest_gap_most {A} (f g : function A) b := forall x, Rabs (f x - g x) <= b.

(** ** Bounds on labels *)

Section Labels.
  Context {S : support} (P : labelled S).

  (** Var Y <= E Y^2. *)
  Lemma variance_below_square x :
    variance (label_chance P x) (label_of P) <= expectation (label_chance P x) (fun w => label_of P w ^ 2).
  Proof.
    rewrite variance_square by apply label_square.
    pose proof (pow2_ge_0 (expectation (label_chance P x) (label_of P))). lra.
  Qed.

  Lemma variance_of_labels_within T : labels_within P T -> label_variance_most P (T ^ 2).
  Proof.
    intros within x. eapply Rle_trans; [apply variance_below_square |].
    rewrite <- (expectation_const (label_chance P x) (T ^ 2)).
    apply expectation_monotone; [apply label_square | integrable |].
    apply (probability_0_mono _ _ (fun w => T < Rabs (label_of P w))); [| apply within].
    intros w above. destruct (Rle_dec (Rabs (label_of P w)) T) as [small |]; [exfalso | lra].
    rewrite <- (pow2_abs (label_of P w)) in above. pose proof (Rabs_pos (label_of P w)).
    assert (Rabs (label_of P w) ^ 2 <= T ^ 2) by (apply pow_incr; lra). lra.
  Qed.

  (** Lyapunov: E Y^2 <= (E|Y|^p)^(2/p). *)
  Lemma square_by_moment p M x : 2 <= p -> 0 < M -> label_moment_most P p M ->
    expectation (label_chance P x) (fun w => label_of P w ^ 2) <= raise M (2 / p).
  Proof.
    intros P2 M_pos moment. set (b := raise M (1 / p)).
    assert (B : 0 < b) by (unfold b; rewrite raise_pos by exact M_pos; apply exp_pos).
    replace (raise M (2 / p)) with (b ^ 2).
    - apply lyapunov with p; [apply label_square | exact B | exact P2 |].
      replace (raise b p) with M; [apply moment |]. rewrite raise_pos by exact B.
      unfold b. rewrite raise_pos, ln_exp by exact M_pos. replace (p * (1 / p * ln M)) with (ln M) by (field; lra).
      now rewrite exp_ln.
    - unfold b. rewrite !raise_pos by exact M_pos. replace (2 / p * ln M) with (1 / p * ln M + 1 / p * ln M) by
        (field; lra). rewrite exp_plus. ring.
  Qed.

  (** |E Y| <= (E|Y|^p)^(1/p). *)
  Lemma mean_by_moment p M x : 2 <= p -> 0 < M -> label_moment_most P p M -> Rabs (regression P x) <= raise M (1 / p).
  Proof.
    intros P2 M_pos moment. apply pow2_inj_le; [apply raise_ge_0 |]. rewrite pow2_abs.
    replace (raise M (1 / p) ^ 2) with (raise M (2 / p)).
    - eapply Rle_trans; [| exact (square_by_moment p M x P2 M_pos moment)].
      pose proof (variance_ge_0 (label_chance P x) _ (label_square P x)) as V.
      rewrite variance_square in V by apply label_square. unfold regression. lra.
    - rewrite !raise_pos by exact M_pos. replace (2 / p * ln M) with (1 / p * ln M + 1 / p * ln M) by (field; lra).
      rewrite exp_plus. ring.
  Qed.

  Lemma clip_smaller T y : 0 <= T -> Rabs (clip T y) <= Rabs y.
  Proof.
    intros T0. unfold clip, Rmin, Rmax, Rabs. repeat destruct (Rle_dec _ _); repeat destruct (Rcase_abs _); lra.
  Qed.

  (** Clipping lowers |Y|. *)
  Lemma clipped_moment p M T : 0 <= p -> 0 <= T -> label_moment_most P p M -> label_moment_most (clipped P T) p M.
  Proof.
    intros P0 T0 moment x. apply expectation_most_mono with (Y := fun w => raise (Rabs (label_of P w)) p);
      [| apply moment].
    intros w. split; [apply raise_ge_0 |]. apply raise_le; [exact P0 |].
    split; [apply Rabs_pos | now apply clip_smaller].
  Qed.

  (** y - T <= y^p T^(1 - p)/4 for p >= 2: with u = y/T, u - 1 <= u^2/4 <= u^p/4 where u >= 1. *)
  Lemma clip_changes p T y : 2 <= p -> 0 < T -> Rabs (clip T y - y) <= raise (Rabs y) p * (raise T (1 - p) / 4).
  Proof.
    intros P2 T_pos. pose proof (raise_ge_0 (Rabs y) p) as y_p. pose proof (raise_ge_0 T (1 - p)) as T_p.
    destruct (Rle_dec (Rabs y) T) as [small | large].
    - rewrite clip_inside by now apply Rabs_le_between. rewrite Rminus_eq_0, Rabs_R0. nra.
    - assert (size : Rabs (clip T y - y) = Rabs y - T).
      { unfold clip, Rmin, Rmax, Rabs in *. repeat destruct (Rle_dec _ _); repeat destruct (Rcase_abs _); lra. }
      rewrite size. set (a := Rabs y) in *. assert (A : 0 < a) by lra.
      rewrite !raise_pos in * by lra. rewrite <- (exp_ln a) at 1 by exact A. rewrite <- (exp_ln T) at 1 by exact T_pos.
      set (l := ln a - ln T). assert (L : 0 <= l).
      { enough (ln T <= ln a) by (unfold l; lra). apply ln_le; lra. }
      replace (exp (p * ln a) * (exp ((1 - p) * ln T) / 4)) with (exp (ln T) * exp (p * l) / 4).
      + replace (ln a) with (ln T + l) by (unfold l; ring). rewrite exp_plus.
        assert (exp (2 * l) <= exp (p * l)) by (apply exp_le; nra).
        replace (2 * l) with (l + l) in H by ring. rewrite exp_plus in H.
        pose proof (exp_pos (ln T)). pose proof (pow2_ge_0 (exp l - 2)). nra.
      + unfold l. replace ((1 - p) * ln T) with (ln T + - (p * ln T)) by ring.
        replace (p * (ln a - ln T)) with (p * ln a + - (p * ln T)) by ring. rewrite !exp_plus. field.
  Qed.

  Lemma mean_of_clipped_labels p M T x : 2 <= p -> 0 < T -> label_moment_most P p M ->
    Rabs (regression (clipped P T) x - regression P x) <= M * raise T (1 - p) / 4.
  Proof.
    intros P2 T_pos moment. unfold regression. cbn [clipped label_chance label_of].
    assert (IL : integrable (label_chance P x) (label_of P)) by apply square_integrable_integrable, label_square.
    assert (IC : integrable (label_chance P x) (fun w => clip T (label_of P w)))
      by apply square_integrable_integrable, clip_square.
    rewrite <- expectation_minus by assumption. eapply Rle_trans; [apply expectation_abs_le; integrable |].
    set (c := raise T (1 - p) / 4).
    assert (C : 0 < c) by (unfold c; rewrite raise_pos by exact T_pos; pose proof (exp_pos ((1 - p) * ln T)); lra).
    replace (M * raise T (1 - p) / 4) with (c * M) by (unfold c; field).
    enough (expectation (label_chance P x) (fun w => / c * Rabs (clip T (label_of P w) - label_of P w)) <= M) as le.
    { rewrite expectation_scal in le by integrable. apply (Rmult_le_compat_l c) in le; [| lra].
      rewrite <- Rmult_assoc, Rinv_r, Rmult_1_l in le by lra. exact le. }
    apply expectation_most_above with (X := fun w => raise (Rabs (label_of P w)) p); [integrable | | | apply moment].
    - intros w. apply raise_ge_0.
    - intros w. pose proof (clip_changes p T (label_of P w) P2 T_pos) as le. fold c in le.
      apply (Rmult_le_compat_l (/ c)) in le; [| left; now apply Rinv_0_lt_compat].
      eapply Rle_trans; [exact le | right; field; lra].
  Qed.
End Labels.
