import type { ListedMigration, MigrationRow } from '#shared/console-contract/migrations-calls.ts';
import { setBounded } from '../api-client/read-several.ts';
import type { BaseTopics } from '../base-topics/base-topics.ts';

/** Maximum ms that the rows of a response wait for the data process, which usually needs 1 or 2 ms. */
const maxWaitMs = 100;
/** Must exceed the number of rows that all pages show together. */
const maxTracked = 5_000;

type KnownMigrationsPorts = Pick<BaseTopics, 'data' | 'clock' | 'timeline' | 'profiles' | 'events'>;

const unknown = { companyName: null, provider: null, since: null, seenSince: null, changed: null } as const;

/** Emits `migrations:changed` with rows of the active profile that pages may show with an earlier status or no name. */
export function createKnownMigrations({ data, clock, timeline, profiles, events }: KnownMigrationsPorts) {
  const { activeId } = profiles;
  const statuses = new Map<string, string>();
  /** Profile ID by migration ID, for migrations whose company name is unknown. */
  const unnamed = new Map<string, string>();

  const read = async (profileId: string, ids: readonly string[]): Promise<ListedMigration[] | null> => {
    await data.afterStart();
    const at = clock.now().getTime();
    const outcome = await data.call('migrationsByIds', { profileId, ids, at, isReply: true });
    if (!outcome.ok) return null;
    for (const { id, companyId, companyName } of outcome.value.rows) {
      unnamed.delete(id);
      if (companyId !== null && companyName === null) setBounded(unnamed, id, profileId, maxTracked);
    }
    return outcome.value.rows;
  };
  const report = (profileId: string, rows: ListedMigration[] | null) => {
    if (rows && rows.length > 0 && profileId === activeId()) events.emit('migrations:changed', { profileId, rows });
  };

  const reportNamed = async () => {
    const profileId = activeId();
    const ids = [...unnamed].flatMap(([id, owner]) => (owner === profileId ? [id] : []));
    const completedRows = ids.length === 0 ? null : await read(profileId, ids);
    report(profileId, completedRows && completedRows.filter(({ companyName }) => companyName !== null));
  };

  timeline.observer.onRecorded(({ profileId, rows }) => {
    const changedRows = rows.filter(({ id, status }) => (statuses.get(`${profileId} ${id}`) ?? status) !== status);
    for (const { id, status } of rows) setBounded(statuses, `${profileId} ${id}`, status, maxTracked);
    if (changedRows.length === 0 || profileId !== activeId()) return;
    const ids = changedRows.map(({ id }) => id);
    void read(profileId, ids).then((known) => report(profileId, known));
  });

  events.listen(({ name }) => {
    if (name === 'companies:directory-changed') void reportNamed();
  });

  return {
    /** Completes the rows of a response. If the data process is busy or down, an event delivers the rest later. */
    complete: async (profileId: string, rows: readonly MigrationRow[]) => {
      const ids = rows.map(({ id }) => id);
      const request = ids.length === 0 ? null : read(profileId, ids);
      const completedRows = data.isReady() ? await Promise.race([request, clock.sleep(maxWaitMs)]) : null;
      if (!completedRows) void request?.then((late) => report(profileId, late));
      const byId = new Map(completedRows ? completedRows.map((row) => [row.id, row]) : []);
      return rows.map((row) => {
        const { companyName, provider, since, seenSince, changed } = byId.get(row.id) ?? unknown;
        return { ...row, companyName, provider, since, seenSince, changed };
      });
    },
  };
}

export type KnownMigrations = ReturnType<typeof createKnownMigrations>;
