<?php
// PHP 8 or newer, nothing to install. Try it: php -S 127.0.0.1:3000 receiver.php

/** Verify the exact bytes: JSON that was parsed and serialized again has another signature. */
function is_genuine(string $key, string $body): bool
{
    $id = $_SERVER['HTTP_WEBHOOK_ID'] ?? '';
    $timestamp = $_SERVER['HTTP_WEBHOOK_TIMESTAMP'] ?? '';
    if (!ctype_digit($timestamp) || abs(time() - (int) $timestamp) > 300) {
        return false;
    }
    $mac = base64_encode(hash_hmac('sha256', "$id.$timestamp.$body", $key, true));
    // During a rotation there are two signatures; one match is enough.
    foreach (explode(' ', $_SERVER['HTTP_WEBHOOK_SIGNATURE'] ?? '') as $signature) {
        if (hash_equals("v1,$mac", $signature)) {
            return true;
        }
    }
    return false;
}

$key = base64_decode(preg_replace('/^whsec_/', '', (string) getenv('FERRY_WEBHOOK_SECRET')), true);
// Anyone can guess an empty or short key.
if ($key === false || strlen($key) < 24) {
    error_log('FERRY_WEBHOOK_SECRET is not a webhook secret: use whsec_ and base64 of at least 24 bytes');
    http_response_code(500);
    exit(1);
}

$body = file_get_contents('php://input');
if (!is_genuine($key, $body)) {
    http_response_code(401);
    exit;
}

// Replace this folder with your database: events can arrive twice or late.
$events = sys_get_temp_dir() . '/ferry-events';
@mkdir($events);
$mark = $events . '/' . hash('sha256', $_SERVER['HTTP_WEBHOOK_ID']);
if (!file_exists($mark)) {
    $event = json_decode($body, true, 512, JSON_THROW_ON_ERROR);
    if ($event['type'] === 'migration.status_updated') {
        $latest = $events . '/' . hash('sha256', $event['data']['id']);
        if ($event['sequence'] > (int) @file_get_contents($latest)) {
            file_put_contents($latest, $event['sequence'], LOCK_EX);
            error_log("{$event['data']['id']} is {$event['data']['status']}");
        }
    }
    touch($mark);
}
http_response_code(204);
