import { ItemFailed, ServerAway } from '../providers/copy-ports.ts';
import { type ContentProcess, startContentProcess } from './content-process.ts';
import type { TaskReply } from './serve-tasks.ts';

/** Longest run of one task. Reading the largest list takes about 2 s on a slow computer. */
const taskTimeoutMs = 10_000;
/** The process is killed this long after its own timeout should have stopped the task. */
const killDelayMs = 1_000;
/** An idle process ends after this time. */
const idleMs = 30_000;
const maxProcesses = 2;

/** Calls a task of `Tasks` by its name. Rejects with `ItemFailed` if the task throws, or exceeds its time or its heap. */
export type RunTask<Tasks> = <Name extends keyof Tasks & string>(
  name: Name,
  ...args: Tasks[Name] extends (...args: infer Args) => unknown ? Args : never
) => Promise<Tasks[Name] extends (...args: never[]) => infer Result ? Result : never>;

/** Reads content from outside (XML, vCard, iCalendar) in processes with a time limit and a heap limit. */
export interface ContentWorker {
  /**
   * Returns a function that runs tasks for one account. An account uses one process at a time, and accounts take turns.
   *
   * @param account an id of whoever sent the content
   */
  runFor<Tasks>(account: string): RunTask<Tasks>;
  /** Kills the processes. Tasks that run or wait are rejected. */
  stop(): void;
}

interface Job {
  readonly account: string;
  readonly name: string;
  readonly args: readonly unknown[];
  readonly settle: (outcome: { readonly result: unknown } | { readonly error: Error }) => void;
}

interface Slot {
  readonly process: ContentProcess;
  job: Job | undefined;
  /** Ends an overdue task, or an idle process. */
  timer: NodeJS.Timeout | undefined;
}

interface ContentWorkerOptions {
  /** @default 10 s */
  readonly timeoutMs?: number | undefined;
  /** File of the program that serves the tasks. @default `src-service/content-program.ts`, built or not */
  readonly program?: string | undefined;
}

/** Starts processes when tasks arrive, at most two. */
export const createContentWorker = ({
  timeoutMs = taskTimeoutMs,
  program,
}: ContentWorkerOptions = {}): ContentWorker => {
  const slots = new Set<Slot>();
  /** Waiting jobs by account. The account that was served last is the last one. */
  const waiting = new Map<string, Job[]>();
  let nextId = 0;
  let isStopped = false;

  const takeJob = (): Job | undefined => {
    const busy = new Set([...slots].map(({ job }) => job?.account));
    for (const [account, jobs] of waiting) {
      if (busy.has(account)) continue;
      const job = jobs.shift();
      waiting.delete(account);
      if (jobs.length > 0) waiting.set(account, jobs);
      return job;
    }
    return undefined;
  };

  const finish = (slot: Slot, outcome: Parameters<Job['settle']>[0]): void => {
    const { job } = slot;
    clearTimeout(slot.timer);
    slot.job = undefined;
    job?.settle(outcome);
  };

  const openSlot = (): Slot => {
    const process = startContentProcess(
      {
        onReply: (reply: TaskReply) => {
          finish(slot, 'error' in reply ? { error: new ItemFailed('unreadable') } : reply);
          slot.timer = setTimeout(() => process.kill(), idleMs).unref();
          dispatch();
        },
        onExit: (error) => {
          if (!slots.delete(slot)) return;
          // Without a free process the copy waits, as for a server that is down.
          finish(slot, { error: error === undefined ? new ItemFailed('unreadable') : new ServerAway(error.message) });
          dispatch();
        },
      },
      program,
    );
    const slot: Slot = { process, job: undefined, timer: undefined };
    slots.add(slot);
    return slot;
  };

  const dispatch = (): void => {
    if (isStopped) return;
    for (;;) {
      const idle = [...slots].find(({ job }) => job === undefined);
      if (idle === undefined && slots.size >= maxProcesses) return;
      const job = takeJob();
      if (job === undefined) return;
      const slot = idle ?? openSlot();
      clearTimeout(slot.timer);
      slot.job = job;
      slot.timer = setTimeout(() => slot.process.kill(), timeoutMs + killDelayMs);
      slot.process.send({ id: nextId++, name: job.name, args: job.args, timeoutMs });
    }
  };

  const run = (account: string, name: string, args: readonly unknown[]): Promise<unknown> =>
    new Promise((resolve, reject) => {
      if (isStopped) return void reject(new Error('The service is stopping.'));
      const settle: Job['settle'] = (outcome) => ('error' in outcome ? reject(outcome.error) : resolve(outcome.result));
      const jobs = waiting.get(account) ?? [];
      jobs.push({ account, name, args, settle });
      waiting.set(account, jobs);
      dispatch();
    });

  return {
    runFor: <Tasks>(account: string) =>
      ((name: string, ...args: unknown[]) => run(account, name, args)) as RunTask<Tasks>,
    stop: () => {
      isStopped = true;
      const error = new Error('The service is stopping.');
      for (const job of [...waiting.values()].flat()) job.settle({ error });
      waiting.clear();
      for (const slot of slots) {
        finish(slot, { error });
        slot.process.kill();
      }
      slots.clear();
    },
  };
};
