(** * The facts of the calculus on the run of kent Algorithms 5 and 13 in the ball *)

From Foundations Require Export Ball_run.
Import ListNotations.
Open Scope R_scope.

(** Law of total probability, and Markov's inequality for the probability given the rotation, at 1/4. *)
Theorem fact_rotations_for_which_users_are_far : forall (P : law vector) (Delta : R) (T : nat) (alpha : R)
    (d n h : nat),
  0 < Delta ->
  (1 <= T)%nat ->
  0 < alpha ->
  alpha <= 1 ->
  (1 <= d)%nat ->
  (1 <= n)%nat ->
  INR n / (2 * INR d) = INR h ->
  member P (laws_on_ball 2 1 d) ->
  forall c : R, lost_given_most P n T d alpha Delta c ->
  lost P n T d alpha Delta <= 4 * rotated_off P T d Delta + c.
Proof.
  intros P Delta T alpha d n h _ _ _ _ _ _ _ _ c [c_ge_0 given].
  unfold lost, rotated_off. rewrite <- average_scal, <- (average_const d c), <- average_plus.
  apply average_le. intros signs V. specialize (given signs V).
  set (far := E (power P T) _) in *.
  assert (F : 0 <= far) by (apply E_between with (b := 1); intros; apply at_least_test).
  assert (L : lost_at P n T d alpha Delta signs <= 1)
    by (apply E_between with (a := 0); intros; apply indicator_between).
  destruct (Rle_dec far (1 / 4)) as [good | bad]; [specialize (given good); lra | lra].
Qed.

(** ** The rotation keeps lengths *)

Lemma doubled_sym p i j : doubled p i j = doubled p j i.
Proof.
  revert i j. induction p as [| p IH]; intros i j; [reflexivity |]. simpl.
  destruct (i <=? 2 ^ p)%nat, (j <=? 2 ^ p)%nat; now rewrite IH.
Qed.

Lemma doubled_square p i j : doubled p i j * doubled p i j = 1.
Proof.
  revert i j. induction p as [| p IH]; intros i j; [simpl; ring |]. simpl.
  destruct (i <=? 2 ^ p)%nat, (j <=? 2 ^ p)%nat; try apply IH. rewrite <- (IH (i - 2 ^ p)%nat (j - 2 ^ p)%nat). ring.
Qed.

Section Rotation.
  Variables (p : nat) (signs : list bool).
  Let d := (2 ^ p)%nat.
  Let entry_of := rotation_entry d signs.

  Let d_pos : 0 < INR d.
  Proof. apply lt_0_INR. unfold d. pose proof (Nat.pow_nonzero 2 p). lia. Qed.

  Let entry_is j k : entry_of j k = doubled p j (S k) * sgn (bit signs k) / sqrt (INR d).
  Proof. unfold entry_of, rotation_entry, d. now rewrite Nat.log2_pow2 by lia. Qed.

  Let root : sqrt (INR d) * sqrt (INR d) = INR d.
  Proof. apply sqrt_sqrt. lra. Qed.

  Let root_pos : 0 < sqrt (INR d).
  Proof. now apply sqrt_lt_R0. Qed.

  Let sign_square k : sgn (bit signs k) * sgn (bit signs k) = 1.
  Proof. unfold sgn. destruct (bit signs k); ring. Qed.

  (** Columns of the doubled matrix. *)
  Let gram_of i j : (1 <= i <= d)%nat -> (1 <= j <= d)%nat ->
    Sum (seq 1 d) (fun k => doubled p k i * doubled p k j) = if Nat.eq_dec i j then INR d else 0.
  Proof.
    intros I J. destruct (Nat.eq_dec i j) as [-> | other].
    - rewrite (Sum_ext _ _ (fun _ => 1)) by (intros; apply doubled_square). rewrite Sum_const, seq_length. ring.
    - destruct (Nat.lt_ge_cases i j) as [less | more]; [apply gram_doubled; unfold d in *; lia |].
      rewrite (Sum_ext _ _ (fun k => doubled p k j * doubled p k i)) by (intros; ring).
      apply gram_doubled; unfold d in *; lia.
  Qed.

  Lemma orthonormal_columns k l : (k < d)%nat -> (l < d)%nat ->
    Sum (seq 1 d) (fun j => entry_of j k * entry_of j l) = if Nat.eq_dec k l then 1 else 0.
  Proof.
    intros K L. rewrite (Sum_ext _ _ (fun j => sgn (bit signs k) * sgn (bit signs l) / INR d *
      (doubled p j (S k) * doubled p j (S l)))).
    - rewrite Sum_scal, gram_of by lia. destruct (Nat.eq_dec k l) as [-> | other], (Nat.eq_dec (S _) (S _)); try lia;
        [| ring].
      rewrite sign_square. field. lra.
    - intros j. rewrite !entry_is. unfold Rdiv. rewrite <- root at 3. rewrite Rinv_mult. ring.
  Qed.

  Lemma orthonormal_rows i j : (1 <= i <= d)%nat -> (1 <= j <= d)%nat ->
    Sum (below d) (fun k => entry_of i k * entry_of j k) = if Nat.eq_dec i j then 1 else 0.
  Proof.
    intros I J. transitivity (/ INR d * Sum (below d) (fun k => doubled p (S k) i * doubled p (S k) j)).
    - rewrite <- Sum_scal. apply Sum_ext. intros k. rewrite !entry_is, (doubled_sym p i), (doubled_sym p j).
      replace (doubled p (S k) i * sgn (bit signs k) / sqrt (INR d) * (doubled p (S k) j * sgn (bit signs k)
        / sqrt (INR d)))
        with (doubled p (S k) i * doubled p (S k) j * (sgn (bit signs k) * sgn (bit signs k)) / (sqrt (INR d)
          * sqrt (INR d)))
        by (field; lra).
      rewrite sign_square, root. field. lra.
    - unfold below. rewrite <- (Sum_map S (seq 0 d) (fun k => doubled p k i * doubled p k j)), seq_shift,
        gram_of by assumption.
      destruct (Nat.eq_dec i j); field; lra.
  Qed.

  (** A vector that is turned back is as far off as its coordinates are. *)
  Lemma squares_turned_back y theta : squared_distance d (rotated_back d signs y) theta =
    Sum (seq 1 d) (fun j => (y j - rotated_at d signs j theta) ^ 2).
  Proof.
    set (u := fun j => y j - rotated_at d signs j theta). unfold squared_distance.
    assert (back : forall k, (k < d)%nat -> rotated_back d signs y k - theta k = Sum (seq 1 d)
      (fun j => entry_of j k * u j)).
    { intros k K. unfold rotated_back, u. fold entry_of.
      rewrite (Sum_ext (seq 1 d) (fun j => entry_of j k * (y j - rotated_at d signs j theta))
        (fun j => entry_of j k * y j - entry_of j k * rotated_at d signs j theta)) by (intros; ring).
      rewrite Sum_minus. f_equal. unfold rotated_at. fold entry_of.
      rewrite (Sum_ext _ _ (fun j => Sum (below d) (fun l => theta l * (entry_of j k * entry_of j l)))).
      - rewrite Sum_swap, (Sum_ext_in _ _ (fun l => if Nat.eq_dec l k then theta k else 0)).
        + symmetry. apply Sum_single; [apply seq_NoDup | now apply in_below].
        + intros l L. apply in_below in L. rewrite Sum_scal, orthonormal_columns by assumption.
          destruct (Nat.eq_dec k l) as [-> | other], (Nat.eq_dec l _) as [same |]; try ring; [easy | congruence].
      - intros j. rewrite <- Sum_scal. apply Sum_ext. intros l. ring. }
    rewrite (Sum_ext_in _ _ (fun k => Sum (seq 1 d) (fun i => Sum (seq 1 d) (fun j => u i * u j * (entry_of i k *
      entry_of j k))))).
    - rewrite Sum_swap. apply Sum_ext_in. intros i I. rewrite Sum_swap. apply in_seq in I.
      rewrite (Sum_ext_in _ _ (fun j => if Nat.eq_dec j i then u i ^ 2 else 0)).
      + apply Sum_single; [apply seq_NoDup | apply in_seq; lia].
      + intros j J. apply in_seq in J. rewrite Sum_scal, orthonormal_rows by lia.
        destruct (Nat.eq_dec i j) as [-> | other], (Nat.eq_dec j _) as [same |]; try ring; [easy | congruence].
    - intros k K. apply in_below in K. rewrite (back k K). simpl. rewrite Rmult_1_r, <- Sum_scal. apply Sum_ext.
      intros i.
      rewrite Rmult_comm, <- Sum_scal. apply Sum_ext. intros j. ring.
  Qed.
End Rotation.

(** ** Means of cuts *)

Lemma cut_of_sum {I} (l : list I) (f : I -> R) c : 0 <= c -> (forall i, 0 <= f i) ->
  Rmin (Sum l f) c <= Sum l (fun i => Rmin (f i) c) <= Rmin (Sum l f) (INR (length l) * c).
Proof.
  intros C F. induction l as [| i l [low high]].
  - cbn [Sum length]. simpl INR. rewrite Rmult_0_l. unfold Rmin. repeat destruct (Rle_dec _ _); lra.
  - cbn [Sum length]. rewrite S_INR. pose proof (F i). pose proof (Sum_ge_0 l f F).
    assert (0 <= Sum l (fun j => Rmin (f j) c)) by (apply Sum_ge_0; intros j; apply Rmin_glb; auto).
    assert (0 <= INR (length l) * c) by (apply Rmult_le_pos; [apply pos_INR | exact C]).
    split.
    + set (rest := Sum l (fun j => Rmin (f j) c)) in *. clearbody rest. clear high.
      assert (Rmin (f i) c = f i \/ Rmin (f i) c = c) as [-> | ->] by (unfold Rmin; destruct (Rle_dec _ _); auto).
      * apply Rle_trans with (f i + Rmin (Sum l f) c); [| lra]. unfold Rmin. repeat destruct (Rle_dec _ _); lra.
      * pose proof (Rmin_r (f i + Sum l f) c). lra.
    + apply Rmin_glb.
      * apply Rplus_le_compat; [apply Rmin_l |]. eapply Rle_trans; [exact high | apply Rmin_l].
      * rewrite Rmult_plus_distr_r, Rmult_1_l, Rplus_comm.
        apply Rplus_le_compat; [eapply Rle_trans; [exact high | apply Rmin_r] | apply Rmin_r].
Qed.

(** The parts of a sum have bounds that add up to the sum's. *)
Lemma parts_of_cut_means (l : list nat) (A : nat -> R -> R) r :
  (forall i c c', c <= c' -> A i c <= A i c') -> (forall c, 0 <= c -> Sum l (fun i => A i c) <= r) ->
  (forall i c, 0 <= c -> 0 <= A i c) ->
  exists x : nat -> R, (forall i, In i l -> forall c, A i c <= x i) /\ Sum l x <= r.
Proof.
  intros rises whole pos.
  assert (each : forall i, In i l -> forall c, 0 <= c -> A i c <= r).
  { intros i I c C. eapply Rle_trans; [| exact (whole c C)]. clear whole. induction l as [| j l' IH]; [easy |].
    assert (0 <= Sum l' (fun i => A i c)) by (apply Sum_ge_0; intros; now apply pos).
    pose proof (pos j c C). simpl. destruct I as [-> | I]; [lra | specialize (IH I); lra]. }
  set (values := fun i s => exists c, 0 <= c /\ s = A i c).
  assert (tops : exists x : nat -> R, forall i, In i l -> is_lub (values i) (x i)).
  { clear whole. induction l as [| i l' IH]; [now exists (fun _ => 0) |].
    destruct IH as (x & X); [intros j J; apply each; now right |].
    destruct (completeness (values i)) as [top T].
    - exists r. intros s (c & C & ->). apply each; [now left | exact C].
    - exists (A i 0), 0. split; [lra | reflexivity].
    - exists (fun j => if Nat.eq_dec j i then top else x j). intros j J.
      destruct (Nat.eq_dec j i) as [-> | other]; [exact T |]. apply X. now destruct J as [-> | J]. }
  destruct tops as (x & X). exists x. split.
  - intros i I c. apply Rle_trans with (A i (Rmax 0 c)); [apply rises, Rmax_r |].
    apply (X i I). exists (Rmax 0 c). split; [apply Rmax_l | reflexivity].
  - assert (close : forall e, 0 < e -> exists c, 0 <= c /\ Sum l x <= Sum l (fun i => A i c) + INR (length l) * e).
    { intros e E0. clear whole each. induction l as [| i l' IH]; [exists 0; simpl; lra |].
      destruct IH as (c & C & near); [intros j J; apply X; now right |].
      destruct (X i (or_introl eq_refl)) as [_ least].
      assert (some : exists c', 0 <= c' /\ x i - e <= A i c').
      { apply NNPP. intros none. enough (x i <= x i - e) by lra. apply least. intros s (c' & C' & ->).
        apply Rnot_lt_le. intros more. apply none. exists c'. split; [exact C' | lra]. }
      destruct some as (c' & C' & near'). exists (Rmax c c'). split; [eapply Rle_trans; [exact C | apply Rmax_l] |].
      cbn [Sum length]. rewrite S_INR. pose proof (rises i c' (Rmax c c') (Rmax_r c c')).
      assert (Sum l' (fun i => A i c) <= Sum l' (fun i => A i (Rmax c c'))) by (apply Sum_le; intros;
        apply rises, Rmax_l).
      lra. }
    apply Rnot_lt_le. intros more. set (e := (Sum l x - r) / (2 * (INR (length l) + 1))).
    pose proof (pos_INR (length l)) as many. assert (E0 : 0 < e) by (apply Rdiv_lt_0_compat; lra).
    destruct (close e E0) as (c & C & near). specialize (whole c C).
    assert (half : (INR (length l) + 1) * e = (Sum l x - r) / 2) by (unfold e; field; lra). lra.
Qed.

(** Its rows are orthonormal. *)
Theorem fact_a_rotation_keeps_lengths : forall (L : laplace_laws) (P : law vector) (Delta : R) (T : nat) (alpha : R)
    (d n h : nat),
  0 < Delta ->
  (1 <= T)%nat ->
  0 < alpha ->
  (1 <= d)%nat ->
  (1 <= n)%nat ->
  INR n / (2 * INR d) = INR h ->
  member P (laws_on_ball 2 1 d) ->
  power_of_two d ->
  (forall c : R, (exists x : nat -> R, (forall j : nat, (1 <= j)%nat -> (j <= d)%nat ->
      ball_part_most L P n T d alpha Delta j (x j)) /\ Sum (seq 1 d) (fun j => x j) <= c) ->
    ball_error_most L P n T d alpha Delta c) /\
  (forall r : R, ball_error_most L P n T d alpha Delta r -> exists x : nat -> R,
    (forall j_ : nat, (1 <= j_)%nat -> (j_ <= d)%nat -> ball_part_most L P n T d alpha Delta j_ (x j_)) /\
    Sum (seq 1 d) (fun j_ => x j_) <= r).
Proof.
  intros L P Delta T alpha d n h _ _ _ _ _ _ _ [p two].
  set (M := fun signs => estimates L P n T d alpha Delta signs (seq 1 d)).
  set (f := fun signs (y : nat -> R) j => (y j - rotated_at d signs j (mean_of d P)) ^ 2).
  set (A := fun j c => average d (fun signs => E (M signs) (fun y => Rmin (f signs y j) c))).
  assert (f_ge_0 : forall signs y j, 0 <= f signs y j) by (intros; apply pow2_ge_0).
  assert (B : forall signs j c, bounded (fun y => Rmin (f signs y j) c)) by (intros; now apply bounded_cut).
  assert (whole : forall signs y, squared_distance d (rotated_back d signs y) (mean_of d P) = Sum (seq 1 d)
    (f signs y)).
  { intros signs y. subst d. apply squares_turned_back. }
  assert (BS : forall signs c, bounded (fun y => Rmin (Sum (seq 1 d) (f signs y)) c)).
  { intros signs c. apply bounded_cut. intros y. now apply Sum_ge_0. }
  assert (error : forall c, average d (fun signs => E (M signs) (fun y =>
      Rmin (squared_distance d (rotated_back d signs y) (mean_of d P)) c)) =
    average d (fun signs => E (M signs) (fun y => Rmin (Sum (seq 1 d) (f signs y)) c))).
  { intros c. unfold average. f_equal. apply Sum_ext. intros signs. apply E_ext. intros y. now rewrite whole. }
  assert (sum_A : forall c, Sum (seq 1 d) (fun j => A j c) =
    average d (fun signs => E (M signs) (fun y => Sum (seq 1 d) (fun j => Rmin (f signs y j) c)))).
  { intros c. unfold A. rewrite <- average_Sum. unfold average. f_equal. apply Sum_ext. intros signs. symmetry.
    now apply E_Sum. }
  assert (rises : forall j c c', c <= c' -> A j c <= A j c').
  { intros j c c' C. apply average_le. intros signs _. apply E_mono; auto. intros y. unfold Rmin.
    repeat destruct (Rle_dec _ _); lra. }
  unfold ball_error_most, ball_part_most. fold M. split.
  - intros r (x & parts & small) c. rewrite error.
    apply Rle_trans with (Sum (seq 1 d) (fun j => A j (Rmax 0 c))).
    + rewrite sum_A. apply average_le. intros signs _. apply E_mono; [apply BS | now apply bounded_Sum |].
      intros y. eapply Rle_trans; [| apply (cut_of_sum (seq 1 d) (f signs y) (Rmax 0 c) (Rmax_l 0 c) (f_ge_0 signs y))].
      pose proof (Rmax_r 0 c). unfold Rmin. repeat destruct (Rle_dec _ _); lra.
    + eapply Rle_trans; [| exact small]. apply Sum_le_in. intros j J. apply in_seq in J. apply parts; lia.
  - intros r small. destruct (parts_of_cut_means (seq 1 d) A r rises) as (x & parts & sum).
    + intros c C. rewrite sum_A. eapply Rle_trans; [| apply (small (INR d * c))]. rewrite error.
      apply average_le. intros signs _. apply E_mono; [now apply bounded_Sum | apply BS |]. intros y.
      pose proof (proj2 (cut_of_sum (seq 1 d) (f signs y) c C (f_ge_0 signs y))) as H. now rewrite seq_length in H.
    + intros j c C. unfold A. rewrite <- (average_const d 0). apply average_le. intros signs _. apply E_ge; auto.
      intros y. now apply Rmin_glb.
    + exists x. split; [| exact sum]. intros j J J' c. apply (parts j). apply in_seq. lia.
Qed.

(** ** Variances of cut means *)

(** The mean of independent draws has their variance over their number. *)
Lemma variance_of_mean_of_draws {A} (Q : law A) g h : bounded g -> (1 <= h)%nat ->
  E (power Q h) (fun data => (total g h data / INR h - E (power Q h) (fun data' => total g h data' / INR h)) ^ 2) =
  E Q (fun x => (g x - E Q g) ^ 2) / INR h.
Proof.
  intros G h_1. assert (H : 0 < INR h) by (apply lt_0_INR; lia). set (mu := E Q g).
  set (v := E Q (fun x => (g x - mu) ^ 2)).
  assert (T : forall m, bounded (total g m)) by (intros m; now apply bounded_total).
  assert (means : forall m, E (power Q m) (total g m) = INR m * mu).
  { induction m as [| m IH]; [simpl; ring |]. cbn [power]. rewrite E_step, S_INR.
    rewrite (E_ext _ _ (fun data => mu + total g m data)).
    - rewrite E_plus, E_const, IH by (apply T || bounded). ring.
    - intros data. simpl. rewrite E_plus, E_const by bounded. reflexivity. }
  assert (squares : forall m, E (power Q m) (fun data => (total g m data - INR m * mu) ^ 2) = INR m * v).
  { induction m as [| m IH]; [simpl; ring |]. cbn [power]. rewrite E_step.
    rewrite (E_ext _ _ (fun data => v + (total g m data - INR m * mu) ^ 2)).
    - rewrite E_plus, E_const, IH, S_INR; [ring | bounded |].
      apply (bounded_pow (fun data => total g m data - INR m * mu) 2).
      apply bounded_minus; [apply T | bounded].
    - intros data. set (r := total g m data - INR m * mu).
      rewrite (E_ext Q _ (fun x => (g x - mu) ^ 2 + 2 * r * (g x - mu) + r ^ 2)).
      + rewrite !E_plus, E_scal, E_minus, !E_const by bounded. fold mu v. ring.
      + intros x. simpl total. rewrite S_INR. unfold r. ring. }
  assert (centre : E (power Q h) (fun data => total g h data / INR h) = mu).
  { rewrite E_div by apply T. rewrite means. field. lra. }
  rewrite centre, (E_ext _ _ (fun data => / INR h ^ 2 * (total g h data - INR h * mu) ^ 2)).
  - rewrite E_scal, squares; [field; lra |]. apply (bounded_pow (fun data => total g h data - INR h * mu) 2).
    apply bounded_minus; [apply T | bounded].
  - intros data. field. lra.
Qed.

(** A variance is the least mean square about a number. *)
Lemma variance_least {A} (Q : law A) g m : bounded g ->
  E Q (fun x => (g x - E Q g) ^ 2) <= E Q (fun x => (g x - m) ^ 2).
Proof.
  intros G. set (mu := E Q g). rewrite (E_ext Q (fun x => (g x - m) ^ 2)
    (fun x => (g x - mu) ^ 2 + 2 * (mu - m) * (g x - mu) + (mu - m) ^ 2)) by (intros; ring).
  rewrite !E_plus, E_scal, E_minus, !E_const by bounded. fold mu. pose proof (pow2_ge_0 (mu - m)). lra.
Qed.

(** Signs of different columns are uncorrelated. *)
Lemma average_of_signs d k l : (k < d)%nat -> (l < d)%nat ->
  average d (fun signs => sgn (bit signs k) * sgn (bit signs l)) = if Nat.eq_dec k l then 1 else 0.
Proof.
  intros K L. destruct (Nat.eq_dec k l) as [-> | other].
  - rewrite <- (average_const d 1). unfold average. f_equal. apply Sum_ext. intros signs.
    unfold sgn. destruct (bit signs l); ring.
  - set (f := fun signs => sgn (bit signs k) * sgn (bit signs l)).
    assert (turned : average d (fun signs => f (flip k signs)) = average d (fun signs => -1 * f signs)).
    { unfold average. f_equal. apply Sum_ext_in. intros signs V. unfold f.
      rewrite bit_flip by now rewrite (length_of_vertex d signs V). rewrite bit_flip_other by auto.
      unfold sgn. destruct (bit signs k); simpl; ring. }
    rewrite average_flip, average_scal in turned by exact K. fold f. lra.
Qed.

(** The squares of the rotated coordinates, on average over the signs, add up to the squared length. *)
Lemma squares_of_rotated d x : (1 <= d)%nat ->
  average d (fun signs => Sum (seq 1 d) (fun j => rotated_at d signs j x ^ 2)) = Sum (below d) (fun k => x k ^ 2).
Proof.
  intros D. assert (d_pos : 0 < INR d) by (apply lt_0_INR; lia).
  assert (root : sqrt (INR d) * sqrt (INR d) = INR d) by (apply sqrt_sqrt; lra).
  assert (root_pos : 0 < sqrt (INR d)) by now apply sqrt_lt_R0.
  rewrite average_Sum, (Sum_ext _ _ (fun _ => / INR d * Sum (below d) (fun k => x k ^ 2))).
  { rewrite Sum_const, seq_length. field. lra. }
  intros j. set (p := Nat.log2 d).
  transitivity (average d (fun signs => Sum (below d) (fun k => Sum (below d) (fun l =>
    / INR d * (doubled p j (S k) * doubled p j (S l) * (x k * x l)) * (sgn (bit signs k) * sgn (bit signs l)))))).
  - unfold average. f_equal. apply Sum_ext. intros signs. unfold rotated_at. simpl. rewrite Rmult_1_r, <- Sum_scal.
    apply Sum_ext. intros k. rewrite Rmult_comm, <- Sum_scal. apply Sum_ext. intros l. unfold rotation_entry. fold p.
    unfold Rdiv. rewrite <- root at 3. rewrite Rinv_mult. ring.
  - rewrite average_Sum, <- Sum_scal. apply Sum_ext_in. intros k K. apply in_below in K. rewrite average_Sum.
    rewrite (Sum_ext_in _ _ (fun l => if Nat.eq_dec l k then / INR d * x k ^ 2 else 0)).
    + apply Sum_single; [apply seq_NoDup | now apply in_below].
    + intros l L. apply in_below in L. rewrite average_scal, average_of_signs by assumption.
      destruct (Nat.eq_dec k l) as [-> | other], (Nat.eq_dec l _) as [same |]; try ring; try easy; try congruence.
      rewrite doubled_square. ring.
Qed.

Lemma cut_contracts alpha Delta k y z : Rabs (cut_to_bin alpha Delta k y - cut_to_bin alpha Delta k z) <= Rabs (y - z).
Proof.
  unfold cut_to_bin. generalize (-1 + 2 * INR k * Delta - widened alpha Delta),
    (-1 + 2 * INR (S k) * Delta + widened alpha Delta). intros low high. apply Rabs_le.
  pose proof (Rle_abs (y - z)). pose proof (Rabs_maj2 (y - z)).
  unfold Rmax, Rmin. repeat destruct (Rle_dec _ _); lra.
Qed.

(** A contraction has no more variance; in the ball the variances of one rotated draw add up to at most 1 on average
    over the signs of the columns, those of a mean of T to at most 1/T. *)
Theorem fact_clipped_means_of_rotated_vectors : forall (P : law vector) (Delta : R) (T : nat) (alpha : R) (d n h : nat),
  0 < Delta ->
  (1 <= T)%nat ->
  0 < alpha ->
  (1 <= d)%nat ->
  (1 <= n)%nat ->
  INR n / (2 * INR d) = INR h ->
  member P (laws_on_ball 2 1 d) ->
  clipped_variance P n T d alpha Delta <= 2 * INR d / (INR T * INR n).
Proof.
  intros P Delta T alpha d n h Delta_pos T_1 _ d_1 n_1 groups inside.
  assert (d_pos : 0 < INR d) by (apply lt_0_INR; lia). assert (n_pos : 0 < INR n) by (apply lt_0_INR; lia).
  assert (T_pos : 0 < INR T) by (apply lt_0_INR; lia).
  assert (whole : n = (2 * d * h)%nat).
  { apply INR_eq. rewrite !mult_INR. simpl (INR 2). rewrite <- groups. field. lra. }
  assert (users : (n / (2 * d))%nat = h) by (rewrite whole, Nat.mul_comm; apply Nat.div_mul; lia).
  assert (h_1 : (1 <= h)%nat) by (destruct h; [rewrite Nat.mul_0_r in whole; lia | lia]).
  assert (h_pos : 0 < INR h) by (apply lt_0_INR; lia).
  assert (wide_ge_0 : 0 <= widened alpha Delta) by (unfold widened; destruct (Rle_dec alpha 1); lra).
  set (W := 2 * Delta + 2 * widened alpha Delta).
  set (far := fun signs j data => Rmin (rotated_at d signs j (user_error d P T data) ^ 2) (W ^ 2)).
  assert (B : forall signs j, bounded (far signs j)) by (intros; apply bounded_cut; intros; apply pow2_ge_0).
  assert (one : forall signs j k, variance_of_cut_means P n T d alpha Delta (rotated_at d signs j) k <=
    / INR h * E (power P T) (far signs j)).
  { intros signs j k. unfold variance_of_cut_means. rewrite users.
    set (g := fun x => cut_to_bin alpha Delta k (rotated_at d signs j (user_mean d T x))).
    assert (range : forall y, -1 + 2 * INR k * Delta - widened alpha Delta <= cut_to_bin alpha Delta k y <=
      -1 + 2 * INR (S k) * Delta + widened alpha Delta).
    { intros y. unfold cut_to_bin. rewrite S_INR. unfold Rmax, Rmin. repeat destruct (Rle_dec _ _); lra. }
    assert (G : bounded g) by (eapply bounded_between; intros x; apply range).
    rewrite (variance_of_mean_of_draws (power P T) g h G h_1). unfold Rdiv. rewrite Rmult_comm.
    apply Rmult_le_compat_l; [left; now apply Rinv_0_lt_compat |].
    set (m := cut_to_bin alpha Delta k (rotated_at d signs j (mean_of d P))).
    eapply Rle_trans; [apply (variance_least (power P T) g m G) |]. apply E_mono; [bounded | apply B |].
    intros data. apply Rmin_glb.
    - rewrite <- (pow2_abs (g data - m)), <- (pow2_abs (rotated_at _ _ _ _)). apply pow_incr. split; [apply Rabs_pos |].
      eapply Rle_trans; [apply cut_contracts |]. right. f_equal. unfold rotated_at. rewrite <- Sum_minus.
      apply Sum_ext_in. intros i I. apply in_below in I. unfold user_error, user_mean, mean_of.
      rewrite (proj2 (Nat.ltb_lt i d) I). ring.
    - rewrite <- (pow2_abs (g data - m)). apply pow_incr. split; [apply Rabs_pos |]. apply Rabs_le.
      pose proof (range (rotated_at d signs j (user_mean d T data))) as R1.
      pose proof (range (rotated_at d signs j (mean_of d P))) as R2. fold m in R2. fold (g data) in R1.
      rewrite S_INR in R1, R2. unfold W. lra. }
  unfold clipped_variance.
  apply Rle_trans with (average d (fun signs => Sum (seq 1 d) (fun j => / INR h * E (power P T) (far signs j)))).
  { apply average_le. intros signs _. apply Sum_le. intros j.
    assert (V : forall k, 0 <= variance_of_cut_means P n T d alpha Delta (rotated_at d signs j) k <=
        / INR h * E (power P T) (far signs j)).
    { intros k. split; [| apply one]. apply E_ge; [| intros; apply pow2_ge_0].
      apply (bounded_pow (fun data => _ - _) 2), bounded_minus; [| bounded]. apply bounded_div, bounded_total.
      eapply bounded_between. intros x. unfold cut_to_bin. split; [apply Rmax_l |]. apply Rmax_lub; [| apply Rmin_l].
      rewrite S_INR. lra. }
    eapply E_between. intros messages. apply V. }
  assert (order : average d (fun signs => Sum (seq 1 d) (fun j => / INR h * E (power P T) (far signs j))) =
    / INR h * E (power P T) (fun data => average d (fun signs => Sum (seq 1 d) (fun j => far signs j data)))).
  { rewrite <- average_E by (intros; now apply bounded_Sum). rewrite <- average_scal. unfold average. f_equal.
    apply Sum_ext. intros signs. now rewrite Sum_scal, E_Sum. }
  rewrite order.
  apply Rle_trans with (/ INR h * / INR T).
  - apply Rmult_le_compat_l; [left; now apply Rinv_0_lt_compat |].
    apply (mean_square_of_error P d inside T T_1).
    + unfold average. apply bounded_mult; [bounded |]. apply bounded_Sum. intros signs. now apply bounded_Sum.
    + intros data. rewrite <- (squares_of_rotated d _ d_1). apply average_le. intros signs _. apply Sum_le. intros j.
      apply Rmin_l.
  - right. rewrite whole, !mult_INR. simpl (INR 2). field. repeat split; lra.
Qed.
