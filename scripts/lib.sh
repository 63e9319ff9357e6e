# shellcheck shell=bash
# Sourced by the other scripts, under `set -euo pipefail`: finds a Python and keeps a virtual environment
# with the package in it. Written for bash 3.2 and later.

root="$(CDPATH='' cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.." && pwd)"
venv="${TAVOLA_VENV:-$root/.venv}"
venv="${venv%/}"
[[ $venv == /* ]] || venv="$PWD/$venv"
python="$venv/bin/python"
notes="$venv/.tavola" # what these scripts know about the environment; also marks it as theirs to rebuild

say() { printf '%s\n' "$*" >&2; }

die() {
    say "$*"
    exit 1
}

# Sets `chosen` to the first suitable interpreter, `version` to its X.Y and `lacking` to 1 if none was found
# that can make virtual environments (Debian leaves that out of its bare python3).
find_python() {
    local candidate answer bare='' bare_version=''
    chosen='' version='' lacking=''
    for candidate in ${PYTHON:+"$PYTHON"} python3 python3.14 python3.13 python3.12 python3.11 python; do
        # Asked by running it: what is on the path may be a stand-in for a version that is not installed.
        answer="$("$candidate" -I -c '
import sys
if sys.version_info < (3, 11):
    sys.exit(1)
try:
    import ensurepip, venv
    word = "whole"
except ImportError:
    word = "bare"
print(word, "%d.%d" % sys.version_info[:2])
' 2>/dev/null </dev/null)" || continue
        case $answer in
        whole\ *)
            chosen=$candidate version=${answer#* }
            break
            ;;
        bare\ *)
            [[ -n $bare ]] || bare=$candidate bare_version=${answer#* }
            ;;
        esac
    done
    if [[ -z $chosen && -n $bare ]]; then
        chosen=$bare version=$bare_version lacking=1
    fi
    [[ -n $chosen ]] ||
        die "tavola needs Python 3.11 or later and found none: install one, or set PYTHON to where it is."
}

# Installs the venv module of the chosen Python, or says how.
add_venv_module() {
    local package="python$version-venv" output
    command -v apt-get >/dev/null ||
        die "Python $version ($chosen) lacks its venv and ensurepip modules: install them with your system's packages, or set PYTHON to a Python that has them."
    [[ $EUID -eq 0 ]] ||
        die "Python $version ($chosen) lacks its venv module: run 'sudo apt-get install $package' and try again."
    say "Installing $package ..."
    if ! output="$(
        exec 2>&1 </dev/null
        export DEBIAN_FRONTEND=noninteractive PATH="$PATH:/usr/sbin:/sbin"
        # An index that cannot be refreshed may still do.
        apt-get update -qq || true
        apt-get install -qq -y --no-install-recommends "$package" ||
            apt-get install -qq -y --no-install-recommends python3-venv
    )"; then
        say "$output"
        die "Python $version ($chosen) lacks its venv module, and 'apt-get install $package' failed."
    fi
    find_python
    [[ -z $lacking ]] ||
        die "Python $version ($chosen) lacks its venv module even with $package installed: set PYTHON to another Python 3.11 or later."
}

# Whether the environment's Python runs and sees its own packages: not so once the Python it was made from
# is gone or has moved to another version.
sound() {
    [[ -x $python ]] && "$python" -I -c 'import sys, pip; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1 </dev/null
}

# Whether a stamp of these extras says that nothing has changed since they were installed.
ready() {
    [[ -f $notes/stamp-$1 && "$(<"$notes/stamp-$1")" == "$2" ]] && sound
}

announce() {
    if [[ -d $notes ]]; then
        say "Setting up tavola again ..."
    else
        say "Setting up tavola (first run) ..."
    fi
}

make_venv() {
    local output
    if [[ -n "$(ls -A "$venv" 2>/dev/null)" && $venv != "$root/.venv" && ! -d $notes ]]; then
        die "TAVOLA_VENV names $venv, which these scripts did not make and cannot use: name another folder."
    fi
    find_python
    [[ -z $lacking ]] || add_venv_module
    [[ -z ${PYTHON:-} || $chosen == "$PYTHON" ]] ||
        say "PYTHON=$PYTHON is no Python 3.11 or later that can make virtual environments: taking $chosen."
    announce
    rm -rf -- "$venv"
    mkdir -p -- "$notes"
    : >"$notes/unfinished"
    if ! output="$("$chosen" -I -m venv "$venv" 2>&1 </dev/null)"; then
        say "$output"
        die "Python $version ($chosen) could not make a virtual environment in $venv; its words are above."
    fi
}

# Installs the package with these extras; called with the lock held.
install() {
    local extras=$1 stamp=$2 output target=.
    if sound && [[ ! -e $notes/unfinished ]]; then
        announce
        mkdir -p -- "$notes"
    else
        make_venv
    fi
    rm -f -- "$notes"/stamp-*
    # Stays behind if this is killed halfway; when pip itself gives up, it leaves the environment as it was.
    : >"$notes/unfinished"
    trap 'exit 130' INT
    trap 'exit 143' TERM
    [[ $extras == base ]] || target=".[$extras]"
    if ! output="$(
        cd -- "$root" &&
            "$python" -I -m pip --quiet --disable-pip-version-check --no-input \
                install --constraint constraints.txt --editable "$target" 2>&1 </dev/null
    )"; then
        rm -f -- "$notes/unfinished"
        say "$output"
        die "tavola could not be installed into $venv; pip's words are above."
    fi
    trap - INT TERM
    # Whatever the extras, the bare package is there too.
    checksum base >"$notes/stamp-base"
    printf '%s\n' "$stamp" >"$notes/stamp-$extras"
    rm -f -- "$notes/unfinished"
}

# Paths are part of it because an editable install holds them.
checksum() {
    { printf '%s\n' "$1" "$root" "$venv" && cat -- "$root/pyproject.toml" "$root/constraints.txt"; } | cksum
}

# prepare [EXTRAS]: makes sure that the environment holds the package with these extras.
prepare() {
    local extras=${1:-base} stamp
    stamp="$(checksum "$extras")"
    ready "$extras" "$stamp" && return
    mkdir -p -- "$(dirname -- "$venv")"
    # Beside the environment, which may be removed while the lock is held. Without flock, two first runs at
    # the same time are the user's to avoid.
    if command -v flock >/dev/null; then
        exec 9>"$venv.lock"
        if ! flock -n 9; then
            say "Waiting for another setup to finish ..."
            flock 9
        fi
    fi
    ready "$extras" "$stamp" || install "$extras" "$stamp"
    exec 9>&-
}

# need_browser: Chromium and fonts for all three languages, installed through apt where that is possible.
need_browser() {
    local output lacking=()
    command -v "${TAVOLA_CHROMIUM:-chromium}" >/dev/null || lacking+=(chromium)
    [[ -n "$(fc-list :lang=zh-tw 2>/dev/null)" ]] || lacking+=(fontconfig fonts-noto-core fonts-noto-cjk)
    [[ ${#lacking[@]} -gt 0 ]] || return 0
    if ! command -v apt-get >/dev/null || [[ $EUID -ne 0 ]]; then
        die "The browser tests need ${lacking[*]}: install them (on Debian: sudo apt-get install ${lacking[*]}), or set TAVOLA_CHROMIUM."
    fi
    say "Installing ${lacking[*]} ..."
    if ! output="$(
        exec 2>&1 </dev/null
        export DEBIAN_FRONTEND=noninteractive PATH="$PATH:/usr/sbin:/sbin"
        apt-get update -qq || true
        apt-get install -qq -y --no-install-recommends "${lacking[@]}"
    )"; then
        say "$output"
        die "The browser tests need ${lacking[*]}, and apt-get could not install them; its words are above."
    fi
}

# Of everything.
style() {
    cd -- "$root"
    "$python" -m ruff check
}

types() {
    cd -- "$root"
    "$python" -m mypy
}
