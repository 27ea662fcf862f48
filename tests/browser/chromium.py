"""Where Chromium is, if it is there."""

from __future__ import annotations

import shutil

CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
WHY_NOT = "there is no Chromium to be found; on Debian: apt-get install chromium"
