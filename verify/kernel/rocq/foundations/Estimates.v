(** * Squared errors of local averages: bias and variance *)

From Coq Require Import ClassicalDedekindReals Sorted Permutation.
From Foundations Require Import Protocols Label_laws Laplace Nouns Events Local_averages.
Import ListNotations.
Open Scope R_scope.

(** ** Sums of independent random reals *)

Record variate := Variate {
  ground : Type;
  on_ground : space ground;
  value : ground -> R;
  value_square : square_integrable on_ground value
}.

(** The mean of a function of the sum of independent random reals. *)
Fixpoint sum_mean (l : list variate) (g : R -> R) : R :=
  match l with
  | [] => g 0
  | v :: l' => expectation (on_ground v) (fun w => sum_mean l' (fun s => g (value v w + s)))
  end.

Lemma sum_mean_square l c : sum_mean l (fun s => (s - c) ^ 2) =
  (Sum l (fun v => expectation (on_ground v) (value v)) - c) ^ 2 + Sum l (fun v => variance (on_ground v) (value v)).
Proof.
  revert c. induction l as [| v l IH]; intros c; [simpl; ring |]. cbn [sum_mean Sum].
  set (m := Sum l (fun v => expectation (on_ground v) (value v))) in *.
  set (t := Sum l (fun v => variance (on_ground v) (value v))) in *.
  rewrite (expectation_ext _ _ (fun w => (value v w - (c - m)) ^ 2 + t)).
  - rewrite expectation_plus, expectation_const; [| | integrable].
    + rewrite bias_and_variance by apply value_square. ring.
    + apply (square_integrable_minus _ (value v) (fun _ => c - m));
        [apply value_square | apply square_integrable_const].
  - intros w. replace (fun s => (value v w + s - c) ^ 2) with (fun s => (s - (c - value v w)) ^ 2)
      by (apply functional_extensionality; intros s; ring).
    rewrite IH. ring.
Qed.

(** ** Estimates

    Which samples are averaged at a point, and the scales of the independent Laplace noises that are added. *)
Record local_estimate (S : support) := Estimate {
  chosen : point S -> list (point S) -> list (point S);
  scales : point S -> list (point S) -> list R
}.
Arguments chosen {S}.
Arguments scales {S}.

(** The samples of the bin of a point; noise of scale b/n on the mean of n labels, 0 where n = 0. *)
Definition bin_means {S} h b : local_estimate S :=
  let inside x := filter (holds (in_bin_with h x)) in
  Estimate S inside (fun x l => match length (inside x l) with O => [] | n => [b / INR n] end).

(** Samples in the order of their distances from a point, the first of the sample first where these are equal. *)
Fixpoint insert {A} (key : A -> R) x (l : list A) :=
  match l with
  | [] => [x]
  | y :: l' => if Rle_dec (key x) (key y) then x :: l else y :: insert key x l'
  end.
Definition in_order {A} (key : A -> R) (l : list A) := fold_right (insert key) [] l.

(** The k nearest samples; each label has noise of scale b, so that their mean has k of scale b/k. *)
Definition nearest_means {S} (k : nat) b : local_estimate S :=
  Estimate S (fun x l => firstn k (in_order (gap x) l)) (fun _ _ => repeat (b / INR k) k).

(** The mean of a function at points, 0 where there are none. *)
Definition local_average {A} (f : function A) (l : list A) := Sum l f / INR (length l).

(** The mean squared distance to a function g of the average of f in place of the labels. *)
Definition squared_bias_most {S} (a : local_estimate S) (P : labelled S) (f g : function (point S)) n b :=
  mean_most (point_and_samples P n) (fun d => (local_average f (chosen a (fst d) (snd d)) - g (fst d)) ^ 2) b.

(** Given the features: a label's part of a mean of k, and noise of scale b, from noise V of scale 1. *)
Definition label_part {S} (P : labelled S) (k : nat) (z : point S) : variate :=
  Variate (label_outcomes P) (label_chance P z) (fun w => / INR k * label_of P w)
    (square_integrable_scal (label_chance P z) (/ INR k) _ (label_square P z)).
Definition noise_part {W} (O : space W) V (V2 : square_integrable O V) b : variate :=
  Variate W O (fun w => b * V w) (square_integrable_scal O b V V2).

(** The squared error of an estimate at a point given all features. *)
Definition error_at {S W} (a : local_estimate S) (P : labelled S) (O : space W) V V2 (g : function (point S)) x l :=
  sum_mean (map (label_part P (length (chosen a x l))) (chosen a x l) ++ map (noise_part O V V2) (scales a x l))
    (fun s => (s - g x) ^ 2).

Definition squared_error_most {S} (a : local_estimate S) (P : labelled S) (g : function (point S)) n r :=
  forall (W : Type) (O : space W) (V : W -> R) (V2 : square_integrable O V), laplace_noise O V 1 ->
  mean_most (point_and_samples P n) (fun d => error_at a P O V V2 g (fst d) (snd d)) r.

(** ** Bias and variance *)

Lemma error_in_parts {S W} (a : local_estimate S) (P : labelled S) (O : space W) V V2 g x l : laplace_noise O V 1 ->
  error_at a P O V V2 g x l = (local_average (regression P) (chosen a x l) - g x) ^ 2 +
    (/ INR (length (chosen a x l))) ^ 2 * Sum (chosen a x l) (fun z => variance (label_chance P z) (label_of P)) +
    2 * Sum (scales a x l) (fun b => b ^ 2).
Proof.
  intros noise. unfold error_at. rewrite sum_mean_square, !Sum_app, !Sum_map. set (k := length _).
  rewrite (Sum_ext (scales a x l) (fun b => expectation _ _) (fun _ => 0)).
  - rewrite (Sum_ext (scales a x l) (fun b => variance _ _) (fun b => 2 * b ^ 2)).
    + rewrite (Sum_ext _ (fun z => expectation _ _) (fun z => / INR k * regression P z)).
      * rewrite (Sum_ext _ (fun z => variance (on_ground _) _)
          (fun z => (/ INR k) ^ 2 * variance (label_chance P z) (label_of P))).
        -- rewrite Sum_const, !Sum_scal. unfold local_average, Rdiv. fold k. ring.
        -- intros z. cbn [label_part on_ground value]. rewrite <- (variance_of_linear _ _ _ 0) by apply label_square.
           f_equal. apply functional_extensionality. intros w. ring.
      * intros z. apply expectation_scal, square_integrable_integrable, label_square.
    + intros b. cbn [noise_part on_ground value]. replace (2 * b ^ 2) with (b ^ 2 * (2 * 1 ^ 2)) by ring.
      rewrite <- (laplace_variance O V 1 ltac:(lra) noise V2), <- (variance_of_linear _ _ _ 0) by exact V2.
      f_equal. apply functional_extensionality. intros w. ring.
  - intros b. cbn [noise_part on_ground value]. pose proof (square_integrable_integrable O V V2) as I.
    transitivity (b * expectation O V); [now apply expectation_scal |].
    rewrite (laplace_centred O V 1 noise I). ring.
Qed.

(** Only lists of n samples count. *)
Lemma E_power_ext {A} (P : law A) n f g : (forall l, length l = n -> f l = g l) -> E (power P n) f = E (power P n) g.
Proof.
  revert f g. induction n as [| n IH]; intros f g same; [now apply same |].
  cbn [power]. rewrite !E_step. apply IH. intros l L. apply E_ext. intros z. apply same. simpl. now rewrite L.
Qed.

Lemma E_samples_le {S} (P : labelled S) n f g : bounded f -> bounded g ->
  (forall x l, length l = n -> f (x, l) <= g (x, l)) -> E (point_and_samples P n) f <= E (point_and_samples P n) g.
Proof.
  intros F G le. set (f' := fun d => if Nat.eqb (length (snd d)) n then f d else g d).
  assert (F' : bounded f').
  { destruct F as [M F], G as [N G]. exists (Rmax M N). intros d. unfold f'.
    destruct (Nat.eqb _ _); [eapply Rle_trans; [apply F | apply Rmax_l] | eapply Rle_trans; [apply G | apply Rmax_r]]. }
  apply Rle_trans with (E (point_and_samples P n) f').
  - right. apply (E_ext (features P)). intros x. apply E_power_ext. intros l L.
    change (f (x, l) = f' (x, l)). unfold f'. cbn [snd]. now rewrite L, Nat.eqb_refl.
  - apply E_mono; [exact F' | exact G |]. intros [x l]. unfold f'. cbn [snd].
    destruct (Nat.eqb_spec (length l) n) as [L |]; [now apply le | lra].
Qed.

(** The mean of what is at most a bias and a bounded rest. *)
Lemma mean_most_plus {S} (P : labelled S) n err bias rest b : (forall d, 0 <= err d) -> (forall d, 0 <= bias d) ->
  bounded rest -> (forall d, 0 <= rest d) -> (forall x l, length l = n -> err (x, l) <= bias (x, l) + rest (x, l)) ->
  mean_most (point_and_samples P n) bias b ->
  mean_most (point_and_samples P n) err (b + E (point_and_samples P n) rest).
Proof.
  intros err0 bias0 B rest0 le most c. eapply Rle_trans; [| apply Rplus_le_compat_r, (most c)].
  assert (bounded (fun d => Rmin (bias d) c)) by now apply bounded_cut.
  rewrite <- E_plus by assumption. apply E_samples_le; [now apply bounded_cut | bounded |].
  intros x l L. specialize (le x l L). specialize (rest0 (x, l)). unfold Rmin. repeat destruct (Rle_dec _ _); lra.
Qed.

Lemma mean_most_bounded_by {S} (P : labelled S) n err rest : (forall d, 0 <= err d) -> bounded rest ->
  (forall d, 0 <= rest d) -> (forall x l, length l = n -> err (x, l) <= rest (x, l)) ->
  mean_most (point_and_samples P n) err (E (point_and_samples P n) rest).
Proof.
  intros err0 B rest0 le. rewrite <- Rplus_0_l.
  apply (mean_most_plus P n err (fun _ => 0)); auto; [intros; lra | intros; rewrite Rplus_0_l; auto |].
  intros c. eapply Rle_trans; [apply (E_le _ _ 0); [bounded |] | lra]. intros d. apply Rmin_l.
Qed.

Lemma mean_most_scaled {A} (D : law A) a f b : 0 < a -> (forall d, 0 <= f d) -> mean_most D f b ->
  mean_most D (fun d => a * f d) (a * b).
Proof.
  intros pos f0 most c. specialize (most (c / a)). apply (Rmult_le_compat_l a) in most; [| lra].
  rewrite <- E_scal in most by now apply bounded_cut. eapply Rle_trans; [| exact most]. right. apply E_ext.
  intros d. set (y := c / a). replace c with (a * y) by (unfold y; field; lra). unfold Rmin.
  destruct (Rle_dec (f d) y), (Rle_dec (a * f d) (a * y)); try reflexivity; exfalso; nra.
Qed.

Lemma error_ge_0 {S W} (a : local_estimate S) (P : labelled S) (O : space W) V V2 g x l : laplace_noise O V 1 ->
  0 <= error_at a P O V V2 g x l.
Proof.
  intros noise. rewrite error_in_parts by exact noise.
  assert (0 <= Sum (scales a x l) (fun b => b ^ 2)) by (apply Sum_ge_0; intros; apply pow2_ge_0).
  assert (0 <= Sum (chosen a x l) (fun z => variance (label_chance P z) (label_of P)))
    by (apply Sum_ge_0; intros; apply variance_ge_0, label_square).
  pose proof (pow2_ge_0 (local_average (regression P) (chosen a x l) - g x)).
  pose proof (pow2_ge_0 (/ INR (length (chosen a x l)))). nra.
Qed.

(** The labels' part, where k are averaged whose variances are at most v. *)
Lemma labels_part_most {S} (P : labelled S) v (l : list (point S)) : label_variance_most P v ->
  (/ INR (length l)) ^ 2 * Sum l (fun z => variance (label_chance P z) (label_of P)) <= v * inverse (length l).
Proof.
  intros most. destruct l as [| z l']; [simpl; lra |]. set (l := z :: l') in *.
  assert (pos : 0 < INR (length l)) by (apply lt_0_INR; simpl; lia).
  change (inverse (length l)) with (/ INR (length l)).
  apply Rle_trans with ((/ INR (length l)) ^ 2 * (INR (length l) * v)); [| right; field; lra].
  apply Rmult_le_compat_l; [apply pow2_ge_0 |]. rewrite <- Sum_const. apply Sum_le. intros y. apply most.
Qed.

(** Gyoerfi, Kohler, Krzyzak and Walk 2002, proof of Theorem 4.3. *)
Lemma bias_and_variance_of_bins {S} (P : labelled S) h b g n v c : label_variance_most P v ->
  squared_bias_most (bin_means h b) P (regression P) g n c ->
  squared_error_most (bin_means h b) P g n
    (c + (v * inverse_count h P n + 2 * b ^ 2 * inverse_squared_count h P n)).
Proof.
  intros most bias W O V V2 noise.
  set (k := fun d : point S * list (point S) => number (in_bin_with h (fst d)) (snd d)).
  assert (B1 : bounded (fun d => inverse (k d))) by (apply bounded_between with 0 1; intros d; apply inverse_between).
  assert (B2 : bounded (fun d => inverse (k d) ^ 2)) by bounded.
  replace (v * inverse_count h P n + 2 * b ^ 2 * inverse_squared_count h P n)
    with (E (point_and_samples P n) (fun d => v * inverse (k d) + 2 * b ^ 2 * inverse (k d) ^ 2))
    by (rewrite E_plus, !E_scal by bounded; reflexivity).
  apply (mean_most_plus P n _
      (fun d => (local_average (regression P) (chosen (bin_means h b) (fst d) (snd d)) - g (fst d)) ^ 2));
    [| intros d; apply pow2_ge_0 | bounded | | | exact bias].
  - intros d. now apply error_ge_0.
  - intros d. pose proof (inverse_between (k d)). pose proof (pow2_ge_0 b). pose proof (pow2_ge_0 (inverse (k d))).
    pose proof (variance_ge_0 (label_chance P (fst d)) _ (label_square P (fst d))). specialize (most (fst d)). nra.
  - intros x l _. cbn [fst snd]. rewrite error_in_parts by exact noise. unfold k. cbn [fst snd].
    pose proof (labels_part_most P v (chosen (bin_means h b) x l) most) as labels.
    change (length (chosen (bin_means h b) x l)) with (number (in_bin_with h x) l) in *.
    enough (Sum (scales (bin_means h b) x l) (fun b => b ^ 2) = b ^ 2 * inverse (number (in_bin_with h x) l) ^ 2)
      by lra.
    cbn [bin_means scales]. change (length _) with (number (in_bin_with h x) l).
    destruct (number (in_bin_with h x) l) as [| m]; [simpl; ring |]. unfold inverse, Rdiv. cbn [Sum]. ring.
Qed.

(** ** The nearest samples *)

Section Order.
  Context {A : Type} (key : A -> R).

  Lemma insert_permutation x l : Permutation (insert key x l) (x :: l).
  Proof.
    induction l as [| y l IH]; [apply Permutation_refl |]. simpl. destruct (Rle_dec (key x) (key y)).
    - apply Permutation_refl.
    - eapply Permutation_trans; [apply perm_skip, IH | apply perm_swap].
  Qed.

  Lemma in_order_permutation l : Permutation (in_order key l) l.
  Proof.
    induction l as [| x l IH]; [apply Permutation_refl |]. simpl.
    eapply Permutation_trans; [apply insert_permutation | now apply perm_skip].
  Qed.

  Let rises x y := key x <= key y.

  Lemma insert_sorted x l : StronglySorted rises l -> StronglySorted rises (insert key x l).
  Proof.
    induction l as [| y l IH]; intros H; [repeat constructor |]. simpl. inversion H as [| ? ? sorted above]; subst.
    destruct (Rle_dec (key x) (key y)) as [le | less].
    - constructor; [exact H |]. constructor; [exact le |].
      revert above. apply Forall_impl. unfold rises. intros z. lra.
    - constructor; [now apply IH |]. apply Forall_forall. intros z inside.
      apply (Permutation_in _ (insert_permutation x l)) in inside. destruct inside as [<- | inside].
      + unfold rises. lra.
      + now apply (proj1 (Forall_forall _ _) above).
  Qed.

  Lemma in_order_sorted l : StronglySorted rises (in_order key l).
  Proof. induction l as [| x l IH]; [constructor | now apply insert_sorted]. Qed.

  Lemma number_permutation (T : A -> Prop) l l' : Permutation l l' -> number T l = number T l'.
  Proof.
    induction 1 as [| x l l' _ IH | x y l | l l' l'' _ IH _ IH']; [reflexivity | | |]; rewrite ?number_cons.
    - now rewrite IH.
    - destruct (holds T x), (holds T y); reflexivity.
    - now rewrite IH.
  Qed.

  (** Where k keys are at most r, the first k are. *)
  Lemma first_within r l k : StronglySorted rises l -> (k <= number (fun z => (key z <= r)%R) l)%nat ->
    List.Forall (fun z => key z <= r) (firstn k l).
  Proof.
    revert k. induction l as [| x l IH]; intros k sorted many; [rewrite firstn_nil; constructor |].
    destruct k as [| k]; [constructor |]. rewrite number_cons in many. inversion sorted as [| ? ? sorted' above]; subst.
    destruct (Rle_dec (key x) r) as [within | far].
    - simpl. constructor; [exact within |]. apply IH; [exact sorted' |].
      rewrite (proj2 (holds_true (fun z => key z <= r) x) within) in many. cbv iota in many. lia.
    - exfalso. rewrite (proj2 (holds_false (fun z => key z <= r) x) far) in many. cbv iota in many.
      enough (number (fun z => key z <= r) l = 0%nat) by lia.
      clear - above far. induction l as [| y l IH]; [reflexivity |]. inversion above as [| ? ? here next]; subst.
      rewrite number_cons, IH by exact next. destruct (holds _ y) eqn:yes; [| reflexivity].
      exfalso. apply (proj1 (holds_true _ _)) in yes. unfold rises in here. lra.
  Qed.

  Lemma length_in_order l : length (in_order key l) = length l.
  Proof. apply Permutation_length, in_order_permutation. Qed.
End Order.

(** Gyoerfi, Kohler, Krzyzak and Walk 2002, proof of Theorem 6.2. *)
Lemma bias_and_variance_of_neighbours {S} (P : labelled S) k b g n v c : (1 <= k)%nat -> (k <= n)%nat ->
  label_variance_most P v -> squared_bias_most (nearest_means k b) P (regression P) g n c ->
  squared_error_most (nearest_means k b) P g n (c + (v + 2 * b ^ 2) / INR k).
Proof.
  intros some many most bias W O V V2 noise. assert (K : 0 < INR k) by (apply lt_0_INR; lia).
  set (rest := (v + 2 * b ^ 2) / INR k). rewrite <- (E_const (point_and_samples P n) rest).
  assert (rest0 : point S -> 0 <= rest).
  { intros x. pose proof (variance_ge_0 (label_chance P x) _ (label_square P x)). specialize (most x).
    pose proof (pow2_ge_0 b). apply Rdiv_le_0_compat; lra. }
  apply (mean_most_plus P n _
      (fun d => (local_average (regression P) (chosen (nearest_means k b) (fst d) (snd d)) - g (fst d)) ^ 2));
    [| intros d; apply pow2_ge_0 | bounded | intros d; exact (rest0 (fst d)) | | exact bias].
  - intros d. now apply error_ge_0.
  - intros x l L. cbn [fst snd]. rewrite error_in_parts by exact noise.
    pose proof (labels_part_most P v (chosen (nearest_means k b) x l) most) as labels.
    assert (count : length (chosen (nearest_means k b) x l) = k)
      by (cbn [nearest_means chosen]; rewrite firstn_length, length_in_order; lia).
    rewrite count in *. replace (inverse k) with (/ INR k) in labels by (destruct k; [lia | reflexivity]).
    enough (Sum (scales (nearest_means k b) x l) (fun b => b ^ 2) = b ^ 2 / INR k) as noises.
    { unfold rest. rewrite noises. unfold Rdiv in *. lra. }
    cbn [nearest_means scales].
    assert (repeated : forall m c, Sum (repeat c m) (fun b => b ^ 2) = INR m * c ^ 2).
    { intros m y. induction m as [| m IH]; [simpl; ring |]. rewrite S_INR. cbn [repeat Sum]. rewrite IH. ring. }
    rewrite repeated. field. lra.
Qed.

(** ** Biases *)

(** The distance of an average of values from a number. *)
Lemma average_within {A} (f : function A) (l : list A) y c : l <> [] -> (forall z, In z l -> Rabs (f z - y) <= c) ->
  Rabs (local_average f l - y) <= c.
Proof.
  intros some H. assert (pos : 0 < INR (length l)) by (apply lt_0_INR; destruct l; [easy | simpl; lia]).
  unfold local_average. replace (Sum l f / INR (length l) - y) with (/ INR (length l) * Sum l (fun z => f z - y))
    by (rewrite Sum_minus, Sum_const; field; lra).
  assert (inv : 0 < / INR (length l)) by now apply Rinv_0_lt_compat.
  rewrite Rabs_mult, (Rabs_pos_eq (/ _)) by lra. apply Rle_trans with (/ INR (length l) * (INR (length l) * c));
    [| right; field; lra].
  apply Rmult_le_compat_l; [lra |]. eapply Rle_trans; [apply Sum_abs |]. rewrite <- Sum_const. now apply Sum_le_in.
Qed.

(** (a + b)^2 <= 2 a^2 + 2 b^2; an average of differences is at most the largest. *)
Lemma average_of_another_function {S} (a : local_estimate S) (P : labelled S) (f g : function (point S)) n b c :
  largest_gap_most f g b -> squared_bias_most a P g g n c -> squared_bias_most a P f g n (2 * b ^ 2 + 2 * c).
Proof.
  intros close bias. rewrite Rplus_comm, <- (E_const (point_and_samples P n) (2 * b ^ 2)). pose proof (pow2_ge_0 b).
  apply (mean_most_plus P n _ (fun d => 2 * (local_average g (chosen a (fst d) (snd d)) - g (fst d)) ^ 2));
    [intros d; apply pow2_ge_0 | | bounded | intros d; lra | |].
  - intros d. pose proof (pow2_ge_0 (local_average g (chosen a (fst d) (snd d)) - g (fst d))). lra.
  - intros x l _. cbn [fst snd]. set (s := chosen a x l).
    assert (apart : (local_average f s - local_average g s) ^ 2 <= b ^ 2).
    { destruct s as [| z s']; [unfold local_average; simpl; nra |]. set (s := z :: s').
      replace (local_average f s - local_average g s) with (local_average (fun z => f z - g z) s - 0)
        by (unfold local_average; rewrite Sum_minus; unfold Rdiv; ring).
      rewrite <- pow2_abs. apply pow_incr. split; [apply Rabs_pos |]. apply average_within; [easy |].
      intros y _. rewrite Rminus_0_r. apply close. }
    pose proof (pow2_ge_0 (local_average f s - local_average g s - (local_average g s - g x))). nra.
  - apply mean_most_scaled; [lra | intros d; apply pow2_ge_0 | exact bias].
Qed.

(** |f(x) - f(x')| <= L |x - x'|^beta. *)
Definition hoelder {S} (f : function (point S)) L beta := forall x z, Rabs (f x - f z) <= L * raise (gap x z) beta.

(** Neighbours within r differ by L r^beta at most, others by 2 sup |f|. *)
Lemma bias_of_neighbours {S} (P : labelled S) k b (f : function (point S)) L beta r n c :
  (1 <= k)%nat -> (k <= n)%nat ->
  0 <= L -> 0 < beta -> hoelder f L beta -> largest_most f c -> 0 < r ->
  squared_bias_most (nearest_means k b) P f f n (L ^ 2 * raise r beta ^ 2 + 4 * c ^ 2 * neighbour_far k P n r).
Proof.
  intros some many L0 B smooth large r0.
  set (far := fun d : point S * list (point S) => if Nat.ltb (number (near r (fst d)) (snd d)) k then 1 else 0).
  assert (far01 : forall d, 0 <= far d <= 1) by (intros d; unfold far; destruct (Nat.ltb _ _); lra).
  assert (FB : bounded far) by now apply bounded_between with 0 1.
  pose proof (pow2_ge_0 (L * raise r beta)) as A. rewrite Rpow_mult_distr in A. pose proof (pow2_ge_0 c).
  replace (L ^ 2 * raise r beta ^ 2 + 4 * c ^ 2 * neighbour_far k P n r)
    with (E (point_and_samples P n) (fun d => L ^ 2 * raise r beta ^ 2 + 4 * c ^ 2 * far d))
    by (rewrite E_plus, E_const, E_scal by bounded; reflexivity).
  apply mean_most_bounded_by; [intros d; apply pow2_ge_0 | bounded | |].
  - intros d. specialize (far01 d). nra.
  - intros x l length_l. cbn [fst snd]. set (s := chosen (nearest_means k b) x l).
    assert (count : length s = k)
      by (unfold s; cbn [nearest_means chosen]; rewrite firstn_length, length_in_order; lia).
    assert (filled : s <> []) by (intros empty; rewrite empty in count; simpl in count; lia).
    unfold far. cbn [fst snd]. destruct (Nat.ltb_spec (number (near r x) l) k) as [few | enough_near].
    + apply Rle_trans with ((2 * c) ^ 2); [| lra]. rewrite <- pow2_abs. apply pow_incr. split; [apply Rabs_pos |].
      apply average_within; [exact filled |]. intros z _. pose proof (large z). pose proof (large x).
      pose proof (Rabs_triang (f z) (- f x)) as sum. rewrite Rabs_Ropp in sum. unfold Rminus. lra.
    + apply Rle_trans with ((L * raise r beta) ^ 2); [| rewrite Rpow_mult_distr; lra].
      rewrite <- pow2_abs. apply pow_incr. split; [apply Rabs_pos |]. apply average_within; [exact filled |].
      intros z inside. rewrite Rabs_minus_sym. eapply Rle_trans; [apply smooth |].
      apply Rmult_le_compat_l; [exact L0 |]. apply raise_le; [lra |]. split; [apply sqrt_pos |].
      rewrite (number_permutation _ _ _ (Permutation_sym (in_order_permutation (gap x) l))) in enough_near.
      pose proof (first_within (gap x) r (in_order (gap x) l) k (in_order_sorted _ _) enough_near) as within.
      exact (proj1 (List.Forall_forall _ _) within z inside).
Qed.

(** The features lie in R^d. *)
Definition in_dimension {S} (P : labelled S) d := forall y : point S, in_space d (position y).

Lemma gap_in_bin {S} d h (x z : point S) :
  (forall y : point S, in_space d (position y)) -> 0 < h -> in_bin_with h x z ->
  gap x z <= sqrt (INR d * h ^ 2).
Proof.
  intros flat pos bin. unfold gap. rewrite (norm_in_space d).
  - apply sqrt_le_1_alt. rewrite <- Sum_below_const. apply Sum_le. intros k. unfold vector_minus.
    rewrite <- (pow2_abs (_ - _)). apply pow_incr. split; [apply Rabs_pos |].
    specialize (bin k). set (a := position x k) in *. set (c := position z k) in *.
    destruct (base_Int_part (a / h)) as [A1 A2], (base_Int_part (c / h)) as [C1 C2]. rewrite bin in *.
    set (i := IZR (Int_part (c / h))) in *.
    assert (between : -1 < a / h - c / h < 1) by lra.
    replace (a - c) with (h * (a / h - c / h)) by (field; lra). apply Rabs_le. nra.
  - intros k out. unfold vector_minus. rewrite !flat by exact out. ring.
Qed.

(** Points of a cube of side h are at most h sqrt(d) apart; 0 in an empty bin. *)
Lemma bias_of_bins {S} (P : labelled S) h b (f : function (point S)) L beta d n c : 0 < h -> 0 <= L -> 0 < beta ->
  hoelder f L beta -> in_dimension P d -> largest_most f c ->
  squared_bias_most (bin_means h b) P f f n (L ^ 2 * raise (INR d * h ^ 2) beta + c ^ 2 * empty_bin h P n).
Proof.
  intros pos L0 B smooth flat large.
  set (empty := fun d : point S * list (point S) =>
    match number (in_bin_with h (fst d)) (snd d) with O => 1 | _ => 0 end).
  assert (empty01 : forall d, 0 <= empty d <= 1) by (intros e; unfold empty; destruct (number _ _); lra).
  assert (EB : bounded empty) by now apply bounded_between with 0 1.
  pose proof (pow2_ge_0 c). pose proof (pow2_ge_0 L). pose proof (raise_ge_0 (INR d * h ^ 2) beta).
  replace (L ^ 2 * raise (INR d * h ^ 2) beta + c ^ 2 * empty_bin h P n)
    with (E (point_and_samples P n) (fun e => L ^ 2 * raise (INR d * h ^ 2) beta + c ^ 2 * empty e))
    by (rewrite E_plus, E_const, E_scal by bounded; reflexivity).
  apply mean_most_bounded_by; [intros e; apply pow2_ge_0 | bounded | |].
  - intros e. specialize (empty01 e). nra.
  - intros x l _. cbn [fst snd]. unfold empty. cbn [fst snd]. set (s := chosen (bin_means h b) x l).
    change (number (in_bin_with h x) l) with (length s).
    destruct (Nat.eq_dec (length s) 0) as [none | some].
    + rewrite none. apply length_zero_iff_nil in none. rewrite none. unfold local_average. cbn [Sum length INR].
      replace ((0 / 0 - f x) ^ 2) with (f x ^ 2) by (unfold Rdiv; ring). rewrite <- pow2_abs.
      assert (Rabs (f x) ^ 2 <= c ^ 2) by (apply pow_incr; split; [apply Rabs_pos | apply large]). nra.
    + apply Rle_trans with ((L * raise (sqrt (INR d * h ^ 2)) beta) ^ 2).
      * rewrite <- pow2_abs. apply pow_incr. split; [apply Rabs_pos |]. apply average_within.
        -- intros nil. now rewrite nil in some.
        -- intros z inside. rewrite Rabs_minus_sym. eapply Rle_trans; [apply smooth |].
           apply Rmult_le_compat_l; [exact L0 |]. apply raise_le; [lra |]. split; [apply sqrt_pos |].
           apply gap_in_bin; [exact flat | exact pos |]. apply filter_In in inside. now apply (proj1 (holds_true _ _)).
      * rewrite Rpow_mult_distr.
        assert (N : 0 <= INR d * h ^ 2) by (apply Rmult_le_pos; [apply pos_INR | apply pow2_ge_0]).
        replace (raise (sqrt (INR d * h ^ 2)) beta ^ 2) with (raise (INR d * h ^ 2) beta).
        -- destruct (length s); [easy | lra].
        -- rewrite <- (sqrt_sqrt (INR d * h ^ 2)) at 1 by exact N. set (r := sqrt (INR d * h ^ 2)).
           assert (0 <= r) by apply sqrt_pos. destruct (Req_dec r 0) as [-> | nonzero].
           ++ rewrite Rmult_0_r, raise_0 by exact B. ring.
           ++ rewrite raise_mult by lra. ring.
Qed.
