"""Types a sentence into Notes and sees that it stands there. Needs nothing but Python 3.

THIMBLE_API_KEY is the key that thimbled --local prints; THIMBLE_URL is where it listens.
"""
import json
import os
import urllib.request

SENTENCE = "Grüße aus der Küche."


def ask(verb, path, **fields):
    url = os.environ.get("THIMBLE_URL", "http://127.0.0.1:8344") + "/v1/" + path
    body = json.dumps(fields).encode() if verb == "POST" else None
    head = {"X-API-Key": os.environ["THIMBLE_API_KEY"], "Content-Type": "application/json"}
    with urllib.request.urlopen(urllib.request.Request(url, body, head, method=verb)) as answer:
        return json.load(answer)


ask("POST", "open-app", app_name="Notes")
note = ask("GET", "find?selector=note%20field")["element"]
ask("POST", "type", ref=note["ref"], text=SENTENCE, method="auto")
if not any(SENTENCE in (each["value"] or "") for each in ask("GET", "elements")["elements"]):
    raise SystemExit("The sentence is not on the screen.")
