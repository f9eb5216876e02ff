"""Starts a session: `python3 session_main.py` inside the sandbox, with its settings on descriptor 3, its ready signal on
descriptor 4, and the socket that the runner calls on descriptor 8.
"""

from lessonwright_run.session_host import host

host(settings_fd=3, report_fd=4, listen_fd=8)
