# Sourced, after node.sh. System packages that the product and some tests use: checked, installed by apt if allowed, otherwise reported.
# Without those of the sandbox the product still starts, and runs report what is missing.

# Runs use the system's own Python, whatever is first on PATH.
SYSTEM_PYTHON=/usr/bin/python3

has_python_module() {
  "$SYSTEM_PYTHON" -c "import importlib.util, sys; sys.exit(importlib.util.find_spec('$1') is None)" 2>/dev/null
}

has_testthat() {
  for library in /usr/lib/R/site-library /usr/lib/R/library /usr/local/lib/R/site-library; do
    [ -d "$library/testthat" ] && return 0
  done
  return 1
}

# The runner also looks in the usual folders of the system, whatever PATH is.
has_bubblewrap() (
  PATH="$PATH:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"
  command -v "${LESSONWRIGHT_RUNNER_BUBBLEWRAP:-bwrap}" >/dev/null
)

# One line per missing part: the name of its Debian package.
missing_parts() {
  for set_of_parts in "$@"; do
    case "$set_of_parts" in
      product)
        command -v git >/dev/null || echo git
        has_bubblewrap || echo bubblewrap
        command -v setpriv >/dev/null || echo util-linux
        [ -x "$SYSTEM_PYTHON" ] || echo python3
        has_python_module ensurepip || echo python3-venv
        command -v Rscript >/dev/null || echo r-base-core
        has_testthat || echo r-cran-testthat
        command -v bats >/dev/null || echo bats
        for module in numpy pandas matplotlib pytest; do has_python_module "$module" || echo "python3-$module"; done
        ;;
      browsers)
        command -v firefox-esr >/dev/null || echo firefox-esr
        command -v WebKitWebDriver >/dev/null || echo webkit2gtk-driver
        command -v Xvfb >/dev/null || echo xvfb
        ;;
    esac
  done
}

as_root() {
  if [ "$(id -u)" = 0 ]; then "$@"; else sudo -n "$@"; fi
}

may_install() {
  [ "${LESSONWRIGHT_INSTALL:-1}" != 0 ] && command -v apt-get >/dev/null || return 1
  [ "$(id -u)" = 0 ] || { command -v sudo >/dev/null && sudo -n true 2>/dev/null; }
}

# Takes package names; succeeds if all of them are installed now. Shows apt's log if it fails.
apt_install() {
  apt_log="$(mktemp "${TMPDIR:-/tmp}/lessonwright-apt.XXXXXX")"
  # An installation that was ended in the middle is finished first.
  if as_root dpkg --configure -a >"$apt_log" 2>&1 && as_root apt-get update -q >>"$apt_log" 2>&1 &&
    as_root env DEBIAN_FRONTEND=noninteractive apt-get install -q -y --no-install-recommends -o DPkg::Lock::Timeout=120 "$@" >>"$apt_log" 2>&1; then
    rm -f "$apt_log"
  else
    tail -n 20 "$apt_log" >&2
    rm -f "$apt_log"
    return 1
  fi
}

# The log is that of the process that installs, which has another one of ours.
apt_progress() {
  log="$(ls -t "${TMPDIR:-/tmp}"/lessonwright-apt.* 2>/dev/null | head -n 1)"
  all="$(sed -n 's/.* \([0-9][0-9]*\) newly installed.*/\1/p' "$log" 2>/dev/null)"
  [ -z "$all" ] && echo 'reading the lists of packages' || echo "$(grep -c '^Unpacking ' "$log") of $all unpacked, $(grep -c '^Setting up ' "$log") set up"
}

install_system_parts() {
  missing="$(missing_parts "$@" | tr '\n' ' ')"
  [ -n "$missing" ] || return 0
  if may_install; then
    # Unquoted on purpose: one word per package.
    say "System packages are missing: ${missing% }"
    if HOW_FAR=apt_progress with_progress 'Installing them with what they need' apt_install $missing; then return 0; fi
  fi
  say ''
  say 'These system packages are missing. The product starts without them, but features and tests that need them will report it:'
  for part in $missing; do say "  - $part"; done
  say "On Debian or Ubuntu: sudo apt-get update && sudo apt-get install $missing"
  say ''
}
