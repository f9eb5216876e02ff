"""Runs a learner's Python inside the sandbox and tells what came of it.

Two processes. The *supervisor* reads the request, keeps the clock and writes the report; nothing of the learner's ever
runs in it. The *script* process is its fork: it runs the code and notes what it finds on a board, a piece of memory that
both share. So the learner's code holds no descriptor of the report, may close every descriptor it has, and may die at
any moment: what was noted before is still told.

    supervisor.py   the parent: clock, end of the script, report;  outlets.py is where its words go
    script.py       the child: runs preamble and code, then notes error, plots and variables
    board.py        the shared memory between them
    limits.py       what the child may use
    errors.py       exceptions as the learner should read them
    plots.py        figures that were shown;  figure_backend.py is matplotlib's side of it
    variables.py    what the code left behind, for people
    values.py       … and as data, for comparing;  digests.py where that would be too much
    guard.py        time and text bounds around everything that calls the learner's own methods

Where something is checked, the supervisor forks a judge as well, which holds checks and answer:

    sealed.py          a request in two parts, of which the script never holds the second
    judging.py         the judge;  mirrors.py its view of the learner's objects;  wire.py what goes between the two
    served_objects.py  the learner's side: serves those objects, in a fork of the script when the code has ended
    checking.py        runs the checks in the judge;  checking_legacy.py  answer_keeper.py runs the answer

A run starts by main.py, or in a warm slot:

    warm.py         imports what lessons use, and forks a process into name spaces of its own for each run
    fresh.py        the folders of such a run;  kernel.py the calls that it takes;  frames.py how a slot talks

SQL on SQLite (`language: sql`) runs in the script's place:

    sql_run.py         statements of preamble and code, and what checks find of them;  sql_given.py: of another database
    sql_database.py    the private copy of the lesson's files;  sql_csv.py
    sql_guard.py       what the code may do with it, and for how long
    sql_statements.py  sql_errors.py  sql_results.py

Works with Python 3.8 and later, with nothing installed.
"""
