"""The board of a match as data (`model`), and as a picture (`svg`, `pictures`)."""

from replays.board.changes import changed
from replays.board.makers import board_of
from replays.board.model import Board, Card, Mark, Number, SeatInfo, Zone

__all__ = ["Board", "Card", "Mark", "Number", "SeatInfo", "Zone", "board_of", "changed"]
