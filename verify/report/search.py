"""The index of the site's search: claims, facts and lessons, as a script that a page loads when asked."""

import json
from collections.abc import Sequence

from verify.calculus.grounds import graded
from verify.lessons.notebook import Heading
from verify.report.names import page
from verify.report.terminal import unicode_text
from verify.report.views import ClaimView, fact_view, facts_of
from verify.report.words import headed, told

_LONGEST = 400
"""Characters kept of a statement: what a preview can show, and what keeps the index small."""


def search_index(views: Sequence[ClaimView], lessons: Sequence[Heading] = ()) -> str:
    """A script that sets `ratecheckIndex`; the columns are those that find.js names."""
    rows = [_claim(view) for view in views]
    for fact in facts_of(views):
        view = fact_view(fact.title)
        rows.append(
            [
                "",
                f"textbook.html#{view.key}",
                headed(told(fact.title)),
                graded(fact),
                "",
                "",
                _short(unicode_text(fact.latex())),
                "",
            ]
        )
    rows += [["", f"lessons/{one.name}.html", one.title, "lesson", "", "", told(one.question), ""] for one in lessons]
    text = json.dumps(rows, ensure_ascii=False, separators=(",", ":"))
    # As a script's text: nothing in it may end the script, nor be a line's end there.
    for sign in "<\u2028\u2029":
        text = text.replace(sign, f"\\u{ord(sign):04x}")
    return f"globalThis.ratecheckIndex={text};\n"


def _claim(view: ClaimView) -> list[str]:
    verdict = {"ours": f"ours: {view.filter}"}.get(view.as_printed, view.as_printed)
    return [
        view.id,
        f"claims/{page(view.id)}",
        headed(told(view.title)),
        told(view.location),
        verdict if not view.place else "",
        view.severity or "",
        _short(view.plain or unicode_text(view.shown)),
        told(view.correction or ""),
    ]


def _short(text: str) -> str:
    return text if len(text) <= _LONGEST else text[:_LONGEST] + " …"
