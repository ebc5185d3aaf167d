# shellcheck shell=bash
# What the scripts in tools/ share; to be sourced. Leaves the caller in the repository's root.

set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
export LC_ALL=C.UTF-8

# A heading on stderr, with the seconds since the script began.
heading() { printf '== %s (%d s)\n' "$*" "$SECONDS" >&2; }

die() {
  printf '%s: %s\n' "$0" "$*" >&2
  exit 1
}

# need_packages GROUP…: installs what is missing of these groups of tools/packages.txt. A user who
# may not install gets the line to run.
need_packages() {
  local group words package missing=()
  for group in "$@"; do
    words=$(sed -n "s/^$group: //p" tools/packages.txt)
    [[ -n $words ]] || die "no group \"$group\" in tools/packages.txt"
    for package in $words; do
      installed "$package" || missing+=("$package")
    done
  done
  ((${#missing[@]} == 0)) || install_packages "${missing[@]}"
}

installed() {
  [[ $(dpkg-query -W -f='${db:Status-Status}' "$1" 2>/dev/null) == installed ]]
}

install_packages() {
  command -v apt-get >/dev/null || die "these Debian packages are needed: $*"
  local as_root=()
  if ((EUID != 0)); then
    if command -v sudo >/dev/null && sudo -n true 2>/dev/null; then
      as_root=(sudo -n)
    else
      printf 'Some packages are missing. Run this line, then %s again:\n' "$0" >&2
      printf 'sudo apt-get install -y %s\n' "$*" >&2
      exit 1
    fi
  fi
  heading "installing $*"
  local install=(env DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends "$@")
  "${as_root[@]}" "${install[@]}" >&2 && return
  heading "installing again with fresh package lists"
  "${as_root[@]}" apt-get update >&2
  "${as_root[@]}" "${install[@]}" >&2 || die "could not install $*"
}

# build PRESET [TARGET…]: configures and builds; says what it does on stderr.
build() {
  local preset=$1 targets=()
  shift
  (($# == 0)) || targets=(--target "$@")
  heading "configuring build/$preset"
  cmake --preset "$preset" >&2
  heading "building build/$preset"
  cmake --build --preset "$preset" "${targets[@]}" >&2
}
