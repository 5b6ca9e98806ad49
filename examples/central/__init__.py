"""Claims of Dwork and Roth on noise of a trusted server and on composition, a module per topic."""
