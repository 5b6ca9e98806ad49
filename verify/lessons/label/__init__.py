"""The lessons on the paper: scripts in the percent format, which verify.site.lessons makes into notebooks."""
