"""What the server that workers are forked from imports first: a worker that was left in its start says nothing.

Where a run is stopped its server is killed, and what a new worker was about to read is gone: an error, but no news.
"""

import gc
import os
import sys
from types import TracebackType

_SERVER = os.getpid()

# Workers inherit it: chains make many small objects and drop few of them in circles.
gc.set_threshold(50_000, 20, 50)


def _unless_left(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
    if _SERVER in (os.getpid(), os.getppid()):
        sys.__excepthook__(kind, error, trace)


sys.excepthook = _unless_left
