/**
 * The database's schema as steps: step n leads from version n to n + 1. A step that was released is never edited.
 *
 * A row of a list has `row = organization * 2^32 + position`, position counting from 1 without gaps in the order of
 * `created`. So a page number is a range of row numbers, and the table itself is the only index that paging touches.
 * `json` is the row as the API sends it, written by the same statement as its columns.
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
    id TEXT NOT NULL UNIQUE,
    status TEXT NOT NULL,
    json TEXT NOT NULL
  );
  `,
];
