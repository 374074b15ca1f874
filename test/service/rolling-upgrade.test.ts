import { expect, test } from 'vitest';
import { makeDatabase, runSql } from '#service/testing/test-data.ts';
import { schemaVersions } from '#service/store/postgres/schema-versions.ts';
import { isSoak } from '#test/fixtures/values/samples.ts';
import { callService, earlier, runService, type RunningProcess, type ServiceLine } from './run-service.ts';

const workers = 4;
/** Replies between two steps of the rolling upgrade. */
const between = isSoak ? 2_000 : 30;

interface Member extends RunningProcess {
  readonly by: string;
  open: number;
}

/** Distributes requests to its members in turn, like a load balancer. */
const createBalancer = (apiKey: () => string) => {
  const members: Member[] = [];
  let nextIndex = 0;
  return {
    join: (instance: RunningProcess, by: string): void => void members.push({ ...instance, by, open: 0 }),
    /** Stops sending to the oldest member, waits for its replies and stops it. */
    leave: async (): Promise<number | null> => {
      const [member] = members.splice(0, 1) as [Member];
      await expect.poll(() => member.open).toBe(0);
      return (await member.end()).code;
    },
    call: async (path: string, more: { bearer?: string; body?: unknown } = {}) => {
      const member = members[nextIndex++ % members.length] as Member;
      member.open += 1;
      try {
        return {
          ...(await callService({ ...member.line, apiKey: apiKey() } as ServiceLine, path, more)),
          by: member.by,
        };
      } finally {
        member.open -= 1;
      }
    },
  };
};

test(
  'every response is a 2xx during a rolling upgrade and downgrade between the previous version and this version',
  { tags: '@X22', timeout: isSoak ? 1_800_000 : 180_000 },
  async () => {
    const url = await makeDatabase();
    const flags = ['--database-url', url, '--migrations', '40', '--companies', '5', '--rate-limit', '1000000'];
    let apiKey = '';
    const balancer = createBalancer(() => apiKey);
    const first = await runService(flags, earlier);
    ({ apiKey } = first.line);
    balancer.join(first, 'earlier');
    balancer.join(await runService(flags, earlier), 'earlier');
    const versionOf = async () => (await runSql(url, 'SELECT version FROM ferry_schema'))[0]?.['version'];
    const before = Number(await versionOf());
    expect(before).toBeLessThan(schemaVersions.length);

    const refusals: unknown[] = [];
    const load = { isOver: false, replies: 0, writes: 0 };
    const send = async (path: string, more: { bearer?: string; body?: unknown } = {}) => {
      const reply = await balancer.call(path, more);
      if (reply.status !== 200) refusals.push({ path, ...reply });
      load.replies += 1;
      load.writes += more.body === undefined ? 0 : 1;
      return reply.body;
    };
    const work = async (worker: number): Promise<void> => {
      for (let round = 0; !load.isOver; round++) {
        const linkToken = String((await send('/api/v1/link-token', { body: {} }))['link_token']);
        const exchange = { bearer: linkToken, body: { link_token: linkToken } };
        const bearer = String((await send('/api/v1/access-token', exchange))['access_token']);
        const user = `u${worker}-${round}@c${round % 5}.example`;
        const openedReply = await send('/api/v1/migration-modal', { bearer, body: { user_id: user } });
        await send(new URL(String(openedReply['url'])).pathname.concat('/provider'), {
          body: { provider: 'Ledgerline' },
        });
        for (let read = 0; read < 8; read++) await send(`/api/v1/migrations?page_size=10&page=${read + 1}`);
        for (let read = 0; read < 4; read++) await send('/api/v1/companies');
        for (let read = 0; read < 4; read++) await send('/healthz');
      }
    };
    const working = Promise.all(Array.from({ length: workers }, (_, worker) => work(worker)));
    const more = async (): Promise<void> => {
      const minReplies = load.replies + between;
      await expect.poll(() => load.replies, { timeout: 120_000 }).toBeGreaterThan(minReplies);
    };
    const roll = async (options: { program?: string }): Promise<void> => {
      for (let member = 0; member < 2; member++) {
        await more();
        balancer.join(await runService(flags, options), options === earlier ? 'earlier' : 'this');
        await more();
        expect(await balancer.leave()).toBe(0);
      }
      await more();
    };
    await roll({});
    expect(await versionOf()).toBe(schemaVersions.length);
    await roll(earlier);
    load.isOver = true;
    await working;
    expect(refusals).toEqual([]);
    expect(load.writes / load.replies).toBeGreaterThan(0.15);
    for (let member = 0; member < 2; member++) expect(await balancer.leave()).toBe(0);
  },
);
