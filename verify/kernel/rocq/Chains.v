(* What the theorems of chains use: a line moves with one of its parts; what a statement asks for. *)

From Ratecheck Require Export Ratecheck.
Open Scope R_scope.

Lemma exp_rises (a b : R) : a <= b -> exp a <= exp b.
Proof. intros [H | ->]; [apply Rlt_le, exp_increasing; assumption | apply Rle_refl]. Qed.

Lemma ln_rises (a b : R) : 0 < a -> a <= b -> ln a <= ln b.
Proof. intros P [H | ->]; [apply Rlt_le, ln_increasing; assumption | apply Rle_refl]. Qed.

Lemma ln_at_least_0 (a : R) : 1 <= a -> 0 <= ln a.
Proof. intros H. rewrite <- ln_1. apply ln_rises; lra. Qed.

Lemma ln_1_plus (a : R) : 0 <= a -> 0 <= ln (1 + a).
Proof. intros. apply ln_at_least_0. lra. Qed.

Lemma ln_1_plus_pos (a : R) : 0 < a -> 0 < ln (1 + a).
Proof. intros. rewrite <- ln_1. apply ln_increasing; lra. Qed.

Lemma ln_positive (a : R) : 1 < a -> 0 < ln a.
Proof. intros. rewrite <- ln_1. apply ln_increasing; lra. Qed.

Lemma le_exp_less_1 (a b : R) : a = b -> a <= -1 + exp b.
Proof. intros ->. pose proof (exp_ineq1_le b). lra. Qed.

Lemma Rmin_rises (a b c d : R) : a <= c -> b <= d -> Rmin a b <= Rmin c d.
Proof. intros. apply Rmin_glb; [apply Rle_trans with a; [apply Rmin_l |] | apply Rle_trans with b; [apply Rmin_r |]]; assumption. Qed.

Lemma Rmax_rises (a b c d : R) : a <= c -> b <= d -> Rmax a b <= Rmax c d.
Proof. intros. apply Rmax_lub; [apply Rle_trans with c; [| apply Rmax_l] | apply Rle_trans with d; [| apply Rmax_r]]; assumption. Qed.

(* A power of what may be 0, as it is wherever it is defined: ln is no logarithm there. *)

Definition power (x y : R) : R := if Rlt_dec 0 x then exp (y * ln x) else if Req_EM_T y 0 then 1 else 0.

Lemma power_pos (x y : R) : 0 < x -> power x y = exp (y * ln x).
Proof. intros P. unfold power. destruct (Rlt_dec 0 x); [reflexivity | lra]. Qed.

Lemma power_of_0 (y : R) : 0 < y -> power 0 y = 0.
Proof. intros P. unfold power. destruct (Rlt_dec 0 0); [lra |]. destruct (Req_EM_T y 0); [lra | reflexivity]. Qed.

Lemma power_nonneg (x y : R) : 0 <= power x y.
Proof. unfold power. destruct (Rlt_dec 0 x); [apply Rlt_le, exp_pos |]. destruct (Req_EM_T y 0); lra. Qed.

Lemma power_rises (a b y : R) : 0 <= y -> 0 <= a -> a <= b -> power a y <= power b y.
Proof.
  intros Y A H. unfold power. destruct (Rlt_dec 0 a), (Rlt_dec 0 b); try lra.
  - apply exp_rises, Rmult_le_compat_l; [assumption | now apply ln_rises].
  - destruct (Req_EM_T y 0) as [-> |]; [| apply Rlt_le, exp_pos]. rewrite Rmult_0_l, exp_0. apply Rle_refl.
Qed.

Lemma power_most (x y : R) : 0 <= x -> x <= 1 -> 0 <= y -> power x y <= 1.
Proof.
  intros X H Y. apply Rle_trans with (power 1 y); [now apply power_rises |].
  rewrite power_pos, ln_1, Rmult_0_r, exp_0 by lra. apply Rle_refl.
Qed.

Lemma power_mult (x y z : R) : 0 <= x -> 0 < y -> power (x * y) z = power x z * exp (z * ln y).
Proof.
  intros [P | <-] Q; unfold power.
  - destruct (Rlt_dec 0 x), (Rlt_dec 0 (x * y)); try lra; [| exfalso; apply n; now apply Rmult_lt_0_compat].
    rewrite ln_mult by assumption. rewrite <- exp_plus. f_equal. ring.
  - rewrite Rmult_0_l. destruct (Rlt_dec 0 0); [lra |]. destruct (Req_EM_T z 0) as [-> |]; [| ring].
    rewrite Rmult_0_l, exp_0. ring.
Qed.

Lemma power_div (x y z : R) : 0 <= x -> 0 < y -> power (x / y) z = power x z * exp (- z * ln y).
Proof.
  intros P Q. unfold Rdiv. rewrite power_mult by (try apply Rinv_0_lt_compat; assumption).
  rewrite ln_Rinv by assumption. do 2 f_equal. ring.
Qed.

(* At least 1, and more, from how a term is built. *)

Lemma one_over (a b : R) : 0 < b -> b <= a -> 1 <= a / b.
Proof. intros P H. apply Rmult_le_reg_r with b; [assumption |]. replace (a / b * b) with a by (field; lra). lra. Qed.

Lemma one_over_strict (a b : R) : 0 < b -> b < a -> 1 < a / b.
Proof. intros P H. apply Rmult_lt_reg_r with b; [assumption |]. replace (a / b * b) with a by (field; lra). lra. Qed.

Lemma one_product (a b : R) : 1 <= a -> 1 <= b -> 1 <= a * b.
Proof. intros. nra. Qed.

Lemma one_product_left (a b : R) : 1 < a -> 1 <= b -> 1 < a * b.
Proof. intros. nra. Qed.

Lemma one_product_right (a b : R) : 1 <= a -> 1 < b -> 1 < a * b.
Proof. intros. nra. Qed.

Lemma one_exp (a : R) : 0 <= a -> 1 <= exp a.
Proof. intros. rewrite <- exp_0. now apply exp_rises. Qed.

Lemma above_exp_0 (a : R) : 0 < a -> 0 < -1 + exp a.
Proof. intros. assert (exp 0 < exp a) by now apply exp_increasing. rewrite exp_0 in *. lra. Qed.

Lemma from_exp_0 (a : R) : 0 <= a -> 0 <= -1 + exp a.
Proof. intros. pose proof (one_exp a). lra. Qed.

Lemma one_root_of (a : R) : 1 <= a -> 1 <= sqrt a.
Proof. intros. rewrite <- sqrt_1. now apply sqrt_le_1_alt. Qed.

Ltac from_one :=
  first
    [ lra
    | lazymatch goal with
      | |- 1 <= _ / _ => apply one_over; [lra | first [lra | apply Rle_trans with 1; [lra | from_one]]]
      | |- 1 < _ / _ =>
          apply one_over_strict;
          [lra | first [lra | apply Rle_lt_trans with 1; [lra | from_one] | apply Rlt_le_trans with 1; [lra | from_one]]]
      | |- 1 <= ?a * / ?b => change (1 <= a / b); from_one
      | |- 1 < ?a * / ?b => change (1 < a / b); from_one
      | |- 1 <= _ * _ => apply one_product; from_one
      | |- 1 < _ * _ => first [apply one_product_right; from_one | apply one_product_left; from_one]
      | |- 1 <= _ ^ _ => apply pow_R1_Rle; from_one
      | |- 1 < _ ^ _ => apply Rlt_pow_R1; [from_one | lia]
      | |- 1 <= exp _ => apply one_exp; lra
      | |- 1 <= sqrt _ => apply one_root_of; from_one
      end ].

(* A sign that is seen from how a term is built; else by all means. *)

Lemma rest_of_1 (a c y : R) : a + c = 0 -> 0 < c -> 0 < y -> 0 < 1 + a / (c + y).
Proof. intros E C Y. replace (1 + a / (c + y)) with (y / (c + y)) by (field_simplify_eq; lra). apply Rdiv_lt_0_compat; lra. Qed.

Ltac built :=
  first
    [ assumption
    | lra
    | lazymatch goal with
      | |- 0 <= ln (1 + _) => apply ln_1_plus; built
      | |- 0 < ln (1 + _) => apply ln_1_plus_pos; built
      | |- 0 < ln _ => apply ln_positive; first [ from_one | nra ]
      | |- 0 <= ln _ => apply ln_at_least_0; first [ from_one | nra ]
      | |- 0 <= power _ _ => apply power_nonneg
      | |- 0 < power _ _ => rewrite power_pos by built; apply exp_pos
      | |- 0 < exp _ => apply exp_pos
      | |- 0 <= exp _ => apply Rlt_le, exp_pos
      | |- 0 < -1 + exp _ => apply above_exp_0; built
      | |- 0 <= -1 + exp _ => apply from_exp_0; built
      | |- 0 < PI => apply PI_RGT_0
      | |- 0 <= PI => apply Rlt_le, PI_RGT_0
      | |- 0 <= sqrt _ => apply sqrt_pos
      | |- 0 < sqrt _ => apply sqrt_lt_R0; built
      | |- 0 <= Rabs _ => apply Rabs_pos
      | |- 0 <= _ ^ 2 => apply pow2_ge_0
      | |- 0 < _ ^ _ => apply pow_lt; built
      | |- 0 <= _ ^ _ => apply pow_le; built
      | |- 0 < / _ => apply Rinv_0_lt_compat; built
      | |- 0 <= / _ => apply inv_pos; built
      | |- 0 < _ / _ => apply Rdiv_lt_0_compat; built
      | |- 0 <= _ / _ => apply div_pos; built
      | |- 0 < _ * _ => apply Rmult_lt_0_compat; built
      | |- 0 <= _ * _ => apply Rmult_le_pos; built
      | |- 0 <= Rmin _ _ => apply Rmin_glb; built
      | |- 0 < Rmin _ _ => apply Rmin_glb_lt; built
      | |- 0 < 1 + ?a / (?c + ?y) => first [ apply rest_of_1; [lra | lra | built] | apply Rplus_lt_le_0_compat; built ]
      | |- 0 < _ + _ => first [ apply Rplus_lt_le_0_compat; built | apply Rplus_le_lt_0_compat; built ]
      | |- 0 <= _ + _ => apply Rplus_le_le_0_compat; built
      end ].

Ltac signed := first [ built | sign ].

Ltac built_nonzero := repeat match goal with |- _ /\ _ => split end; first [ apply Rgt_not_eq; unfold Rgt; built | nonzero ].

(* At most 0: what is the negative of a sign that is seen. *)

Lemma negative (a b : R) : - a = b -> 0 <= b -> a <= 0.
Proof. lra. Qed.

Ltac at_most_0 := first [ lra | eapply negative; [ring_simplify; reflexivity | signed] | apply Ropp_le_cancel; rewrite Ropp_0; signed ].

(* a <= b, where they differ in one part that is known to have moved. *)

Ltac rises :=
  first
    [ assumption
    | apply Rle_refl
    | apply Req_le; assumption
    | apply Req_le; symmetry; assumption
    | apply Rlt_le; assumption
    | lazymatch goal with
      | |- ?a + ?b <= ?c + ?d => apply Rplus_le_compat; rises
      | |- - ?a <= - ?b => apply Ropp_le_contravar; rises
      | |- ?a / ?c <= ?b / ?c => change (a * / c <= b * / c); apply Rmult_le_compat_r; [signed | rises]
      | |- ?c / ?a <= ?c / ?b =>
          change (c * / a <= c * / b);
          first [ apply Rmult_le_compat_l; [signed | rises] | apply Rmult_le_compat_neg_l; [lra | rises] ]
      | |- ?a * ?b <= ?a * ?c =>
          first [ apply Rmult_le_compat_l; [signed | rises] | apply Rmult_le_compat_neg_l; [at_most_0 | rises] ]
      | |- ?b * ?a <= ?c * ?a =>
          first [ apply Rmult_le_compat_r; [signed | rises]
                | rewrite (Rmult_comm b a), (Rmult_comm c a); apply Rmult_le_compat_neg_l; [at_most_0 | rises] ]
      | |- ?a * ?b <= ?c * ?d => apply Rmult_le_compat; [signed | signed | rises | rises]
      | |- / ?a <= / ?b => apply Rinv_le_contravar; [signed | rises]
      | |- sqrt ?a <= sqrt ?b => apply sqrt_le_1_alt; rises
      | |- exp ?a <= exp ?b => apply exp_rises; rises
      | |- power ?a ?n <= power ?b ?n => apply power_rises; [signed | signed | rises]
      | |- ln ?a <= ln ?b => apply ln_rises; [signed | rises]
      | |- ?a ^ ?n <= ?b ^ ?n => apply pow_incr; split; [signed | rises]
      | |- Rmin ?a ?b <= Rmin ?c ?d => apply Rmin_rises; rises
      | |- Rmax ?a ?b <= Rmax ?c ?d => apply Rmax_rises; rises
      end ].

(* An equation between lines: roots of products as products of roots, sizes by their signs. *)

Lemma root6 : sqrt 6 = sqrt 2 * sqrt 3.
Proof. rewrite <- sqrt_mult by lra. f_equal; lra. Qed.

Lemma root_of_square (a r : R) : 0 <= r -> a = r * r -> sqrt a = r.
Proof. intros P ->. now apply sqrt_square. Qed.

Lemma root_of_twice (a r : R) : 0 <= r -> a = 2 * (r * r) -> sqrt a = sqrt 2 * r.
Proof. intros P ->. rewrite sqrt_mult, sqrt_square by nra. reflexivity. Qed.

Lemma root_of_multiple (k a r : R) : 0 <= k -> 0 <= r -> a = k * (r * r) -> sqrt a = sqrt k * r.
Proof. intros K P ->. rewrite sqrt_mult, sqrt_square by nra. reflexivity. Qed.

Lemma Rpow_div_distr (a b : R) (n : nat) : (a / b) ^ n = a ^ n / b ^ n.
Proof. unfold Rdiv. now rewrite Rpow_mult_distr, pow_inv. Qed.

Ltac split_roots :=
  repeat match goal with
  | |- context [sqrt 6] => rewrite root6
  | |- context [Rabs ?a] => rewrite (Rabs_pos_eq a) by signed
  | |- context [sqrt (?a ^ 2)] => rewrite (sqrt_pow2 a) by signed
  | |- context [sqrt (?a * ?b)] => rewrite (sqrt_mult a b) by signed
  | |- context [sqrt (?a / ?b)] => rewrite (sqrt_div_alt a b) by signed
  | |- context [sqrt (/ ?a)] => rewrite (sqrt_inv a)
  | |- context [sqrt (IZR ?p)] =>
      let r := eval vm_compute in (Z.sqrt p) in
      rewrite (root_of_square (IZR p) (IZR r)) by lra
  | |- context [sqrt (IZR ?p)] =>
      let r := eval vm_compute in (Z.sqrt (Z.div p 2)) in
      lazymatch r with 1%Z => fail | _ => rewrite (root_of_twice (IZR p) (IZR r)) by lra end
  | |- context [sqrt (IZR ?p)] =>
      let r := eval vm_compute in (Z.sqrt (Z.div p 3)) in
      lazymatch r with 1%Z => fail | _ => rewrite (root_of_multiple 3 (IZR p) (IZR r)) by lra end
  | |- context [sqrt (IZR ?p)] =>
      match goal with
      | |- context [sqrt (IZR ?k)] =>
          let r := eval vm_compute in (Z.sqrt (Z.div p k)) in
          lazymatch r with 0%Z => fail | 1%Z => fail | _ => rewrite (root_of_multiple (IZR k) (IZR p) (IZR r)) by lra end
      end
  end.

Lemma sqrt_of_exp (a : R) : sqrt (exp a) = exp (a / 2).
Proof.
  replace (exp a) with (exp (a / 2) * exp (a / 2)) by (rewrite <- exp_plus; f_equal; field).
  apply sqrt_square, Rlt_le, exp_pos.
Qed.

(* The arguments of roots without common factors above and below. *)

Ltac short_roots :=
  repeat match goal with |- context [sqrt (?a * (?b / ?c))] => progress (field_simplify (a * (b / c)); [ | nonzero .. ]) end.

(* Between products and quotients whatever may be 0 in them. *)

Ltac ring_of_inverses := unfold Rdiv; rewrite ?Rinv_mult, ?Rinv_inv, <- ?pow_inv; ring.

Ltac alike :=
  first
    [ reflexivity
    | lazymatch goal with
      | |- exp _ = exp _ => f_equal; alike
      | |- ln _ = ln _ => f_equal; alike
      | |- sqrt _ = sqrt _ => f_equal; alike
      | |- Rabs _ = Rabs _ => f_equal; alike
      | |- Rmin ?a ?b = Rmin ?c ?d => first [ f_equal; alike | rewrite (Rmin_comm a b); f_equal; alike ]
      | |- Rmax ?a ?b = Rmax ?c ?d => first [ f_equal; alike | rewrite (Rmax_comm a b); f_equal; alike ]
      | |- _ / _ = _ / _ => f_equal; alike
      | |- _ + _ = _ + _ => f_equal; alike
      | |- _ * _ = _ * _ => f_equal; alike
      end
    | timeout 4 ring
    | timeout 4 ring_of_inverses
    | timeout 4 (field; repeat match goal with |- _ /\ _ => split end; apply Rgt_not_eq; unfold Rgt; built) ].

(* One word for what is the same minimum, maximum, logarithm, exponential or root in both sides. *)

Ltac unified :=
  repeat match goal with
  | |- context [Rmin ?a ?b] => match goal with |- context [Rmin ?c ?d] =>
        assert_fails (constr_eq (Rmin a b) (Rmin c d)); replace (Rmin a b) with (Rmin c d) by (f_equal; alike) end
  | |- context [Rmax ?a ?b] => match goal with |- context [Rmax ?c ?d] =>
        assert_fails (constr_eq (Rmax a b) (Rmax c d)); replace (Rmax a b) with (Rmax c d) by (f_equal; alike) end
  | |- context [ln ?a] => match goal with |- context [ln ?c] =>
        assert_fails (constr_eq a c); replace (ln a) with (ln c) by (f_equal; alike) end
  | |- context [exp ?a] => match goal with |- context [exp ?c] =>
        assert_fails (constr_eq a c); replace (exp a) with (exp c) by (f_equal; alike) end
  | |- context [sqrt ?a] => match goal with |- context [sqrt ?c] =>
        assert_fails (constr_eq a c); replace (sqrt a) with (sqrt c) by (f_equal; alike) end
  end.

Ltac inverse_exps :=
  repeat match goal with
  | |- context [exp (-1 * ?a)] => replace (exp (-1 * a)) with (/ exp a) by (rewrite <- exp_Ropp; f_equal; ring)
  | |- context [exp (ln ?a)] => rewrite (exp_ln a) by signed
  | |- context [exp (2 * ?a)] => replace (exp (2 * a)) with (exp a * exp a) by (rewrite <- exp_plus; f_equal; ring)
  end.

(* Exponentials of multiples of logarithms as roots, numbers and inverses. *)

Lemma exp_half (x : R) : 0 < x -> exp (/ 2 * ln x) = sqrt x.
Proof. intros P. rewrite <- (Rpower_sqrt x P). reflexivity. Qed.

Lemma exp_of_log (a x y : R) (k : R) : 0 < x -> a = k * ln x -> exp (k * ln x) = y -> exp a = y.
Proof. intros P -> H. exact H. Qed.

Lemma exp_minus_half (x : R) : 0 < x -> exp (- / 2 * ln x) = / sqrt x.
Proof. intros P. rewrite Ropp_mult_distr_l_reverse, exp_Ropp, exp_half by assumption. reflexivity. Qed.

Lemma exp_minus_one (x : R) : 0 < x -> exp (- (1) * ln x) = / x.
Proof. intros P. rewrite Ropp_mult_distr_l_reverse, Rmult_1_l, exp_Ropp, exp_ln by assumption. reflexivity. Qed.

Lemma exp_two (x : R) : 0 < x -> exp (2 * ln x) = x ^ 2.
Proof. intros P. replace (2 * ln x) with (ln x + ln x) by ring. rewrite exp_plus, exp_ln by assumption. ring. Qed.

Lemma exp_minus_two (x : R) : 0 < x -> exp (- (2) * ln x) = / x ^ 2.
Proof. intros P. rewrite Ropp_mult_distr_l_reverse, exp_Ropp, exp_two by assumption. reflexivity. Qed.

Ltac multiple :=
  first
    [ timeout 1 ring
    | timeout 2 (field; nonzero)
    | progress (rewrite ?Rpow_mult_distr, ?Rpow_div_distr, ?pow2_sqrt by signed); timeout 4 (field; nonzero)
    | roots; timeout 4 field_roots
    | progress split_roots; roots; timeout 4 field_roots ].

Ltac logarithms_out :=
  repeat match goal with
  | |- context [exp (ln ?x)] => rewrite (exp_ln x) by signed
  | |- context [exp ?a] =>
      match a with
      | context [ln ?x] =>
          first
            [ rewrite (exp_of_log a x x 1) by first [ signed | multiple | rewrite Rmult_1_l; apply exp_ln; signed ]
            | rewrite (exp_of_log a x (/ sqrt x) (- / 2)) by first [ signed | multiple | apply exp_minus_half; signed ]
            | rewrite (exp_of_log a x (sqrt x) (/ 2)) by first [ signed | multiple | apply exp_half; signed ]
            | rewrite (exp_of_log a x (/ x) (- (1))) by first [ signed | multiple | apply exp_minus_one; signed ]
            | rewrite (exp_of_log a x (x ^ 2) 2) by first [ signed | multiple | apply exp_two; signed ]
            | rewrite (exp_of_log a x (/ x ^ 2) (- (2))) by first [ signed | multiple | apply exp_minus_two; signed ] ]
      end
  end.

(* A letter for each tanh. *)

Ltac tanhs :=
  repeat match goal with
  | |- context [1 - 2 / (exp (2 * ?a) + 1)] =>
      let P := fresh in
      assert (P : 0 < 1 - 2 / (exp (2 * a) + 1)) by (apply tanh_pos_strict; signed);
      revert P; generalize (1 - 2 / (exp (2 * a) + 1)); intros ? P
  end.

(* A power as it is of what is positive; else a letter that is at least 0. *)

Ltac powers :=
  repeat match goal with
  | |- context [power 0 ?b] => rewrite (power_of_0 b) by (timeout 4 signed)
  | |- context [power ?a ?b] => rewrite (power_pos a b) by (timeout 4 signed)
  end.

Ltac power_letters :=
  repeat match goal with
  | |- context [power ?a ?b] =>
      let P := fresh in pose proof (power_nonneg a b) as P; revert P; generalize (power a b); intros ? P
  end.

(* Powers of products and quotients as those of what may be 0, and exponentials. *)

Ltac powers_parted :=
  repeat match goal with
  | |- context [power (?a / ?b) ?c] => rewrite (power_div a b c) by (timeout 4 signed)
  | |- context [power (?a * ?b) ?c] => rewrite (power_mult a b c) by (timeout 4 signed)
  end;
  power_letters.

(* Exponentials that differ by a logarithm, or in sign, as one. *)

Lemma exp_next (a b x : R) : 0 < x -> a = b + ln x -> exp a = exp b * x.
Proof. intros P ->. now rewrite exp_plus, exp_ln. Qed.

Lemma exp_opposite (a b : R) : a = - b -> exp a = / exp b.
Proof. intros ->. apply exp_Ropp. Qed.

Lemma exp_double (a b : R) : a = b + b -> exp a = exp b * exp b.
Proof. intros ->. apply exp_plus. Qed.

Lemma exp_minus_double (a b : R) : a = - (b + b) -> exp a = / (exp b * exp b).
Proof. intros ->. now rewrite exp_Ropp, exp_plus. Qed.

Ltac exps_opposed :=
  repeat match goal with
  | |- context [exp ?a] =>
      match goal with
      | |- context [exp ?b] => assert_fails (constr_eq a b); rewrite (exp_opposite a b) by (timeout 1 (unfold Rdiv; rewrite ?Rinv_mult; ring))
      end
  end.

Ltac exps_doubled :=
  repeat match goal with
  | |- context [exp ?a] =>
      match goal with
      | |- context [exp ?b] =>
          assert_fails (constr_eq a b);
          first [ replace (exp a) with (exp b) by (f_equal; timeout 1 (first [ ring | field; nonzero ]))
                | rewrite (exp_minus_double a b) by (timeout 2 (field; nonzero))
                | rewrite (exp_double a b) by (timeout 2 (field; nonzero))
                | rewrite (exp_opposite a b) by (timeout 2 (field; nonzero)) ]
      end
  end.

Lemma exp_multiple (k : positive) (a b : R) : a = IZR (Z.pos k) * b -> exp a = exp b ^ Pos.to_nat k.
Proof. intros ->. rewrite <- exp_nat. now rewrite positive_nat_Z. Qed.

Lemma exp_minus_multiple (k : positive) (a b : R) : a = - (IZR (Z.pos k) * b) -> exp a = / exp b ^ Pos.to_nat k.
Proof. intros ->. rewrite exp_Ropp. f_equal. now apply exp_multiple. Qed.

(* Exponentials of which one exponent is a small multiple of another. *)

Ltac exp_times a b k :=
  let n := eval vm_compute in (Pos.to_nat k) in
  first [ rewrite (exp_multiple k a b) by (timeout 2 (field; nonzero))
        | rewrite (exp_minus_multiple k a b) by (timeout 2 (field; nonzero)) ];
  change (Pos.to_nat k) with n.

Ltac exps_multiplied :=
  exps_doubled;
  repeat match goal with
  | |- context [exp ?a] =>
      match goal with
      | |- context [exp ?b] =>
          assert_fails (constr_eq a b);
          first [ exp_times a b 3%positive | exp_times a b 5%positive | exp_times a b 4%positive | exp_times a b 6%positive ]
      end
  end.

(* An exponential as the product of two others. *)

Lemma exp_sum (a b c : R) : a = b + c -> exp a = exp b * exp c.
Proof. intros ->. apply exp_plus. Qed.

Ltac exps_summed :=
  repeat match goal with
  | |- context [exp ?a] => match goal with |- context [exp ?b] => match goal with |- context [exp ?c] =>
        assert_fails (constr_eq a b); assert_fails (constr_eq a c); assert_fails (constr_eq b c);
        rewrite (exp_sum a b c) by (timeout 2 (field; nonzero)) end end
  end.

(* Products of exponentials alone, as one. *)

Ltac exps_joined :=
  logs;
  twos;
  unfold Rdiv;
  rewrite <- ?exp_Ropp, <- ?exp_plus;
  f_equal;
  first [ timeout 4 ring | timeout 8 (field; nonzero) ].

Lemma root_exp (x : R) : 0 < x -> sqrt x = exp (/ 2 * ln x).
Proof. intros P. now rewrite exp_half. Qed.

(* Between products of positive numbers, by their logarithms. *)

Lemma ln_sqrt (x : R) : 0 < x -> ln (sqrt x) = / 2 * ln x.
Proof. intros P. rewrite root_exp by assumption. apply ln_exp. Qed.

Ltac lns :=
  repeat match goal with
  | |- context [ln 1] => rewrite ln_1
  | |- context [ln (exp ?a)] => rewrite (ln_exp a)
  | |- context [ln (sqrt ?a)] => rewrite (ln_sqrt a) by built
  | |- context [ln (/ ?a)] => rewrite (ln_Rinv a) by built
  | |- context [ln (?a * ?b)] => rewrite (ln_mult a b) by built
  | |- context [ln (?a / ?b)] => change (ln (a / b)) with (ln (a * / b)); rewrite (ln_mult a (/ b)) by built
  | |- context [ln (?a ^ ?n)] => rewrite (ln_pow a n) by built; simpl INR
  end.

Lemma ln_twice (a b : R) : a = 2 * b -> 0 < b -> ln a = ln 2 + ln b.
Proof. intros -> P. apply ln_mult; lra. Qed.

Ltac lns_twice :=
  repeat match goal with
  | |- context [ln ?a] =>
      match goal with
      | |- context [ln ?b] =>
          assert_fails (constr_eq a b); assert_fails (constr_eq b 1);
          rewrite (ln_twice a b) by first [ timeout 1 (field; nonzero) | built ]
      end
  end.

(* The logarithm of a number that is the product of two others. *)

Lemma ln_product (a b c : R) : c = a * b -> 0 < a -> 0 < b -> ln c = ln a + ln b.
Proof. intros ->. apply ln_mult. Qed.

Ltac lns_product :=
  repeat match goal with
  | |- context [ln ?c] => match goal with |- context [ln ?a] => match goal with |- context [ln ?b] =>
        assert_fails (constr_eq a c); assert_fails (constr_eq b c); assert_fails (constr_eq a 1); assert_fails (constr_eq b 1);
        rewrite (ln_product a b c) by (timeout 1 lra) end end
  end.

Ltac by_logs :=
  try powers;
  repeat match goal with |- context [Rabs ?a] => rewrite (Rabs_pos_eq a) by built end;
  apply ln_inv; [built | built |];
  lns; twos;
  first [ timeout 2 ring | timeout 8 (field; nonzero) | progress lns_twice; timeout 8 (field; nonzero)
        | progress lns_product; timeout 8 (field; nonzero) ].

(* Exponentials of sums as products of exponentials, those of sums of logarithms too, and roots as exponentials. *)

Ltac exps_apart :=
  logs;
  twos;
  repeat match goal with |- context [sqrt ?x] => rewrite (root_exp x) by signed end;
  unfold Rdiv;
  repeat match goal with |- context [exp ?a] => progress (ring_simplify a) end;
  unfold Rminus;
  rewrite ?exp_plus, ?exp_Ropp;
  exps_doubled.

Ltac exps_alike :=
  repeat match goal with
  | |- context [exp ?a] =>
      match a with
      | context [ln ?x] =>
          match goal with
          | |- context [exp ?b] =>
              assert_fails (constr_eq a b);
              first [ rewrite (exp_next a b x) by first [ timeout 2 ring | signed ] | rewrite (exp_opposite a b) by (timeout 2 ring) ]
          end
      end
  end.

(* Roots of products as products of roots of letters, and a letter as the square of its root. *)

Lemma sqrt_cube (a : R) : 0 <= a -> sqrt (a ^ 3) = a * sqrt a.
Proof.
  intros P. replace (a ^ 3) with (a ^ 2 * a) by ring. rewrite sqrt_mult, sqrt_pow2 by (try apply pow2_ge_0; assumption).
  reflexivity.
Qed.

Ltac letters_of_roots :=
  split_roots;
  repeat match goal with |- context [sqrt (?a ^ 3)] => rewrite (sqrt_cube a) by (timeout 2 signed) end;
  repeat match goal with
  | |- context [sqrt ?x] =>
      is_var x;
      let r := fresh "r" in
      let P := fresh "P" in
      let E := fresh "E" in
      assert (P : 0 < sqrt x) by (apply sqrt_lt_R0; timeout 2 signed);
      assert (E : x = sqrt x * sqrt x) by (symmetry; apply sqrt_sqrt; lra);
      revert P E; generalize (sqrt x); intros r P E; subst x
  end.

(* Squares of products with roots. *)

Ltac squares_of_roots :=
  repeat match goal with
  | |- context [(?a * ?b) ^ 2] => match a with context [sqrt _] => rewrite (Rpow_mult_distr a b 2) end
  | |- context [(?a / ?b) ^ 2] => match a with context [sqrt _] => rewrite (Rpow_div_distr a b 2) end
  | |- context [sqrt ?a ^ 2] => rewrite (pow2_sqrt a) by (timeout 2 signed)
  end.

(* Comparisons in numbers alone, and what follows by linear arithmetic from what is known. *)

Ltac least :=
  match goal with
  | |- _ <= Rmin _ _ => apply Rmin_glb
  | |- _ < Rmin _ _ => apply Rmin_glb_lt
  end.

(* Between minima and maxima, by their parts. *)

Ltac within :=
  first
    [ assumption
    | lra
    | lazymatch goal with
      | |- _ <= Rmin _ _ => apply Rmin_glb; within
      | |- _ < Rmin _ _ => apply Rmin_glb_lt; within
      | |- Rmax _ _ <= _ => apply Rmax_lub; within
      | |- _ <= Rmax ?a ?b => first [ apply Rle_trans with a; [within | apply Rmax_l]
                                    | apply Rle_trans with b; [within | apply Rmax_r] ]
      | |- Rmin ?a ?b <= _ => first [ apply Rle_trans with a; [apply Rmin_l | within]
                                    | apply Rle_trans with b; [apply Rmin_r | within] ]
      | |- _ <= Rabs ?a => unfold Rabs; destruct (Rcase_abs a); lra
      | |- 0 < _ => signed
      | |- 1 <= sqrt _ => from_one
      end ].

(* Maxima and minima whose larger or smaller part is known. *)

Ltac known_parts :=
  repeat match goal with
  | |- context [Rmax ?a ?b] =>
      first [ rewrite (Rmax_right a b) by (solve [timeout 2 within]) | rewrite (Rmax_left a b) by (solve [timeout 2 within]) ]
  | |- context [Rmin ?a ?b] =>
      first [ rewrite (Rmin_left a b) by (solve [timeout 2 within]) | rewrite (Rmin_right a b) by (solve [timeout 2 within]) ]
  end.

(* A maximum or minimum of what is equal. *)

Lemma Rmax_of_equal (a b : R) : b = a -> Rmax a b = a.
Proof. intros ->. apply Rmax_left, Rle_refl. Qed.

Lemma Rmin_of_equal (a b : R) : b = a -> Rmin a b = a.
Proof. intros ->. apply Rmin_left, Rle_refl. Qed.

(* Exponentials whose exponent is 0. *)

Lemma exp_of_0 (a : R) : a = 0 -> exp a = 1.
Proof. intros ->. apply exp_0. Qed.

Ltac exps_of_0 := repeat match goal with |- context [exp ?a] => rewrite (exp_of_0 a) by (timeout 2 (first [ ring | field; nonzero ])) end.

(* A power of a power whose exponents' product is 1 or -1. *)

Lemma power_back (c b z : R) : c * b = 1 -> 0 < z -> exp (c * ln (exp (b * ln z))) = z.
Proof. intros E Z. rewrite ln_exp, <- Rmult_assoc, E, Rmult_1_l. now apply exp_ln. Qed.

Lemma power_back_inverse (c b z : R) : c * b = -1 -> 0 < z -> exp (c * ln (exp (b * ln z))) = / z.
Proof.
  intros E Z. rewrite ln_exp, <- Rmult_assoc, E. replace (-1 * ln z) with (- ln z) by ring.
  now rewrite exp_Ropp, exp_ln.
Qed.

Ltac powers_back :=
  repeat match goal with
  | |- context [exp (?c * ln (exp (?b * ln ?z)))] =>
      first [ rewrite (power_back c b z) by first [ timeout 2 (field; nonzero) | signed ]
            | rewrite (power_back_inverse c b z) by first [ timeout 2 (field; nonzero) | signed ] ]
  end.

(* Roots of products with exponentials. *)

Ltac roots_of_exps := split_roots; rewrite ?sqrt_of_exp; roots; field_roots.

Ltac roots_and_exps :=
  first
    [ timeout 4 roots_of_exps
    | try exps_doubled; split_roots; rewrite ?sqrt_of_exp; try exps_doubled;
      first [ timeout 2 (field; built_nonzero) | timeout 3 equal | roots; timeout 4 field_roots ] ].

(* One word for the logarithms of what is the same by its roots. *)

Ltac lns_of_roots :=
  repeat match goal with
  | |- context [ln ?a] => match goal with |- context [ln ?c] =>
        assert_fails (constr_eq a c); replace (ln a) with (ln c) by (f_equal; timeout 4 roots_and_exps) end
  end.

(* Products factor by factor, what is in exponentials and logarithms too. *)

Ltac by_factors :=
  first
    [ reflexivity
    | lazymatch goal with
      | |- exp _ = exp _ => f_equal; by_factors
      | |- ln _ = ln _ => f_equal; by_factors
      | |- _ * _ = _ * _ => f_equal; by_factors
      end
    | exps_doubled; first [ timeout 2 ring | timeout 4 (field; nonzero) ]
    | lazymatch goal with |- context [sqrt _] => timeout 8 roots_and_exps end ].

(* Products of exponentials alone. *)

Ltac of_exps product :=
  lazymatch product with exp _ => idtac | ?a * exp _ => of_exps a end.

Ltac all_exps :=
  lazymatch goal with
  | |- exp _ = exp _ => fail
  | |- ?a = ?b => of_exps a; of_exps b; timeout 12 exps_joined
  end.

(* Squares of exponentials as those that stand beside them. *)

Lemma exp_squared (a b : R) : b = 2 * a -> exp a ^ 2 = exp b.
Proof. intros ->. replace (2 * a) with (a + a) by ring. rewrite exp_plus. ring. Qed.

Ltac exps_squared :=
  repeat match goal with
  | |- context [exp ?a ^ 2] =>
      match goal with |- context [exp ?b] => rewrite (exp_squared a b) by (timeout 2 (unfold Rdiv; rewrite ?Rinv_mult; first [ ring | field; built_nonzero ])) end
  end.

(* Squares of products with exponentials and roots, factor by factor. *)

Ltac squares_of_exps :=
  repeat first [ rewrite Rpow_mult_distr | rewrite Rpow_div_distr ];
  repeat match goal with |- context [sqrt ?a ^ 2] => rewrite (pow2_sqrt a) by (timeout 2 signed) end;
  try exps_squared;
  first [ timeout 4 ring_of_inverses | timeout 4 (field; built_nonzero) ].

(* A sum of two products, and their common factor before a bracket. *)

Lemma common_factor (a b c d e : R) : a = c * d -> b = c * e -> a + b = c * (d + e).
Proof. intros -> ->. ring. Qed.

(* Sizes of what is at least 0. *)

Ltac sizes := repeat match goal with |- context [Rabs ?a] => rewrite (Rabs_pos_eq a) by (timeout 2 signed) end.

Ltac same :=
  first
    [ all_exps
    | lazymatch goal with |- context [Rabs _] => progress sizes; same end
    | lazymatch goal with |- context [exp _ ^ 2] => progress (timeout 8 exps_squared); timeout 4 ring_of_inverses end
    | alike
    | lazymatch goal with
      | |- Rmax ?a _ = ?a => first [ apply Rmax_left; timeout 2 within | apply Rmax_of_equal; timeout 30 same ]
      | |- Rmin ?a _ = ?a => first [ apply Rmin_left; timeout 2 within | apply Rmin_of_equal; timeout 30 same ]
      | |- Rmax _ ?a = ?a => first [ apply Rmax_right; timeout 2 within | rewrite Rmax_comm; apply Rmax_of_equal; timeout 30 same ]
      | |- Rmin _ ?a = ?a => first [ apply Rmin_right; timeout 2 within | rewrite Rmin_comm; apply Rmin_of_equal; timeout 30 same ]
      | |- exp (ln ?a) = _ => rewrite (exp_ln a) by (timeout 4 signed); timeout 4 alike
      | |- ln _ = _ => timeout 12 (logs; first [ timeout 2 ring | field; nonzero ])
      | |- _ = ln _ => timeout 12 (logs; first [ timeout 2 ring | field; nonzero ])
      | |- _ * exp _ = _ * exp _ => first [ timeout 8 by_factors | timeout 12 by_logs ]
      | |- exp _ * exp _ = exp _ => timeout 4 by_logs
      | |- exp _ * _ = exp _ * _ => timeout 8 by_factors
      | |- exp _ = _ * exp _ => timeout 12 by_logs
      | |- _ + _ = _ + _ => timeout 16 (apply f_equal2; all_exps)
      | |- _ + _ = _ * (_ + _) => timeout 24 (apply common_factor; by_logs)
      end
    | lazymatch goal with
      | |- context [(_ * _) ^ 2] => lazymatch goal with |- context [exp _] => timeout 16 squares_of_exps end
      | |- context [(_ / _) ^ 2] => lazymatch goal with |- context [exp _] => timeout 16 squares_of_exps end
      end
    | progress (rewrite ?pow2_abs); same
    | progress squares_of_roots;
      first [ alike | timeout 2 ring | timeout 4 (field; nonzero) | timeout 4 roots_of_exps | timeout 8 same ]
    | progress powers_back; same
    | progress powers; same
    | lazymatch goal with |- _ * ?c = _ * ?c => f_equal; timeout 20 same end
    | progress unified; first [ timeout 2 ring | timeout 4 equal | roots; timeout 4 field_roots ]
    | lazymatch goal with |- context [sqrt _] => lazymatch goal with |- context [exp _] => timeout 12 roots_and_exps end end
    | progress powers_parted; exps_alike; first [ timeout 2 ring | timeout 4 (field; nonzero) ]
    | lazymatch goal with
      | |- exp _ = exp _ => progress (unified; logs; unified); f_equal; first [ timeout 2 ring | timeout 4 (field; nonzero) ]
      end
    | progress exps_doubled; first [ timeout 2 ring | timeout 4 (field; nonzero) ]
    | progress exps_alike; first [ timeout 2 ring | timeout 4 (field; nonzero) ]
    | progress logarithms_out; first [ alike | timeout 4 equal | roots; timeout 4 field_roots | timeout 4 congruent ]
    | progress inverse_exps; timeout 4 (field; nonzero)
    | lazymatch goal with
      | |- context [exp _ * exp _] => timeout 2 (rewrite <- ?exp_plus; f_equal; first [ ring | field; nonzero ])
      end
    | timeout 4 equal
    | lazymatch goal with
      | |- context [sqrt _ ^ 2] => rewrite ?Rpow_mult_distr, ?Rpow_div_distr, ?pow2_sqrt by signed; timeout 2 equal
      end
    | timeout 4 (roots; field_roots)
    | split_roots; first [ timeout 4 equal | roots; field_roots ]
    | progress short_roots; split_roots; roots; timeout 8 field_roots
    | progress letters_of_roots; timeout 8 (first [ field; nonzero | roots; field_roots ])
    | timeout 4 congruent
    | lazymatch goal with
      | |- context [sqrt _] => lazymatch goal with
          | |- context [ln _] => timeout 20 (progress lns_of_roots; first [ ring | field; nonzero ])
          end
      end
    | progress exps_of_0; timeout 4 same
    | progress (timeout 8 known_parts); first [ reflexivity | timeout 2 lra | timeout 4 equal ]
    | lazymatch goal with
      | |- context [Rmin _ _] => timeout 6 (kinks; first [ lra | nra ])
      | |- context [Rmax _ _] => timeout 6 (kinks; first [ lra | nra ])
      end
    | progress logs; first [ timeout 4 equal | timeout 4 congruent ]
    | progress (logs; logarithms_out); first [ timeout 4 equal | timeout 4 (field; nonzero) ]
    | timeout 6 (progress exps_of_wholes; first [ ring | field; nonzero ])
    | timeout 12 (progress exps_summed; first [ ring | field; nonzero | roots; field_roots ])
    | timeout 16 (progress exps_multiplied; first [ ring | field; nonzero ])
    | lazymatch goal with
      | |- context [exp _] => first [ timeout 20 by_logs | exps_joined ]
      | |- context [sqrt _] => timeout 20 by_logs
      end
    | lazymatch goal with
      | |- context [Rabs _] => timeout 6 (branch; lra)
      end
    | lazymatch goal with
      | |- context [exp _] => exps_apart; first [ timeout 4 ring | timeout 8 (field; nonzero) ]
      end ].

(* A line in which a minimum is put for one of its parts. *)

Ltac lessened part :=
  match goal with
  | |- ?l <= ?r =>
      match l with
      | context [Rmin ?a ?b] =>
          let p := part a b in
          let f := eval pattern (Rmin a b) in l in
          lazymatch f with
          | ?g _ =>
              let h := eval cbv beta in (g p) in
              assert (Rmin a b <= p) by (first [apply Rmin_l | apply Rmin_r]); apply Rle_trans with h; [rises |]
          end
      end
  end.

Ltac by_cases :=
  match goal with
  | |- _ <= ?r =>
      match r with
      | context [Rmin ?a ?b] =>
          destruct (Rle_lt_dec a b); [rewrite (Rmin_left a b) by assumption | rewrite (Rmin_right a b) by lra]
      end
  end.

(* p, in one side of a comparison, exchanged for its part q, as is known to be enough: that side is then `side`. *)

Ltac in_small p q side :=
  lazymatch goal with
  | |- ?l <= _ =>
      let f := eval pattern p in l in
      lazymatch f with
      | ?g _ => let h := eval cbv beta in (g q) in
                apply Rle_trans with h; [rises | apply Rle_trans with side; [apply Req_le; same |]]
      end
  end.

Ltac in_large p q side :=
  lazymatch goal with
  | |- _ <= ?r =>
      let f := eval pattern p in r in
      lazymatch f with
      | ?g _ => let h := eval cbv beta in (g q) in
                apply Rle_trans with h; [apply Rle_trans with side; [| apply Req_le; same] | rises]
      end
  end.

(* A comparison whose sides are those of a known one, once V says what a minimum or maximum in them is. *)

Ltac at_part V known :=
  rewrite V;
  lazymatch type of known with
  | ?a <= ?b => apply Rle_trans with a; [apply Req_le; same | apply Rle_trans with b; [exact known | apply Req_le; same]]
  | ?a < ?b => apply Rle_lt_trans with a; [apply Req_le; same | apply Rlt_le_trans with b; [exact known | apply Req_le; same]]
  end.

(* A comparison whose sides are those of a known one, written otherwise. *)

Ltac by_sides a b :=
  first
    [ apply Rle_trans with a; [apply Req_le; same | apply Rle_trans with b; [| apply Req_le; same]]
    | apply Rle_lt_trans with a; [apply Req_le; same | apply Rlt_le_trans with b; [| apply Req_le; same]] ];
  first [assumption | apply Rlt_le; assumption].

Ltac known_values := match goal with E : ?x = _ |- context [?x] => is_var x; rewrite E; clear E end.

Ltac first_of a b := a.
Ltac second_of a b := b.

Lemma le_over (a b c : R) : 0 < b -> c * b <= a -> c <= a / b.
Proof. intros P H. apply Rmult_le_reg_r with b; [assumption |]. replace (a / b * b) with a by (field; lra). assumption. Qed.

Lemma over_le (a b c : R) : 0 < b -> a <= c * b -> a / b <= c.
Proof. intros P H. apply Rmult_le_reg_r with b; [assumption |]. replace (a / b * b) with a by (field; lra). assumption. Qed.

Lemma le_inverse (a c : R) : 0 < a -> c * a <= 1 -> c <= / a.
Proof. intros P H. replace (/ a) with (1 / a) by (field; lra). now apply le_over. Qed.

Lemma inverse_le (a c : R) : 0 < a -> 1 <= c * a -> / a <= c.
Proof. intros P H. replace (/ a) with (1 / a) by (field; lra). now apply over_le. Qed.

Lemma le_quotient (e a b : R) : 0 <= e -> e <= a -> 0 < b -> b <= 1 -> e <= a / b.
Proof. intros. apply le_over; [assumption |]. apply Rle_trans with (e * 1); [apply Rmult_le_compat_l | ]; lra. Qed.

Lemma quotient_le (e a b : R) : 0 <= a -> a <= e -> 1 <= b -> a / b <= e.
Proof. intros. apply over_le; [lra |]. apply Rle_trans with (e * 1); [ | apply Rmult_le_compat_l]; lra. Qed.

Lemma le_product (e a b : R) : 0 <= e -> e <= a -> 1 <= b -> e <= a * b.
Proof. intros. apply Rle_trans with (e * 1); [lra | apply Rmult_le_compat; lra]. Qed.

(* The end of a product's range, from the ends of its factors' ranges, of which one is 1. *)

Ltac of_factors :=
  lazymatch goal with
  | |- _ <= _ / _ => apply le_quotient; [signed | within | signed | within]
  | |- _ / _ <= _ => apply quotient_le; [signed | within | within]
  | |- _ <= ?a * ?b => first [ apply le_product; [signed | within | within]
                             | rewrite (Rmult_comm a b); apply le_product; [signed | within | within] ]
  end.

(* The squares of roots whose bounds are known. *)

Ltac squared :=
  repeat match goal with
  | H : ?l <= ?r |- _ =>
      lazymatch l with ?x * ?x => fail | _ => idtac end;
      lazymatch goal with _ : l * l <= r * r |- _ => fail | _ => idtac end;
      match l with
      | context [sqrt ?a] =>
          assert (l * l <= r * r) by (apply Rmult_le_compat; first [exact H | timeout 2 signed]);
          assert (sqrt a * sqrt a = a) by (apply sqrt_sqrt; timeout 2 signed)
      end
  end.

(* What is at most one side of a known comparison, or at least the other, by what it lacks or has beside. *)

Ltac beside_known :=
  match goal with
  | H : ?c <= ?b |- _ <= ?b =>
      apply Rle_trans with c; [apply Rminus_le_0; unfold Rdiv; ring_simplify; timeout 4 signed | exact H]
  | H : ?a <= ?c |- ?a <= _ =>
      apply Rle_trans with c; [exact H | apply Rminus_le_0; unfold Rdiv; ring_simplify; timeout 4 signed]
  end.

(* At least 0, as what is known to be at most it. *)

Ltac above_known :=
  match goal with H : ?c <= ?b |- 0 <= ?b => apply Rle_trans with c; [timeout 4 signed | exact H] end.

Ltac compared :=
  first
    [ within
    | lazymatch goal with |- power _ _ <= 1 => apply power_most; lra end
    | known_values; compared
    | progress powers; compared
    | progress power_letters; compared
    | lazymatch goal with
      | |- 0 <= _ => first [ timeout 4 signed | above_known | timeout 8 (progress squared; signed) ]
      | |- 0 < _ => first [ timeout 4 signed | timeout 8 (progress squared; signed) ]
      | |- _ = _ => first [ same | progress known_parts; first [ lra | same ] ]
      | |- sqrt _ <= sqrt _ => apply sqrt_le_1_alt; compared
      | |- _ <= _ => first [ solve [timeout 4 bounds] | apply Rminus_le_0; timeout 4 signed | timeout 12 beside_known | apply Req_le; same ]
      | |- _ < _ => first [ solve [timeout 4 bounds] | apply Rminus_lt_0; timeout 4 signed ]
      end
    | apply le_exp_less_1; same
    | of_factors
    | least; compared
    | lessened first_of; compared
    | lessened second_of; compared
    | by_cases; compared
    | apply le_inverse; [timeout 4 signed | timeout 8 nra]
    | apply inverse_le; [timeout 4 signed | timeout 8 nra]
    | apply le_over; [timeout 4 signed | timeout 8 nra]
    | apply over_le; [timeout 4 signed | timeout 8 nra]
    | timeout 8 nra ].

(* A minimum or maximum is one of its parts. *)

Ltac one_of_parts := first [ lra | left; lra | right; one_of_parts ].

Ltac one_of :=
  kinks;
  repeat match goal with H : context [Rle_dec ?a ?b] |- _ => destruct (Rle_dec a b) end;
  first [ solve [repeat first [ reflexivity | left; reflexivity | right ]] | one_of_parts ].

Ltac congruent_lines := first [ same | f_equal; congruent_lines ].

Lemma le_by_factor (a b c l r : R) : l <= r -> a = c * l -> b = c * r -> 0 <= c -> a <= b.
Proof. intros H -> -> P. now apply Rmult_le_compat_l. Qed.

Lemma lt_by_factor (a b c l r : R) : l < r -> a = c * l -> b = c * r -> 0 < c -> a < b.
Proof. intros H -> -> P. now apply Rmult_lt_compat_l. Qed.


(* Whole numbers, by what they are made of. *)

Lemma whole_plus (a b : R) : (exists k : Z, a = IZR k) -> (exists k : Z, b = IZR k) -> exists k : Z, a + b = IZR k.
Proof. intros [k ->] [l ->]. exists (k + l)%Z. now rewrite plus_IZR. Qed.

Lemma whole_times (a b : R) : (exists k : Z, a = IZR k) -> (exists k : Z, b = IZR k) -> exists k : Z, a * b = IZR k.
Proof. intros [k ->] [l ->]. exists (k * l)%Z. now rewrite mult_IZR. Qed.

Lemma whole_power (a : R) (n : nat) : (exists k : Z, a = IZR k) -> exists k : Z, a ^ n = IZR k.
Proof. intros [k ->]. exists (k ^ Z.of_nat n)%Z. now rewrite pow_IZR. Qed.

Lemma whole_exp (x y : R) : 0 < x -> 0 <= y -> (exists k : Z, x = IZR k) -> (exists k : Z, y = IZR k) ->
  exists k : Z, exp (y * ln x) = IZR k.
Proof.
  intros P Q X [k ->]. apply le_IZR in Q. rewrite <- (Z2Nat.id k), exp_nat, exp_ln by assumption. now apply whole_power.
Qed.

Lemma whole_least (a b : R) : (exists k : Z, a = IZR k) -> (exists k : Z, b = IZR k) -> exists k : Z, Rmin a b = IZR k.
Proof. intros A B. unfold Rmin. now destruct (Rle_dec a b). Qed.

Lemma whole_most (a b : R) : (exists k : Z, a = IZR k) -> (exists k : Z, b = IZR k) -> exists k : Z, Rmax a b = IZR k.
Proof. intros A B. unfold Rmax. now destruct (Rle_dec a b). Qed.

Lemma whole_minus (a : R) : (exists k : Z, a = IZR k) -> exists k : Z, - a = IZR k.
Proof. intros [k ->]. exists (- k)%Z. now rewrite opp_IZR. Qed.

Ltac whole :=
  first
    [ assumption
    | lazymatch goal with
      | |- exists k : Z, _ + _ = _ => apply whole_plus; whole
      | |- exists k : Z, _ * _ = _ => apply whole_times; whole
      | |- exists k : Z, _ ^ _ = _ => apply whole_power; whole
      | |- exists k : Z, exp (_ * ln _) = _ => apply whole_exp; [built | built | whole | whole]
      | |- exists k : Z, - _ = _ => apply whole_minus; whole
      | |- exists k : Z, Rmin _ _ = _ => apply whole_least; whole
      | |- exists k : Z, Rmax _ _ = _ => apply whole_most; whole
      end
    | eexists; reflexivity ].

Ltac premise := first [ assumption | solve [eauto] | whole | compared ].

Ltac covered :=
  repeat match goal with
  | H : exists k : Z, ?x = IZR k |- ?x <= IZR ?c \/ _ =>
      let N := fresh in destruct (int_split x c H) as [N | N]; [left; exact N | simpl in N; right]
  | |- ?a <= ?b \/ _ => destruct (Rle_lt_dec a b); [left; assumption | right]
  | |- ?a < ?b \/ _ => destruct (Rlt_le_dec a b); [left; assumption | right]
  end; lra.

(* From an equation between parts, one between lines. *)

Ltac exchanged := first [ reflexivity | match goal with E : _ = _ |- _ => solve [rewrite E; reflexivity | rewrite <- E; reflexivity] end | lra ].

(* What is known of all objects, at those at hand, once what it asks for is known. *)

Ltac taken N := repeat match type of N with ?A -> _ => specialize (N ltac:(assumption)) end.

Tactic Notation "instance" constr(known) := let N := fresh in pose proof known as N; taken N.

(* That one event implies another, at one outcome. *)

Ltac implied :=
  intros;
  repeat match goal with
  | H : _ /\ _ |- _ => destruct H
  | H : _ \/ _ |- _ => destruct H
  | H : ~ (_ <= _) |- _ => apply Rnot_le_lt in H
  | H : ~ (_ < _) |- _ => apply Rnot_lt_le in H
  | H : ~ (_ /\ _) |- _ => apply Classical_Prop.not_and_or in H
  | H : ~ (_ \/ _) |- _ => apply Classical_Prop.not_or_and in H
  | H : ~ ~ _ |- _ => apply Classical_Prop.NNPP in H
  end;
  first
    [ assumption
    | lra
    | lazymatch goal with
      | |- _ /\ _ => split; implied
      | |- ~ (_ <= _) => apply Rlt_not_le; implied
      | |- ~ (_ < _) => apply Rle_not_lt; implied
      | |- ?A \/ ?B => destruct (Classical_Prop.classic A); [left; assumption | right; implied]
      | |- ~ (_ /\ _) => apply Classical_Prop.or_not_and; implied
      | |- ~ (_ \/ _) => apply Classical_Prop.and_not_or; implied
      | |- context [Rabs ?a] => unfold Rabs; destruct (Rcase_abs a); implied
      end
    | match goal with H : context [Rabs ?a] |- _ => unfold Rabs in H; destruct (Rcase_abs a); implied end
    | compared ].

Ltac asked H := repeat match type of H with ?A -> _ => let P := fresh in assert (P : A) by premise; specialize (H P); clear P end.

(* A comparison from a relation that lacks a factor of both sides. *)

Ltac congruent_sides :=
  first [ alike | rewrite Rmult_1_l; alike | same | rewrite Rmult_1_l; congruent_lines | split_roots; congruent_lines
        | unfold Rdiv; rewrite ?Rmult_assoc; congruent_lines ].

(* The functions in a goal at the arguments that they have in what is known, where these are equal. *)

Ltac shared_in H f sides :=
  repeat match goal with
  | |- context [f ?b] =>
      lazymatch type of H with
      | context [f b] => fail
      | _ => match type of H with context [f ?a] => replace (f b) with (f a) by (f_equal; sides) end
      end
  end.

Ltac shared_by H sides := shared_in H ln sides; shared_in H exp sides; shared_in H sqrt sides.

Ltac shared H := shared_by H same.

Ltac soon := timeout 5 same.

Ltac turned_sum :=
  rewrite ?Rmult_1_l; lazymatch goal with |- ?a + ?b = _ + _ => rewrite (Rplus_comm a b); apply f_equal2; timeout 1 alike end.

Ltac quick_sides := first [ all_exps | rewrite Rmult_1_l; all_exps | turned_sum | alike | rewrite Rmult_1_l; alike ].

Ltac sides_of_letters := letters_of_roots; field; nonzero.

Ltac sides_of_roots := split_roots; field; built_nonzero.

Ltac roots_of_powers := powers; roots_of_exps.

Ltac by_factor H c sides := first [eapply (le_by_factor _ _ c) | eapply (lt_by_factor _ _ c)]; [ exact H | sides | sides | signed ].

(* What is known of quotients, of their numerators. *)

Lemma from_over_le (a b c : R) : 0 < b -> a / b <= c -> a <= c * b.
Proof. intros P H. replace a with (a / b * b) by (field; lra). apply Rmult_le_compat_r; lra. Qed.

Lemma from_le_over (a b c : R) : 0 < b -> c <= a / b -> c * b <= a.
Proof. intros P H. replace a with (a / b * b) by (field; lra). apply Rmult_le_compat_r; lra. Qed.

Ltac numerators :=
  repeat match goal with
  | H : ?a / ?b <= ?c |- _ =>
      lazymatch goal with _ : a <= c * b |- _ => fail | _ => idtac end;
      assert (0 < b) by (timeout 2 signed); assert (a <= c * b) by (apply from_over_le; assumption)
  | H : ?c <= ?a / ?b |- _ =>
      lazymatch goal with _ : c * b <= a |- _ => fail | _ => idtac end;
      assert (0 < b) by (timeout 2 signed); assert (c * b <= a) by (apply from_le_over; assumption)
  end.

(* Exponentials of logarithms as they are, and products of exponentials as one. *)

Ltac joined H :=
  repeat match type of H with context [exp (ln ?a)] => rewrite (exp_ln a) in H by (timeout 4 signed) end;
  rewrite <- ?exp_plus in H; rewrite <- ?exp_plus.

Ltac by_relation known c :=
  let H := fresh in
  pose proof known as H; asked H;
  first [ exact H | lra
        | timeout 4 (by_factor H c quick_sides)
        | lazymatch goal with
          | |- context [sqrt _] => first [ timeout 4 (by_factor H c sides_of_roots) | timeout 4 (by_factor H c sides_of_letters) ]
          end
        | lazymatch goal with |- context [sqrt _] => timeout 4 (by_factor H c by_logs) end
        | lazymatch goal with
          | |- context [sqrt _] => lazymatch goal with |- context [exp _] => timeout 12 (by_factor H c roots_and_exps) end
          end
        | lazymatch goal with
          | |- context [power _ _] => lazymatch goal with |- context [sqrt _] => timeout 12 (by_factor H c roots_of_powers) end
          end
        | progress powers; timeout 8 (first [ exact H | lra | by_factor H c quick_sides ])
        | lazymatch goal with
          | |- context [exp _] => timeout 12 (progress (joined H); shared H; first [ exact H | lra | by_factor H c quick_sides ])
          end
        | timeout 12 (progress numerators; by_factor H c quick_sides)
        | timeout 12 (by_factor H c soon)
        | timeout 40 (progress (shared_by H soon); by_factor H c same)
        | timeout 20 (progress (shared H); by_factor H c same)
        | timeout 20 (by_factor H c congruent_sides) ].

(* A comparison whose gap is a multiple of another's. *)

Lemma le_by_gap (f c d a b : R) : b - a = f * (d - c) -> 0 <= f -> c <= d -> a <= b.
Proof. intros E F H. assert (0 <= f * (d - c)) by (apply Rmult_le_pos; lra). lra. Qed.

Lemma lt_by_gap (f c d a b : R) : b - a = f * (d - c) -> 0 < f -> c < d -> a < b.
Proof. intros E F H. assert (0 < f * (d - c)) by (apply Rmult_lt_0_compat; lra). lra. Qed.

(* A letter for each minimum that is at least 0: it is at most its parts. *)

Ltac bounded_minima :=
  repeat match goal with
  | |- context [Rmin ?a ?b] =>
      let P := fresh in
      assert (P : 0 <= Rmin a b <= a /\ Rmin a b <= b)
        by (split; [split; [timeout 4 signed | apply Rmin_l] | apply Rmin_r]);
      revert P; generalize (Rmin a b); intros ? [[? ?] ?]
  end.

Ltac by_multiple f c d :=
  first [apply (le_by_gap f c d) | apply (lt_by_gap f c d)]; [ first [progress tanhs; timeout 4 (field; nonzero) | progress bounded_minima; timeout 8 (field; built_nonzero) | progress (timeout 20 exps_opposed); timeout 4 (field; built_nonzero) | timeout 4 equal | timeout 40 same] | timeout 40 signed | premise ].

(* A hypothesis at the values of a model: sorts have one object, and properties hold. *)

Ltac at_the_one :=
  repeat match goal with H : forall z : unit, _ |- _ => specialize (H tt) end;
  repeat match goal with H : True -> _ |- _ => specialize (H I) end.

Ltac at_number v :=
  match goal with
  | H : forall x : R, _ |- _ =>
      let N := fresh in
      pose proof (H v) as N;
      repeat match type of N with
      | ?A -> _ => specialize (N ltac:(first [ exact I | eexists; reflexivity | lra | built | timeout 2 interval ]))
      end;
      first [ exact N | lra ]
  end.

(* Minima and maxima of numbers. *)

Ltac decided :=
  repeat match goal with
  | |- context [Rmin ?a ?b] => first [ rewrite (Rmin_left a b) by bounds | rewrite (Rmin_right a b) by bounds ]
  | |- context [Rmax ?a ?b] => first [ rewrite (Rmax_right a b) by bounds | rewrite (Rmax_left a b) by bounds ]
  end.

Ltac modelled :=
  cbv beta; decided; intros;
  repeat match goal with H : unit |- _ => destruct H end;
  first
    [ exact I
    | eexists; reflexivity
    | assumption
    | exists 0%Z; lra
    | exists 1%Z; lra
    | exists 2%Z; lra
    | exists 3%Z; lra
    | exists 4%Z; lra
    | lazymatch goal with |- exists k : Z, IZR ?p / IZR ?q = IZR k => let k := eval vm_compute in (Z.div p q) in exists k; lra end
    | bounds
    | at_the_one; first [ assumption | lra ]
    | at_number 1
    | at_number 0
    | at_number (1 / 2)
    | exfalso; match goal with H : ?a <= ?b |- _ => assert (b < a) by bounds; lra
                             | H : ?a < ?b |- _ => assert (b <= a) by bounds; lra end
    | compared
    | exfalso; match goal with H : ?a <= ?b |- _ => assert (b < a) by compared; lra
                             | H : ?a < ?b |- _ => assert (b <= a) by compared; lra end ].
