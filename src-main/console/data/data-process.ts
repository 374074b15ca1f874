import { fail, type Outcome, succeed } from '#shared/app-error.ts';
import type { DataCallName, DataCalls, DataReply, DataRequest } from '#shared/data-messages/data-calls.ts';
import type { Clock } from '../clock.ts';
import type { Log } from '../log/log.ts';
import type { DataChannel, DataLauncher } from './data-launcher.ts';

/** The data process behind one function. Started by the first call; its loss fails what is under way, no more. */
export interface DataProcess {
  /** Never rejects. */
  readonly call: <Name extends DataCallName>(
    name: Name,
    args: DataCalls[Name]['args'],
  ) => Promise<Outcome<DataCalls[Name]['result']>>;
  readonly close: () => void;
}

export interface DataProcessPorts {
  readonly userDataDir: string;
  readonly clock: Clock;
  readonly log: Pick<Log, 'warn'>;
  readonly launch: DataLauncher;
}

const startsPerMinute = 5;
const answerWithinMs = 10_000;

export function createDataProcess({ userDataDir, clock, log, launch }: DataProcessPorts): DataProcess {
  const waiting = new Map<number, (outcome: Outcome<unknown>) => void>();
  let channel: DataChannel | null = null;
  let starts: number[] = [];
  let lastId = 0;
  let closed = false;

  const failed = (detail: string) => fail('data_unavailable', clock.now(), { detail });
  const settle = (id: number, outcome: Outcome<unknown>) => {
    waiting.get(id)?.(outcome);
    waiting.delete(id);
  };
  const take = (reply: DataReply) => {
    if (reply.kind === 'log') log.warn(`data: ${reply.line}`);
    else if (reply.kind === 'failed') settle(reply.id, failed(reply.problem));
    else settle(reply.id, succeed(reply.value));
  };

  const start = (): DataChannel | null => {
    const now = clock.monotonic();
    starts = starts.filter((at) => now - at < 60_000);
    if (closed || starts.length >= startsPerMinute) return null;
    starts.push(now);
    const started = launch(userDataDir);
    started.onReply(take);
    started.onExit(() => {
      if (channel === started) channel = null;
      if (!closed) log.warn('the data process ended; the next call starts it again');
      for (const id of waiting.keys()) settle(id, failed('The data process ended.'));
    });
    return started;
  };

  return {
    call: (call, args) => {
      channel ??= start();
      const current = channel;
      if (!current) return Promise.resolve(failed('The data process does not stay up.'));
      lastId += 1;
      const id = lastId;
      return new Promise((resolve) => {
        const giveUp = setTimeout(() => settle(id, failed('The data process does not answer.')), answerWithinMs);
        waiting.set(id, (outcome) => {
          clearTimeout(giveUp);
          resolve(outcome as Outcome<never>);
        });
        current.send({ id, call, args } as DataRequest);
      });
    },
    close: () => {
      closed = true;
      channel?.stop();
    },
  };
}
