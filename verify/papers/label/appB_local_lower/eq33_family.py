"""label Theorem 1 and Appendix B, (33)-(43): the perturbed regression functions and what a wrong sign costs."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import product

import sympy
from flint import arb
from sympy import Integer, Rational, exp, log, oo, tanh

from lowerbounds.classification.bumps import largest_bound
from notation.classification import LabelSetting
from notation.symbols import N, beta, d, gamma, h
from verify.kernel.calculus import (
    Comparison,
    Maximum,
    Member,
    Name,
    Sum,
    because,
    constructor,
    equal,
    integer,
    let,
    line,
    real,
    words,
)
from verify.kernel.calculus import at_most as limits
from verify.kernel.prover import Relation, Variable
from verify.kernel.statements import (
    AllOf,
    Case,
    Definition,
    FiniteCheck,
    Identity,
    Inequality,
    UpToConstant,
    Whole,
    at_most,
)
from verify.kernel.statements.claim import Claim, Kind, Match, Severity
from verify.kernel.statements.outcome import Settings, as_arb
from verify.papers.at_points import Point, at_points
from verify.papers.label.averages import BETA, DENSITY, DIM, EPS, LAW, SAMPLES, SIDE
from verify.papers.label.instances.tent_functions import one_sample, wrong_signs, wrong_weights
from verify.papers.label.lemmas.tents import ExcessRisk, MarginClass, Tent
from verify.papers.label.lower_rates import THEOREM1
from verify.papers.label.nouns import (
    ExcessAt,
    MajorityExcess,
    RightWeight,
    SignMissed,
    TentData,
    WrongSign,
    WrongWeight,
)
from verify.papers.label.tents import (
    CUBE,
    CUBES,
    FIT,
    GAMMA,
    IN_CLASS,
    LEARNER,
    MARGIN,
    NORM1,
    SIGNS,
    classification,
    local_test,
)

_S = sympy.Symbol("s", positive=True)
OWN_GAP = Claim(
    "label/own/gap",
    "ours, on Theorems 1 and 3",
    Kind.INEQUALITY,
    "gamma beta > d leaves no small margins",
    corrected=Inequality(
        Relation(4 * _S**2, _S / 4, "<", (Variable(_S, Integer(0), Rational(1, 16), open_lower=True, open_upper=True),))
    ),
    note="If |eta(x)| = s > 0, then 0 < |eta| < 2s on the ball of radius r = (s/(4L))^(1/beta), so that c theta "
    "v_d r^d <= P(0 < |eta| < 2s) <= C_T (2s)^gamma. At d = beta = L = C_T = c = 1, gamma = 2 on [0,1] "
    "(whose balls have length at least r): s/4 <= 4 s^2, against the inequality here for s < 1/16. So |eta| "
    "is 0 or at least 1/16, and, eta being continuous, it has one sign on [0,1].",
)


def _majority(_: Settings) -> Iterator[Case]:
    """P(at most half of N answers are right) for the weakest constant, eta = 1/16, e^epsilon = 3, exact."""
    right = Fraction(1, 2) + Fraction(1, 64)
    for size in (101, 1001):
        tail = as_arb(right).beta_lower(arb(size // 2 + 1), arb(size // 2 + 1), regularized=True)
        yield Case({"N": size, "e^epsilon": 3}, 1 - tail, 2 * (-as_arb(Fraction(size, 2048))).exp())


_MAJORITY_RISK = MajorityExcess(LAW, SAMPLES, EPS)
_GAPPED = Member(LAW, MarginClass(1, 1, 2, 1, 1))
MAJORITY = (
    line(_MAJORITY_RISK, given=(_GAPPED,))
    .le(
        2 * exp(-2 * SAMPLES * (tanh(EPS / 2) / 16) ** 2 / 2**2),
        because(
            "The support is an interval of length 1 and eta continuous, so that by label/own/gap it is 0 or has one sign and is 1/16 at "
            "least; the answers +-1 then have a mean of that sign, tanh(eps/2)/16 at least, and Hoeffding 1963, Theorem 2, bounds the "
            "probability of a wrong majority.",
            "label/own/gap",
        ),
    )
    .eq(2 * exp(-SAMPLES * tanh(EPS / 2) ** 2 / 512))
    .crosschecked(
        "exact binomial tails",
        r"P(\text{error})\le2e^{-N/2048}",
        "e^epsilon = 3, eta = 1/16, N = 101, 1001",
        _majority,
    )
)
OWN_MAJORITY = Claim(
    "label/own/majority",
    "ours, on Theorems 1 and 3",
    Kind.UPPER_RATE,
    "where gamma beta > d, a majority of randomized responses errs exponentially rarely",
    corrected=MAJORITY,
)


def _holes(_: Settings) -> Iterator[Case]:
    """A twentieth of the rates of (10) and (16) next to what bumps between holes certify, rounded down; L = C_T = c = 1."""
    shapes = ((2, 1.0, 1.5), (2, 1.0, 2.0), (2, 0.5, 4.0), (3, 1.0, 2.5), (3, 0.5, 6.0))
    for (size, smooth, margin), people, eps in product(shapes, (10**4, 10**6, 10**9), (0.1, 1.0, 4.0)):
        a = LabelSetting(people, size, smooth, margin, eps)
        power = as_arb(Fraction(smooth) * (Fraction(margin) + 1))
        less, private = power / as_arb(2 * Fraction(smooth) + size), power / as_arb(Fraction(smooth) + size)
        budget = as_arb(Fraction(eps))
        bounds = {way: as_arb(Fraction(largest_bound(a, way, "holes").value)) for way in ("local", "central", "none")}
        place = {"d": size, "beta": smooth, "gamma": margin, "N": people, "epsilon": eps}
        kept = budget**2 if eps < 1 else as_arb(1)
        yield Case({**place, "privacy": "local"}, (people * kept) ** -less / 20, bounds["local"])
        curator = ((people * budget) ** -private + as_arb(people) ** -less) / 40
        yield Case({**place, "privacy": "central"}, curator, bounds["central"].max(bounds["none"]))


OWN_HOLES = Claim(
    "label/own/holes",
    "ours, for Theorems 1 and 3 with 1 < gamma beta <= d",
    Kind.LOWER_BOUND,
    "with holes in the support the rates of (10) and (16) hold from below up to gamma beta = d",
    corrected=FiniteCheck(
        r"\tfrac1{20}[N(\varepsilon^2\wedge1)]^{-\frac{\beta(\gamma+1)}{2\beta+d}}\le\inf\sup(R-R^*),\quad\tfrac1{40}\Big[N^{-\frac{\beta(\gamma+1)}{2\beta+d}}+(\varepsilon N)^{-\frac{\beta(\gamma+1)}{\beta+d}}\Big]\le\inf\sup(R-R^*)",
        "(d, beta, gamma) = (2, 1, 3/2), (2, 1, 2), (2, 1/2, 4), (3, 1, 5/2), (3, 1/2, 6); N = "
        "10^4, 10^6, 10^9; epsilon = 1/10, 1, 4; L = C_T = c = 1",
        _holes,
    ),
    note="Cubes of half a cell's side, each with flat eta of one sign, between cells without features "
    "(`ratecheck bound label-classification-local --gamma`): eta comes down where nobody is, so that the "
    "margin assumption holds for every gamma, and (d) with theta v_d = (8 sqrt d)^-d and D = 1/2. Such laws "
    "are in the paper's class if its theta and D are no larger. That the class holds the family is exact at "
    "each point, by rationals; a chain for every N is open. On a support without holes nothing is claimed "
    "for 1 < gamma beta <= d here, and for zhao's class, whose features fill the cube, there is one bit to "
    "learn beyond gamma beta = 1.",
)

_C, _CM, _R, _B = sympy.symbols("c C_M r b", positive=True)
THM1 = Claim(
    "label/thm1",
    "Section 4.1, Theorem 1, (10), and Appendix B, (51)",
    Kind.LOWER_BOUND,
    "the minimax lower bound, local label privacy",
    says=(
        r"\inf_{\hat "
        r"Y}\inf_{M\in\mathcal{M}_\epsilon}\sup_{(f,\eta)\in\mathcal{F}_{cls}}(R_{cls}-R_{cls}^*)\gtrsim[N(\epsilon^2\wedge1)]^{-\frac{\beta(\gamma+1)}{2\beta+d}},\quad\mathcal{M}_\epsilon\text{ "
        r"the privacy mechanisms with }\epsilon\text{-local label DP}"
    ),
    match=Match.SAME,
    printed=AllOf(
        r"\inf\sup(R-R^*)\gtrsim[N(\varepsilon^2\wedge1)]^{-\beta(\gamma+1)/(2\beta+d)}",
        {
            "the risk of a majority": line(MajorityExcess(LAW, SAMPLES, log(3)), given=(_GAPPED,)).le(
                2 * exp(-SAMPLES * tanh(log(3) / 2) ** 2 / 512), MAJORITY.at({EPS: log(3)})
            ),
            "next to the bound": UpToConstant(
                (N ** (-beta * (gamma + 1) / (2 * beta + d))).subs({beta: 1, d: 1, gamma: 2}),
                2 * exp(-N / 2048),
                (Variable(N, Integer(1), oo),),
                family=((N, 2048 * _R),),
                along=_R,
            ),
        },
    ),
    corrected=AllOf("", {"the rate": THEOREM1, "at any side of the cubes": classification(local_test(1))}),
    correction="true for beta <= 1 and gamma beta <= 1, or with a support with holes and gamma beta <= d, as "
    "Audibert and Tsybakov 2007 have it; the paper's own m <= C_M h^(gamma beta - d) needs gamma beta "
    "<= d. For gamma beta > d no regression function of the class comes near 1/2 without being 1/2, "
    "and the risk falls exponentially",
    severity=Severity.CONDITION,
    theorem="label/thm1",
    note="On the family gamma = 2, d = beta = 1, e^epsilon = 3, K = 2, the printed bound is 1/N up to a "
    "constant, the risk at most 2 e^(-N/2048). For K >= 3, with eta_s the second in order, laws that tie at "
    "the top stay hard for every gamma: label/own/ties. In the correction the bound at any side h and "
    "number m of cubes stands next to the rate, where h is the length at which a cube's data say no more of its sign than a constant, and m is "
    "as large as the margin allows; the conditions on N say that this h is small enough.",
)


def _most(chances: list[Fraction], among: Sequence[tuple[Fraction, ...]]) -> Fraction:
    """The largest mean loss over laws of who says class j with probability `chances[j]`."""
    return max(max(eta) - sum((w * x for w, x in zip(chances, eta, strict=True)), Fraction(0)) for eta in among)


def _constant_learners() -> Iterator[Point]:
    """Who says one of three classes by lot, whatever the data: the most lost over shares in eighths, of all three or of the first two."""
    laws = [(Fraction(i, 8), Fraction(j, 8), Fraction(8 - i - j, 8)) for i in range(9) for j in range(9 - i)]
    for said in ((1, 1, 0), (1, 3, 0), (1, 1, 2), (0, 1, 3), (4, 0, 0)):
        chances = [Fraction(w, sum(said)) for w in said]
        of_two = [chances[0] + chances[2], chances[1], Fraction(0)]
        yield {_OF_TWO: _most(of_two, [eta for eta in laws if not eta[2]])}, _most(chances, laws)


ManyClasses = constructor("ManyClasses", r"\mathcal{{F}}_{{\mathrm{{cls}}}}^{{{0}}}({1}, {2}, {3}, {4}, {5})")
"""Laws with K classes, else as in MarginClass, ties at the top counted as a margin of 0: ManyClasses(K, d, beta, gamma, C_T, c)."""
OfTwo = constructor("OfTwo", r"{0}_{{\{{1,2\}}}}")
"""A learner that says class 1 where another one says neither 1 nor 2: OfTwo(A)."""
_MANY, _TWO = (
    ManyClasses(integer("K", least=3), DIM, BETA, GAMMA, MARGIN, DENSITY),
    MarginClass(DIM, BETA, GAMMA, MARGIN, DENSITY),
)
_OF_TWO, _AMONG_MANY = ExcessRisk(OfTwo(LEARNER), _TWO, SAMPLES), ExcessRisk(LEARNER, _MANY, SAMPLES)
_HARDER = at_points(
    line(_AMONG_MANY).ge(
        _OF_TWO,
        because(
            "A law of two classes is one of K whose others nobody has: eta^*, the second largest and so the margin are the same. To say one of these costs no "
            "less than to say class 1."
        ),
    ),
    "learners that draw a class by lot",
    "K = 3, all shares in eighths; five learners",
    _constant_learners,
)
TEXT15 = Claim(
    "label/text15",
    "Appendix B, before (33)",
    Kind.INEQUALITY,
    "more than two classes are no easier than two",
    says=(
        r"K>2\text{ classes are inherently harder than }K=2\text{, so a lower bound for "
        r"}\mathcal{Y}=\{1,2\}\text{ is enough}"
    ),
    match=Match.READING,
    differs=(
        "harder is read as no easier, which is what a lower bound needs: the supremum over K classes is at "
        "least that of the two-class estimate cut from it; for beta <= 1, the range of a Hoelder exponent"
    ),
    printed=_HARDER,
    note="K >= 3 classes, Assumption 1 alike, so that Theorem 1 for K = 2 is one for every K. Where eta_s is the "
    "largest value below eta^* (label/eq75) and the two tie, their margin among K is 1/2 and no longer "
    "none, which C_T >= 2^gamma allows.",
)
_ETA = sympy.Symbol("eta", nonnegative=True)
_DIFFERENCE = real("eta", least=-1, most=1)
_FIRST, _SECOND = let(r"\eta_1", (1 - _DIFFERENCE) / 2), let(r"\eta_2", (1 + _DIFFERENCE) / 2)
EQ34 = Claim(
    "label/eq34",
    "Appendix B, (33), (34)",
    Kind.IDENTITY,
    "both classes from their difference",
    says=(
        r"\eta(\mathbf{x})=\eta_2(\mathbf{x})-\eta_1(\mathbf{x});\quad\eta_1(\mathbf{x})=\frac{1-\eta(\mathbf{x})}{2},\ "
        r"\eta_2(\mathbf{x})=\frac{1+\eta(\mathbf{x})}{2}"
    ),
    match=Match.SAME,
    printed=AllOf(
        "",
        {
            "the difference": line(_SECOND - _FIRST).eq(_DIFFERENCE),
            "the sum": line(_FIRST + _SECOND).eq(1),
        },
    ),
)
_W, _Y, _X = sympy.symbols("w y x", nonnegative=True)
_UNIT = Integer(0), Integer(1)
_SMOOTH = Variable(beta, *_UNIT, open_lower=True)
OWN_BUMP = Claim(
    "label/own/bump",
    "ours, on Appendix B, (35), (36)",
    Kind.CONSTRUCTION,
    "with one phi the perturbed regression functions are Hoelder",
    corrected=AllOf(
        r"\phi(u)=(1-2\|u\|_\infty)_+^\beta:\ |a^\beta-b^\beta|\le|a-b|^\beta,\ "
        r"a^\beta+b^\beta\le2^{1-\beta}(a+b)^\beta",
        {
            "in one cube: 1 - y^beta <= (1-y)^beta, since z^beta >= z on [0,1]; z = e^-x": at_most(
                beta * _X, _X, _SMOOTH, Variable(_X, Integer(0), oo)
            ),
            "and y + (1-y) = 1": Identity(lambda: _Y + (1 - _Y), Integer(1)),
            "across two cubes: distances a/2 and b/2 to the faces add up, 2^(1-beta) (2r)^beta = 2 r^beta": Identity(
                2 ** (1 - beta) * (2 * _R) ** beta, 2 * _R**beta
            ),
            "the mean of two powers is at most the power of the mean: |z|^beta is concave, second derivative <= 0": at_most(
                beta * (beta - 1) * _R, Integer(0), _SMOOTH, Variable(_R, Integer(0), oo, open_lower=True)
            ),
        },
    ),
    note="The paper leaves phi open except for 0 <= phi <= 1 and its support; it has to be beta-Hoelder. With this "
    "phi, eta_v has the constant 2 in the maximum norm for beta <= 1, so eta_1 and eta_2 have 1; a smaller "
    "L scales phi.",
)
EQ36 = Claim(
    "label/eq36",
    "Appendix B, (35), (36)",
    Kind.DEFINITION,
    "the perturbed regression functions",
    says=(
        r"\phi(\mathbf{u})\text{ supported at }[-1/2,1/2]^d,\ "
        r"0\leq\phi(\mathbf{u})\leq1;\quad\eta_{\mathbf{v}}(\mathbf{x})=\sum_{k=1}^mv_k\phi\left(\frac{\mathbf{x}-\mathbf{c}_k}{h}\right)h^\beta"
    ),
    match=Match.SAME,
    printed=Definition(
        r"\phi\text{ on }[-\tfrac12,\tfrac12]^d,\ 0\le\phi\le1;\ \eta_v(x)=\sum_kv_k\phi\big(\tfrac{x-c_k}h\big)h^\beta"
    ),
    note="That it may be Hoelder is judged in label/own/bump.",
)
_H = exp(sympy.Symbol("u", real=True))
"""h = e^u in identities, so that numbers are put in without roots of large integers."""
EQ37 = Claim(
    "label/eq37",
    "Appendix B, (37)",
    Kind.CONSTRUCTION,
    "the construction satisfies the margin assumption",
    says=(
        r"\text{if for some constant }C_M,\ m\leq C_Mh^{\gamma\beta-d}\text{, then for any "
        r"}\eta=\eta_{\mathbf{v}},\ \eta_1\text{ and }\eta_2\text{ satisfy Assumption 1(b)}"
    ),
    match=Match.READING,
    differs=(
        "the general statement; the counterexample is d = 2, beta = 1, gamma = 3/2 with the phi of the "
        "ledger, where P(0 < |eta_v| < t) is m h^d times the share of the cube"
    ),
    printed=UpToConstant(
        h ** Rational(3, 2) * (1 - (1 - 1 / _R) ** 2),
        (h / _R) ** Rational(3, 2),
        (Variable(h, *_UNIT, open_lower=True), Variable(_R, Integer(1), oo)),
        family=((h, Rational(1, 2)),),
        along=_R,
        text=r"m\le C_Mh^{\gamma\beta-d}\ \Rightarrow\ P(0<|\eta_v|<t)\le C_Tt^\gamma\quad(d=2,\ "
        r"\beta=1,\ \gamma=\tfrac32)",
    ),
    corrected=AllOf(
        r"\gamma\beta\le1:\ P(0<|\eta_v|<t)\le mch^d\,dy\le dcC_Mh^{\gamma\beta}y^{\gamma\beta}=dcC_Mt^\gamma,\ "
        r"y=t^{1/\beta}/h\le1",
        {
            "the shell 0 < 1 - 2|u| < y lies in 2d slabs of volume y/2": Identity(
                lambda: 2 * d * _Y / 2, lambda: d * _Y
            ),
            "y <= y^(gamma beta) on (0,1], with y = e^-x": at_most(
                _W * _X, _X, Variable(_W, *_UNIT), Variable(_X, Integer(0), oo)
            ),
            "m c h^d at the largest m": Identity(
                _CM * _H ** (gamma * beta - d) * _C * _H**d, _C * _CM * _H ** (gamma * beta)
            ),
        },
    ),
    correction="gamma beta <= 1 is needed: phi is continuous and vanishes at the faces, so that the mass with 0 "
    "< |eta| < t is of order t^(1/beta); beyond, the support must have holes in which eta may come "
    "down",
    severity=Severity.CONDITION,
    theorem="label/thm1",
    root="label/thm1",
    note="phi(u) = (1 - 2 |u|_inf)_+^beta; t = h/r on the family. Whatever phi, along each ray from its maximum "
    "to the face it passes through (0, s) on a length of order s^(1/beta).",
)
EQ38 = Claim(
    "label/eq38",
    "Appendix B, (38)",
    Kind.DEFINITION,
    "the decision on a cube",
    says=(
        r"\hat "
        r"v_k=\arg\max_{s\in\{-1,1\}}\int_{B_k}\phi\left(\frac{\mathbf{x}-\mathbf{c}_k}{h}\right)\mathbf{1}(\mathrm{sign}(\hat\eta(\mathbf{x}))=s)f(\mathbf{x})\,d\mathbf{x}"
    ),
    match=Match.SAME,
    printed=Definition(r"\hat v_k=\arg\max_s\int_{B_k}\phi_k1(\mathrm{sign}\,\hat\eta=s)f"),
)
EQ39 = Claim(
    "label/eq39",
    "Appendix B, (39)",
    Kind.IDENTITY,
    "the excess risk of a sign",
    says=r"R-R^*=\int|\eta_{\mathbf{v}}(\mathbf{x})|\,\mathrm{P}(\mathrm{sign}(\hat\eta(\mathbf{x}))\neq\mathrm{sign}(\eta_{\mathbf{v}}(\mathbf{x})))f(\mathbf{x})\,d\mathbf{x}\geq\sum_{k=1}^m\int_{B_k}|\eta_{\mathbf{v}}(\mathbf{x})|\,\mathrm{P}(\mathrm{sign}(\hat\eta(\mathbf{x}))\neq\mathrm{sign}(\eta_{\mathbf{v}}(\mathbf{x})))f(\mathbf{x})\,d\mathbf{x}=\sum_{k=1}^mh^\beta\int_{B_k}\phi\left(\frac{\mathbf{x}-\mathbf{c}_k}{h}\right)\,\mathrm{P}(\mathrm{sign}(\hat\eta(\mathbf{x})))f(\mathbf{x})\,d\mathbf{x}",
    match=Match.READING,
    differs=(
        "the event that P(.) lacks in the last line is read as that of the line above, sign of the estimate "
        "unlike v_k; the middle line is left out"
    ),
    printed=AllOf(
        r"R-R^*=\int|\eta_v|P(\mathrm{sign}\,\hat\eta\ne\mathrm{sign}\,\eta_v)f\ge\sum_kh^\beta\int_{B_k}\phi_kP(\mathrm{sign}\,\hat\eta\ne v_k)f",
        {
            "a wrong sign costs |eta|": Identity(lambda: (1 + _ETA) / 2 - (1 - _ETA) / 2, _ETA),
            "outside the cubes the cost is at least 0": at_most(
                _Y, _Y + _W, Variable(_Y, Integer(0), oo), Variable(_W, Integer(0), oo)
            ),
        },
    ),
    note="The event is missing in the last line of (39); it is that of the line above.",
)
_ESTIMATE = Name(r"\hat\eta", "estimate")
_HIT_WEIGHT, _MISSED_WEIGHT = (weight(_ESTIMATE, SIGNS, CUBE) for weight in (RightWeight, WrongWeight))
_WRONG = WrongSign(_ESTIMATE, SIGNS, CUBE)
EQ41 = Claim(
    "label/eq41",
    "Appendix B, (40), (41)",
    Kind.INEQUALITY,
    "a wrong decision means a wrong sign on half of the cube's weight",
    says=(
        r"\text{if }\hat v_k\neq "
        r"v_k,\quad\int_{B_k}\phi\left(\frac{\mathbf{x}-\mathbf{c}_k}{h}\right)\mathbf{1}(\mathrm{sign}(\hat\eta(\mathbf{x})))f(\mathbf{x})\,d\mathbf{x}\geq\int_{B_k}\phi\left(\frac{\mathbf{x}-\mathbf{c}_k}{h}\right)\mathbf{1}(\mathrm{sign}(\hat\eta(\mathbf{x}))=v_k)f(\mathbf{x})\,d\mathbf{x};\quad\int_{B_k}\phi\left(\frac{\mathbf{x}-\mathbf{c}_k}{h}\right)\mathbf{1}(\mathrm{sign}(\hat\eta(\mathbf{x}))\neq "
        r"v_k)f(\mathbf{x})\,d\mathbf{x}\geq\frac12\int_{B_k}\phi\left(\frac{\mathbf{x}-\mathbf{c}_k}{h}\right)f(\mathbf{x})\,d\mathbf{x}\geq\frac12ch^d\lVert\phi\rVert_1"
    ),
    match=Match.READING,
    differs=(
        "the event that the left side of (40) lacks is read as sign of the estimate unlike v_k; as f = c in "
        "Appendix B, the last bound is an equality"
    ),
    printed=line(_MISSED_WEIGHT, given=(_WRONG,))
    .ge(
        (_MISSED_WEIGHT + _HIT_WEIGHT) / 2,
        words(
            "By (38) the weight where the sign is v_k is not the larger one, so that the other is half of both at least.",
            limits((_MISSED_WEIGHT + _HIT_WEIGHT) / 2, _MISSED_WEIGHT),
            given=(_WRONG,),
        ),
    )
    .eq(
        DENSITY * SIDE**DIM * NORM1 / 2,
        words(
            "Both add up to the integral of phi_k f, where f = c and x = c_k + h u.",
            equal(_MISSED_WEIGHT + _HIT_WEIGHT, DENSITY * SIDE**DIM * NORM1),
        ),
    )
    .crosschecked(
        "all signs on the quarters of a cube",
        r"\tfrac12ch^d\|\phi\|_1\le\int_{B_k}\phi_k1(\mathrm{sign}\,\hat\eta\ne v_k)f\text{ where }\hat v_k\ne v_k",
        "d = beta = 1, phi(u) = 1-2|u|, every sign on the quarters, ties counted as wrong; three pairs of c and h",
        wrong_weights,
    ),
    note="The event that the left side of (40) lacks is that of (41).",
)
EQ42 = Claim(
    "label/eq42",
    "Appendix B, (42), (43)",
    Kind.INEQUALITY,
    "from the risk to the Hamming distance",
    says=(
        r"R-R^*\geq\frac12ch^{\beta+d}\lVert\phi\rVert_1\sum_{k=1}^m\mathrm{P}(\hat v_k\neq "
        r"v_k)=\frac12ch^{\beta+d}\lVert\phi\rVert_1\mathbb{E}[\rho_H(\hat{\mathbf{v}},\mathbf{v})];\quad\inf_{\hat "
        r"Y}\inf_{M\in\mathcal{M}_\epsilon}\sup_{(f,\eta)\in\mathcal{P}}(R-R^*)\geq\frac12h^{\beta+d}\lVert\phi\rVert_1\inf_{\hat{\mathbf{v}}}\inf_{M\in\mathcal{M}_\epsilon}\max_{\mathbf{v}\in\mathcal{V}}\mathbb{E}[\rho_H(\hat{\mathbf{v}},\mathbf{v})]"
    ),
    match=Match.READING,
    differs=(
        "a group of (42) and (43), judged in claims of their own; what stands below the infima and the "
        "supremum of (43) is damaged in the copy"
    ),
    printed=Whole(
        r"R-R^*\ge\tfrac12ch^{\beta+d}\|\phi\|_1E\rho_H(\hat v,v);\ (43)\text{ without }c",
        ("label/eq42/42", "label/eq42/43"),
    ),
    corrected=Whole(
        r"R-R^*\ge\tfrac12ch^{\beta+d}\|\phi\|_1E\rho_H(\hat v,v)",
        ("label/eq42/42", "label/eq42/43"),
        as_corrected=True,
    ),
    correction="(43) loses the density c",
    severity=Severity.CONSTANT,
    theorem="label/own/lower1",
)


_CELLS = FiniteCheck(
    r"\tfrac12ch^{\beta+d}\|\phi\|_1\rho_H(\hat v,v)\le R-R^*",
    "d = beta = 1, phi(u) = 1-2|u|, two cubes, every sign on their quarters, ties counted as wrong; "
    "three pairs of c and h",
    wrong_signs,
)
_ALL_TENTS = Tent(SIGNS, SIDE, BETA, DIM, DENSITY, 1, 1)
_DATA, _RISK = TentData(SAMPLES, SIDE, BETA, DIM, DENSITY), ExcessAt(LEARNER, _ALL_TENTS, SAMPLES)
_MISSED = Sum(SignMissed(LEARNER, _DATA, SIGNS, CUBE), CUBE, 1, CUBES)
_ONE_CUBE, _ROOM = SIDE**BETA * (DENSITY * SIDE**DIM * NORM1 / 2), (Comparison(SIDE**BETA, "<=", 1), FIT)
_EQ42 = (
    line(_RISK, given=_ROOM)
    .ge(
        _ONE_CUBE * _MISSED,
        because(
            "By (39) outside of the cubes the cost is at least 0, and a wrong sign costs h^beta phi_k; by (41) where the decision about a "
            "cube is wrong the sign is on half of the cube's weight.",
            "label/eq39",
            "label/eq41",
        ),
    )
    .eq(DENSITY * SIDE ** (BETA + DIM) * NORM1 / 2 * _MISSED)
    .beside(("all signs on the quarters of two cubes", _CELLS))
)
EQ42_42 = Claim(
    "label/eq42/42",
    "Appendix B, (42)",
    Kind.INEQUALITY,
    "from the risk to the Hamming distance",
    says=(
        r"R-R^*\geq\frac12ch^{\beta+d}\lVert\phi\rVert_1\sum_{k=1}^m\mathrm{P}(\hat v_k\neq "
        r"v_k)=\frac12ch^{\beta+d}\lVert\phi\rVert_1\mathbb{E}[\rho_H(\hat{\mathbf{v}},\mathbf{v})]"
    ),
    match=Match.READING,
    differs=(
        "for the phi and the disjoint cubes of the ledger, which the paper leaves open; c m (2h)^d <= 1 says "
        "that they fit into the support; h^beta <= 1, and for beta <= 1, the range of a Hoelder exponent"
    ),
    printed=_EQ42,
)


def without_density(_: Settings) -> Iterator[Case]:
    """The right side of (43), and of (86), for N = 1 without privacy next to 1, which no excess risk exceeds.

    Bit k is tested with error (1 - TV)/2, TV = c h^2/2; again from the posterior: the sample lies in one cube at a point
    where |eta| = h(1 - y), y even on [0, 1], and its sign errs with probability (1 - |eta|)/2; the other bits are guessed.
    """
    cubes, width, density = 200, Fraction(1, 2), Fraction(1, 100)
    factor = Fraction(1, 2) * width**2 * Fraction(1, 2)
    tested = cubes * (1 - density * width**2 / 2) / 2
    y = sympy.Symbol("y")
    one = sympy.integrate((1 - Rational(1, 2) * (1 - y)) / 2, (y, 0, 1))
    posterior = Fraction(cubes - 1, 2) + Fraction(int(one.p), int(one.q))
    parameters = {"d": 1, "beta": 1, "h": "1/2", "phi(u)": "1-2|u|", "c": "1/100", "m": cubes, "N": 1}
    yield Case(
        parameters,
        factor * tested,
        1,
        left_again=factor * posterior,
        note="200 cubes of length 1/2 fill a support of length 100 = 1/c; a private channel can only raise the left side",
    )


_WORST = ExcessRisk(LEARNER, MarginClass(DIM, BETA, GAMMA, MARGIN, DENSITY), SAMPLES)
_CUBES = (Comparison(SIDE**BETA, "<=", 1), *IN_CLASS)
EQ42_43 = Claim(
    "label/eq42/43",
    "Appendix B, (43); again (86), second and third line, (98), (99)",
    Kind.INEQUALITY,
    "the same without the density",
    says=(
        r"\inf_{\hat "
        r"Y}\inf_{M\in\mathcal{M}_\epsilon}\sup_{(f,\eta)\in\mathcal{P}}(R-R^*)\geq\frac12h^{\beta+d}\lVert\phi\rVert_1\inf_{\hat{\mathbf{v}}}\inf_{M\in\mathcal{M}_\epsilon}\max_{\mathbf{v}\in\mathcal{V}}\mathbb{E}[\rho_H(\hat{\mathbf{v}},\mathbf{v})]"
    ),
    match=Match.SAME,
    printed=FiniteCheck(
        r"\inf\sup(R-R^*)\ge\tfrac12h^{\beta+d}\|\phi\|_1\inf\max E\rho_H",
        "c = 1/100 on a support of length 100, one sample",
        without_density,
    ),
    corrected=line(_WORST, given=_CUBES)
    .ge(
        Maximum(_RISK, SIGNS),
        because(
            "The law of each sign vector is in the class, by (36) and the corrected (37).",
            "label/own/bump",
            "label/eq37",
        ),
    )
    .ge(Maximum(DENSITY * SIDE ** (BETA + DIM) * NORM1 / 2 * _MISSED, SIGNS), _EQ42)
    .beside(("all signs on the quarters of two cubes", _CELLS))
    .crosschecked(
        "one sample that is not private, the exact minimax risk",
        r"\tfrac12ch^{\beta+d}\|\phi\|_1\inf\max E\rho_H\le\inf\sup(R-R^*)",
        "d = beta = 1, phi(u) = 1-2|u|; c = 1, 1/100, 2 with m = 2, 200, 2 cubes; N = 1",
        one_sample,
    ),
    correction="the factor c of (42) stays",
    severity=Severity.CONSTANT,
    theorem="label/own/lower1",
)

CLAIMS = (
    OWN_GAP,
    OWN_MAJORITY,
    OWN_HOLES,
    THM1,
    TEXT15,
    EQ34,
    EQ36,
    OWN_BUMP,
    EQ37,
    EQ38,
    EQ39,
    EQ41,
    EQ42,
    EQ42_42,
    EQ42_43,
)
