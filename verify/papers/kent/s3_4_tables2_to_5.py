"""kent Tables 2 to 5: the rates next to each other, and the transitions."""

from collections.abc import Iterator
from fractions import Fraction

import sympy
from flint import arb
from sympy import E, Integer, exp, log, oo

from verify.kernel.calculus import (
    ADDITIVE,
    BIAS_VARIANCE,
    EXPECTED_MEAN,
    LAPLACE_VARIANCE,
    LINEAR,
    MEAN_OF_INDEPENDENT,
    MONOTONE,
    SUM_OF_INDEPENDENT,
    Expectation,
    Independent,
    LaplaceNoise,
    MeanOfCopies,
    Variance,
    at_most,
    because,
    cite,
    integer,
    let,
    line,
    quantity,
    random_real,
)
from verify.kernel.calculus.facts.van_trees import BallLaws
from verify.kernel.calculus.facts.votes import LAPLACE_MEAN
from verify.kernel.prover import Variable
from verify.kernel.statements import AllOf, Balance, Case, Identity, SameRate, UpToConstant, Whole
from verify.kernel.statements import at_most as ordered
from verify.kernel.statements.claim import Claim, Kind, Match, Severity
from verify.kernel.statements.outcome import Settings
from verify.papers.at_points import Point, at_points
from verify.papers.kent.appH4_sparse.eq207_rate import SHY, minimum
from verify.papers.kent.appI_lemmas.lemma25_without_privacy import LEMMA25
from verify.papers.kent.instances.rotations import axis_walk
from verify.papers.kent.nouns_sections import SIZE, SPARSE_RISK, SUPPORT
from verify.papers.kent.s4_theorem7_lower import COROLLARY8II
from verify.papers.kent.setting import ALPHA, DRAWS, USERS

_N, _T, _D, _S, _ALPHA, _BETA, _R = sympy.symbols("n T d s alpha beta r", positive=True)
_X, _Y, _ALL = sympy.symbols("x y N", positive=True)


def _positive(symbol: sympy.Symbol) -> Variable:
    return Variable(symbol, Integer(1), oo)


_PLAIN = cite(LEMMA25, "ball").statement.left
DIMENSION, _ITEMS = integer("d", least=1), integer("N", least=1)


def _averages() -> Iterator[Point]:
    """E |average|^2 of draws from the signed axes, whose mean is 0, over all their sums."""
    for d, n, samples in ((1, 2, 3), (2, 1, 1), (2, 2, 2), (3, 3, 1)):
        sums = axis_walk(d, n * samples)
        error = (
            sum((mass * sum(x * x for x in place) for place, mass in sums.items()), Fraction(0)) / (n * samples) ** 2
        )
        yield {DIMENSION: Fraction(d), USERS: Fraction(n), DRAWS: Fraction(samples)}, error


TABLE2_NONPRIVATE = Claim(
    "kent/table2/nonprivate",
    "Section 3.4, Table 2, first row",
    Kind.RATE_ALGEBRA,
    "the mean on the Euclidean ball without privacy",
    says=r"\text{without privacy, }\ell_2\text{-ball, }nT\text{ samples: }d/(nT)",
    match=Match.SAME,
    printed=UpToConstant(
        _D / _ALL,
        1 / _ALL,
        (_positive(_D), _positive(_ALL)),
        family=((_D, _R), (_ALL, _R)),
        along=_R,
        text=r"\mathcal R_{n,T,\infty}(\theta(\mathcal P_d'))\asymp\tfrac d{nT}",
    ),
    corrected=AllOf(
        "",
        {
            "from below": line(_PLAIN).ge(1 / (24 * USERS * DRAWS), cite(LEMMA25, "ball")),
            "from above": at_points(
                line(_PLAIN).le(
                    1 / (USERS * DRAWS),
                    because(
                        "The average of nT independent vectors of norm at most 1 errs by (E|X|^2 - |theta|^2)/(nT) in the "
                        "square."
                    ),
                ),
                "exact errors of the average",
                "X on the signed axes; (d, n, T) = (1, 2, 3), (2, 1, 1), (2, 2, 2), (3, 3, 1)",
                _averages,
            ),
        },
    ),
    correction="1/(nT): the average of nT vectors of norm at most 1 errs by at most 1/(nT), whatever d; so has Lemma 25 for this class. d/(nT) "
    "is the rate on the cube",
    severity=Severity.RATE,
    theorem="kent/lemma25",
    note="The left side of the claim is at most 1/(nT); that d/(nT) <= C/(nT) is what is judged.",
)
_HIGH = Variable(_ALPHA, Integer(0), Integer(1), open_lower=True)


CentralRisk = quantity(
    "CentralRisk",
    r"\mathfrak{{R}}^{{\mathrm{{central}}}}_{{{1}, {2}}}({0})",
    "least worst mean squared error of the estimates of a law's mean from a given number of draws that are alpha-DP in each draw",
    0,
)
"""CentralRisk(class of laws, N, alpha)."""
_CENTRAL = CentralRisk(BallLaws(DIMENSION), _ITEMS, ALPHA)
_ONE_EACH = cite(LEMMA25, "ball").at({USERS: _ITEMS, DRAWS: 1})
_NOT_PRIVATE = _ONE_EACH.statement.left
TABLE2_CENTRAL = Claim(
    "kent/table2/central",
    "Section 3.4, Table 2, fifth and sixth row",
    Kind.RATE_ALGEBRA,
    "the mean on the Euclidean ball under central privacy",
    says=(
        r"\text{central item-level: }d/(nT)+d/(n^2T^2\alpha^2)\text{; central user-level (}T\text{-small): "
        r"}d/(nT)+d/(n^2T\alpha^2)"
    ),
    match=Match.SAME,
    printed=UpToConstant(
        _D / _ALL + _D / (_ALL * _ALPHA) ** 2,
        1 / _ALL + 4 * _D * (_D + 1) / (_ALL * _ALPHA) ** 2,
        (_positive(_D), _positive(_ALL), _HIGH),
        family=((_ALPHA, Integer(1)), (_D, _R), (_ALL, _R**3)),
        along=_R,
        text=r"\text{central risk}\asymp\tfrac d{nT}+\tfrac d{n^2T^2\alpha^2}\ \text{(items)},\ \tfrac d{nT}+\tfrac d{n^2T\alpha^2}\ \text{(users)}",
    ),
    corrected=AllOf(
        "",
        {
            "from below": line(_CENTRAL)
            .ge(
                _NOT_PRIVATE,
                because("A private estimate from N items is an estimate from N users with one item each."),
            )
            .ge(1 / (24 * _ITEMS), _ONE_EACH),
            "from above": line(_CENTRAL)
            .le(
                1 / _ITEMS + (2 / (_ITEMS * ALPHA)) ** 2 * (DIMENSION * (DIMENSION + 1)),
                because(
                    "The average, which changes by 2/N at most with one item, plus Z with a density that is proportional to "
                    "e^(-N alpha |z|/2): it is private, and |Z| has the law Gamma(d, 2/(N alpha)), of second moment d (d + 1) "
                    "times the squared scale."
                ),
            )
            .eq(1 / _ITEMS + 4 * DIMENSION * (DIMENSION + 1) / (_ITEMS * ALPHA) ** 2)
            .beside(
                (
                    "the second moment of the norm",
                    Identity(
                        (2 / (_ALL * _ALPHA)) ** 2 * sympy.gamma(_D + 2) / sympy.gamma(_D),
                        4 * _D * (_D + 1) / (_ALL * _ALPHA) ** 2,
                    ),
                ),
            ),
        },
    ),
    correction="the first term is 1/(nT), in both rows: at d = r, N = r^3, alpha = 1 the mean with noise of density exp(-N alpha |z|/2) errs by "
    "O(r^-3), the row says r^-2",
    severity=Severity.RATE,
    theorem="kent/table2/nonprivate",
    note="N = nT items; at T = 1 both rows are one. The right side of the printed claim is the risk of a pure alpha-DP estimator, so that the "
    "claim would need the left to be at most a multiple of it.",
    root="kent/table2/nonprivate",
)
_Z = sympy.Symbol("z", positive=True)
_W = sympy.Symbol("w", nonnegative=True)
_ONE = Variable(_W, Integer(0), Integer(1))


_BUDGET = _N * _ALPHA**2
TABLE2_LOCAL = Claim(
    "kent/table2/local",
    "Section 3.4, Table 2, second to fourth row",
    Kind.RATE_ALGEBRA,
    "the local rows are Theorem 6 (ii) at alpha <= 1",
    says=(
        r"\text{local item-level: }d/(nT\alpha^2)\text{; local user-level (}T\text{-small): "
        r"}d/(nT\alpha^2)\text{; local user-level (}T\text{-large): }e^{-n\alpha^2/d}"
    ),
    match=Match.READING,
    differs=(
        "judged is that the polynomial cells are Theorem 6 (ii) at alpha <= 1; the exponential one is not "
        "in what is shown"
    ),
    printed=AllOf(
        r"\tfrac d{nTz}=\tfrac d{nT\alpha^2},\ z=\min\{\alpha,\alpha^2,d\}=\alpha^2",
        {
            "small T": SameRate(sympy.Subs(_D / (_N * _T * _Z), _Z, _ALPHA**2), _D / (_N * _T * _ALPHA**2)),
            "alpha^2 <= alpha": ordered(_W**2, _W, _ONE),
            "large T: constants in exponents apart": Identity(lambda: log(exp(-_BUDGET / _D)), lambda: -_BUDGET / _D),
        },
    ),
)
TABLE2 = Claim(
    "kent/table2",
    "Section 3.4, Table 2",
    Kind.RATE_ALGEBRA,
    "rates for the mean on the Euclidean ball",
    says=(
        r"d/(nT)\text{ (non-private); }d/(nT\alpha^2)\text{ (local item-level); }d/(nT\alpha^2)\text{ and "
        r"}e^{-n\alpha^2/d}\text{ (local user-level, }T\text{-small and }T\text{-large); "
        r"}d/(nT)+d/(n^2T^2\alpha^2)\text{ (central item-level); }d/(nT)+d/(n^2T\alpha^2)\text{ (central "
        r"user-level, }T\text{-small)}"
    ),
    match=Match.READING,
    differs="a group; its rows are claims of their own",
    printed=Whole(r"\text{the six rows}", ("kent/table2/nonprivate", "kent/table2/local", "kent/table2/central")),
    corrected=Whole(
        r"\text{the rows, }\tfrac1{nT}\text{ in place of }\tfrac d{nT}",
        ("kent/table2/nonprivate", "kent/table2/local", "kent/table2/central"),
        as_corrected=True,
    ),
    correction="the rows without privacy and under central privacy have a factor d too many in their first terms",
    severity=Severity.RATE,
    theorem="kent/thm6ii/lower",
    note="Theorem 6 does not depend on the table.",
)
TABLE3_LOCAL = Claim(
    "kent/table3/local",
    "Section 4.2, Table 3, second to fifth row",
    Kind.RATE_ALGEBRA,
    "the local rows are the regimes of Theorem 7",
    says=(
        r"sd/(nT\alpha^2)\text{ (local item-level); }s/T\text{ (local user-level, }n,T\text{-small); "
        r"}sd/(nT\alpha^2)\text{ (}n\text{-large); }e^{-n\alpha^2/s}\text{ (}T\text{-large)}"
    ),
    match=Match.READING,
    differs=(
        "judged is how the first term of (36) simplifies where d/(n alpha^2) is at most 1 and where it is at least 1"
    ),
    printed=AllOf(
        r"s\{(1+x)^{1/T}-1\}\asymp\tfrac{sx}T\ (x=\tfrac d{n\alpha^2}\le1),\ \gtrsim\tfrac sT\ (x\ge1)",
        {
            "(1 + x)^(1/T) - 1 >= log(1 + x)/T >= x log 2/T": ordered(log(2) * _W, log(1 + _W), _ONE),
            "and at most x/T: log(1 + w) <= w": ordered(log(1 + _W), _W, _ONE),
            "sx/T": SameRate(lambda: _S * (_D / _BUDGET) / _T, _S * _D / (_N * _T * _ALPHA**2)),
        },
    ),
)
_DIMENSION, _TOTAL, _PRIVACY, _GROWS = sympy.symbols("d N alpha r", positive=True)


_ENTRY, _AVERAGE, _LAPLACE = random_real("X"), random_real(r"\bar X"), random_real("W")
_SCALE = let("b", 2 * SIZE / (_ITEMS * ALPHA))
_SIGN = at_most(-1, _ENTRY), at_most(_ENTRY, 1)
_MECHANISM = (
    MeanOfCopies(_AVERAGE, _ENTRY, _ITEMS),
    *_SIGN,
    LaplaceNoise(_LAPLACE, _SCALE),
    Independent(_AVERAGE, _LAPLACE),
)
_SPREAD = (
    line(Variance(_ENTRY), given=_SIGN)
    .le(Expectation(_ENTRY**2), BIAS_VARIANCE(_ENTRY, 0))
    .le(1, MONOTONE(_ENTRY**2, 1), LINEAR(_ENTRY, 0, 1), *_SIGN)
)
TABLE3_CENTRAL = Claim(
    "kent/table3/central",
    "Section 4.2, Table 3, last row",
    Kind.RATE_ALGEBRA,
    "the sparse mean under central privacy",
    says=r"\text{central item-level: }s\log(d)/(nT\alpha)+\{s\log(d)\}^2/(n^2T^2\alpha^2)",
    match=Match.READING,
    differs=(
        "a minimax rate is at most the risk of a procedure, that of the Laplace mechanism on [-1, 1]^d; the corrected side "
        "shows its error, and that its d co-ordinates spend alpha; the printed side is at s = 1, d = 2"
    ),
    printed=UpToConstant(
        log(_DIMENSION) / (_TOTAL * _PRIVACY) + log(_DIMENSION) ** 2 / (_TOTAL * _PRIVACY) ** 2,
        _DIMENSION / _TOTAL + 8 * _DIMENSION**3 / (_TOTAL * _PRIVACY) ** 2,
        (
            Variable(_DIMENSION, Integer(2), oo),
            Variable(_TOTAL, Integer(1), oo),
            Variable(_PRIVACY, Integer(0), Integer(1), open_lower=True),
        ),
        family=((_DIMENSION, Integer(2)), (_TOTAL, _GROWS**4), (_PRIVACY, 1 / _GROWS)),
        along=_GROWS,
        text=r"\frac{s\log d}{N\alpha}+\frac{(s\log d)^2}{N^2\alpha^2}\lesssim\frac dN+\frac{8d^3}{N^2\alpha^2},\ N=nT,\ s=1",
    ),
    corrected=AllOf(
        "",
        {
            "all coordinates, each of which moves by 2/N": line(SIZE * (2 / _ITEMS) / _SCALE).eq(ALPHA),
            "the error": line(SIZE * Expectation((_AVERAGE + _LAPLACE - Expectation(_ENTRY)) ** 2), given=_MECHANISM)
            .eq(
                SIZE * ((Expectation(_AVERAGE + _LAPLACE) - Expectation(_ENTRY)) ** 2 + Variance(_AVERAGE + _LAPLACE)),
                BIAS_VARIANCE(_AVERAGE + _LAPLACE, Expectation(_ENTRY)),
            )
            .eq(
                SIZE * Variance(_AVERAGE + _LAPLACE),
                ADDITIVE(_AVERAGE, _LAPLACE),
                EXPECTED_MEAN(_AVERAGE, _ENTRY, _ITEMS),
                LAPLACE_MEAN(_LAPLACE, _SCALE, 0),
            )
            .eq(
                SIZE * (Variance(_ENTRY) / _ITEMS + 2 * _SCALE**2),
                SUM_OF_INDEPENDENT(_AVERAGE, _LAPLACE),
                MEAN_OF_INDEPENDENT(_AVERAGE, _ENTRY, _ITEMS),
                LAPLACE_VARIANCE(_LAPLACE, _SCALE),
            )
            .le(SIZE / _ITEMS + 8 * SIZE**3 / (_ITEMS * ALPHA) ** 2, _SPREAD),
        },
    ),
    correction=(
        "the first term without alpha: the risk is at most that of the Laplace mechanism, whose first term has none"
    ),
    severity=Severity.TYPO,
    theorem="kent/table3/local",
    note=(
        "In our copy the first term is s log(d)/(nT alpha), a letter that no other table has there. "
        "Family: N = r^4, alpha = 1/r."
    ),
)
TABLE3 = Claim(
    "kent/table3",
    "Section 4.2, Table 3",
    Kind.RATE_ALGEBRA,
    "rates for the sparse mean",
    says=(
        r"s\log(ed/s)/(nT)\text{ (non-private); }sd/(nT\alpha^2)\text{ (local item-level); }s/T\text{, "
        r"}sd/(nT\alpha^2)\text{ and }e^{-n\alpha^2/s}\text{ (local user-level, }n,T\text{-small, "
        r"}n\text{-large and }T\text{-large); }s\log(d)/(nT\alpha)+\{s\log(d)\}^2/(n^2T^2\alpha^2)\text{ "
        r"(central item-level)}"
    ),
    match=Match.READING,
    differs="a group, without its first row, which is cited",
    printed=Whole(r"\text{the rows}", ("kent/table3/local", "kent/table3/central")),
    corrected=Whole(r"\text{the rows}", ("kent/table3/local", "kent/table3/central"), as_corrected=True),
    correction="the first term of the last row has no alpha",
    severity=Severity.TYPO,
    theorem="kent/table3/local",
    note="The first row is cited and not judged.",
)
_ITEM = (_N * _T * _ALPHA**2) ** (-2 * _BETA / (2 * _BETA + 2))
TABLE4 = Claim(
    "kent/table4",
    "Section 5.2, Table 4 and the text before it",
    Kind.RATE_ALGEBRA,
    "rates for densities",
    says=(
        r"(nT)^{-2\beta/(2\beta+1)}\text{ (non-private); }(nT\alpha^2)^{-2\beta/(2\beta+2)}\text{ (local "
        r"item-level); }(nT\alpha^2)^{-2\beta/(2\beta+2)}\text{ and }(n\alpha^2)^{-2\beta}\text{ (local "
        r"user-level, }T\text{-small and }T\text{-large); "
        r"}(nT)^{-2\beta/(2\beta+1)}+(nT\alpha)^{-2\beta/(\beta+1)}\text{ (central item-level), where the "
        r"privacy cost is dominated provided }\alpha\text{ is not too small}"
    ),
    match=Match.READING,
    differs=(
        "judged is the rows' algebra alone: item level with nT users agrees with user level at small T, "
        "and the two central terms are equal at alpha = (nT)^(-beta/(2 beta + 1))"
    ),
    printed=AllOf(
        "",
        {
            "local rows": SameRate(_ITEM, ((_N * _T) * _ALPHA**2) ** (-_BETA / (_BETA + 1))),
            "central row: the cost of privacy is dominated above that alpha": Balance(
                _ALL ** (-2 * _BETA / (2 * _BETA + 1)),
                (_ALL * _ALPHA) ** (-2 * _BETA / (_BETA + 1)),
                _ALPHA,
                _ALL ** (-_BETA / (2 * _BETA + 1)),
            ),
        },
    ),
    note="The rows that cite others are not judged beyond their algebra.",
)
_LARGE = _BUDGET ** (-2 * _BETA)
TABLE5_DENSITY = Claim(
    "kent/table5/density",
    "Section 7, Table 5, third column",
    Kind.RATE_ALGEBRA,
    "the transition for densities",
    says=(
        r"\text{small-}T\text{ rate }(nT\alpha^2)^{-2\beta/(2\beta+2)}\text{, large-}T\text{ rate "
        r"}(n\alpha^2)^{-2\beta}\text{, phase transition at }T=O((n\alpha^2)^{2\beta+1})"
    ),
    match=Match.READING,
    differs="the transition is read as the T at which the two rates are equal",
    printed=Balance(_ITEM, _LARGE, _T, _BUDGET ** (2 * _BETA + 1), _LARGE),
)
_TURN_MEAN = let("T", DIMENSION / (USERS * ALPHA**2) * exp(USERS * ALPHA**2 / DIMENSION))
_TURN_FEW = let("T", SUPPORT * exp(USERS * ALPHA**2 / SUPPORT))
TABLE5_MEAN = Claim(
    "kent/table5/mean",
    "Section 7, Table 5, first column",
    Kind.RATE_ALGEBRA,
    "the transition for means",
    says=(
        r"\text{small-}T\text{ rate }d/(nT\alpha^2)\text{, large-}T\text{ rate }e^{-n\alpha^2/d}\text{, "
        r"phase transition at }T=O(e^{n\alpha^2/d})"
    ),
    match=Match.READING,
    differs=(
        "the transition is read as the T at which the two rates are equal, with the factor d/(n alpha^2) "
        "that the cell leaves out"
    ),
    printed=AllOf(
        "",
        {
            "equality": line(DIMENSION / (USERS * _TURN_MEAN * ALPHA**2)).eq(exp(-USERS * ALPHA**2 / DIMENSION)),
            "the factor 1/y is a constant in the exponent y = n alpha^2/d: log y <= y": ordered(
                log(_Y), _Y, _positive(_Y)
            ),
        },
    ),
)
TABLE5_SPARSE_FEW = Claim(
    "kent/table5/sparse-few",
    "Section 7, Table 5, second column, d/(n alpha^2) of order 1 or more",
    Kind.RATE_ALGEBRA,
    "the transition for sparse means with few users",
    says=(
        r"\text{large-}T\text{ rate }e^{-n\alpha^2/s}\text{, phase transition at "
        r"}T=O(e^{n\alpha^2/s})\text{ if }d/(n\alpha^2)\gtrsim1"
    ),
    match=Match.READING,
    differs=(
        "the transition is read as the T at which s/T and e^(-n alpha^2/s) are equal, with the factor s "
        "that the cell leaves out"
    ),
    printed=AllOf(
        "",
        {
            "equality": line(SUPPORT / _TURN_FEW).eq(exp(-USERS * ALPHA**2 / SUPPORT)),
            "s <= e^y as y = n alpha^2/s >= log(ed): with w = s/d <= 1": ordered(_W, E, _ONE),
        },
    ),
)


def _still(_: Settings) -> Iterator[Case]:
    """log 2 e^(-n alpha^2/s) next to the minimum of Theorem 7, at the printed transition (its constant 2) and at the true one."""
    for s, d in ((22, 22), (40, 500), (100, 10**6)):
        for budget in (d, 2 * d):
            shares = arb(budget) / s
            for name, samples in (
                ("printed", (arb(2 * budget) / d).exp()),
                ("true", arb(s * d) / budget * shares.exp()),
            ):
                # Up to T = 1 there is nothing to show; powers of 2 keep the number short.
                power = max(0, int((samples.log() / arb(2).log()).floor().unique_fmpz()))
                right = s * minimum(arb(d) / budget, 2**power)
                told = {"s": s, "d": d, "n alpha^2": budget, "T": f"2^{power}", "transition": name}
                yield Case(told, arb(2).log() * (-shares).exp() * SHY, right)


_UP_TO = at_most(DRAWS, SUPPORT * SIZE / (USERS * ALPHA**2) * exp(USERS * ALPHA**2 / SUPPORT))
_STILL = line(SUPPORT * SIZE / (USERS * DRAWS * ALPHA**2), given=(_UP_TO,)).ge(exp(-USERS * ALPHA**2 / SUPPORT))
TABLE5_SPARSE_MANY = Claim(
    "kent/table5/sparse-many",
    "Section 7, Table 5, second column, d/(n alpha^2) of order 1 or less",
    Kind.RATE_ALGEBRA,
    "the transition for sparse means with many users",
    says=(
        r"\text{large-}T\text{ rate }e^{-n\alpha^2/s}\text{, phase transition at "
        r"}T=O(e^{n\alpha^2/d})\text{ if }d/(n\alpha^2)\lesssim1"
    ),
    match=Match.READING,
    differs=(
        "the transition is read as the T beyond which the risk is at most of the order of the large-T "
        "rate, and compared with the lower bound of Corollary 8 (ii)"
    ),
    printed=UpToConstant(
        _S * _D / (_BUDGET * _T),
        exp(-_BUDGET / _S),
        (_positive(_S), _positive(_D), _positive(_N), _positive(_T), _HIGH),
        family=((_S, _R), (_D, _R**2), (_ALPHA, Integer(1)), (_N, _R**3), (_T, exp(2 * _R))),
        along=_R,
        text=r"\tfrac d{n\alpha^2}\lesssim1,\ T\ge e^{Cn\alpha^2/d}:\ "
        r"\tfrac{sd}{nT\alpha^2}\lesssim\mathcal R_{n,T,\alpha}(\theta(\mathcal P_{d,s}),\|\cdot\|_2^2)\lesssim e^{-cn\alpha^2/s}",
        where=(sympy.Le(_D, _BUDGET), sympy.Ge(_T, exp(2 * _BUDGET / _D))),
    ),
    corrected=AllOf(
        "",
        {
            "the second regime's bound": _STILL,
            "the risk": line(SPARSE_RISK, given=(*cite(COROLLARY8II, "the risk").statement.hypotheses, _UP_TO))
            .ge(log(2) / 10752 * SUPPORT * SIZE / (USERS * DRAWS * ALPHA**2), cite(COROLLARY8II, "the risk"))
            .ge(log(2) / 10752 * exp(-USERS * ALPHA**2 / SUPPORT), _STILL)
            .crosschecked(
                "the lower bound of Theorem 7 in numbers",
                r"\log2\cdot e^{-n\alpha^2/s}\le\tfrac sT\wedge s\{(1+\tfrac d{n\alpha^2})^{1/T}-1\}",
                "(s, d) = (22, 22), (40, 500), (100, 10^6); n alpha^2 = d, 2d; T = e^(2n alpha^2/d) and sd/(n alpha^2) e^(n alpha^2/s), rounded down",
                _still,
            ),
        },
    ),
    correction=(
        "Theorem 7 contradicts this entry: up to T of the order of e^(n alpha^2/s) its lower bound is sd/(nT "
        "alpha^2), which at T = e^(2n alpha^2/d) is far above e^(-n alpha^2/s) when s is small compared with d. The "
        "transition is at e^(n alpha^2/s) in this case too, constants in exponents and powers apart"
    ),
    severity=Severity.RATE,
    theorem="kent/thm7/lower",
    note=(
        "Printed: for d/(n alpha^2) <~ 1 and T >= e^(C n alpha^2/d) the risk is at most of the order of e^(-c n alpha^2/s); next to "
        "it the lower bound of Corollary 8 (ii). Family: s = r, d = r^2, n alpha^2 = r^3, T = e^(2r): d/(n alpha^2) = 1/r, and 16 log(ed)/3 <= s for large r. Other constants in the "
        "exponents change nothing: n alpha^2/s = r^2 against n alpha^2/d = r. At e^(n alpha^2/d) the upper bound of the thresholding procedure "
        "stops, not the rate."
    ),
)
TABLE5 = Claim(
    "kent/table5",
    "Section 7, Table 5; also Section 1.2",
    Kind.RATE_ALGEBRA,
    "phase transitions",
    says=(
        r"\text{small-}T\text{ rates: }d/(nT\alpha^2)\text{, }\min\{s/T,sd/(nT\alpha^2)\}\text{, "
        r"}(nT\alpha^2)^{-2\beta/(2\beta+2)}\text{; large-}T\text{ rates: }e^{-n\alpha^2/d}\text{, "
        r"}e^{-n\alpha^2/s}\text{, }(n\alpha^2)^{-2\beta}\text{; phase transitions at }T\text{ of "
        r"}O(e^{n\alpha^2/d})\text{; }O(e^{n\alpha^2/s})\text{ if }d/(n\alpha^2)\gtrsim1\text{ and "
        r"}O(e^{n\alpha^2/d})\text{ if }d/(n\alpha^2)\lesssim1\text{; }O((n\alpha^2)^{2\beta+1})"
    ),
    match=Match.READING,
    differs="a group; its columns are claims of their own",
    printed=Whole(
        r"\text{the columns of Table 5}",
        ("kent/table5/density", "kent/table5/mean", "kent/table5/sparse-few", "kent/table5/sparse-many"),
    ),
    corrected=Whole(
        r"\text{the columns of Table 5, }T=e^{n\alpha^2/s}\text{ in both sparse cases}",
        ("kent/table5/density", "kent/table5/mean", "kent/table5/sparse-few", "kent/table5/sparse-many"),
        as_corrected=True,
    ),
    correction="the second sparse case",
    severity=Severity.RATE,
    theorem="kent/thm7/lower",
)

CLAIMS = (
    TABLE2_NONPRIVATE,
    TABLE2_CENTRAL,
    TABLE2_LOCAL,
    TABLE2,
    TABLE3_LOCAL,
    TABLE3_CENTRAL,
    TABLE3,
    TABLE4,
    TABLE5_DENSITY,
    TABLE5_MEAN,
    TABLE5_SPARSE_FEW,
    TABLE5_SPARSE_MANY,
    TABLE5,
)
