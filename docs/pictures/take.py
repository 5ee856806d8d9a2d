"""Take the pictures of the README again, from what the commands print and the service serves today.

    python docs/pictures/take.py

`terminal.svg` is a session in the terminal; `page.png` a match in a browser (the system's Chromium).
"""

from __future__ import annotations

import io
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

from PIL import Image
from playwright.sync_api import sync_playwright
from rich._export_format import CONSOLE_SVG_FORMAT
from rich.console import Console
from rich.text import Text

HERE = Path(__file__).parent
ROOT = HERE.parent.parent
TAPE = ROOT / "examples" / "club-evening.tape"
SESSION = (
    'play friday "20 A act C7: C7@3 S7@1"',
    'play friday "20 A act C7: C7@3 S7@2>3 F7@1"',
    "show friday",
)
"""Commands on the example, recorded up to turn 19; the first one is mistyped."""
WIDTH = 88
FORMAT = re.sub(r"@font-face \{\{.*?\}\}\s*", "", CONSOLE_SVG_FORMAT, flags=re.DOTALL).replace(
    "Fira Code", "DejaVu Sans Mono, Menlo, Consolas"
)
"""Rich's picture of a terminal, but for the fonts that it would load from elsewhere."""


def run(command: str, folder: Path) -> str:
    """Run a command of ludograph as in a coloured terminal `WIDTH` columns wide."""
    return subprocess.run(
        f"ludograph {command}",
        shell=True,
        env=environment(folder) | {"FORCE_COLOR": "1", "COLUMNS": str(WIDTH)},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    ).stdout


def environment(folder: Path) -> dict[str, str]:
    """Name the stores in a folder of their own, and this environment's `ludograph`."""
    return os.environ | {
        "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}",
        "LUDOGRAPH_STORE": str(folder / "matches.sqlite"),
        "LUDOGRAPH_ANALYTICS": str(folder / "matches.duckdb"),
    }


def take_terminal(folder: Path) -> None:
    """Draw the session as `terminal.svg`."""
    console = Console(record=True, width=WIDTH, file=io.StringIO())
    for command in SESSION:
        console.print(f"[bold green]$[/] [bold]ludograph {command}[/]", highlight=False)
        console.print(Text.from_ansi(run(command, folder)), highlight=False)
    console.save_svg(str(HERE / "terminal.svg"), title="ludograph", code_format=FORMAT)


def take_page(folder: Path) -> None:
    """Photograph the match after step 53 as `page.png`."""
    served = subprocess.Popen(
        ("ludograph", "serve", "--port", "8765"),
        env=environment(folder),
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        assert served.stdout is not None
        found = re.search(r"http://\S+", next(line for line in served.stdout if "http" in line))
        assert found is not None
        with sync_playwright() as play:
            browser = play.chromium.launch(executable_path="/usr/bin/chromium")
            page = browser.new_page(viewport={"width": 1280, "height": 1080})
            page.goto(f"{found[0].rstrip('/')}/matches/club-evening#step=53")
            page.wait_for_selector('.viewer[data-step="53"]')
            taken = Image.open(io.BytesIO(page.screenshot()))
            browser.close()
        taken.convert("RGB").quantize(128).save(HERE / "page.png", optimize=True)
    finally:
        served.terminate()
        served.wait()


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as name:
        evening = TAPE.read_text(encoding="utf-8")
        friday = evening.partition("20 A act")[0].replace("match: club-evening", "match: friday")
        (Path(name) / "friday.tape").write_text(friday, encoding="utf-8")
        run(f"import {TAPE} {name}/friday.tape", Path(name))
        take_terminal(Path(name))
        take_page(Path(name))
