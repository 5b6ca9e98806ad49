"""The calculus of bounds: quantities, chains of steps, and the facts that they lean on."""
