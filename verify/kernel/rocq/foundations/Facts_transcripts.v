(** * Facts about transcripts where users' data are changed

    Each theorem says what the calculus grants under that name, as the exporter writes it from the fact itself. *)

From Foundations Require Export Paste.
Import ListNotations.
Open Scope R_scope.

(** Jayram 2009, Hellinger strikes back, for each j; summed. *)
Theorem fact_Hellinger_distances_of_transcripts : forall (A B C H : Type) (P : parametric_family A B) (Z_ : method
    (list A) C H) (v : vertex) (epsilon : R) (m n : nat),
  0 < epsilon ->
  (1 <= m)%nat ->
  (1 <= n)%nat ->
  users_in_turn Z_ n epsilon ->
  forall h : R, user_hellinger_most Z_ P m v h ->
  all_hellinger_most Z_ P m v (347 * h / 100).
Proof.
  intros A B C H P Z v epsilon m n _ _ _ [<- is_private] h each u low low_pos u_low U.
  set (own := power (P v) m). set (other := fun j => power (P (turned_at v j)) m). set (n := users Z).
  apply (le_by_slack _ _ (INR (length (coordinates P)))). intros eta eta_pos.
  set (least := sqrt (/ exp epsilon ^ n)).
  assert (least_pos : 0 < least) by (apply sqrt_lt_R0, Rinv_0_lt_compat, pow_lt, exp_pos).
  set (spec := fun j (w : nat -> list C -> R) => (forall i z, least <= w i z) /\ (forall i, bounded (w i)) /\
    1 - (E (transcript (channels Z) own n) (u j) + E (transcript (channels Z) (other j) n) (fun z => / u j z)) / 2 <=
    347 / 100 * Sum (seq 1 n) (fun i => 1 - (E (transcript (channels Z) own n) (w i) +
      E (transcript_but_one (channels Z) own (other j) i n) (fun z => / w i z)) / 2) + eta).
  destruct (finite_choice (fun _ _ => 0) (coordinates P) spec) as [w chosen].
  { intros j _. destruct (all_users_by_each (channels Z) epsilon is_private own (other j) n low eta low_pos eta_pos)
      as (w & w_least & w_bounded & w_above). exists w. split; [exact w_least | split; [exact w_bounded |]].
    apply w_above; auto. }
  set (tests := fun p : nat * nat => if in_dec Nat.eq_dec (fst p) (coordinates P) then w (fst p) (snd p)
    else fun _ => least).
  specialize (each tests least least_pos).
  rewrite Sum_list_prod, Sum_swap in each.
  apply Rle_trans with (Sum (coordinates P) (fun j => 347 / 100 * Sum (seq 1 n) (fun i =>
    1 - (E (transcript (channels Z) own n) (w j i) +
      E (transcript_but_one (channels Z) own (other j) i n) (fun z => / w j i z)) / 2) + eta)).
  - apply Sum_le_in. intros j J. apply (chosen j J).
  - rewrite Sum_plus, Sum_scal, Sum_const. apply Rplus_le_compat_r.
    replace (347 * h / 100) with (347 / 100 * h) by field. apply Rmult_le_compat_l; [lra |].
    eapply Rle_trans; [right | apply each].
    + apply Sum_ext_in. intros j J. apply Sum_ext. intros i. unfold tests. cbn [fst snd].
      destruct (in_dec Nat.eq_dec j (coordinates P)); [reflexivity | contradiction].
    + intros (j, i) z. unfold tests. cbn [fst snd].
      destruct (in_dec Nat.eq_dec j (coordinates P)) as [J |]; [apply (chosen j J) | lra].
    + intros (j, i). unfold tests. cbn [fst snd].
      destruct (in_dec Nat.eq_dec j (coordinates P)) as [J |]; [apply (chosen j J) | bounded].
Qed.
