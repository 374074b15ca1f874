import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Migration } from '#shared/migration-api/migration.ts';
import { hasEnded } from '#shared/migration-api/migration-steps.ts';
import {
  type Report,
  type ReportedItem,
  itemPageSchema,
  reportedItemSchema,
  reportSchema,
} from '#shared/reports-api/reports.ts';
import { documentText } from '../openapi/documents.ts';
import { makeApiKey } from '../store/secrets.ts';
import { beginCopy, openModal } from '../testing/modal-flow.ts';
import { openTestService, type TestService } from '../testing/test-service.ts';

let service: TestService;
let organization = 0;
beforeAll(async () => {
  service = await openTestService({ migrations: 1, companies: 0 });
  organization = (await service.store.seed.organization())?.number ?? 0;
});
afterAll(() => service.end());

const dayMs = 24 * 3_600_000;
const address = (id: string): string => `/reports/v1/migrations/${id}`;

const copied = async (user: string, ms: number): Promise<string> => {
  const { path } = await openModal(service, user);
  await beginCopy(service, path, user);
  await service.store.clock.advance(organization, ms);
  const { body } = await service.send({ url: `${path}/state`, bearer: null });
  return body['migration_id'] ?? '';
};

const reportOf = async (id: string): Promise<Report> =>
  reportSchema.parse((await service.send({ url: address(id) })).body);

const itemsOf = async (id: string, limit: number): Promise<ReportedItem[]> => {
  const items: ReportedItem[] = [];
  let next: string | undefined = `${address(id)}/items?limit=${limit}`;
  while (next !== undefined) {
    const page = await service.send({ url: next });
    expect(page.headers['content-type']).toBe('application/x-ndjson; charset=utf-8');
    const lines = page.text.split('\n').slice(0, -1);
    expect(lines.length).toBeLessThanOrEqual(limit);
    items.push(...lines.map((line) => reportedItemSchema.parse(JSON.parse(line))));
    next = /^<([^>]+)>; rel="next"$/.exec(String(page.headers['link'] ?? ''))?.[1];
  }
  return items;
};

test('a practice migration has a report whose counts match its items', { tags: '@X29' }, async () => {
  for (const [user, status] of [
    ['good@example.com', 'COMPLETE'],
    ['partial@example.com', 'COMPLETED_WITH_FAILURES'],
    ['failing@example.com', 'FAILED'],
  ] as const) {
    const id = await copied(user, 9_000);
    const report = await reportOf(id);
    expect(report).toMatchObject({ migration_id: id, status, is_practice: true });
    const items = await itemsOf(id, 1_000);
    expect(items).toHaveLength(report.total);
    const json = { url: `${address(id)}/items?limit=1000`, headers: { accept: 'application/json' } };
    const page = itemPageSchema.parse((await service.send(json)).body);
    expect(page.results).toEqual(items.slice(0, 1_000));
    expect(page.next === null).toBe(items.length <= 1_000);
    expect(new Set(items.map(({ item }) => item)).size).toBe(report.total);
    for (const state of ['copied', 'skipped', 'failed', 'pending'] as const)
      expect([state, items.filter((item) => item.state === state).length]).toEqual([state, report[state]]);
    expect(report.failed > 0).toBe(status === 'COMPLETED_WITH_FAILURES');
    expect(report.pending > 0).toBe(status === 'FAILED');
  }
});

test.each([
  ['application/json, */*', 'application/json'],
  ['application/json;q=1', 'application/json'],
  ['application/jsonl', 'application/x-ndjson'],
])('the items of a report for Accept: %s are %s', { tags: '@X29' }, async (accept, type) => {
  const id = await copied('good@example.com', 9_000);
  const { headers } = await service.send({ url: `${address(id)}/items`, headers: { accept } });
  expect(headers['content-type']).toBe(`${type}; charset=utf-8`);
});

test(
  'a seeded migration has a report, unless it has ended and was created over 90 days ago',
  { tags: '@X29' },
  async () => {
    const seededService = await openTestService({ migrations: 300, companies: 20 });
    const { body } = await seededService.send({ url: '/api/v1/migrations?page_size=100' });
    const { body: last } = await seededService.send({ url: '/api/v1/migrations?page_size=100&page=3' });
    const now = await seededService.clock.now();
    const visited = new Set<string>();
    for (const { id, status, created } of [...(body.results ?? []), ...(last.results ?? [])] as Migration[]) {
      const reply = await seededService.send({ url: address(id) });
      const isDeleted = Date.parse(created) < now - 90 * dayMs && hasEnded(status);
      visited.add(`${status}${isDeleted ? ', old' : ''}`);
      expect(reply.status).toBe(isDeleted ? 404 : 200);
      if (isDeleted) continue;
      const report = reportSchema.parse(reply.body);
      const { total, failed } = report;
      const done = report.copied + report.skipped + failed;
      const facts = [
        report.migration_id,
        report.status,
        report.is_practice,
        done + report.pending,
        failed > 0,
        total > 0,
      ];
      const canHaveCopied = !['NOT_READY', 'NOT_STARTED', 'LOGIN_ABANDONED'].includes(status);
      expect([...facts, done === total]).toEqual([
        id,
        status,
        true,
        total,
        status === 'COMPLETED_WITH_FAILURES',
        canHaveCopied,
        status.startsWith('COMPLETE') || !canHaveCopied,
      ]);
    }
    expect([...visited]).toEqual(
      expect.arrayContaining(['COMPLETE', 'COMPLETE, old', 'COMPLETED_WITH_FAILURES', 'FAILED']),
    );
    await seededService.end();
  },
);

test(
  "the report lists each item's result, and an item that wasn't read back yet is pending",
  { tags: '@X29' },
  async () => {
    const { copiedItems, runs } = service.store;
    const id = await copied('good@example.com', 0);
    const stored = (await runs.find(organization, id))?.stored;
    if (stored === undefined) throw new Error('no run');
    const collection = {
      id: '/a/',
      name: 'People',
      kind: 'contacts',
      count: 5,
      isChosen: true,
      done: 0,
      failed: 0,
    } as const;
    const lease = { holder: 'x', until: Number.MAX_SAFE_INTEGER };
    const unreached = { ...collection, id: '/b/', count: null };
    const copy = { account: 'a', collections: [collection, unreached], asks: null, conflicts: 0, answer: null, lease };
    await runs.save({ ...stored, run: { ...stored.run, copy } }, await service.clock.now(organization));
    const more = { collection: '/a/', kind: 'contacts', place: null, fingerprint: null } as const;
    const changes = [{ property: 'ORG', before: 'A;B', after: 'A\\;B' }];
    await copiedItems.put(
      { organization, migrationId: id, account: 'ada', destination: 'server' },
      [
        { ...more, item: '/a/1', state: 'copied', reason: null },
        { ...more, item: '/a/2', state: 'written', reason: null },
        { ...more, item: '/a/3', state: 'failed', reason: 'too_large', detail: '413' },
        { ...more, item: '/a/4', state: 'skipped', reason: 'already_there' },
        { ...more, item: '/a/5', state: 'altered', reason: null, changes },
      ],
      1,
    );
    expect(await reportOf(id)).toMatchObject({
      is_practice: false,
      total: 5,
      copied: 1,
      altered: 1,
      skipped: 1,
      failed: 1,
      pending: 1,
      collections: [
        { id: '/a/', total: 5, is_counted: true, is_forbidden: false },
        { id: '/b/', total: 0, is_counted: false, is_forbidden: false },
      ],
    });
    const items = await itemsOf(id, 2);
    expect(items.map(({ item, state }) => [item, state])).toEqual([
      ['/a/1', 'copied'],
      ['/a/2', 'pending'],
      ['/a/3', 'failed'],
      ['/a/4', 'skipped'],
      ['/a/5', 'altered'],
    ]);
    expect(items.map((item) => item.changes)).toEqual([[], [], [], [], changes]);
    expect(items.map((item) => item.detail)).toEqual([null, null, '413', null, null]);
  },
);

test('a report needs a key with `read` and exists for 90 days', { tags: ['@X29', '@T92'] }, async () => {
  const id = await copied('good@example.com', 9_000);
  const now = await service.clock.now();
  const other = await makeApiKey(service.store.keys, { description: 'other', organization: 'Elsewhere' }, now);
  const link = await makeApiKey(service.store.keys, { description: 'link', scopes: ['link'] }, now);
  for (const url of [address(id), `${address(id)}/items`]) {
    expect((await service.send({ url, bearer: null })).status).toBe(401);
    expect((await service.send({ url, bearer: link.apiKey })).status).toBe(403);
    expect((await service.send({ url, bearer: other.apiKey })).status).toBe(404);
    expect((await service.send({ url })).status).toBe(200);
  }
  for (const after of ['x', 'W10', Buffer.from('["a","b"]').toString('base64url')])
    expect((await service.send({ url: `${address(id)}/items?after=${after}` })).status).toBe(400);
  await service.store.clock.advance(organization, 89 * dayMs);
  expect((await service.send({ url: address(id) })).status).toBe(200);
  await service.store.clock.advance(organization, dayMs + 1);
  expect((await service.send({ url: address(id) })).status).toBe(404);
});

test('OpenAPI of reports: the file in docs matches the schemas and the served document', { tags: '@X29' }, async () => {
  const file = readFileSync(join(import.meta.dirname, '../../docs/openapi-reports.json'), 'utf8');
  expect(file, 'run `npm run docs:openapi`').toBe(documentText('openapi-reports.json'));
  expect(await service.send({ url: '/openapi-reports.json', bearer: null })).toMatchObject({
    status: 200,
    text: file,
  });
  const references = [...file.matchAll(/"#\/components\/schemas\/(\w+)"/g)].map(([, name]) => name ?? '');
  const { components } = JSON.parse(file) as { components: { schemas: object } };
  expect(references.length).toBeGreaterThan(10);
  expect(references.filter((name) => !(name in components.schemas))).toEqual([]);
});
