"""kent Sections 4, 4.1 and 4.2: lines of Algorithms 6 and 7, other ways to vote, and sentences that compare rates."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from math import comb, log2

import numpy as np
from flint import arb
from sympy import Min, Rational, exp, log, tanh

from notation.setting import Setting
from upperbounds.sparse import kent as sparse
from upperbounds.sparse.threshold import ThresholdPlan
from verify.kernel.calculus import at_most, cite, let, line, real
from verify.kernel.statements import AllOf, Case, Definition, FiniteCheck, Undecided
from verify.kernel.statements.claim import Claim, Kind, Match, Severity
from verify.kernel.statements.outcome import Settings, as_arb
from verify.papers.kent.nouns_sections import SIZE, SUPPORT
from verify.papers.kent.s4_theorem7_lower import THEOREM7
from verify.papers.kent.setting import ALPHA, DRAWS, USERS

_AT_ONE = cite(THEOREM7, "alpha up to 1").at({DRAWS: 1})
_MANY_USERS, _X, _K = at_most(SIZE, USERS * ALPHA**2), real("x", above=0), real("k", above=0)
S4_ONE_SAMPLE = Claim(
    "kent/s4/one-sample",
    "Section 4, the text after Theorem 7: 'in the case that T = 1'",
    Kind.LOWER_BOUND,
    "with one sample the bound is sd/(n alpha^2)",
    says=(r"\text{at }T=1\text{ (36) has the item-level lower bound of Acharya et al. (2023a), " r"}sd/(n\alpha^2)"),
    match=Match.READING,
    differs=(
        "the T-dependent term of (36) at T = 1 with the constant 1/10752, for alpha <= 1, the regime of "
        "Section 1; where d <= n alpha^2 its minimum with s is the second part"
    ),
    printed=line(_AT_ONE.statement.left, given=(*_AT_ONE.statement.hypotheses, _MANY_USERS))
    .ge(_AT_ONE.statement.right, _AT_ONE)
    .eq(SUPPORT * Min(1, SIZE / (USERS * ALPHA**2)) / 10752)
    .ge(
        SUPPORT * SIZE / (10752 * USERS * ALPHA**2),
        line(Min(1, _X), given=(at_most(_X, 1),)).ge(_X).at({_X: SIZE / (USERS * ALPHA**2)}),
        line(SIZE / (USERS * ALPHA**2), given=(_MANY_USERS,)).le(1),
    ),
    note="Set next to Acharya et al. 2023, which the paper cites. The T-independent part is smaller there.",
)


def _first_line(_: Settings) -> Iterator[Case]:
    """T*, epsilon and eta of the program's Algorithm 6 next to (37): floats, so at 2^-40 of a side."""
    for n, m, dim, s, alpha in ((10**7, 100, 50, 4, 0.5), (10**6, 1, 9, 2, 1.0), (170667 * 30, 10**9, 20, 3, 1.0)):
        plan = sparse.algorithm6(Setting(n, m, dim, alpha, s=s))
        users = n * Fraction(alpha) ** 2
        used = int(as_arb(m).min((as_arb(users) / (170667 * s)).exp()).floor().unique_fmpz())
        told = {"n": n, "T": m, "d": dim, "s": s, "alpha": alpha, "T*": used}
        yield Case(told | {"of": "T*"}, abs(plan.m - used), 0)
        threshold = (2 * as_arb(dim * users * used).log() / used).sqrt()
        yield Case(told | {"of": "epsilon"}, abs(as_arb(Fraction(plan.threshold)) - threshold), threshold / 2**40)
        edge = arb(30 * s).sqrt()
        yield Case(told | {"of": "eta"}, abs(as_arb(Fraction(float(plan.hashed.edge))) - edge), edge / 2**40)


EQ37 = Claim(
    "kent/eq37",
    "Section 4.1.1, Algorithm 6, line 1, (37)",
    Kind.ALGORITHM,
    "T*, epsilon and eta, which the program computes",
    says=r"T^*=T\wedge\exp\{n\alpha^2/(Ks)\},\quad\varepsilon=\{2\log(dnT^*\alpha^2)/T^*\}^{1/2},\quad\eta=(30s)^{1/2}",
    match=Match.SAME,
    printed=Definition(
        r"T^*=T\wedge\exp\{n\alpha^2/(Ks)\},\quad\varepsilon=\{2\log(dnT^*\alpha^2)/T^*\}^{1/2},\quad\eta=(30s)^{1/2}"
    ),
    corrected=FiniteCheck(
        r"T^*_{\mathrm{code}}=\lfloor T^*\rfloor;\ |\varepsilon_{\mathrm{code}}-\varepsilon|\le2^{-40}\varepsilon,\ |\eta_{\mathrm{code}}-\eta|\le2^{-40}\eta",
        "(n, T, d, s, alpha) = (10^7, 100, 50, 4, 1/2), (10^6, 1, 9, 2, 1), (5120010, 10^9, 20, 3, 1)",
        _first_line,
    ),
    correction=("the line is a definition; shown is that the program computes it, with T* rounded down and K = 170667"),
    note="K = 170667, T* rounded down. The paper leaves K open.",
)
_LEVEL = real("a", above=0)
_STEEP = line(tanh(_LEVEL)).le(_LEVEL)
_QUARTER = real("a", above=0, most=Rational(1, 4))
_FLAT = line(tanh(_QUARTER)).ge(4 * _QUARTER / 5)
_ONE_BIT, _HIGH = ALPHA / (4 * SUPPORT), at_most(ALPHA, 1)
_FEW_BITS = at_most(4 * _ONE_BIT, 1)
_WAYS = {
    "2 omega - 1": line(exp(2 * _LEVEL) / (1 + exp(2 * _LEVEL)) - 1 / (1 + exp(2 * _LEVEL))).eq(tanh(_LEVEL)),
    "a fold for each co-ordinate, from above": line(USERS / SIZE * tanh(ALPHA / 4) ** 2)
    .le(USERS / SIZE * (ALPHA / 4) ** 2, _STEEP.at({_LEVEL: ALPHA / 4}))
    .eq(USERS * ALPHA**2 / (16 * SIZE)),
    "from below": line(USERS / SIZE * tanh(ALPHA / 4) ** 2, given=(_HIGH,))
    .ge(USERS / SIZE * (ALPHA / 5) ** 2, _FLAT.at({_QUARTER: ALPHA / 4}))
    .eq(USERS * ALPHA**2 / (25 * SIZE)),
    "a vector with s ones, from above": line(USERS * tanh(_ONE_BIT) ** 2)
    .le(USERS * _ONE_BIT**2, _STEEP.at({_LEVEL: _ONE_BIT}))
    .eq(USERS * ALPHA**2 / (16 * SUPPORT**2)),
    "a vector with s ones, from below": line(USERS * tanh(_ONE_BIT) ** 2, given=(_FEW_BITS,))
    .ge(USERS * (4 * _ONE_BIT / 5) ** 2, _FLAT.at({_QUARTER: _ONE_BIT}))
    .eq(USERS * ALPHA**2 / (25 * SUPPORT**2)),
    "hashed: the exponent of (229) at eta of (37)": line(9 * USERS * ALPHA**2 / (25600 * let("y", 30 * SUPPORT))).eq(
        3 * USERS * ALPHA**2 / (256000 * SUPPORT)
    ),
}
ALG6_ALTERNATIVES = Claim(
    "kent/alg6/alternatives",
    "Section 4.1.1, the text before Algorithm 7: two other ways to find the co-ordinates, and the hashed one",
    Kind.RATE_ALGEBRA,
    "users in d folds, or vectors of votes, put d or s^2 where hashing has s",
    printed=Undecided(
        r"\text{cost in the final rate: one fold of users a co-ordinate }d\text{; a privatised vector in "
        r"}\{0,1\}^d\text{ with }s\text{ ones }s^2\text{; hashing only }\log(d)",
        "the final rates of the two other ways, which the paper does not derive",
    ),
    corrected=AllOf("", _WAYS),
    correction=(
        "for the final rates stand the exponents of a vote that is wrong, by Hoeffding's inequality: "
        "users in folds have d, vectors of votes s^2, and hashing s, where the paper has only log(d)"
    ),
    note="The exponents by Hoeffding's inequality of a vote that is wrong: folds of n/d users at alpha, all "
    "users at alpha/(2s) for each bit, and (229). So n alpha^2 has to be of the order of d log d, s^2 log d "
    "or s log d; s enters with hashing, too.",
)


def kept(plan: ThresholdPlan) -> Iterator[Case]:
    """What the program keeps of three estimates next to (43), (44): those beyond the threshold, of these the s largest."""
    for found in product([Fraction(k, 8) for k in (-7, -3, -1, 0, 2, 5)], repeat=3):
        if len({abs(x) for x in found}) == 3:
            beyond = sorted((j for j in range(3) if abs(found[j]) > Fraction(1, 4)), key=lambda j: -abs(found[j]))
            estimates = plan.keep(np.array([float(x) for x in found]))
            for j in range(3):
                told = {"estimates": [str(x) for x in found], "s": plan.s, "j": j + 1}
                yield Case(told, Fraction(float(estimates[j])), found[j] if j in beyond[: plan.s] else 0)


def _kept(_: Settings) -> Iterator[Case]:
    cube = sparse.algorithm7(Setting(10**6, 10, 3, 1.0, s=1)).cube
    for s in (1, 2, 3):
        yield from kept(ThresholdPlan("(43), (44)", s, 0.25, 1.0, cube))


EQ43 = Claim(
    "kent/eq43",
    "Section 4.1.2, Algorithm 7, lines 5 to 8, (43), (44)",
    Kind.ALGORITHM,
    "what is kept: the estimates beyond 3 epsilon, of these the s largest",
    says=(
        r"\hat\theta_j^{\mathrm{thresh}}=\tilde\theta_j\mathbb{1}\{|\hat\theta_j|>3\varepsilon\};\quad\mathcal{I}=\{\iota_1,\ldots,\iota_s\},\ "
        r"|\hat\theta_{\iota_j}^{\mathrm{thresh}}|\ge|\hat\theta_{\iota_{j-1}}^{\mathrm{thresh}}|\ \text{ "
        r"for }1<j\le "
        r"s;\quad\hat\theta=\sum_{j=1}^d(\mathbf{e}_j\hat\theta_j^{\mathrm{thresh}}\mathbb{1}\{j\in\mathcal{I}\})"
    ),
    match=Match.SAME,
    printed=Definition(
        r"\hat\theta_j^{\mathrm{thresh}}=\tilde\theta_j\mathbb{1}\{|\hat\theta_j|>3\varepsilon\};\quad\mathcal{I}=\{\iota_1,\ldots,\iota_s\},\ "
        r"|\hat\theta_{\iota_j}^{\mathrm{thresh}}|\ge|\hat\theta_{\iota_{j-1}}^{\mathrm{thresh}}|\ \text{ "
        r"for }1<j\le "
        r"s;\quad\hat\theta=\sum_{j=1}^d(\mathbf{e}_j\hat\theta_j^{\mathrm{thresh}}\mathbb{1}\{j\in\mathcal{I}\})"
    ),
    corrected=FiniteCheck(
        r"\hat\theta_j=\hat\theta_j^{\mathrm{thresh}}1\{j\in\mathcal I\}",
        "d = 3, s = 1, 2, 3, 3 epsilon = 1/4; estimates of different sizes in eighths",
        _kept,
        "==",
    ),
    correction=(
        "theta^_j for the theta~_j of (43), which nothing defines; next to the lines stands that the "
        "program computes (44)"
    ),
    note="The program's decoder. The theta~_j of (43) is theta^_j: nothing else has been estimated.",
)
_FEW = at_most(_K * log(SIZE), SIZE / (USERS * ALPHA**2))
SEC4_2_IMPROVED = Claim(
    "kent/sec4.2/improved",
    "Section 4.2, first paragraph: s log(d)/T next to the item level's sd/(nT alpha^2)",
    Kind.RATE_ALGEBRA,
    "better by a factor k where d/(n alpha^2) is k log d",
    says=(
        r"\text{even for }d/(n\alpha^2)\to\infty\text{, if }\log\{d/(n\alpha^2)\}/T\to0\text{: "
        r"}s\log(d)/T\text{, up to logarithms, in place of the item level's }sd/(nT\alpha^2)"
    ),
    match=Match.READING,
    differs=(
        "'improved, up to logarithmic factors' is read as a factor k where d/(n alpha^2) >= k log(d); "
        "that the risk attains the rate is kent/thm7/upper/first"
    ),
    printed=line(SUPPORT * log(SIZE) / DRAWS, given=(_FEW,))
    .le(
        SUPPORT * (SIZE / (_K * USERS * ALPHA**2)) / DRAWS,
        line(log(SIZE), given=(_FEW,)).le(SIZE / (_K * USERS * ALPHA**2)),
    )
    .eq(SUPPORT * SIZE / (USERS * DRAWS * ALPHA**2) / _K),
    note="So d/(n alpha^2) has to outgrow log d; the sentence, which lets it tend to infinity, is up to "
    "logarithmic factors.",
)


def _beyond(samples: int, chance: Fraction) -> arb:
    """The probability that the mean of a given number of signs, +1 with this probability, is 1/4 or more in size."""
    return as_arb(
        sum(
            comb(samples, k) * chance**k * (1 - chance) ** (samples - k)
            for k in range(samples + 1)
            if 4 * abs(2 * k - samples) >= samples
        )
    )


def _locally(_: Settings) -> Iterator[Case]:
    """The probability that all votes of a user are right, at T = 160 log sqrt(d) samples: s = 4 means of 1/2."""
    for d in (100, 10**4, 10**6):
        samples = int((80 * arb(d).log()).ceil().unique_fmpz())
        right = _beyond(samples, Fraction(3, 4)) ** 4 * (1 - _beyond(samples, Fraction(1, 2))) ** (d - 4)
        yield Case({"d": d, "T": samples, "d/(n alpha^2)": "sqrt(d)"}, Fraction(9, 10), right)


def _too_few(_: Settings) -> Iterator[Case]:
    """The probability that some of d - 4 zero co-ordinates shows the same sign T times, as a mean of 1 does."""
    for d in (100, 10**4, 10**6):
        samples = int(log2(d) / 2)
        yield Case({"d": d, "T": samples}, Fraction(9, 10), 1 - as_arb(1 - Fraction(2, 2**samples)) ** (d - 4))


def _nearly_all(_: Settings) -> Iterator[Case]:
    """The probability that none of d - 4 zero co-ordinates shows +1 in all T samples, as one of mean 1 does; as a power, too."""
    for power in (100, 200):
        d, samples = 2**power, power // 2
        assert 3 * samples >= 20 * as_arb(d).log().log()
        others, share = d - 4, Fraction(1, 2**samples)
        none = (others * (-as_arb(share)).log1p()).exp()
        yield Case({"d": f"2^{power}", "T": samples}, none, Fraction(9, 10), left_again=as_arb(1 - share) ** others)


SEC4_2_LOCALLY = Claim(
    "kent/sec4.2/locally",
    "Section 4.2, first paragraph: a user identifies the relevant co-ordinates locally",
    Kind.INEQUALITY,
    "a constant times log{d/(n alpha^2)} samples suffice where n alpha^2 is a power of d below the first",
    says=(
        r"\text{from more than }\log\{d/(n\alpha^2)\}\text{ observations a user finds, with high "
        r"probability, the non-zero co-ordinates alone}"
    ),
    match=Match.READING,
    differs=(
        "more than is read as a multiple of, with high probability as 9/10; for d/(n alpha^2) that tends "
        "to infinity as the text has it"
    ),
    printed=FiniteCheck(
        r"P(\text{no zero co-ordinate looks like a mean of }1)\ge\tfrac9{10},\ T=\lfloor\tfrac12\log_2d\rfloor\ge"
        r"\tfrac{20}{3}\log\tfrac d{n\alpha^2}",
        "s = 4, n alpha^2 = d/log(d), d = 2^100, 2^200",
        _nearly_all,
        ">=",
    ),
    corrected=AllOf(
        "",
        {
            "enough": FiniteCheck(
                r"\tfrac9{10}\le P(\text{all votes of a user are right}),\ "
                r"T=160\log\tfrac d{n\alpha^2}",
                "n alpha^2 = sqrt(d), d = 10^2, 10^4, 10^6; s = 4 means 1/2, a vote from 1/4 on",
                _locally,
            ),
            "not enough": FiniteCheck(
                r"\tfrac9{10}\le P(\text{a zero co-ordinate looks like a mean of }1),\ "
                r"T=\lfloor\tfrac12\log_2d\rfloor",
                "d = 10^2, 10^4, 10^6; s = 4",
                _too_few,
            ),
        },
    ),
    correction=(
        "where n alpha^2 is d^(1/2), so that log{d/(n alpha^2)} is of the order of log(d), which is what "
        "a user needs and the epsilon of (37) has"
    ),
    severity=Severity.CONDITION,
    theorem="kent/thm7/upper/first",
    note="The regime of Corollary 8 (i) at gamma = 1/2. Where n alpha^2 is nearly d (gamma = 1) it is log d that "
    "a user needs, as the second part says and the epsilon of (37) has it, not log{d/(n alpha^2)}.",
)
_S, _L, _T, _B, _C = (real(name, above=0) for name in ("s", "L", "T", "b", "c"))
_SAFE = (at_most(8 * _L, _T), at_most(4 * exp(-_C * _B / (2 * _S)), _S))
SEC4_2_SAFER = Claim(
    "kent/sec4.2/safer",
    "Section 4.2, misspecification of s, last sentence: 'generally safer to choose a relatively large s'",
    Kind.RATE_ALGEBRA,
    "the display for the input 2s is below the bias alone of the input s/2",
    says=r"\text{with }s\text{ unknown, a rather large input is in general the safer one}",
    match=Match.READING,
    differs=(
        "'generally safer' is read as: the display for the input 2s is at most the bias s - s/2 of the "
        "input s/2, where T >= 8 log(dnT alpha^2) and n alpha^2 is of the order of s"
    ),
    printed=line(2 * _S * _L / _T + exp(-_C * _B / (2 * _S)), given=_SAFE)
    .le(2 * _S * _L / _T + _S / 4, line(exp(-_C * _B / (2 * _S)), given=_SAFE[1:]).le(_S / 4))
    .le(_S / 4 + _S / 4, line(2 * _S * _L / _T, given=_SAFE[:1]).le(_S / 4))
    .eq(_S - _S / 2),
    note="L = log(dnT alpha^2), b = n alpha^2: for T >= 8L and n alpha^2 of the order of s. Figure 10 is more "
    "delicate: kent/experiment6/over-estimated and kent/experiment6/relative.",
)

CLAIMS = (
    S4_ONE_SAMPLE,
    EQ37,
    ALG6_ALTERNATIVES,
    EQ43,
    SEC4_2_IMPROVED,
    SEC4_2_LOCALLY,
    SEC4_2_SAFER,
)
