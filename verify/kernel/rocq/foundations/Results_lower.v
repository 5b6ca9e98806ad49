(** * Numbered results of the papers: lower bounds on excess risks and on losses of a distance

    Each theorem says what a claim of the ledger says at that place, as the exporter writes it from the claim itself. *)

From Coq Require Import Classical_Prop.
From Foundations Require Export Nouns Packings Mixtures Priors Bassily Kent.
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
  unfold in_euclid_ball. rewrite !distance_from_0. intros X Y range.
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

(** ** Kent, Berrett, Yu: Rate Optimality and Phase Transition for User-Level Local Differential Privacy *)

Lemma whole_number_above x : 1 < x -> exists N : nat, INR N - 1 < x <= INR N.
Proof.
  intros above. destruct (nfloor_ex x ltac:(lra)) as [k [low high]].
  destruct (Req_dec x (INR k)) as [same | other].
  - exists k. lra.
  - exists (S k). rewrite S_INR. lra.
Qed.

Lemma covering_at_least_of_number {T} (Theta : metric_space T) radius N' (N : nat) :
  covering_number_least Theta radius N' -> INR N - 1 < N' ->
  covering_at_least (metric Theta) (fun _ => True) radius N.
Proof.
  intros covers size centres few _. apply NNPP. intros none.
  assert (covered : forall t, exists c, In c centres /\ metric Theta t c <= radius).
  { intros t. apply NNPP. intros off. apply none. exists t. split; [exact I |].
    intros c c_in. apply Rnot_le_lt. intros near. apply off. now exists c. }
  apply covers in covered. apply le_INR in few. rewrite S_INR in few. lra.
Qed.

Lemma laws_at_points {A T} (F : parametric A T) points : (forall t, exists P, parameter F P t) ->
  exists laws, map snd laws = points /\ forall p, In p laws -> parameter F (fst p) (snd p).
Proof.
  intros onto. induction points as [| t points (laws & same & members)].
  - now exists [].
  - destruct (onto t) as [P at_t]. exists ((P, t) :: laws). split.
    + simpl. now rewrite same.
    + intros p [<- | p_in]; [exact at_t | now apply members].
Qed.

Lemma distinct_images {A B} (f : A -> B) l x y : NoDup (map f l) -> In x l -> In y l -> x <> y -> f x <> f y.
Proof.
  induction l as [| z l IH]; intros D X Y N; [easy |]. simpl in D. inversion D as [| ? ? new D']; subst.
  destruct X as [<- | X], Y as [<- | Y].
  - easy.
  - intros same. apply new. rewrite same. now apply in_map.
  - intros same. apply new. rewrite <- same. now apply in_map.
  - now apply IH.
Qed.

(** Fano's method for a class whose laws have parameters. *)
Lemma worst_loss_by_packings {A B T} (F : parametric A T) (Phi : loss) (Z : method (list A) B T) n m alpha delta N b :
  (forall t, exists P, parameter F P t) -> 0 < alpha -> (2 <= N)%nat ->
  packing_at_least (metric (parameters F)) (fun _ => True) (2 * delta) N ->
  users_in_turn Z n alpha -> worst_loss_most F m Phi Z b ->
  loss_at Phi delta * (1 - (INR n * Rmin alpha (alpha ^ 2) + ln 2) / ln (INR N)) <= b.
Proof.
  intros onto alpha_pos N2 (points & L & D & _ & apart) [<- private_users] [_ risk].
  destruct (laws_at_points F points onto) as (laws & same & members). subst points.
  rewrite map_length in L. rewrite <- L.
  apply (fano_method laws (fun p => transcript (channels Z) (power (fst p) m) (users Z)) _
           (fun p t => loss_at Phi (metric (parameters F) t (snd p))) (estimate Z)).
  - lia.
  - now apply NoDup_map_inv with (f := snd).
  - now apply (information_of_users (channels Z) []).
  - apply loss_ge_0.
  - intros p t. apply loss_ge_0.
  - intros p q t p_in q_in other near. apply loss_rises.
    assert (close : metric (parameters F) t (snd p) < delta).
    { apply Rnot_le_lt. intros far. pose proof (loss_rises Phi _ _ far). lra. }
    pose proof (apart (snd p) (snd q) (in_map snd _ _ p_in) (in_map snd _ _ q_in)
        (distinct_images snd laws p q D p_in q_in other)).
    pose proof (metric_triangle _ (parameters F) (snd p) t (snd q)).
    rewrite (metric_sym _ (parameters F) (snd p) t) in *. lra.
  - intros p p_in. now apply risk, members.
Qed.

(** What is weakened: 12 for 1, half of the loss, and a number of balls that need not be whole. *)
Lemma weaker_fano i N' N loss b : 0 <= i -> 1 < N' <= N -> 0 <= loss -> 0 <= b ->
  loss * (1 - (i + ln 2) / ln N) <= b -> (1 - (12 * i + ln 2) / ln N') * loss / 2 <= b.
Proof.
  intros i_pos [above below_N] loss_pos b_pos bound.
  assert (L' : 0 < ln N') by (rewrite <- ln_1; apply ln_increasing; lra).
  assert (L : ln N' <= ln N) by (apply ln_le; lra).
  assert (ln2 : 0 < ln 2) by (rewrite <- ln_1; apply ln_increasing; lra).
  assert (better : (i + ln 2) / ln N <= (12 * i + ln 2) / ln N').
  { apply Rle_trans with ((i + ln 2) / ln N').
    - apply Rmult_le_compat_l; [lra |]. apply Rinv_le_contravar; lra.
    - apply Rmult_le_compat_r; [left; now apply Rinv_0_lt_compat | lra]. }
  destruct (Rle_dec 0 (1 - (12 * i + ln 2) / ln N')) as [pos | neg]; nra.
Qed.

(** Corollary 2, (9). *)
Theorem kent_cor2 : forall (A B : Type) (Phi : loss) (Theta : metric_space A) (mathcalP : parametric B A)
    (Delta N : R) (T : nat) (alpha : R) (n : nat),
  0 < Delta ->
  1 < N ->
  (1 <= T)%nat ->
  0 < alpha ->
  (1 <= n)%nat ->
  parameters_are mathcalP Theta ->
  covering_number_least Theta (2 * Delta) N ->
  forall (C : Type) (Z_ : method (list B) C A), users_in_turn Z_ n alpha ->
  forall r : R, worst_loss_most mathcalP T Phi Z_ r ->
  (1 - (12 * Rmin alpha (alpha ^ 2) * INR n + ln 2) / ln N) * loss_at Phi Delta / 2 <= r.
Proof.
  intros A B Phi Theta F delta N' m alpha n delta_pos above m_pos alpha_pos n_pos [<- onto] covers C Z private_users.
  intros r risk.
  destruct (whole_number_above N' above) as (N & low & high).
  pose proof (covering_at_least_of_number _ _ N' N covers low) as large.
  assert (N2 : (2 <= N)%nat) by (apply (INR_lt 1); simpl; lra).
  replace (12 * Rmin alpha (alpha ^ 2) * INR n) with (12 * (INR n * Rmin alpha (alpha ^ 2))) by ring.
  apply weaker_fano with (INR N); [| lra | apply loss_ge_0 | exact (proj1 risk) |].
  - apply Rmult_le_pos; [apply pos_INR |]. apply Rmin_glb; [lra | apply pow2_ge_0].
  - apply (worst_loss_by_packings F Phi Z n m); auto.
    apply packings_above_coverings; [lra | apply metric_zero | apply metric_sym | exact large].
Qed.

(** Theorem 1, from below. *)
Theorem kent_thm1_lower : forall (A : Type) (Phi : loss) (Theta : metric_space A) (Delta N alpha : R) (n : nat),
  0 < Delta ->
  1 < N ->
  0 < alpha ->
  (1 <= n)%nat ->
  covering_number_least Theta (2 * Delta) N ->
  forall (B : Type) (Z_ : method (list A) B A), users_in_turn Z_ n alpha ->
  forall r : R, worst_loss_most (point_masses Theta) 1 Phi Z_ r ->
  (1 - (12 * Rmin alpha (alpha ^ 2) * INR n + ln 2) / ln N) * loss_at Phi Delta / 2 <= r.
Proof.
  intros A Phi Theta delta N alpha n delta_pos above alpha_pos n_pos.
  apply kent_cor2; auto. split; [reflexivity |]. intros t. now exists (ret t).
Qed.

(** Corollary 2, the choice of Delta. *)
Theorem kent_cor2_choice : forall (A : Type) (Phi : loss) (Theta : metric_space A) (Delta alpha : R) (n : nat),
  0 < Delta ->
  0 < alpha ->
  (1 <= n)%nat ->
  covering_number_least Theta (2 * Delta) (4 * exp (24 * Rmin alpha (alpha ^ 2) * INR n)) ->
  forall (B : Type) (Z_ : method (list A) B A), users_in_turn Z_ n alpha ->
  forall r : R, worst_loss_most (point_masses Theta) 1 Phi Z_ r ->
  loss_at Phi Delta / 4 <= r.
Proof.
  intros A Phi Theta delta alpha n delta_pos alpha_pos n_pos covers B Z private_users r risk.
  set (i := Rmin alpha (alpha ^ 2) * INR n) in *.
  assert (i_pos : 0 <= i).
  { apply Rmult_le_pos; [| apply pos_INR]. apply Rmin_glb; [lra | apply pow2_ge_0]. }
  replace (24 * Rmin alpha (alpha ^ 2) * INR n) with (24 * i) in covers by (unfold i; ring).
  pose proof (exp_ge_1 (24 * i) ltac:(lra)) as large.
  pose proof (kent_thm1_lower A Phi Theta delta (4 * exp (24 * i)) alpha n delta_pos ltac:(lra) alpha_pos n_pos covers
      B Z private_users r risk) as bound.
  replace (12 * Rmin alpha (alpha ^ 2) * INR n) with (12 * i) in bound by (unfold i; ring).
  assert (ln2 : 0 < ln 2) by (rewrite <- ln_1; apply ln_increasing; lra).
  assert (size : ln (4 * exp (24 * i)) = 2 * ln 2 + 24 * i).
  { rewrite ln_mult, ln_exp by lra. replace 4 with (2 * 2) by ring. rewrite ln_mult by lra. ring. }
  rewrite size in bound.
  replace ((12 * i + ln 2) / (2 * ln 2 + 24 * i)) with (1 / 2) in bound by (field; lra). lra.
Qed.

(** What users send who send their data is their data. *)
Lemma all_data_sent {A T} n (g : decoder A T) (P : law (list A)) f :
  E (transcript_of (all_data n g) P) f = E (power P n) f.
Proof.
  unfold transcript_of. cbn [users channels all_data]. revert f. induction n as [| n IH]; intros f; [reflexivity |].
  cbn [transcript power]. rewrite !E_step. apply IH.
Qed.

(** Lemma 12: Assouad's method. *)
Theorem kent_lemma12 : forall (A B : Type) (P : parametric_family A B) (Phi : loss) (mathcalP : parametric A B)
    (T k n : nat) (varrho : R),
  (1 <= T)%nat ->
  (1 <= k)%nat ->
  (1 <= n)%nat ->
  0 <= varrho ->
  parameters_apart P Phi varrho k ->
  family_within P mathcalP ->
  forall t : R, data_TV_most n P T k t ->
  forall g : decoder A B, forall r : R, worst_loss_most mathcalP T Phi (all_data n g) r ->
  (1 - t) * INR k * varrho <= r.
Proof.
  intros A B P Phi F m k n half m_pos k_pos n_pos half_pos apart within t close g r [_ risk].
  replace ((1 - t) * INR k * half) with (INR k * half * (1 - t)) by ring.
  apply (assouad_for_protocols (at_vertex P) (parameter_at P) (metric (family_parameters P)) (loss_at Phi)
           (channels (all_data n g)) k n m half t (estimate (all_data n g)) r);
    [apply metric_sym | apply metric_triangle | apply loss_ge_0 | apply loss_rises | exact k_pos | exact half_pos
    | exact apart | |].
  - intros f tests. specialize (close f tests). eapply Rle_trans; [right | exact close]. f_equal. apply Sum_ext.
    intros j. rewrite !E_mixture. unfold average. f_equal; f_equal; apply Sum_ext; intros v.
    + apply (all_data_sent n g).
    + apply (all_data_sent n g).
  - intros v _. destruct (within v) as [same inside]. rewrite same. apply (risk _ _ inside).
Qed.

(** Given a coordinate, the others of a biased vertex keep their law. *)
Lemma mean_at_bit_biased tau chance k j b f : 0 < tau < 1 -> (j < k)%nat ->
  mean_at_bit (biased_vertex tau chance k) j b f = E (biased_vertex tau chance k) (fun v => f (with_bit j b v)).
Proof.
  intros range inside. set (V := biased_vertex tau chance k).
  assert (same : forall g h, (forall v, In v (vertices k) -> g v = h v) -> E V g = E V h).
  { intros g h H. apply Rle_antisym; apply biased_vertex_le; intros v v_in; right; [| symmetry]; now apply H. }
  assert (set_bit : forall v c, In v (vertices k) -> bit (with_bit j c v) j = c).
  { intros v c v_in. unfold with_bit. destruct (Bool.eqb (bit v j) c) eqn:equal.
    - now apply Bool.eqb_prop.
    - rewrite bit_flip by now rewrite (length_of_vertex k v v_in). destruct (bit v j), c; easy. }
  assert (split : forall g, E V (fun v => if Bool.eqb (bit v j) b then g v else 0) =
    (if b then tau else 1 - tau) * E V (fun v => g (with_bit j b v))).
  { intros g. unfold V. rewrite (biased_vertex_given tau chance k j _ inside). fold V.
    rewrite (same _ (fun v => if Bool.eqb true b then g (with_bit j true v) else 0))
      by (intros v v_in; now rewrite set_bit).
    rewrite (same (fun v => if Bool.eqb (bit (with_bit j false v) j) b then g (with_bit j false v) else 0)
                  (fun v => if Bool.eqb false b then g (with_bit j false v) else 0))
      by (intros v v_in; now rewrite set_bit).
    destruct b; simpl; rewrite E_const; ring. }
  unfold mean_at_bit. fold V. rewrite (split f), (split (fun _ => 1)), E_const.
  destruct b; field; lra.
Qed.

(** Corollary 17, corrected: the mixtures are those given one coordinate of the biased prior. *)
Theorem kent_cor17 : forall (A B C : Type) (P : parametric_family A B) (Phi : loss) (Z_ : method (list A) C B)
    (mathcalP : parametric A B) (T : nat) (c : R) (k : nat) (tau varrho : R),
  (1 <= T)%nat ->
  0 < c ->
  (1 <= k)%nat ->
  0 < tau ->
  tau <= (1 / 2) ->
  0 <= varrho ->
  parameters_just_apart P Phi varrho k ->
  outside_mass_most (biased_prior tau k) P mathcalP (c * tau) ->
  forall t : R, conditional_TV_most Z_ P T (biased_prior tau k) k t ->
  forall r : R, worst_loss_most mathcalP T Phi Z_ r ->
  2 * ((1 - t) * INR k - c * INR k) * tau * varrho <= r.
Proof.
  intros A B C P Phi Z F m c k tau half m_pos c_pos k_pos tau_pos tau_small half_pos [_ apart].
  unfold biased_prior. assert (cut : Rmax 0 (Rmin tau 1) = tau) by (rewrite Rmin_left, Rmax_right; lra).
  generalize (cut_chance tau). rewrite cut. intros chance (inside & members & outside) t close r [r_pos risk].
  replace (2 * ((1 - t) * INR k - c * INR k) * tau * half)
    with (2 * tau * half * (- c * INR k + INR k * (1 - t))) by ring.
  apply (assouad_with_biased_prior tau chance (at_vertex P) (parameter_at P) (metric (family_parameters P))
           (loss_at Phi) (channels Z) k (users Z) m half c t (estimate Z) inside r);
    [apply metric_sym | apply metric_triangle | apply loss_ge_0 | apply loss_rises | exact k_pos | exact tau_small
    | exact half_pos | | exact outside | | exact r_pos |].
  - intros v w v_in w_in. right. symmetry. now apply apart.
  - intros f tests. eapply Rle_trans; [right | exact (close f tests)]. f_equal. apply Sum_ext_in.
    intros j j_in. apply in_below in j_in. cbv zeta. now rewrite !mean_at_bit_biased by (assumption || lra).
  - intros v v_in. destruct (members v v_in) as [same is_member]. rewrite same. apply (risk _ _ is_member).
Qed.
