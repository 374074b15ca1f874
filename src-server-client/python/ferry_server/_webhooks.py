"""Verifies webhooks as the Standard Webhooks specification describes."""

import base64
import hashlib
import hmac
import json
import re
import time
from typing import Any, Dict, Mapping, Sequence, Union

_TOLERANCE_SECONDS = 300


class FerrySignatureError(Exception):
    """A request isn't an authentic webhook. Respond to it with 400."""


def verify_webhook(
    body: Union[str, bytes], headers: Mapping[str, str], secrets: Union[str, Sequence[str]]
) -> Dict[str, Any]:
    """Verifies the signature of a webhook and returns its event, with the ``id`` of the event.

    ``body`` is the request's body exactly as received, before any JSON parser. ``secrets`` is the endpoint's secret;
    during a rotation, both. Accepts timestamps within 5 minutes of this device's clock.

    Raises FerrySignatureError if a header is missing, the time is too far away, or no signature matches.
    """
    secret_list = [secrets] if isinstance(secrets, str) else list(secrets)
    try:
        keys = [_key_of(secret) for secret in secret_list]
    except ValueError:
        keys = []
    if not keys:
        raise TypeError("Pass the secret of the webhook endpoint, which starts with whsec_.")
    lower_case = {name.lower(): value for name, value in headers.items()}

    def header(name: str) -> str:
        value = lower_case.get(name)
        if not isinstance(value, str) or not value:
            raise FerrySignatureError(f"The header {name} is missing.")
        return value

    event_id, timestamp = header("webhook-id"), header("webhook-timestamp")
    signatures = header("webhook-signature").split(" ")
    is_time = re.fullmatch(r"[0-9]{1,12}", timestamp) is not None
    if not is_time or abs(time.time() - int(timestamp)) > _TOLERANCE_SECONDS:
        raise FerrySignatureError("The webhook's timestamp differs from this device's clock by over 5 minutes.")
    content = body.encode("utf-8") if isinstance(body, str) else bytes(body)
    signed = f"{event_id}.{timestamp}.".encode("utf-8") + content
    expected = [b"v1," + base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest()) for key in keys]
    # Compares each pair, so that the time doesn't depend on which one matches.
    matches = [hmac.compare_digest(one, sent.encode("utf-8")) for one in expected for sent in signatures]
    if not any(matches):
        raise FerrySignatureError("No signature matches. Check the secret, and pass the body exactly as received.")
    return {"id": event_id, **json.loads(content.decode("utf-8"))}


def _key_of(secret: str) -> bytes:
    if not re.fullmatch(r"(whsec_)?[A-Za-z0-9_+/=-]{16,}", secret):
        raise ValueError
    text = secret[len("whsec_") :] if secret.startswith("whsec_") else secret
    # Accepts both alphabets and missing padding, as Node does.
    digits = text.replace("-", "+").replace("_", "/").rstrip("=")
    return base64.b64decode(digits + "=" * (-len(digits) % 4))
