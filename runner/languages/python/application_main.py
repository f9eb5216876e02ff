"""Starts an application in a session: applies limits to itself, then becomes what its standard input describes (JSON):
`{"limits", "files", "command"}` for another program (the named files are written first), `{"limits", "preamble", "code"}`
for Python.
"""

from lessonwright_run.application import start

start()
