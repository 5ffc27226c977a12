# Set-up and the README's commands; what they do stands in the Snakefile.
#   make score PAIRS=<file> MODEL=<folder or name>
#   make demo | test | paper | full | neural | lint | bench | report | clean     make paper MIRROR=<folder>
CORES ?= $(shell getconf _NPROCESSORS_ONLN 2>/dev/null || echo 2)
SNAKEMAKE = .venv/bin/snakemake --cores $(CORES) --workflow-profile workflow/profiles/default
WITH_MIRROR = $(if $(MIRROR),ACCEPTABILITY_MIRROR="$(MIRROR)")
WITH_PACKAGES = $(if $(PACKAGES),ACCEPTABILITY_PACKAGES="$(PACKAGES)")
WITH_MODEL = $(if $(MODEL),ACCEPTABILITY_MODEL="$(MODEL)")
WITH_CONDA = $(if $(CONDA),PATH="$(abspath $(CONDA)):$$PATH")

.PHONY: neural demo score nothing-to-score test test-unit test-workflow test-score test-reproduction test-faults test-cluster test-thorough test-conda test-slurm paper full figures report lint bench clean

INSTALL = .venv/bin/pip install --quiet --disable-pip-version-check -r

.venv/installed: envs/requirements.txt
	python3 -c 'import sys; sys.exit(sys.version_info < (3, 11) and "error: Python 3.11 or newer is needed")'
	@{ command -v $${CXX:-c++} || { command -v lmplz && command -v build_binary; }; } >/dev/null || { echo "error: a C++ compiler is needed to compile KenLM (see README.md)"; exit 1; }
	python3 -m venv .venv
	$(INSTALL) envs/requirements.txt
	touch $@

# PyTorch and what goes with it: only for runs with neural language models.
.venv/neural: .venv/installed envs/requirements-neural.txt
	$(INSTALL) envs/requirements-neural.txt
	touch $@

neural: .venv/neural

.venv/tests: .venv/neural envs/requirements-dev.txt
	$(INSTALL) envs/requirements-dev.txt
	touch $@

# The demo has a folder of its own, so that it never mixes with the paper's results.
DEMO = $(SNAKEMAKE) --directory build/demo --configfile resources/demo/config.yaml

demo: .venv/neural
	$(DEMO)
	@echo "Done. Open build/demo/results/reports/toy-simulated.pdf (simulated data)."

paper: .venv/installed
	$(WITH_MIRROR) $(SNAKEMAKE)
	@echo "Done. Open results/reports/adc.pdf."

full: .venv/neural
	$(WITH_MIRROR) $(SNAKEMAKE) --config run=all
	@echo "Done. Open results/reports/adc.pdf."

# Your own pairs, sentences or scores: make score PAIRS=my_pairs.csv MODEL=folder-or-hub-name (docs/score.md). The words
# reach Snakemake as they are, whatever characters a path has.
WORDS = PAIRS SENTENCES DATASET MODEL SCORES KIND REVISION ENCODING SHEET STANDARDISE NEGATE TOO_LONG FOLDER
QUOTED = $(foreach word,$(WORDS),$(word)='$(subst ','\'',$(value $(word)))';)

score: $(if $(strip $(PAIRS)$(SENTENCES)$(DATASET)),$(if $(MODEL),.venv/neural,.venv/installed),nothing-to-score)
	@$(QUOTED) set --; for word in $(WORDS); do \
		eval "value=\$$$$word"; name=$$(printf %s "$$word" | tr A-Z a-z); \
		if [ -n "$$value" ]; then set -- "$$@" "$$name='$$(printf %s "$$value" | sed "s/'/''/g")'"; fi; \
	done; $(WITH_MIRROR) $(SNAKEMAKE) score --config "$$@"

nothing-to-score:
	@echo "error: nothing to score: write make score PAIRS=my_pairs.csv MODEL=folder-or-name (see docs/score.md)"; exit 1

figures: .venv/installed
	$(WITH_MIRROR) $(SNAKEMAKE) figures

report: paper
	$(WITH_MIRROR) $(SNAKEMAKE) --report report.html

lint: .venv/tests build/cffconvert/installed
	.venv/bin/ruff check .
	.venv/bin/ruff format --check .
	.venv/bin/snakefmt --check Snakefile workflow
	.venv/bin/snakemake --lint
	.venv/bin/snakemake --snakefile workflow/Snakefile --lint
	build/cffconvert/bin/cffconvert --validate

# The longest groups go first. macOS has an old make, which cannot group their output.
GROUPED = $(if $(filter output-sync,$(.FEATURES)),--output-sync=target)
test: .venv/tests
	@$(DEMO) --quiet all -- results/tools/kenlm/lmplz results/tools/kenlm/build_binary
	@echo "All tests run now, in seven groups, three at a time. A group shows its output when it ends; the last after some 20 minutes."
	@$(MAKE) --jobs=3 $(GROUPED) --keep-going --no-print-directory test-workflow test-cluster test-faults test-reproduction test-unit test-score lint

# Groups share the cores: PyTorch's threads must not keep them busy while they wait for each other.
test-unit test-workflow test-score test-reproduction test-faults test-cluster: .venv/tests
	OMP_WAIT_POLICY=passive $(WITH_MIRROR) $(WITH_MODEL) $(WITH_PACKAGES) .venv/bin/pytest $(TESTS)

test-unit: TESTS = tests/unit
test-workflow: TESTS = tests/workflow --ignore=tests/workflow/test_score.py
test-score: TESTS = tests/workflow/test_score.py
test-reproduction: TESTS = tests/reproduction tests/browser tests/latex
test-faults: TESTS = tests/faults
test-cluster: TESTS = tests/slurm

# Twenty kills, disks of several sizes, every way of handling sentences that are too long, environments made by conda.
test-thorough: .venv/tests
	ACCEPTABILITY_KILLS=20 $(WITH_CONDA) .venv/bin/pytest tests/faults/test_killed.py tests/faults/test_full_disk.py tests/thorough tests/conda

# With the conda on PATH, or CONDA=<the folder of another>.
test-conda: .venv/tests
	$(WITH_CONDA) .venv/bin/pytest tests/conda

# As root on Debian or Ubuntu: installs SLURM's packages and starts its daemons.
test-slurm:
	@$(MAKE) --no-print-directory test-cluster PACKAGES=install

# Programs that need other versions than ours, each in an environment of its own.
build/%/installed: tests/%.txt
	python3 -m venv build/$*
	build/$*/bin/pip install --quiet --disable-pip-version-check -r tests/$*.txt
	touch $@

bench: .venv/tests build/minicons/installed
	$(WITH_MIRROR) .venv/bin/python tests/benchmark.py build/minicons/bin/python

clean:
	rm -rf build results report.html
