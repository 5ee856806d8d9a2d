"""What the files of a publication can be. Light to import: the command line names them."""

from __future__ import annotations

from enum import StrEnum


class Form(StrEnum):
    """What the files are."""

    PARQUET = "parquet"
    CSV = "csv"
    ARROW = "arrow"
