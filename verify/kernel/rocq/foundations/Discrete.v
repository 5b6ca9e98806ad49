(** * Laws on finitely many numbers, and the loss of privacy under them

    A list of numbers, each with its mass. *)

From Foundations Require Export Events Classes.
Import ListNotations.
Open Scope R_scope.

Definition masses_are_right (points : list (R * R)) := List.Forall (fun p => 0 <= snd p) points /\ Sum points snd = 1.

Lemma masses_decided points : {masses_are_right points} + {~ masses_are_right points}.
Proof.
  unfold masses_are_right. destruct (Forall_dec (fun p : R * R => 0 <= snd p) (fun p => Rle_dec 0 (snd p)) points).
  - destruct (Req_EM_T (Sum points snd) 1); [now left | right; tauto].
  - right. tauto.
Qed.

Program Definition law_of_masses points (valid : masses_are_right points) : law R :=
  Law R (fun f => Sum points (fun p => snd p * f (fst p))) _ _ _ _.
Next Obligation. rewrite <- Sum_plus. apply Sum_ext. intros; ring. Qed.
Next Obligation. rewrite <- Sum_scal. apply Sum_ext. intros; ring. Qed.
Next Obligation.
  apply Sum_le_in. intros p inside. apply Rmult_le_compat_l; [| auto].
  destruct valid as [positive _]. now apply (proj1 (List.Forall_forall _ _) positive).
Qed.
Next Obligation.
  destruct valid as [_ one]. transitivity (Sum points snd); [apply Sum_ext; intros; ring | exact one].
Qed.

(** The law of these masses; there is none where they are no masses of a law. *)
Definition discrete points : law R :=
  match masses_decided points with left valid => law_of_masses points valid | right _ => ret 0 end.

Lemma E_discrete points f : masses_are_right points -> E (discrete points) f = Sum points (fun p => snd p * f (fst p)).
Proof. intros valid. unfold discrete. now destruct (masses_decided points). Qed.

Lemma E_two x y p q f : 0 <= p -> 0 <= q -> p + q = 1 -> E (discrete [(x, p); (y, q)]) f = p * f x + q * f y.
Proof.
  intros P Q one. rewrite E_discrete; [simpl; ring |]. split; [| simpl; lra].
  apply List.Forall_cons; [exact P |]. apply List.Forall_cons; [exact Q | apply List.Forall_nil].
Qed.

(** Numbers as vectors: on the first axis. *)
Definition on_first_axis (x : R) : vector := fun k => match k with O => x | S _ => 0 end.

(** ** The loss of privacy *)

Section Loss.
  Variables p q r s : R.
  Hypotheses (p_pos : 0 < p) (q_pos : 0 < q) (p_q : p + q = 1) (r_pos : 0 < r) (s_pos : 0 < s) (r_s : r + s = 1).

  Let one := discrete [(0, p); (1, q)].
  Let other := discrete [(0, r); (1, s)].
  Let loss := discrete [(ln (p / r), p); (ln (q / s), q)].

  Let beyond k t (draws : list R) := t <= total (fun x => x) k draws.

  Let E_power_two x y a b k f : 0 < a -> 0 < b -> a + b = 1 -> bounded f ->
    E (power (discrete [(x, a); (y, b)]) (S k)) f =
      a * E (power (discrete [(x, a); (y, b)]) k) (fun h => f (x :: h)) +
      b * E (power (discrete [(x, a); (y, b)]) k) (fun h => f (y :: h)).
  Proof.
    intros A B one_ab [M bound]. cbn [power]. rewrite E_step.
    assert (F : forall z, bounded (fun h => f (z :: h))) by (intros z; exists M; intros h; apply bound).
    rewrite <- !E_scal, <- E_plus by (try apply bounded_mult; try apply bounded_const; apply F).
    apply E_ext. intros h. apply E_two; lra.
  Qed.

  (** Draw by draw: what one law gives a test is at most e^t times what the other does, but for losses of t or more. *)
  Lemma losses_of_draws k t f : test f ->
    E (power one k) f <= exp t * E (power other k) f + chance (power loss k) (beyond k t).
  Proof.
    revert t f. induction k as [| k IH]; intros t f F.
    - unfold chance. simpl. pose proof (F []) as [f_0 f_1]. destruct (Rle_dec t 0) as [none | some].
      + rewrite indicator_1 by exact none. pose proof (exp_pos t). nra.
      + rewrite indicator_0 by exact some. assert (1 <= exp t) by (rewrite <- exp_0; apply exp_le; lra). nra.
    - assert (parts : forall z, test (fun h => f (z :: h))) by (intros z h; apply F).
      unfold one, other, loss, chance. rewrite !E_power_two by (assumption || apply bounded_indicator || bounded).
      fold one other loss.
      assert (later : forall x, E (power loss k) (fun h => indicator (beyond (S k) t) (x :: h)) =
        chance (power loss k) (beyond k (t - x))).
      { intros x. apply E_ext. intros h. unfold beyond. cbn [total].
        destruct (classic (t - x <= total (fun x => x) k h)) as [far | near].
        - rewrite !indicator_1; [reflexivity | exact far | lra].
        - rewrite !indicator_0; [reflexivity | exact near |]. intros far. apply near. lra. }
      rewrite !later.
      pose proof (IH (t - ln (p / r)) _ (parts 0)) as at_0. pose proof (IH (t - ln (q / s)) _ (parts 1)) as at_1.
      assert (ratio : forall a b, 0 < a -> 0 < b -> a * exp (t - ln (a / b)) = exp t * b).
      { intros a b A B. unfold Rminus. rewrite exp_plus, exp_Ropp, exp_ln by (now apply Rdiv_lt_0_compat).
        field. lra. }
      apply (Rmult_le_compat_l p) in at_0; [| lra]. apply (Rmult_le_compat_l q) in at_1; [| lra].
      rewrite Rmult_plus_distr_l, <- Rmult_assoc, ratio in at_0 by assumption.
      rewrite Rmult_plus_distr_l, <- Rmult_assoc, ratio in at_1 by assumption. lra.
  Qed.

  Theorem tail_of_the_loss k t : (1 <= k)%nat ->
    hockey_stick_most (power one k) (power other k) t (tail_of_mean loss k (t / INR k)).
  Proof.
    intros some f F. eapply Rle_trans; [apply (losses_of_draws k t f F) |]. apply Rplus_le_compat_l.
    apply le_INR in some. simpl in some.
    apply chance_mono. intros draws far. unfold beyond in far. apply Rmult_le_compat_r; [| exact far].
    left. apply Rinv_0_lt_compat. lra.
  Qed.
End Loss.
