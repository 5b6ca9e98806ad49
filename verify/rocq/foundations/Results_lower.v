(** * Numbered results of the papers: lower bounds on excess risks and on losses of a distance

    Each theorem says what a claim of the ledger says at that place, as the exporter writes it from the claim itself. *)

From Foundations Require Export Nouns Bassily.
Import ListNotations.
Open Scope R_scope.

(** ** Bassily and Sun: User-level Private Stochastic Convex Optimization with Optimal Rates *)

(** A parameter off the ball is taken to its centre. *)
Definition into_ball r d (theta : vector) : vector :=
  if Rle_dec (squared_distance d theta (fun _ => 0)) (r ^ 2) then theta else fun _ => 0.

Lemma center_in_ball r d : in_euclid_ball r d (fun _ => 0).
Proof.
  unfold in_euclid_ball, squared_distance. rewrite (Sum_ext _ _ (fun _ => 0)) by (intros; ring).
  rewrite Sum_const, Rmult_0_r. apply pow2_ge_0.
Qed.

Lemma into_ball_inside r d theta : in_euclid_ball r d (into_ball r d theta).
Proof.
  unfold into_ball. destruct (Rle_dec _ _) as [inside | _]; [exact inside | apply center_in_ball].
Qed.

Lemma into_ball_same r d theta : in_euclid_ball r d theta -> into_ball r d theta = theta.
Proof.
  intros inside. unfold into_ball. now destruct (Rle_dec _ _).
Qed.

Lemma convex_lipschitz_ext r L d f g : (forall theta, in_euclid_ball r d theta -> g theta = f theta) ->
  (forall x y t, in_euclid_ball r d x -> in_euclid_ball r d y -> 0 <= t <= 1 ->
    in_euclid_ball r d (fun k => t * x k + (1 - t) * y k)) ->
  convex_lipschitz r L d f -> convex_lipschitz r L d g.
Proof.
  intros same between [convex lipschitz]. split.
  - intros x y t X Y range. rewrite !same by auto. now apply convex.
  - intros x y X Y. rewrite !same by assumption. now apply lipschitz.
Qed.

Lemma ball_is_convex r d x y t : in_euclid_ball r d x -> in_euclid_ball r d y -> 0 <= t <= 1 ->
  in_euclid_ball r d (fun k => t * x k + (1 - t) * y k).
Proof.
  unfold in_euclid_ball. rewrite !squared_norm. intros X Y range.
  apply Rle_trans with (t * Sum (below d) (fun k => x k ^ 2) + (1 - t) * Sum (below d) (fun k => y k ^ 2)); [| nra].
  rewrite <- !Sum_scal, <- Sum_plus. apply Sum_le. intros k.
  assert (0 <= t * (1 - t) * (x k - y k) ^ 2) by (apply Rmult_le_pos; [nra | apply pow2_ge_0]). nra.
Qed.

(** Of the losses that the library's theorems speak of, the part that counts: less the loss at the centre, cut where it
    is never reached. *)
Lemma excess_of_allowed_losses {A} d r L (M : law A) parameter P b f : 0 < r -> 0 <= L ->
  excess_of_losses_most d r L M parameter P b -> allowed r L d P f ->
  excess_most r d M (fun z => into_ball r d (parameter z)) P f b.
Proof.
  intros r_pos L_pos risk (S & on_S & convex) best best_in.
  set (g := fun theta x => clip (L * r) (f (into_ball r d theta) x - f (fun _ => 0) x)).
  assert (scale : 0 <= L * r) by (apply Rmult_le_pos; lra).
  assert (same : forall x theta, S x -> g theta x = f (into_ball r d theta) x - f (fun _ => 0) x).
  { intros x theta x_in. apply clip_inside. apply Rabs_le_between.
    eapply Rle_trans; [apply (convex x x_in); [apply into_ball_inside | apply center_in_ball] |].
    apply Rmult_le_compat_l; [exact L_pos |]. rewrite <- (sqrt_pow2 r) by lra. apply sqrt_le_1_alt.
    rewrite sqrt_pow2 by lra. apply into_ball_inside. }
  assert (means : forall theta, E P (g theta) = E P (f (into_ball r d theta)) - E P (f (fun _ => 0))).
  { intros theta. destruct on_S as (masses & inside & _ & mean_is). rewrite !mean_is, <- Sum_minus. apply Sum_ext_in.
    intros p p_in. destruct (inside p p_in) as [_ x_in]. rewrite same by exact x_in. ring. }
  intros c. rewrite (E_ext M _ (fun z => Rmin (E P (g (parameter z)) - E P (g best)) c)).
  - apply (risk S g (finite_lives_on _ _ on_S)); [| | exact best_in].
    + intros x x_in. apply convex_lipschitz_ext with (fun theta => f theta x + - f (fun _ => 0) x).
      * intros theta inside. rewrite same, into_ball_same by assumption. ring.
      * apply ball_is_convex.
      * destruct (convex x x_in) as [bend slope]. split.
        -- intros u v t u_in v_in range. specialize (bend u v t u_in v_in range). lra.
        -- intros u v u_in v_in.
           replace (f u x + - f (fun _ => 0) x - (f v x + - f (fun _ => 0) x)) with (f u x - f v x) by ring.
           now apply slope.
    + exists (L * r). intros theta x. apply Rabs_le_between. unfold g, clip, Rmax, Rmin.
      repeat destruct (Rle_dec _ _); lra.
  - intros z. rewrite !means, (into_ball_same r d best) by exact best_in. f_equal. ring.
Qed.

Lemma excess_of_each_method {B} d r L n m eps x (Z : method (list vector) B vector) b : 0 < r -> 0 < L ->
  local_excess_at_least d r L n m eps x -> users_in_turn Z n eps -> worst_excess_most d m r L Z b -> x <= b.
Proof.
  intros r_pos L_pos bound [<- private_users] risk.
  apply (bound B (channels Z) (fun z => into_ball r d (estimate Z z)) b private_users).
  - intros z. apply into_ball_inside.
  - intros P f allow. apply excess_of_allowed_losses with L; [exact r_pos | lra | apply risk | exact allow].
Qed.

(** Theorem 3.3. *)
Theorem bassily_thm3_3 :
  forall (A : Type) (Z_ : method (list vector) A vector) (L R_ : R) (d : nat) (epsilon : R) (m n : nat),
  0 < L ->
  0 < R_ ->
  (1 <= d)%nat ->
  0 < epsilon ->
  (1 <= m)%nat ->
  (1 <= n)%nat ->
  users_in_turn Z_ n epsilon ->
  INR n <= INR d / (4 * epsilon ^ 2) ->
  forall r : R, worst_excess_most d m R_ L Z_ r ->
  L * R_ / 8 <= r.
Proof.
  intros A Z L r d epsilon m n L_pos r_pos d_pos e_pos m_pos n_pos private_users few b risk.
  apply (excess_of_each_method d r L n m epsilon _ Z b r_pos L_pos); [| exact private_users | exact risk].
  now apply bassily_theorem_3_3.
Qed.

(** Theorem 3.2, last sentence, corrected: pure privacy. *)
Theorem bassily_thm3_2_lower :
  forall (A : Type) (Z_ : method (list vector) A vector) (L R_ : R) (d : nat) (epsilon : R) (m n : nat),
  0 < L ->
  0 < R_ ->
  (1 <= d)%nat ->
  0 < epsilon ->
  (1 <= m)%nat ->
  (1 <= n)%nat ->
  users_in_turn Z_ n epsilon ->
  epsilon <= 1 ->
  INR d <= epsilon ^ 2 * INR n ->
  forall r : R, worst_excess_most d m R_ L Z_ r ->
  L * sqrt (INR d / (epsilon ^ 2 * INR m * INR n)) * R_ / 32 <= r.
Proof.
  intros A Z L r d epsilon m n L_pos r_pos d_pos e_pos m_pos n_pos private_users low many b risk.
  apply (excess_of_each_method d r L n m epsilon _ Z b r_pos L_pos); [| exact private_users | exact risk].
  rewrite (Rmult_assoc L), (Rmult_comm (sqrt _)), <- Rmult_assoc. now apply bassily_theorem_3_2_lower.
Qed.

(** Theorem 3.1, last sentence, corrected: the first term, for each algorithm that gets all data. *)
Theorem bassily_thm3_1_lower : forall (A : channel (list (list vector)) vector) (L R_ : R) (d m n : nat),
  0 < L ->
  0 < R_ ->
  (1 <= d)%nat ->
  (1 <= m)%nat ->
  (1 <= n)%nat ->
  forall r : R, algorithm_excess_most n m d R_ L A r ->
  L * R_ / (5 * sqrt (INR m * INR n)) <= r.
Proof.
  intros K L r d m n L_pos r_pos d_pos m_pos n_pos b risk.
  apply (bassily_theorem_3_1_lower d n m r L d_pos n_pos m_pos r_pos L_pos vector K (into_ball r d) b).
  - apply into_ball_inside.
  - intros P f allow.
    apply (excess_of_allowed_losses d r L _ (fun theta => theta)); [exact r_pos | lra | apply risk | exact allow].
Qed.
