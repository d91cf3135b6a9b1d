"""Tollgate for Python: the merchant API in one file. Needs nothing but Python 3.8.

    tollgate = Tollgate("https://gateway.example", api_key="tgk_…")
    payment = tollgate.call("POST", "/payment", {"channel": "PAYWALL", …})
    for event in tollgate.items("/events", "events", type="payment.completed"): …
    event = verify_webhook(raw_body, headers, secret)
"""
import base64
import hashlib
import hmac
import json
import random
import time
import urllib.error
import urllib.parse
import urllib.request
import uuid

API = "/v1/ecommerce"
TOLERANCE_S = 300
LONGEST_PAUSE_S = 30


class TollgateError(Exception):
    """A refusal: `code` is what programs go by, `request_id` what the operator asks for."""

    def __init__(self, status, problem):
        super().__init__(f"{problem.get('code', 'unknown')}: {problem.get('detail', 'refused')}")
        self.status = status
        self.code = problem.get("code", "unknown")
        self.request_id = problem.get("requestId")
        self.errors = problem.get("errors", [])


class WebhookVerificationError(Exception):
    """It did not come from the gateway, or somebody plays an old one back."""


class Tollgate:
    """With an API key, or with MID and secret: then a token is fetched and renewed."""

    def __init__(self, base_url, api_key=None, merchant_id=None, secret=None, retries=3, timeout=45):
        self.root = base_url.rstrip("/") + API
        self.api_key, self.merchant_id, self.secret = api_key, merchant_id, secret
        self.retries, self.timeout = retries, timeout
        self.token, self.token_until = None, 0

    def call(self, method, path, body=None, idempotency_key=None):
        """One operation. What changes something has a key, so that it can be sent again."""
        key = None if method in ("GET", "DELETE") else idempotency_key or str(uuid.uuid4())
        renewed = False
        for attempt in range(self.retries + 1):
            wait = 0.3 * 2**attempt * (0.75 + random.random() / 2)
            try:
                return self._send(method, path, body, key, self._bearer())
            except urllib.error.HTTPError as answer:
                text = answer.read().decode(errors="replace")
                if answer.code == 401 and self.secret is not None and not renewed:
                    self.token, renewed = None, True
                    continue
                if attempt == self.retries or not _passes(answer.code):
                    raise TollgateError(answer.code, _problem_in(text)) from None
                after = answer.headers.get("retry-after", "")
                wait = max(wait, int(after)) if after.isdigit() else wait
            except (urllib.error.URLError, TimeoutError, ConnectionError):
                if attempt == self.retries:
                    raise
            time.sleep(min(wait, LONGEST_PAUSE_S))
        raise TollgateError(401, {"code": "unauthorized"})

    def items(self, path, name, **query):
        """The rows of a list, page after page, as far as you read."""
        while True:
            page = self.call("GET", f"{path}?{urllib.parse.urlencode(query, doseq=True)}")
            yield from page[name]
            if "nextCursor" not in page:
                return
            query["cursor"] = page["nextCursor"]

    def _bearer(self):
        if self.api_key is not None:
            return self.api_key
        if self.token is None or time.time() > self.token_until:
            asked = {"resource": "UNIVERSAL", "secret": self.secret}
            asked["merchant"] = {"merchantId": self.merchant_id}
            try:
                answer = self._send("POST", "/auth", asked, None, None)
            except urllib.error.HTTPError as refused:
                if _passes(refused.code):
                    raise
                text = refused.read().decode(errors="replace")
                raise TollgateError(refused.code, _problem_in(text)) from None
            self.token, self.token_until = answer["access_token"], time.time() + answer["expires_in"] - 30
        return self.token

    def _send(self, method, path, body, key, bearer):
        headers = {"content-type": "application/json"}
        if bearer is not None:
            headers["authorization"] = f"Bearer {bearer}"
        if key is not None:
            headers["idempotency-key"] = key
        data = None if method in ("GET", "DELETE") else json.dumps(body or {}).encode()
        request = urllib.request.Request(self.root + path, data, headers, method=method)
        with urllib.request.urlopen(request, timeout=self.timeout) as response:
            text = response.read().decode()
            return json.loads(text) if "json" in response.headers.get("content-type", "") else text


def _passes(status):
    """After 408 and 429 nothing was done, and a key makes the others safe to repeat."""
    return status in (408, 429) or status >= 500


def _problem_in(text):
    """A proxy on the way may answer in words of its own."""
    try:
        problem = json.loads(text)
        return problem if isinstance(problem, dict) else {}
    except ValueError:
        return {"detail": text[:200]}


def verify_webhook(body, headers, secret, now=None):
    """The body of a genuine notification; give the raw text as it came."""
    given = {name.lower(): value for name, value in dict(headers).items()}
    sent_at = given.get("webhook-timestamp", "")
    if not (sent_at.isascii() and sent_at.isdigit()) or abs((now or time.time()) - int(sent_at)) > TOLERANCE_S:
        raise WebhookVerificationError("the timestamp is missing or more than five minutes off")
    content = f"{given.get('webhook-id')}.{sent_at}.{body}".encode("utf-8", "replace")
    # Bytes: text that is not ASCII cannot be compared in constant time.
    listed = given.get("webhook-signature", "").encode("utf-8", "replace").split(b" ")
    for one in [secret] if isinstance(secret, str) else secret:
        digest = hmac.new(one.encode(), content, hashlib.sha256).digest()
        expected = b"v1," + base64.b64encode(digest)
        if any(hmac.compare_digest(expected, signature) for signature in listed):
            return json.loads(body)
    raise WebhookVerificationError("the signature is wrong")
