/** Name of the table that says which version the schema has. */
export const schemaTable = 'ferry_schema';

/**
 * The database's schema as steps: step n leads from version n to n + 1. A step that was released is never edited.
 *
 * A row of a list has its organization and its position, which counts from 1 without gaps in the order of `created`. So a
 * page number is a range of positions. `json` is the row as the API sends it, written by the same statement as its columns.
 *
 * Every primary key begins with the organization where a row belongs to one, so that the tables can be spread over several
 * servers by it. Hashes are of 256 random bits: what finds a row by its hash needs no unique index, which such a table could
 * not have. Nothing refers to `organizations` by a foreign key: every insert would lock the row that all new modals of an
 * organization wait for.
 */
export const schemaVersions: readonly string[] = [
  `
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
  `,
];
