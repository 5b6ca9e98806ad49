"""bassily Appendix B.2, the votes in the proof of Lemma B.1, and the lemma."""

from typing import Any

import sympy
from sympy import Integer, Max, Rational, exp, log, oo, sqrt, tanh

from verify.kernel.calculus import Chain, Comparison, below, integer, law, let, line, real, words
from verify.kernel.prover import Relation, Variable
from verify.kernel.statements import AllOf, FiniteCheck, Inequality, Whole, at_most
from verify.kernel.statements.claim import Claim, Kind, Match, Severity
from verify.papers.bassily.instances import vote_counts as tallies
from verify.papers.bassily.lemmas.ranges import (
    BINS_UNION,
    VOTES_HOEFFDING,
    BinOutvoted,
    NumbersWithin,
    RangeMissed,
    Spread,
)
from verify.papers.bassily.nouns import PairBelow

LEMMAB_1_C = Claim(
    "bassily/lemmaB.1/c",
    "Appendix B.2, proof of Lemma B.1, the two displayed events",
    Kind.INEQUALITY,
    "the votes separate with high probability",
    says=(
        r"\text{with probability at least }1-\gamma\text{, at once: }\sum_{i=1}^{k}(Y_i(j')+Y_i(j'+1))\ge "
        r"c_\varepsilon k-\sqrt{k\log(t/\gamma)},\quad\sum_{i=1}^{k}Y_i(j)<\sqrt{k\log(t/\gamma)}\text{ "
        r"for all }j\in[t]\setminus\{j',j'+1\}"
    ),
    match=Match.SAME,
    printed=Whole(
        r"\text{the two displayed events, at once}", ("bassily/lemmaB.1/c/pair", "bassily/lemmaB.1/c/others")
    ),
    corrected=Whole(
        r"\text{the pair's votes, and the gap to an empty bin}",
        ("bassily/lemmaB.1/c/pair", "bassily/lemmaB.1/c/others"),
        as_corrected=True,
    ),
    correction="the second event has nearly no probability once k is large: an empty bin has about k/2 votes",
    severity=Severity.PROOF_GAP,
    theorem="bassily/lemmaB.1",
)

_NUMBERS, _USERS, _COUNT = law("P"), integer("k", least=1), integer("t", least=2)
_TAU, _BUDGET, _LEVEL = real("tau", above=0), real("epsilon", above=0), real("gamma", above=0, most=1)
_GAP, _WANTED = tanh(_BUDGET / 4), log(2 * _COUNT / _LEVEL)

_LOG_SHARE = sqrt(_USERS * log(_COUNT / _LEVEL))
_CHANCE = PairBelow(_USERS, _BUDGET, _GAP * _USERS - _LOG_SHARE)
_PAIR = (
    line(_CHANCE)
    .le(
        PairBelow(_USERS, _BUDGET, _USERS - _LOG_SHARE),
        words(
            "The probability to be below a place grows with the place.",
            Comparison(_CHANCE, "<=", PairBelow(_USERS, _BUDGET, _USERS - _LOG_SHARE)),
            given=(Comparison(_GAP * _USERS, "<=", _USERS),),
        ),
        line(_GAP * _USERS).le(_USERS, line(_GAP).le(1)),
    )
    .le(
        exp(-2 * _LOG_SHARE**2 / (2 * _USERS)),
        words(
            "Each user's two bits have the mean 1 together, so that the votes are 2k independent bits of mean k in all: Hoeffding 1963, "
            "Theorem 2, one tail.",
            Comparison(PairBelow(_USERS, _BUDGET, _USERS - _LOG_SHARE), "<=", exp(-2 * _LOG_SHARE**2 / (2 * _USERS))),
            leans=("bassily/lemmaB.1/a", "bassily/lemmaB.1/b"),
        ),
    )
    .eq(_LEVEL / _COUNT)
)
_PAIR_CHECK = (
    (
        "exact masses",
        FiniteCheck(
            r"P(\cdot)\le\gamma/t", "(e^(epsilon/2), k, t, gamma) = (3/2, 60, 3, 1/2), (4, 40, 2, 9/10)", tallies.pair
        ),
    ),
)
LEMMAB_1_C_PAIR = Claim(
    "bassily/lemmaB.1/c/pair",
    "Appendix B.2, proof of Lemma B.1, first displayed event",
    Kind.INEQUALITY,
    "the votes of the two bins with data",
    says=(
        r"\text{with probability at least }1-\gamma:\ \sum_{i=1}^{k}(Y_i(j')+Y_i(j'+1))\ge c_\varepsilon "
        r"k-\sqrt{k\log(t/\gamma)}"
    ),
    match=Match.READING,
    differs="the first of two events alone, with the probability gamma/t to fail and t >= 2",
    printed=_PAIR.beside(*_PAIR_CHECK),
    note="True, and weak: the mean of the sum is k, not c_epsilon k, since one bit is kept as often as the other "
    "is flipped. It bounds a sum of two bins, of which the winner is one.",
)
_KEPT = (1 + _GAP) / 2
"""e^(epsilon/2)/(e^(epsilon/2) + 1), the probability that a bit is kept."""
_OTHERS_CHECK = (
    (
        "exact convolution",
        FiniteCheck(
            r"P\le e^{-c_\varepsilon^2k/4}",
            "e^(epsilon/2) = 3/2, 2, 4; k up to 20 (quick: 1, 2, 5, 9); a >= k/2",
            tallies.gap,
        ),
    ),
)
LEMMAB_1_C_OTHERS = Claim(
    "bassily/lemmaB.1/c/others",
    "Appendix B.2, proof of Lemma B.1, second displayed event",
    Kind.INEQUALITY,
    "the votes of the bins without data",
    says=(
        r"\text{with probability at least }1-\gamma:\ \sum_{i=1}^{k}Y_i(j)<\sqrt{k\log(t/\gamma)}\text{ "
        r"for all }j\in[t]\setminus\{j',j'+1\}"
    ),
    match=Match.READING,
    differs="the second of two events alone",
    printed=FiniteCheck(
        r"P\big(\textstyle\sum_iY_i(j)<\sqrt{k\log(t/\gamma)}\ \forall j\ne j',j'+1\big)\ge1-\gamma",
        "e^(epsilon/2) = 3/2, t = 3, gamma = 1/10, k = 100",
        tallies.others,
        ">=",
    ),
    corrected=line(BinOutvoted(_USERS, _KEPT))
    .le(exp(-(_GAP**2) * _USERS / 4), VOTES_HOEFFDING(_USERS, _KEPT))
    .beside(*_OTHERS_CHECK),
    correction="an empty bin's mean is k/(e^(epsilon/2) + 1), about k/2, far above sqrt(k log(t/gamma)): compare "
    "it with the fuller bin of the pair, which holds k/2 users or more, instead",
    severity=Severity.PROOF_GAP,
    theorem="bassily/lemmaB.1",
    root="bassily/lemmaB.1/b",
)

_BITS, _GAMMA = sympy.symbols("t gamma", positive=True)
LEMMAB_1_C_UNION = Claim(
    "bassily/own/lemmaB.1-union",
    "Appendix B.2, proof of Lemma B.1, 'with probability at least 1 - gamma'",
    Kind.INEQUALITY,
    "the probabilities of failure add up to at most gamma",
    corrected=Inequality(
        Relation(
            _GAMMA / 2 + _GAMMA / _BITS + (_BITS - 2) * _GAMMA**2 / _BITS**2,
            _GAMMA,
            "<=",
            (Variable(_BITS, Integer(2), oo), Variable(_GAMMA, Integer(0), Integer(1), open_lower=True)),
        )
    ),
    note="Arithmetic of ours on the printed 1 - gamma. Concentration fails with gamma/2; Hoeffding, one-sided, gives gamma/t for the pair (2k bits) and (gamma/t)^2 for each other bin (k bits), about their means. The printed events are bassily/lemmaB.1/c.",
)
LEMMAB_1_D = Claim(
    "bassily/lemmaB.1/d",
    "Appendix B.2, proof of Lemma B.1, after the two events",
    Kind.INEQUALITY,
    "the first event's bound exceeds the second's",
    says=(
        r"k>4\frac{\log(t/\gamma)}{\varepsilon^2}\text{, hence the bound }k-\sqrt{k\log(t/\gamma)}\text{ "
        r"of the first event is above the bound }\sqrt{k\log(t/\gamma)}\text{ of the second}"
    ),
    match=Match.READING,
    differs=(
        "both readings of the first event's bound, c_epsilon k - ... as its display has it and k - ... as "
        "this sentence has it; the verdict is that of the parts"
    ),
    printed=Whole(
        r"k>4\log(t/\gamma)/\varepsilon^2\Rightarrow\text{the pair is above the others}",
        ("bassily/lemmaB.1/d/display", "bassily/lemmaB.1/d/sentence"),
    ),
    corrected=Whole(
        r"k>4\log(t/\gamma)/c_\varepsilon^2\Rightarrow\text{the pair is above the others}",
        ("bassily/lemmaB.1/d/display", "bassily/lemmaB.1/d/sentence"),
        as_corrected=True,
    ),
    correction="epsilon^2 in the condition must be c_epsilon^2",
    severity=Severity.CONSTANT,
    theorem="bassily/lemmaB.1",
)
_ROOM, _SLOPE = real("x", above=0, below=1), real("w", above=0, most=1)
_FITS = line(_SLOPE * _USERS * sqrt(_ROOM)).lt(_SLOPE * _USERS)


def _above(gap: Any) -> Chain:
    """2 sqrt(k log(t/gamma)) < gap k, less the one root."""
    enough = below(4 * log(_COUNT / _LEVEL) / gap**2, _USERS)
    room = 4 * log(_COUNT / _LEVEL) / gap**2 / _USERS
    return (
        line(_LOG_SHARE, given=(enough,))
        .eq(gap * _USERS * sqrt(room) - _LOG_SHARE)
        .lt(gap * _USERS - _LOG_SHARE, _FITS.at({_ROOM: room, _SLOPE: gap}), enough)
    )


_SMALL_BUDGET = real("epsilon", above=0, most=1)
LEMMAB_1_D_DISPLAY = Claim(
    "bassily/lemmaB.1/d/display",
    "Appendix B.2, proof of Lemma B.1, with the bound of the display",
    Kind.INEQUALITY,
    "the bounds as the display has them",
    says=(
        r"k>4\frac{\log(t/\gamma)}{\varepsilon^2}\text{, hence the lower bound of the first event, "
        r"}c_\varepsilon k-\sqrt{k\log(t/\gamma)}\text{ in its display, is above the bound "
        r"}\sqrt{k\log(t/\gamma)}\text{ of the second}"
    ),
    match=Match.READING,
    differs=("the first event's bound is taken from its display; the sentence itself prints k in place of c_epsilon k"),
    printed=FiniteCheck(
        r"k>4\log(t/\gamma)/\varepsilon^2\Rightarrow\sqrt{k\log(t/\gamma)}<c_\varepsilon k-\sqrt{k\log(t/\gamma)}",
        "epsilon = 1, t = 200, gamma = 1/20, the least k",
        tallies.printed_room,
        "<",
    ),
    corrected=_above(let(r"c_\varepsilon", _GAP)),
    correction="c_epsilon k > 2 sqrt(k L), L = log(t/gamma), asks for k > 4 L/c_epsilon^2, about 64 L/epsilon^2",
    severity=Severity.CONSTANT,
    theorem="bassily/lemmaB.1",
    root="bassily/lemmaB.1",
)
LEMMAB_1_D_SENTENCE = Claim(
    "bassily/lemmaB.1/d/sentence",
    "Appendix B.2, proof of Lemma B.1, with the bound of the sentence",
    Kind.INEQUALITY,
    "the bounds as the sentence has them",
    says=r"k>4\frac{\log(t/\gamma)}{\varepsilon^2}\text{, hence }k-\sqrt{k\log(t/\gamma)}\text{ is above "
    r"}\sqrt{k\log(t/\gamma)}",
    match=Match.READING,
    differs="for epsilon <= 1, as Theorem 4.3 has it, which the lemma serves",
    printed=_above(_SMALL_BUDGET).le(_USERS - _LOG_SHARE),
    note="The sentence has k - sqrt(k L), L = log(t/gamma), for the first bound, without the c_epsilon of the display: true "
    "for epsilon <= 1, where k > 4 L, and k is indeed the mean of the pair. The second bound is the false one.",
)
_B = sympy.Symbol("b", nonnegative=True)
LEMMAB_1_ARGMAX = Claim(
    "bassily/lemmaB.1/argmax",
    "Appendix B.2, proof of Lemma B.1, 'we must have j* in {j', j'+1}'",
    Kind.INEQUALITY,
    "two bins that together beat each other bin hold the winner",
    says=(
        r"\text{both events and }k>4\frac{\log(t/\gamma)}{\varepsilon^2}\text{ give "
        r"}j^*\in\{j',j'+1\},\quad j^*=\arg\max_{j\in[t]}\sum_{i=1}^{k}Y_i(j)"
    ),
    match=Match.READING,
    differs=("what the two events give together is written as its premise: the pair's sum is above every other bin"),
    printed=FiniteCheck(
        r"\bar Y(j')+\bar Y(j'+1)>\max_{j\ne j',j'+1}\bar Y(j)\Rightarrow j^*\in\{j',j'+1\}",
        "three users, three bins",
        tallies.argmax,
        "==",
    ),
    corrected=at_most(Rational(1, 2), Max(_B, 1 - _B), Variable(_B, Integer(0), Integer(1)), shown=(("b", "1/2"),)),
    correction="all that the sum gives is that one of the two has half of it (b is its share): the sum must beat "
    "twice every other bin",
    severity=Severity.PROOF_GAP,
    theorem="bassily/lemmaB.1",
)
_SMALL, _LARGE, _WEIGHT = real("x"), real("y"), real("w", above=0)
_CONCENTRATED = Comparison(Spread(_NUMBERS, _TAU), "<=", _LEVEL / 2)
_ENOUGH = Comparison(4 * _WANTED / _GAP**2, "<=", _USERS)
_FALL = line(exp(-_LARGE), given=(Comparison(_SMALL, "<=", _LARGE),)).le(exp(-_SMALL), Comparison(_SMALL, "<=", _LARGE))
_EXPONENT = line(_SMALL, given=(Comparison(4 * _SMALL / _WEIGHT, "<=", _USERS),)).le(_WEIGHT * _USERS / 4)
_BEATEN = (
    line(BinOutvoted(_USERS, _KEPT), given=(_ENOUGH,))
    .le(exp(-(_GAP**2) * _USERS / 4), VOTES_HOEFFDING(_USERS, _KEPT))
    .le(
        exp(-_WANTED),
        _FALL.at({_SMALL: _WANTED, _LARGE: _GAP**2 * _USERS / 4}),
        _EXPONENT.at({_SMALL: _WANTED, _WEIGHT: _GAP**2}),
    )
    .eq(_LEVEL / (2 * _COUNT))
)
_LEMMA = (
    line(
        RangeMissed(_NUMBERS, _TAU, _COUNT, _KEPT),
        given=(NumbersWithin(_NUMBERS, _USERS, _COUNT * _TAU), _CONCENTRATED, _ENOUGH),
    )
    .le(
        Spread(_NUMBERS, _TAU) + (_COUNT - 2) * BinOutvoted(_USERS, _KEPT),
        BINS_UNION(_NUMBERS, _USERS, _TAU, _COUNT, _KEPT),
    )
    .le(_LEVEL / 2 + (_COUNT - 2) * _LEVEL / (2 * _COUNT), _CONCENTRATED, _BEATEN)
    .le(_LEVEL)
    .crosschecked(
        "exact probabilities of failure, ties counted as failures",
        r"P(|\tilde\mu-\mu|>4\tau)\le\gamma/2",
        "epsilon = 1; (t, gamma) = (3, 1/2), (10, 1/10), (200, 1/20; not quick), the least k; data on one bin or two",
        tallies.corrected_failures,
    )
)
LEMMAB_1 = Claim(
    "bassily/lemmaB.1",
    "Appendix B.2, Lemma B.1",
    Kind.INEQUALITY,
    "Algorithm 2 finds the range",
    says=(
        r"\text{Algorithm 2 is an }(\varepsilon,0)\text{-LDP algorithm; when }X^k\text{ is "
        r"}(\tau,\gamma/2)\text{-concentrated and }k>4\log(R/(\tau\gamma))/\varepsilon^2\text{, with "
        r"probability at least }1-\gamma:\ |\tilde{\mu}(X^k)-\mu(X^k)|\le4\tau"
    ),
    match=Match.READING,
    differs="the second sentence alone; privacy is bassily/alg2/privacy",
    printed=AllOf(
        r"X^k\ (\tau,\tfrac\gamma2)\text{-concentrated},\ k>4\log(R/(\tau\gamma))/\varepsilon^2\Rightarrow P(|\tilde\mu(X^k)-\mu(X^k)|\le4\tau)\ge1-\gamma",
        {
            "data on two bins": FiniteCheck(
                r"P(|\tilde\mu-\mu|>4\tau)\le\gamma",
                "epsilon = 1, t = 200, gamma = 1/20, the least k; half of the data in the middle of each",
                tallies.two_bins,
            ),
            "data on one bin": FiniteCheck(
                r"P(|\tilde\mu-\mu|>4\tau)\le\gamma",
                "epsilon = 1, t = 200, gamma = 1/20, the least k; all data in its middle",
                tallies.one_bin,
            ),
        },
    ),
    corrected=_LEMMA,
    correction="epsilon^2 becomes c_epsilon^2 (about epsilon^2/16), the logarithm gains a factor 2 inside, and "
    "the winner is compared bin by bin",
    severity=Severity.CONSTANT,
    theorem="bassily/thm4.3/utility",
    note="The range is R = t tau. One of the pair holds k/2 users or more and beats every empty bin.",
)
_S = sympy.Symbol("s", real=True)

CLAIMS = (
    LEMMAB_1_C,
    LEMMAB_1_C_PAIR,
    LEMMAB_1_C_OTHERS,
    LEMMAB_1_C_UNION,
    LEMMAB_1_D,
    LEMMAB_1_D_DISPLAY,
    LEMMAB_1_D_SENTENCE,
    LEMMAB_1_ARGMAX,
    LEMMAB_1,
)
