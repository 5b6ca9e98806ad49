"""bassily: measurements of ours."""
