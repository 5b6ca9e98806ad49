"""The paper of Bassily and Sun: its citation, its letters and its sections."""

from notation.papers import Paper

PAPER = Paper(key="bassily", authors="Bassily, Sun",
              title="User-level Private Stochastic Convex Optimization with Optimal Rates",
              version="ICML 2023, PMLR 202:1838-1851", letters={"D": "R"}, package=__package__,
              sections=("s2_preliminaries.def2_1_privacy", "s2_preliminaries.def2_6_concentration", "s3_results.rates",
                        "s3_results.theorems", "s3_results.tightness", "s3_results.central_lower",
                        "s3_2_generalisation", "s4_1_central_mean", "s4_2_local_mean", "s4_mechanisms",
                        "s5_central.alg4_privacy", "s5_central.hybrid", "s5_central.excess_risk",
                        "s5_central.learning_rate", "s5_central.full_batch", "s6_local.alg5_rate", "s6_local.queries",
                        "s6_local.lemma6_1_acceleration", "appA_lower", "appB1_range",
                        "appB2_range.randomized_response", "appB2_range.votes", "experiments.rates_vectors",
                        "experiments.descents"),
              place=3, exhibits=("exhibits",), lessons=("lessons.half_budget", "lessons.gradient"))  # fmt: skip
