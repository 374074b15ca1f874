import { createAlertNotices } from './alerts/alert-notices.ts';
import { alertLayout, createAlertStore } from './alerts/alert-store.ts';
import { createListenerStore, openListenerDatabase } from './listener/listener-store.ts';
import { type DatabaseLayout, openDatabase } from './storage/open-database.ts';
import { createStatusTimes } from './timeline/status-times.ts';
import { createTimeline, timelineLayout } from './timeline/timeline.ts';
import { createProofRuns, proofLayout } from './token-lab/proof-runs.ts';
import { createTriage, triageLayout } from './triage/triage.ts';

export function openStores(fileOf: (name: string) => string, onProblem: (line: string) => void) {
  const open = (name: string, layout: DatabaseLayout) => openDatabase(fileOf(name), layout, onProblem);
  const database = open('timeline.db', timelineLayout);
  const alerts = open('alerts.db', alertLayout);
  return {
    timeline: createTimeline(database),
    times: createStatusTimes(database),
    triage: createTriage(open('triage.db', triageLayout)),
    alertStore: createAlertStore(alerts),
    alertNotices: createAlertNotices(alerts),
    proofRuns: createProofRuns(open('proofs.db', proofLayout)),
    listenerStore: createListenerStore(openListenerDatabase(fileOf('listener.db'), onProblem)),
  };
}

export type DataStores = ReturnType<typeof openStores>;
