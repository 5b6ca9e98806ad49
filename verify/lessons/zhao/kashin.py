"""Lesson 4: Kashin's coefficients, and why the linear map of zhao Lemma 1 cannot exist."""

# %% [markdown]
# # Kashin's coefficients: spreading a vector evenly
#
# An estimator that works coordinate by coordinate wants every coordinate small. Can one turn any unit vector of $\mathbb R^d$ into $2d$ numbers of size
# $K/\sqrt d$, with a constant $K$, and get the vector back?
#
# **Needs** [localising](localise.ipynb). **Teaches** how a ball becomes a cube: coefficients that are all small, and why no linear map makes them.
#
# Why would one want that? Say samples lie in the ball $\|X\|_2\le D$. The estimator of Theorem 4 in `zhao` treats each coordinate as if it could be as
# large as $D$, and pays for it: its error has the factor $D^2d^2$. But a vector whose *every* coordinate is of size $D$ has length $\sqrt dD$; in the ball no
# such vector exists for $d\ge2$. If all coordinates were at most $KD/\sqrt d$, the same estimator would pay $K^2D^2d$, a factor of $d$ less up to the constant. This is the step from
# Theorem 4 to Theorem 5, and it rests on Lemma 1. The idea is right, the lemma as printed is not, and the reason is a beautiful piece of geometry.

# %%
import math

import numpy as np

from upperbounds.mean import zhao
from upperbounds.transforms.hadamard import walsh_hadamard
from upperbounds.transforms.kashin import DenseFrame, exact_constant, least_coefficients, linear_constant, represent
from verify.site.lessons.chart import Chart
from verify.site.lessons.show import Table, judge, walk
from verify.study.risk import SignLaw, exact_risk

ledger = judge(
    "zhao/lemma1", "zhao/own/row-norm", "zhao/own/kashin-net", "zhao/own/hadamard-frame", "zhao/eq88", "zhao/thm5/upper"
)
ledger["zhao/lemma1"]

# %%
steps = (
    "zhao/own/row-norm",
    "zhao/own/kashin-net",
    "zhao/lemma1",
    "zhao/eq88",
    "zhao/thm5/upper",
    "zhao/own/hadamard-frame",
)
assert all(ledger[id_].stands for id_ in steps)
walk(ledger, steps)

# %% [markdown]
# ## 1. The linear map cannot exist
#
# Lemma 1 says: there is a matrix $U$ with $2d$ rows and $d$ columns, $U^TU=I_d$, and a constant $K$ with $\|Ux\|_\infty\le K/\sqrt d$ for *all* $\|x\|_2\le1$. Let $u_i$
# be the rows. The proof that no such $U$ exists has two lines:
#
# $$\sum_{i=1}^{2d}\|u_i\|^2=\mathrm{tr}(UU^T)=\mathrm{tr}(U^TU)=d,\quad\text{so some row has }\|u_i\|^2\ge\tfrac12.$$
#
# Feed the lemma its own row, $x=u_i/\|u_i\|$. Entry $i$ of $Ux$ is then $\|u_i\|\ge1/\sqrt2$, and $1/\sqrt2\le K/\sqrt d$ means $K\ge\sqrt{d/2}$: no constant. Spreading
# *most* vectors evenly is easy: a random $U$ does it up to a factor of about $\sqrt{\ln(2d)}$; but a linear map cannot do it to its own rows.


# %%
def frame(d: int, seed: int = 0) -> DenseFrame:
    """The first d columns of a random orthogonal matrix of size 2d."""
    return DenseFrame.draw(d, np.random.Generator(np.random.PCG64DXSM([d, seed])))


def unit_rows(u: DenseFrame) -> np.ndarray:
    """The rows, set to length 1: the worst vectors for the linear map."""
    return np.asarray(u.matrix / np.linalg.norm(u.matrix, axis=1, keepdims=True))


rows = []
for d in (2, 8, 32, 128):
    u = frame(d)
    assert math.isclose(float(np.sum(u.matrix**2)), d)
    typical = np.random.Generator(np.random.PCG64DXSM([d, 1])).standard_normal((200, d))
    typical /= np.linalg.norm(typical, axis=1, keepdims=True)
    usual = float(np.median(np.max(np.abs(u.analyse(typical)), axis=1)))
    worst = float(np.max(np.abs(u.analyse(unit_rows(u)))))
    assert worst >= math.sqrt(0.5)
    assert math.isclose(worst * math.sqrt(d), linear_constant(u))
    assert 0.7 < usual * math.sqrt(d / math.log(2 * d)) < 1.1
    rows.append((d, usual, worst, worst * math.sqrt(d), math.sqrt(d / 2)))
assert ledger["zhao/lemma1"].refuted
Table(("d", "‖Ux‖∞, a typical x", "‖Ux‖∞, x a row", "so K is at least", "√(d/2)"), rows, "random U, unit vectors")

# %% [markdown]
# ## 2. Coefficients instead of coordinates
#
# Lyubarskii and Vershynin say it differently, and rightly. Do not ask that $Ux$ be flat. Ask only that *some* flat $a$ gives $x$ back:
#
# $$\forall x\ \exists a:\quad U^Ta=x,\qquad\|a\|_\infty\le\frac K{\sqrt d}\|x\|_2.$$
#
# There are $2d$ unknowns and $d$ equations, so there is a whole $d$-dimensional family of solutions. $Ux$ is the *shortest* one, and that is all that recommends it.
# We want the *flattest*: minimise $\|a\|_\infty$ subject to $U^Ta=x$, which is a linear program.

# %%
d = 16
u = frame(d)
x = unit_rows(u)[int(np.argmax(np.linalg.norm(u.matrix, axis=1)))]
shortest = u.analyse(x)
flattest, certificate = least_coefficients(u, x)
assert np.allclose(u.synthesise(shortest), x, atol=1e-12)
assert np.allclose(u.synthesise(flattest), x, atol=1e-12)
assert certificate <= float(np.max(np.abs(flattest))) * (1 + 1e-9)
assert np.max(np.abs(flattest)) < 0.5 * np.max(np.abs(shortest))
assert np.sum(np.abs(flattest) > np.max(np.abs(flattest)) * (1 - 1e-9)) > d
order = np.argsort(-np.abs(shortest))
ranks = [float(k) for k in range(1, 2 * d + 1)]
Chart(
    "entry, from the largest of Ux",
    "absolute value",
    "The entries of Ux have one large peak; of the flattest coefficients more than half are at the same low level, and none is above.",
    low=0.0,
).bars([r - 0.2 for r in ranks], [float(v) for v in np.abs(shortest)[order]], "Ux, the shortest solution", 2).bars(
    [r + 0.2 for r in ranks], [float(v) for v in np.abs(flattest)[order]], "a(x), the flattest solution", 1
)

# %% [markdown]
# Both give the same $x$, the worst one for the linear map. The flattest solution is at its limit in more than half of its entries: with $d$ equations, a vertex of
# the linear program leaves at most $d-1$ of the $2d$ entries free.
#
# ### Seen in the plane
#
# For $d=2$ we can draw it. Fix the box $\|a\|_\infty\le K/\sqrt d$, with $K$ as small as coefficients allow. *Coefficients* need the disc to lie inside the image of the
# box, $\{U^Ta\}$: a sum of $2d$ segments, one along each row. The *linear map* needs the disc to lie inside $\{x:\|Ux\|_\infty\le K/\sqrt d\}$: a polygon cut out by $2d$ stripes, one across each row.

# %%
corner = math.sqrt(0.5)
plane = DenseFrame(np.array([[1, 0], [0, 1], [corner, corner], [-corner, corner]]) / math.sqrt(2))
level = exact_constant(plane)
box = level / math.sqrt(2)
angles = np.linspace(0, 2 * math.pi, 721)
directions = np.stack([np.cos(angles), np.sin(angles)], axis=1)
image = (box * np.sign(np.round(directions @ plane.matrix.T, 12))) @ plane.matrix
stripes = directions * (box / np.max(np.abs(directions @ plane.matrix.T), axis=1))[:, None]
reach = np.array([np.max(image @ direction) for direction in directions])
assert np.all(reach >= 1 - 1e-9)
assert np.max(np.linalg.norm(stripes, axis=1)) < 1
Chart(
    "first coordinate",
    "second coordinate",
    "The image of the box is an octagon around the unit disc and touches it; the octagon of the linear map, for the same box, lies inside the disc.",
    equal=True,
).line(directions[:, 0].tolist(), directions[:, 1].tolist(), "the unit disc", 5).line(
    image[:, 0].tolist(), image[:, 1].tolist(), f"all Uᵀa with ‖a‖∞ ≤ K/√d, K = {level:.3f}: covers the disc", 1
).line(stripes[:, 0].tolist(), stripes[:, 1].tolist(), "all x with ‖Ux‖∞ ≤ K/√d, same K: does not", 2)

# %% [markdown]
# In the plane the difference is small. It grows with $d$ without bound: a sum of $2d$ segments can be nearly round in every dimension, what $2d$ stripes leave cannot.
#
# ### Not linear, and how one knows it is the flattest
#
# The map $x\mapsto a(x)$ is homogeneous, but $a(x+y)\ne a(x)+a(y)$ for some vectors. It cannot be linear: section 1 has told us so of $a=Ux$, and the same two lines forbid any other $a=Ax$ with $U^TA=I_d$. For
# $d=\mathrm{tr}(U^TA)\le\|U\|_F\|A\|_F=\sqrt d\,\|A\|_F$, so that the squared rows of $A$ sum to $d$ at least, and some row has $\|a_i\|^2\ge\frac12$. How do we know that a solver has found the least
# $\|a\|_\infty$? By duality. For every $y$ and every solution $a$,
#
# $$x^Ty=a^TUy\le\|a\|_\infty\|Uy\|_1,$$
#
# so every $y$ gives a lower bound $x^Ty/\|Uy\|_1$, and linear programming says that the best one is sharp. It also tells the exact $K$ of a given $U$, as
# $\sqrt d\,\max_y\|y\|_2/\|Uy\|_1$.

# %%
rng = np.random.Generator(np.random.PCG64DXSM(7))
pairs = rng.standard_normal((2, d))
first, second = (least_coefficients(u, vector)[0] for vector in pairs)
together, _ = least_coefficients(u, pairs.sum(axis=0))
gap = float(np.max(np.abs(together - first - second)))
doubled = least_coefficients(u, 2 * pairs[0])[0]
assert gap > 0.01
assert np.allclose(doubled, 2 * first, atol=1e-8)
certified = []
for name, vector in (("a row of U", x), ("random x", pairs[0]), ("another", pairs[1])):
    found, bound = least_coefficients(u, vector)
    certified.append((name, float(np.max(np.abs(found))), bound, float(np.max(np.abs(found))) / bound))
    assert math.isclose(certified[-1][1], certified[-1][2], rel_tol=1e-7)
print(f"largest entry of a(x + y) − a(x) − a(y): {gap:.3f}")
Table(("d = 16", "‖a‖∞ found", "lower bound from the dual y", "ratio"), certified)

# %% [markdown]
# ## 3. Why it works in every dimension
#
# By duality Lemma 1, in its corrected form, says: *the $\ell_1$ and $\ell_2$ norms are comparable on the $d$-dimensional space of all $Uy$*. For a random subspace this is a theorem of
# Kashin. The ledger proves it with explicit constants, in three moves:
#
# 1. For one unit vector $y$, $w=Uy$ is uniform on the sphere in $\mathbb R^{2d}$. The cone over $\{\|w\|_1\le t\sqrt{2d}\}$ lies in the $\ell_1$ ball of radius $t\sqrt{2d}$,
#    which has tiny volume: compared with the unit ball, the probability is at most $\frac{(2t\sqrt{2d})^{2d}}{(2d)!}\cdot\frac{d!}{\pi^d}\le(2et^2/\pi)^d$, as $(2d)!/d!\ge(4d/e)^d$.
# 2. A net of $(1+2/c)^d$ points comes within $c$ of every unit vector. With $t=2c$ the union bound is below 1 as soon as
#    $\beta(c)=\frac{8ec^2}\pi(1+\frac2c)<1$.
# 3. So some $U$ is good on the net, $\|Uy\|_1\ge2c\sqrt{2d}$. Off the net $\|U(y-y')\|_1\le\sqrt{2d}\,\|y-y'\|_2\le c\sqrt{2d}$ is lost at most: $\|Uy\|_1\ge c\sqrt{2d}\,\|y\|_2$, hence $K=1/(c\sqrt2)$.
#
# How large may $c$ be?

# %%
shares = [k / 1000 for k in range(20, 101)]
base = [8 * math.e * c**2 / math.pi * (1 + 2 / c) for c in shares]
chosen = 1 / 15
at_chosen = 8 * math.e * chosen**2 / math.pi * (1 + 2 / chosen)
assert at_chosen < 1
assert ledger["zhao/own/kashin-net"].stands
print(f"c = 1/15: β = {at_chosen:.4f} < 1, so K = 15/√2 = {15 / math.sqrt(2):.2f}")
Chart(
    "c",
    "β(c): the union bound is β(c) to the power d",
    "The base of the union bound grows with c and passes 1 a little above c = 1/15.",
).line(shares, base, "β(c) = 8ec²/π · (1 + 2/c)").level(1.0, "above this line the union bound fails").mark(
    chosen, "c = 1/15"
)

# %% [markdown]
# So $K\le10.61$ in every dimension: a constant, if not a good one. What is the truth for a random $U$? For small $d$ we can compute $K$ exactly; beyond, we take the largest value over
# rows and random vectors, which is a lower bound on $K$.

# %%
dimensions = [2, 3, 4, 5, 8, 16, 32, 64]
linear, seen = [], []
for size in dimensions:
    u_size = frame(size)
    linear.append(linear_constant(u_size))
    if size <= 5:
        seen.append(exact_constant(u_size))
    else:
        rng = np.random.Generator(np.random.PCG64DXSM([size, 1]))
        vectors = np.concatenate([unit_rows(u_size)[:5], rng.standard_normal((5, size))])
        vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
        seen.append(
            math.sqrt(size) * max(float(np.max(np.abs(least_coefficients(u_size, vector)[0]))) for vector in vectors)
        )
assert all(k >= math.sqrt(size / 2) for k, size in zip(linear, dimensions, strict=True))
assert max(seen) < 1.6
xs = [float(size) for size in dimensions]
Chart(
    "d",
    "K: what ‖·‖∞ is in units of 1/√d",
    "The constant of the linear map grows like the root of d; that of the coefficients stays near 1.4.",
    log_x=True,
    log_y=True,
    low=0.7,
).line(xs, linear, "linear map x ↦ Ux, random U", 2).line(
    xs, [math.sqrt(v / 2) for v in xs], "√(d/2): no U does better", 5
).line(xs, seen, "coefficients: exact to d = 5, then the largest seen", 1).level(
    15 / math.sqrt(2), f"{ledger['zhao/lemma1'].corrected} for every d: 15/√2", 3
)

# %% [markdown]
# ## 4. What the false lemma would do to an estimator
#
# Take the algorithm literally: map samples by $U$, clip every coordinate to $\pm K/\sqrt d$ (its range of bins), estimate, map back. Give it infinitely many users, infinitely
# many samples and no noise, so that only the transform is left. All samples equal one row of $U$, set to length 1:

# %%
biases = []
for size in (8, 32, 128):
    u_size = frame(size)
    hard = unit_rows(u_size)[int(np.argmax(np.linalg.norm(u_size.matrix, axis=1)))]
    limit = 2 / math.sqrt(size)
    by_map = u_size.synthesise(np.clip(u_size.analyse(hard), -limit, limit))
    coefficients = represent(u_size, hard[None], level=2.0)
    assert coefficients.certified.all()
    by_coefficients = u_size.synthesise(np.clip(coefficients.coefficients[0], -limit, limit))
    biases.append((size, float(np.sum((by_map - hard) ** 2)), float(np.sum((by_coefficients - hard) ** 2))))
assert biases[-1][1] > 0.1
assert all(row[2] < 1e-20 for row in biases)
Table(
    ("d", "squared error, linear map", "squared error, coefficients"),
    [(a, b, f"{c:.0e}" if c > 1e-12 else "0 (rounding)") for a, b, c in biases],
    "‖x‖ = 1, K = 2, no noise, infinitely many users",
)

# %% [markdown]
# No number of users mends that bias. With coefficients there is none: each user replaces their samples by $a(X_{ij})$ before they average, so that
#
# $$U^TE[a(X)]=E[U^Ta(X)]=E[X]=\mu,$$
#
# and mapping back does not stretch errors, $\|U^T(\hat\theta-\theta)\|\le\|\hat\theta-\theta\|$. Note $\theta=E[a(X)]$, which is *not* $U\mu$: the paper's (88) has to be read with this in mind, and
# Theorem 5 survives.

# %%
sample = np.stack([x, *np.eye(d)[:3]])
theta = represent(u, sample, level=2.0).coefficients.mean(axis=0)
mean = sample.mean(axis=0)
assert np.allclose(u.synthesise(theta), mean, atol=1e-12)
assert np.max(np.abs(theta - u.analyse(mean))) > 0.01
assert ledger["zhao/eq88"].refuted
assert ledger["zhao/thm5/upper"].stands
print(f"‖Uᵀθ − μ‖ is 0 up to rounding; largest entry of θ − Uμ: {np.max(np.abs(theta - u.analyse(mean))):.3f}")
ledger["zhao/thm5/upper"]

# %% [markdown]
# ## 5. When does it pay?
#
# Compare two $\varepsilon$-private estimators on the ball $\|X\|_2\le1$, for $\varepsilon=1$: coordinate by coordinate with half-width 1 ($d$ groups of $n/d$ users each), and Kashin's coefficients with $K=2$ ($2d$ groups, half-width
# $2/\sqrt d$). Each coordinate runs the algorithm of the third lesson; its exact risk is for data at both ends of its range, of mean 0. (In the ball not all coordinates can be there at once, but that
# matters little: the noise makes more than 99 percent of these risks.) Errors of the $2d$ coefficients are added up as the proof does, before they are mapped back.

# %%
crowd, samples = 4_000_000, 1024


def by_groups(groups: int, D: float) -> float:
    """The sum over the groups of the exact risk at +- data of mean 0."""
    plan = zhao.algorithm1(crowd // groups, samples, 1.0, D)
    return groups * exact_risk(plan, SignLaw(0.0, D)).value


spread = [4, 8, 16, 32, 64, 128, 256]
plain = [by_groups(size, 1.0) for size in spread]
kashin = [by_groups(2 * size, 2 / math.sqrt(size)) for size in spread]
gains = [(size, a, b, a / b, size / 16) for size, a, b in zip(spread, plain, kashin, strict=True)]
assert gains[0][3] < 1 < gains[-1][3]
for groups, half_width, risk in ((256, 1.0, plain[-1]), (512, 2 / 16, kashin[-1])):
    plan = zhao.algorithm1(crowd // groups, samples, 1.0, half_width)
    assert 0.99 * risk < groups * 2 * plan.scale**2 / plan.half < risk
assert all(abs(row[3] / row[4] - 1) < 0.2 for row in gains)
Table(
    ("d", "coordinates", "Kashin, K = 2", "gain", "d/(4K²)"),
    gains,
    f"squared error, n = {crowd:,}, m = {samples}, ε = 1",
)

# %% [markdown]
# The gain is $d/(4K^2)$: below $d=16$ it is a loss. Twice the coordinates cost a factor of 4 (twice as many errors, each from half the users), and $K^2$ is another 4. Mapping back by $U^T$ forgets half of
# the independent noise (exercise 3), so the true gain is twice that, and the true break-even is near $d=8$. The rate is right, the constants are for large $d$.
#
# ## Exercises
#
# **1.** (B) *Can a square matrix do it, $d$ rows in place of $2d$?* Then $U$ is orthogonal, $U^Ta=x$ has the one solution $a=Ux$, and nothing is left to choose. Show that even a Hadamard matrix, all of whose
# entries are equal in size, has $K=\sqrt d$.

# %%
size = 64
column = np.ones(size) / math.sqrt(size)
turned = walsh_hadamard(column) / math.sqrt(size)
assert math.isclose(float(np.max(np.abs(turned))), 1.0)
print(
    f"x = (1, ..., 1)/√{size}: ‖Hx/√d‖∞ = {np.max(np.abs(turned)):.3f}, so K = {math.sqrt(size) * np.max(np.abs(turned)):.1f} = √d"
)

# %% [markdown]
# **2.** (B) *Is $[I;H/\sqrt d]/\sqrt2$, the identity over a Hadamard matrix, a good $U$?* It spreads spikes and it spreads waves. Use the dual bound with a $y$ that is spiky *and* wavy at once: the indicator of the first
# $\sqrt d$ coordinates.

# %%
combs = []
for size in (16, 64, 256):
    comb = np.zeros(size)
    comb[: math.isqrt(size)] = 1
    stacked = np.concatenate([comb, walsh_hadamard(comb) / math.sqrt(size)]) / math.sqrt(2)
    combs.append(
        (size, math.sqrt(size) * float(np.linalg.norm(comb) / np.sum(np.abs(stacked))), size**0.25 / math.sqrt(2))
    )
    assert math.isclose(combs[-1][1], combs[-1][2])
assert ledger["zhao/own/hadamard-frame"].stands
Table(("d", "K is at least", "d^(1/4)/√2"), combs)

# %% [markdown]
# The transform of this indicator is again the indicator of $\sqrt d$ places, times a constant: few entries on both sides. So $K$ grows at least like $d^{1/4}$. The library therefore draws columns and signs at
# random.
#
# **3.** (C) *How many rows are best?* More rows, $N=rd$, make $K$ smaller but split the users further: the error is proportional to $K^2r^2$, or to $K^2r$ if one uses that mapping back by $U^T$ forgets the share
# $1-1/r$ of independent noise. Estimate $K$ for $d=16$ and several $r$.

# %%
heights = []
for ratio in (1.25, 1.5, 2.0, 3.0, 4.0):
    rng = np.random.Generator(np.random.PCG64DXSM(int(100 * ratio)))
    tall = DenseFrame(np.linalg.qr(rng.standard_normal((int(ratio * 16), 16)))[0])
    vectors = np.concatenate([unit_rows(tall)[:8], rng.standard_normal((8, 16))])
    vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
    k = 4 * max(float(np.max(np.abs(least_coefficients(tall, vector)[0]))) for vector in vectors)
    assert k >= 1 / math.sqrt(ratio)
    heights.append((ratio, k, k**2 * ratio**2, k**2 * ratio))
Table(("r = N/d", "K, largest seen", "K² r²", "K² r"), heights, "d = 16; no K is below 1/√r, as ‖a‖₂ ≥ ‖x‖₂")

# %% [markdown]
# **4.** (B) *For which ball is a Hadamard matrix alone enough?* It failed on a vector that is spread out already. In the $\ell_1$ ball such vectors are short: show that $\lVert Hx/\sqrt d\rVert_\infty\le\lVert x\rVert_1/\sqrt d$, with equality at every vertex,
# so that $K=1$ there with no redundancy at all. This is the paper's Remark 1.

# %%
size = 64
vertices = [walsh_hadamard(row) / math.sqrt(size) for row in np.eye(size)]
assert all(np.allclose(np.abs(turned), 1 / math.sqrt(size)) for turned in vertices)
inside = np.random.Generator(np.random.PCG64DXSM(1)).laplace(size=(100, size))
inside /= np.abs(inside).sum(axis=1, keepdims=True)
highest = max(float(np.max(np.abs(walsh_hadamard(row)))) for row in inside)
assert highest <= 1 + 1e-12
print(f"vertices: all entries ±1/√{size}; of 100 points of norm 1 the largest √{size} ‖Hx/√d‖∞ is {highest:.3f}")

# %% [markdown]
# **5.** (A, proof) *Let $U$ have $N=rd$ rows and orthonormal columns. Show that no such $U$ has $K$ below $1/\sqrt r$.*

# %% [markdown]
# Let $x=U^Ta$ with all coefficients at most $K\lVert x\rVert_2/\sqrt d$ in size. A matrix with orthonormal columns has $\lVert U^Ta\rVert_2\le\lVert a\rVert_2$, since $U^Ta$ are the coordinates of a projection of $a$. So
#
# $$\lVert x\rVert_2\le\lVert a\rVert_2\le\sqrt N\max_j|a_j|\le\sqrt{rd}\,\frac{K\lVert x\rVert_2}{\sqrt d}=K\sqrt r\,\lVert x\rVert_2,$$
#
# and $K\ge1/\sqrt r$. Equality needs coefficients that are all equal in size.
