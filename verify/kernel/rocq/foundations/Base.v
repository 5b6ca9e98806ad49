(** * The base of a private channel

    The laws of an eps-private channel lie between s N and e^eps s N for one law N and one number s: s N is their
    greatest lower bound, the infimum over all ways to cut f into parts f_1 + ... + f_k, each told
      by an input of its own, of
    the sum of the K x_i f_i (Riesz and Kantorovich). It stands for the density inf_x q(z|x) of the textbooks. *)

From Foundations Require Export Channels.
Import ListNotations.
Open Scope R_scope.

(** ** Infima *)

Definition infimum (S : R -> Prop) : R := real (Glb_Rbar S).

Lemma infimum_spec S : (exists r, S r) -> (forall r, S r -> 0 <= r) ->
  (forall r, S r -> infimum S <= r) /\ (forall b, (forall r, S r -> b <= r) -> b <= infimum S).
Proof.
  intros [r0 S0] pos. unfold infimum. destruct (Glb_Rbar_correct S) as [lower greatest].
  destruct (Glb_Rbar S) as [i | |]; simpl.
  - split; [exact lower |]. intros b B. exact (greatest (Finite b) B).
  - destruct (lower r0 S0).
  - destruct (greatest (Finite 0) pos).
Qed.

(** ** The infimum of the laws of a channel, on functions that are 0 or more *)

Section Infimum_of_laws.
  Context {A B : Type} (K : A -> law B) (x0 : A) (e : R) (K_private : private e K).

  Definition part := (A * (B -> R))%type.
  Definition nonnegative (f : B -> R) := bounded f /\ forall z, 0 <= f z.
  Definition cuts (f : B -> R) (l : list part) :=
    (forall p, In p l -> nonnegative (snd p)) /\ forall z, Sum l (fun p => snd p z) = f z.
  Definition cost (l : list part) := Sum l (fun p => E (K (fst p)) (snd p)).
  Definition costs f r := exists l, cuts f l /\ cost l = r.
  Definition least_cost f := infimum (costs f).

  Lemma nonnegative_plus f g : nonnegative f -> nonnegative g -> nonnegative (fun z => f z + g z).
  Proof. intros [F f_pos] [G g_pos]. split; [bounded |]. intros z. specialize (f_pos z). specialize (g_pos z). lra. Qed.

  Lemma nonnegative_scal c f : 0 <= c -> nonnegative f -> nonnegative (fun z => c * f z).
  Proof. intros C [F f_pos]. split; [bounded |]. intros z. now apply Rmult_le_pos. Qed.

  Lemma cuts_single f x : nonnegative f -> cuts f [(x, f)].
  Proof. intros F. split; [intros p [<- | []]; exact F | intros z; simpl; ring]. Qed.

  Lemma cost_ge_0 f l : cuts f l -> 0 <= cost l.
  Proof.
    intros [parts _]. unfold cost. rewrite <- (Rmult_0_r (INR (length l))), <- Sum_const.
    apply Sum_le_in. intros p H. destruct (parts p H). now apply E_ge.
  Qed.

  Lemma least_cost_spec f : nonnegative f ->
    (forall l, cuts f l -> least_cost f <= cost l) /\ (forall b, (forall l, cuts f l -> b <= cost l) -> b <=
      least_cost f).
  Proof.
    intros F. destruct (infimum_spec (costs f)) as [lower greatest].
    - exists (cost [(x0, f)]), [(x0, f)]. split; [now apply cuts_single | reflexivity].
    - intros r (l & C & <-). now apply cost_ge_0 with f.
    - split.
      + intros l C. apply lower. now exists l.
      + intros b H. apply greatest. intros r (l & C & <-). now apply H.
  Qed.

  (** The two bounds that make it a base. *)
  Lemma least_cost_le f x : nonnegative f -> least_cost f <= E (K x) f.
  Proof.
    intros F. destruct (least_cost_spec f F) as [lower _].
    specialize (lower _ (cuts_single f x F)). unfold cost in lower. simpl in lower. lra.
  Qed.

  Lemma mean_of_cuts (L : law B) f l : cuts f l -> E L f = Sum l (fun p => E L (snd p)).
  Proof.
    intros [parts sum]. rewrite <- (E_ext L _ _ sum). clear sum.
    induction l as [| p l IH]; simpl; [apply E_const |].
    destruct (parts p (or_introl eq_refl)) as [F _].
    assert (rest : forall q, In q l -> nonnegative (snd q)) by (intros q Q; apply parts; now right).
    rewrite E_plus, IH; auto. clear - rest.
    induction l as [| q l IH]; simpl; [apply bounded_const |].
    destruct (rest q (or_introl eq_refl)) as [F _]. apply bounded_plus; [exact F |]. apply IH.
    intros q' Q. apply rest. now right.
  Qed.

  Lemma least_cost_ge f x : nonnegative f -> E (K x) f <= exp e * least_cost f.
  Proof.
    intros F. destruct (least_cost_spec f F) as [_ greatest].
    assert (pos : 0 < exp e) by apply exp_pos.
    rewrite Rmult_comm. apply Rle_div_l; [exact pos |]. apply greatest. intros l C.
    apply Rle_div_l; [exact pos |]. rewrite Rmult_comm, (mean_of_cuts (K x) f l C). unfold cost. rewrite <- Sum_scal.
    apply Sum_le_in. intros p H. destruct C as [parts _]. destruct (parts p H). now apply K_private.
  Qed.

  (** It is additive: cuts of f and of g make one of f + g, and a cut of f + g is shared out as f : g. *)
  Lemma least_cost_plus f g : nonnegative f -> nonnegative g ->
    least_cost (fun z => f z + g z) = least_cost f + least_cost g.
  Proof.
    intros F G. pose proof (nonnegative_plus f g F G) as FG.
    destruct (least_cost_spec f F) as [lower_f greatest_f].
    destruct (least_cost_spec g G) as [lower_g greatest_g].
    destruct (least_cost_spec _ FG) as [lower greatest].
    apply Rle_antisym.
    - enough (least_cost (fun z => f z + g z) - least_cost g <= least_cost f) by lra.
      apply greatest_f. intros l [parts sum].
      enough (least_cost (fun z => f z + g z) - cost l <= least_cost g) by lra.
      apply greatest_g. intros l' [parts' sum'].
      enough (least_cost (fun z => f z + g z) <= cost (l ++ l')) as H by (unfold cost in *; rewrite Sum_app in H; lra).
      apply lower. split.
      + intros p H. apply in_app_or in H. destruct H; auto.
      + intros z. now rewrite Sum_app, sum, sum'.
    - apply greatest. intros l [parts sum]. destruct F as [F f_pos]. destruct G as [G g_pos].
      set (share := fun (a b : B -> R) z => if Req_EM_T (a z + b z) 0 then 0 else a z / (a z + b z)).
      assert (shares : forall a b z, 0 <= a z -> 0 <= b z -> 0 <= share a b z <= 1 /\ (a z + b z) * share a b z = a z).
      { intros a b z a_pos b_pos. unfold share. destruct (Req_EM_T _ _) as [zero | not_zero]; [lra |].
        split; [split; [apply Rdiv_le_0_compat; lra | apply Rle_div_l; lra] | field; lra]. }
      set (scaled := fun (w : B -> R) => map (fun p : part => (fst p, fun z => snd p z * w z)) l).
      assert (cuts_scaled : forall w, (forall z, 0 <= w z <= 1) -> cuts (fun z => (f z + g z) * w z) (scaled w)).
      { intros w W. split.
        - intros p H. apply in_map_iff in H. destruct H as (q & <- & H). destruct (parts q H) as [Q q_pos].
          split; simpl; [bounded |]. intros z. apply Rmult_le_pos; [auto | apply W].
        - intros z. unfold scaled. rewrite Sum_map. simpl.
          rewrite (Sum_ext l _ (fun p => w z * snd p z)) by (intros; ring). rewrite Sum_scal, sum. ring. }
      assert (f_shares : forall z, 0 <= share f g z <= 1) by (intros z; apply shares; auto).
      assert (g_shares : forall z, 0 <= 1 - share f g z <= 1) by (intros z; specialize (f_shares z); lra).
      assert (f_cut : cuts f (scaled (share f g))).
      { destruct (cuts_scaled _ f_shares) as [a b]. split; [exact a |]. intros z. rewrite b. apply shares; auto. }
      assert (g_cut : cuts g (scaled (fun z => 1 - share f g z))).
      { destruct (cuts_scaled _ g_shares) as [a b]. split; [exact a |]. intros z. rewrite b.
        rewrite Rmult_minus_distr_l, (proj2 (shares f g z (f_pos z) (g_pos z))). ring. }
      specialize (lower_f _ f_cut). specialize (lower_g _ g_cut).
      enough (cost (scaled (share f g)) + cost (scaled (fun z => 1 - share f g z)) = cost l) by lra.
      unfold cost, scaled. rewrite !Sum_map. simpl. rewrite <- Sum_plus. apply Sum_ext_in.
      intros p H. destruct (parts p H) as [Q q_pos].
      assert (W : bounded (share f g)) by now apply bounded_between with 0 1.
      rewrite <- E_plus by bounded. apply E_ext. intros z. ring.
  Qed.

  Lemma least_cost_scal c f : 0 <= c -> nonnegative f -> least_cost (fun z => c * f z) = c * least_cost f.
  Proof.
    (* One half for all c, the other by 1/c. *)
    assert (half : forall c f, 0 < c -> nonnegative f -> c * least_cost f <= least_cost (fun z => c * f z)).
    { clear c f. intros c f C F. destruct (least_cost_spec f F) as [lower _].
      destruct (least_cost_spec _ (nonnegative_scal c f ltac:(lra) F)) as [_ greatest].
      apply greatest. intros l [parts sum]. rewrite Rmult_comm.
      apply Rle_div_r; [exact C |].
      set (l' := map (fun p : part => (fst p, fun z => / c * snd p z)) l).
      assert (inv : 0 < / c) by now apply Rinv_0_lt_compat.
      replace (cost l / c) with (cost l').
      - apply lower. split.
        + intros p H. apply in_map_iff in H. destruct H as (q & <- & H).
          apply (nonnegative_scal (/ c)); [lra | now apply parts].
        + intros z. unfold l'. rewrite Sum_map. simpl. rewrite Sum_scal, sum. field. lra.
      - unfold cost, l', Rdiv. rewrite Sum_map. simpl. rewrite Rmult_comm, <- Sum_scal. apply Sum_ext_in.
        intros p H. destruct (parts p H). now rewrite E_scal. }
    intros [C | <-] F.
    - apply Rle_antisym; [| now apply half].
      pose proof (half (/ c) (fun z => c * f z) ltac:(now apply Rinv_0_lt_compat) (nonnegative_scal c f ltac:(lra) F))
          as H.
      cbv beta in H. replace (fun z => / c * (c * f z)) with f in H.
      + apply (Rmult_le_compat_l c) in H; [| lra].
        rewrite <- (Rmult_assoc c (/ c)), Rinv_r, Rmult_1_l in H by lra. exact H.
      + apply functional_extensionality. intros z. field. lra.
    - rewrite Rmult_0_l. apply Rle_antisym.
      + eapply Rle_trans; [apply (least_cost_le _ x0), (nonnegative_scal 0 f (Rle_refl 0) F) |].
        rewrite (E_ext _ _ (fun _ => 0)), E_const by (intros; ring). lra.
      + apply (least_cost_spec _ (nonnegative_scal 0 f (Rle_refl 0) F)). intros l. apply cost_ge_0.
  Qed.

  Lemma least_cost_ge_0 f : nonnegative f -> 0 <= least_cost f.
  Proof. intros F. apply (least_cost_spec f F). intros l. apply cost_ge_0. Qed.

  (** ** Extended to all bounded functions, and normalised *)

  Definition up (f : B -> R) z := Rmax (f z) 0.
  Definition down (f : B -> R) z := Rmax (- f z) 0.
  Definition below_all f := least_cost (up f) - least_cost (down f).

  Lemma up_nonnegative f : bounded f -> nonnegative (up f).
  Proof. intros F. split; [unfold up; bounded | intros z; apply Rmax_r]. Qed.

  Lemma down_nonnegative f : bounded f -> nonnegative (down f).
  Proof. intros F. split; [unfold down; bounded | intros z; apply Rmax_r]. Qed.

  Lemma up_minus_down f z : up f z - down f z = f z.
  Proof. unfold up, down, Rmax. repeat destruct (Rle_dec _ _); lra. Qed.

  (** The value at a difference does not depend on how it is written. *)
  Lemma below_all_difference f g h : nonnegative g -> nonnegative h -> bounded f -> (forall z, f z = g z - h z) ->
    below_all f = least_cost g - least_cost h.
  Proof.
    intros G H F same. unfold below_all.
    enough (least_cost (up f) + least_cost h = least_cost g + least_cost (down f)) by lra.
    rewrite <- !least_cost_plus by (auto using up_nonnegative, down_nonnegative). f_equal.
    apply functional_extensionality. intros z. pose proof (up_minus_down f z). rewrite (same z) in *. lra.
  Qed.

  Lemma below_all_nonnegative f : nonnegative f -> below_all f = least_cost f.
  Proof.
    intros F. pose proof (nonnegative_scal 0 f (Rle_refl 0) F) as Z. destruct F as [F f_pos].
    rewrite (below_all_difference f f (fun z => 0 * f z)); auto; [| split; auto | intros z; ring].
    rewrite least_cost_scal; [ring | lra | split; auto].
  Qed.

  Lemma below_all_plus f g : bounded f -> bounded g -> below_all (fun z => f z + g z) = below_all f + below_all g.
  Proof.
    intros F G.
    rewrite (below_all_difference _ (fun z => up f z + up g z) (fun z => down f z + down g z)).
    - rewrite !least_cost_plus by (auto using up_nonnegative, down_nonnegative). unfold below_all. ring.
    - apply nonnegative_plus; now apply up_nonnegative.
    - apply nonnegative_plus; now apply down_nonnegative.
    - bounded.
    - intros z. pose proof (up_minus_down f z). pose proof (up_minus_down g z). lra.
  Qed.

  Lemma below_all_scal c f : bounded f -> below_all (fun z => c * f z) = c * below_all f.
  Proof.
    intros F. pose proof (up_nonnegative f F) as U. pose proof (down_nonnegative f F) as D.
    destruct (Rle_dec 0 c) as [C | C].
    - rewrite (below_all_difference _ (fun z => c * up f z) (fun z => c * down f z));
        auto using nonnegative_scal; [| bounded | intros z; rewrite <- (up_minus_down f z); ring].
      rewrite !least_cost_scal by assumption. unfold below_all. ring.
    - assert (C' : 0 <= - c) by lra.
      rewrite (below_all_difference _ (fun z => - c * down f z) (fun z => - c * up f z));
        auto using nonnegative_scal; [| bounded | intros z; rewrite <- (up_minus_down f z); ring].
      rewrite !least_cost_scal by assumption. unfold below_all. ring.
  Qed.

  Definition share := below_all (fun _ => 1).

  Let one : nonnegative (fun _ : B => 1).
  Proof. split; [bounded | intros; lra]. Qed.

  Lemma share_bounds : exp (- e) <= share <= 1.
  Proof.
    unfold share. rewrite (below_all_nonnegative _ one). split.
    - pose proof (least_cost_ge _ x0 one) as H. rewrite E_one in H. rewrite exp_Ropp.
      pose proof (exp_pos e). apply Rmult_le_reg_l with (exp e); [assumption |]. rewrite Rinv_r; lra.
    - pose proof (least_cost_le _ x0 one) as H. now rewrite E_one in H.
  Qed.

  Let share_pos : 0 < share.
  Proof. pose proof share_bounds. pose proof (exp_pos (- e)). lra. Qed.

  Program Definition base : law B := Law B (fun f => below_all f / share) _ _ _ _.
  Next Obligation. rewrite below_all_plus by assumption. field. lra. Qed.
  Next Obligation. rewrite below_all_scal by assumption. field. lra. Qed.
  Next Obligation.
    rename H into F, H0 into G, H1 into le.
    apply Rmult_le_compat_r; [left; now apply Rinv_0_lt_compat |].
    assert (D : nonnegative (fun z => g z - f z)) by (split; [bounded | intros z; specialize (le z); lra]).
    pose proof (least_cost_ge_0 _ D) as pos. rewrite <- (below_all_nonnegative _ D) in pos.
    rewrite (below_all_difference _ (fun z => up g z + down f z) (fun z => down g z + up f z)) in pos.
    - rewrite !least_cost_plus in pos by (auto using up_nonnegative, down_nonnegative). unfold below_all. lra.
    - apply nonnegative_plus; [now apply up_nonnegative | now apply down_nonnegative].
    - apply nonnegative_plus; [now apply down_nonnegative | now apply up_nonnegative].
    - apply D.
    - intros z. pose proof (up_minus_down f z). pose proof (up_minus_down g z). lra.
  Qed.
  Next Obligation. fold share. field. lra. Qed.

  Theorem base_below f x : bounded f -> (forall z, 0 <= f z) -> share * E base f <= E (K x) f.
  Proof.
    intros F f_pos. simpl. replace (share * (below_all f / share)) with (below_all f) by (field; lra).
    rewrite below_all_nonnegative by (split; auto). apply least_cost_le. split; auto.
  Qed.

  Theorem base_above f x : bounded f -> (forall z, 0 <= f z) -> E (K x) f <= exp e * share * E base f.
  Proof.
    intros F f_pos. simpl. replace (exp e * share * (below_all f / share)) with (exp e * below_all f) by (field; lra).
    rewrite below_all_nonnegative by (split; auto). apply least_cost_ge. split; auto.
  Qed.
End Infimum_of_laws.
