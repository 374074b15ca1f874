import type { Company } from '#shared/migration-api/company.ts';
import type { Migration } from '#shared/migration-api/migration.ts';
import { type PracticeProvider, practiceList } from '../providers/practice/practice-providers.ts';
import type {
  FillResult,
  SeedBatch,
  SeededOrganization,
  SeedOrganization,
  SeedPlan,
  SeedStore,
} from '../store/seed-store.ts';
import { companyName, endUser } from './company-names.ts';
import { createRandom, type Random } from '../store/base/random.ts';
import { hasCompany, statusAtAge } from './statuses.ts';

/** Default of `--seed-at`. Fixed, so that the same flags always create the same data. */
export const defaultSeedInstant = Date.parse('2026-11-20T14:32:00.000Z');

const spanMs = 548 * 24 * 3_600_000;
const rowsPerBatch = 20_000;

/** Age in milliseconds of row `index` of `count`, oldest first. The oldest row is 18 months old, most are recent. */
const ageOf = (index: number, count: number, jitter: number): number => {
  const remainingShare = (count - index - jitter) / count;
  // Adds 1 ms per row, so that `created` strictly increases on flat parts of the curve.
  return Math.floor(spanMs * remainingShare ** 2.6) + (count - index);
};

const pickProvider = (random: Random): PracticeProvider => {
  let weightLeft = random.next() * practiceList.reduce((sum, { weight }) => sum + weight, 0);
  return practiceList.find(({ weight }) => (weightLeft -= weight) < 0) ?? (practiceList[0] as PracticeProvider);
};

export const seedOrganization = (plan: SeedPlan): SeedOrganization => ({
  id: createRandom(plan.seed).uuid(),
  name: 'Brightwater',
});

/**
 * Yields a seed's rows in batches, oldest first, companies before migrations. Equal plans give equal rows. Each kind of
 * row has its own random stream, so the number of migrations doesn't affect the companies.
 * @param stream different for each organization of a store, because IDs must be unique
 */
export function* seedRows(
  plan: SeedPlan,
  organizationId = seedOrganization(plan).id,
  stream = 0,
): Generator<SeedBatch> {
  const companyRandom = createRandom(plan.seed * 4 + 1, stream);
  const domains: string[] = [];
  const companyIds: string[] = [];
  const companies: Company[] = [];
  for (let index = 0; index < plan.companies; index++) {
    const { name, domain } = companyName(companyRandom);
    const provider = pickProvider(companyRandom);
    const age = ageOf(index, plan.companies, companyRandom.next());
    const company: Company = {
      object: 'company',
      id: companyRandom.uuid(),
      created: new Date(plan.at - age).toISOString(),
      provider_company_name: name,
      provider_company_id: provider.companyId(index),
      organization_id: organizationId,
      source_provider: provider.name,
    };
    companies.push(company);
    companyIds.push(company.id);
    domains.push(domain);
    if (companies.length === rowsPerBatch) yield { companies: companies.splice(0), migrations: [] };
  }
  yield { companies, migrations: [] };

  const random = createRandom(plan.seed * 4 + 2, stream);
  let migrations: Migration[] = [];
  for (let index = 0; index < plan.migrations; index++) {
    const age = ageOf(index, plan.migrations, random.next());
    const status = statusAtAge(random, age);
    // Companies and migrations have the same age curve, so a migration uses only older companies.
    const olderCompanyCount = Math.floor((index / plan.migrations) * plan.companies);
    const company = olderCompanyCount === 0 ? 0 : Math.floor(olderCompanyCount * Math.sqrt(random.next()));
    const id = random.uuid();
    const user = endUser(random, domains[company] ?? 'brightwater.example');
    migrations.push({
      object: 'migration',
      id,
      created: new Date(plan.at - age).toISOString(),
      status,
      created_by_user_id: user,
      company_id: (olderCompanyCount > 0 && hasCompany(status) ? companyIds[company] : null) ?? null,
    });
    if (migrations.length === rowsPerBatch) {
      yield { companies: [], migrations };
      migrations = [];
    }
  }
  yield { companies: [], migrations };
}

interface FillStoreOptions {
  readonly organization?: SeededOrganization | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((done: number, of: number) => void) | undefined;
}

/** `choosePlan` receives the plan of the last completed seeding and returns undefined to keep the current rows. */
export const fillStore = (
  store: SeedStore,
  choosePlan: SeedPlan | ((last: SeedPlan | undefined) => SeedPlan | undefined),
  { organization, signal, onProgress }: FillStoreOptions = {},
): Promise<FillResult> => {
  let [doneCount, totalCount] = [0, 0];
  return store.fill(
    (last) => {
      const plan = typeof choosePlan === 'function' ? choosePlan(last) : choosePlan;
      if (plan === undefined) return undefined;
      totalCount = plan.migrations + plan.companies;
      const identity = organization ?? seedOrganization(plan);
      return { plan, identity, batches: seedRows(plan, identity.id, organization?.number) };
    },
    {
      organization: organization?.number,
      signal,
      onBatch: ({ companies, migrations }) => {
        doneCount += companies.length + migrations.length;
        onProgress?.(doneCount, totalCount);
      },
    },
  );
};
