"""Checks of arguments: an error is one clear line that names the argument, its value and what is allowed."""

import math
import unicodedata
from numbers import Integral, Real


class ParameterError(ValueError):
    """An argument that is not allowed; its message is one readable line."""


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


def identifier(text: object) -> str:
    """A name of a person, a class or a centre in the normal form in which names are compared.

    Invisible characters (zero-width characters, direction marks, controls) are removed. White space becomes one space
    between words. Characters that Unicode calls compatible are identified (NFKC). A person under two names would spend
    epsilon twice, so this form merges names rather than separating them: two persons who are merged lose accuracy, but
    no privacy.

    Parameters
    ----------
    text : object
        The name; another object is compared by its text.

    Returns
    -------
    str
        The normal form.
    """
    found = unicodedata.normalize("NFKC", _seen(str(text)))
    return " ".join(_seen(found).split())


def _seen(text: str) -> str:
    """The text without invisible characters; white space stays."""
    return "".join(
        letter
        for letter in text
        if letter.isspace() or not (unicodedata.category(letter) in ("Cf", "Cc") or ord(letter) in _INVISIBLE)
    )


_INVISIBLE = {0x034F, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x3164, 0xFFA0, *range(0x180B, 0x1810), *range(0xFE00, 0xFE10)}
"""Characters that are not displayed, by Unicode, and that are not controls: joiners, fillers, selectors."""


def _as_float(value: Real) -> float:
    """The number as a float; infinite if an integer is too large."""
    try:
        return float(value)
    except OverflowError:
        return math.inf


def shown(value: object) -> str:
    """The value in a form that a person recognises, in at most 80 characters and one line.

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
        return "a whole number with thousands of digits"
    return text if len(text) <= 80 else f"{text[:50]}...{text[-20:]}"
