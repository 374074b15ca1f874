import type { Store } from '../store/store.ts';
import { eraseMigration } from './erase-user.ts';

const dayMs = 24 * 3_600_000;
const migrationsPerBatch = 50;

/** For `--retain-migrations`. Each call of the returned function erases one batch and returns the migration count. */
export const eraseOld = (
  store: Pick<Store, 'clock' | 'copiedItems' | 'erasure' | 'runs' | 'seed'>,
  days: number,
): ((now: number) => Promise<number>) => {
  /** First position per organization that may still name an end user, so that a batch needn't scan the whole list. */
  const starts = new Map<number, number>();
  return async (now) => {
    let erasedCount = 0;
    for (const { organization, offset } of await store.erasure.organizations()) {
      const rows = await store.erasure.named(organization, starts.get(organization) ?? 1, migrationsPerBatch);
      const [oldest] = rows;
      if (oldest !== undefined) starts.set(organization, oldest.position);
      const dueRows = rows.filter(({ created }) => created < now + offset - days * dayMs);
      for (const migration of dueRows) await eraseMigration(store, organization, migration);
      erasedCount += dueRows.length;
    }
    return erasedCount;
  };
};
