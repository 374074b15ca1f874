import { expect, onTestFinished, test } from 'vitest';
import { createRandom } from '#service/store/base/random.ts';
import { isVerified, startReceiver } from '#service/testing/webhook-receiver.ts';
import { isSoak, sampleSeed } from '#test/fixtures/values/samples.ts';
import { dataFolder } from './data-folder.ts';
import { callService, runService, type ServiceLine } from './run-service.ts';

const kills = isSoak ? 200 : 4;
const workers = 4;

/** Walks through the flow repeatedly until the service dies. Records each started migration and counts each call. */
const work = async (line: ServiceLine, began: Set<string>, counted: () => void): Promise<void> => {
  const call = async (path: string, name: string, more: { bearer?: string; body: unknown }): Promise<string> => {
    const { body } = await callService(line, path, more);
    counted();
    return String(body[name]);
  };
  for (let round = 0; ; round++) {
    const linkToken = await call('/api/v1/link-token', 'link_token', { body: {} });
    const exchange = { bearer: linkToken, body: { link_token: linkToken } };
    const bearer = await call('/api/v1/access-token', 'access_token', exchange);
    const url = await call('/api/v1/migration-modal', 'url', { bearer, body: { user_id: `user${round}@b.example` } });
    const id = await call(`${url}/provider`, 'migration_id', { body: { provider: 'Ledgerline' } });
    if (id !== 'undefined') began.add(id);
    await call(`${url}/login`, 'status', { body: { user_name: `user${round}@c.example`, password: 'x' } });
    await call(`${url}/begin`, 'status', { body: {} });
  }
};

interface FeedPage {
  readonly results: readonly { readonly id: string; readonly data: { readonly id: string } }[];
  readonly next: string;
}

/** All feed events after a cursor. */
const readFeed = async (line: ServiceLine, after = ''): Promise<FeedPage['results']> => {
  const { body } = await callService(line, `/webhooks/v1/events?limit=100&after=${after}`);
  const { results, next } = body as unknown as FeedPage;
  return results.length === 0 ? results : [...results, ...(await readFeed(line, next))];
};

test(
  `after ${kills} kills, each change is delivered at least once, with one ID and the same bytes`,
  { tags: ['@X23', '@F45'], timeout: isSoak ? 3_600_000 : 180_000 },
  async () => {
    const folder = dataFolder();
    const random = createRandom(sampleSeed);
    const receiver = await startReceiver();
    onTestFinished(() => receiver.close());
    let secret = '';
    const refused: string[] = [];
    // Some replies are delayed, so that kills hit attempts in progress.
    receiver.answer = async (webhook) => {
      // Signatures are verified on arrival, because a receiver rejects signatures that are minutes old.
      if (!isVerified(webhook, secret)) refused.push(webhook.id);
      for (let turns = Math.floor(random.next() * 20); turns > 0; turns--)
        await new Promise((resolve) => setImmediate(resolve));
      return { status: 204 };
    };
    const flags = ['--data', folder, '--migrations', '5', '--companies', '2', '--webhooks-allow-loopback'];
    const began = new Set<string>();
    let apiKey = '';
    for (let round = 0; round < kills; round++) {
      const service = await runService(flags);
      apiKey ||= service.line.apiKey;
      const line = { ...service.line, apiKey };
      if (secret === '') {
        const createResult = await callService(line, '/webhooks/v1/endpoints', { body: { url: receiver.url } });
        secret = String(createResult.body['secret']);
      }
      let calls = 10 + Math.floor(random.next() * 60);
      const enoughEvents = Promise.withResolvers<void>();
      const counted = (): void => {
        calls -= 1;
        if (calls === 0) enoughEvents.resolve();
      };
      const working = Array.from({ length: workers }, () => work(line, began, counted).catch(() => {}));
      await enoughEvents.promise;
      expect((await service.end('SIGKILL')).signal).toBe('SIGKILL');
      await Promise.all(working);
    }
    const service = await runService(flags);
    const line = { ...service.line, apiKey };
    const bodies = () => Map.groupBy(receiver.received, ({ id }) => id);
    await expect
      .poll(
        async () => {
          const events = await readFeed(line);
          const received = bodies();
          return events.length > 0 && events.every(({ id }) => received.has(id));
        },
        // The backlog of two hundred rounds needs more time than that of four.
        { interval: 200, ...(isSoak && { timeout: 300_000 }) },
      )
      .toBe(true);
    const events = await readFeed(line);
    const notified = new Set(events.map(({ data }) => data.id));
    expect([...began].filter((id) => !notified.has(id))).toEqual([]);
    for (const [, copies] of bodies()) expect(new Set(copies.map(({ body }) => body)).size).toBe(1);
    expect(refused).toEqual([]);
    expect((await service.end()).code).toBe(0);
  },
);
