"""The label-privacy paper's claims, a module per part of it."""
