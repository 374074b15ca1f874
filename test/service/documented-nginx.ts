import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { Agent, request } from 'node:https';
import { connect, createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { projectRoot } from '#build/launch/project-root.ts';
import { createAuthority } from '../fixtures/certificates.ts';

const operations = readFileSync(join(projectRoot, 'docs/operations.md'), 'utf8');
/** Debian keeps it off the path of ordinary users. */
const program = existsSync('/usr/sbin/nginx') ? '/usr/sbin/nginx' : 'nginx';

/** The first text of the document that a pattern finds; one that is gone is a fault of the test. */
const quote = (pattern: RegExp): string => {
  const [, found] = pattern.exec(operations) ?? [];
  if (found === undefined) throw new Error(`docs/operations.md no longer shows ${pattern}`);
  return found;
};

/** Puts one value in the place of another, which the document must show once. */
const put = (text: string, shown: string, value: string): string => {
  if (text.split(shown).length !== 2) throw new Error(`docs/operations.md no longer shows "${shown}" once`);
  return text.replace(shown, () => value);
};

/** Flags of the service as docs/operations.md shows them for a service behind nginx, without port and folder. */
export const documentedFlags = (): string[] => {
  const command = quote(/```sh\nnpm run --silent service -- ([^`]*--public-url[^`]*)```/);
  return put(put(command, '--port 8600', ''), '--data /var/lib/ferry', '')
    .split(/[\s\\]+/)
    .filter((word) => word !== '');
};

export interface EndUserRequest {
  readonly path: string;
  readonly method?: string;
  readonly bearer?: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string | readonly string[]>>;
}

interface EndUserReply {
  readonly status: number;
  readonly text: string;
  readonly headers: NodeJS.Dict<string | string[]>;
}

/** Sends requests to the host of the document, through nginx. */
export type EndUser = (request: EndUserRequest) => Promise<EndUserReply>;

export interface DocumentedNginx {
  /** An end user whose connections come from this address of loopback. */
  endUser(address: string): EndUser;
  stop(): Promise<void>;
}

const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
};

const answers = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => resolve(true));
    socket.on('error', () => resolve(false)).on('connect', () => socket.destroy());
  });

/** Starts a real nginx with the very configuration of docs/operations.md; ports and certificate are the test's own. */
export const startDocumentedNginx = async (serviceUrl: string): Promise<DocumentedNginx> => {
  const folder = mkdtempSync(join(tmpdir(), 'ferry-nginx-'));
  const port = await freePort();
  const authority = createAuthority();
  const { key, cert } = authority.issue(['DNS:api.example.com']);
  writeFileSync(join(folder, 'key.pem'), key, { mode: 0o600 });
  writeFileSync(join(folder, 'cert.pem'), cert);
  let server = put(quote(/```nginx\n([^`]*)```/), 'listen 443 ssl', `listen 127.0.0.1:${port} ssl`);
  server = put(server, '/etc/ssl/api.example.com.pem', join(folder, 'cert.pem'));
  server = put(server, '/etc/ssl/api.example.com.key', join(folder, 'key.pem'));
  server = put(server, 'http://127.0.0.1:8600', serviceUrl);
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (kind) => `${kind}_temp_path ${join(folder, kind)};`,
  );
  const around = [
    'daemon off;',
    'error_log stderr;',
    'master_process off;',
    `pid ${join(folder, 'pid')};`,
    'events {}',
  ];
  const configuration = [...around, 'http {', 'access_log off;', ...temporary, server, '}'].join('\n');
  writeFileSync(join(folder, 'nginx.conf'), configuration);
  const child = spawn(program, ['-p', folder, '-c', join(folder, 'nginx.conf')], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let complaints = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (complaints += text));
  const ended = once(child, 'close');
  while (!(await answers(port))) {
    if (child.exitCode !== null) throw new Error(`nginx did not start: ${complaints}`);
    await wait(20);
  }
  const agents: Agent[] = [];
  return {
    endUser: (address) => {
      const agent = new Agent({ keepAlive: true, maxSockets: 8 });
      agents.push(agent);
      const to = { agent, localAddress: address, host: '127.0.0.1', port, servername: 'api.example.com' };
      const ca = readFileSync(authority.caFile);
      return ({ path, method, bearer, body, headers = {} }) =>
        new Promise((resolve, reject) => {
          const payload = body === undefined ? undefined : JSON.stringify(body);
          const sent = request({
            ...to,
            ca,
            path,
            method: method ?? (payload === undefined ? 'GET' : 'POST'),
            headers: {
              host: 'api.example.com',
              ...(bearer !== undefined && { authorization: `Bearer ${bearer}` }),
              ...(payload !== undefined && { 'content-type': 'application/json' }),
              ...headers,
            },
          });
          sent.on('error', reject).on('response', (reply) => {
            let text = '';
            reply.setEncoding('utf8').on('data', (data: string) => (text += data));
            reply.on('error', reject);
            reply.on('end', () => resolve({ status: reply.statusCode ?? 0, text, headers: reply.headers }));
          });
          sent.end(payload);
        });
    },
    stop: async () => {
      for (const agent of agents) agent.destroy();
      child.kill('SIGTERM');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
};
