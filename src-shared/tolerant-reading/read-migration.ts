import type { MigrationRow } from '../console-contract/migrations-calls.ts';
import type { ReadRow } from './read-listing.ts';
import { asRecord, textOrNull } from './read-field.ts';

/** Reads one migration of a service that may differ from the specification: only `id` and `status` must be there. */
export function readMigration(value: unknown): ReadRow<MigrationRow> {
  const row = asRecord(value);
  if (!row) return { ok: false, problem: 'It is not an object.' };
  const id = textOrNull(row['id']);
  if (!id) return { ok: false, problem: 'It has no id.' };
  const status = textOrNull(row['status']);
  if (!status) return { ok: false, problem: 'It has no status.' };
  return {
    ok: true,
    value: {
      id,
      status,
      created: textOrNull(row['created']),
      createdByUserId: textOrNull(row['created_by_user_id']),
      companyId: textOrNull(row['company_id']),
    },
  };
}
