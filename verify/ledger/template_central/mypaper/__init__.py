"""The claims of a paper, a module per section."""
