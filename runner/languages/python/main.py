"""Starts one run: `python3 main.py` inside the sandbox, with the request on descriptor 3 and the report on 4."""

import os

from lessonwright_run.outlets import DirectOutlet
from lessonwright_run.sealed import read_request
from lessonwright_run.supervisor import supervise

request, sealed = read_request(3)
os.close(3)
supervise(request, sealed, DirectOutlet(report_fd=4))
