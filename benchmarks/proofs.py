"""Proofs per second over the ledger's inequalities, what stays open, and the slowest ten, in one run on one core.

python benchmarks/proofs.py [--json]
"""

import argparse
import json
import statistics
import time
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from typing import Any

from verify.kernel.prover import Open, Proved, prove
from verify.kernel.statements import Inequality
from verify.ledger.collect import claims


def inequalities(value: Any) -> Iterator[Inequality]:
    """All inequalities inside a statement."""
    if isinstance(value, Inequality):
        yield value
    elif isinstance(value, tuple | list):
        for part in value:
            yield from inequalities(part)
    elif is_dataclass(value) and not isinstance(value, type):
        for part in fields(value):
            yield from inequalities(getattr(value, part.name))


def main() -> None:
    """Run, and print a table or JSON."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", action="store_true")
    as_json = parser.parse_args().json
    times: list[tuple[float, str]] = []
    proved = 0
    undecided: list[dict[str, str]] = []
    for id_, claim in claims().items():
        for inequality in inequalities((claim.printed, claim.corrected)):
            start = time.perf_counter()
            found = prove(inequality.relation)
            times.append((time.perf_counter() - start, id_))
            proved += isinstance(found, Proved)
            if isinstance(found, Open):
                undecided.append({"id": id_, "reason": found.reason})
    seconds = [t for t, _ in times]
    document: dict[str, Any] = {
        "inequalities": len(times),
        "proved": proved,
        "open": undecided,
        "per_second": len(times) / sum(seconds),
        "median_seconds": statistics.median(seconds),
        "slowest": [{"id": id_, "seconds": round(t, 3)} for t, id_ in sorted(times, reverse=True)[:10]],
    }
    if as_json:
        print(json.dumps(document, indent=1))
        return
    print(f"{proved} of {len(times)} inequalities proved, {document['per_second']:.2f} a second")
    for row in undecided:
        print(f"  open: {row['id']}: {row['reason']}")
    print(f"median {document['median_seconds']:.3f} s; slowest:")
    for row in document["slowest"]:
        print(f"  {row['seconds']:7.3f} s  {row['id']}")


if __name__ == "__main__":
    main()
