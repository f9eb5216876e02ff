"""Which records of checks count: those with the token that the supervisor gave to the keeper, the first of each kind.

The supervisor runs no code of the learner's. A record that the learner's code makes by itself lacks the token.
"""

from __future__ import annotations

import json
import os
from typing import Any, Dict, Optional


def give_token(request: Dict[str, Any]) -> Optional[str]:
    """Lays a new token into the checks of a request; None where nothing is checked."""
    if request.get("checks") is None:
        return None
    token = os.urandom(16).hex()
    request["checks"]["token"] = token
    return token


def vetted(records: bytes, token: Optional[str]) -> bytes:
    """Without records of checks that do not count. Nobody asks for those of a run without checks (None)."""
    if token is None:
        return records
    kept = []
    kinds = set()
    for line in records.splitlines(keepends=True):
        try:
            record = json.loads(line)
        except (ValueError, RecursionError):
            # What we cannot read, somebody else might.
            continue
        if isinstance(record, dict) and record.get("type") == "check":
            kind = str(record.get("kind"))
            if record.get("token") != token or kind in kinds:
                continue
            kinds.add(kind)
        kept.append(line)
    return b"".join(kept)
