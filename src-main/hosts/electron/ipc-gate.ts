import { ipcMain, type IpcMainEvent, type IpcMainInvokeEvent, type WebContents } from 'electron';
import { fail, type Outcome } from '#shared/app-error.ts';
import { callChannel, cancelChannel, eventChannel } from '#shared/console-contract/channels.ts';
import { calls } from '#shared/console-contract/calls.ts';
import type { Console } from '../../console/create-console.ts';
import type { Log } from '../../console/log/log.ts';
import { pageOrigin } from './page-origin.ts';

/** The door between the pages and the console. */
export interface IpcGate {
  /** Lets the main frame of this window in, and sends it events, until it is destroyed. */
  readonly admit: (contents: WebContents) => void;
}

/**
 * Mounts every call of the contract. A call is taken from the main frame of an admitted window at the exact origin of
 * the console's pages; all others get an error. The owner window says nothing about a sender: a guest has its
 * embedder's.
 * @see https://www.electronjs.org/docs/latest/tutorial/security 17: validate the sender of all IPC messages
 */
export function createIpcGate(theConsole: Console, log: Pick<Log, 'warn'>): IpcGate {
  const admitted = new Set<WebContents>();
  const running = new Map<string, AbortController>();

  const isAdmitted = ({ sender, senderFrame }: IpcMainInvokeEvent | IpcMainEvent): boolean =>
    senderFrame !== null &&
    admitted.has(sender) &&
    !sender.isDestroyed() &&
    senderFrame === sender.mainFrame &&
    senderFrame.origin === pageOrigin;

  const run = async (
    event: IpcMainInvokeEvent,
    topic: string,
    verb: string,
    callId: unknown,
    args: unknown,
  ): Promise<Outcome<unknown>> => {
    if (!isAdmitted(event)) {
      log.warn(`gate: refused ${callChannel(topic, verb)}`);
      return fail('refused_sender', new Date());
    }
    const key = `${event.sender.id}:${String(callId)}`;
    const stop = new AbortController();
    running.set(key, stop);
    try {
      return await theConsole.dispatch(topic, verb, args, { signal: stop.signal });
    } finally {
      running.delete(key);
    }
  };

  for (const [topic, verbs] of Object.entries(calls)) {
    for (const verb of Object.keys(verbs)) {
      ipcMain.handle(callChannel(topic, verb), (event, callId: unknown, args: unknown) =>
        run(event, topic, verb, callId, args),
      );
    }
  }
  ipcMain.on(cancelChannel, (event, callId: unknown) => {
    if (isAdmitted(event)) running.get(`${event.sender.id}:${String(callId)}`)?.abort();
  });
  theConsole.listen((event) => {
    for (const contents of admitted) if (!contents.isDestroyed()) contents.send(eventChannel, event);
  });

  const abortCallsOf = (id: number) => {
    for (const [key, stop] of running) if (key.startsWith(`${id}:`)) stop.abort();
  };
  return {
    admit: (contents) => {
      const { id } = contents;
      admitted.add(contents);
      contents.once('destroyed', () => {
        admitted.delete(contents);
        abortCallsOf(id);
      });
      contents.on('did-start-navigation', ({ isMainFrame, isSameDocument }) => {
        if (isMainFrame && !isSameDocument) abortCallsOf(id);
      });
      contents.on('render-process-gone', () => abortCallsOf(id));
    },
  };
}
