import { hasEnded } from '#shared/migration-api/migration-steps.ts';
import type { MigrationStatus } from '#shared/migration-api/migration-status.ts';
import type { LabCommand, LabReport } from '#shared/lab-messages.ts';
import { watchFrames, wrapFetch } from './observe-page.ts';

interface Sdk {
  init(options: object): Promise<{ readonly userId: string; readonly status: MigrationStatus } | undefined>;
  startModal(options: object): Promise<void>;
  close(): void;
  isOpen(): boolean;
}
declare const Ferry: Sdk;

const root = document.documentElement;
const service = root.dataset['service'] ?? '';
const base = location.pathname;
const page = crypto.randomUUID();
const statusLine = document.getElementById('said');
const pageFetch = window.fetch.bind(window);

const post = (name: string, body: { readonly report?: LabReport } = {}): Promise<Response> =>
  pageFetch(base + name, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ page, ...body }),
    credentials: 'omit',
    cache: 'no-store',
  });

let lastReport: Promise<unknown> = Promise.resolve();
/** Sends reports one at a time, to keep their order. */
const report = (what: LabReport): Promise<unknown> =>
  (lastReport = lastReport.then(() => post('report', { report: what })).catch(() => undefined));

const frames = watchFrames(report);
window.fetch = wrapFetch(pageFetch, service, report);

const linkToken = async (): Promise<string> => {
  const reply = await post('link-token');
  const json = (await reply.json()) as { link_token?: string; sentence?: string };
  if (json.link_token) return json.link_token;
  if (json.sentence && statusLine) statusLine.textContent = json.sentence;
  throw Object.assign(new Error("The lab's backend received no link token."), { code: 'backend' });
};

let isQuiet = false;
// Registered before the SDK's own listener, which closes the modal when the page unloads.
addEventListener('pagehide', () => (isQuiet = true));

const options = {
  baseURL: service,
  onEvent: (message: { source: string; event: { type: string; data: unknown } }) => {
    frames.noteEvent();
    void report({ kind: 'event', message });
  },
  onClose: () => {
    if (!isQuiet) void report({ kind: 'closed' });
  },
};

const reportRejection = (name: 'startModal' | 'init', thrown: unknown): void => {
  const { code = 'unknown', message = '' } = (thrown ?? {}) as { code?: string; message?: string };
  void report({ kind: 'rejected', name, code: String(code), message: String(message).slice(0, 2_000) });
};

let resumedUserId = '';

const run = async (command: LabCommand): Promise<void> => {
  if (command.do === 'theme') root.dataset['theme'] = command.theme;
  if (command.do === 'close') {
    await report({ kind: 'call', name: 'close' });
    Ferry.close();
  }
  if (command.do === 'start') {
    // The previous modal belongs to a finished flow, so the end of that modal isn't reported.
    isQuiet = true;
    Ferry.close();
    isQuiet = false;
    await report({ kind: 'call', name: 'startModal' });
    const { userId, sourceProviders } = command;
    const providerOption = sourceProviders.length > 0 ? { sourceProviders } : {};
    Ferry.startModal({ ...options, ...providerOption, userId, linkToken, startNew: true }).then(
      () => report({ kind: 'resolved', name: 'startModal', found: true }),
      (thrown: unknown) => reportRejection('startModal', thrown),
    );
  }
  if (command.do === 'resume') {
    await report({ kind: 'call', name: 'init' });
    Ferry.init(options).then(
      (found) => {
        resumedUserId = found?.userId ?? '';
        return report({ kind: 'resolved', name: 'init', found: found !== undefined && !hasEnded(found.status) });
      },
      (thrown: unknown) => reportRejection('init', thrown),
    );
  }
  if (command.do === 'show' && !Ferry.isOpen()) {
    // For the same user, the SDK reuses its modal and requests no link token.
    await report({ kind: 'call', name: 'startModal' });
    Ferry.startModal({ ...options, userId: resumedUserId, linkToken }).catch((thrown: unknown) =>
      reportRejection('startModal', thrown),
    );
  }
};

// Only this event reports a rejection if the SDK itself retries inside the modal.
addEventListener('unhandledrejection', ({ reason }) => reportRejection('startModal', reason));

const tryStorage = (): 'ok' | 'blocked' => {
  try {
    localStorage.setItem('ferry-lab', '1');
    localStorage.removeItem('ferry-lab');
    return 'ok';
  } catch {
    return 'blocked';
  }
};

/** Polls for commands until the lab ends or a later load of this page takes over. */
const runCommands = async (): Promise<void> => {
  await report({ kind: 'ready', storage: tryStorage() });
  for (;;) {
    const reply = await post('next').catch(() => null);
    if (!reply?.ok) break;
    const { commands } = (await reply.json()) as { commands: LabCommand[] };
    for (const command of commands) await run(command);
  }
  Ferry.close();
  if (statusLine) statusLine.textContent = 'This lab was closed or is open in another window.';
};

addEventListener('DOMContentLoaded', () => void runCommands());
