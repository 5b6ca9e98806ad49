"""kent Appendix I, Lemma 26, (223)-(230): Algorithm 6 and the zero coordinates, Hoeffding and the noise.

alpha <= 1, as in Theorem 7.
"""

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from math import comb

from flint import arb
from sympy import Abs, Rational, exp, log

from lowerbounds.information.divergences import binomial_tail
from verify.kernel.calculus import (
    CGF,
    EXPECTED_MEAN,
    HOEFFDING,
    Both,
    Expectation,
    Holds,
    LaplaceNoise,
    MeanOfCopies,
    Probability,
    at_most,
    because,
    equal,
    event,
    integer,
    line,
    property_of,
    quantity,
    random_real,
    real,
)
from verify.kernel.calculus.facts.exponential import CGF_OF_MEAN, CHERNOFF, HOEFFDING_LEMMA, LAPLACE_CGF
from verify.kernel.calculus.facts.votes import LAPLACE_MEAN
from verify.kernel.statements import AllOf, Case
from verify.kernel.statements.claim import Claim, Kind, Match
from verify.kernel.statements.outcome import Settings, as_arb
from verify.papers.at_points import Point, at_points
from verify.papers.kent.setting import ALPHA, USERS


def zero_votes(_: Settings) -> Iterator[Case]:
    """P(a vote for a zero coordinate), +-1 data of mean 0, next to 2/y with y = d n T alpha^2."""
    for samples, factor in product((64, 100, 400), (10, 1000, 10**6)):
        y = samples * factor
        least = (arb(samples) * (1 + (2 * arb(y).log() / samples).sqrt()) / 2).ceil().unique_fmpz()
        assert least is not None
        parameters = {"T*": samples, "d n T* alpha^2": y}
        yield Case(parameters, 2 * binomial_tail(samples, int(least), Fraction(1, 2)), Fraction(2, y))


SIZE, USED, SUPPORT = integer("d", least=1), integer("T^*", least=1), integer("s", least=1)
ONE_DRAW, ITS_MEAN = random_real("X", -1, 1), random_real("S", -1, 1)
BUDGET = USERS * USED * ALPHA**2
"""n T* alpha^2."""
_LEVEL = real("varepsilon", above=0)
_CHOSEN = at_most(log(SIZE * BUDGET), USED * _LEVEL**2 / 2)
CAST = Holds(at_most(_LEVEL, Abs(ITS_MEAN)))
_NULL = MeanOfCopies(ITS_MEAN, ONE_DRAW, USED), equal(Expectation(ONE_DRAW), 0)
_ROOM = real("y", least=10)
_ENOUGH = at_most(10, SIZE * BUDGET)
_LESS, _MORE = real("a"), real("b")
_FALLING = line(2 * exp(-_MORE), given=(at_most(_LESS, _MORE),)).le(2 * exp(-_LESS), at_most(_LESS, _MORE))
_RARE = line(Probability(CAST), given=_NULL).le(
    2 * exp(-USED * _LEVEL**2 / 2), HOEFFDING(ITS_MEAN, ONE_DRAW, USED, -1, 1, _LEVEL), _NULL[1]
)
RARE_VOTE = (
    line(Probability(CAST), given=(*_NULL, _CHOSEN))
    .le(2 * exp(-USED * _LEVEL**2 / 2), _RARE)
    .le(2 / (SIZE * BUDGET), _FALLING.at({_LESS: log(SIZE * BUDGET), _MORE: USED * _LEVEL**2 / 2}))
    .crosschecked(
        "+-1 data of mean 0, tails enclosed",
        r"P(\hat\omega_j=1)\le\tfrac2{dnT^*\alpha^2}",
        "T* = 64, 100, 400; n d alpha^2 = 10, 1000, 10^6",
        zero_votes,
    )
)
_FIFTH = (
    line(Probability(CAST), given=(*_NULL, _CHOSEN, _ENOUGH))
    .le(2 / (SIZE * BUDGET), RARE_VOTE)
    .le(Rational(1, 5), line(2 / _ROOM).le(Rational(1, 5)).at({_ROOM: SIZE * BUDGET}))
)
S1 = Claim(
    "kent/lemma26/s1",
    "Appendix I, proof of Lemma 26, (223)",
    Kind.INEQUALITY,
    "a zero coordinate is rarely voted for",
    says=(
        r"B_{i,j}=\{\hat{\omega}_j^{(i)}=0\},\ j\in "
        r"S_0:\quad\mathbb{P}(B_{i,j}^c)=\mathbb{P}(\hat{\omega}_j^{(i)}=1)=\mathbb{P}\Big(\Big|\frac{1}{T^*}\sum_{t=1}^{T^*}X_{t,j}^{(i)}\Big|\ge\varepsilon\Big)\le2e^{-\frac{T^*\varepsilon^2}{2}}\le\frac{2}{dnT^*\alpha^2}\le1/5"
    ),
    match=Match.READING,
    differs="in three parts, each against the probability; the hidden constant is d n T* alpha^2 >= 10",
    printed=AllOf("", {"Hoeffding": _RARE, "epsilon": RARE_VOTE, "a fifth": _FIFTH}),
)

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


EDGE = real("eta", least=1)
WALK = random_real("W")
"""U~: the hashed sum of a user's votes for the other coordinates."""
TallyDrift = quantity(
    "TallyDrift",
    r"E[r(\bar U - U)1\{{{2}\}}]_{{\eta = {0}, \tilde U = {1}}}",
    "E[r (clip(U) - U); E], U = U~ + r for a uniform sign r that is independent of U~ and of the event E, clipped to "
    "[-eta, eta]: TallyDrift(eta, U~, E)",
)
TallyBetween = quantity(
    "TallyBetween",
    r"E[(\tilde U - {0} + 1)1\{{{0} - 1 \le \tilde U < {0} + 1\}}1\{{{2}\}}]_{{\tilde U = {1}}}",
    "the mean of U~ - eta + 1 where U~ is in [eta - 1, eta + 1) and the event holds: TallyBetween(eta, U~, E)",
    0,
)
SymmetricWalk = property_of("SymmetricWalk", r"{0} \mid {1}\text{{ is symmetric}}")
"""U~ and -U~ have the same law given the event: SymmetricWalk(U~, E)."""
VOTED = event("E")
_SYMMETRIC = SymmetricWalk(WALK, VOTED)
_BEYOND = Probability(Both(Holds(at_most(EDGE + 1, WALK)), VOTED))
_DRIFT = TallyDrift(EDGE, WALK, VOTED)
DRIFT = (
    line(_DRIFT, given=(_SYMMETRIC,))
    .eq(
        -2 * _BEYOND - TallyBetween(EDGE, WALK, VOTED),
        because(
            "Both tails of U give the same by symmetry. Above, each of r = 1 and r = -1 with weight 1/2, they add up to "
            "(eta - 1 - U~) - (eta + 1 - U~) = -2 beyond eta + 1, and to eta - 1 - U~ between."
        ),
    )
    .crosschecked(
        "walks of up to 12 steps, the equality",
        r"E[r(\bar U-U)]=-2P(\tilde U\ge\eta+1)+E[(\eta-1-\tilde U)1\{\eta-1\le\tilde U<\eta+1\}]",
        "up to 12 other votes; eta = 1, 3/2, 2, 5/2, 4",
        _displays,
        "==",
    )
    .crosschecked(
        "walks of up to 12 steps, the sign",
        r"E[r(\bar U-U)]\le0",
        "up to 12 other votes; eta = 1, 3/2, 2, 5/2, 4",
        _signs,
    )
)
_AGAINST = line(_DRIFT, given=(_SYMMETRIC,)).eq(-2 * _BEYOND - TallyBetween(EDGE, WALK, VOTED), DRIFT).le(0)
LEMMA26_S2 = Claim(
    "kent/lemma26/s2",
    "Appendix I, proof of Lemma 26, (226)",
    Kind.IDENTITY,
    "clipping pulls the hashed sum against the sign",
    says=(
        r"\tilde{U}=U_1-r_{1,j}:\quad\mathbb{E}[r_{1,j}(\bar{U}_1-U_1)\mathbb{1}(B_{1,j}^c)]=2\mathbb{E}[r_{1,j}(\eta-U_1)\mathbb{1}(\{U_1\ge\eta\}\cap "
        r"B_{1,j}^c)]=\mathbb{E}[(\eta-1-\tilde{U})\mathbb{1}(\{\tilde{U}\ge\eta-1\}\cap "
        r"B_{1,j}^c)]-\mathbb{E}[(\eta+1-\tilde{U})\mathbb{1}(\{\tilde{U}\ge\eta+1\}\cap "
        r"B_{1,j}^c)]=-2\mathbb{P}(\{\tilde{U}\ge\eta+1\}\cap "
        r"B_{1,j}^c)+\mathbb{E}[(\eta-1-\tilde{U})\mathbb{1}(\{\eta-1\le\tilde{U}<\eta+1\}\cap "
        r"B_{1,j}^c)]\le0"
    ),
    match=Match.READING,
    differs="both ends, for any U-tilde that is symmetric given the event, and eta >= 1",
    printed=AllOf("", {"the equality": DRIFT, "the sign": _AGAINST}),
    note="Given the votes, which the signs do not know: U~ is a symmetric walk, independent of r.",
)


def _means(_: Settings) -> Iterator[Case]:
    """E r clip(U) when the vote for j is cast with probability p, next to p."""
    for parameters, law, edge in walks():
        for chance in (Fraction(1, 5), Fraction(1)):
            mean = chance * (1 + gained(law, edge))
            yield Case(parameters | {"P(vote)": str(chance)}, mean, chance)


TallyMean = quantity(
    "TallyMean",
    r"E[r \bar U]_{{\eta = {0}, \tilde U = {1}, {2}}}",
    "E[r clip(U)], where U = U~ + r on the event E that the user votes for the coordinate, and U = U~ else: "
    "TallyMean(eta, U~, E)",
)
_TALLY = TallyMean(EDGE, WALK, VOTED)


def _tallies() -> Iterator[Point]:
    """E[r clip(U)] next to the drift and P(E), over all signs; a vote is the likelier, the larger |U~| is."""
    for steps, edge in product(range(7), _EDGES):
        law = {u: (p, Fraction(1 + abs(u), 2 + steps)) for u, p in walk(steps).items()}
        mean, drift = Fraction(0), Fraction(0)
        for (u, (p, vote)), sign in product(law.items(), (-1, 1)):
            with_it = _clipped(Fraction(u + sign), edge)
            mean += p / 2 * sign * (vote * with_it + (1 - vote) * _clipped(Fraction(u), edge))
            drift += p / 2 * vote * sign * (with_it - (u + sign))
        yield {EDGE: edge, _DRIFT: drift, Probability(VOTED): sum(p * vote for p, vote in law.values())}, mean


TALLY = at_points(
    line(_TALLY).eq(
        _DRIFT + Probability(VOTED),
        because("Without the vote for j the sum does not know r; with it, r U = r U~ + 1 has mean 1."),
    ),
    "walks of up to 6 steps that sway the vote",
    "up to 6 other votes; eta = 1, 3/2, 2, 5/2, 4",
    _tallies,
)
_BY_VOTES = line(_TALLY, given=(_SYMMETRIC,)).eq(_DRIFT + Probability(VOTED), TALLY).le(Probability(VOTED), _AGAINST)
ZERO_TALLY = (
    line(TallyMean(EDGE, WALK, CAST), given=(*_NULL, _CHOSEN, _ENOUGH, SymmetricWalk(WALK, CAST)))
    .le(Probability(CAST), _BY_VOTES.at({VOTED: CAST}))
    .le(Rational(1, 5), _FIFTH)
    .crosschecked(
        "walks of up to 12 steps",
        r"E[r\bar U]\le P(B^c)",
        "up to 12 other votes; eta = 1, 3/2, 2, 5/2, 4; P(B^c) = 1/5, 1",
        _means,
    )
)
S3 = Claim(
    "kent/lemma26/s3",
    "Appendix I, proof of Lemma 26, (224), (225), (227)",
    Kind.INEQUALITY,
    "the mean of a zero coordinate's tally",
    says=r"\mathbb{E}[r_{i,j}\bar{U}_i]=\mathbb{E}[r_{i,j}\bar{U}_i\mathbb{1}(B_{i,j}^c)];\quad\mathbb{E}[r_{i,j}\bar{U}_i\mathbb{1}(B_{i,j}^c)]=\mathbb{E}[r_{i,j}(\bar{U}_i-U_i)\mathbb{1}(B_{i,j}^c)]+\mathbb{P}(B_{i,j}^c);\quad\mathbb{E}[r_{i,j}\bar{U}_i]\le\mathbb{P}(B_{i,j}^c)\le1/5",
    match=Match.READING,
    differs="in parts, for any U-tilde that is symmetric given the event, and eta >= 1",
    printed=AllOf("", {"the equality": TALLY, "the votes": _BY_VOTES, "a fifth": ZERO_TALLY}),
)


def _one_sided(_: Settings) -> Iterator[Case]:
    """P(mean of n/2 signs >= x), which is eta = 1, next to e^(-n x^2/4)."""
    for voters, k in product((1, 2, 5, 8), range(1, 9)):
        x = Fraction(k, 8)
        left = sum((p for u, p in walk(voters).items() if u >= voters * x), Fraction(0))
        yield Case({"n": 2 * voters, "x": str(x)}, left, (-(as_arb(x) ** 2) * voters / 2).exp())


_HALF_USERS, _CLIPPED, _THEIR_MEAN = integer("N", least=1), random_real("Y"), random_real("M")
_FAR, _TILT = real("x", above=0), real("lambda")
_INSIDE = at_most(-EDGE, _CLIPPED), at_most(_CLIPPED, EDGE)
_COPIES = MeanOfCopies(_THEIR_MEAN, _CLIPPED, _HALF_USERS)
_CLIPPED_TAIL = Probability(Holds(at_most(_FAR, _THEIR_MEAN - Expectation(_CLIPPED))))
_AT_TILT = _HALF_USERS * _FAR / EDGE**2
LEMMA26_S4 = Claim(
    "kent/lemma26/s4",
    "Appendix I, proof of Lemma 26, (228)",
    Kind.INEQUALITY,
    "Hoeffding for the clipped sums",
    says=(
        r"\mathbb{P}\Big(\frac{1}{n/2}\sum_{i=1}^{n/2}r_{i,j}\bar{U}_i-\mathbb{E}[r_{i,j}\bar{U}_i]\ge "
        r"x\Big)\le e^{-nx^2/(4\eta^2)}\text{ for }x>0"
    ),
    match=Match.READING,
    differs="for the mean of any N independent copies in [-eta, eta], N for n/2",
    printed=line(_CLIPPED_TAIL, given=(_COPIES, *_INSIDE))
    .le(
        exp(CGF(_THEIR_MEAN, _AT_TILT) - _AT_TILT * _FAR),
        CHERNOFF(_THEIR_MEAN, _FAR, _AT_TILT),
        EXPECTED_MEAN(_THEIR_MEAN, _CLIPPED, _HALF_USERS),
    )
    .eq(
        exp(_HALF_USERS * CGF(_CLIPPED, _AT_TILT / _HALF_USERS) - _AT_TILT * _FAR),
        CGF_OF_MEAN(_THEIR_MEAN, _CLIPPED, _HALF_USERS, _AT_TILT),
    )
    .le(
        exp(_HALF_USERS * (_AT_TILT / _HALF_USERS) ** 2 * (2 * EDGE) ** 2 / 8 - _AT_TILT * _FAR),
        HOEFFDING_LEMMA(_CLIPPED, -EDGE, EDGE, _AT_TILT / _HALF_USERS),
    )
    .eq(exp(-_HALF_USERS * _FAR**2 / (2 * EDGE**2)))
    .crosschecked(
        "signs, exact",
        r"P(\text{mean of }n/2\text{ signs}\ge x)\le e^{-nx^2/4}",
        "eta = 1; n = 2, 4, 10, 16; x = k/8",
        _one_sided,
    ),
)


def _laplace_tails(_: Settings) -> Iterator[Case]:
    """P(mean of one or two Laplace variables >= t), in closed form, next to e^(-N t^2/8)."""
    for k in range(1, 17):
        t = arb(k) / 8
        yield Case({"N": 1, "t": f"{k}/8"}, (-t).exp() / 2, (-t * t / 8).exp())
        yield Case({"N": 2, "t": f"{k}/8"}, (-2 * t).exp() * (2 + 2 * t) / 4, (-t * t / 4).exp())


_NOISE, _NOISES = random_real("l"), random_real("L")
_ROOM_FOR_NOISE, _LAMBDA = 3 * ALPHA / (40 * EDGE), real("lambda", above=0, most=Rational(1, 2))
_NOISE_TILT = _HALF_USERS * _ROOM_FOR_NOISE / 4
_LAPLACE = LaplaceNoise(_NOISE, 1), MeanOfCopies(_NOISES, _NOISE, _HALF_USERS)
_HIGH = at_most(ALPHA, 1)
_EACH = _ROOM_FOR_NOISE / 4
_CUMULANT = (
    line(CGF(_NOISE, _EACH), given=(_LAPLACE[0], _HIGH))
    .eq(-log(1 - _EACH**2), LAPLACE_CGF(_NOISE, 1, _EACH))
    .le(2 * _EACH**2)
)
_NOISE_TAIL = Probability(Holds(at_most(_ROOM_FOR_NOISE, _NOISES)))
LEMMA26_S5 = Claim(
    "kent/lemma26/s5",
    "Appendix I, proof of Lemma 26, (229), the second term, and the end",
    Kind.INEQUALITY,
    "the noise of the tallies",
    says=r"\mathbb{P}\Big(\frac{1}{n/2}\sum_{i=1}^{n/2}(2\eta/\alpha)\ell_i\ge3/20\Big)\le\exp\Big(-\frac{9n\alpha^2}{25600\eta^2}\Big);\quad\exp\Big(-\frac{9n}{1600\eta^2}\Big)+\exp\Big(-\frac{9n\alpha^2}{25600\eta^2}\Big)\le2\exp\Big(-\frac{9n\alpha^2}{25600\eta^2}\Big)",
    match=Match.READING,
    differs="for N noises in place of n/2, alpha <= 1 and eta >= 1; of the sum the two exponents are compared",
    printed=AllOf(
        "",
        {
            "the noise": line(_NOISE_TAIL, given=(*_LAPLACE, _HIGH))
            .le(
                exp(CGF(_NOISES, _NOISE_TILT) - _NOISE_TILT * _ROOM_FOR_NOISE),
                CHERNOFF(_NOISES, _ROOM_FOR_NOISE, _NOISE_TILT),
                EXPECTED_MEAN(_NOISES, _NOISE, _HALF_USERS),
                LAPLACE_MEAN(_NOISE, 1, 0),
            )
            .eq(
                exp(_HALF_USERS * CGF(_NOISE, _EACH) - _NOISE_TILT * _ROOM_FOR_NOISE),
                CGF_OF_MEAN(_NOISES, _NOISE, _HALF_USERS, _NOISE_TILT),
            )
            .le(exp(2 * _HALF_USERS * _EACH**2 - _NOISE_TILT * _ROOM_FOR_NOISE), _CUMULANT)
            .eq(exp(-9 * _HALF_USERS * ALPHA**2 / (12800 * EDGE**2)))
            .crosschecked(
                "one and two variables, in closed form",
                r"P(\text{mean of }N\text{ Laplace variables}\ge t)\le e^{-Nt^2/8},\ t\le2",
                "N = 1, 2; t = k/8",
                _laplace_tails,
            ),
            "the larger term": line(exp(-9 * _HALF_USERS / (800 * EDGE**2)), given=(_HIGH,)).le(
                exp(-9 * _HALF_USERS * ALPHA**2 / (12800 * EDGE**2)), _HIGH
            ),
        },
    ),
)

CLAIMS = (
    S1,
    LEMMA26_S2,
    S3,
    LEMMA26_S4,
    LEMMA26_S5,
)
