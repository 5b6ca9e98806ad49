"""What the pages show next to the claims of Bassily and Sun: pictures, plans, chains, code and slopes."""

import numpy as np

from lowerbounds.optimisation import excess_risk as optimisation
from upperbounds.mean import bassily as range_bassily
from upperbounds.protocols.range_vote import Range
from upperbounds.transforms.hadamard import RandomRotation
from upperbounds.vectors import bassily
from verify.papers.bassily.bounds import BOUNDS, WITHOUT
from verify.papers.bassily.ideas import IDEAS
from verify.site.exhibits import laws
from verify.site.exhibits.catalogue import Exhibits
from verify.site.exhibits.chains import chain
from verify.site.exhibits.code import Code
from verify.site.exhibits.figure import Exhibit, svg
from verify.site.exhibits.plans import deltas, one_sheet, parameters, sentence, sheet_of_rounds, told_sent

_N, _M = 2000, 100


def _algorithm2() -> Exhibit:
    """Algorithm 2: everyone votes."""
    plan = range_bassily.estimator(_N, _M, 1.0, 1.0)
    return one_sheet("bassily-algorithm2", "Algorithm 2", plan, parameters(n=_N, m=_M, epsilon=1, R=1))


def _local() -> Exhibit:
    """Theorem 4.3: a vote at epsilon/2 and a Gaussian on the same users, and the exact delta of both."""
    n, m, d, eps, claimed = 32, 100_000, 4, 0.5, 1e-8
    rotation = RandomRotation.draw(d, np.random.default_rng(0))
    made = {
        "printed": bassily.local_truncated_mean(n, m, eps, 1.0, claimed, rotation, noise=bassily.printed_noise),
        "corrected": bassily.local_truncated_mean(n, m, eps, 1.0, claimed, rotation),
    }
    spent = {name: plan.spent_delta() for name, plan in made.items()}
    sheet = sheet_of_rounds("both messages come from the same users", made["printed"], None)
    body, height = deltas(sheet, spent, claimed)
    words = f"All {n} users send both messages. Exact δ at ε = {eps}: printed {spent['printed']:.2g}, corrected {spent['corrected']:.2g}, claimed {claimed:g}."
    rounds = made["printed"].protocol().rounds
    caption = (
        f"{sentence(told_sent(rounds[0].channel(None)))} Then {told_sent(rounds[1].channel(None))}. The vote has spent half of ε, and the noise is printed"
        f" for all of it: at ε = {eps} both messages together have δ = {spent['printed']:.2g}, not {claimed:g}. Calibrated for ε/2:"
        f" {spent['corrected']:.2g}."
    )
    rows = tuple((name, f"{value:.3g}", f"{claimed:g}") for name, value in spent.items())
    at = parameters(n=n, m=m, d=d, epsilon=eps, delta="1e-8", R=1)
    return Exhibit(
        "Theorem 4.3, printed and corrected",
        svg(words, height, body),
        caption,
        at,
        ("noise", "exact δ", "claimed δ"),
        rows,
    )


EXHIBITS = Exhibits(
    pictures=((laws.sign_cube, ("bassily/own/thm3.2-lower/a", "bassily/thm3.2/lower")),),
    plans=(
        (_algorithm2, ("bassily/alg2", "bassily/alg2/privacy")),
        (_local, ("bassily/thm4.3/privacy", "bassily/thm4.3/utility")),
    ),
    chains=(
        (
            lambda: chain("Theorem 3.2 in numbers", optimisation.bassily_local(10_000, 20, 4, 0.5, 1.0, 1.0)),
            ("bassily/thm3.2/lower",),
        ),
    ),
    code=(
        (
            Code("Algorithm 2", (range_bassily.algorithm2, Range), range_bassily.RATE, range_bassily.bound),
            ("bassily/alg2", "bassily/alg2/privacy", "bassily/lemmaB.1"),
        ),
        (
            Code("Theorem 4.3", (bassily.local_truncated_mean, bassily.noise, bassily.printed_noise), bassily.RATE),
            ("bassily/thm4.3/privacy", "bassily/thm4.3/utility"),
        ),
        (
            Code("The cube of biased signs", (optimisation.bassily_local,)),
            ("bassily/thm3.2/lower", "bassily/own/thm3.2-lower/a"),
        ),
    ),
    slopes={
        "bassily/thm4.3/utility": ("bassily/own/vectors/local",),
        "bassily/thm4.1": ("bassily/own/vectors/central",),
    },
    ideas=IDEAS,
    bounds=BOUNDS,
    without=WITHOUT,
)
