"""A fixed sample of defects, each with one fast test that notices it: a line of a file, and what it becomes."""

from collections.abc import Sequence

from tests.mutation.operators import Mutant
from tests.mutation.runner import ROOT

Planted = tuple[str, str, str, str]
"""A path, a text that stands there once, another text, and pytest's arguments."""

RANDOMNESS = "upperbounds/channels/randomness.py"
PAPERS = "lowerbounds/density/papers.py"
STUDY = "verify/study/plan.py"
MEASURED = "verify/statements/measured.py"
PUBLIC = "tests/test_public.py -k without_a_seed and mean/user-mean"
TOLD = "tests/verify/cli/test_estimate_told.py -k"
DENSITY = "tests/lowerbounds/density/test_density.py -k kents_number"
PLAN = "tests/verify/study/test_plan.py -k protects_nobody and not epsilon"
UNDECIDED = "tests/verify/statements/test_undecided.py"
# fmt: off
REPORTED: tuple[Planted, ...] = (
    # A run without a seed that can be guessed.
    ("ratecheck/api.py", "-1), generator(seed))", "-1), generator(seed or 0))", PUBLIC),
    ("ratecheck/api.py", "-1), generator(seed))", "-1), np.random.default_rng(7))", PUBLIC),
    (RANDOMNESS, "np.random.Generator(SystemBits())", "np.random.Generator(np.random.PCG64(1))",
     PUBLIC),
    ("verify/study/estimate.py", "rng = generator(seed)", "rng = generator(seed or 0)",
     f"{TOLD} randomness and mean-l2"),
    # Half-widths in other units.
    ("verify/study/estimate.py", "half_width=found.half_width * scale", "half_width=found.half_width",
     f"{TOLD} units and mean-linf and not law"),
    ("verify/study/estimate.py", "None if part is None else part * scale for", "part for",
     f"{TOLD} units and mean-linf and not law"),
    ("verify/cli/estimate.py", '"half_width": shown(sizes.half_width)', '"half_width": shown(sizes.half_width / 50)',
     f"{TOLD} units and mean-linf and not law"),
    ("verify/cli/estimate.py", '"half_width_if_one_law": shown(sizes.one_law)', '"half_width_if_one_law": 0.02',
     f"{TOLD} units and mean-linf and law"),
    # kent Proposition 5.
    (PAPERS, "(3328 * x)) ** (2 * beta)", "(3328 * x)) ** beta", DENSITY),
    (PAPERS, "min(ball(epsilon), square(ball(epsilon)))", "square(ball(epsilon))", DENSITY),
    (PAPERS, "epsilon_**2)) ** (-2 * beta_)", "epsilon_**2)) ** (-beta_)", DENSITY),
    # A plan that compares with estimators that protect nobody.
    (STUDY, "if reach.answer and reach.estimator.protects_users and not", "if reach.answer and not", PLAN),
    (STUDY, "for e in problem.estimators if e.protects_users)", "for e in problem.estimators)", PLAN),
    (STUDY, "ladder, risk, refuted if estimator.protects_users else -1)", "ladder, risk, refuted)", PLAN),
    (STUDY, "refuted = self.floor.refuted if estimator.protects_users else None",
     "refuted = self.floor.refuted", PLAN),
    # Judges that take for supported what is open.
    (MEASURED, "if any(abs(c.off(c.planted)) <= limit", "if all(abs(c.off(c.planted)) <= limit",
     UNDECIDED),
    (MEASURED, "        if few:\n", "        if not found:\n", UNDECIDED),
    (MEASURED, "abs(c.off(c.planted)) <= limit", "abs(c.off(c.planted)) <= limit / 2", UNDECIDED),
    ("verify/statements/slopes.py", "row.off + row.half > self.band", "row.off > self.band", UNDECIDED),
    ("verify/statements/slopes.py", "PLANTED - row.off - row.half <= self.band", "PLANTED - row.half <= self.band",
     UNDECIDED),
    ("verify/statements/slopes.py", "if reason := few or self._undecided(rows)", "if reason := self._undecided(rows)",
     UNDECIDED),
)
"""What tests once let pass, in variants."""
GENERATED: tuple[Planted, ...] = ()
# fmt: on
SAMPLE = REPORTED + GENERATED


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
