"""zhao Appendix E.1, (192)-(196): the transform of the bins' masses in regression."""

from collections.abc import Iterator
from fractions import Fraction

import sympy
from sympy import Integer

from verify.papers.zhao.appB2_vectors_lower.hypercubes import sylvester
from verify.prover import Variable
from verify.statements import AllOf, Case, Derived, FiniteCheck, Identity, at_most
from verify.statements.claim import Claim, Kind
from verify.statements.outcome import Settings

_K = sympy.Symbol("K", positive=True)
_X = sympy.Symbol("x", real=True)


def _masses(size: int, bins: int) -> list[Fraction]:
    """Masses of `bins` bins, 0 beyond them up to `size`."""
    weights = [Fraction(k + 1) for k in range(bins)]
    return [w / sum(weights) for w in weights] + [Fraction(0)] * (size - bins)


def _transform(_: Settings) -> Iterator[Case]:
    """E V_k from the sets T_k bin by bin beside (H p)_k, and (H P)_k/K beside p_k."""
    for size, bins in ((2, 2), (4, 3), (8, 5)):
        matrix, p = sylvester(size), _masses(size, bins)
        inside = [{j for j in range(bins) if matrix[k][j] == 1} for k in range(size)]
        mean = [sum((p[j] if j in inside[k] else -p[j] for j in range(bins)), Fraction(0)) for k in range(size)]
        for k in range(size):
            row = sum((h * x for h, x in zip(matrix[k], p, strict=True)), Fraction(0))
            yield Case({"K": size, "B": bins, "k": k, "of": "E V_k"}, mean[k], row)
            back = sum((h * x for h, x in zip(matrix[k], mean, strict=True)), Fraction(0)) / size
            yield Case({"K": size, "B": bins, "k": k, "of": "inverse"}, back, p[k])


CLAIMS = (
    Claim(
        "zhao/eq192",
        "arXiv v1, Appendix E.1, (192)-(196)",
        Kind.IDENTITY,
        "the Hadamard transform of the bins' masses",
        Derived(
            r"P=H_Kp,\ EV_{ijk}=P_k,\ |V_{ijk}|\le1,\ p=\tfrac1KH_KP",
            ("zhao/eq134",),
            AllOf(
                r"H_K^TH_K=KI;\ V=\pm1",
                (
                    ("inverse", Identity(_K * (1 / _K), Integer(1))),
                    (
                        "a difference of two indicators of complements",
                        at_most((2 * _X - 1) ** 2, Integer(1), Variable(_X, Integer(0), Integer(1))),
                    ),
                ),
            ),
            (),
            (
                (
                    "B < K and B = K, exact",
                    FiniteCheck(
                        r"P_k=\sum_lH_{kl}p_l,\ p_k=\tfrac1K\sum_lH_{kl}P_l",
                        "(K, B) = (2, 2), (4, 3), (8, 5), masses proportional to 1, 2, ...",
                        _transform,
                        "==",
                    ),
                ),
            ),
        ),
        note="The complement of T_k is that in [0, 1]^d, so V is 1 or -1.",
    ),
)
