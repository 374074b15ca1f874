import { ipcMain, type IpcMainEvent, type IpcMainInvokeEvent, type WebContents } from 'electron';
import type { Outcome } from '#shared/app-error.ts';
import { callChannel, cancelChannel, eventChannel } from '#shared/console-contract/channels.ts';
import type { ConsoleEvent } from '#shared/console-contract/types.ts';
import type { Console } from '../../../console/create-console.ts';
import type { Log } from '../../../console/log/log.ts';
import { isOwnPage } from './navigation-guard.ts';
import { pageOrigin } from './page-origin.ts';

/** A page with this number of pending calls is probably in an endless loop, so further calls are refused. */
const maxRunning = 1_000;
const maxNameCharacters = 100;
const isName = (value: unknown): value is string => typeof value === 'string' && value.length <= maxNameCharacters;

const refuseCall = (detail: string): Outcome<never> => ({
  ok: false,
  error: { code: 'refused_sender', at: new Date().toISOString(), detail },
});

/**
 * Mounts the calls of the contract. Accepts calls only from the main frame of an admitted window, at the exact origin
 * of the console's pages. Also checks the URL, because an empty page inherits the origin. Checking the owner window
 * isn't enough, because a guest has the same owner as its embedder. Early calls wait until the console is ready.
 * @see https://www.electronjs.org/docs/latest/tutorial/security 17: validate the sender of all IPC messages
 */
export function createIpcGate(dispatch: Promise<Console['dispatch']>, log: Pick<Log, 'warn'>) {
  const admittedContents = new Set<WebContents>();
  const running = new Map<string, AbortController>();

  const isAdmitted = ({ sender, senderFrame }: IpcMainInvokeEvent | IpcMainEvent): boolean => {
    try {
      if (!senderFrame || !admittedContents.has(sender) || sender.isDestroyed()) return false;
      return senderFrame === sender.mainFrame && senderFrame.origin === pageOrigin && isOwnPage(senderFrame.url);
    } catch {
      // Every property of a destroyed frame throws.
      return false;
    }
  };

  const run = async (event: IpcMainInvokeEvent, ...call: readonly unknown[]): Promise<Outcome<unknown>> => {
    const [topic, verb, callId, args] = call;
    if (!isAdmitted(event)) {
      log.warn(`gate: refused ${isName(topic) && isName(verb) ? `${topic}:${verb}` : 'a call without a name'}`);
      return refuseCall("The request didn't come from the console window's main frame.");
    }
    if (!isName(topic) || !isName(verb) || !isName(callId) || running.size >= maxRunning) {
      return refuseCall('The call has no valid name or ID, or too many calls are running.');
    }
    const key = `${event.sender.id}:${callId}`;
    const stop = new AbortController();
    running.set(key, stop);
    try {
      return await (
        await dispatch
      )(topic, verb, args, { signal: stop.signal });
    } finally {
      if (running.get(key) === stop) running.delete(key);
    }
  };

  ipcMain.handle(callChannel, run);
  ipcMain.on(cancelChannel, (event, callId: unknown) => {
    // Accepts only strings: converting an object with its own `toString` could throw and end the main process.
    if (isAdmitted(event) && typeof callId === 'string') running.get(`${event.sender.id}:${callId}`)?.abort();
  });

  const abortCallsOf = (id: number) => {
    for (const [key, stop] of running) if (key.startsWith(`${id}:`)) stop.abort();
  };
  return {
    send: (event: ConsoleEvent) => {
      for (const contents of admittedContents) if (!contents.isDestroyed()) contents.send(eventChannel, event);
    },
    admit: (contents: WebContents) => {
      const { id } = contents;
      admittedContents.add(contents);
      contents.once('destroyed', () => {
        admittedContents.delete(contents);
        abortCallsOf(id);
      });
      contents.on('did-start-navigation', ({ isMainFrame, isSameDocument }) => {
        if (isMainFrame && !isSameDocument) abortCallsOf(id);
      });
      contents.on('render-process-gone', () => abortCallsOf(id));
    },
  };
}
