# Two commands: `make` sets up in .venv what the deck needs and prints Asterion into output/; `make test` adds what its tests need, and tests.
PYTHONS := $(or $(PYTHON),python3.11 python3 python3.14 python3.13 python3.12)
VENV := .venv
BIN := $(VENV)/bin
SETUP := $(VENV)/.set-up
TEST := $(VENV)/.set-up-test
ALL := $(VENV)/.set-up-all
LINT := $(VENV)/.set-up-lint
DOCS := $(VENV)/.set-up-docs
OUT ?= output/asterion
PYTEST_ALL := $(BIN)/python -m pytest -n auto --dist worksteal
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes --only-binary :all:

.PHONY: all build games test test-slow test-all compare torture mutants lint types contracts docs page release bench lock schemas format clean

all: build

build: $(SETUP)
	$(BIN)/asterion build --out $(OUT)

games: $(SETUP)
	for game in $$($(BIN)/asterion list games --format ids); do $(BIN)/asterion build $$game || exit 1; done

# The quick lane, in minutes. tests/lanes.yaml says which tests are slow, and why; they need what is in constraints-all.txt.
test: $(TEST)
	$(PYTEST_ALL) -m "not slow" $(PYTEST)

test-slow: $(ALL)
	$(PYTEST_ALL) -m slow $(PYTEST)

test-all: $(ALL)
	$(PYTEST_ALL) $(PYTEST)

# Before a release: PYTHON=python3.14 builds in an environment of its own, and the bytes are those of $(BIN), in a browser, too.
compare: $(ALL)
	rm -rf build/compare && mkdir -p build/compare
	$(MAKE) build OUT=build/compare/here
	$(MAKE) build PYTHON=$(PYTHON) VENV=build/compare/venv OUT=build/compare/there
	diff -r build/compare/here build/compare/there
	THOROUGH=1 $(BIN)/python -m pytest -q tests/page -k bytes

torture: $(ALL)
	$(BIN)/python -m tests.torture $(if $(SEED),--seed $(SEED)) $(if $(PART),--part $(PART)) $(if $(SCALE),--scale $(SCALE)) \
	  $(if $(CASE),--case $(CASE))

# Faults planted on purpose in a copy; those that no test notices are printed. ONLY="vassal-* a1*" chooses, FROM=name goes on.
mutants: $(ALL)
	$(BIN)/python -m tests.mutants.plant $(if $(ONLY),--only "$(ONLY)") $(if $(FROM),--from $(FROM))

lint: $(LINT)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: $(LINT)
	$(BIN)/mypy

contracts: $(LINT)
	$(BIN)/lint-imports

# The site in output/site. A broken link, and a command or a kind of file without a place, are errors.
docs: $(DOCS)
	rm -rf output/site
	$(BIN)/python -m sphinx --quiet --fail-on-warning --nitpicky --keep-going --fresh-env --doctree-dir build/doctrees docs output/site

# The program for a browser, in output/page, which any server of files shows. npm brings Python for browsers.
page: $(SETUP)
	$(BIN)/python -m tools.page output/page

# What a release is made of, in dist: wheel, source, a zip of each game in each language, the site with the page in it, checksums.
release: docs
	$(BIN)/python -m tools.release

bench: $(ALL)
	$(PIP) -r constraints-bench.txt
	$(BIN)/python -m bench
	$(BIN)/python -m bench.languages
	$(BIN)/python -m bench.simulation

# LOCK="--upgrade" takes the newest release of everything.
lock: $(SETUP)
	$(PIP) -r constraints-bench.txt
	PATH="$(CURDIR)/$(BIN):$$PATH" $(BIN)/python tools/lock.py $(LOCK)

schemas: $(SETUP)
	for kind in $$($(BIN)/asterion list schemas --format ids); do \
	  $(BIN)/asterion list schemas $$kind > .schema.tmp && mv .schema.tmp templates/schema/$$kind.schema.json || exit 1; \
	done

format: $(LINT)
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

clean:
	rm -rf $(VENV) build dist .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache

# The first of PYTHONS that is new enough makes the environment; one that an older Python made is made anew.
NEW := import sys; sys.exit(sys.version_info < (3, 11))
define MAKE_VENV
$(BIN)/python -c '$(NEW)' 2> /dev/null && $(BIN)/python -m pip --version > /dev/null 2>&1 && exit; \
for one in $(PYTHONS); do \
  if "$$one" -c '$(NEW)' 2> /dev/null; then \
    "$$one" -m venv --clear $(VENV) > /dev/null 2>&1 && exit; \
    bare=$$one; \
  elif found=$$("$$one" --version 2> /dev/null); then \
    old="$$old; $$one is $$found"; \
  fi; \
done; \
if [ "$$bare" ]; then \
  echo "$$bare makes no environment; on Debian and Ubuntu 'apt-get install python3-venv' mends that" >&2; \
else \
  echo "Python 3.11 or later is needed$${old:-; no Python was found}; 'make PYTHON=/path/to/python' names another" >&2; \
fi; \
exit 1
endef

# Packages are what constraints*.txt say, byte for byte; the project itself is built by what stands there, too.
$(SETUP): pyproject.toml constraints.txt
	@$(MAKE_VENV)
	@echo "setting up $(VENV), once: packages of some 130 MB"
	$(PIP) -r constraints.txt
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation --editable .
	$(BIN)/python -m pip uninstall --quiet --yes setuptools 2> /dev/null  # which Python 3.11 brings, and nothing here needs
	touch $@

$(TEST): SIZE := 340 MB in all
$(ALL): SIZE := 840 MB in all
$(LINT): SIZE := 370 MB in all
$(DOCS): SIZE := 220 MB in all
$(VENV)/.set-up-%: $(SETUP) constraints-%.txt
	@echo "setting up $(VENV) for $*, once: packages of some $(SIZE)"
	$(PIP) -r constraints-$*.txt
	touch $@
