from collections.abc import Iterator

import pytest

from tests.serving import serving


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of the real app, on a fresh database shared by the session's tests."""
    with serving(tmp_path_factory.mktemp("server")) as served:
        yield served.url
