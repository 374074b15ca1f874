import { createAlertNotices, type AlertNotices } from './alerts/alert-notices.ts';
import { createAlertStore, openAlertDatabase, type AlertStore } from './alerts/alert-store.ts';
import { createListenerStore, type ListenerStore, openListenerDatabase } from './listener/listener-store.ts';
import { openTimelineDatabase } from './timeline/open-timeline.ts';
import { createStatusTimes, type StatusTimes } from './timeline/status-times.ts';
import { createTimeline, type Timeline } from './timeline/timeline.ts';
import { createProofRuns, openProofDatabase, type ProofRuns } from './token-lab/proof-runs.ts';
import { createTriage, openTriageDatabase, type Triage } from './triage/triage.ts';

export interface DataStores {
  readonly timeline: Timeline;
  readonly times: StatusTimes;
  readonly triage: Triage;
  readonly alertStore: AlertStore;
  readonly alertNotices: AlertNotices;
  readonly proofRuns: ProofRuns;
  readonly listenerStore: ListenerStore;
}

export function openStores(fileOf: (name: string) => string, onProblem: (line: string) => void): DataStores {
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
