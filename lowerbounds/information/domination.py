r"""One pair of laws that dominates the messages of every epsilon-LDP channel, and a bound on n users' information.

The private hockey-stick bound of `contraction` holds for every channel at once: E_g(M0||M1) <= H(g), g >= 1. For
mirrored laws such as those below the same H bounds E_g(M1||M0), so H(g) = 1 - g + g H(1/g) bounds E_g(M0||M1) below 1.
max{H, 0} is convex, also at 1, where its slope is at least (H(1) - 1)/2 as P1(L > 1) <= (1 - TV)/2: it is the hockey
stick of a pair (D0, D1), and each pair of messages is less informative than that one (Blackwell). So n sequentially
interactive messages are less informative than n independent copies of it (Zhu, Dong, Wang, Optimal Accounting of
Differential Privacy via Characteristic Function, AISTATS 2022, on adaptive composition): for kernels K0, K1 after
messages m0, m1, conditioning gives
E_g(m0 K0||m1 K1) = integral m0 E_{g m1/m0}(K0||K1) <= integral m0 E_{g m1/m0}(D0||D1) = E_g(m0 x D0||m1 x D1),
and the same step in the other factor replaces m0, m1; induct on n. Hence any f-divergence of a transcript is at most
that of the n-fold (D0, D1).

For point masses E_g(P0||P1) = 1 and (D0, D1) is binary randomised response: no sequentially interactive protocol
beats n randomised responses of the bit.
"""

import math
from fractions import Fraction
from itertools import pairwise

from flint import arb, fmpz

from lowerbounds.information.contraction import private_hockey_stick
from lowerbounds.information.divergences import UNKNOWN, binomial_tail, binomial_tails
from lowerbounds.numerics.enclosures import ball, precise, square


@precise
def dominating_deficit(m: int, s: Fraction, epsilon: float, points: int = 24) -> arb:
    """Enclose 1 - affinity of a dominating pair for m draws of +-1 with means s and -s, 0 < s <= 1.

    H is evaluated at likelihood ratios of the count and joined by chords, which lie above it. If at most `points`
    ratios matter, all are used, and the result is exact for the dominating pair. A convex piecewise linear H with
    slopes h_j has mass h_j - h_{j-1} under D1 at each knot g_j > 1, mirrored at 1/g_j, the rest at 1, so 1 - affinity =
    sum (sqrt(g_j) - 1)^2 (h_j - h_{j-1}).

    Parameters
    ----------
    m : int
        Number of draws.
    s : Fraction
        s, half the distance of the means, in (0, 1].
    epsilon : float
        Privacy budget of one user, for all of their samples.
    points : int, default 24
        The most ratios at which H is evaluated.

    Returns
    -------
    arb
        An enclosure.
    """
    if s == 1:
        # sech without e^epsilon, which may be of any size.
        return 1 - 2 * (-ball(epsilon) / 2).exp() / (1 + (-ball(epsilon)).exp())
    knots = _knots(m, s, epsilon, points)
    slopes = [(h1 - h0) / (g1 - g0) for (g0, h0), (g1, h1) in pairwise(knots)]
    # The last knot is where H is negative: the last chord ends at its zero.
    last_g, last_h = knots[-2]
    places = [g for g, _ in knots[1:-1]] + [last_g - last_h / slopes[-1]]
    jumps = [after - before for before, after in zip(slopes, [*slopes[1:], arb(0)], strict=True)]
    value = sum(square((g - 1) / (g.sqrt() + 1)) * jump for g, jump in zip(places, jumps, strict=True))
    return value.intersection(UNKNOWN) if value.is_finite() else UNKNOWN


def _knots(m: int, s: Fraction, epsilon: float, points: int) -> list[tuple[arb, arb]]:
    """Return pairs (g, H(g)) from g = 1 on: certainly positive H, and at the end one negative, or 0 for max{H, 0}."""
    odds = ball((1 + s) / (1 - s)).log()
    first = 1 if m % 2 else 2
    tail = binomial_tail(m, (m + 1) // 2, (1 + s) / 2) - binomial_tail(m, (m + 1) // 2, (1 - s) / 2)
    tail = tail.max(arb(0)).min(arb(1))
    knots = [(arb(1), private_hockey_stick(epsilon, Fraction(1), tail))]
    # No mass to speak of beyond ten deviations of the count; the end at the largest ratio keeps this sound.
    reach = min(m, 10 * math.isqrt(m) + 12)
    # H < 0 beyond 1 + (t-1) TV, as E_g <= TV: its log, with t factored out, bounds the log ratios that matter.
    lie = (-ball(epsilon)).exp()
    last = (ball(epsilon) + (lie + (1 - lie) * tail).log()) / odds
    if last.is_finite():
        reach = min(reach, int(last.upper().ceil().unique_fmpz()) + 2)
    atoms = max(1, (reach - first) // 2 + 2)
    # Denser near 1, where H bends.
    indices = range(atoms) if atoms <= points else [j * j * (atoms - 1) // points**2 for j in range(points + 1)]
    offsets = sorted({d for d in (first + 2 * j for j in indices) if d < m})
    counts = [(m + offset) // 2 for offset in offsets]
    tails = zip(*(binomial_tails(m, counts, (1 + sign * s) / 2) for sign in (1, -1)), strict=True)
    # At the largest ratio, k = m, the hockey stick is 0.
    for offset, (more, less) in [*zip(offsets, tails, strict=True), (m, (arb(0), arb(0)))]:
        level = (odds * offset).exp()
        value = more - level * less
        height = private_hockey_stick(epsilon, level, value)
        if height < 0:
            return [*knots, (level, height)]
        if height > 0:
            knots.append((level, height))
    # H <= 0 there, too close to tell.
    return [*knots, (level, arb(0))]


@precise
def users_affinity_squared(deficit: arb, n: int) -> arb:
    """Enclose (1 - deficit)^(2n), a lower bound on the squared affinity of n messages with at most this deficit each.

    It holds for sequentially interactive messages too: sum sqrt(m0 k0 m1 k1) >= min affinity of the last times that of
    the rest.

    Parameters
    ----------
    deficit : arb
        1 - affinity of one message, at most.
    n : int
        Number of users.

    Returns
    -------
    arb
        An enclosure.
    """
    # The logarithm keeps a small deficit's digits, and fails where the deficit may be 1.
    power = (fmpz(2 * n) * ball(-deficit).log1p()).exp()
    power = power if power.is_finite() else (1 - ball(deficit)) ** fmpz(2 * n)
    return power if power.is_finite() else UNKNOWN
