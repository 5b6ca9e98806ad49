"""The Walsh-Hadamard transform, random rotations and Kashin's representation, against dense products and programs."""

import tracemalloc
from itertools import product

import numpy as np
import pytest
import scipy.linalg

from notation.parameters import ParameterError
from upperbounds.transforms import hadamard, kashin
from upperbounds.transforms.hadamard import Hadamard, RandomRotation, padded, walsh_hadamard
from upperbounds.transforms.kashin import DenseFrame, HadamardFrame, Kashin, represent


@pytest.mark.parametrize("size", [1, 2, 4, 8, 32, 64, 128, 1024, 2048])
def test_the_transform_is_sylvesters_matrix_exactly(size: int) -> None:
    """Integers stay integers below 2^53, so there is no tolerance."""
    rng = np.random.default_rng(size)
    vectors = rng.integers(-9, 10, size=(3, 2, size)).astype(float)
    np.testing.assert_array_equal(walsh_hadamard(vectors), vectors @ scipy.linalg.hadamard(size))
    np.testing.assert_array_equal(walsh_hadamard(walsh_hadamard(vectors)), size * vectors)


def test_the_transform_leaves_its_input_alone_and_refuses_other_sizes() -> None:
    vectors = np.arange(8.0)
    walsh_hadamard(vectors)
    np.testing.assert_array_equal(vectors, np.arange(8.0))
    with pytest.raises(ParameterError, match="d = 6: must be a power of two"):
        walsh_hadamard(np.zeros((2, 6)))


def test_memory_stays_bounded_and_no_square_matrix_is_made(monkeypatch: pytest.MonkeyPatch) -> None:
    """4,000 vectors of 1,024 numbers, 33 MB: the result and 6 MB more; a dense matrix would be 8 MB by itself."""
    vectors = np.ones((4000, 1024))
    sides = []
    dense = hadamard._dense
    monkeypatch.setattr(hadamard, "_dense", lambda size: sides.append(size) or dense(size))
    walsh_hadamard(vectors)
    tracemalloc.start()
    walsh_hadamard(vectors)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert max(sides) <= 32
    assert peak < vectors.nbytes + 6 * 2**20


@pytest.mark.parametrize("d", [1, 2, 3, 5, 8, 12, 100])
def test_rotations_and_hadamard_keep_lengths_in_any_dimension(d: int) -> None:
    rng = np.random.default_rng(d)
    vectors = rng.standard_normal((4, 3, d))
    for embedding in (Hadamard(d), RandomRotation.draw(d, rng), RandomRotation.draw(d, rng, 4)):
        turned = embedding.forward(vectors)
        assert turned.shape == (4, 3, padded(d))
        np.testing.assert_allclose(np.linalg.norm(turned, axis=-1), np.linalg.norm(vectors, axis=-1), rtol=1e-13)
        back = np.stack([embedding.back(turned[:, i]) for i in range(3)], axis=1)
        np.testing.assert_allclose(back, vectors, atol=1e-13)
        assert np.max(np.abs(Hadamard(d).forward(vectors)) * np.sqrt(padded(d))) <= (
            np.abs(vectors).sum(axis=-1).max() * (1 + 1e-12)
        )


def test_each_repetition_has_its_own_rotation() -> None:
    rng = np.random.default_rng(1)
    rotation = RandomRotation.draw(4, rng, 6)
    turned = rotation.user_means(np.ones((6, 5, 2, 4)))
    assert len({tuple(row) for row in turned[:, 0]}) > 1
    for k in range(6):
        np.testing.assert_allclose(turned[k], RandomRotation(4, rotation.signs[k]).user_means(np.ones((5, 2, 4))))


def is_isometry(embedding: Hadamard | RandomRotation) -> bool:
    """Whether the first axis keeps its length."""
    axis = np.eye(embedding.dimension)[:1]
    return bool(np.isclose(np.linalg.norm(embedding.forward(axis)), 1.0))


def test_a_missing_root_of_d_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    """bassily Algorithm 3 prints HD: it stretches lengths by sqrt(d), out of the range that the bins divide."""
    rng = np.random.default_rng(2)
    assert is_isometry(RandomRotation.draw(8, rng))
    assert is_isometry(Hadamard(8))
    transform = walsh_hadamard
    monkeypatch.setattr(hadamard, "walsh_hadamard", lambda x: transform(x) * np.sqrt(x.shape[-1]))
    assert not is_isometry(RandomRotation.draw(8, rng)), "missing 1/sqrt(d)"
    assert not is_isometry(Hadamard(8)), "missing 1/sqrt(d)"


def hard_vectors(frame: DenseFrame | HadamardFrame, rng: np.random.Generator) -> np.ndarray:
    """Rows of U, on which the linear map is worst, axes, the diagonal, and random vectors of many lengths."""
    d = frame.dimension
    rows = frame.synthesise(np.eye(frame.coordinates))[: 2 * d]
    rest = rng.standard_normal((100, d)) * np.exp(rng.standard_normal((100, 1)) * 5)
    return np.concatenate([rows, np.eye(d), np.ones((1, d)), rest])


@pytest.mark.parametrize("kind", [DenseFrame, HadamardFrame])
@pytest.mark.parametrize("d", [1, 2, 3, 7, 16, 33, 100])
def test_coefficients_are_certified_on_hard_vectors(kind, d: int) -> None:
    """U^T U = I, U^T a = x to rounding and ||a||_inf <= 2 ||x||/sqrt(d), recomputed here."""
    rng = np.random.default_rng(d)
    frame = kind.draw(d, rng)
    vectors = hard_vectors(frame, rng)
    np.testing.assert_allclose(frame.synthesise(frame.analyse(vectors)), vectors, rtol=1e-11, atol=1e-13)
    found = represent(frame, vectors)
    assert found.certified.all()
    norms = np.linalg.norm(vectors, axis=-1)
    assert np.all(np.linalg.norm(frame.synthesise(found.coefficients) - vectors, axis=-1) <= 1e-12 * norms)
    assert np.all(np.abs(found.coefficients).max(axis=-1) <= 2 * norms / np.sqrt(d) * (1 + 1e-12))


def test_the_representation_is_homogeneous_and_fixes_zero() -> None:
    rng = np.random.default_rng(9)
    frame = HadamardFrame.draw(20, rng)
    vectors = rng.standard_normal((30, 20))
    once, scaled = (represent(frame, s * vectors).coefficients for s in (1.0, 1024.0))
    np.testing.assert_allclose(scaled, 1024 * once, rtol=1e-9)
    zero = represent(frame, np.zeros((1, 20)))
    assert zero.certified.all()
    assert not zero.coefficients.any()


def linear_is_enough(frame: DenseFrame, level: float) -> bool:
    """Whether the linear map x -> Ux has ||Ux||_inf <= K/sqrt(d) on the rows of U."""
    unit = frame.matrix / np.linalg.norm(frame.matrix, axis=1, keepdims=True)
    return bool(kashin.certify(frame, unit, frame.analyse(unit), level).certified.all())


@pytest.mark.parametrize("d", [16, 64, 256])
def test_linear_kashin_is_caught(d: int) -> None:
    """zhao Lemma 1 as printed: sqrt(d) sup ||Ux||_inf >= sqrt(d/2) for every U; coefficients stay within K = 2."""
    frame = DenseFrame.draw(d, np.random.default_rng(d))
    assert kashin.linear_constant(frame) >= np.sqrt(d / 2)
    assert not linear_is_enough(frame, kashin.LEVEL), "linear Kashin"
    assert represent(frame, frame.matrix).certified.all()


def test_a_plan_on_linear_coefficients_is_biased_and_that_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    """Constant data on a row of U: clipped at K D/sqrt(d), Ux loses its large entry; a(x) loses nothing."""
    rng = np.random.default_rng(5)
    frame = DenseFrame.draw(64, rng)
    embedding = Kashin(frame)
    row = frame.matrix[0] / np.linalg.norm(frame.matrix[0])
    box = kashin.LEVEL / np.sqrt(64)

    def bias() -> float:
        clipped = np.clip(embedding.user_means(row[None, None, :]), -box, box)[0]
        return float(np.linalg.norm(embedding.back(clipped) - row))

    assert bias() < 1e-10
    monkeypatch.setattr(kashin, "_coefficients", lambda f, x, _: f.analyse(x))
    assert bias() > 0.2, "linear Kashin"
    assert embedding.uncertified(row[None]) == 1


@pytest.mark.parametrize("d", [2, 3, 5])
def test_programs_their_duals_and_the_exact_constant_agree(d: int) -> None:
    """min ||a||_inf = max x^T y over ||Uy||_1 <= 1, and at most ||x||/sqrt(d) times the exact K."""
    rng = np.random.default_rng(d)
    frame = DenseFrame.draw(d, rng)
    exact = kashin.exact_constant(frame)
    worst = 0.0
    for vector in hard_vectors(frame, rng)[:40]:
        a, dual = kashin.least_coefficients(frame, vector)
        reach, norm = np.abs(a).max(), np.linalg.norm(vector)
        assert reach == pytest.approx(dual, rel=1e-6)
        assert np.linalg.norm(frame.synthesise(a) - vector) <= 1e-12 * norm
        worst = max(worst, np.sqrt(d) * dual / norm)
    assert worst <= exact * (1 + 1e-9)
    y = rng.standard_normal((4000, d))
    ratios = np.sqrt(d) * np.linalg.norm(y, axis=1) / np.abs(frame.analyse(y)).sum(axis=1)
    assert exact * 0.9 <= ratios.max() <= exact * (1 + 1e-12)
    assert exact <= kashin.linear_constant(frame) * (1 + 1e-12)
    assert represent(frame, hard_vectors(frame, rng), exact * 1.05).certified.all()


def test_the_exact_constant_is_that_of_two_rational_bases() -> None:
    """The frame of zhao/lemma1's crosscheck: rows orthogonal to a row are the vertices."""
    rows = np.array([[1, 0], [0, 1], [0.6, 0.8], [-0.8, 0.6]]) / np.sqrt(2)
    ys = [np.array([-b, a]) for a, b in rows]
    expected = max(np.sqrt(2) * np.linalg.norm(y) / np.abs(rows @ y).sum() for y in ys)
    assert kashin.exact_constant(DenseFrame(rows)) == pytest.approx(expected, rel=1e-12)
    with pytest.raises(ParameterError, match="d = 7"):
        kashin.exact_constant(DenseFrame.draw(7, np.random.default_rng(0)))


@pytest.mark.parametrize("size", [16, 64])
def test_identity_and_hadamard_together_are_no_kashin_frame(size: int) -> None:
    """zhao/own/hadamard-frame: K >= d^(1/4)/sqrt(2), by the indicator of a subgroup."""
    frame = DenseFrame(np.vstack([np.eye(size), scipy.linalg.hadamard(size) / np.sqrt(size)]) / np.sqrt(2))
    y = (np.arange(size) < int(size**0.5)).astype(float)
    ratio = np.sqrt(size) * np.linalg.norm(y) / np.abs(frame.analyse(y)).sum()
    assert ratio == pytest.approx(size**0.25 / np.sqrt(2))


def test_a_matrix_that_is_no_frame_is_refused() -> None:
    with pytest.raises(ParameterError, match="must be orthonormal"):
        DenseFrame(np.ones((4, 2)))


def test_user_means_are_means_of_coefficients_whatever_the_chunk(monkeypatch: pytest.MonkeyPatch) -> None:
    rng = np.random.default_rng(6)
    embedding = Kashin(HadamardFrame.draw(5, rng))
    samples = rng.standard_normal((2, 3, 4, 5))
    whole = embedding.user_means(samples)
    expected = embedding.forward(samples).mean(axis=-2)
    np.testing.assert_allclose(whole, expected, atol=1e-14)
    monkeypatch.setattr(kashin, "_CHUNK", 16)
    np.testing.assert_allclose(embedding.user_means(samples), whole, atol=1e-12)
    np.testing.assert_allclose(embedding.back(whole), samples.mean(axis=-2), atol=1e-12)


def test_signs_of_the_rotation_spread_every_vector() -> None:
    """bassily/lemma4.2/a for one entry, all 2^8 diagonals: P(|(Uv)_j| >= s) <= 2 exp(-d s^2/(2 |v|^2))."""
    vector = np.arange(1.0, 9.0)
    signs = np.array(list(product((-1.0, 1.0), repeat=8)))
    entries = np.abs(RandomRotation(8, signs).forward(np.broadcast_to(vector, (256, 8)))[:, 3])
    for level in np.unique(entries.round(9)):
        share = np.mean(entries >= level - 1e-9)
        assert share <= 2 * np.exp(-8 * level**2 / (2 * np.sum(vector**2))) + 1e-12
