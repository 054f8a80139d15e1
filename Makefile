# `make help` lists the targets. Each sets up what it needs, and only when something has changed (.ci/setup).
# Settings: PYTHON (the interpreter), VENV (folder of the virtual environment), HOST and PORT (of `make serve`).
PYTHON ?= python3
VENV ?= .venv
HOST ?= 127.0.0.1
PORT ?= 8000
BIN := $(VENV)/bin
SETUP := @PYTHON="$(PYTHON)" VENV="$(VENV)" .ci/setup
UV := 0.13.9
# Tests start hundreds of processes: they read the modules that the first of them compiled.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: help serve test quick lint check fmt drawings bench relevance torture audit bless uvicorn lock clean

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z]+:.*## /{printf "make %-8s %s\n", $$1, $$2}' Makefile
	@echo "settings: PYTHON=$(PYTHON) VENV=$(VENV) HOST=$(HOST) PORT=$(PORT)"

serve: ## build the catalogue and serve it on http://HOST:PORT
	$(SETUP) serving
	@$(BIN)/sportlore serve --host "$(HOST)" --port "$(PORT)"

test: ## every check and every test: the gate
	$(SETUP) testing
	@$(MAKE) --no-print-directory lint
	@$(BIN)/python -m pytest --numprocesses auto --dist loadfile --no-loadscope-reorder

quick: ## the same without the tests that start a server, a browser or another program: under a minute
	$(SETUP) testing
	@$(MAKE) --no-print-directory lint
	@$(BIN)/python -m pytest --quiet -m "not slow" --numprocesses auto --dist loadfile --no-loadscope-reorder

lint: ## style, types, layers and the catalogue
	$(SETUP) testing
	@$(BIN)/mypy & types=$$!; \
	$(BIN)/ruff check . && $(BIN)/ruff format --check . && $(BIN)/lint-imports --config pyproject.toml && \
	$(BIN)/sportlore check && $(BIN)/sportlore fmt --check; other=$$?; \
	wait $$types && exit $$other

check: ## report every problem of the catalogue
	$(SETUP) serving
	@$(BIN)/sportlore check

fmt: ## write catalogue and code in their canonical form
	$(SETUP) testing
	@$(BIN)/sportlore fmt
	@$(BIN)/ruff check --fix --quiet . && $(BIN)/ruff format --quiet .

drawings: ## write sheets of all drawings, to be looked at: drawings.html, figures.html, people.html, charts.html, motions.html
	$(SETUP) serving
	@$(BIN)/python -m sportlore.drawing catalogue drawings.html figures.html people.html charts.html motions.html

bench: ## measure beside peers, in one run
	$(SETUP) testing
	@$(BIN)/python -m benchmarks

relevance: ## how well searches find what people type, beside FTS5 and Tantivy (docs/search.md)
	$(SETUP) testing
	@$(BIN)/python -m benchmarks.relevance

torture: ## hostile runs: memory, damage, cost of requests, fuzzing, a soak of half an hour (docs/reliability.md)
	$(SETUP) testing
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check atheris==3.0.0 || true
	@$(BIN)/python -m benchmarks.torture

audit: ## known vulnerabilities of what the lock files name; skipped where no database can be reached
	$(SETUP) testing
	@VENV="$(VENV)" .ci/audit

bless: ## accept what the miniature world and the fault documents now give as golden
	$(SETUP) testing
	@BLESS=1 $(BIN)/python -m pytest -q tests/test_golden.py tests/test_rules.py tests/test_docs.py

uvicorn: ## test the server with the lowest and the highest uvicorn that pyproject.toml allows
	$(SETUP) testing
	@VENV="$(VENV)" .ci/uvicorn

lock: ## write both lock files from pyproject.toml, with the newest versions that it allows
	$(SETUP) serving
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check uv==$(UV)
	@$(BIN)/uv pip compile $(COMPILE) --extra build --extra mcp --extra s3 --extra postgres --extra signing --extra export --group setup pyproject.toml -o requirements.lock
	@$(BIN)/uv pip compile $(COMPILE) --constraint requirements.lock --extra build --group dev pyproject.toml -o requirements-dev.lock

COMPILE := --quiet --universal --python-version 3.11 --generate-hashes --no-annotate --no-header --upgrade

clean: ## remove the environment and everything built
	@rm -rf "$(VENV)" build dist
