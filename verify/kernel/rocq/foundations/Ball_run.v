(** * Votes on the coordinates of rotated means in the ball

    kent Algorithms 5 and 13: of n users, a multiple of 2 d, with T draws each, n/(2 d) vote on each rotated coordinate
    for the bin of their mean. *)

From Foundations Require Export Facts_rotations Nouns_pieces Laplace.
Import ListNotations.
Open Scope R_scope.

(** ** Bins

    Of [-1, 1], of length 2 Delta, half-open but for the last one, counted from 0. *)
Definition bins Delta := Z.to_nat (- Int_part (- (1 / Delta))).
Definition bin_of Delta x := Nat.min (bins Delta - 1) (Z.to_nat (Int_part ((x + 1) / (2 * Delta)))).

(** The other bin that a number within Delta may be in: the one below for the left half of a bin, else the one above. *)
Definition other_bin Delta x :=
  let l := bin_of Delta x in if Rlt_dec x (-1 + 2 * INR l * Delta + Delta) then (l - 1)%nat else S l.

Definition near_bins (reach k l : nat) := (k <= l + reach)%nat /\ (l <= k + reach)%nat.

(** ** A user's vote

    One bit for each bin: for that of the rotated mean, and beyond alpha = 1 for both neighbours. Each is kept with
    chance e^b/(1 + e^b), b = alpha/2, or alpha/6 beyond alpha = 1. *)
Definition user_mean d T (data : list vector) : vector := fun k =>
  if (k <? d)%nat then total (fun x => x k) T data / INR T else 0.

Definition mean_of d (P : law vector) : vector := fun k => if (k <? d)%nat then mean_vector 1 P k else 0.

Definition voted_for alpha Delta y : list bool := map (fun k => if Rle_dec alpha 1 then (k =? bin_of Delta y)%nat
  else (andb (k <=? bin_of Delta y + 1) (bin_of Delta y <=? k + 1))%nat) (below (bins Delta)).
Definition kept_with alpha := let b := if Rle_dec alpha 1 then alpha / 2 else alpha / 6 in exp b / (1 + exp b).

(** All votes on a coordinate, as it is turned. *)
Definition votes_of_all (P : law vector) n T d alpha Delta (turned : vector -> R) : law (list (list bool)) :=
  power (bind (power P T) (fun data => flips (bins Delta) (kept_with alpha)
    (voted_for alpha Delta (turned (user_mean d T data))))) (n / (2 * d)).

(** ** Where the votes mislead

    At alpha <= 1 some bin but that of the rotated theta and the other one has at least the votes of the likelier of
    both; beyond, one more than two places from that of the rotated theta has at least its votes. *)
Definition mass_of_bin (P : law vector) T d Delta signs k :=
  E (power P T) (fun data => if (k =? bin_of Delta (rotated d signs (user_mean d T data)))%nat then 1 else 0).

Definition misled (P : law vector) T d alpha Delta signs : event (list (list bool)) := fun messages =>
  let centre := rotated d signs (mean_of d P) in
  let home := bin_of Delta centre in
  let other := other_bin Delta centre in
  let mass := mass_of_bin P T d Delta signs in
  let likelier := if Rle_dec (mass other) (mass home) then home else other in
  exists k, (k < bins Delta)%nat /\
    if Rle_dec alpha 1 then k <> home /\ k <> other /\ votes_for likelier messages <= votes_for k messages
    else ~ near_bins 2 k home /\ votes_for home messages <= votes_for k messages.

(** The chance of it given the rotation, and over all rotations. *)
Definition lost_at (P : law vector) n T d alpha Delta signs :=
  chance (votes_of_all P n T d alpha Delta (rotated d signs)) (misled P T d alpha Delta signs).
Definition lost (P : law vector) n T d alpha Delta := average d (lost_at P n T d alpha Delta).

(** Over the rotations for which a user's rotated mean is Delta or more off with a chance of at most 1/4 it is at most
    c. Where there is none the largest is 0. *)
Definition lost_given_most (P : law vector) n T d alpha Delta c := 0 <= c /\ forall signs, In signs (vertices d) ->
  E (power P T) (fun data => at_least Delta (Rabs (rotated d signs (user_error d P T data)))) <= 1 / 4 ->
  lost_at P n T d alpha Delta signs <= c.

(** ** The refining users

    For each coordinate n/(2 d) more users send their rotated mean, cut to the winning bin, which is widened on either
    side by 2 Delta, or by 5 Delta beyond alpha = 1, with Laplace noise of that length over alpha. *)
Record laplace_laws := Laplace_laws {
  noise_of : R -> law R;
  noise_is_laplace : forall b, 0 < b -> laplace_noise (space_of (noise_of b)) (fun x => x) b
}.

Definition widened alpha Delta := (if Rle_dec alpha 1 then 2 else 5) * Delta.
Definition cut_to_bin alpha Delta (k : nat) y :=
  Rmax (-1 + 2 * INR k * Delta - widened alpha Delta) (Rmin (-1 + 2 * INR (S k) * Delta + widened alpha Delta) y).

Definition refined (L : laplace_laws) (P : law vector) n T d alpha Delta (turned : vector -> R) : law R :=
  bind (votes_of_all P n T d alpha Delta turned) (fun messages =>
    let k := most_voted (bins Delta) (fun k => votes_for k messages) in
    let users := (n / (2 * d))%nat in
    image (fun sent => total (fun y => y) users sent / INR users)
      (power (bind (power P T) (fun data =>
        image (fun e => cut_to_bin alpha Delta k (turned (user_mean d T data)) + e)
          (noise_of L ((2 * Delta + 2 * widened alpha Delta) / alpha)))) users)).

(** ** The rotation

    The doubled matrix over the root of d, with a sign for each column: a coordinate, counted from 1, and back. *)
Definition rotation_entry d (signs : list bool) j k := doubled (Nat.log2 d) j (S k) * sgn (bit signs k) / sqrt (INR d).
Definition rotated_at d signs j (x : vector) := Sum (below d) (fun k => rotation_entry d signs j k * x k).
Definition rotated_back d signs (y : nat -> R) : vector := fun k => Sum (seq 1 d)
  (fun j => rotation_entry d signs j k * y j).

Definition power_of_two (d : nat) := exists p, d = (2 ^ p)%nat.

(** The estimates of all rotated coordinates, of which each has users of its own. *)
Fixpoint estimates (L : laplace_laws) (P : law vector) n T d alpha Delta signs (places : list nat) : law (nat -> R) :=
  match places with
  | [] => ret (fun _ => 0)
  | j :: rest => bind (refined L P n T d alpha Delta (rotated_at d signs j)) (fun y =>
      bind (estimates L P n T d alpha Delta signs rest) (fun ys => ret (fun i => if (i =? j)%nat then y else ys i)))
  end.

(** The mean squared error of the estimate, which is rotated back, and that of a rotated coordinate: as means that may
    be infinite, known by their cuts. *)
Definition ball_error_most (L : laplace_laws) (P : law vector) n T d alpha Delta r := forall c,
  average d (fun signs => E (estimates L P n T d alpha Delta signs (seq 1 d)) (fun y =>
    Rmin (squared_distance d (rotated_back d signs y) (mean_of d P)) c)) <= r.
Definition ball_part_most (L : laplace_laws) (P : law vector) n T d alpha Delta j r := forall c,
  average d (fun signs => E (estimates L P n T d alpha Delta signs (seq 1 d)) (fun y =>
    Rmin ((y j - rotated_at d signs j (mean_of d P)) ^ 2) c)) <= r.

(** The variance of the mean of the refining users' cut means for one coordinate, without noise, given the rotation and
    the winning bin; and its mean over both, summed over the coordinates. *)
Definition variance_of_cut_means (P : law vector) n T d alpha Delta (turned : vector -> R) k :=
  let users := (n / (2 * d))%nat in
  let mean_sent data := total (fun x => cut_to_bin alpha Delta k (turned (user_mean d T x))) users data / INR users in
  E (power (power P T) users) (fun data => (mean_sent data - E (power (power P T) users) mean_sent) ^ 2).

Definition clipped_variance (P : law vector) n T d alpha Delta := average d (fun signs => Sum (seq 1 d) (fun j =>
  E (votes_of_all P n T d alpha Delta (rotated_at d signs j)) (fun messages =>
    variance_of_cut_means P n T d alpha Delta (rotated_at d signs j)
      (most_voted (bins Delta) (fun k => votes_for k messages))))).
