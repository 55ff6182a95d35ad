# `make check` is all of CI; its parts can be run alone.
GO            ?= go
GOLANGCI_LINT ?= $(shell $(GO) env GOPATH)/bin/golangci-lint
LINT_VERSION  := v2.15.0
FUZZTIME      ?= 5000x

.PHONY: check fmt tidy vet lint lint-install test race conformance life fuzz run

check: fmt tidy vet lint test race conformance life fuzz

fmt:
	@unformatted=$$(gofmt -l .); test -z "$$unformatted" || { echo "gofmt would change:"; echo "$$unformatted"; exit 1; }

tidy:
	$(GO) mod tidy -diff

vet:
	$(GO) vet ./...

lint: lint-install
	$(GOLANGCI_LINT) config verify
	$(GOLANGCI_LINT) run ./...

# Built once per machine; another version than the one named here is replaced.
lint-install:
	@$(GOLANGCI_LINT) version 2>/dev/null | grep -qF "$(LINT_VERSION:v%=%)" || \
		$(GO) install github.com/golangci/golangci-lint/v2/cmd/golangci-lint@$(LINT_VERSION)

test:
	$(GO) test ./...

race:
	$(GO) test -race ./...

# One script per number of the checklist, see conformance/doc.go.
conformance:
	$(GO) test -count=1 ./conformance

# Long lives of the core, see gem/life_test.go, and a lot that is killed again and again, see sim/killed_lot_test.go.
life:
	SECSD_LIFE=1500 $(GO) test -count=1 -run '^TestLife$$' ./gem -rapid.checks=400
	SECSD_KILLS=5 $(GO) test -count=1 -run '^TestKilledLot$$' ./sim

# Every fuzz target, from its seeds. FUZZTIME counts inputs: a span of time makes Go 1.26 fail now and then at its end.
fuzz:
	@grep -rlE '^func Fuzz' --include='*_test.go' . | xargs -r -n1 dirname | sort -u | while read -r dir; do \
		for target in $$(grep -hoE '^func Fuzz\w+' $$dir/*_test.go | cut -d' ' -f2); do \
			echo "fuzz $$dir $$target"; \
			$(GO) test -run '^$$' -fuzz "^$$target\$$" -fuzztime $(FUZZTIME) $$dir || exit 1; \
		done || exit 1; \
	done

run:
	$(GO) run ./cmd/secsd
