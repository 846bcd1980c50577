"""Settings, from the environment: every variable begins with FEUILLE_."""

from functools import lru_cache
from pathlib import Path
from typing import Annotated

from limits import parse
from pydantic import AfterValidator
from pydantic_settings import BaseSettings, SettingsConfigDict

ROOT = Path(__file__).resolve().parent.parent


def _rate(text: str) -> str:
    parse(text)  # raises ValueError: a wrong setting stops the start
    return text


Rate = Annotated[str, AfterValidator(_rate)]


class Settings(BaseSettings):
    """`database_url` is SQLAlchemy's; `secure_cookies` belongs on wherever the site is served by https.

    `creations` and `wrong_keys` bound what one address may do, as "120/10 minutes"; `trusted_proxy` lists the
    addresses of proxies that are believed when they say whom they speak for.
    """

    model_config = SettingsConfigDict(env_prefix="FEUILLE_")

    database_url: str = f"sqlite:///{ROOT / 'feuille.db'}"
    secure_cookies: bool = False
    max_body: int = 64 * 1024
    max_import: int = 8 * 1024 * 1024
    creations: Rate = "120/10 minutes"
    wrong_keys: Rate = "60/10 minutes"
    trusted_proxy: str = ""


@lru_cache
def settings() -> Settings:
    """The settings, read once."""
    return Settings()
