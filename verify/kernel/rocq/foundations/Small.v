(** * Small facts of the calculus, each a line or two from the definitions *)

From Foundations Require Import Families Priors.
Import ListNotations.
Open Scope R_scope.

(** ** Channels *)

(* Fact: privacy *)
Lemma privacy {A B} (K : A -> law B) e x y : private e K -> ratio_most (K x) (K y) e.
Proof. intros H. apply H. Qed.

(* Fact: a mean is at most the largest *)
Lemma mean_at_most_the_largest {A B} (K : A -> law B) (P : law A) f c : bounded f ->
  (forall x, E (K x) f <= c) -> E (bind P K) f <= c.
Proof. intros F H. simpl. apply E_le; bounded. Qed.

(* Fact: a mean is at least the least *)
Lemma mean_at_least_the_least {A B} (K : A -> law B) (P : law A) f c : bounded f ->
  (forall x, c <= E (K x) f) -> c <= E (bind P K) f.
Proof. intros F H. simpl. apply E_ge; bounded. Qed.

(* Fact: hockey-stick divergence *)
Lemma hockey_stick_of_an_event {A} (P Q : law A) e d (S : A -> bool) : hockey_stick_most P Q e d ->
  E P (fun x => if S x then 1 else 0) <= exp e * E Q (fun x => if S x then 1 else 0) + d.
Proof. intros H. apply H. intros x. destruct (S x); lra. Qed.

(** Independent draws of two laws. *)
Definition joint {A B} (P : law A) (Q : law B) : law (A * B) := bind P (fun x => bind Q (fun y => ret (x, y))).

(* Fact: an independent part of both *)
Lemma independent_part_of_both {A B} (P Q : law A) (S : law B) e d :
  hockey_stick_most (joint P S) (joint Q S) e d <-> hockey_stick_most P Q e d.
Proof.
  split; intros H f F.
  - specialize (H (fun p => f (fst p)) (fun p => F (fst p))). simpl in H.
    now rewrite (E_ext P _ f), (E_ext Q _ f) in H by (intros; apply E_const).
  - simpl. apply (H (fun x => E S (fun y => f (x, y)))). intros x. apply E_between. intros y. apply F.
Qed.

(* Fact: users who do not interact *)
Lemma users_who_do_not_interact {A B} (K : A -> law B) e : private e K -> interactive e (fun _ : list B => K).
Proof. intros H h. exact H. Qed.

(* Fact: messages of an approximately private channel *)
Lemma messages_of_an_approximately_private_channel {A B} (K : A -> law B) e d (P Q : law A) :
  private_approximately e d K -> hockey_stick_most (bind P K) (bind Q K) e d.
Proof.
  intros H f F. simpl. apply E_le; bounded. intros x.
  rewrite <- (E_const Q d), <- E_scal, <- E_plus by bounded. apply E_ge; bounded. intros y. now apply H.
Qed.

(** ** Laws that agree off a set *)

Definition agree_off {A} (S : A -> bool) (P Q : law A) := forall f, bounded f -> (forall x, S x = true -> f x = 0) ->
  E P f = E Q f.

(* Fact: distance below a set's mass *)
Lemma distance_below_the_mass_of_a_set {A} (S : A -> bool) (P Q : law A) : agree_off S P Q ->
  TV_most P Q (E P (fun x => if S x then 1 else 0)).
Proof.
  intros H f F. pose proof (bounded_test f F) as B.
  assert (I : bounded (fun x => if S x then 1 else 0)) by bounded.
  assert (parts : forall L : law A, E L f = E L (fun x => if S x then f x else 0) + E L
      (fun x => if S x then 0 else f x)).
  { intros L. rewrite <- E_plus by bounded. apply E_ext. intros x. destruct (S x); ring. }
  rewrite (parts P), (parts Q).
  rewrite (H (fun x => if S x then 0 else f x)) by (bounded; intros x X; now rewrite X).
  assert (0 <= E Q (fun x => if S x then f x else 0))
    by (apply E_ge; bounded; intros x; specialize (F x); destruct (S x); lra).
  assert (E P (fun x => if S x then f x else 0) <= E P (fun x => if S x then 1 else 0)).
  { apply E_mono; bounded. intros x. specialize (F x). destruct (S x); lra. }
  lra.
Qed.

(** ** Signs *)

(* Fact: signs of both kinds: densities *)
Lemma densities_of_signs s S v k : (k < length v)%nat -> has_density (signs s S v) (sign_ratio s v k)
    (signs s S (flip k v)).
Proof. apply sign_ratio_density. Qed.

(* Fact: signs: ratios *)
Lemma ratios_of_signs s S v j k : (j < length v)%nat -> (k < length v)%nat -> j <> k ->
  E (signs s S v) (fun x => sign_ratio s v j x * sign_ratio s v k x) = 1.
Proof. apply (changes_of_signs s S v). Qed.

(* Fact: a sign turned: the square of the ratio *)
Lemma square_of_a_sign_ratio s S v k : (k < length v)%nat ->
  E (signs s S v) (fun x => sign_ratio s v k x * sign_ratio s v k x) = 1 + 2 * s ^ 2 / (1 + s) + 2 * s ^ 2 / (1 - s).
Proof.
  intros L. unfold sign_ratio.
  rewrite (E_ext _ _ (fun x => (fun c => turned s (bit v k) c ^ 2) (bit x k))) by (intros; ring).
  rewrite (mean_of_coordinate s S v k (fun c => turned s (bit v k) c ^ 2) L), turned_square by exact S. field. nra.
Qed.

(* Fact: signs within a cube *)
Lemma signs_within_a_cube s S D d v : 0 < D -> on (in_cube D d) (image (vector_of_signs D d) (signs s S v)).
Proof. apply signs_in_a_cube. Qed.

(** ** Biased signs *)

(* Fact: many ones *)
Lemma many_ones tau chance d least :
  E (biased_vertex tau chance d) (fun v => if Rle_dec least (Sum (below d) (fun k => if bit v k then 1 else 0)) then 1
      else 0) <=
  exp (- least * ln 2) * (1 + tau) ^ d.
Proof.
  set (ones := fun n v => Sum (below n) (fun k => if bit v k then 1 else 0)).
  assert (moment : forall n, E (biased_vertex tau chance n) (fun v => exp (ln 2 * ones n v)) = (1 + tau) ^ n).
  { induction n as [| n IH].
    - simpl. unfold ones. simpl. rewrite Rmult_0_r. apply exp_0.
    - assert (first : forall b v, exp (ln 2 * ones (S n) (b :: v)) = (if b then 2 else 1) * exp (ln 2 * ones n v)).
      { intros b v. unfold ones. rewrite Sum_below_succ. unfold bit at 1. simpl nth.
        change (Sum (below n) (fun k => if bit (b :: v) (S k) then 1 else 0))
          with (Sum (below n) (fun k => if bit v k then 1 else 0)).
        destruct b; [| now rewrite Rplus_0_l, Rmult_1_l].
        rewrite Rmult_plus_distr_l, Rmult_1_r, exp_plus, exp_ln by lra. reflexivity. }
      rewrite E_biased_vertex, !(E_ext (biased_vertex tau chance n) (fun v => exp (ln 2 * ones (S n) (_ :: v))) _
          (first _)).
      rewrite !biased_vertex_scal, IH. simpl. ring. }
  rewrite <- (moment d), <- biased_vertex_scal. apply biased_vertex_le. intros v _. fold (ones d v).
  rewrite <- exp_plus. pose proof (exp_pos (- least * ln 2 + ln 2 * ones d v)).
  destruct (Rle_dec least (ones d v)) as [many |]; [| lra].
  rewrite <- exp_0 at 1. apply exp_le. assert (0 < ln 2) by (rewrite <- ln_1; apply ln_increasing; lra). nra.
Qed.
