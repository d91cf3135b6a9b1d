# python3 receiver.py — takes notifications and checks both signatures. Needs nothing but Python 3.8.
import base64, hashlib, hmac, json, os, time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

SECRET = os.environ["NOTIFICATION_SECRET"].encode()


def digest(content):
    return hmac.new(SECRET, content, hashlib.sha256).digest()


def same(expected, given):
    # Of bytes: text that is not ASCII cannot be compared in constant time.
    return hmac.compare_digest(expected.encode(), given.encode("utf-8", "replace"))


def is_genuine(headers, body):
    sent_at = headers.get("webhook-timestamp", "")
    content = f"{headers.get('webhook-id')}.{sent_at}.".encode("utf-8", "replace") + body
    expected = "v1," + base64.b64encode(digest(content)).decode()
    if not any(same(expected, one) for one in headers.get("webhook-signature", "").split(" ")):
        return False
    # Numbers are signed as they are written, so they are read as text.
    values = "".join(json.loads(body, parse_float=str, parse_int=str).values())
    signatures = [headers.get("signature", ""), headers.get("signature-previous", "")]
    fresh = abs(time.time() - int(sent_at)) < 300
    return fresh and any(same(digest(values.encode()).hex(), one) for one in signatures)


class Receiver(BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers.get("content-length", 0)))
        genuine = is_genuine(self.headers, body)
        if genuine:
            print(self.path, body.decode(), flush=True)  # here: store it under eventId, once
        self.send_response(200 if genuine else 401)
        self.send_header("content-length", "0")
        self.end_headers()


if __name__ == "__main__":
    server = ThreadingHTTPServer(("127.0.0.1", int(os.environ.get("PORT", 3000))), Receiver)
    print("ready", flush=True)
    server.serve_forever()
