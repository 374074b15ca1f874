import { setImmediate } from 'node:timers/promises';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { makeApiKey } from './secrets.ts';
import { isPostgres } from '../testing/test-data.ts';
import { openTestService, type TestService } from '../testing/test-service.ts';
import { type AuditEntry, entryOf, findBreak, type AuditRecord } from './base/audit-store.ts';
import { auditEntries, type AuditStore, checkAudit } from './create-audit-store.ts';

let service: TestService;
beforeEach(async () => {
  service = await openTestService({ migrations: 3, companies: 1 }, { allowControl: true });
});
afterEach(() => service.end());

const readAudit = async (): Promise<AuditRecord[]> => {
  const stored: AuditRecord[] = [];
  for await (const entry of auditEntries(service.store.audit, Number.MAX_SAFE_INTEGER)) stored.push(entry);
  return stored;
};
const entries = async (): Promise<AuditEntry[]> => (await readAudit()).map(entryOf);
const fault = async (): Promise<string | undefined> => {
  const { audit } = service.store;
  return (await findBreak(auditEntries(audit, Number.MAX_SAFE_INTEGER), await audit.head()))?.sentence;
};
const event = (subject: string) => ({ action: 'control', by: 'ada', subject }) as const;
const append = async (count: number): Promise<void> => {
  const firstNumber = (await service.store.audit.head()).number;
  for (let index = firstNumber; index < count; index++)
    await service.store.audit.append(event(`${index}`), 1_000 * index);
};
const sqlText = (text: string): string => `'${text.replaceAll("'", "''")}'`;

test('audit: the log shows who creates and revokes keys, without the secrets', { tags: '@X26' }, async () => {
  const { keys } = service.store;
  const wanted = { description: "Key of 'Bob'", scopes: ['read'], by: 'command line' } as const;
  const { apiKey, stored } = await makeApiKey(keys, wanted, 5_000);
  await keys.revoke(stored.id, { by: 'the dashboard', now: 6_000 });
  await keys.revoke('no such key', { by: 'bo', now: 7_000 });
  const organization = stored.organizationId;
  expect((await entries()).slice(1)).toEqual([
    {
      number: 2,
      at: '1970-01-01T00:00:05.000Z',
      action: 'key.create',
      by: 'command line',
      organization,
      subject: stored.id,
      details: { description: "Key of 'Bob'", production: false, scopes: ['read'] },
    },
    {
      number: 3,
      at: '1970-01-01T00:00:06.000Z',
      action: 'key.revoke',
      by: 'the dashboard',
      organization,
      subject: stored.id,
    },
  ]);
  expect((await service.data.contents()).join('\n')).not.toContain(apiKey);
  expect(await fault()).toBeUndefined();
});

test('audit: control calls that change something are logged before they run', { tags: '@X26' }, async () => {
  const control = (method: 'GET' | 'POST', url: string, body?: unknown) =>
    service.send({ method, url, ...(body !== undefined && { body }), headers: { host: '127.0.0.1:80' } });
  const before = (await entries()).length;
  expect((await control('GET', '/control/state')).status).toBe(200);
  expect((await control('POST', '/control/clock', { advance_seconds: 5 })).status).toBe(200);
  expect((await control('POST', '/control/keys', { description: 'CI' })).status).toBe(200);
  const [keyId] = (await service.store.keys.list()).map(({ id }) => id);
  expect((await entries()).slice(before)).toMatchObject([
    { action: 'control', by: keyId, details: { call: 'POST /control/clock' } },
    { action: 'control', by: keyId, details: { call: 'POST /control/keys' } },
    { action: 'key.create', by: keyId },
  ]);
});

test('audit: concurrent entries form one chain', { tags: '@X26' }, async () => {
  await Promise.all(Array.from({ length: 30 }, (_, index) => service.store.audit.append(event(`${index}`), 1_000)));
  expect((await entries()).map(({ number }) => number)).toEqual(Array.from({ length: 31 }, (_, index) => index + 1));
  expect(await fault()).toBeUndefined();
});

test(
  'audit: a check finds every changed, deleted, moved, added or copied entry',
  { tags: ['@X26', '@T53'] },
  async () => {
    const length = 12;
    await append(length);
    const stored = await readAudit();
    const rows = stored.map(({ number, text, hash }) => ({ number, text, hash: Buffer.from(hash).toString('hex') }));
    const literal = (hash: string): string => (service.data.flags[0] === '--data' ? `x'${hash}'` : `'\\x${hash}'`);
    const write = async (log: readonly { number: number; text: string; hash: string }[]): Promise<void> => {
      const values = log.map(({ number, text, hash }) => `(${number}, ${sqlText(text)}, ${literal(hash)})`);
      await service.data.execute('DELETE FROM audit_entries');
      if (values.length > 0) {
        await service.data.execute(`INSERT INTO audit_entries (number, entry, hash) VALUES ${values.join(', ')}`);
      }
    };
    const place = fc.nat(length - 1);
    const changeArbitrary = fc.oneof(
      // One character changed or removed.
      fc.tuple(place, fc.nat(60), fc.constantFrom('x', '', '0')).map(([at, column, letter]) => ({
        what: 'changed',
        log: rows.map((row, index) =>
          index === at ? { ...row, text: row.text.slice(0, column) + letter + row.text.slice(column + 1) } : row,
        ),
      })),
      // A changed time with a matching hash: the next entry no longer fits.
      place.map((at) => ({
        what: 'another hash',
        log: rows.map((row, index) => (index === at ? { ...row, hash: '00'.repeat(32) } : row)),
      })),
      place.map((at) => ({ what: 'removed', log: rows.toSpliced(at, 1) })),
      // An entry removed and the later ones renumbered.
      place.map((at) => ({
        what: 'closed up',
        log: rows.toSpliced(at, 1).map((row, index) => ({ ...row, number: index + 1 })),
      })),
      fc.nat(length - 1).map((at) => ({ what: 'cut', log: rows.slice(0, at) })),
      fc.tuple(place, place).map(([one, other]) => ({
        what: 'moved',
        log: rows.map((row, index) => {
          const from = index === one ? other : index === other ? one : index;
          return { ...(rows[from] ?? row), number: index + 1 };
        }),
      })),
      place.map((at) => ({
        what: 'copied to the end',
        log: [...rows, { ...(rows[at] as (typeof rows)[number]), number: length + 1 }],
      })),
    );
    const same = JSON.stringify(rows);
    const found = new Set<string>();
    await fc.assert(
      fc.asyncProperty(changeArbitrary, async ({ what, log }) => {
        if (JSON.stringify(log) === same) return;
        await write(log);
        expect(await fault()).toMatch(/^(?:Entry \d+ of|The audit log ends at|The end of) .*\.$/);
        found.add(what);
      }),
      { numRuns: 60 },
    );
    expect(found.size).toBe(7);
    await write(rows);
    expect(await fault()).toBeUndefined();
  },
);

test(
  "audit: a log that grows during a check is intact, but a log with an entry after its head isn't",
  { tags: '@X26' },
  async () => {
    await append(5);
    const { audit } = service.store;
    const busy: AuditStore = {
      ...audit,
      read: async (...place) => {
        await audit.append(event('meanwhile'), 9_000);
        return audit.read(...place);
      },
    };
    const { head, fault: none } = await checkAudit(busy);
    expect([head.number, none]).toEqual([5, undefined]);
    const { number } = await audit.head();
    expect(number).toBeGreaterThan(5);
    await service.data.execute(
      `INSERT INTO audit_entries (number, entry, hash) SELECT number + 1, entry, hash FROM audit_entries WHERE number = ${number}`,
    );
    const { fault: found } = await checkAudit(audit);
    expect(found?.sentence).toMatch(/^The end of the audit log was changed\. /);
  },
);

test("audit: a rewritten log doesn't contain the hash noted before", { tags: ['@X26', '@T53'] }, async () => {
  await append(5);
  const notedBytes = Buffer.from((await service.store.audit.head()).hash);
  await service.data.execute('DELETE FROM audit_entries');
  await service.data.execute(
    `UPDATE audit_head SET number = 0, hash = ${service.data.flags[0] === '--data' ? "x''" : "''"}`,
  );
  await append(6);
  expect(await fault()).toBeUndefined();
  const stored = await readAudit();
  expect(stored.some(({ hash }) => notedBytes.equals(hash))).toBe(false);
});

test(
  'other calls run between the parts of a filter that matches none of 20,000 entries',
  { tags: ['@X30', '@A15'] },
  async () => {
    const { audit } = service.store;
    const organization = (await service.store.seed.organization())?.id ?? '';
    const count = 20_000;
    const { number: before } = await audit.head();
    const entry = (number: string): string =>
      `'{"number":' || ${number} || ',"at":"2026-11-16T00:00:00.000Z","action":"control","by":"ada","organization":"${organization}"}'`;
    await service.data.execute(
      isPostgres
        ? `INSERT INTO audit_entries SELECT n, ${entry('n')}, '' FROM generate_series(${before + 1}, ${before + count}) AS n;
         UPDATE audit_head SET number = ${before + count}`
        : `WITH RECURSIVE counted (n) AS (SELECT ${before + 1} UNION ALL SELECT n + 1 FROM counted WHERE n < ${before + count})
         INSERT INTO audit_entries SELECT n, ${entry('n')}, x'' FROM counted;
         UPDATE audit_head SET number = ${before + count}`,
    );
    const newest = { before: Number.MAX_SAFE_INTEGER };
    expect(await audit.about(1, newest, 5, { by: 'ada' })).toHaveLength(5);
    const over = new AbortController();
    let otherCallCount = 0;
    const others = (async () => {
      while (!over.signal.aborted) {
        await setImmediate();
        await audit.read(0, 1);
        otherCallCount += 1;
      }
    })();
    const filters = [{ by: 'bo' }, { actions: ['brand'] }, { since: '2999-01-01' }, { until: '2026-11-15' }] as const;
    const found = await Promise.all(filters.map((filter) => audit.about(1, newest, 5, filter)));
    over.abort();
    await others;
    expect(found.map(({ length }) => length)).toEqual([0, 0, 0, 0]);
    // A filter reads 1,000 entries at a time. Only SQLite's calls run in this process, so only they could block others.
    expect(otherCallCount).toBeGreaterThan(10);
  },
);

test(
  'audit: --retain-audit deletes old entries, and the remaining entries can still be verified',
  { tags: '@X26' },
  async () => {
    const { audit } = service.store;
    const day = 24 * 3_600_000;
    const start = Date.now();
    for (let index = 1; index <= 9; index++) await audit.append(event(`${index}`), start + index * day);
    expect(await audit.forget(start, start)).toBe(0);
    expect(await audit.forget(start + 3.5 * day, start + 10 * day)).toBe(4);
    // Deletes at most once a day, because each deletion adds an entry.
    expect(await audit.forget(start + 4.5 * day, start + 10 * day)).toBe(0);
    const rest = await entries();
    expect(rest.map(({ number }) => number)).toEqual([5, 6, 7, 8, 9, 10, 11]);
    expect(rest.at(-1)).toMatchObject({ action: 'forget', by: 'service', details: { through: 4 } });
    expect(await fault()).toBeUndefined();
    expect(await audit.forget(start + 7.5 * day, start + 11 * day)).toBe(4);
    expect(await fault()).toBeUndefined();
    await service.data.execute('DELETE FROM audit_entries WHERE number = 9');
    expect(await fault()).toBe('Entry 1 of the audit log is missing.');
  },
);
