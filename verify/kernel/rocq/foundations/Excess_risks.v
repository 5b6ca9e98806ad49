(** * Excess risks of what is learnt from labels, over classes of laws

    A rule predicts something at each point: a number, or a class. It is learnt from n samples of a law, and its excess
    risk is what a new point costs on average beyond the least that any rule costs. The classes are those of
    Assumptions 1 and 2 of label. *)

From Foundations Require Export Tents Coupled_tents Volumes Plug_in.
Import ListNotations.
Open Scope R_scope.

(** ** Rules and their risks *)

Definition rule T := vector -> T.

(** Laws of samples, and what a prediction costs where the mean of the label is given. *)
Record learning_problem T := Learning_problem {
  laws_of_samples : label_class;
  cost_at : T -> R -> R
}.
Arguments laws_of_samples {T}.
Arguments cost_at {T}.

(** A rule that is learnt, and new features. *)
Definition rule_and_point {T S} (L : learner (vector * R) (rule T)) (P : labelled S) n : law (rule T * point S) :=
  bind (L (sample_law P) n) (fun g => bind (features P) (fun x => ret (g, x))).

Definition excess_risk_most {T} (L : learner (vector * R) (rule T)) (C : learning_problem T) n r :=
  forall S (P : labelled S), laws_of_samples C S P -> mean_most (rule_and_point L P n)
    (fun d => cost_at C (fst d (position (snd d))) (regression P (snd d))) r.

(** ** The classes

    The regression function is Hoelder continuous with L = 2; the features have a density of at least c on a support
    that fills 2^-d of each ball about one of its points, of a radius below the side of the cube of volume 1/c. *)
Definition smooth_and_regular d beta c : label_class := fun S P =>
  hoelder (regression P) 2 beta /\ dense_and_regular P c (/ 2 ^ d) (support_side d c) d.

(** The square of a number's distance from the mean of the label: E(g(X) - Y)^2 less the least that it can be. *)
Definition squared_gap (y eta : R) := (y - eta) ^ 2.

(** |Y| < T. *)
Definition bounded_class d beta T c := Learning_problem R
  (fun S P => smooth_and_regular d beta c S P /\
    forall x, almost_surely (label_chance P x) (fun w => Rabs (label_of P w) < T)) squared_gap.

(** E[|Y|^p | x] <= M. *)
Definition heavy_class d beta p M c := Learning_problem R
  (fun S P => smooth_and_regular d beta c S P /\ label_moment_most P p M) squared_gap.

(** Y is 1 or -1, and P(0 < |eta(X)| < t) <= C_T t^gamma. A wrong class costs |eta|: P(g(X) <> Y) less the least. *)
Definition margin_class d beta gamma C_T c := Learning_problem bool
  (fun S P => smooth_and_regular d beta c S P /\
    (forall x, almost_surely (label_chance P x) (fun w => label_of P w = 1 \/ label_of P w = -1)) /\
    forall t, 0 < t -> chance (features P) (fun x => 0 < Rabs (regression P x) < t) <= C_T * raise t gamma) excess_at.
