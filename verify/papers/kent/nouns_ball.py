"""What kent's upper bounds in the ball speak of: norms, rotated co-ordinates, and what fails for the votes on one."""

from __future__ import annotations

from sympy import log, sqrt

from verify.kernel.calculus import Member, Name, WholeNumber, integer, law, let, quantity, real
from verify.kernel.calculus.facts.van_trees import BallLaws
from verify.papers.kent.lemmas.hadamard import PowerOfTwo
from verify.papers.kent.lemmas.rotated_means import NonZero
from verify.papers.kent.nouns_upper import USED, USERS

LAW, DIM, VECTOR = law("P"), integer("d", least=1), Name("v", "vector")
IN_BALL, FOLDS, NONZERO = Member(LAW, BallLaws(DIM)), WholeNumber(USERS / (2 * DIM)), NonZero(VECTOR)
PADDED = PowerOfTwo(DIM)
"""As kent has it without loss of generality, with zeros for the other co-ordinates: a rotation R_d exists."""
LEVEL, FACTOR = real("y", least=2), real("C", least=19200)
"""n T* (alpha^2 ^ 1), and C of Delta, at least 200 c_2^2 = 200 c_3."""
WIDE = let(r"\Delta", sqrt(FACTOR / (DIM * USED)) * log(LEVEL))
"""Delta of (34)."""
_FOLDED = (
    "where, of n users, a multiple of 2d, with T* draws of a law on the unit ball of dimension d each, n/d run Algorithm 10 (bins half-open except for the last "
    "one) on each rotated co-ordinate, with one rotation R_d, privacy alpha and bins of length 2 Delta"
)
_VOTES = f"for the votes on a rotated co-ordinate, {_FOLDED}"
FarBeats = quantity(
    "FarBeats",
    r"\max_{{|k - l_j| > 2}}P_{{{0}, {1}, {2}, {3}, {4}, {5}}}(Z_{{j, l_j}} \le Z_{{j, k}})",
    f"largest probability that a bin more than two places from that of the rotated theta has at least its votes, {_VOTES}",
    0,
    1,
)
_RUN = f"{_FOLDED}, and the co-ordinates are rotated back"
BallBias = quantity(
    "BallBias",
    r"\mathbb{{E}}_{{{0}, {1}, {2}, {3}, {4}, {5}}}[\mathrm{{bias}}_{{{6}}}^2]",
    f"expected square of the bias of one rotated co-ordinate's estimate, given the rotation and the first stage, {_RUN}",
    0,
)
