/** `member` must return the same SQL for a field as the queries use, or the database ignores these indexes. */
export const auditIndexes = (member: (name: string) => string): string => `
  CREATE INDEX audit_entries_by_organization ON audit_entries (${member('organization')}, number)
    WHERE ${member('organization')} IS NOT NULL;
  CREATE INDEX audit_entries_by_subject ON audit_entries (${member('subject')}, number)
    WHERE ${member('organization')} IS NULL;
`;

/** Alters no table that every request reads: older instances would wait. better-auth writes times as ISO 8601. */
export const peopleTables = (long: 'bigint' | 'INTEGER'): string => `
  CREATE TABLE people (
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    email TEXT NOT NULL UNIQUE,
    email_verified INTEGER NOT NULL,
    image TEXT,
    created TEXT NOT NULL,
    updated TEXT NOT NULL
  );
  CREATE TABLE person_accounts (
    id TEXT PRIMARY KEY,
    person TEXT NOT NULL,
    account_id TEXT NOT NULL,
    provider_id TEXT NOT NULL,
    password TEXT,
    access_token TEXT,
    refresh_token TEXT,
    id_token TEXT,
    access_token_expires TEXT,
    refresh_token_expires TEXT,
    scope TEXT,
    created TEXT NOT NULL,
    updated TEXT NOT NULL
  );
  CREATE INDEX person_accounts_by_person ON person_accounts (person);
  CREATE TABLE person_sessions (
    id TEXT PRIMARY KEY,
    person TEXT NOT NULL,
    token_hash TEXT NOT NULL UNIQUE,
    expires TEXT NOT NULL,
    address TEXT,
    user_agent TEXT,
    created TEXT NOT NULL,
    updated TEXT NOT NULL
  );
  CREATE INDEX person_sessions_by_person ON person_sessions (person);
  CREATE INDEX person_sessions_by_expiry ON person_sessions (expires);
  CREATE TABLE members (
    organization INTEGER NOT NULL,
    person TEXT NOT NULL,
    role TEXT NOT NULL,
    created ${long} NOT NULL,
    PRIMARY KEY (organization, person)
  );
  CREATE INDEX members_by_person ON members (person);
  CREATE TABLE invitations (
    organization INTEGER NOT NULL,
    invitation TEXT NOT NULL,
    email TEXT NOT NULL,
    role TEXT NOT NULL,
    token_hash TEXT NOT NULL,
    invited_by TEXT NOT NULL,
    created ${long} NOT NULL,
    expires ${long} NOT NULL,
    PRIMARY KEY (organization, invitation)
  );
  CREATE INDEX invitations_by_token ON invitations (token_hash);
  CREATE TABLE dashboard (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    secret TEXT NOT NULL,
    address TEXT
  );
  CREATE TABLE production_organizations (
    organization INTEGER PRIMARY KEY
  );
  CREATE TABLE api_key_uses (
    key_id TEXT PRIMARY KEY,
    made_by TEXT,
    last_used ${long}
  );
`;

/** Schema step for two-factor authentication: the last used time step of a code, and hashes of backup codes. */
export const secondFactorTables = (long: 'bigint' | 'INTEGER'): string => `
  CREATE TABLE person_second_factors (
    person TEXT PRIMARY KEY,
    secret TEXT NOT NULL,
    confirmed INTEGER NOT NULL,
    last_step ${long} NOT NULL
  );
  CREATE TABLE person_backup_codes (
    person TEXT NOT NULL,
    code_hash TEXT NOT NULL,
    PRIMARY KEY (person, code_hash)
  );
`;

export const requiredFactorTable = 'CREATE TABLE second_factor_organizations (organization INTEGER PRIMARY KEY);';

export const instanceTables = (long: 'bigint' | 'INTEGER'): string => `
  CREATE TABLE instance_admins (
    person TEXT PRIMARY KEY,
    created ${long} NOT NULL
  );
  CREATE TABLE suspended_organizations (
    organization INTEGER PRIMARY KEY,
    since ${long} NOT NULL,
    reason TEXT NOT NULL,
    deleting INTEGER NOT NULL DEFAULT 0
  );
`;

export const passkeyTables = (long: 'bigint' | 'INTEGER'): string => `
  CREATE TABLE person_passkeys (
    id TEXT PRIMARY KEY,
    person TEXT NOT NULL,
    name TEXT NOT NULL,
    public_key TEXT NOT NULL,
    counter ${long} NOT NULL,
    transports TEXT NOT NULL,
    created ${long} NOT NULL,
    last_used ${long}
  );
  CREATE INDEX person_passkeys_by_person ON person_passkeys (person);
  CREATE TABLE sign_in_challenges (
    hash TEXT PRIMARY KEY,
    kind TEXT NOT NULL,
    person TEXT,
    detail TEXT NOT NULL,
    expires ${long} NOT NULL
  );
  CREATE INDEX sign_in_challenges_by_expiry ON sign_in_challenges (expires);
`;

/**
 * Schema step: `since_entry` is the audit entry at which a member joined; the organization sees only what members later
 * wrote about their accounts. `offered_to` is the user that a company sign-in identified for an invitation.
 */
export const membershipColumns = (long: 'bigint' | 'INTEGER', member: (name: string) => string): string => `
  ALTER TABLE members ADD COLUMN since_entry ${long} NOT NULL DEFAULT 0;
  UPDATE members SET since_entry = coalesce((
    SELECT max(number) FROM audit_entries
    WHERE ${member('organization')} = (SELECT id FROM organizations WHERE number = members.organization)
      AND ${member('action')} = 'person.join' AND ${member('subject')} = members.person), 0);
  ALTER TABLE invitations ADD COLUMN offered_to TEXT;
  CREATE INDEX audit_entries_of_removals ON audit_entries (${member('subject')}, number)
    WHERE ${member('action')} = 'person.remove';
`;
