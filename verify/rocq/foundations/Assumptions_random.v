(** * The axioms of what is proved of random reals

    Only those of the classical reals may be printed, as in Assumptions.v. *)

From Foundations Require Import Lemmas_tails Coupled Signed.

Print Assumptions zhao_theorem_1_upper.
Print Assumptions zhao_lemma_2.
Print Assumptions zhao_lemma_3_mean.
Print Assumptions zhao_lemma_3_above.
Print Assumptions zhao_lemma_3_below.
Print Assumptions zhao_lemma_4_near.
Print Assumptions zhao_lemma_4_far_right.
Print Assumptions zhao_lemma_4_far_left.
Print Assumptions zhao_lemma_6.
Print Assumptions kent_lemma_20.
Print Assumptions kent_lemma_27.
Print Assumptions kent_lemma_27_tail.
Print Assumptions label_proposition_2_a.
Print Assumptions label_proposition_2_b.
Print Assumptions label_lemma_2.

Print Assumptions CGF_of_scaled.
Print Assumptions bernoulli_for_reals.
Print Assumptions bias_and_variance.
Print Assumptions chebyshev.
Print Assumptions chernoff.
Print Assumptions complement.
Print Assumptions cumulants_add.
Print Assumptions cumulants_of_mean.
Print Assumptions cumulants_of_signed_mean.
Print Assumptions error_of_signed_mean.
Print Assumptions errors_at_coupled_data.
Print Assumptions expectation_cauchy_schwarz.
Print Assumptions expectation_equal.
Print Assumptions expectation_linear.
Print Assumptions expectation_monotone.
Print Assumptions expectation_of_indicator.
Print Assumptions expectation_of_mean.
Print Assumptions expectation_sum.
Print Assumptions expected_excess.
Print Assumptions exponential_moment_of_square.
Print Assumptions exponential_moments_of_norm.
Print Assumptions group_privacy_of_accepting.
Print Assumptions group_privacy_of_rejecting.
Print Assumptions hoeffding.
Print Assumptions hoeffding_for_signs.
Print Assumptions hoeffding_lemma_for_reals.
Print Assumptions independent_second_stage.
Print Assumptions jensen.
Print Assumptions jensen_curved.
Print Assumptions labels_that_differ.
Print Assumptions laplace_cumulants.
Print Assumptions laplace_mean.
Print Assumptions laplace_variance.
Print Assumptions law_of_total_probability.
Print Assumptions law_of_total_probability_likeliest.
Print Assumptions lyapunov.
Print Assumptions markov.
Print Assumptions markov_exponential.
Print Assumptions mean_at_least.
Print Assumptions mean_at_most.
Print Assumptions moments_about_the_mean.
Print Assumptions rotated_coordinate.
Print Assumptions size_of_expectation.
Print Assumptions tower_property.
Print Assumptions union_bound.
Print Assumptions union_bound_over_values.
Print Assumptions variance_of_linear.
Print Assumptions variance_of_mean.
Print Assumptions variance_of_sum_of_independents.
Print Assumptions variance_under_contraction.
Print Assumptions winner_among.
Print Assumptions winner_no_smaller.
