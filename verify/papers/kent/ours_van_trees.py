"""Beside kent Appendix H: a private van Trees bound, and Theorem 6 from below in all regimes of privacy."""

from collections.abc import Callable, Iterator
from fractions import Fraction
from math import comb

import sympy
from flint import arb
from sympy import Integer, Min, Rational, integrate, oo, tanh

from verify.calculus.textbook import CHAIN_RULE, DONSKER_VARADHAN, HOEFFDING_LEMMA, VAN_TREES
from verify.papers.kent.appH3_low_privacy.eq195_fluctuation import ary
from verify.papers.kent.instances.hypercubes import shifted
from verify.prover import Variable
from verify.statements import AllOf, Case, Derived, FiniteCheck, Identity, at_most
from verify.statements.claim import Claim, Kind
from verify.statements.outcome import Settings, as_arb

_ALPHA, _N, _T, _D, _X = sympy.symbols("alpha n T d x", positive=True)
_LAM = sympy.Symbol("lambda", real=True)
_THETA = sympy.Symbol("theta", real=True)
_W, _Y = sympy.Symbol("w", nonnegative=True), sympy.Symbol("y", positive=True)
_HIGH = Variable(_ALPHA, Integer(0), Integer(1), open_lower=True)
_LOW = Variable(_ALPHA, Integer(1), oo)
_HALF = Rational(1, 2)
_MID = Variable(_THETA, Rational(-1, 2), Rational(1, 2))
_UNIT = Variable(_W, Integer(0), Integer(1))
_PRIOR = Rational(15, 8) * (1 - 4 * _THETA**2) ** 2


def prior_power(power: int) -> Fraction:
    """The integral of theta^power (15/8)(1 - 4 theta^2)^2 over [-1/2, 1/2]."""
    if power % 2:
        return Fraction(0)
    terms = ((1, 0), (-8, 2), (16, 4))
    return sum(
        (Fraction(15, 8) * c * 2 * Fraction(1, 2) ** (power + e + 1) / (power + e + 1) for c, e in terms), Fraction(0)
    )


def _polynomial(up: int, down: int) -> list[Fraction]:
    """Coefficients of ((1 + theta)/2)^up ((1 - theta)/2)^down."""
    out = [Fraction(0)] * (up + down + 1)
    for i in range(up + 1):
        for j in range(down + 1):
            out[i + j] += comb(up, i) * comb(down, j) * (-1) ** j * Fraction(1, 2 ** (up + down))
    return out


def _times(left: list[Fraction], right: list[Fraction]) -> list[Fraction]:
    """The product of two polynomials."""
    out = [Fraction(0)] * (len(left) + len(right) - 1)
    for i, a in enumerate(left):
        for j, b in enumerate(right):
            out[i + j] += a * b
    return out


def sent(samples: int, flip: Fraction) -> list[Fraction]:
    """P(message = 1) as a polynomial in theta: the majority of an odd number of signs with mean theta, flipped w.p. flip."""
    majority = [Fraction(0)] * (samples + 1)
    for up in range(samples // 2 + 1, samples + 1):
        for i, c in enumerate(_polynomial(up, samples - up)):
            majority[i] += comb(samples, up) * c
    return [(1 - 2 * flip) * c + (flip if i == 0 else 0) for i, c in enumerate(majority)]


def bayes(users: int, samples: int, flip: Fraction) -> Fraction:
    """The exact Bayes risk of one mean under the polynomial prior, from that many users' messages `sent`."""
    one = sent(samples, flip)
    zero = [(1 if i == 0 else 0) - c for i, c in enumerate(one)]
    risk = prior_power(2)
    for up in range(users + 1):
        likelihood = [Fraction(comb(users, up))]
        for part in (*[one] * up, *[zero] * (users - up)):
            likelihood = _times(likelihood, part)
        mass = sum((c * prior_power(i) for i, c in enumerate(likelihood)), Fraction(0))
        first = sum((c * prior_power(i + 1) for i, c in enumerate(likelihood)), Fraction(0))
        risk -= first**2 / mass
    return risk


def _answers() -> Iterator[tuple[dict[str, object], int, int, int, Fraction, Fraction]]:
    """Parameters, d, n, T, e^alpha and the exact Bayes risk where each user answers one of d co-ordinates in turn."""
    for d in (1, 2, 3, 8):
        for per in (1, 2, 4):
            for samples in (1, 3):
                for t in (Fraction(3, 2), Fraction(3), Fraction(30)):
                    told: dict[str, object] = {"d": d, "n": d * per, "T": samples, "e^alpha": str(t)}
                    yield told, d, d * per, samples, t, d * bayes(per, samples, 1 / (1 + t))


def _level(d: int, users: int, samples: int, t: Fraction) -> arb:
    """n min{32/9 T alpha tanh(alpha/2), 4/3 T d} + 40 d."""
    private = as_arb(Fraction(32 * samples, 9) * (t - 1) / (t + 1)) * as_arb(t).log()
    return users * private.min(as_arb(Fraction(4 * samples * d, 3))) + 40 * d


def _risks(_: Settings) -> Iterator[Case]:
    """The bound on the cube beside the exact Bayes risk of the protocol that asks each user for one co-ordinate."""
    for told, d, users, samples, t, risk in _answers():
        yield Case(told, d**2 / _level(d, users, samples, t), as_arb(risk))


def _rates(scaled: bool) -> Callable[[Settings], Iterator[Case]]:
    """d^2/(44 nTz), over d on the ball, beside the same Bayes risks where n min(alpha, alpha^2) >= d."""

    def cases(_: Settings) -> Iterator[Case]:
        for told, d, users, samples, t, risk in _answers():
            alpha = as_arb(t).log()
            if not users * alpha.min(alpha**2) >= d:
                continue
            bound = d**2 / (44 * users * samples * alpha.min(alpha**2).min(as_arb(d)))
            share = Fraction(1, d) if scaled else Fraction(1)
            yield Case(told, bound * as_arb(share), as_arb(risk * share))

    return cases


def _power_sums(_: Settings) -> Iterator[Case]:
    """Mass and information of the prior from its powers: lambda'^2/lambda = 480 theta^2."""
    yield Case({"of": "mass"}, prior_power(0), 1)
    yield Case({"of": "information"}, 480 * 2 * Fraction(1, 3) * Fraction(1, 2) ** 3, 40)


def _trace(_: Settings) -> Iterator[Case]:
    """The exact trace of the information of a message about d means, T = 1, at Delta v, beside the bound."""
    for d in (1, 2, 3):
        for delta in (Fraction(1, 10), Fraction(1, 2)):
            cube = shifted(d, delta)
            # At T = 1 the fluctuation is -2 v_j Delta times the score.
            for t in (Fraction(3, 2), Fraction(4), Fraction(30)):
                channels = [ary(cube.alphabet(), t), *(cube.channels(t) if d < 3 else [])]
                level = as_arb(Fraction(32, 9)) * as_arb(t).log() * as_arb((t - 1) / (t + 1))
                for place, channel in enumerate(channels):
                    trace = cube.chi((1,) * d, channel) / (4 * delta**2)
                    told = {"d": d, "theta": f"({delta}) v", "e^alpha": str(t), "channel": place}
                    yield Case(told, as_arb(trace), level)


_POINTS = "the protocols of kent/own/X1 at which n min(alpha, alpha^2) >= d"

CLAIMS = (
    Claim(
        "kent/own/X1/score",
        "to Appendix H.3",
        Kind.INEQUALITY,
        "the information of a private message about d means",
        None,
        Derived(
            r"\mathrm{Tr}\,I_Z(\theta)\le\min\big\{\tfrac{32}9T\alpha\tanh\tfrac\alpha2,\tfrac43Td\big\},\ X_{t,j}=\pm1\text{ with means }"
            r"\theta_j\in[-\tfrac12,\tfrac12]",
            ("zhao/own/kl-absolute",),
            AllOf(
                r"s_j=\textstyle\sum_t\frac{X_{t,j}-\theta_j}{1-\theta_j^2},\ \mathrm{Tr}\,I_Z=\sum_j\int\frac{E[s_jq]^2}{E[q]}\le2\sigma^2I(X;Z)",
                (
                    ("a sign is 1-sub-Gaussian: interval of length 2", Identity(_LAM**2 * 2**2 / 8, _LAM**2 / 2)),
                    ("1/(1 - theta^2)^2 <= 16/9", at_most(1 / (1 - _THETA**2) ** 2, Rational(16, 9), _MID)),
                    (
                        "(x u - sigma^2 u^2/2) at u = x/sigma^2 bounds the tilted mean, as in (198)",
                        Identity(_X / _Y * _X - _Y * (_X / _Y) ** 2 / 2, _X**2 / (2 * _Y)),
                    ),
                    ("twice 16 T/9", Identity(2 * (16 * _T / 9), 32 * _T / 9)),
                    (
                        "what the data themselves hold: T/(1 - theta^2)",
                        at_most(1 / (1 - _THETA**2), Rational(4, 3), _MID),
                    ),
                ),
            ),
            (HOEFFDING_LEMMA, DONSKER_VARADHAN),
            (
                (
                    "exact traces",
                    FiniteCheck(
                        r"\mathrm{Tr}\,I_Z\le\tfrac{32}9\alpha\tanh\tfrac\alpha2",
                        "T = 1; d = 1, 2: every extreme channel and k-ary response; d = 3: 8-ary; theta = v/10, v/2; e^alpha = 3/2, 4, 30",
                        _trace,
                    ),
                ),
            ),
        ),
        note="Given the earlier messages each user's channel is alpha-LDP, and information adds up like divergence.",
    ),
    Claim(
        "kent/own/X1/prior",
        "to Appendix H.3",
        Kind.IDENTITY,
        "a prior with information 40",
        None,
        Derived(
            r"\lambda(\theta)=\tfrac{15}8(1-4\theta^2)^2\text{ on }[-\tfrac12,\tfrac12]:\ \int\lambda=1,\ \int\tfrac{\lambda'^2}\lambda=40",
            (),
            AllOf(
                r"\text{the integrals; }\lambda=0\text{ at the ends}",
                (
                    ("mass", Identity(integrate(_PRIOR, (_THETA, -_HALF, _HALF)), Integer(1))),
                    (
                        "information",
                        Identity(
                            integrate(sympy.cancel(sympy.diff(_PRIOR, _THETA) ** 2 / _PRIOR), (_THETA, -_HALF, _HALF)),
                            Integer(40),
                        ),
                    ),
                    ("at the ends", Identity(_PRIOR.subs(_THETA, _HALF) + _PRIOR.subs(_THETA, -_HALF), Integer(0))),
                ),
            ),
            (),
            (
                (
                    "by powers",
                    FiniteCheck(r"\int\lambda=1,\ \int\lambda'^2/\lambda=40", "both", _power_sums, "=="),
                ),
            ),
        ),
        note="The cosine-squared prior has 4 pi^2 = 39.48, the least possible; this one is rational.",
    ),
    Claim(
        "kent/own/X1",
        "to Theorem 6, for every alpha and without n alpha^2 >= d^2",
        Kind.LOWER_BOUND,
        "a lower bound for means in all regimes of privacy",
        None,
        Derived(
            r"\mathcal R_{n,T,\alpha}(\theta(\mathcal P_d),\|\cdot\|_2^2)\ge\frac{d^2}{n\min\{\tfrac{32}9T\alpha\tanh\tfrac\alpha2,\tfrac43Td\}+40d},"
            r"\quad\mathcal R_{n,T,\alpha}(\theta(\mathcal P_d'),\|\cdot\|_2^2)\ge\tfrac1d\cdot\text{the same}",
            ("kent/own/X1/score", "kent/own/X1/prior"),
            AllOf(
                r"n\text{ users; } X/\sqrt d\in\mathbb B_2(1)",
                (
                    (
                        "van Trees with d co-ordinates; an information u x below its bound x, both over d",
                        at_most(1 / (_X + 40), 1 / (_W * _X + 40), _UNIT, Variable(_X, Integer(0), oo, True)),
                    ),
                    ("over d", Identity(_D**2 / (_N * _X + _D * 40), _D / (_N * _X / _D + 40))),
                    ("the scaled class", Identity((1 / sympy.sqrt(_D)) ** 2 * _X, _X / _D)),
                ),
            ),
            (VAN_TREES,),
            (
                (
                    "exact Bayes risks",
                    FiniteCheck(
                        r"\frac{d^2}{n\min\{\cdots\}+40d}\le\text{Bayes risk}",
                        "each user answers one co-ordinate by the majority of T = 1, 3 signs through randomized response; d = 1, 2, 3, 8; "
                        "n = d, 2d, 4d; e^alpha = 3/2, 3, 30; the prior of kent/own/X1/prior",
                        _risks,
                    ),
                ),
            ),
        ),
        note="The users are asked in turn; given the earlier messages each channel is alpha-LDP.",
    ),
    Claim(
        "kent/own/X2",
        "to Section 2, Theorem 1, the lower bound",
        Kind.INEQUALITY,
        "a smaller exponent in the Fano bound",
        None,
        Derived(
            r"D_{\mathrm{KL}}(M_v^n\|M_{v'}^n)\le n\alpha\tanh\tfrac\alpha2\le\tfrac1{12}\cdot12n\min\{\alpha,\alpha^2\}",
            ("zhao/own/kl-absolute",),
            AllOf(
                r"\tanh\tfrac\alpha2\le\min\{1,\tfrac\alpha2\}",
                (
                    ("alpha <= 1", at_most(tanh(_ALPHA / 2), _ALPHA, _HIGH)),
                    ("alpha >= 1", at_most(tanh(_ALPHA / 2), Integer(1), _LOW)),
                ),
            ),
            (CHAIN_RULE,),
        ),
        note="Twelve times smaller at least than in (8), 24 times as alpha -> 0.",
    ),
    Claim(
        "kent/thm6i/lower",
        "Section 3, Theorem 6 (i), the T-dependent part of the lower bound",
        Kind.LOWER_BOUND,
        "d^2/(nTz) from below",
        Derived(
            r"\mathcal R_{n,T,\alpha}(\theta(\mathcal P_d),\|\cdot\|_2^2)\ge\frac1{44}\cdot\frac{d^2}{nTz_{\alpha,d}},\ "
            r"n\min\{\alpha,\alpha^2\}\ge d,\ z_{\alpha,d}=\min\{\alpha,\alpha^2,d\}",
            ("kent/own/X1",),
            AllOf(
                r"n\min\{\tfrac{32}9T\alpha\tanh\tfrac\alpha2,\tfrac43Td\}+40d\le44\,nTz",
                (
                    (
                        "alpha <= 1: 32/9 alpha tanh(alpha/2) <= 4 alpha^2",
                        at_most(Rational(32, 9) * tanh(_ALPHA / 2), 4 * _ALPHA, _HIGH),
                    ),
                    (
                        "alpha >= 1: it is at most 4 alpha",
                        at_most(Rational(32, 9) * tanh(_ALPHA / 2), Integer(4), _LOW),
                    ),
                    (
                        "4 times the minimum, with w = d/alpha",
                        at_most(
                            Min(Rational(32, 9), Rational(4, 3) * _Y),
                            4 * Min(1, _Y),
                            Variable(_Y, Integer(0), oo, open_lower=True),
                        ),
                    ),
                    (
                        "40 d <= 40 n T min(alpha, alpha^2), as n min(alpha, alpha^2) >= d and T >= 1",
                        at_most(40 * _W, Integer(40), _UNIT),
                    ),
                    ("40 d <= 40 n T d", at_most(Integer(1), _N, Variable(_N, Integer(1), oo))),
                    ("the sum", Identity(4 * _X + 40 * _X, 44 * _X)),
                ),
            ),
            (),
            (
                (
                    "exact Bayes risks",
                    FiniteCheck(r"\tfrac1{44}\tfrac{d^2}{nTz}\le\text{Bayes risk}", _POINTS, _rates(False)),
                ),
            ),
        ),
        note="Weaker than the assumption of the theorem, with no n alpha^2 >= d^2 for alpha > 1, which the proof in H.3 needs and part (i) "
        "does not state. The other part of the maximum is (13). So that condition is not necessary for the lower bound, against the "
        "text after the theorem.",
    ),
    Claim(
        "kent/thm6ii/lower",
        "Section 3, Theorem 6 (ii), the T-dependent part of the lower bound",
        Kind.LOWER_BOUND,
        "d/(nTz) from below on the Euclidean ball",
        Derived(
            r"\mathcal R_{n,T,\alpha}(\theta(\mathcal P_d'),\|\cdot\|_2^2)\ge\frac1{44}\cdot\frac d{nTz_{\alpha,d}},\ n\min\{\alpha,\alpha^2\}\ge d",
            ("kent/own/X1", "kent/thm6i/lower"),
            AllOf(
                r"X/\sqrt d\in\mathbb B_2(1)",
                (("the scaled class", Identity((1 / sympy.sqrt(_D)) ** 2 * _D**2 / (44 * _X), _D / (44 * _X))),),
            ),
            (),
            (
                (
                    "exact Bayes risks, scaled",
                    FiniteCheck(r"\tfrac1{44}\tfrac d{nTz}\le\text{Bayes risk}", _POINTS, _rates(True)),
                ),
            ),
        ),
        note="Without the printed n alpha^2 > C d^2 for alpha > 1.",
    ),
)
