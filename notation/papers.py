"""The four papers in the versions that the ledger judges, and their letters beside ours."""

from dataclasses import dataclass, field


@dataclass(frozen=True)
class Paper:
    """A paper in one version; `letters` maps our symbols to the letters that it prints."""

    key: str
    authors: str
    title: str
    version: str
    letters: dict[str, str] = field(default_factory=dict, hash=False)

    @property
    def citation(self) -> str:
        """Authors, title and version in one line."""
        return f"{self.authors}: {self.title}. {self.version}"


ZHAO = Paper(
    "zhao",
    "Zhao, Shen, Fan, Li, Wu, Wu, Liu",
    "Learning with User-Level Local Differential Privacy",
    "arXiv:2405.17079v1 (equation numbers are this version's), and the anonymous ICLR 2025 submission",
    {"D": "D", "h": "h"},
)
KENT = Paper(
    "kent",
    "Kent, Berrett, Yu",
    "Rate Optimality and Phase Transition for User-Level Local Differential Privacy",
    "arXiv:2405.11923, dated 21 January 2026",
    {"epsilon": "alpha", "m": "T"},
)
BASSILY = Paper(
    "bassily",
    "Bassily, Sun",
    "User-level Private Stochastic Convex Optimization with Optimal Rates",
    "ICML 2023, PMLR 202:1838-1851",
    {"D": "R"},
)
LABEL = Paper(
    "label",
    "Anonymous",
    "On Theoretical Limits of Learning with Label Differential Privacy",
    "anonymous NeurIPS 2024 submission 10110",
)
PAPERS = {paper.key: paper for paper in (ZHAO, KENT, BASSILY, LABEL)}
