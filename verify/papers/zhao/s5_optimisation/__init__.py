"""zhao Section 5 and Appendix C: stochastic optimisation."""
