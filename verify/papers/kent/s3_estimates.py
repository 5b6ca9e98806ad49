"""kent Sections 3.1 to 3.3: what (25), (32), (34) and (35) put together, and the samples that (30) leaves out."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import product

import numpy as np
from flint import arb
from sympy import Rational

from upperbounds.mean.kent import K_HIGH_PRIVACY
from upperbounds.transforms.hadamard import RandomRotation
from upperbounds.vectors import kent
from verify.kernel.calculus import cite, line
from verify.kernel.statements import AllOf, Case, Definition, FiniteCheck, Undecided
from verify.kernel.statements.claim import Claim, Kind, Match
from verify.kernel.statements.outcome import Settings, as_arb
from verify.papers.kent.appG1_mean_upper.eq113_decomposition import CLAIMS as DECOMPOSITION
from verify.papers.kent.instances.rotations import turned
from verify.papers.kent.nouns_upper import HIGH, WIDTH, claim
from verify.papers.kent.s3_3_ball_rotation import HADAMARD
from verify.papers.zhao.appB2_vectors_lower.hypercubes import sylvester

EQ25 = Claim(
    "kent/eq25",
    "Section 3.1, (25), and Appendix E.1, (95)",
    Kind.DEFINITION,
    "a user's mean",
    says=r"\hat\theta^{(i)}=(T^*)^{-1}\sum_{t=1}^{T^*}X_t^{(i)}",
    match=Match.SAME,
    printed=Definition(r"\hat\theta^{(i)}=(T^*)^{-1}\textstyle\sum_{t=1}^{T^*}X_t^{(i)}"),
)


_MESSAGE = cite(claim(DECOMPOSITION, "kent/own/eq114"), "alpha <= 1").statement
SEC3_1_DISCARD = Claim(
    "kent/sec3.1/discard",
    "Section 3.1, third paragraph: only T* observations in (25) and (29)",
    Kind.INEQUALITY,
    "what the samples that are left out could save of a message's variance",
    printed=Undecided(
        r"\text{averaging only }T^*\text{ observations in (25), (29) costs no accuracy: }\Delta\text{ or "
        r"the Laplace noise dominates the error}",
        "a comparison of the estimator with T* samples a user and the one with all T",
    ),
    corrected=line(_MESSAGE.left, given=_MESSAGE.hypotheses)
    .le(_MESSAGE.right, cite(claim(DECOMPOSITION, "kent/own/eq114"), "alpha <= 1"))
    .eq(Rational(9, 8) * (2 * (6 * WIDTH / HIGH) ** 2)),
    correction=(
        "shown is that a message with T* samples has at most 9/8 of the variance of its noise alone, 2 (6"
        " Delta/alpha)^2, so that the other samples could save no more than a ninth of it"
    ),
    note="Said is that the error is dominated by Delta or the noise. Whatever a user averages, the noise of (29) alone has the variance "
    "2 (6 Delta/alpha)^2; with T* samples it is at most 9/8 times that in all. For the width of (30), alpha <= 1.",
)
EQ32 = Claim(
    "kent/eq32",
    "Section 3.2, (32), and Appendix E.2, (102)",
    Kind.DEFINITION,
    "the estimate in the cube",
    says=r"\hat\theta=\sum_{j=1}^de_j\hat\theta_j",
    match=Match.SAME,
    printed=Definition(r"\hat\theta=\textstyle\sum_{j=1}^de_j\hat\theta_j"),
)

_CLOSE = arb(2) ** -40


def _widths(_: Settings) -> Iterator[Case]:
    """T* and Delta of the plan for Algorithm 5 next to (34), C = 8 and 32."""
    for (n, samples, d), alpha, constant in product(
        ((16, 1, 8), (8000, 50, 8), (10**6, 10**9, 2)), (Fraction(1, 4), Fraction(1)), (8, 32)
    ):
        plan = kent.algorithm5(n, samples, float(alpha), 1.0, RandomRotation(d, np.ones(d)), float(constant))
        told = {"n": n, "T": samples, "d": d, "alpha": str(alpha), "C": constant, "T*": plan.each.m}
        real = arb(samples).min((as_arb(n * alpha**2) / (K_HIGH_PRIVACY * d)).exp())
        yield Case(told, abs(plan.each.m + arb("0.5") - real), arb("0.5") + _CLOSE, note="T* rounded down")
        inside = as_arb(n * plan.each.m * alpha**2)
        if inside > 1:
            delta = (arb(constant) / (d * plan.each.m)).sqrt() * inside.log()
            shipped = as_arb(Fraction(float(plan.each.bins.width)) / 2)
            yield Case(told, abs(shipped - delta.min(arb(1))), _CLOSE, note="Delta, at most 1")


EQ34 = Claim(
    "kent/eq34",
    "Section 3.3, Algorithm 5, (34)",
    Kind.ALGORITHM,
    "T* and Delta in the ball, which the program computes",
    says=r"T^*=T\wedge\exp\{n\alpha^2/Kd\},\quad\Delta=[C\{\log(nT^*\alpha^2)\}^2/(dT^*)]^{1/2}",
    match=Match.SAME,
    printed=Definition(r"T^*=T\wedge\exp\{n\alpha^2/Kd\},\quad\Delta=[C\{\log(nT^*\alpha^2)\}^2/(dT^*)]^{1/2}"),
    corrected=FiniteCheck(
        r"|T^*_{\mathrm{code}}+\tfrac12-T^*|\le\tfrac12,\quad|\Delta_{\mathrm{code}}-(1\wedge\Delta)|\le2^{-40}",
        "(n, T, d) = (16, 1, 8), (8000, 50, 8), (10^6, 10^9, 2); alpha = 1/4, 1; C = 8, 32",
        _widths,
    ),
    correction=(
        "the line is a definition; shown is that the program computes it, with T* rounded down and the width cut at 1"
    ),
    note="At T* rounded down. The paper leaves C open; a width beyond that of the ball is one bin. That (34) does for the votes is kent/eq132.",
)


def _turned_back(_: Settings) -> Iterator[Case]:
    """Every entry of R_d' R_d v next to that of v, all signs: 1/d times W H' H W v."""
    for d in (1, 2, 4, 8):
        vector, rows = list(range(1, d + 1)), sylvester(d)
        columns = [list(column) for column in zip(*rows, strict=True)]
        for signs in product((-1, 1), repeat=d):
            image = [turned(row, signs, vector) for row in rows]
            for j in range(d):
                back = Fraction(signs[j] * sum(h * y for h, y in zip(columns[j], image, strict=True)), d)
                yield Case({"d": d, "signs": str(signs), "entry": j + 1}, back, vector[j])


_LENGTH, _PAIR = (cite(HADAMARD, part).statement for part in ("the rotation", "the rotation, off the diagonal"))
EQ35 = Claim(
    "kent/eq35",
    "Section 3.3, (35), and Appendix E.3, (103)",
    Kind.CONSTRUCTION,
    "the rotation has an inverse, its transpose, which turns the estimates back",
    says=r"\hat\theta=R_d^{-1}\sum_{j=1}^de_j\hat\theta_j,\ R_d\text{ an orthogonal transformation}",
    match=Match.READING,
    differs=(
        "R_d^{-1} is the inverse of a rotation: judged is that R_d is orthogonal, as the text of (139) "
        "has it, and so has an inverse, its transpose"
    ),
    printed=AllOf(
        "",
        {
            "unit columns": line(_LENGTH.left, given=_LENGTH.hypotheses).eq(1, cite(HADAMARD, "the rotation")),
            "at right angles": line(_PAIR.left, given=_PAIR.hypotheses).eq(
                0, cite(HADAMARD, "the rotation, off the diagonal")
            ),
            "turned back": FiniteCheck(
                r"R_d^{\mathsf T}R_dv=v", "d = 1, 2, 4, 8; v = (1, ..., d); all signs", _turned_back, "=="
            ),
        },
    ),
    note="In our copy line 1 of Algorithm 13 samples R_d 'as in (13)', a rate; (33) is meant.",
)

CLAIMS = (
    EQ25,
    SEC3_1_DISCARD,
    EQ32,
    EQ34,
    EQ35,
)
