import fc from 'fast-check';
import { expect, test } from 'vitest';
import { auditCsv, type AuditLine, auditText } from './audit-words.ts';

const line = (action: string, details: Record<string, unknown> = {}, subject: string | null = null): AuditLine => ({
  number: 1,
  at: '2026-11-20T14:30:11.000Z',
  action,
  by: 'Ada Lindqvist',
  isDeleted: false,
  from: '203.0.113.24',
  subject,
  details,
});

test('dashboard: audit entries read as sentences, and unknown actions show their name', { tags: '@X24' }, () => {
  expect(auditText(line('key.create', { description: 'Checkout service' }))).toBe('Created key Checkout service');
  expect(auditText(line('person.role', { from: 'admin', to: 'support' }, 'Hana'))).toBe(
    'Changed Hana from admin to support',
  );
  expect(auditText(line('person.slowed', { tries: 10 }, 'Ada'))).toBe(
    'Slowed down two-factor attempts for Ada after 10 wrong codes',
  );
  const host = 'hooks.example.com';
  expect(auditText(line('webhook.create', { host }))).toBe(`Added the endpoint ${host} for webhooks`);
  expect(auditText(line('webhook.change', { disabled: true }, host))).toBe(`Disabled the endpoint ${host}`);
  expect(auditText(line('webhook.change', { description: 'x', host }))).toBe(`Changed the endpoint ${host}`);
  expect(auditText(line('webhook.replay', { since: 'x', deliveries: 3 }, host))).toBe(
    `Replayed to ${host} 3 failed deliveries`,
  );
  expect(auditText(line('webhook.rotate'))).toBe('Rotated the secret of the endpoint (removed)');
  expect(auditText(line('endpoint.disable', {}, 'an endpoint'))).toBe('endpoint.disable an endpoint');
});

test('dashboard: no cell of an exported audit log is a formula or breaks its row', { tags: ['@X24', '@T8'] }, () => {
  const parts = [
    '=',
    '+',
    '-',
    '@',
    '＝',
    ',',
    ';',
    '"',
    "'",
    ' ',
    '\t',
    '\r',
    '\n',
    '\v',
    '\u2028',
    '\u200b',
    'a',
    '1',
  ];
  const text = fc.array(fc.constantFrom(...parts), { maxLength: 7 }).map((some) => some.join(''));
  fc.assert(
    fc.property(text, text, text, (description, by, from) => {
      const csv = auditCsv([{ ...line('key.create', { description }), by, from }]);
      const rows = csv.split(/\r\n|[\p{Cc}\u2028]/u);
      expect(rows).toHaveLength(2);
      // Some programs split cells at every comma and semicolon, even inside quotes.
      const cells = rows.flatMap((row) => row.split(/[,;]/));
      expect(cells.filter((cell) => /^[\s\u200b"]*[=+\-@＝]/u.test(cell))).toEqual([]);
    }),
  );
});
