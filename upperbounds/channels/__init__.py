"""Privacy channels: each draws from the same law whose exact worst ratio is checked."""

from upperbounds.channels.base import Channel, SummableChannel
from upperbounds.channels.choice import ExponentialChoice
from upperbounds.channels.gaussian import GridGaussian
from upperbounds.channels.grid import GeometricHistogram, GridLaplace, GridLaplaceVector
from upperbounds.channels.laplace import LaplaceHistogram, LaplaceOnInterval
from upperbounds.channels.response import KaryResponse, RoundedResponse
from upperbounds.channels.unary import UnaryEncoding
from upperbounds.channels.window import WindowResponse

__all__ = [
    "Channel",
    "ExponentialChoice",
    "GeometricHistogram",
    "GridGaussian",
    "GridLaplace",
    "GridLaplaceVector",
    "KaryResponse",
    "LaplaceHistogram",
    "LaplaceOnInterval",
    "RoundedResponse",
    "SummableChannel",
    "UnaryEncoding",
    "WindowResponse",
]
