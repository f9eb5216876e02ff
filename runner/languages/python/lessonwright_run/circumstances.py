"""Circumstances of a run that differ from the usual ones: a time zone, a locale, another date. For examinations of checks.

They are set in the supervisor before it forks, so the code, the judge and the answer all have the same ones. The hash seed is
not among them: an interpreter has it from its start (runner/src/python/python-runtime.ts).
"""

from __future__ import annotations

import os
import time
from typing import Any, Dict, Optional

from . import clock

ENVIRONMENT = ("TZ", "LC_ALL")
"""Variables that programs started by the code should have as well."""


def apply_circumstances(wanted: Optional[Dict[str, Any]]) -> None:
    """@raise OSError: when this machine can't do it; the run must not happen then"""
    if not wanted:
        return
    if wanted["time_zone"] is not None:
        os.environ["TZ"] = wanted["time_zone"]
        time.tzset()
    if wanted["locale"] is not None:
        os.environ["LC_ALL"] = wanted["locale"]
    if wanted["shift_seconds"] != 0:
        clock.shift(wanted["shift_seconds"])


def changed_environment() -> Dict[str, str]:
    return {name: os.environ[name] for name in ENVIRONMENT if name in os.environ}
