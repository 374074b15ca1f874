import vm from 'node:vm';
import { parentPort } from 'node:worker_threads';
import { type ContentPart, createRequestJoiner, type TaskRequest } from './split-request.ts';

/** Pure functions by name. Arguments and results are plain data: strings, numbers, buffers, arrays, objects, maps. */
export type Tasks = Readonly<Record<string, (...args: never[]) => unknown>>;

export type TaskReply =
  | { readonly id: number; readonly result: unknown }
  | { readonly id: number; readonly error: string };

/** A thread receives a buffer as a plain byte array. */
const asBuffer = (value: unknown): unknown =>
  value instanceof Uint8Array ? Buffer.from(value.buffer, value.byteOffset, value.byteLength) : value;

/** Runs a task of `serveTasks`. The script's `timeout` also ends an endless loop after the service was killed. */
const taskScript = new vm.Script('ferryTask()');

/** Runs the tasks that the service requests. Call it once per process. */
export const serveTasks = (tasks: Tasks): void => {
  const scope = globalThis as { ferryTask?: () => unknown };
  const reply = (message: TaskReply): void => {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- ports have no target origin
    if (parentPort !== null) parentPort.postMessage(message);
    else process.send?.(message);
  };
  const run = ({ id, name, args, timeoutMs }: TaskRequest): void => {
    const task = Object.hasOwn(tasks, name) ? tasks[name] : undefined;
    try {
      if (task === undefined) throw new Error(`Unknown task: ${name}.`);
      scope.ferryTask = () => task(...(args.map(asBuffer) as never[]));
      reply({ id, result: taskScript.runInThisContext({ timeout: timeoutMs }) });
    } catch (error) {
      reply({ id, error: error instanceof Error ? error.message : String(error) });
    }
  };
  if (parentPort !== null) parentPort.on('message', run);
  else {
    const join = createRequestJoiner();
    process.on('message', (message) => {
      const request = join(message as TaskRequest | ContentPart);
      if (request !== undefined) run(request);
    });
  }
};
