(** * Bessel's inequality for densities that need not be bounded, and the variance of a private message's density *)

From Foundations Require Export Ratios.
Import ListNotations.
Open Scope R_scope.

Lemma limit_of_Sum {I} (l : list I) (u : I -> nat -> R) (x : I -> R) :
  (forall i, In i l -> is_lim_seq (u i) (Finite (x i))) ->
  is_lim_seq (fun n => Sum l (fun i => u i n)) (Finite (Sum l x)).
Proof.
  induction l as [| i l IH]; intros H; [apply is_lim_seq_const |]. cbn [Sum].
  apply is_lim_seq_plus'; [apply H; now left | apply IH; intros j J; apply H; now right].
Qed.

Lemma bounded2_Sum {I A B} (l : list I) (phi : I -> A -> R) (g : I -> B -> R) :
  (forall i, bounded (phi i)) -> (forall i, bounded (g i)) -> bounded2 (fun x z => Sum l (fun i => phi i x * g i z)).
Proof.
  intros F G. apply bounded2_pair. apply bounded_Sum. intros i.
  apply bounded_mult; [now apply (bounded_after (phi i)) | now apply (bounded_after (g i))].
Qed.

(** The square of a sum of products. *)
Lemma square_of_Sum {I} (l : list I) (u w : I -> R) :
  Sum l (fun i => u i * w i) ^ 2 = Sum l (fun i => Sum l (fun j => u i * u j * (w i * w j))).
Proof.
  simpl. rewrite Rmult_1_r, <- Sum_scal. apply Sum_ext. intros i.
  rewrite Rmult_comm, <- Sum_scal. apply Sum_ext. intros j. ring.
Qed.

(** Numbers that bound terms, where there is a bound on all sums: each by its least bound. *)
Lemma parts_of_sum {B} (gain : nat -> (B -> R) -> R) l c : NoDup l ->
  (forall g, (forall j, bounded (g j)) -> Sum l (fun j => gain j (g j)) <= c) ->
  exists x, (forall j, In j l -> forall g, bounded g -> gain j g <= x j) /\ Sum l x <= c.
Proof.
  revert c. induction l as [| i l IH]; intros c once H.
  { exists (fun _ => 0). split; [easy | exact (H (fun _ _ => 0) ltac:(intros; bounded))]. }
  apply NoDup_cons_iff in once. destruct once as [other once].
  assert (both : forall f g, bounded f -> (forall j, bounded (g j)) ->
    gain i f + Sum l (fun j => gain j (g j)) <= c).
  { intros f g F G. specialize (H (fun j => if Nat.eq_dec j i then f else g j)).
    specialize (H ltac:(intros j; cbv beta; destruct (Nat.eq_dec j i); [exact F | apply G])). cbn [Sum] in H.
    destruct (Nat.eq_dec i i); [| contradiction].
    rewrite (Sum_ext_in l _ (fun j => gain j (g j))) in H
      by (intros j J; destruct (Nat.eq_dec j i) as [-> |]; [contradiction | reflexivity]). exact H. }
  destruct (completeness (fun y => exists f, bounded f /\ y = gain i f)) as [a [above least]].
  - exists (c - Sum l (fun j => gain j (fun _ => 0))).
    intros y (f & F & ->). specialize (both f (fun _ _ => 0) F ltac:(intros; bounded)). cbv beta in both. lra.
  - exists (gain i (fun _ => 0)), (fun _ => 0). split; [bounded | reflexivity].
  - destruct (IH (c - a) once) as (x & parts & total).
    + intros g G. enough (a <= c - Sum l (fun j => gain j (g j))) by lra.
      apply least. intros y (f & F & ->). specialize (both f g F G). lra.
    + exists (fun j => if Nat.eq_dec j i then a else x j). split.
      * intros j [<- | J] f F.
        -- destruct (Nat.eq_dec i i); [| contradiction]. apply above. now exists f.
        -- destruct (Nat.eq_dec j i) as [-> |]; [contradiction |]. now apply parts.
      * cbn [Sum]. rewrite (Sum_ext_in l _ x)
          by (intros j J; destruct (Nat.eq_dec j i) as [-> |]; [contradiction | reflexivity]).
        destruct (Nat.eq_dec i i); [lra | contradiction].
Qed.

(** ** Orthogonal changes *)

Section Orthogonal.
  Context {A : Type} (P : law A) (l : list nat) (rho : nat -> A -> R) (Q : nat -> law A) (a : nat -> R).
  Hypotheses (once : NoDup l) (dense : forall j, In j l -> density P (rho j) (Q j)).
  Hypothesis pairs : forall i j, In i l -> In j l -> i <> j -> least_bound (mean_most P (fun x => rho i x * rho j x)) 1.
  Hypothesis squares : forall j, In j l -> mean_most P (fun x => rho j x * rho j x) (1 + a j).

  (** The changes, cut; 0 outside of l. *)
  Definition change n j x := if in_dec Nat.eq_dec j l then cut_at n (rho j) x - 1 else 0.

  Lemma change_inside n j x : In j l -> change n j x = cut_at n (rho j) x - 1.
  Proof. intros J. unfold change. now destruct (in_dec Nat.eq_dec j l). Qed.

  Lemma change_bounded n j : bounded (change n j).
  Proof.
    unfold change. destruct (in_dec Nat.eq_dec j l) as [J | _]; [| bounded].
    pose proof (bounded_cut_density n (rho j) (proj1 (dense j J))). bounded.
  Qed.

  Lemma change_limit j h : In j l -> bounded h ->
    is_lim_seq (fun n => E P (fun x => change n j x * h x)) (E (Q j) h - E P h).
  Proof.
    intros J H. pose proof (cut_limit P (rho j) (Q j) (dense j J) h H) as L.
    pose proof (is_lim_seq_minus' _ _ _ _ L (is_lim_seq_const (E P h))) as L'.
    eapply is_lim_seq_ext; [| exact L']. intros n. cbv beta.
    pose proof (bounded_cut_density n (rho j) (proj1 (dense j J))).
    rewrite <- E_minus by bounded. apply E_ext. intros x. rewrite change_inside by exact J. ring.
  Qed.

  Lemma change_mean_limit j : In j l -> is_lim_seq (fun n => E P (change n j)) 0.
  Proof.
    intros J. pose proof (change_limit j (fun _ => 1) J ltac:(bounded)) as L. rewrite !E_const, Rminus_diag_eq in L
      by reflexivity. eapply is_lim_seq_ext; [| exact L]. intros n. apply E_ext. intros x. ring.
  Qed.

  Let expanded n i j : In i l -> In j l -> E P (fun x => change n i x * change n j x) =
    E P (fun x => cut_at n (rho i) x * cut_at n (rho j) x) - 1 - E P (change n i) - E P (change n j).
  Proof.
    intros I J. pose proof (bounded_cut_density n (rho i) (proj1 (dense i I))) as B.
    pose proof (bounded_cut_density n (rho j) (proj1 (dense j J))) as B'.
    pose proof (change_bounded n i). pose proof (change_bounded n j).
    transitivity (E P (fun x => cut_at n (rho i) x * cut_at n (rho j) x - 1 - change n i x - change n j x)).
    - apply E_ext. intros x. rewrite !change_inside by assumption. ring.
    - rewrite !E_minus, E_const by bounded. reflexivity.
  Qed.

  (** A quadratic form of the changes is at most its diagonal, weighed by their squares, in the limit. *)
  Lemma gram_bound (w : nat -> nat -> R) : (forall j, 0 <= w j j) -> exists b : nat -> R,
    is_lim_seq b (Sum l (fun j => a j * w j j)) /\
    forall n, Sum l (fun i => Sum l (fun j => E P (fun x => change n i x * change n j x) * w i j)) <= b n.
  Proof.
    intros diagonal.
    set (entry := fun n i j => if Nat.eq_dec i j then a i - E P (change n i) - E P (change n j)
      else E P (fun x => change n i x * change n j x)).
    exists (fun n => Sum l (fun i => Sum l (fun j => entry n i j * w i j))). split.
    - replace (Sum l (fun j => a j * w j j))
        with (Sum l (fun i => Sum l (fun j => (if Nat.eq_dec i j then a i else 0) * w i j))).
      + apply limit_of_Sum. intros i I. apply limit_of_Sum. intros j J. unfold entry.
        apply (is_lim_seq_scal_r _ (w i j) (Finite (if Nat.eq_dec i j then a i else 0))).
        destruct (Nat.eq_dec i j) as [<- | other].
        * replace (Finite (a i)) with (Finite (a i - 0 - 0)) by (f_equal; ring).
          repeat apply is_lim_seq_minus'; try (now apply change_mean_limit). apply is_lim_seq_const.
        * pose proof (product_limit P _ _ (rho i) (rho j) (dense i I) (dense j J) 1 (pairs i j I J other)) as L.
          replace (Finite 0) with (Finite (1 - 1 - 0 - 0)) by (f_equal; ring).
          eapply is_lim_seq_ext; [intros n; symmetry; apply (expanded n i j I J) |].
          repeat apply is_lim_seq_minus'; try (now apply change_mean_limit); [exact L | apply is_lim_seq_const].
      + apply Sum_ext_in. intros i I.
        rewrite (Sum_ext l _ (fun j => if Nat.eq_dec j i then a i * w i i else 0)).
        * now apply Sum_single.
        * intros j. destruct (Nat.eq_dec i j) as [<- | other], (Nat.eq_dec _ i); subst; try easy; ring.
    - intros n. apply Sum_le_in. intros i I. apply Sum_le_in. intros j J. unfold entry.
      destruct (Nat.eq_dec i j) as [<- | other]; [| lra]. apply Rmult_le_compat_r; [apply diagonal |].
      rewrite expanded by assumption.
      pose proof (cut_product_below P _ _ (rho i) (rho i) (dense i I) (dense i I) n (1 + a i) (squares i I)). lra.
  Qed.
End Orthogonal.

(** ** Functions of the data and the message

    Functions of the message, weighed by the changes. *)

Definition weighed {A B} l (rho : nat -> A -> R) (g : nat -> B -> R) n x z :=
  Sum l (fun j => change l rho n j x * g j z).

Section Weighed.
  Context {A B : Type} (P : law A) (l : list nat) (rho : nat -> A -> R) (Q : nat -> law A).
  Hypothesis dense : forall j, In j l -> density P (rho j) (Q j).
  Variable g : nat -> B -> R.
  Hypothesis G : forall j, bounded (g j).

  Let phi := change l rho.
  Let Phi n j : bounded (phi n j).
  Proof. exact (change_bounded P l rho Q dense n j). Qed.
  Let h := weighed l rho g.

  Lemma weighed_bounded n : bounded2 (h n).
  Proof. now apply bounded2_Sum. Qed.

  Let h_mean (L : law B) n x : E L (h n x) = Sum l (fun j => phi n j x * E L (g j)).
  Proof. unfold h, weighed. rewrite E_Sum by bounded. apply Sum_ext. intros j. now rewrite E_scal. Qed.

  Lemma weighed_square (L : law B) n : E P (fun x => E L (fun z => h n x z ^ 2)) =
    Sum l (fun i => Sum l (fun j => E P (fun x => phi n i x * phi n j x) * E L (fun z => g i z * g j z))).
  Proof.
    transitivity (E P (fun x => Sum l (fun i => Sum l (fun j =>
      E L (fun z => g i z * g j z) * (phi n i x * phi n j x))))).
    - apply E_ext. intros x.
      rewrite (E_ext L _ (fun z => Sum l (fun i => Sum l (fun j => phi n i x * phi n j x * (g i z * g j z)))))
        by (intros z; apply square_of_Sum).
      rewrite E_Sum by (intros; apply bounded_Sum; bounded). apply Sum_ext. intros i.
      rewrite E_Sum by bounded. apply Sum_ext. intros j. rewrite E_scal by bounded. ring.
    - rewrite E_Sum by (intros i; apply bounded_Sum; intros j; specialize (Phi n i) as Bi; specialize (Phi n j) as Bj;
        bounded). apply Sum_ext. intros i. rewrite E_Sum by (intros j; specialize (Phi n i) as Bi;
        specialize (Phi n j) as Bj; bounded). apply Sum_ext. intros j. specialize (Phi n i) as Bi.
      specialize (Phi n j) as Bj. rewrite E_scal by bounded. ring.
  Qed.

  (** What all messages' change is in the limit. *)
  Lemma weighed_limit (K : A -> law B) : is_lim_seq (fun n => E P (fun x => E (K x) (h n x)))
    (Sum l (fun j => E (bind (Q j) K) (g j) - E (bind P K) (g j))).
  Proof.
    eapply is_lim_seq_ext; [intros n; symmetry |].
    - rewrite (E_ext P _ _ (fun x => h_mean (K x) n x)). rewrite E_Sum; [reflexivity |].
      intros j. specialize (Phi n j) as Bj. bounded.
    - apply limit_of_Sum. intros j J. cbv beta. apply (change_limit P l rho Q dense j (fun x => E (K x) (g j)) J).
      bounded.
  Qed.

  Lemma weighed_mean_limit (L : law B) : is_lim_seq (fun n => E P (fun x => E L (h n x))) 0.
  Proof.
    pose proof (weighed_limit (fun _ => L)) as limit. cbn [bind E] in limit.
    rewrite (Sum_ext _ _ (fun _ => 0)), Sum_const, Rmult_0_r in limit by (intros j; rewrite !E_const; ring).
    exact limit.
  Qed.
End Weighed.

(** ** Bessel's inequality in L^2 of the law at a vertex *)

Section Bessel.
  Context {A B : Type} (K : A -> law B).
  Variables (P : law A) (l : list nat) (rho : nat -> A -> R) (Q : nat -> law A) (a : R).
  Hypotheses (a_pos : 0 <= a) (once : NoDup l) (dense : forall j, In j l -> density P (rho j) (Q j)).
  Hypothesis pairs : forall i j, In i l -> In j l -> i <> j -> least_bound (mean_most P (fun x => rho i x * rho j x)) 1.
  Hypothesis squares : forall j, In j l -> mean_most P (fun x => rho j x * rho j x) (1 + a).
  Variables (g : nat -> B -> R).
  Hypothesis G : forall j, bounded (g j).

  Let h := weighed l rho g.
  Let h_bounded : forall n, bounded2 (h n) := weighed_bounded P l rho Q dense g G.
  Let h_square (L : law B) n : E P (fun x => E L (fun z => h n x z ^ 2)) =
    Sum l (fun i => Sum l (fun j => E P (fun x => change l rho n i x * change l rho n j x) *
      E L (fun z => g i z * g j z))) := weighed_square P l rho Q dense g G L n.
  Let moved := Sum l (fun j => E (bind (Q j) K) (g j) - E (bind P K) (g j)).
  Let moved_limit : is_lim_seq (fun n => E P (fun x => E (K x) (h n x))) moved := weighed_limit P l rho Q dense g G K.

  (** Bessel's inequality for the mean chi-square divergence of a message's laws from one law. *)
  Theorem bessel_by_variance c :
    (forall f : A -> B -> R, bounded2 f -> E P (fun x => 2 * (E (K x) (f x) - E (bind P K) (f x))) <=
      c + E P (fun x => E (bind P K) (fun z => f x z ^ 2))) ->
    2 * moved <= c * a + Sum l (fun j => E (bind P K) (fun z => g j z ^ 2)).
  Proof.
    intros variance. set (M := bind P K) in *. set (Y := Sum l (fun j => E M (fun z => g j z ^ 2))).
    destruct (gram_bound P l rho Q (fun _ => a) once dense pairs squares (fun i j => E M (fun z => g i z * g j z)))
      as (b & b_limit & b_above).
    { intros j. apply E_ge; [bounded |]. intros z. apply Rle_0_sqr. }
    assert (same : Sum l (fun j => E M (fun z => g j z * g j z)) = Y).
    { apply Sum_ext. intros j. apply E_ext. intros z. ring. }
    rewrite Sum_scal, same in b_limit.
    assert (scaled : forall t, 2 * t * moved <= c + t ^ 2 * (a * Y)).
    { intros t.
      pose proof (weighed_mean_limit P l rho Q dense g G M) as mean_limit.
      apply (is_lim_seq_le (fun n => 2 * t * (E P (fun x => E (K x) (h n x)) - E P (fun x => E M (h n x))))
        (fun n => c + t ^ 2 * b n) (Finite (2 * t * moved)) (Finite (c + t ^ 2 * (a * Y)))).
      - intros n. assert (T2 : bounded2 (fun x z => t * h n x z)).
        { destruct (h_bounded n) as [N H]. exists (Rabs t * N). intros x z. rewrite Rabs_mult.
          apply Rmult_le_compat_l; [apply Rabs_pos | apply H]. }
        specialize (variance _ T2). pose proof (bounded_through2 K _ (h_bounded n)) as B1.
        pose proof (bounded_through2 (fun _ => M) _ (h_bounded n)) as B2. cbv beta in B1, B2.
        assert (at_x : forall x, bounded (h n x)) by (intros x; now apply (bounded_at _ x (h_bounded n))).
        rewrite (E_ext P _ (fun x => 2 * t * (E (K x) (h n x) - E M (h n x)))) in variance
          by (intros x; rewrite !E_scal by apply at_x; ring).
        rewrite E_scal, E_minus in variance by bounded.
        rewrite (E_ext P (fun x => E M (fun z => (t * h n x z) ^ 2)) (fun x => t ^ 2 * E M (fun z => h n x z ^ 2)))
          in variance.
        + rewrite E_scal, h_square in variance.
          * eapply Rle_trans; [exact variance |]. apply Rplus_le_compat_l, Rmult_le_compat_l; [apply pow2_ge_0 |].
            apply b_above.
          * apply (bounded_through2 (fun _ => M) (fun x z => h n x z ^ 2)). destruct (h_bounded n) as [N H].
            exists (Rabs N ^ 2). intros x z. rewrite <- RPow_abs. apply pow_incr.
            split; [apply Rabs_pos | eapply Rle_trans; [apply H | apply Rle_abs]].
        + intros x. rewrite <- E_scal by (specialize (at_x x); bounded). apply E_ext. intros z. ring.
      - apply (is_lim_seq_scal_l _ (2 * t) (Finite moved)).
        replace moved with (moved - 0) by ring. now apply is_lim_seq_minus'.
      - apply is_lim_seq_plus'; [apply is_lim_seq_const |].
        now apply (is_lim_seq_scal_l _ (t ^ 2) (Finite (a * Y))). }
    assert (Y_pos : 0 <= Y) by (apply Sum_ge_0; intros; apply E_ge; [bounded | intros; apply pow2_ge_0]).
    destruct a_pos as [a_above | <-].
    - specialize (scaled (/ a)). apply (Rmult_le_compat_l a) in scaled; [| lra].
      replace (a * (2 * / a * moved)) with (2 * moved) in scaled by (field; lra).
      replace (a * (c + (/ a) ^ 2 * (a * Y))) with (c * a + Y) in scaled by (field; lra). exact scaled.
    - destruct (Rle_dec moved 0) as [low | high]; [lra |]. apply Rnot_le_lt in high.
      pose proof (scaled ((c + 1) / (2 * moved))) as far.
      replace (2 * ((c + 1) / (2 * moved)) * moved) with (c + 1) in far by (field; lra). lra.
  Qed.

  (** By the base of a private channel, for neighbours' laws of the message in the denominators. *)
  Variables (x0 : A) (e : R).
  Hypotheses (e_pos : 0 < e) (K_private : private e K).
  Let N := base K x0 e K_private.
  Let s := share K.
  Let t := exp e.

  (** About a multiple of the base, a function's mean is at most half of the range of the density. *)
  Lemma swing_at_one_input x f : bounded f ->
    E (K x) f <= (1 + t) / 2 * s * E N f + (t - 1) / 2 * s * E N (fun z => Rabs (f z)).
  Proof.
    intros F. set (u := fun z => (Rabs (f z) + f z) / 2). set (v := fun z => (Rabs (f z) - f z) / 2).
    assert (U : bounded u) by (unfold u; bounded). assert (V : bounded v) by (unfold v; bounded).
    assert (u_pos : forall z, 0 <= u z) by (intros z; unfold u; pose proof (Rabs_maj2 (f z)); lra).
    assert (v_pos : forall z, 0 <= v z) by (intros z; unfold v; pose proof (Rle_abs (f z)); lra).
    assert (parts : forall L : law B, E L f = E L u - E L v).
    { intros L. rewrite <- E_minus by assumption. apply E_ext. intros z. unfold u, v. field. }
    assert (sizes : E N (fun z => Rabs (f z)) = E N u + E N v).
    { rewrite <- E_plus by assumption. apply E_ext. intros z. unfold u, v. field. }
    rewrite (parts (K x)), (parts N), sizes. unfold t, s, N.
    pose proof (base_above K x0 e K_private u x U u_pos). pose proof (base_below K x0 e K_private v x V v_pos). lra.
  Qed.

  Theorem bessel_for_private_messages :
    2 * moved <= (exp e - 1) ^ 2 * a / 4 + Sum l (fun j => E (bind (Q j) K) (fun z => g j z ^ 2)).
  Proof.
    assert (t_1 : 1 < t) by (pose proof (exp_ineq1 e ltac:(lra)); unfold t; lra).
    pose proof (share_bounds K x0 e K_private) as S_. fold s in S_.
    assert (s_pos : 0 < s) by (pose proof (exp_pos (- e)); lra).
    set (Y := Sum l (fun j => E N (fun z => g j z ^ 2))).
    assert (Y_pos : 0 <= Y) by (apply Sum_ge_0; intros; apply E_ge; [bounded | intros; apply pow2_ge_0]).
    assert (squares_below : s * Y <= Sum l (fun j => E (bind (Q j) K) (fun z => g j z ^ 2))).
    { unfold Y. rewrite <- Sum_scal. apply Sum_le. intros j.
      apply (mixture_above_base K x0 e K_private); [bounded | intros; apply pow2_ge_0]. }
    destruct (gram_bound P l rho Q (fun _ => a) once dense pairs squares (fun i j => E N (fun z => g i z * g j z)))
      as (b & b_limit & b_above).
    { intros j. apply E_ge; [bounded |]. intros z. apply Rle_0_sqr. }
    assert (same : Sum l (fun j => E N (fun z => g j z * g j z)) = Y).
    { apply Sum_ext. intros j. apply E_ext. intros z. ring. }
    rewrite Sum_scal, same in b_limit.
    apply (le_by_slack _ _ ((t - 1) ^ 2 / 4)). intros eta eta_pos. set (a' := a + eta). fold t.
    assert (a'_pos : 0 < a') by (unfold a'; lra).
    apply Rle_trans with ((t - 1) ^ 2 * a' / 4 * s + s / a' * (a * Y)).
    - pose proof (weighed_mean_limit P l rho Q dense g G N) as mean_limit.
      apply (is_lim_seq_le (fun n => 2 * E P (fun x => E (K x) (h n x)))
        (fun n => (1 + t) * s * E P (fun x => E N (h n x)) + ((t - 1) ^ 2 * a' / 4 * s + s / a' * b n))
        (Finite (2 * moved)) (Finite ((t - 1) ^ 2 * a' / 4 * s + s / a' * (a * Y)))).
      + intros n. assert (at_x : forall x, bounded (h n x)) by (intros x; now apply (bounded_at _ x (h_bounded n))).
        pose proof (bounded_through2 K _ (h_bounded n)) as B1.
        pose proof (bounded_through2 (fun _ => N) _ (h_bounded n)) as B2. cbv beta in B1, B2.
        assert (B3 : bounded (fun x => E N (fun z => h n x z ^ 2))).
        { apply (bounded_through2 (fun _ => N) (fun x z => h n x z ^ 2)). destruct (h_bounded n) as [C H].
          exists (Rabs C ^ 2). intros x z. rewrite <- RPow_abs. apply pow_incr.
          split; [apply Rabs_pos | eapply Rle_trans; [apply H | apply Rle_abs]]. }
        apply Rle_trans with (E P (fun x => (1 + t) * s * E N (h n x) +
          ((t - 1) ^ 2 * a' / 4 * s + s / a' * E N (fun z => h n x z ^ 2)))).
        * rewrite <- E_scal by exact B1. apply E_mono; [bounded | bounded |]. intros x. specialize (at_x x).
          pose proof (swing_at_one_input x _ at_x) as swing.
          assert (mean : (t - 1) * s * E N (fun z => Rabs (h n x z)) <=
            (t - 1) ^ 2 * a' / 4 * s + s / a' * E N (fun z => h n x z ^ 2)).
          { rewrite <- (E_const N ((t - 1) ^ 2 * a' / 4 * s)), <- !E_scal, <- E_plus by bounded.
            apply E_mono; [bounded | bounded |]. intros z. rewrite <- (pow2_abs (h n x z)). set (y := Rabs (h n x z)).
            replace ((t - 1) ^ 2 * a' / 4 * s + s / a' * y ^ 2)
              with ((t - 1) * s * y + s / a' * ((t - 1) * a' / 2 - y) ^ 2) by (field; lra).
            pose proof (pow2_ge_0 ((t - 1) * a' / 2 - y)). assert (0 < s / a') by now apply Rdiv_lt_0_compat. nra. }
          lra.
        * rewrite E_plus, E_scal, E_plus, E_const, E_scal by bounded. apply Rplus_le_compat_l, Rplus_le_compat_l.
          apply Rmult_le_compat_l; [left; now apply Rdiv_lt_0_compat |]. rewrite h_square. apply b_above.
      + now apply (is_lim_seq_scal_l _ 2 (Finite moved)).
      + replace (Finite ((t - 1) ^ 2 * a' / 4 * s + s / a' * (a * Y)))
          with (Finite ((1 + t) * s * 0 + ((t - 1) ^ 2 * a' / 4 * s + s / a' * (a * Y)))) by (f_equal; ring).
        apply is_lim_seq_plus'; [now apply (is_lim_seq_scal_l _ _ (Finite 0)) |].
        apply is_lim_seq_plus'; [apply is_lim_seq_const | now apply (is_lim_seq_scal_l _ _ (Finite (a * Y)))].
    - assert (first : (t - 1) ^ 2 * a' / 4 * s <= (t - 1) ^ 2 * a' / 4).
      { rewrite <- (Rmult_1_r ((t - 1) ^ 2 * a' / 4)) at 2. apply Rmult_le_compat_l; [| lra].
        pose proof (Rmult_le_pos _ _ (pow2_ge_0 (t - 1)) (Rlt_le _ _ a'_pos)). lra. }
      assert (second : s / a' * (a * Y) <= s * Y).
      { replace (s / a' * (a * Y)) with (s * Y * (a / a')) by (field; lra).
        assert (a / a' <= 1) by (apply Rle_div_l; unfold a'; lra).
        rewrite <- (Rmult_1_r (s * Y)) at 2. apply Rmult_le_compat_l; [apply Rmult_le_pos; lra | assumption]. }
      assert (split : (t - 1) ^ 2 * a' / 4 = (t - 1) ^ 2 * a / 4 + (t - 1) ^ 2 / 4 * eta) by (unfold a'; field).
      lra.
  Qed.
End Bessel.

(** ** The variance of a private message's density

    A mixture M of a private channel's laws has a density m with respect to the channel's base N, which the functional
    does not show; a function is nearly 1/m. *)

Section Variance.
  Context {A B : Type} (K : A -> law B) (x0 : A) (e : R) (e_pos : 0 < e) (K_private : private e K) (P : law A).
  Let N := base K x0 e K_private.
  Let s := share K.
  Let t := exp e.
  Let M := bind P K.

  Let t_1 : 1 < t.
  Proof. pose proof (exp_ineq1 e ltac:(lra)). unfold t. lra. Qed.

  Let s_bounds : 0 < s <= 1.
  Proof. pose proof (share_bounds K x0 e K_private) as S_. pose proof (exp_pos (- e)). unfold s. lra. Qed.

  Let low := / (t * s).
  Let high := / s.

  Let ends : 0 < low <= high.
  Proof.
    pose proof s_bounds. pose proof t_1. unfold low, high. split.
    - apply Rinv_0_lt_compat. nra.
    - apply Rinv_le_contravar; nra.
  Qed.

  (** A function that is nearly 1/m. *)
  Lemma nearly_inverse_density eta : 0 < eta -> exists h, (forall z, low <= h z <= high) /\
    forall v L, (forall z, Rabs (v z) <= L) -> Rabs (E M (fun z => h z * v z) - E N v) <= eta * L.
  Proof.
    apply nearly_density; [exact ends | |]; intros f F f_pos; pose proof t_1; pose proof s_bounds.
    - replace (E N f) with (high * (s * E N f)) by (unfold high; field; lra).
      apply Rmult_le_compat_l; [left; apply Rinv_0_lt_compat; lra |]. now apply mixture_above_base.
    - replace (E N f) with (low * (t * s * E N f)) by (unfold low; field; lra).
      apply Rmult_le_compat_l; [left; apply ends |]. now apply mixture_below_base.
  Qed.

  (** The density at an input lies between s and t s: 2 q p - p^2 is below a linear function of q. *)
  Lemma at_one_input h F x f : (forall z, low <= h z <= high) -> (forall z, Rabs (f z) <= F) ->
    2 * E (K x) f <= (1 + t) * s * E (K x) h + E N (fun z => / h z * f z ^ 2) - t * s ^ 2 * E N h.
  Proof.
    intros range f_F. assert (H : bounded h) by now apply bounded_between with low high.
    assert (inv : bounded (fun z => / h z)) by (apply bounded_inv with low; [apply ends | apply range]).
    assert (F_b : bounded f) by now exists F.
    set (w := fun z => 2 * f z - (1 + t) * s * h z). set (u := fun z => Rmax (w z) 0).
    set (v := fun z => Rmax (- w z) 0).
    assert (W : bounded w) by (unfold w; bounded). assert (U : bounded u) by (unfold u; bounded).
    assert (V : bounded v) by (unfold v; bounded).
    assert (parts : forall z, w z = u z - v z) by (intros z; unfold u, v, Rmax; repeat destruct (Rle_dec _ _); lra).
    assert (mean : E (K x) w <= t * s * E N u - s * E N v).
    { rewrite (E_ext _ _ _ parts), E_minus by bounded.
      pose proof (base_above K x0 e K_private u x U (fun z => Rmax_r _ _)).
      pose proof (base_below K x0 e K_private v x V (fun z => Rmax_r _ _)). unfold t, s, N. lra. }
    assert (pointwise : forall z, t * s * u z - s * v z <= / h z * f z ^ 2 - t * s ^ 2 * h z).
    { intros z. pose proof s_bounds. pose proof t_1. pose proof ends. specialize (range z).
      assert (h_pos : 0 < h z) by lra. assert (i_pos : 0 < / h z) by now apply Rinv_0_lt_compat.
      assert (up : / h z * f z ^ 2 - t * s ^ 2 * h z - t * s * w z = / h z * (f z - t * s * h z) ^ 2)
        by (unfold w; field; lra).
      assert (down : / h z * f z ^ 2 - t * s ^ 2 * h z - s * w z = / h z * (f z - s * h z) ^ 2)
        by (unfold w; field; lra).
      pose proof (Rmult_le_pos _ _ (Rlt_le _ _ i_pos) (pow2_ge_0 (f z - t * s * h z))).
      pose proof (Rmult_le_pos _ _ (Rlt_le _ _ i_pos) (pow2_ge_0 (f z - s * h z))).
      unfold u, v, Rmax. repeat destruct (Rle_dec _ _); nra. }
    pose proof (E_mono N (fun z => t * s * u z - s * v z) (fun z => / h z * f z ^ 2 - t * s ^ 2 * h z)
      ltac:(bounded) ltac:(bounded) pointwise) as total.
    rewrite !E_minus, !E_scal in total by bounded.
    assert (w_mean : E (K x) w = 2 * E (K x) f - (1 + t) * s * E (K x) h)
      by (unfold w; now rewrite E_minus, !E_scal by bounded).
    lra.
  Qed.

  Lemma mean_square_of_density (f : A -> B -> R) : bounded2 f ->
    E P (fun x => 2 * E (K x) (f x) - E M (fun z => f x z ^ 2)) <= 1 + (t - 1) ^ 2 / 4.
  Proof.
    intros [F f_F]. pose proof s_bounds. pose proof t_1. pose proof ends as ends'.
    set (L := / low * F ^ 2). assert (L_pos : 0 <= L).
    { unfold L. apply Rmult_le_pos; [left; apply Rinv_0_lt_compat; lra | apply pow2_ge_0]. }
    apply (le_by_slack _ _ ((1 + t) * s + t * s ^ 2 * (2 + high) + L)). intros eta eta_pos.
    destruct (nearly_inverse_density eta eta_pos) as (h & range & inverse).
    assert (H' : bounded h) by now apply bounded_between with low high.
    assert (inv : forall z, 0 < / h z <= / low).
    { intros z. specialize (range z). split; [apply Rinv_0_lt_compat | apply Rinv_le_contravar]; lra. }
    (* Its means. *)
    assert (M_h : 1 - eta <= E M h <= 1 + eta).
    { pose proof (inverse (fun _ => 1) 1 ltac:(intros z; cbv beta; rewrite Rabs_R1; lra)) as near.
      rewrite E_one, (E_ext M _ h) in near by (intros; ring). apply Rabs_le_between in near. lra. }
    assert (N_h : 1 - 2 * eta - eta * high <= E N h).
    { pose proof (inverse h high ltac:(intros z; specialize (range z); rewrite Rabs_right; lra)) as near.
      apply Rabs_le_between in near. pose proof (square_of_mean M h H') as J.
      rewrite (E_ext M (fun z => h z * h z) (fun z => h z ^ 2)) in near by (intros; ring).
      pose proof (pow2_ge_0 (E M h - 1)). nra. }
    assert (each : forall x, 2 * E (K x) (f x) - E M (fun z => f x z ^ 2) <=
      (1 + t) * s * E (K x) h + (eta * L - t * s ^ 2 * E N h)).
    { intros x. pose proof (at_one_input h F x (f x) range (f_F x)) as input.
      assert (v_L : forall z, Rabs (/ h z * f x z ^ 2) <= L).
      { intros z. rewrite Rabs_right by (apply Rle_ge, Rmult_le_pos; [left; apply inv | apply pow2_ge_0]). unfold L.
        apply Rmult_le_compat; [left; apply inv | apply pow2_ge_0 | apply inv |].
        rewrite <- pow2_abs. apply pow_incr. split; [apply Rabs_pos | apply f_F]. }
      pose proof (inverse _ L v_L) as near. apply Rabs_le_between in near.
      rewrite (E_ext M _ (fun z => f x z ^ 2)) in near
        by (intros z; specialize (range z); field; lra). lra. }
    assert (f2 : bounded2 (fun x z => f x z ^ 2)).
    { exists (Rabs F ^ 2). intros x z. rewrite <- RPow_abs. apply pow_incr.
      split; [apply Rabs_pos | eapply Rle_trans; [apply f_F | apply Rle_abs]]. }
    pose proof (bounded_through2 K f (ex_intro _ F f_F)) as B1.
    pose proof (bounded_through2 (fun _ => M) _ f2) as B2. cbv beta in B1, B2.
    eapply Rle_trans; [apply (E_mono P _ (fun x => (1 + t) * s * E (K x) h + (eta * L - t * s ^ 2 * E N h)));
      [bounded | bounded | exact each] |].
    rewrite E_plus, E_scal, E_const by bounded. change (E P (fun x => E (K x) h)) with (E M h).
    assert (first : (1 + t) * s * E M h <= (1 + t) * s * (1 + eta)) by (apply Rmult_le_compat_l; nra).
    assert (second : t * s ^ 2 * (1 - 2 * eta - eta * high) <= t * s ^ 2 * E N h)
      by (apply Rmult_le_compat_l; [apply Rmult_le_pos; [lra | apply pow2_ge_0] | exact N_h]).
    assert (best : (1 + t) * s - t * s ^ 2 <= 1 + (t - 1) ^ 2 / 4).
    { assert (4 * t * ((t * s - 1) * (1 - s)) <= (t - 1) ^ 2) by (pose proof (pow2_ge_0 (2 * t * s - (1 + t))); nra).
      assert (4 * ((t * s - 1) * (1 - s)) <= (t - 1) ^ 2); [| nra].
      destruct (Rle_dec 0 ((t * s - 1) * (1 - s))); [nra | pose proof (pow2_ge_0 (t - 1)); nra]. }
    lra.
  Qed.
End Variance.
