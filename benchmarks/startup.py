"""What a start costs: CPU time of commands, beside bare Python and `import typer` in the same run.

    python benchmarks/startup.py [REPEATS]

Compiled files are kept, as where ludograph is installed. Each figure is the median of the runs, in
seconds and in multiples of `import typer`.
"""

from __future__ import annotations

import os
import resource
import subprocess
import sys
import tempfile
from pathlib import Path
from statistics import median

ROOT = Path(__file__).parents[1]
COMMANDS = (
    ("--help",),
    ("list",),
    ("sql", "SELECT 1"),
    ("stats", "riftforce", "guilds"),
    ("stats", "riftforce"),
)


def cpu(words: list[str], environment: dict[str, str]) -> float:
    """Seconds of CPU time, of the program and the system, that a process takes."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(words, env=environment, cwd=ROOT, stdout=subprocess.DEVNULL, check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def main() -> None:
    """Measure, and print a line a command."""
    repeats = int(sys.argv[1]) if len(sys.argv) > 1 else 7
    ludograph = [sys.executable, "-m", "ludograph"]
    with tempfile.TemporaryDirectory() as folder:
        environment = {
            **{k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"},
            "PYTHONPYCACHEPREFIX": str(Path(folder) / "compiled"),
            "LUDOGRAPH_STORE": str(Path(folder) / "s.sqlite"),
        }
        cpu([*ludograph, "simulate", "riftforce", "-n", "50", "--jobs", "1"], environment)
        measured = {
            "bare Python": [sys.executable, "-c", ""],
            "import typer": [sys.executable, "-c", "import typer"],
            **{" ".join(words): [*ludograph, *words] for words in COMMANDS},
        }
        for words in measured.values():
            cpu(words, environment)
        runs: dict[str, list[float]] = {name: [] for name in measured}
        for _ in range(repeats):
            for name, words in measured.items():
                runs[name].append(cpu(words, environment))
    floor = median(runs["import typer"])
    for name, taken in runs.items():
        print(f"{name:24} {median(taken):6.3f} s  {median(taken) / floor:5.1f} x")


if __name__ == "__main__":
    main()
