import path from 'node:path';
import { parentPort as workerPort } from 'node:worker_threads';
import type { DataReply, DataThreadMessage } from '#shared/data-messages/data-calls.ts';
import { createAnswers } from './answer-request.ts';
import { openStores } from './open-stores.ts';

interface ParentChannel {
  readonly send: (reply: DataReply) => void;
  readonly listen: (listener: (message: DataThreadMessage) => void) => void;
}

/** Electron's addition to `process` in a utility process. */
interface UtilityPort {
  readonly postMessage: (message: unknown) => void;
  readonly on: (name: 'message', listener: (message: { readonly data: unknown }) => void) => void;
}

/** Returns null if the script was started directly. */
function openParentChannel(): ParentChannel | null {
  if (workerPort) {
    const port = workerPort;
    return {
      send: (reply) => port.postMessage(reply),
      listen: (listener) => void port.on('message', (message: DataThreadMessage) => listener(message)),
    };
  }
  const { parentPort } = process as unknown as { readonly parentPort?: UtilityPort };
  if (!parentPort) return null;
  return {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- ports have no target origin
    send: (reply) => parentPort.postMessage(reply),
    listen: (listener) => parentPort.on('message', ({ data }) => listener(data as DataThreadMessage)),
  };
}

const cleanupIntervalMs = 60 * 60_000;

const channel = openParentChannel();
const [folder] = process.argv.slice(2);
if (!channel || !folder) {
  process.stderr.write('The console starts the data process with the user-data folder as its argument.\n');
  process.exitCode = 2;
} else {
  // A terminal sends these to all processes. The console then stops this one after the pending writes.
  for (const signal of ['SIGINT', 'SIGHUP'] as const) process.on(signal, () => undefined);
  const log = (line: string) => channel.send({ kind: 'log', line });
  const dataStores = openStores((name) => path.join(folder, name), log);
  dataStores.timeline.clean(Date.now());
  dataStores.alertStore.clean(Date.now());
  const eraseSecrets = () => {
    try {
      dataStores.listenerStore.clean(Date.now());
    } catch (error) {
      // The disk may be full; the next run tries again.
      log(`the listener's secrets couldn't be erased: ${String(error)}`);
    }
  };
  eraseSecrets();
  setInterval(eraseSecrets, cleanupIntervalMs).unref();
  const answer = createAnswers(dataStores, channel.send);
  channel.listen((message) => (message.call === 'end' ? process.exit() : answer(message)));
}
