(** * Mixtures of families on a cube

    A family of mixtures, P_v = E_I[P_{I, v}] over finitely many components I: what a private message says of the
    vertex, one component at a time. After kent, Proposition 18 and Lemma 19. *)

From Coq Require Import Classical_Prop.
From Foundations Require Export Fluctuations Sign_families.
Import ListNotations.
Open Scope R_scope.

(** ** Components

    Each has a positive probability, and a law at each vertex of one cube. *)
Record components A := Components {
  part_count : nat;
  chance_of : nat -> R;
  part_at : nat -> laws_at_vertices A;
  sign_count : nat;
  chances_are_weights : is_weight (seq 1 part_count) chance_of;
  chances_above_0 : forall i, In i (seq 1 part_count) -> 0 < chance_of i;
  parts_agree : forall i v w, same_signs sign_count v w -> part_at i v = part_at i w
}.
Arguments part_count {A}.
Arguments chance_of {A}.
Arguments part_at {A}.
Arguments sign_count {A}.
Arguments chances_are_weights {A}.
Arguments chances_above_0 {A}.
Arguments parts_agree {A}.

Definition part_numbers {A} (C : components A) := seq 1 (part_count C).
Definition sign_numbers {A} (C : components A) := seq 1 (sign_count C).

(** The mean over the components. *)
Definition over_parts {A} (C : components A) (f : nat -> R) := Sum (part_numbers C) (fun i => chance_of C i * f i).

(** The laws of the mixtures, which have no parameters. *)
Definition mixed_law {A} (C : components A) (v : vertex) : law A :=
  bind (finite (part_numbers C) (chance_of C) (chances_are_weights C)) (fun i => part_at C i v).

Lemma mixed_laws_agree {A} (C : components A) v w : same_signs (sign_count C) v w -> mixed_law C v = mixed_law C w.
Proof.
  intros same. unfold mixed_law. f_equal. apply functional_extensionality. intros i. now apply parts_agree.
Qed.

Definition one_point : metric_space unit := Metric_space unit tt (fun _ _ => 0) (fun _ => eq_refl) (fun _ _ => eq_refl)
  (fun _ _ _ => Req_le _ _ (eq_sym (Rplus_0_l 0))).

Definition mixed_family {A} (C : components A) : parametric_family A unit := Parametric_family A unit (mixed_law C)
  (fun _ => tt) one_point (sign_count C) (mixed_laws_agree C) (fun _ _ _ => eq_refl).

(** So many components, each as likely. *)
Definition equal_parts {A} (C : components A) m :=
  part_count C = m /\ forall i, In i (part_numbers C) -> chance_of C i = / INR m.

(** ** Densities given the component

    With v_j flipped the law given i has the density 1 + phi i with respect to that at v. Both have densities with
    respect to the mixture at v: p i that at v, and (1 + phi i) p i the other. *)
Definition dominated_parts {A} (C : components A) := forall v j, In j (sign_numbers C) ->
  exists p phi : nat -> A -> R, forall i, In i (part_numbers C) ->
  density (mixed_family C v) (p i) (part_at C i v) /\
  density (mixed_family C v) (fun x => (1 + phi i x) * p i x) (part_at C i (turned_at v j)).

(** Given each component the fluctuations phi i j are orthogonal, and E[(phi i j)^2] is at most some square i j, whose
    mean over i is at most a, for each j. As in [orthogonal_at], rho is 1 + phi. *)
Definition orthogonal_parts {A} (C : components A) a := forall v, exists rho : nat -> nat -> A -> R,
  exists square : nat -> nat -> R,
  (forall i, In i (part_numbers C) ->
    (forall j, In j (sign_numbers C) -> density (part_at C i v) (rho i j) (part_at C i (turned_at v j))) /\
    (forall j k, In j (sign_numbers C) -> In k (sign_numbers C) -> j <> k ->
      least_bound (mean_most (part_at C i v) (fun x => rho i j x * rho i k x)) 1) /\
    (forall j, In j (sign_numbers C) ->
      mean_most (part_at C i v) (fun x => rho i j x * rho i j x) (1 + square i j))) /\
  forall j, In j (sign_numbers C) -> over_parts C (fun i => square i j) <= a.

(** ** Integrals over messages

    Let q z be the density of a message z given the data, and m its mean at v, over the components too. The integral of
    a^2/m is the supremum over g of 2 (integral of a g) - (integral of m g^2), as in [fluctuations_most]. *)
Section Messages.
  Context {A B : Type} (K : channel (list A) B) (C : components A) (v : vertex).

  (** The message of a user with one draw: given the component, and over all. *)
  Definition message_given i w := bind (power (part_at C i w) 1) K.
  Definition message_of_all := bind (power (mixed_family C v) 1) K.

  (** The sum over j of the integrals of E_I[E[phi I j q | I]]^2/m. *)
  Definition parts_fluctuations_most c := forall g : nat -> B -> R, (forall j, bounded (g j)) ->
    Sum (sign_numbers C) (fun j => 2 * over_parts C (fun i =>
      E (message_given i (turned_at v j)) (g j) - E (message_given i v) (g j))) <=
    c + Sum (sign_numbers C) (fun j => over_parts C (fun i => E (message_given i v) (fun z => g j z ^ 2))).

  (** The integral of E_I[sum over j of (E[phi I j q | I]/|phi I j|)^2]/m: square i j is |phi i j|^2, and g stands for a
      function over |phi i j|. Where |phi i j| is 0, so is phi. *)
  Definition norms_of_changes (square : nat -> nat -> R) :=
    forall i j, In i (part_numbers C) -> In j (sign_numbers C) -> exists rho,
    density (part_at C i v) rho (part_at C i (turned_at v j)) /\
    least_bound (mean_most (part_at C i v) (fun x => rho x * rho x)) (1 + square i j).

  Definition parts_projected_most c := exists square, norms_of_changes square /\
    forall g : nat -> nat -> B -> R, (forall i j, bounded (g i j)) ->
    over_parts C (fun i => Sum (sign_numbers C) (fun j =>
      2 * (E (message_given i (turned_at v j)) (g i j) - E (message_given i v) (g i j)))) <=
    c + over_parts C (fun i => Sum (sign_numbers C) (fun j => square i j * E message_of_all (fun z => g i j z ^ 2))).

  (** The integrals of E_I[Var(q | I)]/m, and of E_I[E[q | I]^2]/m. *)
  Definition parts_variance_most c := forall g : nat -> A -> B -> R, (forall i, bounded2 (g i)) ->
    over_parts C (fun i => E (part_at C i v) (fun x => 2 * (E (K [x]) (g i x) - E (message_given i v) (g i x)))) <=
    c + over_parts C (fun i => E (part_at C i v) (fun x => E message_of_all (fun z => g i x z ^ 2))).

  Definition parts_squares_most c := forall g : nat -> B -> R, (forall i, bounded (g i)) ->
    over_parts C (fun i => 2 * E (message_given i v) (g i)) <=
    c + over_parts C (fun i => E message_of_all (fun z => g i z ^ 2)).

  Lemma message_of_all_over_parts g : E message_of_all g = over_parts C (fun i => E (message_given i v) g).
  Proof. reflexivity. Qed.
End Messages.

(** ** Means over the components *)

Section Over_parts.
  Context {A : Type} (C : components A).

  Lemma over_parts_le f g : (forall i, In i (part_numbers C) -> f i <= g i) -> over_parts C f <= over_parts C g.
  Proof.
    intros le. apply Sum_le_in. intros i I. apply Rmult_le_compat_l; [apply chances_are_weights | now apply le].
  Qed.

  Lemma over_parts_ext f g : (forall i, In i (part_numbers C) -> f i = g i) -> over_parts C f = over_parts C g.
  Proof. intros same. apply Sum_ext_in. intros i I. now rewrite same. Qed.

  Lemma over_parts_const c : over_parts C (fun _ => c) = c.
  Proof.
    unfold over_parts. rewrite (Sum_ext _ _ (fun i => c * chance_of C i)), Sum_scal by (intros; ring).
    unfold part_numbers. rewrite (proj2 (chances_are_weights C)). ring.
  Qed.

  Lemma over_parts_plus f g : over_parts C (fun i => f i + g i) = over_parts C f + over_parts C g.
  Proof. unfold over_parts. rewrite <- Sum_plus. apply Sum_ext. intros i. ring. Qed.

  Lemma over_parts_minus f g : over_parts C (fun i => f i - g i) = over_parts C f - over_parts C g.
  Proof. unfold over_parts. rewrite <- Sum_minus. apply Sum_ext. intros i. ring. Qed.

  Lemma over_parts_scal c f : over_parts C (fun i => c * f i) = c * over_parts C f.
  Proof. unfold over_parts. rewrite <- Sum_scal. apply Sum_ext. intros i. ring. Qed.

  Lemma over_parts_Sum {I} (l : list I) f :
    over_parts C (fun i => Sum l (fun j => f i j)) = Sum l (fun j => over_parts C (fun i => f i j)).
  Proof.
    unfold over_parts. rewrite Sum_swap. apply Sum_ext. intros i. symmetry. apply Sum_scal.
  Qed.

  Lemma limit_over_parts (u : nat -> nat -> R) x :
    (forall i, In i (part_numbers C) -> is_lim_seq (u i) (Finite (x i))) ->
    is_lim_seq (fun n => over_parts C (fun i => u i n)) (Finite (over_parts C x)).
  Proof.
    intros L. apply limit_of_Sum. intros i I. now apply (is_lim_seq_scal_l _ (chance_of C i) (Finite (x i))), L.
  Qed.
End Over_parts.

(** ** A mixture's density *)

Lemma Sum_ge_0_in {I} (l : list I) f : (forall i, In i l -> 0 <= f i) -> 0 <= Sum l f.
Proof.
  intros pos. replace 0 with (Sum l (fun _ => 0)) by (rewrite Sum_const; ring). now apply Sum_le_in.
Qed.

(** A sum that is cut is at most the sum of what is cut. *)
Lemma Rmin_Sum {I} (l : list I) f c : 0 <= c -> (forall i, In i l -> 0 <= f i) ->
  Rmin (Sum l f) c <= Sum l (fun i => Rmin (f i) c).
Proof.
  intros C. induction l as [| i l IH]; intros pos; cbn [Sum]; [apply Rmin_l |].
  specialize (IH (fun j J => pos j (or_intror J))).
  pose proof (pos i (or_introl eq_refl)). pose proof (Sum_ge_0_in l f (fun j J => pos j (or_intror J))).
  revert IH. unfold Rmin. repeat destruct (Rle_dec _ _); lra.
Qed.

Section Density_of_a_mixture.
  Context {A : Type} (M : law A) (l : list nat) (w : nat -> R) (weights : is_weight l w).
  Variables (q : nat -> A -> R) (Q : nat -> law A).
  Hypothesis dense : forall i, In i l -> density M (q i) (Q i).

  (** The densities, 0 outside of l. *)
  Let r i x := if in_dec Nat.eq_dec i l then q i x else 0.

  Let r_inside i x : In i l -> r i x = q i x.
  Proof. intros I. unfold r. now destruct (in_dec Nat.eq_dec i l). Qed.

  Let r_pos i x : 0 <= r i x.
  Proof. unfold r. destruct (in_dec Nat.eq_dec i l) as [I | _]; [now apply dense | lra]. Qed.

  Let whole x : Sum l (fun i => w i * q i x) = Sum l (fun i => w i * r i x).
  Proof. apply Sum_ext_in. intros i I. now rewrite r_inside. Qed.

  Lemma density_of_mixture : density M (fun x => Sum l (fun i => w i * q i x)) (bind (finite l w weights) Q).
  Proof.
    pose proof (proj1 weights) as w_pos.
    assert (pos : forall x, 0 <= Sum l (fun i => w i * q i x)).
    { intros x. rewrite whole. apply Sum_ge_0. intros i. now apply Rmult_le_pos. }
    split; [exact pos |]. intros g G g_pos. change (E (bind (finite l w weights) Q) g) with
      (Sum l (fun i => w i * E (Q i) g)). split.
    - intros c. set (c' := Rmax c 0). assert (c'_pos : 0 <= c') by apply Rmax_r.
      assert (term_pos : forall i x, 0 <= r i x * g x * w i) by (intros; repeat apply Rmult_le_pos; auto).
      apply Rle_trans with (E M (fun x => Sum l (fun i => Rmin (r i x * g x * w i) c'))).
      + apply E_mono; [apply bounded_cut; intros; apply Rmult_le_pos; auto | |].
        * apply bounded_Sum. intros i. apply bounded_cut, term_pos.
        * intros x. eapply Rle_trans; [apply Rle_min_compat_l, (Rmax_l c 0) |].
          rewrite whole, Rmult_comm, <- Sum_scal.
          rewrite (Sum_ext l _ (fun i => r i x * g x * w i)) by (intros; ring).
          apply Rmin_Sum; [exact c'_pos | intros; apply term_pos].
      + rewrite E_Sum by (intros; apply bounded_cut, term_pos). apply Sum_le_in. intros i I.
        eapply Rle_trans; [apply (mean_of_multiple_most M (fun x => r i x * g x) (E (Q i) g)) |]; auto.
        * intros x. now apply Rmult_le_pos.
        * apply mean_most_ext with (fun x => q i x * g x); [intros x; now rewrite r_inside |].
          exact (proj1 (proj2 (dense i I) g G g_pos)).
        * apply Rmin_l.
    - intros b most.
      apply (is_lim_seq_le (fun n => Sum l (fun i => w i * E M (fun x => cut_at n (q i) x * g x))) (fun _ => b)
        (Finite (Sum l (fun i => w i * E (Q i) g))) (Finite b)); [| | apply is_lim_seq_const].
      + intros n.
        assert (cut_bounded : forall i, bounded (fun x => cut_at n (r i) x * g x)).
        { intros i. pose proof (bounded_cut_density n (r i) (r_pos i)). bounded. }
        rewrite (Sum_ext_in l _ (fun i => E M (fun x => w i * (cut_at n (r i) x * g x)))).
        * rewrite <- E_Sum by bounded. apply (mean_most_below M _ _ b) with (4 := most).
          -- intros x. apply Rmult_le_pos; auto.
          -- apply bounded_Sum. bounded.
          -- intros x. rewrite whole, Rmult_comm, <- Sum_scal. apply Sum_le. intros i.
             rewrite <- Rmult_assoc, (Rmult_comm (g x)). apply Rmult_le_compat_r; [apply g_pos |].
             apply Rmult_le_compat_l; [apply w_pos | apply Rmin_l].
        * intros i I. rewrite E_scal by apply cut_bounded. f_equal. apply E_ext. intros x. unfold cut_at.
          now rewrite r_inside.
      + apply limit_of_Sum. intros i I. apply (is_lim_seq_scal_l _ (w i) (Finite (E (Q i) g))).
        now apply (cut_limit M (q i) (Q i) (dense i I)).
  Qed.
End Density_of_a_mixture.

(** Of two laws with bounded densities for one law, the second of which is above 0, the first has the quotient for
    its density under the second. *)
Lemma density_quotient {A} (L P Q : law A) p q low : density L p P -> density L q Q -> bounded p -> bounded q ->
  0 < low -> (forall x, low <= q x) -> density Q (fun x => p x / q x) P.
Proof.
  intros p_dense q_dense p_bounded q_bounded low_pos q_low.
  assert (mean_of_density : forall h H f, density L h H -> bounded h -> bounded f -> (forall x, 0 <= f x) ->
    E H f = E L (fun x => h x * f x)).
  { intros h H f dense h_bounded F f_pos.
    destruct (proj2 dense f F f_pos) as [above least].
    destruct (mean_of_bounded L (fun x => h x * f x)) as [above' least']; [bounded | |].
    - intros x. apply Rmult_le_pos; [apply dense | apply f_pos].
    - apply Rle_antisym; [now apply least | now apply least']. }
  assert (inverse : bounded (fun x => / q x)) by now apply bounded_inv with low.
  assert (pos : forall x, 0 <= p x / q x).
  { intros x. specialize (q_low x). apply Rdiv_le_0_compat; [apply p_dense | lra]. }
  split; [exact pos |]. intros g G g_pos.
  assert (quotient : bounded (fun x => p x / q x * g x)) by (unfold Rdiv; bounded).
  rewrite (mean_of_density p P g p_dense p_bounded G g_pos).
  replace (E L (fun x => p x * g x)) with (E Q (fun x => p x / q x * g x)).
  - apply mean_of_bounded; [exact quotient |]. intros x. now apply Rmult_le_pos.
  - rewrite (mean_of_density q Q _ q_dense q_bounded quotient) by (intros x; now apply Rmult_le_pos).
    apply E_ext. intros x. specialize (q_low x). field. lra.
Qed.

(** ** Bessel's inequality given the component *)

(** A square of a density has a least bound on its mean where it has one. *)
Lemma least_mean_of_square {A} (P : law A) rho b : mean_most P (fun x => rho x * rho x) b ->
  exists c, c <= b /\ least_bound (mean_most P (fun x => rho x * rho x)) c.
Proof.
  intros most. set (cut := fun c => E P (fun x => Rmin (rho x * rho x) c)).
  destruct (completeness (fun y => exists c, y = cut c)) as [c [above least]].
  - exists b. intros y (c & ->). apply most.
  - exists (cut 0). now exists 0.
  - exists c. split; [| split].
    + apply least. intros y (d & ->). apply most.
    + intros d. apply above. now exists d.
    + intros d bound. apply least. intros y (e & ->). apply bound.
Qed.

(** Densities of the same law have squares with the same means. *)
Lemma least_square_below {A} (P Q : law A) rho sigma b c : density P rho Q -> density P sigma Q ->
  least_bound (mean_most P (fun x => sigma x * sigma x)) c -> mean_most P (fun x => rho x * rho x) b -> c <= b.
Proof.
  intros D D' [_ least] most. apply least.
  exact (product_of_any_densities P Q Q sigma sigma rho rho b D' D' D D most).
Qed.

Lemma bounded2_square {A B} (g : A -> B -> R) : bounded2 g -> bounded2 (fun x z => g x z ^ 2).
Proof.
  intros [M G]. exists (Rabs M ^ 2). intros x z. rewrite <- RPow_abs. apply pow_incr.
  split; [apply Rabs_pos | eapply Rle_trans; [apply G | apply Rle_abs]].
Qed.

(** ** The variance of a private message's density given the component *)

Lemma some_point {A} (P : law A) : exists x : A, True.
Proof.
  apply NNPP. intros none. assert (1 <= 0); [| lra]. rewrite <- (E_one P). apply E_le; [bounded |].
  intros x. destruct none. now exists x.
Qed.

Lemma bounded2_on_list {A B} (g : nat -> A -> B -> R) l : (forall i, bounded2 (g i)) ->
  exists F, forall i x z, In i l -> Rabs (g i x z) <= F.
Proof.
  intros G. induction l as [| i l [F H]]; [now exists 0 |]. destruct (G i) as [M at_i].
  exists (Rmax M F). intros j x z [<- | J].
  - eapply Rle_trans; [apply at_i | apply Rmax_l].
  - eapply Rle_trans; [now apply H | apply Rmax_r].
Qed.

Section Variance_given_the_component.
  Context {A B : Type} (K : A -> law B) (x0 : A) (e : R) (e_pos : 0 < e) (K_private : private e K) (P : law A).
  Let N := base K x0 e K_private.
  Let s := share K.
  Let t := exp e.
  (** The message over all components. *)
  Let M := bind P K.
  Let low := / (t * s).
  Let high := / s.

  Let t_1 : 1 < t.
  Proof. pose proof (exp_ineq1 e ltac:(lra)). unfold t. lra. Qed.

  Let s_bounds : 0 < s <= 1.
  Proof. pose proof (share_bounds K x0 e K_private) as S_. pose proof (exp_pos (- e)). unfold s. lra. Qed.

  Variable F : R.
  Let slack := (1 + t) * s * high + 2 * (t * s * high) + (/ low * F ^ 2 + 2 * F) +
    (t - 1) ^ 2 / 4 * (2 * (t * s * high) + (t * s) ^ 2 * high).

  (** Popoviciu, for each message: with h nearly 1/m, m the density over all components, p nearly that given one, and u
      their product. *)
  Lemma variance_given_the_component : exists k, forall (L : law A) (g : A -> B -> R) eta, 0 < eta ->
    (forall x z, Rabs (g x z) <= F) -> exists u, bounded u /\
    E L (fun x => 2 * (E (K x) (g x) - E (bind L K) (g x)) - E M (fun z => g x z ^ 2)) <=
    (exp e - 1) ^ 2 / 4 * (2 * E (bind L K) u - E M (fun z => u z ^ 2)) + k * eta.
  Proof.
    exists slack. intros L g eta eta_pos g_F. fold t. pose proof t_1. pose proof s_bounds.
    assert (ts : 0 < t * s) by nra. assert (high_pos : 0 < high) by (apply Rinv_0_lt_compat; lra).
    assert (low_pos : 0 < low) by (now apply Rinv_0_lt_compat).
    destruct (nearly_inverse_density K x0 e e_pos K_private P eta eta_pos) as (h & range & inverse).
    fold s t N M low high in range, inverse.
    destruct (nearly_density N (bind L K) s (t * s) ltac:(nra)
      (fun f bf pos => mixture_below_base K x0 e K_private L f bf pos)
      (fun f bf pos => mixture_above_base K x0 e K_private L f bf pos) eta eta_pos) as (p & p_range & dense).
    assert (H' : bounded h) by now apply bounded_between with low high.
    assert (P' : bounded p) by now apply bounded_between with s (t * s).
    assert (h_pos : forall z, 0 < h z) by (intros z; specialize (range z); lra).
    assert (inv : forall z, 0 < / h z <= / low).
    { intros z. specialize (range z). split; [apply Rinv_0_lt_compat | apply Rinv_le_contravar]; lra. }
    assert (I' : bounded (fun z => / h z)) by now apply bounded_inv with low; [| apply range].
    set (u := fun z => p z * h z). assert (U : bounded u) by (unfold u; bounded).
    assert (u_high : forall z, Rabs (u z) <= t * s * high).
    { intros z. specialize (range z). specialize (p_range z). unfold u. rewrite Rabs_mult, !Rabs_right by lra.
      apply Rmult_le_compat; lra. }
    exists u. split; [exact U |].
    (* What is nearly so. *)
    assert (N_u2 : Rabs (E N (fun z => p z * u z) - E (bind L K) u) <= eta * (t * s * high)) by now apply dense.
    assert (M_u2 : Rabs (E M (fun z => u z ^ 2) - E N (fun z => p z * u z)) <= eta * ((t * s) ^ 2 * high)).
    { rewrite (E_ext M _ (fun z => h z * (p z * u z))) by (intros z; unfold u; ring). apply inverse. intros z.
      rewrite Rabs_mult. specialize (p_range z). specialize (u_high z). rewrite (Rabs_right (p z)) by lra.
      replace ((t * s) ^ 2 * high) with (t * s * (t * s * high)) by ring.
      apply Rmult_le_compat; [lra | apply Rabs_pos | lra | exact u_high]. }
    assert (L_h : E (bind L K) h <= E N u + eta * high).
    { pose proof (dense h high ltac:(intros z; specialize (range z); rewrite Rabs_right; lra)) as near.
      fold u in near. apply Rabs_le_between in near. lra. }
    apply Rabs_le_between in N_u2, M_u2.
    (* At each input. *)
    assert (each : forall x, 2 * (E (K x) (g x) - E (bind L K) (g x)) - E M (fun z => g x z ^ 2) <=
      ((1 + t) * s * E (K x) h - 2 * E (K x) u) +
      (E N (fun z => p z * u z) - t * s ^ 2 * E N h + eta * (/ low * F ^ 2 + 2 * F))).
    { intros x. assert (G : bounded (g x)) by now exists F.
      pose proof (at_one_input K x0 e e_pos K_private h (F + t * s * high) x (fun z => g x z + u z) range) as input.
      fold s t N in input.
      specialize (input ltac:(intros z; eapply Rle_trans; [apply Rabs_triang |]; apply Rplus_le_compat; auto)).
      rewrite (E_ext N _ (fun z => / h z * g x z ^ 2 + 2 * (p z * g x z) + p z * u z)) in input
        by (intros z; specialize (h_pos z); unfold u; field; lra).
      rewrite !E_plus, E_scal in input by bounded.
      assert (first : E N (fun z => / h z * g x z ^ 2) <= E M (fun z => g x z ^ 2) + eta * (/ low * F ^ 2)).
      { assert (bound : forall z, Rabs (/ h z * g x z ^ 2) <= / low * F ^ 2).
        { intros z. specialize (inv z). rewrite Rabs_right by (apply Rle_ge, Rmult_le_pos; [lra | apply pow2_ge_0]).
          apply Rmult_le_compat; [lra | apply pow2_ge_0 | apply inv |].
          rewrite <- pow2_abs. apply pow_incr. split; [apply Rabs_pos | apply g_F]. }
        pose proof (inverse _ _ bound) as near. apply Rabs_le_between in near.
        rewrite (E_ext M _ (fun z => g x z ^ 2)) in near by (intros z; specialize (h_pos z); field; lra). lra. }
      pose proof (dense (g x) F (g_F x)) as near. apply Rabs_le_between in near. lra. }
    (* On average. *)
    assert (g2 : bounded2 g) by now exists F.
    pose proof (bounded_through2 K g g2) as B1. pose proof (bounded_through2 (fun _ => bind L K) g g2) as B2.
    pose proof (bounded_through2 (fun _ => M) _ (bounded2_square g g2)) as B3. cbv beta in B1, B2, B3.
    eapply Rle_trans; [apply (E_mono L) with (3 := each); bounded |].
    rewrite E_plus, E_const, E_minus, !E_scal by bounded.
    change (E L (fun x => E (K x) h)) with (E (bind L K) h). change (E L (fun x => E (K x) u)) with (E (bind L K) u).
    assert (best : (1 + t) * s * E N u - E N (fun z => p z * u z) - t * s ^ 2 * E N h <=
      (t - 1) ^ 2 / 4 * E N (fun z => p z * u z)).
    { rewrite <- !E_scal, <- !E_minus by bounded. apply E_mono; [bounded | bounded |]. intros z.
      replace ((1 + t) * s * u z - p z * u z - t * s ^ 2 * h z)
        with (((1 + t) * s * p z - p z ^ 2 - t * s ^ 2) * h z) by (unfold u; ring).
      replace ((t - 1) ^ 2 / 4 * (p z * u z)) with ((t - 1) ^ 2 / 4 * p z ^ 2 * h z) by (unfold u; ring).
      apply Rmult_le_compat_r; [left; apply h_pos |]. set (y := (1 + t) * s * p z - p z ^ 2 - t * s ^ 2).
      pose proof (pow2_ge_0 ((1 + t) * p z - 2 * t * s)) as square. pose proof (pow2_ge_0 ((t - 1) * p z)) as other.
      assert (4 * t * y <= (t - 1) ^ 2 * p z ^ 2) by (unfold y; lra).
      destruct (Rle_dec 0 y); [assert (y <= t * y) by nra |]; lra. }
    assert (first : (1 + t) * s * E (bind L K) h <= (1 + t) * s * (E N u + eta * high))
      by (apply Rmult_le_compat_l; [nra | exact L_h]).
    assert (last : (t - 1) ^ 2 / 4 * E N (fun z => p z * u z) <= (t - 1) ^ 2 / 4 *
      (2 * E (bind L K) u - E M (fun z => u z ^ 2) + eta * (2 * (t * s * high) + (t * s) ^ 2 * high))).
    { apply Rmult_le_compat_l; [pose proof (pow2_ge_0 (t - 1)); lra | lra]. }
    unfold slack. lra.
  Qed.
End Variance_given_the_component.
