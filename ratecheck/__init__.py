"""The public interface: problems, estimators, bounds, risks, and the claims of papers with their verdicts.

    import ratecheck

    setting = ratecheck.Setting(n=2000, m=100, epsilon=2.0)
    ratecheck.lower_bounds("mean", setting)[0]          # the largest lower bound on the risk of any private estimator
    ratecheck.risk("mean", "user-mean", setting)        # what one attains
    ratecheck.plan("mean", setting, "n", 0.05)          # how many users bring the error down to a target
    ratecheck.verify("zhao/eq55/*")                     # claims, judged now

Importing the package loads nothing else; the first use of a name does. `ratecheck.api` holds the functions.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from lowerbounds.methods.bounds import Bound
    from notation.classification import LabelSetting
    from notation.papers import Paper
    from notation.parameters import ParameterError
    from notation.problem import Problem
    from notation.regression import RegressionSetting
    from notation.setting import Setting
    from notation.user_learning import UserSetting
    from ratecheck.api import (
        claims,
        estimator,
        estimators,
        lower_bounds,
        papers,
        plan,
        problem,
        problems,
        risk,
        run,
        upper_bound,
        use_ledger,
        verify,
    )
    from upperbounds.classification.classifiers import CentralBinClassifier, LocalBinClassifier
    from upperbounds.classification.users import UserBinClassifier
    from upperbounds.estimator import Estimator, UpperBound
    from upperbounds.regression.regressors import CentralBinRegressor, LocalBinRegressor, NeighbourRegressor
    from upperbounds.regression.users import UserBinRegressor
    from verify.kernel.statements.claim import Claim
    from verify.site.lessons.show import Judged
    from verify.study.plan import StudyPlan
    from verify.study.worst import WorstRisk

__all__ = [
    "Bound",
    "CentralBinClassifier",
    "CentralBinRegressor",
    "Claim",
    "Estimator",
    "Judged",
    "LabelSetting",
    "LocalBinClassifier",
    "LocalBinRegressor",
    "NeighbourRegressor",
    "Paper",
    "ParameterError",
    "Problem",
    "RegressionSetting",
    "Setting",
    "StudyPlan",
    "UpperBound",
    "UserBinClassifier",
    "UserBinRegressor",
    "UserSetting",
    "WorstRisk",
    "__version__",
    "claims",
    "estimator",
    "estimators",
    "lower_bounds",
    "papers",
    "plan",
    "problem",
    "problems",
    "risk",
    "run",
    "upper_bound",
    "use_ledger",
    "verify",
]

_TYPES = {
    "Bound": "lowerbounds.methods.bounds",
    "CentralBinClassifier": "upperbounds.classification.classifiers",
    "CentralBinRegressor": "upperbounds.regression.regressors",
    "Claim": "verify.kernel.statements.claim",
    "Estimator": "upperbounds.estimator",
    "Judged": "verify.site.lessons.show",
    "LabelSetting": "notation.classification",
    "LocalBinClassifier": "upperbounds.classification.classifiers",
    "LocalBinRegressor": "upperbounds.regression.regressors",
    "NeighbourRegressor": "upperbounds.regression.regressors",
    "Paper": "notation.papers",
    "ParameterError": "notation.parameters",
    "Problem": "notation.problem",
    "RegressionSetting": "notation.regression",
    "Setting": "notation.setting",
    "StudyPlan": "verify.study.plan",
    "UpperBound": "upperbounds.estimator",
    "UserBinClassifier": "upperbounds.classification.users",
    "UserBinRegressor": "upperbounds.regression.users",
    "UserSetting": "notation.user_learning",
    "WorstRisk": "verify.study.worst",
}
"""The module of each type; everything else is in `ratecheck.api`."""

__version__: str


def __getattr__(name: str) -> Any:
    """A public name, loaded when it is first asked for."""
    if name == "__version__":
        from importlib.metadata import version

        found: Any = version("ratecheck")
    elif name in __all__:
        found = getattr(import_module(_TYPES.get(name, "ratecheck.api")), name)
    else:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    """The public names, loaded or not."""
    return sorted({*globals(), *__all__})
