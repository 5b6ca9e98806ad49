(** * The fact of the calculus on Fano's method

    As in Facts.v: the theorem as the exporter writes it from the fact itself. *)

From Foundations Require Export Nouns_covers Facts_ratios.
Import ListNotations.
Open Scope R_scope.

(** The laws of a class with parameters: those that have one. *)
Definition laws_with_parameters {A T} (F : parametric A T) : class A := fun P => exists t, parameter F P t.
Coercion laws_with_parameters : parametric >-> class.

Lemma ordered_pair {T} (R_ : T -> T -> Prop) l x0 i j : ForallOrdPairs R_ l -> (i < j)%nat -> (j < length l)%nat ->
  R_ (nth i l x0) (nth j l x0).
Proof.
  intros pairs. revert i j. induction pairs as [| x l first rest IH]; intros i j less inside; simpl in inside; [lia |].
  destruct j as [| j]; [lia |]. destruct i as [| i]; simpl.
  - rewrite Forall_forall in first. apply first, nth_In. lia.
  - apply IH; lia.
Qed.

(** Wainwright 2019, Proposition 15.12 with (15.34): the points of a packing are told apart. *)
Theorem fact_Fano_s_method : forall (A B C : Type) (F : parametric A B) (Phi : loss) (Theta : metric_space B)
    (Z_ : method (list A) C B) (Delta N k : R) (m : nat),
  0 < Delta ->
  1 < N ->
  0 <= k ->
  (1 <= m)%nat ->
  parameters_are F Theta ->
  packing_number_least Theta (2 * Delta) N ->
  (forall P : law A, member P F -> forall P_ : law A, member P_ F ->
    KL_most (transcript_of Z_ (power P m)) (transcript_of
    Z_ (power P_ m)) k) ->
  forall r : R, worst_loss_most F m Phi Z_ r ->
  (1 - (k + ln 2) / ln N) * loss_at Phi Delta <= r.
Proof.
  intros A B C F Phi Theta Z Delta N k m Delta_pos N_1 k_pos _ [<- every] (points & apart & many) close r [_ risk].
  set (Theta := parameters F) in *. set (n := length points) in *. set (x := fun i => nth i points (some_place Theta)).
  assert (n_2 : (2 <= n)%nat) by (enough (1 < n)%nat by lia; apply INR_lt; simpl (INR 1); lra).
  (* A law for each point. *)
  destruct (every (some_place Theta)) as [P0 _].
  destruct (finite_choice P0 (below n) (fun i P => parameter F P (x i))) as [P has]; [intros i _; apply every |].
  assert (has_of : forall i, (i < n)%nat -> parameter F (P i) (x i)) by (intros i I; apply has; now apply in_below).
  set (law_at := fun i => P (if lt_dec i n then i else O)).
  assert (member_at : forall i, member (law_at i) F).
  { intros i. unfold law_at. destruct (lt_dec i n); eexists; apply has_of; lia. }
  set (M := fun i => transcript_of Z (power (law_at i) m)).
  assert (info : information_most (below n) M k) by (exists (M O); apply KL_average; intros i; now apply close).
  pose proof (loss_ge_0 Phi) as pos.
  assert (gap : forall i j, (i < n)%nat -> (j < n)%nat -> i <> j -> 2 * Delta < metric Theta (x i) (x j)).
  { intros i j I J other. destruct (Nat.lt_total i j) as [less | [same | more]]; [| lia |].
    - exact (ordered_pair _ points (some_place Theta) i j apart less J).
    - rewrite metric_sym. exact (ordered_pair _ points (some_place Theta) j i apart more I). }
  pose proof (fano_method (below n) M k (fun i t => loss_at Phi (metric Theta t (x i))) (estimate Z)
    (loss_at Phi Delta) r)
    as method.
  rewrite length_below in method.
  assert (lower : loss_at Phi Delta * (1 - (k + ln 2) / ln (INR n)) <= r).
  { apply method; auto.
    - apply seq_NoDup.
    - intros i j t I J other near. apply in_below in I, J. specialize (gap i j I J other).
      apply loss_rises. apply Rnot_lt_le. intros near_j.
      pose proof (metric_triangle _ Theta (x i) t (x j)) as T. rewrite (metric_sym _ Theta (x i) t) in T.
      assert (metric Theta t (x i) < Delta); [| lra]. apply Rnot_le_lt. intros far. apply (loss_rises Phi) in far. lra.
    - intros i I. apply in_below in I. unfold M, law_at. destruct (lt_dec i n); [| easy]. apply risk. now apply has_of.
      }
  rewrite Rmult_comm. eapply Rle_trans; [| exact lower]. apply Rmult_le_compat_l; [apply pos |].
  assert (0 < ln N) by (rewrite <- ln_1; apply ln_increasing; lra).
  assert (ln N <= ln (INR n)) by (apply ln_le; lra).
  assert (0 <= ln 2) by (rewrite <- ln_1; apply ln_le; lra).
  assert ((k + ln 2) / ln (INR n) <= (k + ln 2) / ln N); [| lra].
  apply Rmult_le_compat_l; [lra |]. apply Rinv_le_contravar; lra.
Qed.
