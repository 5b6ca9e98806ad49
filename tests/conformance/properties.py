"""What every estimator must be: each property a function that raises AssertionError where a subject lacks it."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from itertools import product
from math import prod
from typing import Any

import numpy as np
from flint import arb
from scipy.stats import binomtest, norm

from notation.parameters import ParameterError
from tests.conformance.instances import At
from tests.conformance.laws import Law, law
from tests.conformance.rationals import rational
from tests.conformance.subjects import Subject
from upperbounds.channels.arrays import FloatArray
from upperbounds.channels.budget import PartOfBudget
from upperbounds.channels.gaussian import GaussianOnBall
from upperbounds.channels.loss import NO_LOSS, PrivacyLoss, at_most
from upperbounds.channels.randomness import SystemBits
from upperbounds.channels.vectors import as_vectors
from upperbounds.protocols.protocol import Protocol, Round
from verify.kernel.statements.measured import BAND, fitted_slope
from verify.sample_mean import mean_of_squares

ALPHA = 1e-11
"""The type-I error of one statistical test; a run of the suite makes fewer than 5,000, so that all sum to 5e-8."""

FAR = 1e6
"""Data far beyond any range: no user is bound to be within it."""

ODD = [At(1, 1, 1), At(2, 1, 1, 1.5), At(3, 1, 2, 9.0), At(17, 1, 4, 0.25), At(19, 2, 6, 2.5), At(33, 1, 8, 3.5, 3.0)]
"""One user, one sample, an odd last fold, an even number of coordinates, powers of two or none, parts of epsilon."""


@lru_cache(maxsize=512)
def judged(subject: Subject, at: At) -> Any:
    """The plan that runs, its constants exact."""
    running = subject.build(at)
    exact = subject.exact(running)
    for a, b in zip(running.protocol().rounds, exact.protocol().rounds, strict=True):
        assert (a.name, a.users, a.messages) == (b.name, b.users, b.messages), f"{a} runs, {b} is judged"
    return rational(running, exact)


@dataclass(frozen=True)
class Step:
    """A round of a transcript: its channel given what was said before, all users' inputs and messages."""

    round: Round
    channel: Any
    inputs: np.ndarray
    messages: np.ndarray
    state: Any

    def asked(self, samples: FloatArray) -> np.ndarray:
        """What all users put into the channel where everyone's samples are these, given the messages before."""
        return self.round.inputs(samples[self.round.users.start : self.round.users.stop], self.state)

    def laws(self, whole: Fraction, user: int | None = None) -> Iterator[tuple[tuple[int, ...], Law]]:
        """The law of each message, of one user's or of all."""
        for index in np.ndindex(self.inputs.shape):
            if user is None or self.round.users[index[0]] == user:
                yield index, law(self.channel, self.inputs.shape, index, whole)


def steps(protocol: Protocol, samples: FloatArray, whole: Fraction, rng: np.random.Generator) -> Iterator[Step]:
    """The rounds of a run in which every message is any that its channel can send, likely or not.

    A caller that changes the messages of a step changes what later rounds are told.
    """
    state = None
    for one in protocol.rounds:
        inputs = one.inputs(samples[one.users.start : one.users.stop], state)
        step = Step(one, one.channel(state), inputs, np.empty(0), state)
        sent = np.array([each.anything(rng) for _, each in step.laws(whole)])
        step = replace(step, messages=sent.reshape(*inputs.shape, *sent.shape[1:]))
        yield step
        heard = step.messages.astype(np.float64) if step.messages.dtype == object else step.messages
        state = one.decode(heard, state)


def changed(samples: FloatArray, user: int, data: FloatArray) -> FloatArray:
    """The same samples except for one user's."""
    found = samples.copy()
    found[user] = data
    return found


def transcript_loss(
    protocol: Protocol, x: FloatArray, y: FloatArray, user: int, whole: Fraction, seed: int, *, likeliest: bool
) -> PrivacyLoss:
    """How likely a transcript is if one user's data are x's, over how likely if y's: exact, for any earlier messages.

    `likeliest` messages of that user are those that tell x from y best. What channels say of two inputs is compared
    with what the messages tell.
    """
    total = NO_LOSS
    for step in steps(protocol, x, whole, np.random.default_rng(seed)):
        if user not in step.round.users:
            continue
        other = step.asked(y)
        for index, each in step.laws(whole, user):
            a, b = step.inputs[index], other[index]
            if likeliest:
                step.messages[index] = each.likeliest(a, b)
            told = each.ratio(a, b, step.messages[index])
            said = _said(step.channel, each, a, b) if a.dtype.names is None else None
            if said is not None:
                _holds(said, told, equal=likeliest)
            total = total + told
    return total


def _said(channel: Any, each: Law, a: Any, b: Any) -> PrivacyLoss | None:
    """What the channel says of two numbers or bins, in multiples of the whole budget; None where it is trivial."""
    own = replace(channel, channel=each.channel) if isinstance(channel, PartOfBudget) else each.channel
    try:
        found = own.loss_between(*(Fraction(v) if isinstance(v, float) else int(v) for v in (a, b)))
    except ValueError:
        # One answer is the worst for some epsilon and another for others: nothing is said of these two.
        return None
    return found if isinstance(channel, PartOfBudget) else PrivacyLoss(found.ratio, found.unit * each.budget)


def _holds(said: PrivacyLoss, told: PrivacyLoss, *, equal: bool) -> None:
    most, found = said.multiple(), told.multiple()
    if most is not None and found is not None:
        assert found == most if equal else found <= most, f"{found} epsilon is told, {most} is said"
        return
    assert said.unit == told.unit
    assert told.ratio == said.ratio if equal else at_most(told.ratio, said.ratio), f"{told} is told, {said} is said"


def limit(subject: Subject, at: At) -> Fraction:
    """The most that a user may spend: epsilon, or what the plan says where it protects no users."""
    return Fraction(1) if subject.protects_users else declared(subject, at)


def declared(subject: Subject, at: At) -> Fraction:
    """The most that a user spends by the plan's own account, as an exact multiple of epsilon."""
    exact = subject.exact(subject.build(at))
    spent = exact.protocol().worst_spend().multiple()
    assert spent is not None
    if hasattr(exact, "spend"):
        runs = exact.spend()
        assert max(loss.multiple() for _, loss in runs) == spent
        assert [runs[0][0].start, runs[-1][0].stop] == [0, at.n]
    return spent


def is_private(subject: Subject, at: At, x: FloatArray, y: FloatArray, user: int, seed: int) -> None:
    """Two data sets of one user: no transcript tells them apart by more than e^epsilon."""
    protocol, most = judged(subject, at).protocol(), limit(subject, at)
    for likeliest in (False, True):
        found = transcript_loss(protocol, x, y, user, Fraction(at.epsilon), seed, likeliest=likeliest)
        assert found.at_most(most), f"{subject.name}: user {user} spends {found} at {at}"


def ends(subject: Subject, at: At) -> list[int]:
    """The first and the last users of all rounds; none where a plan refuses so few in one line."""
    text = refusal(lambda: subject.build(at))
    if text is not None:
        _is_one_line(text)
        return []
    rounds = subject.build(at).protocol().rounds
    return sorted({place for one in rounds for place in (one.users.start, one.users.stop - 1) if one.users})


class Counted(SystemBits):
    """The operating system's words, one asked for at a time, and how many were."""

    _POOL = 1

    def __init__(self) -> None:
        super().__init__()
        self.asked = 0

    def words(self, shape: tuple[int, ...], kind: type[Any] = np.uint64) -> Any:
        self.asked += prod(shape)
        return super().words(shape, kind)


def asks_its_source(subject: Subject, at: At, samples: FloatArray) -> None:
    """Each message of a round takes a word of the source at least, and a second call gives other messages.

    Of twenty repetitions at a small epsilon, so that a round is said again by probability with probability below 1e-12.
    """
    source, state = Counted(), None
    rng: Any = np.random.Generator(source)  # type: ignore[arg-type]
    for one in subject.build(at).protocol().rounds:
        inputs, channel = one.inputs(samples[one.users.start : one.users.stop], state), one.channel(state)
        inputs, sent = np.broadcast_to(inputs, (20, *inputs.shape)), []
        for _ in range(2):
            before = source.asked
            sent.append(channel.sample(inputs, rng))
            told = f"{subject.name}: {source.asked - before} words for {inputs.size} messages of {one.name}"
            assert source.asked - before >= inputs.size or not subject.protects_users, told
        assert not np.array_equal(*sent) or not subject.protects_users, f"{subject.name}: {one.name} is said again"
        state = one.decode(sent[0][0], state)


def spends_what_it_declares(subject: Subject, at: At) -> None:
    """The most that opposite data far out make of a transcript is what the plan declares, and no user's more."""
    plan, said = subject.opened(judged(subject, at)), declared(subject, at)
    protocol, d = plan.protocol(), getattr(plan, "dimension", at.d)
    assert said <= limit(subject, at), f"{subject.name} declares {said} at {at}"
    directions = (np.ones(d), np.eye(d)[0], np.linspace(1.0, 0.3, d))
    users = sorted({place for one in protocol.rounds for place in (one.users.start, one.users.stop - 1)})
    most = Fraction(0)
    for user, direction, sign in product(users, directions, (1, -1)):
        x = np.zeros((at.n, d * at.m))
        x[user] = np.resize(sign * FAR * direction, d * at.m)
        y = changed(x, user, -x[user])
        found = transcript_loss(protocol, x, y, user, Fraction(at.epsilon), 7, likeliest=True).multiple()
        assert found is None or found <= said, f"{subject.name} declares {said}, user {user} spends {found} at {at}"
        most = max(most, found or most)
    assert most == said, f"{subject.name} declares {said}, at most {most} is told at {at}"


def is_local(subject: Subject, at: At, x: FloatArray, data: FloatArray, user: int, seed: int) -> None:
    """One user's data change that user's inputs and messages, no one else's, given the earlier messages."""
    y = changed(x, user, data)
    for step in steps(subject.build(at).protocol(), x, Fraction(at.epsilon), np.random.default_rng(seed)):
        users = step.round.users
        others = [i for i, u in enumerate(users) if u != user]
        inputs = step.asked(y)
        assert _same(inputs[others], step.inputs[others], x), f"{subject.name}: inputs leak in {step.round.name}"
        a, b = (step.channel.sample(each, np.random.default_rng(seed))[others] for each in (step.inputs, inputs))
        assert _same(a, b, x), f"{subject.name}: messages leak in {step.round.name}"


def _same(a: np.ndarray, b: np.ndarray, samples: FloatArray) -> bool:
    """Equal except for rounding of numbers of the samples' size, which depends on how many are transformed at once."""
    if a.dtype.names:
        a, b = as_vectors(a), as_vectors(b)
    return (
        np.allclose(a, b, rtol=1e-12, atol=1e-13 * np.max(np.abs(samples)))
        if a.dtype == float
        else np.array_equal(a, b)
    )


def replayed(protocol: Protocol, messages: tuple[np.ndarray, ...]) -> np.ndarray:
    """What the decoders make of messages alone."""
    state = None
    for one, sent in zip(protocol.rounds, messages, strict=True):
        state = one.decode(sent, state)
    return np.asarray(state)


def is_blind(subject: Subject, at: At, x: FloatArray, y: FloatArray, seed: int) -> None:
    """The same messages decode to the same estimate after other data, and in a plan that has seen none."""
    protocol = subject.build(at).protocol()
    sent, estimate = protocol.transcript(x, np.random.default_rng(seed))
    kept = tuple(each.copy() for each in sent)
    protocol.transcript(y, np.random.default_rng(seed + 1))
    for each in (protocol, subject.build(at).protocol()):
        assert np.array_equal(replayed(each, kept), estimate), f"{subject.name}: its decoder knows more than messages"


class Tape:
    """A generator whose draws are kept, or played again one repetition at a time."""

    def __init__(self, rng: np.random.Generator) -> None:
        self.rng, self.kept, self.playing = rng, [], None

    def of(self, repetition: int) -> "Tape":
        """The draws of one repetition, from the first on."""
        found = Tape(self.rng)
        found.playing = iter([each[repetition] for each in self.kept])
        return found

    def __getattr__(self, name: str) -> Any:
        def draw(*args: Any, **keywords: Any) -> np.ndarray:
            if self.playing is None:
                self.kept.append(getattr(self.rng, name)(*args, **keywords))
                return self.kept[-1]
            found = next(self.playing)
            asked = keywords["size"] if "size" in keywords else args[-1]
            assert found.shape == tuple(asked), f"{name}: {asked} numbers are drawn for one of {found.shape}"
            return found

        return draw


def is_vectorized(subject: Subject, at: At, samples: FloatArray, seed: int) -> None:
    """Repetitions at once are repetitions one by one, with the same draws: messages and estimates."""
    protocol = subject.build(at).protocol()
    tape = Tape(np.random.default_rng(seed))
    sent, estimates = protocol.transcript(samples, tape)
    assert estimates.shape == (len(samples), *subject.shape(at))
    for r, one in enumerate(samples):
        messages, estimate = protocol.transcript(one, tape.of(r))
        for several, single in zip(sent, messages, strict=True):
            assert _same(several[r], single, samples), f"{subject.name}: messages differ"
        assert _same(estimates[r], np.asarray(estimate), samples), f"{subject.name}: estimates differ"


def draws_its_law(subject: Subject, at: At, samples: FloatArray, seed: int, draws: int = 4000) -> None:
    """What a channel draws for the first and the last user has the probabilities of the law that is judged."""
    rng, whole = np.random.default_rng(seed), Fraction(at.epsilon)
    for step in steps(subject.build(at).protocol(), samples, whole, rng):
        places = {0, len(step.round.users) - 1}
        sent = step.channel.sample(np.broadcast_to(step.inputs, (draws, *step.inputs.shape)), rng)
        for index, each in step.laws(whole):
            if index[0] not in places or any(index[1:]):
                continue
            for event, chance in each.events(step.inputs[index]):
                seen = int(np.sum(event(sent[(slice(None), *index)])))
                value = binomtest(seen, draws, min(max(chance, 0.0), 1.0)).pvalue
                assert value > ALPHA, f"{subject.name}, {type(each.channel).__name__}: {seen}/{draws} for {chance}"


def has_its_risk(subject: Subject, at: At, repetitions: int, seed: int) -> None:
    """The exact risk is that of runs from raw samples, within what probability and rare bins explain."""
    assert subject.instance is not None
    plan = subject.build(at)
    known, rng = subject.instance(at, plan), np.random.default_rng(seed)
    found = plan.protocol().run(known.draw(repetitions, rng), rng).reshape(repetitions, -1)
    mean = mean_of_squares(np.sum((found - known.mean) ** 2, axis=1))
    assert mean.suffices(ALPHA), f"{subject.name}: {repetitions} repetitions of skewness {mean.skewness:.3g}"
    off, allowed = abs(mean.value - known.risk), known.error(repetitions) + mean.quantile(ALPHA) * mean.standard_error
    assert off <= allowed, f"{subject.name}: {mean.value:.6g} is drawn, {known.risk:.6g} is exact, {allowed:.2g} apart"


def is_between(subject: Subject, at: At) -> None:
    """No lower bound is above the worst risk that is found, and that is not above the explicit bound."""
    assert subject.worst is not None
    lower, worst, upper = subject.lower(at), subject.worst(at), subject.bound(at).value
    error = worst.error * (norm.isf(ALPHA) + 1 if worst.repetitions else 1) + 4e-12 * worst.value
    assert lower > 0 or (lower == 0 and subject.vanishes(at)), f"{subject.name}: {lower} at {at}"
    assert lower <= worst.value + error, f"{subject.name}: {lower} is no lower bound of {worst.value} at {at}"
    assert worst.value - error <= upper, f"{subject.name}: {worst.value} is above the bound {upper} at {at}"


def has_its_rate(
    subject: Subject, at: At, axis: str, value: Callable[[At], float] | None = None, times: int = 4
) -> None:
    """From a point to a quarter of its epsilon, or four times another, bound and rate grow alike, except for BAND."""
    start, factor = getattr(at, axis), 1 / times if axis == "epsilon" else times
    points = [at.but(**{axis: type(start)(start * factor**k)}) for k in (0, 1)]
    x = [float(getattr(point, axis)) for point in points]
    bound = fitted_slope(x, [(value or (lambda at: subject.bound(at).value))(point) for point in points])
    rate = fitted_slope(x, [subject.number(point) for point in points])
    assert abs(bound - rate) <= BAND, f"{subject.name}: the bound grows as {axis}^{bound:.3f}, the rate as ^{rate:.3f}"


def refusal(call: Callable[[], Any]) -> str | None:
    """The one line for a person in which a call ends, where it ends in one."""
    try:
        call()
    except ParameterError as error:
        return str(error)
    return None


def refuses(call: Callable[[], Any], name: str) -> None:
    """One line that names the argument, in place of anything else."""
    text = refusal(call)
    assert text is not None, f"{name} goes through"
    _is_one_line(text)
    assert text.startswith((name, *ALIASES.get(name, ()))), f"{name} is not named: {text}"


ALIASES = {"D": ("M", "half-width", "r ", "L "), "d": ("K",)}


def _is_one_line(text: str) -> None:
    assert "\n" not in text
    assert len(text) < 400
    assert " = " in text or "bits" in text or "digits" in text, f"no value in {text}"


def stands_or_refuses(subject: Subject, at: At) -> None:
    """A plan and a bound that is a number, or one clear line; a bound says so where it is no better than 0's."""
    text = refusal(lambda: subject.build(at))
    assert (text is None) == (refusal(lambda: subject.bound(at)) is None), f"{subject.name}: plan or bound alone, {at}"
    if text is not None:
        _is_one_line(text)
        return
    assert subject.build(at).n == at.n
    bound = subject.bound(at)
    assert bound.value > 0, f"{subject.name}: {bound.value} at {at}"
    assert bound.vacuous == (not bound.value < subject.trivial(at)), f"{subject.name}: {bound} at {at}"


def is_approximately_private(subject: Subject, at: At, x: FloatArray, y: FloatArray, user: int, seed: int) -> None:
    """Two data sets of one user: the hockey-stick divergence of what they send is at most delta."""
    found = divergence(subject, at, x, y, user, seed)
    assert found <= arb(subject.delta), f"{subject.name}: user {user} spends delta {found} at {at}"


def spends_the_delta_it_declares(subject: Subject, at: At) -> None:
    """Opposite data far out reach the divergence that the plan computes, which is at most delta."""
    said, found = subject.build(at).spent_delta(), arb(0)
    for user, direction in product((0, at.n - 1), (np.ones(at.d), np.linspace(1.0, 0.3, at.d))):
        x = np.zeros((at.n, at.m * at.d))
        x[user] = np.resize(FAR * direction, at.m * at.d)
        found = found.max(divergence(subject, at, x, changed(x, user, -x[user]), user, 7))
    assert said <= subject.delta
    assert abs(found / arb(said) - 1) <= arb(1e-9), f"{subject.name} declares {said}, {found} is spent"


def divergence(subject: Subject, at: At, x: FloatArray, y: FloatArray, user: int, seed: int) -> arb:
    """The hockey-stick divergence at e^epsilon of all that a user sends, enclosed, given everyone else's messages.

    All messages but the last are bits, enumerated; the last has Gaussian noise around what they decode to.
    """
    protocol, whole = subject.build(at).protocol(), Fraction(at.epsilon)
    *_, last = protocol.rounds
    first = next(steps(protocol, x, whole, np.random.default_rng(seed)))
    assert len(protocol.rounds) == 2
    assert user in last.users
    others = first.round.statistic(y[first.round.users.start : first.round.users.stop])
    pair = [last.statistic(each[last.users.start : last.users.stop]) for each in (x, y)]
    place = user - last.users.start
    answers = list(product((False, True), repeat=first.messages.shape[-1])) if user in first.round.users else [()]
    total = arb(0)
    for answer in answers:
        weight, loss = arb(1), arb(0)
        if answer:
            ((index, each),) = first.laws(whole, user)
            first.messages[index] = answer
            a, b = (_chance(each, inputs[index], answer) for inputs in (first.inputs, others))
            weight, loss = a, (a / b).log()
        channel = last.channel(first.round.decode(first.messages, None))
        assert isinstance(channel, GaussianOnBall)
        each = law(channel, pair[0].shape, (place,), whole)
        apart = np.linalg.norm(each.mean(pair[0][place]) - each.mean(pair[1][place])) / channel.sigma
        total += weight * _normal(arb(at.epsilon) - loss, arb(float(apart)))
    return total


def _chance(each: Law, x: Any, answer: tuple[bool, ...]) -> arb:
    t, found = (arb(each.unit.numerator) / each.unit.denominator * arb(float(each.whole))).exp(), arb(1)
    for bit, one in zip(each.bits(x), answer, strict=True):
        found *= (t if bit == one else 1) / (1 + t)
    return found


def _normal(epsilon: arb, shift: arb) -> arb:
    """P(N > a) - e^epsilon P(N > b) for two unit normals `shift` apart."""
    if shift == 0:
        return max(1 - epsilon.exp(), arb(0)) if epsilon < 0 else arb(0)
    root = arb(2).sqrt()
    above = [((epsilon / shift + sign * shift / 2) / root).erfc() / 2 for sign in (-1, 1)]
    return above[0] - epsilon.exp() * above[1]
