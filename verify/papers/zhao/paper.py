"""The paper of Zhao et al.: its citation, its letters and its sections."""

from notation.papers import Paper

PAPER = Paper(
            key="zhao", authors="Zhao, Shen, Fan, Li, Wu, Wu, Liu",
            title="Learning with User-Level Local Differential Privacy",
            version="arXiv:2405.17079v1 (equation numbers are this version's), and the anonymous ICLR 2025 submission",
            letters={"D": "D", "h": "h"}, package=__package__,
            sections=("setting", "s1_table1", "s4_2_vectors.alg2_groups", "s4_2_vectors.eq5_rates",
                      "s4_2_vectors.lemma1_kashin", "s4_2_vectors.lemma1_transformed_mean",
                      "s4_2_vectors.theorem7_gaps", "s5_optimisation.alg3_steps", "s5_optimisation.theorem8",
                      "s6_matching", "appA2_first_stage.eq24_votes", "appA2_first_stage.eq41_success",
                      "appA3_second_stage.eq43_bias", "appA3_second_stage.eq54_variance", "appA4_lower.eq57_two_points",
                      "appA4_lower.eq64_bounds", "appA5_heavy_tails.eq68_algorithm", "appA5_heavy_tails.eq71_risk",
                      "appA5_heavy_tails.eq73_tail", "appB2_vectors_lower.hypercubes", "appB2_vectors_lower.pinsker",
                      "appB2_vectors_lower.rates", "appB4_heavy_tails", "appD1_hadamard_transform",
                      "appD2_classification_upper.eq142_tails", "appD2_classification_upper.eq166_rates",
                      "appD2_classification_upper.eq172_low_privacy", "appD3_classification_lower.eq176_bumps",
                      "appD3_classification_lower.theorem10_margin", "appE1_hadamard_transform",
                      "appE2_regression_upper", "appE3_regression_lower", "appF_margin_integral", "ours_learning_upper",
                      "ours_kary_cells", "ours_heavy_tails.condition_on_users", "ours_heavy_tails.lower",
                      "ours_vectors_lower.averaged_assouad", "ours_vectors_lower.bessel",
                      "ours_vectors_lower.hamming_distance", "ours_vectors_lower.mutual_information",
                      "ours_vectors_lower.signed_response", "ours_vectors_lower.sharper_constants",
                      "ours_vectors_lower.van_trees", "ours_vectors_lower.point_masses",
                      "ours_vectors_lower.optimal_channels", "experiments.rates_univariate",
                      "experiments.rates_vectors", "experiments.vectors_sandwich"),
            place=1, exhibits=("exhibits",),
            lessons=("lessons.primer", "lessons.le_cam", "lessons.products", "lessons.localise", "lessons.kashin"))  # fmt: skip
