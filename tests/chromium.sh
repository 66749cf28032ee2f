#!/bin/sh
# Prints the path of the Chromium that the browser tests use. It prefers the headless
# shell, which has the same engine and does a quarter less work. If there is no
# Chromium, it installs Debian's package if this user may, and otherwise prints
# instructions. For root, as in a container, it also installs the headless shell if
# there is only another Chromium.

SHELL_NAME=chromium-headless-shell
LIMITS="-o Acquire::Retries=0 -o Acquire::http::Timeout=30" # for a machine without a network

say() { echo "$*" >&2; }

find_chromium() {
    for name in "${CHROMIUM:-}" $SHELL_NAME chromium chromium-browser google-chrome; do
        test -n "$name" || continue
        path=$(command -v "$name") || continue
        # On some systems, this is a wrapper that only explains how to install Chromium.
        "$path" --version >/dev/null 2>&1 && echo "$path" && return 0
    done
    return 1
}

get() {
    DEBIAN_FRONTEND=noninteractive $as_root apt-get $LIMITS install -q -y \
        --no-install-recommends "$1" >&2
}

get_chromium() {
    command -v apt-get >/dev/null || return 1
    as_root=""
    if [ "$(id -u)" -ne 0 ]; then
        sudo -n true 2>/dev/null || return 1
        as_root="sudo -n"
    fi
    say "Installing Chromium for the browser tests; this happens once."
    DEBIAN_FRONTEND=noninteractive $as_root apt-get $LIMITS update -q >&2 \
        && { get $SHELL_NAME || { test "$1" && get chromium; }; }
}

if found=$(find_chromium); then
    case $found in
        *$SHELL_NAME) ;;
        *) test "${CHROMIUM:-}" || test "$(id -u)" -ne 0 || get_chromium "" ;;
    esac
else
    get_chromium any
fi
find_chromium && exit 0
say "The browser tests need Chromium: install it (on Debian: apt-get install chromium) and run them again."
exit 1
