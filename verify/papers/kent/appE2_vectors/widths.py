"""kent Sections 3.2, 3.3, Appendices E.2, E.3: T* and Delta of Algorithms 5, 12 and 13, and the algorithms as wholes."""

import sympy
from sympy import Integer, exp, log, oo, sqrt

from upperbounds.mean import kent
from verify.kernel.calculus import Name, integer, line, quantity, words
from verify.kernel.calculus import at_most as at_most_
from verify.kernel.calculus.facts.signs import Norm
from verify.kernel.prover import Variable
from verify.kernel.statements import AllOf, FiniteCheck, Identity, UpToConstant, Whole
from verify.kernel.statements.claim import Claim, Kind, Match, Severity
from verify.papers.kent.instances import folds as spends
from verify.papers.kent.s3_3_ball_rotation import rotated_range

_Rotated = quantity(
    "Rotated",
    r"\max_{{R_{1}, j}}|(R_{1}{0})_j|",
    "largest size of a co-ordinate of a vector of d numbers, rotated by R_d, whatever the signs",
    0,
)
_OneNorm = quantity("OneNorm", r"\|{0}\|_{{\ell_1^{{{1}}}}}", "sum of the sizes of the d entries of a vector", 0)
_VECTOR, _SIZE = Name("x", "vector"), integer("d", least=1)
_IN_BALL = at_most_(Norm(_VECTOR), 1)
_LARGEST, _TOTAL = _Rotated(_VECTOR, _SIZE), _OneNorm(_VECTOR, _SIZE)
ALG5_RANGE = Claim(
    "kent/alg5/range",
    "Section 3.3, Algorithm 5, line 4",
    Kind.ALGORITHM,
    "rotated data are in [-1, 1]",
    says=(r"\hat\theta_j=\mathrm{USERLEVELMEAN}(\{(R_dX_t^{(i)})_j\}_{i\in " r"N_j,t\in[T^*]},n,T^*,\alpha,\Delta)"),
    match=Match.READING,
    differs=("the line hands (R_d X)_j to Algorithm 2, whose data are in [-1, 1]: judged is that they are"),
    printed=line(_LARGEST, given=(_IN_BALL,))
    .le(
        _TOTAL / sqrt(_SIZE),
        words("The entries of R_d are d^(-1/2) in size.", at_most_(_LARGEST, _TOTAL / sqrt(_SIZE))),
    )
    .le(Norm(_VECTOR), words("Cauchy and Schwarz, for d entries.", at_most_(_TOTAL, sqrt(_SIZE) * Norm(_VECTOR))))
    .le(1, _IN_BALL)
    .crosschecked(
        "rational vectors, all signs",
        r"(R_dx)_j^2\le1",
        "d = 1, 2, 4, 8; an axis, the diagonal, (1, 2, ...), scaled to length 1; the last row",
        rotated_range,
    ),
    note="So the bins over [-1, 1] serve, and the sub-routine's clipping does no harm.",
)
ALG5 = Claim(
    "kent/alg5",
    "Section 3.3, Algorithm 5",
    Kind.ALGORITHM,
    "the mean in the ball, through a random rotation",
    says=(
        r"T^*=T\wedge\exp\{n\alpha^2/Kd\},\ \Delta=[C\{\log(nT^*\alpha^2)\}^2/(dT^*)]^{1/2};\quad "
        r"R_d=H_dW_d/\sqrt d;\quad\hat\theta_j=\mathrm{USERLEVELMEAN}(\{(R_dX_t^{(i)})_j\}_{i\in "
        r"N_j,t\in[T^*]},n,T^*,\alpha,\Delta),\ "
        r"j=1,\ldots,d;\quad\hat\theta=R_d^{-1}\sum_{j=1}^de_j\hat\theta_j"
    ),
    match=Match.READING,
    differs=("a group; what is shown names the listing's parts, which are claims of their own, without their formulas"),
    printed=Whole(
        r"\text{Algorithm 5 as printed: rotation, folds, privacy, inverse rotation}",
        ("kent/alg5/hadamard", "kent/alg5/range", "kent/alg4/folds", "kent/alg4/argument", "kent/alg4/privacy"),
    ),
    corrected=Whole(
        r"\text{Algorithm 5 with }H_k\text{ from }H_{k/2}\text{, each fold with its own number of users}",
        ("kent/alg5/hadamard", "kent/alg5/range", "kent/alg4/folds", "kent/alg4/argument", "kent/alg4/privacy"),
        as_corrected=True,
    ),
    correction="H_(k/2) for H_(k-1), and n/d users for n where the sub-routine is called",
    severity=Severity.TYPO,
    theorem="kent/thm6ii",
    note="R^(-1) = R^T as R is orthogonal. T* and Delta of (34) are the corrected Algorithm 13's at alpha <= 1, "
    "see kent/alg13/recovers.",
)

K = Integer(kent.K_HIGH_PRIVACY)
"""The K of budgets up to 1."""
_N, _T, _D, _R, _ALPHA = sympy.symbols("n T d r alpha", positive=True)
_POSITIVE = tuple(Variable(symbol, Integer(0), oo, open_lower=True) for symbol in (_N, _T))
_SHAPES = "d = 8; alpha = 1/2, 1, 11/4, 8, 33/4, 20; (n, T) = (16, 1), (8000, 50), (10^6, 10^9)"
ALG12_CAP = Claim(
    "kent/alg12/cap",
    "Appendix E.2, Algorithm 12, line 7",
    Kind.ALGORITHM,
    "the cap on the samples for 1 < alpha <= d",
    says=r"\alpha\in(1,d]\text{: }T^*=T\wedge\exp(n/Kd),\ \Delta=\{2\log(nT^*/d)/T^*\}^{1/2}",
    match=Match.READING,
    differs=(
        "the line is read with what the proof says of it, (123): the noise of its last stage has at most "
        "the order of the rate; on the family alpha = d = n/K, which the line allows"
    ),
    printed=UpToConstant(
        288 * log(K) / (sympy.E * _N),
        log(_N * _T) / (_N * _T),
        _POSITIVE,
        family=((_N, K * _R), (_T, exp(_R))),
        along=_R,
        where=(exp(_N / K) >= _T,),
        text=r"T^*=T\wedge e^{n/(Kd)},\ \alpha=d=\tfrac nK,\ T\le e^{n\alpha/(Kd)}:\ "
        r"\frac{2(6\Delta)^2}{n/2}\ge\frac{288\log K}{e\,n}\lesssim\frac{d\log(nT\alpha/d)}{nT\alpha}",
    ),
    corrected=FiniteCheck(
        r"T^*=T\wedge e^{\lfloor\alpha\rfloor n/(Kd)}:\ |T^*_{code}+\tfrac12-T^*|\le\tfrac12\text{; "
        r"likewise }\Delta",
        _SHAPES,
        spends.coded_plain,
        granted="2^{-40}",
    ),
    correction="exp(n floor(alpha)/(Kd)), what (123) of the proof takes: a co-ordinate has floor(alpha) n/d "
    "users at budget 1. The theorem is proved for that",
    severity=Severity.LISTING,
    theorem="kent/thm6i",
    note="The noise of the second stage alone: T* <= e and log(nT*/d) >= log K, whatever the data and however "
    "large T. For every K, with n = Kr, d = alpha = r. All folds answer at alpha = d, one fold too many or "
    "not.",
)
ALG12_WIDTH = Claim(
    "kent/alg12/width",
    "Appendix E.2, Algorithm 12, lines 7 and 10, next to Appendix G.2, Cases 2 and 3, (123), (126)",
    Kind.ALGORITHM,
    "Delta is that of the univariate algorithm at a co-ordinate's users and budget, alpha > 1",
    says=(
        r"\alpha\in(1,d]\text{: }T^*=T\wedge\exp(n/Kd),\ \Delta=\{2\log(nT^*/d)/T^*\}^{1/2}\text{; "
        r"}\alpha>d\text{: }T^*=T\wedge\exp(n\alpha/Kd),\ \Delta=\{4\log(nT^*/d)/T^*\}^{1/2}"
    ),
    match=Match.READING,
    differs=(
        "each line is compared with the width of Algorithm 11 at a co-ordinate's users and budget, with "
        "which Appendix G.2 analyses it"
    ),
    printed=AllOf(
        r"\alpha\le d:\ \tfrac{2\log(nT^*/d)}{T^*}=\tfrac{2\log(n\alpha T^*/d)}{T^*};\quad\alpha>d:\ "
        r"\tfrac{4\log(nT^*/d)}{T^*}=\tfrac{4\log(nT^*)}{T^*}",
        {
            "n alpha/d users at budget 1": Identity(2 * log(_N * _T / _D) / _T, 2 * log(_N * _ALPHA * _T / _D) / _T),
            "n users at budget alpha/d > 1": Identity(4 * log(_N * _T / _D) / _T, 4 * log(_N * _T) / _T),
        },
    ),
    corrected=FiniteCheck(
        r"\Delta^2=\tfrac{2\log(n_0T^*b^2)}{T^*}\ (b\le1),\ \tfrac{4\log(n_0T^*)}{T^*}\ (b>1)\text{, "
        r"with }n_0\text{ users and budget }b\text{ a co-ordinate}",
        _SHAPES,
        spends.coded_plain,
        granted="2^{-40}",
    ),
    correction="log(n floor(alpha) T*/d) for 1 < alpha <= d and log(nT*) for alpha > d, as Algorithm 11 has them",
    severity=Severity.LISTING,
    theorem="kent/thm6i",
    note="Appendix G.2 calls the procedure equivalent to the univariate one at these users and this budget, and "
    "takes (123) and (126) from (119), which is for the Delta of Algorithm 11. Where nT <= d, which among "
    "the assumptions only that 2d divides n rules out, the printed Delta is no positive number.",
)
_RECOVERED = "d = 8; alpha = 1/4, 1/2, 1; (n, T) = (16, 1), (8000, 50), (10^6, 10^9)"
ALG12_RECOVERS = Claim(
    "kent/alg12/recovers",
    "Appendix E, second paragraph, and Appendix G.2, Case 1",
    Kind.ALGORITHM,
    "for alpha <= 1 Algorithm 12 is Algorithm 4",
    says=(
        r"\text{for }\alpha\in(0,1]\text{ the methods are those of Section 3: "
        r"}T^*=T\wedge\exp(n\alpha^2/Kd),\ \Delta=\{2\log(nT^*\alpha^2/d)/T^*\}^{1/2}"
    ),
    match=Match.READING,
    differs="one of three: Algorithm 12 next to Algorithm 4, checked at chosen sizes",
    printed=FiniteCheck(
        r"\alpha\le1:\ \text{Algorithm 12 = Algorithm 4: folds, }T^*,\ \Delta,\text{ noise}",
        _RECOVERED,
        spends.recovered_plain,
        "==",
    ),
    note="As printed, and as corrected for alpha > 1.",
)
_TYPED = ("kent/alg12/privacy", "kent/alg12/cap", "kent/alg12/width", "kent/alg12/recovers")
ALG12 = Claim(
    "kent/alg12",
    "Appendix E.2, Algorithm 12",
    Kind.ALGORITHM,
    "the mean in the cube for every alpha",
    says=(
        r"\alpha\in(0,1]\text{: }T^*=T\wedge\exp(n\alpha^2/Kd)\text{, "
        r"}\Delta=\{2\log(nT^*\alpha^2/d)/T^*\}^{1/2}\text{, users }N_j\text{ at }\alpha\text{; "
        r"}\alpha\in(1,d]\text{: }T^*=T\wedge\exp(n/Kd)\text{, }\Delta=\{2\log(nT^*/d)/T^*\}^{1/2}\text{, "
        r"users }N_j\cup\cdots\cup N_{j+\lfloor\alpha\rfloor}\text{ at }1\text{; }\alpha>d\text{: "
        r"}T^*=T\wedge\exp(n\alpha/Kd)\text{, }\Delta=\{4\log(nT^*/d)/T^*\}^{1/2}\text{, users }[n]\text{ "
        r"at }\alpha/d\text{; }\hat\theta=\sum_{j=1}^de_j\hat\theta_j"
    ),
    match=Match.READING,
    differs=("a group; what is shown names the listing's parts, which are claims of their own, without their formulas"),
    printed=Whole(r"\text{Algorithm 12 as printed: privacy, }T^*,\ \Delta", _TYPED),
    corrected=Whole(
        r"\text{Algorithm 12 with }\lfloor\alpha\rfloor\text{ folds, and their }T^*,\ \Delta",
        _TYPED,
        as_corrected=True,
    ),
    correction="see the parts: one fold too many, the cap without alpha, the logarithms",
    severity=Severity.LISTING,
    theorem="kent/thm6i",
)
ALG13_CAP = Claim(
    "kent/alg13/cap",
    "Appendix E.3, Algorithm 13, line 7",
    Kind.ALGORITHM,
    "the cap on the samples for 1 < alpha <= d",
    says=r"\alpha\in(1,d]\text{: }T^*=T\wedge\exp(n/Kd),\ \Delta=\{C\log(nT^*/d)/T^*\}^{1/2}",
    match=Match.READING,
    differs=(
        "the line is read with what the proof says of it, (148): the noise of its last stage has at most "
        "the order of the rate; on the family alpha = d = n/K, at C = 1"
    ),
    printed=UpToConstant(
        144 * log(K) / (sympy.E * _N),
        K * log(_N**2 * _T / K) ** 2 / (_N**2 * _T),
        _POSITIVE,
        family=((_N, K * _R), (_T, exp(_R))),
        along=_R,
        where=(exp(_N / K) >= _T,),
        text=r"T^*=T\wedge e^{n/(Kd)},\ \alpha=d=\tfrac nK,\ T\le e^{n\alpha/(Kd)},\ C=1:\ "
        r"\frac{2(6\Delta)^2}{n/2}\ge\frac{144\log K}{e\,n}\lesssim\frac{\{\log(nT\alpha)\}^2}{nT\alpha}",
    ),
    corrected=FiniteCheck(
        r"T^*=T\wedge e^{\lfloor\alpha\rfloor n/(Kd)}:\ |T^*_{code}+\tfrac12-T^*|\le\tfrac12\text{; "
        r"likewise }\Delta",
        f"{_SHAPES}; C = 8, 32",
        spends.coded_rotated,
        granted="2^{-40}",
    ),
    correction="exp(n floor(alpha)/(Kd)), what (148) takes",
    severity=Severity.LISTING,
    theorem="kent/thm6ii",
    note="As in kent/alg12/cap; a larger C only makes the noise larger. The dimensions d = r of the family are "
    "padded to powers of two, which changes it by constants.",
    root="kent/alg12/cap",
)
ALG13_WIDTH = Claim(
    "kent/alg13/width",
    "Appendix E.3, Algorithm 13, lines 4, 7 and 10",
    Kind.ALGORITHM,
    "the width of the bins in the ball",
    says=(
        r"\alpha\in(0,1]\text{: }\Delta=\{C\log(nT^*\alpha^2/d)/T^*\}^{1/2}\text{; }\alpha\in(1,d]\text{ "
        r"and }\alpha>d\text{: }\Delta=\{C\log(nT^*/d)/T^*\}^{1/2}"
    ),
    match=Match.READING,
    differs=(
        "the lines are read with what Theorem 6 (ii) says of the procedure: the noise of its last stage "
        "has at most the order of the rate; at alpha = 1 and C = 1"
    ),
    printed=UpToConstant(
        144 * _D**2 * log(_N * _T / _D) / (_N * _T),
        _D * log(_N * _T) ** 2 / (_N * _T),
        (*_POSITIVE, Variable(_D, Integer(1), oo)),
        family=((_D, 2**_R), (_N, K * 4**_R), (_T, 2**_R)),
        along=_R,
        where=(log(_T) <= _N / (K * _D),),
        text=r"\Delta^2=\tfrac{C\log(nT^*\alpha^2/d)}{T^*},\ \alpha=1,\ T\le e^{n/(Kd)},\ C=1:\ "
        r"d\,\frac{2(6\Delta)^2}{n/(2d)}=\frac{144d^2\log(nT/d)}{nT}\lesssim\frac{d\{\log(nT)\}^2}{nT}",
    ),
    corrected=FiniteCheck(
        r"\Delta^2=\frac{C\{\log(nT^*\min\{\alpha,\alpha^2\})\}^2}{dT^*}\text{, at most }1\text{, in the "
        r"plan that runs}",
        f"{_SHAPES}; C = 8, 32",
        spends.coded_rotated,
        granted="2^{-40}",
    ),
    correction="Delta^2 = C log^2(.)/(d T*) in all three branches, as (34) has it and the proof puts in at "
    "(132): as listed, without 1/d, the noise alone is at the rate of the cube",
    severity=Severity.LISTING,
    theorem="kent/thm6ii",
    note="The text calls Algorithm 5 the case alpha <= 1 of Algorithm 13. On the family the right side is below "
    "1. Line 1 refers to (13) for the rotation, where (33) is meant.",
)
ALG13_RECOVERS = Claim(
    "kent/alg13/recovers",
    "Appendix E, second paragraph",
    Kind.ALGORITHM,
    "for alpha <= 1 Algorithm 13 is Algorithm 5",
    says=(
        r"\text{for }\alpha\in(0,1]\text{ the algorithms of this appendix are those of Section 3; "
        r"Algorithm 13, line 4: }T^*=T\wedge\exp(n\alpha^2/Kd),\ "
        r"\Delta=\{C\log(nT^*\alpha^2/d)/T^*\}^{1/2}\text{; Algorithm 5, (34): "
        r"}T^*=T\wedge\exp\{n\alpha^2/Kd\},\ \Delta=[C\{\log(nT^*\alpha^2)\}^2/(dT^*)]^{1/2}"
    ),
    match=Match.READING,
    differs=(
        "of the sentence on three procedures, judged is the agreement of the two widths of the procedure "
        "on the Euclidean ball, at n = 10^6, T = 10^4, d = 8, alpha = 1"
    ),
    printed=FiniteCheck(
        r"\alpha\le1:\ \{C\log(nT^*\alpha^2/d)/T^*\}^{1/2}=[C\{\log(nT^*\alpha^2)\}^2/(dT^*)]^{1/2}",
        "n = 10^6, T = 10^4, d = 8, alpha = 1, C = 8",
        spends.printed_widths,
        "==",
        granted="2^{-40}",
    ),
    corrected=FiniteCheck(
        r"\alpha\le1:\ \text{Algorithm 13 (corrected) = Algorithm 5: folds, }T^*,\ \Delta,\text{ noise}",
        f"{_RECOVERED}; C = 8",
        spends.recovered_rotated,
        "==",
    ),
    correction="with Delta of (34) in line 4, see kent/alg13/width",
    severity=Severity.LISTING,
    theorem="kent/thm6ii",
    note="Folds, T* and the rotation agree; the widths of line 4 and of (34) do not. No other C in line 4 mends "
    "it: the ratio of their squares, d log(nT*/d)/log(nT*)^2 at alpha = 1, grows with d.",
    root="kent/alg13/width",
)
_TURNED = (
    "kent/alg13/privacy",
    "kent/alg13/cap",
    "kent/alg13/width",
    "kent/alg13/recovers",
    "kent/alg5/range",
    "kent/alg5/hadamard",
)
ALG13 = Claim(
    "kent/alg13",
    "Appendix E.3, Algorithm 13",
    Kind.ALGORITHM,
    "the mean in the ball for every alpha",
    says=(
        r"\alpha\in(0,1]:\ T^*=T\wedge\exp(n\alpha^2/Kd),\ \Delta=\{C\log(nT^*\alpha^2/d)/T^*\}^{1/2},\ "
        r"\hat{\theta}_j\text{ by Algorithm 10 from }\{(R_dX_t^{(i)})_j\}_{i\in N_j,t\in[T^*]}\text{ with "
        r"}(n,T^*,\alpha,\Delta);\quad\alpha\in(1,d]:\ T^*=T\wedge\exp(n/Kd),\ "
        r"\Delta=\{C\log(nT^*/d)/T^*\}^{1/2},\ i\in N_j\cup\cdots\cup N_{j+\lfloor\alpha\rfloor},\text{ "
        r"with }(n,T^*,1,\Delta);\quad\text{else: }T^*=T\wedge\exp(n\alpha/Kd),\ "
        r"\Delta=\{C\log(nT^*/d)/T^*\}^{1/2},\ i\in[n],\text{ with "
        r"}(n,T^*,\alpha/d,\Delta);\quad\hat{\theta}=R_d^{-1}\sum_{j=1}^de_j\hat{\theta}_j"
    ),
    match=Match.READING,
    differs="a group: its parts judge privacy, the cap, the widths and the rotation of the listing one by one",
    printed=Whole(r"\text{Algorithm 13 as printed: privacy, }T^*,\ \Delta\text{, rotation}", _TURNED),
    corrected=Whole(
        r"\text{Algorithm 13 with }\lfloor\alpha\rfloor\text{ folds, their }T^*\text{, and }\Delta\text{ of "
        r"(34)}",
        _TURNED,
        as_corrected=True,
    ),
    correction="see the parts: one fold too many, the cap without alpha, bins wider than (34) by sqrt(d)",
    severity=Severity.LISTING,
    theorem="kent/thm6ii",
)

CLAIMS = (
    ALG5_RANGE,
    ALG5,
    ALG12_CAP,
    ALG12_WIDTH,
    ALG12_RECOVERS,
    ALG12,
    ALG13_CAP,
    ALG13_WIDTH,
    ALG13_RECOVERS,
    ALG13,
)
