"""The claims of Duchi, Jordan and Wainwright on locally private estimation, a module per topic."""
