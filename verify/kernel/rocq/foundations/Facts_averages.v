(** * Facts of the calculus about local averages of labels *)

From Foundations Require Import Moments Label_laws Nouns Binomials Polls Local_averages Estimates Volumes
  Bin_means.
Import ListNotations.
Open Scope R_scope.

(** ** Bins *)

(** Gyoerfi, Kohler, Krzyzak and Walk 2002, Lemma 4.1 (ii). *)
Theorem fact_mean_of_an_inverse_count : forall (A : support) (P : labelled A) (N : nat) (h q : R),
  (1 <= N)%nat ->
  0 < h ->
  0 < q ->
  q <= 1 ->
  bin_mass_least P h q ->
  inverse_count h P N <= 2 / ((1 + INR N) * q).
Proof. intros A P N h q _ _ pos most bins. rewrite (Rplus_comm 1). now apply inverse_count_most. Qed.

(** 1/n^2 <= 6/((n + 1)(n + 2)). *)
Theorem fact_mean_of_an_inverse_squared_count : forall (A : support) (P : labelled A) (N : nat) (h q : R),
  (1 <= N)%nat ->
  0 < h ->
  0 < q ->
  q <= 1 ->
  bin_mass_least P h q ->
  inverse_squared_count h P N <= 6 / ((1 + INR N) * (2 + INR N) * q ^ 2).
Proof.
  intros A P N h q _ _ pos most bins. rewrite (Rplus_comm 1), (Rplus_comm 2). now apply inverse_squared_count_most.
Qed.

(** (1 - q)^N, and 1 - q <= e^(-q). *)
Theorem fact_an_empty_bin : forall (A : support) (P : labelled A) (N : nat) (h q : R),
  (1 <= N)%nat ->
  0 < h ->
  0 < q ->
  q <= 1 ->
  bin_mass_least P h q ->
  empty_bin h P N <= exp (- (INR N * q)).
Proof. intros A P N h q _ _ pos most bins. now apply empty_bin_most. Qed.

(** Gyoerfi, Kohler, Krzyzak and Walk 2002, proof of Theorem 4.3. *)
Theorem fact_bias_and_variance_of_bins :
  forall (A : support) (P : labelled A) (g : function (point A)) (N : nat) (b h : R),
  (1 <= N)%nat ->
  0 < b ->
  0 < h ->
  forall v : R, label_variance_most P v ->
  forall c : R, squared_bias_most (bin_means h b) P (regression P) g N c ->
  squared_error_most (bin_means h b) P g N (2 * inverse_squared_count h P N * b ^ 2 + inverse_count h P N * v + c).
Proof.
  intros A P g N b h _ _ _ v most c bias.
  replace (2 * inverse_squared_count h P N * b ^ 2 + inverse_count h P N * v + c)
    with (c + (v * inverse_count h P N + 2 * b ^ 2 * inverse_squared_count h P N)) by ring.
  now apply bias_and_variance_of_bins.
Qed.

(** Points of a cube of side h are h sqrt(d) apart at most. *)
Theorem fact_bias_of_bins :
  forall (A : support) (P : labelled A) (f : function (point A)) (L : R) (N : nat) (b beta : R) (d : nat) (h : R),
  0 < L ->
  (1 <= N)%nat ->
  0 < b ->
  0 < beta ->
  beta <= 1 ->
  (1 <= d)%nat ->
  0 < h ->
  hoelder f L beta ->
  in_dimension P d ->
  forall b_ : R, largest_most f b_ ->
  squared_bias_most (bin_means h b) P f f N (empty_bin h P N * b_ ^ 2 + L ^ 2 * raise (h ^ 2 * INR d) beta).
Proof.
  intros A P f L N b beta d h L_pos _ _ beta_pos _ _ pos smooth flat c large.
  rewrite Rplus_comm, (Rmult_comm (h ^ 2)), (Rmult_comm (empty_bin h P N)).
  apply bias_of_bins; auto. lra.
Qed.

(** ** Neighbours *)

(** Gyoerfi, Kohler, Krzyzak and Walk 2002, proof of Theorem 6.2. *)
Theorem fact_bias_and_variance_of_near_neighbours :
  forall (A : support) (P : labelled A) (g : function (point A)) (N : nat) (b : R) (k : nat),
  (1 <= N)%nat ->
  0 < b ->
  (1 <= k)%nat ->
  (k <= N)%nat ->
  forall v : R, label_variance_most P v ->
  forall c : R, squared_bias_most (nearest_means k b) P (regression P) g N c ->
  squared_error_most (nearest_means k b) P g N ((2 * b ^ 2 + v) / INR k + c).
Proof.
  intros A P g N b k _ _ some many v most c bias. rewrite Rplus_comm, (Rplus_comm (2 * b ^ 2)).
  now apply bias_and_variance_of_neighbours.
Qed.

(** Neighbours within r differ by L r^beta at most, others by 2 sup |f|. *)
Theorem fact_bias_of_near_neighbours :
  forall (A : support) (P : labelled A) (f : function (point A)) (L : R) (N : nat) (b beta : R) (k : nat) (r : R),
  0 < L ->
  (1 <= N)%nat ->
  0 < b ->
  0 < beta ->
  beta <= 1 ->
  (1 <= k)%nat ->
  0 < r ->
  hoelder f L beta ->
  (k <= N)%nat ->
  forall b_ : R, largest_most f b_ ->
  squared_bias_most (nearest_means k b) P f f N (4 * neighbour_far k P N r * b_ ^ 2 + L ^ 2 * raise r (2 * beta)).
Proof.
  intros A P f L N b beta k r L_pos _ _ beta_pos _ some r_pos smooth many c large.
  replace (4 * neighbour_far k P N r * c ^ 2 + L ^ 2 * raise r (2 * beta))
    with (L ^ 2 * raise r beta ^ 2 + 4 * c ^ 2 * neighbour_far k P N r).
  - apply bias_of_neighbours; auto. lra.
  - rewrite !raise_pos by exact r_pos. replace (2 * beta * ln r) with (beta * ln r + beta * ln r) by ring.
    rewrite exp_plus. ring.
Qed.

(** ** Other functions, and clipped labels *)

(** (a + b)^2 <= 2 a^2 + 2 b^2. *)
Theorem fact_average_of_another_function :
  forall (A : support) (P : labelled A) (a : local_estimate A) (f g : function (point A)) (N : nat),
  (1 <= N)%nat ->
  forall b : R, largest_gap_most f g b ->
  forall c : R, squared_bias_most a P g g N c ->
  squared_bias_most a P f g N (2 * b ^ 2 + 2 * c).
Proof. intros A P a f g N _ b close c bias. now apply average_of_another_function. Qed.

(** Clipping leaves the features as they are. *)
Theorem fact_inverse_counts_beside_clipped_labels : forall (A : support) (P : labelled A) (N : nat) (T h : R),
  (1 <= N)%nat ->
  0 < T ->
  0 < h ->
  inverse_count h (clipped P T) N = inverse_count h P N.
Proof. reflexivity. Qed.

Theorem fact_inverse_squared_counts_beside_clipped_labels : forall (A : support) (P : labelled A) (N : nat) (T h : R),
  (1 <= N)%nat ->
  0 < T ->
  0 < h ->
  inverse_squared_count h (clipped P T) N = inverse_squared_count h P N.
Proof. reflexivity. Qed.

Theorem fact_averages_beside_clipped_labels :
  forall (A : support) (P : labelled A) (a : local_estimate A) (f g : function (point A)) (N : nat) (T : R),
  (1 <= N)%nat ->
  0 < T ->
  (forall c : R, squared_bias_most a P f g N c -> squared_bias_most a (clipped P T) f g N c) /\
  (forall c : R, squared_bias_most a (clipped P T) f g N c -> squared_bias_most a P f g N c).
Proof. intros A P a f g N T _ _. split; intros c bias; exact bias. Qed.

(** ** Masses of bins and balls *)

Lemma raise_INR x d : 0 < x -> raise x (INR d) = x ^ d.
Proof. intros pos. rewrite raise_pos by exact pos. fold (Rpower x (INR d)). now apply Rpower_pow. Qed.

(** The density times the volume. *)
Theorem fact_mass_of_a_bin : forall (A : support) (P : labelled A) (c : R) (d : nat) (h : R),
  0 < c ->
  (1 <= d)%nat ->
  0 < h ->
  tiled P h c d ->
  bin_mass_least P h (raise h (INR d) * c).
Proof.
  intros A P c d h c_pos _ pos tiles. rewrite raise_INR, Rmult_comm by exact pos. apply mass_of_a_bin; auto. lra.
Qed.

(** Definition. *)
Theorem fact_features_in_bins : forall (A : support) (P : labelled A) (c : R) (d : nat) (h : R),
  0 < c ->
  (1 <= d)%nat ->
  0 < h ->
  tiled P h c d ->
  in_dimension P d.
Proof. intros A P c d h _ _ _ tiles. apply tiles. Qed.

(** The density times the volume. *)
Theorem fact_mass_of_a_ball : forall (A : support) (P : labelled A) (D c : R) (d : nat) (r theta : R),
  0 < D ->
  0 < c ->
  (1 <= d)%nat ->
  0 < r ->
  0 < theta ->
  dense_and_regular P c theta D d ->
  r < D ->
  ball_mass_least P r (raise r (INR d) * c * exp (log_ball_volume d) * theta).
Proof.
  intros A P D c d r theta _ c_pos _ pos _ dense less.
  replace (raise r (INR d) * c * exp (log_ball_volume d) * theta) with (c * (theta * (unit_ball_volume d * r ^ d))).
  - apply mass_of_a_ball with D; auto. lra.
  - unfold log_ball_volume. rewrite raise_INR, exp_ln by auto using unit_ball_volume_pos. ring.
Qed.

(** Each is in it with chance q at least; a binomial tail falls with the chance. *)
Theorem fact_samples_in_a_ball : forall (A : support) (P : labelled A) (N k : nat) (q r : R),
  (1 <= N)%nat ->
  (1 <= k)%nat ->
  0 < q ->
  q <= 1 ->
  0 < r ->
  ball_mass_least P r q ->
  neighbour_far k P N r <= binomial_tail N q (INR k).
Proof. intros A P N k q r _ _ pos most _ balls. apply neighbour_far_most; [lra | exact balls]. Qed.

(** Mitzenmacher and Upfal 2005, Theorem 4.5 (1), at delta = 1/2. *)
Theorem fact_chernoff_half_of_the_mean : forall (N : nat) (q : R) (t : nat),
  (1 <= N)%nat ->
  0 < q ->
  q <= 1 ->
  (1 <= t)%nat ->
  INR t <= INR N * q / 2 ->
  binomial_tail N q (INR t) <= exp ((ln 2 / 2 - 1/2) * INR N * q).
Proof.
  intros N q t _ pos most _ few. rewrite binomial_tail_is by lra.
  assert (L : ln (/ 2) = - ln 2) by (apply ln_Rinv; lra).
  assert (0 < ln 2) by (rewrite <- ln_1; apply ln_increasing; lra).
  apply Rle_trans with (count_mean N q (fun j => exp (INR N * q * ln 2 / 2) * (/ 2) ^ j)).
  - apply count_mean_le; [lra |]. intros j. rewrite <- Rpower_pow by lra. unfold Rpower. rewrite <- exp_plus, L.
    destruct (Nat.leb_spec j t) as [le |]; [| left; apply exp_pos].
    apply exp_ge_1. apply le_INR in le. nra.
  - rewrite count_mean_scal, count_mean_power.
    replace ((ln 2 / 2 - 1/2) * INR N * q) with (INR N * q * ln 2 / 2 + INR N * (- q / 2)) by field.
    rewrite exp_plus. apply Rmult_le_compat_l; [left; apply exp_pos |].
    replace (1 - q + q * / 2) with (1 + - q / 2) by field. apply pow_le_exp. lra.
Qed.

(** Points of a cube of side l are at most l sqrt(d) apart, a mean is between values. *)
Theorem fact_a_bin_mean :
  forall (A : Type) (O_ : space A) (X : random_point A) (eta : function vector) (C : R) (T Y : A -> R) (beta : R)
    (d : nat) (l : R),
  0 < C ->
  square_integrable O_ T ->
  square_integrable O_ Y ->
  0 < beta ->
  (1 <= d)%nat ->
  0 < l ->
  bin_mean O_ T eta l d X ->
  almost_eq O_ Y (value_at_point eta X) ->
  smooth eta C beta ->
  almost_le O_ (fun w => Rabs (T w - Y w)) (fun w => C * raise (sqrt (INR d) * l) beta).
Proof.
  intros A O X eta C T Y beta d l C_pos _ _ beta_pos _ l_pos mean value near.
  pose proof (bin_mean_near O T eta l d X C beta l_pos ltac:(lra) ltac:(lra) mean near) as bound.
  apply almost_surely_le.
  assert (both : almost_surely O (fun w => Rabs (T w - value_at_point eta X w) <= C * raise (sqrt (INR d) * l) beta /\
    Y w = value_at_point eta X w)).
  { apply surely_both; [| now apply surely_equal]. refine (probability_0_mono O _ _ _ bound). intros w out. lra. }
  refine (probability_0_mono O _ _ _ both). intros w out [le same]. apply out. now rewrite same.
Qed.
