"""Planted defects: each must be caught by the check named next to it. A mutant that survives fails the build."""

import copy
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
import sympy

from lowerbounds.mean import ours as mean_sharp
from tests.verify.papers.mutant import GOOD, Altered, Patch, Planted, honest_verdict, outcome
from upperbounds.channels import LaplaceHistogram, LaplaceOnInterval, UnaryEncoding
from upperbounds.channels.loss import ONE, T
from upperbounds.channels.votes import Bins
from upperbounds.mean import bassily, kent, zhao
from upperbounds.protocols import two_stage
from verify.kernel.calculus import Chain
from verify.kernel.prover import CertificateError, Proved, Relation, Variable, checker, decide
from verify.kernel.statements import Agreement, FiniteCheck, SameRate, Slopes, rate
from verify.kernel.statements.claim import Claim
from verify.kernel.statements.inequality import Inequality
from verify.kernel.statements.outcome import Outcome, Settings, Verdict
from verify.ledger import lock
from verify.ledger.collect import claims
from verify.study.measuring import mean as measuring


def _zhao_scales(patch: Patch, refine: Callable[..., Any], votes: float = 1.0) -> None:
    honest = zhao.assemble

    def assemble(n, m, epsilon, D, bins, h, delta):  # type: ignore[no-untyped-def]
        plan = honest(n, m, epsilon, D, bins, h, delta)
        vote = replace(plan.vote, scale=plan.vote.scale * sympy.Rational(votes))
        return replace(plan, scale=refine(h, delta, epsilon), vote=vote)

    patch.setattr(zhao, "assemble", assemble)


def halved_laplace_scale(patch: Patch) -> None:
    _zhao_scales(patch, lambda h, delta, epsilon: (3 * h + 2 * delta) / (2 * epsilon))


def halved_vote_scale(patch: Patch) -> None:
    _zhao_scales(patch, lambda h, delta, epsilon: (3 * h + 2 * delta) / epsilon, 0.5)


def interval_of_one_delta(patch: Patch) -> None:
    _zhao_scales(patch, lambda h, delta, epsilon: (3 * h + delta) / epsilon)


def bit_not_cleared(patch: Patch) -> None:
    keep, flip = T / (1 + T), ONE / (1 + T)
    dirty = (flip, 1 - (1 - keep) * (1 - flip))
    patch.setattr(kent, "UnaryEncoding", lambda bins, hot, epsilon: UnaryEncoding(bins, hot, epsilon, answer_one=dirty))


def bit_not_cleared_when_drawn(patch: Patch) -> None:
    honest = UnaryEncoding.sample_bits

    def sample_bits(self, bits, rng):  # type: ignore[no-untyped-def]
        return honest(self, bits, rng) | (bits & (rng.random(bits.shape) < self.probabilities[1]))

    patch.setattr(UnaryEncoding, "sample_bits", sample_bits)


def sum_drops_the_flips_of_zeros(patch: Patch) -> None:
    def sample_sum(self, counts, rng):  # type: ignore[no-untyped-def]
        return rng.binomial(counts, self.probabilities[1])

    patch.setattr(UnaryEncoding, "sample_sum", sample_sum)


def closed_bins_randomized_response(patch: Patch) -> None:
    patch.setattr(
        kent,
        "UnaryEncoding",
        lambda bins, hot, epsilon: UnaryEncoding(bins, 2 * hot, epsilon, unit=Fraction(1, 2 * hot)),
    )


def closed_bins_laplace(patch: Patch) -> None:
    patch.setattr(
        zhao, "LaplaceHistogram", lambda bins, hot, scale, epsilon: LaplaceHistogram(bins, 2 * hot, scale, epsilon)
    )


def closed_bins_index(patch: Patch) -> None:
    honest = Bins.index_exact

    def index_exact(self, point):  # type: ignore[no-untyped-def]
        index = honest(self, point)
        return index - 1 if index and point == self.left(index) else index

    patch.setattr(Bins, "index_exact", index_exact)


def user_in_both_halves(patch: Patch) -> None:
    honest = two_stage.TwoStage.protocol

    def protocol(self):  # type: ignore[no-untyped-def]
        plan = honest(self)
        localise, refine = plan.rounds
        return replace(plan, rounds=(localise, replace(refine, users=range(self.half - 1, 2 * self.half))))

    patch.setattr(two_stage.TwoStage, "protocol", protocol)


def inflation_without_noise(patch: Patch) -> None:
    honest = kent.algorithm10

    def algorithm10(*args):  # type: ignore[no-untyped-def]
        plan = honest(*args)
        return replace(plan, inflation=plan.inflation * 2)

    patch.setattr(kent, "algorithm10", algorithm10)


def whole_budget_per_bit(patch: Patch) -> None:
    patch.setattr(
        bassily, "UnaryEncoding", lambda bins, hot, epsilon: UnaryEncoding(bins, hot, epsilon, unit=Fraction(1, hot))
    )


def noise_halved_when_drawn(patch: Patch) -> None:
    honest = LaplaceOnInterval.sample_mean

    def sample_mean(self, means, n, rng):  # type: ignore[no-untyped-def]
        return honest(replace(self, scale=self.scale / 2), means, n, rng)

    patch.setattr(LaplaceOnInterval, "sample_mean", sample_mean)


def single_sample_mass(patch: Patch) -> None:
    """The bound for one sample per user, passed off as that for m."""
    patch.setattr(measuring, "two_point_sharp", lambda n, m, epsilon: mean_sharp.two_point_sharp(n, 1, epsilon))


def bound_of_twice_the_users(patch: Patch) -> None:
    """An upper bound that forgets the split into halves by a factor that the risk does not have."""
    honest = measuring.worst_exact
    patch.setattr(measuring, "worst_exact", lambda *given: replace(honest(*given), value=1e3))


PLANTED = (
    Planted("halved Laplace scale", halved_laplace_scale, "zhao/alg1/privacy"),
    Planted("halved scale of the votes", halved_vote_scale, "zhao/alg1/privacy"),
    Planted("interval of 3h + Delta", interval_of_one_delta, "zhao/alg1/privacy"),
    Planted("bit not cleared before its truthful draw", bit_not_cleared, "kent/alg2/privacy"),
    Planted("bit not cleared, in the sampler", bit_not_cleared_when_drawn, "kent/own/channel-law", "corrected"),
    Planted("summed votes without flips", sum_drops_the_flips_of_zeros, "kent/own/channel-law", "corrected"),
    Planted("closed bins, randomized response", closed_bins_randomized_response, "kent/alg2/privacy"),
    Planted("closed bins, Laplace", closed_bins_laplace, "zhao/alg1/privacy"),
    Planted("closed bins, partition", closed_bins_index, "zhao/alg1"),
    Planted("user in both halves, zhao", user_in_both_halves, "zhao/alg1/privacy"),
    Planted("user in both halves, kent", user_in_both_halves, "kent/alg2/privacy"),
    Planted("interval inflated, noise not", inflation_without_noise, "kent/alg10/privacy/three", "corrected"),
    Planted("epsilon in place of epsilon/2 per bit", whole_budget_per_bit, "bassily/alg2/privacy"),
    Planted("noise halved in the sampler", noise_halved_when_drawn, "zhao/own/routes", "corrected"),
    Planted("single-sample mass in an m-fold bound", single_sample_mass, "zhao/own/sandwich", "corrected"),
    Planted("risk above the explicit bound", bound_of_twice_the_users, "kent/own/sandwich", "corrected"),
)


@pytest.mark.parametrize("mutant", PLANTED, ids=lambda m: m.name)
def test_planted_defects_are_caught(mutant: Planted, monkeypatch: Patch) -> None:
    assert honest_verdict(mutant.caught_by, mutant.side) in GOOD, "the check fails without the defect"
    mutant.plant(monkeypatch)
    assert outcome(mutant.caught_by, mutant.side).verdict not in GOOD, f"{mutant.name}: survives {mutant.caught_by}"


def _times(factor: Callable[[dict[str, float]], float]) -> Callable[[Slopes], Slopes]:
    def alter(statement: Slopes) -> Slopes:
        (fit,) = statement.fits
        return replace(statement, fits=(replace(fit, claimed=lambda point: fit.claimed(point) * factor(point)),))

    return alter


def _swapped(chain: Any) -> Any:
    """The chain's ends exchanged, with the same relation and reasons."""
    return replace(chain, start=chain.end, steps=(replace(chain.steps[-1], term=chain.start),))


def _half_the_variance(statement: Chain) -> Chain:
    """The variance of a mean over n users where its chain has n/2: half of the first line after its start."""
    first, *rest = statement.steps
    return replace(statement, steps=(replace(first, term=first.term / 2), *rest))


def _one_sample(statement: Chain) -> FiniteCheck:
    """Pinsker on one sample where the product law has m: the right side divided by m."""
    (_, check), *_ = statement.crosschecks
    honest = check.cases  # type: ignore[attr-defined]
    return replace(
        check,  # type: ignore[type-var]
        cases=lambda s: [replace(c, right=c.right / c.parameters["m"]) for c in honest(s)],
    )


ALTERED = (
    Altered("sqrt(m) for m in the rate", "zhao/own/slope/m", _times(lambda p: np.sqrt(p["m"]))),
    Altered("sqrt(m) for m in the rate, tuned", "kent/own/slope/tuned-m", _times(lambda p: np.sqrt(p["m"]))),
    Altered("exponent in n off by 1/2", "zhao/own/slope/n", _times(lambda p: p["n"] ** 0.5)),
    Altered("exponent in n off by 1/4", "kent/own/slope/n", _times(lambda p: p["n"] ** 0.25)),
    Altered("exponent in n off by -1/4", "kent/own/slope/tuned-n", _times(lambda p: p["n"] ** -0.25)),
    Altered("exponent in epsilon off by 1/4", "zhao/own/slope/epsilon", _times(lambda p: p["epsilon"] ** 0.25)),
    Altered("dropped factor m", "kent/own/slope/m", _times(lambda p: p["m"])),
    Altered("slope test with its band opened", "zhao/own/slope/m", lambda s: replace(s, band=2.0)),
    Altered("z test with its level opened", "zhao/own/routes", lambda s: replace(s, alpha=1e-300)),
    Altered("swapped inequality", "zhao/eq63", _swapped, "printed"),
    Altered("single-sample mass in the m-fold step", "zhao/eq62/e", _one_sample, "printed"),
    Altered("n in place of n/2 users", "zhao/eq55/55", _half_the_variance),
    Altered("empty finite set", "zhao/own/sandwich", lambda s: replace(s, cases=lambda _: [])),
)


@pytest.mark.parametrize("mutant", ALTERED, ids=lambda m: m.name)
def test_altered_statements_are_caught(mutant: Altered) -> None:
    assert honest_verdict(mutant.caught_by, mutant.side) in GOOD, "the check fails without the defect"
    honest = getattr(claims()[mutant.caught_by], mutant.side)
    assert mutant.alter(honest).check(Settings()).verdict not in GOOD, f"{mutant.name}: survives"


X = sympy.Symbol("x", nonnegative=True)
FALSE_AT_THE_END = Relation(X**2, sympy.Rational(99, 100), "<=", (Variable(X, sympy.Integer(0), sympy.Integer(1)),))
FALSE_BY_A_HAIR = Relation(
    1 + X + sympy.Rational(1, 10**40), 1 + X, "<=", (Variable(X, sympy.Integer(0), sympy.Integer(1)),)
)
TRUE = Relation(1 / (1 - X), sympy.exp(2 * X), "<=", (Variable(X, sympy.Integer(0), sympy.Rational(1, 2)),))


def _verdict(relation: Relation) -> Verdict:
    return Inequality(relation).check(Settings()).verdict


def test_a_prover_that_ignores_the_domains_end_is_caught(monkeypatch: Patch) -> None:
    assert _verdict(FALSE_AT_THE_END) is Verdict.REFUTED

    def careless(relation: Relation) -> object:
        inner = tuple(replace(v, upper=v.upper * sympy.Rational(9, 10)) for v in relation.variables)
        return decide.prove(replace(relation, variables=inner))

    monkeypatch.setattr("verify.kernel.prover.prove", careless)
    assert _verdict(FALSE_AT_THE_END) not in GOOD


def test_a_prover_that_trusts_floating_point_is_caught(monkeypatch: Patch) -> None:
    assert _verdict(FALSE_BY_A_HAIR) is Verdict.REFUTED

    def by_floats(relation: Relation) -> object:
        left, right = relation.numbers({"x": np.linspace(0, 1, 1001)})
        assert np.all(left <= right)
        box = {"node": "value", "box": {"x": ["0", "1"]}}
        return Proved({"relation": relation.canonical(), "proof": box})

    monkeypatch.setattr("verify.kernel.prover.prove", by_floats)
    assert _verdict(FALSE_BY_A_HAIR) not in GOOD


def _without_a_box() -> dict[str, Any]:
    """An honest certificate that has lost the second part of its first split."""
    result = decide.prove(TRUE)
    assert isinstance(result, Proved)
    certificate = copy.deepcopy(result.certificate)
    node = certificate["proof"]
    while node["node"] != "split":
        node = node["then"]
    node["parts"] = [node["parts"][0], node["parts"][0]]
    return certificate


def _rejected(certificate: dict[str, Any]) -> bool:
    try:
        return not checker.check_certificate(TRUE, certificate)
    except CertificateError:
        return True


def test_a_checker_that_accepts_a_missing_box_is_caught(monkeypatch: Patch) -> None:
    forged = _without_a_box()
    assert _rejected(forged)
    monkeypatch.setitem(checker._NODES, "split", lambda claim, node: None)
    assert not _rejected(forged), "the planted checker is the one that this test would catch"


def test_a_balance_that_drops_a_logarithm_is_caught(monkeypatch: Patch) -> None:
    n = sympy.Symbol("n", positive=True)
    missing = SameRate(n * sympy.log(n), n)
    assert missing.check(Settings()).verdict is Verdict.REFUTED
    honest = rate.exponents
    monkeypatch.setattr(
        rate, "exponents", lambda *r: {s: e for s, e in honest(*r).items() if not s.name.startswith("ln(")}
    )
    assert missing.check(Settings()).verdict in GOOD, "the planted algebra is the one that this test would catch"


def test_an_inequality_with_a_constant_too_small_is_refuted() -> None:
    tight = Relation(TRUE.left, TRUE.right * sympy.Rational(73, 100), "<=", TRUE.variables)
    assert Inequality(tight).check(Settings()).verdict is Verdict.REFUTED


def test_a_correction_that_leans_on_an_unproved_premise_is_not_established() -> None:
    claim = claims()["zhao/eq7"]
    own = claim.printed.check(Settings())  # type: ignore[union-attr]

    class Nothing:
        printed = standing = Outcome(Verdict.OPEN)

    found = claim.printed.conclude(own, {"zhao/thm1/upper": Nothing()})  # type: ignore[union-attr,dict-item]
    assert found is not None
    assert found.verdict is Verdict.OPEN


def test_every_kind_of_statement_has_a_mutant() -> None:
    """Statements of the ledger, by type, against the types that the mutants above alter or reach."""
    reached = {type(getattr(claims()[m.caught_by], m.side)) for m in (*PLANTED, *ALTERED)}
    assert {Slopes, Agreement, FiniteCheck, Chain} <= reached
    names = [m.name for m in (*PLANTED, *ALTERED)]
    assert len(set(names)) == len(names)


def test_claims_without_a_correction_are_not_refuted_silently() -> None:
    locked = lock.load()

    def wrong(claim: Claim) -> bool:
        stands = locked[claim.id]["printed"] in (None, "open")
        return claim.corrected is not None and claim.printed is not None and claim.severity is None and not stands

    assert [claim.id for claim in claims().values() if wrong(claim)] == []
