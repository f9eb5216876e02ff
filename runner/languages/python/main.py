"""Starts one run: `python3 main.py` inside the sandbox, with the request on descriptor 3 and the report on 4."""

from lessonwright_run.supervisor import supervise

supervise(request_fd=3, report_fd=4)
