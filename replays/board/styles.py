"""The classes of a picture: its colours and lines, by which everything in it is painted."""

from __future__ import annotations

from replays.board.colours import LOOKS, TINTS, Theme, tint
from replays.board.text_width import FONT


def styles(theme: Theme) -> str:
    """The classes of a picture, light or dark."""
    look = LOOKS[theme]
    plain, back = look.blank, look.back
    rules = [
        f"text{{font-family:{FONT};fill:{look.ink}}}.b{{font-weight:700}}",
        f".paper{{fill:{look.paper}}}.field{{fill:{look.field}}}",
        f".empty{{fill:none;stroke:{look.line};stroke-dasharray:4 4}}",
        f".rule{{stroke:{look.line};fill:none}}.soft{{fill:{look.soft}}}.ink{{fill:{look.ink}}}",
        f".card{{fill:{plain.paper};stroke:{plain.edge};stroke-width:1.2}}",
        f".name{{fill:{plain.ink}}}.tired{{stroke-dasharray:5 3}}",
        f".back{{fill:{back.paper};stroke:{back.edge};stroke-width:1.2}}",
        f".backline{{fill:none;stroke:{back.edge}}}.backink{{fill:{back.ink}}}",
        f".A{{fill:{look.seats[0]}}}.B{{fill:{look.seats[1]}}}.onseat{{fill:{look.on_mark}}}",
        f".badge{{fill:{look.ink}}}.ink-n{{fill:{look.paper}}}",
        f".n-life{{fill:{look.paper};stroke:{look.ink};stroke-width:1.4}}",
        f".ink-n-life{{fill:{look.ink}}}.n-guard{{fill:{look.soft}}}",
        f".n-hurt,.n-life.less{{fill:{look.bad};stroke:none}}",
        f".n-life.more{{fill:{look.good};stroke:none}}.onbadge{{fill:{look.on_mark}}}",
        f".good{{fill:{look.good}}}.bad{{fill:{look.bad}}}.mark{{fill:{look.mark}}}",
        f".m{{fill:none;stroke:{look.mark};stroke-width:2.6}}",
        ".moved{stroke-dasharray:7 4}.thin{stroke-width:2}",
        f".good-box{{fill:{look.good}}}",
    ]
    for colour in TINTS:
        of = tint(colour, theme)
        rules.append(f".c-{colour}>.card{{fill:{of.paper};stroke:{of.edge}}}")
        rules.append(f".c-{colour}>.name{{fill:{of.ink}}}")
    return "".join(rules)
