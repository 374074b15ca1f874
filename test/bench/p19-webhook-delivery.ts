import { setTimeout as wait } from 'node:timers/promises';
import { pino } from 'pino';
import { fillStore } from '#service/seed/seed-rows.ts';
import type { Store } from '#service/store/store.ts';
import { startReceiver } from '#service/testing/webhook-receiver.ts';
import { startDelivery } from '#service/webhooks/deliver.ts';
import { createSender } from '#service/webhooks/send-request.ts';
import { newWebhookSecret } from '#service/webhooks/webhook-secrets.ts';
import type { Benchmark, BenchmarkRow } from './benchmark.ts';
import { bootstrapMedian, medianOf } from './bootstrap.ts';
import { onEachStore } from './on-each-store.ts';
import { type RoundsPlan, runRounds } from './paired-ratio.ts';

const perSecond = 100;
const changesOfRound = 300;
const goalMs = 1_000;

const percentile = (values: readonly number[], part: number): number =>
  values.toSorted((one, other) => one - other)[Math.ceil(values.length * part) - 1] ?? Number.NaN;

/**
 * Runs one round: changes statuses at a steady rate, and measures the time from each change's start to its receiver.
 */
const measure = async (name: string, store: Store, plan: RoundsPlan): Promise<BenchmarkRow> => {
  const now = await store.clock.now();
  await fillStore(store.seed, { seed: 1, at: now, migrations: 2_000, companies: 10 });
  const page = await store.migrations.page(1, { page: 1, pageSize: 100 });
  const rows = (JSON.parse(`[${page.rows}]`) as { id: string; status: string }[]).filter(({ status }) =>
    ['WORKING', 'PENDING_USER_INPUT'].includes(status),
  );
  const receiver = await startReceiver();
  const starts = new Map<string, number>();
  let latencies: number[] = [];
  receiver.answer = ({ event }) => {
    const first = starts.get(`${String(event.data['id'])} ${event.sequence}`);
    if (first !== undefined) latencies.push(performance.now() - first);
    return { status: 204 };
  };
  const endpoint = { url: receiver.url, description: '', statuses: null, secret: newWebhookSecret() };
  await store.webhooks.add(1, endpoint, { by: 'benchmark', now });
  const sender = createSender({ allowLoopback: true });
  const delivery = startDelivery({ store, sender, logger: pino({ level: 'error' }) });
  const sequences = new Map<string, number>();

  const round = async (): Promise<number> => {
    latencies = [];
    const start = performance.now();
    for (let change = 0; change < changesOfRound; change++) {
      const due = start + (change * 1_000) / perSecond;
      if (due > performance.now()) await wait(due - performance.now());
      const row = rows[change % rows.length];
      if (row === undefined) throw new Error('no migration is on its way');
      const to = row.status === 'WORKING' ? 'PENDING_USER_INPUT' : 'WORKING';
      const sequence = (sequences.get(row.id) ?? 0) + 1;
      sequences.set(row.id, sequence);
      starts.set(`${row.id} ${sequence}`, performance.now());
      const step = { from: row.status, to } as Parameters<typeof store.runs.setStatus>[2];
      if (!(await store.runs.setStatus(1, row.id, step, now))) throw new Error('a status did not change');
      row.status = to;
    }
    while (latencies.length < changesOfRound) await wait(20);
    return percentile(latencies, 0.95);
  };

  const { round: values } = await runRounds({ round }, plan);
  await delivery.stop();
  await receiver.close();
  await store.close();
  return {
    name: `${name}, ${perSecond} changes a second`,
    goal: 1,
    ratio: bootstrapMedian(values.map((value) => value / goalMs)),
    figures: {
      p95: `${medianOf(values).toFixed(0)} ms`,
      worst: `${Math.max(...values).toFixed(0)} ms`,
    },
  };
};

/** P19, second part: time from a change's start to its receiver; the goal is one second. */
export const p19WebhookDelivery: Benchmark = {
  id: 'P19-delivery',
  title: 'Service: time until 95 % of status changes have reached a webhook endpoint / 1 s',
  run: (run) => onEachStore((name, store) => measure(name, store, run)),
};
