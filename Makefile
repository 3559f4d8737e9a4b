# One place for everything a developer or a newcomer runs. Needs Python 3.11 or later and make; nothing else.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
JOBS ?= auto

MINUTES ?= 60

.PHONY: run test fast lint format look texts bench soak endorse dist audit clean

run: $(VENV)/.ready            ## the web application with a demonstration event to click through
	@$(BIN)/pareo serve --demo

test: $(VENV)/.dev             ## lint and the whole suite
	$(MAKE) --no-print-directory lint
	@tools/install-browser.sh
	@tools/install-postgres.sh
	@tools/install-nginx.sh
	$(BIN)/python -m pytest -n $(JOBS) --dist worksteal

fast: $(VENV)/.dev             ## the quick part of the suite
	$(BIN)/python -m pytest -n $(JOBS) --dist worksteal -m "not slow"

lint: $(VENV)/.dev             ## ruff, its format, mypy --strict, the layers, the markup of the templates, the voice
	$(BIN)/ruff check .
	$(BIN)/ruff format --check --quiet .
	$(BIN)/mypy
	$(BIN)/lint-imports
	PYTHONPATH=tools $(BIN)/python -m markup
	PYTHONPATH=tools $(BIN)/python -m voice

format: $(VENV)/.dev           ## lays code and templates out as lint wants them
	$(BIN)/ruff format --quiet .
	PYTHONPATH=tools $(BIN)/python -m markup --write

look: $(VENV)/.dev             ## every page in four languages, four widths, light and dark; `make look SHOTS=DIR` keeps pictures
	@tools/install-browser.sh
	$(BIN)/python tools/look.py $(if $(SHOTS),--shots $(SHOTS))

texts: $(VENV)/.dev            ## collects the texts: new ones come into the catalogues untranslated, old ones go
	PYTHONPATH=tools $(BIN)/pybabel -q extract -F pyproject.toml --omit-header --no-location --sort-output -o $(VENV)/texts.pot src/pareo
	@for lang in es it pt; do $(BIN)/pybabel -q update -l $$lang -i $(VENV)/texts.pot -o src/pareo/locale/$$lang.po \
	    --omit-header --no-fuzzy-matching --ignore-obsolete -w 120 || exit 1; done

bench: $(VENV)/.bench          ## measures, with peers in the same run; keeps the table in bench/README.md
	$(BIN)/python -m bench

soak: $(VENV)/.dev             ## walks through events at random, compares the front ends, follows the guide in every language, then kills a working server for MINUTES (60): anything lost?
	@tools/install-browser.sh
	PAREO_LONGER=10 $(BIN)/python -m pytest -n $(JOBS) tests/app/commands/rounds/test_stateful.py tests/app/commands/rounds/test_random_walks.py \
	    tests/web/test_front_ends_agree.py tests/browser/test_guide_journey.py
	$(BIN)/python tools/soak.py --minutes $(MINUTES)
	@tools/install-postgres.sh
	$(BIN)/python tools/failover.py --times $(shell expr $(MINUTES) / 3 + 1)
	@tools/install-nginx.sh
	$(BIN)/python tools/restarts.py --times $(shell expr $(MINUTES) / 3 + 2)

endorse: $(VENV)/.dev          ## 50,000 random tournaments by our checker, 20,000 Dutch rounds against gacrux; resumable
	$(BIN)/python tools/endorse.py --jobs $(if $(filter auto,$(JOBS)),2,$(JOBS))

dist:                          ## what people install, in dist/: wheel, wheelhouse, folder as .tar.gz and .deb, each tried
	$(PYTHON) tools/packing/make.py

audit: $(VENV)/.ready          ## known holes in what Pareo needs, where the network allows
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check pip-audit || true
	$(BIN)/python tools/audit.py

$(VENV)/bin/python:
	$(PYTHON) -c 'import sys; sys.exit("Pareo needs Python 3.11 or later; this is " + sys.version.split()[0] if sys.version_info < (3, 11) else 0)'
	$(PYTHON) -m venv $(VENV)

$(VENV)/.ready: pyproject.toml | $(VENV)/bin/python
	@echo "Setting up Pareo in $(VENV) (once) …"
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable .
	@touch $@

$(VENV)/.dev: pyproject.toml $(VENV)/.ready
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable ".[dev]"
	@touch $@

$(VENV)/.bench: pyproject.toml $(VENV)/.dev
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable ".[dev,bench]"
	@touch $@

clean:
	rm -rf $(VENV) dist build .pytest_cache .mypy_cache .ruff_cache .hypothesis .import_linter_cache
