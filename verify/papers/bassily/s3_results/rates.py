"""bassily Table 1, (1) and the rates of Theorems 3.1 to 3.3: the table against the theorems, and the rate algebra."""

import sympy
from sympy import Integer, Rational, log, sqrt

from notation.symbols import beta, d, epsilon, m, n
from verify.calculus import calc, integer, let, real
from verify.papers.bassily.setting import (
    BATCH,
    BETA_M,
    E1,
    LOCAL,
    LOG,
    LOG_DELTA,
    PRIVATE,
    ROUNDS,
    SMOOTH_LOCAL,
    STATISTICAL,
    L,
    R,
    X,
    Y,
    c,
    positive,
)
from verify.prover import Relation, Variable
from verify.statements import AllOf, Balance, Identity, Inequality, SameRate, at_most, computed
from verify.statements.claim import Claim, Kind

_X, _Y = sympy.symbols("x y", positive=True)
_ITEM_PRIVATE = sqrt(d * LOG_DELTA) / (n * epsilon)
"""The private term of (1), n samples, in units of R L."""
_ITEM_TABLE = sqrt(d * LOG_DELTA) / (n * m * epsilon)
_USER_TABLE = sqrt(d * LOG_DELTA) / (n * sqrt(m) * epsilon)
_LEVY = d / (n * sqrt(m) * epsilon)
_K = BETA_M / SMOOTH_LOCAL

_USERS, _DRAWS, _DIM = (integer(letter, least=1) for letter in "nmd")
_EPS, _DELTA = real("epsilon", above=0), real("delta", above=0, below=1)
_SAMPLES = let("N", _USERS*_DRAWS)  # fmt: skip
_RADIUS, _LIP = real("R", above=0), real("L", above=0)
_LARGEST = let(r"\beta", _LIP*_EPS**3/_RADIUS*sqrt(_USERS**3/(_DRAWS*_DIM**3)))  # fmt: skip
_LOCAL_RATE = _RADIUS*_LIP*sqrt(_DIM/(_USERS*_DRAWS*_EPS**2))  # fmt: skip
_FEWEST = {_DRAWS: let("m", 1), _USERS: let("n", _DIM / _EPS**2)}


CLAIMS = (
    Claim("bassily/rate/item-central", "Section 3, (1), and Table 1", Kind.RATE_ALGEBRA,
          "Table 1 is (1) with nm samples for n",
          calc(
              1 / sqrt(_SAMPLES) + sqrt(_DIM * log(1 / _DELTA)) / (_SAMPLES * _EPS), "==",
              1 / sqrt(_USERS * _DRAWS) + sqrt(_DIM * log(1 / _DELTA)) / (_USERS * _DRAWS * _EPS),
          ),
          note="The rate itself is cited there, Bassily et al. 2019; Theorem 3.1 at m = 1 has it for nm users, up to "
               "logarithms."),
    Claim("bassily/rate/item-local", "Section 3, the display before Theorem 3.2, and Table 1", Kind.RATE_ALGEBRA,
          "Table 1 is the item-level rate with nm samples for n",
          calc(sqrt(_DIM / (_SAMPLES * _EPS**2)), "==", sqrt(_DIM / (_USERS * _DRAWS * _EPS**2))),
          note="The rate itself is cited there, Duchi et al. 2013; Theorem 3.2 at m = 1 has it for nm users, up to "
               "logarithms."),
    Claim("bassily/rate/levy", "Section 3, the display after (1), and abstract", Kind.RATE_ALGEBRA,
          "the private term of Levy et al. is sqrt(d) above that of Theorem 3.1",
          SameRate(_LEVY, sqrt(d) * PRIVATE,
                   r"\tfrac{d}{n\sqrt m\varepsilon}=\sqrt d\cdot\tfrac{\sqrt d}{\sqrt mn\varepsilon}"),
          note="At min(L, sigma) = L."),
    Claim("bassily/rate/3.1", "Theorem 3.1", Kind.RATE_ALGEBRA, "the two terms meet at d = n epsilon^2",
          Balance(STATISTICAL, PRIVATE, d, n * epsilon**2, STATISTICAL)),
    Claim("bassily/rate/3.2", "Theorem 3.2 and the end of its proof", Kind.RATE_ALGEBRA,
          "the smoothness at which both terms of the accelerated method meet",
          Balance(beta * R**2 * d**2 / (n**2 * epsilon**4), R * L * LOCAL, beta, SMOOTH_LOCAL, R * L * LOCAL)),
    Claim("bassily/rate/3.3", "Theorem 3.3", Kind.RATE_ALGEBRA,
          "the rate of Theorem 3.2 is of order RL at m = 1 and n = d/epsilon^2",
          calc(_LOCAL_RATE.xreplace(_FEWEST), "==", _RADIUS * _LIP)),
    Claim("bassily/rate-algebra1", "Section 5, Algorithm 4 in (2), the optimisation term", Kind.RATE_ALGEBRA,
          "the optimisation term R^2/(eta T) at the printed learning rate",
          AllOf(r"\tfrac{R^2}{\eta T}=\tfrac{RL}{T(x+y)}\lesssim\tfrac{RL}{\sqrt{nm}}+c\tfrac{RL\sqrt d}{\sqrt mn\varepsilon},\quad\tfrac1{Tx}=\tfrac{c^2}{\sqrt{nm}},\quad\tfrac1{Ty}=\tfrac{c\sqrt d}{n\varepsilon\sqrt m}",
                {"the sum of the two parts is at least y":
                     at_most(_Y / (_X + _Y), Integer(1), positive(_X), positive(_Y)),
                 "y": Identity(lambda: 1 / (ROUNDS * Y), lambda: c * PRIVATE),
                 "x": Identity(lambda: 1 / (ROUNDS * X), lambda: c**2 * STATISTICAL)}),
          note="So this term of (2) is right for the sum of the two parts, and with c^2 x for x for their minimum too; "
               "bassily/sec5/9 is about the sum of all terms."),
    Claim("bassily/rate-algebra2", "Section 5, Algorithm 4 in (2), the generalisation term", Kind.RATE_ALGEBRA,
          "T eta/(nm) for each part of the learning rate",
          corrected=AllOf(r"\tfrac{Tx}{nm}=\tfrac1{c^2\sqrt{nm}},\quad\tfrac{Ty}{nm}=\tfrac{\varepsilon}{c\sqrt{dm}}",
                          {"x": Identity(lambda: ROUNDS * X / (n * m), lambda: STATISTICAL / c**2),
                           "y": Identity(lambda: ROUNDS * Y / (n * m), lambda: epsilon / (c * sqrt(d * m)))}),
          note="A step of ours for bassily/sec5/9, which is the display (2) that the paper prints."),
    Claim("bassily/rate-algebra3", "Section 5, Algorithm 4 in (2), the noise term", Kind.RATE_ALGEBRA,
          "eta d sigma^2 for each part of the learning rate, and which part is the smaller",
          corrected=AllOf(r"\tfrac ym=\tfrac{c\sqrt d}{n\varepsilon\sqrt m},\quad\tfrac xm=\tfrac d{n^{3/2}\varepsilon^2\sqrt m},\quad \tfrac{x^2}{y^2}=\tfrac d{c^2n\varepsilon^2}",
                          {"y": Identity(lambda: Y / m, lambda: c * PRIVATE),
                           "x": Identity(lambda: X / m, lambda: d / (n ** Rational(3, 2) * epsilon**2 * sqrt(m))),
                           "the ratio": Identity(lambda: X**2 / Y**2, lambda: d / (c**2 * n * epsilon**2))}),
          note="A step of ours for bassily/sec5/9, which is the display (2) that the paper prints. So x <= y iff d <= "
               "c^2 n epsilon^2."),
    Claim("bassily/rate-algebra4", "Section 6, after Lemma 6.1", Kind.RATE_ALGEBRA,
          "the first term at the largest beta of Theorem 3.2",
          calc(_LARGEST * _RADIUS**2 * _DIM**2 / (_USERS**2 * _EPS**4), "==", _LOCAL_RATE)),
    Claim("bassily/rate-algebra5", "Section 6, discussion of the smoothness condition", Kind.RATE_ALGEBRA,
          "beta_m against the largest beta, and the price of smoothing",
          AllOf(r"\beta_m\Big/\tfrac{L\varepsilon^3}R\sqrt{\tfrac{n^3}{md^3}}=\tfrac{md}{n\varepsilon^2},\quad\tfrac{L^2}{2\beta_m}=\tfrac12RL\sqrt{\tfrac d{mn\varepsilon^2}}",
                {"the ratio": Identity(_K, lambda: m * d / (n * epsilon**2)),
                 "the price": Identity(lambda: L**2 / (2 * BETA_M), lambda: R * L * LOCAL / 2)})),
    Claim(
        "bassily/rate-algebra6", "Section 5, proof of Lemma 5.1", Kind.RATE_ALGEBRA,
        "the batch size does not depend on n, logarithms apart",
        Identity(
            BATCH, lambda: c * sqrt(d) / (E1 * sqrt(2 * LOG)),
            text=r"B=\tfrac{n\varepsilon}{(e-1)\sqrt{2T\log(2/\delta)}}=\tfrac{c\sqrt d}{(e-1)\sqrt{2\log(2/\delta)}}")),
    Claim("bassily/table1", "Table 1", Kind.RATE_ALGEBRA, "the table against the theorems",
          AllOf(r"\text{central: Theorem 3.1 with a factor }\sqrt{\log(1/\delta)},\text{ and }\sqrt m\text{ times the "
                r"item-level private term; local: both rows are one}",
                {"user level, central, first term": SameRate(1 / sqrt(m * n), STATISTICAL),
                 "user level, central, private term, the logarithm carried":
                     SameRate(_USER_TABLE, PRIVATE * sqrt(LOG_DELTA)),
                 "central, user against item level": SameRate(_USER_TABLE, sqrt(m) * _ITEM_TABLE),
                 "local": SameRate(LOCAL, sqrt(d / (n * epsilon**2)).subs(n, n * m))}),
          note="The table's cells for this paper say Theta up to logarithms; the lower half of the central one is "
               "bassily/thm3.1/lower, of the local one bassily/thm3.2/lower."),
    Claim("bassily/eq1", "Section 3, text after (1)", Kind.RATE_ALGEBRA,
          "for m < d the private term of Levy et al. is above that of (1)",
          AllOf(r"m<d\Rightarrow\tfrac{d}{n\sqrt m\varepsilon}>\tfrac{\sqrt d}{n\varepsilon}",
                {"the ratio is sqrt(d/m), the logarithm of (1) apart":
                     Identity(lambda: _LEVY / (sqrt(d) / (n * epsilon)), lambda: sqrt(d / m)),
                 "above 1 where m < d": Inequality(Relation(Integer(1), sqrt(1 / LOG), "<",
                                                            (Variable(LOG, Integer(0), Integer(1), open_lower=True,
                                                                      open_upper=True),))),
                 "with the logarithm of (1) the ratio is 1 at m = d/log(1/delta)":
                     computed(lambda: (_LEVY / _ITEM_PRIVATE).subs(LOG_DELTA, LOG).subs(m, d / LOG), Integer(1))}),
          note="Lambda stands for m/d in the second part, for log(1/delta) in the third. With the logarithm that (1) "
               "shows the comparison turns at m = d/log(1/delta); the display before it hides its own."),
)  # fmt: skip
