import { expect, test } from 'vitest';
import { companySchema } from '#shared/migration-api/company.ts';
import { migrationStatuses } from '#shared/migration-api/migration-status.ts';
import { migrationSchema } from '#shared/migration-api/migration.ts';
import type { SeedPlan } from '../store/seed-store.ts';
import { createRandom } from '../store/base/random.ts';
import { defaultSeedInstant, seedOrganization, seedRows } from './seed-rows.ts';

const plan = (more: Partial<SeedPlan> = {}): SeedPlan => ({
  seed: 1,
  at: defaultSeedInstant,
  migrations: 2_000,
  companies: 60,
  ...more,
});
const rowsOf = (wanted: SeedPlan) => {
  const batches = [...seedRows(wanted)];
  return {
    companies: batches.flatMap(({ companies }) => companies),
    migrations: batches.flatMap(({ migrations }) => migrations),
  };
};

test('equal seeds give equal rows, and another seed gives other rows', { tags: '@X3' }, () => {
  expect(rowsOf(plan())).toEqual(rowsOf(plan()));
  expect(seedOrganization(plan())).toEqual(seedOrganization(plan()));
  expect(rowsOf(plan({ seed: 2 })).migrations[0]?.id).not.toBe(rowsOf(plan()).migrations[0]?.id);
  expect(seedOrganization(plan({ seed: 2 })).id).not.toBe(seedOrganization(plan()).id);
});

test('a seed at another instant changes only the times', { tags: '@X3' }, () => {
  const later = rowsOf(plan({ at: defaultSeedInstant + 86_400_000 })).migrations[77];
  const { created, ...rest } = rowsOf(plan()).migrations[77] ?? { created: '' };
  expect(later).toMatchObject(rest);
  expect(Date.parse(later?.created ?? '') - Date.parse(created)).toBe(86_400_000);
});

test('every seeded row is valid, unique and newer than the previous row', { tags: '@X3' }, () => {
  const { companies, migrations } = rowsOf(plan());
  for (const company of companies) companySchema.parse(company);
  for (const migration of migrations) migrationSchema.parse(migration);
  for (const rows of [companies, migrations]) {
    expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length);
    rows.slice(1).forEach((row, index) => expect(row.created > (rows[index]?.created ?? '')).toBe(true));
    expect(Date.parse(rows.at(-1)?.created ?? '')).toBeLessThan(defaultSeedInstant);
  }
});

test('seeded rows span 18 months, are mostly recent and complete, and have all eight statuses', { tags: '@X3' }, () => {
  const { migrations } = rowsOf(plan());
  const age = (index: number): number =>
    (defaultSeedInstant - Date.parse(migrations.at(index)?.created ?? '')) / 86_400_000;
  expect(age(0)).toBeGreaterThan(530);
  expect(age(-1) * 24 * 60).toBeLessThan(15);
  expect(age(-500)).toBeLessThan(30);
  const share = (status: string): number =>
    migrations.filter((row) => row.status === status).length / migrations.length;
  for (const status of migrationStatuses) expect(share(status)).toBeGreaterThan(0);
  expect(share('COMPLETE')).toBeGreaterThan(0.6);
  expect(share('FAILED')).toBeLessThan(0.12);
});

test('a seeded company is older than its migrations, and missing before the login', { tags: '@X3' }, () => {
  const { companies, migrations } = rowsOf(plan());
  const created = new Map(companies.map((company) => [company.id, company.created]));
  for (const { company_id: id, created: at, status } of migrations) {
    const early = status === 'NOT_READY' || status === 'LOGIN_ABANDONED';
    expect(id === null || (!early && (created.get(id) ?? '9999') < at)).toBe(true);
  }
  expect(new Set(companies.map(({ source_provider: provider }) => provider)).size).toBeGreaterThan(3);
});

test('a seed can have no companies or no migrations', { tags: '@X3' }, () => {
  expect(rowsOf(plan({ migrations: 0, companies: 0 }))).toEqual({ companies: [], migrations: [] });
  expect(rowsOf(plan({ companies: 0 })).migrations.every(({ company_id: id }) => id === null)).toBe(true);
});

test('random numbers of a seed are the same on every platform', { tags: '@X3' }, () => {
  const random = createRandom(7);
  expect([random.next(), random.below(1_000), random.uuid()]).toMatchInlineSnapshot(`
    [
      0.6793265456799418,
      355,
      "e4adb84b-9a6c-4406-8507-07ffa1fd3037",
    ]
  `);
});
