"""bassily Algorithms 4 and 5 as wholes, and Theorems 3.1 and 3.2 put together from their corrected steps."""

from typing import Any

from sympy import E, Rational, exp, log, sqrt

from verify.kernel.calculus import Chain, Comparison, WholeNumber, integer, let, line, real, words
from verify.kernel.statements import AllOf, Definition, Undecided
from verify.kernel.statements.claim import Claim, Kind, Match
from verify.papers.bassily.instances import theorem_bounds as assembled
from verify.papers.bassily.nouns import CentralExcess, LocalExcess
from verify.papers.bassily.s4_1_central_mean import CLOSE
from verify.papers.bassily.s4_2_local_mean import NOTHING_TRUNCATED
from verify.papers.bassily.s5_central.learning_rate import ETA, SMALL_BATCH, balanced
from verify.papers.bassily.s6_local.alg5_rate import QUIET, SMOOTH_TERM

_CENTRAL_PARTS = ("bassily/alg4/rounds", "bassily/own/alg4-delta0", "bassily/sec5/1", "bassily/sec5/2")
ALG4 = Claim(
    "bassily/alg4",
    "Section 5, Algorithm 4",
    Kind.DEFINITION,
    "the private noisy gradient method",
    says=r"\theta_0=\vec{0},\ T=\frac{n^2\varepsilon^2}{c_{n,\delta}^2d}\text{ with "
    r"}c_{n,\delta}=\Theta(\log n\log(1/\delta)),\ "
    r"\eta=\frac{R}{L}\left(\frac{d\sqrt{m}}{n^{3/2}\varepsilon^2}+\frac{c_{n,\delta}\sqrt{md}}{n\varepsilon}\right),\ "
    r"\varepsilon_0=1,\ \delta_0=\frac{n\delta}{2TB},\ B\text{ as in the proof of Lemma 5.1 (not "
    r"legible in our copy of the listing)};\quad t=0,\ldots,T-1:\ S_t\text{ a random subset of "
    r"}B\text{ users without replacement};\quad "
    r"g_i(\theta_t)=\frac{1}{m}\sum_{j=1}^{m}\nabla\ell(\theta_t,Z_{i,j}),\ i\in "
    r"S_t;\quad\tilde{\nabla}F(\theta_t)=\mathcal{M}_{\mathrm{DP}}(\{g_i(\theta_t)\}_{i\in "
    r"S_t},\varepsilon_0,\delta_0);\quad\theta_{t+1}=\Pi_\Theta\left(\theta_t-\eta\tilde{\nabla}F(\theta_t)\right);\quad\text{return "
    r"}\bar{\theta}_T=\frac{1}{T}\sum_{t=1}^{T}\theta_t",
    match=Match.SAME,
    printed=Definition(
        r"\theta_0=\vec{0},\ T=\frac{n^2\varepsilon^2}{c_{n,\delta}^2d}\text{ with "
        r"}c_{n,\delta}=\Theta(\log n\log(1/\delta)),\ "
        r"\eta=\frac{R}{L}\left(\frac{d\sqrt{m}}{n^{3/2}\varepsilon^2}+\frac{c_{n,\delta}\sqrt{md}}{n\varepsilon}\right),\ "
        r"\varepsilon_0=1,\ \delta_0=\frac{n\delta}{2TB},\ B\text{ as in the proof of Lemma 5.1 (not "
        r"legible in our copy of the listing)};\quad t=0,\ldots,T-1:\ S_t\text{ a random subset of "
        r"}B\text{ users without replacement};\quad "
        r"g_i(\theta_t)=\frac{1}{m}\sum_{j=1}^{m}\nabla\ell(\theta_t,Z_{i,j}),\ i\in "
        r"S_t;\quad\tilde{\nabla}F(\theta_t)=\mathcal{M}_{\mathrm{DP}}(\{g_i(\theta_t)\}_{i\in "
        r"S_t},\varepsilon_0,\delta_0);\quad\theta_{t+1}=\Pi_\Theta\left(\theta_t-\eta\tilde{\nabla}F(\theta_t)\right);\quad\text{return "
        r"}\bar{\theta}_T=\frac{1}{T}\sum_{t=1}^{T}\theta_t"
    ),
    note="A listing: what it must satisfy are bassily/alg4/rounds, bassily/own/alg4-delta0, bassily/sec5/1 and bassily/sec5/2.",
)
_CENTRAL_PROOF = (
    "bassily/lemma5.1",
    "bassily/sec5/3",
    "bassily/sec5/4",
    "bassily/sec5/5",
    "bassily/sec5/6",
    "bassily/sec5/7",
    "bassily/sec5/8",
    "bassily/sec5/9",
)

_BATCH, _DRAWS, _DIM, _BINS, _ROUNDS = (integer(letter, least=1) for letter in ("B", "m", "d", "t", "T"))
_RADIUS, _LIP, _ANY_EPS, _ANY_LOG, _ANY_C, _BETA, _SIGMA = (
    real(letter, above=0) for letter in ("R", "L", "epsilon", "Lambda", "c", "beta", "sigma")
)
_TIMES_OVER, _LOG, _MORE_LOG = real("r", least=1), real("Lambda", least=log(2)), real("omega", least=log(2))
_USERS, _DELTA, _EACH_DELTA = (
    let("n", _TIMES_OVER * _BATCH),
    let(r"\delta", 2 * exp(-_LOG)),
    let(r"\delta_0", 2 * exp(-_LOG - _MORE_LOG)),
)
_EPS = let(r"\varepsilon", (E - 1) * sqrt(2) * sqrt(_ROUNDS) * sqrt(_LOG) / _TIMES_OVER)
"""B = n epsilon/((e - 1) sqrt(2T log(2/delta))), solved for epsilon: T and B are any whole numbers, delta_0 any number that is small enough."""
_C, _GAMMA = let("c", _USERS * _EPS / (sqrt(_DIM) * sqrt(_ROUNDS))), let(r"\gamma", 1 / sqrt(_DRAWS * _USERS))
_RATE = _RADIUS * _LIP / sqrt(_USERS * _DRAWS) + _C * _RADIUS * _LIP * sqrt(_DIM) / (sqrt(_DRAWS) * _USERS * _EPS)
_EACH_LEVEL = let(r"\gamma_0", _GAMMA / (2 * _ROUNDS))
_SPREAD = let("s", 1 + sqrt(2 * log(4 * E * _ROUNDS * _USERS / _GAMMA)))
_TAU = let(r"\tau", _LIP / sqrt(_DRAWS) * _SPREAD)
_STEP_MEAN = CLOSE.at(
    {
        real("R", above=0): _LIP,
        real("tau", above=0): _TAU,
        real("gamma", above=0, most=1): _EACH_LEVEL,
        integer("k", least=1): _BATCH,
        real("epsilon", above=0, most=1): 1,
        real("delta", above=0, most=Rational(1, 2)): _EACH_DELTA,
    }
)
"""What the mean of a step is near, unless with probability 2 gamma_0 = gamma/T: Theorem 4.1 on B users at (1, delta_0)."""
_COVERED, _LARGE_BATCH = _STEP_MEAN.statement.hypotheses
"""The t bins cover the gradients, and a batch has users enough for d ranges of t bins, missed with probability gamma_0 at most in each of T steps."""
_NEAR = (
    line(_STEP_MEAN.statement.conclusion.left, given=(_COVERED, _LARGE_BATCH))
    .le(2 * _EACH_LEVEL, _STEP_MEAN)
    .eq(_GAMMA / _ROUNDS)
)
_MEAN, _NOISE_AT = _STEP_MEAN.statement.conclusion.left.args[:2]
_ENTRIES = let("u", sqrt(2 * log(8 * _BATCH * _DIM / _EACH_LEVEL)))
_QUIET = Comparison(32 * _SPREAD**2 * (1 + 2 * _ENTRIES) ** 2 * log(5 / (2 * _EACH_DELTA)), "<=", _C**2 / _LOG)
_SMALL_DELTAS = (
    Comparison(_EACH_DELTA, "<=", _USERS * _DELTA / (2 * _ROUNDS * _BATCH)),
    Comparison(_DELTA, "<=", _GAMMA / (4 * _ROUNDS * _BATCH)),
)
_PLAN = (WholeNumber(_USERS), Comparison(_EPS, "<=", 1), *_SMALL_DELTAS, _COVERED, _LARGE_BATCH, _QUIET)
_PART = line(_BATCH).le(_USERS)
_WIDE, _ODDS, _LEVEL, _REST = (real(letter, above=0) for letter in ("w", "a", "b", "x"))
_CALM = Comparison(32 * _WIDE**2 * _ODDS, "<=", _LEVEL)
_CALMED = line((4 * _REST * _WIDE * sqrt(2 * _ODDS)) ** 2, given=(_CALM,)).le(_LEVEL * _REST**2)
_NOISE_MOST = (
    line(_NOISE_AT**2, given=(_QUIET,))
    .le(
        _C**2 / _LOG * (_LIP / sqrt(_DRAWS) / _BATCH) ** 2,
        _CALMED.at(
            {
                _WIDE: _SPREAD * (1 + 2 * _ENTRIES),
                _ODDS: log(5 / (2 * _EACH_DELTA)),
                _LEVEL: _C**2 / _LOG,
                _REST: _LIP / sqrt(_DRAWS) / _BATCH,
            }
        ),
    )
    .eq(_C**2 * _LIP**2 / (_LOG * _DRAWS * _BATCH**2))
)
_FEW = tuple(
    Comparison(_DRAWS, "<=", most / sqrt(_LOG)) for most in (_C * sqrt(_DIM), _USERS * _EPS**2 / (_C * sqrt(_DIM)))
)
"""m in part 1, and in part 2."""


_HERE = {integer("n", least=1): _USERS, _ANY_C: _C, _ANY_EPS: _EPS}
_LENGTH = ETA.xreplace(_HERE)


def _central(batch: Chain, few: Comparison) -> Chain:
    """Theorem 3.1 under a condition on m."""
    terms, eta = balanced(batch).at({**_HERE, _ANY_LOG: _LOG, _SIGMA: _NOISE_AT}), _LENGTH
    smooth, _, narrow = terms.statement.hypotheses
    fits = line(_DRAWS * sqrt(_LOG), given=(few,)).le(few.right * sqrt(_LOG), few).eq(narrow.right)
    excess = CentralExcess(_MEAN, _USERS, _DRAWS, _ROUNDS, _BATCH, eta, _BETA, _RADIUS, _LIP)
    left = (
        _BETA * _RADIUS**2 / _ROUNDS
        + _RADIUS**2 / (eta * _ROUNDS)
        + eta / 2 * (_LIP**2 / _BATCH + _DIM * _NOISE_AT**2)
        + 2 * _LIP**2 * _ROUNDS * eta / (_USERS * _DRAWS)
    )
    together = line(left, given=(_PLAN[0], smooth, _QUIET, few)).le(12 * _RATE, terms, _NOISE_MOST, fits)
    changed = 2 * _GAMMA * _RADIUS * _LIP + left
    return (
        line(excess, given=(*_PLAN, smooth, few))
        .le(
            changed,
            words(
                "Each step is private enough for the gradients of its batch to stay concentrated, and the mean estimator within 2 gamma_0 of their mean "
                "with noise, so that the trajectory is within gamma of a noisy gradient method's, whose risk is its optimisation error, noise and batch, "
                "and generalisation.",
                Comparison(excess, "<=", changed),
                given=(_NEAR.statement.conclusion, _SMALL_DELTAS[1], Comparison(_BATCH, "<=", _USERS), smooth),
                leans=(*_CENTRAL_PARTS, *_CENTRAL_PROOF),
            ),
            _NEAR,
            _PART,
        )
        .le(2 * _GAMMA * _RADIUS * _LIP + 12 * _RATE, together)
        .le(14 * _RATE)
    )


THM3_1 = Claim(
    "bassily/thm3.1",
    "Theorem 3.1 and its proof in Section 5",
    Kind.UPPER_RATE,
    "the central rate, by some private algorithm",
    printed=Undecided(
        r"\text{for }\varepsilon\in(0,1),\ "
        r"\delta\in\left(0,\frac{d}{4n^{5/2}\sqrt{m}\varepsilon^2}\right),\ n>\sqrt{d}/\varepsilon,\ "
        r"m<\max\{\sqrt{d},n\varepsilon^2/\sqrt{d}\},\ "
        r"\beta=\tilde{O}\left(\frac{2L}{R}\min\left\{\frac{n^{3/2}\varepsilon^2}{d\sqrt{m}},\frac{n\varepsilon}{\sqrt{md}}\right\}\right)\text{ "
        r"there is an }(\varepsilon,\delta)\text{ user-level private algorithm }\mathcal{A}\text{ with "
        r"}\mathbb{E}\left[F(\mathcal{A}(Z^n))-\min_{\theta\in\Theta}F(\theta)\right]=\tilde{O}\left(\frac{RL}{\sqrt{nm}}+\frac{RL\sqrt{d}}{\sqrt{m}n\varepsilon}\right)",
        "a proof with no logarithms in the conditions: between sqrt(d)/epsilon and c sqrt(d)/epsilon users nothing is known",
    ),
    corrected=AllOf(
        "",
        {
            "the mean of a step": _NEAR,
            "m in part 1": _central(SMALL_BATCH[0], _FEW[0]).crosschecked(
                "all terms in numbers",
                r"2\gamma RL+\tfrac{\beta R^2}T+\tfrac{R^2}{\eta T}+\tfrac\eta2\Big(\tfrac{L^2}B+d\sigma^2\Big)+L^2\tfrac{(T+1)\eta}{nm}\le14(\cdots)",
                "epsilon = 1/10, 1/2, 1; d = 4, 10^4; n = 2c sqrt(d)/epsilon and 10^6 times that; "
                "c = 10^2, 10^4; m up to its largest; the largest beta; R = L = 1",
                assembled.central_terms,
            ),
            "m in part 2": _central(SMALL_BATCH[1], _FEW[1]),
        },
    ),
    correction="the rate of Algorithm 4 with a smaller step, under conditions on n and m with the logarithms of c, bins that cover the gradients, users enough in a batch to find d ranges of t bins in each of T steps, and a delta that is smaller for large d",
    theorem="bassily/thm3.1",
    note="T and B are any whole numbers: epsilon and c are those at which Algorithm 4 has them without rounding, r "
    "is n/B, and delta_0 is at most n delta/(2TB), as e^omega is large enough. Without the condition on the "
    "t bins the bound is false: with one bin of width 2 tau' from -L on all gradients L are cut to below 0, "
    "and every step leads away. A smaller delta costs only logarithms, so that the printed range of delta "
    "is no obstacle to the rate; between sqrt(d)/epsilon and c sqrt(d)/epsilon users nothing is shown. The "
    "printed proof is refuted in its steps, each at its own claim. The step is at most eta and "
    "1/beta, which is what bassily/sec5/7 needs.",
)
_LOCAL_PARTS = ("bassily/sec6/1", "bassily/sec6/batch", "bassily/alg5/update", "bassily/thm4.3/privacy")
ALG5 = Claim(
    "bassily/alg5",
    "Section 6, Algorithm 5",
    Kind.DEFINITION,
    "the local accelerated method",
    says=r"\theta_0=\vec{0},\ \theta^{ag}=\theta_0,\ T=n\varepsilon^2/d,\ "
    r"\{\eta_t,\gamma_t\}_{t\in[T]}\text{ as in Lemma 6.1};\quad t=0,\ldots,T-1:\ "
    r"\theta_t^{md}=\gamma_t^{-1}\theta_t+(1-\gamma_t^{-1})\theta_t^{ag};\quad S_t\text{ a fresh batch "
    r"of }n_0=\lfloor n/T\rfloor\text{ users};\quad "
    r"g_i(\theta_t^{md})=\frac{1}{m}\sum_{i=1}^{m}\nabla\ell(\theta_t^{md},Z_{i,j}),\ i\in "
    r"S_t;\quad\tilde{\nabla}F(\theta_t^{md})=\mathcal{M}_{\mathrm{LDP}}(\{g_i(\theta_t^{md})\}_{i\in "
    r"S_t},\varepsilon,\delta);\quad\theta_{t+1}=\theta_t^{md}-\eta_t\tilde{\nabla}F(\theta_t^{md});\quad\theta_{t+1}^{ag}=\gamma_t^{-1}\theta_{t+1}+(1-\gamma_t^{-1})\theta_t^{ag};\quad\text{return "
    r"}\theta_T^{ag}",
    match=Match.SAME,
    printed=Definition(
        r"\theta_0=\vec{0},\ \theta^{ag}=\theta_0,\ T=n\varepsilon^2/d,\ "
        r"\{\eta_t,\gamma_t\}_{t\in[T]}\text{ as in Lemma 6.1};\quad t=0,\ldots,T-1:\ "
        r"\theta_t^{md}=\gamma_t^{-1}\theta_t+(1-\gamma_t^{-1})\theta_t^{ag};\quad S_t\text{ a fresh batch "
        r"of }n_0=\lfloor n/T\rfloor\text{ users};\quad "
        r"g_i(\theta_t^{md})=\frac{1}{m}\sum_{i=1}^{m}\nabla\ell(\theta_t^{md},Z_{i,j}),\ i\in "
        r"S_t;\quad\tilde{\nabla}F(\theta_t^{md})=\mathcal{M}_{\mathrm{LDP}}(\{g_i(\theta_t^{md})\}_{i\in "
        r"S_t},\varepsilon,\delta);\quad\theta_{t+1}=\theta_t^{md}-\eta_t\tilde{\nabla}F(\theta_t^{md});\quad\theta_{t+1}^{ag}=\gamma_t^{-1}\theta_{t+1}+(1-\gamma_t^{-1})\theta_t^{ag};\quad\text{return "
        r"}\theta_T^{ag}"
    ),
    note="A listing: what it must satisfy are bassily/sec6/1, bassily/sec6/batch, bassily/alg5/update and bassily/thm4.3/privacy.",
)
_LOCAL_PROOF = (
    "bassily/thm4.3/utility",
    "bassily/sec6/coupling",
    "bassily/sec6/2",
    "bassily/lemma6.1",
    "bassily/sec6/3",
    "bassily/sec6/5",
)
_BUDGETS = "epsilon = 1/10, 1/2, 1; d = 4, 100; n of 10^6 and 10^9; m = 1, 16; logarithms 1 and 20"


_HELD = integer("n_0", least=1)
_UNIT, _LOW, _SPLIT = (
    real("epsilon", above=0, most=1),
    real("delta", above=0, most=Rational(1, 2)),
    real("gamma_0", above=0, most=1),
)
_ALL, _LAMBDA = let("n", _HELD * _ROUNDS), let(r"\Lambda", _HELD * _UNIT**2 / (4 * _DIM))
_LOCAL_RATE = sqrt(_DIM / (_ALL * _DRAWS * _UNIT**2))
_LOCAL_SPREAD, _LOCAL_ENTRIES = (
    let("s", 1 + sqrt(2 * log(_HELD / _SPLIT))),
    let("u", sqrt(2 * log(8 * _HELD * _DIM / _SPLIT))),
)
_LOCAL_TAU = let(r"\tau", _LIP / sqrt(_DRAWS) * _LOCAL_SPREAD)
_LOCAL_NOISE = let(r"\sigma", _LOCAL_TAU * (1 + 2 * _LOCAL_ENTRIES) / _UNIT * sqrt(32 * log(5 / (4 * _LOW))))
_LOCAL_STEP = NOTHING_TRUNCATED.at(
    {
        integer("k", least=1): _HELD,
        real("tau", above=0): _LOCAL_TAU,
        real("gamma", above=0, most=1): _SPLIT,
        real("epsilon", above=0): _UNIT,
        real("sigma", above=0): _LOCAL_NOISE,
    }
)
"""What the mean of a step is near, unless with probability 2 gamma_0: Theorem 4.3 as corrected, on n_0 users."""
_LOCAL_GAP = _LOCAL_STEP.statement.conclusion.left
_LOCAL_COVERED = Comparison(_LIP, "<=", _BINS * let(r"\tau'", _LOCAL_TAU * _LOCAL_ENTRIES / sqrt(_DIM)))
"""The t bins cover the gradients, which Theorem 4.3 has in the ball of radius t tau'."""
_LOCAL_NEAR = line(_LOCAL_GAP, given=_LOCAL_STEP.statement.hypotheses).le(2 * _SPLIT, _LOCAL_STEP)
_LOCAL_EXCESS = LocalExcess(_LOCAL_GAP.args[0], _ALL, _DRAWS, _ROUNDS, _HELD, _BETA, _RADIUS, _LIP)
_FACTOR = let("A", sqrt(1 + 32 * _LOCAL_SPREAD**2 * (1 + 2 * _LOCAL_ENTRIES) ** 2 * log(5 / (4 * _LOW))))
_NOISE = let(r"\nu", _LIP * sqrt(_DIM / (_HELD * _DRAWS * _UNIT**2)))
_TERMS = (
    2 * _RADIUS * _LIP * _LOCAL_RATE
    + 4 * _BETA * _RADIUS**2 / _ROUNDS**2
    + 2 * _FACTOR * _RADIUS * _NOISE / sqrt(_ROUNDS)
)
_RARE = Comparison(2 * _ROUNDS * _SPLIT, "<=", _LOCAL_RATE)
_MOST_SMOOTH = Comparison(_BETA, "<=", _LIP * _UNIT**3 / _RADIUS * sqrt(_ALL**3 / (_DRAWS * _DIM**3)))
_AT = {_ANY_EPS: _UNIT, integer("n", least=1): _ALL}
_SMOOTHNESS, _QUIETNESS = (
    line(g.statement.left).le(g.statement.right, g)
    for g in (SMOOTH_TERM.at({**_AT, integer("k", least=1): _HELD, _ANY_LOG: _LAMBDA}), QUIET.at(_AT))
)
_TIMES, _FEWER, _MORE = (real(letter, above=0) for letter in "uvw")
_ORDER = Comparison(_FEWER, "<=", _MORE)
_SCALED = line(_TIMES * _FEWER, given=(_ORDER,)).le(_TIMES * _MORE, _ORDER)


def _times(factor: Any, chain: Chain) -> Chain:
    """A bound, a given number of times."""
    known = chain.statement
    ends = {_TIMES: factor, _FEWER: known.left, _MORE: known.right}
    return line(factor * known.left, given=known.hypotheses).le(factor * known.right, _SCALED.at(ends), chain)


_SMOOTH_BOUND = 256 * _LAMBDA**2 * _BETA * _DIM**2 * _RADIUS**2 / (_ALL**2 * _UNIT**4)
_LOCAL = (
    line(_LOCAL_EXCESS, given=(*_LOCAL_NEAR.given, _LOCAL_COVERED, _RARE, _MOST_SMOOTH))
    .le(
        _TERMS,
        words(
            "On each of T disjoint batches the local mean estimator is within 2 gamma_0 of the mean of the gradients with noise, so that the trajectory "
            "is within 2 T gamma_0 of an accelerated method's with independent noise of variance nu^2 A^2 at most.",
            Comparison(_LOCAL_EXCESS, "<=", _TERMS),
            given=(_LOCAL_NEAR.statement.conclusion, _LOCAL_COVERED, _RARE),
            leans=(*_LOCAL_PARTS, "bassily/own/bounded", *_LOCAL_PROOF),
        ),
        _LOCAL_NEAR,
    )
    .le(
        2 * _RADIUS * _LIP * _LOCAL_RATE + 4 * _SMOOTH_BOUND + 2 * sqrt(2) * _FACTOR * _RADIUS * _LIP * _LOCAL_RATE,
        _times(4, _SMOOTHNESS),
        _times(2 * _FACTOR, _QUIETNESS),
    )
    .le((2 + 1024 * _LAMBDA**2 + 2 * sqrt(2) * _FACTOR) * _RADIUS * _LIP * _LOCAL_RATE, _MOST_SMOOTH)
)
THM3_2 = Claim(
    "bassily/thm3.2",
    "Theorem 3.2 and its proof in Section 6",
    Kind.UPPER_RATE,
    "the local rate, by some private algorithm",
    printed=Undecided(
        r"\text{for }\varepsilon=O(1),\ \delta<\varepsilon,\ m<d/\varepsilon^2,\ "
        r"\beta<\frac{L\varepsilon^3}{R}\sqrt{\frac{n^3}{md^3}}\text{ and }n\ge d/\varepsilon^2\text{ (or "
        r"}n>md/\varepsilon^2\text{ with }\beta\text{ unbounded)}\text{ there is an "
        r"}(\varepsilon,\delta)\text{ user-level LDP algorithm }\mathcal{A}\text{ with "
        r"}\mathbb{E}\left[F(\mathcal{A}(Z^n))-\min_{\theta\in\Theta}F(\theta)\right]=\tilde{O}\left(RL\sqrt{\frac{d}{nm\varepsilon^2}}\right)",
        "a proof with no logarithm in the condition on n, and for every delta below epsilon",
    ),
    corrected=_LOCAL.crosschecked(
        "all terms in numbers, T and n_0 rounded down",
        r"2\gamma+\tfrac{4\beta}{T^2}+\tfrac{2\nu}{\sqrt T}\le\big(2+1024\Lambda^2+2\sqrt2A\big)\sqrt{\tfrac d{nm\varepsilon^2}}",
        _BUDGETS,
        assembled.local_terms,
    ),
    correction="the rate of Algorithm 5 with the update of Lan 2012, fewer rounds by a logarithm and four times the noise's variance, for epsilon <= 1, delta <= 1/2, with logarithms in the number of users, and bins that cover the gradients",
    theorem="bassily/thm3.2",
    note="The printed proof is refuted in its steps, each at its own claim. tau (1 + 2u) is the "
    "truncation radius of Theorem 4.3 on n_0 users. gamma_0 is at most the rate over 2T, so that T stands "
    "under the logarithm in the condition on n_0; without that on the t bins the bound is false, as in "
    "bassily/thm3.1. n = n_0 T, and Lambda is a logarithm where n_0 is the least that is allowed. The "
    "batches are fresh, so that theta_t does not know them. Without smoothness: bassily/sec6/4 and bassily/sec6/5, for n >= md/epsilon^2. The condition "
    "m < d/epsilon^2 is not needed. delta < epsilon is more than the theorem can serve as tight: "
    "bassily/thm3.2/lower.",
)

CLAIMS = (
    ALG4,
    THM3_1,
    ALG5,
    THM3_2,
)
