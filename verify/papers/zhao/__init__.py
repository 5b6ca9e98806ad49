"""Claims of zhao (arXiv:2405.17079v1)."""
