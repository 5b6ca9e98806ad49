"""What stands next to a theorem: pictures of constructions, privacy plans, chains of losses, and the code itself."""
