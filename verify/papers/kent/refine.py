"""kent Appendix G.1: the first stage succeeds at alpha > 1, (111), (112), and Step 2 up to (117).

T stands for T* throughout.
"""

from collections.abc import Iterator
from fractions import Fraction
from itertools import product

import sympy
from sympy import Integer, Max, Min, Rational, exp, log, oo, sqrt

from notation.symbols import D, Delta, epsilon, n
from upperbounds.mean import kent
from upperbounds.votes import Bins
from verify.claim import Claim, Kind, Severity
from verify.outcome import Settings
from verify.papers.kent.localise import runs
from verify.papers.kent.votes import COUNT, HOME, ROUNDED, WIDTHS, Law, buffer_parts, decided_below
from verify.prover import Variable
from verify.statements import AllOf, Case, Derived, FiniteCheck, Identity, Whole, at_most
from verify.textbook import HOEFFDING_LEMMA

_ALPHA, _T, _X = sympy.symbols("alpha T x", positive=True)
_A, _B = sympy.symbols("a b", real=True)
_P, _Q, _U, _LAMBDA = sympy.symbols("p q u lambda", nonnegative=True)
_SAMPLES, _USERS = Variable(_T, Integer(1), oo), Variable(n, Integer(2), oo)
_ANY_ALPHA = Variable(_ALPHA, Integer(0), oo, open_lower=True)
_ANY_X = Variable(_X, Integer(0), oo, open_lower=True)
_REAL = tuple(Variable(x, -oo, oo) for x in (_A, _B))
_UNIT = tuple(Variable(x, Integer(0), Integer(1)) for x in (_P, _Q))
_HIGH, _LOW = kent.algorithm2_symbolic(), kent.algorithm10_symbolic()
_MEAN = r"\overline{X^{(i)}}"


def _printed_alpha(_: Settings) -> Iterator[Case]:
    """What (110) gives beside what (111) takes from it."""
    users, samples, alpha = 16, 1, 2
    yield Case(
        {"n": users, "T": samples, "alpha": alpha},
        Fraction(16, users * samples**2),
        Fraction(16, users * (samples * alpha**2) ** 2),
        left_again=2 * Fraction(8 * users, (users * samples) ** 2),
    )


def _clip(x: Fraction, lower: Fraction, upper: Fraction) -> Fraction:
    return min(max(x, lower), upper)


_INTERVALS = {1: (Fraction(-1, 2), Fraction(1, 4)), 2: (Fraction(0), Fraction(1))}
_USER: Law = {Fraction(-1): Fraction(1, 4), Fraction(0): Fraction(1, 2), Fraction(1, 2): Fraction(1, 4)}


def _second_stages() -> Iterator[tuple[dict[str, object], Fraction, Fraction, Fraction]]:
    """Small second stages with symmetric two-point noise: mean squared error twice, and the right side of (113).

    The first route enumerates all refining users' data and noise; the second is bias and variance given j*.
    """
    theta = sum((x * p for x, p in _USER.items()), Fraction(0))
    for noise, refiners, shares in product((Fraction(0), Fraction(1, 3)), (1, 2), ((4, 1, 2, 1), (3, 3, 0, 2))):
        first = dict(zip(((1, True), (1, False), (2, True), (2, False)), (Fraction(s, 8) for s in shares), strict=True))
        direct = again = right = Fraction(0)
        for winner, (lower, upper) in _INTERVALS.items():
            success, chance = first[winner, True], first[winner, True] + first[winner, False]
            message = {(x, z): p / 2 for x, p in _USER.items() for z in (-1, 1)}
            sent = {(x, z): _clip(x, lower, upper) + z * noise for x, z in message}
            for users in product(message.items(), repeat=refiners):
                weight = chance
                for _user, share in users:
                    weight *= share
                direct += weight * (sum((sent[user] for user, _share in users), Fraction(0)) / refiners - theta) ** 2
            bias = sum((p * (sent[k] - k[0]) for k, p in message.items()), Fraction(0))
            mean = sum((p * sent[k] for k, p in message.items()), Fraction(0))
            variance = sum((p * (sent[k] - mean) ** 2 for k, p in message.items()), Fraction(0))
            again += chance * (bias**2 + variance / refiners)
            inside = success / chance
            right += 2 * chance * ((bias * inside) ** 2 + (bias * (1 - inside)) ** 2 + variance / (2 * refiners))
        yield {"n": 2 * refiners, "noise": f"+-{noise}", "8 P(j*, A)": str(shares)}, direct, again, right


def _tower(_: Settings) -> Iterator[Case]:
    for parameters, direct, again, _right in _second_stages():
        yield Case(parameters, direct, again)


def _split(_: Settings) -> Iterator[Case]:
    for parameters, direct, again, right in _second_stages():
        yield Case(parameters, direct, right, left_again=again)


def _touching(_: Settings) -> Iterator[Case]:
    """theta in the middle of I_1, and the neighbour I_2 wins."""
    delta = Fraction(1, 4)
    theta, bins = -1 + delta, Bins(Fraction(-1), 2 * delta, 4)
    lower = bins.left(1) - 2 * delta
    yield Case(
        {"alpha": "at most 1", "Delta": "1/4", "theta": str(theta), "l": 1, "j*": 2},
        theta - lower,
        delta,
        left_again=(theta + 1) + (-1 - lower),
    )


def _conditioned(_: Settings) -> Iterator[Case]:
    """Algorithm 2 with one voter and one refining user, at j* = l: both sides by enumeration of the bits."""
    keep, delta = Fraction(3, 5), Fraction(1, 4)
    law = {Fraction(-1, 4): Fraction(7, 8), Fraction(1): Fraction(1, 8)}
    theta = sum((x * p for x, p in law.items()), Fraction(0))
    bins = Bins(Fraction(-1), 2 * delta, 4)
    home = bins.index_exact(theta)
    near, upper = (home, home + 1), bins.left(home + 1) + 2 * delta
    assert theta - bins.left(home) >= delta
    joint: dict[tuple[int, bool, bool], Fraction] = {}
    for (vote, p), bits, (mean, q) in product(law.items(), product((0, 1), repeat=4), law.items()):
        mass = p * q
        for k, bit in enumerate(bits):
            mass *= keep if bit == (k == bins.index_exact(vote)) else 1 - keep
        wins = all(bits[home] > bits[k] for k in range(4) if k not in near)
        key = (bits.index(max(bits)), wins, mean > upper)
        joint[key] = joint.get(key, Fraction(0)) + mass
    chance = sum((p for (k, _a, _b), p in joint.items() if k == home), Fraction(0))
    success = sum((p for (_k, a, _b), p in joint.items() if a), Fraction(0))
    beyond = sum((p for x, p in law.items() if x > upper), Fraction(0))
    yield Case(
        {"n": 2, "T": 1, "Delta": "1/4", "omega": "3/5", "X": "-1/4: 7/8, 1: 1/8", "theta": str(theta), "j* = l": 2},
        joint[home, True, True] / chance,
        sum((p for x, p in law.items() if x - theta > delta), Fraction(0)) * success,
        left_again=beyond * (joint[home, True, True] + joint[home, True, False]) / chance,
        note="the sides differ by the factor P(A | j*)/P(A), which is above 1 for some j* whenever A can fail",
    )


def _one_sided(settings: Settings) -> Iterator[Case]:
    for parameters, mean, delta, law in runs(settings):
        beyond = sum((p for x, p in law.items() if not decided_below(x - mean, delta)), Fraction(0))
        yield Case(parameters, beyond, Fraction(1, 8 * int(str(parameters["T"]))))


CLAIMS = (
    Claim(
        "kent/eq111",
        "Appendix G.1, Step 1.2, (111), and the text after it",
        Kind.INEQUALITY,
        "the first stage succeeds at alpha > 1",
        Whole(
            r"P(A_2^c)\le\frac3{\Delta\wedge1}e^{-2n\alpha/K}+\frac{48}{nT^*};\quad\text{on }A_2:\ "
            r"\theta\in[\tilde L+\Delta,\tilde U-\Delta]",
            ("kent/eq111/a", "kent/eq111/b", "kent/eq111/buffer"),
        ),
        Whole(
            r"P(A_2^c)\le\frac3{\Delta\wedge1}e^{-2n\alpha/577}+\frac{48}{nT^*};\quad\text{on }A_2:\ "
            r"\theta\in[\tilde L+\Delta,\tilde U-\Delta]",
            ("kent/eq111/a", "kent/eq111/b", "kent/eq111/buffer"),
            as_corrected=True,
        ),
        correction="a stray alpha^2 in the middle; K = 577 is enough for the corrected (110)",
        severity=Severity.TYPO,
        theorem="kent/eq119x",
    ),
    Claim(
        "kent/eq111/a",
        "Appendix G.1, Step 1.2, (111), second inequality, 'by (110)'",
        Kind.INEQUALITY,
        "(110) put into the union bound",
        FiniteCheck(
            r"e^{-n\alpha/20}+\frac{16}{n(T^*)^2}\le e^{-n\alpha/20}+\frac{16}{n(T^*\alpha^2)^2}",
            "n = 16, T = 1, alpha = 2; the second terms",
            _printed_alpha,
        ),
        Derived(
            r"P(A_2^c)\le N(\Delta)\Big(e^{-2n\alpha/577}+\frac1{n(T^*)^2}\Big)\le"
            r"\frac3{\Delta\wedge1}\Big(e^{-2n\alpha/577}+\frac1{n(T^*)^2}\Big)",
            ("kent/eq110",),
            COUNT,
        ),
        correction="16/(n(T* alpha^2)^2) is smaller than the 16/(nT*^2) of (110) for alpha > 1; the alpha^2 is gone in the "
        "next line",
        severity=Severity.TYPO,
        theorem="kent/eq119x",
        note="As printed: the step from (110) to this line, which needs the first to be at most the second.",
    ),
    Claim(
        "kent/eq111/b",
        "Appendix G.1, Step 1.2, (111), last two inequalities",
        Kind.INEQUALITY,
        "the number of bins against T*",
        Derived(
            r"\frac{48}{(\Delta\wedge1)n(T^*)^2}\le\frac{48}{nT^*},\ \frac1{\Delta\wedge1}\le(T^*)^{1/2}",
            ("kent/eq111/a",),
            AllOf(
                r"\frac1{\Delta\wedge1}\le(T^*)^{1/2},\ \Delta^2=\frac{4\log(nT^*)}{T^*};\ (T^*)^{1/2-2}\le(T^*)^{-1}",
                (
                    ("the bins", at_most(Max(sqrt(_T / (4 * log(n * _T))), 1), sqrt(_T), _USERS, _SAMPLES)),
                    ("the power of T*", at_most(3 * sqrt(_T) / _T**2, 3 * 16 / _T, _SAMPLES)),
                ),
            ),
        ),
    ),
    Claim(
        "kent/eq111/buffer",
        "Appendix G.1, Step 1.2, after (111)",
        Kind.INEQUALITY,
        "the mean is inside the widened interval, Delta away from its ends",
        AllOf(
            r"|j^*-l|\le2\ \Rightarrow\ \min\{\theta-\tilde L,\tilde U-\theta\}\ge\Delta",
            buffer_parts(kent.algorithm10_symbolic(), dict.fromkeys(range(-2, 3), HOME)),
        ),
        note="The interval is that of the plan that runs; lengths in units of 2 Delta.",
    ),
    Claim(
        "kent/eq112",
        "Appendix G.1, Step 2, (112)",
        Kind.INEQUALITY,
        "the first stage succeeds, both cases in one",
        Derived(
            r"P(A^c)\le\frac3{\Delta\wedge1}e^{-2n\min\{\alpha,\alpha^2\}/K}+\frac{48}{nT^*},\ "
            r"K=8536\ (\alpha\le1),\ 577\ (\alpha>1)",
            ("kent/eq107", "kent/eq111"),
            at_most(_P, _P + 48 / (n * _T), _UNIT[0], _USERS, _SAMPLES),
        ),
        note="min{alpha, alpha^2} is alpha^2 up to 1 and alpha beyond; a larger K only weakens the bound.",
    ),
    Claim(
        "kent/eq113",
        "Appendix G.1, Step 2, (113)",
        Kind.INEQUALITY,
        "the error by bias, failure and variance",
        Derived(
            r"E|\hat\theta-\theta|^2=E\big[\{E(\hat\theta^{(i)}-\overline{X^{(i)}}|j^*)\}^2+\tfrac2n"
            r"\mathrm{Var}(\hat\theta^{(i)}|j^*)\big]\le2E\{(I)+(II)+(III)\}",
            (),
            AllOf(
                r"\mathrm{Var}(\hat\theta|j^*)=\tfrac2n\mathrm{Var}(\hat\theta^{(i)}|j^*);\ (a+b)^2\le2a^2+2b^2",
                (
                    ("the variance of a mean of n/2 messages", Identity((n / 2) * _X / (n / 2) ** 2, 2 * _X / n)),
                    ("the cross term", at_most((_A + _B) ** 2, 2 * _A**2 + 2 * _B**2, *_REAL)),
                    ("the factor 2 in front", Identity(2 * (_X / n), 2 * _X / n)),
                ),
            ),
            (),
            (
                (
                    "enumeration of small second stages, the equality",
                    FiniteCheck(
                        r"E|\hat\theta-\theta|^2=E[\mathrm{bias}^2+\tfrac2n\mathrm{Var}]",
                        "three-point user means, two intervals, noise 0 and +-1/3; n = 2, 4; two laws of (j*, A)",
                        _tower,
                        "==",
                    ),
                ),
                (
                    "the inequality",
                    FiniteCheck(
                        r"E|\hat\theta-\theta|^2\le2E\{(I)+(II)+(III)\}",
                        "three-point user means, two intervals, noise 0 and +-1/3; n = 2, 4; two laws of (j*, A)",
                        _split,
                    ),
                ),
            ),
        ),
        note="Bias-variance given j*; the refining users are independent of the first half, hence of (j*, A).",
    ),
    Claim(
        "kent/eq114",
        "Appendix G.1, Step 2, (114)",
        Kind.INEQUALITY,
        "the variance of one message",
        AllOf(
            r"\mathrm{Var}(\hat\theta^{(i)}|j^*)\le49\Delta^2+\frac{8(1+W_\alpha)^2\Delta^2}{\alpha^2}"
            r"\le\frac{337\Delta^2}{\alpha^2\wedge1},\ W_\alpha\in\{2,5\}",
            (
                (
                    "a variable on an interval of length w: (x - middle)^2 <= w^2/4",
                    at_most((_X * (_A - Rational(1, 2))) ** 2, _X**2 / 4, Variable(_A, Integer(0), Integer(1)), _ANY_X),
                ),
                ("length for W = 2", Identity(_HIGH.interval(_A)[1] - _HIGH.interval(_A)[0], 2 * (1 + 2) * Delta)),
                ("length for W = 5", Identity(_LOW.interval(_A)[1] - _LOW.interval(_A)[0], 2 * (1 + 5) * Delta)),
                ("a quarter of its square is below 49", at_most((2 * 6 * Delta) ** 2 / 4, 49 * Delta**2, WIDTHS[0])),
                ("variance of Laplace noise", Identity(sympy.integrate(_X**2 * exp(-_X), (_X, 0, oo)), Integer(2))),
                ("noise for W = 2", Identity(2 * _HIGH.scale**2, 8 * (1 + 2) ** 2 * Delta**2 / epsilon**2)),
                ("noise for W = 5", Identity(2 * _LOW.scale**2, 8 * (1 + 5) ** 2 * Delta**2 / epsilon**2)),
                ("the end", at_most(49 + 8 * 36 / _ALPHA**2, 337 / Min(_ALPHA**2, 1), _ANY_ALPHA)),
            ),
        ),
        note="True and loose: 49 and 337 are left from an interval of length 14 Delta; see kent/own/eq114.",
    ),
    Claim(
        "kent/own/eq114",
        "ours, for (114)",
        Kind.INEQUALITY,
        "the variance of one message, sharper",
        None,
        Derived(
            r"\mathrm{Var}(\hat\theta^{(i)}|j^*)\le\frac{81\Delta^2}{\alpha^2}\ (\alpha\le1),\quad"
            r"36\Delta^2+\frac{288\Delta^2}{\alpha^2}\le324\Delta^2\ (\alpha>1)",
            ("kent/eq114",),
            AllOf(
                r"9+72/\alpha^2\le81/\alpha^2,\ 36+288/\alpha^2\le324",
                (
                    (
                        "alpha <= 1",
                        at_most(
                            Rational(6**2, 4) + 72 / _ALPHA**2,
                            81 / _ALPHA**2,
                            Variable(_ALPHA, Integer(0), Integer(1), open_lower=True),
                        ),
                    ),
                    (
                        "alpha > 1",
                        at_most(
                            Rational(12**2, 4) + 288 / _ALPHA**2,
                            Integer(324),
                            Variable(_ALPHA, Integer(1), oo, open_lower=True),
                        ),
                    ),
                ),
            ),
        ),
    ),
    Claim(
        "kent/eq117",
        "Appendix G.1, Step 2, (115)-(117)",
        Kind.INEQUALITY,
        "the bias on success",
        Whole(
            r"\{E[(\hat\theta^{(i)}-\overline{X^{(i)}})1\{A\}|j^*]\}^2\le16e^{-T^*\Delta^2}",
            ("kent/eq117/115", "kent/eq117/strict", "kent/eq117/116", "kent/eq117/117"),
        ),
        Whole(
            r"\{E[(\hat\theta^{(i)}-\overline{X^{(i)}})1\{A\}|j^*]\}^2\le16e^{-T^*\Delta^2}",
            ("kent/eq117/115", "kent/eq117/strict", "kent/eq117/116", "kent/eq117/117"),
            as_corrected=True,
        ),
        correction="two steps on the way; the conclusion stands as printed",
        severity=Severity.TYPO,
        theorem="kent/eq119x",
    ),
    Claim(
        "kent/eq117/115",
        "Appendix G.1, Step 2, (115)",
        Kind.INEQUALITY,
        "clipping moves a mean by at most 2, and only from outside",
        AllOf(
            r"|x-\Pi_{\tilde I}(x)|=(x-\tilde U)^++(\tilde L-x)^+\le2\cdot1\{x>\tilde U\}+2\cdot1\{x<\tilde L\}",
            (
                ("above: x = U + u", Identity((_A + _U) - _A, _U + 0)),
                ("below: x = L - u", Identity(_A - (_A - _U), 0 + _U)),
                (
                    "the least U~ is 4 Delta - 1 for alpha <= 1",
                    Identity(_HIGH.interval(Integer(0))[1].subs(D, 1), 4 * Delta - 1),
                ),
                (
                    "and 7 Delta - 1 beyond",
                    Identity(_LOW.interval(Integer(0))[1].subs(D, 1), 7 * Delta - 1),
                ),
                (
                    "the largest L~ is at most 1",
                    at_most(_HIGH.interval(1 / Delta + ROUNDED - 1)[0].subs(D, 1), Integer(1), *WIDTHS),
                ),
                (
                    "for alpha > 1 too",
                    at_most(_LOW.interval(1 / Delta + ROUNDED - 1)[0].subs(D, 1), Integer(1), *WIDTHS),
                ),
                ("x - U~ <= 2", at_most(1 - (4 * Delta - 1), Integer(2), WIDTHS[0])),
            ),
        ),
        note="Bin N(Delta) = 1/Delta + f has the largest left end.",
    ),
    Claim(
        "kent/eq117/strict",
        "Appendix G.1, Step 2, after (116)",
        Kind.INEQUALITY,
        "the buffer is more than Delta",
        FiniteCheck(
            r"\theta-\tilde L>\Delta\ \text{on } A",
            "alpha <= 1, Delta = 1/4, theta = -3/4: the middle of I_1, so l' = 2; j* = 2",
            _touching,
            ">",
        ),
        Whole(
            r"\min\{\theta-\tilde L,\tilde U-\theta\}\ge\Delta\ \text{on } A",
            ("kent/eq107/buffer", "kent/eq111/buffer"),
        ),
        correction=">= for >, as the text after (107) and (111) has it; that is enough for (116)",
        severity=Severity.TYPO,
        theorem="kent/eq119x",
        note="For U~ - theta > Delta, also printed, it fails only at alpha > 1, theta = 1 in a closed last bin, j* = l-2.",
    ),
    Claim(
        "kent/eq117/116",
        "Appendix G.1, Step 2, (116)",
        Kind.INEQUALITY,
        "a user's mean leaves the interval with small probability",
        FiniteCheck(
            rf"P(\{{{_MEAN}>\tilde U\}}\cap A\mid j^*)\le P(\{{{_MEAN}-\theta>\Delta\}}\cap A)",
            "one voter and one refining user, T = 1, four bins, omega = 3/5, two-point data, j* = l",
            _conditioned,
        ),
        Derived(
            rf"P(\{{{_MEAN}>\tilde U\}}\cap A\mid j^*)\le P({_MEAN}-\theta>\Delta)\le e^{{-T^*\Delta^2/2}}",
            ("kent/eq117/strict",),
            AllOf(
                r"P(A|j^*)\,p\le p;\quad-\lambda\Delta+\tfrac{2^2\lambda^2}{8T^*}=-\tfrac{T^*\Delta^2}2\ "
                r"\text{at}\ \lambda=T^*\Delta",
                (
                    ("the refining user is independent of (j*, A)", at_most(_P * _Q, _P, *_UNIT)),
                    (
                        "one-sided Hoeffding",
                        Identity(
                            (-_LAMBDA * Delta + 2**2 * _LAMBDA**2 / (8 * _T)).subs(_LAMBDA, _T * Delta),
                            -_T * Delta**2 / 2,
                        ),
                    ),
                ),
            ),
            (HOEFFDING_LEMMA,),
            (
                (
                    "+-1 data, exact tails",
                    FiniteCheck(
                        rf"P({_MEAN}-\theta>\Delta)\le1/(nT^*\alpha^2)",
                        "n = 32, alpha = 1/2, Delta of (30); T = 100, 400 (full: 50 to 800); P(X = 1) in twelfths",
                        _one_sided,
                    ),
                ),
            ),
        ),
        note="A lost '| j*' would be damage, but the text gives the independence of j* as the reason for this very step.",
        correction="given j*, A has the probability P(A | j*), not P(A): the mean is independent of j*, but A is not. "
        "Leaving A out on the right mends it, and nothing after it changes",
        severity=Severity.TYPO,
        theorem="kent/eq119x",
    ),
    Claim(
        "kent/eq117/117",
        "Appendix G.1, Step 2, (117)",
        Kind.INEQUALITY,
        "the squared bias on success",
        Derived(
            r"\{E[(\hat\theta^{(i)}-\overline{X^{(i)}})1\{A\}|j^*]\}^2\le16e^{-T^*\Delta^2}",
            ("kent/eq117/115", "kent/eq117/116"),
            Identity((2 * exp(-_T * Delta**2 / 2) + 2 * exp(-_T * Delta**2 / 2)) ** 2, 16 * exp(-_T * Delta**2)),
        ),
        note="The noise has mean zero and is independent of the rest.",
    ),
)
