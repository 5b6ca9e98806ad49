"""Every explicit lower bound next to the same number written again, by subject."""

import pytest

pytest.register_assert_rewrite("tests.lowerbounds.again.ties")
