"""kent Appendix H.1, (183)-(185): the mixtures over a cube, what private messages make of them, and the fluctuations."""

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import product
from typing import Any

import sympy

from lowerbounds.information.channels import Channel
from lowerbounds.information.laws import FiniteLaw
from verify.kernel.statements import AllOf, Case, FiniteCheck, Identity
from verify.kernel.statements.claim import Claim, Kind, Match
from verify.kernel.statements.outcome import Json, Settings
from verify.ledger.wording import row
from verify.papers.kent.appH1_assouad.eq182_assouad import families
from verify.papers.kent.instances.hypercubes import Cube, Vertex, flip, power, vertices

_A, _B, _X, _P = sympy.symbols("a b x p", positive=True)
EQ182_POWER = Claim(
    "kent/eq182/power",
    "Appendix H.1, after (182)",
    Kind.IDENTITY,
    "with the l_p norm to the power p the factor 1/2 inside is a factor 2^-p",
    says=(
        r"\text{for the }\ell_p\text{ norm as }\rho\text{ and }\Phi(\cdot)=(\cdot)^p\text{ the }1/2\text{ "
        r"inside is a factor }2^{-p}"
    ),
    match=Match.READING,
    differs="for a number x in place of the distance",
    printed=Identity((_X / 2) ** _P, 2**-_P * _X**_P),
)


def _mixture(cube: Cube, laws: Callable[[Vertex], FiniteLaw], j: int, side: int) -> dict[Any, Fraction]:
    """2^-(k - 1) times the sum of laws over the vertices with v_j = side."""
    masses: dict[Any, Fraction] = {}
    for v in vertices(cube.k):
        if v[j] == side:
            for atom, mass in laws(v):
                masses[atom] = masses.get(atom, Fraction(0)) + mass / 2 ** (cube.k - 1)
    return masses


def _data(cube: Cube, users: int) -> Callable[[Vertex], FiniteLaw]:
    """The law of a given number of users' data at a vertex."""
    return lambda v: power(cube.law(v), users)


def _masses(_: Settings) -> Iterator[Case]:
    for (name, cube), side in product(families(), (1, -1)):
        for users, j in product((1, 2), range(cube.k)):
            mixed = _mixture(cube, _data(cube, users), j, side)
            yield Case({"family": name, "n": users, "j": j + 1, "side": side}, sum(mixed.values(), Fraction(0)), 1)


_OVER = "k = 2, (190) with Delta = 1/2 and (206) with Delta = 3/5"
EQ183 = Claim(
    "kent/eq183",
    "Appendix H.1, (183)",
    Kind.CONSTRUCTION,
    "the mixtures of n users' data are probability laws",
    says=(
        r"P_{+j}^n=\frac{1}{2^{k-1}}\sum_{v\in\mathcal{V}:v_j=1}P_v^{\otimes n}\quad\text{and}\quad "
        r"P_{-j}^n=\frac{1}{2^{k-1}}\sum_{v\in\mathcal{V}:v_j=-1}P_v^{\otimes n}"
    ),
    match=Match.READING,
    differs="a definition; judged is that the mixtures have mass 1",
    printed=FiniteCheck(
        r"P_{\pm j}^n=\frac1{2^{k-1}}\sum_{v:v_j=\pm1}P_v^{\otimes n}:\ \text{mass }1",
        f"{_OVER}; n = 1, 2; every j",
        _masses,
        "==",
    ),
)
_T = Fraction(27, 10)
"""e^alpha."""


def _protocols(cube: Cube) -> Iterator[tuple[int, Channel, Callable[[object], Channel]]]:
    """First channels and, by the message, second ones."""
    channels = cube.channels(_T)
    for place in range(0, len(channels), max(1, len(channels) // 4)):
        first = channels[place]
        order = {
            z: channels[(place + 5 * i + 3) % len(channels)] for i, z in enumerate(first[cube.alphabet()[0]].atoms)
        }
        yield place, first, order.__getitem__


def _transcripts(cube: Cube, first: Channel, then: Callable[[object], Channel]) -> Callable[[Vertex], FiniteLaw]:
    """The law of two users' messages at a vertex."""
    return lambda v: cube.transcripts(v, first, then)


def _sent(_: Settings) -> Iterator[Case]:
    """The mixture of the transcripts' laws next to the law of the transcript of data drawn from the mixture."""
    for name, cube in families():
        for place, first, then in _protocols(cube):
            for j, side in product(range(cube.k), (1, -1)):
                told = _mixture(cube, _transcripts(cube, first, then), j, side)
                data = _mixture(cube, _data(cube, 2), j, side)
                for (z, y), mass in told.items():
                    at: dict[str, Json] = {"family": name, "channel": place, "j": j + 1, "side": side, "z": row((z, y))}
                    again = sum((p * first[x][z] * then(z)[w][y] for (x, w), p in data.items()), Fraction(0))
                    yield Case(at, mass, again)


EQ184 = Claim(
    "kent/eq184",
    "Appendix H.1, (184), (185)",
    Kind.IDENTITY,
    "the mixture of the messages' laws is the law of messages on the mixture",
    says=(
        r"M_{+j}^n(S)=\frac{1}{2^{k-1}}\sum_{v\in\mathcal{V}:v_j=1}M_v^n(S)=\int Q(S\mid "
        r"x^{(1:n)})dP_{+j}^n(x^{(1:n)})\quad\text{and}\quad "
        r"M_{-j}^n(S)=\frac{1}{2^{k-1}}\sum_{v\in\mathcal{V}:v_j=-1}M_v^n(S)=\int Q(S\mid "
        r"x^{(1:n)})dP_{-j}^n(x^{(1:n)})"
    ),
    match=Match.SAME,
    printed=FiniteCheck(
        r"\frac1{2^{k-1}}\sum_{v:v_j=\pm1}M_v^n(S)=\int Q(S\mid x^{(1:n)})\,dP_{\pm j}^n(x^{(1:n)})",
        f"{_OVER}; n = 2, e^alpha = 27/10, extreme channels, the second user's by the first message; every transcript",
        _sent,
        "==",
    ),
)


def _fluctuation(cube: Cube, v: Vertex, i: int) -> dict[Any, Fraction]:
    """phi_(v, i) = dP_(v with i flipped)/dP_v - 1."""
    law, other = cube.law(v), cube.law(flip(v, i))
    return {x: other[x] / p - 1 for x, p in law}


def _centred(_: Settings) -> Iterator[Case]:
    for name, cube in families():
        for v, i in product(vertices(cube.k), range(cube.k)):
            phi = _fluctuation(cube, v, i)
            mean = sum((p * phi[x] for x, p in cube.law(v)), Fraction(0))
            yield Case({"family": name, "v": str(v), "i": i + 1}, mean, 0)


def _shifted(_: Settings) -> Iterator[Case]:
    """E(varphi_i varphi_j), of the density ratios themselves, next to 1 + E(phi_i phi_j)."""
    for name, cube in families():
        for v, i, j in product(vertices(cube.k), range(cube.k), range(cube.k)):
            law, one, two = cube.law(v), cube.law(flip(v, i)), cube.law(flip(v, j))
            ratios = sum((one[x] * two[x] / p for x, p in law), Fraction(0))
            first, second = _fluctuation(cube, v, i), _fluctuation(cube, v, j)
            moment = sum((p * first[x] * second[x] for x, p in law), Fraction(0))
            yield Case({"family": name, "v": str(v), "i": i + 1, "j": j + 1}, ratios, 1 + moment)


APPH_1_FLUCTUATION = Claim(
    "kent/appH.1/fluctuation",
    "Appendix H.1, after Theorem 14 and after Assumption 2",
    Kind.IDENTITY,
    "the fluctuations have mean 0, so that Assumption 2 may be said of the density ratios",
    says=(
        r"\mathbb{E}_{P_v}(\phi_{v,i})=0\text{ for all }i\in[k];\quad\varphi_{v,i}=1+\phi_{v,i}\text{: "
        r"Assumption 2 is equivalent to }\mathbb{E}_{P_v}(\varphi_{v,i}\varphi_{v,j})=1\text{ and "
        r"}\mathbb{E}_{P_v}(\varphi_{v,i}^2)\le1+\eta^2"
    ),
    match=Match.READING,
    differs=(
        "in parts, one of them arithmetic in free letters; the second condition of Assumption 2 follows in the same way"
    ),
    printed=AllOf(
        "",
        {
            "mean 0": FiniteCheck(r"\mathbb E_{P_v}(\phi_{v,i})=0", f"{_OVER}; every v, i", _centred, "=="),
            "the product": Identity((1 + _A) * (1 + _B), 1 + _A + _B + _A * _B),
            "second moments": FiniteCheck(
                r"\mathbb E_{P_v}(\varphi_{v,i}\varphi_{v,j})=1+\mathbb E_{P_v}(\phi_{v,i}\phi_{v,j})",
                f"{_OVER}; every v, i, j",
                _shifted,
                "==",
            ),
        },
    ),
)

CLAIMS = (
    EQ182_POWER,
    EQ183,
    EQ184,
    APPH_1_FLUCTUATION,
)
