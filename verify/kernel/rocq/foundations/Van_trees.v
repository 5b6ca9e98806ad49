(** * Van Trees' inequality, for the means of signs: Gill and Levit 1995 *)

From Foundations Require Export Near_priors.
Import ListNotations.
Open Scope R_scope.

(** ** Means of messages, as functions of one mean of the signs *)

Lemma total_affine {A} (a b : A -> R) u c m h :
  total (fun x => (a x - u * b x) * c) m h = (total a m h - u * total b m h) * c.
Proof.
  revert h. induction m as [| m IH]; intros [| x h]; simpl; try ring. rewrite IH. ring.
Qed.

Lemma total_ext {A} (f g : A -> R) m h : (forall x, f x = g x) -> total f m h = total g m h.
Proof. intros same. revert h. induction m as [| m IH]; intros [| x h]; simpl; congruence. Qed.

Lemma put_put (theta : vector) j u v : put (put theta j u) j v = put theta j v.
Proof. apply functional_extensionality. intros i. unfold put. now destruct (Nat.eqb i j). Qed.

Lemma put_in_half_cube d theta j u : inside_cube theta -> in_half u -> in_half_cube d (put theta j u).
Proof.
  intros inside U i _. unfold put. destruct (Nat.eqb i j); [exact U |]. specialize (inside i). lra.
Qed.

Section Messages.
  Context {B : Type} (Z : protocol (list vector) B) (m d n j : nat) (J : (j < d)%nat).

  Let data theta u := with_data Z (draws_of_signs m d (put theta j u)) n.
  Let signs_told : list (list vector * B) -> R := total (fun p => total (fun x : vector => clip 1 (x j)) m (fst p)) n.
  Let count : list (list vector * B) -> R := total (fun p => total (fun _ : vector => 1) m (fst p)) n.
  Let slope u (h : list (list vector * B)) := (signs_told h - u * count h) * / (1 - u ^ 2).

  Let slope_is theta u h :
    total (fun p : list vector * B => score m (put theta j u) j (fst p)) n h = slope u h.
  Proof.
    unfold slope, signs_told, count. rewrite <- total_affine. apply total_ext. intros p. unfold score.
    rewrite <- total_affine. apply total_ext. intros x. rewrite put_at. unfold sign_score. unfold Rdiv. ring.
  Qed.

  Let bounded_signs : bounded signs_told.
  Proof.
    apply bounded_total. apply (bounded_after (total (fun x : vector => clip 1 (x j)) m)), bounded_total.
    apply (bounded_after (clip 1)), bounded_clip.
  Qed.

  Let bounded_count : bounded count.
  Proof. apply bounded_total. apply (bounded_after (total (fun _ : vector => 1) m)), bounded_total. bounded. Qed.

  Let data_derives theta u f : inside_cube theta -> in_half u -> bounded f ->
    is_derive (fun v => E (data theta v) f) u (E (data theta u) (fun h => slope u h * f h)).
  Proof.
    intros inside U F. pose proof (put_in_half_cube d theta j u inside U) as cube.
    pose proof (score_with_data Z (fun v => draws_of_signs m d (put (put theta j u) j v)) u
      (score m (put theta j u) j) n) as scores.
    pose proof (score_is_score m d (put theta j u) j cube J) as one. rewrite put_at in one.
    specialize (scores one). pose proof (derivative_by_score _ _ _ f scores F) as D. cbv beta in D.
    rewrite put_put in D.
    apply (is_derive_ext (fun v => E (with_data Z (draws_of_signs m d (put (put theta j u) j v)) n) f)).
    { intros v. unfold data. now rewrite put_put. }
    replace (E (data theta u) (fun h => slope u h * f h)) with
      (E (with_data Z (draws_of_signs m d (put theta j u)) n)
        (fun h => total (fun p => score m (put theta j u) j (fst p)) n h * f h)); [exact D |].
    apply E_ext. intros h. now rewrite slope_is.
  Qed.

  Let tame_mean f : bounded f -> tame inside_cube (fun theta u => E (data theta u) f).
  Proof.
    intros F. destruct (bounded_by f F) as (M & M_pos & small).
    destruct (bounded_by _ bounded_signs) as (a & a_pos & A).
    destruct (bounded_by _ bounded_count) as (b & b_pos & C).
    apply (tame_by_derivative inside_cube _ (fun theta u => E (data theta u) (fun h => slope u h * f h))
      ((1 + 2 * (a + b)) * M)); [nra | intros theta u inside U; now apply data_derives |].
    intros theta u inside U. split.
    - eapply Rle_trans; [apply (E_small _ f M small) |]. nra.
    - eapply Rle_trans; [apply (E_small _ _ (2 * (a + b) * M)) |]; [| nra]. intros h. rewrite Rabs_mult.
      apply Rmult_le_compat; auto using Rabs_pos. unfold slope. rewrite Rabs_mult. unfold in_half in U.
      assert (low : 3 / 4 <= 1 - u ^ 2) by nra.
      assert (inverse : 0 < / (1 - u ^ 2) <= 2).
      { split; [apply Rinv_0_lt_compat; lra |]. replace 2 with (/ (1 / 2)) by field. apply Rinv_le_contravar; lra. }
      rewrite (Rabs_pos_eq (/ (1 - u ^ 2))) by lra.
      assert (top : Rabs (signs_told h - u * count h) <= a + b).
      { specialize (A h). specialize (C h). apply Rabs_le_between in A, C. apply Rabs_le. nra. }
      pose proof (Rabs_pos (signs_told h - u * count h)). nra.
  Qed.

  Lemma means_of_messages g : bounded g -> exists dh : vector -> R -> R,
    (forall theta u, inside_cube theta -> in_half u ->
      is_derive (fun v => E (transcript Z (draws_of_signs m d (put theta j v)) n) g) u (dh theta u)) /\
    tame inside_cube (fun theta u => E (transcript Z (draws_of_signs m d (put theta j u)) n) g) /\
    tame inside_cube dh.
  Proof.
    intros G. set (f := fun h : list (list vector * B) => g (map snd h)).
    assert (F : bounded f) by now apply (bounded_after g).
    exists (fun theta u => E (data theta u) (fun h => slope u h * f h)). split; [| split].
    - intros theta u inside U. apply (is_derive_ext (fun v => E (data theta v) f)).
      + intros v. symmetry. apply messages_beside_data.
      + now apply data_derives.
    - eapply tame_ext; [| exact (tame_mean f F)]. intros theta u _ _. symmetry. apply messages_beside_data.
    - pose proof (bounded_signs) as S1. pose proof (bounded_count) as S2.
      eapply tame_ext; [| exact (tame_mult _ _ _ (tame_minus _ _ _
        (tame_mean (fun h => signs_told h * f h) ltac:(bounded))
        (tame_mult _ _ _ (tame_id _) (tame_mean (fun h => count h * f h) ltac:(bounded)))) (tame_inverse _))].
      intros theta u _ _. cbv beta. rewrite <- (E_scal (data theta u) u), <- E_minus by bounded.
      rewrite Rmult_comm, <- E_scal by bounded. apply E_ext. intros h. unfold slope. ring.
  Qed.
End Messages.

(** ** The inequality *)

Lemma tame_below {I} (S : I -> Prop) (f : nat -> I -> R -> R) d : (forall j, (j < d)%nat -> tame S (f j)) ->
  tame (fun p : nat * I => (fst p < d)%nat /\ S (snd p)) (fun p => f (fst p) (snd p)).
Proof.
  induction d as [| d IH]; intros each.
  - exists 0. split; [lra |]. intros p x y [none _]. lia.
  - destruct IH as (K & K_pos & all); [intros j less; apply each; lia |].
    destruct (each d ltac:(lia)) as (K' & K'_pos & last). exists (K + K'). split; [lra |].
    intros [j i] x y [less inside] X Y. cbn [fst snd] in *. pose proof (Rabs_pos (x - y)).
    destruct (Nat.eq_dec j d) as [-> | other].
    + destruct (last i x y inside X Y). split; [lra | nra].
    + assert (earlier : (j < d)%nat) by lia. destruct (all (j, i) x y (conj earlier inside) X Y) as [small close].
      cbn [fst snd] in *. split; [lra | nra].
Qed.

(** Gill and Levit 1995, (10), for a trace. *)
Theorem van_trees {B T} (Z : method (list vector) B T) m d c rho (G : nat -> list B -> R) : (1 <= d)%nat -> 0 <= c ->
  messages_trace_most Z m d c -> (forall j, bounded (G j)) ->
  (forall theta, in_half_cube d theta ->
    Sum (below d) (fun j => E (transcript_of Z (draws_of_signs m d theta)) (fun z => (G j z - theta j) ^ 2)) <= rho) ->
  INR d ^ 2 / (c + 40 * INR d) <= rho.
Proof.
  intros some c_pos trace bounded_G risk. assert (D : 1 <= INR d) by now apply (le_INR 1).
  set (M := fun theta => transcript_of Z (draws_of_signs m d theta)) in *.
  set (phi := fun j (theta : vector) u => E (M (put theta j u)) (G j)).
  set (dphi := fun j theta => Derive (phi j theta)).
  assert (parts : forall j, (j < d)%nat ->
    (forall theta u, inside_cube theta -> in_half u -> is_derive (phi j theta) u (dphi j theta u)) /\
    tame inside_cube (phi j) /\ tame inside_cube (dphi j)).
  { intros j J.
    destruct (means_of_messages (channels Z) m d (users Z) j J (G j) (bounded_G j)) as (dh & slope & H & dH).
    assert (same : forall theta u, inside_cube theta -> in_half u -> dh theta u = dphi j theta u).
    { intros theta u inside U. symmetry. apply is_derive_unique. exact (slope theta u inside U). }
    split; [| split; [exact H | now apply (tame_ext inside_cube dh)]]. intros theta u inside U.
    rewrite <- same by assumption. exact (slope theta u inside U). }
  (* At one place. *)
  assert (at_one : forall t theta, inside_cube theta ->
    Sum (below d) (fun j => 2 * t * (dphi j theta (theta j) + prior_score (theta j) * phi j theta (theta j)) -
      2 * t * (prior_score (theta j) * theta j) - prior_score (theta j) ^ 2) <= c + t ^ 2 * rho).
  { intros t theta inside.
    assert (cube : in_half_cube d theta) by (intros j _; specialize (inside j); lra).
    specialize (trace theta cube (fun j z => t * (G j z - theta j) - prior_score (theta j)) ltac:(bounded)).
    specialize (risk theta cube). apply (Rmult_le_compat_l (t ^ 2)) in risk; [| apply pow2_ge_0].
    rewrite <- Sum_scal in risk. pose proof (Rplus_le_compat _ _ _ _ trace risk) as both.
    rewrite <- Sum_plus in both. eapply Rle_trans; [| exact both]. right. apply Sum_ext_in. intros j J.
    apply in_below in J. pose proof (bounded_G j) as F. set (s := prior_score (theta j)).
    assert (here : phi j theta (theta j) = E (M theta) (G j)) by (unfold phi; now rewrite put_same).
    assert (slope : Derive (fun u => E (M (put theta j u)) (fun z => t * (G j z - theta j) - s)) (theta j) =
      t * dphi j theta (theta j)).
    { rewrite (Derive_ext _ (fun u => t * phi j theta u + (- (t * theta j) - s))).
      - apply is_derive_unique. replace (t * dphi j theta (theta j)) with (t * dphi j theta (theta j) + 0) by ring.
        apply (is_derive_plus (fun u => t * phi j theta u) (fun _ => - (t * theta j) - s)).
        + apply is_derive_scal. apply parts; [exact J | exact inside |]. specialize (inside j). unfold in_half. lra.
        + exact (is_derive_const (- (t * theta j) - s) (theta j)).
      - intros u. unfold phi. rewrite E_minus, E_scal, E_minus, !E_const by bounded. ring. }
    assert (square : E (M theta) (fun z => (t * (G j z - theta j) - s) ^ 2) =
      t ^ 2 * E (M theta) (fun z => (G j z - theta j) ^ 2) - 2 * t * s * E (M theta) (G j) +
      (2 * t * s * theta j + s ^ 2)).
    { rewrite (E_ext _ _ (fun z => t ^ 2 * (G j z - theta j) ^ 2 - 2 * t * s * G j z + (2 * t * s * theta j + s ^ 2)))
        by (intros z; ring). rewrite E_plus, E_minus, !E_scal, E_const by bounded. reflexivity. }
    rewrite here. unfold M in slope, square |- *. rewrite slope, square. ring. }
  (* On average. *)
  set (t := (c + 40 * INR d) / INR d). assert (t_pos : 0 < t) by (apply Rdiv_lt_0_compat; lra).
  assert (all : forall e, 0 < e -> INR d * (2 * t - 40 - (4 * t + 1) * e) <= c + t ^ 2 * rho).
  { intros e e_pos.
    destruct (prior_on_points (fun p : nat * vector => (fst p < d)%nat /\ inside_cube (snd p))
      (fun p => phi (fst p) (snd p)) (fun p => dphi (fst p) (snd p)) e e_pos) as (l & L & one & info & line & by_part).
    - intros p u [J inside] U. now apply parts.
    - apply tame_below. intros j J. now apply parts.
    - apply tame_below. intros j J. now apply parts.
    - set (origin := fun _ : nat => 0). assert (O_in : inside_cube origin) by (intros j; unfold origin; lra).
      rewrite <- (averaged_const l one d (c + t ^ 2 * rho) origin).
      eapply Rle_trans; [| apply (averaged_le l L d _ _ origin (at_one t) O_in)].
      rewrite averaged_Sum, <- Sum_below_const. apply Sum_le_in. intros j J. apply in_below in J.
      apply (averaged_ge l L one d j); [exact J | | exact O_in]. intros theta inside.
      specialize (by_part (j, theta) (conj J inside)). cbn [fst snd] in by_part. apply Rabs_le_between in by_part, line.
      unfold prior_mean in *. rewrite (Sum_ext _ _ (fun p => 2 * t * (fst p * (dphi j theta (snd p) +
        prior_score (snd p) * phi j theta (snd p))) - 2 * t * (fst p * (1 + prior_score (snd p) * snd p)) +
        2 * t * (fst p * 1) - fst p * prior_score (snd p) ^ 2)).
      + rewrite Sum_minus, Sum_plus, Sum_minus, !Sum_scal, one. nra.
      + intros p. rewrite put_at.
        assert (same : phi j (put theta j (snd p)) = phi j theta)
          by (apply functional_extensionality; intros u; unfold phi; now rewrite put_put).
        unfold dphi. rewrite same. ring. }
  assert (limit : c + 40 * INR d <= t ^ 2 * rho).
  { apply le_epsilon. intros eps eps_pos. assert (K : 0 < INR d * (4 * t + 1)) by nra.
    specialize (all (eps / (INR d * (4 * t + 1))) ltac:(now apply Rdiv_lt_0_compat)).
    replace (INR d * (2 * t - 40 - (4 * t + 1) * (eps / (INR d * (4 * t + 1))))) with (2 * c + 40 * INR d - eps) in all
      by (unfold t; field; unfold t in K; split; [lra | apply Rgt_not_eq; nra]). lra. }
  apply Rmult_le_reg_r with (t ^ 2); [now apply pow_lt |]. rewrite (Rmult_comm rho).
  eapply Rle_trans; [| exact limit]. right. unfold t. field. split; lra.
Qed.
