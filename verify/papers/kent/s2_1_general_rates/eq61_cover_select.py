"""kent Algorithm 1 and Theorem 1 from above, (8), (61), (62), and Lemma 24."""

from collections.abc import Iterator
from fractions import Fraction
from math import comb

import sympy
from sympy import Integer, Rational, cosh, exp, log, oo

from verify.calculus.textbook import CHERNOFF_HALF
from verify.papers.kent.setting import brute_power
from verify.prover import Variable
from verify.statements import AllOf, Case, Derived, FiniteCheck, Identity, at_most
from verify.statements.claim import Claim, Kind, Severity
from verify.statements.outcome import Settings, as_arb

_ALPHA, _X, _N, _PHI, _TOP, _C = sympy.symbols("alpha x N phi D c", positive=True)
_P = sympy.Symbol("p", nonnegative=True)
_Y = sympy.Symbol("y", nonnegative=True)
_HALF = Rational(1, 2)
_KEEP = exp(_ALPHA / 2) / (1 + exp(_ALPHA / 2))
_CHANCE = Variable(_P, Integer(0), Integer(1))
_COUNT = Variable(_N, Integer(1), oo)
_FIRST = Variable(_X, Integer(0), Integer(1), open_lower=True)
_SECOND = Variable(_X, Integer(1), Integer(4), open_lower=True)
_THIRD = Variable(_X, Integer(4), oo, open_lower=True)
CENTRES = (Fraction(1), Fraction(5, 2), Fraction(4))
"""A cover of [0, 5] by three balls of radius 1; two balls have total length 4 and do not do."""


def _balls(point: Fraction) -> tuple[int, ...]:
    return tuple(int(abs(point - centre) <= 1) for centre in CENTRES)


def _pieces(point: Fraction) -> tuple[int, ...]:
    """The votes in B'_1, B'_2, ...: the first ball that holds the point."""
    votes = _balls(point)
    return tuple(int(vote and not any(votes[:j])) for j, vote in enumerate(votes))


def _printed_votes(_: Settings) -> Iterator[Case]:
    """Kept with t/(1+t), t = e^(alpha/2): a difference of k votes costs k alpha/2; brute force over all answers again."""
    x, y = _balls(Fraction(2)), _balls(Fraction(5))
    differences = sum(a != b for a, b in zip(x, y, strict=True))
    yield Case(
        {"Theta": "[0, 5]", "Delta": 1, "centres": "1, 5/2, 4", "x": 2, "x'": 5, "V(x)": str(x), "V(x')": str(y)},
        Fraction(differences, 2),
        1,
        left_again=Fraction(brute_power(x, y), 2),
        note="multiples of alpha",
    )


def _mended_votes(_: Settings) -> Iterator[Case]:
    for k in range(51):
        votes = _pieces(Fraction(k, 10))
        yield Case({"x": str(Fraction(k, 10)), "V": str(votes)}, sum(votes), 1)


def _binomial(n: int, p: Fraction) -> list[Fraction]:
    return [comb(n, k) * p**k * (1 - p) ** (n - k) for k in range(n + 1)]


def _loses(n: int, keep: Fraction, balls: int) -> Fraction:
    """P(some other ball has at least the votes of the right one), from the independent totals."""
    right, wrong = _binomial(n, keep), _binomial(n, 1 - keep)
    below = [sum(wrong[:k], Fraction(0)) for k in range(n + 1)]
    return sum((p * (1 - below[k] ** (balls - 1)) for k, p in enumerate(right)), Fraction(0))


def _beaten(n: int, keep: Fraction) -> Fraction:
    """P(Z_l <= Z_j), from the two totals."""
    right, wrong = _binomial(n, keep), _binomial(n, 1 - keep)
    return sum((right[k] * sum(wrong[k:], Fraction(0)) for k in range(n + 1)), Fraction(0))


def _lower_half(n: int, keep: Fraction) -> Fraction:
    """P(Bin(2n, keep) <= n)."""
    return sum(_binomial(2 * n, keep)[: n + 1], Fraction(0))


def _sizes(settings: Settings) -> Iterator[tuple[int, Fraction]]:
    for n in (1, 2, 3, 5, 8) if settings.quick else (1, 2, 3, 5, 8, 20, 60):
        for t in (Fraction(11, 10), Fraction(3, 2), Fraction(3)):
            yield n, t


def _unions(settings: Settings) -> Iterator[Case]:
    for n, t in _sizes(settings):
        keep = t / (1 + t)
        for balls in (2, 5, 20):
            yield Case(
                {"n": n, "e^(alpha/2)": str(t), "N": balls},
                _loses(n, keep, balls),
                (balls - 1) * _lower_half(n, keep),
                left_again=_loses(n, keep, 2) if balls == 2 else None,
            )


def _same_tail(settings: Settings) -> Iterator[Case]:
    for n, t in _sizes(settings):
        yield Case({"n": n, "e^(alpha/2)": str(t)}, _beaten(n, t / (1 + t)), _lower_half(n, t / (1 + t)))


def _tails(settings: Settings) -> Iterator[Case]:
    for n, t in _sizes(settings):
        keep = t / (1 + t)
        yield Case({"n": n, "e^(alpha/2)": str(t)}, _lower_half(n, keep), (4 * keep * (1 - keep)) ** n)


def _failures(settings: Settings) -> Iterator[Case]:
    for n, t in _sizes(settings):
        alpha = 2 * as_arb(t).log()
        for balls in (2, 5, 20):
            bound = balls * (-n * alpha.min(alpha**2) / 20).exp()
            yield Case({"n": n, "e^(alpha/2)": str(t), "N": balls}, _loses(n, t / (1 + t), balls), bound)


def _two_points(settings: Settings) -> Iterator[Case]:
    """Algorithm 1 on Theta = {0, 1} errs by 1 where the wrong point has as many votes; ties go to the first one."""
    for n, t in _sizes(settings):
        alpha = 2 * as_arb(t).log()
        bound = 2 * (-n * alpha.min(alpha**2) / 20).exp()
        yield Case({"n": n, "e^(alpha/2)": str(t)}, _beaten(n, t / (1 + t)), bound)


CLAIMS = (
    Claim(
        "kent/alg1/privacy",
        "Section 2.1, Algorithm 1, (11), and the text above it",
        Kind.PRIVACY,
        "Algorithm 1 is alpha-LDP, as listed",
        FiniteCheck(
            r"V_j=1\{X\in B_j\},\ \omega_{\alpha/2}:\quad\sup\log\frac{P(\tilde V=v\mid x)}{P(\tilde V=v\mid x')}\le\alpha",
            "Theta = [0, 5], Delta = 1, centres 1, 5/2, 4; x = 2 in two balls, x' = 5 in another",
            _printed_votes,
        ),
        Derived(
            r"V_j=1\{X\in B_j'\},\ \omega_{\alpha/2}:\quad\sup\log\frac{P(\tilde V=v\mid x)}{P(\tilde V=v\mid x')}\le\alpha",
            ("kent/lemma28",),
            AllOf(
                r"V_j=b_j\textstyle\prod_{k<j}(1-b_k):\ \sum_jV_j=1-\prod_j(1-b_j)\le1",
                (
                    (
                        "one more ball, y for the product so far, p for b_j",
                        Identity(1 - _Y + _Y * _P, 1 - _Y * (1 - _P)),
                    ),
                    (
                        "a product of numbers in [0, 1]",
                        at_most(_Y * _P, _Y, Variable(_Y, Integer(0), Integer(1)), _CHANCE),
                    ),
                ),
            ),
            crosschecks=(
                (
                    "the cover of the counterexample",
                    FiniteCheck(
                        r"\textstyle\sum_jV_j\le1",
                        "the points k/10 of [0, 5], which lie in every piece and on every end of one",
                        _mended_votes,
                    ),
                ),
            ),
        ),
        correction=(
            "with the disjoint pieces B'_j of (10), which the proof of Theorem 1 uses, it is private as said; "
            "line 5 is listed without the prime, and coded literally a user's vote differs in up to N(Delta) "
            "places, as balls overlap"
        ),
        severity=Severity.LISTING,
        theorem="kent/thm1/upper",
        note=(
            "(10) builds B' and then nothing in the algorithm uses it; a lost prime in our copy is possible. (10) holds for "
            "j = 1 too, the union being empty. Lemma 28 is used with m = 1."
        ),
    ),
    Claim(
        "kent/alg1",
        "Section 2.1, Algorithm 1, the text after it",
        Kind.ALGORITHM,
        "the vote finds the right piece with the stated probability",
        Derived(
            r"P(j^*\ne l)\le N(\Delta)e^{-n\min\{\alpha,\alpha^2\}/20}",
            ("kent/thm1/step4", "kent/thm1/step5", "kent/lemma24"),
            at_most((_N - 1) * _P, _N * _P, _COUNT, _CHANCE),
            crosschecks=(
                (
                    "the exact probability that another piece has as many votes",
                    FiniteCheck(
                        r"P(\max_{j\ne l}Z_j\ge Z_l)\le Ne^{-n\min\{\alpha,\alpha^2\}/20}",
                        "n up to 60 (quick: 8), e^(alpha/2) = 11/10, 3/2, 3, N = 2, 5, 20",
                        _failures,
                    ),
                ),
            ),
        ),
        note="With the votes in B'_j. Ties are counted as lost.",
    ),
    Claim(
        "kent/thm1/step4",
        "Appendix C, proof of Theorem 1, (61)",
        Kind.INEQUALITY,
        "the union over all other pieces",
        Derived(
            r"P(A^c)\le\sum_{j\ne l}P(Z_l\le Z_j)\le N(\Delta)P(Z_l\le n-Z')=N(\Delta)P(\mathrm{Bin}(2n,\omega_{\alpha/2})\le n)",
            (),
            at_most((_N - 1) * _P, _N * _P, _COUNT, _CHANCE),
            crosschecks=(
                (
                    "the exact probability of the union",
                    FiniteCheck(
                        r"P(A^c)\le(N-1)P(\mathrm{Bin}(2n,\omega)\le n)",
                        "n up to 60 (quick: 8), e^(alpha/2) = 11/10, 3/2, 3, N = 2, 5, 20",
                        _unions,
                    ),
                ),
                (
                    "one pair of totals",
                    FiniteCheck(
                        r"P(Z_l\le Z_j)=P(\mathrm{Bin}(2n,\omega)\le n)",
                        "n up to 60 (quick: 8), e^(alpha/2) = 11/10, 3/2, 3",
                        _same_tail,
                        "==",
                    ),
                ),
            ),
        ),
        note="N - 1 other pieces at most; n - Z_j has the law of Z' = Bin(n, omega), and is independent of Z_l.",
    ),
    Claim(
        "kent/thm1/step5",
        "Appendix C, proof of Theorem 1, (62), up to Lemma 24",
        Kind.INEQUALITY,
        "Chernoff's bound for 2n bits",
        Derived(
            r"P(\mathrm{Bin}(2n,\omega_{\alpha/2})\le n)\le\{4\omega_{\alpha/2}(1-\omega_{\alpha/2})\}^n="
            r"\Big(\frac{4e^{\alpha/2}}{(1+e^{\alpha/2})^2}\Big)^n",
            (),
            AllOf(
                r"1-\omega_{\alpha/2}\le\tfrac12",
                (
                    (
                        "the chance of a wrong bit",
                        at_most(1 / (1 + _C), _HALF, Variable(_C, Integer(1), oo, open_lower=True)),
                    ),
                    ("which is 1/(1 + c), c = e^(alpha/2)", Identity(1 - _KEEP, 1 / (1 + exp(_ALPHA / 2)))),
                    ("the base", Identity(4 * _KEEP * (1 - _KEEP), 4 * exp(_ALPHA / 2) / (1 + exp(_ALPHA / 2)) ** 2)),
                ),
            ),
            (CHERNOFF_HALF,),
            (
                (
                    "exact tails",
                    FiniteCheck(
                        r"P(\mathrm{Bin}(2n,\omega)\le n)\le\{4\omega(1-\omega)\}^n",
                        "n up to 60 (quick: 8), e^(alpha/2) = 11/10, 3/2, 3",
                        _tails,
                    ),
                ),
            ),
        ),
    ),
    Claim(
        "kent/lemma24",
        "Appendix I, Lemma 24",
        Kind.INEQUALITY,
        "the exponent of the vote",
        AllOf(
            r"\Big(\frac{4e^{x/2}}{(1+e^{x/2})^2}\Big)^n\le e^{-n\min\{x,x^2\}/20},\ x>0",
            (
                ("sech^2", Identity(4 * exp(_X / 2) / (1 + exp(_X / 2)) ** 2, cosh(_X / 4).rewrite(exp) ** -2)),
                ("x <= 1, at once", at_most(_X**2 / 40, log(cosh(_X / 4)), _FIRST, shown=(("x", "1"),))),
                (
                    "x > 1, at once",
                    at_most(_X / 40, log(cosh(_X / 4)), Variable(_X, Integer(1), oo), shown=(("x", "1"),)),
                ),
                (
                    "x <= 1, first step, and to 4",
                    at_most(1 + _X**2 / 32, cosh(_X / 4), Variable(_X, Integer(0), Integer(4), open_lower=True)),
                ),
                ("x <= 1, second step", at_most(exp(_X**2 / 40), 1 + _X**2 / 32, _FIRST)),
                ("1 < x <= 4, second step", at_most(1 + _X / 40 + _X**2 / 160, 1 + _X**2 / 32, _SECOND)),
                ("1 < x <= 4, third step", at_most(exp(_X / 40), 1 + _X / 40 + _X**2 / 160, _SECOND)),
                ("x > 4, first step, divided by e^(x/4)/2", at_most(Integer(1), 1 + exp(-_X / 2), _THIRD)),
                ("x > 4, second step, in logarithms", at_most(log(2), _X / 4 - _X / 40, _THIRD)),
            ),
        ),
        note="log cosh(x/4) >= min{x, x^2}/40 is the claim, whose n-th power of the square it takes.",
    ),
    Claim(
        "kent/thm1/upper",
        "Section 2.1, Theorem 1, (8), second inequality; Appendix C, Steps 1 to 3",
        Kind.UPPER_RATE,
        "the general upper bound at infinitely many samples",
        Derived(
            r"\mathcal R_{n,\infty,\alpha}\le\inf_{\Delta}\{\Phi(\Delta)+\Phi(\mathrm{diam}\,\Theta)N(\Delta)"
            r"e^{-n\min\{\alpha,\alpha^2\}/20}\}",
            ("kent/alg1/privacy", "kent/alg1"),
            at_most(
                _PHI * (1 - _P) + _TOP * _P,
                _PHI + _TOP * _P,
                Variable(_PHI, Integer(0), oo, open_lower=True),
                Variable(_TOP, Integer(0), oo, open_lower=True),
                _CHANCE,
            ),
            crosschecks=(
                (
                    "two points 1 apart, exact risk",
                    FiniteCheck(
                        r"\max_\theta E|\hat\theta-\theta|\le2e^{-n\min\{\alpha,\alpha^2\}/20}",
                        "n up to 60 (quick: 8), e^(alpha/2) = 11/10, 3/2, 3; the bound as Delta falls to 0",
                        _two_points,
                    ),
                ),
            ),
        ),
        note="By Algorithm 1 with the votes in B'_j: the centre of the right piece's ball is within Delta. Any centre is in "
        "Theta, since N counts balls with centres in Theta. The condition N(2 Delta) > 0 under the infimum says nothing.",
    ),
)
