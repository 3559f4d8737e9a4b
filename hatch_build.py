"""What building the package does besides packing: the catalogues are compiled (`pareo.locale.build`)."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class CompileCatalogues(BuildHookInterface):  # type: ignore[type-arg, misc]
    """Compiles the catalogues into `src/pareo/locale/compiled`, which goes into the wheel."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:  # noqa: ARG002
        sys.path.insert(0, str(Path(self.root) / "src"))
        from pareo.locale import build  # noqa: PLC0415

        build.main()
