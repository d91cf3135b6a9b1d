<?php
declare(strict_types=1);

/**
 * Tollgate for PHP: the merchant API in one file. Needs nothing but PHP 8.1.
 *
 *     $tollgate = new Tollgate('https://gateway.example', apiKey: 'tgk_…');
 *     $payment = $tollgate->call('POST', '/payment', ['channel' => 'PAYWALL', …]);
 *     foreach ($tollgate->items('/events', 'events', ['type' => 'payment.completed']) as $event) …
 *     $event = Tollgate::verifyWebhook($rawBody, getallheaders(), $secret);
 */
final class Tollgate
{
    private const API = '/v1/ecommerce';
    private const TOLERANCE_S = 300;
    private const LONGEST_PAUSE_S = 30;

    private ?string $token = null;
    private float $tokenUntil = 0;

    /** With an API key, or with MID and secret: then a token is fetched and renewed. */
    public function __construct(
        private string $baseUrl,
        private ?string $apiKey = null,
        private ?string $merchantId = null,
        private ?string $secret = null,
        private int $retries = 3,
        private int $timeout = 45,
    ) {
    }

    /** One operation. What changes something has a key, so that it can be sent again. */
    public function call(string $method, string $path, array $body = [], ?string $idempotencyKey = null): mixed
    {
        $isRead = in_array($method, ['GET', 'DELETE'], true);
        $key = $isRead ? null : $idempotencyKey ?? self::newKey();
        $renewed = false;
        for ($attempt = 0; ; $attempt++) {
            $wait = 0.3 * 2 ** $attempt * (0.75 + lcg_value() / 2);
            try {
                return $this->send($method, $path, $isRead ? null : $body, $key, $this->bearer());
            } catch (TollgateError $refused) {
                if ($refused->status === 401 && $this->secret !== null && !$renewed) {
                    $this->token = null;
                    $renewed = true;
                    continue;
                }
                $mayPass = in_array($refused->status, [0, 408, 429], true) || $refused->status >= 500;
                if (!$mayPass || $attempt >= $this->retries) {
                    throw $refused;
                }
                $wait = max($wait, $refused->retryAfter);
            }
            usleep((int) (1_000_000 * min($wait, self::LONGEST_PAUSE_S)));
        }
    }

    /** The rows of a list, page after page, as far as you read. */
    public function items(string $path, string $name, array $query = []): iterable
    {
        do {
            $page = $this->call('GET', $path . '?' . http_build_query($query));
            yield from $page[$name];
            $query['cursor'] = $page['nextCursor'] ?? null;
        } while ($query['cursor'] !== null);
    }

    /** The body of a genuine notification; give the raw text as it came. */
    public static function verifyWebhook(string $body, array $headers, string|array $secret, ?int $now = null): array
    {
        $given = array_change_key_case($headers);
        $sentAt = $given['webhook-timestamp'] ?? '';
        if (!ctype_digit($sentAt) || abs(($now ?? time()) - (int) $sentAt) > self::TOLERANCE_S) {
            throw new WebhookVerificationError('the timestamp is missing or more than five minutes off');
        }
        $content = ($given['webhook-id'] ?? '') . ".$sentAt.$body";
        foreach ((array) $secret as $one) {
            $expected = 'v1,' . base64_encode(hash_hmac('sha256', $content, $one, true));
            foreach (explode(' ', $given['webhook-signature'] ?? '') as $signature) {
                if (hash_equals($expected, $signature)) {
                    return json_decode($body, true, flags: JSON_THROW_ON_ERROR);
                }
            }
        }
        throw new WebhookVerificationError('the signature is wrong');
    }

    private function bearer(): string
    {
        if ($this->apiKey !== null) {
            return $this->apiKey;
        }
        if ($this->token === null || microtime(true) > $this->tokenUntil) {
            $merchant = ['merchantId' => $this->merchantId];
            $asked = ['resource' => 'UNIVERSAL', 'secret' => $this->secret, 'merchant' => $merchant];
            $answer = $this->send('POST', '/auth', $asked, null, null);
            $this->token = $answer['access_token'];
            $this->tokenUntil = microtime(true) + $answer['expires_in'] - 30;
        }
        return $this->token;
    }

    private function send(string $method, string $path, ?array $body, ?string $key, ?string $bearer): mixed
    {
        $headers = ['content-type: application/json'];
        if ($bearer !== null) {
            $headers[] = "authorization: Bearer $bearer";
        }
        if ($key !== null) {
            $headers[] = "idempotency-key: $key";
        }
        $http = ['method' => $method, 'header' => $headers, 'timeout' => $this->timeout, 'ignore_errors' => true];
        if ($body !== null) {
            // An empty array would be a list.
            $http['content'] = json_encode($body ?: new stdClass(), JSON_THROW_ON_ERROR);
        }
        $url = rtrim($this->baseUrl, '/') . self::API . $path;
        // Nothing in the address is a redirect of ours, and a key must not follow one elsewhere.
        $http['follow_location'] = 0;
        $text = @file_get_contents($url, false, stream_context_create(['http' => $http]));
        if ($text === false) {
            throw new TollgateError(0, ['code' => 'unreachable', 'detail' => error_get_last()['message'] ?? '']);
        }
        [$status, $given] = self::readHeaders($http_response_header);
        $isJson = str_contains($given['content-type'] ?? '', 'json');
        if ($status >= 200 && $status < 300) {
            return $isJson ? json_decode($text, true, flags: JSON_THROW_ON_ERROR) : $text;
        }
        // A proxy on the way may answer in words of its own.
        $problem = json_decode($text, true);
        throw new TollgateError(
            $status,
            is_array($problem) ? $problem : ['detail' => substr($text, 0, 200)],
            (int) ($given['retry-after'] ?? 0),
        );
    }

    /** @return array{int, array<string, string>} */
    private static function readHeaders(array $lines): array
    {
        $status = (int) (explode(' ', $lines[0])[1] ?? 0);
        $headers = [];
        foreach (array_slice($lines, 1) as $line) {
            [$name, $value] = explode(':', $line, 2) + [1 => ''];
            $headers[strtolower($name)] = trim($value);
        }
        return [$status, $headers];
    }

    private static function newKey(): string
    {
        return vsprintf('%s%s-%s-%s-%s-%s%s%s', str_split(bin2hex(random_bytes(16)), 4));
    }
}

/** A refusal: `problem` is the code that programs go by, `requestId` what the operator asks for; status 0 is no answer. */
final class TollgateError extends RuntimeException
{
    public readonly string $problem;
    public readonly ?string $requestId;
    public readonly array $errors;

    public function __construct(public readonly int $status, array $problem, public readonly int $retryAfter = 0)
    {
        $this->problem = $problem['code'] ?? 'unknown';
        $this->requestId = $problem['requestId'] ?? null;
        $this->errors = $problem['errors'] ?? [];
        parent::__construct($this->problem . ': ' . ($problem['detail'] ?? 'refused'));
    }
}

/** It did not come from the gateway, or somebody plays an old one back. */
final class WebhookVerificationError extends RuntimeException
{
}
