(** * The mean of a function over the bin of a random point *)

From Foundations Require Import Moments Nouns Events Random_reals Label_laws Local_averages Estimates.
Import ListNotations.
Open Scope R_scope.

Definition random_point W := W -> vector.
Definition value_at_point {W} (f : function vector) (X : random_point W) : W -> R := fun w => f (X w).

(** |f(x) - f(x')| <= C |x - x'|^beta, for points of one space. *)
Definition smooth (f : function vector) C beta := forall d x z, in_space d x -> in_space d z ->
  Rabs (f x - f z) <= C * raise (euclidean_norm (vector_minus x z)) beta.

(** That an outcome's point is in the bin, of side h, of another's. *)
Definition in_bin_of {W} h (X : random_point W) (w : W) : event W := fun v => same_bin h (X w) (X v).

(** The mean of f over the bin of the point, which has a chance: there are countably many bins in R^d. *)
Definition bin_mean {W} (O : space W) (T : W -> R) (f : function vector) h d (X : random_point W) :=
  (forall w, in_space d (X w)) /\ integrable O (value_at_point f X) /\
  almost_surely O (fun w => 0 < probability O (in_bin_of h X w) /\
    T w = expectation O (fun v => indicator (in_bin_of h X w) v * value_at_point f X v) / probability O (in_bin_of h X w)).

(** Two points of one bin. *)
Lemma norm_in_bin d h x z : 0 < h -> in_space d x -> in_space d z -> same_bin h x z ->
  euclidean_norm (vector_minus x z) <= sqrt (INR d) * h.
Proof.
  intros pos x_flat z_flat bin. set (S := fun y : vector => in_space d y).
  pose proof (gap_in_bin d h (exist S x x_flat) (exist S z z_flat) (fun y => proj2_sig y) pos bin) as le.
  rewrite sqrt_mult in le; [| apply pos_INR | apply pow2_ge_0]. rewrite sqrt_pow2 in le by lra. exact le.
Qed.

(** Points of a cube of side h are at most h sqrt(d) apart, a mean is between values. *)
Lemma bin_mean_near {W} (O : space W) T f h d X C beta : 0 < h -> 0 <= C -> 0 <= beta -> bin_mean O T f h d X ->
  smooth f C beta -> almost_le O (fun w => Rabs (T w - value_at_point f X w)) (fun _ => C * raise (sqrt (INR d) * h) beta).
Proof.
  intros pos C0 B (flat & I & mean) near. apply almost_surely_le.
  refine (probability_0_mono O _ _ _ mean). intros w out [chance_pos T_is]. apply out. clear out.
  set (c := C * raise (sqrt (INR d) * h) beta). set (bin := in_bin_of h X w) in *. set (p := probability O bin) in *.
  set (y := value_at_point f X w).
  assert (II : integrable O (fun v => indicator bin v * value_at_point f X v)).
  { apply integrable_below with (fun v => Rabs (value_at_point f X v)); [integrable |]. intros v. rewrite Rabs_mult.
    pose proof (indicator_between bin v). rewrite (Rabs_pos_eq (indicator bin v)) by lra.
    pose proof (Rabs_pos (value_at_point f X v)). nra. }
  assert (diff : T w - y = expectation O (fun v => indicator bin v * (value_at_point f X v - y)) / p).
  { rewrite (expectation_ext O _ (fun v => indicator bin v * value_at_point f X v - y * indicator bin v)) by (intros; ring).
    rewrite expectation_minus, expectation_scal by integrable. change (expectation O (indicator bin)) with p.
    rewrite T_is. field. lra. }
  rewrite diff. unfold Rdiv. rewrite Rabs_mult, (Rabs_pos_eq (/ p)) by (left; now apply Rinv_0_lt_compat).
  apply (Rmult_le_reg_r p); [exact chance_pos |]. rewrite Rmult_assoc, Rinv_l, Rmult_1_r by lra.
  assert (ID : integrable O (fun v => indicator bin v * (value_at_point f X v - y))).
  { replace (fun v => indicator bin v * (value_at_point f X v - y))
      with (fun v => indicator bin v * value_at_point f X v - y * indicator bin v)
      by (apply functional_extensionality; intros v; ring). integrable. }
  eapply Rle_trans; [now apply expectation_abs_le |].
  change p with (expectation O (indicator bin)). rewrite <- expectation_scal by integrable.
  apply expectation_mono; [integrable | integrable |].
  intros v. rewrite Rabs_mult, (Rabs_pos_eq (indicator bin v)) by apply indicator_between. rewrite indicator_holds.
  destruct (holds bin v) eqn:inside; [| lra]. apply (proj1 (holds_true _ _)) in inside.
  rewrite Rmult_1_l, Rmult_1_r, Rabs_minus_sym. unfold y, value_at_point.
  eapply Rle_trans; [apply (near d); apply flat |]. apply Rmult_le_compat_l; [exact C0 |].
  apply raise_le; [exact B |]. split; [apply sqrt_pos |]. now apply norm_in_bin.
Qed.
