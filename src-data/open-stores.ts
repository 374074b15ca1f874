import { createAlertNotices } from './alerts/alert-notices.ts';
import { createAlertStore, openAlertDatabase } from './alerts/alert-store.ts';
import { createListenerStore, openListenerDatabase } from './listener/listener-store.ts';
import { openTimelineDatabase } from './timeline/open-timeline.ts';
import { createStatusTimes } from './timeline/status-times.ts';
import { createTimeline } from './timeline/timeline.ts';
import { createProofRuns, openProofDatabase } from './token-lab/proof-runs.ts';
import { createTriage, openTriageDatabase } from './triage/triage.ts';

export function openStores(fileOf: (name: string) => string, onProblem: (line: string) => void) {
  const database = openTimelineDatabase(fileOf('timeline.db'), onProblem);
  const alerts = openAlertDatabase(fileOf('alerts.db'), onProblem);
  return {
    timeline: createTimeline(database),
    times: createStatusTimes(database),
    triage: createTriage(openTriageDatabase(fileOf('triage.db'), onProblem)),
    alertStore: createAlertStore(alerts),
    alertNotices: createAlertNotices(alerts),
    proofRuns: createProofRuns(openProofDatabase(fileOf('proofs.db'), onProblem)),
    listenerStore: createListenerStore(openListenerDatabase(fileOf('listener.db'), onProblem)),
  };
}

export type DataStores = ReturnType<typeof openStores>;
