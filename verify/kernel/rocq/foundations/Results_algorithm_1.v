(** * zhao Theorems 1 and 3: the privacy of Algorithm 1, and of its variant for heavy tails

    Each theorem says what a claim of the ledger says at that place, as the exporter writes it from the claim itself. *)

From Foundations Require Export Many_means Ball_run Laplace_at.
Import ListNotations.
Open Scope R_scope.

(** ** The algorithm *)

(** The interval [-D, D] has so many bins of width h, half open but for the last one; so many users vote, each with so
    many samples. Delta is by how much more the others' means are cut. *)
Record bins_and_widths := Bins_and_widths {
  noise_of_votes : laplace_laws;
  end_of_interval : R;
  bin_total : nat;
  width_h : R;
  width_Delta : R;
  voting_users : nat;
  sample_count : nat;
  width_h_pos : 0 < width_h;
  width_Delta_ge_0 : 0 <= width_Delta
}.

Definition sample_mean B (X : data_set R) := Sum (seq 1 (sample_count B)) X / INR (sample_count B).

(** The bins are counted from 0. *)
Definition left_edge B k := - end_of_interval B + INR k * width_h B.
Definition in_half_open_bin B y : event nat := fun k => left_edge B k <= y /\ (S k =
  bin_total B \/ y < left_edge B (S k)).

(** The bin with the most votes, of the messages of the users who vote: the last message stands first. *)
Definition winning_bin B (w : list (list R)) := most_voted (bin_total B)
  (fun k => Sum (skipn (length w - voting_users B) w) (fun z => nth k z 0)).

(** From one bin left of the winner to one right of it, and Delta more. *)
Definition cut_about B k y := Rmin (left_edge B k + 2 * width_h B + width_Delta B)
  (Rmax y (left_edge B k - width_h B - width_Delta B)).

(** What a user sends whose mean is y, and hence of her data, given the messages before. *)
Definition sent_of_number B eps y (w : list (list R)) : law (list R) :=
  if (length w <? voting_users B)%nat then
    all_answers (bin_total B) (fun k =>
      laplace_at (noise_of_votes B) (indicator (in_half_open_bin B y) k) (2 / eps))
  else image (fun z => [z]) (laplace_at (noise_of_votes B) (cut_about B (winning_bin B w) y)
    ((3 * width_h B + 2 * width_Delta B) / eps)).

Definition sent_by_algorithm_1 B eps (X : data_set R) (w : list (list R)) : law (list R) :=
  sent_of_number B eps (sample_mean B X) w.

(** The variant for heavy tails: for each of c coordinates, counted from 1, the mean is clipped, and Algorithm 1 has the
    budget eps/c. *)
Record bins_and_messages := Bins_and_messages {
  bins_for : nat -> bins_and_widths;
  said_before : nat -> list (list R)
}.

Definition heavy_steps (S_ : bins_and_messages) (c : nat) eps : items (data_set R) (list R) := fun j _ X =>
  sent_of_number (bins_for S_ j) (eps / INR c) (clip (end_of_interval (bins_for S_ j)) (sample_mean (bins_for S_ j) X))
    (said_before S_ j).

(** ** Its privacy *)

Lemma ratio_by_tests {A} (P Q : law A) eps : hockey_stick_most P Q eps 0 -> ratio_most P Q eps.
Proof.
  intros close f F pos. destruct F as [M most].
  set (M' := Rmax M 1). assert (M_pos : 1 <= M') by apply Rmax_r. assert (M_le : M <= M') by apply Rmax_l.
  assert (F : bounded f) by now exists M.
  assert (T : test (fun x => / M' * f x)).
  { intros x. specialize (pos x). specialize (most x). apply Rabs_le_between in most.
    assert (inverse : 0 < / M') by (apply Rinv_0_lt_compat; lra). split; [apply Rmult_le_pos; lra |].
    apply Rmult_le_reg_l with M'; [lra |]. rewrite <- Rmult_assoc, Rinv_r by lra. lra. }
  specialize (close _ T). rewrite !E_scal in close by exact F.
  apply Rmult_le_reg_l with (/ M'); [apply Rinv_0_lt_compat; lra | lra].
Qed.

(** A number lies in one bin at most. *)
Lemma in_one_bin_at_most B y : Sum (below (bin_total B)) (indicator (in_half_open_bin B y)) <= 1.
Proof.
  destruct (classic (exists k, In k (below (bin_total B)) /\ in_half_open_bin B y k)) as [(k & K & here) | none].
  - rewrite <- (Sum_single Nat.eq_dec (below (bin_total B)) k 1 (seq_NoDup _ _) K). apply Sum_le_in. intros j J.
    destruct (Nat.eq_dec j k) as [-> | other]; [apply indicator_between |]. right. apply indicator_0. intros there.
    apply in_below in J, K. pose proof (width_h_pos B) as h_pos.
    assert (rises : forall a b, (a < b)%nat -> left_edge B (S a) <= left_edge B b).
    { intros a b less. unfold left_edge. apply Rplus_le_compat_l, Rmult_le_compat_r; [lra |]. now apply le_INR. }
    destruct here as [from to], there as [from' to'].
    destruct (Nat.lt_total j k) as [less | [same | more]]; [| easy |].
    + specialize (rises j k less). destruct to' as [last | before]; [lia | lra].
    + specialize (rises k j more). destruct to as [last | before]; [lia | lra].
  - rewrite (Sum_ext_in _ _ (fun _ => 0)); [rewrite Sum_const; lra |]. intros k K. apply indicator_0. intros here.
    apply none. now exists k.
Qed.

Theorem sent_of_number_private B eps w y z : 0 < eps ->
  ratio_most (sent_of_number B eps y w) (sent_of_number B eps z w) eps.
Proof.
  intros eps_pos. unfold sent_of_number. destruct (length w <? voting_users B)%nat.
  - set (mark := fun y k => indicator (in_half_open_bin B y) k).
    apply ratio_weaken with (Sum (below (bin_total B)) (fun k => eps / 2 * Rabs (mark y k - mark z k))).
    + apply all_answers_within. intros k. apply ratio_by_tests, laplace_mechanism; [apply Rdiv_lt_0_compat; lra |].
      right. unfold mark. field. lra.
    + rewrite Sum_scal. apply Rle_trans with (eps / 2 * (1 + 1)); [| lra]. apply Rmult_le_compat_l; [lra |].
      apply Rle_trans with (Sum (below (bin_total B)) (fun k => mark y k + mark z k)).
      * apply Sum_le. intros k. pose proof (indicator_between (in_half_open_bin B y) k) as one.
        pose proof (indicator_between (in_half_open_bin B z) k) as other. unfold mark. apply Rabs_le. lra.
      * rewrite Sum_plus. apply Rplus_le_compat; apply in_one_bin_at_most.
  - apply post_processing_ratio, ratio_by_tests. pose proof (width_h_pos B). pose proof (width_Delta_ge_0 B).
    apply laplace_mechanism; [apply Rdiv_lt_0_compat; lra |].
    replace (eps * ((3 * width_h B + 2 * width_Delta B) / eps)) with (3 * width_h B + 2 * width_Delta B) by (field;
      lra).
    unfold cut_about, Rmin, Rmax. apply Rabs_le. repeat destruct (Rle_dec _ _); lra.
Qed.

(** Theorem 1. *)
Theorem zhao_alg1_privacy : forall (S_ : bins_and_widths) (X X_ : data_set R) (w : list (list R)) (epsilon : R),
  0 < epsilon ->
  ratio_most (sent_by_algorithm_1 S_ epsilon X w) (sent_by_algorithm_1 S_ epsilon X_ w) epsilon.
Proof. intros B X X_ w eps eps_pos. now apply sent_of_number_private. Qed.

(** Theorem 3 and Remark 2: the budgets of the coordinates add up. *)
Theorem zhao_alg1h_privacy : forall (S_ : bins_and_messages) (X X_ : data_set (data_set R)) (c : nat) (epsilon : R),
  (1 <= c)%nat ->
  0 < epsilon ->
  ratio_most (told_of_each (heavy_steps S_ c epsilon) X c) (told_of_each (heavy_steps S_ c epsilon) X_ c) epsilon.
Proof.
  intros S_ X X_ c eps c_1 eps_pos. assert (c_pos : 0 < INR c) by (apply lt_0_INR; lia).
  assert (budget : 0 < eps / INR c) by (apply Rdiv_lt_0_compat; lra).
  enough (steps : forall k,
    ratio_most (told_of_each (heavy_steps S_ c eps) X k) (told_of_each (heavy_steps S_ c eps) X_ k)
    (INR k * (eps / INR c))).
  { specialize (steps c). now replace (INR c * (eps / INR c)) with eps in steps by (field; lra). }
  induction k as [| k IH]; [simpl INR; rewrite Rmult_0_l; apply ratio_refl |].
  rewrite S_INR, Rmult_plus_distr_r, Rmult_1_l. cbn [told_of_each]. apply ratio_of_step; [exact IH |]. intros h.
  apply post_processing_ratio. now apply sent_of_number_private.
Qed.
