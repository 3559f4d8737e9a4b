"""`python -m pareo` is `pareo`."""

from __future__ import annotations

import sys

from pareo.cli.main import main

if __name__ == "__main__":
    sys.exit(main())
