(** * Mixtures of laws on [-1, 1]

    Parts are numbered from 1, by their means. *)

From Foundations Require Export Nouns Elementary.
Open Scope R_scope.

Record mixture_of_laws := Mixture_of_laws { weight_of_part : nat -> R; law_of_part : nat -> law R }.

Definition mean_of_part (S : mixture_of_laws) k := mean 1 (law_of_part S k).

(** So many parts, with weights of at least [least] and means that are [apart] at least. *)
Definition class_of_mixtures := mixture_of_laws -> Prop.
Definition mixtures (parts : nat) least apart : class_of_mixtures := fun S =>
  (forall k, (1 <= k <= parts)%nat -> laws_on (-1) 1 (law_of_part S k)) /\
  mixture_of_parts parts least apart (fun k => weight_of_part S (k + 1)) (fun k => mean_of_part S (k + 1)).
