# Python 3.9 or newer. pip install flask requests
import os

import requests
from flask import Flask

app = Flask(__name__)


# Called by your own page, behind your own login.
@app.post("/ferry/link-token")
def link_token():
    reply = requests.post(
        "https://api.ferry.example/api/v1/link-token",
        headers={"Authorization": f"Bearer {os.environ['FERRY_API_KEY']}"},
        json={},
        timeout=10,
    )
    # {"link_token": "..."}: valid for 60 s, works once. Never log it.
    return reply.json(), reply.status_code
