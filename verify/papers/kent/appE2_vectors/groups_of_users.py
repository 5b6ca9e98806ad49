"""kent Appendix E.2: that 2d divides n, and groups of users where there are fewer than 2d of them."""

from collections.abc import Iterator
from fractions import Fraction
from math import floor

import sympy
from flint import arb
from sympy import Integer, exp, log, oo

from upperbounds.mean import kent
from upperbounds.protocols.split import Split, chunks
from verify.prover import Variable
from verify.statements import AllOf, Case, Derived, FiniteCheck, UpToConstant, at_most
from verify.statements.claim import Claim, Kind, Severity
from verify.statements.outcome import Settings, as_arb

ENOUGH = 32 * Integer(kent.K_HIGH_PRIVACY)
"""n min(alpha, alpha^2) > 273152 d log(ed), the assumption of Theorem 6 (i) with its constant."""
_N, _D, _ALPHA, _R, _Q = sympy.symbols("n d alpha r q", positive=True)
_K = sympy.Symbol("k", positive=True)
_F, _G = sympy.symbols("f g", nonnegative=True)
_WHOLE, _PART = Variable(_K, Integer(1), oo), Variable(_F, Integer(0), Integer(1), open_upper=True)


def groups(d: int, alpha: Fraction) -> tuple[int, int]:
    """How many groups of users there are for alpha <= d, and how many co-ordinates a group answers at most."""
    size = max(1, floor(alpha))
    return -(-d // size), size


def share(n: int, d: int, alpha: Fraction) -> tuple[int, Fraction]:
    """A co-ordinate's users, an even number, and the budget of one answer: groups up to alpha = d, all users beyond."""
    if alpha > d:
        return 2 * (n // 2), alpha / d
    return 2 * (n // (2 * groups(d, alpha)[0])), min(alpha, Fraction(1))


def _split(n: int, d: int, alpha: Fraction) -> Split:
    return chunks(n, d, *groups(d, alpha))


def grouped(_: Settings) -> Iterator[Case]:
    """Of the split into groups: the largest spend beside alpha, and n alpha/(8d) beside a co-ordinate's users."""
    for d, alpha in (
        (5, "1/2"),
        (5, "1"),
        (5, "3/2"),
        (5, "5"),
        (8, "11/4"),
        (64, "33/2"),
        (64, "64"),
        (10**4, "9999/2"),
    ):
        level = Fraction(alpha)
        count, size = groups(d, level)
        for n in (2 * count, 2 * count + 1, 7 * count, 40 * count):
            split = _split(n, d, level)
            users, budget = share(n, d, level)
            parameters = {"d": d, "alpha": alpha, "n": n, "groups": count, "co-ordinates": size}
            spend = max(len(sent) for sent in split.sends) * budget
            yield Case(parameters, spend, level, note="the largest spend")
            answered = {2 * split.fold * int(times) for times in split.folds_of}
            yield Case(parameters, max(abs(found - users) for found in answered), 0, note="users of a co-ordinate")
            yield Case(parameters, n * max(level, Fraction(1)) / (8 * d), users, note="at least n alpha/(8d)")


def _enough(_: Settings) -> Iterator[Case]:
    """2 ceil(d/k) beside the least n that the assumption allows, 1 <= alpha <= d."""
    for d in (1, 2, 64, 10**6, 2**40):
        for alpha in sorted({Fraction(1), Fraction(3, 2), Fraction(d, 2) + 1, Fraction(d)}):
            if alpha <= d:
                least = as_arb(int(ENOUGH) * d / alpha) * (1 + arb(d).log())
                yield Case({"d": d, "alpha": str(alpha)}, as_arb(2 * groups(d, alpha)[0]), least)


CLAIMS = (
    Claim(
        "kent/alg12/multiple",
        "Appendix E.2, before Algorithm 12: 'without loss of generality n is a multiple of 2d'",
        Kind.ALGORITHM,
        "whether there are users for d folds, alpha > 1",
        UpToConstant(
            _D,
            _N,
            (
                Variable(_D, Integer(1), oo),
                Variable(_N, Integer(2), oo),
                Variable(_ALPHA, Integer(1), oo),
            ),
            family=((_D, exp(_R)), (_ALPHA, exp(_R)), (_N, ENOUGH * (1 + _R))),
            along=_R,
            where=(ENOUGH * _D * log(sympy.E * _D) <= _N * _ALPHA, _ALPHA <= _D),
            text=r"n\alpha\ge\tilde Cd\log(ed),\ 1<\alpha\le d\ \Rightarrow\ 2d\lesssim n",
        ),
        Derived(
            r"1\le\alpha\le d,\ k=\lfloor\alpha\rfloor:\ \lceil d/k\rceil\text{ groups of users, each for }k\text{ co-ordinates at budget }1;\ "
            r"n_0=2\Big\lfloor\frac n{2\lceil d/k\rceil}\Big\rfloor\ge\frac{n\alpha}{8d}\text{ users a co-ordinate, as }n\ge2\lceil d/k\rceil",
            ("kent/alg12/budget", "kent/alg2/privacy"),
            AllOf(
                r"\lceil d/k\rceil\le\tfrac{2d}k\le\tfrac{4d}\alpha",
                (
                    ("q = d/k >= 1", at_most(_Q + 1, 2 * _Q, Variable(_Q, Integer(1), oo))),
                    ("alpha = k + f <= 2k", at_most(_K + _F, 2 * _K, _WHOLE, _PART)),
                    ("n = 2 ceil(d/k) (k + f) with another k >= 1", at_most(_K + _F, 2 * _K, _WHOLE, _PART)),
                    (
                        "2 ceil(d/k) <= 8d/alpha <= n",
                        at_most(Integer(8), ENOUGH * (1 + _G), Variable(_G, Integer(0), oo)),
                    ),
                ),
            ),
            crosschecks=(
                (
                    "the split",
                    FiniteCheck(
                        r"\text{spend}\le\alpha,\ \text{every co-ordinate has }n_0\text{ users},\ \tfrac{n\alpha}{8d}\le n_0",
                        "(d, alpha) = (5, 1/2), (5, 1), (5, 3/2), (5, 5), (8, 11/4), (64, 33/2), (64, 64), (10^4, 9999/2); n = 2, 7, 40 a group and one more",
                        grouped,
                    ),
                ),
                (
                    "there are enough users",
                    FiniteCheck(
                        r"2\lceil d/k\rceil\le n",
                        "d = 1, 2, 64, 10^6, 2^40; alpha = 1, 3/2, d/2 + 1, d; the least n",
                        _enough,
                    ),
                ),
            ),
        ),
        correction="for alpha > 1 the assumption allows far fewer than 2d users, who cannot be split into 2d folds: let groups of users, as many "
        "as ceil(d/floor(alpha)), answer for floor(alpha) co-ordinates each",
        severity=Severity.PROOF_GAP,
        theorem="kent/thm6i",
        note="d = alpha = e^r and n a multiple of log(ed): for every constant. For alpha <= 1 it is no loss. Folds with rounded ends, most of them "
        "empty, serve as well: any floor(alpha) in turn hold floor(alpha) n/d users, up to one in each half. Algorithm 13 has the same, and the "
        "package's Algorithms 12 and 13 refuse fewer than 2d users up to alpha = d.",
    ),
)
