"""The error of a failed call."""

from typing import Literal, Optional

FerryErrorCode = Literal["request_refused", "rate_limited", "service_error", "network", "reply_lost"]


class FerryAPIError(Exception):
    """A failed call.

    ``code`` is one of:

    - ``request_refused``: the service refused the request (4xx).
    - ``rate_limited``: 429.
    - ``service_error``: 5xx or an unusable response.
    - ``network``: no response; nothing was changed.
    - ``reply_lost``: a write was sent and its response didn't arrive, so the service may have carried it out.
    """

    def __init__(self, message: str, *, code: FerryErrorCode, request_id: str, status: Optional[int] = None) -> None:
        super().__init__(f"{message} Request ID: {request_id}")
        self.code: FerryErrorCode = code
        #: HTTP status, if the service responded.
        self.status: Optional[int] = status
        #: ID of the request in the service's log. After a retry, the ID of the last attempt.
        self.request_id: str = request_id
