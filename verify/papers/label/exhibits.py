"""What the pages show next to the claims of the paper on label differential privacy: pictures and code."""

from lowerbounds.methods import bumps
from verify.papers.label.bounds import BOUNDS, WITHOUT
from verify.papers.label.ideas import IDEAS
from verify.site.exhibits import curves, laws
from verify.site.exhibits.catalogue import Exhibits
from verify.site.exhibits.code import Code

EXHIBITS = Exhibits(
    pictures=(
        (
            curves.tents,
            ("label/eq36", "label/eq37", "label/thm1", "label/thm3", "label/eq121", "label/thm5", "label/thm7"),
        ),
        (laws.three_values, ("label/eq156", "label/thm9", "label/own/lower4", "label/thm11")),
    ),
    code=(
        (
            Code("The tents", (bumps.regression_function, bumps.tent)),
            ("label/eq36", "label/thm1", "label/thm3", "label/eq121", "label/thm5", "label/thm7"),
        ),
    ),
    ideas=IDEAS,
    bounds=BOUNDS,
    without=WITHOUT,
)
