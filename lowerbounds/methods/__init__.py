"""Methods that turn a family of laws into a lower bound: two points, Assouad, information, van Trees."""
