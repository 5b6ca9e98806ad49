(** * Numbered results of the papers on random reals

    Each theorem says what a claim of the ledger says at that place, as the exporter writes it from the claim itself. *)

From Foundations Require Export Nouns Lemmas_tails.
Import ListNotations.
Open Scope R_scope.

(** Half of a number of users that is even and at least 2. *)
Lemma half_of (n h : nat) : (2 <= n)%nat -> INR n / 2 = INR h -> INR n = 2 * INR h /\ (1 <= h)%nat.
Proof.
  intros n_2 half. apply le_INR in n_2. simpl in n_2. split; [lra |]. apply INR_le. simpl. lra.
Qed.

Lemma Rmax_swap a b c : Rmax a (Rmax b c) = Rmax b (Rmax a c).
Proof. rewrite !Rmax_assoc. f_equal. apply Rmax_comm. Qed.

(** ** Zhao, Shen, Fan, Li, Wu, Wu, Liu: Learning with User-Level Local Differential Privacy *)

(** Lemma 3, (24): the mean of a bin's count. *)
Theorem zhao_lemma3_mean : forall (B : Type) (O_ : space B) (A : event B) (I_ S_ W : B -> R) (epsilon : R) (n h : nat),
  square_integrable O_ I_ ->
  almost_le O_ (fun _ => 0) I_ ->
  almost_le O_ I_ (fun _ => 1) ->
  square_integrable O_ S_ ->
  square_integrable O_ W ->
  0 < epsilon ->
  (2 <= n)%nat ->
  INR n / 2 = INR h ->
  mean_of_copies O_ S_ (fun w => I_ w + W w) h ->
  laplace_noise O_ W (2 / epsilon) ->
  almost_eq O_ I_ (indicator (fun w => A w)) ->
  expectation O_ (fun w => S_ w * INR n / 2) = probability O_ (fun w => A w) * INR n / 2.
Proof.
  intros B O_ A I_ S_ W epsilon n h HI _ _ HS HW e_pos n_2 half votes noise bit.
  destruct (half_of n h n_2 half) as [whole h_1].
  replace (fun w => I_ w + W w) with (fun w => W w + I_ w) in votes
    by (apply functional_extensionality; intros w; ring).
  replace (fun w => S_ w * INR n / 2) with (fun w => 2 * INR h / 2 * S_ w)
    by (apply functional_extensionality; intros w; rewrite whole; field).
  change (fun w => A w) with A. rewrite whole, (zhao_lemma_3_mean O_ I_ W S_ A epsilon h) by assumption. field.
Qed.

(** Lemma 3, (25): how likely a count is far above its mean. *)
Theorem zhao_lemma3_above : forall (A : Type) (O_ : space A) (I_ S_ W : A -> R) (epsilon : R) (n : nat) (t : R)
  (h : nat),
  square_integrable O_ I_ ->
  almost_le O_ (fun _ => 0) I_ ->
  almost_le O_ I_ (fun _ => 1) ->
  square_integrable O_ S_ ->
  square_integrable O_ W ->
  0 < epsilon ->
  (2 <= n)%nat ->
  0 <= t ->
  INR n / 2 = INR h ->
  mean_of_copies O_ S_ (fun w => I_ w + W w) h ->
  independent O_ I_ W ->
  laplace_noise O_ W (2 / epsilon) ->
  t <= sqrt 2 * INR n / 2 ->
  probability O_ (fun w => t <= S_ w * INR n / 2 - expectation O_ (fun w_ => S_ w_ * INR n / 2)) <=
    exp (- (t ^ 2 / ((1/4 + 16 / epsilon ^ 2) * INR n))).
Proof.
  intros A O_ I_ S_ W epsilon n t h HI low high HS HW e_pos n_2 t_0 half votes apart noise t_most.
  destruct (half_of n h n_2 half) as [whole h_1].
  replace (fun w => I_ w + W w) with (fun w => W w + I_ w) in votes
    by (apply functional_extensionality; intros w; ring).
  rewrite whole in *. replace (fun w => S_ w * (2 * INR h) / 2) with (fun w => 2 * INR h / 2 * S_ w)
    by (apply functional_extensionality; intros w; field).
  replace (fun w => t <= S_ w * (2 * INR h) / 2 - expectation O_ (fun w_ => 2 * INR h / 2 * S_ w_))
    with (fun w => t <= 2 * INR h / 2 * S_ w - expectation O_ (fun w_ => 2 * INR h / 2 * S_ w_))
    by (apply functional_extensionality; intros w; do 2 f_equal; field).
  apply (zhao_lemma_3_above O_ I_ W S_); assumption || lra.
Qed.

(** Lemma 3, (26): how likely a count is far below its mean. *)
Theorem zhao_lemma3_below : forall (A : Type) (O_ : space A) (I_ S_ W : A -> R) (epsilon : R) (n : nat) (t : R)
  (h : nat),
  square_integrable O_ I_ ->
  almost_le O_ (fun _ => 0) I_ ->
  almost_le O_ I_ (fun _ => 1) ->
  square_integrable O_ S_ ->
  square_integrable O_ W ->
  0 < epsilon ->
  (2 <= n)%nat ->
  0 <= t ->
  INR n / 2 = INR h ->
  mean_of_copies O_ S_ (fun w => I_ w + W w) h ->
  independent O_ I_ W ->
  laplace_noise O_ W (2 / epsilon) ->
  t <= sqrt 2 * INR n / 2 ->
  probability O_ (fun w => t <= expectation O_ (fun w_ => S_ w_ * INR n / 2) - S_ w * INR n / 2) <=
    exp (- (t ^ 2 / ((1/4 + 16 / epsilon ^ 2) * INR n))).
Proof.
  intros A O_ I_ S_ W epsilon n t h HI low high HS HW e_pos n_2 t_0 half votes apart noise t_most.
  destruct (half_of n h n_2 half) as [whole h_1].
  replace (fun w => I_ w + W w) with (fun w => W w + I_ w) in votes
    by (apply functional_extensionality; intros w; ring).
  rewrite whole in *. replace (fun w => S_ w * (2 * INR h) / 2) with (fun w => 2 * INR h / 2 * S_ w)
    by (apply functional_extensionality; intros w; field).
  replace (fun w => t <= expectation O_ (fun w_ => 2 * INR h / 2 * S_ w_) - S_ w * (2 * INR h) / 2)
    with (fun w => t <= expectation O_ (fun w_ => 2 * INR h / 2 * S_ w_) - 2 * INR h / 2 * S_ w)
    by (apply functional_extensionality; intros w; do 2 f_equal; field).
  apply (zhao_lemma_3_below O_ I_ W S_); assumption || lra.
Qed.

(** Lemma 4, first statement: a bin next to the mean, or around it, has much of the mass. *)
Theorem zhao_lemma4_near : forall (A : Type) (O_ : space A) (D L : R) (X Y : A -> R) (m : nat),
  0 < D ->
  square_integrable O_ X ->
  square_integrable O_ Y ->
  (1 <= m)%nat ->
  mean_of_copies O_ Y X m ->
  almost_le O_ (fun w => - D) X ->
  almost_le O_ X (fun w => D) ->
  L <= expectation O_ X ->
  expectation O_ X <= L + 4 * D / sqrt (INR m) ->
  1/2 - exp (- 2) <=
    Rmax (probability O_ (fun w => (L - 4 * D / sqrt (INR m) <= Y w) /\ (Y w < L)))
      (Rmax (probability O_ (fun w => (L <= Y w) /\ (Y w < L + 4 * D / sqrt (INR m))))
        (probability O_ (fun w => (L + 4 * D / sqrt (INR m) <= Y w) /\ (Y w < L + 8 * D / sqrt (INR m))))).
Proof.
  intros A O_ D L X Y m D_pos HX HY m_1 samples low high left right.
  replace (8 * D / sqrt (INR m)) with (2 * (4 * D / sqrt (INR m))) by (unfold Rdiv; ring).
  rewrite Rmax_swap. now apply (zhao_lemma_4_near O_ X).
Qed.

(** Lemma 4, second statement: each bin that is far to the right has little. *)
Theorem zhao_lemma4_far_right : forall (A : Type) (O_ : space A) (D L : R) (X Y : A -> R) (j m : nat),
  0 < D ->
  square_integrable O_ X ->
  square_integrable O_ Y ->
  (2 <= j)%nat ->
  (1 <= m)%nat ->
  mean_of_copies O_ Y X m ->
  almost_le O_ (fun w => - D) X ->
  almost_le O_ X (fun w => D) ->
  expectation O_ X <= L + 4 * D / sqrt (INR m) ->
  probability O_ (fun w => (L + 4 * D * INR j / sqrt (INR m) <= Y w) /\
    (Y w < L + 4 * (1 + INR j) * D / sqrt (INR m))) <= 2 * exp (- 8).
Proof.
  intros A O_ D L X Y j m D_pos HX HY j_2 m_1 samples low high right.
  replace (4 * D * INR j / sqrt (INR m)) with (INR j * (4 * D / sqrt (INR m))) by (unfold Rdiv; ring).
  replace (4 * (1 + INR j) * D / sqrt (INR m)) with ((INR j + 1) * (4 * D / sqrt (INR m))) by (unfold Rdiv; ring).
  now apply (zhao_lemma_4_far_right O_ X Y m D L).
Qed.

(** Lemma 4, second statement: the same to the left. *)
Theorem zhao_lemma4_far_left : forall (A : Type) (O_ : space A) (D L : R) (X Y : A -> R) (j m : nat),
  0 < D ->
  square_integrable O_ X ->
  square_integrable O_ Y ->
  (2 <= j)%nat ->
  (1 <= m)%nat ->
  mean_of_copies O_ Y X m ->
  almost_le O_ (fun w => - D) X ->
  almost_le O_ X (fun w => D) ->
  L <= expectation O_ X ->
  probability O_ (fun w => (L - 4 * D * INR j / sqrt (INR m) <= Y w) /\
    (Y w < L + 4 * (1 - INR j) * D / sqrt (INR m))) <= 2 * exp (- 8).
Proof.
  intros A O_ D L X Y j m D_pos HX HY j_2 m_1 samples low high left.
  replace (4 * D * INR j / sqrt (INR m)) with (INR j * (4 * D / sqrt (INR m))) by (unfold Rdiv; ring).
  replace (4 * (1 - INR j) * D / sqrt (INR m)) with ((1 - INR j) * (4 * D / sqrt (INR m))) by (unfold Rdiv; ring).
  now apply (zhao_lemma_4_far_left O_ X Y m D L).
Qed.

(** Lemma 6, corrected: the cut has the logarithm of K n, which makes its bias small. *)
Theorem zhao_lemma6 : forall (A : Type) (O_ : space A) (D K L : R) (W X Y : A -> R) (epsilon : R) (m : nat)
  (muhat : A -> R) (n : nat) (t : R) (h : nat),
  0 < D ->
  1 <= K ->
  square_integrable O_ W ->
  square_integrable O_ X ->
  square_integrable O_ Y ->
  0 < epsilon ->
  (1 <= m)%nat ->
  square_integrable O_ muhat ->
  (2 <= n)%nat ->
  0 <= t ->
  INR n / 2 = INR h ->
  mean_of_copies O_ muhat (fun w => Rmin (Rmax (Y w) (L - D * sqrt (ln (K * INR n) / INR m)))
    (L + 12 * D / sqrt (INR m) + D * sqrt (ln (K * INR n) / INR m)) + W w) h ->
  laplace_noise O_ W ((12 * D / sqrt (INR m) + 2 * D * sqrt (ln (K * INR n) / INR m)) / epsilon) ->
  mean_of_copies O_ Y X m ->
  almost_le O_ (fun w => - D) X ->
  almost_le O_ X (fun w => D) ->
  L <= expectation O_ X ->
  expectation O_ X <= L + 12 * D / sqrt (INR m) ->
  independent O_ (fun w => Rmin (Rmax (Y w) (L - D * sqrt (ln (K * INR n) / INR m)))
    (L + 12 * D / sqrt (INR m) + D * sqrt (ln (K * INR n) / INR m))) W ->
  4 * D * sqrt 2 * sqrt PI / sqrt (K * INR m * INR n) <= t ->
  t <= (12 * D / sqrt (INR m) + 2 * D * sqrt (ln (K * INR n) / INR m)) * sqrt 2 ->
  probability O_ (fun w => t <= Rabs (muhat w - expectation O_ X)) <=
    2 * exp (- ((t - 4 * D * sqrt 2 * sqrt PI / sqrt (K * INR m * INR n)) ^ 2 * INR n /
      ((1 + 16 / epsilon ^ 2) * (12 * D / sqrt (INR m) + 2 * D * sqrt (ln (K * INR n) / INR m)) ^ 2))).
Proof.
  intros A O_ D K L W X Y epsilon m muhat n t h D_pos K_1 HW HX HY e_pos m_1 HE n_2 _ half.
  destruct (half_of n h n_2 half) as [-> h_1].
  replace (12 * D / sqrt (INR m) + 2 * D * sqrt (ln (K * (2 * INR h)) / INR m))
    with (2 * (D * sqrt (ln (K * (2 * INR h)) / INR m)) + 12 * D / sqrt (INR m)) by ring.
  replace (4 * D * sqrt 2) with (4 * sqrt 2 * D) by ring.
  rewrite (Rmult_comm (_ + _) (sqrt 2)), (Rmult_comm (_ ^ 2) (2 * INR h)).
  set (upper := L + 12 * D / sqrt (INR m) + _). set (lower := L - _).
  replace (fun w => Rmin (Rmax (Y w) lower) upper) with (fun w => Rmin upper (Rmax (Y w) lower))
    by (apply functional_extensionality; intros w; apply Rmin_comm).
  replace (fun w => Rmin (Rmax (Y w) lower) upper + W w) with (fun w => W w + Rmin upper (Rmax (Y w) lower))
    by (apply functional_extensionality; intros w; rewrite Rmin_comm; ring).
  intros messages noise samples low high left right apart least most.
  now apply (zhao_lemma_6 O_ X Y W muhat m h D L K epsilon t).
Qed.

(** ** On Theoretical Limits of Learning with Label Differential Privacy *)

(** Proposition 2, classification: what a choice costs beside the best. *)
Theorem label_prop2_classification : forall (A : Type) (O_ : space A) (Y c c_ eta eta_c : A -> R),
  square_integrable O_ Y ->
  square_integrable O_ c ->
  square_integrable O_ c_ ->
  square_integrable O_ eta ->
  almost_le O_ (fun _ => 0) eta ->
  almost_le O_ eta (fun _ => 1) ->
  square_integrable O_ eta_c ->
  almost_le O_ (fun _ => 0) eta_c ->
  almost_le O_ eta_c (fun _ => 1) ->
  chance_given O_ eta_c Y c ->
  largest_chance O_ eta Y c_ ->
  probability O_ (fun w => ~ (Y w = c w)) - probability O_ (fun w => ~ (Y w = c_ w)) =
    expectation O_ (fun w => eta w - eta_c w).
Proof.
  intros A O_ Y c c_ eta eta_c _ _ _ H_best _ _ H_chosen _ _.
  apply label_proposition_2_a; now apply square_integrable_integrable.
Qed.

(** Proposition 2, regression. *)
Theorem label_prop2_regression : forall (A : Type) (O_ : space A) (Y hateta eta : A -> R),
  square_integrable O_ Y ->
  square_integrable O_ hateta ->
  square_integrable O_ eta ->
  mean_given O_ eta Y hateta ->
  expectation O_ (fun w => (hateta w - Y w) ^ 2) - expectation O_ (fun w => (eta w - Y w) ^ 2) =
    expectation O_ (fun w => (hateta w - eta w) ^ 2).
Proof. intros A O_ Y hateta eta HY H_guess H_mean. now apply label_proposition_2_b. Qed.

(** Lemma 2: the bias of a label that is cut to [-T, T]. *)
Theorem label_lemma2 : forall (A : Type) (O_ : space A) (M_p T : R) (Y : A -> R) (p : R),
  0 < M_p ->
  0 < T ->
  square_integrable O_ Y ->
  2 <= p ->
  expectation_most O_ (fun w => raise (Rabs (Y w)) p) M_p ->
  Rabs (expectation O_ Y - expectation O_ (fun w => Rmin T (Rmax (Y w) (- T)))) <= M_p * raise T (1 - p) / (p - 1).
Proof.
  intros A O_ M_p T Y p _ T_pos HY p_2 moment.
  replace (fun w => Rmin T (Rmax (Y w) (- T))) with (fun w => Rmin T (Rmax (- T) (Y w)))
    by (apply functional_extensionality; intros w; f_equal; apply Rmax_comm).
  now apply label_lemma_2.
Qed.

(** ** Kent, Berrett, Yu: Rate Optimality and Phase Transition for User-Level Local Differential Privacy *)

(** Lemma 20, corrected: a random rotation spreads a vector over the coordinates, for gamma at most 98/100. *)
Theorem kent_lemma20 : forall (A : Type) (O_ : space A) (x x_0 : vector) (Y : A -> R) (d : nat) (gamma : R),
  finite_vector x ->
  finite_vector x_0 ->
  square_integrable O_ Y ->
  (1 <= d)%nat ->
  0 < gamma ->
  gamma <= (49 / 50) ->
  (in_space d x /\ in_space d x_0 /\ rotated_difference O_ Y x x_0 d) ->
  probability O_ (fun w => 10 * euclidean_norm (vector_minus x x_0) * sqrt (- ln gamma) / sqrt (INR d) < Rabs (Y w)) <=
    gamma.
Proof.
  intros A O_ x x_0 Y d gamma _ _ _ d_1 g_0 g_1 (x_in & x_0_in & rotated).
  assert (length : euclidean_norm (vector_minus x x_0) = euclidean d (fun k => x k - x_0 k)).
  { apply norm_in_space. intros k le. unfold vector_minus. rewrite x_in, x_0_in by exact le. ring. }
  rewrite length, (Rmult_assoc 10), (Rmult_comm (euclidean _ _)), <- Rmult_assoc. now apply kent_lemma_20.
Qed.

(** Lemma 27: the norm of a mean of vectors whose norms have a sub-Gaussian tail. *)
Theorem kent_lemma27 : forall (A : Type) (O_ : space A) (S_ W : A -> R) (d : nat) (gamma : R) (n : nat) (sigma : R),
  square_integrable O_ S_ ->
  almost_le O_ (fun _ => 0) S_ ->
  square_integrable O_ W ->
  almost_le O_ (fun _ => 0) W ->
  (1 <= d)%nat ->
  0 < gamma ->
  gamma < 1 ->
  (1 <= n)%nat ->
  0 < sigma ->
  norm_of_mean O_ S_ W n d ->
  tail_ratio_most O_ W sigma 2 ->
  1 - gamma <= probability O_ (fun w => S_ w <= 4 * sqrt 2 * sqrt (ln (2 * INR d / gamma) / INR n) * sigma).
Proof.
  intros A O_ S_ W d gamma n sigma _ _ HW W_0 d_1 g_0 g_1 n_1 s_pos mean tail.
  rewrite Rmult_assoc, (Rmult_comm (sqrt (_ / _))), <- Rmult_assoc.
  apply (kent_lemma_27 O_ S_ W); try assumption. now apply square_integrable_integrable.
Qed.

(** Lemma 27, as a tail. *)
Theorem kent_lemma27_tail : forall (A : Type) (O_ : space A) (S_ W : A -> R) (d : nat) (epsilon : R) (n : nat)
  (sigma : R),
  square_integrable O_ S_ ->
  almost_le O_ (fun _ => 0) S_ ->
  square_integrable O_ W ->
  almost_le O_ (fun _ => 0) W ->
  (1 <= d)%nat ->
  0 < epsilon ->
  (1 <= n)%nat ->
  0 < sigma ->
  norm_of_mean O_ S_ W n d ->
  tail_ratio_most O_ W sigma 2 ->
  probability O_ (fun w => epsilon <= S_ w) <= 2 * INR d * exp (- (epsilon ^ 2 * INR n / (32 * sigma ^ 2))).
Proof.
  intros A O_ S_ W d epsilon n sigma _ _ HW W_0 d_1 e_pos n_1 s_pos mean tail.
  apply (kent_lemma_27_tail O_ S_ W); try assumption. now apply square_integrable_integrable.
Qed.

(** ** zhao, again: the first stage, and both *)

(** The bins but the last are without their right ends; the last one has no right end here. *)
Lemma bit_of_bin {W} (P : space W) (Y : W -> R) (I_ : random_family W) (a b : nat -> R) (B : nat) :
  (forall k : nat, (1 <= k)%nat -> INR k <= INR B - 1 ->
    almost_eq P (fun w => I_ k w) (indicator (fun w => a k <= Y w /\ Y w < b k))) ->
  (forall k : nat, INR B - 1 < INR k -> (k <= B)%nat ->
    almost_eq P (fun w => I_ k w) (indicator (fun w => a k <= Y w))) ->
  forall k, (1 <= k <= B)%nat -> almost_eq P (I_ k) (indicator (fun w => a k <= Y w /\ (k = B \/ Y w < b k))).
Proof.
  intros inner last k [k_1 k_B]. assert (same : forall S T, (forall w, S w <-> T w) ->
    almost_eq P (I_ k) (indicator S) -> almost_eq P (I_ k) (indicator T)).
  { intros S T iff is. replace (indicator T) with (indicator S); [exact is |].
    apply functional_extensionality. intros w. destruct (Classical_Prop.classic (S w)) as [s | s].
    - rewrite !indicator_1; [reflexivity | now apply iff | exact s].
    - rewrite !indicator_0; [reflexivity | | exact s]. intros t. now apply s, iff. }
  destruct (Nat.eq_dec k B) as [-> | less].
  - apply same with (fun w => a B <= Y w); [intros w; tauto |].
    apply last; [lra | lia].
  - apply same with (fun w => a k <= Y w /\ Y w < b k); [intros w; tauto |].
    apply inner; [exact k_1 |]. assert (above : (k + 1 <= B)%nat) by lia. apply le_INR in above.
    rewrite plus_INR in above. simpl in above. lra.
Qed.

(** Lemma 2: the interval of the bin with the most votes holds the mean but with a small chance. *)
Theorem zhao_lemma2 : forall (A : Type) (O_ : space A) (I_ S_ V : random_family A) (B : nat) (D : R) (X Y : A -> R)
  (epsilon : R) (khat : A -> R) (m n h : nat),
  (forall k : nat, square_integrable O_ (I_ k)) ->
  (forall k : nat, almost_le O_ (fun _ => 0) (I_ k)) ->
  (forall k : nat, almost_le O_ (I_ k) (fun _ => 1)) ->
  (forall k : nat, square_integrable O_ (S_ k)) ->
  (forall k : nat, square_integrable O_ (V k)) ->
  (1 <= B)%nat ->
  0 < D ->
  square_integrable O_ X ->
  square_integrable O_ Y ->
  0 < epsilon ->
  square_integrable O_ khat ->
  (1 <= m)%nat ->
  (2 <= n)%nat ->
  INR n / 2 = INR h ->
  mean_of_copies O_ Y X m ->
  almost_le O_ (fun w => - D) X ->
  almost_le O_ X (fun w => D) ->
  (forall k : nat, (1 <= k)%nat -> INR k <= INR B - 1 -> almost_eq O_ (fun w => I_ k w)
    (indicator (fun w => (4 * (INR k - 1) * D / sqrt (INR m) - D <= Y w) /\
      (Y w < 4 * (INR k - 1) * D / sqrt (INR m) + 4 * D / sqrt (INR m) - D)))) ->
  (forall k_ : nat, INR B - 1 < INR k_ -> (k_ <= B)%nat -> almost_eq O_ (fun w => I_ k_ w)
    (indicator (fun w => 4 * (INR k_ - 1) * D / sqrt (INR m) - D <= Y w))) ->
  (forall k : nat, (1 <= k)%nat -> (k <= B)%nat -> mean_of_copies O_ (fun w => S_ k w) (fun w => V k w + I_ k w) h) ->
  (forall k_ : nat, (1 <= k_)%nat -> (k_ <= B)%nat -> independent O_ (fun w => I_ k_ w) (fun w => V k_ w)) ->
  (forall k : nat, (1 <= k)%nat -> (k <= B)%nat -> laplace_noise O_ (fun w => V k w) (2 / epsilon)) ->
  winner O_ khat S_ B ->
  sqrt (INR m) / 2 <= INR B ->
  INR B < 1 + sqrt (INR m) / 2 ->
  1 - sqrt (INR m) * exp (- (Rmin 1 (epsilon ^ 2) * INR n / 2007)) <=
    probability O_ (fun w => (4 * (khat w - 2) * D / sqrt (INR m) - D <= expectation O_ X) /\
      (expectation O_ X <= 4 * (1 + khat w) * D / sqrt (INR m) - D)).
Proof.
  intros A O_ I_ S_ V B D X Y epsilon khat m n h HI _ _ HS HV _ D_pos HX HY e_pos _ m_1 n_2 half samples low high
    inner last votes apart noise best covers few.
  destruct (half_of n h n_2 half) as [-> h_1]. pose proof (bit_of_bin O_ Y I_ _ _ B inner last) as bits.
  rewrite (Rmult_comm (Rmin _ _)).
  replace (fun w => 4 * (khat w - 2) * D / sqrt (INR m) - D <= expectation O_ X /\
      expectation O_ X <= 4 * (1 + khat w) * D / sqrt (INR m) - D)
    with (fun w => 4 * D / sqrt (INR m) * (khat w - 2) - D <= expectation O_ X /\
      expectation O_ X <= 4 * D / sqrt (INR m) * (khat w + 1) - D)
    by (apply functional_extensionality; intros w; f_equal; f_equal; unfold Rdiv; ring).
  apply (zhao_lemma_2 O_ X Y khat I_ V S_ D epsilon m h B); try assumption; try lra.
  - intros k K. replace (- D + (INR k - 1) * (4 * D / sqrt (INR m))) with (4 * (INR k - 1) * D / sqrt (INR m) - D)
      by (unfold Rdiv; ring).
    replace (4 * (INR k - 1) * D / sqrt (INR m) - D + 4 * D / sqrt (INR m))
      with (4 * (INR k - 1) * D / sqrt (INR m) + 4 * D / sqrt (INR m) - D) by ring.
    now apply bits.
  - intros k K. now apply votes.
  - intros k K. now apply apart.
  - intros k K. now apply noise.
Qed.

(** Theorem 1: the risk of Algorithm 1 at a law on [-D, D]. *)
Theorem zhao_thm1_upper : forall (A : Type) (O_ : space A) (I_ S_ V muhat : random_family A) (B : nat) (D : R)
  (W X Y : A -> R) (epsilon : R) (khat : A -> R) (m n h : nat),
  (forall k : nat, square_integrable O_ (I_ k)) ->
  (forall k : nat, almost_le O_ (fun _ => 0) (I_ k)) ->
  (forall k : nat, almost_le O_ (I_ k) (fun _ => 1)) ->
  (forall k : nat, square_integrable O_ (S_ k)) ->
  (forall k : nat, square_integrable O_ (V k)) ->
  (forall k : nat, square_integrable O_ (muhat k)) ->
  (1 <= B)%nat ->
  0 < D ->
  square_integrable O_ W ->
  square_integrable O_ X ->
  square_integrable O_ Y ->
  0 < epsilon ->
  square_integrable O_ khat ->
  (1 <= m)%nat ->
  (2 <= n)%nat ->
  square_integrable O_ (fun w => muhat (place (khat w)) w) ->
  INR n / 2 = INR h ->
  mean_of_copies O_ Y X m ->
  almost_le O_ (fun w => - D) X ->
  almost_le O_ X (fun w => D) ->
  (forall k : nat, (1 <= k)%nat -> INR k <= INR B - 1 -> almost_eq O_ (fun w => I_ k w)
    (indicator (fun w => (4 * (INR k - 1) * D / sqrt (INR m) - D <= Y w) /\
      (Y w < 4 * (INR k - 1) * D / sqrt (INR m) + 4 * D / sqrt (INR m) - D)))) ->
  (forall k_ : nat, INR B - 1 < INR k_ -> (k_ <= B)%nat -> almost_eq O_ (fun w => I_ k_ w)
    (indicator (fun w => 4 * (INR k_ - 1) * D / sqrt (INR m) - D <= Y w))) ->
  (forall k : nat, (1 <= k)%nat -> (k <= B)%nat -> mean_of_copies O_ (fun w => S_ k w) (fun w => V k w + I_ k w) h) ->
  (forall k_ : nat, (1 <= k_)%nat -> (k_ <= B)%nat -> independent O_ (fun w => I_ k_ w) (fun w => V k_ w)) ->
  (forall k : nat, (1 <= k)%nat -> (k <= B)%nat -> laplace_noise O_ (fun w => V k w) (2 / epsilon)) ->
  winner O_ khat S_ B ->
  sqrt (INR m) / 2 <= INR B ->
  INR B < 1 + sqrt (INR m) / 2 ->
  (forall k_ : nat, (1 <= k_)%nat -> (k_ <= B)%nat -> mean_of_copies O_ (fun w => muhat k_ w)
    (fun w => Rmin (4 * (1 + INR k_) * D / sqrt (INR m) + D * sqrt (ln (INR n) / INR m) - D)
      (Rmax (Y w) (4 * (INR k_ - 2) * D / sqrt (INR m) - D - D * sqrt (ln (INR n) / INR m))) + W w) h) ->
  (forall k : nat, (1 <= k)%nat -> (k <= B)%nat -> independent O_
    (fun w => Rmin (4 * (1 + INR k) * D / sqrt (INR m) + D * sqrt (ln (INR n) / INR m) - D)
      (Rmax (Y w) (4 * (INR k - 2) * D / sqrt (INR m) - D - D * sqrt (ln (INR n) / INR m)))) W) ->
  laplace_noise O_ W ((12 * D / sqrt (INR m) + 2 * D * sqrt (ln (INR n) / INR m)) / epsilon) ->
  independent_of_each O_ khat muhat ->
  6021 * ln (INR m) <= Rmin 1 (epsilon ^ 2) * INR n ->
  expectation O_ (fun w => (muhat (place (khat w)) w - expectation O_ X) ^ 2) <=
    9700 * (1 + ln (INR n) / epsilon ^ 2) * D ^ 2 / (INR m * INR n).
Proof.
  intros A O_ I_ S_ V muhat B D W X Y epsilon khat m n h HI _ _ HS HV HE _ D_pos HW HX HY e_pos _ m_1 n_2 picked half
    samples low high inner last votes apart vote_noise best covers few messages sent_apart noise stages users.
  destruct (half_of n h n_2 half) as [whole h_1]. rewrite whole in *.
  pose proof (bit_of_bin O_ Y I_ _ _ B inner last) as bits.
  assert (sent : forall k, (fun w => Rmin (4 * (1 + INR k) * D / sqrt (INR m) + D * sqrt (ln (2 * INR h) / INR m) - D)
      (Rmax (Y w) (4 * (INR k - 2) * D / sqrt (INR m) - D - D * sqrt (ln (2 * INR h) / INR m)))) =
    (fun w => Rmin (4 * D / sqrt (INR m) * (INR k + 1) - D + D * sqrt (ln (2 * INR h) / INR m))
      (Rmax (Y w) (4 * D / sqrt (INR m) * (INR k - 2) - D - D * sqrt (ln (2 * INR h) / INR m))))).
  { intros k. apply functional_extensionality. intros w. f_equal; [| f_equal]; unfold Rdiv; ring. }
  apply (zhao_theorem_1_upper O_ X Y khat W I_ V S_ muhat D epsilon m h B); try assumption; try lra.
  - intros k K. replace (- D + (INR k - 1) * (4 * D / sqrt (INR m))) with (4 * (INR k - 1) * D / sqrt (INR m) - D)
      by (unfold Rdiv; ring).
    replace (4 * (INR k - 1) * D / sqrt (INR m) - D + 4 * D / sqrt (INR m))
      with (4 * (INR k - 1) * D / sqrt (INR m) + 4 * D / sqrt (INR m) - D) by ring.
    now apply bits.
  - intros k K. now apply votes.
  - intros k K. now apply apart.
  - intros k K. now apply vote_noise.
  - intros k K. destruct K as [k_1 k_B]. specialize (messages k k_1 k_B). specialize (sent k).
    replace (fun w => W w + Rmin (4 * D / sqrt (INR m) * (INR k + 1) - D + D * sqrt (ln (2 * INR h) / INR m))
      (Rmax (Y w) (4 * D / sqrt (INR m) * (INR k - 2) - D - D * sqrt (ln (2 * INR h) / INR m))))
      with (fun w => Rmin (4 * (1 + INR k) * D / sqrt (INR m) + D * sqrt (ln (2 * INR h) / INR m) - D)
      (Rmax (Y w) (4 * (INR k - 2) * D / sqrt (INR m) - D - D * sqrt (ln (2 * INR h) / INR m))) + W w);
      [exact messages |].
    apply functional_extensionality. intros w. apply (f_equal (fun f => f w)) in sent. cbv beta in sent.
    rewrite sent. ring.
  - intros k [k_1 k_B]. rewrite <- sent. now apply sent_apart.
  - replace (3 * (4 * D / sqrt (INR m)) + 2 * (D * sqrt (ln (2 * INR h) / INR m)))
      with (12 * D / sqrt (INR m) + 2 * D * sqrt (ln (2 * INR h) / INR m)) by (unfold Rdiv; ring).
    exact noise.
  - intros k _. apply stages.
  - apply square_integrable_minus; [exact picked |]. apply square_integrable_bounded. bounded.
Qed.
