(** * One mean from users who have many draws each

    A user's number is the mean of some of her draws; bins are as wide as Hoeffding's inequality asks for. *)

From Foundations Require Export One_mean.
Import ListNotations.
Open Scope R_scope.

Section Draws.
  Context {X : Type} (P : law X) (f : X -> R).
  Hypothesis f_range : forall x, - 1 <= f x <= 1.
  Let mu := E P f.

  Let F : bounded f.
  Proof. now apply bounded_between with (- 1) 1. Qed.

  Let mu_range : - 1 <= mu <= 1.
  Proof. now apply E_between. Qed.

  (** The mean of the last t draws. *)
  Definition mean_of_some t (data : list X) := total f t data / INR t.

  Lemma total_between t data : - INR t <= total f t data <= INR t.
  Proof.
    revert data. induction t as [| t IH]; intros data; [simpl; lra |].
    rewrite S_INR. destruct data as [| x data]; cbn [total].
    - pose proof (pos_INR t). lra.
    - pose proof (IH data). pose proof (f_range x). lra.
  Qed.

  Lemma mean_of_some_between t data : (1 <= t)%nat -> - 1 <= mean_of_some t data <= 1.
  Proof.
    intros some. assert (pos : 0 < INR t) by (apply lt_0_INR; lia). pose proof (total_between t data).
    unfold mean_of_some.
    split; apply Rmult_le_reg_r with (INR t); try exact pos; unfold Rdiv; rewrite Rmult_assoc, Rinv_l by lra; lra.
  Qed.

  (** The last t of T draws are t draws. *)
  Lemma last_draws t T g : (t <= T)%nat -> E (power P T) (fun data => g (firstn t data)) = E (power P t) g.
  Proof.
    revert t g. induction T as [| T IH]; intros [| t] g le; try lia; [reflexivity | |].
    - simpl firstn. apply E_const.
    - cbn [power]. rewrite !E_step. simpl firstn.
      apply (IH t (fun h => E P (fun x => g (x :: h)))). lia.
  Qed.

  Lemma total_firstn t data : total f t (firstn t data) = total f t data.
  Proof. revert data. induction t as [| t IH]; intros [| x data]; simpl; [reflexivity .. |]. now rewrite IH. Qed.

  Lemma E_some t T g : (t <= T)%nat -> E (power P T) (fun data => g (mean_of_some t data)) =
    E (power P t) (fun data => g (mean_of_some t data)).
  Proof.
    intros le. rewrite <- (last_draws t T (fun data => g (mean_of_some t data)) le). apply E_ext. intros data.
    unfold mean_of_some. now rewrite total_firstn.
  Qed.

  Lemma mean_of_mean t T : (1 <= t <= T)%nat -> E (power P T) (mean_of_some t) = mu.
  Proof.
    intros range. transitivity (E (power P t) (mean_of_some t)); [apply (E_some t T (fun s => s)); lia |].
    assert (sum : forall k, E (power P k) (total f k) = INR k * mu).
    { induction k as [| k IH]; [simpl; ring |]. rewrite S_INR, Rmult_plus_distr_r, Rmult_1_l, <- IH. cbn [power].
      rewrite E_step. pose proof (bounded_total f F k) as B.
      rewrite (E_ext _ _ (fun h => mu + total f k h)).
      - rewrite E_plus, E_const by bounded. ring.
      - intros h. cbn [total]. rewrite E_plus, E_const by bounded. reflexivity. }
    assert (pos : 0 < INR t) by (apply lt_0_INR; lia). pose proof (bounded_total f F t) as B.
    unfold mean_of_some. rewrite E_div, sum by exact B. field. lra.
  Qed.

  (** Hoeffding 1963, Theorem 2, for both tails. *)
  Lemma rarely_far t T r : (1 <= t <= T)%nat -> 0 <= r ->
    E (power P T) (indicator (fun data => r < Rabs (mean_of_some t data - mu))) <= 2 * exp (- (INR t * r ^ 2 / 2)).
  Proof.
    intros range r_pos. assert (pos : 0 < INR t) by (apply lt_0_INR; lia).
    assert (same : E (power P T) (indicator (fun data => r < Rabs (mean_of_some t data - mu))) =
      E (power P t) (indicator (fun data => r < Rabs (mean_of_some t data - mu))))
      by (apply (E_some t T (indicator (fun s => r < Rabs (s - mu)))); lia).
    rewrite same.
    pose proof (hoeffding_one_tail P f (- 1) 1 ltac:(lra) f_range t r r_pos) as up. fold mu in up.
    assert (neg_range : forall x, - 1 <= - f x <= 1) by (intros x; specialize (f_range x); lra).
    pose proof (hoeffding_one_tail P (fun x => - f x) (- 1) 1 ltac:(lra) neg_range t r r_pos) as down.
    rewrite E_opp in down by exact F. fold mu in down. unfold mean_tail in *.
    replace (-2 * INR t * r ^ 2 / (1 - -1) ^ 2) with (- (INR t * r ^ 2 / 2)) in * by field.
    set (high := fun data => if Rle_dec (INR t * (mu + r)) (total f t data) then 1 else 0) in *.
    set (low := fun data => if Rle_dec (INR t * (- mu + r)) (total (fun x => - f x) t data) then 1 else 0) in *.
    assert (bounded_high : bounded high) by (apply bounded_between with 0 1; intros d; unfold high; destruct (Rle_dec _
      _); lra).
    assert (bounded_low : bounded low) by (apply bounded_between with 0 1; intros d; unfold low; destruct (Rle_dec _ _);
      lra).
    apply Rle_trans with (E (power P t) (fun data => high data + low data)); [| rewrite E_plus by assumption; lra].
    apply E_mono; [apply bounded_indicator | bounded |]. intros data.
    assert (opposite : total (fun x => - f x) t data = - total f t data).
    { generalize t. intros k. revert data. induction k as [| k IH]; intros [| x data]; simpl; try ring.
      rewrite IH. ring. }
    assert (high_pos : 0 <= high data) by (unfold high; destruct (Rle_dec _ _); lra).
    assert (low_pos : 0 <= low data) by (unfold low; destruct (Rle_dec _ _); lra).
    apply indicator_le; [lra |]. intros away.
    assert (total_is : total f t data = INR t * mean_of_some t data) by (unfold mean_of_some; field; lra).
    unfold Rabs in away. destruct (Rcase_abs _) in away.
    - enough (low data = 1) by lra. unfold low. rewrite opposite, total_is.
      destruct (Rle_dec _ _) as [| no]; [reflexivity |]. elim no.
      replace (- (INR t * mean_of_some t data)) with (INR t * - mean_of_some t data) by ring.
      apply Rmult_le_compat_l; lra.
    - enough (high data = 1) by lra. unfold high. rewrite total_is.
      destruct (Rle_dec _ _) as [| no]; [reflexivity |]. elim no. apply Rmult_le_compat_l; lra.
  Qed.

  (** ** The risk *)

  Section Risk.
    Variables (role : nat -> option bool) (eps extra : R) (t T first n : nat).
    Hypothesis (eps_pos : 0 < eps) (extra_0 : 0 <= extra) (t_range : (1 <= t <= T)%nat)
      (voters : forall i, (i < first)%nat -> role i <> Some false)
      (tellers : forall i, (first <= i)%nat -> role i <> Some true)
      (users_end : forall i, (n <= i)%nat -> role i = None) (first_n : (first <= n)%nat)
      (some_tell : (1 <= role_count role false n)%nat).
    Let wide := 6 + 3 / 4 * eps + extra.

    (** A number is farther from the mean than half a bin with probability 2 e^(-wide) at most. *)
    Definition bin_width := sqrt (8 * (6 + 3 / 4 * eps + extra) / INR t).

    Let t_pos : 0 < INR t.
    Proof. apply lt_0_INR. lia. Qed.

    Let wide_6 : 6 <= wide.
    Proof. unfold wide. lra. Qed.

    Let width_pos : 0 < bin_width.
    Proof. apply sqrt_lt_R0. fold wide. apply Rdiv_lt_0_compat; lra. Qed.

    Let width_square : bin_width ^ 2 = 8 * wide / INR t.
    Proof. unfold bin_width. fold wide. apply pow2_sqrt. apply Rdiv_le_0_compat; lra. Qed.

    Let exp_6 : exp (- (6)) <= 1 / 288.
    Proof.
      pose proof exp_1_ge as e. rewrite exp_Ropp. replace 6 with (1 + 1 + (1 + 1) + (1 + 1)) by ring. rewrite !exp_plus.
      set (x := exp 1) in *. assert (7.3 <= x * x) by nra. set (s := x * x) in *.
      apply Rle_trans with (/ 288); [| lra]. apply Rinv_le_contravar; [lra |]. assert (53 <= s * s) by nra. nra.
    Qed.

    Let few_bins : INR (bin_count bin_width) <= 4 * sqrt (INR t).
    Proof.
      set (s := sqrt (INR t)).
      assert (s_1 : 1 <= s) by (unfold s; rewrite <- sqrt_1; apply sqrt_le_1_alt, (le_INR 1); lia).
      assert (s_square : s * s = INR t) by (apply sqrt_sqrt; lra).
      assert (narrow : 2 / bin_width <= s).
      { apply Rmult_le_reg_r with bin_width; [exact width_pos |].
        replace (2 / bin_width * bin_width) with 2 by (field; lra). apply pow2_inj_le; [nra |].
        rewrite Rpow_mult_distr, width_square. replace (s ^ 2 * (8 * wide / INR t)) with (8 * wide)
          by (rewrite <- s_square; field; lra). lra. }
      unfold bin_count. rewrite plus_INR. simpl (INR 3).
      assert (0 < 2 / bin_width) by (apply Rdiv_lt_0_compat; lra).
      pose proof (place_between (2 / bin_width) ltac:(lra)). lra.
    Qed.

    Definition answer_of_draws (h : list (list bool)) (data : list X) :=
      answer role bin_width eps h (mean_of_some t data).

    Theorem risk_of_draws :
      E (transcript answer_of_draws (power P T) n) (fun h => (guess role bin_width eps n h - mu) ^ 2) <=
      16 * (sqrt (INR t) * exp (- vote_rate eps) ^ role_count role true n) + exp (- (2 * extra)) +
      576 * (6 + 3 / 4 * eps + extra) / (INR t * Rmin 1 (eps ^ 2) * INR (role_count role false n)).
    Proof.
      set (share := 2 * exp (- wide)).
      assert (few : E (power P T) (indicator (fun data => bin_width / 2 < Rabs (mean_of_some t data - mu))) <= share).
      { eapply Rle_trans; [apply rarely_far; [exact t_range | lra] |]. right. unfold share. do 2 f_equal. f_equal.
        replace ((bin_width / 2) ^ 2) with (bin_width ^ 2 / 4) by field. rewrite width_square. field. lra. }
      assert (share_is : share = 2 * (exp (- (6)) * (exp (- (3 / 4 * eps)) * exp (- extra)))).
      { unfold share, wide. rewrite <- !exp_plus. do 2 f_equal. ring. }
      assert (e_extra : exp (- extra) <= 1) by (rewrite <- exp_0; apply exp_le; lra).
      assert (e_eps : exp (- (3 / 4 * eps)) <= 1) by (rewrite <- exp_0; apply exp_le; lra).
      pose proof (exp_pos (- extra)) as pos_extra. pose proof (exp_pos (- (3 / 4 * eps))) as pos_eps.
      pose proof (exp_pos (- (6))) as pos_6.
      assert (fewer : share <= exp (- (3 / 4 * eps)) / 144).
      { rewrite share_is. apply Rle_trans with (2 * (1 / 288 * (exp (- (3 / 4 * eps)) * 1))); [| lra].
        apply Rmult_le_compat_l; [lra |]. apply Rmult_le_compat; try nra. }
      pose proof (risk_of_one_mean role bin_width eps eps_pos width_pos (power P T) (mean_of_some t) mu share first n
        (fun data => mean_of_some_between t data (proj1 t_range)) mu_range (mean_of_mean t T t_range) few fewer voters
        tellers users_end first_n some_tell) as risk.
      eapply Rle_trans; [exact risk |]. apply Rplus_le_compat; [apply Rplus_le_compat |].
      - replace (16 * (sqrt (INR t) * exp (- vote_rate eps) ^ role_count role true n)) with
          (4 * (4 * sqrt (INR t) * exp (- vote_rate eps) ^ role_count role true n)) by ring.
        apply Rmult_le_compat_l; [lra |]. apply Rmult_le_compat_r; [| exact few_bins].
        apply pow_le. left. apply exp_pos.
      - assert (small : share <= exp (- extra) / 144).
        { rewrite share_is. apply Rle_trans with (2 * (1 / 288 * (1 * exp (- extra)))); [| lra].
          apply Rmult_le_compat_l; [lra |]. apply Rmult_le_compat; try nra. }
        replace (exp (- (2 * extra))) with (exp (- extra) * exp (- extra)) by (rewrite <- exp_plus; f_equal; ring).
        assert (0 <= share) by (rewrite share_is; repeat apply Rmult_le_pos; lra). nra.
      - assert (tellers_pos : 0 < INR (role_count role false n)) by (apply lt_0_INR; lia).
        pose proof (lean_between eps eps_pos) as L. pose proof (lean_least eps eps_pos) as L2.
        assert (m_pos : 0 < Rmin 1 (eps ^ 2)) by (apply Rmin_pos; [lra | now apply pow_lt]).
        replace (2 * (2 * bin_width / lean eps) ^ 2 / INR (role_count role false n)) with
          (8 * bin_width ^ 2 / INR (role_count role false n) * / lean eps ^ 2) by (field; lra).
        rewrite width_square.
        replace (576 * (6 + 3 / 4 * eps + extra) / (INR t * Rmin 1 (eps ^ 2) * INR (role_count role false n))) with
          (8 * (8 * wide / INR t) / INR (role_count role false n) * / (Rmin 1 (eps ^ 2) / 9)) by (unfold wide; field;
            lra).
        apply Rmult_le_compat_l.
        + apply Rdiv_le_0_compat; [| exact tellers_pos]. apply Rmult_le_pos; [lra |]. apply Rdiv_le_0_compat; lra.
        + apply Rinv_le_contravar; [lra | exact L2].
    Qed.
  End Risk.
End Draws.
