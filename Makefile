# Installation, and the commands of README.md and docs/running.md. The Snakefile defines what they compute.
#   make score PAIRS=<file> MODEL=<folder or name>     make prompts PAIRS=<file>     make experiment PAIRS=<file>
#   make conform KIT=<folder>     make conform SCORES=<file>
#   make demo | paper | humans | released | figures | full | report | docs | neural | formats | test | lint | bench | clean     make paper MIRROR=<folder>
#   make new-paper NAME=<name>   make paper PAPERS=<folder of your own studies>   make verify RECORD=<folder of a run>
#   make paper STUDIES=<names of folders in paper/, with spaces or commas>, in place of those that config.yaml names
# Of an archive that `make bundle` has written: where its packages and data are.
-include bundle.mk

CORES ?= $(shell getconf _NPROCESSORS_ONLN 2>/dev/null || echo 2)
SNAKEMAKE = .venv/bin/snakemake --cores $(CORES) --workflow-profile workflow/profiles/default
QUOTED = '$(subst ','\'',$(1))'
ABSOLUTE = $(if $(filter /%,$(firstword $(1))),,$(CURDIR)/)$(1)
WITH_MIRROR = $(if $(MIRROR),ACCEPTABILITY_MIRROR=$(call QUOTED,$(call ABSOLUTE,$(MIRROR))))
WITH_PACKAGES = $(if $(PACKAGES),ACCEPTABILITY_PACKAGES="$(PACKAGES)")
WITH_MODEL = $(if $(MODEL),ACCEPTABILITY_MODEL=$(call QUOTED,$(MODEL)))
WITH_CONDA = $(if $(CONDA),PATH=$(call QUOTED,$(call ABSOLUTE,$(CONDA))):"$$PATH")
COMMA = ,
NAMES = $(strip $(subst $(COMMA), ,$(STUDIES)))
CHOSEN = $(if $(NAMES),'studies=[$(subst $() ,$(COMMA),$(NAMES))]')
WITH_STUDIES = $(if $(CHOSEN),--config $(CHOSEN))
STANDARD = $(subst $(COMMA),,$(shell sed -n 's/^studies: \[\(.*\)\].*/\1/p' config.yaml))
REPORTS = $(patsubst %,results/reports/%.pdf,$(or $(NAMES),$(STANDARD)))
DONE = echo "Done. Open $(subst $() , and ,$(REPORTS))."

.PHONY: kenlm neural formats demo score check prompts conform experiment humans released new-paper verify test test-demo test-unit test-figures test-workflow test-score test-reproduction test-faults test-thorough test-mutations test-conda test-slurm paper full figures report docs lint bench rules clean locks bundle

# With LOCKED=yes, only files with the checksums of envs/locks are installed. Compiling every installed module takes longer than
# unpacking it. Only modules that runs import are compiled, by importing them, even if PYTHONDONTWRITEBYTECODE is set.
INSTALL = bin/pip install --quiet --disable-pip-version-check $(if $(LOCKED),--require-hashes -r envs/locks/,-r envs/)
COMPILE = PYTHONDONTWRITEBYTECODE= PYTHONPATH=src .venv/bin/python -c

.venv/installed: envs/requirements.txt
	python3 -c 'import sys; sys.exit(sys.version_info < (3, 11) and "error: Python 3.11 or newer is needed")'
	python3 -m venv .venv
	.venv/$(INSTALL)requirements.txt --no-compile
	$(COMPILE) 'import altair, fontTools.subset, matplotlib.backends.backend_pdf, scipy.stats, seaborn'
	$(COMPILE) 'import snakemake.cli, snakemake.report.html_reporter, snakemake.workflow'
	$(COMPILE) 'import acceptability.command.request, acceptability.evaluation, acceptability.steps'
	touch $@

# PyTorch and related packages: only for runs with neural language models.
.venv/neural: .venv/installed envs/requirements-neural.txt
	.venv/$(INSTALL)requirements-neural.txt --no-compile
	$(COMPILE) 'from transformers import AutoTokenizer, BertForMaskedLM, GPT2LMHeadModel'
	touch $@

neural: .venv/neural

# Packages that read GGUF files and adapters: only for models in these formats (docs/models.md).
.venv/formats: .venv/neural envs/requirements-formats.txt
	.venv/$(INSTALL)requirements-formats.txt
	touch $@

formats: .venv/formats

.venv/tests: .venv/neural envs/requirements-formats.txt envs/requirements-dev.txt
	.venv/$(INSTALL)requirements-dev.txt
	touch $@

# The demo has its own folder, separate from the paper's results.
DEMO = $(SNAKEMAKE) --directory build/demo --configfile resources/demo/config.yaml

# The first time, KenLM is compiled while PyTorch is being installed.
ifeq ($(MAKECMDGOALS)$(wildcard .venv/neural),demo)
MAKEFLAGS += --jobs=2
demo: kenlm
endif
demo: .venv/neural
	$(DEMO)
	@echo "Done. Open build/demo/results/reports/toy-simulated.pdf (simulated data)."

# With PAPERS=, the studies of a folder of your own, which has a config.yaml: make paper PAPERS=my-papers
paper: .venv/installed
	$(WITH_MIRROR) $(SNAKEMAKE) $(if $(PAPERS),--directory $(call QUOTED,$(PAPERS))) $(WITH_STUDIES)
	@$(if $(PAPERS),echo "Done. Open the reports in $(PAPERS)/results/reports.",$(DONE))

# A study of your own to edit: make new-paper NAME=garden (docs/publications.md). PAPERS= is the folder of your studies.
new-paper: .venv/installed
	@$(if $(STRAY),$(REFUSED))
	@$(if $(NAME),,echo "error: the study has no name; type: make new-paper NAME=garden (see docs/publications.md)"; exit 1)
	@.venv/bin/python workflow/new_paper.py $(foreach word,$(filter NAME PAPERS,$(GIVEN)),$(call QUOTED,$(word)=$(value $(word))))

# The tables of a run, recomputed from its scores and ratings (docs/results.md): make verify RECORD=build/demo
verify: .venv/installed
	@$(if $(RECORD),,echo "error: nothing to verify; type: make verify RECORD=build/demo, with the folder of a run (see docs/results.md)"; exit 1)
	@PYTHONPATH=src .venv/bin/python -m acceptability.verification.verify $(call QUOTED,$(RECORD)) $(if $(PAPERS),--papers $(call QUOTED,$(PAPERS)))

# Human judgments that the papers do not have, in a folder of their own, too (docs/humans.md). Fetched files are shared.
humans: .venv/installed
	@mkdir -p build/humans resources && ln -sfn ../../resources build/humans/resources
	$(WITH_MIRROR) $(SNAKEMAKE) --directory build/humans --configfile resources/humans.yaml
	@echo "Done. Open the reports in build/humans/results/reports."

# Scores of models of today, as their authors released them, and of one that runs here (docs/humans.md): one report and one
# page, in a folder of their own.
released: .venv/formats
	@mkdir -p build/released resources && ln -sfn ../../resources build/released/resources
	$(WITH_MIRROR) $(SNAKEMAKE) --directory build/released --configfile resources/released.yaml -- results/reports/released.pdf results/explorer/index.html
	@echo "Done. Open build/released/results/reports/released.pdf and build/released/results/explorer/index.html."

full: .venv/neural
	$(WITH_MIRROR) $(SNAKEMAKE) --configfile config.yaml resources/encoders.yaml --config run=all $(CHOSEN)
	@$(DONE)

# Your own pairs, sentences or scores: make score PAIRS=my_pairs.csv MODEL=folder-or-hub-name (docs/score.md). All words
# of the command line reach the program as they are; it knows which there are.
GIVEN = $(sort $(foreach word,$(filter-out CORES,$(.VARIABLES)),$(if $(filter command,$(origin $(word))),$(word))))

# A name with a space and no quotation marks reaches make as an option and a goal.
STRAY = $(firstword $(filter-out $@,$(MAKECMDGOALS)))
REFUSED = echo "error: make does not know '$(STRAY)'. If it belongs to a file's name, put the option in quotation marks, as in 'PAIRS=My pairs.xlsx'."; exit 1

# What a server computes needs no PyTorch here.
score: $(if $(GIVEN),$(if $(and $(MODEL),$(PAIRS)$(SENTENCES)$(DATASET),$(if $(SERVER),,here)),.venv/neural,.venv/installed))
	@$(if $(STRAY),$(REFUSED))
	@$(if $(GIVEN),,echo "error: nothing to score; type: make score PAIRS=my_pairs.csv MODEL=folder-or-name (see docs/score.md)"; exit 1)
	@.venv/bin/python workflow/run_words.py score --cores $(CORES) $(foreach word,$(GIVEN),$(call QUOTED,$(word)=$(value $(word))))

# Your own pairs, before anyone judges them: make check PAIRS=my_pairs.csv (docs/check.md).
check: $(if $(GIVEN),$(if $(and $(MODEL),$(if $(SERVER),,here)),.venv/neural,.venv/installed))
	@$(if $(STRAY),$(REFUSED))
	@$(if $(GIVEN),,echo "error: nothing to check; type: make check PAIRS=my_pairs.csv (see docs/check.md)"; exit 1)
	@.venv/bin/python workflow/run_words.py check --cores $(CORES) $(foreach word,$(GIVEN),$(call QUOTED,$(word)=$(value $(word))))

# Prompts about your own pairs or sentences, to send wherever you like: make prompts PAIRS=my_pairs.csv (docs/prompts.md).
prompts: .venv/installed
	@$(if $(STRAY),$(REFUSED))
	@$(if $(GIVEN),,echo "error: nothing to ask about; type: make prompts PAIRS=my_pairs.csv (see docs/prompts.md)"; exit 1)
	@.venv/bin/python workflow/make_prompts.py $(foreach word,$(GIVEN),$(call QUOTED,$(word)=$(value $(word))))

# Which convention scores follow: make conform KIT=build/kit, then make conform SCORES=my_scores.csv (docs/conventions.md).
conform: $(if $(MODEL)$(KIT),.venv/neural,.venv/installed)
	@$(if $(STRAY),$(REFUSED))
	@$(if $(GIVEN),,echo "error: nothing to compare; type: make conform KIT=build/kit (see docs/conventions.md)"; exit 1)
	@.venv/bin/python workflow/conform.py $(foreach word,$(GIVEN),$(call QUOTED,$(word)=$(value $(word))))

# An experiment about your own pairs, to put where participants find it: make experiment PAIRS=my_pairs.csv (docs/experiment.md).
experiment: .venv/installed
	@$(if $(STRAY),$(REFUSED))
	@$(if $(GIVEN),,echo "error: nothing to judge; type: make experiment PAIRS=my_pairs.csv (see docs/experiment.md)"; exit 1)
	@.venv/bin/python workflow/make_experiment.py $(foreach word,$(GIVEN),$(call QUOTED,$(word)=$(value $(word))))

figures: .venv/installed
	$(WITH_MIRROR) $(SNAKEMAKE) figures $(WITH_STUDIES)

report: paper
	$(WITH_MIRROR) $(SNAKEMAKE) --report report.html $(WITH_STUDIES)

docs: .venv/tests
	.venv/bin/python docs/describe_schemas.py
	.venv/bin/python docs/describe_results.py
	.venv/bin/python docs/describe_python.py
	.venv/bin/python docs/describe_columns.py
	.venv/bin/python docs/describe_limits.py
	.venv/bin/python docs/describe_rooms.py
	.venv/bin/python docs/describe_messages.py
	.venv/bin/python docs/describe_conventions.py
	.venv/bin/python docs/describe_reproduce.py
	.venv/bin/python docs/describe_release.py
	.venv/bin/python docs/run_notebook.py build/notebook/notebook.ipynb
	.venv/bin/mkdocs build --clean
	cp build/notebook/notebook.ipynb build/docs/
	@echo "Done. Open build/docs/index.html."

lint: .venv/tests build/cffconvert/installed build/cyclonedx/installed
	.venv/bin/ruff check .
	.venv/bin/ruff format --check .
	.venv/bin/mypy
	.venv/bin/snakefmt --check Snakefile workflow paper
	.venv/bin/snakemake --lint
	.venv/bin/snakemake --snakefile workflow/Snakefile --lint
	build/cffconvert/bin/cffconvert --validate
	build/cyclonedx/bin/python tests/check_sbom.py
	.venv/bin/mkdocs build --clean

# The longest groups start first; so all that they need is made before. The make of macOS is old and cannot group output.
GROUPED = $(if $(filter output-sync,$(.FEATURES)),--output-sync=target)
test: .venv/installed
	@$(MAKE) --jobs=2 --no-print-directory .venv/tests kenlm build/snakedeploy/installed
	@$(if $(MIRROR),,$(MAKE) --no-print-directory test-demo)
	@echo "Running all tests in seven groups and lint, three at a time, for about 27 minutes on two cores. Each group shows its output when it ends."
	@$(MAKE) --jobs=3 $(GROUPED) --keep-going --no-print-directory MADE=demo test-reproduction test-workflow test-unit test-faults test-cases test-figures test-score lint

# KenLM's programs, compiled before the tests or the demo, while PyTorch is being installed: so the run names only the
# system that needs no PyTorch.
kenlm: .venv/installed
	@$(DEMO) --config 'run=[toy-trigram-simulated]' --quiet host reason rules progress -- results/tools/kenlm/lmplz results/tools/kenlm/build_binary

# The demo, once for the two groups that look at it where there is no mirror. Where there is one, browser and LaTeX look at
# the paper, and the workflow tests make the demo themselves, beside other groups: training uses one core.
SHARED_DEMO = build/tests/demo
test-demo: .venv/tests
	.venv/bin/python tests/support/make_demo.py $(SHARED_DEMO)

test-workflow: build/snakedeploy/installed
ifndef MIRROR
test-workflow test-reproduction: $(if $(MADE),,test-demo)
test-workflow test-reproduction: export ACCEPTABILITY_DEMO = $(SHARED_DEMO)
endif

# Groups share the cores: threads of PyTorch and BLAS must not block them while they wait for each other, and the longest
# goes first.
test-unit test-figures test-cases test-workflow test-score test-reproduction test-faults test-slurm: .venv/tests
	OMP_WAIT_POLICY=passive OPENBLAS_NUM_THREADS=1 $(WITH_MIRROR) $(WITH_MODEL) $(WITH_PACKAGES) $(NICE) .venv/bin/pytest $(TESTS)

test-unit test-figures test-cases test-score test-reproduction test-faults: NICE = nice
# All, or those of some rooms of the package: make test-unit ONLY=reading,sources
test-unit: TESTS = $(if $(ONLY),$(addprefix tests/unit/,$(subst $(COMMA), ,$(ONLY))),tests/unit paper --ignore=tests/unit/figures)
test-figures: TESTS = tests/unit/figures
test-cases: TESTS = tests/cases
test-workflow: TESTS = tests/workflow --ignore=tests/workflow/test_score.py
test-score: TESTS = tests/workflow/test_score.py
test-reproduction: TESTS = tests/reproduction tests/browser tests/latex
test-faults: TESTS = tests/faults
# As root on Debian or Ubuntu: installs SLURM and starts it.
test-slurm: TESTS = tests/slurm
test-slurm: WITH_PACKAGES = ACCEPTABILITY_PACKAGES="install"

# Twenty kills, full disks of several sizes, every way of handling sentences that are too long, all of BLiMP beside
# lm-evaluation-harness and by SmolLM2, words beside wordsprobability, the study that is off by default, conda's environments,
# fifteen times as many examples of each property.
test-thorough: .venv/tests build/lm_eval/installed build/minicons/installed build/wordsprobability/installed build/surprisal/installed build/llama_server/installed build/roc_validator/installed
	ACCEPTABILITY_KILLS=20 $(WITH_CONDA) $(WITH_MIRROR) .venv/bin/pytest tests/faults/test_killed.py tests/faults/test_full_disk.py -m "" tests/thorough tests/conda
	$(WITH_MIRROR) .venv/bin/pytest -m thorough tests/unit paper tests/reproduction
	.venv/bin/pytest --hypothesis-profile=thorough -m hypothesis tests/unit paper

# Sixty mistakes in the package, one after the other: do the unit tests notice?
test-mutations: .venv/tests
	.venv/bin/python tests/thorough/mutate.py

# Uses the conda on PATH, or CONDA=<folder>.
test-conda: .venv/tests
	$(WITH_CONDA) .venv/bin/pytest tests/conda

# One archive from which `make demo` and a paper run without a network; it takes what MIRROR= has, and fetches the rest.
bundle: .venv/neural
	rm -rf build/bundle
	$(WITH_MIRROR) .venv/bin/python envs/bundle.py build/bundle $(if $(LOCKED),--locked)

# The checksums of all packages, asked of the package index (envs/lock.py).
locks: build/uv/installed
	.venv/bin/python envs/lock.py build/uv/bin/uv

# Programs that need other versions of packages, each in its own environment.
build/%/installed: envs/separate/%.txt
	python3 -m venv build/$*
	build/$*/$(INSTALL)separate/$*.txt
	touch $@

# All parts, or ONLY=masked,causal, say (benchmarks/__main__.py lists them). With OLD= and NEW=, files of results: compares these.
BENCHED = $(or $(subst $(COMMA), ,$(ONLY)),masked causal score)
bench: .venv/tests $(if $(OLD),,$(if $(filter masked causal real score python,$(BENCHED)),build/minicons/installed) $(if $(filter causal real,$(BENCHED)),build/lm_eval/installed))
	$(if $(OLD),.venv/bin/python -m benchmarks.timing $(OLD) $(NEW),$(WITH_MIRROR) .venv/bin/python -m benchmarks build/minicons/bin/python --harness build/lm_eval/bin/python $(if $(ONLY),--only "$(ONLY)"))

# Every rule, those in loops too, as if each were written by hand.
rules: .venv/installed
	@.venv/bin/python docs/print_rules.py

clean:
	rm -rf build report.html
	[ ! -d results ] || find results -mindepth 1 -maxdepth 1 ! -name README.md -exec rm -rf {} +
