"""kent Appendix G.1, Step 1.2: the vote at alpha > 1, (109) and (110). T stands for T* throughout."""

from collections.abc import Iterator
from fractions import Fraction
from math import comb

import sympy
from flint import arb
from sympy import Integer, Rational, cosh, exp, log, oo

from notation.symbols import n
from upperbounds.mean import kent
from verify.claim import Claim, Kind, Severity
from verify.outcome import Settings
from verify.papers.kent.votes import (
    Raw,
    beaten,
    beaten_again,
    bin_of,
    sign_mean,
    sum_of_bits,
    width,
)
from verify.prover import Variable
from verify.statements import AllOf, Case, Derived, FiniteCheck, Identity, Whole, at_most
from verify.textbook import CHERNOFF_HALF

_ALPHA, _OMEGA, _T, _X = sympy.symbols("alpha omega T x", positive=True)
_R, _S, _Q, _I, _VAREPSILON = sympy.symbols("r s q i varepsilon", nonnegative=True)
_KEEP = exp(_ALPHA / 6) / (1 + exp(_ALPHA / 6))
_LOW = Variable(_ALPHA, Integer(1), oo, open_lower=True)
_KEPT = Variable(_OMEGA, Rational(1, 2), Integer(1))
_SAMPLES, _USERS = Variable(_T, Integer(1), oo), Variable(n, Integer(2), oo)
_PRODUCT = Variable(_X, Integer(2), oo)
_FAR = Variable(_X, Integer(27000), oo)
_K = Integer(kent.K_HIGH_PRIVACY)
_EITHER = at_most(
    (1 - _Q) * _S + _Q, _S + _Q, Variable(_Q, Integer(0), Integer(1)), Variable(_S, Integer(0), Integer(1))
)
"""P(E) <= P(E | good) P(good) + P(bad) <= s + q, with s = P(E | good) and q = P(bad)."""
_CHECK, _TILDE = r"\check V_l^{(i)}", r"\tilde V_j^{(i)}"


def _binomial_tail(size: int, q: Fraction) -> Fraction:
    """P(Bin(size, q) >= size/2)."""
    return sum((comb(size, k) * q**k * (1 - q) ** (size - k) for k in range(size + 1) if 2 * k >= size), Fraction(0))


def _binomial_tail_again(size: int, q: Fraction) -> Fraction:
    """The same, bit by bit."""
    return sum((mass for k, mass in enumerate(sum_of_bits([q] * size)) if 2 * k >= size), Fraction(0))


def _varepsilon(users: int, samples: int, keep: Fraction) -> Fraction:
    """epsilon_(n, T) = 2 (2 omega - 1)/(n T)^2."""
    return 2 * (2 * keep - 1) / Fraction(users * samples) ** 2


def _dependence(_: Settings) -> Iterator[Case]:
    """The covariance of the two bits of one user, +-1 data of mean -1/2, from the four raw outcomes.

    n = 2000, T = 512, alpha = 2 are allowed with K = 577; omega = 7/12 is omega_(alpha/6) at alpha = 2.019.
    """
    users, samples, keep = 2000, 512, Fraction(7, 12)
    assert kent.used_samples(users, samples, 2.0, kent.K_LOW_PRIVACY) == samples
    delta, law = width(users, samples, Fraction(2)), sign_mean(samples, Fraction(1, 4))
    home, other = bin_of(Fraction(-1, 2), delta), 3
    raw: Raw = {}
    for x, mass in law.items():
        votes = tuple(int(abs(bin_of(x, delta) - k) <= 1) for k in (home, other))
        raw[votes] = raw.get(votes, Fraction(0)) + mass  # type: ignore[index,arg-type]
    flip = {1: keep, 0: 1 - keep}
    both = sum((p * (1 - flip[a]) * flip[b] for (a, b), p in raw.items()), Fraction(0))
    first = sum((p * (1 - flip[a]) for (a, _b), p in raw.items()), Fraction(0))
    second = sum((p * flip[b] for (_a, b), p in raw.items()), Fraction(0))
    yield Case(
        {"n": users, "T": samples, "omega": str(keep), "P(X = 1)": "1/4", "l": home + 1, "j": other + 1},
        both - first * second,
        0,
        left_again=(2 * keep - 1) ** 2 * raw[1, 0] * raw[0, 1],
        note="V_j = 1 forces V_l = 0: whoever has the raw vote for j has not the one for l",
    )


def _domination(_: Settings) -> Iterator[Case]:
    """All that the text has shown of the raw votes: P(V_l = 0), P(V_j = 1) <= 2/(n T)^2."""
    users, samples, keep = 4, 2, Fraction(99, 100)
    share = Fraction(2, (users * samples) ** 2)
    raw = {(1, 0): 1 - share, (0, 1): share}
    q = 1 - keep + _varepsilon(users, samples, keep)
    yield Case(
        {
            "n": users,
            "T": samples,
            "omega": str(keep),
            "P(V_l = 0, V_j = 1)": str(share),
            "P(V_l = 1, V_j = 0)": str(1 - share),
        },
        beaten(raw, keep, users // 2),
        _binomial_tail(users, q),
        left_again=beaten_again(raw, keep, users // 2),
    )


def _equality(_: Settings) -> Iterator[Case]:
    """Constant data: every raw vote is for l and none for j."""
    users, samples, keep = 4, 512, Fraction(9, 10)
    raw = {(1, 0): Fraction(1)}
    yield Case(
        {"n": users, "T": samples, "omega": str(keep), "X": "-1, always", "l": 1, "j": 4},
        beaten(raw, keep, users // 2),
        _binomial_tail(users, 1 - keep + _varepsilon(users, samples, keep)),
        left_again=beaten_again(raw, keep, users // 2),
    )


def _printed_power(_: Settings) -> Iterator[Case]:
    """n T^2 = 16, as the proof may assume, and T* = T = 1, which every K allows."""
    users, samples, keep = 16, 1, Fraction(9, 10)
    q = 1 - keep + _varepsilon(users, samples, keep)
    yield Case(
        {"n": users, "T": samples, "omega": str(keep), "alpha": "6 log 9"},
        _binomial_tail(users, q),
        (4 * (1 - q) * q) ** users,
        left_again=_binomial_tail_again(users, q),
    )


def _lemma24(_: Settings) -> Iterator[Case]:
    left = (arb(1) / 6).cosh() ** -4
    keep = (arb(1) / 3).exp() / (1 + (arb(1) / 3).exp())
    yield Case({"alpha": 2, "n": 2}, left, (-arb(2) * 2 / 20).exp(), left_again=(4 * keep * (1 - keep)) ** 2)


def _corrected_end(_: Settings) -> Iterator[Case]:
    """Raw votes that are wrong with probability 2/(n T)^2 in three ways, at exact omega."""
    for keep in (Fraction(3, 5), Fraction(9, 10)):
        for users, samples in ((2, 1), (4, 1), (4, 3), (8, 1), (8, 2)):
            share = Fraction(2, (users * samples) ** 2)
            for wrong in ((0, 1), (0, 0), (1, 1)):
                raw = {(1, 0): 1 - share, wrong: share}
                yield Case(
                    {"n": users, "T": samples, "omega": str(keep), "wrong (V_l, V_j)": str(wrong)},
                    beaten(raw, keep, users // 2),
                    (4 * keep * (1 - keep)) ** (users // 2) + Fraction(1, users * samples**2),
                    left_again=beaten_again(raw, keep, users // 2),
                )


CLAIMS = (
    Claim(
        "kent/eq110",
        "Appendix G.1, Step 1.2, the displays after (109), (110)",
        Kind.INEQUALITY,
        "a far bin beats the mean's bin with exponentially small probability",
        Whole(
            r"P(Z_l\le Z_j)\le P\Big(\sum_{i=1}^nB_i\ge\frac n2\Big)\le"
            r"\{4(\omega_{\alpha/6}-\varepsilon_{n,T})(1-\omega_{\alpha/6}+\varepsilon_{n,T})\}^n\le "
            r"e^{-n\alpha/20}+\frac{16}{n(T^*)^2}",
            (
                "kent/eq110/independence",
                "kent/eq110/domination",
                "kent/eq110/equality",
                "kent/eq110/chernoff",
                "kent/eq110/sum",
                "kent/eq110/lemma24",
                "kent/eq110/end",
            ),
        ),
        Derived(
            r"P(Z_l\le Z_j)\le\cosh(\alpha/12)^{-n}+\frac1{n(T^*)^2}\le e^{-2n\alpha/577}+\frac1{n(T^*)^2}",
            ("kent/eq110/independence", "kent/own/eq110/votes", "kent/eq110/lemma24"),
            _EITHER,
            (CHERNOFF_HALF,),
            (
                (
                    "exact, voter by voter and from the tallies",
                    FiniteCheck(
                        r"P(Z_l\le Z_j)\le\{4\omega(1-\omega)\}^{n/2}+1/(nT^2)",
                        "omega = 3/5, 9/10; n = 2, 4, 8, T = 1, 2, 3; three ways in which raw votes can be wrong",
                        _corrected_end,
                    ),
                ),
            ),
        ),
        correction="condition on the raw votes: unless some voter's mean is Delta away, which has probability at most "
        "(n/2) 2/(nT*)^2, all votes are V_l = 1, V_j = 0, the n bits are independent Ber(1 - omega), and Chernoff gives "
        "the power n/2; the exponent 1/20 becomes 2/577, and the condition nT^2 >= 16 is not needed",
        severity=Severity.CONSTANT,
        theorem="kent/eq119x",
        note="In the composition s bounds the probability given good raw votes, q that of a bad one.",
    ),
    Claim(
        "kent/eq110/independence",
        "Appendix G.1, Step 1.2, the display above (110), 'independent'",
        Kind.IDENTITY,
        "the two bits of one user",
        FiniteCheck(
            rf"\mathrm{{Cov}}({_CHECK},{_TILDE})=0,\ |l-j|>2",
            "+-1 data with P(X = 1) = 1/4; n = 2000, T = 512, alpha = 2, omega = 7/12, l = 1, j = 4",
            _dependence,
            "==",
        ),
        Identity(
            (1 - _R - _S) * (1 - _OMEGA) ** 2
            + _R * _OMEGA**2
            + _S * _OMEGA * (1 - _OMEGA)
            - ((1 - _R - _S) * (1 - _OMEGA) + (_R + _S) * _OMEGA) * (_R * _OMEGA + (1 - _R) * (1 - _OMEGA)),
            (2 * _OMEGA - 1) ** 2 * (1 - _R - _S) * _R,
            text=rf"\mathrm{{Cov}}({_CHECK},{_TILDE})=(2\omega_{{\alpha/6}}-1)^2P(V_l=1,V_j=0)P(V_l=0,V_j=1)\ge0",
        ),
        correction="the bits are independent given the raw votes only: V_l and V_j are functions of one mean, and one "
        "excludes the other, so V_l-check and V_j-tilde are positively correlated",
        severity=Severity.PROOF_GAP,
        theorem="kent/eq119x",
        note="r = P(V_l = 0, V_j = 1), s = P(V_l = V_j = 0); for |l - j| > 2 the windows are disjoint, so V_l = V_j = 1 "
        "does not occur. Given the raw votes the bits are independent, since U_(i,l) and U_(i,j) are.",
    ),
    Claim(
        "kent/own/eq110/votes",
        "ours, for (110)",
        Kind.INEQUALITY,
        "all raw votes are right with high probability",
        None,
        Derived(
            r"P(\exists i\le\tfrac n2:V_l^{(i)}=0\text{ or }V_j^{(i)}=1)\le\frac n2\cdot\frac2{(nT^*)^2}=\frac1{n(T^*)^2}",
            ("kent/eq108/votes",),
            Identity(n / 2 * 2 / (n * _T) ** 2, 1 / (n * _T**2)),
        ),
        note="Both kinds of wrong vote need the same deviation of the user's mean; union over n/2 users.",
    ),
    Claim(
        "kent/eq110/domination",
        "Appendix G.1, Step 1.2, the display above (110), the inequality",
        Kind.INEQUALITY,
        "n independent bits are the worst case",
        FiniteCheck(
            r"P(V_l=0),P(V_j=1)\le\tfrac2{(nT^*)^2}\ \Rightarrow\ "
            rf"P\Big(\sum_{{i=1}}^{{n/2}}({_CHECK}+{_TILDE})\ge\frac n2\Big)\le P\Big(\sum_{{i=1}}^nB_i\ge\frac n2\Big)",
            "n = 4, T = 2 (so that n T^2 >= 16), omega = 99/100, raw votes (0, 1) with probability 1/32, else (1, 0)",
            _domination,
        ),
        Derived(
            rf"P\Big(\sum_{{i=1}}^{{n/2}}({_CHECK}+{_TILDE})\ge\frac n2\Big)\le "
            r"P(\mathrm{Bin}(n,1-\omega_{\alpha/6})\ge\tfrac n2)+\frac1{n(T^*)^2}",
            ("kent/eq110/independence", "kent/own/eq110/votes"),
            _EITHER,
        ),
        correction="the two bits of one user are positively dependent, which can make the upper tail heavier: compare with "
        "Bin(n, 1 - omega) on the event that all raw votes are right, and add the probability that one is not",
        severity=Severity.PROOF_GAP,
        theorem="kent/eq119x",
        note="Read as the implication that the text asserts: all it has shown, and all it uses, are the two bounds on "
        "the raw votes. In Algorithm 10 a vote V_j = 1 needs a deviation of 2 Delta and is far rarer, so the inequality "
        "itself is not refuted for the estimator; it is not proved either, and the correction does without it.",
    ),
    Claim(
        "kent/eq110/equality",
        "Appendix G.1, Step 1.2, (110), first equality",
        Kind.IDENTITY,
        "the bound is printed as an equality",
        FiniteCheck(
            r"P(Z_l\le Z_j)=P\Big(\sum_{i=1}^nB_i\ge\frac n2\Big)",
            "constant data X = -1; n = 4, T = 512, omega = 9/10, l = 1, j = 4",
            _equality,
            "==",
        ),
        Derived(
            r"P(Z_l\le Z_j)\le P(\mathrm{Bin}(n,1-\omega_{\alpha/6})\ge\tfrac n2)+\frac1{n(T^*)^2}",
            ("kent/eq110/domination",),
            Identity(_T - (n / 2 - _T), 2 * _T - n / 2, text=r"Z_l\le Z_j\iff\tfrac n2-Z_l+Z_j\ge\tfrac n2"),
        ),
        correction="the sign is <=, as in the display above it",
        severity=Severity.TYPO,
        theorem="kent/eq119x",
    ),
    Claim(
        "kent/eq110/chernoff",
        "Appendix G.1, Step 1.2, (110), first inequality",
        Kind.INEQUALITY,
        "Chernoff's bound for n bits",
        FiniteCheck(
            r"P\Big(\sum_{i=1}^nB_i\ge\frac n2\Big)\le"
            r"\{4(\omega_{\alpha/6}-\varepsilon_{n,T})(1-\omega_{\alpha/6}+\varepsilon_{n,T})\}^n",
            "n = 16, T = 1 (so that n T^2 >= 16), alpha = 6 log 9, omega = 9/10",
            _printed_power,
        ),
        Derived(
            r"P\Big(\sum_{i=1}^nB_i\ge\frac n2\Big)\le"
            r"\{4(\omega_{\alpha/6}-\varepsilon_{n,T})(1-\omega_{\alpha/6}+\varepsilon_{n,T})\}^{n/2}",
            (),
            at_most(1 - _OMEGA + 2 * (2 * _OMEGA - 1) / _X**2, Rational(1, 2), _KEPT, _PRODUCT),
            (CHERNOFF_HALF,),
        ),
        correction="the power is n/2: the bound of (62), for 2n bits, has the power n; here there are n bits",
        severity=Severity.CONSTANT,
        theorem="kent/eq119x",
        note="x = nT* >= 2; the joining step is that the success probability is at most 1/2.",
    ),
    Claim(
        "kent/eq110/sum",
        "Appendix G.1, Step 1.2, (110), the expansion and the geometric series",
        Kind.INEQUALITY,
        "what epsilon_(n, T) costs",
        AllOf(
            r"\{4(\omega-\varepsilon)(1-\omega+\varepsilon)\}^n\le\{4\omega(1-\omega)\}^n+\sum_{i=1}^n"
            r"\Big(\frac{8n}{(nT^*)^2}\Big)^i\le\{4\omega(1-\omega)\}^n+\frac{16}{n(T^*)^2},\ \tfrac8{n(T^*)^2}\le\tfrac12",
            (
                (
                    "the bracket",
                    Identity(
                        4 * (_OMEGA - _VAREPSILON) * (1 - _OMEGA + _VAREPSILON),
                        4 * _OMEGA * (1 - _OMEGA) + 4 * _VAREPSILON * (2 * _OMEGA - 1) - 4 * _VAREPSILON**2,
                    ),
                ),
                (
                    "two terms dropped",
                    at_most(
                        4 * _VAREPSILON * (2 * _OMEGA - 1) - 4 * _VAREPSILON**2,
                        4 * _VAREPSILON,
                        Variable(_VAREPSILON, Integer(0), oo),
                        _KEPT,
                    ),
                ),
                ("omega (1 - omega) <= 1/4", at_most(_OMEGA * (1 - _OMEGA), Rational(1, 4), _KEPT)),
                (
                    "C(n, i+1)/C(n, i) <= n, so C(n, i) <= n^i",
                    at_most((n - _I) / (_I + 1), n, _USERS, Variable(_I, Integer(0), oo)),
                ),
                ("4 epsilon <= 8/(nT)^2", at_most(4 * 2 * (2 * _OMEGA - 1) / _X**2, 8 / _X**2, _KEPT, _PRODUCT)),
                ("the series", at_most(_R / (1 - _R), 2 * _R, Variable(_R, Integer(0), Rational(1, 2)))),
                ("its sum", Identity(2 * (8 * n / (n * _T) ** 2), 16 / (n * _T**2))),
            ),
        ),
        note="The binomial theorem is granted. The text assumes n T^2 >= 16; needed is n (T*)^2 >= 16, which follows "
        "from it and a large C~.",
    ),
    Claim(
        "kent/eq110/lemma24",
        "Appendix G.1, Step 1.2, (110), last inequality, 'by Lemma 24'",
        Kind.INEQUALITY,
        "the exponent of the far bin",
        FiniteCheck(
            r"\{4\omega_{\alpha/6}(1-\omega_{\alpha/6})\}^n\le e^{-n\alpha/20},\ \alpha>1",
            "alpha = 2, n = 2",
            _lemma24,
        ),
        AllOf(
            r"\{4\omega_{\alpha/6}(1-\omega_{\alpha/6})\}^{n/2}=\cosh(\alpha/12)^{-n}\le e^{-2n\alpha/577},\ \alpha>1",
            (
                (
                    "4 omega (1 - omega) = cosh(alpha/12)^(-2)",
                    Identity(4 * _KEEP * (1 - _KEEP), cosh(_ALPHA / 12) ** -2),
                ),
                (
                    "the exponent",
                    at_most(2 * _ALPHA / kent.K_LOW_PRIVACY, log(cosh(_ALPHA / 12)), _LOW, shown=(("alpha", "2"),)),
                ),
            ),
        ),
        correction="Lemma 24 is for omega_(x/2): at omega_(alpha/6) it has x = alpha/3, so min{alpha/3, alpha^2/9}/20 for "
        "alpha/20. With the power n/2 the exponent n alpha/288.34 is the best linear one on alpha >= 1",
        severity=Severity.CONSTANT,
        theorem="kent/eq119x",
    ),
    Claim(
        "kent/eq110/end",
        "Appendix G.1, Step 1.2, (110), both ends",
        Kind.INEQUALITY,
        "the conclusion of (110)",
        Derived(
            r"P(Z_l\le Z_j)\le e^{-n\alpha/20}+\frac{16}{n(T^*)^2},\ K=8536",
            ("kent/eq110/equality", "kent/eq110/lemma24"),
            AllOf(
                r"\cosh(\alpha/12)^{-n}+\frac1{n(T^*)^2}\le\frac{15+1}{n(T^*)^2},\ T^*\le e^{n\alpha/K},\ N(\Delta)\ge4",
                (
                    (
                        "four bins: 9 < T*/(4 log(nT*)), so T* >= 24",
                        at_most(Integer(24), 36 * log(n * _T), _USERS, _SAMPLES),
                    ),
                    (
                        "so x = n alpha >= K log T* >= 27000",
                        at_most(Integer(27000), _K * log(_T), Variable(_T, Integer(24), oo)),
                    ),
                    ("2/K - 2/577 <= -1/310", at_most(2 * _X / _K + _X / 310, 2 * _X / kent.K_LOW_PRIVACY, _FAR)),
                    (
                        "n (T*)^2 cosh(alpha/12)^(-n) <= x e^(2x/K - 2x/577) <= 15",
                        at_most(_X * exp(-_X / 310), Integer(15), _FAR, shown=(("x", "27000"),)),
                    ),
                ),
            ),
        ),
        note="By the corrected chain, not by the printed one. The paper's K is one constant, 'as in (107) and sufficiently "
        "large'; with K = 8536 of (107) the second term covers what the first one lacks. With K = 577, which the "
        "corrected chain allows, it fails: n = 4000, T = 1000, alpha = 1.01, X = -1, l = 1, j = 4 gives 5.6e-8 on the "
        "left and 4.0e-9 on the right. With fewer than four bins there is no j.",
    ),
)
