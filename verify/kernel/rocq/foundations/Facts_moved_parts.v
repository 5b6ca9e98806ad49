(** * Facts about coins, one component at a time

    Each theorem says what the calculus grants under that name, as the exporter writes it from the fact itself. *)

From Foundations Require Export Facts_components.
Import ListNotations.
Open Scope R_scope.

(** ** Components that are moved, each by a sign of its own

    Of the components from 1 to m some are moved; the sign of one is that whose number counts those moved so far. *)
Definition rank (moved : nat -> bool) k := length (filter moved (seq 1 k)).
Definition sign_of_part (moved : nat -> bool) (v : vertex) k := if moved k then sgn (v (rank moved k)) else 0.

Lemma rank_succ moved k : rank moved (S k) = (rank moved k + if moved (S k) then 1 else 0)%nat.
Proof.
  unfold rank. rewrite seq_S, filter_app, app_length. f_equal. change (1 + k)%nat with (S k).
  cbn [filter]. now destruct (moved (S k)).
Qed.

Lemma rank_rises moved j k : (j <= k)%nat -> (rank moved j <= rank moved k)%nat.
Proof. induction 1 as [| k _ IH]; [lia |]. rewrite rank_succ. lia. Qed.

Lemma rank_at_moved moved k : (1 <= k)%nat -> moved k = true -> rank moved k = S (rank moved (k - 1)).
Proof. intros some is. destruct k as [| k]; [lia |]. rewrite rank_succ, is. simpl. rewrite Nat.sub_0_r. lia. Qed.

Lemma rank_once moved j k : (1 <= j)%nat -> (1 <= k)%nat -> moved j = true -> moved k = true ->
  rank moved j = rank moved k -> j = k.
Proof.
  intros j_1 k_1 J K same. destruct (lt_eq_lt_dec j k) as [[less | equal] | more]; [| exact equal |].
  - pose proof (rank_rises moved j (k - 1) ltac:(lia)). rewrite (rank_at_moved moved k) in same by assumption. lia.
  - pose proof (rank_rises moved k (j - 1) ltac:(lia)). rewrite (rank_at_moved moved j) in same by assumption. lia.
Qed.

(** Those from 1 to m that are kept. *)
Definition within m (keep : nat -> bool) k := andb (andb (Nat.leb 1 k) (Nat.leb k m)) (keep k).

Lemma within_range m keep k : within m keep k = true -> (1 <= k <= m)%nat /\ keep k = true.
Proof.
  unfold within. intros is. apply Bool.andb_true_iff in is. destruct is as [range is].
  apply Bool.andb_true_iff in range. rewrite !Nat.leb_le in range. tauto.
Qed.

Lemma sign_of_part_agrees m keep v w k : same_signs (rank (within m keep) m) v w ->
  sign_of_part (within m keep) v k = sign_of_part (within m keep) w k.
Proof.
  intros same. unfold sign_of_part. destruct (within m keep k) eqn:is; [| reflexivity].
  pose proof (within_range m keep k is) as [range _]. rewrite same; [reflexivity |]. split.
  - rewrite rank_at_moved by (lia || exact is). lia.
  - apply rank_rises. lia.
Qed.

(** ** Coins

    T draws of a law on two numbers, the first with a probability that is cut to [0, 1]. *)
Definition coin_on (a b p : R) : law R := image (fun c : bool => if c then a else b) (bit_of p).

(** At least one component, n + 1, each as likely; the k-th has a probability by its place and its sign, which is 0
    where it is not moved. *)
Section Coins_of_parts.
  Variables (n : nat) (a b : R) (T : nat) (keep : nat -> bool) (chance : nat -> R -> R).
  Let moved := within (S n) keep.

  Definition coins_part k (v : vertex) : law (list R) := power (coin_on a b (chance k (sign_of_part moved v k))) T.

  Lemma coins_part_agrees k v w : same_signs (rank moved (S n)) v w -> coins_part k v = coins_part k w.
  Proof. intros same. unfold coins_part, moved. now rewrite (sign_of_part_agrees (S n) keep v w k same). Qed.

  Lemma equal_weights : is_weight (seq 1 (S n)) (fun _ => / INR (S n)).
  Proof.
    pose proof (lt_0_INR (S n) ltac:(lia)) as pos. split; [intros _; left; now apply Rinv_0_lt_compat |].
    rewrite Sum_const, seq_length. now apply Rinv_r, Rgt_not_eq.
  Qed.

  Lemma equal_weights_above_0 i : In i (seq 1 (S n)) -> 0 < / INR (S n).
  Proof. intros _. apply Rinv_0_lt_compat, lt_0_INR. lia. Qed.

  Definition coins_of_parts : components (list R) := Components (list R) (S n) (fun _ => / INR (S n)) coins_part
    (rank moved (S n)) equal_weights equal_weights_above_0 coins_part_agrees.
End Coins_of_parts.

(** The probabilities 1/4 + k/(2 m) + v_k Delta/2 of 1, else 0. *)
Definition grid_parts m Delta T := coins_of_parts (pred m) 1 0 T (fun _ => true)
  (fun k s => 1 / 4 + INR k / (2 * INR m) + s * Delta / 2).

(** Draws of 1 and -1 with the mean -1 + (2 k - 1)/m, moved by v_k delta where it lies in [-1/2, 1/2]. *)
Definition in_middle m k : bool := if Rle_dec (Rabs (-1 + (2 * INR k - 1) / INR m)) (1 / 2) then true else false.
Definition spread_parts m delta T := coins_of_parts (pred m) 1 (-1) T (in_middle m)
  (fun k s => (1 + (-1 + (2 * INR k - 1) / INR m + s * delta)) / 2).

(** ** A coin whose sign is turned *)

Section Turned_coin.
  Variables (a b : R) (different : a <> b) (p : bool -> R) (inside : forall s, 0 < p s < 1) (T : nat).
  Let law_of s := coin_on a b (p s).

  Definition coin_ratio s (x : R) := bit_ratio p s (if Req_EM_T x a then true else false).

  Let at_coin s (c : bool) : coin_ratio s (if c then a else b) = bit_ratio p s c.
  Proof.
    unfold coin_ratio. destruct c, (Req_EM_T _ a) as [same | other]; try reflexivity.
    - now elim other.
    - now elim different.
  Qed.

  Lemma coin_ratio_pos s x : 0 <= coin_ratio s x.
  Proof. now apply bit_ratio_pos. Qed.

  Lemma bounded_coin_ratio s : bounded (coin_ratio s).
  Proof. exact (bounded_after (bit_ratio p s) _ (bounded_bit_ratio p s)). Qed.

  Lemma coin_ratio_density s : has_density (law_of s) (coin_ratio s) (law_of (negb s)).
  Proof.
    split; [apply bounded_coin_ratio |]. intros f _.
    change (E (bit_of (p (negb s))) (fun c : bool => f (if c then a else b)) =
      E (bit_of (p s)) (fun c : bool => coin_ratio s (if c then a else b) * f (if c then a else b))).
    rewrite (bit_ratio_density p inside). apply E_ext. intros c. now rewrite at_coin.
  Qed.

  Lemma coin_ratio_square s : E (law_of s) (fun x => coin_ratio s x * coin_ratio s x) = square_ratio p s.
  Proof.
    change (E (bit_of (p s)) (fun c : bool => coin_ratio s (if c then a else b) * coin_ratio s (if c then a else b)) =
      square_ratio p s).
    rewrite (E_ext _ _ (fun c => bit_ratio p s c * bit_ratio p s c)) by (intros c; now rewrite at_coin).
    apply (bit_ratio_square p inside).
  Qed.

  Lemma draws_ratio_density s : density (power (law_of s) T) (product (coin_ratio s) T) (power (law_of (negb s)) T).
  Proof. apply density_of_draws_cut, density_of_bounded; [apply coin_ratio_density | apply coin_ratio_pos]. Qed.

  Lemma draws_ratio_square s : mean_most (power (law_of s) T)
    (fun x => product (coin_ratio s) T x * product (coin_ratio s) T x) (square_ratio p s ^ T).
  Proof.
    pose proof (bounded_coin_ratio s) as B. rewrite <- coin_ratio_square, <- E_product by bounded.
    rewrite (E_ext _ (product (fun x => coin_ratio s x * coin_ratio s x) T)
      (fun x => product (coin_ratio s) T x * product (coin_ratio s) T x)) by (intros; symmetry; apply product_mult).
    apply mean_of_bounded; [apply bounded_mult; now apply bounded_product |].
    intros x. apply Rmult_le_pos; apply product_pos; intros; apply coin_ratio_pos.
  Qed.

  (** (1 + Delta^2/(q (1 - q)))^T for a probability q in [1/8, 7/8], and e^x - 1 <= 2 x. *)
  Lemma draws_of_a_moved_coin Delta s : (forall c, 1 / 8 <= p c <= 7 / 8) -> p true - p false = Delta ->
    64 * Delta ^ 2 * INR T <= 7 -> square_ratio p s ^ T <= 1 + 128 * Delta ^ 2 * INR T / 7.
  Proof.
    intros range apart small. pose proof (range s) as q. set (y := 64 * Delta ^ 2 / 7).
    assert (y_pos : 0 <= y) by (unfold y; pose proof (pow2_ge_0 Delta); lra).
    assert (other : (p (negb s) - p s) ^ 2 = Delta ^ 2).
    { rewrite <- apart. destruct s; simpl negb; ring. }
    assert (one : square_ratio p s <= 1 + y).
    { unfold square_ratio. pose proof (inside s).
      replace (p (negb s) ^ 2 / p s + (1 - p (negb s)) ^ 2 / (1 - p s))
        with (1 + (p (negb s) - p s) ^ 2 / (p s * (1 - p s))) by (field; lra).
      rewrite other. apply Rplus_le_compat_l. assert (7 / 64 <= p s * (1 - p s)) by nra.
      apply Rle_div_l; [lra |]. unfold y. pose proof (pow2_ge_0 Delta). nra. }
    assert (pos : 0 <= square_ratio p s).
    { unfold square_ratio. pose proof (inside s). pose proof (pow2_ge_0 (p (negb s))).
      pose proof (pow2_ge_0 (1 - p (negb s))).
      apply Rplus_le_le_0_compat; apply Rdiv_le_0_compat; lra. }
    assert (whole : 0 <= y * INR T <= 1).
    { pose proof (pos_INR T). split; [now apply Rmult_le_pos | unfold y; lra]. }
    apply Rle_trans with (exp (y * INR T)).
    - eapply Rle_trans; [apply pow_incr; split; [exact pos | exact one] |].
      eapply Rle_trans; [apply pow_le_exp; lra |]. right. f_equal. ring.
    - pose proof (exp_chord 1 _ whole) as chord. rewrite Rmult_1_l in chord. pose proof exp_1_le.
      replace (128 * Delta ^ 2 * INR T / 7) with (2 * (y * INR T)) by (unfold y; field). nra.
  Qed.
End Turned_coin.

(** ** Each sign moves one component *)

Lemma turned_other moved v j k : moved k = false \/ rank moved k <> j ->
  sign_of_part moved (turned_at v j) k = sign_of_part moved v k.
Proof.
  intros far. unfold sign_of_part, turned_at. destruct (moved k); [| reflexivity].
  destruct far as [| other]; [easy |]. now destruct (Nat.eqb_spec (rank moved k) j).
Qed.

Lemma turned_own moved v k : moved k = true ->
  sign_of_part moved (turned_at v (rank moved k)) k = sgn (negb (v (rank moved k))).
Proof. intros is. unfold sign_of_part, turned_at. now rewrite is, Nat.eqb_refl. Qed.

(** One term of a sum at most is not 0. *)
Lemma Sum_at_most_one (l : list nat) (is : nat -> bool) c : NoDup l -> 0 <= c ->
  (forall i j, In i l -> In j l -> is i = true -> is j = true -> i = j) ->
  Sum l (fun i => if is i then c else 0) <= c.
Proof.
  intros once c_pos unique. induction l as [| i l IH]; cbn [Sum]; [exact c_pos |].
  apply NoDup_cons_iff in once. destruct once as [new once]. destruct (is i) eqn:I.
  - rewrite (Sum_ext_in l _ (fun _ => 0)), Sum_const; [lra |]. intros j J. destruct (is j) eqn:J'; [| reflexivity].
    elim new. now rewrite (unique i j (or_introl eq_refl) (or_intror J) I J').
  - rewrite Rplus_0_l. apply IH; [exact once |]. intros j k J K. apply unique; now right.
Qed.

Section Orthogonal_coins.
  Variables (n : nat) (a b : R) (T : nat) (keep : nat -> bool) (chance : nat -> R -> R) (Delta : R).
  Hypotheses (different : a <> b) (small : 64 * Delta ^ 2 * INR T <= 7).
  Hypothesis range : forall k c, (1 <= k <= S n)%nat -> keep k = true -> 1 / 8 <= chance k (sgn c) <= 7 / 8.
  Hypothesis apart : forall k, chance k 1 - chance k (-1) = Delta.
  Let moved := within (S n) keep.
  Let C := coins_of_parts n a b T keep chance.

  (** Whether the sign j moves the k-th component. *)
  Let moves j k := andb (moved k) (Nat.eqb (rank moved k) j).

  Let moves_is j k : moves j k = true -> moved k = true /\ rank moved k = j.
  Proof. unfold moves. intros is. apply Bool.andb_true_iff in is. now rewrite Nat.eqb_eq in is. Qed.

  Let rho v k j := if moves j k then product (coin_ratio a (fun c => chance k (sgn c)) (v j)) T else fun _ => 1.

  Let unmoved v j k : moves j k = false -> part_at C k (turned_at v j) = part_at C k v.
  Proof.
    intros not. change (coins_part n a b T keep chance k (turned_at v j) = coins_part n a b T keep chance k v).
    unfold coins_part. fold moved. rewrite turned_other; [reflexivity |]. unfold moves in not.
    destruct (moved k); [right | now left]. simpl in not. now apply Nat.eqb_neq.
  Qed.

  Let own v j k : moves j k = true -> part_at C k v = power (coin_on a b (chance k (sgn (v j)))) T /\
    part_at C k (turned_at v j) = power (coin_on a b (chance k (sgn (negb (v j))))) T.
  Proof.
    intros is. destruct (moves_is j k is) as [M <-].
    change (part_at C k) with (coins_part n a b T keep chance k). unfold coins_part. fold moved.
    rewrite turned_own by exact M. unfold sign_of_part. now rewrite M.
  Qed.

  Let inside k : moved k = true -> forall c, 1 / 8 <= chance k (sgn c) <= 7 / 8.
  Proof. intros is c. destruct (within_range _ _ _ is). now apply range. Qed.

  Let dense v j k : density (part_at C k v) (rho v k j) (part_at C k (turned_at v j)).
  Proof.
    unfold rho. destruct (moves j k) eqn:is.
    - destruct (own v j k is) as [-> ->]. destruct (moves_is j k is) as [M _].
      apply (draws_ratio_density a b different (fun c => chance k (sgn c))). intros c. specialize (inside k M c). lra.
    - rewrite (unmoved v j k is). apply density_of_bounded; [| intros; lra]. split; [bounded |].
      intros f _. apply E_ext. intros x. ring.
  Qed.

  Lemma orthogonal_coins : orthogonal_parts C (128 * Delta ^ 2 * INR T / (7 * INR (S n))).
  Proof.
    intros v. set (most := 128 * Delta ^ 2 * INR T / 7).
    assert (most_pos : 0 <= most).
    { unfold most. pose proof (pos_INR T). pose proof (pow2_ge_0 Delta). pose proof (Rmult_le_pos _ _ H0 H). lra. }
    exists (fun k j => rho v k j), (fun k j => if moves j k then most else 0). split.
    - intros k _. split; [| split].
      + intros j _. apply dense.
      + (* One of the two ratios is 1. *)
        intros i j _ _ other.
        assert (alone : forall l, least_bound (mean_most (part_at C k v) (fun x => rho v k l x * 1)) 1).
        { intros l. pose proof (proj2 (dense v l k) (fun _ => 1) ltac:(bounded) ltac:(intros; lra)) as mean.
          now rewrite E_one in mean. }
        unfold rho at 2. destruct (moves j k) eqn:J; [| apply alone].
        assert (I : moves i k = false).
        { destruct (moves i k) eqn:I; [| reflexivity]. elim other.
          now rewrite <- (proj2 (moves_is i k I)), <- (proj2 (moves_is j k J)). }
        assert (same : (fun x => rho v k i x * product (coin_ratio a (fun c => chance k (sgn c)) (v j)) T x) =
          (fun x => rho v k j x * 1)).
        { apply functional_extensionality. intros x. unfold rho. rewrite I, J. ring. }
        rewrite same. apply alone.
      + intros j _. unfold rho. destruct (moves j k) eqn:is.
        * destruct (own v j k is) as [-> _]. destruct (moves_is j k is) as [M _].
          set (p := fun c => chance k (sgn c)). intros cut.
          eapply Rle_trans; [apply (draws_ratio_square a b different p) |].
          -- intros c. specialize (inside k M c). unfold p. lra.
          -- apply (draws_of_a_moved_coin p); auto; unfold p; [| now apply inside | apply apart].
             intros c. specialize (inside k M c). lra.
        * intros cut. apply E_le; [bounded |]. intros x. eapply Rle_trans; [apply Rmin_l |]. lra.
    - intros j _. unfold over_parts. change (part_numbers C) with (seq 1 (S n)).
      change (chance_of C) with (fun _ : nat => / INR (S n)). cbv beta. rewrite Sum_scal.
      pose proof (lt_0_INR (S n) ltac:(lia)) as n_pos.
      replace (128 * Delta ^ 2 * INR T / (7 * INR (S n))) with (/ INR (S n) * most) by (unfold most; field; lra).
      apply Rmult_le_compat_l; [left; now apply Rinv_0_lt_compat |].
      apply Sum_at_most_one; [apply seq_NoDup | exact most_pos |]. intros i k I K Mi Mk. apply in_seq in I, K.
      destruct (moves_is j i Mi) as [is_i at_i]. destruct (moves_is j k Mk) as [is_k at_k].
      apply (rank_once moved); congruence || lia.
  Qed.
End Orthogonal_coins.

(** ** Densities of coins

    With respect to fair coins: the draws' chances over those of fair ones, which are above 0 where all chances are. *)

Section Dense_coins.
  Variables (n : nat) (a b : R) (T : nat) (keep : nat -> bool) (chance : nat -> R -> R).
  Hypothesis different : a <> b.
  Hypothesis inside : forall k v, (1 <= k <= S n)%nat -> 0 < chance k (sign_of_part (within (S n) keep) v k) < 1.
  Let C := coins_of_parts n a b T keep chance.
  Let fair := power (coin_on a b (1 / 2)) T.
  Let odds p x := if Req_EM_T x a then 2 * p else 2 * (1 - p).

  Let odds_density p : 0 < p < 1 -> density (coin_on a b (1 / 2)) (odds p) (coin_on a b p).
  Proof.
    intros range. apply density_of_bounded.
    - split.
      + apply bounded_between with 0 2. intros x. unfold odds. destruct (Req_EM_T x a); lra.
      + intros f _. change (E (bit_of p) (fun c : bool => f (if c then a else b)) =
          E (bit_of (1 / 2)) (fun c : bool => odds p (if c then a else b) * f (if c then a else b))).
        unfold bit_of, coin, chance_in. cbn [E mix ret]. rewrite !Rmin_left, !Rmax_right by lra. unfold odds.
        destruct (Req_EM_T a a); [| contradiction]. destruct (Req_EM_T b a); [now elim different |]. field.
    - intros x. unfold odds. destruct (Req_EM_T x a); lra.
  Qed.

  Let draws_odds p := product (odds p) T.

  Let draws_density p : 0 < p < 1 -> density fair (draws_odds p) (power (coin_on a b p) T).
  Proof. intros range. now apply density_of_draws_cut, odds_density. Qed.

  Let draws_bounded p : 0 < p < 1 -> bounded (draws_odds p).
  Proof.
    intros range. apply bounded_product, bounded_between with 0 2. intros x. unfold odds.
    destruct (Req_EM_T x a); lra.
  Qed.

  Let draws_low p : 0 < p < 1 -> exists low, 0 < low /\ forall x, low <= draws_odds p x.
  Proof.
    intros range. set (low := Rmin 1 (Rmin (2 * p) (2 * (1 - p)))).
    assert (low_pos : 0 < low) by (repeat apply Rmin_glb_lt; lra). assert (low_1 : low <= 1) by apply Rmin_l.
    assert (each : forall x, low <= odds p x).
    { intros x. unfold odds. eapply Rle_trans; [apply Rmin_r |].
      destruct (Req_EM_T x a); [apply Rmin_l | apply Rmin_r]. }
    exists (low ^ T). split; [now apply pow_lt |]. unfold draws_odds. generalize T as m.
    intros m x. revert x. induction m as [| m IH]; intros [| y x]; cbn [product]; try (simpl; lra).
    - rewrite <- (pow1 (S m)). apply pow_incr. lra.
    - simpl pow. apply Rmult_le_compat; [lra | apply pow_le; lra | apply each | apply IH].
  Qed.

  Let part_chance k v := chance k (sign_of_part (within (S n) keep) v k).

  Lemma dominated_coins : dominated_parts C.
  Proof.
    intros v j _. set (weight := fun _ : nat => / INR (S n)).
    set (q := fun x => Sum (seq 1 (S n)) (fun k => weight k * draws_odds (part_chance k v) x)).
    assert (part_range : forall k w, In k (seq 1 (S n)) -> 0 < part_chance k w < 1).
    { intros k w K. apply in_seq in K. apply inside. lia. }
    assert (whole : density fair q (mixed_family C v)).
    { apply (density_of_mixture fair (seq 1 (S n)) weight (equal_weights n)
        (fun k => draws_odds (part_chance k v)) (fun k => part_at C k v)).
      intros k K. now apply draws_density, part_range. }
    assert (weight_pos : forall k, 0 < weight k) by (intros k; apply Rinv_0_lt_compat, lt_0_INR; lia).
    assert (q_bounded : bounded q).
    { destruct (finite_choice 0 (seq 1 (S n)) (fun k M => forall x, Rabs (draws_odds (part_chance k v) x) <= M))
        as [M most]; [intros k K; exact (draws_bounded _ (part_range k v K)) |].
      exists (Sum (seq 1 (S n)) (fun k => weight k * M k)). intros x. eapply Rle_trans; [apply Sum_abs |].
      apply Sum_le_in. intros k K. specialize (weight_pos k). rewrite Rabs_mult, (Rabs_right (weight k)) by lra.
      apply Rmult_le_compat_l; [lra | now apply most]. }
    assert (first : In 1%nat (seq 1 (S n))) by (apply in_seq; lia).
    destruct (draws_low _ (part_range 1%nat v first)) as (low & low_pos & above_low).
    assert (q_low : forall x, weight 1%nat * low <= q x).
    { intros x. unfold q. cbn [seq Sum].
      assert (rest : 0 <= Sum (seq 2 n) (fun k => weight k * draws_odds (part_chance k v) x)).
      { apply Sum_ge_0_in. intros k K. apply Rmult_le_pos; [left; apply weight_pos |].
        apply (draws_density (part_chance k v)), part_range. apply in_seq in K. apply in_seq. lia. }
      pose proof (Rmult_le_compat_l (weight 1%nat) _ _ (Rlt_le _ _ (weight_pos 1%nat)) (above_low x)). lra. }
    assert (scaled_low : 0 < weight 1%nat * low) by now apply Rmult_lt_0_compat.
    assert (under_mixture : forall k w, In k (seq 1 (S n)) ->
      density (mixed_family C v) (fun x => draws_odds (part_chance k w) x / q x) (part_at C k w)).
    { intros k w K. pose proof (part_range k w K) as range.
      exact (density_quotient fair _ _ _ q _ (draws_density _ range) whole (draws_bounded _ range) q_bounded scaled_low
        q_low). }
    exists (fun k x => draws_odds (part_chance k v) x / q x),
      (fun k x => draws_odds (part_chance k (turned_at v j)) x / draws_odds (part_chance k v) x - 1).
    intros k K. split; [now apply under_mixture |].
    replace (fun x => (1 + (draws_odds (part_chance k (turned_at v j)) x / draws_odds (part_chance k v) x - 1)) *
      (draws_odds (part_chance k v) x / q x))
      with (fun x => draws_odds (part_chance k (turned_at v j)) x / q x); [now apply under_mixture |].
    apply functional_extensionality. intros x. destruct (draws_low _ (part_range k v K)) as (low' & low'_pos & above').
    specialize (above' x). specialize (q_low x). field. lra.
  Qed.
End Dense_coins.

(** ** The two grids *)

(** With a sign its own component moves alone, one of m. *)
Theorem fact_coins_on_a_grid_fluctuations : forall (Delta : R) (T m : nat),
  0 < Delta ->
  (1 <= T)%nat ->
  (1 <= m)%nat ->
  16 * Delta ^ 2 * (INR m) ^ 2 <= 1 ->
  64 * Delta ^ 2 * INR T <= 7 ->
  orthogonal_parts (grid_parts m Delta T) (128 * Delta ^ 2 * INR T / (7 * INR m)).
Proof.
  intros Delta T m pos _ some near small. unfold grid_parts. destruct m as [| n]; [lia |]. cbn [pred].
  assert (m_1 : 1 <= INR (S n)) by (apply (le_INR 1); lia).
  assert (moved : Delta * INR (S n) <= 1 / 4).
  { apply pow2_inj_le; [lra |]. rewrite Rpow_mult_distr. lra. }
  apply orthogonal_coins; [lra | exact small | | intros k; lra].
  intros k c K _. assert (K' : 1 <= INR k <= INR (S n)).
  { split; [apply (le_INR 1) | apply le_INR]; lia. }
  assert (low : / (2 * INR (S n)) <= INR k / (2 * INR (S n))).
  { unfold Rdiv. rewrite <- (Rmult_1_l (/ _)) at 1. apply Rmult_le_compat_r; [| lra]. left.
    apply Rinv_0_lt_compat. lra. }
  assert (high : INR k / (2 * INR (S n)) <= 1 / 2) by (apply Rle_div_l; lra).
  assert (Delta <= / (2 * INR (S n))).
  { rewrite <- (Rmult_1_l (/ _)). apply Rle_div_r; lra. }
  assert (/ (2 * INR (S n)) <= 1 / 2) by (rewrite <- (Rmult_1_l (/ _)); apply Rle_div_l; lra).
  assert (Delta <= 1 / 4) by nra. unfold sgn. destruct c; lra.
Qed.

Theorem fact_coins_over_the_interval_fluctuations : forall (Delta : R) (T m : nat),
  0 < Delta ->
  (1 <= T)%nat ->
  (1 <= m)%nat ->
  (2 <= m)%nat ->
  4 * Delta ^ 2 * (INR m) ^ 2 <= 1 ->
  64 * Delta ^ 2 * INR T <= 7 ->
  orthogonal_parts (spread_parts m Delta T) (128 * Delta ^ 2 * INR T / (7 * INR m)).
Proof.
  intros Delta T m pos _ _ some near small. unfold spread_parts. destruct m as [| n]; [lia |]. cbn [pred].
  assert (m_2 : 2 <= INR (S n)) by (apply (le_INR 2); lia).
  assert (moved : Delta * INR (S n) <= 1 / 2).
  { apply pow2_inj_le; [lra |]. rewrite Rpow_mult_distr. lra. }
  assert (Delta <= 1 / 4) by nra.
  apply orthogonal_coins; [lra | exact small | | intros k; lra].
  intros k c _ is. unfold in_middle in is. destruct (Rle_dec _ _) as [middle |]; [| easy].
  apply Rabs_le_between in middle. unfold sgn. destruct c; lra.
Qed.

(** All chances are above 0 and below 1. *)
Theorem fact_coins_on_a_grid_densities : forall (Delta : R) (T m : nat),
  0 < Delta ->
  (1 <= T)%nat ->
  (1 <= m)%nat ->
  16 * Delta ^ 2 * (INR m) ^ 2 <= 1 ->
  dominated_parts (grid_parts m Delta T).
Proof.
  intros Delta T m pos _ some near. unfold grid_parts. destruct m as [| n]; [lia |]. cbn [pred].
  apply dominated_coins; [lra |]. intros k v K.
  assert (m_1 : 1 <= INR (S n)) by (apply (le_INR 1); lia).
  assert (K' : 1 <= INR k <= INR (S n)) by (split; [apply (le_INR 1) | apply le_INR]; lia).
  assert (moved : Delta * INR (S n) <= 1 / 4) by (apply pow2_inj_le; [lra |]; rewrite Rpow_mult_distr; lra).
  assert (Delta <= 1 / 4) by nra. assert (0 < INR k / (2 * INR (S n))) by (apply Rdiv_lt_0_compat; lra).
  assert (INR k / (2 * INR (S n)) <= 1 / 2) by (apply Rle_div_l; lra).
  unfold sign_of_part, sgn. destruct (within _ _ k); [destruct (v _) |]; lra.
Qed.

Theorem fact_coins_over_the_interval_densities : forall (Delta : R) (T m : nat),
  0 < Delta ->
  (1 <= T)%nat ->
  (1 <= m)%nat ->
  (2 <= m)%nat ->
  4 * Delta ^ 2 * (INR m) ^ 2 <= 1 ->
  dominated_parts (spread_parts m Delta T).
Proof.
  intros Delta T m pos _ _ some near. unfold spread_parts. destruct m as [| n]; [lia |]. cbn [pred].
  apply dominated_coins; [lra |]. intros k v K.
  assert (m_2 : 2 <= INR (S n)) by (apply (le_INR 2); lia).
  assert (K' : 1 <= INR k <= INR (S n)) by (split; [apply (le_INR 1) | apply le_INR]; lia).
  assert (moved : Delta * INR (S n) <= 1 / 2) by (apply pow2_inj_le; [lra |]; rewrite Rpow_mult_distr; lra).
  assert (Delta <= 1 / 4) by nra. assert (0 < (2 * INR k - 1) / INR (S n)) by (apply Rdiv_lt_0_compat; lra).
  assert ((2 * INR k - 1) / INR (S n) < 2) by (apply Rlt_div_l; lra).
  unfold sign_of_part, sgn. destruct (within (S n) (in_middle (S n)) k) eqn:is; [| lra].
  apply within_range in is. destruct is as [_ is]. unfold in_middle in is.
  destruct (Rle_dec _ _) as [middle |]; [| easy].
  apply Rabs_le_between in middle. destruct (v _); lra.
Qed.

(** By definition. *)
Theorem fact_coins_on_a_grid_weights : forall (Delta : R) (T m : nat),
  0 < Delta ->
  (1 <= T)%nat ->
  (1 <= m)%nat ->
  equal_parts (grid_parts m Delta T) m.
Proof. intros Delta T m _ _ some. destruct m as [| n]; [lia |]. now split. Qed.

Theorem fact_coins_over_the_interval_weights : forall (Delta : R) (T m : nat),
  0 < Delta ->
  (1 <= T)%nat ->
  (1 <= m)%nat ->
  equal_parts (spread_parts m Delta T) m.
Proof. intros Delta T m _ _ some. destruct m as [| n]; [lia |]. now split. Qed.
