"""bassily Table 1, (1) and the rates of Theorems 3.1 to 3.3: the table against the theorems, and the rate algebra."""

from sympy import Rational, log, sqrt

from notation.symbols import beta, d, epsilon, n
from verify.kernel.calculus import below, integer, let, line, real
from verify.kernel.statements import AllOf, Balance, Identity, Undecided
from verify.kernel.statements.claim import Claim, Kind, Match
from verify.papers.bassily.setting import (
    E1,
    LOCAL,
    LOG,
    PRIVATE,
    SMOOTH_LOCAL,
    STATISTICAL,
    L,
    R,
)

_USERS, _DRAWS, _DIM = (integer(letter, least=1) for letter in "nmd")
_EPS, _DELTA = real("epsilon", above=0), real("delta", above=0, below=1)
_SAMPLES = let("N", _USERS * _DRAWS)
RATE_ITEM_CENTRAL = Claim(
    "bassily/rate/item-central",
    "Section 3, (1), and Table 1",
    Kind.RATE_ALGEBRA,
    "the item-level rate under central privacy, and Table 1's cell for nm samples",
    printed=Undecided(
        r"\tilde{O}\left(\frac{RL}{\sqrt{n}}+\frac{RL\sqrt{d\log(1/\delta)}}{n\varepsilon}\right)\ "
        r"(1);\quad\text{Table 1, item-level, central DP: "
        r"}\Theta\left(\frac{1}{\sqrt{mn}}+\frac{\sqrt{d\log(1/\delta)}}{nm\varepsilon}\right)",
        "a proof of the rates, which the paper cites from other work",
    ),
    corrected=line(1 / sqrt(_SAMPLES) + sqrt(_DIM * log(1 / _DELTA)) / (_SAMPLES * _EPS)).eq(
        1 / sqrt(_USERS * _DRAWS) + sqrt(_DIM * log(1 / _DELTA)) / (_USERS * _DRAWS * _EPS)
    ),
    correction="only that (1) with N = mn samples reads as the table's cell: an identity, in which no risk occurs",
    note="The rate itself is cited there, Bassily et al. 2019; Theorem 3.1 at m = 1 has it for nm users, up to "
    "logarithms.",
)
RATE_ITEM_LOCAL = Claim(
    "bassily/rate/item-local",
    "Section 3, the display before Theorem 3.2, and Table 1",
    Kind.RATE_ALGEBRA,
    "the item-level rate under local privacy, and Table 1's cell for nm samples",
    printed=Undecided(
        r"\Theta\left(RL\sqrt{\frac{d}{n\varepsilon^2}}\right)\text{ at item level};\quad\text{Table 1, "
        r"item-level, local DP: }\Theta\left(\sqrt{\frac{d}{nm\varepsilon^2}}\right)",
        "a proof of the rates, which the paper cites from other work",
    ),
    corrected=line(sqrt(_DIM / (_SAMPLES * _EPS**2))).eq(sqrt(_DIM / (_USERS * _DRAWS * _EPS**2))),
    correction="only that the rate with N = mn samples reads as the table's cell: an identity, in which no risk occurs",
    note="The rate itself is cited there, Duchi et al. 2013; Theorem 3.2 at m = 1 has it for nm users, up to "
    "logarithms.",
)
_C, _RADIUS, _LIPSCHITZ = real("c", above=0), real("R", above=0), real("L", above=0)
_T = let("T", _USERS**2 * _EPS**2 / (_C**2 * _DIM))
"""The steps of Algorithm 4; c is the paper's c_{n,delta}."""
_X_PART = let("x", _DIM * sqrt(_DRAWS) / (_USERS ** Rational(3, 2) * _EPS**2))
_Y_PART = let("y", _C * sqrt(_DRAWS * _DIM) / (_USERS * _EPS))
"""The two terms of the printed learning rate (R/L)(x + y)."""
_STEEPEST = let(r"\beta_m", _LIPSCHITZ / _RADIUS * sqrt(_DRAWS * _USERS * _EPS**2 / _DIM))
_THEIRS = let("B", _DIM / (_USERS * sqrt(_DRAWS) * _EPS))
"""The private term of Levy et al."""
_OURS = let("A", sqrt(_DIM) / (sqrt(_DRAWS) * _USERS * _EPS))
"""The private term of Theorem 3.1."""
_USER_CELL = let("U", sqrt(_DIM * log(1 / _DELTA)) / (_USERS * sqrt(_DRAWS) * _EPS))
_ITEM_CELL = let("I", sqrt(_DIM * log(1 / _DELTA)) / (_USERS * _DRAWS * _EPS))
"""The private terms of Table 1's central cells."""
RATE_LEVY = Claim(
    "bassily/rate/levy",
    "Section 3, the display after (1); also abstract, Section 1 and Section 3.1",
    Kind.RATE_ALGEBRA,
    "the private term of Levy et al. is sqrt(d) above that of Theorem 3.1",
    says=(
        r"\tilde{O}\left(\frac{RL}{\sqrt{nm}}+\frac{Rd\min\{L,\sigma\}}{n\sqrt{m}\varepsilon}\right)\text{ "
        r"in Levy et al. (2021)};\quad\text{the rate of this paper, roughly "
        r"}\frac{1}{\sqrt{nm}}+\frac{\sqrt{d}}{\varepsilon n\sqrt{m}},\text{ is better by a factor "
        r"}\sqrt{d}"
    ),
    match=Match.READING,
    differs="the private terms alone, at R = L = 1 and min{L, sigma} = L",
    printed=line(_THEIRS / _OURS).eq(sqrt(_DIM)),
    note="At min(L, sigma) = L.",
)
RATE_3_1 = Claim(
    "bassily/own/rate-3.1",
    "Theorem 3.1",
    Kind.RATE_ALGEBRA,
    "the two terms meet at d = n epsilon^2",
    corrected=Balance(STATISTICAL, PRIVATE, d, n * epsilon**2, STATISTICAL),
    note="Arithmetic of ours on the rate of Theorem 3.1, which is bassily/thm3.1.",
)
RATE_3_2 = Claim(
    "bassily/rate/3.2",
    "Theorem 3.2 and the end of its proof",
    Kind.RATE_ALGEBRA,
    "the smoothness at which both terms of the accelerated method meet",
    says=(
        r"F(\theta_T^{ag})-F(\theta^*)=O\left(\beta\frac{d^2R^2}{n^2\varepsilon^4}+RL\sqrt{\frac{d}{mn\varepsilon^2}}\right);\quad\text{with "
        r"}\beta=\tilde{O}\left(\frac{L\varepsilon^3}{R}\sqrt{\frac{n^3}{md^3}}\right)\text{ this is the "
        r"rate of Theorem 3.2}"
    ),
    match=Match.READING,
    differs=(
        "judged is that at the largest beta, without its logarithms, the first term is of the order of the second"
    ),
    printed=Balance(beta * R**2 * d**2 / (n**2 * epsilon**4), R * L * LOCAL, beta, SMOOTH_LOCAL, R * L * LOCAL),
)
_LOCAL_RATE = _RADIUS * _LIPSCHITZ * sqrt(_DIM / (_USERS * _DRAWS * _EPS**2))
_FEWEST = {_DRAWS: let("m", 1), _USERS: let("n", _DIM / _EPS**2)}
RATE_3_3 = Claim(
    "bassily/own/rate-3.3",
    "Theorem 3.3",
    Kind.RATE_ALGEBRA,
    "the rate of Theorem 3.2 is of order RL at m = 1 and n = d/epsilon^2",
    corrected=line(_LOCAL_RATE.xreplace(_FEWEST)).eq(_RADIUS * _LIPSCHITZ),
    note="Arithmetic of ours on the rate of Theorem 3.2, which bassily/thm3.3 complements.",
)

_RATE = let(r"\eta", _RADIUS / _LIPSCHITZ * (_X_PART + _Y_PART))
_LEAVES, _OVER, _LEFT_OUT = (real(letter, above=0) for letter in "wyx")
_WHOLE = _RADIUS * _LIPSCHITZ / _T
_PRIVATE_TERM = _C * _RADIUS * _LIPSCHITZ * sqrt(_DIM) / (sqrt(_DRAWS) * _USERS * _EPS)
RATE_ALGEBRA1 = Claim(
    "bassily/rate-algebra1",
    "Section 5, Algorithm 4 in (2), the optimisation term",
    Kind.RATE_ALGEBRA,
    "the optimisation term R^2/(eta T) at the printed learning rate",
    says=(
        r"T=\frac{n^2\varepsilon^2}{c_{n,\delta}^2d},\quad "
        r"\eta=\frac{R}{L}\left(\frac{d\sqrt{m}}{n^{3/2}\varepsilon^2}+\frac{c_{n,\delta}\sqrt{md}}{n\varepsilon}\right);\quad\text{with "
        r"these the term }\frac{R^2}{\eta T}\text{ is within "
        r"}O\left(\frac{RL}{\sqrt{nm}}+c_{n,\delta}\cdot\frac{RL\sqrt{d}}{\sqrt{m}n\varepsilon}\right)\ "
        r"(2)"
    ),
    match=Match.READING,
    differs=(
        "one term of (2), at the constant 1, c for c_{n,delta}, with the arithmetic that the paper leaves out (x and y are "
        "the two parts of its learning rate, a sum in our copy)"
    ),
    printed=AllOf(
        "",
        {
            "the term": line(_RADIUS**2 / (_RATE * _T))
            .eq(_WHOLE / (_X_PART + _Y_PART))
            .le(
                _WHOLE / _Y_PART,
                line(_LEAVES / (_LEFT_OUT + _OVER))
                .le(_LEAVES / _OVER)
                .at({_LEAVES: _WHOLE, _LEFT_OUT: _X_PART, _OVER: _Y_PART}),
            )
            .le(_RADIUS * _LIPSCHITZ / sqrt(_USERS * _DRAWS) + _PRIVATE_TERM),
            "x": line(1 / (_T * _X_PART)).eq(_C**2 / sqrt(_USERS * _DRAWS)),
            "y": line(1 / (_T * _Y_PART)).eq(_C * sqrt(_DIM) / (_USERS * _EPS * sqrt(_DRAWS))),
        },
    ),
    note="So this term of (2) is right for the sum of the two parts, and with c^2 x for x for their minimum too; "
    "bassily/sec5/9 is about the sum of all terms.",
)
RATE_ALGEBRA2 = Claim(
    "bassily/own/rate-algebra2",
    "Section 5, Algorithm 4 in (2), the generalisation term",
    Kind.RATE_ALGEBRA,
    "T eta/(nm) for each part of the learning rate",
    corrected=AllOf(
        "",
        {
            "x": line(_T * _X_PART / (_USERS * _DRAWS)).eq(1 / (_C**2 * sqrt(_USERS * _DRAWS))),
            "y": line(_T * _Y_PART / (_USERS * _DRAWS)).eq(_EPS / (_C * sqrt(_DIM * _DRAWS))),
        },
    ),
    note="A step of ours for bassily/sec5/9, which is the display (2) that the paper prints.",
)
RATE_ALGEBRA3 = Claim(
    "bassily/own/rate-algebra3",
    "Section 5, Algorithm 4 in (2), the noise term",
    Kind.RATE_ALGEBRA,
    "eta d sigma^2 for each part of the learning rate, and which part is the smaller",
    corrected=AllOf(
        "",
        {
            "y": line(_Y_PART / _DRAWS).eq(_C * sqrt(_DIM) / (_USERS * _EPS * sqrt(_DRAWS))),
            "x": line(_X_PART / _DRAWS).eq(_DIM / (_USERS ** Rational(3, 2) * _EPS**2 * sqrt(_DRAWS))),
            "the ratio": line(_X_PART**2 / _Y_PART**2).eq(_DIM / (_C**2 * _USERS * _EPS**2)),
        },
    ),
    note="A step of ours for bassily/sec5/9, which is the display (2) that the paper prints. So x <= y iff d <= "
    "c^2 n epsilon^2.",
)
_LARGEST = let(r"\beta", _LIPSCHITZ * _EPS**3 / _RADIUS * sqrt(_USERS**3 / (_DRAWS * _DIM**3)))
RATE_ALGEBRA4 = Claim(
    "bassily/rate-algebra4",
    "Section 6, after Lemma 6.1",
    Kind.RATE_ALGEBRA,
    "the first term at the largest beta of Theorem 3.2",
    says=(
        r"\beta\frac{d^2R^2}{n^2\varepsilon^4}\text{ is within the desired rate "
        r"}RL\sqrt{\frac{d}{mn\varepsilon^2}}\text{ when "
        r"}\beta=\tilde{O}\left(\frac{L\varepsilon^3}{R}\sqrt{\frac{n^3}{md^3}}\right)"
    ),
    match=Match.READING,
    differs="an equality at the largest beta, without its logarithms",
    printed=line(_LARGEST * _RADIUS**2 * _DIM**2 / (_USERS**2 * _EPS**4)).eq(_LOCAL_RATE),
)
RATE_ALGEBRA5 = Claim(
    "bassily/rate-algebra5",
    "Section 6, discussion of the smoothness condition",
    Kind.RATE_ALGEBRA,
    "beta_m against the largest beta, and the price of smoothing",
    says=(
        r"\beta_m=\frac{L^2}{RL\sqrt{\frac{d}{mn\varepsilon^2}}}=\frac{L}{R}\sqrt{\frac{mn\varepsilon^2}{d}};\quad "
        r"n>\frac{dm}{\varepsilon^2}:\ "
        r"\beta_m\le\frac{L\varepsilon^3}{R}\sqrt{\frac{n^3}{md^3}};\quad\text{the optimality is kept up "
        r"to constants}"
    ),
    match=Match.READING,
    differs=(
        "the quotient of both sides, md/(n epsilon^2), and the price L^2/(2 beta_m) are written out; the "
        "paper prints neither"
    ),
    printed=AllOf(
        "",
        {
            "the ratio": line(_STEEPEST / (_LIPSCHITZ * _EPS**3 / _RADIUS * sqrt(_USERS**3 / (_DRAWS * _DIM**3)))).eq(
                _DRAWS * _DIM / (_USERS * _EPS**2)
            ),
            "the price": line(_LIPSCHITZ**2 / (2 * _STEEPEST)).eq(
                _RADIUS * _LIPSCHITZ * sqrt(_DIM / (_DRAWS * _USERS * _EPS**2)) / 2
            ),
        },
    ),
)
RATE_ALGEBRA6 = Claim(
    "bassily/rate-algebra6",
    "Section 5, proof of Lemma 5.1",
    Kind.RATE_ALGEBRA,
    "the batch size does not depend on n, logarithms apart",
    says=r"B=\frac{n\varepsilon}{(e-1)\sqrt{2T\log(2/\delta)}}=\tilde{\Omega}(\sqrt{d}/\varepsilon_0)",
    match=Match.READING,
    differs="T of Algorithm 4 is put in: an equality with c and the logarithm, where the paper has a rate",
    printed=line(_USERS * _EPS / (E1 * sqrt(2 * _T * log(2 / _DELTA)))).eq(
        _C * sqrt(_DIM) / (E1 * sqrt(2 * log(2 / _DELTA)))
    ),
)
TABLE1 = Claim(
    "bassily/table1",
    "Table 1",
    Kind.RATE_ALGEBRA,
    "the table against the theorems",
    printed=Undecided(
        r"\text{excess risk, }R=L=1\text{. Item level: central "
        r"}\Theta\left(\frac{1}{\sqrt{mn}}+\frac{\sqrt{d\log(1/\delta)}}{nm\varepsilon}\right)\text{, "
        r"local }\Theta\left(\sqrt{\frac{d}{nm\varepsilon^2}}\right)\text{. User level: central "
        r"}\tilde{\Theta}\left(\frac{1}{\sqrt{mn}}+\frac{\sqrt{d\log(1/\delta)}}{n\sqrt{m}\varepsilon}\right)\text{, "
        r"local }\tilde{\Theta}\left(\sqrt{\frac{d}{nm\varepsilon^2}}\right)\text{; at user level under "
        r"conditions on smoothness or parameter ranges}",
        "an upper and a lower bound for each cell in all of its range; of the user level see bassily/thm3.1, bassily/thm3.1/lower, bassily/thm3.2 and bassily/thm3.2/lower",
    ),
    corrected=AllOf(
        "",
        {
            "user level, central, private term: the logarithm carried": line(_USER_CELL / _OURS).eq(
                sqrt(log(1 / _DELTA))
            ),
            "central, user against item level": line(_USER_CELL / _ITEM_CELL).eq(sqrt(_DRAWS)),
        },
    ),
    correction="only arithmetic between the cells: the central one is the rate of Theorem 3.1 with a factor sqrt(log(1/delta)) and sqrt(m) times the item-level private term, the local ones are written alike",
    note="The table's cells for this paper say Theta up to logarithms; the lower half of the central one is "
    "bassily/thm3.1/lower, of the local one bassily/thm3.2/lower.",
)
EQ1 = Claim(
    "bassily/eq1",
    "Section 3, text after (1)",
    Kind.RATE_ALGEBRA,
    "for m < d the private term of Levy et al. is above that of (1)",
    says=r"\text{with }\sigma\text{ as large as }L\text{ and }m<d\text{, the private term "
    r"}\frac{Rd\min\{L,\sigma\}}{n\sqrt{m}\varepsilon}\text{ of Levy et al. (2021) is worse than that "
    r"of the baseline (1), }\frac{RL\sqrt{d\log(1/\delta)}}{n\varepsilon}",
    match=Match.READING,
    differs="up to logarithms, as the O~ of both displays has it: the factor sqrt(log(1/delta)) that (1) shows is left out, and with it the comparison turns at m = d/log(1/delta), as a second part says",
    printed=AllOf(
        "",
        {
            "the logarithm of (1) apart": line(_DIM / (_USERS * sqrt(_DRAWS) * _EPS), given=(below(_DRAWS, _DIM),)).gt(
                sqrt(_DIM) / (_USERS * _EPS)
            ),
            "with the logarithm of (1), at m = d/log(1/delta)": Identity(
                lambda: d / (n * sqrt(d / LOG) * epsilon), lambda: sqrt(d * LOG) / (n * epsilon)
            ),
        },
    ),
    note="Lambda stands for log(1/delta) in the second part. With the logarithm that (1) "
    "shows the comparison turns at m = d/log(1/delta); the display before it hides its own.",
)

CLAIMS = (
    RATE_ITEM_CENTRAL,
    RATE_ITEM_LOCAL,
    RATE_LEVY,
    RATE_3_1,
    RATE_3_2,
    RATE_3_3,
    RATE_ALGEBRA1,
    RATE_ALGEBRA2,
    RATE_ALGEBRA3,
    RATE_ALGEBRA4,
    RATE_ALGEBRA5,
    RATE_ALGEBRA6,
    TABLE1,
    EQ1,
)
