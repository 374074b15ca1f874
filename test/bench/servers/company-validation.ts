import { readCompany } from '#shared/tolerant-reading/read-row.ts';
import { readListing } from '#shared/tolerant-reading/read-listing.ts';
import { findDrift } from '#shared/tolerant-reading/find-drift.ts';
import { defaultSeedInstant, seedRows } from '#service/seed/seed-rows.ts';
import { operations } from '#shared/migration-api/operations.ts';

/** What is timed: reading the text, checking it against the contract with all formats, and turning it into rows. */
const validationSteps = ['parse', 'contract', 'rows'] as const;
export type ValidationStep = (typeof validationSteps)[number];

const count = 100;
const [batch] = seedRows({ seed: 1, at: defaultSeedInstant, migrations: 0, companies: count });
const results = (batch?.companies ?? []).slice(0, count);
const text = JSON.stringify({ results, page: { size: count, total: count } });
const json: unknown = JSON.parse(text);

const work: Readonly<Record<ValidationStep, () => boolean>> = {
  parse: () => JSON.parse(text) !== null,
  contract: () => findDrift(operations.listCompanies, 200, json).length === 0,
  rows: () => readListing(json, { page: 1, pageSize: count }, readCompany)?.rows.length === count,
};

/** Microseconds per run of a step, over `times` runs. */
process.on('message', ({ step, times }: { step: ValidationStep; times: number }) => {
  let right = 0;
  const startedAt = performance.now();
  for (let done = 0; done < times; done += 1) if (work[step]()) right += 1;
  const microseconds = ((performance.now() - startedAt) * 1_000) / times;
  // A step that finds fault with right rows, or makes too few of them, is not the work that is to be measured.
  process.send?.(right === times ? { microseconds } : { fault: `${step} failed ${times - right} times` });
});
