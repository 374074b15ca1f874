import type { Run } from '#service/migration-engine/run.ts';
import { keyOf } from '#service/content/key-of.ts';
import type { SimulatedDatabase } from './simulated-store.ts';
import type { TwoSides } from './two-sides.ts';
import type { createSimulatedReceiver } from './simulated-receiver.ts';

interface Checked {
  readonly sides: TwoSides;
  readonly receiver: ReturnType<typeof createSimulatedReceiver>;
  readonly migrations: readonly { readonly name: string; readonly migrationId: string }[];
  readonly readRun: (migrationId: string) => Run | undefined;
}

interface EventBody {
  readonly data: { readonly id: string; readonly status: string };
  readonly previous_status: string | null;
  readonly sequence: number;
  readonly timestamp: string;
  readonly details?: { readonly counts: Readonly<Record<string, number>> | null };
}

const finalStates = new Set(['copied', 'altered', 'skipped', 'failed']);

/** Returns what is wrong after a run in which every migration ended. */
export const checkInvariants = async (
  { database, store }: SimulatedDatabase,
  { sides, receiver, migrations, readRun }: Checked,
): Promise<readonly string[]> => {
  const faults: string[] = [];
  const claimed = new Set<string>();
  const there = sides.stored();
  for (const { name, migrationId } of migrations) {
    const run = readRun(migrationId);
    const fault = (text: string): void => void faults.push(`${name}: ${text}`);
    if (run === undefined) {
      fault('has no run');
      continue;
    }
    const isComplete = run.status.startsWith('COMPLETE');
    if (!isComplete) fault(`ended as ${run.status} with ${run.reason}: ${JSON.stringify(run.copy?.trouble)}`);
    const totals = { copied: 0, altered: 0, skipped: 0, failed: 0 };
    for (const collection of run.copy?.collections ?? []) {
      const rows = await store.copiedItems.listCollection(migrationId, collection.id);
      const byItem = new Map(rows.map((row) => [row.item, row]));
      if (isComplete)
        for (const item of sides.sourceItems(collection.id)) {
          const row = byItem.get(item);
          if (row === undefined || !finalStates.has(row.state)) fault(`${item} is lost: ${row?.state ?? 'no result'}`);
        }
      for (const { state, place, fingerprint, thereFingerprint, item, reason } of rows) {
        if (state in totals) totals[state as keyof typeof totals]++;
        if (place !== null && state !== 'skipped') claimed.add(place);
        const content = place === null ? undefined : there.get(place);
        if (state === 'copied' || state === 'altered') {
          if (content === undefined) fault(`${item} is reported as ${state} but missing`);
          else if ((sides.fingerprint(content) === fingerprint) !== (state === 'copied'))
            fault(`${item} is reported as ${state}, which is wrong`);
        }
        if (reason === 'already_there' && (content && sides.fingerprint(content)) !== thereFingerprint)
          fault(`${item} is reported as already there, which is wrong`);
        if (state === 'failed') {
          const own = [...there.keys()].find((path) => path.endsWith(`/${keyOf(item)}.vcf`));
          if (own !== undefined && reason === 'unverified') claimed.add(own);
          if (own !== undefined && reason !== 'unverified' && migrations.length === 1)
            fault(`${item} is reported as ${reason} but exists at the destination`);
        }
      }
      if (isComplete) {
        const count = (...states: string[]): number => rows.filter(({ state }) => states.includes(state)).length;
        const expected = [count('copied', 'altered', 'skipped'), count('failed'), count('altered'), count('skipped')];
        const reported = [collection.done, collection.failed, collection.altered ?? 0, collection.skipped ?? 0];
        if (expected.join() !== reported.join()) fault(`counts ${reported.join()} instead of ${expected.join()}`);
      }
    }
    if (isComplete && (run.status === 'COMPLETE') !== (totals.failed === 0))
      fault(`is ${run.status} with ${totals.failed} failures`);

    const bodies = database
      .prepare("SELECT body FROM events WHERE body ->> '$.data.id' = ? ORDER BY row")
      .all(migrationId)
      .map(({ body }) => JSON.parse(String(body)) as EventBody);
    let previous: string | null = null;
    for (const [index, { sequence, previous_status: before, data }] of bodies.entries()) {
      if (sequence !== index + 1) fault(`event ${index + 1} has the number ${sequence}`);
      if (before !== previous) fault(`event ${sequence} follows ${before} instead of ${previous}`);
      if (data.status === previous) fault(`event ${sequence} changes nothing`);
      previous = data.status;
    }
    if (previous !== run.status) fault(`the last event says ${previous} instead of ${run.status}`);
    const counts = bodies.at(-1)?.details?.counts;
    if (isComplete && JSON.stringify(counts) !== JSON.stringify(totals))
      fault(`the last event counts ${JSON.stringify(counts)} instead of ${JSON.stringify(totals)}`);

    const row = database.prepare('SELECT row FROM migrations WHERE id = ?').get(migrationId);
    const entries = await store.activity.entries(Number(row?.['row']), 0, 1_000);
    for (const [index, { number }] of entries.entries())
      if (number !== index + 1) fault(`activity has the number ${number} at place ${index + 1}`);
    if (entries.at(-1)?.step !== 'ended') fault(`activity ends with ${entries.at(-1)?.step}`);
  }
  for (const path of there.keys()) if (!claimed.has(path)) faults.push(`${path} is in no report`);

  const events = database.prepare('SELECT row, id FROM events ORDER BY row').all();
  const ids = new Set(receiver.received.map(({ id }) => id));
  for (const { id } of events) if (!ids.has(String(id))) faults.push(`${String(id)} was not delivered`);
  for (const { migrationId } of migrations) {
    let highest = 0;
    for (const body of receiver.received.map((one) => JSON.parse(one.body) as EventBody)) {
      if (body.data.id !== migrationId) continue;
      if (body.sequence > highest + 1) faults.push(`event ${body.sequence} arrived after ${highest}`);
      highest = Math.max(highest, body.sequence);
    }
  }
  return faults;
};
