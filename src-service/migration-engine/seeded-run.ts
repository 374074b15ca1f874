import type { Migration } from '#shared/migration-api/migration.ts';
import type { MigrationStatus } from '#shared/migration-api/migration-status.ts';
import { hasEnded } from '#shared/migration-api/migration-steps.ts';
import type { ScenarioName } from '#shared/service-control/sandbox-choices.ts';
import type { Run } from '../migration-engine/run.ts';
import { scenarios } from '../providers/practice/scenarios.ts';

/** Scenario and share of copied items by status. With other statuses, nothing was copied. */
const copies: Partial<Record<MigrationStatus, { readonly scenario: ScenarioName; readonly share: number }>> = {
  WORKING: { scenario: 'good', share: 0.4 },
  PENDING_USER_INPUT: { scenario: 'needs_input', share: 0.375 },
  COMPLETE: { scenario: 'good', share: 1 },
  COMPLETED_WITH_FAILURES: { scenario: 'partial', share: 1 },
  FAILED: { scenario: 'failing', share: 0.5 },
};

/** Returns the run of a seeded migration, which the engine never moves. A seed defines only age and status. */
export const seededRun = ({ status, created: createdAt }: Migration, now: number): Run => {
  const created = Date.parse(createdAt);
  const copy = copies[status];
  const { scenario, share } = copy ?? { scenario: 'good', share: 0 };
  const copiedMs = scenarios[scenario].duration * share;
  return {
    status,
    scenario,
    scenarioIsFixed: true,
    created,
    sessionExpires: created,
    since: hasEnded(status) ? created + copiedMs : now,
    copiedMs,
    begun: copy ? created : null,
    asked: status === 'PENDING_USER_INPUT',
    provider: null,
    companyName: null,
    reason: null,
  };
};
