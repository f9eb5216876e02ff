# Sourced, after system-parts.sh. The browser of the tests: one that is there, else by apt, else Playwright's own download.
# The headless shell comes first: it draws no windows of its own, which costs the whole browser much processor time.

# A name on PATH is not enough: some systems keep a stub there that only asks for another installer.
find_chromium() {
  for name in "${CHROMIUM_PATH:-chromium-headless-shell}" chromium-headless-shell chromium chromium-browser google-chrome; do
    candidate="$(command -v "$name" || true)"
    if [ -n "$candidate" ] && "$candidate" --version >/dev/null 2>&1; then
      CHROMIUM_PATH="$candidate"
      export CHROMIUM_PATH
      return 0
    fi
  done
  return 1
}

bring_chromium() {
  if find_chromium; then return 0; fi
  if may_install; then
    say 'Installing chromium for the tests …'
    if { apt_install chromium-headless-shell || apt_install chromium; } && find_chromium; then return 0; fi
  fi
  say "Downloading Playwright's chromium for the tests …"
  unset CHROMIUM_PATH
  "$NODE" node_modules/@playwright/test/cli.js install chromium >&2 ||
    say 'No Chromium could be brought: the browser tests will fail. Install one and name it in CHROMIUM_PATH.'
}
