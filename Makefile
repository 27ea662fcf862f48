# Plyboard: `make` alone says what there is. Every command sets up what it needs, in .venv, by itself.

PYTHON ?= python3
BIN := .venv/bin
CARGO := $(shell command -v cargo 2>/dev/null)
NPM := $(shell command -v npm 2>/dev/null)
CHROMIUM := $(shell command -v chromium || command -v chromium-browser || command -v google-chrome)
APT_GET := $(if $(filter 0,$(shell id -u)),,sudo -n) apt-get
POSTGRESQL := $(wildcard /usr/lib/postgresql/*/bin/initdb) $(shell command -v initdb 2>/dev/null)
PYTHON_READY := .venv/.ready
ENGINE_READY := .venv/.engine-ready
RUST_FILES := engine/Cargo.toml engine/build.rs engine/Cargo.lock engine/pyproject.toml engine/plyboard_engine.pyi $(shell find engine/src -name '*.rs')

.DEFAULT_GOAL := help
.PHONY: help play test test-slow postgresql lint lint-python lint-js lint-rust browser screenshots test-rust test-rust-slow bench championship bench-engine engine clean

help: ## Say what there is
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-10s  %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

play: $(PYTHON_READY) ## Play in the browser (make play GAME=hive plays in the terminal)
	@$(if $(CARGO),$(MAKE) --no-print-directory engine || true)
	@$(BIN)/plyboard $(if $(GAME),play $(GAME),web)

test: lint test-rust browser postgresql ## Lint, then run the Rust and the Python tests
	$(BIN)/pytest -n 2

test-slow: engine test-rust-slow browser postgresql ## Run the tests that take minutes, and all others
	$(BIN)/pytest -n 2 -m 'slow or not slow' --hypothesis-profile thorough

lint: lint-python lint-js lint-rust ## Check style, types and the direction of imports

lint-python: engine
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

ifeq ($(NPM),)
lint-js:
	@echo "No npm found: the types of the JavaScript are not checked." >&2
else
TYPESCRIPT := .venv/typescript/node_modules/.bin/tsc

lint-js: $(PYTHON_READY)
	@test -x $(TYPESCRIPT) || $(NPM) install --silent --no-save --prefix .venv/typescript typescript@7.0 \
		|| echo "TypeScript cannot be had: the types of the JavaScript are not checked." >&2
	test ! -x $(TYPESCRIPT) || $(TYPESCRIPT) --project .
endif

# The tests in a browser need Chromium; where it cannot be had, they say so and are skipped.
browser:
ifeq ($(CHROMIUM),)
	@echo "Installing Chromium for the tests in a browser, if that is possible." >&2
	@{ $(APT_GET) update --quiet && $(APT_GET) install --yes --quiet chromium; } >/dev/null 2>&1 \
		|| echo "It is not: these tests are skipped." >&2
endif
ifneq ($(NPM),)
	@test -d .venv/axe || $(NPM) install --silent --no-save --prefix .venv/axe axe-core@4 \
		|| echo "axe-core cannot be had: pages are not checked for people who need other ways to use them." >&2
endif

screenshots: engine browser ## Take pictures of every page of the web app, into build/screenshots
	PYTHONPATH=tests $(BIN)/python tests/browser/screenshots.py build/screenshots

# The store is tested on a PostgreSQL server too; where it cannot be had, these tests say so and are skipped.
postgresql:
ifeq ($(strip $(POSTGRESQL)),)
	@echo "Installing PostgreSQL for the tests of the store, if that is possible." >&2
	@{ $(APT_GET) update --quiet && $(APT_GET) install --yes --quiet --no-install-recommends postgresql; } >/dev/null 2>&1 \
		|| echo "It is not: these tests are skipped." >&2
endif

bench: engine bench-engine ## Measure both tellings of the rules, side by side, and the engine beside others
	$(BIN)/python bench/rules.py
	$(BIN)/python bench/rl.py
	$(BIN)/python bench/arena.py
	$(BIN)/python bench/learn.py
	$(BIN)/python bench/web.py

championship: engine ## Let all players meet in all games, and write docs/strength.md
	$(BIN)/python bench/championship.py $(if $(RESUME),--resume)

ifeq ($(CARGO),)
engine: $(PYTHON_READY) ## Build and install the compiled engine
	@echo "No Rust compiler (cargo) found: everything runs on the Python rules, slower." >&2

lint-rust test-rust test-rust-slow bench-engine:
else
engine: $(ENGINE_READY)

$(ENGINE_READY): $(PYTHON_READY) $(RUST_FILES)
	@echo "Building the compiled engine: a minute or two, once."
	@$(BIN)/maturin develop --release --quiet -m engine/Cargo.toml
	@touch $@

lint-rust: engine
	cd engine && cargo fmt --check
	cd engine && cargo clippy --quiet --all-targets -- -D warnings
	cd engine && cargo clippy --quiet --all-targets --features python -- -D warnings
	$(BIN)/stubtest plyboard_engine --allowlist engine/stubtest-allowlist.txt

test-rust:
	cd engine && cargo test --quiet

test-rust-slow:
	cd engine && PROPTEST_CASES=50000 cargo test --quiet -- --include-ignored

bench-engine: engine
	cd engine && cargo build --quiet --release --example bench
	$(BIN)/python bench/engine.py
endif

$(PYTHON_READY): pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null \
		|| { echo "Plyboard needs Python 3.11 or newer; '$(PYTHON)' is not. Say which one to use: make PYTHON=python3.12" >&2; exit 1; }
	@echo "Setting up Python in .venv: a minute, once."
	@test -x $(BIN)/python || $(PYTHON) -m venv .venv
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --upgrade 'pip>=25.1'
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --group dev -e '.[rl,cluster,postgresql]'
	@touch $@

clean: ## Remove everything that make has made
	rm -rf .venv build dist engine/target .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
	find src tests bench -name __pycache__ -prune -exec rm -rf {} +
