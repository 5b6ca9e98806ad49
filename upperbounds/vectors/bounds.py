"""Explicit bounds for sums of univariate two-stage estimators, from a tail of the user mean of one coordinate."""

import math

from upperbounds.channels import UnaryEncoding
from upperbounds.protocols.two_stage import TwoStage


def noise_beats(each: TwoStage) -> float:
    """P(a bin beats the bins with the votes), if all voters' means are within half a bin width of theta.

    One-hot: some bin has half of the votes and a rival has none. Hoeffding's inequality for 2 half bits gives exp(-half
    (2w-1)^2/4) for each rival. Votes for three bins: some bin has all votes, and Chernoff's bound is cosh^(-2 half) of
    half the log odds. With at most 1 bin, respectively 3, there is no rival.

    Parameters
    ----------
    each : TwoStage
        The two-stage estimator of one coordinate.

    Returns
    -------
    float
        The bound.
    """
    vote = each.vote
    assert isinstance(vote, UnaryEncoding)
    if each.bins.count <= vote.hot:
        return 0.0
    keep = vote.probabilities[1]
    if vote.hot == 1:
        exponent = each.half * (2 * keep - 1) ** 2 / 4
    else:
        exponent = 2 * each.half * math.log(math.cosh(min(float(each.epsilon) / 12, 300.0)))
    return min(1.0, each.bins.count * math.exp(-exponent))


def sum_of_two_stage(each: TwoStage, tail: float, coordinates: int, D: float, variance: float) -> float:
    """A bound on E ||estimate - theta||^2 for `coordinates` copies of `each`.

    If the voters' means are within half a bin width, the winning bin's interval contains theta with a margin of half a
    bin width. Then a refining user's bias is at most 2 D * (its tail), and its square at most 4 D^2 tail. Otherwise the
    error is at most 2 D plus the bin width and the inflation, because the interval meets [-D, D]. The probability of
    that is at most half * tail + P(noise beats).

    Parameters
    ----------
    each : TwoStage
        The two-stage estimator of one coordinate.
    tail : float
        Bound on P(|user mean - theta_j| > half a bin width) for each coordinate, also on average over public
        randomness.
    coordinates : int
        Number of coordinates.
    D : float
        Half-width of the range: all coordinates are within [-D, D].
    variance : float
        Bound on the sum over the coordinates of the variance of a user mean, in squared units of the data.

    Returns
    -------
    float
        The bound, in squared units of the data.
    """
    width, scale = float(each.bins.width), float(each.scale)
    tail = min(1.0, tail)
    failure = min(1.0, each.half * tail + noise_beats(each))
    reach = 2 * D + width + float(each.inflation)
    squares = 4 * D**2 * tail + reach**2 * failure
    return coordinates * squares + variance / each.half + coordinates * 2 * scale**2 / each.half


def rotated_tail(width: float, coordinates: int, m: int, D: float) -> float:
    """A bound on P(|(R(user mean - theta))_j| > width), R a random rotation, data in the l_2 ball of radius D.

    Except with probability exp(-(s-1)^2/2), ||user mean - theta|| <= s D/sqrt(m), by bounded differences. Given the
    data, a coordinate exceeds `width` with probability at most 2 exp(-d width^2 m/(2 s^2 D^2)), by Hoeffding over the
    signs.

    Parameters
    ----------
    width : float
        The distance, in units of the data.
    coordinates : int
        Number of coordinates.
    m : int
        Number of samples of each user.
    D : float
        Radius of the ball that holds the data, or half-width of their range.

    Returns
    -------
    float
        The bound.
    """
    scaled = coordinates * (width / D) ** 2 * m / 2
    levels = (1 + k / 8 for k in range(400))
    return min(1.0, *(math.exp(-((s - 1) ** 2) / 2) + 2 * math.exp(-scaled / s**2) for s in levels))
