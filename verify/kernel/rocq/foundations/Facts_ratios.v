(** * Facts about likelihood ratios of families on a cube, and the fluctuations of a private message's density

    Each theorem says what the calculus grants under that name, as the exporter writes it from the fact itself. *)

From Coq Require Import Classical_Prop.
From Foundations Require Export Densities.
Import ListNotations.
Open Scope R_scope.

(** ** Several draws *)

(** The data of one draw are a list of one. *)
Lemma density_of_one {A} (P Q : law A) rho : density (power P 1) rho (power Q 1) -> density P (fun x => rho [x]) Q.
Proof.
  intros [pos mean]. split; [intros x; apply pos |]. intros g [M G] g_pos.
  apply (mean (fun l => match l with [] => 0 | x :: _ => g x end)).
  - exists (Rabs M). intros [| x l].
    + rewrite Rabs_R0. apply Rabs_pos.
    + eapply Rle_trans; [apply G | apply Rle_abs].
  - intros [| x l]; [lra | apply g_pos].
Qed.

Lemma limit_of_cuts {A} (P : law A) f r : (forall x, 0 <= f x) -> least_bound (mean_most P f) r ->
  is_lim_seq (fun n => E P (cut_at n f)) r.
Proof.
  intros pos bound. apply is_lim_seq_spec. intros eta.
  destruct (near_least_bound P f r eta bound (cond_pos eta)) as [c near].
  destruct (nfloor_ex (Rmax c 0) (Rmax_r c 0)) as [N [_ above]]. exists (S N). intros n large.
  assert (c_below : c <= INR n).
  { apply le_INR in large. rewrite S_INR in large. pose proof (Rmax_l c 0). lra. }
  pose proof (proj1 bound (INR n)) as upper. change (E P (cut_at n f) <= r) in upper.
  enough (E P (fun x => Rmin (f x) c) <= E P (cut_at n f)) by (apply Rabs_lt_between; split; lra).
  apply E_mono; [now apply bounded_cut | now apply bounded_cut_density |].
  intros x. now apply Rle_min_compat_l.
Qed.

Lemma limit_of_power u l m : is_lim_seq u (Finite l) -> is_lim_seq (fun n => u n ^ m) (Finite (l ^ m)).
Proof.
  intros U. induction m as [| m IH]; [apply is_lim_seq_const |]. now apply (is_lim_seq_mult' u _ l).
Qed.

Lemma orthogonal_draws {A} l (F : laws_at_vertices A) v a m : orthogonal_at l F 1 v a ->
  orthogonal_at l F m v ((1 + a) ^ m - 1).
Proof.
  intros (rho & dense & pairs & squares). set (r := fun j x => rho j [x]).
  assert (one : forall j, In j l -> density (F v) (r j) (F (turned_at v j)))
    by (intros j J; apply density_of_one, (dense j J)).
  assert (pos : forall j, In j l -> forall x, 0 <= r j x) by (intros j J; apply (one j J)).
  exists (fun j => product (r j) m). split; [| split].
  - intros j J. apply density_of_draws_cut, one, J.
  - intros i j I J other. pose proof (pairs i j I J other) as bound.
    assert (both : forall x, 0 <= r i x * r j x)
      by (intros x; apply Rmult_le_pos; [now apply (pos i) | now apply (pos j)]).
    assert (here : least_bound (mean_most (F v) (fun x => r i x * r j x)) 1) by exact bound. split.
    + apply mean_most_ext with (product (fun x => r i x * r j x) m);
        [intros data; symmetry; apply product_mult |].
      rewrite <- (pow1 m). apply mean_of_product_most; [exact both | apply here].
    + intros y most. rewrite <- (pow1 m).
      assert (most' : mean_most (power (F v) m) (product (fun x => r i x * r j x) m) y).
      { apply mean_most_ext with (2 := most). intros data. apply product_mult. }
      apply (is_lim_seq_le (fun n => E (F v) (cut_at n (fun x => r i x * r j x)) ^ m) (fun _ => y) (1 ^ m) y);
        [| now apply limit_of_power, limit_of_cuts | apply is_lim_seq_const].
      intros n. now apply cut_of_product_below.
  - intros j J. replace (1 + ((1 + a) ^ m - 1)) with ((1 + a) ^ m) by ring.
    apply mean_most_ext with (product (fun x => r j x * r j x) m); [intros data; symmetry; apply product_mult |].
    apply mean_of_product_most; [intros x; apply Rmult_le_pos; now apply pos | exact (squares j J)].
Qed.

(** Ingster and Suslina 2003, Section 3.1: E of a product of likelihood ratios is a power. *)
Theorem fact_changes_of_several_draws : forall (A : Type) (F : laws_at_vertices A) (a : R) (d m : nat),
  0 <= a ->
  (1 <= d)%nat ->
  (1 <= m)%nat ->
  orthogonal_relative_changes F d 1 a ->
  orthogonal_relative_changes F d m ((1 + a) ^ m - 1).
Proof. intros A F a d m _ _ _ H v. apply orthogonal_draws, H. Qed.

(** What the product of two one-draw densities has for its mean, any densities of m draws have to the power m. *)
Lemma product_of_draws_from_below {A T} (P : parametric_family A T) v i j m rho sigma y n :
  density (P v) rho (P (turned_at v i)) -> density (P v) sigma (P (turned_at v j)) -> ratio_product_most P m v i j y ->
  E (P v) (fun x => cut_at n rho x * cut_at n sigma x) ^ m <= y.
Proof.
  intros D D' (rho' & sigma' & D1 & D2 & most). pose proof (proj1 D) as pos. pose proof (proj1 D') as pos'.
  pose proof (density_of_draws_cut _ _ _ m D) as draws. pose proof (density_of_draws_cut _ _ _ m D') as draws'.
  apply (cut_of_product_below_two rho sigma m y (P v) n pos pos').
  exact (product_of_any_densities _ _ _ _ _ rho' sigma' y draws draws' D1 D2 most).
Qed.

(** A sign that the family does not have changes nothing, so that 1 is a density. *)
Lemma density_of_itself {A} (P : law A) : density P (fun _ => 1) P.
Proof.
  split; [intros; lra |]. intros g G g_pos. split.
  - intros c. apply E_mono; [apply bounded_cut; intros x; specialize (g_pos x); lra | exact G |].
    intros x. rewrite Rmult_1_l. apply Rmin_l.
  - intros b most. apply (mean_most_below P (fun x => 1 * g x)); [| exact G | | exact most].
    + intros x. specialize (g_pos x). lra.
    + intros x. lra.
Qed.

Lemma dominated_at {A T} (P : parametric_family A T) v j : neighbours_dominated P -> (1 <= j)%nat ->
  exists rho, density (P v) rho (P (turned_at v j)).
Proof.
  intros dense J. destruct (Compare_dec.le_lt_dec j (dimension P)) as [inside | beyond].
  - apply dense, in_seq. lia.
  - rewrite turned_beyond by exact beyond. exists (fun _ => 1). apply density_of_itself.
Qed.

(** The draws are independent: the mean of a product is that of one draw, to the power m. *)
Lemma ratio_product_of_draws {A T} (P : parametric_family A T) v i j m c :
  least_bound (ratio_product_most P 1 v i j) c -> least_bound (ratio_product_most P m v i j) (c ^ m).
Proof.
  intros [(rho' & sigma' & D' & S' & most) least].
  set (rho := fun x => rho' [x]). set (sigma := fun x => sigma' [x]).
  pose proof (density_of_one _ _ _ D') as D. pose proof (density_of_one _ _ _ S') as S. fold rho in D. fold sigma in S.
  pose proof (proj1 D) as pos. pose proof (proj1 S) as pos'. split.
  - exists (product rho m), (product sigma m). split; [now apply density_of_draws_cut |].
    split; [now apply density_of_draws_cut |].
    apply mean_most_ext with (product (fun x => rho x * sigma x) m); [intros data; symmetry; apply product_mult |].
    apply mean_of_product_most; [intros x; now apply Rmult_le_pos | exact most].
  - intros r bound.
    apply (is_lim_seq_le (fun n => E (P v) (fun x => cut_at n rho x * cut_at n sigma x) ^ m) (fun _ => r) (c ^ m) r);
      [intros n; now apply (product_of_draws_from_below P v i j) | | apply is_lim_seq_const].
    apply limit_of_power, (product_limit _ _ _ rho sigma D S). split; [exact most |].
    intros y small. apply least. now exists rho', sigma'.
Qed.

(** The draws are independent: the mean of a product is that of one draw, to the power m. *)
Theorem fact_two_ratios_of_many_draws : forall (A B : Type) (P : parametric_family A B) (v : vertex) (d i j m : nat),
  (1 <= d)%nat ->
  (1 <= i)%nat ->
  (1 <= j)%nat ->
  (1 <= m)%nat ->
  uncorrelated P d ->
  neighbours_dominated P ->
  (i < j)%nat ->
  (j <= d)%nat ->
  ratio_product_most P m v i j 1 /\ (forall r : R, ratio_product_most P m v i j r -> 1 <= r).
Proof.
  intros A B P v d i j m _ I _ _ [_ pairs] _ lt inside. rewrite <- (pow1 m).
  apply (ratio_product_of_draws P v i j m 1), pairs; assumption.
Qed.

(** The draws are independent. *)
Theorem fact_a_squared_ratio_of_many_draws : forall (A B : Type) (P : parametric_family A B) (v : vertex) (j m : nat),
  (1 <= j)%nat ->
  (1 <= m)%nat ->
  neighbours_dominated P ->
  (forall r : R, ratio_product_most P 1 v j j r -> ratio_product_most P m v j j (r ^ m)) /\ (forall r_ : R,
    ratio_product_most P m v j j r_ -> exists r : R, ratio_product_most P 1 v j j r /\ r ^ m <= r_).
Proof.
  intros A B P v j m J some dense. split.
  - intros r (rho' & sigma' & D' & S' & most).
    set (rho := fun x => rho' [x]). set (sigma := fun x => sigma' [x]).
    pose proof (density_of_one _ _ _ D') as D. pose proof (density_of_one _ _ _ S') as S. fold rho in D.
    fold sigma in S. pose proof (proj1 D) as pos. pose proof (proj1 S) as pos'.
    exists (product rho m), (product sigma m). split; [now apply density_of_draws_cut |].
    split; [now apply density_of_draws_cut |].
    apply mean_most_ext with (product (fun x => rho x * sigma x) m); [intros data; symmetry; apply product_mult |].
    apply mean_of_product_most; [intros x; now apply Rmult_le_pos | exact most].
  - intros y bound. destruct (dominated_at P v j dense J) as [rho D]. pose proof (proj1 D) as pos.
    set (square := fun n => E (P v) (fun x => cut_at n rho x * cut_at n rho x)).
    assert (powers : forall n, square n ^ m <= y)
      by (intros n; now apply (product_of_draws_from_below P v j j m rho rho)).
    assert (square_pos : forall n, 0 <= square n).
    { intros n. pose proof (bounded_cut_density n rho pos). apply E_ge; [bounded |]. intros x.
      apply Rmult_le_pos; now apply cut_at_pos. }
    assert (y_pos : 0 <= y) by (eapply Rle_trans; [| apply (powers O)]; now apply pow_le).
    destruct (completeness (fun r => exists n, r = square n)) as [r [above least]].
    + exists (1 + y). intros r [n ->]. apply Rnot_lt_le. intros far. specialize (powers n).
      assert (square n <= square n ^ m); [| lra]. destruct m as [| m]; [lia |]. simpl.
      rewrite <- (Rmult_1_r (square n)) at 1. apply Rmult_le_compat_l; [lra |]. apply pow_R1_Rle. lra.
    + exists (square O). now exists O.
    + exists r. split.
      * exists (product rho 1), (product rho 1). split; [now apply density_of_draws_cut |].
        split; [now apply density_of_draws_cut |].
        apply mean_most_ext with (product (fun x => rho x * rho x) 1); [intros data; symmetry; apply product_mult |].
        rewrite <- (pow_1 r). apply mean_of_product_most; [intros x; now apply Rmult_le_pos |].
        apply (product_by_cuts _ _ _ rho rho D D). intros n. apply above. now exists n.
      * apply (is_lim_seq_le (fun n => square n ^ m) (fun _ => y) (r ^ m) y);
          [exact powers | apply limit_of_power | apply is_lim_seq_const].
        apply is_lim_seq_spec. intros eta. pose proof (cond_pos eta) as eta_pos.
        assert (near : exists N, r - eta < square N).
        { apply NNPP. intros none. assert (r <= r - eta); [| lra]. apply least. intros x [n ->].
          apply Rnot_lt_le. intros near. apply none. now exists n. }
        destruct near as [N near]. exists N. intros n large.
        assert (square N <= square n).
        { pose proof (bounded_cut_density n rho pos). pose proof (bounded_cut_density N rho pos).
          apply E_mono; [bounded | bounded |]. intros x.
          assert (cut_at N rho x <= cut_at n rho x) by (apply Rle_min_compat_l; now apply le_INR).
          apply Rmult_le_compat; auto using cut_at_pos. }
        assert (square n <= r) by (apply above; now exists n). apply Rabs_lt_between. split; lra.
  Qed.

Lemma finite_choice_by {I X} (eq_dec : forall i j : I, {i = j} + {i <> j}) (x0 : X) (l : list I) (R_ : I -> X -> Prop) :
  (forall j, In j l -> exists x, R_ j x) -> exists f, forall j, In j l -> R_ j (f j).
Proof.
  induction l as [| i l IH]; intros H; [now exists (fun _ => x0) |].
  destruct IH as [f F]; [intros j J; apply H; now right |]. destruct (H i (or_introl eq_refl)) as [x X'].
  exists (fun j => if eq_dec j i then x else f j). intros j J. destruct (eq_dec j i) as [-> | other].
  - exact X'.
  - destruct J as [<- | J]; [easy | now apply F].
Qed.

Lemma finite_choice {X} (x0 : X) (l : list nat) (R_ : nat -> X -> Prop) : (forall j, In j l -> exists x, R_ j x) ->
  exists f, forall j, In j l -> R_ j (f j).
Proof. exact (finite_choice_by Nat.eq_dec x0 l R_). Qed.

(** A ratio has mean 1, and the draws are independent. *)
Theorem fact_fluctuations_of_uncorrelated_ratios : forall (A B : Type) (P : parametric_family A B) (d m : nat),
  (1 <= d)%nat ->
  (1 <= m)%nat ->
  uncorrelated P d ->
  neighbours_dominated P ->
  forall e : R, least_bound (eta_squared_most P m) e ->
  orthogonal_fluctuations P m e.
Proof.
  intros A B P d m _ _ [size pairs] dense e [eta _] v.
  destruct (finite_choice (fun _ => 0) (coordinates P) (fun j rho => density (P v) rho (P (turned_at v j)))) as [r D];
    [intros j J; now apply dense |].
  assert (pos : forall j, In j (coordinates P) -> forall x, 0 <= r j x) by (intros j J; apply (D j J)).
  (* One draw of two signs, in either order. *)
  assert (apart : forall i j, In i (coordinates P) -> In j (coordinates P) -> (i < j)%nat ->
    least_bound (mean_most (P v) (fun x => r i x * r j x)) 1).
  { intros i j I J lt. pose proof (proj1 (in_seq _ _ _) I). pose proof (proj1 (in_seq _ _ _) J).
    destruct (pairs v i j ltac:(lia) lt ltac:(lia)) as [(rho & sigma & D1 & D2 & most) least]. split.
    - apply (product_of_any_densities _ _ _ _ _ (fun x => rho [x]) (fun x => sigma [x]) 1 (D i I) (D j J));
        [now apply density_of_one | now apply density_of_one | exact most].
    - intros y bound. apply least. exists (product (r i) 1), (product (r j) 1).
      split; [now apply density_of_draws_cut, D |]. split; [now apply density_of_draws_cut, D |].
      intros c. change (E (P v) (fun x => Rmin (product (r i) 1 [x] * product (r j) 1 [x]) c) <= y).
      eapply Rle_trans; [right | exact (bound c)]. apply E_ext. intros x. simpl. f_equal. ring. }
  assert (dense_m : forall j, In j (coordinates P) ->
    density (power (P v) m) (product (r j) m) (power (P (turned_at v j)) m))
    by (intros j J; now apply density_of_draws_cut, D).
  exists (fun j => product (r j) m). split; [exact dense_m | split].
  - intros i j I J other.
    assert (bound : least_bound (mean_most (P v) (fun x => r i x * r j x)) 1).
    { destruct (Compare_dec.le_lt_dec i j) as [le | lt]; [apply apart; auto; lia |].
      replace (fun x => r i x * r j x) with (fun x => r j x * r i x); [now apply apart |].
      apply functional_extensionality. intros x. ring. }
    split.
    + apply mean_most_ext with (product (fun x => r i x * r j x) m); [intros data; symmetry; apply product_mult |].
      rewrite <- (pow1 m). apply mean_of_product_most; [| apply bound].
      intros x. apply Rmult_le_pos; [now apply (pos i) | now apply (pos j)].
    + intros y most. rewrite <- (pow1 m).
      apply (is_lim_seq_le (fun n => E (P v) (fun x => cut_at n (r i) x * cut_at n (r j) x) ^ m) (fun _ => y)
          (1 ^ m) y);
        [| now apply limit_of_power, (product_limit _ _ _ (r i) (r j) (D i I) (D j J)) | apply is_lim_seq_const].
      intros n. apply (product_of_draws_from_below P v i j m (r i) (r j)); auto.
      exists (product (r i) m), (product (r j) m). auto.
  - intros j J. destruct (eta v j J) as (rho & sigma & D1 & D2 & most).
    now apply (product_of_any_densities _ _ _ _ _ rho sigma (1 + e) (dense_m j J) (dense_m j J)).
Qed.
