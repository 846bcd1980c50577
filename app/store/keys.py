"""Links are the keys: a random edit key, a read-only key derived of it. Only hashes are kept."""

import base64
import hashlib
import hmac
import secrets

KEY_BYTES = 16  # 128 bits


LONG_ENOUGH = 22
"""The length of a form's key that is as hard to guess as a link's."""


def new_key(once: str | None = None, purpose: str = "") -> str:
    """A fresh edit key, 22 characters fit for an address.

    The same again for the same form sent twice, on any server at any time: it is derived of the form's key
    and of what is asked with it. Where that key is none, or one that might be guessed, it is random.
    """
    seed = once if once and len(once) >= LONG_ENOUGH else secrets.token_urlsafe(32)
    return _text(hmac.digest(seed.encode("utf-8", "replace"), purpose.encode("utf-8", "replace"), "sha256"))


def read_key(edit_key: str, counter: int) -> str:
    """The read-only key; raising the counter makes another."""
    return _text(hmac.digest(edit_key.encode(), f"lecture:{counter}".encode(), "sha256"))


def hashed(key: str) -> str:
    """What the database keeps of a key."""
    return hashlib.sha256(key.encode("utf-8", "surrogatepass")).hexdigest()


def _text(digest: bytes) -> str:
    return base64.urlsafe_b64encode(digest[:KEY_BYTES]).rstrip(b"=").decode()
