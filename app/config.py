"""Settings, from the environment: every variable begins with FEUILLE_."""

from functools import lru_cache
from pathlib import Path

from pydantic_settings import BaseSettings, SettingsConfigDict

ROOT = Path(__file__).resolve().parent.parent


class Settings(BaseSettings):
    """`database_url` is SQLAlchemy's; `secure_cookies` belongs on wherever the site is served by https."""

    model_config = SettingsConfigDict(env_prefix="FEUILLE_")

    database_url: str = f"sqlite:///{ROOT / 'feuille.db'}"
    secure_cookies: bool = False
    max_body: int = 64 * 1024


@lru_cache
def settings() -> Settings:
    """The settings, read once."""
    return Settings()
