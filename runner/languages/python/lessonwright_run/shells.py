"""What every shell of a command-line lesson gets: its environment, its prompt, and the scripts that run before it."""

from __future__ import annotations

import glob
import os
import shutil
import string
from typing import Dict, Iterable, List, Optional, Tuple

from .unnamed_files import fill, unnamed_file

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


# The server tells commands from output by this prompt (features/terminals/server/terminal-lines.ts).
_PROMPT_FILE = r"""
PS1='\[\e[1;32m\]learner@lesson\[\e[0m\]:\[\e[1;34m\]\w\[\e[0m\]\$ '
PS2='> '
unset HISTFILE
HISTSIZE=10000
shopt -s checkwinsize
alias ls='ls --color=auto' grep='grep --color=auto'
exec {descriptor}<&-
{state}
"""


def bash_at_prompt(state: bytes = b"") -> Tuple[List[str], int]:
    """Returns the arguments of an interactive bash, and a descriptor that it reads at its start and then closes.

    @param state: what code of earlier screens left (`before_earlier`)
    """
    descriptor = unnamed_file()
    _write(descriptor, _PROMPT_FILE.replace("{descriptor}", str(descriptor)), state)
    return ["bash", "--noprofile", "--rcfile", f"/proc/self/fd/{descriptor}", "-i"], descriptor


# Bash reads this before a script, so that at its end it reports the line of the failed command and the script's variables on the
# given descriptor. Names starting with two underscores are omitted.
_SCRIPT_FILE = r"""
unset BASH_ENV
set -E
__line=0
{read}
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
{state}
__line=0
"""

# Bash reads this before the code of an earlier screen, which it then reads as a file: an `exit`, an error of syntax or `set -e` ends
# only that code. At its end, bash writes what the code leaves to the given descriptor, as commands that restore it in another bash.
# Options such as `set -e` and traps are those of a script, and are not left to the next one. Everything is called through `builtin`,
# because the code may define functions with the names of builtins. Nothing is forked, as the code may leave no room for a process.
_EARLIER_FILE = r"""
unset BASH_ENV
{state}
__save() {
  builtin local __end=$? __name
  [[ -n ${__saved-} || $BASHPID != "$$" ]] && builtin return "$__end"
  __saved=1
  builtin set +eux
  builtin trap - ERR DEBUG RETURN
  {
    builtin shopt -p dotglob extglob failglob globstar nocaseglob nocasematch nullglob
    [[ -o noclobber ]] && builtin printf 'set -o noclobber\n'
    builtin umask -p
    builtin printf 'builtin cd -- %q\n' "$PWD"
    for __name in {names}; do
      case "$__name" in
        __*|_|PWD|BASH*|FUNCNAME|LINENO|PIPESTATUS|RANDOM|SECONDS|SRANDOM|EPOCH*|REPLY|OPT*|COLUMNS|LINES|COMP_*|READLINE_*) ;;
        DIRSTACK|GROUPS|*UID|PPID|HOST*|MACHTYPE|OSTYPE|SHELLOPTS|SHLVL|POSIXLY_CORRECT|PS[0-9]|PROMPT_*|HIST*) ;;
        *) builtin declare -p -- "$__name" ;;
      esac
    done
    builtin alias -p
    builtin declare -f
    builtin export -pf
    builtin printf 'builtin unset -f __save\n{end}\n'
  } >&{descriptor} 2>/dev/null
  builtin return "$__end"
}
trap __save EXIT
"""
_STATE_END = "# end of the state"
_ALL_NAMES = " ".join(f'"${{!{letter}@}}"' for letter in string.ascii_letters + "_")
# A later bash may be unable to restore all of it, such as a folder that is gone.
_RESTORED = (b"exec {__errors}>&2 2>/dev/null\n", b"\nexec 2>&$__errors {__errors}>&-")


# What `read` is in a script without input.
_NO_INPUT = r"""read() {
  [[ /dev/stdin -ef /dev/null ]] && builtin echo 'read: This run has no input to read. Set the value in the script. The lesson’s author can add lines in the tab Input.' >&2
  builtin read "$@"
}"""

# What `read` is in a script with input, whose file is the descriptor: as at a terminal, the prompt and what is read are shown. Not for
# input from elsewhere, and not for options that read something else than a line, such as `-n` and `-d`.
_TYPED_INPUT = r"""read() {
  [[ /dev/stdin -ef /proc/self/fd/{typed} ]] || { builtin read "$@"; return; }
  builtin local __option __prompt= __is_silent= __line_read __status OPTIND=1 OPTARG
  while builtin getopts :rsp:ea:i:t: __option; do
    case "$__option" in
      p) __prompt=$OPTARG ;;
      s) __is_silent=1 ;;
      '?') builtin read "$@"; return ;;
    esac
  done
  builtin printf %s "$__prompt"
  IFS= builtin read -r __line_read
  __status=$?
  if [[ $__status != 0 && -z $__line_read ]]; then
    [[ ${__read_at-} == "${BASH_LINENO[0]}" ]] || builtin echo 'read: Nothing is left to read: all lines of the input were read already.' >&2
    builtin read "$@" < /dev/null
    return
  fi
  __read_at=${BASH_LINENO[0]}
  [[ -n $__is_silent ]] && builtin echo || builtin printf '%s\n' "$__line_read"
  builtin read "$@" <<< "$__line_read"
}"""


def before_script(descriptor: int, state: bytes = b"", typed: Optional[int] = None) -> int:
    """Returns a descriptor with what bash reads before a script (`BASH_ENV`); `descriptor` receives the report.

    @param state: what code of earlier screens left (`before_earlier`)
    @param typed: the descriptor of the script's input; None: it has none
    """
    file = unnamed_file()
    read = _NO_INPUT if typed is None else _TYPED_INPUT.replace("{typed}", str(typed))
    _write(file, _SCRIPT_FILE.replace("{descriptor}", str(descriptor)).replace("{read}", read), state)
    return file


def before_earlier(descriptor: int, state: bytes) -> int:
    """Returns a descriptor with what bash reads before the code of an earlier screen. At the end of that code, `descriptor` receives
    the state that it leaves; `state` is that of the code before it.
    """
    text = _EARLIER_FILE.replace("{descriptor}", str(descriptor)).replace("{names}", _ALL_NAMES).replace("{end}", _STATE_END)
    file = unnamed_file()
    _write(file, text, state)
    return file


def before_application(state: bytes) -> int:
    """Returns a descriptor with what bash reads before the script of an application (`BASH_ENV`)."""
    file = unnamed_file()
    _write(file, "unset BASH_ENV\n{state}\n", state)
    return file


def earlier_arguments(file: int) -> List[str]:
    """Arguments of a bash that runs the code of an earlier screen from a descriptor, after `before_earlier`."""
    return ["-c", f". /proc/self/fd/{file}; __save"]


def is_whole(state: bytes) -> bool:
    """Whether bash wrote all of a state."""
    return state.endswith(f"{_STATE_END}\n".encode())


def _write(file: int, text: str, state: bytes) -> None:
    before, _, after = text.partition("{state}")
    restored = state.join(_RESTORED) if state else b""
    fill(file, before.encode() + restored + after.encode())
