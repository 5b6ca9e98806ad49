"""Types that the channels and estimators share."""

from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

Number: TypeAlias = Any
"""A float if a channel draws; a Fraction or a sympy expression if its ratio is checked exactly."""

FloatArray: TypeAlias = NDArray[np.float64]
