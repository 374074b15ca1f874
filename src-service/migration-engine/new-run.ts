import type { Run } from './run.ts';
import type { ScenarioName } from '#shared/service-control/scenario-names.ts';
import { scenarioOfUser } from './scenarios.ts';

interface NewRun {
  readonly userId: string;
  readonly now: number;
  /** When the access token expires, milliseconds since 1970. */
  readonly sessionExpires: number;
  /** Set from outside; wins over every magic user. */
  readonly scenario?: ScenarioName | undefined;
}

/** The run of a migration whose modal was just made. */
export const newRun = ({ userId, now, sessionExpires, scenario }: NewRun): Run => ({
  status: 'NOT_READY',
  scenario: scenario ?? scenarioOfUser(userId) ?? 'good',
  scenarioIsFixed: scenario !== undefined,
  created: now,
  sessionExpires,
  since: now,
  copiedMs: 0,
  begun: null,
  asked: false,
  provider: null,
  companyName: null,
  reason: null,
});
