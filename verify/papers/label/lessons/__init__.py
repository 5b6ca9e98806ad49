"""The lessons on the paper: scripts in the percent format, which verify.lessons makes into notebooks."""
