(** * The share of a ball about a point of a cube that lies in the cube

    It is at least 2^-d, for balls of a radius below the cube's side: a part of the ball that is cut off on one side of
    the point is no larger than what lies on the other side. The ball is cut into slices, and these into intervals. *)

From Foundations Require Import Volumes Bumps.
From Coquelicot Require Import Coquelicot.
Import ListNotations.
Open Scope R_scope.

(** ** The volume of the unit ball by slices *)

Definition wallis n := RInt (fun t => cos t ^ n) 0 (PI / 2).

Lemma continuous_cos_power n t : continuous (fun t => cos t ^ n) t.
Proof. apply (ex_derive_continuous (V := R_NormedModule)). auto_derive. exact I. Qed.

Lemma integrable_cos_power n : ex_RInt (fun t => cos t ^ n) 0 (PI / 2).
Proof. apply (ex_RInt_continuous (V := R_CompleteNormedModule)). intros t _. apply continuous_cos_power. Qed.

Lemma wallis_0 : wallis 0 = PI / 2.
Proof. unfold wallis. simpl. rewrite RInt_const. unfold scal. simpl. unfold mult. simpl. ring. Qed.

Lemma wallis_1 : wallis 1 = 1.
Proof.
  unfold wallis. apply is_RInt_unique. replace 1 with (minus (sin (PI / 2)) (sin 0)).
  - apply (is_RInt_derive (V := R_CompleteNormedModule) sin).
    + intros t _. auto_derive; [exact I | ring].
    + intros t _. apply continuous_cos_power.
  - rewrite sin_PI2, sin_0. unfold minus, plus, opp. simpl. ring.
Qed.

(** By parts. *)
Lemma wallis_step n : INR (n + 2) * wallis (n + 2) = INR (n + 1) * wallis n.
Proof.
  set (f := fun t => INR (n + 2) * cos t ^ (n + 2) - INR (n + 1) * cos t ^ n).
  assert (zero : RInt f 0 (PI / 2) = 0).
  { apply is_RInt_unique.
    replace 0 with (minus (cos (PI / 2) ^ (n + 1) * sin (PI / 2)) (cos 0 ^ (n + 1) * sin 0)) at 2.
    - apply (is_RInt_derive (V := R_CompleteNormedModule) (fun t => cos t ^ (n + 1) * sin t)).
      + intros t _. auto_derive; [exact I |]. unfold f. replace (pred (n + 1)) with n by lia.
        replace (n + 2)%nat with (S (S n)) by lia. replace (n + 1)%nat with (S n) by lia.
        pose proof (sin2_cos2 t) as unit. unfold Rsqr in unit. cbn [pow]. rewrite (S_INR (S n)).
        set (a := INR (S n)). set (p := cos t ^ n). set (x := sin t) in *. set (y := cos t) in *.
        transitivity (- a * p * (x * x) + p * (y * y)); [ring |]. replace (x * x) with (1 - y * y) by lra. ring.
      + intros t _. apply (ex_derive_continuous (V := R_NormedModule)). unfold f. auto_derive. tauto.
    - rewrite cos_PI2, sin_0, pow_i by lia. unfold minus, plus, opp. simpl. ring. }
  unfold f in zero.
  assert (parts : RInt (fun t => INR (n + 2) * cos t ^ (n + 2) - INR (n + 1) * cos t ^ n) 0 (PI / 2) =
    INR (n + 2) * wallis (n + 2) - INR (n + 1) * wallis n).
  { unfold wallis. apply is_RInt_unique.
    apply (is_RInt_minus (V := R_NormedModule)); apply (is_RInt_scal (V := R_NormedModule));
      apply (RInt_correct (V := R_CompleteNormedModule)); apply integrable_cos_power. }
  lra.
Qed.

Lemma wallis_product d : INR (d + 1) * (wallis (d + 1) * wallis d) = PI / 2.
Proof.
  induction d as [| d IH]; [simpl (0 + 1)%nat; rewrite wallis_0, wallis_1; simpl; ring |].
  pose proof (wallis_step d) as step. replace (S d + 1)%nat with (d + 2)%nat by lia. rewrite <- IH.
  replace (S d) with (d + 1)%nat by lia. rewrite <- !Rmult_assoc, step. ring.
Qed.

Lemma ball_volume_by_slices d : unit_ball_volume (S d) = 2 * unit_ball_volume d * wallis (S d).
Proof.
  enough (unit_ball_volume (S d) = 2 * unit_ball_volume d * wallis (S d) /\
    unit_ball_volume (S (S d)) = 2 * unit_ball_volume (S d) * wallis (S (S d))) by tauto.
  induction d as [| d [IH IH']].
  - split; [simpl unit_ball_volume; rewrite wallis_1; ring |].
    change (2 * PI / INR 2 * 1 = 2 * 2 * wallis 2).
    pose proof (wallis_step 0) as step. simpl (0 + 2)%nat in step. rewrite wallis_0 in step. simpl in *. lra.
  - split; [exact IH' |].
    change (unit_ball_volume (S (S (S d)))) with (2 * PI / INR (S (S (S d))) * unit_ball_volume (S d)).
    rewrite IH'. pose proof (wallis_product (S (S d))) as prod.
    replace (S (S d) + 1)%nat with (S (S (S d))) in prod by lia.
    assert (some : 0 < INR (S (S (S d)))) by (apply lt_0_INR; lia).
    replace PI with (2 * (INR (S (S (S d))) * (wallis (S (S (S d))) * wallis (S (S d))))) by lra. field. lra.
Qed.

(** ** Its slices as a sum *)

Definition slice d (s : R) := sqrt (1 - s ^ 2) ^ d.

Lemma slice_continuous d s : continuous (slice d) s.
Proof.
  unfold slice. induction d as [| d IH]; [apply continuous_const |].
  apply (continuous_mult (K := R_AbsRing) (fun s => sqrt (1 - s ^ 2)) (fun s => sqrt (1 - s ^ 2) ^ d)); [| exact IH].
  apply (continuous_comp (fun s => 1 - s ^ 2) sqrt).
  - apply (ex_derive_continuous (V := R_NormedModule)). auto_derive. exact I.
  - exact (continuous_sqrt _).
Qed.

Lemma slice_integrable d a b : ex_RInt (slice d) a b.
Proof. apply (ex_RInt_continuous (V := R_CompleteNormedModule)). intros s _. apply slice_continuous. Qed.

Lemma slices_by_angle d : RInt (slice d) 0 1 = wallis (S d).
Proof.
  rewrite <- sin_0, <- sin_PI2 at 1. rewrite <- (RInt_comp (V := R_CompleteNormedModule) (slice d) sin cos).
  - unfold wallis. apply (RInt_ext (V := R_CompleteNormedModule)). intros t range. pose proof PI_RGT_0 as pi.
    rewrite Rmin_left, Rmax_right in range by lra.
    change (cos t * slice d (sin t) = cos t * cos t ^ d). unfold slice. replace (1 - sin t ^ 2) with (cos t ^ 2).
    + rewrite sqrt_pow2; [reflexivity |]. apply cos_ge_0; lra.
    + pose proof (sin2_cos2 t) as unit. unfold Rsqr in unit. simpl. lra.
  - intros t _. apply slice_continuous.
  - intros t _. split; [apply is_derive_sin |]. apply (ex_derive_continuous (V := R_NormedModule)). auto_derive.
    exact I.
Qed.

Lemma slice_decreases d s t : 0 <= s -> s <= t -> slice d t <= slice d s.
Proof. intros S le. apply pow_incr. split; [apply sqrt_pos |]. apply sqrt_le_1_alt. nra. Qed.

(** A sum of slices, the first of which is 1. *)
Lemma slices_above d n : (1 <= n)%nat ->
  wallis (S d) - / INR n <= / INR n * Sum (seq 1 (n - 1)) (fun j => slice d (INR j / INR n)).
Proof.
  intros n_1. assert (n_pos : 0 < INR n) by (apply lt_0_INR; lia).
  assert (all : forall m, (m <= n)%nat ->
    RInt (slice d) 0 (INR m / INR n) <= / INR n * Sum (below m) (fun j => slice d (INR j / INR n))).
  { induction m as [| m IH]; intros less.
    - simpl. unfold Rdiv. rewrite Rmult_0_l, RInt_point. unfold zero. simpl. lra.
    - specialize (IH ltac:(lia)). unfold below in *. rewrite seq_S, Sum_app. cbn [Sum Nat.add].
      rewrite <- (RInt_Chasles (V := R_CompleteNormedModule) (slice d) 0 (INR m / INR n)) by apply slice_integrable.
      assert (step : INR m / INR n <= INR (S m) / INR n).
      { rewrite S_INR. apply Rmult_le_compat_r; [left; now apply Rinv_0_lt_compat | lra]. }
      assert (part : RInt (slice d) (INR m / INR n) (INR (S m) / INR n) <= / INR n * slice d (INR m / INR n)).
      { replace (/ INR n * slice d (INR m / INR n)) with
          (RInt (fun _ => slice d (INR m / INR n)) (INR m / INR n) (INR (S m) / INR n)).
        - apply RInt_le; [exact step | apply slice_integrable | apply ex_RInt_const |]. intros s [s_low _].
          apply slice_decreases; [| lra]. apply Rdiv_le_0_compat; [apply pos_INR | exact n_pos].
        - rewrite RInt_const. set (y := slice d (INR m / INR n)).
          change ((INR (S m) / INR n - INR m / INR n) * y = / INR n * y). rewrite S_INR. field. lra. }
      change (plus (RInt (slice d) 0 (INR m / INR n)) (RInt (slice d) (INR m / INR n) (INR (S m) / INR n))) with
        (RInt (slice d) 0 (INR m / INR n) + RInt (slice d) (INR m / INR n) (INR (S m) / INR n)). lra. }
  specialize (all n (le_n n)). replace (INR n / INR n) with 1 in all by (field; lra). rewrite slices_by_angle in all.
  unfold below in all. destruct n as [| n]; [lia |]. cbn [seq Sum] in all. replace (S n - 1)%nat with n by lia.
  replace (slice d (INR 0 / INR (S n))) with 1 in all; [lra |].
  simpl (INR 0). unfold slice, Rdiv. rewrite Rmult_0_l. replace (1 - 0 ^ 2) with 1 by ring. now rewrite sqrt_1, pow1.
Qed.

(** ** Volumes of slices *)

Lemma bounded_box d a b : bounded_set d (box d a b).
Proof.
  exists (Sum (below d) (fun k => Rabs (a k) + Rabs (b k))). intros x [flat inside]. split; [exact flat |].
  assert (terms : forall k, 0 <= Rabs (a k) + Rabs (b k))
    by (intros k; pose proof (Rabs_pos (a k)); pose proof (Rabs_pos (b k)); lra).
  intros k. destruct (le_lt_dec d k) as [out | K].
  - rewrite flat, Rabs_R0 by exact out. now apply Sum_ge_0.
  - apply Rle_trans with (Rabs (a k) + Rabs (b k)).
    + specialize (inside k K). unfold Rabs. repeat destruct (Rcase_abs _); lra.
    + exact (term_below_sum d (fun k => Rabs (a k) + Rabs (b k)) k terms K).
Qed.

Lemma size_same {d} (V : volume d) (A B : vector -> Prop) : bounded_set d A -> bounded_set d B ->
  (forall x, A x <-> B x) -> size_of V A = size_of V B.
Proof. intros bounded_A bounded_B same. apply Rle_antisym; apply size_le; try assumption; intros x; apply same. Qed.

(** The first d coordinates, and the points with these in A and the next one in [a, b). *)
Definition first_ones d (z : vector) : vector := fun i => if lt_dec i d then z i else 0.
Definition over d a b (A : vector -> Prop) : vector -> Prop := fun z =>
  in_space (S d) z /\ A (first_ones d z) /\ a <= z d < b.

Lemma first_ones_flat d z : in_space d (first_ones d z).
Proof. intros k K. unfold first_ones. destruct (lt_dec k d); [lia | reflexivity]. Qed.

Lemma bounded_over d a b A : bounded_set d A -> bounded_set (S d) (over d a b A).
Proof.
  intros [r H]. exists (Rmax r (Rmax (Rabs a) (Rabs b))). intros z (flat & inside & range). split; [exact flat |].
  destruct (H _ inside) as [_ near]. intros k. destruct (lt_eq_lt_dec k d) as [[less | ->] | more].
  - eapply Rle_trans; [| apply Rmax_l]. specialize (near k). unfold first_ones in near.
    destruct (lt_dec k d); [exact near | lia].
  - eapply Rle_trans; [| apply Rmax_r]. unfold Rmax, Rabs.
    repeat destruct (Rle_dec _ _); repeat destruct (Rcase_abs _); lra.
  - rewrite flat, Rabs_R0 by lia. eapply Rle_trans; [apply Rabs_pos |].
    eapply Rle_trans; [apply Rmax_l | apply Rmax_r].
Qed.

Lemma product_one_more d (f : nat -> R) : product_of (S d) f = product_of d f * f d.
Proof.
  unfold product_of, below. rewrite seq_S, map_app. cbn [map Nat.add].
  induction (seq 0 d) as [| k l IH]; cbn [map app fold_right]; [ring | rewrite IH; ring].
Qed.

(** Of a slice of width b - a. *)
Definition slice_volume {d} (V : volume (S d)) a b (order : a < b) : volume d.
Proof.
  refine (Volume d (fun A => size_of V (over d a b A) / (b - a)) _ _ _ _).
  - intros A. apply Rdiv_le_0_compat; [apply size_ge_0 | lra].
  - intros A B bounded_B within. apply Rmult_le_compat_r; [left; apply Rinv_0_lt_compat; lra |].
    apply size_le; [now apply bounded_over |]. intros z (flat & inside & range). split; [exact flat | split; auto].
  - intros A B bounded_A bounded_B apart. unfold Rdiv. rewrite <- Rmult_plus_distr_r. f_equal.
    rewrite <- size_plus; [| now apply bounded_over | now apply bounded_over |
      intros z (_ & A_z & _) (_ & B_z & _); exact (apart _ A_z B_z)].
    apply size_same.
    + apply bounded_over. destruct bounded_A as [r H], bounded_B as [r' H']. exists (Rmax r r').
      intros x [A_x | B_x]; [destruct (H x A_x) as [flat near] | destruct (H' x B_x) as [flat near]];
        (split; [exact flat |]; intros k; specialize (near k)); eapply Rle_trans; try exact near;
        [apply Rmax_l | apply Rmax_r].
    + destruct (bounded_over d a b A bounded_A) as [r H], (bounded_over d a b B bounded_B) as [r' H'].
      exists (Rmax r r'). intros x [A_x | B_x];
        [destruct (H x A_x) as [flat near] | destruct (H' x B_x) as [flat near]];
        (split; [exact flat |]; intros k; specialize (near k)); eapply Rle_trans; try exact near;
        [apply Rmax_l | apply Rmax_r].
    + intros z. unfold over. tauto.
  - intros l u sides.
    set (l' := fun k => if Nat.eq_dec k d then a else l k). set (u' := fun k => if Nat.eq_dec k d then b else u k).
    rewrite (size_same V _ (box (S d) l' u')).
    + rewrite size_box.
      * rewrite product_one_more. unfold l', u'. destruct (Nat.eq_dec d d); [| lia].
        replace (product_of d (fun k => (if Nat.eq_dec k d then b else u k) - (if Nat.eq_dec k d then a else l k)))
          with (product_of d (fun k => u k - l k)); [field; lra |].
        unfold product_of. f_equal. apply map_ext_in. intros k K. apply in_below in K.
        destruct (Nat.eq_dec k d); [lia | reflexivity].
      * intros k K. unfold l', u'. destruct (Nat.eq_dec k d); [lra | apply sides; lia].
    + apply bounded_over, bounded_box.
    + apply bounded_box.
    + intros z. unfold over, box, l', u', first_ones. split.
      * intros (flat & (_ & inside) & range). split; [exact flat |]. intros k K. destruct (Nat.eq_dec k d) as [-> |].
        -- exact range.
        -- specialize (inside k ltac:(lia)). destruct (lt_dec k d); [exact inside | lia].
      * intros (flat & inside). split; [exact flat |]. split; [split; [apply first_ones_flat |] |].
        -- intros k K. destruct (lt_dec k d); [| lia]. specialize (inside k ltac:(lia)).
           destruct (Nat.eq_dec k d); [lia | exact inside].
        -- specialize (inside d ltac:(lia)). destruct (Nat.eq_dec d d); [exact inside | lia].
Defined.

(** Disjoint parts of a set. *)
Lemma size_of_parts {d} (V : volume d) (part : nat -> vector -> Prop) (B : vector -> Prop) m : bounded_set d B ->
  (forall j x, (j < m)%nat -> part j x -> B x) ->
    (forall i j x, (i < j)%nat -> (j < m)%nat -> part i x -> part j x -> False) ->
  Sum (below m) (fun j => size_of V (part j)) <= size_of V B.
Proof.
  intros bounded_B within apart. assert (sub : forall A : vector -> Prop, (forall x, A x -> B x) -> bounded_set d A)
    by (intros A le; destruct bounded_B as [r H]; exists r; intros x inside; auto).
  apply Rle_trans with (size_of V (fun x => exists j, (j < m)%nat /\ part j x)).
  - clear bounded_B. induction m as [| m IH]; [simpl; apply size_ge_0 |].
    unfold below in *. rewrite seq_S, Sum_app. cbn [Sum Nat.add].
    assert (before : forall j x, (j < m)%nat -> part j x -> B x) by (intros j x less; apply within; lia).
    specialize (IH before ltac:(intros i j x ij less; apply apart; lia)).
    apply Rle_trans with (size_of V (fun x => (exists j, (j < m)%nat /\ part j x) \/ part m x)).
    + rewrite size_plus; [lra | | |].
      * apply sub. intros x (j & less & inside). now apply (before j).
      * apply sub. intros x inside. apply (within m); [lia | exact inside].
      * intros x (j & less & inside) inside'. apply (apart j m x); [exact less | lia | exact inside | exact inside'].
    + apply size_le.
      * apply sub. intros x (j & less & inside). now apply (within j).
      * intros x [(j & less & inside) | inside]; [exists j | exists m]; (split; [lia | assumption]).
  - apply size_le; [exact bounded_B |]. intros x (j & less & inside). now apply (within j).
Qed.

(** ** The share *)

Definition ball_about d (x : vector) r : vector -> Prop :=
  fun z => in_space d z /\ euclidean_norm (vector_minus x z) <= r.

Lemma bounded_and_in_cube d L (A : vector -> Prop) : bounded_set d (fun z => A z /\ corner_cube d (fun _ => 0) L z).
Proof.
  destruct (bounded_box d (fun _ => 0) (fun _ => 0 + L)) as [r H]. exists r. intros z [_ inside]. now apply H.
Qed.

Lemma squared_distance_of_flat d x z : in_space d x -> in_space d z ->
  euclidean_norm (vector_minus x z) ^ 2 = Sum (below d) (fun k => (x k - z k) ^ 2).
Proof.
  intros X Z. rewrite (norm_in_space d) by (intros k K; unfold vector_minus; rewrite X, Z by exact K; ring).
  rewrite pow2_sqrt; [reflexivity |]. apply Sum_ge_0. intros k. apply pow2_ge_0.
Qed.

Theorem share_of_a_ball d : forall (V : volume d) L x r, 0 < r -> r < L -> corner_cube d (fun _ => 0) L x ->
  / 2 ^ d * (unit_ball_volume d * r ^ d) <= size_of V (fun z => ball_about d x r z /\ corner_cube d (fun _ => 0) L z).
Proof.
  induction d as [| d IH]; intros V L x r r_pos r_L [flat inside].
  - replace (/ 2 ^ 0 * (unit_ball_volume 0 * r ^ 0)) with (product_of 0 (fun k => 0 - 0))
      by (simpl; unfold product_of; simpl; field).
    rewrite <- (size_box 0 V (fun _ => 0) (fun _ => 0)) by (intros; lra).
    apply size_le; [apply bounded_and_in_cube |]. intros z [z_flat _]. split; [split; [exact z_flat |] |].
    + rewrite (norm_in_space 0) by (intros k K; unfold vector_minus; rewrite flat, z_flat by lia; ring).
      unfold below. simpl. rewrite sqrt_0. lra.
    + split; [exact z_flat |]. intros k K. lia.
  - set (B := fun z => ball_about (S d) x r z /\ corner_cube (S d) (fun _ => 0) L z).
    pose proof (unit_ball_volume_pos d) as ball_pos. pose proof (pow_lt 2 d ltac:(lra)) as two.
    assert (r_d : 0 < r ^ S d) by now apply pow_lt.
    set (factor := / 2 ^ d * unit_ball_volume d * r ^ S d).
    assert (factor_pos : 0 < factor).
    { unfold factor. apply Rmult_lt_0_compat; [| exact r_d].
      apply Rmult_lt_0_compat; [now apply Rinv_0_lt_compat | exact ball_pos]. }
    enough (each : forall n, (1 <= n)%nat -> factor * (wallis (S d) - / INR n) <= size_of V B).
    { rewrite ball_volume_by_slices. replace (/ 2 ^ S d * (2 * unit_ball_volume d * wallis (S d) * r ^ S d)) with
        (factor * wallis (S d)) by (unfold factor; simpl pow; field; lra).
      apply le_epsilon. intros eps eps_pos. destruct (archimed_cor1 (eps / factor)) as (n & small & n_pos);
        [now apply Rdiv_lt_0_compat |].
      specialize (each n ltac:(lia)). assert (factor * / INR n <= eps); [| lra].
      apply Rlt_le in small. apply (Rmult_le_compat_l factor) in small; [| lra].
      replace (factor * (eps / factor)) with eps in small by (field; lra). exact small. }
    intros n n_1. assert (n_pos : 0 < INR n) by (apply lt_0_INR; lia).
    set (w := r / INR n). assert (w_pos : 0 < w) by now apply Rdiv_lt_0_compat.
    assert (n_w : INR n * w = r) by (unfold w; field; lra).
    (* So many slices have room on the right; the others are put on the left. *)
    set (y := x d). assert (y_range : 0 <= y < L) by (specialize (inside d ltac:(lia)); unfold y; lra).
    set (J := Z.to_nat (Int_part ((L - y) / w))).
    assert (J_range : INR J * w <= L - y < (INR J + 1) * w).
    { pose proof (base_Int_part ((L - y) / w)) as [low high].
      assert (ratio : 0 < (L - y) / w) by (apply Rdiv_lt_0_compat; lra).
      assert (whole : (0 <= Int_part ((L - y) / w))%Z).
      { assert (-1 < Int_part ((L - y) / w))%Z; [apply lt_IZR; simpl; lra | lia]. }
      unfold J. rewrite INR_IZR_INZ, Z2Nat.id by exact whole.
      apply Rle_div_r in low; [| exact w_pos]. split; [lra |].
      assert (less : (L - y) / w < IZR (Int_part ((L - y) / w)) + 1) by lra.
      apply Rlt_div_l in less; [lra | exact w_pos]. }
    set (start := fun j => if lt_dec j J then y + INR j * w else y - (INR j - INR J + 1) * w).
    assert (start_range : forall j, (S j < n)%nat -> 0 <= start j /\ start j + w <= L /\
      forall t, start j <= t < start j + w -> Rabs (t - y) <= INR (S j) * w).
    { intros j less. pose proof (pos_INR j) as j_0. pose proof (pos_INR J) as J_0. apply lt_INR in less.
      assert (j_n : INR (S j) + 1 <= INR n).
      { assert (S (S j) <= n)%nat as le by (apply INR_lt in less; lia). apply le_INR in le.
        rewrite (S_INR (S j)) in le. exact le. }
      rewrite S_INR in *. unfold start. destruct (lt_dec j J) as [right | left].
      - assert (INR j + 1 <= INR J) by (rewrite <- S_INR; apply le_INR; lia).
        split; [nra |]. split; [nra |]. intros t range. apply Rabs_le. nra.
      - assert (INR J <= INR j) by (apply le_INR; lia).
        split; [nra |]. split; [nra |]. intros t range. apply Rabs_le. nra. }
    set (radius := fun j => r * sqrt (1 - (INR (S j) / INR n) ^ 2)).
    assert (share : forall j, (S j < n)%nat -> INR (S j) / INR n < 1).
    { intros j less. apply Rlt_div_l; [exact n_pos |]. rewrite Rmult_1_l. now apply lt_INR. }
    assert (radius_range : forall j, (S j < n)%nat -> 0 < radius j /\ radius j <= r /\
      radius j ^ 2 + (INR (S j) * w) ^ 2 = r ^ 2).
    { intros j less. specialize (share j less). set (s := INR (S j) / INR n) in *.
      assert (s_0 : 0 <= s) by (apply Rdiv_le_0_compat; [apply pos_INR | exact n_pos]).
      assert (is : INR (S j) * w = s * r) by (unfold s, w; field; lra).
      assert (gap : 0 < 1 - s ^ 2) by nra. pose proof (sqrt_lt_R0 _ gap) as root_pos.
      assert (square : sqrt (1 - s ^ 2) ^ 2 = 1 - s ^ 2) by (apply pow2_sqrt; lra).
      unfold radius. fold s. rewrite is. split; [now apply Rmult_lt_0_compat |]. split.
      - assert (sqrt (1 - s ^ 2) <= 1); [| nra]. rewrite <- sqrt_1 at 2. apply sqrt_le_1_alt. nra.
      - rewrite Rpow_mult_distr, square. ring. }
    set (x' := first_ones d x).
    set (part := fun j => over d (start j) (start j + w)
      (fun z => ball_about d x' (radius j) z /\ corner_cube d (fun _ => 0) L z)).
    apply Rle_trans with (Sum (below (n - 1)) (fun j => size_of V (part j))).
    + apply Rle_trans with (Sum (below (n - 1)) (fun j => w * (/ 2 ^ d * (unit_ball_volume d * radius j ^ d)))).
      * pose proof (slices_above d n n_1) as sum. apply (Rmult_le_compat_l factor) in sum; [| lra].
        eapply Rle_trans; [exact sum |]. right. rewrite <- Rmult_assoc, <- Sum_scal, <- seq_shift, Sum_map.
        unfold below. apply Sum_ext. intros j. unfold radius, slice. rewrite Rpow_mult_distr. unfold factor, w.
        cbn [pow]. field. lra.
      * apply Sum_le_in. intros j I. apply in_below in I. assert (less : (S j < n)%nat) by lia.
        destruct (radius_range j less) as (radius_pos & radius_r & _).
        assert (cube : corner_cube d (fun _ => 0) L x').
        { split; [apply first_ones_flat |]. intros k K. unfold x', first_ones. destruct (lt_dec k d); [| lia].
          apply inside. lia. }
        specialize (IH (slice_volume V (start j) (start j + w) ltac:(lra)) L x' (radius j) radius_pos ltac:(lra) cube).
        cbn [size_of slice_volume] in IH. apply (Rmult_le_compat_l w) in IH; [| lra].
        eapply Rle_trans; [exact IH |]. right. unfold part. field. lra.
    + apply size_of_parts; [apply bounded_and_in_cube | |].
      * intros j z J_less (z_flat & (near & z_cube) & range). assert (less : (S j < n)%nat) by lia.
        destruct (start_range j less) as (start_0 & start_L & close).
        destruct (radius_range j less) as (radius_pos & _ & square). specialize (close (z d) range).
        destruct near as [_ near]. split; [split; [exact z_flat |] |].
        -- apply pow2_inj_le; [lra |]. rewrite (squared_distance_of_flat (S d)) by assumption.
           unfold below. rewrite seq_S, Sum_app. cbn [Sum Nat.add]. fold (below d).
           assert (firsts : Sum (below d) (fun k => (x k - z k) ^ 2) <= radius j ^ 2).
           { rewrite (Sum_ext_in _ _ (fun k => (x' k - first_ones d z k) ^ 2)).
             - rewrite <- squared_distance_of_flat by apply first_ones_flat.
               apply pow_incr. split; [apply sqrt_pos | exact near].
             - intros k K. apply in_below in K. unfold x', first_ones. destruct (lt_dec k d); [reflexivity | lia]. }
           assert (last : (x d - z d) ^ 2 <= (INR (S j) * w) ^ 2).
           { rewrite <- pow2_abs, Rabs_minus_sym. apply pow_incr. split; [apply Rabs_pos | exact close]. }
           lra.
        -- split; [exact z_flat |]. intros k K. destruct (Nat.eq_dec k d) as [-> | other]; [lra |].
           destruct z_cube as [_ z_cube]. specialize (z_cube k ltac:(lia)). unfold first_ones in z_cube.
           destruct (lt_dec k d); [exact z_cube | lia].
      * intros i j z ij J_less (_ & _ & range_i) (_ & _ & range_j). unfold start in range_i, range_j.
        assert (step : INR i + 1 <= INR j) by (rewrite <- S_INR; apply le_INR; lia).
        destruct (lt_dec i J) as [ri | li], (lt_dec j J) as [rj | lj]; try lia.
        -- nra.
        -- assert (INR J <= INR j) by (apply le_INR; lia). pose proof (pos_INR i). nra.
        -- nra.
Qed.
