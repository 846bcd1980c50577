"""What is kept on the reader's device: for a year, where no script can read it."""

from fastapi.responses import Response

from app.config import settings

YEAR = 365 * 24 * 3600


def keep(response: Response, cookie: str, value: str) -> None:
    """Keep a value on this device."""
    response.set_cookie(
        cookie, value, max_age=YEAR, httponly=True, samesite="lax", secure=settings().secure_cookies
    )
