"""Links are the keys: a random edit key, a read-only key derived of it. Only hashes are kept."""

import base64
import hashlib
import hmac
import secrets

KEY_BYTES = 16  # 128 bits


def new_key(once: str | None, secret: bytes = b"") -> str:
    """A fresh edit key, 22 characters fit for an address; the same again for the same form sent twice.

    `secret` is the site's, needed for a form's: whichever process it comes to makes the same key of it.
    """
    assert secret or not once
    seed = once or secrets.token_urlsafe(KEY_BYTES)
    return _text(hmac.digest(secret, seed.encode("utf-8", "replace"), "sha256"))


def read_key(edit_key: str, counter: int) -> str:
    """The read-only key; raising the counter makes another."""
    return _text(hmac.digest(edit_key.encode(), f"lecture:{counter}".encode(), "sha256"))


def hashed(key: str) -> str:
    """What the database keeps of a key."""
    return hashlib.sha256(key.encode("utf-8", "surrogatepass")).hexdigest()


def _text(digest: bytes) -> str:
    return base64.urlsafe_b64encode(digest[:KEY_BYTES]).rstrip(b"=").decode()
