(** * Densities with respect to a law

    A density need not be bounded: its means are limits of those of what is cut. *)

From Coq Require Import Classical_Prop.
From Foundations Require Export Facts_hellinger.
Import ListNotations.
Open Scope R_scope.

(** ** Least bounds on means *)

(** Cuts come near to the least bound. *)
Lemma near_least_bound {A} (P : law A) X r eta : least_bound (mean_most P X) r -> 0 < eta ->
  exists c, r - eta < E P (fun x => Rmin (X x) c).
Proof.
  intros [_ least] pos. apply NNPP. intros none.
  assert (r <= r - eta); [| lra]. apply least. intros c. apply Rnot_lt_le. intros above. apply none. now exists c.
Qed.

Lemma mean_most_ge_0 {A} (P : law A) X r : (forall x, 0 <= X x) -> mean_most P X r -> 0 <= r.
Proof.
  intros pos most. specialize (most 0). rewrite (E_ext P _ (fun _ => 0)), E_const in most; [exact most |].
  intros x. now apply Rmin_right.
Qed.

Lemma mean_most_ext {A} (P : law A) X Y r : (forall x, X x = Y x) -> mean_most P X r -> mean_most P Y r.
Proof.
  intros same most c. rewrite <- (E_ext P (fun x => Rmin (X x) c)); [apply most |]. intros x. now rewrite same.
Qed.

(** What is at most [r + eta] for each positive eta is at most r. *)
Lemma le_by_slack x r k : (forall eta, 0 < eta -> x <= r + k * eta) -> x <= r.
Proof.
  intros H. apply Rnot_lt_le. intros above. specialize (H ((x - r) / (2 * (Rabs k + 1)))).
  pose proof (Rabs_pos k). pose proof (Rle_abs k).
  assert (pos : 0 < (x - r) / (2 * (Rabs k + 1))) by (apply Rdiv_lt_0_compat; lra).
  specialize (H pos). set (eta := (x - r) / (2 * (Rabs k + 1))) in *.
  assert (same : eta * (2 * (Rabs k + 1)) = x - r) by (unfold eta; field; lra).
  assert (k * eta <= Rabs k * eta) by (apply Rmult_le_compat_r; lra). nra.
Qed.

Lemma small_inverse eta : 0 < eta -> exists n, (1 <= n)%nat /\ / INR n <= eta.
Proof.
  intros pos. destruct (archimed_cor1 eta pos) as (n & small & some). exists n. split; [lia | lra].
Qed.

(** ** A density, cut *)

Definition cut_at (n : nat) {A} (rho : A -> R) x := Rmin (rho x) (INR n).

Lemma cut_at_pos n {A} (rho : A -> R) x : (forall x, 0 <= rho x) -> 0 <= cut_at n rho x.
Proof. intros pos. apply Rmin_glb; [apply pos | apply pos_INR]. Qed.

Lemma bounded_cut_density n {A} (rho : A -> R) : (forall x, 0 <= rho x) -> bounded (cut_at n rho).
Proof. intros pos. now apply bounded_cut. Qed.

Section Density.
  Context {A : Type} (P : law A) (rho : A -> R) (Q : law A) (D : density P rho Q).

  Let pos : forall x, 0 <= rho x.
  Proof. apply D. Qed.

  Lemma cut_below n g : bounded g -> (forall x, 0 <= g x) -> E P (fun x => cut_at n rho x * g x) <= E Q g.
  Proof.
    intros [M G] g_pos. destruct D as [_ mean]. destruct (mean g (ex_intro _ M G) g_pos) as [most _].
    eapply Rle_trans; [| apply (most (INR n * M))].
    apply E_mono; [| apply bounded_cut; intros; now apply Rmult_le_pos |].
    - apply bounded_mult; [now apply bounded_cut_density | now exists M].
    - intros x. specialize (pos x). specialize (g_pos x). specialize (G x). rewrite Rabs_right in G by lra.
      pose proof (Rmin_l (rho x) (INR n)). pose proof (Rmin_r (rho x) (INR n)). pose proof (pos_INR n).
      pose proof (cut_at_pos n rho x (proj1 D)). unfold cut_at in *. apply Rmin_glb; nra.
  Qed.

  Lemma cut_mean_below n : E P (cut_at n rho) <= 1.
  Proof.
    pose proof (cut_below n (fun _ => 1) ltac:(bounded) ltac:(intros; lra)) as H.
    rewrite E_const, (E_ext P _ (cut_at n rho)) in H by (intros; ring). exact H.
  Qed.

  (** The mean of the cut density times g tends to the mean of g under Q. *)
  Lemma cut_limit g : bounded g -> is_lim_seq (fun n => E P (fun x => cut_at n rho x * g x)) (E Q g).
  Proof.
    (* For functions that are at least 1 first. *)
    assert (large : forall f, bounded f -> (forall x, 1 <= f x) ->
      is_lim_seq (fun n => E P (fun x => cut_at n rho x * f x)) (E Q f)).
    { intros f F f_1. assert (f_pos : forall x, 0 <= f x) by (intros x; specialize (f_1 x); lra).
      apply is_lim_seq_spec. intros eta. pose proof (cond_pos eta) as eta_pos.
      destruct D as [_ mean]. destruct (near_least_bound P _ _ eta (mean f F f_pos) eta_pos) as [c near].
      destruct (nfloor_ex (Rmax c 0) (Rmax_r c 0)) as [N [_ N_above]]. exists (S N). intros n n_large.
      assert (c_below : c <= INR n).
      { apply le_INR in n_large. rewrite S_INR in n_large. pose proof (Rmax_l c 0). lra. }
      pose proof (cut_below n f F f_pos) as upper. apply Rabs_lt_between. split; [| lra].
      enough (E P (fun x => Rmin (rho x * f x) c) <= E P (fun x => cut_at n rho x * f x)) by lra.
      apply E_mono; [apply bounded_cut; intros; now apply Rmult_le_pos |
        apply bounded_mult; [now apply bounded_cut_density | exact F] |].
      intros x. specialize (f_1 x). specialize (pos x). pose proof (pos_INR n). unfold cut_at, Rmin.
      destruct (Rle_dec (rho x * f x) c), (Rle_dec (rho x) (INR n)); nra. }
    intros [M G]. assert (F : bounded g) by now exists M. pose proof (Rabs_pos M) as M_pos. set (C := Rabs M + 1).
    assert (shifted : forall x, 1 <= g x + C).
    { intros x. specialize (G x). pose proof (Rle_abs M). apply Rabs_le_between in G. unfold C. lra. }
    pose proof (large (fun x => g x + C) ltac:(bounded) shifted) as L1.
    pose proof (large (fun _ => C) ltac:(bounded) ltac:(intros; unfold C; lra)) as L2.
    pose proof (is_lim_seq_minus' _ _ _ _ L1 L2) as L.
    replace (E Q g) with (E Q (fun x => g x + C) - E Q (fun _ => C))
      by (rewrite E_plus, E_const by bounded; ring).
    eapply is_lim_seq_ext; [| exact L]. intros n. cbv beta.
    pose proof (bounded_cut_density n rho pos). rewrite <- E_minus by bounded. apply E_ext. intros x. ring.
  Qed.

  Lemma cut_mean_limit : is_lim_seq (fun n => E P (cut_at n rho)) 1.
  Proof.
    rewrite <- (E_one Q). eapply is_lim_seq_ext; [| apply (cut_limit (fun _ => 1)); bounded].
    intros n. apply E_ext. intros x. ring.
  Qed.
End Density.

(** ** Products of two densities *)

(** What is below the densities has a product with a mean that is no larger. *)
Lemma below_two_densities {A} (P Q Q' : law A) rho sigma f h r :
  density P rho Q -> density P sigma Q' -> mean_most P (fun x => rho x * sigma x) r ->
  bounded f -> bounded h -> (forall x, 0 <= f x) -> (forall x, 0 <= h x) ->
  (forall g, bounded g -> (forall x, 0 <= g x) -> E P (fun x => f x * g x) <= E Q g) ->
  (forall g, bounded g -> (forall x, 0 <= g x) -> E P (fun x => h x * g x) <= E Q' g) ->
  E P (fun x => f x * h x) <= r.
Proof.
  intros D D' most F H f_pos h_pos f_below h_below.
  rewrite (E_ext P _ (fun x => h x * f x)) by (intros; ring).
  eapply Rle_trans; [now apply h_below |].
  pose proof (proj1 D) as pos. pose proof (proj1 D') as pos'.
  apply (is_lim_seq_le (fun n => E P (fun x => cut_at n sigma x * f x)) (fun _ => r) (E Q' f) r);
    [| now apply (cut_limit P sigma Q' D') | apply is_lim_seq_const].
  intros n. rewrite (E_ext P _ (fun x => f x * cut_at n sigma x)) by (intros; ring).
  pose proof (bounded_cut_density n sigma pos') as B.
  eapply Rle_trans; [apply f_below; [exact B | intros; now apply cut_at_pos] |].
  apply (is_lim_seq_le (fun k => E P (fun x => cut_at k rho x * cut_at n sigma x)) (fun _ => r)
    (E Q (cut_at n sigma)) r);
    [| now apply (cut_limit P rho Q D) | apply is_lim_seq_const].
  intros k. pose proof (bounded_cut_density k rho pos). apply (mean_most_below P (fun x => rho x * sigma x)).
  - intros x. now apply Rmult_le_pos.
  - bounded.
  - intros x. apply Rmult_le_compat; try (now apply cut_at_pos); apply Rmin_l.
  - exact most.
Qed.

Section Two_densities.
  Context {A : Type} (P Q Q' : law A) (rho sigma : A -> R) (D : density P rho Q) (D' : density P sigma Q').

  Let pos : forall x, 0 <= rho x.
  Proof. apply D. Qed.
  Let pos' : forall x, 0 <= sigma x.
  Proof. apply D'. Qed.

  Lemma cut_product_below n r : mean_most P (fun x => rho x * sigma x) r ->
    E P (fun x => cut_at n rho x * cut_at n sigma x) <= r.
  Proof.
    intros most. pose proof (bounded_cut_density n rho pos). pose proof (bounded_cut_density n sigma pos').
    apply (mean_most_below P (fun x => rho x * sigma x)); [| bounded | | exact most].
    - intros x. now apply Rmult_le_pos.
    - intros x. apply Rmult_le_compat; try (now apply cut_at_pos); apply Rmin_l.
  Qed.

  (** The product, cut, is hardly more than that of the cut densities. *)
  Lemma product_near_cuts n c : (1 <= n)%nat -> 0 <= c ->
    E P (fun x => Rmin (rho x * sigma x) c) <= E P (fun x => cut_at n rho x * cut_at n sigma x) + 2 * c / INR n.
  Proof.
    intros some C. assert (n_pos : 0 < INR n) by (apply lt_0_INR; lia).
    pose proof (bounded_cut_density n rho pos) as B. pose proof (bounded_cut_density n sigma pos') as B'.
    apply Rle_trans with (E P (fun x => cut_at n rho x * cut_at n sigma x +
      c / INR n * (cut_at n rho x + cut_at n sigma x))).
    - apply E_mono; [apply bounded_cut; intros; now apply Rmult_le_pos | bounded |]. intros x.
      specialize (pos x). specialize (pos' x).
      assert (unit : c / INR n * INR n = c) by (field; lra).
      assert (0 <= c / INR n) by (apply Rdiv_le_0_compat; lra).
      unfold cut_at. destruct (Rle_dec (rho x) (INR n)) as [low | high].
      + rewrite (Rmin_left (rho x)) by exact low. destruct (Rle_dec (sigma x) (INR n)) as [low' | high'].
        * rewrite (Rmin_left (sigma x)) by exact low'. pose proof (Rmin_l (rho x * sigma x) c). nra.
        * rewrite (Rmin_right (sigma x)) by lra. pose proof (Rmin_r (rho x * sigma x) c). nra.
      + rewrite (Rmin_right (rho x)) by lra. pose proof (Rmin_r (rho x * sigma x) c).
        assert (0 <= Rmin (sigma x) (INR n)) by (apply Rmin_glb; lra). nra.
    - rewrite E_plus, E_scal, E_plus by bounded. apply Rplus_le_compat_l.
      pose proof (cut_mean_below P rho Q D n). pose proof (cut_mean_below P sigma Q' D' n).
      replace (2 * c / INR n) with (c / INR n * (1 + 1)) by (field; lra).
      apply Rmult_le_compat_l; [apply Rdiv_le_0_compat; lra | lra].
  Qed.

  Lemma product_by_cuts r : (forall n, E P (fun x => cut_at n rho x * cut_at n sigma x) <= r) ->
    mean_most P (fun x => rho x * sigma x) r.
  Proof.
    intros H c. set (c' := Rmax c 0). assert (C : 0 <= c') by apply Rmax_r.
    apply Rle_trans with (E P (fun x => Rmin (rho x * sigma x) c')).
    - apply E_mono; try (apply bounded_cut; intros; now apply Rmult_le_pos). intros x.
      apply Rle_min_compat_l, Rmax_l.
    - apply (le_by_slack _ _ (2 * c')). intros eta eta_pos. destruct (small_inverse eta eta_pos) as (n & some & small).
      eapply Rle_trans; [now apply (product_near_cuts n c') |]. specialize (H n).
      assert (2 * c' / INR n <= 2 * c' * eta) by (apply Rmult_le_compat_l; lra). lra.
  Qed.

  Lemma product_limit r : least_bound (mean_most P (fun x => rho x * sigma x)) r ->
    is_lim_seq (fun n => E P (fun x => cut_at n rho x * cut_at n sigma x)) r.
  Proof.
    intros bound. apply is_lim_seq_spec. intros eta. pose proof (cond_pos eta) as eta_pos.
    destruct (near_least_bound P _ _ (eta / 2) bound ltac:(lra)) as [c near].
    set (c' := Rmax c 0). assert (C : 0 <= c') by apply Rmax_r.
    assert (near' : r - eta / 2 < E P (fun x => Rmin (rho x * sigma x) c')).
    { eapply Rlt_le_trans; [exact near |].
      apply E_mono; try (apply bounded_cut; intros; now apply Rmult_le_pos). intros x.
      apply Rle_min_compat_l, Rmax_l. }
    destruct (small_inverse (eta / (4 * (c' + 1)))) as (N & some & small); [apply Rdiv_lt_0_compat; lra |].
    exists N. intros n n_large. pose proof (cut_product_below n r (proj1 bound)) as upper.
    pose proof (product_near_cuts n c' ltac:(lia) C) as lower.
    assert (N_pos : 0 < INR N) by (apply lt_0_INR; lia).
    assert (le : / INR n <= / INR N) by (apply Rinv_le_contravar; [exact N_pos | now apply le_INR]).
    assert (2 * c' / INR n <= eta / 2).
    { apply Rle_trans with (2 * c' * (eta / (4 * (c' + 1)))); [apply Rmult_le_compat_l; lra |].
      replace (2 * c' * (eta / (4 * (c' + 1)))) with (eta / 2 * (c' / (c' + 1))) by (field; lra).
      assert (c' / (c' + 1) <= 1) by (apply Rle_div_l; lra). nra. }
    apply Rabs_lt_between. split; lra.
  Qed.
End Two_densities.

(** Densities of the same laws have products with the same means. *)
Lemma product_of_any_densities {A} (P Q Q' : law A) rho sigma rho' sigma' r :
  density P rho Q -> density P sigma Q' -> density P rho' Q -> density P sigma' Q' ->
  mean_most P (fun x => rho' x * sigma' x) r -> mean_most P (fun x => rho x * sigma x) r.
Proof.
  intros D1 D2 D1' D2' most. apply (product_by_cuts P Q Q' rho sigma D1 D2). intros n.
  pose proof (proj1 D1) as pos. pose proof (proj1 D2) as pos'.
  apply (below_two_densities P Q Q' rho' sigma'); auto using bounded_cut_density, cut_at_pos.
  - now apply cut_below.
  - now apply cut_below.
Qed.

(** ** Several draws *)

Lemma mean_of_multiple_most {A} (P : law A) f r R_ c : (forall x, 0 <= f x) -> 0 <= R_ -> mean_most P f r ->
  E P (fun x => Rmin (f x * R_) c) <= Rmin (R_ * r) c.
Proof.
  intros pos R_pos most. assert (B : bounded (fun x => Rmin (f x * R_) c))
    by (apply bounded_cut; intros; now apply Rmult_le_pos).
  apply Rmin_glb; [| apply E_le; [exact B | intros; apply Rmin_r]].
  destruct R_pos as [R_pos | <-].
  - apply Rle_trans with (E P (fun x => R_ * Rmin (f x) (c / R_))).
    + apply E_mono; [exact B | apply bounded_mult; [bounded | now apply bounded_cut] |]. intros x.
      apply Rmin_case_strong; intros le.
      * rewrite Rmin_left; [lra |]. apply Rle_div_r; [exact R_pos |]. exact le.
      * assert (c / R_ <= f x) by (apply Rle_div_l; lra). rewrite Rmin_right by assumption. right. field. lra.
    + rewrite E_scal by (now apply bounded_cut). apply Rmult_le_compat_l; [lra | apply most].
  - apply Rle_trans with (E P (fun _ => 0)); [| rewrite E_const; lra].
    apply E_mono; [exact B | bounded |]. intros x. rewrite Rmult_0_r. apply Rmin_l.
Qed.

Section Draws.
  Context {A : Type}.
  Implicit Types P Q : law A.

  Lemma product_pos (f : A -> R) m data : (forall x, 0 <= f x) -> 0 <= product f m data.
  Proof.
    intros pos. revert data. induction m as [| m IH]; intros [| x data]; simpl; try lra. now apply Rmult_le_pos.
  Qed.

  (** The draws are independent: the mean of a product is that of one draw, to the power m. *)
  Lemma mean_of_product_most P f r m : (forall x, 0 <= f x) -> mean_most P f r ->
    mean_most (power P m) (product f m) (r ^ m).
  Proof.
    intros pos most. pose proof (mean_most_ge_0 P f r pos most) as r_pos. induction m as [| m IH]; intros c.
    - simpl. apply Rmin_l.
    - cbn [power]. rewrite E_step. cbn [product]. simpl pow.
      assert (parts : forall h, 0 <= product f m h) by (intros; now apply product_pos).
      assert (inner : forall h, E P (fun x => Rmin (f x * product f m h) c) <= Rmin (product f m h * r) c)
        by (intros; now apply mean_of_multiple_most).
      eapply Rle_trans; [apply (E_mono _ _ (fun h => Rmin (product f m h * r) c)); [| | exact inner] |].
      + apply bounded_between with (Rmin 0 c) c. intros h. apply E_between. intros x.
        split; [apply Rle_min_compat_r; now apply Rmult_le_pos | apply Rmin_r].
      + apply bounded_cut. intros h. now apply Rmult_le_pos.
      + eapply Rle_trans; [now apply (mean_of_multiple_most (power P m) (product f m) (r ^ m)) |]. apply Rmin_l.
  Qed.

  Lemma cut_of_product_below (f : A -> R) m r P n : (forall x, 0 <= f x) -> mean_most (power P m) (product f m) r ->
    E P (cut_at n f) ^ m <= r.
  Proof.
    intros pos most. pose proof (bounded_cut_density n f pos) as B. rewrite <- E_product by exact B.
    apply (mean_most_below _ (product f m)); [intros; now apply product_pos | now apply bounded_product | | exact most].
    clear most. intros data. revert data. induction m as [| m IH]; intros [| x data]; simpl; try lra.
    apply Rmult_le_compat; [now apply cut_at_pos | | apply Rmin_l | apply IH].
    apply product_pos. intros y. now apply cut_at_pos.
  Qed.

  Lemma cut_of_product_below_two (f g : A -> R) m r P n : (forall x, 0 <= f x) -> (forall x, 0 <= g x) ->
    mean_most (power P m) (fun data => product f m data * product g m data) r ->
    E P (fun x => cut_at n f x * cut_at n g x) ^ m <= r.
  Proof.
    intros pos pos' most. pose proof (bounded_cut_density n f pos) as B.
    pose proof (bounded_cut_density n g pos') as B'.
    rewrite <- E_product by bounded. set (both := fun x => cut_at n f x * cut_at n g x).
    apply (mean_most_below _ (product (fun x => f x * g x) m)).
    - intros data. apply product_pos. intros x. now apply Rmult_le_pos.
    - apply bounded_product. unfold both. bounded.
    - clear most. intros data. revert data. unfold both.
      induction m as [| m IH]; intros [| x data]; cbn [product]; try lra.
      apply Rmult_le_compat; [apply Rmult_le_pos; now apply cut_at_pos | | | apply IH].
      + apply product_pos. intros y. apply Rmult_le_pos; now apply cut_at_pos.
      + apply Rmult_le_compat; try (now apply cut_at_pos); apply Rmin_l.
    - apply mean_most_ext with (2 := most). intros data. apply product_mult.
  Qed.

  (** The density of several draws is the product. *)
  Lemma density_of_draws_cut P rho Q m : density P rho Q -> density (power P m) (product rho m) (power Q m).
  Proof.
    intros D. pose proof (proj1 D) as pos.
    assert (parts : forall k h, 0 <= product rho k h) by (intros; now apply product_pos).
    induction m as [| m IH]; (split; [apply parts |]); intros g G g_pos.
    - split.
      + intros c. change (Rmin (1 * g []) c <= g []). rewrite Rmult_1_l. apply Rmin_l.
      + intros b most. specialize (most (g [])). change (Rmin (1 * g []) (g []) <= b) in most.
        now rewrite Rmult_1_l, Rmin_left in most by lra.
    - set (mean := fun h => E Q (fun x => g (x :: h))).
      assert (g2 : bounded2 (fun h x => g (x :: h))) by now apply bounded2_after.
      assert (at_h : forall h, bounded (fun x => g (x :: h))) by (intros h; now apply (bounded_at _ h g2)).
      assert (mean_bounded : bounded mean) by now apply (bounded_through2 (fun _ => Q)).
      assert (mean_pos : forall h, 0 <= mean h) by (intros h; apply E_ge; auto).
      change (E (power Q (S m)) g) with (E (power Q m) mean).
      pose proof (proj2 IH mean mean_bounded mean_pos) as IH_mean. split.
      + intros c. cbn [power]. rewrite E_step. cbn [product].
        eapply Rle_trans; [| apply (proj1 IH_mean c)]. apply E_mono.
        * apply bounded_between with (Rmin 0 c) c. intros h. apply E_between. intros x.
          split; [apply Rle_min_compat_r; repeat apply Rmult_le_pos; auto | apply Rmin_r].
        * apply bounded_cut. intros h. now apply Rmult_le_pos.
        * intros h. destruct D as [_ one]. destruct (one _ (at_h h) (fun x => g_pos _)) as [one_most _].
          eapply Rle_trans; [right | apply (mean_of_multiple_most P (fun x => rho x * g (x :: h)) (mean h)
            (product rho m h) c); auto].
          -- apply E_ext. intros x. f_equal. ring.
          -- intros x. now apply Rmult_le_pos.
      + (* The cut densities' means of g come near, for all histories alike. *)
        intros b most. destruct G as [M G]. pose proof (Rabs_pos M) as M_pos.
        assert (g_M : forall l, g l <= Rabs M).
        { intros l. specialize (G l). pose proof (Rle_abs (g l)). pose proof (Rle_abs M). lra. }
        assert (B : forall n, bounded (cut_at n rho)) by (intros; now apply bounded_cut_density).
        assert (lower : forall n h, mean h <=
          E P (fun x => cut_at n rho x * g (x :: h)) + Rabs M * (1 - E P (cut_at n rho))).
        { intros n h. pose proof (at_h h) as at_data.
          pose proof (cut_below P rho Q D n (fun x => Rabs M - g (x :: h)) ltac:(bounded)
            ltac:(intros x; specialize (g_M (x :: h)); lra)) as H.
          rewrite E_minus, E_const in H by bounded. specialize (B n).
          rewrite (E_ext P _ (fun x => Rabs M * cut_at n rho x - cut_at n rho x * g (x :: h))) in H by (intros; ring).
          rewrite E_minus, E_scal in H by bounded. unfold mean. lra. }
        assert (pair : forall n k, E (power P m) (fun h => cut_at k (product rho m) h * mean h) <=
          b + Rabs M * (1 - E P (cut_at n rho))).
        { intros n k. set (delta := Rabs M * (1 - E P (cut_at n rho))).
          pose proof (cut_mean_below P rho Q D n) as below_1.
          assert (delta_pos : 0 <= delta) by (apply Rmult_le_pos; lra).
          set (r_k := cut_at k (product rho m)). assert (R_k : bounded r_k) by now apply bounded_cut_density.
          assert (r_pos : forall h, 0 <= r_k h) by (intros; now apply cut_at_pos).
          set (inner := fun h => E P (fun x => cut_at n rho x * g (x :: h))).
          assert (I2 : bounded2 (fun h x => cut_at n rho x * g (x :: h))).
          { destruct (B n) as [N C]. exists (N * M). intros h x. rewrite Rabs_mult.
            apply Rmult_le_compat; auto using Rabs_pos. }
          assert (inner_bounded : bounded inner) by now apply (bounded_through2 (fun _ => P)).
          apply Rle_trans with (E (power P m) (fun h => r_k h * inner h + delta * r_k h)).
          - apply E_mono; [bounded | bounded |]. intros h. specialize (lower n h). specialize (r_pos h).
            fold delta in lower. change (mean h <= inner h + delta) in lower. nra.
          - rewrite E_plus, E_scal by bounded. pose proof (cut_mean_below _ _ _ IH k) as r_1. fold r_k in r_1.
            enough (E (power P m) (fun h => r_k h * inner h) <= b) by nra.
            set (both := fun l => match l with [] => 0 | x :: h => r_k h * (cut_at n rho x * g (x :: h)) end).
            assert (same : E (power P (S m)) both = E (power P m) (fun h => r_k h * inner h)).
            { cbn [power]. rewrite E_step. apply E_ext. intros h. unfold both, inner.
              now rewrite E_scal by (now apply (bounded_at _ h I2)). }
            rewrite <- same. apply (mean_most_below _ (fun l => product rho (S m) l * g l)); [| | | exact most].
            + intros l. apply Rmult_le_pos; auto.
            + destruct R_k as [N C]. destruct I2 as [N' C']. pose proof (C []) as C0. exists (N * Rabs N').
              pose proof (Rabs_pos (r_k [])). pose proof (Rabs_pos N'). intros [| x h]; unfold both.
              * rewrite Rabs_R0. nra.
              * rewrite Rabs_mult. apply Rmult_le_compat; auto using Rabs_pos.
                eapply Rle_trans; [apply C' | apply Rle_abs].
            + intros [| x h]; unfold both; [apply Rmult_le_pos; auto |]. cbn [product].
              rewrite <- Rmult_assoc. apply Rmult_le_compat_r; [apply g_pos |]. rewrite (Rmult_comm (rho x)).
              apply Rmult_le_compat; try (now apply cut_at_pos); apply Rmin_l. }
        apply (is_lim_seq_le (fun k => E (power P m) (fun h => cut_at k (product rho m) h * mean h)) (fun _ => b)
          (E (power Q m) mean) b); [| now apply cut_limit | apply is_lim_seq_const].
        assert (limit : is_lim_seq (fun n => b + Rabs M * (1 - E P (cut_at n rho))) (b + Rabs M * (1 - 1))).
        { apply is_lim_seq_plus'; [apply is_lim_seq_const |].
          apply (is_lim_seq_scal_l _ (Rabs M) (Finite (1 - 1))).
          apply is_lim_seq_minus'; [apply is_lim_seq_const | now apply cut_mean_limit with Q]. }
        replace (b + Rabs M * (1 - 1)) with b in limit by ring.
        intros k.
        exact (is_lim_seq_le (fun _ => _) _ (Finite _) (Finite b) (fun n => pair n k) (is_lim_seq_const _) limit).
  Qed.
End Draws.
