"""Which code stands beside which theorem."""

from lowerbounds.mean import papers as mean_papers
from lowerbounds.methods import bumps, cubes, lines
from lowerbounds.optimisation import excess_risk as optimisation
from lowerbounds.vectors import heavy, papers
from upperbounds.mean import baselines, kent, zhao
from upperbounds.mean import bassily as range_bassily
from upperbounds.protocols import two_stage
from upperbounds.vectors import bassily
from upperbounds.vectors import heavy as heavy_upper
from upperbounds.vectors import kent as kent_vectors
from upperbounds.vectors import zhao as zhao_vectors
from verify.papers.kent import s5_2_discrete_density as discrete_density
from verify.papers.kent.instances import hypercubes as kent_cubes
from verify.report.exhibits.code import Code

_STAGES = two_stage.TwoStage

CODE: tuple[tuple[Code, tuple[str, ...]], ...] = (
    (
        Code("Algorithm 1", (zhao.algorithm1, zhao.assemble, _STAGES), zhao.RATE, zhao.bound),
        ("zhao/thm1/upper", "zhao/alg1", "zhao/alg1/privacy"),
    ),
    (
        Code(
            "Every sample at ε/m", (baselines.split_user_plan,), baselines.SPLIT_USER_RATE, baselines.split_user_bound
        ),
        ("zhao/prop1/rate-a", "zhao/prop1/a"),
    ),
    (
        Code("One sample of each user", (baselines.one_item_plan,), baselines.ONE_ITEM_RATE, baselines.one_item_bound),
        ("zhao/prop1/rate-b", "zhao/prop1/b"),
    ),
    (
        Code("Theorem 3", (heavy_upper.theorem3, heavy_upper.constants), heavy_upper.RATE, heavy_upper.bound),
        ("zhao/thm3/upper",),
    ),
    (
        Code(
            "Algorithm 2",
            (zhao_vectors.algorithm2, zhao_vectors.split, zhao_vectors.printed_split),
            zhao_vectors.RATE,
            zhao_vectors.bound,
        ),
        ("zhao/thm4/upper", "zhao/eq6", "zhao/alg2"),
    ),
    (
        Code(
            "Algorithm 2 on Kashin coefficients",
            (zhao_vectors.through_kashin,),
            zhao_vectors.L2_RATE,
            zhao_vectors.kashin_bound,
        ),
        ("zhao/thm5/upper", "zhao/lemma1"),
    ),
    (
        Code(
            "Algorithm 2 on Hadamard coefficients",
            (zhao_vectors.through_hadamard,),
            zhao_vectors.L2_RATE,
            zhao_vectors.hadamard_bound,
        ),
        ("zhao/remark1",),
    ),
    (
        Code(
            "Remark 2, first case",
            (heavy_upper.coordinate_moments,),
            heavy_upper.COORDINATE_RATE,
            heavy_upper.coordinate_bound,
        ),
        ("zhao/remark2a",),
    ),
    (
        Code("Remark 2, second case", (heavy_upper.norm_moments,), heavy_upper.NORM_RATE, heavy_upper.norm_bound),
        ("zhao/remark2b",),
    ),
    (
        Code(
            "Algorithms 2, 3 and 11",
            (kent.algorithm2, kent.algorithm3, kent.algorithm11, _STAGES),
            kent.RATE,
            kent.bound,
        ),
        ("kent/alg2", "kent/alg2/privacy", "kent/alg3", "kent/alg11", "kent/thm6/upper1", "kent/eq119x", "kent/eq119"),
    ),
    (Code("Algorithm 10", (kent.algorithm10,)), ("kent/alg10/privacy", "kent/alg10/privacy/three")),
    (
        Code(
            "Algorithm 12",
            (kent_vectors.algorithm12, kent_vectors.split),
            kent_vectors.RATE,
            kent_vectors.bound,
        ),
        ("kent/alg12", "kent/alg12/privacy", "kent/thm6i", "kent/thm6i/lower"),
    ),
    (
        Code("Algorithm 13", (kent_vectors.algorithm13,), kent_vectors.L2_RATE, kent_vectors.l2_bound),
        ("kent/alg13", "kent/thm6ii", "kent/thm6ii/lower"),
    ),
    (
        Code("Algorithm 2", (range_bassily.algorithm2, range_bassily.Range), range_bassily.RATE, range_bassily.bound),
        ("bassily/alg2", "bassily/alg2/privacy", "bassily/lemmaB.1"),
    ),
    (
        Code("Theorem 4.3", (bassily.local_truncated_mean, bassily.noise, bassily.printed_noise), bassily.RATE),
        ("bassily/thm4.3/privacy", "bassily/thm4.3/utility"),
    ),
    (
        Code("The two points", (mean_papers.zhao_family, mean_papers.zhao_theorem2), mean_papers.ZHAO_THEOREM2_RATE),
        ("zhao/family/two-point", "zhao/thm2/lower", "zhao/eq62"),
    ),
    (
        Code("The two point masses", (mean_papers.zhao_theorem2_floor,), mean_papers.ZHAO_FLOOR_RATE),
        ("zhao/thm2/floor",),
    ),
    (
        Code(
            "The two laws of (6)",
            (mean_papers.kent_family, mean_papers.kent_example1a),
            mean_papers.KENT_EXAMPLE1A_RATE,
        ),
        ("kent/example1a", "kent/example1a/family", "kent/example1a/lecam"),
    ),
    (Code("The two point masses", (mean_papers.kent_example1b,), mean_papers.KENT_EXAMPLE1B_RATE), ("kent/example1b",)),
    (
        Code("The hypercube on the axes", (cubes.Axes, papers.zhao_theorem6)),
        ("zhao/family/l1-hypercube", "zhao/thm6/lower"),
    ),
    (
        Code("The Hadamard hypercube", (cubes.HadamardCube, papers.zhao_hadamard)),
        ("zhao/family/hadamard-hypercube", "zhao/thm7/lower"),
    ),
    (
        Code("Independent signs", (cubes.SignCube, papers.zhao_theorem7)),
        ("zhao/family/product-bernoulli", "zhao/eq104/111"),
    ),
    (
        Code("Independent signs", (cubes.SignCube, papers.kent_high_privacy, papers.kent_low_privacy)),
        ("kent/appH.2/fam", "kent/appH.2/rate", "kent/appH.3/rate"),
    ),
    (Code("The van Trees bound", (papers.kent_theorem6,)), ("kent/thm6i/lower", "kent/thm6ii/lower")),
    (Code("The spikes", (lines.Spikes, heavy.spikes)), ("zhao/thm3/upper",)),
    (Code("The sparse cube", (kent_cubes.sparse, kent_cubes.signs)), ("kent/appH.4/fam", "kent/own/thm7-lower")),
    (
        Code("The bumps", (bumps.regression_function, bumps.edge_distance)),
        ("zhao/family/classification", "zhao/thm10/lower", "zhao/family/regression", "zhao/thm12/lower"),
    ),
    (
        Code("The tents", (bumps.regression_function, bumps.tent)),
        ("label/eq36", "label/thm1", "label/thm3", "label/eq121", "label/thm5", "label/thm7"),
    ),
    (
        Code("The bumps of densities", (bumps.density, bumps.unscaled)),
        ("kent/appH.5/fam", "kent/appH.5/fam/bump", "kent/own/thm9-lower", "kent/thm9/lower"),
    ),
    (Code("The grid of densities", (discrete_density._simplex,)), ("kent/sec5.2", "kent/sec5.2/separation")),
    (
        Code("The cube of biased signs", (optimisation.bassily_local,)),
        ("bassily/thm3.2/lower", "bassily/thm3.2/lower/a"),
    ),
)
"""Code with the claims on whose pages it stands."""
