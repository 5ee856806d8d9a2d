"""python -m tests.attack."""

from __future__ import annotations

import sys

from tests.attack.campaign import main

if __name__ == "__main__":
    sys.exit(main())
