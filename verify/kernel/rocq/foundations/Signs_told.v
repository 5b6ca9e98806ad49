(** * What messages tell of a random vector of signs

    Bassily and Sun 2023, Appendix A: each user's draws hide the signs, and a linear loss asks for them. *)

From Foundations Require Export Nouns Fisher.
Import ListNotations.
Open Scope R_scope.

(** A uniform vector of d signs, or its j-th sign, from 1. *)
Inductive signs_seen := all_signs (d : nat) | one_sign (d j : nat).
Definition how_many s := match s with all_signs d => d | one_sign d _ => d end.
Definition sign_of s j := one_sign (how_many s) j.

(** Messages, by their laws at each vector of signs; and given a sign, the others uniform. *)
Definition told B := list bool -> law B.
Definition given_sign {B} (Y : told B) s x : law B :=
  match s with
  | all_signs d => bind (uniform_vertex d) Y
  | one_sign d j => mixture d Y (pred j) (if Rlt_dec 0 x then true else false)
  end.

(** The mutual information of the signs, or of one of them, and messages. *)
Definition information_on {B} s (Y : told B) c :=
  match s with
  | all_signs d => information_most (vertices d) Y c
  | one_sign d j => information_most [true; false] (mixture d Y (pred j)) c
  end.

(** Vectors v_j B_j/sqrt(d), the B_j independent signs of mean a; and all messages where each user has m draws. *)
Definition hidden_signs_law d a (v : list bool) : law vector :=
  image (fun x k => x k / sqrt (INR d)) (signs_with_means d (fun k => a * sgn (bit v k))).
Definition heard {B T} (Z : method (list vector) B T) s a m : told (list B) :=
  fun v => transcript_of Z (power (hidden_signs_law (how_many s) a v) m).

(** ** The data: vectors of length 1, with the mean a times the corner *)

Lemma signs_on_cube d theta : on (fun x => forall k, x k = 1 \/ x k = -1 \/ x k = 0) (signs_with_means d theta) /\
  on (fun x => forall k, (k < d)%nat -> x k ^ 2 = 1) (signs_with_means d theta).
Proof.
  assert (sign : forall t, on (fun c => c = 1 \/ c = -1) (sign_with_mean t)).
  { intros t. apply on_bind with (fun _ => True).
    - exists [((1 + clip 1 t) / 2, true); (1 - (1 + clip 1 t) / 2, false)]. pose proof (chance_of_mean t).
      repeat split; try easy.
      + destruct H0 as [<- | [<- | []]]; simpl; lra.
      + simpl. ring.
      + intros f. simpl. ring.
    - intros [] _; apply on_ret; auto. }
  induction d as [| d [IH1 IH2]].
  - split; apply on_ret; auto. intros k K. lia.
  - split; cbn [signs_with_means].
    + apply on_bind with (1 := IH1). intros x X. apply on_bind with (1 := sign _). intros c C. apply on_ret. intros k.
      unfold put. destruct (Nat.eqb k d); [destruct C; auto | apply X].
    + apply on_bind with (1 := IH2). intros x X. apply on_bind with (1 := sign _). intros c C. apply on_ret. intros k K.
      unfold put. destruct (Nat.eqb_spec k d) as [_ | other]; [destruct C as [-> | ->]; ring | apply X; lia].
Qed.

Lemma hidden_signs_in_ball d a v : (1 <= d)%nat -> on (in_euclid_ball 1 d) (hidden_signs_law d a v).
Proof.
  intros some. apply on_bind with (1 := proj2 (signs_on_cube d _)). intros x X. apply on_ret.
  assert (D : 0 < INR d) by (apply lt_0_INR; lia). assert (root : sqrt (INR d) ^ 2 = INR d) by (apply pow2_sqrt; lra).
  assert (pos : 0 < sqrt (INR d)) by now apply sqrt_lt_R0.
  unfold in_euclid_ball. rewrite distance_from_0. right. rewrite (Sum_ext_in _ _ (fun _ => / INR d)).
  - rewrite Sum_below_const. field. lra.
  - intros k K. apply in_below in K. replace ((x k / sqrt (INR d)) ^ 2) with (x k ^ 2 / sqrt (INR d) ^ 2)
      by (field; lra). rewrite X, root by exact K. field. lra.
Qed.

Lemma mean_of_hidden_signs d a v theta L : 0 < a <= 1 ->
  E (hidden_signs_law d a v) (linear_loss L d theta) = - L * a * inner d theta (corner 1 d v).
Proof.
  intros range. unfold inner. set (P := signs_with_means d (fun k => a * sgn (bit v k))).
  change (E P (fun x => - L * Sum (below d) (fun k => theta k * (x k / sqrt (INR d)))) =
    - L * a * Sum (below d) (fun k => theta k * corner 1 d v k)).
  destruct (proj1 (signs_on_cube d (fun k => a * sgn (bit v k)))) as (masses & inside & _ & mean). fold P in mean.
  assert (clipped : E P (fun x => - L * Sum (below d) (fun k => theta k * (x k / sqrt (INR d)))) =
    E P (fun x => - L * Sum (below d) (fun k => theta k / sqrt (INR d) * clip 1 (x k)))).
  { rewrite !mean. apply Sum_ext_in. intros p H. destruct (inside p H) as [_ values]. f_equal. f_equal.
    apply Sum_ext. intros k. rewrite clip_inside by (destruct (values k) as [-> | [-> | ->]]; lra). unfold Rdiv. ring. }
  rewrite clipped. pose proof bounded_clip as C.
  assert (B : forall k, bounded (fun x : vector => clip 1 (x k))) by (intros k; apply (bounded_after (clip 1)), C).
  rewrite E_scal, E_Sum by bounded. rewrite Rmult_assoc. f_equal. rewrite <- Sum_scal. apply Sum_ext_in. intros k K.
  apply in_below in K. rewrite E_scal by bounded. unfold P. rewrite (E_coordinate d _ k (clip 1)) by assumption.
  assert (bound : -1 <= a * sgn (bit v k) <= 1) by (unfold sgn; destruct (bit v k); lra).
  rewrite E_sign_with_mean by exact bound. rewrite !clip_inside, corner_at by (lra || exact K).
  assert (sqrt (INR d) <> 0) by (apply Rgt_not_eq, sqrt_lt_R0, lt_0_INR; lia). field. assumption.
Qed.

(** ** A parameter that is heard *)

(** Between two laws half the gap of the means of g is at most s/2 times its mean square over both, and TV/(2 s). *)
Lemma gap_by_square {A} (P Q : law A) t s g : 0 < s -> bounded g -> TV_most P Q t ->
  (E P g - E Q g) / 2 <= s / 2 * ((E P (fun x => g x ^ 2) + E Q (fun x => g x ^ 2)) / 2) + t / (2 * s).
Proof.
  intros pos G close.
  set (u := fun x => g x / 2 - s / 4 * g x ^ 2). set (w := fun x => - (g x / 2) - s / 4 * g x ^ 2).
  set (f := fun x => Rmax (u x) 0 - Rmax (w x) 0).
  assert (U : bounded u) by (unfold u; bounded). assert (W : bounded w) by (unfold w; bounded).
  assert (F : bounded f) by (unfold f; bounded).
  assert (top : forall y, y / 2 - s / 4 * y ^ 2 <= / (4 * s)).
  { intros y. apply Rminus_le. replace (_ - _) with (- ((s * y - 1) ^ 2 / (4 * s))) by (field; lra).
    assert (0 <= (s * y - 1) ^ 2 / (4 * s)) by (apply Rdiv_le_0_compat; [apply pow2_ge_0 | lra]). lra. }
  assert (s_inv : 0 < / (4 * s)) by (apply Rinv_0_lt_compat; lra).
  assert (each : forall x, u x <= f x /\ w x <= - f x /\ - / (4 * s) <= f x <= / (4 * s)).
  { intros x. assert (high_u : u x <= / (4 * s)) by apply top.
    assert (high_w : w x <= / (4 * s)).
    { pose proof (top (- g x)) as T. unfold w. replace ((- g x) ^ 2) with (g x ^ 2) in T by ring. lra. }
    assert (sum : u x + w x <= 0).
    { unfold u, w. pose proof (pow2_ge_0 (g x)). nra. }
    unfold f, Rmax. repeat destruct (Rle_dec _ _); lra. }
  pose proof (TV_swing P Q t f _ _ close (fun x => proj2 (proj2 (each x)))) as swing.
  apply Rabs_le_between in swing.
  assert (E P u <= E P f) by (apply E_mono; auto; apply each).
  assert (E Q w <= - E Q f) by (rewrite <- E_opp by exact F; apply E_mono; bounded; apply each).
  assert (E P u = E P g / 2 - s / 4 * E P (fun x => g x ^ 2))
    by (unfold u; now rewrite E_minus, E_div, E_scal by bounded).
  assert (E Q w = - (E Q g / 2) - s / 4 * E Q (fun x => g x ^ 2)).
  { unfold w. rewrite E_minus, E_opp, E_div, E_scal by bounded. reflexivity. }
  replace (t / (2 * s)) with (t * (/ (4 * s) - - / (4 * s))) by (field; lra). lra.
Qed.
