"""What information about a fair sign says of its posterior mean."""

from flint import arb

from lowerbounds.numerics.enclosures import ball, precise


@precise
def known_at_most(information: arb) -> arb:
    """Enclose an upper bound, at most 1, on g^-1(information), the mean square of the posterior mean of a fair sign.

    Parameters
    ----------
    information : arb
        Information about the sign, in nats.

    Returns
    -------
    arb
        An enclosure.
    """
    x = ball(information)
    simple = (2 * x).min(arb(1))
    if not x < arb(2).log():
        return arb(1)
    low, high = arb(0), simple
    for _ in range(60):
        middle = arb(((low + high) / 2).mid())
        low, high = (low, middle) if _sign_information(middle) >= x else (middle, high)
    return arb(high.upper())


def _sign_information(u: arb) -> arb:
    """Enclose g(u) = ((1+x) ln(1+x) + (1-x) ln(1-x))/2, x = sqrt u, below 1."""
    x = u.sqrt()
    value = ((1 + x) * x.log1p() + (1 - x) * (-x).log1p()) / 2
    return value if value.is_finite() else arb(0)
