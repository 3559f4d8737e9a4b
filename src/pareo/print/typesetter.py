"""The child: reads a document's JSON, writes its PDF. Started as a file, so that nothing else of Pareo is imported;
a frozen program, which has no interpreter, starts itself again with the word `CHILD` instead.

Arguments: folder of the templates, folder of the fonts, CPU seconds, megabytes, and whether fonts of this machine may
be used with ours ("system" or "own"). The last line on stderr says how much memory it took at most.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence

CHILD = "--typeset"  # the program's first argument that makes it the child


def limit(seconds: int, megabytes: int) -> None:
    """Limits this process, where the system knows limits."""
    try:
        import resource  # noqa: PLC0415
    except ImportError:  # Windows: only the parent's clock
        return
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
    if sys.platform == "linux":  # elsewhere the address space says little, or cannot be limited
        resource.setrlimit(resource.RLIMIT_AS, (megabytes << 20, megabytes << 20))


def peak() -> float:
    """Megabytes that this process used at most; 0 where that is not known."""
    try:  # Linux: getrusage would count what the parent had before this program began
        with open("/proc/self/status", encoding="ascii", errors="replace") as status:  # noqa: PTH123
            return next(int(line.split()[1]) / 1024 for line in status if line.startswith("VmHWM"))
    except (OSError, StopIteration):
        pass
    try:
        import resource  # noqa: PLC0415
    except ImportError:
        return 0.0
    used = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return used / (1 << 20 if sys.platform == "darwin" else 1 << 10)


def main(arguments: Sequence[str]) -> int:
    templates, fonts, seconds, megabytes, font_source = arguments[:5]
    limit(int(seconds), int(megabytes))
    import typst  # noqa: PLC0415

    data = sys.stdin.buffer.read().decode()
    try:
        pdf = typst.compile(
            f"{templates}/main.typ",
            root=templates,
            font_paths=[fonts],
            ignore_system_fonts=font_source == "own",
            sys_inputs={"data": data},
            timestamp=0,
        )
    except RuntimeError as error:
        sys.stderr.write(f"{' '.join(str(error).split())}\n")
        return 1
    sys.stdout.buffer.write(pdf)
    sys.stderr.write(f"peak {peak():.1f}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
