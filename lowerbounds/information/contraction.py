r"""How much an epsilon-LDP channel contracts a divergence: M0, M1 are the laws of its message under inputs P0, P1.

Write t = e^epsilon, T = tanh(epsilon/2) = (t-1)/(t+1). The channel acts on a user's whole data, so P0, P1 are m-fold.

Short proofs:

*Hockey stick.* M0(S) - g M1(S) = integral of f d(P0 - g P1), f(x) = Q(S|x). Its range [a, b] has b <= t a and
1-a <= t(1-b), so (a, b) is a mixture of (0,0), (1,1), (1/(1+t), t/(1+t)) and the integral is at most the largest of 0,
1-g and ((1-g) + (t-1) E_g(P0||P1)) / (t+1). Attained by randomised response of the likelihood-ratio test.
At g = 1: TV(M0,M1) <= T TV(P0,P1).

*KL by TV.* With a(z) = inf_x q(z|x): |m0 - m1| <= (t-1) a TV and m1 >= a, so
KL <= chi^2 <= sum (t-1)^2 TV^2 a^2/m1 <= (t-1)^2 TV^2 sum a <= (t-1)^2 TV^2.

*Absolute.* The rows of the channel are dominated by binary randomised response (Kairouz, Oh, Viswanath, The Composition
Theorem for Differential Privacy, ICML 2015; also the hockey stick at E_g = 1); data processing gives each divergence of
randomised response: KL <= epsilon T, affinity >= sech(epsilon/2).

*Chi-square.* chi^2(M0||M1) <= T^2 chi^2(P0||P1). Let g be centred under M1 and h(x) = E[g(Z)|x]. A centred h under P1
is a mixture of centred two-point laws, so it suffices that Var h <= T^2 Var g where the input is one of two, x w.p. p,
y w.p. 1-p. By Cauchy-Schwarz (h(x)-h(y))^2 <= Var g * sum (q_x-q_y)^2/(p q_x + (1-p) q_y); p(1-p) times this sum is an
f-divergence, largest at randomised response, T^2 p(1-p)/(u(1-u)) with u between p and 1-p, hence <= T^2. So
Var E[s(X)|Z] <= T^2 Var s(X) for every s (the adjoint); s = dP0/dP1 - 1 is the claim, and the score gives Fisher
information. KL and squared Hellinger have operator convex f, whose contraction is at most that of chi^2 (Choi, Ruskai,
Seneta 1994; Raginsky, Strong Data Processing Inequalities and Phi-Sobolev Inequalities for Discrete Channels, IEEE
Trans. Inf. Theory 2016). All three: Asoodeh and Zhang, arXiv:2210.13386.

*Hellinger by TV.* P0 = (1-v)C + vA, P1 = (1-v)C + vB with v = TV, so (M0, M1) is the image of a channel on the three
inputs C, A, B. The sum of the columns' contributions is linear in the weights of the extreme columns {1,t}^3; linear
programming duality gives the maximum over channels (attained, hence the best constant in terms of TV).
"""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

from flint import arb

from lowerbounds.information.divergences import (
    UNKNOWN,
    chi_square,
    kullback_leibler,
    squared_hellinger,
    total_variation,
)
from lowerbounds.information.laws import FiniteLaw
from lowerbounds.numerics.enclosures import ball, precise, square

ASOODEH = "Asoodeh and Zhang, arXiv:2210.13386"


@precise
def tanh_half(epsilon: arb | float) -> arb:
    """Enclose T = tanh(epsilon/2), the contraction coefficient of TV.

    Parameters
    ----------
    epsilon : arb or float
        Privacy budget of the message.

    Returns
    -------
    arb
        An enclosure of T, in (0, 1).
    """
    return (ball(epsilon) / 2).tanh()


@precise
def private_hockey_stick(epsilon: arb | float, gamma: arb | Fraction, value: arb) -> arb:
    """Enclose ((t-1) value - (gamma-1)) / (t+1), gamma >= 1: the supremum of E_gamma(M0||M1) where positive.

    Parameters
    ----------
    epsilon : arb or float
        Privacy budget of the message.
    gamma : arb or Fraction
        gamma, at least 1.
    value : arb
        E_gamma of the inputs.

    Returns
    -------
    arb
        An enclosure.
    """
    epsilon = ball(epsilon)
    # Divided by t: e^epsilon itself may be of any size.
    return (-(-epsilon).expm1() * value - (ball(gamma) - 1) * (-epsilon).exp()) / (1 + (-epsilon).exp())


@precise
def kl_by_tv(epsilon: arb | float, tv: arb | Fraction) -> arb:
    """Enclose (e^epsilon - 1)^2 TV^2, zhao arXiv v1 (62)(d); every epsilon > 0.

    Parameters
    ----------
    epsilon : arb or float
        Privacy budget of the message.
    tv : arb or Fraction
        Total variation distance of the inputs, in [0, 1].

    Returns
    -------
    arb
        An enclosure.
    """
    return square(ball(epsilon).expm1() * ball(tv))


@precise
def _kl_by_tv_duchi(epsilon: arb | float, tv: arb | Fraction) -> arb:
    """Enclose min{4, e^(2 epsilon)} (e^epsilon - 1)^2 TV^2 (Duchi, Jordan, Wainwright 2018, Theorem 1).

    There it bounds the sum of both KL divergences.
    """
    return (2 * ball(epsilon)).exp().min(arb(4)) * kl_by_tv(epsilon, tv)


@precise
def kl_absolute(epsilon: arb | float) -> arb:
    """Enclose epsilon tanh(epsilon/2), for any inputs; attained by randomised response of a bit.

    Parameters
    ----------
    epsilon : arb or float
        Privacy budget of the message.

    Returns
    -------
    arb
        An enclosure.
    """
    return ball(epsilon) * tanh_half(epsilon)


@precise
def kl_absolute_zhao(epsilon: arb | float) -> arb:
    """Enclose epsilon (e^epsilon - 1), zhao arXiv v1 (66); weaker than kl_absolute, as tanh(x/2) <= x/2 <= e^x - 1.

    Parameters
    ----------
    epsilon : arb or float
        Privacy budget of the message.

    Returns
    -------
    arb
        An enclosure.
    """
    return ball(epsilon) * ball(epsilon).expm1()


@precise
def strong_constant(epsilon: arb | float) -> arb:
    """Enclose tanh(epsilon/2)^2, which contracts KL, chi-square, squared Hellinger and Fisher information.

    Parameters
    ----------
    epsilon : arb or float
        Privacy budget of the message.

    Returns
    -------
    arb
        An enclosure.
    """
    return tanh_half(epsilon) ** 2


@precise
def hellinger_by_tv(epsilon: arb | float, tv: arb | Fraction) -> arb:
    """Enclose the largest 1 - affinity of the messages given TV of the inputs: max{(g1+g2)/(2(t+1)), g1/(t+2)}.

    g1 = (sqrt(1+v(t-1)) - 1)^2 and g2 = (sqrt(t) - sqrt(t-v(t-1)))^2 are what the columns (1,t,1) and (t,t,1) of
    (C, A, B) contribute. Weights 1/(2(t+1)) on those and their mirrors, or 1/(t+2) on (1,t,1), (1,1,t), (t,1,1).
    With x = lambda_C and y = lambda_A + lambda_B the dual asks x + y(t+1)/2 >= g1, t x + y(t+1)/2 >= g2, x + t y >= 0,
    t x + y >= 0; the first two tight serve if (t+2) g2 >= t g1, the first and the last otherwise, as g1 >= g2.

    Parameters
    ----------
    epsilon : arb or float
        Privacy budget of the message.
    tv : arb or Fraction
        Total variation distance of the inputs, in [0, 1].

    Returns
    -------
    arb
        An enclosure, in [0, 1].
    """
    e = (-ball(epsilon)).exp()
    x = (ball(tv) * (1 - e)).nonnegative_part()
    # g/t throughout, again for large epsilon, and differences of roots without cancellation.
    g1 = square(x / ((e + x).nonnegative_part().sqrt() + e.sqrt()))
    g2 = square(x / (1 + (1 - x).nonnegative_part().sqrt()))
    largest = ((g1 + g2) / (2 * (1 + e))).max(g1 / (1 + 2 * e))
    return largest if largest.is_finite() else UNKNOWN


@dataclass(frozen=True)
class Contraction:
    """An inequality measure(M0, M1) <= limit(epsilon, P0, P1) over all epsilon-LDP channels, for every epsilon > 0.

    Attributes
    ----------
    name : str
        Name of the inequality.
    measure : callable
        The divergence of the messages.
    limit : callable
        The bound, from epsilon and the laws of the inputs.
    source : str
        Where it is from.
    """

    name: str
    measure: Callable[[FiniteLaw, FiniteLaw], arb | Fraction | float]
    limit: Callable[[arb, FiniteLaw, FiniteLaw], arb]
    source: str

    @precise
    def slack(self, epsilon: arb, inputs: tuple[FiniteLaw, FiniteLaw], messages: tuple[FiniteLaw, FiniteLaw]) -> arb:
        """Enclose limit - measure; a certainly negative value is a violation.

        Parameters
        ----------
        epsilon : arb
            Privacy budget of the message.
        inputs : tuple of (FiniteLaw, FiniteLaw)
            P0 and P1.
        messages : tuple of (FiniteLaw, FiniteLaw)
            M0 and M1.

        Returns
        -------
        arb
            An enclosure.
        """
        return self.limit(epsilon, *inputs) - ball(self.measure(*messages))


def _strong(measure: Callable[[FiniteLaw, FiniteLaw], arb | Fraction | float], name: str) -> Contraction:
    return Contraction(f"{name} by tanh^2", measure, lambda e, p, q: strong_constant(e) * ball(measure(p, q)), ASOODEH)


CONTRACTIONS = (
    Contraction(
        "TV by tanh", total_variation, lambda e, p, q: tanh_half(e) * ball(total_variation(p, q)), "proof above"
    ),
    Contraction(
        "KL by TV", kullback_leibler, lambda e, p, q: kl_by_tv(e, total_variation(p, q)), "zhao arXiv v1, (62)(d)"
    ),
    Contraction(
        "both KL by TV",
        lambda a, b: kullback_leibler(a, b) + kullback_leibler(b, a),
        lambda e, p, q: _kl_by_tv_duchi(e, total_variation(p, q)),
        "Duchi, Jordan, Wainwright 2018, Theorem 1",
    ),
    Contraction("KL absolute", kullback_leibler, lambda e, p, q: kl_absolute(e), "Kairouz, Oh, Viswanath, ICML 2015"),
    Contraction("KL absolute, zhao", kullback_leibler, lambda e, p, q: kl_absolute_zhao(e), "zhao arXiv v1, (66)"),
    _strong(kullback_leibler, "KL"),
    _strong(chi_square, "chi-square"),
    _strong(squared_hellinger, "squared Hellinger"),
    Contraction(
        "squared Hellinger by TV",
        squared_hellinger,
        lambda e, p, q: hellinger_by_tv(e, total_variation(p, q)),
        "proof above",
    ),
)
