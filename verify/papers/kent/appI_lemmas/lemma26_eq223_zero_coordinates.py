"""kent Appendix I, Lemma 26, (223)-(230): Algorithm 6 and the zero coordinates, Hoeffding and the noise.

alpha <= 1, as in Theorem 7.
"""

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from math import comb

import sympy
from flint import arb
from sympy import Integer, Rational, exp, log, oo

from lowerbounds.information.divergences import binomial_tail
from notation.symbols import n
from verify.calculus.textbook import HOEFFDING, HOEFFDING_LEMMA, LAPLACE_MOMENT
from verify.prover import Variable
from verify.statements import AllOf, Case, Derived, FiniteCheck, Identity, at_most
from verify.statements.claim import Claim, Kind
from verify.statements.outcome import Settings, as_arb

_ALPHA, _ETA, _T, _X, _Y = sympy.symbols("alpha eta T x y", positive=True)
_P, _W, _LAMBDA, _U = sympy.symbols("p w lambda u", nonnegative=True)
_EDGES = (Fraction(1), Fraction(3, 2), Fraction(2), Fraction(5, 2), Fraction(4))


def walk(steps: int) -> dict[int, Fraction]:
    """The law of a sum of that many independent signs."""
    return {2 * k - steps: Fraction(comb(steps, k), 2**steps) for k in range(steps + 1)}


def _clipped(value: Fraction, edge: Fraction) -> Fraction:
    return min(max(value, -edge), edge)


def walks() -> Iterator[tuple[dict[str, object], dict[int, Fraction], Fraction]]:
    """How many other votes a user has, their hashed sum's law, and eta."""
    for steps, edge in product(range(13), _EDGES):
        yield {"other votes": steps, "eta": str(edge)}, walk(steps), edge


def gained(law: dict[int, Fraction], edge: Fraction) -> Fraction:
    """E r (clip(U) - U), U = U~ + r, from the four signs of r and U~."""
    return sum(
        (p * r * (_clipped(Fraction(u + r), edge) - (u + r)) / 2 for u, p in law.items() for r in (-1, 1)), Fraction(0)
    )


def _shown(law: dict[int, Fraction], edge: Fraction) -> Fraction:
    """The right side of (226)."""
    beyond = sum((p for u, p in law.items() if u >= edge + 1), Fraction(0))
    return -2 * beyond + sum(((edge - 1 - u) * p for u, p in law.items() if edge - 1 <= u < edge + 1), Fraction(0))


def _displays(_: Settings) -> Iterator[Case]:
    for parameters, law, edge in walks():
        yield Case(parameters, gained(law, edge), _shown(law, edge))


def _signs(_: Settings) -> Iterator[Case]:
    for parameters, law, edge in walks():
        yield Case(parameters, gained(law, edge), 0)


def _means(_: Settings) -> Iterator[Case]:
    """E r clip(U) when the vote for j is cast with probability p, beside p."""
    for parameters, law, edge in walks():
        for chance in (Fraction(1, 5), Fraction(1)):
            mean = chance * (1 + gained(law, edge))
            yield Case(parameters | {"P(vote)": str(chance)}, mean, chance)


def zero_votes(_: Settings) -> Iterator[Case]:
    """P(a vote for a zero coordinate), +-1 data of mean 0, beside 2/y with y = d n T alpha^2."""
    for samples, factor in product((64, 100, 400), (10, 1000, 10**6)):
        y = samples * factor
        least = (arb(samples) * (1 + (2 * arb(y).log() / samples).sqrt()) / 2).ceil().unique_fmpz()
        assert least is not None
        parameters = {"T*": samples, "d n T* alpha^2": y}
        yield Case(parameters, 2 * binomial_tail(samples, int(least), Fraction(1, 2)), Fraction(2, y))


def _one_sided(_: Settings) -> Iterator[Case]:
    """P(mean of n/2 signs >= x), which is eta = 1, beside e^(-n x^2/4)."""
    for voters, k in product((1, 2, 5, 8), range(1, 9)):
        x = Fraction(k, 8)
        left = sum((p for u, p in walk(voters).items() if u >= voters * x), Fraction(0))
        yield Case({"n": 2 * voters, "x": str(x)}, left, (-(as_arb(x) ** 2) * voters / 2).exp())


def _laplace_tails(_: Settings) -> Iterator[Case]:
    """P(mean of one or two Laplace variables >= t), in closed form, beside e^(-N t^2/8)."""
    for k in range(1, 17):
        t = arb(k) / 8
        yield Case({"N": 1, "t": f"{k}/8"}, (-t).exp() / 2, (-t * t / 8).exp())
        yield Case({"N": 2, "t": f"{k}/8"}, (-2 * t).exp() * (2 + 2 * t) / 4, (-t * t / 4).exp())


CLAIMS = (
    Claim(
        "kent/lemma26/s1",
        "Appendix I, proof of Lemma 26, (223)",
        Kind.INEQUALITY,
        "a zero coordinate is rarely voted for",
        Derived(
            r"j\in S_0:\ P(\hat\omega_j^{(i)}=1)\le2e^{-T^*\varepsilon^2/2}=\frac2{dnT^*\alpha^2}\le\frac15,\ dnT^*\alpha^2\ge10",
            (),
            AllOf(
                r"\varepsilon^2=\tfrac{2\log(dnT^*\alpha^2)}{T^*}",
                (
                    (
                        "the exponent, y = d n T* alpha^2",
                        Identity(2 * exp(-_T * (2 * log(_Y) / _T) / 2), 2 / _Y),
                    ),
                    ("the end", at_most(2 / _Y, Rational(1, 5), Variable(_Y, Integer(10), oo))),
                ),
            ),
            (HOEFFDING,),
            (
                (
                    "+-1 data of mean 0, tails enclosed",
                    FiniteCheck(
                        r"P(\hat\omega_j=1)\le\tfrac2{dnT^*\alpha^2}",
                        "T* = 64, 100, 400; n d alpha^2 = 10, 1000, 10^6",
                        zero_votes,
                    ),
                ),
            ),
        ),
    ),
    Claim(
        "kent/lemma26/s2",
        "Appendix I, proof of Lemma 26, (226)",
        Kind.IDENTITY,
        "clipping pulls the hashed sum against the sign",
        Derived(
            r"E[r(\bar U-U)1\{B^c\}]=-2P(\{\tilde U\ge\eta+1\}\cap B^c)+E[(\eta-1-\tilde U)1\{\eta-1\le\tilde U<\eta+1\}1\{B^c\}]\le0",
            (),
            AllOf(
                r"2\cdot\tfrac12\{(\eta-1-\tilde U)^-\text{ at }r=1,\ (\eta+1-\tilde U)^-\text{ at }r=-1\}",
                (
                    ("beyond both", Identity((_ETA - 1 - _U) - (_ETA + 1 - _U), Integer(-2))),
                    (
                        "between, U~ = eta - 1 + w",
                        at_most(
                            _ETA - 1 - (_ETA - 1 + _W),
                            Integer(0),
                            Variable(_ETA, Integer(1), oo),
                            Variable(_W, Integer(0), oo),
                        ),
                    ),
                ),
            ),
            (),
            (
                (
                    "walks of up to 12 steps, the equality",
                    FiniteCheck(
                        r"E[r(\bar U-U)]=-2P(\tilde U\ge\eta+1)+E[(\eta-1-\tilde U)1\{\eta-1\le\tilde U<\eta+1\}]",
                        "up to 12 other votes; eta = 1, 3/2, 2, 5/2, 4",
                        _displays,
                        "==",
                    ),
                ),
                (
                    "walks of up to 12 steps, the sign",
                    FiniteCheck(r"E[r(\bar U-U)]\le0", "up to 12 other votes; eta = 1, 3/2, 2, 5/2, 4", _signs),
                ),
            ),
        ),
        note="Given the votes, which the signs do not know: U~ is a symmetric walk, independent of r, so that the two "
        "tails of U give the same.",
    ),
    Claim(
        "kent/lemma26/s3",
        "Appendix I, proof of Lemma 26, (224), (225), (227)",
        Kind.INEQUALITY,
        "the mean of a zero coordinate's tally",
        Derived(
            r"j\in S_0:\ E[r\bar U]=E[r(\bar U-U)1\{B^c\}]+P(B^c)\le P(B^c)\le\tfrac15",
            ("kent/lemma26/s1", "kent/lemma26/s2"),
            at_most(_P - _W, Rational(1, 5), Variable(_P, Integer(0), Rational(1, 5)), Variable(_W, Integer(0), oo)),
            (),
            (
                (
                    "walks of up to 12 steps",
                    FiniteCheck(
                        r"E[r\bar U]\le P(B^c)",
                        "up to 12 other votes; eta = 1, 3/2, 2, 5/2, 4; P(B^c) = 1/5, 1",
                        _means,
                    ),
                ),
            ),
        ),
        note="p = P(B^c), -w = the expectation of (226). Without the vote for j the sum does not know r.",
    ),
    Claim(
        "kent/lemma26/s4",
        "Appendix I, proof of Lemma 26, (228)",
        Kind.INEQUALITY,
        "Hoeffding for the clipped sums",
        Derived(
            r"P\Big(\tfrac2n\sum_{i\le n/2}r_{i,j}\bar U_i-E[r_{i,j}\bar U_i]\ge x\Big)\le e^{-nx^2/(4\eta^2)}",
            (),
            Identity(
                (-_LAMBDA * n / 2 * _X + n / 2 * _LAMBDA**2 * (2 * _ETA) ** 2 / 8).subs(_LAMBDA, _X / _ETA**2),
                -n * _X**2 / (4 * _ETA**2),
                text=r"-\tfrac n2\lambda x+\tfrac n2\tfrac{(2\eta)^2\lambda^2}8=-\tfrac{nx^2}{4\eta^2}\ \text{at}\ \lambda=x/\eta^2",
            ),
            (HOEFFDING_LEMMA,),
            (
                (
                    "signs, exact",
                    FiniteCheck(
                        r"P(\text{mean of }n/2\text{ signs}\ge x)\le e^{-nx^2/4}",
                        "eta = 1; n = 2, 4, 10, 16; x = k/8",
                        _one_sided,
                    ),
                ),
            ),
        ),
    ),
    Claim(
        "kent/lemma26/s5",
        "Appendix I, proof of Lemma 26, (229), the second term, and the end",
        Kind.INEQUALITY,
        "the noise of the tallies",
        Derived(
            r"P\Big(\tfrac2n\sum_{i\le n/2}\tfrac{2\eta}\alpha\ell_i\ge\tfrac3{20}\Big)\le e^{-9n\alpha^2/(25600\eta^2)},\quad "
            r"e^{-9n/(1600\eta^2)}\le e^{-9n\alpha^2/(25600\eta^2)},\ \alpha\le1\le\eta",
            (),
            AllOf(
                r"Ee^{\lambda\ell}=\tfrac1{1-\lambda^2}\le e^{2\lambda^2},\ |\lambda|\le\tfrac12;\ \lambda=\tfrac t4,\ t=\tfrac{3\alpha}{40\eta}",
                (
                    (
                        "sub-exponential (2, 2), with u = lambda^2",
                        at_most(-log(1 - _U), 2 * _U, Variable(_U, Integer(0), Rational(1, 4))),
                    ),
                    (
                        "the exponent",
                        Identity(
                            (n / 2) * (-(_X / 4) * _X + 2 * (_X / 4) ** 2).subs(_X, 3 * _ALPHA / (40 * _ETA)),
                            -9 * n * _ALPHA**2 / (25600 * _ETA**2),
                        ),
                    ),
                    (
                        "lambda <= 1/2",
                        at_most(
                            3 * _ALPHA / 160,
                            Rational(1, 2),
                            Variable(_ALPHA, Integer(0), Integer(1), open_lower=True),
                        ),
                    ),
                    ("(228) at 3/20", Identity(-n * Rational(3, 20) ** 2 / (4 * _ETA**2), -9 * n / (1600 * _ETA**2))),
                    (
                        "the larger term",
                        at_most(
                            _ALPHA**2 / 25600,
                            Rational(1, 1600),
                            Variable(_ALPHA, Integer(0), Integer(1), open_lower=True),
                        ),
                    ),
                ),
            ),
            (LAPLACE_MOMENT,),
            (
                (
                    "one and two variables, in closed form",
                    FiniteCheck(
                        r"P(\text{mean of }N\text{ Laplace variables}\ge t)\le e^{-Nt^2/8},\ t\le2",
                        "N = 1, 2; t = k/8",
                        _laplace_tails,
                    ),
                ),
            ),
        ),
    ),
)
