(** * The facts of the calculus about random reals

    As in [Facts]: what the calculus grants under each name, as the exporter writes it. *)

From Foundations Require Export Excess Laplace Signs Given.
Open Scope R_scope.


(** ** Expectations and variances *)

(** Linearity. *)
Theorem fact_expectation_of_a_linear_function : forall (A : Type) (O_ : space A) (X : A -> R) (a t : R),
  integrable O_ X ->
  expectation O_ (fun w => X w * a + t) = expectation O_ X * a + t.
Proof.
  intros A O X a t HX. rewrite <- expectation_linear by exact HX.
  apply expectation_ext. intros w. ring.
Qed.

(** Linearity, where the expectation may be infinite. *)
Theorem fact_expectation_of_a_multiple_finite_or_not : forall (A : Type) (O_ : space A) (U : A -> R) (b : R),
  quasi_integrable O_ U ->
  almost_le O_ (fun _ => 0) U ->
  0 < b ->
  (forall e : R, expectation_most O_ U e -> expectation_most O_ (fun w => U w * b) (b * e)) /\ (forall e_ : R,
    expectation_most O_ (fun w => U w * b) e_ -> exists e : R, expectation_most O_ U e /\ b * e <= e_).
Proof.
  intros A O U b HU _ B. replace (fun w => U w * b) with (fun w => b * U w).
  - split; intros e most; [now apply expectation_most_scal |].
    exists (e / b). replace (b * (e / b)) with e by (field; lra). split; [| lra].
    apply (expectation_most_scal O U b); [exact HU | exact B |]. now replace (b * (e / b)) with e by (field; lra).
  - apply functional_extensionality. intros w. ring.
Qed.

(** Linearity. *)
Theorem fact_expectation_of_a_sum : forall (A : Type) (O_ : space A) (X Y : A -> R),
  integrable O_ X ->
  integrable O_ Y ->
  expectation O_ (fun w => X w + Y w) = expectation O_ X + expectation O_ Y.
Proof. intros A O X Y HX HY. now apply expectation_sum. Qed.

(** Positivity of the expectation. *)
Theorem fact_expectation_is_monotone : forall (A : Type) (O_ : space A) (X Y : A -> R),
  integrable O_ X ->
  integrable O_ Y ->
  almost_le O_ X Y ->
  expectation O_ X <= expectation O_ Y.
Proof. intros A O X Y HX HY. now apply expectation_monotone. Qed.

(** Positivity of the expectation, where it may be infinite. *)
Theorem fact_expectation_is_monotone_finite_or_not : forall (A : Type) (O_ : space A) (U V : A -> R),
  quasi_integrable O_ U ->
  almost_le O_ (fun _ => 0) U ->
  quasi_integrable O_ V ->
  almost_le O_ (fun _ => 0) V ->
  almost_le O_ U V ->
  forall e : R, expectation_most O_ V e ->
  expectation_most O_ U e.
Proof. intros A O U V HU _ HV _ le e. now apply expectation_most_monotone. Qed.

(** Positivity of the expectation, in both directions. *)
Theorem fact_equal_random_reals : forall (A : Type) (O_ : space A) (X Y : A -> R),
  integrable O_ X ->
  integrable O_ Y ->
  almost_eq O_ X Y ->
  expectation O_ X = expectation O_ Y.
Proof. intros A O X Y HX HY. now apply expectation_equal. Qed.

(** Monotonicity, for both signs. *)
Theorem fact_size_of_an_expectation : forall (A : Type) (O_ : space A) (W X : A -> R),
  integrable O_ W ->
  integrable O_ X ->
  almost_le O_ X W ->
  almost_le O_ (fun w => - X w) W ->
  Rabs (expectation O_ X) <= expectation O_ W.
Proof. intros A O W X HW HX. now apply size_of_expectation. Qed.

(** Cauchy and Schwarz. *)
Theorem fact_Cauchy_and_Schwarz : forall (A : Type) (O_ : space A) (X Y : A -> R),
  square_integrable O_ X ->
  square_integrable O_ Y ->
  (expectation O_ (fun w => X w * Y w)) ^ 2 <= expectation O_ (fun w => (X w) ^ 2) * expectation O_ (fun w => (Y w) ^
    2).
Proof. intros A O X Y HX HY. now apply expectation_cauchy_schwarz. Qed.

(** Definition: E(X - a)^2 = (E X - a)^2 + Var X. *)
Theorem fact_bias_and_variance : forall (A : Type) (O_ : space A) (X : A -> R) (a : R),
  square_integrable O_ X ->
  expectation O_ (fun w => (X w - a) ^ 2) = (expectation O_ X - a) ^ 2 + variance O_ X.
Proof. intros A O X a HX. now apply bias_and_variance. Qed.

(** Definition. *)
Theorem fact_variance_of_a_linear_function : forall (A : Type) (O_ : space A) (X : A -> R) (a t : R),
  square_integrable O_ X ->
  variance O_ (fun w => X w * a + t) = a ^ 2 * variance O_ X.
Proof.
  intros A O X a t HX. rewrite <- (variance_of_linear O X a t) by exact HX.
  f_equal. apply functional_extensionality. intros w. ring.
Qed.

(** Definition: Var(X + Y) = Var X + Var Y where the covariance is 0. *)
Theorem fact_variance_of_a_sum_of_independents : forall (A : Type) (O_ : space A) (X Y : A -> R),
  square_integrable O_ X ->
  square_integrable O_ Y ->
  independent O_ X Y ->
  variance O_ (fun w => X w + Y w) = variance O_ X + variance O_ Y.
Proof. intros A O X Y HX HY. now apply variance_of_sum_of_independents. Qed.

(** Minkowski; |E X|^p <= E|X|^p by Jensen. *)
Theorem fact_moments_about_the_mean : forall (A : Type) (O_ : space A) (X : A -> R) (p : R),
  square_integrable O_ X ->
  1 <= p ->
  forall e : R, expectation_most O_ (fun w => raise (Rabs (X w)) p) e ->
  expectation_most O_ (fun w => raise (Rabs (X w - expectation O_ X)) p) (raise 2 p * e).
Proof.
  intros A O X p HX p_1 k.
  apply moments_about_the_mean; [now apply square_integrable_integrable | exact p_1].
Qed.

(** Jensen: Cover and Thomas 2006, Theorem 2.6.2, for |x|^(p/2). *)
Theorem fact_Lyapunov : forall (A : Type) (O_ : space A) (X : A -> R) (b p : R),
  square_integrable O_ X ->
  0 < b ->
  2 <= p ->
  expectation_most O_ (fun w => raise (Rabs (X w)) p) (raise b p) ->
  expectation O_ (fun w => (X w) ^ 2) <= b ^ 2.
Proof. intros A O X b p HX B p_2. now apply lyapunov. Qed.

(** ** Probabilities *)

(** Subadditivity. *)
Theorem fact_union_bound : forall (A : Type) (O_ : space A) (E_ F : event A),
  probability O_ (fun w => E_ w \/ F w) <= probability O_ (fun w => E_ w) + probability O_ (fun w => F w).
Proof. intros A O E F. apply union_bound. Qed.

(** Additivity. *)
Theorem fact_complement : forall (A : Type) (O_ : space A) (E_ : event A),
  probability O_ (fun w => ~ E_ w) = 1 - probability O_ (fun w => E_ w).
Proof. intros A O E. apply complement. Qed.

(** Markov. *)
Theorem fact_Markov : forall (A : Type) (O_ : space A) (X : A -> R) (t : R),
  integrable O_ X ->
  0 < t ->
  almost_le O_ (fun w => 0) X ->
  probability O_ (fun w => t <= X w) <= expectation O_ X / t.
Proof. intros A O X t HX T. now apply markov. Qed.

(** Chebyshev. *)
Theorem fact_Chebyshev : forall (A : Type) (O_ : space A) (X : A -> R) (t : R),
  square_integrable O_ X ->
  0 < t ->
  probability O_ (fun w => t <= Rabs (X w - expectation O_ X)) <= variance O_ X / t ^ 2.
Proof. intros A O X t HX T. now apply chebyshev. Qed.

(** ** Means of copies *)

(** Linearity. *)
Theorem fact_expectation_of_a_mean : forall (A : Type) (O_ : space A) (S_ X : A -> R) (m : nat),
  square_integrable O_ S_ ->
  square_integrable O_ X ->
  (1 <= m)%nat ->
  mean_of_copies O_ S_ X m ->
  expectation O_ S_ = expectation O_ X.
Proof. intros A O S X m HS HX some. now apply expectation_of_mean. Qed.

(** Definition: Var of the mean of m copies is Var/m. *)
Theorem fact_variance_of_a_mean_of_independents : forall (A : Type) (O_ : space A) (S_ X : A -> R) (m : nat),
  square_integrable O_ S_ ->
  square_integrable O_ X ->
  (1 <= m)%nat ->
  mean_of_copies O_ S_ X m ->
  variance O_ S_ = variance O_ X / INR m.
Proof. intros A O S X m HS HX some. now apply variance_of_mean. Qed.

(** Definition. *)
Theorem fact_a_mean_is_no_smaller_than_what_all_parts_are_at_least : forall (A : Type) (O_ : space A) (S_ X : A -> R)
  (b : R) (m : nat),
  square_integrable O_ S_ ->
  square_integrable O_ X ->
  (1 <= m)%nat ->
  mean_of_copies O_ S_ X m ->
  almost_le O_ (fun w => b) X ->
  almost_le O_ (fun w => b) S_.
Proof. intros A O S X b m HS HX some. now apply mean_at_least. Qed.

(** Definition. *)
Theorem fact_a_mean_is_no_larger_than_what_all_parts_are_at_most : forall (A : Type) (O_ : space A) (S_ X : A -> R) (b
  : R) (m : nat),
  square_integrable O_ S_ ->
  square_integrable O_ X ->
  (1 <= m)%nat ->
  mean_of_copies O_ S_ X m ->
  almost_le O_ X (fun w => b) ->
  almost_le O_ S_ (fun w => b).
Proof. intros A O S X b m HS HX some. now apply mean_at_most. Qed.

(** ** Cumulants and tails *)

(** Chernoff: Boucheron, Lugosi and Massart 2013, Section 2.2. *)
Theorem fact_Markov_for_an_exponential : forall (A : Type) (O_ : space A) (X : A -> R) (lambda t : R),
  square_integrable O_ X ->
  0 < lambda ->
  forall e : R, expectation_most O_ (fun w => exp (X w * lambda)) e ->
  probability O_ (fun w => t <= X w) <= e * exp (- (lambda * t)).
Proof.
  intros A O X lambda t _ L e most. apply markov_exponential; [exact L |].
  replace (fun w => exp (lambda * X w)) with (fun w => exp (X w * lambda)); [exact most |].
  apply functional_extensionality. intros w. f_equal. ring.
Qed.

(** Chernoff: Boucheron, Lugosi and Massart 2013, Section 2.2. *)
Theorem fact_Chernoff : forall (A : Type) (O_ : space A) (X : A -> R) (lambda t : R),
  square_integrable O_ X ->
  0 <= lambda ->
  forall k : R, CGF_most O_ X lambda k ->
  probability O_ (fun w => t <= X w - expectation O_ X) <= exp (k - lambda * t).
Proof. intros A O X lambda t _ L k. now apply chernoff. Qed.

(** Definition. *)
Theorem fact_scaled_variable : forall (A : Type) (O_ : space A) (X : A -> R) (c lambda : R),
  square_integrable O_ X ->
  (forall k : R, CGF_most O_ X (c * lambda) k -> CGF_most O_ (fun w => X w * c) lambda k) /\ (forall k : R, CGF_most
    O_ (fun w => X w * c) lambda k -> CGF_most O_ X (c * lambda) k).
Proof.
  intros A O X c lambda HX. replace (fun w => X w * c) with (fun w => c * X w).
  - apply CGF_of_scaled. now apply square_integrable_integrable.
  - apply functional_extensionality. intros w. ring.
Qed.

(** Boucheron, Lugosi and Massart 2013, Section 2.2. *)
Theorem fact_cumulants_add : forall (A : Type) (O_ : space A) (X Y : A -> R) (lambda : R),
  square_integrable O_ X ->
  square_integrable O_ Y ->
  independent O_ X Y ->
  (forall k : R, CGF_most O_ X lambda k -> forall k_ : R, CGF_most O_ Y lambda k_ -> CGF_most O_ (fun w => X w + Y w)
    lambda (k + k_)) /\ (forall k__ : R, CGF_most O_ (fun w => X w + Y w) lambda k__ -> exists k : R, CGF_most O_ X
    lambda k /\ (exists k_ : R, CGF_most O_ Y lambda k_ /\ k + k_ <= k__)).
Proof. intros A O X Y lambda HX HY. apply cumulants_add; now apply square_integrable_integrable. Qed.

(** Boucheron, Lugosi and Massart 2013, Section 2.2. *)
Theorem fact_cumulants_of_a_mean : forall (A : Type) (O_ : space A) (S_ X : A -> R) (lambda : R) (m : nat),
  square_integrable O_ S_ ->
  square_integrable O_ X ->
  (1 <= m)%nat ->
  mean_of_copies O_ S_ X m ->
  (forall k : R, CGF_most O_ X (lambda / INR m) k -> CGF_most O_ S_ lambda (k * INR m)) /\ (forall k_ : R, CGF_most O_
    S_ lambda k_ -> exists k : R, CGF_most O_ X (lambda / INR m) k /\ k * INR m <= k_).
Proof. intros A O S X lambda m HS HX some law. now apply cumulants_of_mean. Qed.

(** Hoeffding 1963, (4.16). *)
Theorem fact_Hoeffding_lemma : forall (A : Type) (O_ : space A) (X : A -> R) (a b lambda : R),
  square_integrable O_ X ->
  almost_le O_ (fun w => a) X ->
  almost_le O_ X (fun w => b) ->
  CGF_most O_ X lambda ((b - a) ^ 2 * lambda ^ 2 / 8).
Proof.
  intros A O X a b lambda HX low high. rewrite (Rmult_comm ((b - a) ^ 2)).
  apply hoeffding_lemma_for_reals; [now apply square_integrable_integrable | exact low | exact high].
Qed.

(** Hoeffding 1963, Theorem 2. *)
Theorem fact_Hoeffding : forall (A : Type) (O_ : space A) (S_ X : A -> R) (a b : R) (m : nat) (t : R),
  square_integrable O_ S_ ->
  square_integrable O_ X ->
  (1 <= m)%nat ->
  0 < t ->
  mean_of_copies O_ S_ X m ->
  almost_le O_ (fun w => a) X ->
  almost_le O_ X (fun w => b) ->
  a < b ->
  probability O_ (fun w => t <= Rabs (S_ w - expectation O_ X)) <= 2 * exp (- (2 * t ^ 2 * INR m / (b - a) ^ 2)).
Proof.
  intros A O S X a b m t HS HX some T law low high ab.
  replace (2 * t ^ 2 * INR m) with (2 * INR m * t ^ 2) by ring. now apply hoeffding.
Qed.

(** Hoeffding 1963, Theorem 2, integrated: the integral of e^(-u^2/2) beyond t is at most sqrt(pi/2) e^(-t^2/2). *)
Theorem fact_expected_excess : forall (A : Type) (O_ : space A) (S_ X : A -> R) (a b c lambda : R) (m : nat),
  square_integrable O_ S_ ->
  square_integrable O_ X ->
  0 <= lambda ->
  (1 <= m)%nat ->
  mean_of_copies O_ S_ X m ->
  almost_le O_ (fun w => a) X ->
  almost_le O_ X (fun w => b) ->
  a < b ->
  c ^ 2 = 1 ->
  expectation O_ (fun w => Rmax 0 ((S_ w - expectation O_ X) * c - lambda)) <= (b - a) * sqrt 2 * sqrt PI * exp (- (2
    * lambda ^ 2 * INR m / (b - a) ^ 2)) / (4 * sqrt (INR m)).
Proof.
  intros A O S X a b c lambda m HS HX L some law low high ab unit.
  pose proof (expected_excess O S X m a b lambda c some HS HX law low high ab L unit) as H.
  rewrite (expectation_ext O _ (fun w => Rmax 0 ((S w - expectation O X) * c - lambda))) in H
    by (intros w; f_equal; ring).
  eapply Rle_trans; [exact H | right].
  assert (0 < sqrt (INR m)) by (apply sqrt_lt_R0, lt_0_INR; lia). pose proof PI_RGT_0.
  replace (sqrt (PI / 2)) with (sqrt 2 * sqrt PI / 2).
  - replace (2 * lambda ^ 2 * INR m) with (2 * INR m * lambda ^ 2) by ring. field. lra.
  - rewrite <- sqrt_mult by lra. replace (PI / 2) with (2 * PI / 2 ^ 2) by field.
    rewrite sqrt_div, sqrt_pow2 by lra. reflexivity.
Qed.

(** Hoeffding 1963, Theorem 2. *)
Theorem fact_Hoeffding_for_random_signs : forall (A : Type) (O_ : space A) (Y : A -> R) (s t : R),
  square_integrable O_ Y ->
  0 <= s ->
  0 < t ->
  signed_sum O_ Y s ->
  probability O_ (fun w => s * t < Rabs (Y w)) <= 2 * exp (- (t ^ 2 / 2)).
Proof. intros A O Y s t _ size T signs. now apply hoeffding_for_signs. Qed.

(** ** Laplace noise *)

(** Symmetry. *)
Theorem fact_mean_of_Laplace_noise : forall (A : Type) (O_ : space A) (W : A -> R) (a b : R),
  square_integrable O_ W ->
  0 < b ->
  laplace_noise O_ W b ->
  expectation O_ (fun w => W w + a) = a.
Proof.
  intros A O W a b HW B noise. rewrite (expectation_ext O _ (fun w => a + W w)) by (intros w; ring).
  apply (laplace_mean O W b noise). now apply square_integrable_integrable.
Qed.

(** Second moment of the Laplace law. *)
Theorem fact_variance_of_Laplace_noise : forall (A : Type) (O_ : space A) (W : A -> R) (b : R),
  square_integrable O_ W ->
  0 < b ->
  laplace_noise O_ W b ->
  variance O_ W = 2 * b ^ 2.
Proof. intros A O W b HW B noise. now apply laplace_variance. Qed.

(** Moment generating function of the Laplace law. *)
Theorem fact_cumulants_of_Laplace_noise : forall (A : Type) (O_ : space A) (W : A -> R) (b lambda : R),
  square_integrable O_ W ->
  0 < b ->
  laplace_noise O_ W b ->
  b ^ 2 * lambda ^ 2 < 1 ->
  CGF_most O_ W lambda (- ln (1 - b ^ 2 * lambda ^ 2)) /\ (forall k : R, CGF_most O_ W lambda k -> - ln (1 - b ^ 2 *
    lambda ^ 2) <= k).
Proof.
  intros A O W b lambda HW B noise inside. apply laplace_cumulants; try assumption.
  now apply square_integrable_integrable.
Qed.

(** ** Means and chances given the features *)

(** Williams 1991, Section 9.7 (i), (j): the error is uncorrelated with what the features tell. *)
Theorem fact_tower_property : forall (B : Type) (O_ : space B) (A M Y : B -> R),
  square_integrable O_ A ->
  square_integrable O_ M ->
  square_integrable O_ Y ->
  mean_given O_ M Y A ->
  expectation O_ (fun w => (A w - M w) * Y w) = expectation O_ (fun w => (A w - M w) * M w).
Proof. intros B O A M Y HA HM HY given. rewrite tower_property by assumption. reflexivity. Qed.

(** Williams 1991, Section 9.7 (a), given the features and the other data. *)
Theorem fact_law_of_total_probability : forall (A : Type) (O_ : space A) (C H Y : A -> R),
  square_integrable O_ C ->
  square_integrable O_ H ->
  almost_le O_ (fun _ => 0) H ->
  almost_le O_ H (fun _ => 1) ->
  square_integrable O_ Y ->
  chance_given O_ H Y C ->
  probability O_ (fun w => Y w = C w) = expectation O_ H.
Proof.
  intros A O C H Y _ HH _ _ _ given.
  apply law_of_total_probability; [now apply square_integrable_integrable | exact given].
Qed.

(** Williams 1991, Section 9.7 (a), given the features. *)
Theorem fact_law_of_total_probability_for_the_likeliest_class : forall (A : Type) (O_ : space A) (C H Y : A -> R),
  square_integrable O_ C ->
  square_integrable O_ H ->
  almost_le O_ (fun _ => 0) H ->
  almost_le O_ H (fun _ => 1) ->
  square_integrable O_ Y ->
  largest_chance O_ H Y C ->
  probability O_ (fun w => Y w = C w) = expectation O_ H.
Proof.
  intros A O C H Y _ HH _ _ _ given.
  apply law_of_total_probability_likeliest; [now apply square_integrable_integrable | exact given].
Qed.
