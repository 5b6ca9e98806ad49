(** * Facts about Hellinger distances of messages on a cube

    Each theorem says what the calculus grants under that name, as the exporter writes it from the fact itself. *)

From Foundations Require Export Facts_cubes.
Import ListNotations.
Open Scope R_scope.

(** ** Hellinger distances *)

(** At the function that is 1/s where f is 1 and s where f is 0, s = 1 + d, d the gap of f's means. *)
Lemma hellinger_of_test {A} (P Q : law A) f : test f -> 0 <= E P f - E Q f ->
  let s := 1 + (E P f - E Q f) in let u := fun x => / s * f x + s * (1 - f x) in
  (forall x, 1 / 2 <= u x) /\ bounded u /\
  (E P f - E Q f) ^ 2 / 2 <= 1 - (E P u + E Q (fun x => / u x)) / 2.
Proof.
  intros F D. set (d := E P f - E Q f) in *. cbv zeta. set (s := 1 + d). set (u := fun x => / s * f x + s * (1 - f x)).
  assert (d_1 : d <= 1) by (unfold d; pose proof (E_between P f 0 1 F); pose proof (E_between Q f 0 1 F); lra).
  assert (S : 1 <= s <= 2) by (unfold s; lra).
  assert (S' : / 2 <= / s <= 1) by (split; [apply Rinv_le_contravar | rewrite <- Rinv_1; apply Rinv_le_contravar]; lra).
  assert (low : forall x, 1 / 2 <= u x) by (intros x; specialize (F x); unfold u; nra).
  assert (U : bounded u) by (unfold u; bounded).
  split; [exact low | split; [exact U |]].
  assert (inverse : forall x, / u x <= s * f x + / s * (1 - f x)).
  { intros x. specialize (F x). specialize (low x).
    apply Rmult_le_reg_l with (u x); [lra |]. rewrite Rinv_r by lra. unfold u.
    replace (_ * _) with (1 + f x * (1 - f x) * (s - / s) ^ 2) by (field; lra).
    pose proof (pow2_ge_0 (s - / s)). assert (0 <= f x * (1 - f x)) by nra. nra. }
  assert (at_Q : E Q (fun x => / u x) <= s * E Q f + / s * (1 - E Q f)).
  { replace (s * E Q f + / s * (1 - E Q f)) with (E Q (fun x => s * f x + / s * (1 - f x)))
      by (now rewrite E_plus, !E_scal, E_minus, E_const by bounded).
    apply E_mono; [apply bounded_inv with (1 / 2); auto; lra | bounded | exact inverse]. }
  assert (at_P : E P u = / s * E P f + s * (1 - E P f)).
  { unfold u. now rewrite E_plus, !E_scal, E_minus, E_const by bounded. }
  rewrite at_P. apply Rle_trans with (1 - ((1 + d) / s + (1 - d) * s) / 2).
  - unfold s. right. field. fold s. lra.
  - enough (/ s * E P f + s * (1 - E P f) + E Q (fun x => / u x) <= (1 + d) / s + (1 - d) * s) by lra.
    eapply Rle_trans; [apply Rplus_le_compat_l, at_Q |]. right. unfold d. field. lra.
Qed.

(** Le Cam's inequality, summed: the squared gaps of tests are at most twice the squared distances. *)
Lemma tests_below_hellinger {A I} (l : list I) (P : law A) (Q : I -> law A) h f : H2_sum_most l P Q h ->
  (forall j, test (f j)) -> Sum l (fun j => (E P (f j) - E (Q j) (f j)) ^ 2) <= 2 * h.
Proof.
  intros H F.
  set (g := fun j x => if Rle_dec 0 (E P (f j) - E (Q j) (f j)) then f j x else 1 - f j x).
  assert (G : forall j, test (g j)).
  { intros j x. specialize (F j x). unfold g. destruct (Rle_dec _ _); lra. }
  assert (gap : forall j, 0 <= E P (g j) - E (Q j) (g j) /\
    (E P (g j) - E (Q j) (g j)) ^ 2 = (E P (f j) - E (Q j) (f j)) ^ 2).
  { intros j. pose proof (bounded_test _ (F j)). unfold g. destruct (Rle_dec _ _).
    - now split.
    - rewrite !E_minus, !E_const by bounded. split; [lra | ring]. }
  set (s := fun j => 1 + (E P (g j) - E (Q j) (g j))).
  set (u := fun j x => / s j * g j x + s j * (1 - g j x)).
  assert (at_j : forall j, (forall x, 1 / 2 <= u j x) /\ bounded (u j) /\
    (E P (g j) - E (Q j) (g j)) ^ 2 / 2 <= 1 - (E P (u j) + E (Q j) (fun x => / u j x)) / 2)
    by (intros j; apply hellinger_of_test; [apply G | apply gap]).
  specialize (H u (1 / 2) ltac:(lra) ltac:(apply at_j) ltac:(apply at_j)).
  eapply Rle_trans; [| apply Rmult_le_compat_l; [lra | exact H]]. rewrite <- Sum_scal. apply Sum_le. intros j.
  destruct (at_j j) as (_ & _ & le). destruct (gap j) as [_ same]. rewrite same in le. lra.
Qed.

Lemma Sum_below_min k d (g : nat -> R) :
  Sum (below k) (fun j => if Nat.ltb j d then g j else 0) = Sum (below (Nat.min k d)) g.
Proof.
  induction k as [| k IH]; [reflexivity |]. unfold below in *. rewrite seq_S, Sum_app, IH.
  cbn [Nat.add Sum].
  destruct (Nat.ltb_spec k d).
  - rewrite !Nat.min_l, seq_S, Sum_app by lia. cbn [Nat.add Sum]. ring.
  - rewrite !Nat.min_r by lia. ring.
Qed.

(** A sign that a family does not have changes nothing. *)
Lemma turned_beyond {A T} (P : parametric_family A T) v j : (dimension P < j)%nat -> P (turned_at v j) = P v.
Proof.
  intros far. apply (laws_agree P). intros k K. unfold turned_at. destruct (Nat.eqb_spec k j); [lia | reflexivity].
Qed.

(** Le Cam's inequalities: Tsybakov 2009, Lemma 2.3, summed. *)
Theorem fact_total_variation_of_neighbours_by_Hellinger_distances : forall (A B C H : Type) (P : parametric_family A
    B) (Z_ : method (list A) C H) (k m : nat),
  (1 <= k)%nat ->
  (1 <= m)%nat ->
  forall c : R, (forall v : vertex, all_hellinger_most Z_ P m v c) ->
  neighbours_TV2_most Z_ P m k (2 * c / INR k).
Proof.
  intros A B C H P Z k m K _ c near f F. assert (k_pos : 0 < INR k) by (apply lt_0_INR; lia).
  rewrite <- average_Sum. replace (2 * c / INR k) with (/ INR k * (2 * c)) by (field; lra).
  apply Rmult_le_compat_l; [left; now apply Rinv_0_lt_compat |].
  rewrite <- (average_const k (2 * c)). apply average_le. intros v v_in.
  set (tests := fun i => if Nat.leb i k then f v (i - 1)%nat else fun _ => 0).
  assert (all_tests : forall i, test (tests i)).
  { intros i z. unfold tests. destruct (Nat.leb i k); [apply F | lra]. }
  pose proof (tests_below_hellinger _ _ _ _ tests (near (vertex_of v)) all_tests) as bound.
  eapply Rle_trans; [right | exact bound]. unfold coordinates. rewrite <- seq_shift, Sum_map.
  set (gap := fun j => (E (told_at Z P m v) (f v j) - E (told_at Z P m (flip j v)) (f v j)) ^ 2).
  transitivity (Sum (below (Nat.min k (dimension P))) gap).
  - rewrite <- Sum_below_min. apply Sum_ext_in. intros j J. apply in_below in J. unfold gap.
    destruct (Nat.ltb_spec j (dimension P)); [reflexivity |]. unfold told_at at 2, at_vertex.
    rewrite vertex_of_flip by now rewrite (length_of_vertex k v v_in). rewrite turned_beyond by lia.
    unfold told_at, at_vertex. ring.
  - rewrite Nat.min_comm, <- Sum_below_min. apply Sum_ext_in. intros j J. apply in_below in J. unfold tests, gap.
    simpl Nat.sub. rewrite Nat.sub_0_r. destruct (Nat.ltb_spec j k), (Nat.leb_spec (S j) k); try lia.
    + unfold told_at, at_vertex. now rewrite vertex_of_flip by now rewrite (length_of_vertex k v v_in).
    + rewrite !E_const. ring.
Qed.

(** ** One user's data *)

Lemma Sum_list_prod {I J} (l : list I) (l' : list J) f :
  Sum (list_prod l l') f = Sum l' (fun j => Sum l (fun i => f (i, j))).
Proof.
  rewrite Sum_swap. induction l as [| i l IH]; [reflexivity |]. simpl. now rewrite Sum_app, Sum_map, IH.
Qed.

(** Jensen's inequality for the inverse. *)
Lemma jensen_inverse {A} (P : law A) u a : 0 < a -> (forall x, a <= u x) -> bounded u ->
  / E P u <= E P (fun x => / u x).
Proof.
  intros pos low U. set (c := E P u). assert (C : a <= c) by now apply E_ge.
  apply Rle_trans with (E P (fun x => 2 * / c - (/ c) ^ 2 * u x)).
  - rewrite E_minus, !E_scal, E_const by bounded. fold c. right. field. lra.
  - apply E_mono; [bounded | now apply bounded_inv with a |]. intros x. specialize (low x).
    apply Rmult_le_reg_l with (u x * c ^ 2); [apply Rmult_lt_0_compat; [lra | apply pow_lt; lra] |].
    replace (u x * c ^ 2 * / u x) with (c ^ 2) by (field; lra).
    replace (u x * c ^ 2 * (2 * / c - (/ c) ^ 2 * u x)) with (2 * u x * c - u x ^ 2) by (field; lra).
    pose proof (pow2_ge_0 (u x - c)). lra.
Qed.

Section One_user.
  Context {A B I : Type} (Z : protocol A B) (P : law A) (Q : I -> law A) (l : list I) (c : R).
  Hypothesis one_message : forall h, H2_sum_most l (bind P (Z h)) (fun j => bind (Q j) (Z h)) c.

  Lemma nobody_changed j i n : (n < i)%nat -> transcript_but_one Z P (Q j) i n = transcript Z P n.
  Proof.
    induction n as [| n IH]; intros later; [reflexivity |]. simpl. rewrite IH by lia.
    destruct i as [| i]; [lia |]. now destruct (Nat.eqb_spec n i); [lia |].
  Qed.

  (** The distance is the mean of one message's over the earlier messages; later messages tell no more. *)
  Lemma one_user_changed i n : (1 <= i <= n)%nat ->
    H2_sum_most l (transcript Z P n) (fun j => transcript_but_one Z P (Q j) i n) c.
  Proof.
    induction n as [| n IH]; intros range u a pos low U; [lia |].
    assert (V : forall j, bounded (fun x => / u j x)) by (intros j; now apply bounded_inv with a).
    assert (u2 : forall j, bounded2 (fun h z => u j (z :: h))) by (intros j; now apply bounded2_after).
    assert (v2 : forall j, bounded2 (fun h z => / u j (z :: h)))
      by (intros j; now apply (bounded2_after (fun x => / u j x))).
    assert (at_h : forall j h, bounded (fun z => u j (z :: h))) by (intros j h; now apply (bounded_at _ h (u2 j))).
    destruct (Nat.eq_dec i (S n)) as [-> | earlier].
    - rewrite (Sum_ext _ _ (fun j => E (transcript Z P n) (fun h => 1 - (E (bind P (Z h)) (fun z => u j (z :: h)) +
        E (bind (Q j) (Z h)) (fun z => / u j (z :: h))) / 2))).
      + assert (parts : forall j, bounded (fun h => 1 - (E (bind P (Z h)) (fun z => u j (z :: h)) +
          E (bind (Q j) (Z h)) (fun z => / u j (z :: h))) / 2)).
        { intros j. pose proof (bounded_through2 (fun h => bind P (Z h)) _ (u2 j)).
          pose proof (bounded_through2 (fun h => bind (Q j) (Z h)) _ (v2 j)). bounded. }
        rewrite <- E_Sum by exact parts. apply E_le; [bounded |]. intros h.
        apply (one_message h (fun j z => u j (z :: h)) a pos); auto.
      + intros j. cbn [transcript transcript_but_one]. rewrite !E_step, Nat.eqb_refl, nobody_changed by lia.
        pose proof (bounded_through2 (fun h => bind P (Z h)) _ (u2 j)) as B1.
        pose proof (bounded_through2 (fun h => bind (Q j) (Z h)) _ (v2 j)) as B2. cbv beta in B1, B2.
        rewrite E_minus, E_const, E_div, E_plus by bounded. reflexivity.
    - specialize (IH ltac:(lia) (fun j h => E (bind P (Z h)) (fun z => u j (z :: h))) a pos).
      eapply Rle_trans; [| apply IH].
      + apply Sum_le. intros j. cbn [transcript transcript_but_one]. rewrite !E_step.
        replace (Nat.eqb (S n) i) with false by (symmetry; apply Nat.eqb_neq; lia).
        pose proof (bounded_through2 (fun h => bind P (Z h)) _ (u2 j)) as B1.
        pose proof (bounded_through2 (fun h => bind P (Z h)) _ (v2 j)) as B2. cbv beta in B1, B2.
        enough (E (transcript_but_one Z P (Q j) i n) (fun h => / E (bind P (Z h)) (fun z => u j (z :: h))) <=
          E (transcript_but_one Z P (Q j) i n) (fun h => E (bind P (Z h)) (fun z => / u j (z :: h)))) by lra.
        apply E_mono; [| exact B2 |].
        * apply bounded_inv with a; [exact pos |]. intros h. apply E_ge; auto.
        * intros h. now apply (jensen_inverse _ _ a).
      + intros j h. apply E_ge; auto.
      + intros j. now apply (bounded_through2 (fun h => bind P (Z h))).
  Qed.
End One_user.

(** Both transcripts' laws differ in one conditional law, so that their distance is its mean over the earlier messages,
    whose law is the same for all j. *)
Theorem fact_one_users_data_changed : forall (A B C H : Type) (P : parametric_family A B) (Z_ : method (list A) C H)
    (v : vertex) (epsilon : R) (m n : nat),
  0 < epsilon ->
  (1 <= m)%nat ->
  (1 <= n)%nat ->
  users_in_turn Z_ n epsilon ->
  forall c : R, (forall (U : Type) (K : channel (list A) U), private epsilon K -> one_hellinger_most K P m v c) ->
  user_hellinger_most Z_ P m v (c * INR n).
Proof.
  intros A B C H P Z v epsilon m n _ _ _ [<- is_private] c one u a pos low U.
  rewrite Sum_list_prod. apply Rle_trans with (Sum (seq 1 (users Z)) (fun _ => c)).
  - apply Sum_le_in. intros i range. apply in_seq in range.
    apply (one_user_changed (channels Z) (power (P v) m) (fun j => power (P (turned_at v j)) m) (coordinates P) c)
      with (i := i) (a := a) (u := fun j => u (j, i)); auto; [| lia].
    intros h. apply one, is_private.
  - rewrite Sum_const, seq_length. lra.
Qed.
