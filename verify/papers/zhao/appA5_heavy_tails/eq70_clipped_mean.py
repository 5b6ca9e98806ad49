"""zhao (70) and (72): the second stage's estimate given the first, and the bias of its clip."""

from collections.abc import Iterator
from fractions import Fraction

from verify.kernel.calculus import (
    ADDITIVE,
    EXPECTED_MEAN,
    Expectation,
    LaplaceNoise,
    MeanOfCopies,
    integer,
    line,
    random_real,
    real,
)
from verify.kernel.calculus.facts.votes import LAPLACE_MEAN
from verify.kernel.statements import Case, FiniteCheck
from verify.kernel.statements.claim import Claim, Kind, Match
from verify.kernel.statements.outcome import Settings
from verify.papers.zhao.appA3_second_stage.eq43_bias import clipped, finite_laws

_SENT, _CLIPPED, _NOISE, _ESTIMATE = (random_real(letter) for letter in ("Z", "U", "W", "muhat"))
_HALF, _SCALE = integer("k", least=1), real("b", above=0)

EQ70 = Claim(
    "zhao/eq70",
    "arXiv v1, Appendix A.5, (70)",
    Kind.IDENTITY,
    "the estimate's mean given the first stage is that of a clipped mean",
    says=(
        r"\mathbb{E}[\hat\mu\mid\mathbf{Z}_{1:n/2}]=\mathbb{E}[Z_i\mid\mathbf{Z}_{1:n/2}]=\mathbb{E}[U\mid\mathbf{Z}_{1:n/2}]"
    ),
    match=Match.READING,
    differs="given the first stage, in which the interval is fixed; k is n/2, and Z = U + W with Laplace noise W",
    printed=line(
        Expectation(_ESTIMATE), given=(MeanOfCopies(_ESTIMATE, _CLIPPED + _NOISE, _HALF), LaplaceNoise(_NOISE, _SCALE))
    )
    .eq(Expectation(_CLIPPED + _NOISE), EXPECTED_MEAN(_ESTIMATE, _CLIPPED + _NOISE, _HALF))
    .eq(Expectation(_CLIPPED) + Expectation(_NOISE), ADDITIVE(_CLIPPED, _NOISE))
    .eq(Expectation(_CLIPPED), LAPLACE_MEAN(_NOISE, _SCALE, 0)),
)


def _tails(_: Settings) -> Iterator[Case]:
    """|E U - E Y| by definition, and as the difference of the integrated tails, for a mean cut to [-1/2, 1/2]."""
    for law, low, high in finite_laws():
        cut: dict[Fraction, Fraction] = {}
        for y, weight in law.items():
            place = clipped(y, Fraction(-1, 2), Fraction(1, 2))
            cut[place] = cut.get(place, Fraction(0)) + weight
        left = sum((w * (clipped(y, low, high) - y) for y, w in cut.items()), Fraction(0))
        below = sum((w * (low - y) for y, w in cut.items() if y < low), Fraction(0))
        above = sum((w * (y - high) for y, w in cut.items() if y > high), Fraction(0))
        text = ", ".join(f"{y}: {w}" for y, w in cut.items())
        yield Case({"Y": text, "L - Delta": str(low), "R + Delta": str(high)}, abs(left), abs(above - below))


EQ72 = Claim(
    "zhao/eq72",
    "arXiv v1, Appendix A.5, (72)",
    Kind.IDENTITY,
    "the bias of the second clip is a difference of integrated tails",
    says=(
        r"\left|\mathbb{E}[U\mid\mathbf{Z}_{1:n/2}]-\mu_T\right|=\left|\int_0^\infty\mathrm{P}(Y>R+\Delta+t)dt-\int_0^\infty\mathrm{P}(Y<L-\Delta-t)dt\right|"
    ),
    match=Match.READING,
    differs="an instance: laws on three points, D = 1/2; the integral of a tail is the expectation of the part beyond",
    printed=FiniteCheck(
        r"|E[U]-E[Y]|=|E(Y-R-\Delta)_+-E(L-\Delta-Y)_+|",
        "laws on three points of a grid cut to [-1/2, 1/2], three intervals",
        _tails,
        "==",
    ),
)

CLAIMS = (EQ70, EQ72)
