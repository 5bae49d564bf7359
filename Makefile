# Two commands: `make` sets everything up in .venv and prints Asterion into output/; `make test` sets up and tests.
PYTHON ?= python3.11
VENV := .venv
BIN := $(VENV)/bin
SETUP := $(VENV)/.set-up
OUT ?= output/asterion
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes --only-binary :all:

.PHONY: all build games test torture lint types contracts bench lock schemas format clean

all: build

build: $(SETUP)
	$(BIN)/asterion build --out $(OUT)

games: $(SETUP)
	for game in $$($(BIN)/asterion games --format ids); do $(BIN)/asterion build $$game || exit 1; done

test: $(SETUP)
	$(BIN)/python -m pytest -n auto $(PYTEST)

torture: $(SETUP)
	$(BIN)/python tests/torture $(if $(SEED),--seed $(SEED)) $(if $(PART),--part $(PART)) $(if $(SCALE),--scale $(SCALE)) \
	  $(if $(CASE),--case $(CASE))

lint: $(SETUP)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: $(SETUP)
	$(BIN)/mypy

contracts: $(SETUP)
	$(BIN)/lint-imports

bench: $(SETUP)
	$(PIP) -r constraints-bench.txt
	$(BIN)/python -m bench
	$(BIN)/python -m bench.languages
	$(BIN)/python -m bench.simulation

# LOCK="--upgrade" takes the newest release of everything.
lock: $(SETUP)
	$(PIP) -r constraints-bench.txt
	PATH="$(CURDIR)/$(BIN):$$PATH" $(BIN)/python tools/lock.py $(LOCK)

schemas: $(SETUP)
	for kind in $$($(BIN)/asterion schema --list); do \
	  $(BIN)/asterion schema $$kind > .schema.tmp && mv .schema.tmp templates/schema/$$kind.schema.json || exit 1; \
	done

format: $(SETUP)
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

clean:
	rm -rf $(VENV) build dist .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache

# Packages are what constraints-test.txt says, byte for byte; the project itself is built by what stands there, too.
$(SETUP): pyproject.toml constraints-test.txt
	$(BIN)/python -m pip --version > /dev/null 2>&1 \
	  || $(PYTHON) -m venv --clear $(VENV) || python3 -m venv --clear $(VENV)
	$(PIP) -r constraints-test.txt
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation --editable .
	touch $@
