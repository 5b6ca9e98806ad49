(** * Messages from pure parts, and estimates that name laws *)

From Foundations Require Export Pure Small.
Import ListNotations.
Open Scope R_scope.

(** So many users in turn, each by an (eps, delta)-private channel that may depend on the earlier messages. *)
Definition users_approximately {A B T} (Z : method A B T) n eps delta := users Z = n /\
  forall h, private_approximately eps delta (channels Z h).

(** All messages, each drawn, given the earlier ones, from the pure part of its law under P, beside that under Q. *)
Definition pure_message {A B} (K : channel A B) (P Q : law A) eps := pure_part (bind P K) (bind Q K) eps.
Definition pure_transcript {A B T} (Z : method (list A) B T) (P Q : law A) m eps : law (list B) :=
  messages (fun h => pure_message (channels Z h) (power P m) (power Q m) eps) (users Z).

(** Laws with numbers from 0, and the number that an estimate names. *)
Record named_laws A T := Named_laws { number : nat; law_named : nat -> law A; name_of : T -> nat }.
Arguments number {A T}.
Arguments law_named {A T}.
Arguments name_of {A T}.

(** So many laws of a class; their parameters are more than a gap apart if the space has so many such points. A
    parameter names a law whose parameter is nearest to it. *)
Definition apart {T} (Theta : metric_space T) gap N (t : nat -> T) :=
  forall v w, (v < N)%nat -> (w < N)%nat -> v <> w -> gap < metric Theta (t v) (t w).
Definition packing_laws {A T} (F : parametric A T) (Theta : metric_space T) gap N (W : named_laws A T) :=
  number W = N /\ exists t : nat -> T, (forall v, (v < N)%nat -> parameter F (law_named W v) (t v)) /\
  ((exists s, apart Theta gap N s) -> apart Theta gap N t) /\
  forall x, (name_of W x < N)%nat /\ forall v, (v < N)%nat -> metric Theta x (t (name_of W x)) <= metric Theta x (t v).

Section Names.
  Context {A B T : Type} (Z : method (list A) B T) (W : named_laws A T) (m : nat) (eps : R).

  (** 1 where all messages name a law. *)
  Definition names v (z : list B) : R := if Nat.eqb (name_of W (estimate Z z)) v then 1 else 0.
  Definition average_law (f : nat -> R) := / INR (number W) * Sum (below (number W)) f.

  (** Averages over the laws of the chance to name another law than the true one; to name each under its pure
      transcript beside the first law's; and under the first law's pure transcript beside that of it. *)
  Definition naming_error := average_law (fun v =>
    E (transcript_of Z (power (law_named W v) m)) (fun z => 1 - names v z)).
  Definition pure_hit := average_law (fun v => E (pure_transcript Z (law_named W v) (law_named W 0) m eps) (names v)).
  Definition pure_false := average_law (fun v => E (pure_transcript Z (law_named W 0) (law_named W v) m eps) (names v)).
End Names.

(** ** Pure parts of close laws, as laws *)

Section Pure_parts.
  Context {A : Type} (P Q : law A) (eps delta : R).
  Hypothesis pos : 0 <= eps.
  Hypothesis small : delta < 1.
  Hypothesis close : close_laws eps delta P Q.
  Let t := exp eps.

  Let t_ge_1 : 1 <= t.
  Proof. now apply exp_ge_1. Qed.

  Let a_large : 1 - delta <= part_mass P Q eps.
  Proof. now apply part_mass_close. Qed.

  Let b_large : 1 - delta <= part_mass Q P eps.
  Proof. now apply part_mass_close, close_sym. Qed.

  Lemma E_part_law (L L' : law A) f : 0 < part_mass L L' eps -> bounded f -> (forall x, 0 <= f x) ->
    E (part_law L L' eps) f = meet L t L' f / part_mass L L' eps.
  Proof.
    intros mass F f_pos. unfold part_law. destruct (Rlt_dec 0 (part_mass L L' eps)); [| contradiction].
    cbn [E cut_law_of]. fold t. rewrite cut_pos by (auto; lra). reflexivity.
  Qed.

  Lemma E_pure_part f : bounded f -> (forall x, 0 <= f x) -> let a := part_mass P Q eps in let b := part_mass Q P eps in
    E (pure_part P Q eps) f = own_share a b t * (meet P t Q f / a) + (1 - own_share a b t) * (meet Q t P f / b).
  Proof.
    intros F f_pos a b. unfold pure_part. cbn [E mix]. rewrite share_is_own, !E_part_law by (auto; lra). reflexivity.
  Qed.

  (** Each part is at most t times the other. *)
  Lemma meet_within (L L' : law A) f : bounded f -> (forall x, 0 <= f x) -> meet L t L' f <= t * meet L' t L f.
  Proof.
    intros F f_pos. destruct (meet_greatest L L' t ltac:(lra) f F f_pos) as [low _].
    destruct (meet_greatest L' L t ltac:(lra) f F f_pos) as [_ great].
    apply (Rmult_le_reg_l (/ t)); [apply Rinv_0_lt_compat; lra |].
    rewrite <- (Rmult_assoc (/ t) t), Rinv_l, Rmult_1_l by lra. apply great. intros g G range.
    apply (Rmult_le_reg_l t); [lra |]. rewrite <- Rmult_assoc, Rinv_r, Rmult_1_l by lra.
    eapply Rle_trans; [apply (low (fun x => f x - g x)); [bounded | intros x; specialize (range x); lra] |].
    replace (fun x => f x - (f x - g x)) with g by (apply functional_extensionality; intros; ring).
    assert (u_pos : 0 <= E L (fun x => f x - g x)) by (apply E_ge; bounded; intros x; specialize (range x); lra).
    set (u := E L (fun x => f x - g x)) in *. assert (u <= t * u) by nra. assert (t * u <= t * (t * u)) by nra. lra.
  Qed.

  Lemma pure_part_below f : bounded f -> (forall x, 0 <= f x) -> (1 - delta) * E (pure_part P Q eps) f <= E P f.
  Proof.
    intros F f_pos. rewrite E_pure_part by assumption.
    eapply Rle_trans; [apply pure_below; auto | apply (meet_below P Q t ltac:(lra) f F f_pos)]; try lra;
      try (apply meet_ge_0; auto; lra); now apply meet_within.
  Qed.
End Pure_parts.

Lemma pure_parts_within {A} (P Q : law A) eps delta : 0 <= eps -> delta < 1 -> close_laws eps delta P Q ->
  ratio_most (pure_part P Q eps) (pure_part Q P eps) eps.
Proof.
  intros pos small close f F f_pos. pose proof (exp_ge_1 eps pos).
  pose proof (part_mass_close P Q eps delta pos close).
  pose proof (part_mass_close Q P eps delta pos (close_sym _ _ _ _ close)).
  rewrite (E_pure_part P Q eps delta), (E_pure_part Q P eps delta) by auto using close_sym.
  apply pure_ratio; try lra; try (apply meet_ge_0; auto; lra); now apply (meet_within eps).
Qed.

(** ** Transcripts *)

Section Transcripts.
  Context {A B T : Type} (Z : method (list A) B T) (n : nat) (eps delta : R) (P Q : law A) (m : nat).
  Hypothesis pos : 0 <= eps.
  Hypothesis small : delta < 1.
  Hypothesis users_private : users_approximately Z n eps delta.

  Let close h : close_laws eps delta (bind (power P m) (channels Z h)) (bind (power Q m) (channels Z h)).
  Proof. split; apply messages_of_an_approximately_private_channel, users_private. Qed.

  (** Each message's law is at least 1 - delta times its pure part. *)
  Lemma pure_transcript_below f : bounded f -> (forall z, 0 <= f z) ->
    (1 - delta) ^ n * E (pure_transcript Z P Q m eps) f <= E (transcript_of Z (power P m)) f.
  Proof.
    unfold pure_transcript, transcript_of. destruct users_private as [-> _]. clear users_private. revert f.
    induction n as [| k IH]; intros f F f_pos; [simpl; lra |].
    cbn [messages transcript]. rewrite !E_step.
    set (N := fun h => pure_message (channels Z h) (power P m) (power Q m) eps).
    assert (after : bounded2 (fun h z => f (z :: h))) by now apply bounded2_after.
    assert (B1 : bounded (fun h => E (N h) (fun z => f (z :: h)))) by apply (bounded_through2 N _ after).
    assert (B2 : bounded (fun h => E (bind (power P m) (channels Z h)) (fun z => f (z :: h))))
      by apply (bounded_through2 (fun h => bind (power P m) (channels Z h)) _ after).
    eapply Rle_trans; [| apply (IH _ B2)].
    - cbn [pow]. rewrite (Rmult_comm (1 - delta)), Rmult_assoc.
      apply Rmult_le_compat_l; [apply pow_le; lra |]. rewrite <- E_scal by exact B1. apply E_mono; bounded.
      intros h. apply (pure_part_below _ _ eps delta pos small (close h)); [exact (bounded_at _ h after) | auto].
    - intros h. apply E_ge; [exact (bounded_at _ h after) | auto].
  Qed.

  (** A factor e^eps for each message. *)
  Lemma pure_transcripts_within :
    ratio_most (pure_transcript Z P Q m eps) (pure_transcript Z Q P m eps) (eps * INR n).
  Proof.
    unfold pure_transcript. destruct users_private as [-> _]. clear users_private. induction n as [| k IH].
    - cbn [messages]. rewrite Rmult_0_r. apply ratio_refl.
    - cbn [messages]. rewrite S_INR, Rmult_plus_distr_l, Rmult_1_r. apply ratio_of_step; [exact IH |].
      intros h. apply post_processing_ratio. now apply (pure_parts_within _ _ eps delta).
  Qed.
End Transcripts.

Lemma pure_transcripts_divergence {A B T} (Z : method (list A) B T) (P Q : law A) m eps c :
  (forall h, KL_most (pure_message (channels Z h) (power P m) (power Q m) eps)
    (pure_message (channels Z h) (power Q m) (power P m) eps) c) ->
  KL_most (pure_transcript Z P Q m eps) (pure_transcript Z Q P m eps) (c * INR (users Z)).
Proof.
  intros H. unfold pure_transcript. induction (users Z) as [| k IH].
  - cbn [messages]. rewrite Rmult_0_r. apply KL_refl.
  - cbn [messages]. rewrite S_INR, Rmult_plus_distr_l, Rmult_1_r. now apply KL_chain.
Qed.

(** ** Names *)

Section Chances.
  Context {A B T : Type} (Z : method (list A) B T) (W : named_laws A T) (m : nat) (eps : R).
  Hypothesis some : (1 <= number W)%nat.
  Let N := INR (number W).

  Let N_pos : 0 < N.
  Proof. apply lt_0_INR. lia. Qed.

  Lemma test_names v : test (names Z W v).
  Proof. intros z. unfold names. destruct (Nat.eqb _ _); lra. Qed.

  (** They exclude each other. *)
  Lemma names_exclude z : Sum (below (number W)) (fun v => names Z W v z) <= 1.
  Proof.
    unfold names, below. set (i := name_of W (estimate Z z)). generalize O (number W). intros first k. revert first.
    induction k as [| k IH]; intros first; simpl; [lra |]. specialize (IH (S first)).
    destruct (Nat.eqb_spec i first) as [-> |]; [| lra].
    rewrite (Sum_ext_in _ _ (fun _ => 0)); [rewrite Sum_const; lra |].
    intros v V. apply in_seq in V. destruct (Nat.eqb_spec first v); [lia | reflexivity].
  Qed.

  Lemma average_law_le f g : (forall v, (v < number W)%nat -> f v <= g v) -> average_law W f <= average_law W g.
  Proof.
    intros H. apply Rmult_le_compat_l; [left; now apply Rinv_0_lt_compat |]. apply Sum_le_in. intros v V.
    now apply H, in_below.
  Qed.

  Lemma average_law_scal c f : average_law W (fun v => c * f v) = c * average_law W f.
  Proof. unfold average_law. rewrite Sum_scal. ring. Qed.

  Lemma average_law_const c : average_law W (fun _ => c) = c.
  Proof. unfold average_law. rewrite Sum_below_const. fold N. field. lra. Qed.

  Lemma average_law_minus f g : average_law W (fun v => f v - g v) = average_law W f - average_law W g.
  Proof. unfold average_law. rewrite Sum_minus. ring. Qed.

  (** Fano for a pair of chances: data processing for the event that the name is right. *)
  Lemma fano_for_names y k : 0 <= y -> pure_false Z W m eps <= exp (- y) ->
    (forall P Q, KL_most (pure_transcript Z P Q m eps) (pure_transcript Z Q P m eps) k) ->
    y * pure_hit Z W m eps <= k + ln 2.
  Proof.
    intros y_pos rare told. unfold pure_hit, pure_false in *.
    set (hit := fun v => E (pure_transcript Z (law_named W v) (law_named W 0) m eps) (names Z W v)).
    set (false := fun v => E (pure_transcript Z (law_named W 0) (law_named W v) m eps) (names Z W v)) in *.
    assert (moment : forall v, y * hit v <= k + ln (1 + false v * (exp y - 1))).
    { intros v. pose proof (bounded_test _ (test_names v)).
      pose proof (told (law_named W v) (law_named W 0) (fun z => y * names Z W v z) ltac:(bounded)) as D.
      rewrite E_scal in D by bounded. fold (hit v) in D. eapply Rle_trans; [exact D |]. apply Rplus_le_compat_l.
      right. f_equal. rewrite (E_ext _ _ (fun z => 1 + names Z W v z * (exp y - 1))).
      - rewrite E_plus, E_one by bounded. f_equal.
        rewrite (E_ext _ _ (fun z => (exp y - 1) * names Z W v z)) by (intros; ring).
        rewrite E_scal by bounded. apply Rmult_comm.
      - intros z. unfold names. destruct (Nat.eqb _ _); rewrite ?Rmult_1_r, ?Rmult_0_r, ?exp_0; ring. }
    pose proof (exp_ge_1 y y_pos) as large.
    assert (false_pos : forall v, 0 <= false v) by (intros v; apply (E_between _ _ 0 1), test_names).
    rewrite <- average_law_scal.
    apply Rle_trans with (average_law W (fun v => k + ln (1 + false v * (exp y - 1)))).
    { apply average_law_le. intros v _. apply moment. }
    assert (J : Sum (below (number W)) (fun v => / N * ln (1 + false v * (exp y - 1))) <=
      ln (Sum (below (number W)) (fun v => / N * (1 + false v * (exp y - 1))))).
    { apply (ln_jensen (below (number W)) (fun _ => / N) (fun v => 1 + false v * (exp y - 1)) 1); try lra.
      - intros _. left. now apply Rinv_0_lt_compat.
      - rewrite Sum_below_const. fold N. field. lra.
      - intros v. specialize (false_pos v). nra. }
    unfold average_law in *. fold N in rare |- *. rewrite Sum_plus, Rmult_plus_distr_l, Sum_below_const. fold N.
    rewrite <- Rmult_assoc, Rinv_l, Rmult_1_l by lra. apply Rplus_le_compat_l. rewrite <- Sum_scal.
    eapply Rle_trans; [exact J |].
    assert (total : Sum (below (number W)) (fun v => / N * (1 + false v * (exp y - 1))) =
      1 + (/ N * Sum (below (number W)) false) * (exp y - 1)).
    { rewrite Sum_scal, Sum_plus, Sum_below_const. fold N.
      rewrite (Sum_ext _ (fun v => false v * (exp y - 1)) (fun v => (exp y - 1) * false v)) by (intros; ring).
      rewrite Sum_scal. field. lra. }
    rewrite total. change (Sum (below (number W)) false) with (Sum (below (number W)) (fun v => false v)) in *.
    set (share := / N * Sum _ _) in *.
    assert (0 <= share).
    { apply Rmult_le_pos; [left; now apply Rinv_0_lt_compat | apply Sum_ge_0; auto]. }
    apply ln_le; [nra |]. pose proof (exp_plus (- y) y) as inverse. rewrite Rplus_opp_l, exp_0 in inverse.
    pose proof (exp_pos (- y)). nra.
  Qed.
End Chances.
