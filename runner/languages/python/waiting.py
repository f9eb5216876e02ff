"""Warms up for one run and waits for it: `python3 waiting.py` inside the sandbox, behind the filter of calls.

For environments of authors' packages, whose imports are lesson code: nothing here has any right that a run has not. The
request comes on descriptor 3 when it is known; the report goes to 4, behind one byte that says that the process is warm.
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
    # It was not needed.
    sys.exit()
os.close(3)
supervise(request, sealed, DirectOutlet(report_fd=4))
