"""A page on a slow line: what goes over it stays light, whatever is added."""

import pytest

from tests.bench_sizes import EVENINGS, Evening, bar, weighed


@pytest.mark.parametrize("evening", EVENINGS, ids=lambda evening: evening.series)
def test_pages_and_answers_are_light(server: str, evening: Evening) -> None:
    heavy = {name: size for name, size in weighed(server, evening).items() if size > bar(name)}
    assert heavy == {}
