"""How much one address may do: make sheets, and try keys that open nothing."""

from collections.abc import Iterator
from contextlib import contextmanager
from ipaddress import IPv6Address, ip_address
from typing import NoReturn

from fastapi import HTTPException, Request
from limits import RateLimitItem, parse
from limits.storage import MemoryStorage
from limits.strategies import MovingWindowRateLimiter

from app.config import Settings


class Limits:
    """Counted in memory: a restart forgets, and each process counts its own."""

    def __init__(self, settings: Settings) -> None:
        self._counter = MovingWindowRateLimiter(MemoryStorage())
        self._creations, self._wrong_keys = parse(settings.creations), parse(settings.wrong_keys)

    @contextmanager
    def creation(self, request: Request, *, again: bool) -> Iterator[None]:
        """Around the making of a sheet: counts it once made, unless `again`. Raises 429 beyond the bound."""
        if again:
            yield
            return
        address = _address(request)
        if not self._counter.test(self._creations, "creation", address):
            raise _later(self._creations)
        yield
        self._counter.hit(self._creations, "creation", address)

    def wrong_key(self, request: Request) -> NoReturn:
        """A key opened nothing: 404, or 429 beyond the bound. A right key never comes here."""
        if not self._counter.hit(self._wrong_keys, "key", _address(request)):
            raise _later(self._wrong_keys)
        raise HTTPException(404)


def _later(rate: RateLimitItem) -> HTTPException:
    return HTTPException(429, headers={"retry-after": str(rate.get_expiry())})


def limits(request: Request) -> Limits:
    """The app's own."""
    found: Limits = request.app.state.limits
    return found


def _address(request: Request) -> str:
    """Who asks. One reader's line holds a whole /64 of IPv6 addresses: it counts as one."""
    host = request.client.host if request.client else ""
    try:
        address = ip_address(host)
    except ValueError:
        return host
    if not isinstance(address, IPv6Address):
        return host
    return str(address.ipv4_mapped or int(address) >> 64)
