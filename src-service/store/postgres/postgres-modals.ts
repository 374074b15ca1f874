import { hasEnded } from '#shared/migration-api/migration-steps.ts';
import type { ScenarioName } from '#shared/service-control/sandbox-choices.ts';
import { recordActivity } from '../../migration-engine/record-activity.ts';
import { dueOf } from '../../migration-engine/run.ts';
import { modalOf, type ModalStore, type NewModal, type StoredModal } from '../run-store.ts';
import type { StatusChange } from '../event-store.ts';
import { organizationOf, positionOf, rowNumber } from '../list-rows.ts';
import { appendMigration, lockOrganization } from './list-rows.ts';
import type { Database, Row, Session } from './database.ts';
import { insertSession, writeEntries } from './postgres-entries.ts';
import type { Outbox } from './postgres-events.ts';

const toModal = (row: Row): StoredModal =>
  modalOf(row, rowNumber(Number(row['organization']), Number(row['position'])));

const select = `
  SELECT modals.organization, modals.position, modals.access_token_hash, modals.root_id, modals.retries, modals.user_id,
    modals.source_providers, modals.origin, runs.version, runs.state, migrations.id AS migration_id, migrations.metadata,
    coalesce(brands.name, organizations.name) AS organization_name, access_tokens.expires, api_keys.revoked, api_keys.production,
    modal_sessions.reference
  FROM modals
  JOIN runs USING (organization, position)
  JOIN migrations USING (organization, position)
  JOIN organizations ON organizations.number = modals.organization
  LEFT JOIN modal_sessions
    ON modal_sessions.organization = modals.organization AND modal_sessions.position = modals.position
  LEFT JOIN brands ON brands.organization = organizations.number
  LEFT JOIN access_tokens
    ON access_tokens.organization = modals.organization AND access_tokens.hash = modals.access_token_hash
  LEFT JOIN api_keys ON api_keys.organization = access_tokens.organization AND api_keys.id = access_tokens.key_id`;
const newest = {
  name: 'newest modal',
  text: `${select} WHERE modals.access_token_hash = $1 ORDER BY modals.position DESC LIMIT 1`,
};
const byAddress = { name: 'modal by address', text: `${select} WHERE modals.address_hash = $1` };
const insertRun = {
  name: 'insert run',
  text: 'INSERT INTO runs (organization, position, version, due, state) VALUES ($1, $2, 1, $3, $4)',
};
const insertModal = {
  name: 'insert modal',
  text: `
    INSERT INTO modals (organization, position, address_hash, access_token_hash, root_id, retries, user_id,
      source_providers, origin)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
};
const takeScenario = {
  name: 'take scenario',
  text: 'UPDATE next_scenarios SET times = times - 1 WHERE organization = $1 AND times > 0 RETURNING next',
};

const insert = async (session: Session, modal: NewModal, now: number): Promise<StatusChange> => {
  const { organization, userId, sourceProviders } = modal;
  const [scenario] = await session.run(takeScenario, [organization]);
  const started = modal.beginRun(scenario?.['next'] as ScenarioName | undefined);
  const { run, entriesOf } = recordActivity({ before: undefined, after: started, now }, modal.context);
  const { position, json } = await appendMigration(
    session,
    organization,
    { id: modal.migrationId, status: run.status, created_by_user_id: userId, company_id: null },
    now,
    modal.metadata,
  );
  await session.run(insertRun, [organization, position, dueOf(run), JSON.stringify(run)]);
  await session.run(insertModal, [
    organization,
    position,
    modal.addressHash,
    modal.accessTokenHash,
    modal.rootId,
    modal.retries,
    userId,
    sourceProviders === null ? null : JSON.stringify(sourceProviders),
    modal.origin,
  ]);
  await insertSession(session, [organization, position], userId, now);
  await writeEntries(session, [organization, position], entriesOf(modal.migrationId));
  return { organization, json, previousStatus: null, sequence: 1, at: now, metadata: modal.metadata };
};

export const createPostgresModals = (database: Database, outbox: Outbox): ModalStore => {
  const find = async (
    session: Session,
    statement: typeof newest,
    hash: Uint8Array,
  ): Promise<StoredModal | undefined> => {
    const [row] = await session.run(statement, [hash]);
    return row && toModal(row);
  };
  return {
    open: (modal, now) =>
      outbox(async (session, changed) => {
        await lockOrganization(session, modal.organization);
        const existing = await find(session, newest, modal.accessTokenHash);
        if (existing !== undefined && !hasEnded(existing.run.status)) return { modal: existing, isNew: false };
        changed(await insert(session, modal, now));
        const created = await find(session, newest, modal.accessTokenHash);
        if (created === undefined) throw new TypeError('the modal that was just created is missing');
        return { modal: created, isNew: true };
      }),
    ofAccessToken: (hash) => find(database, newest, hash),
    byAddress: (hash) => find(database, byAddress, hash),
    setOrigin: async (migration, origin) => {
      await database.run(
        `UPDATE modals SET origin = $3 WHERE organization = $1 AND position = $2 AND origin IS DISTINCT FROM $3`,
        [organizationOf(migration), positionOf(migration), origin],
      );
    },
  };
};
