import type { Timeline } from './timeline/timeline.ts';
import type { DataCallName, DataReply, DataRequest } from '#shared/data-messages/data-calls.ts';
import { createAlerts } from './alerts/alerts.ts';
import { createRowsAnswers, type DataHandlers } from './answer-rows.ts';
import type { DataStores } from './open-stores.ts';
import { createStatusObservations } from './load/status-observations.ts';
import { CancelledError } from './replica/pace.ts';
import { createReplicas } from './replica/replicas.ts';

type AnyHandler = (args: unknown, signal: AbortSignal) => unknown;

const problemOf = (error: unknown): string => {
  if (error instanceof CancelledError) return 'cancelled';
  return error instanceof Error ? error.message : String(error);
};

/** Never throws: sends a failure as a reply. */
export function createAnswers(
  { timeline, times, triage, alertStore, alertNotices, proofRuns, listenerStore }: DataStores,
  send: (reply: DataReply) => void,
): (request: DataRequest) => void {
  const replicas = createReplicas();
  const alerts = createAlerts({ store: alertStore, notices: alertNotices, times }, (profileId, raised, quiet) =>
    send({ kind: 'alerts', profileId, alerts: raised, quiet }),
  );
  /** Observations of these profiles are dropped. IDs of deleted profiles are never reused. */
  const deletedIds = new Set<string>();
  const observe: Timeline['observe'] = (profileId, ...observed) =>
    deletedIds.has(profileId) ? 0 : timeline.observe(profileId, ...observed);
  const observations = createStatusObservations({ observe }, alerts, (line) => send({ kind: 'log', line }));
  const afterObservations =
    <Args, Result>(answer: (args: Args) => Result) =>
    async (args: Args): Promise<Result> => {
      await observations.flush();
      return answer(args);
    };
  const removeStored = (profileId: string): null => {
    for (const store of [timeline, triage, alerts, proofRuns, listenerStore]) store.remove(profileId);
    return null;
  };
  const handlers: DataHandlers = {
    observeStatus: ({ profileId, at, id, status }) => {
      const rows = [{ id, status, created: null, companyId: null, createdByUserId: null }];
      observations.add({ profileId, at, rows, isLoad: false });
      return null;
    },
    timeline: afterObservations(({ profileId, migrationId }) => timeline.changesOf(profileId, migrationId)),
    leftAfter: afterObservations(({ profileId, status }) => times.leftAfter(profileId, status)),
    remove: afterObservations(({ profileId }) => {
      replicas.of(profileId).replica.forgetObservations();
      return timeline.remove(profileId);
    }),
    countStored: afterObservations(({ profileId }) => ({
      timeline: timeline.count(profileId),
      triage: triage.count(profileId),
      alerts: alerts.count(profileId),
      proofs: proofRuns.count(profileId),
      listened: listenerStore.count(profileId),
    })),
    removeStored: afterObservations(({ profileId }) => {
      replicas.of(profileId).replica.forgetObservations();
      return removeStored(profileId);
    }),
    forgetProfile: async ({ profileId }) => {
      deletedIds.add(profileId);
      replicas.remove(profileId);
      await observations.flush();
      return removeStored(profileId);
    },
    ...triage.calls,
    ...alerts.calls,
    ...proofRuns.calls,
    ...listenerStore.calls,
    ...createRowsAnswers({ observations, times, triage, replicas, lastVisit: timeline.lastVisit, send }),
  };
  const running = new Map<number, AbortController>();

  const run = async (id: number, call: DataCallName, args: unknown): Promise<void> => {
    const handler = (Object.hasOwn(handlers, call) ? handlers[call] : undefined) as AnyHandler | undefined;
    if (!handler) return send({ kind: 'failed', id, problem: `Unknown call: ${call}.` });
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
