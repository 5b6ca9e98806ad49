(** * Randomness that all users share

    The first user draws it and tells it with her message, every later message repeats it. *)

From Foundations Require Export One_mean.
Import ListNotations.
Open Scope R_scope.

Section Announced.
  Context {A M S : Type} (R_ : law S) (Z : S -> protocol A M).

  Definition announced : protocol A (S * M) := fun h x =>
    match h with
    | [] => bind R_ (fun s => bind (Z s [] x) (fun z => ret (s, z)))
    | (s, _) :: _ => bind (Z s (map snd h) x) (fun z => ret (s, z))
    end.

  Lemma announced_private e : (forall s, interactive e (Z s)) -> interactive e announced.
  Proof.
    intros each [| [s z] h] x y; cbn [announced].
    - apply message_of_one_sample. intros s. apply post_processing_ratio, each.
    - apply post_processing_ratio, each.
  Qed.

  (** The messages are those of the protocol that is drawn. *)
  Lemma announced_transcript (P : law A) n F : commutes R_ -> bounded F ->
    E (transcript announced P (Datatypes.S n)) F =
    E R_ (fun s => E (transcript (Z s) P (Datatypes.S n)) (fun h => F (map (pair s) h))).
  Proof.
    intros free. revert F. induction n as [| n IH]; intros F B.
    - cbn [transcript]. rewrite E_step. simpl.
      symmetry. apply (free A P (fun s x => E (Z s [] x) (fun z => F [(s, z)]))). destruct B as [M0 B]. exists M0.
      intros s x. apply E_small. intros z. apply B.
    - change (transcript announced P (Datatypes.S (Datatypes.S n))) with
        (step (transcript announced P (Datatypes.S n)) (fun h => bind P (announced h))).
      rewrite E_step, IH.
      + apply E_ext. intros s.
        change (transcript (Z s) P (Datatypes.S (Datatypes.S n))) with
          (step (transcript (Z s) P (Datatypes.S n)) (fun h => bind P (Z s h))).
        rewrite E_step. apply transcript_on. intros [| z h] length_h; [easy |]. simpl. apply E_ext. intros x.
        rewrite map_map, (map_ext _ (fun m => m)) by reflexivity. now rewrite map_id.
      + destruct B as [M0 B]. exists M0. intros h. apply E_small. intros z. apply B.
  Qed.
End Announced.
