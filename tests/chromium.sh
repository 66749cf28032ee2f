#!/bin/sh
# Prints the path of the Chromium that the browser tests use. It prefers the headless
# shell, which has the same engine and does a quarter less work. If there is no
# Chromium, it installs Debian's package if this user may, and otherwise prints
# instructions. With the argument "faster" it also installs the headless shell if there
# is another Chromium, but only for root, as in a container.

SHELL_NAME=chromium-headless-shell
limits=""

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
    DEBIAN_FRONTEND=noninteractive $as_root apt-get $limits install -q -y \
        --no-install-recommends "$1" >&2
}

# Install the headless shell or, if that is impossible, the package $1 if there is one.
get_chromium() {
    command -v apt-get >/dev/null || return 1
    as_root=""
    if [ "$(id -u)" -ne 0 ]; then
        sudo -n true 2>/dev/null || return 1
        as_root="sudo -n"
    fi
    say "Installing Chromium for the browser tests; this happens once."
    DEBIAN_FRONTEND=noninteractive $as_root apt-get $limits update -q >&2 \
        && { get $SHELL_NAME || { test "${1:-}" && get "$1"; }; }
}

if found=$(find_chromium); then
    if test "${1:-}" = faster && test "${found##*/}" != $SHELL_NAME \
        && test -z "${CHROMIUM:-}" && test "$(id -u)" -eq 0; then
        limits="-o Acquire::Retries=0 -o Acquire::http::Timeout=10" # if there is no network
        get_chromium
    fi
else
    get_chromium chromium
fi
find_chromium && exit 0
say "The browser tests need Chromium: install it (on Debian: apt-get install chromium) and run them again."
exit 1
