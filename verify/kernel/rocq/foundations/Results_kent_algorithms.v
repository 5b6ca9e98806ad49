(** * kent Algorithms 2 and 4 to 13: what one user sends, and its privacy

    Each theorem says what a claim of the ledger says at that place, as the exporter writes it from the claim itself. *)

From Foundations Require Export Results_algorithm_1 Results_bits.
Import ListNotations.
Open Scope R_scope.

(** ** Users who speak in turn

    What a user sends depends on her data and on what was said before, the last message first. Which user she is follows
    from how many have spoken; users are counted from 0, coordinates and bins too. *)
Definition user_algorithm A B := list B -> A -> law B.

Definition privacy_loss_most {A B} (U : user_algorithm A B) e := forall w x y, ratio_most (U w x) (U w y) e.

(** A message is a list of votes or a number. *)
Definition message := (list bool + R)%type.
Definition silence : message := inl [].
Definition votes_in (z : message) := match z with inl v => v | inr _ => [] end.
Definition number_in (z : message) := match z with inl _ => 0 | inr y => y end.
Definition message_of {B} (none : B) (w : list B) i := nth (length w - 1 - i) w none.

(** ** One number: Algorithms 2 and 10

    Voters have a bit for each bin, 1 for those within r places of the bin of their number; r = 0 in Algorithm 2, and 1
    in the branch alpha > 1 of Algorithm 10. Refining users have the number itself, cut to the winning bin, which is
    widened by c Delta on either side, with Laplace noise; c = 2 and 5. *)
Definition votes_near (r : nat) Delta y :=
  map (fun k => andb (k <=? bin_of Delta y + r)%nat (bin_of Delta y <=? k + r)%nat) (below (bins Delta)).
Definition keep_of (r : nat) alpha := let b := alpha / (2 * INR (2 * r + 1)) in exp b / (1 + exp b).
Definition cut_around c Delta (k : nat) y :=
  Rmax (-1 + 2 * INR k * Delta - c * Delta) (Rmin (-1 + 2 * INR (S k) * Delta + c * Delta) y).

Definition answer_in_bins (r : nat) c (L : laplace_laws) alpha Delta (voter : bool) (winner : nat) y : law message :=
  if voter then image inl (flips (bins Delta) (keep_of r alpha) (votes_near r Delta y))
  else image inr (laplace_at L (cut_around c Delta winner y) ((2 * Delta + 2 * c * Delta) / alpha)).

(** The bin with the most votes of the users whose votes are these, the least one where several have. *)
Definition winner_of Delta (users : list nat) (votes : nat -> list bool) :=
  most_voted (bins Delta) (fun k => Sum users (fun i => if bit (votes i) k then 1 else 0)).

Definition mean_over T (X : data_set R) := Sum (seq 1 T) X / INR T.

(** n/2 users vote, the others refine; bins of length 2 Delta. *)
Definition listed_algorithm_2 (L : laplace_laws) n T alpha Delta : user_algorithm (data_set R) message := fun w X =>
  answer_in_bins 0 2 L alpha Delta (length w <? n / 2)%nat
    (winner_of Delta (below (n / 2)) (fun i => votes_in (message_of silence w i))) (mean_over T X).

(** ** Several numbers: Algorithms 4, 5, 7 and 8

    What the listings choose besides: the noise, the number T* of samples, which is T or a cap, Delta, the threshold
    epsilon, and signs that are public and drawn without the data. Each may be any. *)
Record listing_choices := Kent_choices {
  noise_in : laplace_laws;
  samples_cap : nat;
  half_bin : R;
  half_bin_pos : 0 < half_bin;
  least_size : R;
  signs_of_rotation : list bool;
  signs_of_user : nat -> nat -> bool
}.

Definition used (S_ : listing_choices) T := Nat.min T (samples_cap S_).

(** The sets of users N_(1,1), ..., N_(d,1), N_(1,2), ..., N_(d,2) of (31) in their order: the set of a user. *)
Definition set_of n d i := (i / (n / (2 * d)))%nat.

(** Each runs Algorithm 2 on a coordinate of y, with the other set of it. *)
Definition in_folds (S_ : listing_choices) n d alpha (w : list message) (y : nat -> R) : law message :=
  let h := (n / (2 * d))%nat in
  let s := set_of n d (length w) in
  let j := (s mod d)%nat in
  if (s <? 2 * d)%nat then answer_in_bins 0 2 (noise_in S_) alpha (half_bin S_) (s <? d)%nat
    (winner_of (half_bin S_) (seq (j * h) h) (fun i => votes_in (message_of silence w i))) (y j)
  else ret silence.

Definition coordinate_mean T (X : data_set vector) (j : nat) := Sum (seq 1 T) (fun t => X t j) / INR T.
Definition rotated_mean (S_ : listing_choices) d T (X : data_set vector) (j : nat) :=
  Sum (seq 1 T) (fun t => rotated_at d (signs_of_rotation S_) (S j) (X t)) / INR T.

Definition listed_algorithm_4 (S_ : listing_choices) n d T alpha : user_algorithm (data_set vector) message := fun w X =>
  in_folds S_ n d alpha w (coordinate_mean (used S_ T) X).
Definition listed_algorithm_5 (S_ : listing_choices) n d T alpha : user_algorithm (data_set vector) message := fun w X =>
  in_folds S_ n d alpha w (rotated_mean S_ d (used S_ T) X).
(** The users of Algorithm 7 send what those of Algorithm 4 do; of what is estimated at most s numbers are kept. *)
Definition listed_algorithm_7 (S_ : listing_choices) n d (s T : nat) alpha : user_algorithm (data_set vector) message :=
  listed_algorithm_4 S_ n d T alpha.

(** (18), counted from 1. *)
Definition basis_function (j : nat) x :=
  if (j =? 1)%nat then 1
  else sqrt 2 * let y := 2 * PI * INR (j / 2) * x in if Nat.even j then cos y else sin y.
Definition listed_algorithm_8 (S_ : listing_choices) n M T alpha : user_algorithm (data_set R) message := fun w X =>
  in_folds S_ n M alpha w (fun j => mean_over (used S_ T) (fun t => basis_function (S j) (X t))).

(** ** Selection: Algorithm 6

    n/2 users hash which of their means are at least epsilon in size; the others run Algorithm 4 on the first s
    coordinates whose tallies are at least 1/2. *)
Definition hashed (S_ : listing_choices) d T (X : data_set vector) i := Sum (below d) (fun j =>
  sgn (signs_of_user S_ i j) * if Rle_dec (least_size S_) (Rabs (coordinate_mean T X j)) then 1 else 0).
Definition selected (S_ : listing_choices) n d s (w : list message) :=
  firstn s (filter (fun j => if Rle_dec (1 / 2) (2 / INR n * Sum (below (n / 2)) (fun i =>
    sgn (signs_of_user S_ i j) * number_in (message_of silence w i))) then true else false) (below d)).

Definition listed_algorithm_6 (S_ : listing_choices) n d s T alpha eta : user_algorithm (data_set vector) message :=
  fun w X =>
  if (length w <? n / 2)%nat then
    image inr (laplace_at (noise_in S_) (clip eta (hashed S_ d (used S_ T) X (length w))) (2 * eta / alpha))
  else let chosen := selected S_ n d s w in
    in_folds S_ (n - n / 2) (length chosen) alpha (firstn (length w - n / 2) w)
      (fun j => coordinate_mean (used S_ T) X (nth j chosen O)).

(** ** Mixtures: Algorithm 9

    A third of the users vote, by which m bins are chosen, none of them next to another; a third vote for these; and a
    third send how far they are from the middle of the nearest one, with a sign. *)
Fixpoint best_of (count : nat -> R) (best : nat) (others : list nat) :=
  match others with
  | [] => best
  | j :: rest => best_of count (if Rlt_dec (count best) (count j) then j else best) rest
  end.
Fixpoint chosen_bins (count : nat -> R) m (left : list nat) :=
  match m, left with
  | S k, j :: rest => let best := best_of count j rest in
      best :: chosen_bins count k (filter (fun i => negb (andb (i <=? best + 1) (best <=? i + 1))%nat) left)
  | _, _ => []
  end.
(** In the order of their middles. *)
Definition bins_in_order N (chosen : list nat) := filter (fun k => existsb (Nat.eqb k) chosen) (below N).
Definition middle_of_bin Delta (k : nat) := -1 + (2 * INR k + 1) * Delta.
Definition nearest_of Delta y (chosen : list nat) :=
  best_of (fun k => - Rabs (y - middle_of_bin Delta (nth k chosen O))) O (below (length chosen)).

Definition listed_algorithm_9 (S_ : listing_choices) n m T alpha Delta : user_algorithm (data_set R) message := fun w X =>
  let y := mean_over (used S_ T) X in
  let count k := Sum (below (n / 3)) (fun i => if bit (votes_in (message_of silence w i)) k then 1 else 0) in
  let chosen := bins_in_order (bins Delta) (chosen_bins count m (below (bins Delta))) in
  if (length w <? n / 3)%nat then answer_in_bins 0 2 (noise_in S_) alpha Delta true O y
  else if (length w <? 2 * (n / 3))%nat then
    image inl (flips (length chosen) (keep_of 0 alpha) (map (fun k => (k =? bin_of Delta y)%nat) chosen))
  else let k := nearest_of Delta y chosen in
    image inr (laplace_at (noise_in S_) (sgn (signs_of_user S_ (length w) k) *
      clip (3 * Delta) (y - middle_of_bin Delta (nth k chosen O))) (6 * Delta / alpha)).

(** ** Low privacy: Algorithms 12 and 13, corrected

    A user has an answer for one coordinate at alpha <= 1; up to alpha = d those of N_j u ... u N_(j + k - 1) have one
    for coordinate j, where k is alpha rounded down; and beyond all have one for each. *)
Definition whole_part alpha := Z.to_nat (Int_part alpha).

Definition in_many_folds (S_ : listing_choices) n d alpha (w : list (list message)) (y : nat -> R) : law (list message) :=
  let h := (n / (2 * d))%nat in
  let Delta := half_bin S_ in
  let heard q i := votes_in (nth q (message_of [] w i) silence) in
  if Rle_dec alpha 1 then image (fun z => [z]) (in_folds S_ n d alpha (map (fun z => nth 0 z silence) w) y)
  else if Rle_dec alpha (INR d) then
    let k := whole_part alpha in
    let s := set_of n d (length w) in
    let part i j := ((i + (d - j)) mod d)%nat in
    all_answers k (fun q => let j := ((s + (d - q)) mod d)%nat in
      answer_in_bins 0 2 (noise_in S_) 1 Delta (s <? d)%nat
        (winner_of Delta (filter (fun i => (part (i / h) j <? k)%nat) (below (d * h)))
          (fun i => heard (part (i / h)%nat j) i)) (y j))
  else all_answers d (fun j => answer_in_bins 1 5 (noise_in S_) (alpha / INR d) Delta (length w <? n / 2)%nat
    (winner_of Delta (below (n / 2)) (heard j)) (y j)).

Definition listed_algorithm_12 (S_ : listing_choices) n d T alpha : user_algorithm (data_set vector) (list message) :=
  fun w X => in_many_folds S_ n d alpha w (coordinate_mean (used S_ T) X).
Definition listed_algorithm_13 (S_ : listing_choices) n d T alpha : user_algorithm (data_set vector) (list message) :=
  fun w X => in_many_folds S_ n d alpha w (rotated_mean S_ d (used S_ T) X).

(** ** Privacy *)

(** Lemma 28, for all that depends on the bits. *)
Lemma few_ones_private d m alpha x y : 0 < alpha -> (1 <= m)%nat -> ones_of x <= INR m -> ones_of y <= INR m ->
  ratio_most (flips d (exp (alpha / (2 * INR m)) / (1 + exp (alpha / (2 * INR m)))) x)
    (flips d (exp (alpha / (2 * INR m)) / (1 + exp (alpha / (2 * INR m)))) y) alpha.
Proof.
  intros alpha_pos m_pos few few' f F pos. assert (m_1 : 1 <= INR m) by now apply (le_INR 1).
  assert (level : 0 < alpha / INR m) by (apply Rdiv_lt_0_compat; lra).
  replace (alpha / (2 * INR m)) with (alpha / INR m / 2) by (field; lra).
  destruct (keep_range (alpha / INR m) level) as [range ratio]. unfold keep in range, ratio.
  set (e := exp (alpha / INR m / 2)) in *.
  assert (e_1 : 1 <= e) by (apply exp_ge_1; lra).
  eapply Rle_trans; [exact (flips_within d (e / (1 + e)) x y f range F pos) |]. rewrite ratio.
  apply Rmult_le_compat_r; [now apply E_ge |]. apply Rle_trans with (e ^ (2 * m)).
  - apply Rle_pow; [exact e_1 |]. apply INR_le. rewrite mult_INR. simpl (INR 2).
    pose proof (places_of_few_ones d x y). lra.
  - unfold e. rewrite exp_pow. apply exp_le. rewrite mult_INR. simpl (INR 2). right. field. lra.
Qed.

(** Ones of a list of tests: as many as pass. *)
Lemma ones_of_map {A} (p : A -> bool) l : ones_of (map p l) = INR (length (filter p l)).
Proof.
  induction l as [| a l IH]; [unfold ones_of, ones; reflexivity |]. rewrite ones_of_tail. cbn [map hd tl filter].
  rewrite IH. destruct (p a); [cbn [length]; rewrite S_INR |]; ring.
Qed.

Lemma few_near r Delta y : ones_of (votes_near r Delta y) <= INR (2 * r + 1).
Proof.
  unfold votes_near. rewrite ones_of_map. apply le_INR. set (l := bin_of Delta y).
  rewrite <- (seq_length (2 * r + 1) (l - r)). apply NoDup_incl_length; [apply NoDup_filter, seq_NoDup |].
  intros k K. apply filter_In in K. destruct K as [_ near]. apply andb_prop in near. destruct near as [above beneath].
  apply Nat.leb_le in above, beneath. apply in_seq. lia.
Qed.

Lemma image_within {A B} (g : A -> B) P Q e : ratio_most P Q e -> ratio_most (image g P) (image g Q) e.
Proof. apply post_processing_ratio. Qed.

Lemma noisy_private L alpha width x y : 0 < alpha -> 0 < width -> Rabs (x - y) <= width ->
  ratio_most (laplace_at L x (width / alpha)) (laplace_at L y (width / alpha)) alpha.
Proof.
  intros alpha_pos pos close. apply ratio_by_tests, laplace_mechanism; [now apply Rdiv_lt_0_compat |].
  replace (alpha * (width / alpha)) with width by (field; lra). exact close.
Qed.

Lemma clip_size D y : 0 <= D -> - D <= clip D y <= D.
Proof. intros D_pos. unfold clip, Rmax, Rmin. repeat destruct (Rle_dec _ _); lra. Qed.

Theorem answer_private r c L alpha Delta voter winner x y : 0 <= c -> 0 < alpha -> 0 < Delta ->
  ratio_most (answer_in_bins r c L alpha Delta voter winner x) (answer_in_bins r c L alpha Delta voter winner y) alpha.
Proof.
  intros c_pos alpha_pos pos. unfold answer_in_bins. destruct voter; apply image_within.
  - unfold keep_of. apply few_ones_private; [exact alpha_pos | lia | apply few_near | apply few_near].
  - apply noisy_private; [exact alpha_pos | nra |]. unfold cut_around. rewrite S_INR. set (k := INR winner).
    assert (side : 0 <= c * Delta) by nra.
    unfold Rmax, Rmin. apply Rabs_le. repeat destruct (Rle_dec _ _); lra.
Qed.

Lemma in_folds_private S_ n d alpha w x y : 0 < alpha ->
  ratio_most (in_folds S_ n d alpha w x) (in_folds S_ n d alpha w y) alpha.
Proof.
  intros alpha_pos. unfold in_folds. destruct (_ <? _)%nat.
  - apply answer_private; [lra | exact alpha_pos | apply half_bin_pos].
  - apply ratio_weaken with 0; [apply ratio_refl | lra].
Qed.

Lemma whole_part_le alpha : 0 < alpha -> INR (whole_part alpha) <= alpha.
Proof.
  intros pos. unfold whole_part. destruct (base_Int_part alpha) as [le gt].
  destruct (Z.le_gt_cases 0 (Int_part alpha)) as [up | down].
  - rewrite INR_IZR_INZ, Z2Nat.id; lra || lia.
  - replace (Z.to_nat (Int_part alpha)) with O by lia. simpl. lra.
Qed.

Lemma in_many_folds_private S_ n d alpha w x y : 0 < alpha -> (1 <= d)%nat ->
  ratio_most (in_many_folds S_ n d alpha w x) (in_many_folds S_ n d alpha w y) alpha.
Proof.
  intros alpha_pos d_1. unfold in_many_folds. pose proof (half_bin_pos S_) as pos.
  destruct (Rle_dec alpha 1); [now apply image_within, in_folds_private |]. destruct (Rle_dec alpha (INR d)).
  - apply ratio_weaken with (Sum (below (whole_part alpha)) (fun _ => 1)).
    + apply all_answers_within. intros q. apply answer_private; lra.
    + rewrite Sum_const. unfold below. rewrite seq_length. pose proof (whole_part_le alpha alpha_pos). lra.
  - assert (size : 0 < INR d) by (apply lt_0_INR; lia).
    apply ratio_weaken with (Sum (below d) (fun _ => alpha / INR d)).
    + apply all_answers_within. intros j. apply answer_private; [lra | now apply Rdiv_lt_0_compat | exact pos].
    + rewrite Sum_const. unfold below. rewrite seq_length. right. field. lra.
Qed.

(** A number is in one of chosen bins at most. *)
Lemma in_one_of chosen l : NoDup chosen -> ones_of (map (fun k => (k =? l)%nat) chosen) <= INR (2 * 0 + 1).
Proof.
  intros distinct. rewrite ones_of_map. apply le_INR. change (2 * 0 + 1)%nat with (length [l]).
  apply NoDup_incl_length; [now apply NoDup_filter |]. intros k K. apply filter_In in K. destruct K as [_ same].
  apply Nat.eqb_eq in same. now left.
Qed.

(** Algorithm 2. *)
Theorem kent_alg2_privacy : forall (L : laplace_laws) (Delta : R) (T : nat) (alpha : R) (n : nat),
  0 < Delta ->
  (1 <= T)%nat ->
  0 < alpha ->
  (1 <= n)%nat ->
  privacy_loss_most (listed_algorithm_2 L n T alpha Delta) alpha.
Proof. intros L Delta T alpha n Delta_pos _ alpha_pos _ w X Y. apply answer_private; lra. Qed.

(** Algorithms 4, 5, 7 and 8. *)
Theorem kent_alg4_privacy : forall (S_ : listing_choices) (T : nat) (alpha : R) (d h : nat),
  (1 <= T)%nat ->
  0 < alpha ->
  (1 <= d)%nat ->
  (1 <= h)%nat ->
  privacy_loss_most (listed_algorithm_4 S_ (2 * d * h) d T alpha) alpha.
Proof. intros S_ T alpha d h _ alpha_pos _ _ w X Y. now apply in_folds_private. Qed.

Theorem kent_alg5_privacy : forall (S_ : listing_choices) (T : nat) (alpha : R) (d h : nat),
  (1 <= T)%nat ->
  0 < alpha ->
  (1 <= d)%nat ->
  (1 <= h)%nat ->
  privacy_loss_most (listed_algorithm_5 S_ (2 * d * h) d T alpha) alpha.
Proof. intros S_ T alpha d h _ alpha_pos _ _ w X Y. now apply in_folds_private. Qed.

Theorem kent_alg7_privacy : forall (S_ : listing_choices) (T : nat) (alpha : R) (d h s : nat),
  (1 <= T)%nat ->
  0 < alpha ->
  (1 <= d)%nat ->
  (1 <= h)%nat ->
  (1 <= s)%nat ->
  privacy_loss_most (listed_algorithm_7 S_ (2 * d * h) d s T alpha) alpha.
Proof. intros S_ T alpha d h s _ alpha_pos _ _ _ w X Y. now apply in_folds_private. Qed.

Theorem kent_alg8_privacy : forall (S_ : listing_choices) (M T : nat) (alpha : R) (n : nat),
  (1 <= M)%nat ->
  (1 <= T)%nat ->
  0 < alpha ->
  (1 <= n)%nat ->
  privacy_loss_most (listed_algorithm_8 S_ n M T alpha) alpha.
Proof. intros S_ M T alpha n _ _ alpha_pos _ w X Y. now apply in_folds_private. Qed.

(** Algorithm 6. *)
Theorem kent_alg6_privacy : forall (S_ : listing_choices) (T : nat) (alpha : R) (d : nat) (eta : R) (n s : nat),
  (1 <= T)%nat ->
  0 < alpha ->
  (1 <= d)%nat ->
  0 < eta ->
  (1 <= n)%nat ->
  (1 <= s)%nat ->
  privacy_loss_most (listed_algorithm_6 S_ n d s T alpha eta) alpha.
Proof.
  intros S_ T alpha d eta n s _ alpha_pos _ eta_pos _ _ w X Y. unfold listed_algorithm_6.
  destruct (_ <? _)%nat; [| now apply in_folds_private].
  apply image_within, noisy_private; [exact alpha_pos | lra |].
  pose proof (clip_size eta (hashed S_ d (used S_ T) X (length w)) ltac:(lra)).
  pose proof (clip_size eta (hashed S_ d (used S_ T) Y (length w)) ltac:(lra)). apply Rabs_le. lra.
Qed.

(** Algorithm 9. *)
Theorem kent_alg9_privacy : forall (S_ : listing_choices) (Delta : R) (M T : nat) (alpha : R) (n : nat),
  0 < Delta ->
  (1 <= M)%nat ->
  (1 <= T)%nat ->
  0 < alpha ->
  (1 <= n)%nat ->
  privacy_loss_most (listed_algorithm_9 S_ n M T alpha Delta) alpha.
Proof.
  intros S_ Delta M T alpha n Delta_pos _ _ alpha_pos _ w X Y. unfold listed_algorithm_9.
  set (chosen := bins_in_order _ _). assert (distinct : NoDup chosen) by apply NoDup_filter, seq_NoDup.
  destruct (_ <? n / 3)%nat; [apply answer_private; lra |]. destruct (_ <? _)%nat; apply image_within.
  - apply few_ones_private; [exact alpha_pos | lia | now apply in_one_of | now apply in_one_of].
  - apply noisy_private; [exact alpha_pos | lra |].
    assert (size : forall b y, - (3 * Delta) <= sgn b * clip (3 * Delta) y <= 3 * Delta).
    { intros b y. pose proof (clip_size (3 * Delta) y ltac:(lra)). destruct b; unfold sgn; lra. }
    match goal with |- Rabs (sgn ?b * clip _ ?x - sgn ?c * clip _ ?y) <= _ =>
      pose proof (size b x); pose proof (size c y) end.
    apply Rabs_le. lra.
Qed.

(** Algorithms 12 and 13. *)
Theorem kent_alg12_privacy_high : forall (S_ : listing_choices) (T : nat) (alpha : R) (d h : nat),
  (1 <= T)%nat ->
  0 < alpha ->
  (1 <= d)%nat ->
  (1 <= h)%nat ->
  alpha <= 1 ->
  privacy_loss_most (listed_algorithm_12 S_ (2 * d * h) d T alpha) alpha.
Proof. intros S_ T alpha d h _ alpha_pos d_1 _ _ w X Y. now apply in_many_folds_private. Qed.

Theorem kent_alg12_privacy_medium : forall (S_ : listing_choices) (T : nat) (alpha : R) (d h k : nat),
  (1 <= T)%nat ->
  0 < alpha ->
  (1 <= d)%nat ->
  (1 <= h)%nat ->
  (1 <= k)%nat ->
  alpha <= INR d ->
  INR k <= alpha ->
  alpha < 1 + INR k ->
  privacy_loss_most (listed_algorithm_12 S_ (2 * d * h) d T alpha) alpha.
Proof. intros S_ T alpha d h k _ alpha_pos d_1 _ _ _ _ _ w X Y. now apply in_many_folds_private. Qed.

Theorem kent_alg12_privacy_low : forall (S_ : listing_choices) (T : nat) (alpha : R) (d h : nat),
  (1 <= T)%nat ->
  0 < alpha ->
  (1 <= d)%nat ->
  (1 <= h)%nat ->
  INR d < alpha ->
  privacy_loss_most (listed_algorithm_12 S_ (2 * d * h) d T alpha) alpha.
Proof. intros S_ T alpha d h _ alpha_pos d_1 _ _ w X Y. now apply in_many_folds_private. Qed.

Theorem kent_alg13_privacy_high : forall (S_ : listing_choices) (T : nat) (alpha : R) (d h : nat),
  (1 <= T)%nat ->
  0 < alpha ->
  (1 <= d)%nat ->
  (1 <= h)%nat ->
  alpha <= 1 ->
  privacy_loss_most (listed_algorithm_13 S_ (2 * d * h) d T alpha) alpha.
Proof. intros S_ T alpha d h _ alpha_pos d_1 _ _ w X Y. now apply in_many_folds_private. Qed.

Theorem kent_alg13_privacy_medium : forall (S_ : listing_choices) (T : nat) (alpha : R) (d h k : nat),
  (1 <= T)%nat ->
  0 < alpha ->
  (1 <= d)%nat ->
  (1 <= h)%nat ->
  (1 <= k)%nat ->
  alpha <= INR d ->
  INR k <= alpha ->
  alpha < 1 + INR k ->
  privacy_loss_most (listed_algorithm_13 S_ (2 * d * h) d T alpha) alpha.
Proof. intros S_ T alpha d h k _ alpha_pos d_1 _ _ _ _ _ w X Y. now apply in_many_folds_private. Qed.

Theorem kent_alg13_privacy_low : forall (S_ : listing_choices) (T : nat) (alpha : R) (d h : nat),
  (1 <= T)%nat ->
  0 < alpha ->
  (1 <= d)%nat ->
  (1 <= h)%nat ->
  INR d < alpha ->
  privacy_loss_most (listed_algorithm_13 S_ (2 * d * h) d T alpha) alpha.
Proof. intros S_ T alpha d h _ alpha_pos d_1 _ _ w X Y. now apply in_many_folds_private. Qed.
