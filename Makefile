# `make help` lists the targets. Everything the build needs to know is here: the
# tag that gives SQLite its full-text search, and the version in the binary.

TAGS     := sqlite_fts5
VERSION  := $(shell git describe --tags --always --dirty 2>/dev/null || echo unknown)
LDFLAGS  := -s -w -X github.com/vitrine-photos/vitrine/internal/app.version=$(VERSION)
GO_TEST  := go test -trimpath -tags $(TAGS)
RUN_TEST := go run -trimpath ./test/run

RUN_PACKAGES  := gcc libc6-dev libvips42
TEST_PACKAGES := postgresql redis-server libimage-exiftool-perl libvips-tools chromium-headless-shell fonts-noto-cjk curl jq python3

FAULT_ROUNDS ?= 50
BENCH        ?= .
N            ?= 10000

.DEFAULT_GOAL := help
.PHONY: help deps deps-run deps-test build run demo seed test check-fast check unit unit-sqlite dist check-dist e2e lint-openapi fault nightly machines lint race fuzz bench generate verify clean

help: ## List the targets
	@awk -F ':.*## ' '/^##@ / {printf "\n%s\n", substr($$0, 5)} /^[a-z0-9-]+:.*## / {printf "  %-13s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

##@ Use it
run: deps-run build ## Install what is missing, build, and serve at http://127.0.0.1:8080
	bin/vitrine serve

demo: deps-run build ## Serve a portfolio of freely licensed pictures
	scripts/demo

seed: build ## Create a library of N (10000) photos in ./seeded
	go run -tags $(TAGS) ./test/library/seed -n $(N)

##@ Change it
deps: deps-run deps-test ## Install missing Debian packages

deps-run: # to build and serve: a C compiler, libvips
	@scripts/install-packages $(RUN_PACKAGES)

deps-test: # to test
	@scripts/install-packages $(TEST_PACKAGES)

build: ## Build bin/vitrine
	go build -tags $(TAGS) -trimpath -ldflags '$(LDFLAGS)' -o bin/vitrine ./cmd/vitrine

dist: build ## Build the scripts of the site and the console, which are committed
	scripts/npm-install web/site
	cd web/site && node build.mjs
	scripts/npm-install web/console
	cd web/console && npm run --silent generate && npm run --silent format && npm run --silent build

generate: ## Regenerate Go code that is generated
	go generate -tags $(TAGS) ./...

clean: ## Remove build output
	rm -rf bin

##@ Test it
check-fast: deps-run build ## While working: check, and the Go tests on SQLite
	@$(RUN_TEST) -quick

test: deps build ## Before every commit that lands: all of the following, in about 20 minutes on two cores
	@$(RUN_TEST)

check: ## Formatting, go.mod, go vet, staticcheck, govulncheck
	scripts/check

unit: ## The Go tests on SQLite and on a throwaway PostgreSQL
	scripts/unit

unit-sqlite: # the Go tests without PostgreSQL
	scripts/unit-sqlite

fault: build ## Kill the service FAULT_ROUNDS times under load; `make test` does it 5 times
	scripts/fault $(FAULT_ROUNDS)

check-dist: build ## Rebuild the scripts of the site and the console: is what is committed up to date?
	scripts/check-dist

lint-openapi: build ## Lint the OpenAPI document
	scripts/lint-openapi

e2e: build ## The site and the console in Chromium
	scripts/e2e

##@ Test it at length
nightly: deps build ## All of the following, and the long browser tests
	scripts/nightly

lint: ## Every linter; building them takes minutes the first time
	go tool -modfile=tools/go.mod golangci-lint run

race: ## The Go tests under the race detector
	scripts/with-postgres $(GO_TEST) -race -timeout 60m ./...

# In memory where there is a folder for it: each of some 60,000 transactions waits
# for the disk otherwise.
machines: ## A thousand random sequences of each state machine; `make test` runs 30 fixed ones
	GOTMPDIR=$${TMPDIR:-/tmp} TMPDIR=$(firstword $(wildcard /dev/shm) /tmp) $(GO_TEST) -count=1 -timeout 20m -run '(Machine|TestPhotos)/sqlite/any_order' ./internal/identity ./internal/ingest ./internal/store -rapid.checks=1000 -rapid.steps=20

fuzz: ## Fuzz every parser, FUZZTIME (30s) each; `make test` runs the known inputs
	scripts/fuzz

bench: build ## The benchmarks; BENCH=Derive picks some, BENCH=Scale compares large and small libraries
	scripts/with-postgres $(GO_TEST) -run '^$$' -bench '$(BENCH)' -benchmem -timeout 2h ./...

verify: generate lint test ## Everything that must hold before a release
	go mod verify
	git diff --exit-code
