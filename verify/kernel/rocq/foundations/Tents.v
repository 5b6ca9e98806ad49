(** * Tents: laws of samples whose regression function hides signs, and learners that look for them

    The features have density c on a cube of volume 1/c. From its corner on it is cut into cubes of side h, as many as
    have room; on the k-th the regression function is a tent with the k-th sign. After Audibert and Tsybakov 2007, proof
    of Theorem 3.5. *)

From Foundations Require Export Discrete Coupled Coupled_labels Bumps.
Import ListNotations.
Open Scope R_scope.

(** ** Learners

    A learner is known by the law of its answer at so many draws of each law; a law counts by what it expects of bounded
    functions. An algorithm is one; one that gets a message of each label, which may depend on the sample's features and
    on what was said before, is another: its samples are drawn as they are asked for, which is the same for probability
    measures (Fubini). *)
Record learner A T := Learner {
  answers :> law A -> nat -> law T;
  answers_agree : forall P Q n, same_law P Q -> same_law (answers P n) (answers Q n)
}.
Arguments answers {A T}.
Arguments answers_agree {A T}.

Lemma same_transcripts {A B} (Z : protocol A B) P Q n : same_law P Q -> same_law (transcript Z P n) (transcript Z Q n).
Proof.
  intros same. induction n as [| n IH]; intros f F; [reflexivity |]. cbn [transcript]. rewrite !E_step.
  destruct F as [M F].
  assert (B1 : forall h : list B, bounded (fun x => E (Z h x) (fun z => f (z :: h))))
    by (intros h; exists M; intros x; apply E_small; intros z; apply F).
  transitivity (E (transcript Z P n) (fun h => E Q (fun x => E (Z h x) (fun z => f (z :: h))))).
  - apply E_ext. intros h. exact (same _ (B1 h)).
  - apply IH. exists M. intros h. apply (E_small Q). intros x. apply E_small. intros z. apply F.
Qed.

Lemma same_draws {A} (P Q : law A) n : same_law P Q -> same_law (power P n) (power Q n).
Proof.
  intros same. induction n as [| n IH]; intros f F; [reflexivity |]. cbn [power]. rewrite !E_step.
  destruct F as [M F].
  transitivity (E (power P n) (fun h => E Q (fun z => f (z :: h)))).
  - apply E_ext. intros h. apply same. exists M. intros z. apply F.
  - apply IH. exists M. intros h. apply (E_small Q). intros z. apply F.
Qed.

Lemma same_through {A B} (P Q : law A) (K : A -> law B) : same_law P Q -> same_law (bind P K) (bind Q K).
Proof. intros same f F. apply same. now apply bounded_through. Qed.

(** An algorithm decides on all draws at once. *)
Definition from_draws {A T} (L : algorithm A T) : learner A T :=
  Learner A T (fun P n => bind (power P n) L) (fun P Q n same => same_through _ _ L (same_draws P Q n same)).

Record labels_in_turn X Y B T := Labels_in_turn {
  samples_asked : nat;
  label_channel : list (X * B) -> X -> channel Y B;
  answer_of : list (X * B) -> law T
}.
Arguments samples_asked {X Y B T}.
Arguments label_channel {X Y B T}.
Arguments answer_of {X Y B T}.

Section In_turn.
  Context {X Y B T : Type} (Z : labels_in_turn X Y B T).

  (** What is said of a sample: its features, and the message of its label. *)
  Definition in_turn : protocol (X * Y) (X * B) := fun h s =>
    bind (label_channel Z h (fst s) (snd s)) (fun z => ret (fst s, z)).
  Definition messages_in_turn : method (X * Y) (X * B) (law T) :=
    Method (X * Y) (X * B) (law T) (samples_asked Z) in_turn (answer_of Z).
  Definition answer_in_turn : learner (X * Y) T := Learner (X * Y) T
    (fun P n => bind (transcript in_turn P n) (answer_of Z))
    (fun P Q n same => same_through _ _ (answer_of Z) (same_transcripts in_turn P Q n same)).

  Definition label_channels n e := samples_asked Z = n /\ forall h x, private e (label_channel Z h x).
End In_turn.

Coercion messages_in_turn : labels_in_turn >-> method.
Coercion answer_in_turn : labels_in_turn >-> learner.

(** What an answer says of the sign of each cube: perhaps by a coin, as where there is a tie. *)
Definition reading T := nat -> channel T bool.

(** The chance that it says +. *)
Definition says {T} (reads : reading T) (k : nat) (P : law T) :=
  E P (fun t => E (reads k t) (fun s : bool => if s then 1 else 0)).

(** The average error of the test of the k-th sign, + at P and - at Q. *)
Definition learner_risk {A T} (reads : reading T) (L : learner A T) k P Q n :=
  (1 - says reads k (L P n)) / 2 + says reads k (L Q n) / 2.

(** The same test by an algorithm's answer. *)
Definition decide {A T} (reads : reading T) (L : algorithm A T) k : algorithm A bool := fun data =>
  bind (L data) (reads k).

Lemma says_between {T} (reads : reading T) k P : 0 <= says reads k P <= 1.
Proof. apply E_between. intros t. apply E_between. intros []; lra. Qed.

(** For an algorithm it is the error of the test from all data. *)
Lemma risk_of_algorithm {A T} (reads : reading T) (L : algorithm A T) k P Q n :
  learner_risk reads (from_draws L) k P Q n =
  test_risk (accepts (decide reads L k)) (power P n) (power Q n).
Proof.
  unfold learner_risk, test_risk. f_equal. unfold Rdiv. f_equal.
  rewrite E_minus, E_const by (bounded; apply bounded_between with 0 1; intros data; apply accepts_between).
  reflexivity.
Qed.

(** ** Tents *)

(** phi(u) = (1 - 2|u|)_+^beta, of the distance from the middle of the unit cube in the maximum norm. *)
Definition off_middle d (u : vector) := fold_right Rmax 0 (map (fun i => Rabs (u i - 1 / 2)) (below d)).
Definition tent_shape d beta u := raise (Rmax 0 (1 - 2 * off_middle d u)) beta.
(** The integral of its power over the unit cube. *)
Definition tent_norm (U : uniform_laws) d beta p := E (uniform_on_cube U d) (fun u => raise (tent_shape d beta u) p).

(** The support's side, the number of cubes along it, and the k-th cube's corner. *)
Definition support_side d c := raise c (- / INR d).
Definition cubes_on_side d h c : nat := Z.to_nat (Int_part (support_side d c / h)).
Definition tent_corner d h c k : vector :=
  fun i => if lt_dec i d then INR (digit (cubes_on_side d h c) (k - 1) i) * h else 0.

(** The k-th tent, and the regression function of the signs v: one tent for each sign as long as there are cubes. *)
Definition tent_at h beta d c k (x : vector) :=
  raise h beta * tent_shape d beta (fun i => (x i - tent_corner d h c k i) / h).
Definition tent_mean (v : list bool) h beta d c x :=
  Sum (seq 1 (Nat.min (length v) (cubes_on_side d h c ^ d))) (fun k => sgn (bit v (k - 1)) * tent_at h beta d c k x).

(** A label T, 0 or -T, which is not 0 with chance q and has the mean y. *)
Definition tent_label T q y : law R := discrete [(T, (q + y / T) / 2); (0, 1 - q); (- T, (q - y / T) / 2)].

Definition in_support d c (u : vector) : vector := fun i => support_side d c * u i.
Definition tent_law (U : uniform_laws) v h beta d c T q : law (vector * R) := bind (uniform_on_cube U d) (fun u =>
  bind (tent_label T q (tent_mean v h beta d c (in_support d c u))) (fun y => ret (in_support d c u, y))).

(** ** Which test is weak

    Of m signs the k-th is +; the test of it against its flip errs at most as on average over all signs and cubes. *)
Section Weakest.
  Context (U : uniform_laws) {B : Type} (reads : reading B) (L : learner (vector * R) B).

  Definition tent_error v k N h beta d c T q :=
    let at_signs w := tent_law U w h beta d c T q in
    if bit v (k - 1) then learner_risk reads L k (at_signs v) (at_signs (flipped_sign v k)) N
    else learner_risk reads L k (at_signs (flipped_sign v k)) (at_signs v) N.

  Definition weakest v k m N h beta d c T q := length v = m /\ (1 <= k <= m)%nat /\ bit v (k - 1) = true /\
    2 ^ m * INR m * tent_error v k N h beta d c T q <=
    Sum (vertices m) (fun w => Sum (seq 1 m) (fun i => tent_error w i N h beta d c T q)).
End Weakest.

(** ** The label's law *)

Section Label.
  Variables (T q : R).
  Hypotheses (T_pos : 0 < T) (q_1 : q <= 1).

  Lemma E_tent_label y f : Rabs y <= T * q ->
    E (tent_label T q y) f = (q + y / T) / 2 * f T + (1 - q) * f 0 + (q - y / T) / 2 * f (- T).
  Proof.
    intros small. apply Rabs_le_between in small.
    assert (lean : - q <= y / T <= q).
    { split; [apply Rle_div_r | apply Rle_div_l]; try exact T_pos; lra. }
    unfold tent_label. rewrite E_discrete; [simpl; ring |]. split; [| simpl; lra].
    repeat (apply List.Forall_cons; [simpl; lra |]). apply List.Forall_nil.
  Qed.

  (** Its mean is y: of any function that leaves the labels as they are. *)
  Lemma mean_of_label y f : Rabs y <= T * q -> f T = T -> f 0 = 0 -> f (- T) = - T -> E (tent_label T q y) f = y.
  Proof. intros small up middle down. rewrite E_tent_label, up, middle, down by exact small. field. lra. Qed.

  (** Labels of the opposite mean are the negatives. *)
  Lemma turned_label {B} (K : R -> law B) y f : Rabs y <= T * q ->
    E (bind (tent_label T q (- y)) K) f = E (bind (tent_label T q y) (fun t => K (- t))) f.
  Proof.
    intros small. cbn [E bind].
    rewrite (E_tent_label y), (E_tent_label (- y)) by (rewrite ?Rabs_Ropp; exact small). cbv beta.
    rewrite Ropp_0, Ropp_involutive. replace (- y / T) with (- (y / T)) by (field; lra). field. lra.
  Qed.
End Label.

(** ** The tent function at points *)

Lemma off_middle_ge d u i : (i < d)%nat -> Rabs (u i - 1 / 2) <= off_middle d u.
Proof.
  intros less. assert (inside : In i (below d)) by (apply in_seq; lia). unfold off_middle. clear less.
  induction (below d) as [| j l IH]; [easy |]. simpl. destruct inside as [-> | inside]; [apply Rmax_l |].
  eapply Rle_trans; [now apply IH | apply Rmax_r].
Qed.

Lemma off_middle_ge_0 d u : 0 <= off_middle d u.
Proof. unfold off_middle. induction (below d); simpl; [lra |]. eapply Rle_trans; [exact IHl | apply Rmax_r]. Qed.

Section Shape.
  Variables (d : nat) (beta : R).
  Hypothesis (beta_pos : 0 < beta).

  Lemma tent_shape_between u : 0 <= tent_shape d beta u <= 1.
  Proof.
    split; [apply raise_ge_0 |]. replace 1 with (raise 1 beta).
    - apply raise_le; [lra |]. pose proof (off_middle_ge_0 d u). split; [apply Rmax_l | apply Rmax_lub; lra].
    - rewrite raise_pos, ln_1, Rmult_0_r by lra. apply exp_0.
  Qed.

  (** It is 0 off the open unit cube. *)
  Lemma tent_shape_inside u : tent_shape d beta u <> 0 -> forall i, (i < d)%nat -> 0 < u i < 1.
  Proof.
    intros some i less. pose proof (off_middle_ge d u i less) as far.
    destruct (Rlt_dec (Rabs (u i - 1 / 2)) (1 / 2)) as [near | out]; [apply Rabs_lt_between in near; lra |].
    elim some. unfold tent_shape. rewrite Rmax_left by lra. now apply raise_0.
  Qed.

  Lemma bounded_tent_power p : 0 <= p -> bounded (fun u => raise (tent_shape d beta u) p).
  Proof.
    intros p_0. apply bounded_between with 0 1. intros u. split; [apply raise_ge_0 |].
    replace 1 with (raise 1 p) by (rewrite raise_pos, ln_1, Rmult_0_r by lra; apply exp_0).
    apply raise_le; [exact p_0 | apply tent_shape_between].
  Qed.
End Shape.

Lemma raise_2 x : 0 <= x -> raise x 2 = x ^ 2.
Proof.
  intros [pos | <-]; [| rewrite raise_0 by lra; ring].
  rewrite raise_pos by exact pos. replace (2 * ln x) with (ln x + ln x) by ring. rewrite exp_plus, exp_ln by exact pos.
  ring.
Qed.

Lemma raise_1 x : 0 <= x -> raise x 1 = x.
Proof.
  intros [pos | <-]; [| now rewrite raise_0 by lra]. rewrite raise_pos, Rmult_1_l by exact pos. now apply exp_ln.
Qed.

Lemma size_of_sign b : Rabs (sgn b) = 1.
Proof. unfold sgn. destruct b; unfold Rabs; destruct (Rcase_abs _); lra. Qed.

(** ** The regression function *)

Section Mean.
  Variables (h beta : R) (d : nat) (c : R).
  Hypotheses (beta_pos : 0 < beta) (d_1 : (1 <= d)%nat) (c_pos : 0 < c) (h_pos : 0 < h).
  Let N := cubes_on_side d h c.
  Let tent := tent_at h beta d c.

  Lemma side_pos : 0 < support_side d c.
  Proof. unfold support_side. rewrite raise_pos by exact c_pos. apply exp_pos. Qed.

  Lemma cubes_have_room : INR N * h <= support_side d c.
  Proof.
    pose proof side_pos. assert (ratio : 0 < support_side d c / h) by now apply Rdiv_lt_0_compat.
    unfold N, cubes_on_side. destruct (base_Int_part (support_side d c / h)) as [low high].
    apply Rle_div_r; [exact h_pos |]. rewrite INR_IZR_INZ.
    destruct (Z_le_gt_dec 0 (Int_part (support_side d c / h))) as [some | none].
    - rewrite Z2Nat.id by exact some. exact low.
    - replace (Z.to_nat (Int_part (support_side d c / h))) with O by lia. simpl. lra.
  Qed.

  (** So many cubes of twice the side have no more room than so many of the side, from the corner on. *)
  Lemma all_cubes_fit m : (1 <= m)%nat -> c * INR m * (2 * h) ^ d <= 1 -> (m <= N ^ d)%nat.
  Proof.
    intros m_1 fits. pose proof side_pos as L_pos. set (L := support_side d c) in *.
    assert (m_pos : 1 <= INR m) by (change 1 with (INR 1); now apply le_INR).
    assert (volume : L ^ d * c = 1).
    { rewrite <- (Rpower_pow d L L_pos). unfold Rpower, L, support_side. rewrite raise_pos, ln_exp by exact c_pos.
      assert (0 < INR d) by (apply lt_0_INR; lia). replace (INR d * (- / INR d * ln c)) with (- ln c) by (field; lra).
      rewrite exp_Ropp, exp_ln by exact c_pos. field. lra. }
    assert (L_d : 0 < L ^ d) by now apply pow_lt. assert (h_d : 0 < (2 * h) ^ d) by (apply pow_lt; lra).
    assert (few : INR m * (2 * h) ^ d <= L ^ d).
    { apply (Rmult_le_reg_l c); [exact c_pos |]. rewrite (Rmult_comm c (L ^ d)), volume. lra. }
    assert (twice : 2 * h <= L).
    { apply Rnot_lt_le. intros short. assert (less : L ^ d < (2 * h) ^ d).
      { destruct d as [| e]; [lia |]. cbn [pow]. pose proof (pow_incr L (2 * h) e ltac:(lra)).
        pose proof (pow_lt (2 * h) e ltac:(lra)). apply Rle_lt_trans with (L * (2 * h) ^ e).
        - apply Rmult_le_compat_l; lra.
        - apply Rmult_lt_compat_r; lra. }
      nra. }
    apply INR_le. rewrite pow_INR. apply Rle_trans with ((L / (2 * h)) ^ d).
    - unfold Rdiv. rewrite Rpow_mult_distr, pow_inv. apply Rle_div_r; [exact h_d | exact few].
    - apply pow_incr. split; [apply Rdiv_le_0_compat; lra |].
      assert (ratio : 2 <= L / h) by (apply Rle_div_r; lra).
      replace (L / (2 * h)) with (L / h / 2) by (field; lra).
      unfold N, cubes_on_side. fold L. destruct (base_Int_part (L / h)) as [low high].
      assert (0 <= Int_part (L / h))%Z by (apply le_IZR; simpl; lra).
      rewrite INR_IZR_INZ, Z2Nat.id by assumption. lra.
  Qed.

  Lemma tent_between k x : 0 <= tent k x <= raise h beta.
  Proof.
    pose proof (tent_shape_between d beta beta_pos (fun i => (x i - tent_corner d h c k i) / h)) as shape.
    pose proof (raise_ge_0 h beta). unfold tent, tent_at. split; [apply Rmult_le_pos; lra | nra].
  Qed.

  Lemma tent_inside k x : tent k x <> 0 -> forall i, (i < d)%nat ->
    tent_corner d h c k i < x i < tent_corner d h c k i + h.
  Proof.
    intros some i less. assert (shape : tent_shape d beta (fun i => (x i - tent_corner d h c k i) / h) <> 0).
    { intros zero. apply some. unfold tent, tent_at. rewrite zero. ring. }
    pose proof (tent_shape_inside d beta beta_pos _ shape i less) as [low high]. cbv beta in low, high.
    set (y := x i - tent_corner d h c k i) in *. assert (is : y = (y / h) * h) by (field; lra).
    unfold y in *. split; nra.
  Qed.

  (** No point is in two cubes. *)
  Lemma one_tent_at_most j k x : In j (seq 1 (N ^ d)) -> In k (seq 1 (N ^ d)) -> tent j x <> 0 -> tent k x <> 0 ->
    j = k.
  Proof.
    intros J K at_j at_k. apply in_seq in J, K.
    assert (some : N <> O) by (intros zero; rewrite zero, Nat.pow_0_l in J by lia; lia).
    enough (j - 1 = k - 1)%nat by lia. apply (same_digits N d); [exact some | lia | lia |]. intros i I.
    pose proof (tent_inside j x at_j i I) as [lj hj]. pose proof (tent_inside k x at_k i I) as [lk hk].
    unfold tent_corner in lj, hj, lk, hk. fold N in lj, hj, lk, hk. destruct (lt_dec i d); [| contradiction].
    assert (INR (digit N (j - 1) i) < INR (S (digit N (k - 1) i))) by (rewrite S_INR; nra).
    assert (INR (digit N (k - 1) i) < INR (S (digit N (j - 1) i))) by (rewrite S_INR; nra).
    apply INR_lt in H, H0. lia.
  Qed.

  Let mean v := tent_mean v h beta d c.
  Let last (v : list bool) := Nat.min (length v) (N ^ d).

  Lemma mean_on_tent v k x : In k (seq 1 (last v)) -> tent k x <> 0 -> mean v x = sgn (bit v (k - 1)) * tent k x.
  Proof.
    intros K at_k. unfold mean, tent_mean. fold N. fold (last v).
    rewrite (Sum_ext_in _ _ (fun j => if Nat.eq_dec j k then sgn (bit v (k - 1)) * tent k x else 0)).
    - apply Sum_single; [apply seq_NoDup | exact K].
    - intros j J. destruct (Nat.eq_dec j k) as [-> | other]; [reflexivity |].
      destruct (Req_dec (tent j x) 0) as [zero | at_j]; [unfold tent in zero; rewrite zero; ring |].
      elim other. apply in_seq in J, K. apply (one_tent_at_most j k x); try assumption;
        apply in_seq; unfold last in *; lia.
  Qed.

  Lemma mean_small v x : Rabs (mean v x) <= raise h beta.
  Proof.
    destruct (classic (exists k, In k (seq 1 (last v)) /\ tent k x <> 0)) as [(k & K & some) | none].
    - rewrite (mean_on_tent v k x K some), Rabs_mult. pose proof (tent_between k x).
      rewrite (Rabs_pos_eq (tent k x)), size_of_sign by lra. lra.
    - unfold mean, tent_mean. fold N. fold (last v). rewrite (Sum_ext_in _ _ (fun _ => 0)).
      + rewrite Sum_const, Rmult_0_r, Rabs_R0. apply raise_ge_0.
      + intros k K. destruct (Req_dec (tent k x) 0) as [zero | at_k]; [unfold tent in zero; rewrite zero; ring |].
        elim none. now exists k.
  Qed.

  Lemma last_flipped v k : last (flipped_sign v k) = last v.
  Proof. unfold last, flipped_sign. now rewrite length_flip. Qed.

  (** A flip turns the mean on one cube, and changes it nowhere else. *)
  Lemma mean_flipped v k x : (1 <= k)%nat ->
    (mean (flipped_sign v k) x = mean v x) \/
    (mean (flipped_sign v k) x = - mean v x /\ Rabs (mean v x) = tent k x /\ tent k x <> 0).
  Proof.
    intros k_1. destruct (classic (In k (seq 1 (last v)) /\ tent k x <> 0)) as [[K some] | none].
    - right. rewrite (mean_on_tent v k x K some). pose proof (tent_between k x). split; [| split; [| exact some]].
      + rewrite (mean_on_tent (flipped_sign v k) k x) by (rewrite ?last_flipped; assumption).
        unfold flipped_sign. apply in_seq in K. unfold last in K. rewrite bit_flip by lia.
        unfold sgn. destruct (bit v (k - 1)); simpl; ring.
      + rewrite Rabs_mult, (Rabs_pos_eq (tent k x)), size_of_sign by lra. ring.
    - left. unfold mean, tent_mean. fold N. fold (last v). fold (last (flipped_sign v k)). rewrite last_flipped.
      apply Sum_ext_in. intros j J. destruct (Nat.eq_dec j k) as [-> | other].
      + destruct (Req_dec (tent k x) 0) as [zero | at_k]; [unfold tent in zero; rewrite zero; ring |].
        elim none. now split.
      + apply in_seq in J. unfold flipped_sign. rewrite bit_flip_other by lia. reflexivity.
  Qed.

  (** The mean of what vanishes off a tent, and of a tent's power: over its cube. *)
  Lemma tent_cube : (h / support_side d c) ^ d = raise h (INR d) * c.
  Proof.
    pose proof side_pos as L. rewrite <- (Rpower_pow d (h / support_side d c)) by now apply Rdiv_lt_0_compat.
    unfold Rpower, Rdiv. rewrite ln_mult, ln_Rinv by (try apply Rinv_0_lt_compat; assumption).
    unfold support_side. rewrite !raise_pos, ln_exp by assumption.
    assert (0 < INR d) by (apply lt_0_INR; lia).
    replace (INR d * (ln h + - (- / INR d * ln c))) with (INR d * ln h + ln c) by (field; lra).
    now rewrite exp_plus, exp_ln.
  Qed.

  Lemma mean_over_cube U k f : bounded f -> (forall u, tent_shape d beta u = 0 -> f u = 0) -> (1 <= k <= N ^ d)%nat ->
    E (uniform_on_cube U d) (fun u => f (fun i => (in_support d c u i - tent_corner d h c k i) / h)) =
    raise h (INR d) * c * E (uniform_on_cube U d) f.
  Proof.
    intros F off range. pose proof side_pos as L_pos. set (L := support_side d c) in *.
    assert (some : N <> O) by (intros zero; rewrite zero, Nat.pow_0_l in range by lia; lia).
    set (a := fun i => tent_corner d h c k i / L).
    assert (scaled : forall u, (fun i => (in_support d c u i - tent_corner d h c k i) / h) =
      (fun i => (u i - a i) / (h / L))).
    { intros u. apply functional_extensionality. intros i. unfold in_support, a. fold L. field. lra. }
    rewrite (E_ext _ _ (fun u => f (fun i => (u i - a i) / (h / L)))) by (intros u; now rewrite scaled).
    assert (F' : bounded (fun u : vector => f (fun i => (u i - a i) / (h / L))))
      by (destruct F as [M F]; exists M; intros u; apply F).
    transitivity (E (uniform_on_cube U d) (fun u =>
      indicator (corner_cube d a (h / L)) u * f (fun i => (u i - a i) / (h / L)))).
    - apply (uniform_inside U d); [exact F' | apply bounded_mult; [apply bounded_indicator | exact F'] |].
      intros u inside. destruct (classic (corner_cube d a (h / L) u)) as [here | out].
      + rewrite indicator_1 by exact here. ring.
      + rewrite indicator_0 by exact out. rewrite Rmult_0_l.
        destruct (Req_dec (tent_shape d beta (fun i => (u i - a i) / (h / L))) 0) as [zero | at_k]; [now apply off |].
        elim out. split; [apply inside |]. intros i I.
        pose proof (tent_shape_inside d beta beta_pos _ at_k i I) as [low high]. cbv beta in low, high.
        assert (pos : 0 < h / L) by now apply Rdiv_lt_0_compat.
        set (y := u i - a i) in *. assert (y_is : y = y / (h / L) * (h / L)) by (field; lra).
        unfold y in *. split; nra.
    - rewrite (uniform_in_cubes U d a (h / L) f).
      + unfold L. now rewrite tent_cube.
      + intros i I. unfold a, tent_corner. destruct (lt_dec i d); [lia |]. unfold Rdiv. ring.
      + now apply Rdiv_lt_0_compat.
      + intros i I. unfold a, tent_corner. fold N. destruct (lt_dec i d); [| contradiction].
        pose proof (digit_below N (k - 1) i some) as less_N. apply le_INR in less_N. rewrite S_INR in less_N.
        pose proof (pos_INR (digit N (k - 1) i)). pose proof cubes_have_room as fits. fold L in fits. split.
        * apply Rdiv_le_0_compat; [nra | exact L_pos].
        * replace (INR (digit N (k - 1) i) * h / L + h / L) with ((INR (digit N (k - 1) i) + 1) * h / L)
            by (field; lra).
          apply Rle_div_l; [exact L_pos | nra].
      + exact F.
  Qed.

  Lemma power_of_tent U k p : 0 < p -> (1 <= k <= N ^ d)%nat ->
    E (uniform_on_cube U d) (fun u => raise (tent k (in_support d c u)) p) =
    raise h (p * beta + INR d) * c * tent_norm U d beta p.
  Proof.
    intros p_pos range. set (f := fun u => raise (tent_shape d beta u) p).
    assert (F : bounded f) by (apply bounded_tent_power; lra).
    rewrite (E_ext _ _ (fun u => raise h (p * beta) *
      f (fun i => (in_support d c u i - tent_corner d h c k i) / h))).
    - rewrite E_scal by (destruct F as [M F]; exists M; intros u; apply F).
      rewrite (mean_over_cube U k f F) by (exact range || (intros u zero; unfold f; rewrite zero; now apply raise_0)).
      unfold tent_norm. fold f. rewrite !raise_pos by exact h_pos.
      replace ((p * beta + INR d) * ln h) with (p * beta * ln h + INR d * ln h) by ring. rewrite exp_plus. ring.
    - intros u. unfold tent, tent_at, f. rewrite raise_mult.
      + f_equal. rewrite !raise_pos by (rewrite ?raise_pos by exact h_pos; try apply exp_pos; exact h_pos).
        rewrite ln_exp. f_equal. ring.
      + rewrite raise_pos by exact h_pos. apply exp_pos.
      + apply (tent_shape_between d beta beta_pos).
      + exact p_pos.
  Qed.

  (** Of the gap between both means, relative to 2 T: over the k-th cube, if there is one. *)
  Lemma power_of_gap U v k p : 0 < p -> (1 <= k)%nat ->
    E (uniform_on_cube U d) (fun u => raise (Rabs (mean v (in_support d c u) -
      mean (flipped_sign v k) (in_support d c u)) / 2) p) <= raise h (p * beta + INR d) * c * tent_norm U d beta p.
  Proof.
    intros p_pos k_1.
    assert (norm_0 : 0 <= tent_norm U d beta p).
    { apply E_ge; [apply bounded_tent_power; lra | intros u; apply raise_ge_0]. }
    pose proof (raise_ge_0 h (p * beta + INR d)).
    destruct (classic (In k (seq 1 (last v)))) as [K | none].
    - rewrite <- (power_of_tent U k p p_pos) by (apply in_seq in K; unfold last in K; lia).
      assert (B : forall y : vector -> R, (forall u, 0 <= y u <= raise h beta) -> bounded (fun u => raise (y u) p)).
      { intros y Y. apply bounded_between with 0 (raise (raise h beta) p). intros u.
        split; [apply raise_ge_0 | apply raise_le; [lra | apply Y]]. }
      apply E_mono.
      + apply B. intros u. set (x := in_support d c u). pose proof (mean_small v x). pose proof (tent_between k x).
        destruct (mean_flipped v k x k_1) as [-> | (-> & size & _)].
        * rewrite Rminus_eq_0, Rabs_R0. pose proof (raise_ge_0 h beta). lra.
        * replace (mean v x - - mean v x) with (2 * mean v x) by ring. rewrite Rabs_mult, size, Rabs_pos_eq; lra.
      + apply B. intros u. apply tent_between.
      + intros u. set (x := in_support d c u). pose proof (tent_between k x).
        apply raise_le; [lra |]. pose proof (Rabs_pos (mean v x - mean (flipped_sign v k) x)). split; [lra |].
        destruct (mean_flipped v k x k_1) as [-> | (-> & size & _)].
        * rewrite Rminus_eq_0, Rabs_R0. lra.
        * replace (mean v x - - mean v x) with (2 * mean v x) by ring. rewrite Rabs_mult, size, (Rabs_pos_eq 2); lra.
    - rewrite (E_ext _ _ (fun _ => 0)).
      + rewrite E_const. apply Rmult_le_pos; [apply Rmult_le_pos; lra | exact norm_0].
      + intros u. set (x := in_support d c u). replace (mean (flipped_sign v k) x) with (mean v x).
        * rewrite Rminus_eq_0, Rabs_R0. unfold Rdiv. rewrite Rmult_0_l. now apply raise_0.
        * unfold mean, tent_mean. fold N. fold (last v). fold (last (flipped_sign v k)). rewrite last_flipped.
          apply Sum_ext_in. intros j J. destruct (Nat.eq_dec j k) as [-> | other]; [contradiction |].
          apply in_seq in J. unfold flipped_sign. rewrite bit_flip_other by lia. reflexivity.
  Qed.
End Mean.
