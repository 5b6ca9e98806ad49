(** * Covering numbers of an ellipsoid of densities, from above

    Densities that are far apart differ in the code of their first coefficients: of each its sign and its size in steps
    of delta. Codes are counted by exponential weights, so that no volume is needed. *)

From Foundations Require Export Cosines Facts_cosines Facts_elementary Ball_volumes One_mean.
Import ListNotations.
Open Scope R_scope.

(** ** Words and their weights *)

Section Words.
  Context {B : Type}.

  Fixpoint words (letters : list B) m : list (list B) :=
    match m with
    | O => [[]]
    | S e => flat_map (fun k => map (cons k) (words letters e)) letters
    end.

  Lemma in_words letters w : (forall k, In k w -> In k letters) -> In w (words letters (length w)).
  Proof.
    induction w as [| k w IH]; intros all; [now left |]. simpl. apply in_flat_map. exists k.
    split; [apply all; now left |]. apply in_map, IH. intros j J. apply all. now right.
  Qed.

  (** The product of what each place gives, the places being counted from i. *)
  Fixpoint word_weight (f : nat -> B -> R) i (w : list B) : R :=
    match w with
    | [] => 1
    | k :: rest => f i k * word_weight f (S i) rest
    end.

  Lemma weights_of_words letters f m i :
    Sum (words letters m) (word_weight f i) = Prod (seq i m) (fun j => Sum letters (f j)).
  Proof.
    revert i. induction m as [| m IH]; intros i; [simpl; ring |]. cbn [words seq Prod]. rewrite Sum_flat_map, <- IH.
    rewrite (Sum_ext _ _ (fun k => Sum (words letters m) (word_weight f (S i)) * f i k)).
    - rewrite Sum_scal. ring.
    - intros k. rewrite Sum_map. cbn [word_weight]. rewrite Sum_scal. ring.
  Qed.

  Lemma weight_of_row f (h : nat -> B) i m : word_weight f i (map h (seq i m)) = Prod (seq i m) (fun j => f j (h j)).
  Proof. revert i. induction m as [| m IH]; intros i; simpl; [reflexivity | now rewrite IH]. Qed.

  Lemma word_weight_ge_0 f i w : (forall j k, 0 <= f j k) -> 0 <= word_weight f i w.
  Proof. intros pos. revert i. induction w as [| k w IH]; intros i; simpl; [lra |]. now apply Rmult_le_pos. Qed.
End Words.

Lemma count_by_weights {B} (l L : list B) g : NoDup l -> incl l L -> (forall x, 0 <= g x) -> (forall x, In x l ->
  1 <= g x) ->
  INR (length l) <= Sum L g.
Proof.
  intros once. revert L. induction once as [| x l new once IH]; intros L within pos heavy; [simpl;
    now apply Sum_ge_0 |].
  destruct (in_split x L (within x (or_introl eq_refl))) as (one & other & ->).
  assert (rest : INR (length l) <= Sum (one ++ other) g).
  { apply IH; [| exact pos | intros y Y; apply heavy; now right]. intros y Y.
    specialize (within y (or_intror Y)). apply in_app_or in within. apply in_or_app.
    destruct within as [here | [same | there]]; [now left | subst; contradiction | now right]. }
  rewrite Sum_app in *. cbn [Sum length]. rewrite S_INR. specialize (heavy x (or_introl eq_refl)). lra.
Qed.

Lemma Sum_of_pairs {I J} (l : list I) (l' : list J) f g :
  Sum (list_prod l l') (fun p => f (fst p) * g (snd p)) = Sum l f * Sum l' g.
Proof.
  induction l as [| i l IH]; simpl; [ring |]. rewrite Sum_app, IH, Sum_map. simpl. rewrite Sum_scal. ring.
Qed.

Lemma Prod_of_exponentials {I} (l : list I) f g : (forall i, f i = exp (g i)) -> Prod l f = exp (Sum l g).
Proof. intros same. rewrite <- Prod_exp. f_equal. now apply functional_extensionality. Qed.

Lemma Sum_opposite {I} (l : list I) f : Sum l (fun i => - f i) = - Sum l f.
Proof. rewrite (Sum_ext _ _ (fun i => -1 * f i)) by (intros; ring). rewrite Sum_scal. ring. Qed.

(** ** Codes of numbers *)

Definition number_code delta x : bool * nat := ((if Rlt_dec x 0 then true else false), place (Rabs x / delta)).

Lemma size_of_code delta x : 0 < delta -> INR (snd (number_code delta x)) * delta <= Rabs x.
Proof.
  intros pos. simpl. pose proof (Rabs_pos x).
  pose proof (place_between (Rabs x / delta) ltac:(apply Rdiv_le_0_compat; lra))
    as [low _]. apply (Rmult_le_compat_r delta) in low; [| lra].
  replace (Rabs x / delta * delta) with (Rabs x) in low by (field; lra). exact low.
Qed.

Lemma same_code delta x x' : 0 < delta -> number_code delta x = number_code delta x' -> (x - x') ^ 2 <= delta ^ 2.
Proof.
  intros pos same. injection same as side size. pose proof (Rabs_pos x) as X. pose proof (Rabs_pos x') as X'.
  pose proof (place_between (Rabs x / delta) ltac:(apply Rdiv_le_0_compat; lra)) as P.
  pose proof (place_between (Rabs x' / delta) ltac:(apply Rdiv_le_0_compat; lra)) as P'. rewrite size in P.
  set (k := INR (place (Rabs x' / delta))) in *.
  assert (back : forall v, v / delta * delta = v) by (intros; field; lra).
  assert (range : forall v, k <= v / delta < k + 1 -> k * delta <= v < k * delta + delta).
  { intros v [low high]. apply (Rmult_le_compat_r delta) in low; [| lra]. apply (Rmult_lt_compat_r delta) in high;
      [| lra]. rewrite back in *. lra. }
  apply range in P, P'. unfold Rabs in *. destruct (Rlt_dec x 0), (Rlt_dec x' 0); try easy;
    repeat destruct (Rcase_abs _); nra.
Qed.

Definition number_codes K := list_prod [true; false] (seq 0 (S K)).

Lemma code_among K delta x : (snd (number_code delta x) <= K)%nat -> In (number_code delta x) (number_codes K).
Proof.
  intros le. unfold number_codes. rewrite (surjective_pairing (number_code delta x)). apply in_prod.
  - destruct (fst (number_code delta x)); simpl; auto.
  - apply in_seq. lia.
Qed.

(** The weights of all codes of one number: a geometric series. *)
Lemma weights_of_codes K v : 0 < v ->
  Sum (number_codes K) (fun p => exp (- (v * INR (snd p)) ^ 2)) <= 2 * (1 + 14 / (10 * v)).
Proof.
  intros pos. unfold number_codes.
  pose proof (Sum_of_pairs [true; false] (seq 0 (S K)) (fun _ => 1) (fun k => exp (- (v * INR k) ^ 2))) as split.
  rewrite (Sum_ext _ _ (fun p => exp (- (v * INR (snd p)) ^ 2))) in split by (intros; ring).
  rewrite split. simpl Sum at 1. replace (1 + (1 + 0)) with 2 by ring. apply Rmult_le_compat_l; [lra |].
  cbn [seq Sum]. simpl INR. rewrite Rmult_0_r, pow_i, Ropp_0, exp_0 by lia. apply Rplus_le_compat_l.
  set (q := exp (- (2 * v))). assert (q_pos : 0 < q) by apply exp_pos.
  assert (q_1 : q * (1 + 2 * v) <= 1).
  { unfold q. rewrite exp_Ropp. pose proof (exp_ineq1_le (2 * v)). pose proof (exp_pos (2 * v)).
    apply Rmult_le_reg_l with (exp (2 * v)); [lra |]. rewrite <- Rmult_assoc, Rinv_r by lra. lra. }
  assert (each : forall k, exp (- (v * INR k) ^ 2) <= exp 1 * q ^ k).
  { intros k. unfold q. rewrite exp_pow, <- exp_plus. apply exp_le. pose proof (pow2_ge_0 (v * INR k - 1)). lra. }
  (* So many terms and the rest of the series. *)
  assert (series : forall k a, Sum (seq a k) (fun j => q ^ j) * (1 - q) <= q ^ a).
  { induction k as [| k IH]; intros a; [simpl; rewrite Rmult_0_l; now apply pow_le, Rlt_le |].
    cbn [seq Sum]. specialize (IH (S a)). simpl in IH. lra. }
  assert (gap : 2 * v * q <= 1 - q) by lra.
  assert (sum : Sum (seq 1 K) (fun j => q ^ j) <= 1 / (2 * v)).
  { specialize (series K 1%nat). rewrite pow_1 in series. apply Rmult_le_reg_r with (2 * v * q); [nra |].
    replace (1 / (2 * v) * (2 * v * q)) with q by (field; lra).
    assert (0 <= Sum (seq 1 K) (fun j => q ^ j)) by (apply Sum_ge_0; intros; apply pow_le; lra).
    eapply Rle_trans; [| exact series]. now apply Rmult_le_compat_l. }
  apply Rle_trans with (exp 1 * Sum (seq 1 K) (fun j => q ^ j)).
  - rewrite <- Sum_scal. apply Sum_le. intros k. apply each.
  - pose proof exp_1_le. apply Rle_trans with (28 / 10 * (1 / (2 * v))); [| right; field; lra].
    assert (0 <= Sum (seq 1 K) (fun j => q ^ j)) by (apply Sum_ge_0; intros; apply pow_le; lra).
    apply Rmult_le_compat; [left; apply exp_pos | assumption | lra | exact sum].
Qed.

(** ** Densities with one code are near *)

Section Ellipsoid.
  Variables (beta y delta s : R) (m : nat).
  Let scale := raise y (- beta).
  Hypothesis (beta_1 : 1 <= beta) (y_pos : 0 < y) (m_y : y < 2 * INR m + 2) (delta_pos : 0 < delta) (s_0 : 0 <= s)
    (steps : 2 * INR m * delta ^ 2 <= 12 * scale ^ 2).

  Let scale_pos : 0 < scale.
  Proof. unfold scale. rewrite raise_pos by exact y_pos. apply exp_pos. Qed.

  (** The weight of a frequency, and that it rises. *)
  Let a i := raise (2 * INR i) (2 * beta).

  Let a_1 i : (1 <= i)%nat -> 1 <= a i.
  Proof.
    intros I. apply (le_INR 1) in I. simpl (INR 1) in I. unfold a. rewrite raise_pos by lra. apply exp_ge_1.
    apply Rmult_le_pos; [lra |]. rewrite <- ln_1. apply ln_le; lra.
  Qed.

  Let a_beyond i : (m < i)%nat -> / a i <= scale ^ 2.
  Proof.
    intros I. assert (larger : y <= 2 * INR i) by (apply (le_INR (S m)) in I; rewrite S_INR in I; lra).
    unfold a, scale. rewrite !raise_pos, exp_pow, <- exp_Ropp by lra. apply exp_le.
    pose proof (ln_le y (2 * INR i) y_pos larger). simpl INR. nra.
  Qed.

  Definition density_code (c t : nat -> R) := map (fun i => (number_code delta (c i),
    number_code delta (t i))) (seq 1 m).

  Let ellipsoid c t := forall n, weighted_squares beta c t n <= 1.

  Let squares_of_same c t c' t' n : ellipsoid c t -> ellipsoid c' t' -> density_code c t = density_code c' t' ->
    Sum (seq 1 n) (fun i => (c i - c' i) ^ 2 + (t i - t' i) ^ 2) <= 16 * scale ^ 2.
  Proof.
    intros inside inside' same.
    assert (first : forall i, (1 <= i <= m)%nat -> (c i - c' i) ^ 2 + (t i - t' i) ^ 2 <= 2 * delta ^ 2).
    { intros i I. assert (codes : (number_code delta (c i), number_code delta (t i)) = (number_code delta (c' i),
        number_code
        delta (t' i))).
      { unfold density_code in same. assert (nth_code : forall h : nat ->
          (bool * nat) * (bool * nat), nth (i - 1) (map h
          (seq 1 m)) (h O) = h i).
        { intros h. rewrite map_nth. f_equal. rewrite seq_nth by lia. lia. }
        pose proof (nth_code (fun i => (number_code delta (c i), number_code delta (t i)))) as one.
        rewrite same in one. rewrite <- one. clear one.
        rewrite (nth_indep _ _ (number_code delta (c' O), number_code delta
          (t' O))) by (rewrite map_length, seq_length; lia).
        now rewrite (nth_code (fun i => (number_code delta (c' i), number_code delta (t' i)))). }
      injection codes as side size side' size'.
      pose proof (same_code delta (c i) (c' i) delta_pos ltac:(unfold number_code; congruence)).
      pose proof (same_code delta (t i) (t' i) delta_pos ltac:(unfold number_code; congruence)). lra. }
    set (u := fun i => (c i - c' i) ^ 2 + (t i - t' i) ^ 2).
    set (v := fun i => scale ^ 2 * (2 * (a i * (c i ^ 2 + t i ^ 2)) + 2 * (a i * (c' i ^ 2 + t' i ^ 2)))).
    assert (v_pos : forall i, (1 <= i)%nat -> 0 <= v i).
    { intros i I. specialize (a_1 i I). unfold v. pose proof (pow2_ge_0 scale).
      assert (0 <= c i ^ 2 + t i ^ 2) by (pose proof (pow2_ge_0 (c i)); pose proof (pow2_ge_0 (t i)); lra).
      assert (0 <= c' i ^ 2 + t' i ^ 2) by (pose proof (pow2_ge_0 (c' i)); pose proof (pow2_ge_0 (t' i)); lra).
      apply Rmult_le_pos; [assumption |]. nra. }
    assert (later : forall i, (m < i)%nat -> u i <= v i).
    { intros i I. specialize (a_beyond i I). specialize (a_1 i ltac:(lia)). unfold u, v.
      assert (unit : 1 <= scale ^ 2 * a i).
      { apply (Rmult_le_compat_r (a i)) in a_beyond; [| lra]. rewrite Rinv_l in a_beyond by lra. exact a_beyond. }
      assert (0 <= c i ^ 2 + t i ^ 2) by (pose proof (pow2_ge_0 (c i)); pose proof (pow2_ge_0 (t i)); lra).
      assert (0 <= c' i ^ 2 + t' i ^ 2) by (pose proof (pow2_ge_0 (c' i)); pose proof (pow2_ge_0 (t' i)); lra).
      apply Rle_trans with (2 * (c i ^ 2 + t i ^ 2) + 2 * (c' i ^ 2 + t' i ^ 2)).
      - pose proof (pow2_ge_0 (c i + c' i)). pose proof (pow2_ge_0 (t i + t' i)). lra.
      - replace (scale ^ 2 * (2 * (a i * (c i ^ 2 + t i ^ 2)) + 2 * (a i * (c' i ^ 2 + t' i ^ 2)))) with
          (scale ^ 2 * a i * (2 * (c i ^ 2 + t i ^ 2) + 2 * (c' i ^ 2 + t' i ^ 2))) by ring. nra. }
    assert (sum_v : forall k, Sum (seq 1 k) v <= 4 * scale ^ 2).
    { intros k. unfold v. rewrite Sum_scal, Sum_plus, !Sum_scal. specialize (inside k). specialize (inside' k).
     
      change (Sum (seq 1 k) (fun i => a i * (c i ^ 2 + t i ^ 2)) <= 1) in inside.
      change (Sum (seq 1 k) (fun i => a i * (c' i ^ 2 + t' i ^ 2)) <= 1) in inside'.
      pose proof (pow2_ge_0 scale). nra. }
    apply Rle_trans with (Sum (seq 1 m) (fun _ => 2 * delta ^ 2) + Sum (seq 1 n) v).
    - change (Sum (seq 1 n) u <= Sum (seq 1 m) (fun _ => 2 * delta ^ 2) + Sum (seq 1 n) v).
      assert (d_pos : 0 <= 2 * delta ^ 2) by (pose proof (pow2_ge_0 delta); lra).
      destruct (le_lt_dec n m) as [few | many].
      + apply Rle_trans with (Sum (seq 1 n) (fun _ => 2 * delta ^ 2) + 0).
        * rewrite Rplus_0_r. apply Sum_le_in. intros i I. apply in_seq in I. apply first. lia.
        * apply Rplus_le_compat.
          -- rewrite !Sum_const, !seq_length. apply Rmult_le_compat_r; [exact d_pos | now apply le_INR].
          -- replace 0 with (Sum (seq 1 n) (fun _ => 0)) by (rewrite Sum_const; ring). apply Sum_le_in.
             intros i I. apply in_seq in I. apply v_pos. lia.
      + replace n with (m + (n - m))%nat by lia. rewrite seq_app, !Sum_app.
        assert (head : Sum (seq 1 m) u <= Sum (seq 1 m) (fun _ => 2 * delta ^ 2))
          by (apply Sum_le_in; intros i I; apply in_seq in I; apply first; lia).
        assert (tail : Sum (seq (1 + m) (n - m)) u <= Sum (seq (1 + m) (n - m)) v)
          by (apply Sum_le_in; intros i I; apply in_seq in I; apply later; lia).
        assert (0 <= Sum (seq 1 m) v).
        { replace 0 with (Sum (seq 1 m) (fun _ => 0)) by (rewrite Sum_const; ring). apply Sum_le_in.
          intros i I. apply in_seq in I. apply v_pos. lia. }
        lra.
    - specialize (sum_v n). rewrite Sum_const, seq_length. lra.
  Qed.

  Lemma near_with_same_code c t c' t' f g : sum_of_waves c t f -> sum_of_waves c' t' g -> ellipsoid c t ->
    ellipsoid c' t' -> density_code c t = density_code c' t' -> L2 (fun x => f x - g x) <= 4 * scale.
  Proof.
    intros f_sum g_sum inside inside' same.
    pose proof (sum_of_waves_continuous c t f f_sum) as F. pose proof (sum_of_waves_continuous c' t' g g_sum) as G.
    apply le_epsilon. intros eps eps_pos. destruct (f_sum (eps / 2) ltac:(lra)) as [N near].
    destruct (g_sum (eps / 2) ltac:(lra)) as [N' near']. set (n := Nat.max N N').
    set (w := waves (fun i => c i - c' i) (fun i => t i - t' i) n). set (rest := fun x => f x - g x - w x).
    assert (W : everywhere_continuous w) by apply waves_continuous.
    assert (rest_continuous : everywhere_continuous rest) by (repeat apply continuous_difference; assumption).
    apply Rle_trans with (L2 w + L2 rest).
    - eapply Rle_trans; [right | now apply L2_triangle]. unfold L2. f_equal. apply integral_ext. intros x. unfold rest.
      ring.
    - apply Rplus_le_compat.
      + unfold L2, w. rewrite square_of_waves. rewrite <- (sqrt_pow2 (4 * scale)) by lra. apply sqrt_le_1_alt.
        eapply Rle_trans; [apply (squares_of_same c t c' t' n inside inside' same) |]. right. ring.
      + apply L2_of_small; [exact rest_continuous | lra |]. intros x. specialize (near n x ltac:(lia)).
        specialize (near' n x ltac:(lia)). unfold rest, w. rewrite <- waves_minus.
        replace (f x - g x - (waves c t n x - waves c' t' n x))
          with ((f x - (1 + waves c t n x)) - (g x - (1 + waves c' t' n x))) by ring.
        eapply Rle_trans; [apply Rabs_triang |]. rewrite Rabs_Ropp. lra.
  Qed.

  (** ** How many codes there are *)

  (** The step of a frequency, in units of the weights. *)
  Definition code_step i := delta * sqrt (s * raise (2 * INR i) (2 * beta)).

  Let letters := list_prod (number_codes (place (1 / delta))) (number_codes (place (1 / delta))).
  Let weight_at i (k : (bool * nat) * (bool * nat)) :=
    exp (- (code_step i * INR (snd (fst k))) ^ 2) * exp (- (code_step i * INR (snd (snd k))) ^ 2).

  Let code_is_among c t : ellipsoid c t -> In (density_code c t) (words letters m).
  Proof.
    intros inside. unfold density_code.
    assert (small : forall i, (1 <= i <= m)%nat -> Rabs (c i) <= 1 /\ Rabs (t i) <= 1).
    { intros i I. specialize (inside m). change (Sum (seq 1 m) (fun i => a i * (c i ^ 2 + t i ^ 2)) <= 1) in inside.
      assert (one : a i * (c i ^ 2 + t i ^ 2) <= 1).
      { eapply Rle_trans; [| exact inside]. replace m with (i - 1 + S (m - i))%nat by lia.
        rewrite seq_app, Sum_app. cbn [seq Sum]. replace (1 + (i - 1))%nat with i by lia.
        assert (pos : forall l, (forall j, In j l -> (1 <= j)%nat) -> 0 <= Sum l (fun i => a i * (c i ^ 2 + t i ^ 2))).
        { intros l L. replace 0 with (Sum l (fun _ => 0)) by (rewrite Sum_const; ring). apply Sum_le_in. intros j J.
          specialize (a_1 j (L j J)). pose proof (pow2_ge_0 (c j)). pose proof (pow2_ge_0 (t j)).
          apply Rmult_le_pos; lra. }
        pose proof (pos (seq 1 (i - 1)) ltac:(intros j J; apply in_seq in J; lia)).
        pose proof (pos (seq (S i) (m - i)) ltac:(intros j J; apply in_seq in J; lia)). lra. }
      specialize (a_1 i ltac:(lia)). pose proof (pow2_ge_0 (c i)). pose proof (pow2_ge_0 (t i)).
      assert (c i ^ 2 + t i ^ 2 <= 1) by nra.
      split; (rewrite <- (Rabs_R1) at 1; apply Rsqr_le_abs_0 || apply Rabs_le); unfold Rsqr in *; nra. }
    assert (few : forall x, Rabs x <= 1 -> (snd (number_code delta x) <= place (1 / delta))%nat).
    { intros x X. simpl. pose proof (Rabs_pos x).
      pose proof (place_between (Rabs x / delta) ltac:(apply Rdiv_le_0_compat; lra)).
      pose proof (place_between (1 / delta) ltac:(apply Rdiv_le_0_compat; lra)).
      assert (Rabs x / delta <= 1 / delta) by (apply Rmult_le_compat_r; [left; now apply Rinv_0_lt_compat | exact X]).
      apply Nat.lt_succ_r, INR_lt. rewrite S_INR. lra. }
    rewrite <- (seq_length m 1) at 2. rewrite <- (map_length (fun i => (number_code delta (c i),
      number_code delta (t i)))).
    apply in_words. intros k K. apply in_map_iff in K. destruct K as (i & <- & I). apply in_seq in I.
    destruct (small i ltac:(lia)). unfold letters. apply in_prod; apply code_among; now apply few.
  Qed.

  Let code_is_heavy c t : ellipsoid c t -> 1 <= exp s * word_weight weight_at 1 (density_code c t).
  Proof.
    intros inside. unfold density_code. rewrite weight_of_row. unfold weight_at. cbn [fst snd].
    rewrite (Prod_of_exponentials _ _ (fun i => - ((code_step i * INR (snd (number_code delta (c i)))) ^ 2 +
      (code_step i * INR (snd (number_code delta (t i)))) ^ 2))).
    - rewrite <- exp_plus. apply exp_ge_1. rewrite Sum_opposite.
      enough (Sum (seq 1 m) (fun i => (code_step i * INR (snd (number_code delta (c i)))) ^ 2 +
        (code_step i * INR (snd (number_code delta (t i)))) ^ 2) <= s) by lra.
      apply Rle_trans with (s * Sum (seq 1 m) (fun i => a i * (c i ^ 2 + t i ^ 2))).
      + rewrite <- Sum_scal. apply Sum_le_in. intros i I. apply in_seq in I. specialize (a_1 i ltac:(lia)).
        assert (step : forall x, (code_step i * INR (snd (number_code delta x))) ^ 2 <= s * a i * x ^ 2).
        { intros x. pose proof (size_of_code delta x delta_pos) as size. unfold code_step. fold (a i).
          replace ((delta * sqrt (s * a i) * INR (snd (number_code delta x))) ^ 2) with
            (sqrt (s * a i) ^ 2 * (INR (snd (number_code delta x)) * delta) ^ 2) by ring.
          rewrite pow2_sqrt by (apply Rmult_le_pos; lra). apply Rmult_le_compat_l; [apply Rmult_le_pos; lra |].
          rewrite <- (pow2_abs x). apply pow_incr. split; [| exact size].
          apply Rmult_le_pos; [apply pos_INR | lra]. }
        pose proof (step (c i)). pose proof (step (t i)). lra.
      + specialize (inside m). change (Sum (seq 1 m) (fun i => a i * (c i ^ 2 + t i ^ 2)) <= 1) in inside. nra.
    - intros i. rewrite <- exp_plus. f_equal. ring.
  Qed.

  Theorem packing_most points : ForallOrdPairs (fun x z => 4 * scale < metric (density_ellipsoid beta 1) x z) points ->
    INR (length points) <= exp s * Prod (seq 1 m) (fun i =>
      Sum (number_codes (place (1 / delta))) (fun p => exp (- (code_step i * INR (snd p)) ^ 2)) ^ 2).
  Proof.
    intros apart.
    assert (coefficients : forall x, exists c t, sum_of_waves c t (kept_density beta 1 x) /\ ellipsoid c t).
    { intros x. destruct (inside_kept_density beta 1 x) as (_ & c & t & sum & most). exists c, t. split; [exact sum |].
      intros n. specialize (most n). lra. }
    assert (coded : exists codes, length codes = length points /\ NoDup codes /\ forall w, In w codes ->
      exists x c t, In x points /\ sum_of_waves c t (kept_density beta 1 x) /\ ellipsoid c t /\ w = density_code c t).
    { induction apart as [| x l far rest (codes & size & once & each)].
      - exists []. repeat split; [constructor | easy].
      - destruct (coefficients x) as (c & t & sum & inside). exists (density_code c t :: codes).
        split; [simpl; now rewrite size | split].
        + constructor; [| exact once]. intros again.
          destruct (each _ again) as (z & c' & t' & Z & sum' & inside' & same).
          rewrite Forall_forall in far. specialize (far z Z).
          pose proof (near_with_same_code c t c' t' _ _ sum sum' inside inside' same) as near.
          change (4 * scale < L2 (fun u => kept_density beta 1 x u - kept_density beta 1 z u)) in far. lra.
        + intros w [<- | W].
          * exists x, c, t. repeat split; auto. now left.
          * destruct (each w W) as (z & c' & t' & Z & others). exists z, c', t'. split; [now right | exact others]. }
    destruct coded as (codes & size & once & each). rewrite <- size.
    apply Rle_trans with (Sum (words letters m) (fun w => exp s * word_weight weight_at 1 w)).
    - apply count_by_weights; [exact once | | |].
      + intros w W. destruct (each w W) as (x & c & t & _ & _ & inside & ->). now apply code_is_among.
      + intros w. apply Rmult_le_pos; [left; apply exp_pos |]. apply word_weight_ge_0. intros j k.
        apply Rmult_le_pos; left; apply exp_pos.
      + intros w W. destruct (each w W) as (x & c & t & _ & _ & inside & ->). now apply code_is_heavy.
    - rewrite Sum_scal, weights_of_words. apply Rmult_le_compat_l; [left; apply exp_pos |]. right. f_equal.
      apply functional_extensionality. intros i. unfold weight_at, letters.
      rewrite (Sum_of_pairs _ _ (fun p => exp (- (code_step i * INR (snd p)) ^ 2))
        (fun p => exp (- (code_step i * INR (snd p)) ^ 2))). ring.
  Qed.
End Ellipsoid.

(** ** Covering numbers *)

Lemma sum_of_logarithms x m : 0 < x -> Sum (seq 1 m) (fun i => ln (x / INR i)) <= x.
Proof.
  intros pos. destruct m as [| m]; [simpl; lra |].
  apply Rle_trans with (INR (S m) * ln (x / INR (S m)) + INR (S m)).
  - induction m as [| m IH]; [simpl; lra |]. rewrite seq_S, Sum_app. cbn [Sum]. change (1 + S m)%nat with (S (S m)).
    set (k := INR (S m)) in *. assert (k_1 : 1 <= k) by (apply (le_INR 1); lia). rewrite (S_INR (S m)). fold k.
    assert (ratio : ln (x / k) = ln (x / (k + 1)) + ln (1 + 1 / k)).
    { rewrite <- ln_mult.
      - f_equal. field. lra.
      - apply Rdiv_lt_0_compat; lra.
      - pose proof (Rdiv_lt_0_compat 1 k ltac:(lra) ltac:(lra)). lra. }
    pose proof (ln_1_plus_le (1 / k)) as small. pose proof (Rdiv_lt_0_compat 1 k ltac:(lra) ltac:(lra)).
    specialize (small ltac:(lra)). apply (Rmult_le_compat_l k) in small; [| lra].
    replace (k * (1 / k)) with 1 in small by (field; lra). rewrite ratio in IH. lra.
  - set (k := INR (S m)). assert (k_1 : 1 <= k) by (apply (le_INR 1); lia).
    pose proof (ln_le_minus_1 (x / k) ltac:(apply Rdiv_lt_0_compat; lra)) as T.
    apply (Rmult_le_compat_l k) in T; [| lra].
    replace (k * (x / k - 1)) with (x - k) in T by (field; lra). lra.
Qed.

(** Wainwright 2019, Example 5.12, with constants. *)
Theorem covering_numbers_of_the_ellipsoid beta y : 1 <= beta -> 0 < y ->
  forall k, covering_number_least (density_ellipsoid beta 1) (4 * raise y (- beta)) k -> k <= exp (27 / 10 * beta * y).
Proof.
  intros beta_1 y_pos k least. set (scale := raise y (- beta)).
  assert (scale_pos : 0 < scale) by (unfold scale; rewrite raise_pos by exact y_pos; apply exp_pos).
  destruct (fact_packings_above_coverings _ (density_ellipsoid beta 1) (4 * scale) ltac:(lra) k least)
    as (points & apart &
    many).
  eapply Rle_trans; [exact many |]. clear many least.
  pose proof (place_between (y / 2) ltac:(lra)) as [m_low m_high]. set (m := place (y / 2)) in *.
  set (s := INR m / 2). pose proof (pos_INR m) as m_0.
  set (delta := if Nat.eq_dec m 0 then 1 else sqrt (6 / INR m) * scale).
  assert (delta_square : (1 <= m)%nat -> 0 < delta /\ INR m * delta ^ 2 = 6 * scale ^ 2).
  { intros M. assert (m_pos : 0 < INR m) by (apply lt_0_INR; lia). unfold delta. destruct (Nat.eq_dec m 0); [lia |].
    split.
    - apply Rmult_lt_0_compat; [apply sqrt_lt_R0, Rdiv_lt_0_compat; lra | exact scale_pos].
    - rewrite Rpow_mult_distr, pow2_sqrt by (apply Rdiv_le_0_compat; lra). field. lra. }
  assert (delta_pos : 0 < delta).
  { destruct (le_lt_dec 1 m) as [M | none]; [now apply delta_square |]. unfold delta.
    destruct (Nat.eq_dec m 0); [lra | lia]. }
  assert (steps : 2 * INR m * delta ^ 2 <= 12 * scale ^ 2).
  { destruct (le_lt_dec 1 m) as [M | none].
    - destruct (delta_square M) as [_ square]. lra.
    - replace m with 0%nat by lia. simpl INR. pose proof (pow2_ge_0 scale). lra. }
  pose proof (packing_most beta y delta s m beta_1 y_pos ltac:(lra) delta_pos ltac:(unfold s;
    lra) steps points apart) as H.
  eapply Rle_trans; [exact H |]. clear H apart.
  assert (each : forall i, (1 <= i <= m)%nat -> 0 <= Sum (number_codes (place (1 / delta))) (fun p =>
    exp (- (code_step beta delta s i * INR (snd p)) ^ 2)) ^ 2 <= exp (26 / 10 + 2 * (beta * ln (y / 2 / INR i)))).
  { intros i I. split; [apply pow2_ge_0 |]. destruct (delta_square ltac:(lia)) as [_ square].
    assert (i_1 : 1 <= INR i) by (apply (le_INR 1); lia). assert (i_m : INR i <= INR m) by (apply le_INR; lia).
    set (a := raise (2 * INR i) beta). assert (a_pos : 0 < a) by (unfold a; rewrite raise_pos by lra; apply exp_pos).
    assert (a_square : raise (2 * INR i) (2 * beta) = a * a).
    { unfold a. rewrite !raise_pos, <- exp_plus by lra. f_equal. ring. }
    set (v := code_step beta delta s i).
    assert (v_square : v ^ 2 = 3 * (scale * a) ^ 2).
    { unfold v, code_step. rewrite a_square, Rpow_mult_distr, pow2_sqrt by (unfold s; nra). unfold s.
      replace (delta ^ 2 * (INR m / 2 * (a * a))) with (INR m * delta ^ 2 / 2 * (a * a)) by field. rewrite square.
      field. }
    assert (v_pos : 0 < v).
    { assert (0 <= v) by (unfold v, code_step; apply Rmult_le_pos; [lra | apply sqrt_pos]).
      assert (0 < (scale * a) ^ 2) by (apply pow_lt; nra). nra. }
    set (r := exp (beta * ln (y / 2 / INR i))).
    assert (r_is : r * (scale * a) = 1).
    { unfold r, scale, a. rewrite !raise_pos, <- !exp_plus, <- exp_0 by lra. f_equal.
      replace (y / 2 / INR i) with (y / (2 * INR i)) by (field; lra). unfold Rdiv.
      rewrite ln_mult, ln_Rinv by (try apply Rinv_0_lt_compat; lra). ring. }
    assert (r_1 : 1 <= r).
    { unfold r. apply exp_ge_1. apply Rmult_le_pos; [lra |]. rewrite <- ln_1. apply ln_le; [lra |].
      apply Rmult_le_reg_r with (INR i); [lra |]. unfold Rdiv at 1. rewrite Rmult_assoc, Rinv_l by lra. lra. }
    pose proof (weights_of_codes (place (1 / delta)) v v_pos) as geometric.
    assert (inverse : 1 / v <= 578 / 1000 * r).
    { apply Rmult_le_reg_r with v; [exact v_pos |]. replace (1 / v * v) with 1 by (field; lra).
      assert (w_pos : 0 < scale * a) by nra. assert (1732 / 1000 * (scale * a) <= v) by (apply pow2_inj_le; nra).
      apply Rle_trans with (578 / 1000 * r * (1732 / 1000 * (scale * a))); [| apply Rmult_le_compat_l; lra].
      replace (578 / 1000 * r * (1732 / 1000 * (scale * a))) with (578 / 1000 * (1732 / 1000) * (r * (scale * a)))
        by ring.
      rewrite r_is. lra. }
    assert (e : 362 / 100 <= exp (13 / 10)).
    { assert (twice : forall x z, z <= exp x -> 0 <= z -> z * z <= exp (2 * x)).
      { intros x z le Z. replace (2 * x) with (x + x) by ring. rewrite exp_plus. apply Rmult_le_compat; assumption. }
      pose proof (exp_ineq1_le (3 / 80)) as q. pose proof (twice _ _ q ltac:(lra)) as q2.
      pose proof (twice _ _ q2 ltac:(lra)) as q4. pose proof (twice _ _ q4 ltac:(lra)) as q8.
      replace (13 / 10) with (1 + 2 * (2 * (2 * (3 / 80)))) by field. rewrite exp_plus. pose proof exp_1_ge.
      apply Rle_trans with (271 / 100 * (134 / 100)); [lra |]. apply Rmult_le_compat; lra. }
    replace (26 / 10 + 2 * (beta * ln (y / 2 / INR i))) with (13 / 10 + 13 / 10 + (beta * ln (y / 2 / INR i) +
      beta * ln (y /
      2 / INR i))) by field.
    rewrite !exp_plus. fold r.
    assert (top : Sum (number_codes (place (1 / delta))) (fun p => exp (- (v * INR (snd p)) ^ 2)) <= exp (13 / 10) * r).
    { eapply Rle_trans; [exact geometric |]. replace (14 / (10 * v)) with (14 / 10 * (1 / v)) by (field; lra). nra. }
    assert (0 <= Sum (number_codes (place (1 / delta))) (fun p => exp (- (v * INR (snd p)) ^ 2)))
      by (apply Sum_ge_0; intros; left; apply exp_pos).
    replace (exp (13 / 10) * exp (13 / 10) * (r * r)) with ((exp (13 / 10) * r) ^ 2) by ring. apply pow_incr.
    split; assumption. }
  apply Rle_trans with (exp s * Prod (seq 1 m) (fun i => exp (26 / 10 + 2 * (beta * ln (y / 2 / INR i))))).
  - apply Rmult_le_compat_l; [left; apply exp_pos |]. apply Prod_le_in. intros i I. apply in_seq in I. apply each. lia.
  - rewrite Prod_exp, <- exp_plus. apply exp_le. rewrite Sum_plus, Sum_const, seq_length.
    rewrite (Sum_ext _ (fun i => 2 * (beta * ln (y / 2 / INR i))) (fun i => 2 * beta * ln (y / 2 / INR i)))
      by (intros; ring). rewrite Sum_scal.
    pose proof (sum_of_logarithms (y / 2) m ltac:(lra)) as logs. apply (Rmult_le_compat_l (2 * beta)) in logs; [| lra].
    unfold s. nra.
Qed.
