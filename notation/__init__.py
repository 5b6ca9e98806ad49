"""What all packages share: symbols, checks of parameters, citations of the papers."""
