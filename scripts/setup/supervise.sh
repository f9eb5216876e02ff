# Sourced, after node.sh. Runs a Node program, restarts it if it ends unexpectedly, and replaces it if it hangs.
#
# The exit code says what happened: 0, it was asked to end; 1, it could not start and reported why (a setting, a port in use);
# anything else, or an unhandled signal, is a crash. Once it has run, it is also restarted after a failed start: the database may
# be unavailable for a moment. Exit codes and signals are passed on.
#
# The program writes a growing number to the file LESSONWRIGHT_HEARTBEAT each second, from its event loop. Once that has begun, and
# is then unchanged for 30 seconds, the program is killed: it would not act on SIGTERM. A second process watches, so that a program
# that hangs also ends when this script was killed, or waits for it to stop.

# Seconds before each restart after a crash; the last value repeats.
restart_pauses="${restart_pauses:-0 1 2 5 10 30}"
# A run of this many seconds resets the count of crashes.
healthy_seconds="${healthy_seconds:-60}"
# Seconds between two looks at the heartbeat, and how many looks in a row may find it unchanged. Looks are counted, not seconds: a
# machine that was suspended is no program that hangs.
look_seconds="${look_seconds:-2}"
unchanged_looks="${unchanged_looks:-15}"

supervise() {
  # Its own session: Ctrl-C in the terminal only reaches this script, and the program receives it once.
  command -v setsid >/dev/null || exec "$NODE" "$@"
  child=''
  asked=''
  crashed=''
  # How many programs were replaced because they hung.
  replaced=0
  pauses="$restart_pauses"
  trap 'pass_on TERM' TERM HUP
  trap 'pass_on INT' INT
  while :; do
    began="$(date +%s)"
    # Without room for the file, the program runs unwatched.
    heartbeat="$(mktemp 2>/dev/null)" || heartbeat=''
    LESSONWRIGHT_SUPERVISOR=$$ LESSONWRIGHT_HEARTBEAT="$heartbeat" LESSONWRIGHT_REPLACED="$replaced" setsid "$NODE" "$@" &
    child=$!
    watch_heartbeat "$child" "$heartbeat" &
    watcher=$!
    [ -z "$asked" ] || kill -s "$asked" "$child" 2>/dev/null || :
    wait_for "$child"
    kill "$watcher" 2>/dev/null || :
    # The watcher removes the file of a program that it has killed.
    [ "$code" != 137 ] || [ -z "$heartbeat" ] || [ -e "$heartbeat" ] || replaced=$((replaced + 1))
    rm -f "$heartbeat"
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

# watch_heartbeat PID FILE: kills the program when its heartbeat stops. Ends with the program.
watch_heartbeat() {
  last=''
  unchanged=0
  pause=''
  trap '[ -z "$pause" ] || kill "$pause" 2>/dev/null; exit 0' TERM
  while kill -0 "$1" 2>/dev/null; do
    # A sleep that outlives this process must not hold its streams open.
    sleep "$look_seconds" >/dev/null 2>&1 &
    pause=$!
    wait "$pause" || :
    beat=''
    { read -r beat <"$2"; } 2>/dev/null || :
    if [ -z "$beat" ] || [ "$beat" != "$last" ]; then unchanged=0; else unchanged=$((unchanged + 1)); fi
    last="$beat"
    [ "$unchanged" -ge "$unchanged_looks" ] || continue
    say "The server (process $1) no longer responds to its supervisor, so it is killed. Saved work is not affected."
    rm -f "$2"
    kill -s KILL "$1" 2>/dev/null || :
    return
  done
  rm -f "$2"
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
