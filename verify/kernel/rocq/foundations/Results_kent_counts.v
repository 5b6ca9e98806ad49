(** * kent Algorithms 2 and 4: bins that hold a number, and sets that hold a user

    Each theorem says what a claim of the ledger says at that place, as the exporter writes it from the claim itself. *)

From Foundations Require Export Nouns Integrable.
Import ListNotations.
Open Scope R_scope.

(** ** Bins

    The intervals [-1 + 2 k Delta, -1 + 2 (k + 1) Delta), the last of N closed, that hold x; k is counted from 0. *)
Definition bin_start Delta k := -1 + 2 * INR k * Delta.
Definition bin_holds Delta N x : event nat := fun k => bin_start Delta k <= x /\
  (x < bin_start Delta (S k) \/ (S k = N /\ x <= bin_start Delta (S k))).
Definition bins_holding x Delta N := Sum (below N) (indicator (bin_holds Delta N x)).

Lemma bin_starts_rise Delta a b : 0 < Delta -> (a <= b)%nat -> bin_start Delta a <= bin_start Delta b.
Proof. intros pos less. apply le_INR in less. unfold bin_start. nra. Qed.

(** The last bin that starts at x or below. *)
Lemma last_start Delta N x : -1 <= x -> (1 <= N)%nat -> exists k, (k < N)%nat /\ bin_start Delta k <= x /\
  (S k = N \/ x < bin_start Delta (S k)).
Proof.
  intros from. induction N as [| N IH]; intros some; [lia |]. destruct N as [| N].
  - exists O. repeat split; [lia | unfold bin_start; simpl; lra | now left].
  - destruct (IH ltac:(lia)) as (k & less & starts & ends). destruct ends as [last | before].
    + destruct (Rle_dec (bin_start Delta (S k)) x) as [here | beyond].
      * exists (S k). repeat split; [lia | exact here | left; lia].
      * exists k. repeat split; [lia | exact starts | right; lra].
    + exists k. repeat split; [lia | exact starts | now right].
Qed.

Theorem kent_alg2_bins : forall (Delta : R) (N : nat) (x : R),
  0 < Delta ->
  (1 <= N)%nat ->
  (- 1) <= x ->
  x <= 1 ->
  1 <= Delta * INR N ->
  bins_holding x Delta N = 1.
Proof.
  intros Delta N x Delta_pos some from to enough.
  destruct (last_start Delta N x ltac:(lra) some) as (k & less & starts & ends). unfold bins_holding.
  rewrite <- (Sum_single Nat.eq_dec (below N) k 1 (seq_NoDup _ _)); [| now apply in_below].
  apply Sum_ext_in. intros j J. apply in_below in J. destruct (Nat.eq_dec j k) as [-> | other].
  - apply indicator_1. split; [exact starts |]. destruct ends as [last | before]; [right | now left].
    split; [exact last |]. rewrite last. unfold bin_start. nra.
  - apply indicator_0. intros [start stop]. destruct (Nat.lt_total j k) as [under | [same | over]]; [| easy |].
    + pose proof (bin_starts_rise Delta (S j) k Delta_pos under).
      destruct stop as [before | [last at_end]]; [lra | lia].
    + pose proof (bin_starts_rise Delta (S k) j Delta_pos over). destruct ends as [last | before]; [lia | lra].
Qed.

(** ** Folds

    (31): of n users, a multiple of 2 d, N_(j,1) has those from (j - 1) n/(2d) + 1 to j n/(2d), and N_(j,2) those from
    (d + j - 1) n/(2d) + 1 to (d + j) n/(2d); users and coordinates are counted from 1. *)
Definition in_fold j k n d : event nat := fun i =>
  let h := (n / (2 * d))%nat in let s := ((k - 1) * d + (j - 1))%nat in (s * h + 1 <= i <= (s + 1) * h)%nat.
Definition folds_holding i n d := Sum (seq 1 d) (fun j => Sum (seq 1 2) (fun k => indicator (in_fold j k n d) i)).
Definition fold_size j k n d := Sum (seq 1 n) (indicator (in_fold j k n d)).

Lemma fold_of_user h s i : (1 <= h)%nat -> (1 <= i)%nat ->
  (s * h + 1 <= i <= (s + 1) * h)%nat <-> s = ((i - 1) / h)%nat.
Proof.
  intros some from. pose proof (Nat.div_mod (i - 1) h ltac:(lia)) as split_.
  pose proof (Nat.mod_upper_bound (i - 1) h ltac:(lia)) as rest. split.
  - intros between. apply (Nat.div_unique _ _ _ (i - 1 - s * h)); lia.
  - intros ->. nia.
Qed.

Lemma half_folds d h : (1 <= d)%nat -> (2 * d * h / (2 * d) = h)%nat.
Proof. intros some. rewrite Nat.mul_comm. apply Nat.div_mul. lia. Qed.

Theorem kent_alg4_folds : forall (d h i : nat),
  (1 <= d)%nat ->
  (1 <= h)%nat ->
  (1 <= i)%nat ->
  INR i <= 2 * INR d * INR h ->
  folds_holding i (2 * d * h) d = 1.
Proof.
  intros d h i some size from among. assert (to : (i <= 2 * d * h)%nat).
  { apply INR_le. rewrite !mult_INR. simpl (INR 2). exact among. }
  unfold folds_holding, in_fold. rewrite half_folds by exact some.
  set (s := ((i - 1) / h)%nat).
  assert (s_less : (s < 2 * d)%nat) by (apply Nat.div_lt_upper_bound; nia).
  set (mine := if (s <? d)%nat then S s else (s - d + 1)%nat).
  assert (mine_in : In mine (seq 1 d)).
  { unfold mine. apply in_seq. destruct (Nat.ltb_spec s d); lia. }
  rewrite <- (Sum_single Nat.eq_dec (seq 1 d) mine 1 (seq_NoDup _ _) mine_in).
  apply Sum_ext_in. intros j J. apply in_seq in J. cbn [seq Sum fold_right map]. unfold Sum. cbn [seq map fold_right].
  assert (told : forall k,
    indicator (fun i => (((k - 1) * d + (j - 1)) * h + 1 <= i <= ((k - 1) * d + (j - 1) + 1) * h)%nat) i =
    if Nat.eq_dec ((k - 1) * d + (j - 1)) s then 1 else 0).
  { intros k. destruct (Nat.eq_dec _ s) as [same | other].
    - apply indicator_1. now apply fold_of_user.
    - apply indicator_0. intros there. apply fold_of_user in there; [contradiction | exact size | exact from]. }
  rewrite !told. unfold mine. destruct (Nat.ltb_spec s d); repeat destruct (Nat.eq_dec _ _); lia || lra.
Qed.

Theorem kent_alg4_fold_size : forall (d h j k : nat),
  (1 <= d)%nat ->
  (1 <= h)%nat ->
  (1 <= j)%nat ->
  (1 <= k)%nat ->
  (k <= 2)%nat ->
  (j <= d)%nat ->
  fold_size j k (2 * d * h) d = INR h.
Proof.
  intros d h j k some size from one two inside. unfold fold_size, in_fold. rewrite half_folds by exact some.
  set (s := ((k - 1) * d + (j - 1))%nat). assert (room : ((s + 1) * h <= 2 * d * h)%nat).
  { apply Nat.mul_le_mono_r. unfold s. destruct k as [| [| [| k]]]; lia. }
  replace (2 * d * h)%nat with (s * h + (h + (2 * d * h - (s + 1) * h)))%nat by lia.
  rewrite !seq_app, !Sum_app.
  rewrite (Sum_ext_in (seq 1 (s * h)) _ (fun _ => 0)), (Sum_ext_in (seq (1 + s * h) h) _ (fun _ => 1)),
    (Sum_ext_in (seq (1 + s * h + h) _) _ (fun _ => 0)).
  - rewrite !Sum_const, !seq_length. lra.
  - intros i I. apply in_seq in I. apply indicator_0. intros [_ to]. lia.
  - intros i I. apply in_seq in I. apply indicator_1. lia.
  - intros i I. apply in_seq in I. apply indicator_0. intros [start _]. lia.
Qed.
