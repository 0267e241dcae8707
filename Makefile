# Everything is installed into .venv. Beforehand only Python 3.11 or newer is needed.
PYTHON ?= python3
ARGS ?=
VENV := .venv
BIN := $(VENV)/bin
INSTALLED := $(VENV)/.installed
WEB := client/web
PAGE := server/cadogan_server/page/index.html

.PHONY: help install page compiled serve cluster test test-compiled faults leaks attack mutants screenshots pictures winnability brackets choices levels speeds tables game check clean
.DELETE_ON_ERROR:

help:
	@echo "make install  set up $(VENV) with everything that is needed"
	@echo "make serve    build the page and serve it (make serve ARGS=\"--port 8123 --data DIR\")"
	@echo "make compiled compile the path of a move with mypyc and a C compiler into .compiled"
	@echo "make cluster  run two nodes on one Redis behind HAProxy, as in deploy/compose, as processes (ARGS=\"--port 8080\")"
	@echo "make test     run all tests (make test ARGS=\"-k klondike\" passes options to pytest)"
	@echo "make test-compiled  compile, and run all tests on the result: three quarters of an hour"
	@echo "make faults   kill, upgrade, freeze and cut off servers and their Redis during games, and count losses: twenty minutes"
	@echo "make leaks    play every game in every mode, and check that nobody is sent hidden cards, chat or keys: half an hour"
	@echo "make attack   flood a server in every way, and measure what a quiet room notices: half an hour"
	@echo "make mutants  break the code in one place at a time, and print what no test notices (ARGS=rooms/counting)"
	@echo "make screenshots  take pictures of every page and game, with contact sheets of the fullest and longest tables: half an hour"
	@echo "make pictures  take the three pictures in README.md again"
	@echo "make check    run ruff, mypy, import-linter, svelte-check; check generated files and deploy/ (CHECK_ALL=1: fail if a program is missing)"
	@echo "make brackets     find how many deals of each game can be proved won and proved lost: hours"
	@echo "make winnability  count how many of 1,000 deals of each game the good bot wins: half an hour or more"
	@echo "make choices  compare the good bot with chance on the same deals of each game: ten minutes"
	@echo "make levels   compare the levels of bots on the same deals of each game, also by the clock"
	@echo "make speeds   measure the rules of each game that has no stored speed yet"
	@echo "make tables   write CATALOGUE.md, the tables in reports/ and README.md's count of games anew from their JSON files"
	@echo "make game ID=klondike  measure one game: perft, winnability, choices, levels, speed; take pictures; list what is missing"
	@echo "make clean    remove what these targets made"

install: $(INSTALLED)

$(VENV)/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "Cadogan needs Python 3.11 or newer; $(PYTHON) is: $$($(PYTHON) --version 2>&1). Try: make PYTHON=python3.12" >&2; exit 1; }
	$(PYTHON) -m venv $(VENV) || { rm -rf $(VENV); exit 1; }

$(INSTALLED): pyproject.toml | $(VENV)/bin/python
	@echo "Installing into $(VENV): a minute or two"
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[server,bots,dev]'
	@wanted=$$($(BIN)/python hatch_build.py --requires); \
	  test -z "$$wanted" || { set -x; $(BIN)/python -m pip install --quiet --disable-pip-version-check "$$wanted"; }
	@touch $@

# The page is built again when anything in client/web has changed.
ifneq ($(wildcard $(WEB)/package.json),)
WEB_SOURCES := $(shell find $(WEB) -name node_modules -prune -o -type f -print)
page: $(PAGE)
$(PAGE): $(WEB_SOURCES) hatch_build.py | $(INSTALLED)
	$(BIN)/python hatch_build.py
	@touch $@
else
page: $(INSTALLED)
	@echo "client/web has no package.json: no page is built"
endif

serve: $(INSTALLED) page
	$(BIN)/cadogan serve $(ARGS)

# To run it: PYTHONPATH=.compiled .venv/bin/cadogan serve
compiled: $(INSTALLED) page
	$(BIN)/python build_compiled.py

cluster: $(INSTALLED) page
	$(BIN)/python -m deploy.cluster $(ARGS)

# Bytecode is kept whatever the environment says: tests start hundreds of processes, and each would compile all of it again.
test: export PYTHONDONTWRITEBYTECODE :=
test: $(INSTALLED) page
	$(BIN)/python -m pytest -n auto --dist loadscope $(ARGS)

# The path is absolute: servers that start in other folders must find the same modules. The tests left out check files beside the packages.
test-compiled: export PYTHONDONTWRITEBYTECODE :=
test-compiled: export PYTHONPATH := $(CURDIR)/.compiled
test-compiled: compiled
	$(BIN)/python -m pytest -n auto --dist loadscope --compiled $(addprefix tests/,games client server fuzz leaks faults attack) \
	  --ignore tests/client/test_examples.py $(ARGS)
	$(BIN)/python -m tests.fuzz --seconds 120
	$(BIN)/python -m tests.leaks
	$(BIN)/python -m tests.faults

faults: $(INSTALLED)
	$(BIN)/python -m tests.faults $(ARGS)

leaks: $(INSTALLED)
	$(BIN)/python -m tests.leaks $(ARGS)

attack: $(INSTALLED)
	$(BIN)/python -m tests.attack $(ARGS)

# Only this target needs mutmut. ARGS=--list prints the modules to choose from.
mutants: $(INSTALLED)
	@$(BIN)/python -c 'import mutmut' 2>/dev/null || $(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[mutants]'
	nice -n 19 $(BIN)/python -m tests.mutants $(ARGS)

# Needs Chromium; ARGS="--out FOLDER" puts the pictures elsewhere.
screenshots: $(INSTALLED) page
	$(BIN)/python -m tests.browser.screenshots --games $(ARGS)
	$(BIN)/python -m tests.browser.contact $(ARGS)

# The pictures in README.md.
pictures: $(INSTALLED) page
	$(BIN)/python -m tests.browser.screenshots --readme

check: $(INSTALLED)
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(BIN)/python build_compiled.py --check
	$(BIN)/lint-imports
	$(BIN)/python -m cadogan_protocol.generate --check
	$(BIN)/python -m cadogan_games.tables --check
	$(BIN)/python -m deploy.check $(if $(CHECK_ALL),--all)
ifneq ($(wildcard $(WEB)/package.json),)
	$(BIN)/python hatch_build.py check
	$(BIN)/python -m tests.protocol.valid
endif

# Half an hour on a quiet machine. It continues where it was stopped. To begin again, as after a change of the bot, delete winnability.json.
winnability: $(INSTALLED)
	nice -n 19 $(BIN)/cadogan simulate --all --policy good --seed 00 --games 1000 --report server/cadogan_games/reports

# It continues where it was stopped, a round of deals of each game in turn. Compiled it takes half as long: PYTHONPATH=.compiled before
# the command. Some games first: the same with their ids. To begin again, delete solved.json.
brackets: $(INSTALLED)
	nice -n 19 $(BIN)/cadogan solve --all --seed 00 --deals 1000 --nodes 20000 --jobs 2 --report server/cadogan_games/reports

choices: $(INSTALLED)
	nice -n 19 $(BIN)/cadogan simulate --all --policy good --against random --seed 00 --games 150 --report server/cadogan_games/reports

levels: $(INSTALLED)
	nice -n 19 $(BIN)/cadogan simulate --all --among random,easy,fair,good --seed 00 --games 5 --report server/cadogan_games/reports

# For a quiet machine. It measures only games that have no figures yet. To begin again, as after a change of the engine, delete speed.json.
speeds: $(INSTALLED)
	$(BIN)/cadogan bench rules --all --report server/cadogan_games/reports

# After a merge of branches that add games: merge the JSON files, then let this write what is made from them.
tables: $(INSTALLED)
	$(BIN)/python -m cadogan_games.tables

# Pictures need Chromium and the page; ARGS=--no-pictures leaves them out. Several ids, as of a game and its variants: ID="a b".
game: $(INSTALLED) $(if $(findstring --no-pictures,$(ARGS)),,page)
	@test -n "$(ID)" || { echo 'Which game? make game ID=klondike' >&2; exit 2; }
	$(BIN)/python -m tests.games.game $(ID) $(ARGS)

clean:
	rm -rf $(VENV) .compiled $(dir $(PAGE)) $(WEB)/node_modules dist .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
