"""Against zhao Theorem 6 for p < 2: signed k-ary response on Maurey samples, its privacy, moments and risk."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from typing import Any

from sympy import E, Rational, exp, log, sinh, sqrt

from upperbounds.channels.signed import SignedResponse
from upperbounds.vectors.baselines import OneRound, signed
from verify.kernel.calculus import (
    Grant,
    Interactive,
    Name,
    WorstRisk,
    at_most,
    because,
    cite,
    constructor,
    integer,
    line,
    minimax_risk,
    property_of,
    quantity,
    real,
    words,
)
from verify.kernel.calculus.facts.hypercube import Ball
from verify.kernel.calculus.facts.voting import Entry
from verify.kernel.calculus.reasons import at_index
from verify.kernel.statements import AllOf, Case, FiniteCheck, PlanPrivacy
from verify.kernel.statements.claim import Claim, Kind
from verify.kernel.statements.outcome import Settings, as_arb
from verify.ours.zhao.vectors_lower.hamming_distance import EPSILON, SIZE, WIDTH, M, N
from verify.ours.zhao.vectors_lower.van_trees import VAN_TREES_AXES

_Vector = tuple[Fraction, ...]
_SAMPLES: tuple[tuple[_Vector, ...], ...] = (
    ((Fraction(1),), (Fraction(-1, 3),), (Fraction(0),)),
    ((Fraction(1, 2), Fraction(-1, 2)), (Fraction(0), Fraction(1)), (Fraction(-1, 3), Fraction(0))),
    ((Fraction(1, 6), Fraction(-1, 3), Fraction(1, 2)), (Fraction(0), Fraction(0), Fraction(-1)), (Fraction(0),) * 3),
)
"""Vectors of the l_1 ball, for d = 1, 2, 3: X is each with probability 1/3."""


def messages(x: _Vector) -> list[tuple[_Vector, Fraction]]:
    """The decoded messages of x in the l_1 ball of radius 1 with their probabilities, e^epsilon = 2d + 2, gap 1/2."""
    size = len(x)
    vertices = [tuple(sign * int(i == k) for i in range(size)) for sign in (1, -1) for k in range(size)]
    chosen = [max(x[k], Fraction(0)) for k in range(size)] + [max(-x[k], Fraction(0)) for k in range(size)]
    chosen.append(1 - sum(chosen, Fraction(0)))
    lie = Fraction(1, 4 * size + 2)
    # A symbol is answered when it is chosen and told, or when another is chosen and this one answered in its place.
    chances = [c * (2 * size + 2) * lie + (1 - c) * lie for c in chosen]
    decoded = [*(tuple(Fraction(2 * e) for e in v) for v in vertices), (Fraction(0),) * size]
    return list(zip(decoded, chances, strict=True))


def _exact_risk(n: int, several: tuple[_Vector, ...]) -> Fraction:
    """E||estimate - mu||^2 of the mean of the messages of independent users, each with X uniform over `several`."""
    size = len(several[0])
    mu = [sum((x[k] for x in several), Fraction(0)) / len(several) for k in range(size)]
    one = sum(
        (
            w / len(several) * sum(((v[k] - mu[k]) ** 2 for k in range(size)), Fraction(0))
            for x in several
            for v, w in messages(x)
        ),
        Fraction(0),
    )
    return one / n


def _risks(_: Settings) -> Iterator[Case]:
    for users, several in product((1, 7), _SAMPLES):
        yield Case({"n": users, "d": len(several[0]), "p": 1, "m": 1}, _exact_risk(users, several), Fraction(4, users))


SignedMean = constructor("SignedMean", r"\mathrm{{Signed}}_{{{1}}}({0}; {2}, {3})", sort="protocol")
"""n users; each takes its mean of the l_1 ball of radius s as that of a random symbol, one of s e_k, -s e_k and 0, draws the symbol
t times and answers each by randomised response among all 2 d + 1 with probabilities in proportion 2 d + 2 to 1; the estimate is twice the
mean of all answers: SignedMean(n, t, d, s)."""
_TIMES, _NORM, _K, _VECTOR = (
    integer("t", least=1),
    real("p", least=1, most=2),
    integer("k", least=1),
    Name("x", "vector"),
)
_SYMBOLS = log(2 * SIZE + 2)


def _plan(norm: Any, times: Any) -> Any:
    return SignedMean(N, times, SIZE, WIDTH * SIZE ** (1 - 1 / norm))


def _private(plan: Any, enough: Any) -> Grant:
    """That a plan of t answers a user is private, t = 1 too."""
    return words(
        "Each answer has epsilon/t, and t answers compose.",
        Interactive(plan, N, EPSILON),
        given=(enough,),
        leans=("zhao/own/signed-kary/privacy",),
    )


_CLASS, _PLAN = Ball(_NORM, WIDTH, SIZE), _plan(_NORM, _TIMES)
_ENOUGH = at_most(_TIMES * _SYMBOLS, EPSILON)
_SQUARES = WIDTH**2 / (N * M) + (2 * WIDTH * SIZE ** (1 - 1 / _NORM)) ** 2 / (N * _TIMES)
_RISK = (
    line(minimax_risk(_CLASS, N, M, EPSILON), given=(_ENOUGH,))
    .le(WorstRisk(_PLAN, _CLASS, M), at_index(minimax_risk(_CLASS, N, M, EPSILON), _PLAN), _private(_PLAN, _ENOUGH))
    .le(
        _SQUARES,
        words(
            "Variance given the data plus that of its mean: doubled symbols have length 2 s, the answers have the user's mean as theirs, whose "
            "variance is at most D^2/m as |X|_2 <= |X|_p, and |X|_1 <= d^(1-1/p) |X|_p.",
            at_most(WorstRisk(_PLAN, _CLASS, M), _SQUARES),
            leans=("zhao/own/signed-kary/mean",),
        ),
    )
    .eq(WIDTH**2 / N * (1 / M + 4 * SIZE ** (2 - 2 / _NORM) / _TIMES))
)
_CROSS = Ball(1, WIDTH, SIZE)
_ONCE = SignedMean(N, 1, SIZE, WIDTH)
RISK_ONCE = (
    line(minimax_risk(_CROSS, N, M, EPSILON), given=(at_most(_SYMBOLS, EPSILON),))
    .le(
        WorstRisk(_ONCE, _CROSS, M),
        at_index(minimax_risk(_CROSS, N, M, EPSILON), _ONCE),
        _private(_ONCE, at_most(_SYMBOLS, EPSILON)),
    )
    .le(
        (2 * WIDTH) ** 2 / N,
        words(
            "The doubled symbols of n users are independent, each of length 2 D at most.",
            at_most(WorstRisk(_ONCE, _CROSS, M), (2 * WIDTH) ** 2 / N),
            leans=("zhao/own/signed-kary/mean",),
        ),
    )
    .eq(4 * WIDTH**2 / N)
    .crosschecked(
        "exact risk, p = 1, t = 1", r"E\|\hat\mu-\mu\|^2\le\frac{4D^2}n", "n = 1, 7; d = 1, 2, 3; three points", _risks
    )
)
SIGNED = Claim(
    "zhao/own/signed-kary",
    "ours, against Theorem 6",
    Kind.UPPER_RATE,
    "signed k-ary response in every l_p ball, 1 <= p <= 2",
    corrected=AllOf("", {"t symbols": _RISK, "p = 1, one symbol": RISK_ONCE}),
)


def _shipped(d: int, times: int) -> OneRound:
    return signed(2, 1, d, float(times * log(2 * d + 2)) * (1 + 2**-40), 1.0)


OWN_SIGNED_KARY_PRIVACY = Claim(
    "zhao/own/signed-kary/privacy",
    "ours, against Theorem 6",
    Kind.PRIVACY,
    "t symbols by k-ary response at epsilon/t each",
    corrected=AllOf(
        r"\text{user-level } \varepsilon\text{-LDP}",
        {
            f"d = {size}, t = {times}": PlanPrivacy(
                f"{times} symbols among {2 * size + 1}",
                lambda k=size, t=times: _shipped(k, t),  # type: ignore[misc]
            )
            for size, times in ((1, 1), (2, 1), (3, 2), (10, 3))
        },
    ),
)


def _unbiased(_: Settings) -> Iterator[Case]:
    """The mean of a decoded message next to x, and its probabilities next to 1."""
    for x in (x for several in _SAMPLES for x in several):
        law = messages(x)
        shown = str([str(e) for e in x])
        yield Case({"x": shown, "of": "chances"}, sum((w for _, w in law), Fraction(0)), 1)
        for k, e in enumerate(x):
            yield Case({"x": shown, "coordinate": k + 1}, sum((w * v[k] for v, w in law), Fraction(0)), e)


def _decodes(_: Settings) -> Iterator[Case]:
    """The probabilities of the shipped channel at e^epsilon = 2d + 2, exact."""
    for size in (1, 2, 3):
        response = SignedResponse(size, 1.0, float(log(2 * size + 2))).response
        truth, lie = (Fraction(part_of(response, name, size)) for name in ("truth", "lie"))
        yield Case({"d": size, "of": "truth"}, truth, Fraction(2 * size + 2, 4 * size + 2))
        yield Case({"d": size, "of": "lie"}, lie, Fraction(1, 4 * size + 2))


def part_of(response: object, name: str, size: int) -> Fraction:
    """A probability of k-ary response, a rational function of its ratio, at the ratio 2d + 2."""
    function = getattr(response, name)
    at = 2 * size + 2
    top, bottom = (
        sum(int(c) * at ** int(powers[0]) for powers, c in side.terms()) for side in (function.numer, function.denom)
    )
    return Fraction(top, bottom)


DecodedEntry = quantity(
    "DecodedEntry",
    r"E[Z_{{{1}}} \mid {0}]({2}, {3})",
    "k-th entry of the mean of twice an answer about the vector x: DecodedEntry(x, k, d, s)",
)
InCross = property_of("InCross", r"\|{0}\|_1 \le {1},\ {0} \in \mathbb{{R}}^{{{2}}}")
_RADIUS = real("s", above=0)
_TRUTH, _LIE = (2 * SIZE + 2) / (4 * SIZE + 2), 1 / (4 * SIZE + 2)
_ENTRY, _DECODED = Entry(_VECTOR, _K), DecodedEntry(_VECTOR, _K, SIZE, _RADIUS)
_INSIDE = (InCross(_VECTOR, _RADIUS, SIZE), at_most(_K, SIZE))
OWN_SIGNED_KARY_MEAN = Claim(
    "zhao/own/signed-kary/mean",
    "ours, against Theorem 6",
    Kind.IDENTITY,
    "the messages have the sample as their mean",
    corrected=AllOf(
        "",
        {
            "the mean": line(_DECODED, given=_INSIDE)
            .eq(
                2 * (_TRUTH - _LIE) * _ENTRY,
                because(
                    "The symbols have mean x and sum to 0, and a symbol is answered where it is drawn more often than where another is by the "
                    "difference of both probabilities."
                ),
            )
            .eq(_ENTRY),
            "the gap": line(_TRUTH - _LIE).eq(Rational(1, 2)),
            "by the law of a message": FiniteCheck(r"E[Z\mid x]=x", "nine vectors, d = 1, 2, 3", _unbiased, "=="),
            "the probabilities of the shipped channel": FiniteCheck(
                r"\text{truth, lie}", "d = 1, 2, 3", _decodes, "=="
            ),
        },
    ),
)


def _factors(_: Settings) -> Iterator[Case]:
    """5 d^(q/2)/(14 + 8/q) next to d/(t ln(2d+2)), t = ceil(d^(1-q)): both sides times D^2/n."""
    for p, size in product((Fraction(5, 4), Fraction(3, 2), Fraction(7, 4)), (1, 10, 10**6, 10**12)):
        q, level = 2 / p - 1, as_arb(size).log()
        times = int((as_arb(1 - q) * level).exp().upper().ceil().unique_fmpz())
        left = 5 * (as_arb(q / 2) * level).exp() / as_arb(14 + 8 / q)
        yield Case({"p": str(p), "d": size, "t": times}, left, size / (times * as_arb(2 * size + 2).log()))


_Q = real("q", above=0, below=1)
_BETWEEN = Ball(2 / (1 + _Q), WIDTH, SIZE)
_LEAST, _MOST = at_most(SIZE ** (1 - _Q), _TIMES), at_most(_TIMES, SIZE ** (1 - _Q) + 1)
_SPENT = _TIMES * _SYMBOLS
_HERE = minimax_risk(_BETWEEN, N, 1, _SPENT)
_Y, _Z, _X = real("y", least=1), real("z", least=1), real("x", least=1)
_LESS, _LARGER = real("u", above=0), real("v", above=0)
_INVERTED = line(1 / _LESS, given=(at_most(_LESS, _LARGER),)).ge(1 / _LARGER)
_DOUBLE = line(1 / (_X + 1)).ge(1 / (2 * _X))
_LOG = line(log(_Y)).le(_Y / E)
_GROWTH = SIZE ** (_Q / 2)
_LOGS = (
    line(_SYMBOLS)
    .le(log(4 * SIZE))
    .eq(log(4) + 2 / _Q * log(_GROWTH))
    .le(log(4) + 2 / _Q * (_GROWTH / E), _LOG.at({_Y: _GROWTH}))
    .le(
        (14 + 8 / _Q) / 10 * _GROWTH,
        line(log(4) + 2 * _Z * _Y / E).le((14 + 8 * _Z) / 10 * _Y).at({_Z: 1 / _Q, _Y: _GROWTH}),
    )
)
OWN_THM6_BETWEEN = Claim(
    "zhao/own/thm6/between",
    "ours, against Theorem 6 for 1 < p < 2",
    Kind.LOWER_BOUND,
    "no bound of order D^2 d/(nm epsilon) for any p between 1 and 2",
    corrected=AllOf(
        "",
        {
            "the printed rate": line(WIDTH**2 * SIZE / (N * _SPENT), given=(_MOST,))
            .ge(
                WIDTH**2 * SIZE / (N * 2 * SIZE ** (1 - _Q) * _SYMBOLS),
                line(1 / _TIMES, given=(_MOST,))
                .ge(1 / (SIZE ** (1 - _Q) + 1))
                .ge(1 / (2 * SIZE ** (1 - _Q)), _DOUBLE.at({_X: SIZE ** (1 - _Q)})),
            )
            .eq(WIDTH**2 * SIZE**_Q / (2 * N) / _SYMBOLS)
            .ge(
                WIDTH**2 * SIZE**_Q / (2 * N) / ((14 + 8 / _Q) / 10 * _GROWTH),
                _INVERTED.at({_LESS: _SYMBOLS, _LARGER: (14 + 8 / _Q) / 10 * _GROWTH}),
                _LOGS,
            )
            .eq(_GROWTH / (14 + 8 / _Q) * (5 * WIDTH**2 / N))
            .crosschecked(
                "the factor",
                r"\frac{5d^{q/2}}{14+8/q}\le\frac d{t\ln(2d+2)}",
                "p = 5/4, 3/2, 7/4, d = 1, 10, 10^6, 10^12",
                _factors,
            ),
            "the risk": line(_HERE, given=(_LEAST,))
            .le(
                WIDTH**2 / N * (1 + 4 * SIZE ** (1 - _Q) / _TIMES),
                cite(SIGNED, "t symbols").at({_NORM: 2 / (1 + _Q), M: 1, EPSILON: _SPENT}),
            )
            .le(5 * WIDTH**2 / N),
        },
    ),
    note="p = 2/(1+q), epsilon = t ln(2d+2). The factor grows without bound with d, at every such p; "
    "zhao/thm6/lower shows it at p = 1.",
)
_MANY = minimax_risk(_CROSS, N, M, _SYMBOLS)
_OF_SAMPLES = SIZE / (5 * M * _SYMBOLS)
_ROOT = real("x", least=1000)
OWN_THM6_SAMPLES = Claim(
    "zhao/own/thm6/samples",
    "ours, against Theorem 6 for p = 1",
    Kind.LOWER_BOUND,
    "no bound of order D^2 d/(nm epsilon) for m well below d/ln d",
    corrected=AllOf(
        "",
        {
            "the printed rate": line(WIDTH**2 * SIZE / (N * M * _SYMBOLS))
            .ge(_OF_SAMPLES * (WIDTH**2 / N * (1 / M + 4)))
            .ge(_OF_SAMPLES * _MANY, cite(SIGNED, "t symbols").at({_NORM: 1, _TIMES: 1, EPSILON: _SYMBOLS})),
            "the factor at m = sqrt(d)": line(SIZE / (5 * sqrt(SIZE) * _SYMBOLS), given=(at_most(10**6, SIZE),))
            .ge(SIZE / (5 * sqrt(SIZE) * log(4 * SIZE)))
            .eq(sqrt(SIZE) / (5 * (log(4) + 2 * log(sqrt(SIZE)))))
            .ge(13, line(_ROOT / (5 * (log(4) + 2 * log(_ROOT)))).ge(13).at({_ROOT: sqrt(SIZE)})),
        },
    ),
    note="For m beyond d/ln d nothing is said here: the protocol does not gain from m.",
)
_ORDER = minimax_risk(_CROSS, N, 1, _SYMBOLS)
_SINH = (
    line(sinh(EPSILON / 2) ** 2)
    .eq((exp(EPSILON) - 1) ** 2 / (4 * exp(EPSILON)))
    .le((exp(EPSILON) - 1) / 4)
    .at({EPSILON: _SYMBOLS})
)
OWN_THM6_L1_ORDER = Claim(
    "zhao/own/thm6/l1-order",
    "ours, for Theorem 6 at p = 1",
    Kind.LOWER_BOUND,
    "at p = 1, m = 1 and epsilon = ln(2d+2) the minimax risk is between D^2/(2n) and 4 D^2/n",
    corrected=AllOf(
        "",
        {
            "below": line(_ORDER, given=(at_most(40 * SIZE, N),))
            .ge(
                WIDTH**2 * SIZE / (Rational(4, 3) * N * sinh(_SYMBOLS / 2) ** 2 + 40 * SIZE**2),
                cite(VAN_TREES_AXES).at({real("p", least=1): 1, M: 1, EPSILON: _SYMBOLS}),
            )
            .ge(WIDTH**2 * SIZE / (Rational(4, 3) * N * (2 * SIZE + 1) / 4 + 40 * SIZE**2), _SINH)
            .ge(
                WIDTH**2 * SIZE / (Rational(4, 3) * N * (2 * SIZE + 1) / 4 + N * SIZE),
                line(40 * SIZE**2, given=(at_most(40 * SIZE, N),)).le(N * SIZE, at_most(40 * SIZE, N)),
            )
            .ge(WIDTH**2 / (2 * N)),
            "above": line(_ORDER).le(4 * WIDTH**2 / N, cite(SIGNED, "p = 1, one symbol").at({M: 1, EPSILON: _SYMBOLS})),
        },
    ),
    note="So the rate that zhao Theorem 6 prints there, D^2 d/(n ln d), is too large by d/ln d, and no more than "
    "that. For m > 1 the two sides are a factor m apart.",
)

CLAIMS = (
    SIGNED,
    OWN_SIGNED_KARY_PRIVACY,
    OWN_SIGNED_KARY_MEAN,
    OWN_THM6_BETWEEN,
    OWN_THM6_SAMPLES,
    OWN_THM6_L1_ORDER,
)
