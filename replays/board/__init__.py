"""The board of a match through a viewer's eyes, drawn as text for a terminal and as a picture."""

from domain.contract.board import Board, Card, Mark, Number, SeatInfo, Zone
from replays.board.changes import changed
from replays.board.makers import board_of

__all__ = ["Board", "Card", "Mark", "Number", "SeatInfo", "Zone", "board_of", "changed"]
