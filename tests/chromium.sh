#!/bin/sh
# Prints the path of the Chromium that the browser tests use. If there is none, it
# installs Debian's package if this user may, and otherwise prints instructions. It
# prefers the headless shell, which has the same engine and does a quarter less work.

say() { echo "$*" >&2; }

find_chromium() {
    for name in "${CHROMIUM:-}" chromium-headless-shell chromium chromium-browser google-chrome; do
        test -n "$name" || continue
        path=$(command -v "$name") || continue
        # On some systems, this is a wrapper that only explains how to install Chromium.
        "$path" --version >/dev/null 2>&1 && echo "$path" && return 0
    done
    return 1
}

get() {
    DEBIAN_FRONTEND=noninteractive $as_root apt-get install -q -y --no-install-recommends "$1" >&2
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
        && { get chromium-headless-shell || get chromium; }
}

find_chromium && exit 0
get_chromium && find_chromium && exit 0
say "The browser tests need Chromium: install it (on Debian: apt-get install chromium) and run them again."
exit 1
