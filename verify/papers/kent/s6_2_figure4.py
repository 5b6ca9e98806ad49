"""kent Section 6.2, Figure 4: what can be said of its schemes without the data. The rest needs the file.

The sentences about the paper's officers stand with the criteria of the sayings and are open: no rows of theirs are here.
`ratecheck figure kent-4 --data FILE` compares a copy of the file with the same sentences.
"""

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from functools import partial

from sympy import Integer, Rational

from notation.symbols import epsilon, m, n
from upperbounds.mean.baselines import full_item_plan, semi_user_plan
from verify.kernel.calculus import integer, let, line, real
from verify.kernel.statements import AllOf, Case, FiniteCheck, computed
from verify.kernel.statements.claim import Claim, Kind, Match
from verify.kernel.statements.outcome import Settings
from verify.papers.kent.experiments.sayings import COINCIDE
from verify.papers.kent.experiments.sweep_traffic import RACE, SCHEMES, SEARCH
from verify.study.experiments.sweep import Row

_HALF = Rational(1, 2)
_USERS, _STOPS, _LEVEL = integer("n", least=1), real("T", least=100, most=300), real("alpha", above=0, most=4)
_VARIANCE = real("v", least=0, most=Rational(1, 4))
_NOISE = 2 / _LEVEL**2


def _error(stops: object) -> object:
    """Semi-user level's for n users with a given number of stops of variance v."""
    return (_VARIANCE / stops + _NOISE) / _USERS


OWN_EXPERIMENT4_CONSTANT = Claim(
    "kent/own/experiment4-constant",
    "ours, for Section 6.2: 'whilst that for one-item-level and semi-user-level remain constant, as expected'",
    Kind.INEQUALITY,
    "semi-user level's error hardly moves with T, and full-item level's is in proportion to 1/T, for i.i.d. stops",
    corrected=AllOf(
        "",
        {
            "semi-user level's noise": computed(
                lambda: semi_user_plan(n, m, epsilon, _HALF).noise, 2 / (n * epsilon**2)
            ),
            "its error at T next to that at 300": line(_error(_STOPS)).le(Rational(11, 10) * _error(Integer(300))),
            "full-item level's noise": computed(
                lambda: full_item_plan(n, m, epsilon, _HALF).noise, 2 / (n * m * epsilon**2)
            ),
            "its error": line((_VARIANCE + _NOISE) / (_USERS * _STOPS)).eq(
                300 / _STOPS * let("E_{300}", (_VARIANCE + _NOISE) / (_USERS * 300))
            ),
        },
    ),
    note="Bits in [0, 1], T = 100 to 300, alpha up to 4, whatever their share: within 11/10, the `constant` of `ratecheck figure kent-4`. One-item level "
    "does not use T. Whether the officers' stops show it, and how user level does on them, is open: it takes the file.",
)


_Rows = Sequence[Row]
OFFICERS: _Rows = ()
"""The rows of Figure 4 on the paper's 822 officers: their stops are not part of this package."""


def improve(rows: _Rows) -> Iterator[Case]:
    """The error at the largest T next to that at the smallest."""
    left = [row for row in rows if row["panel"] == SEARCH]
    for first in (row for row in left if row["m"] == min(r["m"] for r in left)):
        last = max((row for row in left if row["epsilon"] == first["epsilon"]), key=lambda row: row["m"])
        for name in ("full_item", "user_level"):
            yield _case(last, name, last[name], first[name])


def _case(row: Row, scheme: str, left: float, right: float) -> Case:
    return Case({"T": row["m"], "alpha": row["epsilon"], "scheme": scheme}, Fraction(left), Fraction(right))


def _on_officers(judge: Callable[[_Rows], Iterator[Case]], _: Settings) -> Iterator[Case]:
    yield from judge(OFFICERS)


def _sentence(
    name: str,
    words: str,
    title: str,
    text: str,
    judge: Callable[[_Rows], Iterator[Case]],
    says: str,
    differs: str = "",
) -> Claim:
    over = "the 822 officers of TX-Statewide with 300 stops, prepared as in Section 6.2"
    return Claim(
        f"kent/experiment4/{name}",
        f"Section 6.2, Figure 4, '{words}'",
        Kind.EXPERIMENT,
        title,
        says=says,
        match=Match.READING if differs else Match.SAME,
        differs=differs,
        printed=FiniteCheck(text, over, partial(_on_officers, judge)),
        note="Open: it is about the officers' stops, which are not part of this package. With a copy of the file, `ratecheck figure kent-4 "
        "--data FILE` judges the sentence by this criterion.",
    )


def constant(rows: _Rows) -> Iterator[Case]:
    """The error at every T next to 1.1 times the smallest over T."""
    left = [row for row in rows if row["panel"] == SEARCH]
    for row in left:
        for name in ("one_item", "semi_user"):
            least = min(r[name] for r in left if r["epsilon"] == row["epsilon"])
            yield _case(row, name, row[name], COINCIDE * least)


def _beaten(rows: _Rows, panel: str, least: float, winner: str, losers: Sequence[str]) -> Iterator[Case]:
    for row in rows:
        if row["panel"] == panel and row["epsilon"] >= least:
            yield from (_case(row, name, row[winner], row[name]) for name in losers)


def superior(rows: _Rows) -> Iterator[Case]:
    """User level next to one-item and semi-user level, alpha >= 1."""
    yield from _beaten(rows, SEARCH, 1.0, "user_level", ("one_item", "semi_user"))


def item(rows: _Rows) -> Iterator[Case]:
    """Full-item level next to the others."""
    yield from _beaten(rows, RACE, 0.0, "full_item", SCHEMES[1:])


def races(rows: _Rows) -> Iterator[Case]:
    """User level next to one-item and semi-user level, alpha >= 2."""
    yield from _beaten(rows, RACE, 2.0, "user_level", ("one_item", "semi_user"))


CLAIMS = (
    OWN_EXPERIMENT4_CONSTANT,
    _sentence(
        "improve",
        "as T grows, the performance of the full-item-level and user-level method improve",
        "more stops help full-item level and user level",
        r"R_{T=300}\le R_{T=100},\quad\alpha\in\{\tfrac12,1,2,4\}",
        improve,
        r"\text{full-item-level and user level get better as }T\text{ grows}",
        "from T = 100 to T = 300, at each alpha",
    ),
    _sentence(
        "constant",
        "whilst that for one-item-level and semi-user-level remain constant, as expected",
        "they do not help one-item level and semi-user level",
        r"R_T\le1.1\min_{T'}R_{T'},\quad\alpha\in\{\tfrac12,1,2,4\}",
        constant,
        r"\text{one-item-level and semi-user-level stay the same as }T\text{ grows}",
        "constant is within a tenth, at each alpha",
    ),
    _sentence(
        "superior",
        "for alpha >= 1, the user-level method exhibits superior performance excepting the full-item-level baseline as expected",
        "user level beats one-item and semi-user level on searches",
        r"R_{\text{user}}\le\min(R_{\text{one item}},R_{\text{semi-user}}),\quad\alpha\in\{1,2,4\}",
        superior,
        r"\text{searches, }\alpha\ge1\text{: user level is the best except for full-item-level}",
    ),
    _sentence(
        "item",
        "we again see full-item-level performs best",
        "full-item level performs best on races",
        r"R_{\text{full item}}\le R,\quad\alpha\in\{\tfrac12,1,2,4\}",
        item,
        r"\text{races: full-item-level is the best}",
    ),
    _sentence(
        "races",
        "with our user-level method outperforming one-item and semi-user-level for alpha >= 2",
        "user level beats one-item and semi-user level on races",
        r"R_{\text{user}}\le\min(R_{\text{one item}},R_{\text{semi-user}}),\quad\alpha\in\{2,4\}",
        races,
        r"\text{races, }\alpha\ge2\text{: user level beats one-item and semi-user-level}",
    ),
)
