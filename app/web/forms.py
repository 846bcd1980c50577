"""A posted form as a plain mapping, read before the route so that routes stay plain functions."""

from collections.abc import Mapping
from typing import Annotated

from fastapi import Depends, Request
from starlette.exceptions import HTTPException

MOST_FIELDS = 60


async def _form(request: Request) -> Mapping[str, object]:
    """Raises 400 for one that cannot be read, or that another site's page sends.

    Such a form comes without this device's cookies, and its answer would write over them.
    """
    from_elsewhere(request)
    try:
        async with request.form(max_files=0, max_fields=MOST_FIELDS) as form:
            found = dict(form)
        "".join(map(str, (*found, *found.values()))).encode()  # half a character fits no page
    except ValueError as error:
        raise HTTPException(400) from error
    return found


def from_elsewhere(request: Request) -> None:
    """Raises 400 for a form that another site's page sends."""
    if request.headers.get("sec-fetch-site") == "cross-site":
        raise HTTPException(400)


Form = Annotated[Mapping[str, object], Depends(_form)]
