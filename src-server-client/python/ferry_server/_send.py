"""Sends requests with the key, and retries reads."""

import http.client
import io
import ipaddress
import json
import random
import re
import socket
import time
import urllib.error
import urllib.request
import uuid
from typing import Any, Callable, Mapping, NamedTuple, Optional, Tuple
from urllib.parse import quote, urlencode, urlsplit

from ._errors import FerryAPIError, FerryErrorCode

# A report page of 1,000 items has up to 8 MB.
_MAX_REPLY_BYTES = 32 * 1024 * 1024
_MAX_MESSAGE_LENGTH = 500
# A longer Retry-After is left to the caller.
_MAX_RETRY_AFTER_SECONDS = 60
_TRANSIENT = {429, 500, 502, 503, 504}
_REQUEST_ID = re.compile(r"[A-Za-z0-9_-]{1,64}")


class Reply(NamedTuple):
    status: int
    text: str
    request_id: str


class _TooLarge(Exception):
    pass


def _check_options(api_key: str, base_url: str) -> None:
    if not isinstance(api_key, str) or not re.fullmatch(r"[\x21-\x7e]+", api_key):
        raise TypeError("api_key must be an API key.")
    message = (
        "base_url must be an https URL such as https://api.ferry.example (http on this device only)."
    )
    try:
        url = urlsplit(base_url)
        host = url.hostname or ""
        url.port  # noqa: B018 - raises ValueError for an invalid port
    except (ValueError, AttributeError):
        raise TypeError(message) from None
    is_local = url.scheme == "http" and _is_loopback(host)
    if not host or (url.scheme != "https" and not is_local) or "@" in url.netloc or url.query or url.fragment:
        raise TypeError(message)


def _is_loopback(host: str) -> bool:
    try:
        return host == "localhost" or ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def path_of(template: str, item_id: Optional[str] = None, query: Optional[Mapping[str, Any]] = None) -> str:
    """Fills ``{id}`` and adds the query. Omits parameters without a value."""
    path = template
    if "{id}" in template:
        # Dots alone would name another path.
        if not isinstance(item_id, str) or not item_id.strip("."):
            raise TypeError("Pass an ID.")
        path = template.replace("{id}", quote(item_id, safe=""))
    parameters = {name: value for name, value in (query or {}).items() if value is not None}
    return f"{path}?{urlencode(parameters, doseq=True)}" if parameters else path


def _message_in(text: str) -> str:
    """Returns the message of either shape of the error body."""
    try:
        body = json.loads(text)
        nested = body.get("error")
        message = nested.get("message") if isinstance(nested, dict) else body.get("message")
    except (ValueError, AttributeError):
        return ""
    return message if isinstance(message, str) else ""


def _code_of(status: int, is_read: bool) -> FerryErrorCode:
    if status == 429:
        return "rate_limited"
    if status < 500:
        return "request_refused"
    # A proxy sends these when the service's response didn't reach it.
    return "reply_lost" if not is_read and status in (502, 504) else "service_error"


def _retry_delay(retries: int, retry_after: Optional[str]) -> Optional[float]:
    """Returns the delay in seconds before the next attempt, or None if the service asks for a longer one."""
    if retry_after is not None and re.fullmatch(r"[0-9]{1,9}", retry_after):
        seconds = int(retry_after)
        return float(seconds) if seconds <= _MAX_RETRY_AFTER_SECONDS else None
    return min(0.5 * 2.0**retries, 8.0) * (0.75 + random.random() / 2)


class _NoRedirect(urllib.request.HTTPRedirectHandler):
    """The key goes to the base URL only."""

    def redirect_request(self, *_args: Any, **_more: Any) -> None:
        return None


class _TimedReader(io.RawIOBase):
    """Ends a response at the deadline. A socket's own timeout limits one wait, so slow bytes would never end."""

    def __init__(self, raw: io.RawIOBase, sock: socket.socket, deadline: float) -> None:
        self._raw = raw
        self._sock = sock
        self._deadline = deadline

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> Optional[int]:
        remaining = self._deadline - time.monotonic()
        if remaining <= 0:
            raise TimeoutError
        self._sock.settimeout(remaining)
        return self._raw.readinto(buffer)

    def close(self) -> None:
        self._raw.close()
        super().close()


class _Attempt:
    """Notes whether a connection existed, so that a failed write can be told from a write that was never sent."""

    def __init__(self, deadline: float) -> None:
        self.deadline = deadline
        self.is_connected = False

    def opener(self) -> urllib.request.OpenerDirector:
        attempt = self

        class Response(http.client.HTTPResponse):
            def __init__(self, sock: socket.socket, *args: Any, **named: Any) -> None:
                super().__init__(sock, *args, **named)
                self.fp = io.BufferedReader(_TimedReader(self.fp.detach(), sock, attempt.deadline))

        class Plain(http.client.HTTPConnection):
            response_class = Response

            def connect(self) -> None:
                super().connect()
                attempt.is_connected = True

        class Secure(http.client.HTTPSConnection):
            response_class = Response

            def connect(self) -> None:
                super().connect()
                attempt.is_connected = True

        class PlainHandler(urllib.request.HTTPHandler):
            def http_open(self, req: urllib.request.Request) -> Any:
                return self.do_open(Plain, req)

        class SecureHandler(urllib.request.HTTPSHandler):
            def https_open(self, req: urllib.request.Request) -> Any:
                return self.do_open(Secure, req)

        # An http proxy would receive the key of a service on this device. An https proxy only passes on encrypted data.
        proxies = {scheme: proxy for scheme, proxy in urllib.request.getproxies().items() if scheme == "https"}
        handlers = (urllib.request.ProxyHandler(proxies), PlainHandler, SecureHandler, _NoRedirect)
        return urllib.request.build_opener(*handlers)


def _read_text(response: Any) -> str:
    data = bytearray()
    # Python 3.9 and 3.10 may allocate the size that is passed.
    while part := response.read(65_536):
        data += part
        if len(data) > _MAX_REPLY_BYTES:
            raise _TooLarge(f"The response has more than {_MAX_REPLY_BYTES} bytes.")
    length = response.headers.get("content-length", "")
    # A partial read of a cut response raises no exception.
    if length.isdigit() and len(data) < int(length):
        raise http.client.IncompleteRead(bytes(data))
    return data.decode("utf-8", "replace")


class _Failure(NamedTuple):
    error: FerryAPIError
    retry_after: Optional[str]
    is_transient: bool


def create_sender(
    api_key: str, base_url: str, max_retries: int, timeout: float
) -> Callable[[str, str, Optional[Any]], Reply]:
    """Returns a function that sends a request by method, path and body."""
    _check_options(api_key, base_url)
    root = base_url.rstrip("/")

    def attempt(method: str, path: str, body: Optional[Any]) -> Tuple[Optional[Reply], Optional[_Failure]]:
        is_read = method == "GET"
        name = f"{method} {path.split('?')[0]}"
        request_id = str(uuid.uuid4())
        headers = {
            "accept": "application/json",
            "authorization": f"Bearer {api_key}",
            "request-id": request_id,
            "user-agent": "ferry-server-python",
        }
        data = None
        if body is not None:
            headers["content-type"] = "application/json"
            data = json.dumps(body).encode("utf-8")
        request = urllib.request.Request(f"{root}{path}", data=data, headers=headers, method=method)
        tried = _Attempt(time.monotonic() + timeout)
        was_refused = False
        try:
            try:
                response = tried.opener().open(request, timeout=timeout)
            except urllib.error.HTTPError as refusal:
                response = refusal
            with response:
                status = int(response.status if hasattr(response, "status") else response.code)
                was_refused = 400 <= status < 500
                sent_id = response.headers.get("request-id")
                if sent_id is not None and _REQUEST_ID.fullmatch(sent_id):
                    request_id = sent_id
                text = _read_text(response)
                if 200 <= status < 300:
                    return Reply(status, text, request_id), None
                code = _code_of(status, is_read)
                reason = _message_in(text).replace(api_key, "[API key]")[:_MAX_MESSAGE_LENGTH]
                advice = " The service may have carried it out." if code == "reply_lost" else ""
                error = FerryAPIError(
                    f"{name} returned {status}. {reason}{advice}", code=code, status=status, request_id=request_id
                )
                return None, _Failure(error, response.headers.get("retry-after"), status in _TRANSIENT)
        except _TooLarge as cause:
            too_large = FerryAPIError(f"{name}: {cause}", code="service_error", request_id=request_id)
            return None, _Failure(too_large, None, False)
        except (OSError, http.client.HTTPException) as cause:
            is_lost = not is_read and not was_refused and tried.is_connected
            error = FerryAPIError(
                f"The response to {name} was lost. The service may have carried it out: check before you repeat it."
                if is_lost
                else f"No response to {name}.",
                code="reply_lost" if is_lost else "network",
                request_id=request_id,
            )
            error.__cause__ = cause
            return None, _Failure(error, None, True)

    def send(method: str, path: str, body: Optional[Any] = None) -> Reply:
        retries = 0
        while True:
            reply, failure = attempt(method, path, body)
            if reply is not None:
                return reply
            assert failure is not None
            delay = _retry_delay(retries, failure.retry_after)
            if method != "GET" or not failure.is_transient or retries >= max_retries or delay is None:
                raise failure.error
            time.sleep(delay)
            retries += 1

    return send


def parse_json(reply: Reply, route: str) -> Any:
    try:
        return json.loads(reply.text)
    except ValueError as cause:
        code: FerryErrorCode = "service_error" if route.startswith("GET ") else "reply_lost"
        raise FerryAPIError(
            f"The response to {route} is not JSON. Check the base URL.",
            code=code,
            status=reply.status,
            request_id=reply.request_id,
        ) from cause
