"""The functions of the public interface: short wrappers around the packages that do the work.

A wrong argument raises ParameterError, a ValueError with a one-line message: the argument, its value and what is
allowed.
"""

from os import PathLike
from pathlib import Path
from typing import Any, cast

import numpy as np
from numpy.typing import ArrayLike

import notation.papers
from lowerbounds.methods.bounds import Bound
from notation.classification import LabelSetting
from notation.papers import Paper
from notation.parameters import ParameterError, shown, within
from notation.problem import Problem
from notation.regression import RegressionSetting
from notation.setting import LEAST_SIZE, MOST_SIZE, Setting
from notation.user_learning import UserSetting
from upperbounds.channels.arrays import FloatArray
from upperbounds.channels.randomness import generator
from upperbounds.classification.bounds import LabelEstimator
from upperbounds.classification.users import UserEstimator
from upperbounds.estimator import Estimator, UpperBound
from upperbounds.regression.bounds import RegressionEstimator
from verify.kernel.statements.claim import Claim
from verify.ledger import collect, fingerprint
from verify.site.lessons.show import Judged, judge
from verify.study.plan import FreeSize, StudyPlan, plan_study
from verify.study.problems import PROBLEMS, problem_of
from verify.study.worst import WorstRisk

AnySetting = Setting | LabelSetting | RegressionSetting | UserSetting
AnyEstimator = Estimator | LabelEstimator | RegressionEstimator | UserEstimator


def problems() -> tuple[str, ...]:
    """The names of the problems, such as `mean`, `sparse-mean` or `classification`.

    Returns
    -------
    tuple of str
        Names, in display order.

    Examples
    --------
    >>> import ratecheck
    >>> ratecheck.problems()[:4]
    ('mean', 'mean-linf', 'mean-l2', 'mean-l1')
    """
    return tuple(PROBLEMS)


def problem(name: str) -> Problem:
    """The problem with that name: what is estimated, and the sizes that matter besides n, m and epsilon.

    Parameters
    ----------
    name : str
        Name of a problem, one of `problems()`.

    Returns
    -------
    Problem
        The problem.

    Raises
    ------
    ParameterError
        For an unknown name.

    Examples
    --------
    >>> import ratecheck
    >>> found = ratecheck.problem("mean-l2")
    >>> found.about(ratecheck.Setting(n=100, m=10, d=3, D=2.0)), found.sizes
    ('mean of vectors in the l_2 ball of radius 2', ('d', 'D'))
    """
    return problem_of(name)


def estimators(problem: str) -> dict[str, AnyEstimator]:
    """The estimators of a problem by name, each with its source, symbolic rate and explicit bound.

    Parameters
    ----------
    problem : str
        Name of a problem, one of `problems()`.

    Returns
    -------
    dict from str to Estimator, LabelEstimator, RegressionEstimator or UserEstimator
        The estimators, in the order in which they are shown; the last three learn rules.

    Raises
    ------
    ParameterError
        For an unknown problem.

    Examples
    --------
    >>> import ratecheck
    >>> [name for name, found in ratecheck.estimators("mean").items() if found.protects_users][:3]
    ['zhao-algorithm1', 'kent-algorithm11', 'kent-tuned']
    """
    return {found.name: found for found in problem_of(problem).estimators}


def estimator(problem: str, name: str) -> AnyEstimator:
    """One estimator of a problem.

    Parameters
    ----------
    problem : str
        Name of a problem, one of `problems()`.
    name : str
        Name of the estimator.

    Returns
    -------
    Estimator, LabelEstimator, RegressionEstimator or UserEstimator
        The estimator.

    Raises
    ------
    ParameterError
        For an unknown problem or estimator.

    Examples
    --------
    >>> import ratecheck
    >>> found = ratecheck.estimator("mean", "kent-tuned")
    >>> found.needs_one_law
    True
    """
    found = estimators(problem)
    if not isinstance(name, str) or name not in found:
        raise ParameterError(f"estimator = {shown(name)}: must be one of {', '.join(found)}")
    return found[name]


def lower_bounds(problem: str, setting: AnySetting) -> list[Bound]:
    """Every lower bound on the minimax risk of a problem in a setting, the largest first.

    A bound's `value` is certified (rounded down), in units of the problem's risk: squared units of the data for a mean
    squared error. `source` and `conditions` give its origin and the protocols for which it holds.

    Parameters
    ----------
    problem : str
        Name of a problem, one of `problems()`.
    setting : Setting, LabelSetting, RegressionSetting or UserSetting
        n, m, epsilon and the sizes of the problem, of its type `problem(...).setting`.

    Returns
    -------
    list of Bound
        The bounds.

    Raises
    ------
    ParameterError
        For an unknown problem, or a setting of another type.

    Examples
    --------
    >>> import ratecheck
    >>> best = ratecheck.lower_bounds("mean", ratecheck.Setting(n=2000, m=100, epsilon=2.0))[0]
    >>> f"{best.value:.3g}", best.source
    ('8.46e-06', 'van Trees, tanh^2 contraction of Fisher information')
    """
    about = problem_of(problem)
    return sorted(about.lower(about.checked(setting)), key=lambda bound: -bound.value)


def upper_bound(problem: str, estimator: str, setting: AnySetting) -> UpperBound:
    """The bound on an estimator's risk that holds for every law of the problem.

    `vacuous` is true if the bound is trivial: no better than a constant estimate.

    Parameters
    ----------
    problem : str
        Name of a problem, one of `problems()`.
    estimator : str
        Name of one of the problem's estimators, as `estimators` lists them.
    setting : Setting, LabelSetting, RegressionSetting or UserSetting
        n, m, epsilon and the sizes of the problem, of its type `problem(...).setting`.

    Returns
    -------
    UpperBound
        The bound, in squared units of the data where the risk is a mean squared error.

    Raises
    ------
    ParameterError
        For unknown names, a setting of another type, or an estimator that can't be built, for example with too
        few users.

    Examples
    --------
    >>> import ratecheck
    >>> found = ratecheck.upper_bound("mean", "user-mean", ratecheck.Setting(n=2000, m=100, epsilon=2.0))
    >>> f"{found.value:.3g}", found.vacuous
    ('0.000965', False)
    """
    found: UpperBound = _estimator(problem, estimator).bound(problem_of(problem).checked(setting))
    return found


def risk(problem: str, estimator: str, setting: AnySetting) -> WorstRisk:
    """The largest risk of an estimator over the laws that `method` names.

    Exact if that takes seconds, else simulated; `error` is a certified bound or a standard error.

    Parameters
    ----------
    problem : str
        Name of a problem, one of `problems()`.
    estimator : str
        Name of one of the problem's estimators, as `estimators` lists them.
    setting : Setting, LabelSetting, RegressionSetting or UserSetting
        n, m, epsilon and the sizes of the problem, of its type `problem(...).setting`.

    Returns
    -------
    WorstRisk
        The risk, in squared units of the data where it is a mean squared error.

    Raises
    ------
    ParameterError
        For unknown names, a setting of another type, or an estimator that can't be built, for example with too
        few users.

    Examples
    --------
    >>> import ratecheck
    >>> found = ratecheck.risk("mean", "user-mean", ratecheck.Setting(n=2000, m=100, epsilon=2.0))
    >>> f"{found.value:.3g}", found.method.split(";")[0]
    ('0.0005', 'exact')
    """
    about = problem_of(problem)
    found: WorstRisk = about.risk(_estimator(problem, estimator), about.checked(setting))
    return found


def plan(problem: str, setting: AnySetting, free: str, target: float) -> StudyPlan:
    """The smallest n, m or epsilon with which each estimator's bound is at most a target, and what no method does with.

    `best()` of the result is the estimator that needs least: its `answer.at` is the value, its `answer.value` the bound
    there. `floor.refuted`, unless it is None, is a value with which no private estimator reaches the target.

    Parameters
    ----------
    problem : str
        Name of a problem, one of `problems()`.
    setting : Setting, LabelSetting, RegressionSetting or UserSetting
        The fixed sizes; the value of what is free is ignored.
    free : {'n', 'm', 'epsilon'}
        What is to be found; problems of private labels have no m.
    target : float
        The error: a root mean squared error in units of the data, or an excess risk where that is the problem's error.

    Returns
    -------
    StudyPlan
        The plan.

    Raises
    ------
    ParameterError
        For an unknown problem, one without estimators, a setting of another type, a size that is not one of the
        problem's, or a target that is not a positive number.

    Examples
    --------
    >>> import ratecheck
    >>> setting = ratecheck.LabelSetting(n=1, d=1, beta=1.0, gamma=1.0, epsilon=1.0)
    >>> found = ratecheck.plan("label-classification-local", setting, "n", 0.02)
    >>> found.best().estimator.name, found.best().answer.at > found.floor.refuted.at
    ('k-ary-bins', True)
    """
    about = problem_of(problem)
    about.registered()
    known = (*about.counts, "epsilon")
    if free not in known:
        raise ParameterError(f"free = {shown(free)}: must be one of {', '.join(known)}")
    within("target", target, LEAST_SIZE, MOST_SIZE)
    return plan_study(about, about.checked(setting), cast("FreeSize", free), target)


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

    For your own data file use `ratecheck estimate`: it handles users with different numbers of rows, ranges and
    intervals.

    Parameters
    ----------
    problem : str
        Name of a problem of means.
    estimator : str
        Name of one of the problem's estimators, as `estimators` lists them.
    setting : Setting
        n, m, d, epsilon and the sizes of the problem; epsilon is the privacy budget of one user, all of their samples.
    samples : array_like, shape (n, m) or (n, m, d)
        Numbers, or vectors, within the problem's range: in [-D, D], or in the ball of radius D. Under moments, samples
        are not bounded.
    seed : int or None, optional
        Seed of the randomness, which by default is the operating system's; a known seed voids the privacy.
    without_privacy : bool, default False
        Whether to run an estimator that does not protect users, such as `non-private`.

    Returns
    -------
    ndarray, shape (d,)
        The estimate, in units of the data; a number has shape (1,).

    Raises
    ------
    ParameterError
        For a problem that is not one of means, for samples of another shape, that are not finite or outside the range,
        for an estimator that does not protect users unless `without_privacy`, and as `upper_bound` does.

    Examples
    --------
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
    taken: Any = _estimator(problem, estimator)
    if not taken.protects_users and not without_privacy:
        raise ParameterError(
            f"estimator = {shown(estimator)}: does not protect users; to run it all the same, say without_privacy=True"
        )
    plan = taken.plan(about.checked(setting))
    values = _numbers(samples)
    shape = (setting.n, setting.m) if about.is_scalar else (setting.n, setting.m, setting.d)
    if values.shape != shape:
        raise ParameterError(f"samples: of shape {values.shape}; must be of shape {shape}")
    if not np.isfinite(values).all():
        raise ParameterError("samples: must be finite numbers")
    _check_range(about, setting, values)
    found = plan.protocol().run(values.reshape(setting.n, -1), generator(seed))
    return np.asarray(found, dtype=np.float64).reshape(setting.d)


def _numbers(samples: ArrayLike) -> FloatArray:
    """Samples as floats; raises ParameterError for rows of different lengths, and if a value is not a real number."""
    refused = ParameterError("samples: must be real numbers, in rows of one length")
    try:
        found = np.asarray(samples)
        numbers = found.astype(np.float64) if found.dtype.kind in "biufO" else None
    except (TypeError, ValueError, OverflowError):
        raise refused from None
    if numbers is None:
        raise refused
    return numbers


def _check_range(problem: Problem, setting: Setting, values: FloatArray) -> None:
    """Raise ParameterError if samples are outside the range of the problem's guarantees, by more than rounding."""
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
    """The papers of the ledger by key, each with its citation and the version that is checked.

    Returns
    -------
    dict from str to Paper
        The papers, in the ledger's order.

    Examples
    --------
    >>> import ratecheck
    >>> ratecheck.papers()["kent"].title
    'Rate Optimality and Phase Transition for User-Level Local Differential Privacy'
    """
    return notation.papers.papers()


def claims(paper: str | None = None) -> dict[str, Claim]:
    """The claims of a paper, or of all papers, by id, in the paper's order; nothing is run.

    Parameters
    ----------
    paper : str or None, optional
        Key of a paper, as `papers` has it; None is all.

    Returns
    -------
    dict from str to Claim
        The claims.

    Raises
    ------
    ParameterError
        For an unknown paper.

    Examples
    --------
    >>> import ratecheck
    >>> ratecheck.claims("zhao")["zhao/eq55/55"].location
    'arXiv v1, Appendix A.3, (55)'
    """
    if paper is not None and (not isinstance(paper, str) or paper not in papers()):
        raise ParameterError(f"paper = {shown(paper)}: must be one of {', '.join(papers())}")
    return {claim.id: claim for claim in collect.select((), paper)}


def verify(*ids: str) -> dict[str, Judged]:
    """Check claims now, with all claims that they depend on, in the quick profile; by id, or by patterns with `*`.

    The result displays itself. `printed` and `corrected` are the verdicts; `stands` says whether the claim is
    established as printed, as corrected, or as one of ours.

    Parameters
    ----------
    *ids : str
        Ids of claims, or patterns.

    Returns
    -------
    dict from str to Judged
        The claims with their verdicts, by id.

    Raises
    ------
    ParameterError
        Without an id, for an id that is not a string, or for a pattern that matches nothing.

    Examples
    --------
    >>> import ratecheck
    >>> found = ratecheck.verify("zhao/eq64/64")["zhao/eq64/64"]
    >>> found.printed, found.corrected, found.stands
    ('refuted', 'proved', True)
    """
    if not ids:
        raise ParameterError("ids: must be one id at least; '*' is every claim")
    for id_ in ids:
        if not isinstance(id_, str):
            raise ParameterError(f"ids: {shown(id_)} is among them; each must be a string")
    return judge(*ids)


def use_ledger(folder: str | PathLike[str] | None) -> tuple[str, ...]:
    """Use the papers of a folder as the ledger, or with None the registered ones.

    `ratecheck new` makes such a folder.

    Parameters
    ----------
    folder : str, path or None
        The folder, or None.

    Returns
    -------
    tuple of str
        The keys of the papers.

    Raises
    ------
    ParameterError
        For a value that is not a path, or a folder without a paper.

    Examples
    --------
    >>> import ratecheck
    >>> ratecheck.use_ledger(None)
    ('zhao', 'kent', 'bassily', 'label')
    """
    if folder is not None and not isinstance(folder, str | PathLike):
        raise ParameterError(f"folder = {shown(folder)}: must be a path or None")
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
