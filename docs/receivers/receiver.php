<?php
// php -S 127.0.0.1:3000 receiver.php — takes notifications and checks both signatures.
$secret = getenv('NOTIFICATION_SECRET');
$header = fn (string $name) => $_SERVER['HTTP_' . strtoupper(strtr($name, '-', '_'))] ?? '';
$body = file_get_contents('php://input');

// Numbers are signed as they are written; PHP by itself prints 14 digits of one.
$written = fn (mixed $value) => is_string($value) ? $value : json_encode($value);
$values = implode('', array_map($written, (array) json_decode($body, true)));
$signature = hash_hmac('sha256', $values, $secret);
$genuine = hash_equals($signature, $header('signature'))
    || hash_equals($signature, $header('signature-previous'));

$content = $header('webhook-id') . '.' . $header('webhook-timestamp') . '.' . $body;
$expected = 'v1,' . base64_encode(hash_hmac('sha256', $content, $secret, true));
$same = fn (string $one) => hash_equals($expected, $one);
$listed = array_filter(explode(' ', $header('webhook-signature')), $same) !== [];
$fresh = abs(time() - (int) $header('webhook-timestamp')) < 300;

http_response_code($genuine && $listed && $fresh ? 200 : 401);
if (http_response_code() === 200) {
    error_log($body); // here: store it under eventId, once, and answer before working
}
