"""label Sections 5 and 6: regression where labels alone are private, by noisy means in cells and of neighbours."""
