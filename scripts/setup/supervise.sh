# Sourced, after node.sh. Runs a Node program, and restarts it if it ends unexpectedly.
#
# The exit code says what happened: 0, it was asked to end; 1, it could not start and reported why (a setting, a port in use);
# anything else, or an unhandled signal, is a crash. Once it has run, it is also restarted after a failed start: the database may
# be unavailable for a moment. Exit codes and signals are passed on.

# Seconds before each restart after a crash; the last value repeats.
restart_pauses="${restart_pauses:-0 1 2 5 10 30}"
# A run of this many seconds resets the count of crashes.
healthy_seconds="${healthy_seconds:-60}"

supervise() {
  # Its own session: Ctrl-C in the terminal only reaches this script, and the program receives it once.
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
      say "The server ended unexpectedly (exit code $code). Restarting. Saved work is not affected."
    else
      say "The server has ended unexpectedly again (exit code $code). Restarting in $pause seconds. See the lines above for the reason."
      sleep "$pause" &
      child=$!
      wait_for "$child"
    fi
    [ -z "$asked" ] || exit 0
  done
}

pass_on() {
  asked="$1"
  interrupted=yes
  [ -z "$child" ] || kill -s "$1" "$child" 2>/dev/null || :
}

# Sets `code`. A signal that we handle ends `wait` early, even if the program has ended at the same moment: only the next `wait` has
# its code then. If `wait` had it already, the next one no longer knows the program (127).
wait_for() {
  code=''
  while :; do
    interrupted=''
    status=0
    wait "$1" || status=$?
    [ "$status" = 127 ] && [ -n "$code" ] || code="$status"
    [ -n "$interrupted" ] || kill -0 "$1" 2>/dev/null || break
  done
}
