(** * Entropies: x log x, and the information of a value and a message by their joint density *)

From Foundations Require Export Laws.
Import ListNotations.
Open Scope R_scope.

(** ** x log x *)

Definition xlogx x := x * ln x.

(** Convexity, by the tangent at t. *)
Lemma xlogx_tangent t x : 0 < t -> 0 <= x -> x * (ln t + 1) - t <= xlogx x.
Proof.
  intros T [X | <-]; unfold xlogx; [| lra].
  pose proof (ln_le_minus_1 (t / x) (Rdiv_lt_0_compat _ _ T X)) as H.
  unfold Rdiv in H. rewrite ln_mult, ln_Rinv in H by (try apply Rinv_0_lt_compat; lra).
  apply (Rmult_le_compat_l x) in H; [| lra].
  replace (x * (t * / x - 1)) with (t - x) in H by (field; lra). nra.
Qed.

Lemma xlogx_add x y : 0 <= x -> 0 <= y -> xlogx x + xlogx y <= xlogx (x + y).
Proof.
  assert (part : forall a b, 0 <= a -> 0 <= b -> a * ln a <= a * ln (a + b)).
  { intros a b [A | <-] B; [| lra]. apply Rmult_le_compat_l; [lra |]. apply ln_le; lra. }
  intros X Y. pose proof (part x y X Y). pose proof (part y x Y X) as other. rewrite (Rplus_comm y) in other.
  unfold xlogx. lra.
Qed.

Lemma xlogx_Sum {I} (l : list I) x : (forall i, 0 <= x i) -> Sum l (fun i => xlogx (x i)) <= xlogx (Sum l x).
Proof.
  intros X. induction l as [| i l IH]; simpl; [unfold xlogx; lra |].
  pose proof (xlogx_add (x i) (Sum l x) (X i) (Sum_ge_0 l x X)). lra.
Qed.

Lemma bounded_xlogx {A} (f : A -> R) : bounded f -> (forall x, 0 <= f x) -> bounded (fun x => xlogx (f x)).
Proof.
  intros [M F] pos. apply bounded_between with (-1) (Rabs M * ln (Rabs M + 1)). intros x.
  specialize (F x). specialize (pos x). rewrite Rabs_pos_eq in F by exact pos. pose proof (Rle_abs M).
  pose proof (Rabs_pos M). split.
  - pose proof (xlogx_tangent 1 (f x) ltac:(lra) pos) as T. rewrite ln_1 in T. lra.
  - unfold xlogx. destruct pos as [pos | <-].
    + assert (ln (f x) <= ln (Rabs M + 1)) by (apply ln_le; lra).
      assert (0 <= ln (Rabs M + 1)) by (rewrite <- ln_1; apply ln_le; lra).
      apply Rle_trans with (f x * ln (Rabs M + 1)); [apply Rmult_le_compat_l; lra | apply Rmult_le_compat_r; lra].
    + rewrite Rmult_0_l. apply Rmult_le_pos; [lra |]. rewrite <- ln_1. apply ln_le; lra.
Qed.

Lemma xlogx_of_null {A} (P : law A) f : bounded f -> (forall x, 0 <= f x) -> E P f = 0 ->
  E P (fun x => xlogx (f x)) = 0.
Proof.
  intros F pos null. pose proof (bounded_xlogx f F pos) as B. destruct F as [M small]. apply Rle_antisym.
  - apply Rle_trans with (E P (fun x => ln (Rabs M + 1) * f x)).
    + apply E_mono; [exact B | apply bounded_mult; [bounded | now exists M] |]. intros x.
      specialize (small x). specialize (pos x). rewrite Rabs_pos_eq in small by exact pos. pose proof (Rle_abs M).
      unfold xlogx. rewrite Rmult_comm. destruct pos as [pos | <-]; [| lra].
      apply Rmult_le_compat_r; [lra | apply ln_le; lra].
    + rewrite E_scal, null by now exists M. lra.
  - apply Rnot_lt_le. intros below. set (m := E P (fun x => xlogx (f x))) in *.
    assert (T : 0 < - m / 2) by lra.
    assert (- (- m / 2) <= m).
    { apply Rle_trans with (E P (fun x => f x * (ln (- m / 2) + 1) - - m / 2)).
      - rewrite E_minus, E_const by (try apply bounded_mult; bounded; now exists M).
        rewrite (E_ext P _ (fun x => (ln (- m / 2) + 1) * f x)) by (intros; ring).
        rewrite E_scal, null by now exists M. lra.
      - apply E_mono; [| exact B |].
        + apply bounded_minus; [apply bounded_mult; [now exists M | bounded] | bounded].
        + intros x. now apply xlogx_tangent. }
    lra.
Qed.

(** ** Informations of joint densities

    H(V) + H(Z) - H(V, Z) of a value from 1 to N and a message, in nats, where w v is their joint density over a law, up
    to a factor; 0 where w has no mass. *)
Definition told_by {B} (mu : law B) N (w : nat -> B -> R) :=
  let total := Sum (seq 1 N) (fun v => E mu (w v)) in
  if Rlt_dec 0 total then
    (Sum (seq 1 N) (fun v => E mu (fun z => xlogx (w v z))) - E mu (fun z => xlogx (Sum (seq 1 N) (fun v => w v z))) -
      Sum (seq 1 N) (fun v => xlogx (E mu (w v))) + xlogx total) / total
  else 0.

Section Told_by.
  Context {B : Type} (mu : law B) (N : nat) (w : nat -> B -> R).
  Hypothesis w_ge_0 : forall v z, 0 <= w v z.
  Hypothesis bounded_w : forall v, bounded (w v).
  Let total := Sum (seq 1 N) (fun v => E mu (w v)).

  Let row_ge_0 v : 0 <= E mu (w v).
  Proof. now apply E_ge. Qed.

  Let column_ge_0 z : 0 <= Sum (seq 1 N) (fun v => w v z).
  Proof. apply Sum_ge_0. intros v. apply w_ge_0. Qed.

  Let bounded_column : bounded (fun z => Sum (seq 1 N) (fun v => w v z)).
  Proof. now apply bounded_Sum. Qed.

  Lemma told_by_total : total * told_by mu N w =
    Sum (seq 1 N) (fun v => E mu (fun z => xlogx (w v z))) - E mu (fun z => xlogx (Sum (seq 1 N) (fun v => w v z))) -
    Sum (seq 1 N) (fun v => xlogx (E mu (w v))) + xlogx total.
  Proof.
    unfold told_by. fold total. destruct (Rlt_dec 0 total) as [pos | not_pos]; [field; lra |].
    assert (zero : total = 0).
    { assert (0 <= total) by (apply Sum_ge_0; intros; apply row_ge_0). lra. }
    assert (each : forall v, In v (seq 1 N) -> E mu (w v) = 0).
    { intros v V. apply Rle_antisym; [| apply row_ge_0]. rewrite <- zero. unfold total. clear - V row_ge_0.
      induction (seq 1 N) as [| u l IH]; [easy |]. simpl.
      assert (0 <= Sum l (fun v => E mu (w v))) by (apply Sum_ge_0; intros; apply row_ge_0).
      destruct V as [-> | V]; [lra |]. specialize (IH V). specialize (row_ge_0 u). lra. }
    rewrite (Sum_ext_in _ (fun v => E mu (fun z => xlogx (w v z))) (fun _ => 0))
      by (intros v V; apply xlogx_of_null; auto).
    rewrite (Sum_ext_in _ (fun v => xlogx (E mu (w v))) (fun _ => 0))
      by (intros v V; rewrite (each v V); unfold xlogx; ring).
    rewrite (xlogx_of_null mu (fun z => Sum (seq 1 N) (fun v => w v z))); auto.
    - rewrite zero, !Sum_const. unfold xlogx. ring.
    - rewrite E_Sum by exact bounded_w. exact zero.
  Qed.

  (** At most the entropy of the value, hence the logarithm of the number of values. *)
  Lemma told_by_at_most_log : (1 <= N)%nat -> told_by mu N w <= ln (INR N).
  Proof.
    intros some. assert (N_pos : 1 <= INR N) by (change 1 with (INR 1); now apply le_INR).
    destruct (Rlt_dec 0 total) as [pos | not_pos].
    2:{ unfold told_by. fold total. destruct (Rlt_dec 0 total); [lra |]. rewrite <- ln_1. apply ln_le; lra. }
    apply (Rmult_le_reg_l total); [exact pos |]. rewrite told_by_total.
    assert (joint : Sum (seq 1 N) (fun v => E mu (fun z => xlogx (w v z))) <=
      E mu (fun z => xlogx (Sum (seq 1 N) (fun v => w v z)))).
    { rewrite <- E_Sum by (intros v; now apply bounded_xlogx). apply E_mono.
      - apply bounded_Sum. intros v. now apply bounded_xlogx.
      - now apply bounded_xlogx.
      - intros z. now apply xlogx_Sum. }
    assert (rows : xlogx total - total * ln (INR N) <= Sum (seq 1 N) (fun v => xlogx (E mu (w v)))).
    { set (t := total / INR N). assert (T : 0 < t) by (apply Rdiv_lt_0_compat; lra).
      apply Rle_trans with (Sum (seq 1 N) (fun v => (ln t + 1) * E mu (w v) - t)).
      - rewrite Sum_minus, Sum_scal, Sum_const, seq_length. fold total. unfold t at 1. unfold Rdiv.
        rewrite ln_mult, ln_Rinv by (try apply Rinv_0_lt_compat; lra).
        replace (INR N * t) with total by (unfold t; field; lra). unfold xlogx. lra.
      - apply Sum_le. intros v. pose proof (xlogx_tangent t _ T (row_ge_0 v)). lra. }
    lra.
  Qed.
End Told_by.
