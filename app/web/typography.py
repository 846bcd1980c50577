"""French typography: the spaces before : ; ! ? and inside « », numbers with a real minus sign."""

import re

NBSP, THIN, MINUS = "\u00a0", "\u202f", "\u2212"

_STRINGS = r""""[^"]*"|'[^']*'"""
_QUOTED = re.compile(_STRINGS)
_JINJA = (
    rf"\{{\{{(?>{_STRINGS}|(?!\}}\}}).)*+\}}\}}"  # {{ expression }}
    rf"|\{{%(?>{_STRINGS}|(?!%\}}).)*+%\}}"  # {% statement %}
    r"|\{#.*?#\}"
)
_TAG = rf"""<[a-zA-Z/!](?>{_JINJA}|"(?>{_JINJA}|[^"])*+"|'(?>{_JINJA}|[^'])*+'|[^>])*+>"""
_PIECE = re.compile(
    rf"(?P<code>{_JINJA}|<!--.*?-->|<(?P<raw>script|style|pre|textarea)\b.*?</(?P=raw)>|{_TAG})"
    r"|(?<!\s)[ ](?:(?P<wide>[:»])|(?P<thin>[;!?]))(?!\w)"
    r"|(?P<opening>[«§])[ ](?!\s)",
    re.DOTALL,
)


def typo(text: str) -> str:
    """The text with its French spaces made no-break. A template's tags and code stay as they are, save what
    is quoted in its code."""
    return _PIECE.sub(_set, text)


def _set(piece: re.Match[str]) -> str:
    if code := piece["code"]:
        return _QUOTED.sub(lambda said: typo(said[0]), code) if code.startswith(("{{", "{%")) else code
    if piece["opening"]:
        return piece["opening"] + NBSP
    return NBSP + piece["wide"] if piece["wide"] else THIN + piece["thin"]


_TIGHT = re.compile(
    r"(?<=[\w)]) (?=[−+]\d|\(\d)|(?<=[−+]\d) (?=\w)|(?<=\d) (?=[≤≥<>=→] )|(?<=[≤≥<>=→]) (?=[−+\d])"
)


def tight(text: str) -> str:
    """A sentence whose numbers stay on one line with what they belong to: Endurance −2 (18), 7 ≤ 9."""
    return _TIGHT.sub(NBSP, text)


def number(n: int) -> str:
    """A number as printed: −3, 12 500."""
    digits = f"{abs(n):,}".replace(",", THIN) if abs(n) >= 10_000 else str(abs(n))
    return MINUS + digits if n < 0 else digits


def signed(n: int) -> str:
    """A number that is added: +4, −2."""
    return number(n) if n < 0 else f"+{number(n)}"


def count(n: int, one: str, many: str) -> str:
    """So many of something: the French plural begins at 2."""
    return f"{number(n)} {one if abs(n) < 2 else many}"


def shortened(text: str, most: int = 60) -> str:
    """On one line, cut at a word where it is long."""
    line = " ".join(text.split())
    if len(line) <= most:
        return line
    cut = line[: most - 1]
    return (cut.rsplit(" ", 1)[0] if " " in cut[most // 2 :] else cut) + "…"
