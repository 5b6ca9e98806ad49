"""Checks of what a user passes in: one clear line that names the argument, its value and what is allowed."""

import math
from numbers import Integral, Real


class ParameterError(ValueError):
    """An argument outside what is allowed; its message is one line for a person."""


def count(name: str, value: object, least: int = 1) -> int:
    """Return `value` as an int of at least `least`.

    Parameters
    ----------
    name : str
        Name of the argument, for the message.
    value : object
        The value.
    least : int, default 1
        The least that is allowed.

    Returns
    -------
    int
        The value.

    Raises
    ------
    ParameterError
        Unless it is an integer of at least `least`.
    """
    if isinstance(value, bool) or not isinstance(value, Integral) or int(value) < least:
        raise ParameterError(f"{name} = {shown(value)}: must be an integer of at least {least}")
    return int(value)


def within(name: str, value: object, least: float, most: float) -> float:
    """Return `value` as a float from `least` to `most`, 0 < least.

    Parameters
    ----------
    name : str
        Name of the argument, for the message.
    value : object
        The value.
    least : float
        The least that is allowed.
    most : float
        The most that is allowed.

    Returns
    -------
    float
        The value.

    Raises
    ------
    ParameterError
        Unless it is a number from `least` to `most`.
    """
    if not least <= positive(name, value) <= most:
        raise ParameterError(f"{name} = {shown(value)}: must be from {least:g} to {most:g}")
    return float(value)  # type: ignore[arg-type]


def positive(name: str, value: object) -> float:
    """Return `value` as a float above 0.

    Parameters
    ----------
    name : str
        Name of the argument, for the message.
    value : object
        The value.

    Returns
    -------
    float
        The value.

    Raises
    ------
    ParameterError
        Unless it is a finite number above 0.
    """
    if isinstance(value, bool) or not isinstance(value, Real) or not 0 < _as_float(value) < math.inf:
        raise ParameterError(f"{name} = {shown(value)}: must be a finite number above 0")
    return float(value)


def finite(name: str, value: object) -> float:
    """Return `value` as a float.

    Parameters
    ----------
    name : str
        Name of the argument, for the message.
    value : object
        The value.

    Returns
    -------
    float
        The value.

    Raises
    ------
    ParameterError
        Unless it is a finite number.
    """
    if isinstance(value, bool) or not isinstance(value, Real) or not math.isfinite(_as_float(value)):
        raise ParameterError(f"{name} = {shown(value)}: must be a finite number")
    return float(value)


def interval(lower_name: str, lower: object, upper_name: str, upper: object) -> tuple[float, float]:
    """Return the two ends of an interval as floats.

    Parameters
    ----------
    lower_name : str
        Name of the lower end, for the message.
    lower : object
        The lower end.
    upper_name : str
        Name of the upper end, for the message.
    upper : object
        The upper end.

    Returns
    -------
    tuple of (float, float)
        The two ends.

    Raises
    ------
    ParameterError
        Unless both are finite and lower < upper.
    """
    a, b = finite(lower_name, lower), finite(upper_name, upper)
    if not a < b:
        raise ParameterError(f"{lower_name} = {lower!r}: must be below {upper_name} = {upper!r}")
    return a, b


def _as_float(value: Real) -> float:
    """The number as a float, infinite where a whole number is too large for one."""
    try:
        return float(value)
    except OverflowError:
        return math.inf


def shown(value: object) -> str:
    """The value as a person would recognise it, in at most 80 letters and one line.

    Parameters
    ----------
    value : object
        The value.

    Returns
    -------
    str
        The text.
    """
    try:
        text = " ".join(repr(value).split())
    except ValueError:
        # Python writes no whole number of more than some 4,300 digits.
        return "a whole number of thousands of digits"
    return text if len(text) <= 80 else f"{text[:50]}...{text[-20:]}"
