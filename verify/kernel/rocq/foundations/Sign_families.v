(** * Families of independent signs, and of signs on one axis

    The families of the calculus by name, with their means for parameters, and the likelihood ratios of their laws. *)

From Foundations Require Export Facts_ratios Families Elementary.
Import ListNotations.
Open Scope R_scope.

(** ** The families *)

(** The Euclidean distance of the first d coordinates. *)
Lemma euclidean_zero d x : norm d (less x x) = 0.
Proof.
  unfold norm. rewrite <- sqrt_0. f_equal. unfold inner. rewrite (Sum_ext _ _ (fun _ => 0)), Sum_const; [ring |].
  intros k. unfold less. ring.
Qed.

Lemma euclidean_sym d x y : norm d (less x y) = norm d (less y x).
Proof. unfold norm. f_equal. unfold inner. apply Sum_ext. intros k. unfold less. ring. Qed.

Lemma euclidean_triangle d x y z : norm d (less x z) <= norm d (less x y) + norm d (less y z).
Proof.
  eapply Rle_trans; [right | apply norm_triangle]. f_equal. apply functional_extensionality. intros k.
  unfold less. ring.
Qed.

Definition euclidean_space d : metric_space vector :=
  Metric_space vector (fun _ => 0) (fun x y => norm d (less x y)) (euclidean_zero d) (euclidean_sym d)
    (euclidean_triangle d).

(** A bit that is true with probability p, which is cut to [0, 1]. *)
Definition chance_in p := Rmax 0 (Rmin p 1).
Definition bit_of p : law bool := coin (chance_in p) (cut_chance p).

(** Independent bits, of which the one where v is b is true with probability p b. *)
Fixpoint coins (p : bool -> R) (v : list bool) : law (list bool) :=
  match v with
  | [] => ret []
  | b :: v' => bind (bit_of (p b)) (fun c => bind (coins p v') (fun x => ret (c :: x)))
  end.

(** The first d signs of a vertex. *)
Definition signs_at (v : vertex) d := map v (seq 1 d).

Lemma signs_at_agree d v w : same_signs d v w -> signs_at v d = signs_at w d.
Proof. intros same. apply map_ext_in. intros k K. apply in_seq in K. apply same. lia. Qed.

(** At v: d independent coordinates, D with a probability that the vertex's sign gives, else -D. *)
Definition coins_law D p d (v : vertex) : law vector := image (vector_of_signs D d) (coins p (signs_at v d)).
Definition coins_mean D (p : bool -> R) d (v : vertex) : vector :=
  fun k => if lt_dec k d then D * (2 * chance_in (p (v (S k))) - 1) else 0.

Lemma coins_law_agree D p d v w : same_signs d v w -> coins_law D p d v = coins_law D p d w.
Proof. intros same. unfold coins_law. now rewrite (signs_at_agree d v w). Qed.

Lemma coins_mean_agree D p d v w : same_signs d v w -> coins_mean D p d v = coins_mean D p d w.
Proof.
  intros same. apply functional_extensionality. intros k. unfold coins_mean. destruct (lt_dec k d); [| reflexivity].
  now rewrite (same (S k)) by lia.
Qed.

Definition coins_family D p d : parametric_family vector vector := Parametric_family vector vector
  (coins_law D p d) (coins_mean D p d) (euclidean_space d) d (coins_law_agree D p d) (coins_mean_agree D p d).

(** The probabilities (1 + s v_k)/2, and 1/2 + Delta (v_k + 1)/4. *)
Definition signs_family D s d := coins_family D (fun b => (1 + s * sgn b) / 2) d.
Definition sparse_signs_family Delta d := coins_family 1 (fun b => 1 / 2 + Delta * (sgn b + 1) / 4) d.

(** At v: an axis k of d, each as likely, and on it D with probability (1 + s v_k)/2, else -D. *)
Definition axis_bit s (v : list bool) k := bit_of ((1 + s * sgn (bit v (k - 1))) / 2).
Definition axes_of D s d (v : list bool) : law vector :=
  bind (one_of d) (fun k => bind (axis_bit s v k) (fun c => ret (vector_on_axis D ((k - 1)%nat, c)))).
Definition axes_law D s d (v : vertex) := axes_of D s d (signs_at v d).
Definition axes_mean D s d (v : vertex) : vector := fun k =>
  if lt_dec k d then D * (2 * chance_in ((1 + s * sgn (v (S k))) / 2) - 1) / INR d else 0.

Lemma axes_law_agree D s d v w : same_signs d v w -> axes_law D s d v = axes_law D s d w.
Proof. intros same. unfold axes_law. now rewrite (signs_at_agree d v w). Qed.

Lemma axes_mean_agree D s d v w : same_signs d v w -> axes_mean D s d v = axes_mean D s d w.
Proof.
  intros same. apply functional_extensionality. intros k. unfold axes_mean. destruct (lt_dec k d); [| reflexivity].
  now rewrite (same (S k)) by lia.
Qed.

Definition axes_family D s d : parametric_family vector vector := Parametric_family vector vector
  (axes_law D s d) (axes_mean D s d) (euclidean_space d) d (axes_law_agree D s d) (axes_mean_agree D s d).

(** The probability that at least a of d independent signs, each true with probability tau, are true. *)
Definition ones_at_least d tau a := E (biased_prior tau d) (fun v => if Rle_dec a (ones d v) then 1 else 0).

(** The relative changes of one draw with the signs k and l turned: all laws have densities, and the changes' product
    has the mean a at each vertex, that of the densities the mean 1 + a. *)
Definition changes_are {A T} (F : parametric_family A T) k l a :=
  neighbours_dominated F /\ forall v, least_bound (ratio_product_most F 1 v k l) (1 + a).

(** The mean of the product of the relative changes of m draws, the same at all vertices. *)
Definition common_mean {A T} (F : parametric_family A T) m k l a := forall v,
  least_bound (ratio_product_most F m v k l) (1 + a).

(** ** Bounded ratios *)

Lemma density_of_bounded {A} (P : law A) rho Q : has_density P rho Q -> (forall x, 0 <= rho x) -> density P rho Q.
Proof.
  intros [B mean] pos. split; [exact pos |]. intros g G g_pos. rewrite (mean g G). split.
  - intros c. apply E_mono; [apply bounded_cut; intros; now apply Rmult_le_pos | bounded |]. intros x. apply Rmin_l.
  - intros b most. apply (mean_most_bounded P (fun x => rho x * g x)); [bounded | exact most].
Qed.

Lemma mean_of_bounded {A} (P : law A) f : bounded f -> (forall x, 0 <= f x) -> least_bound (mean_most P f) (E P f).
Proof.
  intros F pos. split.
  - intros c. apply E_mono; [now apply bounded_cut | exact F |]. intros x. apply Rmin_l.
  - intros b most. now apply mean_most_bounded.
Qed.

(** A family whose laws have bounded densities with respect to each other. *)
Section Bounded_ratios.
  Context {A T : Type} (F : parametric_family A T) (rho : vertex -> nat -> A -> R).
  Hypothesis ratio : forall v j, In j (coordinates F) -> has_density (F v) (rho v j) (F (turned_at v j)).
  Hypothesis ratio_pos : forall v j x, 0 <= rho v j x.

  Lemma bounded_ratios_dominated : neighbours_dominated F.
  Proof. intros v j J. exists (rho v j). apply density_of_bounded; auto. Qed.

  Let draws v j m : In j (coordinates F) ->
    density (power (F v) m) (product (rho v j) m) (power (F (turned_at v j)) m).
  Proof. intros J. apply density_of_draws_cut, density_of_bounded; auto. Qed.

  Let bounded_ratio v j : In j (coordinates F) -> bounded (rho v j).
  Proof. intros J. apply (ratio v j J). Qed.

  Let product_mean v i j m : In i (coordinates F) -> In j (coordinates F) ->
    least_bound (mean_most (power (F v) m) (fun x => product (rho v i) m x * product (rho v j) m x))
      (E (F v) (fun x => rho v i x * rho v j x) ^ m).
  Proof.
    intros I J. pose proof (bounded_ratio v i I) as B. pose proof (bounded_ratio v j J) as B'.
    rewrite <- E_product by bounded.
    rewrite (E_ext _ (product (fun x => rho v i x * rho v j x) m) (fun x => product (rho v i) m x *
      product (rho v j) m x)) by (intros; symmetry; apply product_mult).
    apply mean_of_bounded; [apply bounded_mult; now apply bounded_product |].
    intros x. apply Rmult_le_pos; now apply product_pos.
  Qed.

  (** The mean product of two ratios of m draws. *)
  Lemma ratio_product_is v i j m : In i (coordinates F) -> In j (coordinates F) ->
    least_bound (ratio_product_most F m v i j) (E (F v) (fun x => rho v i x * rho v j x) ^ m).
  Proof.
    intros I J. destruct (product_mean v i j m I J) as [most least]. split.
    - exists (product (rho v i) m), (product (rho v j) m). auto.
    - intros y (rho' & sigma' & D & D' & bound). apply least.
      exact (product_of_any_densities _ _ _ _ _ rho' sigma' y (draws v i m I) (draws v j m J) D D' bound).
  Qed.

  Lemma uncorrelated_by_ratios : (forall v i j, In i (coordinates F) -> In j (coordinates F) -> (i < j)%nat ->
    E (F v) (fun x => rho v i x * rho v j x) = 1) -> uncorrelated F (dimension F).
  Proof.
    intros apart. split; [reflexivity |]. intros v i j low lt high.
    assert (I : In i (coordinates F)) by (apply in_seq; lia). assert (J : In j (coordinates F)) by (apply in_seq; lia).
    pose proof (ratio_product_is v i j 1 I J) as bound. now rewrite apart, pow1 in bound by assumption.
  Qed.

  Lemma orthogonal_by_ratios a : (forall v i j, In i (coordinates F) -> In j (coordinates F) -> i <> j ->
    E (F v) (fun x => rho v i x * rho v j x) = 1) -> (forall v j, In j (coordinates F) ->
    E (F v) (fun x => rho v j x * rho v j x) <= 1 + a) -> orthogonal_relative_changes F (dimension F) 1 a.
  Proof.
    intros apart squares v. exists (fun j => product (rho v j) 1). split; [| split].
    - intros j J. now apply draws.
    - intros i j I J other. pose proof (product_mean v i j 1 I J) as bound. now rewrite apart, pow1 in bound.
    - intros j J c. eapply Rle_trans; [apply (product_mean v j j 1 J J) |]. rewrite pow_1. now apply squares.
  Qed.
End Bounded_ratios.

(** ** Signs *)

Section Coins.
  Variable p : bool -> R.
  Hypothesis inside : forall b, 0 < p b < 1.

  Lemma E_bit_of b f : E (bit_of (p b)) f = p b * f true + (1 - p b) * f false.
  Proof.
    specialize (inside b). unfold bit_of, coin, chance_in. cbn [E mix ret].
    now rewrite Rmin_left, Rmax_right by lra.
  Qed.

  (** The ratio where the vertex's sign b is turned. *)
  Definition bit_ratio (b c : bool) := if c then p (negb b) / p b else (1 - p (negb b)) / (1 - p b).

  Lemma bit_ratio_pos b c : 0 <= bit_ratio b c.
  Proof.
    pose proof (inside b). pose proof (inside (negb b)). unfold bit_ratio. destruct c; apply Rdiv_le_0_compat; lra.
  Qed.

  Lemma bounded_bit_ratio b : bounded (bit_ratio b).
  Proof.
    exists (Rabs (bit_ratio b true) + Rabs (bit_ratio b false)). intros c.
    pose proof (Rabs_pos (bit_ratio b true)). pose proof (Rabs_pos (bit_ratio b false)). destruct c; lra.
  Qed.

  Lemma bit_ratio_density b f : E (bit_of (p (negb b))) f = E (bit_of (p b)) (fun c => bit_ratio b c * f c).
  Proof. rewrite !E_bit_of. pose proof (inside b). unfold bit_ratio. field. lra. Qed.

  Lemma bit_ratio_mean b : E (bit_of (p b)) (bit_ratio b) = 1.
  Proof. rewrite E_bit_of. pose proof (inside b). unfold bit_ratio. field. lra. Qed.

  (** The mean square of the ratio. *)
  Definition square_ratio b := p (negb b) ^ 2 / p b + (1 - p (negb b)) ^ 2 / (1 - p b).

  Lemma bit_ratio_square b : E (bit_of (p b)) (fun c => bit_ratio b c * bit_ratio b c) = square_ratio b.
  Proof. rewrite E_bit_of. pose proof (inside b). unfold bit_ratio, square_ratio. field. lra. Qed.

  Lemma E_coins b v f : E (coins p (b :: v)) f = E (bit_of (p b)) (fun c => E (coins p v) (fun x => f (c :: x))).
  Proof. reflexivity. Qed.

  Let place_ratio (v : list bool) k (x : list bool) := bit_ratio (bit v k) (bit x k).

  Lemma coins_density v k f : (k < length v)%nat -> bounded f ->
    E (coins p (flip k v)) f = E (coins p v) (fun x => place_ratio v k x * f x).
  Proof.
    revert k f. induction v as [| b v IH]; intros [| k] f L F; simpl in L; try lia; simpl flip; rewrite !E_coins.
    - rewrite bit_ratio_density. apply E_ext. intros c.
      rewrite <- E_scal by (now apply (bounded_after f (cons c))). reflexivity.
    - apply E_ext. intros c. rewrite IH; [reflexivity | lia | now apply (bounded_after f (cons c))].
  Qed.

  Lemma coins_coordinate v k f : (k < length v)%nat ->
    E (coins p v) (fun x => f (bit x k)) = E (bit_of (p (bit v k))) f.
  Proof.
    revert k. induction v as [| b v IH]; intros [| k] L; simpl in L; try lia; rewrite E_coins.
    - apply E_ext. intros c. unfold bit at 1. simpl. apply E_const.
    - rewrite (E_ext _ _ (fun _ => E (bit_of (p (bit v k))) f)); [apply E_const |]. intros c. apply IH. lia.
  Qed.

  Lemma coins_two_coordinates v j k f g : (j < length v)%nat -> (k < length v)%nat -> j <> k -> bounded f ->
    bounded g -> E (coins p v) (fun x => f (bit x j) * g (bit x k)) =
    E (bit_of (p (bit v j))) f * E (bit_of (p (bit v k))) g.
  Proof.
    revert j k f g. induction v as [| b v IH]; intros [| j] [| k] f g J L N F G; simpl in J, L; try lia;
      rewrite E_coins.
    - assert (G' : bounded (fun x => g (bit x k))) by now apply (bounded_after g (fun x => bit x k)).
      transitivity (E (bit_of (p b)) (fun c => E (bit_of (p (bit v k))) g * f c)).
      + apply E_ext. intros c. change (E (coins p v) (fun x => f c * g (bit x k)) = E (bit_of (p (bit v k))) g * f c).
        rewrite E_scal, coins_coordinate by (lia || exact G'). ring.
      + rewrite E_scal by exact F. apply Rmult_comm.
    - assert (F' : bounded (fun x => f (bit x j))) by now apply (bounded_after f (fun x => bit x j)).
      transitivity (E (bit_of (p b)) (fun c => E (bit_of (p (bit v j))) f * g c)).
      + apply E_ext. intros c. rewrite (E_ext (coins p v) _ (fun x => g c * f (bit x j))) by (intros; apply Rmult_comm).
        rewrite E_scal, coins_coordinate by (lia || exact F'). ring.
      + now rewrite E_scal by exact G.
    - rewrite (E_ext _ _ (fun _ => E (bit_of (p (bit v j))) f * E (bit_of (p (bit v k))) g)); [apply E_const |].
      intros c. apply (IH j k f g); auto; lia.
  Qed.

  Variables (D : R) (d : nat) (D_pos : 0 < D).
  Let F := coins_family D p d.

  (** The ratio of the laws of vectors with the sign j turned. *)
  Definition coins_ratio (v : vertex) j (x : vector) :=
    bit_ratio (v j) (if Rlt_dec 0 (x (j - 1)%nat) then true else false).

  Let coordinate_of v k : (k < d)%nat -> bit (signs_at v d) k = v (S k).
  Proof.
    intros K. unfold bit, signs_at. rewrite (nth_indep _ false (v O)) by (rewrite map_length, seq_length; exact K).
    now rewrite map_nth, seq_nth by exact K.
  Qed.

  Let length_signs v : length (signs_at v d) = d.
  Proof. unfold signs_at. now rewrite map_length, seq_length. Qed.

  Lemma signs_at_turned v j : In j (seq 1 d) -> signs_at (turned_at v j) d = flip (j - 1) (signs_at v d).
  Proof.
    intros J. apply in_seq in J. apply (nth_ext _ _ false false).
    - now rewrite length_flip, !length_signs.
    - rewrite length_signs. intros k K.
      change (bit (signs_at (turned_at v j) d) k = bit (flip (j - 1) (signs_at v d)) k).
      rewrite coordinate_of by exact K. unfold turned_at. destruct (Nat.eqb_spec (S k) j) as [<- | other].
      + replace (S k - 1)%nat with k by lia. now rewrite bit_flip, coordinate_of by (rewrite ?length_signs; exact K).
      + rewrite bit_flip_other by lia. symmetry. now apply coordinate_of.
  Qed.

  Let sign_read x k : (k < d)%nat ->
    (if Rlt_dec 0 (vector_of_signs D d x k) then true else false) = bit x k.
  Proof.
    intros K. unfold vector_of_signs, sgn. destruct (lt_dec k d); [| easy].
    destruct (bit x k), (Rlt_dec _ _); try reflexivity; lra.
  Qed.

  Let at_place v j x : In j (seq 1 d) ->
    coins_ratio v j (vector_of_signs D d x) = place_ratio (signs_at v d) (j - 1) x.
  Proof.
    intros J. apply in_seq in J. unfold coins_ratio, place_ratio. rewrite sign_read, coordinate_of by lia.
    now replace (S (j - 1)) with j by lia.
  Qed.

  Let inside_d j : In j (coordinates F) -> (1 <= j <= d)%nat.
  Proof. intros J. apply in_seq in J. simpl in J. lia. Qed.

  Lemma coins_ratio_pos v j x : 0 <= coins_ratio v j x.
  Proof. apply bit_ratio_pos. Qed.

  Lemma coins_ratio_density v j : In j (coordinates F) -> has_density (F v) (coins_ratio v j) (F (turned_at v j)).
  Proof.
    intros J. split; [apply (bounded_after (bit_ratio (v j))), bounded_bit_ratio |]. intros f B.
    change (E (coins p (signs_at (turned_at v j) d)) (fun x => f (vector_of_signs D d x)) =
      E (coins p (signs_at v d)) (fun x => coins_ratio v j (vector_of_signs D d x) * f (vector_of_signs D d x))).
    rewrite signs_at_turned by exact J. pose proof (inside_d j J).
    rewrite (coins_density _ (j - 1) (fun x => f (vector_of_signs D d x)));
      [| rewrite length_signs; lia | now apply (bounded_after f)].
    apply E_ext. intros x. now rewrite at_place.
  Qed.

  Lemma coins_ratios_apart v i j : In i (coordinates F) -> In j (coordinates F) -> i <> j ->
    E (F v) (fun x => coins_ratio v i x * coins_ratio v j x) = 1.
  Proof.
    intros I J other.
    change (E (coins p (signs_at v d)) (fun x => coins_ratio v i (vector_of_signs D d x) *
      coins_ratio v j (vector_of_signs D d x)) = 1).
    rewrite (E_ext _ _ (fun x => place_ratio (signs_at v d) (i - 1) x * place_ratio (signs_at v d) (j - 1) x))
      by (intros x; now rewrite !at_place).
    pose proof (inside_d i I). pose proof (inside_d j J). unfold place_ratio.
    rewrite (coins_two_coordinates (signs_at v d) (i - 1) (j - 1) (bit_ratio (bit (signs_at v d) (i - 1)))
      (bit_ratio (bit (signs_at v d) (j - 1))))
      by (rewrite ?length_signs; try lia; apply bounded_bit_ratio).
    rewrite !bit_ratio_mean. ring.
  Qed.

  Lemma coins_ratio_square v j : In j (coordinates F) ->
    E (F v) (fun x => coins_ratio v j x * coins_ratio v j x) = square_ratio (v j).
  Proof.
    intros J.
    change (E (coins p (signs_at v d)) (fun x => coins_ratio v j (vector_of_signs D d x) *
      coins_ratio v j (vector_of_signs D d x)) = square_ratio (v j)).
    rewrite (E_ext _ _ (fun x => place_ratio (signs_at v d) (j - 1) x * place_ratio (signs_at v d) (j - 1) x))
      by (intros x; now rewrite !at_place).
    pose proof (inside_d j J). unfold place_ratio.
    rewrite (coins_coordinate (signs_at v d) (j - 1) (fun c => bit_ratio (bit (signs_at v d) (j - 1)) c *
      bit_ratio (bit (signs_at v d) (j - 1)) c)) by (rewrite length_signs; lia).
    rewrite bit_ratio_square, coordinate_of by lia. f_equal. f_equal. lia.
  Qed.
End Coins.

(** ** Axes *)

Lemma E_one_of d f : (1 <= d)%nat -> E (one_of d) f = / INR d * Sum (seq 1 d) f.
Proof. intros some. destruct d as [| d]; [lia |]. unfold one_of. cbn [E finite]. now rewrite Sum_scal. Qed.

Section Axes.
  Variables (D s : R) (d : nat) (D_pos : 0 < D) (s_range : 0 < s < 1) (some : (1 <= d)%nat).
  Let p b := (1 + s * sgn b) / 2.
  Let F := axes_family D s d.

  Let inside b : 0 < p b < 1.
  Proof. unfold p. destruct b; simpl; lra. Qed.

  Let d_pos : 0 < INR d.
  Proof. apply lt_0_INR. lia. Qed.

  Let E_axes v f : E (F v) f =
    / INR d * Sum (seq 1 d) (fun k => E (bit_of (p (v k))) (fun c => f (vector_on_axis D ((k - 1)%nat, c)))).
  Proof.
    change (E (one_of d) (fun k => E (axis_bit s (signs_at v d) k) (fun c => f (vector_on_axis D ((k - 1)%nat, c)))) =
      / INR d * Sum (seq 1 d) (fun k => E (bit_of (p (v k))) (fun c => f (vector_on_axis D ((k - 1)%nat, c))))).
    rewrite E_one_of by exact some. f_equal. apply Sum_ext_in. intros k K. apply in_seq in K.
    unfold axis_bit, p, bit, signs_at. rewrite (nth_indep _ false (v O)) by (rewrite map_length, seq_length; lia).
    rewrite map_nth, seq_nth by lia. now replace (1 + (k - 1))%nat with k by lia.
  Qed.

  (** The ratio is 1 off the axis. *)
  Definition axes_ratio (v : vertex) j (x : vector) :=
    if Req_EM_T (x (j - 1)%nat) 0 then 1 else bit_ratio p (v j) (if Rlt_dec 0 (x (j - 1)%nat) then true else false).

  Let at_axis v j k c : (1 <= j)%nat -> (1 <= k)%nat ->
    axes_ratio v j (vector_on_axis D ((k - 1)%nat, c)) = if Nat.eq_dec k j then bit_ratio p (v j) c else 1.
  Proof.
    intros J K. unfold axes_ratio, vector_on_axis, sgn. cbn [fst snd].
    destruct (Nat.eq_dec k j) as [<- | other], (Nat.eq_dec _ _); try lia; destruct (Req_EM_T _ _); try reflexivity;
      try (destruct c; lra). f_equal. destruct c, (Rlt_dec _ _); try reflexivity; lra.
  Qed.

  Lemma axes_ratio_pos v j x : 0 <= axes_ratio v j x.
  Proof. unfold axes_ratio. destruct (Req_EM_T _ _); [lra | now apply bit_ratio_pos]. Qed.

  Lemma axes_ratio_density v j : In j (coordinates F) -> has_density (F v) (axes_ratio v j) (F (turned_at v j)).
  Proof.
    intros J. assert (range : (1 <= j <= d)%nat) by (apply in_seq in J; simpl in J; lia). split.
    - destruct (bounded_bit_ratio p (v j)) as [M H]. exists (Rmax M 1). intros x. unfold axes_ratio.
      destruct (Req_EM_T _ _); [rewrite Rabs_R1; apply Rmax_r | eapply Rle_trans; [apply H | apply Rmax_l]].
    - intros f _. rewrite !E_axes. f_equal. apply Sum_ext_in. intros k K. apply in_seq in K.
      assert (same : forall c, axes_ratio v j (vector_on_axis D ((k - 1)%nat, c)) *
        f (vector_on_axis D ((k - 1)%nat, c)) = (if Nat.eq_dec k j then bit_ratio p (v j) c else 1) *
        f (vector_on_axis D ((k - 1)%nat, c))) by (intros c; now rewrite at_axis by lia).
      rewrite (E_ext _ _ _ same). unfold turned_at. destruct (Nat.eq_dec k j) as [-> | other].
      + rewrite Nat.eqb_refl. now apply (bit_ratio_density p inside (v j)).
      + rewrite (proj2 (Nat.eqb_neq k j) other). apply E_ext. intros c. ring.
  Qed.

  (** The changes have disjoint supports. *)
  Lemma axes_ratios_apart v i j : In i (coordinates F) -> In j (coordinates F) -> i <> j ->
    E (F v) (fun x => axes_ratio v i x * axes_ratio v j x) = 1.
  Proof.
    intros I J other. apply in_seq in I, J. rewrite E_axes.
    rewrite (Sum_ext_in _ _ (fun _ => 1)); [rewrite Sum_const, seq_length; field; lra |].
    intros k K. apply in_seq in K.
    rewrite (E_ext _ _ (fun c => (if Nat.eq_dec k i then bit_ratio p (v i) c else 1) *
      (if Nat.eq_dec k j then bit_ratio p (v j) c else 1))) by (intros c; now rewrite !at_axis by lia).
    destruct (Nat.eq_dec k i) as [-> |], (Nat.eq_dec _ j) as [-> |]; try congruence.
    - rewrite (E_ext _ _ (bit_ratio p (v i))) by (intros; ring). now apply bit_ratio_mean.
    - rewrite (E_ext _ _ (bit_ratio p (v j))) by (intros; ring). now apply bit_ratio_mean.
    - rewrite Rmult_1_l. apply E_const.
  Qed.

  Lemma axes_ratio_square v j : In j (coordinates F) ->
    E (F v) (fun x => axes_ratio v j x * axes_ratio v j x) = 1 + (square_ratio p (v j) - 1) / INR d.
  Proof.
    intros J. pose proof (proj1 (in_seq _ _ _) J) as range. rewrite E_axes.
    rewrite (Sum_ext_in _ _ (fun k => 1 + (if Nat.eq_dec k j then square_ratio p (v j) - 1 else 0))).
    - rewrite Sum_plus, Sum_const, seq_length, Sum_single; [field; lra | apply seq_NoDup | exact J].
    - intros k K. apply in_seq in K.
      rewrite (E_ext _ _ (fun c => (if Nat.eq_dec k j then bit_ratio p (v j) c else 1) *
        (if Nat.eq_dec k j then bit_ratio p (v j) c else 1))) by (intros c; now rewrite !at_axis by lia).
      destruct (Nat.eq_dec k j) as [-> |].
      + rewrite (bit_ratio_square p inside). ring.
      + rewrite (E_ext _ _ (fun _ => 1)), E_const by (intros; ring). ring.
  Qed.
End Axes.

(** ** Signs of a list

    Independent signs over sqrt(d), of means v_j alpha/sqrt(d), d the number of signs of v: the law of the family of
    signs at the vertex v. *)
Definition family_of_list alpha (v : list bool) := signs_family (/ sqrt (INR (length v))) alpha (length v).
Definition biased_signs v alpha : law vector := family_of_list alpha v (vertex_of v).
Definition flipped_sign (v : list bool) j := flip (j - 1) v.

(** All messages where each user has m draws of this law. *)
Definition heard_at {B T} (Z : method (list vector) B T) v alpha m := transcript_of Z (power (biased_signs v alpha) m).

Lemma biased_signs_flipped v alpha j : (1 <= j <= length v)%nat ->
  biased_signs (flipped_sign v j) alpha = family_of_list alpha v (turned_at (vertex_of v) j).
Proof.
  intros J. unfold biased_signs, flipped_sign, family_of_list. rewrite length_flip, vertex_of_flip by lia.
  now replace (S (j - 1)) with j by lia.
Qed.

Lemma flipped_beyond v j : (length v < j)%nat -> flipped_sign v j = v.
Proof. intros far. apply flip_beyond. lia. Qed.
