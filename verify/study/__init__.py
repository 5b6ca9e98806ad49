"""What a person who plans a study or holds data asks: bounds, worst risks, estimates with error bars."""
