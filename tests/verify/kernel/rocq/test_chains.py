"""Rocq proves chains from what they cite, and no stronger conclusion; tests that need it are skipped without it."""

import re
import shutil
from collections.abc import Iterator
from importlib import resources
from pathlib import Path

import pytest
import sympy

from verify.kernel.calculus import choose, integer, line, obtain, quantity, real, words
from verify.kernel.calculus.chain import Chain
from verify.kernel.calculus.conditions import Comparison, WholeNumber
from verify.kernel.calculus.facts.rounding import WHOLE_WITHIN, WITHIN_FROM, WITHIN_TO, WithinTwo
from verify.kernel.calculus.over import Infimum
from verify.kernel.rocq.chains import _divides_not, _solved, theorem
from verify.kernel.rocq.terms import Inexpressible
from verify.ledger.collect import claims
from verify.ledger.rocq import run
from verify.ledger.rocq.export import CHAINS, LIBRARY, statements_of


class Reader:
    """A running Rocq that has read both libraries: coqc would load them again for each theorem."""

    def __init__(self, rocq: run.Rocq) -> None:
        self.rocq = rocq
        self.proved: list[str] = []

    def accepts(self, text: str) -> bool:
        """Whether Rocq proves a theorem `chain`; what it rests on is asked of all at the end."""
        module = f"Accepted{len(self.proved)}"
        error, _ = self.rocq.read(f"Module {module}.\n{text}\nEnd {module}.", 300)
        assert error != "out of time"
        self.proved += [] if error else [f"{module}.chain"]
        return not error

    def foreign(self) -> list[str]:
        """Axioms below what was proved that are neither the reals' nor machine arithmetic's."""
        found = run._axioms(self.rocq, self.proved)
        return [a for a in found if a not in run._REALS and not a.startswith(run._MACHINE)]


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder in which both libraries are compiled."""
    if shutil.which("coqc") is None:
        pytest.skip("coqc is not installed (Debian: coq libcoq-interval)")
    path = tmp_path_factory.mktemp("built")
    for name in (LIBRARY, CHAINS):
        (path / name).write_bytes(resources.files("verify.kernel.rocq").joinpath(name).read_bytes())
        assert run.compiled(path / name).returncode == 0
    return path


@pytest.fixture(scope="module")
def rocq(built: Path) -> Iterator[Reader]:
    """What reads the theorems here; at the end, none that it proved rests on a foreign axiom."""
    with run.Rocq(built, CHAINS) as running:
        reader = Reader(running)
        yield reader
        assert reader.foreign() == []


def written(id_: str) -> str:
    _, chain = next(statements_of(claims()[id_]))
    assert isinstance(chain, Chain)
    return theorem("chain", chain).text


def parted(text: str) -> tuple[str, str]:
    """What stands before the theorem's proof, and what after."""
    statement, _, proof = text.rpartition("\nQed.\nLemma chain_domain")[0].rpartition("\nProof.\n")
    return statement, f"{proof}\nQed.\n"


PROVED = [
    "zhao/contraction",
    "zhao/eq62",
    "zhao/prop1",
    "zhao/lemma4/2",
    "label/prop2b",
    "kent/lemma21",
    "zhao/lemma10",
]
"""Of all kinds: a supremum over channels; a sum with an index; events; random reals; an infimum; cases."""


@pytest.mark.parametrize("id_", PROVED)
def test_a_chain_is_proved_from_what_it_cites(id_: str, rocq: Reader) -> None:
    assert rocq.accepts(written(id_))


def test_what_is_cited_is_a_hypothesis_with_its_premises_and_the_conclusion_is_none() -> None:
    told = written("zhao/eq62")
    assert "(fact_pinsker_1 : TV6 <= " in told
    assert "(fact_private_contraction_1 : forall K : any_channel, (Private12 K) -> 0 < epsilon -> " in told
    statement, proof = parted(told)
    conclusion = statement.rpartition("\n  : ")[2].removesuffix(".")
    assert statement.count(conclusion) == 1
    assert "Admitted" not in proof


@pytest.mark.parametrize("id_", ["zhao/contraction", "zhao/eq62/e", "zhao/prop1", "zhao/lemma4/2", "zhao/lemma10"])
def test_a_conclusion_stronger_by_a_millionth_is_refused(id_: str, rocq: Reader) -> None:
    statement, proof = parted(written(id_))
    head, _, conclusion = statement.rpartition("\n  : ")
    small, large = conclusion.removesuffix(".").split(" <= ")
    assert rocq.accepts(f"{head}\n  : {small} <= {large}.\nProof.\n{proof}")
    assert not rocq.accepts(f"{head}\n  : {small} + / 1000000 <= {large}.\nProof.\n{proof}")


@pytest.mark.parametrize(
    ("id_", "said", "other"),
    [
        ("zhao/eq62/e", "(fact_pinsker_1 : TV0 <= ((sqrt 2) * ", "(fact_pinsker_1 : TV0 <= ((sqrt 3) * "),
        ("zhao/prop1", "(Supremum13 j) <= (epsilon / m)) -> Sum7", "(Supremum13 j) <= (epsilon / (2 * m))) -> Sum7"),
        ("zhao/lemma10", "(fact_distance_on_a_set_1 : AgreeOff3 -> ", "(fact_distance_on_a_set_1 : ~ AgreeOff3 -> "),
    ],
)
def test_another_fact_in_the_place_of_the_cited_one_is_refused(id_: str, said: str, other: str, rocq: Reader) -> None:
    text = written(id_).rpartition("\nLemma chain_domain")[0]
    assert text.count(said) == 1
    assert rocq.accepts(text)
    assert not rocq.accepts(text.replace(said, other))


def test_an_inclusion_of_events_is_shown_at_each_outcome(rocq: Reader) -> None:
    text = written("zhao/lemma4/2").rpartition("\nLemma chain_domain")[0]
    (said,) = re.findall(r"\(fact_inclusion_1 : \(forall outcome : any_outcome, (.*)\) -> Prob.* <= .*\)", text)
    one, other = said.split(" -> ")
    assert one != other
    turned = text.replace(said, f"{other} -> {one}")
    assert rocq.accepts(text)
    assert not rocq.accepts(turned)


def test_a_power_of_what_may_be_0_is_0_there(rocq: Reader) -> None:
    a, b, n = real("a", 0, 1), real("b", above=0, most=1), integer("n", 1)
    text = theorem("chain", line(a**n).le(1, words("because it is so")).le(1 + b)).text
    assert "  : (power a n) <= (1 + b)." in text
    assert rocq.accepts(text)
    assert "exp (n * ln b)" in theorem("chain", line(b**n / 2).le(b**n)).text
    for base, true in (("0 < a", True), ("0 <= a", False)):
        said = f"Lemma chain : forall a n : R, {base} -> 1 <= n -> power a n = exp (n * ln a)."
        assert rocq.accepts(f"{said}\nProof. intros. same. Qed.\n") == true


def test_a_minimum_is_taken_apart(rocq: Reader) -> None:
    a = real("a", above=0)
    chain = line(sympy.Min(1, a) ** 2 / 4).le(sympy.Min(1, a) / 2)
    assert rocq.accepts(theorem("chain", chain).text)


def test_what_exists_by_a_fact_is_a_hypothesis(rocq: Reader) -> None:
    x, k = real("x", 1), integer("k", 1)
    shown = line(x / 2, given=(WithinTwo(k, x),)).le(k, WITHIN_TO(k, x)).le(x, WITHIN_FROM(k, x))
    text = theorem("chain", line(x / 2).le(x, obtain(WHOLE_WITHIN(k, x), shown))).text
    said = "1 <= x -> (exists k : R, (exists whole : Z, k = IZR whole) /\\ 1 <= k /\\ "
    assert said in text
    assert rocq.accepts(text)
    assert not rocq.accepts(text.replace(said, said.replace("1 <= x -> ", "2 <= x -> ")))


def test_what_exists_where_something_else_does_is_told_of_that(rocq: Reader) -> None:
    x, k, n = real("x", 1), integer("k", 1), integer("n", 1)
    both = (WithinTwo(k, x), WithinTwo(n, x))
    inner = line(x / 2, given=both).le(k, WITHIN_TO(k, x)).le(x, WITHIN_FROM(k, x))
    middle = line(x / 2, given=(WithinTwo(n, x),)).le(x, obtain(WHOLE_WITHIN(k, x), inner))
    text = theorem("chain", line(x / 2).le(x, obtain(WHOLE_WITHIN(n, x), middle))).text
    # Nothing that it says of k is about n: which n it is can't be seen.
    named = "(fact_a_whole_number_within_a_factor_of_2_2 n range_n_0 range_n_1)"
    assert named in text
    assert rocq.accepts(text)
    assert not rocq.accepts(text.replace(named, "fact_a_whole_number_within_a_factor_of_2_2"))


def test_a_value_that_is_of_the_outcome_has_no_notation() -> None:
    text = written("zhao/lemma8")
    assert "Local Notation" in text
    assert re.findall(r"Local Notation \w+(?: \w+)* :=", text) == re.findall(r"Local Notation .*? :=", text)


def test_a_hypothesis_dropped_is_missed(rocq: Reader) -> None:
    lines = written("zhao/eq62/e").splitlines()
    assert rocq.accepts("\n".join(lines))
    for fact in ("fact_pinsker_1", "fact_tensorisation_1"):
        assert f"  ({fact} : " in "\n".join(lines)
        assert not rocq.accepts("\n".join(line for line in lines if not line.startswith(f"  ({fact} :")))


def test_an_axiom_of_ones_own_is_foreign(built: Path) -> None:
    with run.Rocq(built, CHAINS) as running:
        reader = Reader(running)
        assert reader.accepts("Lemma chain : 1 <= 2. Proof. lra. Qed.")
        assert reader.foreign() == []
    with run.Rocq(built, CHAINS) as running:
        reader = Reader(running)
        assert reader.accepts("Axiom cheat : forall x : R, x <= 0. Lemma chain : 1 <= 0. Proof. apply cheat. Qed.")
        assert [name.split(".")[-1] for name in reader.foreign()] == ["cheat"]


def test_a_chain_that_is_its_only_reason_is_no_theorem() -> None:
    a = real("a", 0, 1)
    said = line(a).le(sympy.sqrt(a), words("because it is so"))
    with pytest.raises(Inexpressible, match="one of its hypotheses"):
        theorem("chain", said)


OF_S = "(forall s : R, 0 < s -> s <= 1 / 2 -> (1 / 2 + s / 2) * ln (1 + s) <= 3 * s ^ 2)"
SHARED = (
    "forall m n : R, 1 <= m -> 1 <= n -> " + OF_S + " -> 0 < sqrt 6 / (6 * sqrt (m * n)) -> "
    "sqrt 6 / (6 * sqrt (m * n)) <= 1 / 2 -> "
    "ln (1 + sqrt 6 / sqrt (m * n) / 6) * (sqrt 6 / (12 * sqrt (m * n)) + 1 / 2) <= {} / (2 * m * n)"
)
ROOTS = (
    "forall m n : R, 1 <= m -> 1 <= n -> "
    "(sqrt 6 / (6 * sqrt (m * n))) ^ 2 * (1 + sqrt 2 * sqrt (n * (1 / (2 * n)))) = {} / (6 * m * n)"
)


IN_SMALL = "forall a : R, Rmin 1 a <= a -> Rmin 1 a * 3 <= 3 * a / {}"
IN_LARGE = "forall a : R, 1 <= Rmax 1 a -> {} * 3 <= Rmax 1 a * 3"
OF_LOGARITHMS = "forall a : R, 0 < a -> exp (- (3 * ln a) / 6) * sqrt a + exp (ln a) = 1 + a * {} / 2"
JOINED = "forall d : R, 1 <= d -> 4 * exp (ln d) <= exp (2 + 2 * ln d) -> 4 * d <= {} * (exp 2 * exp (2 * ln d))"
PARTED = (
    "forall T p x : R, 0 < T -> 1 < p -> power (Rabs x / T) p * T = {} * power (Rabs x) p * exp ((1 + -1 * p) * ln T)"
)
SQUARED = "forall m : R, 1 <= m -> exp (-1 / 4 * (6 * ln m)) = {} / sqrt m ^ 3"
MULTIPLES = "forall h s : R, exp (-1 / 2 * h ^ 2 * s) * (h * exp (-1 / 2 * h ^ 2 * s)) = {} * h * exp (-1 * h ^ 2 * s)"
TWICE = "forall p : R, 1 < p -> exp (p * ln 2) * exp (p * ln (1 + 2 / p)) = {} * exp (p * ln (2 + 4 / p))"
PRODUCTS = (
    "forall d : R, exp (d * ln 31) * exp (d * ln (7 / 5 * exp 1 / PI)) = {} * exp (d * ln (217 / 5 * exp 1 / PI))"
)
CUBES = "forall n d : R, 1 <= n -> 0 < d -> ln (n ^ 3 / d ^ 3) <= 3 * ln (n / d) - 1 + {}"
KNOWN = "forall a b c : R, Rmax a (Rmax b (Rmax a (Rmax b c))) = Rmax a (Rmax b c) - 1 + {}"
FROM_ONE = "forall n g : R, 2 <= n -> 0 < g -> g <= 1 -> {} <= 1 + ln (8 * exp 1 * n / g)"
FROM_ONE_TIGHT = "forall n g : R, 1 <= n -> 0 < g -> g <= 1 -> {} <= 1 + ln (n / g)"
ORDERED = "forall a b c : R, Rmin a (Rmin b c) = b \\/ Rmin a (Rmin b c) = Rmin a c * {}"
LETTERS = (
    "forall d m n e : R, 1 <= d -> 1 <= m -> 1 <= n -> 0 < e -> sqrt (n ^ 3 / (d ^ 3 * m)) * d ^ 2 / (e * n ^ 2) = "
    "{} * sqrt (d / (e ^ 2 * m * n))"
)
SIDES = (
    "forall d m k L T : R, 0 < d -> 0 < m -> 0 < k -> 0 < T -> "
    "sqrt (d / m) * L / sqrt (T * k) <= 2 -> sqrt (d / (m * k)) * L / sqrt T <= 2 * {}"
)
SQUARED_BOUND = "forall d m : R, 0 < d -> 0 < m -> sqrt (d / m) / 4 <= 1 / 4 -> 0 <= {} - 1 / 16 * (d / m)"
ROOT_IN_POWER = (
    "forall T u : R, 1 <= T -> 0 <= u -> exp (T * ln (1 + (sqrt 2 * sqrt u / 2) ^ 2)) = exp (T * ln ({} + u / 2))"
)
NO_EXPONENT = "forall e T : R, 0 < T -> Rmax 0 (1 + -1 * exp (e / 2 + -1 / 4 * (2 * T) * e / T)) = {}"
ROOT_OF_POWER = "forall B b h : R, 0 < B -> sqrt (B ^ 2 * exp (2 * b * ln h) / 16) = {} * Rabs (B * exp (b * ln h)) / 4"
EQUAL_PARTS = "forall K n : R, 1 <= K -> 1 <= n -> Rmax (1 / (K * n)) ({} * exp (-1 * ln (K * n))) = 1 / (K * n)"
ROOTS_AND_EXPS = "forall a v : R, 0 <= v -> sqrt 8 * sqrt (v / exp a) = {} * 2 * sqrt 2 * sqrt (exp (-1 * a) * v)"
WHOLE_POWER = (
    "forall N d : R, 1 <= N -> 1 <= d -> (exists k : Z, N = IZR k) -> (exists k : Z, d = IZR k) -> "
    "exists k : Z, exp (d * ln N) + {} = IZR k"
)
BY_FACTORS = (
    "forall q b c : R, 0 < c -> "
    "exp q * exp (q * ln (q / (exp (-2 * b) * c))) = exp q * exp (q * ln (q * exp (2 * b) / (c * {})))"
)
AT_ITS_END = "forall x : R, {} * exp (-48 * x + -1 * ln 16) / 16 = exp (-48 * x) / 256"
ONE_ROOT = "forall T y : R, 1 <= T -> 8 <= y -> sqrt (ln y / T) = {} * sqrt (/ T * ln y)"
TIMES_3 = "forall q : R, exp (q / 60) * exp (- q / 40) * 6 = {} * 6 * exp (- q / 120)"
SUMMED = "forall q : R, 4 * exp (- q / 120) * (exp (24 * q) * 2) = {} * 8 * exp (2879 / 120 * q)"
WHOLES = "forall M y : R, exp (-11 * y) - M * exp (-12 * y) = {} * (exp y - M) * exp (-12 * y)"
POWER_MOST = "forall d n : R, 0 <= d -> d < 1 -> 1 <= n -> power (1 + -1 * d) n <= {}"
WHOLE_CASES = "forall N : R, 2 <= N -> (exists k : Z, N = IZR k) -> N <= 2 \\/ {} <= N"
BUILT = "forall q d : R, 0 < q -> 1 <= d -> sqrt d * exp (- q) <= 1 -> {} <= sqrt d / (sqrt d * exp (- q))"
ROOTS_IN_FACTORS = (
    "forall q d V : R, 1 <= d -> exp (d * ln (/ (sqrt 5 * sqrt d * exp (- (q / d)) / 5))) * V = "
    "exp (d * ln ({} * sqrt 5 * exp (q / d) / sqrt d)) * V"
)
BESIDE = (
    "forall s w c : R, 0 < s -> 0 < w -> exp (s / 2 * ln (s / 20)) * exp (s * ln w) * c = "
    "exp (s / 2 * ln ({} * w ^ 2 * s / 20)) * c"
)
SIZES = "forall a m : R, 0 < a -> 0 < m -> exp (-3 / 2 * ln (a ^ 2 * m)) = {} * (Rabs a / a ^ 4) / sqrt m ^ 3"
LOGS_OF_ROOTS = (
    "forall q d : R, 1 <= d -> exp (d * ln (/ (sqrt 5 * sqrt d * exp (- (q / d)) / 5))) * (sqrt d * 2) = "
    "{} * exp (d * ln (sqrt 5 * exp (q / d) / sqrt d)) * 2 * sqrt d"
)
BACK = (
    "forall b z : R, 1 <= b -> 0 < z -> exp (/ b * ln (exp (-1 * b * ln z))) * exp (1 / b * ln (exp (b * ln z))) = {}"
)
MULTIPLE_OF_ROOTS = (
    "forall d g n : R, 1 <= d -> 0 < g -> g <= 1 -> 1 <= n -> "
    "exp (-1 * (sqrt (ln (2 * d / g) / n) * 2) * sqrt (ln (2 * d / g) / n) * n) = {} * g ^ 2 / (4 * d ^ 2)"
)
SPLIT_ROOTS = (
    "forall a b e n d u T : R, 0 < a -> 0 <= e -> 1 <= n -> 1 <= d -> 0 <= u -> 1 <= T -> "
    "sqrt (a ^ 2 * (power (1 + u) T) * e * n * exp b / (2 * d)) = "
    "{} / 2 * sqrt 2 * sqrt (power (1 + u) T * e * n / d) * Rabs a * exp (b / 2)"
)
NUMERATOR = "forall l n : R, 1 <= n -> l / (8 * n) <= {} -> l <= 2 * n"
NUMBERS = "Rmin 1 (Rmin 3 (Rmax 2 (3 ^ 2))) * {} <= 1"
OVER_A_MINIMUM = (
    "forall s d m n e : R, 0 <= s -> 1 <= d -> 0 < e -> let r := Rmin (1 / 2) s in "
    "4 * r ^ 2 * m / ((1 + -1 * r ^ 2) * d) <= d / (4 * (-1 + exp e) ^ 2 * n) -> 1 <= n -> "
    "2 * (-1 + exp e) ^ 2 * r ^ 2 * m * n / ((1 + -1 * r ^ 2) * d) <= d * {} / 8"
)
BY_MULTIPLE = (
    "cbv zeta. intros. by_multiple ((-1 + exp e) ^ 2 * n / 2) "
    "(4 * Rmin (1 / 2) s ^ 2 * m / ((1 + -1 * Rmin (1 / 2) s ^ 2) * d)) (d / (4 * (-1 + exp e) ^ 2 * n))."
)
OPPOSED = (
    "forall b d l k : R, 0 < 2 * b + d -> 1 <= k -> exp (-2 * b / (2 * b + d) * l) <= k -> "
    "/ k <= {} * exp (2 * b / (2 * b + d) * l)"
)
BY_OPPOSED = (
    "intros. by_multiple (exp (2 * b / (2 * b + d) * l) / k) (exp (-2 * b / (2 * b + d) * l)) k; rewrite Rmult_1_l."
)
HALVES_OPPOSED = "forall b x : R, 0 < b -> exp (-1 / 2 / b * x) * exp (1 / (2 * b) * x) = {}"
ROOT_OF_QUOTIENT = (
    "forall n d e : R, 1 <= n -> 1 <= d -> 0 < e -> sqrt 6 * sqrt (n / d) * Rabs (-1 + exp e) / 2 = "
    "{} * sqrt 2 * sqrt (/ (d / (12 * (-1 + exp e) ^ 2 * n))) / 4"
)
INVERSES = "forall a s d m : R, exp (4 * a / ((1 - s) * d) * m) = exp ({} * (4 * a * m / ((1 - s) * d)))"
ALL_EXPS = (
    "forall a b c : R, 0 < a -> 0 < c -> exp (-1 * c) * exp (a * ln (a / (exp (-2 * b) * c))) = "
    "exp (a * ln (exp (2 * b) * a / c)) * exp ({} * c)"
)
SQUARE_OF_EXP = "forall p x w : R, 1 <= p -> (8 * exp (1 / (2 * p) * x) ^ 2 + w) / p = w / p + {} * exp (/ p * x) / p"
NEAR_KNOWN = "forall t a T n : R, 0 < T -> 1 <= n -> t <= sqrt 2 * a -> -4 * sqrt 2 * T / sqrt n + t <= sqrt 2 * a + {}"
INVERSE_ROOT = "forall t : R, 1 <= t -> 1 / (t * t) / sqrt (/ t) = {} * sqrt (/ t) / t"
ONE_EXP = "forall e u : R, 0 < e -> exp (u / (1 / 4 + 4 / e)) = {} * exp (4 * u / (1 + 16 / e))"
ROOTS_OF_LETTERS = (
    "forall x y : R, 0 < x -> 0 < y -> exp (3 / 5 * ln x) * exp (1 / 5 * ln y) = "
    "{} * x * exp (6 / 5 * ln y) / (y * exp (2 / 5 * ln x))"
)
SQUARES = (
    "forall b d f l m x : R, 0 < f -> 1 <= m -> (exp (-1 * b * l) * exp (b * x)) ^ 2 + "
    "16 * (exp (d * l) * (21 + x) / (sqrt m * f)) ^ 2 = exp (-2 * b * l) * exp (2 * b * x) + "
    "{} * (21 + x) ^ 2 * exp (2 * d * l) / (f ^ 2 * m)"
)
SUM_OF_EXPS = (
    "forall b u v N : R, 0 < N -> exp (b * ln (8 * exp u / N)) + exp (b * ln (8 * exp v / N)) = "
    "exp (b * ln (exp u / N)) * exp (b * ln 8) + exp (b * ln (exp v / N)) * exp ({} * ln 8)"
)
COMMON_FACTOR = (
    "forall b d x c f : R, 0 < x -> 1 <= d -> 0 < c -> 0 < f -> exp (b * ln (2 * x * sqrt d)) * c + "
    "exp ((b + d) * ln x) * exp (-1 * d * ln x) * (15 + x) / f = "
    "exp (b * ln x) * (exp (b * ln (2 * sqrt d)) * c + {} * (15 + x) / f)"
)
ABOVE_KNOWN = "forall n t : R, 2 <= n -> {} * ln n / sqrt n <= t + -4 * sqrt n -> 0 <= t + -4 * sqrt n"
FALLING = "forall x k h g : R, h <= g -> {} + (-1 * power x k * (1 + -1 * h)) <= 1 + (-1 * power x k * (1 + -1 * g))"


@pytest.mark.parametrize(
    ("said", "true", "false", "tactics"),
    [
        (SHARED, "1", "(1 - / 1000000)", "intros m n M N F P Q. assert (H := F _ P Q). shared H. by_factor H 1 same."),
        (ROOTS, "2", "(2 + / 1000000)", "intros. same."),
        ("forall a b : R, a < b -> {} + 2 * a <= 1 + 2 * b", "1", "(1 + / 1000000)", "intros. rises."),
        (IN_SMALL, "1", "(1 + / 1000000)", "intros. in_small (Rmin 1 a) a (3 * a). lra."),
        (IN_LARGE, "1", "(1 + / 1000000)", "intros. in_large (Rmax 1 a) 1 3. lra."),
        (OF_LOGARITHMS, "2", "(2 + / 1000000)", "intros. same."),
        (JOINED, "1", "(1 - / 1000000)", "intros d D H. joined H. lra."),
        *((said, "1", "(1 + / 1000000)", "intros. same.") for said in (PARTED, SQUARED, MULTIPLES, TWICE)),
        (PRODUCTS, "1", "(1 + / 1000000)", "intros. by_logs."),
        (FALLING, "1", "(1 + / 1000000)", "intros. rises."),
        (OVER_A_MINIMUM, "1", "(1 - / 1000000)", BY_MULTIPLE),
        (OPPOSED, "1", "(1 - / 1000000)", BY_OPPOSED),
        (ROOT_OF_QUOTIENT, "1", "(1 + / 1000000)", "intros. sides_of_roots."),
        (INVERSES, "1", "(1 + / 1000000)", "intros. alike."),
        (ALL_EXPS, "-1", "(-1 - / 1000000)", "intros. all_exps."),
        (SQUARE_OF_EXP, "8", "(8 + / 1000000)", "intros. same."),
        (SQUARES, "16", "(16 + / 1000000)", "intros. squares_of_exps."),
        (SUM_OF_EXPS, "b", "(b + / 1000000)", "intros. timeout 4 same."),
        (COMMON_FACTOR, "1", "(1 + / 1000000)", "intros. apply common_factor; [by_logs | rewrite Rmult_1_l; by_logs]."),
        ("forall a : R, 0 <= a -> 0 <= {} + -1 * exp (-1 * a)", "1", "(1 - / 1000000)", "intros. sign."),
        ("forall a : R, {} <= ln ((exp a + exp (- a)) / 2)", "0", "(/ 1000000)", "intros. sign."),
        (ABOVE_KNOWN, "192", "(- / 1000000)", "intros. above_known."),
        ("forall a b c : R, c + (a + b) = a + b + {} * c", "1", "(1 + / 1000000)", "intros. turned_sum."),
        (NEAR_KNOWN, "0", "(- / 1000000)", "intros. rewrite Rplus_0_r. beside_known."),
        (INVERSE_ROOT, "1", "(1 + / 1000000)", "intros. roots. field_roots."),
        (ONE_EXP, "1", "(1 + / 1000000)", "intros. equal."),
        (ROOTS_OF_LETTERS, "1", "(1 + / 1000000)", "intros. by_roots."),
        ("forall a e : R, 0 < e -> Rabs e * a = {} * e * a", "1", "(1 + / 1000000)", "intros. sizes. ring."),
        ("forall n : R, 2 <= n -> sqrt {} <= sqrt n", "2", "(2 + / 1000000)", "intros. compared."),
        ("forall a : R, sqrt 32112 * a = {} * sqrt 223 * a", "12", "(12 + / 1000000)", "intros. split_roots. ring."),
        (HALVES_OPPOSED, "1", "(1 + / 1000000)", "intros. exps_opposed. field. built_nonzero."),
        ("-1 * ln 4 + {} * ln 2 = 0", "2", "(2 + / 1000000)", "zero."),
        (FROM_ONE, "1", "6", "intros. assert (0 <= ln (8 * exp 1 * n / g)) by built. lra."),
        (FROM_ONE_TIGHT, "1", "(1 + / 1000000)", "intros. assert (0 <= ln (n / g)) by built. lra."),
        ("forall a : R, 0 < a -> 0 < {} + exp a", "-1", "(-1 - / 1000000)", "intros. built."),
        (ORDERED, "1", "(1 + / 1000000)", "intros. rewrite ?Rmult_1_r. one_of."),
        (LETTERS, "1", "(1 + / 1000000)", "intros. letters_of_roots. field. nonzero."),
        (SIDES, "1", "(1 - / 1000000)", "intros. by_sides (sqrt (d / m) * L / sqrt (T * k)) 2."),
        (SQUARED_BOUND, "(1 / 16)", "(1 / 16 - / 1000000)", "intros. premise."),
        (ROOT_IN_POWER, "1", "(1 + / 1000000)", "intros. same."),
        (NUMBERS, "1", "(1 + / 1000000)", "modelled."),
        (AT_ITS_END, "1", "(1 + / 1000000)", "intros. zero."),
        (ONE_ROOT, "1", "(1 + / 1000000)", "intros. one_root. ring."),
        (TIMES_3, "1", "(1 + / 1000000)", "intros. exps_multiplied. field. nonzero."),
        (SUMMED, "1", "(1 + / 1000000)", "intros. exps_summed. field."),
        (WHOLES, "1", "(1 - / 1000000)", "intros. exps_of_wholes. field. nonzero."),
        ("forall y : R, 0 < y -> 0 < {} + -4 / (4 + y)", "1", "(1 - / 1000000)", "intros. built."),
        (POWER_MOST, "1", "(1 - / 1000000)", "intros. timeout 2 premise."),
        (WHOLE_CASES, "3", "(3 + / 1000000)", "intros. covered."),
        (BUILT, "1", "(1 + / 1000000)", "intros. of_factors."),
        (ROOTS_IN_FACTORS, "1", "(1 + / 1000000)", "intros. by_factors."),
        (BESIDE, "1", "(1 + / 1000000)", "intros. timeout 4 same."),
        (MULTIPLE_OF_ROOTS, "1", "(1 + / 1000000)", "intros. timeout 10 (logarithms_out; field; nonzero)."),
        (SIZES, "1", "(1 + / 1000000)", "intros. by_logs."),
        (LOGS_OF_ROOTS, "1", "(1 + / 1000000)", "intros. lns_of_roots. field."),
        (SPLIT_ROOTS, "1", "(1 + / 1000000)", "intros. roots_of_powers."),
        (NUMERATOR, "(1 / 4)", "(1 / 4 + / 1000000)", "intros. numerators. lra."),
        (BACK, "1", "(1 + / 1000000)", "intros. powers_back. field. nonzero."),
        (CUBES, "1", "(1 - / 1000000)", "intros. premise."),
        (NO_EXPONENT, "0", "(/ 1000000)", "intros. exps_of_0. known_parts. lra."),
        (ROOT_OF_POWER, "1", "(1 + / 1000000)", "intros. roots_and_exps."),
        (EQUAL_PARTS, "1", "(1 + / 1000000)", "intros. apply Rmax_of_equal. inverse_exps. logarithms_out. alike."),
        ("forall a b : R, a <= b -> Rmax a b = b * {}", "1", "(1 + / 1000000)", "intros. rewrite ?Rmult_1_r. same."),
        (ROOTS_AND_EXPS, "1", "(1 + / 1000000)", "intros. roots_and_exps."),
        (WHOLE_POWER, "0", "(1 / 1000000)", "intros. rewrite ?Rplus_0_r. whole."),
        (BY_FACTORS, "1", "(1 + / 1000000)", "intros. by_factors."),
        (
            "forall a : R, a * (1 + -2 * sqrt (1 / 16)) = {} * a",
            "(1 / 2)",
            "(1 / 2 + / 1000000)",
            "intros. split_roots. field.",
        ),
        (KNOWN, "1", "(1 + / 1000000)", "intros. premise."),
        ("forall a : R, Rabs (-1 * a) = {} * Rmax a (-1 * a)", "1", "(1 + / 1000000)", "intros. same."),
        (
            "forall T : R, 1 <= T -> {} * ln (1 + T) <= -1 + exp (ln (1 + T))",
            "1",
            "(1 + / 1000000)",
            "intros. apply le_exp_less_1. alike.",
        ),
    ],
)
def test_a_tactic_shows_what_is_true_and_not_what_is_false_by_a_millionth(
    said: str, true: str, false: str, tactics: str, rocq: Reader
) -> None:
    def shown(number: str) -> bool:
        return rocq.accepts(f"Lemma chain : {said.format(number)}.\nProof. {tactics} Qed.\n")

    assert shown(true)
    assert not shown(false)


def test_what_is_chosen_lies_in_its_range_where_inner_chains_ask_for_it(rocq: Reader) -> None:
    s, n = real("s", above=0, most=sympy.Rational(1, 2)), integer("n", 1)
    value = 1 / sympy.sqrt(n + 3 * sympy.sqrt(n))
    inner = line(s**2).le(s / 2)
    quarters = sympy.Rational(3, 4)
    chain = line(quarters).le(1 - s / 2).le(1 - s**2, inner).le(1 - value**2, choose({s: value}))
    text = theorem("chain", chain).text
    held = "Local Notation s n := (/ (sqrt ((3 * (sqrt n)) + n)))."
    assert text.count(held) == 1
    assert rocq.accepts(text)
    assert not rocq.accepts(text.replace(held, "Local Notation s n := 1."))


def test_the_range_of_a_product_is_seen_from_how_it_is_built(rocq: Reader) -> None:
    s, q, width = integer("s", 1), real("q", above=0), real("D", above=0)
    small = Comparison(width, "<=", 1)
    inner = line(1 + sympy.sqrt(s) / width, given=(small,)).le(2 * sympy.sqrt(s) / width)
    at = {width: sympy.sqrt(6 * s) * sympy.exp(-q)}
    known = inner.at(at)
    said = known.statement.conclusion
    text = theorem("chain", line(said.left, given=(small.xreplace(at),)).le(said.right, known)).text
    assert rocq.accepts(text)
    both = re.compile(r"first \[(by_relation \(\S+ [^|]*) \| by_relation [^|]*\]")
    assert both.search(text)
    assert not rocq.accepts(both.sub(r"\1", text))


def test_a_chain_may_say_what_one_below_it_says(rocq: Reader) -> None:
    b = real("b", above=0)
    amount = quantity("Amount", "A({0})", "an amount", 0)(b)
    below = line(amount).le(b, words("the amount is small", Comparison(2 * amount, "<=", 2 * b)))
    chain = line(amount).le(b, line(amount).le(b, below)).le(2 * b)
    text = theorem("chain", chain).text
    assert {*re.findall(r"apply (D_\d+)", text)} == {*re.findall(r"assert \((D_\d+) :", text)}
    assert rocq.accepts(text)


def test_what_an_inner_chain_says_is_applied_by_an_index_that_its_ranges_alone_name(rocq: Reader) -> None:
    r, k, b = integer("r", 0), integer("k", 1), real("b", above=0)
    amount, some = quantity("Amount", "A({0})", "an amount", 0)(b), quantity("Some", "S({0})", "a sum of amounts", 0)
    small = words("it is small", Comparison(amount, "<=", 2 * b), given=(Comparison(1, "<=", k),))
    inner = line(amount).le(2 * b, small)
    union = words("a union", Comparison(some(k), "<=", k * amount))
    middle = line(some(k)).le(k * amount, union).le(2 * b * k, inner)
    least = (Infimum(some(2**r), r), Infimum(2 * b * 2**r, r))
    statement, proof = parted(theorem("chain", line(least[0]).le(least[1], middle.at({k: 2**r}))).text)
    named = re.search(r"\| (apply \((D_\d+) r range_r_0 range_r_1\); assumption)\]\. \}\n\s*assert \(M_", proof)
    assert named
    said = f"{statement}\nProof.\n"
    assert rocq.accepts(f"{said}{proof}")
    assert not rocq.accepts(f"{said}{proof.replace(named[1], f'apply {named[2]}; assumption')}")


def test_a_comparison_of_numbers_has_nothing_else_in_sight(rocq: Reader) -> None:
    a, b = real("a", sympy.Rational(1, 10)), real("b", above=0)
    third = sympy.sqrt(2) / 3
    text = theorem("chain", line(b / 10).le(third * b, line(b / 10).le(a * b).at({a: third}))).text
    assert "clear; solve [premise | " in text
    assert rocq.accepts(text)


def test_what_one_reason_grants_shows_what_is_left(rocq: Reader) -> None:
    b, c = real("b", above=0), real("c", above=0)
    amount = quantity("Amount", "A({0})", "an amount", 0)(b)
    less = words("the amount is small", Comparison(2 * amount, "<=", 2 * b))
    chain = line(amount**2 * c).le(b**2 * c, less)
    text = theorem("chain", chain).text
    assert rocq.accepts(text)
    assert not rocq.accepts(text.replace("(2 * b))", "(3 * b))"))


def test_an_index_makes_room_for_a_value_of_its_name() -> None:
    text = written("kent/thm6i/lower")
    within = re.findall(r"apply \(inf_Infimum\d+_best[^)]*\); intros (\S+)", text)
    assert within
    assert "x" not in within


def test_a_multiple_of_a_gap_below_its_factor_divides_by_what_may_be_0() -> None:
    a, b, n = real("a", above=0), real("b", above=0), real("n", above=0)
    gap = a - b
    assert _divides_not(gap, n / gap)
    assert _divides_not(gap, n / (2 * n * b - 2 * n * a))
    assert not _divides_not(gap, n / (a + b))
    assert not _divides_not(gap, n * gap)


def test_a_domain_has_a_point_where_a_ratio_is_to_be_whole() -> None:
    n, k, m = integer("n", 2), integer("k", 1), integer("m", 2)
    given = (WholeNumber(n / k), Comparison(900 * sympy.log(m), "<=", n / k), Comparison(sympy.log(m * n), "<=", k))
    chain = line(k, given=given).le(k + sympy.log(m) + n)
    found = theorem("chain", chain)
    point = re.search(r"exists (.*)\. parts", found.text)
    assert found.whole
    assert point is not None
    words_ = re.search(r"Lemma chain_domain : exists (.*),\n", found.text)
    assert words_ is not None
    at = dict(zip(re.findall(r"\((\w+) : R\)", words_[1]), map(sympy.sympify, point[1].split(", ")), strict=True))
    assert (at["n"] / at["k"]).is_integer


def test_a_letter_in_a_sum_stands_for_what_the_rest_leaves() -> None:
    low, x, d = real("l"), real("x"), real("d", above=0)
    value, other = -d + 4 * d * (x - 1), 2 * d * x
    grant = words("A reason.", Comparison(x, "<=", d))
    pairs = [(Comparison(low + 4 * d, "<=", x), Comparison(value + 4 * d, "<=", x))]
    assert _solved(pairs, grant) == {low: value}
    # No value makes two of one letter.
    twice = [(low + 4 * d, value + 4 * d), (low + d, other + d)]
    assert _solved(twice, grant) is None


def test_letters_stand_for_values_one_each_where_those_alone_are_in_their_ranges() -> None:
    letters = [real(name, above=0) for name in "qstxy"]
    q, s, t, x, y = letters
    chain = line(q * (s + t) + s * x + t * y).le((s + t) * (q + x + y))
    a = real("a", above=0)
    values = dict(zip(letters, (a / 3, 2 * a, a**2 + 1, a**3, 1 / a), strict=True))
    grant = chain.at(values)
    pairs = [(chain.statement.conclusion, grant.statement.conclusion)]
    found = _solved(pairs, grant)
    assert found is not None
    assert pairs[0][0].xreplace(found) == pairs[0][1]
    # What is no instance has no values.
    less, more = pairs[0][1].small, pairs[0][1].large
    assert _solved([(pairs[0][0], Comparison(less + a, "<=", more))], grant) is None


def test_what_a_step_says_as_the_whole_does_is_shown_once(rocq: Reader) -> None:
    a = real("a", above=0)
    within = line(a**2).le(a**2 + a).le(2 * a**2 + a)
    around = line(a**2).le(2 * a**2 + a, within)
    text = theorem("chain", line(2 * a**2).le(4 * a**2 + 2 * a, around)).text
    said = re.findall(r"assert \((D_\d+) : ", text)
    assert {*re.findall(r"apply (D_\d+);", text)} <= {*said}
    assert rocq.accepts(text)


def test_a_number_s_multiple_of_what_is_known_is_tried_before_its_parts() -> None:
    a, b, c = real("a", above=0), real("b", above=0), real("c", above=0)
    amount = quantity("Amount", "A({0})", "an amount", 0)(b)
    least = sympy.Min(a, b)
    known = Comparison(least * c + amount / least, "<=", a)
    text = theorem("chain", line(2 * least * c + 2 * amount / least, given=(known,)).le(2 * a)).text
    assert "by_multiple 2" in text
    assert text.index("by_multiple 2") < text.index("one_of")
