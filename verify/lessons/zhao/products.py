"""Lesson 2: why Pinsker's inequality with a small set fails on m-fold products, and how averaging mends zhao Theorem 6."""

# %% [markdown]
# # Why m-fold Pinsker fails, and how an average mends it
#
# In $d$ dimensions a lower bound must show that *many* signs are hidden at once. A tempting shortcut gives the right answer
# from a false step: where does it break, and what proves the theorem all the same?
#
# **Needs** [Le Cam's method](le_cam.ipynb). **Teaches** lower bounds in many coordinates: products of $m$ samples, Assouad's signs, and an average in place of a worst case.
#
# Again there are $n$ users with $m$ samples each, $\varepsilon$-private messages, and now samples in $\mathbb R^d$ of norm at most
# $D$. Theorem 6 of `zhao` says that the squared $\ell_2$ error is at least of the order $D^2d/(nm(\varepsilon^2\wedge\varepsilon))$. We follow
# its proof for $\varepsilon\le1$, find the step that fails for every $m\ge2$, see with our own eyes that the step's conclusion is false
# as well, and then prove what the theorem needs by another road. This lesson builds on the first one.

# %%
import math
from fractions import Fraction
from itertools import product

import numpy as np
from scipy.stats import binom

from lowerbounds.information.divergences import total_variation
from lowerbounds.information.laws import FiniteLaw
from lowerbounds.methods.cubes import Axes, HadamardCube
from verify.site.lessons.chart import Chart
from verify.site.lessons.show import Table, judge, walk

ledger = judge(
    "zhao/family/l1-hypercube*",
    "zhao/lemma10",
    "zhao/eq98",
    "zhao/eq100*",
    "zhao/own/averaged-*",
    "zhao/own/quarter-axes",
    "zhao/thm6/lower",
)
ledger["zhao/thm6/lower"]

# %%
steps = (
    "zhao/family/l1-hypercube",
    "zhao/lemma10",
    "zhao/eq98",
    "zhao/eq100/mass",
    "zhao/eq100/end",
    "zhao/eq100/101",
    "zhao/own/averaged-assouad",
    "zhao/own/averaged-hamming",
    "zhao/own/quarter-axes",
    "zhao/thm6/lower",
)
assert all(ledger[id_].stands for id_ in steps)
walk(ledger, steps)

# %% [markdown]
# ## 1. A cube of laws
#
# For each sign vector $v\in\{-1,1\}^d$ there is a law on the $2d$ points $\pm De_k$:
#
# $$P(X=\pm De_k)=\frac{1\pm sv_k}{2d},\qquad\mu_k=\frac Ddsv_k.$$
#
# A sample picks one of the $d$ axes, each equally likely, and one of its two ends, with a tilt $s$ in the direction $v_k$. To
# estimate $\mu$ well is to find most of the signs: each wrong sign costs $D^2s^2/d^2$. Let $v\oplus k$ be $v$ with the sign $k$
# flipped (a neighbour: the paper writes $v'$). The two laws differ on one axis only, which has mass $1/d$. Keep this number in mind.

# %%
d, s = 8, Fraction(1, 2)
v = (1,) * d
flipped = (-1, *v[1:])
one, other = Axes(d, s).law(v), Axes(d, s).law(flipped)
moved = sum((p for x, p in one if p != other[x]), Fraction(0))
assert moved == Fraction(1, d)
print(
    f"d = {d}, s = {s}: the two laws differ on {sum(p != other[x] for x, p in one)} of {2 * d} points, of mass {moved}"
)

# %% [markdown]
# ## 2. Pinsker with a small set
#
# Plain Pinsker says $\mathrm{TV}^2\le\tfrac12D_{\mathrm{KL}}$. If two laws agree outside a set $S$, a factor is gained:
#
# $$\mathrm{TV}^2(p_1,p_2)\le\tfrac12\,p_1(S)\,D_{\mathrm{KL}}(p_1\|p_2).$$
#
# This is the paper's Lemma 10, and it is a good lemma. (Proof: given $S$, the conditional laws have total variation
# $\mathrm{TV}/p(S)$ and divergence $D_{\mathrm{KL}}/p(S)$; put these into Pinsker.) For one sample, $S$ is the axis, $p(S)=1/d$, and the gain is
# a factor of $d$:

# %%
kl_one = float(s / d) * math.log((1 + s) / (1 - s))
tv_one = total_variation(one, other)
rows = [
    ("TV², exact", float(tv_one**2)),
    ("½ KL, plain Pinsker", kl_one / 2),
    ("KL/(2d), Lemma 10 with the axis", kl_one / (2 * d)),
]
assert tv_one**2 <= kl_one / (2 * d) <= kl_one / 2
assert ledger["zhao/lemma10"].stands
Table(("one sample, d = 8, s = 1/2", "value"), rows)

# %% [markdown]
# ## 3. The step that fails
#
# A user holds not one sample but $m$. The divergence of $m$-fold products is $m$ times that of one sample. The paper now applies
# Lemma 10 to the products and keeps the mass of the axis, $1/d$:
#
# $$\mathrm{TV}^2(p_v^m,p_{v\oplus k}^m)\le\frac1{2d}D_{\mathrm{KL}}(p_v^m\|p_{v\oplus k}^m)\le\frac{3ms^2}{2d^2}.$$
#
# Stop and think before you read on: on which set do two $m$-fold products differ?

# %% [markdown]
# They differ wherever *any* of the $m$ samples falls on the axis. The mass of that set is $1-(1-\tfrac1d)^m$, about $m/d$ for small
# $m$, and close to 1 for $m\gg d$. For $m=2$ we can simply count: there are $(2d)^2=256$ pairs of samples.

# %%
by_counting = total_variation(one.product(one), other.product(other))


def fold_tv(count: int, s: float) -> float:
    """TV of `count` signs of mean s and of mean -s."""
    k = np.arange(count + 1)
    return float(np.abs(binom.pmf(k, count, (1 + s) / 2) - binom.pmf(k, count, (1 - s) / 2)).sum() / 2)


def product_tv(m: int, d: int, s: float) -> float:
    """TV of the m-fold laws: average over how many samples fall on the axis."""
    weights = binom.pmf(np.arange(m + 1), m, 1 / d)
    return sum(float(w) * fold_tv(count, s) for count, w in enumerate(weights) if w > 1e-15)


def kl(m: int, d: int, s: float) -> float:
    """Divergence of the m-fold laws."""
    return m * s / d * math.log((1 + s) / (1 - s))


double = [
    ("TV², by counting 256 pairs", str(by_counting**2), float(by_counting**2)),
    ("TV², by the number of samples on the axis", "", product_tv(2, d, 0.5) ** 2),
    ("printed: KL/(2d)", "", kl(2, d, 0.5) / (2 * d)),
    ("printed: 3ms²/(2d²)", "3/256", 3 * 2 * 0.25 / (2 * d**2)),
    ("true: ½ (1 − (1 − 1/d)²) KL", "", 0.5 * (1 - (1 - 1 / d) ** 2) * kl(2, d, 0.5)),
]
assert by_counting**2 == Fraction(225, 16384)
assert math.isclose(product_tv(2, d, 0.5), float(by_counting), rel_tol=1e-12)
assert double[0][2] > double[3][2] > double[2][2]
assert double[0][2] <= double[4][2]
Table(("m = 2, d = 8, s = 1/2", "exact", "value"), double)

# %%
step = ledger["zhao/eq100/mass"]
left, right = step.sides("printed")
assert step.refuted
assert math.isclose(left, float(by_counting**2), rel_tol=1e-9)
assert math.isclose(right, kl(2, d, 0.5) / (2 * d), rel_tol=1e-9)
step

# %% [markdown]
# One counterexample refutes a statement, but it does not show how bad things are. Let $m$ grow: the exact value leaves
# the printed bound at $m=2$, and the gap opens to a factor of the order $d$. The corrected bound stays above the exact value.

# %%
many, tilt = 16, 0.05
sizes = [1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64, 96, 128, 192, 256, 384, 512, 768, 1024]
exact = [product_tv(size, many, tilt) ** 2 for size in sizes]
as_printed = [kl(size, many, tilt) / (2 * many) for size in sizes]
corrected = [0.5 * (1 - (1 - 1 / many) ** size) * kl(size, many, tilt) for size in sizes]
assert exact[0] <= as_printed[0]
assert all(a > b for a, b in zip(exact[1:], as_printed[1:], strict=True))
assert all(a <= b for a, b in zip(exact, corrected, strict=True))
Chart(
    "m, samples per user",
    "TV² of the m-fold laws",
    "The exact squared total variation touches the printed bound at m = 1 and lies above it from m = 2 on, about ten times at m = 100; "
    "the corrected bound stays above the exact value.",
    log_x=True,
    log_y=True,
).line(sizes, exact, "exact, d = 16, s = 1/20").line(sizes, as_printed, "printed: KL/(2d)").line(
    sizes, corrected, "corrected: ½ (1 − (1 − 1/d)^m) KL"
).between(sizes, as_printed, exact, "where the printed bound is broken")

# %%
factors = [
    (size, a / b) for size, a, b in zip(sizes, exact, as_printed, strict=True) if size in (1, 2, 8, 32, 128, 512)
]
Table(("m", "exact TV² over the printed bound"), factors, "d = 16, s = 1/20")

# %% [markdown]
# ## 4. The conclusion is false too
#
# Perhaps the step is wrong but its conclusion is right, with a better proof? The paper's (101) says that for *every* private
# channel the divergence of the messages under $v$ and $v\oplus k$ is at most $\tfrac32n(e^\varepsilon-1)^2ms^2/d^2$. Look for a channel
# that breaks it: it should spend its one bit on axis 1 alone. Let a user send, by randomized response, whether they have more samples
# on $+e_1$ than on $-e_1$.

# %%
samples, d, tilt, t = 25, 8, 0.1, 1.2


def lied(chance: float, t: float) -> float:
    """The probability that randomized response at ratio t says yes."""
    return (1 + (t - 1) * chance) / (1 + t)


def bit_kl(a: float, b: float) -> float:
    """Divergence of two bits."""
    return a * math.log(a / b) + (1 - a) * math.log((1 - a) / (1 - b))


def more_plus(m: int, d: int, s: float) -> float:
    """P(more samples on +e_1 than on -e_1), when the axis has tilt s."""
    weights = binom.pmf(np.arange(m + 1), m, 1 / d)
    return float(sum(w * binom.sf(count // 2, count, (1 + s) / 2) for count, w in enumerate(weights)))


limit = 1.5 * (t - 1) ** 2 * samples * tilt**2 / d**2
first = bit_kl(lied(more_plus(samples, d, tilt), t), lied(more_plus(samples, d, -tilt), t))
assert first > limit
print(f"n = 1, m = {samples}, d = {d}, s = {tilt}, e^ε = {t}: divergence {first:.3e}, bound (101) {limit:.3e}")

# %% [markdown]
# The bound is broken by a single user. But see what this channel says about the *other* signs: nothing at all. The number of samples on
# axis 1 does not change when sign 2 is flipped. Compare with a channel that is fair to all coordinates: randomized response on the
# majority of the signs $v_kX_k$ over all samples. It says a little about each of them.

# %%
for_one = [first] + [0.0] * (d - 1)
all_signs = [float(binom.sf(samples // 2, samples, (1 + mean) / 2)) for mean in (tilt, tilt * (1 - 2 / d))]
for_all = [bit_kl(lied(all_signs[0], t), lied(all_signs[1], t))] * d
chi = 4 * tilt**2 / (d * (1 - tilt**2))
total = (t - 1) ** 2 * ((1 + chi) ** samples - 1)
assert max(for_all) < limit
assert sum(for_one) <= total
assert sum(for_all) <= total
places = [float(k) for k in range(1, d + 1)]
Chart(
    "coordinate k",
    "divergence of the message when sign k is flipped",
    "The channel for one coordinate has one tall bar, above the bound (101), and zeros; the channel for all has eight short bars.",
    low=0.0,
).bars([k - 0.2 for k in places], for_one, "bit about axis 1 only", 1).bars(
    [k + 0.2 for k in places], for_all, "majority of all signs", 4
).level(limit, "the printed bound (101) on each bar", 2).level(total / d, "true: bound on the average of the bars", 3)

# %% [markdown]
# So here is the idea. A message is one small piece of information. It can be about one coordinate, or a little about all of them,
# but it cannot be about each of them as if the others were not there. The bound on each bar is false; a bound on the *sum* of the bars
# is true, and it is all that the theorem needs.

# %%
ledger["zhao/eq100/101"]

# %% [markdown]
# ## 5. Bessel's inequality mends it
#
# Let $P$ be the law of a user's data under $v$, and $\varphi_k=dP_{v\oplus k}/dP-1$ the change when sign $k$ is flipped. Three facts:
#
# **The changes are orthogonal.** For one sample, $\varphi_k$ lives on axis $k$ only, so $\varphi_k\varphi_l=0$ for $k\ne l$. For $m$ samples the
# densities multiply, and
#
# $$E[\varphi_k\varphi_l]=\big(1+E[\varphi^1_k\varphi^1_l]\big)^m-1,$$
#
# which is 0 for $k\ne l$ and $(1+\chi)^m-1$ for $k=l$, with $\chi=E(\varphi^1_k)^2=\frac{4s^2}{d(1-s^2)}$. No approximation is made: let us
# multiply it out for $d=3$, $m=2$, over all $6^2$ data sets.


# %%
def gram(family: Axes | HadamardCube, m: int) -> list[list[Fraction]]:
    """E[phi_k phi_l] under v = (1, ..., 1), over all data sets of m samples."""
    size = family.signs
    up = (1,) * size

    def data(law: FiniteLaw) -> dict[tuple[object, ...], Fraction]:
        return {x: math.prod((law[a] for a in x), start=Fraction(1)) for x in product(law.atoms, repeat=m)}

    base = data(family.law(up))
    moved = [data(family.law(tuple(-1 if i == k else 1 for i in range(size)))) for k in range(size)]
    changes = [{x: after[x] / p - 1 for x, p in base.items()} for after in moved]
    return [[sum((p * f[x] * g[x] for x, p in base.items()), Fraction(0)) for g in changes] for f in changes]


table = gram(Axes(3, Fraction(1, 2)), 2)
chi_exact = 4 * Fraction(1, 4) / (3 * (1 - Fraction(1, 4)))
assert all(table[k][j] == ((1 + chi_exact) ** 2 - 1 if k == j else 0) for k in range(3) for j in range(3))
Table(
    ("E[φ_k φ_l]", "φ₁", "φ₂", "φ₃"),
    [(name, *map(str, row)) for name, row in zip(("φ₁", "φ₂", "φ₃"), table, strict=True)],
    "d = 3, m = 2, s = 1/2",
)

# %% [markdown]
# **A message's likelihood changes by an inner product.** With $q_{\inf}(z)$ the least of $q(z\mid x)$ over $x$, the probability of the
# message $z$ changes by $m_{v\oplus k}-m_v=\langle q-q_{\inf},\varphi_k\rangle_P$ (a constant is orthogonal to $\varphi_k$), and privacy says
# $0\le q-q_{\inf}\le(e^\varepsilon-1)q_{\inf}$.
#
# **Bessel.** The squares of the inner products with orthogonal vectors of squared length $a=(1+\chi)^m-1$ sum to at most $a$ times the squared
# length of $q-q_{\inf}$, which is at most $(e^\varepsilon-1)^2q_{\inf}^2$. A divergence is at most $\sum_z(m_v-m_{v\oplus k})^2/m_{v\oplus k}$, and $m_{v\oplus k}\ge q_{\inf}$, and
# $\sum_zq_{\inf}(z)\le1$. Sum over the users, by the chain rule:
#
# $$\sum_{k=1}^dD_{\mathrm{KL}}(P_v^{Z^n}\|P_{v\oplus k}^{Z^n})\le n(e^\varepsilon-1)^2\big[(1+\chi)^m-1\big].$$
#
# Where the paper has $d$ bounds of the size $n(e^\varepsilon-1)^2\,ms^2/d^2$, this is *one* bound of the size $4n(e^\varepsilon-1)^2ms^2/d$ on their sum:
# on average the same order.

# %%
assert ledger["zhao/own/averaged-assouad"].stands
assert ledger["zhao/own/averaged-assouad/orthogonal"].stands
sums = [
    ("bit about axis 1 only", sum(for_one), total, total / sum(for_one)),
    ("majority of all signs", sum(for_all), total, total / sum(for_all)),
]
Table(("channel", "sum of the divergences", "bound", "slack, factor"), sums, "n = 1, m = 25, d = 8, s = 0.1, e^ε = 1.2")

# %%
ledger["zhao/own/averaged-assouad"]

# %% [markdown]
# ## 6. Back to the theorem
#
# Assouad's lemma counts wrong signs. By Pinsker for each sign and Cauchy-Schwarz over the $d$ signs, if the divergences sum to at most
# $b$, then on average over $v$
#
# $$E\rho_H(\hat v,v)\ge\frac d2\Big(1-\sqrt{\frac b{2d}}\Big).$$
#
# With $s^2=\tfrac14\wedge\frac{3d^2}{64nm(e^\varepsilon-1)^2}$ a quarter of the signs stay unknown. Now compare three roads to a lower bound,
# each with its best $s$: the printed one, the printed one with the mass corrected, coordinate by coordinate, and the averaged one.

# %%
users, d, epsilon = 10**6, 64, 0.5
private = users * math.expm1(epsilon) ** 2
tilts = np.geomspace(1e-6, 0.5, 1500)


def best(wrong_share: np.ndarray) -> float:
    """The largest s^2/d^2 times d/2 times the share, D = 1."""
    return float(np.max(tilts**2 / d**2 * d / 2 * np.maximum(wrong_share, 0)))


def roads(m: int) -> tuple[float, float, float]:
    """Lower bounds: as printed, per coordinate with the corrected mass, averaged."""
    each_printed = 1.5 * private * m * tilts**2 / d**2
    each_true = 1.5 * private * (1 - (1 - 1 / d) ** m) * m * tilts**2 / d
    with np.errstate(over="ignore"):
        summed = private * np.expm1(m * np.log1p(4 * tilts**2 / (d * (1 - tilts**2))))
    return (best(1 - np.sqrt(each_printed / 2)), best(1 - np.sqrt(each_true / 2)), best(1 - np.sqrt(summed / (2 * d))))


sizes = [2**k for k in range(15)]
found = [roads(size) for size in sizes]
lost = [
    (size, printed / each, printed / averaged)
    for size, (printed, each, averaged) in zip(sizes, found, strict=True)
    if size in (1, 4, 16, 64, 256, 4096)
]
assert all(3 * averaged > printed for printed, _, averaged in found)
assert lost[-1][1] > d / 2
assert lost[-1][2] < 3
Chart(
    "m, samples per user",
    "lower bound on the squared error / D²",
    "The averaged bound runs parallel to the printed rate; the corrected bound coordinate by coordinate falls away from it until it is "
    "lower by a factor of d.",
    log_x=True,
    log_y=True,
).line(sizes, [p for p, _, _ in found], "printed (its proof fails)", 2).line(
    sizes,
    [a for _, _, a in found],
    f"averaged over the coordinates ({ledger['zhao/own/averaged-assouad'].corrected})",
    1,
).line(sizes, [e for _, e, _ in found], "coordinate by coordinate, mass corrected", 3)

# %%
Table(("m", "printed / coordinate by coordinate", "printed / averaged"), lost, f"n = 10⁶, d = {d}, ε = {epsilon}")

# %% [markdown]
# Coordinate by coordinate, the honest mass costs a factor that grows to $d$: the dimension would vanish from the rate. The average
# costs a constant, about $8/3$. The explicit version in the ledger, with the constant $3/256$, needs no condition on $n$, $m$ or $\varepsilon$:
# where there are so few users that $(1+\chi)^m$ explodes, another bound takes over, on the information in all messages together.

# %%
at = 256
explicit = min(1 / (16 * d), 3 * d / (256 * at * private))
assert explicit <= roads(at)[2]
print(f"m = {at}: explicit {explicit:.3e}, with the best s {roads(at)[2]:.3e}, factor {roads(at)[2] / explicit:.3f}")
ledger["zhao/own/quarter-axes"]

# %% [markdown]
# So is the theorem saved? For $\varepsilon\le1$ yes, with a cap. But the printed theorem claims the rate for *all* $\varepsilon$ and all $p\in[1,2]$,
# and there it meets a protocol. For $m=1$, $p=1$ and $\varepsilon=\ln(2d+2)$, send one of $2d+1$ symbols by randomized response: the error is at
# most $4D^2/n$, while the theorem promises at least a constant times $D^2d/(n\varepsilon)$. Whatever the
# constant, $d/\ln(2d+2)$ passes it; with the constant $1/256$:

# %%
promised = [
    (size, size / math.log(2 * size + 2) / 256, 4.0, size / math.log(2 * size + 2) / 256 / 4)
    for size in (10, 1000, 10_000, 100_000)
]
assert promised[-1][3] > 1
assert ledger["zhao/thm6/lower"].refuted
Table(("d", "d/(256 ε), claimed below n × error / D²", "reached", "ratio"), promised)

# %% [markdown]
# ## Exercises
#
# **1.** (A) *Is the printed step right for $m=1$?* It should be: then the set is the axis. Search for the largest ratio of the two sides
# over $d$ and $s$, and explain where it is reached.

# %%
ratios = {
    (size, x): (x / size) ** 2 / (kl(1, size, x) / (2 * size)) for size in (1, 2, 8, 64) for x in (0.001, 0.1, 0.5, 0.9)
}
worst = max(ratios, key=lambda key: ratios[key])
assert ratios[worst] <= 1
print(
    f"largest ratio {ratios[worst]:.7f} at s = {worst[1]}; at s = 0.9: {ratios[8, 0.9]:.4f}; it does not depend on d: "
    f"{ratios[1, 0.5]:.4f} and {ratios[64, 0.5]:.4f}"
)

# %% [markdown]
# The ratio is $2s/\ln\frac{1+s}{1-s}$, which is below 1 and tends to 1 as $s\to0$: for one sample Lemma 10 loses nothing.
#
# **2.** (B) *How bad can the step become?* For large $m$ and small $s$ the number of samples on the axis is close to $m/d$, and the total variation of
# $N$ signs of mean $\pm s$ is about $s\sqrt{2N/\pi}$. Show that the ratio tends to $\tfrac2\pi d$, and check it.

# %%
size, x = 16, 0.0005
reached = [(m_, product_tv(m_, size, x) ** 2 / (kl(m_, size, x) / (2 * size))) for m_ in (64, 512, 4096)]
assert abs(reached[-1][1] / (2 / math.pi * size) - 1) < 0.01
Table(("m", "exact over printed"), reached, f"d = 16, s = 1/2000; 2d/π = {2 / math.pi * size:.4f}")

# %% [markdown]
# **3.** (B) *Theorem 7 replaces the axes by the columns $h_k$ of a Hadamard matrix, which fill the $\ell_\infty$ ball. Does the mending work there?* What is needed
# is orthogonality of the changes. Multiply it out for $d=4$, $m=2$:

# %%
hadamard = gram(HadamardCube(4, Fraction(1, 2)), 2)
chi_four = 4 * Fraction(1, 4) / (4 * (1 - Fraction(1, 4)))
assert all(hadamard[k][j] == ((1 + chi_four) ** 2 - 1 if k == j else 0) for k in range(4) for j in range(4))
print(
    "diagonal:",
    hadamard[0][0],
    "  off the diagonal:",
    hadamard[0][1],
    "  the bound's (1 + χ)² − 1:",
    (1 + chi_four) ** 2 - 1,
)

# %% [markdown]
# It is the same table: as laws on $2d$ points the two families are one and the same, only the points have moved. Divergences do not see where
# points are; the squared error does.

# %% [markdown]
# **4.** (A) *From which $m$ on is the printed step false?* Search for the least one at $d=16$, for a small and for a large $s$.


# %%
def ratio(m_: int, x: float) -> float:
    """Exact over printed at d = 16."""
    return product_tv(m_, 16, x) ** 2 / (kl(m_, 16, x) / 32)


begins = {x: next((m_ for m_ in range(1, 65) if ratio(m_, x) > 1), None) for x in (0.0005, 0.5)}
assert all(ratio(1, x) <= 1 for x in begins)
assert all(m_ is not None and m_ > 1 for m_ in begins.values())
print("; ".join(f"s = {x:g}: from m = {m_} on" for x, m_ in begins.items()))

# %% [markdown]
# With one sample there is one place to look at, and Lemma 10 is right. With two the set on which the laws differ is no longer the axis: it is every pair that touches it.

# %% [markdown]
# **5.** (C, proof) *Let $\varphi_1,\dots,\varphi_d$ be orthogonal in $L^2(P)$, with mean 0 and $E\varphi_k^2\le a$. Show that $\sum_k(E\varphi_kq)^2\le\frac a4(e^\varepsilon-1)^2b^2$ for each $q$ with values in $[b,e^\varepsilon b]$.*

# %% [markdown]
# As $E\varphi_k=0$, a constant may be subtracted from $q$. Take the middle of the range: $g=q-\frac12(1+e^\varepsilon)b$ has $|g|\le\frac12(e^\varepsilon-1)b$. Leave out those $\varphi_k$ that are 0, and divide each of the others by its length; this makes them orthonormal, and Bessel's inequality says
#
# $$\sum_k\frac{(E\varphi_kg)^2}{E\varphi_k^2}\le Eg^2\le\tfrac14(e^\varepsilon-1)^2b^2.$$
#
# Each denominator is at most $a$. The number $d$ is not in the bound: a private message says no more about $d$ orthogonal changes than about one.
