(** * Bassily and Sun, "User-level Private Stochastic Convex Optimization with Optimal Rates" (ICML 2023):
    the lower bounds *)

From Foundations Require Import Families.
Import ListNotations.
Open Scope R_scope.

(** ** Convex losses on a ball *)

Definition in_euclid_ball r d (x : vector) := squared_distance d x (fun _ => 0) <= r ^ 2.

(** A loss of the parameter: convex and L-Lipschitz on the ball of radius r. *)
Definition convex_lipschitz r L d (f : vector -> R) :=
  (forall x y t, in_euclid_ball r d x -> in_euclid_ball r d y -> 0 <= t <= 1 ->
    f (fun k => t * x k + (1 - t) * y k) <= t * f x + (1 - t) * f y) /\
  (forall x y, in_euclid_ball r d x -> in_euclid_ball r d y -> Rabs (f x - f y) <= L * sqrt (squared_distance d x y)).

(** A bound b on the expected excess risk of a parameter drawn from M: over the best parameter of the ball, that is over
    every parameter of the ball. The loss of theta at x is f theta x. *)
Definition excess_most {A} r d (M : law A) (estimate : A -> vector) (P : law vector) (f : vector -> vector -> R) b :=
  forall best, in_euclid_ball r d best -> mean_most M (fun z => E P (f (estimate z)) - E P (f best)) b.

(** The laws of the data, with finitely many points, and the losses that are allowed at each. *)
Definition allowed r L d (P : law vector) (f : vector -> vector -> R) :=
  exists S, on S P /\ forall x, S x -> convex_lipschitz r L d (fun theta => f theta x).

(** The worst expected excess risk of every private protocol whose parameters are in the ball is at least [least]. *)
Definition local_excess_at_least d r L n m eps least := forall B (Z : protocol (list vector) B)
    (estimate : list B -> vector) b,
  interactive eps Z -> (forall z, in_euclid_ball r d (estimate z)) ->
  (forall P f, allowed r L d P f -> excess_most r d (transcript Z (power P m) n) estimate P f b) -> least <= b.

(** The same of every algorithm that gets the data of all users, private or not. *)
Definition central_excess_at_least d r L n m least := forall B (algorithm : list (list vector) -> law B)
    (estimate : B -> vector) b,
  (forall z, in_euclid_ball r d (estimate z)) ->
  (forall P f, allowed r L d P f -> excess_most r d (bind (power (power P m) n) algorithm) estimate P f b) -> least <=
    b.

(** ** Linear losses *)

Definition inner d (x y : vector) := Sum (below d) (fun k => x k * y k).
Definition linear_loss L d (theta x : vector) := - L * inner d theta x.

Lemma distance_from_0 d x : squared_distance d x (fun _ => 0) = Sum (below d) (fun k => x k ^ 2).
Proof. apply Sum_ext. intros k. f_equal. ring. Qed.

Lemma linear_loss_is_convex r L d x : 0 <= L -> in_euclid_ball 1 d x ->
  convex_lipschitz r L d (fun theta => linear_loss L d theta x).
Proof.
  intros L0 X. unfold in_euclid_ball in X. rewrite distance_from_0 in X. split.
  - intros y z t _ _ _. right. unfold linear_loss, inner.
    rewrite (Sum_ext _ _ (fun k => t * (y k * x k) + (1 - t) * (z k * x k))) by (intros; ring).
    rewrite Sum_plus, !Sum_scal. ring.
  - intros y z _ _. unfold linear_loss, inner.
    replace (- L * Sum (below d) (fun k => y k * x k) - - L * Sum (below d) (fun k => z k * x k))
      with (- L * Sum (below d) (fun k => (y k - z k) * x k)).
    + rewrite Rabs_mult, Rabs_Ropp, (Rabs_right L) by lra. apply Rmult_le_compat_l; [exact L0 |].
      pose proof (Sum_cauchy_schwarz (below d) (fun k => y k - z k) x) as C. cbv beta in C.
      fold (squared_distance d y z) in C. pose proof (squared_distance_ge_0 d y z).
      apply le_sqrt. rewrite pow2_abs. nra.
    + rewrite (Sum_ext _ (fun k => (y k - z k) * x k) (fun k => y k * x k - z k * x k)) by (intros; ring).
      rewrite Sum_minus. ring.
Qed.

(** The corner of a cube in the ball of radius r. *)
Definition corner r d (v : list bool) : vector := vector_of_signs (r / sqrt (INR d)) d v.

Lemma corner_at r d v k : (k < d)%nat -> corner r d v k = r / sqrt (INR d) * sgn (bit v k).
Proof. intros H. unfold corner, vector_of_signs. now destruct (lt_dec k d). Qed.

Lemma corner_in_ball r d v : (1 <= d)%nat -> in_euclid_ball r d (corner r d v).
Proof.
  intros H. unfold in_euclid_ball. rewrite distance_from_0. assert (D : 0 < INR d) by (apply lt_0_INR; lia).
  right. rewrite (Sum_ext_in _ _ (fun _ => r ^ 2 / INR d)).
  - rewrite Sum_below_const. field. lra.
  - intros k K. apply in_below in K. rewrite corner_at by exact K.
    assert (root : sqrt (INR d) ^ 2 = INR d) by (apply pow2_sqrt; lra).
    assert (pos : 0 < sqrt (INR d)) by now apply sqrt_lt_R0.
    replace (r ^ 2 / INR d) with (r ^ 2 / sqrt (INR d) ^ 2) by now rewrite root.
    unfold sgn. destruct (bit v k); field; lra.
Qed.

(** ** Hidden signs of a linear loss *)

(** The guess of a sign by a parameter, and how far a parameter with wrong signs stays from the corner. *)
Definition guessed (theta : vector) (k : nat) := if Rle_dec 0 (theta k) then 1 else 0.
Definition count_wrong d (v : list bool) theta := Sum (below d) (fun k => wrong (bit v k) (guessed theta k)).

Lemma inner_with_wrong_signs r d v theta : (1 <= d)%nat -> 0 <= r -> in_euclid_ball r d theta ->
  inner d theta (corner 1 d v) <= r * (1 - count_wrong d v theta / (2 * INR d)).
Proof.
  intros H r_pos T. assert (D : 0 < INR d) by (apply lt_0_INR; lia).
  assert (root : sqrt (INR d) ^ 2 = INR d) by (apply pow2_sqrt; lra).
  assert (pos : 0 < sqrt (INR d)) by now apply sqrt_lt_R0.
  unfold in_euclid_ball in T. rewrite distance_from_0 in T. set (w := count_wrong d v theta).
  set (right := fun k => 1 - wrong (bit v k) (guessed theta k)).
  assert (right_sum : Sum (below d) (fun k => right k ^ 2) = INR d - w).
  { unfold w, count_wrong. rewrite <- (Rmult_1_r (INR d)), <- Sum_below_const, <- Sum_minus. apply Sum_ext.
    intros k. unfold right, wrong, guessed. destruct (bit v k), (Rle_dec 0 (theta k)); ring. }
  assert (w_range : 0 <= w <= INR d).
  { split.
    - apply Sum_ge_0. intros k. unfold wrong, guessed. destruct (bit v k), (Rle_dec 0 (theta k)); lra.
    - assert (0 <= Sum (below d) (fun k => right k ^ 2)) by (apply Sum_ge_0; intros; apply pow2_ge_0). lra. }
  apply Rle_trans with (/ sqrt (INR d) * Sum (below d) (fun k => Rabs (theta k) * right k)).
  - rewrite <- Sum_scal. apply Sum_le_in. intros k K. apply in_below in K. rewrite corner_at by exact K.
    assert (inv : 0 < / sqrt (INR d)) by now apply Rinv_0_lt_compat.
    enough (theta k * sgn (bit v k) <= Rabs (theta k) * right k) by (unfold Rdiv; nra).
    unfold right, wrong, guessed, sgn, Rabs. destruct (bit v k), (Rle_dec 0 (theta k)), (Rcase_abs (theta k)); lra.
  - assert (C : Sum (below d) (fun k => Rabs (theta k) * right k) <= r * (sqrt (INR d) * (1 - w / (2 * INR d)))).
    { assert (W : 0 <= 1 - w / (2 * INR d)).
      { enough (w / (2 * INR d) <= 1) by lra. apply Rle_div_l; lra. }
      apply pow2_inj_le; [repeat apply Rmult_le_pos; lra |].
      eapply Rle_trans; [apply Sum_cauchy_schwarz |]. rewrite right_sum.
      rewrite (Sum_ext _ (fun k => Rabs (theta k) ^ 2) (fun k => theta k ^ 2)) by (intros; apply pow2_abs).
      rewrite !Rpow_mult_distr, root. apply Rmult_le_compat; try lra.
      - apply Sum_ge_0. intros; apply pow2_ge_0.
      - replace (INR d * (1 - w / (2 * INR d)) ^ 2) with (INR d - w + w ^ 2 / (4 * INR d)) by (field; lra).
        assert (0 <= w ^ 2 / (4 * INR d)) by (apply Rdiv_le_0_compat; [apply pow2_ge_0 | lra]). lra. }
    apply (Rmult_le_compat_l (/ sqrt (INR d))) in C; [| left; now apply Rinv_0_lt_compat].
    replace (/ sqrt (INR d) * (r * (sqrt (INR d) * (1 - w / (2 * INR d))))) with (r * (1 - w / (2 * INR d))) in C
      by (field; lra).
    exact C.
Qed.

(** Assouad: Yu 1997, Lemma 2, for the losses -L theta.x, whose mean at the vertex v is -L alpha theta.c for the
    corner c. *)
Theorem hidden_signs {B} d r L alpha (P : list bool -> law vector) (Z : protocol (list vector) B)
    (estimate : list B -> vector)
    n m h b :
  (1 <= d)%nat -> 0 < r -> 0 < L -> 0 < alpha ->
  (forall v, In v (vertices d) -> on (in_euclid_ball 1 d) (P v)) ->
  (forall v theta, In v (vertices d) -> E (P v) (linear_loss L d theta) = - L * alpha * inner d theta (corner 1 d v)) ->
  (forall z, in_euclid_ball r d (estimate z)) ->
  hamming_at_least d (fun v => transcript Z (power (P v) m) n) h ->
  (forall P' f, allowed r L d P' f -> excess_most r d (transcript Z (power P' m) n) estimate P' f b) ->
  L * r * alpha / (2 * INR d) * h <= b.
Proof.
  intros d_pos r_pos L_pos alpha_pos inside means est_in H risk.
  assert (D : 0 < INR d) by (apply lt_0_INR; lia).
  set (c := L * r * alpha / (2 * INR d)).
  assert (C : 0 < c) by (apply Rdiv_lt_0_compat; [repeat apply Rmult_lt_0_compat |]; lra).
  set (guess := fun k z => guessed (estimate z) k).
  assert (G : forall k, test (guess k)) by (intros k z; unfold guess, guessed; destruct (Rle_dec _ _); lra).
  apply Rle_trans with (c * average d (fun v => E (transcript Z (power (P v) m) n)
      (fun z => count_wrong d v (estimate z))));
    [apply Rmult_le_compat_l; [lra | exact (H guess G)] |].
  rewrite <- average_scal, <- (average_const d b). apply average_le. intros v V.
  assert (W : bounded (fun z => count_wrong d v (estimate z))).
  { apply bounded_Sum. intros k. apply bounded_test, wrong_test, G. }
  assert (excess : mean_most (transcript Z (power (P v) m) n)
    (fun z => E (P v) (linear_loss L d (estimate z)) - E (P v) (linear_loss L d (corner r d v))) b).
  { apply risk; [| now apply corner_in_ball]. exists (in_euclid_ball 1 d). split; [now apply inside |].
    intros x X. apply linear_loss_is_convex; [lra | exact X]. }
  assert (best : inner d (corner r d v) (corner 1 d v) = r).
  { unfold inner. rewrite (Sum_ext_in _ _ (fun _ => r / INR d)); [rewrite Sum_below_const; field; lra |].
    intros k K. apply in_below in K. rewrite !corner_at by exact K.
    assert (root : sqrt (INR d) ^ 2 = INR d) by (apply pow2_sqrt; lra).
    assert (pos : 0 < sqrt (INR d)) by now apply sqrt_lt_R0.
    replace (r / INR d) with (r / sqrt (INR d) ^ 2) by now rewrite root.
    unfold sgn. destruct (bit v k); field; lra. }
  rewrite <- E_scal by exact W. apply (mean_most_below _ _ _ b) with (4 := excess).
  - intros z. rewrite !means, best by exact V.
    pose proof (inner_with_wrong_signs r d v (estimate z) d_pos ltac:(lra) (est_in z)) as I.
    assert (0 <= count_wrong d v (estimate z) / (2 * INR d)).
    { apply Rdiv_le_0_compat; [| lra]. apply Sum_ge_0. intros k. apply (wrong_test (bit v k) (guess k) (G k)). }
    assert (0 < L * alpha) by now apply Rmult_lt_0_compat.
    assert (inner d (estimate z) (corner 1 d v) <= r) by nra. nra.
  - bounded.
  - intros z. rewrite !means, best by exact V.
    pose proof (inner_with_wrong_signs r d v (estimate z) d_pos ltac:(lra) (est_in z)) as I.
    assert (A : 0 < L * alpha) by now apply Rmult_lt_0_compat.
    apply (Rmult_le_compat_l (L * alpha)) in I; [| lra]. unfold c.
    replace (L * r * alpha / (2 * INR d) * count_wrong d v (estimate z))
      with (L * alpha * (r * (count_wrong d v (estimate z) / (2 * INR d)))) by (field; lra). lra.
Qed.

Section Theorems_3.
  Variables (d n m : nat) (r L eps : R).
  Hypotheses (d_pos : (1 <= d)%nat) (n_pos : (1 <= n)%nat) (m_pos : (1 <= m)%nat) (r_pos : 0 < r) (L_pos : 0 < L)
      (eps_pos : 0 < eps).

  Let d_real : 1 <= INR d.
  Proof. change 1 with (INR 1). now apply le_INR. Qed.

  Let n_real : 1 <= INR n.
  Proof. change 1 with (INR 1). now apply le_INR. Qed.

  Let m_real : 1 <= INR m.
  Proof. change 1 with (INR 1). now apply le_INR. Qed.

  (** ** Theorem 3.3: fewer than d/eps^2 users learn nothing, whatever m *)

  (** Claim bassily/thm3.3: the data of all users are one corner. *)
  Theorem bassily_theorem_3_3 : INR n <= INR d / (4 * eps ^ 2) -> local_excess_at_least d r L n m eps (L * r / 8).
  Proof.
    intros few B Z estimate b private_users est_in risk.
    set (P := fun v => ret (corner 1 d v)).
    assert (H : hamming_at_least d (fun v => transcript Z (power (P v) m) n) (INR d / 4)).
    { eapply hamming_weaken; [apply (wrong_coordinates_from_the_information d _ (INR d / 8)) |].
      - exists (transcript Z (power (P []) m) n). apply KL_average. intros v.
        apply KL_weaken with (INR n * (eps * ((exp eps - 1) / (exp eps + 1)))).
        + apply chain_rule_over_users with eps; [exact private_users |]. intros K private_K.
          now apply private_divergence.
        + pose proof (pow_lt eps 2 eps_pos). apply (Rmult_le_compat_r (4 * eps ^ 2)) in few; [| lra].
          replace (INR d / (4 * eps ^ 2) * (4 * eps ^ 2)) with (INR d) in few by (field; lra).
          assert ((exp eps - 1) / (exp eps + 1) <= eps / 2).
          { apply tanh_below. lra. }
          assert (INR n * (eps * ((exp eps - 1) / (exp eps + 1))) <= INR n * (eps * (eps / 2))).
          { apply Rmult_le_compat_l; [lra |]. apply Rmult_le_compat_l; lra. }
          lra.
      - replace (INR d * (INR d / 8) / 2) with ((INR d / 4) ^ 2) by field. rewrite sqrt_pow2 by lra. lra. }
    pose proof (hidden_signs d r L 1 P Z estimate n m (INR d / 4) b d_pos r_pos L_pos ltac:(lra)) as bound.
    replace (L * r / 8) with (L * r * 1 / (2 * INR d) * (INR d / 4)) by (field; lra). apply bound; auto.
    - intros v V. now apply on_ret, corner_in_ball.
    - intros v theta V. simpl. unfold linear_loss. ring.
  Qed.

  (** ** Theorem 3.2, last sentence *)

  (** Claim bassily/thm3.2/lower, corrected. *)
  Theorem bassily_theorem_3_2_lower : eps <= 1 -> INR d <= eps ^ 2 * INR n ->
    local_excess_at_least d r L n m eps (L * r * sqrt (INR d / (eps ^ 2 * INR m * INR n)) / 32).
  Proof.
    intros eps_le_1 many B Z estimate b private_users est_in risk.
    pose proof (pow_lt eps 2 eps_pos) as E2. set (u := eps ^ 2 * INR m * INR n).
    assert (U : 0 < u) by (apply Rmult_lt_0_compat; [apply Rmult_lt_0_compat |]; lra).
    set (q := sqrt (INR d / u)). assert (Q2 : q ^ 2 = INR d / u) by (apply pow2_sqrt, Rdiv_le_0_compat; lra).
    assert (Q : 0 < q) by (apply sqrt_lt_R0, Rdiv_lt_0_compat; lra).
    assert (Q_m : INR m * q ^ 2 <= 1).
    { rewrite Q2. replace (INR m * (INR d / u)) with (INR d / (eps ^ 2 * INR n)) by (unfold u; field; lra).
      apply Rle_div_l; [apply Rmult_lt_0_compat; lra | lra]. }
    assert (Q_1 : q ^ 2 <= 1) by nra.
    set (s := q / 4). assert (S : 0 < s < 1) by (unfold s; nra).
    assert (s2 : s ^ 2 = q ^ 2 / 16) by (unfold s; field).
    set (a := 4 * s ^ 2 / (1 - s ^ 2)).
    assert (A : 0 <= a <= 4 / 15 * q ^ 2).
    { unfold a. rewrite s2. pose proof (pow2_ge_0 q). split; [apply Rdiv_le_0_compat; lra | apply Rle_div_l; nra]. }
    assert (H : hamming_at_least d (fun v => transcript (behind (vector_of_signs (1 / sqrt (INR d)) d) Z)
        (power (signs s S v) m) n)
                  (INR d / 4)).
    { apply (a_quarter_is_wrong_by_changes d (signs s S) (sign_ratio s) a) with (e := eps) (kappa := 3 * eps ^ 2).
      - intros v. apply commutes_signs.
      - lra.
      - intros v V. pose proof (changes_of_signs s S v) as C. rewrite (length_of_vertex d v V) in C. exact C.
      - exact eps_pos.
      - now apply interactive_behind.
      - apply exp_minus_1_squared. lra.
      - nra.
      - apply Rle_trans with (3 * u * (4 / 15 * q ^ 2)).
        + replace (3 * eps ^ 2 * INR n * (INR m * a)) with (3 * u * a) by (unfold u; ring). apply Rmult_le_compat_l;
            lra.
        + rewrite Q2. replace (3 * u * (4 / 15 * (INR d / u))) with (4 / 5 * INR d) by (field; lra). lra. }
    apply hamming_behind in H.
    replace (L * r * q / 32) with (L * r * s / (2 * INR d) * (INR d / 4)) by (unfold s; field; lra).
    apply (hidden_signs d r L s (fun v => image (vector_of_signs (1 / sqrt (INR d)) d) (signs s S v)) Z estimate n m
             (INR d / 4) b d_pos r_pos L_pos (proj1 S)); auto.
    - intros v V. apply on_bind with (fun _ => True).
      + clear. induction v as [| c v IH]; [now apply on_ret |].
        apply on_bind with (fun _ => True); [now apply on_two_points |]. intros x _.
        apply on_bind with (fun _ => True); [exact IH |]. intros y _. now apply on_ret.
      + intros x _. apply on_ret. now apply (corner_in_ball 1 d x).
    - intros v theta V. unfold linear_loss, inner.
      change (E (signs s S v) (fun x => - L * Sum (below d) (fun k => theta k * corner 1 d x k)) =
              - L * s * Sum (below d) (fun k => theta k * corner 1 d v k)).
      assert (part : forall k, bounded (fun x => theta k * corner 1 d x k)).
      { intros k. apply bounded_mult; [bounded |].
        apply bounded_between with (- Rabs (1 / sqrt (INR d))) (Rabs (1 / sqrt (INR d))). intros x.
        unfold corner, vector_of_signs, sgn. apply Rabs_le_between. destruct (lt_dec k d), (bit x k);
          rewrite ?Rmult_1_r, ?Rabs_R0; try apply Rle_refl; try apply Rabs_pos.
        rewrite <- Rabs_Ropp. right. f_equal. ring. }
      rewrite E_scal, E_Sum by bounded. rewrite Rmult_assoc, <- (Sum_scal (below d) s). f_equal.
      apply Sum_ext_in. intros k K. apply in_below in K. rewrite corner_at by exact K.
      rewrite (E_ext _ _ (fun x => theta k * (1 / sqrt (INR d)) * sgn (bit x k))).
      + rewrite (mean_of_coordinate s S v k (fun c => theta k * (1 / sqrt (INR d)) * sgn c))
          by now rewrite (length_of_vertex d v V).
        rewrite E_side. unfold sgn. destruct (bit v k); simpl; field; apply Rgt_not_eq, sqrt_lt_R0; lra.
      + intros x. rewrite corner_at by exact K. ring.
  Qed.

  (** ** Theorem 3.1, last sentence: two laws, whatever the algorithm of all data *)

  (** The unit vector on the first axis, times a number. *)
  Let point (x : R) : vector := fun k => match k with O => x | S _ => 0 end.

  Let norm_of_point x : squared_distance d (point x) (fun _ => 0) = x ^ 2.
  Proof.
    rewrite distance_from_0. destruct d as [| d']; [lia |]. rewrite Sum_below_succ. simpl.
    rewrite (Sum_ext _ _ (fun _ => 0)) by (intros; ring). rewrite Sum_const. ring.
  Qed.

  Let inner_with_point theta x : inner d theta (point x) = theta O * x.
  Proof.
    unfold inner. destruct d as [| d']; [lia |]. rewrite Sum_below_succ. simpl.
    rewrite (Sum_ext _ _ (fun _ => 0)) by (intros; ring). rewrite Sum_const. ring.
  Qed.

  (* Fact: two linear losses *)
  (** Le Cam: Yu 1997, Lemma 1, for the losses -L theta_1 z: the two excess risks add up to 2 r L alpha at least. *)
  Lemma two_linear_losses {B} (algorithm : list (list vector) -> law B) (estimate : B -> vector) alpha plus minus t b :
    0 < alpha <= 1 -> (forall z, in_euclid_ball r d (estimate z)) ->
    (forall P f, allowed r L d P f -> excess_most r d (bind (power (power P m) n) algorithm) estimate P f b) ->
    TV_most (bind (power (power (two_points (point 1) (point (-1)) ((1 + alpha) / 2) plus) m) n) algorithm)
            (bind (power (power (two_points (point 1) (point (-1)) ((1 - alpha) / 2) minus) m) n) algorithm) t ->
    r * L * alpha * (1 - t) <= b.
  Proof.
    intros range est_in risk T.
    set (P := two_points (point 1) (point (-1)) ((1 + alpha) / 2) plus) in *.
    set (Q := two_points (point 1) (point (-1)) ((1 - alpha) / 2) minus) in *.
    assert (mean_P : forall theta, E P (linear_loss L d theta) = - L * alpha * theta O).
    { intros theta. unfold P. rewrite E_two_points. unfold linear_loss. rewrite !inner_with_point. field. }
    assert (mean_Q : forall theta, E Q (linear_loss L d theta) = L * alpha * theta O).
    { intros theta. unfold Q. rewrite E_two_points. unfold linear_loss. rewrite !inner_with_point. field. }
    assert (ball : forall x, x ^ 2 = r ^ 2 -> in_euclid_ball r d (point x)).
    { intros x X. unfold in_euclid_ball. rewrite norm_of_point. lra. }
    assert (unit : forall x, x ^ 2 = 1 -> in_euclid_ball 1 d (point x)).
    { intros x X. unfold in_euclid_ball. rewrite norm_of_point. lra. }
    assert (allow : forall p chance, allowed r L d (two_points (point 1) (point (-1)) p chance) (linear_loss L d)).
    { intros p chance. exists (in_euclid_ball 1 d). split; [apply on_two_points; apply unit; ring |].
      intros x X. apply linear_loss_is_convex; [lra | exact X]. }
    assert (first : forall z, - r <= estimate z O <= r).
    { intros z. specialize (est_in z). unfold in_euclid_ball in est_in. rewrite distance_from_0 in est_in.
      destruct d as [| d']; [lia |]. rewrite Sum_below_succ in est_in.
      assert (0 <= Sum (below d') (fun k => estimate z (S k) ^ 2)) by (apply Sum_ge_0; intros; apply pow2_ge_0).
      split; nra. }
    assert (scale : 0 < L * alpha) by (apply Rmult_lt_0_compat; lra).
    enough (2 * (L * alpha * r) * (1 - t) <= b + b) by lra.
    apply (le_cam _ _ t (fun z => E P (linear_loss L d (estimate z)) - E P (linear_loss L d (point r)))
             (fun z => E Q (linear_loss L d (estimate z)) - E Q (linear_loss L d (point (- r)))) _ b b T).
    - apply Rmult_le_pos; [lra |]. apply Rmult_le_pos; lra.
    - intros z. rewrite !mean_P. simpl. specialize (first z). nra.
    - intros z. rewrite !mean_Q. simpl. specialize (first z). nra.
    - intros z. rewrite !mean_P, !mean_Q. simpl. right. ring.
    - apply risk; [apply allow | apply ball; ring].
    - apply risk; [apply allow | apply ball; ring].
  Qed.

  Let tilt := sqrt (1 / (6 * (INR m * INR n))).

  Let tilt_square : tilt ^ 2 = 1 / (6 * (INR m * INR n)).
  Proof. apply pow2_sqrt. apply Rdiv_le_0_compat; [lra |]. nra. Qed.

  Let tilt_range : 0 < tilt <= 1 / 2.
  Proof.
    assert (W : 1 <= INR m * INR n) by nra. split; [apply sqrt_lt_R0, Rdiv_lt_0_compat; lra |].
    apply pow2_inj_le; [lra |]. rewrite tilt_square. apply Rle_div_l; lra.
  Qed.

  (** Claim bassily/thm3.1/lower, corrected. *)
  Theorem bassily_theorem_3_1_lower : central_excess_at_least d r L n m (L * r / (5 * sqrt (INR m * INR n))).
  Proof.
    intros B algorithm estimate b est_in risk.
    assert (W : 1 <= INR m * INR n) by nra.
    assert (plus : 0 <= (1 + tilt) / 2 <= 1) by lra. assert (minus : 0 <= (1 - tilt) / 2 <= 1) by lra.
    assert (KL : KL_most (two_points (point 1) (point (-1)) ((1 + tilt) / 2) plus)
                         (two_points (point 1) (point (-1)) ((1 - tilt) / 2) minus) (3 * tilt ^ 2)).
    { apply KL_weaken with (coin_KL ((1 + tilt) / 2) ((1 - tilt) / 2)); [apply KL_of_two_points; lra |].
      now apply KL_of_opposite_coins. }
    pose proof (pinsker _ _ _ (data_processing algorithm _ _ _ (tensorisation _ _ _ n (tensorisation _ _ _ m KL)))) as
        T.
    pose proof (two_linear_losses algorithm estimate tilt plus minus _ b ltac:(lra) est_in risk T) as bound.
    rewrite tilt_square in bound.
    replace (INR n * (INR m * (3 * (1 / (6 * (INR m * INR n))))) / 2) with ((1 / 2) ^ 2) in bound by (field; lra).
    rewrite sqrt_pow2 in bound by lra.
    eapply Rle_trans; [| exact bound].
    assert (w_pos : 0 < sqrt (INR m * INR n)) by (apply sqrt_lt_R0; lra).
    assert (better : / (5 * sqrt (INR m * INR n)) <= tilt / 2).
    { apply pow2_inj_le; [lra |]. replace ((tilt / 2) ^ 2) with (tilt ^ 2 / 4) by field. rewrite tilt_square.
      rewrite pow_inv, Rpow_mult_distr, pow2_sqrt by lra.
      replace (/ (5 ^ 2 * (INR m * INR n))) with (/ 25 * / (INR m * INR n)) by (field; lra).
      replace (1 / (6 * (INR m * INR n)) / 4) with (/ 24 * / (INR m * INR n)) by (field; lra).
      apply Rmult_le_compat_r; [left; apply Rinv_0_lt_compat |]; lra. }
    assert (0 < L * r) by now apply Rmult_lt_0_compat.
    unfold Rdiv. replace (r * L * tilt * (1 - 1 * / 2)) with (L * r * (tilt / 2)) by field.
    apply Rmult_le_compat_l; lra.
  Qed.
End Theorems_3.
