import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { Agent, request } from 'node:https';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { freePort } from '#service/testing/free-port.ts';
import { createAuthority } from '#test/fixtures/network/certificates.ts';

/** Debian keeps server programs in a folder that is not on ordinary users' PATH. */
const systemPath = `${process.env['PATH'] ?? ''}:/usr/sbin`;

/** Replaces a value that must occur in the document exactly once. */
export const put = (text: string, shown: string, value: string): string => {
  if (text.split(shown).length !== 2) throw new Error(`the document no longer shows "${shown}" once`);
  return text.replace(shown, () => value);
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

/** Sends requests through the proxy to the documents' host name. */
export type EndUser = (request: EndUserRequest) => Promise<EndUserReply>;

/** A proxy in front of services, at https://api.example.com. */
export interface Proxy {
  /** Returns an end user who connects from this loopback address. */
  endUser(address: string): EndUser;
  /** What the proxy has written to its standard error. */
  errors(): string;
  stop(): Promise<void>;
}

const answers = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => resolve(true));
    socket.on('error', () => resolve(false)).on('connect', () => socket.destroy());
  });

interface ProxyPlace {
  /** The folder for everything the proxy writes. */
  readonly folder: string;
  readonly port: number;
  readonly certificateFile: string;
  readonly keyFile: string;
  /** The file with both certificate and key. */
  readonly bundleFile: string;
}

/** Starts a proxy with the configuration from `configure`, and waits until it listens. */
export const startProxy = async (
  configure: (place: ProxyPlace) => { readonly program: string; readonly args: readonly string[] },
): Promise<Proxy> => {
  const folder = mkdtempSync(join(tmpdir(), 'ferry-proxy-'));
  const port = await freePort();
  const authority = createAuthority();
  const { key, cert } = authority.issue(['DNS:api.example.com']);
  const [keyFile, certificateFile, bundleFile] = ['key', 'cert', 'both'].map((name) => join(folder, `${name}.pem`)) as [
    string,
    string,
    string,
  ];
  for (const [file, text] of [
    [keyFile, key],
    [certificateFile, cert],
    [bundleFile, `${cert}\n${key}`],
  ] as const) {
    writeFileSync(file, text, { mode: 0o600 });
  }
  const { program, args } = configure({ folder, port, certificateFile, keyFile, bundleFile });
  const child = spawn(program, args, {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, PATH: systemPath },
  });
  let errorOutput = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (errorOutput += text));
  const exit = once(child, 'close');
  while (!(await answers(port))) {
    if (child.exitCode !== null) throw new Error(`${program} did not start: ${errorOutput}`);
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
    errors: () => errorOutput,
    stop: async () => {
      for (const agent of agents) agent.destroy();
      child.kill('SIGTERM');
      await exit;
      authority.remove();
      rmSync(folder, { recursive: true, force: true });
    },
  };
};
