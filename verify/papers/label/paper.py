"""The paper on label differential privacy: its citation and its sections."""

from notation.papers import Paper

PAPER = Paper(key="label", authors="Anonymous",
              title="On Theoretical Limits of Learning with Label Differential Privacy",
              version="anonymous NeurIPS 2024 submission 10110", package=__package__,
              sections=("setting", "s1_table1", "s1_to_s7_findings", "s4_to_6_results.algorithms",
                        "s4_to_6_results.privacy", "s4_to_6_results.rates", "appB_local_lower.eq33_family",
                        "appB_local_lower.eq44_divergence", "appC_local_upper.eq52_bins",
                        "appC_local_upper.eq68_margin", "appC_local_upper.eq70_peeling",
                        "appC_local_upper.eq71_random_counts", "appC_local_upper.eq76_fast_rate",
                        "appC_local_upper.eq79_first_bins", "appD_central_lower.eq86_bound",
                        "appD_central_lower.lemma1_private_tests", "appE_central_upper", "appFG_local_regression",
                        "appHI_central_regression", "appJ_local_heavy_lower", "appK_local_heavy_upper",
                        "appLM_central_heavy", "ours_edges", "experiments.regression"),
              place=4, exhibits=("exhibits",), lessons=("lessons.private_test", "lessons.labels"))  # fmt: skip
