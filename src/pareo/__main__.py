"""`python -m pareo` is `pareo`."""

from __future__ import annotations

import sys

from pareo.cli.main import main

sys.exit(main())
