(** * The nouns of the calculus: votes for the pieces of a cover

    kent Algorithm 1: each user sends the bits of the piece that holds the data, each bit kept or turned; the centre
    with the most votes is the estimate. *)

From Foundations Require Export Nouns_covers Polls.
Import ListNotations.
Open Scope R_scope.

(** Each of d bits is kept with probability p, cut to [0, 1], and turned else, all on their own. *)
Fixpoint flips (d : nat) (p : R) (x : list bool) : law (list bool) :=
  match d with
  | O => ret []
  | S e => bind (coin (Rmax 0 (Rmin p 1)) (cut_chance p)) (fun same =>
      bind (flips e p (tl x)) (fun rest => ret (Bool.eqb same (hd false x) :: rest)))
  end.

(** A channel that is applied to the code of its input. *)
Definition on_codes {A B} (K : channel (list bool) B) (c : code A) : channel A B := fun x => K (c x).

(** Users who all send one message by the same channel, and a decoder. *)
Definition all_by {A B T} (K : channel A (list B)) n (g : decoder (list B) T) : method A (list B) T :=
  Method A (list B) T n (fun _ => K) g.

(** The first of the places below N with the most votes. *)
Fixpoint most_voted (N : nat) (count : nat -> R) : nat :=
  match N with
  | O => O
  | S k => let best := most_voted k count in if Rlt_dec (count best) (count k) then k else best
  end.

Definition votes_for j (messages : list (list bool)) := Sum messages (fun m => if bit m j then 1 else 0).

(** The centre of the ball with the most votes. *)
Definition most_votes {T} (C : least_covers T) (Theta : metric_space T) radius : decoder (list bool) T := fun messages =>
  nth (most_voted (cover_size C Theta radius) (fun j => votes_for j messages)) (cover C Theta radius) (some_point C).

(** The largest distance is at most D. *)
Definition diameter_most {T} (Theta : metric_space T) D := forall x y, metric Theta x y <= D.

(** A loss at the largest distance is at most l. *)
Definition loss_of_diameter_most {T} (Phi : loss) (Theta : metric_space T) l := exists D,
  diameter_most Theta D /\ loss_at Phi D <= l.

(** The expected loss of the distance from the estimate to the parameter is at most r at each law of the class, where
    each user has one draw, and sends what depends on it. *)
Definition worst_loss_of_one_most {A B T} (F : parametric A T) (Phi : loss) (Z : method A B T) r :=
  0 <= r /\ forall P t, parameter F P t ->
  mean_most (transcript_of Z P) (fun z => loss_at Phi (metric (parameters F) (estimate Z z) t)) r.
