(** * Assouad's method: families of laws on the vertices of a cube *)

From Foundations Require Export Bessel.
Import ListNotations.
Open Scope R_scope.

(** ** Vertices *)

Fixpoint vertices (d : nat) : list (list bool) :=
  match d with
  | O => [[]]
  | S d' => map (cons true) (vertices d') ++ map (cons false) (vertices d')
  end.

Fixpoint flip (k : nat) (v : list bool) : list bool :=
  match v, k with
  | [], _ => []
  | b :: v', O => negb b :: v'
  | b :: v', S k' => b :: flip k' v'
  end.

(** The k-th coordinate, and its sign. *)
Definition bit (v : list bool) (k : nat) : bool := nth k v false.
Definition sgn (b : bool) : R := if b then 1 else -1.

Lemma length_vertices d : INR (length (vertices d)) = 2 ^ d.
Proof.
  induction d as [| d IH]; [reflexivity |]. simpl. rewrite app_length, !map_length, plus_INR, IH. ring.
Qed.

Lemma length_of_vertex d v : In v (vertices d) -> length v = d.
Proof.
  revert v. induction d as [| d IH]; simpl; intros v H.
  - now destruct H as [<- | []].
  - apply in_app_or in H. destruct H as [H | H]; apply in_map_iff in H; destruct H as (w & <- & W);
      simpl; now rewrite (IH w W).
Qed.

Lemma bit_flip v k : (k < length v)%nat -> bit (flip k v) k = negb (bit v k).
Proof.
  revert k. induction v as [| b v IH]; intros [| k] H; simpl in *; try lia; [reflexivity |]. apply IH. lia.
Qed.

Lemma bit_flip_other v j k : j <> k -> bit (flip k v) j = bit v j.
Proof.
  revert j k. induction v as [| b v IH]; intros [| j] [| k] H; try easy. apply IH. lia.
Qed.

Lemma length_flip v k : length (flip k v) = length v.
Proof.
  revert k. induction v as [| b v IH]; intros [| k]; simpl; auto.
Qed.

Lemma Sum_flip d k f : (k < d)%nat -> Sum (vertices d) (fun v => f (flip k v)) = Sum (vertices d) f.
Proof.
  revert k f. induction d as [| d IH]; intros [| k] f H; [lia | lia | |]; simpl; rewrite !Sum_app, !Sum_map; simpl.
  - ring.
  - rewrite (IH k (fun v => f (true :: v))), (IH k (fun v => f (false :: v))) by lia. reflexivity.
Qed.

(** ** Averages over the vertices *)

Definition average (d : nat) (f : list bool -> R) := / 2 ^ d * Sum (vertices d) f.

Section Averages.
  Variable d : nat.
  Let positive : 0 < / 2 ^ d.
  Proof. apply Rinv_0_lt_compat, pow_lt. lra. Qed.

  Lemma average_const c : average d (fun _ => c) = c.
  Proof.
    unfold average. rewrite Sum_const, length_vertices. field. apply pow_nonzero. lra.
  Qed.

  Lemma average_le f g : (forall v, In v (vertices d) -> f v <= g v) -> average d f <= average d g.
  Proof. intros H. apply Rmult_le_compat_l; [lra | now apply Sum_le_in]. Qed.

  Lemma average_plus f g : average d (fun v => f v + g v) = average d f + average d g.
  Proof. unfold average. rewrite Sum_plus. ring. Qed.

  Lemma average_minus f g : average d (fun v => f v - g v) = average d f - average d g.
  Proof. unfold average. rewrite Sum_minus. ring. Qed.

  Lemma average_scal c f : average d (fun v => c * f v) = c * average d f.
  Proof. unfold average. rewrite Sum_scal. ring. Qed.

  Lemma average_Sum {I} (l : list I) f : average d (fun v => Sum l (fun i => f i v)) = Sum l (fun i => average d (f i)).
  Proof. unfold average. rewrite Sum_swap, <- Sum_scal. reflexivity. Qed.

  Lemma average_square f : average d f ^ 2 <= average d (fun v => f v ^ 2).
  Proof.
    pose proof (Sum_cauchy_schwarz (vertices d) (fun _ => 1) f) as C. cbv beta in C.
    rewrite Sum_const, length_vertices, pow1, Rmult_1_r in C.
    rewrite (Sum_ext _ (fun v => 1 * f v) f) in C by (intros; ring).
    unfold average. replace (/ 2 ^ d * Sum (vertices d) (fun v => f v ^ 2))
      with ((/ 2 ^ d) ^ 2 * (2 ^ d * Sum (vertices d) (fun v => f v ^ 2))) by (field; apply pow_nonzero; lra).
    rewrite Rpow_mult_distr. apply Rmult_le_compat_l; [apply pow2_ge_0 | exact C].
  Qed.

  Lemma average_flip k f : (k < d)%nat -> average d (fun v => f (flip k v)) = average d f.
  Proof. intros H. unfold average. now rewrite Sum_flip. Qed.
End Averages.

(** ** Wrong coordinates *)

(** The probability that a guess of a bit is wrong, p being the probability of the guess "true". *)
Definition wrong (b : bool) (p : R) := if b then 1 - p else p.

Lemma wrong_test {A} b (g : A -> R) : test g -> test (fun z => wrong b (g z)).
Proof. intros G z. specialize (G z). unfold wrong. destruct b; lra. Qed.

Lemma wrong_negb b p : wrong (negb b) p = 1 - wrong b p.
Proof. destruct b; simpl; ring. Qed.

(** The average number of wrong coordinates of a uniform vertex is at least r, however each is guessed from a draw of
    the
    vertex's law M v: the Hamming distance of the ledger. *)
Definition hamming_at_least {A} (d : nat) (M : list bool -> law A) r := forall guess : nat -> A -> R,
  (forall k, test (guess k)) ->
  r <= average d (fun v => E (M v) (fun z => Sum (below d) (fun k => wrong (bit v k) (guess k z)))).

Section Wrong_coordinates.
  Context {A : Type} (d : nat) (M : list bool -> law A).

  Lemma hamming_weaken r r' : hamming_at_least d M r -> r' <= r -> hamming_at_least d M r'.
  Proof. intros H L guess G. specialize (H guess G). lra. Qed.

  (** A guess that is right at one end of an edge is wrong at the other. *)
  Lemma wrong_by_edges guess : (forall k, test (guess k)) ->
    average d (fun v => E (M v) (fun z => Sum (below d) (fun k => wrong (bit v k) (guess k z)))) =
    average d (fun v => Sum (below d) (fun k =>
      (1 - (E (M (flip k v)) (fun z => wrong (bit v k) (guess k z)) - E (M v) (fun z => wrong (bit v k) (guess k z))))
          / 2)).
  Proof.
    intros G.
    assert (B : forall v k, bounded (fun z => wrong (bit v k) (guess k z)))
      by (intros; apply bounded_test, wrong_test, G).
    set (w := fun k v => E (M v) (fun z => wrong (bit v k) (guess k z))).
    transitivity (Sum (below d) (fun k => average d (w k))).
    - rewrite <- average_Sum. unfold average. f_equal. apply Sum_ext. intros v. now apply E_Sum.
    - rewrite average_Sum. apply Sum_ext_in. intros k L. apply in_below in L.
      transitivity (average d (fun v => / 2 * w k v + / 2 * w k (flip k v))).
      + rewrite average_plus, !average_scal, (average_flip d k (w k) L). field.
      + unfold average. f_equal. apply Sum_ext_in. intros v V. unfold w.
        rewrite bit_flip by now rewrite (length_of_vertex d v V).
        rewrite (E_ext (M (flip k v)) (fun z => wrong (negb (bit v k)) (guess k z))
                   (fun z => 1 - wrong (bit v k) (guess k z))) by (intros; apply wrong_negb).
        rewrite E_minus, E_const by bounded. field.
  Qed.

  (* Fact: wrong coordinates *)
  (** Le Cam: Yu 1997, Lemma 1, for each coordinate given the others. *)
  Theorem wrong_coordinates T :
    (forall v k, In v (vertices d) -> (k < d)%nat -> TV_most (M v) (M (flip k v)) (T v k)) ->
    hamming_at_least d M ((INR d - Sum (below d) (fun k => average d (fun v => T v k))) / 2).
  Proof.
    intros H guess G. rewrite wrong_by_edges by exact G.
    apply Rle_trans with (average d (fun v => Sum (below d) (fun k => / 2 * (1 - T v k)))).
    - right. rewrite average_Sum.
      rewrite (Sum_ext _ (fun k => average d (fun v => / 2 * (1 - T v k)))
          (fun k => / 2 * (1 - average d (fun v => T v k))))
        by (intros; now rewrite average_scal, average_minus, average_const).
      rewrite Sum_scal, Sum_minus, Sum_below_const. field.
    - apply average_le. intros v V. apply Sum_le_in. intros k L. apply in_below in L.
      pose proof (TV_sym _ _ _ (H v k V L) _ (wrong_test (bit v k) (guess k) (G k))). lra.
  Qed.

  (* Fact: Pinsker over the coordinates *)
  (** Tsybakov 2009, Lemma 2.5; Cauchy and Schwarz over the vertices and coordinates. [f v k] is a test between the
      vertex v and its neighbour in k. *)
  Theorem pinsker_over_the_coordinates (f : list bool -> nat -> A -> R) c :
    (forall v k, test (f v k)) ->
    (forall v, In v (vertices d) -> KL_sum_most (below d) (M v) (fun k => M (flip k v)) (c v)) ->
    average d (fun v => Sum (below d) (fun k => E (M v) (f v k) - E (M (flip k v)) (f v k))) <=
    sqrt (INR d * (average d c / 2)).
  Proof.
    intros F H.
    set (gaps := fun v => Sum (below d) (fun k => E (M v) (f v k) - E (M (flip k v)) (f v k))).
    assert (C : forall v, In v (vertices d) -> gaps v ^ 2 <= INR d * (c v / 2)).
    { intros v V. pose proof (pinsker_sum (below d) (M v) (fun k => M (flip k v)) (c v) (H v V) (f v) (F v)) as P.
      unfold gaps. rewrite (Sum_ext _ _ (fun k => 1 * (E (M v) (f v k) - E (M (flip k v)) (f v k)))) by (intros; ring).
      eapply Rle_trans; [apply Sum_cauchy_schwarz |]. cbv beta.
      rewrite Sum_below_const, pow1, Rmult_1_r. apply Rmult_le_compat_l; [apply pos_INR | exact P]. }
    apply le_sqrt. eapply Rle_trans; [apply average_square |].
    replace (INR d * (average d c / 2)) with (average d (fun v => INR d / 2 * c v)) by (rewrite average_scal; field).
    apply average_le. intros v V. specialize (C v V). lra.
  Qed.

  (** The two together, for divergences that are alike. *)
  Theorem wrong_coordinates_by_KL c :
    (forall v, In v (vertices d) -> KL_sum_most (below d) (M v) (fun k => M (flip k v)) c) ->
    hamming_at_least d M ((INR d - sqrt (INR d * (c / 2))) / 2).
  Proof.
    intros H guess G. rewrite wrong_by_edges by exact G.
    assert (tests : forall v k, test (fun z => 1 - wrong (bit v k) (guess k z)))
      by (intros; apply test_not, wrong_test, G).
    pose proof (pinsker_over_the_coordinates (fun v k z => 1 - wrong (bit v k) (guess k z)) (fun _ => c) tests H) as P.
    rewrite average_const in P. cbv beta in P.
    set (gaps := fun v => Sum (below d) (fun k => E (M v) (fun z => 1 - wrong (bit v k) (guess k z)) -
                                                 E (M (flip k v)) (fun z => 1 - wrong (bit v k) (guess k z)))) in P.
    apply Rle_trans with (average d (fun v => / 2 * (INR d - gaps v))).
    - rewrite average_scal, average_minus, average_const. lra.
    - right. unfold average. f_equal. apply Sum_ext. intros v. unfold gaps.
      rewrite <- (Rmult_1_r (INR d)), <- Sum_below_const, <- Sum_minus, <- Sum_scal. apply Sum_ext. intros k.
      assert (bounded (fun z => wrong (bit v k) (guess k z))) by apply bounded_test, wrong_test, G.
      rewrite !E_minus, !E_const by bounded. field.
  Qed.
End Wrong_coordinates.

(** ** Wrong coordinates from the information *)

Lemma sum_of_exponentials d s (p : nat -> R) : (forall k, 0 <= p k <= 1) ->
  Sum (vertices d) (fun v => exp (- s * Sum (below d) (fun k => wrong (bit v k) (p k)))) <= (1 + exp (- s)) ^ d.
Proof.
  revert p. induction d as [| d IH]; intros p P.
  - simpl. rewrite Rmult_0_r, exp_0. lra.
  - set (rest := Sum (vertices d) (fun v => exp (- s * Sum (below d) (fun k => wrong (bit v k) (p (S k)))))).
    assert (part : forall b, Sum (vertices d) (fun v =>
      exp (- s * Sum (below (S d)) (fun k => wrong (bit (b :: v) k) (p k)))) =
                             exp (- s * wrong b (p O)) * rest).
    { intros b. unfold rest. rewrite <- Sum_scal. apply Sum_ext. intros v.
      rewrite Sum_below_succ, <- exp_plus. f_equal. simpl. unfold bit. simpl. ring. }
    cbn [vertices]. rewrite Sum_app, !Sum_map, !part. simpl wrong.
    pose proof (exp_chord (- s) (p O) (P O)) as heads.
    pose proof (exp_chord (- s) (1 - p O) ltac:(specialize (P O); lra)) as tails.
    assert (R0 : 0 <= rest) by (apply Sum_ge_0; intros; left; apply exp_pos).
    specialize (IH (fun k => p (S k)) (fun k => P (S k))). cbv beta in IH. fold rest in IH.
    simpl pow. pose proof (exp_pos (- s)).
    apply Rle_trans with ((1 + exp (- s)) * rest); [rewrite <- Rmult_plus_distr_r; apply Rmult_le_compat_r; lra |].
    apply Rmult_le_compat_l; lra.
Qed.

(* Fact: wrong coordinates from the information *)
(** Fano's inequality over the cube, by Donsker and Varadhan's formula for -s times the number of wrong
    coordinates. *)
Theorem wrong_coordinates_from_the_information {A} (d : nat) (M : list bool -> law A) c :
  information_most (vertices d) M c -> hamming_at_least d M (INR d / 2 - sqrt (INR d * c / 2)).
Proof.
  intros [N info] guess G.
  set (count := fun v z => Sum (below d) (fun k => wrong (bit v k) (guess k z))).
  assert (C : forall v, bounded (count v)).
  { intros v. apply bounded_Sum. intros k. apply bounded_test, wrong_test, G. }
  set (h := average d (fun v => E (M v) (count v))). change (INR d / 2 - sqrt (INR d * c / 2) <= h).
  assert (two : 0 < 2 ^ d) by (apply pow_lt; lra).
  assert (tilted : forall s, 0 <= s -> - s * h <= c + INR d * (- s / 2 + s ^ 2 / 8)).
  { intros s S. specialize (info (fun v z => - s * count v z) ltac:(bounded)). cbv beta in info.
    rewrite (Sum_ext _ _ (fun v => - s * E (M v) (count v))), Sum_scal, length_vertices in info
      by (intros; now apply E_scal).
    set (x := fun v => E N (fun z => exp (- s * count v z))).
    change (- s * Sum (vertices d) (fun v => E (M v) (count v)) <= 2 ^ d * c + Sum (vertices d) (fun v => ln (x v)))
      in info.
    assert (low : forall v, exp (- s * INR d) <= x v).
    { intros v. apply E_ge; bounded. intros z. apply exp_le.
      assert (count v z <= INR d); [| nra]. unfold count. rewrite <- (Rmult_1_r (INR d)), <- (Sum_below_const d 1).
      apply Sum_le. intros k. apply (wrong_test (bit v k) (guess k) (G k)). }
    pose proof (average_of_ln (vertices d) x _ ltac:(apply INR_lt; rewrite length_vertices; exact two) (exp_pos _)
        low) as J.
    rewrite length_vertices in J.
    assert (total : Sum (vertices d) x <= (1 + exp (- s)) ^ d).
    { unfold x. rewrite <- E_Sum by bounded. apply E_le; bounded. intros z. apply sum_of_exponentials. intros k.
      apply G. }
    assert (pos : 0 < Sum (vertices d) x).
    { eapply Rlt_le_trans; [| apply Sum_le, low]. rewrite Sum_const, length_vertices.
      apply Rmult_lt_0_compat; [exact two | apply exp_pos]. }
    assert (log : ln (Sum (vertices d) x / 2 ^ d) <= INR d * (- s / 2 + s ^ 2 / 8)).
    { apply Rle_trans with (ln ((1 - 1 / 2 + 1 / 2 * exp (- s)) ^ d)).
      - apply ln_le; [now apply Rdiv_lt_0_compat |].
        replace (1 - 1 / 2 + 1 / 2 * exp (- s)) with ((1 + exp (- s)) * / 2) by field.
        rewrite Rpow_mult_distr, pow_inv. apply Rmult_le_compat_r; [left; now apply Rinv_0_lt_compat | exact total].
      - pose proof (exp_pos (- s)). rewrite <- Rpower_pow, ln_Rpower by lra. apply Rmult_le_compat_l; [apply pos_INR |].
        pose proof (hoeffding_coin (1 / 2) (- s) ltac:(lra)). lra. }
    unfold h, average. apply Rmult_le_reg_l with (2 ^ d); [exact two |].
    replace (2 ^ d * (- s * (/ 2 ^ d * Sum (vertices d) (fun v => E (M v) (count v)))))
      with (- s * Sum (vertices d) (fun v => E (M v) (count v))) by (field; lra).
    assert (2 ^ d * ln (Sum (vertices d) x / 2 ^ d) <= 2 ^ d * (INR d * (- s / 2 + s ^ 2 / 8)))
      by (apply Rmult_le_compat_l; lra). lra. }
  (* Nowhere below 0 in s, a quadratic. *)
  destruct (Rle_dec (INR d / 2) h) as [large | small]; [pose proof (sqrt_pos (INR d * c / 2)); lra |].
  pose proof (pos_INR d) as D.
  assert (square : ((INR d / 2 - h) / 2) ^ 2 <= INR d / 8 * c).
  { apply discriminant; [lra |]. intros s. destruct (Rle_dec 0 s) as [S | S].
    - specialize (tilted s S). lra.
    - specialize (tilted 0 ltac:(lra)). pose proof (pow2_ge_0 s). nra. }
  enough (INR d / 2 - h <= sqrt (INR d * c / 2)) by lra. apply le_sqrt. lra.
Qed.

(** ** Private messages *)

Lemma pow_le_exp a m : 0 <= 1 + a -> (1 + a) ^ m <= exp (INR m * a).
Proof.
  intros H. induction m as [| m IH]; [simpl; rewrite Rmult_0_l, exp_0; lra |].
  rewrite S_INR. replace ((INR m + 1) * a) with (a + INR m * a) by ring. rewrite exp_plus. simpl.
  apply Rmult_le_compat; [exact H | now apply pow_le | apply exp_ineq1_le | exact IH].
Qed.

Section Private_messages.
  Context {X B : Type} (d : nat) (F : list bool -> law X) (rho : list bool -> nat -> X -> R) (a : R).
  Hypotheses (finite_laws : forall v, commutes (F v)) (a_ge_0 : 0 <= a).
  Hypothesis changes : forall v, In v (vertices d) -> orthogonal_changes d (F v) (rho v) (fun k => F (flip k v)) a.
  Variables (Z : protocol (list X) B) (e : R) (n m : nat).
  Hypotheses (e_pos : 0 < e) (private_users : interactive e Z).
  Let told v := transcript Z (power (F v) m) n.

  (** The sum over the coordinates of the divergences of all messages at a vertex and at its neighbours: kent Lemma
      15. *)
  Lemma divergence_of_neighbours v : In v (vertices d) ->
    KL_sum_most (below d) (told v) (fun k => told (flip k v)) (INR n * ((exp e - 1) ^ 2 * ((1 + a) ^ m - 1) / 4)).
  Proof.
    intros V. apply (chain_rule_over_users_sum Z e private_users (below d) (power (F v) m)
        (fun k => power (F (flip k v)) m)).
    intros K private_K. apply KL_sum_below_chi2_sum.
    apply private_contraction_for_all_coordinates with (rho := fun k => product (rho v k) m); auto.
    - exact [].
    - now apply commutes_power.
    - pose proof (pow_R1_Rle (1 + a) m ltac:(lra)). lra.
    - now apply changes_of_several_draws, changes.
  Qed.

  (** A quarter of the coordinates stay unknown, where the changes of m draws are small. *)
  Theorem a_quarter_is_wrong_by_changes kappa : (exp e - 1) ^ 2 <= kappa -> INR m * a <= 1 / 2 ->
    kappa * INR n * (INR m * a) <= INR d -> hamming_at_least d told (INR d / 4).
  Proof.
    intros K y_small small. pose proof (pos_INR d) as D. pose proof (pos_INR n) as Nn. pose proof (pos_INR m) as Mm.
    pose proof (pow2_ge_0 (exp e - 1)) as k_ge_0.
    set (c := INR n * ((exp e - 1) ^ 2 * ((1 + a) ^ m - 1) / 4)).
    eapply hamming_weaken; [apply (wrong_coordinates_by_KL d told c divergence_of_neighbours) |].
    assert (y_ge_0 : 0 <= INR m * a) by now apply Rmult_le_pos.
    assert (grow : (1 + a) ^ m - 1 <= 2 * (INR m * a)).
    { pose proof (pow_le_exp a m ltac:(lra)). pose proof (exp_chord (1 / 2) (2 * (INR m * a)) ltac:(lra)) as C.
      pose proof exp_half_le. replace (1 / 2 * (2 * (INR m * a))) with (INR m * a) in C by field. nra. }
    assert (c_small : c <= INR d / 2).
    { unfold c. apply Rle_trans with (INR n * (kappa * (2 * (INR m * a)) / 4)); [| lra].
      apply Rmult_le_compat_l; [exact Nn |]. apply Rmult_le_compat_r; [lra |].
      pose proof (pow_R1_Rle (1 + a) m ltac:(lra)). apply Rmult_le_compat; lra. }
    assert (sqrt (INR d * (c / 2)) <= INR d / 2).
    { rewrite <- (sqrt_pow2 (INR d / 2)) by lra. apply sqrt_le_1_alt. nra. }
    lra.
  Qed.

  (** Few users say little of the vertex, whatever the laws are. *)
  Theorem a_quarter_is_wrong_of_few_users : INR n * ((exp e - 1) ^ 2 / (4 * exp e)) <= INR d / 8 ->
    hamming_at_least d told (INR d / 4).
  Proof.
    intros few. pose proof (pos_INR d) as D.
    destruct (information_of_private_messages Z [] e (vertices d) (fun v => power (F v) m) n e_pos private_users) as
        [N info].
    eapply hamming_weaken; [apply (wrong_coordinates_from_the_information d told (INR d / 8)) |].
    - exists N. intros f Hf. eapply Rle_trans; [exact (info f Hf) |].
      apply Rplus_le_compat_r, Rmult_le_compat_l; [apply pos_INR | exact few].
    - replace (INR d * (INR d / 8) / 2) with ((INR d / 4) ^ 2) by field. rewrite sqrt_pow2 by lra. lra.
  Qed.

  (** Without a condition on the number of users. *)
  Theorem a_quarter_is_wrong kappa : (exp e - 1) ^ 2 <= kappa -> 4 * kappa * INR n * (INR m * a) <= INR d ->
    hamming_at_least d told (INR d / 4).
  Proof.
    intros K small. pose proof (pos_INR d) as D. pose proof (pos_INR n) as Nn. pose proof (pos_INR m) as Mm.
    pose proof (pow2_ge_0 (exp e - 1)) as k_ge_0. assert (y_ge_0 : 0 <= INR m * a) by now apply Rmult_le_pos.
    destruct (Rle_dec (2 * kappa * INR n) (INR d)) as [few | many].
    - apply a_quarter_is_wrong_of_few_users. pose proof (exp_ge_1 e ltac:(lra)) as E1.
      assert ((exp e - 1) ^ 2 / (4 * exp e) <= kappa / 4) by (apply Rle_div_l; nra). nra.
    - apply a_quarter_is_wrong_by_changes with kappa; nra.
  Qed.
End Private_messages.
