"""Builds the wheel of the Python client: `build_package.py DOCS WORK VERSION SOURCE_DATE WHEEL`.

Writes the types and the calls of the client from the OpenAPI documents in DOCS, together with the files of
`ferry_server/`, to the folder WORK, and packs them. Equal documents and dates give equal bytes.
"""

import base64
import hashlib
import json
import keyword
import shutil
import sys
import time
import zipfile
from pathlib import Path
from typing import Any, Dict, List, Optional, Tuple

Json = Dict[str, Any]

#: Calls by their Python name: method and path, and how the client reads the reply.
CALLS = {
    "health": ("GET /healthz", "one"),
    "migrations.list": ("GET /api/v1/migrations", "numbered"),
    "migrations.get": ("GET /api/v1/migrations/{id}", "one"),
    "companies.list": ("GET /api/v1/companies", "numbered"),
    "companies.get": ("GET /companies/v1/{id}", "one"),
    "link_tokens.create": ("POST /api/v1/link-token", "one"),
    "hosted_links.create": ("POST /hosted-links/v1", "one"),
    "hosted_links.list": ("GET /hosted-links/v1", "cursor"),
    "hosted_links.revoke": ("DELETE /hosted-links/v1/{id}", "one"),
    "hosted_links.retry": ("POST /retries/v1/migrations/{id}", "one"),
    "activity.list": ("GET /activity/v1/migrations/{id}", "cursor"),
    "activity.sessions": ("GET /activity/v1/sessions", "cursor"),
    "activity.funnel": ("GET /activity/v1/funnel", "one"),
    "reports.get": ("GET /reports/v1/migrations/{id}", "one"),
    "reports.items": ("GET /reports/v1/migrations/{id}/items", "cursor"),
    "reports.receipt": ("GET /reports/v1/migrations/{id}/receipt", "one"),
    "webhooks.events": ("GET /webhooks/v1/events", "cursor"),
    "webhooks.endpoints.list": ("GET /webhooks/v1/endpoints", "one"),
    "webhooks.endpoints.create": ("POST /webhooks/v1/endpoints", "one"),
    "webhooks.endpoints.update": ("PATCH /webhooks/v1/endpoints/{id}", "one"),
    "webhooks.endpoints.remove": ("DELETE /webhooks/v1/endpoints/{id}", "one"),
    "webhooks.endpoints.rotate": ("POST /webhooks/v1/endpoints/{id}/rotate", "one"),
    "webhooks.endpoints.test": ("POST /webhooks/v1/endpoints/{id}/test", "one"),
    "webhooks.endpoints.replay": ("POST /webhooks/v1/endpoints/{id}/replay", "one"),
    "webhooks.deliveries.list": ("GET /webhooks/v1/deliveries", "cursor"),
    "webhooks.deliveries.get": ("GET /webhooks/v1/deliveries/{id}", "one"),
    "webhooks.deliveries.replay": ("POST /webhooks/v1/deliveries/{id}/replay", "one"),
}

#: Calls of the documents that belong to other programs: browsers, and the operator's own scripts.
OTHERS = {
    "POST /api/v1/access-token",
    "POST /api/v1/migration-modal",
    "GET /api/v1/migration-modal",
    "GET /sessions/v1/outcome",
    "GET /.well-known/ferry",
    "POST /erasure/v1/users",
}

INDENT = "    "


class Types:
    """Prints schemas as TypedDicts. An object within an object gets the name of its place."""

    def __init__(self) -> None:
        self.lines: List[str] = []
        self.names: List[str] = []

    def of(self, schema: Json, place: str) -> str:
        if "$ref" in schema:
            return str(schema["$ref"]).split("/")[-1]
        if "const" in schema:
            return f"Literal[{schema['const']!r}]"
        if "enum" in schema:
            return f"Literal[{', '.join(repr(value) for value in schema['enum'])}]"
        if "anyOf" in schema:
            options = list(dict.fromkeys(self.of(option, place) for option in schema["anyOf"]))
            return options[0] if len(options) == 1 else f"Union[{', '.join(options)}]"
        kind = schema.get("type")
        if isinstance(kind, list):
            return f"Union[{', '.join(self.of({**schema, 'type': one}, place) for one in kind)}]"
        if kind == "array":
            return f"List[{self.of(schema.get('items', {}), place + 'Item')}]"
        if kind == "object" and "properties" in schema:
            self.define(place, schema)
            return place
        if kind == "object":
            values = schema.get("additionalProperties")
            return f"Dict[str, {self.of(values, place + 'Value') if isinstance(values, dict) else 'Any'}]"
        simple = {"string": "str", "integer": "int", "number": "float", "boolean": "bool", "null": "None"}
        if kind in simple:
            return simple[str(kind)]
        raise SystemExit(f"The types of the Python client can't express {json.dumps(schema)[:200]}.")

    def define(self, name: str, schema: Json) -> None:
        if name in self.names:
            return
        self.names.append(name)
        if "properties" not in schema:
            self.lines.append(f"{name} = {self.of(schema, name + 'Value')}\n")
            return
        required = set(schema.get("required", []))
        fields = {key: self.of(value, name + camel(key)) for key, value in schema["properties"].items()}
        bad = [key for key in fields if not key.isidentifier() or keyword.iskeyword(key)]
        if bad:
            raise SystemExit(f"{name} has the property {bad[0]}, which isn't a valid Python name.")
        always = [key for key in fields if key in required]
        sometimes = [key for key in fields if key not in required]
        base = f"_{name}Required" if always and sometimes else ""
        if base:
            self.write_class(base, "TypedDict", schema, fields, always)
            self.write_class(name, f"{base}, total=False", schema, fields, sometimes)
        else:
            total = ", total=False" if sometimes else ""
            self.write_class(name, f"TypedDict{total}", schema, fields, always or sometimes)

    def write_class(self, name: str, bases: str, schema: Json, fields: Dict[str, str], keys: List[str]) -> None:
        self.lines.append(f"\nclass {name}({bases}):")
        for key in keys:
            self.lines.append(f'{INDENT}{key}: "{fields[key]}"')
            about = schema["properties"][key].get("description")
            if about:
                self.lines.append(f'{INDENT}"""{about}."""')
        if not keys:
            self.lines.append(f"{INDENT}pass")
        self.lines.append("")


def camel(name: str) -> str:
    return "".join(part[:1].upper() + part[1:] for part in name.split("_"))


def read_documents(folder: Path) -> Tuple[Dict[str, Json], Dict[str, Json]]:
    """Returns the schemas by name and the operations by method and path."""
    schemas: Dict[str, Json] = {}
    operations: Dict[str, Json] = {}
    for file in sorted(folder.glob("openapi*.json")):
        document = json.loads(file.read_text("utf-8"))
        schemas.update(document["components"]["schemas"])
        for path, methods in document["paths"].items():
            for method, operation in methods.items():
                operations[f"{method.upper()} {path}"] = operation
    missing = [route for route, _kind in CALLS.values() if route not in operations]
    unknown = sorted(set(operations) - OTHERS - {route for route, _kind in CALLS.values()})
    if missing or unknown:
        raise SystemExit(f"CALLS and the documents differ: {', '.join(missing + unknown)}")
    return schemas, operations


def content_of(part: Optional[Json]) -> Optional[Json]:
    found = (part or {}).get("content", {}).get("application/json")
    return None if found is None else dict(found["schema"])


def method_lines(name: str, route: str, kind: str, operation: Json, schemas: Dict[str, Json], types: Types) -> List[str]:
    """Returns one method of the client."""
    place = camel(name.replace(".", "_"))
    positional = ["self"]
    named: List[str] = []
    query = [one for one in operation.get("parameters", []) if one["in"] == "query"]
    if "{id}" in route:
        positional.append("id: str")
    for parameter in query:
        named.append(f"{parameter['name']}: Optional[{types.of(parameter['schema'], place + camel(parameter['name']))}] = None")
    body = content_of(operation.get("requestBody"))
    properties: List[str] = []
    if body is not None:
        body = schemas[types.of(body, place)] if "$ref" in body else body
        required = set(body.get("required", []))
        properties = sorted(body["properties"], key=lambda key: key not in required)
        for key in properties:
            default = "" if key in required else " = OMIT"
            named.append(f"{key}: {types.of(body['properties'][key], place + camel(key))}{default}")
    good = [reply for status, reply in operation["responses"].items() if status.startswith("2")]
    schema = content_of(good[0])
    result = types.of(schema, place + "Reply") if schema else "None"
    if kind != "one":
        page_schema = schemas[result]
        item = types.of(page_schema["properties"]["results"]["items"], result + "ResultsItem")
        result = f"PagedList[{result}, {item}]"
    arguments = positional + (["*"] + named if named else [])
    texts = [operation["summary"] + ".", operation.get("description", "")]
    about = "\n\n        ".join(text for text in texts if text)
    lines = [f"{INDENT}def {name.split('.')[-1]}({', '.join(arguments)}) -> {result}:", f'{INDENT * 2}"""{about}"""']
    more = ", id" if "{id}" in route else ", None"
    pairs = ", ".join(f'"{one["name"]}": {one["name"]}' for one in query)
    if properties:
        sent = ", ".join(f'"{key}": {key}' for key in properties)
        more += f", body=without_omitted({{{sent}}})"
    elif route.startswith("POST ") and body is not None:
        more += ", body={}"
    if kind == "one":
        lines.append(f'{INDENT * 2}return self._call("{route}"{more}{f", query={{{pairs}}}" if pairs else ""})')
    else:
        reader = "numbered_pages" if kind == "numbered" else "cursor_pages"
        lines.append(f'{INDENT * 2}return {reader}({{{pairs}}}, lambda page: self._call("{route}"{more}, query=page))')
    return lines + [""]


def client_text(operations: Dict[str, Json], schemas: Dict[str, Json], types: Types) -> str:
    groups: Dict[str, List[str]] = {}
    for name, (route, kind) in CALLS.items():
        group = name.rpartition(".")[0]
        groups.setdefault(group, []).extend(method_lines(name, route, kind, operations[route], schemas, types))
    lines: List[str] = []
    for group in sorted(groups, key=lambda one: (-one.count("."), one == "", one)):
        title = camel(group.replace(".", "_")) or "Calls"
        lines.append(f"\nclass {title}(Group):")
        children = [one for one in groups if one.rpartition(".")[0] == group and one != ""]
        if children:
            lines.append(f"{INDENT}def __init__(self, send: Send) -> None:")
            lines.append(f"{INDENT * 2}super().__init__(send)")
            for child in children:
                lines.append(f"{INDENT * 2}self.{child.split('.')[-1]} = {camel(child.replace('.', '_'))}(send)")
            lines.append("")
        if group == "webhooks":
            lines.append(f"{INDENT}verify = staticmethod(verify_webhook)\n")
        lines += groups[group]
    head = '''"""Calls of the API. Written by build_package.py from the OpenAPI documents."""

# ruff: noqa
from __future__ import annotations

from typing import Any, Dict, List, Literal, Optional, Union

from ._group import OMIT, Group, Send, without_omitted
from ._pages import PagedList, cursor_pages, numbered_pages
from ._webhooks import verify_webhook
from .types import *

'''
    # A method named `list` hides the built-in type within its class, so the types are those of `typing`.
    return head + "\n".join(lines)


def types_text(types: Types) -> str:
    head = '''"""Types of the API. Written by build_package.py from the OpenAPI documents."""

from typing import Any, Dict, List, Literal, Optional, TypedDict, Union

'''
    return head + "\n".join(types.lines)


def write_sources(docs: Path, work: Path) -> Path:
    """Writes the package's folder and returns it."""
    schemas, operations = read_documents(docs)
    types = Types()
    for name, schema in schemas.items():
        types.define(name, schema)
    calls = client_text(operations, schemas, types)
    package = work / "ferry_server"
    shutil.rmtree(package, ignore_errors=True)
    shutil.copytree(
        Path(__file__).parent / "ferry_server", package, ignore=shutil.ignore_patterns("__pycache__")
    )
    (package / "_calls.py").write_text(calls, "utf-8")
    (package / "types.py").write_text(types_text(types), "utf-8")
    (package / "py.typed").write_text("", "utf-8")
    return package


METADATA = """Metadata-Version: 2.1
Name: ferry-server
Version: {version}
Summary: Ferry for Python: a typed client of the Ferry API, and the verification of webhooks
License: UNLICENSED
Requires-Python: >=3.9
Description-Content-Type: text/markdown

# ferry-server

A client of the Ferry API for Python 3.9 or newer, without dependencies. `docs/server-client.md` of Ferry describes it.
"""

WHEEL = "Wheel-Version: 1.0\nGenerator: ferry\nRoot-Is-Purelib: true\nTag: py3-none-any\n"


def pack(package: Path, documents: List[Path], version: str, source_date: int, wheel: Path) -> None:
    info = f"ferry_server-{version}.dist-info"
    files = {f"ferry_server/{file.name}": file.read_bytes() for file in package.iterdir() if file.is_file()}
    files.update({f"{info}/{document.name}": document.read_bytes() for document in documents})
    files[f"{info}/METADATA"] = METADATA.format(version=version).encode("utf-8")
    files[f"{info}/WHEEL"] = WHEEL.encode("utf-8")
    record = "".join(f"{name},sha256={digest(data)},{len(data)}\n" for name, data in sorted(files.items()))
    files[f"{info}/RECORD"] = f"{record}{info}/RECORD,,\n".encode("utf-8")
    with zipfile.ZipFile(wheel, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in sorted(files.items()):
            entry = zipfile.ZipInfo(name, time.gmtime(max(source_date, 315_532_800))[:6])
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.external_attr = 0o100644 << 16
            archive.writestr(entry, data)


def digest(data: bytes) -> str:
    return base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode("ascii")


def main(docs: str, work: str, version: str = "", source_date: str = "0", wheel: str = "") -> None:
    package = write_sources(Path(docs), Path(work))
    if wheel:
        documents = [Path(docs).parent / "LICENSE", *(file for file in Path(work).iterdir() if file.is_file())]
        pack(package, documents, version, int(source_date), Path(wheel))


if __name__ == "__main__":
    main(*sys.argv[1:])
