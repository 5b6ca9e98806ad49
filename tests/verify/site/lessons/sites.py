"""A report with lessons, for tests of their pages."""

from collections.abc import Sequence
from pathlib import Path

import pytest

from verify.cli.verification import run_document
from verify.kernel.statements.outcome import Settings
from verify.ledger.collect import select
from verify.ledger.run import run
from verify.site.lessons.notebook import Notebook
from verify.site.site import build

SMALL = '''"""Made up."""

# %% [markdown]
# # A small lesson
#
# Is `zhao/eq63` a claim,
# and $a<b$?
#
# | a | b |
# | --- | --- |
# | 1 | <script>alert(1)</script> |

# %%
from verify.site.lessons.chart import Chart
from verify.site.lessons.show import Table, judge
ledger = judge("zhao/eq63", "zhao/eq126")
print("<b>&amp;")
ledger["zhao/eq63"]

# %%
Table(("x", "<i>"), [(1, 0.5), (20000, 1.25e-7)], "a & b")

# %%
Chart("x", "y < 1", 'a "quoted" & <drawn> thing', log_y=True).line([1, 2, 3], [1, 0, 100], "<line>").dots(
    [1], [2], "dot").level(5, "level").mark(2, "mark").between([1, 2, 3], [1, 2, 3], [0, 3, 4], "above")

# %%
Chart("x", "y", "bars").bars([1, 2], [0.5, 2], "bars", 1)

# %%
ledger["zhao/eq126"].sides("printed")
'''


def built(lessons: Sequence[Notebook], factory: pytest.TempPathFactory) -> Path:
    """A report with the lessons, of few claims."""
    document = run_document(run(select(("zhao/eq63", "zhao/own/row-norm", "zhao/eq41/c")), Settings()))
    folder = factory.mktemp("site") / "report"
    with pytest.MonkeyPatch.context() as patched:
        # The gaps are slow to compute, and no lesson shows them.
        patched.setattr("verify.site.site.sandwiches", tuple)
        build(document, folder, lessons=lessons)
    return folder
