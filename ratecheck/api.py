"""The functions of the public interface, each in a few lines over what does the work.

What a caller passes wrongly raises ParameterError, a ValueError whose message is one line: the argument, its value,
what is allowed.
"""

from os import PathLike
from pathlib import Path

import numpy as np
from numpy.typing import ArrayLike

import notation.papers
from lowerbounds.methods.bounds import Bound
from notation.papers import Paper
from notation.parameters import ParameterError, shown
from notation.problem import Problem
from notation.setting import Setting
from upperbounds.channels.arrays import FloatArray
from upperbounds.channels.randomness import generator
from upperbounds.estimator import Estimator, UpperBound
from verify.ledger import collect, fingerprint
from verify.lessons.show import Judged, judge
from verify.statements.claim import Claim
from verify.study.problems import PROBLEMS, problem_of
from verify.study.risk import WorstRisk


def problems() -> tuple[str, ...]:
    """The names of the problems, such as `mean` or `sparse-mean`.

    >>> import ratecheck
    >>> ratecheck.problems()[:4]
    ('mean', 'mean-linf', 'mean-l2', 'mean-l1')
    """
    return tuple(PROBLEMS)


def problem(name: str) -> Problem:
    """The problem of that name: what is estimated, and the sizes that matter beyond n, m and epsilon.

    Raises ParameterError for a name that is none.

    >>> import ratecheck
    >>> found = ratecheck.problem("mean-l2")
    >>> found.about(ratecheck.Setting(n=100, m=10, d=3, D=2.0)), found.sizes
    ('mean of vectors in the l_2 ball of radius 2', ('d', 'D'))
    """
    return problem_of(name)


def estimators(problem: str) -> dict[str, Estimator]:
    """The estimators of a problem by name, each with its source, symbolic rate and explicit bound.

    Raises ParameterError for a problem that is none.

    >>> import ratecheck
    >>> [name for name, found in ratecheck.estimators("mean").items() if found.protects_users][:3]
    ['zhao-algorithm1', 'kent-algorithm11', 'kent-tuned']
    """
    return {found.name: found for found in problem_of(problem).estimators}


def estimator(problem: str, name: str) -> Estimator:
    """One estimator of a problem; raises ParameterError for a name that is none.

    >>> import ratecheck
    >>> found = ratecheck.estimator("mean", "kent-tuned")
    >>> found.needs_one_law
    True
    """
    found = estimators(problem)
    if name not in found:
        raise ParameterError(f"estimator = {shown(name)}: must be one of {', '.join(found)}")
    return found[name]


def lower_bounds(problem: str, setting: Setting) -> list[Bound]:
    """What no private estimator can beat: every lower bound on the minimax risk in a setting, the largest first.

    A bound's `value` is a mean squared error in units of squared data, certified (rounded down); `source` and
    `conditions` say where it is from and for which protocols it holds. Raises ParameterError for a problem that is
    none.

    >>> import ratecheck
    >>> best = ratecheck.lower_bounds("mean", ratecheck.Setting(n=2000, m=100, epsilon=2.0))[0]
    >>> f"{best.value:.3g}", best.source
    ('8.46e-06', 'van Trees, tanh^2 contraction of Fisher information')
    """
    return sorted(problem_of(problem).lower(setting), key=lambda bound: -bound.value)


def upper_bound(problem: str, estimator: str, setting: Setting) -> UpperBound:
    """What an estimator guarantees for every law of the problem: an explicit bound on its mean squared error.

    `vacuous` says that a constant does as well. Raises ParameterError for names that are none, and where the estimator
    can't be built, with too few users say.

    >>> import ratecheck
    >>> found = ratecheck.upper_bound("mean", "user-mean", ratecheck.Setting(n=2000, m=100, epsilon=2.0))
    >>> f"{found.value:.3g}", found.vacuous
    ('0.000965', False)
    """
    return _estimator(problem, estimator).bound(setting)


def risk(problem: str, estimator: str, setting: Setting) -> WorstRisk:
    """What an estimator attains: its largest mean squared error over the laws that `method` names.

    Exact where that takes seconds, else simulated; `error` is a certified bound or a standard error. Raises as
    `upper_bound` does.

    >>> import ratecheck
    >>> found = ratecheck.risk("mean", "user-mean", ratecheck.Setting(n=2000, m=100, epsilon=2.0))
    >>> f"{found.value:.3g}", found.method.split(";")[0]
    ('0.0005', 'exact')
    """
    found: WorstRisk = problem_of(problem).risk(_estimator(problem, estimator), setting)
    return found


def run(
    problem: str,
    estimator: str,
    setting: Setting,
    samples: ArrayLike,
    seed: int | None = None,
    *,
    without_privacy: bool = False,
) -> FloatArray:
    """Run an estimator of a mean on samples: each user's message is drawn by the private channel, then decoded.

    Args:
        problem: a problem of means.
        estimator: one of its estimators.
        setting: n, m, d, epsilon and the sizes of the problem.
        samples: numbers of shape (n, m), or vectors of shape (n, m, d), within the problem's range: on [-D, D], or in
            the ball of radius D. Under moments nothing bounds a sample.
        seed: of the randomness, the operating system's by default; a seed that is known voids the privacy.
        without_privacy: run an estimator that does not protect users, such as `non-private`.

    Returns:
        The estimate, of shape (d,), a number as (1,).

    Raises ParameterError for another shape, for samples outside the range, for an estimator that does not protect users
    unless `without_privacy`, and as `upper_bound` does. `ratecheck estimate` does more for a person's
    own file: unequal users, ranges, bars.

    >>> import ratecheck, numpy
    >>> data = numpy.full((2000, 20), 0.25)
    >>> setting = ratecheck.Setting(n=2000, m=20, epsilon=2.0)
    >>> bool(abs(ratecheck.run("mean", "user-mean", setting, data, seed=1) - 0.25) < 0.2)
    True
    """
    about = problem_of(problem)
    if not about.estimates_means:
        means = ", ".join(name for name, known in PROBLEMS.items() if known.estimates_means)
        raise ParameterError(f"problem = {shown(problem)}: must be one of {means}")
    taken = _estimator(problem, estimator)
    if not taken.protects_users and not without_privacy:
        raise ParameterError(
            f"estimator = {shown(estimator)}: does not protect users; to run it all the same, say without_privacy=True"
        )
    plan = taken.plan(setting)
    values = np.asarray(samples, dtype=np.float64)
    shape = (setting.n, setting.m) if about.is_scalar else (setting.n, setting.m, setting.d)
    if values.shape != shape:
        raise ParameterError(f"samples: of shape {values.shape}; must be of shape {shape}")
    if not np.isfinite(values).all():
        raise ParameterError("samples: must be finite numbers")
    _check_range(about, setting, values)
    found = plan.protocol().run(values.reshape(setting.n, -1), generator(seed))
    return np.asarray(found, dtype=np.float64).reshape(setting.d)


def _check_range(problem: Problem, setting: Setting, values: FloatArray) -> None:
    """Raise ParameterError where samples are not what the problem's guarantees are for, by more than rounding."""
    if problem.is_heavy:
        return
    if problem.known == "range":
        sizes, where = np.abs(values), f"on [-{setting.D:g}, {setting.D:g}]"
    else:
        order = 2 if problem.known == "l2 ball" else 1
        sizes, where = np.linalg.norm(values, ord=order, axis=-1), f"in the l_{order} ball of radius {setting.D:g}"
    if outside := int(np.sum(sizes > setting.D * (1 + 1e-9))):
        raise ParameterError(f"samples: outside the range (not private: {outside} of {sizes.size}); must be {where}")


def papers() -> dict[str, Paper]:
    """The papers of the ledger by key, each with its citation and the version that is judged.

    >>> import ratecheck
    >>> ratecheck.papers()["kent"].title
    'Rate Optimality and Phase Transition for User-Level Local Differential Privacy'
    """
    return notation.papers.papers()


def claims(paper: str | None = None) -> dict[str, Claim]:
    """The claims of a paper, or of all, by id, in the paper's order; nothing is judged.

    Raises ParameterError for a paper that is none.

    >>> import ratecheck
    >>> ratecheck.claims("zhao")["zhao/eq55/55"].location
    'arXiv v1, Appendix A.3, (55)'
    """
    if paper is not None and paper not in papers():
        raise ParameterError(f"paper = {shown(paper)}: must be one of {', '.join(papers())}")
    return {claim.id: claim for claim in collect.select((), paper)}


def verify(*ids: str) -> dict[str, Judged]:
    """Judge claims now, and all that they lean on, in the quick profile: by id, or by patterns with `*`.

    What comes back shows itself; `printed` and `corrected` are the verdicts, `stands` whether the claim is established
    as printed, corrected, or as one of ours. Raises ParameterError for a pattern that matches nothing.

    >>> import ratecheck
    >>> found = ratecheck.verify("zhao/eq55/55")["zhao/eq55/55"]
    >>> found.printed, found.corrected, found.stands
    ('refuted', 'proved', True)
    """
    if not ids:
        raise ParameterError("ids: must be one id at least; '*' is every claim")
    return judge(*ids)


def use_ledger(folder: str | PathLike[str] | None) -> tuple[str, ...]:
    """Take the papers of a folder for the ledger, those that are registered with None; returns their keys.

    A folder is one that `ratecheck new` makes. Raises ParameterError where it holds no paper.

    >>> import ratecheck
    >>> ratecheck.use_ledger(None)
    ('zhao', 'kent', 'bassily', 'label')
    """
    before = notation.papers.ledger()
    notation.papers.use_ledger(None if folder is None else Path(folder))
    try:
        return tuple(papers())
    except ParameterError:
        notation.papers.use_ledger(before)
        raise
    finally:
        fingerprint.forget()


_estimator = estimator
"""The function, where an argument has its name."""
