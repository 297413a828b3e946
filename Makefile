# The commands of daily work. `make help` lists them.

.DEFAULT_GOAL := help
.PHONY: help dependencies build build-tests command run study-command study tables tables-check pictures pictures-check datasets datasets-check test lint format strict docs docs-check \
	man install install-header library install-library install-library-files uninstall python-test static stage wheel wheel-check tarball site-tarball deb deb-check container-check release release-check bench bench-check bench-update bench-compare bench-peers cluster-check fuzz fuzz-commands compare-parsers clean

# The commit of the build, with a mark if the sources differ from it. Results contain it.
export SEXTANT_REVISION := $(shell git rev-parse HEAD 2>/dev/null || echo unknown)$(shell git diff --quiet HEAD 2>/dev/null || echo +changes)

# Flags of every `swift build` and `swift test`. Changed flags rebuild everything.
SWIFT_BUILD_FLAGS ?=

# One release build serves the command line and the tests. The tests use public and package declarations only; without
# --disable-testable-imports, SwiftPM would rebuild everything with -enable-testing for them.
RELEASE_FLAGS = -c release -debug-info-format none $(SWIFT_BUILD_FLAGS)

# SEXTANT_AVX2=1 builds for processors with AVX2, which speeds up distances in columns. The Swift compiler reads its
# target from the flags of the C importer. Results are the same: no operations are fused.
ifeq ($(SEXTANT_AVX2),1)
SWIFT_BUILD_FLAGS += -Xcc -mavx2
endif

ifeq ($(shell uname -s),Darwin)
BREW := $(shell brew --prefix 2>/dev/null)
SWIFT_BUILD_FLAGS += -Xcc -I$(BREW)/include -Xcxx -I$(BREW)/include -Xlinker -L$(BREW)/lib
endif

SOURCES := $(wildcard Package.swift Sources Reports/Study Tests Fuzz/Package.swift Fuzz/Sources Benchmarks/Package.swift Benchmarks/Sources Benchmarks/Benchmarks)

RUN_RECORDING := Datasets/pan
RUN_OUTPUT := out/pan
RUN_PIPELINES := \
	triad \
	triad+lowPass \
	triad+movingAverage \
	triad+sphericalAverage \
	triad+derivativeSmoother \
	triad+oneEuro \
	gyroscope \
	madgwick \
	mahony \
	vqf

help: ## list the targets
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/make \1	\2/p' $(MAKEFILE_LIST) | expand -t 24

dependencies: ## install the missing dependencies of a build
	@Scripts/install-dependencies.sh

build: dependencies ## build everything for debugging, including tests
	swift build --build-tests $(SWIFT_BUILD_FLAGS)

build-tests: dependencies ## build the command line and all tests for release
	swift build --build-tests $(RELEASE_FLAGS)

command: dependencies ## build the command line for release: .build/release/sextant
	swift build --product sextant $(RELEASE_FLAGS)

run: command ## compare ten pipelines on the bundled recording; write reports to out/pan
	.build/release/sextant evaluate $(RUN_RECORDING) $(RUN_PIPELINES:%=--pipeline %) \
		--format md,csv,json --output $(RUN_OUTPUT)
	@printf '\nThe reports are in %s:\n' $(RUN_OUTPUT)
	@ls $(RUN_OUTPUT) | sed 's/^/  /'

study-command: dependencies ## build the command line with the tables of the study for release: .build/release/sextant-study
	swift build --product sextant-study $(RELEASE_FLAGS)

tables: study-command ## regenerate the report tables in Reports
	.build/release/sextant-study tables

tables-check: study-command ## check the committed report tables
	.build/release/sextant-study tables --check

# The data take about 1.4 GB, the tables about ten minutes.
study: study-command ## download the public data into DATA=FOLDER, recompute all tables, compare them and the pictures with the committed ones
	Scripts/study.py $(or $(DATA),$(error set DATA=FOLDER, the folder of the downloads)) $(if $(FROM),--from $(FROM))
	Scripts/pictures.sh --check

pictures: command ## regenerate the pictures in the README; needs chromium
	Scripts/pictures.sh

pictures-check: command ## check that the pictures in the README are current
	Scripts/pictures.sh --check

datasets: command ## regenerate the bundled recordings
	SEXTANT=.build/release/sextant Datasets/regenerate.sh

datasets-check: command ## check the bundled recordings against their scripts
	SEXTANT=.build/release/sextant Datasets/regenerate.sh --check

test: dependencies library python-test ## run all tests, in a release build
	swift test --parallel --disable-testable-imports $(RELEASE_FLAGS)

lint: ## check format, documentation and wording
	python3 Scripts/check_english.py
	python3 Scripts/messages.py --check
	swift format lint --strict --parallel --recursive $(SOURCES)

format: ## format every Swift source
	swift format --in-place --parallel --recursive $(SOURCES)

strict: export SEXTANT_STRICT = 1
strict: SWIFT_BUILD_FLAGS += --explicit-target-dependency-import-check error
strict: build-tests ## build with warnings as errors, and check the imports of every target against Package.swift

# Errors in a page or a link fail the build.
DOCS_TARGETS := SensorModel SensorFilters PublishedEstimators Geodesy Pipelines Recordings SensorSimulation Evaluation Positions Diagnosis Experiments Reporting

SITE_PYTHON := .build/site-python
$(SITE_PYTHON)/installed:
	Scripts/python-environment.sh $(@D) furo myst-parser pyyaml sphinx

# Writes the site of the version of a build: folder of the build, output. HOMEPAGE is the address of the repository, to
# which the names of files without a page lead.
define write_site
	Scripts/symbols.sh $(1) $(1)/symbols $(DOCS_TARGETS)
	$(SITE_PYTHON)/bin/python Scripts/site/build.py $(1)/release/sextant $(1)/symbols $(2) $(if $(HOMEPAGE),--homepage $(HOMEPAGE))
endef

docs: command $(SITE_PYTHON)/installed ## generate the documentation site in out/docs; HOMEPAGE=URL links to the sources
	$(call write_site,.build,out/docs)

docs-check: build-tests $(SITE_PYTHON)/installed ## check the documentation in seconds, and the public declarations; RECORD_API=1 accepts changed ones
	RECORD_API=$(RECORD_API) Scripts/check_docs.sh $(DOCS_TARGETS)

# The folder of the installation. DESTDIR is a prefix for packagers.
PREFIX ?= /usr/local
BIN_DIR := $(DESTDIR)$(PREFIX)/bin
MAN_DIR := $(DESTDIR)$(PREFIX)/share/man/man1
BASH_DIR := $(DESTDIR)$(PREFIX)/share/bash-completion/completions
ZSH_DIR := $(DESTDIR)$(PREFIX)/share/zsh/site-functions
FISH_DIR := $(DESTDIR)$(PREFIX)/share/fish/vendor_completions.d
INCLUDE_DIR := $(DESTDIR)$(PREFIX)/include
PKG_CONFIG_DIR := $(DESTDIR)$(PREFIX)/share/pkgconfig
CMAKE_DIR := $(DESTDIR)$(PREFIX)/share/cmake/SextantEstimator

# Writes the man page and the completions of the command $(1) into the folder $(2).
define write_manual
	mkdir -p $(2)
	for shell in bash zsh fish; do $(1) --generate-completion-script $$shell >$(2)/sextant.$$shell || exit 1; done
	python3 Scripts/man_page.py $(1) >$(2)/sextant.1
endef

man: command ## generate the man page and the shell completions in out/install
	$(call write_manual,.build/release/sextant,out/install)

install: man install-header ## install the command line, its man page, completions and the header of plugins below PREFIX=/usr/local
	install -d "$(BIN_DIR)" "$(MAN_DIR)" "$(BASH_DIR)" "$(ZSH_DIR)" "$(FISH_DIR)"
	install -m 755 .build/release/sextant "$(BIN_DIR)/sextant"
	install -m 644 out/install/sextant.1 "$(MAN_DIR)/sextant.1"
	install -m 644 out/install/sextant.bash "$(BASH_DIR)/sextant"
	install -m 644 out/install/sextant.zsh "$(ZSH_DIR)/_sextant"
	install -m 644 out/install/sextant.fish "$(FISH_DIR)/sextant.fish"

# The version of the interface is that of the table.
install-header: ## install sextant_estimator.h with its files for pkg-config and CMake below PREFIX=/usr/local
	install -d "$(INCLUDE_DIR)" "$(PKG_CONFIG_DIR)" "$(CMAKE_DIR)"
	install -m 644 Sources/CSextantEstimator/include/sextant_estimator.h "$(INCLUDE_DIR)/sextant_estimator.h"
	version=$$(sed -n 's/#define SEXTANT_ESTIMATOR_VERSION \([0-9]*\)u/\1/p' "$(INCLUDE_DIR)/sextant_estimator.h") && \
		sed "s/@VERSION@/$$version/" Scripts/install/sextant-estimator.pc.in >"$(PKG_CONFIG_DIR)/sextant-estimator.pc"
	install -m 644 Scripts/install/SextantEstimatorConfig.cmake "$(CMAKE_DIR)/SextantEstimatorConfig.cmake"

# The library for C. Its name in the build is libsextant-c, because the command is called sextant.
LIBRARY_SUFFIX := $(if $(BREW),dylib,so)
LIBRARY ?= .build/release/libsextant-c.$(LIBRARY_SUFFIX)
LIB_DIR := $(DESTDIR)$(PREFIX)/lib

library: dependencies ## build the library for C: .build/release/libsextant-c
	swift build --product sextant-c $(RELEASE_FLAGS)

install-library: library install-library-files ## install the library for C, its header and its file for pkg-config below PREFIX=/usr/local

install-library-files:
	install -d "$(INCLUDE_DIR)" "$(LIB_DIR)/pkgconfig"
	install -m 644 Sources/CSextant/include/sextant.h "$(INCLUDE_DIR)/sextant.h"
	install -m 755 $(LIBRARY) "$(LIB_DIR)/libsextant.$(LIBRARY_SUFFIX)"
	version=$$(sed -n 's/.*static let number = "\(.*\)"/\1/p' Sources/SextantCommands/Process/HostDescription.swift) && \
		sed "s/@VERSION@/$$version/" Scripts/install/sextant.pc.in >"$(LIB_DIR)/pkgconfig/sextant.pc"

uninstall: ## remove the files of make install below PREFIX
	rm -f "$(BIN_DIR)/sextant" "$(MAN_DIR)/sextant.1" "$(BASH_DIR)/sextant" "$(ZSH_DIR)/_sextant" \
		"$(FISH_DIR)/sextant.fish" "$(INCLUDE_DIR)/sextant_estimator.h" \
		"$(PKG_CONFIG_DIR)/sextant-estimator.pc" "$(CMAKE_DIR)/SextantEstimatorConfig.cmake" \
		"$(INCLUDE_DIR)/sextant.h" "$(LIB_DIR)/libsextant.$(LIBRARY_SUFFIX)" "$(LIB_DIR)/pkgconfig/sextant.pc"

# The environment of the Python package's tests.
PYTHON := .build/python/bin/python

$(PYTHON): Scripts/python-environment.sh
	Scripts/python-environment.sh .build/python

python-test: command $(PYTHON) ## check the types of the Python package, and run its tests with the release build
	$(PYTHON) -m mypy --config-file Python/pyproject.toml --cache-dir .build/python/mypy Python/src Python/tests
	cd Python && SEXTANT=$(CURDIR)/.build/release/sextant PYTHONPATH=src PYTHONDONTWRITEBYTECODE=1 \
		$(CURDIR)/$(PYTHON) -m pytest -q -p no:cacheprovider

# The command with Swift's runtime inside, for Linux without Swift. Its other libraries are in ../lib/sextant. The folder
# static has the static libraries that the linker finds before the system's dynamic ones.
STATIC := .build-static/release/sextant
STATIC_LIBRARY := .build-static/release/libsextant.so
PACKAGING := out/packaging

# Builds in other folders have the same bytes: C sources without their paths, and no digest of parts that stage.py clears.
STATIC_FLAGS := -c release -debug-info-format none --static-swift-stdlib --scratch-path .build-static \
	-Xcc -ffile-prefix-map=$(CURDIR)/= -Xlinker --build-id=none

# SwiftPM links only commands statically. The library is linked from the objects of its build, and shows C its own symbols only.
static: dependencies ## build the command and the library for C with Swift's runtime inside: .build-static/release/sextant, libsextant.so
	mkdir -p $(PACKAGING)/static
	ln -sf "$$(cc -print-file-name=libexpat.a)" $(PACKAGING)/static/libexpat.a
	cc -O2 -c Scripts/packaging/random.c -o $(PACKAGING)/random.o
	swift build --product sextant $(STATIC_FLAGS) \
		-Xlinker -s -Xlinker -rpath -Xlinker '$$ORIGIN/../lib/sextant' \
		-Xlinker -L$(CURDIR)/$(PACKAGING)/static -Xlinker $(CURDIR)/$(PACKAGING)/random.o \
		$$(python3 Scripts/packaging/icu_data.py $(PACKAGING)/icu.o) $(SWIFT_BUILD_FLAGS)
	swift build --product sextant-c $(STATIC_FLAGS) $(SWIFT_BUILD_FLAGS)
	swiftc -emit-library -static-stdlib @.build-static/release/sextant-c.product/Objects.LinkFileList -o $(STATIC_LIBRARY) \
		-Xlinker -s -Xlinker --build-id=none -Xlinker --gc-sections -Xlinker -soname=libsextant.so \
		-Xlinker --version-script=Scripts/packaging/libsextant.map

stage: export SOURCE_DATE_EPOCH = $(shell git log -1 --format=%ct 2>/dev/null || echo 0)
stage: static $(PYTHON) ## put the command and the library with all that they need into out/packaging/stage
	$(call write_manual,$(STATIC),$(PACKAGING)/manual)
	PATH="$(CURDIR)/.build/python/bin:$$PATH" python3 Scripts/packaging/stage.py $(STATIC) $(STATIC_LIBRARY) $(PACKAGING)/manual \
		.build-static/checkouts $(PACKAGING)/stage >$(PACKAGING)/platform
	$(PYTHON) Scripts/packaging/sbom.py $(PACKAGING)/stage .build-static/checkouts Package.resolved
	$(MAKE) --no-print-directory install-header install-library-files PREFIX=$(CURDIR)/$(PACKAGING)/stage \
		DESTDIR= LIBRARY=$(PACKAGING)/libsextant.so

wheel: stage ## build the Python wheel with the command in out/packaging
	Scripts/packaging/wheel.sh $(PYTHON) $(PACKAGING)

wheel-check: wheel ## install the wheel in a bare Debian root, run the main job and the tests of the package there
	Scripts/packaging/check-wheel.sh $(PACKAGING)

deb: stage ## build a Debian package of the command in out/packaging
	PATH="$(CURDIR)/.build/python/bin:$$PATH" Scripts/packaging/deb.sh $(PACKAGING)

deb-check: deb wheel-check ## install the Debian package in the bare root, and compare its results with the wheel's
	Scripts/packaging/check-deb.sh $(PACKAGING)

tarball: stage ## pack the command and the library for C in out/packaging
	Scripts/packaging/tarball.sh $(PACKAGING)/stage linux-$$(uname -m) $(PACKAGING)

site-tarball: export SOURCE_DATE_EPOCH = $(shell git log -1 --format=%ct 2>/dev/null || echo 0)
site-tarball: static $(SITE_PYTHON)/installed ## pack the documentation site in out/packaging
	rm -rf $(PACKAGING)/site
	$(call write_site,.build-static,$(PACKAGING)/site)
	Scripts/packaging/tarball.sh $(PACKAGING)/site docs $(PACKAGING)

container-check: tarball wheel-check ## build the container image on the bare Debian root with buildah, and run the main job in it
	Scripts/packaging/check-container.sh $(PACKAGING)

# VERSION=1.2.3. HOMEPAGE is the address of the repository, if the remote `origin` does not have it.
release: ## cut the release VERSION, build and validate its packages in out/release, and tag it
	Scripts/packaging/release.py $(or $(VERSION),$(error set VERSION=1.2.3)) $(if $(HOMEPAGE),--homepage $(HOMEPAGE)) \
		$(if $(DATE),--date $(DATE))

release-check: ## make a release twice, in two clones, and compare the bytes
	Scripts/packaging/release-check.sh $(PACKAGING)/release

# The reference for the cost of distance formulas: C, compiled by the system's compiler.
C_FORMULAS := Benchmarks/.build/libformulas.so
C_FORMULAS_FLAGS := $(if $(BREW),-I$(BREW)/include -L$(BREW)/lib)

$(C_FORMULAS): Benchmarks/C/formulas.c
	mkdir -p $(@D)
	cc -O2 -shared -fPIC -o $@ $< $(C_FORMULAS_FLAGS) -lproj -lm

# The reference for the cost of estimators and sweeps: C, as in many studies.
C_ESTIMATORS := Benchmarks/.build/libestimators.so

$(C_ESTIMATORS): Benchmarks/C/estimators.c
	mkdir -p $(@D)
	cc -O2 -shared -fPIC -o $@ $< -lm

# A loop over samples in C, with the library for C of the same build as the other programs.
C_PIPELINE := Benchmarks/.build/libpipeline.so
BENCHMARK_BUILD := $(CURDIR)/Benchmarks/.build/release

$(C_PIPELINE): Benchmarks/C/pipeline.c Sources/CSextant/include/sextant.h
	swift build --package-path Benchmarks -c release --product sextant-c
	cc -O2 -shared -fPIC -ISources/CSextant/include -o $@ $< -L$(BENCHMARK_BUILD) -lsextant-c \
		-Wl,-rpath,$(BENCHMARK_BUILD)

# Trials of BROAD as CSV, with the published figures.
BROAD ?= ../shared/datasets/broad

# The formulas for batches, with the strongest optimisation.
C_BATCHES := Benchmarks/.build/libbatches.so

$(C_BATCHES): Benchmarks/C/formulas.c
	mkdir -p $(@D)
	cc -O3 -ffast-math -shared -fPIC -o $@ $< $(C_FORMULAS_FLAGS) -lproj -lm

bench: dependencies command $(C_FORMULAS) $(C_BATCHES) $(C_ESTIMATORS) $(C_PIPELINE) $(PYTHON) ## run the benchmarks, about two minutes after the build; see Benchmarks/README.md
	swift build --package-path Benchmarks -c release
	Benchmarks/.build/release/reading-ratio
	Benchmarks/.build/release/filter-cost 5
	Benchmarks/.build/release/estimator-cost $(C_ESTIMATORS)
	Benchmarks/.build/release/library-cost $(C_PIPELINE)
	Benchmarks/.build/release/smoother-cost
	Benchmarks/.build/release/formula-cost $(C_FORMULAS) 31
	Benchmarks/.build/release/formula-cost --batches $(C_BATCHES)
	Benchmarks/.build/release/frame-cost 10
	python3 Benchmarks/startup.py .build/release/sextant
	PYTHONPATH=Python/src SEXTANT=.build/release/sextant $(PYTHON) Benchmarks/python_cost.py
	python3 Benchmarks/growth.py .build/release/sextant
	$(BENCHMARK) --filter '(reading|formula|projection|metric|system|report)[.].*'

# Runs without a terminal, and may write only its own folder.
BENCHMARK = swift package --package-path Benchmarks --allow-writing-to-package-directory benchmark --target Costs --no-progress
THRESHOLDS := --filter allocations --path Benchmarks/Thresholds

bench-check: dependencies ## compare the allocations of filters, formulas, metrics and reports with Benchmarks/Thresholds
	$(BENCHMARK) thresholds check $(THRESHOLDS)

bench-update: dependencies ## replace Benchmarks/Thresholds with the present allocations
	$(BENCHMARK) thresholds update $(THRESHOLDS)

# BENCH_COMPARE contains options of compare_costs.py: --threshold 1.1 --cases filter.
bench-compare: dependencies ## compare the cost of the catalogues' entries with that in BASE=revision
	Benchmarks/compare-revisions.sh $(or $(BASE),$(error set BASE=revision, as in make bench-compare BASE=main)) $(HEAD) \
		-- $(BENCH_COMPARE)

cluster-check: command ## check that shards, here and on a Slurm that loses a node, equal a single run
	Benchmarks/cluster/check.sh

# The other programs, in an environment of their own.
PEERS := .build/peers
PEERS_PACKAGES := ahrs evo geographiclib numpy polars pyproj vqf
PEERS_PYTHON := $(PEERS)/bin/python

$(PEERS)/installed: Scripts/python-environment.sh
	Scripts/python-environment.sh $(PEERS) $(PEERS_PACKAGES)

bench-peers: dependencies command $(C_FORMULAS) $(C_ESTIMATORS) $(PEERS)/installed ## compare the cost with pyproj, geographiclib, evo, polars, ahrs, vqf, and C with numpy
	swift build --package-path Benchmarks -c release --product formula-cost
	$(PEERS_PYTHON) Benchmarks/Peers/geodesic_peers.py Benchmarks/.build/release/formula-cost $(C_FORMULAS)
	$(PEERS_PYTHON) Benchmarks/Peers/ape_peers.py .build/release/sextant
	$(PEERS_PYTHON) Benchmarks/Peers/filter_peers.py .build/release/sextant
	swift build --package-path Benchmarks -c release --product estimator-cost
	[ ! -d $(BROAD) ] || $(PEERS_PYTHON) Benchmarks/Peers/estimator_peers.py Benchmarks/.build/release/estimator-cost $(BROAD)
	[ ! -d $(BROAD) ] || $(PEERS_PYTHON) Benchmarks/Peers/accuracy_peers.py .build/release/sextant $(BROAD)
	[ ! -d $(BROAD) ] || $(PEERS_PYTHON) Benchmarks/Peers/broad_grid_peers.py .build/release/sextant $(C_ESTIMATORS) $(BROAD)
	swift build --package-path Benchmarks -c release --product reading-ratio $(SWIFT_BUILD_FLAGS)
	$(PEERS_PYTHON) Benchmarks/Peers/reading_peers.py Benchmarks/.build/release/reading-ratio

# libFuzzer of the Swift toolchain. The compiler only instruments, because its own main would conflict with the package's.
FUZZ_RUNS ?= 1000000
FUZZ_CORPUS := Fuzz/.build/corpus
FUZZ_LIBRARY = $(firstword $(wildcard $(dir $(shell readlink -f "$$(command -v swiftc)"))../lib/clang/*/lib/*/libclang_rt.fuzzer_no_main*.a))
FUZZ_FLAGS := -c release -Xswiftc -Xfrontend -Xswiftc -sanitize=fuzzer -Xlinker $(FUZZ_LIBRARY) -Xlinker -lm

fuzz: dependencies ## run the readers on FUZZ_RUNS mutated inputs; store new ones in Fuzz/.build/corpus
	swift build --package-path Fuzz --product fuzz-readers $(FUZZ_FLAGS) $(SWIFT_BUILD_FLAGS)
	python3 Fuzz/seeds.py $(FUZZ_CORPUS)
	cd Fuzz/.build && SWIFT_BACKTRACE=enable=no release/fuzz-readers corpus ../Corpus -max_len=4096 -timeout=10 -rss_limit_mb=256 \
		-runs=$(FUZZ_RUNS) -seed=1 -print_final_stats=1

# -close_fd_mask discards the output of the commands. COMMANDS_SEED varies the inputs of parallel processes.
COMMANDS_CORPUS := Fuzz/.build/commands-corpus
COMMANDS_SEED ?= 1

fuzz-commands: dependencies ## run whole commands on FUZZ_RUNS mutated inputs; store new ones in Fuzz/.build/commands-corpus
	swift build --package-path Fuzz --product fuzz-commands $(FUZZ_FLAGS) $(SWIFT_BUILD_FLAGS)
	python3 Fuzz/command_seeds.py $(COMMANDS_CORPUS)
	cd Fuzz/.build && SWIFT_BACKTRACE=enable=no release/fuzz-commands commands-corpus -max_len=4096 -timeout=10 \
		-rss_limit_mb=500 -malloc_limit_mb=500 -close_fd_mask=3 -runs=$(FUZZ_RUNS) -seed=$(COMMANDS_SEED) -print_final_stats=1

# This build has its own folder, because the instrumentation for the fuzzer would slow it down.
compare-parsers: dependencies ## read FUZZ_RUNS random tables with all parsers; exit 1 if one differs from libcsv
	swift build --package-path Fuzz --scratch-path Fuzz/.build/parsers -c release --product compare-parsers $(SWIFT_BUILD_FLAGS)
	Fuzz/.build/parsers/release/compare-parsers $(FUZZ_RUNS)

clean: ## remove the build and the reports of make run
	swift package clean
	rm -rf out
