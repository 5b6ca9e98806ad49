(** * Facts of the calculus on messages: their closeness, and what they tell of independent signs

    As in Facts.v: each theorem as the exporter writes it from the fact itself. *)

From Foundations Require Export Khinchine Signs_told Facts_ratios Facts_hidden_signs Signed.
Import ListNotations.
Open Scope R_scope.

(** Dwork and Roth 2014, Proposition 2.1, for one pair of laws. *)
Theorem fact_closeness_of_messages : forall (A B : Type) (K : channel A B) (P Q : law A) (epsilon : R),
  0 <= epsilon ->
  forall h : R, hockey_stick_most P Q epsilon h ->
  hockey_stick_most (bind P K) (bind Q K) epsilon h.
Proof. intros A B K P Q epsilon _ h most. now apply post_processing. Qed.

(** ** Averages over signs, one sign apart *)

Lemma average_by_one_sign d k f : (k < d)%nat ->
  average d f = (average d (fun v => f (with_bit k true v)) + average d (fun v => f (with_bit k false v))) / 2.
Proof.
  intros K. rewrite <- average_plus.
  rewrite (average_ext d (fun v => f (with_bit k true v) + f (with_bit k false v)) (fun v => f v + f (flip k v))).
  - rewrite average_plus, average_flip by exact K. field.
  - intros v _. unfold with_bit. destruct (bit v k); simpl; ring.
Qed.

Lemma bit_of_with_bit d k b v : In v (vertices d) -> (k < d)%nat -> bit (with_bit k b v) k = b.
Proof.
  intros V K. apply length_of_vertex in V. unfold with_bit. destruct (Bool.eqb (bit v k) b) eqn:same.
  - now apply Bool.eqb_prop in same.
  - rewrite bit_flip by lia. destruct (bit v k), b; easy.
Qed.

(** A product of functions of a sign each. *)
Lemma average_of_product d G :
  average d (fun v => exp (Sum (below d) (fun k => G k (bit v k)))) =
  Prod (below d) (fun k => (exp (G k true) + exp (G k false)) / 2).
Proof.
  revert G. induction d as [| d IH]; intros G; [rewrite average_0; simpl; apply exp_0 |].
  assert (shift : Prod (below (S d)) (fun k => (exp (G k true) + exp (G k false)) / 2) =
    (exp (G O true) + exp (G O false)) / 2 * Prod (below d) (fun k => (exp (G (S k) true) + exp (G (S k) false)) / 2)).
  { unfold below. cbn [seq Prod]. f_equal. rewrite <- seq_shift. generalize (seq 0 d). intros l.
    induction l as [| i l IHl]; simpl; [reflexivity | now rewrite IHl]. }
  rewrite shift, average_succ.
  assert (part : forall b, average d (fun v => exp (Sum (below (S d)) (fun k => G k (bit (b :: v) k)))) =
    exp (G O b) * Prod (below d) (fun k => (exp (G (S k) true) + exp (G (S k) false)) / 2)).
  { intros b. rewrite <- (IH (fun k => G (S k))), <- average_scal. apply average_ext. intros v _.
    rewrite Sum_below_succ, exp_plus. reflexivity. }
  rewrite !part. field.
Qed.

(** ** Independent signs *)

Section Told.
  Context {A : Type} (Y : told A) (d : nat).
  Let mean_law := bind (uniform_vertex d) Y.

  Let E_mean_law f : E mean_law f = average d (fun v => E (Y v) f).
  Proof. unfold mean_law, uniform_vertex, average. cbn [E bind finite]. apply Sum_scal. Qed.

  (** What functions of a sign and the messages show of the sign's information. *)
  Let shown k (f : bool -> A -> R) := (E (mixture d Y k true) (f true) - ln (E mean_law (fun z => exp (f true z))) +
    (E (mixture d Y k false) (f false) - ln (E mean_law (fun z => exp (f false z))))) / 2.

  (** Such functions of all signs show of the information on all signs what they show together. *)
  Let shown_together i (f : nat -> bool -> A -> R) : information_on (all_signs d) Y i ->
    (forall k b, bounded (f k b)) -> Sum (below d) (fun k => shown k (f k)) <= i.
  Proof.
    intros (N & most) F.
    set (c := fun k b => ln (E mean_law (fun z => exp (f k b z)))).
    set (g := fun k b z => f k b z - c k b). assert (G : forall k b, bounded (g k b)) by (intros; unfold g; bounded).
    assert (unit : forall k b, E mean_law (fun z => exp (g k b z)) = 1).
    { intros k b. pose proof (E_exp_pos mean_law (f k b) (F k b)) as pos.
      rewrite (E_ext _ _ (fun z => / E mean_law (fun z => exp (f k b z)) * exp (f k b z))).
      - rewrite E_scal by bounded. field. lra.
      - intros z. unfold g, Rminus. rewrite exp_plus, exp_Ropp. unfold c. rewrite exp_ln by exact pos. ring. }
    set (both := fun k z => (exp (g k true z) + exp (g k false z)) / 2).
    assert (both_range : forall k, exists M, forall z, exp (- M) <= both k z).
    { intros k. destruct (G k true) as [M1 B1]. destruct (G k false) as [M2 B2]. exists (Rmax M1 M2). intros z.
      specialize (B1 z). specialize (B2 z). apply Rabs_le_between in B1, B2. unfold both.
      assert (exp (- Rmax M1 M2) <= exp (g k true z)) by (apply exp_le; pose proof (Rmax_l M1 M2); lra).
      assert (exp (- Rmax M1 M2) <= exp (g k false z)) by (apply exp_le; pose proof (Rmax_r M1 M2); lra). lra. }
    assert (both_bounded : forall k, bounded (both k)) by (intros; unfold both; bounded).
    set (h := fun k z => ln (both k z)).
    assert (H : forall k, bounded (h k)).
    { intros k. destruct (both_range k) as [M low]. unfold h.
      apply (bounded_ln (both k) (exp (- M))); auto using exp_pos. }
    set (total := fun v z => Sum (below d) (fun k => g k (bit v k) z - h k z)).
    assert (T : forall v, bounded (total v)) by (intros v; unfold total; bounded).
    specialize (most total T).
    assert (two : 0 < 2 ^ d) by (apply pow_lt; lra).
    (* On the right: the weights average to 1. *)
    assert (right_side : average d (fun v => ln (E N (fun z => exp (total v z)))) <= 0).
    { assert (bounded_totals : exists M, forall v z, Rabs (total v z) <= M).
      { assert (each : forall k, exists M, forall b z, Rabs (g k b z - h k z) <= M).
        { intros k. destruct (G k true) as [M1 B1]. destruct (G k false) as [M2 B2]. destruct (H k) as [M3 B3].
          exists (Rmax M1 M2 + M3). intros b z. eapply Rle_trans; [apply Rabs_triang |]. rewrite Rabs_Ropp.
          apply Rplus_le_compat; [| apply B3].
          destruct b; [eapply Rle_trans; [apply B1 | apply Rmax_l] | eapply Rle_trans;
            [apply B2 | apply Rmax_r]]. }
        destruct (finite_choice 0 (below d) (fun k M => forall b z, Rabs (g k b z - h k z) <= M)) as [Ms small];
          [intros k _; apply each |].
        exists (Sum (below d) Ms). intros v z. unfold total. eapply Rle_trans; [apply Sum_abs |]. apply Sum_le_in.
        intros k K. now apply small. }
      destruct bounded_totals as [M small].
      assert (low : forall v, exp (- M) <= E N (fun z => exp (total v z))).
      { intros v. apply E_ge; [bounded |]. intros z. apply exp_le. specialize (small v z).
        apply Rabs_le_between in small. lra. }
      pose proof (average_of_ln (vertices d) (fun v => E N (fun z => exp (total v z))) (exp (- M))
        ltac:(apply INR_lt; rewrite length_vertices; exact two) (exp_pos _) low) as J.
      rewrite length_vertices in J. unfold average. apply (Rmult_le_compat_l (/ 2 ^ d)) in J;
        [| left; now apply Rinv_0_lt_compat].
      eapply Rle_trans; [exact J |]. rewrite <- Rmult_assoc, Rinv_l, Rmult_1_l by lra. unfold Rdiv. rewrite Rmult_comm.
      replace (/ 2 ^ d * Sum (vertices d) (fun v => E N (fun z => exp (total v z)))) with 1; [rewrite ln_1; lra |].
      rewrite <- E_Sum by bounded. rewrite <- E_scal by bounded. rewrite <- (E_const N 1) at 1. apply E_ext. intros z.
      change (1 = average d (fun v => exp (Sum (below d) (fun k => g k (bit v k) z - h k z)))).
      rewrite (average_of_product d (fun k b => g k b z - h k z)). symmetry.
      transitivity (Prod (below d) (fun _ => 1)); [| rewrite Prod_const; apply pow1]. f_equal.
      apply functional_extensionality. intros k. unfold h. assert (pos : 0 < both k z).
      { destruct (both_range k) as [M' low']. eapply Rlt_le_trans; [apply exp_pos | apply low']. }
      unfold Rminus. rewrite !exp_plus, !exp_Ropp, exp_ln by exact pos. unfold both in *. field. lra. }
    (* On the left: sign by sign. *)
    assert (left_side : Sum (below d) (fun k => shown k (f k)) <= average d (fun v => E (Y v) (total v))).
    { unfold total.
      rewrite (average_ext d _ (fun v => Sum (below d) (fun k => E (Y v) (g k (bit v k)) - E (Y v) (h k))))
        by (intros v _; rewrite E_Sum by bounded; apply Sum_ext; intros k; now rewrite E_minus by auto).
      rewrite average_Sum. apply Sum_le_in. intros k K. apply in_below in K. rewrite average_minus, <- E_mean_law.
      assert (concave : E mean_law (h k) <= 0).
      { destruct (both_range k) as [M low]. unfold h.
        eapply Rle_trans; [apply (jensen_ln mean_law (both k) (exp (- M))); auto using exp_pos |]. right.
        unfold both. rewrite E_div, E_plus, !unit by bounded. replace ((1 + 1) / 2) with 1 by field. apply ln_1. }
      enough (same : average d (fun v => E (Y v) (g k (bit v k))) = shown k (f k)) by lra.
      rewrite (average_by_one_sign d k) by exact K.
      assert (side : forall b, average d (fun v => E (Y (with_bit k b v)) (g k (bit (with_bit k b v) k))) =
        E (mixture d Y k b) (f k b) - c k b).
      { intros b. rewrite E_mixture.
        rewrite (average_ext d _ (fun v => E (Y (with_bit k b v)) (f k b) - c k b)).
        - rewrite average_minus, average_const. reflexivity.
        - intros v V. rewrite (bit_of_with_bit d) by assumption. unfold g. rewrite E_minus, E_const by bounded.
          reflexivity. }
      rewrite !side. reflexivity. }
    apply (Rmult_le_compat_l (/ 2 ^ d)) in most; [| left; now apply Rinv_0_lt_compat].
    rewrite Rmult_plus_distr_l, length_vertices, <- Rmult_assoc, Rinv_l, Rmult_1_l in most by lra.
    unfold average in *. lra.
  Qed.

  (** Polyanskiy and Wu 2025, Theorem 6.1, of independents. *)
  Theorem signs_tell_apart i : (1 <= d)%nat -> information_on (all_signs d) Y i -> exists x : nat -> R,
    (forall k, (k < d)%nat -> information_most [true; false] (mixture d Y k) (x k)) /\ Sum (below d) x <= i.
  Proof.
    intros some all. set (none := fun (_ : bool) (_ : A) => 0).
    assert (nothing : forall k, shown k none = 0).
    { intros k. unfold shown, none. rewrite !E_const, exp_0, ln_1. field. }
    set (values := fun k r => exists f, (forall b, bounded (f b)) /\ r = shown k f).
    destruct (finite_choice 0 (below d) (fun k r => is_lub (values k) r)) as [x least].
    { intros k K. apply in_below in K. destruct (completeness (values k)) as [top T].
      - exists i. intros r (f & F & ->).
        pose proof (shown_together i (fun j => if Nat.eq_dec j k then f else none) all) as H.
        rewrite (Sum_ext _ _ (fun j => if Nat.eq_dec j k then shown k f else 0)) in H.
        + rewrite (Sum_single Nat.eq_dec) in H by (apply seq_NoDup || now apply in_below). apply H. intros j b.
          destruct (Nat.eq_dec j k); [apply F | unfold none; bounded].
        + intros j. destruct (Nat.eq_dec j k) as [-> |]; [reflexivity | apply nothing].
      - exists 0, none. split; [intros b; unfold none; bounded | now rewrite nothing].
      - now exists top. }
    exists x. split.
    - intros k K. exists mean_law. intros f F. destruct (least k (proj2 (in_below d k) K)) as [upper _].
      assert (shown k f <= x k) by (apply upper; exists f; auto). unfold shown in H.
      cbn [Sum length]. change (INR 2) with 2. lra.
    - apply le_epsilon. intros eps eps_pos. set (e := eps / INR d).
      assert (d_pos : 0 < INR d) by (apply lt_0_INR; lia). assert (e_pos : 0 < e) by now apply Rdiv_lt_0_compat.
      destruct (finite_choice none (below d) (fun k f => (forall b, bounded (f b)) /\ x k - e <=
        shown k f)) as [f near].
      { intros k K. apply NNPP. intros no_f. destruct (least k K) as [_ smallest]. enough (x k <= x k - e) by lra.
        apply smallest. intros r (f & F & ->). apply Rnot_lt_le. intros more. apply no_f. exists f.
        split; [exact F | lra]. }
      set (g := fun k => if lt_dec k d then f k else none).
      assert (whole : Sum (below d) (fun k => shown k (g k)) <= i).
      { apply shown_together; [exact all |]. intros k b. unfold g.
        destruct (lt_dec k d) as [K |]; [| unfold none; bounded].
        now apply near, in_below. }
      apply Rle_trans with (Sum (below d) (fun k => shown k (g k) + e)).
      + apply Sum_le_in. intros k K. destruct (near k K) as [_ close]. apply in_below in K. unfold g.
        destruct (lt_dec k d); [lra | easy].
      + rewrite Sum_plus, Sum_below_const. replace (INR d * e) with eps by (unfold e; field; lra). lra.
  Qed.
End Told.

Theorem fact_information_on_independent_signs : forall (A : Type) (Y : told A) (d : nat),
  (1 <= d)%nat ->
  forall i : R, information_on (all_signs d) Y i ->
  exists x : nat -> R, (forall j : nat, (1 <= j)%nat -> (j <= d)%nat ->
    information_on (sign_of (all_signs d) j) Y (x j)) /\
    Sum (seq 1 d) (fun j => x j) <= i.
Proof.
  intros A Y d some i all. destruct (signs_tell_apart Y d i some all) as (x & each & total).
  exists (fun j => x (pred j)).
  split.
  - intros j J J'. apply each. lia.
  - rewrite Sum_from_1. exact total.
Qed.
