(** * Numbered results of kent: users' messages, cubes and packings

    Each theorem says what a claim of the ledger says at that place, as the exporter writes it from the claim itself. *)

From Coq Require Import Classical_Prop.
From Foundations Require Export Nouns_pieces Facts_pieces Facts_cubes Facts_hellinger Facts_fluctuations
    Facts_transcripts
  Facts_pure.
Import ListNotations.
Open Scope R_scope.

(** ** Assouad's method under privacy *)

Lemma mixture_TV_weaken {A B T U} (Z : method (list A) B T) (P : parametric_family A U) m k t t' :
  messages_TV_most Z P m k t -> t <= t' -> messages_TV_most Z P m k t'.
Proof. intros H le f F. eapply Rle_trans; [now apply H | exact le]. Qed.

(** Sums of squared Hellinger distances are not below 0. *)
Lemma one_hellinger_ge_0 {A B U} (K : channel (list A) B) (P : parametric_family A U) m v h :
  one_hellinger_most K P m v h -> 0 <= h.
Proof.
  intros H. specialize (H (fun _ _ => 1) 1 ltac:(lra) ltac:(intros; lra) ltac:(intros; bounded)). cbv beta in H.
  rewrite (Sum_ext _ _ (fun _ => 0)) in H; [rewrite Sum_const, Rmult_0_r in H; exact H |].
  intros j. rewrite (E_ext _ (fun _ => / 1) (fun _ => 1)) by (intros; apply Rinv_1). rewrite !E_const. lra.
Qed.

(** A channel that tells nothing. *)
Definition silent {A} : channel A unit := fun _ => ret tt.

Lemma silent_is_private {A} alpha : 0 < alpha -> private alpha (@silent A).
Proof.
  intros pos x y f F f_pos. simpl. pose proof (exp_ge_1 alpha ltac:(lra)). specialize (f_pos tt). nra.
Qed.

(** Lemma 13, with 694/100 for 14. *)
Lemma kent_lemma13_sharper {A B C H : Type} (P : parametric_family A B) (Z : method (list A) C H) (T : nat) alpha k n
    c :
  (1 <= T)%nat -> 0 < alpha -> (1 <= k)%nat -> (1 <= n)%nat -> users_in_turn Z n alpha ->
  (forall v : vertex, forall (U : Type) (K : channel (list A) U), private alpha K -> one_hellinger_most K P T v c) ->
  exists t, messages_TV_most Z P T k t /\ t ^ 2 <= 694 / 100 * c * INR n / INR k.
Proof.
  intros T_pos alpha_pos k_pos n_pos private_users close.
  destruct (fact_mixtures_beside_neighbours A B C H P Z k T k_pos T_pos (2 * (347 * (c * INR n) / 100) / INR k))
    as (t & mixtures & square).
  - apply fact_total_variation_of_neighbours_by_Hellinger_distances; [exact k_pos | exact T_pos |]. intros v.
    apply (fact_Hellinger_distances_of_transcripts A B C H P Z v alpha T n); try assumption.
    apply (fact_one_users_data_changed A B C H P Z v alpha T n); try assumption. apply close.
  - exists t. split; [exact mixtures |].
    replace (694 / 100 * c * INR n / INR k) with (2 * (347 * (c * INR n) / 100) / INR k); [exact square |].
    field. apply not_0_INR. lia.
Qed.

Lemma weaker_by_a_factor a b c (n k : nat) : a <= b -> 0 <= c -> (1 <= k)%nat ->
  a * c * INR n / INR k <= b * c * INR n / INR k.
Proof.
  intros le c_pos k_pos. assert (0 < INR k) by (apply lt_0_INR; lia).
  apply Rmult_le_compat_r; [left; now apply Rinv_0_lt_compat |].
  apply Rmult_le_compat_r; [apply pos_INR |]. now apply Rmult_le_compat_r.
Qed.

(** Lemma 13. *)
Theorem kent_lemma13 : forall (A B C H : Type) (P : parametric_family A B) (Z_ : method (list A) C H) (T : nat)
    (alpha : R) (k n : nat),
  (1 <= T)%nat ->
  0 < alpha ->
  (1 <= k)%nat ->
  (1 <= n)%nat ->
  users_in_turn Z_ n alpha ->
  forall c : R, (forall v : vertex, forall (U : Type) (K : channel (list A) U), private alpha K ->
    one_hellinger_most K P T v c) ->
  exists t : R, messages_TV_most Z_ P T k t /\ t ^ 2 <= 14 * c * INR n / INR k.
Proof.
  intros A B C H P Z T alpha k n T_pos alpha_pos k_pos n_pos private_users c close.
  destruct (kent_lemma13_sharper P Z T alpha k n c T_pos alpha_pos k_pos n_pos private_users close) as (t & M & S).
  exists t. split; [exact M |]. eapply Rle_trans; [exact S |]. apply weaker_by_a_factor; [lra | | exact k_pos].
  apply (one_hellinger_ge_0 (@silent (list A)) P T (fun _ => true)). now apply close, silent_is_private.
Qed.

(** Theorem 14, with 347/100 for 7. *)
Lemma kent_thm14_sharper {A B C H : Type} (P : parametric_family A B) (Z : method (list A) C H) (T : nat) alpha k n c :
  (1 <= T)%nat -> 0 < alpha -> (1 <= k)%nat -> (1 <= n)%nat -> users_in_turn Z n alpha -> neighbours_dominated P ->
  (forall v : vertex, forall (U : Type) (K : channel (list A) U), private alpha K -> fluctuations_most K P T v c) ->
  exists t, messages_TV_most Z P T k t /\ t ^ 2 <= 347 / 100 * c * INR n / INR k.
Proof.
  intros T_pos alpha_pos k_pos n_pos private_users dominated small.
  destruct (kent_lemma13_sharper P Z T alpha k n (c / 2) T_pos alpha_pos k_pos n_pos private_users) as (t & M & S).
  - intros v U K private_K. apply fact_Hellinger_distances_by_chi_square; [exact T_pos | exact dominated |].
    now apply small.
  - exists t. split; [exact M |].
    replace (347 / 100 * c * INR n / INR k) with (694 / 100 * (c / 2) * INR n / INR k); [exact S |].
    field. apply not_0_INR. lia.
Qed.

(** Theorem 14. *)
Theorem kent_thm14 : forall (A B C H : Type) (P : parametric_family A B) (Z_ : method (list A) C H) (T : nat) (alpha
    : R)
    (k n : nat),
  (1 <= T)%nat ->
  0 < alpha ->
  (1 <= k)%nat ->
  (1 <= n)%nat ->
  users_in_turn Z_ n alpha ->
  neighbours_dominated P ->
  forall c : R, (forall v : vertex, forall (U : Type) (K : channel (list A) U), private alpha K ->
    fluctuations_most K P T v c) ->
  exists t : R, messages_TV_most Z_ P T k t /\ t ^ 2 <= 7 * c * INR n / INR k.
Proof.
  intros A B C H P Z T alpha k n T_pos alpha_pos k_pos n_pos private_users dominated c small.
  destruct (kent_thm14_sharper P Z T alpha k n c T_pos alpha_pos k_pos n_pos private_users dominated small)
    as (t & M & S).
  exists t. split; [exact M |]. eapply Rle_trans; [exact S |]. apply weaker_by_a_factor; [lra | | exact k_pos].
  enough (0 <= c / 2) by lra. apply (one_hellinger_ge_0 (@silent (list A)) P T (fun _ => true)).
  apply fact_Hellinger_distances_by_chi_square; [exact T_pos | exact dominated |]. now apply small, silent_is_private.
Qed.

(** Lemma 15. *)
Theorem kent_lemma15 : forall (A B C H : Type) (P : parametric_family A B) (Z_ : method (list A) C H) (T : nat)
    (alpha eta : R) (k n : nat),
  (1 <= T)%nat ->
  0 < alpha ->
  0 <= eta ->
  (1 <= k)%nat ->
  (1 <= n)%nat ->
  users_in_turn Z_ n alpha ->
  neighbours_dominated P ->
  orthogonal_fluctuations P T (eta ^ 2) ->
  alpha <= 1 ->
  messages_TV_most Z_ P T k (Rabs alpha * Rabs eta * sqrt 21 * sqrt (INR n / INR k)).
Proof.
  intros A B C H P Z T alpha eta k n T_pos alpha_pos eta_0 k_pos n_pos private_users dominated orthogonal low.
  destruct (kent_thm14_sharper P Z T alpha k n ((exp alpha - 1) ^ 2 / 4 * eta ^ 2) T_pos alpha_pos k_pos n_pos
    private_users dominated) as (t & M & S).
  - intros v U K private_K. apply (fact_Bessel_for_fluctuations _ _ _ K P v (eta ^ 2) T); try assumption.
    + apply pow2_ge_0.
    + now apply fact_variance_of_a_private_channels_density.
  - apply (mixture_TV_weaken Z P T k t _ M).
    assert (k_0 : 0 < INR k) by (apply lt_0_INR; lia). assert (n_0 : 0 <= INR n) by apply pos_INR.
    assert (ratio : 0 <= INR n / INR k) by (apply Rdiv_le_0_compat; assumption).
    rewrite !Rabs_pos_eq by lra. apply Rle_trans with (Rabs t); [apply Rle_abs |]. rewrite <- sqrt_Rsqr_abs.
    replace (alpha * eta * sqrt 21 * sqrt (INR n / INR k)) with (sqrt (Rsqr (alpha * eta) * 21 * (INR n / INR k))).
    2: { pose proof (Rle_0_sqr (alpha * eta)). rewrite !sqrt_mult by (exact ratio || lra).
      rewrite sqrt_Rsqr by (apply Rmult_le_pos; lra). reflexivity. }
    apply sqrt_le_1_alt. rewrite <- Rsqr_pow2 in S. eapply Rle_trans; [exact S |].
    assert (above : 0 <= exp alpha - 1 <= 2 * alpha).
    { pose proof (exp_ge_1 alpha ltac:(lra)). pose proof (exp_chord 1 alpha ltac:(lra)) as chord.
      rewrite Rmult_1_l in chord.
      assert (alpha * exp 1 <= alpha * 3) by (apply Rmult_le_compat_l; [lra | apply exp_le_3]). lra. }
    assert (square : (exp alpha - 1) ^ 2 <= 4 * alpha ^ 2) by nra.
    replace (347 / 100 * ((exp alpha - 1) ^ 2 / 4 * eta ^ 2) * INR n / INR k)
      with (347 / 400 * (exp alpha - 1) ^ 2 * eta ^ 2 * (INR n / INR k)) by (field; lra).
    apply Rmult_le_compat_r; [exact ratio |].
    replace (Rsqr (alpha * eta) * 21) with (21 * alpha ^ 2 * eta ^ 2) by (unfold Rsqr; ring).
    apply Rmult_le_compat_r; [apply pow2_ge_0 |]. assert (0 <= alpha ^ 2) by apply pow2_ge_0. lra.
Qed.

(** Lemma 16, corrected. *)
Theorem kent_lemma16 : forall (A B C : Type) (P : parametric_family A B) (Phi : loss) (V : law (list bool))
    (Z_ : method (list A) C B) (mathcalP : parametric A B) (T k : nat) (varrho : R),
  (1 <= T)%nat ->
  (1 <= k)%nat ->
  0 <= varrho ->
  parameters_just_apart P Phi varrho k ->
  forall p : R, outside_mass_most V P mathcalP p ->
  forall r_ : R, worst_loss_most mathcalP T Phi Z_ r_ ->
  exists r : R, nearest_loss_most Z_ P T Phi V r /\ r - 2 * INR k * p * varrho <= r_.
Proof.
  intros A B C P Phi V Z F T k rho T_pos k_pos rho_0 just p outside r risk.
  exists (2 * INR k * p * rho + r). split; [| lra].
  apply (fact_vertices_outside_of_a_class A B C F P Phi V Z k T rho); try assumption.
  apply (fact_the_nearest_vertex A B C F P Phi V Z T T_pos).
  now apply (fact_an_average_over_a_class A B C F P Phi V Z T T_pos).
Qed.

(** ** Approximate privacy *)

Lemma tanh_at_most x : 0 <= x -> tanh x <= x /\ tanh x <= 1.
Proof.
  intros X. pose proof (exp_pos x) as pos. pose proof (exp_pos (- x)) as pos'.
  assert (form : tanh x * (exp x + exp (- x)) = exp x - exp (- x)).
  { unfold tanh, sinh, cosh. field. lra. }
  assert (inverse : exp x * exp (- x) = 1) by (rewrite <- exp_plus, Rplus_opp_r; apply exp_0).
  split; [| apply Rmult_le_reg_r with (exp x + exp (- x)); lra].
  apply Rmult_le_reg_r with (exp x + exp (- x)); [lra |]. rewrite form.
  set (f := fun y => y * (exp y + exp (- y)) - (exp y - exp (- y))).
  enough (0 <= f x) by (unfold f in *; lra).
  destruct (Req_dec x 0) as [-> | other]; [unfold f; rewrite Ropp_0; lra |].
  destruct (MVT_gen f 0 x (fun y => y * (exp y - exp (- y)))) as (c & range & slope).
  - intros y _. unfold f. auto_derive; [exact I | ring].
  - intros y _. apply continuity_pt_filterlim, (ex_derive_continuous f). unfold f. auto_derive. exact I.
  - rewrite Rmin_left, Rmax_right in range by lra.
    assert (zero : f 0 = 0) by (unfold f; rewrite Ropp_0; ring).
    assert (exp (- c) <= exp c) by (apply exp_le; lra).
    assert (0 <= c * (exp c - exp (- c))) by (apply Rmult_le_pos; lra).
    rewrite zero in slope. assert (0 <= c * (exp c - exp (- c)) * (x - 0)) by (apply Rmult_le_pos; lra). lra.
Qed.

(** Lemma 22, corrected: the sum of both divergences. *)
Theorem kent_lemma22 : forall (A B : Type) (K : channel A B) (P_1 P_2 : law A) (alpha delta : R),
  0 < alpha ->
  0 <= delta ->
  delta < 1 ->
  private_approximately alpha delta K ->
  exists k : R, KL_most (pure_part (bind P_1 K) (bind P_2 K) alpha) (pure_part (bind P_2 K) (bind P_1 K) alpha) k /\
  (exists k_ : R, KL_most (pure_part (bind P_2 K) (bind P_1 K) alpha) (pure_part (bind P_1 K) (bind P_2 K) alpha) k_ /\
  k + k_ <= 2 * Rmin alpha (alpha ^ 2)).
Proof.
  intros A B K P Q alpha delta alpha_pos delta_0 delta_1 private_K.
  assert (close : forall L M : law A, close_laws alpha delta (bind L K) (bind M K))
    by (intros L M; now apply fact_messages_of_an_approximately_private_channel).
  assert (within : forall L M : law A,
    ratio_most (pure_part (bind L K) (bind M K) alpha) (pure_part (bind M K) (bind L K) alpha) alpha)
    by (intros L M; apply (pure_parts_within _ _ alpha delta); [lra | exact delta_1 | apply close]).
  pose proof (tanh_at_most (alpha / 2) ltac:(lra)) as [small one].
  exists (alpha * tanh (alpha / 2)). split; [apply divergence_of_a_private_pair; [lra | |]; apply within |].
  exists (alpha * tanh (alpha / 2)). split; [apply divergence_of_a_private_pair; [lra | |]; apply within |].
  enough (alpha * tanh (alpha / 2) <= Rmin alpha (alpha ^ 2)) by lra.
  apply Rmin_glb; [rewrite <- (Rmult_1_r alpha) at 3; apply Rmult_le_compat_l; lra | nra].
Qed.
