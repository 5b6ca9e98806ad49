"""What the pages show beside the claims of the paper on label differential privacy: pictures and code."""

from lowerbounds.methods import bumps
from verify.report.exhibits import curves, laws
from verify.report.exhibits.catalogue import Exhibits
from verify.report.exhibits.code import Code

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
    ideas=dict.fromkeys(
        ("label/thm1", "label/thm3", "label/thm5", "label/thm7"),
        "The regression function has a tent of hidden sign in each of many cells, as high as its smoothness allows."
        " Features say nothing of the signs, and the labels within a cell say of its sign only what privacy lets through.",
    )
    | dict.fromkeys(
        ("label/lemma1", "label/lemma3"),
        "Another label changes the odds of a private test's answer by a factor of e^ε at most."
        " Few changes lead from labels that are typical under one hypothesis to such as are typical under the other, so one of the errors is large.",
    ),
)
