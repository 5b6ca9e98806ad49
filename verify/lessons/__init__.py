"""The worked lessons, a script each: `verify.site.lessons` makes notebooks and pages of them."""
