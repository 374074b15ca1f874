import { webhookOrderIndex, webhookTables } from '../webhooks/tables.ts';
import { activityOthers, activityTables, requestIndex, sqliteRequestId } from '../activity-store.ts';
import { copiedItemTables, copyDetailColumn, copyMemoryTables, copyTables, revisionColumns } from '../copied-items.ts';
import { hostedLinkTables } from '../hosted-link-store.ts';
import { sqliteAuditMember as auditMember } from '../base/audit-store.ts';
import { keyLimitColumns } from '../key-store.ts';
import { fieldChangesColumn, sqliteFilterIndexes } from '../migration-filter.ts';
import { pairLeaseTables } from '../pair-leases.ts';
import { receiptTables } from '../receipt-key-store.ts';
import {
  auditIndexes,
  instanceTables,
  passkeyTables,
  peopleTables,
  requiredFactorTable,
  secondFactorTables,
  membershipColumns,
} from '../people-schema.ts';

/** Index of IDs. Seeding drops it and creates it again at the end. */
export const idIndexName = 'migrations_by_id';
export const idIndex = `CREATE UNIQUE INDEX IF NOT EXISTS ${idIndexName} ON migrations (id)`;

/**
 * The schema as steps. Step n upgrades from version n to n + 1. Never edit a step: services started from main have used it.
 *
 * A list row has `row = organization * 2^32 + position`. `position` counts from 1 without gaps in `created` order, so a
 * page is a range of row numbers. `json` is the row as the API returns it, written in one statement with the columns.
 */
export const schemaVersions: readonly string[] = [
  `
  CREATE TABLE service_state (
    name TEXT PRIMARY KEY,
    value TEXT NOT NULL
  );
  CREATE TABLE clock (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    offset_ms INTEGER NOT NULL
  );
  INSERT INTO clock (id, offset_ms) VALUES (1, 0);
  CREATE TABLE organizations (
    number INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    name TEXT NOT NULL UNIQUE,
    migrations INTEGER NOT NULL DEFAULT 0,
    companies INTEGER NOT NULL DEFAULT 0,
    last_migration_created INTEGER NOT NULL DEFAULT 0,
    last_company_created INTEGER NOT NULL DEFAULT 0
  );
  CREATE TABLE api_keys (
    id TEXT PRIMARY KEY,
    hash BLOB NOT NULL UNIQUE,
    organization INTEGER NOT NULL REFERENCES organizations (number),
    description TEXT NOT NULL,
    production INTEGER NOT NULL,
    last_four TEXT NOT NULL,
    created INTEGER NOT NULL,
    revoked INTEGER
  );
  CREATE TABLE companies (
    row INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    source_provider TEXT NOT NULL,
    provider_company_id TEXT NOT NULL,
    json TEXT NOT NULL
  );
  CREATE TABLE migrations (
    row INTEGER PRIMARY KEY,
    id TEXT NOT NULL,
    status TEXT NOT NULL,
    json TEXT NOT NULL
  );
  ${idIndex};
  `,
  `
  CREATE TABLE link_tokens (
    hash BLOB PRIMARY KEY,
    organization INTEGER NOT NULL REFERENCES organizations (number),
    key_id TEXT REFERENCES api_keys (id),
    expires INTEGER NOT NULL,
    used INTEGER
  );
  CREATE INDEX link_tokens_by_expiry ON link_tokens (expires);
  CREATE TABLE access_tokens (
    hash BLOB PRIMARY KEY,
    organization INTEGER NOT NULL REFERENCES organizations (number),
    key_id TEXT REFERENCES api_keys (id),
    cookie_hash BLOB NOT NULL,
    expires INTEGER NOT NULL
  );
  CREATE INDEX access_tokens_by_expiry ON access_tokens (expires);
  CREATE TABLE runs (
    migration INTEGER PRIMARY KEY REFERENCES migrations (row),
    version INTEGER NOT NULL,
    due INTEGER,
    state TEXT NOT NULL
  );
  CREATE INDEX runs_by_due ON runs (due) WHERE due IS NOT NULL;
  CREATE TABLE modals (
    migration INTEGER PRIMARY KEY REFERENCES runs (migration),
    address_hash BLOB NOT NULL UNIQUE,
    access_token_hash BLOB NOT NULL,
    root_id TEXT NOT NULL,
    retries INTEGER NOT NULL,
    user_id TEXT NOT NULL,
    source_providers TEXT,
    origin TEXT
  );
  CREATE INDEX modals_by_access_token ON modals (access_token_hash);
  CREATE TABLE rate_limits (
    caller TEXT PRIMARY KEY,
    count INTEGER NOT NULL,
    window_ends INTEGER NOT NULL
  );
  CREATE INDEX companies_by_provider ON companies (source_provider, provider_company_id);
  `,
  `
  CREATE INDEX rate_limits_by_end ON rate_limits (window_ends);
  `,
  `
  ALTER TABLE organizations ADD COLUMN offset_ms INTEGER NOT NULL DEFAULT 0;
  UPDATE organizations SET offset_ms = (SELECT offset_ms FROM clock);
  DROP TABLE clock;
  `,
  `
  CREATE TABLE probes (
    id INTEGER PRIMARY KEY,
    written INTEGER NOT NULL
  );
  `,
  `
  ALTER TABLE api_keys ADD COLUMN scopes TEXT NOT NULL DEFAULT 'read link';
  `,
  `
  CREATE TABLE audit_entries (
    number INTEGER PRIMARY KEY,
    entry TEXT NOT NULL,
    hash BLOB NOT NULL
  );
  CREATE TABLE audit_head (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    number INTEGER NOT NULL,
    hash BLOB NOT NULL
  );
  INSERT INTO audit_head (id, number, hash) VALUES (1, 0, x'');
  `,
  `
  CREATE TABLE brands (
    organization INTEGER PRIMARY KEY REFERENCES organizations (number),
    name TEXT,
    accent TEXT,
    logo BLOB,
    logo_name TEXT
  );
  CREATE INDEX brands_by_logo ON brands (logo_name);
  `,
  // Positions of an organization's events run from `first` to `head` in the organization's row, without gaps.
  `
  ALTER TABLE migrations ADD COLUMN sequence INTEGER NOT NULL DEFAULT 0;
  CREATE TABLE event_heads (
    organization INTEGER PRIMARY KEY REFERENCES organizations (number),
    epoch TEXT NOT NULL DEFAULT (lower(hex(randomblob(16)))),
    first INTEGER NOT NULL DEFAULT 1,
    head INTEGER NOT NULL DEFAULT 0
  );
  CREATE TABLE events (
    row INTEGER PRIMARY KEY,
    id TEXT NOT NULL,
    at INTEGER NOT NULL,
    body TEXT NOT NULL
  );
  `,
  webhookTables,
  peopleTables('INTEGER') + auditIndexes(auditMember),
  copiedItemTables,
  secondFactorTables('INTEGER'),
  passkeyTables('INTEGER'),
  copyTables('SELECT row / 4294967296 AS organization, id FROM migrations'),
  copyMemoryTables,
  membershipColumns('INTEGER', auditMember),
  copyDetailColumn,
  sqliteFilterIndexes.map(({ text }) => text).join('\n'),
  webhookOrderIndex,
  activityTables,
  `
  ALTER TABLE link_tokens ADD COLUMN bound TEXT;
  ALTER TABLE access_tokens ADD COLUMN bound TEXT;
  ALTER TABLE migrations ADD COLUMN metadata TEXT;
  `,
  // Repeated, because earlier versions ran this step with other conditions.
  requestIndex(sqliteRequestId),
  requestIndex(sqliteRequestId),
  requestIndex(sqliteRequestId),
  activityOthers,
  pairLeaseTables,
  keyLimitColumns('INTEGER'),
  hostedLinkTables,
  requiredFactorTable,
  // SQLite would reuse the number of the last organization, which the memory of a running service may refer to.
  `
  ${instanceTables('INTEGER')}
  CREATE TABLE deleted_organizations (
    number INTEGER PRIMARY KEY
  );
  CREATE TRIGGER organization_deleted AFTER DELETE ON organizations BEGIN
    INSERT INTO deleted_organizations (number) VALUES (OLD.number);
  END;
  CREATE TRIGGER organization_added AFTER INSERT ON organizations
    WHEN NEW.number <= (SELECT max(number) FROM deleted_organizations) BEGIN
    UPDATE organizations SET number = 1 + max(
      (SELECT max(number) FROM deleted_organizations), (SELECT max(number) FROM organizations)) WHERE id = NEW.id;
  END;
  `,
  receiptTables,
  revisionColumns,
  fieldChangesColumn,
];
