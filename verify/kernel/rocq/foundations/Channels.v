(** * Private channels *)

From Foundations Require Export Hellinger Finite.
Import ListNotations.
Open Scope R_scope.

(** The largest likelihood ratio of P to Q is at most e^eps: the max-divergence of P and Q is at most eps. *)
Definition ratio_most {A} (P Q : law A) eps := forall f, bounded f -> (forall x, 0 <= f x) -> E P f <= exp eps * E Q f.

(** The hockey-stick divergence: the largest P(S) - e^eps Q(S). *)
Definition hockey_stick_most {A} (P Q : law A) eps delta := forall f, test f -> E P f <= exp eps * E Q f + delta.

(** A channel is a function from data to laws of a message. It is eps-private: Dwork and Roth 2014, Definition 2.4, for
    all pairs of inputs. *)
Definition private {A B} (eps : R) (K : A -> law B) := forall x y, ratio_most (K x) (K y) eps.
Definition private_approximately {A B} (eps delta : R) (K : A -> law B) := forall x y,
  hockey_stick_most (K x) (K y) eps delta.

(** ** Ratios *)

Section Ratios.
  Context {A : Type}.
  Implicit Types P Q : law A.

  Lemma ratio_ge_0 P Q e : ratio_most P Q e -> 0 <= e.
  Proof.
    intros H. specialize (H (fun _ => 1) (bounded_const 1) ltac:(intros; lra)). rewrite !E_one in H.
    destruct (Rle_dec 0 e) as [| N]; [assumption |]. pose proof (exp_increasing e 0 ltac:(lra)). rewrite exp_0 in *.
    lra.
  Qed.

  Lemma ratio_weaken P Q e e' : ratio_most P Q e -> e <= e' -> ratio_most P Q e'.
  Proof.
    intros H L f F N. eapply Rle_trans; [now apply H |].
    apply Rmult_le_compat_r; [now apply E_ge | now apply exp_le].
  Qed.

  Lemma ratio_KL P Q e : ratio_most P Q e -> KL_most P Q e.
  Proof. exact (KL_below_log_of_largest_ratio P Q e). Qed.

  Lemma ratio_hockey_stick P Q e : ratio_most P Q e -> hockey_stick_most P Q e 0.
  Proof. intros H f F. rewrite Rplus_0_r. apply H; bounded. intros x. apply F. Qed.

  (* Fact: a privacy profile falls *)
  Lemma hockey_stick_weaken P Q e e' d d' : hockey_stick_most P Q e d -> e <= e' -> d <= d' ->
    hockey_stick_most P Q e' d'.
  Proof.
    intros H L D f F. specialize (H f F). pose proof (exp_le _ _ L).
    assert (0 <= E Q f) by (apply E_between with (b := 1); exact F). nra.
  Qed.

  (** Means of P and Q through two families of channels, ratios of both kinds at most e. *)
  Lemma ratio_of_step {B} (P Q : law A) (K L : A -> law B) e e' :
    ratio_most P Q e -> (forall x, ratio_most (K x) (L x) e') -> ratio_most (bind P K) (bind Q L) (e + e').
  Proof.
    intros H J f F N. simpl.
    apply Rle_trans with (E P (fun x => exp e' * E (L x) f)).
    - apply E_mono; bounded. intros x. now apply J.
    - rewrite E_scal, exp_plus by bounded. rewrite (Rmult_comm (exp e)), Rmult_assoc.
      apply Rmult_le_compat_l; [left; apply exp_pos |]. apply H; bounded. intros x. now apply E_ge.
  Qed.
End Ratios.

Lemma ratio_refl {A} (P : law A) : ratio_most P P 0.
Proof. intros f F N. rewrite exp_0. lra. Qed.

(** ** Post-processing and composition *)

(* Fact: post-processing *)
(** Dwork and Roth 2014, Proposition 2.1. *)
Theorem post_processing {A B} (K : A -> law B) (P Q : law A) e d :
  hockey_stick_most P Q e d -> hockey_stick_most (bind P K) (bind Q K) e d.
Proof. intros H f F. simpl. apply H. intros x. now apply E_between. Qed.

Theorem post_processing_ratio {A B} (K : A -> law B) (P Q : law A) e :
  ratio_most P Q e -> ratio_most (bind P K) (bind Q K) e.
Proof. intros H f F N. simpl. apply H; bounded. intros x. now apply E_ge. Qed.

Theorem post_processing_private {A B C} (K : A -> law B) (L : B -> law C) e :
  private e K -> private e (fun x => bind (K x) L).
Proof. intros H x y. now apply post_processing_ratio. Qed.

(** The laws of a private message under any two laws of the data are as close as under two inputs. *)
Theorem private_mean {A B} (K : A -> law B) e (P Q : law A) : private e K -> ratio_most (bind P K) (bind Q K) e.
Proof.
  intros H f F N. simpl. apply E_le; bounded. intros x. rewrite <- E_scal by bounded.
  apply E_ge; bounded. intros y. now apply H.
Qed.

(** A channel whose input is drawn given the data: private to the data, too. *)
Theorem private_inputs {A B C} (L : A -> law B) (K : B -> law C) e : private e K -> private e (fun x => bind (L x) K).
Proof. intros H x y. now apply private_mean. Qed.

(** Two messages, the second of which may depend on the first. Dwork and Roth 2014, Theorem B.1 at delta = 0. *)
Theorem composition {A B C} (K : A -> law B) (L : B -> A -> law C) e e' :
  private e K -> (forall b, private e' (L b)) ->
  private (e + e') (fun x => bind (K x) (fun b => bind (L b x) (fun c => ret (b, c)))).
Proof.
  intros H J x y. apply ratio_of_step; [apply H |]. intros b. apply post_processing_ratio, J.
Qed.

(** One user who answers in turn: the m-th channel may depend on the earlier answers. *)
Fixpoint answers {A B} (K : list B -> A -> law B) (x : A) (m : nat) : law (list B) :=
  match m with
  | O => ret []
  | S k => step (answers K x k) (fun h => K h x)
  end.

Theorem composition_in_turn {A B} (K : list B -> A -> law B) e m :
  (forall h, private e (K h)) -> private (INR m * e) (fun x => answers K x m).
Proof.
  intros H x y. induction m as [| m IH].
  - simpl. rewrite Rmult_0_l. apply ratio_refl.
  - rewrite S_INR, Rmult_plus_distr_r, Rmult_1_l. apply ratio_of_step; [exact IH |].
    intros h. apply post_processing_ratio, H.
Qed.

(* Fact: basic composition *)
(** A message of each of m samples: the ratios of the messages multiply. *)
Fixpoint message_of_each {A B} (K : A -> law B) (data : list A) : law (list B) :=
  match data with
  | [] => ret []
  | x :: data' => step (message_of_each K data') (fun _ => K x)
  end.

Theorem basic_composition {A B} (K : A -> law B) (e : A -> A -> R) :
  (forall x y, ratio_most (K x) (K y) (e x y)) -> forall one other, length one = length other ->
  ratio_most (message_of_each K one) (message_of_each K other) (Sum (combine one other) (fun p => e (fst p) (snd p))).
Proof.
  intros H one. induction one as [| x one IH]; intros [| y other] L; try easy; [apply ratio_refl |].
  simpl. rewrite Rplus_comm. apply ratio_of_step; [apply IH; now injection L |].
  intros h. apply post_processing_ratio, H.
Qed.

(* Fact: the message of one sample *)
(** The sample is drawn by any law of its index. *)
Theorem message_of_one_sample {I B} (index : law I) (K L : I -> law B) e :
  (forall i, ratio_most (K i) (L i) e) -> ratio_most (bind index K) (bind index L) e.
Proof.
  intros H. rewrite <- (Rplus_0_l e). apply ratio_of_step; [apply ratio_refl | exact H].
Qed.

(** Group privacy: Dwork and Roth 2014, Theorem 2.2. Data at distance k are joined by k changes of one part. *)
Inductive changes {A} (one_part : A -> A -> Prop) : nat -> A -> A -> Prop :=
| no_change x : changes one_part 0 x x
| one_more k x y z : changes one_part k x y -> one_part y z -> changes one_part (S k) x z.

Theorem group_privacy {A B} (one_part : A -> A -> Prop) (K : A -> law B) e :
  (forall x y, one_part x y -> ratio_most (K x) (K y) e) ->
  forall k x y, changes one_part k x y -> ratio_most (K x) (K y) (INR k * e).
Proof.
  intros H k x y path. induction path as [x | k x y z _ IH last].
  - simpl. rewrite Rmult_0_l. apply ratio_refl.
  - intros f F N. rewrite S_INR, Rmult_plus_distr_r, Rmult_1_l, exp_plus, Rmult_assoc.
    eapply Rle_trans; [now apply IH |]. apply Rmult_le_compat_l; [left; apply exp_pos | now apply H].
Qed.

(** ** What a private message says of its data *)

Lemma private_level_ge_0 {A B} (K : A -> law B) e (P : law A) : private e K -> 0 <= e.
Proof. intros H. exact (ratio_ge_0 _ _ _ (private_mean K e P P H)). Qed.

Section Contraction.
  Context {A B : Type} (K : A -> law B) (e : R) (K_private : private e K) (P Q : law A) (t : R).
  Hypothesis distance : TV_most P Q t.

  Let e_ge_0 : 0 <= e := private_level_ge_0 K e Q K_private.
  Let t_ge_0 : 0 <= t := TV_ge_0 P Q t distance.

  (** x -> K x w lies between its least value i and e^eps i; and i is at most its mean. *)
  Let swing_of_message w : bounded w -> (forall z, 0 <= w z) ->
    Rabs (E (bind P K) w - E (bind Q K) w) <= t * (exp e - 1) * E (bind Q K) w.
  Proof.
    intros W pos. simpl. set (h := fun x => E (K x) w).
    assert (H : bounded h) by (unfold h; bounded).
    destruct (greatest_below Q h H) as (i & below & greatest).
    assert (range : forall x, i <= h x <= exp e * i).
    { intros x. split; [apply below |]. rewrite Rmult_comm.
      apply Rle_div_l; [apply exp_pos |]. apply greatest. intros y.
      apply Rle_div_l; [apply exp_pos |]. rewrite Rmult_comm. now apply K_private. }
    eapply Rle_trans; [now apply (TV_swing P Q t h i (exp e * i)) |].
    assert (i <= E Q h) by now apply E_ge. pose proof (exp_ge_1 e e_ge_0).
    replace (t * (exp e * i - i)) with (t * (exp e - 1) * i) by ring.
    apply Rmult_le_compat_l; [apply Rmult_le_pos; lra | assumption].
  Qed.

  (** Duchi, Jordan and Wainwright 2018, Lemma 1. *)
  Lemma swing_of_signed_message g : bounded g ->
    Rabs (E (bind P K) g - E (bind Q K) g) <= t * (exp e - 1) * E (bind Q K) (fun z => Rabs (g z)).
  Proof.
    intros G. set (u := fun z => (Rabs (g z) + g z) / 2). set (v := fun z => (Rabs (g z) - g z) / 2).
    assert (U : bounded u) by (unfold u; bounded). assert (V : bounded v) by (unfold v; bounded).
    assert (u_ge_0 : forall z, 0 <= u z) by (intros z; unfold u; pose proof (Rabs_maj2 (g z)); lra).
    assert (v_ge_0 : forall z, 0 <= v z) by (intros z; unfold v; pose proof (Rle_abs (g z)); lra).
    assert (parts : forall L : law B, E L g = E L u - E L v).
    { intros L. rewrite <- E_minus by assumption. apply E_ext. intros z. unfold u, v. field. }
    assert (size : E (bind Q K) (fun z => Rabs (g z)) = E (bind Q K) u + E (bind Q K) v).
    { rewrite <- E_plus by assumption. apply E_ext. intros z. unfold u, v. field. }
    pose proof (swing_of_message u U u_ge_0) as SU. pose proof (swing_of_message v V v_ge_0) as SV.
    rewrite !parts, size. apply Rabs_le_between in SU, SV. apply Rabs_le. lra.
  Qed.

  (* Fact: private contraction *)
  (** Duchi, Jordan and Wainwright 2018, Lemma 1 and Theorem 1, in its form for chi-square. *)
  Theorem private_contraction : chi2_most (bind P K) (bind Q K) ((exp e - 1) ^ 2 * t ^ 2).
  Proof.
    intros g G. pose proof (swing_of_signed_message g G) as H.
    assert (square : E (bind Q K) (fun z => Rabs (g z)) ^ 2 <= E (bind Q K) (fun z => g z ^ 2)).
    { eapply Rle_trans; [apply square_of_mean; bounded |]. right. apply E_ext. intros z. apply pow2_abs. }
    apply Rabs_le_between in H. set (y := E (bind Q K) (fun z => Rabs (g z))) in *.
    pose proof (pow2_ge_0 (t * (exp e - 1) - y)). nra.
  Qed.

  Corollary private_contraction_KL : KL_most (bind P K) (bind Q K) ((exp e - 1) ^ 2 * t ^ 2).
  Proof. apply KL_below_chi2, private_contraction. Qed.

  (** Total variation shrinks by (e^eps - 1)/(e^eps + 1) = tanh(eps/2): Kairouz, Oh and Viswanath 2015, Section 4.1. *)
  Theorem private_contraction_TV : TV_most (bind P K) (bind Q K) ((exp e - 1) / (exp e + 1) * t).
  Proof.
    intros f F. simpl. set (h := fun x => E (K x) f). set (c := (exp e - 1) / (exp e + 1)).
    pose proof (exp_pos e) as pos.
    assert (H : bounded h) by (unfold h; bounded).
    assert (close : forall x y, h x <= h y + c).
    { intros x y. pose proof (K_private x y f ltac:(bounded) (fun z => proj1 (F z))) as up.
      pose proof (K_private y x (fun z => 1 - f z) ltac:(bounded) (fun z => proj1 (test_not f F z))) as down.
      rewrite !E_minus, !E_const in down by bounded. fold (h x) (h y) in *.
      apply Rmult_le_reg_r with (exp e + 1); [lra |]. unfold c.
      replace ((h y + (exp e - 1) / (exp e + 1)) * (exp e + 1)) with (h y * (exp e + 1) + (exp e - 1)) by (field; lra).
      lra. }
    destruct (greatest_below Q h H) as (i & below & greatest).
    assert (range : forall x, i <= h x <= i + c).
    { intros x. split; [apply below |]. enough (h x - c <= i) by lra.
      apply greatest. intros y. specialize (close x y). lra. }
    pose proof (TV_swing P Q t h i (i + c) distance range) as S. apply Rabs_le_between in S. lra.
  Qed.
End Contraction.

(* Fact: chi-square of private messages, turned *)
Theorem private_chi2_turned {A B} (K : A -> law B) e (P Q : law A) c : private e K ->
  chi2_most (bind Q K) (bind P K) c -> chi2_most (bind P K) (bind Q K) (exp e * c).
Proof.
  intros H X g G. pose proof (exp_pos e) as pos.
  specialize (X (fun z => - exp (- e) * g z) ltac:(bounded)). cbv beta in X.
  rewrite (E_ext _ (fun z => (- exp (- e) * g z) ^ 2) (fun z => exp (- e) ^ 2 * g z ^ 2)) in X by (intros; ring).
  rewrite !E_scal in X by bounded.
  pose proof (private_mean K e P Q H (fun z => g z ^ 2) ltac:(bounded) (fun z => pow2_ge_0 _)) as Y.
  apply (Rmult_le_compat_l (exp e)) in X; [| lra].
  rewrite exp_Ropp in *.
  replace (exp e * (2 * (- / exp e * E (bind Q K) g - - / exp e * E (bind P K) g)))
    with (2 * (E (bind P K) g - E (bind Q K) g)) in X by (field; lra).
  replace (exp e * (c + (/ exp e) ^ 2 * E (bind P K) (fun x => g x ^ 2)))
    with (exp e * c + / exp e * E (bind P K) (fun x => g x ^ 2)) in X by (field; lra).
  apply (Rmult_le_compat_l (/ exp e)) in Y; [| left; now apply Rinv_0_lt_compat].
  rewrite <- Rmult_assoc, Rinv_l in Y by lra. lra.
Qed.

(** ** Two laws with bounded ratios are one randomised response

    Kairouz, Oh and Viswanath 2015, Theorem 2.5 at delta = 0: with t = e^eps, R1 = (t P - Q)/(t - 1) and
    R2 = (t Q - P)/(t - 1) are laws, and P, Q are their mixtures with weights t/(1 + t) and 1/(1 + t). *)

Section Randomised_response.
  Context {A : Type}.

  Program Definition extreme (P Q : law A) e (e_pos : 0 < e) (H : ratio_most Q P e) : law A :=
    Law A (fun f => (exp e * E P f - E Q f) / (exp e - 1)) _ _ _ _.
  Next Obligation. rewrite !E_plus by assumption. field. pose proof (exp_ineq1 e). lra. Qed.
  Next Obligation. rewrite !E_scal by assumption. field. pose proof (exp_ineq1 e). lra. Qed.
  Next Obligation.
    rename H0 into F, H1 into G, H2 into le. pose proof (exp_ineq1 e ltac:(lra)).
    specialize (H (fun x => g x - f x) ltac:(bounded) ltac:(intros x; specialize (le x); lra)).
    rewrite !E_minus in H by assumption.
    apply Rmult_le_compat_r; [left; apply Rinv_0_lt_compat |]; lra.
  Qed.
  Next Obligation. rewrite !E_one. field. pose proof (exp_ineq1 e). lra. Qed.

  Variables (P Q : law A) (e : R) (e_pos : 0 < e) (PQ : ratio_most P Q e) (QP : ratio_most Q P e).
  Let t := exp e.
  Let kind (h : bool) : law A := if h then extreme P Q e e_pos QP else extreme Q P e e_pos PQ.

  Lemma response_chances : 0 <= t / (1 + t) <= 1 /\ 0 <= 1 / (1 + t) <= 1.
  Proof.
    assert (T : 0 < t) by apply exp_pos.
    repeat split; try (apply Rdiv_le_0_compat; lra); apply Rle_div_l; lra.
  Qed.

  Let as_response : forall f,
    E P f = E (bind (coin _ (proj1 response_chances)) kind) f /\
    E Q f = E (bind (coin _ (proj2 response_chances)) kind) f.
  Proof.
    intros f. simpl. fold t. assert (T : 1 < t) by (pose proof (exp_ineq1 e); unfold t; lra).
    split; field; lra.
  Qed.

  Theorem private_divergence_of_two : KL_most P Q (e * ((exp e - 1) / (exp e + 1))).
  Proof.
    assert (T : 1 < t) by (pose proof (exp_ineq1 e); unfold t; lra).
    intros f F.
    destruct (as_response f) as [-> _]. rewrite (proj2 (as_response (fun x => exp (f x)))).
    assert (KL : coin_KL (t / (1 + t)) (1 / (1 + t)) = e * ((exp e - 1) / (exp e + 1))).
    { unfold coin_KL. replace (t / (1 + t) / (1 / (1 + t))) with t by (field; lra).
      replace ((1 - t / (1 + t)) / (1 - 1 / (1 + t))) with (/ t) by (field; lra).
      rewrite ln_Rinv by lra. assert (L : ln t = e) by apply ln_exp. rewrite L. fold t. field. lra. }
    rewrite <- KL. apply data_processing; [| exact F].
    assert (0 < 1 / (1 + t)) by (apply Rdiv_lt_0_compat; lra).
    assert (t / (1 + t) = 1 - 1 / (1 + t)) by (field; lra).
    apply KL_of_coins; assert (1 / (1 + t) < 1) by (apply Rlt_div_l; lra); lra.
  Qed.
End Randomised_response.

(* Fact: private divergence *)
(** Kairouz, Oh and Viswanath 2015, Section 4.1; (e^eps - 1)/(e^eps + 1) is tanh(eps/2). *)
Theorem private_divergence {A B} (K : A -> law B) e (P Q : law A) : private e K ->
  KL_most (bind P K) (bind Q K) (e * ((exp e - 1) / (exp e + 1))).
Proof.
  intros H. destruct (private_level_ge_0 K e P H) as [pos | <-].
  - apply private_divergence_of_two; [exact pos | |]; now apply private_mean.
  - rewrite Rmult_0_l. now apply ratio_KL, private_mean.
Qed.

Lemma tanh_as_ratio e : tanh (e / 2) = (exp e - 1) / (exp e + 1).
Proof.
  unfold tanh, sinh, cosh. rewrite exp_Ropp.
  replace (exp e) with (exp (e / 2) * exp (e / 2)) by (rewrite <- exp_plus; f_equal; field).
  pose proof (exp_pos (e / 2)). field. nra.
Qed.
