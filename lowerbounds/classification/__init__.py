"""label Section 4: what no classifier can beat whose labels are private."""
