"""The account of what runs of `estimate` spent on one data set: a file that refuses runs beyond its limit."""

import json
import os
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from decimal import Decimal, InvalidOperation
from fractions import Fraction
from pathlib import Path
from typing import Any

from notation.parameters import ParameterError

Charge = Callable[[], None]
"""Called after all checks that may refuse a run, and before its first draw."""


def free() -> None:
    """A charge without an account."""


@dataclass(frozen=True)
class Price:
    """An epsilon and a delta, as decimal numbers: 0.1 + 0.2 is 0.3.

    A run uses the nearest float, and says so; its relative difference from the decimal number is at most 2^-53.
    """

    epsilon: Fraction
    delta: Fraction = Fraction(0)

    @classmethod
    def of(cls, epsilon: float, delta: float = 0.0) -> "Price":
        """The shortest decimals of two floats."""
        return cls(Fraction(repr(float(epsilon))), Fraction(repr(float(delta))))

    def __add__(self, other: "Price") -> "Price":
        """Basic composition: epsilons add, and deltas."""
        return Price(self.epsilon + other.epsilon, self.delta + other.delta)

    def __le__(self, other: "Price") -> bool:
        """Whether neither is larger."""
        return self.epsilon <= other.epsilon and self.delta <= other.delta

    def __str__(self) -> str:
        """In words."""
        return f"epsilon = {_digits(self.epsilon)}" + (f", delta = {_digits(self.delta)}" if self.delta else "")

    @property
    def document(self) -> dict[str, str]:
        """As JSON, in strings, which no program rounds."""
        return {"epsilon": _digits(self.epsilon), "delta": _digits(self.delta)}


def _digits(number: Fraction) -> str:
    """A decimal fraction in full; all numbers of an account, and their sums, are decimal fractions."""
    shift = max((number.denominator & -number.denominator).bit_length() - 1, 0)
    fives, rest = 0, number.denominator >> shift
    while rest % 5 == 0:
        rest, fives = rest // 5, fives + 1
    places = max(shift, fives)
    whole = str(number.numerator * 10**places // number.denominator).zfill(places + 1)
    return whole if not places else f"{whole[:-places]}.{whole[-places:]}"


@dataclass(frozen=True)
class _Ledger:
    """The content of a file: the limit, the unit that epsilon protects (None before the first run), and all runs."""

    limit: Price
    unit: str | None = None
    runs: tuple[dict[str, Any], ...] = ()
    name: str | None = None

    @property
    def spent(self) -> Price:
        """The sum over all runs."""
        return sum((_price("spent", run) for run in self.runs), Price(Fraction(0)))

    @property
    def text(self) -> str:
        """The file."""
        name = {} if self.name is None else {"name": self.name}
        document = name | {"unit": self.unit, "limit": self.limit.document, "spent": list(self.runs)}
        return json.dumps(document, indent=1) + "\n"


@dataclass(frozen=True)
class Account:
    """An account's file, and the run to be entered; `limit` creates the file if there is none."""

    path: Path
    limit: Price | None
    unit: str
    problem: str
    price: Price
    seeded: bool = False

    def check(self) -> _Ledger:
        """The account with this run in it, not written; raises ParameterError if the limit would be exceeded."""
        _locks(self.path)
        ledger, told = _read(self.path, self.limit), f"--budget = {str(self.path)!r}"
        if ledger.unit not in (None, self.unit):
            raise ParameterError(f"{told}: counts what each {ledger.unit} spends; this run is about each {self.unit}")
        entry = {
            "time": datetime.now(UTC).isoformat(timespec="seconds"),
            "problem": self.problem,
            **self.price.document,
            "seeded": self.seeded,
        }
        after = replace(ledger, unit=self.unit, runs=(*ledger.runs, entry))
        if not after.spent <= ledger.limit:
            raise ParameterError(
                f"{told}: {ledger.spent} spent; this run's {self.price} would pass the limit, {ledger.limit}"
            )
        return after

    def charge(self) -> None:
        """Enter the run, or raise ParameterError and leave the file unchanged; of two simultaneous runs, one waits."""
        with _locked(self.path):
            _write(self.path, self.check().text)


def _read(path: Path, limit: Price | None) -> _Ledger:
    """The account in a file, or an empty one with this limit; raises ParameterError for an invalid file."""
    told = f"--budget = {str(path)!r}"
    try:
        text = path.read_text("utf-8")
    except FileNotFoundError:
        if limit is None:
            raise ParameterError(f"{told}: no such file; --budget-limit makes it") from None
        return _Ledger(limit)
    except (OSError, UnicodeDecodeError) as error:
        raise ParameterError(f"{told}: cannot be read ({error})") from None
    try:
        found = json.loads(text, parse_float=Decimal, parse_constant=_refuse, object_pairs_hook=_once)
        if not isinstance(found, dict) or not {"limit"} <= set(found) <= {"name", "unit", "limit", "spent"}:
            raise ValueError("must have the key limit, and may have name, unit and spent")  # noqa: TRY301
        ledger = _Ledger(
            _price("limit", found["limit"]),
            _text("unit", found.get("unit")),
            tuple(_entry(run) for run in _list(found.get("spent", []))),
            _text("name", found.get("name")),
        )
    except (ValueError, RecursionError) as error:
        raise ParameterError(f"{told}: is no budget ({error})") from None
    if limit is not None and limit != ledger.limit:
        raise ParameterError(f"{told}: its limit is {ledger.limit}, --budget-limit = {limit} does not change it")
    return ledger


def _refuse(constant: str) -> None:
    raise ValueError(f"{constant} is not a number")


def _once(pairs: Sequence[tuple[str, Any]]) -> dict[str, Any]:
    """An object without duplicate keys: the first of two would be lost, and with it a record of spending."""
    found = dict(pairs)
    if len(found) != len(pairs):
        raise ValueError("a key stands twice")
    return found


def _text(name: str, value: Any) -> str | None:
    if value is not None and not isinstance(value, str):
        raise ValueError(f"{name} must be a string")
    return value


def _list(value: Any) -> list[Any]:
    if not isinstance(value, list):
        raise ValueError("spent must be a list")  # noqa: TRY004
    return value


def _entry(run: Any) -> dict[str, Any]:
    """A run as read, with its numbers as strings."""
    price = _price("spent", run)
    return {**run, **price.document} if isinstance(run, dict) else price.document


def _price(name: str, value: Any) -> Price:
    """An epsilon, or an object with epsilon and delta; numbers, or strings that are numbers."""
    parts = value if isinstance(value, dict) else {"epsilon": value}
    if "epsilon" not in parts:
        raise ValueError(f"{name} has no epsilon")
    return Price(*(_number(f"{name}: {key}", parts.get(key, 0)) for key in ("epsilon", "delta")))


def _number(name: str, value: Any) -> Fraction:
    try:
        number = None if isinstance(value, bool) else Decimal(value)
    except (InvalidOperation, TypeError, ValueError):
        number = None
    # Bounded, so that no exponent fills the memory with digits.
    if number is None or not number.is_finite() or number < 0 or (number and not -400 < number.adjusted() < 400):
        raise ValueError(f"{name} = {str(value)[:40]!r}: must be a number from 0 on")
    return Fraction(number)


def _locks(path: Path) -> Any:
    """The module of file locks; raises ParameterError if the system has none."""
    try:
        import fcntl
    except ImportError:
        raise ParameterError(
            f"--budget = {str(path)!r}: this system has no POSIX file locks, without which two runs at once could both"
            " pass the limit; must be run on a POSIX system"
        ) from None
    return fcntl


@contextmanager
def _locked(path: Path) -> Iterator[None]:
    """Exclusive access to the account: the lock is on a separate file, because each run replaces the account's file."""
    fcntl, real = _locks(path), Path(os.path.realpath(path))
    try:
        with real.with_name(f".{real.name}.lock").open("a", encoding="utf-8") as stream:
            fcntl.flock(stream, fcntl.LOCK_EX)
            yield
    except OSError as error:
        raise ParameterError(f"--budget = {str(path)!r}: cannot be locked ({error.strerror})") from None


def _write(path: Path, text: str) -> None:
    """Replace the file in one step, and return when it is on the disk; for a link, replace its target."""
    real = Path(os.path.realpath(path))
    staged: Path | None = None
    try:
        handle, name = tempfile.mkstemp(dir=real.parent, prefix=f".{real.name}.")
        staged = Path(name)
        with os.fdopen(handle, "w", encoding="utf-8") as stream:
            stream.write(text)
            stream.flush()
            os.fsync(stream.fileno())
        staged.replace(real)
        folder = os.open(real.parent, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)
    except OSError as error:
        raise ParameterError(f"--budget = {str(path)!r}: cannot be written ({error.strerror})") from None
    finally:
        if staged is not None:
            staged.unlink(missing_ok=True)
