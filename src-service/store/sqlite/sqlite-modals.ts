import type { DatabaseSync } from 'node:sqlite';
import { hasEnded } from '#shared/migration-api/migration-steps.ts';
import type { ScenarioName } from '#shared/service-control/sandbox-choices.ts';
import { recordActivity } from '../../migration-engine/record-activity.ts';
import { dueOf } from '../../migration-engine/run.ts';
import { modalOf, type ModalStore, type NewModal, type StoredModal } from '../run-store.ts';
import type { StatusChange } from '../event-store.ts';
import { rowsPerOrganization } from '../list-rows.ts';
import { createRowAppender, organizationOfSql } from './list-rows.ts';
import { createEntryWriter, createSessionWriter } from './sqlite-entries.ts';
import type { Outbox } from './sqlite-events.ts';

const toModal = (row: Record<string, unknown>): StoredModal => modalOf(row, Number(row['migration']));

/**
 * Modals in SQLite.
 *
 * @param takeScenario consumes and returns an organization's next scenario
 */
export const createSqliteModals = (
  database: DatabaseSync,
  takeScenario: (organization: number) => ScenarioName | undefined,
  outbox: Outbox,
): ModalStore => {
  const appender = createRowAppender(database);
  const writeSession = createSessionWriter(database);
  const writeEntries = createEntryWriter(database);
  const select = `
    SELECT modals.*, runs.version, runs.state, migrations.id AS migration_id, migrations.metadata,
      coalesce(brands.name, organizations.name) AS organization_name,
      access_tokens.expires, api_keys.revoked, api_keys.production, modal_sessions.reference
    FROM modals
    JOIN runs ON runs.migration = modals.migration
    JOIN migrations ON migrations.row = modals.migration
    JOIN organizations ON organizations.number = ${organizationOfSql('modals.migration')}
    LEFT JOIN modal_sessions ON modal_sessions.organization = organizations.number
      AND modal_sessions.position = modals.migration % ${rowsPerOrganization}
    LEFT JOIN brands ON brands.organization = organizations.number
    LEFT JOIN access_tokens ON access_tokens.hash = access_token_hash
    LEFT JOIN api_keys ON api_keys.id = access_tokens.key_id`;
  const newest = database.prepare(`${select} WHERE access_token_hash = ? ORDER BY modals.migration DESC LIMIT 1`);
  const byAddress = database.prepare(`${select} WHERE address_hash = ?`);
  const insertRun = database.prepare('INSERT INTO runs (migration, version, due, state) VALUES (?, 1, ?, ?)');
  const insertModal = database.prepare(`
    INSERT INTO modals
      (migration, address_hash, access_token_hash, root_id, retries, user_id, source_providers, origin)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?)`);
  const setOrigin = database.prepare('UPDATE modals SET origin = ? WHERE migration = ? AND origin IS NOT ?');

  const insert = (modal: NewModal, now: number, changed: (change: StatusChange) => void): void => {
    const { organization, userId, sourceProviders } = modal;
    const started = modal.beginRun(takeScenario(organization));
    const { run, entriesOf } = recordActivity({ before: undefined, after: started, now }, modal.context);
    const { row, json } = appender.migration(
      organization,
      { id: modal.migrationId, status: run.status, created_by_user_id: userId, company_id: null },
      now,
      modal.metadata,
    );
    insertRun.run(row, dueOf(run), JSON.stringify(run));
    insertModal.run(
      row,
      modal.addressHash,
      modal.accessTokenHash,
      modal.rootId,
      modal.retries,
      userId,
      sourceProviders === null ? null : JSON.stringify(sourceProviders),
      modal.origin,
    );
    writeSession(row, userId, now);
    writeEntries(row, entriesOf(modal.migrationId));
    changed({ organization, json, previousStatus: null, sequence: 1, at: now, metadata: modal.metadata });
  };

  return {
    open: async (modal, now) =>
      outbox((changed) => {
        const open = newest.get(modal.accessTokenHash);
        const existing = open && toModal(open);
        if (existing !== undefined && !hasEnded(existing.run.status)) return { modal: existing, isNew: false };
        insert(modal, now, changed);
        return { modal: toModal(newest.get(modal.accessTokenHash) ?? {}), isNew: true };
      }),
    ofAccessToken: async (hash) => {
      const row = newest.get(hash);
      return row && toModal(row);
    },
    byAddress: async (hash) => {
      const row = byAddress.get(hash);
      return row && toModal(row);
    },
    setOrigin: async (migration, origin) => {
      setOrigin.run(origin, migration, origin);
    },
  };
};
