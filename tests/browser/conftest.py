from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Playwright

from tests.browser import chromium
from tests.browser.reader import Reader

HERE = Path(__file__).parent


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark the browser tests, and run them last: the quick ones speak first, and Playwright keeps an event
    loop running in this thread until the session ends, under which no test could call asyncio.run().
    Of them the longest file is first, so that no process is left alone with it at the end."""
    tests = Counter(item.path for item in items if item.path.is_relative_to(HERE))
    for item in items:
        if item.path in tests:
            item.add_marker("browser")
    items.sort(key=lambda item: (item.path in tests, -tests[item.path]))


@pytest.fixture(scope="session")
def chromium_path(playwright: Playwright) -> str:
    with chromium.alone():
        return chromium.find_or_install(playwright.chromium.executable_path)


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any], chromium_path: str) -> dict[str, Any]:
    return browser_type_launch_args | {"executable_path": chromium_path, "args": chromium.FLAGS}


@pytest.fixture(scope="session")
def base_url(server: str) -> str:
    """So that a test says page.goto("/")."""
    return server


@pytest.fixture(scope="session")
def browser_context_args(browser_context_args: dict[str, Any]) -> dict[str, Any]:
    """A phone, held upright, read in French."""
    return browser_context_args | {
        "viewport": {"width": 390, "height": 844},
        "device_scale_factor": 1,
        "is_mobile": True,
        "has_touch": True,
        "locale": "fr-FR",
    }


@pytest.fixture(params=[True, False], ids=["js", "no-js"])
def reader(request: pytest.FixtureRequest, browser: Browser, browser_context_args: dict) -> Iterator[Reader]:
    context = browser.new_context(**{**browser_context_args, "java_script_enabled": request.param})
    context.set_default_timeout(8000)
    yield Reader(context.new_page(), request.param)
    context.close()
