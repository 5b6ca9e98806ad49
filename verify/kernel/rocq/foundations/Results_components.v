(** * Numbered results of kent: mixtures over components

    Each theorem says what a claim of the ledger says at that place, as the exporter writes it from the claim itself. *)

From Foundations Require Export Facts_components Facts_densities Results_kent.
Import ListNotations.
Open Scope R_scope.

(** Proposition 18. *)
Theorem kent_prop18 : forall (A B H : Type) (C : components A) (Z_ : method (list A) B H) (alpha : R) (k n : nat),
  0 < alpha ->
  (1 <= k)%nat ->
  (1 <= n)%nat ->
  users_in_turn Z_ n alpha ->
  dominated_parts C ->
  forall c : R, (forall v : vertex, forall (U : Type) (K : channel (list A) U), private alpha K ->
    parts_fluctuations_most K C v c) ->
  exists t : R, messages_TV_most Z_ (mixed_family C) 1 k t /\ t ^ 2 <= 7 * c * INR n / INR k.
Proof.
  intros A B H C Z alpha k n alpha_pos k_pos n_pos private_users dominated c small.
  assert (close : forall v (U : Type) (K : channel (list A) U), private alpha K ->
    one_hellinger_most K (mixed_family C) 1 v (c / 2)).
  { intros v U K private_K.
    apply hellinger_by_fluctuations, (proj1 (fact_fluctuations_of_a_mixture A U C K v dominated)), small, private_K. }
  destruct (kent_lemma13_sharper (mixed_family C) Z 1 alpha k n (c / 2) (le_n 1) alpha_pos k_pos n_pos private_users
    close) as (t & mixtures & square).
  exists t. split; [exact mixtures |]. eapply Rle_trans; [exact square |].
  assert (c_pos : 0 <= c / 2).
  { apply (one_hellinger_ge_0 (@silent (list A)) (mixed_family C) 1 (fun _ => true)).
    now apply close, silent_is_private. }
  replace (7 * c * INR n / INR k) with (14 * (c / 2) * INR n / INR k) by (field; apply not_0_INR; lia).
  apply weaker_by_a_factor; [lra | exact c_pos | exact k_pos].
Qed.

(** Lemma 19, for one message: the fluctuations by the squares of the given densities. *)
Lemma fluctuations_by_squares {A B} (C : components A) (K : channel (list A) B) v a alpha c : 0 <= a ->
  0 < alpha <= 1 -> 0 <= c -> dominated_parts C -> orthogonal_parts C a -> private alpha K ->
  parts_squares_most K C v c ->
  parts_fluctuations_most K C v (3 * a * alpha ^ 2 * c).
Proof.
  intros a_pos range c_pos dominated orthogonal K_private squares g G.
  eapply Rle_trans; [apply (fact_Cauchy_and_Schwarz_over_the_components A B C K v a a_pos dominated orthogonal _
    (fact_Bessel_given_the_component A B C K v a a_pos dominated orthogonal _
      (fact_variance_of_a_private_channels_density_given_the_component A B C K v alpha ltac:(lra) K_private c squares))
    g G) |].
  apply Rplus_le_compat_r. pose proof (exp_minus_1_squared alpha range) as low.
  assert (product : 0 <= a * c) by now apply Rmult_le_pos.
  apply (Rmult_le_compat_r (a * c)) in low; [| exact product]. pose proof (pow2_ge_0 (exp alpha - 1)).
  assert (0 <= (exp alpha - 1) ^ 2 * (a * c)) by now apply Rmult_le_pos. lra.
Qed.

(** Lemma 19. *)
Theorem kent_lemma19 : forall (A B H : Type) (C : components A) (Z_ : method (list A) B H) (a alpha : R) (k n : nat),
  0 <= a ->
  0 < alpha ->
  (1 <= k)%nat ->
  (1 <= n)%nat ->
  users_in_turn Z_ n alpha ->
  dominated_parts C ->
  orthogonal_parts C a ->
  alpha <= 1 ->
  forall c : R, (forall v : vertex, forall (U : Type) (K : channel (list A) U), private alpha K -> parts_squares_most K
    C v c) ->
  messages_TV_most Z_ (mixed_family C) 1 k (Rabs alpha * sqrt 21 * sqrt (a * c * INR n / INR k)).
Proof.
  intros A B H C Z a alpha k n a_pos alpha_pos k_pos n_pos turns dominated orthogonal low c squares.
  assert (K_pos : 0 < INR k) by (apply lt_0_INR; lia).
  assert (c_pos : 0 <= c).
  { pose proof (squares (fun _ => true) unit silent (silent_is_private alpha alpha_pos) (fun _ _ => 0)
      (fun _ => bounded_const 0)) as none. cbv beta in none.
    assert (zero : forall h, (forall i, h i = 0) -> over_parts C h = 0).
    { intros h none_of. rewrite (over_parts_ext C h (fun _ => 0)) by auto. apply over_parts_const. }
    rewrite !zero in none; [lra | |]; intros i; rewrite E_const; ring. }
  destruct (kent_prop18 A B H C Z alpha k n alpha_pos k_pos n_pos turns dominated (3 * a * alpha ^ 2 * c))
    as (t & mixtures & square).
  { intros v U K K_private. apply fluctuations_by_squares; auto. }
  apply mixture_TV_weaken with t; [exact mixtures |]. apply le_sqrt in square. eapply Rle_trans; [exact square |].
  right. set (share := a * c * INR n / INR k).
  assert (share_pos : 0 <= share).
  { apply Rdiv_le_0_compat; [| exact K_pos]. apply Rmult_le_pos; [now apply Rmult_le_pos | apply pos_INR]. }
  replace (7 * (3 * a * alpha ^ 2 * c) * INR n / INR k) with (alpha ^ 2 * (21 * share)) by (unfold share; field; lra).
  rewrite sqrt_mult, (sqrt_mult 21) by (try apply pow2_ge_0; lra).
  rewrite <- pow2_abs, sqrt_pow2 by apply Rabs_pos. ring.
Qed.

(** ** Densities of mixtures of messages *)

(** Lemma 21: at each message, wherever the input comes from. *)
Theorem kent_lemma21_below : forall (A B : Type) (D : densities A) (K : channel B A) (P_1 P_2 : law B) (z : A)
    (alpha : R),
  0 < alpha ->
  mixture_dominated D K P_1 ->
  mixture_dominated D K P_2 ->
  private_densities D K alpha ->
  density_at D (bind P_1 K) z <= density_at D (bind P_2 K) z * exp alpha.
Proof.
  intros A B D K P Q z alpha _ from_P from_Q close. pose proof (exp_pos alpha) as pos.
  assert (each : forall x, density_at D (bind P K) z / exp alpha <= density_at D (K x) z).
  { intros x. apply Rmult_le_reg_r with (exp alpha); [exact pos |].
    replace (density_at D (bind P K) z / exp alpha * exp alpha) with (density_at D (bind P K) z) by (field; lra).
    apply (fact_a_mean_is_at_most_the_largest A B D K P z (proj1 from_P) from_P). intros y. specialize (close y x z).
    lra. }
  pose proof (fact_a_mean_is_at_least_the_least A B D K Q z (proj1 from_Q) from_Q _ each) as below_Q.
  apply (Rmult_le_compat_r (exp alpha)) in below_Q; [| lra].
  replace (density_at D (bind P K) z / exp alpha * exp alpha) with (density_at D (bind P K) z) in below_Q
    by (field; lra). exact below_Q.
Qed.

Theorem kent_lemma21_above : forall (A B : Type) (D : densities A) (K : channel B A) (P_1 P_2 : law B) (z : A)
    (alpha : R),
  0 < alpha ->
  mixture_dominated D K P_1 ->
  mixture_dominated D K P_2 ->
  private_densities D K alpha ->
  density_at D (bind P_2 K) z <= density_at D (bind P_1 K) z * exp alpha.
Proof. intros A B D K P Q z alpha pos from_P from_Q. now apply kent_lemma21_below. Qed.
