"""zhao Appendix E.1, (192)-(196): the transform of the bins' masses in regression, and what users spend."""

from collections.abc import Iterator
from fractions import Fraction

from sympy import Abs

from verify.kernel.calculus import Name, cite, line, property_of, random_real
from verify.kernel.statements import AllOf, Case
from verify.kernel.statements.claim import Claim, Kind, Match
from verify.kernel.statements.outcome import Settings
from verify.papers.zhao.appB2_vectors_lower.hypercubes import sylvester
from verify.papers.zhao.appD1_hadamard_transform import (
    LENGTH,
    MEANS,
    ROW,
    TRANSFORM,
    TURNED,
    told_coefficients,
    turned_mean,
)
from verify.papers.zhao.s4_2_vectors.alg2_groups import COVER


def _masses(size: int, bins: int) -> list[Fraction]:
    """Masses of `bins` bins, 0 beyond them up to `size`."""
    weights = [Fraction(k + 1) for k in range(bins)]
    return [w / sum(weights) for w in weights] + [Fraction(0)] * (size - bins)


def _transform(_: Settings) -> Iterator[Case]:
    """E V_k from the sets T_k bin by bin next to (H p)_k, and (H P)_k/K next to p_k."""
    for size, bins in ((2, 2), (4, 3), (8, 5)):
        matrix, p = sylvester(size), _masses(size, bins)
        inside = [{j for j in range(bins) if matrix[k][j] == 1} for k in range(size)]
        mean = [sum((p[j] if j in inside[k] else -p[j] for j in range(bins)), Fraction(0)) for k in range(size)]
        for k in range(size):
            row = sum((h * x for h, x in zip(matrix[k], p, strict=True)), Fraction(0))
            yield Case({"K": size, "B": bins, "k": k, "of": "E V_k"}, mean[k], row)
            back = sum((h * x for h, x in zip(matrix[k], mean, strict=True)), Fraction(0)) / size
            yield Case({"K": size, "B": bins, "k": k, "of": "inverse"}, back, p[k])


TurnedBin = property_of("TurnedBin", r"{0} = H^{{({2})}}_{{{3}, l}}\text{{ where }}X \in B_l,\ {1}_l = P(X \in B_l)")
"""TurnedBin(V, p, K, k), the bins being numbered from 1 to K, some of them empty."""
_MASSES, _SENT = Name("p", "family of numbers"), random_real("V")
_TURNED = TurnedBin(_SENT, _MASSES, LENGTH, ROW)
_INVERSE = cite(TRANSFORM, "inverse").at({MEANS: _MASSES})
EQ192 = Claim(
    "zhao/eq192",
    "arXiv v1, Appendix E.1, (192)-(196)",
    Kind.IDENTITY,
    "the Hadamard transform of the bins' masses",
    says=(
        r"P_k=\int_{T_k}f(\mathbf{x})d\mathbf{x}-\int_{T_k^c}f(\mathbf{x})d\mathbf{x};\quad "
        r"V_{ijk}=\mathbf{1}(\mathbf{X}_{ij}\in T_k)-\mathbf{1}(\mathbf{X}_{ij}\in "
        r"T_k^c),\quad\mathbb{E}[V_{ijk}]=P_k,\quad|V_{ijk}|\le1;\quad\hat{\mathbf{q}}=\frac1K\mathbf{H}\hat{\mathbf{Q}},\ "
        r"\hat{\mathbf{p}}=\frac1K\mathbf{H}\hat{\mathbf{P}}"
    ),
    match=Match.READING,
    differs=("what the formulas say of Sylvester's matrix: inverse, mean, size; (193) is not part of what is judged"),
    printed=AllOf(
        "",
        {
            "inverse": line(_INVERSE.statement.left, given=_INVERSE.statement.hypotheses)
            .eq(_INVERSE.statement.right, _INVERSE)
            .crosschecked(
                "B < K and B = K, exact",
                r"P_k=\sum_lH_{kl}p_l,\ p_k=\tfrac1K\sum_lH_{kl}P_l",
                "(K, B) = (2, 2), (4, 3), (8, 5), masses proportional to 1, 2, ...",
                _transform,
                "==",
            ),
            "mean": turned_mean(_SENT, _MASSES, _TURNED, "p_l", labelled=False),
            "size": line(Abs(TURNED)).le(1),
        },
    ),
)
_PRINTED_SPENT, _OURS_SPENT = told_coefficients(5)
ALG5_PRIVACY = Claim(
    "zhao/alg5/privacy",
    "arXiv v1, Appendix E.1, Algorithm 5, and the text below (195)",
    Kind.PRIVACY,
    "Algorithm 5 is user-level epsilon-LDP, for epsilon an integer between 1 and 2K ln n",
    says=(
        r"\hat P_k=\mathrm{MeanEst1d}(\{V_{ijk}\mid i\in S_{K+k},\ j\in[m]\})\text{, and }\hat Q_k\text{ "
        r"as before: with appropriate parameters user-level }\epsilon\text{-LDP}"
    ),
    match=Match.READING,
    differs=(
        "of c messages at epsilon/c among 2K coefficients, epsilon a whole number between 1 and 2K ln n; "
        "appropriate parameters are made explicit"
    ),
    printed=_PRINTED_SPENT,
    note="2K coefficients, which users answer as in Algorithm 4 (zhao/alg4/privacy); labels are within [-T, T] "
    "by assumption, and beyond it Algorithm 1 clips.",
)
OWN_ALG5_EVERY_EPSILON = Claim(
    "zhao/own/alg5/every-epsilon",
    "ours, for Algorithm 5",
    Kind.CONSTRUCTION,
    "every coefficient is estimated, at all of epsilon and no more, for every epsilon",
    corrected=AllOf("", {**COVER, "the spend of a user": _OURS_SPENT}),
    note="The groups of zhao/own/alg4/every-epsilon twice, for q and for p, so that their estimates are independent.",
)

CLAIMS = (
    EQ192,
    ALG5_PRIVACY,
    OWN_ALG5_EVERY_EPSILON,
)
