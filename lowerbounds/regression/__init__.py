"""label Sections 5 and 6: what no regression estimate can beat whose labels are private."""
