import type { DataCallName, DataReply, DataRequest } from '#shared/data-messages/data-calls.ts';
import { createRowsAnswers, type DataHandlers } from './answer-rows.ts';
import { createCompanyDirectory } from './rows/company-directory.ts';
import { createStatusSights } from './load/status-sights.ts';
import { Cancelled } from './rows/pace.ts';
import { createRowStore } from './query/row-store.ts';
import type { StatusTimes } from './timeline/status-times.ts';
import type { Timeline } from './timeline/timeline.ts';

type AnyHandler = (args: unknown, signal: AbortSignal) => unknown;

const problemOf = (error: unknown): string => {
  if (error instanceof Cancelled) return 'cancelled';
  return error instanceof Error ? error.message : String(error);
};

/**
 * Answers the requests of main, in the order in which their results are there. Never throws: what fails is a reply, too.
 * @param send takes replies, and what is told meanwhile
 */
export function createAnswers(
  timeline: Timeline,
  times: StatusTimes,
  send: (reply: DataReply) => void,
): (request: DataRequest) => void {
  const directory = createCompanyDirectory();
  const store = createRowStore(directory);
  const sights = createStatusSights(timeline, (line) => send({ kind: 'log', line }));
  const afterSights =
    <Args, Result>(answer: (args: Args) => Result) =>
    async (args: Args): Promise<Result> => {
      await sights.flush();
      return answer(args);
    };
  const handlers: DataHandlers = {
    observe: afterSights(({ profileId, at, seen }) => ({ changes: timeline.observe(profileId, at, seen) })),
    timeline: afterSights(({ profileId, migrationId }) => timeline.changesOf(profileId, migrationId)),
    leftAfter: afterSights(({ profileId, status }) => times.leftAfter(profileId, status)),
    count: afterSights(({ profileId }) => timeline.count(profileId)),
    remove: afterSights(({ profileId }) => timeline.remove(profileId)),
    ...createRowsAnswers({ sights, times, directory, store, send }),
  };
  const running = new Map<number, AbortController>();

  const run = async (id: number, call: DataCallName, args: unknown): Promise<void> => {
    const handler = (Object.hasOwn(handlers, call) ? handlers[call] : undefined) as AnyHandler | undefined;
    if (!handler) return send({ kind: 'failed', id, problem: `There is no call ${call}.` });
    const stop = new AbortController();
    running.set(id, stop);
    try {
      send({ kind: 'result', id, value: await handler(args, stop.signal) });
    } catch (error) {
      send({ kind: 'failed', id, problem: problemOf(error) });
    } finally {
      running.delete(id);
    }
  };
  return (request) => {
    if (request.call === 'cancel') running.get(request.id)?.abort();
    else void run(request.id, request.call, request.args);
  };
}
