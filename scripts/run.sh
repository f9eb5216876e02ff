#!/bin/sh
# Every npm script starts here, on a machine that may only have Node, npm and git:
#
#     sh scripts/run.sh [product] [tools] [tests] [browsers] [web] [server] [cli] [supervised] -- file arguments …
#
# Installs the packages and the pinned Node, then what the words before `--` request, and executes `node file arguments …`.
#   product     the system packages that the product uses, and the Python of new lessons
#   tools       the packages that only checks and tests use (`devDependencies`)
#   tests       the same, and Chromium
#   browsers    Firefox, WebKit and the display that they draw on, which only `npm run test:all` uses
#   web         the built web application
#   server      the bundled server, dist/server/main.js, and the programs that it starts
#   cli         the bundled command line, dist/cli/main.js
#   supervised  runs the program as a child, restarts it after a crash, and replaces it if it hangs
set -eu
cd "$(dirname "$0")/.."
. scripts/setup/node.sh
. scripts/setup/chromium.sh
. scripts/setup/own-session.sh
. scripts/setup/supervise.sh

needs=''
while [ $# -gt 0 ] && [ "$1" != -- ]; do
  needs="$needs $1"
  shift
done
[ $# -gt 1 ] || fail 'usage: sh scripts/run.sh [product] [tools] [tests] [browsers] [web] [server] [cli] [supervised] -- file arguments …'
shift

# Unquoted on purpose: one word per need.
in_own_session sh scripts/setup/prepare.sh $needs || exit $?
use_pinned_node
case " $needs " in *' tests '*) find_chromium || unset CHROMIUM_PATH ;; esac
# Node's compile cache: the product starts in two thirds of the time.
export NODE_COMPILE_CACHE="${NODE_COMPILE_CACHE:-$PWD/node_modules/.cache/compiled}"
case " $needs " in *' supervised '*) supervise "$@" ;; esac
exec "$NODE" "$@"
