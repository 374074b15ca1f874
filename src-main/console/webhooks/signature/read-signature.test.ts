import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { SignatureFault } from '#shared/console-contract/signature-check.ts';
import { check, headersOf, messages, type Message, pasted, sign, withLine } from './testing/sample-messages.ts';

/** Base64 characters in order of their value. */
const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/** Malformed signatures that a lenient reader understands and receivers reject: the fault and the changed signature. */
const inexactSignatures: Readonly<Record<string, readonly [SignatureFault, (signature: string) => string]>> = {
  'no padding': ['padding', (signature) => signature.slice(0, -1)],
  'too much padding': ['padding', (signature) => `${signature}=`],
  'URL-encoded padding': ['padding', (signature) => signature.replace('=', '%3D')],
  'unused bits that are set': [
    'padding',
    (signature) => `${signature.slice(0, -2)}${letters.charAt(letters.indexOf(signature.charAt(45)) + 1)}=`,
  ],
  'characters after its end': ['padding', (signature) => `${signature}AAAA`],
  'a space before the comma': ['space', (signature) => signature.replace(',', ' ,')],
  'a space after the comma': ['space', (signature) => signature.replace(',', ', ')],
  'a list with commas': ['joined', (signature) => `${signature},v1,${Buffer.alloc(32, 7).toString('base64')}`],
  'a list with commas and spaces': [
    'joined',
    (signature) => `${signature}, v1,${Buffer.alloc(32, 7).toString('base64').slice(0, -1)}`,
  ],
};

test.each(Object.keys(inexactSignatures))(
  'the check reports a right signature in a wrong form: %s',
  { tags: '@W10' },
  async (name) => {
    const [why, write] = inexactSignatures[name] as (typeof inexactSignatures)[string];
    const messageArbitrary = fc.record({ message: messages, json: fc.boolean() });
    await fc.assert(
      fc.asyncProperty(messageArbitrary, async ({ message, json }) => {
        const signature = write(sign(message.secret, message.id, message.timestamp, message.body));
        const lines = withLine('webhook-signature', signature, headersOf(message));
        const headers = json ? [JSON.stringify(Object.fromEntries(lines.map((line) => line.split(': '))))] : lines;
        const result = await check({ ...pasted(message), headers });
        expect(result).toMatchObject({ right: false, findings: [{ cause: 'signature_inexact', why }] });
        expect(result.findings).toHaveLength(1);
        expect(result.checks).toMatchObject({ version: 'bad', secret: 'good', body: 'good' });
      }),
      { numRuns: 12 },
    );
  },
);

test('receivers reject a signature in URL-safe base64', { tags: '@W10' }, async () => {
  await fc.assert(
    fc.asyncProperty(messages, async (message) => {
      const signature = sign(message.secret, message.id, message.timestamp, message.body);
      fc.pre(/[+/]/.test(signature));
      const urlSafeSignature = signature.replaceAll('+', '-').replaceAll('/', '_');
      const result = await check({
        ...pasted(message),
        headers: withLine('webhook-signature', urlSafeSignature, headersOf(message)),
      });
      expect(result).toMatchObject({ right: false, findings: [{ cause: 'signature_inexact', why: 'url_letters' }] });
    }),
    { numRuns: 12 },
  );
});

test('an invalid signature after "v1," is reported', { tags: '@W10' }, async () => {
  const [message] = fc.sample(messages, 1) as [Message];
  const result = await check({
    ...pasted(message),
    headers: withLine('webhook-signature', 'v1,AAAAAAAAAAAA', headersOf(message)),
  });
  expect(result).toMatchObject({ right: false, findings: [{ cause: 'version_missing', form: 'unreadable' }] });
});
