# Sourced. Runs a command that starts many others, such as npm and apt, so that a signal to this script ends all of them.

# Tenths of a second that the command has to end by itself.
END_TENTHS="${END_TENTHS:-100}"

# in_own_session command …: runs it and returns its status. SIGTERM, SIGINT and SIGHUP end it, what it started, and this script.
in_own_session() {
  command -v setsid >/dev/null || {
    "$@"
    return
  }
  # Before it starts: a signal that comes between would end this script alone.
  group=''
  trap 'end_group TERM 143' TERM HUP
  trap 'end_group INT 130' INT
  setsid "$@" &
  group=$!
  status=0
  wait "$group" || status=$?
  trap - TERM HUP INT
  return "$status"
}

# end_group signal status: ends the processes of the session, and then this script.
end_group() {
  trap '' TERM HUP INT
  printf '%s: stopping.\n' "SIG$1" >&2
  # The signal may have come before the command's number was noted, or before it was started.
  group="${group:-${!-}}"
  [ "$group" != '' ] || exit "$2"
  send_group TERM || :
  waited=0
  while send_group 0; do
    [ "$waited" -lt "$END_TENTHS" ] || send_group KILL || :
    waited=$((waited + 1))
    sleep 0.1
  done
  exit "$2"
}

# send_group signal: to all processes of the session. The first one alone has none yet for a moment.
send_group() {
  kill -s "$1" -- "-$group" 2>/dev/null || kill -s "$1" "$group" 2>/dev/null
}
