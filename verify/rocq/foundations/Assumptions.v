(** * The axioms of every closed theorem

    Only those of the classical reals may be printed: functional_extensionality_dep, sig_forall_dec, sig_not_dec,
      classic. *)

From Foundations Require Import Zhao Zhao_vectors Kent Priors Bassily Examples Random Facts Elementary
  Concentration Restriction Counts.

Print Assumptions zhao_theorem_2.
Print Assumptions zhao_theorem_2_sharper.
Print Assumptions zhao_theorem_2_floor.
Print Assumptions zhao_64.
Print Assumptions zhao_65.
Print Assumptions zhao_proposition_1_a.
Print Assumptions zhao_proposition_1_b.
Print Assumptions zhao_theorem_6.
Print Assumptions zhao_theorem_6_high_privacy.
Print Assumptions zhao_theorem_7.
Print Assumptions zhao_theorem_7_high_privacy.
Print Assumptions kent_corollary_2.
Print Assumptions kent_corollary_2_sharper.
Print Assumptions kent_corollary_2_choice.
Print Assumptions kent_lemma_12.
Print Assumptions kent_cube_kl.
Print Assumptions kent_lemma_15_commuting.
Print Assumptions kent_corollary_17.
Print Assumptions kent_theorem_1_lower.
Print Assumptions kent_theorem_1_sharp.
Print Assumptions kent_example_1a.
Print Assumptions kent_example_1a_interval.
Print Assumptions kent_example_1b.
Print Assumptions kent_example_1b_interval.
Print Assumptions bassily_theorem_3_1_lower.
Print Assumptions bassily_theorem_3_2_lower.
Print Assumptions bassily_theorem_3_3.
Print Assumptions zhao_users_needed.
Print Assumptions zhao_floor_a_quarter.
Print Assumptions zhao_lifted_sharper.
