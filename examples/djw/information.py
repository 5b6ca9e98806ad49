"""What private messages say of the index of a family: the mutual information, and the variational bounds."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import combinations, product
from operator import mul

from flint import arb

from djw.contraction import channels, laws
from lowerbounds.information.channels import extreme_channels
from lowerbounds.information.divergences import kullback_leibler, total_variation
from lowerbounds.information.laws import FiniteLaw
from verify.kernel.statements import Case, FiniteCheck
from verify.kernel.statements.claim import Claim, Kind
from verify.kernel.statements.outcome import Settings, as_arb


def _mixture(members: Sequence[FiniteLaw]) -> FiniteLaw:
    """Each member as likely."""
    return FiniteLaw.of({x: sum((law[x] for law in members), Fraction(0)) / len(members) for x in members[0].atoms})


def _entropy(law: FiniteLaw) -> arb:
    return sum((-as_arb(w) * as_arb(w).log() for _, w in law if w), arb(0))


_TRIPLES = tuple(combinations(range(6), 3))[::3]


def _families() -> Iterator[tuple[FiniteLaw, ...]]:
    several = laws()
    yield from (tuple(several[i] for i in triple) for triple in _TRIPLES)


def _informations(_: Settings) -> Iterator[Case]:
    """Second route: entropies in place of divergences."""
    for (t, channel), family in product(channels(), _families()):
        told = [law.through(channel) for law in family]
        middle = _mixture(told)
        left = sum((kullback_leibler(m, middle) for m in told), arb(0)) / 3
        again = _entropy(middle) - sum((_entropy(m) for m in told), arb(0)) / 3
        apart = sum((total_variation(p, q) ** 2 for p, q in product(family, repeat=2)), Fraction(0)) / 9
        yield Case({"e^alpha": str(t)}, left, 4 * (t - 1) ** 2 * apart, left_again=again)


_over = "e^alpha = 11/10, 3/2, 4; 7 families of three laws on three letters; all extreme channels"
FANO_INFORMATION = Claim(
    "djw/fano/information",
    "the private form of Fano's bound: the mutual information of one message",
    Kind.INEQUALITY,
    "a message and the index of a family share at most 4(e^alpha - 1)^2 times the mean squared distance",
    FiniteCheck(
        r"I(Z;V)\le4(e^\alpha-1)^2\frac1{|\mathcal V|^2}\sum_{v,v'}\|P_v-P_{v'}\|_{TV}^2", _over, _informations
    ),
    note="For n users the chain rule adds these up.",
)

Difference = dict[object, Fraction]


def _largest(differences: Sequence[Difference]) -> Fraction:
    """The supremum of the sum of (int gamma d(difference))^2 over |gamma| <= 1: convex, so it is at signs."""
    rows = [list(difference.values()) for difference in differences]
    return max(
        sum((sum(map(mul, signs, row), Fraction(0)) ** 2 for row in rows), Fraction(0))
        for signs in product((1, -1), repeat=len(rows[0]))
    )


def _difference(p: FiniteLaw, q: FiniteLaw, factor: Fraction = Fraction(1)) -> Difference:
    return {x: factor * (p[x] - q[x]) for x in p.atoms}


def _both(m: FiniteLaw, other: FiniteLaw) -> arb:
    return kullback_leibler(m, other) + kullback_leibler(other, m)


def _fano_variational(factor: str) -> list[Case]:
    found = []
    largest = {family: _largest([_difference(p, _mixture(family)) for p in family]) for family in _families()}
    for (t, channel), family in product(channels(), largest):
        told = [law.through(channel) for law in family]
        middle = _mixture(told)
        left = sum((_both(m, middle) for m in told), arb(0)) / 3
        constant = (t - 1 / t) ** 2 if factor == "printed" else (t - 1) ** 2 / 4
        found.append(Case({"e^alpha": str(t)}, left, constant * largest[family] / 3))
    return found


def _printed_variational(_: Settings) -> Iterator[Case]:
    yield from _fano_variational("printed")


FANO_VARIATIONAL = Claim(
    "djw/fano/variational",
    "the variational bound behind Fano's method",
    Kind.INEQUALITY,
    "the divergences from the mixture, bounded by one function for all members",
    FiniteCheck(
        r"\frac1{|\mathcal V|}\sum_v\big[D_{kl}(M_v\|\overline M)+D_{kl}(\overline M\|M_v)\big]"
        r"\le(e^\alpha-e^{-\alpha})^2\sup_{\|\gamma\|_\infty\le1}\frac1{|\mathcal V|}\sum_v\varphi_v(\gamma)^2,"
        r"\ \varphi_v(\gamma)=\int\gamma\,(dP_v-d\overline P)",
        _over,
        _printed_variational,
    ),
)


def _own_variational(_: Settings) -> Iterator[Case]:
    yield from _fano_variational("own")


OWN_FANO_VARIATIONAL = Claim(
    "djw/own/fano/variational",
    "to the variational bound behind Fano's method",
    Kind.INEQUALITY,
    "the same with (e^alpha - 1)^2/4",
    corrected=FiniteCheck(
        r"\frac1{|\mathcal V|}\sum_v\big[D_{kl}(M_v\|\overline M)+D_{kl}(\overline M\|M_v)\big]"
        r"\le\tfrac14(e^\alpha-1)^2\sup_{\|\gamma\|_\infty\le1}\frac1{|\mathcal V|}\sum_v\varphi_v(\gamma)^2",
        _over,
        _own_variational,
    ),
    note="q(z|.) is inf q(z|.) times 1 + (e^alpha - 1)(1 + gamma)/2 with |gamma| at most 1, and constants integrate to 0.",
)


def _axes(s: Fraction) -> dict[tuple[int, ...], FiniteLaw]:
    """At v in {-1, 1}^2: an axis k, each as likely, and on it +-e_k with probabilities (1 +- s v_k)/2."""
    return {
        v: FiniteLaw.of({(k, sign): (1 + sign * s * v[k]) / 4 for k in (0, 1) for sign in (1, -1)})
        for v in product((1, -1), repeat=2)
    }


def _assouad(settings: Settings) -> Iterator[Case]:
    """Of the axes in two dimensions: four letters, and all extreme channels on them."""
    letters = tuple((k, sign) for k in (0, 1) for sign in (1, -1))
    for s, t in product(
        (Fraction(1, 2),) if settings.quick else (Fraction(1, 10), Fraction(1, 2)), (Fraction(3, 2), Fraction(4))
    ):
        laws_at = _axes(s)
        sides = [
            tuple(_mixture([law for v, law in laws_at.items() if v[j] == sign]) for sign in (1, -1)) for j in (0, 1)
        ]
        most = _largest([_difference(plus, minus, Fraction(1, 2)) for plus, minus in sides])
        for channel in extreme_channels(letters, t):
            left = sum((_both(plus.through(channel), minus.through(channel)) for plus, minus in sides), arb(0))
            yield Case({"s": str(s), "e^alpha": str(t)}, left, 2 * (t - 1) ** 2 * most)


ASSOUAD_VARIATIONAL = Claim(
    "djw/assouad/variational",
    "the variational bound behind Assouad's method",
    Kind.INEQUALITY,
    "the divergences of all coordinates, bounded by one function",
    FiniteCheck(
        r"\sum_{j=1}^d\big[D_{kl}(M_{+j}\|M_{-j})+D_{kl}(M_{-j}\|M_{+j})\big]"
        r"\le2(e^\alpha-1)^2\sup_{\|\gamma\|_\infty\le1}\sum_{j=1}^d\varphi_j(\gamma)^2,"
        r"\ \varphi_j(\gamma)=\tfrac12\int\gamma\,(dP_{+j}-dP_{-j})",
        "d = 2, the family on the axes, s = 1/2 (full: 1/10 too), e^alpha = 3/2, 4; all extreme channels",
        _assouad,
    ),
)

CLAIMS = (
    FANO_INFORMATION,
    FANO_VARIATIONAL,
    OWN_FANO_VARIATIONAL,
    ASSOUAD_VARIATIONAL,
)
