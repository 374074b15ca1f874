import { erasedUser } from '#shared/erasure-api/erase-user.ts';
import type { Company } from '#shared/migration-api/company.ts';
import type { Migration } from '#shared/migration-api/migration.ts';
import { erasedCopy } from '../migration-engine/copy-state.ts';
import type { Run } from '../migration-engine/run.ts';
import { dropSessions } from './activity-store.ts';
import type { ChangeAuthor } from './base/actor.ts';
import { deleteRows, endOrganization, organizationTables } from './delete-organization.ts';
import { lockCursor } from './webhooks/endpoints.ts';
import { eraseTokensOfMigration, eraseTokensOfUser } from './erase-tokens.ts';
import { eraseLastWrites } from './last-writes.ts';
import { rowsPerOrganization } from './list-rows.ts';
import { countFieldChange } from './run-rows.ts';
import {
  audit,
  type AuditedChange,
  bindPrograms,
  type Dialect,
  first,
  parsed,
  type Program,
  type Programs,
  run,
} from './base/program.ts';

/** Called before and after an erasure, for data that a store keeps outside of its rows. */
export interface ErasureHooks {
  readonly start: () => void;
  readonly end: () => void;
}

export interface UserMigration {
  readonly position: number;
  readonly id: string;
}

/** Events per transaction, so that other writers don't wait long. */
const eventsPerBatch = 5_000;

const comparableText = (text: string): string => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');

/** Some providers name a private account's company after its user. */
const isNamedAfter = (company: Company, words: readonly string[]): boolean =>
  words.map(comparableText).some((word) => {
    const companyTexts = [company.provider_company_name, company.provider_company_id].map(comparableText);
    return word !== '' && companyTexts.some((text) => text.includes(word));
  });

function* eraseCompany(
  { at, of, position }: Dialect,
  organization: number,
  id: string,
  words: readonly string[],
): Program<void> {
  const row = yield* first(
    `SELECT ${position('companies')} AS position, json FROM companies WHERE ${of('companies')} AND id = $2`,
    [organization, id],
  );
  const company = row && (JSON.parse(String(row['json'])) as Company);
  if (company === undefined || !isNamedAfter(company, words)) return;
  // A different ID for each company, because a later login finds its company by this ID.
  const erasedCompany = { ...company, provider_company_name: erasedUser, provider_company_id: `${erasedUser}-${id}` };
  yield* run(`UPDATE companies SET json = $3, provider_company_id = $4 WHERE ${at('companies')}`, [
    organization,
    Number(row?.['position']),
    JSON.stringify(erasedCompany),
    erasedCompany.provider_company_id,
  ]);
}

const erasedRun = (before: Run): Run => ({
  ...before,
  companyName: null,
  ...(before.login && { login: { ...before.login, userName: null } }),
  ...(before.copy && { copy: erasedCopy(before.copy) }),
});

/** Replaces the end user in an event's body. Removes metadata, which may name the user. */
const erasedBody = (body: string): string => {
  const { metadata: _, ...event } = JSON.parse(body) as {
    data: Record<string, unknown>;
    details?: Record<string, unknown>;
    metadata?: unknown;
  };
  return JSON.stringify({
    ...event,
    data: { ...event.data, created_by_user_id: erasedUser },
    // The company may have the user's name.
    ...(event.details && { details: { ...event.details, company: null } }),
  });
};

function* eraseDeliveries(organization: number, migration: string): Program<void> {
  const rows = yield* run<{ number: number; body: string }>(
    'SELECT number, body FROM webhook_deliveries WHERE organization = $1 AND migration = $2',
    [organization, migration],
  );
  for (const { number, body } of rows) {
    const place = [organization, number];
    const newBody = erasedBody(body);
    yield* run('UPDATE webhook_deliveries SET body = $3 WHERE organization = $1 AND number = $2', [...place, newBody]);
    // A receiver may repeat the request in its response.
    yield* run('UPDATE webhook_attempts SET reply = NULL WHERE organization = $1 AND delivery = $2', place);
  }
}

function* eraseMigration(dialect: Dialect, organization: number, position: number): Program<void> {
  const { at, lock } = dialect;
  const place = [organization, position] as const;
  yield* run(countFieldChange, [organization]);
  const storedRun = yield* first(`SELECT state FROM runs WHERE ${at('runs')}${lock('runs')}`, place);
  const storedMigration = yield* first(
    `SELECT json FROM migrations WHERE ${at('migrations')}${lock('migrations')}`,
    place,
  );
  // Waits for the fan-out, which copies bodies of events, and blocks it until this change commits.
  yield* lockCursor(organization, dialect);
  const migration = JSON.parse(String(storedMigration?.['json'])) as Migration;
  const before = parsed(storedRun?.['state']) as Run | undefined;
  const erasedJson = JSON.stringify({ ...migration, created_by_user_id: erasedUser });
  yield* run(`UPDATE migrations SET json = $3, metadata = NULL WHERE ${at('migrations')}`, [...place, erasedJson]);
  yield* eraseTokensOfMigration(at('modals'), place);
  yield* run(`UPDATE modals SET user_id = $3 WHERE ${at('modals')}`, [...place, erasedUser]);
  if (before !== undefined)
    yield* run(`UPDATE runs SET version = version + 1, state = $3 WHERE ${at('runs')}`, [
      ...place,
      JSON.stringify(erasedRun(before)),
    ]);
  if (migration.company_id !== null) {
    const words = [migration.created_by_user_id, before?.login?.userName ?? ''];
    yield* eraseCompany(dialect, organization, migration.company_id, words);
  }
  // The session's activity contains the user's ID and steps.
  yield* dropSessions([{ organization, position }]);
  yield* eraseLastWrites({ organization, migrationId: migration.id });
  yield* eraseDeliveries(organization, migration.id);
}

function* eraseEvents(
  { within, position }: Dialect,
  organization: number,
  userId: string,
  from: number,
): Program<number | undefined> {
  const eventHead = yield* first('SELECT first, head FROM event_heads WHERE organization = $1', [organization]);
  const start = Math.max(from, Number(eventHead?.['first'] ?? 1));
  const last = start + eventsPerBatch - 1;
  const rows = yield* run<{ place: number; body: string }>(
    `SELECT ${position('events')} AS place, body FROM events
     WHERE ${within('events')} AND body <> replace(body, $4, '')`,
    [organization, start, last, `"created_by_user_id":${JSON.stringify(userId)}`],
  );
  for (const { place, body } of rows)
    yield* run(`UPDATE events SET body = $4 WHERE ${within('events')}`, [organization, place, place, erasedBody(body)]);
  return last < Number(eventHead?.['head'] ?? 0) ? last + 1 : undefined;
}

export const createErasureStore = ({ change }: Programs, dialect: Dialect, hooks?: ErasureHooks) => {
  const { field, key, position, within } = dialect;
  return {
    /** Prepares the store for an erasure. Call `end` afterwards. */
    start: (): void => hooks?.start(),
    /** Tables with an organization's rows, for `deleteRows`. */
    tableCount: organizationTables(dialect).length,
    ...bindPrograms(change, {
      /** Deletes the tokens that are bound to the end user, so that no new migration of the user starts. */
      eraseTokens: eraseTokensOfUser,
      migrationsOf: (organization: number, userId: string): Program<readonly UserMigration[]> =>
        run(
          `SELECT ${position('migrations')} AS position, id FROM migrations
           WHERE ${within('migrations')} AND ${field('created_by_user_id')} = $4`,
          [organization, 0, rowsPerOrganization - 1, userId],
        ),
      /** `offset` is how far an organization's clock is ahead, in milliseconds. */
      organizations: (): Program<readonly Readonly<Record<'organization' | 'offset', number>>[]> =>
        run('SELECT number AS organization, offset_ms AS "offset" FROM organizations ORDER BY number'),
      /** Returns up to `limit` migrations from a position on that still name an end user, oldest first. */
      *named(
        organization: number,
        from: number,
        limit: number,
      ): Program<readonly (UserMigration & { created: number })[]> {
        const rows = yield* run<{ position: number; json: string }>(
          `SELECT ${position('migrations')} AS position, json FROM migrations
           WHERE ${within('migrations')} AND ${field('created_by_user_id')} <> $4 ORDER BY ${key('migrations')} LIMIT $5`,
          [organization, from, rowsPerOrganization - 1, erasedUser, limit],
        );
        return rows.map(({ position: at, json }) => {
          const { id, created } = JSON.parse(json) as Migration;
          return { position: at, id, created: Date.parse(created) };
        });
      },
      /** Erases the end user of one migration, and the stored results of the migration's items. */
      eraseMigration: eraseMigration.bind(undefined, dialect),
      /** Erases the end user in stored events. Returns the position to continue from, or undefined at the end. */
      eraseEvents: eraseEvents.bind(undefined, dialect),
      deleteRows: deleteRows.bind(undefined, dialect),
      endOrganization: endOrganization.bind(undefined, dialect),
    }),
    end: async (receipt: AuditedChange | undefined, author: ChangeAuthor): Promise<void> => {
      if (receipt !== undefined) await change(() => audit(receipt, author));
      hooks?.end();
    },
  };
};
