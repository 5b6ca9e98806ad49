(** * What private messages say of many small changes at once *)

From Foundations Require Export Base Testing.
Import ListNotations.
Open Scope R_scope.

(** ** One law near all laws of a private message *)

Section Near_the_base.
  Context {A B : Type} (K : A -> law B) (x0 : A) (e : R) (e_pos : 0 < e) (K_private : private e K).
  Let N := base K x0 e K_private.
  Let s := share K.
  Let t := exp e.

  Let t_gt_1 : 1 < t.
  Proof. pose proof (exp_ineq1 e ltac:(lra)). unfold t. lra. Qed.

  Let s_bounds : / t <= s <= 1.
  Proof. unfold t, s. rewrite <- exp_Ropp. exact (share_bounds K x0 e K_private). Qed.

  Let s_pos : 0 < s.
  Proof. pose proof (Rinv_0_lt_compat t ltac:(lra)). lra. Qed.

  Lemma mixture_above_base (P : law A) f : bounded f -> (forall z, 0 <= f z) -> s * E N f <= E (bind P K) f.
  Proof. intros F pos. simpl. apply E_ge; bounded. intros x. now apply (base_below K x0 e K_private). Qed.

  Lemma mixture_below_base (P : law A) f : bounded f -> (forall z, 0 <= f z) -> E (bind P K) f <= t * s * E N f.
  Proof. intros F pos. simpl. apply E_le; bounded. intros x. now apply (base_above K x0 e K_private). Qed.

  (** With b = e^eps s: chi-square is at most (b - 1)(1 - s), at most (e^eps - 1)^2/(4 e^eps) = sinh(eps/2)^2. *)
  Theorem private_messages_near_one_law (P : law A) : chi2_most (bind P K) N ((exp e - 1) ^ 2 / (4 * exp e)).
  Proof.
    intros g G. fold t. set (b := t * s). set (M := bind P K).
    pose proof (mixture_above_base P (fun z => ((b - 1) - g z) ^ 2) ltac:(bounded) (fun z => pow2_ge_0 _)) as low.
    pose proof (mixture_below_base P (fun z => ((1 - s) + g z) ^ 2) ltac:(bounded) (fun z => pow2_ge_0 _)) as high.
    assert (square : forall (L : law B) c d, E L (fun z => (c + d * g z) ^ 2) =
              c ^ 2 + 2 * c * d * E L g + d ^ 2 * E L (fun z => g z ^ 2)).
    { intros L c d.
      rewrite (E_ext L _ (fun z => (c ^ 2 + (2 * c * d) * g z) + d ^ 2 * g z ^ 2)) by (intros; ring).
      rewrite !E_plus, E_const, !E_scal by bounded. ring. }
    assert (square_low : forall L : law B, E L (fun z => ((b - 1) - g z) ^ 2) =
              (b - 1) ^ 2 - 2 * (b - 1) * E L g + E L (fun z => g z ^ 2)).
    { intros L. rewrite (E_ext L _ (fun z => ((b - 1) + -1 * g z) ^ 2)) by (intros; ring). rewrite square. ring. }
    assert (square_high : forall L : law B, E L (fun z => ((1 - s) + g z) ^ 2) =
              (1 - s) ^ 2 + 2 * (1 - s) * E L g + E L (fun z => g z ^ 2)).
    { intros L. rewrite (E_ext L _ (fun z => ((1 - s) + 1 * g z) ^ 2)) by (intros; ring). rewrite square. ring. }
    fold M in low, high. rewrite !square_low in low. rewrite !square_high in high. fold b in high.
    assert (gap : 0 < b - s) by (unfold b; nra).
    assert (sum : (b - s) * (2 * (E M g - E N g)) <= (b - s) * ((b - 1) * (1 - s) + E N (fun z => g z ^ 2))).
    { lra. }
    apply Rmult_le_reg_l in sum; [| exact gap].
    assert (best : (b - 1) * (1 - s) <= (t - 1) ^ 2 / (4 * t)).
    { assert (T : 0 < 4 * t) by (pose proof t_gt_1; lra). apply (Rle_div_r _ _ _ T). unfold b.
      pose proof (pow2_ge_0 (2 * t * s - (1 + t))). nra. }
    lra.
  Qed.

  (** Weighed by P, a function of the data and the message whose mean over the data is 0 at each message. *)
  Lemma swing_about_the_base (P : law A) h : commutes P -> bounded2 h -> (forall z, E P (fun x => h x z) = 0) ->
    Rabs (E P (fun x => E (K x) (h x))) <= (t - 1) / 2 * s * E N (fun z => E P (fun x => Rabs (h x z))).
  Proof.
    intros C H centred. set (c := (1 + t) / 2 * s).
    assert (H_abs : bounded2 (fun x z => Rabs (h x z))).
    { destruct H as [M H]. exists M. intros x z. rewrite Rabs_Rabsolu. apply H. }
    assert (given : forall x, bounded (h x)) by (intros x; now apply bounded_at).
    assert (B1 : bounded (fun x => E N (h x))) by (apply (bounded_through2 (fun _ => N)); exact H).
    assert (B2 : bounded (fun x => E N (fun z => Rabs (h x z)))).
    { now apply (bounded_through2 (fun _ => N) (fun x z => Rabs (h x z))). }
    assert (B3 : bounded (fun x => E (K x) (h x))) by now apply bounded_through2.
    assert (zero : E P (fun x => E N (h x)) = 0).
    { rewrite C by exact H. rewrite (E_ext N _ (fun _ => 0)) by exact centred. apply E_const. }
    rewrite <- (C B N (fun x z => Rabs (h x z)) H_abs), <- E_scal by exact B2.
    replace (E P (fun x => E (K x) (h x))) with (E P (fun x => E (K x) (h x) - c * E N (h x)));
      [| rewrite E_minus, E_scal, zero by bounded; ring].
    eapply Rle_trans; [apply E_abs_le; bounded |].
    apply E_mono; bounded. intros x. specialize (given x).
    (* At one input: both parts of h, each between its two bounds. *)
    set (u := fun z => (Rabs (h x z) + h x z) / 2). set (v := fun z => (Rabs (h x z) - h x z) / 2).
    assert (U : bounded u) by (unfold u; bounded). assert (V : bounded v) by (unfold v; bounded).
    assert (u_pos : forall z, 0 <= u z) by (intros z; unfold u; pose proof (Rabs_maj2 (h x z)); lra).
    assert (v_pos : forall z, 0 <= v z) by (intros z; unfold v; pose proof (Rle_abs (h x z)); lra).
    assert (parts : forall L : law B, E L (h x) = E L u - E L v).
    { intros L. rewrite <- E_minus by assumption. apply E_ext. intros z. unfold u, v. field. }
    assert (sizes : E N (fun z => Rabs (h x z)) = E N u + E N v).
    { rewrite <- E_plus by assumption. apply E_ext. intros z. unfold u, v. field. }
    rewrite (parts (K x)), (parts N), sizes. unfold c, t, s, N.
    pose proof (base_below K x0 e K_private u x U u_pos). pose proof (base_above K x0 e K_private u x U u_pos).
    pose proof (base_below K x0 e K_private v x V v_pos). pose proof (base_above K x0 e K_private v x V v_pos).
    apply Rabs_le. lra.
  Qed.
End Near_the_base.

(* Fact: information of private messages *)
(** With e^eps in the denominator, and for all laws of the data, not on average. After Duchi, Jordan and Wainwright
    2018, Corollary 1. *)
Theorem information_of_private_messages {A B I} (Z : protocol A B) (x0 : A) e (l : list I) (P : I -> law A) n :
  0 < e -> interactive e Z ->
  information_most l (fun i => transcript Z (P i) n) (INR n * ((exp e - 1) ^ 2 / (4 * exp e))).
Proof.
  intros pos private_users. exists (messages (fun h => base (Z h) x0 e (private_users h)) n).
  apply KL_average. intros i. apply chain_rule_against. intros h.
  now apply KL_below_chi2, private_messages_near_one_law.
Qed.

(** With a level of privacy above 1: every message's divergence from that of one input is at most eps. *)
Theorem information_at_low_privacy {A B I} (Z : protocol A B) (x0 : A) e (l : list I) (P : I -> law A) n :
  interactive e Z -> information_most l (fun i => transcript Z (P i) n) (INR n * e).
Proof.
  intros private_users. exists (messages (fun h => Z h x0) n).
  apply KL_average. intros i. apply chain_rule_against. intros h.
  apply ratio_KL. apply (private_mean (Z h) e (P i) (ret x0)), private_users.
Qed.

(** ** Orthogonal changes *)

(** Q has the density rho with respect to P. *)
Definition has_density {A} (P : law A) (rho : A -> R) (Q : law A) :=
  bounded rho /\ forall f, bounded f -> E Q f = E P (fun x => rho x * f x).

(** The laws Q k have densities with respect to P, whose changes rho k - 1 are orthogonal, their squares at most a. *)
Definition orthogonal_changes {A} (d : nat) (P : law A) (rho : nat -> A -> R) (Q : nat -> law A) a :=
  (forall k, (k < d)%nat -> has_density P (rho k) (Q k)) /\
  (forall j k, (j < d)%nat -> (k < d)%nat -> j <> k -> E P (fun x => rho j x * rho k x) = 1) /\
  (forall k, (k < d)%nat -> E P (fun x => rho k x ^ 2) <= 1 + a).

Lemma density_mean {A} (P : law A) rho Q : has_density P rho Q -> E P rho = 1.
Proof.
  intros [B H]. rewrite <- (E_one Q), (H _ (bounded_const 1)). apply E_ext. intros; ring.
Qed.

(** After Acharya, Canonne, Sun and Tyagi 2021, Theorem 2. Narrower than the fact "private contraction, for all
    coordinates": the data's law commutes with all laws, and the densities are bounded. *)
Section Bessel.
  Context {A B : Type} (K : A -> law B) (x0 : A) (e : R) (e_pos : 0 < e) (K_private : private e K).
  Variables (d : nat) (P : law A) (rho : nat -> A -> R) (Q : nat -> law A) (a : R).
  Hypotheses (C : commutes P) (a_ge_0 : 0 <= a) (changes : orthogonal_changes d P rho Q a).
  Let N := base K x0 e K_private.
  Let s := share K.
  Let t := exp e.

  Variables (g : nat -> B -> R) (G : forall k, bounded (g k)).
  (** The changes, 0 from d on. *)
  Let phi k x := if lt_dec k d then rho k x - 1 else 0.
  Let h x z := Sum (below d) (fun k => phi k x * g k z).
  Let size z := Sum (below d) (fun k => g k z ^ 2).

  Let Phi k : bounded (phi k).
  Proof.
    destruct changes as [dense _]. unfold phi. destruct (lt_dec k d) as [L | _]; [| bounded].
    destruct (dense k L) as [R _]. bounded.
  Qed.

  Let phi_mean k : E P (phi k) = 0.
  Proof.
    destruct changes as [dense _]. unfold phi. destruct (lt_dec k d) as [L | _]; [| apply E_const].
    pose proof (density_mean _ _ _ (dense k L)) as one. destruct (dense k L) as [R _].
    rewrite E_minus, one, E_const by bounded. ring.
  Qed.

  Let phi_product j k : (j < d)%nat -> (k < d)%nat ->
    E P (fun x => phi j x * phi k x) = E P (fun x => rho j x * rho k x) - 1.
  Proof.
    intros J L. destruct changes as [dense _]. unfold phi.
    destruct (lt_dec j d) as [_ |]; [| easy]. destruct (lt_dec k d) as [_ |]; [| easy].
    pose proof (density_mean _ _ _ (dense j J)) as one_j. destruct (dense j J) as [Rj _].
    pose proof (density_mean _ _ _ (dense k L)) as one_k. destruct (dense k L) as [Rk _].
    rewrite (E_ext P _ (fun x => rho j x * rho k x - rho j x - rho k x + 1)) by (intros; ring).
    rewrite E_plus, !E_minus, one_j, one_k, E_const by bounded. ring.
  Qed.

  Let h_bounded : bounded2 h.
  Proof.
    apply bounded2_pair. unfold h. apply bounded_Sum. intros k. apply bounded_mult.
    - now apply (bounded_after (phi k)).
    - now apply (bounded_after (g k)).
  Qed.

  Let h_centred z : E P (fun x => h x z) = 0.
  Proof.
    unfold h. rewrite E_Sum by bounded. rewrite (Sum_ext _ _ (fun _ => 0)); [rewrite Sum_const; ring |].
    intros k. rewrite (E_ext P _ (fun x => g k z * phi k x)) by (intros; ring).
    rewrite E_scal, phi_mean by bounded. ring.
  Qed.

  (** The changes are orthogonal: the mean square of h is a sum of squares. *)
  Let h_square z : E P (fun x => h x z ^ 2) <= a * size z.
  Proof.
    destruct changes as (_ & uncorrelated & squares).
    rewrite (E_ext P _ (fun x => Sum (below d) (fun j =>
      Sum (below d) (fun k => g j z * g k z * (phi j x * phi k x))))).
    - rewrite E_Sum by bounded. unfold size. rewrite <- Sum_scal. apply Sum_le_in. intros j J. apply in_below in J.
      rewrite E_Sum by bounded.
      rewrite (Sum_ext_in _ _ (fun k => if Nat.eq_dec k j then g j z ^ 2 * (E P (fun x => rho j x ^ 2) - 1) else 0)).
      + rewrite Sum_single; [| apply seq_NoDup | now apply in_below].
        specialize (squares j J). pose proof (pow2_ge_0 (g j z)). nra.
      + intros k L. apply in_below in L. rewrite E_scal by bounded. rewrite phi_product by assumption.
        destruct (Nat.eq_dec k j) as [-> | N'].
        * rewrite (E_ext P (fun x => rho j x * rho j x) (fun x => rho j x ^ 2)) by (intros; ring). ring.
        * rewrite uncorrelated by auto. ring.
    - intros x. unfold h. simpl. rewrite Rmult_1_r, <- Sum_scal. apply Sum_ext. intros j.
      rewrite Rmult_comm, <- Sum_scal. apply Sum_ext. intros k. ring.
  Qed.

  Let size_bounded : bounded size.
  Proof. unfold size. bounded. Qed.

  Let pointwise z : (t - 1) * E P (fun x => Rabs (h x z)) <= a * (t - 1) ^ 2 / 4 + size z.
  Proof.
    assert (B1 : bounded (fun x => h x z)) by now apply (bounded_at2 h).
    assert (S : 0 <= size z) by (apply Sum_ge_0; intros; apply pow2_ge_0).
    pose proof (square_of_mean P (fun x => Rabs (h x z)) ltac:(bounded)) as J. cbv beta in J.
    rewrite (E_ext P (fun x => Rabs (h x z) ^ 2) (fun x => h x z ^ 2)) in J by (intros; apply pow2_abs).
    pose proof (h_square z) as Q'. set (y := E P (fun x => Rabs (h x z))) in *.
    assert (Y : y ^ 2 <= a * size z) by lra.
    pose proof (pow2_ge_0 y).
    pose proof (Rmult_le_pos _ _ a_ge_0 (pow2_ge_0 (t - 1))).
    apply pow2_inj_le; [lra |].
    replace (((t - 1) * y) ^ 2) with ((t - 1) ^ 2 * y ^ 2) by ring.
    apply Rle_trans with ((t - 1) ^ 2 * (a * size z)); [apply Rmult_le_compat_l; [apply pow2_ge_0 | exact Y] |].
    pose proof (pow2_ge_0 (a * (t - 1) ^ 2 / 4 - size z)). nra.
  Qed.

  Let sum_bound : Sum (below d) (fun k => 2 * (E (bind P K) (g k) - E (bind (Q k) K) (g k))) <=
    a * ((t - 1) ^ 2 / 4) + Sum (below d) (fun k => E (bind (Q k) K) (fun z => g k z ^ 2)).
  Proof.
    assert (T : 1 < t) by (pose proof (exp_ineq1 e ltac:(lra)); unfold t; lra).
    pose proof (share_bounds K x0 e K_private) as S. fold s in S. pose proof (exp_pos (- e)) as S'.
    assert (H_abs : bounded (fun z => E P (fun x => Rabs (h x z)))).
    { destruct h_bounded as [M H]. exists M. intros z. apply E_small. intros x. rewrite Rabs_Rabsolu. apply H. }
    (* The left side is the mean of h. *)
    assert (left : Sum (below d) (fun k => 2 * (E (bind P K) (g k) - E (bind (Q k) K) (g k))) =
                   -2 * E P (fun x => E (K x) (h x))).
    { unfold h. rewrite (E_ext P _ (fun x => Sum (below d) (fun k => phi k x * E (K x) (g k)))).
      - rewrite E_Sum, <- Sum_scal by bounded. apply Sum_ext_in. intros k L. apply in_below in L.
        destruct changes as [dense _]. destruct (dense k L) as [R same]. simpl.
        rewrite (same (fun x => E (K x) (g k))) by bounded. unfold phi. destruct (lt_dec k d) as [_ |]; [| easy].
        rewrite (E_ext P (fun x => (rho k x - 1) * E (K x) (g k))
                  (fun x => rho k x * E (K x) (g k) - E (K x) (g k))) by (intros; ring).
        rewrite E_minus by bounded. ring.
      - intros x. rewrite E_Sum by bounded. apply Sum_ext. intros k. now apply E_scal. }
    pose proof (swing_about_the_base K x0 e K_private P h C h_bounded h_centred) as swing.
    fold t s N in swing. apply Rabs_le_between in swing.
    (* The bound at each message, and what is left of the squares. *)
    assert (mean : (t - 1) * E N (fun z => E P (fun x => Rabs (h x z))) <= a * (t - 1) ^ 2 / 4 + E N size).
    { rewrite <- E_scal, <- (E_const N (a * (t - 1) ^ 2 / 4)), <- E_plus by bounded.
      apply E_mono; bounded. }
    assert (squares : s * E N size <= Sum (below d) (fun k => E (bind (Q k) K) (fun z => g k z ^ 2))).
    { unfold size. rewrite E_Sum, <- Sum_scal by bounded. apply Sum_le. intros k.
      apply (mixture_above_base K x0 e K_private); bounded. intros z. apply pow2_ge_0. }
    pose proof (Rmult_le_pos _ _ a_ge_0 (pow2_ge_0 (t - 1))) as A'.
    rewrite left. set (y := E N (fun z => E P (fun x => Rabs (h x z)))) in *.
    assert (s * ((t - 1) * y) <= s * (a * (t - 1) ^ 2 / 4 + E N size)) by (apply Rmult_le_compat_l; lra).
    assert (s * (a * (t - 1) ^ 2 / 4) <= 1 * (a * (t - 1) ^ 2 / 4)) by (apply Rmult_le_compat_r; lra). nra.
  Qed.

  Lemma bessel_at : Sum (below d) (fun k => 2 * (E (bind P K) (g k) - E (bind (Q k) K) (g k))) <=
    a * ((exp e - 1) ^ 2 / 4) + Sum (below d) (fun k => E (bind (Q k) K) (fun z => g k z ^ 2)).
  Proof. exact sum_bound. Qed.
End Bessel.

Theorem private_contraction_for_all_coordinates {A B} (K : A -> law B) (x0 : A) e d P rho Q a :
  0 < e -> private e K -> commutes P -> 0 <= a -> orthogonal_changes d P rho Q a ->
  chi2_sum_most (below d) (bind P K) (fun k => bind (Q k) K) ((exp e - 1) ^ 2 * a / 4).
Proof.
  intros E0 H C A0 changes g G. pose proof (bessel_at K x0 e E0 H d P rho Q a C A0 changes g G). lra.
Qed.

(** ** Several draws *)

Section Several_draws.
  Context {A : Type}.

  (** The product of f over the last m draws. *)
  Fixpoint product (f : A -> R) (m : nat) (data : list A) : R :=
    match m, data with
    | S k, x :: data' => f x * product f k data'
    | _, _ => 1
    end.

  Lemma bounded_product f m : bounded f -> bounded (product f m).
  Proof.
    intros [M F]. induction m as [| m [N IH]]; [apply bounded_const |].
    exists (Rmax 1 (Rabs M * N)). intros [| x data]; simpl.
    - rewrite Rabs_R1. apply Rmax_l.
    - rewrite Rabs_mult. eapply Rle_trans; [| apply Rmax_r].
      apply Rmult_le_compat; try apply Rabs_pos; [| apply IH].
      eapply Rle_trans; [apply F | apply Rle_abs].
  Qed.

  Lemma E_product (P : law A) f m : bounded f -> E (power P m) (product f m) = E P f ^ m.
  Proof.
    intros F. induction m as [| m IH]; [reflexivity |].
    cbn [power]. rewrite E_step. cbn [product]. pose proof (bounded_product f m F).
    rewrite (E_ext _ _ (fun data => E P f * product f m data)).
    - rewrite E_scal, IH by bounded. reflexivity.
    - intros data. rewrite (E_ext P _ (fun x => product f m data * f x)) by (intros; ring).
      rewrite E_scal by bounded. ring.
  Qed.

  Lemma product_mult f g m data : product f m data * product g m data = product (fun x => f x * g x) m data.
  Proof.
    revert data. induction m as [| m IH]; intros [| x data]; simpl; try ring. rewrite <- IH. ring.
  Qed.

  Lemma density_of_draws (P : law A) rho Q m : has_density P rho Q -> has_density (power P m) (product rho m)
      (power Q m).
  Proof.
    intros [B H]. split; [now apply bounded_product |]. induction m as [| m IH]; intros f F.
    - simpl. ring.
    - cbn [power]. rewrite !E_step. cbn [product].
      assert (F2 : bounded2 (fun data x => f (x :: data))) by now apply bounded2_after.
      assert (at_data : forall data, bounded (fun x => f (x :: data)))
        by (intros data; now apply (bounded_at _ data F2)).
      rewrite IH by now apply bounded_through2. apply E_ext. intros data.
      rewrite H by auto. rewrite <- E_scal by bounded. apply E_ext. intros x. ring.
  Qed.

  (** Ingster and Suslina 2003, Section 3.1. Narrower than the fact "changes of several draws": bounded densities. *)
  Theorem changes_of_several_draws d (P : law A) rho Q a m : orthogonal_changes d P rho Q a ->
    orthogonal_changes d (power P m) (fun k => product (rho k) m) (fun k => power (Q k) m) ((1 + a) ^ m - 1).
  Proof.
    intros (dense & uncorrelated & squares). split; [| split].
    - intros k L. now apply density_of_draws, dense.
    - intros j k J L N. destruct (dense j J) as [Bj _]. destruct (dense k L) as [Bk _].
      rewrite (E_ext _ _ (product (fun x => rho j x * rho k x) m)) by (intros; apply product_mult).
      rewrite E_product, uncorrelated by bounded. apply pow1.
    - intros k L. destruct (dense k L) as [B _].
      rewrite (E_ext _ _ (product (fun x => rho k x ^ 2) m)).
      + rewrite E_product by bounded. replace (1 + ((1 + a) ^ m - 1)) with ((1 + a) ^ m) by ring.
        apply pow_incr. split; [apply E_ge; bounded; intros; apply pow2_ge_0 | now apply squares].
      + intros data. replace (product (rho k) m data ^ 2) with (product (rho k) m data * product (rho k) m data)
          by ring.
        rewrite product_mult. f_equal. apply functional_extensionality. intros x. ring.
  Qed.
End Several_draws.
