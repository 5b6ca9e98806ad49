"""The lessons themselves: scripts whose cells stand between `# %%` lines; what stands before the first is for readers."""
