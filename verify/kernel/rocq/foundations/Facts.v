(** * The facts of the calculus

    Each theorem says what the calculus grants under that name, as the exporter writes it from the fact itself: the
    texts are compared, and a fact that changes is not proved until its theorem is. The proofs are applications of the
    lemmas before. *)

From Foundations Require Export Nouns.
Import ListNotations.
Open Scope R_scope.

(** ** Divergences of two laws *)

(** Le Cam: Yu 1997, Lemma 1. *)
Theorem fact_least_error_of_a_test : forall (A : Type) (P Q : law A),
  (forall p : R, test_error_least P Q p -> exists t : R, TV_most P Q t /\ p <= 1/2 - t / 2) /\
  (forall t : R, TV_most P Q t -> test_error_least P Q (1/2 - t / 2)).
Proof.
  intros A P Q. split.
  - intros p H. exists (1 - 2 * p). split; [| lra].
    apply least_error_of_a_test. now replace ((1 - (1 - 2 * p)) / 2) with p by field.
  - intros t H. replace (1 / 2 - t / 2) with ((1 - t) / 2) by field. now apply least_error_of_a_test.
Qed.

(** Tsybakov 2009, Lemma 2.5. *)
Theorem fact_pinsker : forall (A : Type) (P Q : law A),
  forall k : R, KL_most P Q k ->
  TV_most P Q (sqrt 2 * sqrt k / 2).
Proof.
  intros A P Q k H. pose proof (KL_ge_0 _ _ _ H).
  replace (sqrt 2 * sqrt k / 2) with (sqrt (k / 2)); [now apply pinsker |].
  rewrite <- sqrt_mult by lra. replace (k / 2) with (2 * k / 2 ^ 2) by field.
  rewrite sqrt_div, sqrt_pow2 by lra. reflexivity.
Qed.

(** Tsybakov 2009, (2.25). *)
Theorem fact_bretagnolle_and_huber : forall (A : Type) (P Q : law A),
  forall k : R, KL_most P Q k ->
  TV_most P Q (1 - exp (- k) / 2).
Proof. intros A P Q k. apply bretagnolle_huber. Qed.

(** Tsybakov 2009, Lemma 2.7. *)
Theorem fact_KL_below_chi_square : forall (A : Type) (P Q : law A),
  forall c : R, chi2_most P Q c ->
  KL_most P Q c.
Proof. intros A P Q c. apply KL_below_chi2. Qed.

(** Le Cam's inequalities: Tsybakov 2009, Lemma 2.3. *)
Theorem fact_hellinger_above_TV : forall (A : Type) (P Q : law A),
  forall h : R, least_bound (H2_most P Q) h ->
  TV_most P Q (sqrt ((2 - h) * h)).
Proof.
  intros A P Q h [below least]. rewrite Rmult_comm. apply TV_below_hellinger; [| exact below].
  apply least. intros u a a_pos above u_bounded.
  enough (0 <= E P u /\ 0 <= E Q (fun x => / u x)) by lra.
  split; apply E_ge; [exact u_bounded | | |].
  - intros x. specialize (above x). lra.
  - apply bounded_between with 0 (/ a). intros x. specialize (above x).
    split; [left; apply Rinv_0_lt_compat; lra | now apply Rinv_le_contravar].
  - intros x. specialize (above x). left. apply Rinv_0_lt_compat. lra.
Qed.

(** Chain rule of KL: Cover and Thomas 2006, Theorem 2.5.3, independent parts. *)
Theorem fact_tensorisation : forall (A : Type) (P Q : law A) (m : nat),
  (1 <= m)%nat ->
  (forall k : R, KL_most P Q k -> KL_most (power P m) (power Q m) (k * INR m)) /\
  (forall k_ : R, KL_most (power P m) (power Q m) k_ -> exists k : R, KL_most P Q k /\ k * INR m <= k_).
Proof.
  intros A P Q m at_least_1. assert (pos : 0 < INR m) by (apply lt_0_INR; lia). split; intros k H.
  - rewrite Rmult_comm. now apply tensorisation.
  - exists (k / INR m). split; [| right; field; lra].
    apply tensorisation_from_below with m; [lia |].
    now replace (INR m * (k / INR m)) with k by (field; lra).
Qed.

(** Cover and Thomas 2006, Theorem 2.8.1. *)
Theorem fact_data_processing : forall (A B : Type) (K : channel A B) (P Q : law A),
  forall k : R, KL_most P Q k ->
  KL_most (bind P K) (bind Q K) k.
Proof. intros A B K P Q k. apply data_processing. Qed.

(** ** Private channels *)

(** Duchi, Jordan and Wainwright 2018, Lemma 1 and Theorem 1, for chi-square. *)
Theorem fact_private_contraction : forall (A B : Type) (K : channel A B) (P Q : law A) (epsilon : R),
  0 < epsilon ->
  private epsilon K ->
  forall t : R, TV_most P Q t ->
  chi2_most (bind P K) (bind Q K) ((exp epsilon - 1) ^ 2 * t ^ 2).
Proof. intros A B K P Q epsilon _ is_private t close. now apply private_contraction. Qed.

(** The chances of a message under two laws are at most e^epsilon apart. *)
Theorem fact_chi_square_of_private_messages_turned : forall (A B : Type) (K : channel A B) (P Q : law A) (epsilon : R),
  0 < epsilon ->
  private epsilon K ->
  forall c : R, chi2_most (bind Q K) (bind P K) c ->
  chi2_most (bind P K) (bind Q K) (c * exp epsilon).
Proof. intros A B K P Q epsilon _ H c C. rewrite Rmult_comm. now apply private_chi2_turned. Qed.

(** Kairouz, Oh and Viswanath 2015, Section 4.1. *)
Theorem fact_private_divergence : forall (A B : Type) (K : channel A B) (P Q : law A) (epsilon : R),
  0 < epsilon ->
  private epsilon K ->
  KL_most (bind P K) (bind Q K) (epsilon * tanh (epsilon / 2)).
Proof. intros A B K P Q epsilon _ is_private. rewrite tanh_as_ratio. now apply private_divergence. Qed.

(** Kairouz, Oh and Viswanath 2017, Theorem 3.3: a mixture of laws is as close to each as they are to each other. *)
Theorem fact_private_divergence_from_a_mixture :
  forall (A B : Type) (K : channel A B) (P : law A) (x : A) (epsilon : R),
  0 < epsilon ->
  private epsilon K ->
  KL_most (K x) (bind P K) (epsilon * tanh (epsilon / 2)).
Proof.
  intros A B K P x e pos is_private. rewrite tanh_as_ratio.
  apply private_divergence_of_two; [exact pos | |]; intros f F f_0; simpl.
  - rewrite <- E_scal by bounded. apply E_ge; bounded. intros y. now apply is_private.
  - apply E_le; bounded. intros y. now apply is_private.
Qed.

(** Dwork and Roth 2014, Proposition 2.1. *)
Theorem fact_post_processing : forall (A B : Type) (K : channel A B) (P Q : law A) (epsilon : R),
  forall h : R, hockey_stick_most P Q epsilon h ->
  hockey_stick_most (bind P K) (bind Q K) epsilon h.
Proof. intros A B K P Q epsilon h. apply post_processing. Qed.

(** Definition: Dwork and Roth 2014, Definition 3.6 and the remark below it. *)
Theorem fact_privacy : forall (A B : Type) (K : channel A B) (x x_ : A) (epsilon : R),
  0 <= epsilon ->
  private epsilon K ->
  ratio_most (K x) (K x_) epsilon.
Proof. intros A B K x x_ epsilon _ is_private. apply is_private. Qed.

(** Bun and Steinke 2016, Proposition 3.3. *)
Theorem fact_KL_of_private_messages : forall (A B : Type) (K : channel A B) (x x_ : A) (epsilon : R),
  0 < epsilon ->
  private epsilon K ->
  KL_most (K x) (K x_) (epsilon ^ 2 / 2).
Proof.
  intros A B K x x_ epsilon pos is_private.
  apply KL_weaken with (epsilon * ((exp epsilon - 1) / (exp epsilon + 1))).
  - apply private_divergence_of_two; [exact pos | |]; apply is_private.
  - replace (epsilon ^ 2 / 2) with (epsilon * (epsilon / 2)) by field.
    apply Rmult_le_compat_l; [| apply tanh_below]; lra.
Qed.

(** ** Messages on samples *)

(** Dwork and Roth 2014, Theorem B.1 at delta = 0: conditional ratios of messages multiply. *)
Theorem fact_basic_composition : forall (A B : Type) (X X_ : data_set A) (Z_ : items A B) (m : nat),
  (1 <= m)%nat ->
  forall c : R, (exists x : nat -> R, (forall j : nat, (1 <= j)%nat -> (j <= m)%nat -> forall z : list B, ratio_most
    ((Z_ j z) (X j)) ((Z_ j z) (X_ j)) (x j)) /\ Sum (seq 1 m) (fun j => x j) <= c) ->
  ratio_most (told_of_each Z_ X m) (told_of_each Z_ X_ m) c.
Proof.
  intros A B X X_ Z m _ c (x & each & total). apply ratio_weaken with (Sum (seq 1 m) x); [| exact total].
  clear total. induction m as [| m IH]; [apply ratio_refl |].
  rewrite seq_S, Sum_app. replace (Sum [(1 + m)%nat] x) with (x (S m)) by (simpl; ring).
  cbn [told_of_each]. apply ratio_of_step.
  - apply IH. intros j low high. apply each; lia.
  - intros h. apply post_processing_ratio, each; lia.
Qed.

(** Definition: a ratio of sums is at most the largest ratio of their parts. *)
Theorem fact_the_message_of_one_sample : forall (A B : Type) (K : channel A B) (X X_ : data_set A) (m : nat),
  (1 <= m)%nat ->
  forall c : R, (forall j : nat, (1 <= j)%nat -> (j <= m)%nat -> ratio_most (K (X j)) (K (X_ j)) c) ->
  ratio_most (told_of_one K X m) (told_of_one K X_ m) c.
Proof.
  intros A B K X X_ [| m] some c each; [lia |]. intros f F N.
  change (Sum (seq 1 (S m)) (fun i => / INR (S m) * E (K (X i)) f) <=
    exp c * Sum (seq 1 (S m)) (fun i => / INR (S m) * E (K (X_ i)) f)).
  rewrite <- Sum_scal. apply Sum_le_in. intros i range. apply in_seq in range.
  rewrite <- Rmult_assoc, (Rmult_comm (exp c)), Rmult_assoc.
  apply Rmult_le_compat_l; [left; apply Rinv_0_lt_compat, lt_0_INR; lia |].
  apply each; [lia | lia | exact F | exact N].
Qed.

(** ** Users in turn *)

(** Cover and Thomas 2006, Theorem 2.5.3; given the earlier messages, each is a private channel's. *)
Theorem fact_chain_rule_over_users : forall (A B C : Type) (P Q : law A) (Z_ : method A B C) (epsilon : R) (n : nat),
  0 < epsilon ->
  (1 <= n)%nat ->
  users_in_turn Z_ n epsilon ->
  forall c : R, (forall (H : Type) (K : channel A H), private epsilon K -> KL_most (bind P K) (bind Q K) c) ->
  KL_most (transcript_of Z_ P) (transcript_of Z_ Q) (c * INR n).
Proof.
  intros A B C P Q Z epsilon n _ _ [<- is_private] c one_user. rewrite Rmult_comm.
  now apply (chain_rule_over_users _ epsilon is_private); [apply one_user].
Qed.

(** The sum of the divergences from one law is at most a number where there are bounds on each that add up to it. *)
Lemma KL_sum_of_parts {A} (l : list nat) (P : law A) (Q : nat -> law A) x c :
  (forall i, In i l -> KL_most P (Q i) (x i)) -> Sum l x <= c -> KL_sum_most l P Q c.
Proof.
  intros H total f F. eapply Rle_trans; [apply Sum_le_in; intros i I; exact (H i I (f i) (F i)) |].
  rewrite Sum_plus. lra.
Qed.

(** And the other way: each by its least bound. *)
Lemma parts_of_KL_sum {A} (l : list nat) (P : law A) (Q : nat -> law A) c : NoDup l -> KL_sum_most l P Q c ->
  exists x, (forall i, In i l -> KL_most P (Q i) (x i)) /\ Sum l x <= c.
Proof.
  revert c. induction l as [| i l IH]; intros c once H.
  { exists (fun _ => 0). split; [easy |]. specialize (H (fun _ _ => 0) ltac:(intros; bounded)). simpl in *. lra. }
  apply NoDup_cons_iff in once. destruct once as [other once].
  set (gain := fun j f => E P f - ln (E (Q j) (fun x => exp (f x)))).
  assert (both : forall f g, bounded f -> (forall j, bounded (g j)) ->
    gain i f + (Sum l (fun j => E P (g j)) - Sum l (fun j => ln (E (Q j) (fun x => exp (g j x))))) <= c).
  { intros f g F G. specialize (H (fun j => if Nat.eq_dec j i then f else g j)).
    specialize (H ltac:(intros j; cbv beta; destruct (Nat.eq_dec j i); [exact F | apply G])). cbn [Sum] in H.
    rewrite (Sum_ext_in l _ (fun j => E P (g j))) in H
      by (intros j J; destruct (Nat.eq_dec j i) as [-> |]; [contradiction | reflexivity]).
    rewrite (Sum_ext_in l (fun j => ln (E (Q j) (fun x => exp ((if Nat.eq_dec j i then f else g j) x))))
      (fun j => ln (E (Q j) (fun x => exp (g j x))))) in H
      by (intros j J; destruct (Nat.eq_dec j i) as [-> |]; [contradiction | reflexivity]).
    destruct (Nat.eq_dec i i); [| contradiction]. unfold gain. lra. }
  destruct (completeness (fun y => exists f, bounded f /\ y = gain i f)) as [a [above least]].
  - exists (c - (Sum l (fun _ => E P (fun _ => 0)) - Sum l (fun j => ln (E (Q j) (fun _ => exp 0))))).
    intros y (f & F & ->). specialize (both f (fun _ _ => 0) F ltac:(intros; bounded)). cbv beta in both. lra.
  - exists (gain i (fun _ => 0)), (fun _ => 0). split; [bounded | reflexivity].
  - destruct (IH (c - a) once) as (x & parts & total).
    + intros g G. enough (a <= c - (Sum l (fun j => E P (g j)) - Sum l (fun j => ln (E (Q j) (fun x => exp (g j x))))))
        by lra.
      apply least. intros y (f & F & ->). specialize (both f g F G). lra.
    + exists (fun j => if Nat.eq_dec j i then a else x j). split.
      * intros j [<- | J].
        -- destruct (Nat.eq_dec i i); [| contradiction]. intros f F.
           enough (gain i f <= a) by (unfold gain in *; lra). apply above. now exists f.
        -- destruct (Nat.eq_dec j i) as [-> |]; [contradiction |]. now apply parts.
      * cbn [Sum]. rewrite (Sum_ext_in l _ x)
          by (intros j J; destruct (Nat.eq_dec j i) as [-> |]; [contradiction | reflexivity]).
        destruct (Nat.eq_dec i i); [lra | contradiction].
Qed.

(** Chain rule of KL: Cover and Thomas 2006, Theorem 2.5.3; at v the earlier messages are the same for all k. *)
Theorem fact_chain_rule_over_users_for_all_coordinates : forall (A B C : Type) (F : laws_at_vertices A) (Z_ : method
  (list A) B C) (v : vertex) (d : nat) (epsilon : R) (m n : nat),
  (1 <= d)%nat ->
  0 < epsilon ->
  (1 <= m)%nat ->
  (1 <= n)%nat ->
  users_in_turn Z_ n epsilon ->
  forall c : R, (forall (H : Type) (K : channel (list A) H), private epsilon K -> exists x : nat -> R, (forall k :
    nat, (1 <= k)%nat -> (k <= d)%nat -> KL_most (bind (power (F v) m) K) (bind (power (F (turned_at v k)) m) K) (x k))
    /\ Sum (seq 1 d) (fun k => x k) <= c) ->
  exists x : nat -> R, (forall k_ : nat, (1 <= k_)%nat -> (k_ <= d)%nat -> KL_most (transcript_of Z_ (power (F v) m))
    (transcript_of Z_ (power (F (turned_at v k_)) m)) (x k_)) /\ Sum (seq 1 d) (fun k_ => x k_) <= c * INR n.
Proof.
  intros A B C F Z v d epsilon m n _ _ _ _ [<- is_private] c one_user. rewrite Rmult_comm.
  destruct (parts_of_KL_sum (seq 1 d) (transcript_of Z (power (F v) m))
    (fun k => transcript_of Z (power (F (turned_at v k)) m)) (INR (users Z) * c)) as (x & parts & total).
  - apply seq_NoDup.
  - apply (chain_rule_over_users_sum (channels Z) epsilon is_private (seq 1 d) (power (F v) m)
      (fun k => power (F (turned_at v k)) m)).
    intros K K_private. destruct (one_user _ K K_private) as (x & parts & total).
    apply KL_sum_of_parts with x; [| exact total]. intros k range. apply in_seq in range. apply parts; lia.
  - exists x. split; [| exact total]. intros k low high. apply parts, in_seq. lia.
Qed.

(** Chain rule of KL: Cover and Thomas 2006, Theorem 2.5.3; at v the earlier messages are the same for all j. *)
Theorem fact_chain_rule_over_users_for_all_coordinates_j : forall (A B C : Type) (F : laws_at_vertices A) (Z_ : method
  (list A) B C) (v : vertex) (d : nat) (epsilon : R) (m n : nat),
  (1 <= d)%nat ->
  0 < epsilon ->
  (1 <= m)%nat ->
  (1 <= n)%nat ->
  users_in_turn Z_ n epsilon ->
  forall c : R, (forall (H : Type) (K : channel (list A) H), private epsilon K -> exists x : nat -> R, (forall j :
    nat, (1 <= j)%nat -> (j <= d)%nat -> KL_most (bind (power (F v) m) K) (bind (power (F (turned_at v j)) m) K) (x j))
    /\ Sum (seq 1 d) (fun j => x j) <= c) ->
  exists x : nat -> R, (forall j_ : nat, (1 <= j_)%nat -> (j_ <= d)%nat -> KL_most (transcript_of Z_ (power (F v) m))
    (transcript_of Z_ (power (F (turned_at v j_)) m)) (x j_)) /\ Sum (seq 1 d) (fun j_ => x j_) <= c * INR n.
Proof. exact fact_chain_rule_over_users_for_all_coordinates. Qed.

(** Yu 1997, Lemma 1, for the squared error. *)
Theorem fact_le_cam_two_points :
  forall (A : Type) (F : class R) (P Q : law R) (Z_ : method (list R) A R) (delta : R) (m : nat),
  0 <= delta ->
  (1 <= m)%nat ->
  member P F ->
  member Q F ->
  (exists mu : R, has_mean P mu /\ (exists mu_ : R, has_mean Q mu_ /\ 2 * delta <= mu - mu_)) ->
  forall t : R, TV_most (transcript_of Z_ (power P m)) (transcript_of Z_ (power Q m)) t ->
  forall r : R, worst_risk_most Z_ F m r ->
  (1 - t) * delta ^ 2 <= r.
Proof.
  intros A F P Q Z delta m D _ in_P in_Q (mu & mean_P & mu_ & mean_Q & apart) t close r risk.
  enough (2 * delta ^ 2 * (1 - t) <= r + r) by lra.
  apply (le_cam _ _ t (fun z => (estimate Z z - mu) ^ 2) (fun z => (estimate Z z - mu_) ^ 2) (2 * delta ^ 2) r r close);
    auto using pow2_ge_0.
  - pose proof (pow2_ge_0 delta). lra.
  - intros z. set (y := estimate Z z). pose proof (pow2_ge_0 (2 * y - mu - mu_)). nra.
Qed.
