"""What every shell of a command-line lesson gets: its environment, its prompt, and the scripts that run before it."""

from __future__ import annotations

import glob
import os
import shutil
from typing import Dict, Iterable, List, Tuple

WORK_FOLDER = "/work"
PACKAGES = "/opt/packages"
"""Where the lesson's own packages are unpacked, if it has any (`PACKAGES_FOLDER` in runner/src/cli/shell-binds.ts)."""
FILES = "/opt/lessonwright/files"
"""Where a run finds the lesson's files to copy; a terminal receives them as messages."""
BASH = "/bin/bash"
_SYSTEM_PATH = "/usr/local/bin:/usr/bin:/bin:/usr/games"
_OWN_PROGRAMS = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "programs")
"""Has `python`, for machines that have only `python3`."""


def shell_environment(packages: str = PACKAGES) -> Dict[str, str]:
    """Environment of a shell. The lesson's packages come before the system's."""
    variables = {
        "HOME": WORK_FOLDER,
        "USER": "learner",
        "LOGNAME": "learner",
        "SHELL": BASH,
        "TERM": "xterm-256color",
        "COLORTERM": "truecolor",
        "LANG": "C.UTF-8",
        "TMPDIR": "/tmp",
        "PATH": _system_path(),
        "LESSHISTFILE": "-",
    }
    if not os.path.isdir(packages):
        return variables
    programs = ["usr/local/bin", "usr/bin", "bin", "usr/games", "usr/sbin"]
    variables["PATH"] = _joined(_there(packages, programs), _system_path())
    libraries = ["usr/lib/*-linux-gnu*", "lib/*-linux-gnu*", "usr/lib", "lib"]
    variables["LD_LIBRARY_PATH"] = _joined(_there(packages, libraries))
    for name, places, rest in (
        ("XDG_DATA_DIRS", ["usr/share"], "/usr/local/share:/usr/share"),
        ("MANPATH", ["usr/share/man"], "/usr/share/man"),
        ("TERMINFO_DIRS", ["usr/share/terminfo", "lib/terminfo"], "/usr/share/terminfo:/lib/terminfo"),
        ("PERL5LIB", ["usr/share/perl5", "usr/lib/*-linux-gnu*/perl5/*", "usr/lib/*-linux-gnu*/perl-base"], ""),
        ("PYTHONPATH", ["usr/lib/python3/dist-packages"], ""),
    ):
        found = _there(packages, places)
        if found:
            variables[name] = _joined(found, rest)
    return variables


def _system_path() -> str:
    return _SYSTEM_PATH if shutil.which("python", path=_SYSTEM_PATH) else f"{_SYSTEM_PATH}:{_OWN_PROGRAMS}"


def _there(root: str, patterns: Iterable[str]) -> List[str]:
    found = [path for pattern in patterns for path in sorted(glob.glob(os.path.join(root, pattern)))]
    return [path for path in found if os.path.isdir(path)]


def _joined(paths: Iterable[str], rest: str = "") -> str:
    return ":".join([*paths, rest] if rest else paths)


# The server tells commands from output by this prompt (server/src/running/terminals/terminal-lines.ts).
_PROMPT_FILE = r"""
PS1='\[\e[1;32m\]learner@lesson\[\e[0m\]:\[\e[1;34m\]\w\[\e[0m\]\$ '
PS2='> '
unset HISTFILE
HISTSIZE=10000
shopt -s checkwinsize
alias ls='ls --color=auto' grep='grep --color=auto'
exec {descriptor}<&-
"""


def _unnamed_file() -> int:
    """Returns an unnamed file in the run's own folder. Memory files are unavailable without a control group to count them."""
    descriptor = os.open("/tmp", os.O_TMPFILE | os.O_RDWR, 0o600)
    os.set_inheritable(descriptor, True)
    return descriptor


def bash_at_prompt() -> Tuple[List[str], int]:
    """Returns the arguments of an interactive bash, and a descriptor that it reads at its start and then closes."""
    descriptor = _unnamed_file()
    os.write(descriptor, _PROMPT_FILE.replace("{descriptor}", str(descriptor)).encode())
    return ["bash", "--noprofile", "--rcfile", f"/proc/self/fd/{descriptor}", "-i"], descriptor


# Bash reads this before a script, so that at its end it reports the line of the failed command and the script's variables on the
# given descriptor. Names starting with two underscores are omitted.
_SCRIPT_FILE = r"""
unset BASH_ENV
set -E
__line=0
exit() { __status=${1-$?} __line=${BASH_LINENO[0]}; builtin exit "$__status"; }
__tell() {
  local __end=$? __name
  trap - ERR
  { printf 'line\0%s\0' "$([ "$__end" = 0 ] && echo 0 || echo "$__line")"
    for __name in $(compgen -v); do
      case "$__known" in *" $__name "*) continue ;; esac
      case "$__name" in __*|_|BASH*|FUNCNAME|LINENO|PIPESTATUS|RANDOM|SECONDS|SRANDOM|EPOCH*|REPLY|OPTARG|COLUMNS|LINES) continue ;; esac
      local -n __it="$__name"
      case "$(declare -p "$__name" 2>/dev/null)" in
        'declare -a'*) printf 'list\0%s\0%s\0' "$__name" "${#__it[@]}"; [ "${#__it[@]}" = 0 ] || printf '%s\0' "${__it[@]}" ;;
        'declare -A'*) printf 'dict\0%s\0%s\0' "$__name" "${#__it[@]}"; for __key in "${!__it[@]}"; do printf '%s\0%s\0' "$__key" "${__it[$__key]}"; done ;;
        'declare '*) printf 'text\0%s\0%s\0' "$__name" "$__it" ;;
      esac
      unset -n __it
    done
  } >&{descriptor} 2>/dev/null
}
trap '__line=$LINENO' ERR
trap __tell EXIT
__known=" $(compgen -v | tr '\n' ' ') "
"""


def before_script(descriptor: int) -> int:
    """Returns a descriptor with what bash reads before a script (`BASH_ENV`); `descriptor` receives the report."""
    file = _unnamed_file()
    os.write(file, _SCRIPT_FILE.replace("{descriptor}", str(descriptor)).encode())
    os.lseek(file, 0, os.SEEK_SET)
    return file
