import vm from 'node:vm';
import { type ContentPart, createRequestJoiner, type TaskRequest } from './split-request.ts';

/** Pure functions by name. Arguments and results are plain data: strings, numbers, buffers, arrays, objects, maps. */
export type Tasks = Readonly<Record<string, (...args: never[]) => unknown>>;

export type TaskReply =
  | { readonly id: number; readonly result: unknown }
  | { readonly id: number; readonly error: string };

/** Runs a task of `serveTasks`. The script's `timeout` also ends an endless loop after the service was killed. */
const taskScript = new vm.Script('ferryTask()');

/** Runs the tasks that the service requests. Call it once per process. */
export const serveTasks = (tasks: Tasks): void => {
  const scope = globalThis as { ferryTask?: () => unknown };
  const reply = (message: TaskReply): void => void process.send?.(message);
  const run = ({ id, name, args, timeoutMs }: TaskRequest): void => {
    const task = Object.hasOwn(tasks, name) ? tasks[name] : undefined;
    try {
      if (task === undefined) throw new Error(`Unknown task: ${name}.`);
      scope.ferryTask = () => task(...(args as never[]));
      reply({ id, result: taskScript.runInThisContext({ timeout: timeoutMs }) });
    } catch (error) {
      reply({ id, error: error instanceof Error ? error.message : String(error) });
    }
  };
  const join = createRequestJoiner();
  process.on('message', (message) => {
    const request = join(message as TaskRequest | ContentPart);
    if (request !== undefined) run(request);
  });
};
