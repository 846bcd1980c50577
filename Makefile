# `make run` opens the app, `make test` checks all of it. Needs python ≥ 3.11 with venv; the rest it fetches.

PYTHON ?= python3
HOST   ?= 127.0.0.1
PORT   ?= $(or $(FEUILLE_PORT),8000)

BIN  := .venv/bin
PY   := $(BIN)/python
LOCK := $(BIN)/uv pip compile --quiet --universal --python-version 3.11 --no-emit-index-url --generate-hashes \
        --custom-compile-command 'make lock' pyproject.toml

# One environment for both: the dev lock holds the runtime lock, version for version, and installing only adds.
# So neither target undoes the other. The stamps make every run but the first start at once.
RUN := .venv/.run
DEV := .venv/.dev

.PHONY: run test bench screenshots lock format docs clean
.DEFAULT_GOAL := run

run: $(RUN)
	@echo "Feuille d’Aventure : http://$(HOST):$(PORT)  (Ctrl+C pour arrêter)"
	@exec $(PY) -m app serve --host $(HOST) --port $(PORT)

test: $(DEV)
	@$(BIN)/ruff check --quiet
	@$(BIN)/ruff format --check --quiet
	@$(BIN)/mypy
	@$(BIN)/pytest

bench: $(DEV)
	@$(PY) -m tests.bench

screenshots: $(DEV)
	@$(PY) -m tests.screenshots

# Keeps the versions already locked; `make lock UP=--upgrade` takes the newest.
lock: $(PY)
	@$(LOCK) $(UP) -o requirements.lock
	@$(LOCK) $(UP) --group dev -c requirements.lock -o requirements-dev.lock

format: $(DEV)
	@$(BIN)/ruff check --fix --quiet
	@$(BIN)/ruff format --quiet

# By way of a second file: a failure must not leave an empty page behind.
docs: $(RUN)
	@mkdir -p docs
	@$(PY) -m app moves > docs/.moves.md && mv docs/.moves.md docs/moves.md

clean:
	@rm -rf .venv .mypy_cache .pytest_cache .ruff_cache .hypothesis .schemathesis test-results
	@find . -name __pycache__ -type d -prune -exec rm -rf {} +

$(RUN): requirements.lock | $(PY)
	@$(install)

$(DEV): requirements-dev.lock | $(PY)
	@$(install)

# uv is the quick way; pip does the same, more slowly, where uv cannot be had.
define install
echo "Installing $<…"
{ test -x $(BIN)/uv && $(BIN)/uv pip install --quiet --python $(PY) --require-hashes -r $<; } \
  || $(PY) -m pip install --quiet --disable-pip-version-check --require-hashes -r $<
touch $@
endef

$(PY):
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
	  || { echo "Python 3.11 or newer is needed: make PYTHON=/path/to/python3.11" >&2; exit 1; }
	@$(PYTHON) -m venv .venv \
	  || { rm -rf .venv; echo "No venv module here. On Debian or Ubuntu: apt-get install python3-venv" >&2; exit 1; }
	@$(PY) -m pip install --quiet --disable-pip-version-check uv || echo "uv cannot be had: using pip."
