(** * The facts of the calculus about laws, events and numbers

    As in [Facts]: what the calculus grants under each name, as the exporter writes it. *)

From Foundations Require Export Events Moments Parts Discrete Choices Cut_laws.
Import ListNotations.
Open Scope R_scope.

(** ** Approximate privacy *)

(** Both are the largest difference of an event's probabilities. *)
Theorem fact_closeness_at_epsilon_0 : forall (A : Type) (P Q : law A),
  (forall t : R, TV_most P Q t -> hockey_stick_most P Q 0 t) /\ (forall h : R, hockey_stick_most P Q 0 h -> TV_most P Q
    h).
Proof.
  intros A P Q. split.
  - intros t close f F. rewrite exp_0. specialize (close f F). lra.
  - intros h close f F. specialize (close f F). rewrite exp_0 in close. lra.
Qed.

(** A supremum is at least each of its terms. *)
Theorem fact_hockey_stick_divergence : forall (A : Type) (P Q : law A) (S_ : event A) (epsilon : R),
  forall h : R, hockey_stick_most P Q epsilon h ->
  chance P S_ <= chance Q S_ * exp epsilon + h.
Proof. intros A P Q S epsilon h most. rewrite Rmult_comm. apply most. intros x. apply indicator_between. Qed.

(** Integrated over the part. *)
Theorem fact_an_independent_part_of_both : forall (A B : Type) (P Q : law A) (R_ : law B) (epsilon : R),
    (forall h : R, hockey_stick_most P Q epsilon h -> hockey_stick_most (joint P R_) (joint Q R_) epsilon h) /\
    (forall h : R, hockey_stick_most (joint P R_) (joint Q R_) epsilon h -> hockey_stick_most P Q epsilon h).
Proof. intros A B P Q R epsilon. split; intros h; apply independent_part_of_both. Qed.

(** e^epsilon grows, so that each term of the supremum falls. *)
Theorem fact_a_privacy_profile_falls : forall (B C : Type) (A : algorithm B C) (epsilon t : R),
  t <= epsilon ->
  forall d : R, profile_most A t d ->
  profile_most A epsilon d.
Proof.
  intros B C A epsilon t le d [d_0 most]. split; [exact d_0 |]. intros x y near.
  apply hockey_stick_weaken with t d; auto. lra.
Qed.

(** Dwork and Roth 2014, Lemma 3.17: P - e^epsilon Q counts only losses above epsilon. *)
Theorem fact_tail_of_the_privacy_loss : forall (epsilon : R) (k : nat) (p_0 p_1 q_0 q_1 : R),
  (1 <= k)%nat ->
  0 < p_0 ->
  0 < p_1 ->
  0 < q_0 ->
  0 < q_1 ->
  p_0 + p_1 = 1 ->
  q_0 + q_1 = 1 ->
    hockey_stick_most (power (discrete [(0, p_0); (1, p_1)]) k) (power (discrete [(0, q_0); (1, q_1)]) k) epsilon
    (tail_of_mean (discrete [(ln (p_0 / q_0), p_0); (ln (p_1 / q_1), p_1)]) k (epsilon / INR k)).
Proof. intros epsilon k p_0 p_1 q_0 q_1 some p0 p1 q0 q1 p q. now apply tail_of_the_loss. Qed.

(** Feldman, McMillan and Talwar 2022: what is cut off or filled up moves. *)
Theorem fact_a_law_cut_near : forall (A : Type) (C_1 P Q : law A) (epsilon : R),
  0 <= epsilon ->
  cut_of P Q epsilon C_1 ->
  forall h : R, hockey_stick_most P Q epsilon h ->
  forall h_ : R, hockey_stick_most Q P epsilon h_ ->
  TV_most P C_1 (Rmax h h_).
Proof.
  intros A C P Q epsilon e_0 (M & p & q & c & dens_p & dens_q & dens_c & p_0 & q_0 & made) h there h' back.
  now apply (cut_near P Q C M p q c epsilon).
Qed.

(** Definition of the cut. *)
Theorem fact_a_law_cut_from_above : forall (A : Type) (C_1 P Q : law A) (S_ : event A) (epsilon : R),
  0 <= epsilon ->
  cut_of P Q epsilon C_1 ->
  chance C_1 S_ <= chance Q S_ * exp epsilon.
Proof. intros A C P Q S epsilon e_0 cut. rewrite Rmult_comm. now apply (cut_within P Q C epsilon S). Qed.

(** Definition of the cut. *)
Theorem fact_a_law_cut_from_below : forall (A : Type) (C_1 P Q : law A) (S_ : event A) (epsilon : R),
  0 <= epsilon ->
  cut_of P Q epsilon C_1 ->
  chance Q S_ <= chance C_1 S_ * exp epsilon.
Proof.
  intros A C P Q S epsilon e_0 cut. destruct (cut_within P Q C epsilon S e_0 cut) as [low _].
  pose proof (exp_pos epsilon) as pos. apply (Rmult_le_compat_l (exp epsilon)) in low; [| lra].
  rewrite <- Rmult_assoc, <- exp_plus, Rplus_opp_r, exp_0 in low. lra.
Qed.

(** ** Choices from data *)

(** Subadditivity, about the mean. *)
Theorem fact_union_bound_over_users : forall (B C : Type) (A : algorithm B C) (P : law B) (f : vector_function (prod C
  B)) (n : nat) (r : R),
  (1 <= n)%nat ->
  0 <= r ->
  scattered A f P n r <= Sum (seq 1 n) (fun i => chance (told_with A P n i) (far_from_mean f P r)).
Proof. intros B C A P f n r _ _. apply union_over_users. Qed.

(** Dwork et al. 2015 (NeurIPS): averaged over the user's data and a copy. *)
Theorem fact_a_private_choice_and_one_users_data : forall (B C : Type) (A : algorithm B C) (P : law B) (epsilon : R)
  (i n : nat),
  0 <= epsilon ->
  (1 <= i)%nat ->
  (1 <= n)%nat ->
  (i <= n)%nat ->
  commutes P ->
  forall d : R, profile_most A epsilon d ->
  hockey_stick_most (told_with A P n i) (joint (choice_of A P n) P) epsilon d.
Proof. intros B C A P epsilon i n _ some _ last exchange d. now apply private_choice. Qed.

(** Fubini. *)
Theorem fact_the_worst_section : forall (A B : Type) (P : law A) (R_ : law B) (S_ : event (prod B A)),
  forall c : R, (forall theta : B, chance P (section_of S_ theta) <= c) ->
  chance (joint R_ P) S_ <= c.
Proof.
  intros A B P R S c most. unfold chance, joint. simpl. apply E_le.
  - apply bounded_between with 0 1. intros theta. apply E_between. intros x. apply indicator_between.
  - intros theta. exact (most theta).
Qed.

(** ** Tails *)

(** Monotonicity. *)
Theorem fact_a_tail_falls : forall (P : law R) (k : nat) (s t : R),
  (1 <= k)%nat ->
  s <= t ->
  tail_of_mean P k t <= tail_of_mean P k s.
Proof. intros P k s t _ le. apply chance_mono. intros draws. lra. Qed.

(** ** Laws that agree off a set *)

(** Off the set the laws are equal, so that their masses on it are, too. *)
Theorem fact_distance_on_a_set : forall (A : Type) (P Q : law A) (S_ : event A),
  agree_off_set P Q S_ ->
  0 < chance P S_ ->
    (forall t : R, TV_most (law_given P S_) (law_given Q S_) t -> TV_most P Q (chance P S_ * t)) /\ (forall t_ : R,
    TV_most P Q t_ -> exists t : R, TV_most (law_given P S_) (law_given Q S_) t /\ chance P S_ * t <= t_).
Proof.
  intros A P Q S same pos. pose proof pos as pos_Q. rewrite (chances_agree P Q S same) in pos_Q.
  destruct (law_given_restricted P S pos) as [P_pos ->], (law_given_restricted Q S pos_Q) as [Q_pos ->].
  rewrite <- mass_is_chance in *. split.
  - intros t. now apply distance_on_a_set.
  - intros t most. exists (t / mass (holds S) P). split; [| right; field; lra].
    apply distance_on_a_set; [exact same |].
    now replace (mass (holds S) P * (t / mass (holds S) P)) with t by (field; lra).
Qed.

(** Chain rule of KL: Cover and Thomas 2006, Theorem 2.5.3, off the set the ratio is 1. *)
Theorem fact_divergence_on_a_set : forall (A : Type) (P Q : law A) (S_ : event A),
  agree_off_set P Q S_ ->
  0 < chance P S_ ->
    (forall k : R, KL_most (law_given P S_) (law_given Q S_) k -> KL_most P Q (chance P S_ * k)) /\ (forall k_ : R,
    KL_most P Q k_ -> exists k : R, KL_most (law_given P S_) (law_given Q S_) k /\ chance P S_ * k <= k_).
Proof.
  intros A P Q S same pos. pose proof pos as pos_Q. rewrite (chances_agree P Q S same) in pos_Q.
  destruct (law_given_restricted P S pos) as [P_pos ->], (law_given_restricted Q S pos_Q) as [Q_pos ->].
  rewrite <- mass_is_chance in *. split.
  - intros k. now apply divergence_on_a_set.
  - intros k most. exists (k / mass (holds S) P). split; [| right; field; lra].
    apply divergence_on_a_set; [exact same |].
    now replace (mass (holds S) P * (k / mass (holds S) P)) with k by (field; lra).
Qed.

(** Off the set the laws are equal. *)
Theorem fact_distance_below_the_mass_of_a_set : forall (A : Type) (P Q : law A) (S_ : event A),
  agree_off_set P Q S_ ->
  TV_most P Q (chance P S_).
Proof.
  intros A P Q S same. rewrite <- mass_is_chance.
  assert (off : agree_off (holds S) P Q).
  { intros f F zero. specialize (same f F).
    replace (outside (holds S) f) with f in same; [exact same |].
    apply functional_extensionality. intros x. unfold outside. destruct (holds S x) eqn:inside_S; auto. }
  exact (distance_below_the_mass_of_a_set (holds S) P Q off).
Qed.

(** ** Numbers within a factor of 2 *)

(** Both by definition. *)
Theorem fact_at_least_the_number : forall (a b : R),
  0 < a ->
  0 < b ->
  within_two a b ->
  a <= b.
Proof. intros a b _ _ [least _]. exact least. Qed.

Theorem fact_at_most_twice_the_number : forall (a b : R),
  0 < a ->
  0 < b ->
  within_two a b ->
  b <= 2 * a.
Proof. intros a b _ _ [_ most]. exact most. Qed.

(** The whole part of x, for x >= 1. *)
Theorem fact_a_whole_number_within_a_factor_of_2 : forall (x : R),
  1 <= x ->
  exists N : nat, (1 <= N)%nat /\ within_two (INR N) x.
Proof.
  intros x x_1. destruct (nfloor_ex x ltac:(lra)) as [N [low high]].
  assert (N_1 : (1 <= N)%nat).
  { apply INR_le. simpl. destruct N as [| N]; [simpl in high; lra |]. rewrite S_INR. pose proof (pos_INR N). lra. }
  exists N. apply le_INR in N_1 as N_1'. simpl in N_1'. unfold within_two. split; [exact N_1 |]. lra.
Qed.

(** The least power of 2 that is at least x, for x >= 1. *)
Theorem fact_a_power_of_2_within_a_factor_of_2 : forall (x : R),
  1 <= x ->
  exists r : nat, within_two x (raise 2 (INR r)).
Proof.
  intros x x_1. assert (power : forall r, raise 2 (INR r) = 2 ^ r).
  { intros r. rewrite raise_pos by lra. rewrite <- (exp_ln (2 ^ r)) by (apply pow_lt; lra). now rewrite ln_pow by lra. }
  assert (some : exists r, x <= 2 ^ r).
  { destruct (Pow_x_infinity 2 ltac:(rewrite Rabs_pos_eq; lra) x) as [r large]. exists r.
    specialize (large r (le_n r)). rewrite Rabs_pos_eq in large by (apply pow_le; lra). lra. }
  destruct some as [r large]. induction r as [| r IH].
  - exists 0%nat. rewrite power. unfold within_two. simpl in *. lra.
  - destruct (Rle_dec x (2 ^ r)) as [less | more]; [now apply IH |].
    exists (S r). rewrite power. unfold within_two. simpl in *. lra.
Qed.

(** ** Mixtures *)

(** The gaps between them, added up. *)
Theorem fact_sorted_means_that_are_apart : forall (S_ : mixture_of_laws) (a b : R) (i k m : nat),
  0 <= a ->
  0 <= b ->
  (1 <= i)%nat ->
  (1 <= k)%nat ->
  (1 <= m)%nat ->
  (mixtures m a b) S_ ->
  (i <= k)%nat ->
  (k <= m)%nat ->
  (INR k - INR i) * b <= mean_of_part S_ k - mean_of_part S_ i.
Proof.
  intros S a b i k m _ _ i_1 k_1 _ [_ parts] le k_m.
  pose proof (sorted_means_that_are_apart m a b _ _ (i - 1) (k - 1) parts ltac:(lia) ltac:(lia)) as gaps.
  simpl in gaps. rewrite !minus_INR, !Nat.sub_add in gaps by lia. simpl in gaps.
  replace (INR k - INR i) with (INR k - 1 - (INR i - 1)) by ring. lra.
Qed.

(** The weights add up to 1, and the others have their least each. *)
Theorem fact_largest_weight_of_a_part : forall (S_ : mixture_of_laws) (a b : R) (k m : nat),
  0 <= a ->
  0 <= b ->
  (1 <= k)%nat ->
  (1 <= m)%nat ->
  (mixtures m a b) S_ ->
  (k <= m)%nat ->
  weight_of_part S_ k <= 1 - (INR m - 1) * a.
Proof.
  intros S a b k m _ _ k_1 _ [_ parts] k_m.
  pose proof (largest_weight_of_a_part m a b _ _ (k - 1) parts ltac:(lia)) as least.
  simpl in least. now rewrite Nat.sub_add in least by lia.
Qed.
