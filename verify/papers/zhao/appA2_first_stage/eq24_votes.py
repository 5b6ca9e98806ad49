"""zhao Algorithm 1 and Appendix A.1, A.2: the plan, its privacy, and the lemmas of the first stage."""

from collections.abc import Iterator
from fractions import Fraction
from math import comb

import sympy
from flint import arb
from sympy import Integer, Rational, oo, sqrt

from notation.symbols import D, epsilon, m, n, t
from upperbounds.channels.votes import Bins
from upperbounds.mean import zhao
from verify.calculus.textbook import HOEFFDING, HOEFFDING_LEMMA, LAPLACE_MOMENT
from verify.prover import Relation, Variable
from verify.statements import (
    AllOf,
    Case,
    Derived,
    FiniteCheck,
    Identity,
    Inequality,
    PlanPrivacy,
    Whole,
)
from verify.statements.claim import Claim, Kind
from verify.statements.outcome import Settings

_X = sympy.Symbol("x", real=True)
_P = sympy.Symbol("p", real=True)
_Y = sympy.Symbol("y", positive=True)
_LAMBDA = sympy.Symbol("lambda", real=True)
_F = sympy.Symbol("f", real=True)
_U = sympy.Symbol("u", real=True)
_EPSILON = Variable(epsilon, Integer(0), oo, open_lower=True)
RATE = 1 / (2 * (Rational(1, 8) + 8 / epsilon**2))
"""The rate per user of (25): P(|s_k - E s_k| > x n) <= exp(-x^2 n RATE)."""
_G = -_LAMBDA * _P + sympy.log(1 - _P + _P * sympy.exp(_LAMBDA))


def _partition(settings: Settings) -> Iterator[Case]:
    """How many bins hold a point: bins half-open, cut at D, the last one closed; m a square, so that h is rational."""
    for root in range(1, 9 if settings.quick else 17):
        width = Fraction(4, root)
        bins = Bins(Fraction(-1), width, zhao.bin_count(root**2))
        points = {Fraction(k, 24) for k in range(-24, 25)} | {min(bins.left(k), Fraction(1)) for k in range(bins.count)}
        for point in sorted(points):
            holding = [k for k in range(bins.count) if bins.left(k) <= point < bins.left(k + 1)]
            if point == 1 and not holding:
                holding = [bins.count - 1]
            yield Case({"m": root**2, "Y/D": str(point)}, len(holding), 1)
            yield Case({"m": root**2, "Y/D": str(point)}, bins.index_exact(point), holding[0])


def _exact_tails(_: Settings) -> Iterator[Case]:
    """P(s_k - E s_k > t) for n = 2 and 4 in closed form, beside (25)."""
    for users in (2, 4):
        for rational_epsilon in (Fraction(1, 2), Fraction(1), Fraction(3), Fraction(10)):
            scale = 2 / _arb(rational_epsilon)
            for probability in (Fraction(0), Fraction(1, 4), Fraction(1, 2), Fraction(1)):
                for steps in range(1, 5):
                    level = Fraction(steps * users, 6)
                    left = sum(
                        (
                            comb(users // 2, hits)
                            * _arb(probability**hits * (1 - probability) ** (users // 2 - hits))
                            * _laplace_tail(users // 2, _arb(level + users * probability / 2 - hits) / scale)
                            for hits in range(users // 2 + 1)
                        ),
                        arb(0),
                    )
                    rate = 2 * (arb(1) / 8 + 8 / _arb(rational_epsilon) ** 2) * users
                    parameters = {"n": users, "epsilon": str(rational_epsilon), "p_k": str(probability)}
                    yield Case(parameters | {"t": str(level)}, left, (-(_arb(level) ** 2) / rate).exp())


def _laplace_tail(terms: int, x: arb) -> arb:
    """P(sum of one or two standard Laplace variables > x)."""
    if x < 0:
        return 1 - _laplace_tail(terms, -x)
    return (-x).exp() / 2 if terms == 1 else (-x).exp() * (2 + x) / 4


def _bin_masses(settings: Settings) -> Iterator[tuple[dict[str, object], int, list[Fraction]]]:
    """The exact masses of all bins for +-1 data: parameters, the bin of the mean, the masses."""
    for root in (6, 8, 10) if settings.quick else (6, 8, 9, 10, 11, 12):
        samples = root**2
        bins = Bins(Fraction(-1), Fraction(4, root), zhao.bin_count(samples))
        for step in range(0, 25, 3 if settings.quick else 1):
            probability = Fraction(step, 24)
            masses = [Fraction(0)] * bins.count
            for hits in range(samples + 1):
                weight = comb(samples, hits) * probability**hits * (1 - probability) ** (samples - hits)
                masses[bins.index_exact(Fraction(2 * hits, samples) - 1)] += weight
            yield {"m": samples, "P(X = D)": str(probability)}, bins.index_exact(2 * probability - 1), masses


def _near_mass(settings: Settings) -> Iterator[Case]:
    for parameters, mean_bin, masses in _bin_masses(settings):
        near = max(masses[max(0, mean_bin - 1) : mean_bin + 2])
        yield Case(parameters, arb(1) / 2 - arb(-2).exp(), near)


def _far_mass(settings: Settings) -> Iterator[Case]:
    for parameters, mean_bin, masses in _bin_masses(settings):
        far = [mass for k, mass in enumerate(masses) if abs(k - mean_bin) >= 2]
        if far:
            yield Case(parameters, max(far), 2 * arb(-8).exp())


def _bit_moments(_: Settings) -> Iterator[Case]:
    """E exp(lambda (B - p)) for a bit B, by its two values, beside exp(lambda^2/8)."""
    for step in range(1, 12):
        chance = Fraction(step, 12)
        for tilt in (Fraction(-6), Fraction(-1), Fraction(-1, 10), Fraction(1, 10), Fraction(1), Fraction(6)):
            values = ((1 - chance, -chance), (chance, 1 - chance))
            moment = sum((_arb(w) * (_arb(tilt) * _arb(x)).exp() for w, x in values), arb(0))
            yield Case({"p_k": str(chance), "lambda": str(tilt)}, moment, (_arb(tilt) ** 2 / 8).exp())


def _linear(left: sympy.Expr, right: sympy.Expr, low: sympy.Expr, high: sympy.Expr) -> Relation:
    """left <= right for u in [low, high]."""
    return Relation(left, right, "<=", (Variable(_U, low, high),))


def _arb(number: Fraction) -> arb:
    return arb(number.numerator) / arb(number.denominator)


CLAIMS = (
    Claim(
        "zhao/alg1",
        "arXiv v1, Section 4.1, Algorithm 1, step 2",
        Kind.CONSTRUCTION,
        "the bins divide [-D, D]",
        FiniteCheck(
            r"B_k=[-D+(k-1)h,-D+kh)\cap[-D,D],\ k\le B,\ \text{the last one closed: each } Y \text{ is in exactly one}",
            "m = r^2 with r up to 16 (quick: 8), Y/D in multiples of 1/24 and all bin edges",
            _partition,
            "==",
        ),
        note=(
            "B bins of length h cover more than [-D, D] unless sqrt(m)/2 is an integer: the last one is cut at D and "
            "closed."
        ),
    ),
    Claim(
        "zhao/alg1/privacy",
        "arXiv v1, Theorem 1, Appendix A.1",
        Kind.PRIVACY,
        "Algorithm 1 is user-level epsilon-LDP",
        PlanPrivacy("Algorithm 1", zhao.algorithm1_symbolic),
        note="With closed bins a mean on an edge votes twice, and the same noise gives 2 epsilon.",
    ),
    Claim(
        "zhao/lemma3",
        "arXiv v1, Appendix A.2, Lemma 3, (24)-(26)",
        Kind.INEQUALITY,
        "concentration of a bin's noisy count",
        Derived(
            r"E s_k=\tfrac n2p_k,\quad P(\pm(s_k-Es_k)>t)\le"
            r"\exp\!\Big(\!-\frac{t^2}{2(\frac18+\frac8{\varepsilon^2})n}\Big),\ t\le\frac n{\sqrt2}",
            ("zhao/lemma3/a", "zhao/lemma3/29", "zhao/lemma3/33", "zhao/lemma3/36", "zhao/lemma3/range"),
            Identity(
                (sympy.exp(_LAMBDA**2 / 8) * sympy.exp(8 * _LAMBDA**2 / epsilon**2)) ** (n / 2),
                sympy.exp(n * _LAMBDA**2 / (4 * RATE)),
                text=r"\big(e^{\lambda^2/8}e^{8\lambda^2/\varepsilon^2}\big)^{n/2}"
                r"=e^{\frac12(\frac18+\frac8{\varepsilon^2})n\lambda^2}",
            ),
            (LAPLACE_MOMENT, HOEFFDING_LEMMA),
            (
                (
                    "tails in closed form",
                    FiniteCheck(
                        r"P(s_k-Es_k>t)\le\exp(-t^2/(2(1/8+8/\varepsilon^2)n))",
                        "n = 2, 4; epsilon = 1/2, 1, 3, 10; p_k = 0, 1/4, 1/2, 1; four levels t <= n/sqrt(2)",
                        _exact_tails,
                    ),
                ),
            ),
        ),
    ),
    Claim(
        "zhao/lemma3/a",
        "arXiv v1, Appendix A.2, (24), (27), (28)",
        Kind.IDENTITY,
        "the mean of a bin's count",
        AllOf(
            r"E s_k = \tfrac n2 p_k",
            (
                (
                    "n/2 bits, by their generating function",
                    Identity(sympy.diff((1 - _P + _P * _Y) ** (n / 2), _Y).subs(_Y, 1), n * _P / 2),
                ),
                (
                    "Laplace noise of scale 2/epsilon has mean 0, by its moment generating function",
                    Identity(sympy.diff(1 / (1 - (2 * _LAMBDA / epsilon) ** 2), _LAMBDA).subs(_LAMBDA, 0), Integer(0)),
                ),
            ),
        ),
    ),
    Claim(
        "zhao/lemma3/29",
        "arXiv v1, Appendix A.2, (29)",
        Kind.INEQUALITY,
        "1/(1-x) <= e^(2x) up to x = 1/2",
        Inequality(
            Relation(1 / (1 - _X), sympy.exp(2 * _X), "<=", (Variable(_X, Integer(0), Rational(1, 2)),)),
            (("x", "1/2"),),
        ),
        note="x = b^2 lambda^2 with b = 2/epsilon, and |lambda| <= epsilon/(2 sqrt 2) is x <= 1/2.",
    ),
    Claim(
        "zhao/lemma3/32",
        "arXiv v1, Appendix A.2, (31), (32)",
        Kind.INEQUALITY,
        "the second derivative of g is at most 1/4",
        AllOf(
            r"g''(\lambda)=\frac{p_ke^\lambda(1-p_k)}{(1-p_k+p_ke^\lambda)^2}\le\tfrac14",
            (
                (
                    "the second derivative",
                    Identity(
                        sympy.diff(_G, _LAMBDA, 2),
                        _P * sympy.exp(_LAMBDA) * (1 - _P) / (1 - _P + _P * sympy.exp(_LAMBDA)) ** 2,
                        ((_P, "0", "1"), (_LAMBDA, "-oo", "oo")),
                    ),
                ),
                (
                    "the bound, with y = e^lambda",
                    Inequality(
                        Relation(
                            4 * _P * (1 - _P) * _Y,
                            (1 - _P + _P * _Y) ** 2,
                            "<=",
                            (Variable(_P, Integer(0), Integer(1)), Variable(_Y, Integer(0), oo, open_lower=True)),
                        )
                    ),
                ),
            ),
        ),
    ),
    Claim(
        "zhao/lemma3/33",
        "arXiv v1, Appendix A.2, (30)-(33)",
        Kind.INEQUALITY,
        "a centred indicator is sub-Gaussian with variance proxy 1/4",
        Derived(
            r"E e^{\lambda(1(Y\in B_k)-p_k)} \le e^{\lambda^2/8}",
            ("zhao/lemma3/32",),
            AllOf(
                r"g(0)=g'(0)=0",
                (
                    ("g(0)", Identity(_G.subs(_LAMBDA, 0), Integer(0), ((_P, "0", "1"),))),
                    ("g'(0)", Identity(sympy.diff(_G, _LAMBDA).subs(_LAMBDA, 0), Integer(0), ((_P, "0", "1"),))),
                    (
                        "Taylor with g'' <= 1/4",
                        Identity(sympy.integrate((_LAMBDA - t) / 4, (t, 0, _LAMBDA)), _LAMBDA**2 / 8),
                    ),
                ),
            ),
            (HOEFFDING_LEMMA,),
            (
                (
                    "moments of a bit, enclosed",
                    FiniteCheck(
                        r"E e^{\lambda(B-p)}\le e^{\lambda^2/8}",
                        "p in twelfths, lambda = +-1/10, +-1, +-6",
                        _bit_moments,
                    ),
                ),
            ),
        ),
    ),
    Claim(
        "zhao/lemma3/36",
        "arXiv v1, Appendix A.2, (34)-(36)",
        Kind.IDENTITY,
        "the optimal lambda and the range of t in which it is allowed",
        AllOf(
            r"\inf_{|\lambda|\le\varepsilon/(2\sqrt2)}e^{-\lambda t+\frac12(\frac18+\frac8{\varepsilon^2})n\lambda^2}"
            r"=e^{-t^2/(2(\frac18+\frac8{\varepsilon^2})n)}\ \text{for}\ t\le(\tfrac\varepsilon8+\tfrac8\varepsilon)"
            r"\tfrac n{2\sqrt2}",
            (
                (
                    "the exponent at lambda = t/((1/8 + 8/epsilon^2) n)",
                    Identity(
                        (-_LAMBDA * t + n * _LAMBDA**2 / (4 * RATE)).subs(_LAMBDA, 2 * RATE * t / n),
                        -(t**2) * RATE / n,
                    ),
                ),
                (
                    "lambda = epsilon/(2 sqrt 2) at the end of the range",
                    Identity(2 * RATE * (epsilon / 8 + 8 / epsilon) / (2 * sqrt(2)), epsilon / (2 * sqrt(2))),
                ),
            ),
        ),
    ),
    Claim(
        "zhao/lemma3/range",
        "arXiv v1, Appendix A.2, after (36)",
        Kind.INEQUALITY,
        "the range covers t <= n/sqrt(2)",
        Inequality(Relation(Integer(2), epsilon / 8 + 8 / epsilon, "<=", (_EPSILON,)), (("epsilon", "8"),)),
    ),
    Claim(
        "zhao/lemma4",
        "arXiv v1, Appendix A.2, Lemma 4",
        Kind.INEQUALITY,
        "a bin near the mean is heavy, bins far from it are light",
        Whole(
            r"\exists k\in\{k^*-1,k^*,k^*+1\}: p_k\ge\tfrac12-e^{-2};\quad p_k\le2e^{-8}\ \text{for}\ |k-k^*|\ge2",
            ("zhao/lemma4/1", "zhao/lemma4/2"),
        ),
    ),
    Claim(
        "zhao/lemma4/1",
        "arXiv v1, Appendix A.2, Lemma 4 (1), (37), (38)",
        Kind.INEQUALITY,
        "a bin near the mean has mass at least 1/2 - e^(-2)",
        Derived(
            r"P(|Y-\mu|\ge 2D/\sqrt m)\le2e^{-2},\ \text{so}\ \max_{|k-k^*|\le1}p_k\ge\tfrac12-e^{-2}",
            (),
            AllOf(
                r"\text{(37) at } t=2D/\sqrt m \text{; } (\mu-\tfrac h2,\mu+\tfrac h2) \text{ meets two bins}",
                (
                    ("the exponent of (37)", Identity(-m * (2 * D / sqrt(m)) ** 2 / (2 * D**2), Integer(-2))),
                    (
                        "right of the centre, with u = (mu - left end of B_k*)/h: the interval starts in B_k*",
                        Inequality(_linear(Integer(0), _U - Rational(1, 2), Rational(1, 2), Integer(1))),
                    ),
                    (
                        "and ends in B_k*+1",
                        Inequality(_linear(_U + Rational(1, 2), Integer(2), Rational(1, 2), Integer(1))),
                    ),
                    (
                        "left of the centre it starts in B_k*-1",
                        Inequality(_linear(Integer(-1), _U - Rational(1, 2), Integer(0), Rational(1, 2))),
                    ),
                    (
                        "and ends in B_k*",
                        Inequality(_linear(_U + Rational(1, 2), Integer(1), Integer(0), Rational(1, 2))),
                    ),
                ),
            ),
            (HOEFFDING,),
            (
                (
                    "+-D data, exact masses",
                    FiniteCheck(
                        r"\tfrac12-e^{-2}\le\max_{|k-k^*|\le1}p_k",
                        "m = r^2, r up to 12; P(X = D) in multiples of 1/24",
                        _near_mass,
                    ),
                ),
            ),
        ),
    ),
    Claim(
        "zhao/lemma4/2",
        "arXiv v1, Appendix A.2, Lemma 4 (2), (39), (40)",
        Kind.INEQUALITY,
        "a bin two or more away from the mean has mass at most 2 e^(-8)",
        Derived(
            r"p_k\le P(|Y-\mu|\ge 4D/\sqrt m)\le2e^{-8}\ \text{for}\ |k-k^*|\ge2",
            (),
            AllOf(
                r"\text{(37) at } t=h",
                (("the exponent of (37)", Identity(-m * (4 * D / sqrt(m)) ** 2 / (2 * D**2), Integer(-8))),),
            ),
            (HOEFFDING,),
            (
                (
                    "+-D data, exact masses",
                    FiniteCheck(
                        r"\max_{|k-k^*|\ge2}p_k\le2e^{-8}",
                        "m = r^2, r up to 12; P(X = D) in multiples of 1/24",
                        _far_mass,
                    ),
                ),
            ),
        ),
    ),
)
