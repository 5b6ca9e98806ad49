"""Every explicit upper bound next to the same bound written again, term by term, by subject."""

import pytest

pytest.register_assert_rewrite("tests.upperbounds.terms.ties")
