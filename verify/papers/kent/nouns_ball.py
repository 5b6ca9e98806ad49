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
_FOLDED = (
    "where, of n users, a multiple of 2d, with T* draws of a law on the unit ball of dimension d each, n/d run Algorithm 10 (bins half-open but for the last "
    "one) on each rotated co-ordinate, with one rotation R_d, privacy alpha and bins of length 2 Delta"
)
_VOTES = f"for the votes on a rotated co-ordinate, {_FOLDED}"
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
_RUN = f"{_FOLDED}, and the co-ordinates are rotated back"
BallPart = quantity("BallPart", r"\mathbb{{E}}_{{{0}, {1}, {2}, {3}, {4}, {5}}}|\tilde\theta_{{{6}}} - (R_{{{3}}}\theta)_{{{6}}}|^2",
                    f"mean squared error of the estimate of one rotated co-ordinate, {_RUN}", 0)
"""BallPart(P, n, T*, d, alpha, Delta, j)."""
BallRotated = quantity("BallRotated", r"\mathbb{{E}}_{{{0}, {1}, {2}, {3}, {4}, {5}}}\|R_{{{3}}}\hat\theta - R_{{{3}}}\theta\|_2^2",
                       f"mean squared error of the rotated estimate, {_RUN}", 0)
BallError = quantity("BallError", r"\mathbb{{E}}_{{{0}, {1}, {2}, {3}, {4}, {5}}}\|\hat\theta - \theta\|_2^2", f"mean squared error {_RUN}", 0)
"""BallError(P, n, T*, d, alpha, Delta)."""
BallBias = quantity("BallBias", r"\mathbb{{E}}_{{{0}, {1}, {2}, {3}, {4}, {5}}}[\mathrm{{bias}}_{{{6}}}^2]",
                    f"expected square of the bias of one rotated co-ordinate's estimate, given the rotation and the first stage, {_RUN}", 0)
ClippedVariance = quantity("ClippedVariance", r"\mathbb{{E}}_{{{0}, {1}, {2}, {3}, {4}, {5}}}\textstyle\sum_j\mathrm{{Var}}(\Pi_j)",
                           f"expected sum over the co-ordinates of the variances of the means of the clipped means of the refining users, without their noise, {_RUN}", 0)
# fmt: on
