"""A second opinion on certified relations: written as lemmas for Rocq with the Interval library, and run there."""
