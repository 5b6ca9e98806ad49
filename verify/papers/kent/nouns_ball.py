"""What kent's upper bounds in the ball speak of: norms, rotated co-ordinates, and what fails for the votes on one."""

from __future__ import annotations

from sympy import log, sqrt

from verify.calculus import Member, Name, WholeNumber, integer, law, let, property_of, quantity, real
from verify.calculus.facts.van_trees import BallLaws
from verify.papers.kent.nouns_upper import USED, USERS

# fmt: off
LAW, DIM, VECTOR = law("P"), integer("d", least=1), Name("v", "vector")
IN_BALL, FOLDS, NONZERO = Member(LAW, BallLaws(DIM)), WholeNumber(USERS/(2*DIM)), property_of("NonZero", r"{0} \ne 0")(VECTOR)
LEVEL, FACTOR = real("y", least=2), real("C", least=19200)
"""n T* (alpha^2 ^ 1), and C of Delta, at least 200 c_2^2 = 200 c_3."""
WIDE = let(r"\Delta", sqrt(FACTOR/(DIM*USED))*log(LEVEL))
"""Delta of (34)."""
_DATA = "for T* draws of a law on the unit ball of dimension d"
NormOff = quantity("NormOff", r"P_{{{0}, {1}, {2}}}(\|\bar X - \theta\|_2 \ge {3})", f"chance that a user's mean is so far from its expectation, {_DATA}", 0, 1)
"""NormOff(P, T*, d, s)."""
RotatedOff = quantity("RotatedOff", r"P_{{{0}, {1}, {2}}}(|(R_{{{2}}}(\bar X - \theta))_j| \ge {3})",
                      f"chance, over the data and the random signs of R_d, that a rotated co-ordinate of a user's mean is so far off, {_DATA}", 0, 1)
"""RotatedOff(P, T*, d, w)."""
RotatedSquare = quantity("RotatedSquare", r"\mathbb{{E}}_{{{0}, {1}, {2}}}[P(|(R_{{{2}}}(\bar X - \theta))_j| > {3} \mid R_{{{2}}})^2]",
                         f"expected square, over the random signs of R_d, of the chance given R_d that a rotated co-ordinate is further off, {_DATA}", 0, 1)
SignTail = quantity("SignTail", r"P(|(R_{{{1}}}{0})_j| \ge \|{0}\|_2\,{2})", "chance over the random signs of R_d that a rotated co-ordinate of a vector is so large", 0, 1)
"""SignTail(v, d, a)."""
_VOTES = (
    "for the votes on a rotated co-ordinate in Algorithm 13 as corrected: n users, a multiple of 2d, with T* draws of a law on the unit ball of dimension d "
    "each, privacy alpha and bins of length 2 Delta, of whom n/(2d) vote for it"
)
LostGiven = quantity(
    "LostGiven", r"\max_{{R:\,q(R) \le 1/4}}P_{{{0}, {1}, {2}, {3}, {4}, {5}}}(B_{{1, j}}^c \mid R_{{{3}}} = R)",
    "largest chance given the rotation, over those for which a user's rotated mean is Delta or more off with a chance of at most 1/4, that some bin but that of "
    f"the rotated theta and its neighbour has at least the votes of the likelier of both, {_VOTES}", 0, 1,
)
Lost = quantity(
    "Lost", r"P_{{{0}, {1}, {2}, {3}, {4}, {5}}}(B_j^c)",
    "chance that the first stage fails: at alpha <= 1 that some bin but that of the rotated theta and its neighbour has at least the votes of the likelier of both; "
    f"beyond, that one more than two places from that of the rotated theta has at least its votes; {_VOTES}", 0, 1,
)
"""Lost(P, n, T*, d, alpha, Delta)."""
FarBeats = quantity(
    "FarBeats", r"\max_{{|k - l_j| > 2}}P_{{{0}, {1}, {2}, {3}, {4}, {5}}}(Z_{{j, l_j}} \le Z_{{j, k}})",
    f"largest chance that a bin more than two places from that of the rotated theta has at least its votes, {_VOTES}", 0, 1,
)
# fmt: on
