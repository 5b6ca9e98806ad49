(** * The nouns of Assouad's method

    What the calculus says of a family of laws on a cube: how well its vertices are told by messages, distances of the
    laws of messages at a vertex and beside it, and losses at a random vertex. Sums over all coordinates of a family
    are over those that it has. *)

From Foundations Require Export Nouns.
Import ListNotations.
Open Scope R_scope.

(** The numbers of the coordinates of a family. *)
Definition coordinates {A T} (P : parametric_family A T) := seq 1 (dimension P).

(** The law of all messages, each user with m draws of the law at a vertex. *)
Definition told_at {A B T U} (Z : method (list A) B T) (P : parametric_family A U) m v :=
  transcript_of Z (power (at_vertex P v) m).

(** ** A uniform vertex *)

(** The least average number of coordinates that are guessed wrong is at least r. *)
Definition wrong_bits_least {A B T U} (Z : method (list A) B T) (P : parametric_family A U) m k r :=
  hamming_at_least k (told_at Z P m) r.

(** The average over j of the total variation between the mixtures over the vertices of either sign at j. *)
Definition messages_TV_most {A B T U} (Z : method (list A) B T) (P : parametric_family A U) m k t :=
  mixture_TV_most k (told_at Z P m) t.

(** The average over j and v of the squared total variation at v and with v_j flipped. *)
Definition neighbours_TV2_most {A B T U} (Z : method (list A) B T) (P : parametric_family A U) m k q :=
  neighbour_TV2_most k (told_at Z P m) q.

(** ** Distances at a vertex *)

(** The sum over j of the squared Hellinger distances of P and Q j. *)
Definition H2_sum_most {A I} (l : list I) (P : law A) (Q : I -> law A) h := forall u a, 0 < a ->
  (forall j x, a <= u j x) -> (forall j, bounded (u j)) ->
  Sum l (fun j => 1 - (E P (u j) + E (Q j) (fun x => / u j x)) / 2) <= h.

(** Of all messages at v, and with v_j flipped. *)
Definition all_hellinger_most {A B T U} (Z : method (list A) B T) (P : parametric_family A U) m v h :=
  H2_sum_most (coordinates P) (transcript_of Z (power (P v) m))
    (fun j => transcript_of Z (power (P (turned_at v j)) m)) h.

(** Of one message. *)
Definition one_hellinger_most {A B U} (K : channel (list A) B) (P : parametric_family A U) m v h :=
  H2_sum_most (coordinates P) (bind (power (P v) m) K) (fun j => bind (power (P (turned_at v j)) m) K) h.

(** All messages of n users, where user i alone draws from Q. *)
Fixpoint transcript_but_one {A B} (Z : protocol A B) (P Q : law A) (i n : nat) : law (list B) :=
  match n with
  | O => ret []
  | S k => step (transcript_but_one Z P Q i k) (fun h => bind (if Nat.eqb (S k) i then Q else P) (Z h))
  end.

(** The sum over j and the users i of the squared Hellinger distances of all messages at v, and where user i alone draws
    from the law with v_j flipped. *)
Definition user_hellinger_most {A B T U} (Z : method (list A) B T) (P : parametric_family A U) m v h :=
  H2_sum_most (list_prod (coordinates P) (seq 1 (users Z))) (transcript_of Z (power (P v) m))
    (fun p => transcript_but_one (channels Z) (power (P v) m) (power (P (turned_at v (fst p))) m) (snd p) (users Z)) h.

(** ** A random vertex

    The mean of a loss, which is 0 or more, of the vertex and the messages: the loss is cut, as in [mean_most]. *)
Definition mean_at_random_most {B} (V : law (list bool)) (told : list bool -> law B) (cost : list bool -> B -> R) r :=
  forall c, E V (fun v => E (told v) (fun z => Rmin (cost v z) c)) <= r.

(** The distance of a parameter from that of a vertex. *)
Definition away {A T} (P : parametric_family A T) t v := metric (family_parameters P) t (parameter_at P v).

(** A vertex of the family's cube whose parameter is nearest to a parameter. *)
Definition nearest {A T} (P : parametric_family A T) t :=
  argmin (away P t) (repeat true (dimension P)) (vertices (dimension P)).

(** The expected loss of the estimate. *)
Definition own_cost {A B T} (Z : method (list A) B T) (P : parametric_family A T) (Phi : loss) v z :=
  loss_at Phi (away P (estimate Z z) v).
(** And of half the distance between the parameters of the nearest vertex and of the random one. *)
Definition nearest_cost {A B T} (Z : method (list A) B T) (P : parametric_family A T) (Phi : loss) v z :=
  loss_at Phi (away P (parameter_at P (nearest P (estimate Z z))) v / 2).

(** Counted where the vertex's law is in a class: whatever vertices with laws in the class are counted. *)
Definition counted_inside_most {A B T} (cost : list bool -> list B -> R) (Z : method (list A) B T)
    (P : parametric_family A T) m (V : law (list bool)) (F : parametric A T) r := forall inside : list bool -> bool,
  (forall v, inside v = true -> vertex_within P F v) ->
  mean_at_random_most V (told_at Z P m) (fun v z => if inside v then cost v z else 0) r.

Definition inside_loss_most {A B T} (Z : method (list A) B T) (P : parametric_family A T) m Phi V F r :=
  counted_inside_most (own_cost Z P Phi) Z P m V F r.
Definition inside_nearest_most {A B T} (Z : method (list A) B T) (P : parametric_family A T) m Phi V F r :=
  counted_inside_most (nearest_cost Z P Phi) Z P m V F r.
Definition nearest_loss_most {A B T} (Z : method (list A) B T) (P : parametric_family A T) m Phi V r :=
  mean_at_random_most V (told_at Z P m) (nearest_cost Z P Phi) r.

(** The expected number of coordinates in which the nearest vertex differs from the random one. *)
Definition nearest_wrong_most {A B T} (Z : method (list A) B T) (P : parametric_family A T) m (Phi : loss) V r :=
  mean_at_random_most V (told_at Z P m) (fun v z => distance (length v) v (nearest P (estimate Z z))) r.

(** No guess of the coordinates has a smaller expected number of wrong ones. *)
Definition least_wrong_least {A B T U} (Z : method (list A) B T) (P : parametric_family A U) m V r :=
  forall guess : nat -> list B -> R, (forall j, test (guess j)) -> forall b,
  mean_at_random_most V (told_at Z P m) (fun v z => Sum (below (length v)) (fun j => wrong (bit v j) (guess j z))) b ->
  r <= b.

(** The average over j of the expected squared total variation at a random vertex and with its coordinate j flipped. *)
Definition random_neighbours_TV2_most {A B T U} (Z : method (list A) B T) (P : parametric_family A U) m
    (V : law (list bool)) k q := forall f, (forall v j, test (f v j)) ->
  / INR k * Sum (below k) (fun j => E V (fun v =>
    (E (told_at Z P m v) (f v j) - E (told_at Z P m (flip j v)) (f v j)) ^ 2)) <= q.

(** The probability of a list of signs with independent coordinates, the j-th true with probability p j. *)
Fixpoint chance_of_signs (p : nat -> R) (v : list bool) : R :=
  match v with
  | [] => 1
  | b :: v' => (if b then p O else 1 - p O) * chance_of_signs (fun j => p (S j)) v'
  end.

Definition one_vertex (v w : list bool) : R := if list_eq_dec Bool.bool_dec w v then 1 else 0.

(** A random vertex has k coordinates, all independent, each of both signs with positive probability. *)
Definition independent_signs (V : law (list bool)) k := exists p : nat -> R, (forall j, 0 < p j < 1) /\
  forall v, In v (vertices k) -> E V (one_vertex v) = chance_of_signs p v.

(** ** Likelihood ratios

    Q has the density rho with respect to P: rho need not be bounded, so that a mean under P is the least bound on the
    means of what is cut. *)
Definition density {A} (P : law A) (rho : A -> R) (Q : law A) := (forall x, 0 <= rho x) /\
  forall g, bounded g -> (forall x, 0 <= g x) -> least_bound (mean_most P (fun x => rho x * g x)) (E Q g).

(** Each law of a family with a sign turned has a density with respect to the law itself. *)
Definition neighbours_dominated {A T} (P : parametric_family A T) := forall v j, In j (coordinates P) ->
  exists rho, density (P v) rho (P (turned_at v j)).

(** The laws of m draws with a sign turned, for those in l, have densities 1 + phi j at v. These have the mean 1: the
    mean of phi i phi j is 0 where that of the product of the two densities is 1, and that of (phi j)^2 is at most a
    where that of the density's square is at most 1 + a. *)
Definition orthogonal_at {A} (l : list nat) (F : laws_at_vertices A) m v a := exists rho : nat -> list A -> R,
  (forall j, In j l -> density (power (F v) m) (rho j) (power (F (turned_at v j)) m)) /\
  (forall i j, In i l -> In j l -> i <> j -> least_bound (mean_most (power (F v) m) (fun x => rho i x * rho j x)) 1) /\
  (forall j, In j l -> mean_most (power (F v) m) (fun x => rho j x * rho j x) (1 + a)).

Definition orthogonal_relative_changes {A} (F : laws_at_vertices A) d m a := forall v, orthogonal_at (seq 1 d) F m v a.
Definition orthogonal_fluctuations {A T} (P : parametric_family A T) m a := forall v,
  orthogonal_at (coordinates P) P m v a.

(** The mean under the law of m draws at v of the product of two likelihood ratios, and the largest mean of the square
    of one, less 1. *)
Definition ratio_product_most {A T} (P : parametric_family A T) m v i j r := exists rho sigma,
  density (power (P v) m) rho (power (P (turned_at v i)) m) /\
  density (power (P v) m) sigma (power (P (turned_at v j)) m) /\
  mean_most (power (P v) m) (fun x => rho x * sigma x) r.
Definition eta_squared_most {A T} (P : parametric_family A T) m e := forall v j, In j (coordinates P) ->
  ratio_product_most P m v j j (1 + e).

(** A family has k coordinates, and the ratios of one draw with different signs turned have a product of mean 1. *)
Definition uncorrelated {A T} (P : parametric_family A T) k := dimension P = k /\
  forall v i j, (1 <= i)%nat -> (i < j)%nat -> (j <= k)%nat -> least_bound (ratio_product_most P 1 v i j) 1.

(** ** Fluctuations of a message's density

    Let q z be the density of a message z given the data, m its mean under the law P of the data at v, and Q j the law
    of the data with v_j flipped. The integral of a^2/m is the supremum over g of 2 (integral of a g) - (integral of
    m g^2). With a = E[phi_j q], the integral of a g is the mean of g at Q j less that at P; with a = q - m it is that
    given the data less that at P, and g may depend on the data. *)
Definition fluctuations_most {A B T} (K : channel (list A) B) (P : parametric_family A T) m v c :=
  let told w := bind (power (P w) m) K in forall g : nat -> B -> R, (forall j, bounded (g j)) ->
  Sum (coordinates P) (fun j => 2 * (E (told (turned_at v j)) (g j) - E (told v) (g j))) <=
  c + Sum (coordinates P) (fun j => E (told v) (fun z => g j z ^ 2)).

Definition relative_variance_most {A B T} (K : channel (list A) B) (P : parametric_family A T) m v c :=
  let data := power (P v) m in let told := bind data K in forall g : list A -> B -> R, bounded2 g ->
  E data (fun x => 2 * (E (K x) (g x) - E told (g x))) <= c + E data (fun x => E told (fun z => g x z ^ 2)).

(** ** Means and classes at the vertices of a cube *)

Definition family_in {A} (F : laws_at_vertices A) (C : class A) d := forall v, In v (vertices d) ->
  member (F (vertex_of v)) C.

(** The mean at a vertex is so many times the vertex. *)
Definition means_at_vertices (F : laws_at_vertices vector) half d := forall v, In v (vertices d) ->
  has_mean_vector (F (vertex_of v)) (fun k => if lt_dec k d then half * sgn (bit v k) else 0).

(** The mean of the sum of the squared errors of all coordinates: that of any number of them is at most as large. *)
Definition worst_risk_of_all_coordinates_most {B} (Z : method (list vector) B vector) (C : class vector) m r :=
  forall d, worst_risk_of_vectors_most d Z C m r.

(** The vertices of a cube have d signs; what is beyond them is false. *)
Definition on_cube d (v : vertex) := forall k, (k = 0 \/ d < k)%nat -> v k = false.
Definition average_on_cube d (f : vertex -> R) := average d (fun v => f (vertex_of v)).
