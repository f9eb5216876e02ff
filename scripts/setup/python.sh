# Sourced, after system-parts.sh. The Python of new lessons, where the system has another one: uv installs it beside the system's. Without
# it the product still starts, and its lessons run with the system's Python.

# The default of platform/contract/languages.ts.
LESSON_PYTHON=3.11
# uv comes from the Python package index, into a folder of this checkout.
UV_FOLDER=node_modules/.cache/uv
# Exists after an attempt that failed. The next one is a day later.
UV_FAILED=node_modules/.cache/no-python

has_lesson_python() {
  for python in /usr/bin /usr/local/bin "$HOME"/.local/share/uv/python/*"-$LESSON_PYTHON".*/bin "$HOME"/.pyenv/versions/"$LESSON_PYTHON".*/bin; do
    [ ! -x "$python/python$LESSON_PYTHON" ] || return 0
  done
  return 1
}

# Sets UV.
find_uv() {
  for candidate in uv "$HOME/.local/bin/uv" "$UV_FOLDER/bin/uv"; do
    UV="$(command -v "$candidate")" && return 0
  done
  return 1
}

install_uv() {
  "$SYSTEM_PYTHON" -m venv "$UV_FOLDER" >/dev/null && "$UV_FOLDER/bin/pip" install --quiet --disable-pip-version-check uv
}

# The reason of a failure is in the last line of python_log.
install_lesson_python() {
  { find_uv || { install_uv && find_uv; }; } >"$python_log" 2>&1 || return 1
  UV_HTTP_RETRIES="${UV_HTTP_RETRIES:-1}" "$UV" python install --no-bin "$LESSON_PYTHON" >"$python_log" 2>&1
}

bring_python() {
  has_lesson_python && return 0
  [ "${LESSONWRIGHT_INSTALL:-1}" != 0 ] && [ -x "$SYSTEM_PYTHON" ] || return 0
  [ -n "${UV_PYTHON_INSTALL_MIRROR:-}" ] || [ -z "$(find "$UV_FAILED" -mmin -1440 2>/dev/null)" ] || return 0
  python_log="$(mktemp)"
  if with_progress "Installing Python $LESSON_PYTHON with uv" install_lesson_python; then
    rm -f "$python_log"
    return 0
  fi
  reason="$(tail -n 1 "$python_log" | sed -E 's/^ *(error|cause): //')"
  rm -f "$python_log"
  mkdir -p "${UV_FAILED%/*}" && : >"$UV_FAILED"
  say "Python $LESSON_PYTHON could not be installed: $reason."
  say "New lessons use the Python of this system, $("$SYSTEM_PYTHON" -c 'import platform; print(platform.python_version())')."
  say "To install it from a mirror, set UV_PYTHON_INSTALL_MIRROR and start again. Otherwise the next attempt is in a day."
}
