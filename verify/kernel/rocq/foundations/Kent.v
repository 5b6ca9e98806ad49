(** * Kent, Berrett and Yu, "Rate Optimality and Phase Transition for User-Level Local Differential Privacy"
    (arXiv:2405.11923, dated 21 January 2026) *)

From Foundations Require Import Mixtures Packings.
Import ListNotations.
Open Scope R_scope.

(** ** Corollary 2: the general lower bound, for every number of draws *)

Lemma information_weaken {A I} (l : list I) (M : I -> law A) c c' :
  information_most l M c -> c <= c' -> information_most l M c'.
Proof.
  intros [N H] C. exists N. intros f F. eapply Rle_trans; [now apply H |].
  apply Rplus_le_compat_r, Rmult_le_compat_l; [apply pos_INR | exact C].
Qed.

(** Each message tells at most min(alpha, alpha^2), whatever the data's laws are. *)
Lemma information_of_users {A B I} (Z : protocol A B) (x0 : A) alpha (l : list I) (P : I -> law A) n :
  0 < alpha -> interactive alpha Z ->
  information_most l (fun i => transcript Z (P i) n) (INR n * Rmin alpha (alpha ^ 2)).
Proof.
  intros pos private_users. destruct (Rle_dec alpha 1) as [high | low].
  - rewrite Rmin_right by nra.
    eapply information_weaken; [now apply (information_of_private_messages Z x0 alpha) |].
    apply Rmult_le_compat_l; [apply pos_INR |].
    pose proof (exp_minus_1_squared alpha ltac:(lra)). pose proof (exp_ge_1 alpha ltac:(lra)).
    pose proof (pow2_ge_0 alpha). apply Rle_div_l; nra.
  - rewrite Rmin_left by nra. now apply information_at_low_privacy.
Qed.

Section Corollary_2.
  Context {X T : Type} (class : law X -> Prop) (theta : law X -> T) (rho : T -> T -> R) (phi : R -> R)
      (space : T -> Prop).
  Hypotheses (rho_zero : forall t, rho t t = 0) (rho_sym : forall x y, rho x y = rho y x).
  Hypothesis rho_triangle : forall x y z, rho x z <= rho x y + rho y z.
  Hypotheses (phi_ge_0 : forall x, 0 <= phi x) (phi_rises : forall x y, x <= y -> phi x <= phi y).
  Hypothesis parameters : has_parameters class theta space.
  Variables (n m : nat) (alpha delta : R) (N : nat).
  Hypotheses (alpha_pos : 0 < alpha) (delta_pos : 0 < delta) (N_ge_2 : (2 <= N)%nat).
  Hypothesis covers : covering_at_least rho space (2 * delta) N.

  Theorem kent_corollary_2_sharper : minimax_at_least class (distance_loss theta rho phi) n m alpha
    (phi delta * (1 - (INR n * Rmin alpha (alpha ^ 2) + ln 2) / ln (INR N))).
  Proof.
    intros B Z estimate b private_users risk.
    apply (fano_with_packings class theta rho phi rho_sym rho_triangle phi_ge_0 phi_rises
             (fun P => transcript Z (power P m) n) space N delta _ estimate b); auto.
    - apply packings_above_coverings; auto. lra.
    - intros laws _ _. exact (information_of_users Z [] alpha laws (fun P => power P m) n alpha_pos private_users).
  Qed.

  (** Claim kent/cor2: Corollary 2, (9). For a number N that is not whole: at the next whole one. *)
  Theorem kent_corollary_2 (N' : R) : 1 < N' <= INR N -> minimax_at_least class (distance_loss theta rho phi) n m alpha
    ((- (12 * INR n * Rmin alpha (alpha ^ 2) + ln 2) / ln N' + 1) * phi delta / 2).
  Proof.
    intros [above below_N].
    assert (L' : 0 < ln N') by (rewrite <- ln_1; apply ln_increasing; lra).
    assert (L : ln N' <= ln (INR N)) by (apply ln_le; lra).
    set (i := Rmin alpha (alpha ^ 2)) in *.
    assert (i_pos : 0 <= INR n * i).
    { apply Rmult_le_pos; [apply pos_INR |]. apply Rmin_glb; [lra | apply pow2_ge_0]. }
    assert (ln2 : 0 < ln 2) by (rewrite <- ln_1; apply ln_increasing; lra).
    assert (better : - (12 * INR n * i + ln 2) / ln N' + 1 <= 1 - (INR n * i + ln 2) / ln (INR N)).
    { enough ((INR n * i + ln 2) / ln (INR N) <= (12 * INR n * i + ln 2) / ln N') as H.
      { replace (- (12 * INR n * i + ln 2) / ln N') with (- ((12 * INR n * i + ln 2) / ln N')) by (field; lra). lra. }
      apply Rle_trans with ((INR n * i + ln 2) / ln N').
      - apply Rmult_le_compat_l; [lra |]. apply Rinv_le_contravar; lra.
      - apply Rmult_le_compat_r; [left; now apply Rinv_0_lt_compat | lra]. }
    intros B Z estimate b private_users risk.
    pose proof (kent_corollary_2_sharper B Z estimate b private_users risk) as bound. fold i in bound.
    pose proof (phi_ge_0 delta) as loss_ge_0.
    assert (b_ge_0 : 0 <= b).
    { destruct (covers [] ltac:(simpl; lia) ltac:(intros c [])) as (t & t_in & _).
      destruct (parameters t t_in) as (P & P_in & _).
      apply (minimax_ge_0 class (distance_loss theta rho phi) n m alpha P P_in ltac:(intros; apply phi_ge_0)
               B Z estimate b private_users risk). }
    destruct (Rle_dec 0 (- (12 * INR n * i + ln 2) / ln N' + 1)) as [pos | neg]; nra.
  Qed.

  (** Claim kent/cor2, second statement: Delta with a large covering number. The class of point masses is one such. *)
  Theorem kent_corollary_2_choice : 4 * exp (24 * INR n * Rmin alpha (alpha ^ 2)) <= INR N ->
    minimax_at_least class (distance_loss theta rho phi) n m alpha (phi delta / 4).
  Proof.
    intros large. set (i := Rmin alpha (alpha ^ 2)) in *.
    assert (i_pos : 0 <= INR n * i).
    { apply Rmult_le_pos; [apply pos_INR |]. apply Rmin_glb; [lra | apply pow2_ge_0]. }
    assert (ln2 : 0 < ln 2) by (rewrite <- ln_1; apply ln_increasing; lra).
    pose proof (exp_pos (24 * INR n * i)) as E0.
    assert (L : 2 * ln 2 + 24 * INR n * i <= ln (INR N)).
    { rewrite <- (ln_exp (24 * INR n * i)). replace (2 * ln 2) with (ln 4).
      - rewrite <- ln_mult by lra. apply ln_le; lra.
      - replace 4 with (2 * 2) by ring. rewrite ln_mult by lra. ring. }
    eapply minimax_weaken; [apply (kent_corollary_2 (INR N)) |].
    - split; [| lra]. apply (lt_INR 1). lia.
    - fold i. replace (phi delta / 4) with (1 / 2 * phi delta / 2) by field.
      apply Rmult_le_compat_r; [lra |]. apply Rmult_le_compat_r; [apply phi_ge_0 |].
      enough ((12 * INR n * i + ln 2) / ln (INR N) <= 1 / 2) as H.
      { replace (- (12 * INR n * i + ln 2) / ln (INR N)) with (- ((12 * INR n * i + ln 2) / ln (INR N)))
          by (field; lra). lra. }
      apply (Rle_div_l (12 * INR n * i + ln 2) (1 / 2) (ln (INR N))); lra.
  Qed.
End Corollary_2.

(** ** Lemma 12: Assouad's method, for users who send their data *)

Definition send_all {X} : protocol (list X) (list X) := fun _ data => ret data.

(** Claim kent/lemma12. The total variation is that of the mixtures of all data. *)
Theorem kent_lemma_12 {X T} (class : law X -> Prop) (P : list bool -> law X) (theta : list bool -> T)
    (rho : T -> T -> R)
    (phi : R -> R) k n m half t (estimate : list (list X) -> T) b :
  (forall x y, rho x y = rho y x) -> (forall x y z, rho x z <= rho x y + rho y z) ->
  (forall x, 0 <= phi x) -> (forall x y, x <= y -> phi x <= phi y) ->
  (1 <= k)%nat -> 0 <= half -> separated k rho phi theta half -> (forall v, In v (vertices k) -> class (P v)) ->
  mixture_TV_most k (fun v => transcript send_all (power (P v) m) n) t ->
  (forall v, In v (vertices k) ->
    mean_most (transcript send_all (power (P v) m) n) (fun z => phi (rho (estimate z) (theta v))) b) ->
  INR k * half * (1 - t) <= b.
Proof.
  intros sym triangle pos rises K H apart _ close risk.
  replace (INR k * half * (1 - t)) with (2 * half * (INR k * (1 - t) / 2)) by field.
  apply (assouads_reduction k (fun v => transcript send_all (power (P v) m) n) rho phi theta sym triangle pos rises
           half _ estimate b H apart); [| exact risk].
  now apply least_error_of_a_test_of_each_bit.
Qed.

(** The same for private users: claim kent/own/cube's reduction. *)
Theorem assouad_for_protocols {X T B} (P : list bool -> law X) (theta : list bool -> T) (rho : T -> T -> R)
    (phi : R -> R)
    (Z : protocol (list X) B) k n m half t (estimate : list B -> T) b :
  (forall x y, rho x y = rho y x) -> (forall x y z, rho x z <= rho x y + rho y z) ->
  (forall x, 0 <= phi x) -> (forall x y, x <= y -> phi x <= phi y) ->
  (1 <= k)%nat -> 0 <= half -> separated k rho phi theta half ->
  mixture_TV_most k (fun v => transcript Z (power (P v) m) n) t ->
  (forall v, In v (vertices k) ->
    mean_most (transcript Z (power (P v) m) n) (fun z => phi (rho (estimate z) (theta v))) b) ->
  INR k * half * (1 - t) <= b.
Proof.
  intros sym triangle pos rises K H apart close risk.
  replace (INR k * half * (1 - t)) with (2 * half * (INR k * (1 - t) / 2)) by field.
  apply (assouads_reduction k (fun v => transcript Z (power (P v) m) n) rho phi theta sym triangle pos rises
           half _ estimate b H apart); [| exact risk].
  now apply least_error_of_a_test_of_each_bit.
Qed.

(** ** The average total variation of the mixtures *)

(** Claim kent/own/cube-kl: by the divergences of neighbours, interaction allowed. *)
Theorem kent_cube_kl {X B} (P : list bool -> law X) (Z : protocol (list X) B) alpha k n m c :
  (1 <= k)%nat -> interactive alpha Z ->
  (forall v (K : list X -> law B), In v (vertices k) -> private alpha K ->
    KL_sum_most (below k) (bind (power (P v) m) K) (fun j => bind (power (P (flip j v)) m) K) c) ->
  mixture_TV_most k (fun v => transcript Z (power (P v) m) n) (sqrt (INR n * c / (2 * INR k))).
Proof.
  intros K private_users H. apply mixtures_beside_neighbours; [exact K |]. apply neighbours_by_KL; [exact K |].
  intros v V. apply (chain_rule_over_users_sum Z alpha private_users (below k) (power (P v) m)
      (fun j => power (P (flip j v)) m)).
  intros L private_L. now apply H.
Qed.

(** Claim kent/lemma15, for laws of the data that commute with all laws (finite ones, and what is drawn from them in
    turn): the changes of the laws of m draws are orthogonal, their squares at most eta^2. The constant is
    3/8 for 21. *)
Theorem kent_lemma_15_sharper {X B} (P : list bool -> law X) rho (Z : protocol (list X) B) alpha eta k n m :
  (1 <= k)%nat -> 0 < alpha <= 1 -> interactive alpha Z -> (forall v, commutes (P v)) ->
  (forall v, In v (vertices k) ->
    orthogonal_changes k (power (P v) m) (rho v) (fun j => power (P (flip j v)) m) (eta ^ 2)) ->
  mixture_TV_most k (fun v => transcript Z (power (P v) m) n) (sqrt (3 / 8 * (INR n / INR k)) * (alpha * Rabs eta)).
Proof.
  intros K A private_users C changes f F.
  assert (k_pos : 0 < INR k) by (apply lt_0_INR; lia). pose proof (pos_INR n) as n_pos.
  eapply Rle_trans; [apply (kent_cube_kl P Z alpha k n m ((exp alpha - 1) ^ 2 * eta ^ 2 / 4) K private_users)
    with (f := f);
    [| exact F] |].
  - intros v L V private_L. apply KL_sum_below_chi2_sum.
    apply (private_contraction_for_all_coordinates L [] alpha k (power (P v) m) (rho v)); auto using commutes_power,
      pow2_ge_0.
    lra.
  - assert (eta_abs : Rabs eta ^ 2 = eta ^ 2) by apply pow2_abs.
    assert (size : 0 <= alpha * Rabs eta) by (apply Rmult_le_pos; [lra | apply Rabs_pos]).
    rewrite <- (sqrt_pow2 (alpha * Rabs eta)) by exact size.
    rewrite <- sqrt_mult by (apply pow2_ge_0 || (apply Rmult_le_pos; [lra | apply Rdiv_le_0_compat; lra])).
    apply sqrt_le_1_alt. rewrite Rpow_mult_distr, eta_abs.
    replace (3 / 8 * (INR n / INR k) * (alpha ^ 2 * eta ^ 2))
      with (INR n * (3 * alpha ^ 2 * eta ^ 2 / 4) / (2 * INR k)) by (field; lra).
    apply Rmult_le_compat_r; [left; apply Rinv_0_lt_compat; lra |]. apply Rmult_le_compat_l; [exact n_pos |].
    pose proof (exp_minus_1_squared alpha A). pose proof (pow2_ge_0 eta). nra.
Qed.

Theorem kent_lemma_15_commuting {X B} (P : list bool -> law X) rho (Z : protocol (list X) B) alpha eta k n m :
  (1 <= k)%nat -> 0 < alpha <= 1 -> interactive alpha Z -> (forall v, commutes (P v)) ->
  (forall v, In v (vertices k) ->
    orthogonal_changes k (power (P v) m) (rho v) (fun j => power (P (flip j v)) m) (eta ^ 2)) ->
  mixture_TV_most k (fun v => transcript Z (power (P v) m) n) (sqrt 21 * sqrt (INR n / INR k) * Rabs alpha * Rabs eta).
Proof.
  intros K A private_users C changes f F.
  assert (k_pos : 0 < INR k) by (apply lt_0_INR; lia). pose proof (pos_INR n) as n_pos.
  assert (ratio : 0 <= INR n / INR k) by (apply Rdiv_le_0_compat; lra).
  eapply Rle_trans; [exact (kent_lemma_15_sharper P rho Z alpha eta k n m K A private_users C changes f F) |].
  rewrite (Rabs_right alpha), <- sqrt_mult, Rmult_assoc by lra.
  apply Rmult_le_compat_r; [apply Rmult_le_pos; [lra | apply Rabs_pos] |]. apply sqrt_le_1_alt. nra.
Qed.
