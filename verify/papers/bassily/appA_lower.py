"""bassily Theorem 3.3 and Appendix A: too few users learn nothing, whatever the number of samples."""

import sympy
from sympy import Integer, Rational, log, oo, sqrt, tanh

from notation.symbols import d, epsilon
from verify.calculus import (
    KL,
    TV,
    Comparison,
    Information,
    Interactive,
    Name,
    Private,
    Sum,
    Supremum,
    by,
    calc,
    integer,
    real,
)
from verify.calculus.facts.optimisation import (
    INFORMATION_OVER_USERS,
    LINEAR_SIGNS,
    PRIVATE_KL_OF_INPUTS,
    ROOTS,
    SIGN_INFORMATION,
    SUPERADDITIVE,
    At,
    GivenSign,
    Heard,
    Sign,
    Signs,
    WorstExcess,
)
from verify.calculus.textbook import CHAIN_RULE, DATA_PROCESSING
from verify.papers.bassily.instances import sign_cubes as cubes
from verify.papers.bassily.setting import least, positive
from verify.prover import Variable
from verify.statements import AllOf, Derived, FiniteCheck, Identity, Whole, at_most
from verify.statements.claim import Claim, Kind, Severity

_A, _B, _T, _Y, _H = sympy.symbols("alpha b t y h", positive=True)
_S, _U = sympy.symbols("s u", positive=True)
_X, _V = sympy.symbols("x v", nonnegative=True)
_SHARE = Variable(_X, Integer(0), Integer(1))
_OVER = Variable(_X, Integer(0), oo)
_NEAR = log(Integer(2)) - log(Rational(100, 99)) - log(Integer(99)) / 100
"""log(2^d/N) over d, N the number of corners within d/100, by Chernoff's bound."""
_USERS, _DRAWS, _DIM, _J = (integer(letter, least=1) for letter in "nmdj")
_EPS, _RADIUS, _LIPSCHITZ = real("epsilon", above=0), real("R", above=0), real("L", above=0)
_PROTOCOL = Name("Z", "protocol")
_VECTOR = Signs(_DIM)
_HEARD, _ONE = Heard(_PROTOCOL, _VECTOR, 1, _DRAWS), Sign(_VECTOR, _J)
_APART = TV(GivenSign(_HEARD, _ONE, 1), GivenSign(_HEARD, _ONE, -1))
_EACH, _WHOLE, _UNIT_RISK = Information(_ONE, _HEARD), Information(_VECTOR, _HEARD), _LIPSCHITZ * _RADIUS / 4
_CHANNEL, _INPUT, _OTHER = Name("K", "channel"), Name("x", "input"), Name("x'", "input")
_WORST = Supremum(KL(At(_CHANNEL, _INPUT), At(_CHANNEL, _OTHER)), _INPUT)
_TOLD = calc(
    _WHOLE, "<=", _USERS*Supremum(Supremum(_WORST, _OTHER), _CHANNEL, Private(_CHANNEL, _EPS)),
    by(INFORMATION_OVER_USERS(_PROTOCOL, _USERS, _EPS, _DIM, 1, _DRAWS)),
    "<=", _USERS*_EPS**2/2, by(PRIVATE_KL_OF_INPUTS(_CHANNEL, _EPS, _INPUT, _OTHER)),
    given=(Interactive(_PROTOCOL, _USERS, _EPS),),
)  # fmt: skip
_FEW = Comparison(_USERS, "<=", _DIM / (4 * _EPS**2))
_THEOREM33 = calc(
    WorstExcess(_PROTOCOL, _DIM, _DRAWS, _RADIUS, _LIPSCHITZ), ">=", _UNIT_RISK*(1 - Sum(_APART, _J, 1, _DIM)/_DIM),
    by(LINEAR_SIGNS(_PROTOCOL, _DIM, _DRAWS, 1, _RADIUS, _LIPSCHITZ)),
    ">=", _UNIT_RISK*(1 - Sum(sqrt(2*_EACH), _J, 1, _DIM)/_DIM), by(SIGN_INFORMATION(_HEARD, _DIM, _J)),
    ">=", _UNIT_RISK*(1 - sqrt(2*_DIM*Sum(_EACH, _J, 1, _DIM))/_DIM), by(ROOTS(_HEARD, _DIM)),
    ">=", _UNIT_RISK*(1 - sqrt(2*_DIM*_WHOLE)/_DIM), by(SUPERADDITIVE(_HEARD, _DIM)),
    ">=", _UNIT_RISK*(1 - sqrt(_USERS*_EPS**2/_DIM)), by(_TOLD),
    ">=", _RADIUS*_LIPSCHITZ/8, by(_FEW),
    given=(Interactive(_PROTOCOL, _USERS, _EPS), _FEW),
    crosschecks=(
        (
            "one user, two coordinates",
            FiniteCheck(
                r"\tfrac d2\Big(1-\sqrt{\tfrac{n\varepsilon^2}d}\Big)\le\sum_j\tfrac12(1-\mathrm{TV}_j)",
                "n = 1, d = 2, e^epsilon = 3/2, 2, extreme channels (every fifth; all if not quick)",
                cubes.point_masses,
            ),
        ),
    ),
)  # fmt: skip


CLAIMS = (
    Claim(
        "bassily/appA/1",
        "Appendix A, the family",
        Kind.CONSTRUCTION,
        "point masses and their minimisers",
        AllOf(
            r"P_v=\delta_{v/\sqrt d},\ F_v(\theta)=-\theta\cdot v/\sqrt d,\ \min F_v=F_v(\theta_v)=-1,\ \theta_v=v/\sqrt d",
            (
                (
                    "theta_v is on the unit sphere, and the loss is 1-Lipschitz",
                    Identity(d * (1 / sqrt(d)) ** 2, Integer(1)),
                ),
                (
                    "no parameter in the ball does better: s = |theta|^2, u = theta.theta_v",
                    Identity(1 - _U, (_S - 2 * _U + 1) / 2 + (1 - _S) / 2),
                ),
            ),
        ),
        note="(s - 2u + 1)/2 = |theta - theta_v|^2/2.",
    ),
    Claim(
        "bassily/appA/2",
        "Appendix A, second display",
        Kind.INEQUALITY,
        "the excess risk is at least half the squared distance",
        Derived(
            r"F(\theta)-F(\theta_v)=1-\tfrac{\theta\cdot v}{\sqrt d}\ge\tfrac12\|\theta-\theta_v\|^2,\ \|\theta\|\le1",
            ("bassily/appA/1",),
            AllOf(
                r"1-u-\tfrac12(s-2u+1)=\tfrac12(1-s)\ge0",
                (
                    ("the difference", Identity(1 - _U - (_S - 2 * _U + 1) / 2, (1 - _S) / 2)),
                    ("the ball", at_most(_X, Integer(1), _SHARE)),
                ),
            ),
        ),
        note="s = |theta|^2, u = theta.theta_v; equality on the sphere.",
    ),
    Claim(
        "bassily/appA/3",
        "Appendix A, proof of Lemma A.1, first display",
        Kind.IDENTITY,
        "wrong signs and distances of minimisers",
        FiniteCheck(
            r"d_{ham}(v,w)=d\,\|\theta_v-\theta_w\|^2",
            "all corners for d = 1, 2, 3, w = (1, ..., 1)",
            cubes.hamming,
            "==",
        ),
        AllOf(
            r"d_{ham}(v,w)=\tfrac d4\|\theta_v-\theta_w\|^2",
            (
                (
                    "one sign: (a - b)^2/4 is 1 where they differ, else 0",
                    FiniteCheck(r"1\{a\ne b\}=\tfrac14(a-b)^2", "all four pairs of signs", cubes.one_sign, "=="),
                ),
                ("h wrong signs, each 2/sqrt(d) apart", Identity(d / 4 * _H * (2 / sqrt(d)) ** 2, _H)),
            ),
        ),
        correction="a factor 1/4: minimisers differ by 2/sqrt(d) in each wrong sign",
        severity=Severity.CONSTANT,
        theorem="bassily/appA/8",
    ),
    Claim(
        "bassily/appA/4",
        "Appendix A, proof of Lemma A.1, first display",
        Kind.INEQUALITY,
        "the decoder errs little if the estimate does",
        FiniteCheck(
            r"\hat V=\arg\max_{v}\|\mathcal A-\theta_v\|^2:\ E\,d_{ham}(V,\hat V)\le2d\,E\|\theta_V-\mathcal A\|^2",
            "d = 1, 2, 3, an estimate without error",
            cubes.farthest,
        ),
        Derived(
            r"\hat V=\arg\min_{v}\|\mathcal A-\theta_v\|^2:\ E\,d_{ham}(V,\hat V)\le d\,E\|\theta_V-\mathcal A\|^2",
            ("bassily/appA/3",),
            Identity(d / 4 * (2 * _Y) ** 2, d * _Y**2),
            crosschecks=(
                (
                    "a grid of estimates",
                    FiniteCheck(
                        r"d_{ham}(V,\hat V)\le d\|\theta_V-\mathcal A\|^2",
                        "d = 4, estimates in {-1/2, -1/4, 0, 1/4, 1/2}^4, ties against the decoder",
                        cubes.nearest,
                    ),
                ),
            ),
        ),
        correction="arg min, and then d, half of the printed bound",
        severity=Severity.TYPO,
        theorem="bassily/appA/8",
        note="|theta_V - theta_V-hat| <= 2 |theta_V - A|.",
    ),
    Claim(
        "bassily/appA/5/markov",
        "Appendix A, proof of Lemma A.1",
        Kind.INEQUALITY,
        "few wrong signs, by Markov",
        Derived(
            r"E\,d_{ham}\le\tfrac d{100}\Rightarrow P(d_{ham}\ge\tfrac d{50})\le\tfrac12",
            (),
            AllOf(
                r"1\{h\ge t\}\le h/t\text{ at } t=\tfrac d{50},\text{ averaged}",
                (
                    ("where h = t + x", at_most(Integer(1), (d / 50 + _X) / (d / 50), positive(d), _OVER)),
                    ("the bound", Identity(d / 100 / (d / 50), Rational(1, 2))),
                ),
            ),
            crosschecks=(
                (
                    "the extreme laws of d_ham",
                    FiniteCheck(
                        r"P(d_{ham}\ge\tfrac d{50})\le\tfrac12",
                        "d = 50, 100, 120: every law on two of the values 0, ..., d whose mean is d/100",
                        cubes.two_valued,
                    ),
                ),
            ),
        ),
    ),
    Claim(
        "bassily/appA/5/fano",
        "Appendix A, proof of Lemma A.1, after Duchi and Wainwright 2013, Corollary 1",
        Kind.INEQUALITY,
        "Fano's inequality for distances",
        Derived(
            r"P(d_{ham}>t)\ge1-\tfrac{I+\log2}{\log(2^d/N_t)}\text{ and }\log(2^d/N_t)\ge\tfrac58d>\tfrac d{200}"
            r"\text{ at } t=\tfrac d{100}",
            (),
            AllOf(
                r"I\ge p\log\tfrac{2^d}{N_t}-H(p),\ p=P(d_{ham}\le t),\ H(p)\le\log2",
                (
                    (
                        "the entropy: log u >= 1 - 1/u at u = 2p and 2(1-p), whose sum is 0",
                        Identity(
                            _Y * (1 - 1 / (2 * _Y)) + (1 - _Y) * (1 - 1 / (2 * (1 - _Y))), Integer(0), ((_Y, "0", "1"),)
                        ),
                    ),
                    ("log u >= 1 - 1/u above 1, u = 1 + x", at_most(_X / (1 + _X), log(1 + _X), _OVER)),
                    ("and below, u = 1/(1 + x)", at_most(log(1 + _X), _X, _OVER)),
                    (
                        "the corners within d/100 by Chernoff's bound at r = 1/99",
                        at_most(Rational(5, 8) * d, _NEAR * d, positive(d)),
                    ),
                ),
            ),
            (DATA_PROCESSING,),
            crosschecks=(
                (
                    "the count itself",
                    FiniteCheck(r"\log(N_t/2^d)\le-\tfrac58d", "d = 1, 50, 100, 250, 800, 2000", cubes.few_near),
                ),
            ),
        ),
        note="Data processing for the event d_ham <= t, whose probability is at most N_t/2^d when V is independent of the "
        "messages. N_t <= r^(-t) (1 + r)^d for r <= 1. The paper has d/200 for log(2^d/N_t): true, and far from sharp.",
    ),
    Claim(
        "bassily/appA/5/combine",
        "Appendix A, end of the proof of Lemma A.1",
        Kind.INEQUALITY,
        "both probabilities together",
        FiniteCheck(
            r"P(d_{ham}\ge\tfrac d{50})\le\tfrac12,\ P(d_{ham}\ge\tfrac d{100})>1-\tfrac{\log2+I}{d/200}"
            r"\Rightarrow I\ge\tfrac d{400}-\log2",
            "d = 800, d_ham = 8 always, I = 0",
            cubes.two_thresholds,
        ),
        Derived(
            r"E\|\theta_V-\mathcal A\|^2\le\tfrac1{200}\Rightarrow I(V;Y^n)\ge\tfrac5{16}d-\log2",
            ("bassily/appA/4", "bassily/appA/5/fano"),
            AllOf(
                r"P(d_{ham}>\tfrac d{100})\le\tfrac12\text{ from } E\,d_{ham}\le\tfrac d{200}",
                (
                    ("Markov", Identity(d / 200 / (d / 100), Rational(1, 2))),
                    (
                        "I + log 2 >= P(d_ham <= d/100) log(2^d/N), at least 1/2 + x of (5/8) d + y",
                        at_most(
                            Rational(5, 16) * d,
                            (Rational(1, 2) + _X) * (Rational(5, 8) * d + _Y),
                            positive(d),
                            positive(_Y),
                            Variable(_X, Integer(0), Rational(1, 2)),
                        ),
                    ),
                ),
            ),
            crosschecks=(
                (
                    "messages whose information is known",
                    FiniteCheck(
                        r"I(V;Y)\ge\tfrac5{16}d-\log2",
                        "signs erased or flipped as often as the error 1/200 allows; d = 1, 2, 10, 200, 1000",
                        cubes.informative,
                        ">=",
                    ),
                ),
            ),
        ),
        correction="one threshold, d/100, for both: a bound on P(d_ham >= d/50) says nothing of P(d_ham >= d/100). The factor 2 "
        "that bassily/appA/4 leaves makes it fit",
        severity=Severity.PROOF_GAP,
        theorem="bassily/appA/8",
    ),
    Claim(
        "bassily/appA/5",
        "Appendix A, Lemma A.1",
        Kind.INEQUALITY,
        "a good estimate needs information of order d",
        Whole(
            r"I(V;Y^n)\gtrsim d\text{ by both probabilities}",
            ("bassily/appA/5/markov", "bassily/appA/5/fano", "bassily/appA/5/combine"),
        ),
        Whole(
            r"I(V;Y^n)\ge\tfrac5{16}d-\log2",
            ("bassily/appA/5/markov", "bassily/appA/5/fano", "bassily/appA/5/combine"),
            as_corrected=True,
        ),
        correction="one threshold in both probabilities",
        severity=Severity.PROOF_GAP,
        theorem="bassily/appA/8",
    ),
    Claim(
        "bassily/appA/6",
        "Appendix A, chain rule",
        Kind.IDENTITY,
        "information user by user",
        Derived(
            r"I(V;Y^n)=\sum_iI(V;Y_i\mid Y^{i-1})\le\sum_i\max_{\mathcal R}\mathrm{KL}(\mathcal R P(Z_i\mid V)\|\mathcal R P(Z_i\mid Y^{i-1}))",
            (),
            AllOf(
                r"\text{the log-ratio of the joint law to the product, user by user}",
                (
                    (
                        "two users: the ratios multiply",
                        Identity(log(_A * _B / (_T * _Y)), log(_A / _T) + log(_B / _Y)),
                    ),
                    (
                        "a mean over the past is at most the largest value",
                        at_most(
                            _V * (_T - _X) + (1 - _V) * _T,
                            _T,
                            positive(_T),
                            _OVER,
                            Variable(_V, Integer(0), Integer(1)),
                        ),
                    ),
                ),
            ),
            (CHAIN_RULE,),
            crosschecks=(
                (
                    "two users, the second's channel chosen by the first's message",
                    FiniteCheck(
                        r"I(V;Y_1Y_2)\le\sum_iE\max_{\mathcal R}\mathrm{KL}(\mathcal RP(Z\mid V)\|\mathcal RP(Z\mid Y^{i-1}))",
                        "V on three atoms, e^epsilon = 2, every extreme channel first, two of them second; Z = V",
                        cubes.two_users,
                        granted="2^{-40}",
                    ),
                ),
            ),
        ),
        note="I(V;Y) is the KL of the joint law to the product; given the past the law of Z_i without V is a mixture over V.",
    ),
    Claim(
        "bassily/appA/7",
        "Appendix A, after Duchi, Jordan and Wainwright 2013, Theorem 1",
        Kind.INEQUALITY,
        "KL through a private channel",
        Derived(
            r"\mathrm{KL}(\mathcal R P_1\|\mathcal R P_2)=O(\varepsilon^2);\text{ here }\le\varepsilon\tanh(\varepsilon/2)\le\tfrac12\varepsilon^2",
            ("zhao/own/kl-absolute",),
            at_most(tanh(_X / 2), _X / 2, _OVER),
        ),
        note=("For every epsilon."),
    ),
    Claim(
        "bassily/appA/8",
        "Appendix A, last display",
        Kind.LOWER_BOUND,
        "a good estimate needs d/epsilon^2 users",
        Derived(
            r"\max_vE\|\mathcal A-\theta_v\|^2\le\tfrac1{200},\ d\ge4\Rightarrow n\ge\tfrac d{4\varepsilon^2}",
            ("bassily/appA/2", "bassily/appA/5/combine", "bassily/appA/6", "bassily/appA/7"),
            AllOf(
                r"\tfrac12n\varepsilon^2\ge I(V;Y^n)\ge\tfrac5{16}d-\log2\ge\tfrac d8",
                (
                    ("d >= 4", at_most(d / 8, Rational(5, 16) * d - log(Integer(2)), least(d, 4))),
                    ("n", Identity(d / 8 / (epsilon**2 / 2), d / (4 * epsilon**2))),
                ),
            ),
        ),
        note="For d < 4 Fano's inequality says nothing (5d/16 < log 2 up to d = 2): there bassily/thm3.3 as proved here serves.",
    ),
    Claim(
        "bassily/thm3.3",
        "Theorem 3.3",
        Kind.LOWER_BOUND,
        "fewer than d/epsilon^2 users learn nothing, whatever m",
        _THEOREM33,
        note=(
            "By the mistakes in single signs instead of Lemma A.1, so that it holds for every d; Lemma A.1, corrected, gives it "
            "for d >= 4. For n = o(d/epsilon^2) the condition holds in the end. Pure privacy: bassily/thm3.3/text."
        ),
    ),
)
