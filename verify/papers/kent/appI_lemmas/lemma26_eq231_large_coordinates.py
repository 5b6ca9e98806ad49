"""kent Appendix I, Lemma 26, (231)-(237): Algorithm 6 and the large coordinates, and the lemma.

x stands for n alpha^2/s; alpha <= 1, as in Theorem 7.
"""

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from math import comb

import sympy
from flint import arb
from sympy import Integer, Rational, log, oo, sqrt

from lowerbounds.information.divergences import binomial_tail
from verify.calculus.textbook import HOEFFDING
from verify.papers.kent.appI_lemmas.lemma26_eq223_zero_coordinates import gained, walks, zero_votes
from verify.prover import Relation, Variable
from verify.statements import AllOf, Case, Derived, FiniteCheck, Identity, Inequality, at_most
from verify.statements.claim import Claim, Kind, Severity
from verify.statements.outcome import Settings

_X, _Y, _D, _S = sympy.symbols("x y d s", positive=True)
_P, _W, _L = sympy.symbols("p w L", nonnegative=True)
_RATE = Rational(3, 256000)
"""The constant c of the last display: 9/(25600 * 30)."""
LEAST_K, LEAST_C = Integer(170667), Integer(236600)
"""K of (37) and the constant of n alpha^2 >= C s log(ed) with which the lemma holds."""


def _markov(_: Settings) -> Iterator[Case]:
    """-2 E U~^2/(eta - 1)^2 beside E r (clip(U) - U)."""
    for parameters, law, edge in walks():
        if edge > 1:
            square = sum((p * u**2 for u, p in law.items()), Fraction(0))
            yield Case(parameters, -2 * square / (edge - 1) ** 2, gained(law, edge))


def _capped(_: Settings) -> Iterator[Case]:
    """The zero coordinates' votes where T is far beyond T*: theta = 0, +-1 data, K = 170667, s = 1.

    T* = e^(n/K) = 100.0055...; 100 samples are used. Second route: the two tails as sums of exact masses.
    """
    users, samples, dimension, constant = 785960, 10**9, 2, int(LEAST_K)
    used = (arb(users) / constant).exp()
    whole = used.floor().unique_fmpz()
    assert whole == 100
    epsilon = (2 * (dimension * users * used).log() / used).sqrt()
    least = (100 * (1 + epsilon) / 2).ceil().unique_fmpz()
    assert least is not None
    exact = sum((Fraction(comb(100, k), 2**100) for k in range(int(least), 101)), Fraction(0))
    yield Case(
        {"n": users, "T": "10^9", "T*": "100.0055...", "alpha": 1, "d": dimension, "s": 1, "theta": 0},
        2 * dimension * binomial_tail(100, int(least), Fraction(1, 2)),
        Fraction(2, users * samples),
        left_again=2 * dimension * exact,
    )


def _ends(_: Settings) -> Iterator[Case]:
    """4 d e^(-c x) beside e^(-x/K) at the least x that the assumption allows, and beyond."""
    for dimension, factor in product((1, 2, 22, 10**6), (1, 2, 10)):
        x = int(LEAST_C) * (1 + arb(dimension).log()) * factor
        gap = (arb(4 * dimension)).log() - 3 * x / 256000 + x / int(LEAST_K)
        yield Case({"d": dimension, "x/(C log(ed))": factor}, gap, 0, note="logarithm of the quotient")


CLAIMS = (
    Claim(
        "kent/lemma26/s6/votes",
        "Appendix I, proof of Lemma 26, (234), fourth inequality",
        Kind.INEQUALITY,
        "how many votes a user has",
        FiniteCheck(
            r"\sum_{k\in S_0}P(\hat\omega_k^{(1)}=1)\le\frac2{nT\alpha^2}",
            "theta = 0, +-1 data; n = 785960, T = 10^9, alpha = 1, d = 2, s = 1, K = 170667",
            _capped,
        ),
        Derived(
            r"\sum_{k\in S_0}P(\hat\omega_k^{(1)}=1)\le d\cdot\frac2{dnT^*\alpha^2}=\frac2{nT^*\alpha^2}",
            ("kent/lemma26/s1",),
            at_most(_P * 2 / _Y, 2 / _Y, Variable(_P, Integer(0), Integer(1)), Variable(_Y, Integer(1), oo)),
            (),
            (
                (
                    "+-1 data of mean 0, tails enclosed",
                    FiniteCheck(
                        r"d\,P(\hat\omega_j=1)\le\tfrac2{nT^*\alpha^2}\text{, divided by }d",
                        "T* = 64, 100, 400; n d alpha^2 = 10, 1000, 10^6",
                        zero_votes,
                    ),
                ),
            ),
        ),
        correction="T* for T: the votes are from T* samples and (223) has T* (our copy may have lost the star)",
        severity=Severity.TYPO,
        theorem="kent/lemma26",
        note="p = |S_0|/d. Where T <= e^(n alpha^2/(Ks)) the two are the same. (231) has the sums to T with the factor 1/T*, "
        "the same slip.",
    ),
    Claim(
        "kent/lemma26/s6",
        "Appendix I, proof of Lemma 26, (234)",
        Kind.INEQUALITY,
        "clipping costs a large coordinate at most 1/10",
        Derived(
            r"E[r(\bar U-U)1\{D\}]\ge-\frac2{(\eta-1)^2}\Big(\frac2{nT^*\alpha^2}+s\Big)>-\frac1{10},\ \eta=(30s)^{1/2},\ nT^*\alpha^2\ge900",
            ("kent/lemma26/s2", "kent/lemma26/s6/votes"),
            AllOf(
                r"20(1+\tfrac{2w^2}y)<(\sqrt{30}-w)^2,\ w=s^{-1/2}\in(0,1],\ y=nT^*\alpha^2\ge900",
                (
                    (
                        "at y = 900",
                        Inequality(
                            Relation(
                                20 + 40 * _S**2 / 900,
                                (sqrt(30) - _S) ** 2,
                                "<",
                                (Variable(_S, Integer(0), Integer(1), open_lower=True),),
                            )
                        ),
                    ),
                    ("larger y only help", at_most(1 / _Y, Rational(1, 900), Variable(_Y, Integer(900), oo))),
                ),
            ),
            (),
            (
                (
                    "walks of up to 12 steps",
                    FiniteCheck(
                        r"-\tfrac2{(\eta-1)^2}E\tilde U^2\le E[r(\bar U-U)]",
                        "up to 12 other votes; eta = 3/2, 2, 5/2, 4",
                        _markov,
                    ),
                ),
            ),
        ),
        note="s stands for w in the first step. -2 P(U~ >= eta - 1) is below (226), and Chebyshev's inequality bounds it; the "
        "signs are orthogonal given the votes. At s = 1 it needs n T* alpha^2 >= 879: that 30 is hardly enough, 29.94 is not.",
    ),
    Claim(
        "kent/lemma26/s7",
        "Appendix I, proof of Lemma 26, (231)-(233), (235)",
        Kind.INEQUALITY,
        "the mean of a large coordinate's tally",
        Derived(
            r"j\in S_1:\ E[r\bar U]=P(D)+E[r(\bar U-U)1\{D\}]>1-\tfrac1{10}-\tfrac1{10}=\tfrac45,\ nT^*\alpha^2\ge900",
            ("kent/lemma26/s6",),
            AllOf(
                r"P(D^c)\le2e^{-T^*\varepsilon^2/2}\le\tfrac2{nT^*\alpha^2}\le\tfrac1{10}",
                (
                    (
                        "P(D^c), y = n T* alpha^2, d >= 1",
                        at_most(
                            2 / (_D * _Y), Rational(1, 10), Variable(_D, Integer(1), oo), Variable(_Y, Integer(900), oo)
                        ),
                    ),
                    (
                        "the sum",
                        Inequality(
                            Relation(
                                Rational(4, 5),
                                (1 - _P) - _W,
                                "<",
                                (
                                    Variable(_P, Integer(0), Rational(1, 11)),
                                    Variable(_W, Integer(0), Rational(1, 10)),
                                ),
                            )
                        ),
                    ),
                    ("half and 3/10", Identity(Rational(4, 5) - Rational(1, 2), Rational(3, 10))),
                ),
            ),
            (HOEFFDING,),
        ),
        note="p = P(D^c), at most 2/900 < 1/11; -w = (234). A mean below epsilon in absolute value is more than epsilon away from theta_j, as |theta_j| > 2 epsilon.",
    ),
    Claim(
        "kent/lemma26",
        "Appendix I, Lemma 26, and (229), (230), (236), (237)",
        Kind.INEQUALITY,
        "the hashed votes succeed",
        Derived(
            r"P(A^c)\le4d\,e^{-3n\alpha^2/(256000s)}\le e^{-n\alpha^2/(Ks)}\le\frac1{T^*},\ n\alpha^2\ge236600\,s\log(ed),\ K=170667",
            (
                "kent/lemma26/s3",
                "kent/lemma26/s4",
                "kent/lemma26/s5",
                "kent/lemma26/s7",
            ),
            AllOf(
                r"2|S_0|+2|S_1|\le4d;\ \tfrac9{25600\cdot30}=\tfrac3{256000};\ \log(4d)\le\tfrac c2x,\ x=n\alpha^2/s",
                (
                    ("the constant c", Identity(Rational(9, 25600 * 30), _RATE)),
                    (
                        "1/K is at most c/2",
                        at_most(_X / LEAST_K, _RATE * _X / 2, Variable(_X, Integer(0), oo, open_lower=True)),
                    ),
                    (
                        "log(4d) <= log 4 log(ed), with L = log d",
                        at_most(log(4) + _L, log(4) * (1 + _L), Variable(_L, Integer(0), oo)),
                    ),
                    (
                        "log 4 log(ed) <= c x/2",
                        at_most(log(4) * (1 + _L), _RATE / 2 * LEAST_C * (1 + _L), Variable(_L, Integer(0), oo)),
                    ),
                    ("n T* alpha^2 >= 900", at_most(Integer(900), LEAST_C * _Y, Variable(_Y, Integer(1), oo))),
                ),
            ),
            (),
            (
                (
                    "the ends, enclosed",
                    FiniteCheck(
                        r"\log\{4d\,e^{-cx}\}\le-\tfrac xK",
                        "d = 1, 2, 22, 10^6; x = C log(ed) times 1, 2, 10",
                        _ends,
                    ),
                ),
            ),
        ),
        note="By the union over the zero and the large coordinates: each tally is 3/10 from its mean, split in halves. Printed "
        "with e^(-n alpha^2/(Ks)) = 1/T*, which is so only where T is at least that; otherwise it is <=, and so is the lemma.",
    ),
)
