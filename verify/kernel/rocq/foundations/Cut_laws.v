(** * A law cut to within a factor of another

    Feldman, McMillan and Talwar 2022. P and Q have densities for one law, as measures have for their mean. *)

From Foundations Require Export Bessel Events.
Open Scope R_scope.

(** What exceeds e^e q is cut off, what is below e^-e q is filled up. *)
Definition clamped p q e := Rmin (Rmax p (exp (- e) * q)) (exp e * q).

(** How much may be added within these bounds where something lacks, or taken away. *)
Definition room_of lack p q e := if Rlt_dec 0 lack then exp e * q - clamped p q e else clamped p q e - exp (- e) * q.

(** What is then too much or too little is made up in proportion to the room. *)
Definition cut_of {A} (P Q : law A) e (C : law A) := exists (M : law A) (p q c : A -> R),
  has_density M p P /\ has_density M q Q /\ has_density M c C /\ (forall x, 0 <= p x) /\ (forall x, 0 <= q x) /\
  let lack := 1 - E M (fun x => clamped (p x) (q x) e) in
  let room x := room_of lack (p x) (q x) e in
  forall x, c x = clamped (p x) (q x) e + (if Req_EM_T (E M room) 0 then 0 else lack * room x / E M room).

Lemma clamped_between p q e : 0 <= q -> 0 <= e -> exp (- e) * q <= clamped p q e <= exp e * q.
Proof.
  intros Q E_0. unfold clamped. assert (exp (- e) <= exp e) by (apply exp_le; lra).
  pose proof (Rmax_r p (exp (- e) * q)). pose proof (exp_pos (- e)). split; [| apply Rmin_r].
  apply Rmin_glb; nra.
Qed.

(** By how much the clamped number differs. *)
Lemma clamped_above p q e : 0 <= q -> p - clamped p q e <= Rmax 0 (p - exp e * q).
Proof.
  intros Q. unfold clamped, Rmin. pose proof (Rmax_l p (exp (- e) * q)).
  pose proof (Rmax_l 0 (p - exp e * q)). pose proof (Rmax_r 0 (p - exp e * q)). destruct (Rle_dec _ _); lra.
Qed.

Lemma clamped_below p q e : 0 <= q -> clamped p q e - p <= exp (- e) * Rmax 0 (q - exp e * p).
Proof.
  intros Q. pose proof (exp_pos (- e)) as pos.
  assert (one : exp (- e) * exp e = 1) by (rewrite <- exp_plus, Rplus_opp_l; apply exp_0).
  pose proof (Rmax_l 0 (q - exp e * p)). pose proof (Rmax_r 0 (q - exp e * p)).
  apply Rle_trans with (Rmax p (exp (- e) * q) - p).
  - unfold clamped. pose proof (Rmin_l (Rmax p (exp (- e) * q)) (exp e * q)). lra.
  - unfold Rmax at 1. destruct (Rle_dec _ _); [| nra].
    replace (exp (- e) * q - p) with (exp (- e) * q - exp (- e) * exp e * p) by (rewrite one; ring). nra.
Qed.

Section Cut.
  Context {A : Type} (P Q C M : law A) (p q c : A -> R) (e : R).
  Hypotheses (dens_p : has_density M p P) (dens_q : has_density M q Q) (dens_c : has_density M c C).
  Hypotheses (p_0 : forall x, 0 <= p x) (q_0 : forall x, 0 <= q x) (e_0 : 0 <= e).

  Let bounded_p : bounded p := proj1 dens_p.
  Let bounded_q : bounded q := proj1 dens_q.
  Let bounded_c : bounded c := proj1 dens_c.

  Let excess x := Rmax 0 (p x - exp e * q x).
  Let short x := Rmax 0 (q x - exp e * p x).

  Let bounded_excess : bounded excess.
  Proof. unfold excess. bounded. Qed.

  Let bounded_short : bounded short.
  Proof. unfold short. bounded. Qed.

  Let bounded_clamped : bounded (fun x => clamped (p x) (q x) e).
  Proof. unfold clamped. bounded. Qed.

  (** The largest P(S) - e^e Q(S) is where the density is larger. *)
  Lemma excess_most (r s : A -> R) (R_ S : law A) h : has_density M r R_ -> has_density M s S ->
    hockey_stick_most R_ S e h -> E M (fun x => Rmax 0 (r x - exp e * s x)) <= h.
  Proof.
    intros [bounded_r mean_r] [bounded_s mean_s] most.
    set (f := fun x => if Rlt_dec 0 (r x - exp e * s x) then 1 else 0).
    assert (F : test f) by (intros x; unfold f; destruct (Rlt_dec _ _); lra).
    specialize (most f F). rewrite mean_r, mean_s in most by bounded.
    rewrite (E_ext M _ (fun x => r x * f x - exp e * (s x * f x))).
    - rewrite E_minus, E_scal by bounded. lra.
    - intros x. unfold f. destruct (Rlt_dec _ _); [rewrite Rmax_right by lra | rewrite Rmax_left by lra]; ring.
  Qed.

  Let mass_of_density r R_ : has_density M r R_ -> E M r = 1.
  Proof.
    intros [bounded_r mean_r]. rewrite <- (E_one R_), mean_r by bounded. apply E_ext. intros x. ring.
  Qed.

  Let lack := 1 - E M (fun x => clamped (p x) (q x) e).
  Let room x := room_of lack (p x) (q x) e.
  Hypothesis made : forall x, c x = clamped (p x) (q x) e + (if Req_EM_T (E M room) 0 then 0 else
    lack * room x / E M room).

  Let room_0 x : 0 <= room x.
  Proof.
    pose proof (clamped_between (p x) (q x) e (q_0 x) e_0). unfold room, room_of. destruct (Rlt_dec 0 lack); lra.
  Qed.

  Let bounded_room : bounded room.
  Proof. unfold room, room_of. destruct (Rlt_dec 0 lack); bounded. Qed.

  Let share x := if Req_EM_T (E M room) 0 then 0 else room x / E M room.

  Let share_0 x : 0 <= share x.
  Proof.
    unfold share. destruct (Req_EM_T (E M room) 0); [lra |].
    assert (0 <= E M room) by (apply E_ge; auto). apply Rdiv_le_0_compat; [apply room_0 | lra].
  Qed.

  Let made_by_share x : c x = clamped (p x) (q x) e + lack * share x.
  Proof. rewrite made. unfold share. destruct (Req_EM_T (E M room) 0); [ring | field; assumption]. Qed.

  (** What is cut off or filled up moves. *)
  Theorem cut_near h h' : hockey_stick_most P Q e h -> hockey_stick_most Q P e h' -> TV_most P C (Rmax h h').
  Proof.
    intros there back f F. pose proof (excess_most p q P Q h dens_p dens_q there) as most.
    pose proof (excess_most q p Q P h' dens_q dens_p back) as most'. fold excess in most. fold short in most'.
    rewrite (proj2 dens_p), (proj2 dens_c) by bounded.
    rewrite <- E_minus by bounded. destruct (Rlt_dec 0 lack) as [little | much].
    - apply Rle_trans with (E M excess); [| eapply Rle_trans; [exact most | apply Rmax_l]].
      apply E_mono; [bounded | exact bounded_excess |]. intros x. specialize (F x).
      pose proof (clamped_above (p x) (q x) e (q_0 x)) as above. fold (excess x) in above.
      assert (0 <= excess x) by apply Rmax_l. rewrite made_by_share.
      assert ((p x - clamped (p x) (q x) e) * f x <= excess x) by nra.
      assert (0 <= lack * share x * f x) by (repeat apply Rmult_le_pos; try apply share_0; lra). lra.
    - assert (h_0 : 0 <= h').
      { specialize (back (fun _ => 0) ltac:(intros x; lra)). rewrite !E_const in back. lra. }
      apply Rle_trans with (E M (fun x => exp (- e) * short x)).
      + assert (both : E M (fun x => p x - c x) = 0).
        { rewrite E_minus, (mass_of_density p P), (mass_of_density c C) by (assumption || bounded). ring. }
        apply Rle_trans with (E M (fun x => (p x - c x) + exp (- e) * short x)).
        * apply E_mono; [bounded | bounded |]. intros x. specialize (F x).
          pose proof (clamped_below (p x) (q x) e (q_0 x)) as below. fold (short x) in below.
          assert (0 <= exp (- e) * short x) by (apply Rmult_le_pos; [left; apply exp_pos | apply Rmax_l]).
          rewrite made_by_share.
          assert ((clamped (p x) (q x) e - p x) * (1 - f x) <= exp (- e) * short x) by nra.
          assert (0 <= - lack * share x * (1 - f x)) by (repeat apply Rmult_le_pos; try apply share_0; lra). lra.
        * rewrite E_plus, both by bounded. lra.
      + rewrite E_scal by exact bounded_short. assert (0 <= E M short) by (apply E_ge; auto; intros x; apply Rmax_l).
        assert (exp (- e) <= 1) by (rewrite <- exp_0; apply exp_le; lra). pose proof (exp_pos (- e)).
        apply Rle_trans with h'; [nra | apply Rmax_r].
  Qed.

  (** The cut stays within the bounds: no more lacks, or is too much, than there is room. *)
  Lemma cut_between x : exp (- e) * q x <= c x <= exp e * q x.
  Proof.
    pose proof (clamped_between (p x) (q x) e (q_0 x) e_0). pose proof (mass_of_density q Q dens_q) as mass_q.
    assert (low : exp (- e) <= 1) by (rewrite <- exp_0; apply exp_le; lra).
    assert (high : 1 <= exp e) by (rewrite <- exp_0; apply exp_le; lra).
    rewrite made. destruct (Req_EM_T (E M room) 0) as [none | some]; [lra |].
    assert (whole : 0 < E M room) by (assert (0 <= E M room) by (apply E_ge; auto); lra).
    assert (fits : Rabs lack <= E M room).
    { unfold room, room_of. destruct (Rlt_dec 0 lack) as [little | much].
      - rewrite Rabs_pos_eq, E_minus, E_scal, mass_q by (lra || bounded). unfold lack in *. lra.
      - rewrite Rabs_left1, E_minus, E_scal, mass_q by (lra || bounded). unfold lack in *. lra. }
    assert (part : lack * room x / E M room = lack / E M room * room x) by (field; lra).
    assert (rate : - 1 <= lack / E M room <= 1).
    { apply Rabs_le_between. unfold Rdiv. rewrite Rabs_mult, (Rabs_pos_eq (/ _)) by (left; now apply Rinv_0_lt_compat).
      apply Rmult_le_reg_r with (E M room); [exact whole |]. rewrite Rmult_assoc, Rinv_l; lra. }
    rewrite part. pose proof (room_0 x) as left_over. set (r := lack / E M room) in *.
    destruct (Rlt_dec 0 lack) as [little | much] eqn:side.
    - assert (0 <= r) by (apply Rdiv_le_0_compat; lra).
      assert (same : room x = exp e * q x - clamped (p x) (q x) e) by (unfold room, room_of; now rewrite side).
      rewrite same in *. nra.
    - assert (r <= 0).
      { apply Rmult_le_reg_r with (E M room); [exact whole |]. unfold r, Rdiv. rewrite Rmult_assoc, Rinv_l; lra. }
      assert (same : room x = clamped (p x) (q x) e - exp (- e) * q x) by (unfold room, room_of; now rewrite side).
      rewrite same in *. nra.
  Qed.
End Cut.

(** In events. *)
Lemma cut_within {A} (P Q C : law A) e (S : event A) : 0 <= e -> cut_of P Q e C ->
  exp (- e) * chance Q S <= chance C S <= exp e * chance Q S.
Proof.
  intros e_0 (M & p & q & c & dens_p & dens_q & dens_c & p_0 & q_0 & made).
  pose proof (cut_between P Q M p q c e dens_p dens_q q_0 e_0 made) as between.
  destruct dens_q as [bounded_q mean_q], dens_c as [bounded_c mean_c]. pose proof (bounded_indicator S) as bounded_S.
  unfold chance. rewrite mean_q, mean_c, <- !E_scal by bounded.
  split; apply E_mono; bounded; intros x; specialize (between x); pose proof (indicator_between S x); nra.
Qed.
