# Every task of this repository. `make help` lists them; each is also a script a person can run.

SWIFT ?= swift
PREFIX ?= /usr/local
DESTDIR ?=
ONLY ?=

TOOL := .build/release/holdfast
# Programs of the tool's, where what they need is there.
PARTS := .build/release/holdfast-network .build/release/holdfast-relay
ROOM := $(DESTDIR)$(PREFIX)

.PHONY: help setup build demo test test-long bench load-model bench-programs lint docs install \
    uninstall clean
.DEFAULT_GOAL := help

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-10s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

setup: ## install the Debian packages that are missing, check the Swift version
	@Scripts/setup

# The static standard library is what makes the tool start in a few milliseconds and run on a
# machine without Swift.
build: ## build the tool and its programs: .build/release/holdfast, -network, -relay
	@Scripts/setup --network
	@SWIFT='$(SWIFT)' Scripts/build

demo: build ## set up, build, and watch the promises happen in a temporary vault
	$(TOOL) demo

test: ## set up, build with warnings as errors, run every test (short rounds, seeded)
	@Scripts/setup --test
	@Scripts/test

test-long: ## the same in full rounds, under ASan and TSan, and the long fuzzing
	@Scripts/setup --test
	@Scripts/test-long

bench: bench-programs ## measure against the peers, side by side; ONLY=id,id picks rows
	Benchmarks/.build/release/holdfast-bench $(ONLY)

load-model: bench-programs ## measure what requests cost a relay and write docs/load-model.md
	Benchmarks/.build/release/holdfast-bench --load-model

bench-programs: build
	@Scripts/setup --bench
	$(SWIFT) build -c release --static-swift-stdlib --package-path Benchmarks
	$(SWIFT) build -c release --static-swift-stdlib --package-path Benchmarks \
	    --product holdfast-relay

lint: ## formatting, documentation comments, shell syntax, the Apple parts' types
	@Scripts/setup
	@Scripts/lint

docs: ## write the API pages to .build/docs and renew the generated pages in docs/
	@Scripts/setup
	@Scripts/docs

# Installs what `make build` built, so that `sudo make install` never compiles as root.
install: ## install tool, programs, man page, completions and user unit under PREFIX (and DESTDIR)
	@test -x $(TOOL) || { echo "install: nothing built yet; run 'make build' first" >&2; exit 1; }
	install -d '$(ROOM)/bin' '$(ROOM)/share/man/man1' \
	    '$(ROOM)/share/bash-completion/completions' '$(ROOM)/share/zsh/site-functions' \
	    '$(ROOM)/share/fish/vendor_completions.d' '$(ROOM)/lib/systemd/user'
	install -m 0755 $(TOOL) '$(ROOM)/bin/holdfast'
	for part in $(PARTS); do test ! -x $$part || install -m 0755 $$part '$(ROOM)/bin/' || exit 1; done
	install -m 0644 docs/cli/holdfast.1 '$(ROOM)/share/man/man1/holdfast.1'
	$(TOOL) completions bash > '$(ROOM)/share/bash-completion/completions/holdfast'
	$(TOOL) completions zsh > '$(ROOM)/share/zsh/site-functions/_holdfast'
	$(TOOL) completions fish > '$(ROOM)/share/fish/vendor_completions.d/holdfast.fish'
	sed 's|/usr/local/bin/holdfast|$(PREFIX)/bin/holdfast|' Packaging/systemd/holdfast-agent.service \
	    > '$(ROOM)/lib/systemd/user/holdfast-agent.service'
	chmod 0644 '$(ROOM)/lib/systemd/user/holdfast-agent.service' \
	    '$(ROOM)/share/bash-completion/completions/holdfast' \
	    '$(ROOM)/share/zsh/site-functions/_holdfast' \
	    '$(ROOM)/share/fish/vendor_completions.d/holdfast.fish' \
	    '$(ROOM)/lib/systemd/user/holdfast-agent.service'

uninstall: ## remove what install put there; no vault and no secret is touched
	rm -f '$(ROOM)/bin/holdfast' '$(ROOM)/bin/holdfast-network' '$(ROOM)/bin/holdfast-relay' \
	    '$(ROOM)/bin/holdfast-sheet' \
	    '$(ROOM)/share/man/man1/holdfast.1' \
	    '$(ROOM)/share/bash-completion/completions/holdfast' \
	    '$(ROOM)/share/zsh/site-functions/_holdfast' \
	    '$(ROOM)/share/fish/vendor_completions.d/holdfast.fish' \
	    '$(ROOM)/lib/systemd/user/holdfast-agent.service'

clean: ## remove everything that was built
	rm -rf .build .build-default .build-asan .build-tsan .build-docs .build-stubs .build-jni .build-traits \
	    .build-peers .build-fuzz Benchmarks/.build
