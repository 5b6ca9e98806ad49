(** * Facts of the calculus: users who send their data

    As in Facts.v: each theorem says what the calculus grants under that name. *)

From Foundations Require Export Nouns.
Import ListNotations.
Open Scope R_scope.

Lemma E_power_app {A} (P : law A) a b h :
  E (power P (a + b)) h = E (power P b) (fun l => E (power P a) (fun x => h (x ++ l))).
Proof.
  revert h. induction a as [| a IH]; intros h; [reflexivity |].
  cbn [Nat.add power]. rewrite E_step, IH. reflexivity.
Qed.

(** Draws of several users, in a row. *)
Lemma E_power_concat {A} (P : law A) m n h : E (power (power P m) n) (fun data => h (concat data)) =
  E (power P (n * m)) h.
Proof.
  revert h. induction n as [| n IH]; intros h; [reflexivity |].
  cbn [power Nat.mul]. rewrite E_step, E_power_app. apply (IH (fun l => E (power P m) (fun x => h (x ++ l)))).
Qed.

Lemma E_all_data {A T} n (g : decoder A T) (P : law A) m h :
  E (transcript_of (all_data n g) (power P m)) (fun z => h (estimate (all_data n g) z)) =
  E (power P (n * m)) (fun data => h (g data)).
Proof.
  rewrite <- (E_power_concat P m n (fun data => h (g data))).
  unfold transcript_of. cbn [users channels estimate all_data].
  generalize (fun z : list (list A) => h (g (concat z))). induction n as [| n IH]; intros f; [reflexivity |].
  cbn [transcript power]. rewrite !E_step. apply IH.
Qed.

(** n users with m draws each send what n m users with one draw send. *)
Theorem fact_users_who_send_all : forall (A B : Type) (F : parametric A B) (Phi : loss) (g : decoder A B) (m n : nat),
  (1 <= m)%nat ->
  (1 <= n)%nat ->
  (forall r : R, worst_loss_most F 1 Phi (all_data (m * n) g) r -> worst_loss_most F m Phi (all_data n g) r) /\
  (forall r : R, worst_loss_most F m Phi (all_data n g) r -> worst_loss_most F 1 Phi (all_data (m * n) g) r).
Proof.
  intros A B F Phi g m n _ _.
  assert (same : forall P t c,
    E (transcript_of (all_data n g) (power P m))
      (fun z => Rmin (loss_at Phi (metric (parameters F) (estimate (all_data n g) z) t)) c) =
    E (transcript_of (all_data (m * n) g) (power P 1))
      (fun z => Rmin (loss_at Phi (metric (parameters F) (estimate (all_data (m * n) g) z) t)) c)).
  { intros P t c.
    rewrite (E_all_data n g P m (fun x => Rmin (loss_at Phi (metric (parameters F) x t)) c)).
    rewrite (E_all_data (m * n) g P 1 (fun x => Rmin (loss_at Phi (metric (parameters F) x t)) c)).
    now rewrite Nat.mul_1_r, Nat.mul_comm. }
  split; intros r [pos risk]; (split; [exact pos |]); intros P t member c; [rewrite same | rewrite <- same];
    now apply risk.
Qed.
