"""Says of pairs of items whether they mean the same, by parsers that share no code with the service.

Reads a JSON array of {kind, before, after} from standard input and writes a JSON array of lists: the names of the
properties that differ, [] for none, or ["unparsed"]. A version is a string in which each character stands for one byte.
"""

import json
import re
import sys
from collections import Counter

import icalendar
import vobject

# What servers may stamp without changing the meaning.
STAMPS = {"PRODID", "REV", "DTSTAMP"}
DEFAULT_VALUES = {"DTSTART": "DATE-TIME", "DTEND": "DATE-TIME", "DUE": "DATE-TIME", "RECURRENCE-ID": "DATE-TIME",
                  "EXDATE": "DATE-TIME", "RDATE": "DATE-TIME", "TRIGGER": "DURATION", "ATTACH": "URI", "URL": "URI"}
# A list in one property means the same as one property for each of its values.
LISTS = {"RDATE", "EXDATE", "RESOURCES"}


def number(text):
    try:
        return float(text)
    except ValueError:
        return text


def normal_value(name, value):
    value = value.replace("\r\n", "\n")
    if name == "GEO":
        return tuple(number(part) for part in value.replace("geo:", "").replace(",", ";").split(";"))
    if name == "RRULE":
        return tuple(sorted(value.upper().split(";")))
    return value


def normal_parameters(name, parameters):
    found = []
    for key, value in parameters:
        key = key.upper()
        values = value if isinstance(value, (list, tuple)) else [value]
        if key == "VALUE" and str(values[0]).upper() == DEFAULT_VALUES.get(name):
            continue
        if key in ("TYPE", "VALUE", "ENCODING"):
            values = [str(one).upper() for one in values]
        found += [(key, str(one)) for one in values]
    return tuple(sorted(found))


def calendar_lines(component, place):
    lines = Counter()
    for name, value in component.property_items(recursive=False, sorted=False):
        # icalendar takes an escaped comma in CATEGORIES for the end of a value: `category_lines` reads them.
        if name in ("BEGIN", "END", "CATEGORIES") or name in STAMPS:
            continue
        raw = value.to_ical()
        raw = raw.decode() if isinstance(raw, bytes) else str(raw)
        parameters = normal_parameters(name, getattr(value, "params", {}).items())
        for one in raw.split(",") if name in LISTS else [raw]:
            lines[(place, name, parameters, normal_value(name, one))] += 1
    return lines


def calendar_tree(component, place=""):
    own = calendar_lines(component, place)
    for child in component.subcomponents:
        identity = str(child.get("RECURRENCE-ID").to_ical()) if child.get("RECURRENCE-ID") else ""
        own += calendar_tree(child, f"{place}/{child.name}{identity}")
    return own


def category_lines(text):
    lines = re.findall(r"^CATEGORIES\b[^:\r\n]*:([^\r\n]*)", text, re.IGNORECASE | re.MULTILINE)
    return Counter(("", "CATEGORIES", (), one) for line in lines for one in re.split(r"(?<!\\),", line))


def card_lines(text):
    lines = Counter()
    for line in vobject.readOne(text, allowQP=True).getChildren():
        name = line.name.upper()
        if name in STAMPS:
            continue
        value = line.value
        value = value.decode("latin-1") if isinstance(value, bytes) else value
        value = repr(value) if isinstance(value, (list, tuple)) else str(value)
        parameters = list(line.params.items()) + [("TYPE", single) for single in line.singletonparams]
        # RFC 6350, 3.3: names of groups are the same in upper and lower case.
        group = line.group.upper() if line.group else None
        lines[(group, name, normal_parameters(name, parameters), normal_value(name, value))] += 1
    return lines


def unfolded(version):
    """The text of a version. A fold may split a character, so it goes before the bytes become characters."""
    return re.sub(rb"\r?\n[ \t]", b"", version.encode("latin-1")).decode()


def properties(kind, version):
    text = unfolded(version)
    if kind == "contacts":
        return card_lines(text)
    return calendar_tree(icalendar.Calendar.from_ical(text)) + category_lines(text)


def compare(pair):
    try:
        before, after = (properties(pair["kind"], pair[side]) for side in ("before", "after"))
    except Exception:  # noqa: BLE001: any error of a parser has the same meaning here
        return [] if pair["before"] == pair["after"] else ["unparsed"]
    return sorted({key[1] for key in (before - after) + (after - before)})


json.dump([compare(pair) for pair in json.load(sys.stdin)], sys.stdout)
