(** * The facts of the calculus on votes for the pieces of a cover *)

From Foundations Require Export Nouns_pieces Facts_covers.
Import ListNotations.
Open Scope R_scope.

(** ** The votes for each place

    All users' bits, user by user or place by place. *)
Section Tables.
  Lemma poll_commutes p n : commutes (poll p n).
  Proof. apply commutes_on with (fun v => In v (vertices n)). apply biased_vertex_on. Qed.

  (** One bit for each of some chances, and for each of them the votes of n users. *)
  Fixpoint row (chances : list R) : law (list bool) :=
    match chances with
    | [] => ret []
    | q :: rest => bind (coin (Rmax 0 (Rmin q 1)) (cut_chance q)) (fun b => bind (row rest) (fun r => ret (b :: r)))
    end.
  Fixpoint columns (n : nat) (chances : list R) : law (list (list bool)) :=
    match chances with
    | [] => ret []
    | q :: rest => bind (poll q n) (fun v => bind (columns n rest) (fun l => ret (v :: l)))
    end.

  Lemma row_commutes chances : commutes (row chances).
  Proof.
    induction chances as [| q rest IH]; [apply commutes_ret |]. cbn [row]. apply commutes_bind.
    - intros B Q h [M H]. simpl. rewrite <- !E_scal, <- E_plus; try reflexivity;
        try (exists M; intros y; apply H); apply bounded_mult; bounded; exists M; intros y; apply H.
    - intros b. apply commutes_bind; [exact IH |]. intros r. apply commutes_ret.
  Qed.

  Lemma E_columns n q rest f :
    E (columns n (q :: rest)) f = E (poll q n) (fun v => E (columns n rest) (fun l => f (v :: l))).
  Proof. reflexivity. Qed.

  Lemma columns_ext n chances f g : (forall l, length l = length chances -> f l = g l) ->
    E (columns n chances) f = E (columns n chances) g.
  Proof.
    revert f g. induction chances as [| q rest IH]; intros f g same; [now apply same |].
    rewrite !E_columns. apply E_ext. intros v. apply IH. intros l L. apply same. simpl. now rewrite L.
  Qed.

  Lemma columns_app n some rest f : E (columns n (some ++ rest)) f =
    E (columns n some) (fun x => E (columns n rest) (fun y => f (x ++ y))).
  Proof.
    revert f. induction some as [| q some IH]; intros f; [reflexivity |].
    cbn [app]. rewrite !E_columns. apply E_ext. intros v. apply IH.
  Qed.

  (** Equal chances, in any order. *)
  Lemma columns_power n q m f : bounded f -> E (columns n (repeat q m)) f = E (power (poll q n) m) f.
  Proof.
    revert f. induction m as [| m IH]; intros f F; [reflexivity |].
    cbn [repeat power]. rewrite E_columns, E_step.
    rewrite (E_ext _ _ (fun v => E (power (poll q n) m) (fun l => f (v :: l))))
      by (intros v; apply IH, (bounded_after f (fun l => v :: l) F)).
    apply poll_commutes. apply (bounded2_after f (fun v l => v :: l) F).
  Qed.

  (** One more bit for each place. *)
  Fixpoint zip (r : list bool) (l : list (list bool)) : list (list bool) :=
    match l with
    | [] => []
    | v :: l' => (hd false r :: v) :: zip (tl r) l'
    end.

  Lemma zip_length r l : length (zip r l) = length l.
  Proof. revert r. induction l as [| v l IH]; intros r; simpl; [reflexivity | now rewrite IH]. Qed.

  Lemma zip_nth r l j : (j < length l)%nat -> nth j (zip r l) [] = bit r j :: nth j l [].
  Proof.
    revert r j. induction l as [| v l IH]; intros r [| j] J; simpl in *; try lia.
    - f_equal. unfold bit. now destruct r.
    - rewrite IH by lia. f_equal. unfold bit. destruct r; [now destruct j | reflexivity].
  Qed.

  Lemma one_more_user n chances G : bounded G -> (forall q, In q chances -> 0 <= q <= 1) ->
    E (columns (S n) chances) G = E (row chances) (fun r => E (columns n chances) (fun l => G (zip r l))).
  Proof.
    revert G. induction chances as [| q rest IH]; intros G B range; [reflexivity |].
    assert (Q : 0 <= q <= 1) by (apply range; now left).
    assert (cut : Rmax 0 (Rmin q 1) = q) by (rewrite Rmin_left, Rmax_right; lra).
    rewrite E_columns, E_poll by exact Q.
    assert (part : forall b, E (poll q n) (fun v => E (columns (S n) rest) (fun l => G ((b :: v) :: l))) =
      E (row rest) (fun r => E (columns n (q :: rest)) (fun l => G (zip (b :: r) l)))).
    { intros b. transitivity (E (poll q n) (fun v => E (row rest) (fun r =>
        E (columns n rest) (fun l => G ((b :: v) :: zip r l))))).
      - apply E_ext. intros v. apply (IH (fun l => G ((b :: v) :: l))).
        + apply (bounded_after G (fun l => (b :: v) :: l) B).
        + intros q' H. apply range. now right.
      - rewrite (poll_commutes q n); [reflexivity |]. destruct B as [M B]. exists M. intros v r. apply E_small.
        intros l. apply B. }
    rewrite !part. simpl. rewrite cut. reflexivity.
  Qed.
End Tables.

(** All users send the bits of one code, kept or turned. *)
Definition chance_of p (b : bool) := if b then p else 1 - p.

Lemma flips_row p code f : 0 <= p <= 1 -> E (flips (length code) p code) f = E (row (map (chance_of p) code)) f.
Proof.
  intros P. revert f. induction code as [| b code IH]; intros f; [reflexivity |].
  assert (cut : forall q, 0 <= q <= 1 -> Rmax 0 (Rmin q 1) = q) by (intros q Q; rewrite Rmin_left, Rmax_right; lra).
  cbn [length flips row map]. cbn [tl hd]. simpl. rewrite (cut p P), (cut (chance_of p b)) by (destruct b; simpl; lra).
  rewrite !IH. destruct b; simpl; lra.
Qed.

Fixpoint by_place (N : nat) (messages : list (list bool)) : list (list bool) :=
  match messages with
  | [] => repeat [] N
  | r :: rest => zip r (by_place N rest)
  end.

Lemma by_place_length N messages : length (by_place N messages) = N.
Proof. induction messages as [| r rest IH]; simpl; [apply repeat_length | now rewrite zip_length]. Qed.

Lemma votes_by_place N messages j : (j < N)%nat -> votes_for j messages = votes (nth j (by_place N messages) []).
Proof.
  intros J. induction messages as [| r rest IH]; simpl.
  - rewrite nth_repeat. reflexivity.
  - rewrite zip_nth by now rewrite by_place_length. unfold votes_for, votes in *. simpl. now rewrite IH.
Qed.

Lemma messages_by_place {A} (K : A -> law (list bool)) p code x n G : 0 <= p <= 1 -> bounded G ->
  (forall f, E (K x) f = E (flips (length code) p code) f) ->
  E (transcript (fun _ => K) (ret x) n) (fun h => G (by_place (length code) h)) =
  E (columns n (map (chance_of p) code)) G.
Proof.
  intros P. revert G. induction n as [| n IH]; intros G B told.
  - simpl. assert (empty : forall c, E (columns 0 c) G = G (repeat [] (length c))).
    { intros c. clear. revert G. induction c as [| q c IHc]; intros G; [reflexivity |].
      rewrite E_columns. simpl. exact (IHc (fun l => G ([] :: l))). }
    now rewrite empty, map_length.
  - rewrite one_more_user; [| exact B |].
    + cbn [transcript]. rewrite E_step. simpl.
      rewrite (E_ext _ _ (fun h => E (row (map (chance_of p) code)) (fun r => G (zip r (by_place (length code) h)))))
        by (intros h; rewrite told; now apply flips_row).
      set (H := fun l => E (row (map (chance_of p) code)) (fun r => G (zip r l))).
      assert (BH : bounded H).
      { destruct B as [M B]. exists M. intros l. apply E_small. intros r. apply B. }
      transitivity (E (columns n (map (chance_of p) code)) H); [exact (IH H BH told) |].
      symmetry. apply row_commutes. destruct B as [M B]. exists M. intros r l. apply B.
    + intros q Q. apply in_map_iff in Q. destruct Q as (b & <- & _). destruct b; simpl; lra.
Qed.

(** ** The winner *)

Lemma most_voted_is N count best : (best < N)%nat ->
  (forall j, (j < N)%nat -> j <> best -> count j < count best) -> most_voted N count = best.
Proof.
  assert (some : forall N, (1 <= N)%nat -> (most_voted N count < N)%nat).
  { induction N0 as [| k IH]; [lia |]. intros _. simpl. destruct (Rlt_dec _ _); [lia |].
    destruct k; [simpl; lia |]. specialize (IH ltac:(lia)). lia. }
  induction N as [| k IH]; intros B wins; [lia |]. simpl.
  destruct (Nat.eq_dec best k) as [-> | other].
  - destruct k as [| k]; [simpl; destruct (Rlt_dec _ _); reflexivity |].
    specialize (some (S k) ltac:(lia)). specialize (wins (most_voted (S k) count) ltac:(lia) ltac:(lia)).
    destruct (Rlt_dec _ _); [reflexivity | lra].
  - rewrite IH by (try lia; intros j J; apply wins; lia).
    specialize (wins k ltac:(lia) ltac:(lia)). destruct (Rlt_dec _ _); [lra | reflexivity].
Qed.

(** The first ball that holds a point. *)
Lemma first_ball_splits {T} (Theta : metric_space T) radius centres t :
  (exists c, In c centres /\ metric Theta t c <= radius) ->
  exists before c after, centres = before ++ c :: after /\ metric Theta t c <= radius /\
    first_ball Theta radius centres t = repeat false (length before) ++ true :: repeat false (length after).
Proof.
  induction centres as [| c rest IH]; intros (c' & C & near); [easy |]. simpl.
  destruct (Rle_dec (metric Theta t c) radius) as [here | far].
  - exists [], c, rest. repeat split; auto.
  - destruct IH as (before & d & after & -> & close & bits).
    { destruct C as [-> | C]; [easy | now exists c']. }
    exists (c :: before), d, after. repeat split; auto. simpl. now rewrite bits.
Qed.

Lemma map_repeat {A B} (f : A -> B) x n : map f (repeat x n) = repeat (f x) n.
Proof. induction n as [| n IH]; simpl; [reflexivity | now rewrite IH]. Qed.

(** Some other place has at least the votes of the right one: the chance is the same for every right place. *)
Definition outdone a (l : list (list bool)) := exists j, (j < length l)%nat /\ j <> a /\ votes (nth a l [])
  <= votes (nth j l []).

Lemma chance_outdone n p a b : 0 <= p <= 1 ->
  E (columns n (repeat (1 - p) a ++ p :: repeat (1 - p) b)) (indicator (outdone a)) = vote_lost n p (a + S b).
Proof.
  intros P. set (q := 1 - p). set (some := fun (v : list bool) l => exists w, In w l /\ votes v <= votes w).
  assert (I : forall (S : event (list (list bool))), bounded (indicator S)).
  { intros S. apply bounded_between with 0 1. intros l. apply indicator_between. }
  rewrite columns_app.
  rewrite (columns_ext n (repeat q a) _ (fun x => E (columns n (p :: repeat q b)) (fun y => match y with
      | [] => 0 | v :: y' => indicator (some v) (x ++ y') end))).
  - transitivity (E (columns n (repeat q a)) (fun x => E (poll p n) (fun v => E (columns n (repeat q b))
      (fun y => indicator (some v) (x ++ y))))); [reflexivity |].
    rewrite <- (poll_commutes p n _ (columns n (repeat q a))
      (fun v x => E (columns n (repeat q b)) (fun y => indicator (some v) (x ++ y)))).
    + unfold vote_lost, chance. replace (a + S b - 1)%nat with (a + b)%nat by lia. fold q. unfold joint. simpl.
      apply E_ext. intros v. rewrite <- columns_app, <- repeat_app. rewrite columns_power;
        [reflexivity | apply (I (some v))].
    + exists 1. intros v x. apply E_small. intros y. pose proof (indicator_between (some v) (x ++ y)).
      apply Rabs_le. lra.
  - intros x X. rewrite repeat_length in X. rewrite !E_columns. apply E_ext. intros v. apply E_ext. intros y.
    assert (same : outdone a (x ++ v :: y) <-> some v (x ++ y)).
    { unfold outdone, some. rewrite <- X, nth_middle. split.
      - intros (j & J & other & more). rewrite app_length in J. simpl in J.
        exists (nth j (x ++ v :: y) []). split; [| exact more]. apply in_or_app.
        destruct (Nat.lt_ge_cases j (length x)) as [first | later].
        + left. rewrite app_nth1 by exact first. now apply nth_In.
        + right. rewrite app_nth2 by lia. destruct (j - length x)%nat as [| k] eqn:K; [lia |]. simpl. apply nth_In. lia.
      - intros (w & W & more). apply in_app_or in W. destruct W as [W | W]; apply (In_nth _ _ []) in W;
          destruct W as (k & K & <-).
        + exists k. rewrite app_length, app_nth1 by exact K. repeat split; auto; lia.
        + exists (length x + S k)%nat. rewrite app_length, app_nth2 by lia. simpl length.
          replace (length x + S k - length x)%nat with (S k) by lia. repeat split; auto; lia. }
    unfold indicator. destruct (sig_not_dec (outdone a (x ++ v :: y))) as [yes | no], (sig_not_dec (some v (x ++ y)))
      as [yes' | no']; try reflexivity; tauto.
Qed.

(** Each user votes for the piece that holds the data: a right centre is within Delta, as its ball holds the point, and
    any centre within the diameter. *)
Lemma votes_for_balls {A} (Phi : loss) (Theta : metric_space A) (Delta : R) (centres : list A) (x0 : A) (n : nat)
    (p l diameter : R) :
  0 < p < 1 -> covers Theta Delta centres -> diameter_most Theta diameter -> loss_at Phi diameter <= l ->
  worst_loss_of_one_most (point_masses Theta) Phi
    (all_by (on_codes (flips (length centres) p) (first_ball Theta Delta centres)) n (fun messages =>
      nth (most_voted (length centres) (fun j => votes_for j messages)) centres x0))
    ((1 - vote_lost n p (length centres)) * loss_at Phi Delta + vote_lost n p (length centres) * l).
Proof.
  intros [p_0 p_1] all wide loss_l. set (size := length centres). set (lost := vote_lost n p size).
  assert (L : 0 <= lost <= 1).
  { unfold lost, vote_lost, chance. apply E_between. intros x. apply indicator_between. }
  split; [pose proof (loss_ge_0 Phi Delta); pose proof (loss_ge_0 Phi diameter); nra |].
  intros P t ->. intros cut. simpl.
  destruct (first_ball_splits Theta Delta centres t (all t)) as (before & c & after & whole & near &
    bits).
  set (code := first_ball Theta Delta centres t).
  assert (many : size = length code /\ size = (length before + S (length after))%nat).
  { unfold size, code. rewrite bits, whole, !app_length. simpl. rewrite !repeat_length. lia. }
  destruct many as [size_code size_parts].
  set (wrong := outdone (length before)).
  assert (I : forall S : event (list (list bool)), bounded (indicator S)).
  { intros S. apply bounded_between with 0 1. intros y. apply indicator_between. }
  assert (W : bounded (fun h => indicator wrong (by_place (length code) h)))
    by apply (bounded_after (indicator wrong) (by_place (length code)) (I wrong)).
  apply Rle_trans with (E (transcript (fun _ => on_codes (flips size p) (first_ball Theta Delta centres)) (ret t) n)
    (fun h => loss_at Phi Delta + (l - loss_at Phi Delta) * indicator wrong (by_place (length code) h))).
  - apply E_mono; [apply bounded_cut; intros; apply loss_ge_0 | bounded |].
    intros h. eapply Rle_trans; [apply Rmin_l |]. unfold indicator.
    destruct (sig_not_dec (wrong (by_place (length code) h))) as [_ | right_one].
    + rewrite Rmult_1_r. replace (loss_at Phi Delta + (l - loss_at Phi Delta)) with l by ring.
      eapply Rle_trans; [apply loss_rises, wide | exact loss_l].
    + rewrite Rmult_0_r, Rplus_0_r. apply loss_rises. fold size.
      rewrite (most_voted_is size _ (length before)); [| lia |].
      * rewrite whole, nth_middle, metric_sym. exact near.
      * intros j J other. rewrite !(votes_by_place (length code)) by lia. apply Rnot_le_lt. intros more.
        apply right_one.
        exists j. rewrite by_place_length. repeat split; auto. lia.
  - rewrite E_plus, E_const, E_scal by bounded.
    rewrite (messages_by_place _ p code t n (indicator wrong)) by (auto; try lra; now rewrite <- size_code).
    replace (map (chance_of p) code)
      with (repeat (1 - p) (length before) ++ p :: repeat (1 - p) (length after))
      by (unfold code; rewrite bits, map_app; simpl; now rewrite !map_repeat).
    unfold wrong. rewrite chance_outdone, <- size_parts by lra. fold lost. lra.
Qed.

Theorem fact_Algorithm_1 : forall (A : Type) (C : least_covers A) (Phi : loss) (Theta : metric_space A) (Delta N : R)
    (n : nat) (p : R),
  0 < Delta ->
  1 < N ->
  (1 <= n)%nat ->
  0 < p ->
  p < 1 ->
  (forall k : R, covering_number_least Theta Delta k -> k <= N) ->
  forall l : R, loss_of_diameter_most Phi Theta l ->
  worst_loss_of_one_most (point_masses Theta) Phi
    (all_by (on_codes (flips (cover_size C Theta Delta) p) (pieces C Theta Delta)) n (most_votes C Theta Delta))
    ((1 - vote_lost n p (cover_size C Theta Delta)) * loss_at Phi Delta +
      vote_lost n p (cover_size C Theta Delta) * l).
Proof.
  intros A C Phi Theta Delta N n p D _ _ p_0 p_1 few l (diameter & wide & loss_l).
  apply (votes_for_balls Phi Theta Delta (cover C Theta Delta) (some_point C) n p l diameter); try assumption; [lra |].
  apply cover_is_one. apply NNPP. intros none. specialize (few (N + 1)). enough (N + 1 <= N) by lra. apply few.
  intros centres H. elim none. now exists centres.
Qed.
