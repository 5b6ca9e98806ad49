"""The exact worst risks of votes on private labels have the exponents of their rates, at n where no run could go."""

from math import log

import pytest

from notation.classification import LabelSetting
from verify.study.labels import LABEL_PROBLEMS, LabelProblem, worst_label_risk


@pytest.mark.parametrize("problem", LABEL_PROBLEMS.values(), ids=lambda problem: problem.name)
def test_risks_have_the_rates_exponents(problem: LabelProblem) -> None:
    """In n over 10^7 to 10^9, d = 1, beta = gamma = 1: -2/3, and within a factor 15 of what nobody can beat."""
    settings = [LabelSetting(n, 1, 1.0, 1.0, 0.5) for n in (10**7, 10**9)]
    for estimator in problem.estimators:
        risks = [worst_label_risk(estimator, a).value for a in settings]
        assert log(risks[1] / risks[0]) / log(100) == pytest.approx(-2 / 3, abs=0.02)
        for a, risk in zip(settings, risks, strict=True):
            least = max(bound.value for bound in problem.lower(a))
            assert least < risk < 15 * least
