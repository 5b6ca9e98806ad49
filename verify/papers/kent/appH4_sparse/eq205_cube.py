"""kent Appendix H.4, (205), Lemma 16 and Corollary 17 with their proofs in Appendix I: a cube that leaves the class."""

from collections.abc import Iterator
from fractions import Fraction

from sympy import Rational

from lowerbounds.information.divergences import total_variation
from lowerbounds.information.laws import FiniteLaw
from verify.kernel.calculus import Name, at_most, cite, line, real
from verify.kernel.calculus.facts.packings import WorstLoss
from verify.kernel.calculus.facts.priors import (
    BEST_GUESS,
    BIASED_TESTS,
    NEAREST_PARAMETER,
    OUTSIDE_CLASS,
    PRIOR_IN_CLASS,
    WRONG_COORDINATES,
    Biased,
    ConditionalTV,
    InsideLoss,
    InsideNearest,
    LeastWrong,
    NearestLoss,
    NearestWrong,
    OutsideMass,
    SeparatedExactly,
)
from verify.kernel.statements import Case, Definition, FiniteCheck
from verify.kernel.statements.claim import Claim, Kind, Match, Severity
from verify.kernel.statements.outcome import Settings
from verify.papers.kent.appH1_assouad.eq182_assouad import FAMILY, LOSS, SIZE
from verify.papers.kent.instances.hypercubes import Vertex, sparse, vertices
from verify.papers.kent.setting import DRAWS, PROTOCOL

EQ205 = Claim(
    "kent/eq205",
    "Appendix H.4, (205)",
    Kind.DEFINITION,
    "Hamming separation with equality",
    says=(
        r"\Phi\Big(\frac{1}{2}\rho(\theta_v,\theta_{v'})\Big)=2\varrho\sum_{j=1}^k\mathbb{1}\{v_j\ne "
        r"v_j'\}\text{ for all }v,v'\in\mathcal{V}"
    ),
    match=Match.SAME,
    printed=Definition(r"\Phi(\tfrac12\rho(\theta_v,\theta_{v'}))=2\varrho\textstyle\sum_j1\{v_j\ne v'_j\}"),
)


def _lemma16(_: Settings) -> Iterator[Case]:
    """The risk of the estimator 0 at theta_-1 = 0 next to the average over V minus 2 k varrho P(V outside V*), L = 1."""
    tau, length = Fraction(1, 2), Fraction(1)
    varrho = length**2 / 8
    average = tau * length**2 + (1 - tau) * 0
    again = Fraction(0 * 0)
    told = {"k": 1, "V*": "{-1}", "theta_-1": 0, "theta_1": 1, "hat theta": 0, "tau": "1/2", "loss": "squared"}
    yield Case(told, Fraction(0), average - 2 * varrho * tau, left_again=again)


STAR, _PRIOR = Name(r"\mathcal{P}^*", "class of laws"), Name("V", "prior")
HALF, SHARE, RATIO = real("varrho", least=0), real("tau", above=0, most=Rational(1, 2)), real("c", above=0)
_AVERAGED = PROTOCOL, FAMILY, DRAWS, LOSS
_EQUAL = SeparatedExactly(FAMILY, LOSS, HALF, SIZE)
_OUTSIDE = OutsideMass(_PRIOR, FAMILY, STAR)
_IN_CLASS = PROTOCOL, STAR, DRAWS, LOSS, FAMILY, _PRIOR
LEMMA16 = Claim(
    "kent/lemma16",
    "Appendix H.4, Lemma 16; Appendix I, (222)",
    Kind.LOWER_BOUND,
    "from the class to an average over the cube",
    says=(
        r"\sup_{P\in\mathcal{P}^*}\mathbb{E}_P\Big[\Phi\circ\rho(\hat{\theta},\theta(P))\Big]\ge\mathbb{E}_V\Big[\mathbb{E}_{P_V}\Big[\Phi\circ\rho(\hat{\theta},\theta(P))\Big]\Big]-2k\varrho\mathbb{P}(V\notin\mathcal{V}^*),\quad\mathcal{V}^*=\{v\in\mathcal{V}:P_v\in\mathcal{P}^*\},\text{ "
        r"under (205)}"
    ),
    match=Match.SAME,
    printed=FiniteCheck(
        r"\sup_{P\in\mathcal P^*}E_P[\Phi\circ\rho(\hat\theta,\theta(P))]\ge E_VE_{P_V}[\Phi\circ\rho(\hat\theta,\theta(P_V))]"
        r"-2k\varrho P(V\notin\mathcal V^*)",
        "k = 1, two point masses, the estimator that is always the one in the class",
        _lemma16,
        ">=",
    ),
    corrected=line(WorstLoss(PROTOCOL, STAR, DRAWS, LOSS), given=(_EQUAL,))
    .ge(InsideLoss(*_AVERAGED, _PRIOR, STAR), PRIOR_IN_CLASS(*_IN_CLASS))
    .ge(InsideNearest(*_AVERAGED, _PRIOR, STAR), NEAREST_PARAMETER(*_IN_CLASS))
    .ge(NearestLoss(*_AVERAGED, _PRIOR) - 2 * SIZE * HALF * _OUTSIDE, OUTSIDE_CLASS(*_IN_CLASS, HALF, SIZE)),
    correction="with the distance to the nearest vertex's value, halved, in place of the estimator's own risk: that is what the proof "
    "bounds by 2 k varrho; an estimator's risk outside V* has no such bound",
    severity=Severity.PROOF_GAP,
    theorem="kent/cor17",
    note="V* must not be empty. The estimator is any function of what a protocol tells, so of all data, too.",
)


def _ones(v: Vertex) -> int:
    return sum(x == 1 for x in v)


def _weight(v: Vertex, tau: Fraction) -> Fraction:
    """P(V = v) for independent co-ordinates that are 1 with probability tau."""
    return tau ** _ones(v) * (1 - tau) ** (len(v) - _ones(v))


def _mixture(law: dict[Vertex, FiniteLaw], weights: dict[Vertex, Fraction]) -> FiniteLaw:
    masses: dict[object, Fraction] = {}
    total = sum(weights.values(), Fraction(0))
    for v, weight in weights.items():
        for x, p in law[v]:
            masses[x] = masses.get(x, Fraction(0)) + weight / total * p
    return FiniteLaw(tuple(masses.items()))


def _sides(law: dict[Vertex, FiniteLaw], j: int, tau: Fraction) -> Fraction:
    """TV of the mixtures over v_j = 1 and v_j = -1, weighted by P(V = v | V_j); tau = 1/2 is the uniform one."""
    plus, minus = (_mixture(law, {v: _weight(v, tau) for v in law if v[j] == s}) for s in (1, -1))
    return total_variation(plus, minus)


def _hidden(k: int, shown: Fraction) -> dict[Vertex, FiniteLaw]:
    """P_v shows v itself with that probability, else only the pair {v, -v}: all P_v differ, and theta_v = v is a functional."""

    def law(v: Vertex) -> FiniteLaw:
        pair = max(v, tuple(-x for x in v))
        return FiniteLaw((((v, "v"), shown), ((pair, "v or -v"), 1 - shown)))

    return {v: law(v) for v in vertices(k)}


def _corollary17(_: Settings) -> Iterator[Case]:
    """The risk on V* of the estimator that names the only v of V* that the datum allows, next to the printed bound.

    theta_v = v and the squared Euclidean loss, so 2 varrho = 1; V* = {at most one 1} and the datum is v or {v, -v}.
    Second route: the sum over pairs of V* of the overlap of their laws.
    """
    tau, shown = Fraction(1, 10), Fraction(1, 10)
    law = _hidden(3, shown)
    inside = [v for v in law if _ones(v) <= 1]
    risk = Fraction(0)
    for v in inside:
        for x, p in law[v]:
            named = next(w for w in inside if law[w][x] > 0)
            risk += p * sum((a - b) ** 2 for a, b in zip(named, v, strict=True))
    again = sum(
        (sum((min(law[v][x], law[w][x]) for x in law[v].atoms), Fraction(0)) for v in inside for w in inside if v < w),
        Fraction(0),
    )
    outside = sum((_weight(v, tau) for v in law if _ones(v) > 1), Fraction(0))
    bound = tau * (sum((1 - _sides(law, j, Fraction(1, 2)) for j in range(3)), Fraction(0)) - outside / tau * 3)
    yield Case(
        {
            "k": 3,
            "tau": "1/10",
            "c": "7/25",
            "V*": "at most one 1",
            "theta_v": "v",
            "P_v": "{v, -v} w.p. 9/10, v w.p. 1/10",
        },
        risk,
        bound,
        left_again=again,
    )


def _corollary17_mended(_: Settings) -> Iterator[Case]:
    """2 tau (sum (1 - TV) - ck), V-weighted, next to the exact supremum over V* of the best risk's lower bound: Bayes risk.

    The right side is the Bayes risk, 2 varrho = 1, of naming v among V*, under V conditioned to V*: no estimator's supremum
    is below it.
    """
    tau = Fraction(1, 10)
    families = {
        "{v, -v}, or v w.p. 1/10": _hidden(3, Fraction(1, 10)),
        "(206), Delta = 1/2": {v: sparse(3, Fraction(1, 2)).law(v) for v in vertices(3)},
        "(206), Delta = 1/10": {v: sparse(3, Fraction(1, 10)).law(v) for v in vertices(3)},
    }
    for name, law in families.items():
        for limit in (1, 2, 3):
            inside = [v for v in law if _ones(v) <= limit]
            kept = sum((_weight(v, tau) for v in inside), Fraction(0))
            bound = tau * (sum((1 - _sides(law, j, tau) for j in range(3)), Fraction(0)) - (1 - kept) / tau * 3)
            atoms = dict.fromkeys(x for v in inside for x in law[v].atoms)
            bayes = Fraction(0)
            for x in atoms:
                joint = {v: _weight(v, tau) / kept * law[v][x] for v in inside}
                for j in range(3):
                    bayes += min(sum((m for v, m in joint.items() if v[j] == s), Fraction(0)) for s in (1, -1))
            yield Case({"family": name, "V*": f"at most {limit} ones", "tau": "1/10"}, bound, bayes)


_BIASED = Biased(SHARE, SIZE)
_OUT = OutsideMass(_BIASED, FAMILY, STAR)
_APART = ConditionalTV(PROTOCOL, FAMILY, DRAWS, _BIASED, SIZE)
COROLLARY17 = Claim(
    "kent/cor17",
    "Appendix H.4, Corollary 17",
    Kind.LOWER_BOUND,
    "Assouad's bound for a biased prior",
    says=(
        r"\sup_{P\in\mathcal{P}^*}\mathbb{E}_P\Big[\Phi\circ\rho(\hat{\theta},\theta(P))\Big]\ge2\varrho\tau\Big[\sum_{j=1}^k\{1-D_{\mathrm{TV}}(P_{+j},P_{-j})\}-ck\Big]\text{ "
        r"if }\mathbb{P}(V_j=1)=\tau=1-\mathbb{P}(V_j=-1)\text{ independently},\ \tau\le1/2,\ "
        r"\mathbb{P}(V\notin\mathcal{V}^*)\le c\tau,\ P_{\pm j}\text{ as in (183)}"
    ),
    match=Match.SAME,
    printed=FiniteCheck(
        r"\sup_{P\in\mathcal P^*}E_P[\Phi\circ\rho]\ge2\varrho\tau\Big[\textstyle\sum_j\{1-D_{\mathrm{TV}}(P_{+j},P_{-j})\}-ck\Big],\ "
        r"P_{\pm j}\text{ the uniform mixtures (183)}",
        "k = 3, theta_v = v, squared loss; the datum is the pair {v, -v}, or v itself with probability 1/10",
        _corollary17,
        ">=",
    ),
    corrected=line(WorstLoss(PROTOCOL, STAR, DRAWS, LOSS), given=(_EQUAL, at_most(_OUT, RATIO * SHARE)))
    .ge(NearestLoss(*_AVERAGED, _BIASED) - 2 * SIZE * HALF * _OUT, cite(LEMMA16).at({_PRIOR: _BIASED}))
    .eq(
        2 * HALF * NearestWrong(*_AVERAGED, _BIASED) - 2 * SIZE * HALF * _OUT,
        WRONG_COORDINATES(PROTOCOL, DRAWS, LOSS, FAMILY, _BIASED, HALF, SIZE),
    )
    .ge(
        2 * HALF * LeastWrong(PROTOCOL, FAMILY, DRAWS, _BIASED) - 2 * SIZE * HALF * _OUT,
        BEST_GUESS(PROTOCOL, DRAWS, LOSS, FAMILY, _BIASED),
    )
    .ge(
        2 * HALF * SHARE * SIZE * (1 - _APART) - 2 * SIZE * HALF * _OUT,
        BIASED_TESTS(PROTOCOL, FAMILY, DRAWS, SHARE, SIZE),
    )
    .ge(2 * HALF * SHARE * (SIZE * (1 - _APART) - RATIO * SIZE), at_most(_OUT, RATIO * SHARE))
    .crosschecked(
        "Bayes risks over V*",
        r"\tau[\sum_j(1-D_{\mathrm{TV}})-ck]\le\text{Bayes risk of }V\mid V\in\mathcal V^*",
        "k = 3, tau = 1/10, V* = at most 1, 2, 3 ones; the family of the counterexample, and (206) with Delta = 1/2, 1/10",
        _corollary17_mended,
    ),
    correction="the mixtures are those of V given V_j, as the proof has them, not the uniform ones of (183)",
    severity=Severity.PROOF_GAP,
    theorem="kent/thm7/lower",
    note="V* names v from the datum, so an estimator errs nowhere on it; the uniform mixtures mostly coincide, since -v of a vertex of V* lies "
    "outside. Lemmas 13 and 15 and Theorem 14 are printed for uniform mixtures; kent/own/cube-kl holds for these too.",
)

CLAIMS = (
    EQ205,
    LEMMA16,
    COROLLARY17,
)
