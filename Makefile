# `make help` lists the targets. Everything the build needs to know is here: the
# tag that gives SQLite its full-text search, and the version in the binary.

TAGS     := sqlite_fts5
VERSION  := $(shell git describe --tags --always --dirty 2>/dev/null || echo unknown)
LDFLAGS  := -s -w -X github.com/vitrine-photos/vitrine/internal/app.version=$(VERSION)
GO_TEST  := go test -tags $(TAGS)

RUN_PACKAGES  := gcc libc6-dev libvips42
TEST_PACKAGES := postgresql redis-server libimage-exiftool-perl libvips-tools chromium-headless-shell fonts-noto-cjk curl jq python3

FAULT_ROUNDS      ?= 50
FAULT_LONG_ROUNDS ?= 300
BENCH             ?= .
N                 ?= 10000

# Those of the slow checks whose scripts are there.
SLOW_CHECKS := $(notdir $(wildcard scripts/check-dist scripts/e2e scripts/lint-openapi scripts/fault))

.DEFAULT_GOAL := help
.PHONY: help deps deps-run deps-test build run demo seed test check unit machines dist check-dist e2e lint-openapi fault fault-long race bench fuzz lint generate verify clean

help: ## List the targets
	@awk -F ':.*## ' '/^[a-z0-9-]+:.*## / {printf "  %-12s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

deps: deps-run deps-test ## Install from Debian's packages what is missing

deps-run: ## Install what building and serving need: a C compiler, libvips
	@scripts/install-packages $(RUN_PACKAGES)

deps-test: ## Install what the tests need besides
	@scripts/install-packages $(TEST_PACKAGES)

build: ## Make bin/vitrine
	go build -tags $(TAGS) -trimpath -ldflags '$(LDFLAGS)' -o bin/vitrine ./cmd/vitrine

run: deps-run build ## Install what is missing, build, and serve at http://127.0.0.1:8080
	bin/vitrine serve

demo: deps-run build ## Serve a portfolio of freely licensed pictures
	scripts/demo

seed: build ## Make a library of N (10000) photos in ./seeded
	go run -tags $(TAGS) ./test/library/seed -n $(N)

test: deps build check $(SLOW_CHECKS) unit machines ## Test everything, on both engines, in a browser, under kill -9, and the document of the API

check: ## Look for faults that need no run: gofmt, go vet
	scripts/check-format
	go vet -tags $(TAGS) ./...

unit: ## Run the Go tests on SQLite and on a throwaway PostgreSQL
	scripts/with-postgres $(GO_TEST) -count=1 -timeout 20m ./...

# On SQLite, in memory where there is a folder for it: each of some 60,000
# transactions waits for the disk otherwise. unit runs a hundred sequences of each,
# on PostgreSQL too.
machines: ## Run a thousand random sequences of each state machine
	GOTMPDIR=$${TMPDIR:-/tmp} TMPDIR=$(firstword $(wildcard /dev/shm) /tmp) $(GO_TEST) -count=1 -timeout 20m -run '(Machine|TestPhotos)/sqlite/any_order' ./internal/identity ./internal/ingest ./internal/store -rapid.checks=1000 -rapid.steps=20

dist: build ## Build the scripts of the site and the console, which are committed
	cd web/site && npm ci --no-audit --no-fund --silent && node build.mjs
	cd web/console && npm ci --no-audit --no-fund --silent && npm run --silent generate && npm run --silent format && npm run --silent build

check-dist: build ## See that the committed scripts are what their sources make
	scripts/check-dist

e2e: build ## Try the site and the console in Chromium
	scripts/e2e

lint-openapi: build ## Have a linter read the OpenAPI document
	scripts/lint-openapi

fault: build ## Kill the service at random moments under load, and look for what it lost
	scripts/fault $(FAULT_ROUNDS)

fault-long: build ## The same, many more times
	scripts/fault $(FAULT_LONG_ROUNDS)

race: ## Run the Go tests under the race detector
	scripts/with-postgres $(GO_TEST) -race -timeout 60m ./...

bench: build ## Run the benchmarks; BENCH=Derive picks some
	scripts/with-postgres $(GO_TEST) -run '^$$' -bench '$(BENCH)' -benchmem -timeout 2h ./...

fuzz: ## Fuzz every parser, FUZZTIME (30s) each
	scripts/fuzz

# Not part of `make test`: building the linter takes minutes the first time.
lint: ## Run the linters
	go tool -modfile=tools/go.mod golangci-lint run

generate: ## Make again what is generated from sources
	go generate -tags $(TAGS) ./...

verify: generate lint test ## Everything that must hold before a release
	go mod verify
	git diff --exit-code

clean: ## Remove what was built
	rm -rf bin
