(** * One mean, by votes for a bin and then by signs

    Each user knows a number of [-1, 1] that is near the mean for almost all of them. Some vote for the bin of their
    number (Bin_votes.v). Later ones tell a sign whose mean is the distance of their number from the centre of the bin
    that has won, cut to two bins' width. Others tell nothing: who does what is a matter of her place. All messages are
    lists of bits. *)

From Foundations Require Export Bin_votes Concentration Events.
Import ListNotations.
Open Scope R_scope.

(** ** Transcripts of so many users *)

Lemma transcript_on {A B} (Z : protocol A B) P n f g : (forall h, length h = n -> f h = g h) ->
  E (transcript Z P n) f = E (transcript Z P n) g.
Proof.
  revert f g. induction n as [| n IH]; intros f g same; [now apply same |].
  cbn [transcript]. rewrite !E_step. apply IH. intros h H. apply E_ext. intros z. apply same. simpl. now rewrite H.
Qed.

Lemma transcript_le {A B} (Z : protocol A B) P n f g : bounded f -> bounded g ->
  (forall h, length h = n -> f h <= g h) -> E (transcript Z P n) f <= E (transcript Z P n) g.
Proof.
  intros F G le. set (k := fun h => if Nat.eqb (length h) n then f h else g h).
  rewrite (transcript_on Z P n f k).
  - apply E_mono; [now apply bounded_if | exact G |]. intros h. unfold k.
    destruct (Nat.eqb_spec (length h) n) as [here | _]; [now apply le | lra].
  - intros h H. unfold k. now rewrite H, Nat.eqb_refl.
Qed.

(** ** The winner *)

Lemma most_voted_among N count : (1 <= N)%nat -> (most_voted N count < N)%nat.
Proof.
  induction N as [| k IH]; [lia |]. intros _. simpl. destruct (Rlt_dec _ _); [lia |].
  destruct k; [simpl; lia |]. specialize (IH ltac:(lia)). lia.
Qed.

Lemma most_voted_most N count i : (i < N)%nat -> count i <= count (most_voted N count).
Proof.
  induction N as [| k IH]; [lia |]. intros I. simpl.
  destruct (Nat.eq_dec i k) as [-> | other].
  - destruct (Rlt_dec _ _); lra.
  - specialize (IH ltac:(lia)). destruct (Rlt_dec _ _); lra.
Qed.

Lemma place_between x : 0 <= x -> INR (place x) <= x < INR (place x) + 1.
Proof.
  intros pos. pose proof (base_Int_part x) as [low high].
  assert (whole : (0 <= Int_part x)%Z).
  { assert (-1 < Int_part x)%Z; [apply lt_IZR; simpl; lra | lia]. }
  unfold place. rewrite INR_IZR_INZ, Z2Nat.id by exact whole. lra.
Qed.

(** ** The protocol *)

Section Protocol.
  (** What a user does: Some true votes, Some false tells a sign, None tells nothing. *)
  Variables (role : nat -> option bool) (delta eps : R).

  (** The bins have the width delta; the first begins one before -1. *)
  Definition bin_number t := place ((t + 1) / delta + 1).
  Definition bin_count := (place (2 / delta) + 3)%nat.
  Definition centre k := - 1 + (INR k - 1 / 2) * delta.

  (** How far a sign may lean. *)
  Definition lean := (exp eps - 1) / (exp eps + 1).
  Definition offset k t := clip 1 ((t - centre k) / (2 * delta)).
  Definition told_sign u : law (list bool) :=
    image (fun b => [b]) (coin (Rmax 0 (Rmin ((1 + lean * u) / 2) 1)) (cut_chance _)).

  (** The last message stands first. *)
  Fixpoint bin_votes j (h : list (list bool)) : R :=
    match h with
    | [] => 0
    | z :: h' => (match role (length h') with Some true => heads (bit z j) | _ => 0 end) + bin_votes j h'
    end.

  Fixpoint signs_told (h : list (list bool)) : R :=
    match h with
    | [] => 0
    | z :: h' => (match role (length h') with Some false => sgn (bit z 0) | _ => 0 end) + signs_told h'
    end.

  (** How many of the first m users do so. *)
  Fixpoint role_count (b : bool) m : nat :=
    match m with
    | O => O
    | S i => ((match role i with Some c => if Bool.eqb c b then 1 else 0 | None => 0 end) + role_count b i)%nat
    end.

  Definition chosen h := most_voted bin_count (fun j => bin_votes j h).

  Definition answer (h : list (list bool)) t : law (list bool) :=
    match role (length h) with
    | Some true => flips bin_count (keep eps) (one_hot bin_count (bin_number t))
    | Some false => told_sign (offset (chosen h) t)
    | None => ret []
    end.

  Definition guess n h := clip 1 (centre (chosen h) + 2 * delta / (lean * INR (role_count false n)) * signs_told h).

  Hypothesis (eps_pos : 0 < eps) (delta_pos : 0 < delta).

  Lemma lean_between : 0 < lean < 1.
  Proof.
    assert (1 < exp eps) by (rewrite <- exp_0; apply exp_increasing; exact eps_pos). unfold lean. split.
    - apply Rdiv_lt_0_compat; lra.
    - apply Rmult_lt_reg_r with (exp eps + 1); [lra |]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l by lra. lra.
  Qed.

  Lemma lean_least : Rmin 1 (eps ^ 2) / 9 <= lean ^ 2.
  Proof.
    pose proof (exp_ineq1_le eps) as T.
    assert (ratio : eps / (2 + eps) <= lean).
    { unfold lean. apply Rmult_le_reg_r with ((2 + eps) * (exp eps + 1)); [nra |].
      replace (eps / (2 + eps) * ((2 + eps) * (exp eps + 1))) with (eps * (exp eps + 1)) by (field; lra).
      replace ((exp eps - 1) / (exp eps + 1) * ((2 + eps) * (exp eps + 1))) with ((exp eps - 1) * (2 + eps))
        by (field; lra). nra. }
    assert (third : Rmin 1 eps / 3 <= lean).
    { eapply Rle_trans; [| exact ratio]. apply Rmult_le_reg_r with (3 * (2 + eps)); [lra |].
      replace (eps / (2 + eps) * (3 * (2 + eps))) with (3 * eps) by (field; lra).
      replace (Rmin 1 eps / 3 * (3 * (2 + eps))) with (Rmin 1 eps * (2 + eps)) by field.
      unfold Rmin. destruct (Rle_dec 1 eps); nra. }
    assert (square : Rmin 1 (eps ^ 2) = Rmin 1 eps ^ 2).
    { unfold Rmin. destruct (Rle_dec 1 eps), (Rle_dec 1 (eps ^ 2)); nra. }
    rewrite square. replace (Rmin 1 eps ^ 2 / 9) with ((Rmin 1 eps / 3) ^ 2) by field. apply pow_incr.
    split; [| exact third].
    unfold Rmin. destruct (Rle_dec 1 eps); lra.
  Qed.

  Lemma offset_between k t : - 1 <= offset k t <= 1.
  Proof. unfold offset, clip, Rmin, Rmax. repeat destruct (Rle_dec _ _); lra. Qed.

  Lemma E_told_sign u f : - 1 <= u <= 1 ->
    E (told_sign u) f = (1 + lean * u) / 2 * f [true] + (1 - lean * u) / 2 * f [false].
  Proof.
    intros U. pose proof lean_between. unfold told_sign. simpl. rewrite Rmin_left, Rmax_right by nra. field.
  Qed.

  Lemma told_sign_private u w : - 1 <= u <= 1 -> - 1 <= w <= 1 -> ratio_most (told_sign u) (told_sign w) eps.
  Proof.
    intros U W f _ pos. rewrite !E_told_sign by assumption. pose proof lean_between as L.
    assert (larger : 1 < exp eps) by (rewrite <- exp_0; apply exp_increasing; exact eps_pos).
    assert (edge : exp eps * (1 - lean) = 1 + lean) by (unfold lean; field; lra).
    assert (one : (1 + lean * u) / 2 <= exp eps * ((1 + lean * w) / 2)).
    { apply Rle_trans with (exp eps * (1 - lean) / 2); [rewrite edge; nra |].
      replace (exp eps * (1 - lean) / 2) with (exp eps * ((1 - lean) / 2)) by field.
      apply Rmult_le_compat_l; [lra | nra]. }
    assert (other : (1 - lean * u) / 2 <= exp eps * ((1 - lean * w) / 2)).
    { apply Rle_trans with (exp eps * (1 - lean) / 2); [rewrite edge; nra |].
      replace (exp eps * (1 - lean) / 2) with (exp eps * ((1 - lean) / 2)) by field.
      apply Rmult_le_compat_l; [lra | nra]. }
    pose proof (Rmult_le_compat_r (f [true]) _ _ (pos _) one).
    pose proof (Rmult_le_compat_r (f [false]) _ _ (pos _) other).
    lra.
  Qed.

  (** Each answer is private; who tells nothing tells nothing. *)
  Theorem answers_are_private h : private eps (answer h).
  Proof.
    intros t u. unfold answer. destruct (role (length h)) as [[|] |].
    - intros f F pos. destruct (keep_range eps eps_pos) as [range ratio].
      eapply Rle_trans; [apply (flips_within _ _ _ (one_hot bin_count (bin_number u)) f range F pos) |]. rewrite ratio.
      apply Rmult_le_compat_r; [now apply E_ge |]. pose proof (exp_ge_1 (eps / 2) ltac:(lra)) as large.
      apply Rle_trans with (exp (eps / 2) ^ 2); [apply Rle_pow; [exact large | apply one_hot_apart] |].
      replace (exp (eps / 2) ^ 2) with (exp (eps / 2) * exp (eps / 2)) by ring. rewrite <- exp_plus.
      right. f_equal. field.
    - apply told_sign_private; apply offset_between.
    - apply ratio_weaken with 0; [apply ratio_refl | lra].
  Qed.

  Lemma silent_answer h t u : role (length h) = None -> ratio_most (answer h t) (answer h u) 0.
  Proof. intros none. unfold answer. rewrite none. apply ratio_refl. Qed.

  (** ** The risk *)

  Section Risk.
    Context {A : Type} (P : law A) (stat : A -> R) (mu share : R) (first n : nat).
    Let far : event A := fun x => delta / 2 < Rabs (stat x - mu).
    Hypothesis (stat_range : forall x, - 1 <= stat x <= 1) (mu_range : - 1 <= mu <= 1) (mean_is : E P stat = mu)
      (few : E P (indicator far) <= share) (fewer : share <= exp (- (3 / 4 * eps)) / 144)
      (voters : forall i, (i < first)%nat -> role i <> Some false)
      (tellers : forall i, (first <= i)%nat -> role i <> Some true)
      (users_end : forall i, (n <= i)%nat -> role i = None) (first_n : (first <= n)%nat)
      (some_tell : (1 <= role_count false n)%nat).
    Let Z : protocol A (list bool) := fun h x => answer h (stat x).

    (** The bin that holds the lower end of what is near the mean; the next one holds the upper end. *)
    Let home := bin_number (mu - delta / 2).

    Let home_at : INR home <= (mu + 1) / delta + 1 / 2 < INR home + 1.
    Proof.
      assert (0 <= (mu + 1) / delta) by (apply Rdiv_le_0_compat; lra). unfold home, bin_number.
      replace ((mu - delta / 2 + 1) / delta + 1) with ((mu + 1) / delta + 1 / 2) by (field; lra). apply place_between.
      lra.
    Qed.

    Let count_large : 2 / delta + 2 < INR bin_count.
    Proof.
      assert (0 < 2 / delta) by (apply Rdiv_lt_0_compat; lra). unfold bin_count. rewrite plus_INR. simpl (INR 3).
      pose proof (place_between (2 / delta) ltac:(lra)). lra.
    Qed.

    Let top_of_range t : t <= 1 -> (t + 1) / delta <= 2 / delta.
    Proof. intros T. apply Rmult_le_compat_r; [left; now apply Rinv_0_lt_compat | lra]. Qed.

    Let home_in : (S home < bin_count)%nat.
    Proof. apply INR_lt. rewrite S_INR. pose proof (top_of_range mu ltac:(lra)). lra. Qed.

    Let near_home x : ~ far x -> bin_number (stat x) = home \/ bin_number (stat x) = S home.
    Proof.
      intros near. unfold far in near. apply Rnot_lt_le in near. apply Rabs_le_between in near.
      specialize (stat_range x). unfold bin_number.
      assert (pos : 0 <= (stat x + 1) / delta) by (apply Rdiv_le_0_compat; lra).
      pose proof (place_between ((stat x + 1) / delta + 1) ltac:(lra)) as [low high].
      set (k := place ((stat x + 1) / delta + 1)) in *.
      assert (from : (mu + 1) / delta - 1 / 2 <= (stat x + 1) / delta).
      { replace ((mu + 1) / delta - 1 / 2) with ((mu - delta / 2 + 1) / delta) by (field; lra).
        apply Rmult_le_compat_r; [left; now apply Rinv_0_lt_compat | lra]. }
      assert (to : (stat x + 1) / delta <= (mu + 1) / delta + 1 / 2).
      { replace ((mu + 1) / delta + 1 / 2) with ((mu + delta / 2 + 1) / delta) by (field; lra).
        apply Rmult_le_compat_r; [left; now apply Rinv_0_lt_compat | lra]. }
      assert (home < S k)%nat by (apply INR_lt; rewrite S_INR; lra).
      assert (k < S (S home))%nat by (apply INR_lt; rewrite !S_INR; lra). lia.
    Qed.

    Let centre_near k : k = home \/ k = S home -> Rabs (mu - centre k) <= delta.
    Proof.
      assert (back : (mu + 1) / delta * delta = mu + 1) by (field; lra). destruct home_at as [low high].
      apply (Rmult_le_compat_r delta) in low; [| lra]. apply (Rmult_lt_compat_r delta) in high; [| lra].
      intros [-> | ->]; unfold centre; rewrite ?S_INR; apply Rabs_le; lra.
    Qed.

    (** *** Votes *)

    Lemma role_count_most b m : INR (role_count b m) <= INR (role_count b n).
    Proof.
      apply le_INR. destruct (le_lt_dec n m) as [over | under].
      - induction over as [| m over IH]; [lia |]. cbn [role_count]. rewrite users_end by lia. exact IH.
      - assert (H : forall j, (role_count b m <= role_count b (j + m))%nat).
        { induction j as [| j IH]; [reflexivity |]. simpl Nat.add. cbn [role_count]. lia. }
        specialize (H (n - m)%nat). now replace (n - m + m)%nat with n in H by lia.
    Qed.

    Lemma heads_between b : 0 <= heads b <= 1.
    Proof. destruct b; simpl; lra. Qed.

    Lemma bin_votes_between j h : 0 <= bin_votes j h <= INR (role_count true (length h)).
    Proof.
      induction h as [| z h IH]; [simpl; lra |]. cbn [bin_votes length role_count]. rewrite plus_INR.
      pose proof (heads_between (bit z j)). destruct (role (length h)) as [[|] |]; simpl; lra.
    Qed.

    Lemma signs_told_small h : Rabs (signs_told h) <= INR (role_count false (length h)).
    Proof.
      induction h as [| z h IH]; [simpl; rewrite Rabs_R0; lra |]. cbn [signs_told length role_count]. rewrite plus_INR.
      eapply Rle_trans; [apply Rabs_triang |]. apply Rplus_le_compat; [| exact IH].
      destruct (role (length h)) as [[|] |]; simpl; rewrite ?Rabs_R0; try lra.
      destruct (bit z 0); unfold sgn, Rabs; destruct (Rcase_abs _); lra.
    Qed.

    Let bounded_votes j : bounded (bin_votes j).
    Proof.
      apply bounded_between with 0 (INR (role_count true n)). intros h. pose proof (bin_votes_between j h).
      pose proof (role_count_most true (length h)). lra.
    Qed.

    Let bounded_signs : bounded signs_told.
    Proof.
      exists (INR (role_count false n)). intros h. eapply Rle_trans; [apply signs_told_small | apply role_count_most].
    Qed.

    Let leads j h := 2 * bin_votes j h - bin_votes home h - bin_votes (S home) h.
    Let potential j h := exp (eps / 4 * leads j h).

    Let bounded_potential j : bounded (potential j).
    Proof.
      apply bounded_exp, bounded_mult; [bounded |]. apply bounded_minus; [apply bounded_minus |]; auto.
      apply bounded_mult; [bounded | apply bounded_votes].
    Qed.

    Let leads_after j z h : (j < bin_count)%nat -> role (length h) = Some true ->
      leads j (z :: h) = Sum (below bin_count) (fun i => lead j home i * heads (bit z i)) + leads j h.
    Proof.
      intros J voter. unfold leads. cbn [bin_votes]. rewrite voter.
      assert (pick : forall k, (k < bin_count)%nat ->
        Sum (below bin_count) (fun i => (if Nat.eq_dec i k then 1 else 0) * heads (bit z i)) = heads (bit z k)).
      { intros k K. rewrite (Sum_ext _ _ (fun i => if Nat.eq_dec i k then heads (bit z k) else 0)).
        - apply Sum_single; [apply seq_NoDup | now apply in_below].
        - intros i. destruct (Nat.eq_dec i k) as [-> |]; ring. }
      rewrite (Sum_ext _ _ (fun i => 2 * ((if Nat.eq_dec i j then 1 else 0) * heads (bit z i)) -
        (if Nat.eq_dec i home then 1 else 0) * heads (bit z i) -
        (if Nat.eq_dec i (S home) then 1 else 0) * heads (bit z i))) by (intros i; unfold lead; ring).
      rewrite !Sum_minus, Sum_scal, !pick by lia. ring.
    Qed.

    Let bounded_moment j : bounded (fun x => vote_moment eps bin_count j home (bin_number (stat x))).
    Proof.
      unfold vote_moment. exists (exp (Rabs (eps / 4) * (4 * INR bin_count))). intros x. apply E_small. intros z.
      rewrite Rabs_right by (apply Rle_ge; left; apply exp_pos). apply exp_le.
      eapply Rle_trans; [apply Rle_abs |]. rewrite Rabs_mult. apply Rmult_le_compat_l; [apply Rabs_pos |].
      eapply Rle_trans; [apply Sum_abs |].
      apply Rle_trans with (Sum (below bin_count) (fun _ => 4)); [| rewrite Sum_below_const; lra].
      apply Sum_le. intros i. unfold lead, heads. rewrite Rabs_mult.
      destruct (Nat.eq_dec i j), (Nat.eq_dec i home), (Nat.eq_dec i (S home)), (bit z i); unfold Rabs;
        repeat destruct (Rcase_abs _); lra.
    Qed.

    Let mean_moment j : (j < bin_count)%nat -> j <> home -> j <> S home ->
      E P (fun x => vote_moment eps bin_count j home (bin_number (stat x))) <= exp (- vote_rate eps).
    Proof.
      intros J off off_next. set (v := strength eps).
      assert (v_2 : 2 < v) by (pose proof (strength_from_below eps eps_pos); unfold v; nra).
      assert (v_cube : 0 < v ^ 3) by (apply pow_lt; lra).
      assert (rise : 0 <= far_moment v - near_moment v).
      { unfold far_moment, near_moment. replace (_ - _) with ((v + 2) * (v - 1) * ((v ^ 2 - 2) * (v - 1) - 2) / v ^ 3)
          by (field; lra). apply Rdiv_le_0_compat; [| exact v_cube]. apply Rmult_le_pos; [nra |]. nra. }
      assert (step : forall x, vote_moment eps bin_count j home (bin_number (stat x)) <=
        near_moment v + (far_moment v - near_moment v) * indicator far x).
      { intros x. destruct (classic (bin_number (stat x) = home \/ bin_number (stat x) = S home)) as [at_home | away].
        - unfold v. rewrite (near_vote eps bin_count j home eps_pos J home_in off off_next _ at_home). fold v.
          pose proof (indicator_between far x). nra.
        - rewrite (indicator_1 far) by (apply NNPP; intros near; now apply away, near_home).
          pose proof (far_vote eps bin_count j home eps_pos J home_in off off_next (bin_number (stat x)) ltac:(tauto)
            ltac:(tauto)) as H. fold v in H. lra. }
      eapply Rle_trans; [apply E_mono; [apply bounded_moment | | exact step] |].
      { apply bounded_plus; [bounded |]. apply bounded_mult; [bounded | apply bounded_indicator]. }
      rewrite E_plus, E_const, E_scal by (try apply bounded_mult; bounded; apply bounded_indicator).
      assert (share_pos : 0 <= share).
      { eapply Rle_trans; [| exact few]. apply E_ge; [apply bounded_indicator | apply indicator_between]. }
      eapply Rle_trans; [| apply (moments_most eps share eps_pos); lra]. fold v.
      apply (Rmult_le_compat_l _ _ _ rise) in few. lra.
    Qed.

    Lemma potential_falls j m : (j < bin_count)%nat -> j <> home -> j <> S home ->
      E (transcript Z P m) (potential j) <= exp (- vote_rate eps) ^ role_count true m.
    Proof.
      intros J off off_next. induction m as [| m IH].
      - simpl. unfold potential, leads. simpl. replace (eps / 4 * (2 * 0 - 0 - 0)) with 0 by ring. rewrite exp_0. lra.
      - cbn [transcript role_count]. rewrite E_step.
        set (rho := exp (- vote_rate eps)) in *. assert (rho_pos : 0 < rho) by apply exp_pos.
        set (factor := match role m with Some true => rho | _ => 1 end).
        assert (factor_pos : 0 <= factor) by (unfold factor; destruct (role m) as [[|] |]; lra).
        apply Rle_trans with (E (transcript Z P m) (fun h => factor * potential j h)).
        + apply transcript_le.
          * destruct (bounded_potential j) as [M B]. exists M. intros h. apply E_small. intros z. apply B.
          * apply bounded_mult; [bounded | apply bounded_potential].
          * intros h H. simpl. unfold Z, answer, factor. rewrite <- H.
            destruct (role (length h)) as [[|] |] eqn:here.
            -- apply Rle_trans with (E P (fun x => potential j h * vote_moment eps bin_count j home
                 (bin_number (stat x)))).
               ++ right. apply E_ext. intros x. unfold vote_moment. rewrite <- E_scal.
                  ** apply E_ext. intros z. unfold potential. rewrite <- exp_plus, leads_after by assumption. f_equal.
                     ring.
                  ** apply bounded_exp, bounded_mult; [bounded |]. apply bounded_Sum. intros i.
                     apply bounded_mult; [bounded |]. apply bounded_between with 0 1. intros z. apply heads_between.
               ++ rewrite E_scal by apply bounded_moment. rewrite (Rmult_comm rho).
                  apply Rmult_le_compat_l; [left; apply exp_pos | now apply mean_moment].
            -- right. rewrite Rmult_1_l, <- (E_const P (potential j h)). apply E_ext. intros x.
               rewrite E_told_sign by apply offset_between.
               unfold potential, leads. cbn [bin_votes]. rewrite here, !Rplus_0_l. field.
            -- right. rewrite Rmult_1_l, <- (E_const P (potential j h)). apply E_ext. intros x. simpl.
               unfold potential, leads. cbn [bin_votes]. now rewrite here, !Rplus_0_l.
        + rewrite E_scal by apply bounded_potential. unfold factor.
          destruct (role m) as [[|] |]; simpl; [| lra | lra]. apply Rmult_le_compat_l; lra.
    Qed.

    Let lost : event (list (list bool)) := fun h => chosen h <> home /\ chosen h <> S home.

    Theorem rarely_lost :
      E (transcript Z P n) (indicator lost) <= INR bin_count * exp (- vote_rate eps) ^ role_count true n.
    Proof.
      set (other := fun j h => if Nat.eq_dec j home then 0 else if Nat.eq_dec j (S home) then 0 else potential j h).
      assert (bounded_other : forall j, bounded (other j)).
      { intros j. unfold other. destruct (Nat.eq_dec j home); [bounded |]. destruct (Nat.eq_dec j (S home)); bounded. }
      apply Rle_trans with (E (transcript Z P n) (fun h => Sum (below bin_count) (fun j => other j h))).
      - apply E_mono; [apply bounded_indicator | now apply bounded_Sum |]. intros h.
        assert (pos : forall j, 0 <= other j h).
        { intros j. unfold other. destruct (Nat.eq_dec j home); [lra |]. destruct (Nat.eq_dec j (S home)); [lra |].
          left. apply exp_pos. }
        apply indicator_le; [now apply Sum_ge_0 |]. intros [not_home not_next].
        assert (J : (chosen h < bin_count)%nat) by (apply most_voted_among; unfold bin_count; lia).
        apply Rle_trans with (other (chosen h) h).
        + unfold other. destruct (Nat.eq_dec (chosen h) home); [easy |].
          destruct (Nat.eq_dec (chosen h) (S home)); [easy |].
          unfold potential. rewrite <- exp_0. apply exp_le. apply Rmult_le_pos; [lra |]. unfold leads.
          pose proof (most_voted_most bin_count (fun j => bin_votes j h) home ltac:(lia)) as one.
          pose proof (most_voted_most bin_count (fun j => bin_votes j h) (S home) home_in) as two.
          fold (chosen h) in one, two. cbv beta in one, two. lra.
        + rewrite <- (Sum_single Nat.eq_dec (below bin_count) (chosen h) (other (chosen h) h) (seq_NoDup _ _)
            (proj2 (in_below _ _) J)).
          apply Sum_le. intros i. destruct (Nat.eq_dec i (chosen h)) as [-> |]; [lra | apply pos].
      - rewrite E_Sum by exact bounded_other. rewrite <- Sum_below_const. apply Sum_le_in. intros j J.
        apply in_below in J.
        assert (0 <= exp (- vote_rate eps) ^ role_count true n) by (apply pow_le; left; apply exp_pos).
        destruct (Nat.eq_dec j home) as [at_home | off].
        { rewrite (E_ext _ _ (fun _ => 0)); [rewrite E_const; lra |]. intros h. unfold other.
          destruct (Nat.eq_dec j home); easy. }
        destruct (Nat.eq_dec j (S home)) as [at_next | off_next].
        { rewrite (E_ext _ _ (fun _ => 0)); [rewrite E_const; lra |]. intros h. unfold other.
          destruct (Nat.eq_dec j home); [easy |]. destruct (Nat.eq_dec j (S home)); easy. }
        rewrite (E_ext _ _ (potential j)); [now apply potential_falls |]. intros h. unfold other.
        destruct (Nat.eq_dec j home); [easy |]. destruct (Nat.eq_dec j (S home)); easy.
    Qed.

    (** *** Signs *)

    Let mean_offset k := E P (fun x => offset k (stat x)).

    Let bounded_offset k : bounded (fun x => offset k (stat x)).
    Proof. apply bounded_between with (- 1) 1. intros x. apply offset_between. Qed.

    Let mean_offset_between k : - 1 <= mean_offset k <= 1.
    Proof. apply E_between. intros x. apply offset_between. Qed.

    (** What the signs add up to, beyond their means. *)
    Let surplus h := signs_told h - lean * mean_offset (chosen h) * INR (role_count false (length h)).

    Let bounded_surplus : bounded surplus.
    Proof.
      apply bounded_minus; [exact bounded_signs |]. apply bounded_mult.
      - apply bounded_mult; [bounded |]. apply bounded_between with (- 1) 1. intros h. apply mean_offset_between.
      - apply bounded_between with 0 (INR (role_count false n)). intros h.
        split; [apply pos_INR | apply role_count_most].
    Qed.

    Let same_choice z h : role (length h) <> Some true -> chosen (z :: h) = chosen h.
    Proof.
      intros no_voter. unfold chosen. f_equal. apply functional_extensionality. intros j. cbn [bin_votes].
      destruct (role (length h)) as [[|] |]; [easy | ring | ring].
    Qed.

    Let none_yet m : (m <= first)%nat -> role_count false m = O.
    Proof.
      induction m as [| m IH]; intros le; [reflexivity |]. cbn [role_count]. rewrite IH by lia.
      specialize (voters m ltac:(lia)). destruct (role m) as [[|] |]; [reflexivity | easy | reflexivity].
    Qed.

    Lemma surplus_square k :
      E (transcript Z P (k + first)) (fun h => surplus h ^ 2) <= INR (role_count false (k + first)).
    Proof.
      induction k as [| k IH].
      - simpl Nat.add. rewrite none_yet by lia. simpl INR. right. rewrite <- (E_const (transcript Z P first) 0).
        apply transcript_on. intros h H. unfold surplus. rewrite H, none_yet by lia.
        pose proof (signs_told_small h) as small. rewrite H, none_yet in small by lia. simpl in small.
        assert (signs_told h = 0) as ->; [| simpl; ring]. apply Rabs_le_between in small. lra.
      - simpl Nat.add. set (m := (k + first)%nat) in *. cbn [transcript role_count]. rewrite E_step.
        set (more := match role m with Some false => 1 | _ => 0 end : R).
        apply Rle_trans with (E (transcript Z P m) (fun h => surplus h ^ 2 + more)).
        + apply transcript_le.
          * assert (B : bounded (fun h => surplus h ^ 2)) by now apply bounded_pow.
            destruct B as [M B]. exists M. intros h. apply E_small. intros z. apply B.
          * apply bounded_plus; [now apply bounded_pow | bounded].
          * intros h H. specialize (tellers m ltac:(unfold m; lia)). simpl. unfold Z, answer, more. rewrite <- H in *.
            destruct (role (length h)) as [[|] |] eqn:here; [easy | |].
            -- set (c := chosen h). set (d := surplus h).
               assert (after : forall b, surplus ([b] :: h) = d + (sgn b - lean * mean_offset c)).
               { intros b. unfold surplus. rewrite same_choice by (rewrite here; easy).
                 cbn [signs_told length role_count].
                 rewrite here, plus_INR. change (bit [b] 0) with b.
                 change (INR (if Bool.eqb false false then 1 else 0)) with 1.
                 unfold d, surplus, c. ring. }
               rewrite (E_ext P _ (fun x => (d - lean * mean_offset c) ^ 2 + 1 + 2 * (d - lean * mean_offset c) * lean *
                 offset c (stat x))).
               ++ pose proof (bounded_offset c) as B. rewrite E_plus, E_const, E_scal by bounded.
                  change (E P (fun x => offset c (stat x))) with (mean_offset c).
                  pose proof (pow2_ge_0 (lean * mean_offset c)). lra.
               ++ intros x. fold c. rewrite E_told_sign by apply offset_between. rewrite !after. simpl sgn. field.
            -- rewrite (E_ext P _ (fun _ => surplus h ^ 2)); [rewrite E_const; lra |].
               intros x. simpl. unfold surplus. rewrite same_choice by (rewrite here; easy).
               cbn [signs_told length role_count]. rewrite here, Rplus_0_l, Nat.add_0_l. reflexivity.
        + rewrite E_plus, E_const by (try apply bounded_pow; bounded). rewrite plus_INR. unfold more.
          destruct (role m) as [[|] |]; cbn [Bool.eqb INR]; lra.
    Qed.

    (** Cutting hardly moves the mean. *)
    Let bias k : k = home \/ k = S home -> Rabs (centre k + 2 * delta * mean_offset k - mu) <= 2 * share.
    Proof.
      intros good. pose proof (centre_near k good) as C. apply Rabs_le_between in C.
      assert (bounded_stat : bounded stat) by now apply bounded_between with (- 1) 1.
      assert (is_mean : centre k + 2 * delta * mean_offset k - mu =
        E P (fun x => centre k + 2 * delta * offset k (stat x) - stat x)).
      { pose proof (bounded_offset k) as B. rewrite E_minus, E_plus, E_const, E_scal, mean_is by bounded. reflexivity. }
      assert (B : bounded (fun x => centre k + 2 * delta * offset k (stat x) - stat x)).
      { apply bounded_minus; [| exact bounded_stat]. apply bounded_plus; [bounded |].
        apply bounded_mult; [bounded | apply bounded_offset]. }
      rewrite is_mean. eapply Rle_trans; [now apply E_abs_le |].
      apply Rle_trans with (E P (fun x => 2 * indicator far x)).
      - apply E_mono; [now apply bounded_abs | apply bounded_mult; [bounded | apply bounded_indicator] |]. intros x.
        set (r := (stat x - centre k) / (2 * delta)).
        assert (stat_is : stat x = centre k + 2 * delta * r) by (unfold r; field; lra).
        assert (cut : Rabs (centre k + 2 * delta * offset k (stat x) - stat x) <= Rabs (stat x - mu) /\
          (- 1 <= r <= 1 -> Rabs (centre k + 2 * delta * offset k (stat x) - stat x) = 0)).
        { unfold offset. fold r. split.
          - unfold clip, Rmin, Rmax. destruct (Rle_dec r 1).
            + destruct (Rle_dec (- (1)) r).
              * replace (_ - _) with 0 by lra. rewrite Rabs_R0. apply Rabs_pos.
              * unfold Rabs. repeat destruct (Rcase_abs _); nra.
            + destruct (Rle_dec (- (1)) 1); [| lra]. unfold Rabs. repeat destruct (Rcase_abs _); nra.
          - intros inside. rewrite clip_inside by lra. replace (_ - _) with 0 by lra. apply Rabs_R0. }
        destruct cut as [always inside]. specialize (stat_range x). destruct (classic (far x)) as [away | near].
        + rewrite indicator_1 by exact away. eapply Rle_trans; [exact always |]. apply Rabs_le. lra.
        + rewrite indicator_0 by exact near. unfold far in near. apply Rnot_lt_le, Rabs_le_between in near.
          rewrite inside; [lra |]. unfold r. split.
          * apply Rmult_le_reg_r with (2 * delta); [lra |]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l by lra. lra.
          * apply Rmult_le_reg_r with (2 * delta); [lra |]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l by lra. lra.
      - rewrite E_scal by apply bounded_indicator. lra.
    Qed.

    (** The mean squared error. *)
    Theorem risk_of_one_mean : E (transcript Z P n) (fun h => (guess n h - mu) ^ 2) <=
      4 * (INR bin_count * exp (- vote_rate eps) ^ role_count true n) + 8 * share ^ 2 +
      2 * (2 * delta / lean) ^ 2 / INR (role_count false n).
    Proof.
      set (nr := INR (role_count false n)). assert (nr_1 : 1 <= nr) by (apply (le_INR 1); exact some_tell).
      pose proof lean_between as L. set (scale := 2 * delta / (lean * nr)).
      assert (guess_between : forall h, - 1 <= guess n h <= 1).
      { intros h. unfold guess, clip, Rmin, Rmax. repeat destruct (Rle_dec _ _); lra. }
      assert (bounded_rest : bounded (fun h => 4 * indicator lost h + (8 * share ^ 2 + 2 * scale ^ 2 * surplus h ^ 2))).
      { apply bounded_plus; [apply bounded_mult; [bounded | apply bounded_indicator] |].
        apply bounded_plus; [bounded |].
        apply bounded_mult; [bounded | now apply bounded_pow]. }
      apply Rle_trans with (E (transcript Z P n) (fun h => 4 * indicator lost h + (8 * share ^ 2 + 2 * scale ^ 2 *
        surplus h ^ 2))).
      - apply transcript_le; [| exact bounded_rest |].
        + apply bounded_between with 0 4. intros h. specialize (guess_between h). split; [apply pow2_ge_0 | nra].
        + intros h H. assert (0 <= 2 * scale ^ 2 * surplus h ^ 2).
          { apply Rmult_le_pos; [| apply pow2_ge_0]. pose proof (pow2_ge_0 scale). lra. }
          pose proof (pow2_ge_0 share). specialize (guess_between h).
          destruct (classic (lost h)) as [away | good].
          * rewrite indicator_1 by exact away. assert ((guess n h - mu) ^ 2 <= 4) by nra. lra.
          * rewrite indicator_0 by exact good. rewrite Rmult_0_r, Rplus_0_l.
            assert (at_home : chosen h = home \/ chosen h = S home) by (unfold lost in good; tauto).
            pose proof (bias (chosen h) at_home) as off. apply Rabs_le_between in off.
            set (b := centre (chosen h) + 2 * delta * mean_offset (chosen h) - mu) in *.
            assert (parts : centre (chosen h) + scale * signs_told h - mu = b + scale * surplus h).
            { unfold b, surplus. rewrite H. fold nr. unfold scale. field. lra. }
            assert (cut : (guess n h - mu) ^ 2 <= (centre (chosen h) + scale * signs_told h - mu) ^ 2).
            { unfold guess. fold nr. fold scale. set (x := centre (chosen h) + scale * signs_told h).
              unfold clip, Rmin, Rmax. repeat destruct (Rle_dec _ _); nra. }
            eapply Rle_trans; [exact cut |]. rewrite parts.
            assert (b ^ 2 <= 4 * share ^ 2) by nra. pose proof (pow2_ge_0 (b - scale * surplus h)). nra.
      - pose proof (bounded_indicator lost) as BL. pose proof (bounded_pow surplus 2 bounded_surplus) as BS.
        rewrite !E_plus, E_const, !E_scal by bounded.
        pose proof rarely_lost as rare. pose proof (surplus_square (n - first)) as S2.
        replace (n - first + first)%nat with n in S2 by lia. fold nr in S2.
        assert (signs : 2 * scale ^ 2 * E (transcript Z P n) (fun h => surplus h ^ 2) <=
          2 * (2 * delta / lean) ^ 2 / nr).
        { apply Rle_trans with (2 * scale ^ 2 * nr).
          - apply Rmult_le_compat_l; [| exact S2]. pose proof (pow2_ge_0 scale). lra.
          - right. unfold scale. field. lra. }
        lra.
    Qed.
  End Risk.
End Protocol.
