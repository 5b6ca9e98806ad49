"""bassily Definition 2.6, Algorithm 2 and Lemma B.1: the range of concentrated numbers by randomized response."""

import sympy
from sympy import Integer, Rational, exp, oo, tanh

from notation.symbols import epsilon
from upperbounds.channels import UnaryEncoding
from upperbounds.channels.loss import T
from upperbounds.mean import bassily
from verify.kernel.calculus import FINITE_MEAN, Comparison, Discrete, Mean, Name, integer, let, line, real, words
from verify.kernel.prover import Variable
from verify.kernel.statements import AllOf, FiniteCheck, Identity, PlanPrivacy, at_most, computed
from verify.kernel.statements.claim import Claim, Kind, Match, Severity
from verify.papers.bassily.instances import vote_counts as tallies
from verify.papers.bassily.nouns import BinsMet, NumbersIn, SpreadAtMost
from verify.papers.bassily.setting import BIT_GAP
from verify.papers.private_bits import private_bits

_COUNT, _REACH, _TAU = integer("t", least=1), real("R", above=0), real("tau", above=0)
_CEILING = (Comparison(_REACH, "<=", _COUNT * _TAU), Comparison((_COUNT - 1) * _TAU, "<", _REACH))
ALG2 = Claim(
    "bassily/alg2",
    "Section 4.2, Algorithm 2, step 1",
    Kind.CONSTRUCTION,
    "the intervals divide [-R, R]",
    says=(
        r"\text{divide }[-R,R]\text{ into }t=R/\tau\text{ nonoverlapping intervals "
        r"}I_1,I_2,\ldots,I_t\text{ of width }2\tau"
    ),
    match=Match.READING,
    differs=(
        "t = R/tau is rounded up where it is not whole, and the last interval then reaches beyond R; the "
        "intervals are half-open"
    ),
    printed=AllOf(
        "",
        {
            "they reach R": line(_REACH, given=_CEILING[:1]).le(-_REACH + 2 * _COUNT * _TAU),
            "the last one starts before R": line(-_REACH + 2 * (_COUNT - 1) * _TAU, given=_CEILING[1:]).lt(_REACH),
            "the code's bins": FiniteCheck(
                r"\#\{j:X\in I_j\}=1",
                "tau/R in multiples of 1/12 to 11/12 (full: 35/12), X/R too",
                tallies.partition,
                "==",
            ),
        },
    ),
    note="t = R/tau is read as a whole number; where it is none it is rounded up, and the last interval reaches "
    "beyond R.",
)
_LEVEL, _MARKS = real("epsilon", above=0), (Name(letter, "bits") for letter in ("x", "x'"))
ALG2_PRIVACY = Claim(
    "bassily/alg2/privacy",
    "Section 4.2, Algorithm 2; Lemma B.1, first sentence",
    Kind.PRIVACY,
    "Algorithm 2 is (epsilon, 0)-LDP",
    says=r"\text{Algorithm 2 is "
    r"}(\varepsilon,0)\text{-LDP};\quad\frac{\mathbb{P}[Y_i=\mathbf{b}]}{\mathbb{P}[Y_i'=\mathbf{b}]}\in[e^{-\varepsilon},e^{\varepsilon}]\text{ "
    r"for any }\mathbf{b}\in\{0,1\}^t\text{ and any }X_i,X_i'\in[-R,R]",
    match=Match.READING,
    differs=(
        "one side of the ratio, the other being the same with x and x' exchanged; x and x' are the marks of two numbers, each "
        "of at most one 1, as the intervals do not overlap (bassily/alg2)"
    ),
    printed=private_bits(_COUNT, _LEVEL, r"\omega", Name("b", "message"), *_MARKS).beside(
        ("4 users and 5 bins, exactly", PlanPrivacy("Algorithm 2 of 4 users and 5 bins", bassily.algorithm2_symbolic))
    ),
    note="Reached as soon as t >= 2.",
)
_NUMBERS, _USERS = Name("X", "numbers"), integer("k", least=1)
_INSIDE, _NEAR = NumbersIn(_NUMBERS, _USERS, _REACH), SpreadAtMost(_NUMBERS, 2 * _TAU)
_MET = BinsMet(_NUMBERS, _REACH, _TAU)
LEMMAB_1_A = Claim(
    "bassily/lemmaB.1/a",
    "Appendix B.2, proof of Lemma B.1, existence of j'",
    Kind.INEQUALITY,
    "data within tau of one point meet at most two adjacent bins",
    says=(
        r"b_i(j)=\mathbb{1}\{X_i\in I_j\};\quad\text{by concentration there is }j'\in[t-1]\text{ with "
        r"}\sum_{i=1}^{k}(b_i(j')+b_i(j'+1))=k\text{, so that }\sum_{i=1}^{k}b_i(j)=0\text{ for all "
        r"}j\in[t]\setminus\{j',j'+1\}"
    ),
    match=Match.READING,
    differs=(
        "data within 2 tau of each other meet two adjacent bins at most, with half-open bins and t >= 2, "
        "which the paper leaves open"
    ),
    printed=line(_MET, given=(_INSIDE, _NEAR))
    .le(
        2,
        words(
            "The bins are half-open and 2 tau wide, so that two places at most 2 tau apart are in one bin or in two that are adjacent.",
            Comparison(_MET, "<=", 2),
            given=(_INSIDE, _NEAR),
            leans=("bassily/alg2",),
        ),
    )
    .crosschecked(
        "the bins of the two ends",
        r"j(x_0+\tau)-j(x_0-\tau)\le1",
        "t = 2..6, x_0 in multiples of tau/6",
        tallies.met,
    ),
    note="u is where x_0 - tau lies in its bin, in units of 2 tau. Read with half-open bins and t >= 2: for t = "
    "1 there is no j'. With closed bins three can be met, see bassily/own/closed-bins.",
)
OWN_CLOSED_BINS = Claim(
    "bassily/own/closed-bins",
    "to Appendix B.2, proof of Lemma B.1",
    Kind.CONSTRUCTION,
    "with closed bins the data can meet three",
    corrected=FiniteCheck(
        r"\#\{j:I_j\cap\{2,3,4\}\ne\emptyset\}=3,\ I_j=[2j-2,2j]", "x_0 = 3, tau = 1", tallies.closed, "=="
    ),
)
_OFFSET = 1 / (exp(epsilon / 2) + 1)


def _drawn(bit: int) -> sympy.Expr:
    """The probability of a 1 for a bit of that value, from the channel that draws."""
    answer = UnaryEncoding(2, 1, epsilon).answer_one[bit]
    return answer.as_expr().subs(T.as_expr(), exp(epsilon / 2))


_ASKED = integer("b", least=0, most=1)
_SLOPE = let(r"c_\varepsilon", (exp(_LEVEL / 2) - 1) / (exp(_LEVEL / 2) + 1))
_SAID = (_ASKED * exp(_LEVEL / 2) + 1 - _ASKED) / (exp(_LEVEL / 2) + 1)
_ANSWER = Discrete(1, _SAID, 0, 1 - _SAID)
"""Algorithm 2's answer to the bit b_i(j)."""
LEMMAB_1_B = Claim(
    "bassily/lemmaB.1/b",
    "Appendix B.2, proof of Lemma B.1, after the existence of j'",
    Kind.IDENTITY,
    "the means of the answered bits",
    says=(
        r"(Y_1(j),\ldots,Y_k(j))\text{ are independent Bernoulli variables with means "
        r"}c_\varepsilon(b_1(j),\ldots,b_k(j)),\quad "
        r"c_\varepsilon=\frac{e^{\varepsilon/2}-1}{e^{\varepsilon/2}+1}"
    ),
    match=Match.SAME,
    printed=FiniteCheck(
        r"E Y_i(j)=c_\varepsilon b_i(j)", "e^(epsilon/2) = 3/2, a bin without data", tallies.printed_means, "=="
    ),
    corrected=AllOf(
        "",
        {
            "the mean of the answer to the bit b": line(Mean(_ANSWER)).eq(
                1 / (exp(_LEVEL / 2) + 1) + _SLOPE * _ASKED, FINITE_MEAN(_ANSWER)
            ),
            "a bit without data, as the channel answers it": computed(lambda: _drawn(0), _OFFSET),
            "a bit with data": computed(lambda: _drawn(1), _OFFSET + BIT_GAP),
        },
    ),
    correction="the offset 1/(e^(epsilon/2) + 1), the probability of a false 1, is missing",
    severity=Severity.PROOF_GAP,
    theorem="bassily/lemmaB.1",
)
LEMMAB_1_B_SIZE = Claim(
    "bassily/lemmaB.1/b/size",
    "Appendix B.2, proof of Lemma B.1, the value of c_epsilon",
    Kind.IDENTITY,
    "c_epsilon is about epsilon",
    says=r"c_\varepsilon=\frac{e^{\varepsilon/2}-1}{e^{\varepsilon/2}+1}\approx\varepsilon",
    match=Match.READING,
    differs="the sign of approximation is read as a quotient that goes to 1 for small epsilon",
    printed=Identity(
        sympy.limit(tanh(epsilon / 4) / epsilon, epsilon, 0),
        Integer(1),
        (),
        r"c_\varepsilon\approx\varepsilon:\ \lim_{\varepsilon\to0}c_\varepsilon/\varepsilon=1",
    ),
    corrected=AllOf(
        "",
        {
            "the hyperbolic tangent": Identity(BIT_GAP, tanh(epsilon / 4).rewrite(exp)),
            "above": at_most(tanh(epsilon / 4), epsilon / 4, Variable(epsilon, Integer(0), oo, open_lower=True)),
            "below": at_most(
                Rational(2449, 10000) * epsilon,
                tanh(epsilon / 4),
                Variable(epsilon, Integer(0), Integer(1), open_lower=True),
            ),
        },
    ),
    correction="c_epsilon is about epsilon/4; the proof then uses epsilon in its place, without the factor",
    severity=Severity.CONSTANT,
    theorem="bassily/lemmaB.1",
    root="bassily/lemmaB.1",
)

_LEFT = real("a")
_AT = let(r"\mu", _LEFT + real("u", least=0, most=4) * _TAU)
"""A place in two neighbouring bins of width 2 tau, the first of which begins at a."""
LEMMAB_1_DISTANCE = Claim(
    "bassily/lemmaB.1/distance",
    "Appendix B.2, proof of Lemma B.1, last sentence",
    Kind.INEQUALITY,
    "the middle of either bin is within 4 tau of the mean",
    says=(
        r"\tilde{\mu}(X^k)\text{ the middle of }I_{j^*},\ j^*\in\{j',j'+1\}:\ "
        r"|\tilde{\mu}(X^k)-\mu(X^k)|\le|I_{j'}|+|I_{j'+1}|=4\tau"
    ),
    match=Match.READING,
    differs="the smaller bound 3 tau, which the paper does not print, is put between",
    printed=AllOf(
        "",
        {
            "the first bin's middle": line(abs((_LEFT + _TAU) - _AT)).le(3 * _TAU).le(2 * _TAU + 2 * _TAU),
            "the second bin's middle": line(abs((_LEFT + 3 * _TAU) - _AT)).le(3 * _TAU).le(2 * _TAU + 2 * _TAU),
        },
    ),
    note="mu(X^k) is the mean of the data, in the union of the two bins. 3 tau is reached: all data at an outer end.",
)

CLAIMS = (
    ALG2,
    ALG2_PRIVACY,
    LEMMAB_1_A,
    OWN_CLOSED_BINS,
    LEMMAB_1_B,
    LEMMAB_1_B_SIZE,
    LEMMAB_1_DISTANCE,
)
