"""kent: measurements of ours, and the paper's experiments run again."""
