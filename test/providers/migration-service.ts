import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { ModalState } from '#shared/modal-messages/modal-state.ts';
import { type Report, type ReportedItem, reportSchema } from '#shared/reports-api/reports.ts';
import { callService, runService, type RunningProcess } from '../service/run-service.ts';

const organization = 'Brightwater';
/** A copy without progress for this long hangs. Slow servers on a busy machine copy an item in far less. */
const hangMs = 240_000;

interface Login {
  readonly user: string;
  readonly password: string;
}

/** A migration whose modal an end user has opened. */
export interface Migration {
  logIn(login: Login, atDestination?: Login): Promise<ModalState>;
  /** Starts the copy of all collections, or of these. */
  startCopy(names?: readonly string[]): Promise<void>;
  answer(option: 'keep_both' | 'keep_newer' | 'skip'): Promise<void>;
  state(): Promise<ModalState>;
  /** Waits for one of these statuses. */
  reach(...statuses: readonly string[]): Promise<ModalState>;
  report(): Promise<Report>;
  items(): Promise<readonly ReportedItem[]>;
}

/** The built service in its own process, with a providers file. */
export interface MigrationService {
  openMigration(userId: string): Promise<Migration>;
  /** Replaces a file in the providers file's folder. */
  writeFile(name: string, content: unknown): void;
  /** Kills the copying process and starts another on the same data. */
  kill(): Promise<void>;
  end(): Promise<void>;
}

interface Providers {
  /** The address of a CardDAV and CalDAV server, or the entry of another server in the providers file. */
  readonly sourceUrl: string | Readonly<Record<string, unknown>>;
  /** The destination's entry in the providers file, without organization. The kind is `dav` by default. */
  readonly destination: Readonly<Record<string, unknown>>;
  /** More files in the providers file's folder, by name. */
  readonly files?: Readonly<Record<string, unknown>>;
}

export const endedStatuses = ['COMPLETE', 'COMPLETED_WITH_FAILURES', 'FAILED'] as const;

/** Starts the built service for copies from one server to another. */
export const startMigrationService = async ({
  sourceUrl,
  destination,
  files = {},
}: Providers): Promise<MigrationService> => {
  const folder = mkdtempSync(path.join(tmpdir(), 'ferry-migrations-'));
  const providers = {
    sources: [
      { name: 'Harbour Mail', ...(typeof sourceUrl === 'string' ? { kind: 'dav', address: sourceUrl } : sourceUrl) },
    ],
    destinations: [{ organization, kind: 'dav', ...destination }],
    allow_loopback: true,
  };
  const writeFile = (name: string, content: unknown): void =>
    writeFileSync(path.join(folder, name), JSON.stringify(content));
  for (const [name, content] of Object.entries({ ...files, 'providers.json': providers })) writeFile(name, content);
  const flags = ['--migrations', '0', '--companies', '0', '--allow-control'];
  const data = ['--data', path.join(folder, 'data'), '--providers', path.join(folder, 'providers.json')];
  const start = (): Promise<RunningProcess> => runService([...data, ...flags]);
  let service = await start();
  const { apiKey } = service.line;
  // After a restart, only the service's address differs.
  const call = (place: string, more: { bearer?: string; body?: unknown } = {}) =>
    callService({ ...service.line, apiKey }, place, more);

  const openMigration = async (userId: string): Promise<Migration> => {
    const token = String((await call('/api/v1/link-token', { body: {} })).body['link_token']);
    const exchangeResult = await call('/api/v1/access-token', { bearer: token, body: { link_token: token } });
    const bearer = String(exchangeResult.body['access_token']);
    const openedReply = await call('/api/v1/migration-modal', { bearer, body: { user_id: userId } });
    const modal = new URL(String(openedReply.body['url'])).pathname;
    const state = async (): Promise<ModalState> => (await call(`${modal}/state`)).body as unknown as ModalState;
    const id = (await state()).migration_id;
    return {
      state,
      logIn: async ({ user, password }, atDestination) => {
        const there = atDestination && { user_name: atDestination.user, password: atDestination.password };
        const { body } = await call(`${modal}/login`, { body: { user_name: user, password, destination: there } });
        return body as unknown as ModalState;
      },
      startCopy: async (names) => {
        const { progress } = await state();
        const wanted = progress.flatMap(({ name }, index) =>
          names === undefined || names.includes(name ?? '') ? [index] : [],
        );
        const { status, body } = await call(`${modal}/begin`, { body: { collections: wanted } });
        if (status !== 200) throw new Error(`the copy does not start: ${JSON.stringify(body)}`);
      },
      answer: async (option) => void (await call(`${modal}/answer`, { body: { option } })),
      reach: async (...statuses) => {
        let [since, copied] = [performance.now(), ''];
        while (performance.now() - since < hangMs) {
          const now = await state();
          if (statuses.includes(now.status)) return now;
          const progress = JSON.stringify(now.progress);
          if (progress !== copied) [since, copied] = [performance.now(), progress];
          await delay(50);
        }
        throw new Error(`No progress to ${statuses.join(', ')} for ${hangMs / 1_000} s.`);
      },
      report: async () => reportSchema.parse((await call(`/reports/v1/migrations/${id}`)).body),
      items: async () => {
        const url = `${service.line.url}/reports/v1/migrations/${id}/items`;
        const items: ReportedItem[] = [];
        for (let next: string | undefined = url; next !== undefined;) {
          const response: Response = await fetch(next, { headers: { authorization: `Bearer ${apiKey}` } });
          const lines = (await response.text()).split('\n').filter(Boolean);
          items.push(...lines.map((line) => JSON.parse(line) as ReportedItem));
          const more = /<([^>]+)>; rel="next"/.exec(response.headers.get('link') ?? '')?.[1];
          next = more && new URL(more, url).href;
        }
        return items;
      },
    };
  };
  return {
    openMigration,
    writeFile,
    kill: async () => {
      // The signal must reach the copying process itself, not a wrapper.
      if (service.child.pid !== service.line.pid) throw new Error('the service runs in a child of its process');
      const { signal } = await service.end('SIGKILL');
      if (signal !== 'SIGKILL') throw new Error('the service had ended before the kill');
      service = await start();
      // Advances the clock so that the killed process's lease expires and the session stays below 20 logins in 15
      // minutes.
      await call('/control/clock', { body: { advance_seconds: 60 } });
    },
    end: async () => {
      await service.end();
      rmSync(folder, { recursive: true, force: true });
    },
  };
};
