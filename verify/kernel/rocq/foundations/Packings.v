(** * Coverings, packings, and Fano's method for them *)

From Foundations Require Export Bessel.
Import ListNotations.
Open Scope R_scope.

Section Spaces.
  Context {T : Type} (rho : T -> T -> R) (space : T -> Prop).

  (** Fewer than N closed balls of a radius, with centres in the space, do not cover it. *)
  Definition covering_at_least radius (N : nat) := forall centres, (length centres < N)%nat ->
    (forall c, In c centres -> space c) -> exists t, space t /\ forall c, In c centres -> radius < rho t c.

  (** N points of the space, further than a radius from each other. *)
  Definition packing_at_least radius (N : nat) := exists points, length points = N /\ NoDup points /\
    (forall t, In t points -> space t) /\ (forall t u, In t points -> In u points -> t <> u -> radius < rho t u).

  (* Fact: packings above coverings *)
  (** Vershynin 2018, Lemma 4.2.8: as long as balls about the points do not cover the space, there is one more. *)
  Theorem packings_above_coverings radius N : 0 <= radius -> (forall t, rho t t = 0) ->
    (forall t u, rho t u = rho u t) ->
    covering_at_least radius N -> packing_at_least radius N.
  Proof.
    intros R0 zero sym H.
    enough (forall k, (k <= N)%nat -> packing_at_least radius k) by auto.
    induction k as [| k IH]; intros K.
    - exists []. repeat split; try easy. constructor.
    - destruct IH as (points & L & D & inside & apart); [lia |].
      destruct (H points) as (t & t_in & far); [lia | exact inside |].
      exists (t :: points). repeat split.
      + simpl. now rewrite L.
      + constructor; [| exact D]. intros t_old. specialize (far t t_old). rewrite zero in far. lra.
      + intros u [<- | U]; auto.
      + intros u v [<- | U] [<- | V] N'; auto; try easy. rewrite sym. now apply far.
  Qed.
End Spaces.

Section Fano.
  Context {X T : Type} (class : law X -> Prop) (theta : law X -> T) (rho : T -> T -> R) (phi : R -> R).
  Hypotheses (rho_sym : forall x y, rho x y = rho y x) (rho_triangle : forall x y z, rho x z <= rho x y + rho y z).
  Hypotheses (phi_ge_0 : forall x, 0 <= phi x) (phi_rises : forall x y, x <= y -> phi x <= phi y).

  (** The loss of an estimate: a function of its distance from the law's parameter. *)
  Definition distance_loss (P : law X) (t : T) := phi (rho t (theta P)).

  (** The parameters of a class of laws are the points of a space. *)
  Definition has_parameters (space : T -> Prop) := forall t, space t -> exists P, class P /\ theta P = t.

  (** Laws whose parameters are a given packing. *)
  Lemma laws_of_points space points : has_parameters space -> (forall t, In t points -> space t) -> NoDup points ->
    exists laws, length laws = length points /\ NoDup laws /\ (forall P, In P laws -> class P /\ In (theta P) points) /\
      (forall P Q, In P laws -> In Q laws -> P <> Q -> theta P <> theta Q).
  Proof.
    intros onto. induction points as [| t points IH]; intros inside D.
    - exists []. repeat split; try easy. constructor.
    - inversion D as [| ? ? new D']; subst.
      destruct IH as (laws & L & DL & members & distinct); [intros u U; apply inside; now right | exact D' |].
      destruct (onto t (inside t (or_introl eq_refl))) as (P & P_in & P_is).
      assert (P_new : forall Q, In Q laws -> theta Q <> t).
      { intros Q Q_in same. apply new. rewrite <- same. now apply members. }
      exists (P :: laws). repeat split.
      + simpl. now rewrite L.
      + constructor; [| exact DL]. intros P_old. now apply (P_new P P_old).
      + destruct H as [<- | H]; [exact P_in | now apply members].
      + destruct H as [<- | H]; [now left; symmetry | right; now apply members].
      + intros Q Q' [<- | Q_in] [<- | Q'_in] N; try easy.
        * rewrite P_is. intros same. now apply (P_new Q').
        * rewrite P_is. now apply P_new.
        * now apply distinct.
  Qed.

  (** Fano's method with the information: the parameters of a packing are named by the nearest one. *)
  Theorem fano_with_packings {A} (M : law X -> law A) space N delta c (estimate : A -> T) b :
    has_parameters space -> packing_at_least rho space (2 * delta) N -> (2 <= N)%nat ->
    (forall laws, (forall P, In P laws -> class P) -> (0 < length laws)%nat -> information_most laws M c) ->
    (forall P, class P -> mean_most (M P) (fun z => distance_loss P (estimate z)) b) ->
    phi delta * (1 - (c + ln 2) / ln (INR N)) <= b.
  Proof.
    intros onto (points & L & D & inside & apart) N2 info risk.
    destruct (laws_of_points space points onto inside D) as (laws & LL & DL & members & distinct).
    rewrite <- L, <- LL. apply (fano_method laws M c distance_loss estimate); auto.
    - lia.
    - apply info; [intros P P_in; now apply members | lia].
    - intros P t. apply phi_ge_0.
    - intros P Q t P_in Q_in N' near. apply phi_rises.
      assert (close : rho t (theta P) < delta).
      { destruct (Rlt_dec (rho t (theta P)) delta) as [| far]; [assumption |].
        pose proof (phi_rises delta (rho t (theta P)) ltac:(lra)). unfold distance_loss in near. lra. }
      pose proof (apart (theta P) (theta Q) (proj2 (members P P_in)) (proj2 (members Q Q_in))
          (distinct P Q P_in Q_in N')).
      pose proof (rho_triangle (theta P) t (theta Q)). rewrite (rho_sym (theta P) t) in *. lra.
    - intros P P_in. now apply risk, members.
  Qed.

  (** Wainwright 2019, Proposition 15.12 with (15.34): with the largest divergence of two laws. *)
  Theorem fanos_method_whole {A} (M : law X -> law A) space N delta k (estimate : A -> T) b :
    has_parameters space -> packing_at_least rho space (2 * delta) N -> (2 <= N)%nat ->
    (forall P Q, class P -> class Q -> KL_most (M P) (M Q) k) ->
    (forall P, class P -> mean_most (M P) (fun z => distance_loss P (estimate z)) b) ->
    phi delta * (1 - (k + ln 2) / ln (INR N)) <= b.
  Proof.
    intros onto packing N2 close risk. apply (fano_with_packings M space N delta k estimate b); auto.
    intros [| P laws] members L; [simpl in L; lia |]. exists (M P). intros f F.
    rewrite <- (Sum_const (P :: laws) k), <- Sum_plus. apply Sum_le_in. intros Q Q_in.
    apply close; auto. apply members. now left.
  Qed.

  (* Fact: Fano's method *)
  (** For a number of points that need not be whole. *)
  Theorem fanos_method {A} (M : law X -> law A) space N (N' : R) delta k (estimate : A -> T) b :
    has_parameters space -> packing_at_least rho space (2 * delta) N -> 1 < N' <= INR N -> 0 <= k ->
    (forall P Q, class P -> class Q -> KL_most (M P) (M Q) k) ->
    (forall P, class P -> mean_most (M P) (fun z => distance_loss P (estimate z)) b) ->
    phi delta * (1 - (k + ln 2) / ln N') <= b.
  Proof.
    intros onto packing [above below_N] k_pos close risk.
    assert (N2 : (2 <= N)%nat) by (apply (INR_lt 1); simpl; lra).
    eapply Rle_trans; [| exact (fanos_method_whole M space N delta k estimate b onto packing N2 close risk)].
    apply Rmult_le_compat_l; [apply phi_ge_0 |]. apply Rplus_le_compat_l, Ropp_le_contravar.
    assert (L : 0 < ln N') by (rewrite <- ln_1; apply ln_increasing; lra).
    assert (L' : ln N' <= ln (INR N)) by (apply ln_le; lra).
    assert (0 < ln 2) by (rewrite <- ln_1; apply ln_increasing; lra).
    apply Rmult_le_compat_l; [lra |]. apply Rinv_le_contravar; lra.
  Qed.
End Fano.
