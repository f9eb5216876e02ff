"""Starts a warm slot: `python3 slot.py KEPT` with commands on descriptor 3, frames on 4, the system call filter on 5."""

import json
import os
import sys

from lessonwright_run.warm import Slot

with os.fdopen(5, "rb") as stream:
    call_filter = stream.read()
Slot(commands_fd=3, frames_fd=4, call_filter=call_filter, kept=json.loads(sys.argv[1])).serve()
