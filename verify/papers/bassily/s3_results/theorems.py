"""bassily Algorithms 4 and 5 as wholes, and Theorems 3.1 and 3.2 put together from their corrected steps."""

from typing import Any

from sympy import Rational, log, sqrt

from verify.calculus import Chain, Comparison, by, calc, integer, let, real, words
from verify.papers.bassily.instances import theorem_bounds as assembled
from verify.papers.bassily.nouns import CentralExcess, CentralPlan, LocalExcess, LocalPlan
from verify.papers.bassily.s5_central.learning_rate import SMALL_BATCH, balanced
from verify.papers.bassily.s6_local.alg5_rate import QUIET, SMOOTH_TERM
from verify.statements import AllOf, Whole
from verify.statements.claim import Claim, Kind, Severity

_CENTRAL_PARTS = ("bassily/alg4/rounds", "bassily/alg4/delta0", "bassily/sec5/1", "bassily/sec5/2")
_CENTRAL_PROOF = ("bassily/lemma5.1", "bassily/sec5/3", "bassily/sec5/4", "bassily/sec5/5", "bassily/sec5/6",
                  "bassily/sec5/7", "bassily/sec5/8", "bassily/sec5/9")  # fmt: skip
_LOCAL_PARTS = ("bassily/sec6/1", "bassily/sec6/batch", "bassily/alg5/update", "bassily/thm4.3/privacy")
_LOCAL_PROOF = ("bassily/thm4.3/utility", "bassily/sec6/coupling", "bassily/sec6/2", "bassily/lemma6.1",
                "bassily/sec6/3", "bassily/sec6/5")  # fmt: skip
_BUDGETS = "epsilon = 1/10, 1/2, 1; d = 4, 100; n of 10^6 and 10^9; m = 1, 16; logarithms 1 and 20"

_USERS, _DRAWS, _DIM, _BINS = (integer(letter, least=1) for letter in "nmdt")
_RADIUS, _LIP, _C, _ANY_EPS, _LAMBDA, _BETA, _SIGMA = (
    real(letter, above=0) for letter in ("R", "L", "c", "epsilon", "Lambda", "beta", "sigma")
)
_EPS = real("epsilon", above=0, most=1)
_DELTA = real("delta", above=0, below=1)
_LOG = log(2 / _DELTA)
_GAMMA = let(r"\gamma", 1 / sqrt(_DRAWS * _USERS))
_PLAN = CentralPlan(_USERS, _DRAWS, _DIM, _EPS, _DELTA, _C, _BINS)
_RATE = _RADIUS * _LIP / sqrt(_USERS * _DRAWS) + _C * _RADIUS * _LIP * sqrt(_DIM) / (sqrt(_DRAWS) * _USERS * _EPS)


def _central(batch: Chain) -> Chain:
    """Theorem 3.1 under a condition on m."""
    terms = balanced(batch).at({_LAMBDA: _LOG, _ANY_EPS: _EPS})
    excess = CentralExcess(_USERS, _DRAWS, _DIM, _EPS, _DELTA, _C, _BETA, _SIGMA, _RADIUS, _LIP, _BINS)
    changed = 2 * _GAMMA * _RADIUS * _LIP + terms.statement.conclusion.left
    given = (*terms.statement.hypotheses, _PLAN)
    return calc(
        excess, "<=", changed,
        by(words(
            "Each round is private enough for the gradients to stay concentrated and its batch large enough for the mean estimator, so that the "
            "trajectory is within gamma of a noisy gradient method's, whose risk is its optimisation error, noise and batch, and generalisation.",
            Comparison(excess, "<=", changed), given=(_PLAN,),
            leans=("bassily/alg4", "bassily/thm4.1", *_CENTRAL_PROOF),
        )),
        "<=", 2*_GAMMA*_RADIUS*_LIP + 12*_RATE, by(terms), "<=", 14*_RATE,
        given=given,
    )  # fmt: skip


_ROUNDS, _BATCH, _LEAST = (integer(letter, least=1) for letter in ("T", "n_0", "k"))
_UNIT, _LOW = real("epsilon", above=0, most=1), real("delta", above=0, most=Rational(1, 2))
_SPLIT, _FACTOR = real("gamma_0", above=0, most=1), real("A", least=1)
_LOCAL_RATE = sqrt(_DIM/(_USERS*_DRAWS*_UNIT**2))  # fmt: skip
_LOCAL_EXCESS = LocalExcess(_USERS, _DRAWS, _DIM, _UNIT, _LOW, _BETA, _RADIUS, _LIP, _ROUNDS, _BATCH, _BINS, _SPLIT)
_NOISE = let(r"\nu", _LIP * sqrt(_DIM / (_BATCH * _DRAWS * _UNIT**2)))
_TERMS = (
    2 * _RADIUS * _LIP * _LOCAL_RATE
    + 4 * _BETA * _RADIUS**2 / _ROUNDS**2
    + 2 * _FACTOR * _RADIUS * _NOISE / sqrt(_ROUNDS)
)
_LOCAL_PLAN = LocalPlan(_USERS, _DRAWS, _DIM, _UNIT, _ROUNDS, _LAMBDA, _LEAST, _BATCH, _BINS, _SPLIT, _LOW, _FACTOR)
_MOST_SMOOTH = Comparison(_BETA, "<=", _LIP*_UNIT**3/_RADIUS*sqrt(_USERS**3/(_DRAWS*_DIM**3)))  # fmt: skip
_SMOOTHNESS, _QUIETNESS = (
    calc(g.statement.left, "<=", g.statement.right, by(g), given=g.statement.hypotheses)
    for g in (SMOOTH_TERM.at({_ANY_EPS: _UNIT}), QUIET.at({_ANY_EPS: _UNIT}))
)  # fmt: skip
_TIMES, _FEWER, _MORE = (real(letter, above=0) for letter in "uvw")
_ORDER = Comparison(_FEWER, "<=", _MORE)
_SCALED = calc(_TIMES * _FEWER, "<=", _TIMES * _MORE, by(_ORDER), given=(_ORDER,))


def _times(factor: Any, chain: Chain) -> Chain:
    """A bound, so many times."""
    known = chain.statement
    ends = {_TIMES: factor, _FEWER: known.left, _MORE: known.right}
    return calc(factor * known.left, "<=", factor * known.right, by(_SCALED.at(ends), chain), given=known.hypotheses)


_SMOOTH_BOUND = 256 * _LAMBDA**2 * _BETA * _DIM**2 * _RADIUS**2 / (_USERS**2 * _UNIT**4)
_LOCAL = calc(
    _LOCAL_EXCESS, "<=", _TERMS,
    by(words(
        "Each of T disjoint batches is large enough for the local mean estimator, whose truncation radius is K L/sqrt(m), so that the trajectory is "
        "within gamma of an accelerated method's with independent noise of variance nu^2 A^2 at most.",
        Comparison(_LOCAL_EXCESS, "<=", _TERMS), given=(_LOCAL_PLAN,), leans=("bassily/alg5", "bassily/sec2a/bounded",
        *_LOCAL_PROOF),
    )),
    "<=", 2*_RADIUS*_LIP*_LOCAL_RATE + 4*_SMOOTH_BOUND + 2*sqrt(2)*_FACTOR*_RADIUS*_LIP*_LOCAL_RATE, by(_times(4, _SMOOTHNESS), _times(2*_FACTOR, _QUIETNESS)),
    "<=", (2 + 1024*_LAMBDA**2 + 2*sqrt(2)*_FACTOR)*_RADIUS*_LIP*_LOCAL_RATE, by(_MOST_SMOOTH),
    given=tuple(dict.fromkeys((_LOCAL_PLAN, _MOST_SMOOTH, *_SMOOTHNESS.statement.hypotheses,
    *_QUIETNESS.statement.hypotheses))),
)  # fmt: skip


CLAIMS = (
    Claim("bassily/alg4", "Section 5, Algorithm 4", Kind.ALGORITHM,
          "what Algorithm 4 must be: its rounds, and its budget in each and in all",
          Whole(r"T\gtrsim1,\ \delta_0\le\tfrac1n\text{ for smaller }\delta,\ \text{the rounds' budgets, and "
                r"}(\varepsilon,\delta)\text{ in all}",
                _CENTRAL_PARTS),
          Whole(r"T\ge1\text{ and }B\le n\text{ for }n\ge c\sqrt d/\varepsilon,\ \delta_0\le\tfrac1n\text{ for smaller "
                r"}\delta,\text{ the rounds' budgets, and }(\varepsilon,\delta)\text{ in all}",
                _CENTRAL_PARTS, as_corrected=True),
          correction="n >= c sqrt(d)/epsilon users, and the total by the exponential moment of the loss",
          severity=Severity.PROOF_GAP, theorem="bassily/thm3.1",
          note="For a mean estimator that is (1, delta_0)-private, which that of Theorem 4.1 is."),
    Claim("bassily/thm3.1", "Theorem 3.1 and its proof in Section 5", Kind.UPPER_RATE,
          "the central rate, by Algorithm 4",
          Whole(r"\text{by Algorithm 4 and the steps printed: }E[F(\mathcal A)-\min F]=\tilde O\Big(\tfrac{RL}{\sqrt{nm}}+\tfrac{RL\sqrt d}{\sqrt mn\varepsilon}\Big)",
                ("bassily/alg4", *_CENTRAL_PROOF)),
          AllOf("",
                {"m in part 1": _central(SMALL_BATCH[0]).crosschecked(
                                    "all terms in numbers",
                                    r"2\gamma RL+\tfrac{\beta R^2}T+\tfrac{R^2}{\eta T}+\tfrac\eta2\Big(\tfrac{L^2}B+d\sigma^2\Big)+L^2\tfrac{(T+1)\eta}{nm}\le14(\cdots)",
                                    "epsilon = 1/10, 1/2, 1; d = 4, 10^4; n = 2c sqrt(d)/epsilon and 10^6 times that; "
                                    "c = 10^2, 10^4; m up to its largest; the largest beta; R = L = 1",
                                    assembled.central_terms),
                 "m in part 2": _central(SMALL_BATCH[1])}),
          correction="the conditions above in place of the printed ones: n and m with the logarithms of c, a delta "
                     "that is smaller for large d, and the step 1/(beta + 1/eta) with eta = (R/L) min(c^2 x, y)",
          severity=Severity.PROOF_GAP, theorem="bassily/thm3.1",
          note="c is of the order of log n log(1/delta) times lower logarithms; delta_0 = n delta/(2TB) is at most "
               "1/2, which is all that bassily/thm4.1 asks of it. A smaller delta costs only logarithms, so that the "
               "printed range of delta is no obstacle to the rate; between sqrt(d)/epsilon and c sqrt(d)/epsilon users "
               "nothing is shown. What is refuted is the printed way, not that some algorithm has the rate. The step "
               "is at most eta and 1/beta, which is what bassily/sec5/7 needs. T is taken as a whole number."),
    Claim("bassily/alg5", "Section 6, Algorithm 5", Kind.ALGORITHM,
          "what Algorithm 5 must be: its batches, its budget, its update",
          Whole(r"\text{disjoint batches, large enough, private messages, the accelerated update}", _LOCAL_PARTS),
          Whole(r"\text{disjoint batches, large enough, private messages, an accelerated update}", _LOCAL_PARTS,
                as_corrected=True),
          correction="fewer rounds by a logarithm, and more noise", severity=Severity.PRIVACY,
          theorem="bassily/thm3.2"),
    Claim("bassily/thm3.2", "Theorem 3.2 and its proof in Section 6", Kind.UPPER_RATE, "the local rate, by Algorithm 5",
          Whole(r"\text{by Algorithm 5 and the steps printed: }E[F(\mathcal A)-\min F]=\tilde O\Big(RL\sqrt{\tfrac d{nm\varepsilon^2}}\Big)",
                ("bassily/alg5", *_LOCAL_PROOF)),
          _LOCAL.crosschecked("all terms in numbers, T and n_0 rounded down",
                              r"2\gamma+\tfrac{4\beta}{T^2}+\tfrac{2\nu}{\sqrt T}\le\big(2+1024\Lambda^2+2\sqrt2A\big)\sqrt{\tfrac d{nm\varepsilon^2}}",
                              _BUDGETS, assembled.local_terms),
          correction="fewer rounds by a logarithm, four times the noise's variance, for epsilon <= 1 and delta <= 1/2, "
                     "and with logarithms in the number of users",
          severity=Severity.PROOF_GAP, theorem="bassily/thm3.2",
          note="What is refuted is the printed way, not that some algorithm has the rate. K L/sqrt(m) is the "
               "truncation radius C of Theorem 4.3 at tau = (L/sqrt(m)) (1 + sqrt(2 log(n_0/gamma'))): K is a "
               "logarithm, and gamma' = gamma/(2T) for each round. The batches are fresh, so that theta_t does not "
               "know them. Without smoothness: bassily/sec6/4 and bassily/sec6/5, for n >= md/epsilon^2. The condition "
               "m < d/epsilon^2 is not needed. delta < epsilon is more than the theorem can serve as tight: "
               "bassily/thm3.2/lower."),
)  # fmt: skip
