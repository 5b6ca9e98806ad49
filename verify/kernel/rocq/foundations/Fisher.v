(** * Fisher information of messages about the means of signs, and mutual information *)

From Foundations Require Export Scores.
Import ListNotations.
Open Scope R_scope.

(** ** Signs with means

    A vector of d independent signs; what a mean is outside of [-1, 1] does not matter. *)
Lemma chance_of_mean theta : 0 <= (1 + clip 1 theta) / 2 <= 1.
Proof. unfold clip, Rmax, Rmin. repeat destruct (Rle_dec _ _); lra. Qed.

Definition sign_with_mean theta : law R := image sgn (coin ((1 + clip 1 theta) / 2) (chance_of_mean theta)).
Definition put (x : vector) k c : vector := fun i => if Nat.eqb i k then c else x i.

Fixpoint signs_with_means (d : nat) (theta : vector) : law vector :=
  match d with
  | O => ret (fun _ => 0)
  | S k => bind (signs_with_means k theta) (fun x => bind (sign_with_mean (theta k)) (fun c => ret (put x k c)))
  end.

(** What a user has: m draws. *)
Definition draws_of_signs m d theta := power (signs_with_means d theta) m.
Definition in_half_cube d (theta : vector) := forall j, (j < d)%nat -> - (1 / 2) <= theta j <= 1 / 2.

(** The derivative of ln ((1 + c t)/2) by t, at a sign c; and that of the density of m draws by one of the means. *)
Definition sign_score t c := (clip 1 c - t) / (1 - t ^ 2).
Definition score m (theta : vector) j : list vector -> R := total (fun x => sign_score (theta j) (x j)) m.

Lemma E_sign_with_mean theta f : -1 <= theta <= 1 ->
  E (sign_with_mean theta) f = (1 + theta) / 2 * f 1 + (1 - theta) / 2 * f (-1).
Proof. intros H. simpl. rewrite clip_inside by exact H. field. Qed.

Lemma bounded_clip : bounded (clip 1).
Proof.
  apply bounded_between with (-1) 1. intros x. unfold clip, Rmax, Rmin. repeat destruct (Rle_dec _ _); lra.
Qed.

Lemma bounded_sign_score t : bounded (sign_score t).
Proof. unfold sign_score. pose proof bounded_clip. bounded. Qed.

Lemma score_of_sign t : -1 < t < 1 -> has_score sign_with_mean t (sign_score t).
Proof.
  intros T. split; [apply bounded_sign_score |]. exists 0, (Rmin (1 + t) (1 - t)).
  split; [lra |]. split; [apply Rmin_glb_lt; lra |]. intros u U f M _ _.
  pose proof (Rmin_l (1 + t) (1 - t)). pose proof (Rmin_r (1 + t) (1 - t)). apply Rabs_def2 in U.
  rewrite !E_sign_with_mean by lra. unfold sign_score. rewrite !clip_inside by lra.
  replace (_ - _ - _) with 0 by (field; nra). rewrite Rabs_R0. lra.
Qed.

Lemma put_same (x : vector) k : put x k (x k) = x.
Proof.
  apply functional_extensionality. intros i. unfold put. now destruct (Nat.eqb_spec i k) as [-> |].
Qed.

Lemma put_at (x : vector) k c : put x k c k = c.
Proof. unfold put. now rewrite Nat.eqb_refl. Qed.

Lemma put_other (x : vector) j k c : j <> k -> put x k c j = x j.
Proof. intros H. unfold put. now destruct (Nat.eqb_spec j k). Qed.

Lemma signs_with_other_means d theta j u : (d <= j)%nat ->
  signs_with_means d (put theta j u) = signs_with_means d theta.
Proof.
  intros H. induction d as [| d IH]; [reflexivity |]. cbn [signs_with_means].
  rewrite IH by lia. now rewrite put_other by lia.
Qed.

Lemma score_of_signs d theta j : (j < d)%nat -> -1 < theta j < 1 ->
  has_score (fun u => signs_with_means d (put theta j u)) (theta j) (fun x => sign_score (theta j) (x j)).
Proof.
  intros J T. assert (S : bounded (fun x : vector => sign_score (theta j) (x j)))
    by apply (bounded_after (sign_score (theta j))), bounded_sign_score.
  induction d as [| d IH]; [lia |]. destruct (Nat.eq_dec j d) as [-> | other].
  - apply (score_of_joined (fun _ => signs_with_means d theta) sign_with_mean (fun _ _ => ret tt)
      (fun x c _ => put x d c) _ (theta d) (fun _ => 0) (sign_score (theta d)));
      [apply score_of_constant | now apply score_of_sign | | exact S |].
    + intros u f F. cbn [signs_with_means]. now rewrite signs_with_other_means, put_at by lia.
    + intros x c _. rewrite put_at. ring.
  - apply (score_of_joined (fun u => signs_with_means d (put theta j u)) (fun _ => sign_with_mean (theta d))
      (fun _ _ => ret tt) (fun x c _ => put x d c) _ (theta j) (fun x => sign_score (theta j) (x j)) (fun _ => 0));
      [apply IH; lia | apply score_of_constant | | exact S |].
    + intros u f F. cbn [signs_with_means]. now rewrite put_other by lia.
    + intros x c _. rewrite put_other by lia. ring.
Qed.

Lemma score_is_score m d theta j : in_half_cube d theta -> (j < d)%nat ->
  has_score (fun u => draws_of_signs m d (put theta j u)) (theta j) (score m theta j).
Proof. intros inside J. apply score_of_draws, score_of_signs; [exact J |]. specialize (inside j J). lra. Qed.

Lemma bounded_score m theta j : bounded (score m theta j).
Proof. apply bounded_total, (bounded_after (sign_score (theta j))), bounded_sign_score. Qed.

(** ** Fisher information

    Of laws M with d real parameters: the integral of the square of a density's derivative over the density is the
    supremum over f of 2 (the derivative of the mean of f) - (the mean of f^2), at f the score. Here the trace. *)
Definition fisher_trace_most {B} d (M : vector -> law B) theta c := forall f, (forall j, bounded (f j)) ->
  Sum (below d) (fun j => 2 * Derive (fun u => E (M (put theta j u)) (f j)) (theta j) -
    E (M theta) (fun z => f j z ^ 2)) <= c.

(** The largest trace over all means of signs in [-1/2, 1/2]: of one message, and of all messages of a protocol. *)
Definition one_trace_most {B} (K : channel (list vector) B) m d c := forall theta, in_half_cube d theta ->
  fisher_trace_most d (fun t => bind (draws_of_signs m d t) K) theta c.
Definition messages_trace_most {B T} (Z : method (list vector) B T) m d c := forall theta, in_half_cube d theta ->
  fisher_trace_most d (fun t => transcript_of Z (draws_of_signs m d t)) theta c.

(** What comes of laws with scores: the derivative of a mean, as a mean. *)
Lemma trace_by_scores {A B} d (P : vector -> law A) (M : vector -> law B) (g : (B -> R) -> A -> R) s theta c :
  (forall j, (j < d)%nat -> has_score (fun u => P (put theta j u)) (theta j) (s j)) ->
  (forall f, bounded f -> bounded (g f)) -> (forall t f, bounded f -> E (M t) f = E (P t) (g f)) ->
  (fisher_trace_most d M theta c <-> forall f, (forall j, bounded (f j)) ->
    Sum (below d) (fun j => 2 * E (P theta) (fun x => s j x * g (f j) x) - E (M theta) (fun z => f j z ^ 2)) <= c).
Proof.
  intros scores bounded_g told.
  assert (same : forall f, (forall j, bounded (f j)) -> forall j, In j (below d) ->
    Derive (fun u => E (M (put theta j u)) (f j)) (theta j) = E (P theta) (fun x => s j x * g (f j) x)).
  { intros f F j J. apply in_below in J.
    rewrite (Derive_ext _ (fun u => E (P (put theta j u)) (g (f j)))) by (intros u; now apply told).
    pose proof (derivative_by_score _ _ _ _ (scores j J) (bounded_g _ (F j))) as D.
    apply is_derive_unique in D. now rewrite put_same in D. }
  split; intros H f F; specialize (H f F); eapply Rle_trans; try exact H; right; apply Sum_ext_in; intros j J;
    now rewrite (same f F j J).
Qed.

Lemma one_trace {B} (K : channel (list vector) B) m d theta c : in_half_cube d theta ->
  (fisher_trace_most d (fun t => bind (draws_of_signs m d t) K) theta c <-> forall f, (forall j, bounded (f j)) ->
    Sum (below d) (fun j => 2 * E (draws_of_signs m d theta) (fun x => score m theta j x * E (K x) (f j)) -
      E (bind (draws_of_signs m d theta) K) (fun z => f j z ^ 2)) <= c).
Proof.
  intros inside. apply (trace_by_scores d (draws_of_signs m d) (fun t => bind (draws_of_signs m d t) K)
    (fun f x => E (K x) f) (score m theta)); [| intros f F; now apply bounded_through | reflexivity].
  intros j J. now apply score_is_score.
Qed.

(** ** The chain rule over users

    Users' data beside their messages: the scores of the data add up to one of all messages. *)
Fixpoint with_data {A B} (Z : protocol A B) (P : law A) n : law (list (A * B)) :=
  match n with
  | O => ret []
  | S k => bind (with_data Z P k) (fun h => bind P (fun x => bind (Z (map snd h) x) (fun z => ret ((x, z) :: h))))
  end.

Lemma E_with_data {A B} (Z : protocol A B) P n f : E (with_data Z P (S n)) f =
  E (with_data Z P n) (fun h => E P (fun x => E (Z (map snd h) x) (fun z => f ((x, z) :: h)))).
Proof. reflexivity. Qed.

Lemma messages_beside_data {A B} (Z : protocol A B) P n f :
  E (transcript Z P n) f = E (with_data Z P n) (fun h => f (map snd h)).
Proof.
  revert f. induction n as [| n IH]; intros f; [reflexivity |]. cbn [transcript]. rewrite E_step, IH. reflexivity.
Qed.

Lemma score_with_data {A B} (Z : protocol A B) P t s n : has_score P t s ->
  has_score (fun u => with_data Z (P u) n) t (total (fun p => s (fst p)) n).
Proof.
  intros H. assert (S : bounded (fun p : A * B => s (fst p))) by apply (bounded_after s), H.
  induction n as [| n IH].
  - destruct (score_of_constant (ret (@nil (A * B))) t) as (_ & C & delta & pos & delta_pos & near).
    split; [now apply bounded_total |]. now exists C, delta.
  - apply (score_of_joined (fun u => with_data Z (P u) n) P (fun h x => Z (map snd h) x)
      (fun h x z => (x, z) :: h) _ t (total (fun p => s (fst p)) n) s); auto using bounded_total.
    intros h x z. cbn [total fst]. ring.
Qed.

(** Each message's part, given the earlier ones, is the information of a private channel's message. *)
Section Users.
  Context {B : Type} (Z : protocol (list vector) B) (m d : nat) (theta : vector) (c : R).
  Hypothesis inside : in_half_cube d theta.
  Let P := draws_of_signs m d theta.
  Hypothesis each : forall h, fisher_trace_most d (fun t => bind (draws_of_signs m d t) (Z h)) theta c.
  Let s j := score m theta j.
  Let sum_of_scores j n : list (list vector * B) -> R := total (fun p => s j (fst p)) n.

  Let bounded_s j : bounded (s j).
  Proof. apply bounded_score. Qed.

  Let bounded_sum j n : bounded (sum_of_scores j n).
  Proof. apply bounded_total, (bounded_after (s j)), bounded_s. Qed.

  Let centred j : (j < d)%nat -> E P (s j) = 0.
  Proof.
    intros J. pose proof (mean_of_score _ _ _ (score_is_score m d theta j inside J)) as H.
    cbv beta in H. now rewrite put_same in H.
  Qed.

  (** Given a history: f about its mean g. *)
  Let one_user h (f : nat -> B -> R) : (forall j, bounded (f j)) ->
    Sum (below d) (fun j => 2 * E P (fun x => s j x * E (Z h x) (f j)) - E (bind P (Z h)) (fun z => f j z ^ 2) +
      E (bind P (Z h)) (f j) ^ 2) <= c.
  Proof.
    intros F. set (g := fun j => E (bind P (Z h)) (f j)).
    pose proof (proj1 (one_trace (Z h) m d theta c inside) (each h) (fun j z => f j z - g j) ltac:(bounded)) as H.
    eapply Rle_trans; [right; symmetry | exact H]. apply Sum_ext_in. intros j J. apply in_below in J.
    cbv beta. fold P. fold (s j).
    rewrite (E_ext P _ (fun x => s j x * E (Z h x) (f j) - g j * s j x))
      by (intros x; rewrite E_minus, E_const by bounded; ring).
    rewrite E_minus, E_scal, (centred j J) by bounded.
    rewrite variance_expanded by apply F. fold (g j). ring.
  Qed.

  Lemma trace_with_data n f : (forall j, bounded (f j)) ->
    Sum (below d) (fun j => 2 * E (with_data Z P n) (fun h => sum_of_scores j n h * f j (map snd h)) -
      E (with_data Z P n) (fun h => f j (map snd h) ^ 2)) <= INR n * c.
  Proof.
    revert f. induction n as [| n IH]; intros f F.
    - unfold sum_of_scores. simpl. rewrite Rmult_0_l.
      apply Rle_trans with (Sum (below d) (fun _ => 0)); [| rewrite Sum_const; lra].
      apply Sum_le. intros j. pose proof (pow2_ge_0 (f j [])). simpl in *. lra.
    - set (W := with_data Z P n) in *.
      set (g := fun j h => E (bind P (Z h)) (fun z => f j (z :: h))).
      assert (after : forall j, bounded2 (fun h z => f j (z :: h))) by (intros j; apply bounded2_after, F).
      assert (G : forall j, bounded (g j))
        by (intros j; apply (bounded_through2 (fun h => bind P (Z h)) (fun h z => f j (z :: h))); auto).
      assert (given : forall j h, bounded (fun z => f j (z :: h))) by (intros j h; apply (bounded_at _ h (after j))).
      set (slope := fun j h => E P (fun x => s j x * E (Z h x) (fun z => f j (z :: h)))).
      set (square := fun j h => E (bind P (Z h)) (fun z => f j (z :: h) ^ 2)).
      assert (bounded_slope : forall j, bounded (slope j)).
      { intros j. destruct (bounded_by _ (bounded_s j)) as (a & a_pos & s_small). destruct (after j) as [M small].
        exists (a * M). intros h. apply E_small. intros x. rewrite Rabs_mult.
        apply Rmult_le_compat; auto using Rabs_pos. apply E_small. intros z. apply small. }
      assert (bounded_square : forall j, bounded (square j)).
      { intros j. apply (bounded_through2 (fun h => bind P (Z h)) (fun h z => f j (z :: h) ^ 2)).
        now apply (bounded2_after (fun l => f j l ^ 2)), bounded_pow. }
      assert (down : forall k : list B -> R, bounded k -> bounded (fun h : list (list vector * B) => k (map snd h)))
        by (intros k; apply bounded_after).
      assert (parts : forall j,
        2 * E (with_data Z P (S n)) (fun h => sum_of_scores j (S n) h * f j (map snd h)) -
          E (with_data Z P (S n)) (fun h => f j (map snd h) ^ 2) =
        2 * E W (fun h => sum_of_scores j n h * g j (map snd h)) - E W (fun h => g j (map snd h) ^ 2) +
        E W (fun h => 2 * slope j (map snd h) - square j (map snd h) + g j (map snd h) ^ 2)).
      { intros j. pose proof (down _ (G j)). pose proof (down _ (bounded_slope j)).
        pose proof (down _ (bounded_square j)). pose proof (bounded_sum j n).
        rewrite E_plus, E_minus, E_scal by bounded.
        replace (E (with_data Z P (S n)) (fun h => f j (map snd h) ^ 2)) with (E W (fun h => square j (map snd h)))
          by reflexivity.
        replace (E (with_data Z P (S n)) (fun h => sum_of_scores j (S n) h * f j (map snd h)))
          with (E W (fun h => slope j (map snd h) + sum_of_scores j n h * g j (map snd h))).
        - rewrite E_plus by bounded. ring.
        - rewrite E_with_data. apply E_ext. intros h. specialize (given j (map snd h)). pose proof (bounded_s j).
          transitivity (E P (fun x => s j x * E (Z (map snd h) x) (fun z => f j (z :: map snd h)) +
            sum_of_scores j n h * E (Z (map snd h) x) (fun z => f j (z :: map snd h)))).
          + rewrite E_plus, E_scal by bounded. reflexivity.
          + apply E_ext. intros x. rewrite <- Rmult_plus_distr_r, <- E_scal by exact given. reflexivity. }
      rewrite (Sum_ext _ _ _ parts), Sum_plus, S_INR, Rmult_plus_distr_r, Rmult_1_l.
      apply Rplus_le_compat; [now apply IH |].
      rewrite <- E_Sum.
      + apply E_le.
        * apply bounded_Sum. intros j. pose proof (down _ (G j)). pose proof (down _ (bounded_slope j)).
          pose proof (down _ (bounded_square j)). bounded.
        * intros h. apply (one_user (map snd h) (fun j z => f j (z :: map snd h))). intros j. apply given.
      + intros j. pose proof (down _ (G j)). pose proof (down _ (bounded_slope j)).
        pose proof (down _ (bounded_square j)). bounded.
  Qed.

  Lemma trace_of_transcript n :
    fisher_trace_most d (fun t => transcript Z (draws_of_signs m d t) n) theta (INR n * c).
  Proof.
    apply (trace_by_scores d (fun t => with_data Z (draws_of_signs m d t) n)
      (fun t => transcript Z (draws_of_signs m d t) n) (fun f h => f (map snd h)) (fun j => sum_of_scores j n)).
    - intros j J. unfold sum_of_scores, s. now apply score_with_data, score_is_score.
    - intros f. apply bounded_after.
    - intros t f F. apply messages_beside_data.
    - intros f F.
      rewrite (Sum_ext _ _ (fun j => 2 * E (with_data Z P n) (fun h => sum_of_scores j n h * f j (map snd h)) -
        E (with_data Z P n) (fun h => f j (map snd h) ^ 2)))
        by (intros j; now rewrite (messages_beside_data Z _ n (fun z => f j z ^ 2))).
      now apply trace_with_data.
  Qed.
End Users.

(** ** The data's own information, and tails of the score *)

Lemma E_draw_of_total {A} (P : law A) s m : bounded s -> E P s = 0 ->
  E (power P m) (total s m) = 0 /\ E (power P m) (fun h => total s m h ^ 2) = INR m * E P (fun x => s x ^ 2).
Proof.
  intros S centred. pose proof (bounded_total s S) as T. induction m as [| m [mean square]].
  { split; simpl; ring. }
  split; cbn [power]; rewrite E_step; cbn [total].
  - rewrite (E_ext _ _ (fun h => 0 + total s m h)) by (intros h; rewrite E_plus, E_const, centred by bounded; ring).
    rewrite E_plus, E_const, mean by bounded. ring.
  - rewrite (E_ext _ _ (fun h => E P (fun x => s x ^ 2) + total s m h ^ 2)).
    + rewrite E_plus, E_const, square, S_INR by bounded. ring.
    + intros h.
      rewrite (E_ext P _ (fun x => s x ^ 2 + 2 * total s m h * s x + total s m h ^ 2)) by (intros; ring).
      rewrite !E_plus, E_scal, E_const, centred by bounded. ring.
Qed.

Lemma E_signs_with_means d theta f : E (signs_with_means (S d) theta) f =
  E (signs_with_means d theta) (fun x => E (sign_with_mean (theta d)) (fun c => f (put x d c))).
Proof. reflexivity. Qed.

(** A coordinate of the vector of signs is a sign. *)
Lemma E_coordinate d theta j g : (j < d)%nat -> bounded g ->
  E (signs_with_means d theta) (fun x => g (x j)) = E (sign_with_mean (theta j)) g.
Proof.
  intros J G. induction d as [| d IH]; [lia |]. rewrite E_signs_with_means. destruct (Nat.eq_dec j d) as [-> | other].
  - transitivity (E (signs_with_means d theta) (fun _ => E (sign_with_mean (theta d)) g)); [| apply E_const].
    apply E_ext. intros x. apply E_ext. intros c. now rewrite put_at.
  - rewrite <- IH by lia. apply E_ext. intros x. etransitivity; [| apply (E_const (sign_with_mean (theta d)))].
    apply E_ext. intros c. now rewrite put_other by lia.
Qed.

Lemma sign_score_centred t : -1 < t < 1 -> E (sign_with_mean t) (sign_score t) = 0.
Proof.
  intros T. rewrite E_sign_with_mean by lra. unfold sign_score. rewrite !clip_inside by lra. field. nra.
Qed.

Lemma sign_score_square t : -1 < t < 1 -> E (sign_with_mean t) (fun c => sign_score t c ^ 2) = 1 / (1 - t ^ 2).
Proof.
  intros T. rewrite E_sign_with_mean by lra. unfold sign_score. rewrite !clip_inside by lra. field. nra.
Qed.

(** The mean square of the score of one mean: m/(1 - theta^2), at most 4 m/3. *)
Lemma square_of_score m d theta j : in_half_cube d theta -> (j < d)%nat ->
  E (draws_of_signs m d theta) (fun x => score m theta j x ^ 2) <= INR m * (4 / 3).
Proof.
  intros inside J. specialize (inside j J).
  set (s := fun x : vector => sign_score (theta j) (x j)).
  assert (S : bounded s) by apply (bounded_after (sign_score (theta j))), bounded_sign_score.
  pose proof (bounded_sign_score (theta j)) as B.
  assert (centred : E (signs_with_means d theta) s = 0).
  { unfold s. rewrite (E_coordinate d theta j (sign_score (theta j))) by assumption. apply sign_score_centred. lra. }
  change (E (power (signs_with_means d theta) m) (fun h => total s m h ^ 2) <= INR m * (4 / 3)).
  rewrite (proj2 (E_draw_of_total _ s m S centred)). unfold s.
  rewrite (E_coordinate d theta j (fun c => sign_score (theta j) c ^ 2)) by bounded.
  rewrite sign_score_square by lra. apply Rmult_le_compat_l; [apply pos_INR |].
  apply Rle_div_l; nra.
Qed.

(** E exp(<u, score>) is at most exp(s |u|^2/2), for all u and all means in [-1/2, 1/2]. *)
Definition sub_gaussian_score m d s := forall theta, in_half_cube d theta -> forall u : vector,
  E (draws_of_signs m d theta) (fun x => exp (Sum (below d) (fun j => u j * score m theta j x))) <=
  exp (s * Sum (below d) (fun j => u j ^ 2) / 2).

Lemma sign_is_sub_gaussian t u : - (1 / 2) <= t <= 1 / 2 ->
  E (sign_with_mean t) (fun c => exp (u * sign_score t c)) <= exp (16 / 9 * u ^ 2 / 2).
Proof.
  intros T. rewrite E_sign_with_mean by lra. unfold sign_score. rewrite !clip_inside by lra.
  set (p := (1 + t) / 2). set (v := 2 * u / (1 - t ^ 2)).
  assert (H : 1 - p + p * exp v <= exp (p * v + v ^ 2 / 8)).
  { pose proof (exp_pos v). assert (pos : 0 < 1 - p + p * exp v) by (unfold p; nra).
    rewrite <- (exp_ln _ pos). apply exp_le, hoeffding_coin. unfold p. lra. }
  apply Rle_trans with (exp (- (p * v)) * (1 - p + p * exp v)).
  - rewrite Rmult_plus_distr_l, (Rmult_comm _ (1 - p)), (Rmult_comm _ (p * _)), Rmult_assoc, <- exp_plus.
    replace (v + - (p * v)) with (u * ((1 - t) / (1 - t ^ 2))) by (unfold v, p; field; nra).
    replace (- (p * v)) with (u * ((-1 - t) / (1 - t ^ 2))) by (unfold v, p; field; nra). unfold p. lra.
  - apply Rle_trans with (exp (- (p * v)) * exp (p * v + v ^ 2 / 8)).
    { apply Rmult_le_compat_l; [left; apply exp_pos | exact H]. }
    rewrite <- exp_plus. apply exp_le.
    replace (- (p * v) + (p * v + v ^ 2 / 8)) with (u ^ 2 * (1 / (1 - t ^ 2) ^ 2) / 2) by (unfold v; field; nra).
    assert (3 / 4 <= 1 - t ^ 2) by nra. assert (9 / 16 <= (1 - t ^ 2) ^ 2) by nra.
    assert (1 / (1 - t ^ 2) ^ 2 <= 16 / 9) by (apply Rle_div_l; lra). pose proof (pow2_ge_0 u). nra.
Qed.

Lemma Sum_below_last d f : Sum (below (S d)) f = Sum (below d) f + f d.
Proof. unfold below. rewrite seq_S, Sum_app. simpl. ring. Qed.

Lemma signs_are_sub_gaussian d theta u : in_half_cube d theta ->
  E (signs_with_means d theta) (fun x => exp (Sum (below d) (fun j => u j * sign_score (theta j) (x j)))) <=
  exp (16 / 9 * Sum (below d) (fun j => u j ^ 2) / 2).
Proof.
  intros inside. induction d as [| d IH]; [right; simpl; f_equal; field |].
  assert (B : forall k, bounded (fun x : vector => Sum (below k) (fun j => u j * sign_score (theta j) (x j)))).
  { intros k. apply bounded_Sum. intros j. apply bounded_mult; [bounded |].
    apply (bounded_after (sign_score (theta j))), bounded_sign_score. }
  rewrite E_signs_with_means, (Sum_below_last d (fun j => u j ^ 2)). set (last := 16 / 9 * u d ^ 2 / 2).
  set (total_d := 16 / 9 * Sum (below d) (fun j => u j ^ 2) / 2) in *.
  replace (16 / 9 * _ / 2) with (total_d + last) by (unfold total_d, last; field). rewrite exp_plus.
  set (before := fun x : vector => Sum (below d) (fun j => u j * sign_score (theta j) (x j))).
  assert (parts : forall x c, Sum (below (S d)) (fun j => u j * sign_score (theta j) (put x d c j)) =
    before x + u d * sign_score (theta d) c).
  { intros x c. rewrite Sum_below_last, put_at. f_equal. apply Sum_ext_in. intros j J. apply in_below in J.
    now rewrite put_other by lia. }
  assert (bounded before) by apply B. pose proof (bounded_sign_score (theta d)).
  apply Rle_trans with (E (signs_with_means d theta) (fun x => exp last * exp (before x))).
  - apply E_mono; [| bounded |].
    + apply (bounded_through (fun x => bind (sign_with_mean (theta d)) (fun c => ret (put x d c)))
        (fun y => exp (Sum (below (S d)) (fun j => u j * sign_score (theta j) (y j))))), bounded_exp, B.
    + intros x. rewrite (E_ext _ _ (fun c => exp (before x) * exp (u d * sign_score (theta d) c)))
        by (intros c; now rewrite parts, exp_plus).
      rewrite E_scal, Rmult_comm by bounded. apply Rmult_le_compat_r; [left; apply exp_pos |].
      apply sign_is_sub_gaussian. specialize (inside d ltac:(lia)). lra.
  - rewrite E_scal, (Rmult_comm (exp total_d)) by bounded. apply Rmult_le_compat_l; [left; apply exp_pos |].
    apply IH. intros j J. apply inside. lia.
Qed.

Lemma score_of_signs_is_sub_gaussian m d : sub_gaussian_score m d (16 / 9 * INR m).
Proof.
  intros theta inside u. set (square := Sum (below d) (fun j => u j ^ 2)).
  set (one := fun x : vector => Sum (below d) (fun j => u j * sign_score (theta j) (x j))).
  assert (B : bounded one).
  { apply bounded_Sum. intros j. apply bounded_mult; [bounded |].
    apply (bounded_after (sign_score (theta j))), bounded_sign_score. }
  assert (same : forall h, Sum (below d) (fun j => u j * score m theta j h) = total one m h).
  { unfold score. clear. induction m as [| m IH]; intros h.
    - simpl. rewrite (Sum_ext _ _ (fun _ => 0)) by (intros; ring). rewrite Sum_const. ring.
    - destruct h as [| x h]; cbn [total].
      + rewrite (Sum_ext _ _ (fun _ => 0)) by (intros; ring). rewrite Sum_const. ring.
      + rewrite <- IH. unfold one. rewrite <- Sum_plus. apply Sum_ext. intros j. ring. }
  rewrite (E_ext _ _ (fun h => exp (total one m h))) by (intros h; now rewrite same). clear same.
  unfold draws_of_signs. pose proof (bounded_total one B) as T.
  pose proof (signs_are_sub_gaussian d theta u inside) as S.
  fold one square in S. induction m as [| m IH]; [right; simpl; f_equal; field |].
  cbn [power]. rewrite E_step. cbn [total].
  rewrite (E_ext _ _ (fun h => E (signs_with_means d theta) (fun x => exp (one x)) * exp (total one m h))).
  - rewrite E_scal by bounded. rewrite S_INR.
    replace (16 / 9 * (INR m + 1) * square / 2) with (16 / 9 * square / 2 + 16 / 9 * INR m * square / 2) by field.
    rewrite exp_plus. apply Rmult_le_compat; [| | exact S | exact IH]; left; apply E_exp_pos; bounded.
  - intros h. rewrite (E_ext _ _ (fun x => exp (total one m h) * exp (one x))) by (intros x; rewrite exp_plus; ring).
    rewrite E_scal by bounded. ring.
Qed.

(** ** Mutual information

    Of a draw of P and a message on it: the divergence of the law of both from that of the two drawn apart. *)
Definition mutual_information_most {A B} (P : law A) (K : A -> law B) c := KL_most
  (bind P (fun x => bind (K x) (fun z => ret (x, z)))) (bind P (fun x => bind (bind P K) (fun z => ret (x, z)))) c.

(** The largest for draws of signs with means in [-1/2, 1/2]. *)
Definition message_information_most {B} (K : channel (list vector) B) m d c := forall theta, in_half_cube d theta ->
  mutual_information_most (draws_of_signs m d theta) K c.

Lemma commutes_draws_of_signs m d theta : commutes (draws_of_signs m d theta).
Proof.
  apply commutes_power. induction d as [| d IH]; [apply commutes_ret |].
  apply commutes_bind; [exact IH |]. intros x. apply commutes_bind; [| intros c; apply commutes_ret].
  apply commutes_bind; [| intros b; apply commutes_ret]. intros B Q h H. simpl.
  rewrite E_plus, !E_scal; [reflexivity | ..]; try apply bounded_mult; bounded; now apply bounded_at.
Qed.

(** At most the mean divergence of a message on an input from one on a draw. *)
Lemma information_by_divergences {A B} (P : law A) (K : A -> law B) c :
  (forall x, KL_most (K x) (bind P K) c) -> mutual_information_most P K c.
Proof.
  intros H f F. destruct (bounded_by f F) as (M & M_pos & small).
  set (N := bind P K). set (g := fun x => E N (fun z => exp (f (x, z)))).
  assert (G : forall x, exp (- M) <= g x <= exp M).
  { intros x. apply E_between. intros z. specialize (small (x, z)). apply Rabs_le_between in small.
    split; apply exp_le; lra. }
  assert (B1 : bounded (fun x => E (K x) (fun z => f (x, z)))).
  { exists M. intros x. apply E_small. intros z. apply small. }
  assert (B2 : bounded (fun x => ln (g x))).
  { apply (bounded_ln g (exp (- M)) (exp_pos _)); [apply G | bounded]. }
  change (E P (fun x => E (K x) (fun z => f (x, z))) <= c + ln (E P g)).
  apply Rle_trans with (E P (fun x => c + ln (g x))).
  - apply E_mono; bounded. intros x. apply (H x (fun z => f (x, z))). now apply (bounded_after f).
  - rewrite E_plus, E_const by bounded. apply Rplus_le_compat_l.
    apply (jensen_ln P g (exp (- M)) (exp_pos _)); [apply G | bounded].
Qed.

(** Donsker and Varadhan given the message: <score, f(z)>/s - |f(z)|^2/(2 s) has an exponential moment of at most 1
    under the data's law. *)
Lemma trace_by_information {B} (K : channel (list vector) B) m d s c : 0 < s -> sub_gaussian_score m d s ->
  message_information_most K m d c -> one_trace_most K m d (2 * c * s).
Proof.
  intros s_pos tails told theta inside. apply one_trace; [exact inside |]. intros f F.
  specialize (told theta inside). specialize (tails theta inside).
  set (P := draws_of_signs m d theta) in *. set (N := bind P K).
  set (inner := fun x z => Sum (below d) (fun j => / s * f j z * score m theta j x)).
  set (square := fun z => Sum (below d) (fun j => f j z ^ 2)).
  assert (S : forall j, bounded (score m theta j)) by (intros j; apply bounded_score).
  assert (B1 : bounded (fun p => inner (fst p) (snd p))).
  { apply bounded_Sum. intros j. apply bounded_mult.
    - apply bounded_mult; [bounded | now apply (bounded_after (f j))].
    - now apply (bounded_after (score m theta j)). }
  assert (B2 : bounded square) by (apply bounded_Sum; bounded).
  assert (B3 : bounded (fun p : list vector * B => square (snd p))) by now apply (bounded_after square).
  specialize (told (fun p => inner (fst p) (snd p) - / (2 * s) * square (snd p)) ltac:(bounded)).
  cbn [E bind ret fst snd] in told. fold N in told.
  assert (at_x : forall x, bounded (inner x)) by (intros x; now apply (bounded_at inner), bounded2_pair).
  assert (small : E P (fun x => E N (fun z => exp (inner x z - / (2 * s) * square z))) <= 1).
  { assert (B4 : bounded2 (fun x z => exp (inner x z - / (2 * s) * square z))).
    { apply (bounded2_pair (fun x z => exp (inner x z - / (2 * s) * square z))). bounded. }
    assert (order : commutes P) by apply commutes_draws_of_signs. rewrite (order B N _ B4).
    apply E_le; [now apply bounded2_through |]. intros z.
    assert (at_z : bounded (fun x => inner x z)) by now apply (bounded_at2 inner), bounded2_pair.
    rewrite (E_ext _ _ (fun x => exp (- (/ (2 * s) * square z)) * exp (inner x z)))
      by (intros x; rewrite <- exp_plus; f_equal; ring).
    rewrite E_scal by bounded. specialize (tails (fun j => / s * f j z)).
    change (E P (fun x => exp (inner x z)) <= exp (s * Sum (below d) (fun j => (/ s * f j z) ^ 2) / 2)) in tails.
    rewrite (Sum_ext _ (fun j => (/ s * f j z) ^ 2) (fun j => (/ s) ^ 2 * f j z ^ 2)), Sum_scal in tails
      by (intros; ring).
    fold (square z) in tails. replace (s * ((/ s) ^ 2 * square z) / 2) with (/ (2 * s) * square z) in tails
      by (field; lra).
    apply Rle_trans with (exp (- (/ (2 * s) * square z)) * exp (/ (2 * s) * square z)).
    - apply Rmult_le_compat_l; [left; apply exp_pos | exact tails].
    - rewrite <- exp_plus, Rplus_opp_l, exp_0. lra. }
  assert (logs : ln (E P (fun x => E N (fun z => exp (inner x z - / (2 * s) * square z)))) <= 0).
  { rewrite <- ln_1. apply ln_le; [| exact small].
    apply (E_exp_pos (bind P (fun x => bind N (fun z => ret (x, z))))
      (fun p => inner (fst p) (snd p) - / (2 * s) * square (snd p))). bounded. }
  assert (mean : E P (fun x => E (K x) (fun z => inner x z - / (2 * s) * square z)) =
    / (2 * s) * Sum (below d) (fun j => 2 * E P (fun x => score m theta j x * E (K x) (f j)) -
      E N (fun z => f j z ^ 2))).
  { rewrite (E_ext P _ (fun x => Sum (below d) (fun j => / s * (score m theta j x * E (K x) (f j))) -
      / (2 * s) * E (K x) square)).
    - rewrite E_minus, E_scal, E_Sum by bounded. change (E P (fun x => E (K x) square)) with (E N square).
      unfold square. rewrite E_Sum, <- !Sum_scal, <- Sum_minus by bounded. apply Sum_ext. intros j.
      rewrite E_scal by bounded. field. lra.
    - intros x. rewrite E_minus, E_scal by bounded. f_equal. unfold inner. rewrite E_Sum by bounded.
      apply Sum_ext. intros j. rewrite (E_ext _ _ (fun z => / s * score m theta j x * f j z)) by (intros; ring).
      rewrite E_scal by bounded. ring. }
  rewrite mean in told. apply (Rmult_le_reg_l (/ (2 * s))); [apply Rinv_0_lt_compat; lra |].
  replace (/ (2 * s) * (2 * c * s)) with (c + 0) by (field; lra).
  eapply Rle_trans; [exact told |]. apply Rplus_le_compat_l. exact logs.
Qed.

(** Data processing: the score of the data bounds what any message tells. *)
Lemma trace_of_data {B} (K : channel (list vector) B) m d : one_trace_most K m d (4 * INR d * INR m / 3).
Proof.
  intros theta inside. apply one_trace; [exact inside |]. intros f F. set (P := draws_of_signs m d theta).
  apply Rle_trans with (Sum (below d) (fun _ => INR m * (4 / 3))).
  - apply Sum_le_in. intros j J. apply in_below in J. pose proof (bounded_score m theta j) as S.
    eapply Rle_trans; [| apply (square_of_score m d theta j inside J)]. fold P.
    change (E (bind P K) (fun z => f j z ^ 2)) with (E P (fun x => E (K x) (fun z => f j z ^ 2))).
    rewrite <- E_scal, <- E_minus by bounded. apply E_mono; bounded. intros x.
    pose proof (square_of_mean (K x) (f j) (F j)). pose proof (pow2_ge_0 (score m theta j x - E (K x) (f j))).
    nra.
  - rewrite Sum_below_const. right. field.
Qed.
