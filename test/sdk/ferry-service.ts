import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { freePort } from '#service/testing/free-port.ts';
import { builtService } from '#test/fixtures/system/built-programs.ts';
import { type ReadyProcess, startUntilReady } from '#test/fixtures/system/ready-line.ts';

/** A real Ferry Service in its own process, with control endpoints. */
export interface FerryService {
  readonly url: string;
  readonly apiKey: () => string;
  /** Calls the API, or a control endpoint, with the API key. Resolves with status and parsed body. */
  call(method: 'GET' | 'POST' | 'DELETE', path: string, body?: object): Promise<{ status: number; body: unknown }>;
  /** Returns a new link token. */
  linkToken(): Promise<string>;
  stop(): Promise<void>;
  /** Stops the process and restarts it on the same port and folder. */
  restart(): Promise<void>;
  /** Stops the service until `restart`. The port stays reserved. */
  goOffline(): Promise<void>;
}

interface Ready {
  readonly url: string;
  readonly apiKey: string;
}

const launch = (data: string, port: string, more: readonly string[]): Promise<ReadyProcess<Ready>> => {
  const flags = ['--data', data, '--port', port, '--migrations', '0', '--companies', '0', '--session-key', ...more];
  // A service with a public address has no control API.
  const control = more.includes('--public-url') ? [] : ['--allow-control'];
  return startUntilReady<Ready>(process.execPath, [builtService, ...flags, ...control]);
};

/** Starts a service on a free port with an empty organization and these flags. */
export const startFerryService = async (...flags: string[]): Promise<FerryService> => {
  const data = await mkdtemp(path.join(tmpdir(), 'ferry-sdk-service-'));
  // This proxy holds the port while the service is offline, so that no other program gets it.
  const port = String(await freePort());
  let running = await launch(data, port, flags);
  const { url } = running.ready;
  const call: FerryService['call'] = async (method, address, body) => {
    const reply = await fetch(`${url}${address}`, {
      method,
      headers: { authorization: `Bearer ${running.ready.apiKey}`, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    });
    return { status: reply.status, body: await reply.json() };
  };
  return {
    url,
    apiKey: () => running.ready.apiKey,
    call,
    linkToken: async () => ((await call('POST', '/api/v1/link-token', {})).body as { link_token: string }).link_token,
    stop: async () => {
      await running.stop();
      await rm(data, { recursive: true, force: true });
    },
    goOffline: async () => {
      await running.stop();
    },
    restart: async () => {
      await running.stop();
      running = await launch(data, port, flags);
    },
  };
};
