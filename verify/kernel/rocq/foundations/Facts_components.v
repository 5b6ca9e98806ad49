(** * Facts about mixtures, one component at a time

    Each theorem says what the calculus grants under that name, as the exporter writes it from the fact itself. *)

From Foundations Require Export Components.
Import ListNotations.
Open Scope R_scope.

(** A null set of the mixture is one of each component. *)
Theorem fact_densities_of_mixtures : forall (A : Type) (C : components A),
  dominated_parts C ->
  neighbours_dominated (mixed_family C).
Proof.
  intros A C dominated v j J. destruct (dominated v j J) as (p & phi & dense).
  exists (fun x => Sum (part_numbers C) (fun i => chance_of C i * ((1 + phi i x) * p i x))).
  apply density_of_mixture. intros i I. now apply dense.
Qed.

(** Tower property: E q changes by E_I[E[phi I q | I]] as a coordinate is flipped. *)
Theorem fact_fluctuations_of_a_mixture : forall (A B : Type) (C : components A) (K : channel (list A) B) (v : vertex),
  dominated_parts C ->
  (forall c : R, parts_fluctuations_most K C v c -> fluctuations_most K (mixed_family C) 1 v c) /\ (forall c : R,
    fluctuations_most K (mixed_family C) 1 v c -> parts_fluctuations_most K C v c).
Proof.
  intros A B C K v _.
  assert (same : forall g : nat -> B -> R, Sum (sign_numbers C) (fun j => 2 * over_parts C (fun i =>
      E (message_given K C i (turned_at v j)) (g j) - E (message_given K C i v) (g j))) =
    Sum (coordinates (mixed_family C)) (fun j => 2 * (E (bind (power (mixed_family C (turned_at v j)) 1) K) (g j) -
      E (bind (power (mixed_family C v) 1) K) (g j)))).
  { intros g. apply Sum_ext. intros j. now rewrite over_parts_minus. }
  split; intros c most g G; specialize (most g G); [now rewrite <- same | now rewrite same].
Qed.

(** For each message and coordinate: E_I[|phi_I| <q, psi_I>]^2 <= E_I|phi_I|^2 E_I<q, psi_I>^2. *)
Theorem fact_Cauchy_and_Schwarz_over_the_components : forall (A B : Type) (C : components A) (K : channel (list A) B)
    (v : vertex) (a : R),
  0 <= a ->
  dominated_parts C ->
  orthogonal_parts C a ->
  forall c : R, parts_projected_most K C v c ->
  parts_fluctuations_most K C v (a * c).
Proof.
  intros A B C K v a a_pos _ orthogonal c (square & norms & projected) g G.
  destruct (orthogonal v) as (rho & bound & parts & total).
  set (moved := fun j f => over_parts C (fun i =>
    E (message_given K C i (turned_at v j)) f - E (message_given K C i v) f)).
  set (M := message_of_all K C v). set (Y := Sum (sign_numbers C) (fun j => E M (fun z => g j z ^ 2))).
  change (Sum (sign_numbers C) (fun j => 2 * moved j (g j)) <= a * c + Y). rewrite Sum_scal.
  set (X := Sum (sign_numbers C) (fun j => moved j (g j))).
  assert (scaled : forall t, 2 * t * X <= c + t ^ 2 * (a * Y)).
  { intros t. specialize (projected (fun _ j z => t * g j z) ltac:(intros i j; specialize (G j); bounded)).
    rewrite !over_parts_Sum in projected.
    rewrite (Sum_ext _ _ (fun j => 2 * t * moved j (g j))), Sum_scal in projected.
    2:{ intros j. unfold moved. rewrite <- over_parts_scal. apply over_parts_ext. intros i _.
        rewrite !E_scal by apply G. ring. }
    eapply Rle_trans; [exact projected |]. apply Rplus_le_compat_l. unfold Y.
    rewrite <- Rmult_assoc, <- Sum_scal. apply Sum_le_in. intros j J. fold M.
    assert (size : E M (fun z => (t * g j z) ^ 2) = t ^ 2 * E M (fun z => g j z ^ 2)).
    { specialize (G j). rewrite <- E_scal by bounded. apply E_ext. intros z. ring. }
    rewrite size, (over_parts_ext C _ (fun i => t ^ 2 * E M (fun z => g j z ^ 2) * square i j)), over_parts_scal
      by (intros; ring).
    assert (pos : 0 <= E M (fun z => g j z ^ 2)) by (apply E_ge; [bounded | intros; apply pow2_ge_0]).
    replace (t ^ 2 * a * E M (fun z => g j z ^ 2)) with (t ^ 2 * E M (fun z => g j z ^ 2) * a) by ring.
    apply Rmult_le_compat_l; [apply Rmult_le_pos; [apply pow2_ge_0 | exact pos] |].
    eapply Rle_trans; [| apply (total j J)]. apply over_parts_le. intros i I.
    destruct (norms i j I J) as (sigma & dense & exact_square). destruct (parts i I) as (dense' & _ & squares).
    enough (1 + square i j <= 1 + bound i j) by lra.
    exact (least_square_below _ _ _ _ _ _ (dense' j J) dense exact_square (squares j J)). }
  assert (Y_pos : 0 <= Y) by (apply Sum_ge_0; intros; apply E_ge; [bounded | intros; apply pow2_ge_0]).
  destruct a_pos as [a_above | <-].
  - specialize (scaled (/ a)). apply (Rmult_le_compat_l a) in scaled; [| lra].
    replace (a * (2 * / a * X)) with (2 * X) in scaled by (field; lra).
    replace (a * (c + (/ a) ^ 2 * (a * Y))) with (a * c + Y) in scaled by (field; lra). exact scaled.
  - destruct (Rle_dec X 0) as [low | high]; [lra |]. apply Rnot_le_lt in high.
    pose proof (scaled ((c + 1) / (2 * X))) as far.
    replace (2 * ((c + 1) / (2 * X)) * X) with (c + 1) in far by (field; lra). lra.
Qed.

(** Bessel's inequality in L2 of the component's law: the functions of data and message that the changes weigh. *)
Theorem fact_Bessel_given_the_component : forall (A B : Type) (C : components A) (K : channel (list A) B) (v : vertex)
    (a : R),
  0 <= a ->
  dominated_parts C ->
  orthogonal_parts C a ->
  forall c : R, parts_variance_most K C v c ->
  parts_projected_most K C v c.
Proof.
  intros A B C K v a _ _ orthogonal c variance. destruct (orthogonal v) as (rho & bound & parts & _).
  (* The mean squares of the changes. *)
  destruct (finite_choice (fun _ => 0) (part_numbers C) (fun i s => forall j, In j (sign_numbers C) ->
    least_bound (mean_most (part_at C i v) (fun x => rho i j x * rho i j x)) (1 + s j))) as [square squares].
  { intros i I. destruct (parts i I) as (_ & _ & finite_square).
    apply (finite_choice 0 (sign_numbers C) (fun j s =>
      least_bound (mean_most (part_at C i v) (fun x => rho i j x * rho i j x)) (1 + s))). intros j J.
    destruct (least_mean_of_square _ _ _ (finite_square j J)) as (b & _ & least). exists (b - 1).
    now replace (1 + (b - 1)) with b by ring. }
  exists square. split.
  { intros i j I J. exists (rho i j). split; [now apply (parts i I) | now apply squares]. }
  intros g G. set (M := message_of_all K C v). set (K' := fun x => K [x]).
  set (moved := fun i => Sum (sign_numbers C) (fun j =>
    E (message_given K C i (turned_at v j)) (g i j) - E (message_given K C i v) (g i j))).
  (* Functions that nearly project. *)
  set (h := fun n i => if in_dec Nat.eq_dec i (part_numbers C) then weighed (sign_numbers C) (rho i) (g i) n
    else fun _ _ => 0).
  assert (inside : forall n i, In i (part_numbers C) -> h n i = weighed (sign_numbers C) (rho i) (g i) n).
  { intros n i I. unfold h. now destruct (in_dec Nat.eq_dec i (part_numbers C)). }
  assert (dense : forall i, In i (part_numbers C) -> forall j, In j (sign_numbers C) ->
    density (part_at C i v) (rho i j) (part_at C i (turned_at v j))) by (intros i I; apply (parts i I)).
  assert (h_bounded : forall n i, bounded2 (h n i)).
  { intros n i. unfold h. destruct (in_dec Nat.eq_dec i (part_numbers C)) as [I | _].
    - exact (weighed_bounded _ _ _ _ (dense i I) (g i) (G i) n).
    - exists 0. intros x z. rewrite Rabs_R0. lra. }
  destruct (finite_choice (fun _ : nat => 0) (part_numbers C) (fun i b =>
    is_lim_seq b (Sum (sign_numbers C) (fun j => square i j * E M (fun z => g i j z * g i j z))) /\
    forall n, E (part_at C i v) (fun x => E M (fun z => h n i x z ^ 2)) <= b n)) as [b limits].
  { intros i I. destruct (parts i I) as (_ & pairs & _).
    destruct (gram_bound (part_at C i v) (sign_numbers C) (rho i) (fun j => part_at C i (turned_at v j)) (square i)
      (seq_NoDup _ _) (dense i I) pairs (fun j J => proj1 (squares i I j J))
      (fun j k => E M (fun z => g i j z * g i k z))) as (b & b_limit & b_above).
    - intros j. apply E_ge; [bounded |]. intros z. apply Rle_0_sqr.
    - exists b. split; [exact b_limit |]. intros n. rewrite inside by exact I.
      rewrite (weighed_square _ _ _ _ (dense i I) (g i) (G i)). apply b_above. }
  pose proof (is_lim_seq_le
    (fun n => over_parts C (fun i => 2 * (E (part_at C i v) (fun x => E (K' x) (h n i x)) -
      E (part_at C i v) (fun x => E (message_given K C i v) (h n i x)))))
    (fun n => c + over_parts C (fun i => b i n))
    (Finite (over_parts C (fun i => 2 * moved i)))
    (Finite (c + over_parts C (fun i => Sum (sign_numbers C) (fun j =>
      square i j * E M (fun z => g i j z * g i j z)))))) as limit. cbn [Rbar_le] in limit.
  rewrite (over_parts_ext C _ (fun i => 2 * moved i)) by (intros i _; unfold moved; now rewrite Sum_scal).
  rewrite (over_parts_ext C (fun i => Sum _ (fun j => square i j * E M (fun z => g i j z ^ 2)))
    (fun i => Sum (sign_numbers C) (fun j => square i j * E M (fun z => g i j z * g i j z)))).
  2:{ intros i _. apply Sum_ext. intros j. f_equal. apply E_ext. intros z. ring. }
  apply limit; clear limit.
  - intros n. specialize (variance (h n) (h_bounded n)).
    rewrite (over_parts_ext C _ (fun i => 2 * (E (part_at C i v) (fun x => E (K' x) (h n i x)) -
      E (part_at C i v) (fun x => E (message_given K C i v) (h n i x))))) in variance.
    + eapply Rle_trans; [exact variance |]. apply Rplus_le_compat_l, over_parts_le. intros i I. now apply limits.
    + intros i _. pose proof (bounded_through2 K' _ (h_bounded n i)) as B1.
      pose proof (bounded_through2 (fun _ => message_given K C i v) _ (h_bounded n i)) as B2. cbv beta in B1, B2.
      rewrite <- E_minus, <- E_scal by bounded. reflexivity.
  - apply limit_over_parts. intros i I. apply (is_lim_seq_scal_l _ 2 (Finite (moved i))).
    replace (moved i) with (moved i - 0) by ring. apply is_lim_seq_minus'.
    + eapply is_lim_seq_ext; [| exact (weighed_limit _ _ _ _ (dense i I) (g i) (G i) K')]. intros n.
      now rewrite inside.
    + eapply is_lim_seq_ext; [| exact (weighed_mean_limit _ _ _ _ (dense i I) (g i) (G i) (message_given K C i v))].
      intros n. now rewrite inside.
  - apply is_lim_seq_plus'; [apply is_lim_seq_const |]. apply limit_over_parts. intros i I. now apply limits.
Qed.

(** Popoviciu: q lies between its least value, which is at most E[q | I], and e^epsilon times that. *)
Theorem fact_variance_of_a_private_channels_density_given_the_component : forall (A B : Type) (C : components A) (K :
    channel (list A) B) (v : vertex) (epsilon : R),
  0 < epsilon ->
  private epsilon K ->
  forall c : R, parts_squares_most K C v c ->
  parts_variance_most K C v ((exp epsilon - 1) ^ 2 * c / 4).
Proof.
  intros A B C K v e e_pos K_private c squares g G. set (K' := fun x => K [x]).
  assert (K'_private : private e K') by (intros x y; apply K_private).
  destruct (some_point (mixed_family C v)) as [x0 _]. set (M := message_of_all K C v).
  destruct (bounded2_on_list g (part_numbers C) G) as [F bound].
  assert (gain : over_parts C (fun i => E (part_at C i v) (fun x =>
      2 * (E (K' x) (g i x) - E (message_given K C i v) (g i x)) - E M (fun z => g i x z ^ 2))) <=
    (exp e - 1) ^ 2 * c / 4).
  { destruct (variance_given_the_component K' x0 e e_pos K'_private (mixed_family C v) F) as [k at_part].
    apply (le_by_slack _ _ k). intros eta eta_pos.
    destruct (finite_choice (fun _ : B => 0) (part_numbers C) (fun i u => bounded u /\
      E (part_at C i v) (fun x => 2 * (E (K' x) (g i x) - E (message_given K C i v) (g i x)) -
        E M (fun z => g i x z ^ 2)) <=
      (exp e - 1) ^ 2 / 4 * (2 * E (message_given K C i v) u - E M (fun z => u z ^ 2)) + k * eta)) as [u parts].
    { intros i I. exact (at_part (part_at C i v) (g i) eta eta_pos (fun x z => bound i x z I)). }
    set (u' := fun i => if in_dec Nat.eq_dec i (part_numbers C) then u i else fun _ => 0).
    assert (inside : forall i, In i (part_numbers C) -> u' i = u i).
    { intros i I. unfold u'. now destruct (in_dec Nat.eq_dec i (part_numbers C)). }
    assert (U : forall i, bounded (u' i)).
    { intros i. unfold u'. destruct (in_dec Nat.eq_dec i (part_numbers C)) as [I | _]; [now apply parts | bounded]. }
    specialize (squares u' U). fold M in squares.
    eapply Rle_trans; [apply over_parts_le; intros i I; apply (proj2 (parts i I)) |].
    rewrite over_parts_plus, over_parts_const, over_parts_scal, over_parts_minus. apply Rplus_le_compat_r.
    replace ((exp e - 1) ^ 2 * c / 4) with ((exp e - 1) ^ 2 / 4 * c) by field.
    apply Rmult_le_compat_l; [pose proof (pow2_ge_0 (exp e - 1)); lra |].
    rewrite (over_parts_ext C (fun i => 2 * E (message_given K C i v) (u' i))
      (fun i => 2 * E (message_given K C i v) (u i))) in squares by (intros i I; now rewrite inside).
    rewrite (over_parts_ext C (fun i => E M (fun z => u' i z ^ 2)) (fun i => E M (fun z => u i z ^ 2)))
      in squares by (intros i I; now rewrite inside).
    lra. }
  rewrite (over_parts_ext C _ (fun i => E (part_at C i v) (fun x =>
    2 * (E (K' x) (g i x) - E (message_given K C i v) (g i x))) -
    E (part_at C i v) (fun x => E M (fun z => g i x z ^ 2)))), over_parts_minus in gain.
  - unfold K' in gain. cbv beta in gain. fold M. lra.
  - intros i _. pose proof (bounded_through2 K' _ (G i)) as B1.
    pose proof (bounded_through2 (fun _ => message_given K C i v) _ (G i)) as B2.
    pose proof (bounded_through2 (fun _ => M) _ (bounded2_square _ (G i))) as B3. cbv beta in B1, B2, B3.
    rewrite <- E_minus by bounded. reflexivity.
Qed.
