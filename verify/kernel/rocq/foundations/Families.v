(** * Families on the cube: signs, and signs on an axis *)

From Foundations Require Export Cubes Classes.
Import ListNotations.
Open Scope R_scope.

(** ** Data behind a function *)

(** The law of the data x = k(y), y drawn from P: what is told of x is told of y, by the channels after k. *)
Definition behind {X Y B} (k : Y -> X) (Z : protocol (list X) B) : protocol (list Y) B := fun h data =>
  Z h (map k data).

Lemma interactive_behind {X Y B} (k : Y -> X) e (Z : protocol (list X) B) : interactive e Z ->
  interactive e (behind k Z).
Proof. intros H h x y. apply H. Qed.

Lemma power_image {X Y} (k : Y -> X) P m f : E (power (image k P) m) f = E (power P m) (fun data => f (map k data)).
Proof.
  revert f. induction m as [| m IH]; intros f; [reflexivity |].
  cbn [power]. rewrite !E_step. rewrite IH. reflexivity.
Qed.

Lemma transcript_behind {X Y B} (k : Y -> X) (Z : protocol (list X) B) P m n f :
  E (transcript Z (power (image k P) m) n) f = E (transcript (behind k Z) (power P m) n) f.
Proof.
  revert f. induction n as [| n IH]; intros f; [reflexivity |].
  cbn [transcript]. rewrite !E_step, IH. apply E_ext. intros h. simpl.
  apply (power_image k P m (fun data => E (Z h data) (fun z => f (z :: h)))).
Qed.

Lemma hamming_behind {X Y B} (k : Y -> X) (Z : protocol (list X) B) d F m n r :
  hamming_at_least d (fun v => transcript (behind k Z) (power (F v) m) n) r ->
  hamming_at_least d (fun v => transcript Z (power (image k (F v)) m) n) r.
Proof.
  intros H guess G. eapply Rle_trans; [exact (H guess G) |]. right.
  unfold average. f_equal. apply Sum_ext. intros v. symmetry. apply transcript_behind.
Qed.

(** ** Assouad for the squared error *)

(* Fact: Assouad *)
(** Yu 1997, Lemma 2, for the squared error of a parameter that is delta v at the vertex v. *)
Theorem assouad_at_vertices {B} (d : nat) (P : list bool -> law vector) (mu : list bool -> vector) delta
    (Z : protocol (list vector) B) (estimate : list B -> vector) n m r b :
  0 <= delta ->
  (forall v i, In v (vertices d) -> (i < d)%nat -> mu v i = delta * sgn (bit v i)) ->
  hamming_at_least d (fun v => transcript Z (power (P v) m) n) r ->
  (forall v, In v (vertices d) -> mean_most (transcript Z (power (P v) m) n)
    (fun z => squared_distance d (estimate z) (mu v)) b) ->
  2 * delta ^ 2 * r <= b.
Proof.
  intros [pos | <-] means H risk; [| clear means H].
  2: { (* Nothing to show: a risk is not below 0. *)
    assert (V : In (repeat true d) (vertices d)).
    { clear. induction d as [| d' IH]; simpl; [now left |]. apply in_or_app. left. now apply in_map. }
    replace (2 * 0 ^ 2 * r) with 0 by ring. specialize (risk _ V).
    rewrite <- (E_const (transcript Z (power (P (repeat true d)) m) n) 0).
    apply (mean_most_below _ (fun z => squared_distance d (estimate z) (mu (repeat true d))));
      [intros z; apply squared_distance_ge_0 | bounded | intros z; apply squared_distance_ge_0 | exact risk]. }
  set (s := 2 * delta ^ 2).
  assert (S : 0 < s) by (unfold s; pose proof (pow_lt delta 2 pos); lra).
  set (guess := fun i z => Rmin ((estimate z i + delta) ^ 2) s / s).
  assert (G : forall i, test (guess i)).
  { intros i z. unfold guess. pose proof (Rmin_r ((estimate z i + delta) ^ 2) s).
    pose proof (Rmin_glb _ s 0 (pow2_ge_0 (estimate z i + delta)) ltac:(lra)).
    split; [apply Rdiv_le_0_compat; lra | apply Rle_div_l; lra]. }
  specialize (H guess G). apply Rle_trans with (s * average d (fun v => E (transcript Z (power (P v) m) n)
    (fun z => Sum (below d) (fun i => wrong (bit v i) (guess i z))))); [apply Rmult_le_compat_l; lra |].
  rewrite <- average_scal, <- (average_const d b). apply average_le. intros v V.
  assert (W : bounded (fun z => Sum (below d) (fun i => wrong (bit v i) (guess i z)))).
  { apply bounded_Sum. intros i. apply bounded_test, wrong_test, G. }
  rewrite <- E_scal by bounded.
  apply (mean_most_below _ (fun z => squared_distance d (estimate z) (mu v))).
  - intros z. apply squared_distance_ge_0.
  - bounded.
  - intros z. unfold squared_distance. rewrite <- Sum_scal. apply Sum_le_in.
    intros i L. apply in_below in L. rewrite (means v i V L). set (y := estimate z i).
    assert (far : s <= (y - delta) ^ 2 + (y + delta) ^ 2) by (unfold s; pose proof (pow2_ge_0 y); nra).
    assert (scaled : s * guess i z = Rmin ((y + delta) ^ 2) s) by (unfold guess; fold y; field; lra).
    pose proof (Rmin_l ((y + delta) ^ 2) s). pose proof (pow2_ge_0 (y - delta)).
    unfold wrong, sgn. destruct (bit v i).
    + rewrite Rmult_minus_distr_l, scaled, !Rmult_1_r. unfold Rmin. destruct (Rle_dec _ _); lra.
    + rewrite scaled. replace (y - delta * -1) with (y + delta) by ring. lra.
  - now apply risk.
Qed.

(** The same for a parameter of the law, the mean above all. *)
Theorem assouad {B} (d : nat) (P : list bool -> law vector) (mu : law vector -> vector) delta
    (Z : protocol (list vector) B) (estimate : list B -> vector) n m r b :
  0 <= delta ->
  (forall v i, In v (vertices d) -> (i < d)%nat -> mu (P v) i = delta * sgn (bit v i)) ->
  hamming_at_least d (fun v => transcript Z (power (P v) m) n) r ->
  (forall v, In v (vertices d) -> mean_most (transcript Z (power (P v) m) n)
    (fun z => squared_distance d (estimate z) (mu (P v))) b) ->
  2 * delta ^ 2 * r <= b.
Proof. apply (assouad_at_vertices d P (fun v => mu (P v))). Qed.

(** ** One biased sign *)

Section Sides.
  Variables (s : R) (S : 0 < s < 1).

  Lemma side_chance : 0 <= (1 + s) / 2 <= 1.
  Proof. lra. Qed.

  (** A bit that is b with probability (1 + s)/2. *)
  Definition side (b : bool) : law bool := two_points b (negb b) ((1 + s) / 2) side_chance.

  (** The density of a draw of the other side. *)
  Definition turned (b c : bool) : R := if Bool.eqb b c then (1 - s) / (1 + s) else (1 + s) / (1 - s).

  Lemma E_side b f : E (side b) f = (1 + s) / 2 * f b + (1 - s) / 2 * f (negb b).
  Proof. unfold side. rewrite E_two_points. f_equal. f_equal. field. Qed.

  Lemma turned_density b f : E (side (negb b)) f = E (side b) (fun c => turned b c * f c).
  Proof. rewrite !E_side. unfold turned. destruct b; simpl; field; lra. Qed.

  Lemma turned_mean b : E (side b) (turned b) = 1.
  Proof. rewrite E_side. unfold turned. destruct b; simpl; field; lra. Qed.

  (** The mean square of the density. *)
  Lemma turned_square b : E (side b) (fun c => turned b c ^ 2) = 1 + 4 * s ^ 2 / (1 - s ^ 2).
  Proof. rewrite E_side. unfold turned. destruct b; simpl; field; nra. Qed.

  Lemma bounded_turned b : bounded (turned b).
  Proof.
    exists (Rabs ((1 - s) / (1 + s)) + Rabs ((1 + s) / (1 - s))). intros c. unfold turned.
    pose proof (Rabs_pos ((1 - s) / (1 + s))). pose proof (Rabs_pos ((1 + s) / (1 - s))).
    destruct (Bool.eqb b c); lra.
  Qed.

  Lemma commutes_side b : commutes (side b).
  Proof. apply commutes_two_points. Qed.

  Lemma mean_of_side b : E (side b) sgn = s * sgn b.
  Proof. rewrite E_side. destruct b; simpl; field. Qed.

  (** ** Signs: independent coordinates *)

  Fixpoint signs (v : list bool) : law (list bool) :=
    match v with
    | [] => ret []
    | b :: v' => bind (side b) (fun c => bind (signs v') (fun x => ret (c :: x)))
    end.

  Lemma E_signs b v f : E (signs (b :: v)) f = E (side b) (fun c => E (signs v) (fun x => f (c :: x))).
  Proof. reflexivity. Qed.

  Lemma commutes_signs v : commutes (signs v).
  Proof.
    induction v as [| b v IH]; [apply commutes_ret |].
    apply commutes_bind; [apply commutes_side |]. intros c. apply commutes_bind; [exact IH |]. intros x.
    apply commutes_ret.
  Qed.

  Definition sign_ratio (v : list bool) (k : nat) (x : list bool) : R := turned (bit v k) (bit x k).

  Lemma bounded_sign_ratio v k : bounded (sign_ratio v k).
  Proof. apply (bounded_after (turned (bit v k)) (fun x => bit x k)), bounded_turned. Qed.

  Lemma sign_ratio_density v k : (k < length v)%nat -> has_density (signs v) (sign_ratio v k) (signs (flip k v)).
  Proof.
    intros L. split; [apply bounded_sign_ratio |]. revert k L.
    induction v as [| b v IH]; intros [| k] L f F; simpl in L; try lia; simpl flip; rewrite !E_signs.
    - rewrite turned_density. apply E_ext. intros c.
      rewrite <- E_scal by (now apply (bounded_after f (cons c))). reflexivity.
    - apply E_ext. intros c. rewrite IH; [reflexivity | lia | now apply (bounded_after f (cons c))].
  Qed.

  (** The mean of a function of one coordinate, and of two. *)
  Lemma mean_of_coordinate v k f : (k < length v)%nat -> E (signs v) (fun x => f (bit x k)) = E (side (bit v k)) f.
  Proof.
    revert k. induction v as [| b v IH]; intros [| k] L; simpl in L; try lia; rewrite E_signs.
    - apply E_ext. intros c. unfold bit at 1. simpl. apply E_const.
    - rewrite (E_ext _ _ (fun _ => E (side (bit v k)) f)); [apply E_const |]. intros c. apply IH. lia.
  Qed.

  Lemma mean_of_two_coordinates v j k f g : (j < length v)%nat -> (k < length v)%nat -> j <> k -> bounded f ->
    bounded g ->
    E (signs v) (fun x => f (bit x j) * g (bit x k)) = E (side (bit v j)) f * E (side (bit v k)) g.
  Proof.
    revert j k f g. induction v as [| b v IH]; intros [| j] [| k] f g J L N F G; simpl in J, L; try lia;
      rewrite E_signs.
    - assert (G' : bounded (fun x => g (bit x k))) by now apply (bounded_after g (fun x => bit x k)).
      transitivity (E (side b) (fun c => E (side (bit v k)) g * f c)).
      + apply E_ext. intros c. change (E (signs v) (fun x => f c * g (bit x k)) = E (side (bit v k)) g * f c).
        rewrite E_scal, mean_of_coordinate by (lia || exact G'). ring.
      + rewrite E_scal by exact F. apply Rmult_comm.
    - assert (F' : bounded (fun x => f (bit x j))) by now apply (bounded_after f (fun x => bit x j)).
      transitivity (E (side b) (fun c => E (side (bit v j)) f * g c)).
      + apply E_ext. intros c. rewrite (E_ext (signs v) _ (fun x => g c * f (bit x j))) by (intros; apply Rmult_comm).
        rewrite E_scal, mean_of_coordinate by (lia || exact F'). ring.
      + now rewrite E_scal by exact G.
    - rewrite (E_ext _ _ (fun _ => E (side (bit v j)) f * E (side (bit v k)) g)); [apply E_const |].
      intros c. apply (IH j k f g); auto; lia.
  Qed.

  (* Fact: changes of signs *)
  (** By definition: independent factors of mean 1. *)
  Theorem changes_of_signs v : orthogonal_changes (length v) (signs v) (sign_ratio v) (fun k => signs (flip k v))
    (4 * s ^ 2 / (1 - s ^ 2)).
  Proof.
    split; [| split].
    - apply sign_ratio_density.
    - intros j k J L N. unfold sign_ratio.
      rewrite (mean_of_two_coordinates v j k (turned (bit v j)) (turned (bit v k))) by auto using bounded_turned.
      rewrite !turned_mean. ring.
    - intros k L. unfold sign_ratio. rewrite (mean_of_coordinate v k (fun c => turned (bit v k) c ^ 2) L),
        turned_square.
      right. ring.
  Qed.

  (** The vector D x of signs. *)
  Definition vector_of_signs D (d : nat) (x : list bool) : vector := fun k => if lt_dec k d then D * sgn (bit x k)
      else 0.

  (* Fact: signs in a cube *)
  (** By definition. *)
  Lemma signs_in_a_cube D d v : 0 < D -> on (in_cube D d) (image (vector_of_signs D d) (signs v)).
  Proof.
    intros pos. apply on_bind with (fun _ => True).
    - clear pos. induction v as [| b v IH]; [now apply on_ret |].
      apply on_bind with (fun _ => True); [now apply on_two_points |]. intros c _.
      apply on_bind with (fun _ => True); [exact IH |]. intros x _. now apply on_ret.
    - intros x _. apply on_ret. unfold vector_of_signs. split.
      + intros k L. destruct (lt_dec k d); [lia | reflexivity].
      + intros k. destruct (lt_dec k d); [| lra]. unfold sgn. destruct (bit x k); lra.
  Qed.

  (* Fact: means of signs *)
  (** By definition. *)
  Lemma means_of_signs D d v k : 0 < D -> In v (vertices d) -> (k < d)%nat ->
    mean_vector D (image (vector_of_signs D d) (signs v)) k = D * s * sgn (bit v k).
  Proof.
    intros pos V L. unfold mean_vector. simpl. unfold vector_of_signs.
    rewrite (E_ext _ _ (fun x => D * sgn (bit x k))).
    - rewrite (mean_of_coordinate v k (fun c => D * sgn c)) by now rewrite (length_of_vertex d v V).
      rewrite E_side. unfold sgn. destruct (bit v k); simpl; field.
    - intros x. destruct (lt_dec k d); [| easy]. apply clip_inside. unfold sgn. destruct (bit x k); lra.
  Qed.

  (** ** Axes: one coordinate is not 0, each with the same probability *)

  Lemma uniform_weight d : (1 <= d)%nat -> is_weight (below d) (fun _ => / INR d).
  Proof.
    intros H. assert (pos : 0 < INR d) by (apply lt_0_INR; lia). split.
    - intros _. left. now apply Rinv_0_lt_compat.
    - rewrite Sum_below_const. field. lra.
  Qed.

  Variables (d : nat) (d_ge_1 : (1 <= d)%nat).

  Definition uniform_axis : law nat := finite (below d) (fun _ => / INR d) (uniform_weight d d_ge_1).
  Definition axes (v : list bool) : law (nat * bool) :=
    bind uniform_axis (fun j => bind (side (bit v j)) (fun c => ret (j, c))).

  Let d_pos : 0 < INR d.
  Proof. apply lt_0_INR. lia. Qed.

  Lemma E_axes v f : E (axes v) f = / INR d * Sum (below d) (fun j => E (side (bit v j)) (fun c => f (j, c))).
  Proof. unfold axes, uniform_axis. cbn [E bind finite ret]. apply Sum_scal. Qed.

  Lemma commutes_axes v : commutes (axes v).
  Proof.
    apply commutes_bind; [apply commutes_finite |]. intros j.
    apply commutes_bind; [apply commutes_side |]. intros c. apply commutes_ret.
  Qed.

  Definition axis_ratio (v : list bool) (k : nat) (x : nat * bool) : R :=
    if Nat.eq_dec (fst x) k then turned (bit v k) (snd x) else 1.

  Lemma bounded_axis_ratio v k : bounded (axis_ratio v k).
  Proof.
    destruct (bounded_turned (bit v k)) as [M H]. exists (Rmax M 1). intros x. unfold axis_ratio.
    destruct (Nat.eq_dec (fst x) k).
    - eapply Rle_trans; [apply H | apply Rmax_l].
    - rewrite Rabs_R1. apply Rmax_r.
  Qed.

  Lemma axis_ratio_density v k : In v (vertices d) -> (k < d)%nat -> has_density (axes v) (axis_ratio v k)
      (axes (flip k v)).
  Proof.
    intros V L. split; [apply bounded_axis_ratio |]. intros f F. rewrite !E_axes. f_equal. apply Sum_ext. intros j.
    unfold axis_ratio. cbn [fst snd]. destruct (Nat.eq_dec j k) as [-> | N].
    - rewrite bit_flip by now rewrite (length_of_vertex d v V). apply turned_density.
    - rewrite bit_flip_other by exact N. apply E_ext. intros c. ring.
  Qed.

  (* Fact: changes on the axes *)
  (** By definition: disjoint supports of the changes. *)
  Theorem changes_on_the_axes v : In v (vertices d) ->
    orthogonal_changes d (axes v) (axis_ratio v) (fun k => axes (flip k v)) (4 * s ^ 2 / (INR d * (1 - s ^ 2))).
  Proof.
    intros V. split; [| split].
    - intros k L. now apply axis_ratio_density.
    - intros j k J L N. rewrite E_axes. unfold axis_ratio. cbn [fst snd].
      rewrite (Sum_ext _ _ (fun _ => 1)); [rewrite Sum_below_const; field; lra |].
      intros i. destruct (Nat.eq_dec i j) as [-> | A].
      + destruct (Nat.eq_dec j k) as [-> | _]; [easy |].
        etransitivity; [| apply (turned_mean (bit v j))]. apply E_ext. intros c. ring.
      + destruct (Nat.eq_dec i k) as [-> | _].
        * etransitivity; [| apply (turned_mean (bit v k))]. apply E_ext. intros c. ring.
        * rewrite Rmult_1_l. apply E_const.
    - intros k L. rewrite E_axes. unfold axis_ratio. cbn [fst snd].
      set (q := 4 * s ^ 2 / (1 - s ^ 2)).
      rewrite (Sum_ext _ _ (fun i => 1 + (if Nat.eq_dec i k then q else 0))).
      + rewrite Sum_plus, Sum_below_const, Sum_single; [| apply seq_NoDup | now apply in_below].
        right. unfold q. field. split; [nra | lra].
      + intros i. destruct (Nat.eq_dec i k) as [-> | _].
        * apply turned_square.
        * transitivity (E (side (bit v i)) (fun _ => 1)); [apply E_ext; intros c; ring | rewrite E_const; ring].
  Qed.

  (** The point D or -D on an axis. *)
  Definition vector_on_axis D (x : nat * bool) : vector :=
    fun k => if Nat.eq_dec k (fst x) then D * sgn (snd x) else 0.

  (* Fact: axes in a ball *)
  (** By definition: |D e_k|_p = D. *)
  Lemma axes_in_a_ball D p v : 0 < D -> on (in_ball p D d) (image (vector_on_axis D) (axes v)).
  Proof.
    intros pos. apply on_bind with (fun x => (fst x < d)%nat).
    - apply on_bind with (fun j => (j < d)%nat).
      + apply on_finite. intros j. apply in_below.
      + intros j J. apply on_bind with (fun _ => True); [now apply on_two_points |]. intros c _. now apply on_ret.
    - intros (j, c) J. simpl in J. apply on_ret. unfold vector_on_axis. cbn [fst snd]. split.
      + intros k L. destruct (Nat.eq_dec k j); [lia | reflexivity].
      + rewrite (Sum_ext _ _ (fun k => if Nat.eq_dec k j then Rpower D p else 0)).
        * rewrite Sum_single; [lra | apply seq_NoDup | now apply in_below].
        * intros k. unfold power_of. destruct (Nat.eq_dec k j) as [_ | _].
          -- destruct (Req_EM_T (D * sgn c) 0) as [zero | _].
             { exfalso. unfold sgn in zero. destruct c; lra. }
             f_equal. unfold sgn. destruct c; [rewrite Rabs_right; lra | rewrite Rabs_left; lra].
          -- now destruct (Req_EM_T 0 0).
  Qed.

  (* Fact: means on the axes *)
  (** By definition. *)
  Lemma means_on_the_axes D v k : 0 < D -> (k < d)%nat ->
    mean_vector D (image (vector_on_axis D) (axes v)) k = D * s / INR d * sgn (bit v k).
  Proof.
    intros pos L. unfold mean_vector.
    enough (E (axes v) (fun x => clip D (vector_on_axis D x k)) = D * s / INR d * sgn (bit v k)) as H by exact H.
    rewrite E_axes. unfold vector_on_axis. cbn [fst snd].
    rewrite (Sum_ext _ _ (fun j => if Nat.eq_dec j k then D * s * sgn (bit v k) else 0)).
    - rewrite Sum_single; [field; lra | apply seq_NoDup | now apply in_below].
    - intros j. destruct (Nat.eq_dec k j) as [-> | N], (Nat.eq_dec j _) as [E' | N']; try congruence.
      + rewrite E_side, !clip_inside by (unfold sgn; destruct (bit v j); simpl; lra).
        unfold sgn. destruct (bit v j); simpl; field.
      + rewrite (E_ext _ _ (fun _ => 0)); [apply E_const |]. intros c. apply clip_inside. lra.
  Qed.
End Sides.
