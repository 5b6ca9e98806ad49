(** * Facts of the calculus about tents

    As in Facts.v: each theorem says what the calculus grants under that name. *)

From Foundations Require Import Mixtures Channels Polls Facts_coupled Coupled_tents.
Import ListNotations.
Open Scope R_scope.

(** ** A test of one sign *)

Lemma least_below_average {A} (f : A -> R) l : l <> [] -> exists y, In y l /\ INR (length l) * f y <= Sum l f.
Proof.
  intros some. destruct l as [| x l]; [now elim some |]. destruct (argmin_spec f x l) as [inside least].
  exists (argmin f x l). split; [exact inside |]. rewrite <- Sum_const. now apply Sum_le_in.
Qed.

Lemma flip_twice j v : flip j (flip j v) = v.
Proof.
  revert j. induction v as [| b v IH]; intros [| j]; simpl; [reflexivity | reflexivity | |].
  - now rewrite Bool.negb_involutive.
  - now rewrite IH.
Qed.

Theorem fact_a_test_of_one_sign :
  forall (B : Type) (U : uniform_laws) (R_ : reading B) (A : learner (prod vector R) B)
    (N : nat) (T beta c : R) (d : nat) (h : R) (m : nat) (q : R),
  (1 <= N)%nat ->
  0 < T ->
  0 < beta ->
  beta <= 1 ->
  0 < c ->
  (1 <= d)%nat ->
  0 < h ->
  (1 <= m)%nat ->
  0 < q ->
  q <= 1 ->
  exists v : list bool, exists k : nat, (1 <= k)%nat /\ weakest U R_ A v k m N h beta d c T q.
Proof.
  intros B U reads A N T beta c d h m q _ _ _ _ _ _ _ m_1 _ _.
  set (error := fun w i => tent_error U reads A w i N h beta d c T q).
  destruct (least_below_average (fun p => error (fst p) (snd p)) (list_prod (vertices m) (seq 1 m)))
    as ((w & i) & inside & least).
  - intros none. apply (f_equal (@length _)) in none. rewrite prod_length, seq_length in none.
    pose proof (length_vertices m) as many. pose proof (pow_lt 2 m ltac:(lra)).
    destruct (length (vertices m)); simpl in *; [lra | lia].
  - apply in_prod_iff in inside. destruct inside as [W I]. apply in_seq in I. apply length_of_vertex in W.
    rewrite Sum_pairs, prod_length, seq_length, mult_INR, length_vertices in least. cbn [fst snd] in least.
    destruct (bit w (i - 1)) eqn:sign.
    + exists w, i. split; [lia |]. repeat split; try assumption; lia.
    + exists (flipped_sign w i), i. split; [lia |].
      assert (up : bit (flipped_sign w i) (i - 1) = true) by (unfold flipped_sign; rewrite bit_flip, sign by lia; easy).
      repeat split; try lia; [unfold flipped_sign; now rewrite length_flip | exact up |].
      replace (tent_error U reads A (flipped_sign w i) i N h beta d c T q) with (error w i); [exact least |].
      unfold error, tent_error. rewrite sign, up. unfold flipped_sign. now rewrite flip_twice.
Qed.

(** Le Cam: Yu 1997, Lemma 1. *)
Theorem fact_least_error_of_a_test_of_messages :
  forall (B C H U : Type) (R_ : reading B) (A : labels_in_turn C H U B) (P Q : law (prod C H))
    (N : nat) (epsilon : R) (k : nat),
  (1 <= N)%nat ->
  0 < epsilon ->
  (1 <= k)%nat ->
  label_channels A N epsilon ->
  forall t : R, TV_most (transcript_of A P) (transcript_of A Q) t ->
  1/2 - t / 2 <= learner_risk R_ A k P Q N.
Proof.
  intros B C H W reads A P Q N e k _ _ _ [<- _] t close.
  specialize (close (fun z => says reads k (answer_of A z)) ltac:(intros z; apply says_between)).
  change (says reads k (answer_in_turn A P (samples_asked A)) - says reads k (answer_in_turn A Q (samples_asked A)) <= t)
    in close.
  unfold learner_risk. lra.
Qed.

(** ** Divergences *)

Lemma KL_same {A} (P P' Q Q' : law A) k : same_law P P' -> same_law Q Q' -> KL_most P Q k -> KL_most P' Q' k.
Proof. intros P_is Q_is H f F. rewrite <- P_is, <- Q_is by bounded. now apply H. Qed.

(** The chain rule, where both laws draw the first from the same law: Cover and Thomas 2006, Theorem 2.5.3. *)
Lemma KL_given {X B} (F : law X) (K L : X -> law B) (k : X -> R) c : bounded k ->
  (forall x, KL_most (K x) (L x) (k x)) -> E F k <= c -> KL_most (bind F K) (bind F L) c.
Proof.
  intros bounded_k each total f F'. simpl. destruct F' as [M small]. assert (B_f : bounded f) by now exists M.
  assert (low : forall x, exp (- M) <= E (L x) (fun z => exp (f z))).
  { intros x. apply E_ge; bounded. intros z. apply exp_le. specialize (small z). apply Rabs_le_between in small. lra. }
  assert (B1 : bounded (fun x => E (L x) (fun z => exp (f z)))) by (apply (bounded_through L); bounded).
  assert (B2 : bounded (fun x => ln (E (L x) (fun z => exp (f z)))))
    by apply (bounded_ln _ (exp (- M)) (exp_pos _) low B1).
  apply Rle_trans with (E F (fun x => k x + ln (E (L x) (fun z => exp (f z))))).
  - apply E_mono; bounded. intros x. now apply each.
  - rewrite E_plus by bounded. apply Rplus_le_compat; [exact total | apply (jensen_ln F _ (exp (- M)) (exp_pos _) low B1)].
Qed.

Section Apart.
  Variables (U : uniform_laws) (v : list bool) (k : nat) (h beta : R) (d : nat) (c T q top C : R).
  Hypotheses (T_pos : 0 < T) (q_pos : 0 < q) (q_1 : q <= 1) (beta_pos : 0 < beta) (c_pos : 0 < c) (d_1 : (1 <= d)%nat)
    (h_pos : 0 < h) (k_1 : (1 <= k)%nat) (top_pos : 0 < top) (top_1 : top <= 1)
    (low : raise h beta <= T * q * top).

  Let mean := tent_mean v h beta d c.
  Let mean' := tent_mean (flipped_sign v k) h beta d c.
  Let labels_apart {B} (K : R -> law B) := forall s, 0 < s -> s <= top ->
    KL_most (bind (tent_label T q (T * q * s)) K) (bind (tent_label T q (- (T * q * s))) K) (C * s ^ 2).

  Let leans s : 0 < s -> s <= top -> Rabs (T * q * s) <= T * q.
  Proof.
    intros pos small. assert (0 < T * q) by now apply Rmult_lt_0_compat. rewrite Rabs_pos_eq by nra. nra.
  Qed.

  Lemma tents_apart {B} (K : vector -> R -> law B) :
    (forall x, labels_apart (K x)) -> (forall x, labels_apart (fun y => K x (- y))) ->
    KL_most (bind (tent_law U v h beta d c T q) (fun p => K (fst p) (snd p)))
      (bind (tent_law U (flipped_sign v k) h beta d c T q) (fun p => K (fst p) (snd p)))
      (raise h (2 * beta + INR d) * tent_norm U d beta 2 * c * C / (T ^ 2 * q ^ 2)).
  Proof.
    intros apart turned. assert (Tq : 0 < T * q) by now apply Rmult_lt_0_compat.
    assert (C_0 : 0 <= C).
    { pose proof (KL_ge_0 _ _ _ (apart (fun _ => 0) top top_pos ltac:(lra))). pose proof (pow_lt top 2 top_pos). nra. }
    assert (size : forall x, Rabs (mean x) <= raise h beta) by exact (mean_small h beta d c beta_pos d_1 h_pos v).
    assert (size' : forall x, Rabs (mean' x) <= raise h beta)
      by exact (mean_small h beta d c beta_pos d_1 h_pos (flipped_sign v k)).
    assert (cases : forall x, mean' x = mean x \/
      mean' x = - mean x /\ Rabs (mean x) = tent_at h beta d c k x /\ tent_at h beta d c k x <> 0)
      by (intros x; exact (mean_flipped h beta d c beta_pos d_1 h_pos v k x k_1)).
    set (gap := fun x => Rabs (mean x - mean' x) / 2).
    assert (gap_between : forall x, 0 <= gap x <= raise h beta).
    { intros x. specialize (size x). specialize (size' x). unfold gap. pose proof (Rabs_pos (mean x - mean' x)). pose proof (Rabs_triang (mean x) (- mean' x)) as sum.
      rewrite Rabs_Ropp in sum. change (mean x + - mean' x) with (mean x - mean' x) in sum. lra. }
    assert (bounded_gap : bounded (fun u => raise (gap (in_support d c u)) 2)).
    { apply bounded_between with 0 (raise (raise h beta) 2). intros u.
      split; [apply raise_ge_0 | apply raise_le; [lra | apply gap_between]]. }
    intros f F. refine (KL_given (uniform_on_cube U d)
      (fun u => bind (tent_label T q (mean (in_support d c u))) (K (in_support d c u)))
      (fun u => bind (tent_label T q (mean' (in_support d c u))) (K (in_support d c u)))
      (fun u => C / (T ^ 2 * q ^ 2) * raise (gap (in_support d c u)) 2) _ _ _ _ f F).
    - bounded.
    - intros u. set (x := in_support d c u). rewrite raise_2 by apply gap_between.
      specialize (size x). destruct (cases x) as [same | (turn & size_is & some)].
      + unfold gap. rewrite same, Rminus_eq_0, Rabs_R0. eapply KL_weaken; [apply KL_refl |]. right. field. lra.
      + set (y := mean x) in *. set (s := Rabs y / (T * q)).
        assert (y_0 : y <> 0) by (intros zero; apply some; rewrite <- size_is, zero; apply Rabs_R0).
        assert (s_pos : 0 < s) by (apply Rdiv_lt_0_compat; [now apply Rabs_pos_lt | exact Tq]).
        assert (s_top : s <= top) by (apply Rle_div_l; [exact Tq | lra]).
        assert (total : C * s ^ 2 <= C / (T ^ 2 * q ^ 2) * gap x ^ 2).
        { unfold gap. fold y. rewrite turn. replace (y - - y) with (2 * y) by ring.
          rewrite Rabs_mult, (Rabs_pos_eq 2) by lra. right. unfold s. field. lra. }
        eapply KL_weaken; [| exact total]. rewrite turn. destruct (Rle_dec 0 y) as [up | down].
        * replace y with (T * q * s) by (unfold s; rewrite Rabs_pos_eq by exact up; field; lra). now apply apart.
        * replace y with (- (T * q * s)) by (unfold s; rewrite Rabs_left by lra; field; lra). rewrite Ropp_involutive.
          apply (KL_same (bind (tent_label T q (T * q * s)) (fun t => K x (- t)))
            _ (bind (tent_label T q (- (T * q * s))) (fun t => K x (- t)))); [| | now apply turned].
          -- intros g G. symmetry. apply (turned_label T q T_pos q_1). now apply leans.
          -- intros g G. rewrite <- (turned_label T q T_pos q_1 (K x) (- (T * q * s)) g).
             ++ now rewrite Ropp_involutive.
             ++ rewrite Rabs_Ropp. now apply leans.
    - rewrite E_scal by exact bounded_gap.
      pose proof (power_of_gap h beta d c beta_pos d_1 c_pos h_pos U v k 2 ltac:(lra) k_1) as total.
      replace (raise h (2 * beta + INR d) * tent_norm U d beta 2 * c * C / (T ^ 2 * q ^ 2)) with
        (C / (T ^ 2 * q ^ 2) * (raise h (2 * beta + INR d) * c * tent_norm U d beta 2)) by (field; lra).
      apply Rmult_le_compat_l; [| exact total]. apply Rdiv_le_0_compat; [exact C_0 |].
      apply Rmult_lt_0_compat; now apply pow_lt.
  Qed.
End Apart.

(** The label's laws as the facts write them. *)
Lemma label_of_lean T q s : 0 < T -> tent_label T q (T * q * s) =
  discrete [(T, (1 + s) * q / 2); (0, 1 - q); (- T, (1 - s) * q / 2)].
Proof.
  intros T_pos. unfold tent_label. replace ((q + T * q * s / T) / 2) with ((1 + s) * q / 2) by (field; lra).
  now replace ((q - T * q * s / T) / 2) with ((1 - s) * q / 2) by (field; lra).
Qed.

Lemma label_of_lean_back T q s : 0 < T -> tent_label T q (- (T * q * s)) =
  discrete [(T, (1 - s) * q / 2); (0, 1 - q); (- T, (1 + s) * q / 2)].
Proof.
  intros T_pos. unfold tent_label. replace ((q + - (T * q * s) / T) / 2) with ((1 - s) * q / 2) by (field; lra).
  now replace ((q - - (T * q * s) / T) / 2) with ((1 + s) * q / 2) by (field; lra).
Qed.

(** Without a label 0. *)
Lemma label_of_two T s : 0 < T -> -1 <= s <= 1 ->
  same_law (discrete [(T, 1 / 2 + s / 2); (- T, 1 / 2 - s / 2)]) (tent_label T 1 (T * 1 * s)).
Proof.
  intros T_pos small f _. rewrite E_two by lra. rewrite E_tent_label; [| lra..|].
  - field. lra.
  - rewrite Rabs_mult, (Rabs_pos_eq (T * 1)) by lra. assert (Rabs s <= 1) by (apply Rabs_le; lra). nra.
Qed.

Lemma label_of_two_back T s : 0 < T -> -1 <= s <= 1 ->
  same_law (discrete [(T, 1 / 2 - s / 2); (- T, 1 / 2 + s / 2)]) (tent_label T 1 (- (T * 1 * s))).
Proof.
  intros T_pos small f F. replace (- (T * 1 * s)) with (T * 1 * - s) by ring.
  rewrite <- (label_of_two T (- s) T_pos ltac:(lra) f F). replace (1 / 2 + - s / 2) with (1 / 2 - s / 2) by field.
  now replace (1 / 2 - - s / 2) with (1 / 2 + s / 2) by field.
Qed.

(** Each message of a sample, features first. *)
Section Messages.
  Variables (U : uniform_laws) (v : list bool) (k : nat) (h beta : R) (d : nat) (c T q top C : R).
  Hypotheses (T_pos : 0 < T) (q_pos : 0 < q) (q_1 : q <= 1) (beta_pos : 0 < beta) (c_pos : 0 < c) (d_1 : (1 <= d)%nat)
    (h_pos : 0 < h) (k_1 : (1 <= k)%nat) (top_pos : 0 < top) (top_1 : top <= 1)
    (low : raise h beta <= T * q * top).
  Let bound := raise h (2 * beta + INR d) * tent_norm U d beta 2 * c * C / (T ^ 2 * q ^ 2).

  Lemma tents_KL : (forall s, 0 < s -> s <= top ->
      KL_most (tent_label T q (T * q * s)) (tent_label T q (- (T * q * s))) (C * s ^ 2)) ->
    KL_most (tent_law U v h beta d c T q) (tent_law U (flipped_sign v k) h beta d c T q) bound.
  Proof.
    intros each.
    assert (apart := tents_apart U v k h beta d c T q top C T_pos q_pos q_1 beta_pos c_pos d_1 h_pos k_1 top_pos top_1
      low (fun x y => ret (x, y))). fold bound in apart.
    intros f F. apply apart; [| | exact F]; intros x s s_pos s_top.
    - apply (data_processing (fun y => ret (x, y))). now apply each.
    - apply (data_processing (fun y => ret (x, - y))). now apply each.
  Qed.

  Lemma messages_KL {B A} (Z : labels_in_turn vector R B A) n e : label_channels Z n e ->
    (forall s, 0 < s -> s <= top -> forall (H : Type) (K : channel R H), private e K ->
      KL_most (bind (tent_label T q (T * q * s)) K) (bind (tent_label T q (- (T * q * s))) K) (C * s ^ 2)) ->
    KL_most (transcript_of Z (tent_law U v h beta d c T q))
      (transcript_of Z (tent_law U (flipped_sign v k) h beta d c T q)) (INR n * bound).
  Proof.
    intros [<- is_private] each. unfold transcript_of. cbn [messages_in_turn channels users].
    assert (one : forall messages, KL_most (bind (tent_law U v h beta d c T q) (in_turn Z messages))
      (bind (tent_law U (flipped_sign v k) h beta d c T q) (in_turn Z messages)) bound).
    { intros messages. apply (tents_apart U v k h beta d c T q top C T_pos q_pos q_1 beta_pos c_pos d_1 h_pos k_1
        top_pos top_1 low (fun x y => bind (label_channel Z messages x y) (fun z => ret (x, z)))).
      - intros x s s_pos s_top. apply (data_processing (fun z => ret (x, z))
          (bind (tent_label T q (T * q * s)) (label_channel Z messages x))
          (bind (tent_label T q (- (T * q * s))) (label_channel Z messages x))). now apply each.
      - intros x s s_pos s_top. apply (data_processing (fun z => ret (x, z))
          (bind (tent_label T q (T * q * s)) (fun y => label_channel Z messages x (- y)))
          (bind (tent_label T q (- (T * q * s))) (fun y => label_channel Z messages x (- y)))).
        apply each; try assumption. intros y y'. apply is_private. }
    induction (samples_asked Z) as [| n IH].
    - simpl. rewrite Rmult_0_l. apply KL_refl.
    - rewrite S_INR, Rmult_plus_distr_r, Rmult_1_l. cbn [transcript]. now apply KL_chain.
  Qed.
End Messages.

(** What a bound on each ratio to the squared lean says of the divergences. *)
Lemma from_ratio {A} (P Q : law A) s c : 0 < s -> (exists k, KL_most P Q k /\ k / s ^ 2 <= c) -> KL_most P Q (c * s ^ 2).
Proof.
  intros pos (k & KL & ratio). eapply KL_weaken; [exact KL |]. apply Rle_div_l in ratio; [lra | now apply pow_lt].
Qed.

(** Chain rule of KL, features first: Cover and Thomas 2006, Theorem 2.5.3. *)
Theorem fact_KL_of_two_tents :
  forall (U : uniform_laws) (v : list bool) (T beta c : R) (d : nat) (h : R) (k : nat) (r : R),
  0 < T ->
  0 < beta ->
  beta <= 1 ->
  0 < c ->
  (1 <= d)%nat ->
  0 < h ->
  (1 <= k)%nat ->
  0 < r ->
  r <= 1 ->
  raise h beta <= T * r ->
  raise h (INR d) * c <= 1 ->
  forall c_ : R, (forall s : R, 0 < s -> s <= r -> exists k_ : R, KL_most (discrete [(T, 1/2 + s / 2);
    (- T, 1/2 - s / 2)]) (discrete [(T, 1/2 - s / 2); (- T, 1/2 + s / 2)]) k_ /\ k_ / s ^ 2 <= c_) ->
  KL_most (tent_law U v h beta d c T 1) (tent_law U (flipped_sign v k) h beta d c T 1)
    (raise h (2 * beta + INR d) * tent_norm U d beta 2 * c * c_ / T ^ 2).
Proof.
  intros U v T beta c d h k r T_pos beta_pos _ c_pos d_1 h_pos k_1 r_pos r_1 low _ C each.
  replace (T ^ 2) with (T ^ 2 * 1 ^ 2) by ring. apply (tents_KL U v k h beta d c T 1 r); try assumption; try lra.
  intros s s_pos s_r. eapply KL_same; [apply label_of_two | apply label_of_two_back | now apply from_ratio, each]; lra.
Qed.

(** Chain rule of KL, features first: Cover and Thomas 2006, Theorem 2.5.3. *)
Theorem fact_KL_of_two_tents_labels_that_may_be_0 :
  forall (U : uniform_laws) (v : list bool) (T beta c : R) (d : nat) (h : R) (k : nat) (q r : R),
  0 < T ->
  0 < beta ->
  beta <= 1 ->
  0 < c ->
  (1 <= d)%nat ->
  0 < h ->
  (1 <= k)%nat ->
  0 < q ->
  q <= 1 ->
  0 < r ->
  r <= 1 ->
  raise h beta <= T * q * r ->
  raise h (INR d) * c <= 1 ->
  forall c_ : R, (forall s : R, 0 < s -> s <= r -> exists k_ : R, KL_most (discrete [(T, (1 + s) * q / 2); (0, 1 - q);
    (- T, (1 - s) * q / 2)]) (discrete [(T, (1 - s) * q / 2); (0, 1 - q); (- T, (1 + s) * q / 2)]) k_ /\
    k_ / s ^ 2 <= c_) ->
  KL_most (tent_law U v h beta d c T q) (tent_law U (flipped_sign v k) h beta d c T q)
    (raise h (2 * beta + INR d) * tent_norm U d beta 2 * c * c_ / (T ^ 2 * q ^ 2)).
Proof.
  intros U v T beta c d h k q r T_pos beta_pos _ c_pos d_1 h_pos k_1 q_pos q_1 r_pos r_1 low _ C each.
  apply (tents_KL U v k h beta d c T q r); try assumption.
  intros s s_pos s_r. rewrite label_of_lean, label_of_lean_back by exact T_pos. now apply from_ratio, each.
Qed.

(** Chain rule of KL, user by user, features first: Cover and Thomas 2006, Theorem 2.5.3. *)
Theorem fact_KL_of_what_is_told_of_two_tents :
  forall (B C : Type) (U : uniform_laws) (A : labels_in_turn vector R B C) (v : list bool)
    (N : nat) (T beta c : R) (d : nat) (epsilon h : R) (k : nat) (r : R),
  (1 <= N)%nat ->
  0 < T ->
  0 < beta ->
  beta <= 1 ->
  0 < c ->
  (1 <= d)%nat ->
  0 < epsilon ->
  0 < h ->
  (1 <= k)%nat ->
  0 < r ->
  r <= 1 ->
  label_channels A N epsilon ->
  raise h beta <= T * r ->
  raise h (INR d) * c <= 1 ->
  forall c_ : R, (forall s : R, 0 < s -> s <= r -> forall (H : Type) (K : channel R H), private epsilon K ->
    exists k_ : R, KL_most (bind (discrete [(T, 1/2 + s / 2); (- T, 1/2 - s / 2)]) K)
    (bind (discrete [(T, 1/2 - s / 2); (- T, 1/2 + s / 2)]) K) k_ /\ k_ / s ^ 2 <= c_) ->
  KL_most (transcript_of A (tent_law U v h beta d c T 1)) (transcript_of A (tent_law U (flipped_sign v k) h beta d c T
    1)) (INR N * raise h (2 * beta + INR d) * tent_norm U d beta 2 * c * c_ / T ^ 2).
Proof.
  intros B A U Z v N T beta c d e h k r _ T_pos beta_pos _ c_pos d_1 _ h_pos k_1 r_pos r_1 channels low _ C each.
  replace (INR N * raise h (2 * beta + INR d) * tent_norm U d beta 2 * c * C / T ^ 2) with
    (INR N * (raise h (2 * beta + INR d) * tent_norm U d beta 2 * c * C / (T ^ 2 * 1 ^ 2))) by (field; lra).
  apply (messages_KL U v k h beta d c T 1 r C) with e; try assumption; try lra.
  intros s s_pos s_r H K K_private. apply (KL_same (bind (discrete [(T, 1/2 + s / 2); (- T, 1/2 - s / 2)]) K) _
    (bind (discrete [(T, 1/2 - s / 2); (- T, 1/2 + s / 2)]) K)); [| | now apply from_ratio, each].
  - intros f F. apply label_of_two; [lra | lra |]. now apply bounded_through.
  - intros f F. apply label_of_two_back; [lra | lra |]. now apply bounded_through.
Qed.

(** Chain rule of KL, user by user, features first: Cover and Thomas 2006, Theorem 2.5.3. *)
Theorem fact_KL_of_what_is_told_of_two_tents_labels_that_may_be_0 :
  forall (B C : Type) (U : uniform_laws) (A : labels_in_turn vector R B C) (v : list bool)
    (N : nat) (T beta c : R) (d : nat) (epsilon h : R) (k : nat) (q r : R),
  (1 <= N)%nat ->
  0 < T ->
  0 < beta ->
  beta <= 1 ->
  0 < c ->
  (1 <= d)%nat ->
  0 < epsilon ->
  0 < h ->
  (1 <= k)%nat ->
  0 < q ->
  q <= 1 ->
  0 < r ->
  r <= 1 ->
  label_channels A N epsilon ->
  raise h beta <= T * q * r ->
  raise h (INR d) * c <= 1 ->
  forall c_ : R, (forall s : R, 0 < s -> s <= r -> forall (H : Type) (K : channel R H), private epsilon K ->
    exists k_ : R, KL_most (bind (discrete [(T, (1 + s) * q / 2); (0, 1 - q); (- T, (1 - s) * q / 2)]) K)
    (bind (discrete [(T, (1 - s) * q / 2); (0, 1 - q); (- T, (1 + s) * q / 2)]) K) k_ /\ k_ / s ^ 2 <= c_) ->
  KL_most (transcript_of A (tent_law U v h beta d c T q)) (transcript_of A (tent_law U (flipped_sign v k) h beta d c T
    q)) (INR N * raise h (2 * beta + INR d) * tent_norm U d beta 2 * c * c_ / (T ^ 2 * q ^ 2)).
Proof.
  intros B A U Z v N T beta c d e h k q r _ T_pos beta_pos _ c_pos d_1 _ h_pos k_1 q_pos q_1 r_pos r_1 channels low _ C
    each.
  replace (INR N * raise h (2 * beta + INR d) * tent_norm U d beta 2 * c * C / (T ^ 2 * q ^ 2)) with
    (INR N * (raise h (2 * beta + INR d) * tent_norm U d beta 2 * c * C / (T ^ 2 * q ^ 2))) by (field; lra).
  apply (messages_KL U v k h beta d c T q r C) with e; try assumption.
  intros s s_pos s_r H K K_private. rewrite label_of_lean, label_of_lean_back by exact T_pos.
  now apply from_ratio, each.
Qed.

(** ** Labels that are drawn together *)

(** Post-processing: Dwork and Roth 2014, Proposition 2.1. *)
Theorem fact_a_decision_by_a_private_learner :
  forall (B C H : Type) (R_ : reading B) (A : label_learner C H B) (epsilon : R) (k : nat),
  0 < epsilon ->
  (1 <= k)%nat ->
  samples_label_private A epsilon ->
  samples_label_private (decide R_ A k) epsilon.
Proof. intros B C H reads A e k _ _ is_private before x y z after. apply post_processing_ratio, is_private. Qed.

(** Maximal coupling of each label given its features: Levin, Peres and Wilmer 2009, Proposition 4.7. *)
Theorem fact_labels_of_two_tents_are_coupled :
  forall (C : Type) (U : uniform_laws) (R_ : reading C) (A : label_learner vector R C) (v : list bool)
    (N : nat) (T beta c : R) (d : nat) (h : R) (k : nat) (q : R),
  (1 <= N)%nat ->
  0 < T ->
  0 < beta ->
  beta <= 1 ->
  0 < c ->
  (1 <= d)%nat ->
  0 < h ->
  (1 <= k)%nat ->
  0 < q ->
  q <= 1 ->
  raise h beta <= T * q ->
  raise h (INR d) * c <= 1 ->
  exists B : Type, exists O_ : space B, exists a : B -> R, exists b : B -> R, exists l : B -> R, square_integrable O_ a
    /\ almost_le O_ (fun _ => 0) a /\ almost_le O_ a (fun _ => 1) /\ square_integrable O_ b /\ almost_le O_ (fun _ => 0)
    b /\ almost_le O_ b (fun _ => 1) /\ square_integrable O_ l /\ almost_le O_ (fun _ => 0) l /\ coupled_samples O_
    (decide R_ A k) (power (tent_law U v h beta d c T q) N) (power (tent_law U (flipped_sign v k) h beta d c T q) N) a b
    l.
Proof.
  intros C U reads A v N T beta c d h k q _ T_pos beta_pos _ c_pos d_1 h_pos k_1 _ q_1 low _.
  eapply samples_are_coupled.
  - exact (tent_pair_parts U v k h beta d c T q T_pos q_1 beta_pos d_1 h_pos low).
  - exact (larger_test v k h beta d c T).
  - exact (tent_pair_best U v k h beta d c T q T_pos q_1 beta_pos d_1 h_pos low).
  - exact (tent_pair_same U v k h beta d c T q T_pos q_1 beta_pos d_1 h_pos low).
Qed.

(** Maximal coupling of each label: Levin, Peres and Wilmer 2009, Proposition 4.7. *)
Theorem fact_labels_of_two_tents_that_differ :
  forall (B C : Type) (U : uniform_laws) (R_ : reading B) (O_ : space C) (A : label_learner vector R B) (v : list bool)
    (N : nat) (T : R) (a b : C -> R) (beta c : R) (d : nat) (h : R) (k : nat) (l : C -> R) (q : R),
  (1 <= N)%nat ->
  0 < T ->
  square_integrable O_ a ->
  almost_le O_ (fun _ => 0) a ->
  almost_le O_ a (fun _ => 1) ->
  square_integrable O_ b ->
  almost_le O_ (fun _ => 0) b ->
  almost_le O_ b (fun _ => 1) ->
  0 < beta ->
  beta <= 1 ->
  0 < c ->
  (1 <= d)%nat ->
  0 < h ->
  (1 <= k)%nat ->
  square_integrable O_ l ->
  almost_le O_ (fun _ => 0) l ->
  0 < q ->
  q <= 1 ->
  coupled_samples O_ (decide R_ A k) (power (tent_law U v h beta d c T q) N) (power (tent_law U (flipped_sign v k) h
    beta d c T q) N) a b l ->
  raise h beta <= T * q ->
  raise h (INR d) * c <= 1 ->
  expectation O_ l <= INR N * raise h (beta + INR d) * tent_norm U d beta 1 * c / T.
Proof.
  intros B C U reads O A v N T a b beta c d h k l q _ T_pos _ _ _ _ _ _ beta_pos _ c_pos d_1 h_pos k_1 _ _ _ q_1 joint
    low _.
  eapply Rle_trans.
  - exact (samples_that_differ _ _ (tent_pair U v k h beta d c T q T_pos q_1 beta_pos d_1 h_pos low)
      (tent_pair_parts U v k h beta d c T q T_pos q_1 beta_pos d_1 h_pos low) O _ N a b l joint).
  - apply Rle_trans with (INR N * (raise h (beta + INR d) * tent_norm U d beta 1 * c / T)).
    + apply Rmult_le_compat_l; [apply pos_INR |]. now apply tent_pair_differs_most.
    + right. field. lra.
Qed.

(** ** Tests from samples that are drawn together

    What Facts_coupled.v says of group privacy for labels, said of samples: their features are the same, and only labels
    count for privacy. *)
Section Samples.
  Context {W X Y : Type} (O : space W) (A : label_learner X Y bool) (P Q : law (list (X * Y))) (a b l : W -> R) (e : R).

  Let group (f : list (X * Y) -> R) :
    (forall before x y z after, f (before ++ (x, y) :: after) <= exp e * f (before ++ (x, z) :: after)) ->
    (forall data, 0 <= f data) -> forall data other, map fst data = map fst other ->
    f other <= exp (e * differing data other) * f data.
  Proof.
    intros near f_0 data other same.
    enough (H : forall before, f (before ++ other) <= exp (e * differing data other) * f (before ++ data))
      by exact (H []).
    revert other same. induction data as [| [x y] data IH]; intros [| [x' z] other] same before; try discriminate same.
    - cbn [differing length]. rewrite Rmult_0_r, exp_0. lra.
    - injection same as <- same. cbn [differing]. rewrite Rmult_plus_distr_l, exp_plus, Rmult_assoc.
      specialize (IH other same (before ++ [(x, y)])). rewrite <- !app_assoc in IH. cbn [app] in IH.
      assert (first : f (before ++ (x, z) :: other) <=
        exp (e * indicator differ ((x, y), (x, z))) * f (before ++ (x, y) :: other)).
      { destruct (classic (y = z)) as [-> | apart].
        - rewrite indicator_0, Rmult_0_r, exp_0; [lra |]. unfold differ. simpl. tauto.
        - rewrite indicator_1, Rmult_1_r; [apply near |]. unfold differ. simpl. congruence. }
      eapply Rle_trans; [exact first |]. apply Rmult_le_compat_l; [left; apply exp_pos | exact IH].
  Qed.

  Let surely : coupled_samples O A P Q a b l -> exists D D' : W -> list (X * Y),
    almost_surely O (fun w => map fst (D w) = map fst (D' w) /\ a w = 1 - accepts A (D w) /\ b w = accepts A (D' w) /\
      l w = differing (D w) (D' w)).
  Proof.
    intros (D & D' & _ & _ & same & a_is & b_is & l_is & _). exists D, D'.
    apply surely_both; [exact same |]. apply surely_both; [now apply surely_equal |].
    apply surely_both; now apply surely_equal.
  Qed.

  Let accepted_near : samples_label_private A e -> forall before x y z after,
    accepts A (before ++ (x, y) :: after) <= exp e * accepts A (before ++ (x, z) :: after) /\
    1 - accepts A (before ++ (x, y) :: after) <= exp e * (1 - accepts A (before ++ (x, z) :: after)).
  Proof.
    intros is_private before x y z after. specialize (is_private before x y z after).
    assert (B : bounded (fun s : bool => if s then 1 else 0)) by (apply bounded_between with 0 1; intros []; lra).
    split; [apply is_private; [exact B | intros []; lra] |].
    assert (refused : forall data, 1 - accepts A data = E (A data) (fun s : bool => 1 - if s then 1 else 0)).
    { intros data. rewrite E_minus, E_const by (exact B || bounded). reflexivity. }
    rewrite !refused. apply is_private; [apply bounded_minus; [bounded | exact B] | intros []; lra].
  Qed.

  (** Dwork and Roth 2014, Theorem 2.2: the answer - at both data. *)
  Theorem group_privacy_of_rejecting_samples : coupled_samples O A P Q a b l -> samples_label_private A e ->
    almost_le O (fun w => 1) (fun w => a w * exp (e * l w) + b w).
  Proof.
    intros joint is_private. destruct (surely joint) as (D & D' & all). apply almost_surely_le.
    refine (probability_0_mono O _ _ _ all). intros w less (same & a_is & b_is & l_is). apply less.
    rewrite a_is, b_is, l_is.
    enough (1 - accepts A (D' w) <= exp (e * differing (D w) (D' w)) * (1 - accepts A (D w))) by lra.
    apply (group (fun data => 1 - accepts A data)); [intros; now apply accepted_near | | exact same].
    intros data. pose proof (accepts_between A data). lra.
  Qed.

  (** Dwork and Roth 2014, Theorem 2.2: the answer + at both data. *)
  Theorem group_privacy_of_accepting_samples : coupled_samples O A P Q a b l -> samples_label_private A e ->
    almost_le O (fun w => 1) (fun w => b w * exp (e * l w) + a w).
  Proof.
    intros joint is_private. destruct (surely joint) as (D & D' & all). apply almost_surely_le.
    refine (probability_0_mono O _ _ _ all). intros w less (same & a_is & b_is & l_is). apply less.
    rewrite a_is, b_is, l_is. rewrite differing_sym by (rewrite <- (map_length fst (D w)), same, map_length; reflexivity).
    enough (accepts A (D w) <= exp (e * differing (D' w) (D w)) * accepts A (D' w)) by lra.
    apply group; [intros; now apply accepted_near | intros data; apply accepts_between | now symmetry].
  Qed.
End Samples.
