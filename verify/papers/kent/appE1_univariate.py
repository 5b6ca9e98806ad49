"""kent Appendix E.1, Algorithms 10 and 11: privacy for every alpha, T* and Delta, and what Algorithm 3 becomes."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import product

import numpy as np
import sympy
from sympy import Integer, Min

from notation.symbols import Delta, epsilon
from upperbounds.channels import UnaryEncoding
from upperbounds.mean import kent
from verify.kernel.calculus import integer, let, line
from verify.kernel.prover import Variable
from verify.kernel.statements import AllOf, Case, Definition, FiniteCheck, PlanPrivacy, Whole, at_most, computed
from verify.kernel.statements.claim import Claim, Kind, Match, Severity
from verify.kernel.statements.outcome import Settings
from verify.papers.kent.nouns_upper import LOW, WIDTH
from verify.papers.kent.s3_1_univariate import coded, grid, holding, interval_width, reach
from verify.papers.kent.setting import Vector, brute_power

ALG10_PRIVACY = Claim(
    "kent/alg10/privacy",
    "Appendix E.1, Algorithm 10",
    Kind.PRIVACY,
    "Algorithm 10 is user-level alpha-LDP",
    says=(
        r"\text{(96) and (97) are }\alpha\text{-LDP by Lemma 28; so is }\hat\theta^{(i)}\text{, by the "
        r"Laplace mechanism}"
    ),
    match=Match.SAME,
    printed=Whole(
        r"\text{Algorithm 10 as printed: every user's worst log-ratio}\le\alpha",
        ("kent/alg10/privacy/one", "kent/alg10/privacy/three", "kent/alg10/privacy/interval"),
    ),
    corrected=Whole(
        r"\text{Algorithm 10, bins half-open except for the last: every user's worst log-ratio}\le\alpha",
        ("kent/alg10/privacy/one", "kent/alg10/privacy/three", "kent/alg10/privacy/interval"),
        as_corrected=True,
    ),
    correction="line 1 prints I_j with both ends closed; they must be half-open except for the last one, as in "
    "Algorithm 2 (the separate definition of the last bin has no point otherwise, so our copy may be "
    "damaged)",
    severity=Severity.LISTING,
    theorem="kent/thm6/upper1",
)


def _closed_votes(bins: int, hot: int) -> list[Vector]:
    """All votes that a mean can cast when every bin is closed; `hot` = 3 votes for the neighbours as well."""
    delta, around = Fraction(1, bins), hot // 2
    points = {Fraction(k, bins) for k in range(-bins, bins + 1)}
    votes = set()
    for point in points:
        held = holding(point, delta, closed=True)
        votes.add(tuple(int(any(abs(j - k) <= around for k in held)) for j in range(bins)))
    return sorted(votes)


def _closed_loss(bins: int, hot: int) -> Iterator[Case]:
    """The worst pair of closed votes; second route: all answers to that pair."""
    channel = UnaryEncoding(bins, hot, epsilon)
    votes = _closed_votes(bins, hot)
    x, y = max(product(votes, repeat=2), key=lambda pair: sum(a != b for a, b in zip(*pair, strict=True)))
    multiple = channel.loss_between_bits(np.array(x, dtype=bool), np.array(y, dtype=bool)).multiple()
    again = Fraction(brute_power(x, y), 2 * hot)
    yield Case(
        {"Delta": f"1/{bins}", "vote": list(x), "other vote": list(y)},
        multiple,
        1,
        left_again=again,
        note="times alpha",
    )


def _closed_one(_: Settings) -> Iterator[Case]:
    yield from _closed_loss(10, 1)


ALG10_PRIVACY_ONE = Claim(
    "kent/alg10/privacy/one",
    "Appendix E.1, Algorithm 10, line 1, (96)",
    Kind.PRIVACY,
    "the votes for alpha <= 1",
    says=(
        r"\alpha\in(0,1]\text{: }I_j=[-1+2(j-1)\Delta,-1+2j\Delta]\text{, "
        r"}V_j^{(i)}=\mathbb{1}\{\hat\theta^{(i)}\in I_j\}\text{, }\tilde "
        r"V_j^{(i)}=V_j^{(i)}\mathbb{1}\{U_{i,j}\le\omega_{\alpha/2}\}+(1-V_j^{(i)})\mathbb{1}\{U_{i,j}>\omega_{\alpha/2}\}\text{, "
        r"which satisfies }\alpha\text{-LDP by Lemma 28}"
    ),
    match=Match.SAME,
    printed=FiniteCheck(
        r"I_j=[-1+2(j-1)\Delta,-1+2j\Delta],\ V_j=1\{\hat\theta^{(i)}\in I_j\},\ \omega_{\alpha/2}:\ "
        r"\max\log\frac{P(\tilde V=v|x)}{P(\tilde V=v|x')}\le\alpha",
        "Delta = 1/10, means on the edges and in the middle of the bins",
        _closed_one,
    ),
    corrected=PlanPrivacy("Algorithm 10, alpha at most 1", kent.algorithm2_symbolic),
    correction="half-open bins: with closed ones a mean on an edge votes twice, and two such means differ in "
    "four bits, a log-ratio of 2 alpha",
    severity=Severity.LISTING,
    theorem="kent/thm6/upper1",
    note="On the copy see kent/alg10/privacy.",
)


def _closed_three(_: Settings) -> Iterator[Case]:
    yield from _closed_loss(10, 3)


ALG10_PRIVACY_THREE = Claim(
    "kent/alg10/privacy/three",
    "Appendix E.1, Algorithm 10, line 1, (97)",
    Kind.PRIVACY,
    "the votes for alpha > 1",
    says=(
        r"\alpha>1\text{: }I_j=[-1+2(j-1)\Delta,-1+2j\Delta]\text{, "
        r"}V_j^{(i)}=\mathbb{1}\{\hat\theta^{(i)}\in I_{j-1}\cup I_j\cup I_{j+1}\}\text{, }\tilde "
        r"V_j^{(i)}=V_j^{(i)}\mathbb{1}\{U_{i,j}\le\omega_{\alpha/6}\}+(1-V_j^{(i)})\mathbb{1}\{U_{i,j}>\omega_{\alpha/6}\}\text{, "
        r"which satisfies }\alpha\text{-LDP by Lemma 28}"
    ),
    match=Match.READING,
    differs="with the intervals before the first and after the last, which are not defined, read as empty",
    printed=FiniteCheck(
        r"I_j=[-1+2(j-1)\Delta,-1+2j\Delta],\ V_j=1\{\hat\theta^{(i)}\in I_{j-1}\cup I_j\cup I_{j+1}\},\ "
        r"\omega_{\alpha/6}:\ \max\log\frac{P(\tilde V=v|x)}{P(\tilde V=v|x')}\le\alpha",
        "Delta = 1/10, means on the edges and in the middle of the bins",
        _closed_three,
    ),
    corrected=PlanPrivacy("Algorithm 10, alpha above 1", kent.algorithm10_symbolic),
    correction="half-open bins: with closed ones a mean on an edge casts four votes, and two such means differ "
    "in eight bits, a log-ratio of 4/3 alpha",
    severity=Severity.LISTING,
    theorem="kent/thm6/upper1",
    note="I_0 and I_(N+1) are not defined: read as empty. On the copy see kent/alg10/privacy.",
    root="kent/alg10/privacy/one",
)


def _reach_five(_: Settings) -> Iterator[Case]:
    yield from reach(kent.algorithm10, Fraction(3), 12)


_WINNER = integer("j^*", least=1)
_START, _END = let("L", -1 + 2 * (_WINNER - 1) * WIDTH), let("U", -1 + 2 * _WINNER * WIDTH)
_LENGTH = let(r"\tilde U", _END + 5 * WIDTH) - let(r"\tilde L", _START - 5 * WIDTH)
_WIDENED = line(_LENGTH).eq(12 * WIDTH)
_IN_THE_PLAN = (
    ("the width in the plan", computed(lambda: interval_width(kent.algorithm10_symbolic()), 12 * Delta)),
    ("the scale in the plan", computed(lambda: kent.algorithm10_symbolic().scale, 12 * Delta / epsilon)),
)
ALG10_PRIVACY_INTERVAL = Claim(
    "kent/alg10/privacy/interval",
    "Appendix E.1, Algorithm 10, (99), (100)",
    Kind.CONSTRUCTION,
    "for alpha > 1 the interval is 12 Delta wide, and the noise has that scale over alpha",
    says=(
        r"\alpha>1\text{: }\tilde L=L-5\Delta,\ \tilde U=U+5\Delta\text{, }\tilde I_{j^*}=[\tilde L,\tilde "
        r"U]\text{; }\hat\theta^{(i)}=\Pi_{\tilde "
        r"I_{j^*}}\Big\{(T^*)^{-1}\sum_{t=1}^{T^*}X_t^{(i)}\Big\}+\{(\tilde U-\tilde L)/\alpha\}\ell_i"
    ),
    match=Match.READING,
    differs=("judged is the number 12 Delta that follows from the lines, for the width and for the noise times alpha"),
    printed=AllOf(
        "",
        {
            "the length": _WIDENED.beside(*_IN_THE_PLAN).crosschecked(
                "clipped means, exact",
                r"\max_{x,y}|\Pi_{\tilde I}(x)-\Pi_{\tilde I}(y)|=12\Delta=\alpha\cdot\text{scale}",
                "Delta = 1/20, 1/32; every winner whose interval is inside [-1, 1]; means in steps of Delta/2",
                _reach_five,
                "==",
            ),
            "the scale": line(let("b", _LENGTH / LOW)).eq(12 * WIDTH / LOW, _WIDENED),
        },
    ),
)
ALG11 = Claim(
    "kent/alg11",
    "Appendix E.1, Algorithm 11, (101)",
    Kind.ALGORITHM,
    "T* and Delta for every alpha",
    says=(
        r"T^*=T\wedge\exp(n\min\{\alpha,\alpha^2\}/K);\quad\Delta=\{2\log(nT^*\alpha^2)/T^*\}^{1/2}\text{ "
        r"if }\alpha\in(0,1]\text{, otherwise }\Delta=\{4\log(nT^*)/T^*\}^{1/2}"
    ),
    match=Match.SAME,
    printed=Whole(
        r"T^*=T\wedge e^{n\min\{\alpha,\alpha^2\}/K},\quad\Delta=\{2\log(nT^*\alpha^2)/T^*\}^{1/2}\ "
        r"(\alpha\le1),\ \{4\log(nT^*)/T^*\}^{1/2}\ (\alpha>1)",
        ("kent/alg11/code", "kent/alg11/recovers"),
    ),
)


def _coded11(settings: Settings) -> Iterator[Case]:
    yield from coded(settings, (0.25, 1.0, 1.5, 8.0), 11)


ALG11_CODE = Claim(
    "kent/alg11/code",
    "Appendix E.1, Algorithm 11, (101)",
    Kind.ALGORITHM,
    "T* and Delta, which the program computes",
    says=(
        r"T^*=T\wedge\exp(n\min\{\alpha,\alpha^2\}/K);\quad\Delta=\{2\log(nT^*\alpha^2)/T^*\}^{1/2}\text{ "
        r"if }\alpha\in(0,1]\text{, otherwise }\Delta=\{4\log(nT^*)/T^*\}^{1/2}"
    ),
    match=Match.SAME,
    printed=Definition(
        r"T^*=T\wedge\exp(n\min\{\alpha,\alpha^2\}/K);\quad\Delta=\{2\log(nT^*\alpha^2)/T^*\}^{1/2}\text{ "
        r"if }\alpha\in(0,1]\text{, otherwise }\Delta=\{4\log(nT^*)/T^*\}^{1/2}"
    ),
    corrected=FiniteCheck(
        r"|T^*_{\mathrm{code}}+\tfrac12-T^*|\le\tfrac12,\quad|\Delta_{\mathrm{code}}-\Delta|\le2^{-40}",
        "alpha = 1/4, 1, 3/2, 8; (n, T) = (2, 1), (1000, 50), (20000, 10^4), (200000, 10^9)",
        _coded11,
    ),
    correction=(
        "the line is a definition; shown is that the program computes it, with T* rounded down and K = 8536 or 577"
    ),
    note="At T* rounded down to an integer; K is 8536 for alpha <= 1 and 577 beyond.",
)

_ALPHA = sympy.Symbol("alpha", positive=True)


def _recovered(_: Settings) -> Iterator[Case]:
    """1 where Algorithm 11 builds the very plan of Algorithm 3, for alpha <= 1."""
    for users, samples, one in grid((0.1, 0.5, 1.0)):
        same = kent.algorithm11(users, samples, one, 1.0) == kent.algorithm3(users, samples, one, 1.0)
        yield Case({"n": users, "T": samples, "alpha": one}, int(same), 1)


ALG11_RECOVERS = Claim(
    "kent/alg11/recovers",
    "Appendix E, second paragraph",
    Kind.ALGORITHM,
    "for alpha <= 1 it is the algorithm of Section 3",
    says=r"\text{for }\alpha\in(0,1]\text{ the methods are those of Section 3}",
    match=Match.READING,
    differs="one of three: Algorithm 11 next to Algorithm 3, checked at chosen sizes",
    printed=AllOf(
        r"\alpha\le1:\ \text{Algorithm 11} = \text{Algorithm 3}",
        {
            "the cap": at_most(_ALPHA**2, Min(_ALPHA, _ALPHA**2), Variable(_ALPHA, Integer(0), Integer(1), True)),
            "the plans that run": FiniteCheck(
                r"\text{plan of Algorithm 11} = \text{plan of Algorithm 3}",
                "alpha = 0.1, 1/2, 1; (n, T) = (2, 1), (1000, 50), (20000, 10^4), (200000, 10^9)",
                _recovered,
                "==",
            ),
        },
    ),
    note="Except for the closed bins of Algorithm 10, see kent/alg10/privacy.",
)

CLAIMS = (
    ALG10_PRIVACY,
    ALG10_PRIVACY_ONE,
    ALG10_PRIVACY_THREE,
    ALG10_PRIVACY_INTERVAL,
    ALG11,
    ALG11_CODE,
    ALG11_RECOVERS,
)
