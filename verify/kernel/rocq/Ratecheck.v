(* What the exported lemmas rest on: one lemma or tactic for each kind of node of a certificate.
   Rocq 8.16 with Coquelicot and Interval 4.6. *)

From Coq Require Export Reals Lra Psatz.
From Coquelicot Require Export Coquelicot.
From Interval Require Export Tactic.
Open Scope R_scope.

(* From a gap to a relation. *)

Lemma le_of_gap (l r f : R) : r - l = f -> 0 <= f -> l <= r.
Proof. intros. lra. Qed.

Lemma lt_of_gap (l r f : R) : r - l = f -> 0 < f -> l < r.
Proof. intros. lra. Qed.

Lemma le_of_eq (f g : R) : f = g -> 0 <= g -> 0 <= f.
Proof. intros; lra. Qed.

Lemma lt_of_eq (f g : R) : f = g -> 0 < g -> 0 < f.
Proof. intros; lra. Qed.

(* Integers. *)

Lemma int_split (x : R) (c : Z) : (exists k : Z, x = IZR k) -> x <= IZR c \/ IZR (c + 1) <= x.
Proof.
  intros [k E]; subst. destruct (Z.le_gt_cases k c); [left | right]; apply IZR_le; lia.
Qed.

Lemma int_above (x : R) (c : Z) : (exists k : Z, x = IZR k) -> IZR (c - 1) < x -> IZR c <= x.
Proof.
  intros [k E] H; subst. apply lt_IZR in H. apply IZR_le; lia.
Qed.

Lemma int_below (x : R) (c : Z) : (exists k : Z, x = IZR k) -> x < IZR (c + 1) -> x <= IZR c.
Proof.
  intros [k E] H; subst. apply lt_IZR in H. apply IZR_le; lia.
Qed.

(* Monotonicity: a function is at least its value at one end. *)

Lemma up (f f' : R -> R) (a x : R) : a <= x -> (forall t, a <= t <= x -> is_derive f t (f' t)) ->
  0 <= f a -> (forall t, a < t < x -> 0 <= f' t) -> 0 <= f x.
Proof.
  intros H D A P. destruct (Req_dec a x) as [<- | N]; [assumption |].
  destruct (MVT_cor2 f f' a x) as [c [E I]]; [lra | intros c I; apply is_derive_Reals, D; lra |].
  specialize (P c I). assert (0 <= f' c * (x - a)) by (apply Rmult_le_pos; lra). lra.
Qed.

Lemma up_strict (f f' : R -> R) (a x : R) : a < x -> (forall t, a <= t <= x -> is_derive f t (f' t)) ->
  0 <= f a -> (forall t, a < t < x -> 0 < f' t) -> 0 < f x.
Proof.
  intros H D A P.
  destruct (MVT_cor2 f f' a x) as [c [E I]]; [lra | intros c I; apply is_derive_Reals, D; lra |].
  specialize (P c I). assert (0 < f' c * (x - a)) by (apply Rmult_lt_0_compat; lra). lra.
Qed.

Lemma up_from (f f' : R -> R) (a x : R) : a <= x -> (forall t, a <= t <= x -> is_derive f t (f' t)) ->
  0 < f a -> (forall t, a < t < x -> 0 <= f' t) -> 0 < f x.
Proof.
  intros H D A P. destruct (Req_dec a x) as [<- | N]; [assumption |].
  destruct (MVT_cor2 f f' a x) as [c [E I]]; [lra | intros c I; apply is_derive_Reals, D; lra |].
  specialize (P c I). assert (0 <= f' c * (x - a)) by (apply Rmult_le_pos; lra). lra.
Qed.

Lemma down (f f' : R -> R) (x b : R) : x <= b -> (forall t, x <= t <= b -> is_derive f t (f' t)) ->
  0 <= f b -> (forall t, x < t < b -> 0 <= - f' t) -> 0 <= f x.
Proof.
  intros H D A P. destruct (Req_dec x b) as [-> | N]; [assumption |].
  destruct (MVT_cor2 f f' x b) as [c [E I]]; [lra | intros c I; apply is_derive_Reals, D; lra |].
  specialize (P c I). assert (0 <= - f' c * (b - x)) by (apply Rmult_le_pos; lra). lra.
Qed.

Lemma down_strict (f f' : R -> R) (x b : R) : x < b -> (forall t, x <= t <= b -> is_derive f t (f' t)) ->
  0 <= f b -> (forall t, x < t < b -> 0 < - f' t) -> 0 < f x.
Proof.
  intros H D A P.
  destruct (MVT_cor2 f f' x b) as [c [E I]]; [lra | intros c I; apply is_derive_Reals, D; lra |].
  specialize (P c I). assert (0 < - f' c * (b - x)) by (apply Rmult_lt_0_compat; lra). lra.
Qed.

Lemma down_from (f f' : R -> R) (x b : R) : x <= b -> (forall t, x <= t <= b -> is_derive f t (f' t)) ->
  0 < f b -> (forall t, x < t < b -> 0 <= - f' t) -> 0 < f x.
Proof.
  intros H D A P. destruct (Req_dec x b) as [-> | N]; [assumption |].
  destruct (MVT_cor2 f f' x b) as [c [E I]]; [lra | intros c I; apply is_derive_Reals, D; lra |].
  specialize (P c I). assert (0 <= - f' c * (b - x)) by (apply Rmult_le_pos; lra). lra.
Qed.

(* A falling function that comes as near to a nonnegative number as one likes is nonnegative. *)

Lemma fall_to_limit (f f' : R -> R) (x : R) : (forall t, x <= t -> is_derive f t (f' t)) ->
  (forall t, x < t -> 0 <= - f' t) -> (forall e, 0 < e -> exists t, x <= t /\ - e <= f t) -> 0 <= f x.
Proof.
  intros D P L. destruct (Rle_lt_dec 0 (f x)) as [| N]; [assumption | exfalso].
  destruct (L (- f x / 2)) as [t [T B]]; [lra |].
  assert (0 <= f x - f t); [| lra].
  assert (M : 0 <= (fun s => f s - f t) x); [| exact M].
  apply (down (fun s => f s - f t) f' x t T); [| lra | intros s I; apply P; lra].
  intros s I. replace (f' s) with (f' s - 0) by ring.
  apply (is_derive_minus (V := R_NormedModule) f (fun _ => f t)); [apply D; lra | apply (is_derive_const (V := R_NormedModule))].
Qed.

(* Logarithms of products. *)

Lemma exp_product (a b la lb : R) : a = exp la -> b = exp lb -> a * b = exp (la + lb).
Proof. intros -> ->. symmetry; apply exp_plus. Qed.

Lemma exp_inverse (a la : R) : a = exp la -> / a = exp (- la).
Proof. intros ->. symmetry; apply exp_Ropp. Qed.

Lemma exp_nat (n : nat) (a : R) : exp (IZR (Z.of_nat n) * a) = exp a ^ n.
Proof.
  rewrite <- INR_IZR_INZ. induction n as [| n IH].
  - simpl. rewrite Rmult_0_l. apply exp_0.
  - rewrite S_INR, Rmult_plus_distr_r, exp_plus, IH, Rmult_1_l. simpl. ring.
Qed.

Lemma exp_power (a la : R) (n : nat) (k : R) : k = IZR (Z.of_nat n) -> a = exp la -> a ^ n = exp (k * la).
Proof. intros -> ->. symmetry; apply exp_nat. Qed.

Lemma exp_root (a la : R) : a = exp la -> sqrt a = exp (1 / 2 * la).
Proof.
  intros ->. replace (exp la) with (exp (1 / 2 * la) * exp (1 / 2 * la)) by (rewrite <- exp_plus; f_equal; field).
  apply sqrt_square, Rlt_le, exp_pos.
Qed.

Lemma exp_of_ln (a la y : R) : a = exp la -> exp (y * ln a) = exp (y * la).
Proof. intros ->. now rewrite ln_exp. Qed.

Lemma exp_itself (a : R) : exp a = exp a.
Proof. reflexivity. Qed.

Lemma exp_ln' (a : R) : 0 < a -> a = exp (ln a).
Proof. intros. symmetry. now apply exp_ln. Qed.

Lemma ge_of_logs (f a b la lb g : R) : f = a - b -> a = exp la -> b = exp lb -> la - lb = g -> 0 <= g -> 0 <= f.
Proof.
  intros -> -> -> <- H. destruct (Req_dec lb la) as [-> | N]; [lra |].
  assert (exp lb < exp la) by (apply exp_increasing; lra). lra.
Qed.

Lemma gt_of_logs (f a b la lb g : R) : f = a - b -> a = exp la -> b = exp lb -> la - lb = g -> 0 < g -> 0 < f.
Proof.
  intros -> -> -> <- H. assert (exp lb < exp la) by (apply exp_increasing; lra). lra.
Qed.

Lemma even_power (a : R) (n : nat) : 0 <= a ^ (2 * n).
Proof. rewrite pow_mult. apply pow_le, pow2_ge_0. Qed.

Lemma opp_pos (a : R) : a <= 0 -> 0 <= - a.
Proof. lra. Qed.

Lemma opp_pos_strict (a : R) : a < 0 -> 0 < - a.
Proof. lra. Qed.

Lemma product_of_negatives (a b : R) : 0 <= - a -> 0 <= - b -> 0 <= a * b.
Proof. intros. replace (a * b) with (- a * - b) by ring. now apply Rmult_le_pos. Qed.

Lemma product_of_negatives_strict (a b : R) : 0 < - a -> 0 < - b -> 0 < a * b.
Proof. intros. replace (a * b) with (- a * - b) by ring. now apply Rmult_lt_0_compat. Qed.

Lemma opp_product_left (a b : R) : 0 <= - a * b -> 0 <= - (a * b).
Proof. lra. Qed.

Lemma opp_product_right (a b : R) : 0 <= a * - b -> 0 <= - (a * b).
Proof. lra. Qed.

Lemma opp_product_left_strict (a b : R) : 0 < - a * b -> 0 < - (a * b).
Proof. lra. Qed.

Lemma opp_product_right_strict (a b : R) : 0 < a * - b -> 0 < - (a * b).
Proof. lra. Qed.

Lemma opp_sum (a b : R) : 0 <= - a -> 0 <= - b -> 0 <= - (a + b).
Proof. lra. Qed.

Lemma div_pos (a b : R) : 0 <= a -> 0 < b -> 0 <= a / b.
Proof. intros. apply Rmult_le_pos; [assumption |]. now apply Rlt_le, Rinv_0_lt_compat. Qed.

Lemma inv_pos (a : R) : 0 < a -> 0 <= / a.
Proof. intros. now apply Rlt_le, Rinv_0_lt_compat. Qed.

Lemma ln_pos (a : R) : 1 <= a -> 0 <= ln a.
Proof.
  intros [H | <-]; [| rewrite ln_1; lra]. rewrite <- ln_1. apply Rlt_le, ln_increasing; lra.
Qed.

Lemma ln_neg (a : R) : 0 < a -> a <= 1 -> 0 <= - ln a.
Proof.
  intros P [H | ->]; [| rewrite ln_1; lra]. assert (ln a < ln 1) by (apply ln_increasing; lra).
  rewrite ln_1 in *. lra.
Qed.

Lemma ln_neg_strict (a : R) : 0 < a -> a < 1 -> 0 < - ln a.
Proof. intros P H. assert (ln a < ln 1) by (apply ln_increasing; lra). rewrite ln_1 in *. lra. Qed.

Lemma ln_pos_strict (a : R) : 1 < a -> 0 < ln a.
Proof. intros. rewrite <- ln_1. apply ln_increasing; lra. Qed.

Lemma ln_over (a b : R) : 0 < b -> b <= a -> 0 <= ln (a / b).
Proof.
  intros P H. apply ln_pos. apply Rmult_le_reg_r with b; [assumption |].
  replace (a / b * b) with a by (field; lra). lra.
Qed.

Lemma ln_over_strict (a b : R) : 0 < b -> b < a -> 0 < ln (a / b).
Proof.
  intros P H. apply ln_pos_strict. apply Rmult_lt_reg_r with b; [assumption |].
  replace (a / b * b) with a by (field; lra). lra.
Qed.

Lemma ln_at_most (a c : R) : 0 < a -> a <= exp c -> ln a <= c.
Proof. intros P H. rewrite <- (ln_exp c). destruct H as [H | ->]; [apply Rlt_le, ln_increasing |]; lra. Qed.

Lemma inverse_at_least (a c : R) : 0 < a -> c * a <= 1 -> c <= / a.
Proof.
  intros P H. apply Rmult_le_reg_r with a; [assumption |]. rewrite Rinv_l; lra.
Qed.

(* tanh, as it is written. *)

Lemma tanh_pos_strict (a : R) : 0 < a -> 0 < 1 - 2 / (exp (2 * a) + 1).
Proof.
  intros H. assert (1 < exp (2 * a)) by (rewrite <- exp_0; apply exp_increasing; lra).
  replace (1 - 2 / (exp (2 * a) + 1)) with ((exp (2 * a) - 1) * / (exp (2 * a) + 1)) by (field; lra).
  apply Rmult_lt_0_compat; [lra | apply Rinv_0_lt_compat; lra].
Qed.

Lemma tanh_pos (a : R) : 0 <= a -> 0 <= 1 - 2 / (exp (2 * a) + 1).
Proof.
  intros [H | <-]; [now apply Rlt_le, tanh_pos_strict |]. rewrite Rmult_0_r, exp_0. lra.
Qed.

(* The sign of an expression: by linear arithmetic, by intervals, or from the signs of its parts. *)

Ltac bounds := first [ lra | interval | interval with (i_prec 100) ].

(* What an exponential leaves of 1, and the logarithm of a hyperbolic cosine. *)

Lemma rest_of_exp (a : R) : 0 <= - a -> 0 <= 1 + -1 * exp a.
Proof.
  intros [H | H].
  - assert (exp a < exp 0) by (apply exp_increasing; lra). rewrite exp_0 in *. lra.
  - replace a with 0 by lra. rewrite exp_0. lra.
Qed.

Lemma ln_cosh (a : R) : 0 <= ln ((exp a + exp (- a)) / 2).
Proof.
  apply ln_pos. assert (P := exp_pos a). assert (Q := exp_pos (- a)).
  assert (E : exp a * exp (- a) = 1) by (rewrite <- exp_plus, Rplus_opp_r; apply exp_0).
  generalize dependent (exp (- a)). generalize dependent (exp a). intros x P y Q E.
  assert (S := pow2_ge_0 (x - y)). destruct (Rlt_le_dec (x + y) 2); nra.
Qed.

Ltac sign :=
  first
    [ assumption
    | lra
    | interval
    | lazymatch goal with
      | |- 0 < exp _ => apply exp_pos
      | |- 0 <= exp _ => apply Rlt_le, exp_pos
      | |- 0 < 1 - 2 / (exp (2 * _) + 1) => apply tanh_pos_strict; sign
      | |- 0 <= 1 - 2 / (exp (2 * _) + 1) => apply tanh_pos; sign
      | |- 0 <= sqrt _ => apply sqrt_pos
      | |- 0 < sqrt _ => apply sqrt_lt_R0; sign
      | |- 0 <= Rabs _ => apply Rabs_pos
      | |- 0 < Rabs _ => apply Rabs_pos_lt; first [ apply Rgt_not_eq; unfold Rgt; sign
                                                  | apply Rlt_not_eq, Ropp_lt_cancel; rewrite Ropp_0; sign ]
      | |- 0 <= _ ^ 2 => apply pow2_ge_0
      | |- 0 <= 1 + -1 * exp _ => apply rest_of_exp; sign
      | |- 0 <= ln ((exp ?a + exp (- ?a)) / 2) => apply ln_cosh
      | |- 0 <= ln (?a / ?b) => first [ apply ln_over; [sign | lra] | apply ln_pos; apply Rminus_le_0; sign ]
      | |- 0 <= ln _ => apply ln_pos; apply Rminus_le_0; sign
      | |- 0 <= - ln _ => apply ln_neg; [ | apply Rminus_le_0]; sign
      | |- 0 < - ln _ => apply ln_neg_strict; [ | apply Rminus_lt_0]; sign
      | |- 0 < ln (?a / ?b) => first [ apply ln_over_strict; [sign | lra] | apply ln_pos_strict; apply Rminus_lt_0; sign ]
      | |- 0 < ln _ => apply ln_pos_strict; apply Rminus_lt_0; sign
      | |- 0 <= Rmin _ _ => apply Rmin_glb; sign
      | |- 0 < Rmin _ _ => apply Rmin_glb_lt; sign
      | |- 0 <= Rmax ?a ?b => first [ apply Rle_trans with a; [sign | apply Rmax_l]
                                    | apply Rle_trans with b; [sign | apply Rmax_r] ]
      | |- 0 < Rmax ?a ?b => first [ apply Rlt_le_trans with a; [sign | apply Rmax_l]
                                   | apply Rlt_le_trans with b; [sign | apply Rmax_r] ]
      | |- 0 <= ?a ^ ?n => first [ apply pow_le; sign | apply (even_power a (Nat.div2 n)) ]
      | |- 0 < _ ^ _ => apply pow_lt; sign
      | |- 0 < / _ => apply Rinv_0_lt_compat; sign
      | |- 0 <= / _ => apply inv_pos; sign
      | |- 0 < _ / _ => apply Rdiv_lt_0_compat; sign
      | |- 0 <= _ / _ => apply div_pos; sign
      | |- 0 < _ * _ => first [ apply Rmult_lt_0_compat; sign | apply product_of_negatives_strict; sign ]
      | |- 0 <= _ * _ => first [ apply Rmult_le_pos; sign | apply product_of_negatives; sign ]
      | |- 0 <= - (- ?a) => rewrite Ropp_involutive; sign
      | |- 0 < - (- ?a) => rewrite Ropp_involutive; sign
      | |- 0 <= - (_ * _) => first [ apply opp_product_left; sign | apply opp_product_right; sign ]
      | |- 0 <= - (_ + _) => apply opp_sum; sign
      | |- 0 < - (_ * _) => first [ apply opp_product_left_strict; sign | apply opp_product_right_strict; sign ]
      | |- 0 < _ + _ => first [ apply Rplus_lt_le_0_compat; sign | apply Rplus_le_lt_0_compat; sign ]
      | |- 0 <= _ + _ => apply Rplus_le_le_0_compat; sign
      end
    | interval with (i_prec 100)
    | nra ].

(* What an equation asks for: that a divisor is not 0. *)

Ltac nonzero :=
  repeat match goal with |- _ /\ _ => split end; try exact I;
  first
    [ assumption
    | lra
    | interval
    | apply Rgt_not_eq; unfold Rgt; sign
    | apply Rlt_not_eq; apply Ropp_lt_cancel; rewrite Ropp_0; sign
    | apply not_eq_sym; apply Rlt_not_eq; sign
    | nra ].

Ltac roots :=
  repeat match goal with
  | |- context [sqrt ?a] =>
      lazymatch goal with
      | _ : sqrt a * sqrt a = a |- _ => fail
      | _ => assert (sqrt a * sqrt a = a) by (apply sqrt_sqrt; sign)
      end
  end.

(* The arguments of exponentials and roots in a normal form. *)

Ltac arguments :=
  repeat match goal with
  | |- context [exp ?a] => progress (ring_simplify a)
  | |- context [ln ?a] => progress (ring_simplify a)
  | |- context [sqrt ?a] => progress (ring_simplify a)
  end.

Ltac at_place :=
  repeat match goal with
  | |- context [exp ?a] => replace (exp a) with 1 by (replace a with 0 by (field; nonzero); symmetry; apply exp_0)
  | |- context [ln ?a] => replace (ln a) with 0 by (replace a with 1 by (field; nonzero); symmetry; apply ln_1)
  | |- context [sqrt ?a] => replace (sqrt a) with 0 by (replace a with 0 by (field; nonzero); symmetry; apply sqrt_0)
  | |- context [sqrt ?a] => replace (sqrt a) with 1 by (replace a with 1 by (field; nonzero); symmetry; apply sqrt_1)
  end.

(* Exponentials whose arguments are equal, as one. *)

Ltac one_exp :=
  match goal with
  | |- context [exp ?a] =>
      match goal with
      | |- context [exp ?b] =>
          assert_fails (constr_eq a b); replace (exp a) with (exp b) by (f_equal; timeout 4 (field; nonzero))
      end
  end.

(* An identity: both sides are equal wherever they are defined. *)

Ltac equal :=
  first
    [ reflexivity
    | ring
    | field; nonzero
    | lra
    | unfold Rdiv; first [ ring | rewrite ?Rinv_mult, ?Rinv_inv, <- ?pow_inv; ring | field; nonzero ]
    | at_place; first [ reflexivity | ring | field; nonzero ]
    | arguments; first [ reflexivity | ring | field; nonzero ]
    | timeout 10 one_exp; timeout 4 ring ].

Ltac congruent := first [ equal | f_equal; congruent ].

Ltac field_roots :=
  match goal with
  | A : sqrt ?a * sqrt ?a = ?a, B : sqrt ?b * sqrt ?b = ?b, C : sqrt ?c * sqrt ?c = ?c, D : sqrt ?d * sqrt ?d = ?d,
    E : sqrt ?e * sqrt ?e = ?e |- _ => first [ ring [A B C D E] | field [A B C D E]; nonzero ]
  | A : sqrt ?a * sqrt ?a = ?a, B : sqrt ?b * sqrt ?b = ?b, C : sqrt ?c * sqrt ?c = ?c, D : sqrt ?d * sqrt ?d = ?d |- _ =>
      first [ ring [A B C D] | field [A B C D]; nonzero ]
  | A : sqrt ?a * sqrt ?a = ?a, B : sqrt ?b * sqrt ?b = ?b, C : sqrt ?c * sqrt ?c = ?c |- _ =>
      first [ ring [A B C] | field [A B C]; nonzero ]
  | A : sqrt ?a * sqrt ?a = ?a, B : sqrt ?b * sqrt ?b = ?b |- _ => first [ ring [A B] | field [A B]; nonzero ]
  | A : sqrt ?a * sqrt ?a = ?a |- _ => first [ ring [A] | field [A]; nonzero ]
  | A : sqrt (/ ?a) * sqrt (/ ?a) = / ?a |- context [sqrt (/ ?a)] => timeout 10 (clear A; rewrite (sqrt_inv a); roots; field_roots)
  end.

(* Logarithms of powers of 2. *)

Lemma ln_of_two (k : nat) (x : R) : x = 2 ^ k -> ln x = INR k * ln 2.
Proof. intros ->. apply ln_pow. lra. Qed.

Ltac twos :=
  rewrite ?(ln_of_two 2 4), ?(ln_of_two 3 8), ?(ln_of_two 4 16), ?(ln_of_two 5 32), ?(ln_of_two 6 64), ?(ln_of_two 8 256)
    by (simpl; lra);
  simpl INR.

(* Powers of a letter with one denominator, and the letter, as powers of its root. *)

Lemma root_power (x : R) (p : nat) (q : R) : q <> 0 -> exp (IZR (Z.of_nat p) / q * ln x) = exp (/ q * ln x) ^ p.
Proof. intros N. rewrite <- exp_nat. f_equal. field. assumption. Qed.

Lemma power_of_root (x : R) (q : nat) : 0 < x -> IZR (Z.of_nat q) <> 0 -> x = exp (/ IZR (Z.of_nat q) * ln x) ^ q.
Proof. intros P N. rewrite <- exp_nat. rewrite <- (exp_ln x P) at 1. f_equal. field. assumption. Qed.

Ltac roots_of_letters :=
  repeat match goal with
  | |- context [exp (_ / IZR (Zpos ?q) * ln ?x)] =>
      is_var x;
      let n := eval vm_compute in (Pos.to_nat q) in
      repeat match goal with
      | |- context [exp (IZR (Zpos ?p) / IZR (Zpos q) * ln x)] =>
          let k := eval vm_compute in (Pos.to_nat p) in
          replace (exp (IZR (Zpos p) / IZR (Zpos q) * ln x)) with (exp (/ IZR (Zpos q) * ln x) ^ k)
            by (symmetry; apply (root_power x k (IZR (Zpos q))); nonzero)
      end;
      let r := fresh "r" in
      let P := fresh "P" in
      let E := fresh "E" in
      assert (P : 0 < exp (/ IZR (Zpos q) * ln x)) by apply exp_pos;
      assert (E : x = exp (/ IZR (Zpos q) * ln x) ^ n) by (apply (power_of_root x n); [sign | simpl; nonzero]);
      revert P E; generalize (exp (/ IZR (Zpos q) * ln x)); intros r P E;
      rewrite ?E; clear E
  end.

Ltac by_roots :=
  first [ equal | roots; field_roots | progress roots_of_letters; timeout 8 (field; nonzero) ].

(* Exponentials of sums as products, those of whole multiples as powers. *)

Lemma exp_minus (k : positive) (a : R) : exp (IZR (Z.neg k) * a) = / exp (IZR (Z.pos k) * a).
Proof. rewrite <- exp_Ropp. f_equal. rewrite <- Pos2Z.opp_pos, opp_IZR. ring. Qed.

Ltac exps_of_wholes :=
  repeat match goal with |- context [exp ?a] => progress (ring_simplify a) end;
  unfold Rminus;
  rewrite ?exp_plus, ?exp_Ropp, ?exp_minus;
  repeat match goal with
  | |- context [exp (IZR (Z.pos ?p) * ?a)] =>
      let n := eval vm_compute in (Pos.to_nat p) in
      change (exp (IZR (Z.pos p) * a)) with (exp (IZR (Z.of_nat n) * a)); rewrite (exp_nat n a)
  end;
  repeat match goal with |- context [exp (ln ?b)] => rewrite (exp_ln b) by sign end.

(* One word for the roots of what is the same. *)

Ltac one_root :=
  repeat match goal with
  | |- context [sqrt ?a] =>
      match goal with
      | |- context [sqrt ?c] => assert_fails (constr_eq a c); replace (sqrt a) with (sqrt c) by (f_equal; first [ ring | field; nonzero ])
      end
  end.

Ltac zero := first [ lra | progress (rewrite ?ln_exp); lra | ring | field; nonzero | at_place; first [ ring | field; nonzero ] | equal | roots; field_roots
             | progress twos; lra | timeout 8 (progress exps_of_wholes; first [ ring | field; nonzero ]) | interval ].

Ltac by_next H t :=
  let N := fresh in
  assert (N := H t); cbv beta in N;
  first
    [ apply N; lra
    | apply Rlt_le, N; lra
    | lazymatch type of N with
      | _ -> _ -> 0 <= ?g => apply (le_of_eq _ g); [equal | apply N; lra]
      | _ -> 0 <= ?g => apply (le_of_eq _ g); [equal | apply N; lra]
      | 0 <= ?g => apply (le_of_eq _ g); [equal | apply N]
      | _ -> _ -> 0 < ?g =>
          first [ apply (lt_of_eq _ g); [equal | apply N; lra] | apply (le_of_eq _ g); [equal | apply Rlt_le, N; lra] ]
      | _ -> 0 < ?g =>
          first [ apply (lt_of_eq _ g); [equal | apply N; lra] | apply (le_of_eq _ g); [equal | apply Rlt_le, N; lra] ]
      | 0 < ?g => first [ apply (lt_of_eq _ g); [equal | apply N] | apply (le_of_eq _ g); [equal | apply Rlt_le, N] ]
      end ].

Ltac inverse :=
  first
    [ rewrite Ropp_involutive, exp_ln; [ reflexivity | sign ]
    | rewrite pow2_sqrt; [ reflexivity | sign ]
    | rewrite sqrt_pow2; [ equal | sign ]
    | symmetry; apply pow2_sqrt; sign
    | rewrite ?sqrt_pow2, ?ln_exp; [ equal | sign .. ] ].

Ltac logs :=
  repeat match goal with
  | |- context [ln (exp ?a)] => rewrite (ln_exp a)
  | |- context [ln (/ ?a)] => rewrite (ln_Rinv a) by sign
  | |- context [ln (?a * ?b)] => rewrite (ln_mult a b) by sign
  | |- context [ln (?a / ?b)] => change (ln (a / b)) with (ln (a * / b)); rewrite (ln_mult a (/ b)) by sign
  | |- context [ln (?a ^ ?n)] => rewrite (ln_pow a n) by sign; simpl INR
  end.

(* exp e for the argument s, where e = s by algebra. *)
Ltac exponent s :=
  repeat match goal with
  | |- context [exp ?e] => assert_fails (constr_eq e s); replace (exp e) with (exp s) by (f_equal; first [ ring | field; nonzero ])
  end.

Ltac taken_apart := rewrite ?exp_plus, ?exp_Ropp, ?exp_nat; rewrite ?exp_ln by sign; first [ reflexivity | field; nonzero ].

Ltac whole_power e k b :=
  replace e with (IZR (Z.of_nat k) * ln b) by (simpl; first [ ring | field; nonzero ]);
  rewrite exp_nat, exp_ln by sign; simpl; first [ lra | field; nonzero ].

Ltac inverse_power e k b :=
  replace e with (- (IZR (Z.of_nat k) * ln b)) by (simpl; first [ ring | field; nonzero ]);
  rewrite exp_Ropp, exp_nat, exp_ln by sign; simpl; first [ lra | field; nonzero ].

(* A part's bound that intervals don't see: of a minimum, of a logarithm or an inverse near 0. *)
Ltac enclosed :=
  first
    [ lra
    | interval
    | lazymatch goal with
      | |- _ <= Rmin _ _ => apply Rmin_glb; enclosed
      | |- Rmax _ _ <= _ => apply Rmax_lub; enclosed
      | |- _ <= Rmax ?a ?b => first [ apply Rle_trans with a; [enclosed | apply Rmax_l]
                                    | apply Rle_trans with b; [enclosed | apply Rmax_r] ]
      | |- Rmin ?a ?b <= _ => first [ apply Rle_trans with a; [apply Rmin_l | enclosed]
                                    | apply Rle_trans with b; [apply Rmin_r | enclosed] ]
      | |- ln _ <= _ => apply ln_at_most; [sign | enclosed]
      | |- 0 <= / _ => apply inv_pos; sign
      | |- _ <= / _ => apply inverse_at_least; [sign | enclosed]
      end
    | apply Rminus_le_0; sign ].

Ltac defined := repeat match goal with |- _ /\ _ => split end; try exact I; first [ nonzero | sign ].

Ltac root_of x e q :=
  rewrite <- exp_nat; replace (IZR (Z.of_nat q) * e) with (ln x) by (simpl; field);
  rewrite exp_ln by sign; reflexivity.

Ltac kinks :=
  unfold Rmin, Rmax;
  repeat match goal with |- context [Rle_dec ?a ?b] => destruct (Rle_dec a b) end.

Ltac simpler := match goal with |- 0 <= ?a => field_simplify a | |- 0 < ?a => field_simplify a end.

(* The value of a minimum, a maximum or a size, once its branch is known. *)

Ltac branch :=
  unfold Rmin, Rmax, Rabs in *;
  repeat match goal with
  | |- context [Rle_dec ?a ?b] => destruct (Rle_dec a b)
  | |- context [Rcase_abs ?a] => destruct (Rcase_abs a)
  end; lra.

Ltac branch_of :=
  unfold Rmin, Rmax, Rabs;
  repeat match goal with
  | |- context [Rle_dec ?a ?b] => destruct (Rle_dec a b)
  | |- context [Rcase_abs ?a] => destruct (Rcase_abs a)
  end;
  repeat match goal with
  | |- _ \/ _ => first [ left; solve [ repeat split; lra ] | right ]
  end; repeat split; lra.

Ltac parts := repeat match goal with |- _ /\ _ => split end.
