"""Writes visits.csv, made-up data for the examples: 1,000 patients with 2 to 6 visits each.

`minutes` lies in [0, 60] and `cost` in [0, 500] by construction. `busy`, in [0, 1], says how full the
clinic was, and `late` whether the visit began late.
"""

import random
from pathlib import Path

PATIENTS = 1000


def table() -> str:
    """The file as text, the same at each call."""
    draw = random.Random(1)
    lines = ["patient,minutes,cost,busy,late"]
    for patient in range(PATIENTS):
        usual = draw.gauss(22, 6)
        for _ in range(draw.randint(2, 6)):
            minutes = min(60, max(0, round(draw.gauss(usual, 8))))
            cost = min(500, 20 + 5 * minutes + draw.randint(0, 60))
            busy = draw.randint(0, 100) / 100
            late = int(draw.random() < 0.1 + 0.8 * busy)
            lines.append(f"p{patient:04d},{minutes},{cost},{busy:.2f},{late}")
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    (Path(__file__).parent / "visits.csv").write_text(table(), "utf-8")
