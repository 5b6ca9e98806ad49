"""label Appendix D, (86)-(104): the minimax lower bound under central label privacy, and the test bound that carries it."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from math import comb

import sympy
from flint import arb
from sympy import Integer, Rational, exp, log, oo

from notation.symbols import N, beta, d, epsilon, gamma, h
from verify.claim import Claim, Kind, Severity
from verify.outcome import Settings, as_arb
from verify.prover import Relation, Variable
from verify.statements import (
    AllOf,
    Balance,
    Case,
    Derived,
    FiniteCheck,
    Identity,
    Inequality,
    SameRate,
    UpToConstant,
    at_most,
)

_C, _NORM1, _CM, _R, _U = sympy.symbols("c phi_1 C_M r u", positive=True)
_X, _Y, _A, _B = sympy.symbols("x y a b", nonnegative=True)
_H = exp(sympy.Symbol("v", real=True))
"""h = e^v in identities, so that numbers are put in without roots of large integers."""
X, Y = Variable(_X, Integer(0), oo), Variable(_Y, Integer(0), oo)


def _sign_law(size: int, up: Fraction) -> dict[int, Fraction]:
    """The law of the sum of `size` signs, each +1 with probability `up`."""
    return {2 * k - size: comb(size, k) * up**k * (1 - up) ** (size - k) for k in range(size + 1)}


def _laplace_below(x: int, epsilon_value: Fraction) -> arb:
    """P(x + Lap(2/epsilon) < 0)."""
    tail = (-(as_arb(epsilon_value) * abs(x)) / 2).exp() / 2
    return tail if x >= 0 else 1 - tail


def two_halves(_: Settings) -> Iterator[Case]:
    """Half of the points at phi = 1 with |eta| = 1/2, half at phi = 0; the test sign(S_1 + Lap(2/epsilon)).

    S_1 is the label sum over the first half: one label moves it by 2, so the test is epsilon-label DP. n_k = 200,
    epsilon = 17/100, n_k t = 4; V_k is drawn evenly, so that S_1 has the mixture of both laws. Each term has its own sum.
    """
    half, epsilon_value, level = 100, Fraction(17, 100), 4
    informative, blank = _sign_law(half, Fraction(3, 4)), _sign_law(half, Fraction(1, 2))
    errors = []
    for sign in (1, -1):
        joint = {s: (informative[s] + informative[-s]) * blank.get(sign * level - s, Fraction(0)) for s in informative}
        whole = sum(joint.values(), Fraction(0))
        errors.append(
            sum((as_arb(mass / whole) * _laplace_below(sign * s, epsilon_value) for s, mass in joint.items()), arb(0))
        )
    yield Case(
        {"n_k": 200, "epsilon": "17/100", "n_k t": 4, "eta": "+-1/2 on half of the points, 0 on the others"},
        2 * errors[0],
        Fraction(2, 3),
        left_again=errors[0] + errors[1],
        note="V^ = sign(S_1 + Lap(2/epsilon)); t = 1/50 is at most ln 2/(epsilon n_k) = 0.0204",
    )


def _logistic(_: Settings) -> Iterator[Case]:
    """Constant phi: the test P(1) = 1/(1 + e^(epsilon S/2)), S the label sum of n = 400 signs, a_k = 1/1000, epsilon = 1/2.

    V_k is drawn evenly, so that the law of S is symmetric, and with it both terms.
    """
    size, epsilon_value, up = 400, Fraction(1, 2), Fraction(1, 2) + Fraction(1, 2000)
    plus, minus = _sign_law(size, up), _sign_law(size, 1 - up)
    mixed = {s: (mass + minus[s]) / 2 for s, mass in plus.items()}
    errors = []
    for sign in (1, -1):
        chosen = {s: mass for s, mass in mixed.items() if sign * s >= -1}
        whole = sum(chosen.values(), Fraction(0))
        terms = (as_arb(p / whole) / (1 + (as_arb(epsilon_value) * sign * s / 2).exp()) for s, p in chosen.items())
        errors.append(sum(terms, arb(0)))
    yield Case(
        {"n_k": size, "epsilon": "1/2", "a_k": "1/1000", "phi": "constant"},
        errors[0] + errors[1],
        Fraction(2, 3),
        left_again=2 * errors[1],
        note="P(V^ = 1) = 1/(1 + e^(epsilon S/2)); a_k < ln 2/(epsilon n_k) = 0.00347, and |S| <= ln 2/epsilon means |S| <= 1",
    )


def _tests(_: Settings) -> Iterator[Case]:
    """The test P(1) = 1/(1 + e^(-epsilon S/2)) on the sum of signs, beside both bounds of label/own/lower2."""
    for size, eta, value in product(
        (1, 3, 6), (Fraction(1, 10), Fraction(1, 2), Fraction(1)), (Fraction(1, 5), Fraction(2))
    ):
        e = as_arb(value)
        coins = (comb(size, k) * eta**k * (1 - eta) ** (size - k) for k in range(size + 1))
        bound = sum((as_arb(mass) / (1 + (e * k).exp()) for k, mass in enumerate(coins)), arb(0))
        signs = _sign_law(size, (1 + eta) / 2).items()
        error = sum((as_arb(mass) / (1 + (e * s / 2).exp()) for s, mass in signs), arb(0))
        parameters = {"n": size, "eta": str(eta), "epsilon": str(value)}
        yield Case(parameters, bound - arb(2) ** -40, error)
        yield Case(parameters, 1 / (1 + (e * as_arb(size * eta)).exp()) - arb(2) ** -40, bound)


def _medians(_: Settings) -> Iterator[Case]:
    """P(mean <= a | V = 1) for n signs with equal chances, beside 1/2 - 1/sqrt(n)."""
    for size in (17, 100, 401):
        for eta in (Fraction(1, 100), Fraction(1, 4), Fraction(1, 2)):
            law = _sign_law(size, (1 + eta) / 2)
            below = sum((mass for s, mass in law.items() if s <= size * eta), Fraction(0))
            yield Case({"n_k": size, "eta": str(eta)}, Rational(1, 2) - 1 / arb(size).sqrt(), below)


_MORE = (Variable(_A, Integer(0), oo), Variable(_B, Integer(0), oo))
_BOUND = _C * _H ** (beta + d) * _NORM1 / 2
CLAIMS = (
    Claim(
        "label/eq86",
        "Appendix D, (86)",
        Kind.INEQUALITY,
        "from the maximum over hypotheses to each cube alone",
        Derived(
            r"\inf_A\max_v\sum_kP(\hat v_k\ne v_k)\ge\inf_A\sum_kP(\hat V_k\ne V_k)\ge\sum_k\inf_AP(\hat V_k\ne V_k)",
            ("label/eq42",),
            AllOf(
                r"\max\ge\text{mean};\ \inf\text{ of a sum}\ge\text{sum of the infima}",
                (
                    (
                        "the larger x + y of two numbers is at least the mean",
                        at_most((_X + (_X + _Y)) / 2, _X + _Y, X, Y),
                    ),
                    (
                        "any value x + a, y + b above the infima x, y",
                        at_most(_X + _Y, (_X + _A) + (_Y + _B), X, Y, *_MORE),
                    ),
                ),
            ),
        ),
        note="The last step is printed as an equality, which is not needed. The density c is lost from the first line to the second: label/eq42/43.",
    ),
    Claim(
        "label/eq90",
        "Appendix D, (87)-(90)",
        Kind.IDENTITY,
        "the mean label of a cube",
        AllOf(
            r"E[\bar Y_k\mid X_{1:N},V_k]=V_ka_k",
            (
                ("V = 1", Identity((1 + _X) / 2 - (1 - _X) / 2, _X)),
                ("V = -1", Identity((1 - _X) / 2 - (1 + _X) / 2, -_X)),
            ),
        ),
        note="Labels +-1; x = |eta(X_i)|, summed over the cube.",
    ),
    Claim(
        "label/eq92",
        "Appendix D, (92), (93), the end of Lemma 1's proof",
        Kind.INEQUALITY,
        "two tests that err rarely on neighbours",
        Derived(
            r"a\ge\tfrac12(1-b),\ b\ge\tfrac12(1-a)\Rightarrow a+b\ge\tfrac23",
            (),
            AllOf(
                r"e^{-l\varepsilon}\ge\tfrac12;\ a+b\ge1-\tfrac12(a+b)",
                (
                    (
                        "group privacy at l epsilon <= ln 2, x = e^(l epsilon) <= 2",
                        at_most(Rational(1, 2), 1 / _R, Variable(_R, Integer(1), Integer(2))),
                    ),
                    (
                        "a sum x below 2/3 has 3x/2 < 1",
                        Inequality(
                            Relation(
                                3 * _X / 2,
                                Integer(1),
                                "<",
                                (Variable(_X, Integer(0), Rational(2, 3), open_upper=True),),
                            )
                        ),
                    ),
                ),
            ),
        ),
        note="Granted steps (a) and (b) of (92). Step (b) takes the data after l flips for data drawn given the mean t: label/lemma1.",
    ),
    Claim(
        "label/lemma1",
        "Appendix D, Lemma 1, (91)",
        Kind.INEQUALITY,
        "the errors of a private test given the mean label",
        FiniteCheck(
            r"P(\hat V_k=1\mid\bar Y_k=-t)+P(\hat V_k=-1\mid\bar Y_k=t)\ge\tfrac23",
            "phi = 1 on half of the points and 0 on the others, n_k = 200, a Laplace test",
            two_halves,
            ">=",
        ),
        Derived(
            r"\phi\text{ constant on the sampled points}, n_kt\equiv n_k\ (2):\ P(\hat V_k=1\mid\bar Y_k=-t)+P(\hat V_k=-1\mid\bar Y_k=t)\ge\tfrac23",
            ("label/eq92",),
            Identity(-_X + 2 * _X, _X, text=r"-t+2l/n_k=t\ \text{at }l=n_kt"),
        ),
        correction="needs labels that are exchangeable given their mean: for constant phi (and n_k t of the parity of n_k). Otherwise the mean is not "
        "sufficient, and a test that looks at the points with large phi errs less. label/own/lower2 replaces the lemma",
        severity=Severity.PROOF_GAP,
        theorem="label/thm3",
        note="Step (b) of (92): data given mean -t with l labels flipped do not have the law of data given mean t.",
    ),
    Claim(
        "label/eq94",
        "Appendix D, (94), (95)",
        Kind.INEQUALITY,
        "the mean label is below its expectation about half of the time",
        FiniteCheck(
            r"P(\bar Y_k\le a_k\mid V_k=1)\ge\tfrac12-\tfrac1{\sqrt{n_k}}",
            "C_E = 1; n_k = 17, 100, 401, constant eta = 1/100, 1/4, 1/2",
            _medians,
        ),
        note="By the theorem of Berry and Esseen for |eta| <= 1/2, where the variance is at least 3/4. label/own/lower2 does not need it.",
    ),
    Claim(
        "label/eq97",
        "Appendix D, (96), (97)",
        Kind.LOWER_BOUND,
        "every private test of a cube errs with probability 1/12",
        FiniteCheck(
            r"P\Big(\hat V_k=1\Big|\bar Y_k\ge-\tfrac{\ln2}{\varepsilon n_k}\Big)+P\Big(\hat V_k=-1\Big|\bar Y_k\le\tfrac{\ln2}{\varepsilon n_k}\Big)\ge\tfrac23",
            "constant phi, n_k = 400, a_k = 1/1000, epsilon = 1/2, a logistic test",
            _logistic,
            ">=",
        ),
        Derived(
            r"a_k<\frac{\ln2}{\varepsilon n_k}\Rightarrow P(\hat V_k\ne V_k\mid X_{1:N})\ge\tfrac13",
            ("label/own/lower2",),
            at_most(Rational(1, 3), 1 / (1 + exp(_X)), Variable(_X, Integer(0), log(2))),
        ),
        correction="Lemma 1 speaks of the means t and -t, not of half-lines; the end, with 1/3 in place of 1/12 and without n_k > 16 C_E^2, "
        "follows from label/own/lower2 with x = epsilon n_k a_k",
        severity=Severity.PROOF_GAP,
        theorem="label/thm3",
        note="The last step of (97). It also drops the condition on V_k.",
    ),
    Claim(
        "label/eq99",
        "Appendix D, (98), (99)",
        Kind.INEQUALITY,
        "few samples in a cube satisfy (96)",
        AllOf(
            r"a_k\le h^\beta,\ n_k<\frac{\ln2}{\varepsilon h^\beta}\Rightarrow a_k<\frac{\ln2}{\varepsilon n_k}",
            (
                (
                    "with a_k = x h^beta, x <= 1, and y = epsilon n_k h^beta < ln 2",
                    at_most(_X * _Y, _Y, Variable(_X, Integer(0), Integer(1)), Y),
                ),
                ("half of 1/12", Identity(Rational(1, 2) * Rational(1, 12), Rational(1, 24))),
            ),
        ),
        note="The density c is missing again: label/eq42/43.",
    ),
    Claim(
        "label/eq101",
        "Appendix D, (100)-(102)",
        Kind.RATE_ALGEBRA,
        "the tuned rate",
        AllOf(
            r"2Nch^d=\frac{\ln2}{\varepsilon h^\beta}\Rightarrow h\asymp(\varepsilon N)^{-1/(d+\beta)},\ h^{\beta(\gamma+1)}\asymp(\varepsilon N)^{-\beta(\gamma+1)/(d+\beta)}",
            (
                ("the balance", Balance(N * h**d, 1 / (epsilon * h**beta), h, (epsilon * N) ** (-1 / (d + beta)))),
                ("the powers of h", SameRate(h ** (beta + d) * h ** (gamma * beta - d), h ** (beta * (gamma + 1)))),
                (
                    "the rate",
                    SameRate(
                        ((epsilon * N) ** (-1 / (d + beta))) ** (beta * (gamma + 1)),
                        (epsilon * N) ** (-beta * (gamma + 1) / (d + beta)),
                    ),
                ),
            ),
        ),
        note="n_k > 16 C_E^2 needs N h^d, that is 1/(epsilon h^beta), to be large; label/own/lower3 does without.",
    ),
    Claim(
        "label/own/lower2",
        "ours, in place of Lemmas 1 and 3",
        Kind.LOWER_BOUND,
        "every label private test between V and -V errs",
        None,
        Derived(
            r"P(\hat V\ne V\mid X)\ge E\frac1{1+e^{\varepsilon l}}\ge\frac1{1+\exp(\varepsilon\sum_i\mathrm{TV}_i)},\ l=\sum_i\mathrm{Ber}(\mathrm{TV}_i)",
            (),
            AllOf(
                r"\text{a coupling under which }l\text{ labels differ; group privacy; Jensen}",
                (
                    (
                        "errors a, b with 1-b <= x a and 1-a <= x b, x = e^(epsilon l): a sum y below 2/(1+x) breaks 2 - s <= x s by (1+x) y",
                        Identity((2 - (2 / (1 + _X) - _Y)) - _X * (2 / (1 + _X) - _Y), (1 + _X) * _Y),
                    ),
                    (
                        "half of 2/(1+x), and (1+x) 2/(1+x) = 2",
                        Identity(Rational(1, 2) * 2 / (1 + _R), 1 / (1 + _R)),
                    ),
                    (
                        "1/(1+e^u): second derivative",
                        Identity(sympy.diff(1 / (1 + exp(_U)), _U, 2), exp(_U) * (exp(_U) - 1) / (1 + exp(_U)) ** 3),
                    ),
                    (
                        "convex for u >= 0, r = e^u",
                        at_most(Integer(0), _R * (_R - 1) / (1 + _R) ** 3, Variable(_R, Integer(1), oo)),
                    ),
                    ("labels +-1: TV = |eta|", Identity((1 + _X) / 2 - (1 - _X) / 2, _X)),
                ),
            ),
            (),
            (
                (
                    "a logistic test, exact",
                    FiniteCheck(
                        r"\frac1{1+e^{\varepsilon n\eta}}\le E\frac1{1+e^{\varepsilon l}}\le P(\hat V\ne V)",
                        "n = 1, 3, 6; eta = 1/10, 1/2, 1; epsilon = 1/5, 2",
                        _tests,
                    ),
                ),
            ),
        ),
        note="Couple each label under V = 1 with that under V = -1, so that they differ with probability TV_i, independently. Given where they differ, "
        "the two data sets are l labels apart. For any epsilon, any phi, any n; no parity, no Berry-Esseen.",
    ),
    Claim(
        "label/own/lower3",
        "ours, (86) and label/own/lower2 put together",
        Kind.LOWER_BOUND,
        "the explicit lower bound under central label privacy",
        None,
        Derived(
            r"\inf\sup(R-R^*)\ge\tfrac12ch^{\beta+d}\|\phi\|_1\frac m{1+\exp(\varepsilon Nch^{\beta+d}\|\phi\|_1)},\ m\le C_Mh^{\gamma\beta-d}",
            ("label/eq36", "label/eq37", "label/eq42", "label/eq86", "label/own/lower2"),
            Identity(
                N * _C * _H**d * _NORM1 * _H**beta,
                N * _C * _H ** (beta + d) * _NORM1,
                text=r"E\sum_{i:X_i\in B_k}|\eta(X_i)|=Nch^{\beta+d}\|\phi\|_1\ \text{(Jensen again)}",
            ),
        ),
        note="As corrected: gamma beta <= 1, beta <= 1.",
    ),
    Claim(
        "label/thm3",
        "Section 4.2, Theorem 3, (16), and Appendix D, (104)",
        Kind.LOWER_BOUND,
        "the minimax lower bound, central label privacy",
        Derived(
            r"\inf\sup(R-R^*)\gtrsim N^{-\beta(\gamma+1)/(2\beta+d)}+(\varepsilon N)^{-\beta(\gamma+1)/(\beta+d)}",
            ("label/own/majority", "label/prop1"),
            UpToConstant(
                (N ** (-beta * (gamma + 1) / (2 * beta + d))).subs({beta: 1, d: 1, gamma: 2}),
                2 * exp(-N / 2048),
                (Variable(N, Integer(1), oo),),
                family=((N, 2048 * _R),),
                along=_R,
            ),
        ),
        Derived(
            r"\inf\sup(R-R^*)\ge\tfrac{cC_M\|\phi\|_1}{16}\max(h_1,h_2)^{\beta(\gamma+1)},\ h_1^{2\beta+d}=\frac1{6c\|\phi\|_2^2N},\ "
            r"h_2^{\beta+d}=\frac1{c\|\phi\|_1\varepsilon N},\ \gamma\beta\le1,\ C_Mh^{\gamma\beta-d}\ge1",
            ("label/own/lower3", "label/thm1", "label/eq101"),
            AllOf(
                r"\varepsilon Nch_2^{\beta+d}\|\phi\|_1=1,\ \frac1{1+e}\ge\tfrac14",
                (
                    ("1/(1+e)", at_most(Rational(1, 4), 1 / (1 + exp(_X)), Variable(_X, Integer(0), Integer(1)))),
                    (
                        "the product",
                        Identity(
                            _BOUND * (_CM * _H ** (gamma * beta - d) / 2) / 4,
                            _C * _CM * _NORM1 / 16 * _H ** (beta * (gamma + 1)),
                        ),
                    ),
                    (
                        "the larger of two terms is at least half of their sum",
                        at_most((_X + (_X + _Y)) / 2, _X + _Y, X, Y),
                    ),
                ),
            ),
        ),
        correction="needs gamma beta <= 1 and beta <= 1, or a support with holes and gamma beta <= d; the proof goes by label/own/lower2",
        severity=Severity.RATE,
        theorem="label/thm3",
        note="The family of Theorem 1: a local channel is centrally private. The first term is (10) at epsilon >= 1, as its proof bounds the "
        "divergence of the labels themselves.",
    ),
)
