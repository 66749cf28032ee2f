# The commands for working in a checkout. `make help` prints the targets that have a comment with two hashes.

.DEFAULT_GOAL := help
.PHONY: help run test thorough chromium check bench faults matrix webkit pictures audit

# The first Python on the PATH that is new enough. `make run PYTHON=...` uses another one.
NEW_ENOUGH = import sys; sys.version_info >= (3, 11) and print(sys.executable)
CANDIDATES = python3 python3.14 python3.13 python3.12 python3.11
PYTHON ?= $(firstword $(foreach name,$(CANDIDATES),$(shell $(name) -c '$(NEW_ENOUGH)' 2>/dev/null)))
PYTEST = .venv-test/bin/python -m pytest
FOR = 60
# Two more than the number of processors, because many tests wait for a browser or a disk.
WORKERS = $(shell echo $$(( $$(getconf _NPROCESSORS_ONLN) + 2 )))

help: ## Print this list
	@sed -n 's/^\([a-z]*\):.*## \(.*\)/  make \1|\2/p' Makefile | column -t -s '|' 2>/dev/null \
	|| sed -n 's/^\([a-z]*\):.*## /  make \1   /p' Makefile

run: .venv/ready ## Start the server for the phones on the home network (ARGS="--port 9000")
	@exec env SCOREKEEPER_STARTED_BY="make run" .venv/bin/python -m scorekeeper serve $(ARGS)

# Keep compiled bytecode even if the environment disables it: the tests start many processes.
test thorough check: export PYTHONDONTWRITEBYTECODE =

# A sample of the tests, which tests/sample.py chooses.
test: export SAMPLE = 1

test: ## Run a sample of the tests, which takes a few minutes (ARGS="-k gin")
thorough: ## Run all tests with all their cases, which takes three times as long (ARGS="-k gin")
test thorough:
	@$(MAKE) --no-print-directory -j2 .venv-test/ready chromium
	@CHROMIUM=$$(sh tests/chromium.sh) || exit 1; export CHROMIUM; \
	exec $(PYTEST) -p tests.collecting -n $(WORKERS) --dist worksteal $(ARGS)

check: .venv-test/ready ## Check formatting, types, templates, style sheets and imports between packages
	@status=0; run() { echo "$$*"; "$$@" || status=1; }; \
	run .venv-test/bin/python -m ruff format --check .; \
	run .venv-test/bin/python -m ruff check .; \
	run .venv-test/bin/python -m mypy; \
	run .venv-test/bin/python -m djlint --lint --quiet templates; \
	run $(PYTEST) -q tests/test_conventions.py tests/test_front_end.py tests/test_repository.py tests/test_stylesheets.py; \
	exit $$status

chromium: # Chromium is installed while pip installs the packages.
	@sh tests/chromium.sh faster > /dev/null

bench: .venv-test/ready ## Measure the speed and compare it with the targets
	@exec .venv-test/bin/python -m bench $(ARGS)

# Each file runs for FOR seconds, longer than any other test may take. To repeat a run, give its seed:
# make faults FAULTS_SEED=17
FAULTS = tests/faults/test_kill.py tests/faults/test_postgresql.py tests/faults/test_fuzz.py
faults: .venv-test/ready ## Kill the server and restart PostgreSQL repeatedly while phones save, and send invalid requests (FOR=3600, in seconds)
	@seed=$${FAULTS_SEED:-$$(od -An -N3 -tu4 /dev/urandom | tr -d ' ')}; \
	echo "To repeat this run: make faults FOR=$(FOR) FAULTS_SEED=$$seed"; \
	FAULTS_SEED=$$seed FAULTS_SECONDS=$(FOR) $(PYTEST) -q -n 3 --dist loadfile \
	-o faulthandler_timeout=0 $(FAULTS) $(ARGS); status=$$?; \
	test $$status -eq 0 || echo "The tests failed with FAULTS_SEED=$$seed."; exit $$status

matrix: .venv-test/ready ## Play each game on many screen sizes and networks, with names in several alphabets
	@CHROMIUM=$$(sh tests/chromium.sh) || exit 1; export CHROMIUM; \
	exec .venv-test/bin/python -m tests.browser.matrix $(ARGS)

webkit: .venv-test/ready ## Check the layout of the pages and play each game in WebKit, the engine of Safari
	@command -v WebKitWebDriver > /dev/null && command -v xvfb-run > /dev/null || { echo \
	"This needs WebKitGTK: apt-get install webkit2gtk-driver gir1.2-webkit2-4.1 python3-gi xvfb"; exit 1; }
	@exec xvfb-run -a -s "-screen 0 1024x1024x24" .venv-test/bin/python -m tests.browser.webkit $(ARGS)

pictures: .venv-test/ready ## Redraw the pictures of the README in Chromium
	@CHROMIUM=$$(sh tests/chromium.sh) || exit 1; export CHROMIUM; \
	exec .venv-test/bin/python -m tests.browser.pictures

audit: .venv-audit/ready ## Check the pinned packages for known vulnerabilities (needs a network)
	.venv-audit/bin/pip-audit --strict --no-deps --disable-pip -r docs/extras.lock $(ARGS)

.venv/ready: requirements.lock
	$(call environment,.venv,requirements.lock)

.venv-test/ready: tests/requirements.lock
	$(call environment,.venv-test,tests/requirements.lock,--no-compile)

.venv-audit/ready: .ci/audit.lock
	$(call environment,.venv-audit,.ci/audit.lock)

# environment(folder, lock, how): a virtual environment with the packages of a lock file,
# each checked by its hash. It is created again only if the lock file changes. The tests use
# `--no-compile`, because most of the installed modules are never imported. The project itself
# is not installed but runs from the checkout, so a second start needs no network.
define environment
	@test -n "$(PYTHON)" || { echo "Scorekeeper needs Python 3.11 or newer, but there is none on the PATH. Install it and try again." >&2; exit 1; }
	@"$(PYTHON)" -c 'import ensurepip, venv' 2>/dev/null || { echo "This Python cannot create a virtual environment. Install its venv package (on Debian, apt-get install python3-venv) and try again." >&2; exit 1; }
	@echo "Installing the packages of $(2) in $(1). This happens only once."
	@"$(PYTHON)" -m venv $(1)
	@$(1)/bin/python -m pip install --quiet --disable-pip-version-check --require-hashes --no-deps $(3) -r $(2) || { echo "The packages of $(2) could not be installed. Check the network connection and try again." >&2; exit 1; }
	@touch $@
endef
