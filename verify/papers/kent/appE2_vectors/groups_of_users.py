"""kent Appendix E.2: that 2d divides n, and groups of users where there are fewer than 2d of them."""

from collections.abc import Iterator
from fractions import Fraction
from math import floor

import sympy
from flint import arb
from sympy import Integer, exp, log, oo

from upperbounds.mean import kent
from upperbounds.protocols.split import Split, chunks
from verify.kernel.calculus import at_most as at_most_
from verify.kernel.calculus import below, integer, line, real
from verify.kernel.prover import Variable
from verify.kernel.statements import AllOf, Case, UpToConstant
from verify.kernel.statements.claim import Claim, Kind, Match, Severity
from verify.kernel.statements.outcome import Settings, as_arb

ENOUGH = 32 * Integer(kent.K_HIGH_PRIVACY)
"""n min(alpha, alpha^2) > 273152 d log(ed), the assumption of Theorem 6 (i) with its constant."""
_N, _D, _ALPHA, _R, _Q = sympy.symbols("n d alpha r q", positive=True)


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
    """Of the split into groups: the largest spend next to alpha, and n alpha/(8d) next to a co-ordinate's users."""
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
    """2 ceil(d/k) next to the least n that the assumption allows, 1 <= alpha <= d."""
    for d in (1, 2, 64, 10**6, 2**40):
        for alpha in sorted({Fraction(1), Fraction(3, 2), Fraction(d, 2) + 1, Fraction(d)}):
            if alpha <= d:
                least = as_arb(int(ENOUGH) * d / alpha) * (1 + arb(d).log())
                yield Case({"d": d, "alpha": str(alpha)}, as_arb(2 * groups(d, alpha)[0]), least)


_SIZE, _GROUPS, _HALF, _DIM, _USERS = (integer(letter, least=1) for letter in ("k", "g", "h", "d", "n"))
_LEVEL, _RATIO = real("alpha", least=1), real("q", least=1)
_ROUNDED = (at_most_(_SIZE, _LEVEL), below(_LEVEL, _SIZE + 1), at_most_(_LEVEL, _DIM), below(_GROUPS, _DIM / _SIZE + 1))
"""k = floor(alpha) and g = ceil(d/k)."""
_AT_LEAST = line(_LEVEL, given=_ROUNDED[:2]).le(2 * _SIZE)
_AT_MOST = (
    line(_GROUPS, given=_ROUNDED)
    .le(_DIM / _SIZE + 1, _ROUNDED[3])
    .le(
        2 * _DIM / _SIZE,
        line(_RATIO + 1).le(2 * _RATIO).at({_RATIO: _DIM / _SIZE}),
        line(_SIZE, given=_ROUNDED).le(_LEVEL, _ROUNDED[0]).le(_DIM, _ROUNDED[2]),
    )
)
_PLACE, _OTHER = real("z", above=0), real("w", above=0)
_INVERSE = (
    line(4 * _DIM / _PLACE, given=(at_most_(_OTHER, 2 * _PLACE),))
    .le(8 * _DIM / _OTHER)
    .at({_PLACE: _SIZE, _OTHER: _LEVEL})
)
_REST = below(_USERS, 2 * _GROUPS * (_HALF + 1))
"""h = floor(n/(2g))."""
_MANY = at_most_(ENOUGH * _DIM * log(sympy.E * _DIM), _USERS * _LEVEL)
ALG12_MULTIPLE = Claim(
    "kent/alg12/multiple",
    "Appendix E.2, before Algorithm 12: 'without loss of generality n is a multiple of 2d'",
    Kind.ALGORITHM,
    "whether there are users for d folds, alpha > 1",
    says=r"\text{without loss of generality }n\text{ is a multiple of }2d",
    match=Match.READING,
    differs=(
        "judged is what this needs: that the assumption of Theorem 6 gives at least a constant times 2d "
        "users for 1 < alpha <= d"
    ),
    printed=UpToConstant(
        _D,
        _N,
        (Variable(_D, Integer(1), oo), Variable(_N, Integer(2), oo), Variable(_ALPHA, Integer(1), oo)),
        family=((_D, exp(_R)), (_ALPHA, exp(_R)), (_N, ENOUGH * (1 + _R))),
        along=_R,
        where=(ENOUGH * _D * log(sympy.E * _D) <= _N * _ALPHA, _ALPHA <= _D),
        text=r"n\alpha\ge\tilde Cd\log(ed),\ 1<\alpha\le d\ \Rightarrow\ 2d\lesssim n",
    ),
    corrected=AllOf(
        "",
        {
            "users of a co-ordinate": line(_USERS * _LEVEL / (8 * _DIM), given=(*_ROUNDED, _REST))
            .le(2 * _GROUPS * (_HALF + 1) * _LEVEL / (8 * _DIM), _REST)
            .le(4 * _GROUPS * _HALF * _LEVEL / (8 * _DIM))
            .le(4 * _GROUPS * _HALF * 2 * _SIZE / (8 * _DIM), _AT_LEAST)
            .le(4 * 2 * _DIM / _SIZE * _HALF * 2 * _SIZE / (8 * _DIM), _AT_MOST)
            .eq(2 * _HALF)
            .crosschecked(
                "the split",
                r"\text{spend}\le\alpha,\ \text{every co-ordinate has }n_0\text{ users},\ "
                r"\tfrac{n\alpha}{8d}\le n_0",
                "(d, alpha) = (5, 1/2), (5, 1), (5, 3/2), (5, 5), (8, 11/4), (64, 33/2), "
                "(64, 64), (10^4, 9999/2); n = 2, 7, 40 a group and one more",
                grouped,
            )
            .crosschecked(
                "there are enough users",
                r"2\lceil d/k\rceil\le n",
                "d = 1, 2, 64, 10^6, 2^40; alpha = 1, 3/2, d/2 + 1, d; the least n",
                _enough,
            ),
            "enough users": line(2 * _GROUPS, given=(*_ROUNDED, _MANY))
            .le(4 * _DIM / _SIZE, _AT_MOST)
            .le(8 * _DIM / _LEVEL, _INVERSE, _AT_LEAST)
            .le(ENOUGH * _DIM * log(sympy.E * _DIM) / _LEVEL)
            .le(_USERS),
        },
    ),
    correction="for alpha > 1 the assumption allows far fewer than 2d users, who cannot be split into 2d folds: "
    "let groups of users, as many as ceil(d/floor(alpha)), answer for floor(alpha) co-ordinates each",
    severity=Severity.PROOF_GAP,
    theorem="kent/thm6i",
    note="d = alpha = e^r and n a multiple of log(ed): for every constant. For alpha <= 1 it is no loss. Folds "
    "with rounded ends, most of them empty, serve as well: any floor(alpha) in turn hold floor(alpha) n/d "
    "users, up to one in each half. Algorithm 13 has the same, and the package's Algorithms 12 and 13 "
    "refuse fewer than 2d users up to alpha = d.",
)
_K = sympy.Symbol("k", positive=True)
_F, _G = sympy.symbols("f g", nonnegative=True)
_WHOLE, _PART = Variable(_K, Integer(1), oo), Variable(_F, Integer(0), Integer(1), open_upper=True)

CLAIMS = (ALG12_MULTIPLE,)
