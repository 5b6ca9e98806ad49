(** * Facts of the calculus: approximate privacy

    As in Facts.v: each theorem says what the calculus grants under that name. *)

From Foundations Require Export Pure_messages.
Import ListNotations.
Open Scope R_scope.

(** Means over the inputs, drawn independently of each other. *)
Theorem fact_messages_of_an_approximately_private_channel :
  forall (A B : Type) (K : channel A B) (P Q : law A) (delta epsilon : R),
  0 <= delta ->
  delta < 1 ->
  0 < epsilon ->
  private_approximately epsilon delta K ->
  close_laws epsilon delta (bind P K) (bind Q K).
Proof. intros A B K P Q delta epsilon _ _ _ H. split; now apply messages_of_an_approximately_private_channel. Qed.

(** Kairouz, Oh and Viswanath 2017, Theorem 3.3: but for a mass delta both come from one randomised response. *)
Theorem fact_the_pure_pair_of_two_close_laws :
  forall (A : Type) (D : densities A) (P Q : law A) (z : A) (delta epsilon : R),
  0 <= delta ->
  delta < 1 ->
  0 < epsilon ->
  pure_part_dominated D P Q epsilon ->
  pure_part_dominated D Q P epsilon ->
  close_laws epsilon delta P Q ->
  density_at D (pure_part P Q epsilon) z <= density_at D (pure_part Q P epsilon) z * exp epsilon.
Proof.
  intros A D P Q z delta epsilon _ small pos ([p_pos _] & [q_pos _] & _ & pure) (_ & _ & _ & other) close.
  pose proof (part_mass_close P Q epsilon delta (Rlt_le _ _ pos) close).
  pose proof (part_mass_close Q P epsilon delta (Rlt_le _ _ pos) (close_sym _ _ _ _ close)).
  pose proof (exp_ge_1 epsilon (Rlt_le _ _ pos)). specialize (p_pos z). specialize (q_pos z).
  rewrite (Rmult_comm _ (exp epsilon)), pure, other, !share_is_own by lra.
  apply pure_ratio; try lra; now (apply min_pos || apply min_within).
Qed.

(** By Kairouz, Oh and Viswanath 2017, Theorem 3.3. *)
Theorem fact_a_pure_part_is_below_its_law :
  forall (A : Type) (D : densities A) (P Q : law A) (z : A) (delta epsilon : R),
  0 <= delta ->
  delta < 1 ->
  0 < epsilon ->
  dominated_law D P ->
  pure_part_dominated D P Q epsilon ->
  close_laws epsilon delta P Q ->
  (1 - delta) * density_at D (pure_part P Q epsilon) z <= density_at D P z.
Proof.
  intros A D P Q z delta epsilon _ small pos _ ([p_pos _] & [q_pos _] & _ & pure) close.
  pose proof (part_mass_close P Q epsilon delta (Rlt_le _ _ pos) close).
  pose proof (part_mass_close Q P epsilon delta (Rlt_le _ _ pos) (close_sym _ _ _ _ close)).
  pose proof (exp_ge_1 epsilon (Rlt_le _ _ pos)). specialize (p_pos z). specialize (q_pos z).
  rewrite pure, share_is_own by lra. eapply Rle_trans; [apply pure_below | apply Rmin_l]; try lra;
    now (apply min_pos || apply min_within).
Qed.

(** ** Names from pure transcripts *)

(** Each message's law is at least 1 - delta times its pure part. *)
Theorem fact_names_under_pure_parts :
  forall (A B C : Type) (F : parametric A B) (Theta : metric_space B) (Z_ : method (list A) C B) (Delta : R) (N : nat)
    (delta epsilon : R) (m n : nat) (W : named_laws A B),
  0 < Delta ->
  (2 <= N)%nat ->
  0 <= delta ->
  delta < 1 ->
  0 < epsilon ->
  (1 <= m)%nat ->
  (1 <= n)%nat ->
  packing_laws F Theta Delta N W ->
  users_approximately Z_ n epsilon delta ->
  (1 - pure_hit Z_ W m epsilon) * (1 - delta) ^ n <= naming_error Z_ W m.
Proof.
  intros A B C F Theta Z Delta N delta epsilon m n W _ many _ small pos _ _ (count & _) users_private.
  assert (some : (1 <= number W)%nat) by lia.
  set (told := fun v => pure_transcript Z (law_named W v) (law_named W 0) m epsilon).
  assert (bounded_names : forall v, bounded (names Z W v)) by (intros v; apply bounded_test, test_names).
  assert (others : 1 - pure_hit Z W m epsilon = average_law W (fun v => E (told v) (fun z => 1 - names Z W v z))).
  { transitivity (average_law W (fun v => 1 - E (told v) (names Z W v))).
    - rewrite (average_law_minus W (fun _ => 1)), average_law_const by exact some. reflexivity.
    - unfold average_law. f_equal. apply Sum_ext. intros v. now rewrite E_minus, E_one by bounded. }
  rewrite others, Rmult_comm, <- average_law_scal. apply average_law_le; [exact some |]. intros v _.
  apply (pure_transcript_below Z n epsilon delta); auto; [lra | bounded |].
  intros z. pose proof (test_names Z W v z). lra.
Qed.

(** The names exclude each other: those under the first law have chances of at most 1 in all. *)
Theorem fact_names_of_other_laws :
  forall (A B C : Type) (F : parametric A B) (Theta : metric_space B) (Z_ : method (list A) C B) (Delta : R) (N : nat)
    (delta epsilon : R) (m n : nat) (W : named_laws A B),
  0 < Delta ->
  (2 <= N)%nat ->
  0 <= delta ->
  delta < 1 ->
  0 < epsilon ->
  (1 <= m)%nat ->
  (1 <= n)%nat ->
  packing_laws F Theta Delta N W ->
  users_approximately Z_ n epsilon delta ->
  INR N * (1 - delta) ^ n * pure_false Z_ W m epsilon <= 1.
Proof.
  intros A B C F Theta Z Delta N delta epsilon m n W _ many _ small pos _ _ (<- & _) users_private.
  assert (count : 0 < INR (number W)) by (apply lt_0_INR; lia). unfold pure_false, average_law.
  rewrite Rmult_assoc, (Rmult_comm ((1 - delta) ^ n)), !Rmult_assoc, <- Rmult_assoc, Rinv_r, Rmult_1_l by lra.
  rewrite Rmult_comm, <- Sum_scal.
  apply Rle_trans with (Sum (below (number W)) (fun v =>
    E (transcript_of Z (power (law_named W 0) m)) (names Z W v))).
  - apply Sum_le. intros v. pose proof (test_names Z W v) as T.
    apply (pure_transcript_below Z n epsilon delta); auto; [lra | bounded |]. intros z. apply T.
  - assert (bounded_names : forall v, bounded (names Z W v)) by (intros v; apply bounded_test, test_names).
    rewrite <- E_Sum by exact bounded_names. apply E_le; [now apply bounded_Sum | intros z; apply names_exclude; lia].
Qed.

(** e^epsilon for each message. *)
Theorem fact_pure_transcripts_differ_by_a_factor :
  forall (A B C : Type) (F : parametric A B) (Theta : metric_space B) (Z_ : method (list A) C B) (Delta : R) (N : nat)
    (delta epsilon : R) (m n : nat) (W : named_laws A B),
  0 < Delta ->
  (2 <= N)%nat ->
  0 <= delta ->
  delta < 1 ->
  0 < epsilon ->
  (1 <= m)%nat ->
  (1 <= n)%nat ->
  packing_laws F Theta Delta N W ->
  users_approximately Z_ n epsilon delta ->
  pure_hit Z_ W m epsilon <= pure_false Z_ W m epsilon * exp (epsilon * INR n).
Proof.
  intros A B C F Theta Z Delta N delta epsilon m n W _ many _ small pos _ _ (count & _) users_private.
  rewrite Rmult_comm. unfold pure_hit, pure_false. rewrite <- average_law_scal. apply average_law_le; [lia |].
  intros v _. pose proof (test_names Z W v) as T.
  apply (pure_transcripts_within Z n epsilon delta); auto; [lra | bounded | intros z; apply T].
Qed.

(** Data processing for the event that the name is right, and the entropy of one bit: Cover and Thomas 2006,
    Theorem 2.10.1. *)
Theorem fact_Fano_for_a_pair_of_chances :
  forall (A B C : Type) (F : parametric A B) (Theta : metric_space B) (Z_ : method (list A) C B) (Delta : R) (N : nat)
    (delta epsilon k : R) (m : nat) (y : R) (W : named_laws A B),
  0 < Delta ->
  (2 <= N)%nat ->
  0 <= delta ->
  delta < 1 ->
  0 < epsilon ->
  0 <= k ->
  (1 <= m)%nat ->
  0 < y ->
  packing_laws F Theta Delta N W ->
  pure_false Z_ W m epsilon <= exp (- y) ->
  (forall P : law A, forall Q : law A,
    KL_most (pure_transcript Z_ P Q m epsilon) (pure_transcript Z_ Q P m epsilon) k) ->
  pure_hit Z_ W m epsilon * y <= k + ln 2.
Proof.
  intros A B C F Theta Z Delta N delta epsilon k m y W _ many _ _ _ _ _ y_pos (count & _) rare told.
  rewrite Rmult_comm. apply fano_for_names; auto; [lia | lra].
Qed.

(** Chain rule of KL: Cover and Thomas 2006, Theorem 2.5.3. *)
Theorem fact_chain_rule_for_pure_transcripts :
  forall (A B C : Type) (P Q : law A) (Z_ : method (list A) B C) (delta epsilon : R) (m n : nat),
  0 <= delta ->
  delta < 1 ->
  0 < epsilon ->
  (1 <= m)%nat ->
  (1 <= n)%nat ->
  users_approximately Z_ n epsilon delta ->
  forall c : R, (forall (H : Type) (K : channel (list A) H), private_approximately epsilon delta K ->
    KL_most (pure_part (bind (power P m) K) (bind (power Q m) K) epsilon)
      (pure_part (bind (power Q m) K) (bind (power P m) K) epsilon) c) ->
  KL_most (pure_transcript Z_ P Q m epsilon) (pure_transcript Z_ Q P m epsilon) (c * INR n).
Proof.
  intros A B C P Q Z delta epsilon m n _ _ _ _ _ [<- users_private] c each.
  apply pure_transcripts_divergence. intros h. apply each, users_private.
Qed.
