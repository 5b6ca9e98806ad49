(* What the theorems of chains use: a line moves with one of its parts; what a statement asks for. *)

From Ratecheck Require Export Ratecheck.
Open Scope R_scope.

Lemma exp_rises (a b : R) : a <= b -> exp a <= exp b.
Proof. intros [H | ->]; [apply Rlt_le, exp_increasing; assumption | apply Rle_refl]. Qed.

Lemma ln_rises (a b : R) : 0 < a -> a <= b -> ln a <= ln b.
Proof. intros P [H | ->]; [apply Rlt_le, ln_increasing; assumption | apply Rle_refl]. Qed.

Lemma Rmin_rises (a b c d : R) : a <= c -> b <= d -> Rmin a b <= Rmin c d.
Proof. intros. apply Rmin_glb; [apply Rle_trans with a; [apply Rmin_l |] | apply Rle_trans with b; [apply Rmin_r |]]; assumption. Qed.

Lemma Rmax_rises (a b c d : R) : a <= c -> b <= d -> Rmax a b <= Rmax c d.
Proof. intros. apply Rmax_lub; [apply Rle_trans with c; [| apply Rmax_l] | apply Rle_trans with d; [| apply Rmax_r]]; assumption. Qed.

(* a <= b, where they differ in one part that is known to have moved. *)

Ltac rises :=
  first
    [ assumption
    | apply Rle_refl
    | lazymatch goal with
      | |- ?a + ?b <= ?c + ?d => apply Rplus_le_compat; rises
      | |- - ?a <= - ?b => apply Ropp_le_contravar; rises
      | |- ?a / ?c <= ?b / ?c => unfold Rdiv; apply Rmult_le_compat_r; [sign | rises]
      | |- ?c / ?a <= ?c / ?b =>
          unfold Rdiv; first [ apply Rmult_le_compat_l; [sign | rises] | apply Rmult_le_compat_neg_l; [lra | rises] ]
      | |- ?a * ?b <= ?a * ?c =>
          first [ apply Rmult_le_compat_l; [sign | rises] | apply Rmult_le_compat_neg_l; [apply Ropp_le_cancel; rewrite Ropp_0; sign | rises] ]
      | |- ?b * ?a <= ?c * ?a =>
          first [ apply Rmult_le_compat_r; [sign | rises]
                | rewrite (Rmult_comm b a), (Rmult_comm c a); apply Rmult_le_compat_neg_l; [apply Ropp_le_cancel; rewrite Ropp_0; sign | rises] ]
      | |- ?a * ?b <= ?c * ?d => apply Rmult_le_compat; [sign | sign | rises | rises]
      | |- / ?a <= / ?b => apply Rinv_le_contravar; [sign | rises]
      | |- sqrt ?a <= sqrt ?b => apply sqrt_le_1_alt; rises
      | |- exp ?a <= exp ?b => apply exp_rises; rises
      | |- ln ?a <= ln ?b => apply ln_rises; [sign | rises]
      | |- ?a ^ ?n <= ?b ^ ?n => apply pow_incr; split; [sign | rises]
      | |- Rmin ?a ?b <= Rmin ?c ?d => apply Rmin_rises; rises
      | |- Rmax ?a ?b <= Rmax ?c ?d => apply Rmax_rises; rises
      end ].

(* An equation between lines: roots of products as products of roots, sizes by their signs. *)

Lemma root6 : sqrt 6 = sqrt 2 * sqrt 3.
Proof. rewrite <- sqrt_mult by lra. f_equal; lra. Qed.

Ltac split_roots :=
  repeat match goal with
  | |- context [sqrt 6] => rewrite root6
  | |- context [Rabs ?a] => rewrite (Rabs_pos_eq a) by sign
  | |- context [sqrt (?a ^ 2)] => rewrite (sqrt_pow2 a) by sign
  | |- context [sqrt (?a * ?b)] => rewrite (sqrt_mult a b) by sign
  | |- context [sqrt (?a / ?b)] => rewrite (sqrt_div_alt a b) by sign
  | |- context [sqrt (/ ?a)] => rewrite (sqrt_inv a)
  | |- context [sqrt 4] => replace (sqrt 4) with 2 by (symmetry; replace 4 with (2 ^ 2) by lra; apply sqrt_pow2; lra)
  | |- context [sqrt 1] => rewrite sqrt_1
  end.

Ltac same :=
  first
    [ timeout 4 equal
    | split_roots; first [ timeout 4 equal | roots; field_roots ]
    | timeout 4 congruent
    | progress logs; first [ timeout 4 equal | timeout 4 congruent ] ].

(* Comparisons in numbers alone, and what follows by linear arithmetic from what is known. *)

Ltac least :=
  match goal with
  | |- _ <= Rmin _ _ => apply Rmin_glb
  | |- _ < Rmin _ _ => apply Rmin_glb_lt
  end.

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

Ltac known_values := match goal with E : ?x = _ |- context [?x] => is_var x; rewrite E; clear E end.

Ltac first_of a b := a.
Ltac second_of a b := b.

Lemma le_over (a b c : R) : 0 < b -> c * b <= a -> c <= a / b.
Proof. intros P H. apply Rmult_le_reg_r with b; [assumption |]. replace (a / b * b) with a by (field; lra). assumption. Qed.

Lemma over_le (a b c : R) : 0 < b -> a <= c * b -> a / b <= c.
Proof. intros P H. apply Rmult_le_reg_r with b; [assumption |]. replace (a / b * b) with a by (field; lra). assumption. Qed.

Ltac compared :=
  first
    [ assumption
    | lra
    | apply Req_le; same
    | same
    | solve [timeout 4 bounds]
    | timeout 4 sign
    | apply Rminus_le_0; timeout 4 sign
    | apply Rminus_lt_0; timeout 4 sign
    | least; compared
    | lessened first_of; compared
    | lessened second_of; compared
    | by_cases; compared
    | known_values; compared
    | apply le_over; [timeout 4 sign | timeout 8 nra]
    | apply over_le; [timeout 4 sign | timeout 8 nra]
    | timeout 8 nra ].

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
      | |- exists k : Z, - _ = _ => apply whole_minus; whole
      | |- exists k : Z, Rmin _ _ = _ => apply whole_least; whole
      | |- exists k : Z, Rmax _ _ = _ => apply whole_most; whole
      end
    | eexists; reflexivity ].

Ltac premise := first [ assumption | solve [eauto] | whole | compared ].

Ltac covered :=
  repeat match goal with |- ?a <= ?b \/ _ => destruct (Rle_lt_dec a b); [left; assumption | right]
                       | |- ?a < ?b \/ _ => destruct (Rlt_le_dec a b); [left; assumption | right] end; lra.

(* From an equation between parts, one between lines. *)

Ltac exchanged := first [ reflexivity | match goal with E : _ = _ |- _ => solve [rewrite E; reflexivity | rewrite <- E; reflexivity] end | lra ].

(* A line's move from one that is known for each object. *)

Ltac specialised :=
  repeat match goal with
  | G : forall z : ?A, _, z : ?A |- _ => lazymatch A with R => fail | _ => let N := fresh in pose proof (G z) as N; clear G end
  end;
  repeat match goal with N : ?A -> _, H : ?A |- _ => lazymatch type of A with Prop => specialize (N H) end end;
  rises.

Ltac asked H := repeat match type of H with ?A -> _ => let P := fresh in assert (P : A) by premise; specialize (H P); clear P end.

(* A comparison from a relation that lacks a factor of both sides. *)

Ltac congruent_sides :=
  first [ same | rewrite Rmult_1_l; congruent_lines | split_roots; congruent_lines
        | unfold Rdiv; rewrite ?Rmult_assoc; congruent_lines ].

Ltac by_relation known c :=
  let H := fresh in
  pose proof known as H; asked H;
  first [ exact H | lra
        | first [eapply (le_by_factor _ _ c) | eapply (lt_by_factor _ _ c)]; [ exact H | congruent_sides | congruent_sides | sign ] ].

(* A hypothesis at the values of a model: sorts have one object, and properties hold. *)

Ltac at_the_one :=
  repeat match goal with H : forall z : unit, _ |- _ => specialize (H tt) end;
  repeat match goal with H : True -> _ |- _ => specialize (H I) end.

Ltac modelled :=
  cbv beta; intros;
  repeat match goal with H : unit |- _ => destruct H end;
  first
    [ exact I
    | eexists; reflexivity
    | assumption
    | bounds
    | at_the_one; first [ assumption | lra ]
    | exfalso; match goal with H : ?a <= ?b |- _ => assert (b < a) by bounds; lra
                             | H : ?a < ?b |- _ => assert (b <= a) by bounds; lra end
    | compared
    | exfalso; match goal with H : ?a <= ?b |- _ => assert (b < a) by compared; lra
                             | H : ?a < ?b |- _ => assert (b <= a) by compared; lra end ].
