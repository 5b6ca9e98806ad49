(** * Facts about flips of hidden signs

    Each theorem says what the calculus grants under that name, as the exporter writes it from the fact itself. *)

From Foundations Require Export Moments Facts_fluctuations Facts_signs.
Import ListNotations.
Open Scope R_scope.

(** Chain rule: Cover and Thomas 2006, Theorem 2.5.3, the past by the law of v in each; KL below chi-square: Tsybakov
    2009, Lemma 2.7. *)
Theorem fact_all_flips_user_by_user : forall (A B : Type) (Z_ : method (list vector) A B) (v : list bool) (alpha : R)
    (d : nat) (epsilon : R) (m n : nat),
  0 < alpha ->
  alpha <= 1 ->
  (1 <= d)%nat ->
  0 < epsilon ->
  (1 <= m)%nat ->
  (1 <= n)%nat ->
  users_in_turn Z_ n epsilon ->
  forall c : R, (forall (C : Type) (K : channel (list vector) C), private epsilon K -> exists x : nat -> R, (forall j
    : nat, (1 <= j)%nat -> (j <= d)%nat -> chi2_most (bind (power (biased_signs v alpha) m) K) (bind (power
    (biased_signs (flipped_sign v j) alpha) m) K) (x j)) /\ Sum (seq 1 d) (fun j => x j) <= c) ->
  exists x : nat -> R, (forall j_ : nat, (1 <= j_)%nat -> (j_ <= d)%nat -> KL_most (heard_at Z_ v alpha m) (heard_at
    Z_ (flipped_sign v j_) alpha m) (x j_)) /\ Sum (seq 1 d) (fun j_ => x j_) <= c * INR n.
Proof.
  intros A B Z v alpha d epsilon m n _ _ _ _ _ _ [<- is_private] c one_user. rewrite Rmult_comm.
  set (own := power (biased_signs v alpha) m). set (other := fun j => power (biased_signs (flipped_sign v j) alpha) m).
  destruct (parts_of_KL_sum (seq 1 d) (transcript_of Z own) (fun j => transcript_of Z (other j)) (INR (users Z) * c))
    as (x & parts & total).
  - apply seq_NoDup.
  - apply (chain_rule_over_users_sum (channels Z) epsilon is_private (seq 1 d) own other).
    intros K K_private. destruct (one_user _ K K_private) as (x & parts & total).
    apply KL_sum_of_parts with x; [| exact total]. intros j range. apply in_seq in range.
    apply KL_below_chi2, parts; lia.
  - exists x. split; [| exact total]. intros j low high. apply parts, in_seq. lia.
Qed.

(** Bessel, for the likelihood ratios of the flips, which are orthogonal; what lies within [a, e^epsilon a] has variance
    at most (e^epsilon - 1)^2 a^2/4. *)
Theorem fact_all_flips_through_one_private_channel : forall (A : Type) (K : channel (list vector) A) (v : list bool)
    (alpha : R) (d : nat) (epsilon : R) (m : nat),
  0 < alpha ->
  alpha < 1 ->
  (1 <= d)%nat ->
  0 < epsilon ->
  (1 <= m)%nat ->
  private epsilon K ->
  exists x : nat -> R, (forall j : nat, (1 <= j)%nat -> (j <= d)%nat -> chi2_most (bind (power (biased_signs v alpha)
    m) K) (bind (power (biased_signs (flipped_sign v j) alpha) m) K) (x j)) /\ Sum (seq 1 d) (fun j => x j) <= ((1 + 4
    * alpha ^ 2 / (1 - alpha ^ 2)) ^ m - 1) * (exp epsilon - 1) ^ 2 / 4.
Proof.
  intros A K v alpha d epsilon m a_pos a_1 _ e_pos some K_private.
  set (q := 4 * alpha ^ 2 / (1 - alpha ^ 2)). set (length_v := length v).
  assert (q_pos : 0 <= q) by (unfold q; apply Rdiv_le_0_compat; nra).
  assert (grown : 0 <= (1 + q) ^ m - 1) by (pose proof (pow_R1_Rle (1 + q) m ltac:(lra)); lra).
  assert (own : forall P : law A, chi2_most P P 0).
  { intros P g G. pose proof (E_ge P (fun z => g z ^ 2) 0 ltac:(bounded) (fun z => pow2_ge_0 _)). lra. }
  set (told := fun w => bind (power (biased_signs w alpha) m) K).
  assert (parts : exists x : nat -> R, (forall j, 0 <= x j) /\
    (forall j, (1 <= j <= length_v)%nat -> chi2_most (told v) (told (flipped_sign v j)) (x j)) /\
    Sum (seq 1 length_v) x <= (exp epsilon - 1) ^ 2 * ((1 + q) ^ m - 1) / 4).
  { destruct (Nat.eq_dec length_v 0) as [-> | signs].
    - exists (fun _ => 0). split; [intros; lra | split; [intros j J; lia |]]. simpl.
      pose proof (Rmult_le_pos _ _ (pow2_ge_0 (exp epsilon - 1)) grown). lra.
    - assert (D_pos : 0 < / sqrt (INR length_v)) by (apply Rinv_0_lt_compat, sqrt_lt_R0, lt_0_INR; lia).
      pose proof (fact_changes_of_signs _ length_v alpha D_pos ltac:(lia) a_pos a_1) as one. fold q in one.
      pose proof (fact_changes_of_several_draws _ _ q length_v m q_pos ltac:(lia) some one) as several.
      destruct (fact_private_contraction_for_all_coordinates _ _ _ K (vertex_of v) _ length_v epsilon m grown ltac:(lia)
        e_pos some K_private several) as (x & each & total).
      exists (fun j => if in_dec Nat.eq_dec j (seq 1 length_v) then x j else 0). split; [| split].
      + intros j. destruct (in_dec _ _ _) as [J | _]; [| lra]. apply in_seq in J.
        specialize (each j ltac:(lia) ltac:(lia) (fun _ => 0) ltac:(bounded)). rewrite !E_const, pow_i in each by lia.
        lra.
      + intros j J. destruct (in_dec _ _ _) as [_ | out]; [| exfalso; apply out, in_seq; lia].
        unfold told. rewrite biased_signs_flipped by exact J. apply each; lia.
      + eapply Rle_trans; [right | exact total]. apply Sum_ext_in. intros j J.
        destruct (in_dec _ _ _); [reflexivity | contradiction]. }
  destruct parts as (x & pos & each & total).
  exists (fun j => if Nat.leb j length_v then x j else 0). split.
  - intros j low _. destruct (Nat.leb_spec j length_v) as [near | far]; [apply each; lia |].
    rewrite flipped_beyond by exact far. apply own.
  - rewrite <- seq_shift, Sum_map. rewrite <- seq_shift, Sum_map in total.
    apply Rle_trans with (Sum (below d) (fun j => if Nat.ltb j length_v then x (S j) else 0)).
    + right. apply Sum_ext. intros j. destruct (Nat.leb_spec (S j) length_v), (Nat.ltb_spec j length_v); auto; lia.
    + rewrite Sum_below_min, Nat.min_comm, <- Sum_below_min.
      apply Rle_trans with (Sum (below length_v) (fun j => x (S j))); [| unfold below; lra].
      apply Sum_le. intros j. destruct (Nat.ltb j d); [lra | apply pos].
Qed.
