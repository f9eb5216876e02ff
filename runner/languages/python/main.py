"""Starts one run: `python3 main.py` inside the sandbox, with the request on descriptor 3 and the report on 4."""

import json
import os

from lessonwright_run.outlets import DirectOutlet
from lessonwright_run.supervisor import supervise

with os.fdopen(3, "rb") as stream:
    request = json.loads(stream.read())
supervise(request, DirectOutlet(report_fd=4))
