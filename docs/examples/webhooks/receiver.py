# Python 3.9 or newer, nothing to install.
import base64
import hashlib
import hmac
import json
import os
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


def read_key(secret):
    try:
        key = base64.b64decode(secret.removeprefix("whsec_"), validate=True)
    except ValueError:
        key = b""
    # Anyone can guess an empty or short key.
    if len(key) < 24:
        raise SystemExit("FERRY_WEBHOOK_SECRET is not a webhook secret: use whsec_ and base64 of at least 24 bytes")
    return key


KEY = read_key(os.environ.get("FERRY_WEBHOOK_SECRET", ""))


# Verify the exact bytes: JSON that was parsed and serialized again has another signature.
def is_genuine(headers, body):
    message_id = headers.get("webhook-id", "")
    timestamp = headers.get("webhook-timestamp", "")
    if not timestamp.isdigit() or abs(time.time() - int(timestamp)) > 300:
        return False
    content = f"{message_id}.{timestamp}.".encode() + body
    mac = base64.b64encode(hmac.new(KEY, content, hashlib.sha256).digest())
    # During a rotation there are two signatures; one match is enough.
    signatures = headers.get("webhook-signature", "").split(" ")
    return any(hmac.compare_digest(b"v1," + mac, one.encode()) for one in signatures)


# Replace this with your database: events can arrive twice or late.
seen = set()
latest = {}


def handle(message_id, event):
    if message_id in seen:
        return
    if event["type"] == "migration.status_updated":
        migration = event["data"]["id"]
        if event["sequence"] > latest.get(migration, 0):
            latest[migration] = event["sequence"]
            print(f"{migration} is {event['data']['status']}", flush=True)
    seen.add(message_id)


class Receiver(BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers.get("content-length", 0)))
        if not is_genuine(self.headers, body):
            self.answer(401)
            return
        # If this raises, the response is 500 and Ferry retries.
        try:
            handle(self.headers["webhook-id"], json.loads(body))
            self.answer(204)
        except Exception as error:
            self.log_error("%r", error)
            self.answer(500)

    def answer(self, status):
        self.send_response(status)
        self.send_header("content-length", "0")
        self.end_headers()


# Reachable from this device only. Put your web server in front of it.
ThreadingHTTPServer(("127.0.0.1", int(os.environ.get("PORT", "3000"))), Receiver).serve_forever()
