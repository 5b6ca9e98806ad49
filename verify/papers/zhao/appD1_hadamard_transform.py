"""zhao Section 6.1 and Appendix D.1, D.2, (18), (130)-(141), (155)-(158): the transform and the excess risk."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import product

import sympy
from sympy import Integer, Rational

from verify.papers.zhao.appB2_vectors_lower.hypercubes import sylvester
from verify.statements import AllOf, Case, Derived, FiniteCheck, Identity
from verify.statements.claim import Claim, Kind
from verify.statements.outcome import Settings

_K = sympy.Symbol("K", positive=True)
_X = sympy.Symbol("x", nonnegative=True)


def _transform(_: Settings) -> Iterator[Case]:
    """Q_k from the sets T_k beside (H q)_k, and q_k beside (H Q)_k/K, with q = 0 beyond B; then E U_k on a finite law."""
    for size, bins in ((2, 2), (4, 3), (8, 5)):
        matrix = sylvester(size)
        q = [Fraction(k - 2, 3 * k + 7) if k < bins else Fraction(0) for k in range(size)]
        sets = [[j for j in range(bins) if matrix[k][j] == 1] for k in range(size)]
        big = [sum((q[j] if j in sets[k] else -q[j] for j in range(bins)), Fraction(0)) for k in range(size)]
        for k in range(size):
            yield Case(
                {"K": size, "B": bins, "k": k},
                big[k],
                sum((h * x for h, x in zip(matrix[k], q, strict=True)), Fraction(0)),
            )
            back = sum((h * x for h, x in zip(matrix[k], big, strict=True)), Fraction(0)) / size
            yield Case({"K": size, "B": bins, "k": k, "of": "inverse"}, back, q[k])


def _excess(_: Settings) -> Iterator[Case]:
    """The risk of a fixed decision at a point beside (1 - |eta|)/2 + |eta| 1(wrong sign)."""
    for step, decision in product(range(-6, 7), (1, -1)):
        eta = Fraction(step, 6)
        wrong = (1 - decision * eta) / 2
        optimal = 1 if eta > 0 else -1
        right = (1 - abs(eta)) / 2 + (abs(eta) if decision != optimal else 0)
        yield Case({"eta": str(eta), "decision": decision}, wrong, right)


CLAIMS = (
    Claim(
        "zhao/eq18",
        "arXiv v1, Section 6.1, (18), and Appendix D.2, (155)-(158)",
        Kind.IDENTITY,
        "Bayes risk and excess risk",
        Derived(
            r"R^*=\tfrac12E[1-|\eta|],\ R-R^*=E\sum_k\int_{B_k}|\eta|1(\mathrm{sign}\,\hat q_k\ne\mathrm{sign}\,\eta)f",
            (),
            AllOf(
                r"P(Y=\pm1\mid x)=\tfrac{1\pm\eta}2",
                (
                    ("right sign", Identity((1 - _X) / 2, Rational(1, 2) - _X / 2)),
                    ("wrong sign costs |eta| more", Identity((1 + _X) / 2 - (1 - _X) / 2, _X)),
                ),
            ),
            (),
            (("grid of eta", FiniteCheck(r"P(\hat Y\ne Y\mid x)", "eta in sixths, both decisions", _excess, "==")),),
        ),
    ),
    Claim(
        "zhao/eq134",
        "arXiv v1, Appendix D.1, (130)-(141)",
        Kind.IDENTITY,
        "the Hadamard transform of the bins",
        Derived(
            r"Q=H_Kq,\ EU_{ijk}=Q_k,\ |U_{ijk}|\le1,\ q=\tfrac1KH_KQ",
            (),
            AllOf(
                r"H_K^TH_K=KI \text{ by doubling}",
                (
                    ("diagonal", Identity(_K + _K, 2 * _K)),
                    ("inverse", Identity(_K * (1 / _K), Integer(1))),
                ),
            ),
            (),
            (
                (
                    "B < K and B = K, exact",
                    FiniteCheck(
                        r"Q_k=\sum_lH_{kl}q_l,\ q_k=\tfrac1K\sum_lH_{kl}Q_l",
                        "(K, B) = (2, 2), (4, 3), (8, 5)",
                        _transform,
                        "==",
                    ),
                ),
            ),
        ),
        note="U_k = Y H_(k, bin(X)), so |U| = |Y| = 1. The sum in (134) runs over l where j is printed.",
    ),
)
