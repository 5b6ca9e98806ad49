"""Chains whose one sentence grants the conclusion: their crosschecks see a planted defect in it."""

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from verify.kernel.calculus import Chain
from verify.kernel.statements import AllOf, Case, FiniteCheck
from verify.kernel.statements.outcome import Settings, Verdict, as_arb, is_exact
from verify.ledger.collect import claims

CHAINS: dict[tuple[str, str], int] = {
    ("zhao/own/row-norm", "the largest entry"): 2,
    ("zhao/lemma5", ""): 20,
    ("zhao/family/hadamard-hypercube/laws", "two columns"): 2,
    ("zhao/eq100/mass", "how often it is hit"): 2,
    ("zhao/eq134", "mean"): 2,
    ("zhao/eq154", "one group"): 20,
    ("zhao/eq192", "mean"): 2,
    ("zhao/own/averaged-assouad/orthogonal", "axes, one coordinate"): 2,
    ("zhao/own/averaged-assouad/orthogonal", "signs, one coordinate"): 2,
    ("zhao/own/floor-mean", "eleven hundredths"): 4,
    ("zhao/own/kary-cells", "the bound"): 4,
    ("zhao/own/posterior-variance", "the error"): 2,
    ("zhao/own/posterior-variance", "affinity"): 2,
    ("kent/own/unbounded", "from above"): 2,
    ("kent/thm6ii", "at most 1"): 2,
    ("kent/alg12/privacy", "alpha up to 1"): 2,
    ("kent/alg12/privacy", "alpha beyond d"): 2,
    ("kent/alg13/privacy", "alpha up to 1"): 2,
    ("kent/alg13/privacy", "alpha beyond d"): 2,
    ("kent/alg5/hadamard", "a diagonal block"): 2,
    ("kent/alg5/hadamard", "off the diagonal blocks"): 2,
    ("kent/alg5/hadamard", "off the diagonal"): 2,
    ("kent/alg5/hadamard", "the rotation"): 2,
    ("kent/alg5/hadamard", "the rotation, off the diagonal"): 2,
    ("kent/table2/nonprivate", "from above"): 2,
    ("kent/sec5.2/separation", "in sum"): 2,
    ("kent/own/mixture-answers", "variance"): 2,
    ("kent/thm6/upper1", "alpha > 1"): 100,
    ("kent/eq120/high", "beyond"): 1000,
    ("kent/eq120/low", "beyond"): 200,
    ("kent/eq132/gamma", "the printed event"): 2,
    ("kent/eq132/gamma", "the event of kent/eq132/set"): 2,
    ("kent/eq138", "Lemma 20"): 2,
    ("kent/own/ball-rate", "alpha > d"): 10,
    ("kent/eq148", "1 < alpha <= d"): 5,
    ("kent/eq148", "alpha > d"): 5,
    ("kent/eq154", ""): 20,
    ("kent/eq155", ""): 10,
    ("kent/sec5.1/bounded", ""): 2,
    ("kent/appH.2/eta", "two coordinates"): 2,
    ("kent/appH.4/eta", "two coordinates"): 2,
    ("kent/appH.5/eta", "two bumps"): 2,
    ("kent/appH.6/chi", "others"): 2,
    ("kent/lemma26/s3", "the equality"): 2,
    ("kent/own/l2-votes", "one-hot"): 10,
    ("kent/own/l2-votes", "three bins"): 10,
    ("bassily/own/publish", "private"): 2,
    ("bassily/own/thm3.2-lower/b", "at most 4"): 2,
    ("bassily/own/thm3.2-lower/b", "one sample"): 2,
    ("bassily/thm4.3/mechanism", "one message each"): 20,
    ("bassily/own/central-lower", "at any bias"): 2,
    ("bassily/own/full-batch", "the data's own, after"): 2,
    ("bassily/own/full-batch", "the data's own, before"): 2,
    ("bassily/own/full-batch", "new data, after"): 3,
    ("bassily/own/full-batch", "new data, before"): 3,
    ("bassily/sec6/1", "a user is in one"): 2,
    ("bassily/lemma5.1/hybrid", ""): 2,
    ("bassily/appA/2", "the excess"): 2,
    ("bassily/own/fano", "information"): 2,
    ("bassily/appA/7", "by convexity"): 2,
    ("label/own/odds", ""): 2,
    ("label/eq86", "a uniform sign vector"): 2,
    ("label/eq86", "each sign alone"): 2,
    ("label/eq148/149", "the bias"): 2,
    ("label/privacy1", ""): 2,
    ("label/text3", "randomized response"): 3,
    ("label/text15", ""): 3,
}
"""The claim and its part ("" where it has none), and by what factor a wrong bound is stronger.

At the points of the crosscheck no bound is loose by more. An equation is off by a thousandth.
"""


def chain_of(id_: str, part: str) -> Chain:
    claim = claims()[id_]
    statement: Any = claim.corrected or claim.printed
    found = dict(statement.parts)[part] if isinstance(statement, AllOf) else statement
    assert isinstance(found, Chain)
    return found


def planted(check: FiniteCheck, factor: Fraction) -> FiniteCheck:
    def cases(settings: Settings) -> Iterator[Case]:
        for case in check.cases(settings):
            if check.sense == "==":
                yield replace(case, right=case.right + Fraction(1, 1000))
            else:
                stronger = 1 / factor if check.sense in ("<=", "<") else factor
                yield replace(case, right=case.right * (stronger if is_exact(case.right) else as_arb(stronger)))

    return replace(check, cases=cases)


@pytest.mark.parametrize(("id_", "part"), CHAINS)
def test_a_wrong_conclusion_is_seen(id_, part):
    (_, check), *others = chain_of(id_, part).crosschecks
    assert not others
    assert isinstance(check, FiniteCheck)
    assert check.check(Settings()).verdict is Verdict.CHECKED
    assert planted(check, Fraction(CHAINS[id_, part])).check(Settings()).verdict is Verdict.REFUTED
