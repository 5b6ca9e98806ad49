(** * What an algorithm chooses from its users' data, and how far the users are from each other there *)

From Foundations Require Export Events Nouns.
Import ListNotations.
Open Scope R_scope.

(** ** An algorithm on independent data *)

(** What it tells of n users' data. *)
Definition choice_of {A B} (K : algorithm A B) (P : law A) n : law B := bind (power P n) K.

(** The same, with the data of user i, who stands behind i - 1 others. *)
Definition told_with {A B} (K : algorithm A B) (P : law A) n i : law (B * A) :=
  bind (power P (n - i)) (fun after => bind P (fun z => bind (power P (i - 1)) (fun before =>
    bind (K (before ++ z :: after)) (fun choice => ret (choice, z))))).

(** ** Events of a choice and data *)

Definition section_of {A B} (S : event (A * B)) (x : A) : event B := fun y => S (x, y).

(** A function of a choice and data, with values in a space of vectors. *)
Definition vector_function A := A -> vector.

Definition apart_by (x y : vector) := euclidean_norm (vector_minus x y).

(** It is further than tau from its mean over the data. *)
Definition far_from_mean {A B} (f : vector_function (B * A)) (P : law A) tau : event (B * A) := fun p =>
  tau < apart_by (f p) (fun k => E P (fun z => f (fst p, z) k)).

(** No point is within tau of its values at all data. *)
Definition scattered {A B} (K : algorithm A B) (f : vector_function (B * A)) (P : law A) n tau :=
  E (power P n) (fun data => chance (K data) (fun choice =>
    ~ exists x, forall z, In z data -> apart_by (f (choice, z)) x <= tau)).

(** ** The union bound over users *)

Section Power.
  Context {A : Type} (P : law A).

  Lemma power_ext n f g : (forall x, length x = n -> f x = g x) -> E (power P n) f = E (power P n) g.
  Proof.
    revert f g. induction n as [| n IH]; intros f g same; [now apply same |].
    cbn [power]. rewrite !E_step. apply IH. intros x long. apply E_ext. intros z. apply same. simpl. lia.
  Qed.

  Lemma power_app m n f : E (power P (m + n)) f = E (power P n) (fun y => E (power P m) (fun x => f (x ++ y))).
  Proof.
    revert f. induction m as [| m IH]; intros f; [reflexivity |].
    change (S m + n)%nat with (S (m + n)). cbn [power]. rewrite E_step, IH. apply E_ext. intros y. now rewrite E_step.
  Qed.

  (** The data of one of n users, those behind and those before. *)
  Lemma power_at n i f : (1 <= i <= n)%nat -> E (power P n) f =
    E (power P (n - i)) (fun y => E P (fun z => E (power P (i - 1)) (fun x => f (x ++ z :: y)))).
  Proof.
    intros range. replace n with (i - 1 + S (n - i))%nat at 1 by lia.
    rewrite power_app. cbn [power]. now rewrite E_step.
  Qed.
End Power.

Theorem union_over_users {A B} (K : algorithm A B) (f : vector_function (B * A)) (P : law A) n tau :
  scattered K f P n tau <= Sum (seq 1 n) (fun i => chance (told_with K P n i) (far_from_mean f P tau)).
Proof.
  set (far := fun i data choice => match nth_error data (i - 1) with
    | Some z => indicator (far_from_mean f P tau) (choice, z)
    | None => 0
    end).
  assert (far_between : forall i data choice, 0 <= far i data choice <= 1).
  { intros i data choice. unfold far. destruct (nth_error data (i - 1)); [apply indicator_between | lra]. }
  assert (bounded_far : forall i data, bounded (far i data)).
  { intros i data. apply bounded_between with 0 1. apply far_between. }
  assert (bounded_mean : forall i, bounded (fun data => E (K data) (far i data))).
  { intros i. apply bounded_between with 0 1. intros data. apply E_between. apply far_between. }
  apply Rle_trans with (E (power P n) (fun data => Sum (seq 1 n) (fun i => E (K data) (far i data)))).
  - unfold scattered.
    rewrite (power_ext P n _ (fun data => Rmin 1 (if Nat.eq_dec (length data) n then chance (K data) (fun choice =>
      ~ exists x, forall z, In z data -> apart_by (f (choice, z)) x <= tau) else 0))).
    + apply E_mono.
      * apply bounded_between with 0 1. intros data. destruct (Nat.eq_dec (length data) n).
        -- split; [apply Rmin_glb; [lra | apply chance_between] | apply Rmin_l].
        -- rewrite Rmin_right; lra.
      * apply bounded_Sum. exact bounded_mean.
      * intros data. eapply Rle_trans; [apply Rmin_r |].
        destruct (Nat.eq_dec (length data) n) as [long |].
        2: { apply Sum_ge_0. intros i. apply E_ge; [apply bounded_far | apply far_between]. }
        rewrite <- E_Sum by (intros i; apply bounded_far).
        apply E_mono; [apply bounded_indicator | apply bounded_Sum; intros i; apply bounded_far |].
        intros choice.
        apply indicator_le; [apply Sum_ge_0; intros i; apply far_between |]. intros no_point.
        destruct (classic (exists z, In z data /\ far_from_mean f P tau (choice, z))) as [(z & inside & z_far) | near].
        -- destruct (In_nth_error data z inside) as [k at_k].
           assert (k_n : (k < n)%nat) by (rewrite <- long; apply nth_error_Some; congruence).
           rewrite <- (Sum_single Nat.eq_dec (seq 1 n) (S k) 1) by (try apply seq_NoDup; apply in_seq; lia).
           apply Sum_le_in. intros i _. destruct (Nat.eq_dec i (S k)) as [-> |]; [| apply far_between].
           unfold far. simpl. rewrite Nat.sub_0_r, at_k. now rewrite indicator_1 by exact z_far; right.
        -- exfalso. apply no_point. exists (fun k => E P (fun z => f (choice, z) k)). intros z inside.
           apply Rnot_lt_le. intros z_far. apply near.
           exists z. split; [exact inside | exact z_far].
    + intros data long. destruct (Nat.eq_dec (length data) n) as [_ | short]; [| contradiction].
      rewrite Rmin_right; [reflexivity | apply chance_between].
  - rewrite E_Sum by exact bounded_mean. apply Sum_le_in. intros i range. apply in_seq in range.
    rewrite (power_at P n i) by lia. right. unfold chance, told_with. simpl.
    apply E_ext. intros after. apply E_ext. intros z. apply power_ext. intros before long.
    apply E_ext. intros choice. unfold far. rewrite nth_error_app2 by lia. rewrite long, Nat.sub_diag. reflexivity.
Qed.

(** ** A private choice and one user's data

    Dwork et al. 2015 (NeurIPS): a choice tells no more of a user's data than of a copy, up to privacy. The copy is
    drawn behind the choice, so that draws are exchanged. *)

Lemma test_between {A} (P : law A) f : test f -> 0 <= E P f <= 1.
Proof. intros F. apply E_between. exact F. Qed.

Theorem private_choice {A B} (K : algorithm A B) (P : law A) n i e d : commutes P -> (1 <= i <= n)%nat ->
  profile_most K e d -> hockey_stick_most (told_with K P n i) (joint (choice_of K P n) P) e d.
Proof.
  intros exchange range [_ private] f F. pose proof (exp_pos e) as pos.
  set (choice := fun after z' => bind (power P (i - 1)) (fun before => K (before ++ z' :: after))).
  set (copy := fun after z => E P (fun z' => E (choice after z') (fun x => f (x, z)))).
  assert (part : forall z, test (fun x => f (x, z))) by (intros z x; apply F).
  assert (bounded_choice : forall after z, bounded (fun z' => E (choice after z') (fun x => f (x, z)))).
  { intros after z. apply bounded_between with 0 1. intros z'. now apply test_between. }
  assert (bounded_copy : forall after, bounded (copy after)).
  { intros after. apply bounded_between with 0 1. intros z. apply E_between. intros z'. now apply test_between. }
  assert (bounded_copies : bounded (fun after => E P (copy after))).
  { apply bounded_between with 0 1. intros after. apply E_between. intros z. apply E_between. intros z'.
    now apply test_between. }
  apply Rle_trans with (E (power P (n - i)) (fun after => E P (fun z => exp e * copy after z + d))).
  - simpl. apply E_mono.
    + apply bounded_between with 0 1. intros after. apply E_between. intros z. apply E_between. intros before.
      apply E_between. intros x. apply F.
    + apply bounded_between with d (exp e + d). intros after. apply E_between. intros z.
      assert (0 <= copy after z <= 1) by (apply E_between; intros z'; now apply test_between). nra.
    + intros after. apply E_mono.
      * apply bounded_between with 0 1. intros z. apply E_between. intros before. apply E_between. intros x. apply F.
      * apply bounded_plus; [apply bounded_mult; [apply bounded_const | apply bounded_copy] | apply bounded_const].
      * intros z. unfold copy. rewrite <- E_scal by apply bounded_choice.
        rewrite <- (E_const P d), <- E_plus by
          (apply bounded_const || (apply bounded_mult; [apply bounded_const | apply bounded_choice])).
        apply E_ge.
        -- apply bounded_plus; [apply bounded_mult; [apply bounded_const | apply bounded_choice] | apply bounded_const].
        -- intros z'. unfold choice. simpl. rewrite <- E_scal, <- (E_const (power P (i - 1)) d), <- E_plus.
           ++ apply E_mono.
              ** apply bounded_between with 0 1. intros before. now apply test_between.
              ** apply bounded_between with d (exp e + d). intros before.
                 pose proof (test_between (K (before ++ z' :: after)) _ (part z)). nra.
              ** intros before. apply private; [| apply part]. now exists before, z, z', after.
           ++ apply bounded_mult; [apply bounded_const |]. apply bounded_between with 0 1. intros before.
              now apply test_between.
           ++ apply bounded_const.
           ++ apply bounded_between with 0 1. intros before. now apply test_between.
  - right. rewrite (E_ext (power P (n - i)) _ (fun after => exp e * E P (copy after) + d)).
    + rewrite E_plus, E_scal, E_const
        by (apply bounded_const || exact bounded_copies ||
          (apply bounded_mult; [apply bounded_const | exact bounded_copies])).
      do 2 f_equal. unfold joint, choice_of. simpl. rewrite (power_at P n i) by exact range.
      apply E_ext. intros after. unfold copy.
      assert (sizes : bounded2 (fun z x => f (x, z))).
      { exists 1. intros z x. pose proof (F (x, z)). rewrite Rabs_pos_eq; lra. }
      exact (exchange B (bind P (choice after)) (fun z x => f (x, z)) sizes).
    + intros after. rewrite E_plus, E_scal, E_const; [reflexivity | apply bounded_copy | | apply bounded_const].
      apply bounded_mult; [apply bounded_const | apply bounded_copy].
Qed.
