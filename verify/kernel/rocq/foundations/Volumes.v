(** * Volumes, and laws with densities

    A volume on R^d is a measure of its bounded sets that gives each box the product of its sides. It is additive, and
    of all sets: as with laws, Lebesgue's measure extends so (README.md). A law with a density of at least c on its
    support has an extension that is at least c times the volume. *)

From Foundations Require Import Label_laws Nouns Events Local_averages Estimates.
Import ListNotations.
Open Scope R_scope.

Definition bounded_set d (A : vector -> Prop) := exists r, forall x, A x -> in_space d x /\ forall k, Rabs (x k) <= r.

(** The box of the points x with a k <= x k < b k. *)
Definition box d (a b : vector) : vector -> Prop := fun x => in_space d x /\ forall k, (k < d)%nat -> a k <= x k < b k.

Definition product_of (d : nat) (f : nat -> R) := fold_right Rmult 1 (map f (below d)).

Record volume (d : nat) := Volume {
  size_of : (vector -> Prop) -> R;
  size_ge_0 : forall A : vector -> Prop, 0 <= size_of A;
  size_le : forall A B : vector -> Prop, bounded_set d B -> (forall x, A x -> B x) -> size_of A <= size_of B;
  size_plus : forall A B : vector -> Prop, bounded_set d A -> bounded_set d B -> (forall x, A x -> B x -> False) ->
    size_of (fun x => A x \/ B x) = size_of A + size_of B;
  size_box : forall a b, (forall k, (k < d)%nat -> a k <= b k) ->
    size_of (box d a b) = product_of d (fun k => b k - a k)
}.
Arguments size_of {d}.

(** The law of the features has a density of at least c on the support. *)
Definition density_least {S d} (V : volume d) (P : labelled S) c := forall A : vector -> Prop, bounded_set d A ->
  c * size_of V (fun x => A x /\ S x) <= chance (features P) (fun x => A (position x)).

(** The unit ball of R^d has the volume pi^(d/2)/Gamma(d/2 + 1), which is 2 pi/d times that in d - 2 dimensions. *)
Fixpoint unit_ball_volume (d : nat) : R :=
  match d with
  | O => 1
  | S O => 2
  | S (S n as m) => 2 * PI / INR (S m) * unit_ball_volume n
  end.
Definition log_ball_volume d := ln (unit_ball_volume d).

(** The support fills a share theta at least of each ball about one of its points, of radius below D. *)
Definition dense_and_regular {S} (P : labelled S) c theta D d := in_dimension P d /\ exists V : volume d,
  density_least V P c /\ forall (x : point S) r, 0 < r -> r < D ->
  theta * (unit_ball_volume d * r ^ d) <=
    size_of V (fun z => (in_space d z /\ euclidean_norm (vector_minus (position x) z) <= r) /\ S z).

(** The support is a union of bins of side h. *)
Definition tiled {S} (P : labelled S) h c d := in_dimension P d /\
  (forall x z, S x -> in_space d z -> same_bin h x z -> S z) /\ exists V : volume d, density_least V P c.

Lemma unit_ball_volume_pos d : 0 < unit_ball_volume d.
Proof.
  enough (0 < unit_ball_volume d /\ 0 < unit_ball_volume (S d)) by tauto.
  induction d as [| d [IH IH']]; [simpl; lra |]. split; [exact IH' |].
  change (0 < 2 * PI / INR (S (S d)) * unit_ball_volume d). pose proof PI_RGT_0.
  apply Rmult_lt_0_compat; [apply Rdiv_lt_0_compat; [lra | apply lt_0_INR; lia] | exact IH].
Qed.

Lemma term_below_sum d (f : nat -> R) k : (forall j, 0 <= f j) -> (k < d)%nat -> f k <= Sum (below d) f.
Proof.
  intros f0. induction d as [| d IH]; [lia |]. intros less. unfold below in *.
  rewrite seq_S, Sum_app. cbn [Sum Nat.add].
  pose proof (f0 d). destruct (Nat.eq_dec k d) as [-> |].
  - assert (0 <= Sum (seq 0 d) f) by now apply Sum_ge_0. lra.
  - specialize (IH ltac:(lia)). lra.
Qed.

Lemma coordinate_le_norm d x k : in_space d x -> Rabs (x k) <= euclidean_norm x.
Proof.
  intros flat. rewrite (norm_in_space d) by exact flat. destruct (Compare_dec.le_lt_dec d k) as [out | inside].
  - rewrite flat by exact out. rewrite Rabs_R0. apply sqrt_pos.
  - apply le_sqrt. rewrite pow2_abs.
    apply (term_below_sum d (fun j => x j ^ 2)); [intros; apply pow2_ge_0 | exact inside].
Qed.

(** The density times the volume. *)
Lemma mass_of_a_ball {S} (P : labelled S) c theta D d r :
  0 <= c -> dense_and_regular P c theta D d -> 0 < r -> r < D ->
  ball_mass_least P r (c * (theta * (unit_ball_volume d * r ^ d))).
Proof.
  intros C (flat & V & dense & filled) pos less x. specialize (filled x r pos less).
  set (A := fun z => in_space d z /\ euclidean_norm (vector_minus (position x) z) <= r) in *.
  assert (small : bounded_set d A).
  { exists (euclidean_norm (position x) + r). intros z [z_flat near_x]. split; [exact z_flat |]. intros k.
    pose proof (coordinate_le_norm d (position x) k (flat x)).
    assert (diff : in_space d (vector_minus (position x) z))
      by (intros j out; unfold vector_minus; rewrite flat, z_flat by exact out; ring).
    pose proof (coordinate_le_norm d _ k diff) as close. unfold vector_minus in close at 1.
    replace (z k) with (position x k - (position x k - z k)) by ring.
    eapply Rle_trans; [apply Rabs_triang |]. rewrite Rabs_Ropp. lra. }
  apply (Rmult_le_compat_l c) in filled; [| exact C]. eapply Rle_trans; [exact filled |].
  eapply Rle_trans; [exact (dense A small) |]. apply chance_le. intros z inside. apply inside.
Qed.

Lemma Int_part_between y i : IZR i <= y < IZR i + 1 -> Int_part y = i.
Proof.
  intros [low high]. destruct (base_Int_part y) as [A B].
  assert (up : (Int_part y < i + 1)%Z) by (apply lt_IZR; rewrite plus_IZR; simpl; lra).
  assert (down : (i < Int_part y + 1)%Z) by (apply lt_IZR; rewrite plus_IZR; simpl; lra).
  lia.
Qed.

Lemma product_const d c : product_of d (fun _ => c) = c ^ d.
Proof.
  unfold product_of, below. generalize 0%nat. induction d as [| d IH]; intros i; [reflexivity |]. simpl. now rewrite IH.
Qed.

Lemma mass_of_a_bin {S} (P : labelled S) h c d : 0 < h -> 0 <= c -> tiled P h c d -> bin_mass_least P h (c * h ^ d).
Proof.
  intros pos C (flat & bins & V & dense) x.
  set (a := fun k => h * IZR (Int_part (position x k / h))).
  assert (inside : forall z, box d a (fun k => a k + h) z -> same_bin h (position x) z).
  { intros z [z_flat within] k. destruct (Compare_dec.le_lt_dec d k) as [out | k_d].
    - now rewrite flat, z_flat by exact out.
    - symmetry. apply Int_part_between. specialize (within k k_d). unfold a in within.
      split; [apply Rle_div_r | apply Rlt_div_l]; lra. }
  assert (small : bounded_set d (box d a (fun k => a k + h))).
  { exists (Sum (below d) (fun k => Rabs (a k) + h)). intros z [z_flat within]. split; [exact z_flat |]. intros k.
    assert (terms : forall j, 0 <= Rabs (a j) + h) by (intros j; pose proof (Rabs_pos (a j)); lra).
    destruct (Compare_dec.le_lt_dec d k) as [out | k_d].
    - rewrite z_flat, Rabs_R0 by exact out. now apply Sum_ge_0.
    - apply Rle_trans with (Rabs (a k) + h).
      + specialize (within k k_d). unfold Rabs. repeat destruct (Rcase_abs _); lra.
      + exact (term_below_sum d (fun j => Rabs (a j) + h) k terms k_d). }
  apply Rle_trans with (c * size_of V (fun z => box d a (fun k => a k + h) z /\ S z)).
  - apply Rmult_le_compat_l; [exact C |]. rewrite <- product_const.
    replace (product_of d (fun _ => h)) with (size_of V (box d a (fun k => a k + h))).
    + apply size_le.
      * destruct small as [r H]. exists r. intros z [within _]. now apply H.
      * intros z within. split; [exact within |]. apply bins with (position x); [exact (proj2_sig x) | apply within |].
        now apply inside.
    + rewrite size_box by (intros; lra). unfold product_of. f_equal. apply map_ext. intros k. ring.
  - eapply Rle_trans; [exact (dense _ small) |]. apply chance_le. intros z within. now apply inside.
Qed.
