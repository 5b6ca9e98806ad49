(** * What a law gives an event, and what is said of algorithms by it

    Events of data, laws given an event, tails of means; neighbours among data sets, privacy profiles. *)

From Coq Require Import ClassicalDedekindReals.
From Foundations Require Export Restriction Small Concentration Integrable.
Import ListNotations.
Open Scope R_scope.

(** What a law gives an event: the mean of its indicator. *)
Definition chance {A} (P : law A) (S : event A) := E P (indicator S).

Lemma chance_between {A} (P : law A) (S : event A) : 0 <= chance P S <= 1.
Proof. apply E_between. intros x. apply indicator_between. Qed.

(** ** Laws given an event *)

Definition holds {A} (S : event A) (x : A) : bool := if sig_not_dec (S x) then true else false.

(** A law given that its draw lies in a set, or the law itself where the set has no mass. *)
Definition law_given {A} (P : law A) (S : event A) : law A :=
  match Rlt_dec 0 (mass (holds S) P) with
  | left positive => restricted (holds S) P positive
  | right _ => P
  end.

(** Laws that are the same outside of a set. *)
Definition agree_off_set {A} (P Q : law A) (S : event A) := agree (holds S) P Q.

Lemma mass_is_chance {A} (P : law A) (S : event A) : mass (holds S) P = chance P S.
Proof. apply E_ext. intros x. unfold inside, holds, indicator. now destruct (sig_not_dec (S x)). Qed.

Lemma law_given_restricted {A} (P : law A) (S : event A) : 0 < chance P S ->
  exists positive, law_given P S = restricted (holds S) P positive.
Proof.
  intros pos. unfold law_given. destruct (Rlt_dec 0 (mass (holds S) P)) as [positive | none].
  - now exists positive.
  - rewrite mass_is_chance in none. contradiction.
Qed.

Lemma chances_agree {A} (P Q : law A) (S : event A) : agree_off_set P Q S -> chance P S = chance Q S.
Proof. intros same. rewrite <- !mass_is_chance. now apply masses_agree. Qed.

(** ** Means of draws *)

(** The chance that the mean of k draws of a law is at least t. *)
Definition tail_of_mean (P : law R) k t := chance (power P k) (fun draws => t <= total (fun x => x) k draws / INR k).

Lemma chance_mono {A} (P : law A) (S T : event A) : (forall x, S x -> T x) -> chance P S <= chance P T.
Proof.
  intros H. apply E_mono; try apply bounded_indicator.
  intros x. apply indicator_le; [apply indicator_between |]. intros s. rewrite indicator_1; auto with real.
Qed.

(** ** Algorithms

    On the data of any number of users; two data sets are neighbours where they differ in the data of one user. *)
Definition algorithm A B := list A -> law B.

Definition neighbouring {A} (x y : list A) :=
  exists before a b after, x = before ++ a :: after /\ y = before ++ b :: after.

(** The largest hockey-stick divergence of the answers on neighbours is at most d. *)
Definition profile_most {A B} (K : algorithm A B) e d :=
  0 <= d /\ forall x y, neighbouring x y -> hockey_stick_most (K x) (K y) e d.

(** ** Numbers within a factor of 2 *)

Definition within_two a b := a <= b <= 2 * a.
