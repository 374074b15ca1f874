import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { createApp } from '#service/create-app.ts';
import { createEngine } from '#service/background-work.ts';
import { defaultSeedInstant, fillStore } from '#service/seed/seed-rows.ts';
import { makeApiKey } from '#service/store/secrets.ts';
import type { Store } from '#service/store/store.ts';
import { openModal } from '#service/testing/modal-flow.ts';
import { runSql } from '#service/testing/test-data.ts';
import type { TestReply, TestRequest, TestService } from '#service/testing/test-service.ts';
import type { Benchmark, BenchmarkRow, BenchmarkRun } from './benchmark.ts';
import { medianOf } from './bootstrap.ts';
import { onEachStore } from './on-each-store.ts';
import { pairedRatio, runRounds } from './paired-ratio.ts';

const migrationsPerSample = 60;
/** Later than the end of each practice copy. */
const copiedAfterMs = 60_000;

/** Sends requests to the service in this process. */
const startClient = async (store: Store) => {
  const { apiKey } = await makeApiKey(store.keys, { description: 'benchmark' }, await store.clock.now());
  const app = createApp({ store });
  const send = async ({ method = 'GET', url, bearer = apiKey, body }: TestRequest): Promise<TestReply> => {
    const reply = await app.inject({
      method,
      url,
      headers: {
        ...(bearer !== null && { authorization: `Bearer ${bearer}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { payload: JSON.stringify(body) }),
    });
    if (reply.statusCode !== 200) throw new Error(`${url} was answered with ${reply.statusCode}.`);
    return { status: 200, body: reply.json(), text: reply.payload, headers: reply.headers };
  };
  return { send, end: () => app.close() };
};

type Side = 'with' | 'without';
type Part = 'call' | 'engine';

/** Removes the position in the activity from all runs, which then get no entries. */
const removeActivity = async (place: string): Promise<void> => {
  if (place.startsWith('postgres')) {
    await runSql(place, "UPDATE runs SET state = state::jsonb - 'activity'");
    return;
  }
  const database = new DatabaseSync(path.join(place, 'ferry.db'), { timeout: 5_000 });
  database.exec("UPDATE runs SET state = json_remove(state, '$.activity')");
  database.close();
};

const measure = async (
  name: string,
  store: Store,
  place: string,
  { pairs, dropped }: BenchmarkRun,
): Promise<BenchmarkRow[]> => {
  await fillStore(store.seed, { seed: 1, at: defaultSeedInstant, migrations: 1_000, companies: 10 });
  const organization = (await store.seed.organization())?.number ?? 0;
  const { send, end } = await startClient(store);
  const engine = createEngine(store);
  const times: Record<Part, Record<Side, number[]>> = {
    call: { with: [], without: [] },
    engine: { with: [], without: [] },
  };
  /** Starts and ends copies. Returns the milliseconds per start, and per end. */
  const changeStatuses = async (side: Side): Promise<Record<Part, number>> => {
    const modals: string[] = [];
    for (let index = 0; index < migrationsPerSample; index += 1) {
      const { path: modal } = await openModal({ send } as TestService, 'ada@example.com');
      const post = (call: string, body: object) =>
        send({ method: 'POST', url: `${modal}/${call}`, bearer: null, body });
      await post('provider', { provider: 'Ledgerline' });
      await post('login', { user_name: 'good@example.com', password: 'secret' });
      modals.push(modal);
    }
    if (side === 'without') await removeActivity(place);
    const startedAt = performance.now();
    for (const modal of modals) await send({ method: 'POST', url: `${modal}/begin`, bearer: null, body: {} });
    const call = (performance.now() - startedAt) / modals.length;
    await store.clock.advance(organization, copiedAfterMs);
    const endedAt = performance.now();
    let moved = 0;
    for (let more = 1; more > 0; moved += more) more = await engine.tick();
    return { call, engine: (performance.now() - endedAt) / Math.max(moved, 1) };
  };
  const sample = (side: Side) => async (): Promise<number> => {
    const figures = await changeStatuses(side);
    for (const part of ['call', 'engine'] as const) times[part][side].push(figures[part]);
    return figures.call;
  };
  try {
    await runRounds({ with: sample('with'), without: sample('without') }, { pairs, dropped });
  } finally {
    await end();
    await store.close();
  }
  const millisecondsText = (ms: readonly number[]): string => `${medianOf(ms).toFixed(3)} ms`;
  return Object.entries(times).map(([part, sides]) => {
    const [subject, base] = [sides.with.slice(dropped), sides.without.slice(dropped)];
    return {
      name: `${name}, ${part === 'call' ? 'by a call of the modal' : 'by the engine'}`,
      goal: 1.25,
      ratio: pairedRatio(subject, base),
      figures: { 'with activity': millisecondsText(subject), without: millisecondsText(base) },
    };
  });
};

/** P22: status changes with two entries of activity each and their request IDs, against the same changes without. */
export const p22StatusChange: Benchmark = {
  id: 'P22',
  title: 'Service: time of a status change with activity / without',
  run: async (run) => (await onEachStore((name, store, place) => measure(name, store, place, run))).flat(),
};
