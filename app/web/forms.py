"""A posted form as a plain mapping, read before the route so that routes stay plain functions."""

from collections.abc import Mapping
from typing import Annotated

from fastapi import Depends, Request
from starlette.exceptions import HTTPException

MOST_FIELDS = 60


async def _form(request: Request) -> Mapping[str, object]:
    try:
        async with request.form(max_files=0, max_fields=MOST_FIELDS) as form:
            return dict(form)
    except ValueError as error:
        raise HTTPException(400) from error


Form = Annotated[Mapping[str, object], Depends(_form)]
