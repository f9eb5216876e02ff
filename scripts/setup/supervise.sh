# Sourced, after node.sh. Runs a program of Node, and starts it again when it ends in a way that it was not asked to.
#
# The program says by its exit code what happened: 0, it was asked to end; 1, it could not start, and said why (a setting, a port in
# use); anything else, or a signal that it did not handle, is a crash. Once it has run, it is started again after a failed start as
# well: the database may be away for a moment. Exit codes and signals pass through.

# Seconds before each start after a crash; the last one is kept.
restart_pauses="${restart_pauses:-0 1 2 5 10 30}"
# Crashes after this many seconds are not counted with those before.
healthy_seconds="${healthy_seconds:-60}"

supervise() {
  # A session of its own: Ctrl-C at the terminal reaches us alone, and the program hears of it once.
  command -v setsid >/dev/null || exec "$NODE" "$@"
  child=''
  asked=''
  crashed=''
  pauses="$restart_pauses"
  trap 'pass_on TERM' TERM HUP
  trap 'pass_on INT' INT
  while :; do
    began="$(date +%s)"
    LESSONWRIGHT_SUPERVISOR=$$ setsid "$NODE" "$@" &
    child=$!
    [ -z "$asked" ] || kill -s "$asked" "$child" 2>/dev/null || :
    wait_for "$child"
    case "$code" in
      0 | 130 | 143) exit "$code" ;;
      1) [ -z "$asked" ] && [ -n "$crashed" ] || exit "$code" ;;
      *) [ -z "$asked" ] || exit "$code" ;;
    esac
    crashed=yes
    [ $(($(date +%s) - began)) -lt "$healthy_seconds" ] || pauses="$restart_pauses"
    pause="${pauses%% *}"
    pauses="${pauses#* }"
    if [ "$pause" = 0 ]; then
      say "The server ended unexpectedly (exit code $code). It is started again. What was saved is kept."
    else
      say "The server has ended unexpectedly again (exit code $code). It is started again in $pause seconds. The lines above say why it ended."
      sleep "$pause" &
      child=$!
      wait_for "$child"
    fi
    [ -z "$asked" ] || exit 0
  done
}

pass_on() {
  asked="$1"
  [ -z "$child" ] || kill -s "$1" "$child" 2>/dev/null || :
}

# Sets `code`. A signal that we handle ends `wait` early.
wait_for() {
  while :; do
    code=0
    wait "$1" || code=$?
    kill -0 "$1" 2>/dev/null || break
  done
}
