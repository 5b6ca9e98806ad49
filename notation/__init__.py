"""The little that all of ratecheck shares: symbols, checks of parameters, citations of the papers."""
