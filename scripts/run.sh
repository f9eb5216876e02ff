#!/bin/sh
# Every npm script starts here, on a machine that may only have Node, npm and git:
#
#     sh scripts/run.sh [product] [tests] [web] [server] [supervised] -- file arguments …
#
# Installs the packages and the pinned Node, then what the words before `--` request, and executes `node file arguments …`.
#   product     the system packages that the product uses
#   tests       what only tests and benchmarks use: Chromium
#   web         the built web application
#   server      the bundled server, dist/server/main.js, and the programs that it starts
#   supervised  runs the program as a child, restarts it after a crash, and replaces it if it hangs
set -eu
cd "$(dirname "$0")/.."
. scripts/setup/node.sh
. scripts/setup/system-parts.sh
. scripts/setup/chromium.sh
. scripts/setup/build.sh
. scripts/setup/supervise.sh

needs=''
while [ $# -gt 0 ] && [ "$1" != -- ]; do
  needs="$needs $1"
  shift
done
[ $# -gt 1 ] || fail 'usage: sh scripts/run.sh [product] [tests] [web] [server] [supervised] -- file arguments …'
shift

install_packages
use_pinned_node
install_system_parts $needs
case " $needs " in *' tests '*) bring_chromium ;; esac
build_parts $needs
# Node's compile cache: the product starts in two thirds of the time.
export NODE_COMPILE_CACHE="${NODE_COMPILE_CACHE:-$PWD/node_modules/.cache/compiled}"
case " $needs " in *' supervised '*) supervise "$@" ;; esac
exec "$NODE" "$@"
