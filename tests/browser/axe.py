"""axe-core on a page, as sentences: `assert axe(page) == []` says by itself what is wrong."""

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page


def axe(page: Page) -> list[str]:
    """One line per element at fault. axe comes in through the debugger, so the page's CSP stays in force."""
    violations = Axe().run(page).response["violations"]
    return [
        f"{v['id']} ({v['impact']}): {v['help']} — {' '.join(map(str, node['target']))} {node['html'][:160]}"
        f" — {' '.join(node['failureSummary'].split())}"
        for v in violations
        for node in v["nodes"]
    ]
