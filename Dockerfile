# docker build -t feuille . && docker run -p 8000:8000 -v feuille:/data feuille
FROM python:3.11-slim

ENV PYTHONUNBUFFERED=1 \
    PIP_NO_CACHE_DIR=1 \
    PIP_DISABLE_PIP_VERSION_CHECK=1 \
    FEUILLE_DATABASE_URL=sqlite:////data/feuille.db

# The sheets are all that must outlive the container; the app's user may write there and nowhere else.
RUN useradd --uid 10001 --no-create-home feuille \
    && mkdir /data \
    && chown feuille: /data
VOLUME /data

WORKDIR /srv/feuille
COPY requirements.lock .
RUN pip install --require-hashes -r requirements.lock
COPY pyproject.toml LICENSE ./
COPY migrations migrations
COPY static static
COPY templates templates
COPY app app
RUN python -m compileall -q app

USER feuille
EXPOSE 8000
HEALTHCHECK --interval=30s --timeout=5s --start-period=10s \
    CMD ["python", "-c", "from urllib.request import urlopen; urlopen('http://127.0.0.1:8000/sante', timeout=4)"]

# One process: on SQLite a second is refused. On PostgreSQL, add "--workers", "4".
CMD ["python", "-m", "app", "serve", "--host", "0.0.0.0", "--port", "8000"]
