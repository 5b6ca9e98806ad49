(** * Transcripts where the data of several users are changed

    Cut and paste: with respect to the law of the messages of all users as they are, the law where the users in a set
    are changed has nearly a product of functions for its density, one for each such user. Jayram 2009, Hellinger
    strikes back. *)

From Foundations Require Export Matchings Fluctuations.
Import ListNotations.
Open Scope R_scope.

Section Users.
  Context {A B : Type} (Z : protocol A B) (eps : R) (private_users : interactive eps Z) (P Q : law A).

  (** All messages, where the users in a set draw from Q. *)
  Fixpoint transcript_with (a : set) (n : nat) : law (list B) :=
    match n with
    | O => ret []
    | S k => step (transcript_with a k) (fun h => bind (if a (S k) then Q else P) (Z h))
    end.

  Lemma transcript_with_none n : transcript_with none n = transcript Z P n.
  Proof. induction n as [| n IH]; [reflexivity |]. simpl. now rewrite IH. Qed.

  Lemma transcript_with_all (a : set) n : (forall k, (1 <= k <= n)%nat -> a k = true) ->
    transcript_with a n = transcript Z Q n.
  Proof.
    induction n as [| n IH]; intros all; [reflexivity |]. simpl. rewrite all by lia.
    now rewrite IH by (intros k K; apply all; lia).
  Qed.

  Lemma transcript_with_one i n : transcript_with (fun k => Nat.eqb k i) n = transcript_but_one Z P Q i n.
  Proof. induction n as [| n IH]; [reflexivity |]. cbn [transcript_with transcript_but_one]. now rewrite IH. Qed.

  Let T := transcript Z P.
  Let b := exp eps.

  Let b_pos : 0 < b.
  Proof. apply exp_pos. Qed.

  (** Only user k + 1 changed, among k + 1. *)
  Let one k := step (T k) (fun h => bind Q (Z h)).

  Let at_history (f : list B -> R) (h : list B) z := f (z :: h).

  Let near_one eta k : 0 < eta -> exists rho : list B -> R, (forall z, / b <= rho z <= b) /\
    forall v L, (forall z, Rabs (v z) <= L) -> Rabs (E (T (S k)) (fun z => rho z * v z) - E (one k) v) <= eta * L.
  Proof.
    intros eta_pos. pose proof b_pos as b_0.
    assert (ratio : forall (X Y : law A) (f : list B -> R), bounded f -> (forall z, 0 <= f z) ->
      E (step (T k) (fun h => bind X (Z h))) f <= b * E (step (T k) (fun h => bind Y (Z h))) f).
    { intros X Y f F f_pos. assert (F2 : bounded2 (at_history f)) by now apply bounded2_after.
      rewrite !E_step. pose proof (bounded_through2 (fun h => bind X (Z h)) _ F2) as B1.
      pose proof (bounded_through2 (fun h => bind Y (Z h)) _ F2) as B2. unfold at_history in B1, B2. cbv beta in B1, B2.
      rewrite <- E_scal by exact B2. apply E_mono; [exact B1 | bounded |]. intros h.
      apply (private_mean (Z h) eps X Y (private_users h)); [now apply (bounded_at _ h F2) | auto]. }
    apply nearly_density; [| | | exact eta_pos].
    - split; [now apply Rinv_0_lt_compat |]. specialize (ratio Q Q (fun _ => 1) ltac:(bounded) ltac:(intros; lra)).
      rewrite E_const, Rmult_1_r in ratio. rewrite <- Rinv_1 in ratio at 1.
      apply Rle_trans with 1; [| rewrite Rinv_1 in ratio; exact ratio].
      rewrite <- Rinv_1. apply Rinv_le_contravar; [lra |]. rewrite Rinv_1 in ratio. exact ratio.
    - intros f F f_pos. exact (ratio Q P f F f_pos).
    - intros f F f_pos. specialize (ratio P Q f F f_pos). apply Rmult_le_reg_l with b; [exact b_0 |].
      rewrite <- Rmult_assoc, Rinv_r, Rmult_1_l by lra. exact ratio.
  Qed.

  Section Factors.
    Variables (n : nat) (rho : nat -> list B -> R) (eta : R).
    Hypothesis eta_pos : 0 < eta.
    Hypothesis rho_range : forall k, (k < n)%nat -> forall z, / b <= rho k z <= b.
    Hypothesis rho_near : forall k, (k < n)%nat -> forall v L, (forall z, Rabs (v z) <= L) ->
      Rabs (E (T (S k)) (fun z => rho k z * v z) - E (one k) v) <= eta * L.

    Let b_1 : (0 < n)%nat -> 1 <= b.
    Proof.
      intros some. pose proof (rho_range O some []). pose proof b_pos. apply Rnot_lt_le. intros small.
      assert (1 < / b) by (rewrite <- Rinv_1; apply Rinv_lt_contravar; lra). lra.
    Qed.

    (** The product of the factors of the users in a set, of the first k. *)
    Fixpoint weight_of (a : set) (k : nat) (z : list B) : R :=
      match k, z with
      | S k', x :: h => (if a k then rho k' z else 1) * weight_of a k' h
      | _, _ => 1
      end.

    Lemma weight_none k z : weight_of none k z = 1.
    Proof. revert z. induction k as [| k IH]; intros [| x h]; simpl; try reflexivity. rewrite IH. ring. Qed.

    Lemma weight_ext a a' k z : (forall i, (1 <= i <= k)%nat -> a i = a' i) -> weight_of a k z = weight_of a' k z.
    Proof.
      revert z. induction k as [| k IH]; intros [| x h] same; simpl; try reflexivity.
      rewrite same by lia. now rewrite IH by (intros i I; apply same; lia).
    Qed.

    (** Cut and paste. *)
    Lemma weight_join a a' k z : (forall i, andb (a i) (a' i) = false) ->
      weight_of a k z * weight_of a' k z = weight_of (join a a') k z.
    Proof.
      intros apart. revert z. induction k as [| k IH]; intros [| x h]; simpl; try ring.
      rewrite <- IH. specialize (apart (S k)). unfold join. destruct (a (S k)), (a' (S k)); simpl in *; try easy; ring.
    Qed.

    Lemma weight_range a k z : (k <= n)%nat -> / b ^ k <= weight_of a k z <= b ^ k.
    Proof.
      revert z. induction k as [| k IH]; intros z K; [simpl; lra |].
      pose proof (b_1 ltac:(lia)) as B_1. pose proof b_pos as B_0.
      assert (p_1 : 1 <= b ^ k) by now apply pow_R1_Rle.
      assert (q_1 : 1 <= b ^ S k) by now apply pow_R1_Rle.
      destruct z as [| x h].
      - simpl weight_of. split; [| exact q_1]. rewrite <- Rinv_1. apply Rinv_le_contravar; lra.
      - specialize (IH h ltac:(lia)). cbn [weight_of]. pose proof (rho_range k ltac:(lia) (x :: h)) as r.
        assert (i_pos : 0 < / b) by now apply Rinv_0_lt_compat.
        assert (j_pos : 0 < / b ^ k) by (apply Rinv_0_lt_compat; lra).
        assert (i_1 : / b <= 1) by (rewrite <- Rinv_1; apply Rinv_le_contravar; lra).
        replace (/ b ^ S k) with (/ b * / b ^ k) by (simpl; field; lra).
        change (b ^ S k) with (b * b ^ k).
        assert (factor : / b <= (if a (S k) then rho k (x :: h) else 1) <= b) by (destruct (a (S k)); lra).
        split; apply Rmult_le_compat; lra.
    Qed.

    Lemma weight_bounded a k : (k <= n)%nat -> bounded (weight_of a k).
    Proof. intros K. apply bounded_between with (/ b ^ k) (b ^ k). intros z. now apply weight_range. Qed.

    (** The error of k users. *)
    Fixpoint users_error k : R :=
      match k with
      | O => 0
      | S k' => users_error k' + b ^ k'
      end.

    Lemma users_error_pos k : 0 <= users_error k.
    Proof. induction k as [| k IH]; simpl; [lra |]. pose proof (pow_lt b k b_pos). lra. Qed.

    Lemma nearly_weighted a k f L : (k <= n)%nat -> (forall z, Rabs (f z) <= L) ->
      Rabs (E (transcript_with a k) f - E (T k) (fun z => weight_of a k z * f z)) <= users_error k * eta * L.
    Proof.
      revert f L. induction k as [| k IH]; intros f L K f_L.
      - simpl. rewrite Rmult_1_l, Rminus_diag_eq, Rabs_R0 by reflexivity. lra.
      - set (X := if a (S k) then Q else P). set (mean := fun h => E (bind X (Z h)) (fun z => f (z :: h))).
        assert (F : bounded f) by now exists L.
        assert (F2 : bounded2 (at_history f)) by now apply bounded2_after.
        assert (mean_L : forall h, Rabs (mean h) <= L) by (intros h; apply E_small; intros z; apply f_L).
        specialize (IH mean L ltac:(lia) mean_L).
        change (E (transcript_with a (S k)) f) with (E (transcript_with a k) mean).
        pose proof (weight_bounded a k ltac:(lia)) as W.
        set (u := fun z => match z with [] => 0 | x :: h => weight_of a k h * f z end).
        assert (u_small : forall z, Rabs (u z) <= b ^ k * L).
        { pose proof (f_L []) as L_pos. pose proof (Rabs_pos (f [])).
          assert (p_pos : 0 < b ^ k) by (apply pow_lt, b_pos). intros [| x h].
          - simpl. rewrite Rabs_R0. apply Rmult_le_pos; lra.
          - unfold u. rewrite Rabs_mult. apply Rmult_le_compat; try apply Rabs_pos; [| apply f_L].
            pose proof (weight_range a k h ltac:(lia)) as r.
            assert (0 < / b ^ k) by now apply Rinv_0_lt_compat. rewrite Rabs_right; lra. }
        assert (inner : E (step (T k) (fun h => bind X (Z h))) u = E (T k) (fun h => weight_of a k h * mean h)).
        { rewrite E_step. apply E_ext. intros h. unfold u, mean.
          now rewrite E_scal by (now apply (bounded_at _ h F2)). }
        assert (next : Rabs (E (T k) (fun h => weight_of a k h * mean h) -
          E (T (S k)) (fun z => weight_of a (S k) z * f z)) <= eta * (b ^ k * L)).
        { rewrite <- inner. unfold X. destruct (a (S k)) eqn:changed.
          - rewrite Rabs_minus_sym. eapply Rle_trans; [right | exact (rho_near k ltac:(lia) u _ u_small)].
            f_equal. f_equal. unfold T. cbn [transcript]. rewrite !E_step. apply E_ext. intros h. apply E_ext. intros x.
            cbn [weight_of u]. rewrite changed. ring.
          - apply Rle_trans with 0.
            + right. rewrite <- Rabs_R0. f_equal. apply Rminus_diag_eq. unfold T. cbn [transcript]. rewrite !E_step.
              apply E_ext. intros h. apply E_ext. intros x. cbn [weight_of u]. rewrite changed. ring.
            + specialize (u_small []). simpl in u_small. rewrite Rabs_R0 in u_small. apply Rmult_le_pos; lra. }
        cbn [users_error].
        replace (E (transcript_with a k) mean - E (T (S k)) (fun z => weight_of a (S k) z * f z))
          with ((E (transcript_with a k) mean - E (T k) (fun h => weight_of a k h * mean h)) +
            (E (T k) (fun h => weight_of a k h * mean h) - E (T (S k)) (fun z => weight_of a (S k) z * f z))) by ring.
        eapply Rle_trans; [apply Rabs_triang |]. lra.
    Qed.

    (** ** Affinities *)

    Let root (a : set) z := sqrt (weight_of a n z).
    (** How far the affinity of the messages with those as they are is from 1. *)
    Definition far (a : set) := 1 - E (T n) (root a).
    Let error := users_error n * eta.

    Let weight_pos a z : 0 < weight_of a n z.
    Proof.
      pose proof (weight_range a n z ltac:(lia)). assert (0 < / b ^ n) by (apply Rinv_0_lt_compat, pow_lt, b_pos). lra.
    Qed.

    Let root_bounded a : bounded (root a).
    Proof. apply bounded_sqrt, weight_bounded. lia. Qed.

    Let error_pos : 0 <= error.
    Proof.
      unfold error. apply Rmult_le_pos; [apply users_error_pos | lra].
    Qed.

    Let mean_weight a : Rabs (E (T n) (weight_of a n) - 1) <= error.
    Proof.
      pose proof (nearly_weighted a n (fun _ => 1) 1 ltac:(lia) ltac:(intros z; cbv beta; rewrite Rabs_R1; lra)) as H.
      rewrite E_const, Rmult_1_r, Rabs_minus_sym, (E_ext (T n) _ (weight_of a n)) in H by (intros; ring). exact H.
    Qed.

    Lemma far_none : far none = 0.
    Proof.
      unfold far. rewrite (E_ext (T n) _ (fun _ => 1)), E_const; [ring |]. intros z. unfold root.
      rewrite weight_none. apply sqrt_1.
    Qed.

    Lemma far_ext a a' : (forall i, (1 <= i <= n)%nat -> a i = a' i) -> far a = far a'.
    Proof.
      intros same. unfold far. f_equal. apply E_ext. intros z. unfold root. now rewrite (weight_ext a a').
    Qed.

    (** Disjoint sets: the sum of the squared distances of all pairs of roots is at most so many times that of the
        squared distances from one point. *)
    Lemma far_of_joined l : all_disjoint l ->
      pairs_sum (fun a a' => far (join a a')) l <= INR (length l) * Sum l far + INR (length l) ^ 2 * error.
    Proof.
      intros once. set (m := INR (length l)).
      assert (E_pairs : forall f : set -> set -> list B -> R, (forall a a', bounded (f a a')) ->
        E (T n) (fun z => pairs_sum (fun a a' => f a a' z) l) = pairs_sum (fun a a' => E (T n) (f a a')) l /\
        bounded (fun z => pairs_sum (fun a a' => f a a' z) l)).
      { intros f F. clear once m. induction l as [| a l' [IH IHb]]; simpl; [split; [apply E_const | bounded] |].
        split; [| bounded]. rewrite E_plus, E_Sum, IH by bounded. reflexivity. }
      assert (square : forall a z, root a z ^ 2 = weight_of a n z).
      { intros a z. unfold root. apply pow2_sqrt. left. apply weight_pos. }
      assert (W : forall a, bounded (weight_of a n)) by (intros a; apply weight_bounded; lia).
      set (gap := fun a a' z => (root a z - root a' z) ^ 2).
      assert (G : forall a a', bounded (gap a a')).
      { intros a a'. pose proof (root_bounded a). pose proof (root_bounded a'). unfold gap. bounded. }
      destruct (E_pairs gap G) as [mean_gap gap_bounded].
      (* About the point 1. *)
      assert (upper : pairs_sum (fun a a' => E (T n) (gap a a')) l <= m * Sum l (fun a => 2 * far a + error)).
      { rewrite <- mean_gap. apply Rle_trans with (E (T n) (fun z => m * Sum l (fun a => (root a z - 1) ^ 2))).
        - assert (R1 : forall a, bounded (fun z => (root a z - 1) ^ 2))
            by (intros a; pose proof (root_bounded a); bounded).
          apply E_mono; [exact gap_bounded | bounded |]. intros z.
          pose proof (pairs_sum_of_squares (fun a => root a z - 1) l) as H. cbv beta in H. fold m in H.
          pose proof (pow2_ge_0 (Sum l (fun a => root a z - 1))).
          apply Rle_trans with (pairs_sum (fun a a' => (root a z - 1 - (root a' z - 1)) ^ 2) l); [| lra].
          apply pairs_sum_le. intros a a'. unfold gap. right. ring.
        - assert (R1 : forall a, bounded (fun z => (root a z - 1) ^ 2))
            by (intros a; pose proof (root_bounded a); bounded).
          rewrite E_scal, E_Sum by bounded. apply Rmult_le_compat_l; [apply pos_INR |]. apply Sum_le. intros a.
          rewrite (E_ext (T n) _ (fun z => weight_of a n z - 2 * root a z + 1)) by (intros z; rewrite <- square; ring).
          pose proof (root_bounded a). specialize (W a). rewrite E_plus, E_minus, E_scal, E_const by bounded.
          pose proof (mean_weight a) as near. apply Rabs_le_between in near. unfold far. lra. }
      assert (lower : pairs_sum (fun a a' => 2 * far (join a a') + - (2 * error)) l <=
        pairs_sum (fun a a' => E (T n) (gap a a')) l).
      { apply pairs_sum_of_disjoint; [| exact once]. intros a a' apart. unfold gap.
        rewrite (E_ext (T n) _ (fun z => weight_of a n z + weight_of a' n z - 2 * root (join a a') z)).
        - pose proof (root_bounded (join a a')). pose proof (W a). pose proof (W a').
          rewrite E_minus, E_plus, E_scal by bounded.
          pose proof (mean_weight a) as near. pose proof (mean_weight a') as near'.
          apply Rabs_le_between in near, near'. unfold far. lra.
        - intros z. assert (both : root (join a a') z = root a z * root a' z).
          { unfold root. rewrite <- weight_join by exact apart. apply sqrt_mult; left; apply weight_pos. }
          rewrite both, <- (square a z), <- (square a' z). ring. }
      assert (linear : pairs_sum (fun a a' => 2 * far (join a a') + - (2 * error)) l =
        2 * pairs_sum (fun a a' => far (join a a')) l - error * (m * (m - 1))).
      { unfold m. clear. induction l as [| a l' IH]; [simpl; ring |]. cbn [pairs_sum length].
        rewrite IH, S_INR. cbv beta.
        rewrite Sum_plus, Sum_scal, Sum_const. ring. }
      rewrite linear in lower. rewrite Sum_plus, Sum_scal, Sum_const in upper. fold m in upper.
      pose proof (pos_INR (length l)) as m_pos. fold m in m_pos. nra.
    Qed.

    (** ** One user at a time *)

    Definition alone (i : nat) : set := fun k => Nat.eqb k i.

    Lemma far_at_least a : - error <= far a.
    Proof.
      pose proof (mean_weight a) as near. apply Rabs_le_between in near.
      assert (E (T n) (root a) <= E (T n) (fun z => / 2 * weight_of a n z + / 2)).
      { pose proof (weight_bounded a n ltac:(lia)). pose proof (root_bounded a). apply E_mono; [bounded | bounded |].
        intros z. pose proof (weight_pos a z). pose proof (pow2_ge_0 (root a z - 1)).
        assert (root a z ^ 2 = weight_of a n z) by (apply pow2_sqrt; lra). nra. }
      pose proof (weight_bounded a n ltac:(lia)). rewrite E_plus, E_scal, E_const in * by bounded.
      pose proof error_pos. unfold far. lra.
    Qed.

    (** All users changed, by each alone. *)
    Lemma far_of_all D : 0 <= D -> parts_bound n D ->
      far (fun _ => true) <= 347 / 100 * (Sum (seq 1 n) (fun i => far (alone i)) + (D + INR n) * error).
    Proof.
      intros D_pos whole.
      set (l := map alone (seq 1 n) ++ repeat none (2 ^ n - n)).
      assert (room : (n < 2 ^ n)%nat) by (apply Nat.pow_gt_lin_r; lia).
      assert (size : length l = (2 ^ n)%nat).
      { unfold l. rewrite app_length, map_length, seq_length, repeat_length. lia. }
      assert (of_none : forall f : set -> R, f none = 0 -> Sum (repeat none (2 ^ n - n)) f = 0).
      { intros f zero. generalize (2 ^ n - n)%nat. intros r. induction r as [| r IH]; simpl; [reflexivity |].
        rewrite zero, IH. ring. }
      assert (once : all_disjoint l).
      { intros k. unfold l. rewrite Sum_app, of_none, Sum_map, Rplus_0_r by reflexivity. unfold has, alone.
        destruct (in_dec Nat.eq_dec k (seq 1 n)) as [K | K].
        - rewrite (Sum_ext _ _ (fun i => if Nat.eq_dec i k then 1 else 0)).
          + rewrite Sum_single; [lra | apply seq_NoDup | exact K].
          + intros i. destruct (Nat.eqb_spec k i), (Nat.eq_dec i k); congruence.
        - rewrite (Sum_ext_in _ _ (fun _ => 0)); [rewrite Sum_const; lra |]. intros i I.
          destruct (Nat.eqb_spec k i) as [-> |]; [contradiction | reflexivity]. }
      specialize (whole far error error_pos far_of_joined l size once).
      rewrite (far_ext (joined l) (fun _ => true)) in whole.
      - unfold l in whole. rewrite Sum_app, of_none, Sum_map, Rplus_0_r in whole by apply far_none.
        set (parts := Sum (seq 1 n) (fun i => far (alone i))) in *.
        assert (parts_low : - (INR n * error) <= parts).
        { replace (- (INR n * error)) with (Sum (seq 1 n) (fun _ => - error))
            by (rewrite Sum_const, seq_length; ring). apply Sum_le. intros i. apply far_at_least. }
        set (X := parts + (D + INR n) * error). pose proof error_pos.
        assert (X_pos : 0 <= X) by (unfold X; pose proof (Rmult_le_pos _ _ D_pos error_pos); lra).
        pose proof (jayram_above n) as c_low. set (c := jayram n) in *.
        assert (below : c * far (fun _ => true) <= X)
          by (unfold X; pose proof (Rmult_le_pos _ _ (pos_INR n) error_pos); lra).
        destruct (Rle_dec (far (fun _ => true)) 0) as [| high]; [lra |]. nra.
      - intros i I. unfold joined, l. rewrite existsb_app. apply Bool.orb_true_iff. left.
        apply existsb_exists. exists (alone i). split; [apply in_map, in_seq; lia | apply Nat.eqb_refl].
    Qed.

    (** The test functions that tell the distances where one user is changed. *)
    Definition own_root (i : nat) := root (alone i).
    Let least := sqrt (/ b ^ n).

    Let least_pos : 0 < least.
    Proof. apply sqrt_lt_R0, Rinv_0_lt_compat, pow_lt, b_pos. Qed.

    Lemma own_root_range i z : least <= own_root i z.
    Proof. apply sqrt_le_1_alt, weight_range. lia. Qed.

    Lemma own_root_bounded i : bounded (own_root i).
    Proof. apply root_bounded. Qed.

    Lemma far_below_one_user i : far (alone i) <=
      1 - (E (T n) (own_root i) + E (transcript_but_one Z P Q i n) (fun z => / own_root i z)) / 2 + error * / least.
    Proof.
      assert (small : forall z, Rabs (/ own_root i z) <= / least).
      { intros z. pose proof (own_root_range i z). rewrite Rabs_right.
        - apply Rinv_le_contravar; lra.
        - left. apply Rinv_0_lt_compat. lra. }
      pose proof (nearly_weighted (alone i) n _ _ ltac:(lia) small) as near. fold error in near.
      rewrite <- transcript_with_one. change (fun k => Nat.eqb k i) with (alone i).
      rewrite (E_ext (T n) _ (own_root i)) in near.
      - apply Rabs_le_between in near. unfold far. fold (own_root i).
        assert (0 <= error * / least).
        { apply Rmult_le_pos; [apply error_pos | left; now apply Rinv_0_lt_compat]. }
        lra.
      - intros z. unfold own_root, root. pose proof (weight_pos (alone i) z) as pos.
        rewrite <- (sqrt_sqrt (weight_of (alone i) n z)) at 1 by lra. field.
        apply Rgt_not_eq, sqrt_lt_R0, pos.
    Qed.

    Lemma far_above_all u low : 0 < low -> (forall z, low <= u z) -> bounded u ->
      1 - (E (T n) u + E (transcript Z Q n) (fun z => / u z)) / 2 <= far (fun _ => true) + error * / low.
    Proof.
      intros pos u_low U.
      assert (small : forall z, Rabs (/ u z) <= / low).
      { intros z. specialize (u_low z). rewrite Rabs_right.
        - apply Rinv_le_contravar; lra.
        - left. apply Rinv_0_lt_compat. lra. }
      assert (V : bounded (fun z => / u z)) by now exists (/ low).
      pose proof (nearly_weighted (fun _ => true) n _ _ ltac:(lia) small) as near. fold error in near.
      rewrite transcript_with_all in near by reflexivity. apply Rabs_le_between in near.
      assert (W : bounded (weight_of (fun _ => true) n)) by (apply weight_bounded; lia).
      assert (geometric : 2 * E (T n) (root (fun _ => true)) <=
        E (T n) (fun z => u z + weight_of (fun _ => true) n z * / u z)).
      { rewrite <- E_scal by apply root_bounded. apply E_mono; [| bounded |].
        - pose proof (root_bounded (fun _ => true)). bounded.
        - intros z. specialize (u_low z). pose proof (weight_pos (fun _ => true) z) as w_pos. set (r := root _ z).
          assert (square : r ^ 2 = weight_of (fun _ => true) n z) by (apply pow2_sqrt; lra). rewrite <- square.
          apply Rmult_le_reg_r with (u z); [lra |].
          replace ((u z + r ^ 2 * / u z) * u z) with (u z ^ 2 + r ^ 2) by (field; lra).
          pose proof (pow2_ge_0 (u z - r)). lra. }
      rewrite E_plus in geometric by bounded.
      assert (0 <= error * / low) by (apply Rmult_le_pos; [apply error_pos | left; now apply Rinv_0_lt_compat]).
      unfold far. lra.
    Qed.
  End Factors.

  (** Jayram 2009: the squared Hellinger distance of all messages, by those where one user's data are changed. *)
  Theorem all_users_by_each n low eta : 0 < low -> 0 < eta -> exists v : nat -> list B -> R,
    (forall i z, sqrt (/ exp eps ^ n) <= v i z) /\ (forall i, bounded (v i)) /\
    forall u, (forall z, low <= u z) -> bounded u ->
    1 - (E (transcript Z P n) u + E (transcript Z Q n) (fun z => / u z)) / 2 <=
    347 / 100 * Sum (seq 1 n) (fun i =>
      1 - (E (transcript Z P n) (v i) + E (transcript_but_one Z P Q i n) (fun z => / v i z)) / 2) + eta.
  Proof.
    intros low_pos eta_pos. set (least := sqrt (/ exp eps ^ n)).
    assert (least_pos : 0 < least) by (apply sqrt_lt_R0, Rinv_0_lt_compat, pow_lt, exp_pos).
    destruct (whole_by_parts n) as (D & D_pos & whole).
    set (slack := / low + 347 / 100 * (INR n * / least + (D + INR n))).
    assert (i_low : 0 < / low) by now apply Rinv_0_lt_compat.
    assert (i_least : 0 < / least) by now apply Rinv_0_lt_compat.
    pose proof (pos_INR n) as n_pos.
    assert (slack_pos : 0 < slack) by (unfold slack; pose proof (Rmult_le_pos _ _ n_pos (Rlt_le _ _ i_least)); lra).
    pose proof (users_error_pos n) as users_pos.
    set (eta' := eta / (users_error n * slack + 1)).
    assert (whole_pos : 0 < users_error n * slack + 1)
      by (pose proof (Rmult_le_pos _ _ users_pos (Rlt_le _ _ slack_pos)); lra).
    assert (eta'_pos : 0 < eta') by now apply Rdiv_lt_0_compat.
    destruct (finite_choice (fun _ => 0) (below n) (fun k rho => (forall z, / b <= rho z <= b) /\
      forall v L, (forall z, Rabs (v z) <= L) -> Rabs (E (T (S k)) (fun z => rho z * v z) - E (one k) v) <= eta' * L))
      as [rho spec]; [intros k _; now apply near_one |].
    assert (range : forall k, (k < n)%nat -> forall z, / b <= rho k z <= b)
      by (intros k K; apply (spec k); now apply in_below).
    assert (near : forall k, (k < n)%nat -> forall v L, (forall z, Rabs (v z) <= L) ->
      Rabs (E (T (S k)) (fun z => rho k z * v z) - E (one k) v) <= eta' * L)
      by (intros k K; apply (spec k); now apply in_below).
    exists (own_root n rho).
    split; [intros i z; exact (own_root_range n rho range i z) |].
    split; [intros i; exact (own_root_bounded n rho range i) |]. intros u u_low U.
    pose proof (far_above_all n rho eta' eta'_pos range near u low low_pos u_low U) as above.
    pose proof (far_of_all n rho eta' eta'_pos range near D D_pos whole) as all.
    set (terms := fun i => 1 - (E (transcript Z P n) (own_root n rho i) +
      E (transcript_but_one Z P Q i n) (fun z => / own_root n rho i z)) / 2).
    assert (each : Sum (seq 1 n) (fun i => far n rho (alone i)) <= Sum (seq 1 n) (fun i => terms i +
      users_error n * eta' * / least)).
    { apply Sum_le. intros i. exact (far_below_one_user n rho eta' eta'_pos range near i). }
    rewrite Sum_plus, Sum_const, seq_length in each.
    assert (small : users_error n * eta' * slack <= eta).
    { unfold eta'. replace (users_error n * (eta / (users_error n * slack + 1)) * slack)
        with (eta * (users_error n * slack / (users_error n * slack + 1))) by (field; lra).
      rewrite <- (Rmult_1_r eta) at 2. apply Rmult_le_compat_l; [lra |]. apply Rle_div_l; lra. }
    change (Sum (seq 1 n) (fun i => _)) with (Sum (seq 1 n) terms). unfold slack in small. unfold T in above.
    set (err := users_error n * eta') in *. lra.
  Qed.
End Users.
