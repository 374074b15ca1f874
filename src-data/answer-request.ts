import type { DataCallName, DataCalls, DataReply, DataRequest } from '#shared/data-messages/data-calls.ts';
import type { StatusTimes } from './timeline/status-times.ts';
import type { Timeline } from './timeline/timeline.ts';

type Handlers = { readonly [Name in DataCallName]: (args: DataCalls[Name]['args']) => DataCalls[Name]['result'] };

/** Answers one request of main. Never throws: what fails is a reply, too. */
export function createAnswers(timeline: Timeline, times: StatusTimes): (request: DataRequest) => DataReply {
  const handlers: Handlers = {
    observe: ({ profileId, at, seen }) => ({ changes: timeline.observe(profileId, at, seen) }),
    timeline: ({ profileId, migrationId }) => timeline.changesOf(profileId, migrationId),
    since: ({ profileId, migrationIds }) => times.since(profileId, migrationIds),
    leftAfter: ({ profileId, status }) => times.leftAfter(profileId, status),
    count: ({ profileId }) => timeline.count(profileId),
    remove: ({ profileId }) => timeline.remove(profileId),
  };
  return ({ id, call, args }) => {
    try {
      const handler = handlers[call] as ((given: typeof args) => unknown) | undefined;
      if (!handler) return { kind: 'failed', id, problem: `There is no call ${call}.` };
      return { kind: 'result', id, value: handler(args) };
    } catch (error) {
      return { kind: 'failed', id, problem: error instanceof Error ? error.message : String(error) };
    }
  };
}
