"""label Section 4: classification where labels alone are private, by votes in the cells of a grid."""
