"""label Appendix C, (68)-(75): what the proof needs of the margin."""

from collections.abc import Iterator
from fractions import Fraction

import sympy
from flint import arb
from sympy import Integer, exp, oo

from notation.symbols import N, d, gamma, h
from verify.claim import Claim, Kind, Severity
from verify.outcome import Settings, as_arb
from verify.papers.label.local_upper import LEAST, TANH
from verify.prover import Variable
from verify.statements import (
    AllOf,
    Case,
    Derived,
    FiniteCheck,
    Identity,
    Whole,
    at_most,
)

_K, _N, _T, _C, _P, _M, _R, _E = sympy.symbols("K n tau c p M r e", positive=True)
_A, _B, _X, _Y, _Z, _W = sympy.symbols("a b x y z w", nonnegative=True)
_DELTA, _SECOND = sympy.symbols("Delta eta_s", nonnegative=True)
NONNEG_X, NONNEG_Y = Variable(_X, Integer(0), oo), Variable(_Y, Integer(0), oo)


def _dichotomy(_: Settings) -> Iterator[Case]:
    """Two classes at 3/5 and 2/5 everywhere, e^(epsilon/2) = 3: Delta_l = 1/5 beside v* - v_c for the wrong class."""
    keep = Fraction(3, 4)
    better, worse = (keep * eta + (1 - keep) * (1 - eta) for eta in (Fraction(3, 5), Fraction(2, 5)))
    yield Case(
        {"K": 2, "eta": ["3/5", "2/5"], "e^(epsilon/2)": 3},
        Fraction(1, 5),
        better - worse,
        left_again=Fraction(3, 5) - Fraction(2, 5),
        note="0 < v* - v_c < Delta_l",
    )


def _two_pieces(_: Settings) -> Iterator[Case]:
    """A bin that meets the support in two pieces with opposite classes, half of the samples in each; Delta_l = 1/2.

    By symmetry the chosen class is wrong with probability 1/2 at least on one of them. e^(epsilon/2) = 3, 2 L_d h^beta / c = 4.
    """
    gap, size = Fraction(1, 4), 10**4
    rest = 4 * (as_arb(gap) + 4) + 4 * (2 * arb.pi() / size).sqrt()
    right = rest * (-(as_arb(gap) ** 2) * size / 2).exp()
    yield Case(
        {"K": 2, "e^(epsilon/2)": 3, "n_l": size, "Delta_l": "1/2", "pieces": 2, "2 L_d h^beta": 2},
        gap / 2,
        right,
        left_again=Fraction(1, 2) * Fraction(1, 2) * Fraction(1, 2),
        note="eta = 3/4 on one piece and 1/4 on the other; the gap between the pieces lets eta cross 1/2 outside the support",
    )


def _averaged(_: Settings) -> Iterator[Case]:
    """The mean over n_l of e^(-n_l x) for n_l Bin(N, p), beside e^(-N p x), x = tilde Delta^2/2."""
    for size, p in ((2, Fraction(1, 2)), (100, Fraction(1, 10))):
        x = as_arb(Fraction(1, 10))
        left = (as_arb(1 - p) + as_arb(p) * (-x).exp()) ** size
        again = ((1 - as_arb(p) * (1 - (-x).exp())).log() * size).exp()
        yield Case({"N": size, "p": str(p), "x": "1/10"}, left, (-size * as_arb(p) * x).exp(), left_again=again)


def _sliver(_: Settings) -> Iterator[Case]:
    """[0, 1] with density 1 in bins of length 3/10: the last one holds 1/10."""
    width = Fraction(3, 10)
    last = 1 - 3 * width
    yield Case(
        {"support": "[0,1]", "f": 1, "c": 1, "d": 1, "h": "3/10", "bin": "[9/10,12/10)"},
        width,
        last,
        left_again=Fraction(3, 10),
    )


def _ties(_: Settings) -> Iterator[Case]:
    """Two classes, both at 1/2 everywhere: Assumption 1 (b) holds with C_T = 1 and every gamma; u + 2 L_d h^beta = 1/2."""
    yield Case(
        {"K": 2, "eta": ["1/2", "1/2"], "u + 2 L_d h^beta": "1/2", "gamma": 1, "C_T": 1},
        1,
        Fraction(1, 2),
        left_again=Fraction(1),
    )


_STEP = (
    "label/eq70/dichotomy",
    "label/eq70/class",
    "label/eq70/71",
)
CLAIMS = (
    Claim(
        "label/eq69",
        "Appendix C, (68), (69)",
        Kind.IDENTITY,
        "the margin of the private bits",
        Derived(
            r"\tilde\Delta_l=\tfrac{e^{\varepsilon/2}-1}{e^{\varepsilon/2}+1}\Delta_l",
            ("label/eq53",),
            Identity((_Y + TANH * (_SECOND + _DELTA)) - (_Y + TANH * _SECOND), TANH * _DELTA),
        ),
        note="An increasing affine map keeps the order of the classes, so also the second largest.",
    ),
    Claim(
        "label/eq70",
        "Appendix C, (70), (71)",
        Kind.INEQUALITY,
        "the loss over a bin with a margin",
        Whole(r"\int_{B_l}(\eta^*-E\eta_{c_l})f\le\dots\exp[-\tfrac12Np(B_l)c_\varepsilon^2\Delta_l^2]", _STEP),
        Derived(
            r"P(c_l=j\mid X_{1:N})\le2e^{-n_lc_\varepsilon^2\delta_j^2/8},\ \delta_j=\eta^*(x)-\eta_j(x)\ge4L_dh^\beta,\ x\in B_l",
            ("label/own/selection",),
            Identity(2 * exp(-_N * TANH**2 * _DELTA**2 / 8), 2 * exp(-_N * (TANH * _DELTA / 2) ** 2 / 2)),
        ),
        correction="point by point: a class that is worse at x by at least 4 L_d h^beta is chosen with exponentially small probability; "
        "no margin has to hold on the whole bin",
        severity=Severity.PROOF_GAP,
        theorem="label/thm2",
        note="(70) also prints 1/c_epsilon where the shift of the private bits is c_epsilon 2 L_d h^beta; that only loosens it.",
    ),
    Claim(
        "label/eq70/dichotomy",
        "Appendix C, the line above (70), and (70), third line",
        Kind.INEQUALITY,
        "a wrong class is worse by Delta_l at least",
        FiniteCheck(
            r"v_{lc_l}\ne v_l^*\Rightarrow v_l^*-v_{lc_l}\ge\Delta_l",
            "two classes, constant regression functions",
            _dichotomy,
        ),
        Derived(
            r"\text{at a point: }\tilde\eta_{c_l}\ne\tilde\eta^*\Rightarrow\tilde\eta^*-\tilde\eta_{c_l}\ge c_\varepsilon\Delta_l",
            ("label/eq69",),
            at_most(_X, _X + _Y, NONNEG_X, NONNEG_Y),
        ),
        correction="the private bits have the margin c_epsilon Delta_l",
        severity=Severity.TYPO,
        theorem="label/thm2",
        note="(70) itself goes on with the tilde.",
    ),
    Claim(
        "label/eq70/class",
        "Appendix C, the line above (70), and (70)",
        Kind.INEQUALITY,
        "with a positive margin the best class is the same all over the bin",
        FiniteCheck(
            r"\tilde\eta^*-E\tilde\eta_{c_l}\le\big[2K(\tilde\Delta_l+2L_dh^\beta c_\varepsilon^{-1})+2K\sqrt{2\pi/n_l}\big]e^{-n_l\tilde\Delta_l^2/2}",
            "a bin that meets the support in two pieces",
            _two_pieces,
        ),
        Derived(
            r"P(c_l=j\mid X_{1:N})\le2e^{-n_lc_\varepsilon^2\delta_j^2/8},\ \delta_j\ge4L_dh^\beta",
            ("label/own/selection",),
            Identity(2 * exp(-_N * TANH**2 * _DELTA**2 / 8), 2 * exp(-_N * (TANH * _DELTA / 2) ** 2 / 2)),
        ),
        correction="needs a connected intersection of bin and support, which Assumption 1 (d) does not give; the route point by point does not need it",
        severity=Severity.PROOF_GAP,
        theorem="label/thm2",
    ),
    Claim(
        "label/eq70/71",
        "Appendix C, from (70) to (71)",
        Kind.INEQUALITY,
        "the average over the number of samples in the bin",
        FiniteCheck(
            r"Ee^{-\frac12n_l\tilde\Delta_l^2}\le e^{-\frac12Np(B_l)\tilde\Delta_l^2}",
            "N = 2, p = 1/2; N = 100, p = 1/10; tilde Delta^2 = 1/5",
            _averaged,
        ),
        AllOf(
            r"n_l\ge\tfrac12Np:\ e^{-\frac12n_l\tilde\Delta_l^2}\le e^{-\frac14Np\tilde\Delta_l^2}",
            (
                ("at n_l = Np/2", Identity(-(N * _P / 2) * _DELTA**2 / 2, -N * _P * _DELTA**2 / 4)),
                ("and less for more", at_most(-_X - _Y, -_X, NONNEG_X, NONNEG_Y)),
            ),
        ),
        correction="1/4 in place of 1/2 in the exponent, and 4 pi in place of 2 pi under the root: n_l is only known to be at least N p/2, and by "
        "Jensen the average of the exponential exceeds the exponential of the average",
        severity=Severity.CONSTANT,
        theorem="label/thm2",
        note="(71) has n_l replaced by N p(B_l), its mean; the factor before the exponential apart.",
    ),
    Claim(
        "label/eq74",
        "Appendix C, (72)-(74)",
        Kind.INEQUALITY,
        "the sum over bins",
        Whole(
            r"p(B_l)\ge ch^d;\ R-R^*\le e^{-\frac12(1-\ln2)cNh^d}+\sum_l\min(a_l,b_l)",
            ("label/eq74/mass", "label/eq74/sum"),
        ),
        Whole(
            r"p(B_l)\ge ch^d:\ R-R^*\le e^{-\frac12(1-\ln2)cNh^d}+\sum_l(\text{loss where }n_l\ge\tfrac12Np(B_l))",
            ("label/eq74/mass", "label/eq74/sum"),
            as_corrected=True,
        ),
        correction="that every bin has mass c h^d at least is an assumption on the bins",
        severity=Severity.PROOF_GAP,
        theorem="label/thm2",
    ),
    Claim(
        "label/eq74/mass",
        "Appendix C, above (74)",
        Kind.INEQUALITY,
        "every bin has mass at least c h^d",
        FiniteCheck(r"ch^d\le p(B_l)", "[0,1] in bins of length 3/10", _sliver),
        Identity(_C * h**d, _C * h**d, text=r"B_l\subset\mathcal X:\ p(B_l)\ge c\,\mathrm{vol}(B_l)=ch^d"),
        correction="for bins inside the support (say, its cells where it is a cube and 1/h an integer): a covering may have bins that meet it in a sliver",
        severity=Severity.PROOF_GAP,
        theorem="label/thm2",
        note="The paper prints p(B_l) >= c N h^d, a typo: the exponents of (72) to (74) use c h^d.",
    ),
    Claim(
        "label/eq74/sum",
        "Appendix C, (74)",
        Kind.INEQUALITY,
        "the sum over bins",
        Derived(
            r"\sum_lp(B_l)e^{-\frac12(1-\ln2)Np(B_l)}\le e^{-\frac12(1-\ln2)cNh^d}",
            ("label/own/chernoff-half", "label/eq74/mass"),
            AllOf(
                r"\sum_lp(B_l)=1",
                (
                    ("more mass, smaller exponential", at_most(exp(-_X - _Y), exp(-_X), NONNEG_X, NONNEG_Y)),
                    ("1 - ln 2 > 0", at_most(Integer(0), LEAST * _X, NONNEG_X)),
                ),
            ),
        ),
    ),
    Claim(
        "label/eq75",
        "Appendix C, (75); C_T stands for M",
        Kind.INEQUALITY,
        "the mass of the bins with a small margin",
        FiniteCheck(
            r"P(\eta^*-\eta_s\le u+2L_dh^\beta)\le C_T(u+2L_dh^\beta)^\gamma", "two classes that tie everywhere", _ties
        ),
        Derived(
            r"P(0<g(X)\le u)\le C_Tu^\gamma,\ g=\eta^*-\max\{\eta_j:\eta_j<\eta^*\};\ \text{where all tie, nothing is lost}",
            (),
            Identity(sympy.limit((_P + _R) ** gamma, _R, 0), _P**gamma),
        ),
        correction="Assumption 1 (b) says nothing of points where the two largest tie. With eta_s the largest value below eta^*, and at a point in "
        "place of a bin, it says what is needed: a class that loses at x loses at least g(x)",
        severity=Severity.PROOF_GAP,
        theorem="label/thm2",
        note="P(0 < g <= u) is the limit of P(0 < g < t) as t falls to u, so that the closed end costs nothing. For K = 2 the text says that "
        "eta_s is the smaller one, so a tie has eta^* - eta_s = 0. The display also has M for C_T, as (79) and (80).",
    ),
)
