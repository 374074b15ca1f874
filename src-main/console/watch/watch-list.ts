import { fail, type Outcome, succeed } from '#shared/app-error.ts';
import { maxWatched } from '#shared/list-limits.ts';
import type { Settings } from '../settings/settings.ts';
import type { StoredWatch } from '../settings/settings-document.ts';

export function createWatchList(settings: Settings) {
  const edit = (change: (watches: readonly StoredWatch[]) => StoredWatch[]): Promise<Outcome<unknown>> =>
    settings.change(({ watches }) => ({ watches: change(watches) }));
  const of = (profileId: string) => settings.current().watches.filter((watch) => watch.profileId === profileId);
  const isWatchOf = (profileId: string, migrationId: string) => (one: StoredWatch) =>
    one.profileId === profileId && one.migrationId === migrationId;
  return {
    of,
    add: (added: readonly StoredWatch[]) => edit((watches) => [...watches, ...added]),
    remove: (profileId: string, migrationId: string) => {
      const isThis = isWatchOf(profileId, migrationId);
      return edit((watches) => watches.filter((watch) => !isThis(watch)));
    },
    /** Stores the last status, so that the next start finds changes made while the console was closed. */
    update: (profileId: string, migrationId: string, change: Partial<StoredWatch>) => {
      const isThis = isWatchOf(profileId, migrationId);
      return edit((watches) => watches.map((watch) => (isThis(watch) ? { ...watch, ...change } : watch)));
    },
  };
}

export type WatchList = ReturnType<typeof createWatchList>;

export function newWatches(
  watches: readonly StoredWatch[],
  { profileId, ids, at }: { readonly profileId: string; readonly ids: readonly string[]; readonly at: Date },
): Outcome<readonly StoredWatch[]> {
  const known = new Set(watches.map(({ migrationId }) => migrationId));
  const newIds = [...new Set(ids)].filter((id) => !known.has(id));
  if (newIds.length > 0 && watches.length + newIds.length > maxWatched) {
    const detail =
      newIds.length === 1
        ? `You already watch ${maxWatched} migrations in this profile, the maximum. Stop watching one first.`
        : `Can't watch ${newIds.length} more migrations. You already watch ${watches.length} of at most ${maxWatched}.`;
    return fail('invalid_arguments', at, { detail });
  }
  const addedAt = at.toISOString();
  return succeed(newIds.map((migrationId) => ({ profileId, migrationId, addedAt, status: null, changedAt: null })));
}
