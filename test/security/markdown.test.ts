import fc from 'fast-check';
import { marked, type Token } from 'marked';
import { expect, test } from 'vitest';
import type { ProofRun } from '#shared/console-contract/token-lab-calls.ts';
import { eventsMarkdown, requestsMarkdown, timelineMarkdown } from '#main/console/support-bundle/bundle-text.ts';
import { markdownReport } from '#main/console/token-lab/report.ts';

const at = '2026-11-21T10:00:00.000Z';
const runs = process.env['FERRY_SOAK'] === '1' ? 10_000 : 300;

/** Strings under a service's control, in every field of the documents. */
const documentsWith = (text: string): string[] => [
  timelineMarkdown([{ status: text, at, until: at, unseenMs: null, possible: true, clockSetBack: false }]),
  requestsMarkdown([
    {
      line: {
        id: 1,
        at,
        method: 'GET',
        path: text,
        host: 'api.example',
        status: 200,
        problem: 'unexpected_reply',
        tryNumber: 1,
        profileId: 'brightwater',
        triesAllowed: 3,
        totalMs: 1,
        replyBytes: 1,
        drift: 0,
        bulk: null,
      },
      problemDetail: text,
    } as unknown as Parameters<typeof requestsMarkdown>[0][number],
  ]),
  eventsMarkdown([
    {
      recordedAt: at,
      service: text,
      entries: [{ flow: 1, atMs: 1, kind: 'event', name: text }],
      requests: [{ flow: 1, atMs: 1, from: 'sdk', method: 'GET', path: text, status: 200, ms: 1 }],
    } as unknown as Parameters<typeof eventsMarkdown>[0][number],
  ]),
  markdownReport({
    version: '0.1.0',
    profile: text,
    environment: 'test',
    baseURL: 'none',
    at,
    runs: [
      {
        id: 1,
        profileId: 'p',
        proofId: 'single_use',
        verdict: 'fail',
        time: 'none',
        wait: null,
        title: text,
        text,
        expected: text,
        received: text,
        checks: [{ name: text, expected: text, received: text, verdict: 'fail' }],
        calls: [{ no: 1, what: 'a call', wrong: false, startMs: 0, endMs: 1, sent: text, reply: text }],
      } as unknown as ProofRun,
    ],
  }),
];

/** Returns the kinds of nodes in a document, except plain text. */
function kindsIn(markdown: string): string[] {
  const kinds: string[] = [];
  marked.walkTokens(marked.lexer(markdown), (token: Token) => {
    if (!['text', 'escape', 'space'].includes(token.type)) kinds.push(token.type);
  });
  return kinds;
}
const plain = documentsWith('plain').map(kindsIn);

test.each([
  '# A heading',
  'a\n\n# A heading\n\nb',
  '[link](https://evil.example)',
  '[link][1]\n\n[1]: https://evil.example',
  '![image](https://evil.example/x.png)',
  'https://evil.example',
  'HTTP://evil.example and ftp://evil.example',
  'www.evil.example',
  'somebody@evil.example',
  '<https://evil.example>',
  '<img src=x onerror=alert(1)>',
  '<!-- hidden',
  '| a | b |',
  'a | b \\| c',
  '`code` and ``` fences',
  '~~~\nfence',
  '*strong* **words** _here_ ~~gone~~',
  '- item',
  '1. item',
  '> quote',
  '===',
  '---',
  '\\[link](https://evil.example)',
  '\\\\<b>',
])('a string from a service stays plain in exported documents: %j', { tags: ['@W5', '@W2', '@T44'] }, (text) => {
  expect(documentsWith(text).map(kindsIn)).toEqual(plain);
});

test(
  `no string of ${runs} random samples creates a heading, a link, an image or HTML`,
  { tags: ['@W5', '@W2', '@T44'] },
  () => {
    const parts = fc.constantFrom(
      ...'#*_[]()<>!|`~\\-+=.:/@& \n\ta1',
      'http://',
      'www.',
      'x.io',
      '](',
      '![',
      '<b>',
      '&lt;',
    );
    fc.assert(
      fc.property(fc.array(parts, { minLength: 1, maxLength: 24 }), (list) => {
        expect(documentsWith(`x${list.join('')}`).map(kindsIn)).toEqual(plain);
      }),
      { numRuns: runs },
    );
  },
);
