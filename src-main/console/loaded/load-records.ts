import type { AppError } from '#shared/app-error.ts';
import type { RowsPlace } from '#shared/data-messages/data-calls.ts';
import type { Load } from './load/load.ts';

export interface LoadRecord extends RowsPlace {
  /** The load that fetched the rows. Null if there are no rows. */
  readonly load: Load | null;
  readonly binding: string;
  /** ISO 8601, like `finishedAt` and `toppedUpAt`. */
  readonly startedAt: string | null;
  readonly finishedAt: string | null;
  readonly toppedUpAt: string | null;
  readonly problem: AppError | null;
  readonly wasCut: boolean;
}

const empty = {
  load: null,
  binding: '',
  startedAt: null,
  finishedAt: null,
  toppedUpAt: null,
  problem: null,
  wasCut: false,
} as const;
const keyOf = ({ resource, profileId }: RowsPlace): string => `${resource} ${profileId}`;
const rowsOf = (records: readonly LoadRecord[]): number =>
  records.reduce((sum, { load }) => sum + (load?.progress().rows ?? 0), 0);

export function createLoadRecords() {
  const records = new Map<string, LoadRecord>();
  let recent: readonly string[] = [];
  const all = () => [...records.values()];
  const put = ({ resource, profileId }: RowsPlace, change?: Partial<LoadRecord>) =>
    void records.set(keyOf({ resource, profileId }), { resource, profileId, ...empty, ...change });
  return {
    all,
    put,
    at: (place: RowsPlace) => records.get(keyOf(place)) ?? { ...empty, ...place },
    change: (load: Load, change: (record: LoadRecord) => Partial<LoadRecord>) => {
      const record = all().find((one) => one.load === load);
      if (record) put(record, { ...record, ...change(record) });
    },
    use: (profileId: string) => {
      if (recent.at(-1) !== profileId) recent = [...recent.filter((id) => id !== profileId), profileId];
    },
    /** Returns the records to drop above this number of rows: least recently used first, never the active profile's. */
    beyond: (max: number, activeId: string) => {
      const loadedRecords = all().filter(({ load }) => load !== null);
      let rows = rowsOf(loadedRecords);
      return recent.flatMap((profileId) => {
        const profileRecords = loadedRecords.filter((record) => record.profileId === profileId);
        const ownRows = rowsOf(profileRecords);
        if (rows <= max || profileId === activeId || ownRows === 0) return [];
        rows -= ownRows;
        return profileRecords;
      });
    },
    keepOnly: (profileIds: readonly string[]) => {
      const others = all().filter(({ profileId }) => !profileIds.includes(profileId));
      for (const record of others) records.delete(keyOf(record));
      return others;
    },
  };
}
