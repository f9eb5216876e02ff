"""Runs a learner's Python inside the sandbox and reports the result.

There are two processes. The *supervisor* reads the request, enforces the time limit and writes the report; it never runs
the learner's code. The *script* process is its fork: it runs the code and writes its records to memory that both share. So
the learner's code has no descriptor of the report, may close all its descriptors, and may die at any moment: what was
recorded before is still reported.

    supervisor.py     the parent: time limit, end of the script, report;  outlets.py is where its output goes
    script.py         the child: runs earlier code, preamble and code, then records error, plots and variables
    shared_memory.py  the records, shared between them
    typed_input.py    the lines that the code reads;  unnamed_files.py what it and shells are read from
    limits.py         what the child may use
    errors.py         exceptions as the learner should see them
    plots.py          figures that were shown;  figure_backend.py connects it to matplotlib
    variables.py      variables for people to read
    values.py         … and as data, for comparing;  digests.py where that would be too much
    circumstances.py  another time zone, locale or date, for examinations of checks;  clock.py shifts the date
    guard.py          time and text limits for everything that calls the learner's own methods

If there are checks, the supervisor also forks a judge, which holds checks and answer:

    sealed.py          a request in two parts; the script never has the second one
    judging.py         the judge;  mirrors.py its view of the learner's objects;  wire.py the protocol between the two
    served_objects.py  the learner's side: serves those objects from a fork of the script after the code has ended
    checking.py        runs the checks in the judge;  checking_legacy.py;  answer_process.py runs the answer

A run starts by main.py, or in a warm slot:

    warm.py         imports what lessons use, and for each run forks a process with namespaces and folders of its own
    ../prepared.py  a process that has run the code of earlier screens, and waits for the run after it
    kernel.py       system calls;  frames.py the output protocol of a slot

SQL on SQLite (`language: sql`) runs instead of the script:

    sql_run.py         statements of preamble and code, and their results for checks;  sql_recorded.py: of another database
    sql_database.py    the private copy of the lesson's files;  sql_csv.py
    sql_guard.py       what the code may do with it, and for how long
    sql_statements.py  sql_errors.py  sql_results.py

Works with Python 3.8 and later and no installed packages.
"""
