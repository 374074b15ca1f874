import type { HostedSession } from '#shared/hosted-links-api/hosted-links.ts';
import { hasEnded } from '#shared/migration-api/migration-steps.ts';
import type { ScenarioName } from '#shared/service-control/sandbox-choices.ts';
import { type ActivityContext, recordActivity } from '../migration-engine/record-activity.ts';
import { nextStepAt, type Run } from '../migration-engine/run.ts';
import type { Outbox, StatusChange } from './event-store.ts';
import { organizationOf, positionOf, rowNumber } from './list-rows.ts';
import {
  bindPrograms,
  type Dialect,
  first,
  parsed,
  prepared,
  type PreparedStatement,
  type Program,
  type Programs,
  run,
  suspendedSince,
} from './base/program.ts';
import { createRowWriter } from './run-rows.ts';
import type { StoredRun } from './run-store.ts';

interface Modal {
  readonly organization: number;
  readonly migrationId: string;
  readonly accessTokenHash: Uint8Array;
  readonly rootId: string;
  readonly retries: number;
  readonly userId: string;
  readonly sourceProviders: readonly string[] | null;
  readonly origin: string | null;
  /** The backend's own data about the session, as JSON. */
  readonly metadata: string | null;
}

export interface NewModal extends Modal {
  /** SHA-256 of the modal's secret URL part. */
  readonly addressHash: Uint8Array;
  /** Creates the run. Receives the scenario of the next migration, if one is set. */
  readonly beginRun: (scenario: ScenarioName | undefined) => Run;
  readonly context?: ActivityContext | undefined;
}

export interface StoredModal extends StoredRun, Modal {
  readonly organizationName: string;
  /** Short name of the session for support. Null for a modal of an earlier version. */
  readonly reference: string | null;
  readonly sessionExpires: number;
  readonly sessionRevoked: boolean;
  /** The organization is suspended. */
  readonly isSuspended: boolean;
  /** Page that opens when the end user closes the modal of a hosted link. */
  readonly returnUrl: string | undefined;
  readonly isProduction: boolean;
}

interface ModalRow extends Omit<StoredModal, 'migration' | 'run' | 'sessionRevoked' | 'isSuspended' | 'returnUrl'> {
  readonly position: number;
  readonly state: unknown;
  readonly revoked: number | null;
  readonly suspended: unknown;
  readonly bound: string;
}

const toModal = ({ position, state, revoked, suspended, bound, ...modal }: ModalRow): StoredModal => ({
  ...modal,
  migration: rowNumber(modal.organization, position),
  run: parsed(state) as Run,
  sourceProviders: parsed(modal.sourceProviders) as string[] | null,
  sessionRevoked: revoked !== null,
  isSuspended: suspended !== null,
  returnUrl: (JSON.parse(bound) as Partial<HostedSession>).return_url,
  isProduction: Boolean(modal.isProduction),
});

const takeScenario = prepared(
  'UPDATE next_scenarios SET times = times - 1 WHERE organization = $1 AND times > 0 RETURNING next',
);

export const createModalStore = ({ single }: Programs, dialect: Dialect, outbox: Outbox) => {
  const { at, key, keyValues, organization: organizationSql, position, same } = dialect;
  const rows = createRowWriter(dialect);
  const select = `
    SELECT ${organizationSql('modals')} AS organization, ${position('modals')} AS position,
      modals.access_token_hash AS "accessTokenHash", modals.root_id AS "rootId", modals.retries,
      modals.user_id AS "userId", modals.source_providers AS "sourceProviders", modals.origin, runs.version, runs.state,
      migrations.id AS "migrationId", migrations.metadata,
      coalesce(brands.name, organizations.name) AS "organizationName",
      coalesce(access_tokens.expires, 0) AS "sessionExpires", coalesce(access_tokens.bound, '{}') AS bound,
      api_keys.revoked, api_keys.production AS "isProduction", modal_sessions.reference,
      ${suspendedSince('organizations.number')} AS suspended
    FROM modals
    JOIN runs ON ${same('runs', 'modals')}
    JOIN migrations ON ${same('migrations', 'modals')}
    JOIN organizations ON organizations.number = ${organizationSql('modals')}
    LEFT JOIN modal_sessions ON modal_sessions.organization = organizations.number
      AND modal_sessions.position = ${position('modals')}
    LEFT JOIN brands ON brands.organization = organizations.number
    LEFT JOIN access_tokens ON access_tokens.organization = organizations.number
      AND access_tokens.hash = modals.access_token_hash
    LEFT JOIN api_keys ON api_keys.organization = organizations.number AND api_keys.id = access_tokens.key_id`;
  const newestModalQuery = prepared(
    `${select} WHERE modals.access_token_hash = $1 ORDER BY ${position('modals')} DESC LIMIT 1`,
  );
  const byMigration = prepared(`${select} WHERE organizations.number = $1 AND migrations.id = $2`);
  const byAddress = prepared(`${select} WHERE modals.address_hash = $1`);
  const insertRun = prepared(
    `INSERT INTO runs (${key('runs')}, version, due, state) VALUES (${keyValues()}, 1, $3, $4)`,
  );
  const insertModal = prepared(`
      INSERT INTO modals (${key('modals')}, address_hash, access_token_hash, root_id, retries, user_id, source_providers, origin)
      VALUES (${keyValues()}, $3, $4, $5, $6, $7, $8, $9)`);

  function* insert(modal: NewModal, now: number): Program<StatusChange> {
    const { organization, userId, sourceProviders, metadata } = modal;
    const scenario = yield* first(takeScenario, [organization]);
    const startedRun = modal.beginRun(scenario?.['next'] as ScenarioName | undefined);
    const { run: newRun, entriesOf } = recordActivity({ before: undefined, after: startedRun, now }, modal.context);
    const { place, migration } = yield* rows.migration(
      organization,
      { id: modal.migrationId, status: newRun.status, created_by_user_id: userId, company_id: null },
      now,
      metadata,
    );
    yield* run(insertRun, [...place, nextStepAt(newRun), JSON.stringify(newRun)]);
    yield* run(insertModal, [
      ...place,
      modal.addressHash,
      modal.accessTokenHash,
      modal.rootId,
      modal.retries,
      userId,
      sourceProviders === null ? null : JSON.stringify(sourceProviders),
      modal.origin,
    ]);
    yield* rows.session(place, userId, now);
    yield* rows.entries([{ place, entries: entriesOf() }]);
    return { organization, migration, previousStatus: null, sequence: 1, at: now, metadata };
  }

  function* find(statement: PreparedStatement, hash: Uint8Array): Program<StoredModal | undefined> {
    const row = yield* first<ModalRow>(statement, [hash]);
    return row && toModal(row);
  }

  return {
    /** Creates a migration with its modal, or returns the token's open modal. Concurrent calls create only one modal. */
    open: (modal: NewModal, now: number): Promise<{ readonly modal: StoredModal; readonly isNew: boolean }> =>
      outbox(function* (changed) {
        yield* rows.lock(modal.organization);
        const existingModal = yield* find(newestModalQuery, modal.accessTokenHash);
        if (existingModal !== undefined && !hasEnded(existingModal.run.status))
          return { modal: existingModal, isNew: false };
        changed(yield* insert(modal, now));
        const newModal = yield* find(newestModalQuery, modal.accessTokenHash);
        if (newModal === undefined) throw new TypeError('the modal that was just created is missing');
        return { modal: newModal, isNew: true };
      }),
    ...bindPrograms(single, {
      /** Returns the modal of the access token with this SHA-256 hash. Undefined before `open`. */
      findByAccessToken: (hash: Uint8Array) => find(newestModalQuery, hash),
      /** Returns the modal whose secret URL part has this SHA-256 hash. */
      byAddress: (hash: Uint8Array) => find(byAddress, hash),
      *byMigration(organization: number, id: string): Program<StoredModal | undefined> {
        const row = yield* first<ModalRow>(byMigration, [organization, id]);
        return row && toModal(row);
      },
      *setOrigin(migration: number, origin: string | null): Program<void> {
        const sql = `UPDATE modals SET origin = $3 WHERE ${at('modals')} AND origin IS DISTINCT FROM $3`;
        yield* run(sql, [organizationOf(migration), positionOf(migration), origin]);
      },
    }),
  };
};
