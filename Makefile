# Each target sets up what it needs, quietly, and only when something has changed.
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/ready

.PHONY: serve test check fmt bench bless lock clean

serve: $(READY)
	@$(BIN)/sportlore serve

test: $(READY)
	@$(BIN)/ruff check . && $(BIN)/ruff format --check .
	@$(BIN)/mypy
	@$(BIN)/lint-imports --config pyproject.toml
	@$(BIN)/sportlore check
	@$(BIN)/sportlore fmt --check
	@$(BIN)/python -m pytest

check: $(READY)
	@$(BIN)/sportlore check

fmt: $(READY)
	@$(BIN)/sportlore fmt
	@$(BIN)/ruff check --fix --quiet . && $(BIN)/ruff format --quiet .

bench: $(READY)
	@$(BIN)/python -m benchmarks

# Accept what the miniature world and the fault documents now give as their golden output.
bless: $(READY)
	@BLESS=1 $(BIN)/python -m pytest -q tests/test_golden.py tests/test_rules.py tests/test_docs.py

# Write the lock file anew from pyproject.toml.
lock: $(READY)
	@$(BIN)/pip install --quiet uv
	@$(BIN)/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --extra dev --no-header --upgrade pyproject.toml -o requirements.lock

clean:
	@rm -rf $(VENV) build dist

$(READY): requirements.lock pyproject.toml
	@echo "setting up $(VENV) (once)"
	@python3 -m venv $(VENV)
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements.lock
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation --editable .
	@touch $@
