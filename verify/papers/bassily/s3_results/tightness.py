"""bassily, whether the rates of Theorems 3.1 and 3.2 are tight: what delta allows, and the cube of biased signs."""

import sympy
from sympy import Integer, Rational, exp, oo, sqrt

from notation.symbols import d, delta, epsilon, m, n
from verify.calculus import (
    DATA_PROCESSING,
    FINITE_KL,
    KL,
    PINSKER,
    TENSORISATION,
    TV,
    ChiSquare,
    Comparison,
    Interactive,
    Name,
    Power,
    Private,
    Sum,
    Supremum,
    Through,
    by,
    calc,
    choose,
    integer,
    real,
)
from verify.calculus.facts.linear_losses import LINEAR_PAIR, AlgorithmExcess, leaning, told
from verify.calculus.facts.optimisation import (
    FLIP_ROOTS,
    FLIPS_OVER_USERS,
    FLIPS_PRIVATE,
    LINEAR_FLIPS,
    BiasedSigns,
    Flipped,
    HeardAt,
    WorstExcess,
)
from verify.calculus.textbook import BESSEL, JENSEN
from verify.papers.bassily.instances import sign_cubes as cubes
from verify.papers.bassily.setting import LOCAL, PRIVATE, STATISTICAL, L, R, least, positive
from verify.prover import Variable
from verify.statements import AllOf, Derived, FiniteCheck, Identity, UpToConstant, at_most
from verify.statements.claim import Claim, Kind, Severity

_A, _B, _T, _R, _H, _S, _U = sympy.symbols("alpha b t r h s u", positive=True)
_X, _V = sympy.symbols("x v", nonnegative=True)
_SHARE = Variable(_X, Integer(0), Integer(1))
_OVER = Variable(_X, Integer(0), oo)
_UNIT = Variable(epsilon, Integer(0), Integer(1), open_lower=True)
_USERS, _DRAWS, _DIM, _J = (integer(letter, least=1) for letter in "nmdj")
_EPS, _RADIUS, _LIPSCHITZ = real("epsilon", above=0), real("R", above=0), real("L", above=0)
_BIAS, _SMALL_X, _UNIT_X = real("alpha", above=0, most=Rational(1, 4)), real("x", least=0), real("x", above=0, most=1)
_PROTOCOL, _CORNER, _CHANNEL = Name("Z", "protocol"), Name("v", "signs"), Name("K", "channel")
_HERE, _THERE = (HeardAt(_PROTOCOL, v, _BIAS, _DRAWS) for v in (_CORNER, Flipped(_CORNER, _J)))
_MESSAGES = (Through(_CHANNEL, Power(BiasedSigns(v, _BIAS), _DRAWS)) for v in (_CORNER, Flipped(_CORNER, _J)))
_ALL_FLIPS, _OF_ONE_USER = Sum(KL(_HERE, _THERE), _J, 1, _DIM), Sum(ChiSquare(*_MESSAGES), _J, 1, _DIM)
_PRIVATE = Interactive(_PROTOCOL, _USERS, _EPS)
_CHI_SQUARE = 4*_BIAS**2/(1 - _BIAS**2)  # fmt: skip
_QUARTER = _USERS * (exp(_EPS) - 1) ** 2 / 4

FLIPS = Claim(
    "bassily/own/flips",
    "ours, for Theorem 3.2",
    Kind.INEQUALITY,
    "all flips together through n private channels that may depend on earlier messages",
    None,
    calc(
        _ALL_FLIPS, "<=", _USERS*Supremum(_OF_ONE_USER, _CHANNEL, Private(_CHANNEL, _EPS)),
        by(FLIPS_OVER_USERS(_PROTOCOL, _USERS, _EPS, _CORNER, _BIAS, _DRAWS, _DIM)),
        "<=", _QUARTER*((1 + _CHI_SQUARE)**_DRAWS - 1), by(FLIPS_PRIVATE(_CHANNEL, _EPS, _CORNER, _BIAS, _DRAWS, _DIM)),
        given=(_PRIVATE,),
        crosschecks=(
            (
                "extreme channels",
                FiniteCheck(
                    r"\le\tfrac14(e^\varepsilon-1)^2\tfrac{4\alpha^2}{1-\alpha^2}",
                    "d = 2, n = m = 1, alpha = 1/2, e^epsilon = 2, extreme channels (every fifth; all if not quick)",
                    cubes.flips,
                ),
            ),
        ),
    ),
    note="The past has the law of v in every summand, so that the sum over j is taken inside; the likelihood ratios of the flips are "
    "functions of independent counts, centred under P_v. 1 + chi-square multiplies over samples.",
)  # fmt: skip

_FEW_DRAWS = Comparison(16 * _DRAWS * _BIAS**2, "<=", 1)
_SMALL_EPS = Comparison(_EPS, "<=", 1)
_FLIPS_BOUND = calc(
    _ALL_FLIPS, "<=", _QUARTER*((1 + _CHI_SQUARE)**_DRAWS - 1), by(FLIPS),
    "<=", _QUARTER*(exp(_DRAWS*_CHI_SQUARE) - 1),
    by(calc((1 + _SMALL_X)**_DRAWS, "<=", exp(_DRAWS*_SMALL_X)).at({_SMALL_X: _CHI_SQUARE})),
    "<=", _QUARTER*2*_DRAWS*_CHI_SQUARE,
    by(calc(exp(_UNIT_X) - 1, "<=", 2*_UNIT_X).at({_UNIT_X: _DRAWS*_CHI_SQUARE}),
       calc(_DRAWS*_CHI_SQUARE, "<=", Rational(16, 3)*_DRAWS*_BIAS**2, "<=", 1, given=(_FEW_DRAWS,))),
    "<=", _QUARTER*Rational(32, 3)*_DRAWS*_BIAS**2,
    "<=", 8*_USERS*_DRAWS*_EPS**2*_BIAS**2, by(calc(exp(_EPS) - 1, "<=", sqrt(3)*_EPS, given=(_SMALL_EPS,))),
    given=(_PRIVATE, _SMALL_EPS, _FEW_DRAWS),
)  # fmt: skip
_APART = Sum(TV(_HERE, _THERE), _J, 1, _DIM)
_AT_BIAS = calc(
    WorstExcess(_PROTOCOL, _DIM, _DRAWS, _RADIUS, _LIPSCHITZ),
    ">=", _BIAS*_LIPSCHITZ*_RADIUS/4*(1 - Supremum(_APART, _CORNER)/_DIM),
    by(LINEAR_FLIPS(_PROTOCOL, _DIM, _DRAWS, _BIAS, _RADIUS, _LIPSCHITZ)),
    ">=", _BIAS*_LIPSCHITZ*_RADIUS/4*(1 - sqrt(_DIM*8*_USERS*_DRAWS*_EPS**2*_BIAS**2/2)/_DIM),
    by(calc(_APART, "<=", Sum(sqrt(KL(_HERE, _THERE)/2), _J, 1, _DIM), by(PINSKER(_HERE, _THERE)),
            "<=", sqrt(_DIM*_ALL_FLIPS/2), by(FLIP_ROOTS(_PROTOCOL, _CORNER, _BIAS, _DRAWS, _DIM))),
       _FLIPS_BOUND),
    given=_FLIPS_BOUND.given,
)  # fmt: skip
_RATE = _DIM/(_USERS*_DRAWS*_EPS**2)  # fmt: skip
_CHOSEN = sqrt(_RATE) / 4
_MANY = Comparison(_DIM, "<=", _USERS * _EPS**2)
_LOWER = calc(
    _AT_BIAS.start, ">=", _AT_BIAS.steps[-1].term.subs(_BIAS, _CHOSEN),
    by(_AT_BIAS.at({_BIAS: _CHOSEN}),
       calc(_CHOSEN, "<=", Rational(1, 4),
            by(calc(sqrt(_UNIT_X)/4, "<=", Rational(1, 4)).at({_UNIT_X: _RATE}),
               calc(_RATE, "<=", _DIM/(_USERS*_EPS**2), "<=", 1, given=(_MANY,))), given=(_MANY,)),
       calc(16*_DRAWS*_CHOSEN**2, "<=", 1, given=(_MANY,))),
    ">=", _RADIUS*_LIPSCHITZ/32*sqrt(_RATE),
    given=(_PRIVATE, _SMALL_EPS, _MANY),
)  # fmt: skip

_ALGORITHM, _LEAN = Name("A", "channel"), real("alpha", above=0, most=Rational(1, 2))
_SIGNS, _USED = (leaning(way, _LEAN) for way in (1, -1)), 1/sqrt(6*_USERS*_DRAWS)  # fmt: skip
_PLUS, _MINUS = _SIGNS
_USER_PLUS, _USER_MINUS = Power(_PLUS, _DRAWS), Power(_MINUS, _DRAWS)
_ALL_PLUS, _ALL_MINUS = Power(_USER_PLUS, _USERS), Power(_USER_MINUS, _USERS)
_OUT = tuple(told(_ALGORITHM, way, _USERS, _DRAWS, _LEAN) for way in (1, -1))
_TWO_SIGNS = calc(KL(_PLUS, _MINUS), "<=", 3*_LEAN**2, by(FINITE_KL(_PLUS, _MINUS)))  # fmt: skip
_AT_LEAN = calc(
    AlgorithmExcess(_ALGORITHM, _USERS, _DRAWS, _DIM, _RADIUS, _LIPSCHITZ),
    ">=", _RADIUS*_LIPSCHITZ*_LEAN*(1 - TV(*_OUT)),
    by(LINEAR_PAIR(_ALGORITHM, _USERS, _DRAWS, _DIM, _LEAN, _RADIUS, _LIPSCHITZ)),
    ">=", _RADIUS*_LIPSCHITZ*_LEAN*(1 - sqrt(KL(*_OUT)/2)), by(PINSKER(*_OUT)),
    ">=", _RADIUS*_LIPSCHITZ*_LEAN*(1 - sqrt(_USERS*_DRAWS*KL(_PLUS, _MINUS)/2)),
    by(DATA_PROCESSING(_ALGORITHM, _ALL_PLUS, _ALL_MINUS), TENSORISATION(_USER_PLUS, _USER_MINUS, _USERS),
       TENSORISATION(_PLUS, _MINUS, _DRAWS)),
    ">=", _RADIUS*_LIPSCHITZ*_LEAN*(1 - sqrt(3*_USERS*_DRAWS*_LEAN**2/2)), by(_TWO_SIGNS),
)  # fmt: skip
_STATISTICAL = calc(
    _AT_LEAN.start, ">=", _AT_LEAN.steps[-1].term, by(_AT_LEAN),
    ">=", _RADIUS*_LIPSCHITZ*_USED/2, by(choose({_LEAN: _USED})),
    ">=", _RADIUS*_LIPSCHITZ/(5*sqrt(_USERS*_DRAWS)),
)  # fmt: skip


CLAIMS = (
    Claim(
        "bassily/own/publish",
        "ours, for the last sentences of Theorems 3.1 and 3.2",
        Kind.UPPER_RATE,
        "publishing all of one's data with chance delta",
        None,
        Derived(
            r"\text{each user publishes with chance }\delta:\ (0,\delta)\text{-LDP},\ E[F(\mathcal A)-\min F]\le\tfrac{2RL}{\sqrt{n\delta}}",
            (),
            AllOf(
                r"K\sim\mathrm{Bin}(n,\delta)\text{ users in the clear}:\ \le\tfrac{RL}{\sqrt K}\le RL\sqrt{\tfrac2{K+1}},"
                r"\ RL\text{ where }K=0;\ E\tfrac1{K+1}\le\tfrac1{n\delta}",
                (
                    (
                        "gradient descent on N samples, step R/(L sqrt(N)): R^2/(2 eta N) + eta L^2/2",
                        Identity(
                            R**2 / (2 * _T * (R / (L * sqrt(_T)))) + R / (L * sqrt(_T)) * L**2 / 2, R * L / sqrt(_T)
                        ),
                    ),
                    ("1/K <= 2/(K+1) from K = 1 on", at_most((_T + 1) / _T, Integer(2), least(_T, 1))),
                    (
                        "nobody: (1 - delta)^n <= e^-y, y = n delta, and sqrt(y) e^-y <= 1/sqrt(2e)",
                        at_most(sqrt(_X) * exp(-_X), 1 / sqrt(2 * exp(Integer(1))) + Rational(1, 10**6), _OVER),
                    ),
                    (
                        "the constant",
                        at_most(sqrt(Integer(2)) + 1 / sqrt(2 * exp(Integer(1))) + Rational(1, 10**6), Integer(2)),
                    ),
                ),
            ),
            (JENSEN,),
            crosschecks=(
                (
                    "exact means over K",
                    FiniteCheck(
                        r"E\min\big(1,\tfrac1{\sqrt K}\big)\le\tfrac2{\sqrt{n\delta}}",
                        "n = 1, 4, 20, 100; delta = 1/100, 1/10, 1/2, 99/100",
                        cubes.published,
                    ),
                ),
            ),
        ),
        note="Two data sets that differ in one user give laws that differ with chance delta. E 1/(K+1) = (1 - (1-delta)^(n+1))/((n+1) delta). "
        "A published user gives m samples; one would do.",
    ),
    Claim(
        "bassily/thm3.1/lower",
        "Theorem 3.1, last sentence",
        Kind.LOWER_BOUND,
        "the rate cannot be improved",
        UpToConstant(
            STATISTICAL + PRIVATE,
            2 / sqrt(delta * n),
            (positive(n), positive(m), positive(d), positive(delta), _UNIT),
            family=(
                (n, _R),
                (m, Integer(4)),
                (d, _R**2 / 16),
                (epsilon, Rational(1, 2)),
                (delta, 1 / (64 * sqrt(_R))),
            ),
            along=_R,
            text=r"\tfrac{RL}{\sqrt{nm}}+\tfrac{RL\sqrt d}{\sqrt mn\varepsilon}\lesssim\inf_{\mathcal A}\sup_P"
            r"E[F(\mathcal A(Z^n))-\min F]\text{ for all }\delta<\tfrac d{4n^{5/2}\sqrt m\varepsilon^2}",
        ),
        _STATISTICAL,
        correction=(
            "for small delta, as the cited lower bound has it: there both terms stand, RL/sqrt(nm) and RL "
            "sqrt(d)/(sqrt(m) n epsilon), and the rate is tight. The printed range of delta is too wide for the "
            "second term where d is of the order of n^2: delta must be well below 4n epsilon^2/d. What is proved "
            "here for every delta is the first term"
        ),
        severity=Severity.CONDITION,
        theorem="bassily/thm3.1/lower",
        note=(
            "m = 4, epsilon = 1/2, d = n^2/16, delta = 1/(64 sqrt(n)), half of the largest. By bassily/own/publish the "
            "least risk is at most 2RL/sqrt(n delta), which goes to 0 like n^(-1/4) while the rate of "
            "Theorem 3.1 stays at a constant: no logarithm mends that, nor a d smaller by logarithms (bassily/alg4/rounds)."
        ),
        root="bassily/thm3.2/lower",
    ),
    Claim(
        "bassily/thm3.2/lower/a",
        "ours, for Theorem 3.2",
        Kind.CONSTRUCTION,
        "the cube of biased signs, and its separation",
        None,
        Derived(
            r"z\in\{\pm1/\sqrt d\}^d,\ P(z_j>0)=\tfrac{1+v_j\alpha}2,\ \ell=-L\theta\cdot z:\ "
            r"F(\theta)-F(\theta_v)\ge\tfrac{\alpha LR}{2d}d_{ham}(v,\mathrm{sign}\,\theta)",
            (),
            AllOf(
                r"1-\sqrt{1-h}\ge h/2,\ h=d_{ham}/d",
                (
                    ("the mean of z_j", Identity(((1 + _A) / 2 - (1 - _A) / 2) / sqrt(d), _A / sqrt(d))),
                    ("by the square of 1 - h/2", Identity((1 - _H / 2) ** 2 - (1 - _H), _H**2 / 4)),
                ),
            ),
            crosschecks=(
                (
                    "a grid of parameters",
                    FiniteCheck(
                        r"\tfrac{d_{ham}}{2d}\le1-\theta\cdot v/\sqrt d",
                        "d = 4, theta in {-1/2, 0, 1/2}^4, a sign of 0 counted as wrong",
                        cubes.separation,
                    ),
                ),
            ),
        ),
        note="The d - d_ham coordinates of the right sign give theta.v <= R sqrt(d - d_ham) at most; the others give nothing.",
    ),
    Claim(
        "bassily/thm3.2/lower/b",
        "ours, for Theorem 3.2",
        Kind.INEQUALITY,
        "how far the counts of one coordinate are apart",
        None,
        Derived(
            r"\sum_k\frac{(b_+-b_-)^2}{(b_++b_-)/2}\le\min(4,4m\alpha^2),\ b_\pm=\mathrm{Bin}(m,\tfrac{1\pm\alpha}2)",
            (),
            AllOf(
                r"\le4\sum(\sqrt{b_+}-\sqrt{b_-})^2=8(1-u^m),\ u=\sqrt{1-\alpha^2};\ m=1\text{ apart}",
                (
                    ("(sqrt a + sqrt b)^2 <= 2(a + b)", Identity(2 * (_S**2 + _U**2) - (_S + _U) ** 2, (_S - _U) ** 2)),
                    (
                        "|a - b| <= a + b: at most 4",
                        at_most((_S - _U) / (_S + _U), Integer(1), positive(_S), positive(_U)),
                    ),
                    (
                        "m >= 2: 1 - u^m = (1 - u)(sum of u^i) <= (m/2)(1 - u^2), the powers in pairs",
                        Identity(1 + _S * _U - _S - _U, (1 - _S) * (1 - _U)),
                    ),
                    ("m = 1", Identity(2 * _A**2 / Rational(1, 2), 4 * _A**2)),
                ),
            ),
            crosschecks=(
                (
                    "exact",
                    FiniteCheck(r"\le\min(4,4m\alpha^2)", "m = 1 to 6, alpha = 1/8, ..., 1", cubes.gram),
                ),
            ),
        ),
        note="The affinity of the two counts is u^m.",
    ),
    Claim(
        "bassily/thm3.2/lower/c",
        "ours, for Theorem 3.2",
        Kind.INEQUALITY,
        "all coordinates together through one private channel",
        None,
        Derived(
            r"\sum_j\int\frac{(m_{+j}-m_{-j})^2}{\bar m}\le m\alpha^2(e^\varepsilon-1)^2\le4m\alpha^2(e^\varepsilon-1)^2",
            ("bassily/thm3.2/lower/b",),
            AllOf(
                r"\text{Bessel: }\le\max_j\|\phi_j\|^2\int\frac{\mathrm{Var}\,q(y\mid X)}{\bar m(y)},\quad"
                r"\mathrm{Var}\,q\le\tfrac14(e^\varepsilon-1)^2\bar m^2",
                (
                    (
                        "the variance of what lies within [a, t a]",
                        Identity((_T * _B - _B) ** 2 / 4, (_T - 1) ** 2 * _B**2 / 4),
                    ),
                    ("the constant", Identity(4 * m * _A**2 * (_T - 1) ** 2 / 4, m * _A**2 * (_T - 1) ** 2)),
                ),
            ),
            (BESSEL,),
            crosschecks=(
                (
                    "extreme channels",
                    FiniteCheck(
                        r"\le m\alpha^2(e^\varepsilon-1)^2",
                        "d = 2, m = 1, alpha = 1/2, e^epsilon = 2, extreme channels (every fifth; all if not quick)",
                        cubes.mixtures,
                    ),
                ),
            ),
        ),
        note="phi_j = (b_+ - b_-)/b of coordinate j's count are centred and uncorrelated under the product of the mean laws, "
        "and (m_+j - m_-j)(y) is the mean of q(y|X) phi_j(X). A variable within an interval of length s has variance at most s^2/4.",
    ),
    FLIPS,
    Claim(
        "bassily/thm3.2/lower",
        "Theorem 3.2, last sentence",
        Kind.LOWER_BOUND,
        "the local rate cannot be improved",
        UpToConstant(
            LOCAL,
            2 / sqrt(delta * n),
            (positive(n), positive(m), positive(d), positive(delta), _UNIT),
            family=((d, _R), (n, 4 * _R), (m, Integer(4)), (epsilon, Rational(1, 2)), (delta, Rational(1, 4))),
            along=_R,
            text=r"RL\sqrt{\tfrac d{nm\varepsilon^2}}\lesssim\inf_{\mathcal A}\sup_PE[F(\mathcal A(Z^n))-\min F]"
            r"\text{ for all }\delta<\varepsilon",
        ),
        _LOWER,
        correction=(
            "for small delta: pure privacy, or delta as in bassily/own/approximate-lower; there the rate is tight"
            " as printed. For delta of the order of m epsilon^2/d and more, publishing one's data with chance "
            "delta beats it"
        ),
        severity=Severity.CONDITION,
        theorem="bassily/thm3.2/lower",
        note=(
            "d grows, n = d/epsilon^2, m = 4, epsilon = 1/2, delta = 1/4 < epsilon. Each user publishes all samples with "
            "chance delta, which is (0, delta)-private: risk at most 2RL/sqrt(n delta), by bassily/own/publish, against a rate "
            "that stays at RL/2. The correction holds for sequentially interactive protocols."
        ),
    ),
    Claim(
        "bassily/own/approximate-lower",
        "ours, for Theorem 3.2",
        Kind.LOWER_BOUND,
        "the local rate cannot be improved for small delta either",
        None,
        Derived(
            r"\varepsilon\le\tfrac12,\ n\ge\tfrac d{4\varepsilon^2},\ n\delta\le\tfrac1{256}\sqrt{\tfrac d{nm\varepsilon^2}}:\ "
            r"\inf_{\mathcal A}\sup_PE[F(\mathcal A(Z^n))-\min F]\ge\tfrac1{128}RL\sqrt{\tfrac d{nm\varepsilon^2}}",
            ("bassily/thm3.2/lower", "bassily/lemma3.5"),
            AllOf(
                r"\text{pure messages at }2\varepsilon,\ n\delta\text{ away in total variation}",
                (
                    (
                        "the bound at 2 epsilon",
                        Identity(R * L * LOCAL.subs(epsilon, 2 * epsilon) / 32, R * L * LOCAL / 64),
                    ),
                    (
                        "less 2 R L n delta; y is the rate",
                        at_most(1 / (128 * _T), 1 / (64 * _T) - 2 * (1 - _X) / (256 * _T), positive(_T), _SHARE),
                    ),
                ),
            ),
        ),
        note="Each message, given the past, is replaced by Lemma 3.5's, at total variation delta.",
    ),
    Claim(
        "bassily/thm3.3/text",
        "Section 3, the paragraph before Theorem 3.3",
        Kind.LOWER_BOUND,
        "n > d/epsilon^2 is required in the setting of Theorem 3.2",
        UpToConstant(
            Integer(1),
            (1 - delta) ** n,
            (positive(n), Variable(delta, Integer(0), Integer(1), open_lower=True, open_upper=True)),
            family=((n, _R), (delta, Rational(1, 4))),
            along=_R,
            text=r"\delta<\varepsilon,\ n=o(d/\varepsilon^2)\Rightarrow RL\lesssim\inf_{\mathcal A}\sup_PE[F(\mathcal A(Z^n))-\min F]",
        ),
        Derived(
            r"\delta\le\tfrac1{32n},\ n\le\tfrac d{16\varepsilon^2}\Rightarrow\sup_PE[F(\mathcal A(Z^n))-\min F]\ge\tfrac{RL}{16}",
            ("bassily/thm3.3", "bassily/lemma3.5"),
            AllOf(
                r"\text{pure messages at }2\varepsilon,\ n\delta\text{ away in total variation: }\ge\tfrac{RL}4"
                r"\Big(1-\sqrt{\tfrac{4n\varepsilon^2}d}\Big)-2n\delta RL",
                (
                    ("the root", Identity(sqrt(n * (2 * epsilon) ** 2 / d), 2 * sqrt(n * epsilon**2 / d))),
                    (
                        "sqrt(n epsilon^2/d) = 1/4 - x, n delta = 1/32 - v",
                        at_most(
                            Rational(1, 16),
                            (1 - 2 * (Rational(1, 4) - _X)) / 4 - 2 * (Rational(1, 32) - _V),
                            Variable(_X, Integer(0), Rational(1, 4)),
                            Variable(_V, Integer(0), Rational(1, 32)),
                        ),
                    ),
                ),
            ),
        ),
        correction="for pure privacy, or delta of order 1/n at most",
        severity=Severity.CONDITION,
        theorem="bassily/thm3.3",
        note="m = infinity, epsilon = 1/2, delta = 1/4, d = n^2, say: each user publishes all data with chance delta; one user "
        "who does tells F, and otherwise the risk at 0 is at most RL. The sentence speaks of the requirement of Theorem 3.2, which "
        "allows delta < epsilon; Theorem 3.3 itself is about pure privacy. In the correction each message, given the past, is replaced "
        "by Lemma 3.5's; a risk within [0, 2RL] changes by at most 2RL times the total variation.",
        root="bassily/thm3.2/lower",
    ),
)
