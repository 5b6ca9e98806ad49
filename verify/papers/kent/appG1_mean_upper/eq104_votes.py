"""kent Appendix G.1, Step 1.1: users' means and votes at alpha <= 1, up to (105). T stands for T* throughout."""

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import sympy
from flint import arb
from sympy import Abs, Integer, Max, Rational, exp, log, oo, sqrt

from upperbounds.channels.votes import Bins
from upperbounds.mean import kent
from verify.kernel.calculus import (
    COMPLEMENT,
    HOEFFDING,
    UNION,
    Both,
    Chain,
    Either,
    Holds,
    Name,
    Not,
    Probability,
    Sum,
    below,
    cases,
    equal,
    included,
    integer,
    let,
    line,
    random_real,
    real,
    words,
)
from verify.kernel.calculus import at_most as at_most_
from verify.kernel.calculus.facts.voting import Part
from verify.kernel.prover import Variable
from verify.kernel.statements import AllOf, Case, FiniteCheck, Whole, at_most
from verify.kernel.statements.claim import Claim, Kind, Match, Severity
from verify.kernel.statements.outcome import Settings
from verify.papers.kent.instances.votes import (
    Law,
    bin_of,
    centred_mean,
    decided_below,
    sign_mean,
    sign_mean_again,
    tail,
    width,
)
from verify.papers.kent.nouns_upper import (
    AT_HIGH,
    CENTRE,
    DATA,
    EDGE,
    HIGH,
    MEAN,
    SAMPLE,
    USED,
    USERS,
    WIDTH,
    between,
    crossed,
    off,
)

EQ104 = Claim(
    "kent/eq104",
    "Appendix G.1, Step 1.1, (104)",
    Kind.INEQUALITY,
    "a user's mean is within Delta of theta with probability 3/4",
    says=r"\mathbb{P}(|\hat{\theta}^{(i)}-\theta|\ge\Delta)=\mathbb{P}\Big\{\Big|\frac{1}{T^*}\sum_{t=1}^{T^*}X_t^{(i)}\Big|\ge\Delta\Big\}\le2e^{-T^*\Delta^2/2}=\frac{2}{nT^*\alpha^2}\le\frac{1}{4}",
    match=Match.SAME,
    printed=Whole(
        r"P(|\hat\theta^{(i)}-\theta|\ge\Delta)=P\Big\{\Big|\frac1{T^*}\sum_{t=1}^{T^*}X_t^{(i)}\Big|\ge\Delta\Big\}\le2e^{-T^*\Delta^2/2}=\frac2{nT^*\alpha^2}\le\frac14",
        ("kent/eq104/a", "kent/eq104/b", "kent/eq104/c", "kent/eq104/d"),
    ),
    corrected=Whole(
        r"P(|\hat\theta^{(i)}-\theta|\ge\Delta)\le2e^{-T^*\Delta^2/2}=\frac2{nT^*\alpha^2}\le\frac14,\ "
        r"n\alpha^2\ge8",
        ("kent/eq104/a", "kent/eq104/b", "kent/eq104/c", "kent/eq104/d"),
        as_corrected=True,
    ),
    correction="the sum must be centred at theta",
    severity=Severity.TYPO,
    theorem="kent/eq119x",
)


def _uncentred(_: Settings) -> Iterator[Case]:
    """Constant data X = 1 at parameters that (30) allows with K = 8536."""
    users, samples = 40000, 64
    assert kent.used_samples(users, samples, 1.0, kent.K_HIGH_PRIVACY) == samples
    delta, one = width(users, samples, Fraction(1)), Fraction(1)
    yield Case(
        {"n": users, "T": samples, "alpha": 1, "X": "1, always", "theta": 1, "Delta": f"{float(delta.mid()):.4f}..."},
        tail(sign_mean(samples, one), one, delta),
        tail(sign_mean(samples, one), Fraction(0), delta),
        left_again=tail(sign_mean_again(samples, one), one, delta),
    )


def _centred(_: Settings) -> Iterator[Case]:
    for samples in (10, 50):
        delta = width(32, samples, Fraction(1, 2))
        for step in range(7):
            high = Fraction(step, 6)
            left = tail(sign_mean(samples, high), 2 * high - 1, delta)
            right = tail(centred_mean(samples, high), Fraction(0), delta)
            yield Case({"T": samples, "P(X = 1)": str(high)}, left, right)


_SAMPLES, _INDEX, _PLACE = Name("X", "family of random reals"), integer("t", least=1), real("theta")
_SUM, _CENTRED_SUM = Sum(Part(_SAMPLES, _INDEX), _INDEX, 1, USED), Sum(Part(_SAMPLES, _INDEX) - _PLACE, _INDEX, 1, USED)
CENTRED = line(Probability(Holds(at_most_(WIDTH, Abs(_SUM / USED - _PLACE))))).eq(
    Probability(Holds(at_most_(WIDTH, Abs(_CENTRED_SUM / USED)))),
    words(
        "The sum of T* differences X_t - theta is the sum of the X_t less T* theta.",
        equal(Abs(_CENTRED_SUM / USED), Abs(_SUM / USED - _PLACE)),
    ),
)
EQ104_A = Claim(
    "kent/eq104/a",
    "Appendix G.1, Step 1.1, (104), first equality",
    Kind.IDENTITY,
    "the deviation as a sum",
    says=r"\mathbb{P}(|\hat{\theta}^{(i)}-\theta|\ge\Delta)=\mathbb{P}\Big\{\Big|\frac{1}{T^*}\sum_{t=1}^{T^*}X_t^{(i)}\Big|\ge\Delta\Big\}",
    match=Match.SAME,
    printed=FiniteCheck(
        r"P(|\hat\theta^{(i)}-\theta|\ge\Delta)=P\Big\{\Big|\frac1{T^*}\sum_{t=1}^{T^*}X_t^{(i)}\Big|\ge\Delta\Big\}",
        "constant data X = 1; n = 40000, T = 64, alpha = 1, Delta of (30)",
        _uncentred,
        "==",
    ),
    corrected=CENTRED.crosschecked(
        "+-1 data: the mean's law, and centred samples added one by one",
        r"P(|\hat\theta^{(i)}-\theta|\ge\Delta)=P\{|\tfrac1T\textstyle\sum(X_t-\theta)|\ge\Delta\}",
        "n = 32, alpha = 1/2, Delta of (30); T = 10, 50; P(X = 1) in sixths",
        _centred,
        "==",
    ),
    correction="the sum must be centred at theta: X_t - theta in place of X_t",
    severity=Severity.TYPO,
    theorem="kent/eq119x",
)


def runs(settings: Settings) -> Iterator[tuple[dict[str, object], Fraction, arb, Law]]:
    """Runs of +-1 data at Delta of (30) with n alpha^2 = 8: parameters, mean, Delta, law of a user's mean."""
    for samples in (100, 400) if settings.quick else (50, 100, 200, 400, 800):
        for step in range(13):
            high = Fraction(step, 12)
            parameters: dict[str, object] = {"n": 32, "T": samples, "alpha": "1/2", "P(X = 1)": str(high)}
            yield parameters, 2 * high - 1, width(32, samples, Fraction(1, 2)), sign_mean(samples, high)


def _tails(settings: Settings) -> Iterator[Case]:
    for parameters, mean, delta, law in runs(settings):
        yield Case(parameters, tail(law, mean, delta), Fraction(2, 8 * int(str(parameters["T"]))))


def _far_from_zero(_: Settings) -> Iterator[Case]:
    """The data of `_uncentred`: the mean is 1, at least Delta; 2 exp(-T* Delta^2/2) is 2/(nT* alpha^2)."""
    users, samples, one = 40000, 64, Fraction(1)
    delta = width(users, samples, one)
    yield Case(
        {"n": users, "T": samples, "alpha": 1, "X": "1, always", "theta": 1, "Delta": f"{float(delta.mid()):.4f}..."},
        tail(sign_mean(samples, one), Fraction(0), delta),
        Fraction(2, users * samples),
        left_again=tail(sign_mean_again(samples, one), Fraction(0), delta),
    )


EQ104_B = Claim(
    "kent/eq104/b",
    "Appendix G.1, Step 1.1, (104), first inequality",
    Kind.INEQUALITY,
    "Hoeffding for samples in [-1, 1]",
    says=r"\mathbb{P}\Big\{\Big|\frac{1}{T^*}\sum_{t=1}^{T^*}X_t^{(i)}\Big|\ge\Delta\Big\}\le2e^{-T^*\Delta^2/2}",
    match=Match.SAME,
    printed=FiniteCheck(
        r"P\Big\{\Big|\frac1{T^*}\sum_{t=1}^{T^*}X_t^{(i)}\Big|\ge\Delta\Big\}\le2e^{-T^*\Delta^2/2}",
        "constant data X = 1; n = 40000, T = 64, alpha = 1, Delta of (30)",
        _far_from_zero,
    ),
    corrected=line(Probability(off(WIDTH)), given=DATA)
    .le(2 * exp(-USED * WIDTH**2 / 2), HOEFFDING(MEAN, SAMPLE, USED, -1, 1, WIDTH))
    .crosschecked(
        "+-1 data, exact tails",
        r"P(|\hat\theta^{(i)}-\theta|\ge\Delta)\le2/(nT^*\alpha^2)",
        "n = 32, alpha = 1/2, Delta of (30); T = 100, 400 (full: 50 to 800); P(X = 1) in twelfths",
        _tails,
    ),
    correction="the sum must be centred at theta: X_t - theta in place of X_t",
    severity=Severity.TYPO,
    theorem="kent/eq119x",
    root="kent/eq104/a",
    note="A user's mean is that of T* draws of X, theta = E X. T* is whole here.",
)

_GRID = let(r"\Delta", sqrt(2 * log(USERS * USED * HIGH**2) / USED))
EQ104_C = Claim(
    "kent/eq104/c",
    "Appendix G.1, Step 1.1, (104), second equality",
    Kind.IDENTITY,
    "Delta of (30) put in",
    says=r"2e^{-T^*\Delta^2/2}=\frac{2}{nT^*\alpha^2}\text{ by }\Delta\text{ of (30)}",
    match=Match.SAME,
    printed=line(2 * exp(-USED * _GRID**2 / 2), given=(at_most_(8, USERS * HIGH**2),)).eq(2 / (USERS * USED * HIGH**2)),
)

_T, _G, _X, _Y = sympy.symbols("T g x y", positive=True)
EQ104_D = Claim(
    "kent/eq104/d",
    "Appendix G.1, Step 1.1, (104), last inequality",
    Kind.INEQUALITY,
    "the assumption n alpha^2 >= C~ with C~ = 8",
    says=(
        r"\frac{2}{nT^*\alpha^2}\le\frac{1}{4}\text{ for }n\alpha^2\ge\tilde{C},\ \tilde{C}\text{ "
        r"sufficiently large},\ T^*\ge1"
    ),
    match=Match.READING,
    differs="the hidden constant is 8",
    printed=at_most(
        2 / (_Y * _T),
        Rational(1, 4),
        Variable(_Y, Integer(8), oo),
        Variable(_T, Integer(1), oo),
        shown=(("y", "8"), ("T", "1")),
    ),
    note="y = n alpha^2.",
)
APPG_1_P = Claim(
    "kent/appG.1/p",
    "Appendix G.1, Step 1.1, between (104) and (105)",
    Kind.INEQUALITY,
    "one of two bins is heavy, all others are light",
    says=(
        r"\mathbb{P}(V_{l^*}^{(i)}=1)>3/8,\quad\mathbb{P}(V_j^{(i)}=1)\le\frac{1}{4},\ "
        r"j\in[N(\Delta)]\setminus\{l,l'\};\quad "
        r"p_k:=\mathbb{P}(\tilde{V}_k^{(i)}=1)=(2\omega_{\alpha/2}-1)\mathbb{P}(V_k^{(i)}=1)+(1-\omega_{\alpha/2});\quad "
        r"p_{l^*}>(5-2\omega_{\alpha/2})/8,\ p_j\le(3-2\omega_{\alpha/2})/4"
    ),
    match=Match.SAME,
    printed=Whole(
        r"P(V_{l^*}=1)>\tfrac38,\ P(V_j=1)\le\tfrac14\ (j\ne l,l');\quad p_{l^*}>\tfrac{5-2\omega_{\alpha/2}}8,\ "
        r"p_j\le\tfrac{3-2\omega_{\alpha/2}}4",
        ("kent/appG.1/p/neighbour", "kent/appG.1/p/cover", "kent/appG.1/p/votes", "kent/appG.1/p/bits"),
    ),
)
_HALF = Rational(1, 2)
_ANY_THETA, _BIN = random_real(r"\theta"), integer("l", least=1)
_FROM = -1 + 2 * (_BIN - 1) * WIDTH


def _within(first: Any, last: Any, *, closed: bool = False) -> Any:
    """theta is at least the one end, and less than the other, or at most that."""
    to = at_most_ if closed else below
    return Both(Holds(at_most_(first, _ANY_THETA)), Holds(to(_ANY_THETA, last)))


def _two_cases(*, closed: bool) -> Chain:
    """Where theta lies in the bin, it is in one of the two halves of it."""
    bin_ = _within(_FROM, _FROM + 2 * WIDTH, closed=closed)
    halves = Either(_within(_FROM, _FROM + WIDTH), _within(_FROM + WIDTH, _FROM + 2 * WIDTH, closed=closed))
    return line(Probability(bin_)).le(Probability(halves), included(bin_, halves))


APPG_1_P_NEIGHBOUR = Claim(
    "kent/appG.1/p/neighbour",
    "Appendix G.1, Step 1.1, the definition of l'",
    Kind.CONSTRUCTION,
    "l' is defined for every mean",
    says=(
        r"l'=l-1\text{ when }\theta\in[-1+2(l-1)\Delta,-1+2(l-1)\Delta+\Delta),\quad l'=l+1\text{ when "
        r"}\theta\in[-1+2(l-1)\Delta+\Delta,-1+2l\Delta)"
    ),
    match=Match.READING,
    differs=(
        "judged is that the two cases cover every mean of the bin, for a theta that may be random; in the last bin, "
        "which is closed, the right end is put into the second"
    ),
    printed=AllOf("", {"a half-open bin": _two_cases(closed=False), "the last bin": _two_cases(closed=True)}),
    note="Bins as in Algorithm 2: half-open, the last one closed, so that the second line holds its right end too.",
)


def _strays(_: Settings) -> Iterator[Case]:
    """Points of a grid within Delta of the mean that lie in neither I_l nor I_l'."""
    for delta in [Fraction(1, 4), Fraction(2, 7), Fraction(1, 2), Fraction(3, 2)]:
        bins = Bins(Fraction(-1), 2 * delta, -(-delta.denominator // delta.numerator))
        for step in range(-24, 25):
            theta = Fraction(step, 24)
            home = bins.index_exact(theta)
            near = (home, home - 1 if theta - bins.left(home) < delta else home + 1)
            points = [Fraction(k, 56) for k in range(-56, 57)]
            strays = [x for x in points if abs(x - theta) < delta and bins.index_exact(x) not in near]
            yield Case({"Delta": str(delta), "theta": str(theta)}, len(strays), 0)


def _covered(larger: Any, width: Any, *where: Any) -> Chain:
    """A user's mean within Delta of theta lies there."""
    near = Not(off(width))
    return line(Probability(near), given=where).le(Probability(larger), included(near, larger))


def _halves(width: Any) -> tuple[tuple[Any, Any], tuple[Any, Any]]:
    return (
        (at_most_(EDGE, CENTRE), below(CENTRE, EDGE + width)),
        (at_most_(EDGE + width, CENTRE), at_most_(CENTRE, EDGE + 2 * width)),
    )


_LEFT, _RIGHT = _halves(WIDTH)
APPG_1_P_COVER = Claim(
    "kent/appG.1/p/cover",
    "Appendix G.1, Step 1.1, after the definition of l'",
    Kind.INEQUALITY,
    "a user's mean within Delta of theta is in one of the two bins",
    says=(
        r"|\hat{\theta}^{(i)}-\theta|<\Delta\ \Rightarrow\ \hat{\theta}^{(i)}\in I_l\cup I_{l'},\ "
        r"I_0=I_{N(\Delta)+1}=\emptyset;\quad\mathbb{P}(\{V_l^{(i)}=0\}\cap\{V_{l'}^{(i)}=0\})\le\mathbb{P}(|\hat{\theta}^{(i)}-\theta|\ge\Delta)\le\frac{1}{4}"
    ),
    match=Match.READING,
    differs=(
        "judged as inequalities of probabilities, case by case of the half of the bin and of the ends; the 1/4 "
        "is in another claim"
    ),
    printed=crossed(
        AllOf(
            "",
            {
                "left half": _covered(between(-1, 1, WIDTH), WIDTH, *_LEFT),
                "right half": _covered(between(0, 2, WIDTH), WIDTH, *_RIGHT),
                "left half of the first bin": _covered(between(0, 1, WIDTH), WIDTH, _LEFT[1], at_most_(EDGE, MEAN)),
                "right half of the last bin": _covered(
                    between(0, 1, WIDTH, closed=True), WIDTH, _RIGHT[0], at_most_(MEAN, EDGE + 2 * WIDTH)
                ),
            },
        ),
        (
            (
                "a grid, exact",
                FiniteCheck(
                    r"\#\{x:|x-\theta|<\Delta,\ x\notin I_l\cup I_{l'}\}=0",
                    "Delta = 1/4, 2/7, 1/2, 3/2; theta in multiples of 1/24, x of 1/56, ends included",
                    _strays,
                    "==",
                ),
            ),
        ),
    ),
    note="L is the left end of I_l. At the ends I_0 and I_(N+1) are empty, and the last bin is closed.",
)
_RUNS = "n = 32, alpha = 1/2, Delta of (30); T = 100, 400 (full: 50 to 800); P(X = 1) in twelfths"


def _neighbour(mean: Fraction, delta: arb) -> tuple[int, int]:
    """The bin l of the mean and its neighbour l', from 0."""
    home = bin_of(mean, delta)
    return home, home - 1 if decided_below(mean + 1, (2 * home + 1) * delta) else home + 1


def _masses(settings: Settings) -> Iterator[tuple[dict[str, object], Fraction, Fraction]]:
    """The larger mass of I_l and I_l', and the largest of any other bin."""
    for parameters, mean, delta, law in runs(settings):
        near = _neighbour(mean, delta)
        masses: dict[int, Fraction] = {}
        for x, mass in law.items():
            masses[bin_of(x, delta)] = masses.get(bin_of(x, delta), Fraction(0)) + mass
        far = max((mass for k, mass in masses.items() if k not in near), default=Fraction(0))
        yield parameters, max(masses.get(k, Fraction(0)) for k in near), far


def _near_masses(settings: Settings) -> Iterator[Case]:
    for parameters, near, _far in _masses(settings):
        yield Case(parameters, Fraction(3, 8), near)


def _far_masses(settings: Settings) -> Iterator[Case]:
    for parameters, _near, far in _masses(settings):
        yield Case(parameters, far, Fraction(1, 4))


_MUCH = real("y", above=8)
_WIDTH = let(r"\Delta", sqrt(2 * log(_MUCH) / USED))
_CLOSE = (
    line(Rational(3, 4), given=DATA)
    .lt(1 - 2 * exp(-USED * _WIDTH**2 / 2))
    .le(1 - Probability(off(_WIDTH)), HOEFFDING(MEAN, SAMPLE, USED, -1, 1, _WIDTH))
    .eq(Probability(Not(off(_WIDTH))), COMPLEMENT(off(_WIDTH), off(_WIDTH)))
)


_ONE, _OTHER = real("p", least=0), real("q", least=0)
_LARGER = line((_ONE + _OTHER) / 2).le(
    Max(_ONE, _OTHER),
    cases(
        *(
            (c, line((_ONE + _OTHER) / 2, given=(c,)).le(c.large, c).le(Max(_ONE, _OTHER)))
            for c in (at_most_(_ONE, _OTHER), at_most_(_OTHER, _ONE))
        )
    ),
)


def _of_two(first: int, *where: Any) -> tuple[Chain, Chain]:
    """The masses of two bins, and the larger of them."""
    both, one, other = (between(first + i, first + j, _WIDTH) for i, j in ((0, 2), (0, 1), (1, 2)))
    total = (
        line(Rational(3, 4), given=(*DATA, *where))
        .lt(Probability(Not(off(_WIDTH))), _CLOSE)
        .le(Probability(both), _covered(both, _WIDTH, *where))
        .le(Probability(Either(one, other)), included(both, Either(one, other)))
        .le(Probability(one) + Probability(other), UNION(one, other))
    )
    return total, line(Rational(3, 8), given=(*DATA, *where)).lt((Probability(one) + Probability(other)) / 2, total).le(
        Max(Probability(one), Probability(other)), _LARGER.at({_ONE: Probability(one), _OTHER: Probability(other)})
    )


def _light(first: Any, *where: Any) -> Chain:
    """The mass of another bin, both ends included."""
    there = between(first, first + 1, AT_HIGH, closed=True)
    return (
        line(Probability(there), given=(*DATA, *where))
        .le(Probability(off(AT_HIGH)), included(there, off(AT_HIGH)))
        .le(2 * exp(-USED * AT_HIGH**2 / 2), HOEFFDING(MEAN, SAMPLE, USED, -1, 1, AT_HIGH))
        .le(Rational(1, 4))
    )


_LEFT_AT, _RIGHT_AT = _halves(_WIDTH)
_LEFT_FAR, _RIGHT_FAR = _halves(AT_HIGH)
_FAR = integer("j", least=1)
APPG_1_P_VOTES = Claim(
    "kent/appG.1/p/votes",
    "Appendix G.1, Step 1.1, the displays before and after l*",
    Kind.INEQUALITY,
    "the masses of the bins",
    says=(
        r"\mathbb{P}(V_l^{(i)}=1)+\mathbb{P}(V_{l'}^{(i)}=1)\ge\mathbb{P}(\{V_l^{(i)}=1\}\cap\{V_{l'}^{(i)}=0\})+\mathbb{P}(\{V_l^{(i)}=0\}\cap\{V_{l'}^{(i)}=1\})=1-\mathbb{P}(\{V_l^{(i)}=0\}\cap\{V_{l'}^{(i)}=0\})>3/4;\quad\mathbb{P}(V_{l^*}^{(i)}=1)>3/8,\ "
        r"l^*=\arg\max_{a\in\{l,l'\}}\mathbb{P}(V_a^{(i)}=1);\quad\mathbb{P}(V_j^{(i)}=1)\le\mathbb{P}(|\hat{\theta}^{(i)}-\theta|\ge\Delta)\le\frac{1}{4},\ "
        r"j\in[N(\Delta)]\setminus\{l,l'\}"
    ),
    match=Match.READING,
    differs=(
        "judged under nT* alpha^2 > 8 (the hidden constant), by halves of the bin and without the two middle lines"
    ),
    printed=crossed(
        AllOf(
            "",
            {
                **dict(zip(("left half, both", "left half, the larger"), _of_two(-1, *_LEFT_AT), strict=True)),
                **dict(zip(("right half, both", "right half, the larger"), _of_two(0, *_RIGHT_AT), strict=True)),
                "left half, bins to the right": _light(_FAR, _LEFT_FAR[1]),
                "left half, bins to the left": _light(-_FAR - 1, _LEFT_FAR[0]),
                "right half, bins to the right": _light(_FAR + 1, _RIGHT_FAR[1]),
                "right half, bins to the left": _light(-_FAR, _RIGHT_FAR[0]),
            },
        ),
        (
            ("+-1 data, near", FiniteCheck(r"\tfrac38<P(V_{l^*}=1)", _RUNS, _near_masses, "<")),
            ("+-1 data, far", FiniteCheck(r"P(V_j=1)\le\tfrac14", _RUNS, _far_masses)),
        ),
    ),
    note="L is the left end of I_l, y = n T* alpha^2. The text has P <= 1/4 and concludes > 3/4; the strict sign "
    "is right all the same, since the theorem assumes n alpha^2 > C~ and not only >=.",
)
_Q = sympy.Symbol("q", nonnegative=True)
_RAW, _KEPT_HALF = real("q", least=0, most=1), let(r"\omega_{\alpha/2}", exp(HIGH / 2) / (1 + exp(HIGH / 2)))
_PRIVATE = (2 * _KEPT_HALF - 1) * _RAW + 1 - _KEPT_HALF
_KEPT_MORE = line(_KEPT_HALF).gt(_HALF)
_EASED = real("w", above=_HALF)


def _at_kept(op: str, end: Any, condition: Any) -> Chain:
    """The private bit's probability under a condition on the raw one's, which it grows with."""
    chain = line((2 * _EASED - 1) * _RAW + 1 - _EASED, given=(condition,)).step(op, end(_EASED), condition)
    return line(_PRIVATE, given=(condition,)).step(op, end(_KEPT_HALF), chain.at({_EASED: _KEPT_HALF}), _KEPT_MORE)


APPG_1_P_BITS = Claim(
    "kent/appG.1/p/bits",
    "Appendix G.1, Step 1.1, the displays above (105)",
    Kind.IDENTITY,
    "the privatised votes",
    says=(
        r"p_k:=\mathbb{P}(\tilde{V}_k^{(i)}=1)=(2\omega_{\alpha/2}-1)\mathbb{P}(V_k^{(i)}=1)+(1-\omega_{\alpha/2});\quad "
        r"p_{l^*}>(5-2\omega_{\alpha/2})/8,\quad p_j\le(3-2\omega_{\alpha/2})/4\text{ for "
        r"}j\in[N(\Delta)]\setminus\{l,l'\}"
    ),
    match=Match.READING,
    printed=AllOf(
        "",
        {
            "randomized response": line(_RAW * _KEPT_HALF + (1 - _RAW) * (1 - _KEPT_HALF)).eq(_PRIVATE),
            "the heavy bin": _at_kept(">", lambda kept: (5 - 2 * kept) / 8, below(Rational(3, 8), _RAW)),
            "a light bin": _at_kept("<=", lambda kept: (3 - 2 * kept) / 4, at_most_(_RAW, Rational(1, 4))),
        },
    ),
    differs="q is P(V_k = 1), and p_k the probability of a 1 as the sum over both values of the raw bit, each kept with "
    "probability omega; the bounds for q > 3/8 and q <= 1/4, which the claim before shows",
)
_S, _THETA, _V, _A, _B = sympy.symbols("S theta v a b", real=True)
_NEAR = Variable(_V, -_HALF, _HALF, open_lower=True, open_upper=True)
_ABOVE = Variable(_A, Integer(0), _HALF, open_lower=True)
_BEYOND = Variable(_B, Integer(0), Integer(1), open_lower=True, open_upper=True)
_SMALL = Variable(_Q, Integer(0), Rational(1, 4), open_upper=True)

CLAIMS = (
    EQ104,
    EQ104_A,
    EQ104_B,
    EQ104_C,
    EQ104_D,
    APPG_1_P,
    APPG_1_P_NEIGHBOUR,
    APPG_1_P_COVER,
    APPG_1_P_VOTES,
    APPG_1_P_BITS,
)
