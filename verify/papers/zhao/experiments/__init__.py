"""zhao: measurements of ours."""
