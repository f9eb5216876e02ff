# Installs and builds what the words request: those of scripts/run.sh, which starts this in a session of its own.
set -eu
. scripts/setup/node.sh
. scripts/setup/system-parts.sh
. scripts/setup/python.sh
. scripts/setup/chromium.sh
. scripts/setup/build.sh

# Removes its temporary files, also when it is ended.
trap 'exit 143' TERM HUP
trap 'exit 130' INT

install_packages "$@"
use_pinned_node
install_system_parts "$@"
case " $* " in *' product '*) bring_python ;; esac
case " $* " in *' tests '*) bring_chromium ;; esac
build_parts "$@"
