"""label Section 4: classification with private labels and public features, by votes in the cells of a grid."""
