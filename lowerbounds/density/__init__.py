"""Lower bounds for densities on [0, 1] with sum_j a_j^2 theta_j^2 <= r^2, squared L_2 error."""

from lowerbounds.density.bumps import bumps, floor
from lowerbounds.density.ellipsoid import ellipsoid
from lowerbounds.density.papers import kent_proposition5, kent_theorem9
from lowerbounds.density.waves import wave

__all__ = ["bumps", "ellipsoid", "floor", "kent_proposition5", "kent_theorem9", "wave"]
