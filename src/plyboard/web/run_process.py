"""The process of a run: `python -m plyboard.web.run_process FOLDER DATABASE`.

It does what the plan in the folder says, and tells in the same folder how far it has come.
"""

from __future__ import annotations

import json
import os
import signal
import sys
import traceback
from pathlib import Path
from typing import Any

from plyboard.rules.core import PlyboardError
from plyboard.web.run_files import DONE, PLAN, PROBLEM, replace_file

LONGEST = 6 * 3600
"""After so many seconds a run stops; it can be gone on with."""

GENTLE = 10
"""The pages, and those who play on them, go first."""


def main() -> int:
    """Run to the end, or until someone says stop."""
    folder, database = Path(sys.argv[1]), sys.argv[2]
    signal.signal(signal.SIGINT, signal.default_int_handler)  # Also where whoever started the server ignores it.
    signal.signal(signal.SIGALRM, lambda *_: os.killpg(0, signal.SIGINT))
    signal.alarm(LONGEST)
    os.nice(GENTLE)
    plan: dict[str, Any] = json.loads((folder / PLAN).read_text("utf-8"))
    try:
        # What the one kind needs takes its time to load, and the other one does not need it.
        if folder.parent.name == "arena":
            from plyboard.web.arena_runs import hold

            hold(folder, plan, database)
        else:
            from plyboard.web.learning_runs import learn

            learn(folder, plan)
    except KeyboardInterrupt:
        return 130
    except PlyboardError as error:
        replace_file(folder / PROBLEM, str(error))
        return 1
    except Exception as error:  # The page shows that something is wrong, the log what.
        traceback.print_exc()
        replace_file(folder / PROBLEM, f"{type(error).__name__}: {error}")
        return 1
    (folder / DONE).touch()
    return 0


if __name__ == "__main__":
    sys.exit(main())
