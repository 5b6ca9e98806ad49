(** * The nouns of the calculus

    What the statements of the ledger speak of, in the words of this library: the exporter writes each statement over
    the definitions of this file and of those before it. *)

From Foundations Require Export Testing Classes Bassily Mixtures Priors.
Import ListNotations.
Open Scope R_scope.

Definition channel A B := A -> law B.

(** The number of which the others are larger, or smaller: a divergence itself, where its bounds are known. *)
Definition least_bound (bounds : R -> Prop) x := bounds x /\ forall y, bounds y -> x <= y.
Definition largest_bound (bounds : R -> Prop) x := bounds x /\ forall y, bounds y -> y <= x.

(** ** Classes of laws *)

Definition class A := law A -> Prop.
Definition member {A} (P : law A) (F : class A) := F P.

(** All laws whose mass lies in S: what a function is elsewhere does not matter to its mean. *)
Definition lives_on {A} (S : A -> Prop) : class A := fun P => forall f g, bounded f -> bounded g ->
  (forall x, S x -> f x = g x) -> E P f = E P g.

Lemma finite_lives_on {A} (S : A -> Prop) P : on S P -> lives_on S P.
Proof.
  intros (masses & inside & _ & mean) f g _ _ same. rewrite !mean. apply Sum_ext_in. intros p H.
  destruct (inside p H). now rewrite same.
Qed.

(** The laws on [a, b]. *)
Definition laws_on a b : class R := lives_on (fun x => a <= x <= b).

(** The mean of a law on a bounded set: any interval that holds the law gives the same number. *)
Definition has_mean (P : law R) mu := exists D, laws_on (- D) D P /\ mu = mean D P.

(** Laws of vectors: on a ball of the l_p norm, on a cube, and their means. *)
Definition laws_on_ball p D d : class vector := lives_on (in_ball p D d).
Definition laws_on_cube D d : class vector := lives_on (in_cube D d).
Definition has_mean_vector (P : law vector) mu := exists D,
  lives_on (fun x => forall k, - D <= x k <= D) P /\ mu = mean_vector D P.

(** ** Protocols with their estimates

    So many users in turn, each with a channel that may depend on the earlier messages, and an estimate from all
    messages: what the calculus calls a protocol. *)
Record method A B T := Method { users : nat; channels : protocol A B; estimate : list B -> T }.
Arguments users {A B T}.
Arguments channels {A B T}.
Arguments estimate {A B T}.

(** All messages, where each user's data is a draw of P. *)
Definition transcript_of {A B T} (Z : method A B T) (P : law A) := transcript (channels Z) P (users Z).

Definition users_in_turn {A B T} (Z : method A B T) n eps := users Z = n /\ interactive eps (channels Z).

(** The mean squared error of the estimate of the mean is at most r at each law of a class, each user with m draws. *)
Definition worst_risk_most {B} (Z : method (list R) B R) (F : class R) (m : nat) r := forall P mu, F P ->
  has_mean P mu ->
  mean_most (transcript_of Z (power P m)) (fun z => (estimate Z z - mu) ^ 2) r.

(** The same for vectors: the sum of the squared errors of d coordinates. *)
Definition worst_risk_of_vectors_most {B} d (Z : method (list vector) B vector) (F : class vector) (m : nat) r :=
  forall P mu, F P -> has_mean_vector P mu ->
  mean_most (transcript_of Z (power P m)) (fun z => squared_distance d (estimate Z z) mu) r.

(** A bound on the minimax risk is one on the risk of each such protocol. *)
Lemma risk_of_each_method (D eps x : R) (n m : nat) : minimax_at_least (on_interval D) (squared_error D) n m eps x ->
  forall B (Z : method (list R) B R), users_in_turn Z n eps ->
  forall r, worst_risk_most Z (laws_on (- D) D) m r -> x <= r.
Proof.
  intros H B Z [<- private_users] r risk. apply (H B (channels Z) (estimate Z) r private_users).
  intros P finite_P. pose proof (finite_lives_on _ _ finite_P) as inside.
  apply (risk P (mean D P) inside). now exists D.
Qed.

Lemma risk_of_each_method_of_vectors (S : vector -> Prop) D d (eps x : R) (n m : nat) :
  (forall v, S v -> forall k, - D <= v k <= D) ->
  minimax_at_least (on S) (squared_error_of_vector D d) n m eps x ->
  forall B (Z : method (list vector) B vector), users_in_turn Z n eps ->
  forall r, worst_risk_of_vectors_most d Z (lives_on S) m r -> x <= r.
Proof.
  intros inside H B Z [<- private_users] r risk. apply (H B (channels Z) (estimate Z) r private_users).
  intros P finite_P. pose proof (finite_lives_on _ _ finite_P) as on_S.
  apply (risk P (mean_vector D P) on_S). exists D. split; [| reflexivity].
  intros f g F G same. apply on_S; [exact F | exact G |]. intros v v_in. apply same. now apply inside.
Qed.

(** ** Vertices

    Signs with numbers from 1, and a law at each vertex of a cube. *)
Definition vertex := nat -> bool.
Definition turned_at (v : vertex) (k : nat) : vertex := fun i => if Nat.eqb i k then negb (v i) else v i.
Definition laws_at_vertices A := vertex -> law A.

(** A list of signs as a vertex; beyond the list all are false. *)
Definition vertex_of (v : list bool) : vertex := fun k => match k with O => false | S i => bit v i end.

(** ** Vectors

    A vector of R^d is 0 from the d-th coordinate on, so that its norm has no d. *)
Definition in_space d (x : vector) := forall k, (d <= k)%nat -> x k = 0.
Definition finite_vector (x : vector) := exists d, in_space d x.
Definition vector_minus (x y : vector) : vector := fun k => x k - y k.
Definition euclidean_norm (x : vector) := sqrt (Series (fun k => x k ^ 2)).

Lemma norm_in_space d x : in_space d x -> euclidean_norm x = sqrt (Sum (below d) (fun k => x k ^ 2)).
Proof.
  intros zero. unfold euclidean_norm. f_equal. apply is_series_unique.
  assert (sums : forall n, sum_n (fun k => x k ^ 2) n = Sum (below (S n)) (fun k => x k ^ 2)).
  { induction n as [| n IH]; [rewrite sum_O; unfold below; simpl; ring |].
    rewrite sum_Sn, IH. unfold below. rewrite (seq_S (S n)), Sum_app. simpl. unfold plus. simpl. ring. }
  change (is_lim_seq (sum_n (fun k => x k ^ 2)) (Sum (below d) (fun k => x k ^ 2))).
  apply is_lim_seq_ext_loc with (fun _ => Sum (below d) (fun k => x k ^ 2)); [| apply is_lim_seq_const].
  exists d. intros n le. rewrite sums. replace (S n) with (d + (S n - d))%nat by lia.
  unfold below. rewrite seq_app, Sum_app, (Sum_ext_in (seq (0 + d) _) _ (fun _ => 0)); [rewrite Sum_const; ring |].
  intros k inside. apply in_seq in inside. rewrite zero by lia. ring.
Qed.

(** ** Messages on samples

    Samples are numbered from 1. A message on each, in turn, by channels that may depend on the earlier messages; or one
    message, on a sample that is drawn from all, each as likely. *)
Definition data_set A := nat -> A.
Definition items A B := nat -> list B -> channel A B.

Fixpoint told_of_each {A B} (Z : items A B) (X : data_set A) (m : nat) : law (list B) :=
  match m with
  | O => ret []
  | S k => step (told_of_each Z X k) (fun h => Z (S k) h (X (S k)))
  end.

Lemma equal_weights k : is_weight (seq 1 (S k)) (fun _ => / INR (S k)).
Proof.
  assert (pos : 0 < INR (S k)) by (apply lt_0_INR; lia). split.
  - intros _. left. now apply Rinv_0_lt_compat.
  - rewrite Sum_const, seq_length. field. lra.
Qed.

Definition one_of (m : nat) : law nat :=
  match m with
  | O => ret 1%nat
  | S k => finite (seq 1 (S k)) (fun _ => / INR (S k)) (equal_weights k)
  end.

Definition told_of_one {A B} (K : channel A B) (X : data_set A) (m : nat) : law B := bind (one_of m) (fun i => K (X i)).

(** A ball lies in the cube of its radius. *)
Lemma ball_in_cube p D d v : 0 < D -> 0 < p -> in_ball p D d v -> forall k, - D <= v k <= D.
Proof.
  intros D_pos p_pos [zero small] k. destruct (Compare_dec.le_lt_dec d k) as [off | inside].
  { rewrite zero by exact off. lra. }
  assert (pos : forall x, 0 <= power_of p x).
  { intros x. unfold power_of. destruct (Req_EM_T x 0); [lra |]. left. apply exp_pos. }
  assert (one : power_of p (v k) <= Rpower D p).
  { eapply Rle_trans; [| exact small]. clear zero small.
    induction d as [| d IH]; [lia |]. unfold below in *. rewrite seq_S, Sum_app. simpl.
    destruct (Nat.eq_dec k d) as [-> |].
    - assert (0 <= Sum (seq 0 d) (fun j => power_of p (v j))) by (apply Sum_ge_0; auto). lra.
    - specialize (IH ltac:(lia)). pose proof (pos (v d)). lra. }
  unfold power_of in one. destruct (Req_EM_T (v k) 0) as [-> | nonzero]; [lra |].
  assert (Rabs (v k) <= D).
  { destruct (Rle_dec (Rabs (v k)) D) as [| far]; [assumption | exfalso].
    assert (larger : D < Rabs (v k)) by lra. unfold Rpower in one.
    apply (ln_increasing D (Rabs (v k)) D_pos) in larger.
    assert (exp (p * ln D) < exp (p * ln (Rabs (v k)))) by (apply exp_increasing; nra). lra. }
  now apply Rabs_le_between.
Qed.

(** ** Excess risks

    The expected excess risk of a parameter, drawn from M, is at most b for all losses that are convex and L-Lipschitz
    on the ball of radius r at each sample that P may give. Losses are bounded: on the ball a loss differs from its
    value at the centre by L r at most, and what only depends on the sample cancels in an excess. *)
Definition excess_of_losses_most {A} d r L (M : law A) (parameter : A -> vector) (P : law vector) b :=
  forall (S : vector -> Prop) (f : vector -> vector -> R), lives_on S P ->
  (forall x, S x -> convex_lipschitz r L d (fun theta => f theta x)) ->
  (exists c, forall theta x, Rabs (f theta x) <= c) -> excess_most r d M parameter P f b.

(** For all laws of the data, of each user with m draws: of a protocol, and of an algorithm that gets all data. *)
Definition worst_excess_most {B} d m r L (Z : method (list vector) B vector) b :=
  forall P, excess_of_losses_most d r L (transcript_of Z (power P m)) (estimate Z) P b.
Definition algorithm_excess_most n m d r L (K : channel (list (list vector)) vector) b :=
  forall P, excess_of_losses_most d r L (bind (power (power P m) n) K) (fun theta => theta) P b.

(** ** Losses of a distance

    Points at distance 0 may be distinct: a metric is one such distance. A space has a point: no estimate has its values
    in the empty set. *)
Record metric_space T := Metric_space {
  some_place : T;
  metric : T -> T -> R;
  metric_zero : forall x, metric x x = 0;
  metric_sym : forall x y, metric x y = metric y x;
  metric_triangle : forall x y z, metric x z <= metric x y + metric y z
}.
Arguments some_place {T}.
Arguments metric {T}.

(** A loss does not fall as the distance grows. Distances are 0 or more: what it is below 0 does not matter. *)
Record loss := Loss {
  loss_at : R -> R;
  loss_ge_0 : forall x, 0 <= loss_at x;
  loss_rises : forall x y, x <= y -> loss_at x <= loss_at y
}.

(** A class of laws with parameters in a metric space: which laws have which parameter. *)
Record parametric A T := Parametric { parameter : law A -> T -> Prop; parameters : metric_space T }.
Arguments parameter {A T}.
Arguments parameters {A T}.

Definition parameters_are {A T} (F : parametric A T) (Theta : metric_space T) :=
  parameters F = Theta /\ forall t, exists P, parameter F P t.

(** Data that are the parameter itself. *)
Definition point_masses {T} (Theta : metric_space T) : parametric T T := Parametric T T (fun P t => P = ret t) Theta.

(** The expected loss of the distance from the estimate to the parameter is at most r at each law of the class; where
    there is none the largest is 0. *)
Definition worst_loss_most {A B T} (F : parametric A T) (m : nat) (Phi : loss) (Z : method (list A) B T) r :=
  0 <= r /\ forall P t, parameter F P t ->
  mean_most (transcript_of Z (power P m)) (fun z => loss_at Phi (metric (parameters F) (estimate Z z) t)) r.

(** The covering number is at least N: so many balls of the radius are needed to cover the space. *)
Definition covering_number_least {T} (Theta : metric_space T) radius N := forall centres : list T,
  (forall t, exists c, In c centres /\ metric Theta t c <= radius) -> N <= INR (length centres).

(** ** Families of laws on a cube

    A law and its parameter for each vertex of a cube: they depend on so many signs only. True is the sign 1. *)
Definition same_signs d (v w : vertex) := forall k, (1 <= k <= d)%nat -> v k = w k.

Record parametric_family A T := Parametric_family {
  laws_of : laws_at_vertices A;
  parameter_of : vertex -> T;
  family_parameters : metric_space T;
  dimension : nat;
  laws_agree : forall v w, same_signs dimension v w -> laws_of v = laws_of w;
  parameters_agree : forall v w, same_signs dimension v w -> parameter_of v = parameter_of w
}.
Arguments laws_of {A T}.
Arguments parameter_of {A T}.
Arguments family_parameters {A T}.
Arguments dimension {A T}.
Arguments laws_agree {A T}.
Arguments parameters_agree {A T}.

(** Its laws alone are a family too. *)
Coercion laws_of : parametric_family >-> laws_at_vertices.
Identity Coercion law_at : laws_at_vertices >-> Funclass.

Definition at_vertex {A T} (P : parametric_family A T) v := laws_of P (vertex_of v).
Definition parameter_at {A T} (P : parametric_family A T) v := parameter_of P (vertex_of v).

(** The law at a vertex is in a class, with its parameter. *)
Definition vertex_within {A T} (P : parametric_family A T) (F : parametric A T) v :=
  family_parameters P = parameters F /\ parameter F (at_vertex P v) (parameter_at P v).
Definition family_within {A T} (P : parametric_family A T) (F : parametric A T) := forall v, vertex_within P F v.

(** Half the distance of two parameters costs at least, or just, 2 half for each coordinate; just so on all k. *)
Definition parameters_apart {A T} (P : parametric_family A T) (Phi : loss) half k :=
  separated k (metric (family_parameters P)) (loss_at Phi) (parameter_at P) half.
Definition parameters_just_apart {A T} (P : parametric_family A T) (Phi : loss) half k :=
  dimension P = k /\ forall v w, In v (vertices k) -> In w (vertices k) ->
  loss_at Phi (metric (family_parameters P) (parameter_at P v) (parameter_at P w) / 2) = 2 * half * distance k v w.

(** Users who send their data as they are, and an estimate from all draws, whoever had which. *)
Definition decoder A T := list A -> T.
Definition all_data {A T} n (g : decoder A T) : method (list A) (list A) T :=
  Method (list A) (list A) T n (fun _ data => ret data) (fun data => g (concat data)).

(** The average over the coordinates of the total variation between the mixtures of all data over the vertices of either
    sign. *)
Definition data_TV_most {A T} n (P : parametric_family A T) m k t :=
  mixture_TV_most k (fun v => power (power (at_vertex P v) m) n) t.

(** Independent coordinates, each true with probability tau, cut to [0, 1]. *)
Lemma cut_chance tau : 0 <= Rmax 0 (Rmin tau 1) <= 1.
Proof. split; [apply Rmax_l | apply Rmax_lub; [lra | apply Rmin_r]]. Qed.

Definition biased_prior tau k : law (list bool) := biased_vertex (Rmax 0 (Rmin tau 1)) (cut_chance tau) k.

(** The probability that a random vertex's law is not in a class. *)
Definition outside_mass_most {A T} (V : law (list bool)) (P : parametric_family A T) (F : parametric A T) p :=
  exists inside : list bool -> bool, (forall v, inside v = true -> vertex_within P F v) /\
  E V (fun v => if inside v then 0 else 1) <= p.

(** The mean of a function of a random vertex given a coordinate. *)
Definition mean_at_bit (V : law (list bool)) j b f :=
  E V (fun v => if Bool.eqb (bit v j) b then f v else 0) / E V (fun v => if Bool.eqb (bit v j) b then 1 else 0).

(** The average over the coordinates of the total variation between the laws of all messages given either sign. *)
Definition conditional_TV_most {A B T} (Z : method (list A) B T) (P : parametric_family A T) m (V : law (list bool))
    k t := forall f, (forall j, test (f j)) ->
  / INR k * Sum (below k) (fun j => let told v := E (transcript_of Z (power (at_vertex P v) m)) (f j) in
    mean_at_bit V j true told - mean_at_bit V j false told) <= t.
