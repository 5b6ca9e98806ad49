"""A fixed sample of defects, each with one fast test that notices it: a line of a file, and what it becomes."""

from collections.abc import Sequence

from tests.mutation.operators import Mutant
from tests.mutation.runner import ROOT

Planted = tuple[str, str, str, str]
"""A path, a text that stands there once, another text, and pytest's arguments."""

RANDOMNESS = "upperbounds/channels/randomness.py"
PAPERS = "lowerbounds/density/papers.py"
STUDY = "verify/study/plan.py"
MEASURED = "verify/kernel/statements/measured.py"
PUBLIC = "tests/test_public.py -k without_a_seed and mean/user-mean"
TOLD = "tests/verify/cli/test_estimate_told.py -k"
DENSITY = "tests/lowerbounds/density/test_density.py -k kents_number"
PLAN = "tests/verify/study/test_plan.py -k protects_nobody and not epsilon"
RANGE = "tests/test_public.py -k range_ends"
BARS, OF_BARS = "verify/study/bars.py", "tests/verify/study/test_bars.py -k"
UNDECIDED = "tests/verify/kernel/statements/test_undecided.py"
VECTORS, OF_VECTORS = "lowerbounds/vectors/papers.py", "tests/lowerbounds/vectors/test_vectors.py -k"
CLOSE, OF_CLOSE = "lowerbounds/information/divergences.py", "tests/lowerbounds/information/test_divergences.py -k"
ERRORS, WORST = "tests/verify/study/risk/test_error_terms.py", "tests/verify/study/test_worst.py"
# fmt: off
REPORTED: tuple[Planted, ...] = (
    # A run without a seed that can be guessed.
    ("ratecheck/api.py", "-1), generator(seed))", "-1), generator(seed or 0))", PUBLIC),
    ("ratecheck/api.py", "-1), generator(seed))", "-1), np.random.default_rng(7))", PUBLIC),
    (RANDOMNESS, "np.random.Generator(SystemBits())", "np.random.Generator(np.random.PCG64(1))", PUBLIC),
    (
        "verify/study/estimate.py",
        "rng = generator(seed)",
        "rng = generator(seed or 0)",
        f"{TOLD} randomness and mean-l2",
    ),
    # Half-widths in other units.
    (
        "verify/study/estimate.py",
        "half_width=found.half_width * scale",
        "half_width=found.half_width",
        f"{TOLD} units and mean-linf and not law",
    ),
    (
        "verify/study/estimate.py",
        "None if part is None else part * scale for",
        "part for",
        f"{TOLD} units and mean-linf and not law",
    ),
    (
        "verify/cli/estimate.py",
        '"half_width": shown(sizes.half_width)',
        '"half_width": shown(sizes.half_width / 50)',
        f"{TOLD} units and mean-linf and not law",
    ),
    (
        "verify/cli/estimate.py",
        '"half_width_if_one_law": shown(sizes.one_law)',
        '"half_width_if_one_law": 0.02',
        f"{TOLD} units and mean-linf and law",
    ),
    # kent Proposition 5.
    (PAPERS, "(3328 * x)) ** (2 * beta)", "(3328 * x)) ** beta", DENSITY),
    (PAPERS, "min(ball(epsilon), square(ball(epsilon)))", "square(ball(epsilon))", DENSITY),
    (PAPERS, "epsilon_**2)) ** (-2 * beta_)", "epsilon_**2)) ** (-beta_)", DENSITY),
    # A plan that compares with estimators that protect nobody.
    (STUDY, "if reach.answer and reach.estimator.protects_users and not", "if reach.answer and not", PLAN),
    (STUDY, "for e in problem.estimators if e.protects_users)", "for e in problem.estimators)", PLAN),
    (STUDY, "ladder, risk, refuted if estimator.protects_users else -1)", "ladder, risk, refuted)", PLAN),
    (STUDY, "refuted = self.floor.refuted if estimator.protects_users else None", "refuted = self.floor.refuted", PLAN),
    # Judges that take for supported what is open.
    (MEASURED, "if any(abs(c.off(c.planted)) <= limit", "if all(abs(c.off(c.planted)) <= limit", UNDECIDED),
    (MEASURED, "        if few:\n", "        if not found:\n", UNDECIDED),
    (MEASURED, "abs(c.off(c.planted)) <= limit", "abs(c.off(c.planted)) <= limit / 2", UNDECIDED),
    ("verify/kernel/statements/slopes.py", "row.off + row.half > self.band", "row.off > self.band", UNDECIDED),
    (
        "verify/kernel/statements/slopes.py",
        "PLANTED - row.off - row.half <= self.band",
        "PLANTED - row.half <= self.band",
        UNDECIDED,
    ),
    (
        "verify/kernel/statements/slopes.py",
        "if reason := few or self._undecided(rows)",
        "if reason := self._undecided(rows)",
        UNDECIDED,
    ),
)
"""What tests once let pass, in variants."""
OTHERS: tuple[Planted, ...] = (
    (
        "verify/kernel/statements/slopes.py",
        "if any(PLANTED - row.off - row.half <= self.band for row in rows):",
        "if any((PLANTED) - row.half <= self.band for row in rows):",
        UNDECIDED,
    ),
    ("verify/kernel/statements/slopes.py", "gap = max(self.gaps, key=lambda each: each.off)", "gap = (self.gaps)",
     UNDECIDED),
    (
        "verify/study/risk/alias.py",
        "part = drawn[start : start + _CHUNK]",
        "part = drawn[start : (start) - (_CHUNK)]",
        "tests/verify/study/risk/test_alias.py",
    ),
    (
        "verify/study/risk/alias.py",
        "part[:] = low + np.where(place - value < keep[value], value, other[value])",
        "part[:] = (low)",
        "tests/verify/study/risk/test_alias.py",
    ),
    (
        "verify/kernel/statements/finite.py",
        "return self._at(Verdict.CHECKED, tightest[1], count)",
        "return self._at(Verdict.CHECKED, tightest[2], count)",
        UNDECIDED,
    ),
    (MEASURED, "centred = np.log(x) - np.mean(np.log(x))", "centred = (np.log(x))", UNDECIDED),
    (
        MEASURED,
        "return np.asarray(centred / np.sum(centred**2))",
        "return np.asarray(centred / np.sum((centred) ** ((2) - 0.25)))",
        UNDECIDED,
    ),
    (
        "verify/kernel/statements/outcome.py",
        "return max(verdicts, key=WEAKNESS.index, default=Verdict.PROVED)",
        "return (verdicts)",
        UNDECIDED,
    ),
    (
        "verify/kernel/statements/outcome.py",
        "return max(verdicts, key=WEAKNESS.index, default=Verdict.PROVED)",
        "return min(verdicts, key=WEAKNESS.index, default=Verdict.PROVED)",
        UNDECIDED,
    ),
    ("verify/kernel/statements/outcome.py", "return True", "return False", UNDECIDED),
    (
        "verify/kernel/statements/slopes.py",
        "if any(PLANTED - row.off - row.half <= self.band for row in rows):",
        "if any((-(row.off)) - row.half <= self.band for row in rows):",
        UNDECIDED,
    ),
    ("verify/study/risk/alias.py", "while small and large:", "while (small):", "tests/verify/study/risk/test_alias.py"),
    (
        "verify/study/risk/alias.py",
        "keep[rich] -= 1 - keep[poor]",
        "keep[rich] -= (-(keep[poor]))",
        "tests/verify/study/risk/test_alias.py",
    ),
    (
        "verify/kernel/statements/slopes.py",
        "if not few and any(row.off - row.half > self.band for row in rows):",
        "if not few and any((-(row.half)) > self.band for row in rows):",
        UNDECIDED,
    ),
    (
        "verify/kernel/statements/slopes.py",
        "slopes: list[float] = (np.diff(np.log(y)) / np.diff(np.log(x))).tolist()",
        "slopes: list[float] = ((np.diff(np.log(y)))).tolist()",
        UNDECIDED,
    ),
    (
        MEASURED,
        "return float(np.polyfit(np.log(x), np.log(y), 1)[0])",
        "return float(np.polyfit(np.log(x), np.log(y), 0.5)[0])",
        UNDECIDED,
    ),
    (
        "verify/study/risk/alias.py",
        "chances = binomial_pmf(np.arange(low, high + 1), n, p, 1 - p)",
        "chances = binomial_pmf(np.arange(low, high + 1), n, p, (1))",
        "tests/verify/study/risk/test_alias.py",
    ),
    (
        "upperbounds/density/basis.py",
        "turned = basis(j + 1, edges) if j % 2 == 0 else -basis(j - 1, edges)",
        "turned = basis(j + 1, edges) if j % 2 == 0 else -basis((j) + (1), edges)",
        "tests/upperbounds/density/test_basis.py",
    ),
    ("verify/kernel/statements/outcome.py", "return False", "return True", UNDECIDED),
    (
        "upperbounds/density/basis.py",
        "excess = (np.cumsum(falling) - len(heights)) / np.arange(1, len(heights) + 1)",
        "excess = (np.cumsum(falling) - len(heights)) / np.arange(2, len(heights) + 1)",
        "tests/upperbounds/density/test_basis.py",
    ),
    (
        PAPERS,
        "value = (arb(9) / (3328 * x)) ** (2 * beta) / 128 if x >= 1 else arb(0)",
        "value = (arb(9) / (3328 * x)) ** (2 * beta) / 128 if (x) > (1) else arb(0)",
        DENSITY,
    ),
    (
        MEASURED,
        "return self.estimate.quantile(tail) + self.error / self.estimate.standard_error",
        "return (self.estimate.quantile(tail))",
        UNDECIDED,
    ),
    (
        "upperbounds/density/basis.py",
        "LARGEST = math.sqrt(2)",
        "LARGEST = math.sqrt(4)",
        "tests/upperbounds/density/test_basis.py",
    ),
    (
        "upperbounds/density/basis.py",
        "for j in range(1, coefficients.shape[-1] + 1):",
        "for j in range(2, coefficients.shape[-1] + 1):",
        "tests/upperbounds/density/test_basis.py",
    ),
    (
        "upperbounds/density/basis.py",
        'edges = np.arange(count("cells", cells) + 1) / cells',
        'edges = np.arange((count("cells", cells))) / cells',
        "tests/upperbounds/density/test_basis.py",
    ),
    (
        "upperbounds/density/basis.py",
        "excess = (np.cumsum(falling) - len(heights)) / np.arange(1, len(heights) + 1)",
        "excess = (np.cumsum(falling) - len(heights)) / np.arange(1, (len(heights)))",
        "tests/upperbounds/density/test_basis.py",
    ),
    (MEASURED, "c.limit(tail) - abs(c.off(c.expected))", "c.limit(tail) - c.off(c.expected)", UNDECIDED),
    (MEASURED, "if min(slacks) < 0:", "if max(slacks) < 0:", UNDECIDED),
    (MEASURED, "tail = self.alpha / (2 * len(found))", "tail = self.alpha / len(found)", UNDECIDED),
    (
        MEASURED,
        "return Outcome(Verdict.REFUTED, evidence, self.alpha)",
        "return Outcome(Verdict.OPEN, evidence, self.alpha)",
        UNDECIDED,
    ),
    (MEASURED, "if not found or not all(", "if not all(", UNDECIDED),
    ("verify/kernel/statements/slopes.py", "if unfit or not found:", "if unfit:", UNDECIDED),
    (
        "verify/kernel/statements/slopes.py",
        '"slack": self.band - worst.off - worst.half',
        '"slack": self.band - worst.off',
        UNDECIDED,
    ),
    (
        "verify/kernel/statements/slopes.py",
        '"left": [worst.found - worst.half, worst.found + worst.half]',
        '"left": [worst.found, worst.found]',
        UNDECIDED,
    ),
    (
        "verify/kernel/statements/slopes.py",
        "verdict = Verdict.SUPPORTED if simulated else",
        "verdict = Verdict.CHECKED if simulated else",
        UNDECIDED,
    ),
    ("verify/kernel/statements/slopes.py", "if gap.off <= band:", "if gap.off <= 10 * band:", UNDECIDED),
    ("verify/kernel/statements/finite.py", 'reason="the two routes to the left side disagree")', 'reason="")',
     UNDECIDED),
    ("verify/kernel/statements/finite.py", "if holds is None:", "if holds == 0:", UNDECIDED),
    (
        "verify/kernel/statements/finite.py",
        "return self._at(Verdict.REFUTED, case, count)",
        "return self._at(Verdict.OPEN, case, count)",
        UNDECIDED,
    ),
    (
        "verify/kernel/statements/finite.py",
        'return Outcome(Verdict.OPEN, {"method": "finite set"',
        'return Outcome(Verdict.CHECKED, {"method": "finite set"',
        UNDECIDED,
    ),
    (
        "verify/kernel/statements/outcome.py",
        "strong = outcome.verdict in (Verdict.PROVED, Verdict.CHECKED)",
        "strong = outcome.verdict is not Verdict.REFUTED",
        UNDECIDED,
    ),
    (
        "verify/kernel/statements/base.py",
        'return Outcome(Verdict.OPEN, {"method": "none"',
        'return Outcome(Verdict.SUPPORTED, {"method": "none"',
        UNDECIDED,
    ),
    ("verify/kernel/statements/inequality.py", "if held is None:", "if held == 0:", UNDECIDED),
    (
        "verify/kernel/statements/inequality.py",
        'return Outcome(Verdict.OPEN, {"method": "branch and bound"',
        'return Outcome(Verdict.SUPPORTED, {"method": "branch and bound"',
        UNDECIDED,
    ),
    (PAPERS, "/ 128 if x >= 1", "/ 64 if x >= 1", DENSITY),
    (PAPERS, "square(ball(min(r, 1.0)))", "ball(min(r, 1.0))", DENSITY),
    (PAPERS, "square(ball(min(r, 1.0)))", "square(ball(r))", DENSITY),
    # Rates that are printed beside a number, and the steps above it.
    (
        VECTORS,
        "D_**2 * d_**2 / (5376 * _NM * epsilon_**2)",
        "D_**2 * d_**2 / (5376 * epsilon_**2)",
        f"{OF_VECTORS} papers_rates and high",
    ),
    (
        VECTORS,
        "D_**2 * d_**2 / (5376 * _NM * epsilon_**2)",
        "D_ ** (2 - 0.25) * d_**2 / (5376 * _NM * epsilon_**2)",
        f"{OF_VECTORS} papers_rates and high",
    ),
    (
        VECTORS,
        "ball(Fraction(32, 9)) * m * kl_absolute",
        "ball(Fraction(32, 9)) * kl_absolute",
        f"{OF_VECTORS} step_above and theorem6",
    ),
    (
        VECTORS,
        "root = (21 * n * level * second / k).sqrt()",
        "root = (21 * n * level * second).sqrt()",
        f"{OF_VECTORS} step_above and high",
    ),
    # Half-widths that are somewhat too short, which cover all the same in most runs.
    (
        BARS,
        "chernoff(answered * entering, one,",
        "chernoff(answered, one,",
        f"{OF_BARS} two_stages and kent-algorithm13",
    ),
    (
        BARS,
        "far = max(level + abs(center) - within, falls)",
        "far = level + abs(center) - within",
        f"{OF_BARS} a_walk_has and 1000-3.0-0.5",
    ),
    (BARS, "moved = np.abs(plan.keep(state) - state)", "moved = np.abs(state)", f"{OF_BARS} threshold"),
    (
        BARS,
        "margin = np.sqrt(logs / 2 * (number / (one - zero) ** 2 + 1) / people)",
        "margin = np.sqrt(logs / 2 * (number / (one - zero) ** 2) / people)",
        f"{OF_BARS} far_is and kent-tuned",
    ),
    # Which options a problem takes.
    (
        "verify/cli/estimate.py",
        "[] if about.is_heavy else [CLIP]",
        "[CLIP]",
        f"{TOLD} takes_its and mean-heavy-l2",
    ),
    # Laws so close that no threshold is certain, or that one is above all draws.
    (CLOSE, "k = candidates[-1] if candidates else (m + 1) // 2", "k = candidates[-1] if candidates else m // 2",
     f"{OF_CLOSE} too_close"),
    (CLOSE, "return range(max(first, 0), min(last, m) + 1)", "return range(max(first, 0), last + 1)",
     f"{OF_CLOSE} threshold"),
    ("ratecheck/api.py", "sizes > setting.D * (1 + 1e-9)",
     "sizes > setting.D * (2 + 1e-9)", RANGE),
    ("ratecheck/api.py", "np.abs(values)",
     "values", RANGE),
    ("ratecheck/api.py", "np.isfinite(values).all()",
     "np.isfinite(values).any()", RANGE),
    # What exact risks state as their own errors, and refuse.
    ("verify/study/risk/ceiling.py", " + n * law.moved", "", "tests/verify/study/risk/test_ceiling.py"),
    ("verify/study/risk/ceiling.py", "theirs * np.expm1(-x)", "theirs", "tests/verify/study/risk/test_ceiling.py"),
    ("verify/study/risk/unseen.py", "float(part.sum()) + stages", "float(part.sum()) - stages", ERRORS),
    ("verify/study/risk/densities.py", "(8 * REACH + 4) * first", "(16 * REACH + 4) * first", ERRORS),
    ("verify/study/risk/density.py", "off[:-1] + off[1:] + _ROUNDING", "off[:-1] + _ROUNDING", ERRORS),
    ("verify/study/risk/regression.py", "if self.spread.min() < 0", "if self.spread.max() < 0",
     "tests/verify/study/risk/test_no_laws.py"),
    # How a study searches, and the intervals that it states.
    ("verify/study/worst.py", "return max(exact_work(voters, law)", "return min(exact_work(voters, law)", WORST),
    ("verify/study/estimate.py", "key=lambda pair: pair[0].value", "key=lambda pair: -pair[0].value", WORST),
    ("verify/study/kinds.py", "_biases(low[k] - centres[k], high", "_biases(low[k] + centres[k], high",
     "tests/verify/study/test_kinds_again.py"),
    ("verify/kernel/statements/defined.py", "scope.smooth - {letter}", "scope.smooth",
     "tests/verify/kernel/statements/test_edges.py"),
    # Rates, which no risk is compared with closely; users, blocks of them and limits that only some sizes reach.
    ("upperbounds/vectors/heavy.py", "largest(sympy.log(m) / (m * n * epsilon**2),", "largest(sympy.log(m) / (m * n),",
     "tests/upperbounds/test_rates.py -k heavy"),
    ("lowerbounds/vectors/papers.py", "D_**2 * d_**2 / (20608 * _NM * epsilon_)", "D_**2 * d_**2 / (20608 * epsilon_)",
     "tests/lowerbounds/test_rates.py -k appendix"),
    ("upperbounds/channels/unary.py", "users.size and np.all(users == users.flat[0])", "users.size",
     "tests/upperbounds/channels/test_channels.py -k own_users"),
    ("verify/study/optimise.py", "users[k : k + BLOCK]", "users[k : k + BLOCK - 1]",
     "tests/verify/study/test_optimise.py -k however_many"),
    ("verify/study/risk/ceiling.py", "2.0**-40 * n**0.5", "2.0**-40 * n**0.25",
     "tests/verify/study/risk/test_ceiling.py"),
    ("verify/study/deployed.py", "low // 100", "low // 50", "tests/verify/study/test_stated.py -k useful"),
    ("verify/study/risk/classification.py", "self.share.min() < 0 or", "self.share.max() < 0 or",
     "tests/verify/study/risk/test_no_laws.py"),
    ("upperbounds/channels/gaussian.py", "float(self.variance + Fraction(1, 4))", "float(self.variance)",
     "tests/upperbounds/channels/test_gaussian.py -k between_two_steps"),
    ("upperbounds/channels/gaussian.py", "while high - low > 1:", "while high > 1:",
     "tests/upperbounds/channels/test_gaussian.py -k in_few_steps"),
    ("upperbounds/regression/bounds.py", "sqrt(one**2 + 4 * two)", "sqrt(one**2 + 2 * two)",
     "tests/upperbounds/regression/test_bounds.py -k no_worse_than_0"),
    ("lowerbounds/optimisation/excess_risk.py", "size * alpha * overlap", "size * alpha",
     "tests/lowerbounds/optimisation/test_pure.py -k by_counting"),
    (PAPERS, "beta <= MOST_ORDER", "beta < MOST_ORDER",
     "tests/lowerbounds/density/test_density.py -k most_order"),
    ("verify/study/risk/fourier.py", "np.max(means) - values[0]", "np.min(means) - values[0]",
     "tests/verify/study/risk/test_smooth.py -k wrap_around"),
    ("verify/study/risk/winner.py", "min(start + chunk, tally.size)", "min(chunk, tally.size)",
     "tests/verify/study/risk/test_smooth.py -k few_tallies"),
    ("verify/study/risk/densities.py", "zero = 2 * sqrt(order + 1)", "zero = 2 * (order + 1)",
     "tests/verify/study/risk/test_densities.py -k below_its_bound"),
    ("verify/study/risk/sparse.py", "abs(mean - 0.5) for mean", "abs(mean - 0.25) for mean",
     "tests/verify/study/risk/test_sparse.py -k every_vote_and_sign"),
    ("verify/study/users.py", "found = a.T**2 *", "found = a.T *",
     "tests/verify/study/test_users.py -k labels_unit"),
)
"""Generated ones, and more of the same kinds."""

SAMPLE = REPORTED + OTHERS


def planted(path: str, before: str, after: str, tests: str) -> tuple[Mutant, Sequence[str]]:
    """The mutant of a row and its tests; raises ValueError where the text is not there once."""
    honest = (ROOT / path).read_text("utf-8")
    if honest.count(before) != 1:
        raise ValueError(f"{path}: {before!r} stands there {honest.count(before)} times; must be once")
    start = honest.index(before)
    line = honest.count("\n", 0, start) + 1
    return Mutant(path, line, len(honest[:start].encode()), "planted", before, after), (tests,)


def sample() -> list[tuple[Mutant, Sequence[str]]]:
    """All rows."""
    return [planted(*row) for row in SAMPLE]
