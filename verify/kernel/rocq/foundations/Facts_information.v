(** * Facts of the calculus: information

    As in Facts.v: each theorem says what the calculus grants under that name. *)

From Foundations Require Export Fisher Vertices_told.
Import ListNotations.
Open Scope R_scope.

(** ** Fisher information about the means of signs *)

(** Data processing of Fisher information; a sign's is 1/(1 - theta^2) <= 4/3. *)
Theorem fact_information_of_the_data : forall (A : Type) (K : channel (list vector) A) (d m : nat),
  (1 <= d)%nat ->
  (1 <= m)%nat ->
  one_trace_most K m d (4 * INR d * INR m / 3).
Proof. intros A K d m _ _. apply trace_of_data. Qed.

(** Hoeffding 1963, (4.16): each of m terms of a coordinate lies in an interval of length 2/(1 - theta^2) <= 8/3. *)
Theorem fact_the_score_of_signs : forall (d m : nat) (s : R),
  (1 <= d)%nat ->
  (1 <= m)%nat ->
  0 < s ->
  16 * INR m / 9 <= s ->
  sub_gaussian_score m d s.
Proof.
  intros d m s _ _ _ large theta inside u.
  eapply Rle_trans; [now apply score_of_signs_is_sub_gaussian |]. apply exp_le.
  assert (0 <= Sum (below d) (fun j => u j ^ 2)) by (apply Sum_ge_0; intros; apply pow2_ge_0). nra.
Qed.

(** The mean divergence of a message on an input from one on a draw. *)
Theorem fact_mutual_information_by_divergences : forall (A : Type) (K : channel (list vector) A) (d m : nat),
  (1 <= d)%nat ->
  (1 <= m)%nat ->
  forall c : R, (forall P : law (list vector), forall x : list vector, KL_most (K x) (bind P K) c) ->
  message_information_most K m d c.
Proof. intros A K d m _ _ c H theta _. apply information_by_divergences, H. Qed.

(** Donsker and Varadhan: Boucheron, Lugosi and Massart 2013, Lemma 4.18, for the mean score given a message. *)
Theorem fact_Fisher_information_by_mutual_information :
  forall (A : Type) (K : channel (list vector) A) (d m : nat) (s : R),
  (1 <= d)%nat ->
  (1 <= m)%nat ->
  0 < s ->
  sub_gaussian_score m d s ->
  forall i : R, message_information_most K m d i ->
  one_trace_most K m d (2 * i * s).
Proof. intros A K d m s _ _ pos tails i told. now apply trace_by_information. Qed.

(** Chain rule of Fisher information; given the earlier messages, each is a private channel's. *)
Theorem fact_information_of_all_messages :
  forall (A B : Type) (Z_ : method (list vector) A B) (d : nat) (epsilon : R) (m n : nat),
  (1 <= d)%nat ->
  0 < epsilon ->
  (1 <= m)%nat ->
  (1 <= n)%nat ->
  users_in_turn Z_ n epsilon ->
  forall c : R, (forall (C : Type) (K : channel (list vector) C), private epsilon K -> one_trace_most K m d c) ->
  messages_trace_most Z_ m d (c * INR n).
Proof.
  intros A B Z d epsilon m n _ _ _ _ [<- is_private] c one_user theta inside. rewrite Rmult_comm.
  apply trace_of_transcript; [exact inside |]. intros h. now apply one_user.
Qed.

(** ** Information of messages on a vertex *)

Lemma information_ge_0 {A I} (l : list I) (M : I -> law A) c : (0 < length l)%nat -> information_most l M c -> 0 <= c.
Proof.
  intros some [N H]. specialize (H (fun _ _ => 0) ltac:(bounded)). cbv beta in H.
  rewrite (Sum_ext l _ (fun _ => 0)), (Sum_ext l (fun i => ln _) (fun _ => 0)) in H
    by (intros; rewrite ?E_const, ?exp_0, ?ln_1; reflexivity).
  rewrite !Sum_const, Rmult_0_r, Rplus_0_r in H. pose proof (lt_0_INR _ some). nra.
Qed.

(** Fano: Cover and Thomas 2006, Theorem 2.10.1, over the coordinates. *)
Theorem fact_wrong_coordinates_from_the_information :
  forall (A B C : Type) (F : laws_at_vertices A) (Z_ : method (list A) B C) (d m : nat),
  (1 <= d)%nat ->
  (1 <= m)%nat ->
  forall i : R, vertex_information_most Z_ F m d i ->
  wrong_coordinates_least Z_ F m d ((1 - sqrt 2 * sqrt (i / INR d)) * INR d / 2).
Proof.
  intros A B C F Z d m some _ i told.
  assert (pos : 0 < INR d) by (apply lt_0_INR; lia).
  assert (i_ge_0 : 0 <= i).
  { apply (information_ge_0 (vertices d) (told_of_vertex Z F m)); [| exact told].
    apply INR_lt. rewrite length_vertices. apply pow_lt. simpl. lra. }
  eapply hamming_weaken; [exact (wrong_coordinates_from_the_information d _ i told) |]. right.
  assert (ratio : 0 <= i / INR d) by (apply Rdiv_le_0_compat; assumption).
  replace (INR d * i / 2) with ((INR d / 2) ^ 2 * (2 * (i / INR d))) by (field; lra).
  rewrite (sqrt_mult ((INR d / 2) ^ 2)), sqrt_pow2, sqrt_mult by (try apply pow2_ge_0; lra). field.
Qed.

(** After Duchi, Jordan and Wainwright 2018, Corollary 1. *)
Theorem fact_information_of_private_messages :
  forall (A B C : Type) (F : laws_at_vertices A) (Z_ : method (list A) B C) (d : nat) (epsilon : R) (m n : nat),
  (1 <= d)%nat ->
  0 < epsilon ->
  (1 <= m)%nat ->
  (1 <= n)%nat ->
  users_in_turn Z_ n epsilon ->
  vertex_information_most Z_ F m d ((exp epsilon - 1) ^ 2 * INR n / 4).
Proof.
  intros A B C F Z d epsilon m n _ pos _ _ [<- is_private].
  destruct (information_of_private_messages (channels Z) [] epsilon (vertices d) (fun v => power (F (vertex_with v)) m)
    (users Z) pos is_private) as [N told].
  exists N. intros f B_f. eapply Rle_trans; [exact (told f B_f) |]. apply Rplus_le_compat_r, Rmult_le_compat_l;
    [apply pos_INR |].
  replace ((exp epsilon - 1) ^ 2 * INR (users Z) / 4) with (INR (users Z) * ((exp epsilon - 1) ^ 2 / 4)) by field.
  apply Rmult_le_compat_l; [apply pos_INR |].
  pose proof (exp_ge_1 epsilon ltac:(lra)). pose proof (pow2_ge_0 (exp epsilon - 1)).
  apply Rmult_le_compat_l; [lra |]. apply Rinv_le_contravar; lra.
Qed.
