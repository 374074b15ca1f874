import fc from 'fast-check';
import { expect, test } from 'vitest';
import { brand } from '#shared/brand.ts';
import { readFlags, readServiceAddress } from './flags.ts';

const read = (...argv: string[]) => readFlags(argv, () => undefined);

test('flags are read in either spelling', { tags: '@W11' }, () => {
  expect(
    read(
      '--base-url=https://x.example',
      '--key-file',
      'k',
      '--junit',
      'a.xml',
      '--json=b.json',
      '--wait',
      '--only=challenge, expiry',
    ),
  ).toEqual({
    ok: true,
    flags: {
      baseUrl: 'https://x.example',
      keyFile: 'k',
      junit: 'a.xml',
      json: 'b.json',
      wait: true,
      only: ['challenge', 'expiry'],
    },
  });
});

const secret = `${brand.testKeyPrefix}0123456789abcdefghijklmnop`;
const opaque = 'Kd9vQ2mX7rT4wZ8pL1nB';

test.each([
  ['--api-key', secret],
  ['--api-key', opaque],
  [`--key=${opaque}`],
  [`--token=${opaque}`],
  [secret],
  [opaque],
  ['--key-file', secret],
  [`--base-url=https://${secret}@x.example`],
  ['--base-url', `https://x.example/?key=${secret.toUpperCase()}`],
  [`--unknown=${opaque}`],
  [`--wait=${opaque}`],
  [`--list`, opaque],
  ['--key-file', `--${opaque}`],
  [`-k${opaque}`],
  [`--base-url${opaque}`],
])('a key in the arguments is rejected and not repeated: %j %j', { tags: ['@W11', '@T5'] }, (...argv) => {
  const outcome = read(...argv);
  const sentence = outcome.ok ? '' : (outcome.sentence ?? '');
  expect(sentence).toMatch(/^[A-Z].*[.]$/);
  expect(sentence.split('\n')).toHaveLength(1);
  for (const one of [secret, opaque]) expect(sentence.toLowerCase()).not.toContain(one.toLowerCase());
});

test('no error message repeats a value from the command line', { tags: ['@W11', '@T5'] }, () => {
  const word = fc.string({
    unit: fc.constantFrom(...'ABCDEFGHJKLMNPQRSTUVWXYZ0123456789'),
    minLength: 12,
    maxLength: 30,
  });
  const flag = fc.constantFrom(
    '--base-url',
    '--key-file',
    '--junit',
    '--json',
    '--list',
    '--wait',
    '--nothing',
    '-k',
    '',
  );
  const joinedArbitrary = fc.constantFrom('=', ' ', '=--', '');
  fc.assert(
    fc.property(fc.array(fc.tuple(flag, joinedArbitrary, word), { minLength: 1, maxLength: 4 }), (parts) => {
      const argv = parts.flatMap(([name, by, value]) =>
        by === ' ' || name === '' ? [name, value] : [name + by + value],
      );
      const outcome = read(...argv.filter((one) => one !== ''));
      const address = outcome.ok ? readServiceAddress(outcome.flags) : null;
      const sentences = [
        outcome.ok ? '' : (outcome.sentence ?? ''),
        address && 'sentence' in address ? address.sentence : '',
      ].join(' ');
      expect(parts.filter(([, , value]) => sentences.includes(value))).toEqual([]);
    }),
  );
});

test.each([
  [undefined, /--base-url/],
  ['api.ferry.example', /https:\/\//],
  ['http://api.ferry.example', /https/],
  ['https://me:pass@api.ferry.example', /user name/],
  ['https://api.ferry.example/?a=1', /"\?"/],
  ['https://', /host name/],
])('the base URL %s gets one sentence about what is wrong', { tags: '@W11' }, (baseUrl, sentence) => {
  expect(readServiceAddress(baseUrl === undefined ? {} : { baseUrl })).toEqual({
    sentence: expect.stringMatching(sentence),
  });
});
