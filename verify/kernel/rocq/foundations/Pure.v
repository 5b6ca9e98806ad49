(** * Close laws, and the pure pair that they share

    Two laws that are close up to a small mass: most of each is one of two laws that differ by a factor at most. *)

From Foundations Require Export Dominated.
Import ListNotations.
Open Scope R_scope.

(** Each law has at any event at most e^epsilon times the other's probability plus delta. *)
Definition close_laws {A} eps delta (P Q : law A) :=
  hockey_stick_most P Q eps delta /\ hockey_stick_most Q P eps delta.

(** ** The part of P that lies below t Q

    The least measure's integral of a function that is 0 or more: the infimum over all ways to part it. For densities it
    is the integral with min(p, t q). *)
Definition parted {A} (P : law A) t (Q : law A) (h : A -> R) r := exists g, bounded g /\ (forall x, 0 <= g x <= h x) /\
  r = E P g + t * E Q (fun x => h x - g x).
Definition meet {A} (P : law A) t (Q : law A) (h : A -> R) : R := real (Glb_Rbar (parted P t Q h)).

Section Meet.
  Context {A : Type} (P Q : law A) (t : R) (t_ge_0 : 0 <= t).
  Let value g h := E P g + t * E Q (fun x => h x - g x).

  Let at_part h g : bounded g -> (forall x, 0 <= g x <= h x) -> bounded h -> 0 <= value g h.
  Proof.
    intros G range H. assert (0 <= E P g) by (apply E_ge; auto; apply range).
    assert (0 <= E Q (fun x => h x - g x)) by (apply E_ge; bounded; intros x; specialize (range x); lra).
    unfold value. nra.
  Qed.

  (** It is the infimum. *)
  Lemma meet_greatest h : bounded h -> (forall x, 0 <= h x) ->
    (forall g, bounded g -> (forall x, 0 <= g x <= h x) -> meet P t Q h <= value g h) /\
    forall b, (forall g, bounded g -> (forall x, 0 <= g x <= h x) -> b <= value g h) -> b <= meet P t Q h.
  Proof.
    intros H pos. unfold meet. destruct (Glb_Rbar_correct (parted P t Q h)) as [low greatest].
    assert (some : Rbar_le (Glb_Rbar (parted P t Q h)) (value h h)).
    { apply low. exists h. repeat split; auto. lra. }
    assert (least : Rbar_le 0 (Glb_Rbar (parted P t Q h))).
    { apply greatest. intros r (g & G & range & ->). simpl. now apply at_part. }
    destruct (Glb_Rbar (parted P t Q h)) as [m | |]; try contradiction. split.
    - intros g G range. apply (low (value g h)). now exists g.
    - intros b all. apply (greatest (Finite b)). intros r (g & G & range & ->). now apply all.
  Qed.

  Variables (h k : A -> R) (H : bounded h) (h_pos : forall x, 0 <= h x) (K : bounded k) (k_pos : forall x, 0 <= k x).

  Lemma meet_ge_0 : 0 <= meet P t Q h.
  Proof. apply (proj2 (meet_greatest h H h_pos)). intros g G range. now apply at_part. Qed.

  Lemma meet_below : meet P t Q h <= E P h /\ meet P t Q h <= t * E Q h.
  Proof.
    destruct (meet_greatest h H h_pos) as [low _]. split.
    - eapply Rle_trans; [apply (low h H); intros x; specialize (h_pos x); lra |]. unfold value.
      rewrite (E_ext Q _ (fun _ => 0)), E_const by (intros; ring). lra.
    - eapply Rle_trans; [apply (low (fun _ => 0)); [bounded | intros x; specialize (h_pos x); lra] |]. unfold value.
      rewrite E_const, (E_ext Q _ h) by (intros; ring). lra.
  Qed.

  Lemma meet_plus : meet P t Q (fun x => h x + k x) = meet P t Q h + meet P t Q k.
  Proof.
    assert (HK : bounded (fun x => h x + k x)) by bounded.
    assert (hk_pos : forall x, 0 <= h x + k x) by (intros x; specialize (h_pos x); specialize (k_pos x); lra).
    destruct (meet_greatest h H h_pos) as [low_h great_h]. destruct (meet_greatest k K k_pos) as [low_k great_k].
    destruct (meet_greatest _ HK hk_pos) as [low great].
    assert (sums : forall f g, bounded f -> bounded g ->
      value f h + value g k = value (fun x => f x + g x) (fun x => h x + k x)).
    { intros f g F G. unfold value. rewrite E_plus by assumption.
      rewrite (E_ext Q (fun x => h x + k x - (f x + g x)) (fun x => (h x - f x) + (k x - g x))) by (intros; ring).
      rewrite E_plus by bounded. ring. }
    apply Rle_antisym.
    - enough (meet P t Q (fun x => h x + k x) - meet P t Q k <= meet P t Q h) by lra.
      apply great_h. intros f F f_range.
      enough (meet P t Q (fun x => h x + k x) - value f h <= meet P t Q k) by lra.
      apply great_k. intros g G g_range. enough (meet P t Q (fun x => h x + k x) <= value f h + value g k) by lra.
      rewrite sums by assumption. apply low; [bounded |]. intros x. specialize (f_range x). specialize (g_range x). lra.
    - apply great. intros g G range. set (f := fun x => Rmin (g x) (h x)).
      assert (F : bounded f) by (unfold f; bounded).
      assert (f_range : forall x, 0 <= f x <= h x /\ 0 <= g x - f x <= k x).
      { intros x. specialize (range x). specialize (h_pos x). specialize (k_pos x). unfold f, Rmin.
        destruct (Rle_dec _ _); lra. }
      specialize (low_h f F ltac:(intros x; apply f_range)).
      specialize (low_k (fun x => g x - f x) ltac:(bounded) ltac:(intros x; apply f_range)).
      pose proof (sums f (fun x => g x - f x) F ltac:(bounded)) as total. cbv beta in total.
      replace (fun x => f x + (g x - f x)) with g in total by (apply functional_extensionality; intros; ring). lra.
  Qed.

  Lemma meet_scal c : 0 <= c -> meet P t Q (fun x => c * h x) = c * meet P t Q h.
  Proof.
    assert (scaled : forall a f, 0 < a -> bounded f -> (forall x, 0 <= f x) ->
      meet P t Q (fun x => a * f x) <= a * meet P t Q f).
    { intros a f a_pos F f_pos. destruct (meet_greatest f F f_pos) as [_ great].
      destruct (meet_greatest (fun x => a * f x) ltac:(bounded) ltac:(intros; apply Rmult_le_pos; [lra | auto]))
        as [low _].
      apply (Rmult_le_reg_l (/ a)); [now apply Rinv_0_lt_compat |].
      rewrite <- (Rmult_assoc (/ a) a), Rinv_l, Rmult_1_l by lra. apply great. intros g G range.
      apply (Rmult_le_reg_l a); [exact a_pos |]. rewrite <- Rmult_assoc, Rinv_r, Rmult_1_l by lra.
      eapply Rle_trans; [apply (low (fun x => a * g x)); [bounded |] |].
      - intros x. specialize (range x). split; [apply Rmult_le_pos | apply Rmult_le_compat_l]; lra.
      - right. unfold value. rewrite E_scal by exact G.
        rewrite (E_ext Q (fun x => a * f x - a * g x) (fun x => a * (f x - g x))) by (intros; ring).
        rewrite E_scal by bounded. ring. }
    intros [c_pos | <-].
    - apply Rle_antisym; [now apply scaled |].
      pose proof (scaled (/ c) (fun x => c * h x) ltac:(now apply Rinv_0_lt_compat) ltac:(bounded)
        ltac:(intros; apply Rmult_le_pos; [lra | auto])) as back. cbv beta in back.
      replace (fun x => / c * (c * h x)) with h in back by (apply functional_extensionality; intros; field; lra).
      apply (Rmult_le_compat_l c) in back; [| lra].
      rewrite <- Rmult_assoc, Rinv_r, Rmult_1_l in back by lra. exact back.
    - rewrite Rmult_0_l.
      replace (fun x => 0 * h x) with (fun _ : A => 0) by (apply functional_extensionality; intros; ring).
      destruct (meet_greatest (fun _ => 0) ltac:(bounded) ltac:(intros; lra)) as [low great]. apply Rle_antisym.
      + eapply Rle_trans; [apply (low (fun _ => 0)); [bounded | intros; lra] |]. unfold value.
        rewrite (E_ext Q _ (fun _ => 0)), !E_const by (intros; ring). lra.
      + apply great. intros g G range. apply at_part; auto. bounded.
  Qed.
End Meet.

(** ** Of all bounded functions, by their positive and negative parts, at mass 1 *)
Section Cut.
  Context {A : Type} (P Q : law A) (t : R) (t_ge_0 : 0 <= t).
  Implicit Types f g : A -> R.
  Let M := meet P t Q.

  Definition above_0 f : A -> R := fun x => Rmax (f x) 0.
  Definition below_0 f : A -> R := fun x => Rmax (- f x) 0.
  Definition cut f := M (above_0 f) - M (below_0 f).

  Let bounded_above f : bounded f -> bounded (above_0 f).
  Proof. intros F. unfold above_0. bounded. Qed.

  Let bounded_below f : bounded f -> bounded (below_0 f).
  Proof. intros F. unfold below_0. bounded. Qed.

  Let above_pos f x : 0 <= above_0 f x.
  Proof. apply Rmax_r. Qed.

  Let below_pos f x : 0 <= below_0 f x.
  Proof. apply Rmax_r. Qed.

  Let parts f x : f x = above_0 f x - below_0 f x.
  Proof. unfold above_0, below_0, Rmax. repeat destruct (Rle_dec _ _); lra. Qed.

  Let M_plus f g : bounded f -> bounded g -> (forall x, 0 <= f x) -> (forall x, 0 <= g x) ->
    M (fun x => f x + g x) = M f + M g.
  Proof. intros. now apply meet_plus. Qed.

  (** However a function is parted. *)
  Lemma cut_parted u v : bounded u -> bounded v -> (forall x, 0 <= u x) -> (forall x, 0 <= v x) ->
    cut (fun x => u x - v x) = M u - M v.
  Proof.
    intros U V u_pos v_pos. set (f := fun x => u x - v x). assert (F : bounded f) by (unfold f; bounded).
    assert (sum : M (fun x => above_0 f x + v x) = M (fun x => below_0 f x + u x)).
    { f_equal. apply functional_extensionality. intros x. unfold above_0, below_0, f, Rmax.
      repeat destruct (Rle_dec _ _); lra. }
    rewrite !M_plus in sum by auto. unfold cut. lra.
  Qed.

  Lemma cut_pos f : bounded f -> (forall x, 0 <= f x) -> cut f = M f.
  Proof.
    intros F pos. pose proof (cut_parted f (fun _ => 0) F (bounded_const 0) pos ltac:(intros; lra)) as C.
    assert (zero : M (fun _ => 0) = 0).
    { pose proof (M_plus (fun _ => 0) (fun _ => 0) ltac:(bounded) ltac:(bounded) ltac:(intros; lra) ltac:(intros; lra))
        as twice. cbv beta in twice. replace (fun _ : A => 0 + 0) with (fun _ : A => 0) in twice
        by (apply functional_extensionality; intros; ring). lra. }
    rewrite zero in C. replace (fun x => f x - 0) with f in C by (apply functional_extensionality; intros; ring). lra.
  Qed.

  Lemma cut_plus f g : bounded f -> bounded g -> cut (fun x => f x + g x) = cut f + cut g.
  Proof.
    intros F G.
    pose proof (cut_parted (fun x => above_0 f x + above_0 g x) (fun x => below_0 f x + below_0 g x)
      ltac:(apply bounded_plus; auto) ltac:(apply bounded_plus; auto)
      ltac:(intros x; apply Rplus_le_le_0_compat; auto) ltac:(intros x; apply Rplus_le_le_0_compat; auto)) as C.
    rewrite !M_plus in C by auto.
    replace (fun x => above_0 f x + above_0 g x - (below_0 f x + below_0 g x)) with (fun x => f x + g x) in C.
    - unfold cut at 2 3. lra.
    - apply functional_extensionality. intros x. unfold above_0, below_0, Rmax. repeat destruct (Rle_dec _ _); lra.
  Qed.

  Lemma cut_scal c f : bounded f -> cut (fun x => c * f x) = c * cut f.
  Proof.
    intros F. destruct (Rle_dec 0 c) as [pos | neg].
    - pose proof (cut_parted (fun x => c * above_0 f x) (fun x => c * below_0 f x)
        ltac:(apply bounded_mult; [bounded | auto]) ltac:(apply bounded_mult; [bounded | auto])
        ltac:(intros x; apply Rmult_le_pos; auto) ltac:(intros x; apply Rmult_le_pos; auto)) as C.
      unfold M in C. rewrite !meet_scal in C by auto. unfold cut at 2, M.
      replace (fun x => c * above_0 f x - c * below_0 f x) with (fun x => c * f x) in C; [lra |].
      apply functional_extensionality. intros x. rewrite (parts f x) at 1. ring.
    - pose proof (cut_parted (fun x => - c * below_0 f x) (fun x => - c * above_0 f x)
        ltac:(apply bounded_mult; [bounded | auto]) ltac:(apply bounded_mult; [bounded | auto])
        ltac:(intros x; apply Rmult_le_pos; [lra | auto]) ltac:(intros x; apply Rmult_le_pos; [lra | auto])) as C.
      unfold M in C. rewrite !meet_scal in C by (auto; lra). unfold cut at 2, M.
      replace (fun x => - c * below_0 f x - - c * above_0 f x) with (fun x => c * f x) in C; [lra |].
      apply functional_extensionality. intros x. rewrite (parts f x) at 1. ring.
  Qed.

  Lemma cut_mono f g : bounded f -> bounded g -> (forall x, f x <= g x) -> cut f <= cut g.
  Proof.
    intros F G le. replace g with (fun x => f x + (g x - f x)) by (apply functional_extensionality; intros; ring).
    rewrite cut_plus by bounded. enough (0 <= cut (fun x => g x - f x)) by lra.
    rewrite cut_pos; [| bounded | intros x; specialize (le x); lra].
    apply meet_ge_0; [exact t_ge_0 | bounded | intros x; specialize (le x); lra].
  Qed.

  (** The part's mass, and the part as a law. *)
  Definition cut_mass := cut (fun _ => 1).
  Hypothesis mass_pos : 0 < cut_mass.

  Program Definition cut_law_of : law A := Law A (fun f => cut f / cut_mass) _ _ _ _.
  Next Obligation. rewrite cut_plus by assumption. field. lra. Qed.
  Next Obligation. rewrite cut_scal by assumption. field. lra. Qed.
  Next Obligation.
    apply Rmult_le_compat_r; [left; now apply Rinv_0_lt_compat | now apply cut_mono].
  Qed.
  Next Obligation. fold cut_mass. field. lra. Qed.
End Cut.

(** P's part below e^eps Q, or P itself where that has no mass. *)
Definition part_mass {A} (P Q : law A) eps := cut_mass P Q (exp eps).
Definition part_law {A} (P Q : law A) eps : law A :=
  match Rlt_dec 0 (part_mass P Q eps) with
  | left pos => cut_law_of P Q (exp eps) (Rlt_le _ _ (exp_pos eps)) pos
  | right _ => P
  end.

(** ** The pure pair

    P cut at e^eps Q, where that is the lighter of the two parts; else mixed with Q cut at e^eps P, so that e^eps times
    the law is nowhere below the part of mass 1 that is Q's. *)
Definition own_share a b t := if Rle_dec a b then 1 else a * (t - 1) / (a * t - b).
Definition share_of {A} (P Q : law A) eps :=
  Rmax 0 (Rmin (own_share (part_mass P Q eps) (part_mass Q P eps) (exp eps)) 1).
Definition pure_part {A} (P Q : law A) eps : law A :=
  mix (share_of P Q eps) (cut_chance _) (part_law P Q eps) (part_law Q P eps).

(** Its density, by those of both laws. *)
Definition pure_part_dominated {A} (D : densities A) (P Q : law A) eps :=
  dominated_law D P /\ dominated_law D Q /\ dominated_law D (pure_part P Q eps) /\
  forall z, let p := density_at D P z in let q := density_at D Q z in
  density_at D (pure_part P Q eps) z =
    share_of P Q eps * (Rmin p (exp eps * q) / part_mass P Q eps) +
    (1 - share_of P Q eps) * (Rmin q (exp eps * p) / part_mass Q P eps).

(** *** Numbers: X and Y are within a factor t of each other, of mass a and b *)
Section Numbers.
  Context (a b t : R) (a_pos : 0 < a) (b_pos : 0 < b) (t_ge_1 : 1 <= t).

  Lemma own_share_range : 0 <= own_share a b t <= 1.
  Proof.
    unfold own_share. destruct (Rle_dec a b); [lra |]. assert (0 < a * t - b) by nra.
    split; [apply Rdiv_le_0_compat; nra | apply Rle_div_l; nra].
  Qed.

  Context (X Y : R) (X_pos : 0 <= X) (Y_pos : 0 <= Y) (X_le : X <= t * Y) (Y_le : Y <= t * X).

  Lemma pure_ratio : own_share a b t * (X / a) + (1 - own_share a b t) * (Y / b) <=
    t * (own_share b a t * (Y / b) + (1 - own_share b a t) * (X / a)).
  Proof.
    unfold own_share. destruct (Rle_dec a b) as [le | gt], (Rle_dec b a) as [ge | lt]; try lra.
    - assert (b = a) as -> by lra. replace (1 * (X / a) + (1 - 1) * (Y / a)) with (X / a) by ring.
      replace (t * (1 * (Y / a) + (1 - 1) * (X / a))) with (t * Y / a) by (field; lra).
      apply Rmult_le_compat_r; [left; now apply Rinv_0_lt_compat | exact X_le].
    - assert (pos : 0 < b * t - a) by nra.
      apply Rminus_le. replace (_ - _) with (- ((t * Y - X) * (t - 1) / (b * t - a))) by (field; lra).
      enough (0 <= (t * Y - X) * (t - 1) / (b * t - a)) by lra.
      apply Rdiv_le_0_compat; [apply Rmult_le_pos; lra | exact pos].
    - assert (pos : 0 < a * t - b) by nra.
      apply Rminus_le. replace (_ - _) with (- ((t - 1) * (t * Y - X) / (a * t - b)) -
        (a - b) * (t * t - 1) * Y / (b * (a * t - b)) ) by (field; lra).
      assert (0 <= (t - 1) * (t * Y - X) / (a * t - b))
        by (apply Rdiv_le_0_compat; [apply Rmult_le_pos; lra | exact pos]).
      assert (0 <= (a - b) * (t * t - 1) * Y / (b * (a * t - b))).
      { apply Rdiv_le_0_compat; [repeat apply Rmult_le_pos; nra | nra]. }
      lra.
  Qed.

  Lemma pure_below m : m <= a -> m <= b -> m * (own_share a b t * (X / a) + (1 - own_share a b t) * (Y / b)) <= X.
  Proof.
    intros m_a m_b. unfold own_share. destruct (Rle_dec a b) as [le | gt].
    - replace (m * (1 * (X / a) + (1 - 1) * (Y / b))) with (m * X / a) by (field; lra). apply Rle_div_l; nra.
    - assert (pos : 0 < a * t - b) by nra.
      assert (up : a * (t - 1) / (a * t - b) * (X / a) + (1 - a * (t - 1) / (a * t - b)) * (Y / b) <= X / b).
      { apply Rminus_le. replace (_ - _) with (- ((a - b) * (t * X - Y) / (b * (a * t - b)))) by (field; lra).
        enough (0 <= (a - b) * (t * X - Y) / (b * (a * t - b))) by lra.
        apply Rdiv_le_0_compat; [apply Rmult_le_pos; lra | nra]. }
      assert (0 <= X / b) by (now apply Rdiv_le_0_compat).
      set (whole := _ + _) in *. destruct (Rle_dec 0 m) as [m_pos | m_neg].
      + apply Rle_trans with (m * (X / b)); [now apply Rmult_le_compat_l |].
        replace (m * (X / b)) with (m * X / b) by (field; lra). apply Rle_div_l; nra.
      + assert (0 <= whole); [| nra].
        unfold whole.
        assert (a * (t - 1) / (a * t - b) <= 1) by (apply Rle_div_l; nra).
        assert (0 <= a * (t - 1) / (a * t - b)) by (apply Rdiv_le_0_compat; nra).
        apply Rplus_le_le_0_compat; apply Rmult_le_pos; try lra; apply Rdiv_le_0_compat; lra.
  Qed.
End Numbers.

(** *** Close laws *)
Section Close.
  Context {A : Type} (P Q : law A) (eps delta : R) (pos : 0 <= eps) (close : close_laws eps delta P Q).
  Let t := exp eps.

  Let t_ge_1 : 1 <= t.
  Proof. now apply exp_ge_1. Qed.

  (** The parts have most of the mass. *)
  Lemma part_mass_close : 1 - delta <= part_mass P Q eps.
  Proof.
    unfold part_mass, cut_mass. fold t. rewrite cut_pos by (try lra; bounded; intros; lra).
    apply (meet_greatest P Q t ltac:(lra) (fun _ => 1)); [bounded | intros; lra |]. intros g G range.
    pose proof (proj1 close (fun x => 1 - g x) ltac:(intros x; specialize (range x); lra)) as near. fold t in near.
    rewrite E_minus, E_const in near by bounded. lra.
  Qed.
End Close.

Lemma close_sym {A} eps delta (P Q : law A) : close_laws eps delta P Q -> close_laws eps delta Q P.
Proof. intros [one other]. now split. Qed.

Lemma share_is_own {A} (P Q : law A) eps : 0 <= eps -> 0 < part_mass P Q eps -> 0 < part_mass Q P eps ->
  share_of P Q eps = own_share (part_mass P Q eps) (part_mass Q P eps) (exp eps).
Proof.
  intros pos a_pos b_pos. pose proof (exp_ge_1 eps pos).
  assert (0 <= own_share (part_mass P Q eps) (part_mass Q P eps) (exp eps) <= 1) by now apply own_share_range.
  unfold share_of. now rewrite Rmin_left, Rmax_right by lra.
Qed.

Lemma min_within p q t : 0 <= p -> 0 <= q -> 1 <= t -> Rmin p (t * q) <= t * Rmin q (t * p).
Proof.
  intros P Q T. assert (p <= t * p) by nra. assert (t * p <= t * (t * p)) by nra.
  unfold Rmin. repeat destruct (Rle_dec _ _); lra.
Qed.

Lemma min_pos p q t : 0 <= p -> 0 <= q -> 1 <= t -> 0 <= Rmin p (t * q).
Proof. intros P Q T. apply Rmin_glb; [exact P | apply Rmult_le_pos; lra]. Qed.
