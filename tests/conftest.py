"""One thread for linear algebra, set before numpy is first imported; processes are what runs in parallel."""

import verify  # noqa: F401
