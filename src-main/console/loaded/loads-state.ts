import type { Resource } from '#shared/migration-api/fields.ts';
import type { AppError } from '#shared/app-error.ts';
import type { LoadedState } from '#shared/console-contract/loaded-calls.ts';
import type { RowsPlace } from '#shared/data-messages/data-calls.ts';
import type { Load } from './load/load.ts';

export interface LoadRecord extends RowsPlace {
  /** The load that fetched the rows; null without rows. Compared by identity only. */
  readonly load: Load | null;
  readonly binding: string;
  readonly startedAt: string | null;
  readonly finishedAt: string | null;
  readonly toppedUpAt: string | null;
  readonly problem: AppError | null;
  readonly wasCut: boolean;
}

export interface LoadsState {
  readonly records: readonly LoadRecord[];
  readonly recent: readonly string[];
}

export const noLoads: LoadsState = { records: [], recent: [] };

type Phase = LoadedState['phase'];

export type LoadsEvent =
  | { readonly kind: 'profileUsed'; readonly profileId: string }
  | {
      readonly kind: 'loadCreated';
      readonly place: RowsPlace;
      readonly load: Load;
      readonly binding: string;
      /** ISO 8601, as in the events below. */
      readonly at: string;
    }
  | { readonly kind: 'runStarted'; readonly load: Load }
  | { readonly kind: 'runCut'; readonly load: Load; readonly phase: Phase }
  | {
      readonly kind: 'runEnded';
      readonly place: RowsPlace;
      readonly load: Load;
      readonly phase: Phase;
      readonly isTopUp: boolean;
      readonly at: string;
    }
  | { readonly kind: 'bindingChanged'; readonly place: RowsPlace; readonly phase: Phase; readonly rows: number }
  /** `rows` in memory, and the maximum. */
  | {
      readonly kind: 'rowsCounted';
      readonly loadedRows: readonly { readonly profileId: string; readonly rows: number }[];
      readonly max: number;
      readonly activeId: string;
      readonly at: string;
    }
  | { readonly kind: 'rowsCleared'; readonly place: RowsPlace }
  | { readonly kind: 'rowsLost'; readonly problem: AppError }
  | { readonly kind: 'profilesRemoved'; readonly remaining: readonly string[] };

export type LoadsEffect =
  | { readonly kind: 'dropRows'; readonly place: RowsPlace }
  | { readonly kind: 'cancel'; readonly load: Load }
  | { readonly kind: 'report'; readonly place: RowsPlace }
  /** Reloads a resource of the active profile if that needs no confirmation. */
  | { readonly kind: 'loadAgain'; readonly resource: Resource }
  | { readonly kind: 'forgetProfile'; readonly profileId: string };

const isAt = (record: RowsPlace, { resource, profileId }: RowsPlace): boolean =>
  record.resource === resource && record.profileId === profileId;

export const emptyRecord = ({ resource, profileId }: RowsPlace, problem: AppError | null = null): LoadRecord => ({
  resource,
  profileId,
  load: null,
  binding: '',
  startedAt: null,
  finishedAt: null,
  toppedUpAt: null,
  problem,
  wasCut: false,
});

export const recordAt = ({ records }: LoadsState, place: RowsPlace): LoadRecord =>
  records.find((record) => isAt(record, place)) ?? emptyRecord(place);

export const withRecord = (state: LoadsState, record: LoadRecord): LoadsState => {
  const isNew = !state.records.some((one) => isAt(one, record));
  const records = isNew ? [...state.records, record] : state.records.map((one) => (isAt(one, record) ? record : one));
  return { ...state, records };
};
