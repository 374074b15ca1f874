"""Ferry for Python: a typed client of the Ferry API, and the verification of webhooks."""

from ._calls import Calls
from ._errors import FerryAPIError, FerryErrorCode
from ._group import OMIT
from ._pages import PagedList
from ._send import create_sender
from ._webhooks import FerrySignatureError, verify_webhook

__all__ = [
    "OMIT",
    "Ferry",
    "FerryAPIError",
    "FerryErrorCode",
    "FerrySignatureError",
    "PagedList",
    "verify_webhook",
]


class Ferry(Calls):
    """Client of one organization, for its backend. Keep the API key out of web pages.

    ``base_url`` must use https, except on this device. A read is repeated up to ``max_retries`` times after a network
    error or a 429, 500, 502, 503 or 504: after about 0.5 s and 1 s, or after ``Retry-After``. Writes are never
    repeated. ``timeout`` limits one attempt, in seconds. Connecting to a host with several addresses
    can take longer.
    """

    def __init__(self, api_key: str, base_url: str, *, max_retries: int = 2, timeout: float = 30.0) -> None:
        super().__init__(create_sender(api_key, base_url, max_retries, timeout))
