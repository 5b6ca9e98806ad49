(** * Means of many draws, and Hellinger distances of neighbours *)

From Foundations Require Export Mixtures.
Import ListNotations.
Open Scope R_scope.

(** ** Hoeffding's inequality *)

Section Hoeffding.
  Context {A : Type} (P : law A) (f : A -> R) (low high : R).
  Hypotheses (apart : low < high) (range : forall x, low <= f x <= high).

  (** The probability that the mean of f over k draws is at least t. *)
  Definition mean_tail k t : R := E (power P k) (fun data => if Rle_dec (INR k * t) (total f k data) then 1 else 0).

  Let f_bounded : bounded f.
  Proof. now apply bounded_between with low high. Qed.

  (** Hoeffding's lemma on an interval. *)
  Lemma exponential_moment s : E P (fun x => exp (s * f x)) <= exp (s * E P f + s ^ 2 * (high - low) ^ 2 / 8).
  Proof.
    set (g := fun x => (f x - low) / (high - low)).
    assert (G : test g).
    { intros x. specialize (range x). unfold g. split; [apply Rdiv_le_0_compat; lra |].
      apply (Rle_div_l (f x - low) 1 (high - low)); lra. }
    assert (mean_g : E P g = (E P f - low) / (high - low))
      by (unfold g; now rewrite E_div, E_minus, E_const by bounded).
    pose proof (hoeffding_lemma P g (s * (high - low)) G) as H.
    assert (pos : 0 < E P (fun x => exp (s * (high - low) * g x))) by (apply E_exp_pos; bounded).
    rewrite (E_ext P _ (fun x => exp (s * low) * exp (s * (high - low) * g x))).
    - rewrite E_scal by bounded.
      replace (s * E P f + s ^ 2 * (high - low) ^ 2 / 8)
        with (s * low + (s * (high - low) * E P g + (s * (high - low)) ^ 2 / 8)) by (rewrite mean_g; field; lra).
      rewrite exp_plus. apply Rmult_le_compat_l; [left; apply exp_pos |].
      rewrite <- (exp_ln (E P _)) by exact pos. now apply exp_le.
    - intros x. rewrite <- exp_plus. f_equal. unfold g. field. lra.
  Qed.

  Let exp_total s k data : exp (s * total f k data) <= product (fun x => exp (s * f x)) k data.
  Proof.
    revert data. induction k as [| k IH]; intros [| x data]; simpl; try (rewrite Rmult_0_r, exp_0; lra).
    rewrite Rmult_plus_distr_l, exp_plus. apply Rmult_le_compat_l; [left; apply exp_pos | apply IH].
  Qed.

  (* Fact: Hoeffding, one tail *)
  (** Hoeffding 1963, Theorem 2. *)
  Theorem hoeffding_one_tail k r : 0 <= r -> mean_tail k (E P f + r) <= exp (-2 * INR k * r ^ 2 / (high - low) ^ 2).
  Proof.
    intros R0. set (w := high - low). assert (W : 0 < w) by (unfold w; lra). set (s := 4 * r / w ^ 2).
    assert (W2 : 0 < w ^ 2) by now apply pow_lt.
    assert (S : 0 <= s) by (apply Rdiv_le_0_compat; lra).
    pose proof (bounded_product (fun x => exp (s * f x)) k ltac:(bounded)) as B.
    assert (I : bounded (fun data => if Rle_dec (INR k * (E P f + r)) (total f k data) then 1 else 0)).
    { apply bounded_between with 0 1. intros data. destruct (Rle_dec _ _); lra. }
    apply Rle_trans with (exp (- s * (INR k * (E P f + r))) * E P (fun x => exp (s * f x)) ^ k).
    - rewrite <- E_product, <- E_scal by bounded. apply E_mono; bounded. intros data.
      apply Rle_trans with (exp (- s * (INR k * (E P f + r))) * exp (s * total f k data));
        [| apply Rmult_le_compat_l; [left; apply exp_pos | apply exp_total]].
      rewrite <- exp_plus. destruct (Rle_dec _ _) as [far |]; [| left; apply exp_pos].
      rewrite <- exp_0 at 1. apply exp_le. nra.
    - apply Rle_trans with (exp (- s * (INR k * (E P f + r))) * exp (INR k * (s * E P f + s ^ 2 * w ^ 2 / 8))).
      + apply Rmult_le_compat_l; [left; apply exp_pos |].
        assert (power_of_exp : forall y n, exp y ^ n = exp (INR n * y)).
        { intros y n. induction n as [| n IH]; [simpl; now rewrite Rmult_0_l, exp_0 |].
          rewrite S_INR, Rmult_plus_distr_r, Rmult_1_l, exp_plus, <- IH. simpl. ring. }
        rewrite <- power_of_exp. apply pow_incr. split; [| apply exponential_moment].
        apply E_ge; bounded. intros x. left. apply exp_pos.
      + rewrite <- exp_plus. right. f_equal. unfold s. field. lra.
  Qed.

  (* Fact: a tail falls *)
  Lemma tail_falls k near far : near <= far -> mean_tail k far <= mean_tail k near.
  Proof.
    intros H. pose proof (pos_INR k). assert (I : forall t,
      bounded (fun data => if Rle_dec (INR k * t) (total f k data) then 1 else 0)).
    { intros t. apply bounded_between with 0 1. intros data. destruct (Rle_dec _ _); lra. }
    apply E_mono; bounded. intros data.
    destruct (Rle_dec (INR k * far) _), (Rle_dec (INR k * near) _) as [| short]; try lra.
    exfalso. apply short. apply Rle_trans with (INR k * far); [now apply Rmult_le_compat_l | assumption].
  Qed.
End Hoeffding.

(** ** Hellinger distances of neighbours *)

(* Fact: total variation of neighbours by Hellinger distances *)
(** Le Cam's inequalities: Tsybakov 2009, Lemma 2.3, summed. [h v j] bounds the squared distance of the laws at v and at
    its neighbour in j, and c their sum over j at every vertex. *)
Theorem neighbours_by_hellinger {A} d (M : list bool -> law A) (h : list bool -> nat -> R) c : (1 <= d)%nat ->
  (forall v j, In v (vertices d) -> (j < d)%nat -> H2_most (M v) (M (flip j v)) (h v j) /\ 0 <= h v j <= 1) ->
  (forall v, In v (vertices d) -> Sum (below d) (h v) <= c) -> neighbour_TV2_most d M (2 / INR d * c).
Proof.
  intros D close sum f F. assert (d_pos : 0 < INR d) by (apply lt_0_INR; lia).
  rewrite <- average_Sum. replace (2 / INR d * c) with (/ INR d * (2 * c)) by (field; lra).
  apply Rmult_le_compat_l; [left; now apply Rinv_0_lt_compat |].
  rewrite <- (average_const d (2 * c)). apply average_le. intros v V.
  apply Rle_trans with (Sum (below d) (fun j => 2 * h v j)).
  - apply Sum_le_in. intros j J. apply in_below in J. destruct (close v j V J) as [H range].
    pose proof (TV_below_hellinger (M v) (M (flip j v)) (h v j) (proj2 range) H) as T.
    pose proof (T (f v j) (F v j)) as one_way. pose proof (TV_sym _ _ _ T (f v j) (F v j)) as other_way.
    set (gap := E (M v) (f v j) - E (M (flip j v)) (f v j)) in *.
    assert (root : sqrt (h v j * (2 - h v j)) ^ 2 = h v j * (2 - h v j)) by (apply pow2_sqrt; nra).
    pose proof (sqrt_pos (h v j * (2 - h v j))). set (t := sqrt (h v j * (2 - h v j))) in *.
    assert (gap ^ 2 <= t ^ 2) by (unfold gap in *; nra). pose proof (pow2_ge_0 (h v j)). nra.
  - rewrite Sum_scal. specialize (sum v V). lra.
Qed.
