# Two commands: `make` sets up in .venv what the deck needs and prints Asterion into output/; `make test` sets up the rest and tests.
PYTHON ?= python3.11
VENV := .venv
BIN := $(VENV)/bin
SETUP := $(VENV)/.set-up
TESTS := $(VENV)/.set-up-tests
OUT ?= output/asterion
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes --only-binary :all:

.PHONY: all build games test compare torture mutants lint types contracts docs bench lock schemas format clean

all: build

build: $(SETUP)
	$(BIN)/asterion build --out $(OUT)

games: $(SETUP)
	for game in $$($(BIN)/asterion list games --format ids); do $(BIN)/asterion build $$game || exit 1; done

test: $(TESTS)
	$(BIN)/python -m pytest -n auto --dist worksteal $(PYTEST)

# Before a release: PYTHON=python3.14 builds in an environment of its own, and the bytes are those of $(BIN).
compare: $(SETUP)
	rm -rf build/compare && mkdir -p build/compare
	$(MAKE) build OUT=build/compare/here
	$(MAKE) build PYTHON=$(PYTHON) VENV=build/compare/venv OUT=build/compare/there
	diff -r build/compare/here build/compare/there

torture: $(TESTS)
	$(BIN)/python -m tests.torture $(if $(SEED),--seed $(SEED)) $(if $(PART),--part $(PART)) $(if $(SCALE),--scale $(SCALE)) \
	  $(if $(CASE),--case $(CASE))

# Faults planted on purpose in a copy; those that no test notices are printed. ONLY="vassal-* a1*" chooses, FROM=name goes on.
mutants: $(TESTS)
	$(BIN)/python -m tests.mutants.plant $(if $(ONLY),--only "$(ONLY)") $(if $(FROM),--from $(FROM))

lint: $(TESTS)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: $(TESTS)
	$(BIN)/mypy

contracts: $(TESTS)
	$(BIN)/lint-imports

# The site in output/site. A broken link, and a command or a kind of file without a place, are errors.
docs: $(TESTS)
	rm -rf output/site
	$(BIN)/python -m sphinx --quiet --fail-on-warning --nitpicky --keep-going --fresh-env --doctree-dir build/doctrees docs output/site

bench: $(TESTS)
	$(PIP) -r constraints-bench.txt
	$(BIN)/python -m bench
	$(BIN)/python -m bench.languages
	$(BIN)/python -m bench.simulation

# LOCK="--upgrade" takes the newest release of everything.
lock: $(TESTS)
	$(PIP) -r constraints-bench.txt
	PATH="$(CURDIR)/$(BIN):$$PATH" $(BIN)/python tools/lock.py $(LOCK)

schemas: $(SETUP)
	for kind in $$($(BIN)/asterion list schemas --format ids); do \
	  $(BIN)/asterion list schemas $$kind > .schema.tmp && mv .schema.tmp templates/schema/$$kind.schema.json || exit 1; \
	done

format: $(TESTS)
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

clean:
	rm -rf $(VENV) build dist .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache

# Packages are what constraints*.txt say, byte for byte; the project itself is built by what stands there, too.
$(SETUP): pyproject.toml constraints.txt
	@echo "setting up $(VENV), once: packages of some 130 MB"
	$(BIN)/python -m pip --version > /dev/null 2>&1 \
	  || $(PYTHON) -m venv --clear $(VENV) || python3 -m venv --clear $(VENV)
	$(PIP) -r constraints.txt
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation --editable .
	touch $@

$(TESTS): $(SETUP) constraints-test.txt
	@echo "setting up $(VENV) for tests, once: packages of some 1 GB"
	$(PIP) -r constraints-test.txt
	touch $@
