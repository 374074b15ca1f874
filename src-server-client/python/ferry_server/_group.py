"""What the groups of calls share."""

from typing import Any, Callable, Dict, Mapping, Optional

from ._send import Reply, parse_json, path_of

Send = Callable[[str, str, Optional[Any]], Reply]

#: The value of arguments that a call doesn't send. `None` sends null.
OMIT: Any = type("Omit", (), {"__repr__": lambda _self: "OMIT"})()


def without_omitted(body: Mapping[str, Any]) -> Dict[str, Any]:
    """Returns the properties that have a value."""
    return {name: value for name, value in body.items() if value is not OMIT}


class Group:
    def __init__(self, send: Send) -> None:
        self._send = send

    def _call(
        self, route: str, item_id: Optional[str] = None, query: Optional[Mapping[str, Any]] = None, body: Any = None
    ) -> Any:
        method, template = route.split(" ")
        reply = self._send(method, path_of(template, item_id, query), body)
        return None if reply.status == 204 else parse_json(reply, route)
