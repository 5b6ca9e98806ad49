(** * kent (189): the user-level mixtures are probability laws

    The theorem says what a claim of the ledger says at that place, as the exporter writes it from the claim itself. *)

From Foundations Require Export Nouns Cubes.
Import ListNotations.
Open Scope R_scope.

(** The mass of 2^(1-k) times the sum over the vertices of {-1, 1}^k with this sign at j, counted from 1. *)
Definition mixture_mass {A} (P : laws_at_vertices A) n T (side : bool) (j k : nat) :=
  / 2 ^ (k - 1) * Sum (filter (fun v => Bool.eqb (bit v (j - 1)) side) (vertices k))
    (fun v => E (power (power (P (vertex_of v)) T) n) (fun _ => 1)).

Lemma Sum_of_filter {I} (p : I -> bool) l f : Sum (filter p l) f = Sum l (fun i => if p i then f i else 0).
Proof. induction l as [| i l IH]; [reflexivity |]. simpl. destruct (p i); simpl; rewrite IH; ring. Qed.

Theorem kent_eq189_mixtures : forall (A : Type) (P : laws_at_vertices A) (s : bool) (T j k n : nat),
  (1 <= T)%nat ->
  (1 <= j)%nat ->
  (1 <= k)%nat ->
  (1 <= n)%nat ->
  (j <= k)%nat ->
  mixture_mass P n T s j k = 1.
Proof.
  intros A P s T j k n _ j_1 k_1 _ j_k. assert (J : (j - 1 < k)%nat) by lia. unfold mixture_mass. rewrite Sum_of_filter.
  set (held := fun v => if Bool.eqb (bit v (j - 1)) s then 1 else 0).
  rewrite (Sum_ext _ _ held) by (intros v; unfold held; destruct (Bool.eqb _ _); [apply E_const | reflexivity]).
  assert (half : 2 * average k held = 1).
  { replace (2 * average k held) with (average k held + average k (fun v => held (flip (j - 1) v))) by
      (rewrite (average_flip k (j - 1) held J); ring).
    rewrite <- average_plus, <- (average_const k 1). unfold average. f_equal. apply Sum_ext_in. intros v V.
    unfold held. rewrite bit_flip by now rewrite (length_of_vertex k v V).
    destruct (bit v (j - 1)), s; simpl; ring. }
  unfold average in half. destruct k as [| k]; [lia |]. replace (S k - 1)%nat with k by lia.
  simpl pow in half. rewrite Rinv_mult in half. assert (pos : 0 < 2 ^ k) by (apply pow_lt; lra). lra.
Qed.
