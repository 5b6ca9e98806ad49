(** * label (80): series over shells

    Each theorem says what a claim of the ledger says at that place, as the exporter writes it from the claim itself. A
    series of terms above 0 is at most a number where all its parts are. *)

From Foundations Require Export Votes Moments.
Import ListNotations.
Open Scope R_scope.

Definition shell_series_most gamma s := forall n,
  Sum (seq 1 n) (fun k => raise 2 (INR k * (gamma + 1)) * raise 4 (1 - raise 4 (INR k - 1))) <= s.
Definition printed_series_most gamma s := forall n,
  Sum (seq 1 n) (fun k => raise 2 (INR k * gamma + INR k - raise 2 (2 * INR k - 2) + 2)) <= s.
Definition rare_series_most gamma s := forall n,
  Sum (seq 1 n) (fun k => raise 2 (INR k * (gamma + 1)) * raise 4 (1 - raise 2 (INR k - 1))) <= s.

Lemma halves_sum n : Sum (seq 1 n) (fun k => exp (- (INR k * ln 2))) = 1 - exp (- (INR n * ln 2)).
Proof.
  induction n as [| n IH]; [simpl; rewrite Rmult_0_l, Ropp_0, exp_0; ring |].
  rewrite seq_S, Sum_app, IH. cbn [Sum]. change (1 + n)%nat with (S n). rewrite S_INR.
  replace (- (INR n * ln 2)) with (- ((INR n + 1) * ln 2) + ln 2) by ring. rewrite exp_plus, exp_ln by lra. ring.
Qed.

(** Terms that are below 4 c for halves that are each half of the one before. *)
Lemma series_by_halves (f : nat -> R) c : 0 <= c -> (forall k, (1 <= k)%nat -> f k <= exp (- (INR k * ln 2)) * c) ->
  forall n, Sum (seq 1 n) f <= c.
Proof.
  intros c_pos each n. apply Rle_trans with (Sum (seq 1 n) (fun k => c * exp (- (INR k * ln 2)))).
  - apply Sum_le_in. intros k inside. apply in_seq in inside. rewrite Rmult_comm. apply each. lia.
  - rewrite Sum_scal, halves_sum. pose proof (exp_pos (- (INR n * ln 2))). nra.
Qed.

(** The largest value of a power that falls exponentially. *)
Lemma largest_of_fall c u a L : 0 < c -> 0 < u -> 0 < a -> 0 < L ->
  a * ln (c * u) - u * L <= a * ln (c * a * exp (- 1) / L).
Proof.
  intros c_pos u_pos a_pos L_pos. pose proof (exp_pos (- 1)) as e_pos.
  assert (ca : 0 < c * a) by now apply Rmult_lt_0_compat.
  unfold Rdiv. rewrite !ln_mult by (try apply Rinv_0_lt_compat; try apply Rmult_lt_0_compat; assumption).
  rewrite ln_exp, ln_Rinv by exact L_pos.
  set (z := u * L / a). assert (z_pos : 0 < z) by (apply Rdiv_lt_0_compat; [now apply Rmult_lt_0_compat | exact a_pos]).
  pose proof (exp_ineq1_le (ln z)) as line. rewrite exp_ln in line by exact z_pos.
  assert (log : ln z = ln u + ln L - ln a).
  { unfold z, Rdiv. rewrite !ln_mult, ln_Rinv by (try apply Rinv_0_lt_compat; try apply Rmult_lt_0_compat; assumption).
    ring. }
  rewrite log in line. apply (Rmult_le_compat_l a) in line; [| lra].
  assert (a * z = u * L) by (unfold z; field; lra). nra.
Qed.

Lemma four_times x y : exp x * (4 * exp y) = exp (x + (ln 4 + y)).
Proof. rewrite !exp_plus, exp_ln by lra. ring. Qed.

Lemma ln_4 : ln 4 = 2 * ln 2.
Proof. replace 4 with (2 * 2) by ring. rewrite ln_mult by lra. ring. Qed.

Lemma ln_2_pos : 0 < ln 2.
Proof. rewrite <- ln_1. apply ln_increasing; lra. Qed.

Lemma base_pos a : 0 < a -> forall c, 0 < c -> 0 < c * a * exp (- 1) / ln 2.
Proof.
  intros a_pos c c_pos. pose proof ln_2_pos. pose proof (exp_pos (- 1)).
  apply Rdiv_lt_0_compat; [| assumption]. repeat apply Rmult_lt_0_compat; assumption.
Qed.

Theorem label_shell_series : forall (gamma : R),
  0 <= gamma ->
  shell_series_most gamma (4 * raise (2 * (1 + gamma / 2) * exp (- 1) / ln 2) (1 + gamma / 2)).
Proof.
  intros gamma gamma_pos. set (a := 1 + gamma / 2). assert (a_pos : 0 < a) by (unfold a; lra). pose proof ln_2_pos as two.
  pose proof (base_pos a a_pos 2 ltac:(lra)) as base.
  unfold shell_series_most, printed_series_most, rare_series_most. apply series_by_halves.
  - apply Rmult_le_pos; [lra | apply raise_ge_0].
  - intros k _. rewrite !raise_pos by (exact base || lra). set (u := exp ((INR k - 1) * ln 4)).
    assert (u_pos : 0 < u) by apply exp_pos. rewrite <- exp_plus, four_times. apply exp_le. pose proof (largest_of_fall 4 u a (ln 4) ltac:(lra) u_pos a_pos ltac:(rewrite ln_4; lra)) as fall.
    replace (4 * a * exp (- 1) / ln 4) with (2 * a * exp (- 1) / ln 2) in fall by (rewrite ln_4; field; lra).
    rewrite (ln_mult 4 u) in fall by lra. unfold u in fall at 1. rewrite ln_exp in fall.
    rewrite ln_4 in *. unfold a in *. nra.
Qed.

Theorem label_printed_series : forall (gamma : R),
  0 <= gamma ->
  printed_series_most gamma (4 * raise (4 * (1 + gamma / 2) * exp (- 1) / ln 2) (1 + gamma / 2)).
Proof.
  intros gamma gamma_pos. set (a := 1 + gamma / 2). assert (a_pos : 0 < a) by (unfold a; lra). pose proof ln_2_pos as two.
  pose proof (base_pos a a_pos 4 ltac:(lra)) as base.
  unfold shell_series_most, printed_series_most, rare_series_most. apply series_by_halves.
  - apply Rmult_le_pos; [lra | apply raise_ge_0].
  - intros k _. rewrite !raise_pos by (exact base || lra). set (u := exp ((2 * INR k - 2) * ln 2)).
    assert (u_pos : 0 < u) by apply exp_pos. rewrite four_times. apply exp_le. pose proof (largest_of_fall 4 u a (ln 2) ltac:(lra) u_pos a_pos two) as fall.
    rewrite (ln_mult 4 u) in fall by lra. unfold u in fall at 1. rewrite ln_exp in fall.
    rewrite ln_4 in *. unfold a in *. nra.
Qed.

Theorem label_rare_series : forall (gamma : R),
  0 <= gamma ->
  rare_series_most gamma (4 * raise (2 * (1 + gamma / 2) * exp (- 1) / ln 2) (2 + gamma)).
Proof.
  intros gamma gamma_pos. set (a := 2 + gamma). assert (a_pos : 0 < a) by (unfold a; lra). pose proof ln_2_pos as two.
  pose proof (base_pos (1 + gamma / 2) ltac:(lra) 2 ltac:(lra)) as base.
  unfold shell_series_most, printed_series_most, rare_series_most. apply series_by_halves.
  - apply Rmult_le_pos; [lra | apply raise_ge_0].
  - intros k _. rewrite !raise_pos by (exact base || lra). set (u := exp ((INR k - 1) * ln 2)).
    assert (u_pos : 0 < u) by apply exp_pos. rewrite <- exp_plus, four_times. apply exp_le. pose proof (largest_of_fall 2 u a (ln 4) ltac:(lra) u_pos a_pos ltac:(rewrite ln_4; lra)) as fall.
    replace (2 * a * exp (- 1) / ln 4) with (2 * (1 + gamma / 2) * exp (- 1) / ln 2) in fall
      by (rewrite ln_4; unfold a; field; lra).
    rewrite (ln_mult 2 u) in fall by lra. unfold u in fall at 1. rewrite ln_exp in fall.
    rewrite ln_4 in *. unfold a in *. nra.
Qed.
