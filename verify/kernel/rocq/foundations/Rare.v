(** * A value's message, and what it tells beside rare pairs

    V has a law pi on 1 to N, and the message the law M_V. The laws of messages have densities here: finitely many
    measures have bounded ones, over their sum. *)

From Foundations Require Export Nouns Entropies.
Import ListNotations.
Open Scope R_scope.

Record law_family B := Law_family {
  common : law B;
  density : nat -> B -> R;
  density_ge_0 : forall v z, 0 <= density v z;
  density_bounded : forall v, bounded (density v);
  density_one : forall v, E common (density v) = 1
}.
Arguments common {B}.
Arguments density {B}.
Arguments density_ge_0 {B}.
Arguments density_bounded {B}.
Arguments density_one {B}.

Program Definition law_with {B} (M : law_family B) v : law B :=
  Law B (fun f => E (common M) (fun z => density M v z * f z)) _ _ _ _.
Next Obligation.
  pose proof (density_bounded M v). rewrite <- E_plus by bounded. apply E_ext. intros z. ring.
Qed.
Next Obligation.
  pose proof (density_bounded M v). rewrite <- E_scal by bounded. apply E_ext. intros z. ring.
Qed.
Next Obligation.
  pose proof (density_bounded M v). apply E_mono; bounded. intros z.
  apply Rmult_le_compat_l; [apply density_ge_0 | auto].
Qed.
Next Obligation.
  etransitivity; [| apply (density_one M v)]. apply E_ext. intros z. apply Rmult_1_r.
Qed.

(** Any two of the laws are close: for each test, hence for each event. *)
Definition close_family {B} (M : law_family B) N alpha delta := forall v u, (1 <= v <= N)%nat -> (1 <= u <= N)%nat ->
  hockey_stick_most (law_with M v) (law_with M u) alpha delta.

Definition on_values (pi : law nat) N := lives_on (fun v => (1 <= v <= N)%nat) pi.
Definition weight (pi : law nat) v := E pi (fun u => if Nat.eqb u v then 1 else 0).

Section Pairs.
  Context {B : Type} (M : law_family B) (pi : law nat) (N : nat) (alpha : R).

  (** The message's law and its density. *)
  Definition mean_message := bind pi (law_with M).
  Definition mean_density z := Sum (seq 1 N) (fun v => weight pi v * density M v z).

  (** Where the ratio of densities is above e^(2 alpha), and where it is below e^(-2 alpha): B = 1 at both. *)
  Definition ratio_above v z : R := if Rlt_dec (exp (2 * alpha) * mean_density z) (density M v z) then 1 else 0.
  Definition ratio_beneath v z : R := if Rlt_dec (exp (2 * alpha) * density M v z) (mean_density z) then 1 else 0.
  Definition bad v z : R :=
    if Rlt_dec (exp (2 * alpha) * mean_density z) (density M v z) then 1
    else if Rlt_dec (exp (2 * alpha) * density M v z) (mean_density z) then 1 else 0.

  (** The chance of each side under the law of v, and under the message's. *)
  Definition above_chance v := E (law_with M v) (ratio_above v).
  Definition beneath_chance v := E (law_with M v) (ratio_beneath v).
  Definition above_apart v := E mean_message (ratio_above v).
  Definition beneath_apart v := E mean_message (ratio_beneath v).

  (** The chance that B = 1: of V and its message, and where the message is drawn apart from V. *)
  Definition too_much := E pi (fun v => E (law_with M v) (bad v)).
  Definition bad_apart := E pi (fun v => E mean_message (bad v)).

  (** Means of functions of the ratio r on B = 0, V and the message drawn apart. *)
  Definition over_good (term : R -> R) :=
    E pi (fun v => E mean_message (fun z => (1 - bad v z) * term (density M v z / mean_density z))).
  Definition good_divergence := over_good (fun r => r * ln r).
  Definition good_excess := over_good (fun r => r - 1).
  Definition good_spread := over_good (fun r => (r - 1) ^ 2).
End Pairs.

(** ** Informations, in nats *)

Section Told.
  Context {B : Type} (M : law_family B) (pi : law nat) (N : nat) (alpha : R).

  (** The joint density of V and its message, and its parts where B = 0 and B = 1. *)
  Definition pair_density v z := weight pi v * density M v z.
  Definition good_pair v z := pair_density v z * (1 - bad M pi N alpha v z).
  Definition bad_pair v z := pair_density v z * bad M pi N alpha v z.

  Definition one_told := told_by (common M) N pair_density.
  Definition good_told := told_by (common M) N good_pair.
  Definition bad_told := told_by (common M) N bad_pair.

  (** The entropies of B, and of B given the message: H(B, Z) - H(Z). *)
  Definition bit_entropy := - xlogx (too_much M pi N alpha) - xlogx (1 - too_much M pi N alpha).
  Definition left_entropy := E (common M) (fun z => xlogx (mean_density M pi N z) -
    xlogx (Sum (seq 1 N) (fun v => good_pair v z)) - xlogx (Sum (seq 1 N) (fun v => bad_pair v z))).
End Told.
