import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hashSecret } from '#service/store/secrets.ts';
import { createRandom } from '#service/store/base/random.ts';
import { type PostgresServer, startPostgres } from '#service/testing/postgres-server.ts';
import { makeDatabase, runSql } from '#service/testing/test-data.ts';
import { isSoak, sampleSeed } from '#test/fixtures/values/samples.ts';
import { callService, runService, type RunningProcess, type ServiceLine } from './run-service.ts';

const [kills, restarts] = isSoak ? [200, 5] : [6, 1];
const workers = 6;

/** Everything that got a successful reply. */
interface AcknowledgedRun {
  replies: number;
  /** Unused link tokens and their creation times. */
  readonly unused: { readonly linkToken: string; readonly at: number }[];
  readonly accessTokens: string[];
  /** The last status of each migration, by its id. */
  readonly statuses: Map<string, string>;
}

const life = ['NOT_READY', 'NOT_STARTED', 'WORKING', 'COMPLETE'];

describe('three instances on one database', { tags: '@X22' }, () => {
  let server: PostgresServer;
  let url: string;
  let apiKey: string;
  let instances: Promise<RunningProcess>[];
  const start = () => runService(['--database-url', url, '--migrations', '5', '--log-level', 'silent']);

  beforeAll(async () => {
    server = await startPostgres({ isDurable: true });
    url = await makeDatabase(server.url);
    const first = await start();
    ({ apiKey } = first.line);
    instances = [Promise.resolve(first), start(), start()];
    await Promise.all(instances);
  });
  afterAll(async () => {
    await Promise.all(instances.map(async (instance) => (await instance).end()));
    await server.remove();
  });

  /** Returns any instance, running or about to restart. */
  let nextIndex = 0;
  const next = async (): Promise<ServiceLine> =>
    ({ ...(await instances[nextIndex++ % 3])?.line, apiKey }) as ServiceLine;
  /** Undefined without a reply, or if the store is unavailable. */
  const call = async (path: string, more: { bearer?: string; body?: unknown } = {}) => {
    try {
      const reply = await callService(await next(), path, more);
      return reply.status === 503 ? undefined : reply;
    } catch {
      return undefined;
    }
  };
  const exchange = (linkToken: string) =>
    call('/api/v1/access-token', { bearer: linkToken, body: { link_token: linkToken } });
  /** Retries for as long as a busy machine needs to restart an instance. */
  const answer = async <Reply>(ask: () => Promise<Reply | undefined>): Promise<Reply> => {
    for (;;) {
      const reply = await ask();
      if (reply !== undefined) return reply;
    }
  };

  /** Runs the flow once, each step at another instance. Stops if a reply is lost. */
  const walk = async (acknowledged: AcknowledgedRun, user: string): Promise<void> => {
    const done = (reply: Awaited<ReturnType<typeof call>>): Record<string, unknown> | undefined => {
      if (reply === undefined) return undefined;
      expect(reply.status).toBe(200);
      acknowledged.replies += 1;
      return reply.body;
    };
    const tokenReply = done(await call('/api/v1/link-token', { body: {} }));
    if (tokenReply === undefined) return;
    const linkToken = String(tokenReply['link_token']);
    if (acknowledged.replies % 5 === 0) {
      acknowledged.unused.push({ linkToken, at: performance.now() });
      return;
    }
    // Two concurrent exchanges: at most one gets a success.
    const bothReplies = await Promise.all([exchange(linkToken), exchange(linkToken)]);
    const acceptedReplies = bothReplies.filter((reply) => reply?.status === 200);
    expect(acceptedReplies.length).toBeLessThanOrEqual(1);
    const bearer = String(acceptedReplies[0]?.body['access_token']);
    if (acceptedReplies.length === 0) return;
    acknowledged.accessTokens.push(bearer);
    const opened = done(await call('/api/v1/migration-modal', { bearer, body: { user_id: user } }));
    if (opened === undefined) return;
    const { pathname } = new URL(String(opened['url']));
    const chosen = done(await call(`${pathname}/provider`, { body: { provider: 'Ledgerline' } }));
    if (chosen === undefined) return;
    const id = String(chosen['migration_id']);
    acknowledged.statuses.set(id, 'NOT_READY');
    for (const [step, body] of [
      ['login', { user_name: user, password: 'x' }],
      ['begin', {}],
    ] as const) {
      const reply = done(await call(`${pathname}/${step}`, { body }));
      if (reply === undefined) return;
      acknowledged.statuses.set(id, String(reply['status']));
    }
  };

  test(
    `${kills} kills of an instance and ${restarts} of the database under load lose no acknowledged write`,
    { tags: ['@F14', '@F32'], timeout: isSoak ? 3_600_000 : 240_000 },
    async () => {
      const random = createRandom(sampleSeed);
      const acknowledged: AcknowledgedRun = { replies: 0, unused: [], accessTokens: [], statuses: new Map() };
      const load = { isOver: false };
      const working = Array.from({ length: workers }, async (_, worker) => {
        for (let round = 0; !load.isOver; round++)
          await walk(acknowledged, `u${worker}-${round}@c${round % 7}.example`);
      });
      const more = async (count: number): Promise<void> => {
        const minReplies = acknowledged.replies + count;
        await expect.poll(() => acknowledged.replies).toBeGreaterThanOrEqual(minReplies);
      };
      for (let kill = 0; kill < kills; kill++) {
        await more(10 + random.below(60));
        if (kill % Math.floor(kills / restarts) === 1) {
          await server.kill();
          await server.start();
          await more(1);
        }
        const slot = random.below(3);
        expect((await (await instances[slot])?.end('SIGKILL'))?.signal).toBe('SIGKILL');
        instances[slot] = start();
      }
      await more(50);
      load.isOver = true;
      await Promise.all(working);
      await Promise.all(instances);

      expect(acknowledged.statuses.size).toBeGreaterThan(kills);
      const stored = await runSql(url, "SELECT encode(hash, 'hex') AS hash FROM link_tokens WHERE used IS NULL");
      const hashes = new Set(stored.map((row) => String(row['hash'])));
      for (const { linkToken } of acknowledged.unused)
        expect(hashes).toContain(Buffer.from(hashSecret(linkToken)).toString('hex'));
      // A link token is valid for one minute.
      const young = acknowledged.unused.filter(({ at }) => performance.now() - at < 20_000).slice(-20);
      for (const { linkToken } of young) {
        expect((await answer(() => exchange(linkToken))).status).toBe(200);
        expect((await answer(() => exchange(linkToken))).status).toBe(401);
      }
      for (const bearer of acknowledged.accessTokens.slice(-100)) {
        expect((await answer(() => call('/api/v1/migration-modal', { bearer }))).status).not.toBe(401);
      }
      // The remaining engines finish every copy that has started.
      const workingRunsSql = "SELECT count(*) AS rows FROM runs WHERE state ->> 'status' = 'WORKING'";
      await expect.poll(async () => Number((await runSql(url, workingRunsSql))[0]?.['rows'])).toBe(0);
      const rows = await runSql(
        url,
        `SELECT id, migrations.status, json, version, position, (json::json ->> 'created') AS created
         FROM migrations LEFT JOIN runs USING (organization, position) ORDER BY position`,
      );
      const byId = new Map(rows.map((row) => [String(row['id']), row]));
      const versions = new Set<unknown>();
      for (const [id, status] of acknowledged.statuses) {
        const row = byId.get(id);
        expect(life.indexOf(String(row?.['status']))).toBeGreaterThanOrEqual(life.indexOf(status));
        if (status === 'WORKING') versions.add(row?.['version']);
      }
      // Opened, chosen, logged in, started, completed: each written once, whatever the instance.
      expect([...versions].map(Number)).toEqual([5]);
      expect(rows.map((row) => Number(row['position']))).toEqual(rows.map((_, index) => index + 1));
      const created = rows.map((row) => String(row['created']));
      expect(new Set(created).size).toBe(rows.length);
      expect(created).toEqual(created.toSorted());
      const twice = `
        SELECT source_provider, provider_company_id FROM companies GROUP BY 1, 2 HAVING count(*) > 1
        UNION ALL SELECT 'counter', name FROM organizations
        WHERE migrations <> (SELECT count(*) FROM migrations) OR companies <> (SELECT count(*) FROM companies)`;
      expect(await runSql(url, twice)).toEqual([]);

      await Promise.all(instances.map(async (instance) => (await instance).end()));
      const left = "SELECT count(*) AS open FROM pg_stat_activity WHERE application_name = 'ferry-service'";
      await expect.poll(async () => Number((await runSql(server.url, left))[0]?.['open'])).toBe(0);
    },
  );
});
