"""What every statement offers, whatever its type."""

from collections import Counter
from collections.abc import Callable
from functools import wraps
from traceback import walk_tb
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

import sympy

from verify.kernel.prover.display import Layout
from verify.kernel.statements.outcome import Outcome, Settings, Verdict

if TYPE_CHECKING:
    from verify.kernel.statements.claim import Claim


class Statement(Protocol):
    """A proposition that a run can judge."""

    @property
    def premises(self) -> tuple[str, ...]:
        """Ids of the claims whose standing verdicts this statement depends on."""
        ...

    def latex(self) -> str:
        """The statement for people, in LaTeX."""
        ...

    def check(self, settings: Settings) -> Outcome | None:
        """Judge the statement on its own, premises apart; None where there is nothing to judge."""
        ...

    def conclude(self, own: Outcome | None, premises: dict[str, "PremiseVerdicts"]) -> Outcome | None:
        """The verdict once the premises' verdicts are known."""
        ...


class PremiseVerdicts(Protocol):
    """What a statement may know of a claim that it depends on."""

    @property
    def claim(self) -> "Claim":
        """The claim that was judged."""
        ...

    @property
    def printed(self) -> Outcome | None:
        """What was found of the claim as printed."""
        ...

    @property
    def corrected(self) -> Outcome | None:
        """What was found of its correction, where it has one."""
        ...

    @property
    def standing(self) -> Outcome | None:
        """What was found of the correction where the printed claim is refuted, else of the printed claim."""
        ...


class Plain:
    """A statement without premises."""

    @property
    def premises(self) -> tuple[str, ...]:
        """None."""
        return ()

    def conclude(self, own: Outcome | None, premises: dict[str, PremiseVerdicts]) -> Outcome | None:
        """Its own outcome."""
        return own


class LaidOut(Plain):
    """A plain statement that is displayed in parts: its conclusion, conditions and ranges."""

    def layout(self) -> Layout:
        """The parts."""
        raise NotImplementedError

    def latex(self) -> str:
        """The statement in one line."""
        return self.layout().latex()


Of = TypeVar("Of")


def reporting(check: Callable[[Of, Settings], Outcome]) -> Callable[[Of, Settings], Outcome]:
    """A check whose errors are told: the statement is open, with the error and where it is as the reason.

    What a statement holds (functions, expressions of any library) may fail in more ways than its type can see.
    """

    @wraps(check)
    def checked(statement: Of, settings: Settings) -> Outcome:
        try:
            return check(statement, settings)
        except MemoryError:
            raise
        except Exception as error:
            *_, (frame, line) = walk_tb(error.__traceback__)
            lines = str(error).splitlines() or [""]
            where = f"{frame.f_globals.get('__name__', '')}, line {line}"
            reason = f"the check ends in an error: {type(error).__name__}: {lines[0][:200]} ({where})"
            return Outcome(Verdict.OPEN, {"method": "none", "reason": reason})

    return checked


def real(name: str, value: Any) -> sympy.Expr:
    """An expression that may be a real number; raises ValueError for what is none, whatever its letters are."""
    try:
        found = None if isinstance(value, str | bytes | bool) else sympy.sympify(value)
    except (sympy.SympifyError, TypeError, ValueError, AttributeError):
        found = None
    if not isinstance(found, sympy.Expr) or not found.is_commutative or found.is_extended_real is False:
        raise ValueError(f"{name} = {short(value)}: must be an expression in real numbers")
    if found.has(sympy.Float, sympy.oo, -sympy.oo, sympy.zoo, sympy.nan, sympy.Order) and not _has_ends(found):
        raise ValueError(f"{name} = {short(value)}: must be exact and finite")
    return found


def short(value: Any) -> str:
    """A value in at most 80 signs, for an error message; its type alone where it can't be shown."""
    try:
        return f"{value!r:.80}"
    except Exception:
        # An expression that no library made.
        return f"a {type(value).__name__}"


def named_apart(*expressions: sympy.Expr) -> None:
    """Raise ValueError where two letters have one name: they are displayed alike, and are not the same."""
    letters = {letter for expression in expressions for letter in expression.atoms(sympy.Symbol)}
    twice = [name for name, times in Counter(letter.name for letter in letters).items() if times > 1]
    if twice:
        raise ValueError(f"letters = {', '.join(sorted(twice))}: must have one name each; some have other assumptions")


def _has_ends(expression: sympy.Expr) -> bool:
    """Whether infinite ends stand in it, of an integral or a sum, and no floating-point number."""
    inner = sympy.Integral | sympy.Sum | sympy.Product | sympy.Limit
    return not expression.has(sympy.Float) and any(isinstance(n, inner) for n in sympy.preorder_traversal(expression))


def given(name: str, code: Callable[[], Any]) -> Any:
    """What a function without arguments gives; raises ValueError where it ends in an error."""
    try:
        return code()
    except Exception as error:
        raise ValueError(f"{name}: its function ends in an error: {type(error).__name__}: {error!s:.200}") from error


def several(name: str, values: Any, kind: Any, what: str) -> None:
    """Raise ValueError unless the values are a tuple or a list of what is asked for."""
    if not isinstance(values, tuple | list) or not all(isinstance(value, kind) for value in values):
        raise ValueError(f"{name} = {short(values)}: must be a tuple of {what}")


def text(name: str, value: Any) -> None:
    """Raise ValueError unless the value is a string."""
    if not isinstance(value, str):
        raise ValueError(f"{name} = {short(value)}: must be a string")  # noqa: TRY004 (as all arguments)


def function(name: str, value: Any) -> None:
    """Raise ValueError unless the value can be called."""
    if not callable(value) or isinstance(value, sympy.Basic):
        raise ValueError(f"{name} = {short(value)}: must be a function")  # noqa: TRY004 (as all arguments)


def number(name: str, value: Any, *, most: float = float("inf")) -> None:
    """Raise ValueError unless the value is a positive number, finite and at most `most`."""
    known = isinstance(value, float | int) and not isinstance(value, bool)
    if not known or not 0 < value <= most or value == float("inf"):
        raise ValueError(
            f"{name} = {short(value)}: must be a positive number" + (f", at most {most:g}" if most < 1 else "")
        )
