(** * What messages in turn tell of a value, each beside its good part

    V is uniform on 1 to N, and each user's message has a law for each value, which may depend on the earlier messages.
    As in Rare.v the laws of a message have densities. *)

From Foundations Require Export Rare_pairs.
Import ListNotations.
Open Scope R_scope.

Record told_protocol B := Told_protocol {
  told_users : nat;
  told_family : list B -> law_family B;
  told_bounded : forall v, exists M, forall h z, density (told_family h) v z <= M
}.
Arguments told_users {B}.
Arguments told_family {B}.
Arguments told_bounded {B}.

(** n users, each by a channel that is (alpha, delta)-private. *)
Definition values_approximately {B} (Z : told_protocol B) n alpha delta := told_users Z = n /\
  forall h, private_approximately alpha delta (law_with (told_family Z h)).

Section Told.
  Context {B : Type} (Z : told_protocol B) (N : nat).

  (** All messages given the value, and their density with respect to one law. *)
  Fixpoint told_given v n : law (list B) :=
    match n with
    | O => ret []
    | S k => step (told_given v k) (fun h => law_with (told_family Z h) v)
    end.
  Fixpoint told_common n : law (list B) :=
    match n with
    | O => ret []
    | S k => step (told_common k) (fun h => common (told_family Z h))
    end.
  Fixpoint told_density v n (h : list B) : R :=
    match n, h with
    | S k, z :: h' => told_density v k h' * density (told_family Z h') v z
    | _, _ => 1
    end.

  (** The information of V and all n messages. *)
  Definition all_told n := told_by (told_common n) N (fun v h => / INR N * told_density v n h).

  (** The law of V given the n earlier messages; where these have no chance, any law. *)
  Definition told_total n h := Sum (seq 1 N) (fun v => told_density v n h).

  Lemma told_density_ge_0 v n h : 0 <= told_density v n h.
  Proof.
    revert h. induction n as [| n IH]; intros [| z h]; simpl; try lra. apply Rmult_le_pos; [apply IH | apply density_ge_0].
  Qed.

  Lemma posterior_weights n h : 0 < told_total n h ->
    is_weight (seq 1 N) (fun v => told_density v n h / told_total n h).
  Proof.
    intros pos. split.
    - intros v. apply Rdiv_le_0_compat; [apply told_density_ge_0 | exact pos].
    - unfold Rdiv. rewrite (Sum_ext _ _ (fun v => / told_total n h * told_density v n h)) by (intros; ring).
      rewrite Sum_scal. fold (told_total n h). field. lra.
  Qed.

  Definition posterior n h : law nat :=
    match Rlt_dec 0 (told_total n h) with
    | left pos => finite (seq 1 N) _ (posterior_weights n h pos)
    | right _ => one_of N
    end.

  (** The sum of the informations of V and each message, given the earlier ones and that B_i = 0. *)
  Definition good_sum n alpha := Sum (below n) (fun i => E (bind (one_of N) (fun v => told_given v i))
    (fun h => good_told (told_family Z h) (posterior i h) N alpha)).
End Told.

(** ** Informations are at least 0 *)

Lemma xlogx_mult x y : 0 <= x -> 0 <= y -> xlogx (x * y) = y * xlogx x + x * xlogx y.
Proof.
  intros [X | <-] [Y | <-]; unfold xlogx; try (rewrite ?Rmult_0_l, ?Rmult_0_r; ring).
  rewrite ln_mult by assumption. ring.
Qed.

Lemma xlogx_1 : xlogx 1 = 0.
Proof. unfold xlogx. rewrite ln_1. ring. Qed.

Lemma told_by_ge_0 {B} (mu : law B) N w : (forall v z, 0 <= w v z) -> (forall v, bounded (w v)) -> 0 <= told_by mu N w.
Proof.
  intros w_0 bounded_w. set (total := Sum (seq 1 N) (fun v => E mu (w v))).
  destruct (Rlt_dec 0 total) as [pos | none]; [| unfold told_by; fold total; destruct (Rlt_dec 0 total); lra].
  apply (Rmult_le_reg_l total); [exact pos |]. rewrite Rmult_0_r. unfold total at 1.
  rewrite (told_by_total mu N w w_0 bounded_w). fold total.
  set (s := fun z => Sum (seq 1 N) (fun v => w v z)). set (r := fun v => E mu (w v)).
  assert (s_0 : forall z, 0 <= s z) by (intros z; apply Sum_ge_0; intros v; apply w_0).
  assert (r_0 : forall v, 0 <= r v) by (intros v; apply E_ge; auto).
  assert (bounded_s : bounded s) by (now apply bounded_Sum).
  assert (whole : E mu s = total) by (unfold s; now rewrite E_Sum).
  assert (below_s : forall v z, In v (seq 1 N) -> w v z <= s z).
  { intros v z V. unfold s. clear - V w_0. induction (seq 1 N) as [| u l IH]; [easy |]. cbn [Sum].
    assert (0 <= Sum l (fun v => w v z)) by (apply Sum_ge_0; intros u'; apply w_0).
    destruct V as [-> | V]; [lra |]. specialize (IH V). specialize (w_0 u z). lra. }
  assert (B_ln : forall v, In v (seq 1 N) -> bounded (fun z => w v z * ln (s z))).
  { intros v V. pose proof (bounded_xlogx (w v) (bounded_w v) (w_0 v)) as [M low]. destruct bounded_s as [M' high].
      apply bounded_between with (- M) (Rabs M' * Rabs M'). intros z. specialize (low z). specialize (high z).
      specialize (w_0 v z). specialize (below_s v z V). specialize (s_0 z). apply Rabs_le_between in low.
      rewrite (Rabs_pos_eq (s z)) in high by exact s_0. pose proof (Rle_abs M'). unfold xlogx in low.
      destruct w_0 as [w_pos | zero]; [| rewrite <- zero in *; rewrite !Rmult_0_l in *;
        pose proof (Rabs_pos M'); nra].
      assert (ln (w v z) <= ln (s z)) by (apply ln_le; lra).
      pose proof (ln_le_minus_1 (s z) ltac:(lra)).
      assert (ln (s z) <= Rabs M') by lra. split; [nra |].
      destruct (Rle_dec 0 (ln (s z))); [apply Rmult_le_compat; lra | pose proof (Rabs_pos M'); nra]. }
  (* Row by row: the tangent at s r/total. *)
  assert (row : forall v, In v (seq 1 N) -> E mu (fun z => w v z * ln (s z)) + xlogx (r v) - r v * ln total <=
    E mu (fun z => xlogx (w v z))).
  { intros v V. specialize (B_ln v V). destruct (r_0 v) as [r_pos | zero].
    - apply Rle_trans with (E mu (fun z => w v z * ln (s z) + (ln (r v) - ln total + 1) * w v z - r v / total * s z)).
      + rewrite E_minus, E_plus, !E_scal by (bounded || apply bounded_plus; bounded).
        rewrite whole. fold (r v). unfold xlogx. right. field. lra.
      + apply E_mono; [bounded | now apply bounded_xlogx |]. intros z.
        destruct (s_0 z) as [s_pos | none].
        * pose proof (xlogx_tangent (s z * r v / total) (w v z)
            ltac:(apply Rdiv_lt_0_compat; [now apply Rmult_lt_0_compat | exact pos]) (w_0 v z)) as tangent.
          unfold Rdiv in tangent at 1. rewrite !ln_mult, ln_Rinv in tangent
            by (try apply Rmult_lt_0_compat; try apply Rinv_0_lt_compat; assumption).
          replace (r v / total * s z) with (s z * r v / total) by (field; lra). lra.
        * specialize (below_s v z V). rewrite <- none in *. assert (zero : w v z = 0) by (specialize (w_0 v z); lra).
          rewrite zero. unfold xlogx. lra.
    - rewrite (xlogx_of_null mu (w v) (bounded_w v) (w_0 v)) by (symmetry; exact zero).
      rewrite <- zero. unfold xlogx. rewrite !Rmult_0_l.
      enough (E mu (fun z => w v z * ln (s z)) <= 0) by lra.
      destruct bounded_s as [M' high]. apply Rle_trans with (E mu (fun z => Rabs M' * w v z)).
      + apply E_mono; [exact B_ln | bounded |]. intros z. specialize (high z). specialize (below_s v z V).
        specialize (s_0 z). specialize (w_0 v z). rewrite Rabs_pos_eq in high by exact s_0. pose proof (Rle_abs M').
        destruct s_0 as [s_pos | none]; [| rewrite <- none in *; replace (w v z) with 0 by lra; lra].
        pose proof (ln_le_minus_1 (s z) s_pos). assert (ln (s z) <= Rabs M') by lra. nra.
      + rewrite E_scal by bounded. fold (r v). rewrite <- zero. lra. }
  assert (sum := Sum_le_in _ _ _ row). rewrite Sum_minus, Sum_plus in sum.
  assert (lns : Sum (seq 1 N) (fun v => E mu (fun z => w v z * ln (s z))) = E mu (fun z => xlogx (s z))).
  { set (g := fun v z => if in_dec Nat.eq_dec v (seq 1 N) then w v z * ln (s z) else 0).
    assert (B_g : forall v, bounded (g v)).
    { intros v. unfold g. destruct (in_dec Nat.eq_dec v (seq 1 N)) as [V |]; [now apply B_ln | bounded]. }
    rewrite (Sum_ext_in _ _ (fun v => E mu (g v))).
    - rewrite <- E_Sum by exact B_g. apply E_ext. intros z.
      rewrite (Sum_ext_in _ _ (fun v => ln (s z) * w v z)).
      + rewrite Sum_scal. fold (s z). unfold xlogx. ring.
      + intros v V. unfold g. destruct (in_dec Nat.eq_dec v (seq 1 N)); [ring | contradiction].
    - intros v V. apply E_ext. intros z. unfold g. destruct (in_dec Nat.eq_dec v (seq 1 N)); [reflexivity |].
      contradiction. }
  assert (tot : Sum (seq 1 N) (fun v => r v * ln total) = xlogx total).
  { rewrite (Sum_ext _ _ (fun v => ln total * r v)) by (intros; ring). rewrite Sum_scal. unfold xlogx, r.
    fold total. ring. }
  rewrite lns, tot in sum. unfold r in sum. unfold s in *. lra.
Qed.

(** ** The chain rule: Cover and Thomas 2006, Theorem 2.5.2 *)

(** The information of a value and its message, term by term. *)
Lemma one_told_by_terms {B} (M : law_family B) pi N : on_values pi N -> one_told M pi N =
  Sum (seq 1 N) (fun v => weight pi v * E (common M) (fun z => xlogx (density M v z))) -
  E (common M) (fun z => xlogx (mean_density M pi N z)).
Proof.
  intros inside. pose proof (weight_ge_0 pi) as W. pose proof (density_bounded M) as bounded_M.
  set (w := pair_density M pi). assert (w_0 : forall v z, 0 <= w v z)
    by (intros v z; apply Rmult_le_pos; [apply W | apply density_ge_0]).
  assert (bounded_w : forall v, bounded (w v)) by (intros v; unfold w, pair_density; bounded).
  assert (mass : forall v, E (common M) (w v) = weight pi v).
  { intros v. unfold w, pair_density. rewrite E_scal, density_one by bounded. ring. }
  assert (total : Sum (seq 1 N) (fun v => E (common M) (w v)) = 1).
  { rewrite (Sum_ext _ _ (weight pi)) by exact mass. now apply weights_one. }
  pose proof (told_by_total (common M) N w w_0 bounded_w) as told. rewrite total, Rmult_1_l, xlogx_1 in told.
  unfold one_told. fold w. rewrite told. rewrite (Sum_ext _ (fun v => xlogx (E (common M) (w v)))
    (fun v => xlogx (weight pi v))) by (intros v; now rewrite mass).
  rewrite (Sum_ext _ (fun v => E (common M) (fun z => xlogx (w v z))) (fun v => xlogx (weight pi v) +
    weight pi v * E (common M) (fun z => xlogx (density M v z)))).
  - rewrite Sum_plus. unfold mean_density. fold w. unfold w, pair_density. ring.
  - intros v. pose proof (bounded_xlogx (density M v) (bounded_M v) (density_ge_0 M v)) as B_x.
    rewrite (E_ext _ _ (fun z => xlogx (weight pi v) * density M v z + weight pi v * xlogx (density M v z))).
    + rewrite E_plus, !E_scal, density_one by bounded. ring.
    + intros z. unfold w, pair_density. rewrite xlogx_mult by (apply W || apply density_ge_0). ring.
Qed.

Lemma one_of_on_values N : (1 <= N)%nat -> on_values (one_of N) N.
Proof.
  intros some. destruct N as [| k]; [lia |]. apply finite_lives_on. apply on_finite. intros v V. apply in_seq in V. lia.
Qed.

Lemma E_one_of N f : (1 <= N)%nat -> E (one_of N) f = / INR N * Sum (seq 1 N) f.
Proof. intros some. destruct N as [| k]; [lia |]. cbn [one_of E finite]. apply Sum_scal. Qed.

Section Chain.
  Context {B : Type} (Z : told_protocol B) (N : nat).
  Hypothesis some : (1 <= N)%nat.
  Let d := told_density Z.
  Let s := told_total Z N.
  Let post := posterior Z N.

  Let N_pos : 0 < INR N.
  Proof. apply lt_0_INR. lia. Qed.

  Lemma bounded_told v n : bounded (d v n).
  Proof.
    destruct (told_bounded Z v) as [M low]. induction n as [| n [K IH]].
    - exists 1. intros h. unfold d. destruct h; simpl; rewrite Rabs_R1; lra.
    - exists (Rmax 1 (K * M)). intros [| z h]; unfold d; cbn [told_density].
      + rewrite Rabs_R1. apply Rmax_l.
      + eapply Rle_trans; [| apply Rmax_r]. rewrite Rabs_mult. specialize (IH h). unfold d in IH.
        specialize (low h z). pose proof (density_ge_0 (told_family Z h) v z) as low_0.
        rewrite (Rabs_pos_eq (density _ _ _)) by exact low_0. apply Rmult_le_compat; auto. apply Rabs_pos.
  Qed.

  Lemma E_given v n f : bounded f -> E (told_given Z v n) f = E (told_common Z n) (fun h => d v n h * f h).
  Proof.
    revert f. induction n as [| n IH]; intros f F; [cbn; unfold d; simpl; ring |].
    cbn [told_given told_common]. rewrite !E_step.
    pose proof (bounded_told v n) as B_d. destruct F as [M F].
    assert (after : bounded (fun h => E (law_with (told_family Z h) v) (fun z => f (z :: h))))
      by (exists M; intros h; apply E_small; intros z; apply F).
    rewrite (IH _ after). apply E_ext. intros h.
    change (d v n h * E (common (told_family Z h)) (fun z => density (told_family Z h) v z * f (z :: h)) =
      E (common (told_family Z h)) (fun z => d v n h * density (told_family Z h) v z * f (z :: h))).
    assert (B_f : bounded (fun z => f (z :: h))) by (exists M; intros z; apply F).
    pose proof (density_bounded (told_family Z h) v).
    rewrite <- E_scal by bounded. apply E_ext. intros z. ring.
  Qed.

  Lemma told_mass v n : E (told_common Z n) (d v n) = 1.
  Proof.
    rewrite <- (E_one (told_given Z v n)), E_given by bounded. apply E_ext. intros h. ring.
  Qed.

  (** What the next message tells, given the earlier ones, times twice their density. *)
  Let next n h := Sum (seq 1 N) (fun v => d v n h * E (common (told_family Z h))
    (fun z => xlogx (density (told_family Z h) v z))) -
    s n h * E (common (told_family Z h)) (fun z => xlogx (mean_density (told_family Z h) (post n h) N z)).

  Lemma posterior_on n h : on_values (post n h) N.
  Proof.
    unfold post, posterior. destruct (Rlt_dec 0 (told_total Z N n h)); [| now apply one_of_on_values].
    apply finite_lives_on. apply on_finite. intros v V. apply in_seq in V. lia.
  Qed.

  Lemma weight_posterior n h v : In v (seq 1 N) -> d v n h = s n h * weight (post n h) v.
  Proof.
    intros V. unfold post, posterior, s, d. destruct (Rlt_dec 0 (told_total Z N n h)) as [pos | none].
    - unfold weight. cbn [E finite].
      rewrite (Sum_ext _ _ (fun u => if Nat.eq_dec u v then told_density Z v n h / told_total Z N n h else 0)).
      + rewrite Sum_single by (apply seq_NoDup || exact V). field. lra.
      + intros u. destruct (Nat.eqb_spec u v) as [-> |]; destruct (Nat.eq_dec _ v); try congruence; ring.
    - assert (zero : told_total Z N n h = 0).
      { assert (0 <= told_total Z N n h) by (apply Sum_ge_0; intros; apply told_density_ge_0). lra. }
      rewrite zero, Rmult_0_l. apply Rle_antisym; [| apply told_density_ge_0]. rewrite <- zero. unfold told_total.
      clear - V. induction (seq 1 N) as [| u l IH]; [easy |]. cbn [Sum].
      assert (0 <= Sum l (fun v => told_density Z v n h)) by (apply Sum_ge_0; intros; apply told_density_ge_0).
      destruct V as [-> | V]; [lra |]. specialize (IH V). pose proof (told_density_ge_0 Z u n h). lra.
  Qed.

  Lemma next_is n h : next n h = s n h * one_told (told_family Z h) (post n h) N.
  Proof.
    rewrite one_told_by_terms by apply posterior_on. unfold next. rewrite Rmult_minus_distr_l. f_equal.
    rewrite <- Sum_scal. apply Sum_ext_in. intros v V. rewrite (weight_posterior n h v V). ring.
  Qed.
  Lemma weight_most pi v : 0 <= weight pi v <= 1.
  Proof. apply E_between. intros u. destruct (Nat.eqb u v); lra. Qed.

  Let bounded_pairs v : bounded (fun p : list B * B => density (told_family Z (fst p)) v (snd p)).
  Proof.
    destruct (told_bounded Z v) as [M high]. apply bounded_between with 0 M. intros p. split; [apply density_ge_0 | auto].
  Qed.

  Let row_term v : bounded (fun h => E (common (told_family Z h)) (fun z => xlogx (density (told_family Z h) v z))).
  Proof.
    destruct (bounded_xlogx _ (bounded_pairs v) (fun p => density_ge_0 _ v (snd p))) as [M small]. exists M.
    intros h. apply E_small. intros z. exact (small (h, z)).
  Qed.

  Let column_term n :
    bounded (fun h => E (common (told_family Z h)) (fun z => xlogx (mean_density (told_family Z h) (post n h) N z))).
  Proof.
    assert (bounded_mean : bounded (fun p : list B * B =>
      mean_density (told_family Z (fst p)) (post n (fst p)) N (snd p))).
    { unfold mean_density. apply bounded_Sum. intros v. apply bounded_mult; [| apply bounded_pairs].
      apply bounded_between with 0 1. intros p. apply weight_most. }
    destruct (bounded_xlogx _ bounded_mean (fun p => mean_density_ge_0 _ _ N (snd p))) as [M small]. exists M.
    intros h. apply E_small. intros z. exact (small (h, z)).
  Qed.

  Lemma bounded_total n : bounded (s n).
  Proof. unfold s, told_total. apply bounded_Sum. intros v. apply bounded_told. Qed.

  Lemma total_ge_0 n h : 0 <= s n h.
  Proof. apply Sum_ge_0. intros v. apply told_density_ge_0. Qed.

  Let bounded_next n : bounded (next n).
  Proof.
    pose proof (bounded_total n). unfold next. apply bounded_minus; [| now apply bounded_mult].
    apply bounded_Sum. intros v. apply bounded_mult; [apply bounded_told | apply row_term].
  Qed.

  Let inverse_pos : 0 < / INR N.
  Proof. now apply Rinv_0_lt_compat. Qed.

  Lemma all_told_by_terms n : all_told Z N n =
    Sum (seq 1 N) (fun v => E (told_common Z n) (fun h => xlogx (/ INR N * d v n h))) -
    E (told_common Z n) (fun h => xlogx (/ INR N * s n h)) - Sum (seq 1 N) (fun v => xlogx (/ INR N)).
  Proof.
    set (w := fun v h => / INR N * d v n h).
    assert (bounded_w : forall v, bounded (w v)) by (intros v; apply bounded_mult; [bounded | apply bounded_told]).
    assert (w_0 : forall v h, 0 <= w v h)
      by (intros v h; apply Rmult_le_pos; [lra | apply told_density_ge_0]).
    assert (mass : forall v, E (told_common Z n) (w v) = / INR N).
    { intros v. unfold w. rewrite E_scal by apply bounded_told. rewrite told_mass. ring. }
    pose proof (told_by_total (told_common Z n) N w w_0 bounded_w) as told.
    rewrite (Sum_ext _ (fun v => E (told_common Z n) (w v)) (fun _ => / INR N)) in told by exact mass.
    rewrite (Sum_ext _ (fun v => xlogx (E (told_common Z n) (w v))) (fun _ => xlogx (/ INR N))) in told
      by (intros v; now rewrite mass).
    assert (one : Sum (seq 1 N) (fun _ : nat => / INR N) = 1) by (rewrite Sum_const, seq_length; field; lra).
    rewrite one, Rmult_1_l, xlogx_1, Rplus_0_r in told.
    change (all_told Z N n) with (told_by (told_common Z n) N w). rewrite told. f_equal. f_equal.
    apply E_ext. intros h. f_equal. unfold w, s, told_total. apply Sum_scal.
  Qed.

  Lemma row_next v n : E (told_common Z (S n)) (fun h => xlogx (/ INR N * d v (S n) h)) =
    E (told_common Z n) (fun h => xlogx (/ INR N * d v n h)) +
    E (told_common Z n) (fun h => / INR N * (d v n h *
      E (common (told_family Z h)) (fun z => xlogx (density (told_family Z h) v z)))).
  Proof.
    pose proof (bounded_told v n) as B_d. pose proof (row_term v) as B_r.
    assert (B_x : bounded (fun h => xlogx (/ INR N * d v n h))).
    { apply bounded_xlogx; [bounded |]. intros h. apply Rmult_le_pos; [lra | apply told_density_ge_0]. }
    rewrite <- E_plus by (exact B_x || apply bounded_mult; bounded).
    cbn [told_common]. rewrite E_step. apply E_ext. intros h. set (M := told_family Z h).
    pose proof (density_bounded M v) as B_M.
    pose proof (bounded_xlogx (density M v) B_M (density_ge_0 M v)) as B_xM.
    rewrite (E_ext _ _ (fun z => xlogx (/ INR N * d v n h) * density M v z +
      / INR N * d v n h * xlogx (density M v z))).
    - rewrite E_plus, !E_scal, density_one by bounded. ring.
    - intros z. change (d v (S n) (z :: h)) with (d v n h * density M v z).
      rewrite <- Rmult_assoc, xlogx_mult; [ring | | apply density_ge_0].
      apply Rmult_le_pos; [lra | apply told_density_ge_0].
  Qed.

  Lemma column_next n : E (told_common Z (S n)) (fun h => xlogx (/ INR N * s (S n) h)) =
    E (told_common Z n) (fun h => xlogx (/ INR N * s n h)) +
    E (told_common Z n) (fun h => / INR N * (s n h *
      E (common (told_family Z h)) (fun z => xlogx (mean_density (told_family Z h) (post n h) N z)))).
  Proof.
    pose proof (bounded_total n) as B_s. pose proof (column_term n) as B_c.
    assert (B_x : bounded (fun h => xlogx (/ INR N * s n h))).
    { apply bounded_xlogx; [bounded |]. intros h. apply Rmult_le_pos; [lra | apply total_ge_0]. }
    rewrite <- E_plus by (exact B_x || apply bounded_mult; bounded).
    cbn [told_common]. rewrite E_step. apply E_ext. intros h. set (M := told_family Z h). set (pi := post n h).
    set (m := mean_density M pi N). assert (m_0 : forall z, 0 <= m z) by (intros z; apply mean_density_ge_0).
    pose proof (density_bounded M) as B_M.
    assert (B_m : bounded m) by (unfold m, mean_density; bounded).
    pose proof (bounded_xlogx m B_m m_0) as B_xm.
    assert (one : E (common M) m = 1).
    { unfold m, mean_density. rewrite E_Sum by bounded. rewrite (Sum_ext _ _ (weight pi)).
      - apply weights_one, posterior_on.
      - intros v. rewrite E_scal, density_one by bounded. ring. }
    rewrite (E_ext _ _ (fun z => xlogx (/ INR N * s n h) * m z + / INR N * s n h * xlogx (m z))).
    - rewrite E_plus, !E_scal, one by bounded. ring.
    - intros z. replace (s (S n) (z :: h)) with (s n h * m z).
      + rewrite <- Rmult_assoc, xlogx_mult; [ring | | apply m_0]. apply Rmult_le_pos; [lra | apply total_ge_0].
      + unfold m, mean_density. rewrite <- Sum_scal. apply Sum_ext_in. intros v V.
        change (told_density Z v (S n) (z :: h)) with (d v n h * density M v z).
        rewrite (weight_posterior n h v V). fold pi. ring.
  Qed.

  Lemma all_told_next n : all_told Z N (S n) = all_told Z N n + E (told_common Z n) (fun h => / INR N * next n h).
  Proof.
    pose proof (bounded_total n) as B_s. pose proof (column_term n) as B_c.
    rewrite !all_told_by_terms, column_next. rewrite (Sum_ext _ _ _ (fun v => row_next v n)), Sum_plus.
    assert (B_row : forall v, bounded (fun h => d v n h *
      E (common (told_family Z h)) (fun z => xlogx (density (told_family Z h) v z))))
      by (intros v; apply bounded_mult; [apply bounded_told | apply row_term]).
    set (b := fun h => s n h *
      E (common (told_family Z h)) (fun z => xlogx (mean_density (told_family Z h) (post n h) N z))).
    assert (B_b : bounded b) by (apply bounded_mult; assumption).
    set (a := fun v h => d v n h * E (common (told_family Z h)) (fun z => xlogx (density (told_family Z h) v z))).
    fold a in B_row. change (forall v, bounded (a v)) in B_row.
    change (E (told_common Z n) (fun h => / INR N * next n h)) with
      (E (told_common Z n) (fun h => / INR N * (Sum (seq 1 N) (fun v => a v h) - b h))).
    rewrite (E_scal (told_common Z n) (/ INR N) (fun h => Sum (seq 1 N) (fun v => a v h) - b h))
      by (apply bounded_minus; [now apply bounded_Sum | exact B_b]).
    rewrite E_minus by (exact B_b || now apply bounded_Sum). rewrite E_Sum by exact B_row.
    change (Sum (seq 1 N) (fun v => E (told_common Z n) (fun h => / INR N * (d v n h * _)))) with
      (Sum (seq 1 N) (fun v => E (told_common Z n) (fun h => / INR N * a v h))).
    rewrite (Sum_ext _ (fun v => E (told_common Z n) (fun h => / INR N * a v h))
      (fun v => / INR N * E (told_common Z n) (a v))) by (intros v; now apply E_scal).
    change (E (told_common Z n) (fun h => / INR N * (s n h * _))) with
      (E (told_common Z n) (fun h => / INR N * b h)).
    rewrite (E_scal (told_common Z n) (/ INR N) b B_b), Sum_scal. change (fun x => b x) with b. ring.
  Qed.

  (** A mean over the value and its messages. *)
  Lemma E_of_earlier n f : bounded f ->
    E (bind (one_of N) (fun v => told_given Z v n)) f = E (told_common Z n) (fun h => / INR N * (s n h * f h)).
  Proof.
    intros F. assert (B_df : forall v, bounded (fun h => d v n h * f h))
      by (intros v; apply bounded_mult; [apply bounded_told | exact F]).
    change (E (bind (one_of N) (fun v => told_given Z v n)) f) with (E (one_of N) (fun v => E (told_given Z v n) f)).
    rewrite E_one_of by exact some.
    rewrite (Sum_ext _ (fun v => E (told_given Z v n) f) (fun v => E (told_common Z n) (fun h => d v n h * f h)))
      by (intros v; now apply E_given).
    rewrite <- E_Sum, <- E_scal by (exact B_df || now apply bounded_Sum). apply E_ext. intros h. f_equal.
    unfold s, told_total. rewrite (Sum_ext _ _ (fun v => f h * d v n h)) by (intros; ring). rewrite Sum_scal.
    unfold d. ring.
  Qed.

  (** What a message tells beside its good part adds up. *)
  Theorem chain_rule_beside_good_parts alpha c n :
    (forall h pi, on_values pi N -> one_told (told_family Z h) pi N - good_told (told_family Z h) pi N alpha <= c) ->
    all_told Z N n <= good_sum Z N n alpha + c * INR n.
  Proof.
    intros more. induction n as [| n IH].
    - rewrite all_told_by_terms. unfold good_sum. cbn [told_common E ret below seq Sum].
      replace (s 0 []) with (INR N).
      + rewrite Rinv_l by lra. rewrite xlogx_1. simpl.
        rewrite (Sum_ext _ (fun v => xlogx (/ INR N * d v 0 [])) (fun _ => xlogx (/ INR N)));
          [lra | intros v; unfold d; simpl; now rewrite Rmult_1_r].
      + unfold s, told_total. simpl. rewrite Sum_const, seq_length. ring.
    - set (good := fun h => good_told (told_family Z h) (post n h) N alpha).
      assert (good_between : forall h, 0 <= good h <= ln (INR N)).
      { intros h. pose proof (fun v => bounded_test _ (test_bad (told_family Z h) (post n h) N alpha v)) as T.
        pose proof (density_bounded (told_family Z h)) as B_M. unfold good, good_told.
        assert (pair_0 : forall v z, 0 <= good_pair (told_family Z h) (post n h) N alpha v z).
        { intros v z. unfold good_pair, pair_density.
          repeat apply Rmult_le_pos; [apply weight_ge_0 | apply density_ge_0 |].
          pose proof (test_bad (told_family Z h) (post n h) N alpha v z). lra. }
        assert (pair_bounded : forall v, bounded (good_pair (told_family Z h) (post n h) N alpha v))
          by (intros v; specialize (T v); unfold good_pair, pair_density; bounded).
        split; [now apply told_by_ge_0 | now apply told_by_at_most_log]. }
      assert (B_good : bounded good) by now apply bounded_between with 0 (ln (INR N)).
      assert (sum : good_sum Z N (S n) alpha = good_sum Z N n alpha +
        E (told_common Z n) (fun h => / INR N * (s n h * good h))).
      { unfold good_sum, below. rewrite seq_S, Sum_app. cbn [Sum]. rewrite Nat.add_0_l, Rplus_0_r. f_equal.
        now apply E_of_earlier. }
      pose proof (bounded_total n) as B_s. pose proof (bounded_next n) as B_next.
      assert (each : E (told_common Z n) (fun h => / INR N * next n h) <=
        E (told_common Z n) (fun h => / INR N * (s n h * good h) + c * (/ INR N * s n h))).
      { apply E_mono; [bounded | bounded |]. intros h. rewrite next_is. specialize (more h (post n h) (posterior_on n h)).
        fold (good h) in more. pose proof (total_ge_0 n h).
        replace (/ INR N * (s n h * good h) + c * (/ INR N * s n h)) with (/ INR N * (s n h * (good h + c))) by ring.
        apply Rmult_le_compat_l; [lra |]. apply Rmult_le_compat_l; [exact H | lra]. }
      assert (one : E (told_common Z n) (fun h => / INR N * s n h) = 1).
      { rewrite (E_ext _ _ (fun h => / INR N * (s n h * 1))) by (intros; ring).
        rewrite <- (E_of_earlier n (fun _ => 1)) by bounded. apply E_one. }
      rewrite E_plus, (E_scal _ c), one in each by bounded.
      rewrite all_told_next, sum, S_INR. lra.
  Qed.
End Chain.
