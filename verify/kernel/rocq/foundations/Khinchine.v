(** * Khinchine's inequality for the mean size of a sum with signs, with the best constant

    Szarek 1976; the proof is that of Latala and Oleszkiewicz 1994, by what a change of one sign does to even functions
    on the cube. *)

From Foundations Require Export Facts_frames.
Import ListNotations.
Open Scope R_scope.

(** ** Averages, one sign after the other *)

Lemma average_0 f : average 0 f = f [].
Proof. unfold average. simpl. field. Qed.

Lemma average_succ d f :
  average (S d) f = (average d (fun v => f (true :: v)) + average d (fun v => f (false :: v))) / 2.
Proof. unfold average. cbn [vertices]. rewrite Sum_app, !Sum_map. simpl pow. field. apply pow_nonzero. lra. Qed.

Lemma average_ext d f g : (forall v, In v (vertices d) -> f v = g v) -> average d f = average d g.
Proof. intros H. unfold average. f_equal. now apply Sum_ext_in. Qed.

Definition opposite (v : list bool) := map negb v.

Lemma average_opposite d f : average d (fun v => f (opposite v)) = average d f.
Proof.
  revert f. induction d as [| d IH]; intros f; [now rewrite !average_0 |]. rewrite !average_succ. simpl.
  rewrite (IH (fun v => f (false :: v))), (IH (fun v => f (true :: v))). lra.
Qed.

Lemma opposite_twice v : opposite (opposite v) = v.
Proof. unfold opposite. rewrite map_map, (map_ext _ (fun b => b)) by apply Bool.negb_involutive. apply map_id. Qed.

(** ** Energies *)

(** The mean over all vertices of what a change of each sign does, squared, added up. *)
Fixpoint energy d (f : list bool -> R) : R :=
  match d with
  | O => 0
  | S e => (energy e (fun v => f (true :: v)) + energy e (fun v => f (false :: v))) / 2 +
    average e (fun v => ((f (true :: v) - f (false :: v)) / 2) ^ 2)
  end.

Lemma average_ge_0 d f : (forall v, 0 <= f v) -> 0 <= average d f.
Proof. intros H. rewrite <- (average_const d 0). apply average_le. intros v _. apply H. Qed.

Lemma energy_ge_0 d f : 0 <= energy d f.
Proof.
  revert f. induction d as [| d IH]; intros f; [simpl; lra |]. cbn [energy].
  pose proof (IH (fun v => f (true :: v))). pose proof (IH (fun v => f (false :: v))).
  pose proof (average_ge_0 d (fun v => ((f (true :: v) - f (false :: v)) / 2) ^ 2) ltac:(intros; apply pow2_ge_0)). lra.
Qed.

Lemma energy_parallelogram d f g :
  energy d (fun v => f v + g v) + energy d (fun v => f v - g v) = 2 * energy d f + 2 * energy d g.
Proof.
  revert f g. induction d as [| d IH]; intros f g; [simpl; ring |]. cbn [energy].
  pose proof (IH (fun v => f (true :: v)) (fun v => g (true :: v))) as up.
  pose proof (IH (fun v => f (false :: v)) (fun v => g (false :: v))) as down. cbv beta in up, down.
  set (F := average d (fun v => ((f (true :: v) - f (false :: v)) / 2) ^ 2)).
  set (G := average d (fun v => ((g (true :: v) - g (false :: v)) / 2) ^ 2)).
  assert (last : average d (fun v => ((f (true :: v) + g (true :: v) - (f (false :: v) + g (false :: v))) / 2) ^ 2) +
    average d (fun v => ((f (true :: v) - g (true :: v) - (f (false :: v) - g (false :: v))) / 2) ^ 2) = 2 * F + 2 * G).
  { unfold F, G. rewrite <- !average_scal, <- !average_plus. apply average_ext. intros v _. field. }
  lra.
Qed.

(** The parts of a function that its first sign does not change and does. *)
Definition steady (f : list bool -> R) v := (f (true :: v) + f (false :: v)) / 2.
Definition unsteady (f : list bool -> R) v := (f (true :: v) - f (false :: v)) / 2.

Definition odd_part (f : list bool -> R) v := (f v - f (opposite v)) / 2.
Definition even_part (f : list bool -> R) v := (f v + f (opposite v)) / 2.

Lemma energy_in_parts d f :
  energy (S d) f = energy d (steady f) + energy d (unsteady f) + average d (fun v => unsteady f v ^ 2).
Proof.
  cbn [energy]. pose proof (energy_parallelogram d (steady f) (unsteady f)) as H.
  replace (fun v => steady f v + unsteady f v) with (fun v => f (true :: v)) in H
    by (apply functional_extensionality; intros v; unfold steady, unsteady; field).
  replace (fun v => steady f v - unsteady f v) with (fun v => f (false :: v)) in H
    by (apply functional_extensionality; intros v; unfold steady, unsteady; field).
  fold (unsteady f). unfold unsteady at 2. lra.
Qed.

Lemma square_in_parts d f :
  average (S d) (fun v => f v ^ 2) = average d (fun v => steady f v ^ 2) + average d (fun v => unsteady f v ^ 2).
Proof.
  rewrite average_succ, <- !average_plus. unfold Rdiv at 1. rewrite Rmult_comm, <- average_scal.
  apply average_ext. intros v _. unfold steady, unsteady. field.
Qed.

Lemma mean_in_parts d f : average (S d) f = average d (steady f).
Proof.
  rewrite average_succ, <- average_plus. unfold Rdiv at 1. rewrite Rmult_comm, <- average_scal.
  apply average_ext. intros v _. unfold steady. field.
Qed.

Lemma odd_in_parts d f : average (S d) (fun v => odd_part f v ^ 2) =
  average d (fun v => odd_part (steady f) v ^ 2) + average d (fun v => even_part (unsteady f) v ^ 2).
Proof.
  rewrite average_succ, <- !average_plus. unfold Rdiv at 1. rewrite Rmult_comm, <- average_scal.
  apply average_ext. intros v _. unfold odd_part, even_part, steady, unsteady. simpl map. simpl opposite.
  change (opposite (true :: v)) with (false :: opposite v). change (opposite (false :: v)) with (true :: opposite v).
  field.
Qed.

Lemma even_and_odd d f :
  average d (fun v => even_part f v ^ 2) + average d (fun v => odd_part f v ^ 2) = average d (fun v => f v ^ 2).
Proof.
  rewrite <- average_plus.
  transitivity (average d (fun v => / 2 * f v ^ 2 + / 2 * f (opposite v) ^ 2)).
  - apply average_ext. intros v _. unfold even_part, odd_part. field.
  - rewrite average_plus, !average_scal, (average_opposite d (fun v => f v ^ 2)). field.
Qed.

Lemma odd_part_most d f : average d (fun v => odd_part f v ^ 2) <= energy d f.
Proof.
  revert f. induction d as [| d IH]; intros f.
  - rewrite average_0. simpl. right. unfold odd_part. simpl. field.
  - rewrite odd_in_parts, energy_in_parts. pose proof (IH (steady f)). pose proof (energy_ge_0 d (unsteady f)).
    pose proof (even_and_odd d (unsteady f)).
    pose proof (average_ge_0 d (fun v => odd_part (unsteady f) v ^ 2) ltac:(intros; apply pow2_ge_0)). lra.
Qed.

(** An even function has half the variance at most that its energy allows others. *)
Theorem variance_most d f :
  2 * (average d (fun v => f v ^ 2) - average d f ^ 2) <= energy d f + average d (fun v => odd_part f v ^ 2).
Proof.
  revert f. induction d as [| d IH]; intros f.
  - rewrite !average_0. simpl. unfold odd_part. simpl. right. field.
  - rewrite square_in_parts, mean_in_parts, energy_in_parts, odd_in_parts. pose proof (IH (steady f)).
    pose proof (odd_part_most d (unsteady f)). pose proof (even_and_odd d (unsteady f)). lra.
Qed.

(** The energy by each vertex's neighbours. *)
Lemma energy_by_flips d f :
  energy d f = average d (fun v => f v * Sum (below d) (fun k => f v - f (flip k v))) / 2.
Proof.
  revert f. induction d as [| d IH]; intros f; [rewrite average_0; simpl; field |].
  cbn [energy]. rewrite !IH, average_succ.
  rewrite (average_ext d (fun v => f (true :: v) * Sum (below (S d)) _) (fun v =>
    f (true :: v) * Sum (below d) (fun k => f (true :: v) - f (true :: flip k v)) +
    f (true :: v) * (f (true :: v) - f (false :: v)))) by (intros v _; rewrite Sum_below_succ; simpl; ring).
  rewrite (average_ext d (fun v => f (false :: v) * Sum (below (S d)) _) (fun v =>
    f (false :: v) * Sum (below d) (fun k => f (false :: v) - f (false :: flip k v)) +
    f (false :: v) * (f (false :: v) - f (true :: v)))) by (intros v _; rewrite Sum_below_succ; simpl; ring).
  rewrite !average_plus.
  assert (last : average d (fun v => ((f (true :: v) - f (false :: v)) / 2) ^ 2) =
    (average d (fun v => f (true :: v) * (f (true :: v) - f (false :: v))) +
    average d (fun v => f (false :: v) * (f (false :: v) - f (true :: v)))) / 4).
  { rewrite <- average_plus. unfold Rdiv at 2. rewrite Rmult_comm, <- average_scal. apply average_ext. intros v _.
    field. }
  rewrite last. field.
Qed.

(** ** Sums with signs *)

(** The vector of the signs, and its inner product with a vector. *)
Definition signs_of (v : list bool) : vector := fun k => sgn (bit v k).

Lemma inner_succ d b v x : inner (S d) (signs_of (b :: v)) x = sgn b * x O + inner d (signs_of v) (fun k => x (S k)).
Proof. unfold inner. now rewrite Sum_below_succ. Qed.

Lemma sum_opposite d v x : In v (vertices d) -> inner d (signs_of (opposite v)) x = - inner d (signs_of v) x.
Proof.
  intros V. apply length_of_vertex in V. unfold inner. rewrite <- (Rmult_1_l (Sum _ (fun k => signs_of v k * _))).
  rewrite Ropp_mult_distr_l, <- Sum_scal. apply Sum_ext_in. intros k K. apply in_below in K.
  unfold signs_of, bit, opposite. rewrite (nth_indep _ false (negb false)) by (rewrite map_length; lia).
  rewrite map_nth. destruct (nth k v false); simpl; ring.
Qed.

Lemma mean_of_sum d x : average d (fun v => inner d (signs_of v) x) = 0.
Proof.
  revert x. induction d as [| d IH]; intros x; [rewrite average_0; reflexivity |].
  rewrite average_succ. rewrite !(average_ext d (fun v => inner (S d) _ x)
    (fun v => _ + inner d (signs_of v) (fun k => x (S k)))) by (intros v _; apply inner_succ).
  rewrite !average_plus, !IH, !average_const. simpl. field.
Qed.

Lemma square_of_sum d x : average d (fun v => inner d (signs_of v) x ^ 2) = inner d x x.
Proof.
  revert x. induction d as [| d IH]; intros x; [rewrite average_0; unfold inner; simpl; ring |].
  set (rest := fun k => x (S k)).
  assert (each : forall b, average d (fun v => inner (S d) (signs_of (b :: v)) x ^ 2) = x O ^ 2 + inner d rest rest).
  { intros b. rewrite (average_ext d _ (fun v => x O ^ 2 + (2 * sgn b * x O * inner d (signs_of v) rest +
      inner d (signs_of v) rest ^ 2))).
    - rewrite !average_plus, average_const, average_scal, mean_of_sum, IH. ring.
    - intros v _. rewrite inner_succ. fold rest. destruct b; simpl; ring. }
  rewrite average_succ, !each. unfold inner at 3. rewrite Sum_below_succ. fold (inner d rest rest).
  unfold rest, inner. simpl. field.
Qed.

(** The sums at all neighbours of a vertex. *)
Lemma sums_at_neighbours d v x : In v (vertices d) ->
  Sum (below d) (fun k => inner d (signs_of (flip k v)) x) = (INR d - 2) * inner d (signs_of v) x.
Proof.
  intros V. apply length_of_vertex in V. unfold inner. rewrite Sum_swap.
  rewrite <- Sum_scal. apply Sum_ext_in. intros j J. apply in_below in J.
  rewrite (Sum_ext_in _ _ (fun k => signs_of v j * x j + (if Nat.eq_dec k j then -2 * (signs_of v j * x j) else 0))).
  - rewrite Sum_plus, Sum_below_const, (Sum_single Nat.eq_dec); [ring | apply seq_NoDup | now apply in_below].
  - intros k K. unfold signs_of. destruct (Nat.eq_dec k j) as [-> | other].
    + rewrite bit_flip by lia. destruct (bit v j); simpl; ring.
    + rewrite bit_flip_other by auto. ring.
Qed.

(** Szarek 1976. *)
Theorem khinchine d x : inner d x x <= 2 * average d (fun v => Rabs (inner d (signs_of v) x)) ^ 2.
Proof.
  set (size := fun v => Rabs (inner d (signs_of v) x)).
  assert (squares : average d (fun v => size v ^ 2) = inner d x x).
  { rewrite <- square_of_sum. apply average_ext. intros v _. apply pow2_abs. }
  assert (even : average d (fun v => odd_part size v ^ 2) = 0).
  { rewrite (average_ext d _ (fun _ => 0)); [apply average_const |]. intros v V. unfold odd_part, size.
    rewrite sum_opposite, Rabs_Ropp by exact V. field. }
  assert (few : energy d size <= average d (fun v => size v ^ 2)).
  { rewrite energy_by_flips. apply Rle_trans with (average d (fun v => 2 * size v ^ 2) / 2).
    - apply Rmult_le_compat_r; [lra |]. apply average_le. intros v V.
      replace (2 * size v ^ 2) with (size v * (2 * size v)) by ring. apply Rmult_le_compat_l; [apply Rabs_pos |].
      rewrite Sum_minus, Sum_below_const.
      enough ((INR d - 2) * size v <= Sum (below d) (fun k => size (flip k v))) by lra.
      eapply Rle_trans; [| apply Sum_abs]. rewrite sums_at_neighbours by exact V. rewrite Rabs_mult.
      apply Rmult_le_compat_r; [apply Rabs_pos | apply Rle_abs].
    - rewrite average_scal. lra. }
  pose proof (variance_most d size) as H. rewrite even, squares in *. fold size. lra.
Qed.
