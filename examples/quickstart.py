"""The quickstart; quickstart.ipynb is made of it: `ratecheck lessons examples/quickstart.py --out examples`."""

# %% [markdown]
# # ratecheck in ten cells
#
# How well can anyone estimate a mean if each of n users has m samples and sends one epsilon-private message? How well do
# the estimators of the papers do? Is what the papers print true?

# %%
import ratecheck

ratecheck.problems()

# %%
setting = ratecheck.Setting(n=2000, m=100, epsilon=2.0)  # data on [-1, 1]
ratecheck.problem("mean").about(setting)

# %%
best = ratecheck.lower_bounds("mean", setting)[0]
print(f"no private estimator has a worst-case mean squared error below {best.value:.3g}: {best.source}")

# %%
for name in ("user-mean", "semi-user-level", "one-item"):
    attained = ratecheck.risk("mean", name, setting)
    assert attained.value > best.value
    print(f"{name}: {attained.value:.3g}, {attained.value / best.value:.0f} times as much")

# %%
print("as n, m and epsilon vary:", ratecheck.estimator("mean", "user-mean").rate)
print(f"guaranteed for every law: {ratecheck.upper_bound('mean', 'user-mean', setting).value:.3g}")

# %%
import numpy

data = numpy.random.default_rng(1).choice([-1.0, 1.0], p=[0.4, 0.6], size=(2000, 100))  # mean 0.2
estimate = ratecheck.run("mean", "user-mean", setting, data, seed=1)
assert abs(estimate[0] - 0.2) < 0.2
print(f"estimated {estimate[0]:.2f} from {setting.n} messages")

# %%
for key, paper in ratecheck.papers().items():
    first, *_ = ratecheck.claims(key)
    print(f"{paper.title}: {first}, ...")

# %%
claim = ratecheck.verify("zhao/eq55/55")["zhao/eq55/55"]
assert claim.refuted
assert claim.stands
claim

# %% [markdown]
# The claim was checked while the cell ran. It is false as printed, and the corrected statement has its own verdict. For a
# paper of your own run `ratecheck new mypaper`, and `ratecheck.use_ledger("mypaper")` selects its ledger. The page "Python"
# of `ratecheck report` documents all names.
