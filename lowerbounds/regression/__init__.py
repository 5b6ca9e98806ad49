"""What no regression estimate can beat: of private users, zhao Section 6.2; of private labels, label Sections 5, 6."""
