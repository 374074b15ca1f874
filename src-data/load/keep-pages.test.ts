import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { NamedMigration } from '#shared/console-contract/migrations-calls.ts';
import { findDrift } from '#shared/tolerant-reading/find-drift.ts';
import { migrationStatuses } from '#shared/migration-api/migration-status.ts';
import type { Migration } from '#shared/migration-api/migration.ts';
import { operations } from '#shared/migration-api/operations.ts';
import { readJson } from '#shared/tolerant-reading/read-json.ts';
import { createReplicas } from '../replica/replicas.ts';
import { createPageWriter } from './keep-pages.ts';

const place = { profileId: 'p', resource: 'migrations' } as const;
const noObservations = { add: () => undefined, makeRoom: () => undefined, flush: () => Promise.resolve() };

/** Returns the result for a page, and the rows as stored in the table. */
function keep(text: string) {
  const replicas = createReplicas();
  const { replica } = replicas.of('p');
  replica.startLoad('migrations', 'load');
  const pages = [{ page: 1, pageSize: 100, at: 0, text, before: null }];
  const stored = createPageWriter(replicas, noObservations)({ ...place, load: 'load', pages })?.[0];
  const rows = replica.rows('migrations', 'ORDER BY r.place') as readonly NamedMigration[];
  replica.close();
  return { stored, rows: rows.map(({ companyName: _name, provider: _provider, changed: _changed, ...row }) => row) };
}

const idText = fc.uuid({ version: [1, 2, 3, 4, 5] });
const migrations: fc.Arbitrary<Migration> = fc.record({
  object: fc.constant('migration' as const),
  id: idText,
  created: fc
    .date({ min: new Date('1000-01-01T00:00:00Z'), max: new Date('9999-12-31T23:59:59.999Z'), noInvalidDate: true })
    .map((date) => date.toISOString()),
  status: fc.constantFrom(...migrationStatuses),
  created_by_user_id: fc.oneof(fc.emailAddress(), fc.string({ unit: 'grapheme', minLength: 1 })),
  company_id: fc.option(idText),
});
const pages = fc
  .record({
    results: fc.uniqueArray(migrations, { maxLength: 8, selector: ({ id }) => id }),
    total: fc.nat(),
  })
  .map(({ results, total }) => ({ results, page: { size: 100, total: results.length + total } }));

/** Number of generated pages per property test. */
const runs = process.env['FERRY_SOAK'] ? 100_000 : 1_000;

test('a valid page returns its rows, each with every field', { tags: '@C33' }, () => {
  const sameArbitrary = fc.property(pages, (page) => {
    const { stored, rows } = keep(JSON.stringify(page));
    const { length } = page.results;
    expect(stored).toMatchObject({ ok: true, added: length, received: length, total: page.page.total, drift: [] });
    expect(rows).toEqual(
      page.results.map(({ id, created, status, created_by_user_id, company_id }) => ({
        id,
        created,
        status,
        createdByUserId: created_by_user_id,
        companyId: company_id,
      })),
    );
  });
  fc.assert(sameArbitrary, { numRuns: runs });
});

test(
  'every response is compared with the contract, and its readable rows are stored',
  { tags: ['@C33', '@W3'] },
  () => {
    const signs = ['"', '\\', '{', '}', '[', ']', ',', ':', ' ', '0', '-1', '1e3', 'null', 'true', 'A', 'é', '\n'];
    const words = [
      '""',
      '\\u0041',
      '"id":"x",',
      '"region":1,',
      '"object":"company"',
      '2026-02-30',
      '24:00',
      'ffffffff',
    ];
    const piece = fc.constantFrom(...signs, ...words);
    const edits = fc.array(fc.record({ at: fc.nat(), cut: fc.nat({ max: 3 }), put: fc.option(piece) }), {
      maxLength: 2,
    });
    let read = 0;
    const holds = fc.property(pages, edits, (page, changes) => {
      let text = JSON.stringify(page);
      for (const { at, cut, put } of changes) {
        const spot = at % text.length;
        text = text.slice(0, spot) + (put ?? '') + text.slice(spot + cut);
      }
      const { stored, rows } = keep(text);
      const json = readJson(text);
      expect(stored?.drift).toEqual(findDrift(operations.listMigrations, 200, json.ok ? json.json : undefined));
      expect(rows.length).toBe(stored?.ok ? stored.added : 0);
      if (stored?.ok) read += 1;
    });
    fc.assert(holds, { numRuns: runs });
    expect(read).toBeGreaterThan(runs / 10);
  },
);

test(
  'fields can come in any order, and invalid dates and unknown fields are stored unchanged and reported',
  { tags: '@C33' },
  () => {
    const id = '0f8fad5b-d9cb-469f-a165-70867728950e';
    const row = {
      company_id: null,
      status: 'WORKING',
      id,
      object: 'migration',
      created: '2024-02-29T00:00:00.000Z',
      created_by_user_id: 'ä',
    };
    const keepWith = (more: object, total: unknown = 1) =>
      keep(JSON.stringify({ results: [{ ...row, ...more }], page: { size: 25, total } }));
    expect(keepWith({})).toMatchObject({ stored: { ok: true, drift: [] }, rows: [{ id, createdByUserId: 'ä' }] });
    for (const [more, stored] of [
      [{ created: 'yesterday' }, { created: 'yesterday' }],
      [{ status: 'COMPLETING' }, { status: 'COMPLETING' }],
      [{ id: id.toUpperCase() }, { id: id.toUpperCase() }],
      [{ region: 'eu' }, {}],
      [{ company_id: '' }, { companyId: null }],
      [{ object: 'company' }, {}],
    ]) {
      const read = keepWith(more as object);
      expect(read.rows, JSON.stringify(more)).toMatchObject([stored]);
      // By the contract, an upper-case UUID is valid.
      expect(read.stored?.drift.length, JSON.stringify(more)).toBe(more && 'id' in more ? 0 : 1);
    }
    for (const total of [-1, 1.5, '1', null]) expect(keepWith({}, total).stored?.drift.length).toBe(1);
  },
);

test('an empty page counts as a read, and an unreadable page does not', { tags: '@C50' }, () => {
  const looks: number[] = [];
  const replicas = createReplicas();
  replicas.of('p').replica.startLoad('migrations', 'load');
  const observations = { ...noObservations, add: ({ at }: { at: number }) => void looks.push(at) };
  const texts = ['{"results":[],"total":0}', 'no JSON', '{"results":[1],"total":1}'];
  const handed = texts.map((text, at) => ({ page: 1, pageSize: 100, at, text, before: null }));
  createPageWriter(replicas, observations)({ ...place, load: 'load', pages: handed });
  expect(looks).toEqual([0]);
});

test('a catch-up recognizes the rows of a page that it already has, in tables of any length', { tags: '@C33' }, () => {
  const drawnArbitrary = fc.tuple(
    fc.uniqueArray(migrations, { maxLength: 8, selector: ({ id }) => id }),
    fc.nat({ max: 8 }),
    fc.nat({ max: 12 }),
  );
  const sameArbitrary = fc.property(drawnArbitrary, ([all, count, before]) => {
    const replicas = createReplicas();
    replicas.of('p').replica.startLoad('migrations', 'load');
    const keepRows = (results: readonly Migration[], from: number | null) => {
      const text = JSON.stringify({ results, page: { size: 100, total: all.length } });
      const handed = { page: 1, pageSize: 100, at: 0, text, before: from };
      return createPageWriter(replicas, noObservations)({ ...place, load: 'load', pages: [handed] })?.[0];
    };
    const there = all.slice(0, count);
    expect(keepRows(there, null)).toMatchObject({ ok: true, known: 0 });
    expect(keepRows(all.toReversed(), before)).toMatchObject({ ok: true, known: Math.min(before, there.length) });
  });
  fc.assert(sameArbitrary, { numRuns: runs });
});
