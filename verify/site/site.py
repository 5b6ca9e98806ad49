"""The pages of the report, written into a folder."""

import base64
import os
import shlex
import time
from collections import Counter
from collections.abc import Callable, Sequence
from functools import partial
from importlib import resources
from pathlib import Path
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from notation.papers import ledger, papers
from notation.parameters import ParameterError
from verify.kernel.calculus.listing import arguments, cited, imported
from verify.kernel.statements.claim import Kind
from verify.ledger.documents import check_run
from verify.ledger.findings import finding_line
from verify.ledger.places import numbered_result
from verify.ledger.reading import SEVERITIES, Record, beside
from verify.ledger.seal import is_sealed
from verify.ledger.summary import inequality_counts, inequality_line
from verify.ledger.wording import DIFFERS
from verify.site import calculator, layered, results
from verify.site.citing import bibtex
from verify.site.details import Details, collect
from verify.site.estimators import address, estimators
from verify.site.evidence import AGREE, STATES, amount_text, factor_text
from verify.site.exhibits.bounds import Bounded
from verify.site.exhibits.catalogue import Listed, exhibits, gallery, shelf
from verify.site.exhibits.figure import Exhibit
from verify.site.exhibits.ideas import all_ideas, ideas
from verify.site.folder import swapped
from verify.site.graph import Graph
from verify.site.guides import guides
from verify.site.lessons.notebook import Heading, Notebook, dumps, name_of
from verify.site.mathematics import formula, statement
from verify.site.names import anchor, page, result_name
from verify.site.plot import thumbnail
from verify.site.proofs import PROOFS, formal, prose, proved_in_words
from verify.site.reference import reference
from verify.site.sandwich import sandwiches
from verify.site.sandwich import svg as sandwich_svg
from verify.site.search import search_index
from verify.site.views import (
    COLUMNS,
    ClaimView,
    PaperView,
    by_cost,
    chain_anchor,
    chains_at,
    claim_view,
    counted,
    fact_view,
    facts_of,
    inner_anchor,
    letter_rows,
    numbered,
    paper_views,
    sections,
)
from verify.site.words import handwritten, headed, linked, relinked, sourced, typeset
from verify.workers import in_thread

_MENU = (
    ("errata.html", "Errata"),
    ("calculator.html", "Calculator"),
    ("gaps.html", "Gaps"),
    ("constructions.html", "Constructions"),
    ("plans.html", "Plans"),
    ("estimators.html", "Estimators"),
    ("gallery.html", "Gallery"),
    ("textbook.html", "Theorems and lemmas"),
    ("proofs/index.html", "Proofs"),
    ("api.html", "Python"),
    ("glossary.html", "Terms and trust"),
)
_LICENCE = (
    "Use it in class: lessons, slides, notebooks and drawings are under the MIT licence of ratecheck. Copy, change and"
    " share them; keep the licence's notice."
)
_SHORT_COURSE = 4
"""The lessons that make a short course: the primer, a lower bound in one dimension and in many, an estimator."""

_ABOUT = {
    "errata.html": "All findings, most severe first; letters to the authors of each paper",
    "calculator.html": "The best lower bound and the risk of each estimator, at sizes of your choice",
    "gaps.html": "Lower bound, risk and explicit bound of each estimator",
    "constructions.html": "The hard instances of the lower bounds, drawn",
    "plans.html": "Who sends what, and the privacy budget that each user spends",
    "gallery.html": "All plots",
    "estimators.html": "What each estimator does, where it is from, and its rate",
    "textbook.html": "Axioms, definitions, theorems of the literature and lemmas that proofs cite",
    "proofs/index.html": "The theorems that carry the lower bounds, each proved in words next to its formal proof",
    "api.html": "Functions and types of the package",
    "glossary.html": "Glossary: verdicts, severities, notation, what to trust",
    "lessons/index.html": "Worked lessons, slides and a syllabus",
}
_ON_CLAIMS = {"errata.html", "textbook.html", "glossary.html"}


Execute = Callable[[Sequence[Notebook]], Sequence[Notebook]]


def build(
    document: Record,
    out: Path,
    jobs: int = 1,
    lessons: Sequence[Notebook] = (),
    execute: Execute | None = None,
) -> int:
    """Write the report of a run into the folder `out`, whole or not at all; returns the number of pages.

    Args:
        document: a run as `verify --json` writes it.
        out: the folder; an older report there is replaced.
        jobs: processes that draw the plots.
        lessons: notebooks, to stand in the report as pages and as files.
        execute: gives them with their outputs, while other pages are made; without it they have them.

    Raises:
        ParameterError: where `out` cannot be written or holds something else, or the run is no tree of claims.
        Exception: what `execute` raises; then nothing is written.
    """
    with swapped(out) as folder:
        return Site(document, jobs, lessons).write(folder, execute)


class Site:
    """All pages of one run."""

    def __init__(self, document: Record, jobs: int, lessons: Sequence[Notebook] = ()) -> None:
        """Read the run and the ledger; raises ParameterError where claims depend on each other in a circle."""
        check_run(document)
        entries = document["claims"]
        names = Counter(page(entry["id"]).lower() for entry in entries)
        twice = [name for name, number in names.items() if number > 1]
        if twice:
            raise ParameterError(f"run: the page {twice[0]} would be that of several claims")
        try:
            self._graph = Graph(entries)
        except ValueError as error:
            raise ParameterError(f"run: {error}") from None
        self._document = document
        # An outsider's site is about the paper, not about the bounds of this library.
        self._sandwiches = sandwiches() if ledger() is None else ()
        # Drawn while the workers load the ledger.
        for entry in entries:
            shelf(entry["id"])
        self._details: dict[str, Details] = collect(entries, jobs, sealed=is_sealed(document))
        self._views = [claim_view(entry, self._graph, self._details[entry["id"]]) for entry in entries]
        self._papers = paper_views(self._views)
        self._notebooks, self._lessons = lessons, self._read(lessons)
        self._taught: dict[str, list[Heading]] = {}
        for view in self._lessons:
            for id_ in view.claims:
                self._taught.setdefault(id_, []).append(view.heading)
        self._section = {
            view.id: {"title": title, "anchor": f"s{number}"}
            for paper in self._papers
            for number, (title, views) in enumerate(sections(paper.claims), start=1)
            for view in views
        }
        self._errata_at = {view.id: f"errata/{page(paper.key)}" for paper in self._papers for view in paper.errata}
        self._guides = guides() if ledger() is None else []
        self._environment = self._templates()

    def _read(self, lessons: Sequence[Notebook]) -> list[Any]:
        """The views of lessons, which alone need the extra `lessons`."""
        if not lessons:
            return []
        from verify.site.lessons.page import lesson_view

        return [lesson_view(notebook, self._graph.records) for notebook in lessons]

    def write(self, folder: Path, execute: Execute | None = None) -> int:
        """Write every page; returns how many. The lessons are executed meanwhile, where `execute` is given."""
        running = in_thread(execute, self._notebooks) if execute else None
        for name in ("papers", "claims", "errata", "graphs"):
            (folder / name).mkdir()
        for name in ("find.js", "map.js", "calculate.js", "stix-two-math-OFL.txt"):
            text = (resources.files("verify.site") / name).read_text(encoding="utf-8")
            (folder / name).write_text(text, encoding="utf-8")
        sheet = (resources.files("verify.site") / "style.css").read_text(encoding="utf-8")
        (folder / "style.css").write_text(sheet + _font_sheet(), encoding="utf-8")
        if ledger() is None:
            (folder / "calculator-tables.js").write_text(calculator.script(), encoding="utf-8", newline="\n")
        headings = [view.heading for view in self._lessons]
        index = search_index(self._views, headings, self._searched())
        (folder / "search-index.js").write_text(index, encoding="utf-8", newline="\n")
        pages = {
            "index.html": self._index(),
            "errata.html": self._errata(),
            "textbook.html": self._textbook(),
            "glossary.html": self._glossary(),
            "api.html": self._reference(),
            "search.html": self._render("search.html", "search.html", "Search"),
        }
        if ledger() is None:
            pages["calculator.html"] = self._calculator()
            listed_ = {"estimators": estimators()}
            pages["estimators.html"] = self._render("estimators.html", "estimators.html", "Estimators", **listed_)
            pages |= self._proof_pages(folder)
        pages["gallery.html"] = self._whole_gallery()
        listed = exhibits()
        if self._sandwiches or listed.gaps:
            pages["gaps.html"] = self._gaps()
        if listed.pictures:
            pages["constructions.html"] = self._gallery("constructions.html", "Constructions", listed.pictures)
        if listed.plans:
            pages["plans.html"] = self._gallery("plans.html", "Privacy plans", listed.plans)
        for paper in self._papers:
            pages[f"papers/{page(paper.key)}"] = self._paper(paper)
            pages[f"graphs/{page(paper.key)}"] = self._graph_page(paper)
            if paper.errata:
                pages[f"errata/{page(paper.key)}"] = self._errata_of(paper)
            for view in paper.errata:
                pages[f"errata/{page(view.id)}"] = self._erratum(paper, view)
            for before, view, after in _with_neighbours(paper.claims):
                pages[f"claims/{page(view.id)}"] = self._claim(view, before, after)
        pages |= self._guide_pages(folder)
        pages |= self._lesson_pages(folder, running.result() if running else self._notebooks)
        for name, text in pages.items():
            (folder / name).write_text(text, encoding="utf-8", newline="\n")
        return len(pages)

    def _searched(self) -> list[tuple[str, str, str]]:
        """The pages that search knows besides claims, facts and lessons: address, title, what is on them."""
        found = [
            (target, name, _ABOUT.get(target, "")) for target, name in self._menu if not target.startswith("papers/")
        ]
        found += [
            (f"papers/{page(paper.key)}", paper.title, f"{paper.authors}. {paper.version}") for paper in self._papers
        ]
        return found + [(f"docs/{guide.file}", guide.title, "Documentation") for guide in self._guides]

    def _templates(self) -> Environment:
        environment = Environment(
            loader=PackageLoader("verify.site"),
            autoescape=True,
            undefined=StrictUndefined,
            trim_blocks=True,
            lstrip_blocks=True,
        )
        menu = [(f"papers/{page(paper.key)}", paper.key) for paper in self._papers]
        menu += [("lessons/index.html", "Lessons")] * bool(self._lessons)
        listed = exhibits()
        shown = {
            "calculator.html": ledger() is None,
            "estimators.html": ledger() is None,
            "proofs/index.html": ledger() is None,
            "gaps.html": bool(self._sandwiches or listed.gaps),
            "constructions.html": bool(listed.pictures),
            "plans.html": bool(listed.plans),
        }
        menu += [entry for entry in _MENU if shown.get(entry[0], True)]
        environment.filters |= {
            "told": handwritten,
            "shell": shlex.quote,
            "papers_of": papers_of,
            "linked": self._linked,
        }
        environment.filters |= {"named": self._named, "prose": prose}
        environment.filters |= {"headed": headed, "typeset": typeset, "sourced": sourced, "relinked": self._relinked}
        # A page of a claim, of which there are many, leads to the rest by the first page.
        self._menu = menu
        self._short_menu = [entry for entry in menu if entry not in _MENU or entry[0] in _ON_CLAIMS]
        environment.globals |= {
            "document": self._document,
            # Of a folder's ledger the commands are run in that folder: a page names no machine's path.
            "where": "" if ledger() is None else " --ledger .",
            "menu": menu,
            "known": self._graph.records,
            "page": page,
            "anchor": anchor,
            "statement": statement,
            "formula": formula,
            "factor_text": factor_text,
            "amount_text": amount_text,
            "AGREE": AGREE,
            "differs": DIFFERS.__getitem__,
            "beside": beside,
            "states": STATES,
            "papers": self._papers,
            "made": _made(),
            "lessons": self._lessons,
            "guides": self._guides,
            "errata": by_cost(self._views),
            "overspending": overspending(by_cost(self._views)),
            "printed_total": sum(view.printed is not None and not view.place for view in self._views),
            "total": sum(not view.place for view in self._views),
            "places": sum(view.place for view in self._views),
            "finding_line": finding_line(self._document["claims"]),
            "up": "",
            "glyphs": layered.GLYPHS,
            "errata_at": self._errata_at,
            "chains_at": chains_at(self._views),
            "chain_anchor": chain_anchor,
            "inner_anchor": inner_anchor,
        }
        return environment

    def _linked(self, text: str, up: str) -> Markup:
        return linked(text, partial(self._address, up))

    def _relinked(self, shown: Markup, up: str) -> Markup:
        return relinked(shown, partial(self._address, up))

    def _address(self, up: str, id_: str) -> str | None:
        if id_ in self._graph.records:
            return f"{up}claims/{page(id_)}"
        described = address(id_) if ledger() is None else None
        return f"{up}{described}" if described else None

    def _named(self, name: str, up: str) -> Markup:
        """An estimator's name, a link to what it does."""
        described = address(name) if ledger() is None else None
        return Markup('<a href="{}{}">{}</a>').format(up, described, name) if described else typeset(name)

    def _render(self, template: str, current: str, title: str, **values: Any) -> str:
        up = "../" * current.count("/")
        return self._environment.get_template(template).render(current=current, title=title, **({"up": up} | values))

    def _index(self) -> str:
        worst = [view for view in by_cost(self._views) if view.severity in SEVERITIES[:2]]
        worst.sort(key=lambda view: ({False: 0, None: 1, True: 2}[view.survives], view.severity_index))
        found = results.map_rows(self._papers)
        counts = {"summary": {"inequalities": inequality_counts(self._document["claims"])}}
        return self._render(
            "index.html",
            "index.html",
            "Overview",
            columns=COLUMNS,
            printed=counted([view.printed.base.verdict for view in self._views if view.printed and not view.place]),
            standing=counted([view.filter for view in self._views if not view.place]),
            inequality_line=inequality_line(counts).capitalize(),
            worst=worst,
            results=found,
            told_results=results.map_summary(found),
            track=results.track,
            scale=results.scale,
            sandwiches=self._sandwiches,
            unexpected=self._document.get("summary", {}).get("unexpected", []),
            alpha_total=sum(entry.get("alpha", 0.0) for entry in self._document["claims"]),
            changed=sum(not told.same for told in self._details.values()),
        )

    def _errata(self) -> str:
        return self._render("errata.html", "errata.html", "Errata", severities=SEVERITIES)

    def _errata_of(self, paper: PaperView) -> str:
        values = {"paper": paper, "views": paper.errata, "severities": SEVERITIES}
        title = f"Errata: {paper.title}"
        text = self._render("errata_paper.html", f"errata/{page(paper.key)}", title, **values)
        return _with_logarithm(text, paper.key)

    def _erratum(self, paper: PaperView, view: ClaimView) -> str:
        """One finding as a letter of its own."""
        assert view.finding is not None
        cited = bibtex([view.finding], self._document["versions"]["ratecheck"])
        title, values = f"Erratum: {view.id}", {"paper": paper, "view": view, "cited": cited, "menu": self._short_menu}
        return _with_logarithm(self._render("erratum.html", f"errata/{page(view.id)}", title, **values), paper.key)

    def _textbook(self) -> str:
        users: dict[str, list[str]] = {}
        for view in self._views:
            for title in {fact.title for side in view.sides for fact in side.facts}:
                users.setdefault(title, []).append(view.id)
        shown = facts_of(self._views)
        examples = cited(shown)
        facts = [
            (fact_view(f.title), f, imported(f), arguments(f), examples.get(f), users.get(f.title, [])) for f in shown
        ]
        number = Counter(view.grade for view, *_ in facts)
        grades = [(grade, number[grade]) for grade in ("definition", "theorem", "axiom", "lemma") if number[grade]]
        resting = [
            (view, users.get(fact.title, []), len(self._graph.descendants(users.get(fact.title, []))))
            for view, fact, *_ in facts
            if view.grade == "axiom"
        ]
        resting.sort(key=lambda row: (-row[2], -len(row[1]), row[0].title))
        values = {"facts": facts, "grades": grades, "resting": resting, "in_words": proved_in_words()}
        return self._render("textbook.html", "textbook.html", "Theorems and lemmas", **values)

    def _proof_pages(self, folder: Path) -> dict[str, str]:
        (folder / "proofs").mkdir()
        listed = [(proof, formal(proof)) for proof in PROOFS]
        first = "proofs/index.html"
        pages = {first: self._render("proofs.html", first, "Proofs of the lower bounds", listed=listed)}
        for before, (proof, found), after in zip([None, *PROOFS[:-1]], listed, [*PROOFS[1:], None], strict=True):
            values = {"proof": proof, "formal": found, "before": before, "after": after}
            name = f"proofs/{proof.name}.html"
            pages[name] = self._render("proof.html", name, proof.title, **values)
        return pages

    def _reference(self) -> str:
        functions, types = reference()
        return self._render("api.html", "api.html", "Python interface", functions=functions, types=types)

    def _calculator(self) -> str:
        return self._render("calculator.html", "calculator.html", "Calculator", start=calculator.start())

    def _gaps(self) -> str:
        values = {
            "sandwiches": self._sandwiches,
            "drawn": sandwich_svg,
            "gallery": gallery(exhibits().gaps, self._graph.records),
        }
        return self._render("gaps.html", "gaps.html", "The gaps", **values)

    def _gallery(self, name: str, title: str, listed: Listed) -> str:
        return self._render("gallery.html", name, title, gallery=gallery(listed, self._graph.records))

    def _whole_gallery(self) -> str:
        """Every plot, small: those of inequalities without their axes, which their own pages have."""
        known, shown = self._graph.records, exhibits()
        curves: list[tuple[Exhibit, list[str]]] = [
            (x, [view.id]) for view in self._views for x in view.shelf.gaps if isinstance(x, Bounded)
        ]
        by_ids = {
            "Numbered results": curves,
            "Bounds and estimators over the number of users": gallery(shown.gaps, known),
            "Lower bounds, step by step": gallery(shown.chains, known),
        }
        groups = [
            (title, [(x, [(f"claims/{page(id_)}", id_) for id_ in ids if id_ in known]) for x, ids in listed])
            for title, listed in by_ids.items()
            if listed
        ]
        titles = {view.heading.name: view.heading.title for view in self._lessons}
        taught = [
            (x, [(f"lessons/{name}.html", titles[name]) for name in names if name in titles])
            for x, names in all_ideas()
        ]
        if taught and ledger() is None:
            groups.insert(0, ("Ideas of the lessons", taught))
        plots = [
            (view.id, view.title, thumbnail(side.plots[0].drawing))
            for view in self._views
            for side in view.sides[:1]
            if side.plots
        ]
        apart = [entry for entry in self._menu if entry[0] in ("constructions.html", "plans.html", "gaps.html")]
        values = {"groups": groups, "plots": plots, "listed_apart": apart}
        return self._render("gallery_all.html", "gallery.html", "Gallery", **values)

    def _glossary(self) -> str:
        return self._render(
            "glossary.html",
            "glossary.html",
            "Terms and trust",
            letters=letter_rows(),
            chains=sum("chain" in side.evidence for view in self._views for side in view.sides),
            told=sum(bool(side.words) for view in self._views for side in view.sides),
            own_name=sum(view.theorem == view.id for view in by_cost(self._views)),
        )

    def _paper(self, paper: PaperView) -> str:
        return self._render(
            "paper.html",
            f"papers/{page(paper.key)}",
            paper.title,
            paper=paper,
            sections=[{"title": title, "claims": views} for title, views in sections(paper.claims)],
            numbered=numbered(paper.claims),
            stated={view.id for _, views in numbered(paper.claims) for view in views},
            taught=self._taught,
            errors=self._graph.errors,
            present=[name for name in (*COLUMNS, "ours") if any(v.as_printed == name for v in paper.claims)],
            kinds=list(dict.fromkeys(view.kind for view in paper.claims)),
            labels={name: name for name in COLUMNS} | {"ours": "ours, not printed"},
        )

    def _claim(self, view: ClaimView, before: ClaimView | None, after: ClaimView | None) -> str:
        ids, left_out = self._graph.around(view.id)
        label = f"What {view.id} depends on and what depends on it"
        # A claim and one neighbour are told by the list above it.
        drawing = layered.svg(self._graph, ids, page, label, view.id, f"{view.paper}/") if len(ids) > 2 else None
        text = self._render(
            "claim.html",
            f"claims/{page(view.id)}",
            f"{view.id}: {headed(handwritten(view.title))}",
            menu=self._short_menu,
            view=view,
            handout=numbered_result(view.location) is not None,
            section=self._section.get(view.id),
            lessons_with=self._taught.get(view.id, ()),
            drawing=drawing,
            left_out=left_out,
            before=before.id if before else None,
            after=after.id if after else None,
        )
        # Most links lead from claim to claim, and these are neighbours in one folder.
        return _with_logarithm(text.replace('href="../claims/', 'href="'), view.paper)

    def _lesson_pages(self, folder: Path, notebooks: Sequence[Notebook]) -> dict[str, str]:
        """Pages of the lessons, their list, and next to them the notebooks; nothing where there are none."""
        if not notebooks:
            return {}
        (folder / "lessons").mkdir()
        for name in ("lessons.css", "lessons.js"):
            text = (resources.files("verify.site") / name).read_text(encoding="utf-8")
            (folder / "lessons" / name).write_text(text, encoding="utf-8")
        from verify.site.lessons.page import GRADES
        from verify.site.lessons.slides import frames

        values = {"licence": _LICENCE, "core": _SHORT_COURSE, "grades": GRADES}
        pages = {"lessons/index.html": self._render("lessons.html", "lessons/index.html", "Lessons", **values)}
        pages["lessons/syllabus.html"] = self._render("syllabus.html", "lessons/syllabus.html", "Syllabus", **values)
        headings = [view.heading for view in self._lessons]
        neighbours = zip([None, *headings[:-1]], [*headings[1:], None], strict=True)
        for notebook, view, (before, after) in zip(notebooks, self._read(notebooks), neighbours, strict=True):
            name, title = name_of(notebook), view.heading.title
            (folder / "lessons" / f"{name}.ipynb").write_text(dumps(notebook), encoding="utf-8", newline="\n")
            drawn = ideas(name) if ledger() is None else ()
            shown = values | {"lesson": view, "ideas": drawn, "before": before, "after": after}
            pages[f"lessons/{name}.html"] = self._render("lesson.html", f"lessons/{name}.html", title, **shown)
            if view.answered:
                sheet = f"lessons/{name}-sheet.html"
                pages[sheet] = self._render("sheet.html", sheet, f"Problem sheet: {title}", **shown)
            shown["frames"] = frames(view, self._graph.records, bool(drawn))
            slides = f"lessons/{name}-slides.html"
            pages[slides] = self._render("slides.html", slides, f"Slides: {title}", **shown)
        return pages

    def _guide_pages(self, folder: Path) -> dict[str, str]:
        """Pages of the guides; nothing where there are none."""
        if self._guides:
            (folder / "docs").mkdir()
        names = [(f"docs/{guide.file}", guide) for guide in self._guides]
        return {name: self._render("guide.html", name, guide.title, guide=guide) for name, guide in names}

    def _graph_page(self, paper: PaperView) -> str:
        inside = {view.id for view in paper.claims}
        parts, alone = [], []
        for number, ids in enumerate(self._graph.components(), start=1):
            ours = self._with_borders(ids, inside)
            if ours:
                number_ours = len([i for i in ours if i in inside])
                title = f"A connected part of {number_ours} claim{'s' if number_ours != 1 else ''}"
                label = f"Part {number} of the graph of {paper.key}"
                parts.append(
                    {
                        "title": title,
                        "drawing": layered.svg(self._graph, ours, _from_graphs, label, home=f"{paper.key}/"),
                    }
                )
        named = {view.id: result_name(result, view.id) for result, views in numbered(paper.claims) for view in views}
        results = self._graph.among(named)
        joined = {id_ for ids in self._graph.components() for id_ in ids}
        alone = [view.id for view in paper.claims if view.id not in joined]
        return self._render(
            "graph.html",
            f"graphs/{page(paper.key)}",
            f"Dependencies: {paper.key}",
            paper=paper,
            parts=parts,
            alone=alone,
            map=[
                layered.svg(results, ids, _from_graphs, f"Part {k} of the map of {paper.key}", names=named)
                for k, ids in enumerate(results.components(), start=1)
            ],
            named=named,
            apart=[id_ for id_ in named if not (results.below[id_] or results.above.get(id_))],
            trees=[(named[id_], self._graph.tree(id_, named), len(self._graph.steps(id_, named))) for id_ in named],
        )

    def _with_borders(self, ids: list[str], inside: set[str]) -> list[str]:
        """Those of one paper, and the neighbours in other papers; none where the paper has no part in them."""
        ours = {id_ for id_ in ids if id_ in inside}
        across = {near for id_ in ours for near in (*self._graph.below[id_], *self._graph.above.get(id_, ()))} - ours
        return [id_ for id_ in ids if id_ in ours or id_ in across]


def _with_logarithm(text: str, paper: str) -> str:
    """A page of one paper with the logarithm as the paper prints it."""
    return text.replace(">log</m", f">{papers()[paper].logarithm}</m")


def overspending(errata: Sequence[ClaimView]) -> Markup:
    """The listings that spend more than they declare if coded literally, in a sentence; empty where there are none."""
    found = [view for view in errata if view.severity == "listing" and view.kind == Kind.PRIVACY.value]
    if not found:
        return Markup("")
    links = Markup(", ").join(Markup('<a href="claims/{}">{}</a>').format(page(view.id), view.id) for view in found)
    many = len(found) > 1
    told = "{} further listing{}, coded literally, spend{} more than declared ({}): {} graded “listing”, not “privacy”,"
    ends = " since the mechanism that the text means is private as said. "
    end = Markup(told + ends)
    return end.format(len(found), "s" if many else "", "" if many else "s", links, "they are" if many else "it is")


def papers_of(ids: Sequence[str]) -> list[str]:
    """The papers of claims, each once."""
    return list(dict.fromkeys(id_.partition("/")[0] for id_ in ids))


def _font_sheet() -> str:
    """The font of formulas within the sheet: a browser need not let a page of a folder load a file of the one above."""
    font = base64.b64encode((resources.files("verify.site") / "stix-two-math.woff2").read_bytes()).decode()
    told = "STIX Two Math 2.12, the signs that formulas here need; its licence is stix-two-math-OFL.txt."
    return (
        f'/* {told} */\n@font-face {{ font-family: "STIX Two Math"; font-display: block;'
        f' src: url("data:font/woff2;base64,{font}") format("woff2"); }}\n'
    )


def _from_graphs(id_: str) -> str:
    return f"../claims/{page(id_)}"


def _with_neighbours(views: list[ClaimView]) -> list[tuple[ClaimView | None, ClaimView, ClaimView | None]]:
    return list(zip([None, *views[:-1]], views, [*views[1:], None], strict=True))


def _made() -> str:
    """When the report is made, in UTC; SOURCE_DATE_EPOCH, where it is set, stands for the clock."""
    given = os.environ.get("SOURCE_DATE_EPOCH", "")
    seconds = int(given) if given.isdigit() else int(time.time())
    return time.strftime("%Y-%m-%d %H:%M UTC", time.gmtime(seconds))
