(** * Means of vectors in the unit ball, and their coordinates after a random rotation *)

From Foundations Require Export Nouns_vectors Concentration Signs Facts_vectors.
Import ListNotations.
Open Scope R_scope.

(** ** What is far off

    The error of a user's mean: the mean of T draws of a law of the unit ball, less the law's mean. *)
Definition user_error d (P : law vector) T (data : list vector) : vector := fun k =>
  if (k <? d)%nat then total (fun x => x k) T data / INR T - mean_vector 1 P k else 0.

Definition at_least (level x : R) := if Rle_dec level x then 1 else 0.

(** The chance that it is so long. *)
Definition norm_off (P : law vector) T d level :=
  E (power P T) (fun data => at_least level (euclidean_norm (user_error d P T data))).

(** A coordinate of a rotated vector of R^d, the signs being the products of a row's signs and those of the columns:
    whatever the row is, they are independent and fair if the columns' are. *)
Definition rotated d (signs : list bool) (x : vector) := Sum (below d) (fun k => sgn (bit signs k) * x k)
  / sqrt (INR d).

(** The chance that it is so large beside the vector's length. A vector that has more coordinates is longer than its
    first d, so that the chance is smaller. *)
Definition nonzero_vector (x : vector) := exists k, x k <> 0.
Definition sign_tail (x : vector) d level :=
  average d (fun signs => at_least (euclidean_norm x * level) (Rabs (rotated d signs x))).

(** The chance that it is so far off, over data and signs; and the mean square over the signs of the chance given
    them. *)
Definition rotated_off (P : law vector) T d level := average d (fun signs =>
  E (power P T) (fun data => at_least level (Rabs (rotated d signs (user_error d P T data))))).
Definition rotated_square (P : law vector) T d level := average d (fun signs =>
  E (power P T) (fun data => at_least level (Rabs (rotated d signs (user_error d P T data)))) ^ 2).

(** Whatever the row is: with its signs the columns' are as likely as without. *)
Lemma any_row d (row : nat -> bool) (f : (nat -> bool) -> R) :
  (forall s s', (forall k, (k < d)%nat -> s k = s' k) -> f s = f s') ->
  average d (fun signs => f (fun k => xorb (row k) (bit signs k))) = average d (fun signs => f (bit signs)).
Proof.
  unfold average. intros same. f_equal. revert row f same. induction d as [| d IH]; intros row f same.
  - simpl. f_equal. apply same. lia.
  - cbn [vertices]. rewrite !Sum_app, !Sum_map.
    assert (part : forall b, Sum (vertices d) (fun v => f (fun k => xorb (row k) (bit (b :: v) k))) =
      Sum (vertices d) (fun v => f (bit (xorb (row O) b :: v)))).
    { intros b. pose (g := fun s : nat -> bool => f (fun k => match k with O => xorb (row O) b | S k' => s k' end)).
      transitivity (Sum (vertices d) (fun v => g (fun k => xorb (row (S k)) (bit v k)))).
      - apply Sum_ext. intros v. apply same. intros [| k] _; reflexivity.
      - rewrite (IH (fun k => row (S k)) g).
        + apply Sum_ext. intros v. apply same. intros [| k] _; reflexivity.
        + intros s s' S. apply same. intros [| k] K; [reflexivity |]. apply S. lia. }
    rewrite !part. destruct (row O); simpl; ring.
Qed.

(** ** Bounded differences

    McDiarmid: a function of independent draws, of which none moves it by more than c. *)
Section Bounded_differences.
  Context {A : Type} (P : law A) (c : R) (c_pos : 0 < c).

  Definition differs_little (f : list A -> R) := forall before after x y,
    Rabs (f (before ++ x :: after) - f (before ++ y :: after)) <= c.

  (** Boucheron, Lugosi and Massart 2013, Theorem 6.2: the draws are taken one by one, and Hoeffding's lemma is used for
      each, given the others. *)
  Theorem exponential_moment_of_differences m f s : bounded f -> differs_little f ->
    E (power P m) (fun data => exp (s * f data)) <= exp (s * E (power P m) f + INR m * (s ^ 2 * c ^ 2 / 8)).
  Proof.
    revert f. induction m as [| m IH]; intros f F D; [simpl; right; f_equal; ring |].
    cbn [power]. rewrite !E_step. set (g := fun h => E P (fun z => f (z :: h))).
    assert (Fz : forall h, bounded (fun z => f (z :: h))).
    { intros h. apply (bounded_after f (fun z => z :: h) F). }
    assert (G : bounded g).
    { destruct F as [M F]. exists M. intros h. apply E_small. intros z. apply F. }
    apply Rle_trans with (E (power P m) (fun h => exp (s ^ 2 * c ^ 2 / 8) * exp (s * g h))).
    - apply E_mono; [| bounded |].
      + apply (bounded_through2 (fun _ => P) (fun h z => exp (s * f (z :: h)))).
        assert (B : bounded (fun data => exp (s * f data))) by bounded.
        destruct B as [M B]. exists M. intros h z. apply B.
      + intros h. destruct (greatest_below P (fun z => f (z :: h)) (Fz h)) as (low & below_f & greatest).
        assert (range : forall z, low <= f (z :: h) <= low + c).
        { intros z. split; [apply below_f |]. enough (f (z :: h) - c <= low) by lra. apply greatest. intros y.
          specialize (D [] h z y). simpl in D. apply Rabs_le_between in D. lra. }
        eapply Rle_trans; [apply (exponential_moment P (fun z => f (z :: h)) low (low + c) ltac:(lra) range s) |].
        rewrite <- exp_plus. apply exp_le. fold (g h). right. field.
    - rewrite E_scal by bounded. rewrite S_INR.
      replace (s * E (power P m) g + (INR m + 1) * (s ^ 2 * c ^ 2 / 8))
        with (s ^ 2 * c ^ 2 / 8 + (s * E (power P m) g + INR m * (s ^ 2 * c ^ 2 / 8))) by ring.
      rewrite exp_plus. apply Rmult_le_compat_l; [left; apply exp_pos |]. apply IH; [exact G |].
      intros before after x y. unfold g. rewrite <- E_minus by apply Fz. apply E_small. intros z.
      apply (D (z :: before)).
  Qed.
End Bounded_differences.

(** ** Vectors of the unit ball *)

(** Draws lie where the law does. *)
Lemma draws_inside {A} (S : A -> Prop) (P : law A) m : lives_on S P ->
  lives_on (fun data => List.Forall S data /\ length data = m) (power P m).
Proof.
  intros inside. induction m as [| m IH]; intros f g F G same; [apply same; repeat constructor |].
  cbn [power]. rewrite !E_step.
  assert (bounded_in : forall u, bounded u -> bounded (fun h => E P (fun z => u (z :: h)))).
  { intros u [M U]. exists M. intros h. apply E_small. intros z. apply U. }
  assert (bounded_by : forall u h, bounded u -> bounded (fun z : A => u (z :: h))).
  { intros u h U. apply (bounded_after u (fun z => z :: h) U). }
  apply IH; auto. intros h [H L]. apply inside; auto. intros z Z. apply same. split; [now constructor | simpl;
    now rewrite L].
Qed.

Section Ball.
  Variables (P : law vector) (d : nat) (in_the_ball : lives_on (in_ball 2 1 d) P).

  Let squares (x : vector) := Sum (below d) (fun k => x k ^ 2).

  (** What is outside of the ball does not matter. *)
  Let cut (x : vector) : vector := fun k => if Rle_dec (squares x) 1 then x k else 0.

  Let cut_square x : squares (cut x) <= 1.
  Proof.
    unfold squares at 1, cut. destruct (Rle_dec (squares x) 1) as [small |]; [exact small |].
    rewrite (Sum_ext _ _ (fun _ => 0)) by (intros; simpl; ring). rewrite Sum_const. lra.
  Qed.

  Let cut_inside x : in_ball 2 1 d x -> cut x = x.
  Proof.
    intros [_ small]. apply functional_extensionality. intros k. unfold cut.
    destruct (Rle_dec (squares x) 1) as [| large]; [reflexivity | exfalso]. apply large.
    eapply Rle_trans; [| eapply Rle_trans; [exact small |]].
    - right. apply Sum_ext. intros j. unfold power_of. destruct (Req_EM_T (x j) 0) as [-> | other]; [ring |].
      rewrite <- (pow2_abs (x j)). replace 2 with (INR 2) by (simpl; ring).
      now rewrite Rpower_pow by now apply Rabs_pos_lt.
    - right. unfold Rpower. rewrite ln_1, Rmult_0_r. apply exp_0.
  Qed.

  Let cut_between x k : (k < d)%nat -> -1 <= cut x k <= 1.
  Proof.
    intros K. apply in_below in K. pose proof (cut_square x) as S. unfold squares in S.
    assert (one : cut x k ^ 2 <= 1).
    { eapply Rle_trans; [| exact S]. clear S. revert K. generalize (below d) as l. induction l as [| j l IH]; [easy |].
      intros K. cbn [Sum]. assert (0 <= Sum l (fun i => cut x i ^ 2)) by (apply Sum_ge_0; intros; apply pow2_ge_0).
      destruct K as [-> | K]; [lra |]. specialize (IH K). pose proof (pow2_ge_0 (cut x j)). lra. }
    split; nra.
  Qed.

  Let theta := mean_vector 1 P.

  Let mean_of_cut k : (k < d)%nat -> E P (fun x => cut x k) = theta k.
  Proof.
    intros K. unfold theta, mean_vector. apply in_the_ball.
    - apply bounded_between with (-1) 1. intros x. now apply cut_between.
    - apply bounded_between with (-1) 1. intros x. unfold clip, Rmax, Rmin. repeat destruct (Rle_dec _ _); lra.
    - intros x X. rewrite (cut_inside x X), clip_inside; [reflexivity |]. rewrite <- (cut_inside x X).
      now apply cut_between.
  Qed.

  (** The squared length of the sum of the errors of m draws. *)
  Let sum_of k m data := total (fun x => cut x k - theta k) m data.
  Let length_squared m data := Sum (below d) (fun k => sum_of k m data ^ 2).

  Let theta_between k : -1 <= theta k <= 1.
  Proof.
    apply E_between. intros x. unfold clip, Rmax, Rmin. repeat destruct (Rle_dec _ _); lra.
  Qed.

  Let bounded_error k : (k < d)%nat -> bounded (fun x => cut x k - theta k).
  Proof.
    intros K. apply bounded_between with (-2) 2. intros x. pose proof (cut_between x k K). pose proof (theta_between k).
    lra.
  Qed.

  Let bounded_sum k m : (k < d)%nat -> bounded (sum_of k m).
  Proof. intros K. now apply bounded_total, bounded_error. Qed.

  Let mean_of_coordinates (f : nat -> vector -> R) : (forall k, (k < d)%nat -> bounded (f k)) ->
    bounded (fun x => Sum (below d) (fun k => f k x)) /\
    E P (fun x => Sum (below d) (fun k => f k x)) = Sum (below d) (fun k => E P (f k)).
  Proof.
    intros F. assert (all : forall k, In k (below d) -> bounded (f k)) by (intros k K; apply F; now apply in_below).
    revert all. generalize (below d) as l. induction l as [| k l IH]; intros all; simpl; [split;
      [bounded | apply E_const] |].
    destruct IH as [B same]; [intros j J; apply all; now right |]. specialize (all k (or_introl eq_refl)).
    split; [now apply bounded_plus | now rewrite E_plus, same by assumption].
  Qed.

  (** A variance is no larger than the mean square. *)
  Let one_draw : E P (fun x => Sum (below d) (fun k => (cut x k - theta k) ^ 2)) <= 1.
  Proof.
    assert (B : forall k, (k < d)%nat -> bounded (fun x => cut x k)).
    { intros k K. apply bounded_between with (-1) 1. intros x. now apply cut_between. }
    rewrite (proj2 (mean_of_coordinates (fun k x => (cut x k - theta k) ^ 2) ltac:(intros; apply bounded_pow; auto))).
    apply Rle_trans with (Sum (below d) (fun k => E P (fun x => cut x k ^ 2))).
    - apply Sum_le_in. intros k K. apply in_below in K. rewrite <- (mean_of_cut k K), variance_expanded by auto.
      pose proof (pow2_ge_0 (E P (fun x => cut x k))). lra.
    - destruct (mean_of_coordinates (fun k x => cut x k ^ 2) ltac:(intros; apply bounded_pow; auto)) as [F <-].
      apply E_le; [exact F |]. exact cut_square.
  Qed.

  (** Draws are uncorrelated. *)
  Let mean_square m : bounded (length_squared m) /\ E (power P m) (length_squared m) <= INR m.
  Proof.
    assert (B : forall m, bounded (length_squared m)).
    { intros n. unfold length_squared. assert (all : forall k, In k (below d) -> (k < d)%nat) by apply in_below.
      revert all. generalize (below d) as l. induction l as [| k l IH]; intros all; simpl; [bounded |].
      apply bounded_plus; [| apply IH; intros; apply all; now right].
      apply (bounded_pow (sum_of k n) 2), bounded_sum, all. now left. }
    split; [apply B |]. induction m as [| m IH].
    - simpl. unfold length_squared. rewrite (Sum_ext _ _ (fun _ => 0)) by (intros; simpl; ring).
      rewrite Sum_const. lra.
    - cbn [power]. rewrite E_step, S_INR.
      apply Rle_trans with (E (power P m) (fun h => length_squared m h + 1)).
      + apply E_mono.
        * apply (bounded_through2 (fun _ => P) (fun h z => length_squared (S m) (z :: h))).
          destruct (B (S m)) as [M L]. exists M. intros h z. apply L.
        * apply bounded_plus; [apply B | bounded].
        * intros h.
          set (draw := fun x => Sum (below d) (fun k => (cut x k - theta k) ^ 2)).
          set (cross := fun x => Sum (below d) (fun k => sum_of k m h * (cut x k - theta k))).
          assert (parts : forall x, length_squared (S m) (x :: h) = draw x + 2 * cross x + length_squared m h).
          { intros x. unfold length_squared, draw, cross. rewrite <- Sum_scal, <- !Sum_plus. apply Sum_ext. intros k.
            unfold sum_of. simpl. ring. }
          destruct (mean_of_coordinates (fun k x => (cut x k - theta k) ^ 2)) as [D _]; [intros; apply bounded_pow;
            auto |].
          destruct (mean_of_coordinates (fun k x => sum_of k m h * (cut x k - theta k))) as [C zero];
            [intros; apply bounded_mult; [bounded | auto] |].
          rewrite (E_ext P _ _ parts), !E_plus, E_scal, E_const by (try apply bounded_plus; try apply bounded_mult;
            bounded).
          assert (none : E P cross = 0).
          { unfold cross. rewrite zero, (Sum_ext_in _ _ (fun _ => 0)); [rewrite Sum_const; ring |].
            intros k K. apply in_below in K. rewrite E_scal, E_minus, E_const, mean_of_cut by
              (auto; try apply bounded_between with (-1) 1; intros; now apply cut_between || bounded). ring. }
          rewrite none. pose proof one_draw. unfold draw. lra.
      + rewrite E_plus, E_const by (apply B || bounded). lra.
  Qed.

  Variables (T : nat) (T_1 : (1 <= T)%nat).
  Let T_pos : 0 < INR T.
  Proof. apply lt_0_INR. lia. Qed.

  (** The length of the mean's error: no draw moves it by more than 2/T. *)
  Let length_of data := euclidean d (fun k => sum_of k T data / INR T).

  Let bounded_length : bounded length_of.
  Proof.
    apply (bounded_sqrt (fun data => Sum (below d) (fun k => (sum_of k T data / INR T) ^ 2))).
    destruct (mean_square T) as [[M B] _]. exists (M / INR T ^ 2). intros data.
    rewrite (Sum_ext _ _ (fun k => / INR T ^ 2 * sum_of k T data ^ 2)) by (intros; field; lra).
    assert (0 < / INR T ^ 2) by (apply Rinv_0_lt_compat, pow_lt; lra).
    rewrite Sum_scal, Rabs_mult, (Rabs_right (/ _)) by lra. rewrite Rmult_comm. unfold Rdiv.
    apply Rmult_le_compat_r; [lra | apply B].
  Qed.

  Let mean_length : E (power P T) length_of <= / sqrt (INR T).
  Proof.
    destruct (mean_square T) as [B small].
    assert (S : forall data, Sum (below d) (fun k => (sum_of k T data / INR T) ^ 2)
      = / INR T ^ 2 * length_squared T data).
    { intros data. unfold length_squared. rewrite <- Sum_scal. apply Sum_ext. intros k. field. lra. }
    assert (low : 0 < / INR T ^ 2) by (apply Rinv_0_lt_compat, pow_lt; lra).
    apply Rle_trans with (sqrt (E (power P T) (fun data => / INR T ^ 2 * length_squared T data))).
    - rewrite (E_ext _ length_of (fun data => sqrt (/ INR T ^ 2 * length_squared T data))).
      + apply mean_of_sqrt; [apply bounded_mult; bounded |]. intros data. rewrite <- S. apply Sum_ge_0.
        intros k. apply pow2_ge_0.
      + intros data. unfold length_of, euclidean. now rewrite S.
    - rewrite E_scal by exact B. rewrite <- sqrt_inv. apply sqrt_le_1_alt.
      apply (Rmult_le_compat_l (/ INR T ^ 2)) in small; [| lra].
      replace (/ INR T) with (/ INR T ^ 2 * INR T) by (field; lra). exact small.
  Qed.

  Let euclidean_plus x y : euclidean d (fun k => x k + y k) <= euclidean d x + euclidean d y.
  Proof.
    assert (same : forall v, euclidean d v = Elementary.norm d v).
    { intros v. unfold euclidean, Elementary.norm. f_equal. now rewrite inner_squares. }
    rewrite !same. apply Elementary.norm_triangle.
  Qed.

  Let moves_little : differs_little (2 / INR T) length_of.
  Proof.
    assert (one_way : forall before after x y, length_of (before ++ x :: after) <= length_of (before ++ y :: after)
      + 2 / INR T).
    { intros before after x y.
      assert (step : forall m, exists s, (s = 0 \/ s = 1) /\ forall k, sum_of k m (before ++ x :: after) =
        sum_of k m (before ++ y :: after) + s * (cut x k - cut y k)).
      { induction before as [| z before IH]; intros [| m].
        - exists 0. split; [now left |]. intros k. simpl. ring.
        - exists 1. split; [now right |]. intros k. unfold sum_of. simpl. ring.
        - exists 0. split; [now left |]. intros k. simpl. ring.
        - destruct (IH m) as (s & S & H). exists s. split; [exact S |]. intros k. specialize (H k).
          unfold sum_of in *. simpl. lra. }
      destruct (step T) as (s & S & H). unfold length_of.
      replace (fun k => sum_of k T (before ++ x :: after) / INR T)
        with (fun k => sum_of k T (before ++ y :: after) / INR T + (s / INR T * cut x k + - s / INR T * cut y k))
        by (apply functional_extensionality; intros k; rewrite H; field; lra).
      assert (scaled : forall c v, euclidean d (fun k => c * cut v k) <= Rabs c).
      { intros c v. unfold euclidean. rewrite (Sum_ext _ _ (fun k => c ^ 2 * cut v k ^ 2)) by (intros; ring).
        rewrite Sum_scal, <- sqrt_Rsqr_abs. apply sqrt_le_1_alt. unfold Rsqr.
        pose proof (cut_square v) as C. unfold squares in C. pose proof (pow2_ge_0 c). nra. }
      eapply Rle_trans; [apply euclidean_plus |]. apply Rplus_le_compat_l.
      eapply Rle_trans; [apply euclidean_plus |].
      assert (Rabs (s / INR T) <= 1 / INR T /\ Rabs (- s / INR T) <= 1 / INR T).
      { assert (0 < / INR T) by now apply Rinv_0_lt_compat. unfold Rdiv. destruct S as [->
          | ->]; split; apply Rabs_le; lra. }
      pose proof (scaled (s / INR T) x). pose proof (scaled (- s / INR T) y). lra. }
    intros before after x y. apply Rabs_le. pose proof (one_way before after x y).
    pose proof (one_way before after y x). lra.
  Qed.

  Let same_error data : List.Forall (in_ball 2 1 d) data -> length data = T ->
    euclidean_norm (user_error d P T data) = length_of data.
  Proof.
    intros inside many. rewrite (norm_in_space d).
    - unfold length_of, euclidean. f_equal. apply Sum_ext_in. intros k K. apply in_below in K. f_equal.
      unfold user_error. rewrite (proj2 (Nat.ltb_lt k d) K). fold theta. rewrite <- many. unfold sum_of.
      assert (apart : total (fun x => cut x k - theta k) (length data) data =
          total (fun x => x k) (length data) data - INR (length data) * theta k).
      { clear many. induction inside as [| x data X _ IH]; [simpl; ring |].
        cbn [total length]. rewrite IH, S_INR, (cut_inside x X). ring. }
      rewrite apart. field. rewrite many. lra.
    - intros k K. unfold user_error. now rewrite (proj2 (Nat.ltb_ge k d) K).
  Qed.

  (** The mean square of the error, told by what is no larger and bounded. *)
  Theorem mean_square_of_error g : bounded g ->
    (forall data, g data <= Sum (below d) (fun k => user_error d P T data k ^ 2)) -> E (power P T) g <= / INR T.
  Proof.
    intros G least. destruct (mean_square T) as [B small].
    set (s := fun data => / INR T ^ 2 * length_squared T data).
    assert (S : bounded s) by (apply bounded_mult; bounded).
    apply Rle_trans with (E (power P T) s).
    - apply Rle_trans with (E (power P T) (fun data => Rmin (g data) (s data))).
      + right. apply (draws_inside _ _ T in_the_ball); [exact G | now apply bounded_min |].
        intros data [inside many]. symmetry. apply Rmin_left. eapply Rle_trans; [apply least |]. right.
        pose proof (same_error data inside many) as same. rewrite (norm_in_space d) in same.
        * unfold length_of, euclidean in same. apply sqrt_inj in same; try (apply Sum_ge_0; intros; apply pow2_ge_0).
          rewrite same. unfold s, length_squared. rewrite <- Sum_scal. apply Sum_ext. intros k. field. lra.
        * intros k K. unfold user_error. now rewrite (proj2 (Nat.ltb_ge k d) K).
      + apply E_mono; [now apply bounded_min | exact S |]. intros data. apply Rmin_r.
    - unfold s. rewrite E_scal by exact B.
      assert (low : 0 < / INR T ^ 2) by (apply Rinv_0_lt_compat, pow_lt; lra).
      apply (Rmult_le_compat_l (/ INR T ^ 2)) in small; [| lra].
      replace (/ INR T) with (/ INR T ^ 2 * INR T) by (field; lra). exact small.
  Qed.

  (* Fact: norm of a mean of vectors in the ball *)
  Theorem norm_of_a_mean u : 1 <= u -> norm_off P T d (u / sqrt (INR T)) <= exp (- ((u - 1) ^ 2 / 2)).
  Proof.
    intros U. unfold norm_off. set (level := u / sqrt (INR T)).
    assert (I : forall f : list vector -> R, bounded (fun data => at_least level (f data))).
    { intros f. apply bounded_between with 0 1. intros data. unfold at_least. destruct (Rle_dec _ _); lra. }
    assert (same : E (power P T) (fun data => at_least level (euclidean_norm (user_error d P T data))) =
                   E (power P T) (fun data => at_least level (length_of data))).
    { apply (draws_inside _ _ T in_the_ball); auto. intros data [D L]. now rewrite same_error. }
    rewrite same. set (r := sqrt (INR T)). assert (R0 : 0 < r) by (apply sqrt_lt_R0; lra).
    assert (R2 : r ^ 2 = INR T) by (apply pow2_sqrt; lra).
    set (s := (u - 1) * r). assert (S : 0 <= s) by (apply Rmult_le_pos; lra).
    apply Rle_trans with (E (power P T) (fun data => exp (- s * level) * exp (s * length_of data))).
    - apply E_mono; [apply I | bounded |]. intros data. rewrite <- exp_plus. unfold at_least.
      destruct (Rle_dec level (length_of data)) as [far |]; [| left; apply exp_pos].
      rewrite <- exp_0 at 1. apply exp_le. nra.
    - rewrite E_scal by bounded.
      pose proof (exponential_moment_of_differences P (2 / INR T) ltac:(apply Rdiv_lt_0_compat; lra) T length_of s
        bounded_length moves_little) as M.
      apply (Rmult_le_compat_l (exp (- s * level))) in M; [| left; apply exp_pos].
      eapply Rle_trans; [exact M |]. rewrite <- exp_plus. apply exp_le.
      pose proof mean_length as L. fold r in L. apply (Rmult_le_compat_l s) in L; [| exact S].
      replace (s * / r) with (u - 1) in L by (unfold s; field; lra).
      replace (INR T * (s ^ 2 * (2 / INR T) ^ 2 / 8)) with ((u - 1) ^ 2 / 2)
        by (rewrite <- R2; unfold s; field; lra).
      replace (- s * level) with (- (u - 1) * u) by (unfold s, level; fold r; field; lra). lra.
  Qed.
End Ball.
