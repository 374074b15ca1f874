import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { projectRoot } from '#build/launch/base/project-root.ts';
import { makeDatabase } from '#service/testing/test-data.ts';
import { nginxInFolder } from './documented-nginx.ts';
import { runService, type RunningProcess } from './run-service.ts';
import { type Proxy, put, startProxy } from './through-proxy.ts';

const example = (name: string): string => readFileSync(join(projectRoot, 'docs/examples', name), 'utf8');
const portOf = (url: string | undefined): string => new URL(url ?? '').port;

/** Starts a real proxy with the file from docs/examples; only ports and certificate are replaced. */
const proxies: Readonly<Record<string, (instances: readonly RunningProcess[]) => Promise<Proxy>>> = {
  'nginx.conf': (instances) =>
    startProxy(({ folder, port, certificateFile, keyFile }) => {
      let text = put(example('nginx.conf'), 'listen 443 ssl', `listen 127.0.0.1:${port} ssl`);
      text = put(text, '/etc/ssl/api.example.com.pem', certificateFile);
      text = put(text, '/etc/ssl/api.example.com.key', keyFile);
      for (const [index, { line }] of instances.entries()) {
        text = put(text, `127.0.0.1:860${index + 1}`, `127.0.0.1:${portOf(line.url)}`);
      }
      const { main, http } = nginxInFolder(folder);
      writeFileSync(join(folder, 'nginx.conf'), `${main}\n${put(text, 'http {', `http {\n${http}`)}`);
      return { program: 'nginx', args: ['-p', folder, '-c', join(folder, 'nginx.conf')] };
    }),
  'haproxy.cfg': (instances) =>
    startProxy(({ folder, port, bundleFile }) => {
      let text = put(example('haproxy.cfg'), 'bind :443 ssl', `bind 127.0.0.1:${port} ssl`);
      text = put(text, '/etc/ssl/api.example.com.pem', bundleFile);
      for (const [index, { line }] of instances.entries()) {
        text = put(text, `127.0.0.1:860${index + 1}`, `127.0.0.1:${portOf(line.url)}`);
        text = put(text, `port 960${index + 1}`, `port ${portOf(line.opsUrl)}`);
      }
      const file = join(folder, 'haproxy.cfg');
      writeFileSync(file, text);
      return { program: 'haproxy', args: ['-db', '-f', file] };
    }),
};

/** The number of proxied requests that an instance has answered. */
const answeringInstance = async ({ line }: RunningProcess): Promise<number> => {
  const text = await (await fetch(`${line.opsUrl}/metrics`)).text();
  const counts = text.matchAll(/^ferry_request_duration_seconds_count\{operation="api[^}]*\} (\d+)$/gm);
  return Array.from(counts, ([, count]) => Number(count)).reduce((sum, count) => sum + count, 0);
};

/** Proxy clients that send one request after the other until the test stops them. */
const startClients = (proxy: Proxy, bearer: string) => {
  const load = { count: 0, statuses: {} as Record<number, number>, isWriting: true, isOver: false };
  const user = proxy.endUser('127.0.0.9');
  const ask = async (path: string, more: { body?: unknown } = {}): Promise<void> => {
    const { status } = await user({ path, bearer, ...more });
    load.statuses[status] = (load.statuses[status] ?? 0) + 1;
    load.count += 1;
  };
  const work = async (): Promise<void> => {
    while (!load.isOver) {
      await ask('/api/v1/migrations?page_size=10');
      if (load.isWriting) await ask('/api/v1/link-token', { body: {} });
    }
  };
  const working = Promise.all([work(), work()]);
  // The result is checked when the clients stop.
  working.catch(() => {});
  return { proxy, load, working };
};

const pollOptions = { timeout: 120_000 };

test(
  'docs/examples: behind nginx and HAProxy, stopping or killing an instance fails no request',
  { tags: '@X28', timeout: 300_000 },
  async () => {
    const flags = ['--database-url', await makeDatabase(), '--migrations', '40', '--companies', '5', '--ops-port', '0'];
    const all = [...flags, '--public-url', 'https://api.example.com', '--trust-proxy', '127.0.0.1'];
    const first = await runService(all);
    const [ending, killed] = await Promise.all([runService(all), runService(all)]);
    const instances = [first, ending, killed];
    const started = await Promise.all(Object.values(proxies).map((start) => start(instances)));
    const clients = started.map((proxy) => startClients(proxy, first.line.apiKey));
    const more = (): Promise<void[]> =>
      Promise.all(
        clients.map(async ({ load }) => {
          const minReplies = load.count + 40;
          await expect.poll(() => load.count, pollOptions).toBeGreaterThan(minReplies);
        }),
      );
    try {
      for (const instance of instances)
        await expect.poll(() => answeringInstance(instance), pollOptions).toBeGreaterThan(10);
      // Stopped under load, as for an upgrade: writes succeed too.
      expect((await ending.end()).code).toBe(0);
      await more();
      // The proxy retries an interrupted read at another instance.
      for (const { load } of clients) load.isWriting = false;
      await more();
      await killed.end('SIGKILL');
      await more();
      for (const { load } of clients) load.isOver = true;
      await Promise.all(clients.map(({ working }) => working));
      for (const { proxy, load } of clients) expect(load.statuses, proxy.errors()).toEqual({ 200: load.count });
    } finally {
      for (const { load } of clients) load.isOver = true;
      await Promise.all(started.map((proxy) => proxy.stop()));
      await Promise.all(instances.map((instance) => instance.end('SIGKILL')));
    }
  },
);
