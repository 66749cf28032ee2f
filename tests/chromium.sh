#!/bin/sh
# Prints the path of the Chromium that the browser tests drive. Takes the one that
# is here; else gets Debian's package, when this user may; else says what to do.

say() { echo "$*" >&2; }

find_chromium() {
    for name in "${CHROMIUM:-}" chromium chromium-browser google-chrome; do
        test -n "$name" || continue
        path=$(command -v "$name") || continue
        # Some systems keep a wrapper here that only explains how to install it.
        "$path" --version >/dev/null 2>&1 && echo "$path" && return 0
    done
    return 1
}

get_chromium() {
    command -v apt-get >/dev/null || return 1
    as_root=""
    if [ "$(id -u)" -ne 0 ]; then
        sudo -n true 2>/dev/null || return 1
        as_root="sudo -n"
    fi
    say "Installing Chromium for the browser tests; this happens once."
    DEBIAN_FRONTEND=noninteractive $as_root apt-get update -q >&2 \
        && DEBIAN_FRONTEND=noninteractive $as_root apt-get install -q -y --no-install-recommends chromium >&2
}

find_chromium && exit 0
get_chromium && find_chromium && exit 0
say "The browser tests need Chromium: install it (on Debian: apt-get install chromium) and run them again."
exit 1
