"""What the server that workers are forked from imports first: a worker that was left in its start says nothing.

Where a run is stopped its server is killed, and what a new worker was about to read is gone: an error, but no news.
"""

import os
import sys
from types import TracebackType

_SERVER = os.getpid()


def _unless_left(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
    if _SERVER in (os.getpid(), os.getppid()):
        sys.__excepthook__(kind, error, trace)


sys.excepthook = _unless_left
