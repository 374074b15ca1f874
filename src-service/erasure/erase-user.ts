import { createHash } from 'node:crypto';
import type { Erased } from '#shared/erasure-api/erase-user.ts';
import { hasEnded, type MigrationEvent } from '#shared/migration-api/migration-steps.ts';
import type { MigrationStatus } from '#shared/migration-api/migration-status.ts';
import { applyEvent } from '../migration-engine/run.ts';
import { saveDueSteps } from '../store/due-steps.ts';
import type { UserMigration } from '../store/erasure-store.ts';
import type { Store } from '../store/store.ts';
import type { Actor } from '../store/base/actor.ts';

type ErasedStore = Pick<Store, 'clock' | 'copiedItems' | 'erasure' | 'runs' | 'seed'>;

/** Events that end a migration in progress, so that it stores no new data of the end user. */
const endEvents: Partial<Record<MigrationStatus, MigrationEvent>> = {
  NOT_READY: 'session_over',
  NOT_STARTED: 'left_alone',
  WORKING: 'broke_off',
  PENDING_USER_INPUT: 'session_over',
};

const itemsPerBatch = 1_000;
/** Attempts when the engine moves the same migration at the same time. */
const maxTries = 20;

const endRun = async ({ runs, clock }: ErasedStore, organization: number, id: string): Promise<void> => {
  for (let attempt = 0; attempt < maxTries; attempt++) {
    const foundRun = await runs.find(organization, id);
    if (foundRun?.stored === undefined || hasEnded(foundRun.migration.status)) return;
    const now = await clock.now(organization);
    const stored = await saveDueSteps(runs, foundRun.stored, now);
    const event = stored && endEvents[stored.run.status];
    if (stored !== undefined && event === undefined) return;
    const run = stored && event && applyEvent(stored.run, event, now);
    if (stored && run && (await runs.save({ ...stored, run }, now))) return;
  }
  throw new Error('a migration kept changing while it was erased');
};

export const eraseMigration = async (
  store: ErasedStore,
  organization: number,
  { id, position }: UserMigration,
): Promise<void> => {
  await endRun(store, organization, id);
  await store.erasure.eraseMigration(organization, position);
  // Comes after the erasure of the run, so that a running copy can't store further results.
  while ((await store.copiedItems.drop(id, itemsPerBatch)) === itemsPerBatch);
};

/** The receipt in the audit log has a hash in place of the end user's ID. */
export const eraseUser = async (
  store: ErasedStore,
  organization: number,
  userId: string,
  { by, from }: Actor,
): Promise<Erased> => {
  const { erasure, clock } = store;
  const organizationId = (await store.seed.organization(organization))?.id;
  erasure.start();
  await erasure.eraseTokens(organization, userId);
  const migrations = await erasure.migrationsOf(organization, userId);
  for (const migration of migrations) await eraseMigration(store, organization, migration);
  // Runs last, because ending a migration writes an event.
  let position: number | undefined = 0;
  while (position !== undefined) position = await erasure.eraseEvents(organization, userId, position);
  const subject = createHash('sha256').update(`${organizationId}\0${userId}`).digest('hex');
  const details = { migrations: migrations.length };
  const receipt = { action: 'user.erase', organization: organizationId, subject, details } as const;
  await erasure.end(receipt, { by, from, now: await clock.now() });
  return { user_id: userId, migrations: migrations.length, erased: true };
};
