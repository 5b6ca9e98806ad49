(** * Integrable functions, and probabilities

    Noise and squared errors are not bounded. A space is a type of outcomes with an expectation that is positive, linear
    and normalised on a class of integrable functions, which holds the bounded ones and all that one of it dominates.
    That the expectation of a function is the limit of those of the function cut off, [expectation_cut], is what makes
    values of probability 0 immaterial.

    Why it is faithful. A probability measure on W gives such a space. Its expectation is positive on the integrable
    functions in the usual sense; by Kantorovich's theorem it extends to all functions that one of these dominates, so
    to all bounded ones, since every one of them has a majorant there. Where 0 <= X <= Y and Y is integrable in the
    usual sense X - min(X, M) <= (Y - M)+, whose expectation tends to 0: [expectation_cut] holds. What is shown of all
    spaces is so shown of all random reals on a probability space, by the same formulas. *)

From Coq Require Export Classical_Prop.
From Coq Require Import ClassicalDedekindReals.
From Foundations Require Export Laws.
Import ListNotations.
Open Scope R_scope.

Record space (W : Type) := Space {
  integrable : (W -> R) -> Prop;
  expectation : (W -> R) -> R;
  integrable_bounded : forall X, bounded X -> integrable X;
  integrable_plus : forall X Y, integrable X -> integrable Y -> integrable (fun w => X w + Y w);
  integrable_scal : forall c X, integrable X -> integrable (fun w => c * X w);
  integrable_abs : forall X, integrable X -> integrable (fun w => Rabs (X w));
  integrable_below : forall X Y, integrable Y -> (forall w, Rabs (X w) <= Y w) -> integrable X;
  expectation_plus : forall X Y, integrable X -> integrable Y ->
    expectation (fun w => X w + Y w) = expectation X + expectation Y;
  expectation_scal : forall c X, integrable X -> expectation (fun w => c * X w) = c * expectation X;
  expectation_mono : forall X Y, integrable X -> integrable Y -> (forall w, X w <= Y w) ->
    expectation X <= expectation Y;
  expectation_one : expectation (fun _ => 1) = 1;
  expectation_cut : forall X e, integrable X -> (forall w, 0 <= X w) -> 0 < e ->
    exists M, expectation X <= expectation (fun w => Rmin (X w) M) + e
}.
Arguments integrable {W}.
Arguments expectation {W}.
Arguments integrable_bounded {W}.
Arguments integrable_plus {W}.
Arguments integrable_scal {W}.
Arguments integrable_abs {W}.
Arguments integrable_below {W}.
Arguments expectation_plus {W}.
Arguments expectation_scal {W}.
Arguments expectation_mono {W}.
Arguments expectation_one {W}.
Arguments expectation_cut {W}.

(** A law is a space whose integrable functions are the bounded ones; a space has a law. *)
Program Definition space_of {A} (P : law A) : space A := Space A bounded (E P) _ _ _ _ _ _ _ _ _ _.
Next Obligation. bounded. Qed.
Next Obligation. bounded. Qed.
Next Obligation. bounded. Qed.
Next Obligation.
  destruct H as [M Y_M]. exists M. intros w. specialize (Y_M w). specialize (H0 w). pose proof (Rle_abs (Y w)). lra.
Qed.
Next Obligation. now apply E_plus. Qed.
Next Obligation. now apply E_scal. Qed.
Next Obligation. now apply E_mono. Qed.
Next Obligation. apply E_one. Qed.
Next Obligation.
  destruct H as [M X_M]. exists M. rewrite (E_ext P (fun w => Rmin (X w) M) X); [lra |].
  intros w. apply Rmin_left. specialize (X_M w). pose proof (Rle_abs (X w)). lra.
Qed.

Program Definition law_of {W} (P : space W) : law W := Law W (expectation P) _ _ _ _.
Next Obligation. apply expectation_plus; now apply integrable_bounded. Qed.
Next Obligation. now apply expectation_scal, integrable_bounded. Qed.
Next Obligation. apply expectation_mono; auto; now apply integrable_bounded. Qed.
Next Obligation. apply expectation_one. Qed.

(** ** Which functions are integrable *)

Create HintDb integrable.
Ltac integrable := cbv beta; auto 20 with integrable bounded.

Section Closure.
  Context {W : Type} (P : space W).
  Implicit Types X Y : W -> R.

  Lemma integrable_const c : integrable P (fun _ => c).
  Proof. apply integrable_bounded. bounded. Qed.

  Lemma integrable_opp X : integrable P X -> integrable P (fun w => - X w).
  Proof.
    intros H. replace (fun w => - X w) with (fun w => -1 * X w); [now apply integrable_scal |].
    apply functional_extensionality. intros w. ring.
  Qed.

  Lemma integrable_minus X Y : integrable P X -> integrable P Y -> integrable P (fun w => X w - Y w).
  Proof. intros H K. exact (integrable_plus P _ _ H (integrable_opp _ K)). Qed.

  Lemma integrable_scal_r c X : integrable P X -> integrable P (fun w => X w * c).
  Proof.
    intros H. replace (fun w => X w * c) with (fun w => c * X w); [now apply integrable_scal |].
    apply functional_extensionality. intros w. ring.
  Qed.

  Lemma integrable_div X c : integrable P X -> integrable P (fun w => X w / c).
  Proof. apply integrable_scal_r. Qed.

  Lemma integrable_max X Y : integrable P X -> integrable P Y -> integrable P (fun w => Rmax (X w) (Y w)).
  Proof.
    intros H K. apply integrable_below with (fun w => Rabs (X w) + Rabs (Y w)).
    - apply integrable_plus; now apply integrable_abs.
    - intros w. unfold Rmax, Rabs. repeat destruct (Rcase_abs _); destruct (Rle_dec _ _); lra.
  Qed.

  Lemma integrable_min X Y : integrable P X -> integrable P Y -> integrable P (fun w => Rmin (X w) (Y w)).
  Proof.
    intros H K. apply integrable_below with (fun w => Rabs (X w) + Rabs (Y w)).
    - apply integrable_plus; now apply integrable_abs.
    - intros w. unfold Rmin, Rabs. repeat destruct (Rcase_abs _); destruct (Rle_dec _ _); lra.
  Qed.

  (** Between 0 and an integrable function. *)
  Lemma integrable_under X Y : integrable P Y -> (forall w, 0 <= X w <= Y w) -> integrable P X.
  Proof.
    intros H B. apply integrable_below with Y; [exact H |]. intros w. specialize (B w). rewrite Rabs_pos_eq; lra.
  Qed.

  Lemma integrable_Sum {I} (l : list I) (X : I -> W -> R) :
    (forall i, integrable P (X i)) -> integrable P (fun w => Sum l (fun i => X i w)).
  Proof.
    intros H. induction l as [| i l IH]; simpl; [apply integrable_const | now apply integrable_plus].
  Qed.
End Closure.

#[export] Hint Resolve integrable_const integrable_plus integrable_minus integrable_scal integrable_scal_r
  integrable_opp
  integrable_div integrable_abs integrable_max integrable_min integrable_Sum : integrable.
#[export] Hint Extern 5 (integrable _ _) => apply integrable_bounded; solve [bounded] : integrable.

(** ** Expectations *)

Section Expectation.
  Context {W : Type} (P : space W).
  Implicit Types X Y : W -> R.

  Lemma expectation_ext X Y : (forall w, X w = Y w) -> expectation P X = expectation P Y.
  Proof. intros H. f_equal. now apply functional_extensionality. Qed.

  Lemma expectation_const c : expectation P (fun _ => c) = c.
  Proof.
    rewrite (expectation_ext _ (fun _ => c * 1)) by (intros; ring).
    rewrite expectation_scal, expectation_one by integrable. ring.
  Qed.

  Lemma expectation_opp X : integrable P X -> expectation P (fun w => - X w) = - expectation P X.
  Proof.
    intros H. rewrite (expectation_ext _ (fun w => -1 * X w)) by (intros; ring).
    rewrite expectation_scal by exact H. ring.
  Qed.

  Lemma expectation_minus X Y : integrable P X -> integrable P Y ->
    expectation P (fun w => X w - Y w) = expectation P X - expectation P Y.
  Proof. intros H K. unfold Rminus. now rewrite expectation_plus, expectation_opp by integrable. Qed.

  Lemma expectation_scal_r c X : integrable P X -> expectation P (fun w => X w * c) = expectation P X * c.
  Proof.
    intros H. rewrite (expectation_ext _ (fun w => c * X w)) by (intros; ring).
    rewrite expectation_scal by exact H. ring.
  Qed.

  Lemma expectation_div X c : integrable P X -> expectation P (fun w => X w / c) = expectation P X / c.
  Proof. apply expectation_scal_r. Qed.

  Lemma expectation_Sum {I} (l : list I) (X : I -> W -> R) : (forall i, integrable P (X i)) ->
    expectation P (fun w => Sum l (fun i => X i w)) = Sum l (fun i => expectation P (X i)).
  Proof.
    intros H. induction l as [| i l IH]; simpl; [apply expectation_const |].
    rewrite expectation_plus by integrable. now rewrite IH.
  Qed.

  Lemma expectation_ge X a : integrable P X -> (forall w, a <= X w) -> a <= expectation P X.
  Proof. intros H B. rewrite <- (expectation_const a). apply expectation_mono; integrable. Qed.

  Lemma expectation_le X b : integrable P X -> (forall w, X w <= b) -> expectation P X <= b.
  Proof. intros H B. rewrite <- (expectation_const b). apply expectation_mono; integrable. Qed.

  Lemma expectation_between X a b : (forall w, a <= X w <= b) -> a <= expectation P X <= b.
  Proof.
    intros B. assert (H : integrable P X) by (apply integrable_bounded; bounded).
    split; [apply expectation_ge | apply expectation_le]; auto; apply B.
  Qed.

  Lemma expectation_abs_le X : integrable P X -> Rabs (expectation P X) <= expectation P (fun w => Rabs (X w)).
  Proof.
    intros H. apply Rabs_le. rewrite <- expectation_opp by integrable. split; apply expectation_mono; integrable.
    - intros w. pose proof (Rabs_maj2 (X w)). lra.
    - intros w. apply Rle_abs.
  Qed.
End Expectation.

(** ** Functions that are 0 or more, integrable or not

    Such a function has an expectation of at most k where those of its cuts are at most k. An infinite one is at most no
    number. *)

Definition expectation_most {W} (P : space W) (X : W -> R) k :=
  forall M, expectation P (fun w => Rmin (X w) M) <= k.

Section Cuts.
  Context {W : Type} (P : space W).
  Implicit Types X Y : W -> R.

  Lemma integrable_cut X M : (forall w, 0 <= X w) -> integrable P (fun w => Rmin (X w) M).
  Proof. intros H. apply integrable_bounded. now apply bounded_cut. Qed.

  Lemma expectation_most_integrable X k : integrable P X -> (forall w, 0 <= X w) ->
    expectation_most P X k <-> expectation P X <= k.
  Proof.
    intros I H. split.
    - intros most. apply Rnot_lt_le. intros less.
      destruct (expectation_cut P X ((expectation P X - k) / 2) I H) as [M cut]; [lra |].
      specialize (most M). lra.
    - intros le M. eapply Rle_trans; [| exact le]. apply expectation_mono; auto; [now apply integrable_cut |].
      intros w. apply Rmin_l.
  Qed.

  Lemma expectation_most_mono X Y k : (forall w, 0 <= X w <= Y w) -> expectation_most P Y k -> expectation_most P X k.
  Proof.
    intros H most M. eapply Rle_trans; [| apply (most M)].
    apply expectation_mono; try (apply integrable_cut; intros w; specialize (H w); lra).
    intros w. specialize (H w). apply Rle_min_compat_r. lra.
  Qed.

  Lemma expectation_most_weaken X k k' : expectation_most P X k -> k <= k' -> expectation_most P X k'.
  Proof. intros H K M. specialize (H M). lra. Qed.
End Cuts.

(** ** Events *)

Definition event (W : Type) := W -> Prop.

Definition indicator {W} (S : event W) (w : W) : R := if sig_not_dec (S w) then 1 else 0.

Definition probability {W} (P : space W) (S : event W) := expectation P (indicator S).

Section Events.
  Context {W : Type} (P : space W).
  Implicit Types S T : event W.

  Lemma indicator_1 S w : S w -> indicator S w = 1.
  Proof. intros H. unfold indicator. now destruct (sig_not_dec (S w)). Qed.

  Lemma indicator_0 S w : ~ S w -> indicator S w = 0.
  Proof. intros H. unfold indicator. destruct (sig_not_dec (S w)); tauto. Qed.

  Lemma indicator_between S w : 0 <= indicator S w <= 1.
  Proof. unfold indicator. destruct (sig_not_dec (S w)); lra. Qed.

  Lemma bounded_indicator S : bounded (indicator S).
  Proof. apply bounded_between with 0 1. apply indicator_between. Qed.

  Lemma integrable_indicator S : integrable P (indicator S).
  Proof. apply integrable_bounded, bounded_indicator. Qed.

  (** An indicator lies below a function that is 0 or more, and 1 or more on the event. *)
  Lemma indicator_le S w x : 0 <= x -> (S w -> 1 <= x) -> indicator S w <= x.
  Proof.
    intros H K. destruct (classic (S w)); [rewrite indicator_1 | rewrite indicator_0]; auto.
  Qed.

  Lemma probability_between S : 0 <= probability P S <= 1.
  Proof. apply expectation_between, indicator_between. Qed.

  Lemma probability_mono S T : (forall w, S w -> T w) -> probability P S <= probability P T.
  Proof.
    intros H. apply expectation_mono; try apply integrable_indicator.
    intros w. apply indicator_le; [apply indicator_between |]. intros s. rewrite indicator_1; auto with real.
  Qed.

  Lemma probability_ext S T : (forall w, S w <-> T w) -> probability P S = probability P T.
  Proof. intros H. apply Rle_antisym; apply probability_mono; intros w; apply H. Qed.

  Lemma probability_at_most S X : integrable P X -> (forall w, 0 <= X w) -> (forall w, S w -> 1 <= X w) ->
    probability P S <= expectation P X.
  Proof.
    intros I H K. apply expectation_mono; auto using integrable_indicator. intros w. apply indicator_le; auto.
  Qed.

  (** Fact: union bound. Subadditivity. *)
  Theorem union_bound S T : probability P (fun w => S w \/ T w) <= probability P S + probability P T.
  Proof.
    unfold probability. rewrite <- expectation_plus by apply integrable_indicator.
    apply probability_at_most.
    - apply integrable_plus; apply integrable_indicator.
    - intros w. pose proof (indicator_between S w). pose proof (indicator_between T w). lra.
    - intros w. pose proof (indicator_between S w). pose proof (indicator_between T w).
      intros [s | t]; [rewrite (indicator_1 S) | rewrite (indicator_1 T)]; auto; lra.
  Qed.

  Lemma indicator_not S w : indicator (fun w => ~ S w) w = 1 - indicator S w.
  Proof.
    destruct (classic (S w)).
    - rewrite (indicator_1 S), indicator_0 by tauto. ring.
    - rewrite (indicator_0 S), indicator_1 by tauto. ring.
  Qed.

  (** Fact: complement. Additivity. *)
  Theorem complement S : probability P (fun w => ~ S w) = 1 - probability P S.
  Proof.
    unfold probability. rewrite (expectation_ext P _ (fun w => 1 - indicator S w)) by apply indicator_not.
    rewrite expectation_minus, expectation_const by (apply integrable_const || apply integrable_indicator). reflexivity.
  Qed.

  Lemma union_bound_Sum {I} (l : list I) (S : I -> event W) :
    probability P (fun w => exists i, In i l /\ S i w) <= Sum l (fun i => probability P (S i)).
  Proof.
    induction l as [| i l IH]; simpl.
    - replace 0 with (expectation P (fun _ => 0)) by apply expectation_const.
      apply probability_at_most; [apply integrable_const | intros; lra |]. intros w (i & [] & _).
    - eapply Rle_trans; [| apply Rplus_le_compat_l, IH].
      eapply Rle_trans; [| apply (union_bound (S i) (fun w => exists i, In i l /\ S i w))].
      apply probability_mono. intros w (j & [<- | J] & s); [now left | right; now exists j].
  Qed.
End Events.

#[export] Hint Resolve integrable_indicator : integrable.

(** ** Almost surely *)

Definition almost_le {W} (P : space W) (X Y : W -> R) := probability P (fun w => Y w < X w) = 0.

Definition almost_eq {W} (P : space W) (X Y : W -> R) := almost_le P X Y /\ almost_le P Y X.

Definition almost_surely {W} (P : space W) (S : event W) := probability P (fun w => ~ S w) = 0.

Section Almost.
  Context {W : Type} (P : space W).
  Implicit Types X Y Z : W -> R.

  Lemma probability_0_mono (S T : event W) : (forall w, S w -> T w) -> probability P T = 0 -> probability P S = 0.
  Proof.
    intros H zero. pose proof (probability_mono P S T H). pose proof (probability_between P S). lra.
  Qed.

  Lemma surely_le X Y : (forall w, X w <= Y w) -> almost_le P X Y.
  Proof.
    intros H. apply Rle_antisym; [| apply probability_between].
    rewrite <- (expectation_const P 0). apply probability_at_most; [integrable | intros; lra |].
    intros w K. specialize (H w). lra.
  Qed.

  Lemma almost_surely_le X Y : almost_surely P (fun w => X w <= Y w) -> almost_le P X Y.
  Proof. apply probability_0_mono. intros w K. cbv beta. lra. Qed.

  Lemma almost_le_by X Y d : almost_le P X Y -> 0 < d -> probability P (fun w => Y w + d <= X w) = 0.
  Proof. intros A pos. revert A. apply probability_0_mono. intros w K. lra. Qed.

  (** What X is above Y has expectation 0. *)
  Lemma almost_le_excess X Y : integrable P X -> integrable P Y -> almost_le P X Y ->
    expectation P (fun w => Rmax 0 (X w - Y w)) = 0.
  Proof.
    intros HX HY A. set (D := fun w => Rmax 0 (X w - Y w)).
    assert (I : integrable P D) by (unfold D; integrable).
    assert (D0 : forall w, 0 <= D w) by (intros w; apply Rmax_l).
    apply Rle_antisym; [| now apply expectation_ge].
    apply expectation_most_integrable; auto. intros M.
    apply le_epsilon. intros d pos. rewrite Rplus_0_l.
    set (S := fun w => Y w + d <= X w).
    apply Rle_trans with (expectation P (fun w => d + Rmax 0 M * indicator S w)).
    - apply expectation_mono; [now apply integrable_cut | integrable |].
      intros w. destruct (classic (S w)) as [s | s].
      + rewrite indicator_1 by exact s. pose proof (Rmin_r (D w) M). pose proof (Rmax_r 0 M). lra.
      + rewrite indicator_0 by exact s. pose proof (Rmin_l (D w) M). unfold D, S, Rmax in *.
        destruct (Rle_dec _ _); lra.
    - rewrite expectation_plus, expectation_scal, expectation_const by integrable.
      fold (probability P S). unfold S. rewrite (almost_le_by X Y d A pos). lra.
  Qed.

  (** Fact: expectation is monotone. *)
  Theorem expectation_monotone X Y : integrable P X -> integrable P Y -> almost_le P X Y ->
    expectation P X <= expectation P Y.
  Proof.
    intros HX HY A. pose proof (almost_le_excess X Y HX HY A) as zero.
    apply Rle_trans with (expectation P (fun w => Y w + Rmax 0 (X w - Y w))).
    - apply expectation_mono; integrable. intros w. pose proof (Rmax_r 0 (X w - Y w)). lra.
    - rewrite expectation_plus, zero by integrable. lra.
  Qed.

  (** Fact: equal random reals. *)
  Theorem expectation_equal X Y : integrable P X -> integrable P Y -> almost_eq P X Y ->
    expectation P X = expectation P Y.
  Proof. intros HX HY [A B]. apply Rle_antisym; now apply expectation_monotone. Qed.

  (** Fact: size of an expectation. Monotonicity, for both signs. *)
  Theorem size_of_expectation X Y : integrable P X -> integrable P Y ->
    almost_le P X Y -> almost_le P (fun w => - X w) Y -> Rabs (expectation P X) <= expectation P Y.
  Proof.
    intros HX HY A B. apply Rabs_le. split; [| now apply expectation_monotone].
    apply expectation_monotone in B; [| integrable | exact HY]. rewrite expectation_opp in B by exact HX. lra.
  Qed.

  Lemma almost_between X a b : integrable P X -> almost_le P (fun _ => a) X -> almost_le P X (fun _ => b) ->
    a <= expectation P X <= b.
  Proof.
    intros H A B. apply expectation_monotone in A, B; try integrable. rewrite expectation_const in A, B. lra.
  Qed.

  Lemma almost_le_trans X Y Z : almost_le P X Y -> almost_le P Y Z -> almost_le P X Z.
  Proof.
    intros A B. unfold almost_le in A, B. pose proof (union_bound P (fun w => Y w < X w) (fun w => Z w < Y w)) as U.
    apply Rle_antisym; [| apply probability_between]. rewrite A, B in U.
    eapply Rle_trans; [| apply Rle_trans with (1 := U); lra].
    apply probability_mono. intros w K. destruct (Rlt_dec (Y w) (X w)); [left | right]; lra.
  Qed.

  (** Fact: expectation of an indicator. *)
  Theorem expectation_of_indicator X (S : event W) : integrable P X -> almost_eq P X (indicator S) ->
    expectation P X = probability P S.
  Proof. intros H A. apply expectation_equal; integrable. Qed.
End Almost.

(** ** Random reals whose expectation may be infinite *)

(** Its negative part is integrable, so that it has an expectation, a number or infinite. *)
Definition quasi_integrable {W} (P : space W) (X : W -> R) := forall M, integrable P (fun w => Rmin (X w) M).

Section Quasi.
  Context {W : Type} (P : space W).
  Implicit Types X Y : W -> R.

  Lemma quasi_integrable_integrable X : integrable P X -> quasi_integrable P X.
  Proof. intros H M. integrable. Qed.

  Lemma quasi_integrable_ge_0 X : (forall w, 0 <= X w) -> quasi_integrable P X.
  Proof. intros H M. now apply integrable_cut. Qed.

  (** Of an integrable one the expectation is at most a number where those of its cuts are. *)
  Lemma expectation_most_iff X k : integrable P X -> expectation_most P X k <-> expectation P X <= k.
  Proof.
    intros I. split.
    - intros most. apply le_epsilon. intros e pos.
      destruct (expectation_cut P (fun w => Rmax (X w) 0) e) as [M cut]; [integrable | intros w; apply Rmax_r | auto |].
      specialize (most (Rmax M 0)).
      assert (split : expectation P X + expectation P (fun w => Rmin (Rmax (X w) 0) M) <=
        expectation P (fun w => Rmin (X w) (Rmax M 0)) + expectation P (fun w => Rmax (X w) 0)).
      { rewrite <- !expectation_plus by integrable. apply expectation_mono; [integrable | integrable |].
        intros w. unfold Rmin, Rmax. repeat destruct (Rle_dec _ _); lra. }
      lra.
    - intros le M. eapply Rle_trans; [| exact le]. apply expectation_mono; [integrable | exact I |].
      intros w. apply Rmin_l.
  Qed.

  (** Fact: expectation is monotone, finite or not. *)
  Theorem expectation_most_monotone X Y k : quasi_integrable P X -> quasi_integrable P Y -> almost_le P X Y ->
    expectation_most P Y k -> expectation_most P X k.
  Proof.
    intros HX HY A most M. eapply Rle_trans; [| apply (most M)].
    apply expectation_monotone; [apply HX | apply HY |].
    revert A. apply probability_0_mono. intros w less. apply Rnot_le_lt. intros le.
    revert less. unfold Rmin. repeat destruct (Rle_dec _ _); lra.
  Qed.

  (** Fact: expectation of a multiple, finite or not. *)
  Theorem expectation_most_scal X c k : quasi_integrable P X -> 0 < c ->
    expectation_most P X k <-> expectation_most P (fun w => c * X w) (c * k).
  Proof.
    intros HX C.
    assert (cut : forall M,
      expectation P (fun w => Rmin (c * X w) (c * M)) = c * expectation P (fun w => Rmin (X w) M)).
    { intros M. rewrite <- expectation_scal by apply HX. apply expectation_ext. intros w.
      unfold Rmin. destruct (Rle_dec _ _) as [a | a], (Rle_dec (X w) M) as [b | b]; nra. }
    split; intros most M.
    - replace M with (c * (M / c)) by (field; lra). rewrite cut. apply Rmult_le_compat_l; [lra | apply most].
    - specialize (most (c * M)). rewrite cut in most. now apply Rmult_le_reg_l in most.
  Qed.
End Quasi.
