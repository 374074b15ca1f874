import { ItemFailed, ServerUnavailable } from '../providers/copy-ports.ts';
import { type ContentProcess, type ContentProcessOptions, startContentProcess } from './content-process.ts';
import { largeBytes } from './large-content.ts';
import type { TaskReply } from './serve-tasks.ts';

/** Grace period after a task's own timeout before the process is killed. */
const killDelayMs = 1_000;
/** Extra time for the first task of a process, because Node starts slowly on a busy machine. */
const startMs = 10_000;
const idleMs = 10_000;

/** Small and large content have separate processes, because a 16 MiB list takes about 2 s to parse. */
const lanes = { small: { timeoutMs: 5_000 }, large: { timeoutMs: 10_000 } } as const;
type Lane = keyof typeof lanes;

/** Calls a task of `Tasks` by name. Rejects with `ItemFailed` if the task throws or exceeds its time or heap limit. */
export type RunTask<Tasks> = <Name extends keyof Tasks & string>(
  name: Name,
  ...args: Tasks[Name] extends (...args: infer Args) => unknown ? Args : never
) => Promise<Tasks[Name] extends (...args: never[]) => infer Result ? Result : never>;

interface Job {
  readonly lane: Lane;
  readonly account: string;
  readonly name: string;
  readonly args: readonly unknown[];
  readonly settle: (outcome: { readonly result: unknown } | { readonly error: Error }) => void;
}

interface Slot {
  readonly lane: Lane;
  readonly process: ContentProcess;
  job: Job | undefined;
  timer: NodeJS.Timeout | undefined;
}

interface ContentWorkerOptions extends Pick<ContentProcessOptions, 'program'> {
  readonly timeoutMs?: number | undefined;
}

const bytesOf = (value: unknown): number => {
  if (value instanceof Uint8Array) return value.length;
  if (Array.isArray(value)) return value.reduce<number>((sum, part) => sum + bytesOf(part), 0);
  return typeof value === 'string' ? value.length : 0;
};

/** Parses untrusted content (XML, vCard, iCalendar) in processes with a time limit and a heap limit. */
export const createContentWorker = ({ timeoutMs, program }: ContentWorkerOptions = {}) => {
  const slots = new Map<Lane, Slot>();
  const waitingJobs = new Map<string, Job[]>();
  let nextId = 0;
  let isStopped = false;

  /** Takes the first job of the next account that no other lane is serving. */
  const takeJob = (lane: Lane): Job | undefined => {
    const busyAccounts = new Set([...slots.values()].map(({ job }) => job?.account));
    for (const [account, jobs] of waitingJobs) {
      if (busyAccounts.has(account) || jobs[0]?.lane !== lane) continue;
      const job = jobs.shift();
      if (jobs.length === 0) waitingJobs.delete(account);
      return job;
    }
    return undefined;
  };

  const finish = (slot: Slot, outcome: Parameters<Job['settle']>[0]): void => {
    const { job } = slot;
    clearTimeout(slot.timer);
    slot.job = undefined;
    if (job === undefined) return;
    const jobs = waitingJobs.get(job.account);
    waitingJobs.delete(job.account);
    if (jobs !== undefined) waitingJobs.set(job.account, jobs);
    job.settle(outcome);
  };

  const openSlot = (lane: Lane): Slot => {
    const process = startContentProcess({
      program,
      onReply: (reply: TaskReply) => {
        finish(slot, 'error' in reply ? { error: new ItemFailed('unreadable') } : reply);
        slot.timer = setTimeout(() => {
          // Before the process has exited, a new task would get a slot whose process is ending.
          slots.delete(lane);
          process.kill();
        }, idleMs).unref();
        dispatch();
      },
      onExit: (error) => {
        if (slots.get(lane) !== slot) return;
        slots.delete(lane);
        // A process that didn't start fails like an unavailable server, so that the copy retries.
        finish(slot, {
          error: error === undefined ? new ItemFailed('unreadable') : new ServerUnavailable(error.message),
        });
        dispatch();
      },
    });
    const slot: Slot = { lane, process, job: undefined, timer: undefined };
    slots.set(lane, slot);
    return slot;
  };

  const startJob = (lane: Lane): void => {
    if (slots.get(lane)?.job !== undefined) return;
    const job = takeJob(lane);
    if (job === undefined) return;
    const startedSlot = slots.get(lane);
    const slot = startedSlot ?? openSlot(lane);
    const limitMs = timeoutMs ?? lanes[lane].timeoutMs;
    clearTimeout(slot.timer);
    slot.job = job;
    slot.timer = setTimeout(() => slot.process.kill(), limitMs + killDelayMs + (startedSlot ? 0 : startMs));
    slot.process.send({ id: nextId++, name: job.name, args: job.args, timeoutMs: limitMs });
  };

  const dispatch = (): void => {
    if (isStopped) return;
    startJob('small');
    startJob('large');
  };

  const run = (account: string, name: string, args: readonly unknown[]): Promise<unknown> =>
    new Promise((resolve, reject) => {
      if (isStopped) return void reject(new Error('The service is stopping.'));
      const settle: Job['settle'] = (outcome) => ('error' in outcome ? reject(outcome.error) : resolve(outcome.result));
      const jobs = waitingJobs.get(account) ?? [];
      jobs.push({ lane: bytesOf(args) > largeBytes ? 'large' : 'small', account, name, args, settle });
      waitingJobs.set(account, jobs);
      dispatch();
    });

  return {
    /** Runs one account's tasks. An account uses one process at a time, and accounts take turns. */
    runFor: <Tasks>(account: string) =>
      ((name: string, ...args: unknown[]) => run(account, name, args)) as RunTask<Tasks>,
    stop: (): void => {
      isStopped = true;
      const error = new Error('The service is stopping.');
      for (const job of [...waitingJobs.values()].flat()) job.settle({ error });
      waitingJobs.clear();
      for (const slot of slots.values()) {
        finish(slot, { error });
        slot.process.kill();
      }
      slots.clear();
    },
  };
};

export type ContentWorker = ReturnType<typeof createContentWorker>;
