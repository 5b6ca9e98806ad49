(** * Private votes for bins: how often a far bin beats the two bins near the mean

    A user's vote is a list of bits, one for each bin, of which the one of her own bin is true; each bit is kept with
    the probability [keep eps], else turned. Two bins near the mean hold almost all users, no one knows in which
    shares. A far bin that has at least as many votes as either has twice as many as both together; the exponential
    moment of this is a function of v = e^(eps/4) + e^(-eps/4) alone. *)

From Foundations Require Export Signed Results_votes.
Import ListNotations.
Open Scope R_scope.

(** ** The moments of weighted bits *)

Definition heads (b : bool) : R := if b then 1 else 0.

(** The mean of e^(c b) for a bit b that is kept with probability p. *)
Definition bit_moment p (b : bool) c := if b then p * exp c + (1 - p) else (1 - p) * exp c + p.

Lemma flips_moment J p x c : 0 <= p <= 1 ->
  E (flips J p x) (fun z => exp (Sum (below J) (fun i => c i * heads (bit z i)))) =
  Prod (below J) (fun i => bit_moment p (bit x i) (c i)).
Proof.
  intros P. revert x c. induction J as [| J IH]; intros x c; [simpl; apply exp_0 |].
  rewrite E_flips by exact P. unfold below at 3. cbn [seq Prod]. rewrite <- seq_shift. fold (below J).
  assert (shift : forall (l : list nat) f, Prod (map S l) f = Prod l (fun i => f (S i))).
  { intros l f. induction l as [| i l IHl]; simpl; [reflexivity | now rewrite IHl]. }
  rewrite shift.
  assert (tail : Prod (below J) (fun i => bit_moment p (bit x (S i)) (c (S i))) =
    E (flips J p (tl x)) (fun z => exp (Sum (below J) (fun i => c (S i) * heads (bit z i))))).
  { rewrite IH. f_equal. apply functional_extensionality. intros i.
    destruct x as [| b x]; [now destruct i | reflexivity]. }
  rewrite tail. set (rest := fun z => exp (Sum (below J) (fun i => c (S i) * heads (bit z i)))).
  assert (split : forall b,
    E (flips J p (tl x)) (fun z => exp (Sum (below (S J)) (fun i => c i * heads (bit (b :: z) i)))) =
    exp (c O * heads b) * E (flips J p (tl x)) rest).
  { intros b. rewrite <- E_scal.
    - apply E_ext. intros z. rewrite Sum_below_succ. unfold rest. rewrite <- exp_plus. reflexivity.
    - apply bounded_exp, bounded_Sum. intros i. apply bounded_mult; [apply bounded_const |].
      apply bounded_between with 0 1. intros z. unfold heads. destruct (bit z i); lra. }
  rewrite !split. fold (E (flips J p (tl x)) rest). unfold bit_moment, bit. destruct x as [| [|] x]; simpl;
    rewrite ?Rmult_0_r, ?Rmult_1_r, ?exp_0; ring.
Qed.

(** ** Bins *)

Definition one_hot J b := map (fun i => Nat.eqb i b) (below J).

Lemma bit_one_hot J b i : (i < J)%nat -> bit (one_hot J b) i = Nat.eqb i b.
Proof.
  intros I. unfold bit, one_hot. rewrite (nth_indep _ false (Nat.eqb 0 b)) by (rewrite map_length, length_below; lia).
  rewrite map_nth with (f := fun i => Nat.eqb i b). unfold below. now rewrite seq_nth.
Qed.

Lemma one_hot_apart J a b : (places_apart J (one_hot J a) (one_hot J b) <= 2)%nat.
Proof.
  unfold one_hot, below.
  enough (H : forall k, (places_apart J (map (fun i => Nat.eqb i a) (seq k J)) (map (fun i => Nat.eqb i b) (seq k J)) <=
    (if k <=? a then 1 else 0) + (if k <=? b then 1 else 0))%nat).
  { specialize (H 0%nat). simpl in H. exact H. }
  induction J as [| J IH]; intros k; [simpl; lia |]. cbn [seq map places_apart hd tl]. specialize (IH (S k)).
  destruct (Nat.eqb_spec k a), (Nat.eqb_spec k b); cbn [Bool.eqb];
    repeat match goal with |- context [(?x <=? ?y)%nat] => destruct (Nat.leb_spec x y) end;
    repeat match type of IH with context [(?x <=? ?y)%nat] => destruct (Nat.leb_spec x y) end; lia.
Qed.

(** ** The moment of a far bin's lead *)

(** Twice the bit of j, less those of h and of the next bin. *)
Definition lead j h i : R :=
  2 * (if Nat.eq_dec i j then 1 else 0) - (if Nat.eq_dec i h then 1 else 0) - (if Nat.eq_dec i (S h) then 1 else 0).

Lemma moment_of_three J p x c j h : (j < J)%nat -> (S h < J)%nat -> j <> h -> j <> S h -> 0 < p < 1 ->
  E (flips J p x) (fun z => exp (c * Sum (below J) (fun i => lead j h i * heads (bit z i)))) =
  bit_moment p (bit x j) (2 * c) * (bit_moment p (bit x h) (- c) * bit_moment p (bit x (S h)) (- c)).
Proof.
  intros J_in H_in not_h not_next P.
  assert (pos : forall b e, 0 < bit_moment p b e).
  { intros b e. unfold bit_moment. pose proof (exp_pos e). destruct b; nra. }
  rewrite (E_ext _ _ (fun z => exp (Sum (below J) (fun i => (c * lead j h i) * heads (bit z i)))))
    by (intros z; f_equal; rewrite <- Sum_scal; apply Sum_ext; intros; ring).
  rewrite flips_moment by lra.
  set (logs := fun i => (if Nat.eq_dec i j then ln (bit_moment p (bit x j) (2 * c)) else 0) +
    ((if Nat.eq_dec i h then ln (bit_moment p (bit x h) (- c)) else 0) +
    (if Nat.eq_dec i (S h) then ln (bit_moment p (bit x (S h)) (- c)) else 0))).
  transitivity (Prod (below J) (fun i => exp (logs i))).
  - f_equal. apply functional_extensionality. intros i. unfold logs, lead.
    destruct (Nat.eq_dec i j) as [-> | nj].
    + destruct (Nat.eq_dec j h); [lia |]. destruct (Nat.eq_dec j (S h)); [lia |].
      rewrite !Rplus_0_r, exp_ln by apply pos. f_equal. ring.
    + destruct (Nat.eq_dec i h) as [-> | nh].
      * destruct (Nat.eq_dec h (S h)); [lia |]. rewrite Rplus_0_l, Rplus_0_r, exp_ln by apply pos. f_equal. ring.
      * destruct (Nat.eq_dec i (S h)) as [-> | ns].
        -- rewrite !Rplus_0_l, exp_ln by apply pos. f_equal. ring.
        -- rewrite !Rplus_0_l, exp_0. replace (c * (2 * 0 - 0 - 0)) with 0 by ring. unfold bit_moment. rewrite exp_0.
           destruct (bit x i); ring.
  - rewrite Prod_exp. unfold logs. rewrite !Sum_plus.
    rewrite !(Sum_single Nat.eq_dec) by (apply seq_NoDup || (apply in_below; lia)).
    rewrite !exp_plus, !exp_ln by apply pos. reflexivity.
Qed.

(** The moment at c = eps/4, where the user's own bin is near, and at most where it is not. *)
Definition near_moment v := 2 * (v + 2) * (v - 1) / v ^ 3.
Definition far_moment v := (v ^ 2 - 2) * (v + 2) * (v - 1) ^ 2 / v ^ 3.
Definition strength eps := exp (eps / 4) + exp (- (eps / 4)).

Section Moments.
  Variables (eps : R) (J j h : nat).
  Hypothesis (eps_pos : 0 < eps) (j_in : (j < J)%nat) (h_in : (S h < J)%nat) (not_h : j <> h) (not_next : j <> S h).
  Let y := exp (eps / 4).
  Let v := strength eps.
  Let p := keep eps.

  Let y_1 : 1 < y.
  Proof. unfold y. rewrite <- exp_0. apply exp_increasing. lra. Qed.

  Let v_is : v = (y * y + 1) / y.
  Proof. unfold v, strength. rewrite exp_Ropp. fold y. field. lra. Qed.

  Let p_is : p = y * y / (y * y + 1).
  Proof.
    unfold p, keep. replace (exp (eps / 2)) with (y * y) by (unfold y; rewrite <- exp_plus; f_equal; field).
    field. nra.
  Qed.

  Let p_range : 0 < p < 1.
  Proof. destruct (keep_range eps eps_pos) as [range _]. fold p in range. lra. Qed.

  Let twice : exp (2 * (eps / 4)) = y * y.
  Proof. unfold y. rewrite <- exp_plus. f_equal. ring. Qed.

  Let back : exp (- (eps / 4)) = / y.
  Proof. unfold y. now rewrite exp_Ropp. Qed.

  Definition vote_moment b := E (flips J (keep eps) (one_hot J b))
    (fun z => exp (eps / 4 * Sum (below J) (fun i => lead j h i * heads (bit z i)))).

  Lemma near_vote b : b = h \/ b = S h -> vote_moment b = near_moment v.
  Proof.
    intros near. unfold vote_moment. fold p.
    rewrite moment_of_three, !bit_one_hot by (assumption || lia). unfold bit_moment. rewrite twice, back.
    rewrite (proj2 (Nat.eqb_neq j b)) by lia.
    assert (one : Nat.eqb h b = negb (Nat.eqb (S h) b)).
    { destruct near as [-> | ->].
      - rewrite Nat.eqb_refl, (proj2 (Nat.eqb_neq (S h) h)) by lia. reflexivity.
      - rewrite Nat.eqb_refl, (proj2 (Nat.eqb_neq h (S h))) by lia. reflexivity. }
    rewrite one. unfold near_moment. rewrite v_is, p_is.
    destruct (Nat.eqb (S h) b); simpl; field; repeat split; nra.
  Qed.

  Lemma far_vote b : b <> h -> b <> S h -> vote_moment b <= far_moment v.
  Proof.
    intros off off_next. unfold vote_moment. fold p.
    rewrite moment_of_three, !bit_one_hot by (assumption || lia). unfold bit_moment. rewrite twice, back.
    rewrite (proj2 (Nat.eqb_neq h b)), (proj2 (Nat.eqb_neq (S h) b)) by lia.
    set (rest := ((1 - p) * / y + p) * ((1 - p) * / y + p)).
    assert (rest_pos : 0 <= rest) by apply Rle_0_sqr.
    apply Rle_trans with ((p * (y * y) + (1 - p)) * rest).
    - apply Rmult_le_compat_r; [exact rest_pos |].
      destruct (keep_range eps eps_pos) as [half _]. fold p in half. pose proof y_1 as larger.
      assert (0 <= (2 * p - 1) * (y * y - 1)) by (apply Rmult_le_pos; nra). destruct (Nat.eqb j b); lra.
    - right. unfold rest, far_moment. rewrite v_is, p_is. field. repeat split; nra.
  Qed.
End Moments.

(** ** Numbers *)

Lemma strength_from_below eps : 0 < eps -> 2 + eps ^ 2 / 16 <= strength eps.
Proof.
  intros pos. unfold strength. set (a := exp (eps / 8)). assert (a_pos : 0 < a) by apply exp_pos.
  assert (one : exp (eps / 4) = a * a) by (unfold a; rewrite <- exp_plus; f_equal; field).
  assert (other : exp (- (eps / 4)) = / a * / a) by (unfold a; rewrite <- exp_Ropp, <- exp_plus; f_equal; field).
  (* sinh x >= x. *)
  assert (sinh : eps / 4 <= a - / a).
  { assert (up : forall x, 0 <= x -> 2 * x <= exp x - exp (- x)).
    { intros x x_pos.
      pose proof (rises (fun t => exp t - exp (- t) - 2 * t) (fun t => exp t + exp (- t) - 2) 0 x) as R.
      cut (exp 0 - exp (- 0) - 2 * 0 <= exp x - exp (- x) - 2 * x); [rewrite Ropp_0; lra |].
      apply R; [| exact x_pos |].
      - intros t. auto_derive; [exact I | ring].
      - intros t _. pose proof (exp_pos t). pose proof (Rinv_0_lt_compat _ (exp_pos t)). rewrite exp_Ropp.
        replace (exp t + / exp t - 2) with ((exp t - 1) ^ 2 * / exp t) by (field; lra).
        apply Rmult_le_pos; [apply pow2_ge_0 | lra]. }
    specialize (up (eps / 8) ltac:(lra)). rewrite exp_Ropp in up. fold a in up. lra. }
  rewrite one, other. assert (unit : a * / a = 1) by (field; lra).
  replace (eps ^ 2 / 16) with ((eps / 4) * (eps / 4)) by field.
  assert ((eps / 4) * (eps / 4) <= (a - / a) * (a - / a)) by (apply Rmult_le_compat; lra). nra.
Qed.

Lemma strength_from_above eps : 0 < eps -> exp (eps / 4) <= strength eps <= 2 * exp (eps / 4).
Proof.
  intros pos. unfold strength. pose proof (exp_pos (- (eps / 4))).
  assert (exp (- (eps / 4)) <= exp (eps / 4)) by (apply exp_le; lra). lra.
Qed.

(** How fast a far bin's chance falls with the votes. *)
Definition vote_rate eps := if Rle_dec 34 eps then eps / 8 else Rmin eps (eps ^ 2) / 140.

Lemma vote_rate_least eps : 0 < eps -> Rmin eps (eps ^ 2) / 140 <= vote_rate eps.
Proof.
  intros pos. unfold vote_rate. destruct (Rle_dec 34 eps); [| lra]. pose proof (Rmin_l eps (eps ^ 2)). lra.
Qed.

(** A share of 1/(18 v^3) of the users in far bins does little. *)
Lemma moments_most eps share : 0 < eps -> 0 <= share <= exp (- (3 / 4 * eps)) / 144 ->
  (1 - share) * near_moment (strength eps) + share * far_moment (strength eps) <= exp (- vote_rate eps).
Proof.
  intros pos range. pose proof (strength_from_below eps pos) as low. pose proof (strength_from_above eps pos) as high.
  set (v := strength eps) in *. assert (v_2 : 2 < v) by nra. set (y := exp (eps / 4)) in *.
  assert (y_pos : 0 < y) by apply exp_pos.
  assert (cube : exp (- (3 / 4 * eps)) = / (y * y * y)).
  { unfold y. rewrite <- !exp_plus, <- exp_Ropp. f_equal. field. }
  assert (v_cube : 0 < v ^ 3) by (apply pow_lt; lra).
  assert (share_v : share * (18 * v ^ 3) <= 1).
  { apply Rle_trans with (/ (y * y * y) / 144 * (18 * v ^ 3)).
    - apply Rmult_le_compat_r; [lra |]. rewrite <- cube. lra.
    - assert (v ^ 3 <= 8 * (y * y * y)).
      { replace (8 * (y * y * y)) with ((2 * y) ^ 3) by ring. apply pow_incr. lra. }
      apply Rle_trans with (/ (y * y * y) / 144 * (18 * (8 * (y * y * y)))).
      + apply Rmult_le_compat_l; [| lra]. unfold Rdiv. apply Rmult_le_pos; [| lra]. left. apply Rinv_0_lt_compat.
        repeat apply Rmult_lt_0_compat; exact y_pos.
      + right. field. lra. }
  assert (far_le : far_moment v <= 2 * v ^ 2).
  { unfold far_moment. apply Rmult_le_reg_r with (v ^ 3); [exact v_cube |].
    replace ((v ^ 2 - 2) * (v + 2) * (v - 1) ^ 2 / v ^ 3 * v ^ 3) with ((v ^ 2 - 2) * (v + 2) * (v - 1) ^ 2)
      by (field; lra).
    assert (0 < v ^ 2 - 2) by nra.
    apply Rle_trans with (v ^ 2 * (2 * v) * v ^ 2); [| nra].
    apply Rmult_le_compat; [apply Rmult_le_pos; lra | apply pow2_ge_0 | | nra].
    apply Rmult_le_compat; lra. }
  unfold vote_rate. destruct (Rle_dec 34 eps) as [large | small].
  - (* The moment is at most 3/v. *)
    assert (v_8 : 9 <= v).
    { apply Rle_trans with y; [| apply high]. unfold y. apply Rle_trans with (1 + eps / 4); [| apply exp_ineq1_le].
      lra. }
    assert (near_pos : 0 <= near_moment v).
    { unfold near_moment. apply Rdiv_le_0_compat; [| exact v_cube]. repeat apply Rmult_le_pos; lra. }
    assert (total : (1 - share) * near_moment v + share * far_moment v <= 3 / v).
    { apply Rle_trans with (near_moment v + share * (2 * v ^ 2)).
      - apply Rplus_le_compat; [| apply Rmult_le_compat_l; lra]. nra.
      - apply Rmult_le_reg_r with (v ^ 3); [exact v_cube |]. unfold near_moment.
        replace (3 / v * v ^ 3) with (3 * v ^ 2) by (field; lra).
        replace ((2 * (v + 2) * (v - 1) / v ^ 3 + share * (2 * v ^ 2)) * v ^ 3)
          with (2 * (v + 2) * (v - 1) + share * (18 * v ^ 3) * (v ^ 2 / 9)) by (field; lra).
        assert (share * (18 * v ^ 3) * (v ^ 2 / 9) <= 1 * (v ^ 2 / 9)) by (apply Rmult_le_compat_r; nra). nra. }
    eapply Rle_trans; [exact total |].
    replace (- (eps / 8)) with (- (eps / 4) + eps / 8) by field. rewrite exp_plus, exp_Ropp. fold y.
    assert (three : 3 <= exp (eps / 8)) by (pose proof (exp_ineq1_le (eps / 8)); lra).
    assert (/ v <= / y) by (apply Rinv_le_contravar; lra). pose proof (Rinv_0_lt_compat v ltac:(lra)).
    unfold Rdiv. nra.
  - assert (total : (1 - share) * near_moment v + share * far_moment v <= 1 - (v - 2) / (4 * v)).
    { apply Rmult_le_reg_r with (v ^ 3); [exact v_cube |]. unfold near_moment, far_moment.
      replace (((1 - share) * (2 * (v + 2) * (v - 1) / v ^ 3) + share * ((v ^ 2 - 2) * (v + 2) * (v - 1) ^ 2 / v ^ 3)) *
        v ^ 3) with (v ^ 3 - (v - 2) * ((1 - share) * (v ^ 2 - 2)) + (v - 2) * (share * (v ^ 4 + 2 * v ^ 3 - 2 * v ^ 2 -
        2 * v + 2))) by (field; lra).
      replace ((1 - (v - 2) / (4 * v)) * v ^ 3) with (v ^ 3 - (v - 2) * (v ^ 2 / 4)) by (field; lra).
      enough (v ^ 2 / 4 <= (1 - share) * (v ^ 2 - 2) - share * (v ^ 4 + 2 * v ^ 3 - 2 * v ^ 2 - 2 * v + 2)) by nra.
      assert (half : v ^ 2 / 2 <= v ^ 2 - 2) by nra.
      assert (share * (v ^ 4 + 2 * v ^ 3 - v ^ 2 - 2 * v) <= share * (18 * v ^ 3) * (v / 9)).
      { replace (share * (18 * v ^ 3) * (v / 9)) with (share * (2 * v ^ 4)) by field.
        apply Rmult_le_compat_l; [lra |]. assert (2 * v ^ 3 <= v ^ 4) by (replace (v ^ 4) with (v * v ^ 3) by ring;
          nra).
        nra. }
      assert (share * (18 * v ^ 3) * (v / 9) <= v / 9) by nra. nra. }
    eapply Rle_trans; [exact total |].
    apply Rle_trans with (1 - Rmin eps (eps ^ 2) / 140); [| pose proof (exp_ineq1_le (- (Rmin eps (eps ^ 2) / 140)));
      lra].
    enough (Rmin eps (eps ^ 2) / 140 <= (v - 2) / (4 * v)) by lra.
    apply Rle_trans with (eps ^ 2 / (4 * (32 + eps ^ 2))).
    + assert (e2 : 0 < eps ^ 2) by now apply pow_lt.
      apply Rmult_le_reg_r with (4 * (32 + eps ^ 2)); [lra |].
      replace (eps ^ 2 / (4 * (32 + eps ^ 2)) * (4 * (32 + eps ^ 2))) with (eps ^ 2) by (field; lra).
      destruct (Rle_dec eps 1).
      * rewrite Rmin_right by nra. assert (eps ^ 2 <= 1) by nra.
        assert (eps ^ 2 * (128 + 4 * eps ^ 2) <= eps ^ 2 * 140) by (apply Rmult_le_compat_l; lra). lra.
      * rewrite Rmin_left by nra. assert (0 <= (eps - 1) * (34 - eps)) by (apply Rmult_le_pos; lra).
        assert (eps * (128 + 4 * eps ^ 2) <= eps * (140 * eps)) by (apply Rmult_le_compat_l; nra). lra.
    + apply Rmult_le_reg_r with (4 * v); [lra |].
      replace ((v - 2) / (4 * v) * (4 * v)) with (v - 2) by (field; lra).
      apply Rmult_le_reg_r with (32 + eps ^ 2); [nra |].
      replace (eps ^ 2 / (4 * (32 + eps ^ 2)) * (4 * v) * (32 + eps ^ 2)) with (eps ^ 2 * v) by (field; nra). nra.
Qed.
