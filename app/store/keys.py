"""Links are the keys: a random edit key, a read-only key derived of it. Only hashes are kept."""

import base64
import hashlib
import hmac
import secrets

KEY_BYTES = 16  # 128 bits


def new_key() -> str:
    """A fresh edit key, 22 characters fit for an address."""
    return secrets.token_urlsafe(KEY_BYTES)


def read_key(edit_key: str, counter: int) -> str:
    """The read-only key; raising the counter makes another."""
    digest = hmac.digest(edit_key.encode(), f"lecture:{counter}".encode(), "sha256")
    return base64.urlsafe_b64encode(digest[:KEY_BYTES]).rstrip(b"=").decode()


def hashed(key: str) -> str:
    """What the database keeps of a key."""
    return hashlib.sha256(key.encode("utf-8", "surrogatepass")).hexdigest()
