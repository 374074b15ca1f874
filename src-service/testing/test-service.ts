import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { type Clock, createClock } from '../clock/clock.ts';
import { type AppOptions, createApp } from '../create-app.ts';
import { fillStore } from '../seed/fill-store.ts';
import { defaultSeedInstant } from '../seed/seed-rows.ts';
import { openServiceStore } from '../store/sqlite/sqlite-store.ts';
import type { Store } from '../store/store.ts';
import { makeApiKey } from '../tokens/make-api-key.ts';

/** A real service on a folder of its own, without a port. */
export interface TestService {
  readonly app: FastifyInstance;
  readonly store: Store;
  readonly clock: Clock;
  readonly folder: string;
  readonly apiKey: string;
  /** `Authorization` of the key. */
  readonly authorization: string;
  end(): Promise<void>;
}

/** Opens a service in-process for a test; every reply is checked against its schema. */
export const openTestService = async (
  rows: { migrations?: number; companies?: number } = {},
  options: Partial<AppOptions> = {},
): Promise<TestService> => {
  const folder = mkdtempSync(join(tmpdir(), 'ferry-test-'));
  const opened = openServiceStore(folder);
  if (!opened.ok) throw new Error(opened.sentence);
  const { store } = opened;
  await fillStore(store.seed, {
    seed: 1,
    at: defaultSeedInstant,
    migrations: rows.migrations ?? 250,
    companies: rows.companies ?? 40,
  });
  const clock = createClock(() => store.clock.offset());
  const { apiKey } = await makeApiKey(store.keys, { description: 'test' }, await clock.now());
  const app = createApp({ store, clock, ...options });
  return {
    app,
    store,
    clock,
    folder,
    apiKey,
    authorization: `Bearer ${apiKey}`,
    end: async () => {
      await app.close();
      await store.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
};
