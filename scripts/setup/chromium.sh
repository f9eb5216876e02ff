# Sourced, after system-parts.sh. The browser of the tests: an installed one, otherwise from apt, otherwise Playwright's own
# download.
# The headless shell is preferred: it draws no windows, which costs the full browser a lot of CPU time.

# A name on PATH isn't enough: some systems have a stub there that only suggests another installer.
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

apt_install_chromium() {
  apt_install chromium-headless-shell || apt_install chromium
}

download_chromium() {
  "$NODE" node_modules/@playwright/test/cli.js install chromium >&2
}

bring_chromium() {
  if find_chromium; then return 0; fi
  if may_install; then
    if with_progress 'Installing chromium for the tests' apt_install_chromium && find_chromium; then return 0; fi
  fi
  unset CHROMIUM_PATH
  with_progress "Downloading Playwright's chromium for the tests" download_chromium ||
    say 'Chromium could not be installed, so the browser tests will fail. Install it and set CHROMIUM_PATH to its path.'
}
