"""Lists that are read page by page."""

from typing import Any, Callable, Dict, Generic, Iterator, List, Mapping, Optional, Tuple, TypeVar

Page = TypeVar("Page")
Item = TypeVar("Item")
_Query = Dict[str, Any]
_Next = Optional[Callable[[], Tuple[Any, Any]]]


class PagedList(Generic[Page, Item]):
    """A list. A loop reads every item, page by page; ``page()`` reads one page.

    >>> for migration in ferry.migrations.list(status=["FAILED"]):  # doctest: +SKIP
    ...     print(migration["id"])
    """

    def __init__(self, read: Callable[[bool], Tuple[Page, _Next]]) -> None:
        self._read = read

    def page(self) -> Page:
        """Reads one page."""
        return self._read(False)[0]

    def pages(self) -> Iterator[Page]:
        """Reads every page. Use it to save the cursor of each page."""
        page, read_next = self._read(True)
        yield page
        while read_next is not None:
            page, read_next = read_next()
            yield page

    def __iter__(self) -> Iterator[Item]:
        for page in self.pages():
            results: List[Item] = page["results"]  # type: ignore[index]
            yield from results


def _without_repeated(rows: List[Any], last: Optional[Any]) -> List[Any]:
    """Rows that are new since the previous page push rows onto the next page. Returns those after the last known row."""
    if last is None:
        return rows
    ids = [row["id"] for row in rows]
    start = ids.index(last["id"]) + 1 if last["id"] in ids else 0
    return [row for row in rows[start:] if row["created"] <= last["created"]]


def numbered_pages(query: Mapping[str, Any], read: Callable[[_Query], Any]) -> "PagedList[Any, Any]":
    """Reads pages by number, 100 rows at a time in loops. A loop returns no row twice if rows are created meanwhile."""

    def read_page(number: Optional[int], size: Optional[int], last: Optional[Any] = None) -> Tuple[Any, _Next]:
        full = read({**query, "page": number, "page_size": size})
        results = _without_repeated(full["results"], last)
        current, used_size = number or 1, full["page"]["size"]
        is_last = current * used_size >= full["page"]["total"] or not full["results"]
        newest = results[-1] if results else last
        return {**full, "results": results}, None if is_last else lambda: read_page(current + 1, used_size, newest)

    def start(is_loop: bool) -> Tuple[Any, _Next]:
        size = query.get("page_size")
        return read_page(query.get("page"), 100 if size is None and is_loop else size)

    return PagedList(start)


def cursor_pages(query: Mapping[str, Any], read: Callable[[_Query], Any]) -> "PagedList[Any, Any]":
    """Reads pages by cursor, 100 rows at a time in loops. The feed always has a cursor, so an empty page ends it."""

    def read_page(part: _Query) -> Tuple[Any, _Next]:
        page = read(part)
        cursor = page["next"]
        if cursor is None or not page["results"]:
            return page, None
        return page, lambda: read_page({**part, "after": cursor})

    def start(is_loop: bool) -> Tuple[Any, _Next]:
        limit = query.get("limit")
        return read_page({**query, "limit": 100 if limit is None and is_loop else limit})

    return PagedList(start)
