import fc from 'fast-check';
import { expect, test } from 'vitest';
import { check, messages, pasted, sign } from './testing/sample-messages.ts';

/** The same three headers in the forms that users paste. */
const forms: Readonly<Record<string, (id: string, timestamp: string, signature: string) => string>> = {
  'HTTP lines': (id, timestamp, signature) =>
    `POST /hooks HTTP/1.1\r\nHost: a.example\r\nWebhook-Id: ${id}\r\nWebhook-Timestamp: ${timestamp}\r\nWebhook-Signature: ${signature}\r\nContent-Type: application/json\r\n`,
  'curl -v': (id, timestamp, signature) =>
    `> POST /hooks HTTP/1.1\n> webhook-id: ${id}\n> webhook-timestamp: ${timestamp}\n> webhook-signature: ${signature}\n>\n`,
  'a curl command': (id, timestamp, signature) =>
    `curl -X POST -H 'webhook-id: ${id}' -H "webhook-timestamp: ${timestamp}" \\\n  -H 'webhook-signature: ${signature}' http://localhost`,
  JSON: (id, timestamp, signature) =>
    JSON.stringify({
      host: 'a',
      'webhook-id': id,
      'webhook-timestamp': Number(timestamp),
      'Webhook-Signature': signature,
    }),
  'a cloud function event': (id, timestamp, signature) =>
    JSON.stringify({
      version: '2.0',
      headers: { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signature },
    }),
  "Node's rawHeaders": (id, timestamp, signature) =>
    JSON.stringify(['Host', 'a', 'webhook-id', id, 'webhook-timestamp', timestamp, 'webhook-signature', signature]),
  pairs: (id, timestamp, signature) =>
    JSON.stringify([
      ['webhook-id', id],
      ['webhook-timestamp', timestamp],
      ['webhook-signature', signature],
    ]),
  HAR: (id, timestamp, signature) =>
    JSON.stringify([
      { name: 'webhook-id', value: id },
      { name: 'webhook-timestamp', value: timestamp },
      { name: 'webhook-signature', value: signature },
    ]),
  "Node's console": (id, timestamp, signature) =>
    `{\n  'webhook-id': '${id}',\n  'webhook-timestamp': '${timestamp}',\n  'webhook-signature': '${signature}',\n  accept: '*/*'\n}`,
  'a Python dict': (id, timestamp, signature) =>
    `{'Webhook-Id': '${id}', 'Webhook-Timestamp': '${timestamp}', 'Webhook-Signature': '${signature}'}`,
  'Python tuples': (id, timestamp, signature) =>
    `[(b'webhook-id', b'${id}'), (b'webhook-timestamp', b'${timestamp}'), (b'webhook-signature', b'${signature}')]`,
  "PHP's print_r output": (id, timestamp, signature) =>
    `Array\n(\n    [HTTP_WEBHOOK_ID] => ${id}\n    [HTTP_WEBHOOK_TIMESTAMP] => ${timestamp}\n    [HTTP_WEBHOOK_SIGNATURE] => ${signature}\n)`,
  "PHP's var_dump output": (id, timestamp, signature) =>
    `array(3) {\n  ["Webhook-Id"]=>\n  string(12) "${id}"\n  ["Webhook-Timestamp"]=>\n  string(10) "${timestamp}"\n  ["Webhook-Signature"]=>\n  string(47) "${signature}"\n}`,
  'a Go map': (id, timestamp, signature) =>
    `map[Accept:[*/*] Webhook-Id:[${id}] Webhook-Signature:[${signature}] Webhook-Timestamp:[${timestamp}]]`,
  'a Java map': (id, timestamp, signature) =>
    `{webhook-id=[${id}], webhook-timestamp=[${timestamp}], webhook-signature=[${signature}]}`,
  'a Ruby hash': (id, timestamp, signature) =>
    `{"HTTP_WEBHOOK_ID"=>"${id}", "HTTP_WEBHOOK_TIMESTAMP"=>"${timestamp}", "HTTP_WEBHOOK_SIGNATURE"=>"${signature}"}`,
  '.NET pairs': (id, timestamp, signature) =>
    `[webhook-id, ${id}]\n[webhook-timestamp, ${timestamp}]\n[webhook-signature, ${signature}]`,
  'a table': (id, timestamp, signature) =>
    `webhook-id\t${id}\nwebhook-timestamp\t${timestamp}\nwebhook-signature\t${signature}`,
  'a broken line': (id, timestamp, signature) =>
    `webhook-id: ${id}\nwebhook-timestamp: ${timestamp}\nwebhook-signature: ${signature.slice(0, 39)}\n  ${signature.slice(39)}\ncontent-type: application/json`,
};

test.each(Object.keys(forms))('signature headers are read from %s', { tags: '@W10' }, async (name) => {
  const write = forms[name] as (typeof forms)[string];
  await fc.assert(
    fc.asyncProperty(messages, async (message) => {
      const signature = sign(message.secret, message.id, message.timestamp, message.body);
      const headers = [write(message.id, message.timestamp, signature)];
      expect(await check({ ...pasted(message), headers })).toMatchObject({ right: true, findings: [] });
    }),
    { numRuns: 20 },
  );
});
