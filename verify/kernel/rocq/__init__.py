"""Relations, chains and definitions as terms and lemmas of Rocq, over the library in `foundations/`."""
