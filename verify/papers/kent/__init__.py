"""Claims of kent (arXiv:2405.11923, 21 January 2026)."""
