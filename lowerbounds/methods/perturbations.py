r"""The uncertainty W(s) about the signs of a hard instance given n users' messages, for every m and epsilon.

V is uniform on {-1, 1}^k, W a lower bound on the average over k of the posterior variance of V_k given all messages.
Then E sum_k (a_k - s V_k)^2 >= s^2 k W for all a_k that are computed from messages. Write a, b for the laws of the
transcript given V_k = 1, -1; the posterior variance is sum 2ab/(a+b), at least 1 - TV(a, b) (2ab/(a+b) >= min(a, b))
and at least affinity(a, b)^2 (Cauchy-Schwarz).

*One message.* phi_k = dP_{v+k}^m/dP_v^m - 1, v+k being v with sign k flipped, are centred and orthogonal under P_v^m
with E phi_k^2 = A = (1 + chi)^m - 1 (zhao/own/averaged-assouad/orthogonal in the ledger): the m-fold laws differ if any
sample is informative, so the m-fold moment matters. For a column q = q(z|.) of an epsilon-LDP channel, with values in
[a, t a], t = e^epsilon, and mean w under P_v: Bessel gives sum_k E[phi_k q]^2 <= A Var q, and Var q <= (ta - w)(w - a)
<= w^2 (t-1)^2/(4t), so sum_k sum_z E[phi_k q]^2/E q <= A sinh(epsilon/2)^2. Subset selection passes more than half of
it on the axes (zhao/own/bessel-sinh/sharp), so no constant below 1/2 times it will do; (e^epsilon - 1)^2 in
zhao/own/averaged-assouad and kent/own/bessel. Each k alone: at most A tanh(epsilon/2)^2
(`lowerbounds.information.contraction`), so k A tanh^2 for all.

*KL.* With h(u) = u - 1 - log u, KL(M_v||M_{v+k}) = sum M_v h(M_{v+k}/M_v), and h(u)/(u-1)^2 falls in u (Taylor's
integral of h'' = 1/u^2). For a column let D be the integral of q - a over the part of P_v^m above P_{v+k}^m, of mass
TV = tau: D <= (t-1) a tau, M_v >= a + D and M_v - M_{v+k} <= D, so that M_{v+k}/M_v >= 1/(1+y), y = (t-1) tau. Hence
sum_k KL <= g(y) B, B = min{sinh^2, k tanh^2} A, with g(y) = (1+y) ((1+y) log(1+y) - y)/y^2, between 1/2 and (1+y)/2.
(M_{v+k} >= M_v/t alone gives t sinh^2 A = (t-1)^2 A/4, bassily/own/flips.) Also sum_k KL <= k tanh^2 m KL_1. Users add
up by the chain rule, since the law of the earlier messages is P_v's for every k: so interaction is allowed. With
x = n sum_k KL/k: mean TV <= sqrt(x/2) (Pinsker, Jensen) and affinity(a, b)^2 >= e^-KL for both orders of a and b, hence
for their mean: W >= max{1 - sqrt(x/2), e^-x}.

*Information.* Given the other signs and the earlier messages, a message's information about V_k is at most the mean of
KL(M_v||(M_v + M_{v+k})/2), whatever V_k's posterior. The mean of the two laws is at least M_v/(1+y'), y' = y/(2+y), and
differs from M_v by half of M_{v+k} - M_v: all signs together learn n g(y') B/4 at most, on average over v, again at
P_v's law of the earlier messages. Messages with information I about a fair sign have a posterior mean of square at most
`fair_signs.known_at_most`(I), which is concave. For small n B/k this is 1 - W <= n B/(4k), half of what KL gives.

*Hellinger.* (mean TV)^2 <= (7n/k) sup sum_k sum_z E[phi_k q]^2/E q (kent Theorem 14): better for t > 14.

*Linear part.* In the cube phi = G + psi, G linear: that supremum is at most 4 sigma^2 kappa + 2k E psi^2, with
kappa = epsilon tanh(epsilon/2), sigma^2 = 4ms^2/(1-s^2)^2, E psi^2 = A - m chi (kent/eq204 corrected): for large
epsilon it grows with epsilon only.

*Affinity.* Each sign by itself, given the others: affinity of one message >= 1 - tanh^2 (1 - affinity of m samples);
affinities multiply over users and mixing raises them. No help from d, but good where epsilon is large or d small.
"""

from collections.abc import Callable
from dataclasses import dataclass

from flint import arb, fmpz

from lowerbounds.information.contraction import kl_absolute, strong_constant
from lowerbounds.information.divergences import MOST_DRAWS, Pair, harmonic_power, likelihood_test, overlap_power
from lowerbounds.information.domination import users_affinity_squared
from lowerbounds.information.fair_signs import known_at_most
from lowerbounds.methods.families import Family, Signal, chi_square, deficit, divergence
from lowerbounds.numerics.enclosures import ball, precise, square

_NOTHING = arb(-1)


@precise
def moment(family: Signal, m: int) -> arb | None:
    """Enclose A = (1 + chi)^m - 1, the second moment of an m-fold perturbation; None if it is infinite.

    Parameters
    ----------
    family : Signal
        The hard instance.
    m : int
        Number of samples of each user.

    Returns
    -------
    arb or None
        An enclosure, or None.
    """
    chi = chi_square(family)
    return None if chi is None else (m * ball(chi).log1p()).expm1()


@precise
def bessel_constant(signs: int, epsilon: float) -> arb:
    """Enclose min{sinh(epsilon/2)^2, k tanh(epsilon/2)^2}: times A, the sum over k of chi-squares of one message.

    Parameters
    ----------
    signs : int
        Number of signs.
    epsilon : float
        Privacy budget of one user, for all of their samples.

    Returns
    -------
    arb
        An enclosure.
    """
    return square((ball(epsilon) / 2).sinh()).min(signs * strong_constant(epsilon))


def by_divergence(total: arb, n: int, signs: int) -> arb:
    """Return max{1 - sqrt(x/2), e^-x}, x = n total/k, for `total` the sum over k of KL of one user's messages.

    Parameters
    ----------
    total : arb
        The sum over k of KL of one user's messages.
    n : int
        Number of users.
    signs : int
        Number of signs.

    Returns
    -------
    arb
        An enclosure.
    """
    x = n * total / signs
    return (1 - (x / 2).sqrt()).max((-x).exp())


@precise
def kl_by_chi_square(epsilon: float, apart: arb) -> arb:
    """Enclose g(y), y = (e^epsilon - 1) apart: KL of private messages over sum (M0 - M1)^2/M0, at most.

    Parameters
    ----------
    epsilon : float
        Privacy budget of one user, for all of their samples.
    apart : arb
        Total variation distance of the laws of a user's data, at most.

    Returns
    -------
    arb
        An enclosure.
    """
    y = ball(epsilon).expm1() * apart
    return _steepness(y)


def _steepness(y: arb) -> arb:
    """Enclose g(y), or (1 + y)/2 for a tiny y, at which the exact value has no digits."""
    return (1 + y) / 2 if y < 1e-9 else (1 + y) * ((1 + y) * y.log1p() - y) / square(y)


def _apart(family: Signal, m: int) -> arb:
    """Enclose a bound on TV of m samples under two members that differ in one sign, by their affinity.

    Unlike TV itself, this is no smaller for flat bumps of the same second moment.
    """
    unlike = deficit(family, m)
    return (unlike * (2 - unlike)).nonnegative_part().sqrt()


def _kl_bessel(family: Signal, n: int, m: int, epsilon: float) -> arb:
    second = moment(family, m)
    if second is None:
        return _NOTHING
    told = kl_by_chi_square(epsilon, _apart(family, m)) * bessel_constant(family.signs, epsilon)
    return by_divergence(told * second, n, family.signs)


def _information_bessel(family: Signal, n: int, m: int, epsilon: float) -> arb:
    second = moment(family, m)
    if second is None:
        return _NOTHING
    y = ball(epsilon).expm1() * _apart(family, m)
    told = _steepness(y / (2 + y)) / 4 * bessel_constant(family.signs, epsilon) * second
    return 1 - known_at_most(n * told / family.signs)


def _kl_tanh(family: Signal, n: int, m: int, epsilon: float) -> arb:
    if family.s == 1:
        return _NOTHING
    return by_divergence(family.signs * strong_constant(epsilon) * m * divergence(family), n, family.signs)


def _hellinger_bessel(family: Signal, n: int, m: int, epsilon: float) -> arb:
    second = moment(family, m)
    if second is None:
        return _NOTHING
    return 1 - (7 * n * bessel_constant(family.signs, epsilon) * second / family.signs).sqrt()


def _hellinger_linear(family: Signal, n: int, m: int, epsilon: float) -> arb:
    second, chi = moment(family, m), chi_square(family)
    if second is None or chi is None or family.mass != 1:
        return _NOTHING
    variance = ball(4 * m * family.s**2 / (1 - family.s**2) ** 2)
    rest = (second - m * ball(chi)).nonnegative_part()
    total = 4 * variance * kl_absolute(epsilon) + 2 * family.signs * rest
    return 1 - (7 * n * total / family.signs).sqrt()


def _affinity(family: Signal, n: int, m: int, epsilon: float) -> arb:
    return users_affinity_squared(strong_constant(epsilon) * deficit(family, m), n)


@dataclass(frozen=True)
class Route:
    """One method to bound W(s).

    Attributes
    ----------
    name : str
        Name of the route.
    unknown : callable
        An enclosure of a valid lower bound on W, from family, n, m and epsilon; may be negative.
    source : str
        Where it is from.
    """

    name: str
    unknown: Callable[[Signal, int, int, float], arb]
    source: str


ROUTES = (
    Route("KL summed over signs, Bessel", _kl_bessel, "zhao/own/averaged-assouad, with KL near half of chi-square"),
    Route("information of signs, Bessel", _information_bessel, "KL from the mean of two laws, near 1/8 of chi-square"),
    Route("KL of each sign, tanh^2 contraction", _kl_tanh, "Asoodeh and Zhang, arXiv:2210.13386"),
    Route("Hellinger of transcripts, Bessel", _hellinger_bessel, "kent Theorem 14"),
    Route("Hellinger of transcripts, linear part", _hellinger_linear, "kent/eq204, corrected"),
    Route("affinity of each sign, tanh^2 contraction", _affinity, "private contraction of divergences"),
)


@precise
def witness(family: Family, n: int, m: int, epsilon: float) -> tuple[arb, arb]:
    """Return (posterior variance, 1 - TV), averaged over signs, of one protocol: lower ends of exact values.

    Users are assigned to the signs in turn, and each answers one question by randomised response. In the cube of signs
    the question is whether there are more + than -. On axes it is the sign of the first informative sample, or a fair
    coin if there is none.

    Parameters
    ----------
    family : Family
        The hard instance.
    n : int
        Number of users.
    m : int
        Number of samples of each user.
    epsilon : float
        Privacy budget of one user, for all of their samples.

    Returns
    -------
    tuple of (arb, arb)
        The posterior variance and 1 - TV.
    """
    if family.mass == 1 and m <= MOST_DRAWS:
        (yes, no), (yes_not, no_not) = likelihood_test((1 + family.s) / 2, (1 - family.s) / 2, m)
        clear = ((yes, no), (yes_not, no_not))
    else:
        told = 1 if family.mass == 1 else -(m * ball(-family.mass).log1p()).expm1()
        lean = ball(family.s) * told
        clear = (((1 + lean) / 2, (1 - lean) / 2), ((1 - lean) / 2, (1 + lean) / 2))
    lie = (-ball(epsilon)).exp() / (1 + (-ball(epsilon)).exp())
    p, q = (((1 - lie) * up + lie * down, (1 - lie) * down + lie * up) for up, down in clear)
    few, over = divmod(n, family.signs)
    variance, overlap = arb(0), arb(0)
    for users, share in ((few, family.signs - over), (few + 1, over)):
        if share:
            told_variance, told_overlap = _told(p, q, users)
            variance += share * told_variance / family.signs
            overlap += share * told_overlap / family.signs
    return variance, overlap


def _told(p: Pair, q: Pair, n: int) -> tuple[arb, arb]:
    """Return lower ends of the posterior variance of a fair sign and of 1 - TV, from that many answers."""
    if n == 0:
        return arb(1), arb(1)
    # Where the binomial tails do not come out TV <= sqrt(1 - affinity^2) serves.
    root = ((p[0] * q[0]).nonnegative_part().sqrt() + (p[1] * q[1]).nonnegative_part().sqrt()) ** fmpz(2 * n)
    close = arb((1 - (1 - root).nonnegative_part().sqrt()).lower()) if root.is_finite() else arb(0)
    overlap = arb(overlap_power(p, q, n).lower()).max(close)
    return harmonic_power(p, q, n).max(overlap), overlap


def usable(value: arb) -> bool:
    """Say whether an enclosure is a positive finite number.

    Parameters
    ----------
    value : arb
        The enclosure.

    Returns
    -------
    bool
    """
    return bool(value.is_finite() and value > 0)


def sized(family: Family, unknown: arb) -> arb:
    """Return the lower bound on the squared error, weight s^2 k W.

    Parameters
    ----------
    family : Family
        The hard instance.
    unknown : arb
        W.

    Returns
    -------
    arb
        An enclosure.
    """
    return ball(family.weight * family.s**2 * family.signs) * unknown
