import { webhookOrderIndex, webhookTables } from '../webhooks/tables.ts';
import { activityOthers, activityTables, postgresRequestId, requestIndex } from '../activity-store.ts';
import { copiedItemTables, copyDetailColumn, copyMemoryTables, copyTables, revisionColumns } from '../copied-items.ts';
import { hostedLinkTables } from '../hosted-link-store.ts';
import { postgresAuditMember as auditMember } from '../base/audit-store.ts';
import { keyLimitColumns } from '../key-store.ts';
import { fieldChangesColumn, postgresFilterIndexes } from '../migration-filter.ts';
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

export const schemaTable = 'ferry_schema';

/** First schema version in which instances register in the database. */
export const instancesSince = 4;

export interface SchemaStep {
  readonly oldestCompatible: number;
  readonly sql: string;
}

const step = (sql: string): SchemaStep => ({ oldestCompatible: 1, sql });

/**
 * The schema as steps. The first step creates version 1. Never edit a step: services started from main have used it.
 *
 * During an upgrade, instances of two versions run at the same time, so a step only adds. Data that only the previous
 * version uses is removed by a later step, which sets `oldestCompatible`. A new column of an older table needs a
 * constant default or none. Its statement must come last in the step, because queries of that table wait until the step
 * ends. Statements prepared by name must not read `*`, because PostgreSQL rejects them after a column is added.
 *
 * A list row has an organization and a position. Positions count from 1 without gaps in the order of `created`, so a
 * page is a range of positions. `json` is the row as the API returns it, written in one statement with the columns.
 *
 * Every primary key starts with the organization, so that tables can be sharded by organization. Queries find hashes
 * without a unique index, which a sharded table can't have; 256 random bits are unique anyway. No foreign key refers to
 * `organizations`, because every insert would then lock a row that all new modals of the organization need.
 */
export const schemaVersions: readonly SchemaStep[] = [
  step(`
  CREATE SEQUENCE organization_numbers START 2;
  CREATE TABLE organizations (
    number integer PRIMARY KEY DEFAULT nextval('organization_numbers'),
    id text NOT NULL UNIQUE,
    name text NOT NULL UNIQUE,
    migrations bigint NOT NULL DEFAULT 0,
    companies bigint NOT NULL DEFAULT 0,
    last_migration_created bigint NOT NULL DEFAULT 0,
    last_company_created bigint NOT NULL DEFAULT 0,
    offset_ms bigint NOT NULL DEFAULT 0,
    last_rule integer NOT NULL DEFAULT 0
  ) WITH (fillfactor = 50);
  CREATE TABLE seed_plans (
    organization integer PRIMARY KEY,
    plan json NOT NULL
  );
  CREATE TABLE api_keys (
    organization integer NOT NULL,
    id text NOT NULL,
    hash bytea NOT NULL,
    description text NOT NULL,
    production boolean NOT NULL,
    last_four text NOT NULL,
    created bigint NOT NULL,
    revoked bigint,
    PRIMARY KEY (organization, id)
  );
  CREATE INDEX api_keys_by_hash ON api_keys (hash);
  CREATE TABLE companies (
    organization integer NOT NULL,
    position bigint NOT NULL,
    id text NOT NULL,
    source_provider text NOT NULL,
    provider_company_id text NOT NULL,
    json text NOT NULL,
    PRIMARY KEY (organization, position)
  );
  CREATE INDEX companies_by_provider ON companies (organization, source_provider, provider_company_id);
  CREATE TABLE migrations (
    organization integer NOT NULL,
    position bigint NOT NULL,
    id text NOT NULL,
    status text NOT NULL,
    json text NOT NULL,
    PRIMARY KEY (organization, position)
  );
  CREATE UNIQUE INDEX migrations_by_id ON migrations (organization, id);
  CREATE TABLE link_tokens (
    organization integer NOT NULL,
    hash bytea NOT NULL,
    key_id text,
    expires bigint NOT NULL,
    used bigint,
    PRIMARY KEY (organization, hash)
  );
  CREATE INDEX link_tokens_by_hash ON link_tokens (hash);
  CREATE INDEX link_tokens_by_expiry ON link_tokens (expires);
  CREATE TABLE access_tokens (
    organization integer NOT NULL,
    hash bytea NOT NULL,
    key_id text,
    cookie_hash bytea NOT NULL,
    expires bigint NOT NULL,
    PRIMARY KEY (organization, hash)
  );
  CREATE INDEX access_tokens_by_hash ON access_tokens (hash);
  CREATE INDEX access_tokens_by_expiry ON access_tokens (expires);
  CREATE TABLE runs (
    organization integer NOT NULL,
    position bigint NOT NULL,
    version bigint NOT NULL,
    due bigint,
    state jsonb NOT NULL,
    PRIMARY KEY (organization, position)
  );
  CREATE INDEX runs_by_due ON runs (due) WHERE due IS NOT NULL;
  CREATE TABLE modals (
    organization integer NOT NULL,
    position bigint NOT NULL,
    address_hash bytea NOT NULL,
    access_token_hash bytea NOT NULL,
    root_id text NOT NULL,
    retries integer NOT NULL,
    user_id text NOT NULL,
    source_providers json,
    origin text,
    PRIMARY KEY (organization, position)
  );
  CREATE INDEX modals_by_address ON modals (address_hash);
  CREATE INDEX modals_by_access_token ON modals (access_token_hash);
  CREATE TABLE rate_limits (
    caller text PRIMARY KEY,
    count bigint NOT NULL,
    window_ends bigint NOT NULL
  );
  CREATE INDEX rate_limits_by_end ON rate_limits (window_ends);
  CREATE TABLE fault_rules (
    organization integer NOT NULL,
    id integer NOT NULL,
    rule json NOT NULL,
    met integer NOT NULL DEFAULT 0,
    rolled integer NOT NULL DEFAULT 0,
    held integer NOT NULL DEFAULT 0,
    PRIMARY KEY (organization, id)
  );
  CREATE TABLE next_scenarios (
    organization integer PRIMARY KEY,
    next text NOT NULL,
    times integer NOT NULL
  );
  `),
  step(`
  CREATE TABLE probes (
    id integer PRIMARY KEY,
    written bigint NOT NULL
  );
  `),
  step(`
  ALTER TABLE api_keys ADD COLUMN scopes text NOT NULL DEFAULT 'read link';
  `),
  // Responses held by fault rules, and the instances with their heartbeats.
  step(`
  CREATE TABLE held_replies (
    organization integer NOT NULL,
    rule integer NOT NULL,
    id text NOT NULL,
    seen bigint NOT NULL,
    PRIMARY KEY (organization, rule, id)
  );
  CREATE TABLE instances (
    id text PRIMARY KEY,
    schema integer NOT NULL,
    seen bigint NOT NULL
  );
  `),
  // The instance whose session key created a token. Null for tokens of stored keys.
  step(`
  ALTER TABLE link_tokens ADD COLUMN session text;
  ALTER TABLE access_tokens ADD COLUMN session text;
  `),
  step(`
  CREATE TABLE audit_entries (
    number bigint PRIMARY KEY,
    entry text NOT NULL,
    hash bytea NOT NULL
  );
  CREATE TABLE audit_head (
    id integer PRIMARY KEY CHECK (id = 1),
    number bigint NOT NULL,
    hash bytea NOT NULL
  );
  INSERT INTO audit_head (id, number, hash) VALUES (1, 0, '');
  `),
  step(`
  CREATE TABLE brands (
    organization integer PRIMARY KEY,
    name text,
    accent text,
    logo bytea,
    logo_name text
  );
  CREATE INDEX brands_by_logo ON brands (logo_name);
  `),
  // Positions of an organization's events run from `first` to `head` in the organization's row, without gaps.
  step(`
  CREATE TABLE event_heads (
    organization integer PRIMARY KEY,
    epoch text NOT NULL DEFAULT gen_random_uuid(),
    first bigint NOT NULL DEFAULT 1,
    head bigint NOT NULL DEFAULT 0
  ) WITH (fillfactor = 50);
  CREATE TABLE events (
    organization integer NOT NULL,
    position bigint NOT NULL,
    id text NOT NULL,
    at bigint NOT NULL,
    body text NOT NULL,
    PRIMARY KEY (organization, position)
  );
  ALTER TABLE migrations ADD COLUMN sequence integer NOT NULL DEFAULT 0;
  `),
  step(webhookTables),
  step(peopleTables('bigint') + auditIndexes(auditMember)),
  step(copiedItemTables),
  step(secondFactorTables('bigint')),
  step(passkeyTables('bigint')),
  step(copyTables('SELECT organization, id FROM migrations')),
  step(copyMemoryTables),
  step(membershipColumns('bigint', auditMember)),
  step(copyDetailColumn),
  step(
    [
      'CREATE INDEX companies_by_id ON companies (organization, id);',
      ...postgresFilterIndexes.map(({ text }) => text),
    ].join('\n'),
  ),
  step(webhookOrderIndex),
  step(activityTables),
  step('ALTER TABLE link_tokens ADD COLUMN bound text;'),
  step('ALTER TABLE access_tokens ADD COLUMN bound text;'),
  step('ALTER TABLE migrations ADD COLUMN metadata text;'),
  // Repeated, because earlier versions ran this step with other conditions.
  step(requestIndex(postgresRequestId)),
  step(requestIndex(postgresRequestId)),
  step(requestIndex(postgresRequestId)),
  step(activityOthers),
  step(pairLeaseTables),
  step(keyLimitColumns('bigint')),
  step(hostedLinkTables),
  step(requiredFactorTable),
  step(instanceTables('bigint')),
  step(receiptTables),
  step(revisionColumns),
  step(fieldChangesColumn),
];
