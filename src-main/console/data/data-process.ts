import { fail, type Outcome, succeed } from '#shared/app-error.ts';
import type { ExportedFile } from '#shared/data-messages/export-messages.ts';
import type { DataArgs, DataCallName, DataReply, DataRequest, DataResult } from '#shared/data-messages/data-calls.ts';
import { retryPolicy } from '#shared/retry-policy.ts';
import type { Clock } from '../clock/clock.ts';
import { createEmitter } from '../events/emitter.ts';
import type { CrashReports } from '../log/crash-reports.ts';
import type { Log } from '../log/log.ts';
import type { DataChannel, DataLauncher } from '../ports/console-ports.ts';

type AlertsRaised = Extract<DataReply, { kind: 'alerts' }>;

interface DataCallOptions {
  readonly signal?: AbortSignal;
  /** Set for long-running work such as an export, which has no deadline but reports its progress. */
  readonly progress?: { readonly id: string; readonly tell: (written: ExportedFile) => void };
}

interface DataProcessPorts {
  readonly userDataDir: string;
  readonly clock: Clock;
  readonly log: Pick<Log, 'warn'>;
  readonly crashReports: Pick<CrashReports, 'record'>;
  readonly launch: DataLauncher;
}

const answerWithinMs = 10_000;
const startDelayMs = 100;
const stopWithinMs = 3_000;

/** The first call starts the process. A crash fails only pending calls. */
export function createDataProcess({ userDataDir, clock, log, crashReports, launch }: DataProcessPorts) {
  const pendingCalls = new Map<number, (outcome: Outcome<unknown>) => void>();
  const progress = new Map<string, (written: ExportedFile) => void>();
  const losses = createEmitter();
  const starts = createEmitter();
  const alerts = createEmitter<AlertsRaised>();
  const readyListeners: (() => void)[] = [];
  let channel: DataChannel | null = null;
  let startedAt: number[] = [];
  let lastId = 0;
  let isClosed = false;
  let isReady = false;

  const dataUnavailable = (detail: string) => fail('data_unavailable', clock.now(), { detail });
  const settle = (id: number, outcome: Outcome<unknown>) => {
    pendingCalls.get(id)?.(outcome);
    pendingCalls.delete(id);
  };
  const handleReply = (reply: DataReply) => {
    isReady = true;
    for (const resolve of readyListeners.splice(0)) resolve();
    if (reply.kind === 'log') log.warn(`data: ${reply.line}`);
    else if (reply.kind === 'alerts') alerts.emit(reply);
    else if (reply.kind === 'exported') progress.get(reply.exportId)?.({ rows: reply.rows, bytes: reply.bytes });
    else if (reply.kind === 'failed' && reply.problem === 'cancelled') settle(reply.id, fail('cancelled', clock.now()));
    else if (reply.kind === 'failed') settle(reply.id, dataUnavailable(reply.problem));
    else settle(reply.id, succeed(reply.value));
  };

  const start = (): DataChannel | null => {
    const now = clock.monotonic();
    startedAt = startedAt.filter((at) => now - at < retryPolicy.process.withinMs);
    if (isClosed || startedAt.length >= retryPolicy.process.starts) return null;
    startedAt.push(now);
    const newChannel = launch(userDataDir);
    newChannel.onReply(handleReply);
    newChannel.onExit((cause) => {
      if (channel === newChannel) channel = null;
      isReady = false;
      if (!isClosed) crashReports.record('data', 'the data process stopped; the next request restarts it', cause);
      for (const id of pendingCalls.keys()) settle(id, dataUnavailable('The data process stopped.'));
      if (!isClosed) losses.emit();
    });
    return newChannel;
  };

  const send = (current: DataChannel, request: DataRequest, options: DataCallOptions) =>
    new Promise<Outcome<unknown>>((resolve) => {
      const { id } = request;
      const { signal } = options;
      const giveUp = options.progress
        ? undefined
        : setTimeout(() => settle(id, dataUnavailable("The data process isn't responding.")), answerWithinMs);
      const cancel = () => {
        current.send({ id, call: 'cancel' });
        // A call that writes a file must first remove its partial file, and responds after that.
        if (!options.progress) settle(id, fail('cancelled', clock.now()));
      };
      pendingCalls.set(id, (outcome) => {
        clearTimeout(giveUp);
        signal?.removeEventListener('abort', cancel);
        if (options.progress) progress.delete(options.progress.id);
        resolve(outcome);
      });
      if (options.progress) progress.set(options.progress.id, options.progress.tell);
      signal?.addEventListener('abort', cancel, { once: true });
      current.send(request);
    });

  return {
    /** Never rejects. Aborting the signal stops the work in the data process, and the call returns `cancelled`. */
    call: async <Name extends DataCallName>(
      call: Name,
      args: DataArgs<Name>,
      options: DataCallOptions = {},
    ): Promise<Outcome<DataResult<Name>>> => {
      if (options.signal?.aborted) return fail('cancelled', clock.now());
      if (!channel) {
        channel = start();
        if (channel) starts.emit();
      }
      if (!channel) return dataUnavailable('The data process keeps stopping.');
      lastId += 1;
      return (await send(channel, { id: lastId, call, args } as DataRequest, options)) as Outcome<never>;
    },
    isReady: () => isReady,
    /**
     * Resolves when a call no longer delays the first page: immediately if the process is running, otherwise after
     * `startDelayMs`. Callers continue in the order of their calls.
     */
    afterStart: async () => {
      if (isReady) return;
      const ready = new Promise<void>((resolve) => readyListeners.push(resolve));
      await Promise.race([ready, clock.sleep(startDelayMs)]);
    },
    /** Called at each start of the process, before its first call. */
    onStart: starts.listen,
    onAlerts: alerts.listen,
    /** Called when the process has ended unexpectedly and all data in its memory is lost. */
    onLost: losses.listen,
    /** Resolves when the process has ended and released its databases, after at most 3 s. */
    close: async () => {
      isClosed = true;
      const current = channel;
      if (!current) return;
      await new Promise<void>((resolve) => {
        const giveUp = setTimeout(resolve, stopWithinMs);
        current.onExit(() => {
          clearTimeout(giveUp);
          resolve();
        });
        current.stop();
      });
    },
  };
}

export type DataProcess = ReturnType<typeof createDataProcess>;
