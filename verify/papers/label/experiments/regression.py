"""Measurements for label Theorems 5 to 12: exponents of exact risks, the sandwich, and what the printed choices cost."""

from collections.abc import Callable, Iterator
from functools import partial
from math import inf

from flint import arb

from notation.regression import RegressionSetting
from upperbounds.regression.bounds import RegressionEstimator
from verify.kernel.statements import Case, FiniteCheck, Fit, Slopes
from verify.kernel.statements.claim import Claim, Kind
from verify.kernel.statements.measured import Point
from verify.kernel.statements.outcome import Settings
from verify.kernel.statements.slopes import Reading
from verify.study.label_regressions import REGRESSION_PROBLEMS, worst_regression_risk
from verify.study.measuring.mean import FLOATS, enclosed, grid

_NAMES = tuple(REGRESSION_PROBLEMS)
_BEST = {name: problem.estimators[-1] for name, problem in REGRESSION_PROBLEMS.items()}


def _setting(problem: str, n: float, epsilon: float, **sizes: float) -> RegressionSetting:
    """d = beta = 1 and p = 4 where it is not said."""
    given: dict[str, float] = {"beta": 1.0, "p": 4.0 if "heavy" in problem else inf} | sizes
    return RegressionSetting(int(n), int(given.pop("d", 1)), epsilon=epsilon, **given)


def _risk(problem: str, estimator: RegressionEstimator, point: Point, _: Settings) -> Reading:
    found = worst_regression_risk(estimator, _setting(problem, point["n"], point["epsilon"]))
    return Reading(found.value, found.error)


def _rate(problem: str, estimator: RegressionEstimator, point: Point) -> float:
    """The printed rate, its two terms without constants."""
    a = _setting(problem, point["n"], point["epsilon"])
    letters = {"N": a.n, "epsilon": a.epsilon, "beta": a.beta, "d": a.d, "p": a.p}
    return float(estimator.rate.subs({x: letters[x.name] for x in estimator.rate.free_symbols}))


def _axes(central: bool) -> dict[str, tuple[str, Callable[[Settings], list[Point]]]]:
    """In n where each term leads, and in epsilon where privacy costs most."""
    small, low, high = (1e-5, 1e-6, 1e-5) if central else (0.02, 0.01, 0.05)
    return {
        "many people": ("n", lambda _: grid("n", (1e7, 1e8, 1e9), epsilon=2.0 if central else 1.0)),
        "small epsilon": ("n", lambda _: grid("n", (1e7, 1e8, 1e9), epsilon=small)),
        "epsilon": ("epsilon", lambda _: grid("epsilon", (low, (low * high) ** 0.5, high), n=1e9)),
    }


def _fits(problem: str) -> tuple[Fit, ...]:
    estimator = _BEST[problem]
    return tuple(
        Fit(
            f"{problem}, {regime}", axis, points, partial(_risk, problem, estimator), partial(_rate, problem, estimator)
        )
        for regime, (axis, points) in _axes(estimator.central).items()
    )


OWN_REGRESSION_EXPONENTS = Claim(
    "label/own/regression/exponents",
    "ours, for Theorems 5 to 12",
    Kind.EXPERIMENT,
    "the exponents of exact risks",
    corrected=Slopes(
        r"\text{exponents of the worst exact risk in } N\text{ and }\varepsilon\text{ are those of "
        r"(21), (24), (26), (29)}",
        tuple(fit for problem in _NAMES for fit in _fits(problem)),
        "N from 10^7 to 10^9 where each term of the rate leads, epsilon over a factor 5 or 10 at N "
        "= 10^9; d = beta = L = 1, p = 4; equal cells, noise as corrected; the worst of a row of "
        "tents of several widths and of constants",
        band=0.02,
    ),
    note="Risks are sums over the laws of the cells' counts, without noise.",
)


def _sandwich(settings: Settings) -> Iterator[Case]:
    """The best lower bound, the worst risk and the explicit bound of each registered estimate."""
    points: list[tuple[float, float, dict[str, float]]] = [(1, 1.0, {}), (1e4, 0.1, {"L": 2.0}), (1e6, 1.0, {})]
    if not settings.quick:
        points += [(40, 8.0, {"beta": 0.3}), (1e8, 0.01, {"d": 2}), (1e7, 3.0, {"beta": 0.6})]
    for problem, about in REGRESSION_PROBLEMS.items():
        for n, epsilon, sizes in points:
            a = _setting(problem, n, epsilon, **sizes)
            least = max(bound.value for bound in about.lower(a))
            for estimator in about.estimators:
                if a.d > 1 and estimator.kind == "neighbours":
                    continue
                risk = worst_regression_risk(estimator, a)
                worst = enclosed(risk.value, risk.error)
                parameters = {"problem": problem, "estimate": estimator.name, "N": int(n), "epsilon": epsilon, **sizes}
                note = f"lower bound {least:.3g}, risk {risk.value:.3g}"
                yield Case(parameters | {"side": "lower bound <= risk"}, enclosed(least), worst, note=note)
                if estimator.is_bounded:
                    upper = estimator.bound_of(a, estimator.plan(a))
                    yield Case(parameters | {"side": "risk <= explicit bound"}, worst, enclosed(upper), note=note)


OWN_REGRESSION_SANDWICH = Claim(
    "label/own/regression/sandwich",
    "ours, for Theorems 5 to 12",
    Kind.EXPERIMENT,
    "lower bound <= risk <= explicit bound",
    corrected=FiniteCheck(
        r"L(N,\varepsilon)\le\sup R\le U(N,\varepsilon)",
        "every registered estimate of the four problems; N = 1, 10^4, 10^6, epsilon = 0.1, 1, "
        "d = 1, p = 4 (full: 6 points to N = 10^8, d = 2)",
        _sandwich,
        granted=FLOATS,
    ),
    note="At the points of the quick profile the lower bounds are within a factor 15 of the risks of the "
    "corrected cells, at all points within 29.",
)


def _losses(_: Settings) -> Iterator[Case]:
    """The risk with the printed k or h next to ten times that of the corrected rule."""
    for problem, n, epsilon in ((_NAMES[2], 1e9, 0.01), (_NAMES[3], 1e9, 1.0)):
        a = _setting(problem, n, epsilon)
        printed, best = (
            worst_regression_risk(found, a) for found in (REGRESSION_PROBLEMS[problem].estimators[0], _BEST[problem])
        )
        yield Case(
            {"problem": problem, "N": int(n), "epsilon": epsilon},
            enclosed(printed.value, printed.error),
            arb(10) * enclosed(best.value, best.error),
            note=f"as printed {printed.value:.3g}, corrected {best.value:.3g}",
        )


OWN_REGRESSION_PRINTED = Claim(
    "label/own/regression/printed",
    "ours, for Theorems 10 and 12",
    Kind.EXPERIMENT,
    "what the printed k and h cost",
    corrected=FiniteCheck(
        r"R(\text{printed }k,\ h)\ge10R(\text{corrected})",
        "N = 10^9; Theorem 10 at epsilon = 1/100, Theorem 12 at epsilon = 1; d = beta = 1, p = 4",
        _losses,
        ">=",
        granted=FLOATS,
    ),
)

CLAIMS = (
    OWN_REGRESSION_EXPONENTS,
    OWN_REGRESSION_SANDWICH,
    OWN_REGRESSION_PRINTED,
)
