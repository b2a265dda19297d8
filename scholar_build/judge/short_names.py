"""Short forms under which people publish: Bob is Robert. Common English, German, Dutch and Spanish ones, folded."""

from __future__ import annotations

_FORMS = """
abigail abby; albert al bert; alexander alex sasha xander; alexandra alex sandra sasha; andrew andy drew;
anthony tony; antonio tono; barbara barb; benjamin ben; catherine kate cathy kathy katherine kathryn; charles
charlie chuck; christina chris tina; christine chris; christopher chris kit; cynthia cindy; daniel dan danny;
david dave; deborah deb debbie; dennis denny; donald don; dorothy dot; edward ed eddie ted ned; elizabeth beth
betty liz lisa eliza; eugene gene; francis frank; francisco paco pancho; franklin frank; frederick fred;
friedrich fritz; gabriel gabe; gerald jerry gerry; gregory greg; harold hal harry; heinrich heinz; henry hank
harry; ignacio nacho; jacob jake; jacqueline jackie; james jim jimmy jamie; jennifer jen jenny; jeffrey jeff
geoff; geoffrey jeff geoff; johannes hans jan joh; johann hans; john jack johnny; jonathan jon; jose pepe;
joseph joe; joshua josh; judith judy; kenneth ken; kimberly kim; lawrence larry; leonard len leo; margaret
maggie meg peggy; matthew matt; michael mike mick; nathaniel nate nathan; nicholas nick klaus; pamela pam;
patricia pat patty tricia; patrick pat; peter pete; philip phil; rebecca becky; richard rich rick dick; robert
bob rob bert bobby; ronald ron; samuel sam; samantha sam; sebastian bas; stephen steve; steven steve; susan
sue; susanna sue; theodore ted theo; thomas tom tommy; timothy tim; victoria vicky; vincent vince; wilhelm
willi; william bill will billy liam; zachary zach zack
"""

_LONG_FORMS: dict[str, set[str]] = {}
for _line in _FORMS.replace("\n", " ").split(";"):
    _long, *_shorts = _line.split()
    for _short in _shorts:
        _LONG_FORMS.setdefault(_short, set()).add(_long)


def is_short_form(one: str, other: str) -> bool:
    """Whether one folded given name is a usual short form of the other, or both are of the same name."""
    long_one = _LONG_FORMS.get(one, set()) | {one}
    long_other = _LONG_FORMS.get(other, set()) | {other}
    return not long_one.isdisjoint(long_other)
