"""Rules that need each other: each is given its meaning in the module it is named after."""

from __future__ import annotations

from typing import Final

from parsy import forward_declaration

amount: Final = forward_declaration()
noun: Final = forward_declaration()
selector: Final = forward_declaration()
condition: Final = forward_declaration()
quoted: Final = forward_declaration()
payload: Final = forward_declaration()
steps: Final = forward_declaration()
