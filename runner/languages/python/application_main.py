"""Starts an application in a session: limits itself, then becomes what its standard input asks for (JSON):
`{"limits", "files", "command"}` for another program (files by name are written first), `{"limits", "preamble", "code"}` for Python."""

from lessonwright_run.application import start

start()
