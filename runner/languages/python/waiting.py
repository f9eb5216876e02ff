"""Warms up for one run and waits for it: `python3 waiting.py` inside the sandbox, behind the system call filter.

For environments of authors' packages, whose imports are untrusted: nothing here has more rights than a run. The request
arrives on descriptor 3; the report goes to 4, after one byte that signals that the process is warm.
"""

import gc
import os
import sys

from lessonwright_run.outlets import DirectOutlet
from lessonwright_run.sealed import read_request
from lessonwright_run.supervisor import supervise
from lessonwright_run.warm import import_libraries

for descriptor in (3, 4):
    os.set_inheritable(descriptor, False)
import_libraries()
threads = os.listdir("/proc/self/task")
if len(threads) != 1:
    sys.exit(f"The imports started {len(threads) - 1} threads, which a fork would lose.")
gc.collect()
gc.freeze()
os.write(4, b"w")
try:
    request, sealed = read_request(3)
except EOFError:
    # The process was not needed.
    sys.exit()
os.close(3)
supervise(request, sealed, DirectOutlet(report_fd=4))
