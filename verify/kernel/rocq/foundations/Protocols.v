(** * Protocols of users in turn, and minimax risks *)

From Foundations Require Export Channels.
Import ListNotations.
Open Scope R_scope.

(** A protocol: the channel of the next user given the earlier messages, the last one first. A user's place is the
    length of the history, so that users may have different channels. With channels that ignore the history the messages
    are sent at once. *)
Definition protocol A B := list B -> A -> law B.

Definition interactive {A B} (eps : R) (Z : protocol A B) := forall h, private eps (Z h).

(** All messages of n users, each of whose data is a draw of P. *)
Fixpoint transcript {A B} (Z : protocol A B) (P : law A) (n : nat) : law (list B) :=
  match n with
  | O => ret []
  | S k => step (transcript Z P k) (fun h => bind P (Z h))
  end.

(** Messages in turn without data. *)
Fixpoint messages {B} (N : list B -> law B) (n : nat) : law (list B) :=
  match n with
  | O => ret []
  | S k => step (messages N k) N
  end.

(** ** The chain rule over users *)

Section Users.
  Context {A B : Type} (Z : protocol A B) (eps : R) (private_users : interactive eps Z).

  (* Fact: chain rule over users, for all coordinates *)
  (* Fact: chain rule over users, for all coordinates j *)
  (** Several laws at once. Given the earlier messages, each message is a private channel's. *)
  Theorem chain_rule_over_users_sum {I} (l : list I) (P : law A) (Q : I -> law A) c n :
    (forall K : A -> law B, private eps K -> KL_sum_most l (bind P K) (fun i => bind (Q i) K) c) ->
    KL_sum_most l (transcript Z P n) (fun i => transcript Z (Q i) n) (INR n * c).
  Proof.
    intros H. induction n as [| n IH].
    - intros f F. simpl. rewrite Rmult_0_l, Rplus_0_l. right. apply Sum_ext. intros i. now rewrite ln_exp.
    - rewrite S_INR, Rmult_plus_distr_r, Rmult_1_l. cbn [transcript].
      apply (KL_sum_chain l (transcript Z P n) (fun i => transcript Z (Q i) n) _ (fun i h => bind (Q i) (Z h)));
        [exact IH |].
      intros h. apply H, private_users.
  Qed.

  (* Fact: chain rule over users *)
  (** Cover and Thomas 2006, Theorem 2.5.3. *)
  Theorem chain_rule_over_users (P Q : law A) c n :
    (forall K : A -> law B, private eps K -> KL_most (bind P K) (bind Q K) c) ->
    KL_most (transcript Z P n) (transcript Z Q n) (INR n * c).
  Proof.
    intros H. apply KL_most_single, (chain_rule_over_users_sum [tt] P (fun _ => Q)).
    intros K private_K. now apply KL_most_single, H.
  Qed.

  (** Against messages whose laws do not depend on the data. *)
  Theorem chain_rule_against (P : law A) (N : list B -> law B) c n :
    (forall h, KL_most (bind P (Z h)) (N h) c) -> KL_most (transcript Z P n) (messages N n) (INR n * c).
  Proof.
    intros H. induction n as [| n IH].
    - simpl. rewrite Rmult_0_l. apply KL_refl.
    - rewrite S_INR, Rmult_plus_distr_r, Rmult_1_l. cbn [transcript messages]. now apply KL_chain.
  Qed.
End Users.

(** ** Risks *)

(** The mean of a loss, which is 0 or more, is at most b: the loss may be unbounded, so that its mean is that of the
    loss cut at c, as c grows. *)
Definition mean_most {A} (P : law A) (loss : A -> R) b := forall c, E P (fun x => Rmin (loss x) c) <= b.

Lemma mean_most_bounded {A} (P : law A) loss b : bounded loss -> mean_most P loss b -> E P loss <= b.
Proof.
  intros B H. destruct B as [M B]. rewrite (E_ext P loss (fun x => Rmin (loss x) M)); [apply H |].
  intros x. specialize (B x). apply Rabs_le_between in B. now rewrite Rmin_left.
Qed.

Lemma mean_most_below {A} (P : law A) loss f b : (forall x, 0 <= loss x) -> bounded f -> (forall x, f x <= loss x) ->
  mean_most P loss b -> E P f <= b.
Proof.
  intros L [M F] le H. eapply Rle_trans; [| apply (H M)].
  apply E_mono; [now exists M | now apply bounded_cut |].
  intros x. apply Rmin_glb; [apply le |]. specialize (F x). apply Rabs_le_between in F. lra.
Qed.

(** The worst risk of every private protocol of n users with m draws each is at least r. [loss P t] is the loss of the
    estimate t where the users' law is P; an estimate is any function of the messages, which may be of any type. A bound
    on the risks of all laws of the class is at least r: their supremum is at least r. *)
Definition minimax_at_least {X T} (class : law X -> Prop) (loss : law X -> T -> R) (n m : nat) (eps r : R) :=
  forall (B : Type) (Z : protocol (list X) B) (estimate : list B -> T) (b : R),
    interactive eps Z ->
    (forall P, class P -> mean_most (transcript Z (power P m) n) (fun z => loss P (estimate z)) b) ->
    r <= b.

Section Minimax.
  Context {X T : Type} (class : law X -> Prop) (loss : law X -> T -> R) (n m : nat) (eps : R).

  Lemma minimax_weaken r r' : minimax_at_least class loss n m eps r -> r' <= r -> minimax_at_least class loss n m eps
      r'.
  Proof.
    intros H L B Z estimate b private_users risk. apply Rle_trans with r; [exact L |]. now apply (H B Z estimate).
  Qed.

  Lemma minimax_larger_class (smaller : law X -> Prop) r : (forall P, smaller P -> class P) ->
    minimax_at_least smaller loss n m eps r -> minimax_at_least class loss n m eps r.
  Proof.
    intros within H B Z estimate b private_users risk. apply (H B Z estimate); auto.
  Qed.

  Lemma minimax_ge_0 P : class P -> (forall t, 0 <= loss P t) -> minimax_at_least class loss n m eps 0.
  Proof.
    intros inside L B Z estimate b _ risk.
    apply (mean_most_below _ (fun z => loss P (estimate z)) (fun _ => 0)) in risk as H; auto.
    - now rewrite E_const in H.
    - bounded.
  Qed.
End Minimax.
