(** * Sums over pairs, and disjoint sets joined in pairs

    What Jayram's inequality for transcripts needs of combinatorics: Hellinger strikes back, 2009. *)

From Coq Require Import Permutation.
From Foundations Require Export Numbers.
Import ListNotations.
Open Scope R_scope.

Lemma Sum_permutation {I} (l l' : list I) f : Permutation l l' -> Sum l f = Sum l' f.
Proof. induction 1; simpl; lra. Qed.

(** ** Pairs *)

Section Pairs.
  Context {I : Type}.
  Implicit Types (l : list I) (psi : I -> I -> R).

  (** The sum over all pairs of different places. *)
  Fixpoint pairs_sum psi l :=
    match l with
    | [] => 0
    | a :: l' => Sum l' (psi a) + pairs_sum psi l'
    end.

  Lemma pairs_sum_le psi psi' l : (forall a b, psi a b <= psi' a b) -> pairs_sum psi l <= pairs_sum psi' l.
  Proof. intros H. induction l as [| a l IH]; simpl; [lra |]. apply Rplus_le_compat; [now apply Sum_le | exact IH]. Qed.

  (** The square of a sum about its mean. *)
  Lemma pairs_sum_of_squares (y : I -> R) l :
    pairs_sum (fun a b => (y a - y b) ^ 2) l = INR (length l) * Sum l (fun a => y a ^ 2) - Sum l y ^ 2.
  Proof.
    induction l as [| a l IH]; [simpl; ring |]. cbn [pairs_sum length Sum]. rewrite IH, S_INR.
    rewrite (Sum_ext l _ (fun b => (y a ^ 2 - (2 * y a) * y b) + y b ^ 2)) by (intros; ring).
    rewrite Sum_plus, Sum_minus, Sum_const, Sum_scal. ring.
  Qed.

  (** Without one of the places. *)
  Lemma pairs_sum_without psi l r b : (forall a c, psi a c = psi c a) ->
    pairs_sum psi (l ++ b :: r) = pairs_sum psi (l ++ r) + Sum (l ++ r) (psi b).
  Proof.
    intros sym. induction l as [| a l IH]; simpl; [ring |].
    rewrite IH, !Sum_app. cbn [Sum]. rewrite (sym a b). ring.
  Qed.

  Lemma both_orders psi l : (forall a c, psi a c = psi c a) ->
    Sum l (fun b => Sum l (psi b)) = 2 * pairs_sum psi l + Sum l (fun b => psi b b).
  Proof.
    intros sym. induction l as [| a l IH]; [simpl; ring |]. cbn [Sum pairs_sum].
    rewrite Sum_plus, IH, (Sum_ext l (fun b => psi b a) (psi a)) by (intros; apply sym). ring.
  Qed.

  (** The elements of a list of pairs. *)
  Definition flat (m : list (I * I)) := flat_map (fun p => [fst p; snd p]) m.

  (** Where each perfect matching has a sum of at least c, all pairs have one of at least 2 m - 1 times c: matchings
      are drawn at random. *)
  Lemma all_pairs_by_matchings psi m l c : (forall a b, psi a b = psi b a) -> length l = (2 * S m)%nat ->
    (forall p, Permutation (flat p) l -> c <= Sum p (fun q => psi (fst q) (snd q))) ->
    (2 * INR (S m) - 1) * c <= pairs_sum psi l.
  Proof.
    intros sym. revert l c. induction m as [| m IH]; intros l c size each.
    - destruct l as [| a [| b [| ]]]; simpl in size; try lia.
      specialize (each [(a, b)] (Permutation_refl _)). simpl in *. lra.
    - destruct l as [| a l]; [simpl in size; lia |]. injection size as size.
      set (k := 2 * INR (S m) - 1). assert (k_pos : 1 <= k).
      { unfold k. rewrite S_INR. pose proof (pos_INR m). lra. }
      assert (len : INR (length l) = k + 2).
      { replace (length l) with (2 * S m + 1)%nat by lia. unfold k. rewrite plus_INR, mult_INR. simpl (INR 2).
        simpl (INR 1). ring. }
      assert (without : forall b, In b l -> k * (c - psi a b) <= pairs_sum psi l - (Sum l (psi b) - psi b b)).
      { intros b b_in. apply in_split in b_in. destruct b_in as (x & y & ->).
        rewrite pairs_sum_without by exact sym. rewrite !Sum_app. cbn [Sum].
        enough (k * (c - psi a b) <= pairs_sum psi (x ++ y)) by lra.
        apply IH.
        - rewrite app_length in *. simpl in size. lia.
        - intros p perm. specialize (each ((a, b) :: p)). simpl in each.
          enough (c <= psi a b + Sum p (fun q => psi (fst q) (snd q))) by lra. apply each.
          constructor. apply Permutation_trans with (b :: x ++ y); [now constructor | apply Permutation_middle]. }
      assert (total : Sum l (fun b => k * (c - psi a b)) <=
        Sum l (fun b => pairs_sum psi l - (Sum l (psi b) - psi b b)))
        by now apply Sum_le_in.
      rewrite Sum_scal, !Sum_minus, !Sum_const, both_orders, len in total by exact sym.
      cbn [pairs_sum]. replace (2 * INR (S (S m)) - 1) with (k + 2) by (unfold k; rewrite !S_INR; ring).
      change (Sum l (fun i => psi a i)) with (Sum l (psi a)) in total.
      apply Rmult_le_reg_l with k; [lra |]. lra.
  Qed.
End Pairs.

(** ** Disjoint sets *)

Definition set := nat -> bool.
Definition none : set := fun _ => false.
Definition join (a b : set) : set := fun k => orb (a k) (b k).
Definition joined (l : list set) : set := fun k => existsb (fun a => a k) l.
Definition has (k : nat) (a : set) : R := if a k then 1 else 0.
(** No number is in two of the sets. *)
Definition all_disjoint (l : list set) := forall k, Sum l (has k) <= 1.

Lemma has_ge_0 k a : 0 <= has k a.
Proof. unfold has. destruct (a k); lra. Qed.

Lemma disjoint_head a b l : all_disjoint (a :: l) -> In b l -> forall k, andb (a k) (b k) = false.
Proof.
  intros once inside k. specialize (once k). simpl in once.
  assert (has k b <= Sum l (has k)).
  { apply in_split in inside. destruct inside as (x & y & ->). rewrite Sum_app. simpl.
    pose proof (Sum_ge_0 x (has k) (has_ge_0 k)). pose proof (Sum_ge_0 y (has k) (has_ge_0 k)). lra. }
  unfold has in *. destruct (a k), (b k); simpl; try reflexivity. lra.
Qed.

Lemma disjoint_tail a l : all_disjoint (a :: l) -> all_disjoint l.
Proof. intros once k. specialize (once k). simpl in once. pose proof (has_ge_0 k a). lra. Qed.

Lemma pairs_sum_of_disjoint psi psi' l :
  (forall a b, (forall k, andb (a k) (b k) = false) -> psi a b <= psi' a b) -> all_disjoint l ->
  pairs_sum psi l <= pairs_sum psi' l.
Proof.
  intros H. induction l as [| a l IH]; intros once; simpl; [lra |]. apply Rplus_le_compat.
  - apply Sum_le_in. intros b b_in. apply H. now apply (disjoint_head a b l).
  - apply IH. now apply (disjoint_tail a).
Qed.

(** Sets joined in pairs. *)
Definition merged (p : list (set * set)) := map (fun q => join (fst q) (snd q)) p.

Lemma merged_disjoint p : all_disjoint (flat p) -> all_disjoint (merged p).
Proof.
  intros once k. eapply Rle_trans; [| exact (once k)]. unfold merged. rewrite Sum_map. clear once.
  induction p as [| (a, b) p IH]; simpl; [lra |].
  assert (has k (join a b) <= has k a + has k b) by (unfold has, join; destruct (a k), (b k); simpl; lra). lra.
Qed.

Lemma joined_merged p : joined (merged p) = joined (flat p).
Proof.
  apply functional_extensionality. intros k. unfold joined, merged. induction p as [| (a, b) p IH]; [reflexivity |].
  simpl. rewrite IH. unfold join. now destruct (a k), (b k).
Qed.

Lemma joined_permutation l l' : Permutation l l' -> joined l = joined l'.
Proof.
  intros perm. apply functional_extensionality. intros k. unfold joined. induction perm; simpl.
  - reflexivity.
  - now rewrite IHperm.
  - now destruct (x k), (y k).
  - congruence.
Qed.

Lemma disjoint_permutation l l' : Permutation l l' -> all_disjoint l -> all_disjoint l'.
Proof. intros perm once k. now rewrite <- (Sum_permutation _ _ _ perm). Qed.

(** ** Jayram's recursion *)

(** The product of 1 - 2^-l for l up to t. *)
Fixpoint jayram (t : nat) : R :=
  match t with
  | O => 1
  | S t' => jayram t' * (1 - (/ 2) ^ t)
  end.

(** Where the values of a function of sets bound, at disjoint sets, those at their unions in pairs, up to errors, the
    whole of 2^t sets is bounded by the parts. *)
Definition parts_bound t D := forall (phi : set -> R) delta, 0 <= delta ->
  (forall l, all_disjoint l ->
    pairs_sum (fun a b => phi (join a b)) l <= INR (length l) * Sum l phi + INR (length l) ^ 2 * delta) ->
  forall l, length l = (2 ^ t)%nat -> all_disjoint l -> jayram t * phi (joined l) <= Sum l phi + D * delta.

Theorem whole_by_parts t : exists D, 0 <= D /\ parts_bound t D.
Proof.
  induction t as [| t (D & D_pos & IH)].
  - exists 0. split; [lra |]. intros phi delta _ _ [| a [| ]] size _; simpl in size; try lia. simpl.
    replace (joined [a]) with a; [lra |]. apply functional_extensionality. intros k. unfold joined. simpl.
    now destruct (a k).
  - exists (D + 2 ^ S t). split; [pose proof (pow_lt 2 (S t)); lra |]. intros phi delta delta_pos negative l size once.
    set (c := jayram t * phi (joined l) - D * delta).
    assert (whole : INR (length l) = 2 ^ S t) by (rewrite size, pow_INR; reflexivity).
    assert (m_pos : 1 <= 2 ^ t) by (apply pow_R1_Rle; lra).
    assert (half : exists m, (2 ^ t)%nat = S m).
    { exists (2 ^ t - 1)%nat. pose proof (Nat.pow_nonzero 2 t). lia. }
    destruct half as [m half].
    assert (pairs : (2 * INR (S m) - 1) * c <= pairs_sum (fun a b => phi (join a b)) l).
    { apply all_pairs_by_matchings.
      - intros a b. f_equal. apply functional_extensionality. intros k. unfold join. apply Bool.orb_comm.
      - rewrite size, <- half. reflexivity.
      - intros p perm. specialize (IH phi delta delta_pos negative (merged p)).
        rewrite joined_merged, (joined_permutation _ _ perm) in IH.
        assert (size' : length (merged p) = (2 ^ t)%nat).
        { apply Permutation_length in perm. unfold merged. rewrite map_length.
          assert (double : length (flat p) = (2 * length p)%nat).
          { clear. induction p as [| q p IH]; [reflexivity |]. simpl in *. lia. }
          rewrite size in perm. simpl in perm. lia. }
        specialize (IH size' (merged_disjoint p (disjoint_permutation _ _ (Permutation_sym perm) once))).
        unfold merged in IH. rewrite Sum_map in IH. unfold c. lra. }
    specialize (negative l once). rewrite whole in negative.
    assert (m_is : 2 * INR (S m) = 2 ^ S t).
    { rewrite <- half, pow_INR. reflexivity. }
    rewrite m_is in pairs. set (M := 2 ^ S t) in *.
    assert (M_pos : 2 <= M) by (unfold M; simpl; lra).
    assert (step : (M - 1) * c <= M * (Sum l phi + M * delta)) by nra.
    assert (factor : jayram (S t) * phi (joined l) = (M - 1) / M * (c + D * delta)).
    { unfold c. cbn [jayram]. rewrite pow_inv. fold M. field. lra. }
    rewrite factor.
    assert (at_c : (M - 1) / M * c <= Sum l phi + M * delta).
    { apply Rmult_le_reg_l with M; [lra |]. replace (M * ((M - 1) / M * c)) with ((M - 1) * c) by (field; lra).
      exact step. }
    assert (small : 0 <= (M - 1) / M <= 1) by (split; [apply Rdiv_le_0_compat; lra | apply Rle_div_l; lra]).
    assert (0 <= D * delta) by now apply Rmult_le_pos.
    fold M. nra.
Qed.

(** The infinite product is above 1/3.47. *)
Lemma jayram_above t : 100 / 347 <= jayram t.
Proof.
  assert (small : forall k, 0 < (/ 2) ^ (6 + k) <= / 64).
  { intros k. induction k as [| k IH]; [simpl; lra |]. replace (6 + S k)%nat with (S (6 + k)) by lia.
    change ((/ 2) ^ S (6 + k)) with (/ 2 * (/ 2) ^ (6 + k)). lra. }
  assert (at_6 : 0.293 <= jayram 6) by (simpl; lra).
  assert (later : forall k, jayram 6 * (1 - / 64 + (/ 2) ^ (6 + k)) <= jayram (6 + k)).
  { induction k as [| k IH].
    - replace (1 - / 64 + (/ 2) ^ (6 + 0)) with 1 by (simpl; lra). rewrite Nat.add_0_r. lra.
    - replace (6 + S k)%nat with (S (6 + k)) by lia. specialize (small k).
      assert (next : jayram (S (6 + k)) = jayram (6 + k) * (1 - (/ 2) ^ S (6 + k))) by reflexivity.
      rewrite next. change ((/ 2) ^ S (6 + k)) with (/ 2 * (/ 2) ^ (6 + k)). set (x := (/ 2) ^ (6 + k)) in *.
      apply Rle_trans with (jayram 6 * (1 - / 64 + x) * (1 - / 2 * x)); [| apply Rmult_le_compat_r; lra].
      rewrite Rmult_assoc. apply Rmult_le_compat_l; [lra |]. nra. }
  destruct (Compare_dec.le_lt_dec 6 t) as [large | few].
  - replace t with (6 + (t - 6))%nat by lia. eapply Rle_trans; [| apply later]. specialize (small (t - 6)%nat).
    apply Rle_trans with (jayram 6 * (1 - / 64)); [simpl; lra | apply Rmult_le_compat_l; lra].
  - do 6 (destruct t as [| t]; [simpl; lra |]). lia.
Qed.
