"""Exact randomness: coins with exact probabilities, and the operating system's generator.

A probability that is a rational function of e^(unit epsilon) is compared with as many uniform bits as the decision
needs, and its digits are enclosed in ball arithmetic. So the law of a coin is exactly the law whose ratio is checked,
and not rounded to multiples of 2^-53.
"""

import ctypes
import math
import os
import secrets
import sys
import threading
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Any

import flint
import numpy as np
from numpy.typing import NDArray

from notation.parameters import count
from upperbounds.channels.arrays import Number
from upperbounds.channels.loss import RationalFunction, to_coefficients

_WORD = 64

_COINS = 1 << 18
"""How many coins are thrown at a time."""


@dataclass(frozen=True)
class Chance:
    """A probability as the value of a rational function at t = e^log_t, log_t an exact rational above 0.

    Attributes
    ----------
    numerator : tuple of int
        Integer coefficients, highest power first.
    denominator : tuple of int
        Integer coefficients, highest power first.
    log_t : Fraction
        The logarithm of t, an exact rational above 0.
    """

    numerator: tuple[int, ...]
    denominator: tuple[int, ...]
    log_t: Fraction

    @classmethod
    def of(cls, function: RationalFunction, epsilon: Number, unit: Fraction = Fraction(1)) -> "Chance":
        """The value of `function` at t = e^(unit * epsilon).

        Parameters
        ----------
        function : RationalFunction
            An element of Q(t).
        epsilon : float, Fraction or sympy expression
            Privacy budget; a float stands for its exact rational value.
        unit : Fraction, default Fraction(1)
            The unit of t.

        Returns
        -------
        Probability
            The probability.
        """
        numerator, denominator = to_coefficients(function)
        return cls(tuple(numerator), tuple(denominator), unit * Fraction(epsilon))

    def digits(self, words: int) -> int:
        """The first binary digits of p: floor(p 2^(64 words)), exact.

        Parameters
        ----------
        words : int
            How many words of 64 bits.

        Returns
        -------
        int
            The digits as a whole number.
        """
        return _digits(self, words)

    def enclosed(self) -> flint.arb:
        """An enclosure at the current precision, in powers of 1/t, so that nothing overflows.

        Returns
        -------
        flint.arb
        """
        log_t = flint.arb(flint.fmpq(self.log_t.numerator, self.log_t.denominator))
        u = (-log_t).exp()
        top, bottom = (sum((c * u**k for k, c in enumerate(cs)), flint.arb(0)) for cs in self._coefficients())
        shift = len(self.numerator) - len(self.denominator)
        return top / bottom * (log_t * shift).exp() if shift else top / bottom

    def complement(self) -> "Chance":
        """1 - p.

        Returns
        -------
        Probability
        """
        size = max(len(self.numerator), len(self.denominator))
        top, bottom = ([0] * (size - len(cs)) + list(cs) for cs in self._coefficients())
        return Chance(tuple(b - a for a, b in zip(top, bottom, strict=True)), tuple(bottom), self.log_t)

    def _coefficients(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        return self.numerator, self.denominator


@lru_cache(maxsize=4096)
def _digits(chance: Chance, words: int) -> int:
    for guard in (64, 256, 1024, 8192):
        with flint.ctx.workprec(words * _WORD + guard):
            digits = _floor(chance, words)
            if digits is None:
                # Near 1 the complement has the digits. What is no constant is irrational (Lindemann), as t is.
                rest = _floor(chance.complement(), words)
                digits = None if rest is None else (1 << words * _WORD) - 1 - rest
        if digits is not None:
            return digits
    raise ArithmeticError(f"{chance}: a digit is not decided at {words * _WORD + guard} bits")


def _floor(chance: Chance, words: int) -> int | None:
    """floor(p 2^(64 words)) where the precision in force decides it; a probability is not negative."""
    enclosed = chance.enclosed() * flint.arb(2) ** (words * _WORD)
    ends = [end.floor().unique_fmpz() for end in (enclosed.lower(), enclosed.upper())]
    if None in ends:
        return None
    low, high = (max(int(end), 0) for end in ends)
    return low if low == high else None


def coins(chance: Chance, shape: tuple[int, ...], rng: np.random.Generator) -> NDArray[np.bool_]:
    """Independent coins: heads with probability `chance`, exactly.

    Parameters
    ----------
    chance : Chance
        Probability of heads.
    shape : tuple of int
        Shape of the draws.
    rng : numpy.random.Generator
        Source of randomness.

    Returns
    -------
    ndarray of bool, shape (*shape)
        True for heads.
    """
    return coins_of((chance,), np.broadcast_to(np.int8(0), shape), rng)


def flips(tails: Chance, heads: Chance, bits: NDArray[np.bool_], rng: np.random.Generator) -> NDArray[np.bool_]:
    """Independent coins: heads with probability `heads` if a bit is set, and with probability `tails` if not.

    Parameters
    ----------
    tails : Chance
        Probability of heads where a bit is 0.
    heads : Chance
        Probability of heads where a bit is 1.
    bits : ndarray of bool, shape (...)
        The bits.
    rng : numpy.random.Generator
        Source of randomness.

    Returns
    -------
    ndarray of bool, shape (...)
        True for heads, of the shape of `bits`.
    """
    return coins_of((tails, heads), bits.view(np.int8), rng)


def coins_of(chances: Sequence[Chance], which: NDArray[Any], rng: np.random.Generator) -> NDArray[np.bool_]:
    """Independent coins, each with the probability at its index.

    With the operating system's generator a coin takes 8 bits, and more only while these agree with the first digits of
    the probability. With a seeded generator it takes words of 64 bits.

    Parameters
    ----------
    chances : sequence of Chance
        Probabilities of heads.
    which : ndarray of int, shape (...)
        Index of each coin's probability.
    rng : numpy.random.Generator
        Source of randomness.

    Returns
    -------
    ndarray of bool, shape (...)
        True for heads, of the shape of `which`.
    """
    indices = which.ravel()
    digits = np.zeros(len(chances), dtype=np.uint64)
    # Only the probabilities that some coin has are looked up. A certain coin has one digit too many.
    for k in range(len(chances)) if len(chances) <= 2 else np.flatnonzero(np.bincount(indices)).tolist():
        digits[k] = min(chances[k].digits(1), (1 << _WORD) - 1)
    if not isinstance(_source(rng), SystemBits):
        # All at once: repetitions draw what one after the other would.
        return _some_coins(chances, digits, which, rng)
    heads = np.empty(indices.shape, dtype=np.bool_)
    # Part by part, so that words stay in a processor's cache.
    for start in range(0, len(indices), _COINS):
        part = slice(start, start + _COINS)
        heads[part] = _some_coins(chances, digits, indices[part], rng)
    return heads.reshape(which.shape)


def _some_coins(
    chances: Sequence[Chance], digits: NDArray[np.uint64], which: NDArray[Any], rng: np.random.Generator
) -> NDArray[np.bool_]:
    """Coins as of `coins_of`, given the first words of the probabilities."""
    kind: type[Any] = np.uint8 if isinstance(_source(rng), SystemBits) else np.uint64
    unread = np.uint64(_WORD - np.iinfo(kind).bits)
    words, firsts = uniform_words(kind, which.shape, rng), (digits >> unread).astype(kind)
    limit: Any = firsts[0]
    if len(firsts) == 2:
        # As a choice by index is slower.
        limit = firsts[0] ^ which.astype(kind) * (firsts[0] ^ firsts[1])
    elif len(firsts) > 2:
        limit = firsts[which]
    found = np.asarray(words < limit, order="C")
    heads, indices, left = found.reshape(-1), which.reshape(-1), np.flatnonzero(words == limit)
    if unread and left.size:
        # The rest of the first word decides all but one in 2^56 of these.
        rest = uniform_words(np.uint64, left.shape, rng) >> (np.uint64(_WORD) - unread)
        most = digits[indices[left]] & ((np.uint64(1) << unread) - np.uint64(1))
        heads[left] = rest < most
        left = left[rest == most]
    for place in left:
        chance = chances[int(indices[place])]
        # A certain coin is heads also where the words are equal.
        heads[place] = bool(chance.digits(1) >> _WORD) or _undecided(chance, rng)
    return found


def _source(rng: np.random.Generator) -> Any:
    return rng.bit_generator


def uniform_words(kind: type[Any], shape: tuple[int, ...], rng: np.random.Generator) -> NDArray[Any]:
    """Uniform words; from the operating system, many at a time.

    Parameters
    ----------
    kind : type
        numpy's type of a word: uint16, uint32 or uint64.
    shape : tuple of int
        Shape of the draws.
    rng : numpy.random.Generator
        Source of randomness.

    Returns
    -------
    ndarray of int, shape (*shape)
        Words.
    """
    bits = _source(rng)
    if isinstance(bits, SystemBits):
        return bits.words(shape, kind)
    return np.asarray(rng.integers(1 << np.iinfo(kind).bits, size=shape, dtype=kind))


def uniforms(shape: tuple[int, ...], rng: np.random.Generator) -> NDArray[np.float64]:
    """Uniform multiples of 2^-53 in [0, 1), as `rng.random` gives: by `in_the_clear`.

    They are used to round a user's data at random before a private answer is drawn. Its ratio holds given the rounded
    data, whoever knows how they were rounded.

    Parameters
    ----------
    shape : tuple of int
        Shape of the draws.
    rng : numpy.random.Generator
        Source of randomness.

    Returns
    -------
    ndarray, shape (*shape)
        Numbers.
    """
    return np.asarray(in_the_clear(rng).random(shape))


def in_the_clear(rng: np.random.Generator) -> np.random.Generator:
    """A fast generator for what is drawn without data: directions, corners, hashes, how data are rounded, the order.

    Privacy does not depend on how these are drawn: it holds given any of them. The operating system's bits are slow one
    by one, so they seed a fast generator. A seeded generator is returned as it is.

    Parameters
    ----------
    rng : numpy.random.Generator
        Source of randomness.

    Returns
    -------
    numpy.random.Generator
        The generator.
    """
    bits = _source(rng)
    return bits.in_the_clear() if isinstance(bits, SystemBits) else rng


def whole_numbers(most: int, shape: tuple[int, ...], rng: np.random.Generator) -> NDArray[np.int64]:
    """Uniform integers below `most`, exactly, as `rng.integers` gives; from the operating system, many at a time.

    The upper half of a word times `most`. A word is drawn again if the lower half is below 2^32 mod `most`, so that
    every number comes from equally many words (Lemire 2019, Fast random integer generation in an interval).

    Parameters
    ----------
    most : int
        How many numbers, at least 1.
    shape : tuple of int
        Shape of the draws.
    rng : numpy.random.Generator
        Source of randomness.

    Returns
    -------
    ndarray of int, shape (*shape)
        Numbers from 0 to most - 1.

    References
    ----------
    Lemire (2019), Fast random integer generation in an interval.
    """
    if most > 1 << 32 or not isinstance(_source(rng), SystemBits):
        return np.asarray(rng.integers(most, size=shape))
    products = uniform_words(np.uint32, shape, rng).astype(np.uint64) * np.uint64(most)
    few = np.uint64((1 << 32) % most)
    while (again := (products & np.uint64((1 << 32) - 1)) < few).any():
        products[again] = uniform_words(np.uint32, (int(again.sum()),), rng).astype(np.uint64) * np.uint64(most)
    return (products >> np.uint64(32)).astype(np.int64)


def _undecided(chance: Chance, rng: np.random.Generator) -> bool:
    """The rest of a coin whose first word was that of the probability."""
    words = 2
    while True:
        word = int(rng.integers(1 << _WORD, dtype=np.uint64))
        digit = chance.digits(words) & ((1 << _WORD) - 1)
        if word != digit:
            return word < digit
        words += 1


_Words = ctypes.CFUNCTYPE(ctypes.c_uint64, ctypes.c_void_p)
_HalfWords = ctypes.CFUNCTYPE(ctypes.c_uint32, ctypes.c_void_p)
_Doubles = ctypes.CFUNCTYPE(ctypes.c_double, ctypes.c_void_p)


class _Interface(ctypes.Structure):
    """numpy's `bitgen_t`: how a generator asks for bits."""

    _fields_ = (
        ("state", ctypes.c_void_p),
        ("next_uint64", _Words),
        ("next_uint32", _HalfWords),
        ("next_double", _Doubles),
        ("next_raw", _Words),
    )


class SystemBits:
    """numpy's bit generator interface to the operating system's cryptographic generator (`secrets`).

    It has no seed, and no state that could be revealed or guessed. Each word that numpy asks for costs a Python call.
    """

    _POOL = 1 << 16

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self._words: Iterator[int] = iter(())
        self._process = 0
        self._fast: tuple[int, np.random.Generator] | None = None
        self._interface = _Interface(
            None,
            _Words(lambda _: self._next()),
            _HalfWords(lambda _: self._next() >> 32),
            _Doubles(lambda _: (self._next() >> 11) * 2.0**-53),
            _Words(lambda _: self._next()),
        )
        make = ctypes.pythonapi.PyCapsule_New
        make.restype, make.argtypes = ctypes.py_object, (ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p)
        self.capsule = make(ctypes.addressof(self._interface), b"BitGenerator", None)

    def words(self, shape: tuple[int, ...], kind: type[Any] = np.uint64) -> NDArray[Any]:
        """Uniform words.

        Parameters
        ----------
        shape : tuple of int
            Shape of the draws.
        kind : type, default numpy.uint64
            numpy's type of a word.

        Returns
        -------
        ndarray of int, shape (*shape)
            Words.
        """
        size = np.dtype(kind).itemsize * math.prod(shape)
        return np.frombuffer(secrets.token_bytes(size), dtype=kind).reshape(shape)

    def in_the_clear(self) -> np.random.Generator:
        """A fast generator that these bits seed once in a process, for what no privacy depends on.

        Returns
        -------
        numpy.random.Generator
            The generator.
        """
        # A process that is forked gets one of its own.
        if self._fast is None or self._fast[0] != os.getpid():
            made = np.random.Generator(np.random.PCG64DXSM(self.words((4,)).tolist()))
            self._fast = os.getpid(), made
        return self._fast[1]

    def _next(self) -> int:
        try:
            # A process that is forked gets words of its own.
            for word in self._words if self._process == os.getpid() else ():
                return word
            self._words, self._process = iter(self.words((self._POOL,)).tolist()), os.getpid()
            return next(self._words)
        except BaseException:
            # numpy would go on with a word that is 0: an answer without noise. Nothing may be told after that.
            sys.stderr.write("ratecheck: interrupted while drawing random bits\n")
            os._exit(130)


def generator(seed: object = None) -> np.random.Generator:
    """The operating system's generator; with a seed, for study, a reproducible one.

    Parameters
    ----------
    seed : object, optional
        An integer of at least 0; None is the operating system's generator.

    Returns
    -------
    numpy.random.Generator
        The generator.

    Raises
    ------
    ParameterError
        For another seed.
    """
    return system_generator() if seed is None else np.random.Generator(np.random.PCG64DXSM(count("seed", seed, 0)))


def system_generator() -> np.random.Generator:
    """A numpy generator whose bits are the operating system's.

    Returns
    -------
    numpy.random.Generator
        A generator without a seed.
    """
    return np.random.Generator(SystemBits())  # type: ignore[arg-type]
