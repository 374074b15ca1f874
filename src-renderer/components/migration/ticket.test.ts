import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ListedMigration } from '#shared/console-contract/migrations-calls.ts';
import { migrationStatuses } from '#shared/migration-api/migration-status.ts';
import { statusMeaning } from './status-meaning.ts';
import { ticketOf } from './ticket.ts';

const linkOf = (id: string): string => `ferry://migrations/${id}`;
const nothing = { items: new Map(), summaries: new Map(), linkOf };
const failed: ListedMigration = {
  id: '91b7e3f4-0c52-4d1b-9f6e-2a7c5be0b649',
  status: 'FAILED',
  created: '2026-11-20T13:29:02.000Z',
  createdByUserId: 'ucetni@ostrava.example',
  companyId: 'e61b3f90-84d2-4c7a-b05e-9a17c2d8f643',
  companyName: 'Ostrava Precision s.r.o.',
  provider: 'Tallyroom',
  since: null,
  seenSince: '2026-11-20T13:33:33.000Z',
  changed: '2026-11-20T13:33:33.000Z',
};

test('a ticket explains the status without a cause from the service, with times in UTC', { tags: '@C49' }, () => {
  expect(ticketOf([failed], nothing).text.split('\n')).toEqual([
    'Ostrava Precision s.r.o.: Failed',
    '',
    'User:      ucetni@ostrava.example',
    'Company:   Ostrava Precision s.r.o. from Tallyroom',
    'Status:    Failed',
    'Since:     2026-11-20 13:33:33 UTC',
    'Cause:     The copy stopped early. Items copied so far stay at the destination.',
    'Next step: Ask the end user to start again in your product.',
    'Link:      ferry://migrations/91b7e3f4-0c52-4d1b-9f6e-2a7c5be0b649',
    '',
  ]);
});

test(
  'the ticket has the cause, the reference, the request and the next step from the service',
  { tags: '@C49' },
  () => {
    const cause = { code: 'source_failed', message: 'The source stopped.', party: 'source', next_step: 'Start again.' };
    const summary = {
      id: failed.id,
      reference: '7KQ2M9TX',
      status: 'FAILED',
      cause,
      requestId: '01KB2T9Z4Q8W3N5V7X1Y6R0D2E',
    };
    const { text } = ticketOf([failed], { ...nothing, summaries: new Map([[failed.id, summary]]) });
    expect(text).toMatch(/^Cause: +The source stopped\.$/m);
    expect(text).toMatch(/^Reference: +7KQ2M9TX$/m);
    expect(text).toMatch(/^Request ID: +01KB2T9Z4Q8W3N5V7X1Y6R0D2E$/m);
    expect(text).toMatch(/^Next step: +Start again\.$/m);
    expect(text).not.toContain('The copy stopped early');
  },
);

test('the ticket says how many items failed and how many items the destination changed', { tags: '@C49' }, () => {
  const reasons = [{ reason: 'too_large', count: 2 }];
  const items = new Map([[failed.id, { id: failed.id, total: 317, failed: 2, altered: 39, reasons }]]);
  const { text, html } = ticketOf([failed], { ...nothing, items });
  const sentence = '2 of 317 items failed: too large. 39 were changed by the destination.';
  expect(text).toMatch(new RegExp(`^Items: +${sentence}$`, 'm'));
  expect(html).toContain(sentence);
  expect(ticketOf([failed], nothing).text).not.toContain('Items:');
});

test('a template replaces the default text, and its format decides what is copied', { tags: ['@C49', '@C56'] }, () => {
  const of = (format: 'plain' | 'markdown' | 'html' | 'jira', text: string) =>
    ticketOf([failed, failed], nothing, { format, text });
  const company = 'Ostrava Precision s.r.o.';
  expect(of('plain', 'At {{company}} & <b>\n{{items}}')).toEqual({
    text: `At ${company} from Tallyroom & <b>\n\n---\n\nAt ${company} from Tallyroom & <b>\n`,
    html: `At ${company} from Tallyroom &amp; &lt;b&gt;<br><br>---<br><br>At ${company} from Tallyroom &amp; &lt;b&gt;<br>`,
    kind: 'plain and rich text',
  });
  expect(of('markdown', '**{{status}}**')).toMatchObject({
    text: '**Failed**\n\n---\n\n**Failed**\n',
    html: null,
    kind: 'Markdown',
  });
  expect(of('jira', '*{{title}}*')).toMatchObject({ html: null, kind: 'Jira' });
  const { text, html } = of('html', '<p>{{title}}</p>');
  expect(html).toBe(`<p>${company}: Failed</p><hr><p>${company}: Failed</p>`);
  expect(text).toBe(ticketOf([failed, failed], nothing).text);
});

test(
  'every status has a meaning and at most two steps, and an undocumented status says that it is undocumented',
  { tags: '@C49' },
  () => {
    for (const status of migrationStatuses) {
      const { means, next } = statusMeaning(status, null);
      expect(means).not.toContain("isn't in the specification");
      expect(next.length).toBe(status === 'COMPLETE' ? 0 : Math.min(2, next.length));
      expect(next.length === 0).toBe(status === 'COMPLETE');
    }
    for (const status of ['REVERTING', '__proto__', '']) {
      expect(statusMeaning(status, null).means).toContain("isn't in the specification");
    }
  },
);

/** Strings with which a service could try to break out of Markdown or HTML. */
const hostile = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 30 }),
  fc.constantFrom(
    '<script>alert(1)</script>',
    '"><img src=x onerror=alert(1)>',
    "' onmouseover='alert(1)",
    '</td></tr></table><a href="javascript:alert(1)">x</a>',
    '&lt;b&gt;',
    'a\nStatus: Complete',
    '\u202eevil\u2066',
    '\u0000\u001b[31m',
  ),
);

test(
  'a service can add no HTML elements and no lines to a ticket, whatever names it sends',
  { tags: ['@C49', '@T12', '@T104'] },
  () => {
    fc.assert(
      fc.property(
        fc.record({
          id: hostile,
          status: hostile,
          created: fc.option(hostile),
          createdByUserId: fc.option(hostile),
          companyId: fc.option(hostile),
          companyName: fc.option(hostile),
          provider: fc.option(hostile),
          message: hostile,
        }),
        ({ message, ...fields }) => {
          const migration = { ...failed, ...fields };
          const cause = { code: message, message, party: message, next_step: message };
          const summary = { id: migration.id, reference: message, status: message, cause, requestId: message };
          const { text, html } = ticketOf([migration], { ...nothing, summaries: new Map([[migration.id, summary]]) });
          const tags = html?.match(/<[^>]*>/g) ?? [];
          const ownPattern = /^<(?:\/?(?:p|b|table|tr|td|th|ol|li)|hr|th align="left")>$/;
          expect(tags.filter((tag) => !ownPattern.test(tag))).toEqual([]);
          expect(html?.replaceAll(/<[^>]*>/g, '')).not.toMatch(/[<>"']/);
          expect(text.match(/^Status: /gm)).toHaveLength(1);
          // oxlint-disable-next-line no-control-regex -- the ticket must not contain control characters
          expect(text).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/);
        },
      ),
    );
  },
);
