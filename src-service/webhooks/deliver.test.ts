import Fastify from 'fastify';
import { expect, onTestFinished, test } from 'vitest';
import type { ClaimOptions } from '../store/webhooks/webhook-store.ts';
import type { WebhookStore } from '../store/webhooks/create-webhook-store.ts';
import { startDelivery } from './deliver.ts';

/** Delivers from a store that responds synchronously, like SQLite. */
const deliverFrom = (webhooks: Partial<WebhookStore>) => {
  let failedPolls = 0;
  const work = startDelivery({
    store: {
      webhooks: {
        fanOut: async () => 0,
        sweep: async () => 0,
        claim: async () => [],
        release: async () => {},
        ...webhooks,
      } as WebhookStore,
      events: { isShared: true, watch: () => () => {} } as never,
      clock: { now: async () => 0 } as never,
    },
    sender: { send: () => new Promise(() => {}), close: () => {} },
    logger: Fastify().log,
    watch: { tried: () => {}, pollFailed: () => (failedPolls += 1) },
    pollEveryMs: 5,
  });
  onTestFinished(() => work.stop());
  return { failedPolls: () => failedPolls };
};

test('sweeping a large endpoint yields to the event loop', { tags: '@X23' }, async () => {
  let left = 2_000;
  deliverFrom({ sweep: async () => (left > 0 ? left-- : 0) });
  await new Promise(setImmediate);
  await new Promise(setImmediate);
  expect(left).toBeGreaterThan(1_000);
});

test(
  "a failure to create or delete deliveries doesn't stop attempts, and each claim has its own ID",
  { tags: ['@X23', '@F45'] },
  async () => {
    const claims: ClaimOptions[] = [];
    const fails = async (): Promise<never> => {
      throw new Error('unreadable rows');
    };
    const { failedPolls } = deliverFrom({
      fanOut: fails,
      sweep: fails,
      claim: async (wanted) => {
        claims.push(wanted);
        return [];
      },
    });
    await expect.poll(() => claims.length).toBeGreaterThan(2);
    expect(failedPolls()).toBeGreaterThanOrEqual(claims.length);
    const names = claims.map(({ claim }) => claim);
    expect(new Set(names).size).toBe(names.length);
    expect(new Set(names.map((name) => name.split(':')[0])).size).toBe(1);
  },
);
