"""Lower bounds for the univariate mean of data on [-D, D]; `best.best` is the largest."""
