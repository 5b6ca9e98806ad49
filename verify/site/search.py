"""The index of the site's search: claims, facts and lessons, as a script that a page loads when asked."""

import json
import re
from collections.abc import Sequence

from verify.kernel.calculus.grounds import graded
from verify.ledger.places import Place, numbered_result, places
from verify.site.lessons.notebook import Heading
from verify.site.names import page
from verify.site.terminal import unicode_text
from verify.site.views import ClaimView, fact_view, facts_of
from verify.site.words import handwritten, headed

_LONGEST = 400
"""Characters kept of a statement: what a preview can show, and what keeps the index small."""


def search_index(
    views: Sequence[ClaimView], lessons: Sequence[Heading] = (), pages: Sequence[tuple[str, str, str]] = ()
) -> str:
    """A script that sets `ratecheckIndex`; the columns are those that find.js names.

    `pages` are those that are neither a claim nor a lesson: address, title, and what is on them.
    """
    heads = _heads(views)
    rows = [_claim(view, heads) for view in views]
    for fact in facts_of(views):
        view = fact_view(fact.title)
        found = [
            "",
            f"textbook.html#{view.key}",
            headed(handwritten(fact.title)),
            graded(fact),
            "",
            "",
            _short(unicode_text(fact.latex())),
        ]
        rows.append([*found, "", "", ""])
    rows += [
        ["", f"lessons/{one.name}.html", one.title, "lesson", "", "", handwritten(one.question), "", "", ""]
        for one in lessons
    ]
    rows += [["", address, title, "page", "", "", words, "", "", ""] for address, title, words in pages]
    text = json.dumps(rows, ensure_ascii=False, separators=(",", ":"))
    # As a script's text: nothing in it may end the script, nor be a line's end there.
    for sign in "<\u2028\u2029":
        text = text.replace(sign, f"\\u{ord(sign):04x}")
    return f"globalThis.ratecheckIndex={text};\n"


def _heads(views: Sequence[ClaimView]) -> dict[str, str]:
    """The claim that stands for each numbered result of a paper: the group of its claims, else the shortest id."""
    found: dict[tuple[str, str], list[ClaimView]] = {}
    for view in views:
        if result := numbered_result(view.location):
            found.setdefault((view.paper, str(result)), []).append(view)
    least = {key: min(views, key=lambda view: (not view.place, len(view.id))) for key, views in found.items()}
    own = {view.id: _of_itself(view.id) for view in views}
    return {id_: name for id_, name in own.items() if name} | {view.id: name for (_, name), view in least.items()}


_NAMED = re.compile(r"[^/]+/(?P<kind>eq|alg|table|fig|def|remark)(?P<number>\d+(?:\.\d+)*)")
_KINDS = {"alg": "Algorithm", "fig": "Figure", "def": "Definition"}


def _of_itself(id_: str) -> str:
    """The place that a claim's id names: (53) of zhao/eq53; nothing for a part of a claim."""
    found = _NAMED.fullmatch(id_)
    if not found:
        return ""
    kind, number = found["kind"], found["number"]
    return f"({number})" if kind == "eq" else f"{_KINDS.get(kind, kind)} {number}"


def _claim(view: ClaimView, heads: dict[str, str]) -> list[str]:
    verdict = {"ours": f"ours: {view.filter}"}.get(view.as_printed, view.as_printed)
    return [
        view.id,
        f"claims/{page(view.id)}",
        headed(handwritten(view.title)),
        handwritten(view.location),
        verdict if not view.place else "",
        view.severity or "",
        _short(view.plain or unicode_text(view.shown)),
        handwritten(view.correction or ""),
        heads.get(view.id, "").lower(),
        "|".join(name for place in places(view.location) for name in _names(place)),
    ]


_MOST = 40
"""Equations of a range that are told one by one; of more the ends are."""


def _names(place: Place) -> list[str]:
    """A place as one types it, each number of a range."""
    (first, *rest), (last, *_) = place.first, place.last
    whole = not rest and len(place.last) == 1 and not (first[1] or last[1]) and 0 <= last[0] - first[0] < _MOST
    numbers = [((k, ""),) for k in range(first[0], last[0] + 1)] if whole else [place.first, place.last]
    return list(dict.fromkeys(str(Place(place.kind, number, number)).lower() for number in numbers))


def _short(text: str) -> str:
    return text if len(text) <= _LONGEST else text[:_LONGEST] + " …"
