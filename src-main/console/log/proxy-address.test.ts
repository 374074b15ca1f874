import fc from 'fast-check';
import { expect, test } from 'vitest';
import { proxyPlace, proxySecrets, proxyRuleText, proxyVariableTexts, wellFormedProxy } from './proxy-address.ts';
import { createRedactor } from './redactor.ts';

const runs = process.env['FERRY_SOAK'] === '1' ? 10_000 : 500;
const scheme = fc.constantFrom(
  '',
  'http://',
  'HTTP://',
  'https://',
  'socks5://',
  'socks5h://',
  'socks4://',
  ' http://',
);
const user = fc.string({ unit: fc.constantFrom(...'abcXYZ019.\\%-_'), minLength: 1, maxLength: 12 });
/** Any characters, including URL delimiters. A fixed part in the middle makes the password recognizable. */
const password = fc
  .tuple(
    fc.string({ maxLength: 6 }),
    fc.constantFrom('s3cr3t', 'geheim!', 'p@ss/w:rd', '#1?x'),
    fc.string({ maxLength: 6 }),
  )
  .map((parts) => parts.join('').replaceAll(/[\s;,]/g, '+'));
const place = fc.constantFrom('proxy.example:3128', 'proxy', '10.1.2.3:8080', '[::1]:3128', 'bücher.example:80');
const path = fc.constantFrom('', '/', '/path?x=1');
const written = (text: string): fc.Arbitrary<string> => fc.constantFrom(text, encodeURIComponent(text));
const address = fc
  .record({ scheme, user, password, place, path })
  .chain((parts) => fc.record({ ...mapToConstants(parts), asWritten: written(parts.password) }));
function mapToConstants<Parts extends object>(parts: Parts) {
  return Object.fromEntries(Object.entries(parts).map(([name, value]) => [name, fc.constant(value)])) as {
    [Name in keyof Parts]: fc.Arbitrary<Parts[Name]>;
  };
}

test('the log shows only host and port of a proxy URL in any spelling', { tags: '@T25' }, () => {
  fc.assert(
    fc.property(address, (parts) => {
      const text = `${parts.scheme}${parts.user}:${parts.asWritten}@${parts.place}${parts.path}`;
      expect(proxyPlace(text)).toBe(parts.place);
      expect(proxyRuleText(`PROXY ${text}; SOCKS5 ${text}; DIRECT`)).toBe(
        `PROXY ${parts.place}; SOCKS5 ${parts.place}; DIRECT`,
      );
      const env = { https_proxy: text, HTTP_PROXY: text, All_Proxy: text, NO_PROXY: `.example.com,${text}` };
      const shown = proxyVariableTexts(env);
      expect(shown).toEqual([
        `https_proxy=${parts.place}`,
        `HTTP_PROXY=${parts.place}`,
        `All_Proxy=${parts.place}`,
        `NO_PROXY=.example.com,${parts.place}`,
      ]);
    }),
    { numRuns: runs },
  );
});

test('the log shows a fully encoded proxy URL without its password', { tags: '@T25' }, () => {
  expect(proxyPlace(encodeURIComponent('http://user:s3cr3t@proxy.example:3128'))).toBe('proxy.example:3128');
  expect(proxyPlace('http://user:s3cr3t')).not.toContain('s3cr3t');
  expect(proxyPlace('user name:s3cr3t')).not.toContain('s3cr3t');
});

test('proxy credentials from environment variables are removed from quoted errors', { tags: '@T25' }, () => {
  fc.assert(
    fc.property(address, (parts) => {
      const text = `http://${parts.user}:${parts.asWritten}@${parts.place}`;
      const redactor = createRedactor();
      proxySecrets({ HTTPS_PROXY: text }).forEach((secret, index) => redactor.hold(`proxy ${index}`, secret));
      const quoted = [
        `Invalid proxy URL: ${text}`,
        `cannot reach ${parts.user}:${parts.asWritten}@${parts.place}`,
        `Proxy-Authorization: Basic ${Buffer.from(`${parts.user}:${parts.password}`).toString('base64')}`,
      ];
      for (const one of quoted) {
        const clean = redactor.text(one);
        expect(clean).not.toContain(parts.asWritten);
        expect(clean).not.toContain(Buffer.from(`${parts.user}:${parts.password}`).toString('base64'));
      }
    }),
    { numRuns: runs },
  );
});

test('credentials are removed from quoted proxy URLs, even if the host is missing or encoded', { tags: '@T25' }, () => {
  fc.assert(
    fc.property(address, ({ scheme: start, user: name, password: word }) => {
      const secret = encodeURIComponent(word.replaceAll('.', '-'));
      for (const text of [`${start}${name}:${secret}`, `${start}${encodeURIComponent(`${name}:${secret}@proxy:80`)}`]) {
        const redactor = createRedactor();
        proxySecrets({ HTTPS_PROXY: text }).forEach((one, index) => redactor.hold(`proxy ${index}`, one));
        expect(redactor.text(`Invalid proxy URL: ${wellFormedProxy(text)}`)).not.toMatch(
          /s3cr3t|geheim|ss%2Fw|231%3Fx/,
        );
      }
    }),
    { numRuns: runs },
  );
  expect(proxySecrets({ HTTPS_PROXY: 'http://proxy.example:3128', no_proxy: 'localhost,.example.com' })).toEqual([]);
});

test('a password with URL delimiters never becomes part of the host', { tags: '@T25' }, () => {
  fc.assert(
    fc.property(address, (parts) => {
      const url = new URL(wellFormedProxy(`http://${parts.user}:${encodeURI(parts.password)}@proxy.example:3128`));
      expect(url.host).toBe('proxy.example:3128');
    }),
    { numRuns: runs },
  );
});

test.each(['http://proxy.example:3128', 'proxy.example:3128', 'https://user:pw@proxy.example', ''])(
  'a well-formed proxy URL stays unchanged: %j',
  (text) => expect(wellFormedProxy(text)).toBe(text),
);

test('lists of proxy exceptions stay readable', () => {
  expect(proxyVariableTexts({ no_proxy: 'localhost, .example.com *.internal 10.0.0.0/8,[::1],*' })).toEqual([
    'no_proxy=localhost,.example.com,*.internal,10.0.0.0/8,[::1],*',
  ]);
  expect(proxyRuleText('DIRECT')).toBe('DIRECT');
});
