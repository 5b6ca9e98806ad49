(** * Facts about the fluctuations of a private message's density

    Each theorem says what the calculus grants under that name, as the exporter writes it from the fact itself. *)

From Foundations Require Export Fluctuations.
Import ListNotations.
Open Scope R_scope.

(** Bessel's inequality in L2 of the law at v, for each message. *)
Theorem fact_Bessel_for_fluctuations : forall (A B C : Type) (K : channel (list A) B) (P : parametric_family A C) (v :
    vertex) (eta : R) (m : nat),
  0 <= eta ->
  (1 <= m)%nat ->
  neighbours_dominated P ->
  orthogonal_fluctuations P m eta ->
  forall c : R, relative_variance_most K P m v c ->
  fluctuations_most K P m v (c * eta).
Proof.
  intros A B C K P v a m a_pos _ _ orthogonal c variance g G.
  destruct (orthogonal v) as (rho & dense & pairs & squares). rewrite Sum_scal.
  apply (bessel_by_variance K (power (P v) m) (coordinates P) rho (fun j => power (P (turned_at v j)) m) a);
    [exact a_pos | apply seq_NoDup | exact dense | exact pairs | exact squares | exact G | exact variance].
Qed.

(** After Acharya, Canonne, Sun and Tyagi 2021, Theorem 2. *)
Theorem fact_private_contraction_for_all_coordinates : forall (A B : Type) (F : laws_at_vertices A) (K : channel (list
    A) B) (v : vertex) (a : R) (d : nat) (epsilon : R) (m : nat),
  0 <= a ->
  (1 <= d)%nat ->
  0 < epsilon ->
  (1 <= m)%nat ->
  private epsilon K ->
  orthogonal_relative_changes F d m a ->
  exists x : nat -> R, (forall k : nat, (1 <= k)%nat -> (k <= d)%nat -> chi2_most (bind (power (F v) m) K) (bind
    (power (F (turned_at v k)) m) K) (x k)) /\ Sum (seq 1 d) (fun k => x k) <= (exp epsilon - 1) ^ 2 * a / 4.
Proof.
  intros A B F K v a d epsilon m a_pos _ e_pos _ K_private orthogonal.
  set (told := fun w => bind (power (F w) m) K).
  destruct (orthogonal v) as (rho & dense & pairs & squares).
  destruct (parts_of_sum (fun k g => 2 * (E (told v) g - E (told (turned_at v k)) g) -
    E (told (turned_at v k)) (fun z => g z ^ 2)) (seq 1 d) ((exp epsilon - 1) ^ 2 * a / 4) (seq_NoDup _ _))
    as (x & parts & total).
  - intros g G. rewrite Sum_minus, Sum_scal.
    pose proof (bessel_for_private_messages K (power (F v) m) (seq 1 d) rho (fun j => power (F (turned_at v j)) m) a
      a_pos (seq_NoDup _ _) dense pairs squares (fun k z => - g k z) ltac:(bounded) [] epsilon e_pos K_private) as H.
    rewrite (Sum_ext _ (fun j => E (bind (power (F (turned_at v j)) m) K) (fun z => - g j z) -
      E (bind (power (F v) m) K) (fun z => - g j z))
      (fun k => E (told v) (g k) - E (told (turned_at v k)) (g k))) in H
      by (intros j; rewrite !E_opp by apply G; unfold told; ring).
    rewrite (Sum_ext _ (fun j => E (bind (power (F (turned_at v j)) m) K) (fun z => (- g j z) ^ 2))
      (fun k => E (told (turned_at v k)) (fun z => g k z ^ 2))) in H
      by (intros j; apply E_ext; intros z; ring). lra.
  - exists x. split; [| exact total]. intros k K1 K2 g G. specialize (parts k ltac:(apply in_seq; lia) g G).
    unfold told in parts. lra.
Qed.

(** Popoviciu: q lies between its least value a, which is at most E[q], and e^epsilon a; all a sum to at most 1. *)
Theorem fact_variance_of_a_private_channels_density : forall (A B C : Type) (K : channel (list A) B) (P :
    parametric_family A C) (v : vertex) (epsilon : R) (m : nat),
  0 < epsilon ->
  (1 <= m)%nat ->
  private epsilon K ->
  relative_variance_most K P m v ((exp epsilon - 1) ^ 2 / 4).
Proof.
  intros A B C K P v epsilon m e_pos _ K_private g [M G]. set (data := power (P v) m). set (told := bind data K).
  assert (g2 : bounded2 (fun x z => 1 + g x z)).
  { exists (1 + M). intros x z. eapply Rle_trans; [apply Rabs_triang |]. rewrite Rabs_R1. specialize (G x z). lra. }
  pose proof (mean_square_of_density K [] epsilon e_pos K_private data _ g2) as H. fold told in H.
  assert (at_x : forall x, bounded (g x)) by (intros x; now exists M).
  assert (square : bounded2 (fun x z => g x z ^ 2)).
  { exists (Rabs M ^ 2). intros x z. rewrite <- RPow_abs. apply pow_incr.
    split; [apply Rabs_pos | eapply Rle_trans; [apply G | apply Rle_abs]]. }
  pose proof (bounded_through2 K g (ex_intro _ M G)) as B1.
  pose proof (bounded_through2 (fun _ => told) g (ex_intro _ M G)) as B2.
  pose proof (bounded_through2 (fun _ => told) _ square) as B3. cbv beta in B1, B2, B3.
  rewrite (E_ext data _ (fun x => 1 + (2 * (E (K x) (g x) - E told (g x)) - E told (fun z => g x z ^ 2)))) in H.
  - rewrite E_plus, E_const, E_minus in H by bounded. lra.
  - intros x. specialize (at_x x).
    rewrite (E_ext told _ (fun z => 1 + 2 * g x z + g x z ^ 2)) by (intros; ring).
    rewrite !E_plus, !E_const, !E_scal by bounded. ring.
Qed.

(** The law with v_j flipped has the density 1 + phi; the sum over all coordinates is that over some. *)
Theorem fact_fluctuations_as_chi_square_divergences : forall (A B C : Type) (K : channel (list A) B) (P :
    parametric_family A C) (v : vertex) (k m : nat),
  (1 <= k)%nat ->
  (1 <= m)%nat ->
  neighbours_dominated P ->
  forall c : R, fluctuations_most K P m v c ->
  exists x : nat -> R, (forall j : nat, (1 <= j)%nat -> (j <= k)%nat -> chi2_most (bind (power (P (turned_at v j)) m)
    K) (bind (power (P v) m) K) (x j)) /\ Sum (seq 1 k) (fun j => x j) <= c.
Proof.
  intros A B C K P v k m _ _ _ c most. set (told := fun w => bind (power (P w) m) K).
  destruct (parts_of_sum (fun j g => 2 * (E (told (turned_at v j)) g - E (told v) g) - E (told v) (fun z => g z ^ 2))
    (coordinates P) c (seq_NoDup _ _)) as (x & parts & total).
  - intros g G. rewrite Sum_minus. specialize (most g G). unfold told. lra.
  - assert (x_pos : forall j, In j (coordinates P) -> 0 <= x j).
    { intros j J. specialize (parts j J (fun _ => 0) ltac:(bounded)). cbv beta in parts.
      rewrite !E_const in parts. rewrite pow_i in parts by lia. lra. }
    set (y := fun j => if Nat.leb j (dimension P) then x j else 0). exists y. split.
    + intros j low _ g G. unfold y. destruct (Nat.leb_spec j (dimension P)) as [inside | beyond].
      * specialize (parts j ltac:(apply in_seq; lia) g G). unfold told in parts. lra.
      * rewrite turned_beyond by exact beyond.
        pose proof (E_ge (bind (power (P v) m) K) (fun z => g z ^ 2) 0 ltac:(bounded) (fun z => pow2_ge_0 _)). lra.
    + eapply Rle_trans; [| exact total]. unfold coordinates. rewrite <- !seq_shift, !Sum_map.
      apply Rle_trans with (Sum (below k) (fun j => if Nat.ltb j (dimension P) then x (S j) else 0)).
      * right. apply Sum_ext. intros j. unfold y. destruct (Nat.leb_spec (S j) (dimension P)),
          (Nat.ltb_spec j (dimension P)); auto; lia.
      * rewrite Sum_below_min, Nat.min_comm, <- Sum_below_min. apply Sum_le_in. intros j J. apply in_below in J.
        destruct (Nat.ltb j k); [lra |]. apply x_pos, in_seq. lia.
Qed.

(** (sqrt a - sqrt b)^2 <= (a - b)^2/b. *)
Lemma hellinger_by_fluctuations {A B C} (K : channel (list A) B) (P : parametric_family A C) (v : vertex) (m : nat) c :
  fluctuations_most K P m v c -> one_hellinger_most K P m v (c / 2).
Proof.
  intros most u a a_pos low U. set (told := fun w => bind (power (P w) m) K).
  set (g := fun j z => Rmax (-1) ((1 - / u j z) / 2)).
  assert (V : forall j, bounded (fun z => / u j z)) by (intros j; now apply bounded_inv with a).
  assert (G : forall j, bounded (g j)) by (intros j; specialize (V j); unfold g; bounded).
  specialize (most g G). rewrite Sum_scal in most.
  apply Rle_trans with (/ 2 * (2 * Sum (coordinates P) (fun j => E (told (turned_at v j)) (g j) - E (told v) (g j)) -
    Sum (coordinates P) (fun j => E (told v) (fun z => g j z ^ 2)))); [| unfold told; lra].
  rewrite <- Sum_scal, <- Sum_minus, <- Sum_scal. apply Sum_le. intros j. specialize (V j). specialize (G j).
  fold (told v). fold (told (turned_at v j)).
  assert (other : E (told (turned_at v j)) (fun z => 1 / 2 - / u j z / 2) <= E (told (turned_at v j)) (g j)).
  { apply E_mono; [bounded | exact G |]. intros z. unfold g. eapply Rle_trans; [| apply Rmax_r]. lra. }
  assert (own : E (told v) (fun z => g j z + g j z ^ 2 / 2 + 1 / 2) <= E (told v) (fun z => u j z / 2)).
  { specialize (U j). apply E_mono; [bounded | bounded |]. intros z. specialize (low j z).
    enough ((1 + g j z) ^ 2 <= u j z) by lra. unfold g. set (w := / u j z).
    assert (w_pos : 0 < w) by (apply Rinv_0_lt_compat; lra). assert (unit : u j z * w = 1) by (unfold w; field; lra).
    unfold Rmax. destruct (Rle_dec (-1) ((1 - w) / 2)) as [near | far].
    - apply Rmult_le_reg_r with w; [exact w_pos |]. rewrite unit.
      assert (0 <= (4 - w) * (w - 1) ^ 2) by (apply Rmult_le_pos; [lra | apply pow2_ge_0]). nra.
    - replace ((1 + -1) ^ 2) with 0 by ring. lra. }
  specialize (U j). rewrite E_minus, E_const, E_div in other by bounded.
  rewrite !E_plus, E_const, !E_div in own by bounded. lra.
Qed.

Theorem fact_Hellinger_distances_by_chi_square : forall (A B C : Type) (K : channel (list A) B) (P : parametric_family
    A C) (v : vertex) (m : nat),
  (1 <= m)%nat ->
  neighbours_dominated P ->
  forall c : R, fluctuations_most K P m v c ->
  one_hellinger_most K P m v (c / 2).
Proof. intros A B C K P v m _ _ c. apply hellinger_by_fluctuations. Qed.
