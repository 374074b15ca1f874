import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import { Webhook } from 'standardwebhooks';
import { describe, expect, test } from 'vitest';
import { signatureHeaders } from '#shared/webhooks-api/signature.ts';
import { hmacSha256, newWebhookSecret } from './webhook-secrets.ts';

const seconds = (): number => Math.floor(Date.now() / 1_000);
const text = fc.string({
  unit: fc.oneof(fc.constantFrom('\n', ' ', '"', '\\', '.', ','), fc.string({ unit: 'grapheme' })),
});

/** Implemented from the standard, independently of Ferry and of the package. */
const python = `
import base64, hashlib, hmac, json, sys
for line in sys.stdin:
    given = json.loads(line)
    headers = given["headers"]
    key = base64.b64decode(given["secret"].removeprefix("whsec_"), validate=True)
    content = ".".join([headers["webhook-id"], headers["webhook-timestamp"], given["body"]]).encode("utf-8")
    expected = base64.b64encode(hmac.new(key, content, hashlib.sha256).digest()).decode()
    print(any(hmac.compare_digest("v1," + expected, one) for one in headers["webhook-signature"].split(" ")))
`;

describe('signatures', { tags: '@X23' }, () => {
  test('a signature matches the example of the standard', () => {
    const headers = signatureHeaders(hmacSha256, ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'], {
      id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
      timestamp: 1_614_265_330,
      body: '{"test": 2432232314}',
    });
    expect(headers).toEqual({
      'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
      'webhook-timestamp': '1614265330',
      'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
    });
  });

  test("the standard's package accepts any current secret, and refuses other secrets and changed messages", () => {
    fc.assert(
      fc.property(text, fc.integer({ min: 1, max: 2 }), (body, count) => {
        const secrets = Array.from({ length: count }, newWebhookSecret);
        const headers = signatureHeaders(hmacSha256, secrets, { id: 'evt_1', timestamp: seconds(), body });
        for (const secret of secrets) new Webhook(secret).verify(body, headers, { jsonParse: false });
        const refused = () => new Webhook(newWebhookSecret()).verify(body, headers, { jsonParse: false });
        expect(refused).toThrow('No matching signature');
        expect(() => new Webhook(secrets[0] ?? '').verify(`${body} `, headers, { jsonParse: false })).toThrow(
          'No matching signature',
        );
      }),
    );
  });

  test('the bytes of a message are signed unchanged', () => {
    const secret = newWebhookSecret();
    const message = { id: 'evt_1', timestamp: 1 };
    expect(signatureHeaders(hmacSha256, [secret], { ...message, body: Buffer.from('{"é":1}') })).toEqual(
      signatureHeaders(hmacSha256, [secret], { ...message, body: '{"é":1}' }),
    );
  });

  test("a Python receiver accepts the service's signatures", () => {
    const bodies = fc.sample(text, 50);
    const lines = bodies.map((body, index) => {
      const secrets = [newWebhookSecret(), newWebhookSecret()];
      const headers = signatureHeaders(hmacSha256, secrets, { id: `evt_${index}`, timestamp: seconds(), body });
      return JSON.stringify({ secret: secrets[index % 2], body, headers });
    });
    const wrong = lines.map((line) => JSON.stringify({ ...JSON.parse(line), secret: newWebhookSecret() }));
    const input = [...lines, ...wrong].join('\n');
    const answers = execFileSync('python3', ['-c', python], { input, encoding: 'utf8' }).trim().split('\n');
    expect(answers).toEqual([...lines.map(() => 'True'), ...wrong.map(() => 'False')]);
  });
});
