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
from verify.calculus import Comparison, Maximum, Member, Sum, by, calc, constructor, integer, words
from verify.calculus import at_most as limits
from verify.calculus.facts.tents import ExcessRisk, MarginClass, Tent
from verify.papers.at_points import Point, at_points
from verify.papers.label.averages import BETA, DENSITY, DIM, EPS, LAW, SAMPLES, SIDE
from verify.papers.label.instances.tent_functions import one_sample, wrong_signs
from verify.papers.label.nouns import ExcessAt, MajorityExcess, SignMissed, TentData
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
from verify.prover import Relation, Variable
from verify.statements import AllOf, Case, Definition, FiniteCheck, Identity, Inequality, UpToConstant, Whole, at_most
from verify.statements.claim import Claim, Kind, Severity
from verify.statements.outcome import Settings, as_arb

_C, _CM, _R, _B = sympy.symbols("c C_M r b", positive=True)
_S = sympy.Symbol("s", positive=True)
_H = exp(sympy.Symbol("u", real=True))
"""h = e^u in identities, so that numbers are put in without roots of large integers."""
_W, _Y, _X = sympy.symbols("w y x", nonnegative=True)
_ETA = sympy.Symbol("eta", nonnegative=True)
_UNIT = Integer(0), Integer(1)
SMOOTH = Variable(beta, *_UNIT, open_lower=True)


def _printed_43(_: Settings) -> Iterator[Case]:
    """The right side of (43) for N = 1 without privacy beside 1, which no excess risk exceeds.

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


def _majority(_: Settings) -> Iterator[Case]:
    """P(at most half of N answers are right) for the weakest constant, eta = 1/16, e^epsilon = 3, exact."""
    right = Fraction(1, 2) + Fraction(1, 64)
    for size in (101, 1001):
        tail = as_arb(right).beta_lower(arb(size // 2 + 1), arb(size // 2 + 1), regularized=True)
        yield Case({"N": size, "e^epsilon": 3}, 1 - tail, 2 * (-as_arb(Fraction(size, 2048))).exp())


def _holes(_: Settings) -> Iterator[Case]:
    """A twentieth of the rates of (10) and (16) beside what bumps between holes certify, rounded down; L = C_T = c = 1."""
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


def _most(chances: list[Fraction], among: Sequence[tuple[Fraction, ...]]) -> Fraction:
    """The largest mean loss over laws of who says class j with chance `chances[j]`."""
    return max(max(eta) - sum((w * x for w, x in zip(chances, eta, strict=True)), Fraction(0)) for eta in among)


def _constant_learners() -> Iterator[Point]:
    """Who says one of three classes by lot, whatever the data: the most lost over shares in eighths, of all three or of the first two."""
    laws = [(Fraction(i, 8), Fraction(j, 8), Fraction(8 - i - j, 8)) for i in range(9) for j in range(9 - i)]
    for said in ((1, 1, 0), (1, 3, 0), (1, 1, 2), (0, 1, 3), (4, 0, 0)):
        chances = [Fraction(w, sum(said)) for w in said]
        of_two = [chances[0] + chances[2], chances[1], Fraction(0)]
        yield {_OF_TWO: _most(of_two, [eta for eta in laws if not eta[2]])}, _most(chances, laws)


CELLS = FiniteCheck(r"\tfrac12ch^{\beta+d}\|\phi\|_1\rho_H(\hat v,v)\le R-R^*",
                    "d = beta = 1, phi(u) = 1-2|u|, two cubes, every sign on their quarters, ties counted as wrong; "
                    "three pairs of c and h",
                    wrong_signs)  # fmt: skip
_MAJORITY_RISK = MajorityExcess(LAW, SAMPLES, EPS)
_GAPPED = Member(LAW, MarginClass(1, 1, 2, 1, 1))
MAJORITY = calc(
    _MAJORITY_RISK, "<=", 2*exp(-2*SAMPLES*(tanh(EPS/2)/16)**2/2**2),
    by(words("The support is an interval of length 1 and eta continuous, so that by label/own/gap it is 0 or has one sign and is 1/16 at "
             "least; the answers +-1 then have a mean of that sign, tanh(eps/2)/16 at least, and Hoeffding 1963, Theorem 2, bounds the "
             "chance of a wrong majority.", limits(_MAJORITY_RISK, 2*exp(-2*SAMPLES*(tanh(EPS/2)/16)**2/2**2)), given=(_GAPPED,), leans=("label/own/gap",))),
    "==", 2*exp(-SAMPLES*tanh(EPS/2)**2/512),
    given=(_GAPPED,),
).crosschecked(
    "exact binomial tails", r"P(\text{error})\le2e^{-N/2048}", "e^epsilon = 3, eta = 1/16, N = 101, 1001", _majority,
)  # fmt: skip
_ALL_TENTS = Tent(SIGNS, SIDE, BETA, DIM, DENSITY, 1, 1)
_DATA, _RISK = TentData(SAMPLES, SIDE, BETA, DIM, DENSITY), ExcessAt(LEARNER, _ALL_TENTS, SAMPLES)
_MISSED = Sum(SignMissed(LEARNER, _DATA, SIGNS, CUBE), CUBE, 1, CUBES)
_ONE_CUBE, _ROOM = SIDE**BETA*(DENSITY*SIDE**DIM*NORM1/2), (Comparison(SIDE**BETA, "<=", 1), FIT)  # fmt: skip
_EQ42 = calc(
    _RISK, ">=", _ONE_CUBE*_MISSED,
    by(words("By (39) outside of the cubes the cost is at least 0, and a wrong sign costs h^beta phi_k; by (41) where the decision about a "
             "cube is wrong the sign is on half of the cube's weight.", limits(_ONE_CUBE*_MISSED, _RISK), given=_ROOM,
             leans=("label/eq39", "label/eq41"))),
    "==", DENSITY*SIDE**(BETA + DIM)*NORM1/2*_MISSED,
    given=_ROOM,
).beside(("all signs on the quarters of two cubes", CELLS))  # fmt: skip
_WORST = ExcessRisk(LEARNER, MarginClass(DIM, BETA, GAMMA, MARGIN, DENSITY), SAMPLES)
_CUBES = (Comparison(SIDE**BETA, "<=", 1), *IN_CLASS)
_EQ43 = calc(
    _WORST, ">=", Maximum(_RISK, SIGNS),
    by(words("The law of each sign vector is in the class, by (36) and the corrected (37).", limits(Maximum(_RISK, SIGNS), _WORST),
             given=_CUBES, leans=("label/eq36", "label/eq37"))),
    ">=", Maximum(DENSITY*SIDE**(BETA + DIM)*NORM1/2*_MISSED, SIGNS), by(_EQ42),
    given=_CUBES,
).beside(("all signs on the quarters of two cubes", CELLS)).crosschecked(
    "one sample that is not private, the exact minimax risk",
    r"\tfrac12ch^{\beta+d}\|\phi\|_1\inf\max E\rho_H\le\inf\sup(R-R^*)",
    "d = beta = 1, phi(u) = 1-2|u|; c = 1, 1/100, 2 with m = 2, 200, 2 cubes; N = 1", one_sample,
)  # fmt: skip
ManyClasses = constructor("ManyClasses", r"\mathcal{{F}}_{{\mathrm{{cls}}}}^{{{0}}}({1}, {2}, {3}, {4}, {5})")
"""Laws with K classes, else as in MarginClass, ties at the top counted as a margin of 0: ManyClasses(K, d, beta, gamma, C_T, c)."""
OfTwo = constructor("OfTwo", r"{0}_{{\{{1,2\}}}}")
"""A learner that says class 1 where another one says neither 1 nor 2: OfTwo(A)."""
_MANY, _TWO = (ManyClasses(integer("K", least=3), DIM, BETA, GAMMA, MARGIN, DENSITY),
               MarginClass(DIM, BETA, GAMMA, MARGIN, DENSITY))  # fmt: skip
_OF_TWO, _AMONG_MANY = ExcessRisk(OfTwo(LEARNER), _TWO, SAMPLES), ExcessRisk(LEARNER, _MANY, SAMPLES)
_HARDER = at_points(
    calc(
        _AMONG_MANY, ">=", _OF_TWO,
        by(words("A law of two classes is one of K whose others nobody has: eta^*, the second largest and so the margin are the same. To say one of these costs no "
                 "less than to say class 1.", limits(_OF_TWO, _AMONG_MANY))),
    ),
    "learners that draw a class by lot", "K = 3, all shares in eighths; five learners", _constant_learners,
)  # fmt: skip
_THM1 = AllOf(
    r"\inf\sup(R-R^*)\gtrsim[N(\varepsilon^2\wedge1)]^{-\beta(\gamma+1)/(2\beta+d)}",
    {
        "the risk of a majority": calc(
            MajorityExcess(LAW, SAMPLES, log(3)), "<=", 2*exp(-SAMPLES*tanh(log(3)/2)**2/512), by(MAJORITY.at({EPS: log(3)})), given=(_GAPPED,),
        ),
        "beside the bound": UpToConstant(
                (N ** (-beta * (gamma + 1) / (2 * beta + d))).subs({beta: 1, d: 1, gamma: 2}),
                2 * exp(-N / 2048),
                (Variable(N, Integer(1), oo),),
                family=((N, 2048 * _R),),
                along=_R,
            ),
    },
)  # fmt: skip

CLAIMS = (
    Claim("label/own/gap", "ours, on Theorems 1 and 3", Kind.INEQUALITY, "gamma beta > d leaves no small margins",
          corrected=Inequality(Relation(4 * _S**2, _S / 4, "<",
                                        (Variable(
                                             _S, Integer(0), Rational(1, 16), open_lower=True, open_upper=True),))),
          note="If |eta(x)| = s > 0, then 0 < |eta| < 2s on the ball of radius r = (s/(4L))^(1/beta), so that c theta "
               "v_d r^d <= P(0 < |eta| < 2s) <= C_T (2s)^gamma. At d = beta = L = C_T = c = 1, gamma = 2 on [0,1] "
               "(whose balls have length at least r): s/4 <= 4 s^2, against the inequality here for s < 1/16. So |eta| "
               "is 0 or at least 1/16, and, eta being continuous, it has one sign on [0,1]."),
    Claim("label/own/majority", "ours, on Theorems 1 and 3", Kind.UPPER_RATE,
          "where gamma beta > d, a majority of randomized responses errs exponentially rarely", corrected=MAJORITY),
    Claim("label/own/holes", "ours, for Theorems 1 and 3 with 1 < gamma beta <= d", Kind.LOWER_BOUND,
          "with holes in the support the rates of (10) and (16) hold from below up to gamma beta = d",
          corrected=FiniteCheck(r"\tfrac1{20}[N(\varepsilon^2\wedge1)]^{-\frac{\beta(\gamma+1)}{2\beta+d}}\le\inf\sup(R-R^*),\quad\tfrac1{40}\Big[N^{-\frac{\beta(\gamma+1)}{2\beta+d}}+(\varepsilon N)^{-\frac{\beta(\gamma+1)}{\beta+d}}\Big]\le\inf\sup(R-R^*)",
                                "(d, beta, gamma) = (2, 1, 3/2), (2, 1, 2), (2, 1/2, 4), (3, 1, 5/2), (3, 1/2, 6); N = "
                                "10^4, 10^6, 10^9; epsilon = 1/10, 1, 4; L = C_T = c = 1",
                                _holes),
          note="Cubes of half a cell's side, each with flat eta of one sign, between cells without features "
               "(`ratecheck bound label-classification-local --gamma`): eta comes down where nobody is, so that the "
               "margin assumption holds for every gamma, and (d) with theta v_d = (8 sqrt d)^-d and D = 1/2. Such laws "
               "are in the paper's class if its theta and D are no larger. That the class holds the family is exact at "
               "each point, by rationals; a chain for every N is open. On a support without holes nothing is claimed "
               "for 1 < gamma beta <= d here, and for zhao's class, whose features fill the cube, there is one bit to "
               "learn beyond gamma beta = 1."),
    Claim("label/thm1", "Section 4.1, Theorem 1, (10), and Appendix B, (51)", Kind.LOWER_BOUND,
          "the minimax lower bound, local label privacy", _THM1, classification(local_test(1)),
          correction="true for beta <= 1 and gamma beta <= 1, or with a support with holes and gamma beta <= d, as "
                     "Audibert and Tsybakov 2007 have it; the paper's own m <= C_M h^(gamma beta - d) needs gamma beta "
                     "<= d. For gamma beta > d no regression function of the class comes near 1/2 without being 1/2, "
                     "and the risk falls exponentially",
          severity=Severity.CONDITION, theorem="label/thm1",
          note="On the family gamma = 2, d = beta = 1, e^epsilon = 3, K = 2, the printed bound is 1/N up to a "
               "constant, the risk at most 2 e^(-N/2048). For K >= 3, with eta_s the second in order, laws that tie at "
               "the top stay hard for every gamma: label/own/ties. In the correction m cubes of side h are as many as "
               "the margin allows, and the conditions on N hold with equality at the h of the rate."),
    Claim("label/text15", "Appendix B, before (33)", Kind.INEQUALITY, "more than two classes are no easier than two",
          _HARDER,
          note="K >= 3 classes, Assumption 1 alike, so that Theorem 1 for K = 2 is one for every K. Where eta_s is the "
               "largest value below eta^* (label/eq75) and the two tie, their margin among K is 1/2 and no longer "
               "none, which C_T >= 2^gamma allows."),
    Claim("label/eq34", "Appendix B, (33), (34)", Kind.IDENTITY, "both classes from their difference",
          AllOf(r"\eta_1=\tfrac{1-\eta}2,\ \eta_2=\tfrac{1+\eta}2",
                {"the sum": Identity(lambda: (1 - _ETA) / 2 + (1 + _ETA) / 2, Integer(1)),
                 "the difference": Identity(lambda: (1 + _ETA) / 2 - (1 - _ETA) / 2, _ETA)})),
    Claim("label/eq36", "Appendix B, (35), (36)", Kind.CONSTRUCTION, "the perturbed regression functions are Hoelder",
          AllOf(r"\phi(u)=(1-2\|u\|_\infty)_+^\beta:\ |a^\beta-b^\beta|\le|a-b|^\beta,\ "
                r"a^\beta+b^\beta\le2^{1-\beta}(a+b)^\beta",
                {"in one cube: 1 - y^beta <= (1-y)^beta, since z^beta >= z on [0,1]; z = e^-x":
                     at_most(beta * _X, _X, SMOOTH, Variable(_X, Integer(0), oo)),
                 "and y + (1-y) = 1": Identity(lambda: _Y + (1 - _Y), Integer(1)),
                 "across two cubes: distances a/2 and b/2 to the faces add up, 2^(1-beta) (2r)^beta = 2 r^beta":
                     Identity(2 ** (1 - beta) * (2 * _R) ** beta, 2 * _R**beta),
                 "the mean of two powers is at most the power of the mean: |z|^beta is concave, second derivative <= 0":
                     at_most(beta * (beta - 1) * _R, Integer(0), SMOOTH,
                             Variable(_R, Integer(0), oo, open_lower=True))}),
          note="The paper leaves phi open but for 0 <= phi <= 1 and its support; it has to be beta-Hoelder. With this "
               "phi, eta_v has the constant 2 in the maximum norm for beta <= 1, so eta_1 and eta_2 have 1; a smaller "
               "L scales phi."),
    Claim("label/eq37", "Appendix B, (37)", Kind.CONSTRUCTION, "the construction satisfies the margin assumption",
          UpToConstant(h ** Rational(3, 2) * (1 - (1 - 1 / _R) ** 2), (h / _R) ** Rational(3, 2),
                       (Variable(h, *_UNIT, open_lower=True), Variable(_R, Integer(1), oo)),
                       family=((h, Rational(1, 2)),), along=_R,
                       text=r"m\le C_Mh^{\gamma\beta-d}\ \Rightarrow\ P(0<|\eta_v|<t)\le C_Tt^\gamma\quad(d=2,\ "
                            r"\beta=1,\ \gamma=\tfrac32)"),
          AllOf(
              r"\gamma\beta\le1:\ P(0<|\eta_v|<t)\le mch^d\,dy\le dcC_Mh^{\gamma\beta}y^{\gamma\beta}=dcC_Mt^\gamma,\ "
              r"y=t^{1/\beta}/h\le1",
              {"the shell 0 < 1 - 2|u| < y lies in 2d slabs of volume y/2":
                   Identity(lambda: 2 * d * _Y / 2, lambda: d * _Y),
               "y <= y^(gamma beta) on (0,1], with y = e^-x":
                   at_most(_W * _X, _X, Variable(_W, *_UNIT), Variable(_X, Integer(0), oo)),
               "m c h^d at the largest m":
                   Identity(_CM * _H ** (gamma * beta - d) * _C * _H**d, _C * _CM * _H ** (gamma * beta))}),
          correction="gamma beta <= 1 is needed: phi is continuous and vanishes at the faces, so that the mass with 0 "
                     "< |eta| < t is of order t^(1/beta); beyond, the support must have holes in which eta may come "
                     "down",
          severity=Severity.CONDITION, theorem="label/thm1", root="label/thm1",
          note="phi(u) = (1 - 2 |u|_inf)_+^beta; t = h/r on the family. Whatever phi, along each ray from its maximum "
               "to the face it passes through (0, s) on a length of order s^(1/beta)."),
    Claim("label/eq38", "Appendix B, (38)", Kind.DEFINITION, "the decision on a cube",
          Definition(r"\hat v_k=\arg\max_s\int_{B_k}\phi_k1(\mathrm{sign}\,\hat\eta=s)f")),
    Claim("label/eq39", "Appendix B, (39)", Kind.IDENTITY, "the excess risk of a sign",
          AllOf(r"R-R^*=\int|\eta_v|P(\mathrm{sign}\,\hat\eta\ne\mathrm{sign}\,\eta_v)f\ge\sum_kh^\beta\int_{B_k}\phi_kP(\mathrm{sign}\,\hat\eta\ne v_k)f",
                {"a wrong sign costs |eta|": Identity(lambda: (1 + _ETA) / 2 - (1 - _ETA) / 2, _ETA),
                 "outside the cubes the cost is at least 0":
                     at_most(_Y, _Y + _W, Variable(_Y, Integer(0), oo), Variable(_W, Integer(0), oo))}),
          note="The event is missing in the last line of (39); it is that of the line above."),
    Claim("label/eq41", "Appendix B, (40), (41)", Kind.INEQUALITY,
          "a wrong decision means a wrong sign on half of the cube's weight",
          at_most((_Y * _B + _B) / 2, _B, Variable(_Y, *_UNIT), Variable(_B, Integer(0), oo, open_lower=True)),
          note="b is the weight where the sign is not v_k, y b <= b where it is; their sum is c h^d |phi|_1."),
    Claim("label/eq42", "Appendix B, (42), (43)", Kind.INEQUALITY, "from the risk to the Hamming distance",
          Whole(r"R-R^*\ge\tfrac12ch^{\beta+d}\|\phi\|_1E\rho_H(\hat v,v);\ (43)\text{ without }c",
                ("label/eq42/42", "label/eq42/43")),
          Whole(r"R-R^*\ge\tfrac12ch^{\beta+d}\|\phi\|_1E\rho_H(\hat v,v)", ("label/eq42/42", "label/eq42/43"),
                as_corrected=True),
          correction="(43) loses the density c", severity=Severity.CONSTANT, theorem="label/own/lower1"),
    Claim("label/eq42/42", "Appendix B, (42)", Kind.INEQUALITY, "from the risk to the Hamming distance", _EQ42),
    Claim("label/eq42/43", "Appendix B, (43); again (86), second and third line, (98), (99)", Kind.INEQUALITY,
          "the same without the density",
          FiniteCheck(r"\inf\sup(R-R^*)\ge\tfrac12h^{\beta+d}\|\phi\|_1\inf\max E\rho_H",
                      "c = 1/100 on a support of length 100, one sample", _printed_43),
          _EQ43, correction="the factor c of (42) stays", severity=Severity.CONSTANT, theorem="label/own/lower1"),
)  # fmt: skip
