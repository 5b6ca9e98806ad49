"""bassily Definition 2.6, Algorithm 2 and Lemma B.1: the range of concentrated numbers by randomized response."""

import sympy
from sympy import Integer, Rational, exp, oo, tanh

from notation.symbols import epsilon
from upperbounds.channels import UnaryEncoding
from upperbounds.channels.loss import T
from upperbounds.mean import bassily
from verify.calculus import Comparison, Name, by, calc, integer, real, words
from verify.papers.bassily.instances import vote_counts as tallies
from verify.papers.bassily.nouns import BinsMet, NumbersIn, SpreadAtMost
from verify.papers.bassily.setting import BIT, BIT_GAP, BIT_MEAN
from verify.prover import Variable
from verify.statements import AllOf, FiniteCheck, Identity, PlanPrivacy, at_most, computed
from verify.statements.claim import Claim, Kind, Severity

_Y = sympy.Symbol("y", positive=True)
_F = sympy.Symbol("f", nonnegative=True)
_U = sympy.Symbol("u", real=True)
_ROUND_UP = Variable(_F, Integer(0), Integer(1), open_upper=True)
_PLACE = Variable(_U, Integer(0), Integer(4))
_OFFSET = 1 / (exp(epsilon / 2) + 1)
_POSITIVE = (Variable(_Y, Integer(0), oo, open_lower=True),)


def _drawn(bit: int) -> sympy.Expr:
    """The chance of a 1 for a bit of that value, from the channel that draws."""
    answer = UnaryEncoding(2, 1, epsilon).answer_one[bit]
    return answer.as_expr().subs(T.as_expr(), exp(epsilon / 2))


_COUNT, _REACH, _TAU = integer("t", least=1), real("R", above=0), real("tau", above=0)
_CEILING = (Comparison(_REACH, "<=", _COUNT * _TAU), Comparison((_COUNT - 1) * _TAU, "<", _REACH))
_NUMBERS, _USERS = Name("X", "numbers"), integer("k", least=1)
_INSIDE, _NEAR = NumbersIn(_NUMBERS, _USERS, _REACH), SpreadAtMost(_NUMBERS, 2 * _TAU)
_MET = BinsMet(_NUMBERS, _REACH, _TAU)
_TWO_BINS = calc(
    _MET, "<=", 2,
    by(words(
        "The bins are half-open and 2 tau wide, so that two places at most 2 tau apart are in one bin or in two that are adjacent.",
        Comparison(_MET, "<=", 2), given=(_INSIDE, _NEAR), leans=("bassily/alg2",),
    )),
    given=(_INSIDE, _NEAR),
)  # fmt: skip


CLAIMS = (
    Claim("bassily/alg2", "Section 4.2, Algorithm 2, step 1", Kind.CONSTRUCTION, "the intervals divide [-R, R]",
          AllOf("",
                {"they reach R": calc(_REACH, "<=", -_REACH + 2 * _COUNT * _TAU, given=_CEILING[:1]),
                 "the last one starts before R":
                     calc(-_REACH + 2 * (_COUNT - 1) * _TAU, "<", _REACH, given=_CEILING[1:]),
                 "the code's bins": FiniteCheck(r"\#\{j:X\in I_j\}=1", "tau/R in multiples of 1/12 to 11/12 (full: 35/12), X/R too",
                                                tallies.partition, "==")}),
          note="t = R/tau is read as a whole number; where it is none it is rounded up, and the last interval reaches "
               "beyond R."),
    Claim("bassily/alg2/privacy", "Section 4.2, Algorithm 2; Lemma B.1, first sentence", Kind.PRIVACY,
          "Algorithm 2 is (epsilon, 0)-LDP",
          PlanPrivacy("Algorithm 2 of 4 users and 5 bins", bassily.algorithm2_symbolic),
          note="Two one-hot vectors differ in two bits, each worth e^(epsilon/2); reached as soon as t >= 2."),
    Claim("bassily/lemmaB.1/a", "Appendix B.2, proof of Lemma B.1, existence of j'", Kind.INEQUALITY,
          "data within tau of one point meet at most two adjacent bins",
          _TWO_BINS.crosschecked("the bins of the two ends", r"j(x_0+\tau)-j(x_0-\tau)\le1",
                                 "t = 2..6, x_0 in multiples of tau/6", tallies.met),
          note="u is where x_0 - tau lies in its bin, in units of 2 tau. Read with half-open bins and t >= 2: for t = "
               "1 there is no j'. With closed bins three can be met, see bassily/own/closed-bins."),
    Claim("bassily/own/closed-bins", "to Appendix B.2, proof of Lemma B.1", Kind.CONSTRUCTION,
          "with closed bins the data can meet three",
          corrected=FiniteCheck(r"\#\{j:I_j\cap\{2,3,4\}\ne\emptyset\}=3,\ I_j=[2j-2,2j]", "x_0 = 3, tau = 1",
                                tallies.closed, "==")),
    Claim("bassily/lemmaB.1/b", "Appendix B.2, proof of Lemma B.1, after the existence of j'", Kind.IDENTITY,
          "the means of the answered bits",
          FiniteCheck(r"E Y_i(j)=c_\varepsilon b_i(j)", "e^(epsilon/2) = 3/2, a bin without data",
                      tallies.printed_means, "=="),
          AllOf(r"E Y_i(j)=\frac1{e^{\varepsilon/2}+1}+c_\varepsilon b_i(j)",
                {"a bit without data, as the channel answers it":
                     computed(lambda: _drawn(0), _OFFSET),
                 "a bit with data": Identity(_drawn(1), _OFFSET + BIT_GAP),
                 "the mean as Algorithm 2 prints it": Identity(BIT_MEAN, _OFFSET + BIT_GAP * BIT, ((BIT, "0", "1"),))}),
          correction="the offset 1/(e^(epsilon/2) + 1), the probability of a false 1, is missing",
          severity=Severity.PROOF_GAP, theorem="bassily/lemmaB.1"),
    Claim("bassily/lemmaB.1/b/size", "Appendix B.2, proof of Lemma B.1, the value of c_epsilon", Kind.IDENTITY,
          "c_epsilon is about epsilon",
          Identity(sympy.limit(tanh(epsilon / 4) / epsilon, epsilon, 0), Integer(1), (),
                   r"c_\varepsilon\approx\varepsilon:\ \lim_{\varepsilon\to0}c_\varepsilon/\varepsilon=1"),
          AllOf(r"c_\varepsilon=\tanh(\varepsilon/4)\in[0.2449\,\varepsilon,\,\varepsilon/4],\ \varepsilon\in(0,1]",
                {"the hyperbolic tangent": Identity(BIT_GAP, tanh(epsilon / 4).rewrite(exp)),
                 "above": at_most(tanh(epsilon / 4), epsilon / 4, Variable(epsilon, Integer(0), oo, open_lower=True)),
                 "below": at_most(Rational(2449, 10000) * epsilon, tanh(epsilon / 4),
                                  Variable(epsilon, Integer(0), Integer(1), open_lower=True))}),
          correction="c_epsilon is about epsilon/4; the proof then uses epsilon in its place, without the factor",
          severity=Severity.CONSTANT, theorem="bassily/lemmaB.1", root="bassily/lemmaB.1"),
    Claim("bassily/lemmaB.1/distance", "Appendix B.2, proof of Lemma B.1, last sentence", Kind.INEQUALITY,
          "the middle of either bin is within 4 tau of the mean",
          AllOf(r"|\tilde\mu-\mu|\le3\tau\le|I_{j'}|+|I_{j'+1}|=4\tau",
                {"the first bin's middle, the mean u tau from the left end": at_most((_U - 1) ** 2, Integer(9), _PLACE),
                 "the second bin's middle": at_most((_U - 3) ** 2, Integer(9), _PLACE),
                 "the two widths": Identity(lambda: 2 * _Y + 2 * _Y, lambda: 4 * _Y)}),
          note="mu(X^k) is the mean of the data, in the union of the two bins. 3 tau is reached: all data at an outer "
               "end."),
)  # fmt: skip
