import { audit, first, type Program, run, type RunProgram } from './program.ts';
import { entryOf } from './audit-store.ts';

const entriesAtOnce = 5_000;
/** Old entries wait this long for others, because each deletion adds an entry. */
const waitMs = 24 * 3_600_000;

function* forgetEntries(before: number, now: number): Program<number> {
  const isOld = (entry: unknown, time: number): boolean =>
    Date.parse(entryOf({ number: 0, text: String(entry), hash: new Uint8Array() }).at) < time;
  const oldest = yield* first('SELECT entry FROM audit_entries ORDER BY number LIMIT 1');
  if (oldest === undefined || !isOld(oldest['entry'], before - waitMs)) return 0;
  // Locks the log, so that two instances don't delete the same entries.
  yield* run('UPDATE audit_head SET number = number');
  const rows = yield* run('SELECT number, entry, hash FROM audit_entries ORDER BY number LIMIT $1', entriesAtOnce);
  const end = rows.findIndex(({ entry }) => !isOld(entry, before));
  const last = rows.at(end < 0 ? -1 : end - 1);
  if (last === undefined || end === 0) return 0;
  const through = Number(last['number']);
  const hash = Buffer.from(last['hash'] as Uint8Array).toString('hex');
  yield* audit({ action: 'forget', by: 'service', details: { through, hash } }, now);
  yield* run('DELETE FROM audit_entries WHERE number <= $1', through);
  return end < 0 ? rows.length : end;
}

/**
 * Deletes a batch of entries written before `before` and returns their number. The log then has an entry with the hash
 * of the last deleted one, so that the rest can be verified.
 */
export const createForgetAudit =
  (runProgram: RunProgram) =>
  (before: number, now: number): Promise<number> =>
    runProgram(() => forgetEntries(before, now));
