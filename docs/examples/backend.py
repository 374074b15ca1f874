"""The backend of docs/examples/ferry-sdk.html, with nothing but Python 3.9 or newer:

    npm run example python

It serves the page on http://127.0.0.1:4700 and the one endpoint that Ferry SDK needs from an organization.
"""

import json
import os
import pathlib
import urllib.error
import urllib.request
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

SERVICE = os.environ.get("FERRY_URL", "http://127.0.0.1:4600")
PAGE = pathlib.Path(__file__).with_name("ferry-sdk.html")


def make_link_token():
    call = urllib.request.Request(
        f"{SERVICE}/api/v1/link-token",
        method="POST",
        data=b"{}",
        headers={
            "Authorization": f"Bearer {os.environ['FERRY_API_KEY']}",
            "Content-Type": "application/json",
        },
    )
    try:
        with urllib.request.urlopen(call, timeout=10) as reply:
            return reply.status, reply.read()
    except urllib.error.HTTPError as refused:
        return refused.code, refused.read()
    except OSError:
        return 502, json.dumps({"message": "Ferry did not answer."}).encode()


class Backend(BaseHTTPRequestHandler):
    def answer(self, status, kind, body):
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def do_GET(self):
        if self.path != "/":
            return self.answer(404, "text/plain", b"")
        page = PAGE.read_text(encoding="utf-8").replace("http://127.0.0.1:4600", SERVICE)
        return self.answer(200, "text/html; charset=utf-8", page.encode())

    def do_POST(self):
        # A real backend checks here who is signed in: any caller with a link token can start a migration.
        if self.path != "/ferry/link-token":
            return self.answer(404, "text/plain", b"")
        status, body = make_link_token()
        return self.answer(status, "application/json", body)


server = ThreadingHTTPServer(("127.0.0.1", int(os.environ.get("PORT", "4700"))), Backend)
print(f"http://127.0.0.1:{server.server_port}", flush=True)
server.serve_forever()
