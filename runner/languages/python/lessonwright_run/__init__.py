"""Runs a learner's Python inside the sandbox and tells what came of it.

Two processes. The *supervisor* reads the request, keeps the clock and writes the report; nothing of the learner's ever
runs in it. The *script* process is its fork: it runs the code and notes what it finds on a board, a piece of memory that
both share. So the learner's code holds no descriptor of the report, may close every descriptor it has, and may die at
any moment: what was noted before is still told.

    supervisor.py   the parent: clock, end of the script, report
    script.py       the child: runs preamble and code, then notes error, plots and variables
    board.py        the shared memory between them
    limits.py       what the child may use
    errors.py       exceptions as the learner should read them
    plots.py        figures that were shown;  figure_backend.py is matplotlib's side of it
    variables.py    what the code left behind, for people
    values.py       … and as data, for comparing;  digests.py where that would be too much
    guard.py        time and text bounds around everything that calls the learner's own methods

Works with Python 3.8 and later, with nothing installed.
"""
