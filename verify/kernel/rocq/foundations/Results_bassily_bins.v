(** * bassily Lemma B.1: the bins that data within 2 tau of each other meet

    The theorem says what a claim of the ledger says at that place, as the exporter writes it from the claim itself. *)

From Foundations Require Export Numbers.
From Coq Require Import ZArith Lia.
Import ListNotations.
Open Scope R_scope.

(** k numbers of [-R, R], and that any two are at most r apart. *)
Definition numbers_in (X : list R) k r := length X = k /\ forall x, In x X -> - r <= x <= r.
Definition spread_at_most (X : list R) r := forall x y, In x X -> In y X -> Rabs (x - y) <= r.

(** Bins of width 2 tau from -R on, half-open but for the last one, counted from 0. *)
Definition number_of_bins r tau := Z.to_nat (- Int_part (- (r / tau))).
Definition bin_of_number r tau x := Nat.min (number_of_bins r tau - 1) (Z.to_nat (Int_part ((x + r) / (2 * tau)))).

(** From the first bin that holds a number to the last one. *)
Definition last_of (bins : list nat) := fold_right Nat.max O bins.
Definition first_of (bins : list nat) := fold_right Nat.min (last_of bins) bins.
Definition bins_met (X : list R) r tau :=
  let bins := map (bin_of_number r tau) X in INR (S (last_of bins) - first_of bins).

Lemma whole_parts_near x y : x <= y + 1 -> (Int_part x <= Int_part y + 1)%Z.
Proof.
  intros near. destruct (base_Int_part x) as [low _], (base_Int_part y) as [_ high].
  enough (Int_part x < Int_part y + 2)%Z by lia. apply lt_IZR. rewrite plus_IZR. lra.
Qed.

Lemma last_most bins m : (forall b, In b bins -> (b <= m)%nat) -> (last_of bins <= m)%nat.
Proof.
  induction bins as [| b bins IH]; intros most; [simpl; lia |]. cbn [last_of fold_right].
  apply Nat.max_lub; [apply most; now left |]. apply IH. intros c C. apply most. now right.
Qed.

Lemma least_is_one start bins : fold_right Nat.min start bins = start \/ In (fold_right Nat.min start bins) bins.
Proof.
  induction bins as [| b bins IH]; [now left |]. cbn [fold_right].
  destruct (Nat.min_dec b (fold_right Nat.min start bins)) as [-> | ->]; [right; now left |].
  destruct IH as [-> | there]; [now left | right; now right].
Qed.

Theorem bassily_two_bins : forall (X : list R) (R_ : R) (k : nat) (tau : R),
  0 < R_ ->
  (1 <= k)%nat ->
  0 < tau ->
  numbers_in X k R_ ->
  spread_at_most X (2 * tau) ->
  bins_met X R_ tau <= 2.
Proof.
  intros X r k tau _ _ tau_pos _ spread. unfold bins_met. set (bins := map (bin_of_number r tau) X).
  assert (near : forall b c, In b bins -> In c bins -> (b <= c + 1)%nat).
  { intros b c B C. apply in_map_iff in B, C. destruct B as (x & <- & x_in), C as (y & <- & y_in).
    specialize (spread x y x_in y_in). apply Rabs_le_between in spread. unfold bin_of_number.
    assert (wholes : (Int_part ((x + r) / (2 * tau)) <= Int_part ((y + r) / (2 * tau)) + 1)%Z).
    { apply whole_parts_near. apply Rmult_le_reg_r with (2 * tau); [lra |].
      replace ((x + r) / (2 * tau) * (2 * tau)) with (x + r) by (field; lra).
      replace (((y + r) / (2 * tau) + 1) * (2 * tau)) with (y + r + 2 * tau) by (field; lra). lra. }
    lia. }
  assert (two : (S (last_of bins) - first_of bins <= 2)%nat).
  { unfold first_of. destruct (least_is_one (last_of bins) bins) as [-> | there]; [lia |].
    pose proof (last_most bins (fold_right Nat.min (last_of bins) bins + 1) (fun b B => near b _ B there)). lia. }
  apply (le_INR _ 2) in two. simpl (INR 2) in two. lra.
Qed.
